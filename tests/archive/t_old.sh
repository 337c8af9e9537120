#!/bin/sh
# t_old.sh - pages of older archives: in trawl index; and where their messages are in a site
. tests/support/lib.sh
. tests/archive/index.sh

# ---- trawl index: the pages are messages, once ----

facts='SELECT message_id, from_name, from_address, subject FROM message ORDER BY message_id'
for program in pipermail mhonarc hypermail; do
    python3 -B tests/archive/old.py $program "$tmp/$program" >"$tmp/$program.names"
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
python3 -B tests/archive/old.py hyperkitty "$tmp/hyperkitty" >"$tmp/hyperkitty.names"
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
echo '<p>a page about <!--beginarticle-->, http://a.example/' >"$tmp/other.html"
rm -f "$db"*
check 'other pages are texts' '"$TRAWL" index -q "$db" "$tmp/other.html" && test "$(sql "SELECT url FROM link")" = http://a.example/'

# ---- Which pages are left out ----

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
check_same 'a page is left out if its message is proved: by date, or that of the mailbox, or by the text; not by the message that it answers, nor by the line before a message with another id, nor by the text of another sender, or of one with the same name; one with the header of a message, but another text, is another message' \
    '"$TRAWL" index -q "$db" "$one" && sql "SELECT source FROM message WHERE source LIKE \"%.html\" ORDER BY source" | sed "s,.*/,,"' \
    'printf "%s.html\n" answer claim hour named none spam twin'

# ---- The pages of pipermail in a site ----

recipe=$(sed -n '/^\.Sh MOVING/,/^\.Ed/{ /^\.Bd/,/^\.Ed/p; }' doc/trawl-site.1 | sed "/^\./d; s/\\\\(aq/'/g; s|^trawl |$(realpath "$TRAWL") |")

# shown SITE: prints each page of pipermail, and the text in its new page.
shown() {
    while read -r old new; do
        echo "$old $(sed -n 's/.*\(Text [0-9]*\): see.*/\1/p' "$1/$new")"
    done <"$tmp/pipermail/pages/pages.txt" | sort
}

if have sqlite3; then
    (cd "$tmp/pipermail/pages" && eval "$recipe")
    for input in list.mbox pages/pages.db; do
        check_same "by the commands of trawl-site(1), each page of pipermail leads to its message in a site of $input" \
            'rm -rf "$tmp/site"; "$TRAWL" site -q "$tmp/pipermail/$input" -o "$tmp/site" && shown "$tmp/site"' 'sed "s/ \([0-9]*\)-a.*/ Text \1/" "$tmp/pipermail.names" | sort'
    done
    check_same 'and they make a map of both' 'sort "$tmp/pipermail/pages/devel.map"' 'sed "s,^,/pipermail/devel/,; s, , /devel/,; s,\$,;," "$tmp/pipermail/pages/pages.txt" | sort'
else
    skip 'pages of pipermail in a site' 'no sqlite3'
fi

finish
