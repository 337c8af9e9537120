# appendix.py - makes texts with URLs as the Appendix of RFC 1738 has them, and counts the faults
#
#     python3 tests/lib/find/wrap/appendix.py TRAWL [seed=N] [count=N] [show=N] [fault=NAME]
#                                   [wrapper=NAME] [container=NAME]
#
# A text is prose in one of the containers below, filled at 40 to 132 columns, with one URL of the
# ten schemes of the RFC, in a wrapper or without one. Programs break the URL at the edge of the
# text: anywhere, after a sign, or with a hyphen that they insert. In other texts a blank is left
# where the URL was broken before. Then the test tries pairs of characters around a break, with each
# mark at the start of the lines. Prints for each wrapper:
#
#     whole   the first reading is the URL
#     alt     another reading is
#     flag    only a flag of doubt shows that something is missing
#     silent  another URL, with neither
#     lost    no link
#
# Exits with 1 when a bound is missed. show=N prints N texts of each fault.

import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'scan'))

from broken import HEX, PROSE, SLUGS, Maker  # noqa: E402
from screens import shown  # noqa: E402

# In percent of the texts: `offered` is the least that are whole or alt, `missed` the most that are
# silent or lost.
BOUNDS = {
    'strong': {'offered': 100.0, 'missed': 0.0},
    'weak': {'offered': 99.0, 'missed': 1.0},
    'quotes': {'missed': 0.1},
    'brackets': {'missed': 0.1},
    'bare': {'missed': 0.3},  # "/" before a word that may be prose, mostly
}
DOUBTS = {'unclosed', 'hyphen-break', 'closer-at-bol', 'inner-space', 'guess-joined',
          'soft-hyphen', 'line-end', 'unknown-tld'}
WRAPPERS = {
    'strong': ('<URL:%s>', '<URL:%s>', '<URL: %s>', '<url:%s>', '< URL:%s >', '<URI:%s>'),
    'weak': ('<%s>', '<%s>', '< %s >'),
    'quotes': ('"%s"', "'%s'", '“%s”', '«%s»', '`%s`', 'href="%s"', '{"url":"%s"}'),
    'brackets': ('(%s)', '[%s]', '{%s}', '(see %s)'),
    'bare': ('%s', '%s', 'URL:%s', '%s.', '%s,'),
}
HOSTS = '''ds.internic.net www.w3.org info.cern.ch ftp.example.org a.example.com gopher.uni.example.de
cs-dept.example.edu 192.0.2.17 x-y.example.co.uk'''.split()
GROUPS = 'comp.infosystems.www.misc alt.hypertext de.comp.text.tex comp.lang.c-plus'.split()
SIGNS = "/-?&=._,;:@+$!*'()~#%"


