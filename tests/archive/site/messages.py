# messages.py - makes small mailboxes for t_message.sh
#
#     python3 tests/archive/site/messages.py >box.mbox          a thread, and messages that attack links to reply
#     python3 tests/archive/site/messages.py 1                  the first message of it, without the "From " line
#     python3 tests/archive/site/messages.py names >names.mbox  a message with hostile names of attachments
#     python3 tests/archive/site/messages.py count              how many it has

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
See http://user@b.example/ too.
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
Subject: Something else
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
    return ('From x Thu Jan  1 00:00:00 1970\nFrom: a@a.example\nSubject: names\nMessage-ID: <names@a.example>\n'
            'Content-Type: multipart/mixed; boundary=b\n\n' + ''.join(parts) + '--b--\n\n')


def main(what):
    if what == 'count':
        print(1 + len(NAMES))
        return
    text = FIRST if what == '1' else names() if what == 'names' else \
        ''.join('From x Thu Jan  1 00:00:00 1970\n' + message + '\n' for message in [FIRST] + OTHERS)
    sys.stdout.buffer.write(text.encode('utf-8'))


if __name__ == '__main__':
    main(sys.argv[1] if len(sys.argv) > 1 else '')
