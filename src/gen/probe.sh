#!/bin/sh
# probe.sh - finds out which libraries and flags are usable; prints variables for build/config.mk
#
# Libraries: pkg-config gives the flags; then a program is compiled and linked with the user's own
# CC, CPPFLAGS, CFLAGS and LDFLAGS, to be sure that header and library match. Only PCRE2 is
# required, and only for the part url (PARTS in the Makefile). Flags: each flag that some compiler
# or linker lacks is tried before it is used. "probe.sh fuzzer" prints nothing and exits with 0 when
# CC has libFuzzer, and "probe.sh pcre2" tests only PCRE2. Called by the Makefile and by needs.sh.
# Installs nothing.
set -u

: "${CC:=cc}" "${OBJCOPY:=objcopy}" "${PKG_CONFIG:=pkg-config}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
nothing='int main(void) { return 0; }'

# links PROGRAM FLAG...: succeeds when PROGRAM compiles and links with the user's flags and these.
# The shell splits the user's flags and removes quotes, as make does. The flags in FIRST come before
# the user's flags, which may override them.
FIRST=
links() {
    printf '%s\n' "$1" >"$tmp/probe.c"
    shift
    eval "$CC $FIRST ${CPPFLAGS-} ${CFLAGS-}" -o '"$tmp/probe" "$tmp/probe.c"' "${LDFLAGS-}" '"$@"' >"$tmp/log" 2>&1
}

# package NAME PROGRAM: sets cflags and libs when pkg-config knows NAME and PROGRAM links with them.
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

links "$nothing" || fail "trawl: the C compiler '$CC' does not work here. It said:"

# ---- Libraries ----

cflags='' libs=''
case ,${PARTS:-url}, in *,url,*) false ;; esac || package libpcre2-8 '#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
int main(void) { return pcre2_config(PCRE2_CONFIG_VERSION, 0) < 0; }' ||
    fail "trawl: PCRE2 (libpcre2-8) was not found; trawl needs it. 'make deps' installs it. If it is installed in an" \
        "unusual directory, set PKG_CONFIG_PATH. $PKG_CONFIG or the compiler said:"
[ "${1-}" != pcre2 ] || exit 0
printf 'PCRE2_CFLAGS = %s\nPCRE2_LIBS = %s\n' "$cflags" "$libs"

if package libidn2 '#include <idn2.h>
int main(void) { return !idn2_check_version(0); }'; then
    printf 'HAVE_IDN2 = 1\nIDN2_CFLAGS = %s\nIDN2_LIBS = %s\n' "$cflags" "$libs"
else
    printf 'HAVE_IDN2 =\n'
fi

# iconv is part of the C library in glibc and musl. Elsewhere, or where GNU libiconv's header renames
# the functions, it is in libiconv.
iconv='#include <iconv.h>
int main(void) { return iconv_open("UTF-8", "ISO-8859-1") == (iconv_t)-1; }'
if links "$iconv"; then
    printf 'HAVE_ICONV = 1\nICONV_LIBS =\n'
elif links "$iconv" -liconv; then
    printf 'HAVE_ICONV = 1\nICONV_LIBS = -liconv\n'
else
    printf 'HAVE_ICONV =\n'
fi

# trawl-pick's screen needs an ncurses with wide characters. Where that is the only one, its package
# is named ncurses.
curses='#include <curses.h>
int main(void) { return !newterm(0, stdout, stdin) || set_escdelay(9) || !mousemask(0, 0) || add_wch(0); }'
if package ncursesw "$curses" || package ncurses "$curses" ||
    { cflags='-D_XOPEN_SOURCE=600' libs=-lncursesw && links "$curses" "$cflags" "$libs"; } ||
    { libs=-lncurses && links "$curses" "$cflags" "$libs"; }; then
    printf 'HAVE_NCURSES = 1\nNCURSES_CFLAGS = %s\nNCURSES_LIBS = %s\n' "$cflags" "$libs"
else
    printf 'HAVE_NCURSES =\n'
fi

# trawl-archive needs SQLite 3.37, which has STRICT tables.
if package sqlite3 '#include <sqlite3.h>
#if SQLITE_VERSION_NUMBER < 3037000
#error
#endif
int main(void) { return sqlite3_libversion_number() < 3037000; }'; then
    printf 'HAVE_SQLITE = 1\nSQLITE_CFLAGS = %s\nSQLITE_LIBS = %s\n' "$cflags" "$libs"
else
    printf 'HAVE_SQLITE =\n'
fi

# The extension for SQLite needs only its header; 3.31 has SQLITE_INNOCUOUS.
cflags=$($PKG_CONFIG --cflags sqlite3 2>"$tmp/log") || cflags=
# shellcheck disable=SC2086
if links '#include <sqlite3ext.h>
#if SQLITE_VERSION_NUMBER < 3031000
#error
#endif
SQLITE_EXTENSION_INIT1
int main(void) { return sqlite3_api != 0; }' $cflags; then
    printf 'HAVE_SQLITE_EXT = 1\nSQLITE_EXT_CFLAGS = %s\n' "$cflags"
else
    printf 'HAVE_SQLITE_EXT =\n'
fi

# ---- Flags ----

# If the compiler warns even without our flags, do not use -Werror in the tests below.
werror=-Werror
links "$nothing" "$werror" || werror=

# accepted FLAG...: prints those FLAGs that the compiler accepts without a warning when they precede
# the user's flags. So it leaves out a FLAG that contradicts the user's flags.
accepted() {
    got=
    for flag in "$@"; do
        FIRST="$got $flag"
        ! links '#include <stdio.h>
int main(void) { return puts("") < 0; }' $werror || got="$got $flag"
    done
    FIRST=
    echo "$got"
}

