#!/bin/sh
# t_attached_messages.sh - attachments that look like messages are read as messages (E3); encoded text in ASCII under the name of another charset (E1)

. tests/support/lib.sh

attached() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/attached.py "$TRAWL"
}

# mail TEXT: prints a mail with this attachment of type application/octet-stream.
mail() {
    printf 'Message-ID: <1@a.example>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n'
    printf 'Content-Type: application/octet-stream; name=x.eml\n\n%b\n--b--\n' "$1"
}

export head
head='Message-ID: <2@a.example>\nContent-Transfer-Encoding: base64\n'
check_same 'a message' 'mail "$head\n aHR0cDovL2EuZXhhbXBsZS94" | "$TRAWL" -' 'echo http://a.example/x'
check_same 'one byte at a time' 'mail "$head\naHR0cDovL2EuZXhhbXBsZS94" | dd bs=1 2>/dev/null | "$TRAWL" -' \
    'echo http://a.example/x'
check_same 'a text stays text' 'mail "Note: x\nhttp://a.example/y" | "$TRAWL" -' 'echo http://a.example/y'
check_same 'a header that the boundary ends' 'mail "Message-ID: <2@a.example>\nSubject: http://a.example/z" | "$TRAWL" -' \
    'echo http://a.example/z'
check_same 'an empty attachment' 'mail "" | "$TRAWL" - | wc -l | tr -d " "' 'echo 0'

# ---- Mailboxes ----

export from
from='From ann@a.example Fri Nov 20 10:00:00 2026\n'
check_same 'a mailbox: each message is a part' \
    'mail "$from$head\naHR0cDovL2EuZXhhbXBsZS94\n\n$from$head\naHR0cDovL2EuZXhhbXBsZS94" |
    "$TRAWL" -t tsv --find=url --fields part,url,spans -' \
    'printf "1.1.1\thttp://a.example/x\t230-254\n1.2.1\thttp://a.example/x\t361-385\n"'
check_same 'a mailbox one byte at a time' \
    'mail "$from$head\naHR0cDovL2EuZXhhbXBsZS94" | dd bs=1 2>/dev/null | "$TRAWL" --find=url -' 'echo http://a.example/x'
check_same 'a From line without a field stays text' 'mail "${from}http://a.example/y" | "$TRAWL" --find=url -t tsv --fields part,url -' \
    'printf "1\thttp://a.example/y\n"'
check_same 'a From line alone' 'mail "From ann@a.example Fri Nov 20 10:00:00 2026" | "$TRAWL" --find=url - | wc -l | tr -d " "' 'echo 0'
inner="Content-Type: application/octet-stream\n\nMessage-ID: <3@a.example>\n\nhttp://c.example/z"
check_same 'a message attached to a message of a mailbox is reported' \
    'mail "${from}Message-ID: <2@a.example>\n$inner" | "$TRAWL" -f mail --find=url - 2>&1' \
    'echo "trawl: standard input: byte 235: a message attached to a message that is encoded or in an attached mailbox is read as one text (E20)"
    echo http://c.example/z'
# lie CHARSET: prints a mail whose ASCII text, in base64, has this charset in its header.
lie() {
    printf 'Message-ID: <1@a.example>\nContent-Type: text/html; charset=%s\nContent-Transfer-Encoding: base64\n\n' "$1"
    printf 'PHA+PGEgaHJlZj0iaHR0cDovL2EuZXhhbXBsZS94Ij5jPC9hPjwvcD4K\n'
}

for charset in utf-16 utf-32 ucs-2 ucs-4 unicode ibm037 cp500 ibm273 ibm1047 ibm290; do
    check_same "ASCII in base64 as $charset" "lie $charset | \"\$TRAWL\" -" 'echo http://a.example/x'
done
if have python3; then
    check 'types, encodings and depths: all links' attached
else
    skip 'types, encodings and depths' 'no python3'
fi
finish
