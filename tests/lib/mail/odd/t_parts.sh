#!/bin/sh
# t_parts.sh - links in odd encodings, charsets, pages and parts (tests/lib/mail/odd): E3 to E5, E9, E14
#
# READERS=1 compares 300 mails with mutt, neomutt and Chromium too; without it, 40 with w3m.

. tests/support/lib.sh

parts() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/odd/parts_make.py "$TRAWL"
}

readers() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/odd/readers_make.py "$TRAWL"
}

if have python3; then
    check 'links in odd parts are listed, honest parts are read as before' parts
    check 'what a mail program shows of an odd mail, trawl lists or names' readers
else
    skip 'links in odd parts' 'no python3'
fi
finish
