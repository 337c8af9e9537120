#!/bin/sh
# t_forget.sh - trawl forget: all spellings of a sender; no byte is left
. tests/support/lib.sh
. tests/archive/index.sh

# The numbers of senders in the archive, and of those who are forgotten.
people=${FORGET_PEOPLE:-240}
some=${FORGET_SOME:-20}

# forget_some: forgets some senders, in one run.
forget_some() {
    python3 -B tests/archive/forget.py spell "$people" "$some" 7 | tr '\n' '\0' | xargs -0 "$TRAWL" forget "$db"
}

# is_gone PATH...: succeeds when these files have no word of the forgotten senders, but words of
# others.
is_gone() {
    python3 -B tests/archive/forget.py look "$people" "$some" 7 "$@"
}

python3 -B tests/archive/forget.py make "$tmp/mail" "$people" 3
check_same 'senders in all spellings are forgotten' \
    'rm -f "$db"*; "$TRAWL" index -q "$db" "$tmp/mail" && "$TRAWL" site -q "$db" -o "$tmp/site" && forget_some' \
    'echo "$((5 * some)) messages erased"'
check 'no byte of them is in the files of the index' 'is_gone "$db"*'
check 'nor in those of the site, after its next run' '"$TRAWL" site -q "$db" -o "$tmp/site" && is_gone "$tmp/site"'
check 'they are kept out' 'touch "$tmp/mail"/*; "$TRAWL" index -q "$db" "$tmp/mail" && is_gone "$db"*'

# Another program that reads the index keeps the log from being emptied.
check_status 'a reader keeps traces, which is told' 2 'rm -f "$db"*; "$TRAWL" index -q "$db" "$tmp/mail"
    python3 -c "import sqlite3, subprocess, sys
d = sqlite3.connect(sys.argv[1], isolation_level=None)
d.execute(\"BEGIN\").execute(\"SELECT count(*) FROM messages\").fetchall()
sys.exit(subprocess.run([sys.argv[2], \"forget\", sys.argv[1], \"zq1vxl@zq1vxh.example\"], stderr=open(sys.argv[3], \"w\")).returncode)" "$db" "$TRAWL" "$tmp/said"'
check 'by its reason' 'grep -q "traces stay in its files: other programs read it; run this again" "$tmp/said"'
check_status 'and the next run removes them' 1 '"$TRAWL" forget "$db" zq1vxl@zq1vxh.example'
check_same 'a name that is not an address' '"$TRAWL" forget -q "$db" "Zq Jane" Jane "zq1vxl at zq1vxh.example" 2>&1' \
    'for name in "Zq Jane" Jane; do echo "trawl: forget: $name is not the id of a message; name senders by their addresses, as in ann@example.org"; done'
printf 'From: a@b.example\nMessage-ID: <odd>\n\nhttp://odd.example/\n' >"$tmp/mail/odd"
check_same 'an id without "@" is accepted' '"$TRAWL" index -q "$db" "$tmp/mail"; "$TRAWL" forget "$db" odd 2>&1' 'echo "1 message erased"'
check 'so that nothing is left' '! cat "$db"* | grep -aqi zq1vx'

finish
