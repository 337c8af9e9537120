# cast.py - records trawl pick, called from mutt on a reply, for asciinema and as a moving picture
#
#     python3 tests/pick/cast.py TRAWL doc/pick.cast doc/pick.svg
#
# A script presses the keys; the times in the recording are those that a reader needs. Needs mutt
# and pyte.

import json
import os
import sys
import tempfile

import picture
import terminal

MESSAGE = 'testdata/pick/reply.mbox'
COLUMNS, ROWS = 75, 22 # in a README that is 846 px wide, letters then have 18 px
# The keys that are pressed, after how many seconds, and a word that the screen then shows.
STEPS = (('', 0, 'harvest'), ('\r', 1.2, 'Ann Lee, http'), ('\x02', 3.5, '7 links'), ('4', 3, 'Enter opens'),
         ('\r', 2.5, 'opened with firefox'), ('6', 2.5, 'Tab next reading'), ('\t', 2.5, 'festival/index.html'),
         ('7', 2.5, 't target'), ('t', 2, 'www.example.edu/tower'), ('q', 3, 'harvest'), ('', 2.5, ''))

LIST = 2 # the step that shows the links


def mail_reader(folder, trawl):
    """Returns the command and the environment of mutt with the key for trawl pick."""
    with open(os.path.join(folder, 'muttrc'), 'w', encoding='utf-8') as f:
        f.write(f"set folder={folder} sort=date quit=yes\nignore *\nunignore from date subject to\n"
                f"color quoted cyan default\ncolor quoted1 green default\n"
                f"color status white blue\ncolor hdrdefault yellow default\n"
                f"source {os.path.abspath('contrib/mutt/trawl.muttrc')}\n")
    firefox = os.path.join(folder, 'firefox')
    with open(firefox, 'w', encoding='utf-8') as f:
        f.write('#!/bin/sh\n')
    os.chmod(firefox, 0o755)
    path = ':'.join((folder, os.path.dirname(trawl), os.environ['PATH']))
    env = {'HOME': folder, 'PATH': path, 'BROWSER': 'firefox', 'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8',
           'DISPLAY': ':0'}
    return ['mutt', '-n', '-F', os.path.join(folder, 'muttrc'), '-R', '-f', MESSAGE], env


def record(trawl):
    """Presses the keys. Returns a list of (seconds, text for the terminal)."""
    now, events = 0.0, []
    with tempfile.TemporaryDirectory() as folder:
        command, env = mail_reader(folder, trawl)
        program = terminal.Program(command, COLUMNS, ROWS, env=env)
        for keys, wait, word in STEPS:
            now += wait
            program.written.clear()
            program.send(keys.encode())
            if word and not program.until(word):
                sys.exit('cast.py: never shown: ' + word)
            program.read(0.3)
            events.append((round(now, 2), program.written.decode().replace(os.getcwd() + '/', '')))
        program.send(b'qx')
        program.finish()
    return events


def main():
    events = record(os.path.abspath(sys.argv[1]))
    with open(sys.argv[2], 'w', encoding='utf-8') as f:
        print(json.dumps({'version': 2, 'width': COLUMNS, 'height': ROWS, 'env': {'TERM': 'xterm-256color'},
                          'title': 'trawl pick in mutt'}), file=f)
        for seconds, text in events:
            print(json.dumps([seconds, 'o', text], ensure_ascii=False), file=f)
    with open(sys.argv[3], 'w', encoding='utf-8') as f:
        f.write(picture.moving(events, COLUMNS, ROWS, LIST))


if __name__ == '__main__':
    main()
