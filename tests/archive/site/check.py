# check.py - checks a site that trawl made
#
#     python3 tests/archive/site/check.py links SITE    every link within the site leads to a file of it
#     python3 tests/archive/site/check.py safe SITE     pages have only the markup that trawl writes
#     python3 tests/archive/site/check.py feed SITE     the feed and the sitemap are well-formed and complete
#     python3 tests/archive/site/check.py reached SITE  every page can be reached from index.html
#     python3 tests/archive/site/check.py print SITE    a line for each file: path, time, hash
#
# Prints what is wrong. Ends with 1 if anything is.

import hashlib
import html.parser
import os
import posixpath
import re
import sys
import urllib.parse
import xml.etree.ElementTree

VOID = {'meta', 'link', 'input', 'br', 'hr', 'wbr', 'img'}
TAGS = VOID | {'html', 'head', 'title', 'body', 'header', 'nav', 'ul', 'ol', 'li', 'a', 'main', 'article', 'section', 'h1', 'h2', 'h3',
               'p', 'bdi', 'span', 'time', 'pre', 'label', 'script', 'div', 'small', 'blockquote', 'hr', 'dl', 'dt', 'dd',
               'code', 'h4', 'h5', 'h6', 'small', 'details', 'summary', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'strong', 'b', 'i'}
ATTRIBUTES = {'href', 'rel', 'class', 'lang', 'charset', 'name', 'content', 'http-equiv', 'type', 'datetime', 'dir', 'id', 'src',
              'aria-label', 'aria-current', 'title', 'for', 'aria-live', 'autocomplete', 'hidden', 'tabindex', 'role', 'scope', 'value',
              'alt', 'loading', 'download', 'aria-labelledby'}
REPORT = 'report.html'  # trawl report has tests of its own

wrong = []


def complain(page, what):
    wrong.append('%s: %s' % (page, what))


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.links, self.open, self.ids = path, [], [], set()

    def handle_starttag(self, tag, attrs):
        if tag not in TAGS:
            complain(self.path, 'tag ' + tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name not in ATTRIBUTES:
                complain(self.path, 'attribute %s of %s' % (name, tag))
            if name in ('href', 'src'):
                self.links.append((value, dict(attrs)))
            if name == 'id' and value in self.ids:
                complain(self.path, 'id %s twice' % value)
            if name == 'id':
                self.ids.add(value)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            complain(self.path, 'end of ' + tag)

    def handle_comment(self, data):
        complain(self.path, 'a comment')

    def handle_pi(self, data):
        complain(self.path, 'an instruction')


def files(site):
    for folder, _, names in os.walk(site):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), site)
            if not path.startswith('.trawl-site'):
                yield path


def pages(site):
    for path in files(site):
        if path.endswith('.html') and path != REPORT:
            page = Page(path)
            with open(os.path.join(site, path), encoding='utf-8') as f:
                page.feed(f.read())
            page.close()
            if page.open:
                complain(path, 'not closed: ' + ' '.join(page.open))
            yield page


def target(page, link):
    """Returns the path of a link within the site, or None."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), urllib.parse.unquote(parts.path)))


def check_links(site):
    there = set(files(site))
    for page in pages(site):
        for link, _ in page.links:
            to = target(page.path, link)
            if to is not None and to not in there:
                complain(page.path, 'no file for ' + link)
            if link.startswith('#') and link[1:] not in page.ids:
                complain(page.path, 'no id for ' + link)


def check_safe(site):
    for page in pages(site):
        for link, attrs in page.links:
            if target(page.path, link) is not None:
                continue
            scheme = urllib.parse.urlsplit(link).scheme
            if not link.startswith('#') and scheme not in ('http', 'https', 'mailto'):
                complain(page.path, 'scheme of ' + link)
            if not link.startswith('#') and 'nofollow' not in attrs.get('rel', ''):
                complain(page.path, 'rel of ' + link)
    for path in files(site):
        if not re.fullmatch(r'[a-z0-9/.-]+', path) or len(path) > 100 or '..' in path:
            complain(path, 'the name')


def check_feed(site):
    ns = '{http://www.w3.org/2005/Atom}'
    there = set(files(site))
    feed = xml.etree.ElementTree.parse(os.path.join(site, 'feed.xml')).getroot()
    for name in ('title', 'id', 'updated'):
        if feed.find(ns + name) is None:
            complain('feed.xml', 'no ' + name)
    ids = [e.find(ns + 'id').text for e in feed.findall(ns + 'entry')]
    if len(set(ids)) != len(ids):
        complain('feed.xml', 'an id twice')
    for e in feed.findall(ns + 'entry'):
        for name in ('title', 'id', 'updated', 'author', 'link'):
            if e.find(ns + name) is None:
                complain('feed.xml', 'an entry without ' + name)
    if 'sitemap.xml' not in there:
        return
    ns = '{http://www.sitemaps.org/schemas/sitemap/0.9}'
    base = None
    found = set()
    for loc in xml.etree.ElementTree.parse(os.path.join(site, 'sitemap.xml')).getroot().iter(ns + 'loc'):
        base = loc.text[:loc.text.index('sitemap/')]
        part = xml.etree.ElementTree.parse(os.path.join(site, loc.text[len(base):])).getroot()
        found |= {u.text[len(base):] for u in part.iter(ns + 'loc')}
    messages = {p for p in there if re.fullmatch(r'm/[^/]*/[^/]*\.html', p)}
    if found != messages:
        complain('sitemap.xml', 'not the messages: %d of %d' % (len(found & messages), len(messages)))


def check_reached(site):
    links = {page.path: [target(page.path, link) for link, _ in page.links] for page in pages(site)}
    reached, todo = {'index.html', REPORT}, ['index.html']
    while todo:
        for to in links.get(todo.pop(), ()):
            if to is not None and to not in reached:
                reached.add(to)
                todo.append(to)
    for path in links.keys() - reached:
        complain(path, 'not reached')


def check_print(site):
    for path in sorted(files(site)):
        if path == REPORT:
            continue
        with open(os.path.join(site, path), 'rb') as f:
            print(path, os.stat(os.path.join(site, path)).st_mtime_ns, hashlib.md5(f.read()).hexdigest())


def main(argv):
    globals()['check_' + argv[1]](argv[2])
    for line in wrong[:20]:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main(sys.argv)
