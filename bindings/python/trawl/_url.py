"""Functions of URLs. See the package's own documentation."""

from . import _core


class Record:
    """The base of results, which are compared by their fields, matched, pickled and made dicts."""

    __slots__ = ()

    def __init_subclass__(cls):
        cls.__match_args__ = cls.__slots__

    def __init__(self, *values):
        for name, value in zip(self.__slots__, values, strict=True):
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other):
        return self.__reduce__() == other.__reduce__() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash(getattr(self, self.__slots__[0]))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__[:-1])})"

    def asdict(self):
        """Return a dict of the fields."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {"refusals": [one.asdict() for one in self.refusals]} if "refusals" in values else values


class Refusal(Record):
    """Why one standard refuses a URL: standard, section, code, at (a place in the URL), why."""

    __slots__ = ("standard", "section", "code", "at", "why")


class Verdict(Record):
    """What the standards say about a URL. It is true if one of them accepts it."""

    __slots__ = ("url", "valid", "refusals", "parts", "own")

    def __bool__(self):
        return bool(self.valid)


def check(url):
    """Judge a URL by RFC 1738, 1630, 3986, 3987 and the RFC of its scheme, and split it.

    >>> verdict = check("http://a.example/x y")
    >>> bool(verdict), verdict.valid
    (False, ())
    >>> refusal = verdict.refusals[2]
    >>> refusal.standard, refusal.code, refusal.at
    ('3986', 'bad-char', 18)
    >>> check("ftp://joe@a.example/b;type=a").parts["type"]
    'a'
    >>> check("http://a.example/joe").valid
    ('1738', '1630', '3986', 'iri', 'scheme')
    """
    valid, refusals, parts, own = _core.check(url)
    return Verdict(url, valid, tuple(Refusal(*one) for one in refusals), parts, own)


def canonical(url, form="canonical"):
    """Return the spelling that equal URLs share, or another form of the URL.

    form is "canonical"; "scheme", by the rules of its scheme; "normal", without parameters that
    track clicks; "ascii"; "display", for people to read; or "surt", the sort key of web archives.

    >>> canonical("HTTP://A.example:80/%7ejoe")
    'http://a.example/~joe'
    >>> canonical("https://www.example.org/a?utm_source=x#y", "normal")
    'https://www.example.org/a#y'
    >>> canonical("http://www.example.org/a", "surt")
    'org,example,www)/a'
    """
    return _core.form(url, form)


def resolve(base, ref, rule="3986"):
    """Resolve a partial URL against a base. rule is "3986", "3986-loose" or "1630".

    >>> resolve("http://a.example/b/c", "../d")
    'http://a.example/d'
    """
    return _core.resolve(base, ref, rule)


def defang(text, settings=None, /, **options):
    """Write the URLs and addresses of a text so that no program makes links of them.

    >>> defang("see https://www.example.com/a.html, or ask joe@example.com")
    'see hxxps://www[.]example[.]com/a.html, or ask joe@example[.]com'
    """
    links, pieces, at = _core.find(text, settings, **options), [], 0
    if links is None:
        return None
    source = text if isinstance(text, str) else bytes(text)
    for link in links:
        for start, end in link.spans:
            pieces += source[at:start], _core.form(source[start:end], "defang")
            at = end
    return source[:0].join([*pieces, source[at:]])


def refang(text):
    """Undo defang(): write the URLs in a text as they were.

    >>> refang("see hxxps://www[.]example[.]com/a.html, or joe@example[.]com")
    'see https://www.example.com/a.html, or joe@example.com'
    """
    source = text.encode() if isinstance(text, str) else bytes(text)
    pieces, at = [], 0
    for link in _core.mail(source, from_="text", refang=True):
        if "refanged" not in link.flags or link.start < at:
            continue
        url = link.url
        if "scheme-implied" in link.flags:
            url = url[url.index("://") + 3:]
        elif link.kind in ("email", "addr"):
            url = url.removeprefix("mailto:")
        pieces += source[at:link.start], url.encode()
        at = link.end
    result = b"".join([*pieces, source[at:]])
    return result.decode() if isinstance(text, str) else result