class Appendix(Maker):
    def part(self):
        r = self.r
        return r.choice((r.choice(SLUGS), r.choice(PROSE), '-'.join(r.sample(PROSE, 3)),
                         self.random_text(HEX, r.randint(2, 12)), '%20'.join(r.sample(PROSE, 2)),
                         'rfc%d.txt' % r.randint(1, 1999), r.choice('abcxyz') + '_' + r.choice(PROSE),
                         r.choice(SLUGS) + r.choice("+$!*',~")  + r.choice(PROSE)))

    def path(self, n=40):
        r = self.r
        return '/' + '/'.join(self.part() for _ in range(r.randint(1, max(1, n // 10)))) + \
            r.choice(('', '', '/', '.html', '.tar.gz'))

    def wrapped(self):
        """Returns a URL of one of the ten schemes."""
        r, host = self.r, self.r.choice(HOSTS)
        port = r.choice(('', '', '', ':8080'))
        n = r.choice((10, 30, 60, 120))
        return r.choice((
            lambda: 'http://' + host + port + r.choice((
                self.path(n), self.path(n) + '?' + self.part() + r.choice(('', '&b=' + self.part())),
                self.path(n) + '#' + self.part(), '/', '')),
            lambda: 'http://' + host + port + self.path(n),
            lambda: 'ftp://' + r.choice(('', '', 'joe@', 'joe:pw@')) + host + self.path(n) +
            r.choice(('', '', ';type=a', ';type=i', ';type=d')),
            lambda: 'gopher://' + host + r.choice((':70', '')) + '/1' + self.path(n),
            lambda: 'mailto:' + r.choice(('joe', 'ann-lee', 'eve.m')) + '@' + r.choice(HOSTS[:5]),
            lambda: 'news:' + r.choice(GROUPS),
            lambda: 'news:' + self.random_text(HEX, 12) + '@' + r.choice(HOSTS[:5]),
            lambda: 'nntp://' + host + '/' + r.choice(GROUPS) + '/%d' % r.randint(1, 99999),
            lambda: 'telnet://' + r.choice(('', 'joe@')) + host + r.choice((':23/', '/', '')),
            lambda: 'wais://' + host + r.choice((':210/', '/')) + r.choice(SLUGS) +
            r.choice(('', '?' + r.choice(PROSE))),
            lambda: 'file://' + r.choice(('', 'localhost', host)) + self.path(n),
            lambda: 'prospero://' + host + ':1525//pros' + self.path(n) +
            r.choice(('', ';v=' + r.choice(PROSE)))))()


# What a program inserts where it breaks a word.
SHOWN = {'hyphen': '-', 'u2010': '\u2010'}


def cut_of(m, word, room, how):
    """Returns after how many bytes, at most `room`, the word is broken; 0 if it cannot be
    broken."""
    if how == 'sign':
        cuts = [k for k in range(2, min(room, len(word) - 1) + 1) if word[k - 1] in '/-?&=._,;']
        return max(cuts, default=0)
    cut = min(room - (how in SHOWN), len(word) - 1)
    return cut if '\1' not in word[cut - 1:cut + 1] and '>' not in word[cut] else 0


def fill(m, words, link, how, width):
    """Fills lines at the width, and breaks only the link. Returns the lines."""
    lines, line = [], ''
    for word in words:
        while True:
            room = width - len(line) - bool(line)
            if len(word) <= room or (word != link[0] and not line):
                line += ' ' * bool(line) + word
                break
            cut = cut_of(m, word, room, how) if word == link[0] and room > 8 else 0
            if cut > 3:
                lines.append(line + ' ' * bool(line) + word[:cut] + SHOWN.get(how, ''))
                line, word = '', word[cut:]
                link[0] = word
                continue
            if not line:
                line = word
                break
            lines.append(line)
            line = ''
    return lines + [line]


def marked(mark):
    return lambda m, make, width: [mark + s for s in make(max(30, width - len(mark)))]


def plain(m, make, width):
    return make(width)


def indented(m, make, width):
    blanks = ' ' * m.r.randint(1, 10)
    return [blanks + s for s in make(width)]


def hanging(m, make, width):
    sign = m.r.choice(('- ', '* ', 'o ', '1. ', '12) ', '[3] '))
    lines = make(width - len(sign))
    return [sign + lines[0]] + [' ' * len(sign) + s for s in lines[1:]]


def flowed(m, make, width):
    lines = make(width)
    return [s + ' ' for s in lines[:-1]] + lines[-1:]


def box(m, make, width):
    side, rule = m.r.choice((('|', '+-+'), ('*', '***'), ('#', '###'), ('**', '***'), ('|', '---'),
                             ('│', '┌─┐'), ('║', '╔═╗')))
    lines = make(width - 4)
    n = max(map(len, lines))
    rule = rule[0] + rule[1] * (n + 2 * len(side)) + rule[2]
    return [rule] + ['%s %-*s %s' % (side, n, s, side) for s in lines] + [rule]


def comment(m, make, width):
    lines = make(width - 3)
    return ['/* ' + lines[0]] + [' * ' + s for s in lines[1:]] + [' */']


def comments(m, make, width):
    """Makes each line a comment by itself."""
    lines = make(width - 6)
    n = max(map(len, lines))
    return ['/* %-*s */' % (n, s) for s in lines]


def tight_patch(m, make, width):
    sign, rest = m.r.choice('+- '), m.r.choice('+- ')
    lines = [sign + s for s in make(width)]
    return ['--- a/README', '+++ b/README', '@@ -1,9 +1,9 @@', rest + 'a line before'] + lines + \
        [' unchanged']


def page(m, make, width):
    lines = make(width)
    k = m.r.randrange(1, len(lines)) if len(lines) > 1 else 1
    n = m.r.randint(1, 4)
    turn = [''] * n + ['Berners-Lee, Masinter & McCahill   [Page %d]' % m.r.randint(1, 99)] + \
        ['\f'] * m.r.randint(0, 1) + ['RFC 1738   Uniform Resource Locators (URL)   December 1994'] + \
        [''] * n
    return lines[:k] + turn + lines[k:]


def numbered(m, make, width):
    first, form = m.r.randint(1, 99), m.r.choice(('%d:', '%6d\t', 'notes.txt:%d:'))
    return [form % (first + k) + s for k, s in enumerate(make(width))]


CONTAINERS = {
    'plain': plain, 'indented': indented, 'hanging': hanging, 'flowed': flowed, 'box': box,
    'comment': comment, 'comments': comments, 'patch': tight_patch, 'page': page, 'numbered': numbered,
    'quote': lambda m, make, width: marked(m.r.choice(('> ', '>', '> > ', '>> ', '>>> ', ' > ')))(
        m, make, width),
    'name': lambda m, make, width: marked(m.r.choice(('JD> ', 'Joe> ', 'Margaret> ', 'JD> > ')))(
        m, make, width),
    'mark': lambda m, make, width: marked(m.r.choice(
        ('| ', ': ', '# ', '% ', '} ', '` ', '// ', ';; ', '+ ', '- ', '! ', '* ', '> | ', '> # ',
         '| > ', '%', '#', ':', '*', ';', '//', '-- ', '~ ', '= ')))(m, make, width),
}
# Where programs break the URL.
BREAKS = {kind: ('cut', 'sign', 'sign', 'hyphen', 'u2010', 'blank') for kind in ('strong', 'weak')}
RUNNING = ('none', 'sign')


def text_of(m, kind, container):
    """Returns a text and the URL in it."""
    r, url = m.r, m.wrapped()
    whole = url
    form = r.choice([f for f in WRAPPERS[kind] if "'" not in f or "'" not in url])
    how = r.choice(BREAKS.get(kind, RUNNING))
    if how == 'blank' and kind == 'strong' or '//' in url and how == 'blank':
        at = r.randrange(url.find('//') + 3 if kind == 'weak' else 1, len(url))
        form = form.replace('%s', url[:at].replace('%', '%%') + ' %s')
        url, how = url[at:], 'none'
    if how in ('none', 'blank') or r.random() < 0.1:
        how, width = 'none', 1000
    else:
        width = r.choice((40, 60, 65, 72, 76, 80, 100, 132))
    words = [r.choice(PROSE) for _ in range(r.randint(3, 25))] + ['\0'] + \
        [r.choice(PROSE) for _ in range(r.randint(3, 25))]
    link, url = (form % url).replace(' ', '\1'), whole

    def make(columns):
        return [s.replace('\1', ' ') for s in
                fill(m, [link if w == '\0' else w for w in words], [link], how, columns)]
    lines = CONTAINERS[container](m, make, width)
    if width == 1000:
        lines = ['the first line of it'] + lines
    return '\n'.join(lines) + '\n', url


def fault_of(links, url):
    """Returns what was found of the URL: whole, alt, flag, silent, lost."""
    if any(k['url'] == url for k in links):
        return 'whole'
    if any(a['url'] == url for k in links for a in k['alt']):
        return 'alt'
    if any(DOUBTS & set(k['flags']) for k in links):
        return 'flag'
    return 'silent' if links else 'lost'


def report(name, counts):
    n = max(1, sum(counts.values()))
    rates = {k: 100 * counts.get(k, 0) / n for k in ('whole', 'alt', 'flag', 'silent', 'lost')}
    print('%-10s %6d  %s' % (name, n, '  '.join('%s %6.2f' % r for r in rates.items())))
    return rates


def differ(trawl, made):
    """Reads the texts as one. Returns how many first readings are only in the list or only in JSON.
    The two may differ by a fault, since the library does less when only URLs are wanted."""
    def run(form):
        return subprocess.run([trawl, '-j1', '-f', 'text', '--find', 'url', '-t', form], check=True,
                              input='\n\n'.join(made), stdout=subprocess.PIPE, text=True).stdout.splitlines()
    urls = [json.loads(line).get('url') for line in run('json')]
    return len(set(urls) ^ set(run('list')))


def missed_bounds(kind, rates):
    offered, missed = rates['whole'] + rates['alt'], rates['silent'] + rates['lost']
    bounds = BOUNDS[kind]
    return offered < bounds.get('offered', 0) - 1e-9 or missed > bounds['missed'] + 1e-9


def texts(m, trawl, options):
    """Tries made texts. Returns the names of the wrappers that miss a bound."""
    count, show, missed = int(options.get('count', 40)), int(options.get('show', 0)), []
    for kind in WRAPPERS:
        if options.get('wrapper', kind) != kind:
            continue
        made = [(c,) + text_of(m, kind, c) for c in CONTAINERS
                if options.get('container', c) == c for _ in range(count)]
        counts, seen = {}, {}
        argv = [trawl, '-t', 'json', '-f', 'text', '--find', 'url']
        for (name, text, url), links in zip(made, shown(argv, [t for _, t, _ in made])):
            fault = fault_of(links, url)
            counts[fault] = counts.get(fault, 0) + 1
            seen[name, fault] = seen.get((name, fault), 0) + 1
            if fault not in ('whole', 'alt') and seen[name, fault] <= show and \
                    options.get('fault', fault) == fault:
                print('#### %s in %s: %s\n%s#### %s\n#### %s' % (
                    kind, name, fault, text, url,
                    [(k['url'], [a['url'] for a in k['alt']], k['flags']) for k in links]))
        if 'show' in options:
            for (name, fault), n in sorted(seen.items()):
                if fault not in ('whole', 'alt'):
                    print('    %s %s %d of %d' % (name, fault, n, count))
        if missed_bounds(kind, report(kind, counts)):
            missed.append(kind)
        if differ(trawl, [text for _, text, _ in made]):
            missed.append(kind + ', as a list')
    return missed


# ---- Pairs of characters around a break ----

PAIR_MARKS = ('', '%', ':', '#', '*', ';', '//', ';; ', '-- ', '> ', '>', '> > ', '| ', ': ', '# ', '% ', '} ', '` ', '* ', '// ', '+ ', '- ', '+',
              '-', ' ', 'JD> ', 'Margaret> ')
PAIR_CHARS = 'aZ09' + SIGNS


def pairs(m, trawl, options):
    """Tries pairs of characters. Returns the marks after which no reading is the URL."""
    every, missed = int(options.get('pairs', 1)), []
    for mark in PAIR_MARKS:
        made = []
        for first in PAIR_CHARS:
            for second in PAIR_CHARS:
                url = 'http://a.example/x%s%sy/z' % (first, second)
                at = len(url) - 4
                if m.r.randrange(every) == 0:
                    made.append(('%sa line\n%ssee <URL:%s\n%s%s> at once\n%sa line\n' % (
                        mark, mark, url[:at], mark, url[at:], mark), url))
        argv = [trawl, '-t', 'json', '-f', 'text', '--find', 'url']
        counts = {}
        for (text, url), links in zip(made, shown(argv, [t for t, _ in made])):
            fault = fault_of(links, url)
            counts[fault] = counts.get(fault, 0) + 1
            if fault not in ('whole', 'alt') and counts[fault] <= int(options.get('show', 0)):
                print('#### pair after "%s": %s\n%s#### %s\n#### %s' % (mark, fault, text, url, [
                    (k['url'], [a['url'] for a in k['alt']]) for k in links]))
        rates = report('"%s"' % mark, counts)
        if made and rates['whole'] + rates['alt'] < 100 - 1e-9:
            missed.append('"%s"' % mark)
    return missed


def main():
    options = dict(a.split('=', 1) for a in sys.argv[2:])
    m = Appendix(int(options.get('seed', 1738)))
    missed = texts(m, sys.argv[1], options)
    if 'wrapper' not in options:
        missed += pairs(m, sys.argv[1], options)
    if missed:
        print('missed: ' + ', '.join(missed))
    sys.exit(1 if missed else 0)


if __name__ == '__main__':
    main()
