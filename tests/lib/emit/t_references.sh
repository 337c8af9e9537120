#!/bin/sh
# t_references.sh - links inside of a page: sections, contents, labels; the first pass; --toc
#
# tests/lib/block/t_refs.c tests what a reference is.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/report" <<'END'
Contents

   1. Introduction ............ 1
   2. Ships ................... 2
   2.1. Sails ................. 3
   Appendix A. Knots .......... 4

1. Introduction

   This report is about ships, and the ways in which people build them [1]; see
   Section 2.1, sections 2 and 3, Section 2 of RFC 2396, and Appendix A. It is not
   about section 4.

2. Ships

   Ships are large boats, as everybody knows who has read any of the books on it
   [Mel51].

2.1. Sails

   Sails are large pieces of cloth, which are fixed to the masts, see Section
   1, and appendix B for the rest of what people have said about it in the
   years before, when ships were made of wood.

Appendix A. Knots

   Knots are made of rope, and are described by the books that are listed below.

References

   [1]      Smith, J., "Ships", 1999.

   [Mel51]  Melville, H., "Moby-Dick", 1851.
END
printf '1. Introduction\n\n   Another text with words, which says more about this in Section 1 of this text.\n' >"$tmp/second"
{
    printf 'From ada@example.org Mon Jun 30 02:34:00 2008\nMessage-ID: <1@a.example>\nSubject: Ships\n\n'
    cat "$tmp/report"
    printf '\nFrom bob@example.org Mon Jun 30 02:34:00 2008\nSubject: Boats\n\n'
    cat "$tmp/second"
} >"$tmp/box"
printf '\n> 1. Introduction\n>\n> See Section 1, and more words that somebody has written and that are quoted here.\n\n1. Introduction\n' >"$tmp/quote"
cat >"$tmp/digest" <<'END'
Today's Topics:

   1. Kites (Ann Lee)
   2. Re: Kites (Bob Stone)

----------------------------------------

Message: 1
Date: Mon, 7 Jun 1999
Subject: Kites

2. Strings

Strings are long, as everybody knows who has read any of the books on them.

------------------------------

Message: 2
Subject: Re: Kites

Good.
END
sed 's/^   [12][.]/   /; /^Message/d' "$tmp/digest" >"$tmp/bare_digest"
awk 'BEGIN { for (i = 0; i < 30000; i++) print "  Some words that fill a line of this text.\n" }' >"$tmp/filler"
export tmp

# refs [OPTION...]: prints the links of references, "Section 3.1 #section-3.1".
refs() {
    "$TRAWL" -t html --page "$@" | grep -oE '<a class="trawl-ref" href="[^"]*">[^<]*' |
        sed 's/.*href="\([^"]*\)">\(.*\)/\2 \1/'
}

# toc [OPTION...]: prints the ids of the table of contents; a line for each list.
toc() {
    "$TRAWL" -t html --page --toc "$@" | sed -n '/id="trawl-toc"/,/<\/nav>/p' |
        sed -n 's/.*href="#\([^"]*\)".*/\1/p; s/^<ul>/(/p; s/^<.ul>.*/)/p'
}

# ---- Links ----

check_same 'topics of a digest, by their numbers' 'refs "$tmp/digest"' \
    'printf "%s\n" "Kites (Ann Lee) #topic-1" "Re: Kites (Bob Stone) #topic-2"'
check_same 'and by their titles' 'refs "$tmp/bare_digest"' \
    'printf "%s\n" "Kites (Ann Lee) #kites" "Re: Kites (Bob Stone) #re-kites"'
check_same 'references, contents and labels are links' 'refs "$tmp/report"' 'cat <<END
Introduction #section-1
Ships #section-2
Sails #section-2.1
Knots #appendix-a
[1] #ref-1
Section 2.1 #section-2.1
sections 2 #section-2
Appendix A #appendix-a
[Mel51] #ref-mel51
Section #section-1
1 #section-1
END'
check_same 'headings and references have ids' '"$TRAWL" -t html --page "$tmp/report" | grep -oE "<(h[2-6]|li) id=\"[^\"]*"' 'cat <<END
<h2 id="contents
<h2 id="section-1
<h2 id="section-2
<h3 id="section-2.1
<h2 id="appendix-a
<h2 id="references
<li id="ref-1
<li id="ref-mel51
END'
# levels TEXT: the levels of the headings of a page.
levels() {
    printf %b "$1" | "$TRAWL" -t html --page | grep -oE "<h[1-6] id" | tr -dc 0-9
}
check_test 'headings of a rank have one level below the title' = 12233 \
    'levels "A kite\n======\n\nSail\n----\n\nIt is red.\n\nTail\n----\n\n### Bows\n\nblue ones\n\n### Knots\n\nof string\n"'
check_test 'no level is left out, and a higher rank is never deeper' = 1223 \
    'levels "# Kite\n\n### Sail\n\nIt is red.\n\n## Tail\n\nIt is blue.\n\n### Bows\n\nThese too.\n"'
check_test 'a heading of an earlier part does not count' = 12323 \
    'levels "# Kite\n\n# Sail\n\nIt is red.\n\n## Tail\n\nIt is blue.\n\n# Bows\n\nThese too.\n\n### Knots\n\nThey hold.\n"'
check_test 'ranks begin anew in each message' = 33 \
    'levels "From a Mon Jun 30 02:34:00 2008\nSubject: x\n\n## Sail\n\nred\n\nFrom b Mon Jun 30 02:34:00 2008\nSubject: y\n\n### Tail\n\nblue\n"'
