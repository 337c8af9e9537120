# limits.py - bounds for the speed of trawl, most of them ratios within one run, and whether the
# figures meet them

from statistics import median

from corpora import failed, speed
from jobs import CPUS, STEEP, TICK

RATE, RATE_BYTES = 0.15, 0.01  # GB/s for any text: in blocks, and byte by byte


class Limit:
    def __init__(self, name, least, got, aim=None, at_most=False, unit=''):
        self.name, self.least, self.got, self.aim, self.at_most, self.unit = name, least, got, aim, at_most, unit

    def met(self):
        if self.got is None:
            return None
        return self.got <= self.least if self.at_most else self.got >= self.least

    def line(self):
        verdict = {None: 'not measured', True: 'met', False: 'MISSED'}[self.met()]
        got = '-' if self.got is None else f'{self.got:.2f}{self.unit}'
        bound = f"{'at most' if self.at_most else 'at least'} {self.least:g}{self.unit}"
        aim = f', aim {self.aim:g}{self.unit}' if self.aim else ''
        return [self.name, got, bound + aim, verdict]


class Figures:
    """Speeds of a run by corpus and name, and their ratios; None when not measured."""

    def __init__(self, results):
        self.r, self.clock = results, results['clock']

    def of(self, corpus, name, clock=None):
        run = self.r['runs'].get(corpus, {}).get(name)
        return speed(run, clock or self.clock) if run else None

    def by(self, corpus, name, other, clock=None):
        a, b = self.of(corpus, name, clock), self.of(corpus, other, clock)
        return a / b if a and b else None

    def fastest(self, corpus, names):
        got = [(self.of(corpus, n), n) for n in names if self.of(corpus, n)]
        return max(got)[1] if got else None


def ordinary(f):
    out = [Limit(f'list / {peer}', least, f.by('natural', 'trawl list', peer), aim)
           for peer, least, aim in (('Rinku', 2.5, 4), ('ripgrep', 4.5, 7), ('RE2', 4.5, 7))]
    return [*out,
            Limit('list / read and memchr', 0.45, f.by('natural', 'trawl list', 'memchr')),
            Limit('list / cat FILE | cat', 0.9, f.by('natural', 'trawl list', 'cat | cat', 'wall'), 1),
            Limit('--find url / ripgrep with schemes only', 0.7, f.by('natural', 'trawl --find url', 'ripgrep S'), 1),
            Limit('html / list', 0.5, f.by('natural', 'trawl html', 'trawl list')),
            Limit('html / Rinku', 2, f.by('natural', 'trawl html', 'Rinku')),
            Limit(f'html -j {CPUS} / Rinku', 2, f.by('natural', f'trawl html -j {CPUS}', 'Rinku')),
            Limit("html / GMime's filter", 15, f.by('natural', 'trawl html', 'GMime filter')),
            Limit('json / list', 0.4, f.by('natural', 'trawl json', 'trawl list'))]


def share(r, kind, name):
    """Returns the processor time of trawl divided by that of another program, for the same bytes."""
    runs = r['beside'][kind]
    own = speed(runs.get('trawl in memory' if 'in memory' in name else 'trawl'), 'cpu')
    other = speed(runs.get(name), 'cpu')
    return other / own if own and other else None


def beside_limits(r):
    """The bounds of processor time beside Rust linkify."""
    return [Limit(f'{kind}{name[12:]}', most, share(r, kind, name), at_most=True)
            for kind, name, most in (('natural', 'Rust linkify', 0.55), ('dense', 'Rust linkify', 0.42),
                                     ('mbox', 'Rust linkify', 0.70), ('natural', 'Rust linkify in memory', 1),
                                     ('dense', 'Rust linkify in memory', 0.77)) if kind in r.get('beside', {})]


