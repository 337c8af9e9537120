#!/bin/sh
# t_filter.sh - which links are listed: --zone, --new, --uniq=none, --flag, --not, --unwrap
. tests/support/lib.sh

# list OPTIONS: prints the links of standard input, one a line.
list() {
    "$TRAWL" "$@" 2>&1
}

cat >"$tmp/text" <<'EOF'
New http://new.example/
> Quoted http://quoted.example/
>> Twice http://twice.example/
New again http://newer.example/
EOF

cat >"$tmp/mail" <<'EOF'
From: joe@a.example
Subject: of http://subject.example/
List-Archive: <http://archive.example/>
Message-ID: <1@a.example>

New http://new.example/
> Quoted http://quoted.example/
> _______________________________________________
> foo mailing list
> http://quotedfooter.example/
-- 
Joe http://signature.example/
_______________________________________________
foo mailing list
http://footer.example/
EOF

cat >"$tmp/forward" <<'EOF'
From: joe@a.example
Date: Mon, 6 Mar 1995 18:02:11 +0000
Subject: see below

See http://new.example/
-- 
Joe http://signature.example/

-----Original Message-----
From: Ann
Look at http://forwarded.example/
> no, http://quoted.example/
________________________________________________________________
foo mailing list
http://footer.example/
EOF

cat >"$tmp/alternative" <<'EOF'
From: shop@a.example
Subject: twice
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

One http://one.example/ and http://one.example/ and
plain http://plain.example/
--b
Content-Type: text/html

<p><a href="HTTP://one.example:80">One</a>
<a href="http://html.example/">html</a> <a href="http://html.example/">html</a></p>
--b--
EOF

cat >"$tmp/dangers" <<'EOF'
http://joe@user.example/ http://0x7f.1/ http://port.example:99999/ http://plain.example/
http://аpple.example/ http://xn--bcher-kva.example/ http://127.0.0.1/ http://арр.example/
http://joe@2130706433/
EOF

# ---- Zones of a text ----
check_same 'a text: --zone new skips quoted links' 'list --zone new "$tmp/text"' \
    'printf "%s\n" http://new.example/ http://newer.example/'
check_same 'a text: --zone quoted' 'list --zone=quoted "$tmp/text"' \
    'printf "%s\n" http://quoted.example/ http://twice.example/'
check_same 'a text: --new' 'list --new "$tmp/text"' 'printf "%s\n" http://new.example/ http://newer.example/'
check_same 'a text: --not zone' 'list --not zone=quoted "$tmp/text"' 'list --zone new "$tmp/text"'
check_same 'mail: --not zone' 'list --not zone=header,quoted,signature,footer "$tmp/mail"' 'list --zone new,forwarded "$tmp/mail"'
check_same 'a text: two zones' 'list --zone quoted,new "$tmp/text"' 'list "$tmp/text"'
check_status 'a text: no links in a footer' 1 'list --zone footer "$tmp/text"'
check_same 'the last --zone is used' 'list --zone quoted --zone new "$tmp/text"' 'list --zone new "$tmp/text"'
check_same '-c counts what is listed' 'list -c --zone quoted "$tmp/text"' 'echo 2'
check_same '-n, and quoted' 'list -n --zone quoted "$tmp/text"' \
    'printf "%s\n" 2:http://quoted.example/ 3:http://twice.example/'
check_status '-q tests only listed links' 1 'list -q --zone signature "$tmp/text"'
check '-q: a listed link' 'list -q --zone quoted "$tmp/text"'
check_same '--context includes links that are not listed' \
    'list -t json --context 12 --zone quoted "$tmp/text" | head -n 1 | sed "s/.*\"context\"://"' \
    'printf "%s\n" "\"e/\\n> Quoted http://quoted.example/\\n>> Twice ht\"}"'
check_same '-u ignores links that are not listed' \
    'printf "%s\n" "> http://a.example/" "http://a.example/" | list -u --new' 'echo http://a.example/'

# ---- Zones of mail ----
check_same 'mail: all zones' 'list "$tmp/mail"' 'printf "%s\n" http://subject.example/ http://archive.example/ \
    http://new.example/ http://quoted.example/ http://quotedfooter.example/ http://signature.example/ http://footer.example/'
check_same 'mail: --new' 'list --new "$tmp/mail"' 'printf "%s\n" http://subject.example/ http://archive.example/ \
    http://new.example/ http://signature.example/'
check_same 'mail: --zone new' 'list --zone new "$tmp/mail"' 'echo http://new.example/'
check_same 'mail: --zone header' 'list --zone header "$tmp/mail"' \
    'printf "%s\n" http://subject.example/ http://archive.example/'
check_same 'mail: --zone quoted: a quoted footer is quoted' 'list --zone quoted "$tmp/mail"' \
    'printf "%s\n" http://quoted.example/ http://quotedfooter.example/'
