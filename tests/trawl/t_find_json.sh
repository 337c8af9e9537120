#!/bin/sh
# t_find_json.sh - "trawl -t json" and "trawl -t tsv": every field, every kind of byte
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/letter" <<'END'
> see <URL:http://A.example:80/foo-
> bar/%7eb>, ä www.b.com
<URL:http://a.example/?x&amp;y> joe@c.example
END
export tmp

# rows.py FORMAT FILE EXPRESSION: reads the output and succeeds when the expression is true. In it,
# `rows` are the objects, or the lines of a table as lists, and unescape() reverses the escapes of
# COPY.
cat >"$tmp/rows.py" <<'END'
import json, re, sys
data = sys.stdin.buffer.read()
lines = data.split(b"\n")
assert lines.pop() == b"", "the last line has no end"
hidden = rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f\xad]|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|\xef\xbb\xbf"
assert not re.search(hidden, data), "raw control"
def unescape(b):
    named = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"\\": b"\\"}
    def plain(m): return named.get(m[1]) or bytes([int(m[1][1:], 16)])
    return re.sub(rb"\\(x[0-9a-f]{2}|.)", plain, b)
if sys.argv[1] == "json":
    rows = [json.loads(line.decode("utf-8")) for line in lines]
else:
    rows = [line.split(b"\t") for line in lines]
    assert all(len(row) == len(rows[0]) for row in rows), "not a table"
letter = open(sys.argv[2], "rb").read()
ok = eval("(" + sys.argv[3] + ")")
if not ok:
    print(rows)
sys.exit(0 if ok else 1)
END

# check_rows FORMAT NAME COMMAND EXPRESSION
check_rows() {
    if have python3; then
        rows_expression=$4 rows_format=$1
        export rows_expression rows_format
        check "$2" "$3"' | python3 "$tmp/rows.py" "$rows_format" "$tmp/letter" "$rows_expression"'
    else
        skip "$2" 'there is no python3'
    fi
}

# ---- JSON ----

run='"$TRAWL" -t json "$tmp/letter"'
check_rows json 'one object a link' "$run" 'len(rows) == 4'
check_rows json 'the fields and their order' "$run" \
    'all(list(r) == "url kind raw spans line column quote flags alt canonical ascii host site valid file zone".split() for r in rows)'
check_rows json 'url' "$run" '[r["url"] for r in rows] == ["http://A.example:80/foo-bar/%7eb", "https://www.b.com",
    "http://a.example/?x&amp;y", "mailto:joe@c.example"]'
check_rows json 'kind' "$run" '[r["kind"] for r in rows] == ["wrap", "www", "wrap", "email"]'
check_rows json 'raw' "$run" '[r["raw"] for r in rows] == ["http://A.example:80/foo- bar/%7eb", "www.b.com",
    "http://a.example/?x&amp;y", "joe@c.example"]'
check_rows json 'spans' "$run" '[r["spans"] for r in rows[:2]] == [[[11, 35], [38, 46]], [[52, 61]]]'
check_rows json 'raw is the bytes of the spans, joined by spaces' "$run" \
    'all(" ".join(letter[a:b].decode() for a, b in r["spans"]) == r["raw"] for r in rows)'
check_rows json 'line and column, in characters' "$run" \
    '[(r["line"], r["column"]) for r in rows] == [(1, 12), (2, 16), (3, 6), (3, 33)]'
check_same 'looks_like, only where the host is confusable' \
    'echo "http://gıthub.example/ http://bücher.example/" | "$TRAWL" -t json --flag confusable |
        sed "s/.*\"flags\":\(.*\),\"alt.*\(\"looks_like.*\),\"valid.*/\1 \2/"' \
    'echo "[\"confusable\"] \"looks_like\":\"github.example\""'
check_rows json 'quote' "$run" '[r["quote"] for r in rows] == [1, 1, 0, 0]'
check_rows json 'flags' "$run" '[r["flags"] for r in rows] == [["hyphen-break"], ["scheme-implied"], ["entity"], []]'
check_rows json 'alt' "$run" \
    '[r["alt"] for r in rows] == [[{"url": "http://A.example:80/foobar/%7eb", "why": "hyphen"}],
    [], [{"url": "http://a.example/?x&y", "why": "entity"}], []]'
check_rows json 'canonical' "$run" \
    '[r["canonical"] for r in rows][:2] == ["http://a.example/foo-bar/~b", "https://www.b.com/"]'
check_rows json 'valid' "$run" '[r["valid"] for r in rows] == [["1738", "1630", "3986", "iri"]] * 2 +
    [["1738", "3986", "iri"], ["1738", "1630", "3986", "iri"]]'
check_rows json 'file' "$run" 'all(r["file"] == sys.argv[2] for r in rows)'
check_rows json 'no file for standard input' '"$TRAWL" -t json <"$tmp/letter"' 'not any("file" in r for r in rows)'
check_rows json 'ascii' 'echo http://ä.example/ö | "$TRAWL" -t json' \
    'rows[0]["ascii"] == "http://xn--4ca.example/%C3%B6" and rows[0]["valid"] == ["iri"]'
check_rows json '--spell=display adds the field display' 'echo http://a.example/%C3%A4 | "$TRAWL" -t json --spell=display' \
    'rows[0]["display"] == "http://a.example/ä" and rows[0]["url"] == "http://a.example/%C3%A4"'
check_rows json 'a relative reference' 'echo "<URL:x/y.html>" | "$TRAWL" -t json' \
    'rows[0]["url"] == "x/y.html" and "no-scheme" in rows[0]["flags"] and rows[0]["valid"] == []'
