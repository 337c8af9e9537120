"""trawl.compat and the originals have the same results on made-up inputs, except for the differences in
the table of bindings/python/README.md."""

import random
import re
import warnings

import pytest
from trawl.compat import bleach, linkify_it
from trawl.compat.linkify_it import LinkifyIt, Match, SchemaError

warnings.simplefilter("ignore")
ROUNDS = 400
PIECES = ["http://", "https://", "ftp://", "mailto:", "//", "example.com", "a.b.co.uk", "localhost", "www.", "пример.рф",
          "1.2.3.4", ":8080", "/", "/path", "?a=b&c=d", "?q", "#frag", "(", "(x)", ")", "[", "]", "{", "}", '"', "'", ",",
          ".", "..", "-", "--", "---", "_", "!", "?", ";", ":", "@", "user@", "joe.x@example.org", "user:pass@", " ", " ",
          "\n", "。", "中文", "ß", "a", "foo", "com", "$", "+", "=", "~", "*", "%20", "\xa0", "…", ".com", ".invalid"]


def inputs(seed, more=()):
    chooser = random.Random(seed)
    for _ in range(ROUNDS):
        yield "".join(chooser.choice((*PIECES, *more)) for _ in range(chooser.randint(1, 9)))


# ---- linkify-it-py ----

def touch(matches):
    """Tell whether a link begins where another one ends. Older originals find more of these."""
    return any(first.last_index == second.index for first, second in zip(matches or (), (matches or ())[1:]))


def shown(matches):
    return matches and [(m.schema, m.index, m.last_index, m.raw, m.text, m.url) for m in matches]


@pytest.mark.parametrize("options", [{}, {"fuzzy_ip": True}, {"---": True}, {"fuzzy_link": False},
                                     {"fuzzy_email": False}])
def test_linkify_it(options):
    from linkify_it import LinkifyIt as Original, __version__
    mine, original = LinkifyIt(options=dict(options)), Original(options=dict(options))
    old = __version__.startswith("2.0.")
    for text in inputs(1):
        if old and (re.search(r";\S*@", text) or touch(original.match(text))):
            continue
        assert shown(mine.match(text)) == shown(original.match(text)), text
        assert mine.test(text) == original.test(text), text
        assert mine.pretest(text) == original.pretest(text), text


def test_linkify_it_interface():
    linkify = LinkifyIt({"@": {"validate": lambda self, text, pos: len(re.match(r"\w*", text[pos:])[0]),
                               "normalize": lambda self, match: setattr(match, "url", "https://x.example/" + match.raw[1:])},
                         "my:": {"validate": r"^\w+"}, "git:": "http:"})
    assert shown(linkify.match("a @joe my:x git://a.com http://b.com")) == [
        ("@", 2, 6, "@joe", "@joe", "https://x.example/joe"), ("my:", 7, 11, "my:x", "my:x", "my:x"),
        ("git:", 12, 23, "git://a.com", "git://a.com", "git://a.com"),
        ("http:", 24, 36, "http://b.com", "http://b.com", "http://b.com")]
    assert linkify.match_at_start("http://a.com b").last_index == 12 and linkify.match_at_start(" http://a.com") is None
    assert LinkifyIt().add("sftp:", "http:").match("xftp://a.com sFtp://b.com")[0].raw == "sFtp://b.com"
    assert LinkifyIt().add("http:", None).match("http://a.b") is None
    assert LinkifyIt().tlds(["zzz"]).match("a.zzz b.com")[0].raw == "a.zzz"
    assert LinkifyIt().tlds("zzz", True).match("a.zzz b.com")[1].raw == "b.com"
    assert re.search(LinkifyIt().re["src_ZPCc"], "a b") and re.fullmatch(LinkifyIt().re["src_email_name"], ";" + 63 * "n")
    found = LinkifyIt().match("a.com")[0]
    assert isinstance(found, Match) and "'url': 'http://a.com'" in repr(found)
    for wrong in (1, {"validate": None}, {"validate": "a", "normalize": 1}):
        with pytest.raises(SchemaError):
            LinkifyIt().add("x:", wrong)


