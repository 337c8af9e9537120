# screens.py - cuts lines with URLs at the edge of a screen, and counts what is found of the URLs
#
#     python3 tests/lib/find/scan/screens.py TRAWL [seed=N] [count=N] [show=N] [profile=NAME] [text=CLASS]
#                                   [docs=FOLDER] [fault=NAME] [width=N]
#
# A text is made as lines of any length: prose, logs, chats, tables, code, lists, calendars. Then it
# is filled or left as it is, and cut at 60 to 160 columns, in some texts with indents, quote marks,
# frames and colours. The URLs that a cut goes through are broken; all others are traps, and in half
# of the texts a URL ends exactly at the edge, or nothing is cut. With docs=, the lines are those of
# the documents in that folder, cut at 80, 100 and 132 columns; the URLs are those that are found in
# each line by itself. Prints the rates of broken.py, and exits with 1 when a bound is missed.

import gzip
import os
import re
import sys

from broken import BASE64, HEX, HOSTS, KEYS, NAMES, PROSE, SLUGS, Maker, Score, found, frame, hard, wrap

BOUNDS = {
    'mail': {'silent': 2.0, 'wrong': 0.5, 'doubt': 3.0},
    'screen': {'whole': -96.0, 'silent': 1.0, 'wrong': 0.3},
}
# Larger bounds: the documents differ from machine to machine, and some have lines that were broken
# before.
DOCUMENTS = {'silent': 1.5, 'wrong': 0.6}
ESCAPE = re.compile('\x1b\\[[0-9;]*m')


class Screens(Maker):
    def exact(self, n):
        """Returns a URL of exactly n bytes that does not end inside an escape."""
        while True:
            url = super().exact(n)
            if '%' not in url[-2:]:
                return url


class Text:
    """Lines as they were before the cut, and the URLs in them."""

    def __init__(self, lines, urls, cut=True):
        self.lines, self.urls, self.cut = lines, urls, cut


def stamp(m, form, k):
    """Returns the k-th time stamp of a log."""
    r = m.r
    minute, second = divmod(k * 7 + r.randint(0, 6), 60)
    return form % {'h': 9 + minute // 60 % 12, 'm': minute % 60, 's': second, 'd': 1 + k % 28,
                   'n': k + 100, 'x': m.random_text(HEX, 8)}


STAMPS = ('%(h)02d:%(m)02d', '[%(h)02d:%(m)02d:%(s)02d]', '2024-03-%(d)02d %(h)02d:%(m)02d:%(s)02d',
          'Mar %(d)02d %(h)02d:%(m)02d:%(s)02d host7', '17/06/%(d)02d %(h)02d:%(m)02d',
          '2024-03-%(d)02dT%(h)02d:%(m)02d:%(s)02dZ', '192.0.2.%(d)d - - [%(d)02d/Mar/2024]',
          '[%(n)d.%(s)06d]', '%(n)d:', '(%(h)02d:%(m)02d)')


def some_url(m):
    r = m.r
    kind = r.random()
    if kind < 0.6:
        return m.url(r.randint(30, 110))
    if kind < 0.8:
        return 'https://' + r.choice(HOSTS) + '/' + '/'.join(
            r.choice(SLUGS) for _ in range(r.randint(1, 3))) + r.choice(
                ('/', '.git', '.tar.gz', '_1_0.txt', '.html', '/LICENSE', '/README.md', '.diff'))
    return 'https://' + r.choice(HOSTS) + '/a/' + str(r.randint(1, 99999)) + r.choice(
        ('#step:%d:%d' % (r.randint(1, 9), r.randint(10, 9999)), '?' + r.choice(KEYS) + '=' +
         m.random_text(BASE64, r.randint(10, 60)), '/' + m.random_text(HEX, 40), '_(disambiguation)',
         '/simple-ct-v-vault', '-9.2-amd64', '/blob/main/Makefile.in'))


def prose_line(m, url):
    before = m.paragraph(1, 2) if m.r.random() < 0.8 else m.r.choice(('See', 'URL:', 'Go to', ''))
    after = m.r.choice(('.', '', '', ',')) + (' ' + m.paragraph(1, 2) if m.r.random() < 0.6 else '')
    left, right = m.r.choice((('', ''), ('', ''), ('', ''), ('(', ')'), ('"', '"'), ("'", "'")))
    return (before + ' ' + left + url + right + after).strip()


