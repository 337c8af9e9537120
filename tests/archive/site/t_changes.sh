#!/bin/sh
# t_changes.sh - after random changes of an archive, killed runs and lost files, a site has the same
# bytes as a new one
# shellcheck disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh

needs_sqlite 'trawl site'

tmp=$(realpath "$tmp")
check 'the site of a changing archive is like a new one' 'python3 -B tests/archive/site/changes.py "$TRAWL" "$tmp" "${STEPS:-10}" "${SEED:-1}"'
mkdir "$tmp/long"
check 'so are lists of several pages' 'python3 -B tests/archive/site/changes.py "$TRAWL" "$tmp/long" "${STEPS:-3}" "${SEED:-1}" 400 400'
finish
