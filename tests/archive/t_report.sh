#!/bin/sh
# t_report.sh - trawl report: every number is that of a query; the formats of --status; files;
# hostile texts; the page in Chromium
. tests/support/lib.sh
. tests/archive/index.sh

page=$tmp/report.html
demo=$tmp/demo
python3 -B tests/archive/demo.py 1500 "$demo"
"$TRAWL" index -q --exclude '*.tsv' "$db" "$demo"

# numbers_fit [TOP [STATUS]]: succeeds when every number on the page is that of the index. TOP is the
# --limit of the page, STATUS the file of its --status.
numbers_fit() {
    python3 -B tests/archive/report.py numbers "$page" "$db" "${1:-50}" ${2:+"$2"}
}

# is_safe: succeeds when the page is well-formed and loads nothing.
is_safe() {
    python3 -B tests/archive/report.py safe "$page"
}

# value ID: prints the number with this id on the page.
value() {
    sed -n "s/.* id=\"$1\" data-v=\"\([0-9]*\)\".*/\1/p" "$page"
}

# ---- Numbers ----

check 'the parts of the page are up to date' 'python3 -B src/gen/report.py --check'
check 'a page' '"$TRAWL" report "$db" -o "$page" && is_safe'
check 'every number is that of a query' 'numbers_fit'
check 'with dead URLs' '"$TRAWL" report --status "$demo/dead.tsv" --limit 2000 "$db" -o "$page" && is_safe'
check 'every number is that of a query, with all rows' 'numbers_fit 2000 "$demo/dead.tsv"'
check_test 'trawl query counts the same links' -eq "$(value n-written)" \
    '"$TRAWL" query --zone new,forwarded -t tsv "$db" | cut -f 5 | grep -cvxE "email|addr"'
check_same 'the same index gives the same page' '"$TRAWL" report --title x "$db"' '"$TRAWL" report --title x -o - "$db"'

check_same 'to a pipe, which stays a pipe' 'mkfifo "$tmp/pipe"; "$TRAWL" report --title x "$db" -o "$tmp/pipe" & timeout 120 cat "$tmp/pipe"; wait; [ -p "$tmp/pipe" ]' '"$TRAWL" report --title x "$db"'
check 'to a link, which stays a link' ': >"$tmp/old"; ln -s old "$tmp/link"; "$TRAWL" report "$db" -o "$tmp/link" && [ -L "$tmp/link" ] && [ -s "$tmp/old" ]'

archive 400 "$tmp/a"
rm -f "$db" && "$TRAWL" index -q "$db" "$tmp/a"
check 'another archive, with cross-posts' '"$TRAWL" report "$db" -o "$page" && is_safe && numbers_fit'

rm -f "$db" && "$TRAWL" index -q --exclude '*.tsv' "$db" "$demo"
check_same 'to a log, which goes on' '{ echo before; "$TRAWL" report --title x "$db" -o /dev/stdout; echo after; } >"$tmp/log"; cat "$tmp/log"' \
    'echo before; "$TRAWL" report --title x "$db"; echo after'
check_same 'a site is no descriptor' '"$TRAWL" site "$db" -o /dev/stdout 2>&1; echo $?' \
    'printf "%s\n" "trawl: site: -o: /dev/stdout is a descriptor, and a site is a folder" 2'
check_same '--since and --until' '"$TRAWL" report --since 2004 --until 2005-06 "$db" -o "$page" && value n-messages' \
    'sql "SELECT count(*) FROM message WHERE utc BETWEEN \"2004\" AND \"2005-07\""'
check_same 'the years are those' 'sed -n "/id=\"years-t\"/,/<.table>/s/.*<th scope=\"row\">\([0-9]*\).*/\1/p" "$page"' 'echo 2004; echo 2005'
check '--addresses hidden' '"$TRAWL" report --addresses hidden "$db" -o "$page" && ! grep -q "people.example\|Ada Quill" "$page" && grep -q ">person [0-9]*<" "$page"'

# ---- Status ----

# gone FILE: prints the dead URLs of a page with --status FILE, and what the link checker got.
gone() {
    "$TRAWL" report --status "$1" "$db" -o "$page" || return
    is_safe || return
    sed -n '/id="rot-t"/,$s/^<tr><td class="u" data-v="\([^"]*\)".*<td data-v="[^"]*"><bdi>\([^<]*\)<.*/\1 \2/p' "$page" | sort
}

