#!/bin/sh
# t_postgresql.sh - tests the extension of bindings/postgresql in a server that the test starts
#
# Builds a copy of the extension and runs a copy of the server with it, so that nothing is installed
# (server.sh).
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"

# skip_all WHY: ends the test.
skip_all() {
    skip 'the extension for PostgreSQL' "$1"
    finish
}

# shellcheck source=tests/bindings/server.sh
. tests/bindings/server.sh

have pg:client pg:server pg:headers python3 || skip_all 'no PostgreSQL with the headers of its server, or no python3'
! grep -q fsanitize "$B/flags" || skip_all 'a server cannot load a library with a sanitizer'
[ "$(id -u)" -ne 0 ] || have setpriv || skip_all 'PostgreSQL refuses root, and there is no setpriv'
pg_config=$(pg_config_of headers)
bin=$("$pg_config" --bindir)

check 'it builds without a warning' build_extension
check 'the server starts' 'start_server || { cat "$tmp/initdb" "$tmp/server"; false; }'
[ "$tap_failed" -eq 0 ] || finish

# sql STATEMENT...: runs statements, and prints their rows without a frame. Fails at the first error.
sql() {
    printf '%s;\n' "$@" | psql -X -q -A -t -v ON_ERROR_STOP=1 -f - 2>&1
}

# ---- PostgreSQL's own tests ----

check 'make installcheck' 'extension_make installcheck || { cat "$tmp/extension/regression.diffs"; false; }'
check_same 'expected/ has a file for each test' '(cd bindings/postgresql && ls expected | sed "s/\.out$//")' \
    '(cd bindings/postgresql && ls sql | sed "s/\.sql$//")'

check 'the statements that all databases answer alike' \
    'sql "CREATE EXTENSION trawl" && python3 -B tests/bindings/statements.py postgresql psql -X -q -A -t -f - && sql "DROP EXTENSION trawl"'

# ---- Versions ----

objects="SELECT pg_describe_object(classid, objid, 0) FROM pg_depend WHERE deptype = 'e' ORDER BY 1"
check 'the extension is created' 'sql "CREATE EXTENSION trawl"'
check_test 'the version is 1.0' = 1.0 "sql \"SELECT extversion FROM pg_extension WHERE extname = 'trawl'\""
check_same 'the library is that of the command' 'echo "trawl $(sql "SELECT trawl_version()")"' '"$TRAWL" --version | head -n 1'
check_test 'a user who may create in a database may create the extension' = 1 \
    'sql "CREATE ROLE ann LOGIN" "CREATE DATABASE ann OWNER ann" >"$tmp/.out" && PGUSER=ann PGDATABASE=ann \
        sql "CREATE EXTENSION trawl" "SELECT count(*) FROM trawl_links('"'http://a.example/'"')"'

# ---- The same results as the command's ----

cat >"$tmp/results.sql" <<'SQL'
CREATE FUNCTION text_of(bytea) RETURNS text LANGUAGE plpgsql AS
    $$ BEGIN RETURN convert_from($1, 'UTF8'); EXCEPTION WHEN OTHERS THEN RETURN NULL; END $$;
CREATE TABLE docs (name text PRIMARY KEY, raw bytea, body text);
\copy docs (name, raw) FROM pstdin
UPDATE docs SET body = text_of(raw);
SELECT jsonb_build_object('name', name,
    'links', (SELECT coalesce(jsonb_agg(l), '[]') FROM trawl_links(raw, 'from=auto') l),
    'plain', CASE WHEN body <> '' THEN (SELECT coalesce(jsonb_agg(l), '[]') FROM trawl_links(body) l) END,
    'unbroken', trawl_unbreak(body), 'html', trawl_html(body)) FROM docs;
SQL
results() {
    python3 tests/bindings/compare.py load | psql -X -q -A -t -v ON_ERROR_STOP=1 -f "$tmp/results.sql" >"$tmp/results.json" 2>"$tmp/warnings" &&
        python3 tests/bindings/compare.py compare "$tmp/results.json"
}
check 'links, joined texts and HTML of testdata are those of the command' results
check 'sites, months, senders, broken and deceptive links of a mailbox are those of the command' \
    'python3 -B tests/bindings/questions.py make "$tmp/questions.mbox" && python3 -B tests/bindings/questions.py postgresql "$tmp/questions.mbox" psql -X -q -A -t -f -'

