from collections.abc import Callable, Iterable, Iterator
import re
from typing import Any

__all__ = [
    "DEFAULT_CALLBACKS", "EMAIL_RE", "Linker", "LinkifyFilter", "TLDS", "URL_RE", "build_email_re", "build_url_re",
]

_Attributes = dict[Any, str]
_Callback = Callable[[_Attributes, bool], _Attributes | None]

DEFAULT_CALLBACKS: list[_Callback]
TLDS: list[str]
URL_RE: re.Pattern[str]
EMAIL_RE: re.Pattern[str]

def build_url_re(tlds: Iterable[str] = ..., protocols: Iterable[str] = ...) -> re.Pattern[str]: ...
def build_email_re(tlds: Iterable[str] = ...) -> re.Pattern[str]: ...

class LinkifyFilter:
    def __init__(
        self,
        source: Iterable[dict[str, Any]],
        callbacks: Iterable[_Callback] | None = ...,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        url_re: re.Pattern[str] = ...,
        email_re: re.Pattern[str] = ...,
    ) -> None: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __getattr__(self, name: str) -> Any: ...

class Linker:
    def __init__(
        self,
        callbacks: Iterable[_Callback] | None = ...,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        url_re: re.Pattern[str] = ...,
        email_re: re.Pattern[str] = ...,
        recognized_tags: Iterable[str] = ...,
    ) -> None: ...
    def linkify(self, text: str) -> str: ...
