#!/bin/sh
# t_parse5.sh - compares the HTML tokenizer and the tree with parse5; tests/lib/html/run.mjs and
# tree_pages.py describe how
#
# Needs node and the packages of tests/npm, which "make deps check-all" installs, and html_events and
# html_tree, which "make check" builds. PAGES= and SEED= choose other misnested pages.

. tests/support/lib.sh

: "${B:=build}"

needs_npm 'HTML compared with parse5'
if ! { [ -x "$B/tests/tools/html_events" ] && [ -x "$B/tests/tools/html_tree" ]; }; then
    skip 'HTML compared with parse5' 'no html_events, no html_tree'
    finish
fi
: "${PAGES:=20000}" "${SEED:=1}"
export B

# same [scripts]: succeeds when the tree has each text where parse5 has it.
same() {
    node tests/lib/html/tree.mjs "$@" <"$tmp/pages" >"$tmp/wanted" || return
    "$B/tests/tools/html_tree" ${1:+--scripts} <"$tmp/pages" >"$tmp/got" || return
    python3 -B tests/lib/html/tree_compare.py "$tmp/pages" "$tmp/got" "$tmp/wanted" parse5
}

python3 -B tests/lib/html/tree_pages.py "$SEED" "$PAGES" parse5 >"$tmp/pages"
check "$PAGES misnested pages: the tree is that of parse5" same
check 'with scripts' 'same scripts'
check 'tokens' 'node tests/lib/html/run.mjs >"$tmp/tokens" 2>&1 || { grep "^not ok" -A 3 "$tmp/tokens"; false; }'
finish
