"""rules_page.py - checks the pages doc/rules*.md: their examples, and that their numbers are those
of the code

    rules_page.py TRAWL examples|numbers|index

An example is an item "- `text` → result", where the result is what trawl finds, as the page
explains. Items of rules that compare two URLs, of gateways and of hypertext have forms of their
own. Items without an arrow are not checked. testdata/spec/zones.txt has more examples. Prints what differs, and exits with 1 if anything does.
"index" prints the table of all rules for doc/rules.md.
"""
import glob
import html
import json
import re
import subprocess
import sys

RULE = re.compile(r'^(?:\*\*([RDMCEF]\d+)\.)')
CODE = re.compile(r'(`+) ?(.+?) ?\1(?!`)')
KINDS = 'wrap|angle|addr|msgid|bare|www|email|domain|hdr|html|osc8'
HEAD = 'From: a@a.example\nSubject: x\n'
# What a word before an example's text puts around the text.
AROUND = {'': '%s',
          'quoted-printable': HEAD + 'Content-Transfer-Encoding: quoted-printable\n\n%s\n',
          'quoted-printable armscii-8':
              HEAD + 'Content-Type: text/plain; charset=armscii-8\nContent-Transfer-Encoding: quoted-printable\n\n%s\n',
          'quoted-printable iso-8859-1':
              HEAD + 'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n%s\n',
          'mailbox': 'From a Fri Nov 20 10:00:00 2026\nFrom: a\n\n%s',
          'delsp=yes': HEAD + 'Content-Type: text/plain; format=flowed; delsp=yes\n\n%s\n',
          'delsp=no': HEAD + 'Content-Type: text/plain; format=flowed; delsp=no\n\n%s\n',
          'message': 'From: a\nSubject: x\n\n%s\n',
          'message of an answer': 'From: a\nSubject: Re: x\n\n%s\n',
          'page': HEAD + 'Content-Type: text/html\n\n%s\n',
          'page of an answer': HEAD + 'In-Reply-To: <1@a.example>\nContent-Type: text/html\n\n%s\n',
          'clear-signed': '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n%s\n-----BEGIN PGP SIGNATURE-----\n'
                          '\nabcd\n-----END PGP SIGNATURE-----\n'}


def read(name):
    with open(name, encoding='utf-8', errors='replace') as file:
        return file.read()


# The list of the rules comes first.
PAGES = ['doc/rules.md', *(f'doc/rules-{part}.md' for part in ('text', 'urls', 'mail', 'html'))]


def page():
    """Returns the text of all pages."""
    return '\n'.join(read(name) for name in PAGES)


def items(text):
    """Yields each item of a list, on one line, with the number of the rule that it is in."""
    rule, item = '', ''
    for line in text.split('\n') + ['']:
        found = RULE.match(line)
        if line.startswith('#'):
            rule = ''
        if item and not (line.startswith('  ') and line.strip()):
            yield rule, item
            item = ''
        if found:
            rule = found.group(1)
        if line.startswith('- '):
            item = line[2:]
        elif item:
            item += ' ' + line.strip()


def plain(text, rule):
    text = re.sub(r'\[U\+([0-9A-F]{4,6})\]', lambda m: chr(int(m.group(1), 16)), text)
    return text if rule == 'M9' else text.replace('\\n', '\n').replace('\\s', ' ')


