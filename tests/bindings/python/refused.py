"""A program for mypy --strict and pyright: they must refuse each line marked "refused", and no other."""

import pathlib

import trawl

trawl.find("", fnd="url")  # refused
trawl.find("", profile="nonsense")  # refused
trawl.find("", find=("url", "ww"))  # refused
trawl.find("", columns="wide")  # refused
trawl.find("", valid="1739")  # refused
trawl.find(None)  # refused
trawl.mail("a.mbox")  # refused
trawl.mail(b"", from_="mbix")  # refused
trawl.to_html("", rell="ugc")  # refused
trawl.linkify("", text_max="80")  # refused
trawl.Settings(tlds="some")  # refused
trawl.canonical("", "caconical")  # refused
trawl.find("")[0].lines  # refused
kept: str = trawl.defang(b"")  # refused
gap: list[trawl.Link] = trawl.find(None, gaps=True)  # refused
trawl.find_many(["www.example.org"], fields=("url", "raw"))  # refused
trawl.find_many([17j])  # refused
counts: list[int] = trawl.find_many([None]).column("url")  # refused
for link in trawl.mail(pathlib.Path("a.mbox"), find=("+msgid", "-domain"), from_="mbox"):
    total: int = link.line  # refused
    known: int = link.line or 0
    if link.kind == "bear":  # refused
        pass
    match link:
        case trawl.Link(url, start, end):
            print(url + "", start + end)
        case _:
            pass
