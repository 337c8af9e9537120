/* notation.c - what a text is written in: AsciiDoc, Markdown, Texinfo, or nothing known (M22)
 *
 * Input: the first 4 KB of the text, which are kept until a rule needs the notation, and what the
 * links so far have shown. If no rule needs the notation, the text is not read. The lines of the
 * first 4 KB are compared with a table; the notation with the most evidence is the notation of the
 * whole text. If they show no notation, the last two links that have shown a notation decide, if
 * both show the same notation.
 */
#include "base/check.h"
#include "find/text/text.h"

/* The sum of weights from which a notation is accepted. */
#define NOTATION_ENOUGH 3

/* What notation_pack() returns: the rows begin at bit 0, the other values at these bits. */
enum { PACKED_MOST = 40, PACKED_HEAD_IS = 53, PACKED_SHOWN = 56, PACKED_TIMES = 59 };
_Static_assert(NOTATION_HEAD < 1 << (PACKED_HEAD_IS - PACKED_MOST),
               "it has the bytes that are left");

enum {
    ASCIIDOC = TRAWL_NOTATION_ASCIIDOC,
    MARKDOWN = TRAWL_NOTATION_MARKDOWN,
    TEXINFO = TRAWL_NOTATION_TEXINFO
};

/* How lines begin, and how much this says. Each row counts once in a text. */
static const struct {
    trawl_str begin;
    int of;
    unsigned weight;
} notation_rows[] = {
    {TEXT_STR("= "), ASCIIDOC, 2},
    {TEXT_STR("== "), ASCIIDOC, 2},
    {TEXT_STR("=== "), ASCIIDOC, 2},
    {TEXT_STR(":toc"), ASCIIDOC, 2},
    {TEXT_STR(":icons: "), ASCIIDOC, 2},
    {TEXT_STR(":page-"), ASCIIDOC, 1},
    {TEXT_STR(":imagesdir:"), ASCIIDOC, 2},
    {TEXT_STR("include::"), ASCIIDOC, 3},
    {TEXT_STR("image::"), ASCIIDOC, 3},
    {TEXT_STR("ifdef::"), ASCIIDOC, 3},
    {TEXT_STR("ifndef::"), ASCIIDOC, 3},
    {TEXT_STR("[source"), ASCIIDOC, 3},
    {TEXT_STR("[verse]"), ASCIIDOC, 3},
    {TEXT_STR("[[_"), ASCIIDOC, 2},
    {TEXT_STR("[NOTE]"), ASCIIDOC, 2},
    {TEXT_STR("[TIP]"), ASCIIDOC, 2},
    {TEXT_STR("NOTE: "), ASCIIDOC, 1},
    {TEXT_STR("* link:"), ASCIIDOC, 3},
    {TEXT_STR("|==="), ASCIIDOC, 3},
    {TEXT_STR("# "), MARKDOWN, 1},
    {TEXT_STR("## "), MARKDOWN, 1},
    {TEXT_STR("### "), MARKDOWN, 1},
    {TEXT_STR("```"), MARKDOWN, 2},
    {TEXT_STR("[!["), MARKDOWN, 3},
    {TEXT_STR("!["), MARKDOWN, 3},
    {TEXT_STR("- ["), MARKDOWN, 2},
    {TEXT_STR("* ["), MARKDOWN, 2},
    {TEXT_STR("- **"), MARKDOWN, 2},
    {TEXT_STR("\\input texinfo"), TEXINFO, 3},
    {TEXT_STR("@setfilename "), TEXINFO, 3},
    {TEXT_STR("@settitle "), TEXINFO, 3},
    {TEXT_STR("@node "), TEXINFO, 3},
    {TEXT_STR("@chapter "), TEXINFO, 3},
    {TEXT_STR("@cindex "), TEXINFO, 3},
    {TEXT_STR("@section "), TEXINFO, 2},
    {TEXT_STR("@subsection "), TEXINFO, 2},
    {TEXT_STR("@end "), TEXINFO, 2},
    {TEXT_STR("@item"), TEXINFO, 1},
    {TEXT_STR("@c "), TEXINFO, 1},
};

enum { NOTATION_ROWS = sizeof notation_rows / sizeof notation_rows[0] };
_Static_assert((int)NOTATION_ROWS <= (int)PACKED_MOST, "each row has a bit");

/* Adds the bits of the rows that the line p[0..n) begins with. A heading of a wiki, "== a ==", is
 * no heading of AsciiDoc. */
static void notation_line(const char *p, size_t n, uint64_t *seen)
{
    if (n == 0 || !strchr("=:i[N*|#`!-\\@", p[0]) || (p[0] == '=' && p[n - 1] == '='))
        return;
    for (unsigned k = 0; k < NOTATION_ROWS; k++) {
        const trawl_str begin = notation_rows[k].begin;
        if (p[0] == begin.p[0] && n >= begin.n && memcmp(p, begin.p, begin.n) == 0)
            *seen |= UINT64_C(1) << k;
    }
}