def run(trawl, arguments, text, status=False):
    done = subprocess.run([trawl, *arguments], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode if status else done.stdout.decode()


def text_of(left, rule):
    """Returns the text of "`a`", or of "`a`, then 99 times `b`, and `c`", and the word before it."""
    codes = list(re.finditer(r'(?:(\d+) times )?(`+) ?(.+?) ?\2(?!`)', left))
    if not codes:
        return '', '?'
    text = ''.join(int(code.group(1) or 1) * code.group(3) for code in (codes if ' times ' in left else codes[:1]))
    text = plain(text, rule)
    return re.sub(r' ?ESC ?', '\x1b', text), left[:codes[0].start()].strip()


def found(trawl, options, text):
    """Returns the links that trawl finds: the kind, the URL, the other readings, the flags, the quote's depth, the zone."""
    links = [json.loads(line) for line in run(trawl, [*options, '-t', 'json'], text).split('\n') if line.startswith('{"url"')]
    return [(a['kind'], a['url'], [(b['url'], b['why']) for b in a['alt']], a['flags'], a['quote'], a.get('zone'))
            for a in links]


def same(link, part, all_readings, rule):
    """Compares a link with "bare URL or URL, flag `x`". Readings that only some formats have (R37) may be left out."""
    quote, flag, zone = (re.search(r', %s `?([\w-]+)`?(?:, |$)' % name, part) for name in ('quote', 'flag', 'zone'))
    kind, _, urls = re.sub(r'(?:, (?:quote|flag|zone) [^\s,]+)+$', '', part).partition(' ')
    urls = [plain(url, rule) for url in re.split(r',? or ', urls)]
    readings = [url for url, why in link[2] if all_readings or url in urls or why not in ('end', 'punctuation')]
    return (link[0] == kind and [link[1], *readings] == urls and (not quote or link[4] == int(quote.group(1)))
            and (not flag or flag.group(1) in link[3]) and (not zone or zone.group(1) == link[5]))


def find(trawl, rule, item):
    """Checks what trawl finds; returns what differs, or '', or None for an item of another form."""
    left, _, right = item.partition(' → ')
    text, word = text_of(left, rule)
    options = ' '.join(re.findall(r'`(-[^`]*)`\)', item)).split()
    right = re.sub(r' \(`-[^`]*`\)', '', right)
    if not right or not (right.startswith('∅') or re.match(rf'({KINDS}) \S', right)) or word not in AROUND:
        return None
    if rule[0] == 'D' and 'profile `mail`' not in left:
        options += ['--profile=uts58', '--find=url,email,domain', '--domains=all']
    elif 'profile `mail`' in left:
        options += ['--find=+domain']
    if rule in ('E2', 'E3'):
        options, text = options + ['-f', 'mail'], text + '\n\n'
    elif rule in ('E14', 'E20'):
        options += ['-f', 'html']
    got = found(trawl, ['--uniq=none', *[a for a in options if a not in ('-t', 'json')]], AROUND[word] % text)
    wanted = right.split('; ') if right[0] != '∅' else []
    good = len(got) == len(wanted) and ('status 2' not in right or run(trawl, options, text, True) == 2)
    good = good and all(same(link, part, '-t json' in item, rule) for link, part in zip(got, wanted))
    return '' if good else f'got {got}'


def resolve(trawl, item):
    """Checks an item of the form: `../z` on `x://g/a` gives `x://g/z`[, by the letter of RFC 1630
    `x://g/a//b/z`]"""
    codes = [m.group(2) for m in CODE.finditer(item)]
    if ' on `' not in item:
        if 'canonical form' in item:
            got = run(trawl, ['check', '-t', 'canonical', codes[0]], '').strip()
            return '' if got == codes[1] else f'got {got}'
        return None
    got = [run(trawl, ['resolve', *rule, codes[1], codes[0]], '').strip() for rule in ([], ['--rule', '1630'])]
    return '' if got[:len(codes) - 2] == codes[2:] else f'got {got}'


def mismatch(trawl, item):
    left, _, right = item.partition(' → ')
    texts, url = left.rsplit(' to `', 1)
    url = re.sub(r'`.*', '', url)
    for text in (m.group(2) for m in CODE.finditer(texts)):
        got = run(trawl, ['-f', 'html', '-t', 'json', '--headers', 'all'],
                  f'<a href="{html.escape(url)}">{html.escape(text)}</a>')
        if ('"mismatch"' in got) != (right == 'mismatch'):
            return f'{text}: {got}'
    return ''


def gateway(trawl, item):
    codes = [m.group(2) for m in CODE.finditer(item)]
    link = json.loads(run(trawl, ['-t', 'json'], f'<{codes[0]}>').split('\n')[0])
    field = 'inner' if 'inner URL' in item else 'target'
    wanted = None if 'no target' in item else codes[1]
    return '' if link.get(field) == wanted else f'got {link.get(field)}'


def refanged(trawl, item):
    left, _, right = item.partition(' → ')
    for text in (m.group(2) for m in CODE.finditer(left)):
        got = '; '.join(f'{link[0]} {link[1]}' for link in found(trawl, ['--refang'], text)) or '∅'
        if got != right:
            return f'{text}: got {got}'
    return ''


def live(trawl, item):
    """Compares the hrefs of the page with those of the item; "dead" means none."""
    left, _, right = item.partition(' → ')
    text, word = text_of(left, '')
    if not right or word or not re.match(r'dead|`|\d+ anchors', right):
        return None
    for clause in right.split('; '):
        options = re.match(r'with `(--live [^`]*)` ', clause)
        if options:
            clause = clause[options.end():]
        written = run(trawl, ['-t', 'html', *(options.group(1).split() if options else [])], text)
        hrefs = [html.unescape(href) for href in re.findall(r'<a href="([^"]*)"', written)]
        codes = [m.group(2) for m in CODE.finditer(clause)]
        if re.match(r'\d+ anchors', clause) and len(hrefs) != int(clause.split()[0]):
            return f'got {len(hrefs)} anchors'
        if clause.startswith('dead') and hrefs or clause.startswith('`') and set(hrefs) != {codes[0]}:
            return f'got {hrefs}'
        shown = html.unescape(re.sub(r'<[^>]*>', '', written))
        missing = [code for code in codes[clause.startswith('`'):] if code not in shown]
        if missing:
            return f'{missing} not in {shown}'
    return ''


def examples(trawl):
    checked = failed = 0
    for rule, item in items(page() + read('testdata/spec/zones.txt')):
        if not rule:
            continue
        if rule == 'E17':
            wrong = mismatch(trawl, item) if ' to `' in item and ' → ' in item else None
        elif rule == 'E18':
            wrong = gateway(trawl, item) if ' → ' in item else None
        elif rule == 'E19':
            wrong = refanged(trawl, item) if ' → ' in item else None
        elif rule[0] == 'F':
            wrong = live(trawl, item)
        elif rule[0] == 'C':
            wrong = resolve(trawl, item) if ' → ' not in item else find(trawl, rule, item)
        else:
            wrong = find(trawl, rule, item)
        checked += wrong is not None
        failed += bool(wrong)
        if wrong:
            print(f'{rule}: {item}\n    {wrong}')
        elif wrong is None and '→' in item:
            print(f'{rule}: not an example: {item}')
            failed += 1
    print(f'{checked} examples')
    return failed


# ---- Numbers ----


def rules(text):
    """Returns each rule as (number, title, group, its text), in the order of the pages."""
    found, group = [], ''
    for line in text.split('\n'):
        start = re.match(r'\*\*([RDMCEF]\d+)\. ', line)
        if line.startswith('#'):
            group = line.lstrip('# ')
            found.append(['', '', group, ''])
        if start:
            found.append([start.group(1), '', group, ''])
        if found:
            found[-1][3] += line + '\n'
    found = [rule for rule in found if rule[0]]
    for rule in found:
        title = re.match(r'\*\*\w+\. (.*?)\*\*', rule[3], re.S)
        rule[1] = re.sub(r'\s+', ' ', title.group(1)).rstrip('.,:') if title else ''
    return found


def index(text):
    """Returns the table at the top of the first page."""
    rows = ['| rule | title | group |', '|---|---|---|']
    for number, title, group, _ in sorted(rules(text), key=lambda rule: ('RDMCEF'.index(rule[0][0]), int(rule[0][1:]))):
        slug = re.sub(r'[^\w -]', '', group.lower()).replace(' ', '-')
        home = next(name[4:] for name in PAGES if f'<a id="{number.lower()}"></a>' in read(name))
        home = '' if home == 'rules.md' else home
        rows.append(f'| [{number}]({home}#{number.lower()}) | {title} | [{group}]({home}#{slug}) |')
    return '\n'.join(rows) + '\n'


def numbers():
    """Compares the numbers of the pages with those of the code; checks the form of each rule."""
    text, wrong = page(), []
    known = [rule[0] for rule in rules(text)]
    source = ''.join(read(name) for name in sorted(glob.glob('src/**/*.[ch]', recursive=True)))
    tests = ''.join(read(name) for name in glob.glob('tests/**/t_*.*', recursive=True) + glob.glob('testdata/mail/*.links'))
    cited = set(re.findall(r'(?<![\w+\\%-])[RDMF][1-9]\d?(?![\w+-])', source))
    cited |= set(re.findall(r'(?<![\w+\\%-])[CE][1-9]\d?(?![\w+-])', source + tests))
    noted = set(re.findall(r'"([RDMCEF][1-9]\d?)"|RULE\(([RDMCEF]\d+)\)|X\((\w\d+)\)|\(([RDMCEF][1-9]\d?)\)', source))
    switched = set(re.findall(r'X\(([RDMC]\d+)\)', source))
    gone = re.search(r'(?ms)^## Numbers no longer used\n(.*)', text)
    gone = re.findall(r'([RMCEF]\d+(?:(?:, | and )[RMCEF]\d+)*) into', gone.group(1)) if gone else []
    old = {number for some in gone for number in re.findall(r'\w\d+', some)}
    wrong += [f'{rule}: no code cites it' for rule in known if rule not in cited]
    wrong += [f'{rule}: not a rule of the pages' for rule in sorted({a for group in noted for a in group if a} - set(known))]
    wrong += [f'{rule}: twice' for rule in sorted(set(known)) if known.count(rule) > 1]
    wrong += [f'{rule}: used and no longer used' for rule in sorted(old & set(known))]
    for rule, title, _, body in rules(text):
        if f'<a id="{rule.lower()}"></a>\n**{rule}.' not in text:
            wrong.append(f'{rule}: no anchor above it')
        if len(re.findall(r'Why:\s', body)) != 1 or not title:
            wrong.append(f'{rule}: not one title and one reason')
        if rule in switched and len(re.findall(r'^Rate: ', body, re.M)) != 1:
            wrong.append(f'{rule}: not one rate')
        if '\n- `' not in body and '→' not in body and 'gives' not in body:
            wrong.append(f'{rule}: no example')
        if [line for line in body.split('\n\n') if line.count('\n') > 12 and not line.startswith(('|', '- ', '1.'))]:
            wrong.append(f'{rule}: a paragraph of more than 12 lines')
    if index(text) not in text:
        wrong.append('the index differs from the titles; "rules_page.py TRAWL index" prints it')
    print(*wrong, sep='\n')
    print(f'{len(known)} rules')
    return len(wrong)


def main(argv):
    if len(argv) != 3 or argv[2] not in ('examples', 'numbers', 'index'):
        sys.exit('usage: rules_page.py TRAWL examples|numbers|index')
    if argv[2] == 'index':
        print(index(page()), end='')
        return 0
    return (examples(argv[1]) if argv[2] == 'examples' else numbers()) > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
