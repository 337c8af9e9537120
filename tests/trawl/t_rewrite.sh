#!/bin/sh
# t_rewrite.sh - trawl rewrite: its options, files replaced in place, errors
#
# shellcheck disable=SC2059,SC2086,SC2125  # commands in single quotes are run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

rewrite() {
    printf '%s\n' "$1" >"$tmp/in"
    shift
    "$TRAWL" rewrite "$@" <"$tmp/in"
}

page='<p>http://a.example/?utm_source=x&amp;b=1 <a href="https://www.google.com/url?q=http%3A%2F%2Fb.example%2F&amp;sa=D">c</a>'
rel='rel="nofollow noopener noreferrer ugc"'
google='<a href="https://www.google.com/url?q=http%3A%2F%2Fb.example%2F&amp;sa=D">c</a>'
export page rel google

check_test 'links by default' = "<p><a href=\"http://a.example/?utm_source=x&amp;b=1\" $rel>http://a.example/?utm_source=x&amp;b=1</a> $google" \
    'rewrite "$page"'
check_test '--unwrap' = '<p>http://a.example/?utm_source=x&amp;b=1 <a href="http://b.example/">c</a>' 'rewrite "$page" --unwrap'
check_test '--untrack' = "<p>http://a.example/?b=1 $google" 'rewrite "$page" --untrack'
check_test '--link --untrack' = "<p><a href=\"http://a.example/?b=1\" $rel>http://a.example/?utm_source=x&amp;b=1</a> $google" \
    'rewrite "$page" --link --untrack'
printf '# mine\nq www.google.com\n' >"$tmp/names"
check_test '--untrack=FILE' = '<p>http://a.example/?b=1 <a href="https://www.google.com/url?sa=D">c</a>' \
    'rewrite "$page" --untrack="$tmp/names"'
check_test '--drop' = '<p>http://a.example/?utm_source=x&amp;b=1 c' 'rewrite "$page" --drop'
check_test '--defang' = '<a href="hxxp://a[.]example/">hxxp://a[.]example/</a> hxxps://b[.]example/' \
    'rewrite "<a href=\"http://a.example/\">http://a.example/</a> https://b.example/" --defang'
to='https://go.example/?u={url}&h={host}&s={site}'
gone='<a href="https://go.example/?u=http%3A%2F%2Fw.a.example%2F&amp;h=w.a.example&amp;s=a.example">x</a>'
export to gone
check_test '--to' = "$gone" 'rewrite "<a href=\"http://w.a.example/\">x</a>" --to "$to"'
check_test '--to, twice' = "$gone" 'rewrite "$gone" --to "$to"'
check_test '--to: a link that only begins like it' = '<a href="https://go.example/?u=https%3A%2F%2Fgo.example%2F%3Fu%3Dx&amp;h=go.example&amp;s=go.example">x</a>' \
    'rewrite "<a href=\"https://go.example/?u=x\">x</a>" --to "$to"'
to='https://{host}.proxy.example/?u={url}'
made='<a href="https://w.a.example.proxy.example/?u=https%3A%2F%2Fw.a.example%2F">x</a>'
export made
check_test '--to that begins with a place' = "$made" 'rewrite "<a href=\"https://w.a.example/\">x</a>" --to "$to"'
check_test '--to that begins with a place, twice' = "$made" 'rewrite "$made" --to "$to"'
check_test '--to: another host is not the place' = '<a href="https://a.example.b.example.proxy.example/?u=https%3A%2F%2Fa.example.b.example%2F">x</a>' \
    'rewrite "<a href=\"https://a.example.b.example/\">x</a>" --to "$to"'
to='/go/{raw}'
check_test '--to a path' = '<a href="/go/http://a.example/?a&amp;b">x</a>' \
    'rewrite "<a href=\"http://a.example/?a&amp;b\">x</a>" --to "$to"'

# ---- {hmac} ----

