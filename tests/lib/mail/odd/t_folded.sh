#!/bin/sh
# t_folded.sh - long URLs in wrappers, folded over lines, in twelve transports
# (tests/lib/mail/odd/folded_make.py): E9, R5, R31
#
# SEED= selects other URLs, COUNT= their number.

. tests/support/lib.sh

: "${SEED:=1738}" "${COUNT:=360}"

folded() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/odd/folded_make.py "$TRAWL" "$SEED" "$COUNT"
}

if have python3; then
    check "$COUNT folded URLs: whole, or reported as too long" folded
else
    skip 'folded URLs' 'no python3'
fi
finish