sql 'SELECT DISTINCT canonical FROM link WHERE scheme = "http" ORDER BY canonical LIMIT 5' >"$tmp/urls"
{ read -r one && read -r two && read -r three && read -r four && read -r five; } <"$tmp/urls"
printf '%s 404\n%s Timeout\n' "$one" "$two" >"$tmp/wanted"
cat >"$tmp/lychee.json" <<END
{"total": 5, "success_map": {"a.md": [{"url": "$three", "status": {"text": "200 OK", "code": 200}}, {"url": "$four", "status": "Cached: OK"}]},
 "fail_map": {"a.md": [{"url": "$one", "status": {"text": "Failed: Network error", "code": 404}}],
 "b.md": [{"url": "$(echo "$two" | sed 's|/|\\/|g; s|h|\\u0068|')", "status": {"text": "Timeout"}}]},
 "excluded_map": {"a.md": [{"url": "$five", "status": {"text": "Excluded"}}]}, "duration_secs": 3}
END
check_same 'the JSON of lychee' 'gone "$tmp/lychee.json"' 'cat "$tmp/wanted"'
check_test 'the URLs that were checked' -eq 4 'value n-checked'
cat >"$tmp/linkchecker.csv" <<END
# created by LinkChecker at 2026-01-01 00:00:00
urlname;parentname;base;result;warningstring;infostring;valid;url;line;column
"a;b";page;;404 Not Found;"two
lines; of a warning";;False;$one;1;2
$two;page;;Timeout;;;False;$two;1;2
$three;page;;200 OK;;;True;$three;1;2
END
check_same 'the CSV of linkchecker' 'gone "$tmp/linkchecker.csv"' 'cat "$tmp/wanted"'
cat >"$tmp/list.json" <<END
[{"url": "$one", "status": 404, "state": "BROKEN"}, {"url": "$three", "status": 200, "state": "OK"}, {"url": "$five", "state": "SKIPPED", "status": 0},
 {"url": "$two", "valid": false, "result": "Timeout"}]
END
check_same 'JSON of other checkers' 'gone "$tmp/list.json" ' 'cat "$tmp/wanted"'
printf '# dead\n%s\t404\r\n%s\tTimeout\n%s\tok\nhttp://nowhere.example/\t404\n' "$one" "$two" "$three" >"$tmp/lines"
check_same 'lines, also from standard input' 'gone - <"$tmp/lines"' 'cat "$tmp/wanted"'
check_test 'URLs that are not in the archive are not counted' -eq 3 'value n-checked'
for bad in '{"url": ' '[[[' '{"a" 1}' '{"url": "http://a/\u00"}' 'not json: {' ''; do
    printf '%s' "$bad" >"$tmp/bad"
    check "no crash: $bad" '"$TRAWL" report --status "$tmp/bad" "$db" -o "$page"; test $? -eq 0 -o $? -eq 2'
done
python3 -c 'print("[" * 100000)' >"$tmp/bad"
check_status 'JSON that is too deep' 2 '"$TRAWL" report --status "$tmp/bad" "$db" -o "$page"'
check_status 'no such file of states' 2 '"$TRAWL" report --status "$tmp/none" "$db" -o "$page"'

# ---- Links without a scheme or a date ----

printf 'From: a@a.example\nDate: Mon, 30 Jun 2003 10:00:00 +0000\nMessage-ID: <r1@t.example>\n\nhttp://one.example/\n' >"$tmp/dated"
printf '<!DOCTYPE html><html><body><a href="x.html">x</a> <a href="y.html">y</a>\n' >"$tmp/page.htm"
check_same 'links without a scheme or a date have words' '"$TRAWL" index -q "$tmp/few.db" "$tmp/dated" "$tmp/page.htm";
    "$TRAWL" report "$tmp/few.db" | sed -n "/<ul class=.small.>/,/<.ul>/p" | grep -o "<h3>.*<.h3>\|<p><b.*</p>" | sed "s/<[^>]*>/ /g" | tr -s " "' \
    'printf " %s \n" "(none)" "2 links without a date" "http" "1 link most in 2003: 100.0%"'

# ---- Files ----

