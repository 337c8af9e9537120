# broken.py - makes texts with bare URLs that are broken over lines, and traps, and counts the faults
#
#     python3 tests/lib/find/scan/broken.py TRAWL [seed=N] [count=N] [show=N] [profile=NAME] [text=CLASS]
#
# Half of the texts have a broken URL: captures of terminals at 60 to 120 columns, indented, in
# frames, coloured, quoted mail, broken in mid-token or after "-" or "/", over 2 to 64 lines. The
# other half are traps: nothing in them is broken. Prints for each class and in total, in percent:
#
#     whole   of the broken URLs: the first reading is the whole URL
#     alt     likewise: another reading is
#     flag    likewise: only the flag says that something may be missing
#     silent  likewise: cut, with neither
#     wrong   of all URLs: a first reading joins lines, and is no URL of the text
#     doubt   of the URLs that are not broken: flagged line-end
#
# Exits with 1 when a bound of BOUNDS is missed. show=N prints N texts of each fault.

import json
import os
import random
import subprocess
import sys
import tempfile

BOUNDS = {
    'mail': {'silent': 2.0, 'wrong': 0.5, 'doubt': 5.0},
    'screen': {'whole': -97.0, 'wrong': 0.3},
}

PROSE = '''the of and to in a is that it for on with as was are be this by at from or an have not they
which you one had but all were when we there can more if out up so what about into than them only
some could time these two may then do first any my now such like our over me even most made after
also did many before must through years where much your way well down should because each just those
people how too little state good very make world still own see men work long get here between both
life being under never day same another know while last might us great old year off come since
against go came right used take three server release notes download page account browser session
token address problem message archive version package directory configuration documentation'''.split()
SLUGS = '''install guide release notes download archive index questions issue pull commit blog manual
reference tutorial overview settings account session login device verify oauth authorize callback
account-settings getting-started user-guide api v1 v2 docs wiki pub linux debian pool main software
projects lists pipermail html images static assets'''.split()
HOSTS = '''www.example.org example.com login.example.net auth.cloud.example.com docs.example.org
lists.example.org git.example.net ftp.example.com cdn-7.static.example.org
bugs.example.org accounts.example.com'''.split()
KEYS = '''client_id redirect_uri response_type scope state code_challenge code nonce token session
utm_source utm_medium id page lang q v ref prompt access_type'''.split()
BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
HEX = '0123456789abcdef'
NAMES = 'Joe Ann Eve Maria Peter Ivan Sofie Lars Yuki'.split()


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def word(self):
        return self.r.choice(PROSE)

    def sentence(self, n):
        words = [self.word() for _ in range(n)]
        if n > 8 and self.r.random() < 0.5:
            words[self.r.randrange(3, n - 2)] += ','
        return ' '.join(words).capitalize() + self.r.choice('...?')

    def paragraph(self, least=2, most=5):
        return ' '.join(self.sentence(self.r.randint(5, 16))
                        for _ in range(self.r.randint(least, most)))

    def random_text(self, letters, n):
        return ''.join(self.r.choice(letters) for _ in range(n))

    def path(self, n):
        r, parts = self.r, []
        while sum(map(len, parts)) + len(parts) < n:
            kind = r.random()
            if kind < 0.5:
                parts.append(r.choice(SLUGS))
            elif kind < 0.75:
                parts.append('-'.join(r.choice(PROSE) for _ in range(r.randint(2, 7))))
            elif kind < 0.9:
                parts.append(str(r.randint(1, 99999)))
            else:
                parts.append(self.random_text(HEX, r.choice((7, 12, 32, 40))))
        end = r.choice(('', '/', '.html', '.tar.gz', '.pdf', '.txt', '_' + r.choice(SLUGS)))
        return '/' + '/'.join(parts) + end

    def query(self, n):
        r, fields = self.r, []
        while sum(map(len, fields)) < n:
            kind = r.random()
            if kind < 0.4:
                value = self.random_text(BASE64, r.randint(8, 60))
            elif kind < 0.6:
                value = 'https%3A%2F%2F' + r.choice(HOSTS) + '%2F' + r.choice(SLUGS)
            elif kind < 0.8:
                value = '+'.join(r.choice(SLUGS) for _ in range(r.randint(1, 3)))
            else:
                value = self.random_text('0123456789', r.randint(1, 12))
            fields.append(r.choice(KEYS) + '=' + value)
        return '?' + '&'.join(fields)

    def url(self, n):
        """Returns a URL of about n bytes."""
        r = self.r
        url = r.choice(('https', 'https', 'https', 'http')) + '://' + r.choice(HOSTS)
        kind = r.random()
        if n > 600:
            url += self.path(20) + '?token=' + self.random_text(BASE64, n - len(url))
        elif kind < 0.45:
            url += self.path(max(4, n - len(url)))
        else:
            url += self.path(r.randint(4, 24)) + self.query(max(8, n - len(url) - 30))
        return url

    def exact(self, n):
        """Returns a URL of exactly n bytes."""
        url = self.url(n)
        while len(url) < n:
            url += self.r.choice('abcdefghijklmnopqrstuvwxyz0123456789/')
        url = url[:n].rstrip('/-.?&=%_+')
        return url + 'x' * (n - len(url)) if n - len(url) < 8 else self.exact(n)


