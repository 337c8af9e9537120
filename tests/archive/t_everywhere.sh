#!/bin/sh
# t_everywhere.sh - trawl forget --everywhere: no byte of an address is left in the index and the site
. tests/support/lib.sh
. tests/archive/index.sh

mail=$tmp/mail
site=$tmp/site

everywhere() {
    python3 -B tests/archive/everywhere.py "$@"
}

python3 -B tests/archive/everywhere.py make "$mail"
"$TRAWL" index -q "$db" "$mail" && cp "$db" "$tmp/before.db" && "$TRAWL" site -q "$db" -o "$site"
check 'the address is in the index, and in the site' '! everywhere look "$db" >/dev/null && ! everywhere look "$site" >/dev/null'
check 'trawl forget --everywhere' '"$TRAWL" forget --everywhere "$db" zqjane@zqh.example >"$tmp/said"'
check_same 'says what it did' 'sed "s/^[1-9][0-9]* texts/N texts/" "$tmp/said"' 'printf "1 message erased\nN texts blanked\n"'
check 'it is in no file of the index' 'everywhere look "$db"*'
check 'nor of the site, after its next run' '"$TRAWL" site -q "$db" -o "$site" && everywhere look "$site"'
check 'messages keep their bytes but for the address' 'everywhere like "$mail" "$site"'
check 'no message was replaced' '"$TRAWL" index --verify "$db" >"$tmp/said" && ! grep -q "^replaced\|^changed" "$tmp/said"'
check 'the site is like a new one' '"$TRAWL" site -q "$db" -o "$tmp/new" && diff -r -x .trawl-site "$site" "$tmp/new"'
check_test 'its links are counted as one' -eq 1 'sql "SELECT DISTINCT url FROM link WHERE url GLOB \"mailto:xxxxxxxxxxxxxxxxxx\"" | wc -l'
check 'and --message prints the blanked text' '"$TRAWL" query --message 102@b.example "$db" | grep -q "^Subject: about .*xxxxxx"'
check_status 'to forget it again is nothing new' 1 '"$TRAWL" forget --everywhere "$db" "zqjane at zqh.example" >"$tmp/said"'

"$TRAWL" query "$db" | sort >"$tmp/was"
check_same 'files that are read again do not bring it back' 'touch "$mail"/*; "$TRAWL" index -q "$db" "$mail"; "$TRAWL" query "$db" | sort' 'cat "$tmp/was"'
python3 -B tests/archive/everywhere.py more "$mail/one.mbox"
check 'nor does new mail' '"$TRAWL" index -q "$db" "$mail" && everywhere look "$db"*'
check 'nor in the site' '"$TRAWL" site -q "$db" -o "$site" && everywhere look "$site"'
rm -f "$fresh"*
"$TRAWL" forget -q --everywhere "$db" nobody@nowhere.example >"$tmp/said"
check 'the index has what a new one has that is blanked later' '"$TRAWL" index -q "$fresh" "$mail" && "$TRAWL" forget -q --everywhere "$fresh" zqjane@zqh.example &&
    "$TRAWL" query "$fresh" | sort >"$tmp/a" && "$TRAWL" query "$db" | sort | diff "$tmp/a" -'

# Ids of several messages become the same.
mkdir "$tmp/alike"
for id in 9-ann@a.example 9-bob@b.example 9-ANN@a.example 9-ann@a.example; do
    n=$((${n:-0} + 1))
    printf 'From x Mon Jan  1 00:00:00 2001\nFrom: c@c.example\nDate: Mon, 1 Jan 2001 00:00:00 +0000\nMessage-ID: <%s>\nList-Id: <%s>\n\nword%s http://c.example/\n\n' "$id" "$id" $n
done >"$tmp/alike/one.mbox"
rm -f "$fresh"*
"$TRAWL" index -q "$fresh" "$tmp/alike" && "$TRAWL" forget -q --everywhere "$fresh" ann@a.example bob@b.example && "$TRAWL" site -q "$fresh" -o "$tmp/alike/site"
check_test 'messages whose ids become the same have pages of their own' -eq 4 'grep -rho "word[1-4]" "$tmp/alike/site/m" --include="*.txt" | sort -u | wc -l'
check_test 'lists whose names become the same are one list, with the messages of all' = '9-xxxxxxxxxxxxx 4' 'python3 -c "import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute(\"SELECT i.list, sum(a.n) FROM archive_lists a JOIN lists i ON i.id = a.list GROUP BY 1\").fetchall()[0])" "$fresh"'
check 'and none of these has replaced another one' '"$TRAWL" index --verify "$fresh" >"$tmp/said" && ! grep -q "^replaced\|^changed" "$tmp/said"'

# Many places where an address may begin.
printf 'From: c@c.example\nMessage-ID: <many@c.example>\n\n' >"$tmp/many.eml"
yes a=b.c=da=b.c=da=b.c=da=b.c=da=b.c=da=b.c=da=b.c=da=b.c=d | head -n 32000 >>"$tmp/many.eml"
rm -f "$fresh"*
"$TRAWL" index -q "$fresh" "$tmp/many.eml" && "$TRAWL" forget -q --everywhere "$fresh" ann@a.example >"$tmp/said"
check 'a text with many places where an address may begin takes less than 3 s' '(ulimit -t 3 && "$TRAWL" query --message many@c.example "$fresh" | cmp - "$tmp/many.eml")'

# While another program reads, old pages stay in the log, even if no message was erased.
check_status 'an address of no sender leaves traces while another program reads' 2 'cp "$tmp/before.db" "$db"
    python3 -c "import sqlite3, subprocess, sys
d = sqlite3.connect(sys.argv[1], isolation_level=None)
d.execute(\"BEGIN\").execute(\"SELECT count(*) FROM messages\").fetchall()
sys.exit(subprocess.run([sys.argv[2], \"forget\", \"--everywhere\", sys.argv[1], \"mary.zqjane@zqh.example\"], stderr=open(sys.argv[3], \"w\")).returncode)" "$db" "$TRAWL" "$tmp/said"'
check_status 'which the next run removes' 1 '"$TRAWL" forget -q --everywhere "$db" mary.zqjane@zqh.example'
check 'so that nothing is left' '! cat "$db"* | grep -aqi "mary\.zqjane"'

# Runs that are killed. The mail has grown, so the site of the older index has one more run to do.
cp "$tmp/before.db" "$db" && rm -rf "$db"-* "$site"
"$TRAWL" site -q "$db" -o "$site" 2>/dev/null
for i in 1 2 3 4; do
    "$TRAWL" forget -q --everywhere "$db" zqjane@zqh.example >"$tmp/said" &
    sleep "0.0$i"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
"$TRAWL" forget -q --everywhere "$db" zqjane@zqh.example >"$tmp/said"
check 'after kill -9 the next run leaves no byte' 'everywhere look "$db"*'
"$TRAWL" index -q "$db" "$mail"
for i in 1 2 3 4; do
    "$TRAWL" site -q "$db" -o "$site" &
    sleep "0.0$((2 * i))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
check 'nor in a site whose runs were killed' '"$TRAWL" site -q "$db" -o "$site" && everywhere look "$site"'

finish
