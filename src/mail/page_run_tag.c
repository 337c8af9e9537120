/* page_run_tag.c - usual tags that are more than a name, read where they lie */
#include "mail/page_run.h"

#if defined(__SSE2__)
#include "base/ascii.h"
#include "html/html_search.h"

/* More of them between attributes are not usual. */
#define BLANKS 16

/* How long a name is of whatever bytes: up to what may end it, or is odd. */
static unsigned name_length(const char *s)
{
    unsigned n = 0;

    while (n < HTML_NAME && s[n] > ' ' && s[n] != '/' && s[n] != '=' && s[n] != '>')
        n++;
    return n;
}

static html_name name_at(const char *s, unsigned n)
{
    html_name name;

    name.n = n;
    for (unsigned i = 0; i < n; i++)
        name.p[i] = ascii_lower(s[i]);
    return name;
}

/* ---- Attributes ---- */

/* The end of a value without quotes. */
static const char *bare_end(const char *s, const char *end)
{
    __m128i here = load(s), blank = _mm_cmpeq_epi8(_mm_min_epu8(here, all_of(' ')), here);

    s += __builtin_ctz(bits_of(_mm_or_si128(blank, _mm_cmpeq_epi8(here, all_of('>')))) | 1u << 16);
    while (s < end && *s != '>' && !page_is_blank(*s))
        s++;
    return s;
}

/* The end of one with quotes, which nobody wants. */
static inline const char *quoted_end(const char *s, const char *end, char c)
{
    const __m128i quote = all_of(c);
    uint64_t bits = 0;

    for (size_t i = 0; i < 48; i += 16)
        bits |= (uint64_t)bits_of(_mm_cmpeq_epi8(load(s + i), quote)) << i;
    return bits ? s + __builtin_ctzll(bits) : html_find_byte(s + 48, end, c);
}

/* The first attribute of its name counts. */
static void take(page_run_block *r, const page_attribute_row *row, html_attribute *a, const char *from, const char *to)
{
    const unsigned bit = 1u << (row - page_attributes);

    a->from = place_of(r, from);
    a->to = place_of(r, to);
    if (!(r->taken & bit))
        page_take_value(r->p, row, a);
    r->taken |= bit;
}

/* A value up to its quote, if it has no references but "&amp;", is written where the tokenizer would write it. */
static bool decode(char *value, size_t *n, const char *s, const char *end, char quote)
{
    for (*n = 0;;) {
        const char *stop = html_find(s, end, quote, '&', 0);
        size_t k = (size_t)(stop - s);
        if (stop == end || k >= HTML_VALUE - *n)
            return false;
        memcpy(value + *n, s, k);
        *n += k;
        if (*stop == quote)
            return true;
        if (end - stop < 5 || memcmp(stop, "&amp;", 5) != 0)
            return false;
        value[(*n)++] = '&';
        s = stop + 5;
    }
}

/* The value at s: behind it, or NULL. */
static const char *take_value(page_run_block *r, const page_attribute_row *row, const char *s)
{
    bool quoted = is_quote(*s);
    const char *from = s + quoted, *to = quoted ? html_find(from, r->end, *s, '&', 0) : bare_end(from, r->end);
    html_attribute a = {.value = from, .value_n = (size_t)(to - from)};

    if (to >= r->end || a.value_n > HTML_VALUE)
        return NULL;
    if (quoted && *to == '&') {
        to = html_find_byte(to, r->end, *s);
        a.value = r->p->h.value;
        if (!decode(r->p->h.value, &a.value_n, from, r->end, *s))
            return NULL;
    }
    if (quoted && *to != *s)
        return NULL;
    if (!quoted && (from == to || memchr(from, '&', a.value_n) || memchr(from, 0, a.value_n)))
        return NULL;
    take(r, row, &a, from, to);
    return to + quoted;
}

/* The same where nobody wants it. */
static inline const char *pass_value(const page_run_block *r, const char *s)
{
    bool quoted = is_quote(*s);
    const char *to = quoted ? quoted_end(s + 1, r->end, *s) : bare_end(s, r->end);

    return to < r->end && to > s ? to + quoted : NULL;
}