def wrap(text, width, breaks=''):
    """Breaks text at blanks; with `breaks`, also after these characters inside of words."""
    lines, line = [], ''
    for word in text.split(' '):
        while True:
            room = width - len(line) - (1 if line else 0)
            if len(word) <= room:
                line += (' ' if line else '') + word
                break
            cut = max((i + 1 for i in range(min(room, len(word) - 1)) if word[i] in breaks),
                      default=0)
            if cut > 0 and word[:cut].count('/') not in (1, 2):
                lines.append(line + (' ' if line else '') + word[:cut])
                line, word = '', word[cut:]
            elif line:
                lines.append(line)
                line = ''
            else:
                lines.append(word)
                break
    return lines + ([line] if line else [])


def hard(text, width):
    """Breaks text as a terminal does: after the last column, and with all blanks."""
    return [text[i:i + width] for i in range(0, len(text), width)] or ['']


def frame(m, lines, width):
    side, top = m.r.choice((('│', '╭─╮╰╯'), ('│', '┌─┐└┘'), ('┃', '┏━┓┗┛'), ('|', '+-+++'),
                            ('║', '╔═╗╚╝')))
    rule = top[1] * (width + 2)
    return ([top[0] + rule + top[2]] + ['%s %-*s %s' % (side, width, s, side) for s in lines] +
            [top[3] + rule + top[4]])


def colour(m, lines, pieces):
    """Colours the pieces of the URL, line by line, or from the first to the last."""
    on, off = m.r.choice((('\x1b[34m', '\x1b[0m'), ('\x1b[4;94m', '\x1b[24;39m'),
                          ('\x1b[38;5;39m', '\x1b[m')))
    whole, rows, k = m.r.random() < 0.4, [], 0
    for s in lines:
        if k < len(pieces) and pieces[k] in s:
            at = s.index(pieces[k])
            front = on if not whole or k == 0 else ''
            back = off if not whole or k == len(pieces) - 1 else ''
            s = s[:at] + front + pieces[k] + back + s[at + len(pieces[k]):]
            k += 1
        rows.append(s)
    return rows


def length(m, width):
    """Returns the length of a URL: mostly of 2 to 4 lines, at times of up to 64."""
    kind = m.r.random()
    lines = m.r.uniform(1.1, 4) if kind < 0.8 else m.r.uniform(4, 12) if kind < 0.95 else \
        m.r.uniform(12, 60)
    return int(lines * width)


# ---- Texts with a broken URL: each returns (lines, the URL) ----

def own_line(m, width, indent=''):
    """What a program prints: words, and the URL in its own line, broken at the edge."""
    r = m.r
    inner = width - len(indent)
    url = m.url(length(m, inner))
    before = wrap(m.paragraph(1, 3), inner) if r.random() < 0.8 else []
    label = r.choice(('', '', '', 'Open ', 'URL: ', 'Go to: ', '- '))
    after = wrap(m.paragraph(1, 3), inner) if r.random() < 0.8 else []
    if before and r.random() < 0.5:
        before.append('')
    if after and r.random() < 0.7:
        after.insert(0, '')
    return before, hard(label + url, inner), after, url


