"""The interface of URLExtract: find_urls, gen_urls, has_urls and its settings.

    >>> from trawl.compat.urlextract import URLExtract
    >>> extractor = URLExtract()
    >>> extractor.find_urls("see example.com/a, (www.example.org) or joe@example.net")
    ['example.com/a,', 'www.example.org']
    >>> extractor.find_urls("at example.com.", get_indices=True)
    [('example.com', (3, 14))]

The top-level domains are those of trawl, so no list is downloaded or cached.
"""

import functools
import ipaddress
import re
import socket
import string
import urllib.parse

from .. import _core

__all__ = ["URLExtract", "URLExtractError"]

DEFAULT_LIMIT = 10000
# A candidate is read this far to the left and to the right of its top-level domain.
_LEFT, _RIGHT = 2048, 8192

_END = re.compile(r"\.(?!localhost)(?:(?:xn--[a-z0-9-]+|[^\W\d_]{2,63})|\d{1,3})|localhost", re.IGNORECASE)
_DIGITS = re.compile(r"[\d.]{20}")  # too long to be an address
_LABEL = re.compile(r"[^\W_](?:(?:[^\W_]|-)*[^\W_])?")
_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")
_PARTS = re.compile(r"([^/?#]*)([^?#]*)(\??[^#]*)(#?.*)", re.S)


@functools.lru_cache(maxsize=4096)
def _is_domain(name):
    """Tell whether ".name" is a top-level domain."""
    return bool(_core.find("a" + name, find="domain", domains="all"))


@functools.lru_cache(maxsize=4096)
def _resolve_cached(host):
    return _resolve(host)


def _resolve(host):
    try:
        socket.gethostbyname(host)
    except (OSError, UnicodeError):
        return False
    return True


@functools.lru_cache(maxsize=64)
def _one_of(signs):
    """Return a pattern of any of the characters."""
    return "[" + "".join(sorted(re.escape(sign) for sign in signs if len(sign) == 1)) + "]" if signs else "(?!)"


class _Words:
    """Finds where the words at top-level domains begin and end. Reads the text once when called
    from left to right. To the left, a word ends at a sign beyond ASCII. It also ends at a character
    from U+2E80 on, since Chinese and Japanese have no blanks, except after a scheme. No scheme has
    characters beyond ASCII."""

    def __init__(self, text, left, scheme, right):
        self.text, self.left, self.scheme_signs = text, left, scheme
        self.stops = re.compile(_one_of(frozenset(left | scheme)) + "|[^\0-\x7f]|:(?=//)")
        self.ends = re.compile(_one_of(frozenset(right)))
        self.read = self.begin = self.scheme_begin = self.last = 0
        self.scheme_at = self.end = -1

    def begin_of(self, at):
        """Return the beginning of the word that is read to the left from a place."""
        for stop in self.stops.finditer(self.text, self.read, at):
            place = stop.start()
            if stop[0] in self.left or (stop[0] > "\x7f" and not stop[0].isalnum()) or (
                    stop[0] >= "\u2e80" and self.scheme_at < self.begin):
                self.begin = place + 1
            elif self.text.startswith("://", place):
                self.scheme_at, self.scheme_begin = place, self.last
            if stop[0] in self.scheme_signs or stop[0] > "\x7f":
                self.last = place + 1
        self.read = at
        begin = max(self.begin, at - _LEFT)
        return max(begin, self.scheme_begin) if self.scheme_at >= begin else begin

    def end_of(self, end):
        """Return the end of the word that is read to the right from a place."""
        if self.end < end:
            stop = self.ends.search(self.text, end)
            self.end = stop.start() if stop else len(self.text)
        return min(self.end, end + _RIGHT)


class URLExtractError(Exception):
    """More URLs than the limit; data has those up to the limit."""

    def __init__(self, message, data):
        super().__init__(message)
        self.message, self.data = message, data


