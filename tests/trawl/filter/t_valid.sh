#!/bin/sh
# t_valid.sh - --valid and --not valid in the filter, check, query and site; --domains=public; --link-template by scheme
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

# check_error NAME COMMAND WORDS: checks that COMMAND exits with 2 and a message that has the words.
check_error() {
    check_status "$1" 2 "$2"
    words=$3 command=$2
    export words command
    check "$1: the message" 'eval "$command" 2>&1 | grep -Fq -e "$words"'
}

# By RFC 1738 section 5 "~" is not a uchar; RFC 3986 refuses "^"; both refuse letters beyond ASCII.
cat >"$tmp/text" <<'END'
http://a.example/x http://a.example/~joe <http://a.example/^y> http://a.example/ü
END
cat >"$tmp/letter" <<'END'
From: ann@example.org
Message-ID: <1@a.example>
Subject: http://a.example/~subject
Comments: http://a.example/comments
Keywords: http://a.example/keywords
Organization: http://a.example/organization
Summary: http://a.example/summary
Archived-At: <http://a.example/^archived>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<a href="http://a.example/^href">x</a> <a href="http://a.example/href">x</a>
--b
Content-Type: text/uri-list

http://a.example/^list
http://a.example/list
--b--
END
export tmp

a=http://a.example
export a

# ---- The filter ----

check_same '--valid: some standard accepts' '"$TRAWL" --valid "$tmp/text"' 'printf "%s\n" "$a/x" "$a/~joe" "$a/ü"'
check_same '--not valid: all standards refuse' '"$TRAWL" --not valid=1738,1630,3986,iri,scheme "$tmp/text"' 'echo "$a/^y"'
check_same '--valid=1738' '"$TRAWL" --valid=1738 "$tmp/text"' 'echo "$a/x"'
check_same '--valid=1738,3986: one of them' '"$TRAWL" --valid=1738,3986 "$tmp/text"' 'printf "%s\n" "$a/x" "$a/~joe"'
check_same '--valid twice: the same' '"$TRAWL" --valid=1738 --valid=3986 "$tmp/text"' \
    '"$TRAWL" --valid=1738,3986 "$tmp/text"'
check_same '--not valid=1738 --valid=iri: today'"'"'s URLs that RFC 1738 refuses' \
    '"$TRAWL" --not valid=1738 --valid=iri "$tmp/text"' 'printf "%s\n" "$a/~joe" "$a/ü"'
check_same 'the field valid agrees' '"$TRAWL" --valid=3986 -t json "$tmp/text" | grep -c "\"valid\":\[[^]]*\"3986\""' 'echo 2'
check_same '-c counts what is listed' '"$TRAWL" -c --valid=1738 "$tmp/text"' 'echo 1'
check_same 'in HTML only valid URLs are live' \
    '"$TRAWL" -t html --valid=1738 "$tmp/text" | grep -o "href=\"[^\"]*\""' 'echo "href=\"$a/x\""'
check_same 'the text stays the text' '"$TRAWL" -t text --valid=1738 "$tmp/text"' 'cat "$tmp/text"'
check_same '--explain names the rule' '"$TRAWL" --explain --valid=1738 "$tmp/text" | grep -c "^  C6 "' 'echo 3'
check_status 'no valid link: 1' 1 'echo "<http://a.example/^y>" | "$TRAWL" -q --valid'
check_error 'an unknown standard' '"$TRAWL" --valid=17 "$tmp/text"' \
    '--valid: unknown standard 17; it takes'
check_same 'header fields, attributes and URL lists' '"$TRAWL" --valid=1738 "$tmp/letter"' \
    'printf "$a/%s\n" comments keywords organization summary href list'
check_same 'and the others' '"$TRAWL" --not valid=1738 "$tmp/letter"' \
    'printf "$a/%s\n" "~subject" "^archived" "^href" "^list"'
check_same '--profile rfc1738: wrappers are judged too, fragments do not count' \
    'echo "<URL:http://a.example/~joe> <URL:http://a.example/x#y>" | "$TRAWL" --profile rfc1738' 'echo "$a/x#y"'

check_same '--valid=scheme: the RFC of the scheme, else RFC 3986' \
    'echo "<gopher://h.example/1^x> <gopher://h.example/1x> http://a.example/~y" | "$TRAWL" --valid=scheme' \
    'printf "%s\n" gopher://h.example/1x "$a/~y"'

# ---- --domains=public ----

sed 's/http:..a.example.^/http:\/\/intranet\//' "$tmp/letter" >"$tmp/hosts"
check_same '--domains=public: header fields, attributes and URL lists' '"$TRAWL" --domains=public "$tmp/hosts" | grep -c intranet' 'echo 0'
check_same 'without it they are links' '"$TRAWL" "$tmp/hosts" | grep -c intranet' 'echo 3'
check_same 'wrappers, running text; other schemes' \
    'echo "<URL:http://a/> http://192.0.2.1/ http://a.b_c/ $a/x gopher://a/" | "$TRAWL" --domains=public' \
    'printf "%s\n" "$a/x" gopher://a/'
