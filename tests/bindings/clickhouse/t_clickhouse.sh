#!/bin/sh
# t_clickhouse.sh [long] - contrib/clickhouse: its commands and files; with "long", in ClickHouse
#
# The engine is npm's chdb, which "make check-clickhouse" installs. Prints figures as comments.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"

if ! have python3; then
    skip 'ClickHouse' 'there is no python3'
    finish
fi
check 'the XML is well-formed, and has the fields that README lists' 'python3 -B tests/bindings/clickhouse/short.py files'
check 'its commands answer rows of RowBinary' 'python3 -B tests/bindings/clickhouse/short.py rows'
check 'those of executable() answer rows of JSONEachRow and TabSeparated' \
    'python3 -B tests/bindings/clickhouse/short.py executable'
check 'its commands answer statements as the other databases do' 'python3 -B tests/bindings/clickhouse/short.py statements'
[ "${1-}" = long ] || finish
if [ ! -f "$B/clickhouse/installed" ]; then
    skip 'in ClickHouse' 'no chdb (npm; Linux or macOS)'
    finish
fi

# engine NAME TEST [TEXT]: runs a test of long.py in a folder of its own.
engine() {
    mkdir "$tmp/$2"
    test=$2 text=${3-}
    export test text
    check "$1" 'python3 -B tests/bindings/clickhouse/long.py "$test" "$B/clickhouse" "$tmp/$test" ${text:+"$text"} >"$tmp/said" 2>&1; status=$?; cat "$tmp/said"; exit $status'
    tap_note "$(cat "$tmp/said")"
    rm -rf "${tmp:?}/$2"
}

"$B/bench_corpus" natural 1738 128 >"$tmp/natural" 2>"$tmp/corpus" || cat "$tmp/corpus"
engine 'the statements of README' readme
engine 'the statements of the other databases' statements
engine 'NULL and empty texts' null
engine 'random bytes' bytes
engine 'messages and pages: the fields of the command' mail
engine 'a process that is killed' killed
engine '100,000 texts: the links of the command' many "$tmp/natural"
engine 'speed beside extractAll, on one processor' speed "$tmp/natural"
finish
