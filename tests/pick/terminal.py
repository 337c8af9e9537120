# terminal.py - runs a program on a pseudo-terminal, presses keys, and prints what the screen shows
#
#     python3 tests/pick/terminal.py [-s 80x24] [-i FILE] [-o FILE] [-r FILE] KEYS COMMAND...
#
# KEYS is a list with blanks between: characters as they are, names (Enter, Esc, Tab, Space, Up,
# Down, Left, Right, Home, End, PgUp, PgDn, BSpace, C-a to C-z), and steps: size:20x3 sends a new
# window size, click:ROW,COLUMN a mouse press, sig:TERM a signal to the program, wait:0.5 waits,
# until:WORD waits for a word on the screen ("_" is a blank), there:FILE waits for a file, make:FILE
# makes a file, show prints the screen, text:ABC types letters. The program reads FILE of -i as
# standard input (default: the terminal), and writes standard output to FILE of -o (default: the
# terminal). -r records the bytes that it writes to the terminal. "show" waits until the program no
# longer writes, "end" until the program has ended.
#
#     python3 tests/pick/terminal.py -n COMMAND...
#
# Runs COMMAND without a terminal: in a session of its own.
#
# Prints the screens of "show", then "end" and the exit status, and what is wrong with the terminal afterwards: it is
# still in another mode, or the alternate screen or the mouse is still on.

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata

KEYS = {'Enter': '\r', 'Esc': '\033', 'Tab': '\t', 'Space': ' ', 'BSpace': '\x7f', 'Up': '\033OA', 'Down': '\033OB',
        'Right': '\033OC', 'Left': '\033OD', 'Home': '\033OH', 'End': '\033OF', 'PgUp': '\033[5~', 'PgDn': '\033[6~'}
SHORT, QUIET, LONG = 0.01, 0.05, 60.0


