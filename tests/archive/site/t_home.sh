#!/bin/sh
# t_home.sh - links into other archives that lead to messages of the site: in pages, reports, and
# trawl query --resolve
# shellcheck disable=SC2086  # several words
. tests/support/lib.sh

needs_sqlite 'trawl site'

db=$tmp/db site=$tmp/site

# page ID: prints the path of the page of a message, relative to the site.
page() {
    printf %s "$1" | sha256sum | sed 's,^\(..\)\(.\{38\}\).*,m/\1/\2.html,'
}

# mail ID MORE: prints a message with standard input as its text; MORE are fields of its header.
mail() {
    printf 'From x@y  Thu Jul  1 09:43:06 2004\nFrom: Ann <ann@a.example>\nDate: Mon, 5 Jul 2004 10:00:00 +0000\nSubject: of %s\nMessage-ID: <%s>\n%b\n' "$1" "$1" "${2-}"
    cat && echo
}

# hash BASE: prints the SHA-1 of an id on standard input, in base 32 or 16.
hash() {
    python3 -c 'import base64, hashlib, sys
print(getattr(base64, "b%sencode" % sys.argv[1])(hashlib.sha1(sys.stdin.buffer.read()).digest()).decode())' "$1"
}

# hrefs ID: prints where the links in the text of a message lead, with the text that they show.
hrefs() {
    sed -n '/<div class="message">/,/<\/article>/p' "$site/$(page "$1")" | grep -o '<a href="[^>]*>[^<]*' |
        sed 's/ rel="[^"]*"//; s/ class="trawl-named"//; s/<a href="//; s/">/ /; s,^\.\./\.\./,,; s/&amp;/\&/g'
}

b32=$(printf 1@a.example | hash 32) hex=$(printf 2+b@a.example | hash 16 | tr A-F a-f)
cat >"$tmp/home" <<END
https://lore.kernel.org/devel/1@a.example/
https://lore.kernel.org/all/1@a.example/T/#u
https://lore.kernel.org/1@a.example
http://lkml.kernel.org/r/1%40a.example
https://patch.msgid.link/1@a.example
https://inbox.a.example/devel/1@a.example/raw
https://patchwork.kernel.org/project/devel/patch/1@a.example/
https://patchwork.a.example/patch/1@a.example/mbox/
http://marc.info/?i=%3C1@a.example%3E
https://www.mail-archive.com/search?l=mid&q=1@a.example
https://lists.a.example/archives/list/devel@a.example/message/$b32/
https://lists.a.example/hyperkitty/list/devel@a.example/thread/$b32/
END
cat >"$tmp/away" <<END
https://lore.kernel.org/devel/1@A.example/
https://lore.kernel.org/devel/none@a.example/
https://lore.kernel.org/devel/1@a.example/2-a.patch
https://lore.kernel.org/a/b/1@a.example/
https://a.example/1@a.example.org
https://lists.a.example/archives/list/devel@a.example/message/A$b32
https://lists.a.example/archives/list/devel@a.example/message/A${b32#?}
http://marc.info/?l=devel&m=108902300000001
http://article.gmane.org/gmane.devel/1
http://marc.a.example/?i=1@a.example
https://inbox.a.example/devel/1@a.example/
https://inbox.a.example/devel/1@a.example/#r
https://unpkg.com/react@18.2.0
https://unpkg.com/npm/react@18.2.0?module
https://unpkg.com/react@18.2.0/
https://social.example/@alice
https://social.example/@alice/t/
http://a.example/pipermail/devel/2004-July/000001.html
END
{
    echo 'https://lore.kernel.org/r/later@a.example and more' | mail early@a.example | sed 's/5 Jul/1 Jul/'
    echo 'see https://lore.kernel.org/r/early@a.example and http://c.example/' | mail last@a.example 'In-Reply-To: <early@a.example>\n' | sed 's/5 Jul/2 Jul/'
    echo one | mail 1@a.example
    echo two | mail 2+b@a.example
    echo hostile | mail react@18.2.0
    echo hostile | mail @alice
    echo 'another text' | mail 1@a.example 'X: y\n'
    mail home@a.example <"$tmp/home"
    mail away@a.example <"$tmp/away"
    printf 'news:1@a.example and mid:2+b@a.example\n\nhttps://lore.kernel.org/devel/1@a.example/T/#m%s\n' "$hex" | mail forms@a.example
    echo '<p>See <a href="https://lore.kernel.org/r/1@a.example">the report &lt;</a>, <a href="http://b.example/">b</a>, <a href="https://lore.kernel.org/r/1@a.example">https://lore.kernel.org/r/2@a.example</a>, <a href="http://lkml.kernel.org/r/1@a.example">http://lkml.kernel.org/r/1@a.example</a>.' | mail html@a.example 'Content-Type: text/html\n'
} >"$tmp/box.mbox"
"$TRAWL" index -q "$db" "$tmp/box.mbox"
check 'a site' '"$TRAWL" site -q "$db" -o "$site" && python3 -B tests/archive/site/check.py links "$site" && python3 -B tests/archive/site/check.py safe "$site"'
check_same 'an address with the id of a message, or with the hash of its id, leads to the first message with this id, and is shown' 'hrefs home@a.example' 'sed "s,^,$(page 1@a.example) ," "$tmp/home"'
check_same 'no other address does: with an unknown id, of another case, of an attachment, of a longer word, of a number, at a host that is not known, without a left side' 'hrefs away@a.example' 'sed "s,\(.*\),\1 \1," "$tmp/away"'
check_same 'news: and mid: do; a fragment names a message of the thread' 'hrefs forms@a.example' \
    'echo "$(page 1@a.example) news:1@a.example"; echo "$(page 2+b@a.example) mid:2+b@a.example"; echo "$(page 2+b@a.example) https://lore.kernel.org/devel/1@a.example/T/#m$hex"'
