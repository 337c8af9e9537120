#!/bin/sh
# t_old.sh - pages of older archives: in trawl index, and in trawl site --old
. tests/support/lib.sh
. tests/archive/index.sh
. tests/archive/servers.sh

old() {
    python3 -B tests/archive/old.py "$@"
}

# ---- trawl index: the pages are messages, once ----

facts='SELECT message_id, from_name, from_address, subject FROM message ORDER BY message_id'
for program in pipermail mhonarc hypermail; do
    old make $program "$tmp/$program" >"$tmp/$program.names"
    rm -f "$db"*
    check_same "$program: without a mailbox, pages are its messages" \
        '"$TRAWL" index -q "$db" "$tmp/$program/list.mbox" && sql "$facts"' \
        'rm -f "$db"*; "$TRAWL" index -q "$db" "$tmp/$program/pages" && sql "$facts"'
    check "$program: lists of messages are no texts" \
        'test "$(sql "SELECT count(*) FROM message")" = 30'
    rm -f "$db"*
    check "$program: beside the mailbox, pages are no messages, in any order" \
        '"$TRAWL" index -q "$db" "$tmp/$program/pages" "$tmp/$program/list.mbox" &&
            test "$(sql "SELECT count(*), sum(places), sum(source LIKE \"%.mbox\") FROM message")" = "30|30|30"'
done
check_same 'hypermail: the text begins after the fields that the page shows, and ends before what it adds' \
    'rm -f "$db"*; "$TRAWL" index -q "$db" "$tmp/hypermail/pages" && for i in $(sql "SELECT id FROM message"); do "$TRAWL" query --message "$i" "$db"; done |
        grep -cE "From: x|Received on|body=|^Message-ID"' 'echo 30'
mkdir -p "$tmp/aids/attachments/20040607/1a2b3c4d" "$tmp/aids/database" "$tmp/aids/notes/20040607/1a2b3c4d"
for aid in attachments/20040607/1a2b3c4d/a.html database/2004-June-article database/2004-June-thread.lock \
    attachments/20040607/1a2b3c4d-a.txt database/2004-June-plan notes/20040607/1a2b3c4d/a.html; do
    echo "http://a.example/$aid" >"$tmp/aids/$aid"
done
rm -f "$db"*
check_same 'pipermail: its attachments and its database are no messages, and are counted' \
    '"$TRAWL" index "$db" "$tmp/aids"; sql "SELECT source FROM message" | sed "s,.*/aids/,," | LC_ALL=C sort; "$TRAWL" index "$db" "$tmp/aids/database/2004-June-article"' \
    'echo "3 files read (3 new, 0 grown, 0 changed): 3 messages, 3 links added"
    echo "3 files of pipermail left out: its attachments and database are not messages"
    printf "%s\n" attachments/20040607/1a2b3c4d-a.txt database/2004-June-plan notes/20040607/1a2b3c4d/a.html
    echo "1 file read (1 new, 0 grown, 0 changed): 1 message, 1 link added"'
check_same 'also by --dry-run' '"$TRAWL" index -n "$db" "$tmp/aids" 2>&1' 'echo "trawl: index: 3 files of pipermail left out: its attachments and database are not messages"'
old make hyperkitty "$tmp/hyperkitty" >"$tmp/hyperkitty.names"
rm -f "$db"*
check 'hyperkitty: a page has id, name, subject and minute of its message' \
    '"$TRAWL" index -q "$db" "$tmp/hyperkitty/pages" && test "$(sql "SELECT from_name, subject, utc FROM message WHERE message_id = \"4-a--b+c=@1.example\"")" = \
        "Ann Lee|[devel] A & B <c>|2004-06-02T07:06:00Z"'
