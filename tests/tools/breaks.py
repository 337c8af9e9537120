# breaks.py - collects URLs that mail programs broke, whose true form another copy proves
#
#     python3 tests/tools/breaks.py collect [--name NAME] ARCHIVE... >FILE
#     python3 tests/tools/breaks.py score [--trawl COMMAND] [--profile text|screen] [--join]
#                                         [--show N] [--outcome NAME] [--seed N] FILE...
#     python3 tests/tools/breaks.py signs FILE... >src/gen/evidence.tsv
#
# collect reads archives: mailboxes, Maildirs, folders of messages, and Git repositories of
# public-inbox or of mailboxes; files may be compressed with gzip. It finds two kinds of URLs at the
# end of a line, without brackets around them:
#     break   another copy has a longer URL, and the next lines hold the rest of it
#     end     another copy has the same URL, and shows that it is whole; a line with text follows
# A copy counts as whole in an href, in <...>, before text in its line, before an empty line or a
# line that begins with a URL, or at the end of a line of more than 90 columns. It must be in
# another message of the thread or, if the thread has none, of the archive. Links of gateways, such
# as Safe Links, show by their own end that they are whole. Prints one JSON object for each: source,
# id, program, kind, url (the true one), at (the byte of its first character in the lines), rows
# (lines that it fills), proof, lines (20 above, 10 below).
#
# score reads such files with trawl, and prints what became of the URLs: all, by source, by program
# and by class. Outcomes of a break:
#     whole    the first reading is true         offered  another reading is true
#     other    other readings or flags only      silent   the first line, without a flag
#     wrong    lines were joined to another URL than the true one
# Outcomes of an end: whole; doubted (the first reading is true, but other readings go on in the
# next line); wrong (lines were joined); other (another URL, without a join). With --show, prints N
# passages of --outcome instead, chosen at random.
#
# signs prints how often the URLs of such files went on after each set of signs, and how often they
# ended there. src/gen/evidence.py fits weights to this list. It needs build/tests/tools/signs.

import argparse
import bisect
import collections
import email
import gzip
import html.parser
import json
import os
import random
import re
import subprocess
import sys
import tempfile

# ---- Archives ----

FROM_LINE = re.compile(rb'(?:\A|(?<=\n\n)|(?<=\n\r\n))From \S[^\n]*\d{4}[^\n]*\n(?=[A-Za-z-]+:)')
HEADER = re.compile(rb'[A-Za-z][A-Za-z0-9-]*: ')
MAIL_FILE = re.compile(r'(?:\.(?:mbox|mbx|eml|txt)(?:\.gz)?|(?:^|/)(?:cur|new)/[^/]+|(?:^|/)(?:mbox|m))$')


def git(repository, *words, **options):
    environment = dict(os.environ, GIT_NO_LAZY_FETCH='1')
    return subprocess.run(['git', '--git-dir', repository, *words], env=environment, check=True,
                          stdout=subprocess.PIPE, **options).stdout


def git_objects(repository, names):
    """Yields the contents of objects of a repository, without those that it lacks."""
    with tempfile.TemporaryFile() as wanted:
        wanted.write(''.join(n + '\n' for n in names).encode())
        wanted.seek(0)
        process = subprocess.Popen(['git', '--git-dir', repository, 'cat-file', '--batch'], stdin=wanted,
                                   env=dict(os.environ, GIT_NO_LAZY_FETCH='1'), stdout=subprocess.PIPE)
        for line in process.stdout:
            words = line.split()
            if len(words) == 3 and words[1] == b'blob':
                yield process.stdout.read(int(words[2]))
                process.stdout.read(1)
        process.wait()


def git_files(repository):
    """Yields the mail files of a repository: in public-inbox of all commits, else of the last."""
    tree = git(repository, 'ls-tree', '-r', '-z', 'HEAD').decode(errors='replace').split('\0')[:-1]
    files = {path: about.split()[2] for about, path in (entry.split('\t', 1) for entry in tree)}
    if set(files) <= {'m', 'd'}:
        raw = git(repository, 'log', '--reverse', '--format=', '--raw', '--no-abbrev', '--diff-filter=AM', 'HEAD').decode()
        names = [line.split()[3] for line in raw.split('\n') if line.endswith('\tm')]
    else:
        names = [files[p] for p in sorted(files) if MAIL_FILE.search(p) and not (p.endswith('.gz') and p[:-3] in files)]
    yield from git_objects(repository, names)


