#!/bin/sh
# t_csv.sh - trawl rows --in csv and -t csv: quotes, line ends, headers, separators, damaged rows
#
# shellcheck disable=SC2030,SC2031  # `input` and `options` are set for each case
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

# answers NAME INPUT OPTIONS WANTED: INPUT is a format of printf; "|" stands for CR in WANTED.
answers() {
    input=$2 options=$3
    export input options
    check_test "$1" = "$4" 'printf "$input" | "$TRAWL" rows --in csv --fields url $options 2>&1 | tr "\r" "|"'
}

# fails NAME INPUT OPTIONS
fails() {
    input=$2 options=$3
    export input options
    check_status "$1" 2 'printf "$input" | "$TRAWL" rows --in csv $options'
}

a='[{"url":"http://a.example/"}]'
b='[{"url":"http://b.example/"}]'
c='"[{""url"":""http://a.example/""}]"'

# fault ROW LINE REASON: the answer to a damaged row
fault() {
    printf '{"error":"row %s, line %s: %s"}' "$1" "$2" "$3"
}

absent='the row has no such column'
open='a quote is not closed; the row was ended with its line'
after='text after a closing quote; inside a quoted field, write a quote twice'
nul='a NUL byte; if the input is UTF-16, convert it to UTF-8'

# Cells
answers 'cells' 'x,http://a.example/,y\n' '--column 2' "$a"
answers 'a column of two digits' '1,2,3,4,5,6,7,8,9,http://a.example/,11\n' '--column 10' "$a"
answers 'a comma in quotes' '"x,y",http://a.example/\n' '--column 2' "$a"
answers 'a line end in quotes' '"x\ny",http://a.example/\n' '--column 2 --keep 1' '{"1":"x\ny","links":'"$a}"
answers 'CR LF and CR in quotes' '"x\r\ny\rz",http://a.example/\r\n' '--column 2 --keep 1' '{"1":"x\r\ny\rz","links":'"$a}"
answers 'quotes written twice' '"""x"" """,http://a.example/\n' '--column 2 --keep 1' '{"1":"\"x\" \"","links":'"$a}"
answers 'quotes in a cell without quotes' '5" x",http://a.example/\n' '--column 2 --keep 1' '{"1":"5\" x\"","links":'"$a}"
answers 'spaces are part of a cell' ' "x,y" ,http://a.example/\n' '--column 3 --keep 1,2' '{"1":" \"x","2":"y\" ","links":'"$a}"
answers 'a backslash is a character' '\\N,http://a.example/\n' '--column 2 --keep 1' '{"1":"\\N","links":'"$a}"
answers 'empty cells' ',x\n"",x\n' '--keep 1' '{"1":"","links":[]}
{"1":"","links":[]}'
answers 'an empty last cell' 'x,' '--column 2 --keep 1,2' '{"1":"x","2":"","links":[]}'
answers 'one quote is no cell in quotes' '"' '' "$(fault 1 1 "$open")"
answers 'HTML in quotes' '"<a href=""http://a.example/"">x</a>"\n' '-f html' "$a"

# Ends of rows, a byte order mark
answers 'LF, CR LF, CR' 'http://a.example/\nhttp://b.example/\r\nhttp://a.example/\r' '' "$a
$b
$a"
answers 'an empty row is a row' 'http://a.example/\r\n\r\nhttp://b.example/\r\n' '' "$a
[]
$b"
answers 'CR before CR LF ends a row' 'http://a.example/\r\r\nhttp://b.example/' '' "$a
[]
$b"
answers 'the last row without a line end' 'x\n"http://a.example/"' '' "[]
$a"
answers 'no rows' '' '' ''
answers 'a byte order mark' '\357\273\277"http://a.example/",x\n' '--keep 2' '{"2":"x","links":'"$a}"
answers 'a byte order mark alone' '\357\273\277' '' ''
answers 'a part of a byte order mark is text' '\357\273,http://a.example/' '--column 2' "$a"
answers 'a second byte order mark is text' '\357\273\277\357\273\277"x",http://a.example/' '--column 2 --keep 1' '{"1":"\ufeff\"x\"","links":'"$a}"
check_test 'a byte order mark, CR and LF in pieces' = "$a
$b" '{ for part in "\357" "\273" "\277\"http://a.example/\"\r" "\nhttp://b.example/\r" "\n"; do
    printf "$part"; sleep 0.1; done; } | "$TRAWL" rows --in csv --fields url'
