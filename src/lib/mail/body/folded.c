/* folded.c - recognises folded text by its lines: calendars (RFC 5545 section 3.1), vCards (RFC
 * 6350 section 3.2), entries of a directory (RFC 2849)
 *
 * A line that begins with one blank continues the line above it. A calendar or a vCard inside of a
 * text begins with a line "BEGIN:VCARD", with or without quote marks before it. It ends with the
 * "END:" of that line, or before a line without these quote marks or without a property's name.
 * lines.c cuts the folds.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/body/inside.h"

/* The maximum length of the name of a property or component. */
#define NAME 64

/* The components whose first letter is neither "V" nor "X". */
static const char components[] = "standard daylight available participant";

/* Returns true for the name of a component: "VCARD", "VEVENT", "DAYLIGHT", "X-NAME". */
static bool is_component(trawl_str name)
{
    bool found = (name.n > 2 && (ascii_lower(name.p[0]) == 'v' || ascii_same(name.p, "x-", 2))) ||
                 ascii_is_word_of(components, name.p, name.n);

    for (size_t i = 0; i < name.n && found; i++)
        found = ascii_is_alnum((unsigned char)name.p[i]) || name.p[i] == '-';
    return found;
}

/* Returns the length of the quote marks at the start of the bytes. */
static size_t marks_length(const lines_ahead *a)
{
    size_t i = 0;

    while (i < a->n && i < LINES_MARKS && (a->p[i] == '>' || (i > 0 && a->p[i] == ' ')))
        i++;
    return i;
}

size_t lines_folded_starts(lines *l, const lines_ahead *a)
{
    static const char begin[] = "begin:";
    size_t marks = marks_length(a), there = a->n - marks < 6 ? a->n - marks : 6, next;
    lines_line line;

    if (marks > 0 && l->signed_text) /* its quoted lines are not searched */
        return 0;
    if (!ascii_same(a->p + marks, begin, there))
        return 0;
    if (there < 6)
        return a->last ? 0 : LINES_MORE;
    next = lines_line_at(a, 0, &line);
    if (next == 0 || next == LINES_MORE)
        return next;
    line = lines_trimmed(line);
    if (line.n < marks + 6 || !is_component((trawl_str){line.p + marks + 6, line.n - marks - 6}))
        return 0;
    l->folded = (lines_folded){.block = true, .depth = 1, .marks_n = (unsigned)marks};
    CHECK(marks <= sizeof l->folded.marks);
    memcpy(l->folded.marks, a->p, marks);
    l->data = LINES_UNFOLD;
    return next;
}

/* Returns the length of the block's quote marks, or LINES_MORE. Sets *same to whether they are at
 * the start of the bytes. */
static size_t same_marks(const lines_folded *folded, const lines_ahead *a, bool *same)
{
    size_t n = folded->marks_n < a->n ? folded->marks_n : a->n;

    *same = memcmp(a->p, folded->marks, n) == 0;
    return *same && n < folded->marks_n && !a->last ? LINES_MORE : n;
}

size_t lines_fold(const lines *l, const lines_ahead *a)
{
    size_t i = a->n > 0 && a->p[0] == '\r', at;
    lines_ahead rest;
    bool same;

    if (i < a->n && a->p[i] != '\n')
        return 0;
    if (i >= a->n)
        return a->last ? 0 : LINES_MORE;
    rest = (lines_ahead){a->p + i + 1, a->n - i - 1, a->last};
    at = same_marks(&l->folded, &rest, &same);
    if (!same)
        return 0;
    if (at == LINES_MORE || at >= rest.n)
        return a->last ? 0 : LINES_MORE;
    return rest.p[at] == ' ' || (rest.p[at] == '\t' && l->rule != LINES_LDIF) ? i + at + 2 : 0;
}

/* A line of folded text, from its quote marks on. */
typedef struct folded_line {
    size_t from, to; /* the name of the property */
    char after;      /* the byte after it, or '\n' for CR and for the end of the text */
    bool own;        /* the line may belong to the block */
} folded_line;

static bool is_property_byte(const lines *l, char c)
{
    return ascii_is_alnum((unsigned char)c) ||
           (c && strchr(l->rule == LINES_LDIF ? "-._;" : "-._", c));
}

/* Reads the name at the start of a line. Returns LINES_MORE when more bytes are needed, else 1. */
static size_t read_name(const lines *l, const lines_ahead *a, folded_line *line)
{
    size_t i = same_marks(&l->folded, a, &line->own), fold;

    if (i == LINES_MORE)
        return LINES_MORE;
    line->from = i;
    while (i < a->n && i - line->from < NAME && is_property_byte(l, a->p[i]))
        i++;
    if (i == a->n && !a->last)
        return LINES_MORE;
    line->to = i;
    line->after = i == a->n || a->p[i] == '\r' ? '\n' : a->p[i];
    if (line->after != '\n' || i == line->from) {
        line->own &= strchr(":;\n", line->after) != NULL;
        return 1;
    }
    fold = lines_fold(l, &(lines_ahead){a->p + i, a->n - i, a->last}); /* inside of the name */
    line->own &= fold > 0;
    return fold == LINES_MORE ? LINES_MORE : 1;
}

size_t lines_folded_line(lines *l, const lines_ahead *a, size_t *head)
{
    folded_line line = {0};
    lines_folded *folded = &l->folded;
    trawl_str name;

    if (read_name(l, a, &line) == LINES_MORE)
        return LINES_MORE;
    if (folded->block && !line.own)
        return 0;
    *head = line.to;
    name = (trawl_str){a->p + line.from, line.to - line.from};
    if (l->rule == LINES_LDIF) {
        bool colon = line.after == ':';
        if (colon && line.to + 1 == a->n && !a->last)
            return LINES_MORE;
        folded->base64 = colon && line.to + 1 < a->n && a->p[line.to + 1] == ':';
        *head += folded->base64 ? 2 : 0;
    } else if (line.after == ':' && ascii_is_word_of("begin", name.p, name.n)) {
        folded->depth += folded->depth < UINT32_MAX;
    } else if (line.after == ':' && ascii_is_word_of("end", name.p, name.n) && folded->depth > 0) {
        folded->over = --folded->depth == 0;
    }
    return 1;
}
