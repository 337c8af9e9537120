# seeds.py - writes structured seeds for the fuzz targets
#
#     python3 tests/fuzz/seeds.py FOLDER
#
# For each target NAME there is a function NAME() below that yields inputs; they become files in
# FOLDER/NAME. Most inputs are a head of a few bytes, which the target's first comment describes,
# and a text: a file of testdata/ or one that is put together here. The same tree gives the same
# bytes. tests/fuzz/run.py makes these seeds before a run. "make fuzz-seeds" puts small inputs that
# add coverage into tests/fuzz/corpus.

import base64
import csv
import glob
import itertools
import json
import os
import quopri
import random
import subprocess
import sys

dice = random.Random(1738)


def files(*patterns, most=4096):
    """Returns the contents of small files of testdata."""
    paths = sorted(path for p in patterns for path in glob.glob(f'testdata/{p}') if os.path.isfile(path))
    return [data for path in paths if len(data := open(path, 'rb').read()) <= most]


def head(size, *first):
    """Returns the first bytes of an input: those that are given, then random ones."""
    return bytes(first) + bytes(dice.choice((0, 0, 1, 3, 7, 20, 64, 255)) for _ in range(size - len(first)))


def spec_texts(name, at_once=6):
    """Returns texts of several lines each from a file of cases."""
    lines = [line for line in open(f'testdata/spec/{name}', 'rb') if not line.startswith(b'#')]
    return [b''.join(lines[i:i + at_once]) for i in range(0, len(lines), at_once)]


def column(name, at):
    """Returns one column of a file of cases."""
    rows = (line.rstrip(b'\n').split(b'\t') for line in open(f'testdata/spec/{name}', 'rb') if line[:1] not in b'#\n')
    return [row[at] for row in rows if len(row) > at]


# ---- Texts ----

URLS = (b'http://a.example/', b'https://www.example.com/a_(b)/c?d=e&f=%20#g', b'ftp://joe:x@ftp.example:2121/p;type=a',
        b'mailto:joe@example.org?subject=x', b'news:comp.lang.c', b'gopher://g.example/1a%09b', b'www.example.net/~x/.',
        'http://b\u00fccher.example/\u00e4\u20ac'.encode(), b'http://[2001:db8::1]:8080/', b'http://0x7f.1/',
        b'hxxp://a[.]example/', b'urn:isbn:0451450523', b'<joe@example.com>', b'//a.example/b', b'10.0.0.1/x')
WRAPS = (b'%s', b'<URL:%s>', b'<%s>', b'(%s)', b'"%s".', b'[x](%s)', b"'%s'", b'{%s}', b'> %s', b'[1] %s',
         b'\x1b]8;;%s\x1b\\x\x1b]8;;\x1b\\', b'\\url{%s}', b'`%s`', b'%s-\nend/x', b'<URL: %s\n  /over-\n  lines>')


def paragraphs(count):
    """Yields texts with links of several kinds in several wrappers."""
    for _ in range(count):
        lines = [b' '.join((dice.choice((b'See', b'at', b'>', b'-', b'1.', b'*bold*')),
                            dice.choice(WRAPS).replace(b'%s', dice.choice(URLS)),
                            dice.choice((b'', b'and', b'.', b','))))
                 for _ in range(dice.randint(1, 6))]
        yield dice.choice((b'\n', b'\r\n', b'\n\n')).join(lines) + b'\n'


def scan():
    texts = spec_texts('rules.txt') + spec_texts('rows.txt') + spec_texts('uts58.txt')
    for i, text in enumerate(itertools.chain(texts, paragraphs(100))):
        yield head(5, i % 20, i % 8) + text
    for limit, byte in itertools.product(range(8), b'a.-/(@%'):
        yield bytes((0, 0, 9, 9, limit + 8 * 8)) + b'http://a%c\x1c.example/ b' % byte