check_test 'a short first row is answered while the input pauses' = answered '{ printf "x\n"; i=0
    while [ ! -s "$tmp/answers" ] && [ "$i" -lt 600 ]; do sleep 0.1; i=$((i + 1)); done
    [ ! -s "$tmp/answers" ] || echo answered >"$tmp/state"; } | "$TRAWL" rows --in csv >"$tmp/answers"; cat "$tmp/state"'
check_test 'a cell of 10 MB' = "$a
$b" '{ printf \"; head -c 10000000 /dev/zero | tr "\0" "\n"; printf " http://a.example/\"\nhttp://b.example/\n"; } |
    "$TRAWL" rows --in csv --fields url -f text'

# The header
answers 'a column by name' 'x,t\nhttp://b.example/,http://a.example/\n' '--column t' "$a"
answers 'a name in quotes' '\357\273\277"a,""b""\n",t\nhttp://a.example/,7\n' '--keep t --column 1' '{"t":"7","links":'"$a}"
check_test 'a name with a comma, quotes and a line end' = "$a" 'printf "x,\"a,\"\"b\"\"\n\"\n7,http://a.example/\n" |
    "$TRAWL" rows --in csv --fields url --column "a,\"b\"
"'
answers 'by number the first row is no header' 'url\nhttp://a.example/\n' '' "[]
$a"
answers 'names and numbers' 'id,t,d\n7,http://a.example/,x\n' '--column t --keep 1,d' '{"1":"7","d":"x","links":'"$a}"
answers 'of columns with one name the first' 't,t\nhttp://a.example/,http://b.example/\n' '--column t' "$a"
answers 'a longer name is another one' 'tx,t\nhttp://b.example/,http://a.example/\n' '--column t' "$a"
fails 'a number of ten digits' 'x\n' '--column 1000000001'
answers 'a column that the header lacks' 'x;t\n1;2\n' '--column t' \
    'trawl: rows: no column is named t; the first row has the names; --separator says what is between them'
fails 'it fails' 'x;t\n1;2\n' '--column t'
answers 'a damaged header' '"x,t\n1,2\n' '--column t' "trawl: rows: the header: $open"
fails 'it fails' '"x,t\n1,2\n' '--column t'

# The separator
for case in 'comma ,' 'semicolon ;' 'tab \t' 'pipe |'; do
    answers "--separator ${case% *}" "\"x,;\\t|\"${case#* }http://a.example/\n" "--separator ${case% *} --column 2 --keep 1" \
        '{"1":"x,;\t|","links":'"$a}"
done
answers 'it is also that of the answers' '"x;";http://a.example/;y,\n' '--separator semicolon -t csv --column 2 --keep 1,3' "\"x;\";y,;$c|"
check_status '--separator without --in csv' 2 '"$TRAWL" rows --separator tab </dev/null'
fails 'another separator' 'x' '--separator ;'

# Answers in CSV: CR LF, quotes where they are needed
answers '-t csv' 'id,t,"a, b"\n7,http://a.example/,"x\ny"\n8,,""\n' '-t csv --column t --keep id,3' "id,\"a, b\",links|
7,\"x
y\",$c|
8,\"\",[]|"
answers 'kept cells are copied byte for byte' 'x,"a",5" ,"\377\1"\n' '-t csv --keep 2,3,4' "$(printf '"a",5" ,"\377\1",[]|')"
answers 'kept cells stay what they are, even formulas' '{"t":"http://a.example/","i":"=1"}\n' '--in json -t csv --column t --keep i' "=1,$c|"
answers 'cells that a row lacks are empty' 'x\n' '-t csv --keep 1,2' 'x,,[]|'
answers 'from csv to tsv' '"x\ty\nz",\\N,\n' '-t tsv --column 3 --keep 1,2,3' 'x\ty\nz	\\N		[]'
answers 'from tsv to csv' 'http://a.example/\t\\N\t\ta,"b"\\n\n' '--in tsv -t csv --keep 2,3,4' ",\"\",\"a,\"\"b\"\"
\",$c|"
answers 'from json to csv' '{"t":null,"i":7,"l":[1,2],"n":"\\\\N"}\n' '--in json -t csv --column t --keep i,l,n' '7,"[1,2]","\N",|'
answers 'from length-prefixed to csv' '17\nhttp://a.example/\n\\N\n' '--in length-prefixed -t csv' "$c|
|"

