#!/bin/sh
# t_folded.sh - calendars, vCards and LDIF with folded lines (E1, E9): as files, as parts of messages, and inside texts
#
# SEED= selects other random inputs (tests/lib/mail/folded.py).

. tests/support/lib.sh

: "${SEED:=1738}" "${COUNT:=2500}"

folded() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/lib/mail/folded.py "$TRAWL" "$SEED" "$COUNT"
}

# both: prints the two links of the cards below, one a line.
both() {
    printf 'http://www.ibm.com\nmailto:john.doe@a.example.com\n'
}

lines='URL:http://www.ibm.co\n m\nEMAIL:john.\n doe@a.example.com\n'
card="BEGIN:VCARD\n${lines}END:VCARD\n"
quoted=$(printf '%s' "$card" | sed 's/\\n\(.\)/\\n> \1/g; s/^/> /')
export lines card quoted
check_same 'a vCard' 'printf "$card" | "$TRAWL" -' both
check_same 'byte by byte' 'printf "$card" | dd bs=1 2>/dev/null | "$TRAWL" -' both
check_same 'a vCard in a text' '{ echo Hi; printf "$card"; } | "$TRAWL" -' both
check_same 'a quoted vCard in a text' '{ echo Hi; printf "$quoted"; } | "$TRAWL" -' both
check_same 'a fold before another property' 'printf "$lines" | "$TRAWL" - | head -n 1' 'echo http://www.ibm.com'
check_same 'not in a text' 'printf "url:http://www.ibm.co\n m is a\n" | "$TRAWL" - | head -n 1' 'echo http://www.ibm.co'
for kind in calendar vcard ldif; do
    export kind
    check_same "-f $kind" 'printf "$lines" | "$TRAWL" -f $kind -' both
done
check_same '-f text reads the block, too' 'printf "$card" | "$TRAWL" -f text -' both
check_same 'LDIF' '{ printf "dn: dc=a\n"; printf "$lines"; } | "$TRAWL" -' both
check_same 'a list of YAML is not LDIF' 'printf "version: 1\nsee:\n http://a.example/\n http://b.example/\n" | "$TRAWL" -' \
    'printf "http://a.example/\nhttp://b.example/\n"'
check_same 'places are those of the source' 'printf "$card" | "$TRAWL" -t tsv --fields line,column,spans -' \
    'printf "2\t5\t16-33,35-36\n4\t7\t43-48,50-67\n"'
for input in "$card" "Hi\n$quoted"; do
    export input
    check_same '--explain says that lines are joined' \
        'printf "$input" | "$TRAWL" --explain - | grep -c "begins with a blank is joined to the line above (E3)"' 'echo 1'
    check_same 'rewrite changes no other byte' 'printf "$input" | "$TRAWL" rewrite -f text --untrack -' 'printf "$input"'
done
check_same 'rewrite --defang keeps the folds' 'printf "$card" | "$TRAWL" rewrite -f text --defang -' \
    'printf "BEGIN:VCARD\nURL:hxxp://www[.]ibm[.]co\n m\nEMAIL:john.\n doe@a[.]example[.]com\nEND:VCARD\n"'
check_same '--explain names the kind of the file' 'printf "$card" | "$TRAWL" --explain - | head -n 1' \
    'echo "read as calendar: it begins with the first line of a vCard (E1)"'

if have python3; then
    check "$COUNT random inputs: each link, at its place" folded
else
    skip 'random inputs' 'no python3'
fi
finish
