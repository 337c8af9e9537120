# ends_make.py - mails whose headers end in every way, and texts that only look like mail
#
#     python3 ends_make.py DIRECTORY [SEED]
#
# Writes DIRECTORY/mail/N.eml and N.links, 300 mails whose body has a link that only a reader of the
# header can decode, and DIRECTORY/text/N.txt and N.links, 200 texts that quote fields of mail. A
# mail's header ends at a line that is neither empty nor a field, or only at the end of the input.

import base64
import os
import quopri
import random
import sys

# What is between the last field and the body. The body's first line never looks like a field.
ENDS = ('', ' \n', '\t\n', '   \t \n', '\v\n', '\f\n', '\r\r\n', '----\n', '=====\n', '\n', '\r\n', '-- \n', '.\n', '\x01\n',
        '***\n', '[...]\n')
FIELDS = ('From: Ann Lee <ann@lists.example>', 'To: joe@towers.example', 'Subject: the register',
          'Date: Tue, 3 Mar 2026 09:30:00 +0000', 'Message-ID: <{n}@lists.example>', 'MIME-Version: 1.0',
          'Received: from a.example by b.example; Tue, 3 Mar 2026 09:30:01 +0000', 'X-Mailer: Post 2.1',
          'List-Id: bells <bells.lists.example>', 'Reply-To: ann@lists.example')
# The fields that every mail gets.
NEEDED = ('From: Ann Lee <ann@lists.example>', 'Subject: the register', 'MIME-Version: 1.0')


def bodies(url):
    """Yields (fields, body) for each way to hide a URL in a body."""
    page = f'<p>See <a href="{url}">the register</a>.</p>\n'
    yield (['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64'],
           base64.encodebytes(page.encode()).decode())
    yield (['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
           quopri.encodestring(page.encode()).decode())
    yield (['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
           'The register is at=20' + url[:12] + '=\n' + url[12:].replace('=', '=3D') + '\n')
    yield (['Content-Type: multipart/mixed; boundary="b"'],
           '--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n' +
           base64.encodebytes(page.encode()).decode() + '--b--\n')


def mail(n, chance):
    url = f'http://towers.example/register/{n}?year=20{n % 100:02}'
    extra, body = chance.choice(list(bodies(url)))
    fields = list(NEEDED) + [f for f in FIELDS if f not in NEEDED and chance.random() < 0.4] + extra
    chance.shuffle(fields)
    fields = [f.format(n=n) for f in fields]
    end = ENDS[n % len(ENDS)]
    line = chance.choice(['\n', '\n', '\r\n'])
    if end == '\r\r\n':
        line = '\r\r\n'
    text = '\n'.join(fields) + '\n' + (end if end != '\r\r\n' else '\n') + body
    return text.replace('\r\n', '\n').replace('\n', line), url


TEXTS = (
    'From: ann@lists.example\nSubject: hello\nis all that a header needs; see {url}\n',
    'Subject: [PATCH] bells\nSigned-off-by: Ann Lee <ann@lists.example>\nThe series is at {url}\n',
    'Cc: joe@towers.example\nLink: {url}\nFixes: 0123456789ab ("bells: ring")\n',
    'Note: see {url}\nDate: 4 May\nWhere: the tower\n',
    'From: line one of the song\nTo: the last line\n{url} has the notes\n',
    'To: whom it may concern\nThis is to say that {url} moved.\n',
    'Received: from the printer on Monday\nthe sheets, and {url} too\n',
    'User-agent: *\nDisallow: /x\nSitemap: {url}\n',
    'HTTP/1.1 200 OK\nContent-Type: text/html\nLocation: {url}\n',
    'MIME-Version: 1.0\nhas to be in each message (see {url})\n',
    'Content-Type: text/plain\nContent-Transfer-Encoding: 8bit\nare two fields; {url} has more\n',
    'Date: 4 May\nPlace: the tower\nFrom: noon on\n\nSee {url}\n',
    'The header was:\n\nFrom: ann@lists.example\nMessage-ID: <1@lists.example>\n\n{url}\n',
    '> From: ann@lists.example\n> Subject: bells\n>\n> See {url}\n',
    'From: Ann Lee <ann@lists.example>\nSent: Monday, March 2, 2026 9:30\nTo: Joe\nSubject: bells\n\nSee {url}\n',
    '  From: ann@lists.example\n  Subject: bells\n  MIME-Version: 1.0\n  Message-ID: <1@a.example>\n\n  {url}\n',
    'Message-ID:\nis the field that names a message: {url}\n',
    'Title: Bells\nAuthor: Ann\nURL: {url}\nText begins here.\n',
    'Reviewed-by: Ann Lee <ann@lists.example>\nTested-by: Joe <joe@towers.example>\nsee {url}\n',
    'Subject: bells\nDate: tomorrow\nwe meet; {url}\n',
)


def text(n, chance):
    url = f'http://towers.example/text/{n}'
    return chance.choice(['', '', '\n']) * (n % 3 == 2) + TEXTS[n % len(TEXTS)].format(url=url), url


def main():
    folder, chance = sys.argv[1], random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1738)
    for kind, count, make, ending in (('mail', 300, mail, 'eml'), ('text', 200, text, 'txt')):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for n in range(count):
            content, url = make(n, chance)
            name = os.path.join(folder, kind, f'{n:03}')
            with open(f'{name}.{ending}', 'w', encoding='utf-8', newline='') as f:
                f.write(content)
            with open(f'{name}.links', 'w', encoding='utf-8') as f:
                f.write(url + '\n')


if __name__ == '__main__':
    main()
