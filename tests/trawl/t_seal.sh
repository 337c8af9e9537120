#!/bin/sh
# t_seal.sh - trawl rewrite --seal: its options, its report, and the exit status
#
# tests/lib/rewrite/t_seal.c tests what is sealed, and the browser tests open sealed pages.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp
to='https://go.example/?u={url}'
mark=$(printf '\357\273\277')
export to mark

# seal PAGE OPTION...: prints the page, sealed.
seal() {
    printf '%s\n' "$1" >"$tmp/in.html"
    shift
    "$TRAWL" rewrite --seal "$@" "$tmp/in.html"
}

page='<img src="//a.example/x"><a href=b>http://c.example/</a><a href="javascript:x">d</a>'
export page
check_test '--to' = "$mark"'<img src="https://go.example/?u=https%3A%2F%2Fa.example%2Fx"><a>http://c.example/</a><a>d</a>' \
    'seal "$page" --to "$to"'
check_test '--base' = "$mark"'<img src="https://go.example/?u=http%3A%2F%2Fa.example%2Fx"><a href="https://go.example/?u=http%3A%2F%2Fb.example%2Fd%2Fb">http://c.example/</a><a>d</a>' \
    'seal "$page" --to "$to" --base http://b.example/d/'
check_test '--defang' = "$mark"'<img src="hxxps://a[.]example/x"><a>http://c.example/</a><a>d</a>' 'seal "$page" --defang'
check_test '--drop' = "$mark"'<img><a>http://c.example/</a><a>d</a>' 'seal "$page" --drop'
check_test '--link: text becomes a link first' = "$mark"'<a href="https://go.example/?u=http%3A%2F%2Fc.example%2F" rel="r">http://c.example/</a>' \
    'seal http://c.example/ --to "$to" --link --attr rel=r'
check_test '--unwrap' = "$mark"'<a href="https://go.example/?u=http%3A%2F%2Fb.example%2F">x</a>' \
    'seal "<a href=\"https://www.google.com/url?q=http%3A%2F%2Fb.example%2F\">x</a>" --to "$to" --unwrap'
check_test 'a link of the template stays' = "$mark"'<a href="https://go.example/?u=x">x</a>' 'seal "<a href=\"https://go.example/?u=x\">x</a>" --to "$to"'
check_test 'what only looks like it does not' = "$mark"'<a href="https://go.example/?u=https%3A%2F%2Fgo.example%2F%3Fu%3Dx%26y">x</a>' \
    'seal "<a href=\"https://go.example/?u=x&amp;y\">x</a>" --to "$to"'

# raw ADDRESS: prints what ADDRESS becomes as {raw} in the path of a template.
raw() {
    seal "<a href=\"$1\">x</a>" --to 'https://go.example/r/{raw}' | sed "s/^$mark<a href=\"//; s/\">x<.*//; s|^https://go.example/r/||"
}

for row in 'http://a.example/../../x http://a.example/x' 'http://a.example/b/./c/../d?/../#/.. http://a.example/b/d?/../#/..' \
    'http://a.example/b/%2E%2e http://a.example/' 'http:\\a.example\b\..\.%2e\c http://a.example/c' 'http://a.example/... http://a.example/...' \
    'http://a.example/. http://a.example/' 'http://a.example/b/../.. http://a.example/' 'http://a.example?.. http://a.example?..' 'http://a.example http://a.example' \
    'https://go.example/r/http://x/../../../../y https://go.example/y' 'https://go.example/r/%2e%2e https://go.example/' 'https://go.example/r/http://x/?../ http://x/?../'; do
    export row
    check_test "{raw}: ${row% *}" = "${row#* }" 'raw "${row% *}"'
done

# ---- Charsets (tests/lib/rewrite/t_recode.c has the rest) ----

check_test 'a declared charset' = "$mark<meta>ä" 'seal "$(printf "<meta charset=iso-8859-1>\\344")" --drop'
check_test '--charset' = "${mark}а" 'seal "$(printf "\\301")" --drop --charset koi8-r'
check_test 'UTF-16' = "$mark<a>x</a>" 'printf "<a href=b>x</a>" | iconv -f ASCII -t UTF-16 | "$TRAWL" rewrite --seal --drop'
check_test 'a link in another charset' = "$mark"'<meta><a href="https://go.example/?u=http%3A%2F%2Fa.example%2F%C3%A4">x</a>' \
    'seal "$(printf "<meta charset=iso-8859-1><a href=http://a.example/\\344>x</a>")" --to "$to"'
