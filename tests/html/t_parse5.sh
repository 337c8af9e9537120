#!/bin/sh
# t_parse5.sh - compares the HTML tokenizer with parse5; tests/html/run.mjs describes how
#
# Needs node 20.19 or later, and npm, which installs the packages of tests/html/package-lock.json
# into $B/html; and html_events, which "make check" builds.

. tests/support/lib.sh

: "${B:=build}"

why=$(B=$B sh tests/html/install.sh) || {
    skip 'HTML compared with parse5' "$why"
    finish
}
[ -x "$B/tests/tools/html_events" ] || {
    skip 'HTML compared with parse5' 'no html_events'
    finish
}
export B
# run.mjs prints the lines of the test and the plan.
node tests/html/run.mjs
