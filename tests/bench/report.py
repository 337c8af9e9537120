# report.py - prints the figures of a run as tables, or puts them into doc/benchmarks.md
#
#     python3 tests/bench/report.py RESULTS.json [PAGE.md]
#
# Prints the tables, and which bounds are met. With a page: replaces each table there, between
# "<!-- bench NAME -->" and "<!-- end -->", if the run has measured it.

import json
import re
import sys
from statistics import median

from corpora import failed, speed
from limits import OWN_WAYS, beside_limits, limits, seconds, share

KINDS = ('natural', 'sparse', 'dense', 'mbox', 'mixed', 'htmlmail', 'charsets', 'mime64')


def number(x):
    return '' if x is None else f'{x:.0f}' if x >= 99.5 else f'{x:.1f}' if x >= 9.95 else f'{x:.2f}'


def ratio(x):
    return '' if x is None else f'{x:.2f}' if x >= 0.095 else f'{x:.1g}'


def megabytes(x):
    return '' if x is None else number(1000 * x)


# ---- Tables: a heading, and rows ----

def machine(r):
    m = r['machine']
    return (['', ''], [['processor', f"{m['processor']}, {m['threads']} threads"], ['system', m['system']],
                       ['compiler', m['compiler']], ['texts', f"{r['megabytes']} MB, {r['where']}"],
                       ['times', 'wall time' if r['clock'] == 'wall' else 'processor time of one thread'],
                       ['wall / processor time', busy(r)]])


def busy(r):
    """Returns wall time divided by processor time, for commands with one thread that never wait."""
    got = [median(run['wall']) / median(run['cpu']) for runs in r['runs'].values() for name, run in runs.items()
           if name in ('trawl list', 'Rust linkify', 'RE2') and not failed(run)]
    return f'{median(got):.2f} (1 on an idle machine)' if got else 'not measured'


def densities(r):
    rows = []
    for kind, line in r['densities'].items():
        found = re.match(r".*?':' (\d+), '@' (\d+), '<' (\d+), \"://\" (\d+), \"www.\" (\d+), 'w' (\d+); ([\d.]+) % "
                         r'beyond ASCII, (\d+) % base64; of the lines (\d+) %', line)
        if found and '=' not in kind:
            rows.append([kind, *found.groups()])
    return ['corpus', "bytes per ':'", "'@'", "'<'", '"://"', '"www."', "'w'", '% beyond ASCII', '% base64',
            '% lines in CR LF'], rows


def wall_only(name):
    return '-j' in name or '|' in name or 'two trawls' in name


def speeds(r):
    kinds = [k for k in KINDS if k in r['runs']]
    names = list(dict.fromkeys(n for k in kinds for n in r['runs'][k]))
    rows = []
    for name in names:
        row = [name]
        for k in kinds:
            run = r['runs'][k].get(name)
            row.append('fails' if run and failed(run) else
                       megabytes(speed(run, 'wall' if wall_only(name) else r['clock'])))
        peak = next((r['runs'][k][name]['rss'] / 1024 for k in kinds if name in r['runs'][k]), None)
        rows.append([*row, number(peak)])
    return ['MB/s', *kinds, 'peak MB'], rows


def beside(r):
    """Returns trawl's processor time divided by that of each program, both in memory or not."""
    kinds = list(r.get('beside', {}))
    names = list(dict.fromkeys(n for k in kinds for n in r['beside'][k]))
    rows = [[name, megabytes(speed(r['beside']['natural'].get(name), 'cpu')),
             number(r['beside']['natural'][name]['rss'] / 1024), *(ratio(share(r, k, name)) for k in kinds)]
            for name in names]
    return ['', 'MB/s, natural', 'peak MB', *kinds], rows


def bounds(r):
    return ['bound', 'got', 'wanted', ''], [x.line() for x in limits(r)] if r['runs'] else []


def beside_bounds(r):
    return ['trawl / linkify', 'got', 'wanted', ''], [x.line() for x in beside_limits(r)]


