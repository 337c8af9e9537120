from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from sqlite3 import Row
from types import TracebackType
from typing import Any, Literal

__all__ = ["Index"]

class Index:
    def __init__(self, path: str | PathLike[str]) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Index: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def query(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> Iterator[Row]: ...
    def links(
        self,
        *,
        url: str | None = None,
        site: str | None = None,
        host: str | None = None,
        sender: str | None = None,
        zone: str | None = None,
        since: int | str | None = None,
        until: int | str | None = None,
        order: Literal["message", "time"] = "message",
        limit: int | None = None,
    ) -> Iterator[Row]: ...
    def first(self, url: str) -> Row | None: ...
    def sites(self, limit: int | None = None) -> Iterator[Row]: ...
    def messages(self, *, message_id: str | None = None, sender: str | None = None) -> Iterator[Row]: ...
