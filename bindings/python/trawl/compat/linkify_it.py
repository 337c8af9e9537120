"""The interface of linkify-it-py: LinkifyIt, Match, SchemaError.

    >>> from trawl.compat.linkify_it import LinkifyIt
    >>> linkify = LinkifyIt()
    >>> [(match.schema, match.url) for match in linkify.match("see example.com, or ask joe@example.com")]
    [('', 'http://example.com'), ('mailto:', 'mailto:joe@example.com')]

LinkifyIt finds what linkify-it-py finds, in linear time. With the schemas and options that it has by
default, _core.linkify_it decides plain words, and the patterns of this file decide the others. From
one match to the next, a search keeps the candidates of each kind, the ends of brackets, and the
ends of the names of addresses. markdown-it-py takes a LinkifyIt as md.linkify.
"""

import re
import types

from .. import _core

__all__ = ["LinkifyIt", "Match", "SchemaError"]

# Punctuation, the general category P of Unicode 14, as ranges of code points.
_PUNCTUATION = """
21-23 25-2a 2c-2f 3a-3b 3f-40 5b-5d 5f 7b 7d a1 a7 ab b6-b7 bb bf 37e 387 55a-55f 589-58a 5be
5c0 5c3 5c6 5f3-5f4 609-60a 60c-60d 61b 61d-61f 66a-66d 6d4 700-70d 7f7-7f9 830-83e 85e 964-965
970 9fd a76 af0 c77 c84 df4 e4f e5a-e5b f04-f12 f14 f3a-f3d f85 fd0-fd4 fd9-fda 104a-104f 10fb
1360-1368 1400 166e 169b-169c 16eb-16ed 1735-1736 17d4-17d6 17d8-17da 1800-180a 1944-1945
1a1e-1a1f 1aa0-1aa6 1aa8-1aad 1b5a-1b60 1b7d-1b7e 1bfc-1bff 1c3b-1c3f 1c7e-1c7f 1cc0-1cc7 1cd3
2010-2027 2030-2043 2045-2051 2053-205e 207d-207e 208d-208e 2308-230b 2329-232a 2768-2775
27c5-27c6 27e6-27ef 2983-2998 29d8-29db 29fc-29fd 2cf9-2cfc 2cfe-2cff 2d70 2e00-2e2e 2e30-2e4f
2e52-2e5d 3001-3003 3008-3011 3014-301f 3030 303d 30a0 30fb a4fe-a4ff a60d-a60f a673 a67e
a6f2-a6f7 a874-a877 a8ce-a8cf a8f8-a8fa a8fc a92e-a92f a95f a9c1-a9cd a9de-a9df aa5c-aa5f aade-
aadf aaf0-aaf1 abeb fd3e-fd3f fe10-fe19 fe30-fe52 fe54-fe61 fe63 fe68 fe6a-fe6b ff01-ff03
ff05-ff0a ff0c-ff0f ff1a-ff1b ff1f-ff20 ff3b-ff3d ff3f ff5b ff5d ff5f-ff65 10100-10102 1039f
103d0 1056f 10857 1091f 1093f 10a50-10a58 10a7f 10af0-10af6 10b39-10b3f 10b99-10b9c 10ead
10f55-10f59 10f86-10f89 11047-1104d 110bb-110bc 110be-110c1 11140-11143 11174-11175 111c5-111c8
111cd 111db 111dd-111df 11238-1123d 112a9 1144b-1144f 1145a-1145b 1145d 114c6 115c1-115d7
11641-11643 11660-1166c 116b9 1173c-1173e 1183b 11944-11946 119e2 11a3f-11a46 11a9a-11a9c
11a9e-11aa2 11c41-11c45 11c70-11c71 11ef7-11ef8 11fff 12470-12474 12ff1-12ff2 16a6e-16a6f 16af5
16b37-16b3b 16b44 16e97-16e9a 16fe2 1bc9f 1da87-1da8b 1e95e-1e95f
"""
_TWO_LETTERS = """
ac ad ae af ag ai al am an ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw
by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi
fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in
io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me
mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg
ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv
sx sy sz tc td tf tg th tj tk tl tm tn to tp tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws
ye yt za zm zw
"""
_LONGER = "biz com edu gov net org pro web xxx aero asia coop info museum name shop рф"


