#!/bin/sh
# t_wrap.sh - "trawl wrap": files and standard input, options, --check, exit status
#
# tests/trawl/wrap/t_fold.c and t_links.c test what is folded, and that no link is lost.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

long='one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
url=http://www.example.org/a/path/that/is/too/long/for/a/line/of/mail/index.html
export long url

# ---- Input ----

check_same 'standard input' 'echo "$long" | "$TRAWL" wrap' \
    'printf "%s\n%s\n" "one two three four five six seven eight nine ten eleven twelve thirteen" "fourteen fifteen"'
check_same '"-" is standard input' 'echo "$long" | "$TRAWL" wrap -' 'echo "$long" | "$TRAWL" wrap'
check_same 'a file' 'echo "$long" >"$tmp/a"; "$TRAWL" wrap "$tmp/a"' 'echo "$long" | "$TRAWL" wrap'
check_same 'files, each by itself' 'printf "x\n-- \n" >"$tmp/b"; "$TRAWL" wrap "$tmp/b" "$tmp/a"' \
    'cat "$tmp/b"; "$TRAWL" wrap "$tmp/a"'
check_same 'no input' '"$TRAWL" wrap </dev/null' 'printf ""'
check_same 'any bytes' 'printf "a\000b\377\033[1m\r\n" | "$TRAWL" wrap' 'printf "a\000b\377\033[1m\r\n"'
check_same 'UTF-16 stays' 'printf "\377\376a\000 \000" | "$TRAWL" wrap -w 1' 'printf "\377\376a\000 \000"'
check_same 'a mailbox stays' '"$TRAWL" wrap -w 20 testdata/tour/archive.mbox' 'cat testdata/tour/archive.mbox'
check_same 'a file that is named like an option' 'cd "$tmp" && echo a >-w && "$TRAWL" wrap -- -w' 'echo a'
check_same 'output while the input goes on' \
    'rm -f "$tmp/seen"; { printf "a\n\nb\n"; until_there "$tmp/seen"; cat "$tmp/seen" >&2; } 2>"$tmp/was" | "$TRAWL" wrap >"$tmp/seen"; head -n 1 "$tmp/was"' \
    'echo a'

# ---- Options ----

check_same '-w' 'echo one two three | "$TRAWL" wrap -w 7' 'printf "one two\nthree\n"'
check_same '--width' 'echo one two three | "$TRAWL" wrap --width=7' 'printf "one two\nthree\n"'
check_same 'a URL in <...>' 'echo "see <$url>" | "$TRAWL" wrap' \
    'printf "see\n<%s>\n" "$url"'
check 'also at 60 columns' 'echo "see <$url> now" | "$TRAWL" wrap -w 60 >"$tmp/60" && grep -qx "<$url> now\|<$url>" "$tmp/60" && "$TRAWL" wrap --check -w 60 "$tmp/60"'
check_same 'nor a longer URL' 'echo "see <$url?one=two>" | "$TRAWL" wrap' 'printf "see\n<%s?one=two>\n" "$url"'
check_same '--flowed' 'printf " a\n%s\n" "one two three" | "$TRAWL" wrap --flowed -w 8' 'printf "  a\none two \nthree\n"'
check_same '--flowed=unstuffed' 'printf " a\n%s\n" "one two three" | "$TRAWL" wrap --flowed=unstuffed -w 8' \
    'printf " a\none two \nthree\n"'
check_same 'a header that says format=flowed' \
    'printf "Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; format=flowed\n\none two three\n" | "$TRAWL" wrap -w 8' \
    'printf "Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; format=flowed\n\none two \nthree\n"'

# ---- --check ----

check_same '--check' 'printf "ok\n(see http://a.example/b), c\n" | "$TRAWL" wrap --check' \
    'echo "-:2:24: \")\" right after a URL: some programs take it for a part of the URL"'
check_status '--check found something' 1 'echo "http://a.example/, b" | "$TRAWL" wrap --check'
check_status '--check found nothing' 0 'echo "http://a.example/ b" | "$TRAWL" wrap --check'
check_test '--check has 78 columns' -eq 1 \
    '{ printf "%078d\n" 0; printf "%079d\n" 0; } | "$TRAWL" wrap --check | grep -c "^-:2:79: the line has 79 columns, more than 78$"'
