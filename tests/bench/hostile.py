# hostile.py - hostile shapes in all output formats, and with each option that changes a path: time
# at n and 2n, speed, memory, and the size of hypertext
#
# The shapes are those of shapes.h, which the program "corpus" makes. A row is a shape and a way to
# read it. Times are processor time without that of an empty line. MB/s are those of the input, or
# of the output where that is longer: a link of 10 bytes may become 400 bytes of output. A row that
# misses a bound is measured again by three runs; if it still misses one, it is measured at 4 times
# the length. If its time grows too steeply there, it is measured at 8 times the length, since some
# buffers grow only at every second doubling.

import concurrent.futures
import os
import queue
import shutil
import subprocess
from dataclasses import dataclass, field

from corpora import Clock

STEEP = 2.2            # time at 2n / time at n
RATE = 20              # MB/s
OWN, LIBRARY = 5, 1    # MB/s, where a row names a cost in trawl, or one in a library
TICK = 0.004           # seconds: a shorter time gives no ratio
TIMES, MORE = 40, 65536  # hypertext: at most TIMES the input plus MORE bytes (F11)
MEGABYTES = 64         # memory
EACH = 4               # ways that are alike are used for every fourth shape
STEEPLY = 'superlinear'
TEXT, MAIL, MBOX, HTML = 'text', 'mail', 'mbox', 'html'
ANY = None
PCRE2 = 'PCRE2 judges each link by four standards'
ICONV = 'iconv of the C library decodes'
SQLITE = 'SQLite stores each link'
RULES = 'PCRE2 tries a rule at each trigger'
LINES = 'each line is classified'
SCANS = 'the text is scanned several times'
READINGS = 'each broken link is read in several ways'
ODD = 'PCRE2 takes apart each link that is not plain'
SIGNS = ('a link with signs inside is read twice', OWN)
SHAPE_COSTS = {'IDN': ('libidn2 converts each host', LIBRARY),
               'colons in a header': ('each field of a header is a scan', OWN),
               'anchors that lead elsewhere': ('each address is compared with the text of its link', OWN),
               'a\\@': SIGNS, 'colours in http': SIGNS}


@dataclass
class Way:
    """A command that reads a file: {in} is its name, {input} its kind, {out} a name for what it makes."""
    name: str
    argv: list
    inputs: tuple = ANY
    links: bool = False      # works on links; in a text without links it does the same as "list"
    alike: bool = False      # takes nearly the same path as another way: used for every fourth shape
    cost: str = ''           # what takes the time, if the way may be slower than RATE
    rate: float = LIBRARY    # MB/s, where there is such a cost
    hypertext: bool = False  # its output has a bound
    megabytes: int = MEGABYTES
    before: list = field(default_factory=list)  # a command to run first, which is not measured


def find(name, *options, **how):
    return Way(name, ['trawl', '-j', '1', '-f', '{input}', *options, '{in}'], **how)


def link(name, *options, **how):
    return find(name, *options, links=True, **how)


def plain(name, *options, **how):
    """Returns a way that works on decoded text, whatever it was decoded from."""
    return find(name, *options, inputs=(TEXT,), **how)


def piped(name, *argv, **how):
    """Returns a way that reads a text from standard input."""
    return Way(name, ['sh', '-c', '"$0" "$@" <"$IN"', 'trawl', *argv], inputs=(TEXT,), **how)