check_same 'mail: --zone signature' 'list --zone signature "$tmp/mail"' 'echo http://signature.example/'
check_same 'mail: --zone footer' 'list --zone footer "$tmp/mail"' 'echo http://footer.example/'
check_same 'mail: two zones' 'list --zone footer,header "$tmp/mail"' \
    'printf "%s\n" http://subject.example/ http://archive.example/ http://footer.example/'
check_same 'mail: forwarded' 'list --zone forwarded "$tmp/forward"' 'echo http://forwarded.example/'
check_same 'mail: --new includes forwarded links' 'list --new "$tmp/forward"' \
    'printf "%s\n" http://new.example/ http://signature.example/ http://forwarded.example/'
check_same 'mail: a footer of a forwarded message' 'list --zone footer "$tmp/forward"' 'echo http://footer.example/'
check_same 'mail: the field zone' \
    'list -t json "$tmp/mail" "$tmp/forward" | sed "s/.*\"zone\":\"\([a-z]*\)\".*/\1/"' \
    'printf "%s\n" header header new quoted quoted signature footer new signature forwarded quoted footer'
check_same 'mail: a zone in json' 'list -t json --zone footer "$tmp/mail" | sed "s/.*\"url\":\"\([^\"]*\).*/\1/"' \
    'echo http://footer.example/'
check_same 'a text has zones, too' 'list -f text -t json "$tmp/text" | sed "s/.*\"zone\":\"\([a-z]*\)\".*/\1/"' \
    'printf "%s\n" new quoted quoted new'

many() {
    printf 'From: a@b.example\nSubject: x\n\n'
    yes 'Groups.io Links: x
http://f.example/
----Forwarded by
http://w.example/' | head -n 1600
}
check_same 'zones that change 800 times' \
    'many | list --zone footer | uniq -c; many | list --zone forwarded | uniq -c; many | list --zone new' \
    'printf "%7d %s\n" 400 http://f.example/ 400 http://w.example/'

# ---- Repeated links ----
check_same 'an alternative: each link once' 'list "$tmp/alternative"' \
    'printf "%s\n" http://one.example/ http://one.example/ http://plain.example/ http://html.example/ http://html.example/'
check_same 'an alternative: --uniq=none' 'list --uniq=none --spell=canonical "$tmp/alternative"' \
    'printf "%s\n" http://one.example/ http://one.example/ http://plain.example/ http://one.example/ \
        http://html.example/ http://html.example/'
check_same 'an alternative: -c' 'list -c "$tmp/alternative"' 'echo 5'
check_same 'an alternative: -c --uniq=none' 'list -c --uniq=none "$tmp/alternative"' 'echo 6'
check_same 'an alternative: json has repeats, with the flag again' \
    'list -t json "$tmp/alternative" | grep -c . ; list -t json --flag again "$tmp/alternative" | grep -c .' \
    'printf "6\n1\n"'
check_same 'an alternative: tsv has repeats, with the flag again' 'list -t tsv "$tmp/alternative" | cut -f 5' 'printf "\n\n\nagain\n\n\n"'
check_same 'an alternative: json without repeats' 'list -t json --not flag=again "$tmp/alternative" | grep -c .' 'echo 5'

# ---- Flags ----
check_same 'userinfo' 'list --flag userinfo "$tmp/dangers"' \
    'printf "%s\n" http://joe@user.example/ http://joe@2130706433/'
check_same 'odd-ip' 'list --flag odd-ip "$tmp/dangers"' 'printf "%s\n" http://0x7f.1/ http://joe@2130706433/'
check_same 'ip-host' 'printf "http://8.8.8.8/ http://192.168.0.1/ http://134744072/ http://[2606:4700::1111]/" | list --flag ip-host' \
    'printf "%s\n" http://8.8.8.8/ http://134744072/ "http://[2606:4700::1111]/"'
check_same 'ip-host is a danger' 'printf "http://8.8.8.8/ http://192.168.0.1/" | list --flag danger' 'echo http://8.8.8.8/'
check_same 'bad-port' 'list --flag bad-port "$tmp/dangers"' 'echo http://port.example:99999/'
check_same 'mixed-script' 'list --flag mixed-script --spell=canonical "$tmp/dangers"' 'echo http://xn--pple-43d.example/'
check_same 'whole-script' 'list --flag whole-script --spell=display "$tmp/dangers"' 'echo http://xn--80a6aa.example/'
check_same 'punycode' 'list --flag punycode "$tmp/dangers"' 'echo http://xn--bcher-kva.example/'
check_same 'format-char' 'printf "http://a.example/\342\200\213x http://b.example/" | list --flag format-char' \
    'echo http://a.example/'
