/* blank.c - blanks the addresses of people who were forgotten with --everywhere
 *
 *   To: Bob <bob@b.example>, Ann <ann@a.example>  ->  To: Bob <bob@b.example>, Ann <xxxxxxxxxxxxx>
 *
 * A text keeps its length, so places in it stay as they are. An address is found in each spelling
 * of archives ("ann at a.example"), as VERP writes it ("ann=a.example"), with escapes of
 * quoted-printable, URLs and HTML ("ann=40a.example", "ann%40a.example", "ann&#64;a.example"), also
 * one kind inside another, after "_" for a blank in encoded words, and in base64. Only a keyed hash
 * of the address is known: each text that may be an address is hashed. Texts that are packed,
 * encrypted, or in uuencode, UTF-16 or UTF-32 are not read.
 */
#include "archive/index/index.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "base/check.h"

#define WINDOW ((size_t)16384) /* bytes of a text that are read at a time */
#define LEVELS 5               /* a text is searched as it is, and decoded 1, 2... times */
#define LOCAL ((size_t)64)     /* bytes of a local part (RFC 5321, section 4.5.3.1.1) */
#define STARTS 8               /* the most places at which a local part may begin */
#define ENCODED ((size_t)8)    /* the fewest digits of base64 that may have an address */

bool address_has(unsigned char c)
{
    return ascii_is_alnum(c) || c >= 0x80 || (c > 0 && strchr("._+-%=!#$&'*/?^`{|}~\"", c));
}

size_t address_sign(const char *p, size_t n)
{
    static const char *const signs[] = {
        " (at) ", " [at] ", " <at> ",   "(at)", "[at]",  " at ",   " @ ",        "@",
        "\\@",    "+at+",   "%20at%20", "=40",  "&#64;", "&#x40;", ADDRESS_WIDE, "%EF%BC%A0"};
    size_t escape = 1;

    if (ascii_is_alnum((unsigned char)*p) || !memchr("@([%=&+\\ \xEF", *p, 10) ||
        (*p == ' ' && (n < 2 || !memchr("aA([<@", p[1], 6))))
        return 0;
    while (*p == '%' && ascii_begins(p + escape, n - escape, "25"))
        escape += 2;
    if (*p == '%' && ascii_begins(p + escape, n - escape, "40"))
        return escape + 2;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (ascii_begins(p, n, signs[i]))
            return strlen(signs[i]);
    return 0;
}

/* A text with the places from which its bytes come. */
struct view {
    char text[WINDOW];
    uint16_t at[WINDOW + 1];
    size_t n;
    unsigned goes_on; /* as in forgotten_blank() */
};

/* Returns the character that a reference such as "&#64;" or "&#x40;" stands for, or -1. */
static int view_reference(const char *p, size_t n, size_t *used)
{
    char digits[8] = "", *end;
    const size_t hex = n > 2 && ascii_lower(p[2]) == 'x';
    long code;

    if (n < 4 || p[0] != '&')
        return -1;
    if (ascii_begins(p, n, "&commat;") || ascii_begins(p, n, "&period;")) {
        *used = 8;
        return p[1] == 'c' ? '@' : '.';
    }
    if (p[1] != '#')
        return -1;
    n = n - 2 - hex < 7 ? n - 2 - hex : 7;
    memcpy(digits, p + 2 + hex, n);
    code = strtol(digits, &end, hex ? 16 : 10);
    *used = (size_t)(end - digits) + 3 + hex;
    return *end == ';' && code > ' ' && code < 0x7f ? (int)code : -1;
}

/* Returns the character at the start of a text, or what the escape there stands for, or -1 for a
 * line break of quoted-printable. */
static int view_character(const char *p, size_t n, size_t *used)
{
    int c = ascii_escape_of('=', p, n);

    *used = 3;
    if (c < 0)
        c = ascii_escape(p, n);
    if (c >= 0)
        return c;
    if (n > 1 && p[0] == '=' && (p[1] == '\n' || (n > 2 && p[1] == '\r' && p[2] == '\n'))) {
        *used = p[1] == '\n' ? 2 : 3;
        return -1;
    }
    if ((c = view_reference(p, n, used)) >= 0)
        return c;
    *used = 1;
    return (unsigned char)p[0];
}

/* Returns the length of the start of an encoded word such as "=?utf-8?Q?", or 0. */
static size_t view_word(const char *p, size_t n)
{
    size_t i = 2;

    if (n < 2 || p[0] != '=' || p[1] != '?')
        return 0;
    while (i < n && i < 75 && (ascii_is_alnum((unsigned char)p[i]) || memchr("-_.:*", p[i], 5)))
        i++;
    return i + 2 < n && p[i] == '?' && ascii_lower(p[i + 1]) == 'q' && p[i + 2] == '?' ? i + 3 : 0;
}

