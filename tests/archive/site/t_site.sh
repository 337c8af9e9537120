#!/bin/sh
# t_site.sh - trawl site: pages, links and feeds of the test messages, of a made list and of hostile
# messages; what a new, a forgotten and an edited message change; interrupted runs; options
. tests/support/lib.sh

needs_sqlite 'trawl site'

tmp=$(realpath "$tmp")
db=$tmp/a.db
site=$tmp/site

# is_good SITE: succeeds when the links, markup and feeds of SITE are right, and all its pages can
# be reached.
is_good() {
    for what in links safe feed reached; do
        python3 -B tests/archive/site/check.py "$what" "$1" || return 1
    done
}

# files_of SITE: prints path and content of each file.
files_of() {
    python3 -B tests/archive/site/check.py print "$1" | cut -d ' ' -f 1,3
}

# is_like_new DB SITE: succeeds when SITE has the files that a new site of DB would have.
is_like_new() {
    rm -rf "$tmp/fresh"
    "$TRAWL" site -q "$1" -o "$tmp/fresh" && files_of "$tmp/fresh" >"$tmp/1" && files_of "$2" >"$tmp/2" &&
        cmp "$tmp/1" "$tmp/2"
}

# touched COMMAND...: runs COMMAND, and prints the files of the site that were written or removed.
touched() {
    python3 -B tests/archive/site/check.py print "$site" | cut -d ' ' -f 1,2 >"$tmp/old"
    "$@" >/dev/null || return 1
    python3 -B tests/archive/site/check.py print "$site" | cut -d ' ' -f 1,2 >"$tmp/new"
    diff "$tmp/old" "$tmp/new" | sed -n 's/^[<>] \([^ ]*\) .*/\1/p' | sort -u
}

