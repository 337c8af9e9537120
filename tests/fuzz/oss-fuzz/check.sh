#!/bin/sh
# check.sh [SECONDS] - builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite do, and runs each for
# SECONDS (60)
#
# Run by "make check-oss-fuzz". Each target gets its seeds and its dictionary, as in these services.
. tests/support/lib.sh

have cmd:clang++ cmd:zip cmd:unzip || finish
seconds=${1:-60}
out=$tmp/out
check 'the targets are built' 'SRC=$PWD/.. TRAWL=$PWD WORK=$tmp/work OUT=$out CC=clang CXX=clang++ LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
    CFLAGS="-O1 -fsanitize=address,fuzzer-no-link" CXXFLAGS="-O1 -fsanitize=address,fuzzer-no-link" \
    bash tests/fuzz/oss-fuzz/build.sh'
check_same 'all of them' 'ls "$out" | sed -n "s/\.options\$//p"' 'ls tests/fuzz/*/fuzz_*.c | sed "s|.*/||; s|\.c\$||" | sort'
for options in "$out"/*.options; do
    target=${options%.options} name=${options##*/}
    mkdir "$tmp/corpus" && unzip -q "${target}_seed_corpus.zip" -d "$tmp/corpus" 2>"$tmp/no"
    words=
    [ ! -f "$target.dict" ] || words=-dict=$target.dict
    check "${name%.options} runs for $seconds seconds" \
        '(cd "$tmp/work" && "$target" -max_total_time="$seconds" -max_len=9000 -timeout=25 $words -artifact_prefix="$tmp/" "$tmp/corpus")'
    rm -rf "$tmp/corpus"
done
finish
