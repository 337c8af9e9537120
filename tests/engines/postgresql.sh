#!/bin/sh
# postgresql.sh - runs the recipe of doc/databases.md for PostgreSQL, in a server of its own
#
# The server listens on a socket in $tmp. PostgreSQL refuses root, for whom it runs as "nobody".
# shellcheck source=tests/support/lib.sh disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh
# shellcheck source=tests/support/engines.sh
. tests/support/engines.sh

# plpython: prints the pg_config of a server with PL/Python.
plpython() {
    for found in /usr/lib/postgresql/*/bin/pg_config pg_config; do
        [ ! -f "$("$found" --sharedir 2>/dev/null)/extension/plpython3u.control" ] || { echo "$found" && return; }
    done
    return 1
}

if ! plpython >"$tmp/pg" && [ "$(id -u)" -eq 0 ] && there cmd:apt-get; then
    version=$(apt-cache depends postgresql | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p' | head -n 1)
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        "postgresql-$version" "postgresql-plpython3-$version" >"$tmp/apt" 2>&1
fi
if ! plpython >"$tmp/pg" || ! have py:setuptools py:wheel pydev: || ! python_package; then
    skip 'PostgreSQL' 'no server with PL/Python, or no Python with headers, setuptools and wheel'
    finish
fi
bin=$("$(cat "$tmp/pg")" --bindir)
PGHOST=$tmp/socket PGUSER=trawl PGDATABASE=postgres PYTHONPATH=$tmp/package
export PGHOST PGUSER PGDATABASE PYTHONPATH

# as_server COMMAND...: runs it as a user who may run a server.
as_server() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && exec setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$@")
    else
        "$@"
    fi
}
# query: runs the statements of standard input, and prints the rows as TSV.
query() {
    "$bin/psql" -X -q -A -t -F '	' -P null='\N' -v ON_ERROR_STOP=1
}
start_server() {
    chmod 755 "$tmp" && mkdir "$tmp/data" "$PGHOST" || return
    [ "$(id -u)" -ne 0 ] || chown nobody "$tmp/data" "$PGHOST" || return
    as_server "$bin/initdb" -D "$tmp/data" -U trawl -A trust -N -E UTF8 --locale=C >"$tmp/initdb" 2>&1 &&
        as_server "$bin/pg_ctl" -D "$tmp/data" -w -l "$tmp/data/log" -o "-k '$PGHOST' -c listen_addresses= -c fsync=off" start >"$tmp/started" 2>&1
}
stop_server() {
    as_server "$bin/pg_ctl" -D "$tmp/data" -w -m immediate stop >"$tmp/stopped" 2>&1
    rm -rf "$tmp"
}
trap stop_server EXIT
check 'the server starts' 'start_server || { cat "$tmp/initdb" "$tmp/started" "$tmp/data/log"; false; }'
[ "$tap_failed" -eq 0 ] || finish

posts "$tmp/work/mail"
recipe sql 'A function of PostgreSQL' 1 >"$tmp/function.sql"
check 'the function is created' 'query <"$tmp/function.sql"'
check 'texts in a table' 'echo "CREATE TABLE posts AS SELECT name, pg_read_file('"'$tmp/work/mail/' || name"') AS body FROM pg_ls_dir('"'$tmp/work/mail'"') name" | query'
check_same 'the links of the function are those of the command' \
    'echo "SELECT name, url, kind, site FROM posts, trawl_links(body)" | query | plain | sort' 'of_posts name,url,kind,site'
recipe sql 'A function of PostgreSQL' 2 >"$tmp/places.sql"
check_test 'the places are those of the URLs' -eq 0 \
    'sed "s/^SELECT .* FROM/SELECT count(*) FROM/; s/;/ WHERE kind = '"'bare'"' AND strpos(substr(body, start, \"end\" - start + 1), left(url, 8)) <> 1;/" "$tmp/places.sql" | query'
check_test 'NULL has no links' -eq 0 'echo "SELECT count(*) FROM trawl_links(NULL)" | query'
timed_query() {
    (printf '%s\n' '\timing on' && cat) | query >"$tmp/timed" && sed -n '/^Time/!p' "$tmp/timed" && sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p' "$tmp/timed" | awk '{ print $1 / 1000 }' >&2
}
speed_of_function timed_query 'SELECT count(*) FROM posts, generate_series(1, 20), trawl_links(body)'
finish