echo old >"$tmp/old.html"
check_status 'no database' 2 '"$TRAWL" report "$tmp/none.db" -o "$tmp/old.html"'
check_status 'not a database' 2 '"$TRAWL" report "$demo/dead.tsv" -o "$tmp/old.html"'
check_status 'a file that cannot grow' 2 '(ulimit -f 128; "$TRAWL" report "$db" -o "$tmp/old.html")'
check_same 'the old page stays, and nothing else' 'cat "$tmp/old.html"; ls "$tmp" | grep "old.html."' 'echo old'
check_status 'no such folder' 2 '"$TRAWL" report "$db" -o "$tmp/none/report.html"'
check_status 'a full disk' 2 '"$TRAWL" report "$db" >/dev/full'
check_status 'no rows' 2 '"$TRAWL" report --limit 0 "$db"'
check_status 'a bad date' 2 '"$TRAWL" report --since yesterday "$db" -o "$page"'
check_status 'two databases' 2 '"$TRAWL" report "$db" "$db" 2>"$tmp/said"'
check 'of which one may be meant as the page' 'grep -q "name one database, and the page with -o FILE" "$tmp/said"'
check 'the page can be read by others' '(umask 022; "$TRAWL" report "$db" -o "$tmp/new.html") && ls -l "$tmp/new.html" | grep -q "^-rw-r--r--"'
check_same 'the index is not changed' 'sha256sum <"$db"' '"$TRAWL" report "$db" >"$page"; sha256sum <"$db"'
printf 'Subject: nothing\n\nno links\n' >"$tmp/empty" && rm -f "$tmp/e.db" && "$TRAWL" index -q -f mail "$tmp/e.db" "$tmp/empty"
check 'an archive without links' '"$TRAWL" report "$tmp/e.db" -o "$page" && is_safe'

# ---- Footers of lists, shades, links to a site ----

# Months with 1, 2, 3, 4 and 1000 links; a footer below each message, which answers quote.
python3 - "$tmp/own" <<'END'
import sys
months = [1, 2, 3, 4, 1000]
foot = '_______________________________________________\nTalk mailing list\nTalk@l.example\nhttp://l.example/mailman/listinfo/talk\n'
with open(sys.argv[1], 'w', encoding='utf-8', newline='\n') as f:
    for i, n in enumerate(months):
        f.write(f'From x@y.example Mon Jan  1 00:00:00 2001\nFrom: Ann <ann@a.example>\nMessage-ID: <{i}@a.example>\n')
        f.write(f'Date: 1 {"Jan Feb Mar Apr May".split()[i]} 2001 00:00:00 +0000\nSubject: s{i}\n')
        f.write(f'In-Reply-To: <{max(i - 1, 0)}@a.example>\nReferences: <0@a.example>\n' if i else '')
        f.write('\n' + ''.join(f'http://b.example/{i}/{k}\n' for k in range(n - 1)) + 'http://c.example/all\n')
        f.write(''.join('> ' + line + '\n' for line in foot.split('\n')[:-1]) if i else '')
        f.write('\n' + foot + '\n')
END
rm -f "$tmp/own.db"
"$TRAWL" index -q -f mbox "$tmp/own.db" "$tmp/own" && "$TRAWL" report "$tmp/own.db" >"$page"
check_same 'the footer of a list leads no thread' 'sed -n "/<table id=.threads-t/,/<.table>/p" "$page" | grep -o "data-v=.http[^\"]*"' \
    "echo 'data-v=\"http://c.example/all'"
check_same 'each shade has a fifth of the months' 'sed -n "/<ul class=.legend/,/<.ul>/p" "$page" | grep -o "<li>.*class=.h[0-9].*" | sed "s/<[^>]*>//g" | tail -6' \
    'printf "%s\n" 0 1 2 3 4 5–1,000'
check_same 'a few months with many links leave the others their shades' 'grep -o "class=\"h[1-5]\"[^>]*><title>[A-Z][a-z]* 2001: [0-9,]*" "$page" | sed "s/.*class=.\(h.\).*title>/\1 /" | sort -u' \
    'printf "%s\n" "h1 Jan 2001: 1" "h2 Feb 2001: 2" "h3 Mar 2001: 3" "h4 Apr 2001: 4" "h5 May 2001: 1,000"'
