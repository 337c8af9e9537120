# broken.py - writes mail with broken links that others posted whole, and a list of the URLs that
# were meant
#
#     python3 broken.py MESSAGES MAILBOX TRUTH [SEED]
#     python3 broken.py --judge TRUTH DATABASE
#
# Writes the same bytes for the same numbers. Each message has one link, and its answers quote it;
# TRUTH has a line for each message: its id and the URL that was meant. The URLs of the generator
# have what makes verdicts hard: folders that are pages, pages whose names differ only by a hyphen,
# numbered pages, names that begin other names, files and their compressed form. Links are broken by
# programs that cut at a column, cut after a sign, or quote. Other links end their line, and the
# next line begins like a part of them. Brackets and commas follow links. Programs make HTML of
# broken text, people post the first half, and texts are posted again by others.
#
# --judge compares the verdicts of "trawl settle" with TRUTH, and prints four numbers: the links
# that have several readings, one of which is the meant URL; how many of these URLs were posted
# whole by another author in another thread; how many of those links are settled; and how many of
# all verdicts are wrong.

import random
import sqlite3
import sys

WORDS = ('about archive article author book bug build changes chapter cluster code common compiler config '
         'contact content data debug default demo design detail device disk docs download driver error '
         'example faq feature file filter format forum frame free game graph group guide header help history '
         'home host image index info install issue kernel keyboard language latest layer library license '
         'linux list local mail main manual memory menu message method mirror mobile model module music name '
         'network news node note object online open order package page paper parser patch people photo plan '
         'player policy press print process product program project public query random read record release '
         'report research resource review root rule sample schedule school science screen search section '
         'server service session shell site software sound source spec stable standard start status story '
         'style summary support system table team test text theme thread time tool topic tour trace update '
         'user version video view weather wiki window work world writer zone').split()
PROSE = ('the of and to in is that for it was on are as with they be at this have from or had by but some what '
         'there we can out other were all your when up use how said each she which their time will way about many').split()
AFTER = ['README.txt', 'Makefile', 'src/main.c', 'foo-1.2', '2.4.18', 'x86_64', 'lib/', 'and/or', 'e.g.', 'TODO',
         'man-pages', 'i386', 'v2', 'p.12', 'libc6', 'Manual', 'index', 'help', 'news']


class Web:
    """The URLs of pages that exist; those at the front are popular."""

    def __init__(self, chance, sites):
        self.chance, self.pages = chance, []
        for i in range(sites):
            host = f"http://{chance.choice(['www', 'ftp', 'people', 'docs', 'cs'])}.{self.word()}{i}.example/"
            self.pages.append(host)
            for _ in range(chance.randrange(2, 14)):
                self.pages += self.some(host)
        self.pages = list(dict.fromkeys(self.pages))
        chance.shuffle(self.pages)

    def word(self):
        return self.chance.choice(WORDS)

    def some(self, host):
        """Returns a page, and others that are like it."""
        c, w = self.chance, self.word
        folder = host + '/'.join(w() for _ in range(c.randrange(1, 5))) + '/'
        slug = c.choice('-_').join(w() for _ in range(c.randrange(2, 7)))
        kind = c.randrange(12)
        if kind < 4:
            return [folder + slug + c.choice(['.html', '.html', '.htm', '.txt', '.pdf', '/', ''])]
        if kind == 4:
            return [folder, folder + slug + '.html', folder + w(), folder + 'index', folder + 'v2/' + w() + '.html']
        if kind == 5:
            n = c.randrange(10000, 999999)
            return [f'{folder}bug.cgi?id={n}', f'{folder}bug.cgi?id={n // 10}', folder + str(n)]
        if kind == 6:
            name = w().title()
            return [folder + name, f'{folder}{name}Manual', f'{folder}{name}{w().title()}_({w()})']
        if kind == 7:
            return [f'{folder}{slug}.ps', f'{folder}{slug}.ps.gz']
        if kind == 8 and c.random() < .2:
            return [f'{folder}{slug}.html', f"{folder}{slug.replace('-', '')}.html"]
        if kind == 9:
            return [f'{folder}{slug}.html', f'{folder}{slug}.html#{w()}-{w()}']
        if kind == 10:
            return [f'{folder}{c.getrandbits(64):016x}/{slug}', folder + f'{c.randrange(9)},{c.randrange(9999)},00.html']
        return [f'{folder}view?{w()}={slug}&{w()}={c.randrange(99)}']

    def pick(self):
        return self.pages[int(len(self.pages) * self.chance.random() ** 3)]


