#!/bin/sh
# t_mail_html.sh - HTML pages, alone and in messages (E3, E14)
#
# tests/lib/mail tests the pages themselves.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cd "$tmp" || exit 2
root=$OLDPWD
case $TRAWL in
/*) ;;
*) TRAWL=$root/$TRAWL ;;
esac

# gives NAME OPTIONS LINE...: checks that the command prints these lines for standard input.
gives() {
    given_name=$1 given_options=$2
    shift 2
    cat >input
    : >wanted
    [ $# -eq 0 ] || printf '%s\n' "$@" >wanted
    export given_options
    check_same "$given_name" '"$TRAWL" $given_options <input' 'cat wanted'
}

# member NAME: prints this member of each link in JSON, one a line; "-" for a link without it.
member() {
    python3 -c 'import json, sys
for line in sys.stdin:
    value = json.loads(line).get(sys.argv[1], "-")
    print(value if isinstance(value, str) else json.dumps(value))' "$1"
}

# ---- Rows A2 to A4 ----

gives 'A2: ids are not listed' '-f html' <<'END'
<blockquote cite="mid:1@a.example"><img src="cid:img@b.example">[cid:img@b.example]</blockquote>
END
gives 'A2: with --find=+msgid they are' '-f html --find=+msgid' mid:1@a.example cid:img@b.example cid:img@b.example <<'END'
<blockquote cite="mid:1@a.example"><img src="cid:img@b.example">[cid:img@b.example]</blockquote>
END
gives 'A2, keep: URLs of the same attributes' '-f html' http://a.example/cite http://b.example/src <<'END'
<blockquote cite="http://a.example/cite"><img src="http://b.example/src">[note:img@b]</blockquote>
END
gives 'A3: a link that shows its own URL is listed once' '-f html' http://a.example/x mailto:joe@b.example <<'END'
<a href="http://a.example/x">http://a.example/x</a> <a href="mailto:joe@b.example">joe@b.example</a>
END
gives 'A3: with --uniq=none twice' '-f html --uniq=none' http://a.example/x http://a.example/x <<'END'
<a href="http://a.example/x">http://a.example/x</a>
END
gives 'A3, keep: another URL in the text, and the same after the link' '-f html' http://a.example/x http://a.example/y \
    http://a.example/x <<'END'
<a href="http://a.example/x">see http://a.example/y</a> and http://a.example/x
END
gives 'A4: //host is https' '-f html' https://img.example/x.png https://a.example <<'END'
<img src="//img.example/x.png"> <a href="//a.example">a</a>
END
gives 'A4, keep: //host of a page with a base, and paths' '-f html' http://img.example/x.png http://b.example/x <<'END'
<base href="http://b.example/y"><img src="//img.example/x.png"> <a href="/x">a</a>
END
gives 'A4, keep: a path without a base' '-f html --scheme any' /x <<'END'
<a href="/x">a</a>
END

# ---- A page alone ----

gives '-f html: attributes and text, in order' '-f html' http://a.example/1 http://a.example/2 http://a.example/3 \
    'http://a.example/?a=1&b=2' http://a.example/4 <<'END'
<!DOCTYPE html><title>http://a.example/1</title>
<style>p { background: url(http://no.example/) }</style><script>var u = "http://no.example/";</script>
<!-- http://no.example/ --><p><a href=http://a.example/2>two</a> http://a.example/3<br>x
<IMG SRC='http://a.example/?a=1&amp;b=2'><div>http://a.example/4</div>
END
gives 'E14: every attribute' '-f html' http://a.example/action http://a.example/formaction http://a.example/cite \
    http://a.example/data http://a.example/poster http://a.example/background http://a.example/longdesc \
    http://a.example/refresh http://a.example/ping1 http://a.example/ping2 http://a.example/set1 http://a.example/set2 <<'END'
<form action="http://a.example/action"><button formaction="http://a.example/formaction">go</button></form>
<q cite="http://a.example/cite">x</q><object data="http://a.example/data"></object>
<video poster="http://a.example/poster"></video><table background="http://a.example/background"></table>
<img longdesc="http://a.example/longdesc"><meta http-equiv="refresh" content="3; URL=http://a.example/refresh">
<area ping="http://a.example/ping1 http://a.example/ping2"><img srcset="http://a.example/set1, http://a.example/set2 2x">
END
gives '-f text: a page as plain text' '-f text' http://a.example/ <<'END'
<style>p { background: url(x) }</style><a href="http&#58;//no.example/">http://a.example/</a>
END
# ---- A page that is recognized ----

page='<?xml version="1.0"?><?a b?><!-- c -->
<!DOCTYPE html PUBLIC "a" "http://dtd.example/a.dtd">
<html xmlns="http://ns.example/"><a href="http://a.example/&amp;b">a</a></html>'
printf '%s\n' "$page" >prolog.txt
printf 'see <p><a href="http://a.example/">a</a> <a href="b.html">b</a>\n' >part
printf 'see http://a.example/" <b@b.example>\n' >none.html
cp none.html none
printf '<?xml version="1.0"?><rss><link>http://a.example/&amp;b</link><html/></rss>\n' >feed
check_same 'E1: <?xml ?> before <html>' '"$TRAWL" prolog.txt; "$TRAWL" <prolog.txt' 'printf "%s\n" "http://a.example/&b" "http://a.example/&b"'
check_same 'E1: other XML is text' '"$TRAWL" feed' '"$TRAWL" -f text feed'
for name in part.html part.HTM part.Xhtml; do
    export name
    check_same "E1: a tag in $name" 'cp part $name; "$TRAWL" -j2 part $name $name 2>&1 | sort' \
        'for i in 1 2 3; do "$TRAWL" part; done; echo "trawl: relative links of HTML were left out: --base URL resolves them, --scheme any lists them"'
    check_same "E1: a large $name" '{ cat part; yes "<br>" | head -n 700000; cat part; } >$name; "$TRAWL" --scheme any -j2 $name' \
        '"$TRAWL" --scheme any -f html part part'
done
check_same 'E1: no tag in none.html' '"$TRAWL" --explain none.html' '"$TRAWL" --explain none'
check_same 'E1: an index' 'cp part part.html; "$TRAWL" index -q db part.html prolog.txt; "$TRAWL" query db' \
    '"$TRAWL" --scheme any -f html part prolog.txt'
check_same 'E1: rewrite' '"$TRAWL" rewrite --defang prolog.txt | tail -n 1' \
    'echo "<html xmlns=\"http://ns.example/\"><a href=\"hxxp://a[.]example/&amp;b\">a</a></html>"'
for type in text/html application/xhtml+xml; do
    { printf 'From: a@a.example\nSubject: x\nContent-Type: %s\n\n' $type; cat prolog.txt; } >mail
    check_same "E1: a part of type $type" '"$TRAWL" mail' 'echo "http://a.example/&b"'
done

gives 'character references: numbers, names, without a semicolon' '-f html' http://a.example/1 'http://a.example/?a&copy=2' http://a.example/©3 <<'END'
<a href="&#104;&#x74;tp&colon;//a.example/1">1</a> <a href="http://a.example/?a&copy=2">2</a> http&#58;//a.example/&copy;3
END
gives 'a broken page that is cut off' '-f html' http://a.example/1 http://a.example/2 <<'END'
</b><a href="http://a.example/1"<b>one<a href='http://a.example/2' href=http://no.example/>two</i> <img src="http://no.example/
END
check_same 'the same byte by byte' 'printf "<p><a href=\"http://a.example/1\">o&amp;ne</a> http://a.example/2" | dd bs=1 2>/dev/null |
    "$TRAWL" -f html -t json' 'printf "<p><a href=\"http://a.example/1\">o&amp;ne</a> http://a.example/2" | "$TRAWL" -f html -t json'
check_status 'a page without links' 1 'echo "<p>nothing</p>" | "$TRAWL" -f html'
check_status 'an empty page' 1 '"$TRAWL" -f html </dev/null'

# ---- Relative references ----

cat >partial.html <<'END'
<a href="x.html">1</a> <img src="//cdn.example/y.png"> <a href="#here">2</a> <a href="/z?a=1&amp;b">3</a>
END
check_same 'without a base references are unchanged, but "//" means https' '"$TRAWL" -f html --scheme any partial.html' \
    'printf "%s\n" x.html https://cdn.example/y.png "/z?a=1&b"'
if have python3; then
    check_same 'without a base: the flag no-scheme' '"$TRAWL" -f html -t json partial.html | member flags' \
        'printf "[\"%s\"]\n" no-scheme scheme-implied no-scheme'
    check_same 'with a base: the flag resolved' '"$TRAWL" -f html -t json --base http://a.example/ partial.html | member flags' \
        'printf "[\"resolved\"]\n%.0s" 1 2 3'
    printf '%s\n' '<a href="http://a.example\@b.example/x">1</a> <a href="http:\\a.example\y">2</a>' \
        '<a href="http:///a.example?b\c">3</a>' >slashes.html
    check_same 'a backslash at the host: browsers find it, and another one is there' \
        '"$TRAWL" -f html -t json slashes.html | member flags' 'printf "%s\n" "[\"backslash\"]" "[]" "[\"bad-char\"]"'
    check_same 'the host is the one that browsers find' '"$TRAWL" -f html slashes.html' \
        'printf "%s\n" http://a.example/@b.example/x http://a.example/y "http://a.example?b\\c"'
fi
check_same '--base' '"$TRAWL" -f html --base http://a.example/dir/page.html partial.html' \
    'printf "%s\n" http://a.example/dir/x.html http://cdn.example/y.png "http://a.example/z?a=1&b"'
check_same '<base> overrides --base' '{ echo "<base href=https://b.example/d/>"; cat partial.html; } |
    "$TRAWL" -f html --base http://a.example/' \
    'printf "%s\n" https://b.example/d/x.html https://cdn.example/y.png "https://b.example/z?a=1&b"'
check_same 'Content-Location' '{ printf "Content-Type: text/html\nContent-Location: http://l.example/d/p.html\n\n"; cat partial.html; } |
    "$TRAWL" --find html' 'printf "%s\n" http://l.example/d/x.html http://cdn.example/y.png "http://l.example/z?a=1&b"'
check_same 'Content-Base overrides Content-Location' '{ printf "Content-Type: text/html\nContent-Location: http://l.example/d/p.html\n"
    printf "Content-Base: http://b.example/\n\n"; cat partial.html; } | "$TRAWL" --find html' \
    'printf "%s\n" http://b.example/x.html http://cdn.example/y.png "http://b.example/z?a=1&b"'

# ---- In a message ----

cat >letter.eml <<'END'
From: joe@towers.example
Subject: bells
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

See http://a.example/new?a=1&b=2 and say what you think.
--b
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>See <a href=3D"http://a.example/new?a=3D1&amp;b=3D2">the  new
bells</a> and <b>say</b> f=FCr http://b.example/x &lt;b&gt;</p>
<img src=3D"http://t.example/open.gif" width=3D1 height=3D1>
<a href=3D"http://a.example/unsubscribe">Unsubscribe</a>
--b--
END
check_same 'each link once' '"$TRAWL" letter.eml' 'printf "%s\n" "http://a.example/new?a=1&b=2" http://b.example/x \
    http://t.example/open.gif http://a.example/unsubscribe'
check_same '--uniq=none: the links of each alternative' '"$TRAWL" --uniq=none letter.eml' 'printf "%s\n" "http://a.example/new?a=1&b=2" \
    "http://a.example/new?a=1&b=2" http://b.example/x http://t.example/open.gif http://a.example/unsubscribe'
check_same '--find -html: no links of attributes' '"$TRAWL" --find -html letter.eml' 'printf "%s\n" "http://a.example/new?a=1&b=2" http://b.example/x'
check_same '--find html: only links of attributes' '"$TRAWL" --find html --uniq=none letter.eml' 'printf "%s\n" "http://a.example/new?a=1&b=2" \
    http://t.example/open.gif http://a.example/unsubscribe'
if have python3; then
    check_same 'json: kind' '"$TRAWL" -t json letter.eml | member kind' 'printf "%s\n" bare html bare html html'
    check_same 'json: part' '"$TRAWL" -t json letter.eml | member part' 'printf "%s\n" 1 2 2 2 2'
    check_same 'json: attribute' '"$TRAWL" -t json letter.eml | member attribute' 'printf "%s\n" - href - src href'
    check_same 'json: anchor, blanks squeezed' '"$TRAWL" -t json letter.eml | member anchor' \
        'printf "%s\n" - "the new bells" - - Unsubscribe'
    check_same 'json: flags' '"$TRAWL" -t json letter.eml | member flags' \
        'printf "%s\n" "[]" "[\"again\"]" "[]" "[\"pixel\"]" "[\"unsubscribe\"]"'
    check_same 'json: the place is the attribute value' '"$TRAWL" -t json letter.eml | member spans | sed -n "4s/[][,]/ /gp" |
        { read -r from to; dd if=letter.eml bs=1 skip="$from" count=$((to - from)) 2>/dev/null; }' 'printf http://t.example/open.gif'
fi

# ---- As text ----

for format in html term md notes; do
    export format
    check_same "-t $format: the plain part of an alternative" '"$TRAWL" -t $format letter.eml | grep -c "what you think"' 'echo 1'
    check_same "-t $format: not the HTML part as well" '"$TRAWL" -t $format letter.eml | grep -cE "b.example|Unsubscribe|new *bells"' 'echo 0'
done
sed 's/^See .*//' letter.eml >blank.eml
check_same 'an empty plain part: the HTML part' '"$TRAWL" -t html blank.eml | sed "s/<[^>]*>//g" | tr -s " \n" " "' \
    'printf "From: joe@towers.example Subject: bells See the new bells and say für http://b.example/x &lt;b&gt; Unsubscribe"'
