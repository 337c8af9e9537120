/* sniff.c - the kind of an input by its first bytes
 *
 * A kind is tried after the other; the first byte of the first line already leaves out most. Who types "trawl" and then
 * a line of text gets an answer for it: only what may yet be a mark, or has been nothing but header fields, makes it
 * wait for more.
 */
#include "mail/sniff.h"

#include <string.h>

#include "base/ascii.h"
#include "mail/container_line.h"

/* No field has a longer name. */
#define SNIFF_NAME 128

typedef struct sniff_look {
    container_view v; /* last is set for a cut one, too: there is no waiting any more */
    size_t at;        /* the first line that is not empty */
    bool cut;         /* the input goes on, but not for this */
} sniff_look;

static container_is sniff_mbox(const sniff_look *l)
{
    size_t end = 0;
    container_is is = container_prefix(&l->v, l->at, "From ");

    if (is == CONTAINER_YES)
        is = container_line(&l->v, l->at, &end);
    if (is != CONTAINER_YES)
        return is;
    return sniff_from_line(l->v.p + l->at, container_bare(l->v.p + l->at, end - l->at)) ? CONTAINER_YES : CONTAINER_NO;
}

static container_is sniff_mmdf(const sniff_look *l)
{
    size_t end = 0;
    container_is is = container_prefix(&l->v, l->at, "\x01\x01\x01\x01");

    return is == CONTAINER_YES ? container_blank(&l->v, l->at + 4, &end) : is;
}

static container_is sniff_rnews(const sniff_look *l)
{
    size_t end = 0, i = l->at + 3;
    container_is is = container_prefix(&l->v, l->at, "#! ");

    if (is == CONTAINER_YES)
        is = container_line(&l->v, l->at, &end);
    if (is != CONTAINER_YES)
        return is;
    if (container_prefix(&l->v, i, "rnews ") == CONTAINER_YES)
        return end > i + 6 && ascii_is_digit((unsigned char)l->v.p[i + 6]) ? CONTAINER_YES : CONTAINER_NO;
    while (i < end && ascii_is_alnum((unsigned char)l->v.p[i]))
        i++;
    return i >= l->at + 10 && memcmp(l->v.p + i - 7, "unbatch", 7) == 0 ? CONTAINER_YES : CONTAINER_NO;
}

static container_is sniff_nntp(const sniff_look *l)
{
    size_t end = 0;
    container_is is = container_prefix(&l->v, l->at, "22");

    if (is == CONTAINER_YES && l->at + 2 < l->v.n && (l->v.p[l->at + 2] < '0' || l->v.p[l->at + 2] > '2'))
        is = CONTAINER_NO;
    if (is == CONTAINER_YES)
        is = container_line(&l->v, l->at, &end);
    if (is != CONTAINER_YES)
        return is;
    return sniff_nntp_line(l->v.p + l->at, container_bare(l->v.p + l->at, end - l->at)) ? CONTAINER_YES : CONTAINER_NO;
}

/* A field's name at i (RFC 5322 section 3.6.8, with the blanks of 4.5 before its ":"). "http://" begins no field. */
static container_is sniff_name(const sniff_look *l, size_t i, size_t *n)
{
    const container_view *v = &l->v;
    size_t from = i;

    while (i < v->n && i - from < SNIFF_NAME && v->p[i] > ' ' && v->p[i] < 0x7F && v->p[i] != ':')
        i++;
    *n = i - from;
    while (i < v->n && i - from < SNIFF_NAME && *n && (v->p[i] == ' ' || v->p[i] == '\t'))
        i++;
    if (i == v->n && l->cut)
        *n = 0; /* it may be a longer name */
    if (i == v->n)
        return l->cut ? CONTAINER_YES : v->last ? CONTAINER_NO : CONTAINER_MORE;
    if (!*n || v->p[i] != ':')
        return CONTAINER_NO;
    switch (container_prefix(v, i + 1, "//")) {
    case CONTAINER_YES:
        return CONTAINER_NO;
    case CONTAINER_MORE:
        return CONTAINER_MORE;
    default:
        return CONTAINER_YES;
    }
}

/* Nothing but fields and their continuations from i up to an empty line or the end, and enough of mail in them? says: what
 * stands before them tells. */
