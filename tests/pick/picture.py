# picture.py - draws what a terminal showed over time as an SVG that moves
#
# pyte follows the terminal; each frame is a group of rows that CSS shows in turn, without a script. A
# row that occurs in several frames is stored once.

from xml.sax.saxutils import escape

import pyte

WIDTH, HEIGHT, SIZE, EDGE = 8.4, 18, 14, 12
NO_BREAK = chr(0xA0)  # a space that no program joins with its neighbours or leaves out
INK, PAPER = '#d8dee9', '#1d2330'
COLOURS = {'black': '#3b4252', 'red': '#e06c75', 'green': '#98c379', 'brown': '#e5c07b', 'blue': '#4f7fc9',
           'magenta': '#c678dd', 'cyan': '#56b6c2', 'white': '#ffffff', 'default': None}


def colour(name, default):
    return COLOURS[name] or default if name in COLOURS else '#' + name


def look(cell):
    """Returns the colour of the text, that of its background, and whether it is bold."""
    ink, paper = colour(cell.fg, INK), colour(cell.bg, PAPER)
    return (paper, ink, cell.bold) if cell.reverse else (ink, paper, cell.bold)


def runs(row, columns):
    """Divides a row into (column, text, look)."""
    found = []
    for x in range(columns):
        cell = row[x]
        if found and found[-1][2] == look(cell):
            found[-1][1] += cell.data
        else:
            found.append([x, cell.data, look(cell)])
    return found


def drawn(row, columns):
    """Returns a row as SVG, or nothing for an empty one."""
    parts = []
    for x, text, (ink, paper, bold) in runs(row, columns):
        if paper != PAPER:
            parts.append(f'<rect x="{x * WIDTH:.1f}" width="{len(text) * WIDTH:.1f}" height="{HEIGHT}" fill="{paper}"/>')
        if text.strip():
            parts.append(f'<text x="{x * WIDTH:.1f}" y="13" fill="{ink}" textLength="{len(text) * WIDTH:.1f}"'
                         f'{" font-weight=" + chr(34) + "bold" + chr(34) if bold else ""}>{escape(text).replace(" ", NO_BREAK)}</text>')
    return ''.join(parts)


def frames(events, columns, rows):
    """Returns (seconds, rows as SVG) for each event."""
    screen = pyte.Screen(columns, rows)
    stream = pyte.Stream(screen)
    shown = []
    for seconds, text in events:
        stream.feed(text)
        shown.append((seconds, [drawn(screen.buffer[y], columns) for y in range(rows)]))
    return shown


def from_frame(shown, end, first):
    """Begins the loop with another frame: a viewer without animation shows only that one."""
    start = shown[first][0]
    return [((begin - start) % end, lines) for begin, lines in shown[first:-1] + shown[:first]] + [(end, [])]


def moving(events, columns, rows, first):
    """Returns the SVG, which begins with the frame `first`. The last event only says how long the event before it is
    shown."""
    end = events[-1][0]
    shown = from_frame(frames(events, columns, rows), end, first)
    names, style, groups = {}, [], []
    for number, (begin, lines) in enumerate(shown[:-1]):
        until = shown[number + 1][0]
        style.append(f'@keyframes f{number}{{0%{{opacity:{int(begin == 0)}}}{100 * begin / end:.2f}%{{opacity:1}}'
                     f'{100 * until / end:.2f}%,100%{{opacity:{int(until >= end)}}}}}'
                     f'#f{number}{{animation:f{number} {end}s step-end infinite;opacity:{int(number == 0)}}}')
        uses = ''.join(f'<use href="#{names.setdefault(line, f"r{len(names)}")}" y="{y * HEIGHT}"/>'
                       for y, line in enumerate(lines) if line)
        groups.append(f'<g id="f{number}">{uses}</g>')
    defs = '\n'.join(f'<g id="{name}">{line}</g>' for line, name in names.items())
    wide, high = columns * WIDTH + 2 * EDGE, rows * HEIGHT + 2 * EDGE
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" width="{wide:.0f}" height="{high}" '
            f'font-family="ui-monospace,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="{SIZE}">\n'
            f'<title>trawl pick in mutt: links of a reply are chosen and opened</title>\n'
            f'<style>{"".join(style)}</style>\n<defs>\n{defs}\n</defs>\n'
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n<g transform="translate({EDGE} {EDGE})">\n'
            + '\n'.join(groups) + '\n</g>\n</svg>\n')
