#!/bin/sh
# t_records.sh - the links of made tables in CSV, TSV and SQL are those of their fields (M16, M2), beside Python's csv and
# SQLite
#
# SEED= selects other tables, COUNT= the number of their rows.

. tests/support/lib.sh

: "${SEED:=1}" "${COUNT:=20000}"

records() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/lines/records.py "$TRAWL" "$SEED" "$COUNT"
}

if have python3; then
    check "$COUNT rows: 99 % right in each format, and no field goes on over its separator" records
    case $TRAWL in /*) ;; *) TRAWL=$PWD/$TRAWL ;; esac
    # It runs in the folder of the texts.
    printf '#!/bin/sh\nsed -i.old "s/[,;|]/-/g" * && rm ./*.old && "%s" "$@"\n' "$TRAWL" >"$tmp/joined" && chmod +x "$tmp/joined"
    check_test 'links over separators are found' = 3 \
        'TRAWL=$tmp/joined SEED=1 COUNT=2000; records | grep -c " [1-9][0-9]* over a separator"'
else
    skip 'made tables' 'no python3'
fi
finish
