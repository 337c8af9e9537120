# plant.py - plants faults in a copy of the source, and reports which tests find them, and how soon
#
#     python3 -B tests/mutants/plant.py BUILD [WORD...]       ("make check-planted")
#     python3 -B tests/mutants/plant.py --check
#
# BUILD/planted is a copy of the files under version control, with a build of its own. For each
# fault of planted.py whose name contains one of the words, the script changes the copy and builds
# it. It runs the fault's own tests one after the other, then the other quick tests, then the
# fault's fuzz targets, each for at most LIMIT seconds, not counting builds. If one of the fault's
# own tests hangs, it has found the fault. A fault of CONTRACTS has only its own tests, and a CHECK
# (base/check.h) has to end one of them. In the end, the tests that found a fault are run on the
# source without faults: within half of that time none may fail, and those that hung must end. Exit
# status 1: a fault was not found, or a test did not pass.
#
# --check only checks that each text of planted.py and equivalent.tsv occurs in the source, and that
# the tests and fuzz targets of planted.py and mutate.py exist.

import glob
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
import mutate  # noqa: E402
import planted  # noqa: E402
from tree import BROKEN, Copy, HANG  # noqa: E402

LIMIT = int(os.environ.get('LIMIT') or 300)  # seconds
# Tests that open browsers, build packages, check the tree itself or need minutes.
SLOW = ('browser/', 'fuzz/', 'packages/', 'contrib/', 'cluster/', 't_project', 't_tour', 't_rules_page', 't_parts',
        'mutants/', 't_promises', 't_wrap_cuts')
ALL = planted.FAULTS + planted.CONTRACTS
TSAN = ('B=build/tsan', 'CFLAGS=-O1 -g -fno-omit-frame-pointer -fsanitize=thread')


def tests_of(names, build='build'):
    """Returns the tests that files and folders in tests/ name, as the makefile has them."""
    found = []
    for name in names:
        paths = [f'tests/{name}'] if name.endswith(('.sh', '.c')) else sorted(
            p for end in ('c', 'sh') for p in glob.glob(f'tests/{name}/**/t_*.{end}', recursive=True))
        found += [re.sub(r'^(.*)\.c$', build + r'/\1', p) for p in paths]
    return [t for t in dict.fromkeys(found) if not any(s in t for s in SLOW)]


def find(copy, fault):
    """Returns the test that finds the planted fault, or None, and the seconds of testing until
    then."""
    started = []

    def deadline():
        """Called when a build is done and its tests begin. Returns the time at which they must
        end."""
        started.append(time.monotonic())
        return started[-1] + LIMIT

    stages, done, names = [], [], fault.tests.split()
    if fault in planted.CONTRACTS:
        stages = [lambda test=test: copy.test([test], deadline, sign=BROKEN) for test in tests_of(names)]
        return first_of(stages, started)
    if 'tsan' in names:
        names.remove('tsan')
        stages.append(lambda: with_tsan(copy, deadline))
    for names in [[name] for name in names] + [['']]:
        tests = [t for t in tests_of(names) if t not in done]
        done += tests
        stages.append(lambda tests=tests: copy.test(tests, deadline) if tests else None)
    stages += [lambda target=target: fuzz(copy, target, deadline) for target in fault.fuzz.split()]
    return first_of(stages, started)


def first_of(stages, started):
    """Returns the result of the first stage that finds the fault, or None, and the seconds since its
    tests and those before it began; the stages note these times in `started`."""
    spent = 0
    for stage in stages:
        runs = len(started)
        found = stage()
        spent += time.monotonic() - started[-1] if len(started) > runs else 0
        if found:
            return found, spent
    return None, spent


def with_tsan(copy, deadline):
    """Runs the tests of threads with ThreadSanitizer."""
    env = {'TSAN_OPTIONS': 'suppressions=' + os.path.abspath('tests/tsan.supp')}
    return copy.test(['tests/trawl/t_jobs.sh'], deadline, *TSAN, env=env) and 'tsan'


def fuzz(copy, target, deadline):
    copy.make('fuzz-programs')
    os.makedirs(os.path.join(copy.root, 'build/fuzz', target), exist_ok=True)
    subprocess.run([sys.executable, '-B', 'tests/fuzz/inputs.py', 'unpack', 'build/fuzz/corpus', target], cwd=copy.root, check=True)
    found = copy.run([f'build/fuzzer/fuzz_{target}', f'-max_total_time={LIMIT}', '-max_len=9000', '-timeout=10',
                      f'build/fuzz/{target}', f'build/fuzz/corpus/{target}'],
                     re.compile('^SUMMARY:|^==.*ERROR:'), deadline())
    return f'fuzz_{target}' if found and found is not True else None


def check():
    """Returns the texts, tests and targets of the tables that do not exist."""
    for fault in ALL:
        count = open(fault.file, encoding='utf-8').read().count(fault.old)
        if count != 1 or fault.new == fault.old:
            yield f'planted.py: {fault.name}: {count} places in {fault.file}'
        for name in fault.tests.split():
            if name != 'tsan' and not (os.path.isdir(f'tests/{name}') or os.path.isfile(f'tests/{name}')):
                yield f'planted.py: {fault.name}: no test {name}'
        for target in fault.fuzz.split():
            if not glob.glob(f'tests/fuzz/*/fuzz_{target}.c'):
                yield f'planted.py: {fault.name}: no target {target}'
    for room in mutate.rooms():
        first, rest = mutate.tests_of(room)
        if not rest:
            yield f'mutate.py: {room}: no tests'
        for name in first + rest:
            if not os.path.exists(f'tests/{name}' if name.endswith('.sh') else f'tests/{name}.c'):
                yield f'mutate.py: {room}: no test {name}'
    sources = {}
    for row in open('tests/mutants/equivalent.tsv', encoding='utf-8'):
        if row.startswith('#') or not row.strip():
            continue
        path, _, line, _ = row.rstrip('\n').split('\t')
        if path not in sources:
            sources[path] = ' '.join(open(path, encoding='utf-8').read().split())
        # "enum { MOST = {3 => 4} };": each of the braces may be the one that begins the change
        changes = re.finditer(r'(?=\{(.*) => .*?\}(.*)$)', line)
        texts = (line[:change.start()] + change[1] + change[2] for change in changes)
        if not any(' '.join(text.split()) in sources[path] for text in texts):
            yield f'equivalent.tsv: not in {path}: {line}'


def main():
    if sys.argv[1] == '--check':
        wrong = list(check())
        print('\n'.join(wrong) or f'{len(ALL)} faults')
        sys.exit(1 if wrong else 0)
    words = sys.argv[2:]
    copy = Copy(os.path.join(sys.argv[1], 'planted'))
    missed, finders = 0, set()
    faults = [f for f in ALL if not words or any(w in f.name or w in f.file for w in words)]
    for fault in faults:
        source = open(fault.file, encoding='utf-8').read()
        copy.write(fault.file, source.replace(fault.old, fault.new).encode())
        found, seconds = find(copy, fault)
        copy.restore(fault.file)
        missed += not found
        finders |= {found} if found and 't_' in found else set()
        print(f'{"found" if found else "NOT FOUND":9} {seconds:4.0f} s  {found or "":34} {fault.name}', flush=True)
    wrong = []
    for found in sorted(finders):
        test = found.removeprefix(HANG)
        if copy.test([test], lambda: time.monotonic() + LIMIT / 2) in (test, found):
            print(f'{found} is found without a fault, too')
            wrong.append(found)
    print(f'{len(faults) - missed} of {len(faults)} faults found')
    sys.exit(1 if missed or wrong else 0)


if __name__ == '__main__':
    main()