rm -f "$db"*
check_same 'the text of a page is that of the message, and its page in a site shows it' \
    '"$TRAWL" index -q "$db" "$tmp/pipermail/pages" && "$TRAWL" query --message "4-a--b+c=@1.example" "$db" | sed -n "/^<PRE>/s/<[^>]*>//gp" &&
        "$TRAWL" site -q "$db" -o "$tmp/site" && cat "$tmp"/site/m/*/*.html | grep -c "Text 4:"' \
    'echo "Text 4: see http://a.example/4?a=1&amp;b=2 or write to ann at a.example"; echo 1'
check 'what is read again has the same messages' '"$TRAWL" index --verify -q "$db" && "$TRAWL" index -q "$db" "$tmp/pipermail/pages"'
check_same 'trawl map reads the pages as trawl index does' \
    'sql "$facts"' \
    'rm -f "$db"*; "$TRAWL" split --tasks 1 "$tmp/pipermail/pages" >"$tmp/tasks" && "$TRAWL" map --manifest "$tmp/tasks" --task 1 -o "$tmp/records" --index &&
        "$TRAWL" merge --manifest "$tmp/tasks" --index "$db" "$tmp/records" >"$tmp/merged" && sql "$facts"'
echo '<p>a page about <!--beginarticle-->, http://a.example/' >"$tmp/other.html"
rm -f "$db"*
check 'other pages are texts' '"$TRAWL" index -q "$db" "$tmp/other.html" && test "$(sql "SELECT url FROM link")" = http://a.example/'

# ---- trawl site --old ----

# pages: reads lines "NAME ID" and prints lines "NAME PAGE;".
pages() {
    python3 -B -c 'import hashlib, sys
for line in sys.stdin:
    name, _, i = line.rstrip("\n").rpartition(" ")
    h = hashlib.sha256(i.encode()).hexdigest()
    print(name.removesuffix("index.html"), f"m/{h[:2]}/{h[2:40]}.html;")' | sort
}

for program in pipermail mhonarc hypermail hyperkitty; do
    rm -f "$db"*
    "$TRAWL" index -q "$db" "$tmp/$program/list.mbox"
    check_same "$program: each page leads to its message" \
        'rm -rf "$tmp/site"; "$TRAWL" site -q --old "$tmp/$program/pages" "$db" -o "$tmp/site" && sort "$tmp/site/redirects-old.map"' 'pages <"$tmp/$program.names"'
    old warc "$tmp/$program"
    mkdir "$tmp/$program/warc" && mv "$tmp/$program/pages.warc.gz" "$tmp/$program/warc"
    check_same "$program: the same from WARC" \
        'rm -rf "$tmp/site"; "$TRAWL" site -q --old "$tmp/$program/warc" "$db" -o "$tmp/site" && sort "$tmp/site/redirects-old.map"' 'pages <"$tmp/$program.names" | sed "s,^,archive/,"'
done

# Pages without an id: pages of messages that differ only in the text or in the date, of a message
# whose mailbox has the date of the page, and of a text that somebody else sent at that time; pages
# that show a text with other marks, or none; and pages of no message, one of them with the header
# of a message that has another text.
one=$tmp/one
mkdir -p "$one/pages"
mail() {
    printf 'From x@y  Mon Jan  1 00:00:00 2001\nFrom: ann@a.example\nSubject: %b\nDate: %s\nMessage-ID: <%s>\n\n%s\n\n' "$1" "$2" "$3" "$4"
}
shows() {
    printf '<HTML><H1>%s</H1>\n<B>Ann</B>\n<A HREF="mailto:x?In-Reply-To=parent%%40a.example" TITLE="x">ann at a.example</A><BR>\n<I>%s</I>\n<!--beginarticle-->\n<PRE>%s</PRE>\n<!--endarticle-->\n' "$1" "$2" "$3"
}
day='Fri, 4 Jun 2004'
{ mail s "$day 10:00:00 +0000" 1@a text && mail s "$day 10:00:00 +0000" 2@a other && mail s "$day 11:00:00 +0000" 3@a 'third text, of course' &&
    mail s "$day 12:00:00 +0000" 4@a fourth && mail s "$day 12:00:00 +0000" 5@a fifth && mail parent "$day 09:00:00 +0000" parent@a.example parent &&
    mail 'folded\n\t subject' "$day 14:00:00 +0000" 6@a 'the folded, text' && mail late 'Sat, 1 Jan 2005 00:00:00 +0000' 7@a '?' | sed 's/Mon Jan.*/Fri Jun  4 15:00:00 2004/' &&
    mail again "$day 16:00:30 +0000" 8@a first && mail again "$day 16:01:00 +0000" 9@a second && mail spam "$day 17:00:00 +0000" 10@a spam &&
    mail twin "$day 18:00:00 +0000" 11@a twin | sed 's/^From: .*/From: Ann <ann@c.example>/' &&
    mail pair "$day 19:00:00 +0000" 12@a 'red, green and blue' && mail pair "$day 19:00:00 +0000" 13@a 'Send money' && mail part "$day 20:00:00 +0000" 14@a 'Gr\303\274\303\237e, see the file' && mail 'M?rz ??' "$day 21:00:00 +0000" 15@a march; } >"$one/list.mbox"