check_test 'a charset that is not known' = '2 1' 'seal x --drop --charset no-such >"$tmp/said" 2>&1; echo "$? $(grep -c "unknown charset no-such" "$tmp/said")"'
check_test '--charset without --seal' = 1 'printf x | "$TRAWL" rewrite --drop --charset koi8-r 2>&1 | grep -c "go with --seal only"'

# ---- Status and report ----

check_status 'nothing to do: 0' 0 'seal "<p>x</p>" --to "$to" >"$tmp/out"'
check_status 'done: 0' 0 'seal "<img src=http://a.example/>" --to "$to" >"$tmp/out"'
check_status 'an address was removed: 1' 1 'seal "<a href=javascript:x>" --to "$to" >"$tmp/out"'
check_status 'a script was removed: 1' 1 'seal "<script>x</script>" --drop >"$tmp/out"'
check_status '--drop removes addresses: 0' 0 'seal "<a href=http://a.example/><a href=x>" --drop >"$tmp/out"'
check_status 'a long address was removed: 1' 1 'seal "<img src=\"http://a.example/$(head -c 9000 /dev/zero | tr "\\0" x)\">" --to "$to" >"$tmp/out"'
check_status 'a URL in the text is too long: 1' 1 'seal "http://a.example/$(head -c 9000 /dev/zero | tr "\\0" x)" --link --to "$to" >"$tmp/out" 2>&1'
check_status 'one of two files: 1' 1 'echo "<a href=x>" >"$tmp/1.html"; echo "<p>" >"$tmp/2.html"; "$TRAWL" rewrite --seal --to "$to" "$tmp/1.html" "$tmp/2.html" >"$tmp/out"'
check_status 'a file that is not there: 2' 2 '"$TRAWL" rewrite --seal --to "$to" "$tmp/1.html" "$tmp/none.html" >"$tmp/out" 2>&1'

check_same '--report' 'seal "$page<p onclick=x>" --to "$to" --report "$tmp/report" >"$tmp/out"; sed "s|\"file\":\"[^\"]*\"|F|" "$tmp/report"' 'cat <<END
{"record":"address",F,"offset":10,"tag":"img","attribute":"src","before":"//a.example/x","after":"https://go.example/?u=https%3A%2F%2Fa.example%2Fx"}
{"record":"address",F,"offset":33,"tag":"a","attribute":"href","before":"b"}
{"record":"address",F,"offset":65,"tag":"a","attribute":"href","before":"javascript:x"}
{"record":"script",F,"offset":95,"tag":"p","attribute":"onclick","before":"x"}
END'
check_same 'what a style loses' 'seal "<p style=\"x:y;color:red;z\"><style>@import \"a\";</style>" --to "$to" --report "$tmp/report" | cut -c4-; sed "s|\"file\":\"[^\"]*\"|F|" "$tmp/report"' 'cat <<END
<p style="color: red;"><style></style>
{"record":"style",F,"offset":10,"tag":"p","attribute":"style","left":2}
{"record":"style",F,"offset":10,"tag":"style","left":1}
END'
check_same '--report, with -i and two files' 'cp "$tmp/1.html" "$tmp/3.html"; "$TRAWL" rewrite --seal --drop -i --report "$tmp/report" "$tmp/1.html" "$tmp/3.html"; grep -c before "$tmp/report"; cat "$tmp/3.html"' \
    'echo 2; echo "$mark<a>"'
check_same 'the page of a report' '"$TRAWL" rewrite --seal --drop --report "$tmp/report" <"$tmp/in.html" >"$tmp/out"; grep -c file "$tmp/report"' 'echo 0'
for read in '"$tmp/4.html"' '--key "$tmp/key" --to "https://go.example/?u={url}&m={hmac}" "$tmp/in.html"'; do
    export read
    check_test "a report in place of what is read: $read" = '2 p' \
        'echo p >"$tmp/4.html"; echo p-0123456789-0123 >"$tmp/key"; case $read in --key*) r=key d= ;; *) r=4.html d=--drop ;; esac; \
            eval "\"\$TRAWL\" rewrite --seal $d --report \"\$tmp/$r\" $read" >"$tmp/out" 2>"$tmp/said"; echo "$? $(head -c 1 "$tmp/$r")"'
