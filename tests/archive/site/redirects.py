# redirects.py - makes archives of pipermail, and compares the map of their old addresses
#
#     redirects.py make FOLDER COUNT KIND SEED   makes files as pipermail names them: month, quarter,
#                                                week, year or day; some dates are late, some files
#                                                are compressed, some are there twice
#     redirects.py judge FOLDER MAP              compares MAP with what pipermail has in FOLDER
#
# Exit status: 0 if equal; 1 if not, after printing the first differences.

import glob
import gzip
import hashlib
import os
import random
import re
import sys
import time

MONTHS = ('January February March April May June July August September October November December').split()


def volume(kind, t):
    """Returns the volume of a message that arrived at this time."""
    if kind == 'week':
        t = time.gmtime(time.mktime(t) - 86400 * t.tm_wday)
        return f'Week-of-Mon-{t.tm_year}{t.tm_mon:02}{t.tm_mday:02}'
    return {'month': f'{t.tm_year}-{MONTHS[t.tm_mon - 1]}', 'quarter': f'{t.tm_year}q{(t.tm_mon - 1) // 3 + 1}', 'year': str(t.tm_year),
            'day': f'{t.tm_year}{t.tm_mon:02}{t.tm_mday:02}'}[kind]


def make(folder, count, kind):
    os.makedirs(folder)
    texts, expected = {}, []
    arrived = 1000000000
    for n in range(count):
        arrived += random.randrange({'day': 50000, 'week': 200000}.get(kind, 500000 if count < 1000 else 100000))
        name = volume(kind, time.gmtime(arrived))
        sent = arrived - random.randrange(200000 if n % 10 == 0 else 60)
        date = time.strftime('%a, %d %b %Y %H:%M:%S +0000', time.gmtime(sent)) if random.random() < .97 else 'today'
        texts.setdefault(name, []).append(
            f'From ann at a.example  {time.strftime("%a %b %d %H:%M:%S %Y", time.gmtime(arrived))}\nFrom: ann at a.example (Ann)\nDate: {date}\n'
            f'Subject: {n}\nMessage-ID: <{n}.{random.getrandbits(32):x}@a.example>\n\nhttp://a.example/{n}\n\n')
        expected.append((name, n))
    names = list(texts)
    random.shuffle(names)  # so that the order of the files' ids is not that of time
    for name in names:
        data = ''.join(texts[name]).encode()
        roll = random.random()
        if roll < .7:
            with open(f'{folder}/{name}.txt', 'wb') as f:
                f.write(data)
        if roll > .5:
            with gzip.open(f'{folder}/{name}.txt.gz', 'wb') as f:
                f.write(data)
    with open(folder + '.expected', 'w', encoding='ascii') as f:
        f.writelines(f'{name}/{n:06}.html {n}\n' for name, n in expected)


def judge(folder, old):
    ids = {}
    for path in glob.glob(folder + '/*'):
        with (gzip.open(path) if path.endswith('.gz') else open(path, 'rb')) as f:
            for name in re.findall(r'Message-ID: <(.*)>', f.read().decode()):
                ids[name.partition('.')[0]] = hashlib.sha256(name.encode()).hexdigest()[:40]
    with open(folder + '.expected', encoding='ascii') as f:
        want = [line.split() for line in f]
    want = {name: f'm/{ids[n][:2]}/{ids[n][2:]}.html;' for name, n in want}
    with open(old, encoding='ascii') as f:
        got = [line.split() for line in f]
    wrong = [name for name in want if dict(got).get(name) != want[name]]
    print(len(wrong), 'wrong of', len(want), wrong[:3])
    return bool(wrong) or len(got) != len(want)


if __name__ == '__main__':
    if sys.argv[1] == 'make':
        random.seed(int(sys.argv[5]))
        make(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(judge(*sys.argv[2:4]))
