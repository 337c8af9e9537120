#!/bin/sh
# t_find_text.sh - "trawl -t text": broken links are joined, everything else is unchanged
#
# Worked examples first; then properties of any text: the same links, lines and quote marks, and a
# second run changes nothing.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

mkdir "$tmp/texts"
export tmp
count=0

# whole NAME IN OUT: checks that the text IN becomes OUT, both with printf's escapes. Keeps IN for
# the properties below.
whole() {
    count=$((count + 1))
    text_in=$2 text_out=$3
    # shellcheck disable=SC2059
    printf "$2" >"$tmp/texts/$count"
    export text_in text_out
    check_same "$1" 'printf "$text_in" | "$TRAWL" -t text' 'printf "$text_out"'
}

whole 'broken in its path' 'see <URL:http://a.example/lo\nng/path> ok\n' 'see <URL:http://a.example/long/path>\n ok\n'
whole 'punctuation stays at the closer' '(<URL:http://a.example/lo\nng>). More\n' \
    '(<URL:http://a.example/long>).\n More\n'
whole 'all punctuation stays at the closer' '<URL:http://a.example/lo\nng>.,;:!?) x\n' '<URL:http://a.example/long>.,;:!?)\n x\n'
whole 'no text after it in the line' '<URL:http://a.example/lo\nng>\nnext\n' '<URL:http://a.example/long>\n\nnext\n'
whole 'at the end of the text' '<URL:http://a.example/lo\nng>' '<URL:http://a.example/long>\n'
whole 'over three lines' '<URL:http://a.\nexample/lo\nng> ok\n' '<URL:http://a.example/long>\n\n ok\n'
whole 'quoted' '> see <URL:http://a.example/lo\n> ng/path>. ok\n> more\n' \
    '> see <URL:http://a.example/long/path>.\n>  ok\n> more\n'
whole 'quoted twice, with different marks' '>> <URL:http://a.example/lo\n> > ng> ok\n' \
    '>> <URL:http://a.example/long>\n> >  ok\n'
whole 'another quote mark' '| <URL:http://a.example/lo\n| ng> ok\n' '| <URL:http://a.example/long>\n|  ok\n'
whole 'initials' 'JD> <URL:http://a.example/lo\nJD> ng> ok\n' 'JD> <URL:http://a.example/long>\nJD>  ok\n'
whole 'indented' '  <URL:ftp://a.example/doc;\n      type=d> but\n' '  <URL:ftp://a.example/doc;type=d>\n       but\n'
whole 'CRLF' '<URL:http://a.example/lo\r\nng> ok\r\n' '<URL:http://a.example/long>\r\n ok\r\n'
whole 'a blank before the break is kept (format=flowed)' '> <URL:http://a.example/lo \n> ng> ok\n' \
    '> <URL:http://a.example/long> \n>  ok\n'
whole 'without a label' '<http://a.example/lo\nng>, ok\n' '<http://a.example/long>,\n ok\n'
whole 'the scheme alone on a line' 'in <ftp:\n  //a.example/b> ok\n' 'in <ftp://a.example/b>\n   ok\n'
whole 'a break after the label is kept' '<URL:\nhttp://a.example/lo\nng> ok\n' '<URL:\nhttp://a.example/long>\n ok\n'
whole 'a break before the closer moves after it' '<URL:http://a.example/lo\nng\n  > ok\n' \
    '<URL:http://a.example/long>\n\n  > ok\n'
whole 'a hyphen at the break is kept' '<URL:http://a.example/foo-\nbar> ok\n' '<URL:http://a.example/foo-bar>\n ok\n'
whole 'blanks inside are dropped' '<URL:http://a.example/b c> ok\n' '<URL:http://a.example/bc> ok\n'
whole 'a tag inside is dropped' '<URL:ftp://a.example/b</pre> /c> ok\n' '<URL:ftp://a.example/b/c> ok\n'
whole 'a soft hyphen' '<URL:http://a.example/b\302\255\nc> ok\n' '<URL:http://a.example/bc>\n ok\n'
whole 'a soft hyphen from a PDF, (cid:173)' '<URL:http://a.example/b(cid:173)\nc> ok\n' '<URL:http://a.example/b-c>\n ok\n'
whole 'an escape across the break' '<URL:http://a.example/%%\n2F> ok\n' '<URL:http://a.example/%%2F>\n ok\n'
whole 'in quotes' '<URL:"http://a.example/lo\nng">. ok\n' '<URL:"http://a.example/long">.\n ok\n'
whole 'in quotes, broken everywhere' '<URL:\n"http://a.example/lo\nng\n"\n > ok\n' \
    '<URL:\n"http://a.example/long">\n\n\n > ok\n'
