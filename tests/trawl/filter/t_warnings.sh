#!/bin/sh
# t_warnings.sh - warnings about inputs: their order and their count, which do not depend on the
# number of threads
#
# TRAWL_TEST_LONG=1 runs the worst mailbox 50 times instead of 4, and reads 500 made inputs, not 60.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"
cut=$PWD/$B/jobs/trawl
case $B in /*) cut=$B/jobs/trawl ;; esac
make=$PWD/tests/trawl/filter/limited.py
times=4 inputs=60
[ -z "${TRAWL_TEST_LONG:-}" ] || times=50 inputs=500
export tmp cut make inputs page depth
page='an encoded message in another one is read as one page'
depth='parts nested deeper than 100 are not read'

# mailbox COUNT: prints a mailbox with COUNT encoded messages, each of which has another message
# with a link in it.
mailbox() {
    i=0
    while [ "$i" -lt "$1" ]; do
        i=$((i + 1))
        printf 'From a@b.example Mon Nov 23 10:00:00 2026\nMIME-Version: 1.0\nContent-Type: message/rfc822\n'
        printf 'Content-Transfer-Encoding: base64\n\n'
        {
            printf 'Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n'
            printf 'Subject: y\n\nhttp://x.example/%d\n' $i | base64
        } | base64
        echo
    done
}

# deep: prints a message with too many parts inside one another.
deep() {
    printf 'From a@b.example Mon Nov 23 10:00:00 2026\n'
    i=0
    while [ $i -lt 103 ]; do
        printf 'Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n' $i $i
        i=$((i + 1))
    done
    printf '\nhttp://deep.example/\n\n'
}

cd "$tmp" || exit 2
mailbox 10 >ten
mailbox 11 >eleven
mailbox 13 >thirteen
{ mailbox 6 && deep && mailbox 6; } >two_kinds
printf 'no link' >none

# places: replaces the offsets in messages by a word.
places() {
    sed 's/: byte [0-9]*:/: byte N:/'
}

# wanted COUNT FILE: prints the output for COUNT messages: ten with a warning, the rest without.
wanted() {
    i=0
    while [ "$i" -lt "$1" ]; do
        i=$((i + 1))
        [ "$i" -gt 10 ] || echo "trawl: $2: byte N: $page (E20)"
        echo "http://x.example/$i"
    done
}

check_same 'ten warnings: all in order with the output' '"$TRAWL" ten 2>&1 | places' 'wanted 10 ten'
check_same 'eleven: one is counted at the end' '"$TRAWL" eleven 2>&1 | places' \
    'wanted 11 eleven; echo "trawl: eleven: and 1 more such message: $page"'
check_same 'each input has its own count' '"$TRAWL" thirteen eleven 2>&1 | places' \
    'wanted 13 thirteen; echo "trawl: thirteen: and 3 more such messages: $page"
     wanted 11 eleven; echo "trawl: eleven: and 1 more such message: $page"'
check_same 'a kind does not hide another' '"$TRAWL" two_kinds 2>&1 >/dev/null | sed "s/.*: //" | sort | uniq -c | sed "s/^ *//"' \
    'echo "1 $page"; echo "10 $page (E20)"; echo "1 $depth (E20)"'
check_same 'json has all of them' '"$TRAWL" -t json --also=limits thirteen 2>/dev/null | grep -c "\"limit\""' 'echo 13'
check_same 'a limit in an input without a link: -q prints it, too' '"$TRAWL" -q none two_kinds 2>&1 | places; "$TRAWL" -q --find=osc8 eleven 2>&1 | places | tail -n 1' \
    'echo "trawl: two_kinds: byte N: $page (E20)"; echo "trawl: eleven: and 1 more such message: $page"'
check_status 'the status of an input with limits' 2 '"$TRAWL" eleven'
check_status 'with -q and a link' 0 '"$TRAWL" -q eleven'
check_status 'with -q and no link' 2 '"$TRAWL" -q --find=osc8 eleven'

# ---- Threads ----

if have python3; then
    python3 -B "$make" worst worst.mbox
    # results PROGRAM THREADS: prints the status, and hashes of the output and of the messages.
    results() {
        TRAWL_TEST_JOBS=100000 "$1" -j "$2" worst.mbox >out 2>said
        echo "status $?"
        cksum <out
        cksum <said
    }
    # repeat THREADS: compares runs with THREADS threads, in turns of the program, whose pieces have
    # the usual size, and of the program with small pieces, with a run of one thread.
    repeat() {
        i=0
        while [ "$i" -lt "$times" ]; do
            i=$((i + 2))
            results "$TRAWL" "$1" | diff one - | head -n 3
            results "$cut" "$1" | diff one - | head -n 3
        done
    }
    results "$TRAWL" 1 >one
    check_same 'the worst mailbox: its messages' 'tail -n 1 said' \
        'echo "trawl: worst.mbox: and 5490 more such messages: $page"'
    for threads in 2 8; do
        check_test "the worst mailbox, $times times with $threads threads" = '' "repeat $threads"
        check_same "the worst mailbox, output and messages in one file, $threads threads" \
            "\"\$TRAWL\" -j $threads worst.mbox 2>&1" '"$TRAWL" -j 1 worst.mbox 2>&1'
    done
    check_test "$inputs inputs in all containers, with 1, 2 and 8 threads" = '' 'python3 -B "$make" compare "$cut" "$inputs"'
else
    skip 'made inputs' 'there is no python3'
fi

# ---- A URL that is too long is told, wherever it is long (R31) ----

long=$(head -c 9000 /dev/zero | tr '\0' 8)
for url in "http://$long@a.example/x" "ftp://$long:y@a.example/" "http://joe:$long@a.example/x" "http://a.example:$long/" \
    "http://a.example/$long" "http://a.example/?$long"; do
    printf 'see %s and http://b.example/\n' "$url" >"$tmp/long"
    check_same "too long: $(echo "$url" | tr -s 8)" '"$TRAWL" "$tmp/long"; echo $?' 'echo http://b.example/; echo 2'
    check_test 'it is told' -eq 1 '"$TRAWL" "$tmp/long" 2>&1 | grep -c "byte 4: a URL is longer than 8192 bytes: no link (R31)"'
done
printf '\344\270\255%.0s' $(seq 4000) >"$tmp/wide"
check_same 'prose beside a host is no user' '{ printf "http://a.example:" && cat "$tmp/wide"; } | "$TRAWL"' 'echo http://a.example'

finish
