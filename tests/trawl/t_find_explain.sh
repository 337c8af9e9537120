#!/bin/sh
# t_find_explain.sh - "trawl --explain": places, candidates taken and not taken, colours
#
# The tests of src/lib/find cover the rules and their sentences.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/letter" <<'END'
ä see <URL:http://a.example/foo-
bar>, www.b.com
and <http://c is good> or
> <URL:http://d.example/x

END
export tmp

# heads: prints the first line of each candidate; ends: prints its result.
heads() {
    "$TRAWL" --explain "$@" | grep -v -e '^  ' -e '(E1)$' -e '^near misses'
}
ends() {
    "$TRAWL" --explain "$@" | grep -e '^  taken' -e '^  not taken' -e '^  or' -e '^  odd'
}

check_same 'the place and the text of each candidate' 'heads "$tmp/letter"' 'printf "%s\n" \
    "line 1, column 7, bytes 7-38: <URL:http://a.example/foo-\\nbar>" \
    "line 2, column 7, bytes 40-49: www.b.com" \
    "line 3, column 5, bytes 54-72: <http://c is good>" \
    "line 3, column 6, bytes 55-63: http://c" \
    "line 4, column 3, bytes 78-102: <URL:http://d.example/x\\n" \
    "line 4, column 8, bytes 83-101: http://d.example/x"'
check_same 'the result of each candidate' 'ends "$tmp/letter"' 'printf "%s\n" \
    "  taken as wrap: http://a.example/foo-bar" "  or: http://a.example/foobar (hyphen)" "  odd: hyphen-break" \
    "  taken as www: https://www.b.com" "  odd: scheme-implied" "  not taken" "  taken as bare: http://c" \
    "  not taken" "  taken as bare: http://d.example/x" "  odd: unclosed"'
check_same 'each candidate is taken or not taken' \
    '"$TRAWL" --explain "$tmp/letter" | grep -c -e "^  taken" -e "^  not taken"' \
    'heads "$tmp/letter" | wc -l | tr -d " "'
check 'each rule has an id and a sentence' \
    '"$TRAWL" --explain "$tmp/letter" | grep -Ex "  R8    .*hyphen.*" &&
        "$TRAWL" --explain "$tmp/letter" | grep -Ex "  R20   .*"'
check_same 'what ends a link' \
    'printf "(http://a.example/x) http://b.example/x\342\200\213y http://c.example/x\"t=\"\"" | "$TRAWL" --explain |
        grep "ends it"' \
    'printf "%s\n" "  D4    a closing bracket without an opening one ends it" "  M8    an invisible character ends it" \
        "  M2    the closing mark of a quote opened earlier ends it"'
check_same 'a label and a backslash are named where they are' \
    'printf "%s\n" "www.a.com/x http://a.example/%41 URL:http://b.example/x\\_y" | "$TRAWL" --explain |
        grep -e "^line" -e "  R2 " -e "  M1 " | cut -c 1-18' \
    'printf "%s\n" "line 1, column 1, " "line 1, column 13," "line 1, column 38," "  R2    the label " \
        "  M1    a backslas"'
printf '= A\n== B\n\nhttp://a.example/x?y=z[C]\n' >"$tmp/book"
printf '[a](http://a.example/x) [b](http://a.example/y) http://a.example/x?y=z[C]\n' >"$tmp/links"
check_same 'white space ends a link' 'echo "http://a.example/x y" | "$TRAWL" --explain | grep D4' \
    'echo "  D4    white space or a control character ends it"'
check_same 'a skipped candidate is shown from its start' \
    'echo "see http://a.example:\$PORT/ or git@a.example:src/x" | heads' \
    'printf "%s\n" "line 1, column 5, bytes 4-22: http://a.example:\$" "line 1, column 32, bytes 31-44: git@a.example"'