check_test '--check -w' -eq 1 'printf "%073d\n" 0 | "$TRAWL" wrap --check -w 72 | grep -c "^-:1:73: "'
check_same '--check names the files' 'cd "$tmp" && echo "www.a.com, b" >x && cp x y && "$TRAWL" wrap --check x y | cut -d : -f 1-3' \
    'printf "x:1:10\ny:1:10\n"'
check_test 'wrapped text has no long lines' = '' 'echo "$long" | "$TRAWL" wrap | "$TRAWL" wrap --check'

# ---- Errors ----

check_same 'a file that is missing' '"$TRAWL" wrap "$tmp/none" 2>&1' \
    'echo "trawl: $tmp/none: No such file or directory"'
check_status 'a file that is missing exits with 2' 2 '"$TRAWL" wrap "$tmp/none"'
check_same 'the other files are read' '"$TRAWL" wrap "$tmp/none" "$tmp/a" 2>/dev/null' '"$TRAWL" wrap "$tmp/a"'
check_status 'and the status is 2, also with --check' 2 '"$TRAWL" wrap --check "$tmp/none" "$tmp/x"'
check_status 'a folder' 2 '"$TRAWL" wrap "$tmp"'
for bad in '-w 0' '-w' '-w x' '--width=-1' '--width=1x' '--width=1000001' '--flowed=x' '--check --flowed=unstuffed' '--check --flowed' \
    '--whole' '--flowed=delsp' '--nonsense'; do
    export bad
    check_status "refused: $bad" 2 'echo a | "$TRAWL" wrap $bad'
    check_test "refused with a message: $bad" -ge 1 'echo a | "$TRAWL" wrap $bad 2>&1 | grep -c "^trawl: wrap: "'
done
check_same 'what -w takes' 'echo a | "$TRAWL" wrap -w x 2>&1' \
    'echo "trawl: wrap: --width: x is not a number of columns, 1 to 1000000"'
check_same 'what to do instead of --whole' 'echo a | "$TRAWL" wrap --whole 2>&1' \
    'echo "trawl: wrap: unknown option --whole: no URL is broken any more; drop this option; see \"trawl wrap --help\""'
check_same '--flowed=delsp of former versions' 'echo a | "$TRAWL" wrap --flowed=delsp 2>&1' \
    'echo "trawl: wrap: --flowed: unknown choice delsp; it takes stuffed or unstuffed"'
head -c 500000 /dev/zero | LC_ALL=C tr '\0' '\201' >"$tmp/middles"
check_same 'a long line of bytes that begin no character' '"$TRAWL" wrap <"$tmp/middles"' 'cat "$tmp/middles"'
if [ -e /dev/full ]; then
    check_status 'a full disk' 2 'echo a | "$TRAWL" wrap >/dev/full'
else
    skip 'a full disk' 'no /dev/full'
fi
check_same 'help' '"$TRAWL" wrap --help' '"$TRAWL" help wrap'
check_test 'help is at most 80 columns wide' = '' '"$TRAWL" wrap --help | grep -E "^.{81}"'
check_same 'options in the manual' '"$TRAWL" wrap --help | grep -oE "^ +(-[a-z], )?--[a-z-]+" | grep -oE "[a-z][a-z-]+$" | sort -u' \
    'grep "^\.It Fl" doc/trawl-wrap.1 | grep -oE "Fl -[a-z-]+" | cut -c 5- | sort -u'

# ---- All of testdata ----

# same_links FILE: succeeds when trawl lists the same links after the file has been folded to 60
# columns.
same_links() {
    "$TRAWL" "$1" >"$tmp/before" 2>/dev/null
    "$TRAWL" wrap -w 60 "$1" 2>/dev/null | "$TRAWL" 2>/dev/null >"$tmp/after"
    cmp -s "$tmp/before" "$tmp/after" || echo "$1"
}

check_test 'trawl lists the same links in all of testdata' = '' \
    'find testdata -type f ! -path "*/packed/*" | while read -r file; do same_links "$file"; done'
finish
