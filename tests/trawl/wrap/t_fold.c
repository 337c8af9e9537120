/* t_fold.c - folding, line by line: what is folded and where, what stays, format=flowed, faults
 *
 * Each case is a text and what it becomes. t_links.c tests that no link is lost.
 */
#include <stdio.h>

#include "base/memory.h"
#include "folded.h"
#include "tap.h"

static growing out, again;

typedef struct fold_case {
    const char *name, *text, *wanted; /* NULL: the text stays as it is */
} fold_case;

static void try_case(const fold_case *k, const fold_config *c)
{
    const char *wanted = k->wanted ? k->wanted : k->text;
    size_t n = strlen(k->text);

    is_int(folded(&out, k->text, n, c, 0), TRAWL_OK, "%s: folds", k->name);
    is_mem(out.p, out.n, wanted, strlen(wanted), "%s", k->name);
    folded(&again, k->text, n, c, 1);
    is_mem(again.p, again.n, out.p, out.n, "%s, byte by byte", k->name);
    if (!c->flowed || c->unstuffed) {
        folded(&again, wanted, strlen(wanted), c, 0);
        is_mem(again.p, again.n, wanted, strlen(wanted), "%s, folded again", k->name);
    }
}

/* ---- Plain text, 30 columns ---- */

static const fold_case plain[] = {
    {"a short line", "one two\n", NULL},
    {"nothing", "", NULL},
    {"no line end", "one two", NULL},
    {"blanks", "  \n\t\n\n", NULL},
    {"one long line", "one two three four five six seven eight",
     "one two three four five six\nseven eight"},
    {"blanks at the break", "one two three four five six.  Seven\n",
     "one two three four five six.\nSeven\n"},
    {"CR LF", "one two three four five six seven\r\neight\r\n",
     "one two three four five six\r\nseven\r\neight\r\n"},
    {"a last line without CR LF", "one\r\none two three four five six seven",
     "one\r\none two three four five six\r\nseven"},
    {"a word that is too long", "one abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz two\n",
     "one\nabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\ntwo\n"},
    {"an indent", "  one two three four five six seven\n",
     "  one two three four five six\n  seven\n"},
    {"short lines above and below", "a\none two three four five six seven\nb\n",
     "a\none two three four five six\nseven\nb\n"},
    {"wide characters",
     "\uac00\uac00\uac00\uac00 \uac00\uac00\uac00\uac00 \uac00\uac00\uac00\uac00 \uac00\uac00\n",
     "\uac00\uac00\uac00\uac00 \uac00\uac00\uac00\uac00 \uac00\uac00\uac00\uac00\n\uac00\uac00\n"},
    {"combining marks", "o\u0301ne two three four five six se\n", NULL},
    {"bytes that are no UTF-8", "\xE9\xE9\xE9 two three four five six seven\n",
     "\xE9\xE9\xE9 two three four five six\nseven\n"},
    {"Chinese without blanks",
     "\u4e00\u4e01\u4e02\u4e03\u4e04\u4e05\u4e06\u4e07\u4e08\u4e09\u4e0a\u4e0b\u4e0c\u4e0d\u4e0e"
     "\u3002\u4e10\n",
     "\u4e00\u4e01\u4e02\u4e03\u4e04\u4e05\u4e06\u4e07\u4e08\u4e09\u4e0a\u4e0b\u4e0c\u4e0d\n"
     "\u4e0e\u3002\u4e10\n"},
    {"an item", "- one two three four five six seven\n",
     "- one two three four five six\n  seven\n"},
    {"a number", "12. one two three four five six\n", "12. one two three four five\n    six\n"},
    {"a footnote", "[1] one two three four five six\n", "[1] one two three four five\n    six\n"},
    {"items", "* one two three four five six seven\n* two\n",
     "* one two three four five six\n  seven\n* two\n"},
    {"an item with a hanging indent", "* one two three four five six seven\n  two\n* b\n",
     "* one two three four five six\n  seven\n  two\n* b\n"},
    {"no rest that looks like a list", "one two three four five sixty 1. a\n",
     "one two three four five\nsixty 1. a\n"},
    {"no rest that looks like an item", "one two three four five six 7 - eight\n",
     "one two three four five six\n7 - eight\n"},
    {"no rest that looks like a quote", "one two three four five sixty > eight\n",
     "one two three four five\nsixty > eight\n"},
    {"no rest that begins a message", "one two three four five six. From here\n",
     "one two three four five\nsix. From here\n"},
    {"no rest that is a signature", "one two three four five sixty -- eight\n",
     "one two three four five\nsixty -- eight\n"},
};

