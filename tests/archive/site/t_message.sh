#!/bin/sh
# t_message.sh - trawl site: the page of a message: fields, replies, thread, attachments with
# hostile names and types, masked addresses; lists of an index with several; pages with numbers
. tests/support/lib.sh

needs_sqlite 'the pages of messages'

site=$tmp/site

# page ID: prints the path of the page of a message.
page() {
    hash=$(printf %s "$1" | sha256sum | cut -c 1-40)
    echo "$site/m/${hash%"${hash#??}"}/${hash#??}.html"
}

# folder ID: prints the path of the folder of its attachments.
folder() {
    page "$1" | sed 's/\.html$//'
}

is_good() {
    for what in links safe feed reached; do
        python3 -B tests/archive/site/check.py "$what" "$site" || return 1
    done
}

# has ID TEXT: succeeds when the page of the message has this text.
has() {
    grep -qF -- "$2" "$(page "$1")"
}

# ---- Fields, replies, threads ----

python3 -B tests/archive/site/messages.py >"$tmp/box.mbox"
check 'a mailbox' '"$TRAWL" site -q "$tmp/box.mbox" -o "$site" && is_good'
check 'the time with its zone' 'has 1@a.example "<time datetime=\"2008-06-30T11:14:00Z\">Mon, 30 Jun 2008 13:14 +0200</time>"'
check 'a zone west of Greenwich' 'has 2@a.example "Mon, 30 Jun 2008 23:59 -0930</time>"'
check 'From, with the address' 'has 1@a.example ">Ann Lee</a> &lt;ann@a.example&gt;</dd>"'
check 'To, which is folded' 'has 1@a.example "<dt>To</dt><dd>list@a.example, Bob &lt;bob@a.example&gt;</dd>"'
check 'Cc, decoded' 'has 1@a.example "<dt>Cc</dt><dd><bdi>J&#39;örg &lt;j@a.example&gt;</bdi></dd>"'
check 'Message-ID' 'has 1@a.example "<dt>Message-ID</dt><dd>&lt;1@a.example&gt;</dd>"'
check 'a reply to the list' 'has 1@a.example "href=\"mailto:list@a.example?Subject=Re%3A%20Z%C3%BCrich%20%26%20more%3F&amp;In-Reply-To=%3C1@a.example%3E\">Reply to the list"'
check 'a reply to the sender, with one Re:' 'has 2@a.example "href=\"mailto:bob@a.example?Subject=Re%3A%20Z%C3%BCrich%20%26%20more%3F&amp;In-Reply-To=%3C2@a.example%3E\">Reply to the sender"'
check 'no field of mail is added to a reply' 'has "x&bcc=y@a.example?cc=z" "&amp;In-Reply-To=%3Cx%26bcc%3Dy@a.example%3Fcc%3Dz%3E\"" && has "x&bcc=y@a.example?cc=z" "Subject=Re%3A%20a%20%26bcc%3Dq@a.example&amp;"'
check 'a reply has a folded subject on one line' 'has 4@a.example "Subject=Re%3A%20Something%20else&amp;"'
check 'no reply to what is no address' '! grep -q "mailto:[^\"]*strange" "$(page 5@a.example)"'
check 'the raw message, byte by byte' 'python3 -B tests/archive/site/messages.py 1 | cmp - "$(folder 1@a.example).txt"'
check 'the thread: this message is marked' 'has 2@a.example "<li class=\"d1\"><strong aria-current=\"true\">Bob</strong>"'
check 'its answer is below it, without the same subject' 'has 2@a.example "<li class=\"d2\"><a href=" && [ "$(sed -n "/<h2 id=.thread/,\$p" "$(page 2@a.example)" | grep -c "^<li[^>]*><bdi>Z")" -eq 1 ]'
check 'a new subject is shown' 'grep -q "<li class=\"d2\">Something else<br>$" "$(page 1@a.example)"'
check_test 'previous and next in the thread, above and below the text' -eq 4 'grep -cE "Previous in thread|Next in thread" "$(page 2@a.example)"'

check_test 'the page of the thread: senders, and a subject that differs' = 'Ann Lee|Bob|Ann Lee|Ann Lee|Something else' 'sed -n "s/^<h2><a href=\"[./]*m[^>]*>\([^<]*\)<.*/\1/p;s/^<p class=\"note\">\([^<]*\)<.*/\1/p" "$site"/t/*/*.html | paste -sd "|"'

# ---- Attachments ----

rm -rf "$site"
check 'attachments' '"$TRAWL" site -q testdata/archive/attach.eml -o "$site" && is_good'
check_test 'types that a browser runs are .bin' = '1.bin 2.png 3.bin 4.txt 5.txt 6.bin 7.pdf 8.txt' 'ls "$(folder 3@x)" | tr "\n" " " | sed "s/ $//"'
check_test 'their bytes' = '<svg onload=alert(1)>' 'cat "$(folder 3@x)/1.bin"'
check 'a picture is shown' 'has 3@x "<img alt=\"pic.png\" loading=\"lazy\" src=\""'
check 'markup is only saved' 'has 3@x "<a download=\"d.html.bin\" href=" && has 3@x "<a download=\"pic.svg.bin\" href="'
rm -rf "$site"
check 'what is called SVG and is text' '"$TRAWL" site -q testdata/archive/svg-base64.eml -o "$site" && [ "$(cat "$(folder 3@x)/1.bin")" = "hello world hello" ]'

python3 -B tests/archive/site/messages.py names >"$tmp/names.mbox"
rm -rf "$site"
check 'hostile names' '"$TRAWL" site -q "$tmp/names.mbox" -o "$site" && is_good'
check_test 'each is a file' -eq "$(python3 -B tests/archive/site/messages.py count)" 'ls "$(folder names@a.example)" | wc -l'
check_test 'no file has a type that runs' = '' 'find "$site/m" -type f | grep -vE "/([0-9a-f]{38}|[0-9]+)\.(html|txt|bin|png)$"'
check_test 'but HTML of the site' -eq 1 'find "$site/m" -name "*.html" | wc -l'
check_test 'names to save have no folders, leading dots, controls or directions' = '' 'sed -n "s/.*download=\"\([^\"]*\)\".*/\1/p" "$(page names@a.example)" | LC_ALL=C.UTF-8 grep -nE "^\.|/|[\\\\]|:|&|<|$(printf "\342\200\256")|[[:cntrl:]]|.{110}"'
check 'suffixes that run get another one' '[ "$(grep -c "download=\"[^\"]*\.\(exe\|html\|js\|htaccess\|lnk\|bat\|svg\)\"" "$(page names@a.example)")" -eq 0 ]'
check 'a picture that does not begin like one is not shown' '! grep -q "<img" "$(page names@a.example)"'
check_test 'quoted-printable is decoded' = 'a=b c' 'cat "$(folder names@a.example)/1.txt"'
cp "$(folder names@a.example)/$(python3 -B tests/archive/site/messages.py count).bin" "$tmp/u.dat"

# ---- HTML ----

rm -rf "$site"
printf '%s\n' 'From: a@a.example' 'Message-ID: <h@a.example>' 'Content-Type: text/html' '' \
    '<h1>Title</h1><p>a <b>bold</b> word<ul><li>one<li>two</ul><table><tr><th>A<td>1</table><blockquote>q</blockquote>' >"$tmp/html.eml"
check 'HTML keeps its structure' '"$TRAWL" site -q "$tmp/html.eml" -o "$site" && is_good && has h@a.example "<h2 id=\"title\">Title" && has h@a.example "<p>a <b>bold</b> word" && has h@a.example "<li><p>one</p></li>" && has h@a.example "<th>A</th><td>1</td>" && has h@a.example "<blockquote>"'

# ---- Attachments in the text ----

# listed: prints the id of each message in embedded.mbox, and each attachment on its page: name, URL, and the text
# after it.
listed() {
    i=0
    while [ "$i" -lt "$(grep -c "^From x " "$tmp/embedded.mbox")" ]; do
        sed -n "/<h2>Attachments/,/<.ul>/s/^<li>//p" "$(page "e$i@a.example")" |
            sed -E "s|<a [^>]*href=\"([^\"]*)\"><bdi>(.*)</bdi></a> <span class=\"dim\">(.*)</span>.*|e$i@a.example	\2	\1	\3|; s|</?bdi>||g; s|	[./]*/m/[^	]*|	file|; s|&lt;|<|g; s|&gt;|>|g; s|&quot;|\"|g"
        i=$((i + 1))
    done
}

python3 -B tests/archive/site/messages.py embedded >"$tmp/embedded.mbox"
python3 -B tests/archive/site/messages.py listed >"$tmp/expected"
rm -rf "$site"
check 'attachments that pipermail took out, and uuencoded files' '"$TRAWL" site -q --base https://l.example:8/devel/ "$tmp/embedded.mbox" -o "$site" && is_good && listed >"$tmp/listed" && diff "$tmp/expected" "$tmp/listed"'
check_test 'their text is not on the pages' = '5 1 1' 'echo $(grep -rl "was scrubbed" "$site/m" --include="*.html" | wc -l) $(grep -rlE "next part|Teil --|Parte --" "$site/m" --include="*.html" | wc -l) $(grep -rlF "M    " "$site/m" --include="*.html" | wc -l)'
check 'the text around is' '[ "$(grep -rlE "(>|^)text ?(<|$)" "$site/m" --include="*.html" | wc -l)" -eq 11 ] && has e2@a.example "more text" && has e2@a.example "Skipped content of type" && has e16@a.example "more"'
check 'bytes of uuencoded files and parts' '(cd "$(folder e16@a.example)" && cat 1.txt 2.bin 3.png "$tmp/u.dat") >"$tmp/bytes" && python3 -B tests/archive/site/messages.py uu | cmp - "$tmp/bytes"'
check 'a picture in uuencode is shown' 'has e16@a.example "<img alt=\"pic.png\" loading=\"lazy\" src=\""'
check 'all of it without addresses' 'rm -rf "$site"; "$TRAWL" site -q --addresses=hidden "$tmp/embedded.mbox" -o "$site" && is_good && ! grep -rq "@a.example" "$site/m" && [ "$(grep -rl "Attachments" "$site/m" | wc -l)" -eq 11 ]'
check 'without --base, a path is not a link' 'has e10@a.example "<li><bdi>a.htm</bdi> <span class=\"dim\">text/html, at <bdi>/pipermail/devel/attachments/20070805/08d22a30/a.htm</bdi>"'

# ---- Addresses ----

"$TRAWL" index -q "$tmp/box.db" "$tmp/box.mbox"
for how in obscured hidden; do
    rm -rf "$site"
    check "--addresses=$how" '"$TRAWL" site -q --search --title "Of jane@t.example" --addresses '$how' "$tmp/box.db" -o "$site" && is_good && grep -q ">http://b.example (left out)<" "$site/report.html" && grep -q ">http://c.example (left out)<" "$site/report.html"'
    check_test "no address is left in the site" = '' 'grep -rhoE "[a-z0-9.]+(@| at | ?\(at\) ?|%40)[a-z0-9-]+\.example" "$site" --exclude-dir=.trawl-site'
    check_test 'no raw message, no link to reply' = '' 'find "$site/m" -name "*.txt"; grep -rl "href=.mailto:" "$site" --exclude-dir=.trawl-site'
done
check 'hidden' 'has 1@a.example "write to (hidden) or (hidden), not me at home" && ! grep -rqE "(ann|bob)(@|\.\.\.)" "$site" --exclude-dir=.trawl-site'
check '--addresses=obscured' '"$TRAWL" site -q --addresses=obscured "$tmp/box.mbox" -o "$site" && has 1@a.example "write to ann@... or ann at ..., not me at home"'
for year in 2001 2002 2003; do
    printf 'From - Thu Jan  1 00:00:00 1970\nFrom: A <a@x.example>\nDate: Mon, 1 Jan %s 00:00:00 +0000\nMessage-ID: <%s@x.example>\nSubject: Of jane%%2540h.example\n\n' $year $year
    for sign in @ %40 %2540 %25252540 =40 %EF%BC%A0 '(at)' %20at%20; do
        printf 'See <http://jane%sh.example/> and <http://x.example/?u=jane%sh.example> or jane%sh.example.\n\n' "$sign" "$sign" "$sign"
    done
    printf 'See http://x.example/?u=jane&#64;h.example\n\n'
done >"$tmp/escaped.mbox"
"$TRAWL" index -q "$tmp/escaped.db" "$tmp/escaped.mbox"
check '--addresses=hidden leaves no escaped address in a site or a report' 'rm -rf "$site"; "$TRAWL" site -q --search --addresses=hidden "$tmp/escaped.db" -o "$site" && is_good && grep -q "x.example" "$site/report.html" && ! grep -rqi jane "$site" --exclude-dir=.trawl-site && "$TRAWL" report --addresses hidden "$tmp/escaped.db" -o "$tmp/escaped.html" && ! grep -qi jane "$tmp/escaped.html"'
printf 'Subject: x\nMessage-ID: <looks@a>\n\n' >"$tmp/looks.eml"
printf 'http://y.example/%s and\n' look%20at%20this '?a=40' shot%20at%2010.32.45.png '?w=400.jpg' '?id=40deadbeef.patch' look%20at%20noon.pdf >>"$tmp/looks.eml"
printf 'time=405.12 ms, at 10.30 am\n\nan error at main.c:12, look at noon.PDF, or at “a.txt”\nor at “main.c.” or at «main.c.» or at main.c.）\n' >>"$tmp/looks.eml"
check 'numbers and names of files are no hosts' 'rm -rf "$site"; "$TRAWL" site -q --addresses=hidden "$tmp/looks.eml" -o "$site" && [ "$(grep -o "href=\"http://y.example/[^\"]*" "$site"/m/*/*.html | wc -l)" -eq 6 ] && ! has looks@a "(hidden)"'
printf 'Message-ID: <spelt@a>\n\n' >"$tmp/spelt.eml"
printf 'jane%s\n\n' ' (at) 1.example' ' [at] 2.example' ' <at> 3.example' '(at)4.example' '[at]5.example' ' at 6.example.' ' @ 7.example' ＠8.example '=40nine.co.uk' \
    '&#64;10.example' '&#x40;11.example' '%20at%2012.example' ' at 13.example.рф' ' at a.xn--p1ai' ' at “15.example”' \
    ' at пример.рф' ' at 例え.テスト' ' at 16.example.1' '\@17.example' '+at+18.example' >>"$tmp/spelt.eml"
check 'domains are' 'rm -rf "$site"; "$TRAWL" site -q --addresses=hidden "$tmp/spelt.eml" -o "$site" && ! grep -rq jane "$site" --exclude-dir=.trawl-site'
check 'an address at the start of a line is no label of a reference' 'printf "Message-ID: <start@a>\n\njane@h.example said so\n\n* jane@h.example\n" >"$tmp/start.eml" && rm -rf "$site" && "$TRAWL" site -q --addresses=hidden "$tmp/start.eml" -o "$site" && has start@a "<p>(hidden) said so" && ! has start@a trawl-ref\"'
check 'the text of a link is masked, and the link stays' 'printf "Content-Type: text/html\nMessage-ID: <text@a>\n\n<p>Ask <a href=https://y.example/>jane@h.example</a>\n" >"$tmp/link.eml" && rm -rf "$site" && "$TRAWL" site -q --addresses=hidden "$tmp/link.eml" -o "$site" && has text@a "href=\"https://y.example/\"" && ! grep -rq jane "$site" --exclude-dir=.trawl-site'
printf 'Message-ID: <wide@a>\nContent-Type: text/plain; charset=utf-8\n\n' >"$tmp/wide.head"
for text in ＠ a＠ a@. a=40 a=40b. a%25 ' at b.c' '[at]b.' a%20at%20 '&#64;b.'; do
    yes "$text" | head -n 300000 | tr -d '\n' | cat "$tmp/wide.head" - >"$tmp/wide.eml"
    check "many of $text take no time with the square of their number" 'rm -rf "$site" "$tmp/wide.db"*; "$TRAWL" index -q "$tmp/wide.db" "$tmp/wide.eml"; "$TRAWL" forget -q --everywhere "$tmp/wide.db" z@z.example; (ulimit -t 5; "$TRAWL" site -q --addresses=hidden "$tmp/wide.db" -o "$site") && is_good'
done
check 'fields of a part are left out, fields of an attached message are shown' 'printf "Subject: Own\nMessage-ID: <parts@a>\nContent-Type: multipart/mixed; boundary=x\n\n--x\nSubject: Copy\n\nText.\n--x\nContent-Type: message/rfc822\n\nSubject: Inner\n\nMore.\n--x\nContent-Type: message/global\n\nSubject: Wide\n\nMore.\n--x--\n" >"$tmp/parts.eml" && rm -rf "$site" && "$TRAWL" site -q "$tmp/parts.eml" -o "$site" && has parts@a "Subject: Inner" && has parts@a "Subject: Wide" && ! has parts@a "Subject: Copy"'
check 'pictures are kept' 'rm -rf "$site"; "$TRAWL" site -q --addresses=hidden testdata/archive/attach.eml -o "$site" && is_good && [ "$(find "$site/m" -type f -path "*/*/*/*" | sed "s|.*/||" | sort | tr "\n" " ")" = "$(find "$site/m" -name "*.html" | sed "s|.*/||") 2.png 7.pdf " ] || ls -R "$site/m"'
check 'plain again is as at first' '"$TRAWL" site -q testdata/archive/attach.eml -o "$site" && "$TRAWL" site -q testdata/archive/attach.eml -o "$tmp/first" && diff -r -x .trawl-site "$site" "$tmp/first"'
check_test 'an unknown choice' -eq 2 '"$TRAWL" site --addresses=none "$tmp/box.mbox" -o "$tmp/none" 2>/dev/null; echo $?'

# ---- Compressed files ----

# plain FOLDER: prints how many of its pages and raw messages are not compressed.
plain() {
    find "$1"/[a-z] "$1/months" -name "*.html" -o -name "*.txt" -o -name "*.xml" | wc -l
}
"$TRAWL" site -q "$tmp/box.db" -o "$tmp/plain"
check '-t gzip' '"$TRAWL" site -q -t gzip "$tmp/box.db" -o "$tmp/gzip" && [ "$(plain "$tmp/gzip")" -eq 0 ]'
check 'a next run writes nothing' '"$TRAWL" site -t gzip "$tmp/box.mbox" -o "$tmp/again" >"$tmp/said" && "$TRAWL" site -t gzip "$tmp/box.mbox" -o "$tmp/again" | grep -q "^0 files written"'
check 'unpacked, the files are those of a plain site' 'cp -R "$tmp/gzip" "$tmp/unpacked" && find "$tmp/unpacked" -name "*.gz" ! -name "*.mbox.gz" -exec gzip -d {} + && diff -r -x .trawl-site "$tmp/plain" "$tmp/unpacked"'
check 'messages that are unpacked again may be larger than --max-unpacked' 'for i in 1 2; do printf "From a@b Mon Jan  1 00:00:00 2001\nFrom: a@b.example\nSubject: x\nMessage-ID: <$i@a.example>\nReferences: <1@a.example>\n\n" && head -c 30000 /dev/zero | tr "\0" x | fold -w 70; done >"$tmp/large.mbox" &&
    "$TRAWL" site -q -t gzip --max-unpacked 20K "$tmp/large.mbox" -o "$tmp/large"'
check 'a file that is gone is written again' 'p=$(page 1@a.example) && rm "$tmp/gzip/${p#"$site/"}.gz" && "$TRAWL" site -q -t gzip "$tmp/box.db" -o "$tmp/gzip" && [ -e "$tmp/gzip/${p#"$site/"}.gz" ]'
check 'without the option, plain files take their place' '"$TRAWL" site -q "$tmp/box.db" -o "$tmp/gzip" && diff -r -x .trawl-site "$tmp/plain" "$tmp/gzip"'

# ---- Lists ----

rm -rf "$site"
check 'a month is one page, or pages with numbers' '"$TRAWL" site -q testdata/archive/month-labels.mbox -o "$site" && is_good && [ "$(ls "$site/months" | grep -c html)" -eq 8 ]'
mkdir -p "$tmp/several/chat"
python3 -B tests/archive/site/list.py 60 >"$tmp/several/devel.mbox"
grep -v ^List-Id: "$tmp/several/devel.mbox" | sed 's/\.devel@/.chat@/g; s/@people/@other/' >"$tmp/several/chat/2001-September.txt"
rm -rf "$site"
check 'two lists' '"$TRAWL" site -q --base https://x.example/ "$tmp/several" -o "$site" && is_good'
list=$(printf chat | sha256sum | cut -c 1-40)
list=$site/l/${list%"${list#??}"}/${list#??}
check 'each has a page on the front page' 'grep -q "<bdi>chat</bdi></a> <span class=\"dim\">59 messages</span>" "$site/index.html" && grep -q "<bdi>devel.lists.example.org</bdi></a> <span class=\"dim\">59 messages</span>" "$site/index.html"'
check_test 'its pages' = 'feed.xml index.html months senders.html' 'ls "$list" | tr "\n" " " | sed "s/ $//"'
check 'its months and its senders are its own' '[ "$(grep -c "<li><a href=\"[./]*m/" "$list/months/2001-09.html")" -eq 59 ] && grep -q "<li><a href=\"[./]*a/" "$list/senders.html"'
check_test 'its feed has the beginning of each text' -eq 30 'grep -c "^<summary>[A-Z]" "$list/feed.xml"'
check 'a message leads to its list' 'grep -q "l/.*<bdi>chat</bdi>" "$(page 1.chat@lists.example.org)"'
check 'a second run writes nothing' '"$TRAWL" site --base https://x.example/ "$tmp/several" -o "$site" | grep -q "^0 files written"'
mkdir "$tmp/named"
for name in chat/2001-09.mbox chat/Week-of-Mon-20010903.txt talk/2001q3.txt talk/2001-13.mbox talk/notes.txt; do
    mkdir -p "$tmp/named/${name%/*}"
    sed "s|@lists|.$(basename $name)@lists|g" "$tmp/several/chat/2001-September.txt" >"$tmp/named/$name"
done
check_same 'a folder whose files have names of months is a list' '"$TRAWL" site -q "$tmp/named" -o "$tmp/months" && sed -n "s/.*<bdi>\(.*\)<.bdi><.a> <span class=.dim.>\([0-9]* messages\).*/\1 \2/p" "$tmp/months/index.html"' \
    'echo "chat 118 messages"; echo "talk 59 messages"; echo "Other messages 118 messages"'
check_test 'few files are in the root' -le 14 'ls "$site" | wc -l'
check_test 'messages without a List-Id belong to the list of their file' = '' 'sed "0,/^List-Id/{/^List-Id/d}" "$tmp/several/devel.mbox" >"$tmp/one.mbox"; "$TRAWL" site -q "$tmp/one.mbox" -o "$tmp/one"; ls -d "$tmp/one/l" 2>/dev/null'

# ---- Subjects and names ----

# from NUMBER FROM SUBJECT: prints a message.
from() {
    printf 'From x Thu Jan  1 00:00:00 1970\nFrom: %b\nMessage-ID: <f%s@a>\nReferences: <f1@a>\nDate: Mon, 1 Jan 2001 00:00:0%s +0000\nSubject: %b\n\nhi http://a.example/\n\n' "$2" "$1" "$1" "$3"
}
{
    from 1 "'Ann via list' <l@x.example>" 'kites  that\n\tfly '
    from 2 'glyph at x.example' 'Re: kites that fly'
    from 3 'glyph at x.example' 'Re: kites\n  that fly'
    from 4 'glyph at x.example (Glyph L.)' 'Re: kites\tthat fly'
    from 5 '=?utf-8?B?IkrDvHJnIExlZSI=?= <j@x.example>' 'kites'
    from 6 "Jim 'Jimbo' <jim@x.example>" 'kites'
} >"$tmp/names.mbox"
rm -rf "$site" && "$TRAWL" index -q "$tmp/names.db" "$tmp/names.mbox" && "$TRAWL" site -q "$tmp/names.db" -o "$site"
check_test 'a folded subject is on one line' = 'kites that fly' '"$TRAWL" query -t json "$tmp/names.db" | head -n 1 | sed -n "s/.*\"subject\":\"\([^\"]*\).*/\1/p"'
check_test 'and is not repeated in its thread' -eq 1 'grep -c "class=\"note\">kites" "$site"/t/*/*.html'
check_test 'senders, the most active first; names without quotation marks and addresses' = 'Glyph L.|Ann via list|Jim &#39;Jimbo&#39;|Jürg Lee' 'sed -n "s/<.\{0,1\}bdi>//g; s/^<li><a href=.a[^>]*>\(.*\)<.a>.*/\1/p" "$site/senders.html" | paste -sd "|"'
awk 'BEGIN { for (i = 0; i < 900; i++) printf "From x Thu Jan  1 00:00:00 1970\nFrom: Name %d <n%d@a.example>\nMessage-ID: <n%d@a>\n\nhi\n\n", i / 2, i / 2, i; for (i = 0; i < 3; i++) printf "From x Thu Jan  1 00:00:00 1970\nMessage-ID: <none%d@a>\n\nhi\n\n", i }' >"$tmp/many.mbox"
check 'links to pages of senders name the first and the last one, with their numbers of messages' '"$TRAWL" site -q "$tmp/many.mbox" -o "$tmp/many" && grep -qE ">unknown \(3\) – Name [0-9]+ \(2\)</a>" "$tmp/many/senders.html"'

# ---- People ----

{
    printf 'From: Ann <ann@x.example>\nMessage-ID: <people@a.example>\nSubject: x\nTo: "Lee, Bob" <bob@x.example>, l@y.example,\n'
    for i in $(seq 36); do printf ' P %s (a, b) <p%s@z.example>,\n' "$i" "$i"; done
    printf ' Last <last@z.example>\nCc: Ann <ann@x.example>, c@z.example\n\nhi\n'
} >"$tmp/people.eml"
check 'of many people, four are shown, the others folded, and none cut' 'rm -rf "$site"; "$TRAWL" site -q "$tmp/people.eml" -o "$site" && is_good && has people@a.example "P 2 (a, b) &lt;p2@z.example&gt; <details class=\"people\"><summary>and 35 more</summary>P 3 (a, b)" && has people@a.example "Last &lt;last@z.example&gt;</details></dd>"'
check 'few people are not folded' 'has people@a.example "<dt>Cc</dt><dd>Ann &lt;ann@x.example&gt;, c@z.example</dd>"'
check 'the reply to all goes to each of them but the sender' 'has people@a.example "mailto:ann@x.example?Cc=bob@x.example%2Cl@y.example%2Cp1@z.example" && has people@a.example "%2Clast@z.example%2Cc@z.example&amp;Subject=Re%3A%20x&amp;In-Reply-To=%3Cpeople@a.example%3E\">Reply to all"'

# ---- Text ----

printf 'From: Ann <ann@x.example>\nMessage-ID: <signed@a.example>\n\nhi\n\n--\nAnn\n\nThe Pier\n' >"$tmp/signed.eml"
check 'the signature of a message without quotes may have an empty line' 'rm -rf "$site"; "$TRAWL" site -q "$tmp/signed.eml" -o "$site" && has signed@a.example "<pre class=\"trawl-signature\">--"'
finish
