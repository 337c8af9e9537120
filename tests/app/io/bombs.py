"""bombs.py - small inputs that unpack to very large ones, in all layers and orders

usage: bombs.py TRAWL FOLDER [COUNT]

Makes COUNT inputs (25 if not set), runs trawl on each, and prints a line for each that takes more
than 10 seconds of processor time or 200 MB of memory (or FACTOR times as much), that loses the link
before the bomb, or that ends without a message and status 2 although something was left out. Prints
a summary at the end.
"""
import base64
import bz2
import gzip
import lzma
import os
import random
import resource
import subprocess
import sys
import zlib

MIB = 1 << 20
FIRST = b'http://first.example/\n'
FACTOR = int(os.environ.get('FACTOR', 1))
SECONDS, MEMORY = 10 * FACTOR, (200 << 10) * FACTOR  # processor time, KB
UNITS = [b' ', b'\0', b'x', b'\n', b'<p>', b'http://x.example/ ', b'a@b.example ', b'<a href="http://x.example/">x</a>\n',
         b'From a@b.example Mon Jan  1 00:00:00 2001\nSubject: x\n\nhi\n\n', b'<URL:http://x.exa\n mple/>\n']


def deflate(head, unit, size):
    """Returns deflated data of this size: one block of text, repeated with its packed form."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(unit * (MIB // len(unit))) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + block * (size // MIB) + b'\3\0'


def gz(head, unit, size):
    """Returns one member of gzip. Its checksum is wrong, but trawl stops before it."""
    return b'\x1f\x8b\x08\0\0\0\0\0\0\3' + deflate(head, unit, size) + b'\0' * 8


def zst(head, unit, size, window=17):
    """Returns a frame of zstd (RFC 8878) with raw and RLE blocks."""
    out = b'\x28\xb5\x2f\xfd\x00' + bytes([(window - 10) << 3])
    out += ((len(head) << 3).to_bytes(3, 'little') + head) if head else b''
    rle = (1 << 1 | (128 << 10) << 3).to_bytes(3, 'little') + unit[:1]
    return out + rle * (size >> 17) + b'\1\0\0'


def file_gzip(rng):
    """A file of gzip, in one member or many."""
    unit = rng.choice(UNITS)
    if rng.random() < .5:
        return gz(FIRST, unit, 400 * MIB), 'told'
    return gzip.compress(FIRST) + gzip.compress(unit * (MIB // len(unit))) * 400, 'told'


def members(rng):
    """100,000 members, frames or streams."""
    one = rng.choice([gzip.compress(b' '), gzip.compress(b''), zst(b'', b' ', 0), zst(b' ', b' ', 0), bz2.compress(b'')])
    first = zst(FIRST, b' ', 0) if one[0] == 0x28 else bz2.compress(FIRST) if one[:1] == b'B' else gzip.compress(FIRST)
    return first + one * 100000, ''


def file_zstd(rng):
    """Frames of zstd that repeat a byte."""
    return zst(FIRST, rng.choice([b' ', b'\n', b'x']), rng.choice([1, 40]) * 300 * MIB, rng.choice([17, 20, 27])), 'told'


def zstd_window(rng):
    """A frame whose window is larger than allowed."""
    return zst(FIRST, b' ', 300 * MIB, rng.choice([28, 31, 41])), 'refused'


def file_bzip2(rng):
    """Streams of bzip2."""
    unit = rng.choice(UNITS)
    return bz2.compress(FIRST) + bz2.compress(unit * (8 * MIB // len(unit))) * 40, 'told'


def file_xz(rng):
    """Streams of xz, each with a dictionary of its own size."""
    filters = [{'id': lzma.FILTER_LZMA2, 'dict_size': rng.choice([1 << 12, 1 << 20, 1 << 25]), 'mode': lzma.MODE_FAST,
                'mf': lzma.MF_HC3, 'nice_len': 273}]
    unit = rng.choice(UNITS)
    return lzma.compress(FIRST) + lzma.compress(unit * (8 * MIB // len(unit)), filters=filters) * 40, 'told'


def xz_dictionary(rng):
    """A dictionary that is larger than allowed."""
    block = lzma.compress(FIRST, check=lzma.CHECK_NONE)
    size = rng.choice([0x20, 0x24, 0x28])  # 256 MiB to 4 GiB
    head = bytearray(block[12:24])
    head[4] = size
    head[8:12] = zlib.crc32(bytes(head[:8])).to_bytes(4, 'little')
    return block[:12] + bytes(head) + block[24:], 'refused'


def nested(rng):
    """Messages in messages, multiparts in multiparts, and many parts."""
    text = b'Content-Type: text/plain\n\nhttp://inner.example/\n'
    depth, kind = rng.choice([101, 1000, 20000]), rng.randrange(3)
    top = b'From: a@b.example\nSubject: http://first.example/\n'
    if kind == 0:
        return top + b'Content-Type: message/rfc822\n\n' * depth + text, 'told'
    if kind == 1:
        return top + b''.join(b'Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n' % (i, i) for i in range(depth)) + text, 'told'
    return top + b'Content-Type: multipart/mixed; boundary=b\n\n' + (b'--b\n' + text) * 20000 + b'--b--\n', 'told'


def attachment(rng):
    """A bomb in an attachment of base64, which is not unpacked."""
    data = base64.encodebytes(gz(b'', rng.choice(UNITS), 200 * MIB))
    return (b'Subject: http://first.example/\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n' + data), ''


KINDS = [file_gzip, members, file_zstd, zstd_window, file_bzip2, file_xz,
         xz_dictionary, nested, attachment]


def run(words):
    """Runs a command. Returns its status, output, messages, seconds and KB."""
    out, err = words[-1] + '.out', words[-1] + '.err'
    with open(out, 'wb') as o, open(err, 'wb') as e:
        pid = os.posix_spawn(words[0], words, os.environ,
                             file_actions=[(os.POSIX_SPAWN_DUP2, o.fileno(), 1), (os.POSIX_SPAWN_DUP2, e.fileno(), 2)])
        _, status, used = os.wait4(pid, 0)
    with open(out, 'rb') as o, open(err, 'rb') as e:
        return os.waitstatus_to_exitcode(status), o.read(100), e.read(4000), used.ru_utime + used.ru_stime, used.ru_maxrss


def main():
    """Runs the bombs."""
    trawl, folder, count = os.path.abspath(sys.argv[1]), sys.argv[2], int((sys.argv + ['25'])[3] or 25)
    path, slowest, largest = os.path.join(folder, 'bomb'), 0, 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 30, 2 << 30))
    for seed in range(count):
        rng = random.Random(seed)
        kind = KINDS[seed % len(KINDS)]
        data, what = kind(rng)
        with open(path, 'wb') as f:
            f.write(data)
        status, out, err, seconds, memory = run([trawl, '-u', '--find', 'url,hdr,html', path])
        slowest, largest = max(slowest, seconds), max(largest, memory)
        wrong = [w for w, is_wrong in (
            (f'{seconds:.1f} seconds', seconds > SECONDS), (f'{memory} KB', memory > MEMORY),
            (f'status {status}', status != (2 if what else 0)), ('no message', what and not err),
            ('the first link is lost', what != 'refused' and FIRST not in out)) if is_wrong]
        if os.environ.get('VERBOSE'):
            print(f'# {seed} {kind.__name__}: {len(data)} bytes, {seconds:.2f} s, {memory} KB, status {status}', flush=True)
        if wrong:
            print(f'{seed} {kind.__name__}, {len(data)} bytes: {", ".join(wrong)}: {err[:300]!r}')
        os.unlink(path)
    print(f'# {count} bombs: at most {slowest:.1f} s of processor time, {largest >> 10} MB')


main()
