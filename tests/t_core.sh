#!/bin/sh
# t_core.sh - the library without PCRE2 (make CORE=1)
#
# It builds without PCRE2 and without warnings, exports the same names, finds the same links and
# writes the same HTML as the full library. The calls that need PCRE2 return TRAWL_ERROR_NOT_BUILT.
# shellcheck disable=SC2016  # commands in single quotes are run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

: "${B:=build}" "${MAKE:=make}" "${CC:=cc}" "${CPPFLAGS=}" "${LDFLAGS=}"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
core=$tmp/core
export tmp core

cat >"$tmp/pkg-config" <<END
#!/bin/sh
case "\$*" in *pcre2*) exit 1 ;; esac
exec ${PKG_CONFIG:-pkg-config} "\$@"
END
chmod +x "$tmp/pkg-config"
check 'builds without PCRE2' \
    '"$MAKE" --no-print-directory -j2 CORE=1 B="$core" CC="$CC" CPPFLAGS="$CPPFLAGS" LDFLAGS="$LDFLAGS" \
    CFLAGS="-Os -fno-asynchronous-unwind-tables -Werror" PKG_CONFIG="$tmp/pkg-config" all'
check_test 'builds no command' = '' 'find "$core" -name trawl -type f'
check_test 'needs no PCRE2' -eq 0 'nm -D "$core/libtrawl.so" | grep -c pcre2_'
exported() {
    nm -D --defined-only "$core/libtrawl.so" | awk '$2 != "A" { print $3 }' | sort
}
check_same 'exports the same names' exported 'cat tests/symbols.txt'

# The full library of a sanitizer, or one of clang, may need more than this program links with.
if grep -q fsanitize "$B/flags"; then
    skip 'the same links and HTML' 'not in a build with a sanitizer'
    finish
fi
# shellcheck disable=SC2086  # flags are words
program() {
    $CC -std=c11 -O1 -Wall -Wextra -Werror -Iinclude $CPPFLAGS -o "$1" tests/tools/core.c $LDFLAGS -L"$2" -ltrawl \
        -Wl,-rpath,"$(cd "$2" && pwd)"
}
check 'a program links with it' 'program "$tmp/with_core" "$core"'
check 'a program links with the full library' 'program "$tmp/with_all" "$B"'
find testdata -type f -size -900k | sort >"$tmp/files"
check_same 'finds the same links and writes the same HTML' 'xargs "$tmp/with_core" <"$tmp/files"' \
    'xargs "$tmp/with_all" <"$tmp/files"'
cat >"$tmp/wanted" <<END
trawl_check -6, host 7-16
trawl_accepts -6
trawl_standards -6
trawl_rules_check -6
the profile rfc1738 -6
verdicts -6
rules -6
END
check_same 'calls that need PCRE2 report it' '"$tmp/with_core" not-built' 'cat "$tmp/wanted"'
size() {
    strip -o "$tmp/stripped" "$1" && wc -c <"$tmp/stripped"
}
tap_note "$(size "$core/libtrawl.so") bytes, stripped; the full library has $(size "$B/libtrawl.so")"
finish