sed 's/alternative/mixed/' letter.eml >mixed.eml
check_same 'multipart/mixed: all parts' '"$TRAWL" -t html mixed.eml | grep -cE "what you think|Unsubscribe"' 'echo 2'
{
    printf 'Subject: t\nContent-Type: multipart/mixed; boundary=m\n\n--m\n'
    sed 1,2d letter.eml
    printf '\n--m\nContent-Type: text/html\n\nbehind it\n--m\nContent-Type: multipart/alternative; boundary=c\n\n--c\n'
    printf 'Content-Type: text/html\n\nwithout a plain one\n--c--\n--m--\n'
} >both.eml
check_same 'a page after the alternative, and an alternative without a plain part' \
    '"$TRAWL" -t html both.eml | grep -cE "what you think|behind it|without a plain one"; "$TRAWL" -t html both.eml | grep -c b.example' \
    'printf "3\n0\n"'
{
    printf 'From a@b.example Fri Nov 20 10:00:00 2026\n'
    cat letter.eml
    printf '\nFrom a@b.example Fri Nov 20 11:00:00 2026\nSubject: second\nContent-Type: text/html\n\n<p>alone &lt;script&gt;\n'
} >box
check_same 'the next message is not affected' '"$TRAWL" -t html box | grep -c "alone &lt;script&gt;"' 'echo 1'
check_same 'markup of a page is not copied' 'printf "Content-Type: text/html\n\n<b>bold</b> <a href=\"javascript:alert(1)\">x</a> &lt;img src=x&gt;" |
    "$TRAWL" -t html' 'printf "bold <bdi dir=\"ltr\" class=\"trawl-dead\">x</bdi> &lt;img src=x&gt;"'
