# rows.py - drives trawl rows: random rows, pauses, an end in the middle, files as rows
#
#     python3 tests/trawl/rows/rows.py random N | pauses N | killed | files FOLDER | memory
#
# random: N rows in all formats, half of them with a link that names the row. Each answer must
# belong to its row. pauses: prints the median time from a row to its answer in microseconds.
# memory: for rows of up to --max-row bytes, trawl takes at most that much memory plus 6 MB. Most
# runs have a bound of 16 MB, which shows a row that is held twice as clearly as 64 MB would, in a
# quarter of the time. Prints what was wrong. Exits with 1 if anything was.

import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import rowbinary

TRAWL = os.environ.get('TRAWL', 'build/trawl')
CHARSETS = ('utf-8', 'latin-1', 'utf-16', 'utf-32', 'shift_jis', 'gb18030', 'koi8-r', 'cp1252')
LETTERS = 'abc xyz\u00e4\u00df\u0416\u65e5\u672c\u20ac\U0001f600,.;()\\\t\n\r"\'&'


def rows(*options):
    return [TRAWL, 'rows', *options]


# ---- Random rows ----

# The text of a row, whose link is in a line of its own, and what is expected: 'link' or 'any'.
def text_of(rng, number):
    link = rng.random() < 0.6
    line = '\nhttp://n%d.rows.example/p\n' % number if link else ''
    charset = rng.choice(CHARSETS + ('bytes',))
    if charset == 'bytes':
        return b'x' + rng.randbytes(rng.randrange(60)) + line.encode(), 'link' if link else 'any'
    noise = ''.join(rng.choices(LETTERS, k=rng.randrange(40)))
    return ('x' + noise + line).encode(charset, 'ignore'), 'link' if link else 'any'


TSV_ESCAPES = {b'\\': b'\\\\', b'\t': b'\\t', b'\n': b'\\n', b'\r': b'\\r', b'\0': b'\\x00'}


def tsv_escaped(text):
    for byte, escape in TSV_ESCAPES.items():
        text = text.replace(byte, escape)
    return text


def tsv_plain(text):
    out, i = bytearray(), 0
    while i < len(text):
        if text[i] != 0x5c:
            out.append(text[i])
        elif text[i + 1:i + 2] == b'x':
            out.append(int(text[i + 2:i + 4], 16))
            i += 3
        else:
            out += {b't': b'\t', b'n': b'\n', b'r': b'\r'}.get(text[i + 1:i + 2], text[i + 1:i + 2])
            i += 1
        i += 1
    return bytes(out)


def json_escaped(text):
    out = bytearray(b'"')
    for byte in text:
        out += b'\\u%04x' % byte if byte < 0x20 or byte in b'"\\' else bytes([byte])
    return bytes(out + b'"')


DAMAGED = {
    'tsv': (b'one cell', b'7', b'7\tends in a backslash\\'),
    'json': (b'', b'{', b'{"id":1,"text":"x"', b'{"id":1,"text":1}', b'[1,2]', b'{"text":"\x01"}', b'nul', b'7', b'\xff\xfe'),
    'csv': (b'one cell', b'7', b'7,"x" y', b'7,x\0y'),
    'length-prefixed': (b'', b'x', b'-1', b'99999999999', b'\xff\xfe', b'2\nabc'),
}


