#!/bin/sh
# t_markup.sh - the structure of mail that is HTML alone, in pages, Markdown and terminals
#
# testdata/markup/mails.mbox has mails in the shapes of Gmail, Outlook, Apple Mail and newsletters.
# Each has a field X-Shape with its blocks, which was written by hand.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

mails=testdata/markup/mails.mbox

check 'the blocks are those that the mails have' 'python3 tests/trawl/markup.py "$TRAWL" $mails'

cat >"$tmp/page.html" <<'END'
<h2>Plan</h2><p>Bring <b>glue</b> and <a href="http://a.example/x"><i>a</i> line</a>:<ul><li>one<ol>
<li>x<li>y</ol><li>two</ul><blockquote>quoted<br>text</blockquote><table><tr><th>Kite<th>Price<tr>
<td><td>20</table><pre>a
 b</pre><script>alert(1)</script>(<b>x)</b>y
END

cat >"$tmp/wanted.html" <<'END'
<h3 id="plan">Plan</h3>
<p>Bring <b>glue</b> and <i><a href="http://a.example/x">a line</a></i>:</p>
<ul>
<li><p>one</p>
<ol class="trawl-numbers">
<li value="1"><p>x</p></li>
<li value="2"><p>y</p></li></ol></li>
<li><p>two</p></li></ul>
<blockquote>
<p>quoted <br>text</p></blockquote>
<table>
<tr><th>Kite</th><th>Price</th></tr>
<tr><td></td><td>20</td></tr></table>
END
check_same 'html has its elements' \
    '"$TRAWL" -f html -t html --structure "$tmp/page.html" | sed "/<pre/,\$d
        s/<a class=\"trawl-here\"[^>]*><.a>//
        s/<[/]*bdi[^>]*>//g
        s/ \(rel\|class\)=\"\(nofollow\|trawl-named\)[^\"]*\"//g" | sed "/./,\$!d"' 'cat "$tmp/wanted.html"'

cat >"$tmp/wanted.md" <<'END'
## Plan

Bring **glue** and *[a line](<http://a.example/x>)*:

- one
  1. x
  2. y
- two

> quoted\
> text

| Kite | Price
| --- | --- |
| | 20

a\
&nbsp;b

(x)y
END
check_same 'md has its signs' '"$TRAWL" -f html -t md "$tmp/page.html"' 'cat "$tmp/wanted.md"'

cat >"$tmp/wanted.term" <<'END'
[1mPlan[22m

Bring [1mglue[22m and a line:

- one
  1. x
  2. y
- two

> quoted
> text

Kite | Price
 | 20

a
 b

([1mx)[22my
END
check_same 'term has bullets and bold text' \
    '"$TRAWL" -f html -t term --color=always "$tmp/page.html" | sed "s/\x1B\]8;[^\x1B]*\x1B.//g
        s/\x1B\[4m//g; s/\x1B\[24m//g; s/\x1B//g"' 'cat "$tmp/wanted.term"'

# Elements are open as in browsers: a style goes on in a new paragraph, </div> ends an item, a row
# ends a <pre>, and a tag of a table outside of a table is dropped.
cat >"$tmp/odd.html" <<'END'
<p><b>one<p>two</b> three<div><ul><li>a</div>b<table><tr><td><pre>c<tr><td>  d</table>
<i><h2>e</i> f</h2><li>g<div><tr><li>h
END
cat >"$tmp/wanted.md" <<'END'
**one**

**two** three

- a

b

c

d

## *e* f

- g
- h
END
check_same 'md has what browsers have open' '"$TRAWL" -f html -t md "$tmp/odd.html"' 'cat "$tmp/wanted.md"'

check '--structure=none leaves the lines' \
    '! "$TRAWL" -f html -t html --page --structure=none "$tmp/page.html" | grep -q "<li\|<b>\|<h2"'

finish
