#!/bin/sh
# t_sqlite.sh - the extension for SQLite: functions, tables, errors, limits
. tests/support/lib.sh

: "${B:=build}"
extension=$(find "$B" -maxdepth 1 -name 'trawl1.*')
if [ -z "$extension" ] || [ ! -x "$B/sql_host" ]; then
    skip 'the extension for SQLite' 'built without SQLite'
    finish
fi

# q [SETTING...] SQL...: runs SQL in sql_host (host.c).
q() {
    "$B/sql_host" "$extension" "$@"
}

# rows NAME SQL WANTED: checks that the statement prints these rows, which printf(1) formats.
rows() {
    sql=$2 wanted=$3
    export sql wanted
    check_same "$1" 'q "$sql"' 'printf "$wanted\n"'
}

# fails NAME SQL MESSAGE: checks that the statement fails, and that the error has this text.
fails() {
    sql=$2 wanted=$3
    export sql wanted
    check "$1" '! q "$sql" >"$tmp/said"; cat "$tmp/said"; grep "^error: " "$tmp/said" | grep -F -- "$wanted"'
}

# ---- Loading ----

for name in trawl trawl1; do
    check "loads as $name" '"$B/sql_host" "./$B/$name" "SELECT trawl_version()" || "$B/sql_host" "$B/$name" "SELECT 1"'
done
check_test 'exports only its entry points' = 'sqlite3_trawl1_init sqlite3_trawl_init' \
    'nm -D --defined-only "$extension" | awk "\$2 == \"T\" { print \$3 }" | grep -v "^_" | sort | xargs'
if have sqlite3 && ! readelf -d "$extension" | grep -q 'libasan\|libubsan\|libtsan'; then
    check_test 'the shell of SQLite loads trawl' = http://a.example/ \
        'cd "$B" && sqlite3 :memory: ".load ./trawl" "SELECT url FROM trawl_links('"'see http://a.example/'"')"'
    check_test 'the shell of SQLite loads trawl1' = example.co.uk \
        'cd "$B" && sqlite3 :memory: ".load ./trawl1" "SELECT trawl_site('"'http://www.example.co.uk/'"')"'
else
    skip 'the shell of SQLite' 'no sqlite3, or built with a sanitizer'
fi

# ---- Functions of URLs ----

check 'the statements of statements.txt' 'python3 -B tests/bindings/statements.py "$B/sql_host" "$extension"'

rows 'check' "SELECT json_extract(trawl_check('http://a.example/é'), '\$.valid[0]'), json_extract(trawl_check('http://a.example/é'), '\$.errors[0].at')" 'iri|18'
rows 'canonical' "SELECT trawl_canonical('HTTP://A.example:80/%7ejoe')" 'http://a.example/~joe'
rows 'normal' "SELECT trawl_normal('http://a.example/?utm_source=x&b=1')" 'http://a.example/?b=1'
rows 'ascii, display' "SELECT trawl_ascii('http://a.example/ä'), trawl_display('http://a.example/%C3%A4')" \
    'http://a.example/%%C3%%A4|http://a.example/ä'
rows 'host, site' "SELECT trawl_host('http://joe@WWW.Example.co.uk:8080/'), trawl_site('http://www.example.co.uk/')" \
    'www.example.co.uk|example.co.uk'
rows 'no host, no site' "SELECT trawl_host('urn:isbn:1'), trawl_site('x'), trawl_looks_like('http://a.example/')" 'NULL|NULL|NULL'
rows 'surt, defang' "SELECT trawl_surt('http://www.example.org/a?b'), trawl_defang('http://a.example/')" \
    'org,example,www)/a?b|hxxp://a[.]example/'
