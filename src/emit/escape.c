/* escape.c - escaping for HTML and XML: text, attribute values, a stylesheet
 *
 * F4, F5, F7. Markup is escaped by references that HTML and XML share. Controls cannot be written in HTML at all, not
 * even as references, and neither can noncharacters: U+FFFD stands for them.
 */
#include "emit/escape.h"

#include <string.h>

#include "base/ascii.h"
#include "base/plain.h"
#include "base/utf8.h"

/* What is written for a byte. A table's last place is for hidden characters: AS_IS, or LABEL. */
enum { AS_IS, BAD, CR, AMP, LT, GT, QUOT, APOS, TAB, LF, TAG, LABEL };

/* clang-format off */

#define CONTROLS_TO_TAB BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD
#define CONTROLS_FROM_14 BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD

static const unsigned char text_table[129] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14,
    ['&'] = AMP, ['<'] = LT, ['>'] = GT, ['"'] = QUOT, ['\''] = APOS, [0x7F] = BAD, [0x80] = LABEL
};

/* A parser of XML makes a space of a raw tab or line end in a value. */
static const unsigned char attribute_table[129] = {
    CONTROLS_TO_TAB, TAB, LF, BAD, BAD, CR, CONTROLS_FROM_14,
    ['&'] = AMP, ['<'] = LT, ['>'] = GT, ['"'] = QUOT, ['\''] = APOS, [0x7F] = BAD, [0x80] = LABEL
};

static const unsigned char css_table[129] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14, ['<'] = TAG, [0x7F] = BAD
};

static const unsigned char css_xml_table[129] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14, ['&'] = AMP, ['<'] = LT, ['>'] = GT, [0x7F] = BAD
};

/* Eight bytes each, which are copied at once. */
static const struct {
    char text[8];
    size_t n;
} written[] = {
    [BAD] = {"\xEF\xBF\xBD", 3}, [CR] = {"\n", 1},     [AMP] = {"&amp;", 5}, [LT] = {"&lt;", 4},   [GT] = {"&gt;", 4},
    [QUOT] = {"&quot;", 6},      [APOS] = {"&#39;", 5}, [TAB] = {"&#9;", 4},  [LF] = {"&#10;", 5}, [TAG] = {"<", 1},
};

/* clang-format on */

/* ---- Runs ---- */

/* The first n, at most 8, of eight bytes that may be read: a fixed number is copied fastest. */
static inline void put_few(trawl_emit *e, const char eight[8], size_t n)
{
    if (EMIT_HELD - e->held_n < 8)
        emit_put_through(e, "", 0);
    memcpy(e->held + e->held_n, eight, 8);
    e->held_n += n;
}

static inline void put_written(trawl_emit *e, unsigned char what)
{
    put_few(e, written[what].text, written[what].n);
}

/* A character beyond ASCII that does not stand for itself. */
static int put_odd(trawl_emit *e, enum escape_kind kind, uint32_t code)
{
    char label[ESCAPE_LABEL];

    if (kind != ESCAPE_BAD)
        return emit_put(e, label, escape_label(label, code));
    put_written(e, BAD);
    return e->error;
}

void escape_html_set(kernel_set *set)
{
    unsigned char in[256];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = i >= 0x80 || text_table[i] != AS_IS;
    kernel_set_make(set, in);
}

#define SHORT 32

/* The first run of n bytes that may be read; mostly a short one. */
static inline void put_run(trawl_emit *e, const char *p, size_t run, size_t n)
{
    if (run > SHORT || n < SHORT || EMIT_HELD - e->held_n < SHORT) {
        emit_put(e, p, run);
        return;
    }
    memcpy(e->held + e->held_n, p, SHORT);
    e->held_n += run;
}

/* What of p[at..n) surely stands for itself. Where the next byte stands. */
static inline size_t put_plain(trawl_emit *e, const unsigned char table[129], const char *p, size_t at, size_t n)
{
    size_t run;

    if (table == text_table && n - at >= SHORT)
        run = e->kernel->find(&e->special, p + at, n - at);
    else
        run = plain_run(p + at, n - at, false);
    put_run(e, p + at, run, n - at);
    return at + run;
}

/* The length of a character beyond ASCII that is neither hidden nor bad, as far as its first byte tells: U+00C0 to U+05FF, U+0640
 * to U+07FF, U+1000 to U+1FFF, U+3000 to U+CFFF. 0: it has to be looked at. */
