#!/bin/sh
# t_thread.sh - trawl site: threads as documents, mailboxes and feeds of threads, lists of messages
. tests/support/lib.sh

needs_sqlite 'trawl site'

tmp=$(realpath "$tmp")
db=$tmp/a.db
site=$tmp/site

# name KIND ID: prints the path of a page without its suffix.
name() {
    hash=$(printf %s "$2" | sha256sum | cut -c 1-40)
    echo "$1/${hash%"${hash#??}"}/${hash#??}"
}

# anchor ID: prints the id of a message on the page of its thread.
anchor() {
    echo "m$(printf %s "$1" | sha256sum | cut -c 1-10)"
}

# mail NUMBER PARENT TEXT: prints a message, perhaps an answer.
mail() {
    printf 'From x Thu Jan  1 00:00:00 1970\nFrom: Name %s <n%s@a.example>\nMessage-ID: <%s@a>\n' "$1" "$1" "$1"
    printf 'Date: Mon, 1 Jan 2001 %02d:%02d:00 +0000\nSubject: A thread\n' $(($1 / 60)) $(($1 % 60))
    [ "$2" -eq 0 ] || printf 'In-Reply-To: <%s@a>\n' "$2"
    printf '\n%b\n\n' "$3"
}

# is_good SITE: succeeds when the links, markup and feeds of SITE are right.
is_good() {
    for what in links safe feed reached; do
        python3 -B tests/archive/site/check.py "$what" "$1" || return 1
    done
}

# ---- A short thread ----

{
    mail 1 0 'The first text of all, in a line.\nAnd the second line.\n\n>From the start'
    mail 2 1 '> The first text of all, in a line.\n> and a line\n>> of http://q.example/\n\nThe answer'
    mail 3 9 '> One line\n\nTo a message that is missing'
    mail 9 2 "$(yes 'a long line of a long text' | head -n 20000)" | sed 's/^Message-ID.*/Message-ID: <10@a>/'
} >"$tmp/short.mbox"
"$TRAWL" index -q "$db" "$tmp/short.mbox" && "$TRAWL" site -q "$db" -o "$site"
page=$site/$(name t 1@a).html
check 'the site is good' 'is_good "$site"'
check_test 'the page of a thread has its texts in order, with the quote' = 'The first The first The answer' 'grep -oE "^<p>(The first|The answer)" "$page" | cut -c 4- | tr "\n" " " | sed "s/ $//"'
check 'no text has the hidden marks of quotes' '! grep -rq "class=.trawl-mark" "$site" --include="*.html"'
check 'a quote is one line, with its first words' 'grep -q "<details class=\"quote\"><summary><span class=\"dim\">3 lines:</span> The first text of all, in a line. and a line of http://q.example/</summary><blockquote>" "$page" && [ "$(grep -c "</blockquote></details>" "$page")" -eq 1 ]'
check 'a quote of one line stays' 'grep -q "One line" "$site/$(name m 3@a).html" && ! grep -rq "summary>.*One line" "$site"'
check 'each message has an id' 'grep -q "<article id=\"$(anchor 1@a)\">" "$page" && grep -q "<article id=\"$(anchor 2@a)\">" "$page"'
check 'an answer links to what it answers' 'grep -q "In reply to <a href=\"#$(anchor 1@a)\">Name 1</a>" "$page"'
check 'a long text is only on its own page' 'grep -q "$(name m 10@a).html\">This message is long" "$page" && [ "$(wc -c <"$page")" -lt 10000 ]'
check 'the mailbox of a thread has its messages, with lines "From " escaped' '
    gzip -dc "${page%.html}.mbox.gz" >"$tmp/out" && [ "$(grep -c "^From " "$tmp/out")" -eq 3 ] &&
        grep -qx ">From the start" "$tmp/out" && [ "$("$TRAWL" "$tmp/out" | sort -u)" = http://q.example/ ]'
check_test 'that of a month has all' -eq 4 'gzip -dc "$site/months/2001-01.mbox.gz" | grep -c "^From "'
check 'the feed of a thread has the new text of each message' 'grep -q "<summary>The answer</summary>" "${page%.html}.xml" && [ "$(grep -c "<entry>" "${page%.html}.xml")" -eq 3 ]'
check 'with masked addresses there are no mailboxes' '"$TRAWL" site -q --addresses=obscured "$db" -o "$tmp/masked" && is_good "$tmp/masked" && [ -z "$(find "$tmp/masked" -name "*.mbox.gz")" ]'
cp "$tmp/short.mbox" "$tmp/kept.mbox"
sed 's/The answer/An answer./' "$tmp/kept.mbox" >"$tmp/short.mbox"
check 'another text with the same links changes the pages that have it' '"$TRAWL" index -q "$db" "$tmp/short.mbox" && "$TRAWL" site -q "$db" -o "$site" && ! grep -rq "The answer" "$site" && grep -q "An answer" "$page" && gzip -dc "${page%.html}.mbox.gz" "$site/months/2001-01.mbox.gz" | grep -c "An answer" | grep -qx 2'

# ---- The members of a month's mailbox ----

month=$tmp/months/months/2001-01.mbox.gz
raw=$tmp/months/$(name m 1@a).txt
months() { "$TRAWL" index -q "$tmp/m.db" "$tmp/many.mbox" && "$TRAWL" site -q "$tmp/m.db" -o "$tmp/months"; }
is_anew() { "$TRAWL" site -q "$tmp/m.db" -o "$tmp/anew" && cmp "$month" "$tmp/anew/months/2001-01.mbox.gz"; }
for n in $(seq 100); do
    mail "$n" 0 "text $n"
done >"$tmp/many.mbox"
check_test 'it has several members' -gt 3 'months && python3 -c "import sys; import zlib;
data, n = sys.stdin.buffer.read(), 0
while data:
    one = zlib.decompressobj(31)
    one.decompress(data)
    data, n = one.unused_data, n + 1
print(n)" <"$month"'
check 'after more messages it is like a new one' 'mail 101 0 "text 101" >>"$tmp/many.mbox" && months && is_anew'
mail 102 0 'text 102' | sed 's/00:5/03:5/' >>"$tmp/many.mbox"
sed 's/text 1$/TEXT 1/' "$raw" >"$tmp/raw" && cat "$tmp/raw" >"$raw"
check 'a member with the same messages is copied from the old file' 'months && gzip -dc "$month" >"$tmp/out" && grep -qx "text 1" "$tmp/out" && grep -qx "text 102" "$tmp/out"'
sed 's/TEXT 1$/text 1/' "$raw" >"$tmp/raw" && cat "$tmp/raw" >"$raw"
check 'but not if that file was changed' 'tail -c +2 "$month" >"$tmp/out" && { cat "$tmp/out" && printf x; } >"$month" && mail 103 0 "text 103" >>"$tmp/many.mbox" && months && rm -r "$tmp/anew" && is_anew'
check 'a message in the middle is removed' 'sed "s/<50@a>/<50@b>/; s/text 50/other/" "$tmp/many.mbox" >"$tmp/out" && mv "$tmp/out" "$tmp/many.mbox" && months && rm -r "$tmp/anew" && is_anew && ! gzip -dc "$month" | grep -q "text 50"'
echo x >>"$tmp/months/$(name m 2@a).html"
check_same 'files are tested only in a folder that has changed' \
    '"$TRAWL" site "$tmp/m.db" -o "$tmp/months" | sed -n "s/,.*//p"; touch "$(dirname "$raw")/../.." "$(dirname "$tmp/months/$(name m 2@a)")"; "$TRAWL" site "$tmp/m.db" -o "$tmp/months" | sed -n "s/,.*//p"' \
    'echo 0 files written; echo 1 file written'

# ---- A long thread ----

{
    mail 1 0 first
    for i in $(seq 2 650); do mail "$i" $((i > 3 ? 3 : i - 1)) "text $i"; done
} >"$tmp/long.mbox"
"$TRAWL" site -q "$tmp/long.mbox" -o "$tmp/long"
page=$tmp/long/$(name t 1@a)
check 'a thread is divided at 300 messages' '[ "$(grep -c "<article id" "$page.html")" -eq 300 ] && [ "$(grep -c "<article id" "$page-2.html")" -eq 300 ] && [ "$(grep -c "<article id" "$page-3.html")" -eq 50 ] && [ ! -e "$page-4.html" ]'
check 'the first page has all ids' '[ "$(grep -oE "id=\"m[0-9a-f]{10}\"" "$page.html" | sort -u | wc -l)" -eq 650 ]'
check 'answers link to the page of what they answer' 'grep -q "In reply to <a href=\"$(basename "$page").html#$(anchor 3@a)\">" "$page-3.html"'
check_test 'at most 700 bytes of markup above a text' -le 700 'sed "s/<p>text [0-9]*<.p>//" "$page.html" "$page-2.html" "$page-3.html" | wc -c | awk "{ print int(\$1 / 650) }"'
check 'its site is good' 'is_good "$tmp/long"'

{
    mail 1 0 first
    for i in $(seq 2 52); do mail "$i" 1 "$(yes "$(printf %060d "$i")" | head -n 400)"; done
} >"$tmp/large.mbox"
check 'and before 1 MB' '"$TRAWL" site -q "$tmp/large.mbox" -o "$tmp/large" && [ -z "$(find "$tmp/large/t" -size +1023k)" ] && [ -e "$tmp/large/$(name t 1@a)-2.html" ]'

# ---- Patches ----

# patch NUMBER PARENT SUBJECT DATE: prints a patch.
patch() {
    mail "$1" "$2" 'Text.\n\n@@ -1 +1,2 @@\n-a\n+b\n+c' | sed "s|^Subject.*|Subject: $3|; s|^Date.*|Date: $4 12:00:00 +0000|; s|^From: .*|From: ${5:-Ann} <ann@a.example>|"
}
{
    patch 1 0 '[PATCH 0/2] fly' '1 Jan 2001'
    patch 2 1 '[PATCH 1/2] wing' '1 Jan 2001'
    patch 3 1 '[PATCH 2/2] tail' '1 Jan 2001'
    mail 4 2 'Fine.' | sed 's|^Subject.*|Subject: Re: [PATCH 1/2] wing|; s|^Date.*|Date: 3 Feb 2001 12:00:00 +0000|'
    patch 5 1 '[list] [RFC PATCHv2,00/01] fly' '4 Feb 2001'
    patch 6 5 '[RFC PATCHv2 1/1] wing' '4 Feb 2001'
    patch 7 0 '[PATCH V3] fly' '5 Mar 2001'
    patch 8 0 '[PATCH v4] fly' '6 Mar 2001' Bob
    patch 11 7 'Re: [PATCH V3] fly' '6 Mar 2001' Bob
    patch 9 0 '[kite] fly' '6 Mar 2001'
    patch 10 0 '[PATCH v5] Re: fly' '6 Mar 2001'
} >"$tmp/patches.mbox"
"$TRAWL" site -q "$tmp/patches.mbox" -o "$tmp/patches"

# series PAGE: prints the links to parts and versions on a page.
series() {
    sed -n '/aria-label="Patches/,/<\/nav>/p' "$tmp/patches/$1.html" | sed -n 's/^<li>\([^<]*\)<.li>$/\1/p; s/^<li>.*>\([^<]*\)<\/\([a-z]*\)><.*/\1\2/p' | sed 's/a$//' | tr '\n' ' '
}
check_test 'a patch has links to its parts and the other versions' = '0/2 1/2strong 2/2 Version 2 Version 3 ' 'series "$(name m 2@a)"'
check_test 'so has one of a later version' = '0/1 1/1strong Version 1 Version 3 ' 'series "$(name m 6@a)"'
check_test 'and a single one' = 'Version 1 Version 2 ' 'series "$(name m 7@a)"'
check 'a version leads to its first part' 'grep -q "$(name m 1@a | cut -c 6-).html\">Version 1<" "$tmp/patches/$(name m 7@a).html"'
check_test 'answers, those of others and other subjects are no patches' = '' 'for n in 4 8 9 10; do series "$(name m $n@a)"; done'
check_test 'a thread has its series, each with the subject of its first part' = '[PATCH 0/2] fly 0/2 1/2 2/2 Version 2 Version 3 [list] [RFC PATCHv2,00/01] fly 0/1 1/1 Version 1 Version 3 ' 'series "$(name t 1@a)"'
check_test 'a thread of a single patch has its versions, under the subject of the patch' = '[PATCH V3] fly Version 1 Version 2 ' 'series "$(name t 7@a)"'
check 'whose parts are on its page' 'grep -q "href=\"#$(anchor 2@a)\">1/2<" "$tmp/patches/$(name t 1@a).html"'
check 'a diff has its colours on both pages; successive lines of a colour share a span' 'for p in "$(name m 2@a)" "$(name t 1@a)"; do grep -q "<span class=\"trawl-removed\">-a</span>$" "$tmp/patches/$p.html" && grep -A1 "^<span class=\"trawl-added\">+b$" "$tmp/patches/$p.html" | grep -q "^+c</span>" || exit 1; done'
check_test 'the outline has each new subject, once' = ':[PATCH 1/2] wing|:[PATCH 2/2] tail|:[list] [RFC PATCHv2,00/01] fly|:[RFC PATCHv2 1/1] wing' 'sed -n "/class=.outline/,/<.details>/s/^<li class=.d[12].>\([^<]*\)<br>$/:\1/p" "$tmp/patches/$(name t 1@a).html" | paste -sd "|"'
check 'the site of patches is good' 'is_good "$tmp/patches"'
check_test 'a month by thread begins with the head of a thread from before' = ':[PATCH 0/2] fly|d2:Re: [PATCH 1/2] wing|d1:[list] [RFC PATCHv2,00/01] fly|d2:[RFC PATCHv2 1/1] wing' 'sed -n "s/^<li\( class=.\(d[0-9]\).\)*><a href=[^>]*m\/[^>]*>\([^<]*\).*/\2:\3/p" "$tmp/patches/months/2001-02-threads.html" | paste -sd "|"'

mkdir "$tmp/late" && {
    patch 2 1 'Re: kites' '3 Feb 2001' && patch 4 1 'Re: kites' '3 Feb 2001'
    patch 3 0 'Balls' '2 Jan 2001'
} >"$tmp/late/2.mbox"
"$TRAWL" index -q "$tmp/late.db" "$tmp/late" && "$TRAWL" site -q "$tmp/late.db" -o "$tmp/late.site"
patch 1 0 'All kites' '3 Jan 2001' >"$tmp/late/1.mbox"
"$TRAWL" index -q "$tmp/late.db" "$tmp/late" && "$TRAWL" site -q "$tmp/late.db" -o "$tmp/late.site"
check 'also when the head comes later' 'grep -q "All kites" "$tmp/late.site/months/2001-02-threads.html"'

{
    patch 1 0 early '1 Jan 2001' && patch 3 9 lost '3 Jan 2001'
    patch 4 9 too '4 Jan 2001' && patch 5 0 late '5 Jan 2001'
} >"$tmp/lost.mbox"
check_test 'a thread whose first message is missing has the date of the next one' = 'early|lost|too|late' '"$TRAWL" site -q "$tmp/lost.mbox" -o "$tmp/lost" && sed -n "s/.*m\/[^>]*>\([a-z]*\)<.a>.*/\1/p" "$tmp/lost/months/2001-01-threads.html" | paste -sd "|"'

mkdir "$tmp/words" && {
    patch 1 0 'AW: Re[2]: sails' '3 Jan 2001' && patch 2 0 'core: fix' '3 Jan 2001'
    patch 3 0 'ref: count sails' '3 Jan 2001' && patch 4 0 '=?utf-8?B?5Zue5aSN77yab2Fycw==?=' '3 Jan 2001'
    patch 5 0 'Fwd : [list] Re: kites' '3 Jan 2001' && patch 6 0 'Antw:' '3 Jan 2001'
} >"$tmp/words/1.mbox"
"$TRAWL" site -q "$tmp/words" -o "$tmp/words.site"
check_test 'subjects are listed and sorted without the words before them, in several languages, but with words of the text' = '(no subject)|[list] Re: kites|core: fix|oars|ref: count sails|sails' 'sed -n "s/^<li><a href=[^>]*>\([^<]*\).*/\1/p" "$tmp/words.site/subjects.html" | paste -sd "|"'

# ---- Lists ----

# lists: prints the numbers and texts of the lists on the front page.
lists() {
    sed -n 's/.*<bdi>\([a-z.]*\.example\)<.*">\([0-9]*\) messages*<.*/\1 \2/p' "$1/index.html" | tr '\n' ' '
}
for list in aa bb; do
    for i in 1 2 3; do
        [ "$i" -eq 3 ] && n=3$list || n=$i
        mail 1 0 "http://h$i.example/" | sed "s/<1@a>/<$n@a>/; s/^Subject: .*/Subject: s$n/; s/^Date/List-Id: <$list.example>\nDate/"
    done >"$tmp/$list.mbox"
done
"$TRAWL" site -q "$tmp/aa.mbox" "$tmp/bb.mbox" -o "$tmp/lists"
check_test 'a message is on all its lists' = 'aa.example 3 bb.example 3 ' 'lists "$tmp/lists"'
check 'and its page names them' '[ "$(grep -cE "<bdi>(aa|bb).example</bdi>" "$tmp/lists/$(name m 1@a).html")" -eq 2 ] && [ "$(grep -cE "<bdi>(aa|bb).example</bdi>" "$tmp/lists/$(name m 3aa@a).html")" -eq 1 ]'
check 'the mailbox of a month of a list' '[ "$(gzip -dc "$tmp"/lists/l/*/*/months/2001-01.mbox.gz | grep -c "^Subject: s1")" -eq 2 ]'
check 'the title is the name of the only list, never that of the index' '"$TRAWL" site -q "$tmp/aa.mbox" -o "$tmp/one" && grep -q "<h1>aa.example</h1>" "$tmp/one/index.html" && ! grep -q "a\.db\|mbox" "$site/index.html"'
finish
