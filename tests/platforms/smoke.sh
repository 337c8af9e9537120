#!/bin/sh
# smoke.sh TRAWL REFERENCE - compares what two builds of the command print for the files of
# testdata/tour and testdata/spec, in five formats, and with an index
#
# Prints the first difference. Exit status 1 when there is one.
set -eu
trawl=$1 reference=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for options in '-t json' '-t html --page' '-t md' '--refang -t tsv' '-f text -t term'; do
    for file in testdata/tour/*.txt testdata/tour/archive.mbox testdata/tour/notice.eml testdata/spec/rules.txt; do
        # shellcheck disable=SC2086  # options are words
        "$trawl" $options "$file" >"$tmp/got" && "$reference" $options "$file" >"$tmp/want"
        cmp "$tmp/got" "$tmp/want"
    done
done
[ -x "${trawl%/*}/trawl-archive" ] || exit 0
"$trawl" index -q "$tmp/links.db" testdata/tour/archive.mbox
"$trawl" query "$tmp/links.db" >"$tmp/got"
"$reference" query "$tmp/links.db" >"$tmp/want"
[ -s "$tmp/got" ] && cmp "$tmp/got" "$tmp/want"
