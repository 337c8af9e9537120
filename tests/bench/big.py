# big.py - inputs that are large in one way: a folder, a line, a header, the number of messages or
# parts. Time and memory must be bounded.
#
#     python3 tests/bench/big.py BUILD [SCALE] [deep|parts|line|messages|folder]...
#
# "make check-big" runs it. Prints seconds of processor time and the peak of memory of each run, and
# fails beyond the bounds. A SCALE below 1 makes all inputs smaller.

import os
import resource
import subprocess
import sys
import tempfile

MESSAGE = 'From a@b.example Mon Jan  1 00:00:00 2001\nMessage-ID: <%d@b.example>\n\nhttp://a.example/%d\n\n'
STACK = 256 << 10  # bytes, for deep folders
PARTS = 10000      # at most; E20 also counts the multipart itself


class Big:
    def __init__(self, build, scale):
        self.trawl, self.timed = os.path.join(build, 'trawl'), os.path.join(build, 'bench_timed')
        self.scale, self.failed = scale, 0
        self.directory = tempfile.mkdtemp(prefix='trawl-big-')

    def path(self, name):
        return os.path.join(self.directory, name)

    def count(self, n):
        return max(2, int(n * self.scale))

    def run(self, name, argv, megabytes, seconds, feed=None, stack=None, links=None, limit=False):
        """Runs trawl with these arguments, on the output of a shell command if there is one. With
        `limit`, trawl may report that a limit hid links."""
        argv = [self.timed, '-t', '900', '-i', '/dev/stdin', '-o', self.path('out'), self.trawl, *argv]
        feeder = subprocess.Popen(['sh', '-c', feed], stdout=subprocess.PIPE) if feed else None
        with open(self.path('out'), 'wb'):
            pass
        r = subprocess.run(argv, stdin=feeder.stdout if feeder else subprocess.DEVNULL, capture_output=False,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                           preexec_fn=lambda: stack and resource.setrlimit(resource.RLIMIT_STACK, (stack, stack)))
        if feeder:
            feeder.stdout.close()
            feeder.wait()
        _, cpu, _, kib, status = (float(x) for x in r.stdout.split())
        faults = [why for why, bad in (
            ('too much memory', kib / 1024 > megabytes), ('too slow', cpu > seconds),
            (f'exit status {status:.0f}', status > (2 if limit else 1)),
            ('links are missing', links is not None and self.lines() != links)) if bad]
        self.failed += bool(faults)
        print(f"{name:58}{cpu:8.1f} s{kib / 1024:8.1f} MB  {', '.join(faults) or 'ok'}", flush=True)

    def lines(self):
        with open(self.path('out'), 'rb') as f:
            return sum(block.count(b'\n') for block in iter(lambda: f.read(1 << 20), b''))

    def remove(self, *names):
        for name in names:
            path = self.path(name)
            if os.path.isdir(path):
                subprocess.run(['rm', '-rf', path], check=True)  # shutil.rmtree() recurses
            elif os.path.exists(path):
                os.remove(path)


def folder(b):
    """A folder with a million files."""
    n, where = b.count(1000000), b.path('folder')
    os.mkdir(where)
    for i in range(n):
        with open(os.path.join(where, f'{i}.txt'), 'w', encoding='ascii') as f:
            f.write(f'http://a.example/{i}\n')
    b.run(f'{n} files in a folder', [where], 200, 120, links=n)
    b.run(f'{n} files in a folder, -j 2', ['-j', '2', where], 250, 150, links=n)
    b.run(f'{n} files in a folder, trawl index', ['index', '-q', b.path('db'), where], 500, 600)
    b.run(f'{n} files in a folder, trawl index again', ['index', '-q', b.path('db'), where], 500, 300)
    b.remove('folder', 'db')
    n = b.count(100000)
    os.mkdir(where)
    for i in range(n):
        with open(os.path.join(where, f'{i}.mbox'), 'w', encoding='ascii') as f:
            f.write(MESSAGE % (i, i))
    b.run(f'{n} mailboxes in a folder, trawl site', ['site', '-q', where, '-o', b.path('site')], 500, 300)
    b.remove('folder', 'site')


