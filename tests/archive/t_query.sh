#!/bin/sh
# t_query.sh - trawl query: every condition, count, format and error message
. tests/support/lib.sh
. tests/archive/index.sh

q() {
    "$TRAWL" query "$@" "$db"
}

# message FILE ID REPLY FROM DATE SUBJECT LIST: writes a message with standard input as its text.
message() {
    {
        printf 'From: %s\nDate: %s\nMessage-ID: <%s@t.example>\nSubject: %s\n' "$4" "$5" "$2" "$6"
        [ -z "$3" ] || printf 'In-Reply-To: <%s@t.example>\n' "$3"
        [ -z "$7" ] || printf 'List-Id: <%s.lists.example>\n' "$7"
        echo
        cat
    } >"$1"
}

a=$tmp/a
mkdir "$a"
message "$a/1" one '' 'Ann Lee <ann@a.example>' 'Mon, 30 Jun 2003 10:00:00 +0200' 'The paper' devel <<'END'
See http://www.example.org/paper.html?utm_source=x and ftp://ftp.example.co.uk/pub/x.tar
END
message "$a/2" two one 'bob@b.example (Bob Roe)' 'Tue, 01 Jul 2003 10:00:00 +0000' 'Re: The paper' devel <<'END'
> See http://www.example.org/paper.html?utm_source=x and ftp://ftp.example.co.uk/pub/x.tar

HTTP://WWW.example.ORG:80/paper.html?utm_source=x is gone, gopher://old.example.net/ not.
END
message "$a/3" three two '"=cmd" <Eve@C.example>' 'Sun, 01 Feb 2004 00:30:00 +0100' '=1+1' users <<'END'
Broken, since it is long: http://www.example.org/a-very-long-name/with-
hyphens/that-goes-on and <URL:http://docs.example.org/x> and joe@example.com
END
message "$a/4" four '' 'ann@a.example' 'Thu, 05 May 2005 05:05:05 +0000' 'Other' '' <<'END'
http://docs.example.org/y https://docs.example.org/y
END
echo 'http://text.example/' >"$a/5"
check 'index' '"$TRAWL" index -q "$db" "$a" && has_rows "$a"'

# ---- Conditions ----

check_same '--url' 'q --url http://www.example.org/p' 'printf "%s\n" "http://www.example.org/paper.html?utm_source=x" "http://www.example.org/paper.html?utm_source=x" "HTTP://WWW.example.ORG:80/paper.html?utm_source=x"'
check_same '--url in another spelling' 'q --url HTTP://WWW.Example.org:80/p | wc -l' 'echo 3'
check_same '--url without a scheme' 'q --url docs.example.org/y' 'echo http://docs.example.org/y; echo https://docs.example.org/y'
check_same '--url: a part of a host' 'q --url http://docs' 'echo http://docs.example.org/x; echo http://docs.example.org/y'
check_same '--host' 'q --host OLD.example.net,text.example' 'echo gopher://old.example.net/; echo http://text.example/'
check_same '--host: a pattern' 'q --host "d*.example.org" --until 2004' 'echo http://docs.example.org/x'
check_same '--site' 'q --site example.co.uk --not zone=quoted' 'echo ftp://ftp.example.co.uk/pub/x.tar'
check_same '--scheme' 'q --scheme gopher,https' 'echo gopher://old.example.net/; echo https://docs.example.org/y'
check_same '--from: an address' 'q --from eve@c.example --scheme mailto' 'echo mailto:joe@example.com'
check_same '--from: a name' 'q --from roe --scheme gopher' 'echo gopher://old.example.net/'
check_same '--from: a pattern' 'q --from "*@b.example" --not zone=quoted | wc -l' 'echo 2'
check_same '--from: [ is a character' 'q --from "[eve]@c"; q --from "[eb]*"; q --list "[d]*"; q --host "[d]ocs*"' ':'
check_same '--list' 'for l in devel devel.lists.example "dev*" DEVEL.lists.example; do q --list $l | wc -l; done' 'echo 6; echo 6; echo 6; echo 6'
check_same '--subject: a part, and a pattern' 'q --subject PAPER | wc -l; q --subject "the*" | wc -l; q --subject "[p]*" | wc -l' 'echo 6; echo 2; echo 0'
for n in url=http://www.example.org/p host='old.example.net,*.co.uk' site=example.org scheme=gopher,https from=ann@a.example list=devel subject=paper; do
    export n
    check_same "--not $n" '{ q --not "$n"; q "--${n%%=*}" "${n#*=}"; } | sort' 'q | sort'
    check "--not $n leaves some, and leaves some out" '[ "$(q --not "$n" | wc -l)" -gt 0 ] && q "--${n%%=*}" "${n#*=}" | grep -q .'
