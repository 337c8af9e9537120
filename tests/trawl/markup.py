#!/usr/bin/env python3
"""Compare the structure of HTML mail in a page with what each mail says it has, and with a browser.

    markup.py TRAWL MBOX [w3m|lynx]

Without a browser: the elements of each message in "trawl -t html --page", in their order, must be
those of its field X-Shape. With a browser: the words of each message must be those that the browser
shows; with lynx also in the same order. w3m puts the cells of layout tables side by side, so its
order differs.
"""
import html.parser
import mailbox
import re
import subprocess
import sys

SHAPES = ('h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre table tr th td').split()


class Reader(html.parser.HTMLParser):
    """Collects the blocks and the words of each section. Headings of a message begin at <h3>, the
    paragraphs of items, definitions and cells are parts of these."""

    def __init__(self):
        super().__init__()
        self.shapes, self.texts = [], []
        self.inside, self.head = [], False

    def handle_starttag(self, tag, attrs):
        if tag == 'section':
            self.shapes.append([])
            self.texts.append([])
        self.head = self.head or tag == 'header'
        if not self.shapes or self.head:
            return
        if tag in ('script', 'img', 'iframe', 'object', 'style') or \
           any(name.startswith('on') for name, _ in attrs):
            raise SystemExit('markup.py: <%s> in the page' % tag)
        if tag in SHAPES and not (tag == 'p' and self.inside[-1:] in (['li'], ['dd'])):
            self.shapes[-1].append('h%d' % (int(tag[1]) - 2) if re.match('h[3-6]', tag) else tag)
        if tag in SHAPES:
            self.inside.append(tag)
        if tag in ('td', 'th', 'br'):
            self.texts[-1].append(' ')

    def handle_endtag(self, tag):
        if tag == 'header':
            self.head = False
        elif tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data):
        if self.texts and not self.head:
            self.texts[-1].append(data)


def words(text):
    return re.findall(r'\w+', text)


def shown(browser, page):
    command = {'w3m': ['w3m', '-dump', '-T', 'text/html', '-cols', '300'],
               'lynx': ['lynx', '-dump', '-stdin', '-nolist', '-width=300']}[browser]
    return words(subprocess.run(command, input=page.encode(), capture_output=True, check=True)
                 .stdout.decode())


def main():
    trawl, path = sys.argv[1:3]
    page = subprocess.run([trawl, '-t', 'html', '--page', path], capture_output=True, check=True)
    reader = Reader()
    reader.feed(page.stdout.decode())
    bad = 0
    for i, mail in enumerate(mailbox.mbox(path, create=False)):
        if len(sys.argv) < 4:
            got, wanted = ' '.join(reader.shapes[i]), mail['X-Shape']
        else:
            # Browsers add numbers and letters to items.
            wanted, got = ([w for w in found if not re.fullmatch(r'\d+|[a-z]', w)] for found in (
                shown(sys.argv[3], mail.get_payload()), words(''.join(reader.texts[i]))))
            if sys.argv[3] == 'w3m':
                wanted.sort()
                got.sort()
        if got != wanted:
            bad += 1
            print('message %d\n  wanted %s\n  got    %s' % (i + 1, wanted, got))
    if i + 1 < 40:
        print('only %d messages' % (i + 1))
    sys.exit(bad > 0 or i + 1 < 40)


main()
