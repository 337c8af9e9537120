# everywhere.py - makes mail that has the address of a person in many forms, and looks for the address
#
#     everywhere.py make FOLDER               makes mailboxes, each message in one of the forms
#     everywhere.py more FILE                 adds a message to a mailbox
#     everywhere.py look PATH...              prints where a file below PATH has the address, in any form
#     everywhere.py like FOLDER SITE          compares the raw messages of a site with the mailboxes
#
# Exit status of "look": 0 if no file has the address. Longer addresses that contain it must be there.

import base64
import gzip
import html
import os
import quopri
import random
import re
import sys
import urllib.parse

LOCAL, HOST = 'zqjane', 'zqh.example'
FORMS = (
    '{l}@{h}', '{L}@{H}', '<{l}@{h}>', '{l} at {h}', '{l}(at){h}', '{l} (at) {h}', '{l} [at] {h}', '{l} AT {h}', '{l}@dontspam.{h}',
    'mailto:{l}@{h}?subject=x', 'mailto:{l}%40{h}', 'http://x.example/?m={l}%40{h}&b=1', 'http://x.example/?u=mailto%3A{l}%2540{h}',
    '{l}&#64;{h}', '{l}&#x40;{h}', '{l}&commat;{h}', '{l}=40{h}', 'list-bounces+{l}={h}@lists.example', 'a={l}@{h}', '"{l}@{h}"',
    '\u201c{l}@{h}\u201d', 'm/{l}\\@{h}/', 'http://x.example/?m={l}+at+{h}&b=1', '{l}@{h}.', '_{l}@{h}_', '<20200131.4711-1-{l}@{h}>', '\u8bf7{l}@{h}\u3002',
)
OTHERS = ('mary.zqjane@zqh.example', 'xzqjane@zqh.example', 'zqjane@zqh.example.org')
FOUND = re.compile(rb'zqjane(?: |\(| \(| \[|\[|\\|\+)?(?:@|at|=|=40)(?:\)|\]|\+| )*(?:dontspam\.)?zqh(?!\.example\.org)')


def form(n):
    return FORMS[n % len(FORMS)].format(l=LOCAL, h=HOST, L=LOCAL.upper(), H=HOST.upper())


def encoded(text, kind):
    data = text.encode()
    if kind == 'quoted-printable':
        return quopri.encodestring(data).replace(b'@', b'=40' if random.random() < .5 else b'@')
    wrapped = base64.b64encode(data)
    width = random.choice((76, 75, 61))
    return b'\n'.join(wrapped[i:i + width] for i in range(0, len(wrapped), width))


def message(n):
    text = f'On Monday, {form(n)} wrote:\n> quoted {form(n + 7)} and http://common.example/{n}\n\nBeside {OTHERS[n % 3]} {OTHERS[(n + 1) % 3]}.\n'
    word = base64.b64encode(f'zq {LOCAL}@{HOST}'.encode()).decode()
    fields = random.sample((f'To: Jane <{LOCAL}@{HOST}>, c@c.example', f'Cc: =?utf-8?B?{word}?= <{LOCAL.upper()}@{HOST}>', f'Reply-To: {form(n)}',
                            f'Return-Path: <bounces-{LOCAL}={HOST}@lists.example>', f'References: <1-2-{LOCAL}@{HOST}> <{n - 1}@b.example>',
                            f'X-Any: for <{LOCAL}@{HOST}>; Mon, 1 Jan 2001',
                            f'Mail-Reply-To: =?utf-8?Q?Jane_Q=2E_{LOCAL}=40{HOST}?= <l@l.example>'), 4)
    head = f'From bob@b.example Mon Jan  1 00:00:00 2001\nFrom: {random.choice(("Bob <b@b.example>", f"{LOCAL}@{HOST} via L <l@l.example>"))}\n'
    head += f'Subject: about {form(n)} {n}\nDate: Mon, {n % 28 + 1} Jan 2001 00:00:{n % 60:02} +0000\nMessage-ID: <{n}@b.example>\n' + '\n'.join(fields)
    if n % 3 == 0:
        return head.encode() + b'\n\n' + text.encode() + b'\n'
    kind = 'base64' if n % 3 == 1 else 'quoted-printable'
    if n % 60 in (4, 5):  # larger than what is read at a time, with the address at any place
        text = ''.join(f'{"y" * random.randrange(250)} {form(random.randrange(99))} {"z" * random.randrange(20)}\n' for _ in range(800)) + text
    return (f'{head}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/{random.choice(("plain", "html"))};'
            f' charset=utf-8\nContent-Transfer-Encoding: {kind}\n\n').encode() + encoded(text, kind) + b'\n--b--\n\n'


