"""references.py - tests the links inside of pages

    references.py TRAWL FILE...

Prints what is wrong: a link to an id that the page does not have, an id that occurs twice or has
characters that ids of pages do not have, an entry of the contents that leads to another title.
Tries each file with and without --toc if TRAWL_TEST_WHOLE is set, else every second one with it.
"""
import html.parser
import os
import re
import subprocess
import sys


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.headings, self.open = {}, [], {}, []

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if 'id' in a:
            self.ids[a['id']] = self.ids.get(a['id'], 0) + 1
        if re.fullmatch('h[2-6]', tag) and 'id' in a:
            self.headings[a['id']] = ''
            self.open.append((tag, a['id']))
        if tag == 'a' and a.get('href', '').startswith('#'):
            self.links.append([a['href'][1:], a.get('class', ''), ''])
            self.open.append((tag, None))

    def handle_endtag(self, tag):
        if self.open and self.open[-1][0] == tag:
            self.open.pop()

    def handle_data(self, data):
        for tag, place in self.open:
            if place:
                self.headings[place] += data
            elif self.links:
                self.links[-1][2] += data


def words(text):
    return ' '.join(re.findall(r'\w+', text.lower()))


def test(trawl, name, *options):
    answer = subprocess.run([trawl, '-t', 'html', '--page', *options, name], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False)
    page = Page()
    page.feed(answer.stdout.decode('utf-8', 'replace'))
    page.close()
    wrong = [f'{place} is an id {n} times' for place, n in page.ids.items() if n != 1]
    wrong += [f'{place} is a bad id' for place in page.ids if not re.fullmatch(r'[A-Za-z0-9._-]+', place)]
    wrong += [f'nothing has the id {place}' for place, _, _ in page.links if place not in page.ids]
    for place, _, text in page.links:
        section = re.fullmatch(r'(?:.*__)?section-([0-9.]+)(?:-\d+)?', place)
        if section and re.match(r'(?i)sections? [0-9]', text) and not words(page.headings.get(place, '')).startswith(
                words(section[1])):
            wrong.append(f'{text} leads to {page.headings.get(place)}')
    for line in wrong:
        print(f'{name} {" ".join(options)}: {line}')
    return len(page.links)


links = 0
for number, path in enumerate(sys.argv[2:]):
    for toc in (0, 1):
        if number % 2 == toc or os.environ.get('TRAWL_TEST_WHOLE'):
            links += test(sys.argv[1], path, *['--toc'] * toc)
if links == 0:
    print('no links at all')
