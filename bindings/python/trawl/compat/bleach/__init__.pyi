from collections.abc import Iterable

from . import callbacks as callbacks
from . import linkifier as linkifier
from .callbacks import nofollow as nofollow
from .callbacks import target_blank as target_blank
from .linkifier import DEFAULT_CALLBACKS as DEFAULT_CALLBACKS
from .linkifier import EMAIL_RE as EMAIL_RE
from .linkifier import TLDS as TLDS
from .linkifier import URL_RE as URL_RE
from .linkifier import Linker as Linker
from .linkifier import LinkifyFilter as LinkifyFilter
from .linkifier import _Callback
from .linkifier import build_email_re as build_email_re
from .linkifier import build_url_re as build_url_re

def linkify(
    text: str,
    callbacks: Iterable[_Callback] | None = ...,
    skip_tags: Iterable[str] | None = None,
    parse_email: bool = False,
) -> str: ...
