# statements.py - runs the statements of statements.txt in a database, and compares the answers
#
#     python3 tests/bindings/statements.py sqlite sql_host EXTENSION
#     python3 tests/bindings/statements.py postgresql psql -X -q -A -t -f -
#     python3 tests/bindings/statements.py duckdb node duck.mjs EXTENSION
#
# The words after the name of the database start a program that runs statements: psql reads them
# from its input, the others get them as arguments. The program must print a line for each
# statement. Prints which answers differ, and then exits with 1. ClickHouse is tested by
# clickhouse/short.py.

import json
import re
import subprocess
import sys

# How a database prints an answer as one line: SQL for a JSON array with one value, and SQL for a
# JSON array of a column of the links.
ANSWER = {
    'sqlite': ('json_array({})', "json((SELECT json_group_array({}) FROM trawl_links({}) l))"),
    'postgresql': ('json_build_array({})', "(SELECT coalesce(json_agg({}), '[]') FROM trawl_links({}) l)"),
    'duckdb': ('to_json({})', 'coalesce(list_transform(trawl_links({1}), lambda l: {0}), [])'),
}
# How the databases write a list of words in a column.
WORDS = {'sqlite': "coalesce(l.{}, '')", 'postgresql': "array_to_string(l.{}, ',')", 'duckdb': "array_to_string(l.{}, ',')"}
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


def statement(database, expression, name, arguments):
    answer, table = ANSWER[database]
    if name == 'links':
        field, others = column(arguments)
        field = SUBSTR.format(LITERAL.match(others)[0]) if field == 'substr' else \
            (WORDS[database] if field in LISTS else 'l.{}').format(field)
        expression = table.format(field, others)
    elif name in ('trawl_urls', 'trawl_check') and database == 'sqlite':
        expression = f'json({expression})'
    return 'SELECT ' + answer.format(expression)


def value(database, line):
    """Returns the value that the program printed."""
    try:
        got, = json.loads(line)
        return json.loads(got) if database == 'duckdb' and isinstance(got, str) else got
    except ValueError:
        return line


def equal(got, want):
    """Returns True if the answers are equal; SQLite has 0 and 1 for booleans."""
    return got == want or (isinstance(want, bool) and got == int(want))


def main(database, *program):
    known = list(statements())
    sql = [statement(database, *row[:3]) for row in known]
    if database == 'postgresql':
        source, words = ';\n'.join(sql) + ';\n', program
    else:
        source, words = None, (*program, *sql)
    done = subprocess.run(words, input=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', check=False)
    lines = done.stdout.splitlines()
    assert len(lines) == len(known) >= 100, f'{len(known)} statements, {len(lines)} lines: {lines[-1:]}'
    wrong = [(row[0], value(database, line), row[3]) for row, line in zip(known, lines) if not equal(value(database, line), row[3])]
    for expression, got, want in wrong:
        print(f'{expression}\n  got    {got!r}\n  wanted {want!r}')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