def _ranges(text):
    """Return the inside of a class of re for ranges of code points in hexadecimal."""
    pieces = []
    for word in text.split():
        first, _, last = word.partition("-")
        pieces.append(f"\\U{int(first, 16):08x}" + (f"-\\U{int(last, 16):08x}" if last else ""))
    return "".join(pieces)


# Insides of character classes: separators and controls; these and punctuation; what is never in a
# link.
_BLANK = "\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
_BREAK = _BLANK + _ranges(_PUNCTUATION)
_EDGE = "><\uff5c"
_LETTER = f"[^{_EDGE}{_BREAK}]"
_INSIDE = f"[^{_EDGE}{_BLANK}{_ranges(_PUNCTUATION.replace('2c-2f', '2c 2e-2f'))}]"  # or a hyphen
_ALNUM = "a-zA-Z0-9\u0130\u0131\u017f\u212a"  # what re has for "[a-z0-9]" without case
_XN = f"(?i:xn--)[{_ALNUM}\\-]{{1,59}}"
_LABEL = f"(?:{_XN}|{_LETTER}(?:{_INSIDE}{{0,61}}{_LETTER})??)"
_ROOT = f"(?:{_XN}|{_LETTER}{{1,63}})"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)"
_IP4 = f"(?:{_OCTET}\\.){{3}}{_OCTET}"
_AUTH = f"(?:[^{_BLANK}@/\\[\\]()]{{1,50}}@)?"
_PORT = "(?::(?:6(?:[0-4]\\d{3}|5(?:[0-4]\\d{2}|5(?:[0-2]\\d|3[0-5])))|[1-5]?\\d{1,4}))?"
_LONGEST = 64  # the most characters in the name of a mail address
_NAME = f"[-;:&=+$,.{_ALNUM}_][-;:&=+$,\".{_ALNUM}_]{{0,{_LONGEST - 1}}}"
_NAMES = re.compile(f'[-;:&=+$,".{_ALNUM}_]*')
_BLANKS = re.compile(f"[{_BLANK}]")
_HOST = f"(?:(?:{_LABEL}\\.)*{_LABEL})"
_PLAIN = "(?:[a-zA-Z0-9]{1,63}\\.)*[a-zA-Z0-9]{1,63}(?=[/ \n]|$)"  # matches most hosts, and faster
# What may be to the left of a host without a scheme, besides breaks; and the breaks that may not be
# there.
_SIGNS = "$+<=>^`|\uff5c"
_NOT_BEFORE = "(?![.:/\\-_@])"


def _words(words):
    """Return a pattern for any of the words. Those of two letters go by their first one."""
    pairs, rest = {}, []
    for word in words:
        if len(word) == 2 and word.isascii() and word.isalpha():
            pairs.setdefault(word[0].lower(), set()).add(word[1].lower())
        else:
            rest.append(word)
    return "|".join([*rest, *(f"{first}[{''.join(sorted(pairs[first]))}]" for first in sorted(pairs))])


def _host_end(options):
    dash = "-(?!--)" if options.get("---") else "-"
    return f"(?=$|[{_EDGE}{_BREAK}])(?!{dash}|_|:\\d|\\.-|\\.(?!$|[{_BREAK}]))"


_CLOSERS = ")]}\"'"


def _path(options, closers):
    """Return the pattern of a path, query and fragment: what each character needs to be in it.

    Only brackets and quotes in `closers`, which occur in the rest of the word, are pieces: a search
    for the others would read the word again for each link in it.
    """
    closed = {
        "]": f"\\[[^{_BLANK}\\]]*\\]",
        ")": f"\\([^{_BLANK})]*\\)",
        "}": f"\\{{[^{_BLANK}}}]*\\}}",
        '"': f"\"[^{_BLANK}\"]+\"",
        "'": f"'[^{_BLANK}']+'",
    }
    pieces = [
        f"[^{_BLANK}{_EDGE}()\\[\\]{{}}.,\"'?!\\-;]+",
        *(closed[closer] for closer in closed if closer in closers),
        f"'(?={_LETTER}|-)",
        f"\\.{{2,}}[{_ALNUM}%/&]",
        f"\\.(?![{_BLANK}.]|$)",
        "-(?!--(?:[^-]|$))-*" if options.get("---") else "-+",
        f",(?![{_BLANK}]|$)",
        f";(?![{_BLANK}]|$)",
        f"!+(?![{_BLANK}!]|$)",
        f"\\?(?![{_BLANK}?]|$)",
    ]
    return f"(?:[/?#](?:{'|'.join(pieces)})+|/)?"


