# messages.py - makes small mailboxes for t_message.sh
#
#     python3 tests/archive/site/messages.py >box.mbox          a thread, and messages that attack links to reply
#     python3 tests/archive/site/messages.py 1                  the first message of that thread, without the "From " line
#     python3 tests/archive/site/messages.py names >names.mbox  a message with hostile names of attachments
#     python3 tests/archive/site/messages.py count              how many attachments this message has
#     python3 tests/archive/site/messages.py embedded >in.mbox  messages with attachments in their text
#     python3 tests/archive/site/messages.py listed             what their pages list: name, URL or bytes, type, size, host
#     python3 tests/archive/site/messages.py uu                 the bytes of the uuencoded files

import binascii
import sys

FIRST = '''From: Ann Lee <ann@a.example>
To: list@a.example,
 Bob <bob@a.example>
Cc: =?utf-8?q?J'=C3=B6rg?= <j@a.example>
Subject: =?utf-8?q?Z=C3=BCrich_=26_more=3F?=
Date: Mon, 30 Jun 2008 13:14:00 +0200
Message-ID: <1@a.example>
List-Post: <mailto:list@a.example>

write to ann@a.example or ann at a.example, not me at home, or <mailto:bob@a.example>.
See http://user@b.example/ and http://c.example/r/1%40a.example too.
'''
OTHERS = ['''From: Bob <bob@a.example>
Subject: RE: Re: =?utf-8?q?Z=C3=BCrich_=26_more=3F?=
Date: Mon, 30 Jun 2008 23:59:00 -0930
Message-ID: <2@a.example>
In-Reply-To: <1@a.example>

Ann Lee (ann (at) a.example) wrote
''', '''From: Ann Lee <ANN@a.example>
Subject: Re: =?utf-8?q?Z=C3=BCrich_=26_more=3F?=
Date: Tue, 1 Jul 2008 10:00:00 +0000
Message-ID: <3@a.example>
In-Reply-To: <2@a.example>

text
''', '''From: Ann Lee <ann@a.example>
Subject: Something
	else
Date: Tue, 1 Jul 2008 11:00:00 +0000
Message-ID: <4@a.example>
In-Reply-To: <2@a.example>

text
''', '''From: "x" <strange?subject=x&bcc=y@a.example>
Subject: a strange sender
Date: Tue, 1 Jul 2008 12:00:00 +0000
Message-ID: <5@a.example>
List-Post: <mailto:strange%0abcc:q@a.example>

text
''', '''From: c@a.example
Subject: =?utf-8?q?a=0D=0A=26bcc=3Dq=40a.example?=
Date: Tue, 1 Jul 2008 13:00:00 +0000
Message-ID: <x&bcc=y@a.example?cc=z>

text
''']

NAMES = ['../../x', '..\\\\..\\\\x.exe', '/etc/passwd', '.htaccess', 'nul', 'CON', 'a\x00b.txt', 'n' * 300 + '.png', 'twice.txt', 'twice.txt',
         '\u202egnp.exe', '\u2028x.js', 'a.html', 'b.svg', 'x.lnk', 'y.bat', '"><script>alert(1)</script>.png', "' onerror='alert(1).png", '&quot;.html',
         'C:x.html', '...', ' ', '%2e%2e%2fx', 'a/b/c.html', 'javascript:alert(1)', 'a.png.exe', '~', 'index.html', '1.html']
TYPES = ['text/html', 'image/png', 'image/svg+xml', 'application/octet-stream', 'text/plain', 'application/xhtml+xml', 'text/javascript', 'application/x-../../x']


def names():
    parts = ['--b\nContent-Type: text/plain; name=a.txt\nContent-Transfer-Encoding: quoted-printable\n\na=3Db=20=\nc\n']
    for i, name in enumerate(NAMES):
        parts.append('--b\nContent-Type: %s\nContent-Disposition: attachment; filename="%s"\n\n<script>alert(%d)</script>\n'
                     % (TYPES[i % len(TYPES)], name.replace('"', '\\"'), i))
    parts.append('--b\nContent-Type: application/octet-stream; name=u.dat\nContent-Transfer-Encoding: x-uuencode\n\n' + uu(FILES[1], 'u.dat'))
    return ('From x Thu Jan  1 00:00:00 1970\nFrom: a@a.example\nSubject: names\nMessage-ID: <names@a.example>\n'
            'Content-Type: multipart/mixed; boundary=b\n\n' + ''.join(parts) + '--b--\n\n')


# Attachments in the text: uuencode, and notices of pipermail, in several languages and with the
# faults of real archives. Each row has the text of a message, and what its page lists.
DIVIDER = '-------------- next part --------------\n'
AT = 'http://lists.example/pipermail/devel/attachments/20070805/08d22a30/'
FILES = [b'hello\n', bytes(range(256)) * 3, b'\x89PNG\r\n\x1a\n' + bytes(100)]


def uu(data, name, zero='`'):
    lines = [binascii.b2a_uu(data[i:i + 45]).decode('ascii') for i in range(0, len(data), 45)]
    return 'begin 644 %s\n%s%s\nend\n' % (name, ''.join(lines), zero)


