#!/bin/sh
# t_mailboxes.sh - mailboxes of several programs and archives, made with known messages and links
# (tests/lib/mail/mailbox_make.py): A1, E11
#
# SEED= selects other mailboxes.

. tests/support/lib.sh

: "${SEED:=1738}" "${COUNT:=330}"

boxes() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/mailbox_make.py "$TRAWL" "$SEED" "$COUNT"
}

if have python3; then
    check "$COUNT mailboxes: each link has its message and its id" boxes
else
    skip 'mailboxes with known messages' 'no python3'
fi
finish