# ---- Texts: each returns a Text. `width` is that of the screen ----

def prose(m, width):
    """Paragraphs, each in one line."""
    urls = [some_url(m) for _ in range(m.r.randint(1, 3))]
    lines = []
    for u in urls:
        lines += [m.paragraph() for _ in range(m.r.randint(0, 1))] + [prose_line(m, u)]
        lines += [''] * m.r.randint(0, 1)
    return Text(lines, urls)


def filled(m, width):
    """Paragraphs that their writer filled, mostly narrower than the screen; long URLs have lines of their own."""
    urls = [some_url(m) for _ in range(2)]
    at = width if m.r.random() < 0.5 else m.r.randint(60, width)
    lines = []
    for u in urls:
        lines += wrap(prose_line(m, u) + ' ' + m.paragraph(1, 2), at) + ['']
    return Text(lines, urls)


def exact(m, width):
    """A URL ends at the edge of filled text."""
    url = m.exact(m.r.randint(40, width))
    head = width - len(url)
    below = wrap(m.paragraph(1, 3), width)
    first = ''
    while len(first) < head - 1 and head > 1:
        first = (first + ' ' + m.word()).strip()
    first = (first[:head - 1] + ' ') if head > 1 else '(' * head
    if m.r.random() < 0.6:
        below[0] = below[0][0].lower() + below[0][1:]
    return Text(wrap(m.paragraph(1, 3), width) + [first + url] + below, [url], False)


def log(m, width):
    """Lines with time stamps; in some, a URL ends the line at the edge."""
    r = m.r
    form, urls, lines = r.choice(STAMPS), [], []
    for k in range(r.randint(4, 9)):
        head = stamp(m, form, k) + ' ' + r.choice(('INFO', 'GET', 'fetch', 'open')) + ' '
        if r.random() < 0.3:
            url = m.exact(width - len(head)) if width - len(head) > 30 else some_url(m)
            urls.append(url)
            lines.append(head + url)
        elif r.random() < 0.6:
            urls.append(some_url(m))
            lines.append(head + urls[-1] + r.choice((' 200 12ms', ' done', '', ' ' + m.sentence(7))))
        else:
            lines.append(head + m.paragraph(1, 2))
    return Text(lines, urls)


def chat(m, width):
    """Messages of people, one a line; at times nothing is cut."""
    r = m.r
    form, urls, lines = r.choice(STAMPS + ('',) * 3), [], []
    who = r.choice(('<%s>', '%s:', '%s |', '* %s', '<@%s>', '[%s]', '-%s-'))
    for k in range(r.randint(4, 10)):
        head = ((stamp(m, form, k) + ' ') if form else '') + who % r.choice(NAMES) + ' '
        if r.random() < 0.5:
            urls.append(some_url(m))
            lines.append(head + r.choice(('', m.sentence(5)[:-1].lower() + ' ')) + urls[-1] +
                         r.choice(('', '', ' ' + m.sentence(4))))
        else:
            lines.append(head + m.sentence(r.randint(2, 25)))
    return Text(lines, urls, r.random() < 0.4)


def table(m, width):
    """Rows with columns, and a URL in one of them."""
    r = m.r
    between, urls, lines = r.choice((' | ', '  ', ' │ ', '\t')), [], []
    front = r.choice(('', '', '| ')) if between == ' | ' else ''
    for k in range(r.randint(3, 8)):
        urls.append(some_url(m))
        cells = ['%4d' % (k + 1), '%-12s' % r.choice(NAMES), urls[-1], '2024-03-%02d' % (k + 1)]
        if r.random() < 0.3:
            cells[1], cells[2] = cells[2], cells[1]
        if r.random() < 0.3:
            cells.pop()
        lines.append(front + between.join(cells).rstrip())
    return Text(lines, urls)