class Mailbox:
    def __init__(self, chance, out, truth):
        self.chance, self.out, self.truth, self.number, self.recent = chance, out, truth, 0, []

    def prose(self, width):
        text = ''
        while len(text) < width - 8:
            text += self.chance.choice(PROSE) + ' '
        return text.rstrip()

    def put(self, author, url, body, above=None, html=False):
        self.number += 1
        name = f'{self.number}@mail.example'
        self.out.write(f'From {author}@people.example Thu Jan  1 00:00:00 2004\nFrom: {author}@people.example\n'
                       f'Message-ID: <{name}>\nDate: {1 + self.number % 28} Mar 2004 10:00:00 +0000\n'
                       f"Subject: {self.prose(30)}\n" + (f'In-Reply-To: <{above}>\n' if above else '') +
                       ('Content-Type: text/html\n' if html else '') + f'\n{body}\n\n')
        self.truth.write(f'{name}\t{url}\n')
        return name

    def cut(self, url, before):
        """Breaks before + url into lines as a program does. Returns None if it is not too long."""
        c, lines, text = self.chance, [], before + url
        width = c.choice([64, 68, 70, 72, 72, 72, 74, 76, 78])
        after_sign = c.random() < .6
        while len(text) > width:
            at = width
            if after_sign:
                at = max(text.rfind(s, 0, width) for s in '-/?&=_.') + 1
            if at <= len(before) + 12:
                at = width
            lines.append(text[:at])
            text = text[at:]
            before = ''
        return lines + [text] if lines else None

    def body(self, url):
        """Returns the text of a message, and true if it is HTML."""
        c, how = self.chance, self.chance.randrange(100)
        start = self.prose(c.randrange(9, 40)) + ' '
        end = '\n' + self.prose(60) + '\n' + self.prose(60)
        lines = self.cut(url, start)
        if how < 8:
            return f'{start}\n{url}\n{end}', False
        if how < 14:
            return f'{start}<URL:{url}>{end}', False
        if how < 20:
            return f'{start}<{url}>{end}', False
        if how < 26:
            return f'<p>{start}<a href="{url}">{c.choice([self.prose(20), url])}</a></p>', True
        if how < 50 and lines:
            return '\n'.join(lines) + end, False
        if how < 58 and lines:
            left, right = c.choice([('<', '>'), ('<URL:', '>')])
            whole = self.cut(left + url + right, '')
            return '\n'.join(whole or [left + url + right]) + end, False
        if how < 61 and lines:
            first = lines[0][len(start):]
            return f'<p>{start}<a href="{first}">{first}</a><br>{lines[1]}</p>', True
        if how < 72:
            return f'{start}\n{url}\n{c.choice(AFTER)} {self.prose(50)}', False
        if how < 75:
            return f'{start}{url}){end}', False
        if how < 78:
            return f'{start}{url},{c.choice(PROSE)} {self.prose(9)}{end}', False
        if how < 80:
            return f'{start}*{url}*{end}', False
        if how < 82:
            return f'{start}({url}){end}', False
        return f'{self.prose(12)} {url} {self.prose(12)}{end}', False

    def message(self, url, author):
        body, html = self.body(url)
        if self.chance.random() < .005 and not html and len(url) > 60:
            half = url[:self.chance.randrange(30, len(url) - 4)]
            self.put(f'half{author}', half, f'I cannot open {half} at all')
        name = self.put(author, url, body, html=html)
        if not html:
            self.recent = self.recent[-50:] + [(name, url, body, author)]
        if self.chance.random() < .3 and self.recent:
            above, url, body, _ = self.chance.choice(self.recent)
            quoted = '\n'.join('> ' + line for line in body.split('\n'))
            self.put(f'reader{self.chance.randrange(3000)}', url, f'{quoted}\n\n{self.prose(60)}', above)
        if self.chance.random() < .02 and self.recent:
            _, url, body, _ = self.chance.choice(self.recent)
            self.put(f'copy{self.chance.randrange(3000)}', url, body)


