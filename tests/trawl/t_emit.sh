#!/bin/sh
# t_emit.sh - -t html, term, md and notes: each option, options that cannot be combined; --rules
#
# tests/lib/emit tests the writers; this test checks that options reach them.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/letter.txt" <<'END'
> see <URL:http://a.example/lo
> ng>, RFC 1738, or
<URL:ftp://f.example/x>
END
printf 'none here\n' >"$tmp/empty"
printf 'http://b.example/' >"$tmp/more"
printf '<URL:http://a.example/foo-\nbar>\n' >"$tmp/hyphen"
printf 'i { color: red }\n' >"$tmp/css"
printf 'rule rfc\ntrigger RFC\nmatch RFC (\\d+)\nurl https://r.example/$1\n' >"$tmp/rules"
export tmp
rel='nofollow noopener noreferrer ugc'
export rel

# ---- Each format ----

check_same '-t html' '"$TRAWL" -t html "$tmp/more"' \
    'printf "<bdi dir=\"ltr\"><a href=\"http://b.example/\" rel=\"%s\">http://b.example/</a></bdi>" "$rel"'
check_same '-t term' '"$TRAWL" -t term "$tmp/more"' \
    'printf "\033]8;id=1;http://b.example/\033\\\\\033[4mhttp://b.example/\033[24m\033]8;;\033\\\\"'
check_same '-t md' '"$TRAWL" -t md "$tmp/more"' 'echo "<http://b.example/>"'
check_same '-t notes' '"$TRAWL" -t notes "$tmp/letter.txt" | grep "[.] "' \
    'printf "   1. http://a.example/long\n   2. ftp://f.example/x\n"'
check_same 'from standard input' '"$TRAWL" -t html <"$tmp/letter.txt"' '"$TRAWL" -t html "$tmp/letter.txt"'
for format in html term md notes; do
    export format
    check_status "-t $format, links" 0 '"$TRAWL" -t $format "$tmp/letter.txt"'
    check_status "-t $format, no links" 0 '"$TRAWL" -t $format "$tmp/empty"'
    check_status "-t $format, empty input" 0 '"$TRAWL" -t $format'
    check_test "-t $format, output is written while the input pauses" = before \
        'rm -f "$tmp/seen" "$tmp/late"; { printf "see\n\nmore\n"; until_there "$tmp/seen" || echo >"$tmp/late"; } | "$TRAWL" -t $format |
            { read -r line; [ -e "$tmp/late" ] || echo before; echo >"$tmp/seen"; cat >/dev/null; }'
    check_same "-t $format, a text without links" '"$TRAWL" -t $format "$tmp/empty"' 'echo none here'
    check_status "-t $format, a missing file" 2 '"$TRAWL" -t $format "$tmp/empty" "$tmp/nix" "$tmp/more"'
    check_test "-t $format, a missing file: the others are printed" = 1 \
        '"$TRAWL" -t $format "$tmp/empty" "$tmp/nix" "$tmp/more" 2>/dev/null |
            tr "\n" " " | grep -c "none.*b[.]example"'
    [ ! -w /dev/full ] || check_status "-t $format, a full disk" 2 '"$TRAWL" -t $format "$tmp/more" >/dev/full'
    check_status "-t $format, a directory as standard input" 2 '"$TRAWL" -t $format <tests'
    check_status "-t $format with -q" 1 '"$TRAWL" -q -t $format "$tmp/empty"'
    check_same "-t $format, an unknown charset: no output" \
        '"$TRAWL" -t $format --charset klingon "$tmp/more" 2>/dev/null' 'printf ""'
done
check_same 'several files are one text' '"$TRAWL" -t notes "$tmp/letter.txt" "$tmp/empty" "$tmp/more" | tail -n 3' \
    'printf "   %s\n" "1. http://a.example/long" "2. ftp://f.example/x" "3. http://b.example/"'
check_test 'several files are one page' = 1 '"$TRAWL" -t html --page "$tmp/more" "$tmp/empty" "$tmp/more" | grep -c "^<title>"'
check_same 'a link ends at the end of its file' \
    '"$TRAWL" -t md "$tmp/more" "$tmp/empty"' 'printf "<http://b.example/>none here\n"'
