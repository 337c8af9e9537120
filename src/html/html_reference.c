/* html_reference.c - character references in text and in values (13.2.5.72-80)
 *
 * The longest name that fits is the one with its semicolon, else the longest of the few that need none: "&notit;" is
 * "not" and "it;". In a value such a one counts only where neither "=", a letter nor a digit follows.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/phash.h"
#include "base/utf8.h"
#include "html/html_inside.h"

typedef struct reference_row {
    uint16_t at;
    uint8_t name_n, text_n, bare;
} reference_row;

#include "html/html_reference_table.h"

static const phash reference_hash = {
    reference_displacement,
    reference_index,
    sizeof reference_displacement / sizeof reference_displacement[0],
    sizeof reference_index / sizeof reference_index[0],
};

/* What 80 to 9F stand for: windows-1252, with its holes. */
static const uint16_t replaced[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

static const char *row_text(const reference_row *row)
{
    return &reference_text[row->at >> 12][row->at & 4095];
}

/* Rows that differ in case only are neighbours. */
static const reference_row *look_up(const char *name, size_t n)
{
    enum { ROWS = sizeof reference_rows / sizeof reference_rows[0] };

    for (unsigned i = phash_row(&reference_hash, name, n); i > 0 && i <= ROWS; i++) {
        const reference_row *row = &reference_rows[i - 1];
        if (row->name_n != n || !ascii_same(row_text(row), name, n))
            break;
        if (memcmp(row_text(row), name, n) == 0)
            return row;
    }
    return NULL;
}

static const reference_row *look_up_bare(const char *name, size_t n)
{
    const reference_row *row = look_up(name, n);

    return row && row->bare ? row : NULL;
}

/* The name that is held, which ends before c. How much of it counts, without a semicolon, 0 for none. */
static size_t decide(const html *h, char c, bool in_value, const reference_row **row)
{
    const char *name = h->held + 1;
    size_t n = h->held_n - 1u, longest = n < HTML_REFERENCE_BARE_MAX ? n : HTML_REFERENCE_BARE_MAX;

    *row = c == ';' && n <= HTML_REFERENCE_MAX ? look_up(name, n) : NULL;
    if (*row)
        return n;
    if (in_value && (n > longest || c == '='))
        return 0;
    for (size_t k = longest; k >= 2; k--) {
        *row = look_up_bare(name, k);
        if (*row || in_value)
            return *row ? k : 0;
    }
    return 0;
}

static bool in_value(const html *h)
{
    return h->back >= HTML_TAG_NAME;
}

/* A reference of so many bytes. */
static void tell_reference(html *h, const char *text, size_t n, uint64_t length)
{
    if (in_value(h)) {
        html_value_add_whole(h, text, n);
        return;
    }
    if (h->result == 0)
        h->result = h->out.reference(h->out.user, text, n, h->from, h->from + length);
    h->from += length;
}

static void tell_literally(html *h, const char *p, size_t n)
{
    if (!in_value(h))
        html_tell_held(h, p, n);
    else if (n > 0)
        html_value_add(h, p, n);
}

/* The name is over before c; true when c belongs to it. */
static bool name_over(html *h, char c)
{
    const reference_row *row = NULL;
    size_t n = decide(h, c, in_value(h), &row);
    bool semicolon = n > 0 && n == h->held_n - 1u && c == ';';

    if (n == 0) {
        tell_literally(h, h->held, h->held_n);
    } else {
        tell_reference(h, row_text(row) + row->name_n, row->text_n, 1 + n + semicolon);
        tell_literally(h, h->held + 1 + n, h->held_n - 1 - n);
    }
    h->state = h->back;
    return semicolon;
}

/* A number is over before the byte at that place. */
static void number_over(html *h, uint64_t to)
{
    uint32_t code = h->code;
    char text[4];

    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = 0xFFFD;
    else if (code >= 0x80 && code <= 0x9F)
        code = replaced[code - 0x80];
    tell_reference(h, text, utf8_encode(text, code), to - h->from);
    h->state = h->back;
}

static const char *number(html *h, const char *p, const char *end)
{
    uint32_t base = h->state == HTML_REFERENCE_HEX ? 16 : 10;

    for (; p < end; p++) {
        int digit = ascii_hex((unsigned char)*p);
        if (digit < 0 || (uint32_t)digit >= base) {
            bool semicolon = *p == ';';
            p += semicolon;
            number_over(h, html_at(h, p));
            return p;
        }
        h->code = h->code > 0x10FFFF ? h->code : base * h->code + (uint32_t)digit;
    }
    return p;
}

/* Behind "&#" or "&#x": without a digit it was none. */
static const char *number_begins(html *h, const char *p)
{
    bool hex = h->state == HTML_REFERENCE_X;

    if (!hex && (*p == 'x' || *p == 'X')) {
        h->held[h->held_n++] = *p;
        h->state = HTML_REFERENCE_X;
        return p + 1;
    }
    h->code = 0;
    if (hex ? ascii_hex((unsigned char)*p) >= 0 : ascii_is_digit((unsigned char)*p)) {
        h->state = hex ? HTML_REFERENCE_HEX : HTML_REFERENCE_DECIMAL;
        return p;
    }
    tell_literally(h, h->held, h->held_n);
    h->state = h->back;
    return p;
}

/* One byte more than the longest name is enough to see that it is none. */
static const char *name(html *h, const char *p, const char *end)
{
    while (p < end && h->held_n < 2 + HTML_REFERENCE_MAX && ascii_is_alnum((unsigned char)*p))
        h->held[h->held_n++] = *p++;
    if (h->held_n == 2 + HTML_REFERENCE_MAX)
        name_over(h, 'a');
    else if (p < end)
        p += name_over(h, *p);
    return p;
}

/* The few that nearly all are: where they end, NULL for any other. */
static const char *usual(html *h, const char *p, const char *end)
{
    static const struct {
        char name[6];
        unsigned char n;
        const char *text;
    } rows[] = {{"nbsp;", 5, "\xC2\xA0"}, {"amp;", 4, "&"}, {"lt;", 3, "<"}, {"gt;", 3, ">"}, {"quot;", 5, "\""}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (*p == rows[i].name[0] && end - p >= rows[i].n && memcmp(p, rows[i].name, rows[i].n) == 0) {
            tell_reference(h, rows[i].text, strlen(rows[i].text), 1u + rows[i].n);
            h->state = h->back;
            return p + rows[i].n;
        }
    return NULL;
}

/* Behind "&". */
const char *html_step_reference(html *h, const char *p, const char *end)
{
    const char *behind;

    switch (h->state) {
    case HTML_REFERENCE_NAME:
        return name(h, p, end);
    case HTML_REFERENCE_NUMBER:
    case HTML_REFERENCE_X:
        return number_begins(h, p);
    case HTML_REFERENCE_DECIMAL:
    case HTML_REFERENCE_HEX:
        return number(h, p, end);
    default:
        break;
    }
    behind = usual(h, p, end);
    if (behind)
        return behind;
    h->held[0] = '&';
    h->held_n = 1;
    if (*p == '#') {
        h->held[h->held_n++] = '#';
        h->state = HTML_REFERENCE_NUMBER;
        return p + 1;
    }
    if (ascii_is_alnum((unsigned char)*p)) {
        h->state = HTML_REFERENCE_NAME;
        return name(h, p, end);
    }
    tell_literally(h, h->held, h->held_n);
    h->state = h->back;
    return p;
}

/* In a value nothing is lost: its tag has not ended. */
void html_reference_end(html *h)
{
    if (in_value(h))
        return;
    if (h->state == HTML_REFERENCE_NAME) {
        name_over(h, 0);
    } else if (h->state >= HTML_REFERENCE_DECIMAL) {
        number_over(h, h->at);
    } else {
        if (h->state == HTML_REFERENCE)
            h->held_n = 1;
        h->held[0] = '&';
        html_tell_held(h, h->held, h->held_n);
    }
}
