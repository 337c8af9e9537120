#!/bin/sh
# t_death.sh - trawl index: after kill -9, SIGINT, a full disk or two runs at once, the index is like
# that of one undisturbed run; hostile input; calls that fail
#
# DEATHS=50 stops trawl index 50 times with each signal, as "make check-deaths" does.
. tests/support/lib.sh
. tests/archive/index.sh

deaths=${DEATHS:-5}
a=$tmp/a
archive $((deaths < 20 ? 2500 : 20000)) "$a"

for number in KILL INT; do
    check_same "SIG$number at $deaths random moments" \
        'python3 -B tests/archive/deaths.py "$TRAWL" "$db" "$a" "$deaths" '$number' 1 2>"$tmp/said"' ':'
    check "SIG$number: the content is that of one run" 'is_like_new "$a"'
    tap_note "$(cat "$tmp/said")"
done
# A mailbox that is read in pieces.
cat "$a"/talk/*.mbox "$a"/users/*.mbox "$a"/devel/*.mbox >"$tmp/large.mbox"
check_same 'a large mailbox' 'python3 -B tests/archive/deaths.py "$TRAWL" "$db" "$tmp/large.mbox" 3 KILL 2 2>/dev/null' ':'
check 'a large mailbox: the content' 'is_like_new "$tmp/large.mbox" && has_rows "$tmp/large.mbox"'

# ---- A full disk ----

rm -f "$db"
check_status 'no room' 2 'ulimit -f 1000; "$TRAWL" index -q "$db" "$a" 2>"$tmp/said"'
check 'it is said' 'grep -q -e "full" -e "I/O" "$tmp/said"'
check 'with room, the next run goes on' '"$TRAWL" index -q "$db" "$a" && is_like_new "$a"'

# ---- Too little memory ----

rm -f "$db"
if limits_memory 200000; then
    check 'too little memory' 'for k in 10 12 14 15 16 17 18 20; do (ulimit -v ${k}000; "$TRAWL" index -qj1 "$db" "$a" 2>/dev/null); [ $? -le 2 ] || exit 1; done'
else
    lacks 'too little memory' 'this build needs more at its start'
fi
check 'with more, the next run goes on' '"$TRAWL" index -q "$db" "$a" && is_like_new "$a"'

# ---- Two writers, and a reader ----

rm -f "$db"
check 'two at once' '"$TRAWL" index -q "$db" "$a" 2>/dev/null & "$TRAWL" index -q "$db" "$a" 2>/dev/null && wait $! && is_like_new "$a"'
check 'a reader meanwhile' 'touch "$a"/talk/*; "$TRAWL" index -q "$db" "$a" & for i in 1 2 3 4 5; do
    "$TRAWL" query --count-by year "$db" >/dev/null || exit 1; done; wait $!'

# ---- Hostile input ----

h=$tmp/h
mkdir "$h"
long=$(head -c 1000000 /dev/zero | tr '\0' x)
printf 'From a Mon Jun 30 02:34:00 2008\nFrom: a@b.example\nMessage-ID: <%s@a.example>\n\nhttp://long.example/\n\n' "$long" >"$h/long"
printf "From: Robert'); DROP TABLE links;-- <r@b.example>\nMessage-ID: <'\"%%s@a.example>\nSubject: =cmd|calc\n\nhttp://sql.example/'--\n\n" >"$h/sql"
printf 'From: a@b.example\nMessage-ID: <loop@a.example>\nIn-Reply-To: <loop@a.example>\n\n> http://loop.example/\n' >"$h/loop"
printf 'From: a@b.example\nMessage-ID: <one@a.example>\nIn-Reply-To: <two@a.example>\n\n> http://ring.example/\n' >"$h/ring1"
printf 'From: a@b.example\nMessage-ID: <two@a.example>\nIn-Reply-To: <one@a.example>\n\n> http://ring.example/\n' >"$h/ring2"
{
    printf 'From: a@b.example\nMessage-ID: <many@a.example>\n\n'
    awk 'BEGIN { for (i = 0; i < 100000; i++) print "http://many.example/" i }'
} >"$h/many"
cp "$h/many" "$h/many2"
{ cat "$h/many" && echo http://one.more.example/; } >"$h/many3"
printf 'From: a@b.example\nDate: Mon, 30 Jun 99999999 02:34:00\nSubject: \303\050 \377\n\nhttp://\303\050.example/\377 \000 http://nul.example/\000x\n' >"$h/bytes"
for name in '--' 'a%sb' "q'uote" 'new
line'; do
    echo 'http://name.example/' >"$h/$name"
done
rm -f "$db"
check 'a header that is too long is named' '"$TRAWL" index -q "$db" "$h" 2>"$tmp/note" && grep -q "/long: note: byte 50: a header field is longer" "$tmp/note"'
check 'hostile input' 'has_rows "$h"'
check_same 'a message with very many links in two places, and one of its id with another text' 'sql "SELECT count(*), sum(places) FROM message WHERE message_id = \"many@a.example\""' 'echo "2|3"'
check 'loops of answers' 'sql "SELECT thread FROM message" >/dev/null && sql "SELECT quoted_from FROM link WHERE quote > 0" >/dev/null'
check_same 'csv is harmless' '"$TRAWL" query --host sql.example -t csv "$db" | grep -o "'"'"'=cmd|calc"' 'echo "'"'"'=cmd|calc"'
check_same 'tsv has it as it is' '"$TRAWL" query --host sql.example -t tsv "$db" | grep -o "	=cmd|calc"' 'printf "\t=cmd|calc\n"'
check 'erased again' 'rm "$h"/many*; "$TRAWL" index -q --prune "$db" "$h" && is_like_new "$h"'

# A hostile database: triggers are refused, damage is detected.
check_same 'a trigger does not run, and is removed again' 'python3 -c "import sqlite3; sqlite3.connect(\"$db\").executescript(\"CREATE TABLE prey(a); INSERT INTO prey VALUES (1); CREATE TRIGGER t AFTER INSERT ON links BEGIN DELETE FROM prey; END\")";
    echo http://new.example/ >"$h/new"; "$TRAWL" index -q "$db" "$h" 2>/dev/null; echo $?; sql "SELECT count(*) FROM prey"; python3 -c "import sqlite3; sqlite3.connect(\"$db\").executescript(\"DROP TRIGGER t; DROP TABLE prey\")"; "$TRAWL" index -q "$db" "$h"; echo $?' 'echo 2; echo 1; echo 0'
cat >"$tmp/odd.py" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
was = db.execute("SELECT rowid, sql FROM sqlite_schema").fetchall()
db.execute("PRAGMA writable_schema = ON")
db.execute("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name IN ('messages', 'sources')")
db.execute("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') WHERE name IN ('links', 'places', 'readings')")
db.commit()
db = sqlite3.connect(sys.argv[1])
for sql in ("UPDATE messages SET time = 9223372036854775807, zone = -2147483648 WHERE id % 3 = 0",
            "UPDATE messages SET time = 67768036191676799, zone = 'x' WHERE id % 3 = 1",
            "UPDATE links SET at = 9223372036854775807, length = 9223372036854775807, more = '9223372036854775807-1,-'",
            "UPDATE links SET column = 9223372036854775807", "UPDATE readings SET url = ''",
            "UPDATE places SET at = 'x' WHERE at = 0"):
    db.execute(sql)
db.execute("PRAGMA writable_schema = ON")
db.executemany("UPDATE sqlite_schema SET sql = ?2 WHERE rowid = ?1", was)
db.commit()
END
cp "$db" "$tmp/odd.db"
check 'odd numbers and types' 'python3 "$tmp/odd.py" "$tmp/odd.db"; for f in list json tsv csv html; do "$TRAWL" query -t $f "$tmp/odd.db" >/dev/null || exit 1; done'
check_same 'a message in a device' 'cp "$db" "$tmp/dev.db"; python3 -c "import sqlite3; sqlite3.connect(\"$tmp/dev.db\", isolation_level=None).executescript(\"UPDATE folders SET path = char(47, 100, 101, 118); UPDATE sources SET name = char(122, 101, 114, 111)\")";
    timeout 60 "$TRAWL" query --message loop@a.example "$tmp/dev.db" 2>&1 | cut -d " " -f 3-5' 'echo /dev/zero is not'
check_same 'no endless loop' 'touch "$h"/*; timeout 60 "$TRAWL" index -q "$tmp/odd.db" "$h" 2>&1 | grep -o "is damaged"' 'echo is damaged'
check_status 'a damaged database' 2 'python3 -c "
import os
with open(\"$db\", \"r+b\") as f:
    for page in range(1, os.path.getsize(\"$db\") // 4096, 2):
        f.seek(4096 * page)
        f.write(b\"\\xff\" * 2048)"; "$TRAWL" query "$db" 2>"$tmp/said"'
check 'and what to do' 'grep "malformed; use a copy, or index the mail again" "$tmp/said"'
# Root may write everywhere. So if root runs the test, another user reads the file.
other=
[ "$(id -u)" != 0 ] || other='setpriv --reuid=65534 --regid=65534 --clear-groups'
if [ -n "$other" ] && ! have setpriv; then
    skip 'read-only media' 'root may write everywhere'
else
    mkdir "$tmp/ro" && cp "$TRAWL" "$(dirname "$TRAWL")/trawl-archive" "$tmp/ro" && "$TRAWL" index -q "$tmp/ro/x.db" "$h" 2>/dev/null
    rm -f "$tmp"/ro/x.db-* && chmod 755 "$tmp" && chmod 555 "$tmp/ro"
    check 'read-only media' '$other "$tmp/ro/trawl" query --host new.example "$tmp/ro/x.db" | grep -x http://new.example/'
    chmod 755 "$tmp/ro" && mkdir "$tmp/ro/50%41?#" && mv "$tmp/ro/x.db" "$tmp/ro/50%41?#" && chmod 555 "$tmp/ro"/*/
    check 'read-only media: a name that is special in a URI' '$other "$tmp/ro/trawl" query --host new.example "$tmp/ro/50%41?#/x.db" | grep -x http://new.example/'
    chmod 755 "$tmp/ro"/*/ && echo x >"$tmp/ro/50%41?#/x.db-wal" && chmod 555 "$tmp/ro"/*/
    check_same 'read-only media: a log that cannot be read' '$other "$tmp/ro/trawl" query --host new.example "$tmp/ro/50%41?#/x.db" 2>&1 | cut -d " " -f 4-8' 'echo has data in its file'
    chmod 755 "$tmp/ro"/*/ && rm "$tmp/ro"/*/x.db-wal && chmod 000 "$tmp/ro"/*/x.db
    check_same 'an index that may not be read' 'cd "$tmp/ro"/*/ && $other "$tmp/ro/trawl" query x.db 2>&1' 'echo "trawl: query: x.db: Permission denied"'
fi
# ---- Calls that fail, as in tests/faults/t_faults.sh ----

if [ "$(uname)" = Linux ] && [ -f "${B:=build}/inject.so" ] && have python3 git; then
    for command in sqlite index query report site-mail map-index; do
        export command
        check "calls that fail: $command" 'python3 -B tests/faults/faults.py "$B" short jobs=1 case="$command"'
    done
    check 'each of the first calls for memory fails' \
        'python3 -B tests/faults/faults.py "$B" jobs=1 case=index-again,index-threads,report,query-message kind=memory most=75 some=0'
else
    skip 'calls that fail' 'not Linux, no python3 or no git'
fi
finish
