/* t_container.c - each kind of container: mbox and its variants, MMDF, rnews batches, NNTP sessions
 *
 * Each case is read whole, split in two at every place, and in pieces of 1 to 31 bytes.
 * container_run.h says how a result is written.
 */
#include "container_run.h"
#include "tap.h"

#define DATE " Mon Mar  6 18:02:11 1995\n"
#define A "From a@x.example" DATE
#define B "From b@x.example" DATE

typedef struct container_case {
    enum trawl_input kind;
    const char *name, *input, *wanted;
} container_case;

static const container_case mbox[] = {
    {TRAWL_INPUT_MBOX, "two messages", A "S: 1\n\none\n\n" B "S: 2\n\ntwo\n",
     "(" A "){S: 1\n\none\n}(\n" B "){S: 2\n\ntwo\n}"},
    {TRAWL_INPUT_MBOX, "the last empty line belongs to the separator", A "S: 1\n\none\n\n",
     "(" A "){S: 1\n\none\n}(\n)"},
    {TRAWL_INPUT_MBOX, "only one of several empty lines belongs to it", A "S: 1\n\n\n\n\n" B,
     "(" A "){S: 1\n\n\n\n}(\n" B "){}"},
    {TRAWL_INPUT_MBOX, "no line end at the end", A "S: 1\n\none", "(" A "){S: 1\n\none}"},
    {TRAWL_INPUT_MBOX, "no line end after the separator", "From a Mon Mar  6 18:02:11 1995",
     "(From a Mon Mar  6 18:02:11 1995){}"},
    {TRAWL_INPUT_MBOX, "CRLF",
     "From a Mon Mar  6 18:02:11 1995\r\nS: 1\r\n\r\none\r\n\r\nFrom b Mon Mar  6 18:02:11 1995\r\nx\r\n\r\n",
     "(From a Mon Mar  6 18:02:11 1995\r\n){S: 1\r\n\r\none\r\n}"
     "(\r\nFrom b Mon Mar  6 18:02:11 1995\r\n){x\r\n}(\r\n)"},
    {TRAWL_INPUT_MBOX, "CRLF and LF mixed", A "S: 1\n\none\n\r\n" B "x\r\n\n" B "\r\n",
     "(" A "){S: 1\n\none\n}(\r\n" B "){x\r\n}(\n" B "){}(\r\n)"},
    {TRAWL_INPUT_MBOX, "a bare CR does not end a line", A "S\n\nx\r\r" B "\r" B "y",
     "(" A "){S\n\nx\r\r" B "\r" B "y}"},
    {TRAWL_INPUT_MBOX, "a CR before the end", A "S\n\nx\n\r", "(" A "){S\n\nx\n\r}"},
    {TRAWL_INPUT_MBOX, "no separator without an empty line before it", A "S: 1\n\none\n" B "more\n",
     "(" A "){S: 1\n\none\n" B "more\n}"},
    {TRAWL_INPUT_MBOX, "no separator without a date", A "S: 1\n\none\n\nFrom here on\n",
     "(" A "){S: 1\n\none\n\nFrom here on\n}"},
    {TRAWL_INPUT_MBOX, "empty messages", A "\n" B "\n" B, "(" A "){}(\n" B "){}(\n" B "){}"},
    {TRAWL_INPUT_MBOX, "E11 quoted lines lose one >",
     A "S\n\n>From x\n>>From y\nz\n> From\n>Fro\n>>>From \n",
     "(" A "){S\n\n(>)From x\n(>)>From y\nz\n> From\n>Fro\n(>)>>From \n}"},
    {TRAWL_INPUT_MBOX, "a quoted line after an empty line", A "S\n\n\n>" B,
     "(" A "){S\n\n\n(>)" B "}"},
    {TRAWL_INPUT_MBOX, "a quoted line in the header", A "S\n>From x\n\n",
     "(" A "){S\n(>)From x\n}(\n)"},
    {TRAWL_INPUT_MBOX, "cut inside a quoted line", A "S\n\n>>Fro", "(" A "){S\n\n>>Fro}"},
    {TRAWL_INPUT_MBOXO, "mboxo: only >From", A "S\n\n>From x\n>>From y\n",
     "(" A "){S\n\n(>)From x\n>>From y\n}"},
    {TRAWL_INPUT_MBOX, "empty lines before the first", "\n\r\n" A "x\n", "(\n\r\n" A "){x\n}"},
    {TRAWL_INPUT_MBOX, "only empty lines", "\n\n\n", "(\n\n\n)"},
    {TRAWL_INPUT_MBOX, "a byte order mark", "\xEF\xBB\xBF" A "x\n", "(\xEF\xBB\xBF" A "){x\n}"},
    {TRAWL_INPUT_MBOX, "half a byte order mark", "\xEF\xBB", "{\xEF\xBB}"},
    {TRAWL_INPUT_MBOX, "a message before the first separator", "S: 0\n\nzero\n\n" A "x\n",
     "{S: 0\n\nzero\n}(\n" A "){x\n}"},
    {TRAWL_INPUT_MBOX, "no date in the first line", "From a\nS: 1\n\nx\n",
     "(From a\n){S: 1\n\nx\n}"},
    {TRAWL_INPUT_MBOX, "envelope lines of earlier hosts",
     A ">From c Mon Mar 6 18:02 1995 remote from d\n>From e\nS: 1\n",
     "(" A "){(>From c Mon Mar 6 18:02 1995 remote from d\n>From e\n)S: 1\n}"},
    {TRAWL_INPUT_MBOX, "From with a blank before its colon is a field", "From : a\n\nx\n",
     "{From : a\n\nx\n}"},
    {TRAWL_INPUT_MBOX, "an empty input", "", ""},
};

