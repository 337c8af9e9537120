# mutate.py - mutation testing: changes one place of the source at a time and runs the tests
#
#     python3 -B tests/mutants/mutate.py BUILD [ROOM...]      ("make check-mutants")
#
# A ROOM is a folder of src or bindings or a file in it; the default is all folders that have C
# files. For each mutant of sites.py, the script compiles the changed file, links the room's tests
# one by one and runs them until one fails. The tests of programs and bindings need more than one
# link, so they run in a copy of the tree, where make builds what they use. The room's tests are in
# the folder of tests with the room's name and directly in the folders above it; OF_ROOM names
# further tests. The cases of texts run
# first, then the room's own tests in C, then the other tests of MORE, then the rest, of which the
# quickest run first. The first test runs without optimization. A mutant that the first test does
# not kill is compiled with optimization, and dropped if its code is the same as that of the source.
# A mutant that passes all tests survives, unless equivalent.tsv gives a reason why no test can
# distinguish it from the source. COMPILE, LINK and LIBS in the environment are the commands of the
# makefile, and BUILD has the objects of the library and of the tests. A room whose headers are not
# installed is skipped, and said to be.
#
# COUNT mutants (60) are drawn from each room by SEED (1738); COUNT=all runs all.
# BUILD/mutated/ROOM.tsv gets the results, ROOM.times the seconds that each test needs. A mutant
# that an earlier run killed is not run again as long as its file is the same; remove the results to
# run all mutants. JOBS=2 runs two at the same time. Exit status 1: more than a tenth of the mutants
# of a room survived, if it had 40 or more; or equivalent.tsv has a row for a mutant that does not
# exist or was killed.

import concurrent.futures
import glob
import hashlib
import os
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
import sites  # noqa: E402
import tree  # noqa: E402

# Tests besides those in the folder of a room. They run first, since they kill most mutants in the
# least time.
MORE = {'find': ('mutants/cases', 'trawl/t_find_explain.sh'), 'emit': ('trawl/t_emit.sh',)}
# The tests with texts that programs break, for the rooms that join and read lines.
BROKEN = ('lib/find/scan/t_broken.sh', 'lib/find/scan/t_gateways.sh', 'lib/find/scan/t_screens.sh', 'lib/find/wrap/t_appendix.sh')
# The tests of the command with mail and pages.
MAIL = ('lib/mail/odd/t_hide.sh', 'trawl/t_mail.sh', 'trawl/t_mail_html.sh', 'trawl/t_markup.sh')
INDEX = ('archive/t_index.sh', 'archive/t_query.sh')
OF_ROOM = {'lib/charset': ('lib/find/scan/t_scan_charset',),
           'lib/css': ('lib/rewrite/t_seal', 'lib/rewrite/t_seal_values'),
           'lib/find/join': BROKEN, 'lib/find/lines': BROKEN,
           'lib/url': ('mutants/cases',), 'lib/url/unwrap': ('mutants/cases',),
           **dict.fromkeys(('lib/emit/html', 'lib/mail', 'lib/mail/message', 'lib/mail/page'), MAIL),
           'app': ('trawl/t_input.sh', 'trawl/t_find.sh', 'trawl/t_refused.sh'), 'app/gather': INDEX,
           'app/guard': ('archive/t_guard.sh', 'app/sandbox/t_rogue.sh'), 'app/io': ('trawl/t_input.sh', 'trawl/t_folder.sh'),
           'app/newfile': ('trawl/t_in_place.sh', 'trawl/t_rewrite.sh'), 'app/pool': ('trawl/t_jobs.sh',),
           'archive/index': INDEX, 'archive/options': INDEX, 'archive/report': ('archive/t_report.sh',),
           'trawl/check': ('trawl/t_check.sh', 'trawl/t_encode.sh', 'trawl/t_resolve.sh'),
           'trawl/rewrite': ('trawl/t_rewrite.sh', 'trawl/t_seal.sh', 'trawl/t_in_place.sh'),
           'bindings/common': ('bindings/t_sqlite.sh',), 'bindings/sqlite': ('bindings/t_sqlite.sh',),
           'bindings/python/ext': ('bindings/t_package.sh',),
           **dict.fromkeys(('bindings/js', 'bindings/js/idn2'), ('bindings/t_web.sh',))}