/* Replaces escapes by what they stand for, with `words` also "_" in encoded words. Returns false if
 * there are none. */
static bool view_decode(struct view *v, bool words)
{
    const size_t all = v->n;
    size_t n = 0, word = 0; /* word: where the text of an encoded word begins */
    bool found = false;

    for (size_t i = 0, used = 1, start; i < all; i += used) {
        int c = (unsigned char)v->text[i];

        v->at[n] = v->at[i];
        if (words && c == '=' && (start = view_word(v->text + i, all - i)) > 0)
            word = i + start;
        else if (i >= word && (c <= ' ' || c == '?'))
            word = 0;
        used = 1;
        if (c == '_' && word > 0 && i >= word) {
            c = ' ';
            found = true;
        } else if (c == '=' || c == '%' || c == '&') {
            c = view_character(v->text + i, all - i, &used);
        }
        if (c >= 0)
            v->text[n++] = (char)c;
    }
    v->at[n] = v->at[all];
    v->n = n;
    return found || n < all;
}

/* Returns true if a local part may begin at text[i]. Another letter, or a character such as "." or
 * "+" after a letter, belongs to the local part of another address. A number in a message-id, as in
 * "20200131.4711-1-ann@a.example", does not. */
static bool view_starts(const struct view *v, size_t i, char sign)
{
    const char *p = v->text;
    size_t k = i, digits;

    while (k > 0 && memchr("._+-", p[k - 1], 4))
        k--;
    for (digits = k; k < i && digits > 0 && ascii_is_digit((unsigned char)p[digits - 1]);)
        digits--;
    if (digits == 0)
        return !(v->goes_on & BLANK_BEFORE);
    return !ascii_is_alnum((unsigned char)p[digits - 1]) || (k < i && sign == '=');
}

/* Returns the end of a host at text[i], with or without characters beyond ASCII. */
static size_t view_host(const struct view *v, size_t i, bool wide)
{
    size_t end = i;

    while (
        end < v->n &&
        (ascii_is_alnum((unsigned char)v->text[end]) || memchr(".-", v->text[end], 2) ||
         (wide && (v->text[end] & 0x80) && !ascii_begins(v->text + end, v->n - end, ADDRESS_WIDE))))
        end++;
    if (end == v->n && (v->goes_on & BLANK_AFTER))
        return i; /* the next window has all of it */
    while (end > i && memchr(".-", v->text[end - 1], 2))
        end--;
    return end;
}

/* Returns true for an address that was forgotten. Ignores "dontspam." before the host, which some
 * old archives added. */
static bool blank_is_address(struct forgotten *f, trawl_str local, trawl_str host)
{
    char address[2 * LOCAL + 256];

    if (ascii_begins(host.p, host.n, "dontspam."))
        host = (trawl_str){host.p + 9, host.n - 9};
    if (host.n == 0 || host.n > 255)
        return false;
    CHECK(local.n <= LOCAL);
    for (size_t i = 0; i < local.n; i++)
        address[i] = ascii_lower(local.p[i]);
    address[local.n] = '@';
    for (size_t i = 0; i < host.n; i++)
        address[local.n + 1 + i] = ascii_lower(host.p[i]);
    return forgotten_blanks(f, (trawl_str){address, local.n + 1 + host.n});
}

/* Overwrites text[from..to) in p. The line breaks stay. */
static void blank_write(const struct view *v, size_t from, size_t to, char *p)
{
    for (size_t i = v->at[from], end = v->at[to]; i < end; i++) {
        const size_t next = i + 1 < end && p[i + 1] == '\r' ? i + 2 : i + 1;

        if (p[i] != '\n' && p[i] != '\r' && !(p[i] == '=' && next < end && p[next] == '\n'))
            p[i] = 'x';
    }
}

/* Blanks the address whose "@", in any spelling, is text[at..to). Returns true if it was
 * forgotten. */
static bool blank_at(struct forgotten *f, const struct view *v, size_t at, size_t to, char *p)
{
    const size_t ends[] = {view_host(v, to, false), view_host(v, to, true)};
    const bool host = v->text[at] == '@' || memchr(v->text + to, '.', ends[1] - to);
    int starts = 0;

    for (size_t i = at; host && ends[1] > to && i > 0 && at - i < LOCAL && starts < STARTS;) {
        if (!address_has((unsigned char)v->text[--i]))
            break;
        if (!view_starts(v, i, v->text[at]))
            continue;
        starts++;
        for (int k = 0; k < 1 + (ends[1] > ends[0]); k++) {
            if (blank_is_address(f, (trawl_str){v->text + i, at - i},
                                 (trawl_str){v->text + to, ends[k] - to})) {
                blank_write(v, i, ends[k], p);
                return true;
            }
        }
    }
    return false;
}