check_same 'the notation of the text, and why it is known' \
    'for how in "-" "--notation asciidoc -" "$tmp/book" "$tmp/links"; do
        echo "http://a.example/x?y=z[C]" | "$TRAWL" --explain -f text $how | sed -n "s/^  M22  *//p"; done' \
    'printf "%s\n" "the text is set to be AsciiDoc" "the first lines of the text show AsciiDoc" \
        "it is all of the brackets of a link of Markdown" "it is all of the brackets of a link of Markdown" \
        "earlier links show Markdown"'
check_same 'the same byte by byte' 'dd if="$tmp/letter" bs=1 2>/dev/null | "$TRAWL" --explain' \
    '"$TRAWL" --explain "$tmp/letter"'
check_same 'the detected kind of input, and the reason' '"$TRAWL" --explain "$tmp/letter" | head -n 1' \
    'echo "read as text: it begins with neither a header of mail or news nor a mailbox separator (E1)"'
check_same 'no detected kind with -f' '"$TRAWL" --explain -f text "$tmp/letter"' \
    '"$TRAWL" --explain "$tmp/letter" | sed 1d'
check_same '-H prints the file name' 'cd "$tmp" && "$TRAWL" --explain -H letter | grep -v "^  " | head -n 2 | cut -d, -f 1 |
    cut -c 1-20' 'printf "%s\n" "letter: read as text" "letter: line 1"'
check_same 'each file begins at line 1' \
    '"$TRAWL" --explain "$tmp/letter" "$tmp/letter" | grep -c "^line 1, column 7, bytes 7-38"' \
    'echo 2'
check_same 'places far into the text' '{ head -c 500000 /dev/zero | tr "\000" "\n"; printf "ab <http://c is good>"; } |
    "$TRAWL" --explain | sed -n 2p' 'echo "line 500001, column 4, bytes 500003-500021: <http://c is good>"'
check_same 'UTF-16: no line for a candidate that is not taken' \
    'printf "\377\376 \000<\000h\000t\000t\000p\000:\000/\000/\000c\000 \000i\000s\000>\000" | "$TRAWL" --explain |
        sed -n "s/^\(bytes [0-9]*\)-.*/\1/p" | head -n 1' 'echo "bytes 4"'
check 'a long candidate is cut short' \
    '{ printf "<URL:http://a.example/"; head -c 3000 /dev/zero | tr "\000" x; echo "<"; } | "$TRAWL" --explain |
        sed -n 2p | grep -Ex ".{80,160}xxx\.\.\."'
check_same 'control bytes are escaped' 'printf "<URL:http://a.example/\033[2J>" | "$TRAWL" --explain --find +domain |
    tr -d "[:print:]\n"' 'printf ""'
check_same 'no colours in a pipe' '"$TRAWL" --explain "$tmp/letter"' '"$TRAWL" --explain --color never "$tmp/letter"'
check 'colours with --color=always' \
    '"$TRAWL" --explain --color=always "$tmp/letter" | grep -q "$(printf "\033")\[32mtaken as"'
check_same 'colours change nothing else' \
    '"$TRAWL" --explain --color always "$tmp/letter" | sed "s/$(printf "\033")\[[0-9;]*m//g"' \
    '"$TRAWL" --explain "$tmp/letter"'
check_status 'links: 0' 0 '"$TRAWL" --explain "$tmp/letter"'
check_status 'no links: 1' 1 'echo "<http:// is nothing>" | "$TRAWL" --explain'
check_same 'no output without a candidate' 'echo nothing | heads' 'printf ""'

# ---- Near misses ----

near() {
    "$TRAWL" --explain "$@" | sed '1,/^near misses/d'
}
check_same 'the option that makes a link, nearest first' \
    'printf "%s\n" "www.x.nosuch or README.md" "see example.com, localhost:80/x or 192.0.2.1/y" | near' 'cat <<END
  line 2, column 5: example.com: a domain; "--find +domain" finds it (M7)
  line 2, column 18: localhost:80/x: a host of this machine; "--find +localhost" finds it (M7)
  line 2, column 36: 192.0.2.1/y: an IP address; "--find +ip" finds it (M7)
  line 1, column 17: README.md: its last label alone shows that it is a domain; "--find +domain --domains all" finds it (M7)
  line 1, column 1: www.x.nosuch: its last label is not known; "--domains any" finds it (D2)
