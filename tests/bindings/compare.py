# compare.py - compares the results of the extension for PostgreSQL with those of the command
#
#     python3 tests/bindings/compare.py load >docs.copy
#     python3 tests/bindings/compare.py compare results.json
#
# "load" prints the names and bytes of the files of testdata, for COPY. "compare" reads a row of JSON
# for each file: its name and the links of the bytes; if it is text in UTF-8, also the links of the
# text, the text with its links joined, and the text as HTML. It prints what differs. TRAWL is the
# command in the environment.

import json
import os
import subprocess
import sys

TRAWL = os.environ.get('TRAWL', 'build/trawl')
PACKED = (b'\x1f\x8b', b'\x28\xb5\x2f\xfd', b'\xfd7zXZ', b'BZh')
SMALL = 1 << 16
# Files in which only the command changes the text: it leaves out the dashes of clear-signed lines,
# undoes overstrikes, and unfolds calendars and cards.
SIGNED = ('testdata/mail/clear-signed.eml', 'testdata/mail/card-quoted.eml', 'testdata/mail/card.vcf',
          'testdata/mail/overstruck.eml', 'testdata/mail/people.ldif', 'testdata/mail/vcard.eml')


def documents():
    for folder, folders, names in os.walk('testdata'):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, 'rb') as f:
                data = f.read()
            # Only the command unpacks files and reads the parts of a WARC.
            if len(data) < SMALL and not data.startswith(PACKED) and b'\nContent-Encoding: ' not in data:
                yield path, data


def load():
    for path, data in documents():
        print(path, r'\\x' + data.hex(), sep='\t')


def run(data, *options):
    return subprocess.run([TRAWL, *options], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def of_command(paths, *options):
    """Returns the links of each file as the database has them, with U+FFFD for NUL: a text there
    cannot have a NUL."""
    links = {path: [] for path in paths}
    out = run(b'\0'.join(map(os.fsencode, paths)), '-t', 'json', '--fields', 'all', '--files0-from', '-', *options)
    for line in out.decode().splitlines():
        link = json.loads(line.replace('\\u0000', '\ufffd'))
        if 'limit' not in link:
            links[link.pop('file')].append(link)
            link.pop('packed_offset', None)
            link.pop('defanged', None) # not a column: bindings have a function for it
    return links


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


def of_database(link):
    if link['bytes']:
        link['bytes'] = link['bytes'].removeprefix('\\x')
    return {name: value for name, value in link.items() if value is not None}


def differ(path, what, got, wanted):
    if got == wanted:
        return 0
    print(path, what, 'differ')
    if isinstance(got, list):
        for a, b in zip(got, wanted):
            names = [n for n in {**a, **b} if a.get(n) != b.get(n)]
            if names:
                print([(n, a.get(n), b.get(n)) for n in names])
                break
        print(len(got), len(wanted))
    return 1


def compare(name):
    bad = seen = 0
    paths = [path for path, _ in documents()]
    links, plain = of_command(paths), of_command(paths, '-f', 'text')
    with open(name, encoding='utf-8') as f:
        rows = {row['name']: row for row in map(json.loads, f)}
    for path, data in documents():
        row = rows.pop(path)
        got = [of_database(link) for link in row['links']]
        bad += differ(path, 'links', got, [placed(link) for link in links[path]])
        seen += len(got)
        if row['plain'] is None:
            continue
        bad += differ(path, 'links of the text', [of_database(link) for link in row['plain']],
                      [placed(link, data) for link in plain[path]])
        if path not in SIGNED:
            bad += differ(path, 'joined texts', row['unbroken'].encode(), run(data, '-t', 'text'))
            bad += differ(path, 'HTML', row['html'].encode(), run(data, '-f', 'text', '-t', 'html'))
    print(seen, 'links')
    return 1 if bad or rows or seen < 1000 else 0


if __name__ == '__main__':
    if sys.argv[1] == 'load':
        load()
    else:
        sys.exit(compare(sys.argv[2]))