static inline size_t shown_length(const char *p, size_t n)
{
    unsigned char lead = (unsigned char)p[0];

    if (lead >= 0xC3 && lead <= 0xDF && lead != 0xD8)
        return n >= 2 && (p[1] & 0xC0) == 0x80 ? 2 : 0;
    if (lead == 0xE1 || (lead >= 0xE3 && lead <= 0xEC))
        return n >= 3 && (p[1] & 0xC0) == 0x80 && (p[2] & 0xC0) == 0x80 ? 3 : 0;
    return 0;
}

/* The byte of ASCII at p[0], which the table says is not to stand as it is. How many bytes that took. */
static inline size_t put_special(trawl_emit *e, escape_state *s, unsigned char what, const char *p, size_t n)
{
    put_written(e, what);
    if (what == TAG && n > 1 && p[1] == '/')
        emit_text(e, "\\");
    if (what != CR)
        return 1;
    s->cr = n == 1;
    return n > 1 && p[1] == '\n' ? 2 : 1;
}

/* The character beyond ASCII at p[0]. How many bytes that took: all, where it is cut off. */
static size_t put_character(trawl_emit *e, escape_state *s, bool label, const char *p, size_t n)
{
    size_t length = n >= 8 ? shown_length(p, n) : 0;
    enum escape_kind kind;
    utf8_char c;

    if (length > 0) {
        put_few(e, p, length);
        return length;
    }
    c = utf8_decode(p, n);
    kind = escape_kind_of(c.code);
    if (kind == ESCAPE_SHOWN || (kind == ESCAPE_HIDDEN && !label)) {
        emit_put(e, p, c.len);
    } else if (escape_is_cut(p, n)) {
        s->n = (unsigned)n;
        memcpy(s->held, p, n);
    } else {
        put_odd(e, kind, c.code);
    }
    return c.len;
}

/* Text with nothing held from before. */
static int put_fresh(trawl_emit *e, escape_state *s, const unsigned char table[129], const char *p, size_t n)
{
    size_t i = 0;

    while ((i = put_plain(e, table, p, i, n)) < n && !e->error) {
        unsigned char byte = (unsigned char)p[i];
        if (byte >= 0x80)
            i += put_character(e, s, table[0x80] != AS_IS, p + i, n - i);
        else if (table[byte] != AS_IS)
            i += put_special(e, s, table[byte], p + i, n - i);
        else
            emit_put(e, p + i++, 1);
    }
    return e->error;
}

/* Does the byte go on in what was held and shown? */
static bool swallows(escape_state *s, char byte)
{
    char both[sizeof s->held + 1];
    size_t len = s->n;

    memcpy(both, s->held, len);
    both[len++] = byte;
    if (escape_is_cut(both, len)) {
        s->held[s->n++] = byte;
        return true;
    }
    s->n = 0;
    s->shown = false;
    return utf8_decode(both, len).len == len;
}

static int put_more(trawl_emit *e, escape_state *s, const unsigned char table[129], const char *p, size_t n)
{
    size_t i = 0;

    while (s->n > 0 && s->shown && i < n && swallows(s, p[i]))
        i++;
    while (s->n > 0 && !s->shown && i < n) {
        char both[sizeof s->held + 1];
        size_t len = s->n;
        memcpy(both, s->held, len);
        both[len++] = p[i++];
        s->n = 0;
        put_fresh(e, s, table, both, len);
    }
    if (s->cr && i < n) {
        i += p[i] == '\n';
        s->cr = false;
    }
    return put_fresh(e, s, table, p + i, n - i);
}

static int settle(trawl_emit *e, escape_state *s)
{
    if (s->n > 0 && !s->shown)
        put_odd(e, ESCAPE_BAD, UTF8_INVALID);
    s->shown = s->n > 0;
    return e->error;
}

static int put_whole(trawl_emit *e, const unsigned char table[129], const char *p, size_t n)
{
    escape_state s = {.n = 0};

    put_fresh(e, &s, table, p, n);
    return settle(e, &s);
}

/* ---- Contexts ---- */

int escape_html_text(trawl_emit *e, escape_state *s, const char *p, size_t n)
{
    return put_more(e, s, text_table, p, n);
}

int escape_html_settle(trawl_emit *e, escape_state *s)
{
    return settle(e, s);
}

int escape_html_whole(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, text_table, p, n);
}

int escape_html_attribute(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, attribute_table, p, n);
}

int escape_css(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, emit_option(e, TRAWL_EMIT_XHTML) ? css_xml_table : css_table, p, n);
}

void escape_component(out *o, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (ascii_is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~')
            out_byte(o, (char)c);
        else
            out_percent(o, c);
    }
}