check_same 'hypertext' 'echo "http://intranet/ $a/x" | "$TRAWL" -t html --domains=public | grep -o "href=\"[^\"]*\""' \
    'echo "href=\"$a/x\""'
check_same '--explain names the rule of hosts' 'echo http://intranet/ | "$TRAWL" --explain --domains=public | grep -c "^  C6 "' 'echo 1'

# ---- check ----

check_same 'check -t list --valid' 'printf "%s\n" "$a/x" "$a/~joe" | "$TRAWL" check -t list --valid=1738' 'echo "$a/x"'
check_same 'check -t list --not valid' 'printf "%s\n" "$a/x" "$a/~joe" "$a/^y" | "$TRAWL" check -t list --not valid=1738,1630,3986,iri,scheme' 'echo "$a/^y"'
check_same 'check --valid chooses reports' 'printf "%s\n" "$a/~joe" "$a/x" "$a/z" | "$TRAWL" check --valid=1738 | grep -c "^http"' 'echo 2'
check_same 'the first report has no empty line before it' 'printf "%s\n" "$a/~joe" "$a/x" | "$TRAWL" check --valid=1738 | head -n 1' 'echo "$a/x"'
check_same 'check -t canonical --not valid=1738' 'printf "%s\n" "HTTP://A.example/~joe" "$a/x" | "$TRAWL" check -t canonical --not valid=1738' 'echo "$a/~joe"'
check_status 'the exit status is about all URLs' 1 'printf "%s\n" "$a/x" "$a/^y" | "$TRAWL" check -t list --valid'
check_error 'check --same with --valid' '"$TRAWL" check --same --valid "$a" "$a"' 'compares two URLs'

# ---- query and site ----

if [ "${HAVE_SQLITE:-}" ]; then
    "$TRAWL" index -q "$tmp/links.db" "$tmp/letter"
    check_same 'query --valid=1738' '"$TRAWL" query --valid=1738 "$tmp/links.db"' '"$TRAWL" --valid=1738 "$tmp/letter"'
    check_same 'query --not valid=1738' '"$TRAWL" query --not valid=1738 "$tmp/links.db"' '"$TRAWL" --not valid=1738 "$tmp/letter"'
    check_same 'query --valid with a condition and a count' \
        '"$TRAWL" query --valid=1738 --host a.example --count-by host "$tmp/links.db"' 'printf "6\ta.example\n"'
    check_error 'query: an unknown standard' '"$TRAWL" query --valid=x "$tmp/links.db"' 'unknown standard x'
    "$TRAWL" site -q --valid=1738 -o "$tmp/site" "$tmp/letter"
    check_same 'site --valid=1738: no other URL is a link' \
        'grep -rho "href=\"http://a.example[^\"]*\"" "$tmp/site" --include="*.html" | grep -e "~" -e "%5E"' 'printf ""'
    check 'and the valid ones are' 'grep -rq "href=\"$a/comments\"" "$tmp/site" --include="*.html"'
fi

# ---- --link-template ----

gates='--link-template wais=https://gate.example/w?%u --link-template https://out.example/?u=%u'
echo 'http://a.example/ <wais://w.example/db?q> <gopher://g.example/1>' >"$tmp/gates"
export gates
hrefs='grep -o "href=\"[^\"]*\""'
export hrefs
check_same 'a template for one scheme makes it live; another is for the rest' \
    '"$TRAWL" -t html $gates "$tmp/gates" | eval "$hrefs"' \
    'printf "href=\"%s\"\n" "https://out.example/?u=http%3A%2F%2Fa.example%2F" \
        "https://gate.example/w?wais%3A%2F%2Fw.example%2Fdb%3Fq"'
check_same 'schemes without a template stay direct' \
    '"$TRAWL" -t html --link-template "WAIS=https://gate.example/w?%u" "$tmp/gates" | eval "$hrefs"' \
    'printf "href=\"%s\"\n" "http://a.example/" "https://gate.example/w?wais%3A%2F%2Fw.example%2Fdb%3Fq"'
check_error 'a scheme that is never live' '"$TRAWL" -t html --link-template "javascript=https://g.example/%u" "$tmp/gates"' \
    'javascript is never live'
check_error 'a scheme that is not registered' '"$TRAWL" -t html --link-template "x-y=https://g.example/%u" "$tmp/gates"' \
    'not a registered scheme'
check_error 'a template without %u' '"$TRAWL" -t html --link-template "wais=https://g.example/" "$tmp/gates"' 'has no %u'
check_error 'a template with a space' '"$TRAWL" -t html --link-template "wais=https://g.example/ %u" "$tmp/gates"' 'has a space'

finish