/* Lines that are not folded, whatever their length. */
static const char *const kept_lines[] = {
    "> one two three four five six seven eight\n",
    ">> one two three four five six seven eight\n",
    "JD> one two three four five six seven eight\n",
    "| one two three four five six seven eight\n",
    "-- \none two three four five six seven eight\n",
    "    one two three four five six seven eight\n",
    "\tone two three four five six seven eight\n",
    "```\none two three four five six seven eight\n```\n",
    "#+begin_src c\none two three four five six seven eight\n#+end_src\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\n\none two three four five six seven eight\n"
    "-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----\n",
    "begin 644 x\none two three four five six seven eight\nend\n",
    "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one two three four five six seven\n"
    "-one two three four five six seven\n+one two three four five six seven\n",
    "name          number          remark\n",
    "name\tnumber\ta remark of many words\n",
    "| name | number | a remark of words |\n",
    "\u2502 name \u2502 number \u2502 a remark of words\n",
    "<p class=\"x\">one two three four five six\n",
    "<#part type=text one two three four five>\n",
    "# a heading of many words, in Markdown\n",
    ".Sh a request of troff with many words\n",
    "\\section{a command of TeX with words}\n",
    "$ a command of many words for the shell\n",
    "one two three \033[1mfour\033[0m five six seven\n",
    "- - - - - - - - - - - - - - - - - - - -\n",
    "To: one@a.example, two@a.example, three@a.example\nSubject: s\n\nx\n",
    "Subject: one two three four five six seven\n--text follows this line--\nx\n",
    "Content-Type: text/html\nSubject: x\n\n<p>one two three four five six seven eight\n",
    "Message-ID: <1@a.example>\nContent-Transfer-Encoding: quoted-printable\n\n"
    "one two three four five six seven eight=\n",
    "From a@b.example Fri Nov 20 10:00:00 2026\nSubject: x\n\none two three four five six seven\n",
    "<!doctype html>\n<p>\none two three four five six seven eight\n",
};

static const fold_case around[] = {
    {"text after a fence", "```\nint a;\n```\none two three four five six seven\n",
     "```\nint a;\n```\none two three four five six\nseven\n"},
    {"text after a patch", "@@ -1 +1 @@\n-a\n+b\none two three four five six seven\n",
     "@@ -1 +1 @@\n-a\n+b\none two three four five six\nseven\n"},
    {"text after a quote",
     "> one two three four five six seven\none two three four five six seven\n",
     "> one two three four five six seven\none two three four five six\nseven\n"},
    {"text below a header", "To: a@b.example\nSubject: x\n\none two three four five six seven\n",
     "To: a@b.example\nSubject: x\n\none two three four five six\nseven\n"},
    {"a paragraph that a program broke",
     "This paragraph was broken at a width of sixty, which\n"
     "is too wide for this test, so that it is folded now\nas a whole. It ends here.\n\n",
     "This paragraph was broken at a\nwidth of sixty, which is too\n"
     "wide for this test, so that it\nis folded now as a whole. It\nends here.\n\n"},
    {"a line break that was meant",
     "This is a line of more than fifty columns, which ends.\nBest regards,\nJoe\n",
     "This is a line of more than\nfifty columns, which ends.\nBest regards,\nJoe\n"},
};

/* ---- Links, 30 columns ---- */

static const fold_case links[] = {
    {"a URL goes to its own line", "see http://a.example/one/two/three four\n",
     "see\nhttp://a.example/one/two/three\nfour\n"},
    {"a bare URL is never broken", "see http://a.example/one/two/three/four/five/six\n",
     "see\nhttp://a.example/one/two/three/four/five/six\n"},
    {"nor is a URL in brackets", "see <http://a.example/one/two/three/four/five/six>\n",
     "see\n<http://a.example/one/two/three/four/five/six>\n"},
    {"nor a labelled URL", "see <URL:http://a.example/one/two?three&four=five/six>, or not\n",
     "see\n<URL:http://a.example/one/two?three&four=five/six>,\nor not\n"},
    {"one that is broken already stays as it is",
     "see the new page <http://a.example/one/\ntwo> now\n",
     "see the new page\n<http://a.example/one/\ntwo> now\n"},
    {"no line break before what could be its rest", "a a a a http://a.example/one b2/c d e\n",
     "a a a a\nhttp://a.example/one b2/c d e\n"},
    {"emphasis keeps its line", "one two _three see http://a.example/_ four\n", NULL},
};

