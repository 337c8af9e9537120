#!/bin/sh
# t_output.sh - -o FILE: replaced as a whole, the format that a name ends in, an input with the same name
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp
cd "$tmp" || exit 2
printf 'see http://a.example/ and\nhttp://b.example/x\n' >text

for options in '' '-t json' '-t csv' '-t md' '-t html' '-t html --page' '-c' '-n -H' '-j2' '-t notes'; do
    check_same "as standard output: $options" '"$TRAWL" $options -o out text 2>&1; cat out' '"$TRAWL" $options text'
done
check_same 'nothing is printed' '"$TRAWL" --output=out text' 'true'
check_same 'a name in .html: a page' '"$TRAWL" -o x.html text && "$TRAWL" -o x.HTM -t html text && cmp x.html x.HTM && cat x.html' \
    '"$TRAWL" -t html --page text'
for name in x.json=json x.jsonl=json x.ndjson=json x.CSV=csv x.tsv=tsv x.tab=tsv x.md=md x.Markdown=md \
    'x.xhtml=xhtml --page' 'x.xht=xhtml --page' x.txt=list x.list=list .json.txt=list md/x=list md/x.csv=csv; do
    format=${name#*=} name=${name%%=*}
    mkdir -p md
    check_same "a name such as $name: -t $format" '"$TRAWL" -o $name text && cat $name' '"$TRAWL" -t $format text'
done
check_same 'the format of -t, not of the name' '"$TRAWL" -o y.csv -t json text && "$TRAWL" -t csv -o y.html text && cat y.csv y.html' \
    '"$TRAWL" -t json text && "$TRAWL" -t csv text'
check_same 'another format in .html' '"$TRAWL" -o y.html -t list text && cat y.html' '"$TRAWL" text'
check_same 'a number in .html' '"$TRAWL" -c -o z.html text && cat z.html' 'echo 2'
check_same '"-" is standard output' '"$TRAWL" -o - text' '"$TRAWL" text'
check_same 'the input has the same name' 'cp text same && "$TRAWL" -o same same && cat same' '"$TRAWL" text'
check_same 'in a folder that is read it is left out' \
    'mkdir folder && cp text folder && for i in 1 2; do "$TRAWL" -o folder/links folder 2>&1; echo $?; done; cat folder/links' \
    'echo 0; echo 0; "$TRAWL" text'
check_status 'no links: status 1, and an empty file' 1 'echo none >none && "$TRAWL" -o out none; status=$?; test -s out || exit $status'
check_same 'what was found before trouble is written' '"$TRAWL" -o out text lacking 2>&1; echo $?; cat out' \
    'printf "%s\n" "trawl: lacking: No such file or directory" 2 http://a.example/ http://b.example/x'
check_same 'nothing read: the old file stays' 'echo old >out; "$TRAWL" -o out lacking 2>/dev/null; echo $?; "$TRAWL" -q -o out text; cat out' \
    'echo 2; echo old'
check_same 'options that do not go with the page that a name means' '"$TRAWL" -n -o page.html text 2>&1' \
    'echo "trawl: -n does not go with -t html, which the name after -o implies, only with -t list, json, tsv and csv: the others print the text; see \"trawl --help\""'
check_same 'options that do not go with the table that a name implies' '"$TRAWL" -H -o links.tsv text 2>&1' \
    'echo "trawl: -H does not go with -t tsv, which the name after -o implies, only with -t list: records have the fields line, column and file; see \"trawl --help\""'
check_same 'a folder that is not there' '"$TRAWL" -o no/out text 2>&1; echo $?' \
    'printf "%s\n" "trawl: no/out: No such file or directory" 2'
if have python3; then
    check_same 'a file that is not named as input stays, on a terminal' 'cp text letter
        python3 -c "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)" "$TRAWL" -o letter </dev/null | tr -d "\r"; cmp letter text && echo same' \
        'printf "%s\n" "trawl: -o: letter would be replaced, and no input is named; without -o its links are printed" same'
else
    skip 'a file that is not named as input stays, on a terminal' 'there is no python3'
fi

# ---- Names of descriptors ----

ln -s /dev/stdout link.json
ln -s link.json link
ln -s /dev/fd/7 seven
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 link; do
    export name
    check_same "a log goes on: $name" '{ echo before; "$TRAWL" -o "$name" text; echo after; } >log; cat log' \
        'echo before; "$TRAWL" text; echo after'
done
for name in /dev/fd/7 /dev/../dev/fd/7 seven; do
    export name
    check_same "a descriptor of the caller: $name" '{ echo before >&7; "$TRAWL" -o "$name" text; "$TRAWL" --output="$name" text; echo after >&7; } 7>log; cat log' \
        'echo before; "$TRAWL" text; "$TRAWL" text; echo after'
    check_same "one that is not open: $name" '"$TRAWL" -o "$name" text 2>&1; echo $?' \
        'printf "%s\n" "trawl: $name: this descriptor is not open; name one that is open for writing, as in 3>FILE" 2'
    check_same "one to read from: $name" '"$TRAWL" -o "$name" text 7<text 2>&1; echo $?' \
        'printf "%s\n" "trawl: $name: this descriptor is not open for writing; name one that is open for writing, as in 3>FILE" 2'
done
check_same 'the name of a link implies the format' '"$TRAWL" -o link.json text >log; cat log' '"$TRAWL" -t json text'
check_same 'a descriptor of another process' '"$TRAWL" -o /proc/$$/fd/1 text >log 2>&1; cut -d " " -f 3- log' \
    'echo "it is a descriptor of another process; name one that is open for writing, as in 3>FILE"'
check_same 'the log is not read' 'echo http://old.example/ >log; "$TRAWL" -o /dev/fd/7 text log 7>>log 2>&1; cat log' \
    'echo "trawl: log: the output goes to this file, so it is not read"; echo http://old.example/; "$TRAWL" text'
check_same 'trawl rewrite --report' '{ echo before >&7; echo "<a href=http://a.example/>a</a>" | "$TRAWL" rewrite --seal --drop --report seven >page; } 7>log; grep -c . log; head -n 1 log' \
    'printf "2\nbefore\n"'
check_status 'trawl rewrite -i' 2 '"$TRAWL" rewrite -i --untrack /dev/stdout >log 2>said'

# ---- Names that are mistakes ----

check_same 'no input: the file stays' 'echo old >out; "$TRAWL" -o out </dev/null 2>&1; echo $?; cat out' \
    'printf "%s\n" "trawl: -o: out is not written: there was nothing to read; name a file that is the input" 2 old'
check_same 'no input: no file' 'true | "$TRAWL" -o new.txt 2>/dev/null; echo $?; test -e new.txt || echo none' 'printf "2\nnone\n"'
check_same 'an empty file that is named' ': >empty; for input in empty /dev/null; do echo old >out; "$TRAWL" -o out $input; echo $?; cat out; done' 'echo 1; echo 1'
mkdir nothing
check_same 'nothing in standard input, in a folder, in a list of files' \
    'for input in - nothing "--files0-from /dev/null"; do echo old >out; "$TRAWL" -o out $input </dev/null 2>&1 | cut -d : -f 4; cat out; done' \
    'for i in 1 2 3; do echo " there was nothing to read; name a file that is the input"; echo old; done'
check_same 'the name of a format' '"$TRAWL" -o json text 2>&1; echo $?; test -e json || echo none' \
    'printf "%s\n" "trawl: -o: json is a format; did you mean -t json? -o ./json writes a file of that name" 2 none'
check_same 'a file of that name' '"$TRAWL" -o ./csv text && cat csv; "$TRAWL" -c -o csv text && cat csv' '"$TRAWL" text; echo 2'

check_same 'wrong options leave the old file' 'echo old >out; "$TRAWL" -o out --fields url text 2>/dev/null; cat out' 'echo old'
if [ -w /dev/full ]; then
    check_same 'a full disk' '"$TRAWL" -o /dev/full text 2>&1; echo $?' 'printf "%s\n" "trawl: /dev/full: No space left on device" 2'
fi
check_same 'no temporary file is left' 'ls -A | grep -c "^\.trawl"' 'echo 0'
finish