check 'a site of the same messages' '"$TRAWL" site -q "$tmp/own.db" -o "$tmp/site" && "$TRAWL" report --site https://l.example/talk "$tmp/own.db" >"$page"'
grep -o 'href="https://l.example/talk/[^"]*' "$page" | cut -d / -f 5- | sort -u >"$tmp/leads"
check_same 'messages, senders and numbers lead to its pages, and the navigation to its lists' 'cut -c 1 "$tmp/leads" | sort -u | tr -d "\n"' 'printf ahims'
check_same 'all of which are there' '(cd "$tmp/site" && xargs ls <"$tmp/leads" 2>&1 | grep -c "^ls:"); :' 'echo 0'
check_same 'the report of a site has them, too' 'grep -o "href=\"./[^\"]*html" "$tmp/site/report.html" | cut -d / -f 2- | sort -u' 'cat "$tmp/leads"'

# ---- Hostile texts ----

python3 - "$tmp/hostile" <<'END'
import sys
bad = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onload='alert(1)", '</title></svg></table><b>', '&lt;&#x3c;&amp;',
       '\u202ereversed\u2066', 'a\u2028b\x07\x1b[31m', '</script><script>alert(2)</script>', ']]><!--', 'x' * 300000]
links = ['<URL:javascript:alert(1)>', 'http://a.example/"onmouseover="alert(1)', '<http://b.example/</script><script>alert(3)</script>>',
         '<URL:data:text/html,<script>alert(1)</script>>', 'http://c.example/\u202egpj.exe', 'http://d.example/' + 'y' * 50000,
         'https://user:password@e.example/', 'mailto:a@b.example?body=%0aBcc:c@d.example', 'file:///etc/passwd', "http://f.example/'><b>"]
with open(sys.argv[1], 'w', encoding='utf-8', newline='\n') as f:
    for i, b in enumerate(bad):
        for k, date in enumerate(['1 Jan 2003 00:00:00 +0000', '1 Jan 9999 00:00:00 +0000', '1 Jan 1903 00:00:00 +0000', 'never', '2 Feb 2004 00:00:00 +0000']):
            f.write('From x@y Mon Jan  1 00:00:00 2003\nFrom: "%s" <%d@h.example>\nSubject: %s\nMessage-ID: <%d.%d@h.example>\n' % (b, i, b, i, k))
            f.write('In-Reply-To: <%d.%d@h.example>\nDate: %s\n\n' % (i, (k + 1) % 5 if i % 2 else 0, date))
            f.write('\n'.join(links) + '\n> ' + '\n> '.join(links[:3]) + '\n\n')
END
rm -f "$db" && "$TRAWL" index -q -f mbox "$db" "$tmp/hostile" 2>/dev/null
printf 'http://a.example/\t<img src=x onerror=alert(1)>\n' >"$tmp/state"
sql 'SELECT canonical FROM url' | sed 's|$|	<img src=x onerror=alert(1)>|' >>"$tmp/state"
check 'hostile senders, subjects, links and states' '"$TRAWL" report --title "</title><script>alert(4)</script>" --status "$tmp/state" "$db" -o "$page" && is_safe'
check 'no scripts but our own' 'test "$(grep -c "<script" "$page")" = 1 && ! grep -q "<img\|<b>.*alert\|href=\"javascript" "$page"'
check 'no control characters' '! LC_ALL=C grep -q "$(printf "[\001-\010\013-\037\177]")" "$page"'
check_test 'the page stays small' -lt 600000 'wc -c <"$page"'
cp "$page" "$tmp/hostile.html"

# ---- In Chromium ----

# in_chromium PAGE NAME WHAT: reports each check that "report.mjs WHAT" makes of the page.
in_chromium() {
    B=${B:-build} CHROMIUM=$browser node tests/browser/report.mjs "$3" "$1" >"$tmp/checks" 2>"$tmp/faults" || :
    [ -s "$tmp/checks" ] || echo "1 the page loads" >"$tmp/checks"
    while read -r held name; do
        tap_result "$held" "$2: $name" || tap_note "$(cat "$tmp/faults")"
    done <"$tmp/checks"
}

needs_npm 'the page in Chromium' browser:chromium
browser=$(browser_of chromium)
rm -f "$db" && "$TRAWL" index -q --exclude '*.tsv' "$db" "$demo"
"$TRAWL" report --status "$demo/dead.tsv" "$db" -o "$page"
in_chromium "$page" 'in Chromium' check
in_chromium "$tmp/hostile.html" 'hostile, in Chromium' load
finish
