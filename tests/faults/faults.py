# faults.py - makes each call of a kind fail, one after the other, in a run of each command
#
#     faults.py B [short] [NAME=VALUE...]
#
# B is the build. Counts the calls of each kind in a good run of a case (cases.py). Then runs the
# case again and again, each time with one call failing: each of the first 2,000 calls, and 200 of
# the later ones, chosen by a seed (60 and 40 if a site is made). "short" makes far fewer calls
# fail, and more with TRAWL_TEST_WHOLE. inject.c makes the calls fail. case=, kind=, how= and at=
# select trials; case and kind may be lists with commas. most= and some= replace these numbers;
# another seed= chooses other calls. show=1 prints what each wrong run wrote.
#
# A run is wrong if it crashes, hangs, is reported by a sanitizer, has an exit status that the
# manual does not name, fails without a message, succeeds with other results than the good run, or
# leaves a temporary file, or half a file under its final name. An index need not be complete after
# a failure, but the next run must complete it. Prints a line for each wrong run, which ends in the
# arguments that repeat it; then a table. The exit status is 1 if a run was wrong.

import collections
import concurrent.futures
import errno
import fnmatch
import gzip
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import zlib

sys.path[:0] = [os.path.dirname(__file__), 'tests/archive']
import cases  # noqa: E402
import compare  # noqa: E402

# The order of inject.c.
KINDS = ('memory', 'read', 'write', 'open', 'list', 'stat', 'change', 'close', 'mmap', 'thread', 'dlopen', 'iconv',
         'clock', 'process', 'poll', 'sqlite')
SHORT = 0  # the error with which inject.c reads or writes one byte only
# What each kind of call is made to do: how often, and the error.
TRIALS = {
    'memory': (('once', errno.ENOMEM), ('on', errno.ENOMEM)),
    'read': (('once', errno.EIO), ('on', errno.EIO), ('once', errno.EINTR), ('each', errno.EINTR), ('each', SHORT)),
    'write': (('once', errno.ENOSPC), ('on', errno.EIO), ('once', errno.EINTR), ('each', errno.EINTR), ('each', SHORT),
              ('each', errno.EAGAIN)),
    'open': (('once', errno.EACCES), ('on', errno.EMFILE), ('each', errno.EINTR)),
    'list': (('once', errno.EIO), ('on', errno.ENOMEM)),
    'stat': (('once', errno.EACCES), ('on', errno.EIO)),
    'change': (('once', errno.EIO), ('on', errno.ENOSPC)),
    'close': (('once', errno.EIO), ('each', errno.EINTR)),
    'mmap': (('once', errno.ENOMEM), ('on', errno.ENOMEM)),
    'thread': (('once', errno.EAGAIN), ('on', errno.EAGAIN)),
    'dlopen': (('once', errno.ENOENT), ('once', errno.ENOMEM), ('on', errno.ENOENT)),
    'iconv': (('once', errno.EINVAL), ('on', errno.ENOMEM)),
    'clock': (('once', errno.EINVAL), ('on', errno.EINVAL)),
    'process': (('once', errno.EAGAIN), ('on', errno.EAGAIN)),
    'poll': (('once', errno.EINTR), ('each', errno.EINTR)),
    'sqlite': (('once', errno.ENOMEM), ('on', errno.ENOMEM)),
}
# After these errors, trawl must repeat a call of the kinds in MOVING.
PASSING = {errno.EINTR, errno.EAGAIN, SHORT}
MOVING = {'read', 'write', 'open', 'close', 'poll'}
# These errors mean that a library, a charset or a clock is missing. That is not a failure: trawl
# prints the rest.
MISSING = {('dlopen', errno.ENOENT), ('iconv', errno.EINVAL), ('clock', errno.EINVAL)}
# Most calls of the kind "sqlite" are made by SQLite alone, whose authors make them fail in their
# own tests.
SQLITE_MOST = 100
# How many of the first calls and how many of the later ones "short" makes fail.
SHORT_RUNS = (2, 2) if os.environ.get('TRAWL_TEST_WHOLE') else (1, 1)
PATIENCE = 60
SANITIZED = 99
# The beginnings of lines of compare.dump(): hashes, which have a random key, and an archive without a name.
HASHES, ARCHIVES = (f'{n} ' for table in ('forgotten', 'archives a')
                    for n, query in enumerate(compare.CONTENT) if f' FROM {table}' in query)