printf 'a key of 23 bytes, here\n' >"$tmp/key"
head -c 100 /dev/zero | tr '\0' k >"$tmp/long_key"
printf 'a short key' >"$tmp/short_key"
to='https://go.example/{hmac}?u={url}'
export to
if have python3; then
    # mac KEY URL: prints the HMAC.
    mac() {
        python3 -c 'import hmac, sys; print(hmac.new(open(sys.argv[1], "rb").read().rstrip(b"\n"), sys.argv[2].encode(), "sha256").hexdigest())' "$1" "$2"
    }
    # signed KEY URL: prints the link with its HMAC.
    signed() {
        printf '<a href="https://go.example/%s?u=%s">x</a>\n' "$(mac "$tmp/$1" "$2")" "$(python3 -c 'import sys, urllib.parse; print(urllib.parse.quote(sys.argv[1], safe=""))' "$2")"
    }
    for key in key long_key; do
        export key
        for url in http://a.example/ "http://a.example/?$(head -c 300 /dev/zero | tr '\0' y)" http://a.example/é; do
            export url
            check_same "{hmac} with $key: $url" 'rewrite "<a href=\"$url\">x</a>" --to "$to" --key "$tmp/$key"' 'signed "$key" "$url"'
            check_same "{hmac}, twice" 'rewrite "$(signed "$key" "$url")" --to "$to" --key "$tmp/$key"' 'signed "$key" "$url"'
        done
    done
    for length in 54 55 56 63 64 65 118 119 120; do
        url=http://a.example/$(head -c "$((length - 17))" /dev/zero | tr '\0' z)
        export url
        check_same "{hmac} of $length bytes" 'rewrite "<a href=\"$url\">x</a>" --to "$to" --key "$tmp/key"' 'signed key "$url"'
    done
    forged='<a href="https://go.example/0000000000000000000000000000000000000000000000000000000000000000?u=http%3A%2F%2Fevil.example%2F">x</a>'
    export forged
    check_test 'a forged {hmac} is a link like others' = 1 \
        'rewrite "$forged" --to "$to" --key "$tmp/key" | grep -c "?u=https%3A%2F%2Fgo.example%2F0000"'
else
    skip '{hmac}' 'there is no python3'
fi
check_test '{hmac} needs a key' = '{hmac} in --to and --key go together' \
    'rewrite x --to "$to" 2>&1 | grep -o "{hmac} .* together"'
check_test 'a key needs {hmac}' = '{hmac} in --to and --key go together' \
    'rewrite x --to "https://go.example/{url}" --key "$tmp/key" 2>&1 | grep -o "{hmac} .* together"'
check_test 'a key that all can read' = '1 0' \
    'chmod 644 "$tmp/key"; a=$(rewrite x --to "$to" --key "$tmp/key" 2>&1 | grep -c "every user can read this key"); chmod 640 "$tmp/key"
        echo "$a $(rewrite x --to "$to" --key "$tmp/key" 2>&1 | grep -c "every user")"'
check_test 'a short key' = 'a key needs at least 16 bytes' 'rewrite x --to "$to" --key "$tmp/short_key" 2>&1 | grep -o "a key needs.*bytes"'

# ---- Messages ----

printf 'From: a@a.example\nSubject: x\nContent-Type: text/html\n\n<a href="http://a.example/">a</a>\n' >"$tmp/mail"
export tmp
check_status 'a message is refused' 2 '"$TRAWL" rewrite --drop "$tmp/mail" 2>"$tmp/said" >"$tmp/out"'
check_test 'with a word, and nothing is written' = 'is mail, not a page 0' \
    'echo "$(grep -o "is mail, not a page" "$tmp/said") $(wc -c <"$tmp/out")"'
for mark in '\377\376<\0' '\376\377\0<'; do
    export mark
    check_status "UTF-16 is refused: $mark" 2 'printf "$mark" | "$TRAWL" rewrite -f html >"$tmp/out" 2>"$tmp/said"'
    check_test 'with a word' = 'is in UTF-16 0' 'echo "$(grep -o "is in UTF-16" "$tmp/said") $(wc -c <"$tmp/out")"'
done
check_same 'a message in place stays' 'cp "$tmp/mail" "$tmp/mail2"; "$TRAWL" rewrite --drop -i "$tmp/mail2" 2>"$tmp/said"; cat "$tmp/mail2"' 'cat "$tmp/mail"'
check_same 'with -f html it is read' '"$TRAWL" rewrite --drop -f html "$tmp/mail" | tail -n 1' 'echo a'
check_status 'as text it is read' 0 '"$TRAWL" rewrite --defang -f text "$tmp/mail" >"$tmp/out"'
check_test 'a page that begins like a field' = 'From: <a>x</a>' 'rewrite "From: <a>x</a>" --drop --host b.example'

for o in --defang --drop '--unwrap --untrack' '--to https://go.example/?u={url}'; do
    check_same "a text without tags is text: $o" 'rewrite "see <http://a.example/?utm_source=x>, <URL:http://b.example/
c> and <joe@c.example>." $o' 'rewrite "see <http://a.example/?utm_source=x>, <URL:http://b.example/
c> and <joe@c.example>." -f text $o'
done
for sign in 'a <b>http://a.example/</b>' 'a<br/>http://a.example/' '<!-- http://a.example/ -->' '&lt;http://a.example/' '&#60;http://a.example/' '</p
>'; do
    check_same "not a text: $sign" 'rewrite "$sign <http://b.example/>" --defang' 'rewrite "$sign <http://b.example/>" --defang -f html'
