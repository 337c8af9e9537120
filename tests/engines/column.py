# column.py - for dask.sh: a column of texts, and the links that one run of trawl finds in them
#
#     python3 column.py make SOURCE     makes the files posts/N.json, with the texts of a folder
#                                       as rows, and a file texts/ID for each row
#     python3 column.py same FILE...    each link of one run over texts/ is in these tables, once

import glob
import json
import os
import subprocess
import sys


def make(source):
    texts = [None, '']
    for path in sorted(glob.glob(f'{source}/**/*.txt', recursive=True)):
        with open(path, encoding='utf-8', errors='replace') as f:
            texts += f.read(100000).split('\n\n')
    os.mkdir('posts')
    os.mkdir('texts')
    for i, text in enumerate(texts):
        with open(f'posts/{i * 4 // len(texts)}.json', 'a') as f:
            print(json.dumps({'id': i, 'text': text}), file=f)
        with open(f'texts/{i}', 'w', encoding='utf-8', newline='') as f:
            f.write(text or '')


def same(*tables):
    names = b''.join(b'texts/%s\0' % name for name in os.listdir(b'texts'))
    run = subprocess.run([os.environ['TRAWL'], '-f', 'text', '-t', 'json', '--fields', 'url,site,file', '--files0-from', '-'],
                         input=names, stdout=subprocess.PIPE, check=True)
    want = sorted((int(link['file'][6:]), link['url'], link.get('site') or '') for link in map(json.loads, run.stdout.splitlines()))
    got = []
    for name in tables:
        with open(name) as f:
            got += ((row['id'], row['url'], row['site'] or '') for row in map(json.loads, f))
    assert len(want) > 1000 and sorted(got) == want, (len(got), len(want), set(got) ^ set(want))


if __name__ == '__main__':
    globals()[sys.argv[1]](*sys.argv[2:])