def code(m, width):
    """Programs and data, with quoted URLs and comments."""
    r = m.r
    urls, lines = [], []
    for _ in range(r.randint(3, 7)):
        indent = ' ' * r.choice((0, 2, 4, 8))
        if r.random() < 0.5:
            urls.append(some_url(m))
            lines.append(indent + r.choice((
                "'%s',", '"url": "%s",', "url = '%s'", '# see %s', '// %s', '<a href="%s">x</a>',
                'curl -O %s', 'git clone %s', 'fetch("%s").then(show)', '%s')) % urls[-1])
        else:
            lines.append(indent + r.choice((
                'x = read(y, %d)' % r.randint(1, 99), '# ' + m.sentence(5), 'return 0;', '},',
                '"name": "%s",' % m.word(), 'if (%s > 0)' % m.word(),
                '# ' + m.paragraph(1, 2), 'wget --quiet ' + m.random_text(HEX, r.randint(20, 90)))))
    return Text(lines, urls)


def links(m, width):
    """Lists of links."""
    r = m.r
    form = r.choice(('%(n)d. %(u)s', '[%(n)d] %(u)s', '- %(u)s', '* %(u)s', '%(u)s', '  %(u)s',
                     '[%(n)d]: %(u)s', 'Link: %(u)s', '%(w)s: %(u)s', '- %(w)s %(u)s'))
    urls = [m.exact(r.randint(40, width)) if r.random() < 0.3 else some_url(m)
            for _ in range(r.randint(3, 8))]
    if r.random() < 0.3:
        urls = [m.exact(width - 6) for _ in urls]
    lines = [form % {'n': k + 1, 'u': u, 'w': m.word()} for k, u in enumerate(urls)]
    return Text(wrap(m.paragraph(1, 2), width) + [''] + lines, urls)


def calendar(m, width):
    """Properties of a calendar, as an export without folds writes them."""
    r = m.r
    urls, lines = [], ['BEGIN:VEVENT']
    for k in range(r.randint(3, 8)):
        kind = r.random()
        if kind < 0.5:
            urls.append(some_url(m))
            lines.append(r.choice(('URL:', 'ATTACH:', 'URL;VALUE=URI:', 'X-CONFERENCE:')) + urls[-1])
        else:
            lines.append(r.choice((
                'ATTENDEE;CN=%s;ROLE=REQ-PARTICIPANT:mailto:a@example.org' % r.choice(NAMES),
                'DTSTART;TZID=Europe/Berlin:20240%d01T100000' % r.randint(1, 9),
                'SUMMARY:' + m.sentence(6), 'UID:' + m.random_text(HEX, 20),
                'DESCRIPTION:' + m.paragraph(1, 2), 'RRULE:FREQ=WEEKLY;COUNT=3')))
    return Text(lines + ['END:VEVENT'], urls, r.random() < 0.5)


def shell(m, width):
    """Commands and what they print."""
    r = m.r
    urls, lines = [], []
    for _ in range(r.randint(2, 5)):
        urls.append(some_url(m))
        lines.append(r.choice(('$ curl -O ', '$ git clone ', '# wget ', 'joe@host:~$ open ',
                               'Cloning ', 'Open ', 'Get:1 ', '> ', '')) + urls[-1])
        lines += r.choice((
            ['Resolving example.org... 192.0.2.7', 'Connecting to example.org... connected.'],
            ['remote: Counting objects: 100% (7/7), done.'], ['sha256: ' + m.random_text(HEX, 64)],
            ['  % Total    % Received', '100  1234  100  1234'], [], [m.paragraph(1, 2)],
            ['ok'], ['Done.'], ['v2.0'], [m.random_text(HEX, 32) + '  a.tar.gz'],
            ['Length: 1234 (1.2K)', 'Saving to: a.txt'], [m.paragraph(2, 4)]))
    return Text(lines, urls)


def wide(m, width):
    """URLs over many rows."""
    url = m.url(m.r.randint(width, width * 6))
    return Text([m.sentence(6), m.r.choice(('', 'URL: ', 'Visit ')) + url +
                 m.r.choice(('', '', ' ' + m.sentence(5))), m.sentence(9)], [url])


TEXTS = (prose, filled, exact, log, chat, table, code, links, calendar, shell, wide)


# ---- The screen ----

def cells_cut(line, width):
    return [s.rstrip() for s in hard(line, width)]