check_same '-t term --color always underlines' '"$TRAWL" -t term --color always "$tmp/more" | grep -c "\[4m"' 'echo 1'
check_same '-t term underlines in a pipe' '"$TRAWL" -t term "$tmp/more" | grep -c "\[4m"' 'echo 1'
check_same '-t term --color auto does not underline in a pipe' '"$TRAWL" -t term --color auto "$tmp/more" | grep -c "\[4m"' 'echo 0'
check_same 'nor do --color never and NO_COLOR' \
    '"$TRAWL" -t term --color never "$tmp/more" | grep -c "\[4m"; NO_COLOR=1 "$TRAWL" -t term "$tmp/more" | grep -c "\[4m"' 'printf "0\n0\n"'
check_same 'NO_COLOR empty does not count' 'NO_COLOR= "$TRAWL" -t term "$tmp/more" | grep -c "\[4m"' 'echo 1'

# ---- The options of -t html ----

html() {
    "$TRAWL" -t html "$@"
}
check_same '--page' 'html --page "$tmp/letter.txt" | sed -n "1p;\$p"' 'printf "<!DOCTYPE html>\n</html>\n"'
check_same '--page: the title is the file name' 'html --page "$tmp/letter.txt" | grep "<title>"' \
    'echo "<title>letter.txt</title>"'
check_same '--page: the title is the first file name' 'html --page "$tmp/empty" "$tmp/letter.txt" | grep "<title>"' \
    'echo "<title>empty</title>"'
check_same '--page: the title for standard input' 'html --page <"$tmp/more" | grep "<title>"' 'echo "<title>Text</title>"'
# title NAME TITLE: checks that a page of standard input has this title.
title() {
    cat >"$tmp/in"
    check_same "--page: $1" 'html --page <"$tmp/in" | grep "<title>"' "echo '<title>$2</title>'"
}
title 'the title of an RFC' 'FILE TRANSFER PROTOCOL for Ferries' <<'END'
Network Working Group                                         A. Lee
Request for Comments: 9999                                       Ulm
                                                        October 1985

                        FILE TRANSFER PROTOCOL
                             for Ferries

Status of this Memo

   This memo is about the transfer of files.
END
title 'the title of an old RFC, over blank lines' 'STANDARD FOR THE FORMAT OF FERRY MESSAGES' <<'END'
     RFC #  9822



                         STANDARD FOR THE FORMAT OF

                              FERRY MESSAGES



                              August 13, 1982
END
title 'the subject of a FAQ' 'Ferries: Frequently Asked Questions' <<'END'
Archive-name: ferries-faq
Posting-Frequency: monthly

Subject: Ferries: Frequently Asked Questions

1. Which is the oldest?
END
title 'the subject of a mail, but not of a message inside a text' 'Re: ferries &lt;b&gt;' <<'END'
From: ann@a.example
Subject: Re: ferries
 <b>
Date: Mon, 1 Jan 2001 00:00:00 +0000

text
END
title 'a message inside a text gives no title' Text <<'END'
hello bob, this is what she wrote to me about it:

From: Ann
Subject: Ferries
END
title 'the line below NAME' 'ferry - print ferries' <<'END'
FERRY(1)                    General Commands Manual                    FERRY(1)

NAME
     ferry - print ferries

SYNOPSIS
     ferry [port]
END
title 'the line below its name in another language' 'ferry - показать паромы' <<'END'
FERRY(1)                    General Commands Manual                    FERRY(1)

ИМЯ
     ferry - показать паромы

ОПИСАНИЕ
     Показать паромы.
END
title 'a line alone above text is a title, and no later heading' 'Ferries of Ulm, a guide' <<'END'
Ferries of Ulm, a guide

The ferries are run by the town, which has no railway of its own, and
no bus, either, so that people have to walk.

HISTORY

The ferries were run by the bishop.
END
title 'a title of two lines that is not a heading' 'jFerry: The Format of Ferries in the Harbour of Ulm' <<'END'
Network Working Group                                        J. Lee
Request for Comments: 9999                                May 2017

                    jFerry: The Format of Ferries
               in the Harbour of Ulm

Abstract

   The ferries are run by the town, which has no railway of its own.
END
title 'a heading below text that flows is no title' Text <<'END'
The ferries are run by the town, which has no railway of its own, and
no bus, either, so that people have to walk to the harbour of the town,
and from there to the market.

HISTORY

The ferries were run by the bishop.
END
title 'a field, a sentence and a URL are no titles' Text <<'END'
Date: today

The ferries are run.

see http://a.example/

The ferries are run by the town, which has no railway of its own, and
no bus, either, so that people have to walk.
END
title 'a line with nothing below is no title' Text <<'END'
Ferries of Ulm
END
title 'a numbered section is no title' Text <<'END'
1. Introduction

   Ferries.
END
title 'a release is no title' Text <<'END'
Version 2.4