#define L3 "S: 1\nContent-Length: 3\n\n"

static const container_case counted[] = {
    {TRAWL_INPUT_MBOXCL, "the length is right", A "Content-Length: 5\n\none\n\n" B "x\n",
     "(" A "){Content-Length: 5\n\none\n\n}(" B "){x\n}"},
    {TRAWL_INPUT_MBOXCL, "an empty line after the length", A "content-length:4 \n\none\n\n" B,
     "(" A "){content-length:4 \n\none\n}(\n" B "){}"},
    {TRAWL_INPUT_MBOXCL, "the last line end is not counted", A L3 "one\n\n" B,
     "(" A "){" L3 "one}(\n\n" B "){}"},
    {TRAWL_INPUT_MBOXCL, "a separator inside", A "Content-Length: 45\n\nx\n\n" B "\n" B "y\n",
     "(" A "){Content-Length: 45\n\nx\n\n" B "}(\n" B "){y\n}"},
    {TRAWL_INPUT_MBOXCL, "a quoted line inside", A "Content-Length: 9\n\n>>From x\n" B,
     "(" A "){Content-Length: 9\n\n(>)>From x\n}(" B "){}"},
    {TRAWL_INPUT_MBOXCL, "the length ends inside a quoted line", A "Content-Length: 4\n\n>From x\n",
     "(" A "){Content-Length: 4\n\n>Fro!m x\n}"},
    {TRAWL_INPUT_MBOXCL2, "mboxcl2: lines are not quoted",
     A "Content-Length: 9\n\n>>From x\n" B ">From y\n\n>From z\n",
     "(" A "){Content-Length: 9\n\n>>From x\n}(" B "){(>From y\n)\n>From z\n}"},
    {TRAWL_INPUT_MBOXCL, "the length is too short", A L3 "one two\n\n" B "x\n",
     "(" A "){" L3 "one! two\n}(\n" B "){x\n}"},
    {TRAWL_INPUT_MBOXCL, "the length ends before an empty line without a separator",
     A L3 "on\n\n\nx\n", "(" A "){" L3 "on\n!\n\nx\n}"},
    {TRAWL_INPUT_MBOXCL, "the length ends in the line before a separator", A L3 "one" B,
     "(" A "){" L3 "one!" B "}"},
    {TRAWL_INPUT_MBOXCL, "half a separator follows at the end", A L3 "on\nFro",
     "(" A "){" L3 "on\n!Fro}"},
    {TRAWL_INPUT_MBOXCL, "the length ends at the end", A L3 "on\n", "(" A "){" L3 "on\n}"},
    {TRAWL_INPUT_MBOXCL, "only empty lines follow", A L3 "on\n\n\r\n",
     "(" A "){" L3 "on\n}(\n\r\n)"},
    {TRAWL_INPUT_MBOXCL, "the length is too long", A "Content-Length: 9\n\nx\n",
     "(" A "){Content-Length: 9\n\nx\n!}"},
    {TRAWL_INPUT_MBOXCL, "length 0", A "Content-Length: 0\n\n" B "\nx\n",
     "(" A "){Content-Length: 0\n\n}(" B "){\nx\n}"},
    {TRAWL_INPUT_MBOXCL, "no length", A "S\n\none\n\n" B, "(" A "){S\n\none\n}(\n" B "){}"},
    {TRAWL_INPUT_MBOXCL, "an invalid number",
     A "Content-Length: 3x\nContent-Length:\nContent-Length: 9999999999999999999\n\none\n\n" B,
     "(" A
     "){Content-Length: 3x\nContent-Length:\nContent-Length: 9999999999999999999\n\none\n}(\n" B
     "){}"},
    {TRAWL_INPUT_MBOXCL, "the first of two lengths is used",
     A L3 "on\n" B "Content-Length: 4\nContent-Length: 1\n\nthe\n",
     "(" A "){" L3 "on\n}(" B "){Content-Length: 4\nContent-Length: 1\n\nthe\n}"},
    {TRAWL_INPUT_MBOXCL, "a length in the body", A "S\n\nContent-Length: 2\n\nmore\n",
     "(" A "){S\n\nContent-Length: 2\n\nmore\n}"},
    {TRAWL_INPUT_MBOXCL, "CRLF",
     "From a Mon Mar  6 18:02:11 1995\r\nContent-Length: 4\r\n\r\nab\r\n\r\n" B,
     "(From a Mon Mar  6 18:02:11 1995\r\n){Content-Length: 4\r\n\r\nab\r\n}(\r\n" B "){}"},
    {TRAWL_INPUT_MBOXCL, "quoted in the header", A ">Frog\n>From x\n\n",
     "(" A "){>Frog\n(>)From x\n}(\n)"},
};

