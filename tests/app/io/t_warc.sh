#!/bin/sh
# t_warc.sh - web archives (WARC) as input of the filter: records, chunks and compression of HTTP,
# offsets, damaged files
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
have python3 || {
    skip 'web archives' 'no python3'
    finish
}
: "${B:=build}"
export tmp B PYTHONDONTWRITEBYTECODE=1
python3 tests/app/io/warc_make.py "$tmp" bomb || exit 2

# links FILE...: prints the ends of the links. notes FILE: prints the messages.
links() {
    (cd "$tmp" && "$TRAWL" --find url,html "$@" 2>/dev/null | sed 's|^http://a.example/||' | tr '\n' ' ' && echo)
}
notes() {
    (cd "$tmp" && "$TRAWL" "$@" 2>&1 >/dev/null | sed 's/^trawl: [^:]*: //')
}

# ---- Records ----

page() {
    printf '%s d/part/%s text/%s ' "$1" "$1" "$1"
}
all="$(page 1)2 $(page 3)4 5 http://b.example/x/part/5 text/5 6 ü7 $(page 8)"
export all
check_same 'responses, resources and conversions with text' 'links plain.warc' 'echo "$all"'
check_same 'nothing is said about others' 'notes plain.warc' ':'
check_same 'a member for each record' 'links members.warc.gz' 'echo "$all"'
check_same 'one member' 'links whole.warc.gz' 'echo "$all"'
check_same 'standard input' '"$TRAWL" --find url,html <"$tmp/members.warc.gz" | cksum' '"$TRAWL" --find url,html "$tmp/plain.warc" | cksum'
check_same '-f warc' 'links -f warc plain.warc' 'echo "$all"'
check_same '-f text' '"$TRAWL" -f text "$tmp/plain.warc" | grep -c referer' 'echo 1'
check_same 'line ends of LF' 'links lf.warc' 'echo "4 5 http://b.example/x/part/5 text/5 6 "'
check_same 'blocks of one byte' '{ while IFS= read -r line; do printf "%s\n" "$line"; done <"$tmp/lf.warc"; } |
    "$TRAWL" --find url,html | tail -n 1' 'echo http://a.example/6'
check_same '--explain says why' '"$TRAWL" --explain "$tmp/plain.warc" | grep -c "first line of a WARC record"' 'echo 1'
check_same '-f warc, and something else' 'notes -f warc nothing.warc' \
    'echo "nothing was read, because it has no line \"WARC/1.0\" or \"WARC/1.1\"; -f auto detects the format"'
check_status 'exits with 2' 2 '"$TRAWL" -f warc "$tmp/nothing.warc"'
check_same '-t html: a section for each record that is read' '"$TRAWL" -t html --page "$tmp/plain.warc" | grep -c "<section"' 'echo 9'
check_same 'trawl pick' '"$TRAWL" pick --first --print "$tmp/members.warc.gz"' 'echo http://a.example/1'

# ---- Fields ----

check_same 'the fields of a record' '"$TRAWL" -t json "$tmp/members.warc.gz" | sed -n "1s/.*\"message\":{\(.*\)},\"part.*/\1/p"' \
    'echo "\"number\":3,\"offset\":498,\"id\":\"urn:uuid:00000003\",\"date\":\"2024-02-03T04:05:06Z\",\"date_iso\":\"2024-02-03T04:05:06Z\",\"time\":1706933106,\"time_iso\":\"2024-02-03T04:05:06Z\",\"uri\":\"http://a.example/d/page\",\"packed_offset\":395"'
check_same 'brackets around the URL' '"$TRAWL" -t tsv --fields uri "$tmp/plain.warc" | sed -n 4p' 'echo http://a.example/in-brackets'
check_same 'type and charset' '"$TRAWL" -t json "$tmp/plain.warc" | grep -c "\"part\":\"1\",\"type\":\"application/xhtml+xml\""' 'echo 3'

# at OFFSET: prints what begins at this offset of the compressed file.
at() {
    tail -c "+$(($1 + 1))" "$tmp/members.warc.gz" | gzip -dc 2>/dev/null | sed -n '2,5s/^WARC-Record-ID: <\(.*\)>.$/\1/p' | head -n 1
}
if have gzip; then
    check_same 'a member begins at each packed_offset' '"$TRAWL" -t tsv --fields packed_offset "$tmp/members.warc.gz" | sort -nu |
        while read -r offset; do at "$offset"; done' '"$TRAWL" -t tsv --fields id "$tmp/members.warc.gz" | uniq'
fi
check_same 'one member: only its own record has one' \
    '"$TRAWL" -t tsv --fields packed_offset "$tmp/whole.warc.gz" | sort -u' 'echo "\\N"'
check_same 'a table without --fields has no new column' '"$TRAWL" -t csv "$tmp/plain.warc" | head -n 1 | grep -c uri' 'echo 0'
if have zstd; then
    (cd "$tmp" && tail -c +989 plain.warc >second && head -c 988 plain.warc | zstd -qc && zstd -qc <second) >"$tmp/frames.warc.zst"
    check_same 'frames of zstd' '"$TRAWL" -t tsv --fields packed_offset "$tmp/frames.warc.zst" | sed -n 4p' \
        'head -c 988 "$tmp/plain.warc" | zstd -qc | wc -c'