END'
check_same 'what was defanged, and what the scanner refused' \
    'printf "%s\n" "ann@localhost" "example[.]com/x" "mailto:ann" | near' 'cat <<END
  line 2, column 1: example.com/x: it was written so that it is not followed; "--find +domain --refang" finds it (E19)
  line 3, column 1: mailto:: the text after the colon does not fit the scheme (M6)
  line 1, column 1: ann@localhost: no domain follows the "@" (D3)
END'
check_same 'why a cid: URL is not taken' \
    'echo "see cid:1@a.example" | "$TRAWL" --explain - | grep -c "E14 .*part of a message"' 'echo 1'
check_same 'a link is no near miss' 'echo "http://a.example/ <URL:http://b.example/>" | near' 'printf ""'
check_same 'in mail' 'printf "From: a@b.example\nSubject: c.com\n\nsee example.com\n" | near' \
    'echo "  message 1, part 1, bytes 38-49: example.com: a domain; \"--find +domain\" finds it (M7)"'
check_same 'ten, and whether there are others' 'seq 1 30 | sed "s/.*/a&.example.com/" | near | tail -n 2' 'cat <<END
  line 10, column 1: a10.example.com: a domain; "--find +domain" finds it (M7)
  and others
END'
check_same 'each file has its own' 'echo example.com >"$tmp/1"; "$TRAWL" --explain "$tmp/1" "$tmp/1" | grep -c "^near"' 'echo 2'

# ---- Line breaks: the lines around the link, their layout, and the evidence ----

# notes LINE...: prints the notes about the line breaks of the link in these lines.
notes() {
    printf '%s\n' "$@" | "$TRAWL" --explain | sed -n 's/^  R3[45] *//p'
}
edge='This line shows the edge'
region='the line has 24 columns; rows above and below: 2 and 0; as long: 2; longest: 24'
export edge region
check_same 'a join: the evidence for it' 'notes "$edge" "$edge" "http://x.example/a?n=012" "0a1b2c3d4e5f&x=1"' \
    'printf "%s\n" "its line is full, and the next line begins like a part of it" "$region" "the lines are text" \
        "at the edge, and code follows" "the first line of the URL" \
        "nothing shows that more had fitted" "a name or a number follows" "what follows is code" "one word is below" \
        "order: each break is sure; the joined URL is first"'
check_same 'another reading: what forbids a join, and the evidence' \
    'notes "> http://pear.example/plum" "> -xxxxxxxxxxxxxxxxxxxxxxx"' \
    'printf "%s\n" "it ends its line, and the next line could be the rest of it" \
        "the line has 26 columns with the marks \">\"; rows above and below: 0 and 0" "the lines are text" "a sign follows" \
        "the first line of the URL" "nothing shows that more had fitted" "one word is below" \
        "less than 40 columns" "lines are cut here" \
        "order: a break is not sure; the first line'\''s URL is first"'
check_same 'no break: what forbids it' 'notes "$edge, too" "http://x.example/a?n=012/" "is the place"' \
    'printf "%s\n" "the line has 25 columns; rows above and below: 1 and 0; as long: 0; longest: 29" \
        "the lines are text" "a short line" "\"/\" or \"-\", and no word in small letters is alone" \
        "the first line of the URL" "a word of prose follows" "what follows may be a word" \
        "the URL ends in \"/\" or \"-\"" "less than 40 columns" "\"/\" or \"-\", and a word of prose follows" \
        "the next line is no part of it"'
