#!/bin/sh
# footer.sh MACHINE VERSION - prints the 534 bytes that DuckDB reads at the end of an extension
#
# MACHINE is what "cc -dumpmachine" prints, VERSION that of trawl. A header, as of a section of
# WebAssembly; then eight fields of 32 bytes, the last one first, and 256 bytes for a signature.
# C_STRUCT and v1.2.0 mean: every engine that has version 1.2.0 of the C interface can load it.
set -u

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

# fields N TEXT...: prints N empty fields, then one for each text.
fields() {
    printf "%$((32 * $1))s" ''
    shift
    printf '%-32s' "$@"
}

printf '\000\223\004\020duckdb_signature\200\004'
fields 3 C_STRUCT "v$2" v1.2.0 "${system}_$processor$libc" 4 | tr ' ' '\000'
fields 7 '' | tr ' ' '\000'