check_same 'the anchors of a page are links' 'printf "Content-Type: text/html\n\n<base href=http://b.example/d/>See <a href=c?x&amp;y>the <b>be</b>lls</a>, <a href=//a.example><p>one<p>two</a>." |
    "$TRAWL" -t html | sed "s/ rel=\"[^\"]*\"//g"' 'printf "%s\n" "See <bdi dir=\"ltr\"><a href=\"http://b.example/d/c?x&amp;y\">the bells</a></bdi>, " \
    "<bdi dir=\"ltr\"><a href=\"http://a.example\">one"; printf "two</a></bdi>."'
check_same 'an anchor whose text shows another place has a note' 'printf "Content-Type: text/html\n\n<a href=http://evil.example/x>www.good.com</a>" |
    "$TRAWL" -t html | sed "s/ rel=\"[^\"]*\"//g"' \
    'printf "<bdi dir=\"ltr\"><a href=\"http://evil.example/x\">www.good.com</a></bdi><small class=\"trawl-note\"> [leads to evil.example]</small>"'
check_same '-t md: such an anchor is not a link' 'printf "Content-Type: text/html\n\n<a href=http://evil.example/x>www.good.com</a> <a href=http://a.example/>a</a>\n" |
    "$TRAWL" -t md' 'printf "%s\n" "www\\.good\\.com \\[leads to evil\\.example\\] [a](<http://a.example/>)"'
check_same '-t term: the anchors of a page are links' 'printf "Content-Type: text/html\n\n<a href=http://a.example/>a</a>\n" |
    "$TRAWL" -t term --color never | tr "\033" E' 'printf "E]8;id=1;http://a.example/E%saE]8;;E%s\n" "\\" "\\"'
check_same '-t notes: the number precedes the text of the anchor' \
    'printf "Content-Type: text/html\n\nSee <a href=\"http://a.example/\">the bells</a>.\n" | "$TRAWL" -t notes' \
    'printf "See  [1]the bells.\n\n   1. http://a.example/\n"'
check_same '--page: each message has an anchor of its own' \
    'printf "Subject: t\n\nhi\n" >x.eml; printf "Subject: t\nMessage-ID: <i@a.example>\n\nhi\n" >y.eml
    "$TRAWL" -t html --page x.eml y.eml x.eml y.eml | sed -n "s/.* id=.\([^ >]*\)\".*/\1/p"' \
    'printf "%s\n" message-1 mid-i_40a.example message-2 message-3'

finish
