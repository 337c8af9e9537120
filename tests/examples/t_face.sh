#!/bin/sh
# t_face.sh - the programs of this folder that use only the public headers, and the examples in these
# headers: they compile without a warning in C and C++; the programs list the links that the command
# lists, and may close their objects in any order
#
# tests/hosts/t_compilers.sh compiles them with clang.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}" "${CC:=cc}" "${CXX:=c++}" "${CPPFLAGS=}" "${CFLAGS=}" "${LDFLAGS=}" "${FACE_CC:=gcc}" "${FACE_CXX:=g++}"
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-field-initializers -Werror'
library=$(cd "$B" && pwd)
export tmp library LD_LIBRARY_PATH="$library"

# compiles COMPILER STANDARD SOURCE PROGRAM: compiles SOURCE with all warnings, and links it into
# PROGRAM.
# shellcheck disable=SC2046,SC2086  # flags are words
compiles() {
    $1 "-std=$2" $warnings $(sanitizers) -Iinclude -o "$4" "$3" "-L$library" -ltrawl
}

# sanitizers: prints the flags of the library that its programs need too.
sanitizers() {
    tr ' ' '\n' <"$B/flags" | grep -- '^-fsanitize' | sort -u
}

# inits HEADER: prints a program that uses each TRAWL_..._INIT of the header.
inits() {
    echo "#include <$1>"
    echo 'int main(void) {'
    sed -n 's/^#define \(TRAWL_[A-Z_]*_INIT\) TRAWL_SIZED(\([a-z_]*\)).*/\2 \1/p' "include/$1" |
        while read -r type init; do
            echo "{ $type one = $init; static const $type two = $init;"
            echo "if (one.size != sizeof one || two.size != sizeof two) return 1; }"
        done
    echo 'return 0; }'
}

for header in trawl.h trawl_mail.h trawl_emit.h trawl_rewrite.h; do
    inits "$header" >"$tmp/inits.c"
    cp "$tmp/inits.c" "$tmp/inits.cc"
    check_test "$header: has initializers" -ge 1 'grep -c INIT "$tmp/inits.c"'
    for compiler in $FACE_CC; do
        if have "cmd:$compiler"; then
            check "$header: $compiler warns of no initializer" 'compiles $compiler c11 "$tmp/inits.c" "$tmp/inits" && "$tmp/inits"'
        else
            skip "$header: initializers in C" "no $compiler"
        fi
    done
    for compiler in $FACE_CXX; do
        if have "cmd:$compiler"; then
            check "$header: $compiler warns of no initializer" 'compiles $compiler c++11 "$tmp/inits.cc" "$tmp/inits" && "$tmp/inits"'
        else
            skip "$header: initializers in C++" "no $compiler"
        fi
    done
done

# programs HEADER: writes the examples in the first comment of the header to NAME-1.c and so on.
programs() {
    awk -v name="$tmp/${1%.h}" '/^ \*\// { exit } /^ \* Example:/ { n++ }
        n && /^ \*     / { print substr($0, 8) >(name "-" n ".c") }' "include/$1"
}

for header in include/*.h; do
    programs "$(basename "$header")"
done
check_test 'the headers have examples' -ge 7 'ls "$tmp"/trawl*-[0-9].c | wc -l'
for compiler in $FACE_CC; do
    have "cmd:$compiler" || continue
    for file in "$tmp"/trawl*-[0-9].c; do
        check "$(basename "$file"): $compiler compiles the example of the header" 'compiles $compiler c11 "$file" "${file%.c}"'
    done
done
[ ! -x "$tmp/trawl_options-1" ] || check_test 'the example of trawl_options.h says what is wrong' = \
    'profile: plain is wrong; it takes mail, uts58, rfc1738 or screen' \
    '"$tmp/trawl_options-1" || true'

cat testdata/*.txt >"$tmp/texts"
all_of_testdata "$tmp/text" "$tmp/mailbox"

# works COMPILER STANDARD SOURCE ORDERS: checks that the program compiles, and closes its objects in
# all ORDERS orders.
works() {
    name=$(basename "$3") program=$tmp/program
    rm -f "$program"
    if ! have "cmd:$1"; then
        skip "$name with $1" "no $1"
        return
    fi
    check "$name: $1 compiles it without a warning" "compiles $1 $2 $3 $program"
    check_test "$name: all orders of closing" = "$4 orders" '"$program" --orders'
    if [ -n "${TRAWL_TEST_WHOLE-}" ] && [ "${1#clang}" = "$1" ] && there cmd:valgrind && [ -z "$(sanitizers)" ]; then
        check "$name: valgrind finds no error in them" 'valgrind -q --leak-check=full --error-exitcode=9 "$program" --orders'
    fi
}

for compiler in $FACE_CC; do
    works "$compiler" c11 tests/examples/stream.c 6
    [ ! -x "$program" ] || check_same "stream.c: the links of the command" \
        '"$program" <"$tmp/texts" | sed "s/^[0-9]*:[0-9]*: //; s/ .*//"' '"$TRAWL" --join -0 -f text --uniq=none "$tmp/texts" | tr "\000" "\n" | sed "s/ .*//"'
    works "$compiler" c11 tests/examples/mail.c 6
    [ ! -x "$program" ] || check_test "mail.c: lists the messages of a mailbox" -ge 10 '"$program" <"$tmp/mailbox" | grep -c "^[0-9]"'
done
for compiler in $FACE_CXX; do
    works "$compiler" c++17 tests/examples/raii.cc 120
    [ ! -x "$program" ] || check_test 'raii.cc: prints links, and HTML' -eq 1 \
        'echo "see http://a.example/" | "$program" | grep -c "<a href=.http://a.example/"'
done
finish
