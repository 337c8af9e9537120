# short.py - tests contrib/clickhouse without ClickHouse: its commands answer rows as ClickHouse
# writes them, and its files agree
#
#     python3 tests/bindings/clickhouse/short.py files | rows | executable | statements
#
# The answers are compared with those of "trawl -t json" for the same text; "statements" are those of
# the other databases. Exits with 1 after a difference.

import json
import os
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree

sys.path[1:1] = ['tests/bindings', 'tests/trawl/rows']
import rowbinary
import statements as known

FOLDER = 'contrib/clickhouse/'
XML = FOLDER + 'trawl_function.xml'
TRAWL = os.environ.get('TRAWL', 'build/trawl')
LINKS = b'see http://a.example/x, <URL:https://b.co.uk/y>\nand ann@c.example "\'\\'
TEXTS = (None, b'', b'none', LINKS, b'\t\n\r\b\f\0' + LINKS, b'\xff\xfe http://a.example/\xfc ' + LINKS,
         'Zoë: http://ü.example/日本'.encode(),
         b'From: ann@c.example\nList-Id: <l.example>\nContent-Type: text/plain; charset=utf-8\n'
         b'Content-Transfer-Encoding: quoted-printable\n\nOn 4 May 2020, Joe Doe wrote:\n> http://a.exam=\nple/=C3=BC\n' + LINKS,
         b'<p><a href="http://a.example/?b&amp;c">x</a> <img src=//b.example/>' + LINKS)


# ---- What the recipe says: the functions of its XML, the statements of its README ----

class Function:
    """A function of the XML."""

    def __init__(self, element):
        self.name = element.findtext('name')
        self.command = element.findtext('command')
        self.format = element.findtext('format')
        self.type = element.findtext('return_type')
        self.result = element.findtext('return_name')
        self.arguments = [(a.findtext('name'), a.findtext('type')) for a in element.findall('argument')]

    def option(self, name):
        words = shlex.split(self.command)
        return words[words.index(name) + 1]

    def fields(self):
        return self.option('--fields').split(',')

    def columns(self):
        """Returns the names in the array of tuples."""
        members, = rowbinary.inside(self.type)
        return [column.split()[0] for column in rowbinary.inside(members)]


def functions():
    return [Function(f) for f in xml.etree.ElementTree.parse(XML).getroot().findall('function')]


def readme():
    with open(FOLDER + 'README', encoding='utf-8') as f:
        return f.read()


def statements():
    """Returns the statements of README: indented by four spaces, the last line ends in ";"."""
    return [re.sub(r'\s+', ' ', s).strip() for s in re.findall(r'^    ((?:SELECT|ALTER)[^;]*);$', readme(), re.M)]


def shared_statements():
    """Yields (function, field, SQL of the text, answer) for those statements of the other databases
    that ClickHouse can answer: about links of a text, without options and places. In ClickHouse NULL
    has no links."""
    listed = functions()
    for _, name, arguments, answer in known.statements():
        field, text = known.column(arguments) if name == 'links' else ('url', arguments)
        if name in ('links', 'trawl_urls') and field != 'substr' and known.LITERAL.fullmatch(text):
            f = next(f for f in listed if field in f.fields() and (name == 'links' or f.name == 'trawlUrls'))
            yield f, field, text, answer or []


def fields_of_readme():
    """Returns the fields of each function, as README lists them."""
    rows = re.findall(r'^    (trawl\w+)\((?:\w+)\) +(.*)$', readme(), re.M)
    known = {name: re.sub(r'\(.*?\)|;.*|^of [^:]*: |: what.*', '', text) for name, text in rows}
    return {name: [field.strip() for field in text.split(',')] for name, text in known.items()}


def executables():
    """Returns the commands and formats that README gives to executable()."""
    return re.findall(r"executable\( '([^']*)', (\w+)", ' '.join(statements()))


# ---- Answers ----

def as_json(text):
    """Returns a text as ClickHouse writes it: with "/" escaped, other bytes as they are."""
    if text is None:
        return b'null'
    out = bytearray()
    for byte in text:
        short = b'\\"\\\\\\/\\b\\f\\n\\r\\t'
        at = b'"\\/\b\f\n\r\t'.find(byte)
        out += short[2 * at:2 * at + 2] if at >= 0 else b'\\u%04X' % byte if byte < 32 else bytes([byte])
    return b'"' + bytes(out) + b'"'


