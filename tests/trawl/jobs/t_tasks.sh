#!/bin/sh
# t_tasks.sh - trawl split, map and merge print the same bytes as one run, whatever happens to the
# tasks
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

# ---- Inputs ----

awk 'BEGIN {
    for (i = 0; i < 3000; i++) {
        print "From ada@example.org Mon Jun 30 02:34:" i % 60 " 2008"
        print "From: ada@example.org\nSubject: http://subject.example/" i "\n\nhttp://body.example/" i % 700
        print "\n>From here\n-- \nhttp://signature.example/\n"
    }
}' >"$tmp/a.mbox"
mkdir "$tmp/mh"
for i in 1 2 3 4 5 6 7 8 9; do printf 'From: a@b.example\n\nhttp://mh.example/%d www.example.org\n' $i >"$tmp/mh/$i"; done
cd "$tmp" || exit 2
case $TRAWL in /*) ;; *) TRAWL=$OLDPWD/$TRAWL ;; esac
check 'split prints a manifest' '$TRAWL split --tasks 12 a.mbox mh >manifest'

# map DIR OPTION...: does all tasks.
map() {
    dir=$1
    shift
    "$TRAWL" map --manifest manifest --task 1/1 -o "$dir" "$@"
}
merge() { "$TRAWL" merge --manifest manifest "$@"; }
first=$(sed -n 3p manifest)
export first

# ---- The manifest ----

check_same 'the same inputs give the same manifest' 'cat manifest' '$TRAWL split --tasks 12 a.mbox mh'
check_same 'tasks are numbered from 1' 'sed "/^#/d; s/	.*//" manifest | uniq' 'seq 12'
check_same 'a file is covered without a gap' \
    'awk -F"\t" "\$2 == \"a.mbox\" { if (\$3 != to) print \"gap\"; to = \$4 } END { print to }" to=0 manifest' 'wc -c <a.mbox'
check_same 'a small input is one task' '$TRAWL split a.mbox | sed "1,2d" | cut -f 1-6' \
    'size=$(wc -c <a.mbox); printf "1\ta.mbox\t0\t%d\t%d\tfile\n" $size $size'
