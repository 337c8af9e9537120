#!/bin/sh
# duckdb.sh - runs the recipe of doc/databases.md for DuckDB, in the library of npm's package
# shellcheck source=tests/support/lib.sh disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh
# shellcheck source=tests/support/engines.sh
. tests/support/engines.sh

if ! have npm python3 || ! engine=$(npm_engine duckdb @duckdb/node-api@1.5.6-r.1 libduckdb.so); then
    skip 'DuckDB' 'no npm, or it has no library of DuckDB for this system'
    finish
fi
posts "$tmp/work/mail"
reads_files duckdb "$engine"
finish
