# hostile.py - 300 texts that attack a terminal, through every command that writes to one
#
#     python3 -B tests/pick/hostile.py TRAWL FOLDER GROUP...     GROUP: see groups()
#     python3 -B tests/pick/hostile.py list | self
#
# The texts are put into files, names of files, fields and names of messages, and arguments. Each command runs
# on a pseudo-terminal in raw mode. Its output may only have printable characters of UTF-8, line ends, tabs, and
# the sequences of trawl itself (OWN); pick may have those of ncurses, too. All other control characters are
# faults: those below 0x20, and those from U+0080 to U+009F, as single bytes or in UTF-8. The characters of rule
# M8 and line separators are faults, too. If the output has a fault, the program prints "COMMAND: what was found"
# and exits with 1. "self" proves that every text is found when it is printed as it is.

import os
import re
import subprocess
import sys
import threading
import tty

import terminal

# ---- The texts ----

ESC = b'\x1b'
ATOMS = ([bytes([c]) for c in list(range(1, 9)) + list(range(11, 32)) + [127]] + [bytes([c]) for c in range(0x80, 0xA0)]
         + [chr(c).encode() for c in range(0x80, 0xA0)]
         + [chr(c).encode() for c in (0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F), 0x2060,
                                      *range(0x2066, 0x206A), 0xFEFF)]
         + [ESC + rest for rest in (
             b'[7777m', b'[7777J', b'[7777;7777H', b'[?7777h', b'[>7777c', b'[7777n', b'[7777 q', b'[7777t', b']0;evil\a',
             b']0;evil\x1b\\', b']2;evil\a', b']8;;http://evil.example/\a', b']8;;http://evil.example/\x1b\\',
             b']52;c;ZXZpbA==\a', b']52;c;?\a', b']10;?\a', b']1337;File=:x\a', b']9;evil\a', b']777;notify;a;b\a', b'Pevil\x1b\\',
             b'P$qm\x1b\\', b'P+q544e\x1b\\', b'_evil\x1b\\', b'^evil\x1b\\', b'Xevil\x1b\\', b'c', b'#8', b'(0', b')0', b'N', b'O', b'7',
             b'Z', b'n', b'%G', b'kevil\x1b\\', b'[', b']', b'P', b'[7777', b']8;;', b'\x1b[7777m', b'[\x0b7777m')]
         + [b'\x9b7777m', b'\xc2\x9b7777m', b'\x9d0;evil\x9c', b'\xc2\x9d0;evil\xc2\x9c', b'\x90evil\x9c', b'\x8d\x8d', b'\xc0\x9b7777m',
            b'\xe0\x80\x9b7777m', b'\xf0\x80\x80\x9b7777m', b'\xc0\x8a', b'\xed\xa0\x80', b'\xed\xb0\x80\xed\xa0\x80', b'\xf4\x90\x80\x80',
            b'\xff\xfe', b'\xe2\x80', b'\xe2\x80\x1b[7777m', b'\xf0\x9f\x1b[7777m', b'\xc2\x1b[7777m', b'\x08\x08\x08evil', b'\revil',
            b'\x7f\x7f', b'\x0eevil\x0f', b'\x05', b'\x1b\r[7777m', b'\xef\xbf\xb9a\xef\xbf\xbab\xef\xbf\xbb\xe2\x80\xae', b'\xf3\xa0\x81\x81\xe2\x80\xae'])
SHAPES = (b'%s', b'x%sy', b'.example/%s?z', b'"%s"', b'%s.txt')


