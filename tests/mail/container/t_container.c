/* t_container.c - each kind of container: mbox and its kin, MMDF, rnews batches, servers' answers
 *
 * Each case is read whole, in two pieces at every place, and in pieces of 1 to 31 bytes.
 * container_run.h says how a result is written.
 */
#include "container_run.h"
#include "tap.h"

#define DATE " Mon Mar  6 18:02:11 1995\n"
#define A "From a@x.example" DATE
#define B "From b@x.example" DATE

typedef struct container_case {
    container_kind kind;
    const char *name, *input, *wanted;
} container_case;

static const container_case mbox[] = {
    {CONTAINER_MBOX, "two messages", A "S: 1\n\none\n\n" B "S: 2\n\ntwo\n",
     "(" A "){S: 1\n\none\n}(\n" B "){S: 2\n\ntwo\n}"},
    {CONTAINER_MBOX, "the last empty line is a separator's", A "S: 1\n\none\n\n",
     "(" A "){S: 1\n\none\n}(\n)"},
    {CONTAINER_MBOX, "only one of many empty lines", A "S: 1\n\n\n\n\n" B,
     "(" A "){S: 1\n\n\n\n}(\n" B "){}"},
    {CONTAINER_MBOX, "no line end at the end", A "S: 1\n\none", "(" A "){S: 1\n\none}"},
    {CONTAINER_MBOX, "no line end behind the separator", "From a Mon Mar  6 18:02:11 1995",
     "(From a Mon Mar  6 18:02:11 1995){}"},
    {CONTAINER_MBOX, "CRLF",
     "From a Mon Mar  6 18:02:11 1995\r\nS: 1\r\n\r\none\r\n\r\nFrom b Mon Mar  6 18:02:11 1995\r\nx\r\n\r\n",
     "(From a Mon Mar  6 18:02:11 1995\r\n){S: 1\r\n\r\none\r\n}"
     "(\r\nFrom b Mon Mar  6 18:02:11 1995\r\n){x\r\n}(\r\n)"},
    {CONTAINER_MBOX, "CRLF and LF mixed", A "S: 1\n\none\n\r\n" B "x\r\n\n" B "\r\n",
     "(" A "){S: 1\n\none\n}(\r\n" B "){x\r\n}(\n" B "){}(\r\n)"},
    {CONTAINER_MBOX, "a bare CR ends no line", A "S\n\nx\r\r" B "\r" B "y",
     "(" A "){S\n\nx\r\r" B "\r" B "y}"},
    {CONTAINER_MBOX, "a CR before the end", A "S\n\nx\n\r", "(" A "){S\n\nx\n\r}"},
    {CONTAINER_MBOX, "no empty line before it", A "S: 1\n\none\n" B "more\n",
     "(" A "){S: 1\n\none\n" B "more\n}"},
    {CONTAINER_MBOX, "no date", A "S: 1\n\none\n\nFrom here on\n",
     "(" A "){S: 1\n\none\n\nFrom here on\n}"},
    {CONTAINER_MBOX, "a message of nothing", A "\n" B "\n" B, "(" A "){}(\n" B "){}(\n" B "){}"},
    {CONTAINER_MBOX, "E11 quoted lines lose one >",
     A "S\n\n>From x\n>>From y\nz\n> From\n>Fro\n>>>From \n",
     "(" A "){S\n\n(>)From x\n(>)>From y\nz\n> From\n>Fro\n(>)>>From \n}"},
    {CONTAINER_MBOX, "a quoted one behind an empty line", A "S\n\n\n>" B,
     "(" A "){S\n\n\n(>)" B "}"},
    {CONTAINER_MBOX, "in the header, too", A "S\n>From x\n\n", "(" A "){S\n(>)From x\n}(\n)"},
    {CONTAINER_MBOX, "cut inside a quoted one", A "S\n\n>>Fro", "(" A "){S\n\n>>Fro}"},
    {CONTAINER_MBOXO, "mboxo: only >From", A "S\n\n>From x\n>>From y\n",
     "(" A "){S\n\n(>)From x\n>>From y\n}"},
    {CONTAINER_MBOX, "empty lines before the first", "\n\r\n" A "x\n", "(\n\r\n" A "){x\n}"},
    {CONTAINER_MBOX, "nothing but empty lines", "\n\n\n", "(\n\n\n)"},
    {CONTAINER_MBOX, "a byte order mark", "\xEF\xBB\xBF" A "x\n", "(\xEF\xBB\xBF" A "){x\n}"},
    {CONTAINER_MBOX, "half a byte order mark", "\xEF\xBB", "{\xEF\xBB}"},
    {CONTAINER_MBOX, "a message before the first separator", "S: 0\n\nzero\n\n" A "x\n",
     "{S: 0\n\nzero\n}(\n" A "){x\n}"},
    {CONTAINER_MBOX, "no date in the first line", "From a\nS: 1\n\nx\n", "(From a\n){S: 1\n\nx\n}"},
    {CONTAINER_MBOX, "envelope lines of earlier hosts",
     A ">From c Mon Mar 6 18:02 1995 remote from d\n>From e\nS: 1\n",
     "(" A "){(>From c Mon Mar 6 18:02 1995 remote from d\n>From e\n)S: 1\n}"},
    {CONTAINER_MBOX, "From with a blank before its colon is a field", "From : a\n\nx\n",
     "{From : a\n\nx\n}"},
    {CONTAINER_MBOX, "nothing", "", ""},
};

