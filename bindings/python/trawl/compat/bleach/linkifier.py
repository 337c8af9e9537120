"""Linker and LinkifyFilter of bleach.

>>> Linker(parse_email=True).linkify("ask joe@example.com")
'ask <a href="mailto:joe@example.com">joe@example.com</a>'
>>> Linker(url_re=build_url_re(tlds=["example"])).linkify("a.example, a.com")
'<a href="http://a.example" rel="nofollow">a.example</a>, a.com'
"""

import re
import weakref
from urllib.parse import quote

from .callbacks import nofollow
from .fragment import RECOGNIZED, escape, parse, render, render_tag, simple_pieces

__all__ = ["DEFAULT_CALLBACKS", "EMAIL_RE", "Linker", "LinkifyFilter", "TLDS", "URL_RE", "build_email_re",
           "build_url_re"]

DEFAULT_CALLBACKS = [nofollow]

TLDS = """
ac ad ae aero af ag ai al am an ao aq ar arpa as asia at au aw ax az ba bb bd be bf bg bh bi biz bj bm bn bo br
bs bt bv bw by bz ca cat cc cd cf cg ch ci ck cl cm cn co com coop cr cu cv cx cy cz de dj dk dm do dz ec edu ee
eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gov gp gq gr gs gt gu gw gy hk hm hn hr ht hu
id ie il im in info int io iq ir is it je jm jo jobs jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt
lu lv ly ma mc md me mg mh mil mk ml mm mn mo mobi mp mq mr ms mt mu museum mv mw mx my mz na name nc ne net nf
ng ni nl no np nr nu nz om org pa pe pf pg ph pk pl pm pn post pr pro ps pt pw py qa re ro rs ru rw sa sb sc sd
se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tel tf tg th tj tk tl tm tn to tp tr travel tt tv tw
tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws xn xxx ye yt yu za zm zw
""".split()[::-1]
_PROTOCOLS = """afs aim callto data ed2k feed ftp gopher http https irc mailto news nntp rsync rtsp sftp ssh tag
telnet urn webcal xmpp""".split()
_PROTOCOL = re.compile(r"[\w-]+:/{0,3}")
_ATOM = r"[-!#$%&'*+/=?^_`{}|~0-9A-Z]+"
_QUOTED = r'^"([\001-\010\013\014\016-\037!#-\[\]-\177]|\\[\001-\011\013\014\016-\177])*'
# Labels with dots after them, perhaps after the commonest schemes; where a URL without a scheme may
# begin in them; the names and signs of addresses.
_LABELS = re.compile(r"(?<![\w-])(?:(?<![@.])(https?://))?((?:[\w-]++\.)++)")
_BEGIN = re.compile(r"\b(?<![@.])[\w-]")
_LOCAL = re.compile(rf"{_ATOM}+(?:\.{_ATOM}+)*", re.IGNORECASE)
_SIGN = re.compile(rf'{_QUOTED}+"@|@', re.IGNORECASE | re.MULTILINE)
# What build_url_re and build_email_re returned, by id, since hashing patterns takes long. The
# values are a pattern of the schemes, and True.
_URL_PATTERNS, _EMAIL_PATTERNS = {}, {}


def _any_of(words):
    """Return a pattern for any of the words. By their first letters, most texts are refused at
    once."""
    groups, odd = {}, []
    for word in sorted(words):
        if word.isascii() and word.isalnum() and len(word) > 1:
            groups.setdefault(word[0], []).append(word[1:])
        else:
            odd.append(word)
    return "|".join([*odd, *(f"{first}(?:{'|'.join(rests)})" for first, rests in groups.items())])


def _register(patterns, pattern, value):
    patterns[id(pattern)] = value
    weakref.finalize(pattern, patterns.pop, id(pattern), None)


def build_url_re(tlds=TLDS, protocols=_PROTOCOLS):
    """Return a pattern of URLs whose hosts end in these domains."""
    scheme = rf"(?:{_any_of(protocols)}):/{{0,3}}(?:(?:\w+:)?\w+@)?"
    pattern = re.compile(
        rf"\(*\b(?<![@.])(?:{scheme})?([\w-]+\.)+(?:{_any_of(tlds)})(?::[0-9]+)?(?!\.\w)\b"
        r"(?:[/?][^\s{}|\\^`<>" r'"]*)?', re.IGNORECASE)
    if all(re.fullmatch(r"[\w-]+", word) for word in (*tlds, *protocols)):
        _register(_URL_PATTERNS, pattern, re.compile(rf"\b(?<![@.]){scheme}\Z", re.IGNORECASE))
    return pattern


def build_email_re(tlds=TLDS):
    """Return a pattern of addresses whose hosts end in these domains."""
    pattern = re.compile(
        rf'(?<!//)(({_ATOM}(\.{_ATOM})*|{_QUOTED}")'
        rf"@(?:[A-Z0-9](?:[A-Z0-9-]{{0,61}}[A-Z0-9])?\.)+(?:{'|'.join(tlds)}))", re.IGNORECASE | re.MULTILINE)
    _register(_EMAIL_PATTERNS, pattern, True)
    return pattern