else
    skip 'frames of zstd' 'no zstd'
fi

# ---- Chunks and compression ----

if grep -q '^HAVE_ZLIB = .' "$B/config.mk"; then
    check_same 'chunks, gzip, deflate, and bodies that have none' '"$TRAWL" --find url,html "$tmp/coded.warc" | head -n 21' \
        'for n in 1 2 3 4 5 6 7; do page $n; done | tr " " "\n" | sed "s|^|http://a.example/|"'
    check_same 'nothing is said' 'notes coded.warc' ':'
    check_same 'a link of many pieces in a compressed body is one' '"$TRAWL" "$tmp/coded.warc" | grep -c "/8/part0/part1/part2/part3/part4/$"' 'echo 1'
    check_same 'all of a compressed body' '"$TRAWL" "$tmp/coded.warc" | grep -c "/9$"' 'echo 5000'
    check_same 'the URLs of -t json are the same' '"$TRAWL" -t tsv --fields url "$tmp/coded.warc"' '"$TRAWL" --spell=raw "$tmp/coded.warc" >/dev/null;
        "$TRAWL" -t json "$tmp/coded.warc" | sed "s/^{\"url\":\"\([^\"]*\).*/\1/"'
    check_same 'spans are in the record' '"$TRAWL" -t tsv --fields spans,offset "$tmp/coded.warc" |
        awk -F "[\t,-]" "\$1 < \$NF || \$2 < \$1 || \$2 > $(wc -c <"$tmp/coded.warc")" | wc -l' 'echo 0'
    check_same 'a compressed body that ends early' 'notes cut-gzip.warc' 'echo "byte 941: a compressed body ends early (E20)"'
    check_same 'damaged compression: the rest is read' 'links bad-gzip.warc | grep -c " *2 $"' 'echo 1'
    check_test 'a bomb: little memory' -le 60000 '{ TIMEFORMAT=; python3 -c "
import resource, subprocess, sys
subprocess.run([sys.argv[1], \"-j1\", sys.argv[2]], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)" "$TRAWL" "$tmp/bomb.warc"; }'
    check_same 'a bomb: the rest is read' '"$TRAWL" --find url "$tmp/bomb.warc" 2>&1 | sed "s/byte [0-9]*/byte N/;s/^trawl: .*warc: //"' \
        'echo "byte N: a compressed body is over the limit for unpacked bytes, and the rest of it is not read (E20)"; echo http://a.example/2'
fi

# ---- Faults ----

inside='the input ends inside a record, or the Content-Length of the record is wrong (E20)'
follows='the Content-Length of a record is wrong, because no record follows it; nothing is read up to the next one (E20)'
head='the header of a record is longer than 102400 bytes, and the record is not read (E20)'
export inside follows head
fault() {
    check_same "$1: what is found" "links $1" "echo '$2'"
    check_same "$1: what is said" "notes $1 | sed 's/^byte [0-9]*: //'" "printf '%s' '$3' | sed 's/\$/\\n/'"
    check_status "$1: exits with 2" 2 "\"\$TRAWL\" $tmp/$1"
}
fault short.warc "$(page 1)2 " "$follows"
fault long.warc "$(page 1)$(page 9)server 2 " "$inside"
fault cut.warc "$(page 1)" "$inside"
fault cut-head.warc "$(page 1)" 'the input ends in the header of a record (E20)'
fault bad-chunks.warc '2 ' 'the chunks of a body are damaged, and the rest of it is not read (E20)'
fault huge-head.warc '2 ' "$head"
fault huge-http.warc '2 ' "$head"
fault huge-line.warc '2 ' "$head"
fault no-length.warc '2 ' "$follows"
fault brotli.warc "$(page 1)" 'a body is not read, because its Content-Encoding is not supported (E20)'
check_same 'text between records' 'links -f warc between.warc' 'echo "$(page 1)2 "'
check_same 'a damaged member' 'links cut.warc.gz' 'echo "$(page 1)"'
check_status 'exits with 2' 2 '"$TRAWL" "$tmp/cut.warc.gz"'
check_same 'the limit is in json' '"$TRAWL" -t json --also=limits "$tmp/cut.warc" 2>/dev/null | grep -c "^{\"record\":\"limit\",\"limit\":\"the input ends inside"' 'echo 1'

# ---- Threads ----

mkdir "$tmp/many" && for n in 1 2 3 4 5 6; do cp "$tmp/coded.warc" "$tmp/many/$n.warc" && cp "$tmp/members.warc.gz" "$tmp/many/$n.gz"; done
for form in '' '-t json' '-c' '-u'; do
    export form
    check_same "-j4 is -j1: trawl $form" '"$TRAWL" -j4 $form "$tmp/many" | cksum' '"$TRAWL" -j1 $form "$tmp/many" | cksum'
done
finish
