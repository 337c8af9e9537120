#!/bin/sh
# t_guard.sh - a message that ends the process which reads it, loops, or needs all memory: trawl
# site, index and report go on without it, name it, and end with status 2
#
# tests/app/sandbox/planted.c has the faults. Each is planted for a host of a link. The programs
# with faults have short seconds.
. tests/support/lib.sh
. tests/archive/index.sh

planted=$PWD/${B:-build}/planted/trawl
box=$tmp/in.mbox
site=$tmp/site

if ! limits_memory 4000000; then
    skip 'faults' 'sanitizers report faults themselves, and need more memory than the limit'
    finish
fi

# message NAME: prints a message with a link to the host NAME.planted.example.
message() {
    printf 'From: Ann Lee <ann@a.example>\nDate: Mon, 01 Jan 2001 00:00:00 +0000\n'
    printf 'Message-ID: <%s@t.example>\nSubject: about %s\n\nText & <b>%s</b>\n' "$1" "$1" "$1"
    printf 'See http://%s.planted.example/ and http://other.example/%s.\n' "$1" "$1"
}

# mailbox NAME...: prints a mailbox.
mailbox() {
    for name; do
        printf 'From ann@a.example Mon Jan  1 00:00:00 2001\n'
        message "$name"
        echo
    done
}

# named COMMAND: prints the messages that were named on standard error, and why.
named() {
    sed -n "s/^trawl: $1: .*: byte [0-9]*: message <\\(.*\\)@t.example>: [a-z]* it \\(.*\\);.*/\\1 \\2/p" "$tmp/said"
}

# all_named COMMAND: the four messages with faults were named, and nothing else.
all_named() {
    printf '%s\n' 'fpe ended by signal 8' 'loop took longer than 10 s' 'segv ended by signal 11' \
        'memory needed more than 1 GB' >"$tmp/wanted"
    named "$1" | diff "$tmp/wanted" - && [ "$(wc -l <"$tmp/said")" -eq 4 ]
}

