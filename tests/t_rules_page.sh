#!/bin/sh
# t_rules_page.sh - doc/rules.md: trawl does what its examples say; its numbers are those of the code
# shellcheck disable=SC2016  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${PYTHONDONTWRITEBYTECODE:=1}"
export PYTHONDONTWRITEBYTECODE

if have python3; then
    check 'the examples of rules.md' 'python3 tests/rules_page.py "$TRAWL" examples'
    check 'the numbers and the form of rules.md' 'python3 tests/rules_page.py "$TRAWL" numbers'
else
    skip 'rules.md' 'no python3'
fi
finish