* Boats are painted.
END
title 'a release is no title, nor is what it has below' Text <<'END'
v2.4.1
------

New boats
~~~~~~~~~

They are painted.
END
title 'a title above its authors' 'Boats::Ulm' <<'END'
Boats::Ulm
version 1.07, Ulm

They are painted.
END
title 'a comment with a copyright notice is no title' Boats <<'END'
<!--
Copyright (C) Ann Lee, et al.
-->

# Boats

They are painted.
END
title 'a title beside the modes of Emacs' 'GNU Boats NEWS' <<'END'
GNU Boats NEWS                                    -*- outline -*-

They are painted.
END
title 'a title with a star' 'Boats of Ulm' <<'END'
* Boats of Ulm

They are painted.
END
title 'a star above another list is no title' Text <<'END'
* Changes in 2.4

** Boats float.

* Changes in 2.3

** Boats are painted.
END
title 'an address below a title' 'Boats of Ulm' <<'END'
  Boats of Ulm
  Ann Lee, ann@a.example
  May 2014

They are painted.
END
title 'the second line of a paragraph is no title' Text <<'END'
Q1: Why are there boats in the harbour of the town, and why are they all
/painted/red and in a good state today

They are run by the town, which has no railway of its own.
END
title 'a line with a star is no title' Text <<'END'
* Boats

** Old boats

They float.
END
title 'a line of version control is no title' 'Boats of Ulm' <<'END'
$Id: boats 1234 1999-12-20 ann $

Boats of Ulm

They are painted.
END
for line in '# @(#)boats of the town of Ulm 8.1' '# Id: boats,v 1.4 1999/12/20 ann Exp'; do
    title "a line of version control is no title: $line" Text <<END
$line

They are painted.
END
done
title 'a line without a word is no title' Text <<'END'
//---===---//

They are painted.
END
title 'a title in Cyrillic' 'Паромы' <<'END'
Паромы

They are painted.
END
title 'a heading below a sentence is no title' Text <<'END'
These are notes on the boats of Ulm.

PAINTED BOATS

