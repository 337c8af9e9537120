#!/bin/sh
# package.sh headers|footer MACHINE VERSION - what an extension takes from DuckDB, and what it gives
#
# "headers" prints the folder of DuckDB's headers for C extensions, which it downloads once: two files
# of the npm package duckdb. The rest of the package, its engine, is neither built nor kept. The
# headers declare version 1.2.0 of the interface, which later engines have too. Called by "make duckdb",
# unless DUCKDB_INCLUDE names a folder. Exit status: 1 when they cannot be had.
#
# "footer" prints the 534 bytes that DuckDB reads at the end of an extension. MACHINE is what
# "cc -dumpmachine" prints, VERSION is trawl's version. The bytes are a header like that of a
# section of WebAssembly, eight fields of 32 bytes with the last one first, and 256 bytes for a
# signature.
# C_STRUCT and v1.2.0 mean: every engine that has version 1.2.0 of the C interface can load it.
set -u

# ---- The footer ----

# fields N TEXT...: prints N empty fields, then one for each text.
fields() {
    printf "%$((32 * $1))s" ''
    shift
    printf '%-32s' "$@"
}

if [ "$1" = footer ]; then
    shift
    case $1 in
    *-darwin* | *-apple-*) system=osx ;;
    *) system=linux ;;
    esac
    case $1 in
    aarch64* | arm64*) processor=arm64 ;;
    x86_64*) processor=amd64 ;;
    *) processor=${1%%-*} ;;
    esac
    case $1 in
    *-musl*) libc=_musl ;;
    *) libc= ;;
    esac
    printf '\000\223\004\020duckdb_signature\200\004'
    fields 3 C_STRUCT "v$2" v1.2.0 "${system}_$processor$libc" 4 | tr ' ' '\000'
    fields 7 '' | tr ' ' '\000'
    exit
fi

# ---- The headers ----

package=duckdb@1.4.4
wanted=sha512-hEJJ5hyVF0VLj3dmOLpsWrQR0b3d4Ykqtygm6iUXjHJDDnSqg/USKxcb5qvNrOhFYPgktayU6dXCtgPqcmmpog==
cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/trawl
there=$cache/$package

[ ! -f "$there/duckdb_extension.h" ] || { echo "$there" && exit; }
command -v npm >/dev/null || { echo 'DuckDB: npm, which downloads its headers, is missing' >&2 && exit 1; }
mkdir -p "$cache" && new=$(mktemp -d "$cache/new.XXXXXX") || exit 1
trap 'rm -rf "$new"' EXIT
(cd "$new" && npm pack --silent --ignore-scripts "$package" >packed) || exit 1
got=$(cd "$new" && node -p "'sha512-' + require('crypto').createHash('sha512')
    .update(require('fs').readFileSync('$(cat "$new/packed")')).digest('base64')")
[ "$got" = "$wanted" ] || { echo "DuckDB: $package has another checksum: $got" >&2 && exit 1; }
mkdir "$new/include" && tar -xzf "$new/$(cat "$new/packed")" -C "$new/include" --strip-components=5 \
    package/src/duckdb/src/include/duckdb.h package/src/duckdb/src/include/duckdb_extension.h || exit 1
# Another "make duckdb" may have been faster.
[ -d "$there" ] || mv "$new/include" "$there" || exit 1
echo "$there"
