# shellcheck shell=sh
# page.sh - what the tests of the recipes in doc/clusters.md share; they source it after lib.sh
#
# shellcheck disable=SC2154  # set by lib.sh

page=$PWD/doc/clusters.md
case $TRAWL in /*) ;; *) TRAWL=$PWD/$TRAWL ;; esac
mkdir "$tmp/bin" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
PATH=$tmp/bin:$PATH
export PATH TRAWL page

# recipe HEADING N: prints the N-th block of code below the heading.
recipe() {
    awk -v heading="## $1" -v wanted="$2" '
        /^```/ { open = !open; n += open && inside; next }
        /^## / && !open { inside = $0 == heading }
        open && inside && n == wanted { print }' "$page"
}

# by_one_run: prints the links of one run over the files in the folder "mail".
by_one_run() {
    find mail -type f -print0 | sort -z | "$TRAWL" -t json --files0-from - 2>/dev/null
}