# The commands that print the flags of the compiler for headers of other programs.
HEADERS = {'bindings/python': 'python3-config --includes', 'bindings/js': 'echo -Ibindings/js/idn2'}
# The tools of tests/ that scripts run instead of the command.
TOOLS = {'lib/html/t_tree.sh': 'tools/html_tree'}
# Left out: tests that need linker flags of their own, and tests that do not run what is linked
# here.
LEFT_OUT = ('t_rules_off', 't_evidence', 't_traits', 't_asked', 't_python.sh')
# These variables are removed from the environment, since tests have variables of the same names.
COUNT, SEED = os.environ.pop('COUNT', '') or '60', os.environ.pop('SEED', '') or '1738'
MOST_SURVIVORS = 0.1
JUDGED = 40  # with fewer mutants, the share of survivors is not judged
EQUIVALENT = 'tests/mutants/equivalent.tsv'
WALL_SECONDS = 120
KILLED, SURVIVED, SAME, INVALID, KNOWN = 'killed', 'survived', 'same code', 'does not compile', 'equivalent'


def one_line(text):
    return ' '.join(text.split())


def rooms():
    """Returns all folders of src and bindings that have C files."""
    return sorted({os.path.dirname(path) for top in ('src', 'bindings') for path in glob.glob(f'{top}/**/*.c', recursive=True)})


def sources_of(room):
    """Returns the C files of a room: those right in its folder, or the file."""
    return [room] if room.endswith('.c') else sorted(glob.glob(f'{room}/*.c'))


def folder_of(room):
    """Returns the folder of a room, below src or with bindings/."""
    return (os.path.dirname(room) if room.endswith('.c') else room).removeprefix('src/')


def tests_of(room):
    """Returns the names of a room's tests, below tests/, without ".c"."""
    folder = folder_of(room)
    first, more = MORE.get(folder.removeprefix('lib/').split('/')[0], ()), OF_ROOM.get(folder, ())
    if folder.startswith('bindings/'):
        return (), more
    paths, below, top = [], '/**', 'lib' if folder.startswith('lib/') else ''
    while folder != top:
        paths += [path for end in ('c', 'sh') for path in glob.glob(f'tests/{folder}{below}/t_*.{end}', recursive=True)]
        folder, below = os.path.dirname(folder), '' if paths else '/**'
    names = sorted(os.path.relpath(path, 'tests').removesuffix('.c') for path in paths)
    return first, tuple(dict.fromkeys(more + tuple(name for name in names if os.path.basename(name) not in LEFT_OUT)))


def flags_of(room):
    """Returns the flags of the compiler with which clang reads the files of a room."""
    flags = [w for w in shlex.split(os.environ['COMPILE']) if w.startswith(('-I', '-D', '-std'))]
    for folder, command in HEADERS.items():
        if room.startswith(folder):
            flags += shlex.split(subprocess.run(['sh', '-c', command], stdout=subprocess.PIPE, text=True).stdout)
    return flags


class Mutant:
    """A file with one change."""

    def __init__(self, path, source, site):
        self.path, self.site = path, site
        self.text = source[:site.begin] + site.text.encode() + source[site.end:]
        self.key = hashlib.sha256(path.encode() + b'\0' + self.text).hexdigest()[:16]
        first = source.rfind(b'\n', 0, site.begin) + 1
        last = source.find(b'\n', site.end)
        change = f'{{{one_line(source[site.begin:site.end].decode())} => {one_line(site.text)}}}'
        # The mutant's name has the whole lines in which it is, not their numbers.
        self.name = (path, site.function,
                     one_line(source[first:site.begin].decode() + change + source[site.end:last].decode()))
        self.line = source.count(b'\n', 0, site.begin) + 1


