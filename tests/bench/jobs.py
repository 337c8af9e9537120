# jobs.py - the measurements: commands on each corpus, growth, start-up, a long stream, hostile texts

import os

from corpora import Run

CPUS = os.cpu_count() or 1
STEEP = 2.2   # the time at 2n divided by the time at n
TICK = 0.004  # seconds: shorter times give no useful ratio
FAST = ('ripgrep', 'RE2', 'Rust linkify')
ALTERNATIVES = {
    'natural': None,  # all
    'sparse': FAST + ('Rinku', 'PCRE2 JIT', 're2c'),
    'dense': FAST + ('ripgrep S', 'Hyperscan', 'PCRE2 JIT', 're2c', 'Rinku'),
    'mime64': FAST + ('GMime mailbox',),
    'mbox': ('GMime mailbox', 'Rust linkify', 'ripgrep'),
    'mixed': ('GMime mailbox', 'Rust linkify', 'ripgrep'),
    'htmlmail': ('GMime mailbox', 'Rust linkify', 'ripgrep'),
    'charsets': ('GMime mailbox', 'Rust linkify', 'ripgrep'),
}


def limits(path):
    quiet = f"cat '{path}' | cat >/dev/null"
    return {'cat': ['sh', '-c', f"exec cat '{path}' >/dev/null"], 'cat | cat': ['sh', '-c', quiet],
            'wc -l': ['wc', '-l', path]}


ONE = ['-j', '1']


def trawls(trawl, path, kind):
    """Returns the runs of trawl on a corpus: name -> (argv, environment)."""
    forms = {'list': [], 'json': ['-t', 'json'], 'html': ['-t', 'html']}
    if kind not in ('natural', 'mbox'):
        forms = {'list': []}
    jobs = {f'trawl {name}': ([trawl, *ONE, *options, path], {}) for name, options in forms.items()}
    jobs |= {f'trawl {name} -j {CPUS}': ([trawl, '-j', str(CPUS), *options, path], {})
             for name, options in forms.items()}
    if kind == 'natural':
        jobs['trawl --find url'] = ([trawl, *ONE, '--find', 'url', path], {})
        jobs['trawl scalar'] = ([trawl, *ONE, path], {'TRAWL_CPU': 'scalar'})
    return jobs


def on_corpus(bench, kind):
    """Returns all measurements on a corpus: name -> (bytes, argv, how)."""
    path = bench.corpora.make(kind)
    size = os.path.getsize(path)
    jobs = {name: (size, argv, {}) for name, argv in limits(path).items()} if kind == 'natural' else {}
    for name, (argv, env) in trawls(bench.trawl, path, kind).items():
        jobs[name] = (size, argv, {'env': env})
    if kind == 'natural':
        one, two = bench.corpora.halves(kind)
        both = f"'{bench.trawl}' -j 1 '{one}' 1<>'{one}.out' & '{bench.trawl}' -j 1 '{two}' 1<>'{two}.out'; wait"
        jobs['two trawls, a half each'] = (size, ['sh', '-c', both], {})
    for peer in bench.peers:
        wanted = ALTERNATIVES[kind]
        if peer.missing or peer.work != 'limit' and (
                peer.work == 'mail' if wanted is None else peer.name not in wanted):
            continue
        text = bench.corpora.slice(kind, bench.slice(peer))
        argv = [text if a == 'FILE' else a for a in peer.argv]
        jobs[peer.name] = (os.path.getsize(text), argv, {'env': peer.env, 'cwd': peer.cwd})
    return jobs


# ---- Beside others ----

PASSES = 5
BESIDE = {
    'natural': ('memchr', 'Rust linkify', 'ripgrep', 'Hyperscan', 'GNU grep', 'linkify-it', 'xurls', 'URI::Find'),
    'dense': ('memchr', 'Rust linkify', 'ripgrep', 'Hyperscan'),
    'mbox': ('memchr', 'Rust linkify', 'ripgrep', 'Hyperscan'),
    'htmlmail': ('memchr', 'Rust linkify', 'ripgrep', 'Hyperscan'),
}


def beside(bench, kind):
    """Returns trawl and some others on a corpus, also with the text in memory: name -> (bytes, argv, how)."""
    path = bench.corpora.make(kind)
    size = os.path.getsize(path)
    jobs = {'trawl': (size, [bench.trawl, *ONE, path], {})}
    for peer in bench.peers:
        if peer.missing or peer.name not in BESIDE[kind]:
            continue
        text = bench.corpora.slice(kind, bench.slice(peer))
        how = {'env': peer.env, 'cwd': peer.cwd}
        jobs[peer.name] = (os.path.getsize(text), [text if a == 'FILE' else a for a in peer.argv], how)
        if peer.name == 'Rust linkify' and kind in ('natural', 'dense'):
            jobs['Rust linkify in memory'] = (PASSES * size, [peer.argv[0], path, str(PASSES)], how)
            jobs['trawl in memory'] = (PASSES * size, [bench.program('feed'), '131072', path, str(PASSES)], {})
    return jobs


