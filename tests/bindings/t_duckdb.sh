#!/bin/sh
# t_duckdb.sh - the extension for DuckDB: functions, tables, errors, and the links of the command
# shellcheck source=tests/support/lib.sh disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh

: "${B:=build}"
needs_npm 'the extension for DuckDB' python3
extension=$B/duckdb/trawl.duckdb_extension
. tests/make.sh
if ! mk duckdb >"$tmp/make" 2>&1; then
    check 'make duckdb' 'cat "$tmp/make"; false'
    finish
fi
if readelf -d "$extension" | grep -q 'libasan'; then
    LD_PRELOAD=$(cc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0
    preload="env LD_PRELOAD=$LD_PRELOAD ASAN_OPTIONS=$ASAN_OPTIONS"
    unset LD_PRELOAD
fi

# One process runs all statements. queue NAME WANTED SQL: adds a statement, and the line that it must
# print. fails NAME SQL MESSAGE: adds a statement that must fail with MESSAGE.
queue() {
    names="${names-}$1
"
    printf '%s\n' "$2" >>"$tmp/wanted"
    printf '%s\0' "$3" >>"$tmp/statements"
}
fails() {
    queue "$1" "error~$3" "$2"
}

link() {
    printf '{"url":"%s","kind":"%s","start":"%s","end":"%s","host":"%s","site":"%s","surt":"%s","valid":[%s],"flags":[%s]}' "$@"
}
all='"1738","1630","3986","iri"'

queue 'canonical, normal' '["http://a.example/~joe","http://a.example/?b=1"]' \
    "SELECT trawl_canonical('HTTP://A.example:80/%7ejoe'), trawl_normal('http://a.example/?utm_source=x&b=1')"
queue 'host, site, surt' '["www.example.co.uk","example.co.uk","uk,co,example,www)/a"]' \
    "SELECT trawl_host(u), trawl_site(u), trawl_surt(u) FROM (VALUES ('http://joe@WWW.Example.co.uk/a')) v(u)"
queue 'no host, no site' '[null,null,null]' "SELECT trawl_host('urn:isbn:1'), trawl_site('x'), trawl_looks_like('http://a.example/')"
queue 'looks_like, defang' '["paypal.com","hxxp://a[.]example/"]' \
    "SELECT trawl_looks_like('http://p' || chr(1072) || 'ypal.com/'), trawl_defang('http://a.example/')"
queue 'valid' '[false,true,false,null]' \
    "SELECT trawl_valid('http://a/~b', '1738'), trawl_valid('http://a/~b', '3986'), trawl_valid('x y', 'any'), trawl_valid(NULL, 'x')"
queue 'resolve' '["http://a.example/d",null]' "SELECT trawl_resolve('http://a.example/b/c', '../d'), trawl_resolve(NULL, '')"
queue 'check: places are characters' '[[],[["1738","13"],["1630","13"],["3986","13"],["iri","14"]]]' \
    "SELECT c.valid, list_transform(c.errors, lambda e: [e.standard, e.at::VARCHAR]) FROM (SELECT trawl_check('http://a/bcdé x') AS c)"
queue 'NULL' '[null,null,null,null,null]' "SELECT trawl_links(NULL), trawl_urls(NULL), trawl_html(NULL), trawl_check(NULL), trawl_canonical(NULL)"
queue 'no links' '[[],[],""]' "SELECT trawl_links('x'), trawl_urls(''), trawl_html('')"
queue 'links' "[[$(link http://a.example/é bare 5 22 a.example a.example 'example,a)/é' '"iri"' '')]]" \
    "SELECT trawl_links('日本: http://a.example/é.')"
queue 'a link on two lines' \
    "[[$(link http://a.example/b-c wrap 6 26 a.example a.example 'example,a)/b-c' "$all" '"hyphen-break"')]]" \
    "SELECT trawl_links('<URL:http://a.example/b-' || chr(10) || 'c>')"
queue 'start and end are those of a slice' '[["http://é.example/"],["c@d.example"]]' \
    "SELECT list_transform(trawl_links(t), lambda l: t[l.start:l.end]), list_transform(trawl_links(s), lambda l: s[l.start:l.end])
        FROM (VALUES ('éé http://é.example/ x', '日本, c@d.example')) v(t, s)"
queue 'places in a blob are bytes' '["6","22"]' \
    "SELECT l.start, l.end FROM (SELECT trawl_links(encode('éé http://b.example/'))[1] AS l)"
queue 'a blob that is not UTF-8' '[["http://a/%80%E2%82"]]' "SELECT trawl_urls(from_hex('3C687474703A2F2F612F80E2823E'))"
queue 'options of each row' '[[["http://a.example/"],["mailto:joe@a.example"],null]]' \
    "SELECT list(trawl_urls('joe@a.example http://a.example/', o) ORDER BY i) FROM (VALUES (1, 'find=url'), (2, 'find=email'), (3, NULL)) v(i, o)"
queue 'a message' '[["http://b.example/"]]' \
    "SELECT trawl_urls('Subject: S' || chr(10) || 'Content-Type: text/html' || chr(10) || chr(10) || '<a href=\"http://b.example/\">x</a>', 'from=mail')"
queue 'the first example of README' '["example.co.uk","2"]' \
    "WITH posts(body) AS (VALUES ('http://a.example.co.uk/, www.example.co.uk'), ('none'), (NULL)) $(
        sed -n '/^    SELECT trawl_site(url)/,/;$/s/;$//p; /^    SELECT trawl_site(url)/p' bindings/duckdb/README | tr '\n' ' ')"