done
for n in zone=quoted flag=scheme-implied; do
    export n
    check_same "--not $n" '{ q --not "$n"; q "--${n%%=*}" "${n#*=}"; } | sort' 'q | sort'
done
check_same '--not kind' 'q --not kind=url,www,hdr | grep -cv "^mailto:"; q --not kind=email,addr | grep -c "^mailto:"' 'echo 0; echo 0'
check_same '--flag danger' 'q --flag danger' 'q --flag mismatch,userinfo,odd-ip,mixed-script,whole-script,confusable,punycode,backslash,ip-host'
check_status '--not flag=x is refused' 2 'q --not flag=x'
check_status '--flag doubt is not of an index' 2 'q --flag doubt'
check_same '--not twice, with others' 'q --until 2003 --not scheme=http --not host=old.example.net' 'q --scheme ftp --until 2003'
for n in x nothing=x site=http://x.example/ host; do
    check_status "--not $n is refused" 2 "q --not $n"
done
check_same '--since and --until' 'q --since 2004-01-31T23:30 --until 2004-01; q --since 2005-05-05 --until 2005-05-05T05:05:05 | wc -l' \
    'q --from eve@c.example; echo 2'
check_same 'a day of a leap year, and the last day of a year' 'q --since 2004-02-29 | wc -l; q --until 2003-12-31 | wc -l' 'echo 2; echo 6'
check_same '--until is inclusive' 'q --until 2003-06 | wc -l; q --until 2003 | wc -l; q --since 2003-07-01T10:00:01 --until 2003 | wc -l' 'echo 2; echo 6; echo 0'
check_same '--flag' 'q --flag line-end,hyphen-break | head -n 1' 'q --from eve@c.example | head -n 1'
check_same '--zone' 'q --zone quoted | wc -l; q --zone new --until 2003 | wc -l; q --zone new --host text.example' 'echo 2; echo 4; echo http://text.example/'
check_same '--thread' 'for m in one two "<three@t.example>"; do q --thread "${m%@t.example}" 2>/dev/null | wc -l; done; q --thread two@t.example | wc -l' \
    'echo 0; echo 0; echo 9; echo 9'
check_same '--not zone=quoted' 'q --not zone=quoted | wc -l' 'echo "$(($(q | wc -l) - 2))"'
check_same '--broken' 'q --broken | head -n 1 | tr "\t" "\n" | sort -u | grep -c name' 'echo 3'
refused() {
    asked=$1 said=$2
    export asked said
    check_same "refused: $asked" 'q $asked 2>&1; echo $?' 'echo "trawl: query: $said"; echo 2'
}
for names in http://x a.example/b; do
    for option in --site= --host= '--not site=' '--not host='; do
        case $option in --not*) between='=' ;; *) between=': ' ;; esac
        refused "$option$names" "${option%%=}$between$names is not a list of names; --url takes URLs"
    done
done
for names in joe@a.example '' a.example,,b.example; do
    check_status "--host: '$names' is not a name" 2 "q '--host=$names'"
    check_status "--site: '$names' is not a name" 2 "q '--site=$names'"
