#!/bin/sh
# t_context.sh - --context: the text around a link, in JSON and TSV
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

printf 'eins\n> zwei <URL:http://a.example/lo\n> ng> drei\r\nvier www.b.com\n' >"$tmp/letter"
printf 'http://c.example/' >"$tmp/more"
printf 'äöü http://u.example/ €uro\n' >"$tmp/utf8"
export tmp

around() { # the last column
    "$TRAWL" -t tsv "$@" | sed "s/.*$(printf '\t')//"
}
check_same 'characters on either side of all pieces' 'around --context 4 "$tmp/letter"' \
    'printf "%s\n" "URL:http://a.example/lo\\n> ng> dr" "ier www.b.com\\n"'
check_same 'one character' 'around --context 1 "$tmp/letter"' \
    'printf "%s\n" ":http://a.example/lo\\n> ng>" " www.b.com\\n"'
check_same 'more characters than there are' 'around --context 1000 "$tmp/letter" | head -n 1' \
    'printf "%s\n" "eins\\n> zwei <URL:http://a.example/lo\\n> ng> drei\\r\\nvier www.b.com\\n"'
check_same 'whole lines' 'around --context line "$tmp/letter"' \
    'printf "%s\n" "> zwei <URL:http://a.example/lo\\n> ng> drei" "vier www.b.com"'
check_same 'characters, not bytes' 'around --context 2 "$tmp/utf8"' 'echo "ü http://u.example/ €"'
check_same 'invalid UTF-8' \
    'printf "\200\200\200\200\200\200 http://u.example/ \377\377" | around --context 2' \
    'printf "%s\n" "\\x80\\x80\\x80\\x80\\x80\\x80 http://u.example/ \\xff"'
check_same 'in another charset' 'printf "\344\366\374 http://u.example/" | around --charset iso-8859-1 --context 2' \
    'echo "ü http://u.example/"'
check_same 'no text around a link' 'around --context 9 "$tmp/more"' 'echo http://c.example/'
check_same 'each file is a separate text' 'around --context 9 "$tmp/more" "$tmp/utf8" "$tmp/more"' \
    'printf "%s\n" http://c.example/ "äöü http://u.example/ €uro\\n" http://c.example/'
check_same 'json: the last field' '"$TRAWL" -t json --context 1 "$tmp/letter" | sed "s/.*,\"context/{\"context/"' \
    'printf "%s\n" "{\"context\":\":http://a.example/lo\\n> ng>\"}" "{\"context\":\" www.b.com\\n\"}"'
check_same 'the other JSON fields are unchanged' '"$TRAWL" -t json --context line "$tmp/letter" | sed "s/,\"context.*/}/"' \
    '"$TRAWL" -t json "$tmp/letter"'
check_same 'the other columns are unchanged, with --spell=display' '"$TRAWL" -t tsv --spell=display --context 3 "$tmp/letter" | cut -f 1-11' \
    '"$TRAWL" -t tsv --spell=display "$tmp/letter"'
check_same '-u: repeated links are context' 'echo http://a.b/ http://a.b/ http://c.d/ | around -u --context 13' \
    'printf "%s\n" "http://a.b/ http://a.b/ " " http://a.b/ http://c.d/\\n"'
check_same 'control and invisible characters are escaped' 'printf "\033[2J\342\200\256 http://a.b/\001" | around --context 9' \
    'printf "%s\n" "\\x1b[2J\\xe2\\x80\\xae http://a.b/\\x01"'
check_same 'a context of a long line is cut' \
    '{ head -c 3000000 /dev/zero | tr "\000" "-"; printf " http://a.b/ "; head -c 3000000 /dev/zero | tr "\000" "-"; } |
        around --context line | wc -c | tr -d " "' 'echo 2012'
many() {
    i=0
    while [ "$i" -lt 4000 ]; do
        printf 'http://a/%d ' "$i"
        i=$((i + 1))
    done
}
check_same 'many links wait for their context, none is lost' \
    'many | "$TRAWL" -t tsv --context 1000 | cut -f 1' 'many | "$TRAWL"'
cat README.md doc/trawl.1 >"$tmp/long"
for context in 1 70 1000 line; do
    export context
    check_same "--context $context: the same in small pieces" \
        'dd if="$tmp/long" bs=7 2>/dev/null | "$TRAWL" -t json --context $context' \
        '"$TRAWL" -t json --context $context <"$tmp/long"'
done
check_status 'links' 0 '"$TRAWL" -t json --context 5 "$tmp/more"'
check_status 'no links' 1 '"$TRAWL" -t json --context 5 /dev/null'
[ ! -w /dev/full ] || check_status 'a full disk' 2 '"$TRAWL" -t tsv --context 5 "$tmp/more" >/dev/full'

for bad in '--context 5' '-t list --context 5' '-t text --context 5' '-t html --context line' '--explain --context 5' \
    '-c --context 5'; do
    export bad
    check_status "cannot be combined: $bad" 2 '"$TRAWL" $bad "$tmp/more"'
    check "cannot be combined, the message: $bad" '"$TRAWL" $bad "$tmp/more" 2>&1 >/dev/null | grep -q "see .trawl --help"'
    check "can be combined with -q: $bad" '"$TRAWL" -q $bad "$tmp/more"'
done
for bad in 0 1001 99999999999999999999 -1 x 5x lines ''; do
    export bad
    check_status "refused: --context '$bad'" 2 '"$TRAWL" -t json --context "$bad" "$tmp/more"'
done

# Records of links wait for the context after them: the records of 1000 long links would take 120
# MB.
awk 'BEGIN { for (s = "x"; length(s) < 8000;) s = s s
    for (i = 0; i < 2000; i++) printf "<a href=\"http://x.example/%s\">", substr(s, 1, 8000) }' >"$tmp/long.html"
check_same 'links without text between them: all are printed' \
    '"$TRAWL" -f html -t json --uniq=none --spell=display --context 1000 "$tmp/long.html" | wc -l' 'echo 2000'
if limits_memory 60000; then
    check_same 'links without text between them: memory' \
        '(ulimit -v 60000; exec "$TRAWL" -j1 -f html -t json --uniq=none --spell=display --context 1000 "$tmp/long.html") | wc -l' 'echo 2000'
else
    lacks 'the memory of --context' 'this build needs more at its start'
fi

finish
