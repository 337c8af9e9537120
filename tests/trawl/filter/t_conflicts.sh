#!/bin/sh
# t_conflicts.sh - options that do not go together: the message names the options that were typed,
# and says why

. tests/support/lib.sh

echo 'http://a.example/' >"$tmp/text"

# refused OPTIONS MESSAGE: checks that trawl refuses the options with status 2 and MESSAGE, which a
# hint follows.
refused() {
    # shellcheck disable=SC2086 # options are words
    check_status "status of $1" 2 '"$TRAWL" '"$1"' "$tmp/text"'
    check_same "message of $1" '"$TRAWL" '"$1"' "$tmp/text" 2>&1 | sed "s/; see .trawl --help.$//"' \
        "echo 'trawl: $2'"
}

# taken OPTIONS: checks that trawl accepts the options.
taken() {
    check_status "accepted: $1" 0 '"$TRAWL" '"$1"' "$tmp/text"'
}

records='only with -t json, tsv and csv'
list='only with -t list'
links='only with -t list, json, tsv and csv: the others print the text'

refused '--spell raw --spell display' '--spell raw does not go with --spell display: both are spellings of a link'
refused '--spell canonical --spell display' '--spell canonical does not go with --spell display: both are spellings of a link'
refused '--spell defang,raw' '--spell defang does not go with --spell raw: it changes the link, and --spell raw prints it as it is'
refused '-c -n' '-c does not go with -n: it prints a number'
refused '-c --line-number=column' '-c does not go with --line-number=column: it prints a number'
refused '--explain -t list' '--explain does not go with -t: it has an output of its own'
refused '--explain -u' '--explain does not go with -u: it has an output of its own'
refused '-l -H' '-l does not go with -H: it prints names of files'
refused '-l --at 1:1' '-l does not go with --at: it prints names of files'
refused '--at 1:1 -u' '--at does not go with -u: it prints one link'
refused '--line-number=column --charset latin1' '--line-number=column does not go with --charset: it counts the characters of UTF-8, or of UTF-16 and UTF-32 with a byte-order mark'
refused '--new --explain' '--new does not go with --explain: it selects links that are listed'
refused '--zone new,header --explain' '--zone does not go with --explain: it selects links that are listed'
refused '--toc --structure=none -t html --page' '--toc does not go with --structure=none: it needs the structure of the text'

refused '-n -t html' "-n does not go with -t html, $links"
refused '--site a.example -t md' "--site does not go with -t md, $links"
refused '-u -t notes' "-u does not go with -t notes, $links"
refused '-n -t json' "-n does not go with -t json, $list: records have the fields line, column and file"
refused '-H -t json' "-H does not go with -t json, $list: records have the fields line, column and file"
refused '--line-number=column -t tsv' "--line-number=column does not go with -t tsv, $list: records have the fields line, column and file"
refused '--spell raw -t json' "--spell raw does not go with -t json, $list: records have it as a field"
refused '-0 -t csv' "-0 does not go with -t csv, $list: records are lines"
refused '--unwrap -t json' "--unwrap does not go with -t json, $list: it changes a list; see --fields defanged,target"
refused '-c -t json' "-c does not go with -t json, $list: it prints no links"
refused '--offsets chars' "--offsets does not go with -t list, $records: it counts spans; or with --line-number=column or --at"
refused '--context 9' "--context does not go with -t list, $records: it chooses fields of records"
refused '--no-header -t json' '--no-header does not go with -t json, only with -t csv: only csv names its columns'
refused '--join=both -t md' '--join both does not go with -t md, only with -t list, json, tsv, csv and html: the others show one reading'
refused '--base http://a.example/ -t text' \
    '--base does not go with -t text, only with -t list, json, tsv, csv, html, term, md and notes: -t text does not change partial URLs'
refused '--css none' '--css does not go with -t list, only with -t html: it is for HTML'
refused '--attr rel=me -t json' '--attr rel does not go with -t json, only with -t html: it is for HTML'
refused '--structure' '--structure does not go with -t list, only with -t html: it is for HTML; or with --explain'
refused '--live ftp' '--live does not go with -t list, only with -t html: it is for HTML; or with --scheme live'

refused '--title x -t html' '--title goes with --page only'
refused '--lang de -t html' '--lang goes with --page only'

taken '--spell normal -t json'
taken '-c -H'
taken '--offsets chars --line-number=column'
taken '--explain --structure'
taken '--live ftp --scheme live'
taken '-q -n -t html'

finish
