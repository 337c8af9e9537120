#!/bin/sh
# t_browser.sh - texts as hypertext in a real browser (tests/browser/run.mjs)
#
# Needs Chromium (CHROMIUM names it), node 18.19 or later, and npm, which installs the packages of
# tests/browser/package-lock.json into $B/browser. "make deps check" installs the rest.

. tests/support/lib.sh

: "${B:=build}" "${CHROMIUM=}"

why=$(B=$B sh tests/browser/install.sh) || {
    skip 'hypertext in a browser' "$why"
    finish
}
CHROMIUM=$why
TMPDIR=$tmp
export B CHROMIUM TMPDIR
# run.mjs prints the lines of the test and the plan.
node tests/browser/run.mjs
