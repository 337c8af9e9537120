# instructions.py - counts the instructions of the command, which other work on the machine does not
# change
#
# Runs each of against.py's measurements once under valgrind's callgrind, on smaller texts, with one
# thread and with two. The sandbox is off, since valgrind makes calls that it refuses.

import os
import re
import shutil
import subprocess

from against import CASES

MEGABYTES = 8


def count(program, threads, options, path):
    """Returns the instructions of a run, of all its threads."""
    r = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', program, '-j', str(threads),
                        '--sandbox=off', *options, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                       errors='replace')
    found = re.search(r'Collected : (\d+)', r.stderr)
    if r.returncode > 1 or not found:
        raise SystemExit(f'bench: no instructions of {program}: {r.stderr.strip()[-500:]}')
    return int(found.group(1))


def counts(bench, programs, threads=(1, 2)):
    """Returns rows: the measurement, the bytes of its text, the counts of each program by threads."""
    if not shutil.which('valgrind'):
        return []
    rows = []
    for name, kind, options in CASES:
        path = bench.corpora.slice(kind, 1 if bench.quick else MEGABYTES)
        rows.append([name, os.path.getsize(path), [[count(p, n, options, path) for n in threads] for p in programs]])
    return rows


def against(bench, old):
    """Prints the instructions a byte of both programs, and their ratio."""
    print(f"\n{'instructions a byte':<28}{'ours':>10}     {'other':>10}      {'ratio':>7}")
    for name, size, ((ours,), (other,)) in counts(bench, [bench.trawl, old], [1]):
        print(f'{name:<28}{ours / size:>10.2f}     {other / size:>10.2f}      {other / ours:>7.3f}', flush=True)
