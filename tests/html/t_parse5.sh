#!/bin/sh
# t_html_parse5.sh - the tokenizer of HTML beside parse5's: see tests/html/run.mjs for what is looked at
#
# Wants node 20.19 or later, and npm, which installs two packages into $B/html, once, by the versions of
# tests/html/package-lock.json; and the tool that "make check" builds for it.

. tests/support/lib.sh

: "${B:=build}"

why=$(B=$B sh tests/html/install.sh) || {
    skip 'HTML beside parse5' "$why"
    finish
}
[ -x "$B/tests/tools/html_events" ] || {
    skip 'HTML beside parse5' 'no html_events'
    finish
}
export B
# It prints its own lines and their plan.
node tests/html/run.mjs
