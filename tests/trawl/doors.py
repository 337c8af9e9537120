#!/usr/bin/env python3
"""doors.py - texts with marks, overstrikes, unknown bytes and references: one link in each output

Usage: doors.py TRAWL. Makes 400 random texts with one link, in UTF-8 or UTF-16 with a byte-order
mark, with bold or underlined words as printers write them (E22), with bytes that are not UTF-8
(M14), or with "&amp;" in a tag of a log. Prints each text whose link is not the expected one in a
list, TSV, JSON, HTML, Markdown or notes, or whose text is not shown without marks and overstrikes.
Exits with 1 if there are any.
"""
import html
import json
import random
import re
import subprocess
import sys
import urllib.parse

random.seed(7)
TEXTS = 400


def run(trawl, data, *options):
    done = subprocess.run([trawl, *options, '-'], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode('utf-8')


def strike(text):
    """Strikes characters over, each in one of the ways of printers; some not at all."""
    ways = random.choice([[lambda c: c + '\b' + c], [lambda c: '_\b' + c], [lambda c: c + '\b_'],
                          [lambda c: '_\b' + c + '\b' + c, lambda c: c + '\b' + c + '\b' + c, lambda c: c]])
    return ''.join(c if c in ' \n' or (c == '_' and len(ways) > 1) else random.choice(ways)(c) for c in text)


def link():
    """Returns a URL, and its last part, which may have a byte that is not UTF-8."""
    path = ''.join(random.choice(['a', 'b1', '/', '-', '%20', '_', '.c', '\u00e4', '~']) for _ in range(random.randint(1, 8)))
    return 'http://' + random.choice(['a.example', 'www.b.example', 'c.example:8080']) + '/x' + path


def make():
    """Returns the bytes of a text, its link, and the text as it is shown, or None if not known."""
    url, before, after = link() + 'z', random.choice(['', 'see ', 'NAME\n    x: ', '(', '<']), ''
    after = {'(': ')', '<': '>'}.get(before, random.choice(['', ' there', ', and', '.\nEnd']))
    door = random.choice(['mark', 'struck', 'struck', 'bytes', 'tag', 'none'])
    code = random.choice(['utf-8', 'utf-8-sig', 'utf-16', 'utf-16-be', 'utf-8'])
    mark = '\ufeff' if code == 'utf-16-be' else ''
    if door == 'bytes':
        byte = random.randint(0xC0, 0xFF)
        url = url.replace('\u00e4', 'e')
        text = before + url[:-1] + '\udc00' + 'z' + after + '\n'
        text = ''.join(chr(0xDC00 + byte) if c == '\udc00' else c for c in text)
        if random.random() < .5:
            text = strike(text)
        return text.encode('utf-8', 'surrogateescape'), f'{url[:-1]}%{byte:02X}z', None
    if door == 'tag':
        target = url + '?a=1&b=2'
        text = f'{before.strip("<(")}12:00 GET <a href="{html.escape(target)}">more</a>\n'
        return (mark + text).encode(code), target, None
    text = before + url + after + '\n'
    written = strike(text) if door == 'struck' else text
    return (mark + written).encode(code), url, text


def differs(trawl, data, url, text):
    """Returns the name of an output that does not have the link, or the text."""
    shown = run(trawl, data, '-t', 'html')
    md, notes = run(trawl, data, '-t', 'md'), run(trawl, data, '-t', 'notes')
    href = ''.join(c if c < '\x7f' else urllib.parse.quote(c) for c in url)
    rows = [json.loads(line) for line in run(trawl, data, '-t', 'json').splitlines()]
    found = {
        'list': run(trawl, data).splitlines() == [url],
        'tsv': run(trawl, data, '-t', 'tsv', '--fields', 'url').splitlines() == [url],
        'json': [row['url'] for row in rows] == [url],
        'html': [html.unescape(a) for a in re.findall('<a href="([^"]*)"', shown)] == [href],
        'md': f'<{href}>' in html.unescape(md),
        'notes': f'1. {url}\n' in notes,
        'clean': not any(c in out for c in '\b\ufeff' for out in (shown, md, notes)),
        'places': len(rows) == 1 and all(0 <= a < b <= len(data) for a, b in rows[0]['spans']),
        'shown': text is None or html.unescape(re.sub('<[^>]*>', '', shown)).strip() == text.strip(),
    }
    return [name for name, good in found.items() if not good]


def main():
    bad = 0
    for _ in range(TEXTS):
        data, url, text = make()
        names = differs(sys.argv[1], data, url, text)
        if names:
            bad += 1
            print(names, data, url)
    print(f'{TEXTS} texts, {bad} bad')
    return 1 if bad else 0


sys.exit(main())
