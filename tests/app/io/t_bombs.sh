#!/bin/sh
# t_bombs.sh - inputs that unpack to very much, in all layers: time, memory, messages; BOMBS=200
. tests/support/lib.sh

if ! grep -q '^HAVE_ZLIB = .' "${B:-build}/config.mk" || ! grep -q '^HAVE_ZSTD = .' "${B:-build}/config.mk" ||
    ! grep -q '^HAVE_LZMA = .' "${B:-build}/config.mk" || ! grep -q '^HAVE_BZIP2 = .' "${B:-build}/config.mk"; then
    skip 'bombs' 'a library for compressed files is missing'
else
    ! grep -q fsanitize "${B:-build}/flags" || export FACTOR=4 # sanitizers need more of both
    check_same 'bombs' 'python3 -B tests/app/io/bombs.py "$TRAWL" "$tmp" "${BOMBS:-12}" | tee "$tmp/report" | grep -v "^#"' ':'
    sed 's/^# /# seen: /' "$tmp/report"
fi

# A URL or an address at the end of a line, and in the next line a word that is longer than any URL.
for first in http://a.example/ 'see http://a.example/x-' a@b.example; do
    check_same "a long word below $first" '{ echo "$first"; head -c 300000 /dev/zero | tr "\0" x; } | "$TRAWL" --find url,www,email -c; echo $?' 'echo 1; echo 0'
done
check_same 'a long word in a wrapper: the limit is reported' '{ echo "<URL:http://a.example/"; head -c 300000 /dev/zero | tr "\0" x; } |
    "$TRAWL" -c 2>&1; echo $?' 'echo "trawl: standard input: byte 0: the wrapper is longer than 8192 bytes (R31)"; echo 0; echo 2'
finish