queue 'html, unbreak' '[true,"<URL:http://a.example/long>.\n"]' \
    "SELECT trawl_html('a & http://a.example/') LIKE 'a &amp; <bdi%href=%', trawl_unbreak('<URL:http://a.example/lo' || chr(10) || 'ng>.')"
queue 'html: live schemes' '[false,true]' \
    "SELECT trawl_html('ftp://a.example/') LIKE '%href%', trawl_html('ftp://a.example/', 'live=ftp') LIKE '%href%'"
queue 'many chunks, NULL between' '["50000","25000","50000"]' \
    "SELECT count(*), count(l), sum(len(l)) FROM (SELECT trawl_links(CASE WHEN i % 2 = 0 THEN 'http://a.example/' || i || ' b@c.example' END) AS l FROM range(50000) r(i))"
queue 'every link of a long list' '["30000","30000"]' \
    "SELECT len(l), len(list_distinct(list_transform(l, lambda x: x.surt))) FROM
        (SELECT trawl_links(string_agg('http://a.example/' || i, ' ')) AS l FROM range(30000) r(i))"
shared="SELECT i, unnest(trawl_links('http://a.example/' || i || ' http://b.example/é <mailto:x@c.example>')) AS l FROM range(2000) r(i)"
queue 'lists that share elements are written' '["6000"]' "COPY ($shared) TO '$tmp/shared.parquet' (FORMAT parquet)"
queue 'and are what was written' '["0","18000","4000"]' \
    "SELECT (SELECT count(*) FROM ($shared EXCEPT ALL FROM read_parquet('$tmp/shared.parquet'))),
        (SELECT count(*) FROM (SELECT unnest(l.valid) FROM read_parquet('$tmp/shared.parquet'))),
        (SELECT sum(len(list_filter(l.valid, lambda v: v = '1738'))) FROM ($shared))"
fails 'an unknown option' "SELECT trawl_links('', 'fnd=url')" "no option 'fnd'; the options are find, profile, columns, notation, schemes,"
fails 'an unknown kind' "SELECT trawl_links('', 'find=url,mail')" "option find: 'mail' is wrong; it takes: url, www, addr"
fails 'a charset' "SELECT trawl_links('', 'charset=klingon')" "option charset: 'klingon' is wrong"
fails 'an unknown standard' "SELECT trawl_valid('http://a/', '1739')" 'the standards are 1738, 1630, 3986, iri and any'
fails 'an option of html' "SELECT trawl_unbreak('', 'live=ftp')" "no option 'live'"
fails 'a kind of input that the text is not' "SELECT trawl_links('x', 'from=rnews')" 'the text: not all of it was read: nothing was read, because it has no line'

# ---- Tables ----

mail=$tmp/mail
mkdir -p "$mail/dir/new" "$mail/dir/cur" "$mail/dir/tmp"
cat >"$mail/a.mbox" <<'END'
From a@a.example Mon Jun 30 02:34:00 2008
From: Ann <ann@a.example>
Subject: =?utf-8?q?=C3=A9t=C3=A9?=
Date: Mon, 30 Jun 2008 02:34:00 -0700
Message-ID: <1@a.example>

é: http://one.example/
END
cat >"$mail/b.mbox" <<'END'
From b@a.example Tue Jul  1 02:34:00 2008
Subject: two
Date: Tue, 1 Jul 2008 00:00:00 +0000
List-Archive: <http://list.example/>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=x

--x
Content-Type: text/plain

http://two.example/
--x
Content-Type: text/html

<a href="http://three.example/">3</a> & more
--x--

From c@a.example Tue Jul  1 02:34:00 2008
Subject: three
Content-Type: text/html

<p>only <b>HTML</b>: http://four.example/</p>
END
gzip -c "$mail/b.mbox" >"$mail/b.mbox.gz" && rm "$mail/b.mbox"
printf 'Subject: four\n\nhttp://five.example/\n' >"$mail/dir/new/1.x"
printf 'no mail: http://six.example/\n' >"$mail/text.txt"

queue 'read_mail: a pattern' '["a.mbox","1","été","1@a.example","ann@a.example","1214818440","é: http://one.example/\n"]' \
    "SELECT regexp_extract(file, '[^/]*$'), number, subject, id, from_addr, time, text FROM read_mail('$mail/a*')"
queue 'read_mail: plain text before HTML; HTML alone' '[["http://two.example/\n","only HTML: http://four.example/\n"]]' \
    "SELECT list(trim(text, chr(10)) || chr(10) ORDER BY number) FROM read_mail('$mail/b.mbox.gz')"