done
refused '--site docs.example.org' '--site: docs.example.org is a host of the site example.org; --host selects hosts'
refused '--not site=docs.example.org' '--not site=docs.example.org is a host of the site example.org; --host selects hosts'
refused '--site co.uk' "--site: co.uk is a public suffix: each name below it is a site of its own; --host '*.co.uk' selects them"
refused '--site !example.org' '--site: !example.org has a "!"; --not site=NAME leaves a site out'
refused '--host a.example:80' '--host: a.example:80 has a port; it takes hosts without one'
check_same '--site: two of them' 'q --site example.co.uk,nosuch.example --not zone=quoted' 'echo ftp://ftp.example.co.uk/pub/x.tar'
check_same 'two conditions' 'q --site example.org --from ann@a.example --since 2004' 'echo http://docs.example.org/y; echo https://docs.example.org/y'

# ---- What is printed ----

check_same '--first' 'q --url www.example.org/p --first' \
    'printf "%s\t%s\t%s\t%s\n" "http://www.example.org/paper.html?utm_source=x" 2003-06-30T08:00:00Z "Ann Lee <ann@a.example>" one@t.example'
for by in url host site scheme year month from list; do
    check_same "--count-by $by: the sum" "q --count-by $by | awk '{ n += \$1 } END { print n }'" 'q | wc -l'
done
check_same '--count-by year' 'q --count-by year' 'printf "1\t-\n6\t2003\n%d\t2004\n2\t2005\n" "$(q --from eve@c.example | wc -l)"'
check_same '--count-by site --limit' 'q --count-by site --limit 1' 'q --site example.org | wc -l | sed "s/\$/	example.org/"'
check_same '--count-by two' 'q --count-by site,year | head -n 1; q --count-by year,site --since 2005; q --count-by scheme,year --scheme gopher -t json' \
    'printf "3\texample.org\t2003\n%d\texample.org\t2004\n2\texample.org\t2005\n" "$(q --site example.org --since 2004 --until 2004 | wc -l)" | sort -rn | head -n 1
    printf "2\texample.org\t2005\n"; echo "{\"key\":\"gopher\",\"key2\":\"2003\",\"count\":1}"'
check_same '--count-by two: the sum' 'q --count-by from,host | awk "{ n += \$1 } END { print n }"' 'q | wc -l'
check_same '--count-by two of two indexes' '"$TRAWL" query --count-by site,year "$db" "$db" | sort' 'q --count-by site,year | awk "{ \$1 *= 2; print }" OFS="\t" | sort'
check_status '--count-by three' 2 'q --count-by site,year,from'
check_same '--count-by json' 'q --count-by scheme --scheme gopher -t json' 'echo "{\"key\":\"gopher\",\"count\":1}"'
check_same '--limit' 'q --limit 2' 'q | head -n 2'
check_same '--after: all pages are the whole' 'c=0-0; while r=$(q -t json --limit 2 --after $c); do echo "$r"; c=$(echo "$r" | tail -n 1 | sed "s/.*\"cursor\":\"//; s/\".*//"); done' 'q -t json'
check_same '-t tsv' 'q -t tsv | awk -F "\t" "{ print NF }" | sort -u' 'echo 24'
check_same '-t csv --no-header' 'q -t csv --no-header' 'q -t csv | tail -n +2'
check_same '-t csv' 'q -t csv | python3 -c "import csv, sys; print({len(r) for r in csv.reader(sys.stdin)})"' 'echo "{24}"'
check_same 'csv is harmless' 'q -t csv --scheme mailto | grep -o "'"'"'=1+1"' 'echo "'"'"'=1+1"'
check 'html' 'q -t html | grep -q "<a rel=.* href=\"http://docs.example.org/y\">"'
check_same '--message' 'q --message one@t.example' 'cat "$a/1"'
check_same '--message by number' 'q --message "$(sql "SELECT id FROM message WHERE message_id = \"three@t.example\"")"' 'cat "$a/3"'
check_same '--message of standard input' '"$TRAWL" index -q "$tmp/in.db" - <"$a/1"; "$TRAWL" query --message one@t.example "$tmp/in.db" 2>&1' \
    'echo "trawl: query: (standard input) came from standard input, which is not kept"'
{ for i in 1 2; do echo 'From x Mon Jun 30 02:34:00 2008'; cat "$a/$i"; echo; done; } >"$tmp/grow"
"$TRAWL" index -q "$tmp/grow.db" "$tmp/grow"
{ echo 'From x Mon Jun 30 02:34:00 2008'; cat "$a/3"; } >"$tmp/third"
check_same '--message of a mailbox that has grown' '(cat "$tmp/grow" "$tmp/third") >"$tmp/x" && cp "$tmp/x" "$tmp/grow"; "$TRAWL" query --message two@t.example "$tmp/grow.db"' 'cat "$a/2"'
check_status 'not one that got a message at its front' 2 '(cat "$tmp/third" "$tmp/grow") >"$tmp/x" && cp "$tmp/x" "$tmp/grow"; "$TRAWL" query --message two@t.example "$tmp/grow.db"'
check_status 'a message that is not there' 1 'q --message nix'
check_status 'nothing found' 1 'q --host nix.example'

