"""tree_compare.py - compares what two programs make of the pages of tree_pages.py

    tree_compare.py PAGES GOT WANTED [parse5|browser]

GOT is the output of tests/tools/html_tree.c; WANTED that of tree_twin.py, of tree.mjs (parse5) or of
tree_browser.mjs. Prints the first pages that differ, and exits with 1 if there are any. The places
where a text is divided are not compared.
"""
import re
import sys

WORD = re.compile(r'w\d+|[^w]+')
RAW = set('title textarea style xmp iframe noembed noframes script noscript plaintext'.split())


def pages_of(name):
    data = open(name, 'rb').read()
    at = 0
    while at < len(data):
        line = data.index(b'\n', at)
        end = line + 1 + int(data[at:line])
        yield data[line + 1:end].decode()
        at = end


def outputs_of(name):
    lines = []
    for line in open(name, encoding='utf-8').read().split('\n')[:-1]:
        if line:
            lines.append(line.split('\t'))
        else:
            yield lines
            lines = []


def words(lines, keep=lambda fields: True):
    """Returns a list of (word, link, place, open), with the pieces of divided texts joined."""
    texts = []
    for text, *rest in (fields for fields in lines if len(fields) > 1 and keep(fields)):
        if texts and texts[-1][1:] == rest:
            texts[-1][0] += text
        else:
            texts.append([text, *rest])
    return [(word, *rest) for text, *rest in texts for word in WORD.findall(text)]


def known(open_names, names):
    return ' '.join(n if n in names or n.split(':', 1)[-1] in names else re.sub(r'[^:]+$', '?', n) for n in open_names.split(' '))


def whole(got, wanted):
    return words(got), words(wanted)


def parse5(got, wanted):
    """parse5 does not show texts that it drops, and divides raw text elsewhere."""
    names = parse5.names
    wanted = [(*fields[:3], known(fields[3], names)) for fields in wanted]
    return (words(got, lambda fields: fields[2] != 'dropped' and fields[3].split(' ')[-1] not in RAW),
            words(wanted, lambda fields: fields[3].split(' ')[-1] not in RAW))


def browser(got, wanted):
    """The browser shows the final tree, so pages in which a text has moved are not compared. A word
    may be missing if a <frameset> has replaced the body."""
    if ['moved'] in got:
        return {}, {}
    there = {fields[0]: fields[1] for fields in wanted}
    lost = any('frameset' in fields[3].split() for fields in got)
    mine = {word: link for word, link, place, _ in words(got) if word[0] == 'w' and place != 'dropped' and not (lost and word not in there)}
    return mine, there


def main():
    how = {'parse5': parse5, 'browser': browser}.get((sys.argv[4:] or [''])[0], whole)
    if how is parse5:
        table = open('src/gen/elements.tsv', encoding='utf-8').read()
        parse5.names = set(re.findall(r'^([^#\t\n]+)\t', table, re.M))
    pages, got, wanted = list(pages_of(sys.argv[1])), list(outputs_of(sys.argv[2])), list(outputs_of(sys.argv[3]))
    if not pages or len(got) != len(pages) or len(wanted) != len(pages):
        sys.exit('%d pages, %d and %d outputs' % (len(pages), len(got), len(wanted)))
    bad = 0
    for page, one, other in zip(pages, got, wanted):
        one, other = how(one, other)
        if one != other:
            bad += 1
            if bad <= 3:
                pairs = zip(list(one.items() if isinstance(one, dict) else one) + [None], list(other.items() if isinstance(other, dict) else other) + [None])
                print('%r\n  got, wanted: %s' % (page, next((pair for pair in pairs if pair[0] != pair[1]), None)))
    print('%d of %d pages differ' % (bad, len(pages)))
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
