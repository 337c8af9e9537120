#!/bin/sh
# t_old.sh - pages of older archives: in trawl index, and in trawl site --old
# shellcheck disable=SC2016,SC2034  # commands in single quotes are for eval
. tests/support/lib.sh
. tests/archive/index.sh

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

finish
