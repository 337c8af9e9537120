# compare.py - compares trawl pick with urlscan and urlview on the messages of testdata/pick
#
#     python3 tests/pick/compare.py TRAWL [RUNS]
#
# Prints a table in Markdown. Each program runs on a pseudo-terminal of 80 by 24, and opens links with a script that
# records them. The entries of the program's list are opened one after the other. This shows which keys open the
# wanted link, or what is opened instead. These keys are then pressed in a fresh run. Needs root: urlview's
# configuration is replaced in a mount namespace. urlview gets decoded text, as mutt's pipe_decode gives it.

import email
import email.policy
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time

import terminal

# The message, the link that the reader wants, and a link that must not be opened without a warning.
WANTED = (
    ('broken', 'http://www.example.org/reports/2008/june/a-title-that-is-much-too-long-for-a-single-line/and-it-goes-on/and-on/'
     'until-there-is-no-room-left/the-report.html', None),
    ('quoted', 'http://photos.example.net/albums/2008/annual-meeting/day-1/index.html', None),
    ('html', 'http://www.example.com/tickets?day=5&tower=1&seats=2', None),
    ('base64', 'http://karten.example.de/m%C3%BCnchen/s%C3%BCd_(alt)', None),
    ('gateway', 'https://billing.example.com/invoice/1738?key=ab12', None),
    ('mismatch', 'http://www.example.org/how-to-report', 'http://login.example.net/www.bank.example.com/'),
    ('many', 'http://pictures.example.org/tour/157.html', None),
    ('flowed', 'http://library.example.org/catalogue/manuals/bells/1994/volume-2/chapter-11.html', None),
    ('printable', 'https://forms.example.org/fill?form=1738&user=joe&section=bells&language=en&step=1', None),
    ('list', 'http://ann.example.org/notes_(ropes)', None))


class Peer:
    """A program: its command for a file, and the keys to go to an entry and to open it."""

    def __init__(self, name, command, jump, enter, decoded=False):
        self.name, self.command, self.jump, self.enter, self.decoded = name, command, jump, enter, decoded


