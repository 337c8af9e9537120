#!/bin/sh
# t_jobs.sh - several threads: the same bytes, messages and status as with one, wherever files are
# split
#
# The tested command, which the Makefile builds, has pieces so small that every file is split;
# TRAWL_TEST_JOBS is their size. Its output is compared with that of one thread.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"
cut=$PWD/$B/jobs/trawl
case $B in /*) cut=$B/jobs/trawl ;; esac
export tmp cut

# ---- Inputs ----

all_of_testdata "$tmp/all.txt" "$tmp/all.mbox"

# Footers, signatures, binaries, signed text, lines like separators: a piece may begin inside each.
awk 'BEGIN {
    for (i = 0; i < 300; i++) {
        print "line " i " see http://a" i ".example/" i " and <URL:http://b.example/" i
        print "/over-" i "> or <http://c.example/unclosed" i
        if (i % 7 == 0) print "-- \nhttp://signature.example/" i
        if (i % 11 == 0) print "From ada@example.org Mon Jun 30 02:34:00 2008\nFrom here on " i
        if (i % 13 == 0) print "_______________________________________________\nA mailing list\nhttp://list.example/" i
        if (i % 17 == 0) print "begin 644 x" i "\n#0V%T\n#0V%T\n#0V%T\n#0V%T\n#0V%T\n#0V%T\n`\nend"
        if (i % 19 == 0) print "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n- http://signed.example/" i
        if (i % 23 == 0) print "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----"
        if (i % 29 == 0) print "-----Original Message-----\nFrom: A B\nSent: Monday\nTo: c@d.example\nSubject: x\n"
        if (i % 31 == 0) print "see http://hy-\nphen.example/ and http://www.example\n.org/x" i " and <mailto:a@b.example>"
    }
}' >"$tmp/inside.txt"
sed 's/$/\r/' "$tmp/inside.txt" >"$tmp/crlf.txt"
tr '\n' ' ' <"$tmp/inside.txt" >"$tmp/oneline.txt"
awk 'BEGIN { for (i = 0; i < 400; i++) printf "http://www.a%d.example%s\n", i, i % 3 ? "/x" : "" }' >"$tmp/urls.txt"
awk 'BEGIN { for (i = 0; i < 40; i++) { for (k = 0; k < 2000; k++) printf "word%d ", k; print "http://a.example/" i } }' \
    >"$tmp/long.txt"
awk 'BEGIN { printf "<URL:http://a.example/" ; for (i = 0; i < 900; i++) print "part" i; print "> http://b.example/" }' \
    >"$tmp/wrapper.txt"
{ printf '\377\376' && awk 'BEGIN { for (i = 0; i < 500; i++) printf "see http://a.example/%d\n", i }' |
    sed 's/./&\n/g' | tr '\n' '\000'; } >"$tmp/utf16.txt"
printf '\357\273\277' | cat - "$tmp/inside.txt" >"$tmp/mark.txt"
awk 'BEGIN {
    for (i = 0; i < 120; i++) {
        print "From ada@example.org Mon Jun 30 02:34:" i % 60 " 2008"
        if (i % 5 == 0) print ">From bob@example.org Mon Jun 30 02:34:00 2008"
        print "Subject: http://subject.example/" i "\nFrom: ada@example.org\nMessage-ID: <" i "@a.example>"
        if (i % 4 == 0) {
            print "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://one.example/" i "\n"
            print "From eve@example.org Mon Jun 30 02:34:00 2008\n\nhttp://two.example/" i "\n--b--\n"
        } else {
            print "\nhttp://body.example/" i "\n>From here\nFrom there\n\nFrom nowhere\nhttp://x.example/" i " -\n-- \nhttp://sig.example/\n"
        }
    }
}' >"$tmp/odd.mbox"
sed 's/$/\r/' "$tmp/odd.mbox" >"$tmp/crlf.mbox"
awk 'BEGIN { for (i = 0; i < 60; i++) print "From a@b.example Mon Jun 30 02:34:00 2008\nSubject: s" i "\nContent-Length: 60\n\nhttp://c.example/" i "\n\nFrom a@b.example Mon Jun 30 02:34:00 2008\n\n" }' \
    >"$tmp/counted.mbox"
# Records longer than a thread's buffer.
awk 'BEGIN { for (i = 0; i < 9; i++) { printf "http://a.example/"; for (k = 0; k < 4000; k++) printf "\303\244"; print i } }' \
    >"$tmp/records.txt"
# Each piece begins inside signed text, where the "- " before a line is not part of a link.
awk 'BEGIN { print "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n"
    for (i = 0; i < 300; i++) print "see <http://a.example/" i "/\n- -rest> of it\n" }' >"$tmp/signed.txt"
# Messages of which every other one has a text without a line end at its end.
awk 'BEGIN { for (i = 0; i < 300; i++) print "From a@b.example Mon Jun 30 02:34:00 2008\nSubject: s" i "\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS" (i % 2 ? "8KCgo=" : "8=") "\n" }' \
    >"$tmp/open.mbox"
: >"$tmp/empty.txt"
# Output that fills most of a thread's buffer for a piece, and output that exceeds it.
awk 'BEGIN { for (i = 0; i < 30000; i++) print "A line of a text, of which more is written \047than\047 was read, " i
    for (i = 0; i < 60000; i++) print "http://a" i ".example/" }' >"$tmp/large.txt"

# ---- Comparisons ----

# run THREADS COMMAND OPTION...: prints the output, the messages and the status of COMMAND.
run() {
    threads=$1 command=$2
    shift 2
    TRAWL_TEST_JOBS=$piece "$command" -j "$threads" "$@" 2>"$tmp/said"
    echo "status $?"
    cat "$tmp/said"
}

# same OPTION...: compares one thread with two and with five.
same() {
    run 1 "$TRAWL" "$@" >"$tmp/one"
    for threads in 2 5; do
        run "$threads" "$cut" "$@" >"$tmp/many"
        cmp -s "$tmp/one" "$tmp/many" || {
            printf '%s threads, pieces of %s: %s\n' "$threads" "$piece" "$*"
            diff "$tmp/one" "$tmp/many" | head -n 6
        }
    done
}
export piece

# most_inputs uses the most difficult inputs; each_input uses all.
most_inputs() {
    for file in inside.txt crlf.txt utf16.txt all.mbox odd.mbox; do
        (cd "$tmp" && same "$@" "$file")
    done
}

each_input() {
    for file in all.txt all.mbox inside.txt crlf.txt oneline.txt urls.txt long.txt wrapper.txt utf16.txt mark.txt odd.mbox \
        crlf.mbox counted.mbox records.txt empty.txt; do
        (cd "$tmp" && same "$@" "$file")
    done
}

piece=400
check_test 'pieces whose state is guessed wrong' = '' '(cd "$tmp" && same signed.txt && same -t html signed.txt)'
for piece in 400 20000; do
    check_test "list, pieces of $piece" = '' 'each_input'
    check_test "json, pieces of $piece" = '' 'each_input -t json'
    check_test "tsv, pieces of $piece" = '' 'each_input -t tsv --spell=display'
    check_test "-u, pieces of $piece" = '' 'most_inputs -u -t csv; most_inputs -u -t json'
    check_test "html, pieces of $piece" = '' 'each_input -t html'
done
piece=400
check_test 'html of messages that end within a line' = '' '(cd "$tmp" && same -t html open.mbox)'
: >"$tmp/again"
check_test 'no piece of them is read again' = 0 'TRAWL_TEST_JOBS=400 TRAWL_TEST_AGAIN=$tmp/again "$cut" --sandbox=off -j2 -t html "$tmp/open.mbox" >"$tmp/html"; \
    wc -c <"$tmp/again" | tr -d " "'
piece=1000000
check_test 'html, large pieces' = '' '(cd "$tmp" && same -t html large.txt)'
piece=2000
check_test 'line numbers and file names' = '' 'most_inputs -nH'
check_test '-u' = '' 'most_inputs -u'
check_test '-u -t json' = '' 'most_inputs -u -t json'
check_test '-c' = '' 'most_inputs -c'
check_test '-cH' = '' 'most_inputs -cH'
check_test '-cu' = '' 'most_inputs -cu'
check_test '-q' = '' 'most_inputs -q'
check_test 'by zone' = '' 'most_inputs --zone signature,footer'
check_test 'by flag' = '' 'most_inputs --not flag=signature -t tsv'
check_test 'everything' = '' 'most_inputs --find +domain,+ip,+localhost,+netpath,+msgid --domains all --domains any'
check_test 'other profiles' = '' 'most_inputs --profile uts58 && most_inputs --profile rfc1738'
check_test '-f text' = '' 'most_inputs -f text -t json'
check_test '-f mbox, mboxo, mboxcl' = '' 'most_inputs -f mbox -t json && most_inputs -f mboxo && most_inputs -f mboxcl'
check_test '--join' = '' 'most_inputs --join -t json'
check_test 'refanged' = '' 'most_inputs --refang -t json'
check_test 'a charset' = '' 'most_inputs --charset koi8-r -t json && most_inputs --charset utf-8'
check_test 'contexts' = '' 'most_inputs -t json --context 20'
check_test 'html with options' = '' \
    'most_inputs -t html --headers links && most_inputs -t html --zone header --join=both -t xhtml && most_inputs -t html --attr target=x -f text'
check_test 'html, several files' = '' '(cd "$tmp" && same -t html inside.txt odd.mbox crlf.txt)'
check_test 'a page' = '' 'most_inputs -t html --page'
check_test 'text, term, notes, md' = '' 'most_inputs -t text && most_inputs -t term && most_inputs -t notes && most_inputs -t md'
check_test '--explain' = '' 'most_inputs --explain'
check_test 'both readings, and NUL' = '' 'most_inputs --join=both -0'

# ---- Many files ----

mkdir -p "$tmp/box/cur" "$tmp/box/new" "$tmp/box/tmp" "$tmp/files/deep"
i=0
while [ $i -lt 150 ]; do
    printf 'Subject: x\n\nhttp://a.example/%d and http://same.example/\n' $i >"$tmp/box/cur/$i.x:2,S"
    printf 'http://b.example/%d and http://same.example/\n' $i >"$tmp/files/$i"
    i=$((i + 1))
done
cp "$tmp/inside.txt" "$tmp/odd.mbox" "$tmp/files/deep"
gzip -k "$tmp/files/deep/odd.mbox"
head -c 2000 "$tmp/files/deep/odd.mbox.gz" >"$tmp/files/deep/short.gz"
cd "$tmp" || exit 2
for piece in 400 1000000; do
    check_test "a Maildir, pieces of $piece" = '' 'same -H box && same -t json box && same -u box && same -cH box files'
    check_test "files, some damaged or missing, pieces of $piece" = '' \
        'same -H files nothing files/3 inside.txt none odd.mbox && same -c files/deep nothing box && same -t json files -- odd.mbox'
    check_test "-q stops at the first link, pieces of $piece" = '' 'same -q nothing empty.txt inside.txt none'
    check_test "--files0-from, pieces of $piece" = '' \
        'find files box -type f | sort | tr "\n" "\000" >names && same --files0-from names -H'
done
piece=400
check_same '--files0-from a pipe' 'tr "\000" "\n" <names | while read -r name; do printf "%s\000" "$name"; done |
    TRAWL_TEST_JOBS=400 "$cut" -j 3 --files0-from - -H' '"$TRAWL" -j 1 --files0-from names -H'
check_same 'standard input from a file' 'TRAWL_TEST_JOBS=400 "$cut" -j 2 -t json <odd.mbox' '"$TRAWL" -j 1 -t json <odd.mbox'
check_same 'standard input from the rest of a file' '{ read -r line; TRAWL_TEST_JOBS=400 "$cut" -j 2 -t json; } <odd.mbox' \
    '{ read -r line; "$TRAWL" -j 1 -t json; } <odd.mbox'
check_same 'a pipe' 'cat inside.txt | TRAWL_TEST_JOBS=400 "$cut" -j 2' '"$TRAWL" -j 1 inside.txt'
check_same 'a pipe between files' 'cat inside.txt | TRAWL_TEST_JOBS=400 "$cut" -j 2 -nH odd.mbox - files/1' \
    'cat inside.txt | "$TRAWL" -j 1 -nH odd.mbox - files/1'
check_same 'an unreadable folder between files' 'mkdir -p shut && chmod 0 shut
    TRAWL_TEST_JOBS=400 "$cut" -j 3 files/1 shut files/2 2>&1; chmod 700 shut' \
    'chmod 0 shut; "$TRAWL" -j 1 files/1 shut files/2 2>&1; chmod 700 shut'

# ---- Early ends ----

check_same 'a closed pipe' 'TRAWL_TEST_JOBS=400 "$cut" -j 3 urls.txt all.txt odd.mbox | sed 5q' \
    '"$TRAWL" -j 1 urls.txt | sed 5q'
if [ -w /dev/full ]; then
    check_status 'a full disk' 2 'TRAWL_TEST_JOBS=400 "$cut" -j 3 urls.txt all.txt >/dev/full'
fi
if limits_memory 200000; then
    # The machine may nevertheless have memory for all threads.
    check_same 'no memory for so many threads: it works or reports the error' \
        '(ulimit -v 200000; TRAWL_TEST_JOBS=400 "$cut" -j 200 urls.txt; echo "status $?") 2>&1 >/dev/null |
            grep -vc "^trawl: out of memory$"' \
        'echo 0'
fi
# A thread's stack has the size of the first limit, which is more than the second limit allows, so
# no thread can be made. Each try to make a thread, one for each file, once took 19 KB of memory.
# shellcheck disable=SC3045
if have python3 && (ulimit -s 4000000 && ulimit -v 600000 && "$TRAWL" --version) >/dev/null 2>&1; then
    mkdir "$tmp/threadless"
    awk -v to="$tmp/threadless/" 'BEGIN { while (i++ < 12000) { f = to i; print "http://a.example/" i >f; close(f) } }'
    cat >"$tmp/most.py" <<'END'
"""most.py COMMAND...: runs it; prints "grew" if it took more than 20 MB"""
import resource
import subprocess
import sys
subprocess.run(sys.argv[1:])
print('grew' * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 20000))
END
    check_same 'no threads at all: memory does not grow' \
        'ulimit -s 4000000; ulimit -v 600000; TRAWL_TEST_JOBS=400 python3 "$tmp/most.py" "$cut" -j 4 -c "$tmp/threadless" 2>&1' \
        'printf "12000\n\n"'
fi
check_status '-j 0' 2 '"$TRAWL" -j 0 urls.txt'
check_status '-j x' 2 '"$TRAWL" -j x urls.txt'
check_same '-j without a number' '"$TRAWL" -j 2>&1' \
    'echo "trawl: option -j needs a value; see \"trawl --help\""'

finish