# page ID: prints the path of the page of a message.
page() {
    hash=$(printf %s "$1" | sha256sum | cut -c 1-40)
    echo "m/${hash%"${hash#??}"}/${hash#??}.html"
}

# ---- Sites ----

# SHA-256 pads a text to blocks of 64 bytes. If the last block of the text has 56 bytes or more, it
# adds another block.
ids=$(awk 'BEGIN { for (n = 50; n < 190; n++) if (n % 64 > 53 || n % 64 < 3) printf "%0" n - 10 "d@a.example\n", n }')
for id in $ids; do
    printf 'From a@a.example Fri Nov 20 10:00:00 2026\nFrom: a@a.example\nSubject: x\nMessage-ID: <%s>\n\nx\n\n' "$id"
done >"$tmp/long.mbox"
check 'the addresses of pages of long message-ids' '"$TRAWL" site -q "$tmp/long.mbox" -o "$tmp/long" &&
    for id in $ids; do [ -f "$tmp/long/$(page "$id")" ] || exit 1; done'

check_test 'the test messages, with hostile ones' -eq 0 '"$TRAWL" site -q testdata/mail testdata/hostile -o "$site" 2>/dev/null; echo $?'
check 'their site is good' 'is_good "$site"'

python3 -B tests/archive/site/list.py 600 >"$tmp/list.mbox"
rm -rf "$site"
check 'a list' '"$TRAWL" index -q "$db" "$tmp/list.mbox" && "$TRAWL" site -q --base https://x.example/l/ "$db" -o "$site" && is_good "$site"'
check_test 'a page for each message that may be published' -eq 597 'find "$site/m" -name "*.html" | wc -l'
check 'the address of a page is the hash of the message-id' '[ -f "$site/$(page 5.devel@lists.example.org)" ]'
check 'without X-No-Archive' '[ ! -e "$site/$(page 211.devel@lists.example.org)" ]'
check 'a picture is shown, with its name, type and size' 'grep -q "<li><a href=\"[./a-z0-9]*/1\.png\"><bdi>shot 17.png</bdi></a> <span class=\"dim\">image/png, 970 bytes</span><br>$" "$site/$(page 17.devel@lists.example.org)" && grep -q "^<img alt=\"shot 17.png\"" "$site/$(page 17.devel@lists.example.org)"'
check_test 'an attachment is a file: decoded, of its size' -eq 970 'p=$(page 17.devel@lists.example.org); wc -c <"$site/${p%.html}/1.png"'
check 'a patch, byte by byte' 'p=$(page 17.devel@lists.example.org); printf "%s\n%s\n%s\n%s\n%s" "--- a/x.c" "+++ b/x.c" "@@ -1 +1 @@" -old +new | cmp - "$site/${p%.html}/2.txt"'
check 'the raw message' 'p=$(page 17.devel@lists.example.org); grep -qx "Message-ID: <17.devel@lists.example.org>" "$site/${p%.html}.txt" && grep -q "href=\"$(basename "$p" .html).txt\">Raw message" "$site/$p"'
check 'a text attachment can be read' 'grep -q "<h2 class=\"part\">fix.patch" "$site/$(page 17.devel@lists.example.org)" && grep -q ">+new<" "$site/$(page 17.devel@lists.example.org)"'
check 'of alternatives, the plain text is shown' '! grep -q html.example.org "$site/$(page 13.devel@lists.example.org)"'
check 'the report is a part of it' 'grep -q "<title>" "$site/report.html"'
check_test 'no page is long' -lt 120000 'find "$site" -name "*.html" ! -name report.html ! -path "*/t/*" -exec wc -c {} + | sort -n | sed -n "\$!p" | tail -n 1 | sed "s/ *\([0-9]*\).*/\1/"'
check_test 'only the pages after the first one of a list have a number' = '' 'grep -rl "page [0-9]*</span></h1>" "$site" | grep -v -- "-[0-9]*\.html"'
check 'the same from the mailbox, but for the report' '"$TRAWL" site -q --title devel.lists.example.org --base https://x.example/l/ "$tmp/list.mbox" -o "$tmp/direct" && diff -r -x .trawl-site -x report.html -x report.js -x index.html "$site" "$tmp/direct"'
check_test 'no plan is kept of a mailbox, whose index no other run sees' = state.db,state.db-lock, 'ls "$tmp/direct/.trawl-site" | tr "\n" ","'
check 'a compressed mailbox gives the same' 'gzip -k "$tmp/list.mbox" && "$TRAWL" site -q --base https://x.example/l/ "$tmp/list.mbox.gz" -o "$tmp/packed" && diff -r -x .trawl-site "$tmp/direct" "$tmp/packed"'

python3 -B tests/archive/site/hostile.py >"$tmp/hostile.mbox"
"$TRAWL" site -q --base https://x.example/ "$tmp/hostile.mbox" -o "$tmp/hostile" 2>/dev/null
check 'hostile messages' 'is_good "$tmp/hostile"'
check 'messages that are kept out are nowhere' '! grep -rq "kept out\|Secret" "$tmp/hostile"'
check 'answers to them are there' 'grep -q "a message that is not in this archive" "$tmp/hostile/$(page answer@a.example)"'
check 'X-No-Archive: no, and the field in later text, keep nothing out' '[ -f "$tmp/hostile/$(page public@a.example)" ]'
check_test 'messages that answer each other in a circle are a thread' -eq 4 'grep -c "^<li.*href=\"#m.*c@a.example</a>" "$tmp/hostile/t/"$(page c3@a.example | cut -c 3-)'
check_test 'nothing is written outside' = '' 'ls "$tmp" | grep -vxE "(a.db|list.mbox|hostile)(-.*|.gz|.mbox)?|direct|long(.mbox)?|new|old|packed|site"'

# ---- What a change touches ----

active() {
    sed -n '/Active threads/,/^<.ul>/p' "$site/index.html"
}
check_test 'the front page has eight threads, each once' = '8 8' 'echo "$(active | grep -c "^<li>") $(active | grep -o "href=.[mt]/[^>]*" | sort -u | grep -c .)"'
check 'with the number of messages and the latest date, the latest thread first' \
    'dates=$(active | sed -n "/<br>$/{n;s/^<span[^>]*>[0-9]* messages, the last <time>\(20[-0-9]*\)<.time>.*/\1/p;}") && [ -n "$dates" ] && echo "$dates" | sort -rc'
check_test 'a second run writes nothing' = '' 'touched "$TRAWL" site --base https://x.example/l/ "$db" -o "$site"'
add_one() {
    printf 'From x Thu Jan  1 00:00:00 1970\nFrom: "Ada Quill 0" <writer0@people.example>\nSubject: Re: One more\nMessage-ID: <new@a.example>\nIn-Reply-To: <300.devel@lists.example.org>\nDate: %s\nList-Id: <devel.lists.example.org>\n\nText without links\n\n' "$1" >>"$tmp/list.mbox"
    "$TRAWL" index -q "$db" "$tmp/list.mbox" && "$TRAWL" site -q --base https://x.example/l/ "$db" -o "$site"
}
touched add_one 'Thu, 20 Sep 2001 10:30:00 +0000' >"$tmp/list" || echo failed >>"$tmp/list"
check 'a new message changes its own page' 'grep -qx "$(page new@a.example)" "$tmp/list"'
check_test 'and those near it in the thread and by date' -le 25 'grep -c "^m/.*html" "$tmp/list"'
check_test 'its thread: page, feed and mailbox' = 'html mbox.gz xml' 'sed -n "s|^t/[0-9a-f/]*\.||p" "$tmp/list" | sort -u | tr "\n" " " | sed "s/ $//"'
check_test 'of no other thread' -le 3 'grep -c ^t/ "$tmp/list"'
check_test 'its month alone' = '2001-09 2001-09-senders 2001-09-subjects 2001-09-threads' 'sed -n "s|^months/\(2001-09[a-z-]*\)[0-9]*\.html|\1|p" "$tmp/list" | sed "s/-$//" | sort -u | tr "\n" " " | sed "s/ $//"'
check_test 'no other month' = '' 'grep ^months/ "$tmp/list" | grep -v ^months/2001-09'
check_test 'no page of a host' = '' 'grep "^h" "$tmp/list"'
check_test 'the list of its sender' -le 2 'grep -c "^a/" "$tmp/list"'
check_test 'and the lists that have it' = '' 'grep -vE "^(m|t|a|months)/|^(index|subjects|senders|report)[-0-9a-f]*\.html$|^feed.xml$|^sitemap" "$tmp/list"'
check 'the site is good, and like a new one' 'is_good "$site" && "$TRAWL" site -q --base https://x.example/l/ "$db" -o "$tmp/fresh0" && files_of "$tmp/fresh0" >"$tmp/1" && files_of "$site" >"$tmp/2" && cmp "$tmp/1" "$tmp/2"'

"$TRAWL" site -q "$db" -o "$site"
check 'without --base, the sitemap goes' '[ ! -e "$site/sitemap.xml" ] && [ ! -e "$site/sitemap" ]'
"$TRAWL" forget -q "$db" new@a.example 300.devel@lists.example.org
check 'a message that the index forgot goes' '"$TRAWL" site -q "$db" -o "$site" && [ ! -e "$site/$(page new@a.example)" ] && [ ! -e "$site/$(page 300.devel@lists.example.org)" ] && is_good "$site" && is_like_new "$db" "$site"'
check_test 'nothing of it is left' = '' 'grep -rl "One more" "$site"'
"$TRAWL" forget -q "$db" writer3@people.example
check 'a sender that the index forgot goes' '"$TRAWL" site -q "$db" -o "$site" && ! grep -rq "writer3@" "$site" && is_good "$site" && is_like_new "$db" "$site"'
check 'a mailbox, and then the index again, in the same folder' '"$TRAWL" site -q "$tmp/list.mbox" -o "$site" && [ ! -e "$site/.trawl-site/plan.db" ] && "$TRAWL" site -q "$db" -o "$site" && is_like_new "$db" "$site"'
rm "$site/index.html"
: >"$site/style.css"
check 'files that are gone or cut are written again' '"$TRAWL" site -q "$db" -o "$site" && is_like_new "$db" "$site"'
sed 's/Kernel\|kernel/XXXXXX/g' "$tmp/list.mbox" >"$tmp/edited" && cp "$tmp/edited" "$tmp/list.mbox"
check_test 'an edited file is not read before it is indexed again' -eq 2 'rm -rf "$tmp/other"; "$TRAWL" site -q "$db" -o "$tmp/other" 2>/dev/null; echo $?'
check 'an edit that changes no link and no length is seen' '"$TRAWL" index -q "$db" "$tmp/list.mbox" && "$TRAWL" site -q "$db" -o "$site" && ! grep -rqi kernel "$site/m" && is_like_new "$db" "$site"'

# ---- Interrupted runs ----

# died: kills runs at random moments, each with other options, then lets one run end.
died() {
    rm -rf "$tmp/dead"
    for i in 1 2 3 4 5 6 7 8; do
        "$TRAWL" site -q --title "title $i" "$db" -o "$tmp/dead" &
        sleep "0.0$((i * 7 % 10))$i"
        [ "$i" -gt 5 ] && sleep "0.$((i % 3))"
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
    done
    "$TRAWL" forget -q "$db" 100.devel@lists.example.org
    "$TRAWL" site -q "$db" -o "$tmp/dead"
}
check 'runs that were killed, and one that was not' 'died; is_good "$tmp/dead" && is_like_new "$db" "$tmp/dead"'
touch "$tmp/dead/.trawl-site/index.db" "$tmp/dead/.trawl-site/index.db-wal" "$tmp/dead/.trawl-site/new"
check_test 'temporary files of killed runs are removed' = state.db-lock,state.db,plan.db, '"$TRAWL" site -q "$db" -o "$tmp/dead" && ls "$tmp/dead/.trawl-site" | sort -r | tr "\n" ","'
check 'no trace of a message that was forgotten after they were killed' '[ ! -e "$tmp/dead/$(page 100.devel@lists.example.org)" ]'

# ---- Options and errors ----

check '--addresses=obscured' 'rm -rf "$site" && "$TRAWL" site -q --addresses=obscured "$db" -o "$site" && is_good "$site" && ! grep -rqE "people\.example|writer[0-9]*@[a-z]" "$site"'
if have node; then
    check 'the script of --search is well-formed' '"$TRAWL" site -q --search "$db" -o "$site" && node --check "$site/search.js" &&
        node --check "$site/search/$(ls "$site/search" | sed 1q)"'
else
    skip 'the script of --search is well-formed' 'no node'
fi
check 'the index of --search has the words of subjects, senders and hosts' '"$TRAWL" site -q --search "$db" -o "$site" && is_good "$site" && grep -q "^\[\"printer\",\"[tm]/" "$site/search/7072.js" && grep -rq "^\[\"[a-z]*\",\"a/" "$site/search" && grep -q "^\[\"example\",\"h/" "$site/search/6578.js"'
check_test '--title' -eq 1 '"$TRAWL" site -q --title "<b>The & list</b>" "$db" -o "$site" && grep -c "<h1>&lt;b&gt;The &amp; list&lt;/b&gt;</h1>" "$site/index.html"'
check 'another title changes the front page, the feed and the report' '"$TRAWL" site --title another "$db" -o "$site" | grep -q "^3 files written"'
check '--lang' '"$TRAWL" site -q --lang de "$db" -o "$site" && grep -q "<html lang=\"de\">" "$site/index.html"'

mkdir "$tmp/mine" && : >"$tmp/mine/file"
check_test 'a folder with other files is refused' -eq 2 '"$TRAWL" site -q "$db" -o "$tmp/mine" 2>/dev/null; echo $?'
check_test 'and left as it is' = file 'ls -A "$tmp/mine"'
check_test 'a bad --base' -eq 2 '"$TRAWL" site --base ftp://x/ "$db" -o "$site" 2>/dev/null; echo $?'
check_test 'standard input' -eq 2 '"$TRAWL" site -q - -o "$tmp/none" <"$tmp/list.mbox" 2>/dev/null; echo $?'
check_test 'no output folder' -eq 2 '"$TRAWL" site "$db" 2>/dev/null; echo $?'
check_test 'an index that is not there' -eq 2 '"$TRAWL" site -q "$tmp/nothing.db" -o "$tmp/none" 2>/dev/null; echo $?'
check 'a folder without messages' 'mkdir "$tmp/empty" && "$TRAWL" site -q "$tmp/empty" -o "$tmp/void" && is_good "$tmp/void"'
finish