def other_texts(f):
    best = f.fastest('dense', ('ripgrep', 'RE2', 'PCRE2 JIT', 're2c', 'Hyperscan', 'Rust linkify', 'Rinku'))
    return [Limit('sparse: list / read and memchr', 0.7, f.by('sparse', 'trawl list', 'memchr')),
            Limit(f'sparse: list -j {CPUS} / read and memchr', 0.7, f.by('sparse', f'trawl list -j {CPUS}', 'memchr')),
            Limit(f'dense: list / the fastest, {best}', 1.3, f.by('dense', 'trawl list', best), 2),
            Limit('mbox, no HTML', 0.9, f.of('mbox', 'trawl list'), unit=' GB/s'),
            Limit('mbox, a fifth with HTML', 0.75, f.of('mixed', 'trawl list'), unit=' GB/s'),
            Limit('mbox, all with HTML', 0.75, f.of('htmlmail', 'trawl list'), unit=' GB/s'),
            Limit('mbox, legacy charsets', 0.4, f.of('charsets', 'trawl list'), unit=' GB/s'),
            Limit('mbox, no HTML / GMime', 4, f.by('mbox', 'trawl list', 'GMime mailbox')),
            Limit('mbox, a fifth with HTML / GMime', 4, f.by('mixed', 'trawl list', 'GMime mailbox')),
            Limit('mbox, all with HTML / GMime', 4, f.by('htmlmail', 'trawl list', 'GMime mailbox')),
            Limit('mbox, legacy charsets / GMime', 4, f.by('charsets', 'trawl list', 'GMime mailbox'))]


def cores(f):
    all_cores = f'trawl list -j {CPUS}'
    return [Limit(f'-j {CPUS} / two commands, half the text each', 0.9,
                  f.by('natural', all_cores, 'two trawls, a half each', 'wall')),
            Limit(f'-j {CPUS} / -j 1', 1.6, f.by('natural', all_cores, 'trawl list', 'wall'), 1.9)]


def small(r):
    start, stream = r.get('startup', {}), r.get('stream')
    over = peak = box = None
    if not failed(start.get('trawl')) and not failed(start.get('trawl --sandbox=off')):
        box = 1000 * (median(start['trawl'][r['clock']]) - median(start['trawl --sandbox=off'][r['clock']]))
    if not failed(start.get('trawl')) and not failed(start.get('nothing')):
        over = 1000 * (median(start['trawl'][r['clock']]) - median(start['nothing'][r['clock']]))
        peak = start['trawl']['rss'] / 1024
    return [Limit('start-up with 2 KB, minus an empty program', 0.6, over, 0.3, True, ' ms'),
            Limit('the sandbox at the start', 0.2, box, 0.06, True, ' ms'),
            Limit('peak memory, 2 KB', 2.5, peak, None, True, ' MB'),
            Limit('peak memory, a long stream', 4, None if failed(stream) else stream['rss'] / 1024,
                  None, True, ' MB')]


# ---- Hostile texts ----

def seconds(run):
    return min(run['cpu'])


def steepest(hostile, way):
    got = [(seconds(runs[way][1]) / seconds(runs[way][0]), shape) for shape, runs in hostile.items()
           if way in runs and not failed(runs[way][1]) and seconds(runs[way][1]) > TICK]
    return max(got, default=(None, ''))


def slowest(hostile, way):
    got = [(runs[way][1]['bytes'] / seconds(runs[way][1]) / 1e9, shape) for shape, runs in hostile.items()
           if way in runs and not failed(runs[way][1])]
    return min(got, default=(None, ''))


OWN_WAYS = ('trawl', 'trawl -j 2', 'whole', '64 KiB', 'byte by byte')


def beaten(hostile):
    """Returns the worst ratio to the fastest alternative, and the number of shapes where one is faster."""
    got = []
    for shape, runs in hostile.items():
        others = [(seconds(runs[w][1]), w) for w in runs if w not in OWN_WAYS and not failed(runs[w][1])]
        if others and not failed(runs.get('trawl', (None, None))[1]):
            best = min(others)
            got.append((best[0] / seconds(runs['trawl'][1]), f'{shape}; {best[1]}'))
    ratio, shape = min(got, default=(None, ''))
    return ratio, f'{shape}; less than 1 on {sum(r < 1 for r, _ in got)} of {len(got)} shapes'


def on_hostile(r):
    out = []
    for way in OWN_WAYS:
        ratio, shape = steepest(r.get('hostile', {}), way)
        out.append(Limit(f'hostile, {way}: time at 2n / n ({shape})', STEEP, ratio, None, True))
        rate, shape = slowest(r.get('hostile', {}), way)
        out.append(Limit(f'hostile, {way}: slowest ({shape})', RATE_BYTES if way == 'byte by byte' else RATE, rate,
                         unit=' GB/s'))
    ratio, shape = beaten(r.get('hostile', {}))
    return [*out, Limit(f'hostile: trawl / the best alternative ({shape})', 1, ratio)]


def limits(results):
    f = Figures(results)
    return [*ordinary(f), *other_texts(f), *cores(f), *small(results), *on_hostile(results)]
