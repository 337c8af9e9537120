# cast.py - records trawl pick on the example message as an asciinema recording
#
#     python3 tests/pick/cast.py TRAWL >doc/pick.cast
#
# Keys are pressed by a script; the times in the recording are those that a reader needs.

import json
import os
import sys
import tempfile

import terminal

# What is pressed, after how many seconds, and a word that the screen then shows.
STEPS = (('', 0.5, '12 links'), ('j', 2.5, 'q quits'), ('j', 0.7, 'q quits'), ('c', 2, 'The lines around'), ('q', 3, 'q quits'),
         ('6', 1.5, 'Tab next reading'), ('\t', 2, 'copy-of-bells'), ('\r', 2.5, 'opened with firefox'), ('9', 2, 'q quits'),
         (' ', 1.5, 'o opens 1'), ('2', 1, 'q quits'), (' ', 1, 'o opens 2'), ('o', 1.5, 'opened 2 of 2'), ('4', 2, 'Enter asks'),
         ('\r', 1.5, 'Open this link?'), ('n', 3, 'not opened'), ('5', 1.5, 't target'), ('t', 1.5, 'mirror.example.com/bells.tar'),
         ('z', 2.5, 'z folds'), ('G', 1.5, 'lists.example.org/bells'), ('q', 3, ''))


def main():
    trawl, columns, rows, now = os.path.abspath(sys.argv[1]), 80, 24, 0.0
    with tempfile.TemporaryDirectory() as folder:
        firefox = os.path.join(folder, 'firefox')
        with open(firefox, 'w', encoding='utf-8') as f:
            f.write('#!/bin/sh\n')
        os.chmod(firefox, 0o755)
        env = {'HOME': folder, 'PATH': folder + ':' + os.environ['PATH'], 'BROWSER': 'firefox', 'TERM': 'xterm-256color',
               'LC_ALL': 'C.UTF-8', 'DISPLAY': ':0'}
        program = terminal.Program([trawl, 'pick', 'testdata/pick/message.eml'], columns, rows, env=env)
        print(json.dumps({'version': 2, 'width': columns, 'height': rows, 'env': {'TERM': 'xterm-256color'},
                          'title': 'trawl pick testdata/pick/message.eml'}))
        for keys, wait, word in STEPS:
            now += wait
            program.written.clear()
            program.send(keys.encode())
            if word and not program.until(word):
                sys.exit('cast.py: never shown: ' + word)
            program.read(0.3)
            print(json.dumps([round(now, 2), 'o', program.written.decode()], ensure_ascii=False))
        program.finish()


if __name__ == '__main__':
    main()
