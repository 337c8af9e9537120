#!/bin/sh
# t_screens.sh - URLs that a screen cuts: the bounds hold on made screens (tests/lib/find/scan/screens.py)
#
# SEED= selects other texts, COUNT= how many of each class. DOCUMENTS=/usr/share/doc also cuts passages
# of the documents in that folder, DOCS= says how many. The documents differ from machine to
# machine, so people have to read those results.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${SEED:=11}" "${COUNT:=60}" "${DOCS:=400}"
folder=${DOCUMENTS-}

if have python3; then
    for profile in mail screen; do
        check "made screens, profile $profile" \
            'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/scan/screens.py "$TRAWL" seed="$SEED" count="$COUNT" \
            profile="$profile"'
        check "screens of programs that draw, profile $profile" \
            'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/scan/agents.py "$TRAWL" seed="$SEED" count="$COUNT" \
            profile="$profile"'
    done
    check 'the same, of a known width' \
        'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/scan/agents.py "$TRAWL" seed="$SEED" count="$COUNT" \
        profile=screen columns=yes'
else
    skip 'made screens' 'no python3'
fi

if have python3 && [ -n "$folder" ]; then
    for profile in mail screen; do
        check "documents, profile $profile" \
            'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/scan/screens.py "$TRAWL" seed="$SEED" count="$DOCS" \
            profile="$profile" docs="$folder" show=30 fault=silent'
    done
fi
finish