EMBEDDED = [
    ('text\n' + DIVIDER + f'An HTML attachment was scrubbed...\nURL: <{AT}attachment.html>\n\n', [('attachment.html', AT + 'attachment.html', 'text/html, at lists.example')]),
    (f'An HTML attachment was scrubbed...\nURL: {AT}attachment.htm\n', [('attachment.htm', AT + 'attachment.htm', 'text/html, at lists.example')]),
    ('text\nSkipped content of type multipart/alternative' + DIVIDER
     + f'A non-text attachment was scrubbed...\nName: the plan.pdf\nType: application/pdf\nSize: 21093 bytes\nDesc: a: b\nUrl : {AT}theplan.pdf \n'
     + DIVIDER + f'A non-text attachment was scrubbed...\nName: not available\nType: text/html\n\tcharset="x"\nSize: 1 bytes\nDesc: x\n\ty\nURL: <{AT}attachment.bin>\nmore text\n',
     [('the plan.pdf', AT + 'theplan.pdf', 'application/pdf, 21 KB, at lists.example'), ('attachment.bin', AT + 'attachment.bin', 'text/html, 1 bytes, at lists.example')]),
    ('text\n' + DIVIDER + f'An embedded and charset-unspecified text was scrubbed...\nName: a.patch\nURL:\n<{AT}a.patch>\n', [('a.patch', AT + 'a.patch', 'text/plain, at lists.example')]),
    ('text\n' + DIVIDER + 'An embedded message was scrubbed...\nFrom: bob at a.example (Bob)\nSubject: Re: a long\n\tsubject\n'
     + f'Date: Wed, 22 Apr 2009 16:44:17 +0200\nSize: 5044\nUrl: {AT}attachment.eml\n', [('Re: a long subject', AT + 'attachment.eml', 'message/rfc822, 5 KB, at lists.example')]),
    ('text\n-------------- nächster Teil --------------\nEin Dateianhang, der nicht Text ist, wurde abgetrennt...\nDateiname   : plan.gz\nDateityp    : application/x-gzip\n'
     + f'Dateigröße  : 189 bytes\nBeschreibung: nicht verfügbar\nURL         : <{AT}plan.gz>\n', [('plan.gz', AT + 'plan.gz', 'application/x-gzip, 189 bytes, at lists.example')]),
    ('text\n-------------- Próxima Parte ----------\n' + f'Um anexo em HTML foi limpo...\nURL: <{AT}attachment.htm>\n', [('attachment.htm', AT + 'attachment.htm', 'text/html, at lists.example')]),
    ('text\n\n' + f'Вложение в формате HTML было извлечено…\nURL: <{AT}attachment.htm>\n', [('attachment.htm', AT + 'attachment.htm', 'text/html, at lists.example')]),
    ('text\n' + DIVIDER + f'A non-text attachment was scrubbed...\nName: <script>alert(1)</script>.png\nType: "><b>/x\nSize: 99999999999999999999 bytes\nDesc: x\nURL: <{AT}a"><b.png>\n', []),
    ('text\n' + DIVIDER + f'A non-text attachment was scrubbed...\nName: <script>alert(1)</script>\nType: "><b>/x\nSize: ten\nDesc: x\nURL: <{AT}a.png>\n',
     [('<script>alert(1)</script>', AT + 'a.png', '"><b>/x, at lists.example')]),
    ('text\n' + DIVIDER + 'An HTML attachment was scrubbed...\nURL: </pipermail/devel/attachments/20070805/08d22a30/a.htm>\n',
     [('a.htm', 'https://l.example:8/pipermail/devel/attachments/20070805/08d22a30/a.htm', 'text/html, at l.example')]),
    # These are not notices.
    (f'See\nURL: <{AT}a.html>\n', []),
    (f'> An HTML attachment was scrubbed...\n> URL: <{AT}a.html>\n', []),
    ('An HTML attachment was scrubbed...\nURL: <http://lists.example/a.html>\n', []),
    (f'An HTML attachment was scrubbed...\nThat is all\nURL: <{AT}a.html>\n', []),
    (f'An HTML attachment was scrubbed...\n\nURL: <{AT}a.html>\n', []),
    # Uuencode
    ('text\n' + uu(FILES[0], 'a note.txt') + 'more\n\n' + uu(FILES[1], 'all.dat', ' ') + uu(FILES[2], 'pic.png', ''),
     [('a note.txt', 'file', 'text/plain, 6 bytes'), ('all.dat', 'file', 'application/octet-stream, 768 bytes'), ('pic.png', 'file', 'image/png, 108 bytes')]),
    ('begin 644 is how it starts\nand this is text\nend\n', []),
    ('begin 644 nothing\n`\nend\n', []),
    ('begin 644 cut.dat\n' + binascii.b2a_uu(bytes(45)).decode('ascii'), []),
]


def embedded():
    return ''.join('From x Thu Jan  1 00:00:00 1970\nFrom: a@a.example\nSubject: e\nMessage-ID: <e%d@a.example>\nContent-Type: text/plain; charset=utf-8\n\n%s\n' % (i, text)
                   for i, (text, _) in enumerate(EMBEDDED))


def main(what):
    if what == 'count':
        print(2 + len(NAMES))
        return
    if what == 'uu':
        sys.stdout.buffer.write(b''.join(FILES + FILES[1:2]))
        return
    if what == 'listed':
        for i, (_, files) in enumerate(EMBEDDED):
            for file in files:
                print('e%d@a.example' % i, *file, sep='\t')
        return
    text = FIRST if what == '1' else names() if what == 'names' else embedded() if what == 'embedded' else \
        ''.join('From x Thu Jan  1 00:00:00 1970\n' + message + '\n' for message in [FIRST] + OTHERS)
    sys.stdout.buffer.write(text.encode('utf-8'))


if __name__ == '__main__':
    main(sys.argv[1] if len(sys.argv) > 1 else '')