#define L3 "S: 1\nContent-Length: 3\n\n"

static const container_case counted[] = {
    {CONTAINER_MBOXCL, "the length holds", A "Content-Length: 5\n\none\n\n" B "x\n",
     "(" A "){Content-Length: 5\n\none\n\n}(" B "){x\n}"},
    {CONTAINER_MBOXCL, "an empty line behind it", A "content-length:4 \n\none\n\n" B,
     "(" A "){content-length:4 \n\none\n}(\n" B "){}"},
    {CONTAINER_MBOXCL, "the last line end is not counted", A L3 "one\n\n" B,
     "(" A "){" L3 "one}(\n\n" B "){}"},
    {CONTAINER_MBOXCL, "a separator inside", A "Content-Length: 45\n\nx\n\n" B "\n" B "y\n",
     "(" A "){Content-Length: 45\n\nx\n\n" B "}(\n" B "){y\n}"},
    {CONTAINER_MBOXCL, "a quoted line inside", A "Content-Length: 9\n\n>>From x\n" B,
     "(" A "){Content-Length: 9\n\n(>)>From x\n}(" B "){}"},
    {CONTAINER_MBOXCL, "a quoted line that the length cuts", A "Content-Length: 4\n\n>From x\n",
     "(" A "){Content-Length: 4\n\n>Fro!m x\n}"},
    {CONTAINER_MBOXCL2, "nothing was quoted",
     A "Content-Length: 9\n\n>>From x\n" B ">From y\n\n>From z\n",
     "(" A "){Content-Length: 9\n\n>>From x\n}(" B "){(>From y\n)\n>From z\n}"},
    {CONTAINER_MBOXCL, "too short", A L3 "one two\n\n" B "x\n",
     "(" A "){" L3 "one! two\n}(\n" B "){x\n}"},
    {CONTAINER_MBOXCL, "it ends in an empty line, but no mark follows", A L3 "on\n\n\nx\n",
     "(" A "){" L3 "on\n!\n\nx\n}"},
    {CONTAINER_MBOXCL, "mid-line before a mark", A L3 "one" B, "(" A "){" L3 "one!" B "}"},
    {CONTAINER_MBOXCL, "at the end", A L3 "on\n", "(" A "){" L3 "on\n}"},
    {CONTAINER_MBOXCL, "empty lines up to the end", A L3 "on\n\n\r\n",
     "(" A "){" L3 "on\n}(\n\r\n)"},
    {CONTAINER_MBOXCL, "too long", A "Content-Length: 9\n\nx\n",
     "(" A "){Content-Length: 9\n\nx\n!}"},
    {CONTAINER_MBOXCL, "nothing to come", A "Content-Length: 0\n\n" B "\nx\n",
     "(" A "){Content-Length: 0\n\n}(" B "){\nx\n}"},
    {CONTAINER_MBOXCL, "no field", A "S\n\none\n\n" B, "(" A "){S\n\none\n}(\n" B "){}"},
    {CONTAINER_MBOXCL, "no number",
     A "Content-Length: 3x\nContent-Length:\nContent-Length: 9999999999999999999\n\none\n\n" B,
     "(" A
     "){Content-Length: 3x\nContent-Length:\nContent-Length: 9999999999999999999\n\none\n}(\n" B
     "){}"},
    {CONTAINER_MBOXCL, "the first counts",
     A L3 "on\n" B "Content-Length: 4\nContent-Length: 1\n\nthe\n",
     "(" A "){" L3 "on\n}(" B "){Content-Length: 4\nContent-Length: 1\n\nthe\n}"},
    {CONTAINER_MBOXCL, "not in the body", A "S\n\nContent-Length: 2\n\nmore\n",
     "(" A "){S\n\nContent-Length: 2\n\nmore\n}"},
    {CONTAINER_MBOXCL, "CRLF",
     "From a Mon Mar  6 18:02:11 1995\r\nContent-Length: 4\r\n\r\nab\r\n\r\n" B,
     "(From a Mon Mar  6 18:02:11 1995\r\n){Content-Length: 4\r\n\r\nab\r\n}(\r\n" B "){}"},
    {CONTAINER_MBOXCL, "quoted in the header", A ">Frog\n>From x\n\n",
     "(" A "){>Frog\n(>)From x\n}(\n)"},
};