def as_tsv(text):
    """Returns a cell of TabSeparated."""
    if text is None:
        return b'\\N'
    for byte, letter in zip(b"\\'\b\f\n\r\t\0", b"\\'bfnrt0"):
        text = text.replace(bytes([byte]), bytes([92, letter]))
    return text


def run(words, source):
    return subprocess.run([TRAWL, *words], input=source, stdout=subprocess.PIPE, check=False).stdout


def wanted(text, words):
    """Returns the links that the command finds in the text as a file."""
    options = [w for w in (*zip(words, words[1:]),) if w[0] in ('-f', '--fields')]
    found = run([w for option in options for w in option] + ['-t', 'json'], text)
    return [json.loads(line) for line in found.decode('utf-8', 'replace').splitlines()]


def same(name, number, got, want):
    assert got == want, f'{name}, text {number}:\n  {got}\n  {want}'


def answers_json(command):
    words = shlex.split(command)[1:]
    kept = words[words.index('--keep') + 1]
    lines = run(words, b''.join(b'{"id":%d,"text":%s}\n' % (i, as_json(t)) for i, t in enumerate(TEXTS))).splitlines()
    same(command, 'all', len(lines), len(TEXTS))
    for i, (line, text) in enumerate(zip(lines, TEXTS)):
        row = json.loads(line.decode('utf-8', 'replace'))
        same(command, i, row, {kept: i, 'links': None if text is None else wanted(text, words)})


def answers_binary(f):
    words = shlex.split(f.command)[1:]
    rows = rowbinary.Reader(run(words, b''.join(map(rowbinary.row, TEXTS)))).values(f.type)
    same(f.name, 'all', len(rows), len(TEXTS))
    for i, (row, text) in enumerate(zip(rows, TEXTS)):
        got = [{name: value for name, value in link.items() if value is not None} for link in row]
        same(f.name, i, got, [] if text is None else wanted(text, words))


def answers_tsv(command):
    words = shlex.split(command)[1:]
    lines = run(words, b''.join(b'%d\t%s\n' % (i, as_tsv(t)) for i, t in enumerate(TEXTS))).splitlines()
    same(command, 'all', len(lines), len(TEXTS))
    for i, (line, text) in enumerate(zip(lines, TEXTS)):
        number, links = line.decode('utf-8', 'replace').split('\t')
        links = links.replace('\\\\', '\\')
        same(command, i, (number, None if links == '\\N' else json.loads(links)),
             (str(i), None if text is None else wanted(text, words)))


def test_files():
    listed = functions()
    assert len(listed) >= 5
    for f in listed:
        same(f.name, 'format', (f.format, f.option('--in')), ('RowBinary', 'rowbinary'))
        same(f.name, 'argument', [kind for _, kind in f.arguments], ['Nullable(String)'])
        same(f.name, 'answer', f.result, 'links')
        same(f.name, 'columns', f.columns(), f.fields())
        same(f.name, 'program', f.command.split()[:2], ['trawl', 'rows'])
    same('README', 'fields', fields_of_readme(), {f.name: f.fields() for f in listed})


def test_rows():
    for f in functions():
        answers_binary(f)


def test_executable():
    commands = executables()
    same('README', 'formats', {form for _, form in commands}, {'JSONEachRow', 'TabSeparated'})
    for command, form in commands:
        if form == 'JSONEachRow':
            answers_json(command)
        else:
            answers_tsv(command)


def test_statements():
    count = 0
    for f, field, text, answer in shared_statements():
        row = rowbinary.row(None if text == 'NULL' else text[1:-1].replace("''", "'").encode())
        links = rowbinary.Reader(run(shlex.split(f.command)[1:], row)).value(f.type)
        values = [link[field] for link in links]
        same(f.name, text, [','.join(v) if isinstance(v, list) else v for v in values], answer)
        count += 1
    assert count >= 20, count


if __name__ == '__main__':
    globals()['test_' + sys.argv[1]]()
