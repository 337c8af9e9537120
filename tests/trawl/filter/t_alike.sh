#!/bin/sh
# t_alike.sh - four strengths of "the same": --spell=STRENGTH, --uniq=STRENGTH, check --same
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/text" <<'END'
http://www.example.org/?utm_source=a https://example.org/index.html http://www.example.org/
http://example.org/x?fbclid=1 http://example.org/x/ HTTP://Example.org/x#top
END
export tmp

check_same '--spell=normal' '"$TRAWL" --spell=normal "$tmp/text"' \
    'printf "%s\n" http://www.example.org/ https://example.org/index.html http://www.example.org/ \
        http://example.org/x http://example.org/x/ "http://example.org/x#top"'
check_same '--spell=loose' '"$TRAWL" --spell=loose "$tmp/text" | uniq -c | tr -s " "' \
    'printf " 3 example.org\n 3 example.org/x\n"'
check_same '-u prints each of these forms once' '"$TRAWL" -u --spell=loose "$tmp/text"' 'printf "%s\n" example.org example.org/x'
check_same '--uniq=normal' '"$TRAWL" --uniq=normal "$tmp/text" | sed 1d' \
    'printf "%s\n" https://example.org/index.html "http://example.org/x?fbclid=1" http://example.org/x/ "HTTP://Example.org/x#top"'
check_same '--uniq=loose prints the first as it is' '"$TRAWL" --uniq=loose "$tmp/text"' \
    'printf "%s\n" "http://www.example.org/?utm_source=a" "http://example.org/x?fbclid=1"'
check_same '--uniq=url is -u' '"$TRAWL" --uniq=url "$tmp/text" "$tmp/text"' '"$TRAWL" -u "$tmp/text"'
check_same 'the stronger of both counts' '"$TRAWL" --uniq=loose --spell=normal "$tmp/text"' \
    'printf "%s\n" http://www.example.org/ http://example.org/x'
check_same 'the field canonical' '"$TRAWL" -t tsv --spell=loose --fields url,canonical,host "$tmp/text" | head -n 1' \
    'printf "%s\t" "http://www.example.org/?utm_source=a" example.org; echo www.example.org'
check_same 'several threads' '"$TRAWL" -j4 --uniq=loose testdata/tour "$tmp/text" testdata/tour' \
    '"$TRAWL" -j1 --uniq=loose testdata/tour "$tmp/text" testdata/tour'
check_status '--spell=canonical alone is a spelling of a list' 2 '"$TRAWL" -t json --spell=canonical "$tmp/text"'
check_same 'an unknown strength' '"$TRAWL" --uniq=lose 2>&1' \
    'echo "trawl: --uniq: unknown strength lose (did you mean loose?); it takes url, scheme, normal, loose or none"'
check_status 'check --same=url' 1 '"$TRAWL" check --same=url gopher://a.example gopher://a.example/1'
check_same '--uniq=scheme' 'echo "gopher://a.example gopher://a.example/1 file://localhost/a file:///a" | "$TRAWL" --uniq=scheme -' \
    'printf "%s\n" gopher://a.example file://localhost/a'
check_same 'check --same prints what differs' '"$TRAWL" check --same gopher://a.example "URL:gopher://b.example/0x"' \
    'printf "  %-10s %s\n" host a.example "" b.example path /1 "" /0x type 1 "" 0 selector "(empty)" "" x'
check_same 'check --same: an absent part' '"$TRAWL" check --same http://a.example/ "http://a.example/?"' \
    'printf "  %-10s %s\n" query "(absent)" "" "(empty)"'
check_same 'check --same -q prints nothing' '"$TRAWL" check -q --same http://a.example/ http://b.example/ 2>&1' 'printf ""'
check_same 'check --same=loose prints parts of URLs' '"$TRAWL" check --same=loose http://a.example/x http://a.example/y' \
    'printf "  %-10s %s\n" path /x "" /y'
check_status 'check --same' 1 '"$TRAWL" check --same http://a.example/ https://www.a.example/'
check_status 'check --same=normal' 0 '"$TRAWL" check --same=normal "http://a.example/?gclid=1" http://a.example/'
check_status 'check --same=normal: another page' 1 '"$TRAWL" check --same=normal http://a.example/ http://www.a.example/'
check_status 'check --same=loose' 0 '"$TRAWL" check --same=loose http://a.example/index.htm https://www.a.example'

finish
