#!/bin/sh
# t_threads.sh - threads of an index: compared with another program, in the views, in queries
. tests/support/lib.sh
. tests/archive/index.sh

for seed in 1 2; do
    check "threads are those of JWZ's algorithm in Python, archive $seed" \
        'python3 -B tests/archive/threads.py "$TRAWL" "$tmp/jwz$seed" 400 $seed'
done

# mail ID SUBJECT FIELD...: prints a message.
mail() {
    printf 'From x Mon Jan  1 00:00:00 2001\nFrom: %s@x.example\nMessage-ID: <%s@x.example>\nSubject: %s\nDate: Mon, 1 Jan 2001 0%s:00:00 +0000\n' \
        "$1" "$1" "$2" "$1"
    shift 2
    for field; do
        echo "$field"
    done
    printf '\nhttp://a.example/\n\n'
}

# threads: prints message-id, in_reply_to, parent and thread of each message, in order.
threads() {
    sql 'SELECT m.message_id, m.in_reply_to, p.message_id, t.message_id FROM message m LEFT JOIN messages p ON p.id = m.parent
        LEFT JOIN messages t ON t.id = m.thread ORDER BY 1' | sed 's/@x.example//g'
}

check_same 'phrases in In-Reply-To, missing parents' '"$TRAWL" index -q "$db" testdata/archive/reply-phrases.mbox && threads' \
    'printf "%s\n" "1|||1" "2|1|1|1" "3|missing|1|1" "4|1|1|1" "5|missing2|1|1"'
{ mail 1 a 'References: <0@x.example> <9@x.example>' && mail 2 b 'References: <0@x.example>' && mail 3 c 'In-Reply-To: <8@x.example>'; } >"$tmp/missing"
check_same 'a missing message joins its answers; with one answer it is left out' \
    'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/missing" && threads' 'printf "%s\n" "1|9|0|0" "2|0|0|0" "3|8||3"'
{ mail 1 a 'In-Reply-To: <2@x.example>' && mail 2 b 'In-Reply-To: <1@x.example>' && mail 3 c 'In-Reply-To: <3@x.example>'; } >"$tmp/loop"
check_same 'circles are broken' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/loop" && threads' \
    'printf "%s\n" "1|2|2|2" "2|1||2" "3|3||3"'
{ mail 1 hello && mail 2 'Re: hello'; } >"$tmp/subjects"
check_same 'messages with the same subject are two threads' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/subjects" && threads' \
    'printf "%s\n" "1|||1" "2|||2"'
python3 -c 'for n in range(300):
    print(f"From x Mon Jan  1 00:00:00 2001\nFrom: a@x.example\nMessage-ID: <{n}@x.example>\nIn-Reply-To: <{n - 1}@x.example>\n\nhttp://a.example/{n}\n")' >"$tmp/deep"
check_same 'a thread of 300 answers in a row' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/deep" && sql "SELECT count(*), count(DISTINCT thread) FROM message";
    "$TRAWL" query --thread 299@x.example "$db" | wc -l' 'echo "300|1"; echo 300'
{ mail 1 a && mail 2 b 'In-Reply-To: <1@x.example>' && mail 3 c 'References: <1@x.example> <2@x.example>'; } >"$tmp/three"
check_same 'what answers a forgotten message moves up' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/three" && "$TRAWL" forget -q "$db" 2@x.example && threads' \
    'printf "%s\n" "1|||1" "3||1|1"'
python3 - "$tmp/crafted" <<'END'
import sys
with open(sys.argv[1], 'w', encoding='ascii') as out:  # each message has 1,000 references of its own
    for n in range(300):
        refs = '\n '.join(f'<{n}.{k}@x.example>' for k in range(1000))
        out.write(f'From x Mon Jan  1 00:00:00 2001\nMessage-ID: <{n}@x.example>\nReferences: {refs}\n <0.{n}@x.example>\n\nhttp://a.example/\n\n')
END
check 'very many references' 'rm -f "$db"; "$TRAWL" index -q "$db" "$tmp/crafted" && [ "$(sql "SELECT count(*) FROM message WHERE parent IS NOT NULL")" -eq 300 ]'

finish