def archive_files(path):
    """Yields the contents of the mail files of an archive."""
    if os.path.isdir(path):
        if any(os.path.isfile(os.path.join(path, g, 'HEAD')) for g in ('', '.git')):
            yield from git_files(path if os.path.isfile(os.path.join(path, 'HEAD')) else os.path.join(path, '.git'))
            return
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if MAIL_FILE.search(os.path.join(folder, name)):
                    with open(os.path.join(folder, name), 'rb') as f:
                        yield f.read()
    else:
        with open(path, 'rb') as f:
            yield f.read()


def messages_of(path):
    """Yields the bytes of the messages of an archive."""
    for data in archive_files(path):
        if data.startswith(b'\x1f\x8b'):
            data = gzip.decompress(data)
        starts = [(m.start(), m.end()) for m in FROM_LINE.finditer(data)]
        if starts and starts[0][0] == 0:
            ends = [s for s, _ in starts[1:]] + [len(data)]
            yield from (data[begin:end] for (_, begin), end in zip(starts, ends))
        elif HEADER.match(data):
            yield data


# ---- Messages ----

class Hrefs(html.parser.HTMLParser):
    """Collects the addresses of the links of a page."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found += [value for name, value in attributes if tag == 'a' and name == 'href' and value]


# Programs are known by the name that they write, else by the form of their message-ids.
PROGRAMS = (
    ('Thunderbird', r'Thunderbird|Icedove'), ('Outlook Express', r'Outlook Express'), ('Outlook', r'Outlook|Exchange'),
    ('Gnus', r'Gnus'), ('Mutt', r'Mutt'), ('Apple Mail', r'Apple Mail|iPhone|iPad'), ('Evolution', r'Evolution'),
    ('KMail', r'KMail|KNode'), ('Pine', r'Pine'), ('Eudora', r'Eudora|QUALCOMM'), ('Opera', r'Opera'),
    ('Sylpheed', r'Sylpheed|Claws'), ('Lotus Notes', r'Lotus|Notes'), ('SquirrelMail', r'SquirrelMail'),
    ('webmail', r'Horde|IMP|Roundcube|Zimbra|Yahoo|webmail|G2/1'), ('Mozilla', r'Mozilla|SeaMonkey|Netscape'),
)
IDS = (
    ('Gmail', r'@mail\.gmail\.com|@mail\.googlemail\.com'), ('Nabble', r'\.post@(?:n\d|talk)'),
    ('Mozilla', r'^<[0-9A-F]{8}\.\d{7}@|^<[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@'),
    ('Outlook', r'phx\.gbl|prod\.outlook\.com|\.exchangelabs\.com|^<[0-9a-f]{12}\$[0-9a-f]{8}\$|^<[0-9A-F]{30,}@'),
    ('Apple Mail', r'^<[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}@'), ('Evolution', r'\.camel@'),
    ('KMail', r'^<\d{12}\.\d+\.'), ('Pine', r'^<(?:Pine|alpine)\.'), ('Gnus', r'\.fsf@'),
    ('Mutt', r'^<\d{14}\.[A-Z]+\d'), ('Lotus Notes', r'^<OF[0-9A-F]+\.'), ('webmail', r'JavaMail|\.webmail|\.squirrel@|yahoo\.com'),
)


def program_of(message):
    named = ' '.join(str(message.get(field, '')) for field in ('User-Agent', 'X-Mailer', 'X-Newsreader'))
    for name, pattern in PROGRAMS:
        if re.search(pattern, named):
            return name
    for name, pattern in IDS:
        if re.search(pattern, str(message.get('Message-ID', ''))):
            return name
    return named.strip().split(' ')[0].split('/')[0] or 'unknown'


def subject_of(message):
    """Returns the subject without prefixes, or nothing if it is too short to identify a thread."""
    subject = re.sub(r'\s+', ' ', str(message.get('Subject', ''))).strip().lower()
    subject = re.sub(r'^(?:(?:re|aw|fwd?|sv|wg|antw)(?:\[\d+\])?:\s*|\[[^\]]*\]\s*)+', '', subject)
    return subject if len(subject) >= 8 else ''


def decode(part):
    data = part.get_payload(decode=True) or b''
    try:
        return data.decode(part.get_content_charset() or 'utf-8')
    except (LookupError, UnicodeDecodeError):
        return data.decode('latin-1')


class Message:
    def __init__(self, data):
        message = email.message_from_bytes(data)
        self.id = str(message.get('Message-ID', '')).strip()
        self.refs = re.findall(r'<[^<>\s]+>', f"{message.get('References', '')} {message.get('In-Reply-To', '')}")
        self.subject, self.program = subject_of(message), program_of(message)
        self.texts, self.hrefs = [], []
        for part in message.walk():
            kind = part.get_content_type()
            # DelSp=yes states where a line was cut: nothing is in doubt there.
            if kind == 'text/plain' and str(part.get_param('delsp', '')).lower() != 'yes':
                self.texts.append([line.rstrip() for line in decode(part).replace('\r\n', '\n').split('\n')])
            elif kind == 'text/html':
                parser = Hrefs()
                parser.feed(decode(part))
                self.hrefs += parser.found


def read_messages(paths):
    """Returns the messages of archives, each once."""
    messages, seen = [], set()
    for path in paths:
        for data in messages_of(path):
            message = Message(data)
            key = message.id or hash(data)
            if key not in seen:
                seen.add(key)
                messages.append(message)
    return messages


def threads_of(messages):
    """Returns the number of the thread of each message."""
    parent = {}

    def root(x):
        while parent.setdefault(x, x) != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x
    for n, m in enumerate(messages):
        for other in [m.id, *m.refs] + ([('subject', m.subject)] if m.subject else []):
            if other:
                parent[root(n)] = root(other)
    return [root(n) for n in range(len(messages))]


# ---- URLs ----

URL = re.compile(r'(?<![A-Za-z0-9])(?:https?|ftp)://[^\s<>"]+')
RUN = re.compile(r'[^\s<>"]+')
MARKS = re.compile(r'(?:[ \t]*(?:[A-Za-z]{1,4}>|[>|:#*%}+-]))*[ \t]*')
MARK_OR_BLANK = ' \t>|:#*%}+-'
# A line that may be the rest of a URL or a text of its own: a name with signs.
PIECE = re.compile(r'\S*[/.&=%?_]\S*[^\s.,;:!?]')
CLOSERS = {')': '(', ']': '[', '}': '{'}


def trim(url, left=''):
    """Returns the URL without the punctuation of the sentence around it; left is the character before it."""
    while url and (url[-1] in '.,;:!?\'"`' or url[-1] in CLOSERS and url.count(url[-1]) > url.count(CLOSERS[url[-1]])
                   or url[-1] == left and left in '*_|'):
        url = url[:-1]
    return url


def content(line):
    """Returns a line without its quote marks."""
    return line[MARKS.match(line).end():]


# Links of gateways, which show by themselves where they end: a copy without that end was cut, too,
# and proves nothing.
GATEWAYS = (
    (r'safelinks\.protection\.', r'\?url=[^&]+&(?:amp;)?data=[^&]+&(?:amp;)?sdata=[^&]+&(?:amp;)?reserved=0$'),
    (r'urldefense\.proofpoint\.com/v2', r'[?&]u=.*&(?:amp;)?e=$'), (r'urldefense\.(?:com|us)/v3', r'/v3/__.+__;[^$]*\$$'),
)
MOST_ROWS = 20


def proves(url):
    """Returns whether a URL may be the true one: it has a host, is not two URLs glued together, and
    is not a link of a gateway that was cut."""
    if not re.match(r'(?:https?|ftp)://[^/?#]*[^/?#.]\.[A-Za-z0-9]', url):
        return False
    if re.search(r'[^/=?&:+(%#_](?:https?|ftp)://', url):
        return False
    if re.search(r'[*-]$|\*\*|[\'`\\]|\.\.\.|…|&[lg]t;|[{}]|[\x00-\x20]|%0[aAdD]|[-_=*~]{5}', url):
        return False
    return all(re.search(end, url) for host, end in GATEWAYS if re.search(host, url))


def proof_of(lines, row, match):
    """Returns what shows that a URL at its place in a text is whole, or nothing."""
    line = lines[row]
    before, after = line[:match.start()], line[match.end():]
    if before.endswith(('<', '<URL:')):
        # "<http://a.example/b>-c": a program put brackets around what it took for a link.
        return 'brackets' if re.match(r'>(?:$|[\s.,;:!?)\]}])', after) else ''
    if after.strip():
        # "ann at example.org" is how some archives write an address.
        return 'text' if after[0].isspace() and not re.match(r'\s+(?:at\s+\S+\.|[<>|])', after) else ''
    if len(line) > 90:
        return 'wide'
    following = content(lines[row + 1]) if row + 1 < len(lines) else ''
    return 'empty' if not following.strip() else 'list' if URL.match(following) else ''


def piece_of(line, rest):
    """Returns where a line holds the rest of a URL, or a part that fills the line: (column,
    length), or nothing."""
    for column in range(min(MARKS.match(line).end(), len(line) - 1) + 1):
        run = RUN.match(line, column)
        if not run or column > 0 and line[column - 1] not in MARK_OR_BLANK:
            continue
        piece, ends = run.group(), run.end() == len(line)
        if rest in (piece, trim(piece)):
            # A short word with other words after it proves nothing.
            alone = ends or line[run.end()] == '>'
            return (column, len(rest)) if alone or not re.fullmatch(r"[A-Za-z'-]*|..?", rest) else None
        if ends and rest.startswith(piece):
            return column, len(piece)
    return None


def follow(lines, row, url, begun):
    """Returns the number of rows of a URL whose beginning ends the row; 0 if the next rows do not
    have the rest."""
    rest = url[len(begun):]
    for at in range(row + 1, len(lines)):
        piece = piece_of(lines[at], rest)
        if not piece:
            return 0
        rest = rest[piece[1]:]
        if not rest:
            return at - row + 1
    return 0


def follow_gateway(lines, row, begun):
    """Returns (URL, rows) of a gateway's link whose beginning ends the row, if the next rows complete it, or nothing."""
    whole = [end for host, end in GATEWAYS if re.search(host, begun)]
    for at in range(row + 1, min(row + MOST_ROWS, len(lines)) if whole else 0):
        run = RUN.match(lines[at].lstrip('>| \t'))
        if not run:
            return None
        begun += run.group()
        if re.search(whole[0], trim(begun)):
            return trim(begun), at - row + 1
        if not lines[at].endswith(run.group()):
            return None
    return None