cat >"$tmp/alone.sql" <<'SQL'
SELECT name FROM docs WHERE trawl_urls(raw, 'from=auto') <> ARRAY(SELECT (l).url FROM (SELECT trawl_links(raw, 'from=auto') l) x)
    OR ARRAY(SELECT ROW(url, kind, bytes, canonical, ascii, host, site, surt, looks_like, display, valid)::text FROM trawl_links(raw, 'from=auto'))
    <> ARRAY(SELECT ROW((l).url, (l).kind, (l).bytes, (l).canonical, (l).ascii, (l).host, (l).site, (l).surt, (l).looks_like, (l).display, (l).valid)::text
        FROM (SELECT trawl_links(raw, 'from=auto') l OFFSET 0) x);
SQL
check_test 'the URLs alone, and the columns that they have, are the same' = '' 'sql "\\i $tmp/alone.sql" | grep -v ": WARNING: "'

# ---- Parallel workers ----

# in_parallel QUERY: prints a query's plan when workers cost nothing.
in_parallel() {
    sql 'SET parallel_setup_cost = 0' 'SET parallel_tuple_cost = 0' 'SET min_parallel_table_scan_size = 0' \
        'SET max_parallel_workers_per_gather = 2' "EXPLAIN (COSTS OFF) $1"
}
sites=$(sed -n 's/^    \(SELECT trawl_site(url), count.*\);$/\1/p' bindings/postgresql/README)
sql 'CREATE TABLE posts AS SELECT body FROM docs' 'ANALYZE posts' >"$tmp/.out"
check 'workers find the URLs of the first example' \
    'in_parallel "$sites" >"$tmp/plan" && grep -q "Workers Planned" "$tmp/plan" && sed -n "/Partial/,\$p" "$tmp/plan" | grep -q "Function Scan on unnest"'
check_test 'all functions of SQL may run in workers' = '' \
    "sql \"SELECT proname FROM pg_proc JOIN pg_depend ON objid = pg_proc.oid AND deptype = 'e' WHERE proname LIKE 'trawl%' AND proparallel <> 's' AND proname <> 'trawl_links_support'\""

# ---- Privileges ----

# as_bob GRANT CALL: prints the result of a call by a user who has this grant, but may not use the
# schema.
as_bob() {
    sql 'CREATE SCHEMA ext' 'DROP EXTENSION IF EXISTS trawl' 'CREATE EXTENSION trawl SCHEMA ext' \
        "CREATE VIEW v AS SELECT l.url FROM ext.trawl_links('http://a.example/') l" 'CREATE ROLE bob' 'GRANT SELECT ON v TO bob' \
        "$1" >"$tmp/.out" 2>&1 || cat "$tmp/.out"
    sql 'SET ROLE bob' "$2"
    sql 'DROP SCHEMA ext CASCADE' 'DROP OWNED BY bob' 'DROP ROLE bob' 'CREATE EXTENSION trawl' >"$tmp/.out" 2>&1 || cat "$tmp/.out"
}
check_test 'a view needs no right to use the schema' = 'http://a.example/' 'as_bob "SELECT 1" "SELECT * FROM v" | tail -n 1'
check 'without the right to call trawl_links, FROM is refused, too' \
    'as_bob "GRANT USAGE ON SCHEMA ext TO bob; REVOKE EXECUTE ON FUNCTION ext.trawl_links(text, text) FROM PUBLIC" \
        "SELECT url FROM ext.trawl_links('"'x'"') l" | grep "permission denied for function trawl_links"'
check_test 'with only this right, FROM is answered' = 'http://a.example/' \
    'as_bob "GRANT USAGE ON SCHEMA ext TO bob; REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ext FROM PUBLIC; GRANT EXECUTE ON FUNCTION ext.trawl_links(text, text) TO bob" \
        "SELECT url FROM ext.trawl_links('"'http://a.example/'"') l" | tail -n 1'

# ---- Cancelling, errors and memory ----