# No hardening with sanitizers, which have their own checks and symbols. Old C libraries treat
# _FORTIFY_SOURCE=3 as 2.
harden='' harden_ld='' pie='' nothing_undefined=''
case " $CC ${CFLAGS-} ${LDFLAGS-} " in
*-fsanitize=*) ;;
*)
    harden=$(accepted -fstack-protector-strong -fstack-clash-protection -fcf-protection -mbranch-protection=standard \
        '-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3')
    harden_ld=$(accepted -Wl,-z,relro -Wl,-z,now)
    nothing_undefined=$(accepted -Wl,-z,defs)
    case " $CC ${CFLAGS-} ${LDFLAGS-} " in
    *' -static'* | *' -no-pie '* | *' -nopie '* | *' -fno-pi'*) ;;
    *) pie=$(accepted -pie) ;;
    esac
    ;;
esac
# Packed relative relocations take 3 KB instead of 170 KB; glibc reads them from version 2.36 on.
packed=-Wl,-z,pack-relative-relocs
links '#include <stdlib.h>
char old[__GLIBC__ * 100 + __GLIBC_MINOR__ < 236 ? -1 : 1];
int main(void) { return old[0]; }' -Wl,--fatal-warnings $packed || packed=
printf 'HARDEN = %s\nHARDEN_LD = %s\nPIE = %s\nPACKED = %s\n' "$harden" "$harden_ld" "$pie" "$packed"

# On 32-bit systems off_t and time_t may have 32 bits, too few for files over 2 GB and times after
# 2038. -Wno-psabi: gcc warns there that returning a vector depends on SSE, but only inline functions
# of trawl return vectors.
wide='#include <sys/types.h>
#include <time.h>
typedef char wide[sizeof(off_t) >= 8 && sizeof(time_t) >= 8 ? 1 : -1];
int main(void) { return sizeof(wide) == 0; }'
narrow=
links "$wide" || narrow='-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -Wno-psabi'
printf 'NARROW = %s\n' "$narrow"

# SHARED: how to link a shared library. elf: with -soname, and a version script where the linker
# supports it; macho: Apple's way. LOCALIZE: how to hide internal names in the static library:
# objcopy, ld (Apple's), or empty if neither works.
shared='int exported(void);
int exported(void) { return 0; }'
printf 'T_1 { global: exported; local: *; };\n' >"$tmp/map"
localize=
if links '#ifndef __APPLE__
#error
#endif
int main(void) { return 0; }'; then
    printf 'SHARED = macho\n'
    localize=ld
elif links "$shared" -fPIC -shared "-Wl,-soname,libt.so.0" "-Wl,--version-script,$tmp/map"; then
    printf 'SHARED = elf\nVERSION_SCRIPT = -Wl,--version-script,\n'
else
    printf 'SHARED = elf\nVERSION_SCRIPT =\n'
fi
if [ -z "$localize" ] && links "$shared" -c && $OBJCOPY --localize-hidden "$tmp/probe" "$tmp/copy" 2>"$tmp/log" &&
    links "$shared" -r -nostdlib; then
    localize=objcopy
fi
printf 'LOCALIZE = %s\nNOTHING_UNDEFINED = %s\n' "$localize" "$nothing_undefined"

# ---- Libraries that the command loads at run time ----

# The command loads the decompression libraries and libidn2 (with its 2 MB of libunistring) only
# when it needs them. It uses the file name that the linker records in a program. A static program
# records none: it loads nothing, and is linked with these libraries instead (LINKED).
dlopen='#include <dlfcn.h>
int main(int c, char **v) { return c > 1 && !dlsym(dlopen(v[1], RTLD_NOW), v[1]); }'
if links "$dlopen"; then
    printf 'DL_LIBS =\n'
elif links "$dlopen" -ldl; then
    printf 'DL_LIBS = -ldl\n'
else
    exit 0
fi

# needed NAME: prints the file name of library NAME recorded in the last program ("z" → libz.so.1 or
# libz.1.dylib).
needed() {
    { readelf -d "$tmp/probe" || otool -L "$tmp/probe"; } 2>"$tmp/log" |
        sed -n -e "s/.*NEEDED.*\\[\\(lib$1\\.[^]]*\\)\\].*/\\1/p" -e "s/^[[:space:]]\\(.*lib$1\\.[^ ]*dylib\\) .*/\\1/p"
}

# A program that is not static needs the C library.
loads=$(needed c)$(needed System)
printf 'HAVE_DLOPEN = %s\n' "$loads"
[ -n "$loads" ] || printf 'LINKED = 1\n'

# optional VARIABLE PACKAGE LIBRARY PROGRAM: prints HAVE_VARIABLE = the file name of the library, or
# empty when it is missing. Some systems lack the library's .pc file, so -lLIBRARY is tried, too.
# For a static program, the name is that of the package.
optional() {
    if package "$2" "$4" || { cflags='' libs=-l$3 && links "$4" "$libs"; }; then
        name=$2
        [ -z "$loads" ] || name=$(needed "$3") libs=
    else
        name='' cflags='' libs=
    fi
    printf '%s = %s\n%s_CFLAGS = %s\n%s_LIBS = %s\n' "HAVE_$1" "$name" "$1" "$cflags" "$1" "$libs"
}

[ -z "$loads" ] || optional IDN2_SO libidn2 idn2 '#include <idn2.h>
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
