# agents.py - makes screens of programs that draw their own lines, and counts what is found of the
# URLs in them
#
#     python3 tests/lib/find/scan/agents.py TRAWL [seed=N] [count=N] [show=N] [profile=NAME] [text=CLASS]
#                                  [fault=NAME] [columns=yes]
#
# Coding agents and other programs of today break long words themselves, at 40 to 160 columns:
# below a bullet or a label with a hanging indent, in a frame, in a cell of a table, in a panel
# beside another one, after a gutter, or in a block that is narrower than the text around it. Half
# of the screens are traps of the same shapes: no URL in them is broken, and most URLs end exactly
# at the edge. columns=yes passes the width at which the text is cut. Prints the rates of broken.py,
# and exits with 1 when a bound is missed.

import sys

from broken import HEX, NAMES, Maker, Score
from screens import Screens, head_is_missing, judge, shown

BOUNDS = {
    'mail': {'silent': 2.0, 'wrong': 0.5, 'doubt': 40.0},
    'screen': {'whole': -96.0, 'silent': 1.0, 'wrong': 0.3},
    'columns': {'whole': -98.0, 'wrong': 0.3},
}
SIDES = (('│', '┌─┐├┼┤└┴┘┬'), ('│', '╭─╮├┼┤╰┴╯┬'), ('┃', '┏━┓┣╋┫┗┻┛┳'), ('║', '╔═╗╠╬╣╚╩╝╦'),
         ('|', '+-+++++++++'))
BULLETS = ('● ', '⏺ ', '• ', '- ', '* ', '1. ', '✔ ', '❯ ', '◆ ')
GUTTERS = ('  ⎿  ', '  └ ', '  ↳ ', '⎿ ', '    ')
BARS = ('│ ', '┃ ', '▌ ', '▎ ', '| ', '> ', '┆ ')
LABELS = ('Fix pushed: ', 'Open: ', 'See ', 'Pull request: ', 'Visit this URL to sign in: ', 'URL: ',
          'Read(', 'Fetch(', '')


class Screen:
    """Rows, their broken URLs, and their whole URLs. `width` is the column at which the text is cut,
    or 0 if the cells show it."""

    def __init__(self, rows, broken, sound, width):
        self.rows, self.broken, self.sound, self.width = rows, broken, sound, width


def filled(text, width, first=0):
    """Breaks text at blanks; a word that is longer than a line fills it and goes on in the next.
    The first line has `first` columns less."""
    lines, line, room = [], '', width - first
    for word in text.split(' '):
        if line and len(line) + 1 + len(word) <= room:
            line += ' ' + word
            continue
        if line and len(word) <= width:
            lines.append(line)
            line, room = word, width
            if len(lines) == 1:
                room = width
            continue
        if line and room - len(line) > 4:
            cut = room - len(line) - 1
            line, word = line + ' ' + word[:cut], word[cut:]
            lines.append(line)
            line, room = '', width
        elif line:
            lines.append(line)
            line, room = '', width
        while len(word) > room:
            lines.append(word[:room])
            word, room = word[room:], width
        line = word
    return lines + ([line] if line else [])


def hanging(text, width, front, indent):
    """The lines of a text below `front`, the later ones indented."""
    lines = filled(text, width - indent, len(front) - indent)
    return [front + lines[0]] + [' ' * indent + s for s in lines[1:]]


def text_with(m, url):
    """A message with the URL."""
    r = m.r
    before = r.choice(LABELS) if r.random() < 0.7 else m.sentence(r.randint(2, 9))[:-1] + ' '
    after = r.choice(('', '', '', ' ' + m.sentence(r.randint(3, 9)).lower(), ' for ' + m.word()))
    return before + url + (')' if before.endswith('(') else '') + after


def fitting(m, room):
    """A text whose URL ends exactly at the edge of its line, and what may follow."""
    r = m.r
    before = r.choice(LABELS[:6] + ('',)) if room > 60 else ''
    url = m.exact(room - len(before))
    after = ' ' + r.choice((m.sentence(r.randint(3, 12)), m.sentence(5).lower(), 'and ' + m.sentence(4).lower(),
                            'Done.'))
    return before + url + r.choice(('', '', after)), url


def message(m, width, trap, first):
    """Returns a text and its URL; for a trap, the URL is whole in its line."""
    if trap and m.r.random() < 0.7:
        return fitting(m, width - first)
    url = m.url(m.r.randint(12, max(20, width - 30))) if trap else \
        m.url(m.r.randint(width, width * 4))
    return text_with(m, url), url


def sort_urls(rows, urls):
    return [u for u in urls if not any(u in s for s in rows)], \
        [u for u in urls if any(u in s for s in rows)]


def prose(m, width, indent=''):
    return [(indent + s) for s in filled(m.paragraph(1, 3), width - len(indent))]


# ---- Shapes: each returns a Screen ----