class SchemaError(Exception):
    """A definition of a schema is wrong."""

    def __init__(self, name, val):
        super().__init__(f"(LinkifyIt) Invalid schema '{name}': '{val}'")


class Match:
    """A link: schema, index, last_index, raw, text, url.

    A Match is made from the LinkifyIt that found it, and the place where the searched text begins.
    """

    def __init__(self, linkifyit, shift):
        start, end = linkifyit._index, linkifyit._last_index
        self.schema = linkifyit._schema.lower()
        self.index = start + shift
        self.last_index = end + shift
        self.raw = self.text = self.url = linkifyit._text_cache[start:end]

    def __repr__(self):
        return f"{type(self).__module__}.{type(self).__name__}({self.__dict__!r})"


class _Words:
    """What is known of a text: where its words end, and where the names before "@" end."""

    def __init__(self, owner, text):
        self.owner, self.text = owner, text
        self.word = (0, -1, {})
        self.run = (0, -1)
        self.hosts = {}

    def path_end(self, at):
        """Return the end of the path that may begin at `at`."""
        begin, end, last = self.word
        if not begin <= at <= end:
            found = _BLANKS.search(self.text, at)
            end = found.start() if found else len(self.text)
            last = {closer: self.text.rfind(closer, at, end) for closer in _CLOSERS}
            self.word = (at, end, last)
        closers = "".join(closer for closer in _CLOSERS if last[closer] > at)
        return self.owner._path_of(closers).match(self.text, at).end()

    def name_end(self, at):
        """Return the end of the characters from `at` on that may be in the name of an address."""
        begin, end = self.run
        if not begin <= at < end:
            end = _NAMES.match(self.text, at).end()
            self.run = (at, end)
        return end

    def address_end(self, at, host):
        """Return the end of the address that begins at `at`, or 0. `host` names the pattern of its host."""
        sign = self.name_end(at)
        if not 0 < sign - at <= _LONGEST or self.text[at] == '"' or self.text[sign:sign + 1] != "@":
            return 0
        if (sign, host) not in self.hosts:
            found = self.owner._patterns[host].match(self.text, sign + 1)
            self.hosts = {(sign, host): found.end() if found else 0}
        return self.hosts[sign, host]


class _Search:
    """The next candidates in one text. A candidate is (index, last_index, schema), or None."""

    def __init__(self, owner, text):
        self.owner, self.text, self.words = owner, text, owner._words_of(text)
        self.schema = self.fuzzy = self.email = (-1, -1, "")
        self.dot = self.last = -1

    def next(self, at):
        """Return the first link from `at` on."""
        owner = self.owner
        best = self.schema = self.again(self.schema, at, self.next_schema, self.schema_here)
        if owner._opts.get("fuzzy_link") and owner._compiled.get("http:") and self.dot_before(at, best):
            found = self.fuzzy = self.again(self.fuzzy, at, self.next_fuzzy, self.fuzzy_here)
            if found and (not best or found[0] < best[0]):
                best = found
        if owner._opts.get("fuzzy_email") and owner._compiled.get("mailto:"):
            found = self.email = self.again(self.email, at, self.next_email, self.email_here)
            if found and (not best or found[0] < best[0] or (found[0] == best[0] and found[1] > best[1])):
                best = found
        return best

    def again(self, known, at, search, here):
        """Return the known candidate, or if it is to the left of `at`, another one."""
        if at == 0:
            return here(at) or search(at)
        return search(at) if known and known[0] < at else known

    def dot_before(self, at, best):
        """Tell whether the dot of a top-level domain is between `at` and a link."""
        if self.dot is not None and self.dot < at:
            found = self.owner._patterns["fuzzy_dot"].search(self.text, at)
            self.dot = found.start() if found else None
        return self.dot is not None and (not best or self.dot < best[0])

    def schema_here(self, at):
        found = self.owner._patterns["schema_here"].match(self.text, at)
        return self.valid(found.group(), found.end()) if found else None

    def fuzzy_here(self, at):
        found = self.owner._patterns["fuzzy_here"].match(self.text, at)
        return (at, self.words.path_end(found.end()), "") if found else None

    def email_here(self, at):
        end = self.words.address_end(at, "email_host") if at < len(self.text) else 0
        return (at, end, "mailto:") if end else None

    def valid(self, name, end):
        """Return the candidate for a schema that ends at `end`, or None if no link follows it."""
        length = self.owner.test_schema_at(self.text, name, end)
        return (end - len(name), end + length, name) if length else None

    def next_schema(self, at):
        patterns = self.owner._patterns
        if self.last < 0:
            self.last = self.word_at(at, 0)
        for found in patterns["schema"].finditer(self.text, self.last):
            name, (begin, end) = found[found.lastindex], found.span(found.lastindex)
            if begin == 0 or (begin > self.last and patterns["before"].match(self.text, begin - 1)):
                self.last = end  # a schema directly after another one begins no link
                candidate = self.valid(name, end) if begin >= at else None
                if candidate:
                    return candidate
        return None

    def word_at(self, place, at):
        """Return the beginning of the word at a place, but not less than `at`."""
        text = self.text
        return max(text.rfind(" ", at, place), text.rfind("\n", at, place), text.rfind("\t", at, place), at)

    def next_fuzzy(self, at):
        found = self.owner._patterns["fuzzy"].search(self.text, self.word_at(self.dot, max(at - 1, 0)))
        return (found.start(1), self.words.path_end(found.end()), "") if found else None

    def next_email(self, at):
        text, sign = self.text, self.text.find("@", at)
        while sign >= 0:
            begin, low = sign, max(at, sign - _LONGEST)
            while begin > low and _NAMES.match(text, begin - 1, begin).end() == begin:
                begin -= 1
            found = self.owner._patterns["email_before"].search(text, max(begin - 1, at - 1, 0), sign)
            end = self.words.address_end(found.end() - 1, "email_host") if found else 0
            if end:
                return (found.end() - 1, end, "mailto:")
            at, sign = sign, text.find("@", sign + 1)
        return None


