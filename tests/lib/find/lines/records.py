"""records.py - made tables in CSV, TSV and SQL, and the links of their fields

records.py TRAWL SEED ROWS [SHOWN]: makes ROWS rows of data and reads them back with Python's csv and with SQLite. A field
that is a link must be listed as it was made, and a field with text must have the links that it has alone; all at their
places in the table. Prints rows that differ, SHOWN of them and all that fail, and the rates.

At least 99 % of the rows of each format must be right. In at most 0.3 % of them, and only in rows
of three or more fields, may a link that is a field go on over the separator after it. At most 3 %
of the right links that are fields of rows with neighbours may have another reading. A link that
begins its row may go on where nothing shows a record, neither in the row nor beside it, if its field
is another reading. Wrong rows are allowed of these kinds: a row of two fields with numbers on both
sides of the comma, as in "http://a.example/?n=8,4319", since many URLs have such a comma themselves;
a row without a neighbour whose later fields are like the end of its query, "?n=8,12,40"; fields with
line breaks in quotes, whose lines are not rows; and links inside texts of rows without neighbours.
In most of these cases another reading of the link is the field.
"""
import csv
import io
import random
import re
import sqlite3
import sys

sys.path.insert(1, 'tests/support')
import each  # noqa: E402

WORDS = 'pear plum apple cherry news media report late early harbour list Zürich 日本 naïve'.split()
HOSTS = 'www.example.com a.example.org docs.example.net example.com x-y.example'.split()
EXACT = 99  # per cent of the rows of each format, at least
OVER = 0.3  # per cent of the rows of each format, at most
DOUBTED = 3  # per cent of the right links that are fields of rows with neighbours, at most


# ---- Fields ----

def words(rng, least, most):
    return ' '.join(rng.choices(WORDS, k=rng.randint(least, most)))


def made_url(rng):
    path = '/'.join(rng.choice(WORDS[:11]) + rng.choice(['', '', str(rng.randint(1, 999))]) for _ in range(rng.randint(0, 3)))
    tail = rng.choices(['', '.html', '?id=%d' % rng.randint(1, 999), '?q=%s&n=%d' % (rng.choice(WORDS[:11]), rng.randint(1, 9)),
                        '/', '#top', '?a=1,2,3', '/a;v=2', '?q=a%20b'], [40, 15, 15, 10, 5, 5, 3, 2, 5])[0]
    return rng.choice(['http://', 'https://']) + rng.choice(HOSTS) + '/' + path + tail


def made_address(rng):
    return '%s.%s@%s' % (rng.choice(WORDS[:11]), rng.choice(WORDS[:11]), rng.choice(HOSTS))


# Returns a field without links.
def plain(rng):
    return rng.choice([
        lambda: rng.choice(WORDS).upper()[:4],
        lambda: words(rng, 1, 4).capitalize(),
        lambda: '%d-%02d-%02d' % (rng.randint(2010, 2024), rng.randint(1, 12), rng.randint(1, 28)),
        lambda: '%d-%02d-%02d %02d:%02d' % (rng.randint(2010, 2024), rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59)),
        lambda: str(rng.randint(0, 9999)),
        lambda: '%.2f' % rng.uniform(0, 99),
        lambda: '',
        lambda: rng.choice(WORDS),
        lambda: words(rng, 1, 2) + rng.choice([', ', '; ', ' | ']) + words(rng, 1, 2),
        lambda: "the %s's \"%s\"" % (rng.choice(WORDS), words(rng, 1, 2)),
    ])()


# Returns a text with one link or two.
def prose(rng):
    link = rng.choice([made_url, made_url, made_address])
    return rng.choice(['See %s for more', 'see %s.', '%s, and later', 'the list (%s)', 'It is\n%s\nthere', "Ann's page, %s; old", "Ann's page: %s",
                       'a long text ' + words(rng, 1, 200) + "; it's at %s"]) % link(rng)