#define M "\x01\x01\x01\x01\n"

static const container_case mmdf[] = {
    {CONTAINER_MMDF, "two messages", M "S: 1\n\none\n" M M "S: 2\n" M,
     "(" M "){S: 1\n\none\n}(" M M "){S: 2\n}(" M ")"},
    {CONTAINER_MMDF, "CRLF, and a mailbox's line",
     "\x01\x01\x01\x01\r\n" A "S: 1\r\n\x01\x01\x01\x01\r\n",
     "(\x01\x01\x01\x01\r\n){(" A ")S: 1\r\n}(\x01\x01\x01\x01\r\n)"},
    {CONTAINER_MMDF, "cut off", M "S: 1\n", "(" M "){S: 1\n}"},
    {CONTAINER_MMDF, "cut off in a mark", M "S: 1\n\x01\x01\x01", "(" M "){S: 1\n\x01\x01\x01}"},
    {CONTAINER_MMDF, "no line end behind the last mark", M "S: 1\n\x01\x01\x01\x01",
     "(" M "){S: 1\n}(\x01\x01\x01\x01)"},
    {CONTAINER_MMDF, "more and fewer of them are no mark",
     M "\x01\x01\x01\x01\x01\n\x01\x01\x01\nx\x01\x01\x01\x01\n",
     "(" M "){\x01\x01\x01\x01\x01\n\x01\x01\x01\nx\x01\x01\x01\x01\n}"},
    {CONTAINER_MMDF, "noise between", "noise\n" M "x\n" M "noise\n\n" M "y\n" M,
     "(noise\n" M "){x\n}(" M "noise\n\n" M "){y\n}(" M ")"},
    {CONTAINER_MMDF, "one mark for an end and a begin", M "x\n" M "Subject: 2\n\ny\n" M,
     "(" M "){x\n}(" M "){Subject: 2\n\ny\n}(" M ")"},
    {CONTAINER_MMDF, "nothing inside", M M, "(" M "){}(" M ")"},
};