/* An attribute that may say something, or of an unusual name: behind it, or NULL. */
__attribute__((noinline)) static const char *attribute(page_run_block *r, const char *s)
{
    unsigned n = name_length(s);
    const page_attribute_row *row = NULL;
    html_name name;

    if (n == 0 || n == HTML_NAME || r->safe - (s + n) < LOOK)
        return NULL;
    if (is_letter(*s) && page_attribute_maybe(r->lengths, s, n)) {
        name = name_at(s, n);
        row = page_attribute_of(&r->p->names, &name);
    }
    if (row && page_holds_any(r->p, row, r->what))
        return s[n] == '=' ? take_value(r, row, s + n + 1) : NULL;
    if (s[n] == '=')
        return pass_value(r, s + n + 1);
    return s[n] == '>' || (s[n] == ' ' && is_letter(s[n + 1])) ? s + n : NULL;
}

/* Behind the name of a start tag: at its ">" or "/>", or NULL. */
static const char *attributes(page_run_block *r, const char *s)
{
    while (s) {
        unsigned n;
        if (r->safe - s < LOOK + 2 * BLANKS)
            return NULL;
        s += *s == ' ';
        for (unsigned i = 0; (unsigned char)*s <= ' ' && i < BLANKS && page_is_blank(*s); i++)
            s++;
        if (*s == '>' || (*s == '/' && s[1] == '>'))
            return s;
        n = letters(s);
        if (n > 0 && s[n] == '=' && !page_attribute_maybe(r->lengths, s, n))
            s = pass_value(r, s + n + 1);
        else
            s = attribute(r, s);
    }
    return NULL;
}

/* ---- Tags ---- */

/* A tag that says something, from s to behind. */
void page_run_tell(page_run_block *r, const char *s, const char *behind)
{
    html_name name;

    r->p->marked = place_of(r, behind);
    if (s[1] == '/') {
        r->stop = page_end(r->p, r->what);
        return;
    }
    name = name_at(s + 1, name_length(s + 1));
    r->stop = page_start(r->p, &name, r->what, r->self_closing);
}

/* A name that is not short, or not of letters alone: its length. */
static unsigned know_name(page_run_block *r, const char *s)
{
    unsigned n = name_length(s);
    html_name name;

    if (n <= PAGE_SHORT) {
        r->what = page_tag_short(&r->p->names, key_at(s, n));
        return n;
    }
    name = name_at(s, n);
    r->what = page_tag(&r->p->names, &name);
    return n;
}

/* From behind "<style>" on: behind "</style>", or NULL. Nobody sees what stands before it. */
static const char *style_end(page_run_block *r, const char *s)
{
    static const char end_tag[] = "</style>";
    enum { N = sizeof end_tag - 1 };
    const char *to = html_find_byte(s, r->end, '<');

    while (r->end - to >= N && to[1] != '/')
        to = html_find_byte(to + 1, r->end, '<');
    r->what = 0;
    return r->end - to >= N && memcmp(to, end_tag, N) == 0 ? to + N : NULL;
}

const char *page_run_declaration(page_run_block *r, const char *s)
{
    const char *to;

    if (r->end - s < 3 || s[1] != '!' || s[2] == '-')
        return NULL;
    to = html_find_byte(s + 2, r->end, '>');
    r->what = 0;
    return to < r->end ? to + 1 : NULL;
}

const char *page_run_tag(page_run_block *r, const char *s, unsigned n)
{
    bool closing = s[1] == '/', style;
    const char *to = s + 1 + closing;

    if (n > PAGE_SHORT || (to[n] != ' ' && to[n] != '>' && to[n] != '/'))
        n = know_name(r, to);
    style = !closing && n == 5 && ascii_same(to, "style", 5);
    to += n;
    r->self_closing = false;
    if (r->what & PAGE_TAG_APART && !closing && !style)
        return NULL;
    if (*to == '>')
        return style ? style_end(r, to + 1) : to + 1;
    if (closing || (*to != ' ' && *to != '/'))
        return NULL;
    to = *to == ' ' ? attributes(r, to) : to[1] == '>' ? to : NULL;
    if (!to || (style && (*to == '/' || r->taken))) {
        page_forget_tag(r->p);
        return NULL;
    }
    if (style)
        return style_end(r, to + 1);
    r->self_closing = *to == '/';
    return to + 1 + r->self_closing;
}

#else
typedef int page_run_tag_c; /* a file has to hold something */
#endif
