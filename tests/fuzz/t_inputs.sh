#!/bin/sh
# t_inputs.sh - the files of seeds in the tree are in order, and inputs.py reads and writes seeds

. tests/support/lib.sh

if ! have python3; then
    skip 'the seeds of the fuzz targets' 'no python3'
    finish
fi
script=$PWD/tests/fuzz/inputs.py
seeds=tests/fuzz/corpus/scan.txt
head='# scan.txt - seeds of fuzz_scan.c; inputs.py explains the format'

# inputs ARGUMENT...: runs inputs.py in a tree of its own, which has one target.
inputs() {
    (cd "$tmp/tree" && python3 -B "$script" "$@")
}

# tree LINE...: makes the tree for inputs, with these lines of seeds.
tree() {
    rm -rf "$tmp/tree" && mkdir -p "$tmp/tree/tests/fuzz/corpus" "$tmp/tree/tests/fuzz/library"
    : >"$tmp/tree/tests/fuzz/library/fuzz_scan.c"
    [ $# -eq 0 ] || printf '%s\n' "$head" "$@" >"$tmp/tree/$seeds"
}

# unpacked: unpacks the seeds and prints them: name, tab, bytes in octal.
unpacked() {
    inputs unpack "$tmp/out" && (cd "$tmp/out/scan" && for file in *; do
        printf '%s\t%s\n' "$file" "$(od -An -v -to1 "$file" | tr -d ' \n')"
    done)
}

check_same 'the seeds of the tree are in order, and each file has a target' 'python3 -B "$script" check' :

tree '"\x00\xFF"' 'quotes="a\"\\b"'
check_same 'inputs are unpacked' unpacked 'printf "%s\n" "aa3e5dcdd77b153f2e59bd0d8794fde33cb4e486	000377" "quotes	141042134142"'
check_test 'check finds nothing' = '' 'inputs check'
cp "$tmp/tree/$seeds" "$tmp/before"
check_same 'add without a file changes nothing' 'inputs add scan; cat "$tmp/tree/$seeds"' \
    'cat "$tmp/before"'

tree
printf 'http://a.example/\n' >"$tmp/one.txt"
sha=e4d4fc05dfd75c903fbca1f62ab380f331dc9f0f
cp "$tmp/one.txt" "$tmp/$sha"
python3 -c 'import sys; sys.stdout.buffer.write(bytes(range(256)))' >"$tmp/bytes"
check 'files are added' 'inputs add scan "$tmp/one.txt" "$tmp/bytes"'
check_test 'one line for each' -eq 3 'wc -l <"$tmp/tree/$seeds"'
check 'the line of a name' 'grep -x "one.txt=\"http://a.example/.x0A\"" "$tmp/tree/$seeds"'
check 'the bytes that come out are those that went in' 'inputs unpack "$tmp/out" && cmp "$tmp/bytes" "$tmp/out/scan/bytes" &&
    cmp "$tmp/one.txt" "$tmp/out/scan/one.txt"'
check 'a file that is named by its SHA-1 gets no name' 'rm "$tmp/tree/$seeds" && inputs add scan "$tmp/$sha" &&
    grep -x "\"http://a.example/.x0A\"" "$tmp/tree/$seeds"'
cp "$tmp/tree/$seeds" "$tmp/before"
check_same 'an input that is there is not added a second time' 'inputs add scan "$tmp/$sha"; cat "$tmp/tree/$seeds"' \
    'cat "$tmp/before"'
check_status 'another input of the same name is refused' 1 'inputs add scan "$tmp/bytes" && echo >"$tmp/bytes" && inputs add scan "$tmp/bytes"'
check_status 'a target that does not exist is refused' 1 'inputs add nothing "$tmp/one.txt"'
check_status 'a name with a blank is refused' 1 'cp "$tmp/one.txt" "$tmp/a b" && inputs add scan "$tmp/a b"'

# finds WHAT LINE...: checks that inputs.py refuses or reports these lines.
finds() {
    what=$1
    shift
    tree "$@"
    check_status "check finds $what" 1 'inputs check'
}

finds 'lines out of order' '"b"' '"a"'
finds 'an input that occurs twice' '"a"' '"a"'
finds 'an input that is there with a name, too' '"a"' 'name="a"'
finds 'small letters in an escape' '"\xff"'
finds 'a letter that needs no escape' '"\x41"'
finds 'a line without quotes' 'a'
finds 'a name that leads out of the folder' '../a="b"'
finds 'a name that is a folder' '..="b"'
tree '"a"'
check_status 'check finds seeds without a target' 1 'rm "$tmp/tree/tests/fuzz/library/fuzz_scan.c" && inputs check'
finish
