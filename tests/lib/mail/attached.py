#!/usr/bin/env python3
"""attached.py - attached messages and mailboxes of every declared type, encoding and depth (E3)

Usage: attached.py TRAWL. Makes mails with a message or a mailbox attached, whose links are only in
encoded parts of it, and prints each mail whose links trawl does not report. Exits with 1 if there
are any.
"""
import base64
import quopri
import re
import subprocess
import sys

TYPES = ['application/octet-stream', 'application/octet-stream; name="x.eml"', 'application/x-unknown; name=x.mht',
         'application/x-mimearchive', 'x-a/x-b', 'message/rfc822', 'message/rfc-822', 'message/x-rfc822',
         'application/vnd.ms-outlook; name="a b.msg"']
# Types of texts, and no type; what their bytes are is shown by the name of the file.
NAMED = ['text/plain; name=x.eml', 'text/plain\nContent-Disposition: attachment; filename="a b.mbox"', 'text/html; name=x.mht',
         'text/x-mail; name=x.MBOX', None]
BOXES = ['application/mbox', 'application/octet-stream; name=x.mbox', 'application/x-unknown', 'x-a/x-b']
LIES = ['ibm1047', 'ibm290', 'utf-16', 'iso-8859-1', 'x-none']
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
    kind = f'Content-Type: {kind}' if kind else 'Content-Disposition: attachment; filename=x.mbox'
    return f'{kind}\nContent-Transfer-Encoding: {code}\n\n{encode(body, code)}'


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


def mailbox(*messages):
    return '\n'.join(f'From ann@a.example Fri Nov 20 10:0{n}:00 2026\n{message}' for n, message in enumerate(messages))


def boxes():
    """Mails with a mailbox attached, and their links."""
    links = ['http://in.example/=a', 'http://in.example/b', 'http://after.example/c']
    page = f'<p><a href="{links[0]}">c</a></p>\n'
    for kind in BOXES + NAMED:
        for code in CODES:
            for n, charset in enumerate(LIES):
                inner = ['base64', 'quoted-printable'][n % 2]
                first = message('text/html', 'base64', page)
                second = message(f'text/plain; charset={charset}', 'base64', links[1] + '\n>From here\n')
                third = multipart('inner', note('no link'), attachment('text/html', inner, page))
                box = mailbox(*[(first, second), (second, third), (second, note('no link'), first)][n % 3])
                yield multipart('outer', attachment(kind, code, box), note(links[2])), links
                yield multipart('outer', note(links[2]), attachment(kind, code, box)).replace('--outer--\n', ''), links


def mails():
    """Pairs of a mail and its links."""
    yield from boxes()
    url, after = 'http://in.example/=a', 'http://after.example/b'
    for kind in TYPES + NAMED:
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
        form = 'mail'
        if count % 4 == 1:  # as a message of a mailbox
            form = 'mbox'
            data = b'From x@a.example Fri Nov 20 10:00:00 2026\n' + re.sub(rb'(?m)^(?=>*From )', b'>', data)
        found = subprocess.run([trawl, '-f', form, '--find=url', '-'], input=data, capture_output=True, check=False)
        count += 1
        if not set(links) <= set(found.stdout.decode().split()):
            bad += 1
            if bad < 6:
                print(f'mail {count}: {found.stdout!r} {found.stderr!r}\n{mail[:1200]}')
    print(f'{count} mails, {bad} with links missing')
    return 1 if bad or count < 200 else 0


sys.exit(main())
