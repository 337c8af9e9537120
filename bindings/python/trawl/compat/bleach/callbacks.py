"""Callbacks for linkify(): nofollow and target_blank.

>>> nofollow({(None, "href"): "http://a.example/"})
{(None, 'href'): 'http://a.example/', (None, 'rel'): 'nofollow'}
"""

__all__ = ["nofollow", "target_blank"]

_HREF, _REL, _TARGET = (None, "href"), (None, "rel"), (None, "target")


def _leads_out(attrs):
    return _HREF in attrs and not attrs[_HREF].startswith("mailto:")


def nofollow(attrs, new=False):
    """Add "nofollow" to rel, except to links to addresses."""
    if _leads_out(attrs):
        words = [word for word in attrs.get(_REL, "").split(" ") if word]
        if not any(word.lower() == "nofollow" for word in words):
            words.append("nofollow")
        attrs[_REL] = " ".join(words)
    return attrs


def target_blank(attrs, new=False):
    """Let the link open in a new window, except links to addresses."""
    if _leads_out(attrs):
        attrs[_TARGET] = "_blank"
    return attrs
