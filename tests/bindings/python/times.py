# times.py - times of trawl in Python beside bleach and linkify-it-py, in one run
#
# Prints a table in Markdown. A line that begins with SLOW is a ratio below its bound.
import time
import timeit
import warnings

import bleach
import trawl
from linkify_it import LinkifyIt
from trawl.compat import bleach as my_bleach
from trawl.compat.linkify_it import LinkifyIt as MyLinkifyIt

warnings.simplefilter("ignore")
SHORT = "See http://www.example.com/a, or ask joe@example.com for help."[:61]
CHAT = "look at this: https://www.example.com/watch?v=dQw4w9WgXcQ&t=42s it is so good!!"
LINE = "The {} is at http://www.example.com/{}/index.html, and it has what we said about it last week.\n"
LONG = "".join(LINE.format(word, i) for i, word in enumerate("list text map plan book index form draft note page".split()))
PAGE = "<p>" + LONG.replace("\n", "</p>\n<p>") + "</p>"


def best(function):
    """Returns the microseconds of processor time of a call: the best of nine series of some 30 ms."""
    once = timeit.timeit(function, number=2) / 2
    number = max(1, int(0.03 / max(once, 1e-7)))
    return min(timeit.repeat(function, timer=time.process_time, number=number, repeat=9)) / number * 1e6


def main():
    settings = trawl.Settings(find="url,www,email,domain")
    mine, theirs = MyLinkifyIt(), LinkifyIt()
    linker, my_linker = bleach.Linker(), my_bleach.Linker()
    rows = [
        ("1 KB, ten links", "`trawl.find`", lambda: trawl.find(LONG, settings), "linkify-it-py", lambda: theirs.match(LONG), 30),
        ("1 KB, ten links", "`compat.linkify_it`", lambda: mine.match(LONG), "linkify-it-py", lambda: theirs.match(LONG), 12),
        ("1 KB of HTML", "`trawl.linkify`", lambda: trawl.linkify(PAGE), "bleach", lambda: linker.linkify(PAGE), 40),
        ("1 KB of HTML", "`compat.bleach`", lambda: my_linker.linkify(PAGE), "bleach", lambda: linker.linkify(PAGE), 7),
        ("a chat line", "`compat.linkify_it`", lambda: mine.match(CHAT), "linkify-it-py", lambda: theirs.match(CHAT), 6),
        ("a chat line", "`compat.bleach`", lambda: my_linker.linkify(CHAT), "bleach", lambda: linker.linkify(CHAT), 6),
    ]
    print(f"{len(SHORT)} bytes, {len(LONG)} bytes with {len(trawl.find(LONG))} links, {len(PAGE)} bytes of HTML\n")
    print("| text | | µs | | µs | ratio |\n|---|---|---:|---|---:|---:|")
    for text, name, function, other, original, bound in rows:
        one, two = best(function), best(original)
        print(f"| {text} | {name} | {one:.1f} | {other} | {two:.0f} | {two / one:.0f} |")
        if two / one < bound:
            print(f"SLOW: {name}: {two / one:.1f} times {other}, not {bound}")
    print(f"\n61 bytes: `trawl.find` {best(lambda: trawl.find(SHORT)):.1f} µs;"
          f" 1 KB: `trawl.to_html` {best(lambda: trawl.to_html(LONG)):.1f} µs")


main()