# ---- Pairs ----

Place = collections.namedtuple('Place', 'message text row column begun')


class Pairs:
    """The URLs of the messages of an archive: whole ones, and those at the end of a line."""

    def __init__(self, messages):
        self.messages, self.threads = messages, threads_of(messages)
        self.whole = collections.defaultdict(dict)      # URL: {message: proof}
        self.by_thread = collections.defaultdict(set)   # thread: URLs
        self.places = []
        for n, message in enumerate(messages):
            for href in message.hrefs:
                self.add(n, trim(href), 'href')
            for t, lines in enumerate(message.texts):
                self.read(n, t, lines)
        self.sorted = sorted(self.whole)

    def add(self, n, url, proof):
        if proves(url):
            self.whole[url][n] = proof
            self.by_thread[self.threads[n]].add(url)

    def read(self, n, t, lines):
        for row, line in enumerate(lines):
            if '://' not in line:
                continue
            for match in URL.finditer(line):
                left = line[match.start() - 1:match.start()]
                proof = proof_of(lines, row, match)
                if proof:
                    self.add(n, trim(match.group(), left), proof)
                if match.end() == len(line) and left != '<' and not line[:match.start()].endswith('<URL:'):
                    self.places.append(Place(n, t, row, match.start(), match.group()))

    def copies(self, url, place):
        """Returns {message: proof} of those copies of a whole URL that prove something about a
        place."""
        return {n: proof for n, proof in self.whole.get(url, {}).items() if n != place.message or proof == 'href'}

    def longer(self, begun, place):
        """Yields the whole URLs with this beginning: those of the thread first, and of these the
        longest first."""
        thread = [u for u in self.by_thread[self.threads[place.message]] if u.startswith(begun) and u != begun]
        yield from sorted(thread, key=len, reverse=True)
        if len(begun) >= 20:
            first = bisect.bisect_right(self.sorted, begun)
            last = bisect.bisect_left(self.sorted, begun + '\U0010ffff')
            yield from sorted(self.sorted[first:min(last, first + 2000)], key=len, reverse=True)

    def find_break(self, place):
        """Returns the true URL and its rows for a place where a URL is broken, or nothing."""
        lines = self.messages[place.message].texts[place.text]
        gateway = follow_gateway(lines, place.row, place.begun)
        if gateway and proves(gateway[0]):
            return gateway
        for url in self.longer(place.begun, place):
            rows = follow(lines, place.row, url, place.begun)
            if rows and self.copies(url, place):
                return url, rows
        return None

    def is_glued(self, place, url):
        """Returns whether a longer URL may be two texts that a program glued together: the
        beginning alone is a URL, too."""
        rest = url[len(place.begun):]
        if rest.startswith('(') or place.begun.endswith('/') and re.fullmatch(r'[A-Za-z]{1,4}', rest):
            return True
        shorter = [n for n in self.copies(place.begun, place) if self.threads[n] == self.threads[place.message]]
        return bool(shorter) or url not in self.by_thread[self.threads[place.message]] and place.begun in self.whole

    def find_end(self, place, continued):
        """Returns the true URL of a place where a URL ends, or nothing."""
        lines = self.messages[place.message].texts[place.text]
        following = [content(text).strip() for text in lines[place.row + 1:place.row + 3]] + ['', '']
        if not following[0] or not following[1] and PIECE.fullmatch(following[0]):
            return None
        line = lines[place.row]
        url = trim(place.begun, line[place.column - 1:place.column])
        if url in continued or not self.copies(url, place):
            return None
        # If the thread has a longer URL that goes on inside a word, this copy may have been cut.
        thread = self.by_thread[self.threads[place.message]]
        return None if any(u.startswith(url) and u[len(url):][:1] not in ('', '/', '#', '?') for u in thread) else url

    def found(self):
        """Yields (place, kind, URL, rows) of all pairs."""
        broken = {place: self.find_break(place) for place in self.places}
        continued = {place.begun for place, pair in broken.items() if pair}
        for place, pair in broken.items():
            if pair and pair[0] not in continued and not self.is_glued(place, pair[0]):
                yield place, 'break', *pair
            elif not pair:
                url = self.find_end(place, continued)
                if url:
                    yield place, 'end', url, 1


