#!/bin/sh
# t_settle.sh - trawl settle: what counts as a witness, what does not, and what is not settled; the
# verdicts in queries; later runs, kill -9, forgetting, older and newer indexes
. tests/support/lib.sh
. tests/archive/index.sh

box=$tmp/box
number=0

# mail AUTHOR TEXT [NUMBER]: adds a message to the mailbox. With NUMBER it answers that message.
# TEXT is a format of printf.
mail() {
    number=$((number + 1))
    {
        printf 'From x Thu Jan  1 00:00:00 2004\nFrom: %s@a.example\nMessage-ID: <%d@b.example>\n' "$1" "$number"
        [ $# -lt 3 ] || printf 'In-Reply-To: <%s@b.example>\n' "$3"
        case $2 in
        '<p>'*) printf 'Content-Type: text/html\n' ;;
        esac
        # shellcheck disable=SC2059
        printf "\n$2\n\n"
    } >>"$box"
}
# broken HOST: adds a message by "me" with a link that is broken at a hyphen. $(kept HOST) is the link
# with the hyphen, $(whole HOST) the link without it.
broken() {
    mail me "<URL:http://$1.example/a/some-\nthing/page.html>"
}
whole() {
    echo "http://$1.example/a/something/page.html"
}
kept() {
    echo "http://$1.example/a/some-thing/page.html"
}
# decide: makes an index of the mailbox, settles it, and writes its verdicts and readings to files.
decide() {
    rm -f "$db"
    "$TRAWL" index -q "$db" "$box" && "$TRAWL" settle -q "$db" && look
}
look() {
    sql 'SELECT scanned, how, witnesses, against, url FROM settled' >"$tmp/settled"
    sql 'SELECT url FROM reading' >"$tmp/readings"
}
# verdict HOST: prints how the link to HOST was settled, its witnesses, and the URL.
verdict() {
    grep "^http://$1.example" "$tmp/settled" | cut -d '|' -f 2-
}
settled() {
    check_same "$1: settled" "verdict $1" "echo '$2'"
}
open() {
    check_same "$1: undecided" "verdict $1; grep -c '//$1.example' '$tmp/readings' | sed 's/[1-9].*/some/'" 'echo some'
}

# ---- Who is a witness ----

broken bare && mail you "see $(whole bare)"
broken kept && mail you "see $(kept kept)"
broken angle && mail you "<$(whole angle)>"
broken html && mail you "<p><a href=\"$(whole html)\">there</a></p>"
broken spelled && mail you 'see HTTP://SPELLED.example:80/a/%%73omething/page.html'
broken longer && mail you "see $(whole longer)/part/2"
broken nobody
broken self && mail me "see $(whole self)"
broken selfwrap && mail me "<$(whole selfwrap)>"
broken upper && mail ME "see $(whole upper)"
broken thread && mail you "see $(whole thread)" "$number"
broken threadwrap && mail you "<$(whole threadwrap)>" "$number"
broken deep && mail you 'yes' "$number" && mail they 'yes' "$number" && mail others "see $(whole deep)" "$number"
broken sibling && mail you 'yes' 999 && mail they "see $(whole sibling)"
broken quoted && mail you "> see $(whole quoted)"
broken again && broken again
broken anew && mail you "<URL:http://anew.example/a/some-\nthing/page.html>"
"$TRAWL" index -q "$db" "$box"
check_same 'a dry run writes nothing' '"$TRAWL" settle -nq "$db" && sql "SELECT count(*) FROM settled"' 'echo 0'
check_same 'a summary' '"$TRAWL" settle "$db" | tail -n 1' 'echo "all	19	9	9	8"'
look
settled bare "exact|1|0|$(whole bare)"
settled kept "exact|1|0|$(kept kept)"
settled angle "exact|1|0|$(whole angle)"
settled html "exact|1|0|$(whole html)"
settled spelled "canonical|1|0|$(whole spelled)"
settled longer "prefix|1|0|$(whole longer)"
settled selfwrap "exact|1|0|$(whole selfwrap)"
settled threadwrap "exact|1|0|$(whole threadwrap)"
settled sibling "exact|1|0|$(whole sibling)"
for name in nobody self upper thread deep quoted again anew; do
    open $name
done

# ---- Numbers ----

rm -f "$db" "$box"
broken three && mail u1 "<$(kept three)>"
for i in 1 2 3; do mail "v$i" "<$(whole three)>"; done
broken four && mail u1 "<$(kept four)>"
for i in 1 2 3 4; do mail "v$i" "<$(whole four)>"; done
broken flood && mail u1 "<$(kept flood)>"
i=0
while [ $((i += 1)) -le 60 ]; do mail one "<$(whole flood)>"; done
broken mine && mail u1 "see $(kept mine)"
for i in 1 2 3 4 5 6 7 8; do mail me "<$(whole mine)>"; done
check 'an index for numbers' decide
open three
settled four "exact|4|1|$(whole four)"
open flood
open mine

# ---- Readings that begin with another one ----

