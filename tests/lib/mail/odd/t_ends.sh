#!/bin/sh
# t_ends.sh - mails whose headers end in every way, and texts that only look like mail (E1)

. tests/support/lib.sh

if ! have python3; then
    skip 'ends of headers' 'no python3'
    finish
fi
PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/odd/ends_make.py "$tmp/made" || exit 2

# wrong_mails: prints each mail whose link is not listed or whose guess is not reported.
wrong_mails() {
    for mail in "$tmp"/made/mail/*.eml; do
        "$TRAWL" "$mail" >"$tmp/out" 2>"$tmp/err"
        status=$?
        grep -qxF -f "${mail%.eml}.links" "$tmp/out" || echo "${mail##*/}: not listed"
        case $status in
        0) [ ! -s "$tmp/err" ] || echo "${mail##*/}: status 0 with a message" ;;
        2) grep -q 'no empty line ends the header' "$tmp/err" || echo "${mail##*/}: status 2 without the message" ;;
        *) echo "${mail##*/}: status $status" ;;
        esac
    done
}

# wrong_texts: prints each text that is taken for mail or whose link is not listed.
wrong_texts() {
    for text in "$tmp"/made/text/*.txt; do
        "$TRAWL" --explain "$text" 2>&1 | head -n 1 | grep -q '^read as text' || echo "${text##*/}: not read as text"
        "$TRAWL" "$text" | grep -qxF -f "${text%.txt}.links" || echo "${text##*/}: not listed"
    done
}

check_test '300 mails are made' -eq 300 'ls "$tmp"/made/mail/*.eml | wc -l'
check_test 'the link of each is listed, and a guess is reported' = '' wrong_mails
check_test '200 texts are made' -eq 200 'ls "$tmp"/made/text/*.txt | wc -l'
check_test 'none of them is taken for mail' = '' wrong_texts

# The examples of the rule; the body is <p><a href="http://evil.example/l">c</a></p>.
head='From: a@b.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n'
body='PHA+PGEgaHJlZj0iaHR0cDovL2V2aWwuZXhhbXBsZS9sIj5jPC9hPjwvcD4=\n'
for end in '' ' \n' '----\n' '\v\n' '\f\n'; do
    export head body end
    check_same "a header ends at: $end" 'printf "$head$end$body" | "$TRAWL" 2>&1; echo $?' \
        'echo "trawl: standard input: byte 0: no empty line ends the header; it is read as mail whose text begins at the first line that is no field (E20)"
        echo http://evil.example/l; echo 2'
done
check_same 'pick tells it, too' 'printf "$head$body" | "$TRAWL" pick --print --first 2>&1' \
    'echo "trawl: standard input: byte 0: no empty line ends the header; it is read as mail whose text begins at the first line that is no field (E20)"
    echo http://evil.example/l'
check_same 'every field with a URL is read then' 'printf "$head%s\n$body" "X-Plug: see http://plug.example/" | "$TRAWL" 2>&1 | sed 1d' \
    'printf "%s\n" http://plug.example/ http://evil.example/l'
check_same 'addresses in a header that a person wrote' 'printf "Cc: ada@a.example\nSubject: x\n\nhttp://a.example/" | "$TRAWL"' \
    'printf "%s\n" mailto:ada@a.example http://a.example/'
check_same 'not in a header that a program wrote' \
    'printf "Cc: ada@a.example\nSubject: x\nDate: Tue, 3 Mar 2026 09:30:00 +0000\n\nhttp://a.example/" | "$TRAWL"' 'echo http://a.example/'
check_same 'not with -f mail' 'printf "Cc: ada@a.example\nSubject: x\n\nhttp://a.example/" | "$TRAWL" -f mail' 'echo http://a.example/'

finish
