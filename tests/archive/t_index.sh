#!/bin/sh
# t_index.sh - trawl index: compares rows with the filter; what a second run reads; pruning,
# excluding, forgetting; the options and messages
. tests/support/lib.sh
. tests/archive/index.sh

a=$tmp/a
archive 300 "$a"

# ---- Rows ----

check_same 'a summary' '"$TRAWL" index "$db" "$a"' \
    'echo "93 files read (93 new, 0 grown, 0 changed): 313 messages, 1576 links added"'
check 'the rows are the links of the filter' 'has_rows "$a"'
check_same 'a second run reads nothing' '"$TRAWL" index "$db" "$a"' \
    'echo "0 files read (0 new, 0 grown, 0 changed): 0 messages, 0 links added"'
check 'one thread finds the same' 'rm -f "$fresh"; "$TRAWL" index -qj1 "$fresh" "$a" &&
    python3 -B tests/archive/compare.py same "$db" "$fresh"'
check_same 'the database says what it is' 'sql "PRAGMA application_id"; sql "PRAGMA user_version"' 'echo 1953653111; echo 9'
check_same "the package for Python reads this version" 'sed -n "s/^_APPLICATION, _VERSION = //p" bindings/python/trawl/archive.py' 'echo 1953653111, 9'
check_same 'a message in two places' 'sql "SELECT count(*) FROM message WHERE places = 2 AND message_id IN
    (SELECT m.message_id FROM message m JOIN place p ON p.message = m.id WHERE p.source LIKE \"%/again\")"' 'echo 5'
check_same 'a cross-post is one message' \
    'sql "SELECT count(*), count(DISTINCT message_id) FROM message WHERE message_id IS NOT NULL"' 'echo "300|300"'
check_same 'quoted links point to the message that they were quoted from' \
    'sql "SELECT count(*) FROM link l JOIN message q ON q.id = l.quoted_from JOIN message m ON m.id = l.message
        WHERE l.quote > 0 AND (q.time > m.time OR q.thread <> m.thread)"' 'echo 0'
check_test 'and there are some' -gt 20 'sql "SELECT count(*) FROM link WHERE quoted_from IS NOT NULL"'
check_same 'the sort keys are those of the library' \
    'sql "SELECT surt FROM url" | sort -u' '"$TRAWL" -t tsv --fields surt "$a" | sort -u'
check_same 'the dates are those of the filter' 'sql "SELECT DISTINCT m.date FROM link l JOIN message m ON m.id = l.message" | sort' \
    '"$TRAWL" -t tsv --fields message.date "$a" | sort -u'

# testdata has every kind of input, and files that are damaged.
mkdir "$tmp/t" && cp -R testdata/mail testdata/packed testdata/html testdata/containers "$tmp/t" 2>/dev/null
rm -f "$db"
check_status 'damaged files are named' 2 '"$TRAWL" index -q "$db" "$tmp/t"'
check 'and what can be read of them is there' 'has_rows "$tmp/t"'
check_test 'the index remembers what was wrong' -gt 1 'sql "SELECT count(*) FROM source WHERE trouble IS NOT NULL"'
check_same 'without the mark after the name' 'sql "SELECT count(*) FROM source WHERE trouble LIKE \":%\""' 'echo 0'
yes 'See http://www.example.org/' | head -n 20000 >"$tmp/twin1"
cp "$tmp/twin1" "$tmp/twin2"
check_same 'the summary counts the links of a copy once' '"$TRAWL" index "$tmp/twins.db" "$tmp/twin1" "$tmp/twin2" | sed "s/.*, //"' 'echo 20000 links added'

# Texts that are not UTF-8, in a file whose name is not, either
mkdir "$tmp/bytes"
bytes=$tmp/bytes/$(printf 'caf\351.mbox')
{
    printf 'From a@b.example Mon Jan  1 00:00:00 2001\nFrom: J\374rgen <j@b.example>\nSubject: \364\217\273\274\nMessage-ID: <\3741@b.example>\n\n'
    printf 'http://a.example/b\374cher http://d.example/\355\240\200\n'
} >"$bytes"
rm -f "$db"
utf8=$(printf 'http://a.example/b\364\217\273\274cher')
check_same 'a byte that is not UTF-8 is stored as a character' '"$TRAWL" index -q "$db" "$tmp/bytes"; sql "SELECT raw FROM link WHERE n = 1"' 'echo "$utf8"'
check_same 'also one of such a character' 'sql "SELECT length(subject) FROM message"' 'echo 4'
check 'queries print the bytes' 'has_rows "$tmp/bytes" && is_like_new "$tmp/bytes"'
check_same 'a message keeps its address' '"$TRAWL" index --verify "$db"' \
    'echo "1 addresses in the log: 1 show the message that had them first"; echo "1 messages read again: 1 are as in the index"'
check 'Python reads an index of all test data' 'rm -f "$db"; "$TRAWL" index -q "$db" testdata 2>"$tmp/said"; python3 -B tests/archive/compare.py dump "$db" >"$tmp/dump"'

# With a step for each pair of messages this would take 150 s; it takes half a second.
one_id() { awk -v i="$1" 'BEGIN { for (; i < 20000; i++) printf "From a@b.example Mon Jan  1 00:00:00 2001\nMessage-ID: <one@b.example>\n\nhttp://a.example/%d\n\n", i }'; }
one_id 0 >"$tmp/one"
others() { db=$tmp/one.db sql "SELECT count(content), count(first), count(DISTINCT first), count(same) FROM messages"; }
check_same '20,000 messages with one message-id' 'timeout 60 "$TRAWL" index -q "$tmp/one.db" "$tmp/one"; others' 'echo "20000|19999|1|0"'
one_id 10000 >"$tmp/one"
check_same 'and 10,000 of them erased' 'timeout 60 "$TRAWL" index -q "$tmp/one.db" "$tmp/one"; others' 'echo "10000|10000|1|0"'

# ---- What is new ----

rm -f "$db"
cp -R "$a" "$tmp/whole"
for box in "$a"/talk/*.mbox; do
    size=$(wc -c <"$box")
    head -c $((size * 2 / 3)) "$box" >"$tmp/head" && cat "$tmp/head" >"$box" && touch -d 2020-01-01 "$box"
done
check 'half of it' '"$TRAWL" index -q "$db" "$a" && has_rows "$a"'
cp "$tmp/whole/talk/"*.mbox "$a/talk"
check_test 'mailboxes that grew are read from their last message on' -eq 23 '"$TRAWL" index -n "$db" "$a" | grep -c "^grown	[0-9]*	/"'
check 'the end of a mailbox' '"$TRAWL" index -q "$db" "$a" && is_like_new "$a"'

(cd "$a/talk.maildir/cur" && for f in *; do mv "$f" "../new/${f%%:*}"; break; done && for f in *; do mv "$f" "${f}R"; break; done)
check_test 'a renamed message of a Maildir is not read' -eq 2 '"$TRAWL" index -n "$db" "$a" | grep -c "^renamed	0	/"'
check 'it gets its name' '"$TRAWL" index -q "$db" "$a" && is_like_new "$a" && has_rows "$a"'

sed -i.bak 's/^Subject: /Subject: new /' "$a/users/2005.mbox" && rm "$a/users/2005.mbox.bak"
check_same 'a changed file is read again' '"$TRAWL" index -n "$db" "$a" | cut -f 1' 'echo changed'
check 'its rows are replaced' '"$TRAWL" index -q "$db" "$a" && is_like_new "$a"'
rm "$a/devel/2001.mbox"
check_same 'a file that is gone stays' '"$TRAWL" index "$db" "$a" | cut -c 1-12; sql "SELECT count(*) FROM source WHERE path LIKE \"%/devel/2001.mbox\""' \
    'echo "0 files read"; echo 1'
check_same '--prune -n' '"$TRAWL" index -n --prune "$db" "$a"' 'printf "gone\t0\t%s\n" "$a/devel/2001.mbox"'
check '--prune erases it' '"$TRAWL" index -q --prune "$db" "$a" && is_like_new "$a"'
check '--prune leaves other folders alone' '"$TRAWL" index -q --prune "$db" "$a/talk" && is_like_new "$a"'
check_same '--prune erases nothing of an empty folder' 'mkdir "$tmp/e" && echo http://e.example/ >"$tmp/e/x"; rm -f "$fresh"; "$TRAWL" index -q "$fresh" "$tmp/e"
    rm "$tmp/e/x"; "$TRAWL" index -q --prune "$fresh" "$tmp/e" 2>&1 | sed "s|$tmp/||"; "$TRAWL" query "$fresh"' 'echo "trawl: index: e is empty, so nothing was pruned; is a disk not mounted?"; echo http://e.example/'
check '--exclude with --prune' '"$TRAWL" index -q --prune --exclude "*/users/*" "$db" "$a" && rm -r "$a/users" && is_like_new "$a"'
mkdir "$tmp/p" "$tmp/p/[Gmail].Spam" && for f in talk talk:old '[Gmail].Spam/x' G; do echo 'http://p.example/' >"$tmp/p/$f"; done
check_same '--prune leaves a file alone whose name begins as the input' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/p"; rm "$tmp/p/talk:old";
    "$TRAWL" index -n --prune "$db" "$tmp/p/talk"; "$TRAWL" index -n --prune "$db" "$tmp/p" | cut -f 1' 'echo gone'
check_same 'only * and ? are special in a pattern' 'rm -f "$db"; "$TRAWL" index -q --exclude "*/[Gmail].*/*" --exclude "[G]" "$db" "$tmp/p"; sql "SELECT path FROM source" | sed "s,.*/,,"' 'echo G; echo talk'
check_same '--exclude a list' 'rm -f "$db"; "$TRAWL" index -q --exclude "dev*.example.org" "$db" "$a";
    sql "SELECT count(*) FROM message WHERE list LIKE \"devel%\""' 'echo 0'
check_same '--exclude a sender' 'rm -f "$db"; "$TRAWL" index -q --exclude "*@people1.example.com" "$db" "$a";
    sql "SELECT count(*) FROM message WHERE from_address LIKE \"%people1.%\""' 'echo 0'
if have gzip; then
    rm -f "$db"
    "$TRAWL" index -q "$db" "$a"
    gzip "$a"/announce/*.mbox
    check 'compressed now' '"$TRAWL" index -q --prune "$db" "$a" && is_like_new "$a" && has_rows "$a"'
    gzip -dc "$a/announce/1999.mbox.gz" >"$tmp/box"
    gzip -c "$tmp/box" >>"$a/announce/1999.mbox.gz"
    check 'a compressed mailbox that grew' '"$TRAWL" index -q "$db" "$a" && is_like_new "$a" && has_rows "$a"'
else
    skip 'compressed' 'there is no gzip'
fi
check 'the database in the folder is not read' 'cp "$db" "$a/x.db"; "$TRAWL" index -q "$a/x.db" "$a" && has_rows "$a/talk" "$a/devel" "$a/announce" "$a/talk.maildir" "$a/again"'
rm -f "$a"/x.db*

# ---- Forgetting ----

who=$(sql 'SELECT from_address FROM message WHERE id = 40')
id=$(sql 'SELECT message_id FROM message WHERE from_address <> (SELECT from_address FROM message WHERE id = 40) AND message_id IN
    (SELECT in_reply_to FROM message) LIMIT 1')
check 'forget' '"$TRAWL" forget "$db" "$who" "<$id>" | grep "messages* erased"'
check_same 'nothing of it is in the file' 'cat "$db" "$db-wal" 2>/dev/null | grep -c -e "$who" -e "$id"' 'echo 0'
check_same 'it is kept out' 'touch "$a"/*/*.mbox "$a"/again; "$TRAWL" index -q "$db" "$a"; sql "SELECT count(*) FROM message
    WHERE from_address = \"$who\" OR message_id = \"$id\" OR in_reply_to = \"$id\""' 'echo 0'
check_status 'what is not there is kept out, too' 1 '"$TRAWL" forget "$db" nobody@example.com'
check_same 'an index without it' 'rm -f "$db"; "$TRAWL" index -q "$db" "$a"; "$TRAWL" forget -q "$db" "$who"; sql "SELECT count(*) > 200,
    sum(from_address = \"$who\") FROM message"' 'echo "1|0"'
check_same 'and a new file' 'echo http://more.example/ >"$a/more"; "$TRAWL" forget "$db" "$id"; "$TRAWL" index "$db" "$a"; rm "$a/more"' \
    'echo "1 message erased"; echo "1 file read (1 new, 0 grown, 0 changed): 1 message, 1 link added"'
mkdir "$tmp/f"
printf 'From: Ann <ann@f.example>\nMessage-ID: <1@f.example>\nSubject: secretword\n\nhttp://ann.example/\n' >"$tmp/f/1"
printf 'From: Ann via list <list@f.example>\nMessage-ID: <1@f.example>\nSubject: [x] secretword\n\nhttp://ann.example/\n__________\nA mailing list: http://list.example/\n' >"$tmp/f/2"
check_same 'a copy from another address is forgotten, too' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/f"; "$TRAWL" forget "$db" ANN@F.example;
    sql "SELECT count(*) FROM message"; cat "$db"* | grep -c -e secretword -e ann.example' 'echo "2 messages erased"; echo 0; echo 0'
pipermail() {
    printf 'From %s  Mon Jan  1 00:00:00 2001\nFrom: %s\nMessage-ID: <%s@x.example>\nSubject: x\n\nhttp://a.example/%s\n\n' "$1" "$1${2:+ ($2)}" "$3" "$3"
}
mkdir "$tmp/pm"
{ pipermail 'ann at x.example' 'Ann Lee' 1 && pipermail 'ann at x.example' 'A. Lee' 2 && pipermail 'ann at x.example' '' 3 &&
    pipermail 'lee (at) y.example' 'Ann Lee' 4 && pipermail 'bo at x.example' Bo 5 && pipermail 'ann at z.example' 'Ann Lee' 6; } >"$tmp/pm/2001-January.txt"
check_same 'senders as pipermail writes them' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/pm"; "$TRAWL" query --count-by from "$db"; "$TRAWL" query --from ann@x.example "$db"' \
    'printf "3\tann@x.example\n1\tann@z.example\n1\tbo@x.example\n1\tlee@y.example\n"; printf "http://a.example/%d\n" 1 2 3'
check_same 'they are forgotten, and who has the same name is told' '"$TRAWL" forget "$db" ann@x.example ann@z.example; cat "$db"* | grep -a -c -e "ann at" -e "A. Lee" -e "<*[1236]@x.example"; "$TRAWL" query "$db"' \
    'echo "4 messages erased"; echo "1 message remains from another address of Ann Lee; \"trawl query --from NAME\" shows their links"; echo 0; printf "http://a.example/%d\n" 4 5'
check_same 'a name in brackets after (at)' '"$TRAWL" query --from "Ann Lee" "$db"' 'echo http://a.example/4'
printf 'From: Bo <bo@f.example>\nMessage-ID: <3@f.example>\nSubject: prunedword\n\nhttp://bo.example/\n' >"$tmp/f/3"
check_same 'nothing stays of what was pruned' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/f"; rm "$tmp/f/3"; "$TRAWL" index -q --prune "$db" "$tmp/f";
    cat "$db"* | grep -c -e prunedword -e bo.example -e 3@f.example' 'echo 0'

# ---- Inputs ----

check_same 'an input that comes twice' 'rm -f "$db"; "$TRAWL" index -qj2 "$db" "$tmp/whole" "$tmp/whole"; sql "SELECT count(*), count(DISTINCT path) FROM source"' \
    'sql "SELECT count(DISTINCT path), count(DISTINCT path) FROM source"'
check 'its rows are there once' 'is_like_new "$tmp/whole"'
check_same 'names from a pipe, with progress' 'rm -f "$db"; printf "%s\0" "$tmp/whole/talk/2001.mbox" |
    "$TRAWL" index --progress=always --files0-from - "$db" 2>/dev/null | cut -c 1-20' 'echo "1 file read (1 new, "'

# ---- Messages ----

check_status 'no input' 2 '"$TRAWL" index "$db"'
check_same 'an index of no file is not made' '"$TRAWL" index -q "$tmp/unmade.db" "$tmp/nix" 2>/dev/null; ls "$tmp" | grep unmade' ':'
check_same 'a missing file' '"$TRAWL" index -q "$db" "$tmp/nix" 2>&1' 'echo "trawl: $tmp/nix: No such file or directory"'
echo 'not a database, but a text that is longer than the header of one, which has a hundred bytes: this has more' >"$tmp/text"
check_same 'not a database' '"$TRAWL" index -q "$tmp/text" "$a" 2>&1; cmp -s "$tmp/text" "$tmp/text" && echo kept' \
    'echo "trawl: index: $tmp/text is not a database; it comes first: trawl index DB INPUT..."; echo kept'
check 'no lock beside it' '[ ! -e "$tmp/text-lock" ]'
check_same 'an empty file' ': >"$tmp/empty"; for c in query report; do "$TRAWL" $c "$tmp/empty" 2>&1; done; "$TRAWL" forget "$tmp/empty" x 2>&1; wc -c <"$tmp/empty"' \
    'for c in query report forget; do echo "trawl: $c: $tmp/empty is empty; \"trawl index\" fills it"; done; echo 0'
check_same 'a run that read nothing decides nothing' '"$TRAWL" index -q --charset nix "$tmp/late" "$a" 2>&1; "$TRAWL" index --find url "$tmp/late" "$tmp/text"; "$TRAWL" index -q --find url,www "$tmp/late" "$a" 2>&1' \
    'echo "trawl: index: --charset: unknown charset nix"; echo "1 file read (1 new, 0 grown, 0 changed): 0 messages, 0 links added"; echo "trawl: index: $tmp/late: the first run chose other kinds of links; leave out --find, or make a new index"'
check_same 'a folder' '"$TRAWL" index "$a" "$tmp/text" 2>&1; "$TRAWL" forget "$a" x 2>&1; for c in query report; do "$TRAWL" $c "$a" 2>&1; done' \
    'for c in index forget query report; do echo "trawl: $c: $a is not an index; make one: trawl index links.db $a"; done | sed "1s/ is not.*/ is not a database; it comes first: trawl index DB INPUT.../"'
check_same 'another database' 'python3 -c "import sqlite3; sqlite3.connect(\"$tmp/other\").execute(\"CREATE TABLE t(a)\")";
    "$TRAWL" index -q "$tmp/other" "$a" 2>&1' 'echo "trawl: index: $tmp/other is a SQLite database, but not an index of trawl"'
check_same 'another database with a negative number' 'python3 -c "import sqlite3; sqlite3.connect(\"$tmp/other\").execute(\"PRAGMA application_id = -5\")";
    "$TRAWL" query "$tmp/other" 2>&1' 'echo "trawl: query: $tmp/other is a SQLite database, but not an index of trawl"'
check_same 'a database without a name' '"$TRAWL" index "" "$a" 2>&1' 'echo "trawl: index: the name of the database is empty, perhaps an unset variable in quotes"'
check_same 'a newer version' 'cp "$db" "$tmp/newer"; python3 -c "import sqlite3; sqlite3.connect(\"$tmp/newer\").execute(\"PRAGMA user_version = 99\")";
    for c in index query; do "$TRAWL" $c "$tmp/newer" $([ $c = query ] || echo "$a") 2>&1 | sed "s/, made.*//"; done' \
    'for c in index query; do echo "trawl: $c: $tmp/newer is an index of version 99"; done'
check_same 'an older version, and nothing is written to it' 'cp "$db" "$tmp/older"; python3 -c "import sqlite3; sqlite3.connect(\"$tmp/older\").execute(\"PRAGMA user_version = 8\")"; cp "$tmp/older" "$tmp/kept"
    for c in index query forget; do "$TRAWL" $c "$tmp/older" $([ $c = query ] || echo "$a") 2>&1; done; cmp "$tmp/older" "$tmp/kept"' \
    'for c in index query forget; do echo "trawl: $c: $tmp/older is an index of version 8, made by an older trawl; this one reads version 9; make a new one from the mail: trawl index NEW.db INPUT..."; done'
check_same 'other kinds' '"$TRAWL" index -q --find url "$db" "$a" 2>&1' \
    'echo "trawl: index: $db: the first run chose other kinds of links; leave out --find, or make a new index"'
check '--dry-run makes no database' '"$TRAWL" index -n "$tmp/none.db" "$a" | grep -q "^new	" && [ ! -e "$tmp/none.db" ]'
check 'standard input' 'rm -f "$db"; cat "$tmp/whole/talk/2001.mbox" | "$TRAWL" index -q "$db" - && [ "$(sql "SELECT count(*) FROM message")" -gt 3 ]'
# ---- Limits are notes ----

{
    printf 'From: a@a.example\nContent-Type: text/html\nMIME-Version: 1.0\n\n<a href="http://x.example/'
    head -c 9000 /dev/zero | tr '\0' x
    printf '">x</a> http://y.example/\n'
} >"$tmp/odd"
rm -f "$tmp/odd.db"
check_same 'a message beyond a limit is a note, the same status on each run' \
    'for i in 1 2; do "$TRAWL" index -q "$tmp/odd.db" "$tmp/odd" 2>"$tmp/note"; echo $?; grep -c ": note: byte .*(E20)" "$tmp/note"; done' \
    'printf "%s\n" 0 1 0 0'
made() { for i in $(seq "$2"); do printf 'From a@a.example Mon Jan  1 00:00:00 2024\nMessage-ID: <%s%d@a.example>\n\nhttp://a.example/%d\n\n' "$1" "$i" "$i"; done; }
mkdir "$tmp/few" && made a 3 >"$tmp/few/a.mbox" && "$TRAWL" index -q "$tmp/few.db" "$tmp/few" && made b 1500 >"$tmp/few/b.mbox"
check_test 'each transaction of a later run has a stamp of its own' -ge 3 '"$TRAWL" index -qj1 "$tmp/few.db" "$tmp/few" && db=$tmp/few.db sql "SELECT count(*) FROM runs"'
check_same 'a damaged file is none' 'printf "http://a.example/\n" | gzip | head -c 30 >"$tmp/cut.gz"
    "$TRAWL" index -q "$tmp/odd.db" "$tmp/cut.gz" 2>/dev/null; echo $?' 'echo 2'

finish
