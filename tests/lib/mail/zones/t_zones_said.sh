#!/bin/sh
# t_zones_said.sh - mails with "Joe wrote:" in 14 languages, marks, signatures, and text that looks like these
# (tests/lib/mail/zones/said_make.py): E7
#
# SEED= selects other mails.

. tests/support/lib.sh

: "${SEED:=1738}" "${COUNT:=300}"

made() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/zones/said_make.py "$TRAWL" "$SEED" "$COUNT"
}

if have python3; then
    check "$COUNT mails: each link has its zone" made
else
    skip 'mails with introductions' 'no python3'
fi
finish