shows s 'Fri Jun  4 10:00:00 GMT 2004' other >"$one/pages/text.html"
shows s 'Fri Jun  4 11:00:00 GMT 2004' 'third text of course' >"$one/pages/date.html"
shows s 'Fri Jun  4 11:00:00 GMT 2004' '...' >"$one/pages/bare.html"
shows s 'Fri Jun  4 11:00:00 GMT 2004' 'Of course, look at http://evil.example/' >"$one/pages/claim.html"
shows pair 'Fri Jun  4 19:00:00 GMT 2004' 'red green and blue' >"$one/pages/pair.html"
shows part 'Fri Jun  4 20:00:00 GMT 2004' 'Gr??e, see the file
-------------- next part --------------
A non-text attachment was scrubbed...
Name: a.pdf' >"$one/pages/part.html"
shows s 'Fri Jun  4 12:00:00 GMT 2004' '' >"$one/pages/two.html"
shows s 'Fri Jun  4 11:00:07 GMT 2004' 'none' >"$one/pages/none.html"
shows s 'Fri Jun  4 13:00:00 GMT 2004' 'none' >"$one/pages/hour.html"
shows s 'Fri Jun  4 13:00:00 CEST 2004' 'third text, of course' >"$one/pages/zone.html"
shows 'folded subject' 'Fri Jun  4 14:00:00 GMT 2004' 'the folded text' >"$one/pages/folded.html"
shows late 'Fri Jun  4 15:00:00 CEST 2004' '&#149;' >"$one/pages/clock.html"
shows late 'Fri Jun  4 15:00:00 CEST 2004' 'Bytes of another charset' >"$one/pages/line.html"
shows 'M&#228;rz &#26085;&#26412;' 'Fri Jun  4 21:00:07 GMT 2004' march >"$one/pages/letter.html"
shows again 'Fri Jun  4 16:00:30 GMT 2004' second >"$one/pages/second.html"
shows other 'Fri Jun  4 17:00:00 GMT 2004' spam | sed 's/Ann/Eve/; s/ann at/eve at/' >"$one/pages/spam.html"
shows twin 'Sat Jun  5 11:00:00 GMT 2004' twin >"$one/pages/twin.html"
shows late 'Fri Jun  4 15:00:00 CEST 2004' 'Bytes of another charset' | sed 's/In-Reply-To=[^"]*/In-Reply-To=%3Cother%40a.example%3E/' >"$one/pages/named.html"
shows late 'Fri Jun  4 15:00:00 CEST 2004' 'Bytes of another charset' | sed 's/In-Reply-To=[^"]*/In-Reply-To=%3C7%40a%3E/' >"$one/pages/own.html"
shows parent 'Mon Jun  7 11:00:07 GMT 2004' 'none' >"$one/pages/answer.html"
rm -f "$db"*
"$TRAWL" index -q "$db" "$one/list.mbox"
check_same 'only what is proved has an address: by date, or that of the mailbox; of several messages by the text; not by the message that it answers, nor by the line before a message with another id, nor by the text of another sender, or of one with the same name' \
    'rm -rf "$tmp/site"; "$TRAWL" site -q --old "$one/pages" "$db" -o "$tmp/site" && cat "$tmp/site/redirects-old.map" && cut -f 1,2,4 "$tmp/site/redirects-old.tsv"' \
    'printf "%s\n" "bare.html 3@a" "clock.html 7@a" "date.html 3@a" "folded.html 6@a" "letter.html 15@a" "line.html 7@a" "own.html 7@a" "pair.html 12@a" "part.html 14@a" "second.html 9@a" "text.html 2@a" "zone.html 3@a" | pages
    printf "%s\t%s\t%s\n" address result evidence answer.html "unknown: no message" "" \
        bare.html proved "sender, date, subject; no text" claim.html "unknown: another text" "" clock.html proved "sender, date, subject, similar text" \
        date.html proved "sender, date, subject, similar text" folded.html proved "sender, date, subject, similar text" hour.html "unknown: no message" "" \
        letter.html proved "text, sender, subject" line.html proved "sender, line From, subject" named.html "unknown: another text" "" none.html "unknown: no message" "" own.html proved "sender, line From, subject" pair.html proved "sender, date, subject, similar text" part.html proved "sender, date, subject, similar text" \
        second.html proved "text, sender, subject" spam.html "unknown: no message" "" text.html proved "text, sender, subject" twin.html "unknown: no message" "" \
        two.html "unknown: several messages" "" zone.html proved "text, sender, subject"'
check 'a page tells how many are proved, and the others' \
    'grep -q "<p>20 addresses: 12 proved, 8 unknown\. " "$tmp/site/old-addresses.html" && test "$(grep -c "<li>.*(unknown: " "$tmp/site/old-addresses.html")" = 8'
rm -f "$db"*
check_same 'a page leads to the message of the mailbox, not to the one that the index has from the page itself' \
    '"$TRAWL" index -q "$db" "$one" && rm -rf "$tmp/both" && "$TRAWL" site -q --old "$one/pages" "$db" -o "$tmp/both" && grep "^[cfz]" "$tmp/both/redirects-old.map" | grep -v "^claim"' \
    'printf "%s\n" "clock.html 7@a" "folded.html 6@a" "zone.html 3@a" | pages'
