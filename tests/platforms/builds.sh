#!/bin/sh
# builds.sh [NAME...] - builds trawl with other compilers and flags, warnings as errors, and compares
# what each build prints with the build of "make"
#
# Run by "make check-builds" and, with the name "musl", by "make check-small". A build whose compiler
# is missing is skipped.
. tests/support/lib.sh

: "${B:=build}" "${MAKE:=make}" "${CLANG:=clang}"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CC CXX CFLAGS CPPFLAGS LDFLAGS

# make_build GOAL...: runs make for the build whose name, compiler and flags build() has set.
# shellcheck disable=SC2086  # variables are words
make_build() {
    "$MAKE" --no-print-directory -j2 B="$B/builds/$name" CC="$compiler" CFLAGS="$flags -Werror" $variables COMPLETIONS= "$@"
}

# build NAME COMPILER FLAGS [VARIABLE...]: builds into $B/builds/NAME, compares, and runs some tests.
build() {
    name=$1 compiler=$2 flags=$3
    shift 3
    there "cmd:$compiler" || { skip "$name" "no $compiler"; return; }
    variables=$*
    tests=
    for test in lib/url/t_verdicts lib/find/t_bare lib/mail/t_messages lib/kernel/t_kernel; do
        tests="$tests $B/builds/$name/tests/$test"
    done
    check "$name: builds without a warning" 'make_build all'
    case $variables in
    *PARTS*) ;;
    *)
        check "$name: prints what the build of make prints" 'sh tests/platforms/smoke.sh "$B/builds/$name/trawl" "$TRAWL"'
        check "$name: some tests pass" 'make_build check TESTS="$tests"'
        ;;
    esac
}

# headers COMPILER STANDARD SUFFIX: checks that each public header compiles alone, without a
# warning.
headers() {
    compiler=$1 standard=$2 source=$tmp/header.$3
    there "cmd:$compiler" || { skip "$compiler $standard" "no $compiler"; return; }
    for header in include/*.h; do
        printf '#include "%s"\nint main(void) { return 0; }\n' "${header##*/}" >"$source"
        check "$compiler $standard: ${header##*/}" '"$compiler" "$standard" -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude -fsyntax-only "$source"'
    done
}

# links PROGRAM: prints the lists of links that PROGRAM finds in testdata.
links() {
    xargs "$1" <"$tmp/files" | grep -aE '^(====|[a-z]+ [a-z0-9+.-]+:)'
}

# core NAME COMPILER: checks that the library without PCRE2 finds the links that the whole library
# finds.
core() {
    cat >"$tmp/pkg-config" <<'END'
#!/bin/sh
exit 1
END
    chmod +x "$tmp/pkg-config"
    build "$1" "$2" -Os PARTS=find,html,mail PKG_CONFIG="$tmp/pkg-config"
    there "cmd:$2" || return
    program="-std=c11 -Iinclude -DHTML -DMAIL tests/tools/parts.c"
    check "$1: a static program" '$compiler $program -static -o "$tmp/core" "$B/builds/$name/libtrawl.a"'
    check "$1: and one with the library of make" '${CC:-cc} $program -o "$tmp/all" -L"$B" -ltrawl -Wl,-rpath,"$(cd "$B" && pwd)"'
    find testdata -type f -size -900k | sort >"$tmp/files"
    # Without libidn2 the HTML of hosts beyond ASCII differs, so only the lists of links are compared.
    check_same "$1: finds the same links" 'links "$tmp/core"' 'links "$tmp/all"'
    tap_note "$1: the static program has $(strip -o "$tmp/small" "$tmp/core" && wc -c <"$tmp/small") bytes"
}

[ $# -gt 0 ] || set -- headers gcc-O0 gcc-Os gcc-lto clang-O0 clang-Os clang-lto musl
for what do
    case $what in
    headers)
        for standard in -std=c11 -std=c17; do
            headers gcc "$standard" c
            headers "$CLANG" "$standard" c
        done
        for standard in -std=c++11 -std=c++17; do
            headers g++ "$standard" cc
            headers "$CLANG++" "$standard" cc
        done
        ;;
    gcc-O0) build "$what" gcc '-O0 -g' ;;
    gcc-Os) build "$what" gcc '-Os -g' ;;
    gcc-lto) build "$what" gcc '-O2 -flto' ;;
    clang-O0) build "$what" "$CLANG" '-O0 -g' ;;
    clang-Os) build "$what" "$CLANG" '-Os -g' ;;
    clang-lto) build "$what" "$CLANG" '-O2 -flto=thin' 'LDFLAGS=-fuse-ld=lld' ;;
    musl) core "$what" musl-gcc ;;
    *) check "$what is known" false ;;
    esac
done
finish