class URLExtract:
    """Finds URLs by their top-level domains, as urlextract.URLExtract does.

    >>> URLExtract(extract_email=True).find_urls("joe@example.net")
    ['joe@example.net']
    >>> URLExtract().find_urls("a.com b.com a.com", only_unique=True)
    ['a.com', 'b.com']
    >>> URLExtract().find_urls("a.com http://b.com", with_schema_only=True)
    ['http://b.com']
    """

    def __init__(self, extract_email=False, cache_dns=True, extract_localhost=True, limit=DEFAULT_LIMIT,
                 allow_mixed_case_hostname=True, **_):
        self.extract_email = extract_email
        self.extract_localhost = extract_localhost
        self.allow_mixed_case_hostname = allow_mixed_case_hostname
        self.ignore_list, self.permit_list = set(), set()
        self._cache_dns, self._limit = cache_dns, limit
        self._enclosure = {("(", ")"), ("{", "}"), ("[", "]"), ('"', '"'), ("\\", "\\"), ("'", "'"), ("`", "`")}
        general = {*string.whitespace, '"', "<", ">", ";"}
        self._stop_chars_left = general | set("|=])}")
        self._stop_chars_left_from_scheme = self._stop_chars_left | {":"}
        self._stop_chars_right = set(general)
        self._after_tld_chars = self._get_after_tld_chars()

    # ---- Settings ----

    def _get_after_tld_chars(self):
        return {*string.whitespace, *"/\"'<>?:.,", *(right for _, right in self._enclosure)}

    @staticmethod
    def get_version():
        """Return the version of trawl."""
        return _core.__version__

    def update(self):
        """Return True: the list of top-level domains is part of trawl."""
        return True

    def update_when_older(self, days):
        """Return True, as update()."""
        return True

    def load_ignore_list(self, file_name):
        """Add the hosts in a file, one a line, to those that are not returned."""
        self.ignore_list |= self._load(file_name)

    def load_permit_list(self, file_name):
        """Add the hosts in a file, one a line, to those that are returned. No others are."""
        self.permit_list |= self._load(file_name)

    @staticmethod
    def _load(file_name):
        with open(file_name, encoding="utf-8") as file:
            return {line.strip() for line in file if line.strip()}

    def get_after_tld_chars(self):
        """Return a list of the characters that may follow a top-level domain."""
        return list(self._after_tld_chars)

    def set_after_tld_chars(self, after_tld_chars):
        """Set the characters that may follow a top-level domain."""
        self._after_tld_chars = set(after_tld_chars)

    @staticmethod
    def _check_set(chars):
        if not isinstance(chars, set):
            raise TypeError(f"stop_chars should be type set but {type(chars)} was given")
        return chars

    def get_stop_chars_left(self):
        """Return the set of characters that end a URL to its left."""
        return self._stop_chars_left

    def set_stop_chars_left(self, stop_chars):
        """Set the characters that end a URL to its left."""
        self._stop_chars_left = self._check_set(stop_chars)

    def get_stop_chars_left_from_scheme(self):
        """Return the set of characters that end a scheme to its left."""
        return self._stop_chars_left_from_scheme

    def set_stop_chars_left_from_scheme(self, stop_chars):
        """Set the characters that end a scheme to its left."""
        self._stop_chars_left_from_scheme = self._check_set(stop_chars)

    def get_stop_chars_right(self):
        """Return the set of characters that end a URL to its right."""
        return self._stop_chars_right

    def set_stop_chars_right(self, stop_chars):
        """Set the characters that end a URL to its right."""
        self._stop_chars_right = self._check_set(stop_chars)

    def get_enclosures(self):
        """Return the set of pairs of characters that can surround a URL."""
        return self._enclosure

    def add_enclosure(self, left_char, right_char):
        """Add a pair of characters that can surround a URL."""
        self._check_pair(left_char, right_char)
        self._enclosure.add((left_char, right_char))
        self._after_tld_chars = self._get_after_tld_chars()

    def remove_enclosure(self, left_char, right_char):
        """Remove a pair of characters that can surround a URL."""
        self._check_pair(left_char, right_char)
        self._enclosure.discard((left_char, right_char))
        self._after_tld_chars = self._get_after_tld_chars()

    @staticmethod
    def _check_pair(left_char, right_char):
        assert len(left_char) == 1, "Parameter left_char must be character not string"
        assert len(right_char) == 1, "Parameter right_char must be character not string"

    # ---- The extent of a URL ----

    @staticmethod
    def _expand(words, at, end):
        """Return the extent of the word at a top-level domain."""
        start, end = words.begin_of(at), words.end_of(end)
        if words.text.endswith("](", 0, start + 1):  # Markdown
            closed = words.text.find(")", at, end)
            end = closed + 1 if closed >= 0 else end
        while words.text.startswith("/", start, end):
            start += 1
        return start, end

    def _split_markdown(self, text, start, end, at):
        """Return the extent of the first URL of "[http://a.com](http://b.com)"."""
        left = text.find("[", start, end)
        middle = text.rfind("](", start, end)
        if left > at - 3 or text.find(")", start, end) < at or middle <= at:
            return start, end
        return (start if left < 0 else left + 1), middle

    def _strip_enclosure(self, text, start, end, at, tld_end):
        """Return the extent without the brackets or quotes that surround the URL."""
        pairs = dict(self._enclosure)
        while True:
            left = max((text.rfind(sign, start, at) for sign in pairs), default=-1)
            sign = text[left] if left >= 0 else ""
            right_sign, right = pairs.get(sign, ""), end
            if sign:
                opened, closed = text.count(sign, start, left + 1), text.count(right_sign, left, end)
                for _ in range(max(min(opened, closed), 1)):
                    right = text.rfind(right_sign, start, right)
                    if right < 0:
                        break
            if right < at:
                right = end
            start, end = (left + 1 if left >= 0 else start), right
            if not (tld_end < end and text[tld_end] in pairs.values()):
                return start, end
            end = tld_end

    def _enclosed(self, text, start, end, at, tld_end):
        """Apply brackets to the left of the URL with blanks between, as in "( http://a.com/b)"."""
        pairs = dict(self._enclosure)
        if all(text.find(right, at, end) < 0 for right in pairs.values()):
            return start, end
        before, least, found = start, max(0, start - _LEFT), False
        while before > least and (text[before - 1] == " " or text[before - 1] in pairs):
            before -= 1
            found = found or text[before] != " "
        return self._strip_enclosure(text, before, end, at, tld_end) if found else (start, end)

    def _complete(self, words, at, tld_end, check_dns, with_schema_only):
        """Return the extent of the URL around a top-level domain, or None."""
        text = words.text
        first, end = self._expand(words, at, tld_end)
        last = text[end - 1]
        if last != "/" and last in self._after_tld_chars and text.endswith(text[at:tld_end], first, end - 1):
            end -= 1
        start, end = self._split_markdown(text, first, end, at)
        start, end = self._strip_enclosure(text, start, end, at, tld_end)
        if start == first:
            start, end = self._enclosed(text, start, end, at, tld_end)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if text.startswith("//", start, end):
            start += 2
        if start < end and text[start] in "-._~":
            start += 1
        if end < tld_end or not self._is_valid(text[start:end], text[at:tld_end], check_dns, with_schema_only):
            return None
        return start, end

    # ---- Hosts ----

    def _is_valid(self, url, tld, check_dns, with_schema_only):
        scheme, mark, rest = url.partition("://")
        if not _SCHEME.fullmatch(scheme) if mark else with_schema_only:
            return False
        authority, path, query, fragment = _PARTS.match(rest if mark else url).groups()
        user, sign, host = authority.rpartition("@")
        before, port = host.rstrip("0123456789"), ""
        if before.endswith(":"):
            host, port = before[:-1], host[len(before):]
        if sign and not user:
            return False
        if user and not mark and (not self.extract_email or port or path or query or fragment):
            return False
        if not self.allow_mixed_case_hostname and host not in (host.lower(), host.upper()):
            return False
        host = urllib.parse.unquote(host)
        if host.lower() in self.ignore_list or (self.permit_list and host.lower() not in self.permit_list):
            return False
        if not self._is_host(host, tld):
            return False
        return not check_dns or (_resolve_cached if self._cache_dns else _resolve)(host)

    def _is_host(self, host, tld):
        if tld[1:].isdigit():
            try:
                return len(host) <= len("255.255.255.255") and bool(ipaddress.IPv4Address(host))
            except ValueError:
                return False
        if host.lower() == "localhost":
            return self.extract_localhost
        labels = host.rsplit(".", 2)
        return len(labels) > 1 and "." + labels[-1].lower() == tld.lower() and bool(_LABEL.fullmatch(labels[-2]))

    def _is_tld(self, text, at, end):
        """Tell whether the word at a dot may be the top-level domain of a URL."""
        if end < len(text) and text[end] not in self._after_tld_chars:
            return False
        tld = text[at:end].lower()
        if at == 0 or text[at - 1] in self._stop_chars_left:
            return False
        if tld == "localhost":
            return self.extract_localhost
        if tld[1:].isdigit():
            return int(tld[1:]) < 256 and not _DIGITS.search(text, max(0, at - 19), at + 20)
        return _is_domain(tld)

    # ---- Finding ----

    def gen_urls(self, text, check_dns=False, get_indices=False, with_schema_only=False):
        """Iterate over URLs, or with get_indices over (URL, (begin, end))."""
        reached, words = 0, _Words(text, self._stop_chars_left, self._stop_chars_left_from_scheme, self._stop_chars_right)
        for found in _END.finditer(text):
            at, tld_end = found.span()
            if at < reached or not self._is_tld(text, at, tld_end):
                continue
            extent = self._complete(words, at, tld_end, check_dns, with_schema_only)
            if not extent:
                continue
            reached = extent[1]
            url = text[extent[0]:extent[1]]
            yield (url, extent) if get_indices else url

    def find_urls(self, text, only_unique=False, check_dns=False, get_indices=False, with_schema_only=False):
        """Return a list of URLs. More than the limit raise URLExtractError."""
        urls = []
        for url in self.gen_urls(text, check_dns, get_indices, with_schema_only):
            if self._limit is not None and len(urls) >= self._limit:
                raise URLExtractError(f"Limit for extracting URLs was reached. [{self._limit} URLs]", data=urls)
            urls.append(url)
        return list(dict.fromkeys(urls)) if only_unique else urls

    def has_urls(self, text, check_dns=False, with_schema_only=False):
        """Tell whether the text has a URL."""
        return any(self.gen_urls(text, check_dns, with_schema_only=with_schema_only))