/* Returns which rows of notation_rows are the beginnings of lines in the first bytes, as bits. */
static uint64_t notation_lines(const notation_state *state)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* of UTF-8, at the start of the text */
    const char *p = state->head;
    const size_t end = state->is.head_n;
    uint64_t seen = state->is.seen;

    for (size_t i = state->is.most == NOTATION_HEAD && end > 2 && memcmp(p, mark, 3) == 0 ? 3 : 0,
                to;
         i < end; i = to + 1) {
        const char *lf = memchr(p + i, '\n', end - i);
        to = lf ? (size_t)(lf - p) : end;
        notation_line(p + i, to - i - (to > i && p[to - 1] == '\r'), &seen);
    }
    return seen;
}

/* Returns the notation that the rows show; TRAWL_NOTATION_AUTO if they show none or several. */
static int notation_of(uint64_t seen)
{
    unsigned weight[TRAWL_NOTATION_TEXINFO + 1] = {0}, most = 0;
    int is = TRAWL_NOTATION_AUTO;

    for (unsigned k = 0; k < NOTATION_ROWS; k++)
        weight[notation_rows[k].of] += seen >> k & 1 ? notation_rows[k].weight : 0;
    for (int k = ASCIIDOC; k <= TEXINFO; k++)
        if (weight[k] >= NOTATION_ENOUGH && weight[k] >= most) {
            is = weight[k] > most ? k : TRAWL_NOTATION_AUTO;
            most = weight[k];
        }
    return is;
}

void notation_keep(notation_state *state, const text *t)
{
    const size_t room = state->is.most - state->is.head_n;
    size_t from, more;

    if (state->is.judged || state->is.closed || state->is.head_n >= state->is.most)
        return;
    from = state->is.head_n - (size_t)t->base;
    CHECK(t->base <= state->is.head_n && from <= t->n && state->is.most <= NOTATION_HEAD);
    more = t->n - from < room ? t->n - from : room;
    memcpy(state->head + state->is.head_n, t->p + from, more);
    state->is.head_n = NARROW16(state->is.head_n + more);
}

/* Judges the first bytes. Returns false, with t starved, when more of them may come. */
__attribute__((noinline)) static bool notation_judge(notation_state *state, text *t)
{
    if (state->is.judged)
        return true;
    notation_keep(state, t);
    if (state->is.head_n < state->is.most && !state->is.closed && !t->final) {
        text_starve(t, state->is.most - 1u - (size_t)t->base);
        return false;
    }
    state->is.head_is = NARROW8(notation_of(notation_lines(state)));
    state->is.judged = true;
    return true;
}

uint64_t notation_pack(notation_state *state, const text *t)
{
    text end = *t;
    uint64_t packed = 0;

    notation_keep(state, t);
    if (state->is.judged || state->is.closed || state->is.head_n == state->is.most) {
        (void)notation_judge(state, &end);
        packed = (uint64_t)state->is.head_is << PACKED_HEAD_IS;
    } else {
        packed = notation_lines(state) | (uint64_t)(state->is.most - state->is.head_n)
                                             << PACKED_MOST;
    }
    return packed | (uint64_t)state->is.shown << PACKED_SHOWN |
           (uint64_t)state->is.times << PACKED_TIMES;
}

void notation_unpack(notation_state *state, uint64_t packed)
{
    state->is.seen = packed & ((UINT64_C(1) << PACKED_MOST) - 1);
    state->is.most = packed >> PACKED_MOST & 0x1FFF;
    state->is.judged = state->is.judged || state->is.most == 0;
    state->is.head_is = packed >> PACKED_HEAD_IS & 7;
    state->is.shown = packed >> PACKED_SHOWN & 7;
    state->is.times = packed >> PACKED_TIMES & 3;
}

__attribute__((noinline, cold)) void notation_show(notation_state *state, uint8_t shown)
{
    state->is.times = state->is.shown == shown ? NOTATION_TIMES : 1;
    state->is.shown = shown;
}

int text_notation(text *t)
{
    notation_state *state = t->notation;

    if (!RULE(M22) || !state)
        return TRAWL_NOTATION_AUTO;
    if (state->is.set)
        return state->is.set;
    if (!notation_judge(state, t->source ? t->source : t))
        return TRAWL_NOTATION_AUTO;
    return state->is.head_is                   ? state->is.head_is
           : state->is.times == NOTATION_TIMES ? state->is.shown
                                               : TRAWL_NOTATION_AUTO;
}

bool text_in_texinfo(const text *t, size_t i)
{
    static const char *const commands[] = {"@url{", "@uref{", "@email{", "@indicateurl{"};
    bool is = false;

    for (size_t k = 0; k < sizeof commands / sizeof commands[0] && !is; k++) {
        const size_t n = strlen(commands[k]);
        is = i >= n && memcmp(t->p + i - n, commands[k], n) == 0;
    }
    return is;
}
