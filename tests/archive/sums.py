# sums.py - makes mailboxes in which the same messages lie across the ends of blocks, each time at
# another byte
#
#     sums.py FOLDER RUNS SEED
#
# FOLDER/RUN.mbox has all messages, each after a filler of up to 300 KB, so that a block of the file
# ends in the message or near it; every third mailbox is compressed. FOLDER/alone/ has a file for
# each message. Prints the number of messages, and that of their places in all files.

import base64
import binascii
import gzip
import os
import quopri
import random
import re
import sys

BLOCK = 1 << 18  # INPUT_BLOCK

noise = random.Random(1).randbytes(100000)
prose = ''.join(f'Line {n} of a text with a link, https://a.example/{n}\n' for n in range(1500)).encode()


def part(kind, coding, body):
    return b'Content-Type: ' + kind + b'\nContent-Transfer-Encoding: ' + coding + b'\n\n' + body


def mixed(boundary, parts, closed=True):
    return (b'Content-Type: multipart/mixed; boundary="' + boundary + b'"\n\nA preamble.\n'
            + b''.join(b'--' + boundary + b'\n' + p + b'\n' for p in parts) + (b'--' + boundary + b'--\n' if closed else b''))


def uuencoded(data):
    return b'begin 644 x.bin\n' + b''.join(binascii.b2a_uu(data[i:i + 45]) for i in range(0, len(data), 45)) + b'`\nend\n'


def yencoded(data):
    escaped = {c: bytes([61, (c + 64) % 256]) for c in (0, 9, 10, 13, 32, 46, 61)}
    lines = [b''.join(escaped.get((c + 42) % 256, bytes([(c + 42) % 256])) for c in data[i:i + 128]) for i in range(0, len(data), 128)]
    return b'=ybegin line=128 size=%d name=x.bin\n' % len(data) + b'\n'.join(lines) + b'\n=yend size=%d\n' % len(data)


def footers(lines, width):
    """A text with footers of several lists; together they may be longer than what is held of a text."""
    one = b'%s\n' + b''.join(b'A mailing list %d %s\n' % (n, b'f' * width) for n in range(lines))
    plain = b''.join(b'Line %d of a text without links, which is passed on in long pieces\n' % n for n in range(1500))
    return plain + b''.join(one % (mark * 12) for mark in (b'_', b'-', b'=', b'*'))


def bodies():
    text = part(b'text/plain', b'7bit', b'A text.\n')
    inner = b'From: b@x.example\nMIME-Version: 1.0\n' + mixed(b'in', [text, part(b'image/png', b'base64', base64.encodebytes(noise[:9000]))])
    # Boundaries of the inner multipart and lines such as "--" do not end the attachment.
    dashes = b''.join(b'--\n-- \n--=no\nFrom nobody\n-----END-----\n%d \x00\x01\xff\n' % n for n in range(3000))
    yield mixed(b'=', [text, part(b'image/png', b'base64', base64.encodebytes(noise))])
    yield mixed(b'=', [text, part(b'application/octet-stream', b'base64', base64.encodebytes(noise)), part(b'application/pdf', b'base64', base64.encodebytes(noise[9:]))])
    yield mixed(b'=', [text, part(b'application/octet-stream', b'quoted-printable', quopri.encodestring(noise[:40000]))])
    yield mixed(b'=', [text, part(b'application/octet-stream', b'x-uuencode', uuencoded(noise))])
    yield mixed(b'=', [part(b'application/octet-stream', b'8bit', dashes), text, part(b'audio/basic', b'8bit', dashes)], closed=False)
    yield mixed(b'out', [text, part(b'message/rfc822', b'7bit', inner), mixed(b'mid', [text, part(b'video/x', b'base64', base64.encodebytes(noise[5:]))])])
    yield mixed(b'out', [part(b'message/rfc822', b'base64', base64.encodebytes(inner)), text])
    yield mixed(b'=', [part(b'application/octet-stream', b'base64', b' ' * n + base64.encodebytes(noise[n:n + 400])) for n in range(0, 40000, 2500)])
    yield mixed(b'=', [part(b'application/x-text', b'base64', base64.encodebytes(prose[:n])) for n in range(0, 4000, 97)])
    yield part(b'text/plain', b'8bit', prose + uuencoded(noise[:30000]) + prose)
    yield part(b'text/plain', b'8bit', prose + yencoded(noise[:30000]) + prose)
    yield part(b'text/html', b'base64', base64.encodebytes(b'<p>' + prose.replace(b'\n', b'<br>\n<!-- ' + b'no ' * 30 + b' -->')))
    for lines, width in ((2, 30), (13, 30), (11, 50), (11, 60), (11, 80), (11, 100), (10, 150), (9, 200)):
        yield part(b'text/plain', b'7bit', footers(lines, width))
    yield mixed(b'=', [text, part(b'image/png', b'base64', base64.encodebytes(noise))]).replace(b'\n', b'\r\n')


def messages():
    for n, body in enumerate(bodies()):
        head = b'From: a@x.example\nMessage-ID: <sum%d@x.example>\nDate: Mon, 1 Jan 2001 00:00:00 +0000\nMIME-Version: 1.0\n' % n
        yield (head.replace(b'\n', b'\r\n') if b'\r\n' in body[:200] else head) + body


def quoted(message):
    """The message as it is in an mbox: ">" before lines that begin with ">"s and "From "."""
    return b'\n'.join(b'>' + line if line.lstrip(b'>').startswith(b'From ') else line for line in message.split(b'\n'))


def mailbox(run, rng, everything):
    out = bytearray()
    for n, message in enumerate(everything):
        begin = b'From x@y Mon Jan  1 00:00:00 2001\n'
        message = begin + quoted(message) + b'\n'
        filler = begin + b'From: f@x.example\nMessage-ID: <f%d.%d@x.example>\n\n' % (run, n)
        marks = [found.start() for found in re.finditer(b'\n--', message)] + [0, len(message)]
        cut = rng.choice((rng.choice(marks) + rng.randrange(-9, 60), rng.randrange(len(message) + 1)))
        size = (BLOCK - cut - len(out) - len(filler) - 1) % BLOCK
        out += filler + (b'x' * 70 + b'\n') * (size // 71) + b'x' * (size % 71) + b'\n' + message
    return bytes(out)


def main(folder, runs, seed):
    rng = random.Random(seed)
    everything = list(messages())
    os.makedirs(os.path.join(folder, 'alone'))
    for n, message in enumerate(everything):
        with open(os.path.join(folder, 'alone', f'{n}.eml'), 'wb') as out:
            out.write(message)
    for run in range(runs):
        opener = gzip.open if run % 3 == 2 else open
        with opener(os.path.join(folder, f'{run}.mbox'), 'wb') as out:
            out.write(mailbox(run, rng, everything))
    print(f'{len(everything)}|{len(everything) * (runs + 1)}')


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
