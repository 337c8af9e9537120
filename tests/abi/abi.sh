#!/bin/sh
# abi.sh dump|diff|constants - the binary interface of libtrawl
#
#     dump         prints the exported functions and the layout of all public structs (abidw)
#     diff DUMP    compares the library with DUMP; exit status 1 unless they are the same, or
#                  functions were added (abidiff)
#     constants    prints the constants of the headers with their values
#
# Uses the library in $B, which has to be built with -g, the headers in $INCLUDE (include), and $CC.
# The dumps in this folder are of the last release, on amd64.
set -eu
LC_ALL=C
export LC_ALL
: "${B:=build}" "${CC:=cc}" "${INCLUDE:=include}"

# constants: prints all constants but counts, which grow with what they count.
# shellcheck disable=SC2086  # flags are words
constants() {
    tmp=$(mktemp -d)
    trap 'rm -rf "$tmp"' EXIT
    cat "$INCLUDE"/trawl.h "$INCLUDE"/trawl_mail.h "$INCLUDE"/trawl_emit.h "$INCLUDE"/trawl_options.h \
        "$INCLUDE"/trawl_rewrite.h >"$tmp/all.h"
    cpp="$CC -std=c11 ${CPPFLAGS-} -I$INCLUDE"
    {
        printf '#include <stdio.h>\n#include "all.h"\nint main(void)\n{\n'
        {
            $cpp -E -P "$tmp/all.h"
            $cpp -E -dM "$tmp/all.h" | sed -n 's/^#define \(TRAWL_[A-Z0-9_]*\) ..*/\1/p'
        } | grep -o 'TRAWL_[A-Z0-9_]*' | grep -vxE 'TRAWL_(API|VERSION|VERSION_NUMBER|.*_COUNT|.*_INIT)' | sort -u |
            sed 's/.*/    printf("& %lld\\n", (long long)&);/'
        printf '    return 0;\n}\n'
    } >"$tmp/constants.c"
    $cpp -o "$tmp/constants" "$tmp/constants.c" && "$tmp/constants"
}

dump() {
    abidw --headers-dir "$INCLUDE" --drop-private-types --exported-interfaces-only --no-corpus-path --no-show-locs \
        --no-comp-dir-path --no-elf-needed --no-parameter-names --no-write-default-sizes "$B/libtrawl.so"
}

case $1 in
dump) dump ;;
diff)
    tmp=$(mktemp -d)
    trap 'rm -rf "$tmp"' EXIT
    # Compares two dumps instead of a dump and the library: in a library abidiff does not drop the
    # private types.
    dump >"$tmp/new.abi"
    abidiff --no-added-syms "$2" "$tmp/new.abi"
    ;;
constants) constants ;;
esac