queue 'read_mail: HTML has live links' '[[true,true]]' \
    "SELECT list(html LIKE '%<a href=_http://' || n || '.example/%' ORDER BY number) FROM read_mail('$mail/b.mbox.gz') JOIN (VALUES (1, 'two'), (2, 'four')) v(i, n) ON i = number"
queue 'read_mail: links with and without a place' \
    '[[["http://list.example/",null],["http://two.example/","http://two.example/"],["http://three.example/",null]]]' \
    "SELECT list_transform(links, lambda l: [l.url, text[l.start:l.end]]) FROM read_mail('$mail/b.mbox.gz') WHERE number = 1"
queue 'read_mail: a folder, and a text without a message' '[["four","three","two","été"]]' \
    "SELECT list(subject ORDER BY subject) FROM read_mail('$mail')"
queue 'read_mail: since' '[["two"]]' "SELECT list(subject) FROM read_mail('$mail', since := '2008-07-01')"
queue 'read_mail: until' '[["été"]]' "SELECT list(subject) FROM read_mail('$mail', until := DATE '2008-07-01')"
queue 'read_mail: no column' '["4"]' "SELECT count(*) FROM read_mail('$mail')"
queue 'read_links: since' '[["http://list.example/","http://three.example/","http://two.example/"]]' \
    "SELECT list(url ORDER BY url) FROM read_links('$mail', since := TIMESTAMP '2008-07-01 00:00:00')"
queue 'read_links: options' '[["http://six.example/"]]' "SELECT list(url) FROM read_links('$mail/text.txt', options := 'find=url')"
queue 'read_links: no column' '["6"]' "SELECT count(*) FROM read_links('$mail') WHERE url NOT LIKE 'mailto:%' AND header IS NULL"
queue 'a web archive: page and offset' '["http://a.example/d/page","222"]' \
    "SELECT uri, \"offset\" FROM read_links('testdata/**/pages.warc') LIMIT 1"
queue 'threads do not change the rows' '[true,true]' \
    "SELECT a.n > 2000, a = b FROM (SELECT count(*) AS n, sum(hash(l)) AS h FROM read_links('testdata/mail') l) a,
        (SELECT count(*) AS n, sum(hash(l)) AS h FROM (SELECT * FROM read_links('testdata/mail') LIMIT 100000) l) b"
fails 'a missing file' "SELECT * FROM read_mail('$mail/x')" 'No such file'
fails 'a pattern without files' "SELECT * FROM read_mail('$mail/*.x')" 'read_mail: '"$mail"'/*.x: no file matches'
fails 'no path' 'SELECT * FROM read_links(NULL)' 'read_links: the path is NULL; it takes a file, a folder or a pattern'
fails 'a wrong option of a table' "SELECT * FROM read_links('$mail', options := 'fnd=url')" "read_links: no option 'fnd'; the options are find,"
fails 'another format' "SELECT * FROM read_links('$mail/text.txt', options := 'from=rnews')" "text.txt: not all of it was read"

# shellcheck disable=SC2086  # several words, or none
xargs -0 ${preload-} node tests/bindings/duckdb/duck.mjs "$extension" <"$tmp/statements" >"$tmp/got" 2>&1
printf '%s' "$names" | while IFS= read -r name; do printf '%s\n' "$name"; done >"$tmp/names"
number=0
while IFS= read -r name <&3 && IFS= read -r wanted <&4; do
    number=$((number + 1))
    got=$(sed -n "${number}p" "$tmp/got")
    export got wanted
    case $wanted in
    error~*) check "fails: $name" 'printf "%s\n" "$got"; printf "%s" "$got" | grep "^error: " | grep -F -- "${wanted#error~}"' ;;
    *) check_same "$name" 'printf "%s\n" "$got"' 'printf "%s\n" "$wanted"' ;;
    esac
done 3<"$tmp/names" 4<"$tmp/wanted"
check_test 'each statement prints one line' -eq "$number" 'wc -l <"$tmp/got"'
check 'the statements that all databases answer alike' \
    'python3 -B tests/bindings/statements.py duckdb ${preload-} node tests/bindings/duckdb/duck.mjs "$extension"'
check 'the links of testdata are those of the command' \
    'python3 -B tests/bindings/duckdb/same.py list >"$tmp/files" && ${preload-} node tests/bindings/duckdb/duck.mjs "$extension" "$(cat "$tmp/files")" >"$tmp/rows" && python3 -B tests/bindings/duckdb/same.py compare "$tmp/rows"'
check 'read_links has the fields of the command' \
    'python3 -B tests/bindings/duckdb/same.py table >"$tmp/files" && ${preload-} node tests/bindings/duckdb/duck.mjs "$extension" "$(cat "$tmp/files")" >"$tmp/rows" && python3 -B tests/bindings/duckdb/same.py fields "$tmp/rows"'
check 'sites, months, senders, broken and deceptive links of a mailbox are those of the command' \
    'python3 -B tests/bindings/questions.py make "$tmp/questions.mbox" && python3 -B tests/bindings/questions.py duckdb "$tmp/questions.mbox" ${preload-} node tests/bindings/duckdb/duck.mjs "$extension"'
finish
