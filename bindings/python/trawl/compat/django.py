"""The urlize of Django: django.utils.html.urlize, Urlizer, smart_urlquote, and the filters.

    >>> from trawl.compat.django import urlize
    >>> urlize("See www.example.com/a (or ask joe@example.com).", nofollow=True, trim_url_limit=12)
    'See <a href="http://www.example.com/a" rel="nofollow">www.example…</a> (or ask <a href="mailto:joe@example.com">joe@example…</a>).'

This works without Django and without its settings. In a project of Django, let the filters urlize
and urlizetrunc of templates use it:

    TEMPLATES = [{..., "OPTIONS": {"builtins": ["trawl.compat.django"]}}]
"""

import html
import re
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from .. import _core

__all__ = ["Urlizer", "smart_urlquote", "urlize", "urlize_filter", "urlizetrunc", "urlizer"]

MAX_URL_LENGTH = 2048
TRAILING_PUNCTUATION_CHARS = ".,:;!"
WRAPPING_PUNCTUATION = [("(", ")"), ("[", "]")]
_QUOTED_SAFE = "!*'();:@&=+$,/?#[]~"
# A reference, as html.unescape reads it.
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")
_LONG_REFERENCE = re.compile(r"&#([0-9]{9,})")


def unescape(text):
    """Return a text with its references replaced, also those with more digits than int() takes."""
    if "&#" in text:
        text = _LONG_REFERENCE.sub(lambda found: "&#" + (found[1].lstrip("0")[:8] or "0"), text)
    return html.unescape(text)


def _requote(text):
    return quote(unquote(text), safe=_QUOTED_SAFE)


def _punycode(host):
    return host.encode("idna").decode("ascii")


def smart_urlquote(url):
    """Quote a URL that is not quoted yet; its host becomes ASCII.

    >>> smart_urlquote("http://exämple.com/ä?a=b c")
    'http://xn--exmple-cua.com/%C3%A4?a=b+c'
    """
    try:
        scheme, netloc, path, query, fragment = urlsplit(url)
        netloc = _punycode(netloc)
    except ValueError:  # also a UnicodeError
        return _requote(url)
    if query:
        pairs = parse_qsl(query, keep_blank_values=True)
        query = urlencode([(unquote(name), unquote(value)) for name, value in pairs])
    return urlunsplit((scheme, netloc, _requote(path), query, _requote(fragment)))


class _Tail:
    """Counts the punctuation at the end of a word as if its references were replaced.

    From call to call the end of the word moves to the left, so all calls together read the word
    only a few times.
    """

    def __init__(self, word, signs):
        self.word, self.signs, self.references = word, signs, []
        count = at = 0
        for found in _REFERENCE.finditer(word):
            count = self._count(word[at:found.start()], count)
            self.references.append((found.start(), found.end(), count))
            count = self._count(unescape(found[0]), count)
            at = found.end()

    def _count(self, text, before):
        """Return the number of signs at the end of a text, plus `before` if it has only signs."""
        kept = len(text.rstrip(self.signs))
        return len(text) - kept + (0 if kept else before)

    def count(self, begin, end):
        """Return the number of signs directly to the left of `end`."""
        while self.references and self.references[-1][0] >= end:
            self.references.pop()
        inside = self.references and self.references[-1][0] >= begin
        first, last, before = self.references[-1] if inside else (begin, begin, 0)
        at = end
        while at > last and self.word[at - 1] in self.signs:
            at -= 1
        if inside and at <= last:
            return end - at + self._count(unescape(self.word[first:at]), before)
        return end - at