rows 'looks_like' "SELECT trawl_looks_like('http://p' || char(1072) || 'ypal.com/')" 'paypal.com'
rows 'valid' "SELECT trawl_valid('http://a/~b', '1738'), trawl_valid('http://a/~b', '3986'), trawl_valid('x y', 'any')" '0|1|0'
fails 'valid: an unknown standard' "SELECT trawl_valid('http://a/', '1739')" 'the standards are 1738, 1630, 3986, iri and any'
rows 'resolve' "SELECT trawl_resolve('http://a.example/b/c', '../d')" 'http://a.example/d'
rows 'NULL' "SELECT trawl_canonical(NULL), trawl_valid(NULL, 'x'), trawl_valid('x', NULL), trawl_resolve(NULL, ''), trawl_html(NULL)" \
    'NULL|NULL|NULL|NULL|NULL'
rows 'empty texts and blobs' "SELECT trawl_canonical(''), trawl_canonical(x''), trawl_html(x''), trawl_unbreak(x'')" '|||'
rows 'a number' "SELECT trawl_canonical(17), trawl_host(1.5)" '17|NULL'
rows 'bytes that are not UTF-8' "SELECT trawl_canonical(x'687474703a2f2f612f8062'), hex(trawl_canonical(x'610062'))" \
    'http://a/\357\277\275b|61EFBFBD62'
rows 'a long URL' "SELECT length(trawl_canonical('HTTP://A.example/' || printf('%08000d', 1)))" 8017
rows 'an index over an expression' "CREATE TABLE u(url, site AS (trawl_site(url))); CREATE INDEX i ON u(trawl_surt(url));
    INSERT INTO u VALUES ('http://www.a.example/'); SELECT site FROM u WHERE trawl_surt(url) = 'example,a,www)/'" 'a.example'

# ---- Functions of texts ----

rows 'unbreak' "SELECT trawl_unbreak('<URL:http://a.example/lo' || char(10) || 'ng>.')" '<URL:http://a.example/long>.\n'
rows 'unbreak: a blob stays one' "SELECT trawl_unbreak(x'80'), typeof(trawl_unbreak('a'))" '80|text'
rows 'html' "SELECT trawl_html('a & http://a.example/') LIKE 'a &amp; <bdi%%href=%%'" 1
rows 'html: live schemes' "SELECT trawl_html('ftp://a.example/') LIKE '%%href%%', trawl_html('ftp://a.example/', 'live=ftp') LIKE '%%href%%'" '0|1'
rows 'html: options of each row' "SELECT trawl_html('joe@a.example http://a.example/', 'find=' || column1) LIKE '%%mailto%%' FROM (VALUES ('url'), ('email'))" '0\n1'
rows 'constant options' "SELECT trawl_html(column1, 'find=url') LIKE '%%href%%' FROM (VALUES ('joe@a.example'), ('http://a.example/'))" '0\n1'
fails 'html: a scheme that is never live' "SELECT trawl_html('', 'live=javascript')" "'javascript'"
rows 'urls' "SELECT trawl_urls('see http://a.example/, joe@b.example'), typeof(trawl_urls('x')), trawl_urls(NULL)" \
    '["http://a.example/","mailto:joe@b.example"]|text|NULL'
rows 'urls: no links' "SELECT trawl_urls('none'), trawl_urls(''), trawl_urls(x''), trawl_urls('none', NULL)" '[]|[]|[]|NULL'
rows 'urls: options of each row' "SELECT trawl_urls('joe@a.example http://a.example/', 'find=' || column1) FROM (VALUES ('url'), ('email'), ('url'))" \
    '["http://a.example/"]\n["mailto:joe@a.example"]\n["http://a.example/"]'
rows 'urls: bytes that are not UTF-8, quotes, JSON' "SELECT trawl_urls(x'3c687474703a2f2f612f80623e'), trawl_urls('<http://a/\"b>'), value
    FROM json_each(trawl_urls('<http://a/\"b>'))" '["http://a/%%80b"]|["http://a/\\"b"]|http://a/"b'
