#!/usr/bin/env python3
"""attached.py - attached messages of every declared type, encoding and depth (E3)

Usage: attached.py TRAWL. Makes mails with a message attached, whose link is only in an encoded part
of it, and prints each mail whose links trawl does not report. Exits with 1 if there are any.
"""
import base64
import quopri
import subprocess
import sys

TYPES = ['application/octet-stream', 'application/octet-stream; name="x.eml"', 'application/x-unknown; name=x.mht',
         'application/x-mimearchive', 'x-a/x-b', 'message/rfc822', 'message/rfc-822', 'message/x-rfc822',
         'application/vnd.ms-outlook; name="a b.msg"']
CODES = ['7bit', 'base64', 'quoted-printable']


def encode(text, code):
    data = text.encode()
    if code == 'base64':
        return base64.encodebytes(data).decode()
    return quopri.encodestring(data).decode() if code == 'quoted-printable' else text


def message(body_type, code, body):
    return ('Received: from a.example by b.example; Mon, 23 Nov 2026 10:00:00 +0000\nFrom: Ann <ann@a.example>\n'
            'To: ben@b.example\nSubject: x\nMessage-ID: <1@a.example>\nMIME-Version: 1.0\n'
            f'Content-Type: {body_type}\nContent-Transfer-Encoding: {code}\n\n{encode(body, code)}')


def multipart(boundary, *parts):
    body = ''.join(f'--{boundary}\n{part}\n' for part in parts) + f'--{boundary}--\n'
    return message(f'multipart/mixed; boundary="{boundary}"', '7bit', body)


def attachment(kind, code, body):
    return f'Content-Type: {kind}\nContent-Transfer-Encoding: {code}\n\n{encode(body, code)}'


def note(url):
    return f'Content-Type: text/plain\n\n{url}\n'


def shapes(url):
    """The attached messages: a page, a long text, a multipart, and one that the outer boundary cuts off."""
    page = f'<p><a href="{url}">c</a></p>\n'
    for code in ('base64', 'quoted-printable'):
        yield message('text/html', code, page)
        yield message('text/plain', code, 'A line of words.\n' * 4000 + url + '\n')
        yield multipart('inner', note('no link'), attachment('text/html', code, page))
    yield message('text/html', 'base64', page).replace('Subject: x\n', 'Subject: x\nX-A: ' + 'word ' * 1000 + '\n')


def mails():
    """Pairs of a mail and its links."""
    url, after = 'http://in.example/=a', 'http://after.example/b'
    for kind in TYPES:
        for code in CODES:
            for shape in shapes(url):
                yield multipart('outer', attachment(kind, code, shape), note(after)), [url, after]
                yield multipart('outer', note(after), attachment(kind, code, shape)).replace('--outer--\n', ''), [url, after]
                if code == '7bit':
                    middle = multipart('middle', note('no'), attachment(kind, code, shape))
                    yield multipart('outer', attachment(TYPES[0], '7bit', middle), note(after)), [url, after]


def main():
    trawl, count, bad = sys.argv[1], 0, 0
    for mail, links in mails():
        # one mail in three is also read byte by byte through a pipe, by its CRLF form
        data = mail.replace('\n', '\r\n').encode() if count % 3 == 0 else mail.encode()
        found = subprocess.run([trawl, '-f', 'mail', '--find=url', '-'], input=data, capture_output=True, check=False)
        count += 1
        if not set(links) <= set(found.stdout.decode().split()):
            bad += 1
            if bad < 6:
                print(f'mail {count}: {found.stdout!r} {found.stderr!r}\n{mail[:1200]}')
    print(f'{count} mails, {bad} with links missing')
    return 1 if bad or count < 200 else 0


sys.exit(main())