check 'after a link of HTML that shows another text, the address is shown' \
    'grep -qF "$(page 1@a.example)\">the report &lt;</a></bdi> &lt;https://lore.kernel.org/r/1@a.example&gt;, <bdi" "$site/$(page html@a.example)"'
check 'also if that text is as long, and not if it is the same' \
    'grep -qF ">https://lore.kernel.org/r/2@a.example</a></bdi> &lt;https://lore.kernel.org/r/1@a.example&gt;, <bdi" "$site/$(page html@a.example)" && grep -qF ">http://lkml.kernel.org/r/1@a.example</a></bdi>." "$site/$(page html@a.example)"'
check 'the page of the thread has the same links, and the page of a host' \
    'grep -q "href=\"../../$(page early@a.example)\">https://lore.kernel.org/r/early@" "$site"/t/*/*.html && grep -q "href=\"../../$(page early@a.example)\"><bdi dir=\"ltr\">https://lore.kernel.org/r/early@" "$site"/h/*/*.html'
check 'the report of the site has them, and a report for a site' \
    'grep -q "<a href=\"\./$(page 1@a.example)\">http://lkml.kernel.org/r/1%40a.example" "$site/report.html" &&
        "$TRAWL" report --site https://new.example/ "$db" -o "$tmp/report.html" && grep -q "<a href=\"https://new.example/$(page 1@a.example)\">http://lkml.kernel.org/r/1%40a.example" "$tmp/report.html"'
check_same 'trawl query --resolve' 'while read -r url; do "$TRAWL" query --resolve "$url" "$db"; done <"$tmp/home" | uniq -c | sed "s/^ *//"; "$TRAWL" query --resolve "<mid:2+b@a.example>" "$db"; echo $?; "$TRAWL" query --resolve mid:2%2bb@a.example "$db"' \
    'printf "12 1@a.example\t%s\t2004-07-05T10:00:00Z\tAnn <ann@a.example>\tof 1@a.example\n1\n2+b@a.example\t%s\t2004-07-05T10:00:00Z\tAnn <ann@a.example>\tof 2+b@a.example\n" "$(page 1@a.example)" "$(page 2+b@a.example)"'
check_status 'it finds nothing for the other addresses' 1 'while read -r url; do "$TRAWL" query --resolve "$url" "$db" 2>"$tmp/said" && exit 0; done <"$tmp/away"; grep -q "no message has the id in this address: http://a.example/pipermail" "$tmp/said"; exit 1'

# A later message: the pages that have its address change, and no others.
find "$site" -name '*.html' -exec touch -d '1 Jan 2001' '{}' +
echo 'the later one' | mail later@a.example 'X: z\n' >>"$tmp/box.mbox"
check_same 'when the message of an address arrives, links lead to its page' \
    '"$TRAWL" index -q "$db" "$tmp/box.mbox" && "$TRAWL" site -q "$db" -o "$site" && hrefs early@a.example && grep -c "$(page later@a.example)" "$site"/t/*/*.html && find "$site/$(page home@a.example)" -newermt 2002-01-01' \
    'echo "$(page later@a.example) https://lore.kernel.org/r/later@a.example"; echo 1'
check_same 'when it is forgotten, they lead to the other archive again' \
    '"$TRAWL" forget -q "$db" later@a.example && "$TRAWL" site -q "$db" -o "$site" && hrefs early@a.example' 'echo "https://lore.kernel.org/r/later@a.example https://lore.kernel.org/r/later@a.example"'
check 'with --addresses, links lead to the page, too, and show no mail address' \
    '"$TRAWL" site -q --addresses=obscured "$db" -o "$tmp/masked" && test "$(grep -c "<a href=\"../../$(page 1@a.example)" "$tmp/masked/$(page home@a.example)")" = 12 && ! grep -rl "//[^ ]*1@a\.example" "$tmp/masked/m" "$tmp/masked/t" "$tmp/masked/h"'

# 8000 links that lead home take half a second, and 18 seconds if each is looked for among all URLs.
(
    printf 'From x@y  Thu Jul  1 09:43:06 2004\nFrom: a@a.example\nMessage-ID: <1@a.example>\n\n'
    seq 8000 | sed 's,.*,https://lore.kernel.org/l&/1@a.example/,'
) >"$tmp/many.mbox"
"$TRAWL" index -q "$tmp/many" "$tmp/many.mbox"
check 'the time for many links does not grow with their square' '(ulimit -t 6; exec "$TRAWL" site -q "$tmp/many" -o "$tmp/manies") && test "$(grep -c "href=\"../../m/.*//lore" "$tmp/manies/$(page 1@a.example)")" = 8000'

finish
