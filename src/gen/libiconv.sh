#!/bin/sh
# libiconv.sh DIRECTORY - builds GNU libiconv in DIRECTORY, to test charsets with a second iconv
#
# The source is in the npm package "iconv", already configured, so only two files are compiled.
# Makes DIRECTORY/include/iconv.h and DIRECTORY/lib/libiconv.a; does nothing when they exist.
# Exit status: 0 on success; 1 when a tool is missing (2 with TRAWL_REQUIRE=all); 2 for any other
# failure. Prints the reason to standard output.
set -u

: "${CC:=cc}"
package=iconv-3.0.1
sum=19d0c9109234dcf12796915a4a9c9496b8ecf3e0d08e4722f99b56e3d0a3dffb
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

have() {
    command -v "$1" >/dev/null 2>&1
}

# compile SOURCE OBJECT: uses the package's settings; without warnings, because the code is old.
compile() {
    $CC -O2 -fPIC -w -DICONV_CONST=const -DENABLE_EXTRA=1 -Isupport -c "$1" -o "$2"
}

[ ! -f "$there/lib/libiconv.a" ] || exit 0
for tool in npm sha256sum tar ar; do
    have "$tool" || fail "$missing" "no $tool"
done
mkdir -p "$there/include" "$there/lib" || exit 2
cd "$there" || exit 2
npm pack --ignore-scripts "$(echo "$package" | tr - @)" >npm.log 2>&1 ||
    fail "$missing" "npm could not fetch $package ($there/npm.log)"
echo "$sum  $package.tgz" | sha256sum -c - >/dev/null 2>&1 || fail 2 "$there/$package.tgz has the wrong checksum"
tar -xzf "$package.tgz" || exit 2
(
    cd package && compile deps/libiconv/lib/iconv.c ../iconv.o && compile support/localcharset.c ../localcharset.o
) || fail 2 "GNU libiconv does not compile here"
cp package/support/iconv.h include/ && ar rcs lib/new.a iconv.o localcharset.o && mv lib/new.a lib/libiconv.a
