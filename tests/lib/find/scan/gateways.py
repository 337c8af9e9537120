# gateways.py - makes texts with links of security gateways, folded as mail programs do, and counts the faults
#
#     python3 tests/lib/find/scan/gateways.py TRAWL [seed=N] [count=N] [show=N] [class=NAME]
#
# Each text has one Safe Link or a link of urldefense (v2, v3), which Outlook, Gmail, Thunderbird or fmt
# folded, quoted up to three deep; prose, an empty line or another link follows. Others are traps: links that
# never become whole, and whole ones above lines that could go on. Prints for each class and in total:
#
#     whole    of the folded links: the first reading is the link
#     alt      likewise: another reading is
#     flag     likewise: flagged incomplete
#     silent   likewise: cut, with neither
#     wrong    of all links: lines are joined to another URL than the true one
#     unsaid   of the links that were cut for good: not flagged incomplete
#
# Exits with 1 when a bound of BOUNDS is missed. show=N prints N texts of each fault.

import random
import re
import sys
from urllib.parse import quote

from broken import found

BOUNDS = {'whole': -90.0, 'silent': 0.0, 'wrong': 0.0, 'unsaid': 0.0}
OUTCOMES = ('whole', 'alt', 'flag', 'silent', 'wrong', 'unsaid')

