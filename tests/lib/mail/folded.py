"""folded.py - random calendars, vCards and LDIF with folded lines, and where their links are

folded.py TRAWL SEED COUNT: makes COUNT inputs, each of about ten lines. An input is a file, a block
in a text or a message, quoted or not, or a part of a message. The maker folds lines itself, so it
knows the source bytes of each link; unfolded() reads each line back. In each input the command must
list these links and no others, and in each value alone the links of that value. Prints what
differs, at most ten inputs.
"""
import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, 'tests/support')
import each  # noqa: E402

NAMES = 'a ann lee joe news map docs www2 x-y'.split()
WORDS = 'the of and to in is you that he was for on are with his they at be this from'.split()


def unfolded(data, marks):
    return re.sub(rb'\r?\n' + re.escape(marks) + rb'[ \t]', b'', data[len(marks):]).rstrip(b'\r\n')


def unescaped(data):
    return re.sub(rb'\\(.)', lambda escape: b'\n' if escape[1] == b'n' else escape[1], data)


class Maker:
    """Collects the bytes of one input, and the links in it: URL, first byte, byte after the last."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.out = b''
        self.links = []
        self.values = []  # a value without its folds and escapes, and the URLs in it
        self.soft = True  # "=" may end a line
        self.end = self.random.choice([b'\n', b'\n', b'\r\n'])
        self.marks = b''
        self.number = 0

    def name(self):
        self.number += 1
        return f'{self.random.choice(NAMES)}{self.number}'

    def address(self):
        address = f'{self.name()}.{self.name()}@{self.name()}.example'
        return address, 'mailto:' + address

    def link(self, escaped=False):
        """Returns a link as written and as listed. If `escaped`, "," and ";" are written with a
        backslash."""
        if self.random.random() < 0.4:
            return self.address()
        path = '/'.join(self.name() for _ in range(self.random.randrange(4)))
        tail = self.random.choice(['', '', '', '?id=7&x=y', '#top', '.html', ';v=2', '?q=a,b'])
        url = f'http://{self.name()}.{self.name()}.example/{path}{tail}'
        return (url.replace(',', r'\,').replace(';', r'\;') if escaped else url), url

    def head(self):
        """Returns pieces of a property with links in its parameters, with an id, or in a group."""
        first, second = self.address(), self.address()
        return self.random.choice([
            [('ATTENDEE;CN="Lee, Ann";ROLE=CHAIR;SENT-BY="', None), (first[1], first[1]), ('":', None), (second[1], second[1])],
            [('ORGANIZER;CN=Ann Lee:', None), ('MAILTO:' + first[0], 'MAILTO:' + first[0])],
            [(f'UID:{first[0]}', None)],
            [(f'RELATED-TO;RELTYPE=PARENT:{first[0]}', None)],
            [(f'RECURRENCE-ID:{first[0]}', None)],
            [('item1.URL;type=pref:', None), self.link(True)],
            [('item2.EMAIL;type=INTERNET:', None), first],
            [('ATTACH;FMTTYPE=text/html:', None), self.link()],
        ])

    def value(self, ldif):
        """Returns pieces of a value: each is a text, and the URL if the text is a link."""
        pieces = []
        for _ in range(self.random.choice([1, 1, 2, 3])):
            pieces += [(' '.join(self.random.choices(WORDS, k=self.random.randrange(1, 5))) + ' ', None)]
            if self.random.random() < 0.3 and not ldif:
                pieces += [(self.random.choice([r'\, ', r'\; ', r'\n', r'\\ ', 'äö ', '日本 ']), None)]
            pieces += [self.link(not ldif), (' ', None)]
        if self.random.random() < 0.5:
            return [self.link(not ldif)]
        return pieces + [(self.random.choice(WORDS), None)]

    def line(self, text, end=True):
        self.out += self.marks + text.encode() + (self.end if end else b'')

    def folded(self, name, pieces, ldif=False):
        """Adds a line `name` with a value, folded at random bytes, and its links. The name is not
        folded in LDIF, as programs do not fold it."""
        data, places = name.encode(), []
        for text, url in pieces:
            start = len(data)
            data += text.encode()
            if url:
                places.append((url, start, len(data)))
        size = self.random.choice([3, 7, 20, 75])
        where, last, first = {}, len(name) if ldif else 0, len(self.out)
        self.out += self.marks
        for i in range(len(data)):
            if i > last and self.random.randrange(size) == 0 and (self.soft or data[i - 1:i] != b'='):
                self.out += self.end + self.marks + bytes([self.random.choice(b' ' if ldif else b' \t')])
                last = i
            where[i] = len(self.out)
            self.out += data[i:i + 1]
        self.out += self.end
        self.links += [(url, where[start], where[to - 1] + 1) for url, start, to in places]
        assert unfolded(self.out[first:], self.marks) == data
        if name and not name.startswith('x::'):
            self.values.append((data[len(name.encode()):] if ldif else unescaped(data[len(name.encode()):]), [url for url, _, _ in places]))

    def card(self):
        kind = self.random.choice(['VCARD', 'vcard', 'VCALENDAR', 'VEVENT', 'X-NOTE'])
        self.line(f'BEGIN:{kind}')
        inside = kind == 'VCALENDAR'
        if inside:
            self.line('BEGIN:VEVENT')
        for _ in range(self.random.randrange(1, 5)):
            name = self.random.choice(['URL:', 'NOTE:', 'X-A;TYPE=work:', 'DESCRIPTION;LANGUAGE=en:', ''])
            self.folded(name, self.value(False) if name else self.head())
        if inside:
            self.line('END:VEVENT')
            self.folded('X-URL:', self.value(False))
        self.line(f'END:{kind}')

    def entries(self):
        self.out += self.random.choice([b'', b'version: 1' + self.end, b'# extended LDIF' + self.end])
        for _ in range(self.random.randrange(1, 3)):
            self.folded('dn: cn=', [(f'{self.name()},dc=example', None)], True)
            for _ in range(self.random.randrange(1, 5)):
                name = self.random.choice(['labeledURI: ', 'mail: ', 'description: ', 'x;lang-de: ', '# '])
                self.folded(name, self.value(True), True)
            self.folded('x:: ', [(self.link()[0], None)], True)
            self.line('')

    def prose(self):
        """Adds lines that begin with one blank and are not folded."""
        self.line('See there:')
        for _ in range(self.random.randrange(3)):
            text, url = self.link()
            start = len(self.out) + len(self.marks) + 1
            self.line(' ' + text)
            self.links.append((url, start, start + len(text)))
        self.line('And so on.')

    def make(self):
        """Returns the end of the name of the file."""
        how = self.random.choice(['ldif', 'ics', 'part', 'text', 'text', 'mail'])
        self.soft = how != 'mail'  # in a message "=" at the end of a line may be a soft line break
        if how == 'ldif':
            self.entries()
            return how
        if how in ('part', 'mail'):
            kind = self.random.choice(['calendar', 'vcard']) if how == 'part' else 'plain'
            for line in ('Subject: x', 'Message-ID: <1@a.example>', f'Content-Type: text/{kind}; charset=utf-8', ''):
                self.line(line)
        if how in ('text', 'mail'):
            self.marks = self.random.choice([b'', b'', b'> ', b'>', b'>> ', b'> > '])
            self.prose()
        for _ in range(self.random.randrange(1, 3)):
            self.card()
        self.prose()
        return how


def run(folder, *command):
    return subprocess.run(command, stdout=subprocess.PIPE, cwd=folder, check=False).stdout


def found_in(trawl, folder):
    links = {}
    for line in run(folder, trawl, '-t', 'json', '--find', 'url,email', '.').splitlines():
        link = json.loads(line)
        if 'url' in link:
            spans = link['spans']
            links.setdefault(os.path.basename(link['file']), []).append((link['url'], spans[0][0], spans[-1][1]))
    return links


def count_other_values(trawl, values):
    """Returns in how many values, read alone, other links are found."""
    found = each.records_of(trawl, [value for value, _ in values], 'url,email', 'url')
    return sum(urls != [link['url'] for link in links] for (_, urls), links in zip(values, found, strict=True))


def text_of(page):
    """Returns the text of a page without its markup."""
    return html.unescape(re.sub(r'<[^>]*>', '', page.decode()))


def main(trawl, seed, count):
    trawl, wrong, total, shown = os.path.abspath(trawl), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        made = {}
        for i in range(count):
            maker = Maker(f'{seed}.{i}')
            name = f'{i}.{maker.make()}'
            made[name] = maker
            with open(os.path.join(folder, name), 'wb') as f:
                f.write(maker.out)
        found = found_in(trawl, folder)
        for name, maker in made.items():
            total += len(maker.links)
            if found.get(name, []) != maker.links:
                wrong += 1
                if wrong <= 10:
                    print(f'# {name}: wanted {maker.links}')
                    print(f'# got {found.get(name)}')
                    print(f'# {maker.out}')
        for name in list(made)[:100]:
            source = made[name].out
            page = run(folder, trawl, '-t', 'html', '-f', 'text', name)
            if source.isascii():
                shown += text_of(page).replace('\n', '').replace('\r', '') != source.decode().replace('\n', '').replace('\r', '')
            shown += run(folder, trawl, 'rewrite', '-f', 'text', '--untrack', name) != source
    values = [value for maker in made.values() for value in maker.values]
    other = count_other_values(trawl, values)
    print(f'# {count} inputs, {len(values)} values, {total} links, {wrong} inputs wrong, {other} values have others alone, {shown} shown wrong')
    return 1 if wrong or other or shown or total < count else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
