# fuzz.py - runs trawl pick on pseudo-terminals with random input, keys, window sizes and signals
#
#     python3 tests/pick/fuzz.py SECONDS SEED TRAWL
#
# Every run must end when it is left, without a crash or a report of a sanitizer, and leave the terminal as it was. A
# failure is printed with its seed: SECONDS 0 runs only that seed.

import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import terminal

KEYS = ['j', 'k', 'g', 'G', '\r', '\n', ' ', 'o', 'y', 'Y', 'e', '\t', 't', 'c', 'z', '!', '?', '/', 'n', 'N', 'q', '0',
        '1', '9', '\033', '\033[A', '\033OB', '\033[5~', '\033[6~', '\033OH', '\033OF', '\x0c', '\x04', '\x15', '\x0b',
        '\x17', '\x7f', 'a', 'é', '日', '\033[M !!', '\033[<0;5;5M', '\033[<64;1;1M', '\033[<0;500;500M', '\033[', '\xff']
PIECES = ['http://a.example/%d', 'https://www.example.org/x?y=%d&z', '<URL:http://b.example/\nc%d>', '> quoted http://q.example/%d\n',
          'ftp://f.example/%d', '<URL:javascript:alert(%d)>', 'joe%d@a.example', 'http://user@evil.example/%d',
          'http://xn--trme-0ra.example/%d', 'http://p\u0430ypal.com/%d', '\033[31m', '\033]52;c;eA==\a', '\u202e', '日本語', 'e\u0301',
          '😀', '\n', '\n\n', ' ', 'some words ', '-- \n', '_______________\nList mailing list\nhttp://l.example/%d\n',
          'From a Mon Jun 30 02:34:00 2008\nSubject: %d\n\n', 'Content-Type: text/html\n\n<a href="http://h.example/%d">www.bank.com</a>',
          'http://g.example/?u=http%%3A%%2F%%2Ft.example%%2F%d', 'http://c.example/copy-\nof-%d.html', 'x' * 300, 'http://' + 'l' * 200 + '.example/%d',
          '<URL:ftp://long.example/' + 'p/' * 1500 + '%d>', '\0', '\r\n', 'List-Unsubscribe: <http://u.example/%d>\n']


def make_input(r):
    kind = r.random()
    if kind < 0.05:
        return b''
    if kind < 0.15:
        return bytes(r.randrange(256) for _ in range(r.randrange(5000)))
    if kind < 0.2:
        return b''.join(b'http://a.example/%d\n' % i for i in range(100000))
    text = ''.join(piece % r.randrange(30) if '%d' in piece else piece
                   for piece in (r.choice(PIECES) for _ in range(r.randrange(1, 300))))
    data = bytearray(text.encode())
    for _ in range(r.choice((0, 0, 5))):
        data[r.randrange(len(data))] = r.randrange(256)
    return bytes(data)


def size(r):
    return r.choice(((80, 24), (20, 3), (1, 1), (2, 1), (5, 2), (300, 100), (r.randrange(1, 120), r.randrange(1, 50))))


class Run:
    """One run, decided by its seed."""

    def __init__(self, seed, trawl, folder):
        self.r = r = random.Random(seed)
        self.folder = folder
        self.data = make_input(r)
        self.signalled = self.closed = None
        env = dict(os.environ, HOME=folder, TERM=r.choice(('xterm-256color', 'xterm', 'vt100', 'dumb', 'screen')),
                   BROWSER=r.choice(('true', 'false', 'missing', 'sh -c "sleep 0.05"', 'cat &')), LC_ALL=r.choice(('C.UTF-8', 'C')))
        env.pop('DISPLAY', None)
        if r.random() < 0.3:
            env['DISPLAY'] = ':99'
        if r.random() < 0.3:
            env['NO_COLOR'] = '1'
        command = [trawl, 'pick', *r.choice(((), (), ('--print',), ('--plain',), ('--once',)))]
        name = os.path.join(folder, 'input')
        with open(name, 'wb') as f:
            f.write(self.data)
        self.feeder = None
        if r.random() < 0.5:
            self.program = terminal.Program([*command, name], *size(r), env=env)
        else:
            ours = self.slow_pipe(name)
            self.program = terminal.Program(command, *size(r), stdin=ours, env=env)
            ours.close()

    def slow_pipe(self, name):
        """Returns a pipe that gets the input with pauses."""
        half = self.r.randrange(len(self.data) + 1)
        self.feeder = subprocess.Popen(['sh', '-c', 'head -c %d "$1"; sleep 0.1; tail -c +%d "$1"' % (half, half + 1), 'sh', name],
                                       stdout=subprocess.PIPE)
        return self.feeder.stdout

    def step(self):
        r, p = self.r, self.program
        kind = r.random()
        if kind < 0.9:
            p.send(''.join(r.choice(KEYS) for _ in range(r.randrange(1, 6))).encode('utf-8', 'surrogatepass'))
        elif kind < 0.96:
            p.set_size(*size(r))
            os.killpg(p.process.pid, signal.SIGWINCH)
        elif kind < 0.98:
            p.process.send_signal(r.choice((signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)))
        p.read(r.choice((0, 0, 0.01)))

    def leave(self):
        """Leaves by keys, by a signal, or by closing the terminal."""
        r, p = self.r, self.program
        kind = r.random()
        if kind < 0.1:
            self.signalled = r.choice((signal.SIGTERM, signal.SIGHUP, signal.SIGINT))
            p.read(0.1)
            p.process.send_signal(self.signalled)
        elif kind < 0.15:
            self.closed = True
            os.close(p.ours)
        for _ in range(40):
            if p.process.poll() is not None or self.closed:
                break
            p.send(r.choice((b'\033', b'n', b'q', b'\r', b'q\r', b'\x03', b'\x04')))
            p.read(0.05)
        if not self.closed and p.process.poll() is None:
            p.send(b'\033')
            p.read(0.2)
            p.send(b'q\rq\r\x04')

    def verdict(self):
        """Returns what is wrong with the end of the run, or ''."""
        p = self.program
        if self.closed:
            try:
                status = p.process.wait(10)
            except subprocess.TimeoutExpired:
                p.process.kill()
                return 'it goes on without a terminal'
        else:
            status = p.finish()
        if not isinstance(status, int):
            return status
        if status not in (0, 1, 2, 130, -signal.SIGINT) and status != -(self.signalled or 0) and not (
                self.closed and status == -signal.SIGHUP):
            return 'status %d' % status
        if b'Sanitizer' in p.written or b'runtime error' in p.written:
            return p.written.decode('utf-8', 'replace').partition('=====')[2][:4000] or 'runtime error'
        return '' if self.closed else ', '.join(p.faults())

    def run(self):
        for _ in range(self.r.randrange(60)):
            if self.program.process.poll() is not None:
                break
            try:
                self.step()
            except OSError:
                break
        try:
            self.leave()
        except OSError:
            pass
        wrong = self.verdict()
        os.close(self.program.theirs)
        if not self.closed:
            os.close(self.program.ours)
        if self.feeder:
            self.feeder.wait()
        return wrong


def main():
    seconds, seed, trawl = float(sys.argv[1]), int(sys.argv[2]), os.path.abspath(sys.argv[3])
    end = time.monotonic() + seconds
    runs = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        while runs == 0 or time.monotonic() < end:
            wrong = Run(seed + runs, trawl, folder).run()
            if wrong:
                print('seed %d: %s' % (seed + runs, wrong))
                failed += 1
            runs += 1
    print('%d runs, %d failed' % (runs, failed))
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