URL_RE = build_url_re()
EMAIL_RE = build_email_re()


def _urls(pattern, text):
    """Yield the matches of a pattern; if build_url_re made it, in linear time.

    Such a pattern is tried once for each chain of labels, at the leftmost place where a match may
    begin. If it fails there, it also fails at the places to the right.
    """
    scheme = _URL_PATTERNS.get(id(pattern))
    if not scheme:
        yield from pattern.finditer(text)
        return
    done = before = 0
    while (dot := text.find(".", before)) >= 0:
        if not text[dot + 1:dot + 2].strip():  # as at the end of a sentence
            before = dot + 1
            continue
        labels = _LABELS.search(text, max(before, text.rfind(" ", before, dot), text.rfind("\n", before, dot)))
        if not labels:
            break
        at, end = max(done, labels.start(2)), labels.end()
        low, before = max(done, before), end
        if at >= end:
            continue
        match = None
        if labels[1] and labels.start() >= low:
            match = pattern.match(text, _brackets(text, labels.start(), low))
        if not match:
            found = None
            if text[at - 1:at] in (":", "/", "@"):
                found = scheme.search(text, max(low, text.rfind(" ", low, at)), at)
            found = found or _BEGIN.search(text, at, end)
            match = found and pattern.match(text, _brackets(text, found.start(), low))
        if match:
            yield match
            done = match.end()
            if text[done:done + 1] != "-":  # which may continue a label: "a.com:80-b.com"
                before = max(before, done)


def _brackets(text, begin, low):
    """Return the beginning of the brackets to the left of a place."""
    while begin > low and text[begin - 1] == "(":
        begin -= 1
    return begin


def _emails(pattern, text):
    """Yield the matches of a pattern. If build_email_re made it, in linear time: once for each
    "@"."""
    if id(pattern) not in _EMAIL_PATTERNS:
        yield from pattern.finditer(text)
        return
    if "@" not in text:
        return
    at = low = 0
    while found := _SIGN.search(text, at):
        begin, at = found.start(), found.start() + 1
        if found[0] == "@":
            local = _LOCAL.match(text[low:begin][::-1])
            low = at
            if not local:
                continue
            begin -= local.end()
        match = pattern.match(text, begin)
        if match:
            yield match
            at = low = match.end()


def _trim(url):
    """Divide what the pattern matched into what is to the left of a URL, the URL, and the rest."""
    if url[:1] != "(" and url[-1:] not in ",.)":
        return "", url, ""
    begin, end, last = 0, len(url), url.rfind("(")
    while begin < end:
        if url[begin] == "(":
            begin += 1
            if end > begin and url[end - 1] == ")":
                end -= 1
        elif url[end - 1] in ",." or (url[end - 1] == ")" and last < begin):
            end -= 1
        else:
            break
    return url[:begin], url[begin:end], url[end:]


