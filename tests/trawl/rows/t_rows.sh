#!/bin/sh
# t_rows.sh - trawl rows: formats, columns, NULL, damaged rows, pauses, errors
#
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

# rows INPUT OPTION...: INPUT is a format of printf.
rows() {
    input=$1
    shift
    # shellcheck disable=SC2059
    printf "$input" | "$TRAWL" rows --fields url "$@"
}

a='[{"url":"http://a.example/"}]'
b='[{"url":"http://b.example/"}]'
error='{"error":"the row has no such column"}'
export a b error

# Each format of rows with each format of answers.
check_test 'tsv to json' = "$a
$b" 'rows "http://a.example/\nhttp://b.example/\n"'
check_test 'tsv to tsv' = "$a" 'rows "http://a.example/\n" -t tsv'
check_test 'json to json' = "$a
$b" 'rows "\"http://a.example/\"\n [ \"http:\\\\/\\\\/b.example\\\\u002f\" ] \n" --in json'
check_test 'json to tsv' = "$a" 'rows "\"http://a.example/\"\n" --in json -t tsv'
check_test 'length-prefixed to json' = "$a
$b" 'rows "17\nhttp://a.example/\n20\nx\n\nhttp://b.example/\n" --in length-prefixed'
check_test 'length-prefixed to tsv' = "$a" 'rows "17\nhttp://a.example/\n" --in length-prefixed -t tsv'
check_test 'escapes of JSON are escaped in tsv' = '[{"anchor":"a\\"b"}]' 'printf "<a href=http://a.example/>a\"b</a>\n" | "$TRAWL" rows -f html --fields anchor -t tsv'
check_test 'all fields' = 1 '[ "$(echo http://a.example/ | "$TRAWL" rows)" = "[$(printf http://a.example/ | "$TRAWL" -t json)]" ] && echo 1'
check_test '-f html' = "$a" 'rows "<a href=\"http://a.example/\">x</a>\n" -f html'
check_test '-f mail' = '[{"url":"http://a.example/","message":{"subject":"x"}}]' 'printf "Subject: x\\\\n\\\\nhttp://a.example/\n" | "$TRAWL" rows -f mail --fields url,message.subject'
check_test 'options of trawl' = "[]
$b" 'rows "http://a.example/\nhttp://b.example/\n" --host b.example'
check_test '--context' = '[{"url":"http://a.example/","context":"e http://a.example/ b"},{"url":"http://b.example/","context":"b http://b.example/"}]' \
    'rows "see http://a.example/ b http://b.example/\n" --context 2'

