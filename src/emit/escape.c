/* escape.c - escaping for HTML and XML: text, attribute values, a stylesheet; and what all contexts ask of characters
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

static const char *const written[] = {
    [BAD] = "\xEF\xBF\xBD", [CR] = "\n", [AMP] = "&amp;", [LT] = "&lt;", [GT] = "&gt;", [QUOT] = "&quot;",
    [APOS] = "&#39;", [TAB] = "&#9;", [LF] = "&#10;", [TAG] = "<",
};

/* clang-format on */

/* ---- Characters ---- */

enum escape_kind escape_kind_of(uint32_t code)
{
    static const uint16_t hidden[][2] = {
        {0xAD, 0xAD},     {0x61C, 0x61C},   {0x200B, 0x200B}, {0x200E, 0x200F},
        {0x202A, 0x202E}, {0x2060, 0x2060}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF},
    };

    if (code == UTF8_INVALID || (code >= 0x80 && code < 0xA0) || (code & 0xFFFE) == 0xFFFE ||
        (code >= 0xFDD0 && code <= 0xFDEF))
        return ESCAPE_BAD;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0] && code >= hidden[i][0]; i++)
        if (code <= hidden[i][1])
            return ESCAPE_HIDDEN;
    return ESCAPE_SHOWN;
}

size_t escape_label(char label[ESCAPE_LABEL], uint32_t code)
{
    static const char hex[] = "0123456789ABCDEF";
    size_t n = 3;

    memcpy(label, "[U+", n);
    for (int shift = code > 0xFFFFF ? 20 : code > 0xFFFF ? 16 : 12; shift >= 0; shift -= 4)
        label[n++] = hex[code >> shift & 15];
    label[n++] = ']';
    return n;
}

bool escape_is_cut(const char *p, size_t n)
{
    utf8_char c = utf8_decode(p, n);

    return c.code == UTF8_INVALID && c.len == n && utf8_length((unsigned char)p[0]) > n;
}

/* A character beyond ASCII that does not stand for itself. */
static int put_odd(trawl_emit *e, enum escape_kind kind, uint32_t code)
{
    char label[ESCAPE_LABEL];

    if (kind == ESCAPE_BAD)
        return emit_text(e, written[BAD]);
    return emit_put(e, label, escape_label(label, code));
}

/* ---- Runs ---- */

/* The byte of ASCII at p[i], i < n, that the table says is not to stand as it is. How many bytes that took. */
static size_t put_special(trawl_emit *e, escape_state *s, unsigned char what, const char *p, size_t n)
{
    emit_text(e, written[what]);
    if (what == TAG && n > 1 && p[1] == '/')
        emit_text(e, "\\");
    if (what != CR)
        return 1;
    s->cr = n == 1;
    return n > 1 && p[1] == '\n' ? 2 : 1;
}

/* Text with nothing held from before. */
static int put_fresh(trawl_emit *e, escape_state *s, const unsigned char table[129], const char *p, size_t n)
{
    size_t from = 0, i = 0;

    while ((i += plain_run(p + i, n - i, false)) < n && !e->error) {
        unsigned char byte = (unsigned char)p[i];
        enum escape_kind kind;
        utf8_char c;

        if (byte < 0x80) {
            if (table[byte] == AS_IS) {
                i++;
                continue;
            }
            emit_put(e, p + from, i - from);
            i += put_special(e, s, table[byte], p + i, n - i);
            from = i;
            continue;
        }
        c = utf8_decode(p + i, n - i);
        kind = escape_kind_of(c.code);
        if (kind == ESCAPE_BAD || (kind == ESCAPE_HIDDEN && table[0x80])) {
            emit_put(e, p + from, i - from);
            from = i + c.len;
            if (escape_is_cut(p + i, n - i)) {
                s->n = (unsigned)(n - i);
                memcpy(s->held, p + i, s->n);
                return e->error;
            }
            put_odd(e, kind, c.code);
        }
        i += c.len;
    }
    return emit_put(e, p + from, i - from);
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