def bullet(m, width, trap):
    """Items with a bullet and a hanging indent."""
    rows, urls = [], []
    front = m.r.choice(BULLETS)
    indent = m.r.choice((len(front), len(front), 2, 4, 6))
    for k in range(m.r.randint(1, 4)):
        if k and m.r.random() < 0.4:
            rows += hanging(m.paragraph(1, 2), width, front, indent)
            continue
        text, url = message(m, width, trap, len(front))
        rows += hanging(text, width, front, indent)
        urls.append(url)
        rows += [''] * m.r.randint(0, 1)
    return Screen(rows, *sort_urls(rows, urls), width)


def label(m, width, trap):
    """A label, and the rest indented below it, in some by the length of the label."""
    front = m.r.choice(('URL: ', 'Link: ', 'remote: ', 'PR: ', 'error: ', 'Browser: ', ''))
    indent = m.r.choice((2, 2, 4, 8, len(front)))
    text, url = fitting(m, width - len(front)) if trap else (m.url(m.r.randint(width, width * 4)),) * 2
    rows = prose(m, width) if m.r.random() < 0.6 else []
    rows += hanging(text, width, front, indent) + m.r.choice(([], [''])) + \
        (prose(m, width) if m.r.random() < 0.6 else [])
    return Screen(rows, *sort_urls(rows, [url]), width)


def boxed(m, lines, room, pad=1):
    side, top = m.r.choice(SIDES)
    rule = top[1] * (room + 2 * pad)
    return [top[0] + rule + top[2]] + [
        side + ' ' * pad + '%-*s' % (room, s) + ' ' * pad + side for s in lines] + \
        [top[6] + rule + top[8]]


def box(m, width, trap):
    """A frame around a text, in some with a hanging indent."""
    r = m.r
    pad = r.choice((1, 1, 2, 3))
    margin = r.choice(('', '', ' ', '  '))
    room = width - len(margin) - 2 - 2 * pad
    front = r.choice(('', '', '') + BULLETS)
    indent = r.choice((0, 0, len(front), 2, 4))
    lines = filled(m.paragraph(1, 1), room) + [''] if r.random() < 0.6 else []
    text, url = message(m, room, trap, len(front))
    lines += hanging(text, room, front, indent)
    lines += [''] * r.randint(0, 1) + (filled(m.paragraph(1, 1), room) if r.random() < 0.5 else [])
    rows = [margin + s for s in boxed(m, lines, room, pad)]
    return Screen(rows, *sort_urls(rows, [url]), width)


def overlay(m, width, trap):
    """A frame with foreign text at its left or right: a list of tasks, a clock."""
    r = m.r
    side = r.random() < 0.6
    notes = [r.choice(('todo', '◐ in', 'done', '✓ ok', '12:30', 'main', r.choice(NAMES), m.word()[:6]))
             if r.random() < 0.5 else '' for _ in range(99)]
    gap = 8
    room = max(width - 4 - gap, 30)
    text, url = message(m, room, trap, 0)
    lines = filled(m.paragraph(1, 1), room)[:2] + hanging(text, room, '', 0) + \
        filled(m.paragraph(1, 1), room)[:2]
    rows = boxed(m, lines, room)
    rows = [(' %-6s ' % n) + s if side else '%s  %s' % (s, n) for n, s in zip(notes, rows)]
    return Screen([s.rstrip() for s in rows], *sort_urls(rows, [url]), width - (0 if side else gap))


def panels(m, width, trap):
    """Two panels beside each other, one with a URL."""
    r = m.r
    left = r.randint(16, 30)
    room = max(width - left - 7, 30)
    side = r.choice(('│', '┃', '|'))
    text, url = message(m, room, trap, 0)
    one = hanging(text, room, '', 0)
    other = filled(m.paragraph(2, 4), left)
    n = max(len(one), len(other))
    one, other = [s + [''] * (n - len(s)) for s in (one, other)]
    if r.random() < 0.5:
        rows = ['%s %-*s %s %-*s %s' % (side, left, a, side, room, b, side) for a, b in zip(other, one)]
    else:
        rows = ['%s %-*s %s %-*s %s' % (side, room, a, side, left, b, side) for a, b in zip(one, other)]
    return Screen(rows, *sort_urls(rows, [url]), 0)


