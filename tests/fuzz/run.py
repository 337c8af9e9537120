# run.py - runs the fuzz targets in turns, merges what they find, adds up figures
#
#     python3 tests/fuzz/run.py BUILD run HOURS [NAME...]   all targets, or some
#     python3 tests/fuzz/run.py BUILD afl HOURS [NAME...]   with AFL++ instead: BUILD/afl/fuzz_NAME
#     python3 tests/fuzz/run.py BUILD merge [NAME...]       minimize the corpora in BUILD/fuzz
#     python3 tests/fuzz/run.py BUILD seeds [NAME...]       write small inputs to tests/fuzz/corpus
#     python3 tests/fuzz/run.py BUILD figures               the table of all runs so far
#
# As many targets run at a time as there are processors, or JOBS=n of them. Each target has:
#
#     BUILD/fuzzer/fuzz_NAME      the program
#     tests/fuzz/corpus/NAME.txt  its seeds, which inputs.py unpacks into BUILD/fuzz/corpus/NAME
#     BUILD/fuzz/seeds/NAME       those that seeds.py makes
#     tests/fuzz/dict/NAME.dict   words of its input
#     BUILD/fuzz/NAME             the corpus that grows, minimized after each run
#     BUILD/fuzz/NAME.log         what the last run printed
#     BUILD/fuzz/found/NAME-*     inputs that made the target fail
#     BUILD/fuzz/figures.tsv      a line for each turn: date, target, executions, seconds of the
#                                 processor, edges, features, files of the corpus, findings
#
# Exits with 1 when a target failed.

import collections
import concurrent.futures
import datetime
import glob
import os
import re
import shutil
import subprocess
import sys
import threading
import time

import inputs

TURN = 600  # seconds
FINDINGS_A_TURN = 3
LONGEST = 9000  # a little more than the longest URL that is read
SEED_BYTES, SEEDS, ALL_SEED_BYTES = 600, 500, 64 * 1024  # of a target
JOBS = int(os.environ.get('JOBS') or os.cpu_count() or 1)
COLUMNS = ('date', 'target', 'executions', 'seconds', 'edges', 'features', 'files', 'findings')

lock = threading.Lock()