# cancelled QUERY: checks that a long query with a timeout of 0.3 seconds ends within a minute.
cancelled() {
    begun=$(date +%s)
    sql 'SET statement_timeout = 300' "$1" >"$tmp/cancelled"
    [ $(($(date +%s) - begun)) -le 60 ] && grep -q 'statement timeout' "$tmp/cancelled"
}
sql "CREATE TABLE huge AS SELECT repeat(E'see http://a.example/ and joe@b.example or <URL:http://c.example/a-\\nb>\\n', 1000000) AS body" >"$tmp/.out"
check 'trawl_links is cancelled in a huge text' 'cancelled "SELECT count(*) FROM huge, trawl_links(body)"'
check 'likewise in the list of columns' 'cancelled "SELECT trawl_links(body) IS NULL FROM huge"'
check 'trawl_html is cancelled' 'cancelled "SELECT length(trawl_html(body)) FROM huge"'
check 'trawl_urls is cancelled' 'cancelled "SELECT cardinality(trawl_urls(body || body || body || body)) FROM huge"'
check 'trawl_unbreak is cancelled' 'cancelled "SELECT length(trawl_unbreak(body || body || body || body)) FROM huge"'
check_test 'the server goes on' = 1 "sql \"SELECT count(*) FROM trawl_links('http://a.example/')\""