def table(m, width, trap):
    """A drawn table whose cells are wrapped, or, as a trap, as wide as their longest URL."""
    r = m.r
    side, top = r.choice(SIDES)
    names = r.randint(6, 12)
    room = max(width - names - 20, 20)
    records, urls = [], []
    for k in range(r.randint(2, 5)):
        if trap:
            url = m.exact(room) if r.random() < 0.6 else m.exact(r.randint(min(18, room), room))
        else:
            url = m.url(r.randint(20, room * 3))
        value = url
        if r.random() < 0.3 and k:
            value = m.sentence(r.randint(1, 5))
        else:
            urls.append(url)
        records.append([m.word()[:names], value, r.choice(('ok', 'failed', 'open', 'merged'))])
    order = r.choice(((0, 1, 2), (0, 2, 1), (1, 0, 2), (0, 1), (1, 2)))
    sizes = [(names, room, 6)[k] for k in order]
    rule = r.random() < 0.6

    def line(a, b, c):
        return a + b.join(top[1] * (n + 2) for n in sizes) + c
    rows = [line(top[0], top[9], top[2])]
    rows.append(side + side.join(' %-*s ' % (n, ('name', 'link', 'state')[k])
                                 for k, n in zip(order, sizes)) + side)
    rows.append(line(top[3], top[4], top[5]))
    for record in records:
        cells = [filled(record[k], n) for k, n in zip(order, sizes)]
        for j in range(max(map(len, cells))):
            rows.append(side + side.join(' %-*s ' % (n, c[j] if j < len(c) else '')
                                         for c, n in zip(cells, sizes)) + side)
        if rule:
            rows.append(line(top[3], top[4], top[5]))
    if not rule:
        rows.append(line(top[6], top[7], top[8]))
    return Screen(rows, *sort_urls(rows, urls), 0)


def gutter(m, width, trap):
    """The output of a tool, indented below a sign, or in lines after a bar."""
    r = m.r
    if r.random() < 0.5:
        front = r.choice(GUTTERS)
        rows = ['● ' + m.word().capitalize() + '(' + m.word() + ')']
        text, url = message(m, width, trap, len(front))
        rows += hanging(text, width, front, len(front))
    else:
        bar = r.choice(BARS)
        text, url = message(m, width, trap, len(bar))
        lines = filled(m.paragraph(1, 1), width - len(bar)) if r.random() < 0.6 else []
        lines += hanging(text, width - len(bar), '', r.choice((0, 0, 2)))
        lines += filled(m.paragraph(1, 1), width - len(bar)) if r.random() < 0.6 else []
        rows = [bar + s for s in lines]
    rows += r.choice(([], ['', '● ' + m.sentence(5)]))
    return Screen(rows, *sort_urls(rows, [url]), width)


def numbered(m, width, trap):
    """Lines of a file with their numbers, wrapped below the text."""
    r = m.r
    rows, urls, first = [], [], r.randint(1, 990)
    form = r.choice(('%4d  ', '%5d → ', '%4d │ ', '%3d: ', '%4d + '))
    for k in range(r.randint(3, 7)):
        front = form % (first + k)
        if r.random() < 0.5:
            text, url = message(m, width, trap, len(front))
            urls.append(url)
        else:
            text = m.sentence(r.randint(2, 7))
        lines = hanging(text, width, front, len(front))
        if '│' in front:
            lines = lines[:1] + [' ' * (len(front) - 2) + '│ ' + s[len(front):] for s in lines[1:]]
        rows += lines
    return Screen(rows, *sort_urls(rows, urls), width)


def narrow(m, width, trap):
    """A block that is narrower than the text around it."""
    wide = width + m.r.randint(10, 40)
    text, url = message(m, width, trap, 0)
    indent = m.r.choice((0, 0, 2))
    rows = prose(m, wide) + m.r.choice(([''], [])) + \
        [' ' * indent + s for s in hanging(text, width - indent, '', 0)] + m.r.choice(([''], [])) + prose(m, wide)
    return Screen(rows, *sort_urls(rows, [url]), width)


SHAPES = (bullet, label, box, overlay, panels, table, gutter, numbered, narrow)


def main():
    options = dict(a.split('=', 1) for a in sys.argv[2:])
    m, show = Screens(int(options.get('seed', 1))), int(options.get('show', 0))
    profile, columns = options.get('profile', 'mail'), 'columns' in options
    total, shown_ = Score(), {}
    for shape in SHAPES:
        if options.get('text', shape.__name__) != shape.__name__ or \
                columns and shape in (panels, table):
            continue
        made = [shape(m, m.r.randint(40, 160), k % 2 == 0)
                for k in range(int(options.get('count', 100)))]
        texts, score = ['\n'.join(s.rows) + '\n' for s in made], Score()
        argv = [sys.argv[1], '-t', 'json', '-f', 'text', '--profile', profile]
        links = [shown(argv + ['--columns', str(s.width)], [t])[0]
                 for s, t in zip(made, texts)] if columns else shown(argv, texts)
        for s, text, found in zip(made, texts, links):
            for fault, url in judge(
                    score, found, s.broken, s.sound,
                    {u for u in s.broken if head_is_missing(s.rows, u)}):
                key = shape.__name__, fault
                if options.get('fault', fault) == fault and shown_.get(key, 0) < show:
                    shown_[key] = shown_.get(key, 0) + 1
                    print('#### %s %d: %s %s\n%s' % (shape.__name__, s.width, fault, url, text))
        score.show(shape.__name__)
        total += score
    total.finish(BOUNDS['columns' if columns else profile])


if __name__ == '__main__':
    main()
