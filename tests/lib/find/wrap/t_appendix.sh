#!/bin/sh
# t_appendix.sh - URLs of the Appendix of RFC 1738 in wrappers and without, in prose that programs
# fill, quote, compare and frame: the bounds hold on made texts (tests/lib/find/wrap/appendix.py)
#
# SEED= selects other texts, COUNT= how many of each wrapper in each container, PAIRS= every which
# pair of characters around a break. COUNT=400 PAIRS=1 makes 38,000 texts.
# shellcheck disable=SC2016  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${SEED:=1738}" "${COUNT:=40}" "${PAIRS:=12}"

if have python3; then
    check 'made texts' \
        'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/wrap/appendix.py "$TRAWL" seed="$SEED" count="$COUNT" \
        pairs="$PAIRS" show=2'
else
    skip 'made texts' 'no python3'
fi
finish