class Screen:
    """What a terminal shows: the part of xterm's language that ncurses writes for it."""

    def __init__(self, columns, rows):
        self.modes, self.rest, self.marked, self.sgr = set(), b'', False, set()
        self.copied = []
        self.other = None
        self.resize(columns, rows)

    def resize(self, columns, rows):
        old = getattr(self, 'cells', [])
        self.columns, self.rows = columns, rows
        self.cells = [[old[y][x] if y < len(old) and x < len(old[y]) else ' ' for x in range(columns)]
                      for y in range(rows)]
        self.x = self.y = 0
        self.top, self.bottom = 0, rows - 1
        self.wraps = False

    def feed(self, data):
        text = self.rest + data
        self.rest = b''
        i = 0
        while i < len(text):
            used = self.step(text, i)
            if not used:
                self.rest = text[i:]
                return
            i += used

    def step(self, text, i):
        """Handles the next character or sequence. Returns its length, or 0 if it is incomplete."""
        byte = text[i]
        if byte == 0x1B:
            return self.escape(text, i)
        if byte >= 0xC2:
            n = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            if len(text) - i < n:
                return 0
            self.put(text[i:i + n].decode('utf-8', 'replace'))
            return n
        self.control(byte) if byte < 0x20 else self.put(chr(byte))
        return 1

    def control(self, byte):
        if byte == 0x0D:
            self.x = 0
        elif byte == 0x0A:
            self.down()
        elif byte == 0x08:
            self.x = max(0, self.x - 1)
        elif byte == 0x09:
            self.x = min(self.columns - 1, self.x // 8 * 8 + 8)
        self.wraps = False

    def down(self):
        if self.y == self.bottom:
            self.scroll(1)
        elif self.y < self.rows - 1:
            self.y += 1

    def scroll(self, n):
        for _ in range(abs(n)):
            del self.cells[self.top if n > 0 else self.bottom]
            self.cells.insert(self.bottom if n > 0 else self.top, [' '] * self.columns)

    def put(self, c):
        width = 0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in 'WF' else 1
        self.last = c
        if width == 0:
            at = self.x if self.wraps else self.x - 1
            if at >= 0:
                self.cells[self.y][at] += c
            return
        if self.wraps or self.x + width > self.columns:
            self.x = 0
            self.down()
        self.wraps = False
        self.cells[self.y][self.x] = c
        if width == 2 and self.x + 1 < self.columns:
            self.cells[self.y][self.x + 1] = ''
        self.x += width
        if self.x >= self.columns:
            self.x, self.wraps = self.columns - 1, True

    def escape(self, text, i):
        if len(text) - i < 2:
            return 0
        kind = text[i + 1:i + 2]
        if kind == b']':
            ends = [k for k in (text.find(b'\a', i), text.find(b'\033\\', i)) if k >= 0]
            if not ends:
                return 0
            self.copied.append(text[i + 2:min(ends)].decode('latin-1'))
            return min(ends) + (1 if text[min(ends)] == 7 else 2) - i
        if kind in b'()':
            return 3 if len(text) - i >= 3 else 0
        if kind == b'M':
            if self.y == self.top:
                self.scroll(-1)
            else:
                self.y = max(0, self.y - 1)
        if kind != b'[':
            return 2
        end = i + 2
        while end < len(text) and not 0x40 <= text[end] <= 0x7E:
            end += 1
        if end == len(text):
            return 0
        self.sequence(text[i + 2:end].decode('latin-1'), chr(text[end]))
        return end + 1 - i

    def sequence(self, arguments, kind):
        if arguments[:1] == '?':
            for mode in arguments[1:].split(';'):
                if mode == '1049' and (kind == 'h') != (mode in self.modes):
                    self.exchange()
                (self.modes.add if kind == 'h' else self.modes.discard)(mode)
            return
        numbers = [int(a) if a.isdigit() else 0 for a in arguments.split(';')]
        n = max(1, numbers[0])
        row = self.cells[self.y]
        if kind != 'm':
            self.wraps = False
        if kind in 'Hf':
            self.y = min(n, self.rows) - 1
            self.x = min(max(1, numbers[1] if len(numbers) > 1 else 1), self.columns) - 1
        elif kind == 'd':
            self.y = min(n, self.rows) - 1
        elif kind in 'G`':
            self.x = min(n, self.columns) - 1
        elif kind in 'ABCD':
            self.y = min(max(self.y + {'A': -n, 'B': n}.get(kind, 0), 0), self.rows - 1)
            self.x = min(max(self.x + {'C': n, 'D': -n}.get(kind, 0), 0), self.columns - 1)
        elif kind == 'J':
            if numbers[0] == 0:
                row[self.x:] = [' '] * (self.columns - self.x)
            for y in range(self.rows):
                if numbers[0] == 2 or numbers[0] == 0 and y > self.y or numbers[0] == 1 and y < self.y:
                    self.cells[y] = [' '] * self.columns
        elif kind == 'K':
            low, high = {0: (self.x, self.columns), 1: (0, self.x + 1), 2: (0, self.columns)}[numbers[0]]
            row[low:high] = [' '] * (high - low)
        elif kind == 'X':
            row[self.x:self.x + n] = [' '] * len(row[self.x:self.x + n])
        elif kind == 'P':
            del row[self.x:self.x + n]
            row.extend([' '] * (self.columns - len(row)))
        elif kind == '@':
            row[self.x:self.x] = [' '] * n
            del row[self.columns:]
        elif kind in 'LM':
            for _ in range(min(n, self.rows)):
                del self.cells[self.bottom if kind == 'L' else self.y]
                self.cells.insert(self.y if kind == 'L' else self.bottom, [' '] * self.columns)
        elif kind in 'ST':
            self.scroll(n if kind == 'S' else -n)
        elif kind == 'b':
            for _ in range(n):
                self.put(self.last)
        elif kind == 'r':
            self.top = min(n, self.rows) - 1
            self.bottom = min(numbers[1] if len(numbers) > 1 and numbers[1] else self.rows, self.rows) - 1
            self.x = self.y = 0
        elif kind == 'm':
            self.sgr.add(arguments)

    def exchange(self):
        """Changes between the normal and the alternate screen."""
        now = self.cells, self.x, self.y
        self.cells, self.x, self.y = self.other or ([[' '] * self.columns for _ in range(self.rows)], 0, 0)
        self.other = now
        size = self.columns, self.rows
        at = self.x, self.y
        self.resize(*size)
        self.x, self.y = min(at[0], self.columns - 1), min(at[1], self.rows - 1)

    def lines(self):
        return [''.join(row).rstrip() for row in self.cells]


class Program:
    """A program on a terminal of its own."""

    def __init__(self, command, columns=80, rows=24, stdin=None, stdout=None, env=None):
        self.ours, theirs = pty.openpty()
        self.screen = Screen(columns, rows)
        self.written = bytearray()
        self.set_size(columns, rows)
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs

        def prepare():
            os.setsid()
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP):
                signal.signal(number, signal.SIG_DFL)

        self.process = subprocess.Popen(command, stdin=theirs if stdin is None else stdin,
                                        stdout=theirs if stdout is None else stdout, stderr=theirs,
                                        preexec_fn=prepare, env=env)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
        self.screen.resize(columns, rows)

    def read(self, seconds):
        """Reads for some time, or until the program is silent. Returns false when it has ended."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.ours], [], [], left)[0]:
                return self.process.poll() is None
            try:
                data = os.read(self.ours, 65536)
            except OSError:
                return False
            self.written += data
            self.screen.feed(data)
            end = max(end, time.monotonic() + min(seconds, QUIET))

    def send(self, data):
        os.write(self.ours, data)

    def until(self, word, seconds=LONG):
        end = time.monotonic() + seconds
        while not any(word in line for line in self.screen.lines()):
            if time.monotonic() > end or not self.read(SHORT) and self.process.poll() is not None:
                return False
        return True

    def faults(self):
        """Returns what is wrong with the terminal after the program."""
        found = []
        if termios.tcgetattr(self.theirs)[:6] != self.before[:6]:
            found.append('the mode of the terminal has changed')
        if self.screen.modes & {'1049', '47', '1047'}:
            found.append('the alternate screen is on')
        if self.screen.modes & {'1000', '1002', '1003'}:
            found.append('the mouse is on')
        return found

    def finish(self, seconds=LONG):
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self.read(SHORT)
        self.read(SHORT)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            return 'killed: it did not end'
        return self.process.returncode


def size_of(text):
    return [int(n) for n in text.split('x')]


def press(program, key):
    kind, _, value = key.partition(':')
    if kind == 'size' and value:
        program.set_size(*size_of(value))
        os.killpg(program.process.pid, signal.SIGWINCH)
    elif kind == 'click' and value:
        row, column = value.split(',')
        x, y = int(column), int(row)
        program.send(b'\033[<0;%d;%dM\033[<0;%d;%dm' % (x, y, x, y) if '1006' in program.screen.modes else
                     b'\033[M %c%c\033[M#%c%c' % (x + 32, y + 32, x + 32, y + 32))
    elif kind == 'sig' and value:
        program.process.send_signal(getattr(signal, 'SIG' + value))
    elif kind == 'wait' and value:
        program.read(float(value))
    elif kind == 'until' and value:
        if not program.until(value.replace('_', ' ')):
            print('never shown:', value)
    elif kind == 'there' and value:
        end = time.monotonic() + LONG
        while not os.path.exists(value) and time.monotonic() < end:
            program.read(SHORT)
    elif kind == 'make' and value:
        with open(value, 'w', encoding='utf-8') as f:
            f.write('made\n')
    elif kind == 'text' and value:
        program.send(value.encode())
    elif key == 'end':
        program.finish()
    elif key == 'show':
        program.read(2 * QUIET)
        print('\n'.join(line + '|' for line in program.screen.lines()))
    elif key == 'Esc':
        program.send(b'\033')
        program.read(3 * QUIET)  # so that it is not taken for the start of a sequence
    elif len(key) == 3 and key.startswith('C-'):
        program.send(bytes([ord(key[2].upper()) & 0x1F]))
    else:
        program.send(KEYS.get(key, key).encode())


def main(argv):
    if argv[0] == '-n':
        os.setsid()
        os.execvp(argv[1], argv[1:])
    options = {'-s': '80x24', '-i': None, '-o': None, '-r': None}
    while len(argv) > 1 and argv[0] in options:
        options[argv[0]] = argv[1]
        argv = argv[2:]
    keys, command = argv[0].split(), argv[1:]
    program = Program(command, *size_of(options['-s']),
                      stdin=open(options['-i'], 'rb') if options['-i'] else None,
                      stdout=open(options['-o'], 'wb') if options['-o'] else None)
    for key in keys:
        press(program, key)
        program.read(0)
    status = program.finish()
    for text in program.screen.copied:
        if text.startswith('52;'):
            print('copied', text)
    print('end', status)
    for fault in program.faults():
        print('wrong:', fault)
    if options['-r']:
        with open(options['-r'], 'wb') as f:
            f.write(program.written)


if __name__ == '__main__':
    main(sys.argv[1:])