/* ---- format=flowed, 30 columns ---- */

static const fold_case flowed_cases[] = {
    {"spaces at the breaks", "one two three four five six seven\n",
     "one two three four five six \nseven\n"},
    {"all blanks stay", "one two three four five.  Sixty\n", "one two three four five.  \nSixty\n"},
    {"a space at the end is dropped", "one \n\ntwo  \n", "one\n\ntwo\n"},
    {"a space at the end of a flowed line stays", "one \ntwo\n", "one \ntwo\n"},
    {"a line that begins with a space is stuffed", " one\n  two\n", "  one\n   two\n"},
    {"so is one that begins with From", "From here\n", " From here\n"},
    {"a quote is not", ">> one two \n>> three\n", NULL},
    {"a signature keeps its space", "-- \nJoe \n", "-- \nJoe\n"},
    {"no hanging indent", "- one two three four five six seven\n",
     "- one two three four five six \nseven\n"},
    {"a URL is not broken", "see http://a.example/one/two/three/four/five/six seven\n",
     "see \nhttp://a.example/one/two/three/four/five/six \nseven\n"},
    {"text that cannot be folded is stuffed", " x\none two _three see http://a.example/_ four\n",
     "  x\none two _three see http://a.example/_ four\n"},
    {"code is not folded", "    one two three four five six seven\n",
     "     one two three four five six seven\n"},
};

static const fold_case unstuffed_cases[] = {
    {"no stuffing", " one\nFrom here\n", NULL},
    {"spaces at the breaks", "one two three four five six seven\n",
     "one two three four five six \nseven\n"},
    {"a paragraph that a program broke",
     "This paragraph was broken at a width of sixty, which\n"
     "is too wide for this test, so that it is folded now\nas a whole. It ends here.\n\n",
     "This paragraph was broken at \na width of sixty, which is \n"
     "too wide for this test, so \nthat it is folded now as a \nwhole. It ends here.\n\n"},
};

static void try_cases(const fold_case *k, size_t n, const fold_config *like)
{
    fold_config c = *like;

    c.width = 30;
    for (size_t i = 0; i < n; i++)
        try_case(&k[i], &c);
}

#define TRY(cases, ...)                                                                            \
    try_cases(cases, sizeof(cases) / sizeof(cases)[0], &(fold_config){__VA_ARGS__})

static void try_kept(void)
{
    for (size_t i = 0; i < sizeof kept_lines / sizeof kept_lines[0]; i++) {
        char name[24];

        snprintf(name, sizeof name, "kept text %zu", i);
        try_case(&(fold_case){name, kept_lines[i], NULL}, &(fold_config){.width = 30});
    }
}

/* ---- Faults ---- */

typedef struct fault_case {
    const char *text, *wanted;
} fault_case;

#define GLUED " right after a URL: some programs take it for a part of the URL\n"
#define ENDS ": the URL ends its line, and the next line could be taken for its rest\n"
#define BEYOND                                                                                     \
    ": the URL goes beyond column 40, where programs break lines; write it between < and >, in a " \
    "line of its own\n"

