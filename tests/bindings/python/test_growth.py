"""For these shapes the time of trawl.compat grows with the length of the text, not with its square.

A shape is a piece that is repeated, or several pieces, each of which is repeated in its part of the
text; "№" becomes a number. The texts have 10 and 40 KB, or with LONG=1 40 and 160 KB. The bound
for four times the text is eight times the time: linear growth takes four times the time, and growth
with the square 16 times. Times are processor time, without the garbage collector. A shape that
takes longer is measured again, by the best of five runs.
"""

import gc
import os
import time

import pytest

from trawl.compat import bleach
from trawl.compat.linkify_it import LinkifyIt

SIZES = [40_000 if os.environ.get("LONG") else 10_000]
FACTOR, BOUND, LEAST = 4, 8, 0.02

SHAPES = """
a.com, a.com; a.com. a.com/ a.com/( http://a.com/( http://a.com/[ http://a.com/{ http://a.com/" http://a.com/'
http://a.com/) http://a.com/)( http://a.com/](  http://a.com/?( http://a.com/#[ //a.com/( mailto: mailto:a
mailto:a@ a@ a@b a@b.com a@b.com, "a "a@ a"b@ .a@ -a@b.c 1. 1.2.3.4 a. a- -. ... ( ) [ ] { } ' " , ; : / // ://
http:// http://a http://a@ ftp://a/ <b> <i><b> </b> <a> <a&#32;href=x> &lt; &amp;a.com &lt;. a&b; 例。 例.com ü. http://a/%41
""".replace("&#32;", "\x1f").split()
SHAPES = [shape.replace("\x1f", " ") for shape in SHAPES] + """
a.com/(x) a.com" a.com' a.com] a.com| (a.com [a](b.com) 1.2.3.4, //a. //a@ a-a. a-. a.b@ a:b@c.com http://a.com/[x mailto:a@b.c,
localhost xn-- xn--a 例.例 &#46; &period; &a
""".split() + [62 * "a" + ".", ("(", ")."), ("(", "&a.com", ")."), ("([", "&a.com", "])"), ("a.com", "&lt;."), ("&a", ",)"), ("a.com/", ")"),
               ("a.com/", "(", ")"), ("a.com&amp;", "."), ("a", " b.com"), ("(", "."), ("(", "a.com&#46;"), ("&#0", ";"), ("/", "a.b."),
               ("a", ":", "//a.b.")]

# Nested, misnested and unfinished elements, and the signs of URLs and addresses, for bleach.
MARKUP = """
<p><b></p> <p><b>x</p> <p><b></p>x <p><b><i><u><em></p> <b></p> <b><x> x</b> <b>a<div> <b><span> <b><i><u> <b><div></b> <div> <span>
<i><a> <a><div> <a><div>x <button><span> <button><div> <span><p> <span></h1> <span></i> <span><td> <div></li> <em></div> </p> </h1>
<li><b> <ul><li> <dl><dd> <option> <table><td> <table><td><b> <table><b> <object><b> <b><object></b> <h1> <rt> <a></table>
<script> <script></script> <textarea> <!-- <!x <x a=" -a. a.- (.a a.com( a.com:80- http:u:p@a.com a.com)
""".split() + ["<a b='x ", "<x a=\"", "<a x <", "<a b= \"", ("<span>", "</i>"), ("<b>", "<div>", "</b>"), ("<a x=1><p>", "</p><p>x"),
               ("<a ", "b=c "), ("<div>", "<b></b>"),
               ("<i><b><span>", "<div>", "</b>"), ("<h1>", "<span>", "</h1>"), ("<p>", "<span>", "<div></div>"), "<b a=№>",
               "<p><b a=№></p>", ("<p><b a=№>", "</p>x<p>"), ("<b a=№><div>", "</b>")]


gc.freeze()


def match(text):
    return LINKIFY.match(text)


def linkify_addresses(text):
    return bleach.linkify(text, parse_email=True)


LINKIFY = LinkifyIt()


def text_of(shape, size):
    parts = (shape,) if isinstance(shape, str) else shape
    length = size // len(parts)
    return "".join("".join(part.replace("№", str(i)) for i in range(length // len(part) + 1))[:length] for part in parts)


def seconds(function, text, runs):
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        gc.disable()
        begin = time.process_time()
        function(text)
        best = min(best, time.process_time() - begin)
        gc.enable()
    return best


def growth(function, shape, size, runs):
    """Returns how many times as long four times the text takes, or 0 for times too short to compare."""
    small, large = text_of(shape, size), text_of(shape, FACTOR * size)
    long = seconds(function, large, runs)
    return long / seconds(function, small, runs) if long > LEAST else 0


def test_there_are_enough_shapes():
    assert len(set(SHAPES)) >= 100 and len(set(MARKUP)) >= 65


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("function,shapes",
                         [(match, SHAPES), (bleach.linkify, SHAPES + MARKUP), (linkify_addresses, SHAPES)],
                         ids=["linkify_it", "bleach", "bleach with addresses"])
def test_growth(function, shapes, size):
    slow = {}
    for shape in shapes:
        if growth(function, shape, size, 1) > BOUND:
            again = growth(function, shape, size, 5)
            if again > BOUND:
                slow[shape] = round(again, 1)
    assert not slow