def decode(data):
    """Returns the text of a message as a mail reader shows it."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    body = message.get_body(('plain', 'html'))
    return ('Subject: %s\n\n' % message['subject'] + body.get_content()).encode()


class Runner:
    def __init__(self, folder, trawl):
        self.log = os.path.join(folder, 'opened')
        script, rc = os.path.join(folder, 'record'), os.path.join(folder, 'urlviewrc')
        with open(script, 'w', encoding='utf-8') as f:
            f.write('#!/bin/sh\nprintf "%%s\\n" "$1" >>"%s"\n' % self.log)
        os.chmod(script, 0o755)
        with open(rc, 'w', encoding='utf-8') as f:
            f.write('COMMAND %s\n' % script)
        self.env = {'HOME': folder, 'PATH': os.environ['PATH'], 'BROWSER': script + ' %s', 'TERM': 'xterm-256color',
                    'LC_ALL': 'C.UTF-8'}
        subprocess.run(['mount', '--bind', rc, '/etc/urlview/system.urlview'], check=True)
        self.peers = (Peer('trawl pick', [trawl, 'pick'], str, '\r'), Peer('urlscan', ['urlscan'], str, '\r'),
                      Peer('urlview', ['urlview'], lambda n: str(n) + '\r', '\r\r', True))
        self.name = os.path.join(folder, 'message')

    def write(self, peer, message):
        with open('testdata/pick/%s.eml' % message, 'rb') as f:
            data = f.read()
        with open(self.name, 'wb') as f:
            f.write(decode(data) if peer.decoded else data)

    def start(self, peer):
        """Starts a program, and returns it with the time to its first link on the screen, in ms."""
        open(self.log, 'w', encoding='utf-8').close()
        began = time.monotonic()
        program = terminal.Program([*peer.command, self.name], env=self.env)
        while b'http' not in program.written:
            if not select.select([program.ours], [], [], 10)[0]:
                sys.exit('compare.py: %s shows no link' % peer.name)
            program.written += os.read(program.ours, 65536)
        passed = 1000 * (time.monotonic() - began)
        program.read(0.1)
        return program, passed

    def opened(self):
        with open(self.log, encoding='utf-8') as f:
            return f.read().split('\n')[:-1]

    def press(self, program, keys, count):
        """Presses keys one by one. Returns what was opened after `count` links; None when nothing was."""
        for key in keys:
            program.send(key.encode())
            program.read(0.02)
        end = time.monotonic() + 1.5
        while len(self.opened()) <= count and time.monotonic() < end:
            program.read(0.05)
        links = self.opened()
        program.read(0.1)
        return links[count] if len(links) > count else None

    def stop(self, program):
        for _ in range(3):
            if program.process.poll() is None:
                program.send(b'q')
                program.read(0.1)
        program.finish(1)
        os.close(program.ours)
        os.close(program.theirs)

    def entries(self, peer, most):
        """Returns what each entry of the list opens, at most `most` entries."""
        found = []
        for number in range(1, most + 1):
            program, _ = self.start(peer)
            link = self.press(program, 'j' * (number - 1) + peer.enter, 0)
            self.stop(program)
            if link is None and number > 1 and peer.name != 'trawl pick' or link in found:
                break
            found.append(link)
        return found

    def path(self, peer, number, target):
        """Returns the fewest keys that open entry `number`."""
        ways = ['j' * (number - 1), peer.jump(number)]
        return min(ways, key=len) + ('t' if target else '') + peer.enter


EMPTY = r'#include <curses.h>' '\nint main(void) { initscr(); addstr("http"); refresh(); getch(); return endwin(); }\n'


def empty(folder):
    """Returns the smallest program with ncurses, to compare the time to the first paint with."""
    program = os.path.join(folder, 'empty')
    subprocess.run(['cc', '-O2', '-x', 'c', '-', '-o', program, '-lncursesw', '-ltinfo'], input=EMPTY.encode(), check=True)
    return Peer('empty', [program], str, '')


def first_paint(runner, peer, runs):
    """Returns the median of the times to the first link on the screen, in ms."""
    times = []
    for _ in range(runs):
        program, passed = runner.start(peer)
        runner.stop(program)
        times.append(passed)
    return statistics.median(times)


def alike(a, b):
    return len(os.path.commonprefix((a, b)))


def measure(runner, peer, message, wanted, trap, runs):
    """Returns the keys to the wanted link or None, the time to first paint, and the wrong links."""
    runner.write(peer, message)
    passed, wrong = first_paint(runner, peer, runs), []
    if message == 'many':  # all links are the same but for their number
        ways = [runner.path(peer, 157, False)]
    else:
        found = runner.entries(peer, 7)
        if trap in found:
            wrong.append(trap)
        target = peer.name == 'trawl pick' and message == 'gateway'
        if wanted in found or target:
            ways = [runner.path(peer, found.index(wanted) + 1 if wanted in found else 1, target)]
        else:
            ways = []
            if message != 'gateway':  # the gateway's own link is not a wrong link
                wrong.append(max(filter(None, found), key=lambda link: alike(link, wanted), default='nothing'))
    for keys in ways:
        program, _ = runner.start(peer)
        got = runner.press(program, keys, 0)
        runner.stop(program)
        if got != wanted:
            wrong.append(got)
            ways = []
    return len(ways[0]) if ways else None, passed, wrong


def main():
    if 'COMPARE_PRIVATE' not in os.environ:
        os.execvpe('unshare', ['unshare', '-m', sys.executable, '-B', *sys.argv], dict(os.environ, COMPARE_PRIVATE='1'))
    trawl, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 11
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(folder, trawl)
        names = [peer.name for peer in runner.peers]
        print('| Message | ' + ' | '.join(names) + ' |\n|---|' + '---|' * len(names))
        times, wrong = {name: [] for name in names}, {name: 0 for name in names}
        for message, wanted, trap in WANTED:
            cells = []
            for peer in runner.peers:
                keys, passed, bad = measure(runner, peer, message, wanted, trap, runs)
                times[peer.name].append(passed)
                wrong[peer.name] += len(bad)
                cells.append(str(keys) if keys else 'no')
                for link in bad:
                    print('%s, %s: %s' % (message, peer.name, link), file=sys.stderr)
            print('| %s | %s |' % (message, ' | '.join(cells)))
        print('| wrong links opened | %s |' % ' | '.join(str(wrong[name]) for name in names))
        print('| first paint, ms | %s |' % ' | '.join('%.0f' % statistics.median(times[name]) for name in names))
        print('first paint of an empty program of ncurses: %.0f ms' % first_paint(runner, empty(folder), runs))


if __name__ == '__main__':
    main()
