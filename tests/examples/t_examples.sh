#!/bin/sh
# t_examples.sh - runs the programs of tests/examples and the one in doc/python.md
#
# shellcheck disable=SC2016  # commands in single quotes are run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"
examples=$B/tests/examples
export tmp examples

all_of_testdata "$tmp/text" "$tmp/mailbox"
printf 'short http://a.example/\n' >"$tmp/short"
: >"$tmp/empty"

check_same 'threads: the same links as the command' '"$examples/threads" 4 "$tmp/mailbox" | cut -d: -f3-' \
    '"$TRAWL" -0 "$tmp/mailbox" --every | tr "\000" "\n"'
for file in text mailbox short empty testdata/message.txt; do
    [ -f "$file" ] || file=$tmp/$file
    for threads in 2 3 16 200; do
        check_same "threads: $threads for $(basename "$file")" "\"\$examples/threads\" $threads \"$file\"" \
            "\"\$examples/threads\" 1 \"$file\""
    done
done
check_status 'threads: no such file' 2 '"$examples/threads" 2 "$tmp/nothing"'

# python FILE: runs the program of doc/python.md, which lists the links of standard input.
python() {
    sed -n '/^```python$/,/^```$/{/^```/!p;}' doc/python.md >"$tmp/links.py" &&
        LD_LIBRARY_PATH=$B python3 "$tmp/links.py" <"$1"
}
if [ -e "$B/libtrawl.so.1" ] && have python3 && ! grep -q fsanitize "$B/flags"; then
    cat testdata/*.txt >"$tmp/texts"
    check_same 'python.md: the same links as the command' 'python "$tmp/texts"' \
        '"$TRAWL" -0 -f text "$tmp/texts" | tr "\000" "\n"'
    check_test 'python.md: no text, no links' = '' 'python "$tmp/empty"'
else
    skip 'python.md' 'no python3, or a library that Python cannot load'
fi
finish