# page NAME FOLDER: prints the page of a message.
page() {
    grep -l "<title>about $1</title>" "$2"/m/*/*.html | xargs cat
}

# same_pages: all pages are those of a site without faults, but those of the four messages.
same_pages() {
    (cd "$tmp/sound" && find m a t h -name '*.html') | while read -r path; do
        cmp -s "$tmp/sound/$path" "$site/$path" || echo "$path"
    done | grep -c '^m/' >"$tmp/count"
    [ "$(cat "$tmp/count")" -eq 4 ]
}

mailbox one fpe two loop segv three memory four >"$box"

# ---- trawl site ----

"$TRAWL" index -q "$db" "$box"
"$TRAWL" site -q "$db" -o "$tmp/sound"
check_status 'site: the status' 2 '"$planted" site -q "$db" -o "$site" 2>"$tmp/said"'
check 'site: the messages are named' 'all_named site'
check 'site: all other pages are there' 'same_pages'
check_same 'site: the raw text' 'page segv "$site" | sed -n "/^<pre>/,/^<\/pre>/p"' \
    'echo "<pre>"; message segv | sed "s/&/\&amp;/; s/</\&lt;/g; s/>/\&gt;/g"; echo "</pre>"'
check 'site: its bytes are there' 'for name in fpe loop segv memory; do
    page $name "$site" | grep -o "[0-9a-f]\{38\}\.txt" | head -n 1 >"$tmp/path"; message $name | cmp - "$(find "$site/m" -name "$(cat "$tmp/path")")" || exit 1; done'
cp -r "$site" "$tmp/first"
check_status 'site: a second run' 2 '"$planted" site -q "$db" -o "$site" 2>"$tmp/said"'
check 'site: it names them again' 'all_named site'
check 'site: it changes no page' 'diff -r -x .trawl-site "$tmp/first" "$site"'
check 'site: a run without faults makes the pages' '"$TRAWL" site -q "$db" -o "$site" && diff -r -x .trawl-site "$tmp/sound" "$site"'
check 'site: the raw text without addresses' '"$planted" site -q --addresses hidden "$db" -o "$tmp/masked" 2>"$tmp/said"; [ $? -eq 2 ] &&
    page fpe "$tmp/masked" | grep -q "http://fpe.planted" && ! grep -r ann@a.example "$tmp/masked"/m'

# ---- trawl index ----

# entries: prints the messages of the index, and their numbers of links.
entries() {
    sql "SELECT substr(m.message_id, 1, length(m.message_id) - 10), m.subject, (SELECT count(*) FROM links WHERE message = m.id)
         FROM messages m ORDER BY 1"
}

# all_entries NAME...: these messages have an entry and links, and those with a fault an entry.
all_entries() {
    entries >"$tmp/entries"
    for name in "$@"; do echo "$name|about $name|2"; done | cat - "$tmp/empty" | LC_ALL=C sort | diff - "$tmp/entries"
}
for name in fpe loop segv memory; do echo "$name|about $name|0"; done >"$tmp/empty"

rm -f "$db"*
check_status 'index: the status' 2 '"$planted" index "$db" "$box" 2>"$tmp/said" >"$tmp/printed"'
check 'index: the messages are named' 'all_named index'
check_same 'index: the summary' 'cat "$tmp/printed"' 'echo "1 file read (1 new, 0 grown, 0 changed): 8 messages, 8 links added"'
check 'index: each message has an entry' 'all_entries one two three four'
check_same 'index: the file has a note' 'sql "SELECT trouble FROM sources"' 'echo "not read: byte 285: reading it ended by signal 8"'
check_same 'index: a second run has nothing to do' '"$planted" index "$db" "$box" 2>&1' \
    'echo "0 files read (0 new, 0 grown, 0 changed): 0 messages, 0 links added"'
check_status 'index: --verify ends as it should' 2 '"$planted" index --verify "$db" 2>"$tmp/said" >"$tmp/printed"'
check 'index: --verify finds all messages' 'grep -qx "8 messages read again: 8 are as in the index" "$tmp/printed" &&
    grep -qx "8 addresses in the log: 4 show the message that had them first, 4 cannot be compared, since not all of their text was read" "$tmp/printed" && all_named index'
check 'index: a mailbox that grows' 'mailbox five >>"$box"; "$planted" index -q "$db" "$box" 2>"$tmp/said" && [ ! -s "$tmp/said" ] && all_entries one two three four five'
check 'index: after a fault is mended' 'touch "$box"; "$TRAWL" index -q "$db" "$box" && is_like_new "$box"'

# one_of WHAT LINE INPUT: of INPUT one message is not read, and LINE names it.
one_of() {
    rm -f "$db"*
    line=$2 input=$3
    check_status "index: $1" 2 '"$planted" index -q "$db" "$input" 2>"$tmp/said"'
    check "index: $1: it is named" 'grep -q "$line" "$tmp/said" && [ "$(wc -l <"$tmp/said")" -eq 1 ]'
}
message fpe >"$tmp/fpe.eml"
one_of 'a file of one message' 'fpe.eml: byte 0: message <fpe@t.example>: reading it ended by signal 8' "$tmp/fpe.eml"
mkdir -p "$tmp/dir/cur" "$tmp/dir/new" "$tmp/dir/tmp" && message fpe >"$tmp/dir/cur/1" && message two >"$tmp/dir/cur/2" && message one >"$tmp/dir/new/3"
one_of 'a Maildir' 'cur/1: byte 0: message <fpe@t.example>' "$tmp/dir"
check_same 'index: a Maildir: the entries' 'entries' 'printf "%s\n" "fpe|about fpe|0" "one|about one|2" "two|about two|2"'
mailbox one fpe two | gzip -c >"$tmp/in.mbox.gz"
one_of 'a compressed mailbox' 'gz: byte 285: message <fpe@t.example>' "$tmp/in.mbox.gz"
check_same 'index: a compressed mailbox: the entries' 'entries' 'printf "%s\n" "fpe|about fpe|0" "one|about one|2" "two|about two|2"'
mailbox one three two | sed 's,^Subject: about three,& http://segv.planted.example/,' >"$tmp/header.mbox"
rm -f "$db"*
check_status 'index: a fault in a header' 2 '"$planted" index -q "$db" "$tmp/header.mbox" 2>"$tmp/said"'
check 'index: a fault in a header: it is named' 'grep -q "header.mbox: byte 285: message <three@t.example>: reading it ended by signal 11" "$tmp/said" &&
    grep -q "header.mbox: byte 285: reading it ended by signal 11; the index has neither its header nor its links" "$tmp/said"'
check_same 'index: a fault in a header: other messages' 'entries | grep "|2$"' 'printf "%s\n" "one|about one|2" "two|about two|2"'

# ---- Threads ----

a=$tmp/a
archive 4000 "$a"
cat "$a"/talk/*.mbox "$a"/users/*.mbox "$a"/devel/*.mbox >"$tmp/large.mbox"
{ cat "$tmp/large.mbox"; mailbox segv; cat "$a"/talk/*.mbox; } >"$tmp/large" && mv "$tmp/large" "$tmp/large.mbox"
rm -f "$db"*
check_status 'index: a large mailbox in pieces' 2 '"$planted" index -q -j4 "$db" "$tmp/large.mbox" "$a" "$box" 2>"$tmp/said"'
check 'index: a large mailbox in pieces: the content' '"$TRAWL" index -q "$fresh" "$tmp/large.mbox" "$a" "$box"
    for i in "$db" "$fresh"; do "$TRAWL" query "$i" | grep -v "planted.example\|other.example" | LC_ALL=C sort >"$i.list"; done
    [ "$(wc -l <"$db.list")" -gt 4000 ] && cmp "$db.list" "$fresh.list"'

# ---- All together ----

check_status 'site of files' 2 '"$planted" site -q "$box" -o "$tmp/files" 2>"$tmp/said"'
check_same 'site of files: both are named' 'named index; named site' 'cat "$tmp/wanted" "$tmp/wanted"'
check_status 'report reads no message' 0 '"$planted" report "$db" -o "$tmp/report.html"'

# ---- Processes ----

mailbox loop >"$tmp/loop.mbox" && rm -f "$db"* && "$TRAWL" index -q "$db" "$tmp/loop.mbox"
# ends_by SIGNAL: trawl site and the process that it has started are gone soon after SIGNAL.
ends_by() {
    rm -rf "$tmp/ends" && { "$planted" site -q "$db" -o "$tmp/ends" 2>"$tmp/said" & } && parent=$! && until_there "$tmp/ends/.trawl-site/state.db"
    kill -s "$1" "$parent"; wait "$parent" 2>/dev/null
    "$TRAWL" site -q "$db" -o "$tmp/ends"
}
for number in KILL INT TERM; do
    check "SIG$number ends both processes" 'ends_by '$number
done
finish
