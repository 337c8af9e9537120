# plot.py - two plots of a run's figures, as SVG: the speed of each program on ordinary text, and of trawl by how many
# links there are

import os
from xml.sax.saxutils import escape

from clock import failed, speed

STYLE = ('<style>text{font:12px sans-serif;fill:#24292f}.own{fill:#1f6f8b}.other{fill:#b9c4cc}.limit{fill:#dcd3b6}'
         '.axis{stroke:#8c959f;fill:none}.line{stroke:#1f6f8b;stroke-width:2;fill:none}.dot{fill:#1f6f8b}'
         '@media(prefers-color-scheme:dark){text{fill:#d0d7de}.other{fill:#57606a}.limit{fill:#6b6448}}</style>')
LIMITS = ('cat', 'cat | cat', 'wc -l', 'memchr')


def svg(width, height, title, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img"><title>{escape(title)}</title>{STYLE}\n' + '\n'.join(body) +
            '\n</svg>\n')


def text(x, y, words, anchor='start'):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(words)}</text>'


def bars(r):
    """MB/s on ordinary text, the fastest first."""
    runs = r['runs'].get('natural', {})
    got = sorted(((1000 * speed(run, r['clock']), name) for name, run in runs.items()
                  if 'two trawls' not in name and not failed(run)),
                 reverse=True)
    most, left, width, row = max(got)[0], 150, 760, 20
    body = []
    for i, (mb, name) in enumerate(got):
        kind = 'own' if name.startswith('trawl') else 'limit' if name in LIMITS else 'other'
        wide, y = max(1, (width - left - 70) * mb / most), 10 + i * row
        body += [text(left - 8, y + 12, name, 'end'),
                 f'<rect class="{kind}" x="{left}" y="{y}" width="{wide:.1f}" height="{row - 5}"/>',
                 text(left + wide + 6, y + 12, f'{mb:.0f}' if mb >= 10 else f'{mb:.1f}')]
    return svg(width, 20 + row * len(got), 'MB/s on ordinary mail text', body)


def line(r):
    """MB/s by links in a thousand words, in equal steps."""
    steps = [(step, 1000 * speed(run, r['clock']))
             for step, run in r['growth'].get('links in 1000 words', {}).items() if not failed(run)]
    if not steps:
        return None
    width, height, left, low = 640, 300, 60, 260
    most = max(mb for _, mb in steps)
    body = [f'<path class="axis" d="M{left} 10V{low}H{width - 10}"/>',
            text(width / 2, height - 8, 'links in 1000 words', 'middle'), text(left - 6, 20, 'MB/s', 'end')]
    points = []
    for i, (step, mb) in enumerate(steps):
        x, y = left + 30 + i * (width - left - 80) / max(1, len(steps) - 1), low - (low - 40) * mb / most
        points.append(f'{x:.0f},{y:.0f}')
        body += [text(x, low + 16, step, 'middle'), text(x, y - 8, f'{mb:.0f}', 'middle'),
                 f'<circle class="dot" cx="{x:.0f}" cy="{y:.0f}" r="3"/>']
    body.append(f'<polyline class="line" points="{" ".join(points)}"/>')
    return svg(width, height, 'MB/s by links in 1000 words', body)


def write(r, directory):
    for name, plot in (('benchmarks-speed.svg', bars), ('benchmarks-links.svg', line)):
        picture = plot(r) if r['runs'].get('natural') or plot is line else None
        if picture:
            with open(os.path.join(directory, name), 'w', encoding='utf-8') as f:
                f.write(picture)
