# packed.py - compares trawl with gzip, bzip2, xz and zstd on damaged and odd compressed files
#
#     packed.py TRAWL short|whole|long FOLDER
#
# Each variant of a small packed text goes to "trawl -f text -t text" and to "TOOL -dc" on standard
# input. Where the tool succeeds, trawl must print the same text. Where the tool reports an error,
# trawl must exit with 2 and a message, and print at least what the tool printed. "whole" cuts at
# every second byte, "short" at every tenth; "long" tries every bit and many random faults, and
# unpacks bombs of 10 GB. FOLDER is for a dictionary. Prints a line for each difference, and figures.

import bz2
import contextlib
import gzip
import itertools
import lzma
import os
import random
import shutil
import struct
import subprocess
import sys
import threading
import time
import zlib

TEXT = ''.join(f'{i} see http://a.example/{i * i} and more\n' for i in range(12)).encode()
MORE = b'Then http://b.example/ alone.\n'
JUNK = b'junk after the end'
MAGIC = {'gzip': 3, 'bzip2': 10, 'xz': 6, 'zstd': 4}


def run(words, data):
    """Returns the status, output and messages of a command."""
    done = subprocess.run(words, input=data, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors='replace').strip()


def zstd(data, *options):
    return run(['zstd', '-qc', *options], data)[1]


def skippable(data, kind=0):
    return struct.pack('<II', 0x184D2A50 + kind, len(data)) + data


def packed(tool):
    """Returns one member with TEXT, one with MORE, and an empty one."""
    pack = {'gzip': lambda b: gzip.compress(b, mtime=0), 'bzip2': bz2.compress, 'xz': lzma.compress,
            'zstd': zstd}[tool]
    return pack(TEXT), pack(MORE), pack(b'')


def odd_gzip(a):
    """Yields headers with every field of RFC 1952, and wrong checksums and sizes."""
    body = a[10:]
    extra = struct.pack('<H', 4) + b'ab\0\0'
    for flags in range(32):
        head = b'\x1f\x8b\x08' + bytes([flags]) + bytes(6)
        head += extra if flags & 4 else b''
        head += b'name\0' if flags & 8 else b''
        head += b'comment\0' if flags & 16 else b''
        head += struct.pack('<H', zlib.crc32(head) & 0xffff) if flags & 2 else b''
        yield f'flags {flags}', head + body
    yield 'crc', a[:-8] + bytes(4) + a[-4:]
    yield 'size', a[:-4] + bytes(4)
    yield 'stored', gzip.compress(TEXT, 0)
    yield 'far', a[:10] + b'\x4b\x04\x12\x00' + a[-8:]


def odd_xz():
    for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256):
        a = lzma.compress(TEXT, check=check)
        yield f'check {check}', a
        yield f'check {check}, wrong', a[:-45] + bytes([a[-45] ^ 1]) + a[-44:]
    for n in range(9):
        yield f'padding {n}', lzma.compress(TEXT) + bytes(n) + lzma.compress(MORE)
        yield f'padding {n} at the end', lzma.compress(TEXT) + bytes(n)
    delta = [{'id': lzma.FILTER_DELTA, 'dist': 3}, {'id': lzma.FILTER_LZMA2, 'preset': 6}]
    x86 = [{'id': lzma.FILTER_X86}, {'id': lzma.FILTER_LZMA2, 'preset': 6}]
    yield 'delta', lzma.compress(TEXT, filters=delta)
    yield 'x86', lzma.compress(TEXT, filters=x86)


def odd_zstd(folder):
    a, b, _ = packed('zstd')
    words = os.path.join(folder, 'words')
    with open(words, 'wb') as f:
        f.write(TEXT * 9)
    yield 'no check', zstd(TEXT, '--no-check') + b
    yield 'size', zstd(TEXT, f'--stream-size={len(TEXT)}')
    yield 'long', zstd(TEXT * 99, '--long=27')
    yield 'dictionary', zstd(TEXT, '-D', words)
    yield 'dictionary later', a + zstd(TEXT, '-D', words) + b
    for kind in range(16):
        yield f'skippable {kind}', a + skippable(JUNK, kind) + b
    yield 'skippable alone', skippable(JUNK)
    yield 'skippable first', skippable(JUNK) + a
    yield 'skippable empty', a + skippable(b'') + b
    yield 'skippable too long', a + skippable(JUNK)[:-3]
    yield 'skippable huge', a + b'\x50\x2a\x4d\x18\xff\xff\xff\xff' + b


def odd(tool, folder):
    """Yields (name, bytes) of the variants that are not random."""
    a, b, none = packed(tool)
    for parts in itertools.product((a, b, none, bytes(5), JUNK), repeat=2):
        yield 'then', a + b''.join(parts)
    yield 'empty', none
    yield 'many', a * 50
    yield 'many empty', none * 500 + a
    for other in MAGIC:
        if other != tool and tool != 'zstd' and shutil.which(other):
            yield f'then {other}', a + packed(other)[1]
    if tool == 'gzip':
        yield from odd_gzip(a)
    elif tool == 'xz':
        yield from odd_xz()
    elif tool == 'zstd':
        yield from odd_zstd(folder)


