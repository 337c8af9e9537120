# tasks.py - compares merged tasks with one run, for random inputs, options and numbers of tasks
#
#     python3 tests/trawl/jobs/tasks.py TRAWL FOLDER SEED ROUNDS
#
# Makes inputs in FOLDER, which must be empty. Of each 70 rounds, the I-th of the first 60 has I
# tasks, and the last ten have tasks of a small size. Some tasks are done twice, and all in random
# order. Prints a line for each difference, then the number of comparisons.

import gzip
import os
import random
import shutil
import subprocess
import sys

TRAWL, FOLDER, SEED, ROUNDS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
TESTDATA = os.path.abspath('testdata')
DATE = 'Mon Jun 30 02:34:00 2008'

# Lines of mailboxes: separators of several kinds, lines that only look like separators, and lines that
# change the state of the reader.
LINES = [
    f'From ada@example.org {DATE}', f'From a@b.example {DATE}', f'>From bob@x.example {DATE}', '>>From x', 'From here on',
    'From -12345', '', '', '', 'Subject: http://subject%d.example/', 'Message-ID: <%d@a.example>',
    'http://body.example/%d see', 'see <http://wrapped%d.example/un', 'closed> ok', '-- ', 'begin 644 x', '#0V%%T', '`',
    'end', '--b', 'Content-Type: multipart/mixed; boundary=b', 'Content-Length: 40', 'From: x%d@y.example', 'From : bad',
    'www.example.org/same', '-----BEGIN PGP SIGNED MESSAGE-----', '\1\1\1\1', '_' * 47, '> http://quoted.example/%d',
]
OPTIONS = [
    [], ['-t', 'json'], ['-t', 'csv', '--no-header'], ['-t', 'csv', '--fields', 'url,message.number,message.offset,line,file'],
    ['-n'], ['-nH'], ['-H', '--line-number=column'], ['-u'], ['-u', '-n'], ['--uniq=loose', '-t', 'json'],
    ['-u', '-t', 'csv', '--fields', 'all'], ['-t', 'json', '--context', '60', '-u'],
    ['-t', 'csv', '--context', 'line'], ['-0'], ['-0H'], ['--spell=canonical', '-u'], ['--spell=normal', '-n'],
    ['--refang', '-t', 'json'], ['--spell=defang'], ['--spell=raw', '-n'], ['--new', '-u'], ['--zone', 'header,quoted', '-t', 'json'],
    ['--join=both', '-u', '-n'], ['--find', 'url,www,email,msgid,domain', '-t', 'json'], ['--headers', 'all', '-H'],
    ['-f', 'mboxcl', '-t', 'json'], ['-f', 'text', '-n'], ['-f', 'mboxo', '-u', '-t', 'tsv'], ['--unwrap=any', '-u'],
    ['--scheme', 'known', '--spell=display'], ['--host', '*.example', '-t', 'json'], ['--not', 'flag=unknown-tld,userinfo', '-u'],
    ['--join', '-t', 'json'], ['--profile', 'uts58', '-u'], ['--uniq=none', '-n'], ['--flag=doubt', '-t', 'json'],
    ['--rules', os.path.join(TESTDATA, 'rules', 'common.rules'), '-t', 'json'],
]


def mailbox(rng):
    end = rng.choice(['\n', '\n', '\r\n'])
    text = rng.choice(['', '\n' * rng.randrange(4), f'From ada@example.org {DATE}{end}'])
    text += f'From z@example.org {DATE}{end}Subject: first{end}{end}'
    weights = [rng.random() ** 3 for _ in LINES]
    for i in range(rng.choice([20, 200, 2000])):
        line = rng.choices(LINES, weights)[0]
        text += (line % i if '%d' in line else line) + (end if rng.random() > .02 else '\n')
    return text.encode('latin-1')


def records(rng, wrong=.05):
    """Returns WARC records; some hold the text of another archive, some have a wrong length."""
    for i in range(rng.randrange(1, 60)):
        body = b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href="http://p%d.example/">x</a>\r\n' % i
        if rng.random() < .2:
            body += b'\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 9\r\n\r\nhttp://in.example/\r\n\r\n'
        length = len(body) + (rng.choice([-9, 7]) if rng.random() < wrong else 0)
        head = b'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://t%d.example/\r\n' % i
        yield head + b'Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' % (length, body)


def packed(rng):
    """Returns an archive with a member for each record. Some archives have a member for two
    records, two members for one record, an empty member, or a stored member that has members of
    another archive. In these, all lengths are right: the length of the second record in a member is
    not known without unpacking."""
    out, held = b'', b''
    odd = rng.choice([0, 0, .1, .5])
    for record in records(rng, 0 if odd else .05):
        held += record
        way = rng.randrange(4) if rng.random() < odd else 4
        if way == 0:
            continue
        if way == 1:
            k = rng.randrange(len(held))
            out += gzip.compress(held[:k])
            held = held[k:]
        elif way == 2:
            out += gzip.compress(b'')
        elif way == 3:
            inner = gzip.compress(held)
            held += b'WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' % (len(inner), inner)
        out += gzip.compress(held, 0 if way == 3 else 6)
        held = b''
    return out + (gzip.compress(held) if held else b'')


