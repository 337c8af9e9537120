# long.py - runs contrib/clickhouse in ClickHouse
#
#     python3 tests/bindings/clickhouse/long.py TEST MODULES FOLDER [TEXT]
#
# MODULES has npm's package chdb, FOLDER is for temporary files, TEXT is the text of the corpus
# "natural". Tests: readme, statements, null, bytes, mail, killed, many, speed. Prints figures, and
# exits with 1 when something is wrong.

import ctypes
import glob
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time

sys.path.insert(1, 'tests/bench/peers')
import peers
import short
from short import as_tsv

TRAWL = os.environ.get('TRAWL', 'build/trawl')
TEXTS = 100_000
# The least speed of a way, as a multiple of the speed of extractAll: a guard against a slower
# version.
LEAST = 0.1
POSTS = ((1, b'see http://a.example.org/x and ann@c.example'), (2, b'none'), (3, None),
         (4, b'<URL:https://b.example.com/> http://example.org/'))
# The rows of the statements of README, in their order.
WANTED = (
    ['1\thttp://a.example.org/x\texample.org', '1\tmailto:ann@c.example\tc.example',
     '4\thttp://example.org/\texample.org', '4\thttps://b.example.com/\texample.com'],
    ["1\t0\t[('http://a.example.org/x','bare'),('mailto:ann@c.example','email')]", '2\t0\t[]', '3\t1\t[]',
     "4\t0\t[('https://b.example.com/','wrap'),('http://example.org/','bare')]"],
    ["1\t['http://a.example.org/x','mailto:ann@c.example']", '2\t[]', '3\t[]',
     "4\t['https://b.example.com/','http://example.org/']"],
    ['example.org\t2', 'c.example\t1', 'example.com\t1'],
    ['1', '4'],
    [],
)


class Engine:
    """ClickHouse as a library: npm's chdb, whose options are those of "clickhouse local". Options
    name the XML file with the functions, and the folder of user scripts. A process can have only
    one engine. rows() runs a statement; Engine.Error has ClickHouse's message."""

    class Error(Exception):
        pass

    def __init__(self, modules, trawl, functions, folder):
        scripts = os.path.join(folder, 'scripts')
        os.makedirs(scripts)
        os.symlink(os.path.abspath(trawl), os.path.join(scripts, 'trawl'))
        shutil.copy(functions, folder)
        library, = glob.glob(os.path.join(modules, 'node_modules/@chdb/*/libchdb.so'))
        self.library = ctypes.CDLL(library)
        for name, result in (('chdb_query', ctypes.c_void_p), ('chdb_result_error', ctypes.c_char_p),
                             ('chdb_result_buffer', ctypes.c_void_p), ('chdb_result_length', ctypes.c_size_t)):
            function = getattr(self.library, name)
            function.restype = result
            function.argtypes = [ctypes.c_void_p]
        self.library.chdb_query.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
        self.library.chdb_destroy_query_result.argtypes = [ctypes.c_void_p]
        self.library.chdb_connect.restype = ctypes.POINTER(ctypes.c_void_p)
        words = ['clickhouse', f'--user_scripts_path={scripts}/',
                 f'--user_defined_executable_functions_config={folder}/*_function.xml']
        words = (ctypes.c_char_p * len(words))(*map(os.fsencode, words))
        self.connection = self.library.chdb_connect(len(words), words)
        if not self.connection:
            raise Engine.Error('no connection')

    def output(self, sql, form):
        """Runs a statement, and returns its output in a format of ClickHouse."""
        result = self.library.chdb_query(self.connection[0], sql.encode(), form.encode())
        error = self.library.chdb_result_error(result)
        length = self.library.chdb_result_length(result)
        data = ctypes.string_at(self.library.chdb_result_buffer(result), length) if length else b''
        self.library.chdb_destroy_query_result(result)
        if error:
            raise Engine.Error(error.decode('utf-8', 'replace'))
        return data

    def rows(self, sql):
        """Runs a statement, and returns its rows as TabSeparated."""
        return self.output(sql, 'TabSeparated').decode('utf-8', 'replace').splitlines()


def load(engine, folder, table, texts):
    """Makes a table with the columns id and text."""
    path = os.path.join(folder, table + '.tsv')
    with open(path, 'wb') as f:
        f.writelines(b'%d\t%s\n' % (i, as_tsv(text)) for i, text in texts)
    engine.rows(f"CREATE TABLE {table} ENGINE = Memory AS SELECT * FROM file('{path}', TabSeparated, "
                "'id UInt64, text Nullable(String)')")
    return path