whole 'an implied scheme is not added' '<URL:www.a.com/lo\nng> ok\n' '<URL:www.a.com/long>\n ok\n'
whole 'a relative reference' '<URL:../lo\nng.html> ok\n' '<URL:../long.html>\n ok\n'
whole 'an entity is kept' '<URL:http://a.example/?b&amp;\nc> ok\n' '<URL:http://a.example/?b&amp;c>\n ok\n'
whole 'two links, one after the other' '<URL:http://a.example/lo\nng> and <URL:http://b.example/lo\nng>.\n' \
    '<URL:http://a.example/long>\n and <URL:http://b.example/long>.\n\n'
whole 'two links without a blank between' '<URL:http://a.example/lo\nng><URL:http://b.example/lo\nng>\n' \
    '<URL:http://a.example/long>\n<URL:http://b.example/long>\n\n'
whole 'two in a wrapper' '<URL:http://a.example/lo\nng http://b.example/x> ok\n' \
    '<URL:http://a.example/long http://b.example/x>\n ok\n'
whole 'two in a wrapper, each on its line' '> <URL:http://a.example/lo\n> ng\n> http://b.example/x>. ok\n' \
    '> <URL:http://a.example/long http://b.example/x>.\n> \n>  ok\n'
whole 'only the second is broken' '<URL:http://a.example/x\nhttp://b.example/lo\nng> ok\n' \
    '<URL:http://a.example/x\nhttp://b.example/long>\n ok\n'
whole 'a page break' \
    '<URL:http://a.example/x\n\nAuthor   [Page 2]\n\f\nRFC 1738   URL   December 1994\n\n   /y>, ok\n' \
    '<URL:http://a.example/x/y>,\n\nAuthor   [Page 2]\n\f\nRFC 1738   URL   December 1994\n\n    ok\n'
whole 'a closer that may be a quote mark is a closer' \
    '<URL:http://a.example/lo\nng\n> quoted <URL:http://b.example/lo\n> ng>\n' \
    '<URL:http://a.example/long>\n\n> quoted <URL:http://b.example/long>\n> \n'
whole 'text that would become a quote mark is not moved' '<URL:http://a.example/lo\nng> > see <URL:http://b.example/lo\nng>\n' \
    '<URL:http://a.example/long> >\n see <URL:http://b.example/long>\n\n'
whole 'initials that would become a quote mark are not moved' '<URL:http://a.example/lo\nng/index> JD> x\n' '<URL:http://a.example/long/index> JD>\n x\n'
whole 'text that would become a link is not moved' '<URL:http://a.example/lo\nng>.joe@b.example x\n' \
    '<URL:http://a.example/long>.joe@b.example\n x\n'
whole 'a link after the punctuation is moved' '<URL:http://a.example/lo\nng>;http://b.example/ x\n' \
    '<URL:http://a.example/long>;\nhttp://b.example/ x\n'
whole 'a quoted link after the closer is moved' '<URL:http://a.example/lo\nng>"http://b.example/"x y\n' \
    '<URL:http://a.example/long>\n"http://b.example/"x y\n'
whole 'a bracket around the wrapper is moved' '[<URL:http://a.example/lo\nng>] x\n' '[<URL:http://a.example/long>\n] x\n'

same() {
    whole "untouched: $1" "$2" "$2"
}

same 'a text without links' 'no link at all\n\n\tx \r\n'
same 'whole links' 'http://a.example/ <URL:http://b.example/x>, <joe@c.example> www.d.com\n'
same 'breaks around a whole link' '<URL:\n  http://a.example/x\n>\n<URL:"http://b.example/"\n>\n'
same 'a closer at the start of a line' '<URL:http://a.example/x\n> quoted\n'
same 'an unterminated wrapper' '> <URL:http://a.example/lo\nng> x\n\n'
same 'bare links over two lines' 'http://a.example/lo\nng/path\n'
same 'bytes of every kind' 'a\000b\001\377\376http://a.example/\377\200 \303(\n'
same 'backslashes' '[_see_](http://a.example/x\\_) _see http://b.example/x\\_ \\url{www.example.com/y\\%%41\\&\\#39;z}\n'
same 'no line end' 'http://a.example/'
same 'an empty text' ''

# ---- Properties ----

