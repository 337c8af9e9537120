#!/bin/sh
# t_markdown.sh - relative links of Markdown: --scheme any lists them, as it lists those of HTML

# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp
cd "$tmp" || exit 2
case $TRAWL in /*) ;; *) TRAWL=$OLDPWD/$TRAWL ;; esac
top=$OLDPWD
export top

# lists NAME WANTED...: checks that the Markdown in standard input has just these relative links.
lists() {
    name=$1
    shift
    printf '%s\n' "$@" | sed '/^$/d' >want
    cat >a.md
    check_same "$name" '"$TRAWL" --flag no-scheme a.md' 'cat want'
}

# ---- Destinations ----

lists 'links and pictures' b.md c.md#x d.md?q img/e.png 'f g.md' 'h i.md' <<'END'
[x](b.md) [x]( c.md#x "title") [x](d.md?q 'a
title') ![x](img/e.png (title)) [x](<f g.md>) [x](<h i.md> "t")
END
lists 'escapes and parentheses' 'a(b).md' 'c)(.md' 'd&e.md' 'a\b.md' 'g%20h.md' <<'END'
[x](a(b).md) [x](c\)\(.md) [x](d&amp;e.md) [x](a\b.md) [x](g%20h.md)
END
lists 'no destinations' '' <<'END'
[x](a b.md) [x](a(.md [x](<a.md) [x](<a
b.md>) [x](a.md "t" u) [x] (a.md) [x](#part) [x]() [x](<>) [ ] (note) [[wiki]] [x][y]
END
lists 'definitions' a.md 'b c.md' d.md e.md <<'END'
[a]: a.md
  [b]: <b c.md>
  'title'
[c]:
  d.md "title"
[e]: e.md
"not a title" x
[f]: f.md
END
printf '\357\273\277[a]: a.md\n[b]: <>\n[c]: c.md\n' >bom.md
lists 'a byte-order mark, an empty destination' a.md c.md <bom.md
lists 'footnotes are text' b.md <<'END'
[^1]: a.md
[^2]: see [b](b.md)
END
lists 'a picture in a link' p.png a.md p2.png c.md <<'END'
[![x](p.png)](a.md) [![x](p2.png) `]`](c.md)
END
lists 'attributes' a.png b.md c.png <<'END'
Text <img alt="x" src="a.png"> <A HREF = b.md>x</A> <img src='c.png'/> <a href="#x"> <img srcx="d.png"> <a "href=e.md">
END
lists 'HTML' a.png b.md c.md <<'END'
<p align="center">
<img src="a.png">
</p>

<!-- <img src="no.png">

[x](no.md) -->
[x](b.md)
<script>
[x](no.md)

</script>
<STYLE>[x](no.md)</STYLE>
<pre>
[x](no.md)
</pre>
[x](c.md)
END
lists 'escaped, or code' a.md b.md <<'END'
\[x\](no.md) [x\](no.md) `[x](no.md)` ``[x](no.md) ` `` \![x](a.md) `[x](b.md)
END

# ---- Blocks ----

lists 'code: fences and indents' a.md b.md c.md d.md e.md <<'END'
```sh
a[i](no.md)
~~~
```
~~~
[x](no.md)
```
~~~
[x](a.md)
    [x](b.md)

    [x](no.md)

- [x](c.md)

      [x](no.md)

  ```
  [x](no.md)
[x](d.md)

- x
```
[x](no.md)
```
  ~~~~
> [x](no.md)
~~~
  ~~~~
> ```
> [x](no.md)
[x](e.md)
END
lists 'lists and quotes' a.md b.md c.md d.md e.md f.md <<'END'
1. a

   - b

     [x](a.md)
> - [x](b.md)
> [x
> y](c.md)
lazy [x](d.md)

-
  [x](e.md)

a
2. `b
`[x](f.md)
END
lists 'a heading ends a paragraph' a.md b.md <<'END'
`a
# [x](a.md)`
b `
---
[x](b.md) `
END

# ---- Records ----

cat >a.md <<'END'
é [x](b.md), https://a.example/ and <img
 src="c.png">
> [x](//n.example/) [x](www.example.org) [x](joe@example.org)
END
check_same 'the fields' '"$TRAWL" --scheme any -t tsv --fields url,kind,flags,raw,line,column,quote,zone,attribute,spans a.md' \
    'printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n" \
        b.md wrap no-scheme b.md 1 7 0 new "\\N" 7-11 https://a.example/ bare "" https://a.example/ 1 14 0 new "\\N" 14-32 \
        c.png html no-scheme c.png 2 7 0 new src 48-53 https://n.example/ wrap scheme-implied //n.example/ 3 7 1 quoted "\\N" 62-74 \
        https://www.example.org www scheme-implied www.example.org 3 25 1 quoted "\\N" 80-95 mailto:joe@example.org email "" joe@example.org 3 46 1 quoted "\\N" 101-116'
check_same '--base resolves them' '"$TRAWL" --scheme any --base http://h.example/d/e a.md | head -n 3' \
    'printf "%s\n" http://h.example/d/b.md https://a.example/ http://h.example/d/c.png'
check_same 'bytes that are not UTF-8 are escaped' 'printf "[x](caf\351.md)\n" >l.md; "$TRAWL" --scheme any l.md 2>/dev/null' 'echo caf%E9.md'

# ---- Which texts ----

printf '[x](b.md)\n' >a.md
cp a.md A.MarkDown
cp a.md a.txt
cp a.md a.cmd
check_same 'by the name' '"$TRAWL" -H --scheme any A.MarkDown a.cmd a.md a.txt' 'printf "%s:b.md\n" A.MarkDown a.md'
check_same 'by --notation' '"$TRAWL" --scheme any --notation markdown <a.md; "$TRAWL" --scheme any --notation none a.md; "$TRAWL" --scheme any <a.md' 'echo b.md'
check_same 'without --scheme any there are none, and no message' \
    '"$TRAWL" a.md 2>&1; "$TRAWL" -t json a.md 2>&1; "$TRAWL" --base http://a.example/ a.md 2>&1; "$TRAWL" --scheme any -t text a.md' 'cat a.md'
check_same 'options choose among them' '"$TRAWL" --scheme any --find email a.md; "$TRAWL" --scheme any --not flag=no-scheme a.md
    "$TRAWL" --scheme any -c a.md; "$TRAWL" --scheme any -l a.txt a.md; "$TRAWL" --scheme any -qf html a.md; echo $?' 'printf "%s\n" 1 a.md 1'

# ---- Long and hostile texts ----

for i in 1 2 3; do printf '[x\n](%s.md) http://a.example/%s `\n' "$i" "$i"; done >small.md
check_same 'the same in small pieces' 'dd bs=1 <small.md 2>/dev/null | "$TRAWL" --scheme any --notation markdown' '"$TRAWL" --scheme any small.md'
python3 -c '
for i in range(60000): print("%s[x](%d.md) https://a.example/%d" % ("\n" * (i % 90 == 0), i, i))' >long.md
check_same 'a long file: all links in order, with threads, too' '"$TRAWL" -j3 --scheme any long.md long.md' \
    'for k in 1 2; do sed "/./!d; s/^.x.(//; s/) /\n/" long.md; done'
check_same 'the lines of a long file' '"$TRAWL" -n --scheme any long.md' \
    'awk "/x/ { sub(/^.x.\\(/, \"\"); sub(/\\)/, \"\"); print NR \":\" \$1; print NR \":\" \$2 }" long.md'
python3 - <<'END'
for name, unit in enumerate(('[', '[]', '](', '[a](x', '[a](<b', '[a](b "', '<a b="', '<!-- ', '`', '`a``b', '> ', '- ', '[a]:', '\\', '&')):
    open('hostile%d.md' % name, 'w').write(unit * 200000 + '\n\n[x](end.md)\n')
open('hostile.md', 'w').write(('a<!--' * 20 + '\n') * 150000 + '\n\n[x](end.md)\n')
END
check_same 'hostile texts are read in linear time' 'timeout 60 "$TRAWL" --flag no-scheme hostile*.md | grep -c "^end.md$"' 'echo 14' # two begin code or a comment that does not end

# ---- Another reader ----

if have cmark; then
    # judged FILE: prints the relative destinations that cmark finds.
    judged() {
        cmark --unsafe "$1" | grep -oE '(href|src)="[^"]*"' | cut -d '"' -f 2 | grep -vE '^([a-z]+:|#|$)'
    }
    for file in README.md SECURITY.md doc/tour.md doc/rules.md doc/contributing.md doc/design.md; do
        file=$top/$file
        export file
        check_same "cmark finds the same in $(basename "$file")" '"$TRAWL" --flag no-scheme --find url "$file" | sort -u' 'judged "$file" | sort -u'
    done
    check_test 'there are many' -gt 100 'judged "$top/doc/rules.md" | wc -l'
fi
finish