/* "From " lines of git's patches. */
#define HEX8 "0123cdef"
#define HEX40 HEX8 HEX8 HEX8 HEX8 HEX8
#define P_DATE " Mon Sep 17 00:00:00 2001\n"
#define P "From " HEX40 P_DATE
#define P64 "From " HEX40 HEX8 HEX8 HEX8 P_DATE

static const container_case patches[] = {
    {TRAWL_INPUT_AUTO, "a series of patches", P "S: 1\n\n--\n\n" P "S: 2\n\n" P64 "S: 3\n",
     "<patches>(" P "){S: 1\n\n--\n}(\n" P "){S: 2\n}(\n" P64 "){S: 3\n}"},
    {TRAWL_INPUT_AUTO, "other separators among them", P "S\n\nx\n\n" A "y\n\n" P "z\n",
     "<patches>(" P "){S\n\nx\n}(\n" A "){y\n}(\n" P "){z\n}"},
    {TRAWL_INPUT_AUTO, "patches in a message", A "S\n\n" P "S: 1\n\n" P64 "S: 2\n\n" B "x\n",
     "<mbox>(" A "){S\n\n" P "S: 1\n\n" P64 "S: 2\n}(\n" B "){x\n}"},
    {TRAWL_INPUT_MBOX, "a patch below a line of text", A "S\n\nx\n" P "S: 1\n",
     "(" A "){S\n\nx\n" P "S: 1\n}"},
    {TRAWL_INPUT_MBOX, "a number of 39 digits is no commit",
     A "x\n\nFrom 012345678901234567890123456789012345678" P_DATE "y\n",
     "(" A "){x\n}(\nFrom 012345678901234567890123456789012345678" P_DATE "){y\n}"},
    {TRAWL_INPUT_MBOX, "a commit with another date", A "x\n\nFrom " HEX40 DATE "y\n",
     "(" A "){x\n}(\nFrom " HEX40 DATE "){y\n}"},
    {TRAWL_INPUT_MBOX, "it begins with a patch", "\n" P "x\n\n" P "y\n",
     "(\n)<patches>(" P "){x\n}(\n" P "){y\n}"},
    {TRAWL_INPUT_MBOXO, "it begins with a patch", P "x\n", "<patches>(" P "){x\n}"},
    {TRAWL_INPUT_MBOXCL, "a patch where the length is", A L3 "on\n" P "x\n",
     "(" A "){" L3 "on\n!" P "x\n}"},
    {TRAWL_INPUT_MAIL, "a message of one patch", P "S\n\n" P, "(" P "){S\n\n" P "}"},
};