check_same 'any of several flags' 'list --flag odd-ip,bad-port "$tmp/dangers"' \
    'printf "%s\n" http://0x7f.1/ http://port.example:99999/ http://joe@2130706433/'
check_same '--flag twice' 'list --flag odd-ip --flag bad-port "$tmp/dangers"' \
    'list --flag odd-ip,bad-port "$tmp/dangers"'
check_same 'none of several flags' 'list --not flag=userinfo,odd-ip,bad-port --not flag=punycode,mixed-script --not flag=whole-script "$tmp/dangers"' \
    'printf "%s\n" http://plain.example/ http://127.0.0.1/'
check_same 'one flag and not another' 'list --flag userinfo --not flag=odd-ip "$tmp/dangers"' \
    'echo http://joe@user.example/'
check_same 'a zone and a flag' 'printf "> http://0x7f.1/\nhttp://0x7f.2/\n" | list --new --flag odd-ip' \
    'echo http://0x7f.2/'
check_same 'the flags in json' 'list -t json "$tmp/dangers" | sed "s/.*\"flags\":\[\([^]]*\)\].*/\1/" | tail -n 1' \
    'echo "\"userinfo\",\"odd-ip\""'

# ---- Targets ----
cat >"$tmp/wrapped" <<'EOF'
From: joe@a.example
Date: Mon, 6 Mar 1995 18:02:11 +0000

https://www.google.com/url?q=https%3A%2F%2Ftarget.example%2Fx&sa=D
http://plain.example/
EOF
check_same '--unwrap lists the target of a redirector' 'list --unwrap "$tmp/wrapped"' \
    'printf "%s\n" https://target.example/x http://plain.example/'
check_same 'without --unwrap the link is listed' 'list "$tmp/wrapped" | head -n 1' \
    'echo "https://www.google.com/url?q=https%3A%2F%2Ftarget.example%2Fx&sa=D"'
check_same '-u --unwrap compares targets' '{ cat "$tmp/wrapped"; echo https://target.example/x; } | list -u --unwrap' \
    'printf "%s\n" https://target.example/x http://plain.example/'
check_same 'the field target' 'list -t json "$tmp/wrapped" | head -n 1 | sed "s/.*\"target\":\"\([^\"]*\).*/\1/"' \
    'echo https://target.example/x'

# ---- Fields of HTML ----
check_same 'the fields attribute and anchor' \
    'list -t json --flag again "$tmp/alternative" | sed "s/.*\(\"attribute\":.*\)}/\1/"' \
    'echo "\"attribute\":\"href\",\"anchor\":\"One\""'

# ---- Dangers ----

cat >"$tmp/lies" <<'EOF'
From: joe@a.example
Content-Type: text/html

<p><a href="http://a.example/1">http://other.example/</a> <a href="http://b.example/2">two</a>
http://good.example@3.example/ http://4.example:25/ http://0x7f000001/
EOF
check_same '--flag danger: links that lie' 'list --flag danger "$tmp/lies"' \
    'printf "%s\n" http://a.example/1 http://good.example@3.example/ http://0x7f000001/'
check_same '--not flag=danger: the others' 'list --not flag=danger "$tmp/lies" | grep -c .; list "$tmp/lies" | grep -c .' 'printf "%s\n" 3 6'

# ---- Left out ----

cat >"$tmp/out" <<'EOF'
See <URL:http://www.example.org/a
b> and http://keep.example.net/x, or
joe@example.org, ftp://ftp.example.org/ and http://www.example.org/docs.
EOF
check_same '--not kind=' 'list --not kind=email,wrap "$tmp/out"' \
    'printf "%s\n" http://keep.example.net/x ftp://ftp.example.org/ http://www.example.org/docs'
check_same '--not kind=url' 'list --not kind=url "$tmp/out"' 'echo mailto:joe@example.org'
check_same '--not kind=: an unknown one' 'list --not kind=mail "$tmp/out" | sed "s/;.*//"' 'echo "trawl: --not kind: unknown kind mail (did you mean email?)"'
# What is left out stays text, byte for byte, and what is not is as without the option.
check_same '-t html --not' 'list -t html --not site=example.org "$tmp/out" | grep -o "<a href=[^ ]*"' 'echo "<a href=\"http://keep.example.net/x\""'
check_same '-t text --not' 'list -t text --not host=www.example.org "$tmp/out"' 'cat "$tmp/out"'
check_same '-t md --not' 'list -t md --not scheme=http "$tmp/out" | grep -o "<[a-z:]*[^>]*>"' 'echo "<joe@example.org>"'
check_same '-t term --not' 'list -t term --not site=example.org "$tmp/out" | grep -c "8;id"' 'echo 1'
check_same '-t notes --not' 'list -t notes --not site=example.org "$tmp/out" | tail -n 1' 'echo "   1. http://keep.example.net/x"'
check_same '-t html: all of the text is there' 'list -t html --not site=example.org "$tmp/out" | sed "s/<[^>]*>//g"' \
    'sed "s/</\&lt;/g; s/>/\&gt;/g" "$tmp/out"'

