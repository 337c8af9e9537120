#!/bin/sh
# t_gateways.sh - links of gateways that mail programs folded (R39): the bounds hold on made texts
# (tests/lib/find/scan/gateways.py); a link that is cut is not live, and --flag=doubt lists it
#
# SEED= selects other texts, COUNT= how many of each class.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${SEED:=58}" "${COUNT:=75}"

if have python3; then
    check 'made texts' \
        'python3 -B tests/lib/find/scan/gateways.py "$TRAWL" seed="$SEED" count="$COUNT"'
else
    skip 'made texts' 'no python3'
fi

cut=https://urldefense.com/v3/__https://a.example/b
printf '%s\nThanks for all\n' $cut >"$tmp/cut"
check_test '--flag=doubt lists a link that is cut' = $cut '"$TRAWL" --flag=doubt "$tmp/cut"'
check_test 'a link that is cut is not live' = '' '"$TRAWL" -t html "$tmp/cut" | grep href'
check_test 'HTML has the reason' = 1 '"$TRAWL" -t html "$tmp/cut" | grep -c "\[incomplete\]"'
printf '> %s-\n> > c__;!!d$ and\n' $cut >"$tmp/whole"
check_test 'a whole one is live in both lines' = 2 '"$TRAWL" -t html "$tmp/whole" | grep -c "href=.$cut-c__;!!d\\$"'
check_test 'and unwrapped' = https://a.example/b-c '"$TRAWL" --unwrap "$tmp/whole"'
finish