# The shortest URL that counts, and the maximum number of passages with one URL and of one thread,
# since the mail of programs repeats itself.
LEAST, MOST_ALIKE, MOST_OF_THREAD = 12, 3, 10


def record(pairs, name, place, kind, url, rows):
    message = pairs.messages[place.message]
    lines, first = message.texts[place.text], max(0, place.row - 20)
    kept = lines[first:place.row + rows + 10]
    above = ''.join(line + '\n' for line in lines[first:place.row])
    at = len((above + lines[place.row][:place.column]).encode())
    copies = pairs.copies(url, place)
    near = [p for n, p in copies.items() if pairs.threads[n] == pairs.threads[place.message]]
    proof = 'thread ' + near[0] if near else 'archive ' + next(iter(copies.values())) if copies else 'itself'
    return {'source': name, 'id': message.id, 'program': message.program, 'kind': kind, 'url': url, 'at': at,
            'rows': rows, 'proof': proof, 'lines': kept}


def collect(arguments):
    name = arguments.name or os.path.basename(arguments.archive[0].rstrip('/'))
    pairs = Pairs(read_messages(arguments.archive))
    seen, alike = set(), collections.Counter()
    for place, kind, url, rows in pairs.found():
        lines = pairs.messages[place.message].texts[place.text]
        rest = tuple(lines[place.row:place.row + max(rows, 2)])
        thread = pairs.threads[place.message]
        if (len(url) >= LEAST and rest not in seen and alike[kind, url] < MOST_ALIKE
                and alike[kind, thread, None] < MOST_OF_THREAD):
            seen.add(rest)
            alike.update([(kind, url), (kind, thread, None)])
            print(json.dumps(record(pairs, name, place, kind, url, rows), ensure_ascii=False))


