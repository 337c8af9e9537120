/* bare_opaque.c - the schemes that start a link without "//", each in its own shape (M6)
 *
 * "The news: today" and "label:user" are no links, so every shape asks for something that prose does not have: an "@", a dotted
 * group, a second colon, digits. What a name may hold follows RFC 6068, 5538, 2392, 8141, 3966, 3261, 5870 loosely: the
 * question here is where a link ends, not whether it is a good one.
 */
#include <string.h>

#include "base/ascii.h"
#include "find/bare.h"
#include "find/byteclass.h"
#include "find/ending.h"
#include "find/host.h"
#include "find/host_goes_on.h"
#include "find/linkclass.h"
#include "find/rules_off.h"

/* How the end of a shape is found: what must stand behind the colon (its end, or 0), and which part goes on from there. */
typedef struct shape {
    const char *name;
    size_t n;
    size_t (*head)(const settings *s, text *t, size_t i);
    enum ending_part then; /* ENDING_NONE: only "?" goes on */
    bool stops;            /* nothing goes on */
} shape;

/* Addresses separated by commas; none when fields follow at once. */
static size_t mailto_head(const settings *s, text *t, size_t i)
{
    size_t end = bare_address_end(s, t, i, i + FOUND_BYTES / 4, settings_mail(s)), next;

    if (end == 0)
        return settings_mail(s) && text_at(t, i) == '?' && ascii_is_alpha((unsigned char)text_at(t, i + 1)) ? i : 0;
    if (host_of_address_goes_on(s, t, end) > end)
        return 0;
    while (text_at(t, end) == ',' && (next = bare_address_end(s, t, end + 1, i + FOUND_BYTES / 4, true)) > 0 &&
           host_of_address_goes_on(s, t, next) == next)
        end = next;
    return end;
}

static bool id_char(int c)
{
    return c > 0 && byte_is((unsigned char)c, BYTE_ID);
}

size_t bare_id_end(text *t, size_t i)
{
    size_t k = i;

    if (i < t->id_from || i >= t->id_to)
        t->id_from = i;
    else
        k = t->id_to - i < FOUND_LOCAL ? t->id_to : i + FOUND_LOCAL;
    while (k - i < FOUND_LOCAL && id_char(text_at(t, k)))
        k++;
    t->id_to = k;
    return k;
}

/* Up to "@" and a host or [number]; 0 when there is none. */
static size_t id_head(const settings *s, text *t, size_t i)
{
    size_t k = bare_id_end(t, i);
    host h;

    (void)s;
    if (k == i || text_at(t, k) != '@')
        return 0;
    if (k + 1 == t->id_host)
        return 0;
    if (host_literal(t, k + 1) > k + 1)
        return host_literal(t, k + 1);
    host_read(t, k + 1, true, &h);
    if (h.to > k + 1 && !h.bad)
        return h.to;
    t->id_host = t->starved ? t->id_host : k + 1;
    return 0;
}

/* mid:message/part, cid:part */
static size_t mid_head(const settings *s, text *t, size_t i)
{
    size_t end = id_head(s, t, i), part;

    if (end > 0 && text_at(t, end) == '/' && (part = id_head(s, t, end + 1)) > 0)
        end = part;
    return end;
}

/* "*", a dotted group with or without wildcards, or an id. */
static size_t news_head(const settings *s, text *t, size_t i)
{
    size_t id = id_head(s, t, i), k = i;
    const char *dot;
    int c;

    if (id > 0)
        return id;
    if (text_at(t, i) == '*' && !id_char(text_at(t, i + 1)))
        return i + 1;
    if (!ascii_is_alpha((unsigned char)text_at(t, i)) || text_at(t, i) < 0)
        return 0;
    while (k - i < FOUND_HOST && (c = text_at(t, k)) > 0 &&
           (byte_is((unsigned char)c, BYTE_SCHEME) || c == '_' || c == '*'))
        k++;
    dot = memchr(t->p + i, '.', k - i);
    if (!dot || memchr(t->p + i, '*', (size_t)(dot - t->p) - i))
        return 0;
    while (t->p[k - 1] == '.')
        k--;
    return t->p + k > dot ? k : 0;
}

/* A namespace of 2 to 32 letters, digits and hyphens, a colon, and something. */
static size_t urn_head(const settings *s, text *t, size_t i)
{
    size_t k = i;

    (void)s;
    while (k - i <= 32 && text_at(t, k) >= 0 && (ascii_is_alnum((unsigned char)t->p[k]) || t->p[k] == '-'))
        k++;
    if (k - i < 2 || k - i > 32 || t->p[i] == '-' || t->p[k - 1] == '-' || text_at(t, k) != ':')
        return 0;
    return (link_class(text_char(t, k + 1).code) & LINK_TERM) == LINK_INCLUDE && text_at(t, k + 1) > ' ' ? k + 1 : 0;
}

/* At least seven digits, with visual separators (RFC 3966): fewer are as likely a word and a number. */
static size_t tel_head(const settings *s, text *t, size_t i)
{
    size_t k = i + (text_at(t, i) == '+'), digits = 0, end = 0;
    int c;

    (void)s;
    for (; k - i < 64 && (c = text_at(t, k)) > 0 && (ascii_is_digit((unsigned char)c) || strchr("-.()", c)); k++)
        if (ascii_is_digit((unsigned char)c)) {
            digits++;
            end = k + 1;
        }
    return digits >= 7 ? end : 0;
}

static size_t number_end(text *t, size_t i)
{
    size_t k = i + (text_at(t, i) == '-'), from = k;
    int c;

    while (k - i < 32 && (c = text_at(t, k)) >= 0 && (ascii_is_digit((unsigned char)c) || c == '.'))
        k++;
    while (k > from && t->p[k - 1] == '.')
        k--;
    return k > from ? k : i;
}