WORDS = '''the of and to in a is that it for on with as was be this by at from or an have not they which you
one but all were when there can more if out so what about into than them only some could time these two may
then do first any my now such our over me even most made after also release notes page account message
archive version package directory documentation'''.split()
HOSTS = '''docs.example.org www.example.com lists.example.net git.example.org example.com
patchwork.example.org en.house-rules.example'''.split()
PARTS = '''process maintainer-netdev.html archives 2024-March release-notes list-of-all-the-pears.html
download index.php wiki Main_Page v2.0 a project-page issues 1738 pull files'''.split()
LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
HEX = '0123456789abcdef'
SAFE = 'https://%s.safelinks.protection.outlook.com/?url=%s&data=%s&sdata=%s&reserved=0'


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def text(self, letters, n):
        return ''.join(self.r.choice(letters) for _ in range(n))

    def words(self, least, most):
        return ' '.join(self.r.choice(WORDS) for _ in range(self.r.randint(least, most)))

    def prose(self):
        return self.words(12, 40).capitalize() + '.'

    def target(self):
        r = self.r
        url = 'https://' + r.choice(HOSTS) + '/' + '/'.join(r.choice(PARTS) for _ in range(r.randint(0, 5)))
        if r.random() < 0.2:
            url += '?q=%s&page=%d' % (self.text(LETTERS, 6), r.randint(1, 99))
        return url

    def safe(self):
        r = self.r
        guid = lambda: self.text(HEX, 32)
        data = '|'.join(['05', '02', 'ann.lee@exampleco.com', guid(), guid(), '1', '0',
                         self.text('0123456789', 18), 'Unknown', self.text(LETTERS, r.choice((40, 96))) + '==',
                         '0', '', '', ''])
        sign = quote(self.text(LETTERS + '+/', 43) + '=', safe='')
        region = r.choice(('nam02', 'eur01', 'apc01', 'na01', 'emea01', 'gbr01'))
        return SAFE % (region, quote(self.target(), safe=''), quote(data, safe=''), sign)

    def v2(self):
        code = ''.join(c if c.isalnum() or c == '.' else '_' if c == '/' else '-%02X' % ord(c)
                       for c in self.target())
        host = self.r.choice(('urldefense.proofpoint.com', 'urldefense.com'))
        fields = ((name, self.text(LETTERS + '-_', n)) for name, n in
                  (('c', 43), ('r', 43), ('m', 43), ('s', 43)))
        return 'https://%s/v2/url?u=%s&d=DwICAg&%s&e=' % (host, code, '&'.join('%s=%s' % f for f in fields))

    def v3(self):
        url, hidden = self.target(), ''
        for sign, code in (('?', 'Pw'), ('&', 'Jg')):
            if sign in url:
                url, hidden = url.replace(sign, '*'), hidden + code
        token = '%s!%s' % (self.text(LETTERS, self.r.randint(6, 10)), self.text(LETTERS + '-_', self.r.randint(40, 80)))
        return 'https://urldefense.com/v3/__%s__;%s!!%s$' % (url, hidden, token)

    def link(self):
        return self.r.choice((self.safe, self.safe, self.v2, self.v3))()

    # ---- Programs: each returns the lines of the link, with what precedes it in its line ----

    def cut(self, url, width, front, least=None, after=''):
        """Cuts the URL at `width`, or at an uneven width from `least` on, before a dot or after `after`."""
        lines, rest = [], front + url
        while len(rest) > width:
            at = self.r.randint(least, width) if least else width
            marks = [i + (rest[i] != '.') for i in range(at - 24, at) if rest[i] in after and i > len(front) + 12]
            at = marks[-1] if marks else at
            lines.append(rest[:at])
            rest = rest[at:]
        return lines + [rest]

    def outlook(self, url, front, after):
        hold = self.r.random() < 0.6
        lines = self.cut(url, 75, front, 60, '-.' if hold else '')
        return lines[:-1] + [lines[-1] + after]

    def gmail(self, url, front, after):
        return self.cut(url, 76, front)[:-1] + [self.cut(url, 76, front)[-1] + after]

    def thunderbird(self, url, front, after):
        lines = self.cut(url, 72, front, after='-?')
        return lines[:-1] + [lines[-1] + after]

    def fmt(self, url, front, after):
        """Outlook's lines, filled again as words."""
        lines, line = [], ''
        for word in ' '.join(self.outlook(url, front, after)).split():
            if line and len(line) + 1 + len(word) > 75:
                lines.append(line)
                line = word
            else:
                line += (' ' if line else '') + word
        return lines + [line]

    def quote(self, lines, depth):
        style = self.r.choice(('> ', '> ', '>', '| '))
        marks = style * depth if style != '>' else '>' * depth + ' ' * (depth > 0)
        return [marks + line for line in lines], marks

    def lose(self, lines, marks):
        """Folds quoted lines once more, as Gmail does: the rest of a line loses its mark, or the mark is less deep."""
        out = []
        for line in lines:
            if marks and len(line) > 72 and self.r.random() < 0.5:
                out += [line[:72], self.r.choice(('', marks[:len(marks) // 2 * 2 - 2])) + line[72:]]
            else:
                out.append(line)
        return out

    def make(self, name):
        """Returns (text, true URL or nothing, beginning)."""
        r = self.r
        url, program, depth = self.link(), name, r.randint(0, 3)
        front = r.choice(('', '', 'see ', 'See (', self.words(1, 4) + ' ', '<', '"'))
        closer = {'See (': ')', '<': '>', '"': '"'}.get(front, '')
        after = closer + r.choice(('', '', '', ' ' + self.words(1, 6)))
        shown = url
        if r.random() < 0.15:
            shown = url.replace('&', '&amp;')
        if name in ('cut', 'trap'):
            program = r.choice(('outlook', 'gmail', 'thunderbird'))
        if name == 'trap':
            lines = [front.rstrip('(<"') + url]
        else:
            lines = getattr(self, program)(shown, front, after)
        if name == 'cut':
            lines = lines[:-1]
            if re.search(r'sdata=[^&]*%3D$', ''.join(lines)):
                lines = lines[:-1]  # without "reserved=0" alone, a Safe Link is whole
        lines, marks = self.quote(lines, depth)
        if name == 'gmail':
            lines = self.lose(lines, marks)
        below = [self.prose()]
        follows = r.choice(('prose', 'empty', 'link'))
        if name == 'trap':
            below = [r.choice(('list_id=%d' % r.randint(1, 999), self.text(LETTERS + '+/', 64), 'foo%2Fbar.html',
                               self.text(HEX, 40), 'https://example.com/' + self.text(HEX, 20), 'a/b/c.txt'))]
        elif follows == 'empty':
            below = ['', self.prose()]
        elif follows == 'link':
            below = ['https://www.example.com/' + r.choice(PARTS)]
        wrapped = []
        for line in below:
            while len(line) > 70:
                at = line.rfind(' ', 0, 70)
                wrapped.append(line[:at])
                line = line[at + 1:]
            wrapped.append(line)
        above = [self.words(8, 11) + ' and', self.words(2, 5) + ':']
        text = [(marks + line).rstrip() for line in above] + lines + [(marks + line).rstrip() for line in wrapped]
        return '\n'.join(text) + '\n', '' if name == 'cut' else url, url[:26]


def judge(links, url, begins, name):
    """Returns what became of the link, and whether lines were joined to another URL."""
    link = next((link for link in links if link['url'].startswith(begins)), None)
    if not link:
        return 'silent'
    flag = 'incomplete' in link.get('flags', [])
    if name == 'cut':
        return 'flag' if flag else 'unsaid'
    if link['url'] == url:
        return 'whole'
    if name == 'trap' or (not url.startswith(link['url']) and not flag):
        return 'wrong'
    if url in (alt['url'] for alt in link.get('alt', [])):
        return 'alt'
    return 'flag' if flag else 'silent'


CLASSES = ('outlook', 'gmail', 'thunderbird', 'fmt', 'cut', 'trap')


def main():
    trawl = sys.argv[1]
    given = dict(a.split('=', 1) for a in sys.argv[2:])
    seed, count, show = (int(given.get(k, d)) for k, d in (('seed', 58), ('count', 75), ('show', 0)))
    bad = False
    print('%-12s' % '' + ''.join('%8s' % o for o in OUTCOMES))
    total = dict.fromkeys(OUTCOMES, 0)
    number = 0
    for name in CLASSES:
        if given.get('class', name) != name:
            continue
        maker, counts, shown = Maker('%d %s' % (seed, name)), dict.fromkeys(OUTCOMES, 0), {}
        made = [maker.make(name) for _ in range(count)]
        for (text, url, begins), links in zip(made, found([trawl, '-t', 'json'], [text for text, *_ in made], None)):
            outcome = judge(links, url, begins, name)
            counts[outcome] += 1
            if outcome not in ('whole', *(('flag',) if name == 'cut' else ())) and shown.setdefault(outcome, 0) < show:
                shown[outcome] += 1
                print('---- %s %s\n%s%s\n' % (name, outcome, text, url))
                for link in links:
                    print('     ', link['url'], link.get('flags'), [a['url'] for a in link.get('alt', [])])
        print('%-12s' % name + ''.join('%7.1f%%' % (100 * counts[o] / count) for o in OUTCOMES))
        if name not in ('cut', 'trap'):
            number += count
            for o in OUTCOMES:
                total[o] += counts[o]
        elif name == 'cut':
            bad = bad or counts['unsaid'] > 0
        else:
            bad = bad or counts['whole'] < count
    if number:
        print('%-12s' % 'folded' + ''.join('%7.1f%%' % (100 * total[o] / number) for o in OUTCOMES))
        for o, bound in BOUNDS.items():
            percent = 100 * total[o] / number
            if percent > bound if bound >= 0 else percent < -bound:
                print('%s: %.1f %%, but the bound is %.1f %%' % (o, percent, abs(bound)))
                bad = True
    sys.exit(bad)


main()
