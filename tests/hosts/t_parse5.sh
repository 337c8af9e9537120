#!/bin/sh
# t_parse5.sh - compares the HTML tokenizer with parse5; tests/lib/html/run.mjs describes how
#
# Needs node and the packages of tests/npm, which "make deps check-all" installs, and html_events, which
# "make check" builds.

. tests/support/lib.sh

: "${B:=build}"

needs_npm 'HTML compared with parse5'
[ -x "$B/tests/tools/html_events" ] || {
    skip 'HTML compared with parse5' 'no html_events'
    finish
}
export B
# run.mjs prints the lines of the test and the plan.
node tests/lib/html/run.mjs