static const container_case rnews[] = {
    {CONTAINER_RNEWS, "two articles", "#! rnews 4\nS\n\nx#! rnews 2\ny\n",
     "(#! rnews 4\n){S\n\nx}(#! rnews 2\n){y\n}"},
    {CONTAINER_RNEWS, "a mark inside", "#! rnews 13\n#! rnews 2\nx\n#! rnews 1\ny",
     "(#! rnews 13\n){#! rnews 2\nx\n}(#! rnews 1\n){y}"},
    {CONTAINER_RNEWS, "noise before the first", "\nx\n#! rnews 1 host\ny",
     "(\nx\n#! rnews 1 host\n){y}"},
    {CONTAINER_RNEWS, "too short a count", "#! rnews 2\nS\n\nx\n#! rnews 1\ny",
     "(#! rnews 2\n){S\n!\nx\n}(#! rnews 1\n){y}"},
    {CONTAINER_RNEWS, "too long a count", "#! rnews 9\nS\n\nx\n", "(#! rnews 9\n){S\n\nx\n!}"},
    {CONTAINER_RNEWS, "no number", "#! rnews x\nS\n", "(#! rnews x\nS\n)!"},
    {CONTAINER_RNEWS, "a number too great", "#! rnews 9999999999999999999\nS\n",
     "(#! rnews 9999999999999999999\nS\n)!"},
    {CONTAINER_RNEWS, "compressed", "#! cunbatch\n\x1f\x9d\n#! rnews 1\nx",
     "!(#! cunbatch\n\x1f\x9d\n#! rnews 1\nx)"},
    {CONTAINER_RNEWS, "compressed behind an article", "#! rnews 1\nx#! gunbatch\nyz",
     "(#! rnews 1\n){x}!(#! gunbatch\nyz)"},
    {CONTAINER_RNEWS, "CRLF", "#! rnews 3\r\nx\r\n#! rnews 1\r\ny",
     "(#! rnews 3\r\n){x\r\n}(#! rnews 1\r\n){y}"},
    {CONTAINER_RNEWS, "an empty article", "#! rnews 0\n#! rnews 1\ny",
     "(#! rnews 0\n){}(#! rnews 1\n){y}"},
    {CONTAINER_RNEWS, "a count to a line that is cut off", "#! rnews 1\nx#! rn",
     "(#! rnews 1\n){x!#! rn}"},
};

static const container_case nntp[] = {
    {CONTAINER_NNTP, "E16 an article", "220 1 <a@b> ok\r\nS: 1\r\n\r\n..x\r\n.\r\n205 bye\r\n",
     "(220 1 <a@b> ok\r\n){S: 1\r\n\r\n(.).x\r\n}(.\r\n205 bye\r\n)"},
    {CONTAINER_NNTP, "a session",
     "200 hi\nGROUP x\n211 9 1 9 x\nBODY 1\n222 1 <a@b>\nx\n.\n215 list\n..y\nFrom: z\n.\n",
     "(200 hi\nGROUP x\n211 9 1 9 x\nBODY 1\n222 1 <a@b>\n){x\n}(.\n215 list\n..y\nFrom: z\n.\n)"},
    {CONTAINER_NNTP, "no status line", "Path: x\n\n...\n.y\n.\n\nNewsgroups: z\n\n.\n",
     "{Path: x\n\n(.)..\n.y\n}(.\n\n){Newsgroups: z\n\n}(.\n)"},
    {CONTAINER_NNTP, "cut off", "221 1 <a@b>\nS: 1\n", "(221 1 <a@b>\n){S: 1\n}"},
    {CONTAINER_NNTP, "cut off in the last line", "220 1 <a@b>\nS: 1\n.\r",
     "(220 1 <a@b>\n){S: 1\n}(.\r)"},
    {CONTAINER_NNTP, "cut off behind its dot", "220 1 <a@b>\nS: 1\n.",
     "(220 1 <a@b>\n){S: 1\n}(.)"},
    {CONTAINER_NNTP, "a line of CR", "220 1 <a@b>\n.\rx\n..\r", "(220 1 <a@b>\n){.\rx\n(.).\r}"},
    {CONTAINER_NNTP, "no such article", "430 no\r\n220 2 <a@b>\r\n.\r\n",
     "(430 no\r\n220 2 <a@b>\r\n){}(.\r\n)"},
    {CONTAINER_NNTP, "empty lines first", "\r\nx\r\n.\r\n", "(\r\n){x\r\n}(.\r\n)"},
};