# Prints how many KB a session grows by in the last of three equal runs.
cat >"$tmp/memory.sql" <<'SQL'
CREATE TABLE IF NOT EXISTS rss (kb int);
TRUNCATE rss;
CREATE OR REPLACE FUNCTION run(times int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE sjis bytea := convert_to(E'Content-Type: text/plain; charset=shift_jis\n\n', 'UTF8') || '\x93fa 687474703a2f2f612e6578616d706c652f 0a'::bytea;
BEGIN
    PERFORM count(*) FROM generate_series(1, times) n, trawl_links(sjis, 'from=mail');
    PERFORM sum(cardinality(trawl_urls('http://a.example/' || n)) + length(trawl_html('http://a.example/' || n) || trawl_unbreak('b@c.example') || trawl_site('http://a.example/' || n)))
        FROM generate_series(1, times) n;
    FOR i IN 1..times / 20 LOOP
        BEGIN
            PERFORM 1 / (3 - line) FROM (SELECT (trawl_links(sjis || E'\nhttp://b.example/\nhttp://c.example/\n', 'from=mail')).line) l;
            RAISE 'no error';
        EXCEPTION WHEN division_by_zero THEN NULL;
        END;
        PERFORM (trawl_links(sjis || sjis, 'from=mail')).url LIMIT 1;
    END LOOP;
    INSERT INTO rss SELECT substring(pg_read_file('/proc/self/status') FROM 'VmRSS:\s+(\d+)')::int;
END $$;
SELECT run(34000), run(34000), run(34000);
SELECT (array_agg(kb))[3] - (array_agg(kb))[2] FROM rss;
SQL
check_test 'memory does not grow over 100,000 calls' -le 2000 'sql "\\i $tmp/memory.sql" | tail -n 1'

# ---- Indexes, parallel queries, dump ----

# The tables are those of the examples of README.
sed -n '/^CREATE TABLE mail/,/^ANALYZE bookmarks/p' bindings/postgresql/sql/examples.sql >"$tmp/examples.sql"
check 'a table of mail with a GIN index, and an index on trawl_site' 'sql "\\i $tmp/examples.sql"'
check_test 'the index on trawl_site is used' -ge 1 \
    'sql "EXPLAIN SELECT url FROM bookmarks WHERE trawl_site(url) = '"'s7.example'"'" | grep -c bookmarks_site'
check_test 'the GIN index is used' -ge 1 \
    'sql "EXPLAIN SELECT id FROM mail WHERE sites(raw) @> '"'{site7.example}'"'" | grep -c mail_sites'
check_same 'and finds the same rows' 'sql "SELECT id FROM mail WHERE sites(raw) @> '"'{site7.example}'"' ORDER BY id"' \
    'sql "SET enable_bitmapscan = off" "SELECT id FROM mail WHERE sites(raw) @> '"'{site7.example}'"' ORDER BY id"'

parallel='SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
    ALTER TABLE mail SET (parallel_workers = 2)'
query="SELECT count(*), md5(string_agg(l::text, ',' ORDER BY mail.id, l.spans)) FROM mail, trawl_links(raw, 'from=mail') l"
check_test 'a query is run in parallel' -ge 1 'sql "$parallel" "EXPLAIN $query" | grep -c "Workers Planned: 2"'
check_same 'with the same rows' 'sql "$parallel" "$query"' 'sql "SET max_parallel_workers_per_gather = 0" "$query"'

check 'pg_dump, and the dump restored' \
    'pg_dump trawl >"$tmp/dump" && sql "CREATE DATABASE restored" && psql -X -q -v ON_ERROR_STOP=1 -d restored -f "$tmp/dump" >"$tmp/.out"'
check_same 'the restored database answers the same' 'PGDATABASE=restored sql "$objects" "$query"' 'sql "$objects" "$query"'

# ---- Other encodings ----

# in_encoding NAME CLIENT: runs the statements of standard input in a new database with the encoding
# NAME; the client uses the encoding CLIENT.
in_encoding() {
    sql "CREATE DATABASE trawl_$1 ENCODING '$1' LOCALE 'C' TEMPLATE template0" || return
    PGDATABASE=trawl_$1
    PGCLIENTENCODING=$2
    export PGDATABASE PGCLIENTENCODING
    sql 'CREATE EXTENSION trawl' && psql -X -q -A -t -v ON_ERROR_STOP=1 2>&1
}

# The statements are in files, since they have quotes and bytes beyond ASCII.
cat >"$tmp/latin1.sql" <<'SQL'
SELECT url, spans, ascii, bytes, substr(t, start, "end" - start + 1) FROM (VALUES ('ü http://a.example/ü')) v(t), trawl_links(t);
SELECT trawl_display('http://a.example/%E2%82%AC%C3%BC');
SELECT url, bytes, subject FROM trawl_links('\x5375626a6563743a20e282ac0a0a687474703a2f2f612e6578616d706c652fe282ac'::bytea, 'from=mail');
SELECT trawl_html('ü <'), trawl_unbreak(repeat('ü', 100000)) = repeat('ü', 100000);
DO $$ BEGIN PERFORM trawl_links('', 'charset=ü'); EXCEPTION WHEN OTHERS THEN RAISE WARNING '%', sqlerrm; END $$;
SQL
cat >"$tmp/latin1" <<'END'
http://a.example/ü|{{3,22}}|http://a.example/%C3%BC||http://a.example/ü
http://a.example/%E2%82%ACü
http://a.example/%E2%82%AC|\x687474703a2f2f612e6578616d706c652fe282ac|%E2%82%AC
ü &lt;|t
WARNING:  trawl_links: unknown charset "ü"
END
check_same 'LATIN1: characters that it lacks are percent-encoded, spans are those of UTF-8, places its own' \
    'in_encoding latin1 UTF8 <"$tmp/latin1.sql"' 'cat "$tmp/latin1"'
cat >"$tmp/euc_jp.sql" <<'SQL'
SELECT url, spans, substr(t, start, "end" - start + 1) FROM (VALUES ('日 http://a.example/日 x')) v(t), trawl_links(t);
SELECT trawl_unbreak('日本 http://a.example/'), trawl_html('日');
SQL
cat >"$tmp/euc_jp" <<'END'
http://a.example/日|{{4,24}}|http://a.example/日
日本 http://a.example/|日
END
check_same 'EUC_JP' 'in_encoding euc_jp UTF8 <"$tmp/euc_jp.sql"' 'cat "$tmp/euc_jp"'
cat >"$tmp/sql_ascii.sql" <<'SQL'
SELECT right(encode(convert_to(url, 'SQL_ASCII'), 'hex'), 4), bytes, right(encode(convert_to(substr(t, start, "end" - start + 1), 'SQL_ASCII'), 'hex'), 4)
    FROM (VALUES (E'http://a.example/\xFC http://b.example/ü')) v(t), trawl_links(t);
SQL
cat >"$tmp/sql_ascii" <<'END'
4643||2ffc
c3bc||c3bc
END
check_same 'SQL_ASCII: bytes that are not UTF-8 are encoded' 'in_encoding sql_ascii SQL_ASCII <"$tmp/sql_ascii.sql"' 'cat "$tmp/sql_ascii"'
check_test 'no process of the server died' -eq 0 'grep -c "terminated by signal" "$tmp/server"'

finish
