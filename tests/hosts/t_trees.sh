#!/bin/sh
# t_trees.sh - the trees of pages differ only in the links that "trawl rewrite" put in, by parse5;
# tests/lib/rewrite/trees.mjs describes how
#
# Needs node and the packages of tests/npm, which "make deps check-all" installs. With PAGES_BELOW, a folder,
# the pages are the files below it ("make check-pages").

. tests/support/lib.sh

needs_npm 'trees compared with parse5'
# trees.mjs prints the lines of the test and the plan.
if [ -n "${PAGES_BELOW-}" ]; then
    node tests/lib/rewrite/trees.mjs "$TRAWL" "$tmp/pages" below "$PAGES_BELOW"
else
    node tests/lib/rewrite/trees.mjs "$TRAWL" "$tmp/pages" "${PAGES:-1000}"
fi