class LinkifyFilter:
    """Iterates over tokens in the form of html5lib's tree walkers, with links put in and changed.

    It can be a filter of html5lib and of bleach's Cleaner.

    >>> [token["type"] for token in LinkifyFilter([{"type": "Characters", "data": "example.com"}])]
    ['StartTag', 'Characters', 'EndTag']
    """

    def __init__(self, source, callbacks=DEFAULT_CALLBACKS, skip_tags=None, parse_email=False, url_re=URL_RE,
                 email_re=EMAIL_RE):
        self.source = source
        self.callbacks = callbacks or []
        self.skip_tags = skip_tags or []
        self.parse_email = parse_email
        self.url_re = url_re
        self.email_re = email_re

    def __getattr__(self, name):
        return getattr(self.source, name)

    def apply_callbacks(self, attrs, is_new):
        """Return the attributes as the callbacks changed them, or None for no link."""
        for callback in self.callbacks:
            attrs = callback(attrs, is_new)
            if attrs is None:
                return None
        return attrs

    def extract_character_data(self, token_list):
        """Return the text of the tokens."""
        return "".join(token["data"] for token in token_list if token["type"] in ("Characters", "SpaceCharacters"))

    def link(self, href, text, around=("", "")):
        """Yield the tokens of a new link, or of its text."""
        attrs = self.apply_callbacks({(None, "href"): href, "_text": text}, True)
        if attrs is None:
            yield {"type": "Characters", "data": around[0] + text + around[1]}
            return
        if around[0]:
            yield {"type": "Characters", "data": around[0]}
        shown = attrs.pop("_text", "")
        yield {"type": "StartTag", "name": "a", "data": attrs}
        yield {"type": "Characters", "data": str(shown)}
        yield {"type": "EndTag", "name": "a"}
        if around[1]:
            yield {"type": "Characters", "data": around[1]}

    def replace(self, token, matches, new):
        """Yield the token's text with the tokens of new(match) in place of each match."""
        text, at = token["data"], 0
        for match in matches:
            if match.start() > at:
                yield {"type": "Characters", "data": text[at:match.start()]}
            yield from new(match)
            at = match.end()
        if not at:
            yield token
        elif at < len(text):
            yield {"type": "Characters", "data": text[at:]}

    def new_email(self, match):
        """Yield the tokens of an address."""
        local, *rest = match.group(0).split("@")
        return self.link("mailto:" + "@".join([quote(local), *rest]), match.group(0))

    def new_url(self, match):
        """Yield the tokens of a URL."""
        before, url, after = _trim(match.group(0))
        return self.link(url if _PROTOCOL.match(url) else "http://" + url, url, (before, after))

    def handle_email_addresses(self, src_iter):
        """Yield the tokens, with addresses made into links."""
        for token in src_iter:
            if token["type"] == "Characters":
                yield from self.replace(token, _emails(self.email_re, token["data"]), self.new_email)
            else:
                yield token

    def handle_links(self, src_iter):
        """Yield the tokens, with URLs that are not in a link made into links."""
        inside = False
        for token in src_iter:
            if token["type"] == "Characters" and not inside:
                yield from self.replace(token, _urls(self.url_re, token["data"]), self.new_url)
                continue
            if token.get("name") == "a":
                inside = token["type"] == "StartTag"
            yield token

    def handle_a_tag(self, token_buffer):
        """Yield the tokens of a link that was there."""
        start = token_buffer[0]
        text = self.extract_character_data(token_buffer)
        attrs = start["data"] or {}
        attrs["_text"] = text
        attrs = self.apply_callbacks(attrs, False)
        if attrs is None:
            yield {"type": "Characters", "data": text}
            return
        shown = attrs.pop("_text", "")
        start["data"] = attrs
        yield start
        if shown == text:
            yield from token_buffer[1:]
        else:
            yield {"type": "Characters", "data": str(shown)}
            yield token_buffer[-1]

    def __iter__(self):
        anchor, skipped = [], None
        for token in self.source:
            kind, name = token["type"], token.get("name")
            if anchor:
                anchor.append(token)
                if kind == "EndTag" and name == "a":
                    yield from self.handle_a_tag(anchor)
                    anchor = []
            elif kind == "Characters" and skipped is None:
                tokens = (token,)
                if self.parse_email:
                    tokens = self.handle_email_addresses(tokens)
                yield from self.handle_links(tokens)
            elif kind == "StartTag" and name == "a":
                anchor = [token]
            else:
                if kind == "StartTag" and skipped is None and (name in self.skip_tags or name in ("script", "style")):
                    skipped = name
                elif kind == "EndTag" and name == skipped:
                    skipped = None
                yield token
        yield from anchor


class Linker:
    """Makes links in HTML fragments, as bleach.linkifier.Linker does.

    >>> Linker(skip_tags=["pre"]).linkify("<pre>a.com</pre> b.com")
    '<pre>a.com</pre> <a href="http://b.com" rel="nofollow">b.com</a>'
    """

    def __init__(self, callbacks=DEFAULT_CALLBACKS, skip_tags=None, parse_email=False, url_re=URL_RE,
                 email_re=EMAIL_RE, recognized_tags=RECOGNIZED):
        self.callbacks = callbacks
        self.skip_tags = skip_tags
        self.parse_email = parse_email
        self.url_re = url_re
        self.email_re = email_re
        if recognized_tags is not RECOGNIZED:
            recognized_tags = frozenset(tag.lower() for tag in recognized_tags)
        self.recognized_tags = recognized_tags

    def linkify(self, text):
        """Return the fragment with its links made and changed."""
        if not isinstance(text, str):
            raise TypeError("argument must be of text type")
        pieces = None
        if self.recognized_tags is RECOGNIZED and not self.parse_email and not self.skip_tags:
            pieces = simple_pieces(text)
        if pieces is not None:
            return "".join(self._linkify_text(piece) if i % 2 == 0 else piece for i, piece in enumerate(pieces))
        return render(LinkifyFilter(parse(text, self.recognized_tags), callbacks=self.callbacks,
                                    skip_tags=self.skip_tags, parse_email=self.parse_email, url_re=self.url_re,
                                    email_re=self.email_re))

    def _linkify_text(self, text):
        """Return the HTML of a text between simple tags."""
        if "." not in text and id(self.url_re) in _URL_PATTERNS:
            return escape(text)
        done, at, usual = [], 0, self.callbacks == DEFAULT_CALLBACKS == [nofollow]
        for match in _urls(self.url_re, text):
            before, url, after = _trim(match.group(0))
            scheme = "" if _PROTOCOL.match(url) else "http://"
            done.append(escape(text[at:match.start()] + before))
            at = match.end()
            if usual and not (scheme + url).startswith("mailto:") and '"' not in url:
                shown = escape(url)
                done.append(f'<a href="{scheme}{shown}" rel="nofollow">{shown}</a>{after}')
                continue
            attrs = {(None, "href"): scheme + url, "_text": url}
            for callback in self.callbacks or ():
                attrs = callback(attrs, True)
                if attrs is None:
                    break
            if attrs is None:
                done.append(escape(url))
            else:
                shown = attrs.pop("_text", "")
                done += render_tag("a", attrs), escape(str(shown)), "</a>"
            done.append(escape(after))
        return "".join([*done, escape(text[at:])])