done
check_status 'a report on standard output' 2 '"$TRAWL" rewrite --seal --drop --report - "$tmp/in.html" 2>"$tmp/said"'
check_status 'a report that cannot be written' 2 '"$TRAWL" rewrite --seal --drop --report "$tmp/no/report" "$tmp/in.html" 2>"$tmp/said"'
printf '%s' '<base href="http://evil.example/"><form action="">' >"$tmp/4.html"
check_same 'in place, a page of which only a base is removed' \
    'cp "$tmp/4.html" "$tmp/5.html"; "$TRAWL" rewrite --seal --drop -i "$tmp/5.html"; cat "$tmp/5.html"; ls -i "$tmp/5.html" >"$tmp/number"' \
    '"$TRAWL" rewrite --seal --drop <"$tmp/4.html"'
check_same 'a sealed page is not replaced' '"$TRAWL" rewrite --seal --drop -i "$tmp/5.html"; ls -i "$tmp/5.html"' 'cat "$tmp/number"'
check_same 'sealed in place, again' '"$TRAWL" rewrite --seal --drop -i "$tmp/3.html"; cat "$tmp/3.html"' 'echo "$mark<a>"'

# ---- A bound of the output ----

# A page that grows: 3,000 pictures below a long address.
{
    printf '<base href="http://a.example/%s/x">' "$(head -c 4000 /dev/zero | tr '\0' x)"
    head -c 3000 /dev/zero | tr '\0' 'x' | sed 's/x/<img src=y>/g'
} >"$tmp/grow.html"
check_test 'a page that grows: status, message, record' = '2 1 1' \
    '"$TRAWL" rewrite --seal --to "$to" --report "$tmp/report" "$tmp/grow.html" >"$tmp/out" 2>"$tmp/said"; echo "$? $(grep -c "see --max-output" "$tmp/said") $(grep -c "{\"record\":\"ended\"" "$tmp/report")"'
check_test 'the last tag is whole' = '">' 'tail -c 2 "$tmp/out"'
check_status 'the bound: 1 MB, since the input is short' 0 'test "$(wc -c <"$tmp/out")" -le 1048576 && test "$(wc -c <"$tmp/out")" -gt 1040000'
check_status '--max-output' 0 '"$TRAWL" rewrite --seal --to "$to" --max-output 500 "$tmp/grow.html" >"$tmp/out"'
check_status 'a sheet that grows' 2 '{ sed "s/<img.*//" "$tmp/grow.html"; echo "<style>"; yes "a{mask:url(b)}" | head -n 5000; } | "$TRAWL" rewrite --seal --to "$to" >"$tmp/out" 2>"$tmp/said"'
check_test '... ends before it' = 0 'grep -c "<style" "$tmp/out"'
check_status 'a page in srcdoc that grows' 2 '{ sed "s/<img.*//" "$tmp/grow.html"; echo "<p>"; printf "<iframe srcdoc=\""; yes "<img src=x>" | head -n 600; echo "\">"; } | "$TRAWL" rewrite --seal --to "$to" >"$tmp/out" 2>"$tmp/said"'
check_test '... ends before it, too' = '0 1' 'echo "$(grep -c "<iframe" "$tmp/out") $(grep -c "<p>" "$tmp/out")"'
check_status 'in place, the file stays' 0 'cp "$tmp/grow.html" "$tmp/6.html"; "$TRAWL" rewrite --seal --to "$to" -i "$tmp/6.html" 2>"$tmp/said"; cmp "$tmp/grow.html" "$tmp/6.html"'
check_status 'a bound of 1' 2 'seal x --drop --max-output 1 2>"$tmp/said"'

# ---- Conflicts ----

check_test 'alone' = 1 'seal x 2>&1 | grep -c "with one of --to, --defang and --drop"'
check_test 'with text' = 1 'seal x --drop -f text 2>&1 | grep -c "is for HTML"'
check_test 'with --host' = 1 'seal x --drop --host a.example 2>&1 | grep -c "is for all links"'
check_test '--report alone' = 1 '"$TRAWL" rewrite --drop --report "$tmp/report" "$tmp/in.html" 2>&1 | grep -c "go with --seal only"'

# ---- The pages of the attack ----

for file in testdata/html/*.html; do
    export file
    check_same "sealed again: $file" '"$TRAWL" rewrite --seal --to "$to" "$file" >"$tmp/once"; "$TRAWL" rewrite --seal --to "$to" "$tmp/once"' 'cat "$tmp/once"'
done

finish
