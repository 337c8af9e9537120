#!/bin/sh
# t_project.sh - the project itself: includes, sizes, exported symbols, installation, use by others, the build's own rules
#
# Run by "make check", which hands over B, CC and their kind; by hand it looks at a finished build in ./build.

. tests/lib.sh

: "${B:=build}" "${MAKE:=make}" "${CC:=cc}" "${CXX:=c++}" "${PKG_CONFIG:=pkg-config}"
: "${CFLAGS=-O2 -g}" "${CPPFLAGS=}" "${LDFLAGS=}" "${ZDEFS=-Wl,-z,defs}" "${PKG_CONFIG_PATH=}"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# mk ARGUMENT...: make, with the settings of the build under test.
mk() {
    "$MAKE" --no-print-directory B="$B" CC="$CC" CFLAGS="$CFLAGS" CPPFLAGS="$CPPFLAGS" LDFLAGS="$LDFLAGS" \
        ZDEFS="$ZDEFS" PKG_CONFIG="$PKG_CONFIG" "$@"
}

# ---- Sources ----

# may_include ROOM: the rooms whose headers it may include besides its own.
may_include() {
    case $1 in
    kernel) ;;
    grammar) echo include base kernel ;;
    charset) echo include base kernel ;;
    find) echo include base kernel grammar charset ;;
    html) echo base kernel ;;
    mail) echo include base kernel grammar charset find html ;;
    emit) echo include base kernel ;;
    cli) echo include ;;
    esac
}

# room_of FILE NAME: the room that NAME, included by FILE, comes from; nothing for the C library and other libraries.
room_of() {
    for candidate in "$(dirname "$1")/$2" "src/$2" "include/$2"; do
        [ -f "$candidate" ] || continue
        basename "$(cd "$(dirname "$candidate")" && pwd)"
        return
    done
}

# wrong_edges: every include that goes against the one way, base <- grammar, charset <- find <- mail, base <- html <- mail.
wrong_edges() {
    grep -Eo '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<][^">]+' src/[!g]*/*.[ch] src/grammar/*.[ch] 2>/dev/null |
        sed 's/^\([^:]*\):.*["<]/\1 /' | while read -r file name; do
        room=$(basename "$(dirname "$file")")
        from=$(room_of "$file" "$name")
        case " $room $(may_include "$room") " in
        *" ${from:-$room} "*) ;;
        *) echo "$file includes $name" ;;
        esac
    done
}

# includers HEADER: which sources include a library's header.
includers() {
    grep -lE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[\"<]$1[\">]" src/*/*.[ch] | tr '\n' ' '
}

# long_functions: a function is what stands between braces in the first column, and the line before.
long_functions() {
    find src tests -name '*.[ch]' -exec awk '
        FNR == 1 { from = 0 }
        /^{/ { from = FNR - 1 }
        /^}/ && from { if (FNR - from + 1 > 60) print FILENAME ":" from ": " FNR - from + 1 " lines"; from = 0 }' {} +
}

# unexplained: sources that do not open with a comment.
unexplained() {
    find src include tests -name '*.[ch]' -exec awk 'FNR == 1 && !/^\/\*/ { print FILENAME }' {} +
}

# unnamed: sources of the rooms that doc/design.md goes through file by file, which it names neither whole nor as `zones*.c`.
unnamed() {
    named=$(sed -n 's/`/\n/gp' doc/design.md | grep '^[a-z_0-9]*\*\{0,1\}\.c$')
    for file in src/find/*.c src/charset/*.c src/html/*.c src/mail/*.c src/grammar/*.c src/emit/*.c; do
        name=${file##*/} found=
        for pattern in $named; do
            # shellcheck disable=SC2254  # it is a pattern
            case $name in
            $pattern) found=1 && break ;;
            esac
        done
        [ "$found" ] || echo "$file"
    done
}

check_test 'includes run one way' = '' 'wrong_edges'
check_test 'pcre2.h is included by three files' = \
    'src/grammar/match.c src/grammar/rules_compile.c src/grammar/rules_match.c ' 'includers pcre2.h'
check_test 'idn2.h is included by the grammar, and by what loads it for the command' = '' 'includers idn2.h | sed "s#^src/cli/idn_load.c src/grammar/idn.c ##"'
check_test 'iconv.h is included by one file at most' = '' 'includers iconv.h | sed "s|^src/charset/multi_byte.c ||"'
check_test 'no function is over 60 lines' = '' 'long_functions'
check_test 'every source opens with a comment' = '' 'unexplained'
check_test 'doc/design.md names the files of the rooms it goes through' = '' 'unnamed'

# ---- What the library exports ----

exported() {
    nm -D --defined-only "$B/libtrawl.so" | awk '$2 != "A" { print $3 }' | sort
}

# The archive has no other name that a program's own could clash with; those of sanitizers begin with "_".
archived() {
    nm -g --defined-only "$B/libtrawl.a" | awk 'NF == 3 && $3 !~ /^_/ { print $3 }' | sort
}

