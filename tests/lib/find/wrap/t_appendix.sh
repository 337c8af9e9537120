#!/bin/sh
# t_appendix.sh - URLs of the Appendix of RFC 1738 in wrappers and without, in prose that programs
# fill, quote, compare and frame: the bounds hold on made texts (tests/lib/find/wrap/appendix.py)
#
# SEED= selects other texts, COUNT= how many of each wrapper in each container; with PAIRS=N about
# every N-th pair of characters around a break is tried. COUNT=400 PAIRS=1 makes 38,000 texts.
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
# --flag=doubt lists what has another reading or a border in doubt, and nothing else
cat >"$tmp/text" <<'END'
sure http://a.example/ "http://b.example/x)y" <URL:http://c.example/> {"u":"http://d.example/x)"}
<http://e.example/f-
g> (see http://h.example/i)j http://k.example/l<U+200B>m «http://n.example/o/
p» <ftp://q.in ternic.net/r> http://s.example/tuv‐w
END
sed 's/<U+200B>/'"$(printf '\342\200\213')"'/' "$tmp/text" >"$tmp/doubt"
cat >"$tmp/want" <<'END'
http://e.example/f-g
http://h.example/i
http://k.example/l
http://n.example/o/
ftp://q.in
http://s.example/tuv‐w
END
check_same '--flag=doubt lists readings and borders in doubt' '"$TRAWL" --flag=doubt "$tmp/doubt"' \
    'cat "$tmp/want"'
finish
