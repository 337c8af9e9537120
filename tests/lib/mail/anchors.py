#!/usr/bin/env python3
"""anchors.py - pages made of a table of anchors, and what trawl's formats say about each of them

anchors.py mail TABLE HREF        prints a mail with all anchors of the table; HREF is the default
anchors.py one TABLE HREF NUMBER  prints a mail with one of the anchors
anchors.py count TABLE            prints how many anchors there are
anchors.py flags TABLE            reads -t json of such a mail; prints the anchors without mismatch
anchors.py clean TABLE            reads the same; prints the anchors with mismatch
anchors.py notes TABLE HREF       reads -t html, md or term of a mail; prints the anchors without note

A number such as N12N precedes each anchor, so that its part of the output can be found.
"""
import html
import json
import re
import sys


def anchors(table):
    with open(table, encoding="utf-8") as f:
        return [line.rstrip("\n") for line in f if line.strip() and not line.startswith("#")]


def text_of(escaped):
    def character(m):
        if m[0] == "\\\\":
            return "\\"
        return chr(int(m[1] or m[2], 16)) * int(m[3] or 1)
    return re.sub(r"\\\\|\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))(?:\*([0-9]+))?", character, escaped)


def element(line, number, default):
    href = default + str(number)
    if line.startswith("href="):
        href, line = line[5:].split(" ", 1)
    return '<a href="%s">%s</a>' % (html.escape(text_of(href)), text_of(line))


def mail(lines, default, first=1):
    print("From: ann@example.org\nSubject: anchors\nMIME-Version: 1.0\n"
          "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n")
    for number, line in enumerate(lines, first):
        print("<p>N%dN</p>\n<p>%s</p>" % (number, element(line, number, default)))


def flagged():
    """Returns whether each href of an <a> is flagged, from the JSON on standard input."""
    links = [json.loads(line) for line in sys.stdin]
    return ["mismatch" in x["flags"] for x in links if x.get("attribute") == "href"]


def parts(text):
    """Returns the text after each number."""
    found = re.split(r"N([0-9]+)N", text)
    return {int(n): part for n, part in zip(found[1::2], found[2::2])}


def main(what, table, *more):
    lines = anchors(table)
    if what == "count":
        print(len(lines))
    elif what == "mail":
        mail(lines, more[0])
    elif what == "one":
        mail([lines[int(more[1]) - 1]], more[0], int(more[1]))
    elif what in ("flags", "clean"):
        got = flagged()
        if len(got) != len(lines):
            print("%d links, not %d" % (len(got), len(lines)))
        for number, (line, flag) in enumerate(zip(lines, got), 1):
            if flag != (what == "flags"):
                print("%d: %s" % (number, line))
    elif what == "notes":
        got = parts(sys.stdin.read())
        for number, line in enumerate(lines, 1):
            note = got.get(number, "").replace("\\", "")
            place = r"evil\.example|javascript:|data:|file:|%EF%BD%85vil|0x7f\.1|xn--|www\.google\.com|ms-[a-z]+:|search-ms:|view-source:|microsoft-edge:"
            if not re.search(r"\[leads to (mailto:)?[^]]*(%s)" % place, note):
                print("%d: %s" % (number, line))


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdin.reconfigure(encoding="utf-8")
    main(*sys.argv[1:])
