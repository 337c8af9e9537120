#!/bin/sh
# t_evidence.sh - trawl --evidence DB: the filter settles links by an index; whose witnesses count;
# several threads, mistakes, and a helper that dies
. tests/support/lib.sh
. tests/archive/index.sh

page=http://www.example.org/a/something/page.html
cat >"$tmp/box" <<END
From x Thu Jan  1 00:00:00 2004
From: You <you@a.example>
Message-ID: <1@b.example>

see $page

From x Thu Jan  1 00:00:00 2004
From: They <they@a.example>
Message-ID: <2@b.example>

<http://www.example.net/x/y> and <http://www.example.com/A%7eb/some-thing-new>

END
"$TRAWL" index -q "$db" "$tmp/box"
printf 'In <URL:http://www.example.org/a/some-\nthing/page.html>.\n' >"$tmp/text"
# mail FROM FIELDS: prints a message with that text and these further header fields.
mail() {
    printf 'From: %s\n%sSubject: a link\n\n' "$1" "$2" && cat "$tmp/text"
}

# ---- What is printed ----

kept=http://www.example.org/a/some-thing/page.html
check_same 'without it' '"$TRAWL" "$tmp/text"' 'echo "$kept"'
check_same 'a list' '"$TRAWL" --evidence "$db" "$tmp/text"' 'echo "$page"'
check_same 'standard input' '"$TRAWL" --evidence="$db" <"$tmp/text"' 'echo "$page"'
check_same 'both readings' '"$TRAWL" --evidence "$db" --hyphen both "$tmp/text"' 'printf "%s\n\t%s\n" "$page" "$kept"'
check_same 'json: the URL' '"$TRAWL" --evidence "$db" -t json "$tmp/text" | grep -o "^{\"url\":\"[^\"]*"' 'echo "{\"url\":\"$page"'
check_same 'json: the flag' '"$TRAWL" --evidence "$db" -t json "$tmp/text" | grep -o "\"flags\":[^]]*]"' \
    'echo "\"flags\":[\"hyphen-break\",\"settled\"]"'
check_same 'json: the other reading' '"$TRAWL" --evidence "$db" -t json "$tmp/text" | grep -o "\"alt\":[^]]*]"' \
    'echo "\"alt\":[{\"url\":\"$kept\",\"why\":\"hyphen\"}]"'
check_same 'json: the witness' '"$TRAWL" --evidence "$db" -t json "$tmp/text" | grep -o ",\"settled\":.*"' \
    'echo ",\"settled\":{\"how\":\"exact\",\"witnesses\":1,\"url\":\"$page\",\"message\":\"1@b.example\"}}"'
check_same 'json: the raw text stays' '"$TRAWL" --evidence "$db" -t json --fields raw "$tmp/text"' \
    'echo "{\"raw\":\"http://www.example.org/a/some- thing/page.html\"}"'
check_same 'json with a context' '"$TRAWL" --evidence "$db" -t json --context 5 "$tmp/text" | python3 -c "import json; print(json.load(open(0))[\"settled\"][\"how\"])"' 'echo exact'
check_same 'tsv' '"$TRAWL" --evidence "$db" -t tsv --fields url,flags,alt "$tmp/text"' \
    'printf "%s\thyphen-break,settled\thyphen:%s\n" "$page" "$kept"'
check_same 'by the flag' '"$TRAWL" --evidence "$db" --only-flag settled "$tmp/text" testdata/message.txt' 'echo "$page"'
check_same 'by the host of the right reading' 'printf "<URL:http://www.exam-\nple.org/a/something/page.html>\n" | "$TRAWL" --evidence "$db" --host www.example.org' 'echo "$page"'
check_same 'once' 'cat "$tmp/text" "$tmp/text" | "$TRAWL" --evidence "$db" -u' 'echo "$page"'
check_same 'a number' '"$TRAWL" --evidence "$db" -c "$tmp/text"' 'echo 1'
check_same 'another spelling' 'printf "<URL:HTTP://www.example.com:80/A~b/some-\nthing-new>\n" | "$TRAWL" --evidence "$db" -t json | grep -o "\"how\":\"canonical\".*"' \
    'echo "\"how\":\"canonical\",\"witnesses\":1,\"url\":\"http://www.example.com/A%7eb/some-thing-new\",\"message\":\"2@b.example\"}}"'
