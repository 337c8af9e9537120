#!/bin/sh
# t_browser.sh - texts as hypertext in a real browser (tests/browser/run.mjs)
#
# Needs Chromium (CHROMIUM names it), node and the packages of tests/npm, which "make deps check-all"
# installs.

. tests/support/lib.sh

: "${B:=build}"
needs_npm 'hypertext in a browser' browser:chromium
CHROMIUM=$(browser_of chromium)
TMPDIR=$tmp
export B CHROMIUM TMPDIR
# run.mjs prints the lines of the test and the plan.
node tests/browser/run.mjs