declared() {
    awk '/^TRAWL_API/ && match($0, /trawl_[a-z0-9_]*\(/) { print substr($0, RSTART, RLENGTH - 1) }' include/*.h | sort
}

check_same 'the library exports what tests/symbols.txt lists' exported 'cat tests/symbols.txt'
check_same 'so does the archive' archived 'sed "s/@.*//" tests/symbols.txt'
check_same 'the headers declare the same' declared 'sed "s/@.*//" tests/symbols.txt'

# ---- What the manual pages tell of it ----

# untold_names: words in JSON for kinds and flags that trawl(1) does not explain.
untold_names() {
    sed -n '/trawl_kind_name\|trawl_flag_name/,/^}/p' src/find/names.c | grep -o '"[a-z-]*"' | tr -d '"' |
        while read -r name; do
            grep -q "^\.It Li $name\$" doc/trawl.1 || echo "$name"
        done
}

# constants: those of the headers, but for how many there are of a kind.
constants() {
    sed 's/"[^"]*"//g' include/*.h | grep -o 'TRAWL_[A-Z0-9_]*' | sort -u |
        grep -vxE 'TRAWL_(H|MAIL_H|EMIT_H|API|INPUTS|KINDS|REFUSALS|SKIPS|ZONES)'
}

# untold_constants: those that trawl(3) does not name, whole or, in a list, as _LAST.
untold_constants() {
    constants | while read -r name; do
        grep -q "$name\b" doc/trawl.3 || grep -q "^\.Dv _${name##*_}\b" doc/trawl.3 || echo "$name"
    done
}

# untold_functions: those without a name, a prototype or a word in trawl(3).
untold_functions() {
    declared | while read -r name; do
        [ "$(grep -cE "^\.(Nm|Fn|Fo) $name\b" doc/trawl.3)" -ge 3 ] || echo "$name"
    done
}

check_test 'trawl(1) explains all kinds and flags' = '' 'untold_names'
check_test 'trawl(3) names all constants' = '' 'untold_constants'
check_test 'and has all functions, with a prototype and a word on each' = '' 'untold_functions'
check_test 'soname' = libtrawl.so.0 'readelf -d "$B/libtrawl.so" | sed -n "s/.*SONAME.*\[\(.*\)\]/\1/p"'
check_test 'the command needs no libtrawl.so' -eq 0 'readelf -d "$B/trawl" | grep -c "NEEDED.*libtrawl"'

# ---- Installation ----

version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)

# wanted_files: what is installed below a prefix.
wanted_files() {
    printf '%s\n' bin/trawl lib/libtrawl.a lib/libtrawl.so lib/libtrawl.so.0 "lib/libtrawl.so.$version" \
        lib/pkgconfig/trawl.pc
    for file in include/*.h; do
        echo "$file"
    done
    for file in doc/*.[135]; do
        [ ! -f "$file" ] || echo "share/man/man${file##*.}/${file#doc/}"
    done
}

files_in() {
    (cd "$1" && find . ! -type d | sed 's|^\./||' | sort)
}

check 'install with DESTDIR and PREFIX' 'mk install DESTDIR="$tmp/dest" PREFIX=/opt/trawl'
check_same 'installs these files' 'files_in "$tmp/dest/opt/trawl"' 'wanted_files | sort'
check_test 'DESTDIR is not in what is installed' -eq 0 'grep -c "$tmp" "$tmp/dest/opt/trawl/lib/pkgconfig/trawl.pc"'
check 'uninstall with DESTDIR and PREFIX' 'mk uninstall DESTDIR="$tmp/dest" PREFIX=/opt/trawl'
check_test 'uninstall leaves no file' = '' 'files_in "$tmp/dest"'
check 'install into a LIBDIR and MANDIR of its own' \
    'mk install DESTDIR="$tmp/dest" PREFIX=/usr LIBDIR=/usr/lib64 MANDIR=/usr/man && [ -f "$tmp/dest/usr/lib64/libtrawl.a" ]'
check_test 'which trawl.pc names' = /usr/lib64 'sed -n "s/^libdir=//p" "$tmp/dest/usr/lib64/pkgconfig/trawl.pc"'

# ---- Use by others: the example at the top of trawl.h, built with what pkg-config says ----

prefix=$tmp/prefix
PKG_CONFIG_PATH=$prefix/lib/pkgconfig:$PKG_CONFIG_PATH
export PKG_CONFIG_PATH

# example NUMBER: the first or second program in the header's opening comment.
example() {
    awk -v wanted="$1" '
        /^ \*     #include/ && !inside { inside = 1; number++ }
        /^ \*\// || /^ \* [^ ]/ { inside = 0 }
        inside && number == wanted { sub(/^ \*     /, "") || sub(/^ \*/, ""); print }' include/trawl.h
}

# compile_with COMPILER SOURCE PROGRAM LIBRARY [PACKAGE...]: LIBRARY takes the place of -ltrawl, since the linker prefers
# the shared one where both are. Flags are lists of words.
# shellcheck disable=SC2046,SC2086
compile_with() {
    compile="$1 $CFLAGS $CPPFLAGS -Wall -Werror -o $3 $2 $LDFLAGS" library=$4
    shift 4
    $compile $($PKG_CONFIG --cflags trawl) $($PKG_CONFIG --libs trawl "$@" | sed "s/-ltrawl/$library/")
}