#define M "\x01\x01\x01\x01\n"

static const container_case mmdf[] = {
    {TRAWL_INPUT_MMDF, "two messages", M "S: 1\n\none\n" M M "S: 2\n" M,
     "(" M "){S: 1\n\none\n}(" M M "){S: 2\n}(" M ")"},
    {TRAWL_INPUT_MMDF, "CRLF, and a From line",
     "\x01\x01\x01\x01\r\n" A "S: 1\r\n\x01\x01\x01\x01\r\n",
     "(\x01\x01\x01\x01\r\n){(" A ")S: 1\r\n}(\x01\x01\x01\x01\r\n)"},
    {TRAWL_INPUT_MMDF, "cut off", M "S: 1\n", "(" M "){S: 1\n}"},
    {TRAWL_INPUT_MMDF, "cut off in a separator", M "S: 1\n\x01\x01\x01",
     "(" M "){S: 1\n\x01\x01\x01}"},
    {TRAWL_INPUT_MMDF, "no line end after the last separator", M "S: 1\n\x01\x01\x01\x01",
     "(" M "){S: 1\n}(\x01\x01\x01\x01)"},
    {TRAWL_INPUT_MMDF, "three or five ^A are not a separator",
     M "\x01\x01\x01\x01\x01\n\x01\x01\x01\nx\x01\x01\x01\x01\n",
     "(" M "){\x01\x01\x01\x01\x01\n\x01\x01\x01\nx\x01\x01\x01\x01\n}"},
    {TRAWL_INPUT_MMDF, "text between messages", "noise\n" M "x\n" M "noise\n\n" M "y\n" M,
     "(noise\n" M "){x\n}(" M "noise\n\n" M "){y\n}(" M ")"},
    {TRAWL_INPUT_MMDF, "one separator between two messages", M "x\n" M "Subject: 2\n\ny\n" M,
     "(" M "){x\n}(" M "){Subject: 2\n\ny\n}(" M ")"},
    {TRAWL_INPUT_MMDF, "an empty message", M M, "(" M "){}(" M ")"},
};

static const container_case rnews[] = {
    {TRAWL_INPUT_RNEWS, "two articles", "#! rnews 4\nS\n\nx#! rnews 2\ny\n",
     "(#! rnews 4\n){S\n\nx}(#! rnews 2\n){y\n}"},
    {TRAWL_INPUT_RNEWS, "a \"#! rnews\" line inside an article",
     "#! rnews 13\n#! rnews 2\nx\n#! rnews 1\ny",
     "(#! rnews 13\n){#! rnews 2\nx\n}(#! rnews 1\n){y}"},
    {TRAWL_INPUT_RNEWS, "text before the first article", "\nx\n#! rnews 1 host\ny",
     "(\nx\n#! rnews 1 host\n){y}"},
    {TRAWL_INPUT_RNEWS, "the count is too short", "#! rnews 2\nS\n\nx\n#! rnews 1\ny",
     "(#! rnews 2\n){S\n!\nx\n}(#! rnews 1\n){y}"},
    {TRAWL_INPUT_RNEWS, "the count is too long", "#! rnews 9\nS\n\nx\n",
     "(#! rnews 9\n){S\n\nx\n!}"},
    {TRAWL_INPUT_RNEWS, "an invalid number", "#! rnews x\nS\n", "(#! rnews x\nS\n)!"},
    {TRAWL_INPUT_RNEWS, "no blank before the number", "#! rnews4\nS\n", "(#! rnews4\nS\n)!"},
    {TRAWL_INPUT_RNEWS, "a number and a letter", "#! rnews 1x\nS\n", "(#! rnews 1x\nS\n)!"},
    {TRAWL_INPUT_RNEWS, "a count that is too large", "#! rnews 9999999999999999999\nS\n",
     "(#! rnews 9999999999999999999\nS\n)!"},
    {TRAWL_INPUT_RNEWS, "compressed", "#! cunbatch\n\x1f\x9d\n#! rnews 1\nx",
     "!(#! cunbatch\n\x1f\x9d\n#! rnews 1\nx)"},
    {TRAWL_INPUT_RNEWS, "compressed after an article", "#! rnews 1\nx#! gunbatch\nyz",
     "(#! rnews 1\n){x}!(#! gunbatch\nyz)"},
    {TRAWL_INPUT_RNEWS, "compressed, and more words", "#! unbatch x\ny", "!(#! unbatch x\ny)"},
    {TRAWL_INPUT_RNEWS, "a letter after the word", "#! cunbatchx\ny", "(#! cunbatchx\ny)!"},
    {TRAWL_INPUT_RNEWS, "CRLF", "#! rnews 3\r\nx\r\n#! rnews 1\r\ny",
     "(#! rnews 3\r\n){x\r\n}(#! rnews 1\r\n){y}"},
    {TRAWL_INPUT_RNEWS, "an empty article", "#! rnews 0\n#! rnews 1\ny",
     "(#! rnews 0\n){}(#! rnews 1\n){y}"},
    {TRAWL_INPUT_RNEWS, "a cut off line after an article", "#! rnews 1\nx#! rn",
     "(#! rnews 1\n){x!#! rn}"},
};

