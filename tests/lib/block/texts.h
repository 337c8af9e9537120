/* texts.h - texts and what their lines are, for t_block.c and t_traits.c */
#ifndef TRAWL_TESTS_BLOCK_TEXTS_H
#define TRAWL_TESTS_BLOCK_TEXTS_H

#include "decided.h"

/* Writes one letter for each line, in capitals where a block begins, and "+" after it where it joins
 * the line before: "P p+" is a paragraph of two lines that flow. A heading has its level, from 2. */
static const char *shape_of(const char *text)
{
    static const char letters[] = ".phu-itdncry|akxzlsvf@~_";
    static char shape[512];
    decided t = decided_text(text, strlen(text));
    size_t k = 0;

    for (size_t i = 0; i < t.n && k + 4 < sizeof shape; i++) {
        char c = letters[t.is[i].kind];

        shape[k++] = t.is[i].first && c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
        if (t.is[i].joins)
            shape[k++] = '+';
        else if (c == 'h' && t.is[i].level > 1)
            shape[k++] = (char)('0' + t.is[i].level);
    }
    shape[k] = '\0';
    decided_free(&t);
    return shape;
}

#define LONG_LINE "The ferries are run by the town, which has no railway of its own.\n"
#define SHORT_LINE "The ferries are run by the town.\n"
#define INDENTED                                                                                   \
    "   The ferries are run by the town, which has no railway of its own, and\n"                   \
    "   no bus, either, so that people have to walk.\n"
#define NUMBERS "1. One\n\n" LONG_LINE "\n2. Two\n\n" LONG_LINE "\n3. Three\n\n" LONG_LINE "\n"
#define NUMBERS_INDENTED                                                                           \
    "1. One\n\n" INDENTED "\n2. Two\n\n" INDENTED "\n3. Three\n\n" INDENTED "\n"
#define CONTENTS_OF(last)                                                                          \
    "Contents\n\n1. Ferries ..... 1\n1.1 Harbours ..... 1\n1.2 The times of all ferries ..... 2\n" \
    "2. Trains ..... 3\n" last " ..... 4\n\n"
#define CONTENTS CONTENTS_OF("Words")
#define FOUR LONG_LINE "\n" LONG_LINE "\n" LONG_LINE "\n" LONG_LINE "\n"
#define LATE FOUR FOUR FOUR FOUR FOUR FOUR LONG_LINE "\n" LONG_LINE "\n"

#define KNOWN "boat   It is run by the town\n       now.\n\n"

/* A paragraph whose lines end at column 72. */
#define FULL_LINES                                                                                 \
    "The ferries of the town are run by the town, which has no railway of its\n"                   \
    "own, and no bus either: all people have to walk to the harbour, and from\n"                   \
    "there the ferries leave at ten, at noon, and at six o'clock if it is not\n"                   \
    "raining.\n\n"

/* Three lines of a paragraph. */
#define TOWN_1 "The ferries of the town are run by the town, which has no railway of its\n"
#define TOWN_2 "own, and no bus either: all people have to walk to the harbour, and from\n"
#define TOWN_3 "there the ferries leave.\n"
/* Double spacing. */
#define SPACED_LINE "there is a boat on the lake of the town, and it sails when the wind of\n\n"
#define SPACED_CAPITAL "The boats of the town are run by the town, which has no railway of its\n\n"
#define SPACED_ENDS "there is a boat on the lake of the town, which does sail in winter.\n\n"
#define SPACED_ROOM "a boat on the lake of the town sails when it is windy\n\n"
#define SPACED_TEXT                                                                                \
    SPACED_CAPITAL SPACED_LINE SPACED_LINE SPACED_LINE SPACED_LINE "Monday is strong.\n"
#define SPACED_KNOWN "1. Boats\n\n" SPACED_TEXT "\n\n"
#define TEN(text) text text text text text text text text text text

#define PAGE_BREAK                                                                                 \
    "\n\nLee                                                             [Page 3]\n\f\n"           \
    "RFC 9999             Ferries of the Town             December 1994\n\n\n"

#define RULE_LINE "----------------------------------------------------------------------\n"

