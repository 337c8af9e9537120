/* t_ucschar.c - the non-ASCII characters of RFC 3987: tests every code point of Unicode, and
 * invalid UTF-8
 *
 * The ranges are written here again, as numbers, and compared with what a fragment matches for the
 * UTF-8 of each code point. The bidi formatting characters (those of RFC 3987 section 4.1, and
 * later ones) are excluded from ucschar, although the RFC's ABNF includes them.
 */
#include "url/grammar/beyond1738.h"

#include "url/grammar/rules.h"

typedef struct range {
    unsigned long from, to;
} range;

/* RFC 3987 section 2.2 */
static const range ucschar[] = {
    {0xA0, 0xD7FF},     {0xF900, 0xFDCF},   {0xFDF0, 0xFFEF},   {0x10000, 0x1FFFD},
    {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}, {0x40000, 0x4FFFD}, {0x50000, 0x5FFFD},
    {0x60000, 0x6FFFD}, {0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD},
    {0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD}, {0xD0000, 0xDFFFD},
    {0xE1000, 0xEFFFD},
};
static const range iprivate[] = {{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}};
static const range bidi[] = {
    {0x061C, 0x061C}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}};

static bool in(unsigned long c, const range *r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (c >= r[i].from && c <= r[i].to)
            return true;
    return false;
}

static bool is_ucschar(unsigned long c)
{
    return in(c, ucschar, ROWS(ucschar)) && !in(c, bidi, ROWS(bidi));
}

static bool is_iprivate(unsigned long c)
{
    return in(c, iprivate, ROWS(iprivate));
}

/* Writes UTF-8 of at least two bytes, also for surrogates and beyond U+10FFFF; length 0 means the
 * shortest form. */
static size_t put_utf8(char *to, unsigned long c, size_t length)
{
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};

    if (length == 0)
        length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)(lead[length] | c);
    return length;
}

/* Tests that the fragment matches exactly the code points that it should. */
static void each_character(const char *name, const char *pattern, bool (*is_member)(unsigned long))
{
    rule_code code = rule_compile(pattern);
    unsigned long first_wrong = 0, wrong = 0;

    for (unsigned long c = 0x80; c <= 0x1FFFFF; c++) {
        char text[4];
        size_t n = put_utf8(text, c, 0);
        if (rule_takes(&code, text, n) != (is_member(c) ? (long)n : -1) && wrong++ == 0)
            first_wrong = c;
    }
    is_int(wrong, 0, "%s on each code point (first wrong one: U+%04lX)", name, first_wrong);
    rule_free(&code);
}

/* Tests incomplete characters, single continuation bytes, and overlong forms: none may match. */
static void ill_formed(const char *name, const char *pattern)
{
    rule_code code = rule_compile(pattern);
    unsigned long cut = 0, tail = 0, overlong = 0;
    char text[4];

    for (unsigned long c = 0x80; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 61) {
        size_t n = put_utf8(text, c, 0);
        for (size_t k = 1; k < n; k++) {
            cut += rule_takes(&code, text, k) != -1;
            tail += rule_takes(&code, text + k, n - k) != -1;
        }
        for (size_t k = n + 1; k <= 4; k++)
            overlong += rule_takes(&code, text, put_utf8(text, c, k)) != -1;
    }
    for (unsigned long c = 0; c < 0x80; c++)
        for (size_t k = 2; k <= 4; k++)
            overlong += rule_takes(&code, text, put_utf8(text, c, k)) != -1;
    is_int(cut, 0, "%s refuses incomplete characters", name);
    is_int(tail, 0, "%s refuses single continuation bytes", name);
    is_int(overlong, 0, "%s refuses overlong forms", name);
    rule_free(&code);
}

/* Tests, after each lead byte, each byte that is not a continuation byte. */
static void broken_tails(const char *name, const char *pattern)
{
    rule_code code = rule_compile(pattern);
    int wrong = 0;

    for (int lead = 0x80; lead < 0x100; lead++)
        for (int place = 1; place < 4; place++)
            for (int byte = 0; byte < 0x100; byte++) {
                char text[4] = {(char)lead, '\x90', '\x90', '\x90'};
                text[place] = (char)byte;
                if (byte < 0x80 || byte > 0xBF)
                    wrong += rule_takes(&code, text, 4) > place;
            }
    is_int(wrong, 0, "%s requires continuation bytes", name);
    rule_free(&code);
}

/* Tests one character in the path, the query and the fragment of a whole IRI. */
static bool right_in_iri(const rule_code *iri, unsigned long c)
{
    char path[16] = "a:", query[16] = "a:?", fragment[16] = "a:#";
    bool anywhere = is_ucschar(c), in_query = anywhere || is_iprivate(c);
    size_t n = put_utf8(path + 2, c, 0) + 2;

    put_utf8(query + 3, c, 0);
    put_utf8(fragment + 3, c, 0);
    return rule_takes(iri, path, n) == (anywhere ? (long)n : 2) &&
           rule_takes(iri, query, n + 1) == (in_query ? (long)n + 1 : 3) &&
           rule_takes(iri, fragment, n + 1) == (anywhere ? (long)n + 1 : 3);
}

/* Tests the first and last character of every range, and their neighbours outside it. */
static void edges(const range *r, size_t count)
{
    rule_code iri = rule_compile(rfc3987_IRI);

    for (size_t i = 0; i < count; i++) {
        bool right = right_in_iri(&iri, r[i].from - 1) && right_in_iri(&iri, r[i].from) &&
                     right_in_iri(&iri, r[i].to) && right_in_iri(&iri, r[i].to + 1);
        ok(right, "U+%04lX to U+%04lX and the code points next to them in an IRI", r[i].from,
           r[i].to);
    }
    rule_free(&iri);
}

int main(void)
{
    each_character("rfc3987_ucschar", rfc3987_ucschar, is_ucschar);
    each_character("rfc3987_iprivate", rfc3987_iprivate, is_iprivate);
    ill_formed("rfc3987_ucschar", rfc3987_ucschar);
    ill_formed("rfc3987_iprivate", rfc3987_iprivate);
    broken_tails("rfc3987_ucschar", rfc3987_ucschar);
    broken_tails("rfc3987_iprivate", rfc3987_iprivate);
    edges(ucschar, ROWS(ucschar));
    edges(iprivate, ROWS(iprivate));
    edges(bidi, ROWS(bidi));
    return done();
}
