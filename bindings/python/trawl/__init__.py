"""Find the URLs and addresses in text, mail and HTML, and make links of them.

    >>> import trawl
    >>> [link.url for link in trawl.find("see www.example.org, or http://a.example/(x).")]
    ['https://www.example.org', 'http://a.example/(x)']

find() lists the links of a text, find_at() has the one at a place, Scanner lists those of a text in
pieces, find_many() those of a column of texts, mail() those of messages, mailboxes and pages.
linkify() makes the URLs of an HTML fragment live, to_html() makes HTML of plain text. check()
judges a URL by RFC 1738, 1630, 3986 and 3987; canonical(), resolve(), same(), defang() and refang()
work on URLs; index() reads the database of "trawl index". trawl.compat has the interfaces of
bleach and linkify-it-py.
"""

from . import _core
from ._core import (Error, Link, Message, NotBuiltError, OptionError, Scanner, Settings, find, find_at, host, mail, same,
                    site)
from ._html import Anchor, linkify, to_html
from ._many import Links, find_many
from ._url import Refusal, Verdict, canonical, check, defang, refang, resolve

__version__ = _core.__version__
__all__ = [
    "Anchor", "Error", "Link", "Links", "Message", "NotBuiltError", "OptionError", "Refusal", "Scanner", "Settings",
    "Verdict", "canonical", "check", "defang", "find", "find_at", "find_many", "host", "index", "linkify", "mail",
    "refang", "resolve", "same", "site", "to_html",
]


def _message_asdict(message):
    """Return a dict of the fields."""
    return dict(zip(message.__match_args__, message))


Message.asdict = _message_asdict


def index(path):
    """Open a database of "trawl index" for reading; see trawl.archive.Index.

    >>> index("/nowhere/links.db")
    Traceback (most recent call last):
        ...
    trawl.Error: /nowhere/links.db: unable to open database file
    """
    from .archive import Index
    return Index(path)