# Returns the rows of a table: (field, is it a link?)
def table(rng, count):
    width, kept = rng.randint(1, 6), rng.random() < 0.5
    at, link = rng.randint(0, width), rng.choices([made_url, made_address], [85, 15])[0]
    seeds = [rng.random() for _ in range(width)]
    texts = [rng.random() < 0.05 for _ in range(width)]
    rows = []
    for _ in range(count):
        row = []
        for k in range(width):
            # In half of the tables all fields of a column are of one kind.
            source = random.Random(seeds[k]) if kept else rng
            row.append((prose(rng) if texts[k] else plain(source), False))
        row.insert(at, (link(rng), True))
        rows.append(row)
    return rows


# ---- Tables as text: what they hold, and where ----

class Table:
    """A text, and its rows: (first byte, byte after the last, fields). A field is (value, is it a link?, first byte, quote)."""

    def __init__(self, form):
        self.form, self.text, self.rows = form, '', []

    def at(self):
        return len(self.text.encode())


def made_csv(rng, count, form, separator):
    rows = table(rng, count)
    made, out = io.StringIO(newline=''), Table(form)
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    writer = csv.writer(made, delimiter=separator, quoting=quoting, lineterminator=rng.choice(['\n', '\n', '\r\n']))
    writer.writerows([value for value, _ in row] for row in rows)
    text = made.getvalue()
    for row, read in zip(rows, csv.reader(io.StringIO(text, newline=''), delimiter=separator), strict=True):
        start, fields = out.at(), []
        for (_, is_link), value in zip(row, read, strict=True):
            quote = '"' if text.startswith('"', len(out.text)) else ''
            fields.append((value, is_link, out.at() + len(quote), quote))
            written = quote + (value.replace('"', '""') if quote else value) + quote
            assert text.startswith(written, len(out.text))
            out.text += written + text[len(out.text) + len(written)]
        if out.text.endswith('\r'):
            out.text += '\n'
        out.rows.append((start, out.at(), fields))
    return out


# SQLite has neither N'x' nor E'x', so the statements that it executes lack these prefixes.
def made_sql(rng, count):
    rows, out, plain_sql = table(rng, count), Table('SQL'), ''
    names = ['c%d' % k for k in range(len(rows[0]))]
    head = rng.choice(['INSERT INTO t VALUES ', 'INSERT INTO t VALUES\n', 'INSERT INTO "t" (%s) VALUES ' % ','.join(names),
                       'INSERT INTO `t` (`%s`) VALUES\n  ' % '`, `'.join(names), 'insert into t values'])
    comma, prefix = rng.choice([',', ', ']), rng.choice(['', '', 'N', 'E'])
    between = rng.choice([',', ', ', ',\n', ';\n'])
    values = []
    for k, row in enumerate(rows):
        opened = (head if k == 0 or between == ';\n' else '') + '('
        start, fields = out.at() + len(opened), []
        for value, is_link in row:
            number = value.isdigit() and str(int(value)) == value
            literal = value if number else 'NULL' if value == '' else "'%s'" % value.replace("'", "''")
            before = opened + (prefix if literal.startswith("'") else '')
            fields.append((value, is_link, out.at() + len(before) + literal.startswith("'"), literal[:1] if literal.startswith("'") else ''))
            out.text += before + literal
            plain_sql += opened + literal
            opened = comma
        closed = ')' + (between if k + 1 < count else ';\n')
        out.text += closed
        plain_sql += closed
        out.rows.append((start, out.at(), fields))
        values.append([int(value) if value.isdigit() and str(int(value)) == value else value or None for value, _ in row])
    base = sqlite3.connect(':memory:')
    base.execute('CREATE TABLE t (%s)' % ','.join(names))
    base.executescript(plain_sql)
    assert [list(row) for row in base.execute('SELECT * FROM t ORDER BY rowid')] == values, plain_sql
    return out


FORMS = (lambda rng, count: made_csv(rng, count, 'CSV', ','), lambda rng, count: made_csv(rng, count, 'CSV', ','),
         lambda rng, count: made_csv(rng, count, 'CSV with ;', ';'), lambda rng, count: made_csv(rng, count, 'CSV with |', '|'),
         lambda rng, count: made_csv(rng, count, 'TSV', '\t'), made_sql, made_sql)


# ---- What the command lists ----