# ---- Score ----

def count_marks(text):
    return len(re.sub(r'[ \t]', '', text[:MARKS.match(text).end()]))


def classes_of(passage):
    """Yields the classes of a passage: the marks, the place of the break, the lines around it."""
    lines, url, rows = passage['lines'], passage['url'], passage['rows']
    above = '\n'.join(lines).encode()[:passage['at']].decode().split('\n')
    row, column = len(above) - 1, len(above[-1])
    begun = lines[row][column:] if passage['kind'] == 'break' else url
    rest, following = url[len(begun):], lines[row + 1]
    end = piece_of(following, rest)[0] if rest else len(following)
    marks = count_marks(following[:end]) - count_marks(lines[row][:column])
    if marks != 0:
        yield 'mark lost' if marks < 0 else 'more marks'
    if '@' in rest:
        yield '@ in the rest'
    around = lines[max(0, row - 5):row] + lines[row + rows:row + rows + 5]
    if max(map(len, around), default=0) > len(lines[row]):
        yield 'wider neighbour'
    last = begun[-1]
    yield ('after a hyphen' if last == '-' else 'after a slash' if last == '/'
           else 'after punctuation' if not last.isalnum()
           else 'before punctuation' if rest and not rest[0].isalnum() else 'in a word')
    if any(re.search(host, url) for host, _ in GATEWAYS):
        yield 'gateway'
    full = [len(text) for text in lines[row:row + rows - 1]]
    if full and max(full) - min(full) > 3:
        yield 'uneven fold'


