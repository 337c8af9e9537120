#!/bin/sh
# t_same.sh - messages with the same Message-ID: the first keeps the address, copies are one message,
# others are messages of their own; the log
. tests/support/lib.sh
. tests/archive/index.sh

ids=${SAME_IDS:-144}

# same COMMAND WORD...: runs same.py.
same() {
    python3 -B tests/archive/same.py "$@"
}

# run OPTION...: reads what is new, and makes the site.
run() {
    "$TRAWL" index -q "$@" "$db" "$tmp/mail" && "$TRAWL" site -q "$db" -o "$tmp/site"
}

for seed in 1 2 3 4 5; do
    rm -rf "$db"* "$tmp/mail" "$tmp/site"
    same make "$tmp/mail" "$ids" "$seed"
    check "of six messages with one id, in every order, the first keeps the address; none is lost (seed $seed)" \
        'run && same grow "$tmp/mail" "$ids" "$seed" && run -j1 && same whole "$tmp/mail" "$ids" "$seed" && run &&
        same check "$db" "$tmp/site" "$tmp/mail" "$ids" "$seed"'
done
check_same 'the log shows it' '"$TRAWL" index --verify "$db"' \
    'echo "$ids addresses in the log: $ids show the message that had them first"; echo "$((6 * ids)) messages read again: $((6 * ids)) are as in the index"'
check 'reading all files again, in another order, changes nothing' \
    'touch "$tmp/mail"/* && "$TRAWL" index -q "$db" "$tmp/mail/2.mbox" && run && same check "$db" "$tmp/site" "$tmp/mail" "$ids" 5'
check_same 'nor does losing the file of the first ones for a while' \
    'cp -p "$tmp/mail/0.mbox" "$tmp/0"; : >"$tmp/mail/0.mbox"; run; "$TRAWL" index -q --verify "$db"; cp "$tmp/0" "$tmp/mail/0.mbox"; run;
    same check "$db" "$tmp/site" "$tmp/mail" "$ids" 5 | tail -n 1' 'echo "$((6 * ids)) places, $((4 * ids)) messages, 0 erased; wrong: 0"'
cp "$db" "$tmp/whole.db"
check_same 'who forgets an impostor erases only his messages' '"$TRAWL" forget "$db" eve@evil.example; "$TRAWL" site -q "$db" -o "$tmp/site"; same check "$db" "$tmp/site" "$tmp/mail" "$ids" 5 forgotten' \
    'echo "$ids messages erased"; echo "$((5 * ids)) places, $((3 * ids)) messages, $ids erased; wrong: 0"'
check 'of which no byte is left' '! cat "$db"* | grep -aq eve@evil && ! grep -rq eve@evil "$tmp/site"'
check 'and whose addresses nobody gets' 'touch "$tmp/mail"/*; run && same check "$db" "$tmp/site" "$tmp/mail" "$ids" 5 forgotten'

# ---- What is a copy ----

# mail FROM TEXT FIELD...: prints a message.
mail() {
    printf 'From x@y Mon Jan  1 00:00:00 2001\nFrom: %s\nMessage-ID: <1@x>\nDate: Mon, 1 Jan 2001 00:00:00 +0000\n' "$1"
    text=$2
    shift 2
    for field; do
        echo "$field"
    done
    printf '\n%b\n\n' "$text"
}

# count: prints how many messages and places there are, after indexing a mailbox from standard input.
count() {
    rm -f "$db"*
    "$TRAWL" index -q "$db" - && sql 'SELECT count(*), sum(places), count(first) FROM message'
}

scrubbed='-------------- next part --------------\nAn HTML attachment was scrubbed...\nURL: '
url=/attachments/20240101/1a2b3c4d/a.
german='Ein Dateianhang mit HTML-Daten wurde abgetrennt...\nDateiname: b\n\t.html\nURL:\n'
# alike TEXT TEXT [FIELD]: counts two messages from the same sender. With FIELD, a third one has the
# second text and the field.
alike() {
    { mail a@x.example "$1"; mail a@x.example "$2"; ${3:+mail a@x.example "$2" "$3"}; } >"$tmp/alike"
    rm -f "$db"*
    "$TRAWL" index -q "$db" "$tmp/alike" && sql 'SELECT count(*), sum(places), count(first) FROM message'
}
check_same 'an archive that was made twice has its messages once' \
    'alike "a \0303\0251?\n\n$scrubbed<http://x.example/attachments/20240101/1a2b3c4d/a.html>" "a ??\n$scrubbed</attachments/20240101/1a2b3c4d/a.htm>"
    alike "${scrubbed#*\\\\n}${url}1" "${scrubbed#*\\\\n}${url}2"; alike "$german<$url>" "$german<http://x.example$url>"; sql "SELECT message_id FROM message"' \
    'echo "1|2|0"; echo "1|2|0"; echo "1|2|0"; echo 1@x'
check_same 'with the copies of the second making' \
    'alike "a \0303\0251" "a ?" "List-Id: <b.example>"' 'echo "1|3|0"'