rows 'urls: mail' "SELECT trawl_urls(char(10) || '<a href=\"http://b.example/\">x</a>', 'from=html')" '["http://b.example/"]'
rows 'urls are those of trawl_links' "SELECT trawl_urls(t, 'from=mail') = (SELECT json_group_array(url) FROM trawl_links(t, 'from=mail'))
    FROM (SELECT 'Subject: http://s.example/' || char(10, 10) || '<URL:http://a.example/lo' || char(10) || 'ng> www.b.example' AS t)" 1
# The links do not depend on the columns that are read.
all_of_testdata "$tmp/text" "$tmp/box"
asked=$({
    printf 'see:\n>\n>https://lists=2Eexample=2Eorg/v6=2E5/source/proc=\n>ess/pears=2Erst#L577\n>\n'
    printf '"http://shop.example/a.asp?home=micro&qu=disk\neeper&imenu=&Search.x=6" 69, 328,\n'
    printf 'http://o\357\254\203ce.example/ and urldefense.com/v2/url?u=x&amp;d=y\n'
    head -c 20000 "$tmp/box"
} | od -An -v -tx1 | tr -d ' \n')
for column in flags alt raw line zone site host valid; do
    rows "urls, and $column" "WITH t(b) AS (VALUES (x'$asked')), u(all_of_them) AS (SELECT trawl_urls(b, 'from=text') FROM t)
        SELECT count(*) > 9, json_group_array(url || substr(coalesce($column, ''), 1, 0)) = all_of_them
        FROM t, u, trawl_links(b, 'from=text')" '1|1'
done
rows 'urls alone' "WITH t(b) AS (VALUES (x'$asked'))
    SELECT (SELECT json_group_array(url) FROM trawl_links(b, 'from=text')) = trawl_urls(b, 'from=text') FROM t" 1
fails 'urls: input of another kind' "SELECT trawl_urls('x', 'from=rnews')" 'trawl_urls: the text: not all of it was read: nothing was read, because it has no line'
fails 'urls: a wrong option' "SELECT trawl_urls('', 'fond=url')" "no option 'fond'; the options are find, "
fails 'unbreak: an option of html' "SELECT trawl_unbreak('', 'live=ftp')" \
    "no option 'live'; the options are find, profile, columns, notation, schemes, domains, tlds, public-hosts, hyphen, charset"

# ---- trawl_links ----

rows 'links of a text' "SELECT rowid, url, kind, line, \"column\" FROM trawl_links('see <URL:http://a.example/b' || char(10) || 'c> or joe@a.example')" \
    '1|http://a.example/bc|wrap|1|10\n2|mailto:joe@a.example|email|2|7'
substr=$(sed -n 's/^\.Dl \(substr(.*\)/\1/p' doc/trawl-sqlite.7 | sed 's/.(dq/"/g')
rows 'places are characters of the text' "SELECT $substr FROM trawl_links('日本: <http://é.example/> x, b@c.example')" \
    'http://é.example/\nb@c.example'
rows 'places are bytes of a blob' "SELECT start, \"end\", CAST($substr AS TEXT) FROM trawl_links(CAST('日本: <http://é.example/> x' AS BLOB))" '10|27|http://é.example/'
rows 'places in a text that is not UTF-8' "SELECT hex($substr) FROM trawl_links(CAST(X'A3FCA320ABA0687474703A2F2F612F80A3BB20E9A0A0A0687474703A2F2F622F' AS TEXT))" \
    '687474703A2F2F612F80A3\n687474703A2F2F622F'
rows 'places in a text of many blocks' "SELECT count(*), sum($substr = url) FROM trawl_links(replace(hex(zeroblob(20000)), '00', 'é <http://é.example/>'))" '20000|20000'
sql="SELECT count(start) FROM trawl_links(replace(hex(zeroblob(60000)), '00', '<img alt=é srcset=\"http://a.example/é?b&amp;c 1x, http://b.example/ 2x\">'), 'from=html')"
check_test '120,000 places take under 5 seconds, also where two links share an attribute' = 120000 '(ulimit -t 5; q "$sql")'
rows 'joined with a table' "CREATE TABLE t(body); INSERT INTO t VALUES ('http://a.example/'), (NULL), (x'687474703a2f2f622f'), (''), ('x'), ('http://c.example/ http://d.example/');
    SELECT t.rowid, url FROM t, trawl_links(t.body)" '1|http://a.example/\n3|http://b/\n6|http://c.example/\n6|http://d.example/'
