#!/bin/sh
# t_python.sh - compares messages with Python's email package (tests/lib/mail/mail_oracle.py, tests/lib/mail/mail_make.py)
#
# Run by "make check", which builds the program that prints the events. SEED= selects other messages.

. tests/support/lib.sh

: "${B:=build}" "${SEED:=1738}" "${COUNT:=$(amount 600 2000)}"
events=$B/tests/tools/mail_events

# oracle ARGUMENT...: prints the differences, at most 40 lines; leaves no compiled modules in the tree.
oracle() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/mail_oracle.py "$events" "$@"
}

if have python3; then
    check 'the messages of testdata/mail: the same parts and text' 'oracle testdata/mail'
    check "$COUNT random messages: the same" 'oracle "$SEED" "$COUNT"'
else
    skip 'compared with the email package of Python' 'no python3 of 3.9 or later'
fi
finish
