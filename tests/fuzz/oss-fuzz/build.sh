#!/bin/bash -eu
# build.sh - builds the fuzz targets for OSS-Fuzz, with their seeds and dictionaries
#
# OSS-Fuzz sets SRC, WORK, OUT, CC, CXX, CFLAGS, CXXFLAGS and LIB_FUZZING_ENGINE. The targets run in
# an image without our libraries, so these are linked statically. To try it on Debian:
#
#     SRC=$PWD/.. WORK=/tmp/work OUT=/tmp/out CC=clang CXX=clang++ LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
#         CFLAGS='-O1 -fsanitize=address,fuzzer-no-link' CXXFLAGS="$CFLAGS" tests/fuzz/oss-fuzz/build.sh

cd "${TRAWL:-$SRC/trawl}"
mkdir -p "$WORK" "$OUT"
make -j"$(nproc)" B="$WORK/trawl" CC="$CC" CFLAGS="$CFLAGS" FUZZ_LINK="$CXX $CXXFLAGS" \
    LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" HARDEN= HARDEN_LD= \
    PCRE2_LIBS=-l:libpcre2-8.a IDN2_LIBS='-l:libidn2.a -l:libunistring.a' \
    SQLITE_LIBS='-l:libsqlite3.a -lm -ldl -lpthread' fuzz-link
python3 -B tests/fuzz/inputs.py unpack "$WORK/corpus"
python3 -B tests/fuzz/seeds.py "$WORK/seeds"
for program in "$WORK"/trawl/fuzz_*; do
    [ -x "$program" ] || continue
    name=${program##*/fuzz_}
    cp "$program" "$OUT/"
    for folder in "$WORK/corpus/$name" "$WORK/seeds/$name"; do
        [ ! -d "$folder" ] || (cd "$folder" && zip -q -r "$OUT/fuzz_${name}_seed_corpus.zip" .)
    done
    [ ! -f "tests/fuzz/dict/$name.dict" ] || cp "tests/fuzz/dict/$name.dict" "$OUT/fuzz_$name.dict"
    printf '[libfuzzer]\nmax_len = 9000\ntimeout = 25\n' >"$OUT/fuzz_$name.options"
done
