# against.py - compares the command with another build of the command, on one core: "make bench
# OLD=path/to/trawl"
#
# Prints the figures of both builds, and the other build's figure divided by this build's: 1 means
# equally fast, 0.9 that this build is a tenth slower. A ratio is the median over pairs of adjacent
# runs, which other load on the machine affects alike. Times are processor time, including that in
# the kernel.
#
# Each measurement runs once more under valgrind's callgrind, on a smaller text, to count
# instructions: their number does not depend on other load. The sandbox is off in these runs, since
# it refuses calls that valgrind makes.

import os
import re
import shutil
import subprocess
from statistics import median

# Measurements: the name, the corpus, the options of the command.
CASES = (
    ('natural text, list', 'natural', ['-t', 'list']),
    ('mailbox, list', 'mbox', ['-t', 'list']),
    ('HTML mail, list', 'htmlmail', ['-t', 'list']),
    ('list of URLs, list', 'dense', ['-t', 'list']),
    ('list of URLs, json', 'dense', ['-t', 'json']),
    ('natural text, json', 'natural', ['-t', 'json']),
    ('natural text, html', 'natural', ['-t', 'html']),
    ('mailbox, json', 'mbox', ['-t', 'json']),
    ('mailbox, html', 'mbox', ['-t', 'html']),
)
ROUNDS, STARTS = 11, 20
COUNTED = 8  # megabytes of text


def in_turn(clock, ours, other, rounds, times=1):
    """Returns for each round the seconds and the peak memory in KiB of both commands."""
    rows = []
    for i in range(rounds):
        both = [ours, other] if i % 2 == 0 else [other, ours]
        took = [clock.times(argv, times=times) for argv in both]
        if i % 2:
            took.reverse()
        for argv, runs in zip((ours, other), took):
            if not runs or max(status for *_, status in runs) > 1:
                raise SystemExit(f'bench: {argv[0]} failed on {argv[-1]}')
        rows.append([(median(run[1] for run in runs), max(run[3] for run in runs)) for runs in took])
    return rows


def line(name, ours, other, ratio, unit):
    print(f'{name:<28}{ours:>10} {unit}{other:>10} {unit}{ratio:>8.2f}', flush=True)


def speeds(name, rows, size):
    ours, other = (size / median(row[k][0] for row in rows) / 1e6 for k in (0, 1))
    line(name, f'{ours:.0f}', f'{other:.0f}', median(b[0] / a[0] for a, b in rows), 'MB/s')


def memory(name, rows):
    ours, other = (max(row[k][1] for row in rows) / 1024 for k in (0, 1))
    line(name, f'{ours:.2f}', f'{other:.2f}', other / ours, 'MB  ')


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
        path = bench.corpora.slice(kind, 1 if bench.quick else COUNTED)
        rows.append([name, os.path.getsize(path), [[count(p, n, options, path) for n in threads] for p in programs]])
    return rows


def instructions(bench, old):
    """Prints the instructions a byte of both programs, and their ratio."""
    print(f"\n{'instructions a byte':<28}{'ours':>10}     {'other':>10}      {'ratio':>7}")
    for name, size, ((ours,), (other,)) in counts(bench, [bench.trawl, old], [1]):
        print(f'{name:<28}{ours / size:>10.2f}     {other / size:>10.2f}      {other / ours:>7.3f}', flush=True)


def against(bench, old, quick):
    print(f"{'':<28}{'ours':>10}     {'other':>10}      {'ratio':>7}")
    peaks = {}
    for name, kind, options in CASES:
        path = bench.corpora.make(kind)
        argv = [[program, '-j', '1', *options, path] for program in (bench.trawl, old)]
        rows = in_turn(bench.clock, *argv, 5 if quick else ROUNDS)
        speeds(name, rows, os.path.getsize(path))
        peaks[name] = rows
    message = bench.corpora.message()
    rows = in_turn(bench.clock, [bench.trawl, message], [old, message], 5 if quick else ROUNDS, STARTS)
    ours, other = (1000 * median(row[k][0] for row in rows) for k in (0, 1))
    line('start-up, 2 KB', f'{ours:.2f}', f'{other:.2f}', median(b[0] / a[0] for a, b in rows), 'ms  ')
    memory('peak memory, 2 KB', rows)
    for name in ('natural text, list', 'mailbox, html'):
        memory(f'peak memory, {name}', peaks[name])
    instructions(bench, old)
