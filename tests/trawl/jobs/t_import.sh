#!/bin/sh
# t_import.sh - trawl map --index and trawl merge --index: the index of one run
. tests/support/lib.sh
. tests/archive/index.sh
export HOME="$tmp" GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null tmp

case $TRAWL in /*) ;; *) TRAWL=$PWD/$TRAWL ;; esac
here=$PWD
in=$tmp/in
mkdir "$in"
archive 600 "$in/archive"
cp -R testdata "$in/testdata"
cat "$in"/archive/*/*.mbox >"$in/large.mbox"
mkdir -p "$in/dir/new" "$in/dir/cur" "$in/mh"
for i in 1 2 3 4 5; do
    printf 'From: a@b.example\nMessage-ID: <m%d@a.example>\n\nhttp://mh.example/%d\n' $i $i >"$in/mh/$i"
    cp "$in/mh/$i" "$in/dir/cur/100$i.x:2,S"
    cp "$in/mh/$i" "$in/dir/new/200$i.y"
done
: >"$in/empty"
if have gzip; then gzip -c "$in/large.mbox" >"$in/large.mbox.gz"; fi
if have git && git init -q --bare "$in/list/git/0.git" 2>/dev/null; then
    for i in 1 2 3 4 5 6 7; do
        text=$(printf 'From: a%d@b.example\nMessage-ID: <g%d@a.example>\n\nsee http://git.example/%d here' $i $i $i)
        printf 'commit refs/heads/master\ncommitter A <a@b> 170000000%d +0000\ndata 1\nx\n' $i
        printf 'deleteall\nM 100644 inline m\ndata %d\n%s\n\n' "$((${#text} + 1))" "$text"
    done | git -C "$in/list/git/0.git" fast-import --quiet
    "$TRAWL" "$in/list" 2>/dev/null | grep -q git.example || rm -rf "$in/list" # no libgit2
fi
cd "$tmp" || exit 2

# map N DIR OPTION...: does all tasks of the manifest with about N tasks.
map() {
    n=$1 dir=$2
    shift 2
    "$TRAWL" split --tasks "$n" in in/large.mbox >"manifest$n"
    "$TRAWL" map --manifest "manifest$n" --task 1/1 -o "$dir" --index "$@"
}
merge() { "$TRAWL" merge --manifest "$@"; }
same() { python3 -B "$here/tests/archive/compare.py" same "$@"; }

# says NAME STATUS PATTERN COMMAND: checks that the command exits with STATUS and a message that
# matches PATTERN.
says() {
    said=$4 pattern=$3
    export said pattern
    check "$1" '(eval "$said") >got 2>said; test $? -eq '"$2"' && grep -q -e "$pattern" said'
}

"$TRAWL" index -q one.db in in/large.mbox 2>/dev/null

# ---- Any number of tasks ----

for n in 1 2 7 20; do
    map $n "out$n" 2>/dev/null
    check_status "$n tasks, some damaged" 65 'merge manifest$n --index merged$n.db out$n'
    check "$n tasks: the index of one run" "same merged$n.db one.db"
    check_test "$n tasks: a new run reads nothing" = '' '$TRAWL index -n merged$n.db in in/large.mbox'
done
check 'files are cut' 'grep -q "large.mbox.*bytes" manifest20 && grep -q "in	.*files" manifest20'
for i in 9 3 3 14; do "$TRAWL" map --manifest manifest20 --task $i -o twice --index 2>/dev/null & done
for i in $(seq 20 -1 1); do "$TRAWL" map --manifest manifest20 --task "$i" -o twice --index 2>/dev/null; done
wait
check_same 'tasks done twice, at once, in another order' 'cat $(ls -v twice/*.task) | cksum' 'cat $(ls -v out20/*.task) | cksum'
check_status 'a second merge' 65 'merge manifest20 --index merged20.db out20 >got'
check_same '... stores nothing' 'cut -d : -f 2 got; same merged20.db one.db' 'echo " 0 messages, 0 links added"'

# ---- After another run ----