if have jq; then
    check_test 'a row for each link, by the command of the manual page' = '"1","http://a.example/"
"1","http://b.example/"' "printf 'id,text\n1,\"http://a.example/ http://b.example/\"\n2,\n3\n' | \"\$TRAWL\" rows --in csv --column text --keep id |
        $(grep "^  jq" doc/trawl-rows.1)"
else
    lacks 'a row for each link, by the command of the manual page' jq
fi

# Damaged rows, and the rows after them
answers 'a missing column' 'x\nx,http://a.example/\n' '--column 2' "$(fault 1 1 "$absent")
$a"
answers 'a quote that is never closed' '1,"x\n2,http://a.example/\n3,http://b.example/' '--column 2' "$(fault 1 1 "$open")
$a
$b"
answers 'a quote that is closed by the next one' '1,"x\n2,http://a.example/\r\n3,"http://b.example/"\r\n' '--column 2' "$(fault 1 1 "$open")
$a
$b"
answers 'a row over lines after it' '1,"x\n2,"y\nhttp://a.example/"\n3,http://b.example/\n' '--column 2' "$(fault 1 1 "$open")
$a
$b"
answers 'an open quote in the last row' '1,http://a.example/\n2,"http://b.example/' '--column 2' "$a
$(fault 2 2 "$open")"
answers 'many open quotes' '1,"x\r2,"y"z\r3,"u\r4,http://a.example/\r' '--column 2' "$(fault 1 1 "$open")
$(fault 2 2 "$after")
$(fault 3 3 "$open")
$a"
answers 'a row in which a quote of a later line shows the damage' '1,"x\n2,"y\n3,http://a.example/\n4,"z"\n' '--column 2' "$(fault 1 1 "$open")
$(fault 2 2 "$open")
$a
[]"
answers 'text after a closing quote' '1,"http://a.example/" x,"y"\n2,http://b.example/\n' '--column 2' "$(fault 1 1 "$after")
$b"
answers 'a space after a closing quote' '1,"http://a.example/" ,x\n' '--column 2' "$(fault 1 1 "$after")"
answers 'NUL' '1,"x\n\0",y\n2,http://b.example/\n' '--column 2' "$(fault 1 1 "$nul")
$b"
answers 'a damaged row keeps its whole cells' '7,"x\n"8,","x"y,z\n9,\0,z\n,"' '--column 2 --keep 1,2' \
    '{"1":"7","2":null,"links":'"$(fault 1 1 "$open")}"'
{"1":"8,","2":null,"links":'"$(fault 2 2 "$after")}"'
{"1":"9","2":null,"links":'"$(fault 3 3 "$nul")}"'
{"1":"","2":null,"links":'"$(fault 4 4 "$open")}"
answers 'a damaged row in csv' 'k,u\n7\n' '--column u --keep k -t csv' 'k,links|
7,"{""error"":""row 1, line 2: the row has no such column""}"|'
answers 'rows are counted without the header, lines with it' 'k,"t\r\n",u\r\n1,"x\n\ny",\r\n2\r3\n' '--column u --keep k' \
    '{"k":"1","links":[]}
{"k":"2","links":'"$(fault 2 6 "$absent")}"'
{"k":"3","links":'"$(fault 3 7 "$absent")}"
check_test 'warnings have the row and its line' = 'trawl: rows: row 2, line 3: gzip-compressed data ends early (at byte 3)' \
    'printf "\"x\ny\"\n\037\213\b\n" | "$TRAWL" rows --in csv -f text 2>&1 >/dev/null'
check_status 'damaged rows are answered' 0 'printf "\"x" | "$TRAWL" rows --in csv'

# The bound of memory
large='the row and its answer take more than 100 bytes; see --max-row'
answers 'rows of the bound and one byte more' '%050d\n%050d\r\n%051d\nx\n' '--max-row 100' "[]
[]
$(fault 3 3 "$large")
[]"
answers 'a large row over lines' '7,"\n%060d""\n,x",y\n8\n' '--column 2 --keep 1,2,3 --max-row 100' \
    '{"1":"7","2":null,"3":null,"links":'"$(fault 1 1 "$large")}"'
{"1":"8","2":null,"3":null,"links":'"$(fault 2 4 "$absent")}"
answers 'damage inside a large row' '"%060d"x\nx\n' '--max-row 100' "$(fault 1 1 "$large")
[]"
answers 'an open quote near the bound' '"%039d\n%08d\n' '--max-row 100' "$(fault 1 1 "$open")
[]"
answers 'a large answer' 'http://a.example/ http://b.example/\nx\n' '--max-row 100' "$(fault 1 1 "$large")
[]"
answers 'a large last row without a line end' '%060d' '--max-row 100' "$(fault 1 1 "$large")"
check_test 'a large row that the input ends inside' = 'trawl: rows: the input ends inside the last row, which is too large; see --max-row, or close a quote of it' \
    'printf "\"%060d\nx\n" | "$TRAWL" rows --in csv --max-row 100 2>&1 >/dev/null'
fails 'it fails' '"%060d\nx\n' '--max-row 100'
answers 'an open quote whose lines are rows like those before it' '0,a\n1,a\n2,"b\n3,c\n4\n5,d\r\n6,http://a.example/,%060d\n7,b\n' '--column 2 --keep 1 --max-row 100' \
    '{"1":"0","links":[]}
{"1":"1","links":[]}
{"1":"2","links":'"$(fault 3 3 "$open")}"'
{"1":"3","links":[]}
{"1":"4","links":'"$(fault 5 5 "$absent")}"'
{"1":"5","links":[]}
{"1":"6","links":'"$(fault 7 7 "$large")}"'
{"1":"7","links":[]}'
answers 'a damaged row is not the one that they are like' '0,a\n"x\n1,"b\n2,c\n3,d\n4,%060d%060d\n' '--column 2 --keep 1 --max-row 100' \
    '{"1":"0","links":[]}
{"1":null,"links":'"$(fault 2 2 "$open")}"'
{"1":"1","links":'"$(fault 3 3 "$open")}"'
{"1":"2","links":[]}
{"1":"3","links":[]}
{"1":"4","links":'"$(fault 6 6 "$large")}"
answers 'an open quote whose lines are not' '1,a\n2,"b\n3\n4\n5,d\n%060d"\n7,b\n' '--column 2 --keep 1 --max-row 100' \
    '{"1":"1","links":[]}
{"1":"2","links":'"$(fault 2 2 "$large")}"'
{"1":"7","links":[]}'
fails 'a large header' 'a,%060d\n' '--column a --max-row 100'
check_test 'a large row comes in pieces' = "$(fault 1 1 "$large")
[]" '{ printf \"; for i in 1 2 3; do printf "%060d\n" 0; sleep 0.1; done; printf "\"\r"; sleep 0.1; printf "\nx\n"; } |
    "$TRAWL" rows --in csv --max-row 100'

# A comparison with Python's csv module, damaged rows, and time and memory
check 'made rows are as Python reads them' 'python3 -B tests/trawl/rows/made_csv.py made $(amount 1500 5000)'
check 'damaged rows cost no others' 'python3 -B tests/trawl/rows/made_csv.py damaged $(amount 1000 4000)'
printf '#!/bin/sh\n"%s" "$@" | sed 7d\n' "$TRAWL" >"$tmp/shifted" && chmod +x "$tmp/shifted"
check_status 'answers that are shifted are found' 1 'TRAWL=$tmp/shifted python3 -B tests/trawl/rows/made_csv.py made 1000'
check_status 'also beside damaged rows' 1 'TRAWL=$tmp/shifted python3 -B tests/trawl/rows/made_csv.py damaged 100'
if limits_memory 400000; then
    check 'memory and time of rows that are read again' 'python3 -B tests/trawl/rows/made_csv.py bounds'
else
    lacks 'memory and time of rows that are read again' 'a sanitizer takes more'
fi

finish
