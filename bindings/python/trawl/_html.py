"""Text and HTML with live links. See the package's own documentation."""

from . import _core
from ._url import Record

_PAGE, _XHTML, _BOTH, _NO_STYLE, _STRUCTURE, _NO_STRUCTURE, _TOC, _KEEP_LINES = 1, 4, 8, 32, 64, 128, 256, 1024


def to_html(text, settings=None, /, *, page=False, structure=None, reflow=True, xhtml=False, both=False,
            style=True, toc=False, live=None, title=None, rel=None, css_class=None, target=None, css=None,
            template=None, lang=None, **options):
    """Write a plain text as HTML whose links are live; a str gives a str, bytes give bytes.

    The result is a fragment, or with page=True a document. structure=True makes headings,
    paragraphs and lists of the text. live names more schemes that may be links. rel, css_class and
    target are the attributes of each link. template is a URL with "%u", through which links lead.
    The other options are those of Settings.

    >>> to_html("a < b: http://a.example/", rel="nofollow")
    'a &lt; b: <bdi dir="ltr"><a href="http://a.example/" rel="nofollow">http://a.example/</a></bdi>'
    """
    bits = (_PAGE if page else 0) | (0 if reflow else _KEEP_LINES) | (_XHTML if xhtml else 0) | (_BOTH if both else 0)
    bits |= (0 if style else _NO_STYLE) | (_TOC if toc else 0)
    bits |= 0 if structure is None else _STRUCTURE if structure else _NO_STRUCTURE
    return _core.to_html(text, settings, options, bits, (_names(live), title, rel, css_class, target, css, template, lang))


class Anchor(Record):
    """A link that a callback of linkify() can change: new, attributes, text, kind, href.

    >>> linkify("<a href='http://a.example/'>a</a>", callback=print)
    Anchor({'href': 'http://a.example/'}, 'a', new=False)
    "<a href='http://a.example/'>a</a>"
    """

    __slots__ = ("new", "attributes", "text", "kind")
    __hash__ = None

    def __init__(self, new, attributes, text, kind):
        self.new, self.attributes, self.text, self.kind = new, attributes, text, kind

    @property
    def href(self):
        """The address, or None."""
        return self.attributes.get("href")

    @href.setter
    def href(self, url):
        self.attributes["href"] = url

    def __repr__(self):
        return f"Anchor({self.attributes!r}, {self.text!r}, new={self.new})"


_ANCHORS, _NO_TEXT, _NO_REL, _SHOW_ASCII = 1, 2, 4, 8


def _names(value):
    return value if value is None or isinstance(value, str) else ",".join(value)


def linkify(html, settings=None, /, *, callback=None, new=True, skip=None, rel=None, css_class=None, target=None,
            live=None, text_max=0, show_ascii=False, **options):
    """Make links of the URLs in the text of HTML; every other byte stays as it is.

    Links are not put into <a>, <script> and so on, nor into the elements in skip. rel="" leaves out
    rel, which is otherwise "nofollow noopener noreferrer ugc". live names more schemes that may be
    links. text_max cuts the texts of new links, show_ascii shows hosts beyond ASCII in ASCII.

    callback is called with an Anchor for each link, including those that are already there. It may
    change attributes and text, and returns False for text without a link. new=False leaves text
    alone, so that only links that are already there are changed. The other options are those of
    Settings.

    callback does not see an <a> whose address is longer than 8192 bytes, or whose tag is longer
    than 131072 bytes. With a callback, such a link is removed or gets an empty address; without
    one, it stays.

    >>> linkify("see <em>http://a.example/x</em> &c.", rel="nofollow")
    'see <em><a href="http://a.example/x" rel="nofollow">http://a.example/x</a></em> &c.'
    >>> def https(anchor):
    ...     anchor.href = anchor.href.replace("http:", "https:")
    >>> linkify("<A HREF='http://a.example/?b&amp;c' id=x>a</A>", callback=https)
    "<A HREF='https://a.example/?b&amp;c' id=x>a</A>"
    >>> linkify("http://a.example/ http://b.example/", rel="", callback=lambda anchor: "b" in anchor.text)
    'http://a.example/ <a href="http://b.example/">http://b.example/</a>'
    """
    bits = (_ANCHORS if callback else 0) | (0 if new else _NO_TEXT) | (_NO_REL if rel == "" else 0)
    bits |= _SHOW_ASCII if show_ascii else 0

    def decide(is_new, attributes, text, kind):
        anchor = Anchor(is_new, attributes, text, kind)
        return None if callback(anchor) is False else (anchor.attributes, anchor.text)
    return _core.linkify(html, settings, options, bits, text_max,
                         (_names(live), _names(skip), rel or None, css_class, target), decide if callback else None)
