# beside.py - the table of the README: which links of three short texts each program lists
#
#     python3 tests/bench/beside.py BUILD
#
# The texts are testdata/beside/NAME.txt or NAME.eml, and NAME.links has the links that a reader sees
# in them, written by hand. A program gets a point for each of these links that it prints exactly,
# once or more; its other output does not count here. "make bench-beside" runs this. Programs that
# are not installed are left out, with a note.

import os
import subprocess
import sys

import peers.peers as alternatives

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = ('text.txt', 'broken.txt', 'mail.eml')
NAMES = ('Rust linkify', 'ripgrep', 'linkify-it', 'urlscan', 'xurls', 'URI::Find', 'GNU grep')


def lines(text):
    return {line for line in text.decode('utf-8', 'replace').split('\n') if line}


def printed(argv, name, cwd=None, env=None):
    """Returns the lines that a program prints for a text."""
    run = subprocess.run([name if word == 'FILE' else word for word in argv], capture_output=True,
                         cwd=cwd, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL)
    return lines(run.stdout)


def readings(trawl, name):
    """Returns the URLs of all readings that trawl prints."""
    return printed(['sh', '-c', '"$1" -t json "$2" | jq -r ".url, (.alt[]?.url)"', 'sh', trawl, name], name)


def main(build):
    folder = os.path.join(HERE, '../../testdata/beside')
    trawl = os.path.join(os.path.abspath(build), 'trawl')
    own = os.path.join(os.path.abspath(build), 'bench')
    os.makedirs(own, exist_ok=True)
    programs = {peer.name: peer for peer in alternatives.peers(os.path.join(HERE, 'peers'), own, ['cc'], ['c++'])}
    wanted, rows = [], [['trawl'], ['trawl, any reading']]
    for text in TEXTS:
        name = os.path.abspath(os.path.join(folder, text))
        with open(os.path.splitext(name)[0] + '.links', 'rb') as file:
            wanted.append((name, lines(file.read())))
    for name, links in wanted:
        rows[0].append(len(links & printed([trawl, name], name)))
        rows[1].append(len(links & readings(trawl, name)))
    for peer in (programs[name] for name in NAMES):
        alternatives.make(peer)
        if peer.missing:
            print(f'beside: {peer.name} is left out: {peer.missing}', file=sys.stderr)
            continue
        rows.append([peer.name] + [len(links & printed(peer.argv, name, peer.cwd, peer.env)) for name, links in wanted])
    rows.insert(0, ['links', *(len(links) for _, links in wanted)])
    for row in rows:
        print(f'{row[0]:20}' + ''.join(f'{figure:>8}' for figure in row[1:]))


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
