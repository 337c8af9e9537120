# same.py - compares the lists of trawl_links() in DuckDB with the links of the command
#
#     python3 same.py list             prints a statement: each file of testdata with its links
#     python3 same.py compare ROWS     reads what that statement printed; prints what differs
#     python3 same.py table            prints a statement: all columns of read_links() over FOLDERS
#     python3 same.py fields ROWS      reads what that statement printed; prints what differs
#
# A row has the name of a file, the links of its bytes with from=auto, and, if it is UTF-8, those of
# its text, whose places are characters.

import json
import sys

sys.path.insert(0, 'tests/bindings')
import compare


def statement():
    names = ', '.join("'%s'" % path.replace("'", "''") for path, data in compare.documents())
    return ("SELECT filename, trawl_links(content, 'from=auto'), trawl_links(try(decode(content))) "
            'FROM read_blob([%s]) ORDER BY 1' % names)


def wanted(link, text=None):
    """Returns the members of a link of the command; places are characters of `text`."""
    link = compare.placed(link, text)
    row = {name: link.get(name) for name in ('url', 'kind', 'host', 'site', 'surt', 'valid', 'flags')}
    row.update((name, str(link[name]) if name in link else None) for name in ('start', 'end'))
    return row


def differences(path, got, links, text=None):
    links = [wanted(link, text) for link in links]
    if got == links:
        return 0
    for a, b in zip(got, links):
        if a != b:
            print(path, 'DuckDB:', a, 'trawl:', b, sep='\n    ')
            break
    print('%s: %d links in DuckDB, %d of trawl' % (path, len(got), len(links)))
    return 1


FOLDERS = ('testdata/mail', 'testdata/archive', 'testdata/html')


def table():
    return ' UNION ALL '.join(
        'SELECT to_json(l) FROM (SELECT * EXCLUDE file_bytes REPLACE (lower(hex(bytes)) AS bytes) '
        "FROM read_links('%s')) l" % folder for folder in FOLDERS)


def fields(rows):
    """Compares rows of all columns, which are in the order of the command in each file."""
    out = compare.run(b'', '-t', 'json', '--fields', 'all', *FOLDERS).decode().replace('\\u0000', '\ufffd')
    links = [compare.placed(link) for link in map(json.loads, out.splitlines()) if 'limit' not in link]
    for link in links:
        link.pop('packed_offset', None)
        link.pop('defanged', None) # not a column: bindings have a function for it
        link['spans'] = [{'from': a, 'to': b} for a, b in link['spans']]
    got = [{name: value for name, value in json.loads(text).items() if value is not None} for text, in rows]
    key = lambda link: link['file']
    got, links = sorted(got, key=key), sorted(links, key=key)
    for a, b in zip(got, links):
        if a != b:
            print([(n, a.get(n), b.get(n)) for n in sorted({**a, **b}) if a.get(n) != b.get(n)], b['file'])
            break
    print(len(got), 'links in DuckDB,', len(links), 'of trawl')
    return got != links or len(got) < 2000


def main():
    if sys.argv[1] in ('list', 'table'):
        print(statement() if sys.argv[1] == 'list' else table())
        return
    with open(sys.argv[2], encoding='utf-8') as f:
        rows = [json.loads(line) for line in f]
    if sys.argv[1] == 'fields':
        sys.exit(fields(rows))
    bytes_of = dict(compare.documents())
    auto, text = compare.of_command(bytes_of), compare.of_command(bytes_of, '-f', 'text')
    wrong = len(rows) != len(bytes_of)
    texts = 0
    for path, links, links_of_text in rows:
        wrong += differences(path, links, auto[path])
        if links_of_text is not None:
            texts += 1
            wrong += differences(path + ' as text', links_of_text, text[path], bytes_of[path])
    print(len(rows), 'files,', texts, 'of them texts')
    sys.exit(wrong > 0 or texts < 100)


main()
