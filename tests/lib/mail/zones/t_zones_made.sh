#!/bin/sh
# t_zones_made.sh - mails in the shapes of 16 programs and 10 languages, with known zones
# (tests/lib/mail/zones/zones_make.py): E7
#
# SEED= selects other mails.

. tests/support/lib.sh

: "${SEED:=1738}" "${COUNT:=400}"

made() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/zones/zones_make.py "$TRAWL" "$SEED" "$COUNT"
}

if have python3; then
    check "$COUNT mails: each link has its zone, also as href" made
else
    skip 'mails of many programs' 'no python3'
fi
finish
