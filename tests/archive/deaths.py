# deaths.py - stops trawl index at random moments, and lets later runs continue
#
#     deaths.py TRAWL DB INPUT COUNT SIGNAL SEED
#
# Prints a line for each run with an unexpected end, and on standard error how many were stopped.
# Every third run begins a new index. A last run, which is not stopped, completes it.

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time


def remove(db):
    for end in ('', '-wal', '-shm', '-lock'):
        if os.path.exists(db + end):
            os.remove(db + end)


def main(argv):
    trawl, db, source, count, number = argv[1], argv[2], argv[3], int(argv[4]), getattr(signal, 'SIG' + argv[5])
    chance = random.Random(int(argv[6]))
    command = [trawl, 'index', '-q', db, source]
    begin = time.monotonic()
    remove(db)
    subprocess.run(command, check=True)
    whole = time.monotonic() - begin
    stopped = 0
    for i in range(count):
        if i % 3 == 0:
            remove(db)
        run = subprocess.Popen(command, stderr=subprocess.PIPE)
        time.sleep(chance.random() * whole)
        run.send_signal(number)
        words = run.communicate()[1].decode()
        if run.returncode == -number or (number == signal.SIGINT and run.returncode == 2 and 'interrupted' in words):
            stopped += 1
        elif run.returncode != 0:
            print(f'exit status {run.returncode}: {words}')
        if os.path.exists(db):
            try:
                if sqlite3.connect(db).execute('PRAGMA integrity_check').fetchone() != ('ok',):
                    print('damaged')
            except sqlite3.DatabaseError as e:
                print(e)
    last = subprocess.run(command, check=False).returncode
    if last != 0:
        print('the last run:', last)
    print(f'stopped {stopped}', file=sys.stderr)


main(sys.argv)