def capture(m):
    """A capture of a terminal, which breaks long lines at its width, also inside words."""
    width = m.r.randint(60, 120)
    url = m.url(length(m, width))
    lines = []
    for _ in range(m.r.randint(0, 2)):
        lines += hard(m.paragraph(), width)
    lines += hard(m.r.choice(('', '', 'Visit: ', m.sentence(4) + ' ')) + url +
                  m.r.choice(('', '', ' ' + m.sentence(5))), width)
    for _ in range(m.r.randint(0, 2)):
        lines += hard(m.paragraph(), width)
    return [s.rstrip() for s in lines], url


def program(m):
    width = m.r.randint(60, 120)
    before, lines, after, url = own_line(m, width)
    return before + lines + after, url


def indented(m):
    width, indent = m.r.randint(60, 120), ' ' * m.r.randint(1, 8)
    before, lines, after, url = own_line(m, width, indent)
    return [(indent + s).rstrip() for s in before + lines + after], url


def framed(m):
    width = m.r.randint(60, 120) - 4
    before, lines, after, url = own_line(m, width)
    return frame(m, before + lines + after, width), url


def coloured(m):
    width = m.r.randint(60, 120)
    boxed = m.r.random() < 0.4
    before, lines, after, url = own_line(m, width - 4 if boxed else width)
    pieces = [s if s in url else s[s.index('http'):] for s in lines]
    rows = before + lines + after
    return colour(m, frame(m, rows, width - 4) if boxed else rows, pieces), url


def quoted(m):
    mark = m.r.choice(('> ', '> ', '>> ', '> > ', '>', '| '))
    width = m.r.randint(66, 80) - len(mark)
    before, lines, after, url = own_line(m, width)
    rows = [(mark + s).rstrip() for s in before + lines + after]
    return wrap(m.paragraph(), 72) + [''] + rows + [''] + wrap(m.paragraph(), 72), url


def words(m):
    """Prose, filled by a program that also breaks after "-" and "/"."""
    width, breaks = m.r.randint(60, 80), m.r.choice(('/', '-', '-/'))
    while True:
        url = m.url(m.r.randint(50, 150))
        text = m.paragraph(2, 3) + ' ' + m.r.choice(('See ', 'Read ', '')) + url + ' ' + \
            m.paragraph(1, 2)
        lines = wrap(text, width, breaks)
        if not any(url in s for s in lines) and any('://' in s for s in lines):
            return lines, url


def mailer(m):
    """A mail program broke the URL's own line at its width."""
    width = m.r.choice((72, 74, 75, 76, 77, 78, 79, 80))
    url = m.url(m.r.randint(width + 5, width * 4))
    return (wrap(m.paragraph(), width) + [''] + hard(url, width) + [''] +
            wrap(m.paragraph(), width)), url


# ---- Traps: each returns (lines, its URLs) ----

def list_of_urls(m):
    r = m.r
    indent = r.choice(('', '', '  ', '    ', '* ', '- ', '> '))
    n = r.randint(40, 90)
    urls = [m.exact(n) if r.random() < 0.5 else m.url(r.randint(30, 100)) for _ in range(4)]
    lines = [indent + u for u in urls]
    if r.random() < 0.3:
        return frame(m, lines, max(map(len, lines))), urls
    return wrap(m.paragraph(1, 2), 72) + [''] + lines + ['', m.sentence(6)], urls


def filled(m):
    """A URL fills its line exactly; prose follows."""
    r = m.r
    width = r.randint(60, 100)
    url = m.exact(width)
    below = wrap(m.paragraph(1, 3), width)
    if r.random() < 0.6:
        below[0] = below[0][0].lower() + below[0][1:]
    lines = wrap(m.paragraph(), width) + [url] + below
    if r.random() < 0.25:
        lines = hard(m.paragraph(), width) + [url] + below
    kind = r.random()
    if kind < 0.25:
        return frame(m, lines, width), [url]
    return [r.choice(('> ', '  ')) + s for s in lines] if kind < 0.4 else lines, [url]


