# shellcheck shell=sh
# index.sh - functions for the tests of trawl index, which source it after lib.sh

needs_sqlite 'trawl index'

tmp=$(realpath "$tmp")
db=$tmp/links.db
fresh=$tmp/fresh.db

# archive MESSAGES FOLDER: makes an archive.
archive() {
    "${B:-build}/index_archive" "$1" "$2"
}

# has_rows INPUT...: the index has the links that the filter finds in INPUT.
has_rows() {
    python3 -B tests/archive/compare.py rows "$TRAWL" "$db" "$@"
}

# is_like_new INPUT...: the index is like a new one of INPUT.
is_like_new() {
    rm -f "$fresh" "$fresh"-*
    "$TRAWL" index -q "$fresh" "$@" 2>/dev/null
    python3 -B tests/archive/compare.py same "$db" "$fresh"
}

# sql QUERY: prints the rows of a query of the index, by Python's SQLite.
sql() {
    python3 -B -c 'import sqlite3, sys
for row in sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True).execute(sys.argv[2]):
    print("|".join("" if v is None else str(v) for v in row))' "$db" "$1"
}
