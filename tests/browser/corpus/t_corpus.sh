#!/bin/sh
# t_corpus.sh - more than 1,000 texts that attack pages, in Chromium and in Firefox (run.mjs)
#
# Needs what t_browser.sh needs, and Firefox (FIREFOX names it). CORPUS=whole reads everything in both
# browsers ("make check-browsers").

. tests/support/lib.sh

: "${B:=build}" "${CHROMIUM=}" "${FIREFOX=}" "${CORPUS=}"

why=$(B=$B sh tests/browser/install.sh) || {
    skip 'attacks in a browser' "$why"
    finish
}
CHROMIUM=$why
[ -n "$FIREFOX" ] || FIREFOX=$(command -v firefox-esr || command -v firefox)
TMPDIR=$tmp
export B CHROMIUM FIREFOX TMPDIR
if [ -z "$FIREFOX" ]; then
    skip 'attacks in Firefox' 'no Firefox'
    echo "1..$tap_run"
    exit 0
fi
# run.mjs prints the lines of the test and the plan.
node tests/browser/corpus/run.mjs "$CORPUS"