class Builder:
    """Compiles mutants and links tests in a folder of one thread."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        os.makedirs(folder, exist_ok=True)
        for name in ('rules', 'trawl-pick'):  # the command looks for these next to itself
            if not os.path.lexists(f'{folder}/{name}'):
                os.symlink(os.path.abspath(f'{build}/{name}'), f'{folder}/{name}')
        self.compile, self.link, self.libs = (shlex.split(os.environ[v]) for v in ('COMPILE', 'LINK', 'LIBS'))

    def object_of(self, path, text, level):
        """Returns the object code of a file with this text; None when it does not compile."""
        source, obj = os.path.join(self.folder, os.path.basename(path)), os.path.join(self.folder, 'mutant.o')
        with open(source, 'wb') as f:
            f.write(text)
        done = subprocess.run([*self.compile, '-w', '-g0', level, '-c', '-o', obj, source], stderr=subprocess.DEVNULL)
        if done.returncode:
            return None
        with open(obj, 'rb') as f:
            return f.read()

    def program(self, test):
        """Links a test, or for a script the program that it runs, with the mutant. Returns the program."""
        archives = [f'{self.build}/programs.a', f'{self.build}/rooms.a']
        runs_command = test.endswith('.sh') and test not in TOOLS
        main = f'{self.build}/src/trawl/main.o' if runs_command else f'{self.build}/tests/{TOOLS.get(test, test)}.o'
        to = os.path.join(self.folder, 'trawl' if test.endswith('.sh') else 'test')
        subprocess.run([*self.link, '-Wl,-S', '-o', to, main, f'{self.folder}/mutant.o', *archives, *self.libs], check=True)
        return to

    def passes(self, test, seconds):
        """Runs a test up to its first failure."""
        program = os.path.abspath(self.program(test))
        command, env = [program], os.environ
        if test.endswith('.sh'):
            command, env = ['sh', f'tests/{test}'], {**os.environ, 'TRAWL': program}
        if test in TOOLS:
            env |= {'TOOL': program, 'PAGES': '1000'}  # fewer pages than in "make check"
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                               env=env, start_new_session=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
        timer = threading.Timer(max(WALL_SECONDS, seconds), os.killpg, (run.pid, signal.SIGKILL))
        timer.start()
        failed = any(line.startswith(b'not ok') for line in run.stdout)
        if failed:
            os.killpg(run.pid, signal.SIGKILL)
        status = run.wait()
        timer.cancel()
        return status == 0 and not failed


class InTree(Builder):
    """Builds mutants of programs and bindings in a copy of the tree."""

    SETTINGS = ('CFLAGS=-O1',)

    def __init__(self, build, folder, flags):
        super().__init__(build, folder)
        self.compile += flags
        self.copy, self.changed = tree.Copy(f'{folder}/tree'), None

    def object_of(self, path, text, level):
        obj = super().object_of(path, text, level)
        if self.changed and self.changed != path:
            self.copy.restore(self.changed)
        self.copy.write(path, text)
        self.changed = path
        return obj

    def passes(self, test, seconds):
        name = f'tests/{test}' if test.endswith('.sh') else f'build/tests/{test}'
        try:
            return self.copy.test([name], lambda: time.monotonic() + max(WALL_SECONDS, seconds), *self.SETTINGS) is None
        except SystemExit:  # make fails if a program that it runs does
            return False


class Room:
    """The mutants of a room and what became of them."""

    def __init__(self, build, name):
        self.build, self.name = build, name
        self.file = name.removeprefix('src/').removeprefix('lib/').replace('/', '-')
        self.results = f'{build}/mutated/{self.file}.tsv'
        self.sources, self.mutants, self.flags = {}, [], flags_of(name)
        for path in sources_of(name):
            with open(path, 'rb') as f:
                self.sources[path] = f.read()
            self.mutants += [Mutant(path, self.sources[path], s) for s in sites.sites(path, self.flags)]
        if not self.mutants:
            sys.exit(f'mutate.py: {name}: no C file there has a place to change')
        self.names = {m.name for m in self.mutants}
        self.mutants.sort(key=lambda m: hashlib.sha256(f'{SEED} {m.key}'.encode()).digest())
        self.mutants = self.mutants[:None if COUNT == 'all' else int(COUNT)]

    def measure(self):
        """Sets the room's tests in their order, and the limit of seconds for each test: five times
        the time that the test needs without a mutant."""
        first, rest = tests_of(self.name)
        times, library = f'{self.build}/mutated/{self.file}.times', f'{self.build}/rooms.a'
        spent = {}
        if os.path.exists(times) and os.path.getmtime(times) > os.path.getmtime(library):
            with open(times, encoding='utf-8') as f:
                spent = {test: float(seconds) for test, seconds in (line.split() for line in f)}
        else:
            for test in dict.fromkeys(first + rest):
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                if self.original.passes(test, 600):
                    spent[test] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
                else:
                    print(f'{self.name}: {test} fails without a mutant, and is left out', flush=True)
            with open(times, 'w', encoding='utf-8') as f:
                f.writelines(f'{test} {seconds}\n' for test, seconds in spent.items())
        if not spent:
            sys.exit(f'mutate.py: {self.name} has no test that passes')
        own = {test for test in spent if test.startswith(folder_of(self.name) + '/t_') and not test.endswith('.sh')}
        self.tests = sorted(spent, key=lambda test: (test not in first[:1], test not in own, test not in first, spent[test]))
        self.limits = {test: 2 + int(5 * spent[test]) for test in spent}

    def fate(self, builder, mutant):
        """Returns what becomes of a mutant, and the test that killed it."""
        if builder.object_of(mutant.path, mutant.text, '-O0') is None:
            return INVALID, ''
        if not builder.passes(self.tests[0], self.limits[self.tests[0]]):
            return KILLED, self.tests[0]
        if builder.object_of(mutant.path, mutant.text, '-O1') == self.objects[mutant.path]:
            return SAME, ''
        for test in self.tests[1:]:
            if not builder.passes(test, self.limits[test]):
                return KILLED, test
        return SURVIVED, ''

    def earlier(self):
        """Returns the fates of an earlier run, without survivors."""
        if not os.path.exists(self.results):
            return {}
        with open(self.results, encoding='utf-8') as f:
            rows = [line.rstrip('\n').split('\t') for line in f]
        return {row[0]: (row[1], row[2]) for row in rows if row[1] != SURVIVED}

    def builder(self, number):
        """Returns a builder. The copies of the tree serve all rooms, since their builds take minutes."""
        if self.name.startswith('src/lib/'):
            return Builder(self.build, f'{self.build}/mutated/{self.file}{number}')
        return InTree(self.build, f'{self.build}/mutated/tree{number}', self.flags)

    def run(self, jobs):
        builders = [self.builder(k) for k in range(jobs)]
        self.original = builders[0]
        self.objects = {path: self.original.object_of(path, text, '-O1') for path, text in self.sources.items()}
        self.fates = {m.key: known for m in self.mutants for known in [self.earlier().get(m.key)] if known}
        self.measure()
        queue = Locked(iter([m for m in self.mutants if m.key not in self.fates]))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool, open(self.results, 'a', encoding='utf-8') as log:
            def work(builder):
                for mutant in queue:
                    fate = self.fates[mutant.key] = self.fate(builder, mutant)
                    print(mutant.key, *fate, sep='\t', file=log, flush=True)
            list(pool.map(work, builders))


class Locked:
    """An iterator that several threads may use."""

    def __init__(self, items):
        self.items, self.lock = items, threading.Lock()

    def __iter__(self):
        return self

    def __next__(self):
        with self.lock:
            return next(self.items)


def equivalents():
    """Returns the reason of each row of equivalent.tsv by the mutant's name."""
    with open(EQUIVALENT, encoding='utf-8') as f:
        rows = [line.rstrip('\n').split('\t') for line in f if line.strip() and not line.startswith('#')]
    return {tuple(row[:3]): row[3] for row in rows}