# A message in a mailbox, compressed.
if have gzip; then
    { for i in 1 2 3; do echo 'From x Mon Jun 30 02:34:00 2008'; cat "$a/$i"; echo; done; } >"$tmp/box" && gzip "$tmp/box"
    rm -f "$db"
    check_same '--message of a compressed mailbox' '"$TRAWL" index -q "$db" "$tmp/box.gz"; for i in one two three; do q --message $i@t.example; done' 'cat "$a"/[123]'
    check_status 'its file has changed' 2 'touch "$tmp/box.gz"; q --message one@t.example'
else
    skip 'a compressed mailbox' 'there is no gzip'
fi

# ---- Lists: as in the site ----

# on LIST NUMBER: prints a message of a mailbox.
on() {
    printf 'From x Mon Jan  1 00:00:00 2001\nFrom: a@x.example\nMessage-ID: <%s@x>\nDate: Mon, 1 Jan 2001 00:00:00 +0000\n' "$2"
    [ -z "$1" ] || printf 'List-Id: <%s.lists.example>\n' "$1"
    printf '\nhttp://h%s.example/\n\n' "$2"
}
mkdir "$tmp/lists" "$tmp/lists/devel"
{ on aa 1 && on aa 2 && on aa 3 && on '' 4; } >"$tmp/lists/aa.mbox"
{ on bb 1 && on bb 5 && on bb 6; } >"$tmp/lists/bb.mbox"
{ on '' 1 && on '' 7 && on '' 8 && on '' 9; } >"$tmp/lists/devel/2001-January.txt"
"$TRAWL" index -q "$tmp/lists.db" "$tmp/lists"
check_same 'a message is on the lists of all its copies, on that of its file, or of its folder' \
    'for l in aa bb devel; do echo $l $("$TRAWL" query --list $l "$tmp/lists.db" | sort); done; "$TRAWL" query --count-by list "$tmp/lists.db"' \
    'echo "aa http://h1.example/ http://h2.example/ http://h3.example/ http://h4.example/"; echo "bb http://h1.example/ http://h5.example/ http://h6.example/"
    echo "devel http://h1.example/ http://h7.example/ http://h8.example/ http://h9.example/"; printf "4\taa.lists.example\n4\tdevel\n3\tbb.lists.example\n"'
check_same 'the site has as many' '"$TRAWL" site -q "$tmp/lists.db" -o "$tmp/lists.site" && sed -n "s,.*<bdi>\(.*\)</bdi></a> <span class=\"dim\">\([0-9]*\) messages.*,\2\t\1,p" "$tmp/lists.site/index.html" | sort' \
    '"$TRAWL" query --count-by list "$tmp/lists.db" | sort'

# lists_as_new: compares the index with a new index of the same files.
lists_as_new() {
    rm -f "$tmp/new.db"*
    "$TRAWL" index -q "$tmp/new.db" "$tmp/lists" && python3 -B tests/archive/compare.py same "$tmp/lists.db" "$tmp/new.db"
}
on bb 7 >>"$tmp/lists/devel/2001-January.txt"
check_same 'a copy with List-Id names the list of its folder' '"$TRAWL" index -q "$tmp/lists.db" "$tmp/lists"; "$TRAWL" query --list bb "$tmp/lists.db" | sort; "$TRAWL" query --list devel "$tmp/lists.db"' \
    'for i in 1 5 6 7 8 9; do echo "http://h$i.example/"; done'
