#!/bin/sh
# t_browser.sh - texts as hypertext in a real browser: see tests/browser/run.mjs for what is looked at
#
# Wants Chromium (CHROMIUM names it, else it is looked for), node 18.19 or later, and npm, which installs two packages with
# theirs into $B/browser, once, by the versions of tests/browser/package-lock.json. "make deps check" installs the rest.

. tests/lib.sh

: "${B:=build}" "${CHROMIUM=}"

why=$(B=$B sh tests/browser/install.sh) || {
    skip 'hypertext in a browser' "$why"
    finish
}
CHROMIUM=$why
TMPDIR=$tmp
export B CHROMIUM TMPDIR
# It prints its own lines and their plan.
node tests/browser/run.mjs
