#!/bin/sh
# t_tree.sh - the links of misnested pages against Chromium's (tests/lib/html/tree_browser.mjs)
#
# Needs Chromium (CHROMIUM names it), node and the packages of tests/npm, which "make deps check-all"
# installs, and html_tree, which "make check" builds. PAGES= and SEED= choose other pages.

. tests/support/lib.sh

: "${B:=build}" "${PAGES:=20000}" "${SEED:=1}"
needs_npm 'trees in a browser' browser:chromium
[ -x "$B/tests/tools/html_tree" ] || {
    skip 'trees in a browser' 'no html_tree'
    finish
}
CHROMIUM=$(browser_of chromium)
TMPDIR=$tmp
export CHROMIUM TMPDIR

same() {
    node tests/lib/html/tree_browser.mjs <"$tmp/pages" >"$tmp/wanted" || return
    "$B/tests/tools/html_tree" <"$tmp/pages" >"$tmp/got" || return
    python3 -B tests/lib/html/tree_compare.py "$tmp/pages" "$tmp/got" "$tmp/wanted" browser
}

python3 -B tests/lib/html/tree_pages.py "$SEED" "$PAGES" browser >"$tmp/pages"
check "$PAGES misnested pages: each text is in the link that Chromium has it in" same
finish