static const container_case others[] = {
    {CONTAINER_TEXT, "a text", A "\n" B "\xEF\xBB\xBF", A "\n" B "\xEF\xBB\xBF"},
    {CONTAINER_TEXT, "an empty one", "", ""},
    {CONTAINER_MESSAGE, "a message", "S: 1\n\nx\n\n" B ">From x\n.\n",
     "{S: 1\n\nx\n\n" B ">From x\n.\n}"},
    {CONTAINER_MESSAGE, "a piped one", A "S: 1\n\nx\n", "(" A "){S: 1\n\nx\n}"},
    {CONTAINER_MESSAGE, "a quoted line first", ">" A ">From y\nS: 1\n",
     "(>" A "){(>From y\n)S: 1\n}"},
    {CONTAINER_MESSAGE, "a byte order mark", "\xEF\xBB\xBFS: 1\n", "(\xEF\xBB\xBF){S: 1\n}"},
    {CONTAINER_MESSAGE, "an empty one", "", ""},
    {CONTAINER_AUTO, "a text", "so\nand From", "<text>so\nand From"},
    {CONTAINER_AUTO, "nothing", "", "<text>"},
    {CONTAINER_AUTO, "an mbox", A "S: 1\n\nx\n\n" B, "<mbox>(" A "){S: 1\n\nx\n}(\n" B "){}"},
    {CONTAINER_AUTO, "an mbox of one line", "From a Mon Mar  6 18:02:11 1995",
     "<mbox>(From a Mon Mar  6 18:02:11 1995){}"},
    {CONTAINER_AUTO, "a message", "Subject: 1\n\nx\n\n" B, "<mail>{Subject: 1\n\nx\n\n" B "}"},
    {CONTAINER_AUTO, "a piped message", "From a\nSubject: 1\n\n>From x\n",
     "<mbox>(From a\n){Subject: 1\n\n(>)From x\n}"},
    {CONTAINER_AUTO, "a quoted line first", ">From a\nSubject: 1\n\n>From x\n",
     "<mail>(>From a\n){Subject: 1\n\n>From x\n}"},
    {CONTAINER_AUTO, "MMDF", M "x\n" M, "<mmdf>(" M "){x\n}(" M ")"},
    {CONTAINER_AUTO, "a batch", "#! rnews 1\nx", "<rnews>(#! rnews 1\n){x}"},
    {CONTAINER_AUTO, "an answer", "220 1 <a@b>\nx\n.\n", "<nntp>(220 1 <a@b>\n){x\n}(.\n)"},
};

/* Returns true if the result is as wanted with these pieces. */
static bool case_holds(const container_case *k, container_tape *t, size_t first, size_t size)
{
    int r = tape_play(t, k->kind, k->input, strlen(k->input), first, size);

    return r == 0 && t->tiled && strcmp(t->told.p, k->wanted) == 0;
}

static void one_case(const container_case *k, container_tape *t)
{
    size_t n = strlen(k->input);

    if (!case_holds(k, t, n + 1, n + 1)) {
        ok(t->tiled, "%s: %s: each byte once", container_name(k->kind), k->name);
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

/* Tests a line of n bytes that begins and ends so, and that is a mark or not. */
static void long_line(container_kind kind, const char *begin, size_t n, const char *end, bool mark,
                      const char *name)
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

    long_line(CONTAINER_MBOX, "From ", CONTAINER_HELD, end, true, "a separator as long as can be");
    long_line(CONTAINER_MBOX, "From ", CONTAINER_HELD + 1, end, false, "a byte longer");
    long_line(CONTAINER_MBOX, ">", CONTAINER_HELD, "From ", true,
              "as many > before From as can be");
    long_line(CONTAINER_MBOX, ">", CONTAINER_HELD + 1, "From ", false, "one more");
}

/* A value that the receiver returns comes back, and the receiver is not called again. */
static void stopped(void)
{
    static const char text[] = A "S: 1\n\n>From x\n\n" B "y\n\n";
    container_tape t = {.stop = -1};
    size_t stops = 0;
    bool held = true;

    for (long calls = 0; calls < 40; calls++) {
        t.stop = calls;
        int r = tape_play(&t, CONTAINER_AUTO, text, sizeof text - 1, 7, 7);
        stops += r == 7;
        held &= r == 7 || r == 0;
        held &= t.stop == (r == 7 ? -1 : t.stop);
    }
    ok(held && stops > 10 && stops < 40, "a receiver's value comes back, each time");
    free(t.told.p);
}

static void names(void)
{
    bool held = true;

    for (int k = 0; k < CONTAINER_KINDS; k++)
        for (int other = 0; other < k; other++)
            held &= strcmp(container_name((container_kind)k),
                           container_name((container_kind)other)) != 0;
    ok(held, "each kind has a name of its own");
    is_str(container_name(CONTAINER_KINDS), "unknown", "no kind");
}

int main(void)
{
    all_cases(ALL(mbox));
    all_cases(ALL(counted));
    all_cases(ALL(mmdf));
    all_cases(ALL(rnews));
    all_cases(ALL(nntp));
    all_cases(ALL(others));
    long_lines();
    stopped();
    names();
    return done();
}