check_same 'names are escaped' 'mkdir -p odd; : >"odd/a	b\\"; $TRAWL split "odd/a	b\\" | sed 1,2d | cut -f 2' "printf '%s\n' 'odd/a\\tb\\\\'"
for i in 1 2 3 4 5 6 7 8 9; do
    body=$(printf 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhttp://b.example/%d and http://c.example/' $i)
    printf 'WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' ${#body} "$body" >record
    gzip -c record >>pages.warc.gz
    cat record >>pages.warc
done
gzip -c pages.warc >whole.warc.gz
check_same 'a compressed web archive is divided at its members' '$TRAWL split --tasks 4 pages.warc.gz >mp; sed 1,2d mp | cut -f 1,6' \
    'printf "%d\tmembers\n" 1 2 3 4'
check_same '... into what one run finds' '$TRAWL map --manifest mp --task 1/1 -o op -t json && $TRAWL merge --manifest mp op' \
    '$TRAWL -t json pages.warc.gz'
check_test '... and each part has some of it' -eq 4 'find op -size +600c -name "*.task" | wc -l'
check_same '... not if it has one member' '$TRAWL split --tasks 4 whole.warc.gz | sed 1,2d | cut -f 1,6' 'printf "1\tfile\n"'
if touch "$(printf 'odd/a\351')" 2>/dev/null; then
    check_same 'names that are not UTF-8' 'for byte in 351 352; do echo http://a.example/ >"$(printf "odd/a\\$byte")"; done
        $TRAWL split odd/a? >odds; $TRAWL map --manifest odds --task 1 -o out-odd -t json
        $TRAWL merge --manifest odds out-odd | grep -o "file_bytes.*,"' \
        'printf "file_bytes\":\"6f64642f61%s\",\n" e9 ea'
else
    skip 'names that are not UTF-8' 'names of files must be UTF-8 here'
fi
check_same 'names come from a list' 'printf "a.mbox\0mh\0" | $TRAWL split --tasks 12 --files0-from -' 'cat manifest'
check_status 'a list of lines is refused' 64 'printf "a.mbox\nmh\n" | $TRAWL split --files0-from -'
check_status 'a missing input' 66 '$TRAWL split a.mbox nowhere'
check_status 'a pipe is no input' 66 'mkfifo pipe && $TRAWL split pipe'
for words in '' '-' '--size 0 a.mbox' '--size 2X a.mbox' '--size 1 --tasks 1 a.mbox' '--tasks 0 a.mbox' '--nonsense a.mbox'; do
    export words
    check_status "split $words is refused" 64 '$TRAWL split $words'
done

# ---- Ranges in the filter ----

check_same 'ranges that follow each other have each link once' \
    'for r in 0:1 1:70000 70000:70001 70001:200000 200000:; do $TRAWL --range $r -t json --fields url,spans a.mbox; done' \
    '$TRAWL -t json --fields url,spans a.mbox'
# To find the start of the range, the reader goes back over the empty lines. With a system call for
# each line this would take minutes, and 10 seconds if each line were held alone.
{ head -n 10 a.mbox && head -c 20000000 /dev/zero | tr '\0' '\n' && tail -n 10 a.mbox; } >blank.mbox
check_same 'a range after many empty lines' '(ulimit -t 6; "$TRAWL" --range 19000000: blank.mbox)' 'tail -n 10 a.mbox | "$TRAWL"'
rm blank.mbox
check_same 'a range of a folder is of files' '$TRAWL --range 2:4 mh' '$TRAWL -f mail mh/3 mh/4'
check_same 'numbers count from the range' '$TRAWL --range 100000: -t json --fields message.number a.mbox | head -n 1' \
    'echo "{\"message\":{\"number\":1}}"'
check_status 'a range without links' 1 '$TRAWL --range 5:5 a.mbox'
for words in '5:4 a.mbox' '5 a.mbox' ':5 a.mbox' '-1:5 a.mbox' '0:x a.mbox' '0:5' '0:5 -' '0:5 a.mbox mh' '0:5 -t html a.mbox' \
    '0:5 --explain a.mbox' '0:5 --at 1:1 a.mbox' '0:5 -t json --offsets chars a.mbox' '99999999999999999999: a.mbox'; do
    export words
    check_status "--range $words is refused" 2 '$TRAWL --range $words'
done

# ---- Merging ----

# same NAME OPTION...: checks that the merged output of all tasks is that of one run.
same() {
    name=$1
    shift
    map "out-$name" "$@" >"$tmp/.map" 2>&1 || tap_note "map: $(cat "$tmp/.map")"
    merge "out-$name" >merged
    "$TRAWL" "$@" a.mbox mh >one
    check "merged: $*" 'cmp merged one && test -s one'
}
same list
same numbers -nH
same new -u -n
same json -t json -u
same table -t csv
same context -t json --context 30 -u

# Tasks at the same time, in another order, some several times.
for i in 3 12 1 7 7; do "$TRAWL" map --manifest manifest --task $i -o twice -t json & done
for i in 2 1 3 4 5 6 7 8 9 10 11 12; do "$TRAWL" map --manifest manifest --task $i -o twice -t json; done
wait
check_same 'tasks may be done twice, and at once' 'merge twice' '$TRAWL -t json a.mbox mh'
check_test 'no temporary files are left' -eq 12 'ls -A twice | wc -l'
"$TRAWL" map --manifest manifest --task 2/5 -o fifth
check_same 'every fifth task from the second' 'ls fifth' 'printf "12.task\n2.task\n7.task\n"'
check_status 'an array may be longer than the manifest' 0 '$TRAWL map --manifest manifest --task 40/50 -o fifth'
check_same '-o writes a file' 'merge -o whole out-list && cat whole' '$TRAWL a.mbox mh'
check_same '-o does not replace a pipe' 'mkfifo fifo; cat fifo & merge -o fifo out-list; wait; test -p fifo && rm fifo' 'cat whole'
check_status 'a folder for -o that is missing' 66 'merge -o none/whole out-list'

# ---- Complete tasks are skipped ----

check 'a whole task is not done again' \
    'touch -d "2001-01-01" out-list/3.task && map out-list && test -z "$(find out-list/3.task -newermt 2002-01-01)"'
check 'a torn task is done again' 'head -c 900 out-list/3.task >x && cp x out-list/3.task && map out-list && merge out-list | cmp - whole'
check 'a task with wrong bytes is done again' \
    'sed "s/body/bodi/" out-list/3.task >x && cp x out-list/3.task && map out-list && merge out-list | cmp - whole'

# ---- What is missing, torn or other ----

# says NAME STATUS PATTERN COMMAND: checks that the command exits with the status, prints the pattern
# on standard error, and prints nothing else.
says() {
    said=$4 pattern=$3
    export said pattern
    check "$1" "(eval \"\$said\") >got 2>said; test \$? -eq $2 && grep -q \"\$pattern\" said && test ! -s got"
}
cp -r out-list part && rm part/2.task part/5.task part/6.task
says 'merge names what is missing' 66 'not done yet; .*: 2,5-6 (3 of 12 tasks)' 'merge part'
cp -r out-list loop && ln -sf 6.task loop/6.task
says 'merge names what cannot be read' 74 'cannot be read; .*: 6 ' 'merge loop'
cp -r out-list torn && head -c 500 torn/4.task >x && cp x torn/4.task
says 'merge names what is torn' 66 'do them again: 4 ' 'merge torn'
cp -r out-list wrong && sed 's/body/bodi/' wrong/1.task >x && cp x wrong/1.task
says 'merge finds wrong bytes' 66 'task 1 is damaged' 'merge -o never wrong; s=$?; test ! -e never && exit $s'
cp -r out-list other && cp out-json/8.task other/
says 'merge names other options' 64 'other options or another version; .*: 8 ' 'merge other'
says 'map does not mix options' 64 'of another manifest, version or options' 'map out-list -t json'
says 'map says which options' 64 'its options: none' 'map out-list -t json'
says 'map does not mix manifests' 64 'another manifest' \
    '$TRAWL split --tasks 11 a.mbox mh >m11; $TRAWL map --manifest m11 --task 1 -o out-list'
says 'no folder' 66 'not done yet; .*: 1-12' 'merge nowhere'
says 'a file that is not a manifest' 64 'line 1 is wrong' '$TRAWL merge --manifest a.mbox out-list'
says 'a broken manifest' 64 'line 3 is wrong' 'sed 3s/file/fool/\;3s/bytes/fool/ manifest >m && $TRAWL map --manifest m --task 1 -o x'
says 'no manifest' 66 'No such file' '$TRAWL map --manifest nowhere --task 1 -o x'

for words in '--task 0' '--task 99' '--task x' '--task 1/0' '' '--task 1 -c' '--task 1 -q' '--task 1 -t html' '--task 1 a.mbox' \
    '--task 1 --explain' '--task 1 --range 0:9' '--task 1 --nonsense' '--task 1 -t json --offsets chars' '--task 1 --progress never'; do
    export words
    check_status "map $words is refused" 64 '$TRAWL map --manifest manifest -o refused $words'
done
check 'nothing is left of what was refused' 'test -z "$(ls -A refused 2>/dev/null)"'
check_same 'an unknown option' '$TRAWL map --manifest manifest --task 1 -o unknown --nothing-like-it 2>&1; test -e unknown && echo wrote' \
    'echo "trawl: unknown option --nothing-like-it; see \"trawl --help\""'
check_same '-j is refused' '$TRAWL map -j 4 --manifest=manifest --task=1 -o threads 2>&1; echo $?; test -e threads && echo wrote' \
    'echo "trawl: map: a task uses one thread; it takes no -j: do several tasks at once, with --task ID/N"; echo 64'
check_status '-j with --index' 64 '$TRAWL map -j 4 --manifest=manifest --task=1 --index -o threads 2>/dev/null'
check 'help names the options' '$TRAWL map --help | grep -q "^  --task ID"'

# ---- Trouble ----

cp a.mbox grows.mbox
"$TRAWL" split grows.mbox >mg
echo more >>grows.mbox
says 'a file that is being written' 75 'is being written' '$TRAWL map --manifest mg --task 1 -o og'
touch -d 2001-01-01 grows.mbox
says 'a file that has changed' 66 'has changed' '$TRAWL map --manifest mg --task 1 -o og'
rm grows.mbox
says 'a file that is gone' 66 'No such file' '$TRAWL map --manifest mg --task 1 -o og'
cp -r mh mh2 && "$TRAWL" split mh2 >mf && mv mh2/3 mh2/10
says 'a folder that has changed' 66 'has changed' '$TRAWL map --manifest mf --task 1 -o of'
gzip -c a.mbox | head -c 9000 >cut.gz && "$TRAWL" split cut.gz >mc
check_status 'damaged input is reported' 65 '$TRAWL map --manifest mc --task 1 -o oc'
check_status '... and was read' 65 '$TRAWL merge --manifest mc oc >merged; s=$?; $TRAWL cut.gz | cmp - merged && exit $s'
says 'a full disk' 75 'File too large' 'ulimit -f 8; $TRAWL map --manifest manifest --task 1 -o full -t json'
check 'nothing is left of it' 'test -z "$(ls -A full)"'
check 'a folder that cannot be written' '$TRAWL map --manifest manifest --task 1 -o a.mbox/x; test $? -eq 66'
: >none.txt && "$TRAWL" split none.txt >mn
check 'no links are no error' '$TRAWL map --manifest mn --task 1 -o on && $TRAWL merge --manifest mn on'

mkdir empty && "$TRAWL" split empty >me
check_same 'an empty folder' '$TRAWL map --manifest me --task 1 -o oe -t csv && $TRAWL merge --manifest me oe' \
    '$TRAWL -t csv empty'

# A task that is killed leaves no ID.task.
for i in 1 2 3 4 5 6; do cat a.mbox a.mbox a.mbox a.mbox; done >large.mbox
"$TRAWL" split --tasks 3 large.mbox >ml
for wait in 0.01 0.02 0.04; do
    for task in 1 2 3; do
        "$TRAWL" map --manifest ml --task $task -o killed -t json &
        sleep $wait
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
    done
done
"$TRAWL" map --manifest ml --task 1/1 -o killed -t json
check_same 'killed tasks are done again' '$TRAWL merge --manifest ml killed | cksum' '$TRAWL -t json large.mbox | cksum'

# ---- An archive in git ----

if have git; then
    mkdir list && HOME=$tmp git init -q --bare list/0.git 2>/dev/null
    for i in $(seq 60); do
        file=m number=$i
        [ "$i" -ne 40 ] || file=d number=7 # which deletes message 7
        body=$(printf 'Subject: s\nMessage-ID: <%d@a.example>\n\nhttp://a.example/%d\n' "$number" "$number")
        printf 'commit refs/heads/master\ncommitter A <a@b> 1700000000 +0000\ndata 1\nx\ndeleteall\n'
        printf 'M 100644 inline %s\ndata %d\n%s\n\n' "$file" "$((${#body} + 1))" "$body"
    done >list.in
    HOME=$tmp git -C list/0.git fast-import --quiet <list.in
    if "$TRAWL" list 2>/dev/null | grep -q a.example; then
        "$TRAWL" split --tasks 7 list >mz
        check_test 'an archive in git is divided' -eq 7 'grep -c "^[0-9].*files" mz'
        check_same '... into what one run finds' \
            '$TRAWL map --manifest mz --task 1/1 -o oz -t json && $TRAWL merge --manifest mz oz' '$TRAWL -t json list'
    else
        skip 'an archive in git' 'no libgit2'
    fi
else
    skip 'an archive in git' 'no git'
fi

# ---- Random inputs and options ----

cd "$OLDPWD" || exit 2
if have python3; then
    mkdir "$tmp/random"
    check 'random inputs, options and numbers of tasks' 'python3 tests/trawl/jobs/tasks.py "$TRAWL" "$tmp/random" "${SEED:-1}" "$(amount 20 70)"'
else
    skip 'random inputs, options and numbers of tasks' 'no python3'
fi
finish
