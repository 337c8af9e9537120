/* help.c - what --help prints */
#include "cli/help.h"

/* A line of source is a line of text. */
/* clang-format off */

const char help_trawl[] =
    "trawl checks, explains, compares and resolves URLs.\n"
    "\n"
    "  trawl check [options] [URL...]         is it a URL, by which standard?\n"
    "  trawl resolve [options] BASE [REF...]  what does ../b.html mean there?\n"
    "  trawl help [COMMAND]                   all about a command\n"
    "  trawl --version\n"
    "\n"
    "Examples:\n"
    "  trawl check 'http://www.example.com/~joe/a b'\n"
    "  trawl check -t json < urls.txt\n"
    "  trawl resolve http://www.example.com/a/b.html ../c.html\n";

const char help_check[] =
    "usage: trawl check [options] [URL...]\n"
    "       trawl check --same URL URL\n"
    "\n"
    "Says of each URL which standards accept it, what its parts are, and where and\n"
    "why the others refuse it. Without a URL, or for \"-\", URLs are read from\n"
    "standard input, one a line. Quote a URL: the shell has its own use for & ? *.\n"
    "\n"
    "  -t, --to FORMAT   text (for people, the default); json (an object a line); or\n"
    "                    tsv, with the columns url valid errors scheme user password\n"
    "                    host port path query fragment canonical ascii, \\N for none\n"
    "  --as STANDARD     what is good enough for exit status 0: 1738 (RFC 1738, the\n"
    "                    first standard of URLs), 1630 (its forerunner), 3986\n"
    "                    (today's), iri (RFC 3987: today's, with letters beyond\n"
    "                    ASCII), or any of them, which is the default\n"
    "  --canonical       print only the spelling that equal URLs share, one a line,\n"
    "                    with unprintable bytes as \\t \\n \\r \\xHH and \\ as \\\\\n"
    "  -0, --null        with --canonical: bytes as they are, a NUL after each URL\n"
    "  --same            are the two URLs equal? Answers by the exit status alone\n"
    "  -q, --quiet       print nothing, only set the exit status\n"
    "  --color WHEN      auto (on a terminal, the default), always or never; auto is\n"
    "                    never where the environment has NO_COLOR\n"
    "  -h, --help        this text\n"
    "  --                all that follows is URLs, even if it begins with -\n"
    "\n"
    "Bytes are counted from 0. Exit status: 0 all are good (--same: equal), 1 some\n"
    "are not, 2 trouble.\n"
    "\n"
    "Examples:\n"
    "  trawl check 'http://host.example/?a=/b'\n"
    "  trawl check -q --as 3986 \"$url\" && echo fine\n"
    "  trawl check -t json < urls.txt\n"
    "  trawl check --same HTTP://Host.example:80/%7ejoe http://host.example/~joe\n";

const char help_resolve[] =
    "usage: trawl resolve [options] BASE [REF...]\n"
    "\n"
    "Prints what each REF means in a document at BASE, one URL a line. Without a\n"
    "REF, or for \"-\", they are read from standard input, one a line.\n"
    "\n"
    "  --rule RULE       3986 (RFC 3986 section 5.2, the default); 3986-loose (the\n"
    "                    same, but a scheme equal to that of BASE is left out of\n"
    "                    account: http:g is g, as in old pages); or 1630 (the rule\n"
    "                    of RFC 1630, to its letter)\n"
    "  -0, --null        bytes as they are, a NUL after each URL; otherwise\n"
    "                    unprintable bytes come as \\t \\n \\r \\xHH and \\ as \\\\\n"
    "  -h, --help        this text\n"
    "  --                all that follows is BASE and REFs, even if it begins with -\n"
    "\n"
    "Exit status: 0, or 2 in trouble.\n"
    "\n"
    "Examples:\n"
    "  trawl resolve http://host.example/a/b/c ../d   # http://host.example/a/d\n"
    "  trawl resolve http://host.example/a/b/c < refs.txt\n";

/* clang-format on */