WORDS = ["http://a.com/", "https://www.example.com:8080/b?c=d&e#f", "FTP://a.com", "ftp://a-b.c/(d)_[e]{f}", "http://localhost/x",
         "example.com", "www.a.co.uk/~x/", "joe.x+y@example.org", "mailto:a@b.com", "//a.com", "a.com/", "a.invalid", "v1.2", "e.g.",
         "and", "a:b", "x/y", "xn--a.com", "b.xn--p1ai", "a-.com", "user@", "@b.com", "1.2.3.4", "http://", "a.com.-", "\xfc.com",
         "http://u:p@a.com/x", "a.b.c.d.com?q", "_a.com", "http://a.b:65536", "a.com:80/x", "a@b.com:80", "x" * 2100 + ".com/y"]
AFTER = ["", ".", ",", "...", "??x", ".)", "!", "?!", "!!x", "..x", ";y", "'s", "'", '"', '""', "(", "(z)", "()", ">", "<br>", "-", "--w", "_", "/",
         ":", ":9", "#", "%20", "\u2026", "\u2019s", "$", "&", "|", "\x7f", "@q", "[", "]z", "{z}", ".com", "\\"]


def test_linkify_it_decides_plain_words_as_the_patterns_do(monkeypatch):
    """C code finds the links that the patterns find, and needs no pattern for plain words."""
    mine, patterns, chooser, asked = LinkifyIt(), LinkifyIt(), random.Random(8), []
    patterns._domains = ""
    next_link = linkify_it._Search.next
    monkeypatch.setattr(linkify_it._Search, "next", lambda self, at: asked.append(at) or next_link(self, at))
    for before in ("", "(", "<", '("', "*", "[", "'", "\u201c", "/", "-"):
        for word in WORDS:
            texts = [f"{before}{word}{chooser.choice(AFTER)}{chooser.choice(AFTER)}" for _ in range(12)]
            for text in (*texts, "\n".join(texts), "\xe9 ".join(texts[:4])):
                assert shown(mine.match(text)) == shown(patterns.match(text)), text
                assert mine.test(text) == patterns.test(text), text
    asked.clear()
    for word in ("see http://a.com/b_(c),", "(www.a.com/x?y=z).", "<joe@a.com> e.g.", "i.e. 'ftp://a.com:21/'", "\xfc ... a.com"):
        assert len(mine.match(word)) == 1 and not asked, word
    mine.tlds("zzz")
    assert [m.url for m in mine.match("a.com b.ZZZ") or ()] == ["http://b.ZZZ"] and not asked
    assert mine.set({"fuzzy_link": False}).match("b.zzz") is None and asked


NAME, USER = "n" * 64, "u" * 50


@pytest.mark.parametrize("text, wanted", [
    ("a@b.com//http://c.com //d.com", ["a@b.com", "http://c.com", "//d.com"]),
    ("a@b.com//c.com", ["a@b.com"]), ("://a.com //b.com", ["//b.com"]), ("http:////http://c.com", ["http://c.com"]), ("https://mailto:https://c.com", ["https://mailto"]),
    ("ftp://https://http://c.com", ["ftp://https", "http://c.com"]),
    ("1.2.3.4..joe@c.com", ["1.2.3.4..joe@c.com"]), ("http://c.com,joe@d.com", ["http://c.com,joe@d.com"]),
    ("c.com,joe@d.com", ["c.com,joe@d.com"]), ("a;b@c.com", ["a;b@c.com"]), ("<;b@c.com", [";b@c.com"]),
    (f"{NAME}@c.com (a{NAME}@c.com", [f"{NAME}@c.com"]), (f"mailto:{NAME}@c.com mailto:n{NAME}@c.com", [f"mailto:{NAME}@c.com"]),
    ("\u017foe@c.com d.com/..\u0130 \u017f@c.com", ["\u017foe@c.com", "d.com/..\u0130", "\u017f@c.com"]),
    (f"<m{NAME}\"{NAME}@c.com", [f"{NAME}@c.com"]), (f"http://{USER}@c.com", [f"http://{USER}@c.com"]),
    (f"http://u{USER}@c.com", [f"http://u{USER}"]), ("example.com<br>", ["example.com"])])
