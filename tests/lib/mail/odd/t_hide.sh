#!/bin/sh
# t_hide.sh - mails that try to hide a link (tests/lib/mail/odd/hide_make.py): E3 to E20

. tests/support/lib.sh

hidden() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/odd/hide_make.py "$TRAWL"
}

if have python3; then
    check 'each link that a mail tries to hide is listed, or a limit is reported' hidden
else
    skip 'mails that try to hide a link' 'no python3'
fi
finish
