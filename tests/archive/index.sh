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

# older VERSION SQL: turns the index into one of version 7, 6, 5, 4, 3 or 2, and runs SQL on it.
older() {
    python3 -B -c 'import sqlite3, sys
d = sqlite3.connect(sys.argv[1])
for view, in d.execute("SELECT name FROM sqlite_schema WHERE type = \"view\"").fetchall():
    d.execute("DROP VIEW " + view)
def bytes_of(text):
    return None if text is None else b"".join(bytes([ord(c) & 255]) if 0x10fe80 <= ord(c) <= 0x10feff else c.encode() for c in text)
d.create_function("bytes_of", 1, bytes_of)
for table, column in d.execute("SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = \"table\" AND c.type = \"TEXT\"").fetchall():
    d.execute(f"UPDATE {table} SET {column} = CAST(bytes_of({column}) AS TEXT) WHERE bytes_of({column}) <> CAST({column} AS BLOB)")
d.executescript("PRAGMA user_version = 7")
if sys.argv[2] < "7":
    d.executescript("UPDATE log SET reader = 1; PRAGMA user_version = 6")
if sys.argv[2] < "6":
    d.executescript("DROP TABLE runs; DROP TABLE changes; PRAGMA user_version = 5")
if sys.argv[2] < "5":
    d.executescript("DROP INDEX sources_archive; ALTER TABLE sources DROP COLUMN archive; DROP TABLE archives;"
                    "DROP TABLE archive_lists; PRAGMA user_version = 4")
if sys.argv[2] < "4":
    d.executescript("DROP INDEX messages_first; DROP INDEX messages_message_id; DROP INDEX messages_content; DROP TABLE log;"
                    "ALTER TABLE messages DROP COLUMN meaning; ALTER TABLE messages DROP COLUMN first;"
                    "CREATE INDEX messages_message_id ON messages(message_id, content) WHERE message_id IS NOT NULL;"
                    "CREATE INDEX messages_content ON messages(content) WHERE message_id IS NULL; PRAGMA user_version = 3")
if sys.argv[2] == "2":
    d.executescript("DROP INDEX messages_cluster; DROP TABLE unthreaded; ALTER TABLE messages DROP COLUMN cluster;"
                    "ALTER TABLE messages DROP COLUMN refs; ALTER TABLE sources DROP COLUMN again;"
                    "ALTER TABLE messages DROP COLUMN answers; PRAGMA user_version = 2")
d.executescript(sys.argv[3])' "$db" "$1" "$2"
}
