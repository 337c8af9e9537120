# compare.py - compares the output of two builds of the command
#
#     python3 tests/compare.py NEW OLD [--made MEGABYTES --corpus PROGRAM] [--few] [PATH...]
#
# Runs the commands NEW and OLD on every file below each PATH (default: testdata) with each set of
# options below, and compares standard output and exit status, but not standard error. A .jsonl file
# is read as many texts: the strings of its fields "text" and "input". --made adds mail and text
# from PROGRAM (the bench_corpus of a build), about MEGABYTES in all. --few uses fewer sets of
# options. Prints each difference, with the first lines that differ, and exits with 1 if there are
# any.

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

FORMATS = (
    ['-t', 'list'], ['-t', 'json'], ['-t', 'tsv'], ['-t', 'html'], ['-t', 'text'], ['--explain'],
)
MORE = (
    ['-t', 'html', '--page', '--structure=lines'], ['-t', 'md'], ['-t', 'notes'], ['-t', 'term', '--color', 'always'],
    ['-u'], ['-c', '-H'], ['-nH'], ['-t', 'json', '--context', '40'], ['--join=both'], ['-t', 'json', '--join'],
    ['-t', 'json', '--find', 'url,www,addr,email,domain,msgid,ip,localhost,netpath,hdr,html', '--headers', 'all'],
    ['-t', 'json', '--profile', 'uts58'], ['-t', 'list', '--profile', 'rfc1738'],
    ['-t', 'json', '-f', 'text', '--refang'], ['-t', 'list', '--find', 'email'],
    ['-t', 'list', '-f', 'text', '--charset', 'iso-8859-2'], ['-t', 'json', '--base', 'http://base.example/a/b'],
    ['-t', 'list', '--unwrap', '--spell=canonical'], ['-t', 'list', '-f', 'html'], ['-t', 'json', '-f', 'mail'],
    ['-t', 'list', '-j', '1'], ['-t', 'json', '-j', '3'],
)
MADE = ('natural', 'dense', 'mbox', 'mixed', 'htmlmail', 'charsets', 'mime64', 'hostile')


def texts_of(path, room):
    """Returns the files to read for a path: the path itself, or a file for each text of a .jsonl."""
    if not path.endswith('.jsonl'):
        return [path]
    made = []
    for number, line in enumerate(open(path, encoding='utf-8')):
        record = json.loads(line)
        for field in ('text', 'input'):
            if isinstance(record.get(field), str):
                name = os.path.join(room, '%s.%d.%s' % (os.path.basename(path), number, field))
                with open(name, 'wb') as out:
                    out.write(record[field].encode('utf-8', 'surrogatepass'))
                made.append(name)
    return made


def walk(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for directory, names, files in os.walk(path):
            names.sort()
            yield from (os.path.join(directory, f) for f in sorted(files))


def run(command, options, files):
    done = subprocess.run([command, *options, *files], stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout


def first_lines(a, b):
    a, b = a[1].split(b'\n'), b[1].split(b'\n')
    for k, (x, y) in enumerate(zip(a + [b''] * len(b), b + [b''] * len(a))):
        if x != y:
            return 'line %d\n  new %r\n  old %r' % (k + 1, x[:400], y[:400])
    return 'exit status'


def differences(new, old, options, files):
    """Returns the files whose output differs. Runs many files at once, and halves a set that
    differs: most do not."""
    if run(new, options, files) == run(old, options, files):
        return []
    if len(files) == 1:
        a, b = run(new, options, files), run(old, options, files)
        return [(files[0], first_lines(a, b))]
    half = len(files) // 2
    found = differences(new, old, options, files[:half]) + differences(new, old, options, files[half:])
    return found or [('only together', ' '.join(files[:3]) + ' ...')]


def main():
    p = argparse.ArgumentParser()
    p.add_argument('new')
    p.add_argument('old')
    p.add_argument('paths', nargs='*')
    p.add_argument('--made', type=int, default=0)
    p.add_argument('--corpus')
    p.add_argument('--few', action='store_true', help='only the six formats')
    p.add_argument('--show', type=int, default=10, help='differences to show for a set of options')
    a = p.parse_intermixed_args()
    failed = 0
    with tempfile.TemporaryDirectory() as room:
        files = [t for path in walk(a.paths or ['testdata']) for t in texts_of(path, room)]
        made = []
        for kind in MADE if a.made else ():
            made.append(os.path.join(room, kind))
            with open(made[-1], 'wb') as out:
                subprocess.run([a.corpus, kind, '7', str(max(1, a.made // len(MADE)))], stdout=out,
                               stderr=subprocess.DEVNULL)
        lots = [files[i:i + 200] for i in range(0, len(files), 200)] + [[m] for m in made]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for options in FORMATS + (() if a.few else MORE):
                found = [d for lot in pool.map(lambda lot: differences(a.new, a.old, options, lot), lots)
                         for d in lot]
                failed += len(found)
                print('%-40s %s' % (' '.join(options), '%d differ' % len(found) if found else 'same'), flush=True)
                for name, what in found[:a.show]:
                    print('  %s: %s' % (name, what))
    print('%d files, %d differences' % (len(files) + len(made), failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