# Returns the links of texts: URL, first byte, byte after the last, and whether it has another reading.
def links_of(trawl, texts):
    found = each.records_of(trawl, [text.encode() for text in texts], 'url,email', 'url,spans,alt')
    return [[(link['url'], link['spans'][0][0], link['spans'][-1][1], bool(link.get('alt')),
              [other['url'] for other in link.get('alt', [])]) for link in links] for links in found]


# Returns the links that the fields of a row have.
def wanted_of(fields, alone):
    wanted = []
    for value, is_link, start, quote in fields:
        if is_link:
            wanted.append((value if '://' in value else 'mailto:' + value, start, start + len(value.encode())))
            continue
        data = value.encode()
        for url, first, end, *_ in alone.get(value, []):
            first, end = (k + (data[:k].count(quote.encode()) if quote else 0) for k in (first, end))
            wanted.append((url, start + first, start + end))
    return wanted


# Returns true when the row has three or more fields, and a link that is one of them goes on over
# the separator after it.
def swallows(fields, got):
    ends = {field[2]: field[2] + len(field[0].encode()) for field in fields if field[1]}
    return len(fields) > 2 and any(end > ends.get(start, end) for _, start, end in got)


# Returns true for a row that begins with a link, where neither it nor a row beside it has a
# separator outside its first word, a quote or a date.
def is_open(made, k):
    near = made.rows[max(0, k - 1):k + 2]
    lines = [made.text.encode()[start:end].decode().rstrip('\r\n') for start, end, _ in near]
    shown = re.compile('"|[,;|][0-9]{4}-[0-9]{2}-| .*[,;|]')
    return made.rows[k][2][0][1] and not any(shown.search(line) for line in lines)


# Returns the first field where the link goes on over a separator, but has the field as another
# reading.
def cut_back(link, wanted):
    same = [field for field in wanted if field[1] == link[1]]
    return (*same[0], False) if same and same[0][0] in link[4] else link


# Returns true where nothing may show that the line is a row: it has no neighbour, or fields have
# line breaks.
def is_unsure(made, fields):
    return len(made.rows) == 1 or any('\n' in field[0] for _, _, row in made.rows for field in row)


def main(trawl, seed, count, shown):
    rng, tables, rows = random.Random(seed), [], 0
    while rows < count:
        tables.append(rng.choice(FORMS)(rng, rng.choice([1, 1, 2, 3, 5, 20])))
        rows += len(tables[-1].rows)
    texts = sorted({field[0] for made in tables for _, _, fields in made.rows for field in fields if not field[1]})
    alone = {text: links for text, links in zip(texts, links_of(trawl, texts)) if links}
    rates = {}
    for made, found in zip(tables, links_of(trawl, [made.text for made in tables]), strict=True):
        for k, (start, end, fields) in enumerate(made.rows):
            links, wanted = [link for link in found if start <= link[1] < end], wanted_of(fields, alone)
            unsure = is_open(made, k) or is_unsure(made, fields)
            if is_open(made, k):
                links = [cut_back(link, wanted) for link in links]
            got, rate = [link[:3] for link in links], rates.setdefault(made.form, [0] * 5)
            over = swallows(fields, got) and not unsure
            starts = [field[2] for field in fields if field[1] and not unsure]
            right = [link[3] for link in links if link[1] in starts and link[:3] in wanted]
            rate[:] = [rate[0] + 1, rate[1] + (got != wanted), rate[2] + over, rate[3] + len(right), rate[4] + sum(right)]
            if over or (got != wanted and shown > 0):
                shown -= 1
                print('#', made.form, len(made.rows), repr(made.text.encode()[start:end].decode()[:200]))
                print('#   got', [link for link in got if link not in wanted], 'not', [link for link in wanted if link not in got])
    for form, (total, wrong, over, right, doubts) in sorted(rates.items()):
        print('# %s: %d rows, %d wrong (%.2f %% right), %d over a separator; of %d right fields %d doubted'
              % (form, total, wrong, 100 - 100 * wrong / total, over, right, doubts))
    return len(rates) != 5 or any(over > total * OVER / 100 or wrong > total * (100 - EXACT) / 100 or doubts > right * DOUBTED / 100
                                  for total, wrong, over, right, doubts in rates.values())


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 10))
