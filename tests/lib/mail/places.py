#!/usr/bin/env python3
"""places.py - where the links of pages in encoded mail are

places.py mail COUNT SEED  prints a mailbox of made pages in quoted-printable
places.py compare MAILBOX  reads its -t json; prints the links of tags that are not at their places

Few elements of a page are closed, so that its links have long texts with other links in them.
"""
import html
import json
import quopri
import random
import sys

LINKS = """<a|href="http://h%d.example/?a=b"> <a|href="http://h%d.example/?a&amp;é"> <a|href="%d?=">
    <img|src="http://i%d.example/="|alt=www.alt.example> <button|formaction="http://b%d.example/=">
    <!--[if|mso]><a|href="http://c%d.example/=">x</a><![endif]-->""".split()
PIECES = """</a> </a> <p> <table><tr><td> </table> <div> </div> <b> </b> <noscript> </noscript> <svg>
    <noscript><div></noscript> <button> <button|form=f%d> </button> </svg> <pre> </pre> &amp;|||
    <form|action="http://f%d.example/="> <form|id=f%d|action="http://g%d.example/="><button> </form>
    <select> www.text.example| http://t%d.example/?x=y| joe%d@mail.example <style>p{x:y}</style>""".split()
TEXTS = ["<URL:http://wrap.example/\n x> ", "é=" * 50, "word " * 30, "word " * 1500, "\n\n> "]


def page(chance):
    pieces = chance.sample(PIECES, 8) + TEXTS
    made = (chance.choice(chance.choice((LINKS, pieces))) for _ in range(chance.randrange(4, 150)))
    return "".join(piece.replace("%d", str(i)).replace("|", " ") for i, piece in enumerate(made))


def mail(count, seed):
    chance = random.Random(seed)
    for _ in range(count):
        print("From a@b.example Mon Jan  1 00:00:00 2024\nFrom: a@b.example\nSubject: x\n"
              "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n"
              "Content-Transfer-Encoding: quoted-printable\n\n"
              + quopri.encodestring(page(chance).encode()).decode() + "\n")


def decoded(source, spans):
    coded = b"".join(source[begin:end] for begin, end in spans)
    return html.unescape(quopri.decodestring(coded).decode("utf-8", "replace"))


def compare(name):
    source, count = open(name, "rb").read(), 0
    for line in sys.stdin:
        link = json.loads(line)
        if "attribute" not in link:
            continue
        there, wanted = decoded(source, link["spans"]), link["raw"]
        if there != wanted:
            print(link["raw"], link["spans"], there[:60])
        count += 1
    print("many links" if count > 1000 else "%d links" % count)


if __name__ == "__main__":
    if sys.argv[1] == "mail":
        mail(int(sys.argv[2]), int(sys.argv[3]))
    else:
        compare(sys.argv[2])
