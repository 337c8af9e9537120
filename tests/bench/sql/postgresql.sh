#!/bin/sh
# postgresql.sh - compares what a call costs in PostgreSQL and in SQLite
#
#     sh tests/bench/sql/postgresql.sh [RUNS]
#
# Runs the same statements in both in turn: a million empty texts, a million texts of 44 bytes
# without a link, and 100,000 texts of 1 KB with three links, each unlike the others. Prints the
# median and the least processor time of RUNS runs (5) in microseconds a text, without the time of a
# statement that only reads the table. Fails if the least time for the empty texts, or for the texts
# without a link, is more than 1.5 times that of SQLite. The bound is not closer, since the least
# times for a million texts differ by up to a fifth from run to run.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"
runs=${1:-5}
# shellcheck source=tests/bindings/server.sh
. tests/bindings/server.sh
pg_config=$(pg_config_of headers)
bin=$("$pg_config" --bindir)
build_extension || exit 2
start_server || exit 2

line='Some words of plain text that fill a line. '
seven=$line$line$line$line$line$line$line
cat >"$tmp/tables.sql" <<END
CREATE TABLE t0 AS SELECT '' AS body FROM numbers;
CREATE TABLE t1 AS SELECT 'none here, just a short line of text, ' || (1000000 + n) AS body FROM numbers;
CREATE TABLE t2 AS SELECT '${seven}http://www.a' || n || '.example.org/path/' || n || '
$seven<https://b.example.com/x?y=' || n || '>
${seven}joe' || n || '@c.example.net and more.' AS body FROM numbers WHERE n <= 100000;
END
{
    echo 'CREATE EXTENSION trawl; CREATE TABLE numbers AS SELECT generate_series(1, 1000000) AS n;'
    cat "$tmp/tables.sql"
    echo 'VACUUM ANALYZE'
} | psql -X -q -v ON_ERROR_STOP=1 || exit 2
{
    echo 'CREATE TABLE numbers AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 1000000) SELECT n FROM c;'
    cat "$tmp/tables.sql"
} | sqlite3 "$tmp/db" || exit 2

# Each statement follows its name. Those of "read" only read the table.
cat >"$tmp/statements" <<'END'
SELECT count(body) FROM t0;|0 read
SELECT count(*) FROM t0, trawl_links(body);|0 links
SELECT sum(length(CAST(trawl_urls(body) AS text))) FROM t0;|0 urls
SELECT count(body) FROM t1;|1 read
SELECT count(*) FROM t1, trawl_links(body);|1 links
SELECT sum(length(CAST(trawl_urls(body) AS text))) FROM t1;|1 urls
SELECT count(body) FROM t2;|2 read
SELECT count(url) FROM t2, trawl_links(body);|2 links
SELECT count(url), count(site), count(zone), count(flags), count(alt) FROM t2, trawl_links(body);|2 fields
SELECT sum(length(CAST(trawl_urls(body) AS text))) FROM t2;|2 urls
END

# statements BEGIN PRINT: prints all statements, each after the command PRINT with its name.
statements() {
    printf '%s\n' "$1"
    while IFS='|' read -r sql name; do
        printf '%s = %s\n%s\n' "$2" "$name" "$sql"
    done <"$tmp/statements"
}
# Both print the processor time of each statement. For PostgreSQL it is that of the session's
# process.
statements 'SET jit = off; SET enable_memoize = off; SET max_parallel_workers_per_gather = 0;
SET log_statement_stats = on; SET client_min_messages = log;' '\warn' >"$tmp/pg.sql"
statements ".load $B/trawl1
.timer on" '.print' >"$tmp/sqlite.sql"
for _ in $(seq "$runs"); do
    psql -X -q -v ON_ERROR_STOP=1 -f "$tmp/pg.sql" 2>&1 >/dev/null |
        sed -n 's/^= /postgresql /p; s/^![^0-9]*\([0-9.]*\) s user, \([0-9.]*\) s system, .* elapsed$/\1 \2/p'
    sqlite3 "$tmp/db" <"$tmp/sqlite.sql" | sed -n 's/^= /sqlite /p; s/^Run Time: .* user \([0-9.]*\) sys \([0-9.]*\)$/\1 \2/p'
done >"$tmp/times"
awk '
    /^[a-z]/ { key = $1 " " $2 " " $3; next }
    key && !(key in n) { order[++keys] = key }
    key { time[key, n[key]++] = ($1 + $2) * 1e6 / (key ~ / 2 / ? 1e5 : 1e6); key = "" }
    END {
        for (k = 1; k <= keys; k++) {
            key = order[k]
            for (i = 0; i < n[key]; i++)
                for (j = i + 1; j < n[key]; j++)
                    if (time[key, j] < time[key, i]) { t = time[key, i]; time[key, i] = time[key, j]; time[key, j] = t }
            median[key] = time[key, int(n[key] / 2)]; least[key] = time[key, 0]
            split(key, part, " "); read = part[1] " " part[2] " read"
            if (part[3] == "read") continue
            printf "%-10s %-12s %-7s median %.2f us, least %.2f us\n", part[1], part[2] == 0 ? "empty" : part[2] == 1 ? "without link" : "three links", part[3],
                median[key] - median[read], least[key] - least[read]
        }
        for (text = 0; text < 2; text++) {
            ours = least["postgresql " text " links"] - least["postgresql " text " read"]
            theirs = least["sqlite " text " links"] - least["sqlite " text " read"]
            if (ours > 1.5 * theirs) {
                printf "MISSED: a call costs %.2f us in PostgreSQL and %.2f us in SQLite: more than half as much again\n", ours, theirs
                bad = 1
            }
        }
        if (keys != 20) print "FAILED: " keys " of 20 statements were measured"
        exit bad || keys != 20
    }' "$tmp/times"
