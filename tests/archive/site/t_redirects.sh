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
mail 3 'Sun, 6 Jun 2004 10:00:00 +0000' >"$tmp/l/devel/2004-June.txt"
{ mail 1 'Sat, 3 Jul 2004 10:00:00 +0000' && mail 2 'Fri, 2 Jul 2004 10:00:00 +0000'; } >"$tmp/l/devel/2004-July.txt"
mail 5 'Mon, 2 Aug 2004 10:00:00 +0000' >"$tmp/l/devel/2004-August.txt"
mail 4 'Sun, 4 Jul 2004 10:00:00 +0000' >"$tmp/l/users/2004-July.txt"
check_same 'several lists: the folder comes first, and each list has its own numbers' \
    '"$TRAWL" site -q --redirects pipermail "$tmp/l" -o "$tmp/lists" && cat "$tmp/lists/$map"' \
    'echo "devel/2004-June/000000.html $(page 3@y);"; echo "devel/2004-July/000001.html $(page 1@y);"; echo "devel/2004-July/000002.html $(page 2@y);"
    echo "devel/2004-August/000003.html $(page 5@y);"; echo "users/2004-July/000000.html $(page 4@y);"'

# counts NAME MONTHS LAST: checks that the warning names the months, and that the map ends with
# LAST.
counts() {
    months=$2 last=$3
    check "$1" 'rm -rf "$tmp/c"; "$TRAWL" site -q --redirects pipermail,hypermail "$tmp/l/devel" -o "$tmp/c" 2>"$tmp/said" && grep -q "redirects: $months: " "$tmp/said" &&
        test "$(tail -n 1 "$tmp/c/$map")" = "$last;" && grep -q " $(page 3@y);" "$tmp/c/redirects-hypermail.map" && ! grep -q "$(page 5@y)" "$tmp/c/redirects-hypermail.map"'
}
cp -r "$tmp/l/devel" "$tmp/whole"
rm "$tmp/l/devel/2004-July.txt"
counts 'no number is counted past a gap' '2004-August to 2004-August' "2004-June/000000.html $(page 3@y)"
cp "$tmp/whole/2004-July.txt" "$tmp/l/devel"
mail 6 'Mon, 2 Aug 2004 09:00:00 +0000' >>"$tmp/l/devel/2004-July.txt"
mail 7 'Thu, 29 Jul 2004 09:00:00 +0000' >>"$tmp/l/devel/2004-July.txt"
counts 'a message that came after a later one: its month and those that follow are left out' '2004-July to 2004-August' "2004-June/000000.html $(page 3@y)"
cp "$tmp/whole/2004-July.txt" "$tmp/l/devel"
mail 6 'Thu, 12 Aug 2004 09:00:00 +0000' >>"$tmp/l/devel/2004-July.txt"
counts 'a message that is not of its month' '2004-July to 2004-August' "2004-June/000000.html $(page 3@y)"

# Forgotten messages keep their numbers.
"$TRAWL" index -q "$tmp/f.db" "$tmp/whole"
"$TRAWL" site -q --redirects pipermail,mhonarc "$tmp/f.db" -o "$tmp/f"
cp "$tmp/f/$map" "$tmp/before"
check_same 'a forgotten message keeps its number, which leads to "gone"; no other address changes' \
    '"$TRAWL" forget -q "$tmp/f.db" 1@y && "$TRAWL" site -q --redirects pipermail,mhonarc "$tmp/f.db" -o "$tmp/f" && cat "$tmp/f/$map"' \
    'sed "s,\(July/000001.html\) .*,\1 gone;," "$tmp/before"'
touch "$tmp/whole/2004-July.txt"
check_same 'also after the file is read again' \
    '"$TRAWL" index -q "$tmp/f.db" "$tmp/whole" && "$TRAWL" site -q --redirects pipermail,mhonarc "$tmp/f.db" -o "$tmp/f" && cat "$tmp/f/$map"' \
    'sed "s,\(July/000001.html\) .*,\1 gone;," "$tmp/before"'

mv "$tmp/l/users/2004-July.txt" "$tmp/l/users/other.txt"
check_same 'of a file with another name, the date gives the month' \
    '"$TRAWL" site -q --redirects pipermail "$tmp/l/users" -o "$tmp/other" && cat "$tmp/other/$map"' 'echo "2004-July/000000.html $(page 4@y);"'

finish