static size_t geo_head(const settings *s, text *t, size_t i)
{
    size_t comma = number_end(t, i), end;

    (void)s;
    if (comma == i || text_at(t, comma) != ',')
        return 0;
    end = number_end(t, comma + 1);
    return end > comma + 1 ? end : 0;
}

/* A user and a host, or at least a host with a dot. */
static size_t sip_head(const settings *s, text *t, size_t i)
{
    size_t id = id_head(s, t, i);
    host h;

    if (id > 0)
        return id;
    host_read(t, i, true, &h);
    return !h.bad && h.labels >= 2 && ascii_is_alpha((unsigned char)t->p[h.last]) ? h.to : 0;
}

static size_t magnet_head(const settings *s, text *t, size_t i)
{
    (void)s;
    return text_at(t, i) == '?' && text_at(t, i + 1) >= 0 && ascii_is_alpha((unsigned char)t->p[i + 1]) ? i : 0;
}

/* file:/path; "file:///path" has come through the other door. */
static size_t file_head(const settings *s, text *t, size_t i)
{
    int c = text_at(t, i + 1);

    (void)s;
    return text_at(t, i) == '/' && c > ' ' && (ascii_is_alnum((unsigned char)c) || c >= 0x80 || strchr("~._-%", c))
               ? i + 1
               : 0;
}

#define NAMED(name, head, then, stops)                                                                                 \
    {                                                                                                                  \
        name, sizeof(name) - 1, head, then, stops                                                                      \
    }

/* seek_full.c has the last two letters of each, opaque_ends; and usual_opaque.c what may stand behind its colon, may_begin(). */
static const shape shapes[] = {
    NAMED("mailto", mailto_head, ENDING_NONE, false), NAMED("news", news_head, ENDING_NONE, true),
    NAMED("mid", mid_head, ENDING_NONE, true),        NAMED("cid", id_head, ENDING_NONE, true),
    NAMED("urn", urn_head, ENDING_PATH, false),       NAMED("tel", tel_head, ENDING_PATH, false),
    NAMED("sip", sip_head, ENDING_PATH, false),       NAMED("sips", sip_head, ENDING_PATH, false),
    NAMED("xmpp", id_head, ENDING_PATH, false),       NAMED("magnet", magnet_head, ENDING_NONE, false),
    NAMED("geo", geo_head, ENDING_PATH, false),       NAMED("file", file_head, ENDING_PATH, false),
};

/* The letters they begin with, a bit each. */
#define FIRST(c) (1u << ((c)&31))
#define FIRSTS                                                                                                         \
    (FIRST('m') | FIRST('n') | FIRST('c') | FIRST('u') | FIRST('t') | FIRST('s') | FIRST('x') | FIRST('g') | FIRST('f'))

static const shape *find_shape(const text *t, size_t from, size_t colon)
{
    size_t n = colon - from;
    char first = ascii_lower(t->p[from]);

    if (n < 3 || n > 6 || !(FIRSTS & FIRST(first)))
        return NULL;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (shapes[i].name[0] == first && shapes[i].n == n && ascii_same(t->p + from, shapes[i].name, n))
            return &shapes[i];
    return NULL;
}

size_t bare_opaque_head(const settings *s, text *t, size_t from, size_t colon)
{
    const shape *as = find_shape(t, from, colon);

    return as ? as->head(s, t, colon + 1) : 0;
}

/* "Tel:+49-89-1234567" in a signature, "GEO:1,2" on a card: a word, and what it is about. */
static bool is_word(const shape *as, char first)
{
    return ascii_is_upper(first) && (as->head == tel_head || as->head == geo_head);
}

/* M9 for mailto: "Write tomailto:joe@..." */
static const shape *find_glued(const text *t, size_t *from, size_t colon)
{
    if (colon - *from > 6 && ascii_same(t->p + colon - 6, "mailto", 6)) {
        *from = colon - 6;
        return &shapes[0];
    }
    return NULL;
}

outcome bare_opaque(const settings *s, text *t, size_t from, size_t colon, found *f)
{
    const shape *as = find_shape(t, from, colon);
    size_t end;
    bool over = false, known;
    before b;

    if (!as && (as = find_glued(t, &from, colon)))
        f->flags |= TRAWL_GLUED;
    if (!RULE(M6) || !as || (!settings_mail(s) && as != &shapes[0]) ||
        (settings_mail(s) && s->schemes && !settings_scheme(s, t->p + from, colon - from, &known)))
        return NOT_A_LINK;
    end = is_word(as, t->p[from]) ? 0 : as->head(s, t, colon + 1);
    if (end == 0) {
        found_refused(f, from, colon + 1, "M6", "what follows is not in the shape of its scheme");
        return NOT_A_LINK;
    }
    found_note(f, "M6", "a scheme that needs no \"//\", in its own shape");
    ending_before(s, t, from, &b);
    if (!as->stops && settings_mail(s) && (as->then != ENDING_NONE || text_at(t, end) == '?'))
        end = ending_from(s, t, from, end, as->then, &b, f, &over);
    else
        end = ending_from(s, t, from, end, ENDING_STOPPED, &b, f, &over);
    f->from = from;
    f->to = over ? from + FOUND_BYTES : end;
    f->over = over;
    if (over)
        return PASS_OVER;
    if (as == &shapes[0] && bare_at_domain(s, t, end))
        return NOT_A_LINK;
    found_whole(f, t, from, end);
    f->plain = true;
    bare_flag_percent(f);
    return IS_LINK;
}