def write(messages, mailbox, truth, seed):
    chance = random.Random(seed)
    web = Web(chance, 30 + messages // 100)
    with open(mailbox, 'w') as out, open(truth, 'w') as known:
        box = Mailbox(chance, out, known)
        while box.number < messages:
            box.message(web.pick(), f'author{chance.randrange(3000)}')


def judge(truth, database):
    meant = dict(line.rstrip('\n').split('\t') for line in open(truth))
    db = sqlite3.connect(database)
    db.text_factory = lambda b: b.decode('utf-8', 'replace')
    readings, known, settled, right, wrong, part = 0, 0, 0, 0, 0, 0
    posted = {}
    for url, author, thread in db.execute(
            "SELECT u.url, p.address, coalesce(m.parent, m.id) FROM links l JOIN urls u ON u.id = l.url JOIN messages m ON"
            " m.id = l.message JOIN senders p ON p.id = m.sender JOIN contexts c ON c.id = l.context WHERE c.quote = 0 AND"
            " l.more IS NULL AND NOT EXISTS (SELECT 1 FROM readings r WHERE r.message = l.message AND r.n = l.n)"):
        posted.setdefault(url, set()).add((author, thread))
    verdicts = {(m, n): (k, how, url) for m, n, k, how, url in db.execute('SELECT message, n, k, how, url FROM settled')}
    kinds = {}
    for message, n, name, author, thread, scanned in db.execute(
            'SELECT DISTINCT r.message, r.n, m.message_id, p.address, coalesce(m.parent, m.id), u.url FROM readings r JOIN'
            ' links l ON l.message = r.message AND l.n = r.n JOIN urls u ON u.id = l.url JOIN messages m ON'
            ' m.id = r.message JOIN senders p ON p.id = m.sender'):
        url = meant[name]
        others = db.execute('SELECT url, why FROM readings WHERE message = ? AND n = ? ORDER BY k', (message, n)).fetchall()
        verdict = verdicts.get((message, n))
        is_there = url == scanned or url in [o[0] for o in others]
        tally = kinds.setdefault(others[0][1], [0, 0, 0, 0, 0])
        has = is_there and any(a != author and t != thread for a, t in posted.get(url, ()))
        tally[0] += is_there
        tally[1] += has
        tally[2] += has and verdict is not None
        tally[3] += verdict is not None
        bad = verdict is not None and verdict[2] != url and not (verdict[1] == 'prefix' and url.startswith(verdict[2]))
        tally[4] += bad
        if bad and '-v' in sys.argv:
            print('wrong', name, verdict, 'meant', url)
        if has and verdict is None and '-u' in sys.argv:
            print('open', name, 'scanned', scanned, 'others', others, 'meant', url)
    total = [sum(t[i] for t in kinds.values()) for i in range(5)]
    print('kind\treadings\tposted whole\tsettled\tshare\tall verdicts\twrong')
    for kind, t in sorted(kinds.items()) + [('all', total)]:
        print(kind, t[0], t[1], t[2], f'{100 * t[2] / max(t[1], 1):.1f} %', t[3], t[4], sep='\t')


if sys.argv[1] == '--judge':
    judge(sys.argv[2], sys.argv[3])
else:
    write(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 1)