def coloured(m, rows, line, urls):
    """Colours the URLs, and some words, in the rows of a line; each row ends without a colour."""
    on, off = m.r.choice((('\x1b[34m', '\x1b[0m'), ('\x1b[4;94m', '\x1b[24;39m'),
                          ('\x1b[38;5;39m', '\x1b[m')))
    shown_ = [False] * len(line)
    spots = [w.span() for w in re.finditer(r'\S+', line) if m.r.random() < 0.1]
    spots += [(line.index(u), line.index(u) + len(u)) for u in urls if u in line]
    for start, end in spots:
        shown_[start:end] = [True] * (end - start)
    at, made_ = 0, []
    for s in rows:
        at = line.index(s, at) if s else at
        text, is_on = '', False
        for k, c in enumerate(s):
            if shown_[at + k] != is_on:
                is_on = not is_on
                text += on if is_on else off
            text += c
        made_.append(text + (off if is_on else ''))
        at += len(s)
    return made_


def screen(m, text, width):
    """Returns the rows of the screen, its broken URLs, and its whole URLs."""
    kind = m.r.random() if text.cut else 0.5
    quote = m.r.choice(('> ', '>> ', '| ')) if kind < 0.1 else ''
    indent = ' ' * m.r.choice((2, 4, 8)) if 0.1 <= kind < 0.25 else ''
    boxed, colours = 0.25 <= kind < 0.35, m.r.random() < 0.15
    room = width - 4 if boxed else width - len(quote) - len(indent)
    rows, broken, sound = [], [], []
    for line in text.lines:
        line = line.expandtabs().rstrip()
        pieces = cells_cut(line, room) if text.cut else [line]
        rows += coloured(m, pieces, line, text.urls) if colours and not boxed else pieces
        for u in text.urls:
            if u in line:
                (sound if any(u in s for s in pieces) else broken).append(u)
    if boxed:
        rows = frame(m, rows, room)
    return [(quote + indent + s).rstrip() for s in rows], broken, sound


def made(m, count, only, width):
    """Yields (class, rows, broken URLs, whole URLs, broken URLs whose scheme is cut)."""
    for make in TEXTS:
        if only and make.__name__ != only:
            continue
        for _ in range(count):
            w = width or m.r.randint(60, 160)
            rows, broken, sound = screen(m, make(m, w), w)
            yield make.__name__, rows, broken, sound, {u for u in broken if head_is_missing(rows, u)}


# ---- Documents ----

def read_lines(path):
    opened = gzip.open if path.endswith('.gz') else open
    try:
        with opened(path, 'rb') as f:
            text = f.read(400000).decode('utf-8')
    except (OSError, UnicodeDecodeError, EOFError):
        return []
    return [] if '\0' in text or '\x1b' in text else text.expandtabs().splitlines()


def documents(m, folder, count):
    """Yields passages of documents, at most two of each, with a URL that a cut may go through."""
    paths = sorted(os.path.join(d, f) for d, _, files in os.walk(folder) for f in files
                   if f.endswith(('.txt', '.md', '.gz', 'README', 'NEWS', 'copyright', '.rst',
                                  '.Debian', 'AUTHORS', 'TODO', 'changelog', '.html', '.org')))
    m.r.shuffle(paths)
    found = 0
    for path in paths:
        lines = read_lines(path)
        long = [k for k, s in enumerate(lines) if '://' in s and len(s) > 76 and len(s) < 2000]
        for k in m.r.sample(long, min(2, len(long))):
            width = m.r.choice((80, 100, 132))
            if len(lines[k]) < width - 4:
                continue
            yield [s.rstrip() for s in lines[max(k - 6, 0):k + 7]], width
            found += 1
        if found >= count:
            return


def shown(argv, texts):
    """Returns the links of each text."""
    return found(argv, texts, ('bare', 'www', 'angle', 'wrap'))


