# imports.py - compares the index of merged tasks with that of one run, for random inputs, options and numbers of tasks
#
#     python3 tests/trawl/jobs/imports.py TRAWL FOLDER SEED ROUNDS
#
# Makes inputs in FOLDER, which must be empty, as tasks.py does, and others with copies of messages.
# Every third merge is killed and then repeated, and every fourth index is not empty before the
# merge. Prints a line for each difference, then the number of comparisons, and the number of merges
# that were killed.

import os
import random
import shutil
import signal
import subprocess
import sys
import time

import tasks
from tasks import FOLDER, ROUNDS, SEED, TRAWL, run, write

COMPARE = os.path.abspath('tests/archive/compare.py')
OPTIONS = [[], [], ['--find', 'url,www,domain'], ['--charset', 'iso-8859-1'], ['-f', 'mboxo'], ['-f', 'mboxcl'],
           ['-f', 'text'], ['-f', 'mail'], ['-f', 'warc']]
EXCLUDE = [[], [], [], ['--exclude', '*@b.example'], ['--exclude', '*/mh/*', '--exclude', 'l[1].example']]


def copies(rng):
    """Returns messages of few ids, senders and lists, which answer each other. Some are copies,
    some almost copies."""
    text = b''
    for i in range(rng.choice([3, 60, 400])):
        number = rng.randrange(1, 60)
        text += b'From a@b.example Mon Jun 30 02:34:00 2008\nFrom: A %d <%s>\n' % (number % 7, rng.choice([b'a@b.example', b'c@d.example']))
        text += b'Date: Mon, 30 Jun 2008 02:34:%02d -0700\nSubject: s%d\n' % (number, number % 5)
        text += b'Message-ID: <%d@id.example>\n' % number if number % 9 else b''
        text += b'In-Reply-To: <%d@id.example>\n' % rng.randrange(1, 70) if number % 3 else b''
        text += b'List-Id: <l[1].example>\n' if number % 4 == 0 else b''
        text += b'\nsee http://n%d.example/path and\n> http://q.example/%d\n' % (number, number % 11)
        text += b'http://variant.example/%d\n' % rng.randrange(3) if number % 5 == 0 else b''
        text += b'x' * rng.randrange(300) + b' http://many.example/%d\n' % i * rng.choice([0, 0, 0, 2000]) + b'\n'
    return text


def kill(command, after):
    """Starts a merge and kills it with its trawl-archive. Returns whether it was still running."""
    child = subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(after)
    running = child.poll() is None
    if running:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    return running


def compare(rng, i, names, options):
    """Returns what is wrong, or None, and the number of merges that were killed."""
    out, exclude, killed = f'out{i}', rng.choice(EXCLUDE), 0
    wrong = tasks.do_tasks(rng, names, ['--index', *options], 1 + 7 * i % 20, out)
    if wrong:
        return wrong, 0
    merged, one = f'merged{i}.db', f'one{i}.db'
    if i % 4 == 1:
        run('index', *options, *exclude, merged, names[0])
    merge = ['merge', '--manifest', 'manifest', '--index', merged, *exclude, out]
    begin = time.monotonic()
    if i % 3 == 0:
        run(*[w if w != merged else 'timed.db' for w in merge])
        whole = time.monotonic() - begin
        killed = sum(kill([TRAWL, *merge], whole * rng.random()) for _ in range(3))
    done, made = run(*merge), run('index', *options, *exclude, one, *names)
    if done.returncode not in ((65,) if made.returncode == 2 else (0, 65) if exclude else (0,)):
        return f'merge: {done.returncode} {done.stderr}', killed
    same = subprocess.run([sys.executable, COMPARE, 'same', merged, one], cwd=FOLDER, capture_output=True, check=False)
    if same.returncode:
        return same.stdout.decode(), killed
    again, anew = (run('index', '-n', *exclude, db, *names).stdout for db in (merged, one))
    return (None if again == anew else 'a new run would read ' + again.decode()), killed


def main():
    rng = random.Random(SEED)
    bad = killed = 0
    for i in range(ROUNDS):
        names = tasks.inputs(rng, i)
        names += [write(f'in{i}/{k}.copies', copies(rng)) for k in range(rng.randrange(3))]
        rng.shuffle(names)
        options = rng.choice(OPTIONS)
        wrong, dead = compare(rng, i, names, options)
        killed += dead
        if wrong:
            bad += 1
            print(f'round {i}: {wrong}: {1 + 7 * i % 20} tasks, {options}, {names}')
            continue
        shutil.rmtree(os.path.join(FOLDER, f'in{i}'), ignore_errors=True)
        shutil.rmtree(os.path.join(FOLDER, f'out{i}'), ignore_errors=True)
        for name in os.listdir(FOLDER):
            if '.db' in name:
                os.remove(os.path.join(FOLDER, name))
    print(f'{ROUNDS} compared, {bad} different; {killed} merges killed')
    return bad > 0


sys.exit(main())
