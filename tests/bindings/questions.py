# questions.py - asks a database and the command five questions about a mailbox, and compares the answers
#
#     python3 tests/bindings/questions.py make MAILBOX
#     python3 tests/bindings/questions.py sqlite MAILBOX sql_host EXTENSION
#     python3 tests/bindings/questions.py postgresql MAILBOX psql -X -q -A -t -f -
#     python3 tests/bindings/questions.py duckdb MAILBOX node duck.mjs EXTENSION
#
# "make" writes the messages of testdata, each with a date and a sender, as a mailbox. The other
# forms print the answers that differ; if there is one, the exit status is 1. The environment has the
# path of the command in TRAWL.

import collections
import glob
import json
import os
import re
import subprocess
import sys

import compare
from statements import WORDS

LINKS = {'sqlite': "trawl_read('{}')", 'duckdb': "read_links('{}')",
         'postgresql': "trawl_links(pg_read_binary_file('{}'), 'from=mbox')"}
LIST = {'sqlite': 'json_group_array({})', 'duckdb': 'to_json(list({}))', 'postgresql': 'json_agg({})'}
BROKEN = ('hyphen-break', 'inner-space', 'line-end', 'guess-joined', 'page-break')
DECEPTIVE = ('mismatch', 'userinfo', 'odd-ip', 'mixed-script', 'whole-script', 'confusable', 'punycode')
# For each question, what is counted, in SQL and in a record of the command. If flags are given, only
# links with one of them count.
QUESTIONS = {
    'sites': ('l.site', lambda link: link.get('site'), ()),
    'months': ('substr(l.time_iso, 1, 7)', lambda link: link.get('time_iso', '')[:7] or None, ()),
    'senders': ('l.from_addr', lambda link: link.get('from_addr'), ()),
    'broken links': ('l.url', lambda link: link['url'], BROKEN),
    'deceptive links': ('l.url', lambda link: link['url'], DECEPTIVE),
}


def make(name):
    with open(name, 'wb') as f:
        for i, path in enumerate(sorted(glob.glob('testdata/mail/*.eml'))):
            with open(path, 'rb') as message:
                text = message.read().replace(b'\0', b'')
            f.write(b'From x@x.example Thu Jan  1 00:00:00 2026\n')
            if not re.match(rb'(?i)(?:.+\n)*?from:', text):
                f.write(b'From: p%d@example.org\n' % (i % 20))
            if not re.match(rb'(?i)(?:.+\n)*?date:', text):
                f.write(b'Date: %d %s 2025 10:00:00 +0000\n' % (1 + i % 28, (b'Jan', b'Feb', b'Mar')[i % 3]))
            f.write(re.sub(rb'(?m)^(>*From )', rb'>\1', text) + b'\n\n')


def ask(database, mailbox, key, flags):
    """Returns SQL for a list of texts, each a key, a blank, and the number of links that have the key."""
    words = WORDS[database].format('flags')
    chosen = ' OR '.join(f"',' || {words} || ',' LIKE '%,{flag},%'" for flag in flags) or '1 = 1'
    answer = LIST[database].format("k || ' ' || n")
    return (f'SELECT {answer} FROM (SELECT {key} AS k, count(*) AS n FROM {LINKS[database].format(mailbox)} l '
            f'WHERE {key} IS NOT NULL AND ({chosen}) GROUP BY 1) x')


def of_command(mailbox):
    """Yields the answer of the command to each question: a sorted list of such texts."""
    links = compare.of_command([mailbox])[mailbox]
    for _, key, flags in QUESTIONS.values():
        count = collections.Counter(key(link) for link in links if not flags or set(flags) & set(link['flags']))
        yield sorted(f'{k} {n}' for k, n in count.items() if k is not None)


def main(database, mailbox, *program):
    mailbox = os.path.abspath(mailbox)
    sql = [ask(database, mailbox, key, flags) for key, _, flags in QUESTIONS.values()]
    source, words = (';\n'.join(sql) + ';\n', program) if database == 'postgresql' else (None, (*program, *sql))
    done = subprocess.run(words, input=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', check=False)
    # The other lines are warnings, such as that a page may have more links.
    lines, wrong = [line for line in done.stdout.splitlines() if line.startswith('[')], False
    assert len(lines) == len(QUESTIONS), done.stdout
    for name, line, wanted in zip(QUESTIONS, lines, of_command(mailbox)):
        got = json.loads(line)
        got = sorted(json.loads(got[0]) if database == 'duckdb' else got)
        print(name, len(got))
        if got != wanted or len(wanted) < 3:
            print(f'  got    {got!r:.2000}\n  wanted {wanted!r:.2000}')
            wrong = True
    return wrong


if __name__ == '__main__':
    sys.exit(make(sys.argv[2]) if sys.argv[1] == 'make' else main(*sys.argv[1:]))
