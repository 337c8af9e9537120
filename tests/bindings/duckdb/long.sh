#!/bin/sh
# long.sh - the extension for DuckDB: speed, 50,000 messages, sanitizers, each allocation failing
#
# Run by "make check-duckdb". Functions are compared by their processor time. Two threads need two
# processors without other work.
# shellcheck source=tests/support/lib.sh disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh

: "${B:=build}"
needs_npm 'the extension for DuckDB' python3
. tests/make.sh
here=tests/bindings/duckdb
extension=$B/duckdb/trawl.duckdb_extension
export here extension

# ---- Speed ----

# Without groups that capture: regexp_extract_all() would return the first one of them.
pattern=$(python3 -B -c 'import sys; sys.path.insert(1, "tests/bench/peers"); import peers; print(peers.PATTERN_F.replace("(", "(?:"))')
export pattern
"$B/bench_corpus" natural 1738 8 >"$tmp/text" 2>"$tmp/.log"
check 'the speeds are measured' 'node "$here/long.mjs" speed "$extension" "$tmp/text" "$pattern" >"$tmp/times" 2>&1'
tap_note "$(cat "$tmp/times")"
# ratio COLUMN NAME OTHER: prints the time of NAME in percent of the time of OTHER.
ratio() {
    awk -v column="$1" -v name="$2" -v other="$3" \
        '{ t[$1] = $column } END { printf "%d\n", 100 * t[name] / t[other] }' "$tmp/times"
}
check_test 'trawl_urls has 2.5 times the speed of the pattern' -ge 250 'ratio 3 regexp urls'
check_test 'trawl_links, with all its fields, has the speed of the pattern' -ge 100 'ratio 3 regexp links'
check_test 'two threads have 1.8 times the speed of one' -ge 180 'ratio 2 many many2'

# ---- A large mailbox ----

"$B/bench_corpus" mbox 1738 8 >"$tmp/some.mbox" 2>"$tmp/.log"
some=$(grep -c '^From ' "$tmp/some.mbox")
messages=0
while [ "$messages" -lt 50000 ]; do
    cat "$tmp/some.mbox"
    messages=$((messages + some))
done >"$tmp/all.mbox"
export messages
check 'read_mail has each message; its queries can be interrupted' \
    'node "$here/long.mjs" mail "$extension" "$tmp/all.mbox" "$messages" >"$tmp/times" 2>&1'
tap_note "$messages messages: $(cat "$tmp/times")"
# value NAME FACTOR: prints a figure.
value() {
    awk -v name="$1" -v factor="$2" '$1 == name { printf "%d\n", $2 * factor }' "$tmp/times"
}
check_test 'read_mail reads them in less than 5 s' -lt 5000 'value mail 1000'
check_test 'it takes less than 64 MB more than for 1,000' -lt 64 'value more-memory 1'
check_test 'a table ends within a second of an interrupt' -lt 1000 'value interrupted-table 1000'
check_test 'a function, too' -lt 1000 'value interrupted-function 1000'

# ---- Sanitizers, and each allocation failing ----

# LOCALIZE hides the names of the library. It is empty here, so that the tests can call the hook
# that makes allocations fail.
sane='-O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=address,undefined'
export sane
check 'it is built with sanitizers' \
    'mk B="$B/duckdb-asan" LOCALIZE= CFLAGS="$sane" CPPFLAGS=-DTRAWL_TEST_MEMORY duckdb'
check 'the tests hold with AddressSanitizer' 'B=$B/duckdb-asan sh tests/bindings/t_duckdb.sh'
check 'each failing allocation is an error, or changes nothing' \
    'LD_PRELOAD=$($CC -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 node "$here/long.mjs" failing "$B/duckdb-asan/duckdb/trawl.duckdb_extension" >"$tmp/failing" 2>&1; status=$?; cat "$tmp/failing"; exit $status'
tap_note "$(cut -c 1-100 "$tmp/failing")"
finish
