#!/bin/sh
# t_tree.sh - the tree of a page against a tree with nodes, on misnested pages (tree_pages.py)
#
# tree_twin.py builds the nodes, by the text of the standard. PAGES= and SEED= choose others.

. tests/support/lib.sh

: "${PAGES:=$(amount 2500 10000)}" "${SEED:=1}"
tool=${TOOL:-$B/tests/tools/html_tree}
export tool

if ! have python3 || [ ! -x "$tool" ]; then
    skip 'misnested pages' 'no python3, or no html_tree'
    finish
fi

python() {
    PYTHONDONTWRITEBYTECODE=1 python3 "$@"
}

# same COMMAND...: tests that the command's output for the pages is that of tree_twin.py, with scripts
# off or on as $scripts says.
same() {
    "$@" <"$tmp/pages" >"$tmp/got" && python tests/lib/html/tree_compare.py "$tmp/pages" "$tmp/got" "$tmp/wanted$scripts"
}

python tests/lib/html/tree_pages.py "$SEED" "$PAGES" >"$tmp/pages"
python tests/lib/html/tree_twin.py <"$tmp/pages" >"$tmp/wanted"
python tests/lib/html/tree_twin.py scripts <"$tmp/pages" >"$tmp/wantedscripts"
scripts=
check "$PAGES pages: each text is in the same place" 'same "$tool"'
check 'in pieces of one byte' 'same "$tool" --step 1'
check 'in pieces of seven' 'same "$tool" --step 7'
scripts=scripts
check 'with scripts' 'same "$tool" --scripts'
finish
