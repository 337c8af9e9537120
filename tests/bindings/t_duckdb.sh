#!/bin/sh
# t_duckdb.sh - the extension for DuckDB: functions, errors, and the links of the command
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
# print; fails NAME SQL MESSAGE: one that must fail with this text.
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
queue 'a blob that is not UTF-8' '[["http://a/��"]]' "SELECT trawl_urls(from_hex('3C687474703A2F2F612F80E2823E'))"
queue 'options of each row' '[[["http://a.example/"],["mailto:joe@a.example"],["mailto:joe@a.example","http://a.example/"]]]' \
    "SELECT list(trawl_urls('joe@a.example http://a.example/', o) ORDER BY i) FROM (VALUES (1, 'find=url'), (2, 'find=email'), (3, NULL)) v(i, o)"
queue 'a message' '[["http://b.example/"]]' \
    "SELECT trawl_urls('Subject: S' || chr(10) || 'Content-Type: text/html' || chr(10) || chr(10) || '<a href=\"http://b.example/\">x</a>', 'from=mail')"
queue 'html, unbreak' '[true,"<URL:http://a.example/long>.\n"]' \
    "SELECT trawl_html('a & http://a.example/') LIKE 'a &amp; <bdi%href=%', trawl_unbreak('<URL:http://a.example/lo' || chr(10) || 'ng>.')"
queue 'html: live schemes' '[false,true]' \
    "SELECT trawl_html('ftp://a.example/') LIKE '%href%', trawl_html('ftp://a.example/', 'live=ftp') LIKE '%href%'"
queue 'many chunks, NULL between' '["50000","25000","50000"]' \
    "SELECT count(*), count(l), sum(len(l)) FROM (SELECT trawl_links(CASE WHEN i % 2 = 0 THEN 'http://a.example/' || i || ' b@c.example' END) AS l FROM range(50000) r(i))"
queue 'every link of a long list' '["30000","30000"]' \
    "SELECT len(l), len(list_distinct(list_transform(l, lambda x: x.surt))) FROM
        (SELECT trawl_links(string_agg('http://a.example/' || i, ' ')) AS l FROM range(30000) r(i))"
fails 'an unknown option' "SELECT trawl_links('', 'fnd=url')" "no option 'fnd'; the options are find, profile, schemes,"
fails 'an unknown kind' "SELECT trawl_links('', 'find=url,mail')" "option find: 'mail' is wrong; it takes: url, www, addr"
fails 'a charset' "SELECT trawl_links('', 'charset=klingon')" "option charset: 'klingon' is wrong"
fails 'an unknown standard' "SELECT trawl_valid('http://a/', '1739')" 'the standards are 1738, 1630, 3986, iri and any'
fails 'an option of html' "SELECT trawl_unbreak('', 'live=ftp')" "no option 'live'"
fails 'a kind of input that the text is not' "SELECT trawl_links('x', 'from=rnews')" 'nothing was read, because'

# shellcheck disable=SC2086  # a command and its words
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
check 'the links of testdata are those of the command' \
    'python3 -B tests/bindings/duckdb/same.py list >"$tmp/files" && ${preload-} node tests/bindings/duckdb/duck.mjs "$extension" "$(cat "$tmp/files")" >"$tmp/rows" && python3 -B tests/bindings/duckdb/same.py compare "$tmp/rows"'
finish