{
    cat "$tmp"/texts/*
    printf '\n'
    cat "$tmp"/texts/*
} >"$tmp/all"
i=0
while [ $i -lt 200 ]; do
    cat "$tmp/all"
    i=$((i + 1))
done >"$tmp/texts/many"
cp "$tmp/all" "$tmp/texts/all"

# marks FILE: prints the quote marks of each line.
marks() {
    sed 's/[^> ].*//; s/ //g' "$1" | tr -d '\000'
}

# holds FILE: checks all properties of a text.
holds() {
    "$TRAWL" -t text "$1" >"$tmp/one" && "$TRAWL" -t text "$tmp/one" >"$tmp/two" || return 1
    cmp "$tmp/one" "$tmp/two" || return 1
    "$TRAWL" -0 "$1" >"$tmp/links" || [ $? -eq 1 ] || return 1
    "$TRAWL" -0 "$tmp/one" >"$tmp/links_one" || [ $? -eq 1 ] || return 1
    cmp "$tmp/links" "$tmp/links_one" || return 1
    [ "$(tr -dc '\n' <"$1" | wc -c)" -eq "$(tr -dc '\n' <"$tmp/one" | wc -c)" ] || return 1
    marks "$1" >"$tmp/marks" && marks "$tmp/one" >"$tmp/marks_one" && cmp "$tmp/marks" "$tmp/marks_one"
}

bad=
for file in "$tmp"/texts/* testdata/* doc/*; do
    [ -f "$file" ] || continue
    holds "$file" >"$tmp/held" 2>&1 || bad="$bad $file"
done
check_test 'the same links, lines and quote marks, and the same again in a second run' = '' 'echo "$bad"'
check_same 'the same links with --join=drop' '"$TRAWL" --join=drop -t text "$tmp/all" | "$TRAWL" -0' \
    '"$TRAWL" --join=drop -0 "$tmp/all"'
check_same 'the same byte by byte' 'dd if="$tmp/all" bs=1 2>/dev/null | "$TRAWL" -t text' \
    '"$TRAWL" -t text "$tmp/all"'
check_same 'the same in pieces of 7 bytes' 'dd if="$tmp/texts/many" bs=7 2>/dev/null | "$TRAWL" -t text | cksum' \
    '"$TRAWL" -t text "$tmp/texts/many" | cksum'
check_same 'a binary file is unchanged' '"$TRAWL" -t text "$TRAWL" | cksum' 'cksum <"$TRAWL"'
check_same 'several files' 'cd "$tmp/texts" && "$TRAWL" -t text 1 2' \
    'cd "$tmp/texts" && { "$TRAWL" -t text 1; "$TRAWL" -t text 2; }'
check_same 'another charset is written as UTF-8' \
    'printf "\344 <URL:http://a.example/\344\nb> x" | "$TRAWL" -t text --charset iso-8859-1' \
    'printf "ä <URL:http://a.example/äb>\n x"'
check_same 'a long line of punctuation after a link' \
    '{ printf "<URL:http://a.example/lo\nng>"; head -c 1000000 /dev/zero | tr "\000" .; echo " x"; } |
        "$TRAWL" -t text | cksum' \
    '{ printf "<URL:http://a.example/long>"; head -c 1000000 /dev/zero | tr "\000" .; printf "\n x\n"; } | cksum'
check_same 'a long line of blanks after a link' \
    '{ printf "<URL:http://a.example/lo\nng>"; head -c 1000000 /dev/zero | tr "\000" " "; echo "> x"; } |
        "$TRAWL" -t text | cksum' \
    '{ printf "<URL:http://a.example/long>\n"; head -c 1000000 /dev/zero | tr "\000" " "; printf "> x\n"; } | cksum'
check_status 'no links: 0' 0 'echo nothing | "$TRAWL" -t text'
check_status 'a missing file: 2' 2 '"$TRAWL" -t text "$tmp/nix" "$tmp/all"'
check_test 'a missing file: the others are printed' -gt 0 '"$TRAWL" -t text "$tmp/nix" "$tmp/all" | wc -l'
check_same 'text is written while more input may come' \
    '{ echo "one <URL:http://a.example/lo"; echo "ng> two"; until_there "$tmp/seen" || echo >"$tmp/late"; } | "$TRAWL" -t text |
        { read -r a; read -r b; [ ! -e "$tmp/late" ] && echo "$a/$b"; echo >"$tmp/seen"; }' 'echo "one <URL:http://a.example/long>/two"'

finish