check_same 'but not if a word, a URL, a letter or the number of notices differs, nor with other text in a notice' \
    'alike "a b" "a c"; alike "http://a.example/1" "http://a.example/2"; alike "\0303\0251" "\0303\0250"; alike "a\n$scrubbed$url" a; alike "a\n$scrubbed$url\n" "a\n$scrubbed$url\nhttp://b.example/"; alike "a?" a' \
    'for i in 1 2 3 4 5 6; do echo "2|2|1"; done'
check_same 'other blanks, "at" for "@", another case of the sender' \
    '{ mail "a@x.example" "see  http://a.example/\nb@x.example"; mail "A@X.example" "see http://a.example/ b at x.example\n"; } | count' 'echo "1|2|0"'
check_same 'footers of several lists' \
    '{ mail a@x.example "text"; mail a@x.example "text\n--\nTo unsubscribe, see http://l.example/\n__________\nA mailing list\n__________\nmailman"; } | count' 'echo "1|2|0"'
check_same 'a divider and other words are not a footer' \
    '{ mail a@x.example "text"; mail a@x.example "text\n__________\nhttp://evil.example/"; } | count' 'echo "2|2|1"'
check_same 'a list that puts its address into From' \
    '{ mail "Ann <a@x.example>" "text"; mail "Ann via l <l@x.example>" "text"; mail "Ann via m <m@x.example>" "text"; } | count' 'echo "1|3|0"'
check_same 'the same, if it comes first' '{ mail "Ann via l <l@x.example>" "text"; mail "Ann <a@x.example>" "text"; } | count' 'echo "1|2|0"'
check_same 'but not with another text' '{ mail "Ann <a@x.example>" "text"; mail "Ann via l <l@x.example>" "texts"; } | count' 'echo "2|2|1"'

# attached WORD WIDTH: prints a message with an attachment whose base64 has lines of this width.
attached() {
    mail a@x.example "--=\nContent-Type: text/plain\n\ntext\n--=\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n$(yes "$1" | head -n 40000 | base64 -w "$2")\n--=--" \
        'MIME-Version: 1.0' 'Content-Type: multipart/mixed; boundary="="'
}
check_same 'attachments are compared, whatever the length of their lines, and wherever a pipe pauses' '{ attached one 76; sleep .2; attached one 60; sleep .2; attached two 76; attached one 76; } | count' 'echo "2|4|1"'
attached one 76 >"$tmp/one"
check_same 'also a pause in the line below an attachment' '{ cat "$tmp/one"; for n in 3 5 7; do head -c "$(($(wc -c <"$tmp/one") - n))" "$tmp/one"; sleep .2; tail -c "$n" "$tmp/one"; done; } | count' 'echo "1|4|0"'
check_same 'and links without text' '{ for h in a b; do mail a@x.example "<a href=http://$h.example/>text</a>" "Content-Type: text/html"; done; } | count' 'echo "2|2|1"'
check_same 'a message without an id is one with this text' '{ for t in one one two; do mail a@x.example "http://a.example/ $t"; done; } | grep -v ^Message-ID | count' 'echo "2|3|1"'
{ mail a@x.example "$(yes http://a.example/ | head -n 9000)"; mail e@x.example "$(yes http://e.example/ | head -n 9000)"; mail a@x.example "$(yes http://a.example/ | head -n 9000)"; } >"$tmp/long"
check_same 'messages whose links come before their meaning is known' 'count <"$tmp/long"; sql "SELECT from_address FROM message WHERE first IS NULL"' 'echo "2|3|1"; echo a@x.example'
{ mail b@x.example answer 'In-Reply-To: <1@x>' | sed 's/^Message-ID.*/Message-ID: <2@x>/'; cat "$tmp/long"; } >"$tmp/answered"
check_same 'also if they were answered before' 'count <"$tmp/answered"; sql "SELECT p.from_address FROM message m JOIN message p ON p.id = m.parent"' 'echo "3|4|1"; echo a@x.example'

# ---- The log ----

{ mail ann@x.example 'http://good.example/'; mail eve@x.example 'http://evil.example/'; } >"$tmp/two"
rm -f "$db"*
"$TRAWL" index -q "$db" "$tmp/two"
change() { python3 -B -c 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.executescript(sys.argv[2])' "$db" "$1"; }
change 'UPDATE messages SET first = 2 WHERE id = 1; UPDATE messages SET first = NULL WHERE id = 2'
check_status 'a message that took the address of another one is found' 1 '"$TRAWL" index --verify "$db" >"$tmp/said"'
check_same 'and named' 'cat "$tmp/said"' 'printf "replaced\t1@x\t\n1 addresses in the log: 0 show the message that had them first, 1 show another one\n2 messages read again: 2 are as in the index\n"'
change 'UPDATE messages SET first = NULL WHERE id = 1; UPDATE messages SET first = 1 WHERE id = 2'
sed 's/good/evil/' "$tmp/two" >"$tmp/new" && cat "$tmp/new" >"$tmp/two"
check_status 'so is a file that has another text' 1 '"$TRAWL" index --verify "$db" >"$tmp/said"'
check_same 'by its name' 'head -n 1 "$tmp/said"' 'printf "changed\t1@x\t%s\n" "$tmp/two"'
check_status 'and one that is gone is trouble' 2 'rm "$tmp/two"; "$TRAWL" index --verify "$db" 2>"$tmp/said"'

finish