def test_linkify_it_2_2(text, wanted):
    for schemas in ({}, {"x:": "http:"}, {"fo-o:": "http:"}):
        assert [match.raw for match in LinkifyIt(schemas).match(text)] == wanted


def test_linkify_it_odd_text():
    assert LinkifyIt().match("\ud800 a.com")[0].index == 2
    with pytest.raises(TypeError):
        LinkifyIt().match(b"a.com")


def test_markdown_it():
    from markdown_it import MarkdownIt
    text = "See example.com, <http://a.com> `b.com` and http://c.com/(d).\n"
    first = MarkdownIt("gfm-like").render(text)
    second = MarkdownIt("gfm-like")
    second.linkify = LinkifyIt()
    assert second.render(text) == first and first.count("<a ") == 3


# ---- bleach ----

TAGS = ("<b>", "</b>", "<i>", "</i>", '<a href="http://q.org/?a=1&amp;b=2">', "</a>", "<br>", "<em class=x>", "</em>", "<pre>",
        "</pre>", "<span title='a\"b'>", "</span>", "<custom>", "</custom>", "<!-- c -->", "<p>", "</p>", "<div>", "</div>", "<ul>",
        "<li>", "</ul>", "<h1>", "</h1>", "&lt;", "&nbsp;", "&amp;", "&", "&copy", "&foo;", "< ", ">")


def comparable(texts):
    """Leave out what bleach before 6.1 reads differently: it decodes references, and ends URLs at brackets."""
    import bleach as original
    old = int(original.__version__.split(".")[0]) < 6
    return [text for text in texts if not (old and re.search(r"&(?:lt|nbsp|copy)|[][]", text))]


def upper(attrs, new=False):
    attrs["_text"] = attrs["_text"].upper()
    return attrs


def only_new(attrs, new=False):
    return attrs if new else None


@pytest.mark.parametrize("options", [{}, {"parse_email": True}, {"skip_tags": ["pre"]}, {"callbacks": [upper]},
                                     {"callbacks": [only_new]}, {"callbacks": [bleach.target_blank]}, {"callbacks": []}])
def test_bleach(options):
    import bleach as original
    for text in comparable(inputs(2, TAGS * 2)):
        assert bleach.linkify(text, **options) == original.linkify(text, **options), text


@pytest.mark.parametrize("callbacks", [[bleach.nofollow], [upper], [only_new], [lambda attrs, new: None], None])
def test_bleach_simple_pages(callbacks):
    """Fragments that need no tree, and some that look like them."""
    import bleach as original
    for text in ("<p>a.com</p>\n<p><b>b.com</b>, c</p>", "<ul>\n<li>a.com</li></ul> x > y", "a\r\nb.com", "<b>a.com", "b.com</b>",
                 "<div><p>a</p></div>&amp;<br>d.com.", "<pre>\na.com</pre>", "<p><div>a.com</div></p>", "<li>a.com</li>",
                 "<b><b>a.com</b></b>", "<i>\xe9.com (http://a.com/(b))</i>", "<p>a.com<p>b.com</p>", "<P>a.com</P>", "<b ><i>x</b></i>",
                 "<p c=3D\"g=\n\">a.com</p>", "a.com/x).,) (a.com/(x).) ((a.com)/x)) a.com/)("):
        assert bleach.linkify(text, callbacks=callbacks) == original.linkify(text, callbacks=callbacks), text


@pytest.mark.parametrize("text, wanted", [
    ("&lt;b&gt; &nbsp;a.com&copy;", '&lt;b&gt; &nbsp;<a href="http://a.com" rel="nofollow">a.com</a>&copy;'),
    ("<b>&#60; &#x3c;&#3;</b> &copy &foo; & &;", "<b>&#60; &#x3c;&#3;</b> &amp;copy &amp;foo; &amp; &amp;;"),
    ("a.com/?b[]=1&amp;c=[2]&lt;", '<a href="http://a.com/?b[]=1&amp;c=[2]&lt;" rel="nofollow">a.com/?b[]=1&amp;c=[2]&lt;</a>'),
    ('<a href="http://a.com/?b&amp;c&lt;&d">x&lt;y</a>', '<a href="http://a.com/?b&amp;c&lt;&amp;d" rel="nofollow">x&lt;y</a>'),
    ("<textarea>&lt;a.com</textarea><pre>b&amp;lt;</pre>",
     '<textarea>&lt;<a href="http://a.com" rel="nofollow">a.com</a></textarea><pre>b&amp;lt;</pre>'),
    ("<button onclick={() => x}>a.com", '<button onclick="{()" ==""> x}&gt;<a href="http://a.com" rel="nofollow">a.com</a></button>'),
])
def test_bleach_leaves_references(text, wanted):
    """What bleach 6.3.0 writes for these texts."""
    assert bleach.linkify(text) == wanted
    assert bleach.linkify(text, callbacks=[bleach.nofollow, lambda attrs, new: attrs]) == wanted