# refused PROGRAM: the example's URL is refused for its space, by RFC 3986 among others.
refused() {
    status=0
    LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said" || status=$?
    cat "$tmp/said"
    [ "$status" -eq 1 ] && grep -q '^RFC 3986, section .*: byte 29: ' "$tmp/said"
}

# lists PROGRAM: the example prints the links of its standard input, the broken one whole, the last one without a line end.
lists() {
    printf 'See <URL:http://a.example/x\n y>,\nor mailto:joe@b.example.\nwww.example.com/z' |
        LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said" || return
    cat "$tmp/said"
    printf '%s\n' http://a.example/xy mailto:joe@b.example https://www.example.com/z | cmp - "$tmp/said"
}

# try_language NAME COMPILER SUFFIX: each example with the shared library, then with the static one.
# shellcheck disable=SC2034
try_language() {
    compiler=$2
    for pair in 1:refused 2:lists; do
        works=${pair#*:} source=$tmp/example${pair%:*}.$3
        example "${pair%:*}" >"$source"
        check "$1, $works, shared library" 'compile_with "$compiler" "$source" "$tmp/a.out" -ltrawl && "$works" "$tmp/a.out"'
        check "$1, $works, static library" 'compile_with "$compiler" "$source" "$tmp/a.out" -l:libtrawl.a \
            $($PKG_CONFIG --print-requires-private trawl) && "$works" "$tmp/a.out"'
    done
}

check 'install into a prefix' 'mk install PREFIX="$prefix"'
check_test 'pkg-config knows the version' = "$version" '$PKG_CONFIG --modversion trawl'
try_language 'the example in C' "$CC -std=c11" c
if have "${CXX%% *}"; then
    try_language 'the example in C++' "$CXX -std=c++11" cc
else
    skip 'the example in C++' "no $CXX"
fi
check 'the installed command runs' '"$prefix/bin/trawl" check http://a/'
PKG_CONFIG_PATH=${PKG_CONFIG_PATH#*:}

# ---- The build's own rules ----

check 'nothing is made twice' 'mk -q all'
check 'an object is made' 'mk B="$tmp/b" CFLAGS=-O0 "$tmp/b/src/base/out.o"'
check 'not again with the same flags' 'mk B="$tmp/b" CFLAGS=-O0 -q "$tmp/b/src/base/out.o"'
check_status 'but again with others' 1 'mk B="$tmp/b" CFLAGS=-O1 -q "$tmp/b/src/base/out.o"'
check 'without PCRE2 the message names "make deps"' '! mk B="$tmp/c" PKG_CONFIG=false >"$tmp/said" 2>&1 &&
    grep "make deps" "$tmp/said"'

# ---- Missing tools: src/gen/deps.sh on a machine that has nothing but a package manager ----

# bare MANAGER UID: a directory of commands with little in it; the manager writes its arguments down.
bare() {
    rm -rf "$tmp/asked" "${tmp:?}/bin" && mkdir "$tmp/bin"
    for tool in sh mktemp rm tr cut sort grep sed cat; do
        ln -s "$(command -v "$tool")" "$tmp/bin/$tool"
    done
    printf '#!/bin/sh\necho %s\n' "$2" >"$tmp/bin/id"
    [ "$1" = none ] || printf '#!/bin/sh\necho "%s $*" >>%s/asked\n' "$1" "$tmp" >"$tmp/bin/$1"
    chmod +x "$tmp"/bin/*
}

deps() {
    PATH=$tmp/bin B=$tmp/none PKG_CONFIG=pkg-config "$tmp/bin/sh" src/gen/deps.sh "$@"
}

for pair in apt-get:libpcre2-dev dnf:pcre2-devel pacman:pcre2 apk:pcre2-dev brew:pcre2; do
    bare "${pair%:*}" 0
    check_status "${pair%:*} is asked, and what is still missing afterwards is told" 1 'deps try'
    check "for ${pair#*:}" 'grep -w -- "${pair#*:}" "$tmp/asked"'
    check_test 'but for no tool of the tests' -eq 0 'grep -cE "clang|cppcheck" "$tmp/asked"'
done
bare apt-get 0
check_status 'for the tests more is asked for' 1 'deps check'
check 'among it a linter' 'grep -w cppcheck "$tmp/asked"'
bare apt-get 1000
check_test 'neither root nor sudo: the command to run is shown' -eq 1 'deps try | grep -c "apt-get install .*libpcre2-dev"'
check_test 'and not run' = '' 'cat "$tmp/asked"'
bare none 0
check_test 'no package manager: what is missing is named' -eq 1 'deps try | grep -c "missing: pc:libpcre2-8"'
check_test 'what is named after deps comes after it, under -j too' = 'deps:all' \
    'mk -j4 help deps | awk "NR == 1 || \$1 == \"all\" { printf \"%s\", \$1 }"'
finish
