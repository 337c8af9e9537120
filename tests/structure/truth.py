"""truth.py - documents whose headings, terms and items are known without labels by hand

Each function takes the path of a document and returns its plain text, as lines, and a label for each
line: 'heading', 'term', 'item', 'text' (none of these), or None where nothing is known. Returns None
for a document that proves nothing.
"""
import gzip
import html.parser
import re
import subprocess

USUAL = re.compile(r'(abstract|status of this memo|(table of )?contents|copyright.*|acknowledge?ments?|'
                   r'authors?.{0,3} address(es)?|.*references|introduction|index|notices?|overview|'
                   r'full copyright statement|intellectual property.*|(list of )?(figures|tables)|'
                   r'editors?.{0,3} address(es)?|contributors?|disclaimer|history)$', re.I)


def read(path):
    data = (gzip.open if path.endswith('.gz') else open)(path, 'rb').read()
    return data.decode('utf-8', 'surrogateescape')


def indent(line):
    return len(line) - len(line.lstrip())


def words(text):
    """Returns a text's words, for comparing a title with a line."""
    return ' '.join(re.findall(r'\w+', text.lower()))


# ---- RFCs: the contents name the chapters ----

ENTRY = re.compile(r'\s*((?:Appendix )?[0-9A-Z](?:\d*\.)*\d*\.?)\s+(\S.*?)\s*(?:\.[ .]*\.|\s{3,})\s*\d+$')


def rfc(path):
    """The contents are left out, so that the rows have to find the chapters without them."""
    lines = read(path).replace('\r', '').split('\n')
    start = next((i for i, l in enumerate(lines) if re.match(r'\s*table of contents\W*$', l, re.I)), None)
    if start is None:
        return None
    entries, last = {}, start
    for i in range(start + 1, min(start + 250, len(lines))):
        m = ENTRY.match(lines[i])
        if m:
            entries[m[1].replace('Appendix ', '').rstrip('.'), words(m[2])] = i
            last = i
        elif i > last + 14 or re.match(r'1\.?\s+\S.*[a-z)]$', lines[i]):
            break
    depth = max((n.count('.') for n, _ in entries), default=0)
    text = lines[:start] + lines[last + 1:]
    labels, found = [], set()
    for line in text:
        m = re.match(r'\s{0,8}((?:Appendix )?[0-9A-Z](?:\d*\.)*\d*)[.:]?\s+(\S.*)', line)
        key = (m[1].replace('Appendix ', '').rstrip('.'), words(m[2])) if m else None
        if key in entries:
            found.add(key)
            labels.append('heading')
        elif USUAL.match(line.strip().rstrip(':.')) or (m and key[0].count('.') > depth):
            labels.append(None)
        else:
            labels.append('text')
    # The contents may lack headings: only a line with others above or below is surely not one.
    first = next((i for i, l in enumerate(labels) if l == 'heading'), len(labels))
    for i, line in enumerate(text):
        alone = not (i and text[i - 1].strip()) and not (i + 1 < len(text) and text[i + 1].strip())
        if i < first or (labels[i] == 'text' and alone):
            labels[i] = None
    return (text, labels) if len(found) > 3 and len(found) * 10 >= len(entries) * 9 else None


# ---- Manual pages: the source marks headings, terms and items ----

class Manual(html.parser.HTMLParser):
    """Collects the titles, terms and items of mandoc's HTML, in order."""

    def __init__(self):
        super().__init__()
        self.found, self.kind, self.text = [], None, ''

    def handle_starttag(self, tag, attrs):
        kind = {'h1': 'heading', 'h2': 'heading', 'dt': 'term', 'li': 'item'}.get(tag)
        if kind and (kind != 'heading' or dict(attrs).get('class') in ('Sh', 'Ss')):
            self.kind, self.text = kind, ''

    def handle_endtag(self, tag):
        if self.kind and tag in ('h1', 'h2', 'dt', 'li', 'p'):
            self.found.append((self.kind, words(self.text)))
            self.kind = None

    def handle_data(self, data):
        self.text += data if self.kind else ''


def output(command, data):
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode('utf-8', 'replace')