def counted(rng):
    out = b''
    for i in range(rng.randrange(1, 80)):
        body = b'http://c.example/%d\n\nFrom a@b.example %s\n\nhttp://d.example/%d\n' % (i, DATE.encode(), i)
        out += b'From a@b.example %s\nSubject: s%d\nContent-Length: %d\n\n%s\n' % (DATE.encode(), i, len(body), body)
    return out


def write(name, content):
    os.makedirs(os.path.dirname(os.path.join(FOLDER, name)) or '.', exist_ok=True)
    with open(os.path.join(FOLDER, name), 'wb') as f:
        f.write(content)
    return name


def inputs(rng, number):
    """Makes inputs. Returns their names, as operands in FOLDER."""
    made, at = [], f'in{number}'
    message = b'From: a@b.example\nSubject: http://s%d.example/\n\nsee http://m%d.example/ and www.example.org/same\n'
    for i in range(rng.randrange(1, 5)):
        kind = rng.randrange(10)
        name = f'{at}/{i}'
        if kind <= 2:
            made.append(write(name + '.mbox', mailbox(rng)))
        elif kind == 3:
            made.append(write(name + '.warc', b''.join(records(rng))))
        elif kind == 9:
            made.append(write(name + '.warc.gz', packed(rng)))
        elif kind == 4:
            made.append(write(name + '.cl', counted(rng)))
        elif kind == 5:
            for k in range(rng.randrange(1, 40)):
                write(f'{name}/mh/{k + 1}', message % (k, k))
            write(f'{name}/any\n\\name\udce9.mbox', mailbox(rng))
            for k in range(rng.randrange(1, 9)):
                write(f'{name}/dir/new/{k}.x', message % (k, k))
                write(f'{name}/dir/cur/{k}.x:2,S', message % (k, k))
            made.append(name)
        elif kind == 6:
            made.append(write(name + '.txt', b'see http://t.example/ and <http://u.example/x\n>y>\n' * rng.randrange(1, 99)))
        elif kind == 7:
            made.append(os.path.join(TESTDATA, rng.choice(['packed/two.gz', 'packed/two.zst', 'mail', 'bells.mbox'])))
        else:
            made.append(write(name + '.empty', b''))
    return made


def run(*words):
    return subprocess.run([TRAWL, *words], cwd=FOLDER, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def do_tasks(rng, names, options, tasks, out):
    """Does all tasks. Returns what is wrong, or None."""
    how = ['--tasks', str(tasks)] if tasks else ['--size', rng.choice(['64', '1K', '100K'])]
    manifest = run('split', *how, *names).stdout
    if manifest != run('split', *how, *names).stdout:
        return 'another manifest'
    write('manifest', manifest)
    ids = sorted({int(line.split(b'\t')[0]) for line in manifest.split(b'\n') if line and line[:1] != b'#'})
    if tasks and len(ids) > tasks:
        return f'{len(ids)} tasks'
    step = rng.choice([1, 1, 3, 7])
    order = [*range(1, step + 1)] if step > 1 or len(ids) > 60 else ids
    rng.shuffle(order)
    for task in order + order[:2]:
        word = f'{task}/{step}' if step > 1 or len(ids) > 60 else str(task)
        done = run('map', '--manifest', 'manifest', '--task', word, '-o', out, *options)
        if done.returncode not in (0, 65):
            return f'map: {done.returncode} {done.stderr}'
    return None


def compare(rng, names, options, tasks, out):
    """Returns what is wrong, or None."""
    wrong = do_tasks(rng, names, options, tasks, out)
    if wrong:
        return wrong
    merged, one = run('merge', '--manifest', 'manifest', out), run(*options, '--', *names)
    if merged.returncode != (65 if one.returncode == 2 else 0):
        return f'merge: {merged.returncode} {merged.stderr}'
    return None if merged.stdout == one.stdout else f'{len(merged.stdout)} bytes, {len(one.stdout)} of one run'


def main():
    rng = random.Random(SEED)
    bad = 0
    for i in range(ROUNDS):
        names, options = inputs(rng, i), rng.choice(OPTIONS)
        tasks = 1 + i % 60 if i % 70 < 60 else 0
        wrong = compare(rng, names, options, tasks, f'out{i}')
        if wrong:
            bad += 1
            print(f'round {i}: {wrong}: {tasks} tasks, {options}, {names}')
        else:
            shutil.rmtree(os.path.join(FOLDER, f'out{i}'), ignore_errors=True)
    print(f'{ROUNDS} compared, {bad} different')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main())
