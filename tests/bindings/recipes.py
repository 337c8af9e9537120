# recipes.py - for t_recipes.sh: compares what a database has read with what trawl wrote
#
#     python3 recipes.py same links.json rows.json     each row has the fields of its link
#     python3 recipes.py again links.json again.json   again.json has the links of the files that
#                                                      have links to example.org
#
# DuckDB turns a date into a timestamp in UTC, and a missing field into null.

import calendar
import json
import sys
import time


def read(name):
    with open(name, encoding='utf-8') as f:
        rows = map(json.loads, f)
        return [row for row in rows if row.get('url') is not None]


def present(value):
    if isinstance(value, dict):
        value = {name: present(v) for name, v in value.items() if v is not None}
    return value


def check_dates(message, row):
    for name in 'date_iso', 'time_iso':
        if name in message:
            read = time.strptime(row.pop(name)[:19], '%Y-%m-%d %H:%M:%S')
            assert calendar.timegm(read) == message['time'], (name, message)
            del message[name]


def same(links, rows):
    assert len(links) == len(rows), (len(links), len(rows))
    for link, row in zip(links, map(present, rows)):
        check_dates(link.get('message', {}), row.get('message', {}))
        assert link == row, (link, row)


def again(links, found):
    files = {link['file'] for link in links if link.get('site') == 'example.org'}
    wanted = [(link['file'], link['url']) for link in links if link['file'] in files]
    assert files and sorted(wanted) == sorted((link['file'], link['url']) for link in found)


globals()[sys.argv[1]](read(sys.argv[2]), read(sys.argv[3]))
