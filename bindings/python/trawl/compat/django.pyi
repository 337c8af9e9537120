import re
from typing import Any

__all__ = ["Urlizer", "smart_urlquote", "urlize", "urlize_filter", "urlizetrunc", "urlizer"]

MAX_URL_LENGTH: int
TRAILING_PUNCTUATION_CHARS: str
WRAPPING_PUNCTUATION: list[tuple[str, str]]
register: Any

class Urlizer:
    trailing_punctuation_chars: str
    wrapping_punctuation: list[tuple[str, str]]
    simple_url_re: re.Pattern[str]
    simple_url_2_re: re.Pattern[str]
    word_split_re: re.Pattern[str]
    mailto_template: str
    url_template: str
    def __call__(
        self, text: object, trim_url_limit: int | None = None, nofollow: bool = False, autoescape: bool = False
    ) -> str: ...
    def handle_word(
        self,
        word: str,
        *,
        safe_input: bool,
        trim_url_limit: int | None = None,
        nofollow: bool = False,
        autoescape: bool = False,
    ) -> str: ...
    def trim_url(self, x: str, *, limit: int | None) -> str: ...
    def trim_punctuation(self, word: str) -> tuple[str, str, str]: ...
    @staticmethod
    def is_email_simple(value: str) -> bool: ...

urlizer: Urlizer

def smart_urlquote(url: str) -> str: ...
def urlize(text: object, trim_url_limit: int | None = None, nofollow: bool = False, autoescape: bool = False) -> str: ...
def urlize_filter(value: object, autoescape: bool = True) -> str: ...
def urlizetrunc(value: object, limit: int | str, autoescape: bool = True) -> str: ...
