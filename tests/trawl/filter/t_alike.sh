#!/bin/sh
# t_alike.sh - three strengths of "the same": --spell=STRENGTH, --uniq=STRENGTH, check --same
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"
cut=$PWD/$B/jobs/trawl
case $B in /*) cut=$B/jobs/trawl ;; esac
export cut

cat >"$tmp/text" <<'END'
http://www.example.org/?utm_source=a https://example.org/index.html http://www.example.org/
http://example.org/x?fbclid=1 http://example.org/x/ HTTP://Example.org/x#top
END
export tmp

check_same '--spell=normal' '"$TRAWL" --spell=normal "$tmp/text"' \
    'printf "%s\n" http://www.example.org/ https://example.org/index.html http://www.example.org/ \
        http://example.org/x http://example.org/x/ "http://example.org/x#top"'
check_same '-u prints each of these forms once' '"$TRAWL" -u --spell=normal "$tmp/text"' \
    'printf "%s\n" http://www.example.org/ https://example.org/index.html http://example.org/x http://example.org/x/ "http://example.org/x#top"'
check_same '--uniq=normal prints the first as it is' '"$TRAWL" --uniq=normal "$tmp/text"' \
    'printf "%s\n" "http://www.example.org/?utm_source=a" https://example.org/index.html "http://example.org/x?fbclid=1" http://example.org/x/ "HTTP://Example.org/x#top"'
check_same '--uniq=url is -u' '"$TRAWL" --uniq=url "$tmp/text" "$tmp/text"' '"$TRAWL" -u "$tmp/text"'
check_same 'the stronger of both counts' '"$TRAWL" --uniq=normal --spell=scheme "$tmp/text" | sed -n 3p' \
    'echo "http://example.org/x?fbclid=1"'
check_same 'the field canonical' '"$TRAWL" -t tsv --spell=normal --fields url,canonical,host "$tmp/text" | head -n 1' \
    'printf "%s\t" "http://www.example.org/?utm_source=a" http://www.example.org/; echo www.example.org'
check_same 'several threads' '"$TRAWL" -j4 --uniq=normal testdata/tour "$tmp/text" testdata/tour' \
    '"$TRAWL" -j1 --uniq=normal testdata/tour "$tmp/text" testdata/tour'
check_status '--spell=canonical alone is a spelling of a list' 2 '"$TRAWL" -t json --spell=canonical "$tmp/text"'
check_same 'an unknown strength' '"$TRAWL" --uniq=norml 2>&1' \
    'echo "trawl: --uniq: unknown strength norml (did you mean normal?); it takes url, scheme, normal or none"'
check_status 'check --same=url' 1 '"$TRAWL" check --same=url gopher://a.example gopher://a.example/1'
check_same '--uniq=scheme' 'echo "gopher://a.example gopher://a.example/1 file://localhost/a file:///a" | "$TRAWL" --uniq=scheme -' \
    'printf "%s\n" gopher://a.example file://localhost/a'

# ---- -u in records ----

# A link that is plain in the first text, and has flags in the others; and one without flags.
printf 'see http://bank.example/ and http://plain.example/\n' >"$tmp/1.txt"
printf '<html><p><a href="http://bank.example/">http://other.example/</a> <a href="http://plain.example/">p</a>\n' >"$tmp/2.html"
printf '%s\n' 'http://bank.example/' '-- ' 'http://bank.example/ and http://www.example.org/' >"$tmp/3.txt"
awk 'BEGIN { for (i = 0; i < 600; i++) print "http://a" i ".example/" }' >"$tmp/many.txt"
fields=url,flags,zone,anchor,file
export fields
check_same '-u: the flags of all occurrences, the zone and the anchor of the dangerous one' \
    'cd "$tmp" && "$TRAWL" -u -t tsv --fields $fields 1.txt 2.html 3.txt' \
    'printf "%s\t%s\t%s\t%s\t%s\n" http://bank.example/ signature,mismatch new http://other.example/ 1.txt \
        http://plain.example/ "" new "\\N" 1.txt http://other.example/ "" new "\\N" 2.html http://www.example.org/ signature signature "\\N" 3.txt'
check_same 'json: a first field that is absent at first' 'cd "$tmp" && "$TRAWL" -u -t json --fields anchor,flags,zone 3.txt 2.html | head -n 1' \
    "echo '{\"anchor\":\"http://other.example/\",\"flags\":[\"signature\",\"mismatch\"],\"zone\":\"new\"}'"
check_same 'json: an anchor that the dangerous occurrence does not have' \
    'cd "$tmp" && printf "<html><a href=\"http://1.2.3/\">a</a>\n" >4.html && printf "http://1.2.3/\n" >4.txt && "$TRAWL" -u -t json --fields url,anchor,flags 4.html 4.txt' \
    "echo '{\"url\":\"http://1.2.3/\",\"anchor\":\"a\",\"flags\":[\"odd-ip\",\"ip-host\"]}'"
check_same 'what is left out gives no flags' 'cd "$tmp" && "$TRAWL" -u -t tsv --fields url,flags --not flag=mismatch 1.txt 2.html | head -n 1' \
    'printf "http://bank.example/\t\n"'
check_same 'records with a context' 'cd "$tmp" && "$TRAWL" -u -t tsv --context 4 --fields flags,url,context 1.txt 2.html | head -n 2' \
    'printf "%s\t%s\t%s\n" mismatch http://bank.example/ "see http://bank.example/ and" "" http://plain.example/ "and http://plain.example/\\n"'
check_same 'records without flags do not wait' 'cd "$tmp" && { cat 1.txt many.txt; until_there seen; } | "$TRAWL" -u -t tsv --fields url | { head -n 1; echo >seen; }' \
    'echo http://bank.example/'
check_same 'the flags of a list do not matter' 'cd "$tmp" && "$TRAWL" -u 1.txt 2.html 3.txt' \
    'printf "%s\n" http://bank.example/ http://plain.example/ http://other.example/ http://www.example.org/'

# 600 records are more than may wait here: the older half of those is printed without the flags of the last text.
awk 'BEGIN { print "-- "; for (i = 0; i < 600; i++) print "http://a" i ".example/" }' >"$tmp/signed.txt"
for jobs in 1 4; do
    export jobs
    check_same "records that cannot wait, with -j$jobs" \
        'cd "$tmp" && TRAWL_TEST_HELD=20000 TRAWL_TEST_JOBS=400 "$cut" -j$jobs -u -t tsv --fields url,flags many.txt signed.txt >held; cut -f 1 held | cmp - many.txt && cut -f 2 held | uniq | tr "\n" ,' \
        'printf ",signature,"'
done

check_same 'check --same prints what differs' '"$TRAWL" check --same gopher://a.example "URL:gopher://b.example/0x"' \
    'printf "  %-10s %s\n" host a.example "" b.example path /1 "" /0x type 1 "" 0 selector "(empty)" "" x'
check_same 'check --same: an absent part' '"$TRAWL" check --same http://a.example/ "http://a.example/?"' \
    'printf "  %-10s %s\n" query "(absent)" "" "(empty)"'
check_same 'check --same -q prints nothing' '"$TRAWL" check -q --same http://a.example/ http://b.example/ 2>&1' 'printf ""'
check_status 'check --same' 1 '"$TRAWL" check --same http://a.example/ https://www.a.example/'
check_status 'check --same=normal' 0 '"$TRAWL" check --same=normal "http://a.example/?gclid=1" http://a.example/'
check_status 'check --same=normal: another page' 1 '"$TRAWL" check --same=normal http://a.example/ http://www.a.example/'
check_same 'no --same=loose' '"$TRAWL" check --same=loose http://a.example/ http://a.example/ 2>&1' \
    'echo "trawl: check: --same: unknown strength loose; it takes url, scheme or normal"'

finish
