# made_csv.py - drives trawl rows --in csv: rows that Python's csv module writes, damage, memory
#
#     python3 tests/trawl/rows/made_csv.py made N | damaged N | bounds
#
# made: N rows, written in all quoting modes, with each separator, line end, and with or without a
# byte order mark. All cells, and the links of the text, must be those of the rows that Python
# reads; and the answers in CSV, read by Python, must have the same cells and links. damaged: N rows
# of one line each, some of them damaged. Exactly the damaged ones must be answered with an error.
# bounds: a quote at the start of many rows that is never closed must not take more memory than
# --max-row allows; and if all rows seem to reach to the end of the input, the time must not grow
# with the square of its length. Prints what was wrong. Exits with 1 if anything was.

import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

TRAWL = os.environ.get('TRAWL', 'build/trawl')
SEPARATORS = {',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe'}
PIECES = ['"', '""', ',', ';', '|', '\t', '\n', '\r\n', '\r', ' ', 'x', 'Ж日€😀', '7', '\\', "'", '<a href="', '{"']
PLAIN = [' ', 'x', 'Ж日€😀', '7', '\\', "'"]


def run(*options, data):
    return subprocess.run([TRAWL, 'rows', '-f', 'text', '--fields', 'url', *options], input=data, stdout=subprocess.PIPE,
                          check=False)


# ---- Rows that Python writes ----

def cell_of(rng, number, plain):
    pieces = rng.choices(PLAIN if plain else PIECES, k=rng.randrange(9))
    if rng.random() < 0.5:
        pieces.insert(rng.randrange(len(pieces) + 1), ' http://n%d.rows.example/ ' % number)
    return ''.join(pieces)


def written(rng, count, quoting, separator, end):
    text = io.StringIO(newline='')
    rows = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=end)
    for number in range(count):
        rows.writerow([number, *(cell_of(rng, number, quoting == csv.QUOTE_NONE) for _ in range(rng.choice((1, 3, 3, 3))))])
    made = text.getvalue()
    made = made[:-len(end)] if rng.random() < 0.5 else made
    return made.replace(separator + 'x', separator + '5" x') if quoting == csv.QUOTE_NONE else made


# Returns the rows of a text as Python reads them. An empty row has one empty cell.
def read(text, separator):
    return [row or [''] for row in csv.reader(io.StringIO(text, newline=''), delimiter=separator)]


# Returns the links of texts, which are read as rows with a length.
def links_of(texts):
    texts = [text.encode() for text in texts]
    done = run('--in', 'length-prefixed', data=b''.join(b'%d\n%s\n' % (len(text), text) for text in texts))
    return [json.loads(line) for line in done.stdout.splitlines()]


# Returns the cells 1 to 4 and the links of each answer.
def answers_of(data, separator, to):
    keep = '1,2,3,4'
    done = run('--in', 'csv', '-t', to, '--separator', SEPARATORS[separator], '--column', '2', '--keep', keep, data=data)
    if done.returncode != 0:
        return []
    if to == 'json':
        made = [json.loads(line) for line in done.stdout.splitlines()]
        return [([answer[name] for name in keep.split(',')], answer['links']) for answer in made]
    table = csv.reader(io.StringIO(done.stdout.decode(), newline=''), delimiter=separator, strict='5"' not in done.stdout.decode())
    return [(row[:4], json.loads(row[4])) for row in table]


def check_written(text, separator, mark):
    rows = read(text, separator)
    links = iter(links_of([row[1] for row in rows if len(row) > 1]))
    wanted = [next(links) if len(row) > 1 else None for row in rows]
    wrong = 0
    for to, absent in (('json', None), ('csv', '')):
        answers = answers_of(mark + text.encode(), separator, to)
        wrong += len(answers) != len(rows)
        for row, want, (cells, got) in zip(rows, wanted, answers):
            if cells != row + [absent] * (4 - len(row)) or (got != want if want is not None else set(got) != {'error'}):
                wrong += 1
                if wrong < 10:
                    print(to, separator, row, want, cells, got)
    return wrong