PROGRAMS = ['pick', 'archive']  # programs next to trawl; if one is missing, trawl exits with 2
INDEX = ['trawl', 'index', '-q', '-j', '1', '-f', 'mbox', '{out}', '{in}']
WAYS = [
    find('list'), link('json', '-t', 'json', cost=PCRE2), link('tsv', '-t', 'tsv', cost=PCRE2, alike=True),
    link('csv', '-t', 'csv', cost=PCRE2, alike=True), find('text', '-t', 'text', alike=True),
    find('html', '-t', 'html', hypertext=True, cost=ODD, rate=OWN),
    find('page', '-t', 'html', '--page', '--toc', hypertext=True, cost=LINES, rate=OWN),
    find('lines', '-t', 'html', '--page', '--structure=lines', '--to=xhtml', hypertext=True, cost=LINES, rate=OWN, alike=True),
    find('term', '-t', 'term', '--color', 'always', hypertext=True, cost=ODD, rate=OWN),
    find('md', '-t', 'md', hypertext=True, cost=ODD, rate=OWN),
    plain('both', '-t', 'html', '--join=both', hypertext=True, cost=ODD, rate=OWN),
    find('notes', '-t', 'notes', alike=True), find('explain', '--explain', cost=SCANS, rate=OWN),
    link('uniq', '-u'), link('uniq normal', '--uniq=normal', alike=True), link('canonical', '--spell=normal'),
    link('display', '--spell=display', alike=True), link('defang', '--spell=defang', alike=True), link('count', '-c', alike=True),
    find('places', '-nH', '--line-number=column', '--offsets', 'utf16', alike=True), find('at', '--at', '9:9', alike=True),
    plain('refang', '--refang'), find('unwrap', '--unwrap=any'),
    find('context', '-t', 'csv', '--fields', 'url', '--context', '1000'),
    find('lines', '-t', 'csv', '--fields', 'url', '--context', 'line', alike=True),
    link('join', '--join', '-t', 'tsv', '--fields', 'url,spans', cost=READINGS, rate=OWN, alike=True),
    link('doubt', '--flag=doubt', '-t', 'tsv', '--fields', 'url,alt', cost=READINGS, rate=OWN, alike=True),
    find('find all', '--find', '+domain,+msgid,+ip,+localhost,+netpath', '--domains', 'all', '--headers', 'all',
         '--uniq=none'),
    plain('uts58', '--profile', 'uts58', alike=True), link('rfc1738', '--profile', 'rfc1738', cost=PCRE2),
    plain('screen', '--profile', 'screen', alike=True), link('base', '--base', 'http://a.example/b/c?d', alike=True),
    find('rules', '--rules', 'contrib/rules/ietf.rules', '--rules', 'contrib/rules/man.rules',
         cost=RULES),
    plain('rules html', '-t', 'html', '--rules', 'contrib/rules/ietf.rules', hypertext=True,
          cost=RULES, alike=True),
    link('choice', '--scheme=live', '--not', 'flag=confusable,odd-ip', '--site', 'a.example', cost=PCRE2,
         alike=True),
    find('new', '--new', alike=True), Way('-j 2', ['trawl', '-j', '2', '{in}']),
    find('utf-16', '--charset', 'utf-16le', inputs=(TEXT,), alike=True),
    find('utf-7', '--charset', 'utf-7', inputs=(TEXT,)),
    find('iso-2022-jp', '--charset', 'iso-2022-jp', inputs=(TEXT,), cost=ICONV, alike=True),
    find('shift_jis', '--charset', 'shift_jis', inputs=(TEXT,), cost=ICONV, alike=True),
    find('gb18030', '--charset', 'gb18030', '-t', 'html', inputs=(TEXT,), cost=ICONV),
    Way('64 KiB', ['feed', '65536', '{in}'], inputs=(TEXT,)),
    piped('check', 'check', '-t', 'json', cost=PCRE2),
    piped('check canonical', 'check', '-t', 'canonical', cost=PCRE2, alike=True),
    piped('resolve', 'resolve', 'http://a.example/b/c?d'),
    piped('resolve 1630', 'resolve', '--rule', '1630', 'news:a', alike=True),
    Way('rewrite', ['trawl', 'rewrite', '{in}'], inputs=(HTML,), cost=ODD, rate=OWN),
    Way('rewrite to', ['trawl', 'rewrite', '--unwrap', '--untrack', '--to', 'https://a.example/?u={url}', '{in}'],
        inputs=(HTML,), cost=ODD, rate=OWN),
    Way('rewrite text', ['trawl', 'rewrite', '-f', 'text', '--defang', '{in}'], inputs=(TEXT,), cost=ODD, rate=OWN,
        alike=True),
    Way('pick', ['trawl', 'pick', '--print', '--first', '-f', '{input}', '{in}'], cost=READINGS, rate=OWN,
        megabytes=256),  # keeps each link
    Way('index', INDEX, inputs=(MBOX,), cost=SQLITE, alike=True),
    Way('query', ['trawl', 'query', '-t', 'json', '{out}'], inputs=(MBOX,), cost=SQLITE, before=INDEX),
    Way('report', ['trawl', 'report', '{out}'], inputs=(MBOX,), cost=SQLITE, before=INDEX),
    Way('site', ['trawl', 'site', '-q', '--search', '{in}', '-o', '{out}'], inputs=(MBOX,), cost=SQLITE),
]