def texts():
    """Returns 300 texts, each once: every atom, then every other atom inside of other texts."""
    made = list(dict.fromkeys(shape.replace(b'%s', atom) for shape in SHAPES for atom in ATOMS))
    return made[:len(ATOMS)] + made[len(ATOMS)::max(1, (len(made) - len(ATOMS)) // (300 - len(ATOMS)))][:300 - len(ATOMS)]


# ---- What a terminal may get ----

CONTROLS = re.compile('[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]')
# SGR with the attributes that trawl uses, and hyperlinks.
OWN = re.compile('\x1b\\[(0|1|4|7|3[0-7]|1;3[0-7])?m|\x1b]8;(id=[0-9]+;[!-~]+|;)\x1b\\\\')
# term and notes pass on the SGR of the input, and separators of lines that no terminal acts on.
PASSED = re.compile(OWN.pattern + '|\x1b\\[[0-9;:]*m|[\u2028\u2029]|\r(?=\n)')
SCREEN = re.compile('\x1b\\[[?]?(?!7777)[0-9;]{0,12}[A-Za-z@`]|\x1b[()]B|\x1b[=>78M]|[\r\b\x0f]|\x1b]52;c;[A-Za-z0-9+/=]*(\a|\x1b\\\\)|\x1b]104\a')


def faults(data, own):
    """Returns what is in the output besides text and the sequences of own."""
    try:
        text = data.decode('utf-8')
    except UnicodeDecodeError as error:
        return ['not UTF-8 at %r' % data[max(0, error.start - 30):error.start + 30]]
    rest = own.sub('', text)
    return ['%r in %r' % (m.group(), rest[max(0, m.start() - 40):m.start() + 40]) for m in CONTROLS.finditer(rest)]


# ---- Commands on a terminal ----

def on_terminal(command, folder, stdin=b''):
    """Runs a command with its output and messages on a terminal in raw mode. Returns what it
    wrote."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, cwd=folder)
    os.close(theirs)

    def feed():
        try:
            child.stdin.write(stdin)
            child.stdin.close()
        except BrokenPipeError:
            pass

    threading.Thread(target=feed, daemon=True).start()
    got = bytearray()
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:
            break
        if not data:
            break
        got += data
    os.close(ours)
    child.wait()
    return bytes(got), child.returncode


def picked(command, folder, keys):
    """Runs pick on a terminal, presses keys, and returns what it wrote."""
    os.chdir(folder)
    program = terminal.Program(command, 100, 30)
    program.until('quits', 100)
    for key in keys.split():
        terminal.press(program, key)
        program.read(terminal.QUIET)
    program.finish(100)
    return bytes(program.written), program.process.returncode


# ---- Files ----

def as_name(text):
    return text.replace(b'/', b'_').replace(b'\n', b' ')[:200]


def line_of(text):
    return b'see <URL:http://a.example/%sx> %s http://b.example/%s www.%s.example mailto:joe%s@c.example end\n' % ((text,) * 5)


def message_of(i, text):
    return b''.join((
        b'From x Thu Jan  1 00:00:00 1970\nFrom: "%s" <joe@a.example>\nTo: %s\nSubject: S %s E\nMessage-ID: <%s%d@a.example>\n' % (text, text, text, text, i),
        b'Date: Mon, 30 Jun 2008 02:34:00 +0000 (%s)\nList-Id: %s <l.example>\nX-%s: x\nContent-Type: multipart/mixed; boundary="b"\n\n' % (text, text, text),
        b'--b\nContent-Type: text/plain; charset="%s"; name="%s"\n\n%s\n' % (text, text, line_of(text)),
        b'--b\nContent-Type: text/%s; name="%s"\nContent-Disposition: attachment; filename="%s"\nContent-Transfer-Encoding: %s\n\nhttp://d.example/\n' % ((text,) * 4),
        b'--b\nContent-Type: text/html; charset=utf-8\n\n<a href="http://e.example/%s" title="%s">http://f.example/%s</a><p>%s\n--b--\n\n' % ((text,) * 4)))


def prepare(folder, all_texts):
    """Writes lines, mail.mbox, rules, and names/ with a file for each name."""
    with open(os.path.join(folder, 'lines'), 'wb') as f:
        f.write(b''.join(map(line_of, all_texts)))
    with open(os.path.join(folder, 'mail.mbox'), 'wb') as f:
        f.write(b''.join(message_of(i, text) for i, text in enumerate(all_texts)))
    names = os.path.join(os.fsencode(folder), b'names')
    os.mkdir(names)
    for text in all_texts:
        with open(os.path.join(names, as_name(text)), 'wb') as f:
            f.write(b'http://a.example/ \x1b[7777m\n' if len(text) % 2 else b'\x1f\x8b\x08 no gzip http://b.example/')
    with open(os.path.join(folder, 'browser'), 'w', encoding='ascii') as f:
        f.write('#!/bin/sh\n')
    os.chmod(os.path.join(folder, 'browser'), 0o755)


# ---- The groups ----

def groups(trawl, folder, all_texts):
    """Returns, by the name of a group, a list of (command, input, sequences that it may write)."""
    def filtered(*options, own=OWN):
        return [([trawl, '--progress=never', *options, name], b'', own) for name in ('lines', 'mail.mbox', 'names')]

    # One text in three, each in a command of its own, since a command ends with its first error.
    each = [os.fsencode(t) if isinstance(t, str) else t for t in all_texts[::3]]
    usable = [t for t in each if not t.startswith(b'-')]
    db = [trawl, 'index', '-q', 'links.db', 'mail.mbox']
    query = [trawl, 'query']
    return {
        'lists': filtered('--spell=raw') + filtered('--spell=display', '-nH') + filtered('-cH') + filtered('--spell=canonical', '--color=always'),
        'term': [run for options in (['term', '--color=always'], ['term', '--headers', 'all'], ['notes'], ['md'], ['html', '--page'])
                 for run in filtered('-t', *options, own=PASSED)],
        'tables': filtered('-t', 'json', '--context', 'line') + filtered('-t', 'tsv', '--context', 'line'),
        'explain': filtered('--explain') + filtered('--explain', '--structure') + filtered('--explain', '--color=always', '--headers', 'all'),
        'progress': filtered('-c', '--progress=always', '-j2') + [([trawl, 'index', 'p.db', 'names', 'mail.mbox'], b'', OWN)],
        'errors': [([trawl, *usable], b'', OWN)] + [([trawl, *options, *more], b'', OWN) for i, text in enumerate(usable) for options, more in [
            [(['--find', text], []), (['--charset', text], []), ([b'--' + text], []), (['--rules', text], []), (['-t', text], []), (['--host', text, '--site', text], []),
             ([text], []), (['-j', text], []), (['--fields', text], [])][i % 9]]]
            + [([trawl, command, *more], b'', OWN) for command in ('index', 'query', 'report', 'site', 'resolve', 'pick', 'settle', 'help')
               for text in usable[::12] for more in ([text], [b'--' + text])],
        'rules': [([trawl, '--rules', b'rules' + as_name(text), 'lines'], b'', OWN) for text in usable[::4]],
        'check': [([trawl, 'check'], b''.join(b'http://a.example/%s\n%s\n' % (t, t) for t in all_texts), OWN),
                  ([trawl, 'check', '--color=always', '--', *usable], b'', OWN), ([trawl, 'check', '-t', 'canonical', '--', *usable], b'', OWN),
                  ([trawl, 'resolve', '--', *usable], b'', OWN)],
        'index': [(db, b'', OWN)] + [(query + options + ['links.db'], b'', OWN) for options in (
            [], ['--first'], ['--broken'], ['--count-by', 'from'], ['--count-by', 'list'], ['--count-by', 'host'], ['--count-by', 'site'], ['-t', 'json'], ['-t', 'tsv'], ['-t', 'html'])]
            + [([trawl, 'report', 'links.db'], b'', OWN), ([trawl, 'site', 'mail.mbox', '-o', 'site'], b'', OWN), ([trawl, 'index', 'other.db', 'names'], b'', OWN)]
            + [(query + [option, text, 'links.db'], b'', OWN) for text in usable[::20] for option in ('--url', '--host', '--from', '--since', '--message', '--zone', '--thread')],
        'prompts': [([trawl, 'pick', '--plain', name], b'1\nc 1\n?\nt 1\n/x\ny 1\ne 1\n2\nn\nz\n%s\n3\nq\n' % all_texts[5], OWN) for name in ('mail.mbox', 'lines')]
            + [([trawl, 'pick', '--number', '7', name], b'', OWN) for name in ('mail.mbox', 'lines')] + [([trawl, 'pick', '--print', '--plain', 'lines'], b'1 2 3 4 5 6 7\n\nq\n', OWN)],
    }


def rules_files(folder, all_texts):
    for text in all_texts[::3]:
        with open(os.path.join(os.fsencode(folder), b'rules' + as_name(text)), 'wb') as f:
            f.write(b'rule %s\n    trigger  %s\n    match  (%s\n    %s x\n' % ((text,) * 4))


# The keys of a screen, at several places of the list.
KEYS = ('c Esc t Esc e text:%s Esc / text:%s Enter n Down Down c Esc Space z Tab ? Esc PgDn PgDn c Esc End Up c Esc y Enter n '
        'size:40x10 size:100x30 q')


def run(trawl, folder, names):
    all_texts = texts()
    prepare(folder, all_texts)
    rules_files(folder, all_texts)
    os.environ.update(HOME=folder, BROWSER=os.path.join(folder, 'browser'), TERM='xterm-256color')
    status = 0
    for name in names:
        wanted = groups(trawl, folder, all_texts).get(name, [])
        results = [(command, on_terminal(command, folder, given), own) for command, given, own in wanted]
        if name == 'screen':
            results = [([trawl, 'pick', file], picked([trawl, 'pick', file], folder, KEYS.replace('%s', 'x\xad')), re.compile(OWN.pattern + '|' + SCREEN.pattern))
                       for file in ('mail.mbox', 'lines')]
        wrote = 0
        for command, (data, code), own in results:
            data = data if name not in ('progress', 'index') else re.sub(rb'\r(?!evil)|\x1b\[K', b'', data)
            wrote += len(data)
            found = faults(data, own)
            if code < 0 or code > 2:
                found.append('exit status %d' % code)
            for what in found[:3]:
                print('%s: %s' % (' '.join(ascii(os.fsdecode(word)) for word in command)[-200:], what.encode('ascii', 'backslashreplace').decode()))
            status |= bool(found)
        print('%s: %d commands, %d bytes' % (name, len(results), wrote))
        if wrote < 1000:
            print('they wrote almost nothing')
            status = 1
    return status


def self_test():
    """Tests that each text is found when a command writes it as it is."""
    all_texts = texts()
    missed = [text for text in all_texts if not faults(b'a' + text + b'b', OWN)]
    if len(all_texts) < 300 or len(set(all_texts)) < 300 or missed:
        print(len(all_texts), 'texts, not found:', missed)
        return 1
    return 1 if faults('a \x1b[1mb\x1b[m \x1b]8;id=1;http://a.example/\x1b\\x\x1b]8;;\x1b\\ \u00e4\n'.encode(), OWN) else 0


def main(argv):
    if argv == ['self']:
        return self_test()
    return run(argv[0], argv[1], argv[2:])


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
