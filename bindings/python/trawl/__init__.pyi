from collections.abc import Callable, Iterable, Iterator
from email.message import Message as _Mail
from mailbox import Mailbox
from mmap import mmap
from os import PathLike
from typing import Any, AnyStr, Literal, Protocol, TypedDict, Unpack, final, overload

from .archive import Index

_Buffer = bytes | bytearray | memoryview | mmap
_Gap = float | None
_Form = Literal["canonical", "scheme", "normal", "ascii", "display", "surt", "defang"]
_Standard = Literal["1738", "1630", "3986", "iri", "any", "scheme"]
# fmt: off
_Find = Literal[
    "url", "www", "addr", "email", "domain", "msgid", "hdr", "ip", "localhost", "netpath", "html", "osc8",
    "+url", "+www", "+addr", "+email", "+domain", "+msgid", "+hdr", "+ip", "+localhost", "+netpath", "+html", "+osc8",
    "-url", "-www", "-addr", "-email", "-domain", "-msgid", "-hdr", "-ip", "-localhost", "-netpath", "-html", "-osc8",
]
_From = Literal[
    "auto", "text", "mail", "mbox", "mboxo", "mboxcl", "mboxcl2", "mmdf", "rnews", "nntp", "html", "calendar",
    "ldif", "patches", "news", "mboxrd", "vcard",
]
_Kind = Literal[
    "wrap", "angle", "addr", "msgid", "hdr", "html", "bare", "www", "email", "domain", "ip", "localhost", "netpath",
    "rule", "osc8",
]
_Field = Literal["row", "url", "start", "end", "kind", "site"]
_Zone = Literal["header", "new", "quoted", "signature", "footer", "forwarded"]
# fmt: on

class _Reader(Protocol):
    def read(self, size: int, /) -> _Buffer: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

# Write several names as a tuple, so that each is checked: find=("url", "www").
class _Options(TypedDict, total=False):
    find: _Find | Iterable[_Find] | None
    profile: Literal["mail", "uts58", "rfc1738", "screen"] | None
    columns: int | None
    notation: Literal["asciidoc", "markdown", "texinfo", "none"] | None
    schemes: str | Iterable[str] | None
    domains: Literal["strong", "all"] | None
    tlds: Literal["any", "classic"] | None
    public_hosts: bool | None
    hyphen: Literal["keep", "drop"] | None
    join: bool | None
    refang: bool | None
    charset: str | None
    base: str | None
    from_: _From | None
    headers: Literal["links", "all", "none"] | None
    rules: str | None
    tld_list: str | Iterable[str] | None
    valid: _Standard | Iterable[_Standard] | None
    invalid: _Standard | Iterable[_Standard] | None

class _Settings(_Options, total=False):
    gaps: bool

class _ToHtml(_Options, total=False):
    page: bool
    structure: bool | None
    reflow: bool
    xhtml: bool
    both: bool
    style: bool
    toc: bool
    live: str | Iterable[str] | None
    title: str | None
    rel: str | None
    css_class: str | None
    target: str | None
    css: str | None
    template: str | None
    lang: str | None

class _Linkify(_Options, total=False):
    callback: Callable[[Anchor], object] | None
    new: bool
    skip: str | Iterable[str] | None
    rel: str | None
    css_class: str | None
    target: str | None
    live: str | Iterable[str] | None
    text_max: int
    show_ascii: bool

__version__: str
__all__: list[str]

class Error(Exception): ...
class OptionError(Error, ValueError): ...
class NotBuiltError(Error): ...

@final
class Settings:
    def __new__(cls, **options: Unpack[_Settings]) -> Settings: ...

