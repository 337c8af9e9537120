#!/bin/sh
# t_fuzz.sh - runs each fuzz target for FUZZ_TIME seconds (ten minutes with "make fuzz")
#
# "make check" builds the programs $B/fuzzer/fuzz_NAME when clang has libFuzzer. They start from the
# seeds in tests/fuzz/corpus/NAME, which they do not change, and from earlier finds in $B/fuzz/NAME,
# where they store new ones. An input that makes a target fail is stored as $B/fuzz/NAME-crash-...,
# the log of the last run as $B/fuzz/NAME.log.

. tests/support/lib.sh

: "${B:=build}" "${FUZZ_TIME:=2}"

# fuzz NAME: runs a target. Inputs are up to a little longer than the longest URL that is read.
fuzz() {
    mkdir -p "$B/fuzz/$1"
    set -- "$1" "$B/fuzz/$1" "tests/fuzz/corpus/$1"
    [ -d "$3" ] || set -- "$1" "$2"
    name=$1
    shift
    "$B/fuzzer/fuzz_$name" -max_total_time="$FUZZ_TIME" -max_len=9000 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$B/fuzz/$name-" "$@" >"$B/fuzz/$name.log" 2>&1
}

for source in tests/fuzz/fuzz_*.c; do
    [ -f "$source" ] || continue
    target=$(basename "$source" .c)
    target=${target#fuzz_}
    if [ -x "$B/fuzzer/fuzz_$target" ]; then
        check "$target for $FUZZ_TIME s" "fuzz $target || { tail -n 30 '$B/fuzz/$target.log'; exit 1; }"
        tap_note "$(grep -E 'number_of_executed_units|average_exec' "$B/fuzz/$target.log")"
    else
        skip "$target" "no clang with libFuzzer"
    fi
done
[ "$tap_run" -gt 0 ] || check 'no fuzz targets' true
finish