def manual(path):
    source = read(path).encode('utf-8', 'surrogateescape')
    if len(source) > 100000 or source.lstrip().startswith(b'.so '):
        return None
    page = Manual()
    page.feed(output(['mandoc', '-T', 'html', '-O', 'fragment'], source))
    text = re.sub('.\b', '', output(['mandoc', '-T', 'utf8', '-O', 'width=80'], source)).split('\n')
    labels, at = ['text'] * len(text), 0
    for kind, title in page.found:
        head = title[:24]
        to = next((i for i in range(at, min(at + 200, len(text)))
                   if head and (words(text[i]) == title if kind == 'heading' else
                                words(text[i]).startswith(head))), None)
        if to is None:
            return None
        labels[to], at = kind, to + 1
    # Some sources indent a definition without saying that it is one.
    for i, line in enumerate(text[:-1]):
        if labels[i] == 'text' and indent(text[i + 1]) > indent(line):
            labels[i] = None
    return (text, labels) if page.found else None


def perl(path):
    """Perl's documents: "=head1", "=item"."""
    source = read(path)
    marks = re.findall(r'^=(head\d|item)[ \t]+(.*)', source, re.M)
    text = output(['pod2text', '-', '-'][:1], source.encode('utf-8', 'surrogateescape')).split('\n')
    labels, at = ['text'] * len(text), 0
    for mark, title in marks:
        title = re.sub(r'[A-Z]<+ ?|(?<!-)>', '', title)
        sign = re.match(r'(\*|\d+\.?|o|-)?(\s|$)', title)
        kind = 'heading' if mark != 'item' else 'item' if sign and sign[1] else 'term'
        need = words(title)[:20]
        to = next((i for i in range(at, min(at + 300, len(text))) if need and words(text[i])[:20] == need), None)
        if to is None and need:
            return None
        if need:
            labels[to], at = kind, to + 1
        elif kind == 'item':
            to = next((i for i in range(at, len(text)) if text[i].lstrip()[:1] == '*'), None)
            if to is None:
                return None
            labels[to], at = kind, to + 1
    return (text, labels) if len(marks) > 3 else None


# ---- Markdown and reStructuredText ----

INLINE = [(re.compile(r'!?\[([^\]]*)\]\([^)]*\)'), r'\1'), (re.compile(r'!?\[([^\]]*)\]\[[^\]]*\]'), r'\1'),
          (re.compile(r':[\w:]+:`([^`<]*)(?: <[^>]*>)?`'), r'\1'), (re.compile(r'`+([^`]*)`+_*'), r'\1'),
          (re.compile(r'\*\*([^*]+)\*\*'), r'\1')]


def without_marks(text):
    for form, to in INLINE:
        text = form.sub(to, text)
    return text


def markdown_parts(lines):
    """Returns for each line 'heading', 'under' (a rule below one), 'code', or 'text'."""
    parts, fence = [], None
    for line in lines:
        mark = re.match(r'\s*(```+|~~~+)', line)
        if fence or mark:
            parts.append('code')
            if mark and (not fence or mark[1].startswith(fence)):
                fence = None if fence else mark[1]
        elif re.match(r'#{1,6}\s+\S', line):
            parts.append('heading')
        elif re.match(r'(=+|-{2,})\s*$', line) and parts and parts[-1] == 'text':
            parts[-1:] = ['heading', 'under']
        else:
            parts.append('text' if line.strip() else 'blank')
    return parts


def rest_parts(lines):
    """As markdown_parts(), for reStructuredText."""
    parts, code = [], None
    for i, line in enumerate(lines):
        rule = re.match(r'([=\-~^"\'`#*+:.])\1{2,}\s*$', line)
        if code is not None and (indent(line) > code or not line.strip()):
            parts.append('code')
        elif rule and parts and parts[-1] == 'text' and lines[i - 1].strip() and \
                len(line.rstrip()) + 1 >= len(lines[i - 1].strip()) and \
                (i < 2 or not parts[-2] == 'text'):
            code, parts[-1:] = None, ['heading', 'under']
            if len(parts) > 2 and lines[i - 2].rstrip() == line.rstrip():
                parts[-3] = 'under'
        else:
            code = indent(line) if re.match(r'\s*\.\. ', line) or line.rstrip().endswith('::') else None
            parts.append('code' if re.match(r'\s*\.\. ', line) else
                         'under' if rule else 'text' if line.strip() else 'blank')
    return parts


