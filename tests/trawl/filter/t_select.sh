#!/bin/sh
# t_select.sh - --scheme, --host, --site, --not: links chosen by their URL
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/text" <<'END'
http://www.example.org/ HTTPS://a.Example.net:8/x ftp://ftp.example.org/ joe@example.org
<URL:javascript:alert(1)> http://bücher.example/ <URL:x/y> http://192.0.2.1/ http://github.io/
http://alice.github.io/ news:comp.lang.c http://[2001:db8::1]/
END
cat >"$tmp/gateway" <<'END'
https://urldefense.com/v3/__http://bad.example/x__;!!abc$ https://urldefense.com/v3/__javascript:alert(1)__;!!abc$
http://good.example/
END
export tmp

# listed NAME OPTIONS WORD...: checks that trawl with OPTIONS lists the links with these words and
# no others.
listed() {
    listed_name=$1 options=$2
    shift 2
    words=$*
    export options words
    check_same "$listed_name" 'eval "\"$TRAWL\" $options" "$tmp/text"' \
        'for word in $words; do "$TRAWL" "$tmp/text" | grep -F -e "$word"; done'
}

listed '--scheme' '--scheme http' http://www http://b http://192 http://github http://alice 'http://['
listed '--scheme: upper case, and the scheme of an address' '--scheme HTTPS,Mailto' HTTPS mailto
listed '--scheme twice' '--scheme ftp --scheme news' ftp:// news:
listed '--scheme: no partial URLs, no other schemes' '--scheme x' ''
listed '--scheme live' '--scheme live' http://www HTTPS mailto: http://b http://192 http://github http://alice 'http://['
listed '--scheme live with --live' '--scheme live --live ftp,news' http://www HTTPS ftp mailto: http://b http://192 \
    http://github http://alice news 'http://['
listed '--host: one host' '--host www.example.org' http://www
listed '--host: upper case, no port' '--host A.EXAMPLE.NET' HTTPS
listed '--host: a pattern' '--host "*.example.*"' http://www HTTPS ftp
listed '--host: a list, and the option twice' '--host 192.0.2.1,github.io --host "?????.github.io"' http://192 http://github http://alice
listed '--host: a name beyond ASCII' '--host BÜCHER.example' http://b
listed '--host: its ASCII form' '--host xn--bcher-kva.example' http://b
listed '--host: beside a pattern' '--host "bücher.*"' http://b
listed '--host: an address' '--host "[2001:DB8::1]"' 'http://['
listed '--host: the domain of a mail address' '--host example.org' mailto:
listed '--host: any host' '--host "*"' http://www HTTPS ftp mailto: http://b http://192 http://github http://alice 'http://['
listed '--site' '--site example.org' http://www ftp mailto:
listed '--site: a name below a public suffix' '--site alice.github.io' http://alice
listed '--site: an address' '--site 192.0.2.1' http://192
listed 'all conditions hold' '--site example.org,example.net --scheme http,https --host "*.*"' http://www HTTPS
check_same 'json: the same links' '"$TRAWL" -t json --site example.org "$tmp/text" | sed "s/.*\"url\":\"\([^\"]*\).*/\1/"' '"$TRAWL" --site example.org "$tmp/text"'
check_same '-c counts them' '"$TRAWL" -c --host "*.org" "$tmp/text"' 'echo 3'
check_status '-q: one of them is found' 0 '"$TRAWL" -q --host "*.org" "$tmp/text"'
check_status '-q: none of them' 1 '"$TRAWL" -q --host "*.com" "$tmp/text"'
check_status 'no link: status 1' 1 '"$TRAWL" --scheme gopher "$tmp/text"'
check_same '-u: a link that is not listed was not seen' 'echo "http://a.example/ http://b.example/ http://a.example/" |
    "$TRAWL" -u --host a.example' 'echo http://a.example/'
check_same '--unwrap: the URL that is printed counts' '"$TRAWL" --unwrap --scheme live --host "*.example" "$tmp/gateway"' \
    'printf "http://%s.example/%s\n" bad x good ""'
check_same '--join=both: each reading is tested' \
    'printf "<URL:http://a-\nb.example/> <URL:http://c.example/x-\ny>\n" | "$TRAWL" --join=both --host ab.example,c.example' \
    'printf "%s\n" http://c.example/x-y "	http://c.example/xy"'
check_same 'refanged links are not live' 'echo "hxxp://a.example/ http://b.example/" | "$TRAWL" --refang --scheme live' 'echo http://b.example/'
check_same 'several threads' 'cat "$tmp/text" "$tmp/text" >"$tmp/twice"; "$TRAWL" -j4 -u --site example.org "$tmp/text" "$tmp/twice" testdata/tour' \
    '"$TRAWL" -j1 -u --site example.org "$tmp/text" "$tmp/twice" testdata/tour'
check_same '--scheme known: only registered or common schemes are found' \
    'echo "http://a.example/ zzz://b.example/" | "$TRAWL" --scheme known' 'echo http://a.example/'
check 'a pattern with many stars takes no time' \
    'printf "http://%s.example/" "$(head -c 4000 /dev/zero | tr "\0" a)" | timeout 60 "$TRAWL" -q --host "$(printf "a*%.0s" $(seq 60))b" ; [ $? -eq 1 ]'

# ---- --not ----

# left_out NAME OPTIONS PATTERN: checks that OPTIONS leave out the links that the pattern of grep -E fits.
left_out() {
    export options="$2" pattern="$3"
    check_same "--not $1" 'eval "\"$TRAWL\" $options" "$tmp/text"' '"$TRAWL" "$tmp/text" | grep -Ev "$pattern"'
}

