#!/bin/sh
# t_damaged.sh - damaged records: trawl-archive, as trawl merge --index runs it, does not crash
. tests/support/lib.sh
needs_sqlite 'damaged records'
export HOME="$tmp"

case $TRAWL in /*) ;; *) TRAWL=$PWD/$TRAWL ;; esac
here=$PWD
mkdir "$tmp/in"
cp -R testdata/mail "$tmp/in/"
cd "$tmp" || exit 2
cp "$(dirname "$TRAWL")/trawl-archive" import

# says NAME STATUS PATTERN COMMAND: checks that the command exits with STATUS and a message that
# matches PATTERN.
says() {
    said=$4 pattern=$3
    export said pattern
    check "$1" '(eval "$said") 2>said; test $? -eq '"$2"' && grep -q -e "$pattern" said'
}

says 'records that are none' 74 'no records' 'printf "\1\0\0\0\0\0\0\0x" | ./import never.db'
check_test '... make no index' = '' 'ls never.db* 2>/dev/null'
says 'records that are cut off' 75 'the next run continues' 'printf "\3\0\0\0\0\0\0\0\11\1\0\5" | ./import cut.db'
"$TRAWL" split --tasks 7 in >manifest
"$TRAWL" map --manifest manifest --task 1/1 -o out --index 2>said
check 'damaged records' 'python3 -B "$here/tests/trawl/jobs/damaged.py" ./import out 40'
finish