# The bytes between two cuts; the share of the bytes in which one bit is changed (None: every bit is
# changed once); the number of random faults.
AMOUNTS = {'short': (10, .05, 5), 'whole': (2, .2, 10), 'long': (1, None, 2000)}


def by_bytes(tool, amount, chance):
    """Yields cut and changed variants. The first bytes, which show the format, do not change."""
    step, part, faults = AMOUNTS[amount]
    a, b, _ = packed(tool)
    both = a + b
    for i in range(MAGIC[tool], len(both), step):
        yield f'cut {i}', both[:i]
    for i in range(MAGIC[tool], len(both)):
        bits = range(8) if part is None else [chance.randrange(8)] if chance.random() < part else []
        for bit in bits:
            yield f'bit {bit} of {i}', both[:i] + bytes([both[i] ^ 1 << bit]) + both[i + 1:]
    for n in range(faults):
        bad = bytearray(both + chance.choice((b, JUNK, bytes(7))))
        for _ in range(chance.randrange(1, 4)):
            i = chance.randrange(MAGIC[tool], len(bad))
            j = i + chance.randrange(9)
            bad[i:j] = chance.choice((b'', bad[i:j] * 2, chance.randbytes(3), bytes(2), a[:9]))
        yield f'random {n}', bytes(bad)


def differs(tool, trawl, data):
    """Returns how trawl differs from the tool, or None."""
    status, out, said = run([tool, '-dc'], data)
    read, text, message = run([trawl, '-f', 'text', '-t', 'text'], data)
    want = run([trawl, '-f', 'text', '-t', 'text'], out)[1] if out not in (TEXT, TEXT + MORE) else out
    # gzip returns 2 for a warning: it ignored what follows. bzip2 returns 0 after one.
    good = status == 0 or (tool == 'gzip' and status == 2 and data[-1:] != b'\x1f')
    if read not in (0, 2) or (read == 2 and not message):
        return f'status {read}: {message}'
    # Data that begins as a bzip2 stream, but has no valid level, is garbage for bzip2 and damage
    # for trawl.
    if 'trailing garbage' in said and 'corrupt data' in message:
        good = False
    if good != (read == 0):
        return f'{tool} says {status} {said}, trawl {read} {message}'
    if good and text != want:
        return f'{len(text)} bytes, wanted {len(want)}'
    # Two differences are allowed. For references to before the start of its output, gzip writes
    # zeros until it finds the wrong checksum. And libbz2 returns none of the output of the call
    # that meets a wrong block; the output of a call is 5000 bytes in bzip2 and 128 KB in trawl.
    if not text.startswith(want) and not any(w in message for w in ('too far back', 'bzip2-compressed data is damaged')):
        return f'{len(text)} bytes, {tool} has {len(want)}: {said}; {message}'
    return None


def bomb(tool, trawl, gigabytes, limit):
    """Sends members of 10 MB of zeros until trawl ends. Returns a fault or None, and figures."""
    zeros = bytes(10 ** 7)
    head, _, _ = packed(tool)
    member = gzip.compress(zeros) if tool == 'gzip' else bz2.compress(zeros) if tool == 'bzip2' else \
        lzma.compress(zeros) if tool == 'xz' else zstd(zeros)
    words = [trawl, '-f', 'text'] + ([f'--max-unpacked={limit}'] if limit else [])
    start = time.monotonic()
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as p:
        def feed():
            with contextlib.suppress(BrokenPipeError):
                p.stdin.write(head)
                for _ in range(int(gigabytes * 100)):
                    p.stdin.write(member)
            with contextlib.suppress(BrokenPipeError):
                p.stdin.close()
        feeder = threading.Thread(target=feed)
        feeder.start()
        links, said = p.stdout.read().count(b'\n'), p.stderr.read().decode()
        _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        feeder.join()
    seconds = time.monotonic() - start
    figures = (f'{tool}: a bomb of {gigabytes} GB, {len(member) * gigabytes * 100 / 1e6:.2f} MB packed: '
               f'{seconds:.1f} s, {used.ru_maxrss >> 10} MB of memory')
    if p.returncode != 2 or 'is over the limit' not in said:
        return f'status {p.returncode}: {said}', figures
    if links != TEXT.count(b'http'):
        return f'{links} links', figures
    if used.ru_maxrss > 300 << 10:
        return 'too much memory', figures
    return None, figures


def main(argv):
    trawl, amount = argv[1], argv[2]
    long = amount == 'long'
    chance = random.Random(1)
    folder = argv[3]
    bad = 0
    for tool in MAGIC:
        if not shutil.which(tool) or run([trawl, '-f', 'text'], packed(tool)[0])[0] != 0:
            print(f'# {tool}: missing, or this build does not read it')
            continue
        tried = 0
        for name, data in itertools.chain(odd(tool, folder), by_bytes(tool, amount, chance)):
            tried += 1
            why = differs(tool, trawl, data)
            if why:
                print(f'{tool}: {name}: {why}')
                bad += 1
        print(f'# {tool}: {tried} variants compared')
        why, figures = bomb(tool, trawl, 10.5 if long else .06, '' if long else '20M')
        print(f'# {figures}')
        if why:
            print(f'{tool}: bomb: {why}')
            bad += 1
    return bad > 0


sys.exit(main(sys.argv))
