# others.py - tests that other programs find as many links in what "trawl wrap" writes
#
#     python3 -B tests/trawl/wrap/others.py BUILD TRAWL
#
# Wraps each file of testdata that is not compressed. Rust linkify, linkify-it and URI::Find
# (tests/bench/peers) read all of them, before and after. A link that was found before must be found
# again. Prints the Test Anything Protocol; skips programs that cannot be built.

import collections
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', 'bench', 'peers'))
import peers  # noqa: E402

NAMES = 'Rust linkify', 'linkify-it', 'URI::Find'
WAYS = [('-w', str(width)) for width in (20, 40, 72, 78, 998)] + [('--flowed',)]
SHOWN = 5


def files(top):
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            yield os.path.join(folder, name)


def text_of(paths, trawl, way):
    """Returns the files as one text, wrapped unless `way` is None."""
    parts = []
    for path in paths:
        with open(path, 'rb') as f:
            part = f.read()
        if way is not None:
            part = subprocess.run([trawl, 'wrap', *way], input=part, stdout=subprocess.PIPE, check=True).stdout
        parts.append(part)
    # The brackets close a "<" that the previous file left open, which URI::Find would pair with a
    # ">" in any later line.
    return b'\n\n<x>\n<x>\n\n'.join(parts).replace(b'\0', b'\n')


def found_by(peer, text, file):
    with open(file, 'wb') as f:
        f.write(text)
    argv = [file if word == 'FILE' else word for word in peer.argv]
    env = {**os.environ, 'PERL_HASH_SEED': '0'}  # URI::Find finds other links with another seed
    r = subprocess.run(argv, stdout=subprocess.PIPE, cwd=peer.cwd, env=env, check=True)
    return collections.Counter(link for link in r.stdout.split(b'\n') if link)


def main(build, trawl):
    out = os.path.abspath(os.path.join(build, 'peers'))
    os.makedirs(out, exist_ok=True)
    paths = [path for path in files('testdata') if not path.startswith('testdata/packed/')]
    texts = {way: text_of(paths, trawl, way) for way in (None, *WAYS)}
    number = bad = 0
    for peer in peers.peers(os.path.abspath(os.path.join(HERE, '..', '..', 'bench', 'peers')), out, ['cc'], ['c++']):
        if peer.name not in NAMES:
            continue
        peers.make(peer)
        if peer.missing:
            number += 1
            print(f'ok {number} # SKIP {peer.name}: {peer.missing} ({peer.package})')
            continue
        before = found_by(peer, texts[None], os.path.join(out, 'text'))
        for way in WAYS:
            lost = before - found_by(peer, texts[way], os.path.join(out, 'text'))
            number += 1
            bad += bool(lost)
            print(f'{"not " if lost else ""}ok {number} - {peer.name} finds as many links after trawl wrap {" ".join(way)}')
            for link in [*lost][:SHOWN]:
                print('# lost:', link.decode(errors='replace'))
    print(f'1..{number}')
    return bad > 0


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit('usage: others.py BUILD TRAWL')
    sys.exit(main(sys.argv[1], os.path.abspath(sys.argv[2])))
