#!/bin/sh
# t_packed.sh - damaged and odd compressed files, and bombs, beside gzip, bzip2, xz and zstd; the
# limit of --max-unpacked in each command
#
# "make check-unpack" tries more variants. t_unpack.c tests the decompressors themselves.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"
amount=short
[ -z "${TRAWL_TEST_WHOLE-}" ] || amount=whole
export tmp amount

if have python3; then
    check 'damaged files: as their tools read them' 'python3 -B tests/app/io/packed.py "$TRAWL" "$amount" "$tmp"'
else
    skip 'damaged files' 'no python3'
fi
if ! have gzip || ! echo http://a.example/ | gzip | "$TRAWL" -q -; then
    skip '--max-unpacked' 'no gzip'
    finish
fi

# ---- --max-unpacked: links before it are kept, the rest is reported, the status is 2 ----

{
    printf 'From: a@b.example\nDate: Tue, 3 Mar 2026 09:30:00 +0000\nSubject: one\n\nsee http://first.example/ here\n'
    yes 'some words, and none of them is long' | head -n 40000
    echo 'http://last.example/'
} >"$tmp/mail"
gzip -c "$tmp/mail" >"$tmp/mail.gz"
cd "$tmp" || exit 2
case $TRAWL in /*) ;; *) TRAWL=$OLDPWD/$TRAWL ;; esac

check_same 'a file below the limit' '"$TRAWL" --max-unpacked=2M mail.gz' 'printf "http://%s.example/\n" first last'
check_same 'the limit counts unpacked bytes' '"$TRAWL" --max-unpacked=$(wc -c <mail | tr -d " ") -c mail.gz' 'echo 2'
check_same 'a plain file has no limit' '"$TRAWL" --max-unpacked=1K -c mail' 'echo 2'
for more in '' -u -j2 '-t list'; do
    export more
    check_same "links before the limit ($more)" '"$TRAWL" $more --max-unpacked=1M mail.gz 2>/dev/null' 'echo http://first.example/'
    check_status "the status is 2 ($more)" 2 '"$TRAWL" $more --max-unpacked=1M mail.gz'
done
check_same 'the message has the file and the byte' '"$TRAWL" --max-unpacked=1M mail.gz 2>&1 >/dev/null | sed "s/byte [0-9]*:/byte N:/"' \
    'echo "trawl: mail.gz: gzip-compressed data is over the limit (at byte N: 1048576 bytes were unpacked; see --max-unpacked); links up to there were printed"'
check_same 'json has a record' '"$TRAWL" -t json --also=limits --max-unpacked=1M mail.gz 2>/dev/null | tail -n 1' \
    'echo "{\"record\":\"limit\",\"limit\":\"the compressed data is over the limit of --max-unpacked\",\"file\":\"mail.gz\",\"offset\":1048576}"'
for to in '-t text' '-t html' '-t term' '-t md' '-t notes' '-t html --page'; do
    export to
    check_test "a note at the end: $to" -eq 1 '"$TRAWL" $to --max-unpacked=1M mail.gz 2>/dev/null | tail -n 20 | grep -c "trawl: the compressed data is over the limit"'
done
check_same 'the next file is read' '"$TRAWL" --max-unpacked=1M mail.gz mail 2>/dev/null | tail -n 1' 'echo http://last.example/'
for value in '' 0 x 1Q 1KK -1 1.5G; do
    export value
    check_status "a value that is no size: $value" 2 '"$TRAWL" --max-unpacked="$value" mail.gz'
done
check_test 'trawl pick' -eq 1 '"$TRAWL" pick --print --first --max-unpacked=1M mail.gz 2>&1 | grep -c "over the limit"'


# ---- Index and site ----

case ${HAVE_SQLITE-} in
'') skip 'trawl index and trawl site' 'this build has no SQLite' ;;
*)
    check_status 'trawl index: the status is 2' 2 '"$TRAWL" index -q --max-unpacked=1M links.db mail.gz'
    check_same 'trawl index: links before the limit' '"$TRAWL" query links.db' 'echo http://first.example/'
    check_status 'trawl site: the status is 2' 2 '"$TRAWL" site -q --max-unpacked=1M mail.gz -o site'
    check_test 'trawl site: the page of the message' -ge 1 'grep -rl http://first.example/ site | wc -l'
    check_test 'trawl site: no link after the limit' -eq 0 'grep -rl http://last.example/ site | wc -l'
    ;;
esac
finish