def from_documents(m, argv, folder, count):
    """Yields the passages, cut, without those in which lines may have been broken before."""
    passages = list(documents(m, folder, count))
    whole = shown(argv, ['\n'.join(rows) + '\n' for rows, _ in passages])
    passages = [p for p, links in zip(passages, whole) if not any(
        'line-end' in k.get('flags', []) or len(k['spans']) > 1 for k in links)]
    lines = [(p, s) for p, (rows, _) in enumerate(passages) for s in rows]
    truth = {key: [k['url'] for k in links if '://' in k['url']]
             for key, links in zip(lines, shown(argv, [s + '\n' for _, s in lines]))}
    for p, (rows, width) in enumerate(passages):
        cut, broken, sound, headless = [], [], [], set()
        for s in rows:
            pieces = cells_cut(s, width)
            cut += pieces
            for u in truth[p, s]:
                (sound if any(u in x for x in pieces) else broken).append(u)
                if scheme_is_cut(pieces, s, u):
                    headless.add(u)
        yield 'cut at %d' % width, cut, broken, sound, headless


# ---- The count ----

def scheme_is_cut(pieces, line, url):
    """Returns true when a cut of the line is before the first letter of the URL's host."""
    at, end = line.find(url), 0
    for piece in pieces:
        end = line.find(piece, end) + len(piece)
        if at < end < at + url.index('://') + 4:
            return True
    return False


def head_is_missing(rows, url):
    """Returns true when no row has the URL's scheme and its host's first letter."""
    head = url[:url.index('://') + 4]
    return not any(head in ESCAPE.sub('', s) for s in rows)


def judge(score, links, broken, sound, headless):
    """Counts one text. Returns its faults and their URLs."""
    faults, all_ = [], set(broken + sound)
    urls = [k['url'] for k in links]
    for link in links:
        if len(link['spans']) > 1 and '://' in link['url'] and link['url'] not in all_:
            score.wrong += 1
            faults.append(('wrong', link['url']))
        if link['url'] in sound and len(link['spans']) == 1 and \
                'line-end' in link.get('flags', []) and link['url'] not in broken:
            score.doubt += 1
            faults.append(('doubt', link['url']))
    score.sound += len(sound)
    for url in broken:
        score.broken += 1
        if url in urls:
            score.whole += 1
        elif any(a['url'] == url for k in links for a in k.get('alt', [])):
            score.alt += 1
            faults.append(('alt', url))
        elif any('line-end' in k.get('flags', []) for k in links if url.startswith(k['url'])):
            score.flag += 1
            faults.append(('flag', url))
        elif url in headless and not any(
                url.endswith(k['url'][k['url'].index(':'):]) for k in links):
            score.flag += 1 # without its scheme, a URL cannot be found
            faults.append(('none', url))
        else:
            score.silent += 1
            faults.append(('silent', url))
    return faults


def near(rows, url):
    """Returns the rows around the URL's."""
    front = next((n for n in range(len(url), 3, -1) if any(url[:n] in s for s in rows)), 0)
    at = [k for k, s in enumerate(rows) if front and url[:front] in s]
    return rows[max(at[0] - 3, 0):at[0] + 5] if at else rows


def count(argv, texts, options):
    scores, shown_, show = {}, {}, int(options.get('show', 0))
    texts = list(texts)
    for (name, rows, broken, sound, headless), links in zip(texts, shown(
            argv, ['\n'.join(t[1]) + '\n' for t in texts])):
        score = scores.setdefault(name, Score())
        for fault, url in judge(score, links, broken, sound, headless):
            if options.get('fault', fault) == fault and shown_.get((name, fault), 0) < show:
                shown_[name, fault] = shown_.get((name, fault), 0) + 1
                print('#### %s: %s %s\n%s' % (name, fault, url, '\n'.join(near(rows, url))))
    return scores


def main():
    options = dict(a.split('=', 1) for a in sys.argv[2:])
    m = Screens(int(options.get('seed', 1)))
    profile, number = options.get('profile', 'mail'), int(options.get('count', 100))
    plain = [sys.argv[1], '-t', 'json', '-f', 'text']
    argv = plain + ['--profile', profile]
    if 'docs' in options:
        texts = from_documents(m, plain, options['docs'], number)
    else:
        texts = made(m, number, options.get('text'), int(options.get('width', 0)))
    scores, total = count(argv, texts, options), Score()
    for name, score in scores.items():
        total += score
        score.show(name)
    bounds = dict(BOUNDS[profile])
    if 'docs' in options:
        bounds.update((k, max(bounds[k], v)) for k, v in DOCUMENTS.items())
    total.finish(bounds)


if __name__ == '__main__':
    main()