@dataclass
class Row:
    shape: str
    way: Way
    n: int
    times: list          # the shortest times, at n and 2n
    peak: float          # MB at 2n
    written: int         # bytes at 2n
    status: int

    def ratio(self):
        return self.times[1] / self.times[0] if self.times[1] > TICK and self.times[0] > 0 else None

    def rate(self):
        return max(2 * self.n, self.written) / max(self.times[1], 1e-6) / 1e6

    def own(self):
        return next((cost for name, cost in SHAPE_COSTS.items() if self.shape.startswith(name)), ('', RATE))

    def cost(self):
        """Returns what may make the row slower than RATE, or ''."""
        return self.way.cost or self.own()[0]

    def least(self):
        least = self.own()[1]
        return min(least, self.way.rate) if self.way.cost else least

    def growth(self):
        return self.written / (2 * self.n)

    def faults(self):
        out = []
        if self.status not in (0, 1, 2):
            out.append(f'exit status {self.status}')
        if (self.ratio() or 0) > STEEP:
            out.append(STEEPLY)
        if self.rate() < self.least():
            out.append('slow')
        if self.peak > self.way.megabytes:
            out.append('large')
        if self.way.hypertext and self.written > TIMES * 2 * self.n + MORE:
            out.append('amplified')
        return out


