#!/bin/sh
# t_places.sh - --offsets, --at, --line-number=column, -l and -V
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/letter" <<'END'
> ä😀 see <URL:http://a.example/lo
> ng>, http://b.example/
joe@c.example (http://d.example/(x))
END
printf 'Subject: http://s.example/\nContent-Transfer-Encoding: quoted-printable\n\n=C3=A4 http://q.example/=\nx\n' >"$tmp/mail"
printf 'nothing\n' >"$tmp/none"
cp "$tmp/letter" "$tmp/a b"
export tmp

# ---- Offsets ----

check_same '--offsets bytes is the default' '"$TRAWL" --offsets bytes -t tsv "$tmp/letter"' '"$TRAWL" -t tsv "$tmp/letter"'
check_same '--offsets chars' '"$TRAWL" --offsets chars -t tsv --fields spans "$tmp/letter"' \
    'printf "%s\n" 14-33,36-38 41-58 59-72 74-94'
check_same '--offsets utf16' '"$TRAWL" --offsets utf16 -t json --fields spans "$tmp/letter" | head -n 1' \
    'echo "{\"spans\":[[15,34],[37,39]]}"'
check_same 'csv' '"$TRAWL" --offsets chars -t csv --no-header --fields spans "$tmp/letter" | head -n 2' \
    'printf "\"14-33,36-38\"\r\n41-58\r\n"'
cat >"$tmp/compare.py" <<'END'
# Compares spans with those that Python counts in the decoded text.
import json, sys
data = open(sys.argv[1], "rb").read()
text = data.decode(sys.argv[2], "replace")
lines = 0
for chars, utf16, raw in zip(*(open(name) for name in sys.argv[3:])):
    raw = json.loads(raw)
    for (a, b), (c, d), (e, f) in zip(json.loads(chars)["spans"], json.loads(utf16)["spans"], raw["spans"]):
        want = len(data[:e].decode(sys.argv[2], "replace")), len(data[:f].decode(sys.argv[2], "replace"))
        assert (a, b) == want, (a, b, want)
        assert (c, d) == tuple(len(text[:i].encode("utf-16-le")) // 2 for i in want), (c, d)
    lines += 1
assert lines > 3, lines
END
# compared NAME FILE CODEC
compared() {
    if ! have python3; then
        skip "$1: as Python counts" 'there is no python3'
        return
    fi
    file=$2 codec=$3
    export file codec
    check "$1: as Python counts" 'for unit in chars utf16 bytes; do
            "$TRAWL" --offsets $unit -t json --fields spans "$file" >"$tmp/$unit"
        done
        python3 "$tmp/compare.py" "$file" "$codec" "$tmp/chars" "$tmp/utf16" "$tmp/bytes"'
}
compared 'UTF-8' "$tmp/letter" utf-8
{
    i=0
    while [ "$i" -lt 5 ]; do
        cat "$tmp/letter" testdata/*.txt
        printf 'bad \377\200\303 \360\237 \342\202 \355\240\200 http://e.example/%s \n' "$i"
        head -c 90000 "$TRAWL" | tr -d '\000-\011\013-\037' | sed 's/[hHwW@:<]//g'
        printf '\n\nhttp://f.example/%s\n\n' "$i"
        i=$((i + 1))
    done
} >"$tmp/long"
compared 'a long text with bytes that are not UTF-8' "$tmp/long" utf-8
if have iconv; then
    # Each text has the byte-order mark.
    iconv -f UTF-8 -t UTF-16 "$tmp/letter" >"$tmp/letter16"
    { printf '\376\377' && iconv -f UTF-8 -t UTF-16BE "$tmp/letter"; } >"$tmp/letter16be"
    iconv -f UTF-8 -t UTF-32 "$tmp/letter" >"$tmp/letter32"
    compared 'UTF-16' "$tmp/letter16" utf-16-le
    compared 'UTF-16, the other byte order' "$tmp/letter16be" utf-16-be
    compared 'UTF-32' "$tmp/letter32" utf-32-le
else
    skip 'UTF-16 and UTF-32' 'there is no iconv'
fi
check_same 'byte by byte' 'dd if="$tmp/letter" bs=1 2>/dev/null | "$TRAWL" --offsets chars -t tsv --fields spans' \
    '"$TRAWL" --offsets chars -t tsv --fields spans "$tmp/letter"'
check_same 'several threads' '"$TRAWL" -j4 --offsets chars -t tsv --fields spans,line "$tmp/long" "$tmp/letter" "$tmp/long"' \
    '"$TRAWL" -j1 --offsets chars -t tsv --fields spans,line "$tmp/long" "$tmp/letter" "$tmp/long"'
check_status '--offsets without spans and columns' 2 '"$TRAWL" --offsets chars'
check_status '--offsets chars with --charset' 2 '"$TRAWL" --offsets chars -t json --charset iso-8859-1'

# ---- Columns ----

check_same '--line-number=column' '"$TRAWL" --line-number=column "$tmp/letter"' \
    'printf "%s\n" 1:15:http://a.example/long 2:8:http://b.example/ 3:1:mailto:joe@c.example "3:16:http://d.example/(x)"'
check_same '--line-number=column --offsets bytes' '"$TRAWL" --line-number=column --offsets bytes "$tmp/letter" | head -n 1' 'echo 1:19:http://a.example/long'
check_same '--line-number=column --offsets utf16' '"$TRAWL" --line-number=column --offsets utf16 "$tmp/letter" | head -n 1' 'echo 1:16:http://a.example/long'
check_same '--line-number=column in mail: the place in the file' '"$TRAWL" --line-number=column "$tmp/mail"' \
    'printf "%s\n" 1:10:http://s.example/ 4:8:http://q.example/x'
check_same '--line-number=column -H' 'cd "$tmp" && "$TRAWL" -H --line-number=column letter | tail -n 1' 'echo "letter:3:16:http://d.example/(x)"'
check_same '--line-number=column: several threads' '"$TRAWL" -j4 --line-number=column -H "$tmp/long" "$tmp/letter"' '"$TRAWL" -j1 --line-number=column -H "$tmp/long" "$tmp/letter"'

# ---- The link under a cursor ----

# at NAME PLACE WANTED [OPTION...]
at() {
    at_name=$1 place=$2 wanted=$3
    shift 3
    options=$*
    export place wanted options
    check_same "--at: $at_name" '"$TRAWL" $options --at $place "$tmp/letter"' '[ -z "$wanted" ] || echo "$wanted"'
}
at 'in a link' 2:10 http://b.example/
at 'its first character' 2:8 http://b.example/
at 'its last character' 2:24 http://b.example/
at 'right after it' 2:25 http://b.example/
at 'before it' 2:7 ''
at 'the first piece of a broken link' 1:20 http://a.example/long
at 'its second piece' 2:3 http://a.example/long
at 'the quote mark inside' 2:1 http://a.example/long
at 'its brackets' 1:10 http://a.example/long
at 'its closer' 2:5 http://a.example/long
at 'a bracket of the text' 3:15 ''
at 'a bracket of the link' 3:34 'http://d.example/(x)'
at 'after the line' 2:99 ''
at 'a line that does not exist' 99:1 ''
at 'columns in bytes' 1:19 http://a.example/long --offsets bytes
at 'the same column in characters' 1:11 http://a.example/long --offsets chars
at 'a format' 3:2 '{"url":"mailto:joe@c.example"}' -t json --fields url
at 'an option that chooses' 3:2 '' --scheme http
check_same '--at: two links side by side' 'echo "http://a.example/<http://b.example/>" | "$TRAWL" --at 1:18' 'echo http://b.example/'
check_same '--at: an address in quoted-printable' '"$TRAWL" --at 5:1 "$tmp/mail"' 'echo http://q.example/x'
check_same '--at: spans stay in bytes' '"$TRAWL" --at 2:10 -t tsv --fields spans "$tmp/letter"' '"$TRAWL" -t tsv --fields spans "$tmp/letter" | sed -n 2p'
# stops_early OPTION...: runs the command, which has to end while its input goes on.
stops_early() {
    rm -f "$tmp/ended" "$tmp/late"
    { cat "$tmp/letter" && echo && { until_there "$tmp/ended" || echo "read on" >"$tmp/late"; }; } | {
        "$TRAWL" "$@"
        echo >"$tmp/ended"
    }
    [ ! -e "$tmp/late" ] || cat "$tmp/late"
}
check_same '--at: reads no more than it needs' 'stops_early --at 2:10' 'echo http://b.example/'
check_status '--at: no link' 1 '"$TRAWL" --at 3:15 "$tmp/letter"'
check_status '--at -q' 0 '"$TRAWL" -q --at 3:2 "$tmp/letter"'
for wrong in 3 3: :3 0:1 1:0 a:b 1:2:3 -1:1 ''; do
    export wrong
    check_status "--at '$wrong' is not a place" 2 '"$TRAWL" --at "$wrong" "$tmp/letter"'
done
check_status '--at: one file' 2 '"$TRAWL" --at 1:1 "$tmp/letter" "$tmp/mail"'
check_status '--at does not go with -u' 2 '"$TRAWL" -u --at 1:1 "$tmp/letter"'

# ---- Names of files ----

check_same '-l' 'cd "$tmp" && "$TRAWL" -l letter none mail "a b"' 'printf "%s\n" letter mail "a b"'
check_same '-l -0' 'cd "$tmp" && "$TRAWL" -l0 none "a b"' 'printf "a b\000"'
check_same '-l: standard input' '"$TRAWL" -l <"$tmp/letter"' 'echo "(standard input)"'
check_same '-l with a choice' 'cd "$tmp" && "$TRAWL" -l --host "s.*" letter mail' 'echo mail'
check_same '-l: several threads' 'cd "$tmp" && "$TRAWL" -l -j4 letter none long mail long' 'printf "%s\n" letter long mail long'
check_status '-l: no file has a link' 1 '"$TRAWL" -l "$tmp/none"'
check_status '-l: a file is missing' 2 '"$TRAWL" -l "$tmp/letter" "$tmp/missing"'
check_status '-l does not go with -n' 2 '"$TRAWL" -ln "$tmp/letter"'
check_same '-l reads no more than the first link' 'stops_early -l' 'echo "(standard input)"'
check_same '-V' '"$TRAWL" -V' '"$TRAWL" --version'

finish
