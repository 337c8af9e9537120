"""promises.py TRAWL - prints what later versions of the command must keep, one item a line

The options of each command and their values, as the completion for fish has them; the kinds of
records of -t json, their fields and the values of each; and the columns of each view of an index.
"""

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile


def run(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, encoding='utf-8').stdout


def options(text):
    for line in text.splitlines():
        line = line.partition(' -d ')[0]
        command = re.search('__trawl_is ([a-z]+)', line)
        names = re.findall(' -[sl] ([^ ]+)', line)
        values = ''.join(re.findall(" -a '(.*)'", line))
        command = command and command[1]
        for name in names if command else ():
            yield f'option {command} {name}'
        for value in re.sub(r'[()]|__trawl_list', '', values).split() if names else ():
            yield f'value {command} {names[-1]} {value}'


def fields(schema, path):
    for name, inner in schema.get('properties', {}).items():
        yield f'json {path} {name}'
        yield from fields(inner, f'{path}.{name}')
    for value in schema.get('enum', ()):
        yield f'json {path} = {value}'
    for inner in ('items', *(schema.get('$defs') or ())):
        found = schema.get('$defs', schema).get(inner)
        if isinstance(found, dict):
            yield from fields(found, inner if '$defs' in schema else path)


def columns(trawl, folder):
    text, db = os.path.join(folder, 'text'), os.path.join(folder, 'links.db')
    with open(text, 'w', encoding='ascii') as out:
        out.write('http://a.example/\n')
    run(trawl, 'index', '-q', db, text)
    with sqlite3.connect(db) as connection:
        for view, in connection.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall():
            for row in connection.execute(f'PRAGMA table_info({view})'):
                yield f'index {view} {row[1]}'


def main(trawl):
    with tempfile.TemporaryDirectory() as folder:
        lines = {*options(run(trawl, 'help', 'completion', 'fish')), *columns(trawl, folder),
                 *fields(json.loads(run(trawl, 'help', 'schema')), 'record')}
    print('\n'.join(sorted(lines)))


main(sys.argv[1])
