#!/bin/sh
# t_fuzz.sh - runs each fuzz target for FUZZ_TIME seconds; "make fuzz" runs them for hours
#
# "make check" builds the programs $B/fuzzer/fuzz_NAME when clang has libFuzzer. They start from the
# seeds in tests/fuzz/corpus/NAME.txt. Their random numbers are the same in each run, so that a test
# that passed can fail only after a change of the source; in "make fuzz" they differ. An input that
# makes a target fail is stored as $B/fuzz/found/NAME-..., the log as $B/fuzz/NAME.short.log.

. tests/support/lib.sh

: "${B:=build}" "${FUZZ_TIME:=1}"
mkdir -p "$B/fuzz/found"

# fuzz NAME: runs a target. Inputs are up to a little longer than the longest URL that is read.
fuzz() {
    name=$1
    set --
    for folder in "$B/fuzz/new" "$B/fuzz/corpus/$name"; do
        [ ! -d "$folder" ] || set -- "$@" "$folder"
    done
    [ ! -f "tests/fuzz/dict/$name.dict" ] || set -- "-dict=tests/fuzz/dict/$name.dict" "$@"
    "$B/fuzzer/fuzz_$name" -seed=1 -max_total_time="$FUZZ_TIME" -max_len=9000 -timeout=120 -print_final_stats=1 \
        -artifact_prefix="$B/fuzz/found/$name-" "$@" >"$B/fuzz/$name.short.log" 2>&1
}

if have python3; then
    check 'the seeds are unpacked' 'python3 -B tests/fuzz/inputs.py unpack "$B/fuzz/corpus"'
else
    skip 'the seeds' 'no python3'
fi
for source in tests/fuzz/*/fuzz_*.c; do
    [ -f "$source" ] || continue
    target=$(basename "$source" .c)
    target=${target#fuzz_}
    if [ -x "$B/fuzzer/fuzz_$target" ]; then
        rm -rf "$B/fuzz/new" && mkdir "$B/fuzz/new"
        check "$target for $FUZZ_TIME s" "fuzz $target || { tail -n 30 '$B/fuzz/$target.short.log'; exit 1; }"
        tap_note "$(grep -E 'number_of_executed_units|average_exec' "$B/fuzz/$target.short.log")"
    else
        have fuzz: || :
        skip "$target" "no clang with libFuzzer"
    fi
done
finish
