"""cost.py - counts the instructions and the instruction cache misses of the command

    cost.py [--write] PROGRAM CORPUS TABLE [WORKLOAD...]

CORPUS is bench_corpus, which makes the texts; TABLE is tests/cost.tsv. Each workload runs once in
valgrind's cachegrind (a cache of 32 KB with lines of 64 bytes), whose counts do not depend on other
load. Prints the counts beside those of the table, and fails when instructions have risen by more
than 1 %, or the estimated time by more than 12 %: a miss counts as 50 instructions. Misses also
change with the order of functions: by 19 % between two builds with the same hot code, and by 70 %
where they are few. To raise a row, add a sentence that says which users benefit; --write writes the
counts, and keeps the sentences. The counts hold for one compiler, which the table names; with any
other the script only prints them.
"""
import os
import re
import subprocess
import sys
import tempfile

MEGABYTES, SEED = '2', '1738'
MISS = 50  # instructions that take as long as a miss
MORE_INSTRUCTIONS, MORE_TIME = 1.01, 1.12
# The first word is the kind of text, the others are options.
WORKLOADS = ('natural -t list', 'natural -t json', 'natural -t html', 'dense -t list', 'dense -t json',
             'mbox -t list', 'mbox -t json', 'htmlmail -t list')


def compiler(program):
    """Returns the line of the compiler in the program, and the options that the build folder has."""
    with open(program, 'rb') as f:
        found = re.search(rb'GCC: \([^)]*\) [0-9.]+|clang version [0-9.]+', f.read())
    with open(os.path.join(os.path.dirname(program), 'tools'), encoding='utf-8') as f:
        flags = re.search(r"CFLAGS='([^']*)'", f.read())
    return ' '.join([found.group().decode() if found else 'unknown', flags.group(1) if flags else ''])


def count(program, options, path):
    """Returns the instructions and the misses of a run."""
    r = subprocess.run(['valgrind', '--tool=cachegrind', '--cache-sim=yes', '--I1=32768,8,64',
                        '--cachegrind-out-file=/dev/null', program, '-j1', '--sandbox=off', *options, path],
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors='replace', check=False)
    found = [re.search(rf'{name}:\s+([\d,]+)', r.stderr) for name in (r'I\s+refs', r'I1\s+misses')]
    if r.returncode > 1 or not all(found):
        sys.exit(f'cost: no counts of {program} {" ".join(options)}: {r.stderr.strip()[-500:]}')
    return [int(one.group(1).replace(',', '')) for one in found]


def read(table):
    """Returns the compiler of the table, its comments and its rows: the counts and the sentence."""
    rows, head = {}, []
    with open(table, encoding='utf-8') as f:
        for line in f:
            if line.startswith('#'):
                head.append(line)
                continue
            name, instructions, misses, why = line.rstrip('\n').split('\t')
            rows[name] = ([int(instructions), int(misses)], why)
    return head[-1][2:].strip(), head, rows


def write(table, head, found, rows):
    with open(table, 'w', encoding='utf-8') as f:
        f.writelines(head)
        for name, counts in found.items():
            f.write('\t'.join([name, *map(str, counts), rows.get(name, (None, ''))[1]]) + '\n')


def risen(new, old):
    """Returns whether the counts `new` are above the bounds that `old` sets."""
    time, before = (instructions + MISS * misses for instructions, misses in (new, old))
    return new[0] > MORE_INSTRUCTIONS * old[0] or time > MORE_TIME * before


def main():
    args = sys.argv[1:]
    writes = args[0] == '--write'
    program, corpus, table, *only = args[writes:]
    known, head, rows = read(table)
    ours = compiler(program)
    found, higher = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for name in only or WORKLOADS:
            kind, *options = name.split()
            path = os.path.join(folder, kind)
            if not os.path.exists(path):
                with open(path, 'wb') as f:
                    # It fails when densities are not exact, as in so short a text.
                    subprocess.run([corpus, kind, SEED, MEGABYTES], stdout=f, stderr=subprocess.DEVNULL, check=False)
            found[name] = count(program, options, path)
            before = rows.get(name, (found[name], ''))[0]
            ratios = [new / old for new, old in zip(found[name], before)]
            print(f'{name:<18}' + ''.join(f'{n:>12,} {r:6.3f}' for n, r in zip(found[name], ratios)))
            if risen(found[name], before):
                higher.append(name)
    if writes:
        write(table, [*head[:-1], f'# {ours}\n'], found, rows)
    elif ours != known:
        print(f'not compared: the table is of {known}, this build of {ours}')
    elif higher:
        sys.exit(f'cost: {", ".join(higher)} cost more than {table} says; if a user gains by it, run "make '
                 'check-cost WRITE=1" and say in the last column who and how much')


main()
