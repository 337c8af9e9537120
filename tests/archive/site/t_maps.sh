#!/bin/sh
# t_maps.sh - trawl site: nginx and Apache read the maps of old addresses, also with hostile mail
# shellcheck disable=SC2086  # several words
. tests/support/lib.sh
. tests/archive/servers.sh

needs_sqlite 'trawl site'

# mail ID NAME DATE LIST: prints a message.
mail() {
    printf 'From x@y  Thu Jul  1 09:43:06 2004\nFrom: %s <%s@a.example>\nDate: %s\nMessage-ID: <%s>\nList-Id: <%s.example>\n\nText of %s\n\n' "$2" "$2" "$3" "$1" "$4" "$2"
}

# page ID: prints the page of the message that has the address of this id.
page() {
    printf %s "$1" | sha256sum | sed 's,^\(..\)\(.\{38\}\).*,m/\1/\2.html,'
}

# both NAME MAPS ADDRESSES WANTED: checks what nginx answers with MAPS.map, and Apache with MAPS.txt.
both() {
    if have nginx; then
        write_nginx "$2.map"
        check_same "nginx: $1" "with_nginx '$3 | answers \$port'" "$4"
    else
        skip "nginx: $1" 'no nginx'
    fi
    if have apache2; then
        write_apache "$2.txt"
        check_same "Apache: $1" "with_apache '$3 | answers \$port'" "$4"
    else
        skip "Apache: $1" 'no apache2'
    fi
}

# ---- Message-ids ----

# Ann's messages are indexed first. Then Eve sends messages with earlier dates: with the same ids,
# with ids that differ in case, with the longest id that is in a map, with a longer one, and with 200
# ids that have one hash in nginx: there "a_" and "b@" have the same. Bo's message is on two lists.
long=$(printf '%0487d' 0)@a
hashed=$(python3 -c 'for n in range(200): print("".join("b@" if n >> i & 1 else "a_" for i in range(8)) + "0" * 470 + "@a")')
db=$tmp/lore.db
{ mail k1@a ann 'Mon, 5 Jul 2004 10:00:00 +0000' devel && mail K2+x@a.b ann 'Tue, 6 Jul 2004 10:00:00 +0000' devel && mail gone@a ann 'Wed, 7 Jul 2004 10:00:00 +0000' devel &&
    mail both@a bo 'Thu, 8 Jul 2004 10:00:00 +0000' devel; } >"$tmp/1.mbox"
"$TRAWL" index -q "$db" "$tmp/1.mbox"
"$TRAWL" site -q --redirects lore "$db" -o "$tmp/lore"
{ mail k1@a eve 'Mon, 1 Jan 2001 10:00:00 +0000' users && mail k2+X@a.b eve 'Mon, 1 Jan 2001 10:00:00 +0000' users && mail gone@a eve 'Mon, 1 Jan 2001 10:00:00 +0000' users &&
    mail "$long" eve 'Mon, 1 Jan 2001 10:00:00 +0000' users && mail "0$long" eve 'Mon, 1 Jan 2001 10:00:00 +0000' users &&
    mail k1@a mallory 'Mon, 1 Jan 2001 11:00:00 +0000' users && mail both@a bo 'Thu, 8 Jul 2004 10:00:00 +0000' users
    for id in $hashed; do mail "$id" eve 'Mon, 1 Jan 2001 10:00:00 +0000' users; done; } >"$tmp/0.mbox"
"$TRAWL" index -q "$db" "$tmp/1.mbox" "$tmp/0.mbox"
"$TRAWL" forget -q "$db" gone@a
"$TRAWL" site -q --redirects lore "$db" -o "$tmp/lore"
check_same 'lore: each id once, with the page of its first message' 'grep -v "0@a/.* " "$tmp/lore/redirects-lore.map" | sort; grep -c "^~^.*0@a/" "$tmp/lore/redirects-lore.map"' \
    '{ echo "both@a/ $(page both@a);"; echo "k1@a/ $(page k1@a);"
    echo "~^K2\\+x@a\\.b/\$ $(page K2+x@a.b);"; echo "~^k2\\+X@a\\.b/\$ $(page k2+X@a.b);"; } | sort; echo 200'
check_same 'and in the form of Apache' 'sort "$tmp/lore/redirects-lore.txt"' 'sed "s/;\$//; s/^~^//; s/[\\\\\$]//g" "$tmp/lore/redirects-lore.map" | sort'
check 'the page is that of Ann, of Bo, of Eve' 'grep -q "Text of ann" "$tmp/lore/$(page k1@a)" && grep -q "Text of ann" "$tmp/lore/$(page K2+x@a.b)" && grep -q "Text of eve" "$tmp/lore/$(page k2+X@a.b)"'
ids() {
    printf '%s/\n' $hashed
    printf '%s/\n' k1@a K2+x@a.b k2+X@a.b "$long" both@a gone@a K2x@a.b K2+x@aab K2+x@a.b/T default none@a
}
leads() {
    for id in $hashed k1@a K2+x@a.b k2+X@a.b "$long" both@a; do echo "$id/ 301 /new/$(page "$id")"; done
    printf '%s/ 404\n' gone@a K2x@a.b K2+x@aab K2+x@a.b/T default none@a
}
both 'each id leads to its first message, also if another one differs only in case' "$tmp/lore/redirects-lore" ids leads

# ---- The pages of an older archive ----

# Its files have names that are parameters of nginx, that differ in case, and with marks of regular
# expressions.
mkdir -p "$tmp/pages/a.b"
old_names='default hostnames include volatile Default.html A.html a.html a.b/x+1.html a.b/X+1.html a.b/x+2.html'
n=0
for name in $old_names; do
    n=$((n + 1))
    mail "$n@a" ann "Mon, 5 Jul 2004 10:$((10 + n)):00 +0000" devel >>"$tmp/old.mbox"
    printf '<!-- MHonArc v2.6.19+ -->\n<!--X-Subject:  -->\n<!--X-From: ann@a.example -->\n<!--X-Date: Mon, 5 Jul 2004 10:%d:00 +0000 -->\n<!--X-Message-Id: %d@a -->\n<!--X-Body-of-Message-->\n<pre>Text of ann</pre>\n<!--X-Body-of-Message-End-->\n' \
        "$((10 + n))" "$n" >"$tmp/pages/$name"
done
"$TRAWL" site -q --old "$tmp/pages" "$tmp/old.mbox" -o "$tmp/old"
names() {
    printf '%s\n' $old_names a.b/xx1.html a.b/x+1-html aab/x+1.html other
}
old_leads() {
    n=0
    for name in $old_names; do
        n=$((n + 1))
        echo "$name 301 /new/$(page "$n@a")"
    done
    printf '%s 404\n' a.b/xx1.html a.b/x+1-html aab/x+1.html other
}
check_same 'old: only names that differ in case are regular expressions' 'grep -c "^~" "$tmp/old/redirects-old.map"; grep "^.default" "$tmp/old/redirects-old.map"' 'echo 4; echo "\\default $(page 1@a);"'
both 'each old name leads to its message' "$tmp/old/redirects-old" names old_leads

finish