check 'as in a new index' lists_as_new
{ on cc 10 && on cc 11; } >"$tmp/lists/devel/2001-February.txt"
: >"$tmp/lists/none.mbox"
check_same 'which then has that of most copies in both files' '"$TRAWL" index -q "$tmp/lists.db" "$tmp/lists"; "$TRAWL" query --list cc "$tmp/lists.db" | sort' \
    'for i in 1 10 11 7 8 9; do echo "http://h$i.example/"; done'
check 'as in a new index with two files' lists_as_new
check_same 'copies are found by the lists of the message' '"$TRAWL" query --places --list aa "$tmp/lists.db" | sort' \
    'for i in 1 1 1 2 3 4; do echo "http://h$i.example/"; done'
rm "$tmp/lists/devel/2001-February.txt" "$tmp/lists/none.mbox"
check 'without one of the files, and an empty one, the list is the other one again' '"$TRAWL" index -q --prune "$tmp/lists.db" "$tmp/lists" && lists_as_new'
check_same 'so it is where its messages are forgotten' '"$TRAWL" forget -q "$tmp/lists.db" 7@x >/dev/null; "$TRAWL" query --list devel "$tmp/lists.db" | sort' \
    'for i in 1 8 9; do echo "http://h$i.example/"; done'
{ on dd 12 && on ee 13 && on '' 14; } >"$tmp/lists/even.mbox"
check_same 'a file with as many copies of two lists shows neither' '"$TRAWL" index -q "$tmp/lists.db" "$tmp/lists"; "$TRAWL" query --list dd,ee "$tmp/lists.db" | sort' \
    'for i in 12 13; do echo "http://h$i.example/"; done'
rm -r "$tmp/lists/devel"
check 'nothing is left of a folder that is gone' '"$TRAWL" index -q --prune "$tmp/lists.db" "$tmp/lists" && python3 -B tests/archive/compare.py dump "$tmp/lists.db" >"$tmp/dump"; ! grep devel "$tmp/dump"'

# ---- Messages about wrong use ----

check_status 'no database' 2 '"$TRAWL" query'
check_same 'a missing database' '"$TRAWL" query "$tmp/nix" 2>&1' 'echo "trawl: query: $tmp/nix: No such file or directory"'
check_status 'a bad date' 2 'q --since yesterday'
check_status 'a day that no month has' 2 'q --since 2005-02-30'
check_status 'a day of another year' 2 'q --until 2003-02-29'
check_status 'a year of two digits' 2 'q --since 26'
check_status 'a bad cursor' 2 'q --after x'
check_status 'options that do not go together' 2 'q --count-by url --first'
rm -f "$db"* && "$TRAWL" index -q "$db" "$a"
printf '<!DOCTYPE html><html><body><a href="(https://html.example/x)">x</a>\n' >"$tmp/page.html"
check_same '--count-by scheme of what has none' '"$TRAWL" index -q "$tmp/page.db" "$tmp/page.html"; "$TRAWL" query --count-by scheme "$tmp/page.db"' \
    'printf "1\t-\n"'
if mkdir "$tmp/names" && touch "$(printf '%s/a\351' "$tmp/names")" 2>/dev/null; then
    printf '<URL:http://a.example/\351>\n' >"$(printf '%s/a\351' "$tmp/names")"
    printf '<URL:http://a.example/\352>\n' >"$(printf '%s/a\352' "$tmp/names")"
    check_same 'file_bytes are those of the filter' '"$TRAWL" index -q "$tmp/names.db" "$tmp/names"
        "$TRAWL" query -t json "$tmp/names.db" | grep -o "\"[a-z_]*bytes\":\"[0-9a-f]*\""' \
        '"$TRAWL" -t json "$tmp/names" | grep -o "\"[a-z_]*bytes\":\"[0-9a-f]*\"" | tee "$tmp/bytes"'
    check_test 'of both files' -eq 2 'sort -u "$tmp/bytes" | wc -l'
else
    skip 'bytes and file_bytes are those of the filter' 'names of files must be UTF-8 here'