left_out 'host: a pattern; links without a host stay' '--not host="*.example.*,192.0.2.1"' \
    '^(https?|ftp|HTTPS)://(www|a|ftp)\.[eE]xample\.|192'
left_out 'site, with all hosts below it' '--not site=example.org' 'example\.org'
left_out 'scheme' '--not scheme=mailto,FTP' '^(mailto|ftp):'
left_out 'given again' '--not scheme=mailto --not host=github.io' '^mailto:|//github'
left_out 'beside what is chosen' '--site example.org --not scheme=ftp' '^ftp:|^[^o]*$|example\.net|^HTTPS|^news|github'
left_out 'zone of a text' '--not zone=quoted' '^$'
left_out 'valid' '--not valid=1738' '^(http://www|HTTPS|ftp|mailto|javascript|http://192|http://github|http://alice|news)'
check_same '--not flag=doubt' 'printf "http://a.example/x-\ny http://b.example/\n" | "$TRAWL" --not flag=doubt' 'echo http://b.example/'
check_same '--flag doubt' 'printf "http://a.example/x-\ny http://b.example/\n" | "$TRAWL" --flag doubt' 'echo http://a.example/x-'
check_same '--not: an unknown name' '"$TRAWL" --not path=x 2>&1' \
    'echo "trawl: --not: unknown name path; it takes host, site, scheme, valid, zone, flag or kind"'
check_same '--not: no value' '"$TRAWL" --not host 2>&1' 'echo "trawl: --not: host is not NAME=VALUE, as in site=example.org"'
check_same '--not: a wrong value' '"$TRAWL" --not site=www.example.org 2>&1' \
    'echo "trawl: --not site=www.example.org is a host of the site example.org; --host selects hosts"'

# ---- Links that repeat those of another form of the text ----

# A plain text, then a page: the first link misleads in the page only, twice; the second one is quoted in the text.
cat >"$tmp/both.eml" <<'END'
From: a@example.org
Subject: two forms
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

See http://login.example.net/x and http://c.example/ and http://c.example/
> http://quoted.example/
--b
Content-Type: text/html

<p><a href="http://login.example.net/x">http://bank.example.com/</a>
<a href="http://login.example.net/x">http://bank.example.com/</a>
<a href="http://c.example/">http://c.example/</a> <a href="http://d.example/">d</a>
<blockquote><a href="http://quoted.example/">q</a></blockquote>
--b--
END
login=http://login.example.net/x c=http://c.example/ d=http://d.example/ quoted=http://quoted.example/ bank=http://bank.example.com/
export login c d quoted bank
check_same 'a link that only its repetition shows as dangerous' '"$TRAWL" --flag danger "$tmp/both.eml"' 'echo $login'
check_same 'its count' '"$TRAWL" -c --flag danger "$tmp/both.eml"' 'echo 1'
check_status 'its status' 0 '"$TRAWL" -q --flag danger "$tmp/both.eml"'
check_same 'the file that has it' '"$TRAWL" -l --flag danger "$tmp/both.eml" testdata/tour/letter.txt' 'echo "$tmp/both.eml"'
check_same 'each message lists it' 'sed "1i From a@example.org Mon Jun 30 02:34:00 2008" "$tmp/both.eml" >"$tmp/b.mbox"; cat "$tmp/b.mbox" "$tmp/b.mbox" |
    "$TRAWL" --flag danger' 'echo $login; echo $login'
check_same 'each file lists it' '"$TRAWL" --flag danger "$tmp/both.eml" "$tmp/both.eml"' 'echo $login; echo $login'
check_same '-u lists it once' '"$TRAWL" -u --flag danger "$tmp/both.eml" "$tmp/both.eml"' 'echo $login'
check_same 'repeated links that are not left out' '"$TRAWL" --not kind=bare "$tmp/both.eml"' 'printf "%s\n" $login $c $d $quoted'
check_same 'links without the repeated ones' '"$TRAWL" --not zone=quoted "$tmp/both.eml"' 'printf "%s\n" $login $c $c $bank $bank $d'
check_same 'the same without an option that selects' '"$TRAWL" "$tmp/both.eml"' 'printf "%s\n" $login $c $c $quoted $bank $bank $d'
check_same '--uniq=none lists all' '"$TRAWL" --uniq=none --flag danger "$tmp/both.eml"' 'echo $login; echo $login'
check_same '--at a repeated link' '"$TRAWL" --at 16:12 "$tmp/both.eml"' 'echo $c'

# ---- Mistakes ----

check_same '--site names a host' '"$TRAWL" --site www.example.org 2>&1' \
    'echo "trawl: --site: www.example.org is a host of the site example.org; --host selects hosts"'
check_status '--site: a pattern' 2 '"$TRAWL" --site "*.org"'
check_status '--site: an empty name' 2 '"$TRAWL" --site a.example,'
check_same '--host: a URL' '"$TRAWL" --host http://a.example/ 2>&1' \
    'echo "trawl: --host: http://a.example/ is not a list of hosts; it takes names and patterns as in www.example.org,*.example.net"'
check_status '--host: nothing' 2 '"$TRAWL" --host ""'
check_status '--scheme: no scheme' 2 '"$TRAWL" --scheme http://'
check_status '--scheme: nothing' 2 '"$TRAWL" --scheme ""'
check_status 'not with the text' 2 '"$TRAWL" -t html --host a.example'
check_status 'not with --explain' 2 '"$TRAWL" --explain --scheme live'
check_status '--live without --scheme live' 2 '"$TRAWL" --live ftp'

finish
