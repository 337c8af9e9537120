"""A program for mypy --strict: what the stubs of trawl say about its results. It also runs."""

import trawl
from trawl.compat import bleach
from trawl.compat.linkify_it import LinkifyIt


def hosts(text: str) -> list[str]:
    settings = trawl.Settings(find=("url", "www"), schemes=("http", "https"), public_hosts=True)
    return [link.host for link in trawl.find(text, settings) if link.host is not None]


def under(screen: str, place: int) -> str | None:
    link = trawl.find_at(screen, place, profile="screen", columns=80)
    return link.url if link else None


def pieces(text: bytes) -> int:
    scanner = trawl.Scanner()
    links = scanner.feed(text) + scanner.finish()
    return sum(link.end - link.start for link in links)


def blank(anchor: trawl.Anchor) -> bool:
    anchor.attributes["target"] = "_blank"
    return anchor.href is not None


def callback(attrs: dict[object, str], new: bool = False) -> dict[object, str] | None:
    return attrs if new else None


html: str = trawl.to_html("http://a.example/", rel="ugc") + trawl.linkify("http://a.example/", callback=blank)
data: bytes = trawl.to_html(b"http://a.example/") + trawl.defang(b"http://a.example/")
senders: list[str | None] = [link.sender for link in trawl.mail(b"From: joe@a.example\n\nhttp://a.example/\n")]
codes: set[str] = {refusal.code for refusal in trawl.check("http://a b/").refusals}
form: str = trawl.canonical("HTTP://A", "surt") + trawl.resolve("http://a/", "b")
many = trawl.find_many(["www.a.com", None, float("nan")], fields=("url", "site"), find="www", threads=1)
sites: list[str | None] = many.column("site")
print(len(many), many.rows, list(many), many.to_lists(), sites)
print(hosts("www.a.com"), pieces(b"http://a.example/"), html, data, senders, codes, form)
print(bleach.linkify("a.com", callbacks=[callback, bleach.callbacks.nofollow], skip_tags=["pre"]))
print([match.url for match in LinkifyIt().match("a.com") or []])