static const fault_case faults[] = {
    {"one\n", ""},
    {"", ""},
    {"one two three four five six seven eight nine\n",
     "1:41: the line has 44 columns, more than 40\n"},
    {"a\n\n  one two three four five six seven eight nine",
     "3:41: the line has 46 columns, more than 40\n"},
    {"> one two three four five six seven eight nine\n", ""},
    {"    one two three four five six seven eight\n",
     "1:41: the line has 43 columns, more than 40\n"},
    {"see http://a.example/one/two/three/four/five\n", "1:5" BEYOND},
    {"<http://a.example/one/two/three/four/five/six>.\n", ""},
    {"see <http://a.example/one/two/three/four/five/six>\n",
     "1:41: the line has 50 columns, more than 40\n"},
    {"see http://a.example/, a\n", "1:22: \",\"" GLUED},
    {"\u00e4 (see http://a.example/b)\n", "1:26: \")\"" GLUED},
    {"see www.example.org/b] c\n", "1:22: \"]\"" GLUED},
    {"see http://a.example/. And www.b.example\n", ""},
    {"> see http://a.example/, a\n", ""},
    {"write to joe@a.example, please\n", ""},
    {"see http://a.example/b\nc3/d\n", "1:5" ENDS},
    {"see http://a.example/b-\nand so on\n", "1:5" ENDS},
    {"see http://a.example/b\nand so on\n", ""},
    {"see http://a.example/b\n\nc3/d\n", ""},
    {"see http://a.example/b\n- c3/d\n", ""},
    {"see http://a.example/b\nhttp://b.example/\n", ""},
    {"see <http://a.example/b/\nc>\n",
     "1:6: the URL is broken; many programs open only its first part\n"},
    {"see <URL:http://a.example/b c\n\n", "1:10: the < before the URL has no >\n"},
    {"see <URL:http://a.example/b c>\n", "1:10: the URL has blanks; many programs end it there\n"},
    {"To: a@b.example\nSubject: x\n\nsee http://a.example/, a\n", "4:22: \",\"" GLUED},
};

static void try_faults(void)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        fold_config c = {.width = 40, .report = folded_report};
        const char *text = faults[i].text;

        for (size_t step = 0; step < 2; step++) {
            is_int(folded(&out, text, strlen(text), &c, step), TRAWL_OK, "fault %zu", i);
            is_str(out.p, faults[i].wanted, "fault %zu: %s", i, text);
        }
    }
}

/* ---- Long texts ---- */

/* Returns the columns of the longest line. */
static size_t longest(const growing *g)
{
    size_t most = 0, n = 0;

    for (size_t i = 0; i < g->n; i++) {
        n = g->p[i] == '\n' ? 0 : n + 1;
        most = n > most ? n : most;
    }
    return most;
}

/* Folds a text of n bytes that repeats `word`. Returns how many words the result has. */
static size_t fold_many(const char *word, size_t n, const fold_config *c)
{
    growing text = {0};
    size_t k = strlen(word), words = 0;

    while (text.n < n)
        growing_add(&text, word, k);
    folded(&out, text.p, text.n, c, 50000);
    for (size_t i = 0; i + k <= out.n + 1; i++)
        words += memcmp(out.p + i, word, k - 1) == 0;
    free(text.p);
    return words;
}

static void try_long(void)
{
    static const char word[] = "abc ", url[] = "<http://a.example/b> ";

    is_int(fold_many(word, 2000000, &(fold_config){.width = 72}), 500000, "a line of 2 MB");
    is_int(longest(&out), 71, "all of it is folded");
    is_int(fold_many(url, 1000020, &(fold_config){.width = 72}), 47620,
           "a line of 1 MB with links");
    is_int(longest(&out), 62, "all of it is folded, too");
    is_int(fold_many("a", 1000000, &(fold_config){.width = 72}) > 0, 1, "a word of 1 MB");
    is_int(out.n, 1000000, "a word of 1 MB stays");
    fold_many("> a b c ", 1000000, &(fold_config){.width = 72});
    is_int(longest(&out), 1000000, "a quoted line of 1 MB stays");
    fold_many("one two three, ", 300000, &(fold_config){.width = 72, .report = folded_report});
    is_str(out.p, "1:73: the line has more than 998 bytes, the most that mail allows\n",
           "one report");
}

/* ---- Memory ---- */

static void try_memory(void)
{
    static const char text[] =
        "To: x\n\nsee <http://a.example/one/two/three/four/five/six> now\n\n";
    long n = 0;
    int error;

    do {
        memory_fail_after(n++);
        error = folded(&out, text, strlen(text), &(fold_config){.width = 30}, 0);
        memory_fail_after(-1);
    } while (error == TRAWL_ERROR_NO_MEMORY && n < 10000);
    ok(error == TRAWL_OK && n > 5, "each of %ld allocations may fail", n);
}

int main(void)
{
    try_case(&(fold_case){"a width of 1", "a b", "a\nb"}, &(fold_config){.width = 1});
    TRY(plain, .flowed = false);
    TRY(around, .flowed = false);
    TRY(links, .flowed = false);
    TRY(flowed_cases, .flowed = true);
    TRY(unstuffed_cases, .flowed = true, .unstuffed = true);
    try_kept();
    try_faults();
    try_long();
    try_memory();
    free(out.p);
    free(again.p);
    return done();
}