def make(folder):
    os.makedirs(folder)
    with open(os.path.join(folder, 'one.mbox'), 'wb') as out:
        for n in range(100, 136):
            out.write(message(n))
        out.write(f'From x Mon Jan  1 00:00:00 2001\nFrom: Jane <{LOCAL}@{HOST}>\nMessage-ID: <7-1-{LOCAL}@{HOST}>\nSubject: own\n\nown\n\n'.encode())
        out.write(f'From x Mon Jan  1 00:00:00 2001\nFrom: c@c.example\nMessage-ID: <8-{LOCAL}={HOST}@c.example>\nSubject: re\n'
                  f'In-Reply-To: <7-1-{LOCAL}@{HOST}>\n\nhttp://c.example/\n\n'.encode())


def unescaped(data):
    """Returns data, and what it is without its escapes, and the escapes in these."""
    texts = {data, quopri.decodestring(data)}
    texts |= {html.unescape(text.decode('latin-1')).encode('latin-1', 'replace') for text in texts if b'&#' in text or b'&commat' in text}
    for _ in range(2):
        texts |= {urllib.parse.unquote_to_bytes(text) for text in texts if b'%' in text}
    return texts


def decoded(data):
    """Returns data, and what it may encode."""
    found = set()
    for run in re.findall(rb'[A-Za-z0-9+/]{20,}(?:\r?\n[A-Za-z0-9+/]+)*', data):
        run = re.sub(rb'\s', b'', run)
        for skip in range(4 if len(run) < 200 else 1):
            part = run[skip:]
            found.add(base64.b64decode(part[:len(part) // 4 * 4]))
    return {b'\n'.join(sorted(found)), data}


def files_of(paths):
    for path in paths:
        for name in [path] if os.path.isfile(path) else sorted(os.path.join(d, f) for d, _, names in os.walk(path) for f in names):
            with open(name, 'rb') as f:
                data = f.read()
            yield name, gzip.decompress(data) if name.endswith('.gz') else data


def look(paths):
    bad, others = 0, set()
    for name, data in files_of(paths):
        others.update(other for other in OTHERS if other.encode() in data)
        for text in {text for part in decoded(data) if b'zq' in part.lower() for text in unescaped(part)}:
            lower = text.lower()
            for match in FOUND.finditer(lower):
                if lower[max(0, match.start() - 5):match.start()].endswith((b'mary.', b'x')):
                    continue
                bad += 1
                if bad < 4:
                    print(name, text[max(0, match.start() - 40):match.end() + 40])
    print(bad, 'times;', len(others), 'others')
    return bad > 0 or len(others) < len(OTHERS)


def like(folder, site):
    """Each raw message has the length of the message in its mailbox, and the same bytes but for "x" and base64."""
    with open(os.path.join(folder, 'one.mbox'), 'rb') as f:
        mails = {re.search(rb'(?m)^Subject: .* (\d+)$', mail).group(1): mail.split(b'\n', 1)[1]
                 for mail in re.split(rb'(?m)^(?=From )', f.read()) if re.search(rb'(?m)^Subject: .* (\d+)$', mail)}
    good = 0
    for name, data in files_of([site]):
        subject = re.search(rb'(?m)^Subject: .* (\d+)$', data)
        if not name.endswith('.txt') or not subject:
            continue
        mail = mails[subject.group(1)].rstrip(b'\n')
        data = data.rstrip(b'\n')
        same = len(mail) == len(data) and all(a == b or b == 120 or chr(a).isalnum() for a, b in zip(mail, data))
        good += same
        if not same:
            print(name, len(mail), len(data))
    print(good, 'of', len(mails))
    return good < len(mails)


def main(argv):
    random.seed(7)
    if argv[1] == 'look':
        return look(argv[2:])
    if argv[1] == 'like':
        return like(argv[2], argv[3])
    if argv[1] == 'make':
        make(argv[2])
    else:
        with open(argv[2], 'ab') as out:
            out.write(message(200) + message(202))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
