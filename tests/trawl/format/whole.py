"""whole.py - broken links in paragraphs of a page: one anchor, shown without white space

Usage: whole.py TRAWL

Makes texts with a URL that is broken over lines: in quotes, items, definitions and below headings; in wrappers
and without; after each character that may end a piece; with blanks before the line end. The page of a text must
show a URL that trawl puts together in one piece, in one element, and its text with what is hidden must be the
source. Prints a line for each kind of place, in the Test Anything Protocol.
"""
import html
import itertools
import re
import subprocess
import sys

FILLER = ['Some words before it that fill the line well and also the next one as they do', 'in letters of people who write long lines in their mail, and then there comes']
REST = ', and after that there are more words in the\nsame paragraph as before, so that its lines flow as all the others did.\n'
PLACES = {'paragraph': ('', ''), 'quote': ('> ', '> '), 'deep quote': ('> > ', '> > '), 'indented': ('    ', '    '), 'item': ('  * ', '    '),
          'number': ('1. ', '   '), 'item in a quote': ('> - ', '>   ')}
WRAPPERS = [('<URL:', '>'), ('<', '>'), ('', ''), ('"', '"'), ('(', ')')]
BREAKS = ['/', '-', '?', '&', '=', '.', '_', 'e', '%2F', ',']
# The lines above the link, the pieces of the URL, and what follows a piece.
FORMS = [(FILLER, 2, ''), (['See'], 3, ''), (FILLER, 3, ' ')]


def texts(first, more):
    """Yields texts with the URL that is broken in each."""
    for (left, right), end, (lead, pieces, blank) in itertools.product(WRAPPERS, BREAKS, FORMS):
        url = ['http://www.example.org/archive/of/old/things' + end, *(['index/of/many/pages/more/' + end] if pieces == 3 else []), 'last/more.html']
        body = '\n'.join(lead) + ' at\n' + left + (blank + '\n').join(url) + right + REST
        lines = body.rstrip('\n').split('\n')
        yield ''.join((more if i else first) + line + '\n' for i, line in enumerate(lines)), ''.join(url)


def run(trawl, words, text):
    return subprocess.run([trawl, *words], input=text.encode(), capture_output=True).stdout.decode()


def fault(trawl, text, url):
    """Returns why the page of a text is wrong, None if it is not, or '' if trawl does not list the URL."""
    if url not in run(trawl, ['--find', 'url'], text).split('\n'):
        return ''
    page = run(trawl, ['-t', 'html', '--page'], text)
    page = page[page.index('<main'):page.index('</main>')]
    if '<pre' in page:
        return ''
    shown = html.unescape(re.sub(r'<[^>]*>', '', re.sub(r'<span class="trawl-(break|mark)" hidden>.*?</span>', '', page, flags=re.S)))
    if url not in shown:
        return 'is shown in pieces'
    if page.count('href="' + html.escape(url)) != 1:
        return 'has several anchors'
    whole = html.unescape(re.sub(r'<[^>]*>', '', page))
    return None if re.sub(r'\s+', '', whole) == re.sub(r'\s+', '', text) else 'text is lost'


def main(trawl):
    for n, (place, (first, more)) in enumerate(PLACES.items(), 1):
        found = [(fault(trawl, t, u), t) for t, u in texts(first, more)]
        bad, judged = [f for f in found if f[0]], sum(f[0] != '' for f in found)
        print(f'{"not ok" if bad or judged < 10 else "ok"} {n} - broken links are whole in: {place}; {judged} texts')
        for why, text in bad[:3]:
            print('\n'.join('# ' + line for line in f'a link {why}: {len(bad)} texts\n{text}'.split('\n')))
    print(f'1..{len(PLACES)}')


main(sys.argv[1])
