# bench.py - the benchmark: makes the texts, times trawl and the alternatives in turn, and writes the
# figures
#
#     python3 tests/bench/bench.py BUILD [quick] [cpu] [PART...]
#     python3 tests/bench/bench.py BUILD [quick] old=TRAWL
#
# "make bench" runs it. BUILD is the build directory. The figures go to BUILD/bench/results.json and,
# as tables and bounds (report.py), to standard output. quick: smaller texts. cpu: processor time
# instead of wall time for commands with one thread, for a machine that is not idle. The parts, by
# default all of them: texts, beside (21 rounds), instructions, growth, startup, stream, rivals (on hostile texts),
# hostile (hostile.py). The part "hostile" fails when a row misses a bound. All corpora have a fixed
# seed. A figure is the median of five or more runs; the commands take turns. With old= it only
# compares with that command (against.py).

import json
import os
import platform
import signal
import subprocess
import sys
import time

import hostile
import jobs
import peers.peers as alternatives
import report
from against import against, counts
from corpora import Clock, Corpora

PARTS = ('texts', 'beside', 'instructions', 'growth', 'startup', 'stream', 'rivals', 'hostile')
KINDS = ('natural', 'sparse', 'dense', 'mbox', 'mixed', 'htmlmail', 'charsets', 'mime64')
HERE = os.path.dirname(os.path.abspath(__file__))


class Bench:
    def __init__(self, build, quick, megabytes):
        self.build, self.quick, self.megabytes = os.path.abspath(build), quick, megabytes
        self.trawl, self.nothing = os.path.join(self.build, 'trawl'), os.path.join(self.build, 'tests/tools/nothing')
        self.own = os.path.join(self.build, 'bench')
        os.makedirs(self.own, exist_ok=True)
        self.corpora = Corpora(self.program('corpus'), self.megabytes)
        self.clock = Clock(self.program('timed'), self.corpora.path('out'))
        self.peers = alternatives.peers(os.path.join(HERE, 'peers'), self.own, os.environ.get('CC', 'cc').split(),
                                        os.environ.get('CXX', 'c++').split())

    def program(self, name):
        return os.path.join(self.build, f'bench_{name}')

    def slice(self, peer):
        if not peer.slice_mb:
            return None
        return max(1, peer.slice_mb // 8) if self.quick else peer.slice_mb


def say(*words):
    print(time.strftime('%H:%M:%S'), *words, file=sys.stderr, flush=True)


def machine():
    """Returns the properties of the machine, for the report."""
    model = platform.processor() or platform.machine()
    try:
        with open('/proc/cpuinfo') as f:
            model = next((line.split(':')[1].strip() for line in f if line.startswith('model name')), model)
    except OSError:
        pass
    cc = subprocess.run([os.environ.get('CC', 'cc').split()[0], '--version'], capture_output=True, text=True)
    return {'processor': model, 'threads': jobs.CPUS, 'system': f'{platform.system()} {platform.machine()}',
            'compiler': cc.stdout.splitlines()[0] if cc.stdout else '?'}


def prepare(bench):
    """Builds the alternatives; returns those that are missing."""
    for peer in bench.peers:
        alternatives.make(peer)
        if peer.missing:
            say(f'not measured: {peer.name} ({peer.missing}); package: {peer.package}')
    return {p.name: [p.package, p.missing] for p in bench.peers if p.missing}


def texts(bench, results, rounds):
    for kind in KINDS:
        say(f'{kind}, {bench.megabytes} MB')
        results['runs'][kind] = bench.clock.rounds(jobs.on_corpus(bench, kind), rounds)
        if kind != 'natural':
            bench.corpora.drop(kind)


def growth(bench, results, rounds):
    for table, steps in jobs.growth(bench).items():
        say(f'growth with {table}')
        results['growth'][table] = bench.clock.rounds(steps, rounds)
        for name in os.listdir(bench.corpora.directory):
            if name.startswith('links=') and table.startswith('links'):
                os.remove(bench.corpora.path(name))


def rivals(bench, results):
    """Compares trawl with the alternatives on some hostile texts."""
    names = [(i, name) for i, name, kind in hostile.shapes(bench.corpora.program) if kind == 'text']
    n, rounds, step = (1, 2, 9) if bench.quick else (2, 3, 3)
    say(f'hostile texts of {n} and {2 * n} MB: {len(names[::step])} of {len(names)} shapes')
    for i, name in names[::step]:
        kind = f'shape={i}'
        whole = bench.corpora.make(kind, 2 * n)
        half = bench.corpora.path(f'{kind}.half')
        with open(half, 'wb') as f:
            subprocess.run([bench.corpora.program, kind, '1', str(n)], stdout=f, stderr=subprocess.DEVNULL)
        results['hostile'][name] = jobs.hostile_shape(bench, (half, whole), rounds)
        bench.corpora.drop(kind)
        del bench.corpora.densities[kind]


def measure(bench, results, parts):
    rounds = 5
    if 'texts' in parts:
        texts(bench, results, rounds)
    if 'beside' in parts:
        for kind in jobs.BESIDE:
            say(f'{kind} beside others')
            results['beside'][kind] = bench.clock.rounds(jobs.beside(bench, kind), 21)
            bench.corpora.drop(kind)
    if 'instructions' in parts:
        say('instructions')
        results['instructions'] = counts(bench, [bench.trawl])
    if 'growth' in parts:
        growth(bench, results, rounds)
    if 'startup' in parts:
        say('start-up')
        results['startup'] = jobs.startup(bench, 10, 10 if bench.quick else 40)
    if 'stream' in parts:
        gigabytes = 1 if bench.quick else 20
        say(f'a stream of {gigabytes} GB')
        results['stream'] = jobs.stream(bench, gigabytes)
    if 'rivals' in parts:
        rivals(bench, results)
    if 'hostile' in parts:
        return hostile.run(bench, say)
    return []


def whole(bench, parts, clock):
    """Measures the parts, writes results.json, prints the report. Returns the exit status."""
    results = {'clock': clock, 'quick': bench.quick, 'machine': machine(), 'where': bench.corpora.where,
               'megabytes': bench.megabytes, 'runs': {}, 'beside': {}, 'growth': {}, 'hostile': {}}
    results['missing'] = prepare(bench) if parts != ['hostile'] else {}
    rows = measure(bench, results, parts)
    results['densities'], results['far'] = bench.corpora.densities, bench.corpora.far
    path = os.path.join(bench.own, 'results.json')
    with open(path, 'w') as f:
        json.dump(results, f, indent=1)
    if parts != ['hostile']:
        report.show(results)
    for heading, table in (t for t in (hostile.tables(rows) if rows else ()) if t[1]):
        print(f'\n{report.plain(heading, table)}')
    say(f'the figures are in {path}')
    return 1 if results['far'] or any(row.faults() for row in rows) else 0


def main(argv):
    build, words = argv[1], argv[2:]
    old = next((word[len('old='):] for word in words if word.startswith('old=')), None)
    quick = 'quick' in words
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # removes the texts
    bench = Bench(build, quick, (16 if quick else 64) if old else 32 if quick else 256)
    say(f'texts of {bench.megabytes} MB below {bench.corpora.where}')
    try:
        if old:
            against(bench, os.path.abspath(old), quick)
            return 0
        return whole(bench, [p for p in PARTS if p in words] or PARTS, 'cpu' if 'cpu' in words else 'wall')
    finally:
        bench.corpora.close()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