NAMELESS = ARCHIVES + 'None|None|None|None'
# With the first three, SQLite repairs the database. The last stays when its folder cannot be listed; the next run removes it.
TEMPORARY = ('*-journal', '*-wal', '*-shm', 'site/.trawl-site/spool')

Plan = collections.namedtuple('Plan', 'case kind how error at')
Result = collections.namedtuple('Result', 'status out err files database')


class Bench:
    """The folders and programs of a test."""

    def __init__(self, b, work):
        self.b, self.work = os.path.abspath(b), work
        self.inputs = os.path.join(work, 'in')
        self.local = threading.local()
        self.sanitizer = self.library('libasan')
        cases.make_inputs(self.inputs, self.b)

    def library(self, name):
        """Returns the path of a sanitizer's library that the command is linked with."""
        out = subprocess.run(['ldd', f'{self.b}/trawl'], capture_output=True, text=True, check=True).stdout
        return next((line.split()[2] for line in out.splitlines() if name in line), None)

    def fresh(self, case):
        """Returns an empty folder for a run."""
        if not hasattr(self.local, 'folder'):
            self.local.folder = tempfile.mkdtemp(dir=self.work)
        out = os.path.join(self.local.folder, 'out')
        shutil.rmtree(out, ignore_errors=True)
        os.mkdir(out)
        for name in case.copies:
            shutil.copy(f'{self.inputs}/{name}', out)
        return out

    def words(self, case, out):
        return [w.replace('{in}', self.inputs).replace('{out}', out).replace('{b}', self.b)
                for w in (case.program, *case.words)]

    def environment(self, case, plan, counts):
        env = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8', 'HOME': '/nowhere', 'TZ': 'UTC', 'SOURCE_DATE_EPOCH': '1700000000',
               **{k: v.replace('{out}', self.local.folder + '/out') for k, v in case.env},
               'LD_PRELOAD': f'{self.b}/inject.so', 'FAULT_FILE': counts}
        if self.sanitizer:
            env['LD_PRELOAD'] += ':' + self.sanitizer
            env['ASAN_OPTIONS'] = f'verify_asan_link_order=0:exitcode={SANITIZED}:abort_on_error=0'
            env['LSAN_OPTIONS'] = f'exitcode={SANITIZED}:suppressions=tests/faults/lsan.supp:print_suppressions=0'
        if plan:
            env |= {'FAULT_KIND': plan.kind, 'FAULT_HOW': plan.how, 'FAULT_AT': str(plan.at), 'FAULT_ERROR': str(plan.error)}
        return env

    def run(self, case, plan=None, out=None):
        """Runs a case in a new folder, or in `out`. Returns its result and the counters."""
        out = out or self.fresh(case)
        counts = os.path.join(self.local.folder, 'counts')
        with open(counts, 'wb') as f:
            f.write(bytes(8 * (len(KINDS) + 1)))
        stdin = open(f'{self.inputs}/{case.stdin}', 'rb') if case.stdin else subprocess.DEVNULL
        try:
            got = subprocess.run(self.words(case, out), stdin=stdin, capture_output=True, timeout=PATIENCE,
                                 env=self.environment(case, plan, counts))
            status, text, said = got.returncode, got.stdout, got.stderr
        except subprocess.TimeoutExpired as e:
            status, text, said = None, e.stdout or b'', e.stderr or b''
        finally:
            if case.stdin:
                stdin.close()
        with open(counts, 'rb') as f:
            data = f.read()
        numbers = dict(zip((*KINDS, 'hits'), memoryview(data).cast('Q')))
        files, database = self.gather(case, out, status)
        text, said = (t.replace(self.local.folder.encode(), b'') for t in (text, said))
        return Result(status, text, said, files, database), numbers

    @staticmethod
    def read(path):
        with open(path, 'rb') as f:
            return f.read()

    def gather(self, case, out, status):
        """Returns the files of a run, and the content of its index if it succeeded."""
        files, database = {}, None
        for top, _, names in os.walk(out):
            for name in names:
                path = os.path.join(top, name)
                if case.database and name.startswith(case.database) or \
                        case.state and fnmatch.fnmatch(os.path.relpath(path, out), case.state):
                    continue
                data = self.read(path)
                # A run that fails may leave a file unchanged.
                if not (status and path == os.path.join(out, name) and name in case.copies and data == self.read(f'{self.inputs}/{name}')):
                    files[os.path.relpath(path, out)] = data
        path = os.path.join(out, case.database)
        if case.database and os.path.exists(path) and status in (0, case.again):
            database = [line.replace(self.local.folder, '') for line in compare.dump(path) if not line.startswith(HASHES)]
        return files, database


