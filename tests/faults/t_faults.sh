#!/bin/sh
# t_faults.sh - calls of memory, files and threads that fail: trawl neither crashes nor hangs, and
# reports what is lost
#
# A short form of "make check-failures": the first calls of each kind and some later ones, in a few
# commands. "make check-all" lets more calls fail. tests/archive/t_death.sh does the same for
# trawl-archive.
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
# All cases in one process, since each process makes the input anew.
check 'calls that fail' 'python3 -B tests/faults/faults.py "$B" short jobs=1 \
    case=list,html,page,gzip,pieces-json,check,rewrite,rewrite-in-place,pick,split,map,merge'
if [ -e "$B/trawl-archive" ]; then
    check 'a library that cannot be loaded for a site' 'python3 -B tests/faults/faults.py "$B" jobs=1 kind=dlopen case=site-mail'
fi
finish
