/* references.c - character references in text and in attribute values (HTML standard, 13.2.5.72-80)
 *
 * A name with a semicolon must match exactly. Otherwise the longest prefix that is one of the few
 * names valid without a semicolon is used: "&notit;" is "&not" and "it;". In an attribute value, a
 * name without a semicolon counts only if neither "=" nor a letter or digit follows.
 */

#include "base/check.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "html/inside.h"

typedef struct reference_row {
    uint16_t at;
    uint8_t name_n, text_n, bare;
} reference_row;

#include "html/references_table.h"

static const phash reference_hash = {
    reference_displacement,
    reference_index,
    sizeof reference_displacement / sizeof reference_displacement[0],
    sizeof reference_index / sizeof reference_index[0],
};

static const char *row_text(const reference_row *row)
{
    return &reference_text[row->at >> 12][row->at & 4095];
}

/* Returns the row with this name, or NULL. The hash ignores case, so it leads to the first of the
 * rows that differ only in case; they are neighbours. */
static const reference_row *references_find_row(const char *name, size_t n)
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

static bool in_value(const html *h)
{
    return h->back >= HTML_TAG_NAME;
}

/* Sets *row to the row for the held name, which ends before c. Returns how many bytes of the name
 * belong to the reference, or 0 when it is not a reference. */
static size_t match_name(const html *h, char c, const reference_row **row)
{
    const char *name = h->held + 1;
    size_t n = h->held_n - 1u, longest = n < HTML_REFERENCE_BARE_MAX ? n : HTML_REFERENCE_BARE_MAX;

    CHECK(h->held_n > 0 && n < HTML_HELD);
    *row = c == ';' && n <= HTML_REFERENCE_MAX ? references_find_row(name, n) : NULL;
    if (*row)
        return n;
    if (in_value(h) && (n > longest || c == '='))
        return 0;
    for (size_t k = longest; k >= 2; k--) {
        *row = references_find_row(name, k);
        if (*row && (*row)->bare)
            return k;
        if (in_value(h))
            return 0;
    }
    return 0;
}

/* Reports the reference of `length` bytes that begins at html.from; text[0..n) is its text. */
static void report_reference(html *h, const char *text, size_t n, uint64_t length)
{
    if (in_value(h)) {
        html_value_add_whole(h, text, n);
        return;
    }
    if (h->result == 0) {
        tree_text(&h->tree, text, n);
        if (h->out.reference)
            h->result = h->out.reference(h->out.user, text, n, h->from, h->from + length);
    }
    h->from += length;
}

/* Reports bytes that are not a reference after all. */
static void report_literally(html *h, const char *p, size_t n)
{
    if (!in_value(h))
        html_report_held(h, p, n);
    else if (n > 0)
        html_value_add(h, p, n);
}

/* Handles the end of the held name, before the byte c. Returns true when c is the reference's
 * semicolon. */
static bool references_name_done(html *h, char c)
{
    const reference_row *row = NULL;
    size_t n = match_name(h, c, &row);
    bool semicolon = n > 0 && n == h->held_n - 1u && c == ';';

    if (n > 0)
        report_reference(h, row_text(row) + row->name_n, row->text_n, 1 + n + semicolon);
    n += n > 0;
    report_literally(h, h->held + n, h->held_n - n);
    h->state = h->back;
    return semicolon;
}

/* Handles the end of a numeric reference at offset `to`. */
static void number_done(html *h, uint64_t to)
{
    uint32_t code = h->code;
    char text[4];

    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = 0xFFFD;
    else if (code >= 0x80 && code <= 0x9F)
        code = utf8_windows1252[code - 0x80];
    CHECK(in_value(h) || to > h->from);
    report_reference(h, text, utf8_encode(text, code), to - h->from);
    h->state = h->back;
}

static const char *references_number(html *h, const char *p, const char *end)
{
    uint32_t base = h->state == HTML_REFERENCE_HEX ? 16 : 10;

    for (; p < end; p++) {
        int digit = ascii_hex((unsigned char)*p);
        if (digit < 0 || (uint32_t)digit >= base) {
            bool semicolon = *p == ';';
            p += semicolon;
            number_done(h, html_at(h, p));
            return p;
        }
        h->code = h->code > 0x10FFFF ? h->code : base * h->code + (uint32_t)digit;
    }
    return p;
}

/* Handles the byte after "&#" or "&#x", which are text unless a digit follows. */
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
    report_literally(h, h->held, h->held_n);
    h->state = h->back;
    return p;
}

/* Reads a name. Stops after one byte more than the longest name, since more cannot match. */
static const char *name(html *h, const char *p, const char *end)
{
    while (p < end && h->held_n < 2 + HTML_REFERENCE_MAX && ascii_is_alnum((unsigned char)*p))
        h->held[h->held_n++] = *p++;
    CHECK(h->held_n <= HTML_HELD);
    if (h->held_n == 2 + HTML_REFERENCE_MAX)
        references_name_done(h, 'a');
    else if (p < end)
        p += references_name_done(h, *p);
    return p;
}

/* Fast path: reads one of the five most frequent references. Returns its end, or NULL for any
 * other. */
static const char *frequent(html *h, const char *p, const char *end)
{
    static const struct {
        char name[6], text[3];
        unsigned char n, text_n;
    } rows[] = {{"nbsp;", "\xC2\xA0", 5, 2},
                {"amp;", "&", 4, 1},
                {"lt;", "<", 3, 1},
                {"gt;", ">", 3, 1},
                {"quot;", "\"", 5, 1}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (*p == rows[i].name[0] && end - p >= rows[i].n &&
            memcmp(p, rows[i].name, rows[i].n) == 0) {
            report_reference(h, rows[i].text, rows[i].text_n, 1u + rows[i].n);
            h->state = h->back;
            return p + rows[i].n;
        }
    return NULL;
}

const char *html_reference(html *h, const char *p, const char *end)
{
    const char *next;

    switch (h->state) {
    case HTML_REFERENCE_NAME:
        return name(h, p, end);
    case HTML_REFERENCE_NUMBER:
    case HTML_REFERENCE_X:
        return number_begins(h, p);
    case HTML_REFERENCE_DECIMAL:
    case HTML_REFERENCE_HEX:
        return references_number(h, p, end);
    default:
        break;
    }
    next = frequent(h, p, end);
    if (next)
        return next;
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
    report_literally(h, h->held, h->held_n);
    h->state = h->back;
    return p;
}

/* An open reference in a value is dropped: its tag has no end. */
void html_reference_end(html *h)
{
    if (in_value(h))
        return;
    if (h->state == HTML_REFERENCE_NAME) {
        references_name_done(h, 0);
    } else if (h->state >= HTML_REFERENCE_DECIMAL) {
        number_done(h, h->at);
    } else {
        if (h->state == HTML_REFERENCE)
            h->held_n = 1;
        h->held[0] = '&';
        html_report_held(h, h->held, h->held_n);
    }
}
