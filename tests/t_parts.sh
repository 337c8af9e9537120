#!/bin/sh
# t_parts.sh - libraries with only some parts (make PARTS=find,html), as bindings use them
#
# Each builds without warnings, and without the libraries that its parts do not need. It exports the
# functions of its headers, finds the links that the whole library finds and writes the same HTML.
# Calls that need the part "url" return TRAWL_ERROR_NOT_BUILT. Without TRAWL_TEST_WHOLE, which
# check-all sets, only the smallest library is built. The others are built without optimisation,
# which takes a third of the time.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
. tests/make.sh

export tmp

# A machine without PCRE2.
cat >"$tmp/pkg-config" <<END
#!/bin/sh
case "\$*" in *pcre2*) exit 1 ;; esac
exec ${PKG_CONFIG:-pkg-config} "\$@"
END
chmod +x "$tmp/pkg-config"

make_parts() {
    mk -j2 PARTS="$1" B="$built" CFLAGS="$flags -Werror" PKG_CONFIG="$pkg_config" all
}

exported() {
    nm -D --defined-only "$1" | awk '$2 != "A" { print $3 }' | sed 's,@.*,,' | sort
}

# declared HEADER...: prints the functions of the headers.
declared() {
    cat "$@" | sed -n 's/^TRAWL_API.*[ *]\(trawl_[a-z0-9_]*\)(.*/\1/p' | sort
}

# uses PATTERN: prints the functions of other libraries that the library calls and that match
# PATTERN.
uses() {
    nm -D --undefined-only "$built/libtrawl.so" | awk '{ print $2 }' | sed 's/@.*//' | grep -E "$1"
}

# shellcheck disable=SC2086  # flags are words
program() {
    $CC -std=c11 -O1 -Wall -Wextra -Werror -Iinclude $CPPFLAGS $defines -o "$1" tests/tools/parts.c $LDFLAGS \
        -L"$2" -ltrawl -Wl,-rpath,"$(cd "$2" && pwd)"
}

size() {
    strip -o "$tmp/stripped" "$1" && wc -c <"$tmp/stripped"
}

find testdata -type f -size -900k | sort >"$tmp/files"
cat >"$tmp/not_built" <<END
trawl_check -6, host 7-16
trawl_accepts -6
trawl_standards -6
trawl_rules_check -6
the profile rfc1738 -6
valid -6
rules -6
END

# try PARTS
try() {
    parts=$1 built=$tmp/$(echo "$1" | tr , -) pkg_config=$tmp/pkg-config headers=include/trawl.h defines=
    case $parts in *url*) pkg_config=${PKG_CONFIG:-pkg-config} ;; esac
    case $parts in *html*) headers="$headers include/trawl_emit.h include/trawl_rewrite.h" defines="$defines -DHTML" ;; esac
    case $parts in *mail*) headers="$headers include/trawl_mail.h" defines="$defines -DMAIL" ;; esac
    case $parts in *html*mail*) headers="$headers include/trawl_options.h" ;; esac
    flags=-O0
    [ "$1" != find ] || flags='-Os -fno-asynchronous-unwind-tables'
    export parts built headers defines flags
    check "$parts: builds" 'make_parts "$parts"'
    check_test "$parts: builds no command" = '' 'find "$built" -name trawl -type f'
    # shellcheck disable=SC2086  # names are words
    check_same "$parts: exports the functions of its headers" 'exported "$built/libtrawl.so"' 'declared $headers'
    case $parts in
    *url*) ;;
    *) check_test "$parts: needs no PCRE2" = '' 'uses "^pcre2_"' ;;
    esac
    [ "$parts" != find ] || check_test "$parts: needs no libidn2" = '' 'uses "^idn2_"'
    case $parts in
    *mail*) ;;
    *) check_test "$parts: needs no iconv" = '' 'uses iconv' ;;
    esac
    check_test "$parts: starts no threads" = '' 'uses "^(pthread|thrd)_"'
    [ "$parts" != find ] || check_test "$parts: reads no files" = '' 'uses "open|read|write|stat|getrandom|socket"'
    # With a sanitizer, the whole library may need more libraries than this program links with.
    if grep -q fsanitize "$B/flags"; then
        skip "$parts: the same links and HTML" 'not in a build with a sanitizer'
        return
    fi
    check "$parts: a program links with it" 'program "$built/with_parts" "$built" && program "$built/with_all" "$B"'
    check_same "$parts: finds the same links and writes the same HTML" 'xargs "$built/with_parts" <"$tmp/files"' \
        'xargs "$built/with_all" <"$tmp/files"'
    case $parts in
    *url*) ;;
    *) check_same "$parts: calls that need the part url report it" '"$built/with_parts" not-built' 'cat "$tmp/not_built"' ;;
    esac
    tap_note "$parts: $(size "$built/libtrawl.so") bytes, stripped; $(exported "$built/libtrawl.so" | wc -l) functions"
    rm -rf "$built"
}

check_same 'the whole library exports the functions of all headers' 'exported "$B/libtrawl.so"' 'declared include/*.h'
tap_note "whole: $(size "$B/libtrawl.so") bytes, stripped; $(exported "$B/libtrawl.so" | wc -l) functions"
try find
if [ -n "${TRAWL_TEST_WHOLE-}" ]; then
    try find,html
    try find,html,mail
    try find,mail,url
fi
check_status 'an unknown part' 2 'mk PARTS=find,news B="$tmp/x" all'
check_status 'without find' 2 'mk PARTS=html B="$tmp/x" all'
finish