rm -f "$db" "$box"
# ends HOST PATH NEXT: adds a message with a link at the end of a line, which is long enough to be
# broken there, and the next line NEXT.
ends() {
    mail me "it is at the next place http://$1.example/some/long/folder/$2\n$3"
}
page() {
    echo "http://$1.example/some/long/folder/$2"
}
rest=e-and-more/of-this.html
ends join chapter-on "$rest" && mail you "see $(page join "chapter-on$rest")"
# Only the first part of the link has a witness. For the second host, the first part has many
# witnesses, and the whole link has one.
ends parent chapter-on "$rest" && mail you "<$(page parent chapter-on)>"
ends both chapter-on "$rest" && mail you "<$(page both "chapter-on$rest")>" &&
    for i in 1 2 3 4 5 6 7 8 9; do mail "v$i" "<$(page both chapter-on)>"; done
ends folder '' 'docs/part-1.html which is new' && for i in 1 2 3; do mail "v$i" "<$(page folder '')>"; done
ends number 'bug.cgi?id=12' '3456789' && for i in 1 2 3; do mail "v$i" "<$(page number 'bug.cgi?id=12')>"; done
# A word of the text, after a folder, happens to be a page that exists.
ends word '' 'news' && mail you "<$(page word news)>"
# A word after the name of a file cannot be a part of the link.
ends file chapter-one.php foo-1.2 && mail you "<$(page file chapter-one.php)>"
# Only the first half has witnesses. They do not count: they are near the margin, or in HTML that a
# program made.
ends margin chapter-on "$rest" && mail you "it is at the place $(page margin chapter-on)" &&
    mail they "it is at the place $(page margin chapter-on)"
ends made chapter-one.php foo-1.2 &&
    mail you "<p><a href=\"$(page made chapter-one.php)\">$(page made chapter-one.php)</a></p>"
mail me "in http://sign.example/a/b) now" && mail you '<http://sign.example/a/b)>'
mail me "in http://signs.example/a/b) now" && mail you '<http://signs.example/a/b)>' && mail they '<http://signs.example/a/b)>'
mail me "in http://nosign.example/a/b) now" && mail you '<http://nosign.example/a/b>'
mail me "in http://comma.example/a/b,and more" && mail you '<http://comma.example/a/b>' && mail they '<http://comma.example/a/b>'
mail me "in http://story.example/a/0,1234,99,00.html@{UB} more" && mail you '<http://story.example/a/0>' && mail they '<http://story.example/a/0>'
check 'an index for beginnings' decide
settled join "exact|1|0|$(page join "chapter-on$rest")"
settled file "exact|1|0|$(page file chapter-one.php)"
settled signs 'exact|2|0|http://signs.example/a/b)'
settled nosign 'exact|1|0|http://nosign.example/a/b'
settled comma 'exact|2|0|http://comma.example/a/b'
for name in parent both folder number word margin made sign; do
    open $name
done

# ---- Queries ----

rm -f "$db" "$box"
number=0
broken asked && mail you "<$(whole asked)>"
mail they "> <URL:http://asked.example/a/some-\n> thing/page.html>" 1
"$TRAWL" index -q "$db" "$box"
before=$(python3 -B tests/archive/compare.py dump "$db")
check_same 'before' '"$TRAWL" query "$db" | sort -u' 'kept asked; whole asked'
"$TRAWL" settle -q "$db"
after=$(python3 -B tests/archive/compare.py dump "$db")
check_same 'queries show the right reading' '"$TRAWL" query --url "$(whole asked)" "$db"' 'whole asked; whole asked; whole asked'
check_same 'and not the other one' '"$TRAWL" query --url "$(kept asked)" "$db"' ':'
check_same 'counts' '"$TRAWL" query --count-by url "$db"' 'echo "3	$(whole asked)"'
check_same 'who posted it first' '"$TRAWL" query --first --url "$(whole asked)" -t tsv "$db" | cut -f 1' 'whole asked'
check_same 'the flag' '"$TRAWL" query --flag settled -t json "$db" | grep -c "\"flags\":\[[^]]*\"settled\"\]"' 'echo 2'
check_same 'the other reading' '"$TRAWL" query --flag settled -t json "$db" | grep -c "\"alt\":\[{\"url\":\"$(kept asked)\",\"why\":\"hyphen\"}\]"' 'echo 2'
check_same 'as it was written' '"$TRAWL" query -t json "$db" | grep -o "\"raw\":\"[^\"]*" | head -n 1' \
    'echo "\"raw\":\"http://asked.example/a/some- thing/page.html"'
check_same 'its witness' 'sql "SELECT w.message_id, w.from_address, w.url FROM witness w WHERE w.message = 1"' \
    'echo "2@b.example|you@a.example|$(whole asked)"'
check_same 'a quoted link finds the message that it was quoted from' 'sql "SELECT quoted_from FROM link WHERE quote > 0"' 'echo 1'
check_same '--explain' '"$TRAWL" settle -nq --explain "$db" | head -n 3' \
    'printf "settled\texact\t1\t1\t1@b.example\n \t0\t-\t-\t%s\n*\t1\texact\thyphen\t%s\n" "$(kept asked)" "$(whole asked)"'

