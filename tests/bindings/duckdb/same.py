# same.py - compares the lists of trawl_links() in DuckDB with the links of the command
#
#     python3 same.py list             a statement: each file of testdata with its links
#     python3 same.py compare ROWS     what it printed; prints what differs
#
# A row has the name of a file, the links of its bytes with from=auto, and, if it is UTF-8, those of
# its text, whose places are characters.

import json
import pathlib
import sys

sys.path.insert(0, 'tests/bindings')
import compare


def statement():
    names = ', '.join("'%s'" % path.replace("'", "''") for path, data in compare.documents())
    return ("SELECT filename, trawl_links(content, 'from=auto'), trawl_links(try(decode(content))) "
            'FROM read_blob([%s]) ORDER BY 1' % names)


def wanted(link, text=None):
    """Returns the members of a link of the command; places are characters of `text`."""
    spans = link.get('spans') or []
    row = {name: link.get(name) for name in ('url', 'kind', 'host', 'site', 'surt', 'valid', 'flags')}
    start, end = (spans[0][0], spans[-1][1]) if spans else (None, None)
    if spans and text is not None:
        start, end = (len(text[:at].decode(errors='replace')) for at in (start, end))
    row['start'] = None if start is None else str(start + 1)
    row['end'] = None if end is None else str(end)
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


def main():
    if sys.argv[1] == 'list':
        print(statement())
        return
    with open(sys.argv[2], encoding='utf-8') as f:
        rows = [json.loads(line) for line in f]
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
