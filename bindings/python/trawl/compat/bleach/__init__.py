"""The linkify of bleach: linkify, Linker, LinkifyFilter, callbacks.

    >>> from trawl.compat import bleach
    >>> bleach.linkify("see example.com/a, <em>or</em> ask", callbacks=[bleach.callbacks.target_blank])
    'see <a href="http://example.com/a" target="_blank">example.com/a</a>, <em>or</em> ask'

Callbacks get a dict of attributes, with keys such as (None, "href") and "_text", and whether the link
is new. They return the attributes, or None for text without a link.
"""

from . import callbacks, linkifier
from .callbacks import nofollow, target_blank
from .linkifier import DEFAULT_CALLBACKS, EMAIL_RE, TLDS, URL_RE, Linker, LinkifyFilter, build_email_re, build_url_re

__all__ = ["DEFAULT_CALLBACKS", "EMAIL_RE", "Linker", "LinkifyFilter", "TLDS", "URL_RE", "build_email_re",
           "build_url_re", "callbacks", "linkifier", "linkify", "nofollow", "target_blank"]


def linkify(text, callbacks=DEFAULT_CALLBACKS, skip_tags=None, parse_email=False):
    """Make links of the URLs in an HTML fragment, and run the callbacks over all its links.

    skip_tags names elements whose text stays as it is. parse_email makes links of addresses, too.

    >>> linkify("a < b, www.example.org")
    'a &lt; b, <a href="http://www.example.org" rel="nofollow">www.example.org</a>'
    """
    return Linker(callbacks=callbacks, skip_tags=skip_tags, parse_email=parse_email).linkify(text)