def ordinary(m):
    """Wrapped prose with URLs at the ends of lines."""
    r = m.r
    width = r.randint(64, 80)
    while True:
        urls = [m.url(r.randint(25, 60)) for _ in range(3)]
        text = ' '.join(m.paragraph(1, 2)[:-1] + ' ' + u for u in urls) + ' ' + m.paragraph(1, 2)
        lines = wrap(text, width)
        if any(s.endswith(u) for s in lines for u in urls):
            mark = r.choice(('', '', '> ', '    '))
            return [mark + s for s in lines], urls


def references(m):
    r = m.r
    urls = [m.url(r.randint(30, 110)) for _ in range(4)]
    form = r.choice(('[%d] %s', '[%d]: %s', '%d. %s', '(%d) %s', ' %d) %s'))
    lines = [form % (i + 1, u) for i, u in enumerate(urls)]
    if r.random() < 0.4:
        lines = [s for i, u in enumerate(urls)
                 for s in ('[%d] %s,' % (i + 1, m.sentence(4)), '    ' + u)]
    return wrap(m.paragraph(), 72) + [''] + lines, urls


def signature(m):
    r = m.r
    url, name = m.url(r.randint(22, 60)), r.choice(NAMES)
    lines = [name + ' ' + r.choice(NAMES) + 'son', m.sentence(3)[:-1]]
    below = r.sample(['+49 30 555' + str(r.randint(1000, 9999)), 'Tel: 555-' + str(
        r.randint(1000, 9999)), name.lower() + '@example.org', 'PGP: 0x' + m.random_text(
            HEX, 8).upper(), 'Example Road 12', '12345 Town', name], 2)
    return wrap(m.paragraph(), 72) + ['', '-- '] + lines + [url] + below, [url]


def lone_words(m):
    """A URL, and a line of one word that is not part of it."""
    r = m.r
    url = m.url(r.randint(40, 100))
    width = max(72, len(url) + r.randint(0, 8))
    below = r.choice(('Thanks,', 'Thanks', 'Regards,', 'Joe', 'Bye', 'bye', 'thanks', '--joe',
                      '-Ann', 'done', 'HTH', 'Cheers,', 'Best', 'Yes.', '$', '---', '*****',
                      'Hello!', 'References:', '#include', 'etc.', '/joe', '2.', 'a)', 'v2.0'))
    return wrap(m.paragraph(), width) + ['', url, below], [url]


def output(m):
    """A URL, and a program's output below it."""
    r = m.r
    url = m.url(r.randint(40, 100))
    below = r.choice((
        ['Resolving example.org... 192.0.2.7', 'Connecting to example.org... connected.'],
        ['Cloning into \'linux\'...', 'remote: Counting objects: 100% (7/7), done.'],
        ['HTTP request sent, awaiting response... 200 OK', 'Length: 1234 (1.2K)'],
        ['  % Total    % Received % Xferd', '100  1234  100  1234    0     0'],
        ['linux-6.1.tar.gz  100%[=====>]  1.2M', '2024-01-02 (3 MB/s) - saved'],
        ['sha256: ' + m.random_text(HEX, 64), 'size: 1234'],
        ['Get:2 main/' + r.choice(SLUGS) + ' 12.3 kB', 'Fetched 12.3 kB in 1s'],
        ['$ make -j2', 'CC   src/lib/find/scan/scan.c'],
        ['user@host:~$ ls', 'a.txt  b.txt'],
        ['diff --git a/x.c b/x.c', 'index 1234567..89abcde 100644'],
        ['{', '  "name": "x"', '}'],
        ['name=value', 'other=2'],
        ['2024-01-02 12:00:00 INFO started', '2024-01-02 12:00:01 INFO stopped']))
    if r.random() < 0.3:
        return ['$ curl -O ' + url] + below, [url]
    return [m.sentence(r.randint(4, 12)), url] + below, [url]


BROKEN = (capture, program, indented, framed, coloured, quoted, words, mailer)
TRAPS = (list_of_urls, filled, ordinary, references, signature, lone_words, output)


