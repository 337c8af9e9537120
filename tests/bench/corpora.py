# corpora.py - the texts, which the program "corpus" makes, and the clock, which runs commands by
# the program "timed"

import os
import shutil
import subprocess
import tempfile
from statistics import median

SEED = '1738'


# ---- Texts ----

def place(needed):
    """Makes a directory, in memory if there is room, else below TMPDIR. Returns the directory and a
    description of it."""
    for base, where in (('/dev/shm', 'in memory'), (tempfile.gettempdir(), 'on disk')):
        if os.path.isdir(base) and os.access(base, os.W_OK) and shutil.disk_usage(base).free > 2 * needed \
                and (where == 'on disk' or available() > 3 * needed):
            return tempfile.mkdtemp(prefix='trawl-bench-', dir=base), f'{base}, {where}'
    raise SystemExit(f'bench: no room for {needed >> 20} MB of texts, neither in /dev/shm nor below TMPDIR')


def available():
    """Returns the free bytes of memory, or a very large number when they are unknown."""
    try:
        with open('/proc/meminfo') as f:
            fields = dict(line.split(':') for line in f)
        return int(fields['MemAvailable'].split()[0]) * 1024
    except (OSError, KeyError):
        return 1 << 60


class Corpora:
    """Texts by kind, in a temporary directory. A text is made when it is first used."""

    def __init__(self, program, megabytes):
        self.program, self.megabytes = program, megabytes
        self.directory, self.where = place((megabytes << 20) * 3)
        self.densities, self.far = {}, []

    def path(self, name):
        return os.path.join(self.directory, name)

    def make(self, kind, megabytes=None):
        path = self.path(kind)
        if not os.path.exists(path):
            with open(path, 'wb') as f:
                r = subprocess.run([self.program, kind, SEED, str(megabytes or self.megabytes)], stdout=f,
                                   stderr=subprocess.PIPE, text=True)
            if r.returncode > 1:
                raise SystemExit(r.stderr)
            self.densities[kind], *far = r.stderr.strip().splitlines()
            self.far += far
        return path

    def part(self, kind, first, last, name):
        path = self.path(f'{kind}.{name}')
        if not os.path.exists(path):
            with open(self.make(kind), 'rb') as whole, open(path, 'wb') as f:
                whole.seek(first)
                f.write(whole.read(last - first))
        return path

    def slice(self, kind, megabytes):
        """Returns the first part of a text, for slow programs."""
        if not megabytes or megabytes >= self.megabytes:
            return self.make(kind)
        return self.part(kind, 0, self.line_end(kind, megabytes << 20), f'{megabytes}mb')

    def line_end(self, kind, at):
        """Returns the end of the line that contains byte "at"."""
        with open(self.make(kind), 'rb') as f:
            f.seek(at)
            return at + len(f.readline())

    def halves(self, kind):
        size = os.path.getsize(self.make(kind))
        middle = self.line_end(kind, size // 2)
        return self.part(kind, 0, middle, '1'), self.part(kind, middle, size, '2')

    def message(self):
        """Returns a message of 2 KB: a header, and part of the natural text."""
        path = self.path('message')
        with open(self.make('natural'), 'rb') as f:
            f.seek(1 << 20)
            body = f.read(1800).rsplit(b'\n', 1)[0]
        with open(path, 'wb') as f:
            f.write(b'From: Joe Bloggs <joe@example.com>\nTo: list@example.org\nSubject: An example\n'
                    b'Date: Mon, 10 Nov 2003 12:00:00 +0100\nMessage-ID: <1@example.com>\n\n' + body + b'\n')
        return path

    def drop(self, kind):
        """Removes a text, to make room for the next one."""
        for name in os.listdir(self.directory):
            if name == kind or name.startswith(kind + '.'):
                os.remove(self.path(name))

    def close(self):
        shutil.rmtree(self.directory)


# ---- The clock ----

class Run:
    """Measurements of a command: seconds of wall time and of processor time, peak memory in KiB."""

    def __init__(self, size):
        self.size, self.wall, self.cpu, self.rss, self.status = size, [], [], 0, 0

    def as_dict(self):
        return {'bytes': self.size, 'wall': self.wall, 'cpu': self.cpu, 'rss': self.rss, 'status': self.status}


class Clock:
    """Runs commands in turn, so that other load on the machine slows all of them equally."""

    def __init__(self, timed, out, most=120):
        self.timed, self.out, self.most = timed, out, most

    def times(self, argv, times=1, env=None, cwd=None, most=None):
        """Returns rows of wall time, processor time, system time, KiB, exit status."""
        r = subprocess.run([self.timed, '-n', str(times), '-t', str(most or self.most), '-o', self.out, *argv],
                           env={**os.environ, **(env or {})}, cwd=cwd, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True)
        return [[float(x) for x in line.split()] for line in r.stdout.splitlines()]

    def once(self, run, argv, **how):
        for wall, cpu, _, rss, status in self.times(argv, **how):
            run.wall.append(wall)
            run.cpu.append(cpu)
            run.rss = max(run.rss, int(rss))
            run.status = max(run.status, int(status))

    def rounds(self, jobs, rounds):
        """Runs each job once per round. jobs: name -> (bytes, argv, how)."""
        runs = {name: Run(size) for name, (size, _, _) in jobs.items()}
        for _ in range(rounds):
            for name, (_, argv, how) in jobs.items():
                self.once(runs[name], argv, **how)
        return {name: run.as_dict() for name, run in runs.items()}


def failed(run):
    """Returns True when the command failed. Exit status 1 only means that it found nothing."""
    return not run or run['status'] > 1 or not run['wall']


def speed(run, clock='wall'):
    """Returns the median speed in gigabytes (10^9) a second, or None when the command failed."""
    if failed(run):
        return None
    return run['bytes'] / max(median(run[clock]), 1e-9) / 1e9