def same(a, b):
    a, b = html.unescape(a), html.unescape(b)
    return a == b or trim(a) == trim(b)


def outcome_of(passage, link):
    """Returns what became of a URL; link is trawl's record, or nothing."""
    url, broken = passage['url'], passage['kind'] == 'break'
    if link is None:
        return 'silent' if broken else 'other'
    alts = [a['url'] for a in link.get('alt', [])]
    joined = len(link['spans']) > 1
    if same(link['url'], url):
        longer = any(html.unescape(a).startswith(html.unescape(trim(url))) and not same(a, url) for a in alts)
        return 'doubted' if not broken and longer else 'whole'
    if broken and any(same(a, url) for a in alts):
        return 'offered'
    if joined:
        return 'wrong'
    return 'other' if alts or link.get('flags') or not broken else 'silent'


def write_passages(passages, folder):
    """Writes each passage to a file, and returns their names."""
    names = [os.path.join(folder, f'{n:06}.txt') for n in range(len(passages))]
    for name, passage in zip(names, passages):
        with open(name, 'w', encoding='utf-8', errors='surrogateescape') as f:
            f.write('\n'.join(passage['lines']) + '\n')
    return names


def links_of(passages, command):
    """Returns for each passage trawl's record of the link at its place, or nothing."""
    found = [None] * len(passages)
    with tempfile.TemporaryDirectory() as folder:
        write_passages(passages, folder)
        fields = ['-t', 'json', '--fields', 'url,spans,flags,alt,file']
        run = subprocess.run([*command, '-j', '1', '-f', 'text', *fields, folder], stdout=subprocess.PIPE, check=False)
        if run.returncode not in (0, 1):
            sys.exit(f'breaks.py: {command[0]}: exit status {run.returncode}')
        for line in run.stdout.splitlines():
            link = json.loads(line)
            n = int(os.path.basename(link['file'])[:6])
            first, last = link['spans'][0]
            if found[n] is None and first <= passages[n]['at'] < last:
                found[n] = link
    return found


OUTCOMES = {'break': ('whole', 'offered', 'other', 'silent', 'wrong'), 'end': ('whole', 'doubted', 'other', 'wrong')}