# ---- What is wrong with a run ----

def said_more(good, bad):
    """Returns true if the run has a message that the good run did not have."""
    known = set(good.err.splitlines())
    return any(line not in known and len(line) > 8 for line in bad.err.splitlines()) or b'error: ' in bad.out


def missing(plan, bad):
    """Returns true if the failure has the effect of a missing library, charset or clock. (The
    sandbox opens the folders of libraries.)"""
    return (plan.kind, plan.error) in MISSING or plan.kind == 'open' and b'cannot be loaded' in bad.err


def is_whole(name, data, good):
    """Returns true for a file of a site that is complete, even if a message in it could not be read, or
    only its beginning."""
    if name.endswith('.txt'):
        return good.startswith(data)
    if not name.endswith('.gz'):
        return data.endswith(good[-8:])
    try:
        return gzip.decompress(data) != b''
    except (EOFError, OSError, zlib.error):
        return False


def wrong_files(case, plan, good, bad):
    for name, data in bad.files.items():
        if name not in good.files:
            # When all changes of folders fail, temporary files cannot be removed, either.
            if not any(fnmatch.fnmatch(name, t) for t in TEMPORARY) and (plan.kind, plan.how) != ('change', 'on'):
                yield 'leaves the file ' + name
        elif data != good.files[name] and not (case.state and is_whole(name, data, good.files[name])):
            yield 'a wrong file ' + name


def wrong(case, plan, good, bad):
    """Yields what is wrong with a run."""
    if b'CHECK failed' in bad.err and b'pthread_getattr_np' in bad.err:
        return  # AddressSanitizer itself gets no memory when a thread starts
    if bad.status is None:
        yield 'hangs'
        return
    if bad.status < 0:
        yield 'dies of ' + signal.Signals(-bad.status).name
        return
    if bad.status == SANITIZED or b'Sanitizer' in bad.err:
        yield 'a report of a sanitizer'
        return
    if bad.status not in cases.STATUSES:
        yield f'status {bad.status}'
    same = bad.out == good.out and bad.files == good.files and bad.database == good.database
    if bad.status == good.status:
        if not same and not missing(plan, bad):
            yield f'status {bad.status}, but other results' + (', with a message' if said_more(good, bad) else '')
    elif not said_more(good, bad):
        yield f'status {bad.status} without a message'
    elif plan.kind in MOVING and plan.error in PASSING:
        yield f'status {bad.status}: not repeated'
    if bad.status != good.status:
        yield from wrong_files(case, plan, good, bad)


def heals(bench, case, good):
    """Returns true if the next run, without failures, completes what a failed run left undone."""
    bad, _ = bench.run(case, None, os.path.join(bench.local.folder, 'out'))
    # A folder that could not be examined was stored as a file of an archive without a name, and
    # stays in the index until --prune.
    kept = [[line for line in run.database or () if not line.endswith(('|Is a directory', NAMELESS))]
            for run in (bad, good)]
    return bad.status in (good.status, case.again) and bad.files == good.files and kept[0] == kept[1]


# ---- The test ----