rows 'outer join' "SELECT column1, url FROM (VALUES ('x'), ('http://a/')) LEFT JOIN trawl_links(column1)" 'x|NULL\nhttp://a/|http://a/'
rows 'options of each row' "SELECT column2, count(url) FROM (VALUES ('http://a/ joe@a.example', 'find=url'), ('http://a/ joe@a.example', 'find=email'), ('http://a/ joe@a.example', NULL)) LEFT JOIN trawl_links(column1, column2) GROUP BY column2" \
    'NULL|0\nfind=email|1\nfind=url|1'
rows 'two cursors' "SELECT a.url, b.url FROM trawl_links('http://a/ http://b/') a, trawl_links('http://c/ http://d/') b" \
    'http://a/|http://c/\nhttp://a/|http://d/\nhttp://b/|http://c/\nhttp://b/|http://d/'
rows 'the text is a hidden column' "SELECT text, options, url FROM trawl_links('to http://a/', 'find=url') WHERE text LIKE 'to%%'" \
    'to http://a/|find=url|http://a/'
rows 'two conditions for the text' "SELECT url FROM (VALUES ('http://a/')), trawl_links(column1) l WHERE l.text = column1" 'http://a/'
# The extension gets the first 16 conditions; SQLite tests the others itself.
rows 'many conditions' "SELECT url FROM trawl_links('http://a/') WHERE $(seq -s ' AND ' -f "url <> '%g'" 30)" 'http://a/'
rows 'a text of many blocks' "SELECT count(*), count(DISTINCT url), max(line) FROM trawl_links((WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL
    SELECT n + 1 FROM c WHERE n < 20000) SELECT group_concat('http://a.example/' || n, char(10)) FROM c))" '20000|20000|20000'
rows 'other readings' "SELECT flags, value ->> 'url', value ->> 'why' FROM trawl_links('<URL:http://a.example/b-' || char(10) || 'c>'), json_each(alt)" \
    'hyphen-break|http://a.example/bc|hyphen'
rows 'a message' "SELECT subject, id, from_addr, utc.time FROM (SELECT * FROM trawl_links('From: joe@a.example' || char(10) || 'Subject: S' || char(10) ||
    'Date: Mon, 30 Jun 2008 02:34:00 -0700' || char(10) || 'Message-ID: <1@a.example>' || char(10, 10) || 'http://a/', 'from=mail')) AS utc WHERE url = 'http://a/'" \
    'S|1@a.example|joe@a.example|1214818440'
rows 'a URL that is not UTF-8' "SELECT url, bytes, typeof(bytes) FROM trawl_links(x'3c687474703a2f2f612f80e2823e') UNION ALL
    SELECT url, bytes, typeof(bytes) FROM trawl_links('http://b/')" \
    'http://a/%%80%%E2%%82|NULL|null\nhttp://b/|NULL|null'