def screen():
    for i, text in enumerate(paragraphs(60)):
        width = (20, 40, 79, 80)[i % 4]
        text = text.replace(b'\n', b' ')
        rows = [b'| ' * (i % 3 == 0) + text[k:k + width] + b' |' * (i % 3 == 0) for k in range(0, len(text), width)]
        yield bytes((i % 4 * 8, 5, 7)) + b'\n'.join(rows)
        yield bytes((i % 4 * 8, 5, 7)) + b'\x1b[3%dm' % (i % 8) + text + b'\x1b[0m'
        yield bytes((i % 4 * 8 + 2, 5, 7)) + b'http://a.example/' + bytes((97 + i % 26, 0x1C)) + b'\n/rest-%d x' % i


def block():
    yield from files('structure/*.txt', 'rfc-like.txt', 'sample.txt', most=9000)
    starts = (b'', b'> ', b'>> ', b'- ', b'* ', b'1. ', b'(a) ', b'[1] ', b'3.1. ', b'    ', b'\t', b'| ', b'$ ', b'@@ -1 +1 @@',
              b'-- ', b'```', b'\f', b'From: ', b'2019-05-07 02:14:53 ', b'=====', b'----', b'CHAPTER II ', b'A.2 ')
    for _ in range(80):
        yield b''.join(dice.choice(starts) + b'words of some text ' * dice.randint(0, 4) +
                       dice.choice((b'', b'see Section 3.1', b'[RFC1738]', b' . . . . 7', b'[Page 3]', b'wrote:')) + b'\n'
                       for _ in range(dice.randint(2, 20)))


# ---- URLs ----

def check():
    yield from column('verdicts.txt', 0) + column('canon.txt', 0) + column('parts.txt', 0) + column('display.txt', 0)
    yield from URLS


def resolve():
    for base, ref in zip(column('resolve.txt', 0), column('resolve.txt', 1)):
        yield base + b'\0' + ref


def unwrap():
    for i in range(20):
        for url in URLS[:4]:
            yield bytes((i,)) + url.replace(b'/', dice.choice((b'/', b'%2F', b'-2F', b'_'))) + b'&x=1/__;!!a'
        yield bytes((i,)) + base64.b64encode(URLS[0]) + b'\0' + URLS[1]


# ---- Messages ----

def encoded(body, how):
    if how == b'base64':
        return base64.encodebytes(body)
    return quopri.encodestring(body) if how == b'quoted-printable' else body


def part(depth=0):
    """Returns the header and body of a part."""
    kind = dice.choice((b'text/plain', b'text/plain; charset=utf-8', b'text/plain; charset=iso-8859-1; format=flowed',
                        b'text/html; charset=us-ascii', b'application/pdf; name="=?utf-8?Q?=C3=A4?="', b'message/rfc822',
                        b'multipart/mixed; boundary="b%d"' % depth, b'multipart/alternative; boundary=b%d' % depth,
                        b'multipart/digest; boundary=b%d' % depth))
    if kind.startswith((b'multipart', b'message')) and depth > 3:
        kind = b'text/plain'
    how = dice.choice((b'7bit', b'8bit', b'base64', b'quoted-printable', b'x-uuencode'))
    header = b'Content-Type: %s\n' % kind
    if kind.startswith(b'multipart'):
        parts = b''.join(b'--b%d\n' % depth + part(depth + 1) for _ in range(dice.randint(1, 3)))
        return header + b'\n' + parts + b'--b%d--\n' % depth
    if kind.startswith(b'message'):
        return header + b'\n' + message(depth + 1)
    body = next(page()) if b'html' in kind else next(paragraphs(1))
    return header + b'Content-Transfer-Encoding: %s\n\n' % how + encoded(body, how) + b'\n'


