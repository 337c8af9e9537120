"""For these shapes the time of trawl.compat grows with the length of the text, not with its square.

60 shapes, each a piece that is repeated, in all four interfaces. Others are not linear: bleach with
elements that are misnested or deeply nested, "<p><b></p>" and "<div>", and with "a-.". Four times the text may take nine
times as long: where the time grows linearly it takes four times as long, with the square 16 times.
Processor time, the best of two runs; a shape that exceeds this is measured again, five times. LONG=1 takes
texts of 80 and 320 KB instead of 8 and 32.
"""

import os
import time

import pytest

from trawl.compat import bleach, urlextract
from trawl.compat.django import urlize
from trawl.compat.linkify_it import LinkifyIt

SMALL = 80_000 if os.environ.get("LONG") else 8_000
LARGE, BOUND, LEAST = 4 * SMALL, 9, 0.02

SHAPES = """
a.com, a.com; a.com. a.com/ a.com/( http://a.com/( http://a.com/[ http://a.com/{ http://a.com/" http://a.com/'
http://a.com/) http://a.com/)( http://a.com/](  http://a.com/?( http://a.com/#[ //a.com/( mailto: mailto:a
mailto:a@ a@ a@b a@b.com a@b.com, "a "a@ a"b@ .a@ -a@b.c 1. 1.2.3.4 a. a- -. ... ( ) [ ] { } ' " , ; : / // ://
http:// http://a http://a@ ftp://a/ <b> <i><b> </b> <a> <a&#32;href=x> &lt; &amp;a.com &lt;. a&b; 例。 例.com ü. http://a/%41
""".split()


def match(text):
    return LINKIFY.match(text)


LINKIFY = LinkifyIt()
FINDER = urlextract.URLExtract(limit=None)


@pytest.fixture(autouse=True)
def small_windows(monkeypatch):
    """Make urlextract read fewer characters beside a candidate than the small text has."""
    monkeypatch.setattr(urlextract, "_LEFT", 64)
    monkeypatch.setattr(urlextract, "_RIGHT", 64)


def seconds(function, text, runs):
    best = float("inf")
    for _ in range(runs):
        begin = time.process_time()
        function(text)
        best = min(best, time.process_time() - begin)
    return best


def growth(function, piece, runs):
    """Returns how many times as long four times the text takes, or 0 for times too short to compare."""
    pieces = (piece * (LARGE // len(piece) + 1))
    large = seconds(function, pieces[:LARGE], 1)
    if large < LEAST:
        return 0
    return min(large, seconds(function, pieces[:LARGE], runs)) / seconds(function, pieces[:SMALL], runs)


def test_there_are_sixty_shapes():
    assert len(set(SHAPES)) >= 60


@pytest.mark.parametrize("function", [match, bleach.linkify, urlize, FINDER.find_urls],
                         ids=["linkify_it", "bleach", "django", "urlextract"])
def test_growth(function):
    slow = {}
    for shape in SHAPES:
        piece = shape.replace("&#32;", " ")
        if growth(function, piece, 2) > BOUND:
            again = growth(function, piece, 5)
            if again > BOUND:
                slow[piece] = round(again, 1)
    assert not slow
