#!/bin/sh
# large.sh [TRAWL...] - files of more than 2 and 4 GB: links at their ends, offsets, pieces, indexes
#
# Run by "make check-large". The files are sparse: a hole of NUL bytes, then a line of text. TRAWL are
# commands to test besides that of the build, such as the command of a 32-bit platform.
. tests/support/lib.sh

# large NAME BYTES: makes a file whose only link begins BYTES + 4 bytes after its start.
large() {
    truncate -s "$2" "$tmp/$1" && printf '\nSee http://www.example.org/end\n' >>"$tmp/$1"
}

for gigabytes in 2 4; do
    name=g$gigabytes
    check "a sparse file of $gigabytes GB" 'large "$name" "$((gigabytes * 1024 * 1024 * 1024))"'
    for trawl in "$TRAWL" "$@"; do
        at=$((gigabytes * 1024 * 1024 * 1024 + 5))
        check_test "$trawl: the link after $gigabytes GB, with its place" = "http://www.example.org/end	$at-$((at + 26))" \
            '"$trawl" -j1 -f text -t tsv --fields url,spans "$tmp/$name"'
        check_test "$trawl: the same in pieces" = "http://www.example.org/end	$at-$((at + 26))" \
            '"$trawl" -j2 -f text -t tsv --fields url,spans "$tmp/$name"'
        check_test "$trawl: the same from standard input" = http://www.example.org/end \
            '"$trawl" -f text <"$tmp/$name"'
    done
    rm -f "$tmp/$name"
done
finish
