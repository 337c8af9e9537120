# recipes.py - for t_recipes.sh: compares what a database has read with what trawl wrote
#
#     python3 recipes.py again links.json again.json   again.json has the links of the files that
#                                                      have links to example.org
#     python3 recipes.py bag FOLDER FILE...            contrib/dask gives the rows of "trawl map";
#                                                      it has to be in PYTHONPATH
#     python3 recipes.py spark                         tests contrib/spark with a stand-in for an RDD
#     python3 recipes.py hadoop <COMMANDS              the mapper of a recipe has the right output
#
# TRAWL is the command.

import json
import os
import shlex
import subprocess
import sys


def read(name):
    with open(name, encoding='utf-8') as f:
        rows = map(json.loads, f)
        return [row for row in rows if row.get('url') is not None]


def again(links_file, found_file):
    links, found = read(links_file), read(found_file)
    files = {link['file'] for link in links if link.get('site') == 'example.org'}
    wanted = [(link['file'], link['url']) for link in links if link['file'] in files]
    assert files and sorted(wanted) == sorted((link['file'], link['url']) for link in found)


# ---- Dask, Spark and Hadoop ----

TRAWL = os.path.abspath(os.environ.get('TRAWL', 'build/trawl'))
TEXTS = (('1', 'see http://a.example/ü\nand\tann@b.example \\ "x"'), ('2', None), ('3', ''), ('4', 'www.c.example.org'))


def equal(what, got, want):
    assert got == want, f'{what}:\n  {got}\n  {want}'


def by_map(folder, files):
    """Returns the rows of "trawl split", "trawl map" for two tasks at a time, and "trawl merge"."""
    manifest = os.path.join(folder, 'manifest.tsv')
    with open(manifest, 'wb') as f:
        subprocess.run([TRAWL, 'split', '--tasks', '5', *files], stdout=f, check=True)
    fields = 'url,kind,host,site,zone,part,message.number,message.id,time,from_addr,file'
    for task in ('1/2', '2/2'):
        subprocess.run([TRAWL, 'map', '--manifest', manifest, '--task', task, '-o', os.path.join(folder, 'out'),
                        '-t', 'json', '--fields', fields], check=True)
    merged = subprocess.run([TRAWL, 'merge', '--manifest', manifest, os.path.join(folder, 'out')],
                            stdout=subprocess.PIPE, check=True).stdout
    links = [json.loads(line) for line in merged.splitlines()]
    for link in links:
        link.update(link.pop('message', {}))
    return links


def bag(folder, *files):
    import trawl_bag
    rows = trawl_bag.links(files).compute(scheduler='processes', num_workers=2)
    equal('fields', set(rows[0]), set(trawl_bag.META))
    present = [{name: value for name, value in row.items() if value not in (None, '')} for row in rows]
    equal('rows', present, by_map(folder, files))
    assert len(rows) > 100, len(rows)
    frame = trawl_bag.links(files).to_dataframe(meta=trawl_bag.META).compute(scheduler='synchronous')
    equal('frame', frame.url.tolist(), [row['url'] for row in rows])


class StandIn:
    """An RDD with the two methods that are used, as PySpark documents them."""

    def __init__(self, items):
        self.items = list(items)

    def map(self, function):
        return StandIn(map(function, self.items))

    def pipe(self, command, checkCode=False):
        source = ''.join(str(item).rstrip('\n') + '\n' for item in self.items)
        words = shlex.split(command)
        assert words[0] == 'trawl' and checkCode
        done = subprocess.run([TRAWL, *words[1:]], input=source.encode(), stdout=subprocess.PIPE, check=True)
        return StandIn(done.stdout.decode().splitlines())


def spark():
    sys.path.insert(1, os.path.join(os.path.dirname(__file__), '../../contrib/spark'))
    import trawl_links
    want = [('1', [('http://a.example/ü', 'bare', 'a.example'), ('mailto:ann@b.example', 'email', 'b.example')]),
            ('2', None), ('3', []), ('4', [('https://www.c.example.org', 'www', 'example.org')])]
    equal('links', trawl_links.links(StandIn(TEXTS)).items, want)
    columns = trawl_links.SCHEMA.split('<')[2]
    equal('schema', [column.split(':')[0] for column in columns.strip('>').split(', ')],
         trawl_links.COMMAND.split()[-1].split(','))


def hadoop():
    mapper, = (words[words.index('-mapper') + 1] for words in [shlex.split(sys.stdin.read())])
    source = '1\tsee http://a.example/\\n\n2\t\\N\n3\tnone\n'
    done = subprocess.run([TRAWL, *shlex.split(mapper)[1:]], input=source.encode(), stdout=subprocess.PIPE, check=True)
    equal('answers', done.stdout.decode(), '1\t[{"url":"http://a.example/","site":"a.example"}]\n2\t\\N\n3\t[]\n')


if __name__ == '__main__':
    globals()[sys.argv[1]](*sys.argv[2:])
