# damaged.py - gives damaged records to the import of trawl-archive, which must not crash
#
#     damaged.py PROGRAM FOLDER COUNT
#
# PROGRAM is trawl-archive under the name "import", FOLDER has the outputs of tasks. Prints a line for
# each run that ended by a signal or took a minute.

import glob
import os
import random
import struct
import subprocess
import sys


def blocks(path):
    """Yields the records in the frames of the output of a task."""
    with open(path, 'rb') as f:
        f.readline()
        while (line := f.readline()).startswith((b'B', b'E')):
            if line.startswith(b'B'):
                records, notes = map(int, line.split(b'\t')[1:])
                yield f.read(records + notes)[:records]


def main(argv):
    chance = random.Random(1)
    good = [b for path in sorted(glob.glob(argv[2] + '/*.task')) for b in blocks(path)]
    for i in range(int(argv[3])):
        stream = b''
        for block in good[:1] + chance.choices(good[1:], k=20):
            bad = bytearray(block)
            for _ in range(chance.choice([0, 1, 1, 9]) if block is not good[0] else 0):
                bad[chance.randrange(len(bad))] = chance.choice([0, 1, 2, 3, 4, 7, 8, 10, 0x7f, 0x80, 0xff, chance.randrange(256)])
            cut = chance.randrange(1, len(bad) + 1) if chance.random() < .2 else len(bad)
            stream += struct.pack('<Q', cut) + bad[:cut]
        done = subprocess.run([argv[1], 'damaged.db'], input=stream + bytes(8), capture_output=True, timeout=60, check=False)
        if done.returncode not in (0, 64, 65, 74, 75):
            print(f'round {i}: {done.returncode} {done.stderr[-400:]}')
            return 1
        for end in ('', '-wal', '-shm', '-lock'):
            if os.path.exists('damaged.db' + end):
                os.remove('damaged.db' + end)
    return 0


sys.exit(main(sys.argv))