# ---- Relative links of HTML ----

printf '<html><a href="x/y.html">a</a> <a href="http://a.example/">b</a> &lt;URL:z.html&gt; <a href="//n.example/">c</a>\n' >"$tmp/rel.html"
said='trawl: relative links of HTML were left out: --base URL resolves them, --scheme any lists them'
for what in '' -u -n '-j2'; do
    check_same "a list has none, and says so: $what" "list $what \"\$tmp/rel.html\" \"\$tmp/rel.html\" | grep -c -e x/y -e \"^$said\"" 'echo 1'
done
check_same '--scheme any' 'list --scheme any "$tmp/rel.html"' 'printf "%s\n" x/y.html http://a.example/ z.html https://n.example/'
check_same '--flag no-scheme' 'list --flag no-scheme "$tmp/rel.html"' 'printf "%s\n" x/y.html z.html'
check_same '--base' 'list --base http://b.example/d/ "$tmp/rel.html" | head -n 1' 'echo http://b.example/d/x/y.html'
check_same 'records have them' 'list -t json --fields url "$tmp/rel.html" | head -n 1' 'echo "{\"url\":\"x/y.html\"}"'
check_same '-c counts what a list has' 'list -c "$tmp/rel.html" | sed "/^trawl/d"' 'list "$tmp/rel.html" | sed "/^trawl/d" | grep -c .'
check_same 'nothing is said without one' 'list "$tmp/out" | grep -c relative' 'echo 0'

# ---- Errors ----
check_same 'an unknown zone' 'list --zone body "$tmp/text"' \
    'echo "trawl: --zone: unknown zone body (did you mean new?); it takes header, new, quoted, signature, footer or forwarded"'
check_same 'a missing zone' 'list --zone new, "$tmp/text"' \
    'echo "trawl: --zone: a zone is missing; it takes header, new, quoted, signature, footer or forwarded"'
check_status 'none is not a zone' 2 'list --zone none "$tmp/text"'
printf '<a href="../x">x</a>' >"$tmp/rel.html"
check_test 'relative links: the note' -eq 1 '"$TRAWL" -f html "$tmp/rel.html" 2>&1 | grep -c "were left out"'
check_test 'no note where other options leave them out' = '' \
    'for option in "--not kind=html" "--not flag=no-scheme" "--flag mismatch"; do "$TRAWL" -f html $option "$tmp/rel.html" 2>&1; done'
check_same 'an unknown flag' 'list --not flag=odd "$tmp/text" | sed "s/unclosed, .*, //"' \
    'echo "trawl: --not flag: unknown flag odd (did you mean odd-ip?); it takes danger or doubt"'
check_same 'a missing flag' 'list --flag "" "$tmp/text" | sed "s/unclosed, .*, //"' \
    'echo "trawl: --flag: a flag is missing; it takes danger or doubt"'
check_same 'a host with "!"' 'list --host "!a.example" "$tmp/text"' \
    'echo "trawl: --host: !a.example has a \"!\"; --not host=NAME leaves a host out"'
check_same 'a host with a port' 'list --host a.example:80 "$tmp/text"' 'echo "trawl: --host: a.example:80 has a port; it takes hosts without one"'
check_same 'a host with a dot before it' 'list --not host=.a.example "$tmp/text"' \
    'echo "trawl: --not host=.a.example begins with a dot; *.example.org is each host below example.org"'
check_same 'live is not a scheme' 'list --not scheme=live "$tmp/text"' 'echo "trawl: --not: scheme=live: live and known are not schemes; see --scheme"'
check_same 'a site with "!"' 'list --site a.example --not "site=!a.example" "$tmp/text"' \
    'echo "trawl: --not site=!a.example has a \"!\"; --not site=NAME leaves a site out"'
for what in --new '--zone new' --uniq=none '--flag multi' '--not flag=multi' --unwrap; do
    [ "$what" = '--not flag=multi' ] || check_status "$what and -t text" 2 "list $what -t text \"\$tmp/text\""
    check_status "$what and --explain" 2 "list $what --explain \"\$tmp/text\""
    check "$what and -q" "list -q $what --not flag=again \"\$tmp/text\" || test $? -le 1"
done
check_status '--unwrap and --spell=raw' 2 'list --unwrap --spell=raw "$tmp/text"'
check_status '--unwrap and json' 2 'list --unwrap -t json "$tmp/text"'
check '--unwrap and --spell=canonical' 'list --unwrap --spell=canonical "$tmp/text"'

finish