def message(depth=0):
    fields = (b'Subject: =?utf-8?B?w6Q=?= http://s.example/\n', b'From: "J. Doe" <joe@example.org>\n', b'To: a@b.example, c@d.example\n',
              b'Date: Mon, 30 Jun 2008 02:34:00 +0200\n', b'Message-ID: <1@a.example>\n', b'References: <2@a.example>\n <3@a.example>\n',
              b'List-Unsubscribe: <http://l.example/u>, <mailto:u@l.example>\n', b'MIME-Version: 1.0\n', b'Content-Location: http://c.example/\n')
    return b''.join(dice.sample(fields, dice.randint(1, len(fields)))) + part(depth)


def mailbox(kind):
    """Returns messages in a container: an index of enum trawl_input."""
    texts = [message() for _ in range(dice.randint(1, 3))]
    if kind in (3, 4):
        return b''.join(b'From joe@example.org Mon Jun 30 02:34:00 2008\n' + t.replace(b'\nFrom ', b'\n>From ') + b'\n' for t in texts)
    if kind in (5, 6):
        return b''.join(b'From joe@example.org Mon Jun 30 02:34:00 2008\nContent-Length: %d\n' % (len(t) - t.index(b'\n\n') - 2) + t + b'\n'
                        for t in texts)
    if kind == 7:
        return b''.join(b'\1\1\1\1\n' + t + b'\1\1\1\1\n' for t in texts)
    if kind == 8:
        return b''.join(b'#! rnews %d\n' % len(t) + t for t in texts)
    if kind == 9:
        return b''.join(b'220 1 <1@a.example> article\r\n' + t.replace(b'\n.', b'\n..').replace(b'\n', b'\r\n') + b'.\r\n' for t in texts)
    return next(page()) if kind == 10 else texts[0]


def mail():
    for i, text in enumerate(files('mail/*.*', 'html/*', 'pick/*.eml', 'tour/*')):
        yield bytes((0, i % 32, 1, 20, 60, i % 256)) + text
    for i in range(120):
        yield bytes((i % 11, i % 64, i % 16, 9, 9, i)) + mailbox(i % 11)


def mail_container():
    for i in range(60):
        yield bytes((128 + i % 11 if i % 2 else i % 11, 7)) + mailbox(i % 11)


def mail_resume():
    for i in range(60):
        yield bytes((i % 12, i % 9, 60)) + mailbox((3, 4, 3, 2)[i % 4])
    for i, text in enumerate(paragraphs(60)):
        yield bytes((i % 12, 0, 20)) + text + b'\x1d-- \nx\n\nbegin 644 x\n#0V%T\n#0V%T\n`\nend\n' + text


def filter():
    for i in range(100):
        yield bytes((i % 10, 1 << i % 9 & 255, 1 << i % 10 & 255, i * 11 % 256)) + mailbox((0, 3, 2, 10, 4)[i % 5])


def mail_headers():
    yield from (b'=?utf-8?Q?=C3=A4?= =?utf-8?B?w6Q=?= x', b'=?iso-2022-jp?B?GyRCJDMbKEI=?=', b'=?utf-7?Q?+AOQ-?=',
                b"text/html; charset*=us-ascii'en'x%20y; boundary=\"a\\\"b\"", b"message/external-body; url*0=\"http://a\"; url*1=/b",
                b'text/plain; charset="utf-8" (x); x=y;z', b'Mon, 30 Jun 2008 02:34:00 +0200 (CEST)', b'Monday, 30-Jun-08 02:34:00 GMT',
                b'Mon Jun 30 02:34:00 EDT 2008', b'30 Jun 08 0234 Z', b'2008-06-30T02:34:00Z')


def mail_lines():
    for i, text in enumerate(paragraphs(12)):
        yield bytes((i % 3, 9, 9)) + text + b'-- \nsignature\n' + base64.encodebytes(bytes(range(250))) + b'> ' + text


def mail_transfer():
    for text in paragraphs(6):
        yield bytes((0, 5, 9)) + quopri.encodestring(text)
        yield bytes((1, 5, 9)) + base64.encodebytes(text)
        yield bytes((2, 5, 9)) + b'begin 644 x\n#0V%T\n`\nend\n' + text


