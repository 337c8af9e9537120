#!/bin/sh
# t_broken.sh - broken URLs in running text: the bounds hold on made texts (tests/lib/find/scan/broken.py);
# -t text joins them, and --flag=doubt lists them
#
# SEED= selects other texts, COUNT= how many of each class.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${SEED:=1738}" "${COUNT:=60}"

if have python3; then
    for profile in mail screen; do
        check "made texts, profile $profile" \
            'PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/find/scan/broken.py "$TRAWL" seed="$SEED" count="$COUNT" \
            profile="$profile"'
    done
else
    skip 'made texts' 'no python3'
fi

cat >"$tmp/text" <<'END'
This line shows the edge
This line shows the edge
http://a.example/?n=0123
0a1b2c3d4e5f&x=1
http://b.example/
END
cat >"$tmp/want" <<'END'
This line shows the edge
This line shows the edge
http://a.example/?n=01230a1b2c3d4e5f&x=1

http://b.example/
END
check_same '-t text joins them' '"$TRAWL" -t text "$tmp/text"' 'cat "$tmp/want"'
echo 'http://a.example/?n=01230a1b2c3d4e5f&x=1' >"$tmp/want"
check_same '--flag=doubt lists them' '"$TRAWL" --flag=doubt "$tmp/text"' 'cat "$tmp/want"'
cat >"$tmp/more" <<'END'
> an did some good than because all wais://pear.example.com:210/
> wiki?used like and session on own were which version have many
> men it in last is about could even of life this only

;; into what release my ftp://pear.example.com/rfc1859.txt/of-the-both/
;; such%20were/rfc1017.txt they take it had now too some be so each through
;; server my know three any browser
END
cat >"$tmp/want" <<'END'
wais://pear.example.com:210/wiki?used
ftp://pear.example.com/rfc1859.txt/of-the-both/such%20were/rfc1017.txt
END
check_same 'a list joins code that words follow, also after a sign' '"$TRAWL" --find url "$tmp/more"' 'cat "$tmp/want"'
finish