static const struct {
    const char *name, *text, *shape;
} shapes[] = {
    {"a name with a colon above items, but no other one",
     "kite:\n   - mend the tail\n   - shorten the line\n", "PII"},
    {"names with a colon above items, each of them apart",
     "kite:\n   - mend the tail\n\nboat:\n   - paint it\n   - sell it\n", "PI.PII"},
    {"names of four words with a colon, each above its items",
     "the kites we know:\n   - mend the tail\nthe boats we know:\n   - paint it\n", "PIPI"},
    {"terms before a dash",
     "   kite - a toy that flies on\n          a line\n   boat - what floats\n   rail - what does not\n",
     "TdTT"},
    {"terms before two dashes, with blank lines between", "kite -- a toy\n\nboat -- a ferry\n",
     "T.T"},
    {"a term before a dash, in known columns", KNOWN "kite - they fly\n", "Td.T"},
    {"dashes in different columns", "kite - a toy\nsteamer - a ferry\n", "Pp"},
    {"a dash alone", "kite - a toy that flies\n", "P"},
    {"years around a dash", "Copyright 2017 - 2022 Jane Lee\nCopyright 2016 - 2019 John Lee\n",
     "Pp"},
    {"dashes in the names of tests", "OK: kites - one\nOK: boats - two\n", "Pp"},
    {"a dash after four words", "a kite with tails - one\na boat with sails - two\n", "Pp"},
    {"several terms in known columns",
     "kite -list\n  Shows all kites that the town has, with their names.\n\nkite -ls\nkite -wipe\n"
     "  Shows all kites of the town, and those that are gone.\n",
     "TD.TTD"},
    {"a short line with a colon above items of a mail",
     "> They are run.\n\nKnown faults:\n\n* It sinks.\n* It burns.\n", "P.P.II"},
    {"a short line with a colon above text", LONG_LINE "\nKnown faults:\n\n" LONG_LINE, "P.H.P"},
    {"four words with a colon above items",
     LONG_LINE "\nThe faults we know:\n\n* It sinks.\n* It burns.\n", "P.P.II"},
    {"other text directly below such a title",
     LONG_LINE "\nReferences:\nA Book of Boats, and\nother books\n", "P.Vvv"},
    {"code in one line between signs of a fence", "Run this:\n\n```make boats```\n\nThen go on.\n",
     "P.P.P"},
    {"quote marks between fences", "```\n>>> kites = 1\n>> kites\n```\nText.\n", "KkkkP"},
    {"a module with prose, terms and a page break",
     "KITE-MIB DEFINITIONS ::= BEGIN\n\nkiteTail OBJECT-TYPE\n   STATUS  current\n   DESCRIPTION\n"
     "      \"The tail of a kite, which is as\n      long as its line.\"\n::= { kites 1 }\n\nEND\n\n" SHORT_LINE,
     "Kkkkkkkkkk.P"},
    {"a macro within a module",
     "KITES\n   DEFINITIONS ::=\nBEGIN\nKITE MACRO ::=\nBEGIN\nx ::= y\nEND\n\n"
     "Tail ::= Line\n\nEND\n\n" SHORT_LINE,
     "HKkkkkkkkkk.P"},
    {"a module without its end",
     "KITE-MIB DEFINITIONS ::= BEGIN\n\nTail ::= Line\n\n2. The Words of Kites\n\n" LONG_LINE,
     "Kkk.H.P"},
    {"sentences after a module without its end",
     "KITE-MIB DEFINITIONS ::= BEGIN\n\n" TEN(LONG_LINE) LONG_LINE "\n" LONG_LINE,
     "Kkkkkkkkkkkkk.P"},
    {"code between its marks, with a list",
     "<CODE BEGINS> file \"kite.yang\"\n- the kite\n\n- the line\n\n<CODE ENDS>\n\n- the tail\n",
     "Kkkkkk.I"},
    {"marks of code within a sentence",
     "<CODE BEGINS> begins it, and <CODE ENDS> ends it.\n\nTerms:\n", "P.P"},
    {"an element of XML with text and blank lines",
     "<kite>\n\nThe kite of the town is as long\nas its line.\n\n</kite>\n" SHORT_LINE, "KkkkkkP"},
    {"an element within one of its name",
     "<kite>\n<kite>\n\nThe tail:\n</kite>\n\nThe line:\n\n</kite>\n", "Kkkkkkkkk"},
    {"an element whose start is in two lines, and is its end",
     "<kite tail=\"long\"\n      line=\"short\"/>\nThe kite:\n", "KkP"},
    {"the declaration of XML",
     "<?xml version=\"1.0\"?>\n\n<kite>\n\nThe tail:\n\n</kite>\n\nThe end:\n", "Kkkkkkk.P"},
    {"an element that is not closed, in text", "<kite>\n\n" LONG_LINE "\n" LONG_LINE "\n" LONG_LINE,
     "P.P.P.P"},
    {"an address in angle brackets", "<http://a.example/>\n\nThe kite:\n\n</http>\n", "P.P.K"},
    {"a comment of XML", "<!-- The kite\n\nThe tail of it:\n\nand its line -->\n\nThe end:\n",
     "Kkkkk.P"},
    {"a comment of C", "/* The kite\n *\n * - tail:\n *\n *   line\n */\n\nThe end:\n", "Kkkkkk.P"},
    {"a comment of C that ends in its line", "/* The kite */ kite\n\nThe tail:\n\n*/\n", "K.P.K"},
    {"an object of JSON, in which some is left out",
     "   {\n     \"kite\" : 1,\n     ...\n\n     \"tails\" :\n     [\n       ...\n     ]\n   }\n\n" SHORT_LINE,
     "Kkkkkkkkk.P"},
    {"brackets in a string", "{\n  \"kite\": \"}\",\n\n  \"tail\": \"long\"\n}\n\nThe end:\n",
     "Kkkkk.P"},
    {"a bracket in a string of several lines",
     "kite {\n  tail \"which is\n    } long\";\n\nThe line:\n}\n\nThe end:\n", "Kkkkkk.P"},
    {"a bracket in a character", "f(x) {\n\n  a = '}';\n\nThe tail:\n}\n\nThe end:\n", "Kkkkkk.P"},
    {"a function with its name above it", "int\nkite(int tail)\n{\n\n  tail = 1;\n}\n\nThe end:\n",
     "Kkkkkk.P"},
    {"brackets of which one is lost close in their column",
     "  {\n    {\n\n    \"tail\"\n  }\n\nThe end:\n", "Kkkkk.P"},
    {"an object that does not close, above text",
     "{\n  \"kite\": 1,\n  \"tail\": 2,\n  \"line\": 3\n\n" LONG_LINE, "Kkkk.P"},
    {"a bracket around sentences", "[\n" LONG_LINE LONG_LINE LONG_LINE LONG_LINE "]\n",
     "Ppp+p+p+p+"},
    {"a block of SQL", "BEGIN\n\nThe kite:\n\nEND;\n\nThe end:\n", "Kkkkk.P"},
    {"a word alone that begins nothing", "Begin\n\nThe kite:\n", "H.P"},
    {"lines of dots or of a colon are text", SHORT_LINE "\n...\n\n:\n\n" SHORT_LINE, "P.P.P.P"},
    {"a program", "#!/bin/sh\n\n# Build the boats\n\nmake boats\n", "Kkkkk"},
    {"a sign-off above many lines",
     "Text.\n\n-- \nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\n"
     "Jane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\nJane Lee\n",
     "P.-Vvvvvvvvvvvvvvvvv"},
    {"terms before a colon with blanks around", "Name : the kite\nType : a toy\n", "TT"},
    {"a release that has no dot, with an urgency",
     "kite (2-4) unstable; urgency=low\n\n  The kite flies, as it did in the summer.\n\n", "H.P."},
    {"the same without an urgency",
     "kite (2-4) unstable; medium=low\n\n  The kite flies, as it did in the summer.\n\n", "P.P."},
    {"a title between brackets in a release",
     "kite (2.4) unstable; urgency=low\n\n  [ New kites ]\n  The kite flies, as it did in the summer.\n",
     "H.H2P"},
    {"a title between brackets elsewhere",
     LONG_LINE "\n  [ New kites ]\n  The kite flies, as it did in the summer.\n", "P.Vv"},
    {"a title between two signs", LONG_LINE "\n= Ferry boats =\n\n" LONG_LINE, "P.H.P"},
    {"an underlined title below a drawing",
     "+---+\n|   |\n+---+\nFerry Boats\n===========\n\n" LONG_LINE, "AaaHu.P"},
    {"the contents of a chapter",
     CONTENTS "Chapter 1. Ferries\n\n" LONG_LINE
              "\nTable of Contents\n\n1.1. Harbours\n\n1.2. The times of all ferries\n\n"
              "1.1. Harbours\n\n" LONG_LINE,
     "H.CCCCC.H.P.H2.C.C.H2.P"},
    {"words that lead to code", "For example:\n\n   make boats\n   make kites\n", "P.Kk"},
    {"a word between code", KNOWN "or\n       make boats now.\n", "Td.PV"},
    {"U+00A0 as indentation", "Text of boats.\n\n\xC2\xA0\xC2\xA0\xC2\xA0\xC2\xA0 make boats\n",
     "P.K"},
    {"a title in the middle, far down, with space around it",
     LATE "\n\n                  Ferry boats of the year 2\n\n" LONG_LINE,
     "P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P...H.P"},
    {"six words with a colon above a command, apart",
     LONG_LINE
     "\nAll boats of the town float:\n\n    make boats --of the town --that float in the harbour\n",
     "P.P.V"},
    {"five words with a colon in known columns",
     KNOWN "Likewise with boats of towns:\n       Recognize the boats of it.\n", "Td.PP"},
    {"six words with a colon above indented text",
     LONG_LINE "\nChanges of boats in the town:\n   Recognize the boats of it now.\n", "P.PP"},
    {"a short line with a colon directly above items of a mail",
     "> They are run.\n\nKnown faults:\n* It sinks.\n* It burns.\n", "P.PII"},
    {"four words with a colon directly above items",
     LONG_LINE "\nThe faults we know:\n* It sinks.\n* It burns.\n", "P.PII"},
    {"a sentence directly above items", LONG_LINE "\nThese are:\n\n* It sinks.\n* It burns.\n",
     "P.P.II"},
    {"a sentence that ends above items", LONG_LINE "\nFaults include:\n* It sinks.\n* It burns.\n",
     "P.PII"},
    {"a short line between two blank lines and one",
     LONG_LINE "\n\nFerry boats of old Ulm:\n\n" LONG_LINE, "P..H.P"},
    {"five words between two blank lines and one, above a long item",
     LONG_LINE
     "\n\nFerries, boats, trains and kites\n\n  * are not run by the town\n  * are run by the town\n",
     "P..P.II"},
    {"a short line between two blank lines and one, above a short line",
     LONG_LINE "\n\nFerry boats of old Ulm:\n\nThe ferries\n", "P..P.P"},
    {"a short line between two blank lines and two",
     LONG_LINE "\n\nFerry boats of old Ulm:\n\n\n" LONG_LINE, "P..P..P"},
    {"a short line of a mail below two blank lines",
     "> They are run.\n\n\nFerry boats of old Ulm:\n\n" LONG_LINE, "P..P.P"},
    {"six words below two blank lines", LONG_LINE "\n\nThe Ferry Boats Of Our Town:\n\n" LONG_LINE,
     "P..P.P"},
    {"a subsection of a manual page",
     "NAME\n       kite - flies a kite in the air of the town, where the wind is strong\n\n"
     "   kite show - show all kites.\n       The ferries are run by the town, which has no railway.\n",
     "HP.H2P"},
    {"two subsections of a manual page, one above the other",
     "NAME\n       kite - flies a kite in the air of the town, where the wind is strong\n\n"
     "   EXAMPLES\n   Usual kites\n       The ferries are run by the town, which has no railway.\n",
     "HP.H2H2P"},
    {"the same column above text that is not in the column of the others",
     "NAME\n       kite - flies a kite in the air of the town, where the wind is strong\n\n"
     "   kite show - show all kites.\n     The ferries are run by the town, which has no railway.\n",
     "HP.VP"},
    {"a date above items", "10-19-93\n* fixed a boat\n", "HI"},
    {"a date with four digits for the year", "10/19/1993\n* fixed a boat\n", "HI"},
    {"numbers with different signs between", "10-19/93\n* fixed a boat\n", "PI"},
    {"two numbers", "10-19\n* fixed a boat\n", "PI"},
    {"a copyright sign", "(c) 2017 Jane Lee\n(c) 2016 John Lee\n", "Pp"},
    {"a line that ends with a parenthesis above indented text",
     "kite (\n   It floats in the air.\n", "PP"},
    {"a title between rules above text",
     "**************\n  Ferry Boats\n**************\n" LONG_LINE, "-H3uP"},
    {"bullets of Japanese text",
     "\xE3\x83\xBB\xE6\x97\xA5\xE6\x9C\xAC\n\xE3\x83\xBB[kite 1] \xE6\x97\xA5\n  \xE6\x9C\xAC\n",
     "IIi"},
    {"classes of characters",
     "[:alpha:]\n   All letters of the towns.\n\n[:blank:]\n   All blanks of the towns.\n",
     "TD.TD"},
    {"names with a colon, of different lengths", "boat: Search in it\n\nkites: Search for kites\n",
     "P.P"},
    {"comments beside code in columns",
     "    int boats;    /* of the town */\n    bool float;   /* they float */\n", "Kk"},
    {"signs in the middle of the page",
     "Kite\n====\n\n" SHORT_LINE "\n           TABLE [ ONLY ] boat_name [ * ] [, ... ]\n"
     "           TABLES IN TOWN { boat_name | CURRENT_BOAT } [, ... ]\n\nText.\n",
     "Hu.P.Kk.P"},
    {"a paragraph in capitals",
     "THE FERRIES ARE RUN BY THE HARBOUR OF THE TOWN, WHICH HAS\nNO BUS EITHER.\n", "Pp"},
    {"a title between dashes in a mail", "> They are run.\n\n-- How to fly a kite --\n\n" LONG_LINE,
     "P.P.P"},
    {"a title between rules with blanks",
     "= = = = = = = = = = = =\n    Ferry Boats\n= = = = = = = = = = = =\n\n" LONG_LINE, "-Hu.P"},
    {"an option that fills its column",
     "-d         Shows all kites that the town has, with\n           their names.\n-e {boats} Open the boat of this name and\n"
     "           go on.\n",
     "Td+Td"},
    {"terms with blank lines between, and wide blanks in their text",
     "vim       The usual way, everything\n\nex        Start in Ex mode.  Go on\n          to it.\n",
     "T.Td"},
    {"the end of a manual page",
     LONG_LINE "\n1.2                           2026-01-27                           KITE(1)\n",
     "P__"},
    {"a numbered item on the left of its text",
     "NAME\n       kite - flies a kite in the air of the town, where the wind is strong\n\n"
     "1. Ferry boats are run.\n       The ferries are run by the town, which has no railway.\n",
     "HP.Ii"},
    {"a line that cannot end where it does",
     "The ferries of the town are run by the town and also by the\nHarbour Company.\n", "Pp+"},
    {"text directly above code between fences",
     "Call of a boat is done once for each connection of it. Make one new boat\n"
     "by calling that function and set all of its callbacks, so that it looks\n"
     "like this:\n"
     "```\n"
     "boat *b;\n"
     "boat_init(b);\n"
     "b->data = s;\n"
     "b->sea = 3;\n"
     "sail(b);\n"
     "```\n",
     "Pp+p+Kkkkkkk"},
    {"a line that could end there",
     "The ferries of the town are run by the town and also by men.\nHarbour Company\n", "Pp"},
    {"a short line that cannot end where it does", "Boats were seen by the\nHarbour.\n", "Pp"},
    {"an item below a line that cannot end there",
     "The ferries of the town are run by the town and the\n- Harbour Company\n", "PI"},
    {"code whose line ends with a word of text",
     "The ferries of the town are run by the town and the\nHarbour(x);\n", "Pp"},
    {"lines of any length, one of which cannot end where it does",
     "The ferries of the town are run by the town, which has no railway of its\n"
     "own and no bus, either: all people of the islands walk\n"
     "slowly to the harbour.\n",
     "Pp+p+"},
    {"lines of any length below wider text",
     FULL_LINES "The ferries of the town are run by the town, which has a\n"
                "railway of its own that runs at noon to\n"
                "all of the harbours.\n",
     "Pp+p+p+.Pp+p+"},
    {"a second line that is indented",
     "The list of all of the ferries is also at the harbour, in any\n"
     "  ship of the islands, and at noon you can read it here, in the\n"
     "  house.\n",
     "Pp+p+"},
    {"a third line that is indented",
     "The list of all of the ferries is also available at the harbour, in the\n"
     "ship of the islands, and at noon you can try\n"
     "  walk and read all of the news of the town\n"
     "and compare them with these, which are in the\n"
     "  walk and sing\n",
     "Pp+VPV"},
    {"lines that begin with capital letters, one of which cannot end where it does",
     "The Ferries of the town are run by the town and also by the\n"
     "Harbour Company of the islands in the north\n"
     "Boats of the islands in the north of it\n"
     "and people\n",
     "Pp+pp"},
    {"short lines of which only one cannot end where it does",
     "if the ferries of the town are run by the town and also by a\n"
     "man then add one to the ferries of it\n"
     "add two to the boats here\n"
     "add three to the boats of it\n"
     "add four to the boats here\n"
     "subtract one from the ferries of it\n"
     "subtract two from the boats here\n"
     "subtract the islands\n"
     "go on\n",
     "Pp+ppppppp"},
    {"lines of a narrow margin, one of which cannot end where it does",
     "the ferries of the town are run by the towns in north,\n"
     "which have no railway and no bus, and for that reason\n"
     "people have to walk to the harbours, and then by the\n"
     "ferries, which leave at ten, at noon, and at six every\n"
     "Sunday.\n",
     "Pp+p+p+p+"},
    {"the same, below an example with more blanks",
     "The ferries of the town are run by the town, which has no railway of the\n"
     "town and no bus, so that people walk a lot. To see it, try\n"
     "  walk to the harbour\n",
     "Pp+V"},
    {"an arrow below a short line", "boats: a list\n=>\nharbours: a list\n", "Vvv"},
    {"two lines, the second with a small letter, where the margin is known",
     FULL_LINES "* The ferries are run by the town and go to all of its islands,\n"
                "  also in winter.\n",
     "Pp+p+p+.Ii+"},
    {"such lines where the first one is too short",
     FULL_LINES "* The ferries are run by the town and go to some islands,\n"
                "  also in winter.\n",
     "Pp+p+p+.Ii"},
    {"such lines where the second has a capital letter",
     FULL_LINES "* The ferries are run by the town and go to all of its islands,\n"
                "  Also in winter.\n",
     "Pp+p+p+.Ii"},
    {"such lines above one with a capital letter",
     FULL_LINES "* The ferries are run by the town and go to all of its islands,\n"
                "  also in winter\n  The tickets are cheap\n",
     "Pp+p+p+.Iii"},
    {"an item below such lines",
     FULL_LINES "The ferries are run by the town and go to all of its islands\nalso in winter to:\n"
                "* the old harbour.\n",
     "Pp+p+p+.Pp+I"},
    {"a title between equal rules",
     "1. Boats\n2. Ferries\n\n-------------------------\n1. Boats\n-------------------------\n\nA boat.\n",
     "II.-H2u.P"},
    {"more below the second rule",
     "Text.\n\n-------------------------\n1. Boats\n-------------------------\n2. Ferries\n\nA boat.\n",
     "P.-H2uI.P"},
    {"a paragraph that was wrapped",
     "The first line of a paragraph goes on until there is no room for the\n"
     "next word, which is then the first one of the second line, and so on to\n"
     "the last one.\n",
     "Pp+p+"},
    {"a line that was ended on purpose",
     "The first line of this text is long enough to be a full line of a text.\n"
     "This one is short.\n"
     "But the next word would have had room in it, so that its end is kept as\n"
     "it is.\n",
     "Pp+pp+"},
    {"lines that make a shape",
     "     Fury said to a\n"
     "          mouse, That he\n"
     "        met in the\n"
     "      house,\n"
     "    `Let us both\n"
     "       go you.--Come,\n"
     "          I'll take no\n"
     "        denial.\n",
     "Vvvvvvvv"},
    {"names in changing columns make none",
     "source\n  library\n    block\n  program\n    shown\n  tests\n    library\n", "TTDTDTD"},
    {"a list after a full line is not glued",
     "These are the things that have to be bought before the shop closes for\n"
     "- bread\n"
     "- milk and everything else that is on the second list, which I forgot\n"
     "  at home\n",
     "PIIi+"},
    {"notes and an example, which has the code below it",
     "Note: the last of the ferries goes at six in the winter, so that nobody\n"
     "can be late.\n\nImplementation note:  The crane\n                      is new.\n\n"
     "Example 2:\n\n   a = 1;\n\n" LONG_LINE,
     "Nn+.Nn.N.K.P"},
    {"words before a colon that are no note",
     "Take the note: this.\n\nNo such example: this.\n\nNoted: " LONG_LINE, "P.P.P"},
    {"a note inside of a paragraph", LONG_LINE "Note: this.\n", "Pp"},
    {"messages of a program are no notes", "Warning: no boat\nWarning: no crane\n", "Pp"},
    {"a label that leads to what is below", "Example:\n\n" LONG_LINE "\nNotes:\n- one\n", "P.P.PI"},
    {"headings in capitals, by their indentation",
     "TOWN\n\n" LONG_LINE "\nFERRIES\n\n" INDENTED "\n   HARBOURS\n\n" INDENTED
     "\nTRAINS\n\n" INDENTED,
     "H.P.H.Pp+.H2.Pp+.H.Pp+"},
    {"short lines in steps are no outline", "The Sea\n\n  Alone\n\n    At night\n\n      Again\n",
     "H.Kkkkk"},
    {"a digest: its topics, and the subjects of its messages",
     "Today's Topics:\n\n   1. A kite (Ann Lee)\n   2. Strings (Bob Stone)\n\n\n"
     "----------------------------------------\n\nMessage: 1\nDate: Mon, 7 Jun 1999\n"
     "Subject: A kite\nTo: kites@a.example\n\n" LONG_LINE
     "\n------------------------------\n\nDate: Mon, 7 Jun 1999\nSubject: Strings,\n and kites\n\n" LONG_LINE
     "\n------------------------------\n\nMessage: 2\nFrom: Bob\n",
     "H.CC..-.FfHF.P.-.FHh+.P.-.Pp"},
    {"questions of a FAQ",
     "3.1. Why does it not work on the machine that was bought last week?\n"
     "3.2. In which shops is it sold?\n"
     "3.3. What does it cost?\n",
     "CCC"},
    {"a number that begins a line of a paragraph is no item",
     "All of the unsafe characters must be written as escapes, which are then\n"
     "[20] described in the other document, which was printed in the year\n"
     "1994. It is not available any more.\n",
     "Pp+p+"},
    {"verse", "Roses are red,\nviolets are blue,\nsugar is sweet,\nand so are you.\n", "Vvvv"},
    {"an address", "Jane Doe\n3 Mill Lane\nLudlow SY8 1PX\n", "Vvv"},
    {"a page break inside a paragraph",
     "   The text of this paragraph goes on over the break of the page, since\n"
     "   the author did not end it before he came to the footer of the page\n\n\n"
     "Doe                                                             [Page 1]\n"
     "\f\n"
     "RFC 9999                        A Title                        June 1999\n\n\n"
     "   that he was on.\n",
     "Pp+_______p+"},
    {"double spacing",
     "1. Boats\n\n" SPACED_TEXT
     "\n\n2. Sails\n\nThe sail of the boat is made of a cloth that the weaver of the town\n\n"
     "weaves in the winter, and in the summer she and her five sons sew what\n\n"
     "Joe sails with\n",
     "H.P_p+_p+_p+_p+_p+..H.P_p+_p+"},
    {"three lines in double spacing are not enough",
     "1. Boats\n\n" SPACED_CAPITAL SPACED_LINE SPACED_LINE "it sank.\n", "H.P.P.P.P"},
    {"lines that begin with capitals are no sign of double spacing",
     "1. Boats\n\n" SPACED_CAPITAL SPACED_CAPITAL SPACED_CAPITAL SPACED_CAPITAL SPACED_CAPITAL,
     "H.P.P.P.P.P."},
    {"whole sentences that begin with small letters are no sign of double spacing",
     "1. Boats\n\n" SPACED_ENDS SPACED_ENDS SPACED_ENDS SPACED_ENDS SPACED_ENDS SPACED_ENDS,
     "H.P.P.P.P.P.P."},
    {"lines with room for the next word are no sign of double spacing",
     "1. Boats\n\n" SPACED_ROOM SPACED_LINE SPACED_ROOM SPACED_LINE SPACED_ROOM SPACED_LINE
         SPACED_ROOM SPACED_LINE,
     "H.P.P.P.P.P.P.P.P."},
    {"a line directly below another is a sign against double spacing",
     "1. Boats\n\n" SPACED_CAPITAL SPACED_LINE SPACED_LINE SPACED_LINE
     "Joe\nsailed.\n\n\n" SPACED_CAPITAL "it sank.\n",
     "H.P.P.P.P.Pp..P.P"},
    {"a line directly below another does not end long double spacing",
     "1. Boats\n\n" SPACED_CAPITAL SPACED_LINE SPACED_LINE SPACED_LINE SPACED_LINE SPACED_LINE
         SPACED_LINE "Joe\nsailed.\n\n\n" SPACED_CAPITAL "Ann swam.\n",
     "H.P_p+_p+_p+_p+_p+_p+.Pp..P_p+"},
    {"double spacing: quotes are not joined", SPACED_KNOWN "> " SPACED_CAPITAL "> it sank.\n",
     "H.P_p+_p+_p+_p+_p+..P.P"},
    {"double spacing: lines of numbers are not joined",
     SPACED_KNOWN "1981 1982 1983 1984 1985 1986 1987 1988 1989 1990 1991 1992\n\nit sank.\n",
     "H.P_p+_p+_p+_p+_p+..P.P"},
    {"double spacing: short lines are not joined",
     SPACED_KNOWN "The boat that Joe built last year\n\nis red.\n", "H.P_p+_p+_p+_p+_p+..P.P"},
    {"double spacing: a paragraph in single spacing is not joined with the next line",
     SPACED_KNOWN LONG_LINE SPACED_LINE "it sank.\n", "H.P_p+_p+_p+_p+_p+..Pp+.P"},
    {"double spacing: code keeps its blank lines",
     SPACED_KNOWN "```\n" SPACED_CAPITAL SPACED_LINE SPACED_LINE "it sank.\n```\n",
     "H.P_p+_p+_p+_p+_p+..Kkkkkkkkk"},
    {"double spacing: a signature keeps its blank lines",
     "1. Boats\n\nIt sails.\n\n-- \n" SPACED_TEXT, "H.P.~~~~~~~~~~~~"},
    {"double spacing: lines with a form feed between them are not joined",
     SPACED_KNOWN SPACED_CAPITAL "\fit sank.\n", "H.P_p+_p+_p+_p+_p+..P.P"},
    {"a quote in a quote", "> > Is this one line?\n> Yes, it is.\nNo.\n", "PPP"},
    {"an attribution", "On Monday, Jane wrote:\n> Yes.\n", "@P"},
    {"a signature", "Text.\n\n-- \nJane\n\nRoom 3\n", "P.~~~~"},
    {"a message with a patch",
     "The kite did not fly, since nobody had\n"
     "given it a string.\n\n"
     "Fixes: 0123456789ab (\"kite: add\")\n"
     "Cc: stable@a.example # 5.4\n"
     "[bob: a word\n"
     " more]\n"
     "Signed-off-by: Ann Lee <ann@a.example>\n"
     "---\n"
     " kite.c | 2 +-\n"
     " 1 file changed, 1 insertion(+), 1 deletion(-)\n\n"
     "diff --git a/kite.c b/kite.c\n"
     "--- a/kite.c\n"
     "+++ b/kite.c\n"
     "@@ -1,2 +1,2 @@\n"
     " a\n"
     "-b\n"
     "+c\n"
     "-- \n"
     "2.39\n",
     "Pp.YYy+y+Y-"
     "Zz.Xxxxxxx~~"},
    {"a trailer below a paragraph", "I like kites.\nReviewed-by: Ann <a@a.example>\n", "PY"},
    {"no trailer: a word before it", "It was Reviewed-by: Ann, and I like it.\n", "P"},
    {"fields alone are no trailers", "Note: kites fly.\nCc: stable@a.example\n", "Pp"},
    {"a table is no diffstat", "kite | 12\nball | 3\n", "Pp"},
    {"a diffstat without a sum", " kite.c    | 12 ++--\n a/ball.c  |  3 ++-\n", "Zz"},
    {"a file that is not text", " kite.png | Bin 0 -> 10 bytes\n 1 file changed, 0 insertions(+)\n",
     "Zz"},
    {"a list below a hunk that is over", "@@ -1 +1 @@\n-b\n+c\n\n- one\n- two\n", "Xxx.II"},
    {"a hunk with blank lines", "@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n\nThat was it, I think.\n",
     "Xxxxx.P"},
    {"a hunk that was cut", "> @@ -1,9 +1,9 @@\n>  a\n> +b\n> [...]\n> +c\n\nWhy?\n", "Xxxxx.P"},
    {"a fence", "```\nint i;\n\n# no heading\n```\nText.\n", "KkkkkP"},
    {"a grammar is code, not a table",
     "The rules are these, and no others, in all of the text that follows:\n\n"
     "   small = \"a\" | \"b\" | \"c\" | \"d\" |\n"
     "           \"e\" | \"f\"\n"
     "   large = \"A\" | \"B\"\n",
     "P.Kkk"},
    {"rows with blank lines between",
     "The schemes that are known today have these names in all documents:\n\n"
     "http           Hypertext Transfer Protocol\n\n"
     "ftp            File Transfer Protocol\n\n"
     "news           Usenet news\n\n"
     "Others follow.\n",
     "P.T.T.T.P"},
    {"the second field of a head", "Date:     Tuesday\nPlace:    Lion\nMinutes:  Jane\n", "|||"},
    {"a letter in parentheses inside a paragraph",
     "If the reader does not support the set of characters that is used, it may\n"
     "(a) show the bytes as they are, (b) try to show them with characters that\n"
     "are there, or (c) say that it cannot.\n",
     "Pp+p+"},
    {"an address that was cut",
     "A message with another one:\n\n"
     "<mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C1234567890@\n"
     "example.com%3E>\n",
     "P.Kk"},
    {"entries of contents that continue in the same column",
     "Table of Contents\n\n"
     "1. Ferries\n"
     "    1.1. Which ferry should I take when I want to be in the town of\n"
     "    Ulm?\n"
     "        1.1.1. I was told to take the early one, but in fact it is the\n"
     "        late one that I wanted. It is very late. Why is that so?\n"
     "2. Trains\n",
     "H.CCc+Cc+C"},
    {"several terms of one definition",
     "   These are the commands, and there are no others.\n\n"
     "   index [full]\n"
     "   index-summary\n"
     "          Request the whole index, with all details of what there is.\n\n"
     "   quit\n"
     "          Stops the program at this place, without saving any changes.\n",
     "P.TTD.TD"},
    {"an outline with stars",
     "* Version 2\n\n** Boats\n\n  They float on all waters of the town.\n\n*** Small boats\n\nThey float, too.\n\n"
     "* Version 1\n\nIt was the first.\n",
     "H.H2.P.H3.P.H.P"},
    {"an Org file",
     "* Tasks\n\n** Boats\n   Paint all the boats of the town.\n** Ferries\n   Sell all the ferries of the town.\n",
     "H.H2PH2P"},
    {"an outline that goes deeper at once",
     "* a\n\n** Boats\n\nThey float.\n\n** Trains\n*** Old trains\n\nThey stand.\n",
     "H.H2.P.H2H3.P"},
    {"items with stars, of which one goes on",
     "* Version 2\n\n** Boats are painted, which took the whole\n   of the summer.\n\n** Trains are late.\n",
     "H.Ii.I"},
    {"nested items with stars",
     "Buy these few things:\n\n* bread\n** white bread\n** rye\n* milk\n", "P.IIII"},
    {"stars above as many stars", "Buy these few things:\n\n** boats\n\n** trains\n", "P.I.I"},
    {"a last line with stars has nothing below it", "Boats float.\n\n** Boats\n", "P.I"},
    {"a sentence with stars", "Boats float.\n\n** They float.\n\nText.\n", "P.I.P"},
    {"a sentence with stars below a heading with stars",
     "** Boats\n\nThey float.\n\n** They sink.\n\nText.\n", "H2.P.H2.P"},
    {"many words with stars",
     "** a b c d e f g h i j k l m n o p\n\nText.\n\n** a b c d e f g h i j k l m n o p\n\nText.\n",
     "I.P.I.P"},
    {"two stars are a remark", "** Boats and Trains **\n\nText of the section.\n", "P.P"},
    {"a remark between stars, indented", "  *** Boats and Trains ***\n\nText of the section.\n",
     "K.P"},
    {"a remark between stars in mail", "> Text.\n\n*** Boats and Trains ***\n\nText of it.\n",
     "P.P.P"},
    {"who signed an entry of a changelog",
     "kite (1.2) unstable; urgency=low\n\n  * Mended.\n\n -- Jane <jane@a.example>  Tue, 23 May 2023 "
     "12:00:51 +0200\n\nkite (1.1) unstable; urgency=low\n\n  * Made.\n\n -- Jane <jane@a.example>  Mon, "
     "22 May 2023 12:00:51 +0200\n",
     "H.I.P.H.I.P"},
    {"versions above items", "Changes in 2.3:\n\n* Boats.\n\nChanges in 2.2:\n\n* Trains.\n",
     "H.I.H.I"},
    {"a version below a title", "Kites\n=====\n\n2.3.1\n\n* Boats.\n\n2.3\n\n* Trains.\n",
     "Hu.H2.I.H2.I"},
    {"a version and a date above indented text",
     "1.967_004  Tue Feb  7 22:11:11 2012\n\n    All boats were painted.\n", "H.P"},
    {"a date and who changed it", "2004-05-07  Jane Lee  <jane@a.example>\n\n\t* boat.c: New.\n",
     "H.I"},
    {"a date, a name and no address", "2004-05-07 Jane Lee\n\n\t* boat.c: New.\n", "H.I"},
    {"a date, two blanks and a name", "2004-05-07  Jane Lee\n\n\t* boat.c: New.\n", "H.I"},
    {"a date, two blanks and many words",
     "2004-05-07  All boats were painted again\n\n\t* boat.c: New.\n", "P.I"},
    {"a day, a time and who changed it",
     "Fri Jul 24 10:16:24 CEST 2009 Jane Lee <jane@a.example>\n\n\t* boat.c: New.\n", "H.I"},
    {"a version directly above items", "v1.5.2 (Jan, 2022)\n- Boats.\n- Trains.\n", "HII"},
    {"an underlined number", "1.26.12 (2022-08-22)\n--------------------\n\n* Boats.\n", "H2u.I"},
    {"a number above letters, indented", "  1. Changes to boats\n\n  a. Painted.\n\n  b. Sold.\n",
     "I.I.I"},
    {"code between rules", "-----\nkite();\n-----\n\nText.\n", "-Kk.P"},
    {"a remark in one star", "*Sea boats: https://a.example/b/c-d/e-f/g*\n\nText of it.\n", "P.P"},
    {"a subject in the entries of a release",
     "2004-05-08  Jane Lee  <jane@a.example>\n\n" INDENTED
     "\n2004-05-07  Jane Lee  <jane@a.example>\n\n"
     "   Paint a boat\n\n   * boat.c: New.\n",
     "H.Pp+.H.P.I"},
    {"a version and other words", "it requires kite 2.7\n\n* boats\n", "P.I"},
    {"a number that looks like a date", "2004-5\n\n* Boats.\n", "P.I"},
    {"another number of four digits", "2004+05\n\n* Boats.\n", "P.I"},
    {"a number of two digits", "20-05\n\n* Boats.\n", "P.I"},
    {"a star in an outline above indented text",
     "** Boats\n\nThey float.\n\n* Trains\n\n  They are late on most of the days of the year.\n",
     "H2.P.I.P"},
    {"a star in an outline above an item", "** Boats\n\nThey float.\n\n* Trains\n\n- late\n",
     "H2.P.I.I"},
    {"stars in a paragraph", "The boats of the town\n** Boats\n\nText.\n", "PI.P"},
    {"a rule of a table is no option",
     "     ------         -------\n     By boat        It takes the whole of the day to go there.\n\n"
     "     By train       It takes an hour.\n",
     "||.P"},
    {"the front matter of an RFC",
     "Internet Boats Group                                             A. Kite\n"
     "Request for Boats: 12                                         Ferry Town\n"
     "Obsoletes: 4, 5, 6, 7, 8                                        May 1999\n"
     "           9, 10\n"
     "                                                      National Boats Ltd\n"
     "\n" LONG_LINE,
     "|||||.P"},
    {"a fence directly below columns at the top",
     "Kite      Ulm\nFerry     Bonn\n```\nfly();\n\n1. one\n```\n\n" LONG_LINE, "||Kkkkk.P"},
    {"text and a signature directly below columns at the top",
     "Kite      Ulm\nFerry     Bonn\n" LONG_LINE "- one\n- two\n-- \nAnn\n", "||PII~~"},
    {"text below a table far down",
     "Boats\n=====\n\n" LONG_LINE "\n"
     "Kite                             Ulm\n"
     "Ferry                            Bonn\n" LONG_LINE,
     "Hu.P.||P"},
    {"a story, one line of which looks like code",
     LONG_LINE "\n"
               "   Once there was an old man at the edge of the town,\n"
               "   and he knew all of the boats.\n"
               "   One day a boy came by.\n"
               "   Which boats do you know of, he said to the man.\n"
               "   Look;\n"
               "   there is the one that I wait for, said the man.\n"
               "   The boy sat down and waited with him.\n"
               "   No boat came, and the sun went down on the town,\n"
               "   so they met there each day until the winter came.\n",
     "P.Vvvvvvvvv"},
    {"short lines with a colon above text",
     "Boats\n=====\n\n" LONG_LINE "\nFriends of boats:\n\n" LONG_LINE
     "\nThe town of boats:\n\n" LONG_LINE
     "\nBoats of Ulm:\n\nThey float.\n\nBoats of Ulm:\n\n- kite\n\n  Boats of Ulm:\n\n" LONG_LINE,
     "Hu.P.H2.P.P.P.P.P.P.I.P.P"},
    {"a mode for an editor",
     "News of Kites            -*- outline -*-\n\n* Version 2\n\n** Boats\n\nText.\n", "H.H.H2.P"},
    {"a mode alone", "-*- outline -*-\n\n" LONG_LINE, "P.P"},
    {"days of months", "from 8. may to 9. may\n\n* Boats.\n", "H.I"},
    {"a zone", "v2.4 Wed Feb  8 18:46:35 2012 +0200\n\n* Boats.\n", "H.I"},
    {"a dash", "Kite 2.4.1 - 8th of May 2012\n\n* Boats.\n", "H.I"},
    {"twelve words", "v2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4\n\n* Boats.\n", "H.I"},
    {"thirteen words", "v2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4 2.4\n\n* Boats.\n", "P.I"},
    {"a name and a version", "Kite 2.7\n\n* boats\n", "H.I"},
    {"a number, no version", "kite 27, in may\n\n* boats\n", "P.I"},
    {"the end of a sentence about a version", "Changes in 2.3.\n\n* Boats.\n", "P.I"},
    {"a version above text at the margin", "Changes in 2.3:\n\n" LONG_LINE, "H.P"},
    {"a name and a version above text at the margin",
     "Boats of the town.\n\nKite 16.0\n\n" LONG_LINE, "P.H.P"},
    {"a version with a colon above indented text",
     "Changes in 2.3:\n\n    All boats were painted.\n", "H.P"},
    {"headings below those of releases",
     "Boats\n=====\n\nVersion 2.4\n\n* Boats.\n\nContributors\n\n* Jane Lee\n\nVersion 2.3\n\n* Boats.\n\n"
     "Contributors\n\n* Jane Lee\n",
     "Hu.H2.I.H3.I.H2.I.H3.I"},
    {"the version of a book", "Boats\n=====\n\nJane Lee\n\nVersion 1.0.1\n\n" LONG_LINE,
     "Hu.P.P.P"},
    {"a version directly below a title", "Boats\n=====\n\nVersion 1.0\n\n" LONG_LINE, "Hu.H2.P"},
    {"a release below one",
     "Version 2.4\n\nChanges since 2.3:\n\n* Boats.\n\nVersion 2.3\n\n* Boats.\n", "H.H2.I.H.I"},
    {"a version and a commit",
     "2022.01.05, Version 1.43.0, e88f2bfc4defb9a85a536a3e645834c161143ee0\n\n* Boats.\n", "H.I"},
    {"a version, a few hexadecimal digits and a word",
     "Version 1.43.0, facade of boats\n\n* Boats.\n", "P.I"},
    {"a version above items in mail", "> x\n\nChanges in 2.3:\n\n* Boats.\n", "P.P.I"},
    {"a version above a quote", "Changes in 2.3:\n\n> * Boats.\n", "P.I"},
    {"an underlined version", "1.11.0\n------\n\n- Boats.\n", "H2u.I"},
    {"a sum", "12.5\n----\n37.0\n", "P-P"},
    {"hashes below hashes",
     "# Kites\n## 1.2 [new](http://a.example/)\n### Added\n- Boats.\n\n#### Mended\n", "HH2H3I.H4"},
    {"headings between signs", "== The syntax ==\n\nText of the section.\n", "H2.P"},
    {"the only item of a list is no heading",
     "The ferries are run by the town, but only when there are no trains.\n"
     "1. This is because of the railway, which does not stop there in winter.\n\n"
     "The trains are run by the railway.\n",
     "PI.P"},
    {"items with a dot",
     ". By default the lamp is on, and stays on until it is switched off.\n\n"
     ". When it is off, it stays off.\n",
     "I.I"},
    {"a box of stars is a drawing",
     "******************************\n*                            *\n*         The ferry          *\n"
     "******************************\n\nText.\n",
     "Aaaa.P"},
    {"a lead-in is an item, not a heading",
     "1. Copy the program to the place where it belongs:\n\n     $ cp ferry /bin\n", "I.S"},
    {"headings", "Title\n=====\n\n1. First\n\nText.\n\n1.1 Second\n\nText.\n", "Hu.H.P.H2.P"},

    {"justified text",
     "   The  -H,  -L  and -P options control the treatment of symbol\n"
     "   links.  Command-line  arguments  following  these  are taken\n"
     "   names of files.\n",
     "Pp+p+"},
    {"justified text whose gaps are aligned by chance",
     "The ferries of  the  town  are  run  by  people  who\n"
     "live  on  the  islands  and  who  know  each  of the\n"
     "rocks that are  on  the  way  so  that  nothing  was\n"
     "to the town.\n",
     "Pp+p+p+"},
    {"justified text with gaps in the last line",
     "The ferries of  the  town  are  run  by  people  who\n"
     "live  on  the  islands  and  who  know  each  of the\n"
     "rocks that are  on  the  way  so  that  nothing  was\n"
     "to  the  town of  the islands.\n",
     "Pp+p+p+"},
    {"justified text of five words a line",
     "The   ferries   of   the   town\nare    run    by   people   who\n"
     "live   on   the   islands   and\nwho    know    each    of   the\nto the town.\n",
     "Pp+p+p+p+"},
    {"two full lines of justified text",
     "live   on   the   islands   and\nwho    know    each    of   the\nto town.\n", "Vvv"},
    {"three full lines of justified text",
     "live   on   the   islands   and\nwho    know    each    of   the\npeople   who   live  in   towns\n",
     "Vvv"},
    {"gaps of one and three blanks",
     "live   on   the islands   of it\nwho   know each   of   the town\nto town.\n", "Vvv"},
    {"gaps of one and four blanks",
     "live    on    the islands    of it\nwho    know each    of    the town\nto town.\n", "|||"},
    {"lines without gaps show no edge",
     "The ferries of the town are run\nby people of whom all live near\nthe rocks that are on the paths\n"
     "now.\n\nlive   on   the   islands   and\npeople   who   live  in   towns\n",
     "Vvvv.||"},
    {"a label two blanks before justified text",
     "boat  The  ferries of  the town  are run\n      by  people of  whom all  live near\n      the town.\n",
     "Tdd"},
    {"a label without text in its column below",
     "boat  The  ferries of  the town  are run\n   by  people who  live on  the  islands\n   the town.\n",
     "TDd"},
    {"justified text whose first line is indented",
     "   live   on   the   islands   and\nwho     know     each     of   the\nto town.\n", "VPp"},
    {"a number that is a section in an item",
     "1. The ferries are run by the town, which has no railway of its own since\n"
     "2.0 of them went.\n",
     "Ii+"},
    {"numbers that do not follow each other",
     "The ferries are run by the town, which has no railway of its own since it\n"
     "5. went.\n\n9. " LONG_LINE,
     "Pp+.I"},
    {"a small o below a colon",
     "The ferries are run by the town, which has no railway of its own at all:\no none\n", "Pp+"},
    {"a note with text below its label, and a list",
     "Note:  Boats.\n       The ferries are new.\n\n       - one\n\n" LONG_LINE, "Nn.I.P"},
    {"items in a definition", "-a, --all  boats\n           - one\n           - two\n", "TII"},
    {"an underline three columns to the left", "   Boats\n-----\n\n" LONG_LINE, "K-.P"},
    {"a comment above a command", "# Build it\nMake(all);\n", "Pp"},
    {"a title in a quote", ">                        The Ferry Times\n>\n> " LONG_LINE, "V.P"},
    {"an address in the entries of a release",
     "2022-02-03  Jane Lee  <jane@a.example>\n\tWrite to jane@a.example now.\n", "HP"},
    {"lines of four words are not justified",
     "The    ferries    of    the\ntown     are     run     by\npeople    who    live    on\n"
     "the    islands    and   who\nto the town.\n",
     "|||||"},
    {"rows of a table that are equally wide",
     "Ann Lee  has a new boat  since 1999\nBob Roe  has a red kite  since 2001\n"
     "Cy Hill  has a big ship  since 1998\n",
     "|||"},
    {"one full line below justified text",
     "The ferries of  the  town  are  run  by  people  who\n"
     "live  on  the  islands  and  who  know  each  of the\n"
     "rocks that are  on  the  way  so  that  nothing  was\n"
     "to the town.\n\nThe ferries  and  boats  have  a  mast  for  a  sail\nand oars.\n",
     "Pp+p+p+.Pp+"},
    {"two lines of another width",
     "The ferries of  the  town  are  run  by  people  who\n"
     "live  on  the  islands  and  who  know  each  of the\n"
     "rocks that are  on  the  way  so  that  nothing  was\n"
     "to the town.\n\n"
     "live   on   the   islands   and\nwho    know    each    of   the\n",
     "Pp+p+p+.||"},
    {"wide gaps in the last line of justified text",
     "The ferries of  the  town  are  run  by  people  who\n"
     "live  on  the  islands  and  who  know  each  of the\n"
     "rocks that are  on  the  way  so  that  nothing  was\n"
     "to      the      town      of      it.\n",
     "Pp+p+p+"},
    {"a last line that is as long, with wide gaps",
     "The ferries of  the  town  are  run  by  people  who\n"
     "live  on  the  islands  and  who  know  each  of the\n"
     "rocks that are  on  the  way  so  that  nothing  was\n"
     "so     that      nothing      was      lost     ever\n",
     "Pp+p+p+"},
    {"a last line that is longer than the others",
     "The ferries of  the  town  are  run  by  people  who\n"
     "live  on  the  islands  and  who  know  each  of the\n"
     "rocks that are  on  the  way  so  that  nothing  was\n"
     "to      the      town      of      the      islands      now.\n",
     "Pp+p+p"},
    {"rows with one column in common",
     "Ann Lee  has the  boat of old\nBob Roe  has  the kite of mud\nCy Hill  has the ship  of mud\n",
     "|||"},
    {"justified text after a label",
     "   -H     The  options  control  the treatment of the links and\n"
     "          files.  Arguments  following  these  are  taken to be\n"
     "          names of files.\n",
     "Td+d+"},
    {"one full line of justified text after a label, below others",
     "   The  -H,  -L  and -P options control the treatment of symbol\n"
     "   links.  Command-line  arguments  following  these  are taken\n"
     "   names of files.\n"
     "\n"
     "   -H     The  options  control  the treatment of the links and\n"
     "          names.\n",
     "Pp+p+.Td+"},
    {"one full line after a label, and no edge is known",
     "   -H     The  options  control  the treatment of the links and\n"
     "          names.\n",
     "Td+"},
    {"rows of a table that end in the same column",
     "   ftp  21  of  the  Files\n"
     "   ssh  22  of  the  Shell\n"
     "   www  80  of  the  Pages\n",
     "|||"},
    {"rows with uneven gaps that end in the same column",
     "   Ferry to the town of Ulm        leaves at noon\n"
     "   Bus to the railway       leaves at ten o'clock\n"
     "   Train to the town of Bern      leaves at eight\n",
     "|||"},
    {"rows of four words that end in the same column",
     "   Ferry     to     Ulm    noon\n"
     "   Bus    to    Town    tonight\n"
     "   Train    to    Bern    eight\n",
     "|||"},
    {"rows of numbers that end in the same column",
     "   1994     12.50     13.75    9.25    a\n"
     "   1995     1.50     113.75    8.25    b\n"
     "   1996     100.50    3.75    7.125    c\n",
     "|||"},

    /* ---- One text or more for each row of traits.c and item.c ---- */
    {"a numbered line that is too long for a heading",
     LONG_LINE "\n"
               "2.1. This is a sentence with a number that is longer than a heading could ever be\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a number with a number is no heading",
     LONG_LINE "\n"
               "3.1. 7\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a clause with a number",
     LONG_LINE "\n"
               "3.1. The ferries;\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a number with a URL",
     LONG_LINE "\n"
               "3.1. http://a.example/x\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a title above a short rule of =",
     "The Ferry\n"
     "===\n"
     "\n" LONG_LINE,
     "Hu.P"},
    {"capitals with a gap",
     LONG_LINE "\n"
               "SEE  ALSO\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"capitals in code",
     LONG_LINE "\n"
               "SIZE ::= LENGTH\n"
               "\n" LONG_LINE,
     "P.K.P"},
    {"a field in capitals",
     LONG_LINE "\n"
               "SUBJECT: FERRIES\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a sentence in the middle of the page",
     LONG_LINE "\n"
               "                        Ferries leave at noon.)\n"
               "\n" LONG_LINE,
     "P.V.P"},
    {"a short sentence",
     LONG_LINE "\n"
               "Ferries leave (at noon.)\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a bullet in the middle of the page",
     LONG_LINE "\n"
               "                         (a) The Ferry Boats\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a short line that begins with a small letter",
     LONG_LINE "\n"
               "ferry boats\n"
               "\n"
               "     " LONG_LINE,
     "P.P.P"},
    {"a short line at the end", "Ferry Boats\n", "P"},
    {"a short line above a quote",
     LONG_LINE "\n"
               "   Ferry Boats\n"
               ">         Boats are run by the town, which has no railway of its own.\n",
     "P.KP"},
    {"a line in the middle below much text",
     LATE "                         The Ferry Boats\n"
          "\n" LONG_LINE,
     "P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.V.P"},
    {"a title in the middle",
     "                         The Ferry Boats\n"
     "                            of the Town\n"
     "\n" LONG_LINE,
     "Hh.P"},
    {"an entry with a number is no heading",
     "Table of Contents\n"
     "\n"
     "1. Ferries\n"
     "\n"
     "2. Trains\n"
     "\n" LONG_LINE,
     "H.C.C.P"},
    {"a numbered line that is indented",
     LONG_LINE "\n"
               "       3.1. Ferries\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a numbered line that begins with a small letter",
     LONG_LINE "\n"
               "4. ferries\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"the next letter",
     LONG_LINE "\n"
               "A. Ferries\n"
               "\n" LONG_LINE "\n"
               "B. Trains\n"
               "\n" LONG_LINE,
     "P.H.P.H.P"},
    {"three capitals",
     LONG_LINE "\n"
               "ABC\n"
               "\n" SHORT_LINE,
     "P.P.P"},
    {"a word of capitals and signs",
     LONG_LINE "\n"
               "MAX_BOAT_SIZE_X\n"
               "\n" SHORT_LINE,
     "P.P.P"},
    {"capitals and a sign of drawings",
     LONG_LINE "\n"
               "<FERRY\n"
               "\n" SHORT_LINE,
     "P.P.P"},
    {"capitals above indented text, in a text with numbers",
     NUMBERS_INDENTED "   FERRY\n"
                      "\n"
                      "         " LONG_LINE,
     "H.Pp+.H.Pp+.H.Pp+.T.D"},
    {"capitals",
     LONG_LINE "\n"
               "FERRY BOATS\n"
               "\n" SHORT_LINE,
     "P.H.P"},
    {"capitals, indented, on the left, in a text with numbers",
     NUMBERS "             FERRY BOATS\n"
             "\n" SHORT_LINE,
     "H.P.H.P.H.P.K.P"},
    {"a line on the left of a URL",
     INDENTED "\n"
              "Ferry Boats\n"
              "     http://a.example/x\n",
     "Pp+.TD"},
    {"a line on the left of text",
     INDENTED "\n"
              "Ferry Boats\n"
              "   noon and night\n",
     "Pp+.HP"},
    {"many digits on the left of text",
     "   " LONG_LINE "\n"
     "Ferries 1994-1995\n"
     "   " LONG_LINE,
     "P.TD"},
    {"a line that leads to what is below, on the left of text",
     "   " LONG_LINE "\n"
     "The Ferry Boats Leave At Noon:\n"
     "   " LONG_LINE,
     "P.PP"},
    {"a line on the left of items",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "   - The ferry that leaves at noon is run by the town of Ulm.\n",
     "P.PI"},
    {"a line on the left of prose",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "   " LONG_LINE,
     "P.HP"},
    {"a short line that is indented",
     LONG_LINE "\n"
               "   Ferry Boats\n"
               "\n" LONG_LINE,
     "P.K.P"},
    {"contents, indented",
     LONG_LINE "\n"
               "      Contents\n"
               "\n"
               "The Ferry\n"
               "\n"
               "The Train\n",
     "P.H.C.C"},
    {"a greeting",
     LONG_LINE "\n"
               "Hello Jane\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a usual title",
     LONG_LINE "\n"
               "Abstract\n"
               "\n" SHORT_LINE,
     "P.H.P"},
    {"a short line, indented, in a text with numbers",
     NUMBERS_INDENTED "   Ferry Boats\n"
                      "\n"
                      "   " LONG_LINE,
     "H.Pp+.H.Pp+.H.Pp+.P.P"},
    {"a short line above code, in a text with numbers",
     NUMBERS "Ferry Boats\n"
             "\n"
             "   ferry = boat;\n",
     "H.P.H.P.H.P.P.K"},
    {"the next term",
     INDENTED "\n"
              "   steamer\n"
              "        A boat with an engine that is driven by steam.\n"
              "\n"
              "   Ferry Boats\n"
              "\n"
              "        " LONG_LINE,
     "Pp+.TD.T.D"},
    {"a short line in the column of headings",
     INDENTED "\n"
              "   Ferry Boats\n"
              "\n"
              "        " LONG_LINE "\n"
              "   Why do they fly\n"
              "\n"
              "        " LONG_LINE,
     "Pp+.H.P.H2.P"},
    {"a short line in a mail",
     "> " LONG_LINE "\n"
     "Ferry Boats\n"
     "\n" LONG_LINE,
     "P.P.P"},
    {"nine words",
     LONG_LINE "\n"
               "Who Does Not Go To Ulm By A Ferry\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"words in small letters",
     LONG_LINE "\n"
               "Who does not like it\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a wide short line",
     LONG_LINE "\n"
               "Dampfschiffahrtsgesellschaften Verwaltungsangelegenheiten Amt\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a cry",
     LONG_LINE "\n"
               "Ferry Boats!\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"digits",
     LONG_LINE "\n"
               "Ferry Boat 1738\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"many signs",
     LONG_LINE "\n"
               "Ferry (or) 'Boat'/\"Ship\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a short line at the top",
     "Ferry Boats\n"
     "\n" SHORT_LINE,
     "H.P"},
    {"a short line above text",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"a short line above short text",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "\n" SHORT_LINE,
     "P.P.P"},
    {"a short line above short text, after a heading",
     LONG_LINE "\n"
               "Abstract\n"
               "\n" LONG_LINE "\n"
               "Ferry Boats\n"
               "\n"
               "It is now run by town.\n",
     "P.H.P.H2.P"},
    {"a short line above columns",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "\n"
               "noon      town      1\n"
               "night     lake      2\n",
     "P.H.||"},
    {"a short line above items",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "\n"
               "- noon\n"
               "- night\n",
     "P.H.II"},
    {"a short line above indented text",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "\n"
               "   noon 12 13\n",
     "P.H.K"},
    {"a short line above a drawing",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "\n"
               "+--+\n"
               "|  |\n"
               "+--+\n",
     "P.P.Aaa"},
    {"a name and what is said is no term",
     LONG_LINE "\n"
               "   Ann: one\n"
               "       The ferries are run by the town, which has no railway.\n",
     "P.KP"},
    {"a line with a colon is not one of several terms",
     LONG_LINE "\n"
               "   index:\n"
               "   list:\n"
               "          Request the whole index, with all details of what there is.\n",
     "P.KkP"},
    {"a line above items is no term",
     LONG_LINE "\n"
               "   boats\n"
               "       - noon\n"
               "       - night\n",
     "P.KII"},
    {"words with signs are no term with space around it",
     NUMBERS_INDENTED "   go & see (a) boat\n"
                      "\n"
                      "        " LONG_LINE,
     "H.Pp+.H.Pp+.H.Pp+.P.P"},
    {"a term with space around it",
     "1. One\n"
     "\n"
     "   " LONG_LINE "\n"
     "2. Two\n"
     "\n"
     "   " LONG_LINE "\n"
     "3. Three\n"
     "\n"
     "   " LONG_LINE "\n"
     "   boat\n"
     "\n"
     "        " LONG_LINE,
     "H.P.H.P.H.P.T.D"},
    {"a line above numbers is no term",
     LONG_LINE "\n"
               "   boats\n"
               "       noon 1234\n",
     "P.Kk"},
    {"a line with a colon above signs is no term",
     LONG_LINE "\n"
               "   boats:\n"
               "       1234 5678 9012\n",
     "P.Kk"},
    {"a term with a colon, apart",
     LONG_LINE "\n"
               "   Boats:\n"
               "\n"
               "       " LONG_LINE,
     "P.K.P"},
    {"a small letter, apart",
     LONG_LINE "\n"
               "   boats\n"
               "\n"
               "       " LONG_LINE,
     "P.K.P"},
    {"no sentence below, apart",
     LONG_LINE "\n"
               "   Boats\n"
               "\n"
               "       which are run by the town, which has no railway of its own.\n",
     "P.Kkk"},
    {"a short line below, apart",
     LONG_LINE "\n"
               "   Boats\n"
               "\n"
               "       Run by the town.\n",
     "P.Kkk"},
    {"the last line of a group, apart",
     LONG_LINE "\n"
               "   -----\n"
               "   Boats\n"
               "\n"
               "       " LONG_LINE,
     "P.-K.P"},
    {"six words, apart",
     LONG_LINE "\n"
               "   Boats And Ferries Of The Town\n"
               "\n"
               "       " LONG_LINE,
     "P.V.P"},
    {"five words and a colon",
     LONG_LINE "\n"
               "   The boats of the town:\n"
               "       " LONG_LINE,
     "P.VP"},
    {"words in small letters, apart",
     LONG_LINE "\n"
               "   Boats of the town\n"
               "\n"
               "       " LONG_LINE,
     "P.V.P"},
    {"a term below code",
     LONG_LINE "\n"
               "    a = b;\n"
               "    c = d;\n"
               "    boats that are run by town\n"
               "        " LONG_LINE,
     "P.KkkP"},
    {"a key inside a paragraph",
     "The ferries are run by the town, as the other book says in the part\n"
     "[20] that I have here. It is not true any more, because there is now a\n"
     "\n"
     "railway.\n",
     "Pp+.P"},
    {"a key and text at the margin",
     LONG_LINE "\n"
               "[sic]\n"
               "was the word that he used, and it was printed that way.\n",
     "P.Pp"},
    {"a section's number inside a paragraph",
     "The ferries are run by the town, as the other book says in section\n"
     "3.1 and in other parts. It is not true any more, because there is now a\n"
     "railway.\n",
     "Ppp+"},
    {"the next bullet below a full line",
     "- The ferries are run by the town, which has no railway of its own and\n"
     "- no bus\n",
     "II"},
    {"a bullet below a colon",
     "The ferries are run by the town, which has no railway of its own, on:\n"
     "- noon\n",
     "PI"},
    {"a reference below a full line",
     "References\n"
     "\n"
     "[A] Jones, The ferries are run by the town, which has no railway, Ulm\n"
     "[B] Smith, Trains\n",
     "H.RR"},
    {"the next number below a full line",
     "1. The ferries are run by the town, which has no railway of its own and\n"
     "2. no bus\n",
     "II"},
    {"number one below a full line",
     "The ferries are run by the town, which has no railway of its own, and\n"
     "1) no bus\n",
     "PI"},
    {"a line below a comma", "by the town,\n\nX Consortium\n\n" LONG_LINE, "P.P.P"},
    {"a short line above five words, after a heading",
     LONG_LINE "\nAbstract\n\n" LONG_LINE "\nFerry Boats\n\nIt is run by town.\n", "P.H.P.P.P"},

    /* ---- Limits ---- */
    {"a name and two words",
     LONG_LINE "\n"
               "Jane: Boats Go\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"four words with a sign",
     NUMBERS_INDENTED "   go & see boat\n"
                      "\n"
                      "        " LONG_LINE,
     "H.Pp+.H.Pp+.H.Pp+.P.P"},
    {"three words with signs",
     NUMBERS_INDENTED "   go (a) boat\n"
                      "\n"
                      "        " LONG_LINE,
     "H.Pp+.H.Pp+.H.Pp+.T.D"},
    {"a term above five words",
     NUMBERS_INDENTED "   boat\n"
                      "\n"
                      "        Ferries are run by town.\n",
     "H.Pp+.H.Pp+.H.Pp+.T.D"},
    {"a term above four words",
     NUMBERS_INDENTED "   boat\n"
                      "\n"
                      "        Ferries are run today.\n",
     "H.Pp+.H.Pp+.H.Pp+.P.V"},
    {"a term above text that begins eight columns farther",
     NUMBERS_INDENTED "   boat\n"
                      "\n"
                      "           " LONG_LINE,
     "H.Pp+.H.Pp+.H.Pp+.T.D"},
    {"a term above text that begins nine columns farther",
     NUMBERS_INDENTED "   boat\n"
                      "\n"
                      "            " LONG_LINE,
     "H.Pp+.H.Pp+.H.Pp+.P.P"},
    {"two names of four words",
     LONG_LINE "\n"
               "Who Does like it\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"two names of five words",
     LONG_LINE "\n"
               "Who Does not like it\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"four signs",
     LONG_LINE "\n"
               "Ferry (or) 'Boat'\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"five signs",
     LONG_LINE "\n"
               "Ferry's (or) 'Boat'\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a gap of three columns",
     LONG_LINE "\n"
               "3.1. Ferries   Town\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"a gap after the number",
     LONG_LINE "\n"
               "3.1.     Ferries\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"a letter and three digits",
     INDENTED "\n"
              "A123\n"
              "   noon and night\n",
     "Pp+.HP"},
    {"a letter and two digits",
     INDENTED "\n"
              "A12\n"
              "   noon and night\n",
     "Pp+.TD"},
    {"a letter and digits in two words",
     INDENTED "\n"
              "A 123\n"
              "   noon and night\n",
     "Pp+.TD"},
    {"two letters",
     LONG_LINE "\n"
               "3.1. Ab\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"five words and a colon after a number",
     LONG_LINE "\n"
               "4. Who does like it:\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"six words and a colon after a number",
     LONG_LINE "\n"
               "4. Who does not like it:\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"capitals above text on the right of them",
     INDENTED "\n"
              "       4.  FERRY BOATS\n"
              "\n"
              "            " LONG_LINE,
     "Pp+.I.P"},
    {"capitals above text one column farther",
     INDENTED "\n"
              "       4.  FERRY BOATS\n"
              "\n"
              "        " LONG_LINE,
     "Pp+.I.P"},
    {"text one column farther",
     INDENTED "\n"
              "Ferry Boats\n"
              " noon and night\n",
     "Pp+.Pp"},
    {"text two columns farther",
     INDENTED "\n"
              "Ferry Boats\n"
              "  noon and night\n",
     "Pp+.HP"},
    {"fourteen words",
     LONG_LINE "\n"
               "3.1. A B C D E F G H I J K L M\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"fifteen words",
     LONG_LINE "\n"
               "3.1. A B C D E F G H I J K L M N\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"78 columns",
     LONG_LINE "\n"
               "3.1. Dampfschiffahrtsgesellschaften Verwaltungsangelegenheiten Bekanntmachungs\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"79 columns",
     LONG_LINE "\n"
               "3.1. Dampfschiffahrtsgesellschaften Verwaltungsangelegenheiten Bekanntmachungsx\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a letter with a parenthesis",
     LONG_LINE "\n"
               "A) Ferries\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"two items",
     LONG_LINE "\n"
               "1. Ferries\n"
               "\n"
               "2. Trains\n"
               "\n" LONG_LINE,
     "P.I.I.P"},
    {"a number with another sign below",
     LONG_LINE "\n"
               "1. Ferries\n"
               "\n"
               "2) Trains\n"
               "\n" LONG_LINE,
     "P.H.I.P"},
    {"a number that is not the next one below",
     LONG_LINE "\n"
               "1. Ferries\n"
               "\n"
               "3. Trains\n"
               "\n" LONG_LINE,
     "P.H.H.P"},
    {"the next number in another column below",
     LONG_LINE "\n"
               "1. Ferries\n"
               "\n"
               "  2. Trains\n"
               "\n" LONG_LINE,
     "P.H.I.P"},
    {"a letter below a number",
     LONG_LINE "\n"
               "1. Ferries\n"
               "\n"
               "b. Trains\n"
               "\n" LONG_LINE,
     "P.H.P.P"},
    {"the first entry again",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "\n"
     "2. Trains\n"
     "\n"
     "1. Ferries\n"
     "\n" LONG_LINE,
     "H.C.C.H.P"},
    {"the only entry again",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "\n"
     "1. Ferries\n"
     "\n" LONG_LINE,
     "H.C.H.P"},
    {"a chapter without a dot that the contents name", CONTENTS "1 Ferries\n\n" LONG_LINE,
     "H.CCCCC.H.P"},
    {"a chapter without a dot that the contents do not name", CONTENTS "7 Ferries\n\n" LONG_LINE,
     "H.CCCCC.P.P"},
    {"a chapter in the middle of the page that the contents name",
     CONTENTS "                             2.  TRAINS\n\n" LONG_LINE, "H.CCCCC.H.P"},
    {"a chapter with a dot at its end", CONTENTS "2. Trains.\n\n" LONG_LINE, "H.CCCCC.H.P"},
    {"a section over two lines that the contents name",
     CONTENTS "1.2 The times of\nall ferries\n\n" LONG_LINE, "H.CCCCC.H2h+.P"},
    {"a chapter with other words", CONTENTS "2 Trains and buses\n\n" LONG_LINE, "H.CCCCC.P.P"},
    {"a title without a number that the contents name, in a paragraph",
     CONTENTS "Words\nof somebody\n\n" LONG_LINE, "H.CCCCC.Pp.P"},
    {"a title without a number that the contents name",
     CONTENTS "1. Ferries\n\n" LONG_LINE "\nwords\n\n" LONG_LINE, "H.CCCCC.H.P.H.P"},
    {"such a title twice",
     CONTENTS "1. Ferries\n\n" LONG_LINE "\nwords\n\n" LONG_LINE "\nwords\n\n" LONG_LINE,
     "H.CCCCC.H.P.H.P.P.P"},
    {"a chapter that the contents lack",
     CONTENTS "1. Ferries\n\n" LONG_LINE "\n2. Trains\n\n" LONG_LINE "\n3. Buses\n\n" LONG_LINE,
     "H.CCCCC.H.P.H.P.H.P"},
    {"a line in capitals that the contents do not name",
     CONTENTS "1. Ferries\n\n" LONG_LINE "\nBOATS\n\n" LONG_LINE, "H.CCCCC.H.P.P.P"},
    {"the same where the contents have no sections",
     "Contents\n\n1. Ferries\n2. Trains\n\n1. Ferries\n\n" LONG_LINE "\nBOATS\n\n" LONG_LINE,
     "H.CC.H.P.H.P"},
    {"a usual title that the contents do not name",
     CONTENTS "1. Ferries\n\n" LONG_LINE "\nAcknowledgement\n\n" LONG_LINE, "H.CCCCC.H.P.H2.P"},
    {"an appendix without its word", CONTENTS_OF("Appendix A: Names") "A. Names\n\n" LONG_LINE,
     "H.CCCCC.H.P"},
    {"an appendix by two blanks, and an article",
     CONTENTS_OF("A  Table of names") "A Table of names\n\n" LONG_LINE, "H.CCCCC.H.P"},
    {"levels by indentation",
     "Contents\n\nFerries ..... 1\n   Times ..... 2\nTrains ..... 3\n\nFerries\n\n" LONG_LINE
     "\nTimes\n\n" LONG_LINE,
     "H.CCC.H.P.H2.P"},
    {"a title without a number twice in the contents",
     "Contents\n\nFerries\nIslands\n\nIslands\nTrains\n\n" LONG_LINE, "H.CC.CC.P"},
    {"a title that the contents name, above its indented text",
     CONTENTS "1. Ferries\n\n" LONG_LINE "\nwords\n" INDENTED, "H.CCCCC.H.P.HPp+"},
    {"an entry over two lines",
     "Contents\n\n1.1 The times of all\n    the ferries ..... 1\n1.2 Trains ..... 2\n\n"
     "1.1 THE TIMES OF ALL THE FERRIES\n\n" LONG_LINE "\n1.2 Trains\n\n" LONG_LINE,
     "H.CcC.H2.P.H2.P"},
    {"a summary of contents, and the contents",
     "Summary of contents\n\n1. Ferries ..... 1\n\n" CONTENTS "1 Ferries\n\n" LONG_LINE,
     "H.C.H2.CCCCC.H.P"},
    {"more levels than headings have",
     "Contents\n\nApples ..... 1\n  Bells ..... 1\n    Cows ..... 1\n      Dogs ..... 1\n        Eels ..... 1\n"
     "          Fields ..... 1\n            Gardens ..... 1\n              Hills ..... 1\n\n"
     "Apples\n\n" LONG_LINE "\nGardens\n\n" LONG_LINE,
     "H.CCCCCCCC.H.P.H6.P"},
    {"Roman numbers without a dot",
     "Contents\n\n  I The ferries      1\n II The trains      2\n\n"
     "I. The ferries\n\n" LONG_LINE "\nII The trains\n\n" LONG_LINE,
     "H.CC.H.P.H.P"},
    {"a fence directly below short lines in turns",
     "the boats of the town\n   and all the kites of it\nthe town is here with us\n"
     "   and now it is all\n```\n\nfly();\n\n```\n\n" LONG_LINE,
     "TDTDKkkkk.P"},
    {"a signature directly below short lines in turns",
     "the boats of the town\n   and all the kites of it\nthe town is here with us\n"
     "   and now it is all\nso that the boats float on\n-- \nAnn\n",
     "TDTDP~~"},
    {"an entry directly below a heading with stars",
     "** Contents\n   Boats\n   Kites\n\nBoats\n\n" LONG_LINE, "H2Cc.H2.P"},
    {"entries with bullets",
     "Contents\n\n* Ferries\n  * The times\n* Trains\n\nFerries\n\n" LONG_LINE
     "\nThe times\n\n" LONG_LINE,
     "H.CCC.H.P.H2.P"},
    {"a chapter without text", "1. Boats\n\n" LONG_LINE "\n2. Ferries\n\n3. Trains\n\n" LONG_LINE,
     "H.P.H.H.P"},
    {"numbers that are a list", "1. Boats\n\n2. Ferries\n\n3. Trains\n", "I.I.I"},
    {"a title, its version, date and author",
     "\t\t\t  The Ferry Times\n\t\t\t    Version 5.0\n\t\t\t     2010-11-15\n"
     "\t\t\t      Jane Lee\n\t\t\t   jane@a.example\n\t\t\t     The Town\n\n" LONG_LINE,
     "HVvvvv.P"},
    {"a title with a version", "\t\t\t  The Ferry Times\n\t\t\t    Version 5.0\n\n" LONG_LINE,
     "Hh.P"},
    {"a title, then its author",
     "\t\t    The Town and Its Ferries\n\n\t\t\t    Jane Lee\n\t\t\t jane@a.example\n\n" LONG_LINE,
     "H.Vv.P"},
    {"a title of lines in one column, and a date",
     "\t\t\t    Ferry Times\n\t\t\t    Ferry News\n\t\t\t     1999-05-01\n\n" LONG_LINE, "HhV.P"},
    {"a date in the middle", "\t\t\t      May 1981\n\n" LONG_LINE, "V.P"},
    {"a title, and lines on another axis",
     "\t\t\t  The Ferry Times\n\t    Version 5.0\n\t\t     2010-11-15\n\n" LONG_LINE, "VKk.P"},
    {"an author far below the top",
     LATE "\t\t\t      Jane Lee\n\t\t\t   jane@a.example\n\n" LONG_LINE,
     "P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.P.VK.P"},
    {"a date with a version and a name",
     "2022-06-17 v1.12.0 \"Torrent Duck\"\n  " LONG_LINE
     "\n2022-06-11 v1.11.0 \"Smew Duck\"\n  " LONG_LINE,
     "HP.HP"},
    {"releases directly above their lines",
     "v1.5.4 (Feb 2023)\nfast: boats\ncli: ferries\n\nv1.5.3 (Jan 2023)\nfast: trains\n", "HPp.HP"},
    {"a paragraph that begins with a version",
     "Version 2.4 from May 2022, and the version from June 2023 of 2023, the\nferry is new.\n",
     "Pp+"},
    {"a version after two names", "Town's Kite 0.5.3\n\n* boat\n* train\n", "H.II"},
    {"a version after a name and a word", "Town's kite 0.5.3\n\n* boat\n* train\n", "P.II"},
    {"a date and two authors",
     "2022-02-03  Jane Lee  <jane@a.example>\n\t    Tom Lee  <tom@a.example>\n\n\t* kite.c: New.\n",
     "Hh+.I"},
    {"a version above a rule and items", "0.38.0\n------\n- boat\n- train\n", "H2uII"},
    {"a date and an author with a long address",
     "Boats\n=====\n\n" LONG_LINE
     "\n2022-02-03  Jane Lee of the Town  <jane.of.the.town.and.of.its.ferries@a.example>\n\n\t" LONG_LINE,
     "Hu.P.H2.P"},
    {"a date and an author, who made little",
     "2022-02-03  Jane Lee  <jane@a.example>  (tiny change)\n\n\t* kite.c: New.\n", "H.I"},
    {"text that is indented from the top on",
     "  1.  Preface\n\n  " LONG_LINE "  " LONG_LINE "\n  2.  Boats\n\n  " LONG_LINE "  " LONG_LINE,
     "H.Pp+.H.Pp+"},
    {"chapters whose numbers have blanks of U+00A0 around",
     "Contents\n\n1. Ferries\n2. Trains and boats\n\nChapter\xC2\xA0"
     "1.\xC2\xA0"
     "Ferries\n\n" LONG_LINE "\nChapter 2. Trains\xC2\xA0"
     "and boats\n\n" LONG_LINE,
     "H.CC.H.P.H.P"},
    {"chapters by their word alone",
     "Contents\n\nChapter I. Ferries\nChapter II. Trains\n\n"
     "CHAPTER I.\nFerries\n\n" LONG_LINE "\nCHAPTER II.\nTrains\n\n" LONG_LINE,
     "H.CC.Hh+.P.Hh+.P"},
    {"a page number after wide blanks",
     "Contents\n\n1. Ferries      1\n2. Trains      2\n\n2 Trains\n\n" LONG_LINE, "H.CC.H.P"},
    {"another entry again",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "\n"
     "2. Trains\n"
     "\n"
     "2. Trains\n"
     "\n" LONG_LINE,
     "H.C.C.H.P"},
    {"a line with a colon above a letter",
     LONG_LINE "\n"
               "   boats:\n"
               "       1234 a 5678\n",
     "P.TD"},
    {"a heading of three words between signs",
     LONG_LINE "\n"
               "== Boat ==\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"a heading of ten words between signs",
     LONG_LINE "\n"
               "=== a b c d e f g h ===\n"
               "\n" LONG_LINE,
     "P.H3.P"},
    {"eleven words between signs",
     LONG_LINE "\n"
               "==== a b c d e f g h i ====\n"
               "\n" LONG_LINE,
     "P.H4.P"},
    {"signs on the left only",
     LONG_LINE "\n"
               "== The Boats\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"a long heading that continues below its text",
     LONG_LINE "\n"
               "3.1. Transportation Companies Administrate International\n"
               "     Ferries\n"
               "\n" LONG_LINE,
     "P.H2h+.P"},
    {"a heading of 50 columns that continues",
     LONG_LINE "\n"
               "3.1. Transportation Companies Administrate Interna\n"
               "     Ferries\n"
               "\n" LONG_LINE,
     "P.Ii.P"},
    {"a heading of 51 columns that continues",
     LONG_LINE "\n"
               "3.1. Transportation Companies Administrate Internat\n"
               "     Ferries\n"
               "\n" LONG_LINE,
     "P.H2h+.P"},
    {"rules of box drawing characters",
     LONG_LINE "\n\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\n\n" LONG_LINE
               "\n\xE2\x94\x81\xE2\x94\x81\xE2\x94\x81\n\n" LONG_LINE
               "\n\xE2\x95\x90\xE2\x95\x90\xE2\x95\x90\n\n" LONG_LINE,
     "P.-.P.-.P.-.P"},
    {"a long rule of half the width",
     LONG_LINE "\n"
               "Ferry Boats and More\n"
               "----------\n"
               "\n" LONG_LINE,
     "P.H2u.P"},
    {"a long rule of less than half the width",
     LONG_LINE "\n"
               "Ferry Boats and Ships\n"
               "----------\n"
               "\n" LONG_LINE,
     "P.P-.P"},
    {"a short rule of less than three quarters of the width",
     LONG_LINE "\n"
               "Ferry Boat Tax\n"
               "---------\n"
               "\n" LONG_LINE,
     "P.P-.P"},
    {"a rule of three quarters of the width",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "---------\n"
               "\n" LONG_LINE,
     "P.H2u.P"},
    {"a rule that is shorter",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "--------\n"
               "\n" LONG_LINE,
     "P.P-.P"},
    {"a rule that is longer by five",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "----------------\n"
               "\n" LONG_LINE,
     "P.H2u.P"},
    {"a rule that is longer by six",
     LONG_LINE "\n"
               "ferry boats\n"
               "-----------------\n"
               "\n" LONG_LINE,
     "P.H2u.P"},
    {"a rule that is longer by six, with text below it",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "-----------------\n" LONG_LINE,
     "P.H2uP"},
    {"a rule of the page's width below a title",
     "Ferry Boats of the Town\n" RULE_LINE "\n" LONG_LINE, "H2u.P"},
    {"a rule of the page's width below a sentence",
     "Ferry boats are run.\n" RULE_LINE "\n" LONG_LINE, "P-.P"},
    {"a rule of the page's width below a sentence of a mail",
     "> They are run.\n\nFerry Boats\n" RULE_LINE "\n" LONG_LINE, "P.P-.P"},
    {"a rule two columns farther",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "  -----------\n"
               "\n" LONG_LINE,
     "P.H2u.P"},
    {"a rule three columns farther",
     LONG_LINE "\n"
               "Ferry Boats\n"
               "   -----------\n"
               "\n" LONG_LINE,
     "P.P-.P"},
    {"a title two columns farther",
     LONG_LINE "\n"
               "  Ferry Boats\n"
               "-----------\n"
               "\n" LONG_LINE,
     "P.H2u.P"},
    {"a title between two rules",
     LONG_LINE "\n"
               "===========\n"
               "Ferry Boats\n"
               "===========\n"
               "\n" LONG_LINE,
     "P.-Hu.P"},
    {"levels of underlines",
     LONG_LINE "\n"
               "Ferries\n"
               "=======\n"
               "\n" LONG_LINE "\n"
               "Boats\n"
               "-----\n"
               "\n" LONG_LINE "\n"
               "Steam\n"
               "~~~~~\n"
               "\n" LONG_LINE,
     "P.Hu.P.H2u.P.H3u.P"},
    {"a title that begins four columns from the margin",
     "    The Ferry Boats and the Trains and Trams of Ulm now\n"
     "\n" LONG_LINE,
     "H.P"},
    {"a title that begins eight columns from the margin, below text",
     LONG_LINE "\n"
               "        The Ferry Boats and the Trains of the Town of Ulm\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"a title in the middle, however wide, below few lines of text",
     LONG_LINE "\n"
               "       The Ferry Boats and the Trains of the Town of Ulm\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"a wide line in the middle, below text",
     LONG_LINE "\n"
               "  The Ferry Boats, the Trains and all Other Vehicles of the Town of Ulm\n"
               "\n" LONG_LINE,
     "P.V.P"},
    {"a wide line in the middle, above all text",
     "  The Ferry Boats, the Trains and all Other Vehicles of the Town of Ulm\n"
     "\n" LONG_LINE,
     "H.P"},
    {"two words with a section's number above text",
     LONG_LINE "\n"
               "2.1. Ferries\n" LONG_LINE "\n" LONG_LINE,
     "P.IP.P"},
    {"a term does not go on below a heading",
     INDENTED "\n"
              "   boat\n"
              "        " LONG_LINE "\n"
              "Ferries\n"
              "=======\n"
              "\n"
              "        " LONG_LINE,
     "Pp+.TD.Hu.P"},
    {"hashes",
     LONG_LINE "\n"
               "## Ferry Boats\n"
               "\n" LONG_LINE,
     "P.H2.P"},
    {"a hash above a command",
     LONG_LINE "\n"
               "# build them\n"
               "\n"
               "   a = b;\n",
     "P.H.K"},
    {"a list whose second definition goes on",
     "ferry   what goes over the river\nramp    what all of the cars drive over, and what people fall\n"
     "        over\nwake    the waves\n",
     "TTd+T"},
    {"comments beside code", "x << 20    # which is long, and so it goes on\n           # here\n",
     "||"},
    {"questions and answers",
     "Q: Who runs the ferries?\nA: The town does.\n\n"
     "Q: Why are there none on the first Sunday of the month, when everybody\n"
     "has a day off?\n\n"
     "A: They are painted on that day, and the paint needs some time until it\n"
     "   is dry.\n\n"
     "   It is blue.\n\nQ: Blue?\nA: Yes:\n- it is\n",
     "TD.Tt+.Dd+.D.TDI"},
    {"an answer without a question", "A: The town does.\n", "P"},
    {"entries of a manual page",
     "NAME\n       ferry - shows the ferries\n\n"
     "OPTIONS\n"
     "       -a, --all\n"
     "              Prints all the ferries of the town, which has no railway of its\n"
     "              own.\n\n"
     "       -b     Prints those of the banks only, which are two, the left bank and\n"
     "              the right one.\n\n"
     "       -left  The left one.\n",
     "HP.HTDd+.Td+.T"},
    {"entries of a list of options, with terms in two columns",
     "  -a, --all         prints all the ferries of the town, which has no railway\n"
     "                      of its own\n"
     "      --bank=NAME   prints those of this bank\n",
     "Td+T"},
    {"terms in a definition",
     "Options are:\n\n   -a, --all\n              Prints all the ferries of the town, which is big.\n\n"
     "              FERRY_NAME\n                     The name.\n\n"
     "              FERRY_TIME\n                     The time.\n",
     "P.TD.TD.TD"},
    {"a heading between those at the margin and their text",
     "NAME\n       ferry - shows the ferries\n\n"
     "TIMES\n   On Sundays\n       There is one ferry in the morning, and one in the evening.\n",
     "HP.HH2P"},
    {"an item whose text is far away", "o      These ferries run\n       each day.\n", "Ii"},
    {"a sum over two lines", "total  = ferries + trains\n       + buses;\n", "Kk"},
    {"a field over two lines", "Date:  the 3rd of May\n       at noon\n", "PK"},
    {"a sentence of one word", "Walk.  The ferries are run by the town, which\n       is big.\n",
     "PK"},
    {"a row of three cells", "noon   town   Jane\n       bank\nnight  bank   Joe\n", "|||"},
    {"wide blanks in a paragraph, in the column of definitions",
     KNOWN "The ferries are run by the town, which has no railway of its own, and so\n"
           "it is  quiet on the other side of the river, which has been very wide\n"
           "for years.\n",
     "Td.Pp+p+"},
    {"two words that fill the column of terms",
     KNOWN "my bus It is run by the town, which has no railway of its own, and no bus\n"
           "       either.\n",
     "Td.Td+"},
    {"a word that fills the column of terms, in one line",
     "boat   It is run by the town\n       now.\nrowing is free\n", "TdP"},
    {"an option in one line", "-a     all of it\n--bus  the bus\n", "TT"},
    {"a line that leads to the column of definitions",
     KNOWN "The times of the ferries:\n       Noon and night are the times of the ferries.\n",
     "Td.PP"},
    {"a sentence above the column of definitions",
     KNOWN "the one that is run by the town each day\n"
           "       It has a sail and it has an engine.\n",
     "Td.PP"},
    {"an option that ends as a clause does", "--exec command ;\n       Runs it.\n", "TD"},
    {"a line of code above the column of definitions",
     KNOWN "while (boats) {\n       row the boat\n}\n", "Td.Kkk"},
    {"a term that ends as a clause does", KNOWN "ferry,\n       The larger one of the two.\n",
     "Td.TD"},
    {"a first line that is indented by eight columns",
     "        The ferries are run by the town, which has no railway of its own\n" TOWN_2 TOWN_3,
     "Pp+p+"},
    {"a first line that is indented by nine columns",
     "         The ferries are run by the town, which has no railway of its own\n" TOWN_2 TOWN_3,
     "VPp+"},
    {"a first line of four long words",
     "    Constantinopolitanferries administrationdepartments steer and\n"
     "navigating boats\n",
     "Pp+"},
    {"a first line of three long words",
     "    Constantinopolitanferries administrationdepartmentssteer and\n"
     "navigating boats\n",
     "VP"},
    {"the lines below the first are indented by eight columns",
     TOWN_1 "        " TOWN_2 "        " TOWN_3, "Pp+p+"},
    {"the lines below the first are indented by nine columns",
     TOWN_1 "         " TOWN_2 "         " TOWN_3, "PPp+"},
    {"a colon above indented lines",
     "The ferries of the town are run by the town, which has no railway of it:\n"
     "    " TOWN_2 "    " TOWN_3,
     "PPp+"},
    {"signs above indented lines",
     "The = ferries + of == the + town -- are // run == by ++ town, && which = a\n"
     "    " TOWN_2 "    " TOWN_3,
     "PPp+"},
    {"a diff directly below text",
     "The ferries of the town:\n"
     "diff --git a/kite.c b/kite.c\n"
     "--- a/kite.c\n"
     "+++ b/kite.c\n"
     "@@ -1 +1 @@\n"
     "-a\n"
     "+b\n",
     "PXxxxxx"},
    {"the head of a hunk directly below text",
     "The ferries of the town:\n"
     "@@ -1 +1 @@\n"
     "-a\n"
     "+b\n",
     "Vvvv"},
    {"a line that begins with d below text",
     "The ferries of the town\n"
     "dive into the river.\n",
     "Pp"},
    {"an entry with a page number directly below text",
     "The ferries of the town\n"
     "Harbours ..... 4\n",
     "PC"},
    {"a line of 66 columns above short ones",
     "The ferries of the town are run by the men, and they are red of aa\n"
     "But the boats\n"
     "And the trains\n",
     "Ppp"},
    {"a cut URL above two words",
     "http://a.example/ferries/of/the/town/which/are/run/by/the/town/and/no\n"
     "other/town/on/the/river or\n",
     "Pp+"},
    {"a capital below a page break and a full line",
     TOWN_1 TOWN_2 PAGE_BREAK "Aldford has ferries.\n", "Pp+_______p+"},
    {"a small letter below a page break and a line of 45 columns",
     TOWN_1 "The ferries of the towns are run by the river\n" PAGE_BREAK TOWN_3, "Pp+_______p"},
    {"the same below a line of 44 columns",
     TOWN_1 "The ferries of the town are run by the river\n" PAGE_BREAK TOWN_3, "Pp+_______P"},
    {"a capital below a page break and a line that was not full",
     TOWN_1 "The ferries of the towns are run by the rivers\n" PAGE_BREAK "Aldford leave.\n",
     "Pp+_______P"},
    {"an item that goes on below a page break", "- " TOWN_1 PAGE_BREAK "  own, and no bus.\n",
     "I_______i+"},
    {"the same in the column of the bullet", "- " TOWN_1 PAGE_BREAK "own, and no bus.\n",
     "I_______i+"},
    {"an indented paragraph with a line of signs",
     LONG_LINE "\n"
               "    The ferries of the town are run by the town, which has no railway of\n"
               "    its = + / own // += ;\n"
               "    town, and the buses of the town are run by the town, which has the town\n"
               "    and all of it too.\n",
     "P.Pp+pp+"},
    {"three indented lines of words, and one of numbers",
     LONG_LINE "\n"
               "    boats of the town\n"
               "    kites of the town\n"
               "    4 - 5 + 6\n"
               "    trains of the town\n",
     "P.Vvvv"},
    {"an indented text with few signs",
     LONG_LINE "\n"
               "    boat-s (kites)\n"
               "    now\n"
               "    abc\n",
     "P.Vvv"},
    {"contents that end at a paragraph",
     "Contents\n"
     "\n"
     "One\n"
     "Two\n"
     "\n" TOWN_1 "own, and no bus.\n"
     "\n"
     "Three and four\n"
     "Five\n",
     "H.CC.Pp+.Pp"},
    {"a line in contents",
     "Contents\n"
     "\n"
     "One\n"
     "Two\n"
     "\n"
     "The ferries of the town are run by the town, which has no railway of it.\n"
     "\n"
     "Three and four\n"
     "Five\n",
     "H.CC.P.CC"},
    {"five words on the left of running text, and indented ones below",
     "   " TOWN_1 "   " TOWN_2 "\n"
     "The boats are run now.\n"
     "\n"
     "   make boats\n",
     "Pp+.P.K"},
    {"two short lines on the left of running text, and indented ones below",
     "   " TOWN_1 "   " TOWN_2 "\n"
     "The boats\n"
     "are run\n"
     "\n"
     "   make boats\n",
     "Pp+.Pp.K"},
    {"signs on the left of running text, and indented words below",
     "   " TOWN_1 "   " TOWN_2 "\n"
     "4 - 5 + 6 * 7 = 8\n"
     "\n"
     "   make boats\n",
     "Pp+.P.P"},
    {"running text of an item, a title, and indented words",
     "- one\n"
     "\n"
     "  " TOWN_1 "  " TOWN_2 "\n"
     "The boats\n"
     "\n"
     "  make boats\n",
     "I.Pp+.H.K"},
    {"an item that goes on between bullet and text", "- " TOWN_1 " " TOWN_2, "Ii+"},
    {"a rule directly below an item",
     "- the boats\n"
     "  --------\n",
     "I-"},
    {"an item that goes on two columns right of its text", "- " TOWN_1 "    " TOWN_2, "Ii+"},
    {"a note whose text begins in the next line",
     "Note:\n"
     "The ferries of the town\n"
     "which has no.\n",
     "Nnn"},
    {"an item in references",
     "References\n"
     "\n"
     "- Lee, J., A Book of Boats\n",
     "H.I"},
    {"numbers and signs in references",
     "References\n"
     "\n"
     "4 + 5 - 6 = 7 / 8\n",
     "H.P"},
    {"an attribution of two lines",
     "On Monday, the third of May, Jane Lee of the town of Aldford, which is\n"
     "far away, wrote:\n"
     "> Yes.\n",
     "@@+P"},
    {"an attribution would have five lines",
     "On Monday, the third of May, Jane Lee of the town of Aldford, which is\n"
     "very very very very very far away from all of the towns of the river, as\n"
     "very very very very very far away from all of the towns of the river, as\n"
     "very very very very very far away from all of the towns of the river, as\n"
     "you know, wrote:\n"
     "> Yes.\n",
     "Pp+p+p+p+P"},
    {"an attribution above a text without quote marks",
     "On Monday, Jane wrote:\n"
     "Yes.\n",
     "@P"},
    {"an attribution of two lines above such a text",
     "On Monday,\n"
     "Jane wrote:\n"
     "\n"
     "Yes.\n",
     "Pp.P"},
    {"three indented lines in turns, four words each",
     "the boats of town\n"
     "   and the trains of\n"
     "the boats of town\n",
     "Vvv"},
    {"three indented lines in turns, and one word less",
     "the boats of town\n"
     "   and the trains of\n"
     "the boats town\n",
     "TDP"},
    {"forty lines in turns",
     TEN("the boats of town\n"
         "   the boats of town\n") TEN("the boats of town\n"
                                       "   the boats of town\n"),
     "Vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv"},
    {"forty-one lines in turns",
     TEN("the boats of town\n"
         "   the boats of town\n") TEN("the boats of town\n"
                                       "   the boats of town\n") "the boats of town\n",
     "TDTDTDTDTDTDTDTDTDTDTDTDTDTDTDTDTDTDTDTDP"},
    {"lines in turns, up to column 60",
     "the boats of the town that are run by the town, and are kind\n"
     "   and the trains of it\n"
     "the boats of the town\n",
     "Vvv"},
    {"lines in turns, up to column 61",
     "the boats of the town that are run by the town, and are kinds\n"
     "   and the trains of it\n"
     "the boats of the town\n",
     "PVP"},
    {"lines in turns with an item",
     "the boats of the town\n"
     "   - the trains of it all\n"
     "the boats of the town\n",
     "PIP"},
    {"lines in turns, two with a speaker",
     "Ann: the boats of the town\n"
     "   and the trains of it\n"
     "Joe: the boats of the town\n",
     "PVP"},
    {"lines in turns, two of six with numbers",
     "the boats of the town\n"
     "   and the trains of it\n"
     "the boats of the town\n"
     "   4 5 6 7 8\n"
     "the boats of the town and trains\n"
     "  4 5 6 7 8\n",
     "TDPKPK"},
    {"a shape of six lines with two words each",
     "the boats\n"
     "   of it\n"
     "and the\n"
     "   kites or\n"
     "the trains\n"
     "   of all\n",
     "Vvvvvv"},
    {"six lines with two words, of which two begin in one column",
     "the boats\n"
     "   of it\n"
     "and the\n"
     "kites or\n"
     "  the trains\n"
     " of all\n",
     "TDPpPp"},
    {"eight lines with two words, in six turns",
     "the boats\n"
     "   of it\n"
     "and the\n"
     "kites or\n"
     "  the trains\n"
     " of all\n"
     "   of us\n"
     " or them\n",
     "Vvvvvvvv"},
    {"words below a definition, apart",
     "kite   It is run by the town\n"
     "       now.\n"
     "boat   It is run by the town now.\n"
     "\n"
     "       make 4 boats - -\n",
     "TdT.P"},
    {"a quote below running text that is indented",
     "   " TOWN_1 "   " TOWN_2 "\n"
     ">   make boats\n",
     "Pp+.K"},
    {"the first line of a program below text",
     "Text.\n"
     "\n"
     "#!/bin/sh\n"
     "\n"
     "# Build the boats\n"
     "\n"
     "make boats\n",
     "P.P.H.P"},
    {"a short line below two blank lines and an attribution",
     "On Monday, Jane wrote:\n"
     "\n"
     "The boats are.\n"
     "\n"
     "\n"
     "Ferry boats:\n"
     "\n" LONG_LINE,
     "@.P..P.P"},
    {"a short line below two blank lines and a forwarded header",
     "Begin forwarded message:\n"
     "\n"
     "From: ann@a.example\n"
     "Subject: boats\n"
     "\n"
     "The boats are.\n"
     "\n"
     "\n"
     "Ferry boats:\n"
     "\n" LONG_LINE,
     "Ffff.P..P.P"},
    {"the head of a patch",
     "From 0378a1b2c3d4e5f60378a1b2c3d4e5f60378a1b2 Mon Sep 17 00:00:00 2001\n"
     "From: Ann Lee <ann@a.example>\n"
     "Date: Mon, 3 Mar 2025 10:00:00 +0000\n"
     "Subject: [PATCH] boats: mend the sail\n"
     "\n" LONG_LINE,
     "Ffff.P"},
    {"a sentence that begins with From and ends with a year is text",
     "From the harbour they sailed at 10:15 in 2001\n"
     "From: there\n",
     "Pp"},
    {"two tables",
     "+---+---+\n"
     "| a | b |\n"
     "+---+---+\n"
     "\n"
     "+---+---+\n"
     "| a | b |\n"
     "+---+---+\n",
     "|||.|||"},
    {"an item of 64 lines, and text at the margin",
     "- " TOWN_1 TEN("  " TOWN_1) TEN("  " TOWN_1) TEN("  " TOWN_1) TEN("  " TOWN_1)
         TEN("  " TOWN_1) TEN("  " TOWN_1) "  " TOWN_1 "  " TOWN_1 "  " TOWN_1 TOWN_1,
     "Ii+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+i+"},
    {"verse of seventy lines",
     TEN("The boats of it\n") TEN("The boats of it\n") TEN("The boats of it\n")
         TEN("The boats of it\n") TEN("The boats of it\n") TEN("The boats of it\n")
             TEN("The boats of it\n"),
     "VvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvVvvvvvv"},
    {"four long words above indented lines that go on",
     "Constantinopolitanferries administrationdepartments steering navigations\n"
     "    " TOWN_2 "    " TOWN_3,
     "Pp+p+"},
    {"three such words",
     "Constantinopolitan ferriesadministrationdepartmentssteeringsanda navigat\n"
     "    ionally, and no bus either: all people have to walk to it, and from a\n"
     "    " TOWN_3,
     "PPp+"},
    {"full indented lines of numbers",
     LONG_LINE "\n"
               "    4711 4712 4713 4714 4715 4716 4717 4718 4719 4720 4721 4722 4723 4724 47\n"
               "    4711 4712 4713 4714 4715 4716 4717 4718 4719 4720 4721 4722 4723 4724 47\n"
               "    4711 4712 4713 4714 4715 4716 4717 4718 4719 4720 4721 4722 4723 4724 47\n"
               "    4711 4712 4713 4714 4715 4716 4717 4718 4719 4720 4721 4722 4723 4724 47\n",
     "P.Kkkk"},
    {"an indented line of numbers in a paragraph",
     LONG_LINE "\n"
               "    The ferries of the town are run by the town, which has no railway of\n"
               "    4711 4712 4713 4714 4715 4716 4717 4718 4719 4720 4721 4722 4723 472\n"
               "    its own.\n",
     "P.Kkk"},
    {"an indented sentence of numbers",
     LONG_LINE "\n"
               "    Boats 4711 4712 4713 4714 4715 4716.\n",
     "P.K"},
    {"four indented lines, of which one goes on",
     LONG_LINE "\n"
               "    The ferries of the town are run by the town, which has no railway of\n"
               "    its own.\n"
               "    Then they are.\n"
               "    But not all.\n",
     "P.Vvvv"},
    {"three lines of 167 columns",
     "The ferries of the town are run by the town, and are red\n"
     "The ferries of the town are run by the town, and are red\n"
     "The ferries of the town are run by the town, and are so\n",
     "Vvv"},
    {"three lines of 168 columns",
     "The ferries of the town are run by the town, and are red\n"
     "The ferries of the town are run by the town, and are red\n"
     "The ferries of the town are run by the town, and are red\n",
     "Ppp"},
    {"a URL in column 30",
     LONG_LINE "\n"
               "                              http://a.example/\n",
     "P.K"},
    {"a URL above indented words",
     LONG_LINE "\n"
               "    http://a.example/\n"
               "    boats of the town\n"
               "    kites of the town\n"
               "    trains of the town\n",
     "P.Kkkk"},
    {"more signs than letters below code",
     LONG_LINE "\n"
               "     make boats; make 4;\n"
               "\n"
               "     'ab' 'cd'\n"
               "     (ef)!\n",
     "P.K.Aa"},
    {"indented words with many signs",
     LONG_LINE "\n"
               "    boats, of the\n"
               "    kites, of us\n"
               "    and, orr.,\n",
     "P.Kkk"},
    {"a cut URL below code",
     LONG_LINE "\n"
               "    make boats;\n"
               "\n"
               "http://a.example/ferries/of/the/town/which/are/run/by/the/town/and/no\n"
               "other/town/on/the/river\n",
     "P.K.Kk"},
    {"attribution below attribution",
     "On Monday, Jane wrote:\n"
     "\n"
     "On Tuesday, Joe wrote:\n",
     "@.@"},
    {"stanza below stanza",
     "the boats of the town\n"
     "   and the trains of it\n"
     "the boats of the town\n"
     "\n"
     "the boats of the town\n"
     "   and the trains of it\n"
     "the boats of the town\n",
     "Vvv.Vvv"},
    {"a paragraph in references",
     "References\n"
     "\n" TOWN_1 "own, and no bus.\n"
     "\n"
     "Stone, B., A Book of Kites, London 1992.\n",
     "H.Pp+.R"},
    {"text directly below a reference",
     "References\n"
     "\n"
     "[1] A Book\n"
     "Books of the town are sold by it\n",
     "H.RP"},
    {"a reference whose first line has three words",
     "References\n"
     "\n"
     "Lee, J., Boats\n"
     "   London 1991, and so.\n",
     "H.Rr"},
    {"four words on the left of running text, and indented ones below",
     "   " TOWN_1 "   " TOWN_2 "\n"
     "They are run now.\n"
     "\n"
     "   make boats\n",
     "Pp+.P.P"},
    {"an item whose second line is indented more", "- " TOWN_1 "     " TOWN_2 "  " TOWN_3, "Iii+"},
    {"a dash in known columns, directly below text",
     KNOWN "the boats of the town\n"
           "boat - all of it\n",
     "Td.PT"},
    {"an underline of nine columns below a title of five",
     LONG_LINE "\n"
               "Boats\n"
               "---------\n"
               "They float.\n",
     "P.H2uP"},
    {"a long underline below eight words",
     LONG_LINE "\n"
               "A Boat Is Of It In My Car\n"
               "------------------------------------------------------------\n"
               "\n"
               "They float.\n",
     "P.H2u.P"},
    {"a long underline below nine words",
     LONG_LINE "\n"
               "A Boat Is Of It In My Car Or\n"
               "------------------------------------------------------------\n"
               "\n"
               "They float.\n",
     "P.P-.P"},
    {"eight words directly above a long underline of =",
     LONG_LINE "\n"
               "A Boat Is Of It In My Car\n"
               "============================================================\n"
               "They float.\n",
     "P.HuP"},
    {"nine words directly above a long underline of =",
     LONG_LINE "\n"
               "A Boat Is Of It In My Car Or\n"
               "============================================================\n"
               "They float.\n",
     "P.P-P"},
    {"a word between signs below a line",
     LONG_LINE "\n"
               "A Boat\n"
               "==kites==\n"
               "They float.\n",
     "P.Vvv"},
    {"an underline with blanks",
     LONG_LINE "\n"
               "Boats\n"
               "= = =\n"
               "\n"
               "They float.\n",
     "P.P-.P"},
    {"an underline of other signs",
     LONG_LINE "\n"
               "Boats\n"
               "+++++\n"
               "\n"
               "They float.\n",
     "P.H3u.P"},
    {"a section number above a rule and text",
     LONG_LINE "\n"
               "3.1\n"
               "===\n"
               "They float.\n",
     "P.HuP"},
    {"digits above a rule",
     LONG_LINE "\n"
               "4711\n"
               "----\n",
     "P.P-"},
    {"a gap in a line between two rules",
     "----------\n"
     "Ferry  Boats\n"
     "----------\n"
     "\n" LONG_LINE,
     "-P-.P"},
    {"eight words between two short rules",
     "----------\n"
     "A Boat Is Of It In My Car\n"
     "----------\n"
     "\n" LONG_LINE,
     "-H2u.P"},
    {"nine words between two short rules",
     "----------\n"
     "A Boat Is Of It In My Car Or\n"
     "----------\n"
     "\n" LONG_LINE,
     "-P-.P"},
    {"a line between two kinds of rules",
     "==========\n"
     "Ferry Boats Of The Town And Others\n"
     "----------\n"
     "\n" LONG_LINE,
     "-P-.P"},
    {"a line between rules in other columns",
     " ---------\n"
     "Ferry Boats Of The Town And Others\n"
     "----------\n"
     "\n" LONG_LINE,
     "-P-.P"},
    {"a small letter between such rules of =",
     "==========\n"
     "ferry boats\n"
     "===========\n"
     "\n" LONG_LINE,
     "-Hu.P"},
    {"a hash above a capital",
     "# Boats\n"
     "They float.\n",
     "HP"},
    {"a hash above a small letter",
     "# Boats\n"
     "they float.\n",
     "Pp"},
    {"two hashes above a small letter",
     "## Boats\n"
     "they float.\n",
     "H2P"},
    {"a hash above indented text",
     "# Boats\n"
     " they float.\n",
     "HP"},
    {"a hash above an item",
     "# Boats\n"
     "- they float.\n",
     "HI"},
    {"two lines with a hash",
     "# Boats\n"
     "# Kites\n",
     "Pp"},
    {"an indented hash",
     " # Boats\n"
     "\n"
     "They float.\n",
     "P.P"},
    {"a heading with stars of sixteen words",
     "* Boats\n"
     "\n"
     "** a b c d e f g h i j k l m n o\n"
     "   They float.\n",
     "H.H2K"},
    {"a title in the middle above its author",
     "                    The Ferry Boats\n"
     "                        Jane Lee\n"
     "                    jane@a.example\n"
     "\n" LONG_LINE,
     "TDK.P"},
    {"a section number directly above text of five words",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "3.1 Ferry boats\n"
     "They float in the river.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.IP.P"},
    {"a section number and a small letter above text",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "3.1 ferry boats\n"
     "They float in the river of it.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.IP.P"},
    {"a section number above a small letter",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "3.1 Ferry boats\n"
     "they float in the river of it.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.IP.P"},
    {"the same one column to the right",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "3.1 Ferry boats\n"
     "     They float in the river of it.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.Ii.P"},
    {"an indented section number above text",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     " 3.1 Ferry boats\n"
     " They float in the river of it.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.IP.P"},
    {"a section number directly above an item",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "3.1 Ferry boats\n"
     "- They float in the river of it.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.II.P"},
    {"a chapter's number directly above text",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "4. Ferry boats\n"
     "They float in the river of it.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.IP.P"},
    {"a number above text in other columns than that of a manual page",
     "NAME\n"
     "       kite - flies a kite in the air of the town, where the wind is strong\n"
     "\n"
     "1. Boats\n"
     "      They float in the river.\n",
     "HP.Ii"},
    {"a number above an item of a manual page",
     "NAME\n"
     "       kite - flies a kite in the air of the town, where the wind is strong\n"
     "\n"
     "1. Boats\n"
     "       - They float in the river.\n",
     "HP.II"},
    {"a sign before a title, and one at its end",
     LONG_LINE "\n"
               "= Boats=\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"one letter between signs",
     LONG_LINE "\n"
               "= B =\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"two letters between signs",
     LONG_LINE "\n"
               "= Bo =\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"an indented title between stars",
     LONG_LINE "\n"
               " *** The Boats ***\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"a title between signs directly above text",
     LONG_LINE "\n"
               "= The Boats =\n"
               "They float.\n",
     "P.HP"},
    {"a title of eight words between brackets in a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "  [ A Boat Is Of It In My Car ]\n"
     "  The kite flies, as it did in the summer.\n",
     "H.H2P"},
    {"a title of nine words between brackets in a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "  [ A Boat Is Of It In My Ca Or ]\n"
     "  The kite flies, as it did in the summer.\n",
     "H.Pp"},
    {"a title of one word between brackets in a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "  [ New ]\n"
     "  The kite flies, as it did in the summer.\n",
     "H.H2P"},
    {"an open bracket in a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "  [ New kites\n"
     "  The kite flies, as it did in the summer.\n",
     "H.Pp"},
    {"a bracket without a blank in a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "  [New kites ]\n"
     "  The kite flies, as it did in the summer.\n",
     "H.Pp"},
    {"empty brackets in a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "  [ ]\n"
     "  The kite flies, as it did in the summer.\n",
     "H.Kk"},
    {"brackets in column 4 of a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "    [ New kites ]\n"
     "    The kite flies, as it did in the summer.\n",
     "H.H2P"},
    {"brackets in column 5 of a release",
     "kite (2.4) unstable; urgency=low\n"
     "\n"
     "     [ New kites ]\n"
     "     The kite flies, as it did in the summer.\n",
     "H.Pp"},
    {"a message in a digest",
     "------------------------------\n"
     "\n"
     "Message: 3\n"
     "Date: 3 May\n"
     "Subject: Of boats\n"
     "   and kites\n"
     "From: Ann\n"
     "\n" LONG_LINE,
     "-.FfHh+F.P"},
    {"a rule above a line that is no field",
     "------------------------------\n"
     "\n"
     "Message: 3\n"
     "The boats\n"
     "Subject: Of boats\n"
     "\n" LONG_LINE,
     "-.Vvv.P"},
    {"a message without a subject in a digest",
     "------------------------------\n"
     "\n"
     "Message: 3\n"
     "Subject:\n"
     "Date: 3 May\n"
     "\n" LONG_LINE,
     "-.Vvv.P"},
    {"a message whose sender comes first in a digest",
     "------------------------------\n"
     "\n"
     "Sender: Jane\n"
     "Subject: Of boats\n"
     "\n" LONG_LINE,
     "-.FH.P"},
    {"a number that is not that of the next chapter, below a sentence",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "The boats float.\n"
     "5. Four\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.PI.P"},
    {"the number of the next chapter below other text",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "The boats float\n"
     "4. Four\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.PI.P"},
    {"the same below an item",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "- The boats float.\n"
     "4. Four\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.II.P"},
    {"the same above text",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "The boats float.\n"
     "4. Four\n"
     "They do.\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.PIP.P"},
    {"an option that fills its column, alone",
     "-sea\n       Prints all boats of the sea, in the order in which they float there, for\n"
     "       each of them.\n\n-float Prints all boats that float on the sea and do not sink at "
     "all, as\n\n-b\n       Prints boats.\n",
     "TDd+.T.TD"},
    {"bullets of a star and a parenthesis",
     "Changes with Boats 2.3.11\n\n  *) boat: Let the ferries float.\n     They do.\n\n"
     "  *) ferry: Let the trains float.\n",
     "H.Ii.I"},
    {"an exclamation mark as a bullet",
     "Version 2.3.11\n\n  ! Boats float.  They do.\n  + Ferries.\n", "H.II"},
    {"a release between rules",
     "======================\nRelease 1.0.4 (2019-05-02)\n\nThe boats float as they did.\n",
     "-H.P"},
    {"a release with a date and its author",
     "1.0.3 - 14 August 2007, Jane Lee\n    - They float.\n\n1.0.2 - 29 June 2007, Jane Lee\n"
     "    - They do not.\n",
     "HI.HI"},
    {"a section with a year", "1.2 Boats of 1984\n\nThey float.\n", "H2.P"},
    {"sentences with a hash", "# Boats float.\n\n# Trains do not.\n\n## Ferries do.\n", "H.P.H2"},
    {"a sentence with a hash that goes on",
     "# The boats float, as they have done since there were boats\n  and a sea.\n", "Pp+"},
    {"a short line above a diffstat",
     "    Paint the Boats\n\n    boats.c | 25 ++++---\n    1 file changed, 4 insertions(+)\n",
     "V.Zz"},
    {"words with sentences beside them",
     "boat     what floats on the sea\nferry    a boat with a timetable\n"
     "train    what runs on rails\n",
     "TTT"},
    {"two of them", "boat     what floats on the sea\nferry    a boat with a timetable\n", "||"},
    {"words with two words beside them",
     "boat     floats well\nferry    sinks seldom\ntrain    runs well\n", "|||"},
    {"two words with sentences beside them",
     "a boat    what floats on the sea\na ferry   a boat with a timetable\n"
     "a train   what runs on rails\n",
     "|||"},
    {"a name without text, between terms",
     "boats:\n  They float on the sea.\n\ntrains:\n\nferries:\n\nkites:\n  They fly.\n",
     "TD.P.P.TD"},
    {"three words without text, between terms",
     "boats:\n  They float on the sea.\n\nfast red trains:\n\nkites:\n  They fly.\n", "TD.P.TD"},
    {"a section with the words of an entry in another order",
     CONTENTS "1.2 Ferries of all the times\n"
              "\n" LONG_LINE "\n",
     "H.CCCCC.C.P."},
    {"a chapter that differs from the entry in a letter beyond ASCII",
     "Contents\n"
     "\n"
     "1. F\xC3"
     "\xA4"
     "hren\n"
     "2. Z\xC3"
     "\xBC"
     "ge\n"
     "\n"
     "1 F\xC3"
     "\xBC"
     "hren\n"
     "\n" LONG_LINE "\n",
     "H.CC.C.P."},
    {"a line that differs from the entry in its first word",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "Booklet 1 of ferries\n"
     "\n"
     "Booklet 1 of ferries\n"
     "\n" LONG_LINE "\n"
     "1 of ferries\n"
     "\n" LONG_LINE "\n",
     "H.CC.H2.P.P.P."},
    {"a chapter with a Roman number of two letters",
     "Contents\n"
     "\n"
     "I. Ferries\n"
     "IX. The boats\n"
     "\n"
     "Chapter IX\n"
     "The boats\n"
     "\n" LONG_LINE "\n",
     "H.CC.Hh+.P."},
    {"a number alone that the contents have",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "2\n"
     "\n"
     "Ferries\n"
     "\n" LONG_LINE "\n"
     "2\n"
     "\n" LONG_LINE "\n",
     "H.CC.H2.P.H.P."},
    {"chapters that have only a number",
     "Contents\n"
     "\n"
     "Chapter 1\n"
     "Chapter 2\n"
     "\n"
     "CHAPTER 1.\n"
     "\n" LONG_LINE "\n"
     "CHAPTER 2.\n"
     "\n" LONG_LINE "\n",
     "H.CC.H.P.H.P."},
    {"a page number after three blanks",
     "Contents\n"
     "\n"
     "1. Ferries   1\n"
     "2. Trains   2\n"
     "\n"
     "2 Trains\n"
     "\n" LONG_LINE "\n",
     "H.CC.H.P."},
    {"a page number after two blanks",
     "Contents\n"
     "\n"
     "1. Ferries  1\n"
     "2. Trains  2\n"
     "\n"
     "2 Trains\n"
     "\n" LONG_LINE "\n",
     "H.CC.C.P."},
    {"an entry that begins with U+00A0",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "\xC2"
     "\xA0"
     "2. Trains and boats\n"
     "\n"
     "2 Trains and\xC2"
     "\xA0"
     "boats\n"
     "\n" LONG_LINE "\n",
     "H.CC.H.P."},
    {"a title of sixteen words that the contents name",
     "Contents\n"
     "\n"
     "1. One of a b c d e f g h i j k l m\n"
     "\n"
     "1 One of a b c d e f g h i j k l m\n"
     "\n" LONG_LINE "\n",
     "H.C.H.P."},
    {"an entry of ten words without a number",
     "Contents\n"
     "\n"
     "1. Boats\n"
     "One of a b c d e f g h\n"
     "2. c\n"
     "\n",
     "H.CCC."},
    {"a line of eleven words in contents",
     "Contents\n"
     "\n"
     "Boats\n"
     "One of a b c d e f g h i\n"
     "Cars\n"
     "\n",
     "H.CPp."},
    {"an item that goes on in its own column",
     "3.1 The ferries of the town and of the islands around it that\n"
     "are run by it\n"
     "3.2 Trains\n"
     "\n" LONG_LINE,
     "Ii+I.P"},
    {"sections in successive lines, one of which goes on",
     "3.1 Which ferry should\n"
     "    I take when.\n"
     "    and how.\n"
     "3.2. Boats\n"
     "\n" LONG_LINE,
     "CccC.P"},
    {"appendices in successive lines",
     "Kite\n"
     "\n" LONG_LINE "\n"
     "Appendix A. Ferries\n"
     "Appendix B. Boats\n"
     "Appendix C. Cars\n"
     "\n" LONG_LINE,
     "H.P.Vvv.P"},
    {"a line in capitals below contents whose numbers no heading has",
     CONTENTS LONG_LINE "\n"
                        "BOATS\n"
                        "\n" LONG_LINE,
     "H.CCCCC.P.H.P"},
    {"a line in capitals below contents of appendices",
     "Contents\n"
     "\n"
     "Appendix A. Ferries\n"
     "Appendix B. Trains\n"
     "\n"
     "Appendix A: Ferries\n"
     "\n" LONG_LINE "\n"
     "BOATS\n"
     "\n" LONG_LINE "\n",
     "H.CC.H.P.H.P."},
    {"a title over four lines",
     "Contents\n"
     "\n"
     "1. Boats\n"
     "2. The words of all boats and ferries\n"
     "\n"
     "1 Boats\n"
     "\n" LONG_LINE "\n"
     "2 The words\n"
     "of all\n"
     "boats and\n"
     "ferries\n"
     "\n" LONG_LINE,
     "H.CC.H.P.Vvvv.P"},
    {"a title without a number, directly above two lines",
     CONTENTS "1 Ferries\n"
              "\n" LONG_LINE "\n"
              "words\n"
              "of the ferry\n"
              "   it is\n"
              "\n" LONG_LINE,
     "H.CCCCC.H.P.PpK.P"},
    {"words and a page number below the contents",
     CONTENTS "1 Ferries\n"
              "\n" LONG_LINE "\n"
              "words        14\n"
              "\n"
              "trains      15\n"
              "\n" LONG_LINE,
     "H.CCCCC.H.P.P.P.P"},
    {"a full line above a title that the contents name",
     CONTENTS "1 Ferries\n"
              "\n" LONG_LINE "\n"
              "The ferries are run by us in it, so we go to it or do not go to\n"
              "words\n"
              "\n" LONG_LINE,
     "H.CCCCC.H.P.Pp+.P"},
    {"an entry over two lines in one column",
     "Contents\n"
     "\n"
     "1. The ferries of the town, and those of the islands\n"
     "of it ..... 4\n"
     "2. Boats\n"
     "\n"
     "1 The ferries of the town, and those of the islands of it\n"
     "\n" LONG_LINE "\n",
     "H.CcC.H.P."},
    {"an entry of 50 columns that goes on in the same column",
     "Contents\n"
     "\n"
     "1.1. Which ferry should I take xxxxxxxxxxxxxxxxxxx\n"
     "to Ulm.\n"
     "1.2. Boats\n"
     "\n",
     "H.CcC."},
    {"an entry of 100 columns",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "2. ferries and ferries and ferries and ferries and ferries and ferries and ferries and ferries and x\n"
     "3. Trains\n"
     "\n",
     "H.CCC."},
    {"an item of 101 columns in contents",
     "Contents\n"
     "\n"
     "1. Ferries\n"
     "2. ferries and ferries and ferries and ferries and ferries and ferries and ferries and ferries and fx\n"
     "3. Trains\n"
     "\n",
     "H.CIC."},
    {"lines without a number below three entries with pages",
     "Contents\n"
     "\n"
     "Ferries ... 1\n"
     "Boats ... 2\n"
     "Kites ... 3\n"
     "\n"
     "Trains\n"
     "Cars\n"
     "\n",
     "H.CCC.Pp."},
    {"numbered headings that the contents name, directly above text",
     CONTENTS "1 Ferries\n" LONG_LINE "\n"
              "1.2 The times of all ferries\n" LONG_LINE,
     "H.CCCCC.HP.H2P"},
    {"a title of one letter, above a rule",
     LONG_LINE "\n"
               "Q\n"
               "---\n"
               "\n"
               "They\n",
     "P.H2u.P"},
    {"two pairs of dashes below a word",
     LONG_LINE "\n"
               "Boats\n"
               "-- --\n"
               "\n"
               "They\n",
     "P.P-.P"},
    {"a dash and = below a title",
     LONG_LINE "\n"
               "A Boat\n"
               "-=====\n"
               "They float.\n",
     "P.Vvv"},
    {"a word between two wide rules, below text",
     LONG_LINE "\n"
               "Text\n"
               "----------------------------------------\n"
               "Boats\n"
               "----------------------------------------\n"
               "They float.\n",
     "P.H2uH2uP"},
    {"a line in the column of a heading whose text is one column to its right",
     "     " LONG_LINE "     " LONG_LINE "\n"
     "  Kites\n"
     "\n"
     "   " LONG_LINE "\n"
     "  Cars 1234\n"
     "\n"
     "     The boats.\n",
     "Pp+.H.P.P.K"},
    {"a line in the column of a heading whose text is two columns to its right",
     "     " LONG_LINE "     " LONG_LINE "\n"
     "  Kites\n"
     "\n"
     "    " LONG_LINE "\n"
     "  Cars 1234\n"
     "\n"
     "     The boats.\n",
     "Pp+.H.P.H2.P"},
    {"a line in the column of a heading, the first one from the margin",
     "     " LONG_LINE "     " LONG_LINE "\n"
     " Kites\n"
     "\n"
     "     " LONG_LINE "\n"
     " Cars 1234\n"
     "\n"
     "     The boats.\n",
     "Pp+.H.P.H2.P"},
    {"an indented line, where the first heading is above an item",
     "BOATS\n"
     "\n"
     "   1. One\n"
     "\n"
     "Kites\n"
     "     " LONG_LINE "\n"
     " On Sundays\n"
     "   " LONG_LINE,
     "H.I.HP.TD"},
    {"an indented line, where the only heading is indented",
     "  BOATS\n"
     "     " LONG_LINE "\n"
     " On Sundays\n"
     "     " LONG_LINE,
     "HP.TD"},
    {"a section number left of the text of headings",
     "BOATS\n"
     "       The boats are run by us.\n"
     "\n"
     "3.1 Kites\n"
     "       The boats are run by us.\n",
     "HP.Ii"},
    {"a question of a section in the middle of three lines",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "1.2 Which of the ferries that are run by the town would be which\n"
     "that leaves?\n"
     "and goes\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.Ii+i.P"},
    {"a section whose title ends in a line of six words",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "1.2 Which of the ferries that are run by the town would be which\n"
     "that leaves it now at six?\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.H2h+.P"},
    {"an indented section that goes on below its title",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     " 1.2 Which of the ferries that are run by the town would be which\n"
     "     that leaves?\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.H2h+.P"},
    {"headings that the contents name, above rules",
     CONTENTS "1 Ferries\n"
              "---------\n"
              "\n" LONG_LINE "\n"
              "Words\n"
              "------------------------------\n"
              "They are.\n",
     "H.CCCCC.Hu.P.HuP"},
    {"an underline that is longer by a quarter and three columns",
     LONG_LINE "\n"
               "Twenty columns title\n"
               "----------------------------\n"
               "They float.\n",
     "P.H2uP"},
    {"a section number above a rule and a line with a letter",
     LONG_LINE "\n"
               "3.1\n"
               "===\n"
               "4711 a\n",
     "P.HuP"},
    {"two stars above one, with space around",
     "* Kites\n"
     "\n"
     "** Boats\n"
     "\n"
     "* a boat\n"
     "\n" LONG_LINE,
     "H.I.H.P"},
    {"stars that are indented by one column",
     " * Boats\n"
     "\n"
     " ** Old boats\n"
     "\n" LONG_LINE,
     "I.I.P"},
    {"two stars above an indented one, apart",
     "** Boats\n"
     "\n"
     "  * a boat\n",
     "H2.I"},
    {"a line with # of fifty columns that goes on",
     "# Which of the ferries that are run by the town wo\n"
     "  it is\n",
     "PK"},
    {"a title whose lines agree in their middle by two columns",
     "                    The Ferry Times of it\n"
     "                        The News and it\n"
     "                         1999-05-01\n"
     "\n" LONG_LINE,
     "HhV.P"},
    {"a title, and a date in another column of the page",
     "                    The Ferry Times of it\n"
     "                           1999-05-01\n"
     "\n" LONG_LINE,
     "VK.P"},
    {"a title near the margin, below text",
     LONG_LINE "\n"
               "      The Ferry Times of the Town, which is red, and it\n"
               "                of the Town and it, or that\n"
               "\n" LONG_LINE,
     "P.Hh.P"},
    {"such lines below a heading",
     "BOATS\n"
     "\n" LONG_LINE "\n"
     "      The Ferry Times of the Town, which is red, and it\n"
     "                of the Town and it, or that\n"
     "\n" LONG_LINE,
     "H.P.Vv.P"},
    {"five lines in the middle",
     "                                  The Ferry\n"
     "                              Times of the Town\n"
     "                              and of the Islands\n"
     "                                And of the Sea\n"
     "                               And of the Land\n"
     "\n" LONG_LINE,
     "Vvvvv.P"},
    {"a title of four lines",
     "                                  The Ferry\n"
     "                              Times of the Town\n"
     "                              and of the Islands\n"
     "                                And of the Sea\n"
     "\n" LONG_LINE,
     "Hhhh.P"},
    {"lines in the middle that begin with a small letter",
     "                                  the Ferry\n"
     "                              Times of the Town\n"
     "\n" LONG_LINE,
     "Vv.P"},
    {"a section whose title is a question of two lines",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "1.2 Which of the ferries that are run by the town would be\n"
     "that leaves?\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.H2h+.P"},
    {"a section number above two lines that are no question",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "1.2 Which of the ferries that are run by the town would be which\n"
     "that leaves\n"
     "\n" LONG_LINE,
     "H.P.H.P.H.P.Ii+.P"},
    {"an appendix directly above text",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "Appendix A. The Ferries\n"
     "The ferries are run by the town now.\n",
     "H.P.H.P.H.P.Pp"},
    {"a section directly above numbers",
     "1. One\n"
     "\n" LONG_LINE "\n"
     "2. Two\n"
     "\n" LONG_LINE "\n"
     "3. Three\n"
     "\n" LONG_LINE "\n"
     "1.2 The Ferries\n"
     "The 1 2 3 4 5 6 7 8 9 0 12 34 56 78.\n",
     "H.P.H.P.H.P.IP"},
    {"a number whose text is in the column of all text",
     "BOATS\n"
     "   The ferries are run by the town.\n"
     "\n"
     "1. Kites\n"
     "   The ferries are run by the town.\n",
     "HP.Ii"},
    {"a small letter above a rule, below an item",
     LONG_LINE "\n"
               "- x\n"
               "kites\n"
               "-----\n"
               "more\n",
     "P.IP-P"},
    {"words between single dashes",
     LONG_LINE "\n"
               "- Boats -\n"
               "\n" LONG_LINE,
     "P.I.P"},
    {"a heading between signs of 78 columns",
     LONG_LINE "\n"
               "= Boatsandkites Boatsandkites Boatsandkites Boatsandkites Boatsandkites Boat =\n"
               "\n" LONG_LINE,
     "P.H.P"},
    {"words between stars, directly above text",
     "**One Two**\n"
     "foo\n"
     "\n" LONG_LINE,
     "Pp.P"},
    {"a wrong bracket below a release",
     "Version 2.4\n"
     "\n"
     "- a boat\n"
     "\n"
     "( New boats ]\n"
     "\n"
     "- a kite\n",
     "H.I.P.I"},
    {"a message of a digest with more than a number",
     LONG_LINE "\n"
               "----------------------------------------------------------------------\n"
               "\n"
               "Message: 3 of 4\n"
               "Date: May 7\n"
               "Subject: Kites\n"
               "\n" LONG_LINE,
     "P.-.FfH.P"},
    {"a line that is no field, above a subject in a digest",
     LONG_LINE "\n"
               "----------------------------------------------------------------------\n"
               "\n"
               "Kites 3\n"
               "Subject: Kites\n"
               "\n" LONG_LINE,
     "P.-.Pp.P"},
    {"releases below a heading",
     "BOATS\n"
     "\n"
     "Kite 2.4\n"
     "\n"
     "- a boat\n"
     "\n"
     "Kite 2.3\n"
     "\n"
     "- a kite\n",
     "H.H2.I.H2.I"},
    {"a small letter above an author",
     "the Ferries of it\n"
     "Jane Lee <jane@a.example>\n"
     "\n" LONG_LINE,
     "Pp.P"},
    {"an address that begins with a name",
     "The Ferries of it\n"
     "Jane<jane@a.example>\n"
     "\n" LONG_LINE,
     "Pp.P"},
    {"a line above an author, below text",
     LONG_LINE "\n"
               "The Ferries of it\n"
               "Jane Lee <jane@a.example>\n"
               "\n" LONG_LINE,
     "P.Pp.P"},
    {"a heading with # directly above text",
     "# Boats\n"
     "Old boats\n"
     "\n" LONG_LINE,
     "HP.P"},
    {"a wide rule of another sign",
     "----------------------------------------------------------------------\n"
     "The ferries of it\n"
     "\n" LONG_LINE,
     "-P.P"},
    {"a line below two wide rules",
     "======================================================================\n"
     "======================================================================\n"
     "The ferries of it\n"
     "\n" LONG_LINE,
     "--P.P"},
    {"a command in capitals",
     "$ MAKE BOATS\n"
     "\n" LONG_LINE,
     "S.P"},
    {"the head of a file in capitals",
     LONG_LINE "\n"
               "--- BOATS\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"headings in capitals, and others",
     "BOATS\n"
     "\n" LONG_LINE "\n"
     "Kites\n"
     "\n" LONG_LINE "\n"
     "KITES\n"
     "\n" LONG_LINE "\n"
     "Cars\n"
     "\n" LONG_LINE,
     "H.P.H2.P.H.P.H2.P"},
    {"contents with pages, then without",
     "Contents\n"
     "\n"
     "Boats ... 1\n"
     "Kites ... 2\n"
     "Cars ... 3\n"
     "\n"
     "Table of Contents\n"
     "\n"
     "Dogs\n"
     "Cats\n"
     "\n"
     "Cats\n"
     "\n" LONG_LINE,
     "H.CCC.H2.CC.H2.P"},
    {"a dash in a paragraph, above one in another column",
     TOWN_1 "- own, and no bus\n"
            "    - either\n",
     "Pp+I"},
    {"a dash in a paragraph above a star",
     TOWN_1 "- own, and no bus\n"
            "* either\n",
     "Pp+I"},
    {"a star in an item with a dash", "- " TOWN_1 "* own, and no bus\n", "Ii+"},
    {"a dash in an item, one column more", "- " TOWN_1 " - own, and no bus\n", "Ii+"},
    {"letters in a paragraph not in order",
     TOWN_1 "b) own, and no bus\n"
            "f) either\n",
     "Pp+I"},
    {"letters in a paragraph in order",
     TOWN_1 "b) own, and no bus\n"
            "c) either\n",
     "PII"},
    {"a number in a paragraph, and the next one apart",
     TOWN_1 "3) own, and no bus\n"
            "\n"
            "4) either\n",
     "PI.I"},
    {"a dash in a paragraph, and another one apart",
     TOWN_1 "- own, and no bus\n"
            "\n"
            "- either\n",
     "PI.I"},
    {"a number in a paragraph, below a page break",
     TOWN_1 PAGE_BREAK "12. own, and no bus either\n", "P_______p+"},
    {"a number in an item, below a page break",
     "- " TOWN_1 PAGE_BREAK "12. own, and no bus either\n", "I_______I"},
    {"a number below a full line and a blank one",
     TOWN_1 "\n"
            "12. own, and no bus either\n",
     "P.I"},
    {"a note of one line",
     "Note: They are red.\n"
     "\n" LONG_LINE,
     "N.P"},
    {"the word Note directly above text",
     LONG_LINE "\n"
               "Note:\n"
               "The boats are red.\n"
               "\n" LONG_LINE,
     "P.Nn.P"},
    {"a dash below a full line, two columns to the right", TOWN_1 "  - own, and no bus\n", "PI"},
    {"a label whose text goes on below itself",
     LONG_LINE "\n"
               "[1] Lee, A Book\n"
               "    of Boats.\n",
     "P.Rr"},
    {"a remark in brackets, and a label",
     LONG_LINE "\n"
               "[sic] The boat\n"
               "is red\n"
               "[1] Lee\n",
     "P.PpR"},
    {"another number in an item", "1) " TOWN_1 "7) own, and no bus\n", "Ii+"},
    {"a dash before a part of a drawing",
     LONG_LINE "\n"
               "- a kite +--+\n"
               "\n" LONG_LINE,
     "P.P.P"},
    {"dashes in one column, below words in two",
     "boat - a red ferry\n"
     "\n"
     "  at - a wagon of it\n",
     "P.V"},
    {"an option, a word, and text that goes on below itself",
     "-a  foo     All of it is\n"
     "            well run.\n",
     "Td"},
    {"text forty columns right of its option",
     "-a                                      All of it\n", "T"},
    {"text forty-one columns right of its option",
     "-a                                       All of it\n", "P"},
    {"a list of words beside a word",
     "set    The colour is:\n"
     "       red     a colour\n"
     "               of it\n"
     "       blue    another\n",
     "TTdT"},
    {"a rule in the text beside a word",
     "boat   It is:\n"
     "       run\n"
     "       ---------\n"
     "       now.\n",
     "Td-D"},
    {"text beside a word, then two columns to the right",
     "boat   It is run by\n"
     "       the town,\n"
     "         which is red.\n",
     "Tdd"},
    {"text beside a word, then three columns to the right",
     "boat   It is run by\n"
     "       the town,\n"
     "          which is red.\n",
     "TdV"},
    {"text beside a word, then at the margin",
     "boat   It is run by\n"
     "       the town.\n"
     "The ferries are red.\n",
     "TdP"},
    {"options above an option with its text, and a paragraph in their column",
     "  -a\n"
     "  -b\n"
     "  -c  Prints all.\n"
     "\n"
     "  " TOWN_1 "  " TOWN_2 "  " TOWN_3,
     "TTT.Pp+p+"},
    {"two words in a known column, and text apart",
     KNOWN "red\n"
           "blue\n"
           "\n"
           "       The colours of all the boats that are run by the town.\n",
     "Td.Pp.P"},
    {"eight words above one text",
     KNOWN "aed\n"
           "bed\n"
           "ced\n"
           "ded\n"
           "eed\n"
           "fed\n"
           "ged\n"
           "hed\n"
           "       The colours of all the boats.\n",
     "Td.TTTTTTTTD"},
    {"nine words above one text",
     KNOWN "aed\n"
           "bed\n"
           "ced\n"
           "ded\n"
           "eed\n"
           "fed\n"
           "ged\n"
           "hed\n"
           "ied\n"
           "       The colours of all the boats.\n",
     "Td.VvvvvvvvvP"},
    {"options above a quote of others",
     "-a\n"
     "-b\n"
     "> -c\n"
     ">     All\n",
     "PpTD"},
    {"two letters that begin as a question does",
     "Qi is it.\n"
     "A: So.\n",
     "Pp"},
    {"the words Question and Answer",
     "Question: Why?\n"
     "Answer: So.\n",
     "Pp"},
    {"two questions and answers in one group",
     "Q: Who?\n"
     "A: He.\n"
     "Q: Why?\n"
     "A: So.\n",
     "TDTD"},
    {"an answer that is indented",
     "Q: Who?\n"
     "   A: He.\n",
     "TD"},
    {"a release with the time of its zone", "0.60  Sun Nov 16 16:58:12 EST 2003\n\n- They float.\n",
     "H.I"},
    {"a release whose date ends a sentence",
     "Version 1.24 - released July 2, 1999.\n\tThe boats float.\n", "HP"},
    {"a sentence on a release", "Version 1.24 was released July 2, 1999.\n\n- They float.\n",
     "P.I"},
    {"an exclamation mark above columns", "! Name    Mass\n  boat    1.2\n  kite    1.4\n", "|||"},
    {"a hash below a fence", "```\nferry\n```\n## Boats\n\nThey float.\n", "KkkH2.P"},
    {"text below a fence", "```\nferry\n```\nBoats\n\nThey float.\n", "KkkP.P"},
    {"an option of two words in known columns",
     "-a         Floats.\n-b         Sinks boats, and all that floats\n           there.\n-c <sea>   Sinks.\n-d <boats> Floats the boats\n-e         Ends.\n",
     "TTdTTT"},
    {"one hash below a release", "Version 2.4.1\n\n* Boats.\n\n# Boats float\n\nThey do.\n",
     "H.I.P.P"},
    {"two hashes below a release", "Version 2.4.1\n\n* Boats.\n\n## Boats float\n\nThey do.\n",
     "H.I.H2.P"},
    {"a directive", ".. table:: Boats\n   :name: boats\n\nThey float.\n", "Kk.P"},
    {"a label of such a text", ".. _boats:\n\nThey float.\n", "K.P"},
    {"two dots and a sentence", ".. and the boats float.\n\nThey do.\n", "P.P"},
    {"four words with sentences beside them",
     "boat     what floats on the sea\nferry    a boat with a timetable\n"
     "train    what runs on rails\nkite     what flies in the air\n",
     "||||"},
    {"the same below another line",
     "These are:\nboat     what floats on the sea\nferry    a boat with a timetable\n"
     "train    what runs on rails\nkite     what flies in the air\n",
     "PTTTT"},
    {"hashes below a release and a heading with a hash",
     "# Kite\n\nVersion 1.2\n\nIt floats on the sea.\n\n# Install\n\nRun it.\n", "H.H2.P.H.P"},
    {"words and sentences with tabs",
     "boat\t\twhat floats on the sea\nferry\t\ta boat with a timetable\n"
     "train\t\twhat runs on rails\n",
     "TTT"},
    {"a section with the words of a release and a year", "2.1 Changes since 1998\n\nThey float.\n",
     "H2.P"},
    {"a section with an ordinal number", "10.2.1 18th century boats\n\nThey float.\n", "H3.P"},
    {"two dots and a sentence that leads to a list", ".. and these:\n\n- They float.\n", "P.I"},
    {"a hash above a line and two sections",
     "# Boats\n  They float on the sea.\n1.1 Old boats\n1.2 New boats\n", "HPCC"},
    {"a rule in the references",
     "References\n\nLee, J., Of the boats of the sea, 1994.\n\n----------\n\n"
     "Lee, J., Of the ferries of the sea, 1995.\n",
     "H.R.-.R"},
    {"a release with six digits", "1.2 - May 2004, Jane Lee\n    - They float.\n", "HI"},
    {"an ordinal number is no year", "v2.4 18th boats\n\n* They float.\n", "P.I"},
    {"a name with a version in it", "v2.4 (2007) Jane 2.5 Lee\n\n* They float.\n", "H.I"},
    {"a sentence with a name and a version", "kite 2.4 (2007-05-02).\n\n* They float.\n", "P.I"},
    {"a hash up to column 49", "# The boats float, as they have done since the bo\n  and a sea.\n",
     "HP"},
    {"the same up to column 50",
     "# The boats float, as they have done since the boa\n  and a sea.\n", "PV"},
    {"the same above a bracket",
     "# The boats float, as they have done since the boa\n  (and a sea).\n", "HP"},
    {"the same above a capital letter",
     "# The boats float, as they have done since the boa\n  And a sea.\n", "HP"},
    {"words with signs beside them",
     "boat     a#b c#d e#f\nkite     a#b c#d e#f\ntram     a#b c#d e#f\n", "|||"},
    {"stamps with words beside them",
     "May  7 02:00:01 atlas all of the boats float there\n"
     "May  7 02:00:03 atlas none of the boats sinks there\n"
     "May  7 02:00:04 atlas the boats are there again now\n",
     "Lll"},
    {"words with three words beside them",
     "boat     floats on seas\nferry    has a timetable\ntrain    runs on rails\n", "TTT"},
    {"an option with its text in column 128",
     "                                                                                                    -a                          Floats.\n                                                                                                    -b\n",
     "TP"},
    {"an option beside text with an option and a colon",
     "-H     Follow the links of all boats that are in the town,\n       and of those that are not.\n"
     "-c     with -l: show the names of all boats that are in the\n       town.\n",
     "TdTd+"},
    {"signs of a fence on the right", SHORT_LINE "\n                ~~~~~~~\n\n" SHORT_LINE,
     "P.-.P"},
    {"an exclamation mark above columns with three blanks",
     "! Name   Mass\n  boat   1.2\n  kite   1.4\n", "|||"},
    {"boxes to tick", "[ ] Paint the boat.\n[x] Fly the kite\n    at noon.\n[X] Rest.\n", "IIiI"},
    {"a box in a sentence", TOWN_1 "[x] and no bus either.\n", "Pp+"},
    {"dashes without a blank after them", "-Wall paints the boat\n-Wextra flies the kite\n", "Pp"},
    {"an option with a value alone, in an item",
     "- " SHORT_LINE "\n  --with-kite=20\n\n  " SHORT_LINE, "I.K.P"},
    {"two dashes that text follows, twice",
     SHORT_LINE "--\n- boat\n- kite\n--\n" SHORT_LINE "\n" SHORT_LINE, "P-II-P.P"},
    {"two dashes and a blank that text follows",
     SHORT_LINE "-- \nJane\n\n____________________\nA list\n", "P~~.-P"},
    {"options apart from their text",
     SHORT_LINE "\n  --fly=KITE\n\n    " SHORT_LINE "\n  --global\n\n    " SHORT_LINE, "P.K.P.K.P"},
    {"an option of a sentence that goes on below", TOWN_1 "--fly=always. They float.\n", "Pp+"},
    {"two dashes in the column of terms, above text in that of their definitions",
     "boat\n  " SHORT_LINE "\n--\n  " SHORT_LINE "\n" SHORT_LINE, "TD.-D.P"},
    {"a line that goes on, above an indented address",
     SHORT_LINE "\nReported by Jane Lee in\n    http://a.example/x\n\n" SHORT_LINE, "P.PK.P"},
    {"a line below code, above indented text",
     SHORT_LINE "\n    boat = 1;\n\n    Boats\n      " SHORT_LINE "\n" SHORT_LINE, "P.KkkP.P"},
    {"one star at the top", "* Boats\n\n" LONG_LINE "\n* a boat\n\n" LONG_LINE, "H.P.H.P"},
    {"one star at the top, above an item", "* Boats\n\n* Kites\n\n" LONG_LINE, "I.I.P"},
    {"one star below text", LONG_LINE "\n* Boats\n\n" LONG_LINE, "P.I.P"},
    {"an option directly below a heading", "FLAGS\n   --global\n\n     " SHORT_LINE "\n" SHORT_LINE,
     "HK.P.P"},
    {"two dashes above the last line", SHORT_LINE "\n--\nJane\n", "P.~~"},
    {"a dash without a blank, above one with a blank",
     SHORT_LINE "\n-Jane Lee, Harbour\n- a boat\n", "P.PI"},
    {"an underline of stars", SHORT_LINE "\nBoats\n*****\n\nThey float.\n", "P.H3u.P"},
    {"an underline of dots", SHORT_LINE "\nBoats\n.....\n\nThey float.\n", "P.H3u.P"},
    {"an underline of quotation marks", SHORT_LINE "\nBoats\n\"\"\"\"\"\n\nThey float.\n",
     "P.H3u.P"},
    {"an underline of apostrophes", SHORT_LINE "\nBoats\n'''''\n\nThey float.\n", "P.H3u.P"},
    {"an underline of backticks, which no fence closes",
     SHORT_LINE "\nBoats\n`````\n\nThey float.\n", "P.H3u.P"},
    {"four dots below a word", SHORT_LINE "\nBoat\n....\n\nThey float.\n", "P.H3u.P"},
    {"three dots below a word", SHORT_LINE "\nBoa\n...\n\nThey float.\n", "P.Pp.P"},
    {"dots and a comma below a word", SHORT_LINE "\nBoats\n....,\n\nThey float.\n", "P.Pp.P"},
    {"indented dots below a word", SHORT_LINE "\nBoats\n  .....\n\nThey float.\n", "P.PK.P"},
    {"a blank to be filled in", SHORT_LINE "\nBoats\n_____\n\nThey float.\n", "P.P-.P"},
    {"a release above a short rule", "0.5.13 (2022-10-20)\n===\n\n- They float.\n", "Hu.I"},
    {"a release above a wide rule of dashes",
     SHORT_LINE "\nkite 3.0\n----------------------\n- They float.\n", "P.H2uI"},
    {"a name with a version, and a day", "kite-2.4.0   28-jun-2020\n\n* They float.\n", "H.I"},
    {"a name with a version", "old-kite-2.4:\n  - They float.\n", "HI"},
    {"a name with a number", "kite-2 24\n\n* They float.\n", "P.I"},
    {"a day, a month, a year and a name with a version",
     "18 May 2022: kite-1.12.1\n\n* They float.\n", "H.I"},
    {"a day, a month, a year and an author",
     "26 Apr 2008  Jane Lee <jane@a.example>\n\n\t* boat.c: New.\n", "H.I"},
    {"a day, a time, two blanks and a name", "2008-06-19 13:11  jane\n\n\t* boat.c: New.\n", "H.I"},
    {"a day, a time and a word", "2008-06-19 13:11 jane\n\n\t* boat.c: New.\n", "P.I"},
    {"a day, a dash and a name", "2019-07-07 - Jane Lee\n    " SHORT_LINE, "HP"},
    {"a day, a name and a word", "2019-07-07 Jane paints\n\n\t* boat.c: New.\n", "P.I"},
    {"a day and a time alone, above items", "Tue Sep 25 16:25:05 CEST 2012\n\n* They float.\n",
     "H.I"},
    {"a month and a year alone, above items", "September 2012\n\n* They float.\n", "P.I"},
    {"a day and an address", "Mon Feb 17 13:36:56 CET 2020 - jane@a.example\n- They float.\n",
     "HI"},
    {"a version and a day with dots", "2.13.2 (16.01.2023):\n\n* They float.\n", "H.I"},
    {"a version and eight digits", "4.5.0 (20210606):\n\n* They float.\n", "H.I"},
    {"a version and a day with the name of its month", "1.14 24-Oct-2007\n\t- They float.\n", "HI"},
    {"a version and a day with its time", "1.14 2016-08-18T14:25:05Z\n\t- They float.\n", "HI"},
    {"a version and a day with short numbers", "1.953 2013/7/22\n- They float.\n", "HI"},
    {"releases directly below the entries of others",
     "1.14 24-Oct-2007\n\t- They float.\n1.13 23-Oct-2007\n\t- They do not.\n", "HIHI"},
    {"names with versions in a list",
     "train\n  pulled by: kite\nkite-1.0      1.0.8-5\n  pulled by: boat\n", "TDTD"},
    {"changes of a version with a date", "Changes in Kite 0.1.0 (April 2020)\n- They float.\n",
     "HI"},
    {"a version, a date and what it is",
     "Version 2.22 - 4 September 2022 (bug fix release)\n* They float.\n", "HI"},
    {"a number after a word", "Version 7, August 2019\n\n- They float.\n", "H.I"},
    {"a directive with a version", SHORT_LINE "\n.. versionadded:: 4.1\n\n" SHORT_LINE, "P.K.P"},
    {"a sentence about two versions", "For kite 1.4 and boat 2.13:\n\n- They float.\n", "P.I"},
    {"equals signs before a title, and text directly below", "== Boats\n" SHORT_LINE, "H2P"},
    {"an indented sign before a title", LONG_LINE "\n  = Boats\n\n" SHORT_LINE, "P.K.P"},
    {"equals signs of a list",
     LONG_LINE "\n  =   denotes that a boat takes the place of another one.\n"
               "  ==  denotes that two boats are the same for the town.\n"
               "  !=  denotes that two boats are not the same.\n",
     "P.TTT"},
    {"a day, a name, a time and two blanks", "2008-06-19 jane 13:11  now\n\n* They float.\n",
     "P.I"},
    {"a capital letter and a number", "A: 24\n\n* They float.\n", "P.I"},
    {"many equals signs on both sides", SHORT_LINE "\n======== Boats ========\n\n" SHORT_LINE,
     "P.H.P"},
    {"many hashes", SHORT_LINE "\n####### Boats\n\n" SHORT_LINE, "P.P.P"},
    {"a day and a name with a sign", "2019-07-07 @jane\n\n* They float.\n", "P.I"},
    {"words with hyphens before a version", "well-to-do 2.4 boats float\n\n* They float.\n", "P.I"},
};

#endif