fails 'no text' 'SELECT * FROM trawl_links' 'trawl_links: needs a text: trawl_links(text)'
fails 'an unknown option' "SELECT * FROM trawl_links('', 'fnd=url')" "no option 'fnd'; the options are find, profile, columns, notation, schemes,"
fails 'an option without a value' "SELECT * FROM trawl_links('', 'find')" "option find: '' is wrong"
fails 'an unknown kind' "SELECT * FROM trawl_links('', 'find=url,mail')" "option find: 'mail' is wrong; it takes: url, www, addr"
fails 'no kind' "SELECT * FROM trawl_links('', 'find=url,-url')" 'option find'
fails 'an unknown profile' "SELECT * FROM trawl_links('', 'profile=x')" 'it takes: mail, uts58, rfc1738 or screen'
fails 'schemes' "SELECT * FROM trawl_links('', 'schemes=http,,https')" 'any, known, or names'
fails 'a charset' "SELECT * FROM trawl_links('', 'charset=klingon')" "option charset: 'klingon'"
fails 'a base' "SELECT * FROM trawl_links('', 'base=x')" "option base: 'x' is wrong; it takes: an absolute URL"
fails 'a flag with a value' "SELECT * FROM trawl_links('', 'join=1')" "option join"
fails 'an unknown kind of input' "SELECT * FROM trawl_links('', 'from=pdf')" "option from: 'pdf' is wrong; it takes: auto, text, mail, mbox"
rows 'each kind of input' "SELECT subject, url FROM trawl_links('Subject: x' || char(10, 10) || 'http://a/', 'from=news') UNION ALL
    SELECT number, url FROM trawl_links('From a Fri Nov 20 10:00:00 2026' || char(10, 10) || 'http://b/', 'from=mboxrd')" 'x|http://a/\n1|http://b/'
fails 'input of another kind' "SELECT * FROM trawl_links('x', 'from=rnews')" 'the text: not all of it was read: nothing was read, because it has no line'
rows 'schemes, tlds' "SELECT group_concat(url, ' ') FROM trawl_links('ftp://a/ http://b/ x@a.museum x@a.com', '  schemes=http	tlds=classic ')" \
    'http://b/ mailto:x@a.com'
rows 'a safe view' "PRAGMA trusted_schema = OFF; CREATE VIEW v AS SELECT url, trawl_site(url) FROM trawl_links('http://www.a.example/'); SELECT * FROM v" \
    'http://www.a.example/|a.example'

# ---- trawl_read ----

mkdir -p "$tmp/mail/Maildir/cur" "$tmp/mail/Maildir/new" "$tmp/mail/Maildir/tmp" "$tmp/mail/mh" "$tmp/mail/.hidden" "$tmp/git/objects" "$tmp/git/refs"
for at in Maildir/cur/1 Maildir/new/2:2,S Maildir/tmp/3 mh/9 mh/10 mh/,8 .hidden/x; do
    printf 'From: joe@a.example\nSubject: %s\n\nhttp://a.example/%s\n' "$at" "$at" >"$tmp/mail/$at"
done
printf 'From joe@a.example Mon Jun 30 02:34:00 2008\nSubject: 1\n\nhttp://b/\n\nFrom joe@a.example Mon Jun 30 02:34:00 2008\nSubject: 2\n\nhttp://c/\n' >"$tmp/mail/mbox"
ln -s mbox "$tmp/mail/link"
ln -s . "$tmp/mail/loop"
: >"$tmp/mail/empty"
touch "$tmp/git/HEAD"
printf 'see http://packed/\n' | gzip -c >"$tmp/packed.gz"
printf 'see http://packed/\n' | gzip -c | head -c 20 >"$tmp/cut.gz"
printf '\375\067zXZ\0abcdef' >"$tmp/x.xz"
printf 'see <a href="http://a.example/?a&amp;b">x</a>\n' >"$tmp/page.HTM"
for what in mail mail/Maildir mail/mh mail/mbox mail/link page.HTM; do
    export what
    check_same "reads $what as the command" 'q "SELECT file || char(58) || url FROM trawl_read('"'$tmp/$what'"')"' '"$TRAWL" -H "$tmp/$what"'
done
if mkdir "$tmp/names" && echo http://a/ >"$(printf '%s/a\351' "$tmp/names")" 2>/dev/null; then
    echo http://a/ >"$tmp/names/b"
    rows 'a name that is not UTF-8' "SELECT substr(file, -1), substr(file_bytes, -2) = X'61E9' FROM trawl_read('$tmp/names')" '\357\277\275|1\nb|NULL'
else
    skip 'a name that is not UTF-8' 'names of files must be UTF-8 here'