static const container_case nntp[] = {
    {TRAWL_INPUT_NNTP, "E11 an article", "220 1 <a@b> ok\r\nS: 1\r\n\r\n..x\r\n.\r\n205 bye\r\n",
     "(220 1 <a@b> ok\r\n){S: 1\r\n\r\n(.).x\r\n}(.\r\n205 bye\r\n)"},
    {TRAWL_INPUT_NNTP, "a session",
     "200 hi\nGROUP x\n211 9 1 9 x\nBODY 1\n222 1 <a@b>\nx\n.\n215 list\n..y\nFrom: z\n.\n",
     "(200 hi\nGROUP x\n211 9 1 9 x\nBODY 1\n222 1 <a@b>\n){x\n}(.\n215 list\n..y\nFrom: z\n.\n)"},
    {TRAWL_INPUT_NNTP, "no status line", "Path: x\n\n...\n.y\n.\n\nNewsgroups: z\n\n.\n",
     "{Path: x\n\n(.)..\n.y\n}(.\n\n){Newsgroups: z\n\n}(.\n)"},
    {TRAWL_INPUT_NNTP, "cut off", "221 1 <a@b>\nS: 1\n", "(221 1 <a@b>\n){S: 1\n}"},
    {TRAWL_INPUT_NNTP, "cut off in the last line", "220 1 <a@b>\nS: 1\n.\r",
     "(220 1 <a@b>\n){S: 1\n}(.\r)"},
    {TRAWL_INPUT_NNTP, "cut off after the final dot", "220 1 <a@b>\nS: 1\n.",
     "(220 1 <a@b>\n){S: 1\n}(.)"},
    {TRAWL_INPUT_NNTP, "bare CRs", "220 1 <a@b>\n.\rx\n..\r", "(220 1 <a@b>\n){.\rx\n(.).\r}"},
    {TRAWL_INPUT_NNTP, "no such article", "430 no\r\n220 2 <a@b>\r\n.\r\n",
     "(430 no\r\n220 2 <a@b>\r\n){}(.\r\n)"},
    {TRAWL_INPUT_NNTP, "numbers that are no status", "099 x\n\ny\n.\n600 z\n",
     "{099 x\n\ny\n}(.\n600 z\n)"},
    {TRAWL_INPUT_NNTP, "the least and the greatest status", "100 x\n.\n599 y\n220 1 <a@b>\nz\n.\n",
     "(100 x\n.\n599 y\n220 1 <a@b>\n){z\n}(.\n)"},
    {TRAWL_INPUT_NNTP, "empty lines first", "\r\nx\r\n.\r\n", "(\r\n){x\r\n}(.\r\n)"},
};