def found(argv, texts, kinds=('bare', 'www')):
    """Returns the links of these kinds (None: of all kinds) in each text, found by one process."""
    with tempfile.TemporaryDirectory() as d:
        names = [os.path.join(d, '%06d' % k) for k in range(len(texts))]
        for name, text in zip(names, texts):
            with open(name, 'w', encoding='utf-8', newline='') as f:
                f.write(text)
        run = subprocess.run(argv + names, stdout=subprocess.PIPE, check=False)
        assert run.returncode < 2  # 1: no links
    links = {name: [] for name in names}
    for s in run.stdout.decode().splitlines():
        link = json.loads(s)
        if kinds is None or link['kind'] in kinds:
            links[link['file']].append(link)
    return [links[name] for name in names]


class Score:
    def __init__(self):
        self.broken = self.sound = self.whole = self.alt = self.flag = self.silent = 0
        self.wrong = self.doubt = 0

    def __add__(self, other):
        sum_ = Score()
        for key in vars(sum_):
            setattr(sum_, key, getattr(self, key) + getattr(other, key))
        return sum_

    def rates(self):
        broken, sound = max(self.broken, 1), max(self.sound, 1)
        rates = {k: 100 * getattr(self, k) / broken for k in ('whole', 'alt', 'flag', 'silent')}
        rates['wrong'] = 100 * self.wrong / max(self.broken + self.sound, 1)
        rates['doubt'] = 100 * self.doubt / sound
        return rates

    def show(self, name):
        print('%-14s %s' % (name, '  '.join('%s %5.1f' % r for r in self.rates().items())))

    def finish(self, bounds):
        """Prints the rates of all, and exits with 1 when a bound is missed. A bound is the most that is
        allowed; a negative bound is the least, without its sign."""
        rates = self.rates()
        print('%-14s %s  (%d broken, %d not)' % (
            'all', '  '.join('%s %5.2f' % r for r in rates.items()), self.broken, self.sound))
        missed = [k for k, most in bounds.items() if (rates[k] > most if most >= 0 else rates[k] < -most)]
        if missed:
            print('missed: ' + ', '.join(missed))
        sys.exit(1 if missed else 0)


def judge(score, links, url, sound):
    """Counts one text. Returns the name of its fault, or None."""
    fault = None
    for link in links:
        joined = len(link['spans']) > 1
        if joined and link['url'] not in ([url] if url else []) + sound:
            score.wrong += 1
            fault = 'wrong'
        if link['url'] in sound and 'line-end' in link.get('flags', []):
            score.doubt += 1
            fault = fault or 'doubt'
    score.sound += len(sound)
    if not url:
        return fault
    score.broken += 1
    if any(k['url'] == url for k in links):
        score.whole += 1
        return fault
    front = [k for k in links if url.startswith(k['url'])]
    if any(a['url'] == url for k in links for a in k.get('alt', [])):
        score.alt += 1
        return fault or 'alt'
    if any('line-end' in k.get('flags', []) for k in front):
        score.flag += 1
        return fault or 'flag'
    score.silent += 1
    return fault or 'silent'


def main():
    options = dict(a.split('=', 1) for a in sys.argv[2:])
    m, show = Maker(int(options.get('seed', 1))), int(options.get('show', 0))
    profile = options.get('profile', 'mail')
    argv = [sys.argv[1], '-t', 'json', '-f', 'text', '--profile', profile]
    count, shown, total = int(options.get('count', 100)), {}, Score()
    for make in BROKEN + TRAPS:
        if 'text' in options and make.__name__ != options['text']:
            continue
        score = Score()
        made = [make(m) for _ in range(count)]
        texts = ['\n'.join(lines) + '\n' for lines, _ in made]
        for (lines, urls), text, links in zip(made, texts, found(argv, texts)):
            one, sound = (urls, []) if make in BROKEN else (None, urls)
            if one and any(one in s for s in lines):
                one, sound = None, [one]
            fault = judge(score, links, one, sound)
            key = (make.__name__, fault)
            if fault and shown.get(key, 0) < show and options.get('fault', fault) == fault:
                shown[key] = shown.get(key, 0) + 1
                print('#### %s: %s\n%s#### %s\n#### %s' % (
                    make.__name__, fault, text, one or sound,
                    [(k['url'], [a['url'] for a in k.get('alt', [])]) for k in links]))
        score.show(make.__name__)
        total += score
    total.finish(BOUNDS[profile])


if __name__ == '__main__':
    main()
