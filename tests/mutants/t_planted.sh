#!/bin/sh
# t_planted.sh - the tables of planted faults and of equivalent mutants fit the source
#
# "make check-planted" and "make check-mutants" use them.

. tests/support/lib.sh

if have python3; then
    check 'the texts, tests and targets of the tables exist' 'python3 -B tests/mutants/plant.py --check'
else
    skip 'the tables of faults' 'no python3'
fi
finish