check_rows json 'a resolved reference' 'echo "<URL:x/y.html>" | "$TRAWL" -t json --base http://a.example/b/' \
    'rows[0]["url"] == "http://a.example/b/x/y.html" and rows[0]["raw"] == "x/y.html" and
    "resolved" in rows[0]["flags"]'
check_rows json '-u' 'cat "$tmp/letter" "$tmp/letter" | "$TRAWL" -t json -u' 'len(rows) == 4'
check_rows json '--join=drop swaps the readings' '"$TRAWL" -t json --join=drop "$tmp/letter"' \
    'rows[0]["url"] == "http://A.example:80/foobar/%7eb" and
    rows[0]["alt"][0]["url"] == "http://A.example:80/foo-bar/%7eb"'
check_rows json '--join=both changes nothing in JSON' '"$TRAWL" -t json --join=both "$tmp/letter"' \
    'len(rows) == 4 and rows[0]["alt"]'
check_rows json 'quotes, backslashes and invisible characters are escaped' \
    'printf "<URL:http://a.example/\"\\\\\342\200\256\302\205x>" | "$TRAWL" -t json' \
    'rows[0]["url"] == "http://a.example/\"\\\u202ex"'
check_rows json 'invalid UTF-8 is escaped' \
    'printf "http://a.example/\303\244\377x" | "$TRAWL" -t json 2>"$tmp/err"' \
    'rows[0]["url"] == "http://a.example/ä%FFx" and "bytes" not in rows[0] and
    rows[0]["flags"] == ["not-utf8"] and rows[0]["raw"] == "http://a.example/ä\ufffdx" and
    rows[0]["valid"] == ["iri"]'
check_rows json 'a U+FFFD of the text: no field bytes' 'printf "http://a.example/\357\277\275x" | "$TRAWL" -t json' \
    '"bytes" not in rows[0]'
check_rows json 'spans of another charset are places in the file' \
    'printf "\344\344 http://a.example/\344" | "$TRAWL" -t json --charset iso-8859-1' \
    'rows[0]["spans"] == [[3, 21]] and rows[0]["column"] == 4 and rows[0]["url"] == "http://a.example/ä"'
check_same 'no output without a link' 'echo nothing | "$TRAWL" -t json' 'printf ""'
check_rows json 'any bytes give valid JSON' \
    'head -c 300000 "$TRAWL" | sed "s|[AG]|http://x.example/|g" | "$TRAWL" -t json' 'len(rows) > 10'
check_same 'the same byte by byte' 'dd if="$tmp/letter" bs=1 2>/dev/null | "$TRAWL" -t json' \
    '"$TRAWL" -t json <"$tmp/letter"'

# ---- TSV ----

run='"$TRAWL" -t tsv --fields all "$tmp/letter"'
check_rows tsv 'one line a link, 42 columns' "$run" 'len(rows) == 4 and len(rows[0]) == 42'
check_same 'the first columns' "$run"' | head -n 1 | cut -f 1-22' 'printf "%s\t" http://A.example:80/foo-bar/%7eb wrap \
    "http://A.example:80/foo- bar/%7eb" 11-35,38-46 1 12 1 hyphen-break hyphen:http://A.example:80/foobar/%7eb \
    http://a.example/foo-bar/~b http://A.example:80/foo-bar/%7eb 1738,1630,3986,iri "$tmp/letter"
    echo "\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N"'
check_rows tsv 'empty lists are empty' "$run" 'rows[3][7] == b"" and rows[3][8] == b""'
check_rows tsv 'standard input is \N' '"$TRAWL" -t tsv --fields all <"$tmp/letter"' 'all(r[12] == rb"\N" for r in rows)'
check_rows tsv 'columns of mail are \N' "$run" 'all(r[13:22] == [rb"\N"] * 9 for r in rows)'
check_rows tsv 'several other readings' 'echo "<URL:http://a.example/a b&amp;c>" | "$TRAWL" -t tsv --fields all' \
    'rows[0][8] == b"space:http://a.example/a%20b&amp;c entity:http://a.example/ab&c"'
check_rows tsv '--spell=display fills a column' 'echo http://a.example/%C3%A4 | "$TRAWL" -t tsv --fields all --spell=display' \
    'rows[0][22] == "http://a.example/ä".encode()'
check_rows tsv 'without --fields it adds one' 'echo http://a.example/%C3%A4 | "$TRAWL" -t tsv --spell=display' \
    'len(rows[0]) == 11 and rows[0][10] == "http://a.example/ä".encode()'
check_rows tsv 'unescaped, the same bytes' \
    'printf "<URL:http://a.example/\\\\\342\200\256\377x>" | "$TRAWL" -t tsv --fields all 2>"$tmp/err"' \
    'unescape(rows[0][0]) == b"http://a.example/\\\xe2\x80\xae%FFx" and
    unescape(rows[0][2]) == b"http://a.example/\\\xe2\x80\xae\xffx"'
check_rows tsv 'a file name with a TAB and a line end' \
    'f="$tmp/$(printf "a\tb\nc")"; cp "$tmp/letter" "$f"; "$TRAWL" -t tsv --fields all "$f"' 'rows[0][12].endswith(rb"a\tb\nc")'
check_rows tsv 'any bytes give a valid table' \
    'head -c 300000 "$TRAWL" | sed "s|[AG]|http://x.example/|g" | "$TRAWL" -t tsv --fields all' 'len(rows) > 10'
check_same '-H: the same escapes in a file name' \
    'cd "$tmp" && f=$(printf "x\ny") && cp letter "$f" && "$TRAWL" -H "$f" | sort -u | tail -n 1' \
    'printf "%s\n" "x\\ny:mailto:joe@c.example"'

finish
