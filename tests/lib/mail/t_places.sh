#!/bin/sh
# t_places.sh - the places of links in pages that are encoded, whose <a> and buttons may stay open
#
# SEED= and PAGES= make other pages, and more (tests/lib/mail/places.py).
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

have python3 || { skip 'places' 'there is no python3'; finish; }

# Some pages are beyond a limit, and a message says so.
python3 -B tests/lib/mail/places.py mail "${PAGES:-150}" "${SEED:-1738}" >"$tmp/pages"
for format in json html notes; do
    export format
    check_status "-t $format of made pages" 2 '"$TRAWL" -t $format "$tmp/pages" >"$tmp/$format" 2>"$tmp/err"'
    check 'they are read to their end' '! grep -v -e "(E20)" -e "more such" "$tmp/err"'
done
check_same 'each link of a tag is at its place' \
    'python3 -B tests/lib/mail/places.py compare "$tmp/pages" <"$tmp/json"' 'echo many links'
finish