def growth(r, table):
    steps = r['growth'].get(table, {})
    clock = 'wall' if table == 'threads' else r['clock']
    rows = [[step, megabytes(speed(run, clock)), number(run['rss'] / 1024)] for step, run in steps.items()]
    return [table, 'MB/s', 'peak MB'], rows


def startup(r):
    rows = [[name, f"{1000 * median(run['wall']):.2f}", f"{1000 * median(run['cpu']):.2f}", number(run['rss'] / 1024)]
            for name, run in r.get('startup', {}).items()]
    return ['a message of 2 KB', 'ms wall time', 'ms processor time', 'peak MB'], rows


def hostile_row(shape, runs):
    row = [shape]
    for way in (*OWN_WAYS, *sorted(w for w in runs if w not in OWN_WAYS)):
        if way not in runs:
            row.append('')
            continue
        n, twice = runs[way]
        row.append(number(twice['bytes'] / seconds(twice) / 1e6) + (f', {seconds(twice) / seconds(n):.2f}'
                                                                    if way in OWN_WAYS else ''))
    return row


def hostile(r, most=None):
    shapes = r.get('hostile', {})
    slow = sorted(shapes, key=lambda s: -seconds(shapes[s]['trawl'][1]))[:most]
    others = sorted({w for runs in shapes.values() for w in runs if w not in OWN_WAYS})
    return ['MB/s, time at 2n / n', *OWN_WAYS, *others], [hostile_row(s, shapes[s]) for s in slow]


def instructions(r):
    rows = [[name, f'{one / size:.2f}', f'{two / one:.3f}']
            for name, size, ((one, two),) in r.get('instructions', [])]
    return ['instructions', 'a byte', '-j 2 / -j 1'], rows


def missing(r):
    rows = [[name, package, why] for name, (package, why) in r.get('missing', {}).items()]
    return ['not measured', 'package', 'why'], rows


TABLES = {
    'machine': machine, 'instructions': instructions, 'densities': densities, 'speeds': speeds, 'bounds': bounds,
    'beside': beside, 'beside bounds': beside_bounds, 'startup': startup,
    'rules': lambda r: growth(r, 'rules'), 'schemes': lambda r: growth(r, 'schemes'),
    'threads': lambda r: growth(r, 'threads'), 'links': lambda r: growth(r, 'links in 1000 words'),
    'hostile': lambda r: hostile(r, 12), 'missing': missing,
}


# ---- Output ----

def plain(heading, rows):
    widths = [max(len(str(row[i])) for row in [heading, *rows]) for i in range(len(heading))]
    lines = []
    for row in [heading, *rows]:
        cells = [str(c).ljust(widths[i]) if i == 0 else str(c).rjust(widths[i]) for i, c in enumerate(row)]
        lines.append('  '.join(cells).rstrip())
    return '\n'.join(lines)


def markdown(heading, rows):
    cell = [[str(c).replace('|', '\\|').replace('<', '&lt;').replace('*', '\\*') for c in row]
            for row in [heading, *rows]]
    cell.insert(1, ['---', *['---:'] * (len(heading) - 1)])
    return '\n'.join('| ' + ' | '.join(row) + ' |' for row in cell)


def show(r):
    for name, table in TABLES.items():
        heading, rows = table(r)
        if rows:
            print(f'\n{name}\n{plain(heading, rows)}')
    for line in r.get('far', []):
        print(line)


def fill(r, page):
    with open(page, encoding='utf-8') as f:
        text = f.read()
    for name, table in TABLES.items():
        heading, rows = table(r)
        if not rows or (name == 'machine' and not r['runs']):
            continue
        new = f'<!-- bench {name} -->\n\n{markdown(heading, rows)}\n\n<!-- end -->'
        text = re.sub(rf'<!-- bench {name} -->.*?<!-- end -->', lambda _: new, text, flags=re.S)
    with open(page, 'w', encoding='utf-8') as f:
        f.write(text)


def main(argv):
    with open(argv[1], encoding='utf-8') as f:
        results = json.load(f)
    if len(argv) > 2:
        fill(results, argv[2])
    else:
        show(results)


if __name__ == '__main__':
    main(sys.argv)
