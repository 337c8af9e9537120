"""earn.py - measures what each rule of the link finder changes in texts

    earn.py PROGRAM FOLDER [NAME...]

PROGRAM is $(B)/switched/trawl. Each folder in FOLDER holds the texts of one kind, and its name is the
name of the kind; a kind whose name begins with "screen" is read with --profile screen. Each NAME is a
switch that "TRAWL_TEST_OFF=list PROGRAM" prints (default: all of them). The program reads each kind
once with all rules, and once without each rule. Prints a table with TABs: the name of the switch;
links changed in 100,000 links, in all and in each kind; the links with another first reading, with
other readings besides it, and with other flags, the links missed and the links that are new; what the
row says. The first line has the names of the columns, the second one the number of links.
"""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys

FIND = '--find=+domain,+msgid,+ip,+localhost,+netpath'
FIELDS = 'file,message.number,part,spans,line,kind,url,flags,alt'
CHANGES = ('first', 'alt', 'flags', 'missed', 'new')


def files_below(folder):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)


def run(program, folder, off):
    """Returns a count for each record of a link."""
    kind = os.path.basename(folder)
    env = dict(os.environ)
    env.pop('TRAWL_TEST_OFF', None)
    if off:
        env['TRAWL_TEST_OFF'] = off
    command = [program, '-j1', '-t', 'json', '--fields', FIELDS, FIND]
    command += ['--profile', 'screen'] if kind.startswith('screen') else []
    done = subprocess.run(command + ['--', *files_below(folder)], env=env, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 2):
        sys.exit(f'earn: {program} ended with {done.returncode} on {folder} without {off}')
    return collections.Counter(done.stdout.split(b'\n'))


def by_place(records):
    """Returns the links of the records by their file, message and place."""
    found = {}
    for line in records.elements():
        if line:
            link = json.loads(line)
            place = json.dumps([link.get('file'), link.get('message'), link.get('part'),
                                (link.get('spans') or [[link.get('line')]])[0][0]])
            found.setdefault(place, []).append((link['url'], link['alt'], link['flags']))
    return found


def changes(base, without):
    """Returns how many links changed in each way of CHANGES."""
    old, new = by_place(base - without), by_place(without - base)
    count = collections.Counter()
    for place in old.keys() | new.keys():
        was, now = old.get(place, []), new.get(place, [])
        count['missed'] += max(0, len(was) - len(now))
        count['new'] += max(0, len(now) - len(was))
        for a, b in zip(was, now):
            count['first' if a[0] != b[0] else 'alt' if a[1] != b[1] else 'flags'] += 1
    return count


def rate(count, links):
    return '%.1f' % (100000 * count / links) if links else ''


def main():
    program, folder, *names = sys.argv[1:]
    program = os.path.abspath(program)
    kinds = sorted(entry.path for entry in os.scandir(folder) if entry.is_dir())
    listed = subprocess.run([program], env=dict(os.environ, TRAWL_TEST_OFF='list'), stdout=subprocess.PIPE, check=True)
    rows = dict(line.split('\t', 1) for line in listed.stdout.decode().splitlines())
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    base = dict(zip(kinds, pool.map(lambda kind: run(program, kind, None), kinds)))
    links = {kind: sum(base[kind].values()) - base[kind][b''] for kind in kinds}
    print('\t'.join(['rule', 'all', *map(os.path.basename, kinds), *CHANGES, 'row']))
    print('\t'.join(['links', str(sum(links.values())), *(str(links[kind]) for kind in kinds), *[''] * 6]), flush=True)
    for name in names or rows:
        found = dict(zip(kinds, pool.map(lambda kind: changes(base[kind], run(program, kind, name)), kinds)))
        total = sum(found.values(), collections.Counter())
        print('\t'.join([name, rate(sum(total.values()), sum(links.values())),
                         *(rate(sum(found[kind].values()), links[kind]) for kind in kinds),
                         *(str(total[change]) for change in CHANGES), rows[name]]), flush=True)


main()
