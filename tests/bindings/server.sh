# shellcheck shell=sh
# server.sh - builds the extension of bindings/postgresql and starts a server that has it
#
# Sourced by t_postgresql.sh, which sets $pg_config and $bin, the folder of the server's programs.
# Nothing is installed on the machine: a server finds its files relative to its own program, so $root
# gets a copy of that program, a copy of the extension, and links to all other files. If root runs
# the test, the server runs as another user. It listens only on a socket in $tmp.
# shellcheck disable=SC2154  # set by lib.sh and t_postgresql.sh

root=$tmp/root
PGHOST=$tmp/socket PGUSER=trawl PGDATABASE=trawl PGOPTIONS='-c client_min_messages=warning'
export PGHOST PGUSER PGDATABASE PGOPTIONS

# as_server COMMAND...: runs it as a user who may run a server.
as_server() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && exec setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$@")
    else
        "$@"
    fi
}

# libraries: prints what programs with libtrawl.a link with.
libraries() {
    sed -nE 's/^(PCRE2|IDN2|ICONV|DL)_LIBS = ?//p' "$B/config.mk" | tr '\n' ' '
}

# extension_make GOAL...: runs the Makefile of a copy of the extension.
extension_make() {
    env -u MAKEFLAGS -u MAKELEVEL "${MAKE:-make}" -s -C "$tmp/extension" PG_CONFIG="$pg_config" with_llvm=no \
        TRAWL_CFLAGS="-I$PWD/include" \
        TRAWL_LIBS="$(cd "$B" && pwd)/libtrawl.a $(libraries)" "$@"
}

# build_extension: compiles the extension, and makes a tree in $root with it and the server.
build_extension() {
    lib=$("$pg_config" --pkglibdir) share=$("$pg_config" --sharedir)
    chmod 755 "$tmp" && mkdir -p "$root$bin" "$root$lib" "$root$share/extension" || return
    cp -r bindings/postgresql "$tmp/extension" || return
    extension_make COPT='-Wextra -Wno-unused-parameter -Werror' all || return
    for program in postgres initdb pg_dump; do
        cp "$bin/$program" "$root$bin" || return
    done
    ln -s "$lib"/* "$root$lib" && ln -s "$share/extension"/* "$root$share/extension" || return
    for file in "$share"/*; do
        [ -e "$root$share/${file##*/}" ] || ln -s "$file" "$root$share" || return
    done
    rm -f "$root$lib/trawl.so" "$root$share/extension"/trawl*
    extension_make install DESTDIR="$root"
}

# start_server: makes a cluster and starts its server.
start_server() {
    mkdir "$tmp/data" "$PGHOST" || return
    [ "$(id -u)" -ne 0 ] || chown nobody "$tmp/data" "$PGHOST" || return
    as_server "$root$bin/initdb" -D "$tmp/data" -U trawl -A trust -N -E UTF8 --locale=C >"$tmp/initdb" 2>&1 || return
    as_server "$root$bin/postgres" -D "$tmp/data" -k "$PGHOST" -c listen_addresses= -c fsync=off \
        -c shared_buffers=32MB -c max_connections=20 >"$tmp/server" 2>&1 </dev/null &
    pid=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        psql -X -q -d postgres -c 'CREATE DATABASE trawl' >/dev/null 2>&1 && return
        kill -0 "$pid" 2>/dev/null || return
        sleep 0.5
    done
    return 1
}

# stop_server: stops the server without waiting for sessions, also at the end of a failed test.
stop_server() {
    if pid=$(head -n 1 "$tmp/data/postmaster.pid" 2>/dev/null) && kill -INT "$pid"; then
        while kill -0 "$pid" 2>/dev/null; do
            sleep 0.1
        done
    fi
    rm -rf "$tmp"
}
trap stop_server EXIT