# Long cells are escaped in pieces, whose ends are at each byte of the characters and of CR LF here.
def check_long():
    wrong = 0
    for shift in range(len('日\r\n😀'.encode())):
        text = 'x' * shift + '日\r\n😀' * 30000
        row = ('"%s",y\n' % text).encode()
        keep = ('--column', '2', '--keep', '1')
        made = [json.loads(run('--in', 'csv', *keep, data=row).stdout)['1'],
                run('--in', 'csv', '-t', 'tsv', *keep, data=row).stdout.decode().split('\t')[0].replace('\\r', '\r').replace('\\n', '\n'),
                read(run('--in', 'json', '-t', 'csv', *keep, data=json.dumps([text, 'y']).encode()).stdout.decode(), ',')[0][0]]
        wrong += made != [text, text, text.replace('\r\n', '\n')]
    return wrong


def check_made(count):
    kinds = [(quoting, separator, end, mark) for separator in SEPARATORS for end in ('\r\n', '\n', '\r') for mark in (b'', b'\xef\xbb\xbf')
             for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, csv.QUOTE_NONE)]
    each = max(1, count // len(kinds))
    wrong = check_long()
    for seed, (quoting, separator, end, mark) in enumerate(kinds):
        rng = random.Random(seed)
        wrong += check_written(written(rng, each, quoting, separator, end), separator, mark)
    return wrong


# ---- Damage ----

DAMAGES = (lambda n: '%d,"open http://x.example/' % n, lambda n: '%d,"a" b,c' % n, lambda n: '%d,x\0y' % n, lambda n: '%d' % n,
           lambda n: '%d,"%s"' % (n, 'x' * 3000))


def check_damaged(count):
    wrong = 0
    for seed, quoting in enumerate((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)):
        rng = random.Random(seed)
        lines, damaged = [], []
        for number in range(count):
            damaged.append(rng.random() < 0.1)
            good = io.StringIO()
            csv.writer(good, quoting=quoting, lineterminator='').writerow([number, 'x "" http://n%d.rows.example/ y' % number])
            lines.append(rng.choice(DAMAGES)(number) if damaged[-1] else good.getvalue())
        done = run('--in', 'csv', '--column', '2', '--keep', '1', '--max-row', '5K', data='\r\n'.join(lines).encode())
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        wrong += done.returncode != 0 or len(answers) != count
        for number, (answer, damage, line) in enumerate(zip(answers, damaged, lines)):
            good = [{'url': 'http://n%d.rows.example/' % number}]
            # The cell to the left of the damage is whole, unless it is the only one.
            kept = str(number)
            if answer['1'] != kept or (set(answer['links']) != {'error'} if damage else answer['links'] != good):
                wrong += 1
                if wrong < 10:
                    print(number, line[:60], answer)
    return wrong


# ---- Memory and time ----

MB = 1 << 20


# If the first quote is not closed, all rows are held, and are then read again from the second line
# on. The rows are written in pieces, since the memory of this process would count as that of its
# child.
def check_memory():
    wrong = 0
    for most, size, links, link in ((64, 31, 1, b'http://a.example/ '), (64, 31, 450000, b'joe@a.co '), (8, 3, 30000, b'http://a.example/ ')):
        count = size * MB // (3 + len(link) * links)
        with tempfile.TemporaryFile() as file:
            file.write(b'"\n')
            for _ in range(count):
                file.write(b'7,')
                for at in range(0, links, 100):
                    file.write(link * min(100, links - at))
                file.write(b'\n')
            file.seek(0)
            process = subprocess.Popen([TRAWL, 'rows', '--in', 'csv', '--column', '2', '--fields', 'url,raw,surt,site,spans', '-f', 'text',
                                        '--max-row', '%dM' % most], stdin=file, stdout=subprocess.PIPE)
            lines = 0
            while block := process.stdout.read(65536):
                lines += block.count(b'\n')
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = status
        if status != 0 or lines != 1 + count or used.ru_maxrss * 1024 > (most + 16) * MB:
            print(most, size, links, 'status', status, lines, 'answers', used.ru_maxrss // 1024, 'MB')
            wrong += 1
    return wrong


# In each line a quote opens that the next line would close; the damage is at the end of the input.
# Reading each row up to that place would take hours.
def check_time():
    lines = 2000000
    done = subprocess.run([TRAWL, 'rows', '--in', 'csv', '--fields', 'url', '-f', 'text'], input=b'x","\n' * lines + b'"z',
                          stdout=subprocess.PIPE, check=False, timeout=600)
    return done.stdout.count(b'{"error":') != lines + 1 or done.returncode != 0


def main():
    what = sys.argv[1]
    if what == 'bounds':
        return check_memory() + check_time()
    return check_made(int(sys.argv[2])) if what == 'made' else check_damaged(int(sys.argv[2]))


sys.exit(1 if main() else 0)
