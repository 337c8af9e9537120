#!/bin/sh
# t_abi.sh - programs that were linked with the last release still run: the symbols, the layout of
# the structs and the constants are the same as in the dumps of this folder
#
# Each comparison is also made with a library or a header that was changed, and has to fail.
. tests/support/lib.sh

: "${B:=build}" "${CC:=cc}" "${CPPFLAGS=}"
export B CC CPPFLAGS
dump=tests/abi/libtrawl.so.1.abi

# ---- Constants ----

# changed DIRECTORY: prints the lines of constants.txt that the headers in DIRECTORY no longer have.
changed() {
    INCLUDE=$1 sh tests/abi/abi.sh constants >"$tmp/constants" || return
    grep -vxFf "$tmp/constants" tests/abi/constants.txt || :
}

check_test 'the constants have their values' = '' 'changed include'
cp -r include "$tmp/include"
sed -i.old 's/TRAWL_PART_HOST,/TRAWL_PART_NEW,\n    &/' "$tmp/include/trawl.h"
check_test 'an enumerator in the middle is noticed' -ge 5 'changed "$tmp/include" | wc -l'

# ---- Functions without a user ----

# unused: prints the functions that no program, package or example calls.
unused() {
    sed 's/@.*//' tests/symbols.txt | while read -r name; do
        grep -rqw --include='*.[chm]*' "$name" src/app src/trawl src/pick src/archive bindings tests/examples || echo "$name"
    done | sort
}
# Each enumeration has names or sentences for people; a link can be judged without a second parse;
# trawl_release() is for leak checkers; rewriters can be used again, as scans can.
check_test 'only these functions have no user' = \
    'trawl_code_sentence trawl_host_dangers trawl_release trawl_rewrite_reset trawl_skip_name' 'unused | xargs'

# ---- The command, its records and its index ----

# kept LIST: prints the lines of LIST that this command does not have.
kept() {
    python3 -B tests/abi/promises.py "$TRAWL" >"$tmp/promises" || return
    grep -vxFf "$tmp/promises" "$1" || :
}

if have python3; then
    check_test 'all options, fields, values and columns of an index are there' = '' 'kept tests/abi/promises.txt'
    sed 's/^json link url$/json link href/' tests/abi/promises.txt >"$tmp/renamed"
    check_test 'a field that is gone is noticed' = 'json link href' 'kept "$tmp/renamed"'
fi

# ---- Symbols and layout ----

# comparable: succeeds, or sets $why to why the library cannot be compared with the dump.
comparable() {
    why=
    if ! have abidiff readelf; then
        why='no abidiff'
    elif [ "$(readelf -h "$B/libtrawl.so" | sed -n 's/.*Machine: *//p')" != 'Advanced Micro Devices X86-64' ] ||
        [ "$(readelf -h "$B/libtrawl.so" | sed -n 's/.*Class: *//p')" != ELF64 ]; then
        why='the dump is of amd64'
    elif ! readelf -SW "$B/libtrawl.so" | grep -q '\.debug_info'; then
        why='built without -g'
    fi
    [ -z "$why" ]
}

# differs DUMP: succeeds when DUMP is not equal to the dump of the last release, and the library
# does not fit it.
differs() {
    ! cmp -s "$dump" "$1" && ! sh tests/abi/abi.sh diff "$1"
}

if comparable; then
    check 'the library has the symbols and the layout of the dump' 'sh tests/abi/abi.sh diff "$dump"'
    sed 's/trawl_site\>/trawl_gone/g' "$dump" >"$tmp/symbol.abi"
    check 'a symbol that is gone is noticed' 'differs "$tmp/symbol.abi"'
    sed "/class-decl name='trawl_link'/,/<.class-decl>/ s/bits='64'/bits='96'/" "$dump" >"$tmp/struct.abi"
    check 'a member at another offset is noticed' 'differs "$tmp/struct.abi"'
    sed 's/TRAWL_1\.0/TRAWL_0.9/g' "$dump" >"$tmp/node.abi"
    check 'another version node is noticed' 'differs "$tmp/node.abi"'
    sed '/trawl_zone_name/d' "$dump" >"$tmp/new.abi"
    check 'a new symbol may be added' '! cmp "$dump" "$tmp/new.abi" && sh tests/abi/abi.sh diff "$tmp/new.abi"'
elif [ "$why" = 'no abidiff' ]; then
    skip 'the symbols and the layout of the dump' "$why"
else
    tap_note "symbols and layout are not compared: $why"
fi
finish