They are red, and nobody knows why they are not green.
END
title 'a heading below badges' 'Boats' <<'END'
[![Boats](https://a.example/b.svg)](https://a.example/b)
[![Kites](https://a.example/k.svg)](https://a.example/k)

# Boats

They are red, and nobody knows why they are not green.
END
title 'a heading below an item is no title' Text <<'END'
- red boats

- green boats

PAINTED BOATS

They are red, and nobody knows why they are not green.
END
title 'a heading below fields is no title' Text <<'END'
Author: Ann Lee
City: Ulm

PAINTED BOATS

They are red, and nobody knows why they are not green.
END
title 'a line with a colon is a title at the top' 'Steps for painting a boat:' <<'END'
Steps for painting a boat:

(1) Take the boat out of the water.
END
title 'but not with other text directly below' Text <<'END'
Steps for painting a boat:
take it out of the water

(1) Take the boat out of the water.
END
title 'a heading with a colon is no title' Text <<'END'
BOATS:

They are red, and nobody knows why they are not green.
END
title 'changes from a release are no title' Text <<'END'
changes from 1.0.2 to 1.0.3
---------------------------

- red boats
END
title 'a usual title with a colon is no title' Text <<'END'
OVERVIEW:

They are red, and nobody knows why they are not green.
END
title 'a word with a colon is a title' 'boats:' <<'END'
boats:

They are red, and nobody knows why they are not green.
END
title 'a stanza with a comma is no title' Text <<'END'
The boats of Ulm are red,
and they are old and slow,
their painters are all dead

They are red, and nobody knows why they are not green.
END
title 'a verse on the right is a title, with a comma' 'Boats of Ulm, and their painters' <<'END'
          Boats of Ulm,
      and their painters

They are red, and nobody knows why they are not green.
END
check_same '--page: the title is sought in 48 lines' '{ yes "" | sed 47q; printf "Ferries\n=======\n"; } | html --page | grep "<title>"' \
    'echo "<title>Ferries</title>"'
check_same '--page: and in no more' '{ yes "" | sed 48q; printf "Ferries\n=======\n"; } | html --page | grep "<title>"' \
    'echo "<title>Text</title>"'
# top: the elements of a page's text, of standard input, down to the first paragraph.
top() { "$TRAWL" -f text -t html --page "$@" | sed '1,/<body>/d; /<p>/q' | sed 's/<a class.*<.a>//'; }
check_same '--page: the heading that is the title is the only h1' 'printf "Ferries\n=======\n\nUlm\n---\n\nx\n" | top | grep -o "<h[1-6][^<]*"' \
    'printf "%s\n" "<h1 id=\"ferries\">Ferries" "<h2 id=\"ulm\">Ulm"'
check_same '--page: a title that is not a heading is the h1' 'printf "on ferries to ulm\n\nThey are slow.\n" | top' \
    'printf "%s\n" "<main class=\"trawl-text\">" "<h1>on ferries to ulm</h1>" "<p>They are slow.</p></main>"'
check_same '--page: a title above a heading is the h1' 'printf "on ferries to ulm\n\nUlm\n---\n\nx\n" | top | grep -c "<main.*\|<h1>on ferries to ulm</h1>"' 'echo 2'
check_same '--page: a title of two lines that is not a heading' 'printf "on ferries\nto ulm\n\nThey are slow.\n" | top | grep -c "h1>"' 'echo 2'
check_same '--page: a title that the text does not show' 'printf "NAME\n    a - b\n\nx\n" | top | grep -c "<header.*<h1>a - b</h1>"' 'echo 1'
check_same '--page: --title is the h1' 'printf "Ferries\n=======\n\nx\n" | top --title T | grep -o "<h[1-6][^<]*"' \
    'printf "%s\n" "<h1>T" "<h2 id=\"ferries\">Ferries"'
printf 'Contents\n\n 1 Ulm .... 1\n 2 Bonn .... 2\n 3 Kiel .... 3\n\n1 Ulm\n\nx\n\n2 Bonn\n\nx\n\n3 Kiel\n\nx\n' >"$tmp/toc"
check_test '--toc: a text with contents of its own' = 0 'html --page --toc "$tmp/toc" | grep -c "id=.trawl-toc"'
check_test '--toc: such a text beside another one' = 1 'html --page --toc "$tmp/toc" "$tmp/letter.txt" | grep -c "id=.trawl-toc"'
check_test '--toc: two entries do not count as contents' = 1 'sed 5d "$tmp/toc" | html --page --toc | grep -c "id=.trawl-toc"'
check_test 'contents with numbers without dots lead to the chapters' = 3 'html --page "$tmp/toc" | grep -c "<li><p><a .*#section-[123]"'
check_same '--title' 'html --page --title "a <b>" "$tmp/more" | grep "<title>"' 'echo "<title>a &lt;b&gt;</title>"'
check_test '--structure=lines: a quote' = 1 'html --page --structure=lines "$tmp/letter.txt" | grep -c "<blockquote>"'
check '--structure=lines' 'html --page --structure=lines "$tmp/letter.txt" | grep -q "<main class=\"trawl-text trawl-lines\">"'
check_same '--structure=flow is the default for a page' 'html --page --structure=lines --structure=flow "$tmp/letter.txt"' 'html --page "$tmp/letter.txt"'
cat >"$tmp/hyphens.txt" <<'END'
The networks of this town are old, and few remember who has laid the net-
works below its streets. The well-known house is beside a tree, a well-
known one as well. We read of it in a book with prefix, infix, and pre-
and postfix signs. It tells that a semidetached house may be a semi-
detached one in the next line, but we write semi-detached all the time,
and the World-Wide Web has no page of it that I know, so the world-
wide one is the other. See http://networks.example/ and the inter-
networks that nobody else has ever seen, and all that is below the net-
WORKS of the town that are so old that few remember who laid them.
END
cat >"$tmp/wanted" <<'END'
the net[-
]works below
a well-[
]known
pre-
and postfix
a semi-[
]detached
world-[
]wide
inter-[
]networks
the net-[
]WORKS
END
broken_words() {
    sed 's/<span class="trawl-break" hidden>/[/; s/^<.span>/]/' |
        grep -o '\(the net\|a well\|pre\|a semi\|world\|inter\)-*\[*-*$\|^[]]*\(works below\|known\|and postfix\|detached\|wide\|networks\|WORKS\)'
}
check_same 'a hyphen at the end of a line' 'html --page "$tmp/hyphens.txt" | broken_words' 'cat "$tmp/wanted"'
check_same 'it stays when the text is read once' 'printf "%s\0" "$tmp/hyphens.txt" | html --structure --files0-from - | broken_words | sed 1q' 'echo "the net-["'
sed -e 's/\(the net\|a well\|world\)-$/\1\xE2\x80\x90/; s/inter-$/inter\xC2\xAD/; s/well-known/well\xE2\x80\x90known/' "$tmp/hyphens.txt" >"$tmp/roff.txt"
check_same 'U+2010 and U+00AD at the end of a line' 'html --page "$tmp/roff.txt" | grep -o "\(the net\|a well\|world\|inter\)[^a-z]*<span class=.trawl-break.*"' 'printf "the net<span class=\"trawl-break\" hidden>\342\200\220\na well\342\200\220<span class=\"trawl-break\" hidden>\nworld<span class=\"trawl-break\" hidden>\342\200\220\ninter<span class=\"trawl-break\" hidden>[U+00AD]\nthe net\342\200\220<span class=\"trawl-break\" hidden>\n"'
check 'paragraphs flow by default' 'html --page "$tmp/letter.txt" | grep -q "<main class=\"trawl-text\">"'
check_same '--structure' 'printf "1. One\n\ntwo\n" | html --structure' 'printf "\n<h2 id=\"section-1\">1. One<a class=\"trawl-here\" aria-label=\"Link here\" href=\"#section-1\"></a></h2>\n<p>two</p>"'
cat >"$tmp/table.txt" <<'END'
Ferries:

> | Boat | Port    | See                              |
> |------|---------|----------------------------------|
> | Ann  | <b>     | see http://a.example/            |
> | Bob  | <URL:http://b.example/?x=1|y=2>  |
> |      | Dover   | more                             |
END
cat >"$tmp/ruled.txt" <<'END'
Boat   Link                   Port
----   --------------------   -----
Ann    <http://a.example/>    Ulm &
                              York
       http://b.example/
Bob    none                   Hull
END
cat >"$tmp/wanted" <<'END'

<p>Ferries:</p>
<blockquote>
<table>
<thead>
<tr><th scope="col">[&gt; ][| ]Boat</th> <th scope="col">[| ]Port</th> <th scope="col">[| ]See[|][
&gt; |------|---------|----------------------------------|]</th></tr></thead>
<tbody>
<tr><td>[&gt; ][| ]Ann</td> <td>[| ]&lt;b&gt;</td> <td>[| ]see <a href="http://a.example/">http://a.example/</a>[|]</td></tr>
<tr><td>[&gt; ][| ]Bob</td> <td colspan="2">[| ]&lt;URL:<a href="http://b.example/?x=1%7Cy=2">http://b.example/?x=1|y=2</a>&gt;[|]</td></tr>
<tr class="trawl-more"><td>[&gt; ][|      ]</td> <td>[| ]Dover</td> <td>[| ]more[|]</td></tr></tbody></table></blockquote>
END
cat >"$tmp/wanted2" <<'END'

<table>
<thead>
<tr><th scope="col">Boat</th> <th scope="col">Link</th> <th scope="col">Port[
----   --------------------   -----]</th></tr></thead>
<tbody>
<tr><td>Ann</td> <td>&lt;<a href="http://a.example/">http://a.example/</a>&gt;</td> <td>Ulm &amp;</td></tr>
<tr class="trawl-more"><td></td> <td></td> <td>York</td></tr>
<tr class="trawl-more"><td></td> <td><a href="http://b.example/">http://b.example/</a></td> <td></td></tr>
<tr><td>Bob</td> <td>none</td> <td>Hull</td></tr></tbody></table>
END
# Writes hidden text in brackets, and anchors without their usual attributes.
cat >"$tmp/note" <<'END'

<div class="trawl-remark" role="note"><p><span class="trawl-label">Note:</span></p>
<pre class="trawl-pre trawl-code" tabindex="0" role="group" aria-label="Code">   a = 1;</pre></div>
<p>b</p>
END
plain_table() {
    html --structure "$1" |
        sed 's/<span class="trawl-mark" hidden>/[/g; s/<.span>/]/g; s/<[/]*bdi[^>]*>//g; s/ rel="[^"]*"//g; s/ class="trawl-named"//g'
}
check_same '--structure: a table of Markdown in a quote' 'plain_table "$tmp/table.txt"; echo' 'cat "$tmp/wanted"'
check_same '--structure: a table with a ruled head' 'plain_table "$tmp/ruled.txt"; echo' 'cat "$tmp/wanted2"'
check_test '--structure: stars end a digest, and underline a heading elsewhere' = '0 1' \
    'for head in "From: ann@a.example\nSubject: Boats\n\n" ""; do
        printf "${head}End of Boats\n************\n\nSee there.\n" | html --structure | grep -c "id=.end-of-boats"
    done | xargs'
check_same '--structure: a note, with the code below it' 'printf "Note:\n\n   a = 1;\n\nb\n" | html --structure; echo' 'cat "$tmp/note"'
check_same '--structure=none is the default of a fragment' 'html --structure=none "$tmp/letter.txt"' 'html "$tmp/letter.txt"'
check_same '--structure is the default for a page' 'html --page --structure "$tmp/letter.txt"' 'html --page "$tmp/letter.txt"'
check_test '--structure=none: a page of one element' = 1 'html --page --structure=none "$tmp/letter.txt" | grep -c "<main><pre>"'
check '--lang' 'html --page --lang pt-BR "$tmp/more" | grep -q "<html lang=\"pt-BR\">"'
check 'the language of a charset' 'html --page --charset ISO-2022-JP "$tmp/more" | grep -q "<html lang=\"ja\">"'
check 'a charset of many languages' 'html --page --charset latin1 "$tmp/more" | grep -q "<html lang=\"und\">"'
check 'columns above all text become lines on narrow screens' \
    'html --page /dev/null | grep -q "max-width:40em.*main>.trawl-table:first-child{white-space:pre-line}"'
check 'the stylesheet has at most 5 KB' '[ "$(html --page /dev/null | sed -n "/<style>/,/<.style>/p" | wc -c)" -le 5137 ]'
check '--to=xhtml' 'html --page --to=xhtml "$tmp/letter.txt" | grep -q "<html xmlns="'
check 'a page has a stylesheet' 'html --page "$tmp/letter.txt" | grep -q "<style>"'
check_test '--css none' = 0 'html --page --css none "$tmp/letter.txt" | grep -c "<style>"'
check_same '--css with an empty file' 'html --page --title x --css /dev/null "$tmp/more"' \
    'html --page --title x --css none "$tmp/more"'
check '--css FILE' 'html --page --css "$tmp/css" "$tmp/letter.txt" | grep -q "i { color: red }"'
check_status '--css with a missing file' 2 'html --page --css "$tmp/nix" "$tmp/letter.txt"'
check_same '--attr rel' 'html --attr rel=me "$tmp/more"' 'html "$tmp/more" | sed "s/ rel=\"[^\"]*/ rel=\"me/"'
check '--attr class' 'html --attr "class=x y" "$tmp/more" | grep -q " class=\"x y\""'
check '--attr target' 'html --attr target=_blank "$tmp/more" | grep -q " target=\"_blank\""'
check_test 'ftp is not live by default' = 0 'html "$tmp/letter.txt" | grep -c "href=\"ftp"'
check_test '--live ftp' = 1 'html --live gopher,ftp "$tmp/letter.txt" | grep -c "href=\"ftp"'
check_test '--live news' = 1 'html --live news "$tmp/letter.txt" | grep -c "href=\"ftp"'
check_test '--live with default schemes' = 1 'html --live HTTP,mailto,telnet "$tmp/more" | grep -c "href=\"http"'
check_same '--live javascript is refused' 'html --live ftp,javascript "$tmp/more" 2>&1' \
    'echo "trawl: --live: javascript is never live; see \"trawl --help\""'
check_test '--live rlogin, which is not registered' = 1 \
    'echo "<URL:rlogin://h.example/>" | html --live rlogin | grep -c "href=\"rlogin://h.example/"'
check_same '--live, an unknown scheme' 'html --live nosuch "$tmp/more" 2>&1' \
    'echo "trawl: --live: nosuch is not a registered scheme, and only those can be live; see \"trawl --help\""'
for never in javascript JavaScript vbscript livescript data blob filesystem file about view-source jar chrome \
    chrome-extension resource ms-word search hcp hxxp hxxps; do
    export never
    check_status "--live $never is refused" 2 'html --live "gopher,$never" "$tmp/more"'
done
check '--link-template' 'html --link-template "https://o.example/?u=%u" "$tmp/more" |
    grep -q "href=\"https://o.example/?u=http%3A%2F%2Fb.example%2F\""'
check_test '--join=both: a second link' = 1 \
    'html --join=both "$tmp/hyphen" | grep -c "href=\"http://a.example/foobar\""'
check_test 'without --join=both: no second link' = 0 'html "$tmp/hyphen" | grep -c "href=\"http://a.example/foobar\""'
check '--base' 'echo "<URL:../x>" | html --base http://a.example/b/c | grep -q "href=\"http://a.example/x\""'

# ---- Rules ----

check_same '--rules' '"$TRAWL" --rules "$tmp/rules" "$tmp/letter.txt"' \
    'printf "%s\n" http://a.example/long https://r.example/1738 ftp://f.example/x'
check '--rules with -t html' 'html --rules "$tmp/rules" "$tmp/letter.txt" |
    grep -q "<a href=\"https://r.example/1738\" rel=\"$rel\">RFC 1738</a>"'
check '--rules with -t json' '"$TRAWL" -t json --rules "$tmp/rules" "$tmp/letter.txt" | grep -q "\"kind\":\"rule\""'
check_status 'the rules of testdata' 0 '"$TRAWL" --rules testdata/rules/common.rules "$tmp/letter.txt"'
check_same 'a rules file without rules' '"$TRAWL" --rules /dev/null "$tmp/more"' 'echo http://b.example/'
printf 'rule a\ntrigger a\nmatch a(\nurl http://a.example/\n' >"$tmp/bad"
check_same 'a bad rule: the message, and nothing is read' 'cd "$tmp" && "$TRAWL" --rules ./bad letter.txt 2>&1' \
    'echo "trawl: ./bad:3:9: missing closing parenthesis"'
check_status 'a bad rule exits with 2' 2 '"$TRAWL" --rules "$tmp/bad" "$tmp/letter.txt"'
check_status 'a bad rule with -q' 2 '"$TRAWL" -q --rules "$tmp/bad" "$tmp/letter.txt"'
check_status '--rules with a missing file' 2 '"$TRAWL" --rules "$tmp/nix" "$tmp/letter.txt"'
check_status '--rules with a directory' 2 '"$TRAWL" --rules ./tests "$tmp/letter.txt"'
printf 'rule slow\ntrigger aaa\nmatch (a|aa|aaa)+[0-9]\nurl http://a.example/\n' >"$tmp/slow"
printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa http://b.example/\n' >"$tmp/hard"
check_same 'a rule that hits its limits is reported once, and the text is read' \
    'cd "$tmp" && "$TRAWL" --rules ./slow hard hard 2>&1 | sed "s/at [0-9]* place/at N place/"' \
    'printf "%s\n" http://b.example/ http://b.example/
    echo "trawl: ./slow:1: rule slow hit its limits at N places, and made no link there"'
check_status 'a rule that hits its limits: exit status 0' 0 '"$TRAWL" --rules "$tmp/slow" "$tmp/hard"'

# Sets of rules, several files, links over a line end and into the page.
printf 'See RFC\n1738, printf(3) and CVE-2024-1234.\n' >"$tmp/refs.txt"
check_same '--rules with installed sets' '"$TRAWL" --rules ietf,man,security "$tmp/refs.txt"' \
    'printf "%s\n" https://www.rfc-editor.org/rfc/rfc1738 https://manpages.debian.org/printf.3 \
        "https://www.cve.org/CVERecord?id=CVE-2024-1234"'
check_same '--rules with a set and a file' '"$TRAWL" --rules "man,$tmp/rules" "$tmp/refs.txt"' 'echo https://manpages.debian.org/printf.3'
check_same '--rules with an unknown set names the others' '"$TRAWL" --rules ietf,nix "$tmp/refs.txt" 2>&1' \
    'echo "trawl: --rules: no set of rules is named \"nix\"; there are debian, ietf, kernel, man, security (the name of a file has a \"/\" or a \".\": ./nix)"'
check_status '--rules with an unknown set: exit status 2' 2 '"$TRAWL" --rules nix "$tmp/refs.txt"'
check_status '--rules with an empty name' 2 '"$TRAWL" --rules ietf, "$tmp/refs.txt"'
check_same 'a bad rule in the second file' 'cd "$tmp" && "$TRAWL" --rules ietf,./bad refs.txt 2>&1' \
    'echo "trawl: ./bad:3:9: missing closing parenthesis"'
check_same 'a rule that hits its limits in the second file' \
    'cd "$tmp" && "$TRAWL" --rules ietf,./slow hard 2>&1 >"$tmp/out" | sed "s/at [0-9]* place/at N place/"' \
    'echo "trawl: ./slow:1: rule slow hit its limits at N places, and made no link there"'
mkdir -p "$tmp/prefix/bin" "$tmp/prefix/share/trawl/rules"
cp "$TRAWL" "$tmp/prefix/bin/trawl"
printf 'rule x\ntrigger xx\nmatch xx\nurl https://x.example/\n' >"$tmp/prefix/share/trawl/rules/xset.rules"
check_same 'sets are found from the program: ../share/trawl/rules' 'echo xx | "$tmp/prefix/bin/trawl" --rules xset' 'echo https://x.example/'
check '--rules over a line end with -t html' 'html --rules ietf "$tmp/refs.txt" |
    grep -c "href=\"https://www.rfc-editor.org/rfc/rfc1738\"" | grep -q 1'
printf 'rule note\ntrigger [\nmatch \\[([^]]+)\\]\nurl #ref-$1\n' >"$tmp/note.rules"
printf 'See [RFC1738], [1] and [x\" onclick="a].\n' >"$tmp/notes.txt"
check_same '--rules with a link into the page' 'html --rules "$tmp/note.rules" "$tmp/notes.txt" | grep -o "href=\"[^\"]*\""' \
    'printf "%s\n" "href=\"#ref-rfc1738\"" "href=\"#ref-1\"" "href=\"#ref-x---onclick--a\""'
check_same 'such a rule makes no link in other formats' 'for to in list json tsv term md notes; do
    "$TRAWL" -t $to --rules "$tmp/note.rules" "$tmp/notes.txt"; done | grep -c "#ref"' 'echo 0'

# ---- Errors ----

while read -r bad; do
    export bad
    check_status "cannot be combined: $bad" 2 '"$TRAWL" $bad "$tmp/more"'
    check "cannot be combined, the message: $bad" '"$TRAWL" $bad "$tmp/more" 2>&1 >/dev/null | grep -q "see .trawl --help"'
    check "can be combined with -q: $bad" '"$TRAWL" -q $bad "$tmp/more"'
done <<'END'
--page
--attr rel=me -t term
--attr class=x -t notes
--attr target=x -t text
--live ftp -t json
--link-template https://a.example/%u --explain
-t html --structure=lines
-t html --title x
-t html --css none
-t html --page --toc --structure=none
-t html --lang en
--structure
--structure=none
--structure=none --explain
-t html -n
-t html -H
-t html -0
-t html -u
-t html -c
-t html --spell=raw
-t html --spell=display
-t term --join=both
-t md --join=both
-t notes --join=both
-t notes -u
END
for bad in '--link-template x' '--link-template https://a.example/' '--link-template javascript:%u' --attr=rel= --attr=class= \
    --attr=target= '--page --title=' --live= '--live ,' '--live a,,b' '--live http://' --page=1 --css; do
    export bad
    check_status "refused: $bad" 2 '"$TRAWL" -t html $bad "$tmp/more"'
done
check_same 'a % too many' 'html --link-template "https://a.example/%z?u=%u" "$tmp/more" 2>&1' \
    'echo "trawl: --link-template: https://a.example/%z?u=%u has a % without u or two hex digits after it; write %25 for \"%\""'
check_status 'one that is an escape' 0 'html --link-template "https://a.example/%7Ea?u=%u" "$tmp/more"'
check_same 'a template that is not a link' 'html --link-template javascript:%u "$tmp/more" 2>&1' \
    'echo "trawl: --link-template: javascript:%u does not begin with https://, http:// or mailto:"'

# ---- A byte-order mark, and terms without definitions ----

printf '\357\273\277TITLE\n\nSee http://a.example/ here.\n' >"$tmp/marked"
printf 'TITLE\n\nSee http://a.example/ here.\n' >"$tmp/plain"
{ printf 'From: ada@example.org\nContent-Type: text/plain; charset=utf-8\n\n' && cat "$tmp/marked"; } >"$tmp/marked.eml"
{ printf 'From: ada@example.org\nContent-Type: text/plain; charset=utf-8\n\n' && cat "$tmp/plain"; } >"$tmp/plain.eml"
for to in html 'html --page' md term notes; do
    check_same "-t $to leaves out a byte-order mark" '"$TRAWL" -t '"$to"' <"$tmp/marked"' '"$TRAWL" -t '"$to"' <"$tmp/plain"'
    check_same "-t $to leaves it out in a message" '"$TRAWL" -t '"$to"' <"$tmp/marked.eml"' '"$TRAWL" -t '"$to"' <"$tmp/plain.eml"'
done
check_same '-t text keeps a byte-order mark' '"$TRAWL" -t text <"$tmp/marked"' 'cat "$tmp/marked"'
check_same 'U+FEFF inside a text is shown' 'printf "a\n\357\273\277b http://a.example/\n" | "$TRAWL" -t html | sed -n "s/ .*//p"' 'echo "[U+FEFF]b"'
check_test 'a list of terms has a definition at its end' -eq 1 '
    printf "Words enough for a paragraph of prose that is long.\n\nQ: What is this?\n\nQ: How can I play it?\n\nWords follow.\n" |
        "$TRAWL" -t html --page | grep -c "</dt><dd></dd></dl>"'

finish