def numbers_of(count, short, kind, how, case, wanted):
    """Returns the numbers of the calls that are made to fail: the first ones, and some later ones
    by chance."""
    every, some = SHORT_RUNS if short else (int(wanted['most'] or case.most), int(wanted['some'] or case.some))
    if short and kind == 'memory':
        every, some = 2 * every, 4 * some
    if kind == 'sqlite':
        every = min(every, SQLITE_MOST)
    chance = random.Random(f'{case.name} {kind} {how}' + wanted['seed'])
    beyond = range(every + 1, count + 1)
    return [*range(1, min(count, every) + 1), *sorted(chance.sample(beyond, min(some, len(beyond))))]


def plans_of(case, counts, short, wanted):
    for kind in KINDS:
        if counts[kind] == 0 or (wanted['kind'] and kind not in wanted['kind'].split(',')):
            continue
        for how, error in TRIALS[kind]:
            if wanted['how'] and how != wanted['how'] or (kind, how) in case.skip:
                continue
            if how == 'each':
                yield Plan(case, kind, how, error, 1)
                continue
            numbers = [int(wanted['at'])] if wanted['at'] else \
                numbers_of(counts[kind], short, kind, how, case, wanted)
            yield from (Plan(case, kind, how, error, at) for at in numbers)


def try_plan(bench, plan, good):
    bad, counts = bench.run(plan.case, plan)
    found = [*wrong(plan.case, plan, good, bad)]
    if bad.status != good.status and not found and \
            (plan.case.database and plan.at % 5 == 0 or plan.case.state and bad.files != good.files) and \
            not heals(bench, plan.case, good):
        found = ['the next run does not complete the result']
    return plan, bad, counts['hits'], found


def report(plan, bad, found, show):
    name = errno.errorcode.get(plan.error, 'short')
    for what in found:
        print(f'{plan.case.name}: {plan.kind} {plan.at} {plan.how} {name}: {what}   '
              f"[case={plan.case.name} kind={plan.kind} how={plan.how} at={plan.at}]")
    if found and show:
        print(bad.err.decode('utf-8', 'replace')[:3000])


def processor_time():
    return sum(os.times()[:4])


def try_case(bench, pool, case, short, wanted, table):
    """Tries a case. Returns how many runs were wrong."""
    good, counts = pool.submit(bench.run, case).result()
    again, _ = pool.submit(bench.run, case).result()
    if good != again or good.status != case.good:
        print(f'{case.name}: two good runs differ, or fail with status {good.status}: {good.err.decode()[:300]}')
        return 1
    bad_runs, before = 0, processor_time()
    plans = [*plans_of(case, counts, short, wanted)]
    for plan, bad, hits, found in pool.map(lambda plan: try_plan(bench, plan, good), plans):
        table[case.name][plan.kind] += 1 if hits else 0
        if found:
            bad_runs += 1
            report(plan, bad, found, wanted['show'])
    print(f'# {case.name}: {len(plans)} runs, {bad_runs} wrong, {processor_time() - before:.0f} s of processor time', flush=True)
    return bad_runs


def print_table(table):
    kinds = [k for k in KINDS if any(row[k] for row in table.values())]
    print('# %-16s' % 'runs' + ''.join('%8s' % k for k in kinds))
    for name, row in table.items():
        print('# %-16s' % name + ''.join('%8d' % row[k] for k in kinds))
    print('# %-16s' % 'all' + ''.join('%8d' % sum(row[k] for row in table.values()) for k in kinds))


def main(argv):
    b, short = argv[1], 'short' in argv
    wanted = dict.fromkeys(('case', 'kind', 'how', 'at', 'show', 'jobs', 'most', 'some', 'seed'), '')
    wanted |= dict(word.split('=', 1) for word in argv[2:] if '=' in word)
    table, bad = collections.defaultdict(collections.Counter), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work, \
            concurrent.futures.ThreadPoolExecutor(int(wanted['jobs'] or os.cpu_count())) as pool:
        bench = Bench(b, work)
        for case in cases.CASES:
            if not wanted['case'] or any(fnmatch.fnmatch(case.name, w) for w in wanted['case'].split(',')):
                bad += try_case(bench, pool, case, short, wanted, table)
    print_table(table)
    print(f'# {bad} of {sum(sum(row.values()) for row in table.values())} runs were wrong; {processor_time():.0f} s of processor time')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
