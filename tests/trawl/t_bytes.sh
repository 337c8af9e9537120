#!/bin/sh
# t_bytes.sh - links with bytes that are not UTF-8 (M14): one URL in every output, and the message
# that names --charset; overstrikes (E22)
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

want=http://www.example.de/stra%DFe/
printf 'See http://www.example.de/stra\337e/\n' >"$tmp/latin"
said="trawl: $tmp/latin: links have bytes that are not UTF-8; --charset NAME tells how to read them"

# quiet OPTIONS: the output for the text, without messages
quiet() {
    "$TRAWL" "$@" "$tmp/latin" 2>/dev/null
}

check_test 'list' = "$want" quiet
check_same '-0' 'quiet -0' 'printf "%s\0" "$want"'
check_test 'tsv' = "$want" 'quiet -t tsv --fields url'
check_test 'csv' = "$want" 'quiet -t csv --no-header --fields url | tr -d "\r"'
check_test 'csv: no bytes' = "$want," 'quiet -t csv --no-header --fields url,bytes | tr -d "\r"'
check_test 'json' = "{\"url\":\"$want\",\"ascii\":\"$want\"}" 'quiet -t json --fields url,bytes,ascii'
check 'json: raw' 'quiet -t json --fields raw | grep "stra$(printf "\357\277\275")e"'
check 'html: href' 'quiet -t html | grep "href=\"$want\""'
check 'md: link' 'quiet -t md | grep "(<$want>)"'
check 'notes: list' 'quiet -t notes | grep "1. $want"'
check 'term: link' 'quiet -t term | grep "8;id=1;$want"'
check_same 'text keeps the bytes' 'quiet -t text' 'cat "$tmp/latin"'

# a header field and a part of a message
printf 'From: a@b.example\nList-Archive: <http://l.example/\337>\n\nhttp://b.example/\337\n' >"$tmp/mail"
check_same 'mail: a field, a part' '"$TRAWL" -f mail "$tmp/mail" 2>/dev/null' \
    'printf "http://l.example/%%DF\nhttp://b.example/%%DF\n"'
check_same 'mail: flags' '"$TRAWL" -f mail -t tsv --fields flags "$tmp/mail" 2>/dev/null' 'printf "not-utf8\nnot-utf8\n"'
printf 'Content-Type: text/uri-list\n\nhttp://b.example/\337\n' >"$tmp/uris"
check_test 'text/uri-list' = 'http://b.example/%DF not-utf8' \
    '"$TRAWL" -f mail -t tsv --fields url,flags "$tmp/uris" 2>/dev/null | tr "\t" " "'
printf 'Content-Transfer-Encoding: quoted-printable\n\nx=1y http://b.example/?id=df\n' >"$tmp/coded"
check_test 'the reading with codes decoded' = 'quoted-printable:http://b.example/?id%DF' \
    '"$TRAWL" -f mail -t tsv --fields alt "$tmp/coded"'

# the message
for format in list json tsv html md notes text; do
    check_test "the message: $format" = "$said" "\"\$TRAWL\" -t $format \"\$tmp/latin\" 2>&1 >/dev/null"
done
check_status 'status 0 with the message' 0 '"$TRAWL" "$tmp/latin" 2>/dev/null'
check_test 'none with --charset' = "" '"$TRAWL" --charset latin1 "$tmp/latin" 2>&1 >/dev/null'
check_test 'none with -q' = "" '"$TRAWL" -q "$tmp/latin" 2>&1'
check_test 'none with -c' = 1 '"$TRAWL" -c "$tmp/latin" 2>&1'
check_test 'none with -l' = "$tmp/latin" '"$TRAWL" -l "$tmp/latin" 2>&1'
check_test 'none when the link is not printed' = "" '"$TRAWL" --host other.example "$tmp/latin" 2>&1'
printf 'caf\351 http://a.example/ \337\n' >"$tmp/beside"
check_test 'none for bytes beside links' = "" '"$TRAWL" "$tmp/beside" 2>&1 >/dev/null'
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cat "$tmp/latin"; done >"$tmp/many"
check_test 'once for a file' = 1 '"$TRAWL" "$tmp/many" 2>&1 >/dev/null | wc -l'
check_test 'once for each file' = 2 '"$TRAWL" "$tmp/many" "$tmp/latin" 2>&1 >/dev/null | wc -l'
yes "$(cat "$tmp/latin") and a line of text that makes the file long" | head -n 200000 >"$tmp/long"
check_test 'once for a file in pieces' = 1 '"$TRAWL" -j 4 "$tmp/long" 2>&1 >/dev/null | wc -l'