class Matrix:
    def __init__(self, bench, kilobytes, name):
        self.bench, self.n = bench, kilobytes << 10
        self.directory = bench.corpora.path(name)
        os.mkdir(self.directory)
        self.out, self.empty = self.path('made'), self.path('empty')
        self.clock = Clock(bench.clock.timed, self.path('out'))
        self.start = {}
        with open(self.empty, 'wb') as f:
            f.write(b'\n')  # an empty file cannot be mapped

    def path(self, name):
        return os.path.join(self.directory, name)

    def command(self, argv, path, kind):
        names = {'trawl': self.bench.trawl, 'feed': self.bench.program('feed'), '{in}': path, '{input}': kind,
                 '{out}': self.out}
        return [names.get(word, word) for word in argv]

    def once(self, way, path, kind):
        """Returns processor time, MB, exit status of a run."""
        self.clean()
        env = {'IN': path}
        if way.before:
            subprocess.run(self.command(way.before, path, kind), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(self.clock.out, 'wb'):
            pass  # clock.times() does not truncate it
        rows = self.clock.times(self.command(way.argv, path, kind), env=env)
        _, cpu, _, kib, status = rows[0] if rows else (0, 1e9, 0, 0, 255)
        return cpu, kib / 1024, os.path.getsize(self.clock.out) + self.files(), int(status)

    def files(self):
        """Returns the bytes in a folder that the run made."""
        return sum(os.path.getsize(os.path.join(where, name)) for where, _, names in os.walk(self.out) for name in names)

    def clean(self):
        if os.path.isdir(self.out):
            shutil.rmtree(self.out)
        for end in ('', '-wal', '-shm', '-journal'):
            if os.path.exists(self.out + end):
                os.remove(self.out + end)

    def base(self, way, kind):
        if (way.name, kind) not in self.start:
            self.start[way.name, kind] = min(self.once(way, self.empty, kind)[0] for _ in range(3))
        return self.start[way.name, kind]

    def texts(self, index, n):
        """Makes a shape at n and 2n bytes. Returns the names of the files."""
        paths = [self.path(f'shape.{k}') for k in (1, 2)]
        for k, path in enumerate(paths):
            with open(path, 'wb') as f:
                subprocess.run([self.bench.corpora.program, f'shape={index}', '0', f'{n << k >> 10}K'], stdout=f,
                               stderr=subprocess.DEVNULL, check=False)
        return paths

    def measure(self, shape, kind, way, paths, n, runs):
        base = self.base(way, kind)
        got = [[self.once(way, path, kind) for _ in range(runs)] for path in paths]
        return Row(shape, way, n, [max(min(run[0] for run in runs) - base, 0) for runs in got],
                   max(run[1] for run in got[1]), got[1][0][2], max(run[3] for runs in got for run in runs))

    def ways(self, number, path, kind):
        """Returns the ways that are measured with this input: those whose path through the code
        differs from that of "list"."""
        found = subprocess.run(self.command(WAYS[0].argv, path, kind), capture_output=True, check=False).stdout
        return [way for k, way in enumerate(WAYS) if (way.inputs is ANY or kind in way.inputs) and
                (found or not way.links) and not (way.alike and (number + k) % EACH)]

    def shape(self, number, index, shape, kind):
        """Returns the rows of a shape. `number` selects the ways that are alike."""
        paths = self.texts(index, self.n)
        rows = [self.measure(shape, kind, way, paths, self.n, 1) for way in self.ways(number, paths[0], kind)]
        for times in (1, 4, 8):
            bad = [i for i, row in enumerate(rows) if (STEEPLY in row.faults() if times > 4 else row.faults())]
            n = self.n * times
            if bad and times > 1:
                paths = self.texts(index, n)
            for i in bad:
                rows[i] = self.measure(shape, kind, rows[i].way, paths, n, 3)
        return rows


def shapes(program):
    """Returns the number, name and kind of input of each shape."""
    lines = subprocess.run([program, 'shapes'], capture_output=True, text=True, check=True).stdout.splitlines()
    return [(i, *line.split('\t')) for i, line in enumerate(lines)]


def line(row):
    ratio = '' if row.ratio() is None else f'{row.ratio():.2f}'
    return [row.shape, row.way.name, ratio, f'{row.rate():.1f}', f'{row.peak:.1f}', f'{row.growth():.1f}',
            ', '.join(row.faults()) or (row.cost() if row.rate() < RATE else '')]


HEADING = ['shape', 'way', 'time at 2n / n', 'MB/s', 'peak MB', 'output / input', '']


def worst(rows):
    """Returns the rows that the summary shows: for each way and each figure, the worst row."""
    out = []
    for way in WAYS:
        own = [row for row in rows if row.way is way]
        if own:
            out += [max(own, key=lambda row: row.ratio() or 0), min(own, key=Row.rate),
                    max(own, key=lambda row: row.peak)]
            out += [max(own, key=Row.growth)] if way.hypertext else []
    return list({id(row): row for row in out}.values())


def tables(rows):
    """Returns the tables of the report: totals, and the worst rows."""
    def far(of, most=max):
        return most((row for row in rows if of(row) is not None), key=of)

    steep, slow, large = far(Row.ratio), far(Row.rate, min), far(lambda row: row.peak)
    long = max((row for row in rows if row.way.hypertext), key=Row.growth)
    free = min((row for row in rows if not row.cost()), key=Row.rate)
    totals = [['rows (shapes by ways)', f'{len(rows)}'], ['rows that miss a bound', f'{sum(bool(r.faults()) for r in rows)}']]
    totals += [[name, '  '.join(line(row)[:6])] for name, row in (
        ('worst ratio', steep), ('slowest', free), ('slowest, with a named cost', slow), ('most memory', large),
        ('longest hypertext', long))]
    return ([['hostile', 'shape, way, 2n / n, MB/s, MB, output / input'], totals],
            [HEADING, [line(row) for row in worst(rows)]], [HEADING, [line(row) for row in rows if row.faults()]])


def run(bench, say):
    """Measures all rows, two shapes at a time; writes them to a table below the build directory. Returns them."""
    missing = [name for name in PROGRAMS if not os.path.exists(f'{bench.trawl}-{name}')]
    if missing:
        raise SystemExit(f'hostile: {", ".join(missing)}: not built')
    names = shapes(bench.corpora.program)[::16 if bench.quick else 1]
    say(f'{len(names)} hostile shapes, {len(WAYS)} ways')
    matrices, rows = queue.SimpleQueue(), []
    for i in range(min(2, os.cpu_count())):
        matrices.put(Matrix(bench, 256, f'hostile.{i}'))

    def of(name):
        matrix = matrices.get()
        try:
            return matrix.shape(*name)
        finally:
            matrices.put(matrix)

    with open(os.path.join(bench.own, 'hostile.tsv'), 'w', encoding='utf-8') as f, \
            concurrent.futures.ThreadPoolExecutor(matrices.qsize()) as pool:
        print(*HEADING, sep='\t', file=f)
        for row in (row for shape in pool.map(of, [(k, *name) for k, name in enumerate(names)]) for row in shape):
            rows.append(row)
            print(*line(row), sep='\t', file=f, flush=True)
            if row.faults():
                say('  '.join(line(row)))
    return rows
