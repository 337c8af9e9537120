#!/bin/sh
# headers.sh - prints the folder of DuckDB's headers for C extensions, which it downloads once
#
# They are two files of the npm package duckdb; the rest of the package, its engine, is neither built
# nor kept. The headers declare version 1.2.0 of the interface, which later engines have too. Called
# by "make duckdb", unless DUCKDB_INCLUDE names a folder. Exit status: 1 when they cannot be had.
set -u

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
