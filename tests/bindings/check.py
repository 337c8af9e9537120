# check.py - compares the rows of the extension in Python's sqlite3 with "trawl -t json"
#
#     python3 tests/bindings/check.py EXTENSION TRAWL PATH...
#
# Prints one line for each difference. Exits with 77 if this Python cannot load extensions.

import json
import sqlite3
import subprocess
import sys

if not hasattr(sqlite3.Connection, 'enable_load_extension'):
    print('this python3 cannot load extensions')
    sys.exit(77)

extension, trawl, *paths = sys.argv[1:]
db = sqlite3.connect(':memory:')
db.enable_load_extension(True)
db.load_extension(extension)


def placed(link, text=None):
    """Returns a link of the command with `start` and `end` as in SQL: characters of the text, or bytes
    if no text is given."""
    spans = [span for span in link.get('spans') or [] if span]
    if spans:
        start, end = spans[0][0], spans[-1][1]
        if text is not None:
            start, end = (len(text[:at].decode(errors='replace')) for at in (start, end))
        link = {**link, 'start': start + 1, 'end': end}
    return link


def columns(table):
    return [name for _, name, *_, hidden in db.execute(f'PRAGMA table_xinfo({table})') if not hidden]


def wanted(line, names, text):
    """Returns the values that a line of JSON has in a table."""
    record = json.loads(line)
    if 'limit' in record:
        return None
    record = placed(record, text)
    record.update(record.pop('message', {}))
    missing = record.keys() - names - {'file', 'file_bytes', 'defanged'}
    if missing:
        print('no columns:', *sorted(missing))
    row = {name: record.get(name) for name in names}
    row['spans'] = ','.join('%d-%d' % tuple(s) for s in record['spans'] if s)
    row['flags'], row['valid'] = ','.join(record['flags']), ','.join(record['valid'])
    row['bytes'] = bytes.fromhex(record['bytes']) if 'bytes' in record else None
    row['part'] = record.get('part') or None
    return {k: v.replace('\0', '\ufffd') if isinstance(v, str) else v for k, v in row.items()}


def same(what, got, want, parsed=('alt',)):
    got = [{k: json.loads(v) if k in parsed else v for k, v in row.items()} for row in got]
    if len(got) != len(want):
        print(f'{what}: {len(got)} rows, wanted {len(want)}')
    for g, w in zip(got, want):
        for name in g:
            if g[name] != w[name]:
                print(f'{what}: {name} is {g[name]!r}, wanted {w[name]!r}')


def of_command(path, names, *options, text=None):
    out = subprocess.run([trawl, '-t', 'json', '--fields', 'all', *options, '--', path], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL).stdout.decode()
    return [row for row in (wanted(line, names, text) for line in out.splitlines()) if row]


def rows(sql, *values):
    cursor = db.execute(sql, values)
    names = [d[0] for d in cursor.description]
    return [dict(zip(names, row)) for row in cursor]


names = columns('trawl_read')
for path in paths:
    same(path, rows('SELECT * FROM trawl_read(?)', path), of_command(path, names))

# trawl_links gives the rows of the command for a text, whose places are characters, and for a blob, also
# with the same options as the command.
names = columns('trawl_links')
for path in paths:
    with open(path, 'rb') as f:
        text = f.read()
    if b'\0' not in text and text.decode(errors='ignore').encode() == text:
        same(f'{path}, text', rows('SELECT * FROM trawl_links(?)', text.decode()),
             of_command(path, names, '-f', 'text', text=text))
    for options, words in (('from=mail', ('-f', 'mail')), ('find=+domain join hyphen=drop refang', (
            '-f', 'text', '--find', '+domain', '--join', '--join=drop', '--refang')),
            ('profile=uts58 domains=all charset=iso-8859-2', (
                '-f', 'text', '--profile', 'uts58', '--domains', 'all', '--charset', 'iso-8859-2'))):
        same(f'{path}, {options}', rows('SELECT * FROM trawl_links(?, ?)', text, options),
             of_command(path, names, *words))

# A column has the same values when it is read alone.
sample = open(paths[0], 'rb').read()
every = rows("SELECT * FROM trawl_links(?, 'from=mail')", sample)
for name in names:
    same(f'column {name}', rows(f'''SELECT "{name}" FROM trawl_links(?, 'from=mail')''', sample),
         [{name: row[name]} for row in every], parsed=())