# ---- Later runs ----

check_same 'a second run changes nothing' '"$TRAWL" settle -q "$db"; python3 -B tests/archive/compare.py dump "$db"' 'echo "$after"'
check_same '--undo' '"$TRAWL" settle --undo "$db"; python3 -B tests/archive/compare.py dump "$db"' 'echo "$before"'
check_same 'and again' '"$TRAWL" settle -q "$db"; python3 -B tests/archive/compare.py dump "$db"' 'echo "$after"'
for i in 1 2; do mail "w$i" "see $(kept asked) now"; done
check_same 'more mail can unsettle' '"$TRAWL" index -q "$db" "$box" && "$TRAWL" settle -q "$db"; look; verdict asked' ':'
check_same 'and the scan shows again' 'sql "SELECT url FROM link WHERE message = 1"' 'kept asked'
i=0
while [ $((i += 1)) -lt 9 ]; do mail "x$i" "see $(whole asked) now"; done
check_same 'and settle' '"$TRAWL" index -q "$db" "$box" && "$TRAWL" settle -q "$db"; look; verdict asked | head -n 1' \
    'echo "exact|9|2|$(whole asked)"'
check_same 'forgetting a witness takes the verdicts back' \
    '"$TRAWL" forget -q "$db" you@a.example 2@b.example && sql "SELECT count(*) FROM settled WHERE message = 1"' 'echo 0'
check_same 'until the next run' '"$TRAWL" settle -q "$db"; look; verdict asked | head -n 1' 'echo "exact|8|2|$(whole asked)"'
check_same 'forgetting all' '"$TRAWL" forget -q "$db" me@a.example they@a.example; look; verdict asked; sql "SELECT count(*) FROM verdicts"; sql "SELECT count(*) FROM witnesses"' 'echo 0; echo 0'

# ---- A generated archive, and death ----

python3 -B tests/bench/index/broken.py 4000 "$tmp/large" "$tmp/truth"
rm -f "$db" && "$TRAWL" index -q "$db" "$tmp/large" && cp "$db" "$tmp/one.db"
check 'one run' '"$TRAWL" settle -q "$db"'
python3 -B tests/bench/index/broken.py --judge "$tmp/truth" "$db" >"$tmp/judged"
tap_note "$(cat "$tmp/judged")"
check 'seven of ten that somebody posted whole are settled, and one of a thousand is wrong at most' \
    'tail -n 1 "$tmp/judged" | awk "{ exit !(\$2 > 500 && \$4 > .7 * \$3 && \$8 * 1000 <= \$7) }"'
cp "$db" "$tmp/whole.db" && cp "$tmp/one.db" "$db"
for i in 1 2 3 4 5; do
    "$TRAWL" settle -q "$db" &
    sleep "0.0$((i * 17 % 10))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
check 'after kill -9 the next run makes the same' \
    '"$TRAWL" settle -q "$db" && python3 -B tests/archive/compare.py same "$db" "$tmp/whole.db"'
check_same 'and takes all back' '"$TRAWL" settle --undo "$db" && python3 -B tests/archive/compare.py same "$db" "$tmp/one.db"' ':'

# ---- Versions, mistakes ----

older 2 'DROP INDEX links_settled; DROP INDEX links_url; CREATE INDEX links_url ON links(url); ALTER TABLE links DROP COLUMN settled; DROP TABLE verdicts;
    DROP TABLE witnesses; PRAGMA user_version = 1'
check_status 'a query refuses an older index' 2 '"$TRAWL" query "$db" 2>"$tmp/said"'
check 'and says how to bring it up' 'grep -q "version 1; this trawl reads version 8" "$tmp/said"'
check_status 'so does a dry run' 2 '"$TRAWL" settle -n "$db"'
python3 -c 'import sqlite3, sys
d = sqlite3.connect(sys.argv[1])
d.execute("UPDATE sources SET position = 0, complete = 0")  # an updated index reads all files again
d.commit()' "$tmp/whole.db"
check 'settle brings it up' '"$TRAWL" settle -q "$db" && python3 -B tests/archive/compare.py same "$db" "$tmp/whole.db"'
check_status 'a newer one is refused' 2 'python3 -c "import sqlite3; sqlite3.connect(\"$db\").execute(\"PRAGMA user_version = 99\")";
    "$TRAWL" settle "$db" 2>"$tmp/said" || { s=$?; grep -q "made by a newer trawl" "$tmp/said" && exit $s; }'
check_status 'no database' 2 '"$TRAWL" settle'
check_status 'two databases' 2 '"$TRAWL" settle a b'
check_status 'none there' 2 '"$TRAWL" settle "$tmp/none.db"'
check 'and none is made' '[ ! -e "$tmp/none.db" ]'
check_status '--undo and -n' 2 '"$TRAWL" settle --undo -n "$db"'
check 'the help' '"$TRAWL" settle --help | grep -q -- --undo'
finish