def deep(b):
    """Folders in folders; the kernel limits a path, not their depth."""
    n, here, where = 2000, os.open('.', os.O_RDONLY), b.path('deep')
    os.mkdir(where)
    os.chdir(where)
    for _ in range(n):
        os.mkdir('d')
        os.chdir('d')
    with open('mail', 'w', encoding='ascii') as f:
        f.write(MESSAGE % (1, 1))
    os.fchdir(here)
    os.close(here)
    for command in (['-j', '2', where], ['index', '-q', b.path('db'), where], ['site', '-q', where, '-o', b.path('site')]):
        b.run(f'{n} folders deep, a stack of 256 KB: {command[0]}', command, 100, 10, stack=STACK)
    b.remove('deep', 'db', 'site')


def messages(b):
    """A mailbox of a million tiny messages."""
    n = b.count(1000000)
    with open(b.path('mbox'), 'w', encoding='ascii') as f:
        for i in range(n):
            f.write(MESSAGE % (i, i))
    for name, options in (('list', []), ('json', ['-t', 'json']), ('-u', ['-u'])):
        b.run(f'{n} tiny messages, {name}', ['-j', '1', *options, b.path('mbox')], 200 if name == '-u' else 16, 60,
              links=n)
    b.run(f'{n} tiny messages, page', ['-j', '1', '-t', 'html', '--page', b.path('mbox')], 200, 120)
    b.run(f'{n} tiny messages, trawl index', ['index', '-q', b.path('db'), b.path('mbox')], 500, 300)
    b.run(f'{n} tiny messages, trawl query', ['query', b.path('db')], 100, 60, links=n)
    b.remove('mbox', 'db')
    n = b.count(100000)
    with open(b.path('mbox'), 'w', encoding='ascii') as f:
        for i in range(n):
            f.write(MESSAGE % (i, i))
    b.run(f'{n} tiny messages, trawl site', ['site', '-q', b.path('mbox'), '-o', b.path('site')], 500, 300)
    b.remove('mbox', 'site')


def line(b):
    """A line of a gigabyte."""
    n = b.count(1 << 30)
    words = f"yes 'word http://a.example/b' | tr '\\n' ' ' | head -c {n}"
    letters = f'head -c {n} /dev/zero | tr "\\0" a'
    for what, feed in (('of links', words), ('of letters', letters)):
        for name in ('list', 'text', 'html', 'term'):
            b.run(f'a line of {n >> 20} MB {what}, {name}', ['-j', '1', '-t', name], 16, 300, feed=feed)
    n >>= 6  # its output is 86 times as long
    b.run(f'a line of {n >> 20} MB of links, context', ['-j', '1', '-t', 'json', '--fields', 'url', '--context', 'line'], 64, 300,
          feed=f'{words} | head -c {n}')


def parts(b):
    """A message with a million parts, and a header of 100 MB."""
    n = b.count(1000000)
    head = "printf 'Content-Type: multipart/mixed; boundary=a\\n\\n'"
    part = r"""yes -- "$(printf -- '--a\nContent-Type: text/plain; name=x\n\nhttp://a.example/')" | head -n """ + str(4 * n)
    for name in ('list', 'json', 'html'):
        b.run(f'{n} parts, {name}', ['-j', '1', '-f', 'mail', '-t', name], 32, 60, feed=f'{head}; {part}', limit=True,
              links=min(n, PARTS - 1) if name == 'list' else None)
    n = b.count(100 << 20)
    for what, unit in (('one field', "printf 'Subject: '; yes 'word http://a.example/' | tr '\\n' ' '"),
                       ('many fields', "yes 'X-a: b'"), ('one folded field', "printf 'Subject: x\\n'; yes ' word'"),
                       ('many links', "yes 'List-Post: <http://a.example/>'")):
        b.run(f'a header of {n >> 20} MB, {what}', ['-j', '1', '-f', 'mail', '--headers', 'all'], 32, 60,
              feed=f'({unit}) | head -c {n}', limit=True)


def main(argv):
    b = Big(os.path.abspath(argv[1]), float(argv[2]) if len(argv) > 2 else 1)
    try:
        for part in (deep, parts, line, messages, folder):
            if not argv[3:] or part.__name__ in argv[3:]:
                part(b)
    finally:
        subprocess.run(['rm', '-rf', b.directory], check=False)
    return 1 if b.failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