/* Blanks the addresses in a window that are not in base64. Returns true if there are some. */
static bool blank_window(struct forgotten *f, char *p, size_t n, unsigned goes_on)
{
    static struct view v;
    bool found = false;

    CHECK(n <= WINDOW);
    v.n = n;
    v.goes_on = goes_on;
    memcpy(v.text, p, n);
    for (size_t i = 0; i <= n; i++)
        v.at[i] = NARROW16(i);
    for (int level = 0; level < LEVELS && (level == 0 || view_decode(&v, level == 1)); level++)
        for (size_t i = 0, sign; i < v.n; i++) {
            sign = v.text[i] == '=' ? 1 : address_sign(v.text + i, v.n - i);
            if (sign > 0)
                found |= blank_at(f, &v, i, i + sign, p);
        }
    return found;
}

/* ---- Base64 ---- */

/* Returns the end of the digits at the start of a text. They may go on in the next line. */
static size_t digits_end(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && ascii_base64((unsigned char)p[i]) >= 0) {
        size_t line = ++i;

        line += i < n && p[i] == '\r';
        if (line + 1 < n && p[line] == '\n' && ascii_base64((unsigned char)p[line + 1]) >= 0)
            i = line + 1;
    }
    return i;
}

/* Decodes p[0..n) without its first `skip` digits, and blanks the addresses in the result. */
static void blank_digits(struct forgotten *f, char *p, size_t n, int skip, unsigned goes_on)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static char bytes[WINDOW];
    size_t count = 0, bits, k, left;
    unsigned word = 0;

    for (size_t i = 0, seen = 0; i < n; i++) {
        const int digit = ascii_base64((unsigned char)p[i]);

        if (digit < 0 || seen++ < (size_t)skip)
            continue;
        word = word << 6 | (unsigned)digit;
        if (++count % 4 != 1)
            bytes[count * 6 / 8 - 1] = (char)(word >> count * 6 % 8);
    }
    bits = count * 6 / 8 * 8;
    if (!blank_window(f, bytes, bits / 8, goes_on))
        return;
    for (size_t i = 0, seen = 0; i < n; i++) {
        const int digit = ascii_base64((unsigned char)p[i]);

        if (digit < 0 || seen++ < (size_t)skip)
            continue;
        k = 6 * (seen - 1 - (size_t)skip);
        left = k + 6 > bits ? k + 6 - bits : 0; /* bits of the digit that are in no byte */
        if (left >= 6)
            break;
        word = (unsigned)(unsigned char)bytes[k / 8] << 8 |
               (k / 8 + 1 < bits / 8 ? (unsigned char)bytes[k / 8 + 1] : 0u);
        p[i] = digits[(word >> (10 - k % 8) & 63) | ((unsigned)digit & ((1u << left) - 1))];
    }
}

/* Returns true if digits may encode "@", which needs a capital wherever it is in a group of three
 * bytes. The first digit does not count: a word often begins with a capital. */
static bool digits_may(const char *p, size_t n)
{
    for (size_t i = 1; i < n && n >= ENCODED; i++)
        if (ascii_is_upper(p[i]))
            return true;
    return false;
}

/* Blanks the addresses in base64. Tries each of four starts, since other letters may precede its
 * first digit. */
static void blank_encoded(struct forgotten *f, char *p, size_t n, unsigned goes_on)
{
    for (size_t i = 0, end; i < n; i += end + (end == 0)) {
        const unsigned before = i == 0 ? BLANK_BEFORE : 0;

        end = digits_end(p + i, n - i);
        for (int skip = 0; skip < 4 && digits_may(p + i, end); skip++)
            blank_digits(f, p + i, end, skip,
                         goes_on & (before | (i + end == n ? BLANK_AFTER : 0)));
    }
}

void forgotten_blank(struct forgotten *f, trawl_str text, unsigned goes_on)
{
    char *p = (char *)text.p;

    for (size_t i = 0, end = 0; f->everywhere && end < text.n; i = end - BLANK_OVERLAP) {
        unsigned edges = i > 0 ? BLANK_BEFORE : goes_on & BLANK_BEFORE;

        end = text.n - i < WINDOW ? text.n : i + WINDOW;
        edges |= end < text.n ? BLANK_AFTER : goes_on & BLANK_AFTER;
        (void)blank_window(f, p + i, end - i, edges);
        blank_encoded(f, p + i, end - i, edges);
    }
}

void forgotten_blank_message(struct forgotten *f, const struct record_message *m)
{
    const trawl_str texts[] = {m->id, m->from, m->address, m->subject, m->list, m->date};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        forgotten_blank(f, texts[i], 0);
}
