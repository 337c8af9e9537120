#!/bin/sh
# t_asked.sh - the links do not depend on the output format and its fields
#
# Reads all of testdata, as a text and as a mailbox, and texts with broken links. All formats that
# print links must print the same ones as "-t json" with every field. A list leaves out the links
# with the flag "again" (E3).
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

all_of_testdata "$tmp/text" "$tmp/box"
# In each of these, what follows the first part of a link decides about the whole link.
{
    printf 'the patch:\n>\n>https://lists=2Eexample=2Eorg/linux/v6=2E5/source/Documentation/proc=\n'
    printf '>ess/pears=2Erst#L577\n>\n\n'
    printf '<area\nhref="http://shop.example.com/search/main.asp?home=micro&qu=disk\n'
    printf 'eeper&imenu=&so=X&Search.x=6&Search.y=12" shape="rect" coords="191, 69, 328,\n101">\n\n'
    printf 'http://o\357\254\203ce.example/\357\254\201le and urldefense.com/v2/url?u=x&amp;d=y\n\n'
    printf 'https://urldefense.proofpoint.com/v2/url?u=http-3A__a.example_\npears&d=DwIC&c=x&e= more\n'
} >"$tmp/broken"
export tmp

cat >"$tmp/asked.py" <<'END'
import csv, io, json, re, subprocess, sys
trawl, form, path = sys.argv[1:]

def run(*options):
    r = subprocess.run([trawl, '-f', form, *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert r.returncode <= 3, (options, r.stderr) # some of testdata exceeds a limit
    return r.stdout

def records(*options):
    rows = map(json.loads, run('-t', 'json', *options).splitlines())
    return [row for row in rows if 'url' in row]

def plain(cell):
    named = {b't': b'\t', b'n': b'\n', b'r': b'\r', b'\\': b'\\'}
    return re.sub(rb'\\(x[0-9a-f]{2}|.)', lambda m: named.get(m[1]) or bytes([int(m[1][1:], 16)]), cell)

def text(lines):
    return [line.decode('utf-8', 'replace') for line in lines]

def listed(*options):
    return text(run('-0', *options).split(b'\0')[:-1])

def table(*options):
    return text(plain(line.split(b'\t')[0]) for line in run('-t', 'tsv', *options).split(b'\n')[:-1])

def sheet(*options):
    rows = csv.reader(io.StringIO(run('-t', 'csv', *options).decode('utf-8', 'replace'), newline=''))
    return [row[0] for row in rows][1:] # without the names of the columns

every = records('--fields', 'all')
urls = [row['url'] for row in every]
def is_relative(row): # a list has no relative links of HTML
    return row['kind'] == 'html' and 'no-scheme' in row.get('flags', [])
either = [row for row in every if 'again' not in row.get('flags', [])]
once = [row['url'] for row in either if not is_relative(row)]
asked = {
    'list': (listed(), once),
    'list --scheme any': (listed('--scheme', 'any'), [row['url'] for row in either]),
    'list -n': ([line.split(':', 1)[1] for line in listed('-n')], once),
    'list --line-number=column': ([line.split(':', 2)[2] for line in listed('--line-number=column')], once),
    'list -c': ([int(run('-c'))], [len(once)]),
    'list --uniq=none': (listed('--uniq=none'), [row['url'] for row in every if not is_relative(row)]),
    'tsv url': (table('--fields', 'url'), urls),
    'tsv': (table(), urls),
    'csv url': (sheet('--fields', 'url'), urls),
    'csv': (sheet(), urls)}
for fields in ('url', 'url,flags,alt,site,valid', 'url,line', 'url,zone,quote', 'url,raw,spans'):
    asked['json ' + fields] = ([row['url'] for row in records('--fields', fields)], urls)
asked['json context'] = ([row['url'] for row in records('--fields', 'url,context', '--context', '20')], urls)
print(len(urls), 'links')
for name, (got, wanted) in asked.items():
    if name.startswith('csv'): # for spreadsheets, "?" replaces what cannot be seen
        got, wanted = ([''.join(c if c.isprintable() and c != '\ufffd' else '?' for c in url) for url in some]
                       for some in (got, wanted))
    for g, w in zip(got, wanted):
        if g != w:
            print(name, repr(g), 'and not', repr(w))
            break
    if got != wanted:
        sys.exit(f'{name}: {len(got)} links, not the same as the {len(wanted)} of json')
sys.exit(len(urls) < 4)
END

check 'broken links' 'python3 -B "$tmp/asked.py" "$TRAWL" text "$tmp/broken"'
check_test 'the whole link' = \
    'https://lists.example.org/linux/v6.5/source/Documentation/process/pears.rst#L577' \
    '"$TRAWL" -f text "$tmp/broken" | head -n 1'
check 'all of testdata, as a text' 'python3 -B "$tmp/asked.py" "$TRAWL" text "$tmp/text"'
check 'all of testdata, as a mailbox' 'python3 -B "$tmp/asked.py" "$TRAWL" mbox "$tmp/box"'
finish
