#!/usr/bin/env python3
"""report.py - checks a page of trawl report

    report.py numbers PAGE DB TOP [STATUS]   compares every number on the page with the views of DB;
                                             STATUS has lines of a URL, a tab and a code
    report.py safe PAGE                      checks that the page is well-formed and loads nothing

Prints the faults. The expected numbers are computed here from all rows of the views, without the SQL
of the report.
"""
import base64
import collections
import hashlib
import html.parser
import re
import sqlite3
import sys
import time

VOID = {"meta", "br"}
BROKEN = {"unclosed", "hyphen-break", "page-break", "closer-at-bol", "inner-space", "guess-joined", "soft-hyphen", "line-end"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tables, self.values, self.tags, self.open, self.faults = {}, {}, [], [], []
        self.raw, self.cell, self.table, self.value = {}, None, None, None
        self.feed(text)
        self.close()
        self.faults += ["<%s> stays open" % t for t in self.open]

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        self.tags.append((tag, a))
        if len(a) != len(attrs):
            self.faults.append("<%s> has an attribute twice" % tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.table = self.tables[a["id"]] = []
        elif tag == "tr" and self.table is not None:
            self.table.append([])
        elif tag in ("td", "th"):
            self.cell = [a.get("data-v"), ""]
            self.table[-1].append(self.cell)
        elif "data-v" in a:
            self.value = self.values[a.get("id", len(self.values))] = [a["data-v"], ""]

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append("</%s> does not fit" % tag)
        if tag in ("td", "th"):
            self.cell = None
        elif tag == "table":
            self.table = None
        elif tag in ("dd", "b", "span"):
            self.value = None

    def handle_data(self, data):
        if self.open and self.open[-1] in ("style", "script"):
            self.raw[self.open[-1]] = self.raw.get(self.open[-1], "") + data
        if self.cell is not None:
            self.cell[1] += data
        if self.value is not None:
            self.value[1] += data

    def rows(self, name):
        """Returns the rows of a table without its head. A cell is its value, or its text if it has
        no value."""
        return [[c[0] if c[0] is not None else c[1] for c in row] for row in self.tables[name + "-t"][1:]]


# ---- Numbers ----

class Index:
    """Holds all rows of the views, as the manual page describes them."""

    def __init__(self, path):
        db = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
        self.people, first = {}, {}
        for i, written, address in db.execute("SELECT id, written, address FROM senders ORDER BY id"):
            key = address.lower() if address is not None else (written,)
            self.people[written] = first.setdefault(key, i)
        self.sender = {i: (name, address) for i, name, address in db.execute("SELECT id, name, address FROM senders")}
        self.mail, self.thread, self.subject = {}, {}, {}
        for m, at, sender, thread, subject in db.execute('SELECT id, time, "from", thread, subject FROM message'):
            self.mail[m] = (at if at is not None and 31536000 <= at <= time.time() + 86400 else None, self.people.get(sender))
            self.thread[m], self.subject[m] = thread, subject
        readings = {(m, n) for m, n, why in db.execute("SELECT message, n, why FROM reading") if why not in ("end", "entity", "notation")}
        self.links = []
        for m, n, url, scheme, site, kind, zone, quote, flags in db.execute(
                "SELECT message, n, canonical, scheme, site, kind, zone, quote, flags FROM link ORDER BY message, n"):
            where = "other" if kind in ("email", "addr") or zone in ("header", "signature", "footer") else \
                "quoted" if quote or zone == "quoted" else "written"
            broken = bool(set((flags or "").split(",")) & BROKEN) or (m, n) in readings
            self.links.append((m, url, scheme, site, where, broken))
        self.hosts = dict(db.execute("SELECT site, count(DISTINCT host) FROM url GROUP BY site"))
        self.ids = {}
        for i, url, canonical in db.execute("SELECT id, url, canonical FROM url ORDER BY id DESC"):
            if url == canonical or canonical not in self.ids or self.ids[canonical][1] != canonical:
                self.ids[canonical] = (i, url)

    def year(self, m):
        at = self.mail[m][0]
        return None if at is None else time.gmtime(at).tm_year


def cut(url):
    """Returns a URL as a cell shows it."""
    return url if len(url) <= 200 else url[:200] + "\u2026"


def day(at):
    return "" if at is None else str(at)


def share(n, of):
    return "%.4f" % (100 * n / of if of else 0)


def ranked(counter):
    return sorted(counter, key=lambda k: (-counter[k], k))


def years_of(x):
    found = {x.year(m) for m, _, _, _, where, _ in x.links if where != "other"} - {None}
    return range(min(found), max(found) + 1) if found else []


def by_time(x, top):
    """Checks the tables by year."""
    count = collections.Counter()
    sites, schemes = collections.Counter(), collections.Counter()
    for m in x.mail:
        count[x.year(m), "messages"] += 1
    for m, _, scheme, site, where, broken in x.links:
        y = x.year(m)
        count[y, where] += 1
        if where == "written":
            count[y, time.gmtime(x.mail[m][0]).tm_mon if y else 0] += 1
            sites[site] += site is not None
            schemes[scheme] += 1
            count[y, "site", site] += 1
            count[y, "scheme", scheme] += 1
        if where != "other":
            count[y, "broken"] += broken
            count[y, "all"] += 1
    years = years_of(x)
    top_sites, top_schemes = ranked({s: n for s, n in sites.items() if s})[:8], ranked(schemes)[:8]
    row = [[str(y)] for y in years]
    yield "years", [[str(y)] + [str(count[y, k]) for k in ("messages", "written", "quoted", "other")] for y in years]
    yield "months", [[str(y)] + [str(count[y, k]) for k in range(1, 13)] for y in years]
    yield "sites-years", [r + [str(count[y, "site", s]) for s in top_sites] for r, y in zip(row, years)]
    yield "schemes", [r + [str(count[y, "scheme", s]) for s in top_schemes] for r, y in zip(row, years)]
    yield "broken", [[str(y), str(count[y, "all"]), str(count[y, "broken"]), share(count[y, "broken"], count[y, "all"])]
                     for y in years]
    found = []
    for s in ranked({s: n for s, n in sites.items() if s})[:top]:
        on = [y for y in years if count[y, "site", s]]
        best = max(on, key=lambda y: (count[y, "site", s], -y)) if on else ""
        found.append([s, str(sites[s]), str(x.hosts[s]), str(on[0]) if on else "", str(on[-1]) if on else "", str(best)])
    yield "sites", found


def person(x, p, long=True):
    name, address = x.sender[p]
    return name + " " + address if name and address and long else name or address


def by_person(x, top):
    links, with_links = collections.Counter(), {}
    for m, _, _, _, where, _ in x.links:
        if where == "written" and x.mail[m][1]:
            links[x.mail[m][1]] += 1
            with_links.setdefault(x.mail[m][1], set()).add(m)
    mails = collections.Counter(p for _, p in x.mail.values())
    found = []
    for p in sorted(links, key=lambda p: (-links[p], p))[:top]:
        times = [x.mail[m][0] for m in with_links[p] if x.mail[m][0] is not None] or [None]
        found.append([person(x, p), str(links[p]), str(mails[p]), str(len(with_links[p])), day(min(times)), day(max(times))])
    yield "posters", found


def by_url(x, top):
    last = 253402300800
    wrote, has = collections.defaultdict(set), collections.defaultdict(set)
    for m, url, _, _, where, _ in x.links:
        at, p = x.mail[m]
        if where == "written":
            wrote[url].add((last if at is None else at, m, p))
        if where != "other":
            has[url].add((last if at is None else at, m, p, where))

    def people(rows):
        return len({r[2] for r in rows if r[2]})

    def ends(rows):
        known = [r[0] for r in rows if r[0] < last]
        return [day(min(known)), day(max(known))] if known else ["", ""]

    first, more = collections.Counter(), collections.Counter()
    for url, rows in wrote.items():
        if people(rows) > 1:
            p = min(rows)[2]
            first[p] += 1
            more[p] += len(rows) - 1
    yield "first", [[person(x, p), str(first[p]), str(more[p])]
                    for p in sorted((p for p in first if p), key=lambda p: (-first[p], -more[p], p))[:top]]
    order = sorted(wrote, key=lambda u: (-len(wrote[u]), -people(wrote[u]), min(wrote[u])[0], x.ids[u][0]))[:top]
    yield "posted", [[cut(u), str(len(wrote[u])), str(people(wrote[u])), person(x, min(wrote[u])[2], False), *ends(wrote[u])]
                     for u in order]
    dated = {u: {r for r in rows if r[0] < last} for u, rows in wrote.items()}
    dated = {u: rows for u, rows in dated.items() if len(rows) > 1}
    order = sorted(dated, key=lambda u: (min(dated[u])[0] - max(dated[u])[0], -len(dated[u]), x.ids[u][0]))[:top]
    yield "lasting", [[cut(u), str((max(dated[u])[0] - min(dated[u])[0]) // 86400), str(len(dated[u])), str(people(dated[u])),
                       *ends(dated[u])] for u in order]
    threads = collections.defaultdict(set)
    for url, rows in has.items():
        for r in rows:
            threads[url, x.thread[r[1]]].add(r)
    size = {k: len({r[1] for r in rows}) for k, rows in threads.items()}
    order = sorted((k for k in size if size[k] > 2),
                   key=lambda k: (-size[k], -people(threads[k]), min(threads[k])[0], x.ids[k[0]][0]))[:top]
    yield "threads", [[cut(k[0]), str(size[k]), str(people(threads[k])), str(min(threads[k])[1]), *ends(threads[k])] for k in order]
    quoted = {u: rows for u, rows in has.items() if not wrote[u]}
    order = sorted(quoted, key=lambda u: (-len(quoted[u]), min(quoted[u])[0], x.ids[u][0]))[:top]
    yield "only-quoted", [[cut(u), str(len(quoted[u])), str(min(quoted[u])[1]), *ends(quoted[u])] for u in order]
    yield "n-only-quoted", len(quoted)


def by_status(x, top, path):
    state = {}
    for line in open(path, encoding="utf-8"):
        url, _, code = line.rstrip("\n").partition("\t")
        number = int(code) if code.isdigit() else 0
        state[url] = ("fine" if 200 <= number < 400 else "gone" if number in (0, 404, 410) else "failing", code)
    born, has = {}, collections.defaultdict(set)
    for m, url, _, _, where, _ in x.links:
        if where == "written" and x.year(m):
            born[url] = min(born.get(url, 9999), x.year(m))
        if where != "other":
            has[url].add((x.mail[m][0] or 253402300800, m))
    count = collections.Counter((y, state.get(u, ("not",))[0]) for u, y in born.items())
    rows = []
    for y in years_of(x):
        fine, failing, gone = (count[y, k] for k in ("fine", "failing", "gone"))
        checked = fine + failing + gone
        rows.append([str(y)] + [str(n) for n in (checked + count[y, "not"], checked, fine, failing, gone)] + [share(gone, checked)])
    yield "rot-years", rows
    yield "n-checked", len(set(has) & set(state))
    dead = {u: rows for u, rows in has.items() if u in state and state[u][0] != "fine"}
    number = {u: len({m for _, m in rows}) for u, rows in dead.items()}
    order = sorted(dead, key=lambda u: (-number[u], min(dead[u])[0], x.ids[u][0]))[:top]
    yield "rot", [[u, state[u][1] if state[u][1].isdigit() else "0", str(number[u]),
                   ", ".join(str(m) for m in sorted({m for _, m in dead[u]})[:8]) + (" …" if number[u] > 8 else ""),
                   str(min(dead[u])[1]), day(min(dead[u])[0]), day(max(dead[u])[0])] for u in order]


def facts(x):
    written = [(m, url, site) for m, url, _, site, where, _ in x.links if where == "written"]
    yield "n-messages", len(x.mail)
    yield "n-written", len(written)
    yield "n-urls", len({url for _, url, _ in written})
    yield "n-sites", len({site for _, _, site in written if site})
    yield "n-people", len({x.mail[m][1] for m, _, _ in written} - {None})
    yield "n-quoted", sum(where == "quoted" for *_, where, _ in x.links)


def numbers(page, path, top, status=None):
    x = Index(path)
    compared = set()
    for name, wanted in [*facts(x), *by_time(x, top), *by_person(x, top), *by_url(x, top),
                         *(by_status(x, top, status) if status else ())]:
        compared.add(name if name.startswith("n-") else name + "-t")
        if name.startswith("n-"):
            got = page.values.get(name, ["missing"])[0]
            if got != str(wanted):
                yield "%s: %s on the page, %s by query" % (name, got, wanted)
            continue
        got = page.rows(name)
        if len(got) != len(wanted) and (wanted or got != [["None."]]):
            yield "%s: %d rows, %d wanted" % (name, len(got), len(wanted))
        for g, w in zip(got, wanted):
            if g != w:
                yield "%s: %s on the page, %s by query" % (name, g, w)
                break
    for name in set(page.tables) | {k for k in page.values if isinstance(k, str)}:
        if name not in compared and name != "n-undated":
            yield "%s is compared with no query" % name
    cells = [c for rows in page.tables.values() for row in rows[1:] for c in row] + list(page.values.values())
    for value, text in cells:
        if value and re.fullmatch(r"[\d,]+", text) and text.replace(",", "") != value:
            yield "%s is shown as %s" % (value, text)


# ---- Safety ----

def safe(page):
    yield from page.faults
    ids = [a["id"] for _, a in page.tags if "id" in a]
    yield from ("two elements have the id " + i for i, n in collections.Counter(ids).items() if n > 1)
    policy = [a["content"] for t, a in page.tags if t == "meta" and a.get("http-equiv") == "Content-Security-Policy"]
    hashes = {k: "'sha256-%s'" % base64.b64encode(hashlib.sha256(v.encode()).digest()).decode() for k, v in page.raw.items()}
    if policy != ["default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'" % (hashes["style"], hashes["script"])]:
        yield "the policy does not fit the page: %s" % policy
    if re.search(r"url\(|@import|https?:", page.raw["style"] + page.raw["script"]):
        yield "the style or the script names something outside"
    for tag, a in page.tags:
        if tag in ("img", "link", "iframe", "object", "embed", "base", "form", "audio", "video", "image", "use", "a:href"):
            yield "<%s>" % tag
        for name, value in a.items():
            if name.startswith("on") or name in ("src", "srcset", "style", "xlink:href", "action", "formaction", "ping"):
                yield "<%s %s>" % (tag, name)
            if name == "href" and not (value.startswith("#") and value[1:] in ids):
                if not re.match(r"https?://|mailto:", value) or a.get("rel") != "nofollow noopener noreferrer":
                    yield "a link to %s" % value[:80]
            if name == "aria-labelledby":
                yield from ("no element %s" % i for i in value.split() if i not in ids)
        if tag == "svg" and not (a.get("role") == "img" and "aria-labelledby" in a) and a.get("aria-hidden") != "true":
            yield "a picture without a name"
    if sum(t == "title" for t, _ in page.tags) < sum(t == "svg" and a.get("role") == "img" for t, a in page.tags):
        yield "a picture without a title"


def main():
    page = Page(open(sys.argv[2], encoding="utf-8", newline="").read())
    faults = list(safe(page)) if sys.argv[1] == "safe" else \
        list(numbers(page, sys.argv[3], int(sys.argv[4]), *sys.argv[5:]))
    print("".join(f + "\n" for f in faults[:20]), end="")
    sys.exit(bool(faults))


main()