# ---- Growth ----

def rules_file(bench, count):
    """Writes a file with this many rules, for bug trackers with keys such as QXA7-123."""
    path = bench.corpora.path(f'rules.{count}')
    with open(path, 'w') as f:
        for i in range(count):
            key = ''.join('BCDFGHJKLMNPQRSTVWXZ'[(i * k + k) % 20] for k in (1, 7, 13))
            f.write(f'rule r{i}\n    trigger {key}{i}-\n    match \\b{key}{i}-(\\d+)\\b\n'
                    f'    url https://bugs.example.org/{key}/$1\n')
    return path


def growth(bench):
    """Returns table -> step -> (bytes, argv, how)."""
    path = bench.corpora.make('natural')
    size = os.path.getsize(path)
    tables = {'rules': {'0': (size, [bench.trawl, *ONE, path], {})}}
    for n in (1, 10, 100):
        tables['rules'][str(n)] = (size, [bench.trawl, *ONE, '--rules', rules_file(bench, n), path], {})
    tables['schemes'] = {s: (size, [bench.trawl, *ONE, '--scheme', s, path], {})
                         for s in ('any', 'known', 'http,https,ftp')}
    tables['threads'] = {str(n): (size, [bench.trawl, '-j', str(n), path], {}) for n in range(1, CPUS + 1)}
    tables['links in 1000 words'] = {}
    for n in (0, 1, 3, 10, 30, 100, 300, 1000):
        text = bench.corpora.make(f'links={n}', max(bench.megabytes // 4, 8))
        tables['links in 1000 words'][str(n)] = (os.path.getsize(text), [bench.trawl, *ONE, text], {})
    return tables


# ---- Start-up and streams ----

def startup(bench, rounds, times):
    """Measures many runs on a message, and as many of a program that does nothing, linked the same
    way."""
    path = bench.corpora.message()
    jobs = {'nothing': [bench.nothing], 'trawl': [bench.trawl, path],
            'trawl --sandbox=off': [bench.trawl, '--sandbox=off', path],
            'trawl -t json': [bench.trawl, '-t', 'json', path]}
    for peer in bench.peers:
        if not peer.missing and peer.name in FAST + ('re2c',):
            jobs[peer.name] = [path if a == 'FILE' else a for a in peer.argv]
    runs = {name: Run(os.path.getsize(path)) for name in jobs}
    for _ in range(rounds):
        for name, argv in jobs.items():
            bench.clock.once(runs[name], argv, times=times)
    return {name: run.as_dict() for name, run in runs.items()}


def stream(bench, gigabytes):
    """Measures a text of this many gigabytes from a pipe."""
    path = bench.corpora.make('natural')
    times = max(1, (gigabytes << 30) // os.path.getsize(path))
    feeder = f"i=0; while [ $i -lt {times} ]; do cat '{path}'; i=$((i+1)); done | '{bench.trawl}' -j 1"
    run = Run(times * os.path.getsize(path))
    bench.clock.once(run, ['sh', '-c', feeder], most=1800)
    return run.as_dict()


# ---- Hostile texts ----

def hostile_ways(bench, path):
    ways = {'trawl': [bench.trawl, *ONE, path], 'trawl -j 2': [bench.trawl, '-j', '2', path]}
    for name, block in (('whole', '0'), ('64 KiB', '65536'), ('byte by byte', '1')):
        ways[name] = [bench.program('feed'), block, path]
    for peer in bench.peers:
        if not peer.missing and peer.name in FAST + ('PCRE2 JIT',):
            ways[peer.name] = [path if a == 'FILE' else a for a in peer.argv]
    return ways


def hostile_shape(bench, texts, rounds):
    """Returns way -> the runs on n and on 2n bytes. Measures again when the ratio exceeds STEEP."""
    out = {}
    for round_ in range(rounds + 8):
        again = None if round_ < rounds else [way for way, runs in out.items() if steep(runs, texts)]
        for path in texts:
            for way, argv in hostile_ways(bench, path).items():
                if again is None or way in again:
                    runs = out.setdefault(way, {})
                    run = runs.setdefault(path, Run(os.path.getsize(path)))
                    bench.clock.once(run, argv)
    return {way: [runs[path].as_dict() for path in texts] for way, runs in out.items()}


def steep(runs, texts):
    """Returns True when 2n bytes take much more than twice as long as n, by the shortest times."""
    once, twice = (min(runs[path].cpu) for path in texts)
    return twice > STEEP * once and twice > TICK
