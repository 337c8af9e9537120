#!/bin/sh
# t_examples.sh - runs the programs of tests/examples
#
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
: "${B:=build}"
examples=$B/tests/examples
export tmp examples

all_of_testdata "$tmp/text" "$tmp/mailbox"
printf 'short http://a.example/\n' >"$tmp/short"
: >"$tmp/empty"

check_same 'threads: the same links as the command' '"$examples/threads" 4 "$tmp/mailbox" | cut -d: -f3-' \
    '"$TRAWL" -0 "$tmp/mailbox" --uniq=none --scheme any | tr "\000" "\n"'
for file in text mailbox short empty testdata/message.txt; do
    [ -f "$file" ] || file=$tmp/$file
    for threads in 2 3 16 200; do
        check_same "threads: $threads for $(basename "$file")" "\"\$examples/threads\" $threads \"$file\"" \
            "\"\$examples/threads\" 1 \"$file\""
    done
done
check_status 'threads: no such file' 2 '"$examples/threads" 2 "$tmp/nothing"'
finish