check 'an index that has some of it' '$TRAWL index -q some.db in/large.mbox in/mh; merge manifest7 --index some.db out7; same some.db one.db'
cp -R in grown && cp -p in/large.mbox in/large.was
"$TRAWL" index -q grown.db in in/large.mbox 2>/dev/null
cat in/archive/*/*.mbox | sed 's/[[:alnum:]]*@/&x/g' >>in/large.mbox
map 5 outgrown 2>/dev/null
"$TRAWL" index -q fresh.db in in/large.mbox 2>/dev/null
check 'a mailbox that has grown' 'merge manifest5 --index grown.db outgrown >got; grep -q "1 grown" got && same grown.db fresh.db'
cp -p in/large.was in/large.mbox && rm in/large.was && rm -R grown

# ---- Options ----

map 6 outkinds --find url,www --charset koi8-r -f mboxo 2>/dev/null
check '--find, --charset, -f' 'merge manifest6 --index kinds.db outkinds; $TRAWL index -q --find url,www --charset koi8-r -f mboxo kinds1.db in in/large.mbox; same kinds.db kinds1.db'
says 'an index of other kinds' 64 'other kinds of links' 'cp one.db k1.db; merge manifest6 --index k1.db outkinds'
check '--exclude' 'merge manifest7 --index x.db --exclude "*/testdata/*" --exclude "*devel*" out7;
    $TRAWL index -q --exclude "*/testdata/*" --exclude "*devel*" x1.db in in/large.mbox; same x.db x1.db'
check 'forgotten messages stay out' 'cp one.db f.db; $TRAWL forget -q f.db m3@a.example; cp f.db f1.db; touch in/mh/*;
    map 3 outforget; merge manifest3 --index f.db outforget; $TRAWL index -q f1.db in in/large.mbox; same f.db f1.db'
for words in '-t json' '--exclude x' '-n' '--prune' '--files0-from x' 'x' '--find nonsense' '--charset nonsense'; do
    export words
    check_status "map --index $words is refused" 64 '$TRAWL map --manifest manifest7 --task 1 -o refused --index $words'
done
check 'nothing is left of what was refused' 'test -z "$(ls -A refused 2>/dev/null)"'
check_status 'merge without a folder' 64 'merge manifest7 --index y.db'
check_status 'merge --exclude without --index' 64 'merge manifest7 --exclude x out7'

# ---- What is missing, torn or other: nothing is written ----

refused() {
    says "$1" "$2" "$3" "$4"
    check "$1: nothing is written" 'test ! -e never.db && test ! -e never.db-lock'
}
cp -r out7 part && rm part/2.task part/4.task part/5.task
refused 'missing tasks' 66 'not done yet; .*: 2,4-5 (3 of 7 tasks)' 'merge manifest7 --index never.db part'
cp -r out7 torn && head -c 900 out7/3.task >torn/3.task
refused 'a torn one' 66 'do them again: 3 ' 'merge manifest7 --index never.db torn'
cp -r out7 wrong && sed 's/example/exampla/' out7/7.task >wrong/7.task
refused 'one with wrong bytes' 66 'damaged; do them again: 7 ' 'merge manifest7 --index never.db wrong'
cp -r out7 other && "$TRAWL" map --manifest manifest7 --task 2 -o list >said 2>&1
cp list/2.task other/
refused 'one of other options' 64 'other options or another version; .*: 2 ' 'merge manifest7 --index never.db other'
"$TRAWL" map --manifest manifest7 --task 1/1 -o list >said 2>&1
refused 'links instead of records' 64 'done without --index; .*: 1-7' 'merge manifest7 --index never.db list'
refused 'another manifest' 64 'another manifest' 'merge manifest6 --index never.db out7'
says 'records instead of links' 64 'done for an index' 'merge manifest7 out7'
says 'a folder that is missing' 74 'No such file' 'merge manifest7 --index none/x.db out7'
says 'a database of others' 74 'not a database' 'echo x >x.txt; merge manifest7 --index x.txt out7'
says 'trawl-archive is missing' 64 'No such file' 'TRAWL_ARCHIVE=/nowhere merge manifest7 --index never.db out7'
says 'a full disk' 75 'full\|I/O' 'ulimit -f 200; merge manifest7 --index full.db out7'
check '... and then room' 'merge manifest7 --index full.db out7; same full.db one.db'

# ---- Random inputs and options, merges that are killed ----

cd "$here" || exit 2
mkdir "$tmp/random"
check 'random inputs, options and numbers of tasks' 'python3 -B tests/trawl/jobs/imports.py "$TRAWL" "$tmp/random" "${SEED:-1}" "${ROUNDS:-$(amount 3 10)}"'
finish
