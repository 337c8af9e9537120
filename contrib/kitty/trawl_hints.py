# trawl_hints.py - hints for the links on the screen of kitty, even for broken and quoted ones
#
# Used by kitty's hints kitten, with --customize-processing. kitty and its options decide what is
# done with a link: --program @ copies it.

import json
import re
import subprocess


def plain(text):
    """Returns the text without what kitty adds, and for each of its characters the place in `text`.

    kitty fills short lines with NUL, and puts CR where the terminal broke a line.
    """
    places = [i for i, c in enumerate(text) if c not in '\0\r']
    return ''.join(text[i] for i in places), places + [len(text)]


def columns(text):
    """Returns the options that say how wide the screen is: kitty fills all lines up to its edge."""
    width = max(len(row) for row in re.split('[\r\n]', text))
    return ['--columns', str(width)] if 24 <= width <= 1000 else []


def mark(text, args, Mark, extra_cli_args, *_):
    """Yields a mark on the first piece of each link. Its text is the whole URL."""
    words, places = plain(text)
    command = ['trawl', '-f', 'text', '--profile', 'screen', *columns(text), '-t', 'json', '--offsets', 'chars']
    run = subprocess.run(command, check=False, input=words.encode('utf-8', 'replace'), stdout=subprocess.PIPE)
    links = [json.loads(line) for line in run.stdout.splitlines()]
    for index, link in enumerate(link for link in links if 'url' in link):
        start, end = link['spans'][0]
        yield Mark(index, places[start], places[end - 1] + 1, link['url'], {})
