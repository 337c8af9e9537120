#!/bin/sh
# t_changes.sh - after random changes of an archive, killed runs and lost files, a site has the same
# bytes as a new one
. tests/support/lib.sh

needs_sqlite 'trawl site'

tmp=$(realpath "$tmp")
check 'the site of a changing archive is like a new one' 'python3 -B tests/archive/site/changes.py "$TRAWL" "$tmp" "${STEPS:-10}" "${SEED:-1}"'
mkdir "$tmp/long"
check 'so are lists of several pages' 'python3 -B tests/archive/site/changes.py "$TRAWL" "$tmp/long" "${STEPS:-3}" "${SEED:-1}" 400 400'

# A list of two pages without the first entry of the second one: the first page may go on then.
mkdir -p "$tmp/two/mh"
for n in $(seq 400); do
    printf 'From: p%s <p%s@a.example>\nDate: 1 Jan 2010 00:00:00 +0000\nMessage-ID: <%s@a.example>\nSubject: s%03d\n\ntext\n' "$n" "$n" "$n" "$n" >"$tmp/two/mh/$n"
done
"$TRAWL" index -q "$tmp/two/c.db" "$tmp/two/mh" && "$TRAWL" site -q "$tmp/two/c.db" -o "$tmp/two/site"
first=$(for page in "$tmp/two/site"/subjects/*.html; do sed -n 's/.*>s0*\([0-9]*\)<.*/\1/p' "$page" | head -n 1; done | sort -n | tail -n 1)
check 'so are the pages of a list when the first entry of one goes' '[ "$first" -gt 100 ] && rm "$tmp/two/mh/$first" && "$TRAWL" index -q --prune "$tmp/two/c.db" "$tmp/two/mh" && "$TRAWL" site -q "$tmp/two/c.db" -o "$tmp/two/site" &&
    "$TRAWL" site -q "$tmp/two/c.db" -o "$tmp/two/new" && diff -r -x .trawl-site "$tmp/two/site" "$tmp/two/new"'

# A URL in three messages of a thread, which then gets another first message: the report has it once.
mkdir -p "$tmp/root/mh"
for n in 1 2 3 4; do
    printf 'From: p%s <p%s@a.example>\nDate: %s Jan 2010 00:00:00 +0000\nMessage-ID: <%s@a.example>\nIn-Reply-To: <%s@a.example>\nSubject: s\n\nhttp://u.example/x\n' \
        "$n" "$n" "$n" "$n" $((n - 1)) >"$tmp/root/$n"
done
cp "$tmp/root/2" "$tmp/root/3" "$tmp/root/4" "$tmp/root/mh"
"$TRAWL" index -q "$tmp/root/c.db" "$tmp/root/mh" && "$TRAWL" site -q "$tmp/root/c.db" -o "$tmp/root/site"
check 'so is the report when a thread gets another first message' 'cp "$tmp/root/1" "$tmp/root/mh" && "$TRAWL" index -q "$tmp/root/c.db" "$tmp/root/mh" && "$TRAWL" site -q "$tmp/root/c.db" -o "$tmp/root/site" &&
    "$TRAWL" site -q "$tmp/root/c.db" -o "$tmp/root/new" && diff -r -x .trawl-site "$tmp/root/site" "$tmp/root/new"'

# The feed of a thread has no message that is dated after all files, until a later file comes.
mkdir -p "$tmp/late/mail"
for n in 1 5; do
    printf 'From x Thu Jan  1 00:00:00 1970\nFrom: a@a.example\nDate: %s Jan 2010 00:00:00 +0000\nMessage-ID: <%s@a.example>\nIn-Reply-To: <1@a.example>\nSubject: s\n\ntext\n\n' $n $n
done >"$tmp/late/mail/one"
touch -d 2010-01-01T00:00:00Z "$tmp/late/mail/one"
"$TRAWL" index -q "$tmp/late/c.db" "$tmp/late/mail" && "$TRAWL" site -q "$tmp/late/c.db" -o "$tmp/late/site"
sed 's/<[15]@/<9&/; s/^In-Reply-To.*/X: y/; s/ [15] Jan/ 2 Jan/' "$tmp/late/mail/one" >"$tmp/late/mail/two"
touch -d 2010-01-09T00:00:00Z "$tmp/late/mail/two"
check 'so are feeds of threads with a message whose date was in the future' '"$TRAWL" index -q "$tmp/late/c.db" "$tmp/late/mail" && "$TRAWL" site -q "$tmp/late/c.db" -o "$tmp/late/site" &&
    "$TRAWL" site -q "$tmp/late/c.db" -o "$tmp/late/new" && ls "$tmp/late/new/t"/*/*.xml >/dev/null && diff -r -x .trawl-site "$tmp/late/site" "$tmp/late/new"'
finish
