#!/bin/sh
# t_corpus.sh - more than 1,000 texts that attack pages, in Chromium and in Firefox (run.mjs)
#
# Needs what t_browser.sh needs, and Firefox (FIREFOX names it). With CORPUS=whole both browsers read
# everything ("make check-browsers").

. tests/support/lib.sh

: "${B:=build}" "${CORPUS=}"

needs_npm 'attacks in a browser' browser:chromium browser:firefox
CHROMIUM=$(browser_of chromium) FIREFOX=$(browser_of firefox)
TMPDIR=$tmp
export B CHROMIUM FIREFOX TMPDIR
# run.mjs prints the lines of the test and the plan.
node tests/browser/corpus/run.mjs "$CORPUS"
