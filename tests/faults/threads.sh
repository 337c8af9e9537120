#!/bin/sh
# threads.sh - every command that reads in threads, on inputs that are large enough for them; "make
# tsan" and "make helgrind" run it
#
# Compares the output with that of one thread. ThreadSanitizer writes its reports to files, which
# the last check prints. CHECKER="valgrind ..." runs some of the commands in valgrind instead.
. tests/support/lib.sh
: "${B:=build}"
: "${MESSAGES:=900}"
cut=$B/jobs/trawl
"$B/index_archive" "$MESSAGES" "$tmp/a"
cat "$tmp"/a/*/*.mbox >"$tmp/large.mbox"
export cut
TSAN_OPTIONS="${TSAN_OPTIONS-} log_path=$tmp/race"
export TSAN_OPTIONS

if [ -n "${CHECKER-}" ]; then
    for words in '-t json' '-u' '-t html'; do
        export words
        check "$CHECKER: $words" 'TRAWL_TEST_JOBS=20000 $CHECKER "$cut" -j4 $words "$tmp/large.mbox" >/dev/null'
    done
    # Valgrind does not pass on the name under which trawl starts trawl-archive.
    ln -s "${TRAWL%/*}/trawl-archive" "$tmp/index"
    check "$CHECKER: index" '$CHECKER "$tmp/index" -q -j4 "$tmp/links.db" "$tmp/a" "$tmp/large.mbox"'
    finish
fi
for words in '' '-t json' '-t tsv --fields all' '-t csv' '-u' '-c -H' '--zone new' '--unwrap' '--spell=canonical'; do
    export words
    check_same "folder and mailbox: $words" 'TRAWL_TEST_JOBS=20000 "$cut" -j4 $words "$tmp/a" "$tmp/large.mbox"' \
        'TRAWL_TEST_JOBS=20000 "$cut" -j1 $words "$tmp/a" "$tmp/large.mbox"'
done
for words in '-t html' '-t html --page' '-t text' '-t md'; do
    export words
    check_same "one text: $words" 'TRAWL_TEST_JOBS=20000 "$cut" -j4 $words "$tmp/large.mbox"' \
        'TRAWL_TEST_JOBS=20000 "$cut" -j1 $words "$tmp/large.mbox"'
done
check 'an output that fails' 'TRAWL_TEST_JOBS=20000 "$cut" -j4 -t json "$tmp/large.mbox" >/dev/full; test $? -eq 2'
check 'a reader that goes away' 'TRAWL_TEST_JOBS=20000 "$cut" -j4 -t json "$tmp/large.mbox" | head -n 1 >/dev/null'
if [ -x "${TRAWL%/*}/trawl-archive" ]; then
    check 'index' '"$TRAWL" index -q -j4 "$tmp/links.db" "$tmp/a" "$tmp/large.mbox"'
    check_same 'the index of one thread is the same' '"$TRAWL" query -t json "$tmp/links.db" | wc -l' \
        '"$TRAWL" index -q -j1 "$tmp/one.db" "$tmp/a" "$tmp/large.mbox" && "$TRAWL" query -t json "$tmp/one.db" | wc -l'
    check 'report' '"$TRAWL" report "$tmp/links.db" -o "$tmp/report.html"'
    check 'site' '"$TRAWL" site -q "$tmp/a/talk" -o "$tmp/site"'
    check 'site of an index, with its report' '"$TRAWL" site -q "$tmp/links.db" -o "$tmp/site2"'
fi
check_test 'no race was reported' = '' 'cat "$tmp"/race* 2>/dev/null | head -n 60'
finish
