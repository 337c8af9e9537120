#!/bin/sh
# t_changes.sh - after random changes of an archive, killed runs and lost files, a site has the same
# bytes as a new one
# shellcheck disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh

needs_sqlite 'trawl site'

tmp=$(realpath "$tmp")
check 'the site of a changing archive is like a new one' 'python3 -B tests/archive/site/changes.py "$TRAWL" "$tmp" "${STEPS:-10}" "${SEED:-1}"'
mkdir "$tmp/long"
check 'so are lists of several pages' 'python3 -B tests/archive/site/changes.py "$TRAWL" "$tmp/long" "${STEPS:-3}" "${SEED:-1}" 400 400'

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