class LinkifyIt:
    """Finds links in text, as linkify_it.LinkifyIt does.

    schemas maps prefixes such as "skype:" to a dict with "validate" (a pattern, a compiled pattern,
    or a function of self, text and place that returns the length of the rest of a link) and perhaps
    "normalize" (a function of self and the Match), to the name of another schema, or to None, which
    disables it. options: fuzzy_link, fuzzy_email, fuzzy_ip, and "---".

    >>> LinkifyIt().match("example.com")[0].url
    'http://example.com'
    >>> LinkifyIt(options={"fuzzy_link": False}).test("example.com")
    False
    >>> LinkifyIt().add("git:", "http:").match("git://example.com/a")[0].url
    'git://example.com/a'
    """

    def __init__(self, schemas=None, options=None):
        self.default_options = {"fuzzy_link": True, "fuzzy_email": True, "fuzzy_ip": False}
        self.default_schemas = {"http:": {"validate": self._validate_http}, "https:": "http:", "ftp:": "http:",
                                "//": {"validate": self._validate_double_slash},
                                "mailto:": {"validate": self._validate_mailto}}
        self.tlds_2ch_src_re = _words(_TWO_LETTERS.split())
        self.tlds_default = _LONGER.split()
        self._usual = dict(self.default_schemas)
        self._opts = self.default_options
        self._opts.update(options or {})
        self._schemas = self.default_schemas
        self._schemas.update(schemas or {})
        self._tlds, self._tlds_replaced = list(self.tlds_default), False
        self._compiled, self.re = {}, {}
        self._paths = {}
        self._reset_scan_cache()
        self._compile()

    # ---- Schemas ----

    def _words_of(self, text):
        words = self._words
        if words is None or words.text is not text:
            words = self._words = _Words(self, text)
        return words

    def _path_of(self, closers):
        if closers not in self._paths:
            self._paths[closers] = re.compile(_path(self._opts, closers))
        return self._paths[closers]

    def _validate_http(self, text, pos):
        found = self._patterns["http"].match(text, pos)
        return self._words_of(text).path_end(found.end()) - pos if found else 0

    def _validate_double_slash(self, text, pos):
        found = self._patterns["double_slash"].match(text, pos)
        if not found or (pos >= 3 and text[pos - 3] in ":/"):
            return 0
        return self._words_of(text).path_end(found.end()) - pos

    def _validate_mailto(self, text, pos):
        end = self._words_of(text).address_end(pos, "mailto_host") if pos < len(text) else 0
        return end - pos if end else 0

    def _validator(self, name, definition):
        validate = definition.get("validate")
        if isinstance(validate, str):
            validate = re.compile(validate, re.IGNORECASE)
        if isinstance(validate, re.Pattern):
            def by_pattern(text, pos, pattern=validate):
                found = pattern.search(text[pos:])
                return found.end() - found.start() if found else 0
            return by_pattern
        if isinstance(validate, types.FunctionType):
            return types.MethodType(validate, self)
        if not callable(validate):
            raise SchemaError(name, definition)
        return validate

    def _normalizer(self, name, definition):
        normalize = definition.get("normalize")
        if not normalize:
            return lambda match: self.normalize(match)
        if isinstance(normalize, types.FunctionType):
            return types.MethodType(normalize, self)
        if not callable(normalize):
            raise SchemaError(name, definition)
        return normalize

    def _compile_schemas(self):
        self._compiled = {}
        for name, definition in self._schemas.items():
            if isinstance(definition, dict):
                self._compiled[name] = {"validate": self._validator(name, definition),
                                        "normalize": self._normalizer(name, definition)}
            elif definition is not None and not isinstance(definition, str):
                raise SchemaError(name, definition)
        for name, definition in self._schemas.items():
            if isinstance(definition, str) and definition in self._compiled:
                self._compiled[name] = self._compiled[definition]
        order = [name for name in self._schemas if name in self._compiled]
        self._compiled[""] = {"validate": None, "normalize": lambda match: self.normalize(match)}
        return order

    def _compile(self):
        end = _host_end(self._opts)
        tlds = list(self._tlds) + ([] if self._tlds_replaced else [self.tlds_2ch_src_re])
        tlds = f"(?:(?i:{_words(tlds)})|{_XN})"
        domain = f"(?:{_LABEL}\\.)+{tlds}"
        host = f"(?:{_IP4}|{domain})"
        self.re = {
            "src_Any": "[\\x00-\\U0010ffff]", "src_Cc": "[\\x00-\\x1f\\x7f-\\x9f]", "src_Z": f"[{_BLANK[7:]}]",
            "src_P": f"[{_BREAK[len(_BLANK):]}]", "src_ZPCc": f"[{_BREAK}]", "src_ZCc": f"[{_BLANK}]",
            "src_pseudo_letter": _LETTER, "src_ip4": _IP4, "src_auth": _AUTH, "src_port": _PORT,
            "src_host_terminator": end, "src_path": _path(self._opts, _CLOSERS), "src_email_name": _NAME, "src_xn": _XN,
            "src_domain_root": _ROOT, "src_domain": _LABEL, "src_host": _HOST, "src_host_strict": _HOST + end,
            "src_host_port_strict": _HOST + _PORT + end, "src_tlds": tlds,
        }
        self._on_compile()
        names = self._compile_schemas()
        firsts = "".join({re.escape(sign) for name in names for sign in (name[0].lower(), name[0].upper())})
        schemas = "|".join(map(re.escape, names)) or "(?!)"
        if firsts.isascii() and not set("sk") & set(firsts):  # "ſ" is an s, too
            schemas = f"(?=[{firsts}])(?:{schemas})"
        # A search for ":" and "//" is fast. "sftp:" is tried before "ftp:", which is its end.
        search = f"(?:^|(?!_)[{_EDGE}{_BREAK}])((?i:{schemas}))"
        if all(re.fullmatch("[a-z]+:|//", name) for name in names):
            search = "|".join(f":(?i:(?<=({name})))" if name != "//" else "/(?=/(?<=(//)))"
                              for name in sorted(names, key=len, reverse=True))
        fuzzy = (host if self._opts.get("fuzzy_ip") else domain) + _PORT + end
        fuzzy_dot = f"(?:{tlds}(?=[{_BREAK}{_EDGE}]|$)|\\d)" if self._opts.get("fuzzy_ip") else f"{tlds}(?=[{_BREAK}{_EDGE}]|$)"
        sources = {
            "http": f"//(?:{_PLAIN}|{_AUTH}{_HOST}{_PORT}{end})",
            "double_slash": f"{_AUTH}(?:(?i:localhost)|(?:{_LABEL}\\.)+{_ROOT}){_PORT}{end}",
            "mailto_host": f"{_HOST}{end}",
            "schema": search or "(?!)",
            "before": f"(?!_)[{_EDGE}{_BREAK}]",
            "schema_here": f"((?i:{schemas}))",
            "fuzzy": f"{_NOT_BEFORE}[{_SIGNS}{_BREAK}]((?![{_SIGNS}]){fuzzy})",
            "fuzzy_here": f"(?![{_SIGNS}]){fuzzy}",
            "fuzzy_dot": f"\\.{fuzzy_dot}",
            "email_before": f"[{_EDGE}\"({_BLANK}][-;:&=+$,.{_ALNUM}_]",
            "email_host": f"{host}{end}",
            "pretest": f"(?:^|(?!_)[{_EDGE}{_BREAK}])(?i:{schemas})|(?i:localhost|www\\.)|\\.\\d{{1,3}}\\."
                       f"|\\.{tlds}(?:[{_BREAK}>]|$)|@",
        }
        self._patterns = {name: re.compile(source) for name, source in sources.items()}
        self._paths = {}
        self._domains = self._plain_domains()
        self._reset_scan_cache()

    def _plain_domains(self):
        """Return the top-level domains for _core.linkify_it, or "" if it would find other links."""
        words = [*self._tlds, *([] if self._tlds_replaced else _TWO_LETTERS.split())]
        rare = any(bool(self._opts.get(name)) != (name in ("fuzzy_link", "fuzzy_email"))
                   for name in ("fuzzy_link", "fuzzy_email", "fuzzy_ip", "---"))
        if rare or self._schemas != self._usual or not all(word.isalnum() for word in words):
            return ""
        return f" {' '.join(words).lower()} "

    def _on_compile(self):
        """Override this to change self.re before each compilation."""

    # ---- Options ----

    def add(self, schema, definition):
        """Define a schema, or with None disable it. Returns self."""
        self._schemas[schema] = definition
        self._compile()
        return self

    def set(self, options):
        """Change some of the options. Returns self."""
        self._opts.update(options)
        self._compile()
        return self

    def tlds(self, list_tlds, keep_old=False):
        """Replace the top-level domains of links without a scheme, or with keep_old add to them."""
        new = list(list_tlds) if isinstance(list_tlds, (list, tuple, set, frozenset)) else [list_tlds]
        if keep_old:
            self._tlds = sorted({*self._tlds, *new}, reverse=True)
        else:
            self._tlds, self._tlds_replaced = new, True
        self._compile()
        return self

    # ---- Searching ----

    def _reset_scan_cache(self):
        self._index, self._last_index, self._schema, self._text_cache = -1, -1, "", ""
        self._words = None

    def _remember(self, text, found):
        self._text_cache = text
        self._index, self._last_index, self._schema = found or (-1, -1, "")
        return found is not None

    def _links(self, text, single=False):
        """Return the links as (index, last_index, schema), or with single only the first one."""
        search = None

        def next_link(at):
            nonlocal search
            search = search or _Search(self, text)
            return search.next(at)

        if self._domains:
            try:
                return _core.linkify_it(text, self._domains, next_link, single)
            except ValueError:
                pass  # a lone surrogate
        links, at = [], 0
        while at < len(text) and (found := next_link(at)):
            links.append(found)
            at = len(text) if single else found[1]
        return links

    def test(self, text):
        """Tell whether the text has a link."""
        links = self._links(text, True) if text else ()
        return self._remember(text, links[0] if links else None)

    def pretest(self, text):
        """Tell quickly whether the text may have a link."""
        return bool(self._patterns["pretest"].search(text))

    def test_schema_at(self, text, name, position):
        """Return the length of the rest of a link of this schema at the position, or 0."""
        entry = self._compiled.get(name.lower())
        return entry["validate"](text, position) if entry and entry["validate"] else 0

    def _create_match(self, shift=0):
        match = Match(self, shift)
        self._compiled[match.schema]["normalize"](match)
        return match

    def match(self, text):
        """Return a list of all links, or None if there are none."""
        if not text:
            self._reset_scan_cache()
            return None
        matches = []
        for found in self._links(text):
            self._remember(text, found)
            matches.append(self._create_match())
        self._reset_scan_cache()
        return matches or None

    def match_at_start(self, text):
        """Return the link with a schema that the text begins with, or None."""
        found = self._patterns["schema_here"].match(text) if text else None
        length = self.test_schema_at(text, found.group(1), found.end()) if found else 0
        if not self._remember(text, (found.start(1), found.end() + length, found.group(1)) if length else None):
            return None
        return self._create_match()

    def normalize(self, match):
        """Complete the URL of a match that has no schema. Schemas may have their own function."""
        if not match.schema:
            match.url = "http://" + match.url
        if match.schema == "mailto:" and not match.url.lower().startswith("mailto:"):
            match.url = "mailto:" + match.url
