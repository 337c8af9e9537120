#!/bin/sh
# t_redirects.sh - trawl site --redirects pipermail: archives as pipermail keeps them
# shellcheck disable=SC2016,SC2034  # commands in single quotes are for eval
. tests/support/lib.sh

needs_sqlite 'trawl site'

map=redirects-pipermail.map

for kind in month quarter week year day; do
    python3 -B tests/archive/site/redirects.py make "$tmp/$kind" 150 "$kind" 4
    check "the file gives the $kind, the place in it the number" '"$TRAWL" site -q --redirects pipermail "$tmp/$kind" -o "$tmp/$kind.site" &&
        python3 -B tests/archive/site/redirects.py judge "$tmp/$kind" "$tmp/$kind.site/$map"'
done

# page ID: prints the page of a message.
page() {
    printf %s "$1" | sha256sum | sed 's,^\(..\)\(.\{38\}\).*,m/\1/\2.html,'
}

# mail ID DATE: prints a message.
mail() {
    printf 'From x at y  Thu Jul  1 09:43:06 2004\nFrom: x at y.example (X)\nDate: %s\nMessage-ID: <%s@y>\n\nhttp://a.example/\n\n' "$2" "$1"
}

mkdir -p "$tmp/l/devel" "$tmp/l/users"
{ mail 1 'Mon, 3 May 2004 10:00:00 +0000' && mail 2 'Mon, 2 Aug 2004 10:00:00 +0000'; } >"$tmp/l/devel/2004-August.txt"
mail 3 'Sun, 4 Jul 2004 10:00:00 +0000' >"$tmp/l/devel/2004-June.txt"
mail 4 'Sun, 4 Jul 2004 10:00:00 +0000' >"$tmp/l/users/2004-July.txt"
check_same 'several lists: the folder comes first, and each list has its own numbers' \
    '"$TRAWL" site -q --redirects pipermail "$tmp/l" -o "$tmp/lists" && cat "$tmp/lists/$map"' \
    'echo "devel/2004-June/000000.html $(page 3@y);"; echo "devel/2004-August/000001.html $(page 1@y);"; echo "devel/2004-August/000002.html $(page 2@y);"
    echo "users/2004-July/000000.html $(page 4@y);"'
mv "$tmp/l/users/2004-July.txt" "$tmp/l/users/other.txt"
check_same 'of a file with another name, the date gives the month' \
    '"$TRAWL" site -q --redirects pipermail "$tmp/l/users" -o "$tmp/other" && cat "$tmp/other/$map"' 'echo "2004-July/000000.html $(page 4@y);"'

finish