# 300 random texts: list, -0, tsv and json have the same URLs, all UTF-8, and the links of the text with
# its bytes escaped by hand
cat >"$tmp/texts.py" <<'P'
import json, random, re, subprocess, sys
random.seed(7)
trawl, bad = sys.argv[1], 0

def run(text, *options):
    return subprocess.run([trawl, '-f', 'text', *options], input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

def escape(b):
    return ''.join('%%%02X' % (ord(c) - 0xDC00) if 0xDC80 <= ord(c) <= 0xDCFF else c
                   for c in b.decode('utf-8', 'surrogateescape'))

PIECES = [b'a', b'x1', b'/', b'?q=', b'%20', b'-', b'\xdf', b'\xe4', b'\xff', b'\xc3\xa4', b'\xe2\x82', b'\xf6l', b'.', b'&amp;']
for n in range(300):
    url = b'http://a.example/' + b''.join(random.choice(PIECES) for _ in range(random.randint(1, 9))) + b'z'
    before, after = random.choice([(b'', b''), (b'<', b'>'), (b'see ', b' there'), (b'"', b'"'), (b'<URL:', b'>'), (b'\xe9 ', b' \xe9')])
    text = before + url + after + b'\n'
    listed = run(text).decode('utf-8', 'replace').split('\n')[:-1]
    zero = run(text, '-0').decode('utf-8', 'replace').split('\0')[:-1]
    rows = [json.loads(l) for l in run(text, '-t', 'json').decode('utf-8').splitlines()]
    table = run(text, '-t', 'tsv', '--fields', 'url').decode('utf-8', 'replace').split('\n')[:-1]
    urls = [r['url'] for r in rows]
    raw = [text[a:b] for r in rows for a, b in r['spans']]
    good = listed == zero == urls == table and '\ufffd' not in ''.join(urls) and len(urls) == 1
    good = good and urls[0] == escape(raw[0]) and all('\ufffd' not in a['url'] for a in rows[0]['alt'])
    good = good and ('not-utf8' in rows[0]['flags']) == (escape(raw[0]) != raw[0].decode('utf-8', 'replace'))
    if not good:
        bad += 1
        print(text, listed, zero, rows)
print('bad', bad)
P
check_test '300 random texts' = 'bad 0' 'python3 "$tmp/texts.py" "$TRAWL"'

doors() {
    PYTHONDONTWRITEBYTECODE=1 python3 tests/trawl/doors.py "$TRAWL"
}

check_same 'overstrikes: -t text keeps them' 'printf "h\bht\btt\btp\bp://a.example/\n" | "$TRAWL" -t text -' \
    'printf "h\bht\btt\btp\bp://a.example/\n"'
check_test 'overstrikes: one byte at a time' = "[[4,35]]" \
    'printf "See _\bh_\bt_\bt_\bp://a\ba.\b.example/\b/ it" | dd bs=1 2>/dev/null | "$TRAWL" -t json --fields spans - | tr -d "{}\"spans:"'
check 'marks, overstrikes, bytes and references: the link in each output' doors

# ---- The number of charsets ----

# readable: how many rows of the table name a charset that the command reads.
readable() {
    sed -n 's/^\([^#\t]*\)\t.*/\1/p' src/gen/charsets.tsv | while read -r name; do
        echo http://a.example/ | "$TRAWL" --charset "$name" >/dev/null 2>"$tmp/why" || :
        grep -q 'unknown charset' "$tmp/why" || echo "$name"
    done | grep -c .
}
check_same 'README, tour and changes say how many charsets are read' \
    'cat README.md doc/tour.md CHANGELOG.md | tr "\n" " " | grep -oE "[0-9]+ +charsets" | tr -s " "' \
    'n=$(readable) && printf "%s charsets\n" "$n" "$n" "$n"'

finish