def report(room, known, seconds):
    """Prints the figures of a room and its survivors. Returns false when too many survived."""
    fates = {m.key: KNOWN if room.fates[m.key][0] == SURVIVED and m.name in known else room.fates[m.key][0]
             for m in room.mutants}
    count = {fate: sum(f == fate for f in fates.values()) for fate in (KILLED, SURVIVED, KNOWN, SAME, INVALID)}
    kills = {}
    for mutant in room.mutants:
        if fates[mutant.key] == SURVIVED:
            print(f'{mutant.path}:{mutant.line}: {mutant.site.kind}\n\t' + '\t'.join(mutant.name))
        kills[room.fates[mutant.key][1]] = kills.get(room.fates[mutant.key][1], 0) + 1
    judged = count[KILLED] + count[SURVIVED]
    print(f'{room.name}: {judged} mutants, {count[KILLED]} killed, {count[SURVIVED]} survived '
          f'({100 * count[SURVIVED] / max(judged, 1):.1f} %); besides {count[KNOWN]} equivalent, '
          f'{count[SAME]} with the same code, {count[INVALID]} that do not compile; {seconds:.0f} s')
    print('    killed by ' + ', '.join(f'{t} {n}' for t, n in sorted(kills.items(), key=lambda k: -k[1]) if t))
    run = {}
    for mutant in room.mutants:
        run.setdefault(mutant.name, set()).add(fates[mutant.key])
    stale = [name for name in known if name[0] in room.sources
             and (name not in room.names or KNOWN not in run.get(name, {KNOWN}))]
    for name in stale:
        print(f'{EQUIVALENT}: no such mutant survives: ' + '\t'.join(name))
    return (count[SURVIVED] <= MOST_SURVIVORS * judged or judged < JUDGED) and not stale


def main():
    build, names = sys.argv[1], [name.rstrip('/') for name in sys.argv[2:]] or rooms()
    os.environ['CCACHE_DISABLE'] = '1'  # no mutant is compiled twice
    os.makedirs(f'{build}/mutated', exist_ok=True)
    known, good = equivalents(), True
    for name in names:
        start = time.monotonic()
        try:
            room = Room(build, name)
        except subprocess.CalledProcessError:
            print(f'{name}: skipped, since clang cannot read its files: are all headers installed?', flush=True)
            continue
        room.run(int(os.environ.get('JOBS') or 2))
        good = report(room, known, time.monotonic() - start) and good
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