check_same 'no witness: as without it' '"$TRAWL" --evidence "$db" -t json testdata/message.txt' '"$TRAWL" -t json testdata/message.txt'

# ---- Whose witnesses count ----

check_same 'another author' 'mail me@a.example "" | "$TRAWL" --evidence "$db" --find url' 'echo "$page"'
check_same 'the same author' 'mail "Y <YOU@a.example>" "" | "$TRAWL" --evidence "$db" --find url' 'echo "$kept"'
check_same 'the same thread' 'mail me@a.example "In-Reply-To: <1@b.example>
" | "$TRAWL" --evidence "$db" --find url' 'echo "$kept"'
check_same 'the same message' 'mail me@a.example "Message-ID: <1@b.example>
" | "$TRAWL" --evidence "$db" --find url' 'echo "$kept"'
check_same 'another thread' 'mail me@a.example "In-Reply-To: <2@b.example>
" | "$TRAWL" --evidence "$db" --find url' 'echo "$page"'

# ---- Threads ----

awk 'BEGIN { for (i = 0; i < 120; i++) print "what all of this text is about, the reader may find out"; print "" }' >"$tmp/prose"
i=0
while [ $((i += 1)) -le 300 ]; do
    mail "a$i@c.example" "Message-ID: <$i@c.example>
" >"$tmp/one"
    printf 'From x Thu Jan  1 00:00:00 2004\n' && cat "$tmp/one" "$tmp/prose"
done >"$tmp/many"
check_same 'several threads print the same' '"$TRAWL" -j4 --evidence "$db" -t json "$tmp/many" "$tmp/many"' \
    '"$TRAWL" -j1 --evidence "$db" -t json "$tmp/many" "$tmp/many"'
check_test 'all are settled' -eq 300 '"$TRAWL" -j4 --evidence "$db" --only-flag settled "$tmp/many" | grep -c "^$page$"'

# ---- Mistakes ----

check_status 'no database' 2 '"$TRAWL" --evidence "$tmp/none.db" "$tmp/text" 2>"$tmp/said"'
check 'it is named' 'grep -q "^trawl: --evidence: .*none.db: No such file" "$tmp/said"'
check_same 'and nothing is printed' '"$TRAWL" --evidence "$tmp/none.db" "$tmp/text" 2>/dev/null' ':'
check_status 'no index' 2 '"$TRAWL" --evidence "$tmp/text" "$tmp/text"'
check_status 'a newer index' 2 'cp "$db" "$tmp/new.db"; python3 -c "import sqlite3; sqlite3.connect(\"$tmp/new.db\").execute(\"PRAGMA user_version = 99\")";
    "$TRAWL" --evidence "$tmp/new.db" "$tmp/text" 2>"$tmp/said" || { s=$?; grep -q "made by a newer trawl" "$tmp/said" && exit $s; }'
for format in text html term md notes; do
    check_status "-t $format" 2 '"$TRAWL" --evidence "$db" -t $format "$tmp/text"'
done
check_status '--explain' 2 '"$TRAWL" --evidence "$db" --explain "$tmp/text"'
check_status 'no helper' 2 'TRAWL_ARCHIVE=$tmp/none "$TRAWL" --evidence "$db" "$tmp/text"'
check_status 'the helper alone' 2 'ln -s "$(dirname "$TRAWL")/trawl-archive" "$tmp/evidence" 2>/dev/null; "$tmp/evidence"'
printf '#!/bin/sh\nprintf "\\005\\000\\000\\000\\000\\000\\000\\000ready"\n' >"$tmp/dies"
chmod +x "$tmp/dies"
check_status 'a helper that dies' 2 'TRAWL_ARCHIVE=$tmp/dies "$TRAWL" --evidence "$db" "$tmp/text" 2>"$tmp/said"'
check 'it is said' 'grep -q -e "has ended" -e "Connection reset" -e "Broken pipe" "$tmp/said"'
check_status 'one that dies for several threads' 2 'TRAWL_ARCHIVE=$tmp/dies "$TRAWL" -j4 --evidence "$db" "$tmp/many" "$tmp/many"'
finish
