#!/bin/sh
# probe.sh - what this machine has; writes the make variables of build/config.mk to standard output
#
# Each library is asked for by pkg-config and then tried: a program is compiled and linked with the user's own CC,
# CPPFLAGS, CFLAGS and LDFLAGS, so header and library are known to be found together. Only PCRE2 must be there.
# "probe.sh fuzzer" only tells whether CC has libFuzzer, by its exit status. Called by the Makefile; installs nothing.
set -u

: "${CC:=cc}" "${PKG_CONFIG:=pkg-config}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# links PROGRAM FLAG...: does it compile and link? The user's flags are words of the shell, quotes included, as in make.
links() {
    printf '%s\n' "$1" >"$tmp/probe.c"
    shift
    eval "$CC ${CPPFLAGS-} ${CFLAGS-}" -o '"$tmp/probe" "$tmp/probe.c"' "${LDFLAGS-}" '"$@"' >"$tmp/log" 2>&1
}

# package NAME PROGRAM: sets cflags and libs when NAME is there and PROGRAM links with them.
package() {
    cflags=$($PKG_CONFIG --cflags "$1" 2>"$tmp/log") && libs=$($PKG_CONFIG --libs "$1" 2>"$tmp/log") || return 1
    # shellcheck disable=SC2086
    links "$2" $cflags $libs
}

fail() {
    printf '%s\n' "$@" >&2
    sed 's/^/    /' "$tmp/log" >&2
    exit 1
}

if [ "${1-}" = fuzzer ]; then
    links '#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) { return !p && n; }' -fsanitize=fuzzer,address
    exit
fi

links 'int main(void) { return 0; }' || fail "trawl: the C compiler '$CC' does not work here. It said:"

package libpcre2-8 '#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
int main(void) { return pcre2_config(PCRE2_CONFIG_VERSION, 0) < 0; }' ||
    fail "trawl: PCRE2 (libpcre2-8) was not found, and nothing works without it. 'make deps' installs it; where it" \
        "stands in a place of its own, set PKG_CONFIG_PATH. $PKG_CONFIG or the compiler said:"
printf 'PCRE2_CFLAGS = %s\nPCRE2_LIBS = %s\n' "$cflags" "$libs"

if package libidn2 '#include <idn2.h>
int main(void) { return !idn2_check_version(0); }'; then
    printf 'HAVE_IDN2 = 1\nIDN2_CFLAGS = %s\nIDN2_LIBS = %s\n' "$cflags" "$libs"
else
    printf 'HAVE_IDN2 =\n'
fi

# GNU libiconv's header renames the functions, so what links with the user's flags is also what was included.
iconv='#include <iconv.h>
int main(void) { return iconv_open("UTF-8", "ISO-8859-1") == (iconv_t)-1; }'
if links "$iconv"; then
    printf 'HAVE_ICONV = 1\nICONV_LIBS =\n'
elif links "$iconv" -liconv; then
    printf 'HAVE_ICONV = 1\nICONV_LIBS = -liconv\n'
else
    printf 'HAVE_ICONV =\n'
fi

# The command loads what reads compressed files only when it meets one, by the name that the linker would have noted. (A
# program without shared libraries has noted none, and loads none.)
# optional VARIABLE PACKAGE LIBRARY PROGRAM: VARIABLE = that name, or nothing. Not every system has a .pc file for each.
optional() {
    if package "$2" "$4" || { cflags='' && links "$4" "-l$3"; }; then
        soname=$(readelf -d "$tmp/probe" 2>"$tmp/log" | sed -n "s/.*NEEDED.*\\[\\(lib$3\\.[^]]*\\)\\].*/\\1/p")
    else
        soname='' cflags=''
    fi
    printf '%s = %s\n%s_CFLAGS = %s\n' "HAVE_$1" "$soname" "$1" "$cflags"
}

dlopen='#include <dlfcn.h>
int main(int c, char **v) { return c > 1 && !dlsym(dlopen(v[1], RTLD_NOW), v[1]); }'
if links "$dlopen"; then
    printf 'DL_LIBS =\n'
elif links "$dlopen" -ldl; then
    printf 'DL_LIBS = -ldl\n'
else
    exit 0
fi
# So it does with libidn2, which brings libunistring with it.
optional IDN2_SO libidn2 idn2 '#include <idn2.h>
int main(void) { return !idn2_check_version(0); }'
optional ZLIB zlib z '#include <zlib.h>
int main(int c, char **v) { return c > 1 && inflate((z_stream *)v, 0); }'
optional ZSTD libzstd zstd '#include <zstd.h>
#include <zstd_errors.h>
int main(int c, char **v) { return c > 1 && ZSTD_DCtx_setParameter((ZSTD_DCtx *)v, ZSTD_d_windowLogMax, 27); }'
optional LZMA liblzma lzma '#include <lzma.h>
int main(int c, char **v) { return c > 1 && lzma_code((lzma_stream *)v, LZMA_FINISH); }'
optional BZIP2 bzip2 bz2 '#include <bzlib.h>
int main(int c, char **v) { return c > 1 && BZ2_bzDecompress((bz_stream *)v); }'