fi
if have setsid; then
    check_same '--pick without a terminal' 'setsid -w "$TRAWL" query --pick "$db" 2>&1 </dev/null' 'echo "trawl: query: --pick: there is no terminal to choose on"'
else
    skip '--pick without a terminal' 'there is no setsid'
fi

# ---- Several databases ----

# The second archive, b, has a message of its own. It has another spelling of a URL of the first
# archive, with an earlier date.
b=$tmp/b
mkdir "$b"
message "$b/1" five '' 'Zoe <zoe@z.example>' 'Mon, 02 Jun 2003 10:00:00 +0000' 'Early' users <<'END'
http://docs.example.org:80/y and gopher://only.example.net/
END
both() {
    "$TRAWL" query "$@" "$db" "$tmp/b.db"
}
check 'index another archive' '"$TRAWL" index -q "$tmp/b.db" "$b"'
check_same 'two databases, one after the other' 'both -t tsv --host docs.example.org | cut -f 1' \
    'q --host docs.example.org; echo http://docs.example.org:80/y'
check_same 'the limit is that of all' 'both --limit 3 --host docs.example.org; both --limit 4 --host docs.example.org | tail -1' \
    'q --host docs.example.org; echo http://docs.example.org:80/y'
check_same 'one header' 'both -t csv --scheme gopher | cut -d , -f 1' 'printf "url\ngopher://old.example.net/\ngopher://only.example.net/\n" | sed "s/\$//"'
check_same '--count-by adds the numbers' 'both --count-by scheme | grep gopher; both --count-by site --limit 1; both --count-by year' \
    'printf "2\tgopher\n8\texample.org\n1\t-\n8\t2003\n3\t2004\n2\t2005\n"'
check_same '--first is that of all, in any order' 'both --first --url docs.example.org/y; "$TRAWL" query --first --url http://docs.example.org/y "$tmp/b.db" "$db" | cut -f 1' \
    'printf "https://docs.example.org/y\t2005-05-05T05:05:05Z\tann@a.example\tfour@t.example\nhttp://docs.example.org:80/y\t2003-06-02T10:00:00Z\tZoe <zoe@z.example>\tfive@t.example\nhttp://docs.example.org:80/y\n"'
check_same '--message and --thread by id' 'both --message five@t.example | grep ^Subject; both --thread five@t.example | wc -l' 'echo "Subject: Early"; echo 2'
# excluded: runs pairs of options; prints with which option each error message begins, and how often.
excluded() {
    for pair in '--count-by site --first' '--count-by site --pick' '--count-by site --after 1-1' '--count-by site --places' \
        '--pick -t list' '--pick --broken' '--pick --first' '--first --after 1-1' '--first --places' \
        '--no-header' '--no-header -t tsv'; do
        # shellcheck disable=SC2086 # options
        "$TRAWL" query $pair "$db" 2>&1 | sed 's/^trawl: query: \(--[a-z-]*\) .*/\1/'
    done | uniq -c | sed 's/^ *//'
}
check_same 'options that exclude each other' excluded 'printf "%s\n" "4 --count-by" "3 --pick" "2 --first" "2 --no-header"'
check_same 'a number of a message does not say which' 'both --message 1 2>&1; both --thread 1 2>&1; both --after 1-1 2>&1' \
    'for i in 1 2; do echo "trawl: query: each database has its own numbers of messages; give the message-id; see \"trawl query --help\""; done
    echo "trawl: query: --after goes on in one database; each has its own numbers of messages; see \"trawl query --help\""'
check_same 'a database that is missing is named' 'both --count-by site "$tmp/none.db" 2>&1 >/dev/null | grep -c none.db' 'echo 1'

# ---- The manual page ----

check_same 'the queries of trawl-index(5) work' 'python3 -B -c "
import re, sqlite3, sys
page = open(\"doc/trawl-index.5\").read()
db = sqlite3.connect(sys.argv[1])
queries = re.findall(r\"(?s)\.Bd [^\n]*\n(SELECT.*?;)\n\.Ed\", page)
for query in queries:
    db.execute(query.replace(\"\\\\e\", \"\\\\\")).fetchall()
print(len(queries))" "$db"' 'echo 6'
finish