def test_bleach_callbacks_get_references():
    seen = []
    bleach.linkify('<a href="/?a&amp;b" title="&quot;">c&amp;</a> d.com/?e&amp;f', callbacks=[lambda attrs, new: seen.append(attrs)])
    assert seen == [{(None, "href"): "/?a&amp;b", (None, "title"): "&quot;", "_text": "c&amp;"},
                    {(None, "href"): "http://d.com/?e&amp;f", "_text": "d.com/?e&amp;f"}]


def test_bleach_misnested():
    """Formatting elements overlap others. Of equal ones, at most three are opened again."""
    import bleach as original
    chooser = random.Random(4)
    tags = [f"{sign}{name}>" for name in ("b", "i", "a", "p", "div", "em", "span", "li", "h1", "button") for sign in ("<", "</")]
    texts = ["".join(chooser.choices([*chooser.sample(tags, 5), "x", '<b class="y">'], k=chooser.randint(4, 20)))
             for _ in range(ROUNDS)]
    for text in ("<p><b><b><b><b>x</p>y", "<p><b><i><b><i><b><b a=1><b><i>x</p>y", "<b><b><b><b><div>x</b>y</b>z", "<a><div>x<a>y",
                 "<b><i><u><s><div>x</b>y", "<i><object><b>x</i>y</object>z", *texts):
        assert bleach.linkify(text) == original.linkify(text), text


def test_bleach_parameters():
    from bleach.linkifier import Linker, build_email_re, build_url_re
    mine = bleach.Linker(url_re=bleach.build_url_re(["com"], ["http"]), email_re=bleach.build_email_re(["org"]),
                         parse_email=True, recognized_tags=["b"])
    theirs = Linker(url_re=build_url_re(["com"], ["http"]), email_re=build_email_re(["org"]), parse_email=True,
                    recognized_tags=["b"])
    for text in comparable(inputs(3, ("<b>", "</b>", "<i>"))):
        assert mine.linkify(text) == theirs.linkify(text), text
    assert bleach.linkify("") == "" and bleach.URL_RE.search("a.com")
    with pytest.raises(TypeError):
        bleach.linkify(b"a.com")


def test_bleach_filter_in_its_cleaner():
    from functools import partial
    from bleach.linkifier import LinkifyFilter
    from bleach.sanitizer import Cleaner
    for text in ("<b>a.com</b> <script>x</script>", "<pre>b.com</pre> c.com/(d), joe@e.com"):
        results = [Cleaner(tags=["b", "pre", "a"], filters=[partial(kind, skip_tags=["pre"], parse_email=True)]).clean(text)
                   for kind in (bleach.LinkifyFilter, LinkifyFilter)]
        assert results[0] == results[1] and "<a " in results[0]


def test_linear_time():
    """Hostile texts of 200 KB: the originals take minutes for some of them."""
    for text in ("a@b.com " * 25000, "(" * 200000 + "a.com", "a.com" * 40000, ".a" * 100000, "<b>" * 20000, "&lt;." * 40000):
        LinkifyIt().match(text[:50000])
    bleach.linkify("a@b.com " * 5000, parse_email=True)