class Urlizer:
    """Makes the links of a text live. A subclass may change the attributes and methods.

    >>> class Marked(Urlizer):
    ...     url_template = '<a class="out" href="{href}"{attrs}>{url}</a>'
    >>> Marked()("www.example.org")
    '<a class="out" href="http://www.example.org">www.example.org</a>'
    """

    trailing_punctuation_chars = TRAILING_PUNCTUATION_CHARS
    wrapping_punctuation = WRAPPING_PUNCTUATION
    simple_url_re = re.compile(r"^https?://\[?\w", re.IGNORECASE)
    simple_url_2_re = re.compile(r"^www\.|^(?!http)\w[^@]+\.(com|edu|gov|int|mil|net|org)($|/.*)$", re.IGNORECASE)
    word_split_re = re.compile(r"""([\s<>"']+)""")
    mailto_template = "mailto:{local}@{domain}"
    url_template = '<a href="{href}"{attrs}>{url}</a>'

    def __call__(self, text, trim_url_limit=None, nofollow=False, autoescape=False):
        """Return the text with its links as <a>.

        With trim_url_limit, longer texts of links are cut. autoescape escapes a text that is not
        marked as safe.
        """
        safe = hasattr(text, "__html__")
        text = str(text)

        def word(one):
            return self.handle_word(one, safe_input=safe, trim_url_limit=trim_url_limit, nofollow=nofollow,
                                    autoescape=autoescape)
        if type(self) is Urlizer:
            limit = -1 if trim_url_limit is None else max(0, trim_url_limit)
            try:
                return _core.urlize(text, word, autoescape and not safe, nofollow, limit)
            except ValueError:  # a lone surrogate has no UTF-8
                pass
        return "".join(map(word, self.word_split_re.split(text)))

    def handle_word(self, word, *, safe_input, trim_url_limit=None, nofollow=False, autoescape=False):
        """Return the HTML of one word, or of the space between two."""
        plain = html.escape(word) if autoescape and not safe_input else word
        if not ("." in word or "@" in word or ":" in word):
            return plain
        lead, middle, trail = self.trim_punctuation(word)
        url, attrs = None, ' rel="nofollow"' if nofollow else ""
        if len(middle) <= MAX_URL_LENGTH and self.simple_url_re.match(middle):
            url = smart_urlquote(unescape(middle))
        elif len(middle) <= MAX_URL_LENGTH and self.simple_url_2_re.match(middle):
            url = smart_urlquote("http://" + unescape(middle))
        elif ":" not in middle and self.is_email_simple(middle):
            local, domain = middle.rsplit("@", 1)
            try:
                url, attrs = self.mailto_template.format(local=local, domain=_punycode(domain)), ""
            except UnicodeError:
                return plain
        if not url:
            return plain
        shown = self.trim_url(middle, limit=trim_url_limit)
        if autoescape and not safe_input:
            lead, trail, shown = html.escape(lead), html.escape(trail), html.escape(shown)
        return lead + self.url_template.format(href=html.escape(url), attrs=attrs, url=shown) + trail

    def trim_url(self, x, *, limit):
        """Cut the text of a link to the limit."""
        return x if limit is None or len(x) <= limit else x[:max(0, limit - 1)] + "…"

    def trim_punctuation(self, word):
        """Divide a word into what is to the left of a link, the link, and what is to its right."""
        begin, end = 0, len(word)
        surplus = {closing: word.count(closing) - word.count(opening) for opening, closing in self.wrapping_punctuation}
        tail, trimmed = _Tail(word, self.trailing_punctuation_chars), True
        while trimmed:
            trimmed = False
            for opening, closing in self.wrapping_punctuation:
                if word.startswith(opening, begin, end):
                    begin += len(opening)
                    surplus[closing] += 1
                    trimmed = True
                if surplus[closing] == 1 and word.endswith(closing, begin, end):
                    end -= len(closing)
                    surplus[closing] -= 1
                    trimmed = True
            signs = tail.count(begin, end)
            if signs:
                end = max(begin, end - signs)
                trimmed = True
        return word[:begin], word[begin:end], word[end:]

    @staticmethod
    def is_email_simple(value):
        """Tell whether a word looks like an address."""
        local, _, domain = value.partition("@")
        return bool(local) and 0 < len(domain) <= 63 and "@" not in domain and "." in domain and domain[0] != "."


urlizer = Urlizer()


def urlize(text, trim_url_limit=None, nofollow=False, autoescape=False):
    """Make the links of a text live, as django.utils.html.urlize does.

    >>> urlize("<b> http://example.com/?a=1&b=2", autoescape=True)
    '&lt;b&gt; <a href="http://example.com/?a=1&amp;b=2">http://example.com/?a=1&amp;b=2</a>'
    """
    return urlizer(text, trim_url_limit=trim_url_limit, nofollow=nofollow, autoescape=autoescape)


# ---- The filters of templates ----

class _Safe(str):
    """A str that is marked as safe, where there is no Django."""

    def __html__(self):
        return self


def _mark_safe(text):
    try:
        from django.utils.safestring import mark_safe
    except ImportError:
        return _Safe(text)
    return mark_safe(text)


def _filter_input(value):
    return value if hasattr(value, "__html__") else str(value)


def urlize_filter(value, autoescape=True):
    """The filter urlize: links get rel="nofollow", the text is escaped, the result is safe.

    >>> urlize_filter("www.example.org")
    '<a href="http://www.example.org" rel="nofollow">www.example.org</a>'
    """
    return _mark_safe(urlize(_filter_input(value), nofollow=True, autoescape=autoescape))


def urlizetrunc(value, limit, autoescape=True):
    """The filter urlizetrunc: as urlize, but texts of links that are longer than limit are cut.

    >>> urlizetrunc("www.example.org/abcdefghijklmn", 16)
    '<a href="http://www.example.org/abcdefghijklmn" rel="nofollow">www.example.org…</a>'
    """
    return _mark_safe(urlize(_filter_input(value), trim_url_limit=int(limit), nofollow=True, autoescape=autoescape))


def __getattr__(name):
    """Make the library of filters when Django asks for it."""
    if name != "register":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from django.template import Library
    library = globals()["register"] = Library()
    for public, function in (("urlize", urlize_filter), ("urlizetrunc", urlizetrunc)):
        library.filter(public, function, is_safe=True, needs_autoescape=True)
    return library