def natural(path):
    """Returns texts of some lines of the corpus, of 200 to 2,000 bytes."""
    rng, texts, text = random.Random(1738), [], b''
    least = 200
    with open(path, 'rb') as f:
        for line in f:
            text += line
            if len(text) >= least:
                texts.append(text)
                text, least = b'', rng.randrange(200, 1800)
            if len(texts) == TEXTS:
                return texts
    raise SystemExit(f'{path}: only {len(texts)} texts')


def same(what, got, want):
    if got != want:
        wrong = next((pair for pair in zip(got, want) if pair[0] != pair[1]), (len(got), len(want)))
        raise SystemExit(f'{what}: not the same: {wrong}')


def found(names, options):
    """Returns the links of each of these files by the command."""
    source = b''.join(os.fsencode(name) + b'\0' for name in names)
    done = subprocess.run([TRAWL, '-j1', '--files0-from', '-', '-t', 'json', *options], input=source,
                          stdout=subprocess.PIPE, check=False)
    links = {name: [] for name in names}
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        link = json.loads(line)
        links[link.pop('file')].append(link)
    return links


# ---- Tests ----

def test_readme(engine, folder):
    load(engine, folder, 'posts', POSTS)
    statements = short.statements()
    same('statements', len(statements), len(WANTED))
    for statement, rows in zip(statements, WANTED):
        same(statement, engine.rows(statement), rows)
    engine.rows("INSERT INTO posts (id, text) VALUES (5, 'http://a.example/')")
    same('the new column', engine.rows('SELECT urls FROM posts WHERE id = 5'), ["['http://a.example/']"])


def test_statements(engine, folder):
    for f, field, text, answer in short.shared_statements():
        words = f"arrayStringConcat(link.{field}, ',')" if field in ('valid', 'flags') else f'link.{field}'
        text = text.replace('\\', '\\\\')
        got = engine.output(f'SELECT arrayMap(link -> {words}, {f.name}({text})) AS v', 'JSONEachRow')
        same(text, json.loads(got)['v'], answer)


def test_null(engine, folder):
    load(engine, folder, 'posts', POSTS)
    for f in short.functions():
        same(f.name, engine.rows(f"SELECT {f.name}(NULL), {f.name}(''), length({f.name}('http://a.example/'))"), ['[]\t[]\t1'])


def test_bytes(engine, folder):
    """Random bytes, with a link that names the row; in several blocks."""
    rng = random.Random(1738)
    rows = [(i, b'x' + rng.randbytes(rng.randrange(200)) + b'\nhttp://n%d.example/\n' % i if i % 3 else None)
            for i in range(20_000)]
    load(engine, folder, 'noise', rows)
    count = engine.rows("SELECT countIf(text IS NULL), countIf(has(trawlLinks(text).url, 'http://n' || id || '.example/')) "
                        'FROM noise SETTINGS max_block_size = 1000')
    same('random bytes', count, [f'{sum(t is None for _, t in rows)}\t{sum(t is not None for _, t in rows)}'])


def test_mail(engine, folder):
    """Messages and pages of testdata as rows."""
    for name, pattern, form in (('trawlMail', 'testdata/mail/**/*.eml', 'mail'), ('trawlHtml', 'testdata/html/*.html', 'html')):
        function, = (f for f in short.functions() if f.name == name)
        names = sorted(glob.glob(pattern, recursive=True))
        load(engine, folder, form, [(i, open(n, 'rb').read()) for i, n in enumerate(names)])
        links = found(names, ['-f', form, '--fields', ','.join([*function.fields(), 'file'])])
        got = engine.output(f'SELECT {name}(text) AS links FROM {form} ORDER BY id', 'JSONEachRow')
        rows = [json.loads(line)['links'] for line in got.decode('utf-8', 'replace').splitlines()]
        rows = [[{k: v for k, v in link.items() if v is not None} for link in row] for row in rows]
        for n, row in zip(names, rows):
            # A record of a limit has no URL.
            same(f'{name}, {n}', row, [l if 'url' in l else {'url': '', 'kind': ''} for l in links[n]])
        print(f'{name}: {len(names)} files, {sum(map(len, rows))} links')
        assert sum(map(len, rows)) >= len(names)


def children():
    ids = []
    for path in glob.glob('/proc/[0-9]*/stat'):
        try:
            with open(path, encoding='utf-8', errors='replace') as f:
                words = f.read().rsplit(')', 1)[1].split()
        except OSError:
            continue
        if words[1] == str(os.getpid()) and words[0] != 'Z':
            ids.append(int(path.split('/')[2]))
    return ids