def print_table(kind, groups):
    print(f'{kind + "s":24}{"number":>8}' + ''.join(f'{o:>10}' for o in OUTCOMES[kind]))
    for (sort, name), counts in groups:
        number = sum(counts.values())
        share = ''.join(f'{100 * counts[o] / number:>9.1f}%' for o in OUTCOMES[kind])
        print(f'{("  " if sort else "") + name:24.24}{number:>8}{share}')


def score(arguments):
    passages = [json.loads(line) for name in arguments.file for line in open(name, encoding='utf-8')]
    command = [*arguments.trawl.split(), '--profile', {'text': 'mail'}.get(arguments.profile, arguments.profile)]
    command += ['--join'] if arguments.join else []
    outcomes = [outcome_of(p, link) for p, link in zip(passages, links_of(passages, command))]
    if arguments.show:
        chosen = [p for p, o in zip(passages, outcomes) if arguments.outcome in (None, o, p['kind'] + ':' + o)]
        random.Random(arguments.seed).shuffle(chosen)
        for p in chosen[:arguments.show]:
            print(f"== {p['source']}, {p['program']}, {p['kind']} of {p['rows']} rows, {p['proof']}: {', '.join(classes_of(p))}")
            print(f"   {p['url']}", *p['lines'], sep='\n', end='\n\n')
        return
    for kind in OUTCOMES:
        groups = collections.defaultdict(collections.Counter)
        for passage, outcome in zip(passages, outcomes):
            if passage['kind'] == kind:
                for group in [(0, 'all'), (1, passage['source']), (2, passage['program'])] + [(3, c) for c in classes_of(passage)]:
                    groups[group][outcome] += 1
        if groups:
            print_table(kind, sorted(groups.items(), key=lambda g: (g[0][0], -sum(g[1].values()), g[0][1])))


# ---- Signs ----

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')


def signs(arguments):
    passages = [json.loads(line) for name in arguments.file for line in open(name, encoding='utf-8')]
    with open(os.path.join(ROOT, 'src/lib/find/join/inside.h'), encoding='ascii') as f:
        names = re.findall(r'^    BREAK_([A-Z_0-9]+)\b', f.read().split('enum break_sign {')[1].split('};')[0], re.M)
    used = subprocess.run([sys.executable, os.path.join(ROOT, 'src/gen/evidence.py'), '--signs'], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()
    counts = collections.defaultdict(lambda: [0, 0])
    with tempfile.TemporaryDirectory() as folder:
        files = write_passages(passages, folder)
        lines = ''.join(f"{passage['at']} {file}\n" for passage, file in zip(passages, files))
        run = subprocess.run([os.path.join(ROOT, 'build/tests/tools/signs')], input=lines, check=True,
                             stdout=subprocess.PIPE, text=True)
        for file, after, bits in {tuple(line.split('\t')) for line in run.stdout.splitlines()}:
            passage = passages[int(os.path.basename(file)[:6])]
            if int(after) <= passage['rows']:
                shown = ''.join('01'[int(bits, 16) >> names.index(name) & 1] for name in used)
                counts[shown][passage['kind'] == 'end' or int(after) == passage['rows']] += 1
    print('# What breaks after URLs show in mail, how often the URL went on, how often it ended:', *used)
    for shown in sorted(counts):
        print(shown, *counts[shown], sep='\t')


def main():
    parser = argparse.ArgumentParser(prog='breaks.py')
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser('collect')
    one.add_argument('--name')
    one.add_argument('archive', nargs='+')
    one.set_defaults(run=collect)
    two = commands.add_parser('score')
    two.add_argument('--trawl', default='build/trawl')
    two.add_argument('--profile', choices=('text', 'screen'), default='text')
    two.add_argument('--join', action='store_true')
    two.add_argument('--show', type=int, default=0)
    two.add_argument('--outcome')
    two.add_argument('--seed', type=int, default=1)
    two.add_argument('file', nargs='+')
    two.set_defaults(run=score)
    three = commands.add_parser('signs')
    three.add_argument('file', nargs='+')
    three.set_defaults(run=signs)
    arguments = parser.parse_args()
    arguments.run(arguments)


main()