# ---- Pages ----

def page(count=1):
    tags = (b'<a href="%s">x</a>', b"<img src='%s' srcset='%s 2x, b 3x'>", b'<p title=%s>', b'<base href="%s">', b'<!-- %s -->',
            b'<!--[if mso]>%s<![endif]-->', b'<script>var a="%s"</script>', b'<style>a{b:url(%s)}</style>', b'<![CDATA[%s]]>',
            b'<svg><a xlink:href="%s"/></svg>', b'&lt;%s&gt;', b'<textarea>%s</textarea>', b'<meta http-equiv=refresh content="0;url=%s">',
            b'<noscript>%s</noscript>', b'<pre>%s</pre>', b'<a ping="%s" HREF=%s>', b'<math><mi>%s</math>', b'&#x68;ttp://a.example/&amp;')
    for _ in range(count):
        yield b'<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>t</title></head><body>' + b'\n'.join(
            dice.choice(tags).replace(b'%s', dice.choice(URLS)) for _ in range(dice.randint(2, 8))) + b'</body></html>\n'


def html():
    for i, text in enumerate(itertools.chain(files('html/*'), page(60))):
        yield bytes((i % 4, 9, 5)) + text


def seal():
    pages = subprocess.run([sys.executable, '-B', 'tests/trawl/sealed.py', '--pages'], check=True, capture_output=True).stdout
    for i, text in enumerate(json.loads(pages)):
        yield bytes((1, i % 256, 2 + 4 * (i % 20) if i % 9 == 0 else i % 2)) + text.encode()


# ---- Writers and rules ----

def emit():
    texts = list(itertools.chain(block(), paragraphs(100), files('hostile/*'), [b'# <b>&amp;"\'*_`[x](y) \x1b[31m \x07 \xe2\x80\xae\n' + u for u in URLS]))
    for i, text in enumerate(texts):
        yield bytes((i % 32, i * 37 % 256, 5, i % 20, i % 32, i % 64)) + text[:1500]


def rules():
    good = files('rules/*.rules', 'tour/*.rules')
    for text in good:
        for body in (b'RFC 1738, Bug #123, CVE-2020-1234', b'See PEP 8 and issue #9.\n' + next(paragraphs(1))):
            yield bytes((3, 5)) + text + b'\x1e' + body
    yield b'\3\5rule a\n trigger #\n match #(\\d+)\n url http://a.example/$1?x=$0\n\x1eSee #12.'


# ---- Charsets and kernels ----

def charset():
    names = [row[0] for row in csv.reader(open('src/gen/charsets.tsv', encoding='utf-8'), delimiter='\t') if row and row[0][:1] != '#']
    texts = ('http://a.example/ x', '\u00e4\u00f6\u20ac \u0436\u03b1', '\u65e5\u672c\u8a9e\uff76 \uac00 \u4e2d', '\U0001f600\u0301')
    for text, (i, name) in itertools.product(texts, enumerate(names)):
        try:
            yield bytes((i, 3, 20)) + text.encode(name, 'ignore')
        except LookupError:
            pass


def kernel():
    for triggers in (b':', b':w', b':/@.', b'<>"', b'\n'):
        for text in paragraphs(4):
            yield bytes((0x80 * (b'w' not in triggers) + len(triggers), 3)) + triggers + text


TARGETS = (scan, screen, block, check, resolve, unwrap, mail, mail_container, mail_resume, filter, mail_headers, mail_lines, mail_transfer,
           html, seal, emit, rules, charset, kernel)


def main(folder):
    for target in TARGETS:
        to = os.path.join(folder, target.__name__)
        os.makedirs(to, exist_ok=True)
        for i, data in enumerate(target()):
            with open(f'{to}/{i:03}', 'wb') as f:
                f.write(data)


main(*sys.argv[1:])
