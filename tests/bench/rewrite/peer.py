# peer.py - does the same as rewrite.c, by a package of Python:  python3 peer.py bleach|linkify-it FILE PASSES
#
# linkify-it-py knows no HTML: it only searches the text.
import sys
import time
import warnings

warnings.simplefilter('ignore')


def bleach_links():
    import bleach
    linker = bleach.Linker(parse_email=True)
    return lambda text: linker.linkify(text).count('</a>')


def linkify_it_links():
    from linkify_it import LinkifyIt
    linkify = LinkifyIt()
    return lambda text: len(linkify.match(text) or ())


links = {'bleach': bleach_links, 'linkify-it': linkify_it_links}[sys.argv[1]]()
with open(sys.argv[2], encoding='utf-8', newline='') as f:
    texts = f.read().split('\0')
count = sum(map(links, texts))
start = time.process_time()
for _ in range(int(sys.argv[3])):
    for text in texts:
        links(text)
print(f'{time.process_time() - start:.6f} {count}')