# NULL, empty rows, ends of lines
check_test 'NULL in tsv' = "null
[]" 'rows "\\\\N\n\\\\\\\\N\n"'
check_test 'NULL from tsv to tsv' = '\N' 'rows "\\\\N\n" -t tsv'
check_test 'NULL in json' = "null
null" 'rows "null\n{\"t\":null}\n" --in json --column t'
check_test 'NULL in length-prefixed' = 'null
[]' 'rows "\\\\N\n2\n\\\\N\n" --in length-prefixed'
check_test 'no rows' = '' 'rows ""'
check_test 'an empty row' = '[]
[]' 'rows "\n\n"'
check_test 'an empty row of json is damaged' = '{"error":"not JSON"}' 'rows "\n" --in json'
check_test 'CR LF' = "$a
$b" 'rows "http://a.example/\r\nhttp://b.example/\r\n"'
check_test 'a last row without LF' = "$a" 'rows "http://a.example/"'
check_test 'a last row without LF, length-prefixed' = "$a" 'rows "17\nhttp://a.example/" --in length-prefixed'
check_test 'escapes of tsv' = '[{"raw":"http://a.example/(A)"}]' 'printf "<\\\\x68\\\\164tp:\\\\/\\\\/a.example/(\\\\x41)>\\\\tx\\\\n\n" | "$TRAWL" rows --fields raw'
check_test 'a row like compressed data' = "[]
$a" 'rows "\037\213\b\nhttp://a.example/\n" -f text 2>/dev/null'

# Columns
check_test '--column N' = "$b" 'rows "http://a.example/\thttp://b.example/\n" --column 2'
check_test '--column N of json' = "$b" 'rows "[\"http://a.example/\",\"http://b.example/\"]\n" --in json --column 2'
check_test '--column NAME' = "$b" 'rows "x\tt\nhttp://a.example/\thttp://b.example/\n" --column t'
check_test '--column NAME of json' = "$b
$a" 'rows "{\"x\":1,\"t\":\"http://b.example/\"}\n{\"\\\\u0074\":\"http://a.example/\"}\n" --in json --column t'
check_test '--keep from tsv to tsv' = "3	x	links
\\N	a\\tb	$b" 'rows "x\tt\t3\na\\\\tb\thttp://b.example/\t\\\\N\n" -t tsv --column t --keep 3,x'
check_test '--keep from tsv to json' = "{\"3\":null,\"x\":\"a\\tb\",\"links\":$b}" 'rows "x\tt\t3\na\\\\tb\thttp://b.example/\t\\\\N\n" --column t --keep 3,x'
check_test '--keep from json to json' = "{\"i\":{\"n\":[1e3,\"\\t\"]},\"none\":null,\"links\":$b}" \
    'rows "{\"i\":{\"n\":[1e3,\"\\\\t\"]},\"t\":\"http://b.example/\"}\n" --in json --column t --keep i,none'
check_test '--keep from json to tsv' = "7	a\\tb	\\N	$b" \
    'rows "{\"i\":7,\"s\":\"a\\\\tb\",\"t\":\"http://b.example/\"}\n" --in json -t tsv --column t --keep i,s,none'

# RowBinary: a byte before a nullable value, a length before a text
check_test 'rowbinary' = '000111687474703a2f2f612e6578616d706c652f0009612e6578616d706c65' \
    'printf "\\1\\0\\21http://a.example/" | "$TRAWL" rows --in rowbinary --fields url,host | od -An -tx1 | tr -d " \n"'
check_test 'a text of 300 bytes' = 00 '{ printf "\\0\\254\\2"; printf "%0300d"; } | "$TRAWL" rows --in rowbinary --fields url | od -An -tx1 | tr -d " \n"'
check_test 'spans, other readings, a field that is absent' = '010107000000000000001b000000000000000001' \
    'printf "\\0\\35xx\\n>  <http://a.example/%%41>x" | "$TRAWL" rows --in rowbinary --fields spans,alt,target | od -An -tx1 | tr -d " \n"'
check_test 'a text of another type is read, a part that is not read has no link' = 0109687474703a2f2f782f00017800 \
    '{ printf "\\0\\57Content-Type: application/pkcs7-mime\\n\\nhttp://x/"; printf "\\0\\57Content-Type: application/pkcs7-mime\\n\\n0\\200\\6\\11*\\206H\\206\\367"; } |
        "$TRAWL" rows --in rowbinary -f mail --fields url,host 2>/dev/null | od -An -tx1 | tr -d " \n"'
for input in '\2' '\0\200\200\200\200\200\200\200\200\200\200\0' '\0\5abc' '\0\377\377\377\377\377\1' '\0\200'; do
    export input
    check_status "a damaged row of rowbinary, $input" 2 'printf "$input" | "$TRAWL" rows --in rowbinary --fields url'
done
check_test 'a damaged row does not cost those before it' = 00 'printf "\\0\\0\\2" | "$TRAWL" rows --in rowbinary --fields url 2>/dev/null | od -An -tx1 | tr -d " \n"'

# Damaged rows
check_test 'a missing column' = "$error
$a" 'rows "x\nx\thttp://a.example/\n" --column 2'
check_test 'a damaged row keeps its columns' = "{\"1\":\"x\",\"links\":$error}" 'rows "x\n" --column 2 --keep 1'
check_test 'a damaged row of tsv' = "x	$error" 'rows "x\n" --column 2 --keep 1 -t tsv'
check_test 'damaged JSON' = 9 'rows "{\n{\"a\"}\n[1,]\n\"\\\\ud\"\n\"x\n-\n1.\n01\n[\"x\"] 1\n" --in json | grep -cx "{\"error\":\"not JSON\"}"'
check_test 'a number is no text' = '{"error":"the column is neither a string nor null"}' 'rows "[1]\n" --in json'
check_test 'lists in lists' = '[]
{"error":"not JSON"}' 'for n in 100 101; do
    awk "BEGIN { for (i = 0; i < $n; i++) { a = a \"[\"; b = b \"]\" } print \"[\\\"x\\\",\" a b \"]\" }"; done | "$TRAWL" rows --in json'
check_test 'surrogates' = '[{"raw":"http://a.example/ü😀"}]' 'printf "\"<http://a.example/\\\\u00fc\\\\ud83d\\\\ude00>\"\n" | "$TRAWL" rows --in json --fields raw'
check_test 'a lone surrogate' = '[{"raw":"http://a.example/�x"}]' 'printf "\"<http://a.example/\\\\ud83dx>\"\n" | "$TRAWL" rows --in json --fields raw'
check_test 'damaged lengths' = '{"error":"not the length of a row, a number of bytes up to 1 GB"}
{"error":"not the length of a row, a number of bytes up to 1 GB"}
{"error":"no line feed after the bytes of the row: its length is wrong"}
'"$a"'
{"error":"the input ends inside the row"}' 'rows "x\n1073741825\n1\nabc\n17\nhttp://a.example/\n9\nabc" --in length-prefixed'
check_status 'a damaged row is answered' 0 'rows "x\n" --in json'
check_test 'warnings name the row' = 'trawl: rows: row 2: looks like a PDF document, not text' 'printf "x\n%%PDF-\\\\0\n" | "$TRAWL" rows -f text 2>&1 >/dev/null'
check_test 'many warnings are counted' = 'trawl: rows: warnings about rows that were left out: 5' \
    'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do printf "%%PDF-\\\\0\n"; done | "$TRAWL" rows -f text 2>&1 >/dev/null | tail -n 1'

# Many rows, and large ones
check 'random rows' 'python3 -B tests/trawl/rows/rows.py random $(amount 3000 12000)'
printf '#!/bin/sh\n"%s" "$@" | sed 7d\n' "$TRAWL" >"$tmp/shifted" && chmod +x "$tmp/shifted"
check_status 'answers that are shifted are found' 1 'TRAWL=$tmp/shifted python3 -B tests/trawl/rows/rows.py random 100'
check_test 'microseconds of a row' -lt 1000 'python3 -B tests/trawl/rows/rows.py pauses 1000'
check 'a run that is killed' 'python3 -B tests/trawl/rows/rows.py killed'
check 'the links of files' 'python3 -B tests/trawl/rows/rows.py files testdata'
head -c 10000000 /dev/zero | tr '\0' 'x' >"$tmp/large"
check_test 'a row of 10 MB' = "$a
$b" '{ cat "$tmp/large"; printf " http://a.example/\nhttp://b.example/\n"; } | "$TRAWL" rows --fields url -f text'
check_test 'a row of 10 MB, length-prefixed' = "$a" '{ echo 10000018; cat "$tmp/large"; printf " http://a.example/\n"; } | "$TRAWL" rows --in length-prefixed --fields url -f text'


# The bound of memory
large='{"error":"the row and its answer take more than 100 bytes; see --max-row"}'
for case in 'tsv|%060d\nhttp://a.example/\n' 'json|"%060d"\n"http://a.example/"\n' 'length-prefixed|120\n%0120d\n17\nhttp://a.example/\n' \
    'tsv|http://a.example/ http://b.example/\nhttp://a.example/\n' 'json|"http://a.example/ http://b.example/"\n"http://a.example/"\n' \
    'length-prefixed|54\n http://a.example/ http://b.example/ http://c.example/\n17\nhttp://a.example/\n'; do
    export case
    for to in json tsv; do
        export to
        check_test "--max-row, -t $to: $case" = "$large
$a" 'printf "${case#*|}" | "$TRAWL" rows --in "${case%%|*}" -t $to --fields url --max-row 100'
    done
done
check_test 'rows of the bound and one byte more' = "[]
$large
$large
[]" 'printf "100\\n%0100d\\n101\\n%0101d\\n101\\n%0101d\\n2\\nab\\n" | "$TRAWL" rows --in length-prefixed --max-row 100'
check_test 'lines of the bound and one byte more' = "[]
[]
$large
[]" 'printf "%050d\\n%050d\\r\\n%051d\\nx\\n" | "$TRAWL" rows --max-row 100'
check_test 'a large line comes in pieces' = "$large
[]" '{ for i in 1 2 3; do printf %060d 0; sleep 0.1; done; printf "\nx\n"; } | "$TRAWL" rows --max-row 100'
check_test 'a large row without its LF' = "$large" 'printf "%060d" | "$TRAWL" rows --max-row 100'
check_test 'a large row keeps the columns to its left' = "{\"1\":\"x\",\"3\":null,\"links\":$large}" \
    'printf "x\\t%060d\\tz\\n" | "$TRAWL" rows --column 2 --keep 1,3 --max-row 100'
check_test 'a kept column that is cut is null' = "\\N	$large" 'printf "%060d\\tx\\n" | "$TRAWL" rows --column 2 --keep 1 -t tsv --max-row 100'
check_status 'a large header' 2 'printf "a\\t%060d\\n" | "$TRAWL" rows --column a --max-row 100'
for case in '100|\0\170%0120d' '60|\0\66 http://a.example/ http://b.example/ http://c.example/'; do
    export case
    check_test "--max-row of rowbinary: $case" = '0100010111687474703a2f2f612e6578616d706c652f0009612e6578616d706c65' \
        'printf "${case#*|}\\0\\21http://a.example/" | "$TRAWL" rows --in rowbinary --fields url,host --max-row ${case%%|*} 2>"$tmp/warned" | od -An -tx1 | tr -d " \n"'
    check_test 'it is reported' = "trawl: rows: row 1: the row and its answer take more than ${case%%|*} bytes; see --max-row" 'cat "$tmp/warned"'
done
check_status 'a large row of rowbinary that the input ends inside' 2 \
    'printf "\0\170abc" | "$TRAWL" rows --in rowbinary --fields url --max-row 100'
check_status 'a large row of rowbinary that is whole' 0 \
    'printf "\0\170%0120d" | "$TRAWL" rows --in rowbinary --fields url --max-row 100'
check_status '--max-row of nearly 64 bits' 0 'rows "x\n" --max-row 16777215T'
# 16777217T is 2^64 bytes and 1T.
for size in 0 x 1x -1 '' 16777216T 16777217T 999999999T; do
    export size
    check_status "--max-row $size" 2 'rows "x\n" --max-row "$size"'
done
if limits_memory 400000; then
    check 'peaks of memory' 'python3 -B tests/trawl/rows/rows.py memory'
else
    lacks 'peaks of memory' 'a sanitizer takes more'
fi

# Errors
check_status 'a file' 2 '"$TRAWL" rows "$tmp/large"'
check_status 'a wrong column' 2 '"$TRAWL" rows --column 0'
check_status 'an empty name' 2 '"$TRAWL" rows --keep a,,b'
check_status 'a column that the header lacks' 2 'rows "a\tb\n" --column c'
check_status '--keep with lengths' 2 '"$TRAWL" rows --in length-prefixed --keep 1'
check_status 'rowbinary without --fields' 2 '"$TRAWL" rows --in rowbinary </dev/null'
check_status 'rowbinary with --context' 2 '"$TRAWL" rows --in rowbinary --fields url --context 5 </dev/null'
check_status 'rowbinary with -t' 2 '"$TRAWL" rows --in rowbinary --fields url -t json </dev/null'
check_status 'another format' 2 '"$TRAWL" rows -t html'
check_same '-j is refused' 'rows "x\n" -j2 2>&1; echo $?' \
    'echo "trawl: rows: rows are answered by one thread, without -j: start it for each part of the rows"; echo 2'
for option in -c -q -l -n -H -u --explain --also=provisional '--at 1:1' '--range 0:1'; do
    export option
    check_status "$option" 2 'rows "x\n" $option'
done
if [ -c /dev/full ]; then
    check_status 'a full disk' 2 'rows "x\n" >/dev/full'
else
    skip 'a full disk' 'no /dev/full'
fi

finish