static const container_case others[] = {
    {TRAWL_INPUT_TEXT, "a text", A "\n" B "\xEF\xBB\xBF", A "\n" B "\xEF\xBB\xBF"},
    {TRAWL_INPUT_TEXT, "an empty input", "", ""},
    {TRAWL_INPUT_CALENDAR, "a calendar",
     "\xEF\xBB\xBF"
     "BEGIN:VCARD\n" A,
     "\xEF\xBB\xBF"
     "BEGIN:VCARD\n" A},
    {TRAWL_INPUT_LDIF, "LDIF", "dn:\n\n" A, "dn:\n\n" A},
    {TRAWL_INPUT_MAIL, "a message", "S: 1\n\nx\n\n" B ">From x\n.\n",
     "{S: 1\n\nx\n\n" B ">From x\n.\n}"},
    {TRAWL_INPUT_MAIL, "a message with a From line", A "S: 1\n\nx\n", "(" A "){S: 1\n\nx\n}"},
    {TRAWL_INPUT_MAIL, "a quoted From line first", ">" A ">From y\nS: 1\n",
     "(>" A "){(>From y\n)S: 1\n}"},
    {TRAWL_INPUT_MAIL, "a byte order mark", "\xEF\xBB\xBFS: 1\n", "(\xEF\xBB\xBF){S: 1\n}"},
    {TRAWL_INPUT_MAIL, "an empty input", "", ""},
    {TRAWL_INPUT_AUTO, "a text", "so\nand From", "<text>so\nand From"},
    {TRAWL_INPUT_AUTO, "an empty input", "", "<text>"},
    {TRAWL_INPUT_AUTO, "an mbox", A "S: 1\n\nx\n\n" B, "<mbox>(" A "){S: 1\n\nx\n}(\n" B "){}"},
    {TRAWL_INPUT_AUTO, "an mbox of one line", "From a Mon Mar  6 18:02:11 1995",
     "<mbox>(From a Mon Mar  6 18:02:11 1995){}"},
    {TRAWL_INPUT_AUTO, "a message", "Subject: 1\n\nx\n\n" B, "<mail>{Subject: 1\n\nx\n\n" B "}"},
    {TRAWL_INPUT_AUTO, "a message with a From line and no date", "From a\nSubject: 1\n\n>From x\n",
     "<mbox>(From a\n){Subject: 1\n\n(>)From x\n}"},
    {TRAWL_INPUT_AUTO, "a quoted From line first", ">From a\nSubject: 1\n\n>From x\n",
     "<mail>(>From a\n){Subject: 1\n\n>From x\n}"},
    {TRAWL_INPUT_AUTO, "MMDF", M "x\n" M, "<mmdf>(" M "){x\n}(" M ")"},
    {TRAWL_INPUT_AUTO, "an rnews batch", "#! rnews 1\nx", "<rnews>(#! rnews 1\n){x}"},
    {TRAWL_INPUT_AUTO, "an NNTP answer", "220 1 <a@b>\nx\n.\n", "<nntp>(220 1 <a@b>\n){x\n}(.\n)"},
};

/* Returns true if the result is as wanted in these pieces. */
static bool case_holds(const container_case *k, container_tape *t, size_t first, size_t size)
{
    int r = tape_play(t, k->kind, k->input, strlen(k->input), first, size);

    return r == 0 && t->tiled && strcmp(t->told.p, k->wanted) == 0;
}

static void one_case(const container_case *k, container_tape *t)
{
    size_t n = strlen(k->input);

    if (!case_holds(k, t, n + 1, n + 1)) {
        ok(t->tiled, "%s: %s: each byte is reported once", container_name(k->kind), k->name);
        is_str(t->told.p, k->wanted, "%s: %s", container_name(k->kind), k->name);
        return;
    }
    for (size_t size = 1; size < 32; size++)
        if (!case_holds(k, t, size, size)) {
            is_str(t->told.p, k->wanted, "%s: %s: in pieces of %zu", container_name(k->kind),
                   k->name, size);
            return;
        }
    for (size_t first = 0; first < n; first++)
        if (!case_holds(k, t, first, n)) {
            is_str(t->told.p, k->wanted, "%s: %s: cut at %zu", container_name(k->kind), k->name,
                   first);
            return;
        }
    ok(true, "%s: %s", container_name(k->kind), k->name);
}

#define ALL(cases) (cases), sizeof(cases) / sizeof((cases)[0])