def parts_of(path):
    lines = read(path).replace('\r', '').expandtabs(8).split('\n')
    return lines, (rest_parts if '.rst' in path else markdown_parts)(lines)


def label(part, line):
    if part == 'heading':
        return part
    if part == 'text' and not re.match(r'\*\*.*\*\*\s*$', line):
        return 'item' if re.match(r'\s*([-*+]|\d+[.)]|[a-z]\))\s', line) else 'text'
    return None


def markup(path):
    """The document as it is."""
    lines, parts = parts_of(path)
    return (lines, list(map(label, parts, lines))) if parts.count('heading') > 2 else None


def stripped(path):
    """The document without the marks of its headings and words, as people write plain text."""
    lines, parts = parts_of(path)
    if parts.count('heading') < 3 or sum('<' in l or '|' in l for l in lines) * 8 > len(lines):
        return None
    text, labels = [], []
    for line, part in zip(lines, parts):
        if part == 'heading':
            line = re.sub(r'^#+\s+|\s+#+\s*$', '', line).strip()
        if part == 'code' and re.match(r'\s*(```|~~~|\.\. |:\w+:)', line):
            continue
        if part != 'under':
            text.append('    ' + line if part == 'code' and '.md' in path else without_marks(line))
            labels.append(label(part, line))
    return text, labels


def converted(path):
    """PATH.txt is a text that later became PATH.md or PATH.rst, whose headings are those of the text."""
    later = re.sub(r'txt$', 'md', path)
    try:
        lines, parts = parts_of(later)
    except FileNotFoundError:
        lines, parts = parts_of(re.sub(r'txt$', 'rst', path))
    known = {}
    for line, part in zip(lines, parts):
        title = words(re.sub(r'^#+', '', without_marks(line)))
        known[title] = 'heading' if part == 'heading' else known.get(title) or label(part, line)
    text = read(path).replace('\r', '').split('\n')
    labels, seen = [], set()
    for i, line in enumerate(text):
        title = words(line)
        again = title in seen and known.get(title) == 'heading'
        labels.append(None if not title or again else known.get(title))
        seen.add(title)
    n = sum(l == 'heading' for l in labels)
    return (text, labels) if n > 2 and n * 10 >= parts.count('heading') * 7 else None


# ---- Changelogs ----

def debian(path):
    text = read(path).split('\n')
    heads = [bool(re.match(r'\S+ \([^)]+\) .*urgency=', l)) for l in text]
    if sum(heads) < 2:
        return None
    return text, ['heading' if h or re.match(r'\s+\[ .* \]$', l) else 'item' if re.match(r' +[-*+] ', l) else
                  'text' for h, l in zip(heads, text)]


def changelog(path):
    text = read(path).split('\n')
    heads = [bool(re.match(r'(\d{4}-\d\d-\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+).*<\S+@', l)) for l in text]
    if sum(heads) < 3:
        return None
    return text, ['heading' if h else None if l[:1].strip() else 'item' if re.match(r'\s+[-*+] ', l) else 'text'
                  for h, l in zip(heads, text)]


# The kinds: what reads a document, what it proves, what its path has, and where such documents are.
KINDS = {
    'rfc': (rfc, 'heading', r'rfc\d+\.txt', ['/usr/share/doc/RFC']),
    'manual': (manual, 'heading term', r'/man[1-8]/[^/]+\.\d\w*(\.gz)?$', ['/usr/share/man']),
    'perl': (perl, 'heading term item', r'\.(pod|pm)$', ['/usr/share/perl', '/usr/share/perl5', '/usr/lib']),
    'markup': (markup, 'heading item', r'\.(md|rst)$', ['/usr/share/doc', '/usr/lib', '/usr/share']),
    'stripped': (stripped, 'heading item', r'\.(md|rst)$', ['/usr/share/doc', '/usr/lib', '/usr/share']),
    'converted': (converted, 'heading', r'\.txt$', []),
    'debian': (debian, 'heading item', r'changelog\.Debian\.gz$', ['/usr/share/doc']),
    'changelog': (changelog, 'heading item', r'(?i)changelog(\.gz|\.txt|-\d+)?$', ['/usr/share/doc']),
}
