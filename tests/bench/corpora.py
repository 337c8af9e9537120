# corpora.py - the texts: where they go, how they are made by the program "corpus", slices and halves of them

import os
import shutil
import subprocess
import tempfile

SEED = '1738'


def place(needed):
    """A directory in memory when that has room for twice the bytes, else below TMPDIR; and a line that says which."""
    for base, where in (('/dev/shm', 'in memory'), (tempfile.gettempdir(), 'on disk')):
        if os.path.isdir(base) and os.access(base, os.W_OK) and shutil.disk_usage(base).free > 2 * needed \
                and (where == 'on disk' or available() > 3 * needed):
            return tempfile.mkdtemp(prefix='trawl-bench-', dir=base), f'{base}, {where}'
    raise SystemExit(f'bench: no room for {needed >> 20} MB of texts, neither in /dev/shm nor below TMPDIR')


def available():
    """Bytes of memory that are free, or can be; where the system does not say, all that are wanted."""
    try:
        with open('/proc/meminfo') as f:
            fields = dict(line.split(':') for line in f)
        return int(fields['MemAvailable'].split()[0]) * 1024
    except (OSError, KeyError):
        return 1 << 60


class Corpora:
    def __init__(self, program, directory, megabytes):
        self.program, self.directory, self.megabytes = program, directory, megabytes
        self.densities, self.far = {}, []

    def path(self, name):
        return os.path.join(self.directory, name)

    def make(self, kind, megabytes=None):
        """The file of a kind, made when it is first asked for."""
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
        """Its beginning, where a slow program is given no more."""
        if not megabytes or megabytes >= self.megabytes:
            return self.make(kind)
        return self.part(kind, 0, self.line_end(kind, megabytes << 20), f'{megabytes}mb')

    def line_end(self, kind, at):
        """Where the line ends that goes on there."""
        with open(self.make(kind), 'rb') as f:
            f.seek(at)
            return at + len(f.readline())

    def halves(self, kind):
        size = os.path.getsize(self.make(kind))
        middle = self.line_end(kind, size // 2)
        return self.part(kind, 0, middle, '1'), self.part(kind, middle, size, '2')

    def drop(self, kind):
        """Room for the next."""
        for name in os.listdir(self.directory):
            if name == kind or name.startswith(kind + '.'):
                os.remove(self.path(name))