check_same 'trawl index leaves out what is proved so, by the line before the message as well; a page with the header of a message, but another text, is another message' \
    'sql "SELECT source FROM message WHERE source LIKE \"%.html\" ORDER BY source" | sed "s,.*/,,"; grep -c "^claim.html m/" "$tmp/both/redirects-old.map"' \
    'printf "%s.html\n" answer claim hour named none spam twin; echo 1'
rm -f "$db"*
"$TRAWL" index -q "$db" "$one/list.mbox"
check 'an --old that does not exist' '! "$TRAWL" site -q --old "$tmp/nothing" "$db" -o "$tmp/site" 2>"$tmp/said" && grep -q "nothing: No such file" "$tmp/said"'

cp "$one/pages/date.html" "$tmp/date" && cp -p "$one/pages/date.html" "$tmp/stamp"
check 'a page that has changed is read again, also if nothing else has' \
    'sed "s/Fri Jun  4 11/Fri Jun  4 13/; s/third text/third day/" "$tmp/date" >"$one/pages/date.html" && "$TRAWL" site -q --old "$one/pages" "$db" -o "$tmp/site" && ! grep -q "^date.html" "$tmp/site/redirects-old.map"'
check 'one that was proved is not read while its size and time are the same' \
    'cp "$tmp/date" "$one/pages/date.html" && touch -r "$tmp/stamp" "$one/pages/date.html" && "$TRAWL" site -q --old "$one/pages" "$db" -o "$tmp/site" && grep "^date.html" "$tmp/site/redirects-old.map" &&
        tr a-z x <"$tmp/date" >"$one/pages/date.html" && touch -r "$tmp/stamp" "$one/pages/date.html" && "$TRAWL" site -q --old "$one/pages" "$db" -o "$tmp/site" && grep "^date.html" "$tmp/site/redirects-old.map"'
cp "$tmp/date" "$one/pages/date.html"
cp -r "$one" "$tmp/left" && mail s "$day 10:00:00 +0000" 20@a lot | sed 's/^From: .*/From: Lot <lot@a.example>/' >>"$tmp/left/list.mbox"
shows s 'Fri Jun  4 10:00:00 GMT 2004' text >"$tmp/left/pages/lot.html" && sed 's/ann at a/lot at a/' "$tmp/left/pages/lot.html" >"$tmp/left/lot" && mv "$tmp/left/lot" "$tmp/left/pages/lot.html"
rm -f "$db"*
"$TRAWL" index -q "$db" "$tmp/left/list.mbox"
check 'the page of one who is forgotten is gone, though another message has its text and its subject' \
    '"$TRAWL" forget -q "$db" lot@a.example && "$TRAWL" site -q --old "$tmp/left/pages" "$db" -o "$tmp/site" && grep -qx "lot.html gone;" "$tmp/site/redirects-old.map"'

# For messages of forgotten senders the servers answer 410; no other address changes. Both servers
# read the maps.
rm -f "$db"*
"$TRAWL" index -q "$db" "$tmp/pipermail/list.mbox"
rm -rf "$tmp/site"
"$TRAWL" site -q --old "$tmp/pipermail/pages" "$db" -o "$tmp/site"
cp "$tmp/site/redirects-old.map" "$tmp/before"
check_same 'addresses of forgotten messages are gone, the others are as before' \
    '"$TRAWL" forget -q "$db" ann@a.example && "$TRAWL" site -q --old "$tmp/pipermail/pages" "$db" -o "$tmp/site" && cat "$tmp/site/redirects-old.map"' \
    'ids=$(sed -n "/ [048]-a\|-a/p" "$tmp/pipermail.names" | awk "{ split(\$2, n, \"-\"); if (n[1] % 4 == 0) print \$1 }" | paste -sd "|"); sed -E "s,^($ids) .*,\1 gone;," "$tmp/before"'
check 'and the page tells how many' 'grep -q "<p>30 addresses: 22 proved, 0 unknown, 8 forgotten\. " "$tmp/site/old-addresses.html"'

olds() {
    awk '{ print $1 }' "$tmp/pipermail.names" && echo 2004-June/999999.html
}
expected() {
    while read -r name _; do
        sed -n "s,^$name gone;\$,$name 410,p; s,^$name \(m.*\);\$,$name 301 /new/\1,p" "$tmp/site/redirects-old.map"
    done <"$tmp/pipermail.names"
    echo 2004-June/999999.html 404
}
if have nginx; then
    write_nginx "$tmp/site/redirects-old.map"
    check_same 'nginx redirects' "with_nginx 'olds | answers \$port'" expected
else
    skip 'nginx redirects' 'no nginx'
fi
if have apache2; then
    write_apache "$tmp/site/redirects-old.txt"
    check_same 'Apache redirects' "with_apache 'olds | answers \$port'" expected
else
    skip 'Apache redirects' 'no apache2'
fi

finish