# Returns a row in a format, and what is expected.
def row_of(rng, form, number):
    chance = rng.random()
    if form == 'rowbinary':
        text, expected = text_of(rng, number) if chance > 0.2 else (None, 'empty') if chance > 0.1 else (b'', 'empty')
        return rowbinary.row(text), expected
    if chance < 0.1:
        return rng.choice(DAMAGED[form]) + b'\n', 'error'
    if chance < 0.2:
        nothing = {'tsv': b'%d\t\\N\n' % number, 'json': b'{"id":%d,"text":null}\n' % number, 'csv': b'%d,\n' % number}
        return nothing.get(form, b'\\N\n'), 'empty' if form == 'csv' else 'null'
    text, expected = text_of(rng, number) if chance < 0.95 else (b'', 'empty')
    if form == 'tsv':
        return b'%d\t%s%s' % (number, tsv_escaped(text), rng.choice((b'\n', b'\r\n'))), expected
    if form == 'json':
        return b'{"id":%d,"text":%s}\n' % (number, json_escaped(text)), expected
    if form == 'csv':
        return b'%d,"%s"%s' % (number, text.replace(b'"', b'""'), rng.choice((b'\n', b'\r\n'))), 'error' if b'\0' in text else expected
    return b'%d\n%s\n' % (len(text), text), expected


# Returns what is wrong with an answer, or None.
def fault_of(answer, expected, number, form, to):
    keep = form != 'length-prefixed'
    if to == 'tsv':
        cells = answer.split(b'\t')
        if len(cells) != 1 + keep:
            return 'cells'
        links = None if cells[-1] == b'\\N' else json.loads(tsv_plain(cells[-1]))
        kept = cells[0] if keep else None
        kept = None if kept == b'\\N' else kept
    elif to == 'csv':
        cells = next(csv.reader([answer.decode()], strict=True)) or ['']
        if len(cells) != 1 + keep:
            return 'cells'
        links = json.loads(cells[-1]) if cells[-1] else None
        kept = cells[0]
    else:
        links = json.loads(answer)
        kept = links['id' if form == 'json' else '1'] if keep else None
        links = links['links'] if keep else links
    if keep and expected != 'error' and int(kept) != number:
        return 'kept'
    hosts = {link['host'] for link in links if link.get('host', '').endswith('.rows.example')} if isinstance(links, list) else None
    good = {'null': links is None, 'error': isinstance(links, dict) and set(links) == {'error'}, 'empty': links == [],
            'any': hosts == set(), 'link': hosts == {'n%d.rows.example' % number}}
    return None if good[expected] else expected


def check_binary(count):
    rng = random.Random(count)
    made = [row_of(rng, 'rowbinary', number) for number in range(count)]
    done = subprocess.run(rows('--in', 'rowbinary', '-f', 'text', '--fields', 'host'), input=b''.join(row for row, _ in made),
                          stdout=subprocess.PIPE, check=False)
    answers = rowbinary.Reader(done.stdout).values('Array(Tuple(host Nullable(String)))')
    wrong = done.returncode != 0 or len(answers) != count
    for number, ((row, expected), links) in enumerate(zip(made, answers)):
        hosts = {link['host'] for link in links if (link['host'] or '').endswith('.rows.example')}
        good = {'empty': links == [], 'any': not hosts, 'link': hosts == {'n%d.rows.example' % number}}
        if not good[expected]:
            wrong += 1
            print('rowbinary', number, expected, row, links)
            break
    return wrong


def check_random(count):
    wrong = check_binary(count)
    for seed, form in enumerate(('tsv', 'json', 'csv', 'length-prefixed')):
        for to in ('json', 'tsv', 'csv'):
            rng = random.Random(seed)
            made = [row_of(rng, form, number) for number in range(count)]
            columns = {'tsv': ('--column', '2', '--keep', '1'), 'csv': ('--column', '2', '--keep', '1'), 'json': ('--column', 'text', '--keep', 'id')}.get(form, ())
            done = subprocess.run(rows('--in', form, '-t', to, '-f', 'text', '--fields', 'host', *columns),
                                  input=b''.join(row for row, _ in made), stdout=subprocess.PIPE, check=False)
            answers = done.stdout.split(b'\n')
            if done.returncode != 0 or len(answers) != count + 1 or answers[-1]:
                print(form, to, 'status', done.returncode, len(answers) - 1, 'answers for', count, 'rows')
                wrong += 1
            for number, ((row, expected), answer) in enumerate(zip(made, answers)):
                fault = fault_of(answer, expected, number, form, to)
                if fault:
                    wrong += 1
                    if wrong < 10:
                        print(form, to, number, fault, row, answer)
    return wrong