class Target:
    def __init__(self, build, name, programs='fuzzer'):
        self.name = name
        self.program = f'{build}/{programs}/fuzz_{name}'
        self.corpus = f'{build}/fuzz/{name}'
        self.log = f'{build}/fuzz/{name}.log'
        self.found = f'{build}/fuzz/found'
        self.figures = f'{build}/fuzz/figures.tsv'
        self.seeds = f'{build}/fuzz/corpus/{name}'
        self.made = f'{build}/fuzz/seeds/{name}'
        self.dictionary = f'tests/fuzz/dict/{name}.dict'
        self.turns = threading.Lock()  # one turn at a time
        self.seconds = 0  # of the processor, in this turn
        for folder in (self.corpus, self.found):
            os.makedirs(folder, exist_ok=True)

    def findings(self):
        return set(glob.glob(f'{self.found}/{self.name}-*'))

    def call(self, *arguments):
        """Runs the program and returns what it printed."""
        command = [self.program, f'-max_len={LONGEST}', '-timeout=120', '-report_slow_units=3600', '-rss_limit_mb=3000', *arguments]
        with open(self.log, 'ab+') as log:
            start = log.seek(0, os.SEEK_END)
            self.spend(subprocess.Popen(command, stdout=log, stderr=log))
            log.seek(start)
            return log.read().decode(errors='replace')

    def spend(self, process):
        """Waits for a process and counts the time of the processor that it took."""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds += usage.ru_utime + usage.ru_stime

    def in_turn(self, call, *arguments):
        with self.turns:
            return call(*arguments)

    def turn(self, seconds):
        """Fuzzes for some seconds, going on after a finding, and adds a line of figures."""
        begin, executions, edges, features, before = time.time(), 0, 0, 0, self.findings()
        self.seconds = 0
        options = [f'-dict={self.dictionary}'] if os.path.exists(self.dictionary) else []
        for _ in range(FINDINGS_A_TURN):
            left = int(begin + seconds - time.time())
            if left < 1:
                break
            said = self.call(f'-max_total_time={left}', '-print_final_stats=1',
                             f'-artifact_prefix={self.found}/{self.name}-', *options, self.corpus)
            executions += int((re.findall(r'number_of_executed_units: (\d+)', said) or [0])[-1])
            coverage = re.findall(r'cov: (\d+) ft: (\d+)', said)
            if coverage:
                edges, features = map(int, coverage[-1])
        return self.report(self.name, executions, edges, features, self.findings() - before)

    def report(self, name, executions, edges, features, new):
        """Adds a line of figures and prints the new findings; returns their number."""
        row = (datetime.date.today(), name, executions, round(self.seconds), edges, features, len(os.listdir(self.corpus)), len(new))
        with lock, open(self.figures, 'a', encoding='ascii') as f:
            print(*row, sep='\t', file=f)
        for path in sorted(new):
            print(f'{name} failed: {self.program} {path}', flush=True)
        return len(new)

    def afl_turn(self, seconds):
        """Runs AFL++ on the target. Adds what it finds to the corpus, or to the findings if it
        makes the target fail."""
        before = self.findings()
        out = f'{os.path.dirname(self.corpus)}/afl/{self.name}'
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        command = ['afl-fuzz', '-i', self.seeds, '-o', out, '-V', str(int(seconds)), '-G', str(LONGEST), '-t', '5000', '-m', 'none']
        command += ['-x', self.dictionary] if os.path.exists(self.dictionary) else []
        environment = dict(os.environ, AFL_NO_UI='1', AFL_SKIP_CPUFREQ='1', AFL_NO_AFFINITY='1', AFL_CMPLOG_ONLY_NEW='1',
                           AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES='1', AFL_FAST_CAL='1', AFL_IGNORE_SEED_PROBLEMS='1')
        with open(self.log, 'ab') as log:
            subprocess.run([*command, '--', self.program], stdout=log, stderr=log, env=environment, check=True)
        stats = dict(re.findall(r'(\w+) *: (.*)', open(f'{out}/default/fuzzer_stats', encoding='ascii').read()))
        self.seconds = int(stats['run_time'])  # by the clock: AFL++ does not wait for its children
        for folder, to in (('queue', self.corpus), ('crashes', self.found), ('hangs', self.found)):
            for path in glob.glob(f'{out}/default/{folder}/id*'):
                with open(path, 'rb') as f:
                    name = inputs.name_of(f.read())
                shutil.copy(path, f'{to}/{name}' if folder == 'queue' else f'{to}/{self.name}-{folder}-{name}')
        return self.report(f'{self.name} (AFL++)', int(stats['execs_done']), int(stats['edges_found']), 0,
                           self.findings() - before)

    def merge(self, to, limit=LONGEST):
        """Writes to a folder the inputs of the corpus and of the seeds that add coverage. Small
        inputs are tried first."""
        shutil.rmtree(to, ignore_errors=True)
        os.makedirs(to)
        folders = [folder for folder in (self.seeds, self.made, self.corpus) if os.path.isdir(folder)]
        self.call('-merge=1', f'-max_len={limit}', f'-artifact_prefix={self.found}/{self.name}-', to, *folders)

    def minimize(self):
        new = f'{self.corpus}.new'
        self.merge(new)
        if os.listdir(new):  # empty when there are no seeds
            shutil.rmtree(self.corpus)
            os.rename(new, self.corpus)
        else:
            os.rmdir(new)
        return 0

    def keep_seeds(self):
        """Replaces the seeds, except those with a name of their own, by small inputs of the
        corpus."""
        new = f'{self.corpus}.new'
        self.merge(new, SEED_BYTES)
        seeds = {name: data for name, data in inputs.load(self.name).items() if name != inputs.name_of(data)}
        room = ALL_SEED_BYTES
        for path in sorted(glob.glob(f'{new}/*'), key=lambda path: (os.path.getsize(path), path))[:SEEDS]:
            room -= os.path.getsize(path)
            if room >= 0:
                with open(path, 'rb') as f:
                    data = f.read()
                seeds[inputs.name_of(data)] = data
        inputs.store(self.name, seeds)
        shutil.rmtree(new)
        return 0


