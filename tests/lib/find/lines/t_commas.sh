#!/bin/sh
# t_commas.sh - links with ",", ";" and "|" in ordinary text are whole, and the links of records are their fields (M16)
#
# SEED= makes other texts.

. tests/support/lib.sh

: "${SEED:=1}"

commas() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/lines/commas.py "$TRAWL" "$SEED"
}

if have python3; then
    check '266 texts and 120 records: all links are whole' commas
    case $TRAWL in /*) ;; *) TRAWL=$PWD/$TRAWL ;; esac
    # It runs in the folder of the texts.
    printf '#!/bin/sh\nsed -i.old "s/,/ /g" * && rm ./*.old && "%s" "$@"\n' "$TRAWL" >"$tmp/cut" && chmod +x "$tmp/cut"
    check_status 'links that are cut are found' 1 'TRAWL=$tmp/cut; commas'
else
    skip 'made texts' 'no python3'
fi
finish
