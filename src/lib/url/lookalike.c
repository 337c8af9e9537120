/* lookalike.c - labels of hosts that look like ASCII ones (F8)
 *
 * The skeleton of a label has each character replaced by the ASCII characters that it looks like,
 * by UTS #39; tables/lookalikes.h has them. A label is confusable if each of its characters looks
 * like ASCII and none is weak. Weak characters, such as Latin letters with marks, occur in ordinary
 * words; a label with a weak character is confusable only when its skeleton is the name of a known
 * site.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "url/inside.h"

#include "url/tables/lookalikes.h"

#define WEAK 0x80u

/* Returns the row of a character, or 0. */
static uint32_t lookalike_row_of(uint32_t code)
{
    size_t from = 0, to = sizeof lookalikes / sizeof lookalikes[0];

    while (from < to) {
        size_t middle = (from + to) / 2;
        uint32_t row = lookalikes[middle];
        if (row >> 8 == code)
            return row;
        if (row >> 8 < code)
            from = middle + 1;
        else
            to = middle;
    }
    return 0;
}

/* Returns true for U+0300 to U+036F, marks, which a skeleton leaves out. */
static bool lookalike_is_mark(uint32_t code)
{
    return code >= 0x300 && code <= 0x36F;
}

/* Returns the ASCII text of a row. */
static trawl_str lookalike_text_of(uint32_t row, char *one)
{
    uint32_t n = row & 0x7F;

    *one = (char)n;
    if (n >= sizeof lookalike_texts / sizeof lookalike_texts[0])
        return (trawl_str){one, 1};
    return (trawl_str){lookalike_texts[n], strlen(lookalike_texts[n])};
}

size_t lookalike_ascii(uint32_t code, char out[2])
{
    uint32_t row = lookalike_row_of(code);
    char one;
    trawl_str text = row ? lookalike_text_of(row, &one) : (trawl_str){"", 0};

    CHECK(text.n <= 2);
    memcpy(out, text.p, text.n);
    return text.n;
}

/* Writes the skeleton. Returns false when a character has no skeleton; sets *weak when a character
 * is weak. */
static bool put_skeleton(text_out *o, const char *label, size_t n, bool *weak)
{
    utf8_char c;

    *weak = false;
    for (size_t i = 0; i < n; i += c.len) {
        uint32_t row;
        trawl_str text;
        char one;
        c = utf8_decode(label + i, n - i);
        if (c.code < 0x80) {
            out_byte(o, ascii_lower((char)c.code));
            continue;
        }
        if (lookalike_is_mark(c.code)) {
            *weak = true;
            continue;
        }
        row = c.code == UTF8_INVALID ? 0 : lookalike_row_of(c.code);
        if (row == 0)
            return false;
        *weak = *weak || (row & WEAK);
        text = lookalike_text_of(row, &one);
        out_put(o, text.p, text.n);
    }
    return o->len <= o->size;
}

/* Writes the text with a blank before and after it, " paypal ", and with one letter for all ASCII
 * letters that look alike. Returns the length of the result, or 0 when it does not fit. */
static size_t lookalike_fold(const char *text, size_t n, char *to, size_t size)
{
    size_t len = 0;

    if (n + 2 > size)
        return 0;
    to[len++] = ' ';
    for (size_t i = 0; i < n; i++) {
        char c = text[i] == '0' ? 'o' : text[i] == '1' || text[i] == 'i' ? 'l' : text[i];
        if (c == '-')
            continue;
        if ((c == 'n' && to[len - 1] == 'r') || (c == 'v' && to[len - 1] == 'v'))
            to[len - 1] = c == 'n' ? 'm' : 'w';
        else
            to[len++] = c;
    }
    to[len++] = ' ';
    return len;
}

static bool is_known(const char *name, size_t n)
{
    char folded[64];
    size_t len = lookalike_fold(name, n, folded, sizeof folded);
    const char *p = known_names;

    if (len < 4)
        return false;
    for (; (p = memchr(p, ' ', (size_t)(known_names + sizeof known_names - p))) != NULL; p++)
        if ((size_t)(known_names + sizeof known_names - p) > len && memcmp(p, folded, len) == 0)
            return true;
    return false;
}

bool lookalike_of(const char *label, size_t n, bool ascii_top, text_out *o)
{
    bool weak;
    size_t before = o->len;

    if (put_skeleton(o, label, n, &weak) &&
        ((!weak && ascii_top) || is_known(o->p + before, o->len - before)))
        return true;
    o->len = before;
    return false;
}