def targets(build, names, programs='fuzzer'):
    paths = sorted(glob.glob(f'{build}/{programs}/fuzz_*'))
    names = names or [os.path.basename(p)[len('fuzz_'):] for p in paths if '.' not in os.path.basename(p)]
    return [Target(build, name, programs) for name in names]


def in_parallel(calls):
    """Runs calls, JOBS at a time; returns the sum of what they return."""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        return sum(future.result() for future in [pool.submit(*call) for call in calls])


def run_afl(all_targets, hours):
    for target in all_targets:
        open(target.log, 'wb').close()
    return in_parallel([(target.in_turn, target.afl_turn, hours * 3600 * JOBS / len(all_targets)) for target in all_targets])


def run(all_targets, hours):
    in_parallel([(target.minimize,) for target in all_targets if not os.listdir(target.corpus)])
    seconds = hours * 3600 * JOBS / len(all_targets)
    rounds = max(1, round(seconds / TURN))
    for target in all_targets:
        open(target.log, 'wb').close()
    failed = in_parallel([(target.in_turn, target.turn, seconds / rounds) for _ in range(rounds) for target in all_targets])
    in_parallel([(target.minimize,) for target in all_targets])
    return failed


def figures(build):
    """Prints a table in Markdown: all turns of each target together."""
    rows = collections.defaultdict(list)
    if not os.path.exists(f'{build}/fuzz/figures.tsv'):
        print('no target has run yet; "make fuzz" runs them')
        return
    with open(f'{build}/fuzz/figures.tsv', encoding='ascii') as f:
        for line in f:
            row = dict(zip(COLUMNS, line.rstrip('\n').split('\t')))
            rows[row['target']].append({k: v if k in ('date', 'target') else int(v) for k, v in row.items()})
    print('| target | executions | a second | hours | edges | corpus | findings |')
    print('|---|---:|---:|---:|---:|---:|---:|')
    all_executions = all_seconds = all_findings = 0
    for name, turns in sorted(rows.items()):
        executions, seconds, findings = (sum(t[k] for t in turns) for k in ('executions', 'seconds', 'findings'))
        print(f'| {name} | {executions:,} | {executions // max(seconds, 1):,} | {seconds / 3600:.1f} | '
              f'{turns[-1]["edges"]:,} | {turns[-1]["files"]:,} | {findings} |')
        all_executions, all_seconds, all_findings = (
            all_executions + executions, all_seconds + seconds, all_findings + findings)
    print(f'| all | {all_executions:,} | {all_executions // max(all_seconds, 1):,} | {all_seconds / 3600:.1f} | '
          f'| | {all_findings} |')


def main(build, what, *rest):
    if what == 'figures':
        figures(build)
        return 0
    hours, names = (float(rest[0]), rest[1:]) if what in ('run', 'afl') else (0, rest)
    all_targets = targets(build, names, 'afl' if what == 'afl' else 'fuzzer')
    if not all_targets:
        print("fuzz: no targets; they need clang with libFuzzer, which 'make deps fuzz' installs", file=sys.stderr)
        return 1
    inputs.unpack(f'{build}/fuzz/corpus')
    subprocess.run([sys.executable, '-B', 'tests/fuzz/seeds.py', f'{build}/fuzz/seeds'], check=True)
    if hours:
        failed = (run if what == 'run' else run_afl)(all_targets, hours)
        figures(build)
        return failed > 0
    return in_parallel([(target.minimize if what == 'merge' else target.keep_seeds,) for target in all_targets])


sys.exit(main(*sys.argv[1:]))