check_same 'no break: too little speaks for it' 'notes "$edge" "http://x.example/a?n=012" "is the place"' \
    'printf "%s\n" "the line has 24 columns; rows above and below: 1 and 0; as long: 1; longest: 24" "the lines are text" \
        "a short line" "the first line of the URL" "a word of prose follows" \
        "what follows may be a word" \
        "less than 40 columns" "the next line is no part of it"'
check_same 'another reading: a line above is longer' 'notes "$edge, too" "http://x.example/a?n=012" "0a1b2c3d4e5f&x=1"' \
    'printf "%s\n" "it ends its line, and the next line could be the rest of it" \
        "the line has 24 columns; rows above and below: 1 and 0; as long: 0; longest: 29" "the lines are text" \
        "a short line" "the first line of the URL" "a name or a number follows" "what follows is code" \
        "one word is below" "less than 40 columns" "order: a break is not sure; the first line'\''s URL is first"'
# order [--OPTION] TEXT: prints why the first reading is the first one.
order() {
    text=$1
    shift
    # shellcheck disable=SC2059  # a format on purpose
    printf "$text" | "$TRAWL" --explain -f text "$@" | sed -n 's/^  \(R[0-9]*  *\)order: /\1/p'
}
check_same 'the order: a sure break' 'order "$edge\n$edge\nhttp://x.example/a?n=012\n0a1b2c3d4e5f&x=1\n"' \
    'echo "R34   each break is sure; the joined URL is first"'
check_same 'the order: a break that is not sure' \
    'order "> http://pear.example/plum\n> -xxxxxxxxxxxxxxxxxxxxxxx\n"' \
    'echo "R35   a break is not sure; the first line'\''s URL is first"'
check_same 'the order: joined, and with a hyphen or without' 'order "See the page of all at https://pear.example/list/of/all/pears-\nplums\n"' \
    'printf "%s\n" "R34   each break is sure; the joined URL is first" \
        "R8    the grammar accepts several; the one with all hyphens is first"'
check_same 'the order: hyphens are kept' 'order "<URL:http://a.example/of-\npears>"' \
    'echo "R8    the grammar accepts several; the one with all hyphens is first"'
check_same 'the order: hyphens are dropped' 'order "<URL:http://a.example/of-\npears>" --join=drop' \
    'echo "R8    the grammar accepts several; the one without hyphens is first"'
check_same 'the order: the grammar' 'order "<URL:http://a.example/%%4-\n1>"' \
    'echo "R8    the grammar of its scheme accepts the first reading, not all"'
check_same 'the order: an address' 'order "write to joe-\nsmith@pear.example\n"' \
    'echo "R8    the grammar accepts several; the one with all hyphens is first"'
check_same 'the order: an address whose host may go on' 'order "write to joe@pear.example-\nplum.example\n"' \
    'echo "R35   its host is whole without the line below; this one is first"'
check_same 'no order of one reading' 'order "<URL:http://a.example/pe\nars> http://a.example/x"' 'printf ""'
check_same 'the rows below, of which two are as long' \
    'notes "│ > see http://x.example/0123456789 │" "│ > 0a1b2c3d4e5f&x=1                │" "│ > a line                          │" \
        "│ > a line of as many cells as that │" "│ > é日, of as many cells as it has │" | grep columns' \
    'echo "the line has 35 columns with the marks \"│>\" and a frame; rows above and below: 0 and 3; as long: 2; longest: 35"'

code() { { echo '{' && seq -f ' "k%g": 1,' 90 && printf '%b' "$1"; } | "$TRAWL" --explain --structure; }
check_same '--structure: code that never closes' \
    'code "\nThis is a sentence that ends the code, as it has no end.\n\nThe next\nline of text.\n" | sed 1d' \
    'printf "line %s\n" "1: code in brackets" "93: below code that never closes" "95: running text"'
check_same '--structure: code that closes' 'code "}\n\nThis is a sentence that is below the code.\n" | sed 1d' \
    'printf "line %s\n" "1: code in brackets" "94: running text"'

finish