fi
rows 'messages of a mailbox' "SELECT subject, number, url FROM trawl_read('$tmp/mail/mbox')" '1|1|http://b/\n2|2|http://c/'
rows 'a pattern' "SELECT count(DISTINCT file) FROM trawl_read('$tmp/mail/m[bh]*')" 3
rows 'options' "SELECT count(*) FROM trawl_read('$tmp/mail/mbox', 'from=text find=email')" 2
rows 'NULL for a path' 'SELECT count(*) FROM trawl_read(NULL)' 0
fails 'no file' "SELECT * FROM trawl_read('$tmp/none')" "trawl_read: $tmp/none: No such file"
fails 'no match' "SELECT * FROM trawl_read('$tmp/none*')" 'no file matches'
fails 'no regular file' "SELECT * FROM trawl_read('/dev/null')" 'is neither a file nor a folder'
fails 'a git repository' "SELECT * FROM trawl_read('$tmp/git')" 'is a git repository'
fails 'compressed with xz' "SELECT * FROM trawl_read('$tmp/x.xz')" 'is compressed with xz'
fails 'a NUL in a path' "SELECT * FROM trawl_read(x'6100')" 'NUL'
if nm -D "$extension" | grep -q gzread; then
    rows 'compressed with gzip' "SELECT url FROM trawl_read('$tmp/packed.gz')" http://packed/
    fails 'compressed data that ends early' "SELECT * FROM trawl_read('$tmp/cut.gz')" 'ends early'
else
    fails 'compressed with gzip, without zlib' "SELECT * FROM trawl_read('$tmp/packed.gz')" 'is compressed with gzip'
fi
fails 'not in a view' "CREATE VIEW v AS SELECT * FROM trawl_read('$tmp/mail'); SELECT * FROM v" 'unsafe use of virtual table'

# ---- Limits ----

big="(SELECT replace(printf('%.*c', 3000000, 'x'), 'xx', 'a b '))"
many="(SELECT replace(printf('%.*c', 200000, 'x'), 'x', 'http://a.example/ '))"
export big many
check 'a limit of memory is an error' '! q heap=3000000 "SELECT count(*) FROM trawl_links($big)" >"$tmp/said"; cat "$tmp/said"; grep "out of memory" "$tmp/said"'
check_test 'rows do not collect in memory' = 200000 'q heap=20000000 "SELECT count(url) FROM trawl_links($many)"'
check 'HTML has the limit of length' '! q "CREATE TABLE t(x); INSERT INTO t VALUES ($big)" length=3500000 "SELECT length(trawl_html(replace(x, '"'a'"', char(60)))) FROM t" >"$tmp/said"; cat "$tmp/said"; grep "too big" "$tmp/said"'
check 'HTML has the limit of memory' '! q heap=14000000 "SELECT length(trawl_html(replace($big, '"'a'"', char(60))))" >"$tmp/said"; cat "$tmp/said"; grep "out of memory" "$tmp/said"'
truncate -s 40G "$tmp/long"
check 'urls have the limit of length' '! q "CREATE TABLE t(x); INSERT INTO t VALUES ($many)" length=3800000 "SELECT length(trawl_urls(x)) FROM t" >"$tmp/said"; cat "$tmp/said"; grep "too big" "$tmp/said"'
check 'a long file without links can be interrupted' '! q interrupt=300 "SELECT * FROM trawl_read('"'$tmp/long'"')" >"$tmp/said"; cat "$tmp/said"; grep interrupted "$tmp/said"'

# ---- The same as the command ----

python=
for one in python3 /usr/bin/python3; do
    ! "$one" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2>"$tmp/none" || { python=$one && break; }
done
if [ -n "$python" ] && ! readelf -d "$extension" | grep -q 'libasan\|libubsan\|libtsan'; then
    check_test 'all columns, in Python' = '' '"$python" -B tests/bindings/check.py "$extension" "$TRAWL" \
        $(find testdata -type f -size -64k ! -path "testdata/packed/*" ! -path "testdata/git/*")'
else
    skip 'all columns, in Python' 'no python3 that loads extensions, or built with a sanitizer'
fi
finish
