# bench.py - the speed of putting links into HTML: trawl beside bleach, linkify-it-py, Rinku, linkifyjs
#
#     python3 tests/bench/rewrite/bench.py BUILD
#
# "make bench-rewrite" runs it. Each program reads the texts into memory and rewrites them again and
# again; its start does not count. The texts are a page of a kilobyte with ten links, and the HTML
# parts of the mailbox "htmlmail" of tests/bench/corpus.c, each by itself. The programs take turns;
# a figure is the median of the rounds, in processor time. Prints a table in Markdown. Then measures
# the memory of the command on pages of 10 and 100 MB. Fails if trawl misses a bound, which is a
# ratio of least times.

import email
import os
import subprocess
import sys
from statistics import median

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS, SECONDS = 7, 0.4
TRAWL = 'trawl'
# How many times as fast trawl must be. Rinku takes about the same time as trawl, so its bound is
# below 1: on a busy machine the ratio of two programs changes by a tenth from run to run.
BOUNDS = {'bleach': 20, 'linkify-it-py': 10, 'Rinku': 0.75, 'linkifyjs': 10}
GROWTH = 1.05  # of the memory, at most

LINE = ('<p class="x">The <b>{0}</b> is at http://www.example.com/{1}/index.html, and it has what we said about it'
        ' last &amp; week.</p>\n')
WORDS = 'list text map plan book index form draft note page'.split()
PAGE = ''.join(LINE.format(word, i) for i, word in enumerate(WORDS))


def html_mail(corpus):
    """Returns the HTML parts of the messages of a megabyte of mail."""
    mail = subprocess.run([corpus, 'htmlmail', '1738', '1'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    parts = []
    for message in ('\n' + mail.decode('latin-1')).split('\nFrom ')[1:]:
        for part in email.message_from_string(message.split('\n', 1)[1]).walk():
            if part.get_content_type() == 'text/html':
                parts.append(part.get_payload(decode=True).replace(b'\0', b'').decode('utf-8', 'replace'))
    return parts


def programs(build):
    npm = os.path.join(build, 'bench', 'linkifyjs')
    if not os.path.isdir(os.path.join(npm, 'node_modules', 'linkify-html')):
        subprocess.run(['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', npm, 'linkifyjs@4', 'linkify-html@4'])
    here = lambda name: os.path.join(HERE, name)
    return {TRAWL: ([os.path.join(build, 'bench_rewrite')], None),
            'bleach': (['python3', '-B', here('peer.py'), 'bleach'], None),
            'linkify-it-py': (['python3', '-B', here('peer.py'), 'linkify-it'], None),
            'Rinku': (['ruby', here('peer.rb')], None),
            'linkifyjs': (['node', here('peer.mjs')], npm)}


def once(program, path, passes):
    """Returns the seconds of the passes, and the links of one; None when the program does not run."""
    argv, cwd = program
    try:
        r = subprocess.run([*argv, path, str(passes)], cwd=cwd, capture_output=True, text=True)
    except OSError:
        return None
    if r.returncode:
        print(f'not measured: {argv}: {r.stderr.strip().splitlines()[-1:]}', file=sys.stderr)
        return None
    seconds, links = r.stdout.split()
    return float(seconds), int(links)


def measure(all_programs, path):
    """Returns {name: (seconds of a pass: median and least, links)}."""
    passes, links, took = {}, {}, {}
    for name, program in all_programs.items():
        first = once(program, path, 1)
        if first:
            passes[name] = max(1, int(SECONDS / max(first[0], 1e-5)))
            links[name], took[name] = first[1], []
    for _ in range(ROUNDS):
        for name, n in passes.items():
            took[name].append(once(all_programs[name], path, n)[0] / n)
    return {name: (median(seconds), min(seconds), links[name]) for name, seconds in took.items()}


def table(what, count, size, figures):
    """Prints the figures of a text; returns the bounds that are missed."""
    print(f'\n| {what} | us | MB/s | links | trawl is faster |\n| --- | ---: | ---: | ---: | ---: |')
    own, own_least, _ = figures[TRAWL]
    missed = []
    for name, (seconds, least, links) in figures.items():
        print(f'| {name} | {seconds / count * 1e6:.1f} | {size / seconds / 1e6:.1f} | {links} | {seconds / own:.2f} |')
        if name != TRAWL and least / own_least < BOUNDS[name]:
            missed.append(f'{what}: trawl is {least / own_least:.2f} times as fast as {name}; the bound is {BOUNDS[name]}')
    return missed


def memory(build, folder, parts):
    """Prints the speed and the peak memory of the command on a page of 10 and of 100 MB."""
    unit = ''.join(parts)
    peaks = []
    print('\n| page | MB/s | peak MB |\n| --- | ---: | ---: |')
    for megabytes in (10, 100):
        path = os.path.join(folder, f'{megabytes}.html')
        with open(path, 'w', encoding='utf-8') as f:
            for _ in range(int(megabytes * 1e6 / len(unit)) + 1):
                f.write(unit)
        r = subprocess.run([os.path.join(build, 'bench_timed'), '-n', '5', '-t', '60', '-o', os.devnull,
                            os.path.join(build, 'trawl'), 'rewrite', path], capture_output=True, text=True, check=True)
        rows = [[float(x) for x in line.split()] for line in r.stdout.splitlines()]
        peaks.append(max(row[3] for row in rows))
        print(f'| {megabytes} MB | {os.path.getsize(path) / median(row[1] for row in rows) / 1e6:.0f} | {peaks[-1] / 1024:.2f} |')
        os.remove(path)
    return [f'the memory grows from {peaks[0]} to {peaks[1]} KiB'] if peaks[1] > GROWTH * peaks[0] else []


def main(build):
    folder = os.path.join(build, 'bench', 'rewrite')
    os.makedirs(folder, exist_ok=True)
    mail = html_mail(os.path.join(build, 'bench_corpus'))
    faults = []
    for what, texts in (('a page of 1 KB', [PAGE]), (f'{len(mail)} parts of HTML mail', mail)):
        path = os.path.join(folder, 'texts')
        with open(path, 'w', encoding='utf-8', newline='') as f:
            f.write('\0'.join(texts))
        faults += table(what, len(texts), os.path.getsize(path), measure(programs(build), path))
    faults += memory(build, folder, mail)
    for fault in faults:
        print(f'MISSED: {fault}')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(os.path.abspath(sys.argv[1])))