done
check_same 'not a text: a pipe whose second piece has a tag' \
    '(printf "hello\n"; sleep .3; printf "<a href=\"h&#116;tp://evil.example/x\">y</a>\n") | "$TRAWL" rewrite --drop' 'printf "hello\ny\n"'
check_same 'a text: a pipe in two pieces' '(printf "<http://a.example/>\n"; sleep .3; printf "end\n") | "$TRAWL" rewrite --defang' \
    'rewrite "<http://a.example/>
end" --defang -f text'
check_same 'not a text: a long input whose only tag comes late' \
    '(seq 9000 | sed "s/.*/a line of a text that has no tags/"; printf "<a href=\"h&#116;tp://evil.example/x\">y</a>\n") | "$TRAWL" rewrite --drop | tail -n 1' 'echo y'
check_same 'a page by its options' 'rewrite "<http://a.example/>" --defang --skip pre; rewrite "<http://a.example/>" --unwrap --link' \
    'echo "<http://a.example/>"; echo "<http://a.example/>"'
check_test 'text: --untrack' = 'see http://a.example/.' 'rewrite "see http://a.example/?utm_source=x." -f text --untrack'
check_test 'text: --defang' = 'see www[.]example[.]com.' 'rewrite "see www.example.com." -f text --defang'
for not in host=a.example site=a.example scheme=http; do
    export not
    check_test "--not $not" = '<a href="http://a.example/">a</a> b' \
        'rewrite "<a href=\"http://a.example/\">a</a> <a href=\"https://b.example/\">b</a>" --drop --not "$not"'
done
check_status '--not zone=new' 2 'rewrite x --drop --not zone=new'
check_test '--host' = '<a href="n.example">a</a> <a href="//x">b</a>' \
    'rewrite "<a href=\"n.example\">a</a> <a href=\"//x\">b</a>" --drop --host other.example'
check_test '--scheme' = 'http://a.example/ <a href="https://b.example/" rel="r">https://b.example/</a>' \
    'rewrite "http://a.example/ https://b.example/" --scheme https --attr rel=r'
check_test '--skip, --attr class, --attr target' = '<pre>http://a.example</pre><a href="http://b.example" rel="r" target="t" class="c">http://b.example</a>' \
    'rewrite "<pre>http://a.example</pre>http://b.example" --skip pre --attr rel=r --attr class=c --attr target=t'
check_test '--spell punycode' = '<a href="http://xn--bcher-kva.example/" rel="r">http://xn--bcher-kva.example/</a>' \
    'rewrite "http://bücher.example/" --spell punycode --attr rel=r'
check_test '--short' = '<a href="http://a.example/x" rel="r" title="http://a.example/x">http://a.…</a>' \
    'rewrite "http://a.example/x" --short 10 --attr rel=r'
check_test '--explain' = 'trawl: rewrite: ftp://a.example/: not a link: its scheme is not live unless asked for' \
    'rewrite "ftp://a.example/" --explain 2>&1 >/dev/null'

# ---- URLs that are too long: one in text, one in "<...>", one of an <a>, and one that is not ----

long=$(head -c 9000 /dev/zero | tr '\0' x)
url=http://evil.example/$long
printf 'see %s and <URL:%s> or http://b.example/\n' "$url" "$url" >"$tmp/long.txt"
printf '<p>see %s</p><a href="%s">here</a> <a href="http://b.example/">b</a>\n' "$url" "$url" >"$tmp/long.html"
export long

# long_page OPTION...: prints the page, rewritten, with short runs of "x", and the status.
long_page() {
    "$TRAWL" rewrite "$@" "$tmp/long.html" 2>"$tmp/said" >"$tmp/out"
    status=$?
    sed 's/xxxxxxxxxx*/x/g' "$tmp/out"
    echo $status
}
bad=hxxp://evil[.]example/x
for option in --defang --drop '--to https://x.example/?u={url}'; do
    export option
    check_test "a long URL in text: $option" = 2 \
        '"$TRAWL" rewrite -f text $option "$tmp/long.txt" 2>"$tmp/said" >"$tmp/out"; echo $?'
    check_test "its beginning is defanged: $option" = "see hxxp://evil[.]example/$long and <URL:hxxp://evil[.]example/$long> or " \
        'sed "s/[^ ]*b.example.*//; s/hxxp...b.*//; s/https:.*//" "$tmp/out"'
    check_test "messages: $option" = 'byte 4: a URL is longer than 8192 bytes: no link
byte 9034: the wrapper is longer than 8192 bytes' 'sed "s/.*long.txt: //" "$tmp/said"'
done
check_test 'a long URL in text: twice' = '' \
    '"$TRAWL" rewrite -f text --defang "$tmp/long.txt" 2>"$tmp/said" >"$tmp/out"; "$TRAWL" rewrite -f text --defang "$tmp/out" 2>"$tmp/said" | diff "$tmp/out" -'