check_test 'a heading has a link to itself, which has no text' -eq 1 \
    '"$TRAWL" -t html --page "$tmp/report" | grep -cF "2.1. Sails<a class=\"trawl-here\" aria-label=\"Link here\" href=\"#section-2.1\"></a></h3>"'
check_same 'a fragment with structure' '"$TRAWL" -t html --structure "$tmp/report" | grep -o "trawl-ref\""' \
    'refs "$tmp/report" | sed "s/.*/trawl-ref\"/"'
check_test 'no links without structure' -eq 0 'refs --structure=none "$tmp/report" | wc -l'
check_same 'quotes refer to what is quoted' 'refs "$tmp/quote"' 'echo "Section 1 #section-1"'
check_same 'each file is a text of its own' 'refs "$tmp/report" "$tmp/second" | tail -n 1' \
    'echo "Section 1 #text-2__section-1"'
check_same 'and each message' 'refs "$tmp/box" | sed -n "6p; \$p"' \
    'echo "Section 2.1 #section-2.1"; echo "Section 1 #text-2__section-1"'

# ---- The first pass ----

check_same 'from a file on standard input' 'refs --title report <"$tmp/report"' 'refs "$tmp/report"'
check_same 'from a pipe' 'cat "$tmp/report" | refs' 'refs "$tmp/report"'
check_same 'from a pipe of more than 1 MB, only to what is further up' 'cat "$tmp/report" "$tmp/filler" | refs' \
    'printf "%s\n" "Section #section-1" "1 #section-1"'
check_same 'a file of more than 1 MB is read twice' 'cat "$tmp/report" "$tmp/filler" >"$tmp/long"; refs "$tmp/long"' \
    'refs "$tmp/report"'
check_same 'and all of a long pipe is read' 'cat "$tmp/long" | "$TRAWL" -t html --page --title x --structure=none' \
    '"$TRAWL" -t html --page --title x --structure=none "$tmp/long"'
check_test 'with structure, too' -eq 30000 'cat "$tmp/long" | "$TRAWL" -t html --page | grep -c "Some words"'
check_same 'standard input twice is read once' 'cat "$tmp/second" | "$TRAWL" -t html --page - - | grep -c Another' 'echo 1'
check_same 'a fault is reported once' '"$TRAWL" -t html --page "$tmp/nothing" 2>&1 >/dev/null | grep -c nothing' 'echo 1'

# ---- --toc ----

wanted='contents section-1 section-2 ( section-2.1 ) appendix-a references'
sed '1,/Appendix A. Knots \./d' "$tmp/report" >"$tmp/chapters"
check_same '--toc' 'toc "$tmp/chapters" | tr "\n" " "' 'echo "( ${wanted#* } ) " | tr -d "\n"'
check_same 'not for a text that has a table of contents' 'toc "$tmp/report"' ':'
check_test '--toc is before the text' -lt 3 \
    '"$TRAWL" -t html --page --toc "$tmp/chapters" | sed -n "/<main/,\$p" | grep -n trawl-toc | sed -n "1s/:.*//p"'
check_same '--toc of a long pipe is after the text' \
    'cat "$tmp/long" | "$TRAWL" -t html --page --toc | sed -n "s/.*\(<p class=.trawl-note.><a href=.#trawl-toc\).*/before/p; s/.*id=.trawl-toc.*/after/p; /30000/p"' \
    'echo before; echo after'
check_same '--toc of a mailbox has its messages' 'toc "$tmp/box" | tr "\n" " "' \
    'printf "( mid-1_40a.example ( "; printf "%s " $wanted; printf ") message-2 ( text-2__section-1 ) ) "'
check_same '--toc without headings' 'echo some words | "$TRAWL" -t html --page --toc | grep -c trawl-toc' 'echo 0'
check_status '--toc without --page' 2 '"$TRAWL" -t html --toc "$tmp/report"'
check_status '--toc with --structure=none' 2 '"$TRAWL" -t html --page --toc --structure=none "$tmp/report"'
check_status '--toc without -t html' 2 '"$TRAWL" --toc "$tmp/report"'

# ---- All links resolve ----

if have python3; then
    check_same 'all links inside the pages of testdata resolve' \
        'python3 -B tests/lib/emit/references.py "$TRAWL" testdata/*.txt testdata/mail/* "$tmp/box" "$tmp/report"' :
    rfcs=${TRAWL_SHARED:-../shared}/rfc
    export rfcs
    if [ -r "$rfcs/rfc1738.txt" ]; then
        check_same 'and those of RFCs, to the right sections' \
            'python3 -B tests/lib/emit/references.py "$TRAWL" "$rfcs"/*.txt' :
        check_same 'RFC 1738: sections and references' 'refs "$rfcs/rfc1738.txt" | sort | uniq -c | sed "s/^ *//"' 'cat <<END
1 Section 2.2 #section-2.2
6 Section 3.1 #section-3.1
1 Section 4 #section-4
1 Section 5 #section-5
1 [10] #ref-10
1 [12] #ref-12
1 [13] #ref-13
1 [14] #ref-14
1 [17] #ref-17
1 [18] #ref-18
1 [20] #ref-20
1 [2] #ref-2
1 [5] #ref-5
1 [6] #ref-6
1 [7] #ref-7
END'
    else
        tap_note 'no RFCs: skipped'
    fi
else
    skip 'all links resolve' 'there is no python3'
fi

finish
