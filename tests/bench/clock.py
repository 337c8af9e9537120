# clock.py - commands timed by the program "timed", in turn, so that what else the machine does meets them all alike

import os
import subprocess
from statistics import median


class Run:
    """What a command took: a list of seconds on the wall and of the processor, and the most KiB it had."""

    def __init__(self, size):
        self.size, self.wall, self.cpu, self.rss, self.status = size, [], [], 0, 0

    def as_dict(self):
        return {'bytes': self.size, 'wall': self.wall, 'cpu': self.cpu, 'rss': self.rss, 'status': self.status}


class Clock:
    def __init__(self, timed, out, most=120):
        self.timed, self.out, self.most = timed, out, most

    def times(self, argv, times=1, env=None, cwd=None, most=None):
        """Rows of wall, processor, system, KiB, status."""
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
        """jobs: name -> (bytes, argv, how). All of them once, then all again."""
        runs = {name: Run(size) for name, (size, _, _) in jobs.items()}
        for _ in range(rounds):
            for name, (_, argv, how) in jobs.items():
                self.once(runs[name], argv, **how)
        return {name: run.as_dict() for name, run in runs.items()}


def failed(run):
    """1 says that nothing was found; what is more, or a signal, that the work was not done."""
    return not run or run['status'] > 1 or not run['wall']


def speed(run, clock='wall'):
    """Gigabytes (10^9) a second, by the median; None where it failed."""
    if failed(run):
        return None
    return run['bytes'] / max(median(run[clock]), 1e-9) / 1e9
