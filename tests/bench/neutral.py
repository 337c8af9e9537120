# neutral.py - links in texts that were not written for this project, by trawl and other programs
#
#     python3 tests/bench/neutral.py BUILD [FOLDER]
#
# Draws a paragraph with "://" or "www." from a document of each of 200 packages below FOLDER
# (/usr/share/doc of Debian), with a fixed seed. A link that all programs print alike counts as
# right. Paragraphs in which they differ are printed, with what each program lists: a reader decides.
# Only links with "://" count; "www.a.example" counts as one of https.

import gzip
import os
import random
import re
import sys
import tempfile

import beside
import peers.peers as alternatives

NAMES = ('Rust linkify', 'ripgrep', 'linkify-it', 'GNU grep')
DOCUMENT = re.compile(r'(copyright|README.*|NEWS.*|TODO.*|FAQ.*|changelog.*|.*\.txt(\.gz)?)$')


def documents(folder):
    """Yields the name of one document of each package that has any."""
    packages = sorted(os.listdir(folder))
    random.shuffle(packages)
    for package in packages:
        names = [os.path.join(d, name) for d, _, files in os.walk(os.path.join(folder, package)) for name in sorted(files)
                 if DOCUMENT.match(name) and '.html' not in name]
        if names:
            yield random.choice(sorted(names))


def paragraphs(folder, count):
    """Returns this many paragraphs, no two of them alike."""
    texts = []
    for name in documents(folder):
        try:
            with (gzip.open if name.endswith('.gz') else open)(name, 'rb') as file:
                text = file.read(400000).decode()
        except (OSError, UnicodeDecodeError):
            continue
        found = [p for p in re.split(r'\n[ \t]*\n', text) if re.search(r'://|www\.', p) and p.count('\n') < 12]
        if found and (text := random.choice(found) + '\n') not in texts:
            texts.append(text)
        if len(texts) == count:
            break
    return texts


def main(build, folder='/usr/share/doc'):
    random.seed(20261129)
    here = os.path.dirname(os.path.abspath(__file__))
    own = os.path.join(os.path.abspath(build), 'bench')
    os.makedirs(own, exist_ok=True)
    programs = {peer.name: peer for peer in alternatives.peers(os.path.join(here, 'peers'), own, ['cc'], ['c++'])}
    ready = [programs[name] for name in NAMES]
    for peer in ready:
        alternatives.make(peer)
    ready = [peer for peer in ready if not peer.missing]
    alike = 0
    for text in paragraphs(folder, 200):
        with tempfile.NamedTemporaryFile('w') as file:
            file.write(text)
            file.flush()
            lists = [('trawl', beside.printed([os.path.join(os.path.abspath(build), 'trawl'), '-f', 'text', file.name], file.name))]
            lists += [(peer.name, beside.printed(peer.argv, file.name, peer.cwd, peer.env)) for peer in ready]
        lists = [(name, sorted(re.sub(r'^www\.', 'https://www.', link) for link in links if '://' in link or link.startswith('www.')))
                 for name, links in lists]
        if all(links == lists[0][1] for _, links in lists):
            alike += len(lists[0][1])
            continue
        print(text)
        for name, links in lists:
            print(f'{name:14}', *links)
        print()
    print(f'{alike} links that all list')


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
