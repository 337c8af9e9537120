#!/bin/sh
# t_find.sh - the filter "trawl [options] [FILE...]": its input, the list, options, exit statuses
#
# tests/lib/find covers the links of a text; here are only a few short texts. t_find_json.sh,
# t_find_text.sh and t_find_explain.sh test the other outputs.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/letter" <<'END'
Dear Joe <joe@host.example>,
see <URL:http://a.example/foo-
bar/baz>, www.b.com/x, and (http://c.example/).
Write to ann@d.example. No link: http:// and www. alone.
END
printf 'none here\n' >"$tmp/empty"
printf 'HTTP://C.example:80/ and http://c.example\n' >"$tmp/more"
export tmp
tab=$(printf '\t')
export tab

# ---- The list ----

check_same 'one link a line' '"$TRAWL" "$tmp/letter"' \
    'printf "%s\n" mailto:joe@host.example http://a.example/foo-bar/baz https://www.b.com/x http://c.example/ \
        mailto:ann@d.example'
check_same '-t list is the default' '"$TRAWL" -t list "$tmp/letter"' '"$TRAWL" "$tmp/letter"'
check_same 'no file: standard input' '"$TRAWL" <"$tmp/letter"' '"$TRAWL" "$tmp/letter"'
check_same '"-" is standard input, in order' \
    'echo http://x.example/ | "$TRAWL" "$tmp/more" - "$tmp/empty" "$tmp/more"' \
    'printf "%s\n" HTTP://C.example:80/ http://c.example http://x.example/ HTTP://C.example:80/ http://c.example'
check_same 'a file named "-"' 'cd "$tmp" && cp letter ./- && "$TRAWL" -- - </dev/null' '"$TRAWL" "$tmp/letter"' 
check_same 'files are separate texts' 'printf "http://x.example/a" >"$tmp/1"; printf "b http://" >"$tmp/2"
    printf "y.example" >"$tmp/3"; "$TRAWL" "$tmp/1" "$tmp/2" "$tmp/3"' 'echo http://x.example/a'
check_same 'options after files' '"$TRAWL" "$tmp/letter" -c' 'echo 5'
check_same '-n' '"$TRAWL" -n "$tmp/letter" | head -n 3' \
    'printf "%s\n" 1:mailto:joe@host.example 2:http://a.example/foo-bar/baz 3:https://www.b.com/x'
check_same '-H' 'cd "$tmp" && "$TRAWL" -H more' 'printf "more:%s\n" HTTP://C.example:80/ http://c.example'
check_same '-H and -n' 'cd "$tmp" && "$TRAWL" -Hn more empty' \
    'printf "more:1:%s\n" HTTP://C.example:80/ http://c.example'
check_same '-H names standard input' 'echo http://x.example/ | "$TRAWL" --with-filename --line-number' \
    'echo "(standard input):1:http://x.example/"'
check_same 'two files without -H: no names' '"$TRAWL" "$tmp/more" "$tmp/more" | sort -u' \
    'printf "%s\n" HTTP://C.example:80/ http://c.example'
check_same '--spell=raw' '"$TRAWL" --spell=raw "$tmp/letter"' \
    'printf "%s\n" joe@host.example "http://a.example/foo- bar/baz" www.b.com/x http://c.example/ ann@d.example'
check_same '--spell=canonical' '"$TRAWL" --spell=canonical "$tmp/more"' 'printf "http://c.example/\nhttp://c.example/\n"'
check_same '--spell=display' 'echo http://x.example/%C3%A4%2F%41 | "$TRAWL" --spell=display' 'echo http://x.example/ä%2FA'
check_same '-0' '"$TRAWL" -0 "$tmp/more"' 'printf "HTTP://C.example:80/\000http://c.example\000"'
check_same '-0 with -n' '"$TRAWL" -n0 "$tmp/more"' 'printf "1:HTTP://C.example:80/\0001:http://c.example\000"'
check_same '-c' '"$TRAWL" -c "$tmp/letter" "$tmp/empty" "$tmp/more"' 'echo 7'
check_same '-c and -H: each file' 'cd "$tmp" && "$TRAWL" -cH letter empty more' 'printf "%s\n" letter:5 empty:0 more:2'
check_same '-c without links' '"$TRAWL" --count "$tmp/empty"' 'echo 0'
check_same '-q prints nothing' '"$TRAWL" -q "$tmp/letter"; "$TRAWL" -q --explain -t json -c "$tmp/letter"' 'printf ""'

# ---- Without repeats ----

check_same '-u compares canonical forms and prints the first link' '"$TRAWL" -u "$tmp/more"' 'echo HTTP://C.example:80/'
check_same '-u over all files' '"$TRAWL" --uniq "$tmp/letter" "$tmp/more" | tail -n 1' 'echo mailto:ann@d.example'
# These URLs collided in an earlier hash. In the first pair, the top bits of two words cancel out
# with every key; of the other four URLs, two had the same hash with most keys.
k=kkkkkkkk
top=$(printf '\353')
printf 'http://w.example/kkkkkk%s\n' "$k$top${k%?????}$top${k%?????}$top$k$k$k" $k$k$k$k${k}k >"$tmp/top"
for at in '' $k $k$k $k$k$k; do
    rest=$k$k$k$k
    printf 'http://w.example/kkkkkk%s+kkk+kkk+%s\n' "$at" "${rest#"$at"}"
done >"$tmp/bits"
check_same '-u keeps URLs that were made to collide' '"$TRAWL" -uc "$tmp/top"; "$TRAWL" -uc "$tmp/bits"' \
    'printf "2\n4\n"'
check_same '-u with -c' '"$TRAWL" -uc "$tmp/more" "$tmp/more"' 'echo 1'
check_same '-u with -c and -H counts a link in its first file' 'cd "$tmp" && "$TRAWL" -ucH letter more' \
    'printf "letter:5\nmore:0\n"'
check_same '-u with --spell=canonical' '"$TRAWL" -u --spell=canonical "$tmp/more"' 'echo http://c.example/'
check_same '-u: a path is case-sensitive' 'echo http://c.example/A http://c.example/a | "$TRAWL" -uc' 'echo 2'
check_same '-u with 3000 links: no repeats' 'i=0; while [ $i -lt 3000 ]; do echo "http://c.example/$i http://c.example/$((i % 1500))"
    i=$((i + 1)); done | "$TRAWL" -u | sort | uniq -d | wc -l | tr -d " "' 'echo 0'
check_same '-u with 3000 links: none is lost' 'i=0; while [ $i -lt 3000 ]; do echo "http://c.example/$i http://c.example/$((i % 1500))"
    i=$((i + 1)); done | "$TRAWL" -uc' 'echo 3000'

# ---- What to find ----

cat >"$tmp/kinds" <<'END'
http://u.example/
www.w.com
<a@a.example>
e@e.example
d.example/x d.com
article <1@m.example>
192.0.2.1/x
localhost:8080/x
//n.com/x
END
printf '\033]8;;http://osc.example/\033\\shown\033]8;;\033\\\n' >>"$tmp/kinds"
for pair in url:http://u.example/ www:https://www.w.com email:mailto:e@e.example domain:https://d.com \
    msgid:mid:1@m.example ip:https://192.0.2.1/x localhost:https://localhost:8080/x netpath:https://n.com/x osc8:http://osc.example/; do
    kind=${pair%%:*} want=${pair#*:}
    export kind want
    check "--find $kind" '"$TRAWL" --find "$kind" "$tmp/kinds" | grep -Fx -e "$want"'
done
check_same '--find addr' '"$TRAWL" --find addr "$tmp/kinds"' 'echo mailto:a@a.example'
check_same '--find email finds only one link' '"$TRAWL" --find email "$tmp/kinds" | grep -c e@e.example' 'echo 1'
check_same '--find email,www: no parts of URLs' 'echo "ftp://joe:pw@a.example/ http://www.a.example/ joe@a.example" | "$TRAWL" --find email,www' \
    'echo mailto:joe@a.example'
check_same 'the default of --find' '"$TRAWL" "$tmp/kinds"' '"$TRAWL" --find url,www,addr,email "$tmp/kinds"'
check_same '--find osc8' '"$TRAWL" --find osc8 "$tmp/kinds"' 'echo http://osc.example/'
check_same '--find +KIND adds' '"$TRAWL" --find +localhost "$tmp/kinds"' \
    '"$TRAWL" --find url,www,addr,email,localhost "$tmp/kinds"'
check_same '--find -KIND removes' '"$TRAWL" --find -www "$tmp/kinds"' '"$TRAWL" --find url,addr,email "$tmp/kinds"'
check_same '--find -KIND,+KIND' '"$TRAWL" --find=-www,+ip "$tmp/kinds"' '"$TRAWL" --find url,addr,email,ip "$tmp/kinds"'
check_same 'changes to a list of kinds' '"$TRAWL" --find url,email --find +ip --find -email "$tmp/kinds"' \
    '"$TRAWL" --find url,ip "$tmp/kinds"'
check_same 'a list replaces earlier --find' '"$TRAWL" --find +ip --find url "$tmp/kinds"' \
    'printf "http://u.example/\nhttp://osc.example/\n"'
check_same 'a change also applies to a later --profile' '"$TRAWL" --find -email --profile uts58 "$tmp/kinds"' \
    '"$TRAWL" --profile uts58 --find url,domain "$tmp/kinds"'
check_same 'uts58 finds url, email and domain' '"$TRAWL" --profile uts58 "$tmp/kinds"' \
    '"$TRAWL" --profile uts58 --find url,email,domain "$tmp/kinds"'
check_same 'rfc1738 finds url' '"$TRAWL" --profile rfc1738 "$tmp/kinds"' \
    'printf "http://u.example/\nhttp://osc.example/\n"'
check_same '--domains turns on domains' '"$TRAWL" --domains strong "$tmp/kinds"' '"$TRAWL" --find +domain "$tmp/kinds"'
check_same '--domains does not override --find' '"$TRAWL" --find url --domains all "$tmp/kinds"' \
    '"$TRAWL" --find url "$tmp/kinds"'
check_same '--domains all' 'echo "main.rs d.com" | "$TRAWL" --domains all' 'printf "https://main.rs\nhttps://d.com\n"'
check_same '--domains strong' 'echo "main.rs d.com" | "$TRAWL" --domains strong' 'echo https://d.com'
check_same 'an unknown kind' '"$TRAWL" --find url,links 2>&1' \
    'echo "trawl: --find: unknown kind links; the kinds are url, www, addr, email, domain, msgid, hdr, ip, localhost," \
        "netpath, html and osc8"'
check_same 'signs and no signs' '"$TRAWL" --find +ip,domain 2>&1; echo $?; "$TRAWL" --find url,-hdr </dev/null; echo $?' \
    'echo "trawl: --find: +ip,domain mixes two forms: +KIND,+KIND adds to the default, KIND,KIND replaces it"
     echo 2; echo 1'
check_same 'a missing kind' '"$TRAWL" --find url,, 2>&1 | cut -d\; -f 1' 'echo "trawl: --find: a kind is missing"'
check_same 'nothing left' '"$TRAWL" --find url,-url 2>&1 | cut -d\; -f 1' \
    'echo "trawl: --find: no kind is left to find"'
for bad in '--find=' '--find=+' '--find=+x' '--find=URL' '--find=url+ip'; do
    export bad
    check_status "refused: $bad" 2 '"$TRAWL" "$bad" </dev/null'
done

s='magic://m.example/ ftp://f.example/ http://h.example/'
export s
check_same '--scheme any is the default' 'echo "$s" | "$TRAWL"' 'printf "%s\n" $s'
check_same '--scheme known' 'echo "$s" | "$TRAWL" --scheme known' 'printf "%s\n" ftp://f.example/ http://h.example/'
check_same '--scheme with names' 'echo "$s" | "$TRAWL" --scheme=magic,HTTP' \
    'printf "%s\n" magic://m.example/ http://h.example/'
check_same 'the last --scheme counts' 'echo "$s" | "$TRAWL" --scheme ftp --scheme any' 'printf "%s\n" $s'
for bad in '' ',' 'http,' 'http ftp' 1http http:; do
    export bad
    check_status "refused: --scheme '$bad'" 2 '"$TRAWL" --scheme "$bad" </dev/null'
done
check_same 'and why' '"$TRAWL" --scheme http:// 2>&1' \
    'echo "trawl: --scheme: http:// is not a list of schemes; it takes names as in http,https"'

printf '// mine\nzzz\n' >"$tmp/tlds"
d='a.zzz/x a.com/x a.museum/x'
export d
check_same '--domains any' 'echo "$d" | "$TRAWL" --find domain --domains any --spell=raw' 'printf "%s\n" $d'
check_same '--domains classic' 'echo "$d" | "$TRAWL" --find domain --domains classic --spell=raw' 'echo a.com/x'
check_same '--domains FILE' 'echo "$d" | "$TRAWL" --find domain --domains "$tmp/tlds" --spell=raw' 'echo a.zzz/x'
check_same 'the last --domains counts' 'echo "$d" | "$TRAWL" --find domain --domains "$tmp/tlds" --domains any --spell=raw' \
    'printf "%s\n" $d'
check_same 'no such file' '"$TRAWL" --domains "nix" 2>&1 </dev/null' 'echo "trawl: nix: No such file or directory"'
check_same 'an empty one' '"$TRAWL" --domains /dev/null 2>&1 </dev/null' \
    'echo "trawl: --domains: /dev/null is empty; it should list top-level domains, one per line"'
check_status 'are trouble' 2 '"$TRAWL" --domains /dev/null "$tmp/letter"'

labelled='http://a.example/x?y=z[C] http://b.example/x[there] *http://c.example/x* http://d.example/x\_y'
export labelled
check_same '--notation asciidoc' 'echo "$labelled" | "$TRAWL" --notation asciidoc' \
    'printf "%s\n" "http://a.example/x?y=z" http://b.example/x http://c.example/x http://d.example/x_y'
check_same '--notation none: signs are bytes of the URL where it may have them' \
    'echo "$labelled" | "$TRAWL" --notation none' \
    'printf "%s\n" "http://a.example/x?y=z[C]" "http://b.example/x[there]" "http://c.example/x*" http://d.example/x'
check_status '--notation: an unknown name' 2 'echo | "$TRAWL" --notation latex'
# book N: AsciiDoc's second heading ends N bytes after the start, and a link is far below
book() {
    printf '= A\n'
    head -c "$(($1 - 10))" /dev/zero | tr '\0' .
    printf '\n== B\n'
    yes 'words of a text' | head -n 9000
    echo 'http://a.example/x?y=z[C]'
}
check_same 'the first 4096 bytes show the notation, from anywhere' 'book 4097 | "$TRAWL" -f text' 'echo "http://a.example/x?y=z"'
check_same 'byte by byte' 'book 4097 | head -c 5000 >"$tmp/book"; echo "http://a.example/x?y=z[C]" >>"$tmp/book";
    dd if="$tmp/book" bs=1 2>/dev/null | "$TRAWL" -f text' 'echo "http://a.example/x?y=z"'
check_same 'later bytes do not' 'book 4100 | "$TRAWL" -f text' 'echo "http://a.example/x?y=z[C]"'
check_same 'in pieces, each by a thread' \
    '{ book 4000; for i in 1 2 3; do yes "words of a text" | head -n 90000; echo "http://a.example/x?y=z[C]"; done; } >"$tmp/book"
    "$TRAWL" -j 4 -f text "$tmp/book"' 'yes "http://a.example/x?y=z" | head -n 4'
check_same 'in pieces, where links show it later' \
    '{ words() { yes "words of a text" | head -n 90000; }; words; echo "link:http://a.example/x[z] link:http://a.example/y[z]"
    words; echo "http://a.example/x?y=z[C]"; words; echo "http://a.example/x?y=z[C]"; } >"$tmp/book"
    "$TRAWL" -j 4 -f text "$tmp/book"' \
    'printf "%s\n" http://a.example/x http://a.example/y "http://a.example/x?y=z" "http://a.example/x?y=z"'
check_same 'a word with signs of troff' \
    '{ printf "= A\n"; head -c 900 /dev/zero | tr "\0" .; printf "\n== B\n\nhttp://a.example/\\\\:x?y=z[C]\n"; } | "$TRAWL" -f text' \
    'echo "http://a.example/x?y=z"'
broken='see http://a.example/of-pears-
and-plums'
export broken
check_same '--columns: a link that ends there goes on' 'echo "$broken" | "$TRAWL" --columns 30' \
    'echo http://a.example/of-pears-and-plums'
for last in '\n' '' '  '; do
    export last
    check_same "--columns: the list has it too, '$last' at the end" \
        'printf "see http://a.example/of-pears-\nand-plums$last" | "$TRAWL" -f text --columns 30' \
        'echo http://a.example/of-pears-and-plums'
done
check_same '--columns: the list has it too, in a frame' \
    'printf "| see http://a.example/of-pears- |\n| and-plums                      |\n" | "$TRAWL" -f text --columns 32' \
    'echo http://a.example/of-pears-and-plums'
check_same '--columns: another width' 'echo "$broken" | "$TRAWL" --columns 31' 'echo http://a.example/of-pears-'
check_status '--columns: too few' 2 'echo "$broken" | "$TRAWL" --columns 23'
check_same '--columns: what is wrong' 'echo "$broken" | "$TRAWL" --columns 8O 2>&1' \
    'echo "trawl: --columns: 8O is not a number of columns from 24 to 1000"'
check_status '--columns: too many' 2 'echo "$broken" | "$TRAWL" --columns 1001'

w='<URL:http://a.example/foo-
bar>'
export w
check_same '--join=keep' 'echo "$w" | "$TRAWL" --join=keep' 'echo http://a.example/foo-bar'
check_same '--join=drop' 'echo "$w" | "$TRAWL" --join=drop' 'echo http://a.example/foobar'
check_same '--join=both: the second reading follows a TAB' 'echo "$w" | "$TRAWL" -n --join=both' \
    'printf "1:http://a.example/foo-bar\n\thttp://a.example/foobar\n"'
check_same '--join=both with -0' 'echo "$w" | "$TRAWL" -0 --join=both' \
    'printf "http://a.example/foo-bar\000\thttp://a.example/foobar\000"'
check_same '--join=both: other readings, too' 'echo "<URL:http://A.example/b c>" | "$TRAWL" --join=both --spell=canonical' \
    'printf "http://a.example/bc\n\thttp://a.example/b%%20c\n"'
check_same '--base' 'echo "<URL:../x.html>" | "$TRAWL" --base http://a.example/b/c' 'echo http://a.example/x.html'
check_same 'the fragment of --base is not used' 'echo "<URL:?q> <URL:./z> <URL:x#y>" | "$TRAWL" --base "http://a.example/b/c?d#e"' \
    'printf "%s\n" "http://a.example/b/c?q" http://a.example/b/z "http://a.example/b/x#y"'
check_same 'no --base' 'echo "<URL:../x.html>" | "$TRAWL"' 'echo ../x.html'
check_same 'a base that is not absolute' '"$TRAWL" --base /b/c 2>&1' \
    'echo "trawl: --base: /b/c is not an absolute URL; \"trawl check URL\" says why"'
check_same '--charset' 'printf "http://a.example/\344" | "$TRAWL" --charset iso-8859-1' 'echo http://a.example/ä'
check_same 'a byte-order mark' 'printf "\376\377\000h\000t\000t\000p\000:\000/\000/\000a\000/" | "$TRAWL"' \
    'echo http://a/'
check_same 'an unknown charset' '"$TRAWL" --charset klingon 2>&1 </dev/null' \
    'echo "trawl: --charset: unknown charset klingon; \"iconv -l\" lists those of this system"'
check_status 'is trouble' 2 '"$TRAWL" --charset klingon </dev/null'
check_same 'one without a name' '"$TRAWL" --charset "" 2>&1 </dev/null' \
    'echo "trawl: --charset: the name is empty; without --charset the text is UTF-8"'
check_status 'is trouble too' 2 '"$TRAWL" --charset "" </dev/null'
check_same 'a file without a name' '"$TRAWL" "" 2>&1' \
    'echo "trawl: \"\": No such file or directory; the file name is empty, perhaps an unset variable in quotes"'
check 'all kinds of --find and of -f are in --help' '"$TRAWL" --help | grep "html *URLs in HTML attributes" && "$TRAWL" --help | grep mboxcl2'

# ---- Exit statuses and errors ----

check_status 'links found' 0 '"$TRAWL" "$tmp/letter"'
check_status 'links in one of the files' 0 '"$TRAWL" "$tmp/empty" "$tmp/letter"'
check_status 'no links' 1 '"$TRAWL" "$tmp/empty"'
for option in '-t json' '-t tsv' -c -q -u -n --explain; do
    export option
    check_status "$option, links" 0 '"$TRAWL" $option "$tmp/letter"'
    check_status "$option, none" 1 '"$TRAWL" $option "$tmp/empty"'
done
check_status 'a missing file among others' 2 '"$TRAWL" "$tmp/letter" "$tmp/nix" "$tmp/more"'
check_test 'a missing file: the others are read' -eq 7 '"$TRAWL" "$tmp/letter" "$tmp/nix" "$tmp/more" | wc -l'
check_same 'a missing file: the message' 'cd "$tmp" && "$TRAWL" letter nix more 2>&1 >/dev/null' \
    'echo "trawl: nix: No such file or directory"'
check_same 'a URL in place of a file' '"$TRAWL" http://a.example/ 2>&1' \
    'echo "trawl: http://a.example/: No such file or directory; trawl reads files;" \
        "to check a URL, use \"trawl check URL\""'
check_same 'a directory' 'mkdir "$tmp/dir" && cp "$tmp/letter" "$tmp/dir" && "$TRAWL" "$tmp/dir"' '"$TRAWL" "$tmp/letter"'
check_status 'a directory as standard input' 2 '"$TRAWL" <tests'
check_status 'closed standard input' 2 '"$TRAWL" <&-'
check_status 'closed standard input that is not read' 0 '"$TRAWL" "$tmp/letter" <&-'
check_status '-q: a link, and an error' 0 '"$TRAWL" -q "$tmp/nix" "$tmp/letter"'
check_status '-q: no link, and an error' 2 '"$TRAWL" -q "$tmp/nix" "$tmp/empty"'
check 'a file name with control bytes is escaped' '"$TRAWL" "$(printf "\033[2Jx")" 2>&1 | grep -F "\\x1b[2Jx"'
if [ -w /dev/full ]; then
    check_status 'a full disk' 2 '"$TRAWL" "$tmp/letter" >/dev/full'
    check_same 'a full disk: the message' '"$TRAWL" "$tmp/letter" 2>&1 >/dev/full' 'echo "trawl: writing: No space left on device"'
    check_status 'a full disk with -t text' 2 '"$TRAWL" -t text "$tmp/letter" >/dev/full'
else
    skip 'a full disk' 'there is no /dev/full'
fi
check_same 'a closed pipe is not an error' \
    'yes http://a.example/ | "$TRAWL" 2>"$tmp/said" | head -n 1; cat "$tmp/said"' 'echo http://a.example/'

while read -r bad; do
    export bad
    check_status "cannot be combined: $bad" 2 '"$TRAWL" $bad "$tmp/letter"'
    check "cannot be combined, the message: $bad" '"$TRAWL" $bad "$tmp/letter" 2>&1 >/dev/null | grep -q "see .trawl --help"'
    check "can be combined with -q: $bad" '"$TRAWL" -q $bad "$tmp/letter"'
done <<'END'
--spell=raw --spell=canonical
--spell=raw --spell=display
-c -n
-c -0
-c --spell=raw
-c --join=both
-c --explain
-c -t json
-c -t text
--explain -t json
--explain -0
--explain -u
--explain --spell=raw
-t text -n
-t text -H
-t text -0
-t text -u
-t text --spell=canonical
-t text --join=both
-t text --base http://a.example/
-t json -0
-t tsv --spell=raw
-t json --spell=canonical
END
for bad in -x --nonsense '-t xml' -t '--profile rfc' '--domains some' '--join=neither' \
    '--color red' --find --uniq=1; do
    export bad
    check_status "refused: $bad" 2 '"$TRAWL" $bad </dev/null'
done
check_same 'an unknown option' '"$TRAWL" --nothing 2>&1' 'echo "trawl: unknown option --nothing; see \"trawl --help\""'
check_same 'an unknown format' '"$TRAWL" -t tvs 2>&1' \
    'echo "trawl: -t: unknown format tvs (did you mean tsv?); it takes list, json, tsv, csv, text, html, xhtml, term, md or notes"'
check_same 'a suggestion for a format' '"$TRAWL" -t jsn 2>&1' \
    'echo "trawl: -t: unknown format jsn (did you mean json?); it takes list, json, tsv, csv, text, html, xhtml, term, md or notes"'
check_same 'a suggestion for a profile in capitals' '"$TRAWL" --profile MAIL 2>&1' \
    'echo "trawl: --profile: unknown profile MAIL (did you mean mail?); it takes mail, uts58, rfc1738 or screen"'
check_same 'a suggestion for a kind' '"$TRAWL" --find urk,www 2>&1 | grep -o "unknown.*?"' 'echo "unknown kind urk (did you mean url?"'
check_same 'a suggestion for an option' '"$TRAWL" --contxt 5 2>&1' \
    'echo "trawl: unknown option --contxt (did you mean --context?); see \"trawl --help\""'
check_same 'a suggestion when two letters are swapped' '"$TRAWL" --jbos=5 2>&1 | grep -o "did.*?"' 'echo "did you mean --jobs?"'
check_same 'a suggestion for the start of an option' '"$TRAWL" --explai 2>&1 | grep -o "did.*?"' 'echo "did you mean --explain?"'
check_same 'a suggestion for a command' 'cd "$tmp"; "$TRAWL" chek 2>&1' \
    'echo "trawl: chek: No such file or directory"; echo "trawl: chek is not a command (did you mean check?)"'
check_same 'no suggestion for a file that is not like a command' 'cd "$tmp"; "$TRAWL" letters.txt 2>&1' \
    'echo "trawl: letters.txt: No such file or directory"'
check_same 'no suggestion for a file that exists' 'cd "$tmp"; echo http://a.example/ >chek; "$TRAWL" chek nothing 2>&1' \
    'echo http://a.example/; echo "trawl: nothing: No such file or directory"'
check_same 'a suggestion for a command to explain' '"$TRAWL" help indx 2>&1' \
    'echo "trawl: help: no command indx (did you mean index?); see \"trawl help\""'
check_same 'the shells that have completions' '"$TRAWL" help completion 2>&1' \
    'echo "trawl: completion: a shell is missing; it takes bash, zsh or fish"'
for word in check resolve encode pick index query forget report site help; do
    check "trawl help names $word" '"$TRAWL" help | sed "/^$/q" | grep -w "$word"'
done
check_same 'no suggestion' '"$TRAWL" --nothing-like-it 2>&1' \
    'echo "trawl: unknown option --nothing-like-it; see \"trawl --help\""'
check_same 'a value that is not after an equals sign' 'cd "$tmp"; "$TRAWL" --uniq normal 2>&1; "$TRAWL" check --same url x 2>&1; "$TRAWL" --valid 3986 2>&1' \
    'echo "trawl: option --uniq takes its value after \"=\": --uniq=normal; see \"trawl --help\""
    echo "trawl: check: option --same takes its value after \"=\": --same=url; see \"trawl check --help\""
    echo "trawl: option --valid takes its value after \"=\": --valid=3986; see \"trawl --help\""'
check_same 'a file of that name' 'cd "$tmp"; echo http://a.example/ >normal; "$TRAWL" --uniq normal 2>&1' 'echo http://a.example/'
check_status 'a misspelt option exits with 2' 2 '"$TRAWL" --contxt 5'
check_same 'an unknown profile' '"$TRAWL" --profile x 2>&1' \
    'echo "trawl: --profile: unknown profile x; it takes mail, uts58, rfc1738 or screen"'

# ---- Help and version ----

check_same '--help' '"$TRAWL" --help' '"$TRAWL" help'
check '-h fits a screen, also with other options' 'n=$("$TRAWL" -c -h nix | wc -l) && [ "$n" -ge 15 ] && [ "$n" -le 24 ]'
check_same '--version, also with other options' '"$TRAWL" -c --version' '"$TRAWL" --version'
others='index query forget report site'
if ! [ -x "${TRAWL%/*}/trawl-archive" ]; then
    skip "$others" 'built without SQLite'
    others=
fi
for command in check resolve encode pick $others; do
    export command
    check_same "$command --version" '"$TRAWL" $command --version | grep -v ^kernels' '"$TRAWL" --version | grep -v ^kernels'
    check_status "$command: an unknown option" 2 '"$TRAWL" $command --nothing-like-it'
    check_same "$command: the message names it" '"$TRAWL" $command --nothing-like-it 2>&1' \
        'echo "trawl: $command: unknown option --nothing-like-it; see \"trawl $command --help\""'
done
check_test '--help begins with the usage' = 1 '"$TRAWL" --help | head -n 1 | grep -c "usage: trawl"'
for option in find profile scheme domains charset join base rules context t spell not u n H 0 c q explain \
    color h version page title structure css live attr link-template; do
    export option
    check "--help has $option" '"$TRAWL" --help | grep -q -e "  -\{1,2\}$option\b" -e ", --$option\b"'
done

# ---- Unusual bytes and large inputs ----

check_same 'control and invisible characters cannot break a line' \
    'printf "<URL:http://a.example/\001b>\nhttp://a.example/\302\205 <URL:http://a.example/\342\200\256x>\n" |
        "$TRAWL" --find url | tr -d "\n" | tr -d "[:print:]"' 'printf ""'
check_same '-0 prints the bytes unchanged' 'printf "<URL:http://a.example/\342\200\256x>" | "$TRAWL" -0' \
    'printf "http://a.example/\342\200\256x\000"'
check_same 'a backslash is printed as it is' 'printf "%s\n" "<URL:http://a.example/\\x>" | "$TRAWL"' \
    'printf "%s\n" "http://a.example/\\x"'
check_same 'a backslash beside a hidden character is escaped' \
    'printf "<URL:http://a.example/\\\\x\342\200\256y>" | "$TRAWL"' \
    'printf "%s\n" "http://a.example/\\\\x\\xe2\\x80\\xaey"'
check_same 'NUL ends a link' 'printf "a\000http://a.example/x\000y http://b.example/" | "$TRAWL"' \
    'printf "http://a.example/x\nhttp://b.example/\n"'
check_test 'invalid UTF-8' -eq 2 \
    'printf "\377\300http://a.example/\377 \200http://b.example/" | "$TRAWL" | wc -l'
check_test 'a link after a line of 20 MB' = http://b.example/ \
    '{ head -c 20000000 /dev/zero | tr "\000" a; echo " http://b.example/"; } | "$TRAWL"'
check_status 'a line of 20 MB without links' 1 'head -c 20000000 /dev/zero | tr "\000" x | "$TRAWL"'
check_same 'a link across two blocks' \
    'head -c 131060 /dev/zero | tr "\000" " " >"$tmp/1"; echo http://a.example/very/long >>"$tmp/1"
    "$TRAWL" "$tmp/1"' \
    'echo http://a.example/very/long'

# ---- Slow input ----

mkfifo "$tmp/in" "$tmp/out"
"$TRAWL" <"$tmp/in" >"$tmp/out" &
slow=$!
(sleep 30 && kill "$slow") >/dev/null 2>&1 & # so that a failure ends
guard=$!
exec 3>"$tmp/in" 4<"$tmp/out"
echo 'see http://slow.example/ now' >&3
check_test 'a link is printed while more input may come' = http://slow.example/ 'read -r line <&4; echo "$line"'
echo 'and www.later.com too' >&3
check_test 'so is the next link' = https://www.later.com 'read -r line <&4; echo "$line"'
exec 3>&-
wait "$slow"
kill "$guard"
check_test 'nothing more at the end' = '' 'cat <&4'
exec 4<&-

check_same '--site: a public suffix is explained' '"$TRAWL" --site co.uk /dev/null 2>&1; echo $?' \
    'echo "trawl: --site: co.uk is a public suffix: each name below it is a site of its own; --host '"'*.co.uk'"' selects them"; echo 2'
check_same '--site: an address is a site of its own' \
    'printf "http://10.0.0.1/ http://10.0.0.2/\n" | "$TRAWL" --site 10.0.0.1' \
    'echo http://10.0.0.1/'
check_status '--site: a site below a public suffix' 1 '"$TRAWL" --site example.co.uk /dev/null'
for tag in 'x"y' e- -e abcdefghi e--f 12; do
    check_same "--lang refuses $tag" '"$TRAWL" "--lang=$tag" -t html --page /dev/null 2>&1; echo $?' \
        'echo "trawl: --lang: $tag is not the tag of a language, such as en or zh-Hant"; echo 2'
done
for tag in en zh-Hant de-1996 pt-BR x-y; do
    check_same "--lang takes $tag" '"$TRAWL" --lang "$tag" -t html --page /dev/null | sed -n 2p' 'echo "<html lang=\"$tag\">"'
done
check_same 'help --help' '"$TRAWL" help --help' '"$TRAWL" help'

finish