check_test 'in small pieces' = '' \
    'while IFS= read -r c; do printf "%s\n" "$c"; done <"$tmp/long.txt" | dd bs=61 2>"$tmp/dd" | "$TRAWL" rewrite -f text --defang 2>"$tmp/said" | diff "$tmp/out" -'
check_test 'a page with long URLs: --defang' = "<p>see $bad</p><a href=\"$bad\">here</a> <a href=\"hxxp://b[.]example/\">b</a>
2" 'long_page --defang'
check_test '--drop' = "<p>see $bad</p>here b
2" 'long_page --drop'
check_test '--to' = "<p>see $bad</p><a href=\"$bad\">here</a> <a href=\"https://x.example/?u=http%3A%2F%2Fb.example%2F\">b</a>
2" 'long_page --to "https://x.example/?u={url}"'
check_test '--untrack leaves them' = "<p>see http://evil.example/x</p><a href=\"http://evil.example/x\">here</a> <a href=\"http://b.example/\">b</a>
2" 'long_page --untrack'
check_test 'messages of a page' = 'byte 7: a URL is longer than 8192 bytes: no link
byte 9031: an href is longer than 8192 bytes' 'sed "s/.*long.html: //" "$tmp/said"'

# Tags of more than 131072 bytes, with the address before or after that many bytes. A comment of
# that length, and many short tags, hide no address.
much=$(head -c 140000 /dev/zero | tr '\0' x)
printf '<a href="http://a.example/" title="%s">a</a>\n<a title="%s" href="http://b.example/">b</a>\n' "$much" "$much" >"$tmp/long.html"
printf '<!%s><a href="http://c.example/">c</a>\n' "$much" >>"$tmp/long.html"
printf '<b title="%s"></b><a title="%s" href="http://d.example/">d</a>\n' "$(printf %.131000s "$much")" "$(printf %.300s "$much")" >>"$tmp/long.html"
rest='<!x>%s\n<b title="x"></b>%s\n2'
check_test 'long tags: --defang' = "<a href=\"hxxp://a[.]example/\" href=\"http://a.example/\" title=\"x\">a</a>
<a href=\"\" title=\"x\" href=\"http://b.example/\">b</a>
$(printf "$rest" '<a href="hxxp://c[.]example/">c</a>' '<a title="x" href="hxxp://d[.]example/">d</a>')" 'long_page --defang'
check_test 'long tags: --drop' = "<a href=\"\" href=\"http://a.example/\" title=\"x\">a</a>
<a href=\"\" title=\"x\" href=\"http://b.example/\">b</a>
$(printf "$rest" c d)" 'long_page --drop'
check_test 'long tags: --to' = 2 \
    'long_page --to "https://x.example/?u={url}" | grep -c -e "^<a href=.hxxp://a\[.\]example/. href=" -e "^<a href=.. title="'
check_test 'messages of long tags' = 'byte 0: a tag is longer than 131072 bytes
byte 140043: a tag is longer than 131072 bytes' 'sed "s/.*long.html: //" "$tmp/said"'
check_status '-i: status 2' 2 '"$TRAWL" rewrite -i -f text --defang "$tmp/long.txt"'
check_test '-i replaces the file' = "see hxxp://evil[.]example/$long and <URL:hxxp://evil[.]example/$long> or hxxp://b[.]example/" \
    'cat "$tmp/long.txt"'

# -i
printf '%s\n' "$page" >"$tmp/one.html"
printf 'no links\n' >"$tmp/two.html"
chmod 640 "$tmp/one.html"
touch -d 2020-01-01 "$tmp/two.html"
check '-i' '"$TRAWL" rewrite -i --unwrap "$tmp/one.html" "$tmp/two.html"'
check_test '-i replaces a file' = '<p>http://a.example/?utm_source=x&amp;b=1 <a href="http://b.example/">c</a>' 'cat "$tmp/one.html"'
check_test '-i keeps its mode' = '-rw-r-----' 'ls -l "$tmp/one.html" | cut -c1-10'
check_test '-i leaves a file without links' = '' 'find "$tmp/two.html" -newermt 2021-01-01'
check_test '-i leaves no temporary file' = '' 'ls -A "$tmp" | grep "\.tmp$"'

check_status 'nothing to change' 0 'rewrite nothing'
check_status 'text without an action' 2 'rewrite x -f text'
check_status '--link --drop' 2 'rewrite x --link --drop'
check_status '--to without a place' 2 'rewrite x --to https://a.example/'
check_status '--to javascript:' 2 'rewrite x --to "javascript:{raw}"'
check_status 'no such file' 2 '"$TRAWL" rewrite "$tmp/nothing"'
check_status '-i without files' 2 'rewrite x -i'
finish
