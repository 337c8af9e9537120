#!/bin/sh
# t_rules_page.sh - doc/rules*.md: trawl does what their examples say; their numbers are those of the code
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${PYTHONDONTWRITEBYTECODE:=1}"
export PYTHONDONTWRITEBYTECODE

if have python3; then
    check 'the examples of the rules' 'python3 tests/rules_page.py "$TRAWL" examples'
    check 'the numbers and the form of the rules' 'python3 tests/rules_page.py "$TRAWL" numbers'
else
    skip 'the rules' 'no python3'
fi
finish
