# compare.py - compares an index with the filter, or with another index
#
#     compare.py rows TRAWL DB INPUT...   compares the links of DB with those that the filter finds
#     compare.py same DB DB               compares the content of two indexes
#     compare.py dump DB                  prints the content, without ids
#
# Exit status: 0 if equal; 1 if not, after printing the first differences.

import json
import re
import sqlite3
import subprocess
import sys

# Fields that the filter derives from the URL, and the index does not store.
DERIVED = ('ascii', 'looks_like', 'display', 'valid', 'target', 'inner', 'quoted_by')


def records(command, drop):
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    rows = []
    for line in out.decode('utf-8', 'surrogateescape').splitlines():
        row = json.loads(line)
        if 'limit' in row:
            continue
        for key in drop:
            row.pop(key, None)
        message = row.get('message')
        if message:
            message.pop('number', None)
            if 'subject' in message:  # the index has it on one line
                message['subject'] = re.sub('[ \\t\\r\\n]+', ' ', message['subject']).strip(' ')
            if message == {'offset': 0}:  # the message of a text
                row.pop('message')
        rows.append(json.dumps(row, sort_keys=True))
    return sorted(rows)


# The content of the index, with texts in place of ids. Leaves out which of its copies a message
# shows, since that depends on the order in which they were read.
CONTENT = (
    'SELECT path, size, mtime, fingerprint, position, complete, input, trouble FROM source',
    'SELECT p.source, p.offset, p.length, p.list, p.subject, m.first IS NULL, m.message_id, m.time, m.date,'
    ' m."from", m.from_name, m.from_address, m.in_reply_to, t.message_id, m.places'
    ' FROM place p JOIN message m ON m.id = p.message LEFT JOIN message t ON t.id = m.thread',
    'SELECT p.source, p.offset, l.n, u.url, u.canonical, u.normal, u.host, l.context, l.line, l.column, l.at, l.length, l.more,'
    ' l.flags, l.raw, l.anchor, (SELECT group_concat(url || why) FROM readings r WHERE r.message = l.message AND r.n = l.n)'
    ' FROM links l JOIN (SELECT w.message AS variant, s.path AS source, w.at AS offset FROM places w'
    ' JOIN source s ON s.id = w.source) p ON p.variant = l.message JOIN url u ON u.id = l.url',
    'SELECT m.message_id, l.n, l.url, q.message_id FROM link l JOIN message m ON m.id = l.message'
    ' LEFT JOIN message q ON q.id = l.quoted_from WHERE l.quote > 0',
    'SELECT url, canonical, normal, surt, scheme, host, site FROM url',
    'SELECT written, address, name FROM senders',
    'SELECT list FROM lists',
    'SELECT DISTINCT m.message_id, d.list FROM listed d JOIN message m ON m.id = d.message',
    'SELECT a.name, a.list, i.list, t.n FROM archives a LEFT JOIN archive_lists t ON t.archive = a.id LEFT JOIN lists i ON i.id = t.list',
    'SELECT host, site, surt FROM hosts',
    'SELECT message_id FROM messages WHERE content IS NULL',
    'SELECT hex(hash) FROM forgotten',
    'SELECT type, name FROM sqlite_schema',
)


def dump(path):
    db = sqlite3.connect(f'file:{path}?mode=ro', uri=True)
    for view, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'view'").fetchall():
        db.execute(f'SELECT * FROM {view}').fetchall()  # Python reads UTF-8 only
    contexts = dict(db.execute("SELECT id, kind || '/' || coalesce(zone, '') || '/' || quote || '/' || coalesce(part, '')"
                               " || '/' || coalesce(type, '') || '/' || coalesce(header, '') FROM contexts"))
    lines = []
    for number, query in enumerate(CONTENT):
        for row in db.execute(query):
            row = list(row)
            if number == 2:
                row[7] = contexts[row[7]]
            lines.append(f'{number} ' + '|'.join(map(str, row)))
    if db.execute('PRAGMA integrity_check').fetchone() != ('ok',):
        lines.append('damaged')
    return sorted(lines)


def differ(a, b):
    only_a, only_b = sorted(set(a) - set(b)), sorted(set(b) - set(a))
    for line in only_a[:3]:
        print('-', line[:600])
    for line in only_b[:3]:
        print('+', line[:600])
    if a != b:
        print(len(a), 'and', len(b), 'lines')
    return a != b


def main(argv):
    if argv[1] == 'rows':
        trawl, db = argv[2:4]
        sys.exit(differ(records([trawl, '-t', 'json', *argv[4:]], DERIVED),
                        records([trawl, 'query', '--places', '-t', 'json', db], ('surt', 'cursor'))))
    if argv[1] == 'same':
        sys.exit(differ(dump(argv[2]), dump(argv[3])))
    print('\n'.join(dump(argv[2])))


if __name__ == '__main__':
    main(sys.argv)
