#!/bin/sh
# t_manual.sh - URLs in pages of manuals are found whole, without the hyphens that roff puts at the
# ends of lines (tests/lib/find/scan/manual.py)
#
# MANUAL=2000 renders as many pages of this machine at five widths, SEED= selects others. The short
# form renders a few, and pages that it writes itself.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${SEED:=1738}" "${MANUAL:=}"

# pages FOLDER: writes pages whose words and URLs have to be broken.
pages() {
    mkdir -p "$1/man1"
    for n in 1 2 3 4 5 6; do
        {
            printf '.TH PEAR%s 1\n.SH NAME\npear \\- configuration of an implementation\n.SH NOTES\n' $n
            for path in documentation/configuration administration/internationalization \
                getting_started/authentication 'user\-guide/notification/understanding' \
                documentation/troubleshooting/representation; do
                printf 'The %s description of the administration is in the documentation, see\n' "$path"
                printf 'https://pear%s.example.com/%s/implementation/documentation%s.html or write\n' $n "$path" $n
                printf 'to information@documentation%s.example.com, or in\n' $n
                printf '.UR http://www%s.example.org/%s\n.UE\nand there.\n' $n "$path"
            done
        } >"$1/man1/pear$n.1"
    done
}

if have python3 man nroff; then
    pages "$tmp/man"
    check 'pages written here' 'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/scan/manual.py "$TRAWL" folder="$tmp/man" count=6 \
        widths=60,72,81 show=20'
    if [ -d /usr/share/man/man1 ]; then
        check 'pages of this machine' 'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/scan/manual.py "$TRAWL" \
            count="${MANUAL:-40}" seed="$SEED" widths="${MANUAL:+60,70,80,90,}100" show=20'
    else
        skip 'pages of this machine' 'no /usr/share/man'
    fi
else
    skip 'pages of manuals' 'no python3, or no man'
fi
finish
