"""commas.py - URLs with ",", ";" and "|" in ordinary text, and made records beside them

commas.py TRAWL SEED: makes texts with URLs of some known forms in some layouts. Each link must be
found whole, as its first reading. In the records, each link must be its field. Prints what differs
and the counts; returns 1 when something differs.
"""
import random
import sys

sys.path.insert(1, 'tests/support')
import each  # noqa: E402

PLACES = ['Pear+Street,+Old+Town', '12+Plum+Lane,+Cherry+Hill,+QX7+2ZZ', 'Apple+Square,+4711+Harbour,+Utopia']
WORDS = 'pear plum apple cherry harbour late early'.split()


def some(rng, count, sign):
    return sign.join(rng.sample(WORDS, count))


def numbers(rng, count, sign):
    return sign.join(str(rng.randint(1, 999)) for _ in range(count))


def place(rng):
    return '%.5f,%.5f' % (rng.uniform(-60, 60), rng.uniform(-120, 120))


FORMS = {
    'place on a map': lambda r: 'https://www.maps.example/maps/place/%s/@%s,%dz' % (r.choice(PLACES), place(r), r.randint(2, 19)),
    'search on a map': lambda r: 'https://maps.example/?q=%s' % r.choice(PLACES),
    'way on a map': lambda r: 'https://www.maps.example/dir/%s/%s/' % (place(r), place(r)),
    'scaled picture': lambda r: 'https://img.pictures.example/demo/w_%d,h_%d,c_fill/%s.jpg' % (r.randint(9, 999), r.randint(9, 999), r.choice(WORDS)),
    'scaled picture at the end': lambda r: 'https://i%d.pictures.example/%s.jpg?resize=%s' % (r.randint(0, 3), r.choice(WORDS), numbers(r, 2, ',')),
    'scripts in one': lambda r: 'https://cdn.scripts.example/combine/npm/%s@1.%d,npm/%s@2.%d' % (r.choice(WORDS), r.randint(0, 9), r.choice(WORDS), r.randint(0, 9)),
    'templates': lambda r: 'https://ignore.example/api/' + some(r, r.randint(2, 4), ','),
    'article': lambda r: 'http://www.%s.example/%s/0,%s,00.html' % (r.choice(['news', 'times']), r.choice(WORDS), numbers(r, 2, ',')),
    'article with a name': lambda r: 'http://www.times.example/%s/%s,0,%d.story' % (r.choice(WORDS), r.choice(WORDS), r.randint(1000, 99999)),
    'list of ids': lambda r: 'https://api.example.com/v1/items?ids=%s&fields=id,name' % numbers(r, r.randint(2, 4), ','),
    'title': lambda r: 'https://en.wiki.example/wiki/' + r.choice(['Pear,_Texas', 'Plum,_D.C./History', 'The_Good,_the_Late_and_the_Early', 'Pear_Inc.,_Ltd']),
    'box': lambda r: 'https://tiles.example/?bbox=%s,%s' % (place(r), place(r)),
    'time': lambda r: 'https://stats.example/2017-06-%02d,2017-07-%02d' % (r.randint(1, 28), r.randint(1, 28)),
    'parameters with ;': lambda r: 'https://git.example/?p=%s.git;a=commit;h=%07x' % (r.choice(WORDS), r.getrandbits(28)),
    'words with ;': lambda r: 'https://help.example/?kb;en-us;q%d' % r.randint(1000, 999999),
    'path with ;': lambda r: 'https://shop.example/%s;v=%s/x' % (r.choice(WORDS), numbers(r, 2, ',')),
    'fonts with |': lambda r: 'https://fonts.example/css?family=' + some(r, r.randint(2, 3), '|'),
    'titles with |': lambda r: 'https://api.wiki.example/w/api.php?action=query&titles=%s&prop=info' % some(r, 3, '|'),
    'tags with |': lambda r: 'https://blog.example/tags/' + some(r, r.randint(2, 3), '|'),
}
# "%s" is a link
LAYOUTS = {
    'alone': '%s\n',
    'two lines': '%s\n%s\n',
    'three lines': '%s\n%s\n%s\n',
    'bullets': '- %s\n- %s\n',
    'numbers': '1. %s\n2. %s\n3. %s\n',
    'prose': 'We meet there on Monday: %s at noon, please be on time.\n',
    'begins a sentence': '%s is the place, so come late, or early.\n',
    'ends a sentence': 'Well, the place is %s.\n',
    'brackets': 'You find it here (%s), if you look.\n',
    'quotes': 'It said "%s" and "%s".\n',
    'labels': 'Home: %s\nWork: %s\n',
    'quoted': '> %s\n> %s\n\nYes, both.\n',
    'title above': 'Pear,Plum\n%s\n',
    'code': '# Made by %s\n# Edit at %s\nx = [1,2,3]\n',
}
# "%s" is a link without separators; each separator of SEPARATORS takes the place of the ","
RECORDS = [
    'id,%s,pear,7\n8,%s,plum,9\n',
    '2017-06-02,%s,late\n2017-06-03,%s,early\n',
    '"Ann","%s","pears, plums"\n"Lee","%s","b"\n',
    '%s,NEWS,"a, b",7\n',
    '%s,NEWS,News Media,2017-10-15,me\n%s,CODE,Old code,2017-10-16,me\n',
    'url,size,kind\n%s,12,pear\n',
    '%s,2017-06-02,7\n%s,2017-06-03,8\n',
    '%s,News late,7,ok\n%s,early,8,ok\n%s,Late news,9,ok\n',
    'name=pear,url=%s,size=7\n',
    '7,,%s,ann@a.example\n8,,%s,lee@a.example\n',
]
SEPARATORS = ',;|\t'


def links_of(trawl, texts):
    found = each.records_of(trawl, [text.encode() for text in texts], 'url', 'url')
    return [[link['url'] for link in links] for links in found]


def main(trawl, seed):
    rng, cases, faults = random.Random(seed), [], 0
    for form, make in FORMS.items():
        for layout, text in LAYOUTS.items():
            urls = [make(rng) for _ in range(text.count('%s'))]
            cases.append((form + ', ' + layout, text % tuple(urls), urls))
    ordinary = len(cases)
    for text in RECORDS:
        for separator in SEPARATORS:
            for _ in range(3):
                urls = ['https://%s.example/%s%d%s' % (rng.choice(WORDS), rng.choice(WORDS), rng.randint(1, 99), rng.choice(['', '/', '.html'])) for _ in range(text.count('%s'))]
                cases.append(('record', text.replace(',', separator).replace(separator + ' ', ', ') % tuple(urls), urls))
    for (name, text, urls), found in zip(cases, links_of(trawl, [case[1] for case in cases]), strict=True):
        if urls != found:
            faults += 1
            print('#', name, repr(text), '\n#   got', found)
    print('# %d texts and %d records, %d wrong' % (ordinary, len(cases) - ordinary, faults))
    return faults > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
