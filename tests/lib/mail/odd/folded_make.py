"""folded_make.py - long URLs in <URL:...> and <...>, folded over lines, in twelve transports

    folded_make.py TRAWL SEED COUNT

Makes COUNT random URLs of RFC 1738 with tokens of 20 to 4000 bytes (hex, base64, paths, escapes).
Each has a host of its own, and is folded at 40 to 132 columns, indented or quoted, in one of twelve
transports; a file has many of them. Wrappers of at most 64 lines and 8192 bytes must give one link,
whose URL is the true one or has it as another reading. Longer ones must be reported as a limit, and
nothing of them may be listed. Prints what is wrong.
"""

import base64
import collections
import gzip
import json
import os
import quopri
import random
import string
import subprocess
import sys
import tempfile

LINES, BYTES = 64, 8192
ALNUM = string.ascii_letters + string.digits
HEADER = 'From: Ann <ann@mail.example>\nSubject: folded\nDate: Mon, 23 Nov 2026 10:00:00 +0000\n'
HOST = 'h%d.folded.example'

Case = collections.namedtuple('Case', 'number url quote lines')


# ---- URLs ----

def token(r, n):
    kind = r.randrange(4)
    if kind == 0:
        return ''.join(r.choice('0123456789abcdef') for _ in range(n))
    if kind == 1:
        body = ''.join(r.choice(ALNUM + '+/') for _ in range(n))
        return body.replace('//', 'a/') + r.choice(('', '=', '=='))
    if kind == 2:
        words = []
        while sum(map(len, words)) + len(words) < n:
            words.append(''.join(r.choice(ALNUM + '-_.') for _ in range(r.randint(1, 30))))
        return r.choice('/-_+').join(words)
    return ''.join('%%%02X' % r.randrange(128, 256) if r.randrange(3) == 0 else r.choice(ALNUM)
                   for _ in range(n // 2))


def url(r, number):
    size = r.choice((r.randint(20, 200), r.randint(200, 1000), r.randint(1000, 4000)))
    host, text = HOST % number, token(r, size)
    end = r.choice(ALNUM)
    form = r.randrange(8)
    if form == 0:
        return 'ftp://user:secret@%s/pub/%s%s;type=i' % (host, text, end)
    if form == 1:
        return 'gopher://%s:7070/1%s%s' % (host, text, end)
    if form == 2:
        return 'http://%s:8080/cgi/%s?%s=%s&b=%s' % (host, end, end, text, end)
    if form == 3:
        return 'wais://%s/%s?%s' % (host, end, text.replace('/', 'x').replace('?', 'x') + end)
    return 'http://%s/%s%s' % (host, text, end)


# ---- Wrappers, folded ----

def folded(r, number, long):
    """Returns a Case whose wrapper is within the limits, or beyond them if `long`."""
    while True:
        true, width = url(r, number), r.randint(40, 132)
        indent, quote = ' ' * r.choice((0, 0, 2, 8)), r.choice(('', '', '> ', '> > ', '>> '))
        hang = indent if r.randrange(2) else ''
        text = '<%s%s>' % ('URL:' if r.randrange(4) else '', true)
        first = quote + indent + r.choice(('', 'See ', 'at '))
        if len(first) + len('<URL:gopher://' + HOST % number) + 8 > width:
            continue
        room = width - len(first)
        lines, rest = [first + text[:room]], text[room:]
        room = width - len(quote + hang)
        lines += [quote + hang + rest[i:i + room] for i in range(0, len(rest), room)]
        size = sum(map(len, lines)) + len(lines)
        lines[-1] += r.choice(('', '.', ', and so on.'))
        if long == (len(lines) > LINES or size > BYTES):
            return Case(number, true, quote, lines)


def block(case):
    """Returns the case as a paragraph between others, which hold no link."""
    return ['', 'Paragraph %d, before:' % case.number, ''] + case.lines + ['', 'after it.', '']


def text_of(cases):
    return ''.join(line + '\n' for case in cases for line in block(case))


# ---- Transports: each returns the name of a file and its bytes ----

def mail(cases, fields, body):
    return ('m.eml', (HEADER + 'MIME-Version: 1.0\n' + fields + '\n').encode() + body)


def coded(name, body):
    return 'Content-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: %s\n' % name, body


def plain(cases, _):
    return 'm.txt', text_of(cases).encode()


def qp(cases, _):
    return mail(cases, *coded('quoted-printable', quopri.encodestring(text_of(cases).encode())))


def base_64(cases, _):
    return mail(cases, *coded('base64', base64.encodebytes(text_of(cases).encode())))


def stuffed(line):
    return ' ' + line if line[:1] in (' ', '>') or line.startswith('From ') else line


def flowed_lines(cases):
    """Yields the lines of format=flowed. All lines of a wrapper but the last end in a space; none
    is indented."""
    for case in cases:
        depth = case.quote.count('>')
        for k, line in enumerate(case.lines):
            text = line[len(case.quote):].lstrip(' ')
            yield ('>' * depth + ' ' + text if depth else stuffed(text)) + ' ' * (k + 1 < len(case.lines))
        yield from ('', 'Paragraph %d is over.' % case.number, '')


def flowed(cases, _):
    body = ''.join(line + '\n' for line in flowed_lines(cases))
    return mail(cases, 'Content-Type: text/plain; format=flowed\n', body.encode())


def delsp(cases, _):
    body = ''.join(line + '\n' for line in flowed_lines(cases))
    return mail(cases, 'Content-Type: text/plain; format=flowed; delsp=yes\n', body.encode())


def utf_16(cases, _):
    return 'm.txt', text_of(cases).encode('utf-16')


def html(cases, _):
    text = text_of(cases).replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    return mail(cases, 'Content-Type: text/html\n', ('<p>x</p><pre>%s</pre>\n' % text).encode())


def few(cases, r):
    """Yields the cases in groups of one to five."""
    at = 0
    while at < len(cases):
        n = r.randint(1, 5)
        yield cases[at:at + n]
        at += n


def digest(cases, r):
    parts = ''.join('--=_b\n\n%s\n%s\n' % (HEADER, text_of(some)) for some in few(cases, r))
    return mail(cases, 'Content-Type: multipart/digest; boundary="=_b"\n', (parts + '--=_b--\n').encode())


def mbox(cases, r):
    return 'm.mbox', ''.join('From ann@mail.example Mon Nov 23 10:00:00 2026\n%s\n%s\n' % (HEADER, text_of(some))
                             for some in few(cases, r)).encode()


def news(cases, r):
    articles = ['Newsgroups: misc.test\n%s\n%s' % (HEADER, text_of(some)) for some in few(cases, r)]
    return 'm.rnews', ''.join('#! rnews %d\n%s' % (len(a), a) for a in articles).encode()


def gzipped(cases, _):
    return 'm.txt.gz', gzip.compress(text_of(cases).encode())


TRANSPORTS = (plain, qp, base_64, flowed, delsp, utf_16, html, digest, mbox, news, gzipped)


# ---- The command ----

def records(trawl, folder, made):
    name, data = made
    path = os.path.join(folder, name)
    with open(path, 'wb') as f:
        f.write(data)
    run = subprocess.run([trawl, '-j1', '-t', 'json', '--also=limits', '--find', 'url', path], capture_output=True, check=False)
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def links_by_host(found):
    links = collections.defaultdict(list)
    for record in found:
        if '.folded.example' in record.get('url', ''):
            links[record['url'].split('.folded.example')[0].split('@')[-1].split('/')[-1]].append(record)
    return links


def judge(cases, found):
    """Yields what is wrong with wrappers that are within the limits."""
    links_of = links_by_host(found)
    for case in cases:
        links = links_of.pop('h%d' % case.number, [])
        if len(links) != 1:
            yield case, '%d links' % len(links)
        elif links[0]['url'] != case.url and case.url not in [alt['url'] for alt in links[0].get('alt', [])]:
            yield case, 'listed as ' + links[0]['url']
    for links in links_of.values():
        yield None, 'a link of no case: ' + links[0]['url']
    for record in found:
        if 'limit' in record:
            yield None, 'a limit: ' + record['limit']


def judge_long(cases, found):
    """Yields what is wrong with wrappers beyond the limits. Each must be reported, or be whole
    where a transport makes one line of it."""
    links_of = links_by_host(found)
    limits = sum('limit' in record for record in found) + len(links_of)
    if limits != len(cases):
        yield None, '%d limits for %d wrappers' % (limits, len(cases))
    for case in cases:
        for link in links_of.get('h%d' % case.number, []):
            if link['url'] != case.url:
                yield case, 'listed as ' + link['url']


def main():
    trawl, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    r = random.Random(seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for k, transport in enumerate(TRANSPORTS):
            numbers = range(k, count, len(TRANSPORTS))
            short = [folded(r, number, False) for number in numbers]
            long = [folded(r, number, True) for number in range(max(2, len(numbers) // 10))]
            for cases, judged in ((short, judge), (long, judge_long)):
                for case, what in judged(cases, records(trawl, folder, transport(cases, r))):
                    wrong += 1
                    if wrong <= 20:
                        print('%s: %s' % (transport.__name__, what[:300]))
                        print('\n'.join(case.lines[:3] if case else ()))
    return 1 if wrong else 0


sys.exit(main())
