# statements.py - runs the statements of statements.txt in SQLite, and compares the answers
#
#     python3 tests/bindings/statements.py sql_host EXTENSION
#
# The words are a program that runs the statements which it gets as further arguments, and prints a
# line for each. Prints which answers differ, and then exits with 1.

import json
import re
import subprocess
import sys

LISTS = ('valid', 'flags')
# The link as it is in the document.
SUBSTR = 'substr({}, l.start, l."end" - l.start + 1)'
LITERAL = re.compile(r"'(?:[^']|'')*'|NULL")


def statements():
    """Yields (expression, its function, its arguments, answer)."""
    with open('tests/bindings/statements.txt', encoding='utf-8') as f:
        for line in f.read().splitlines():
            if not line.startswith('#'):
                expression, answer = line.split('\t')
                expression = expression.replace('\\n', '\n')
                name, arguments = re.fullmatch(r'(\w+)\((.*)\)', expression, re.S).groups()
                yield expression, name, arguments, json.loads(answer)


def column(arguments):
    """Returns the column and the other arguments of links()."""
    return arguments.split(', ', 1)


def statement(expression, name, arguments):
    """Returns SQL for a JSON array with the answer."""
    if name == 'links':
        field, others = column(arguments)
        field = SUBSTR.format(LITERAL.match(others)[0]) if field == 'substr' else \
            ("coalesce(l.{}, '')" if field in LISTS else 'l.{}').format(field)
        expression = f'json((SELECT json_group_array({field}) FROM trawl_links({others}) l))'
    elif name in ('trawl_urls', 'trawl_check'):
        expression = f'json({expression})'
    return f'SELECT json_array({expression})'


def value(line):
    """Returns the value that the program printed."""
    try:
        got, = json.loads(line)
        return got
    except ValueError:
        return line


def equal(got, want):
    """Returns True if the answers are equal; SQLite has 0 and 1 for booleans."""
    return got == want or (isinstance(want, bool) and got == int(want))


def main(*program):
    known = list(statements())
    done = subprocess.run([*program, *(statement(*row[:3]) for row in known)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding='utf-8', check=False)
    lines = done.stdout.splitlines()
    assert len(lines) == len(known) >= 100, f'{len(known)} statements, {len(lines)} lines: {lines[-1:]}'
    wrong = [(row[0], value(line), row[3]) for row, line in zip(known, lines) if not equal(value(line), row[3])]
    for expression, got, want in wrong:
        print(f'{expression}\n  got    {got!r}\n  wanted {want!r}')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