def test_bleach_nests_512_deep():
    """At 512 elements deep, the innermost one is closed before another one opens; nothing else
    changes."""
    from trawl.compat.bleach import fragment
    assert bleach.linkify("<b>" * 512 + "x") == "<b>" * 512 + "x" + "</b>" * 512
    assert bleach.linkify("<b>" * 514 + "x") == "<b>" * 512 + "</b><b>" * 2 + "x" + "</b>" * 512
    assert bleach.linkify("<div>" * 512 + "<br>x</p>y") == "<div>" * 512 + "<br>x<p></p>y" + "</div>" * 512
    deep = "<div>" * 512
    assert fragment.simple_pieces(deep + "</div>" * 512) and not fragment.simple_pieces(deep + "<p></p>" + "</div>" * 512)
    assert bleach.linkify(deep + "<p>x</p>" + "</div>" * 512) == deep + "</div><p>x</p>" + "</div>" * 511


def test_bleach_repeats_no_more_than_16_times_the_text():
    """All text is kept, but not all tags are repeated: the originals write 24 tags for each
    <p>x."""
    for text in ("<p>" + "<b><i><u><s><em><code><small><strong>" * 3 + "</p>" + "<p>x" * 5000,
                 "<p><b title='" + "x" * 20000 + "'></p>" + "<p>x" * 5000,
                 "<b title='" + "x" * 20000 + "'>" + "<div>" * 300 + "x" * 5000 + "</b>" * 100,
                 "".join(f"<p><b title={i}></p>" for i in range(500)) + "x" * 5000):
        result = bleach.linkify(text)
        assert 2 * len(text) < len(result) < 18 * len(text) + 10000
        assert result.count("x") >= 5000 and bleach.linkify(result).count("x") == result.count("x")
    assert bleach.linkify("<b a=1><div>x</b>y") == '<b a="1"></b><div><b a="1">x</b>y</div>'


def test_bleach_matches_as_its_patterns_do():
    """The matches are those of the patterns; the time of the patterns grows with the square of the
    length."""
    from trawl.compat.bleach import linkifier
    chooser = random.Random(5)
    pieces = ("http://", "https:", "data:", "a", "b-", "-", "_", ".", "..", "com", ".com", "a.com", "-b.com", ":80", ":", "@", "u:p@",
              "(", "((", ")", "/", "/x?", " ", "\n", "é", "[", '"', '"@', "\\", "git-x:", "\u017f", "\u0130", "//", ",")
    patterns = [(linkifier._urls, linkifier.URL_RE), (linkifier._urls, bleach.build_url_re(["com", "b"], ["http", "git-x"])),
                (linkifier._emails, linkifier.EMAIL_RE), (linkifier._emails, bleach.build_email_re(["com"]))]
    matches = 0
    for _ in range(5000):
        text = "".join(chooser.choices(chooser.sample(pieces, 8), k=chooser.randint(2, 14)))
        for find, pattern in patterns:
            spans = [match.span() for match in pattern.finditer(text)]
            assert [match.span() for match in find(pattern, text)] == spans, text
            matches += len(spans)
    assert matches > 2000
    assert [match[0] for match in linkifier._urls(re.compile("a+"), "caa. a")] == ["aa", "a"]


def test_bleach_with_patterns_of_the_user():
    def linked(pattern, text):
        return bleach.Linker(url_re=re.compile(pattern)).linkify(text)

    link = linked(r"https?://\S+", 'see http://a.com/"onmouseover="alert(1)')
    assert link.startswith('''see <a href='http://a.com/"onmouseover="alert(1)' rel="nofollow">http://a.com/"''')
    assert linked(r"https?://\S+", "http://a.com/\"'x=").startswith('<a href="http://a.com/&quot;\'x=" rel="nofollow">')
    for text in ("see x:y", "<custom>see x:y"):
        assert '<a href="x:y" rel="nofollow">x:y</a>' in linked("x:y", text)
    assert linked("q*$", "x.") == 'x.<a href="http://" rel="nofollow"></a>'
    assert '<a href="mailto:joe"' in bleach.Linker(email_re=re.compile("joe"), parse_email=True).linkify("joe")


def test_references_with_many_digits():
    for digits in ("0" * 5000 + "65", "1" * 5000, "0" * 5000):
        assert bleach.linkify(f"&#{digits};<b title='&#{digits};'>x") == f'&#{digits};<b title="&#{digits};">x</b>'
