#!/bin/sh
# t_faults.sh - calls of memory, files and threads that fail: trawl neither crashes nor hangs, and
# says what is lost
#
# A short form of "make check-failures": the first calls of each kind and some later ones, in a few
# commands.
# shellcheck disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh
: "${B:=build}"

if [ "$(uname)" != Linux ] || [ ! -f "$B/inject.so" ]; then
    skip 'calls that fail' 'the library that makes them fail is for Linux'
    finish
fi
if ! have python3 git; then
    skip 'calls that fail' 'no python3 or no git'
    finish
fi
commands='list html page gzip pieces-json check wrap rewrite rewrite-in-place rows pick split map merge sqlite'
case ${HAVE_SQLITE-yes} in '') ;; *) commands="$commands index query report site-mail map-index" ;; esac
for command in $commands; do
    export command
    check "calls that fail: $command" 'python3 -B tests/faults/faults.py "$B" short jobs=1 case="$command"'
done
case $commands in *index*)
    check 'each of the first calls for memory fails' \
        'python3 -B tests/faults/faults.py "$B" jobs=1 case=index-again,index-threads,report,query-message kind=memory most=75 some=0' ;;
esac
finish