static container_is sniff_fields(const sniff_look *l, size_t i, unsigned says)
{
    const container_view *v = &l->v;
    size_t first = i, n = 0, end = 0;

    while (i < v->n) {
        container_is is = container_blank(v, i, &end);
        const char *lf = memchr(v->p + i, '\n', v->n - i);
        size_t next = lf ? (size_t)(lf - v->p) + 1 : v->n;
        if (is == CONTAINER_YES)
            return sniff_is_header(says, true) ? CONTAINER_YES : CONTAINER_NO;
        if (is == CONTAINER_NO && (i == first || (v->p[i] != ' ' && v->p[i] != '\t'))) {
            is = sniff_name(l, i, &n);
            if (is == CONTAINER_NO)
                return is;
            if (is == CONTAINER_YES && n)
                says |= sniff_says(v->p + i, next - i, n);
        }
        if (is == CONTAINER_MORE)
            return is;
        i = next;
    }
    if (!v->last)
        return CONTAINER_MORE;
    return sniff_is_header(says, false) ? CONTAINER_YES : CONTAINER_NO;
}

/* A line of an envelope that begins so, and fields behind it. It tells the sender, but it is no field. */
static container_is sniff_envelope(const sniff_look *l, const char *begin)
{
    size_t end = 0, name = begin[0] == '>' ? 1 : 0;
    container_is is = container_prefix(&l->v, l->at, begin);

    if (is == CONTAINER_YES)
        is = container_envelope(&l->v, l->at, &end);
    if (is != CONTAINER_YES)
        return is;
    return sniff_fields(l, end, sniff_says(l->v.p + l->at + name, end - l->at - name, 4) & ~(unsigned)SNIFF_MAIL);
}

static container_is sniff_undated(const sniff_look *l)
{
    return sniff_envelope(l, "From ");
}

static container_is sniff_quoted(const sniff_look *l)
{
    return sniff_envelope(l, ">From ");
}

/* An empty line before them would end a header. */
static container_is sniff_message(const sniff_look *l)
{
    size_t mark = l->v.n >= 3 && memcmp(l->v.p, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

    return l->at == mark ? sniff_fields(l, l->at, 0) : CONTAINER_NO;
}

/* "<!DOCTYPE html" or "<html". */
static container_is sniff_html(const sniff_look *l)
{
    container_is page = container_prefix_any_case(&l->v, l->at, "<!doctype html");

    return page == CONTAINER_NO ? container_prefix_any_case(&l->v, l->at, "<html") : page;
}

static container_is sniff_text(const sniff_look *l)
{
    (void)l;
    return CONTAINER_YES;
}

static const struct {
    container_is (*test)(const sniff_look *l);
    container_kind kind;
    const char *why;
} kinds[] = {
    {sniff_mbox, CONTAINER_MBOX, "it begins with the \"From \" line of a mailbox"},
    {sniff_mmdf, CONTAINER_MMDF, "it begins with a line of four ^A"},
    {sniff_rnews, CONTAINER_RNEWS, "it begins with the \"#! \" line of a news batch"},
    {sniff_nntp, CONTAINER_NNTP, "it begins with a news server's answer"},
    {sniff_undated, CONTAINER_MBOX, "it begins with a \"From \" line without a date, and header fields behind it"},
    {sniff_quoted, CONTAINER_MESSAGE, "it begins with a \">From \" line, and header fields behind it"},
    {sniff_message, CONTAINER_MESSAGE, "it begins with header fields of mail or news"},
    {sniff_html, CONTAINER_HTML, "it begins as a page of HTML does"},
    {sniff_text, CONTAINER_TEXT, "it begins neither with a header of mail or news nor with a mailbox's mark"},
};

container_kind sniff(const char *p, size_t n, bool last, const char **why)
{
    bool cut = n >= CONTAINER_SNIFF;
    sniff_look l = {{p, cut ? CONTAINER_SNIFF : n, last || cut}, 0, cut};
    container_is is = container_prefix(&l.v, 0, "\xEF\xBB\xBF");

    if (is == CONTAINER_YES)
        l.at = 3;
    if (is != CONTAINER_MORE)
        while ((is = container_blank(&l.v, l.at, &l.at)) == CONTAINER_YES)
            ;
    if (is == CONTAINER_MORE)
        return CONTAINER_AUTO;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        is = kinds[k].test(&l);
        if (is == CONTAINER_MORE)
            return CONTAINER_AUTO;
        if (is == CONTAINER_YES) {
            *why = kinds[k].why;
            return kinds[k].kind;
        }
    }
    return CONTAINER_TEXT;
}