@final
class Message(tuple[Any, ...]):
    @property
    def number(self) -> int: ...
    @property
    def offset(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def time(self) -> int | None: ...
    @property
    def sender(self) -> str: ...
    @property
    def from_(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def list_id(self) -> str: ...
    @property
    def in_reply_to(self) -> str: ...
    def asdict(self) -> dict[str, Any]: ...

@final
class Link:
    __match_args__ = (
        "url", "start", "end", "kind", "raw", "spans", "flags", "alt", "message", "part", "zone", "sender", "field",
        "anchor", "quoted_by", "line", "column", "quote",
    )  # fmt: skip
    def __new__(
        cls,
        url: str,
        start: int = 0,
        end: int = 0,
        kind: _Kind = "bare",
        raw: str = ...,
        spans: tuple[tuple[int, int], ...] = (),
        flags: Iterable[str] = (),
        alt: tuple[tuple[str, str], ...] = (),
        message: Message | None = None,
        part: str | None = None,
        zone: _Zone | None = None,
        sender: str | None = None,
        field: str | None = None,
        anchor: str | None = None,
        quoted_by: str | None = None,
        line: int | None = None,
        column: int | None = None,
        quote: int = 0,
    ) -> Link: ...
    def asdict(self) -> dict[str, Any]: ...
    def __hash__(self) -> int: ...
    @property
    def url(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def spans(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def kind(self) -> _Kind: ...
    @property
    def raw(self) -> str: ...
    @property
    def flags(self) -> frozenset[str]: ...
    @property
    def alt(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def valid(self) -> tuple[str, ...]: ...
    @property
    def host(self) -> str | None: ...
    @property
    def site(self) -> str | None: ...
    @property
    def message(self) -> Message | None: ...
    @property
    def part(self) -> str | None: ...
    @property
    def zone(self) -> _Zone | None: ...
    @property
    def sender(self) -> str | None: ...
    @property
    def field(self) -> str | None: ...
    @property
    def anchor(self) -> str | None: ...
    @property
    def quoted_by(self) -> str | None: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | None: ...
    @property
    def quote(self) -> int: ...

@final
class Links:
    @property
    def fields(self) -> tuple[_Field, ...]: ...
    @property
    def rows(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[tuple[Any, ...]]: ...
    @overload
    def column(self, name: Literal["row", "start", "end"]) -> list[int]: ...
    @overload
    def column(self, name: Literal["url", "kind"]) -> list[str]: ...
    @overload
    def column(self, name: Literal["site"]) -> list[str | None]: ...
    def to_lists(self) -> list[list[Any]]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class Scanner:
    def __new__(cls, settings: Settings | None = None, /, **options: Unpack[_Options]) -> Scanner: ...
    def feed(self, piece: str | _Buffer, /) -> list[Link]: ...
    def finish(self) -> list[Link]: ...
    def reset(self) -> None: ...

class Refusal:
    __match_args__ = ("standard", "section", "code", "at", "why")
    standard: str
    section: str
    code: str
    at: int
    why: str
    def asdict(self) -> dict[str, Any]: ...
    def __hash__(self) -> int: ...

class Verdict:
    __match_args__ = ("url", "valid", "refusals", "parts", "own")
    url: str | bytes
    valid: tuple[str, ...]
    refusals: tuple[Refusal, ...]
    parts: dict[str, Any]
    own: str
    def asdict(self) -> dict[str, Any]: ...
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

class Anchor:
    __match_args__ = ("new", "attributes", "text", "kind")
    new: bool
    attributes: dict[str, str]
    text: str
    kind: str
    def __init__(self, new: bool, attributes: dict[str, str], text: str, kind: str, /) -> None: ...
    def asdict(self) -> dict[str, Any]: ...
    @property
    def href(self) -> str | None: ...
    @href.setter
    def href(self, url: str) -> None: ...

@overload
def find(text: str | _Buffer, settings: Settings | None = None, /, **options: Unpack[_Options]) -> list[Link]: ...
@overload
def find(
    text: str | _Buffer | _Gap, settings: None = None, /, *, gaps: Literal[True], **options: Unpack[_Options]
) -> list[Link] | None: ...
def find_at(
    text: str | _Buffer, offset: int, settings: Settings | None = None, /, **options: Unpack[_Options]
) -> Link | None: ...
def find_many(
    column: Iterable[str | _Buffer | _Gap] | _ArrowStream | _ArrowArray,
    settings: Settings | None = None,
    /,
    *,
    fields: _Field | Iterable[_Field] = ...,
    threads: int | None = None,
    **options: Unpack[_Options],
) -> Links: ...
def mail(
    source: _Buffer | _Reader | PathLike[str] | PathLike[bytes] | _Mail | Mailbox[Any],
    settings: Settings | None = None,
    /,
    **options: Unpack[_Options],
) -> Iterator[Link]: ...
@overload
def to_html(text: str, settings: Settings | None = None, /, **options: Unpack[_ToHtml]) -> str: ...
@overload
def to_html(text: _Buffer, settings: Settings | None = None, /, **options: Unpack[_ToHtml]) -> bytes: ...
@overload
def to_html(
    text: AnyStr | _Gap, settings: None = None, /, *, gaps: Literal[True], **options: Unpack[_ToHtml]
) -> AnyStr | None: ...
@overload
def linkify(html: str, settings: Settings | None = None, /, **options: Unpack[_Linkify]) -> str: ...
@overload
def linkify(html: _Buffer, settings: Settings | None = None, /, **options: Unpack[_Linkify]) -> bytes: ...
@overload
def linkify(
    html: AnyStr | _Gap, settings: None = None, /, *, gaps: Literal[True], **options: Unpack[_Linkify]
) -> AnyStr | None: ...
def check(url: str | bytes) -> Verdict: ...
def canonical(url: AnyStr, form: _Form = "canonical") -> AnyStr: ...
def resolve(base: AnyStr, ref: AnyStr, rule: Literal["3986", "3986-loose", "1630"] = "3986") -> AnyStr: ...
def same(a: str | bytes, b: str | bytes, /) -> bool: ...
def host(url: AnyStr, /) -> AnyStr | None: ...
def site(url: AnyStr, /) -> AnyStr | None: ...
@overload
def defang(text: str, settings: Settings | None = None, /, **options: Unpack[_Options]) -> str: ...
@overload
def defang(text: _Buffer, settings: Settings | None = None, /, **options: Unpack[_Options]) -> bytes: ...
@overload
def defang(
    text: AnyStr | _Gap, settings: None = None, /, *, gaps: Literal[True], **options: Unpack[_Options]
) -> AnyStr | None: ...
def refang(text: AnyStr) -> AnyStr: ...
def index(path: str | PathLike[str]) -> Index: ...
