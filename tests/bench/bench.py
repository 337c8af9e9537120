# bench.py - the bench: makes the texts, runs trawl and what it is measured beside, in turn, and keeps the figures
#
#     python3 tests/bench/bench.py BUILD [quick] [cpu] [PART...]
#
# "make bench" runs it. BUILD is where the programs were built; the figures go to BUILD/bench/results.json, and what
# they mean to standard output (report.py). quick takes smaller texts. cpu goes by the processor's time and not by the
# wall's where one thread works alone: for a machine that does other things too. The parts, all of them by default:
# texts, growth, startup, stream, hostile. All corpora have a fixed seed; every figure is a median of five or more
# runs, taken in turns.

import json
import os
import platform
import signal
import subprocess
import sys
import time

import jobs
import peers as beside
import report
from clock import Clock
from corpora import Corpora, place

PARTS = ('texts', 'growth', 'startup', 'stream', 'hostile')
KINDS = ('natural', 'sparse', 'dense', 'mbox', 'mixed', 'htmlmail', 'charsets', 'mime64')
HERE = os.path.dirname(os.path.abspath(__file__))


class Bench:
    def __init__(self, build, quick):
        self.build, self.quick = os.path.abspath(build), quick
        self.megabytes = 32 if quick else 256
        self.trawl, self.nothing = os.path.join(self.build, 'trawl'), os.path.join(self.build, 'tests/tools/nothing')
        self.has_j = subprocess.run([self.trawl, '-j', '1', '/dev/null'], capture_output=True).returncode != 2
        self.own = os.path.join(self.build, 'bench')
        os.makedirs(self.own, exist_ok=True)
        directory, self.where = place((self.megabytes << 20) * 3)
        self.corpora = Corpora(self.program('corpus'), directory, self.megabytes)
        self.clock = Clock(self.program('timed'), self.corpora.path('out'))
        self.peers = beside.peers(os.path.join(HERE, 'peers'), self.own, os.environ.get('CC', 'cc').split(),
                                  os.environ.get('CXX', 'c++').split())

    def program(self, name):
        return os.path.join(self.build, f'bench_{name}')

    def slice(self, peer):
        if not peer.slice_mb:
            return None
        return max(1, peer.slice_mb // 8) if self.quick else peer.slice_mb

    def close(self):
        for name in os.listdir(self.corpora.directory):
            os.remove(self.corpora.path(name))
        os.rmdir(self.corpora.directory)


def say(*words):
    print(time.strftime('%H:%M:%S'), *words, file=sys.stderr, flush=True)


def machine():
    """What the figures depend on."""
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
    """The alternatives; which are missing."""
    for peer in bench.peers:
        beside.make(peer)
        if peer.missing:
            say(f'not measured: {peer.name} ({peer.missing}); package: {peer.package}')
    missing = {p.name: [p.package, p.missing] for p in bench.peers if p.missing}
    if not bench.has_j:
        say(f'not measured: -j; {jobs.NO_J}')
        missing['trawl -j'] = ['', jobs.NO_J]
    return missing


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


def hostile(bench, results):
    names = subprocess.run([bench.corpora.program, 'shapes'], capture_output=True, text=True).stdout.splitlines()
    n, rounds, step = (1, 2, 3) if bench.quick else (2, 3, 1)
    say(f'hostile texts of {n} and {2 * n} MB: {len(names[::step])} of {len(names)} shapes')
    for i, name in list(enumerate(names))[::step]:
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
    if 'growth' in parts:
        growth(bench, results, rounds)
    if 'startup' in parts:
        say('start-up')
        results['startup'] = jobs.startup(bench, 10, 10 if bench.quick else 40)
    if 'stream' in parts:
        gigabytes = 1 if bench.quick else 20
        say(f'a stream of {gigabytes} GB')
        results['stream'] = jobs.stream(bench, gigabytes)
    if 'hostile' in parts:
        hostile(bench, results)


def main(argv):
    build, words = argv[1], argv[2:]
    parts = [p for p in PARTS if p in words] or PARTS
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # or the texts would stay
    bench = Bench(build, 'quick' in words)
    say(f'texts of {bench.megabytes} MB below {bench.where}')
    results = {'clock': 'cpu' if 'cpu' in words else 'wall', 'quick': bench.quick, 'machine': machine(),
               'where': bench.where, 'megabytes': bench.megabytes, 'runs': {}, 'growth': {}, 'hostile': {}}
    try:
        results['missing'] = prepare(bench)
        measure(bench, results, parts)
        results['densities'], results['far'] = bench.corpora.densities, bench.corpora.far
    finally:
        bench.close()
    path = os.path.join(bench.own, 'results.json')
    with open(path, 'w') as f:
        json.dump(results, f, indent=1)
    report.show(results)
    say(f'the figures are in {path}')
    return 1 if results['far'] else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
