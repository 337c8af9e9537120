#!/bin/sh
# t_screens.sh - URLs that a screen cuts: the bounds hold on made screens, and on documents of this
# machine that are cut (tests/find/scan/screens.py)
#
# SEED= selects other texts, COUNT= how many of each class, DOCS= how many passages of documents.
# shellcheck disable=SC2016  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${SEED:=11}" "${COUNT:=60}" "${DOCS:=400}"
folder=/usr/share/doc

if have python3; then
    for profile in mail screen; do
        check "made screens, profile $profile" \
            'PYTHONDONTWRITEBYTECODE=1 python3 tests/find/scan/screens.py "$TRAWL" seed="$SEED" count="$COUNT" \
            profile="$profile"'
    done
else
    skip 'made screens' 'no python3'
fi

if have python3 && [ "$(find "$folder" -type f 2>/dev/null | head -n 2000 | wc -l)" -ge 2000 ]; then
    for profile in mail screen; do
        check "documents, profile $profile" \
            'PYTHONDONTWRITEBYTECODE=1 python3 tests/find/scan/screens.py "$TRAWL" seed="$SEED" count="$DOCS" \
            profile="$profile" docs="$folder"'
    done
else
    skip documents "few documents in $folder"
fi
finish