def test_killed(engine, folder):
    """When a process of a function dies, the next queries fail until they have started another."""
    sql = "SELECT trawlUrls('http://a.example/').url"
    same('before', engine.rows(sql), ["['http://a.example/']"])
    first = children()
    assert len(first) == 1, first
    os.kill(first[0], signal.SIGKILL)
    failed = 0
    for failed in range(3):
        try:
            same('after', engine.rows(sql), ["['http://a.example/']"])
            break
        except Engine.Error as error:
            print(f'after kill -9: {str(error)[:120]}')
    else:
        raise SystemExit('no answer after three queries')
    assert first != children() and len(children()) == 1
    print(f'{failed} queries failed')


def test_many(engine, folder, text):
    """100,000 texts give the links that the command finds in as many files."""
    texts = natural(text)
    load(engine, folder, 'texts', enumerate(texts))
    names = [os.path.join(folder, 'texts', str(i)) for i in range(TEXTS)]
    os.mkdir(os.path.join(folder, 'texts'))
    for name, data in zip(names, texts):
        with open(name, 'wb') as f:
            f.write(data)
    links = [[link['url'] for link in row] for row in found(names, ['-f', 'text', '--fields', 'url,file']).values()]
    ways = {
        'trawlUrls': 'SELECT trawlUrls(text).url AS u FROM texts ORDER BY id',
        'trawlLinks': 'SELECT trawlLinks(text).url AS u FROM texts ORDER BY id',
        'executable()': "SELECT links.url AS u FROM executable('trawl rows --in json --column text --keep id -f text "
                        "--fields url', JSONEachRow, 'id UInt64, links Array(Tuple(url String))', "
                        '(SELECT id, text FROM texts)) ORDER BY id',
        'executable(), TabSeparated': "SELECT JSONExtract(links, 'Array(Tuple(url String))').url AS u FROM executable("
                                      "'trawl rows --column 2 --keep 1 -t tsv -f text --fields url', TabSeparated, "
                                      "'id UInt64, links String', (SELECT id, text FROM texts)) ORDER BY id",
    }
    for way, sql in ways.items():
        got = [json.loads(line)['u'] for line in engine.output(sql, 'JSONEachRow').decode('utf-8', 'replace').splitlines()]
        same(way, got, links)
    print(f'{TEXTS} texts, {sum(map(len, texts)) / 1e6:.0f} MB, {sum(map(len, links))} links: the same')


def test_speed(engine, folder, text):
    """Measures the ways in turns. The engine and its processes run on one processor."""
    texts = natural(text)
    load(engine, folder, 'texts', enumerate(texts))
    pattern = peers.PATTERN_F.replace('(', '(?:').replace('\\', '\\\\').replace("'", "\\'")
    rows = '(SELECT id, text FROM texts)'
    ways = {
        'extractAll': f"SELECT sum(length(extractAll(assumeNotNull(text), '{pattern}'))) FROM texts",
        'trawlUrls': 'SELECT sum(length(trawlUrls(text))) FROM texts',
        'trawlLinks': 'SELECT sum(length(trawlLinks(text))) FROM texts',
        'executable()': "SELECT sum(length(links)) FROM executable('trawl rows --in json --column text --keep id -f text "
                        f"--fields url', JSONEachRow, 'id UInt64, links Array(Tuple(url String))', {rows})",
        'executable(), RowBinary': "SELECT sum(length(links)) FROM executable('trawl rows --in rowbinary -f text --fields url', "
                                   "RowBinary, 'links Array(String)', (SELECT text FROM texts))",
        'executable(), TabSeparated': "SELECT sum(JSONLength(links)) FROM executable('trawl rows --column 2 --keep 1 -t tsv "
                                      f"-f text --fields url', TabSeparated, 'id UInt64, links String', {rows})",
    }
    times, links = {way: [] for way in ways}, {}
    for _ in range(7):
        for way, sql in ways.items():
            begun = time.perf_counter()
            links[way], = engine.rows(sql + ' SETTINGS max_threads = 1')
            times[way].append(time.perf_counter() - begun)
    size = sum(map(len, texts)) / 1e6
    median = {way: statistics.median(t) for way, t in times.items()}
    for way, seconds in median.items():
        print(f'{way}: {seconds:.3f} s, {size / seconds:.0f} MB/s, {links[way]} links, '
              f'{median["extractAll"] / seconds:.2f} times extractAll')
    slow = [way for way in ways if median['extractAll'] < LEAST * median[way]]
    if slow:
        raise SystemExit(f'SLOW: {slow}')


def main():
    test, modules, folder, *text = sys.argv[1:]
    if test == 'speed':
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    engine = Engine(modules, TRAWL, short.XML, folder)
    globals()['test_' + test](engine, folder, *text)
    sys.stdout.flush()
    os._exit(0)  # ends at once, without waiting for the engine's threads and processes


main()
