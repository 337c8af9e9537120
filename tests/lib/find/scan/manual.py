# manual.py - renders pages of manuals, and counts the URLs that trawl finds whole in them
#
#     python3 tests/lib/find/scan/manual.py TRAWL [count=N] [seed=N] [show=N] [widths=60,80] [folder=PATH]
#
# Takes N pages of the folder (default: /usr/share/man), renders them with man in UTF-8 at each width
# ("man -Tutf8" would ignore the width), and compares what trawl finds with the URLs of the page's
# source, without roff's escapes. A URL of the source counts if the rendered page has it, apart from
# blanks and hyphens that the formatter added. Prints for each width, and in total:
#
#     urls    of the source
#     whole   of these, in percent: the first reading of a link is the URL
#     other   likewise: another reading, or a flag says that something may be missing
#     hyphen  links with a hyphen of the formatter inside
#
# Exits with 1 if a link has such a hyphen, or if less than 98 % of the URLs are whole and at least three are not. show=N
# prints N URLs that are not whole.

import collections
import concurrent.futures
import glob
import gzip
import json
import os
import random
import re
import subprocess
import sys

WHOLE = 98.0
HYPHEN = '‐'
DOUBT = {'line-end', 'hyphen-break', 'guess-joined'}
# Escapes of roff that stand for nothing, and escapes that stand for a character.
NOTHING = re.compile(r'\\(?:[&%:/,|^)c]|f(?:\[[^]]*\]|\(..|.)|s(?:[-+]?\d{1,2}|\[[^]]*\])|m\[[^]]*\]|\*:)')
SIGNS = [(re.compile(pattern), text) for pattern, text in (
    (r'\\-|\\\[-\]|\\\(hy|\\\[hy\]|\\\(mi', '-'), (r'\\\(ti|\\\[ti\]', '~'), (r'\\\(ha|\\\[ha\]', '^'),
    (r'\\\(aq|\\\[aq\]', "'"), (r'\\\(dq|\\\[dq\]|\\\(lq|\\\(rq|\\\[lq\]|\\\[rq\]', '"'), (r'\\\(at|\\\[at\]', '@'),
    (r'\\\(sh|\\\[sh\]', '#'), (r'\\\(sl|\\\[sl\]', '/'), (r'\\[~ 0]|\\\n', ' '), (r'\\e|\\\(rs|\\\[rs\]|\\\\', r'\\'),
    (r'\\\(la|\\\[la\]', '<'), (r'\\\(ra|\\\[ra\]', '>'))]
URL = re.compile(r'(?<![\w+.-])(?:https?|ftp)://[^\s<>"`⟩‘’“”|\\{}]+')


def trimmed(url):
    """Returns the URL without punctuation and brackets of the text at its end."""
    while url:
        last = url[-1]
        if last in '.,;:!?\'*' or (last in ')]' and url.count({')': '(', ']': '['}[last]) < url.count(last)):
            url = url[:-1]
        else:
            break
    return url


def urls_of(source):
    """Returns the URLs of a page's source, each as often as it is there."""
    lines = [line for line in source.split('\n') if not re.match(r"[.']\s*\\[\"#]", line)]
    text = re.sub(r'\\["#].*', '', '\n'.join(lines))
    for pattern, sign in SIGNS[:-3]:
        text = pattern.sub(sign, text)
    text = NOTHING.sub('', text)
    for pattern, sign in SIGNS[-3:]:
        text = pattern.sub(sign, text)
    found = [trimmed(url) for run in URL.findall(text) for url in re.split(r',(?=https?://)', run)]
    return {url for url in found if re.match(r'\w+://[\w.-]*\w\.\w[^$]*$', url)}


def rendered(page, width):
    run = subprocess.run(['man', '-l', page], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60,
                         env=dict(os.environ, MANWIDTH=str(width), LC_ALL='C.UTF-8', GROFF_NO_SGR='1'), check=False)
    return re.sub('.\x08', '', run.stdout.decode('utf-8', 'replace'))


def links_of(trawl, text):
    run = subprocess.run([trawl, '-j1', '-t', 'json', '-f', 'text', '-'], input=text.encode(), stdout=subprocess.PIPE,
                         check=False)
    return [link for link in map(json.loads, run.stdout.splitlines()) if 'url' in link]


def count(trawl, page, width, show):
    """Returns the counts of one page, and the URLs that were not whole."""
    opener = gzip.open if page.endswith('.gz') else open
    with opener(page, 'rb') as file:
        truth = urls_of(file.read().decode('utf-8', 'replace'))
    tally, lost = collections.Counter(), []
    if not truth:
        return tally, lost
    text = rendered(page, width)
    links = links_of(trawl, text)
    squeezed = re.sub(r'[\s%s]+' % HYPHEN, '', text)
    first = {link['url'] for link in links}
    others = {alt['url'] if isinstance(alt, dict) else alt for link in links for alt in link.get('alt', [])}
    doubted = [link['url'] for link in links if DOUBT & set(link.get('flags', []))]
    for url in sorted(truth):
        if not re.search(re.escape(url) + r'(?![\w/%#?=&~-])', squeezed):
            continue
        tally['urls'] += 1
        if url in first:
            tally['whole'] += 1
        elif url in others or any(url.startswith(start) for start in doubted):
            tally['other'] += 1
            lost.append(url)
        else:
            lost.append(url)
    bad = [url for url in first | others if HYPHEN in url]
    tally['hyphen'] = len(bad)
    return tally, ['%s %d: %s' % (page, width, url) for url in (bad + lost if show else [])]


def main():
    options = dict(arg.split('=', 1) for arg in sys.argv[2:])
    widths = [int(w) for w in options.get('widths', '60,70,80,90,100').split(',')]
    show = int(options.get('show', 0))
    pages = sorted(glob.glob(options.get('folder', '/usr/share/man') + '/man*/*'))
    random.Random(int(options.get('seed', 1738))).shuffle(pages)
    jobs, tallies, lost = [], collections.defaultdict(collections.Counter), []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for page in pages[:int(options.get('count', 200))]:
            for width in widths:
                jobs.append((width, pool.submit(count, sys.argv[1], page, width, show)))
        for width, job in jobs:
            tally, missing = job.result()
            lost += missing
            tallies[width] += tally
            tallies['all'] += tally
    failed = False
    for width in widths + ['all']:
        t = tallies[width]
        whole = 100 * t['whole'] / t['urls'] if t['urls'] else 100.0
        other = 100 * t['other'] / t['urls'] if t['urls'] else 0.0
        print('%-4s urls %5d whole %5.1f other %4.1f hyphen %d' % (width, t['urls'], whole, other, t['hyphen']))
        failed = failed or (width == 'all' and (t['hyphen'] > 0 or (whole < WHOLE and t['urls'] - t['whole'] > 2)))
    print('\n'.join(lost[:show]), end='\n' if lost[:show] else '')
    sys.exit(failed)


main()
