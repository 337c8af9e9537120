#!/usr/bin/env python3
"""scripted.py - links that mislead in made pages with <noscript>, as browsers with scripts read them

scripted.py mail COUNT SEED NAME  prints a mailbox of pages; NAME takes the place of "noscript"
scripted.py compare MAIL RAW      compares -t json of two such mailboxes

With scripts, <noscript> is raw text in the body of a page, as <noembed> always is. So each link
that misleads in a page with noembed has to have the flag in the same page with noscript, too.
"""
import json
import random
import sys

PIECES = """</a> </a> <noscript> <noscript> </noscript> </noscript> <p|title=" "> <!-- --> <style> </style>
    <xmp> </xmp> https://www.bank.com/ www.bank.com x <b> </b> <table> <tr> <td> </table> <div> </div>
    </button> <p> </p> <svg> </svg> <desc> <title> </title> <textarea> </textarea> <script> </script>
    <template> </template> <select> </select> <object> </object> <![CDATA[ ]]> &gt; <plaintext>
    <iframe> </iframe>""".replace("\n", " ").split()
LINKS = '<a|href=%s> <a|href="%s"> <a|href=\'%s\'> <button|formaction=%s>'.split()


def pages(count, seed):
    chance, number = random.Random(seed), 0
    for _ in range(count):
        page = "<body>"
        for _ in range(chance.randrange(4, 16)):
            piece = chance.choice(chance.choice((LINKS, ["<noscript>", "</noscript>"], PIECES, PIECES, PIECES)))
            if "%s" in piece:
                number += 1
                piece %= "http://evil.example/%d" % number
            page += piece.replace("|", " ")
        yield page


def flags(name):
    """Returns {url: whether a link with it has the flag}, without links of text."""
    found = {}
    for line in open(name, encoding="utf-8"):
        link = json.loads(line)
        if "attribute" in link:
            found[link["url"]] = found.get(link["url"], False) or "mismatch" in link["flags"]
    return found


def main(what, *more):
    if what == "mail":
        for page in pages(int(more[0]), int(more[1])):
            print("From a@b.example Mon Jan  1 00:00:00 2024\nFrom: a@b.example\nSubject: x\n"
                  "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
                  "%s\n" % page.replace("noscript", more[2]))
    else:
        got, wanted = flags(more[0]), flags(more[1])
        misleading = [url for url in wanted if wanted[url]]
        for url in misleading:
            if not got.get(url):
                print("%s has no flag" % url)
        print("%d links mislead" % len(misleading))


if __name__ == "__main__":
    main(*sys.argv[1:])