static void all_cases(const container_case *k, size_t n)
{
    container_tape t = {.stop = -1};

    for (size_t i = 0; i < n; i++)
        one_case(&k[i], &t);
    free(t.told.p);
}

/* Tests a line of n bytes with this start and end. If `mark` is set, the line must be a separator
 * or quoted. */
static void long_line(enum trawl_input kind, const char *begin, size_t n, const char *end,
                      bool mark, const char *name)
{
    container_tape t = {.stop = -1};
    growing g = {0};
    bool held = true;

    growing_add(&g, A "x\n\n", strlen(A "x\n\n"));
    size_t before = g.n;
    growing_add(&g, begin, strlen(begin));
    while (g.n < before + n - strlen(end))
        growing_add(&g, begin[0] == '>' ? ">" : "y", 1);
    growing_add(&g, end, strlen(end));
    for (size_t cut = before - 3; cut <= g.n; cut++) {
        held &= tape_play(&t, kind, g.p, g.n, cut, g.n) == 0 && t.tiled;
        held &= (strchr(t.told.p + before, '(') != NULL) == mark;
    }
    ok(held, "%s", name);
    free(t.told.p);
    free(g.p);
}

static void long_lines(void)
{
    const char *end = DATE;

    long_line(TRAWL_INPUT_MBOX, "From ", CONTAINER_HELD, end, true, "the longest separator");
    long_line(TRAWL_INPUT_MBOX, "From ", CONTAINER_HELD + 1, end, false,
              "a separator of one byte more");
    long_line(TRAWL_INPUT_MBOX, ">", CONTAINER_HELD, "From ", true, "the most \">\" before From");
    long_line(TRAWL_INPUT_MBOX, ">", CONTAINER_HELD + 1, "From ", false, "one \">\" more");
}

/* The reports to the user. */
static void faults(void)
{
    static const container_case cases[] = {
        {TRAWL_INPUT_MBOXCL, "too short", A L3 "one two\n", "no message ends where Content-Length"},
        {TRAWL_INPUT_MBOXCL, "too long", A L3 "x", "before the message has reached its announced"},
        {TRAWL_INPUT_RNEWS, "too long", "#! rnews 2\nx", "before the message has reached its"},
        {TRAWL_INPUT_RNEWS, "too short", "#! rnews 1\nxy", "longer than its \"#! rnews\" line"},
    };
    container_tape t = {.stop = -1};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const container_case *k = &cases[i];
        t.why = "";
        is_int(tape_play(&t, k->kind, k->input, strlen(k->input), 1, 1), 0, "%s", k->name);
        ok(strstr(t.why, k->wanted) != NULL, "%s: %s: %s", container_name(k->kind), k->name, t.why);
    }
    free(t.told.p);
}

/* The value that the receiver returns is returned, and the receiver is not called again. */
static void stopped(void)
{
    static const char text[] = A "S: 1\n\n>From x\n\n" B "y\n\n";
    container_tape t = {.stop = -1};
    size_t stops = 0;
    bool held = true;

    for (long calls = 0; calls < 40; calls++) {
        t.stop = calls;
        int r = tape_play(&t, TRAWL_INPUT_AUTO, text, sizeof text - 1, 7, 7);
        stops += r == 7;
        held &= r == 7 || r == 0;
        held &= t.stop == (r == 7 ? -1 : t.stop);
    }
    ok(held && stops > 10 && stops < 40, "the receiver's value is returned, at every call");
    free(t.told.p);
}

static void names(void)
{
    bool held = true;

    for (int k = 0; k < TRAWL_INPUT_COUNT; k++)
        for (int other = 0; other < k; other++)
            held &= strcmp(container_name((enum trawl_input)k),
                           container_name((enum trawl_input)other)) != 0;
    ok(held, "each kind has its own name");
    is_str(container_name(TRAWL_INPUT_COUNT), "unknown", "an unknown kind");
}

int main(void)
{
    all_cases(ALL(mbox));
    all_cases(ALL(counted));
    all_cases(ALL(patches));
    all_cases(ALL(mmdf));
    all_cases(ALL(rnews));
    all_cases(ALL(nntp));
    all_cases(ALL(others));
    long_lines();
    faults();
    stopped();
    names();
    return done();
}