# ---- Pauses and ends ----

def opened(*options):
    return subprocess.Popen(rows(*options), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


# Writes a row in two parts, and waits for its answer. Returns the time from the second part to the
# answer.
def ask(process, number):
    row = b'see http://n%d.rows.example/ and more\n' % number
    process.stdin.write(row[:9])
    if number % 100 == 0:
        time.sleep(0.01)
    before = time.monotonic()
    process.stdin.write(row[9:])
    answer = process.stdout.readline() if number % 2 == 0 else read_line(process)
    return time.monotonic() - before, answer == b'[{"url":"http://n%d.rows.example/"}]\n' % number


def read_line(process):
    answer = b''
    while not answer.endswith(b'\n'):
        more = os.read(process.stdout.fileno(), 65536)
        if not more:
            break
        answer += more
    return answer


def check_pauses(count):
    process = opened('--fields', 'url')
    times = [ask(process, number) for number in range(count)]
    process.stdin.close()
    good = all(right and took < 1 for took, right in times) and process.stdout.read() == b'' and process.wait() == 0
    print('%d' % (1e6 * statistics.median(took for took, _ in times)))
    return not good


# A run is killed after 500 answers, and another run gets the rows that have no answer: together
# they must answer each row once.
def check_killed():
    process = opened('--fields', 'url')
    for number in range(500):
        process.stdin.write(b'http://n%d.rows.example/\n' % number)
    answers = b''
    while answers.count(b'\n') < 500:
        answers += os.read(process.stdout.fileno(), 65536)
    process.stdin.write(b'http://n500.rows.exam')
    process.kill()
    process.wait()
    answers += process.stdout.read()
    done = answers.count(b'\n')
    rest = subprocess.run(rows('--fields', 'url'), input=b''.join(b'http://n%d.rows.example/\n' % n for n in range(done, 1000)),
                          stdout=subprocess.PIPE, check=True)
    return answers + rest.stdout != b''.join(b'[{"url":"http://n%d.rows.example/"}]\n' % n for n in range(1000))


# ---- Files ----

def check_files(folder):
    names = sorted(os.path.join(at, name) for at, _, files in os.walk(folder) for name in files)
    texts = []
    for name in names:
        with open(name, 'rb') as f:
            texts.append(f.read())
    done = subprocess.run(rows('--in', 'length-prefixed'), input=b''.join(b'%d\n%s\n' % (len(t), t) for t in texts),
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    answers = done.stdout.split(b'\n')[:-1]
    wrong = len(names) < 50 or len(answers) != len(names)
    for name, text, answer in zip(names, texts, answers):
        found = subprocess.run([TRAWL, '-j1', '-t', 'json'], input=text, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, check=False).stdout
        if b'[' + b','.join(found.split(b'\n')[:-1]) + b']' != answer:
            print('other links:', name)
            wrong += 1
    return wrong


# ---- Memory ----

MB = 1 << 20
SHAPES = (b'joe@a.co,', b'<a href=http://a.example/?', b'http://a.example/\\n> ')
OPTIONS = ((), ('-t', 'tsv', '-f', 'text', '--fields', 'url'), ('-t', 'csv', '-f', 'text', '--fields', 'url'), ('-f', 'text', '--fields', 'url'), ('-f', 'html'), ('-f', 'mail', '--uniq=none'), ('--context', '20'),
           ('--find', 'url,www,domain'), ('--column', '1', '--keep', '1,1,2'), ('--max-row', '256K'), ('--max-row', '36M', '--fields', 'url,raw,surt,site,spans'))
KB = 1 << 10
BOUND, DEFAULT = 16 * MB, 64 * MB
EARLY, LATE = BOUND // 8, BOUND * 12 // 64  # the answer reaches the bound, in JSON and in TSV or CSV
START = 20 * MB  # the peak of a child includes the Python process that it was forked from


# Writes a small row, a row of a size, and a small row, and all three again. Returns the number of
# rows.
def write_large_rows(file, form, shape, size):
    edge = {'tsv': (b'', b'\n'), 'csv': (b'"', b'"\n'), 'json': (b'["', b'","x"]\n'), 'length-prefixed': (b'%d\n' % size, b'\n'),
            'rowbinary': (b'\0' + rowbinary.length(size), b'')}[form]
    small = {'tsv': b'x\n', 'csv': b'x\r\n', 'json': b'["x"]\n', 'length-prefixed': b'1\nx\n', 'rowbinary': b'\0\1x'}[form]
    block = shape * (65536 // len(shape))
    for _ in range(2):
        file.write(small + edge[0])
        for at in range(0, size, len(block)):
            file.write(block[:size - at])
        file.write((b'' if form in ('length-prefixed', 'rowbinary') else b' ') + edge[1] + small)
    return 6


# Returns the options of a run with --max-row, and its bytes.
def bounded(options, most):
    if '--max-row' not in options:
        return ('--max-row', str(most), *options), most
    bound = options[options.index('--max-row') + 1]
    return options, int(bound[:-1]) * {'K': KB, 'M': MB}[bound[-1]]


# Returns what is wrong with a run over large rows. The answers are counted as they come: the memory
# of this process would count as that of its child.
def check_large_rows(file, wanted, form, size, options):
    if form == 'json' and '--column' not in options:
        options = ('--column', '1', *options)
    if form == 'rowbinary' and '--fields' not in options:
        options = ('--fields', 'url', *options)
    options, most = (options, DEFAULT) if size == DEFAULT else bounded(options, BOUND)
    with tempfile.TemporaryFile() as told:
        file.seek(0)
        process = subprocess.Popen(rows('--in', form, *options), stdin=file, stdout=subprocess.PIPE, stderr=told)
        lines = 0
        while block := process.stdout.read(65536):
            lines += block.count(b'\n')
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status
    wrong = [name for name, is_wrong in (('status', status != 0), ('answers', form != 'rowbinary' and lines != wanted),
                                         ('memory', used.ru_maxrss * 1024 > max(most + 6 * MB, START))) if is_wrong]
    if wrong:
        print(form, size, options, *wrong, used.ru_maxrss // 1024, 'MB')
    return len(wrong)


# Returns false for options that a format does not have.
def is_for(form, options):
    if form in ('length-prefixed', 'rowbinary') and '--keep' in options or form != 'csv' and 'csv' in options:
        return False
    return form != 'rowbinary' or not ('--context' in options or '-t' in options)


# Returns the options of the runs over rows of a form, a shape and a size.
def tried(form, shape, size):
    if size == DEFAULT:
        return [()] if shape == SHAPES[0] else []
    mine = [options for options in OPTIONS if is_for(form, options) and (shape == SHAPES[0] or not options)]
    return [options for options in mine if size not in (EARLY, LATE) or ('-t' in options) == (size == LATE)]


def check_memory():
    wrong = 0
    for form in ('tsv', 'json', 'csv', 'length-prefixed', 'rowbinary'):
        for shape in SHAPES:
            for size in (BOUND // 64, EARLY, LATE, BOUND, DEFAULT):
                runs = tried(form, shape, size)
                with tempfile.TemporaryFile() as file:
                    wanted = write_large_rows(file, form, shape, size) if runs else 0
                    wrong += sum(check_large_rows(file, wanted, form, size, options) for options in runs)
    return wrong


def main():
    what = sys.argv[1]
    if what == 'random':
        return check_random(int(sys.argv[2]))
    if what == 'pauses':
        return check_pauses(int(sys.argv[2]))
    if what == 'memory':
        return check_memory()
    return check_killed() if what == 'killed' else check_files(sys.argv[2])


sys.exit(1 if main() else 0)
