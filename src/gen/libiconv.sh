#!/bin/sh
# libiconv.sh DIRECTORY - builds GNU libiconv in DIRECTORY, to test charsets with a second iconv
#
# The source is in "iconv", one of the npm packages of the tests (tests/npm), already configured, so
# only two files are compiled.
# Makes DIRECTORY/include/iconv.h and DIRECTORY/lib/libiconv.a; does nothing when they exist.
# Exit status: 0 on success; 1 when a tool is missing (2 with TRAWL_REQUIRE=all); 2 for any other
# failure. Prints the reason to standard output.
set -u

: "${CC:=cc}"
there=$1
missing=1
[ "${TRAWL_REQUIRE-}" != all ] || missing=2

# fail STATUS WORD...: prints the words and exits.
fail() {
    status=$1
    shift
    echo "$*"
    exit "$status"
}

# compile SOURCE OBJECT: uses the package's settings; without warnings, because the code is old.
compile() {
    $CC -O2 -fPIC -w -DICONV_CONST=const -DENABLE_EXTRA=1 -Isupport -c "$1" -o "$2"
}

[ ! -f "$there/lib/libiconv.a" ] || exit 0
packages=$(sh tests/npm/install.sh check) || fail "$missing" "no npm packages; 'make deps check-all' installs them"
mkdir -p "$there/include" "$there/lib" && rm -rf "$there/package" &&
    cp -r "$packages/node_modules/iconv" "$there/package" && cd "$there" || exit 2
(
    cd package && compile deps/libiconv/lib/iconv.c ../iconv.o && compile support/localcharset.c ../localcharset.o
) || fail 2 "GNU libiconv does not compile here"
cp package/support/iconv.h include/ && ar rcs lib/new.a iconv.o localcharset.o && mv lib/new.a lib/libiconv.a
