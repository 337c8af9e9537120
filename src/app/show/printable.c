/* printable.c - decodes characters, and escapes text for people, JSON and tables */
#include "app/show/show.h"

#include <stdio.h>

#include "base/sixteen.h"
#include "base/utf8.h"

/* ---- Characters ---- */

/* Returns true for characters that have an effect instead of being shown: controls, soft hyphen,
 * U+200B, U+2060, U+FEFF, U+2028, U+2029, and all that change the direction of text. */
static bool glyph_hidden(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
           unicode_is(code, UNICODE_HIDDEN);
}

/* ---- Runs ---- */

#define BLOCK sizeof(sixteen)

/* Returns how many of the 16 bytes precede the first one that is not printable ASCII or is a quote
 * or a backslash. */
static inline size_t plain_of_block(sixteen v)
{
    unsigned odd =
        sixteen_bits(sixteen_between(v, 0x7F, 0x1F) | sixteen_is(v, '"') | sixteen_is(v, '\\'));

    return odd ? (size_t)__builtin_ctz(odd) : BLOCK;
}

/* Returns how many bytes at `p` are the same in all forms: printable ASCII without quotes and
 * backslashes. Copies them to `to` unless that is NULL; may write n bytes there. */
static inline size_t printable_plain_run(char *to, const char *p, size_t n)
{
    size_t i = 0, k;

    for (; n - i >= BLOCK; i += BLOCK) {
        if (to)
            memcpy(to + i, p + i, BLOCK);
        if ((k = plain_of_block(sixteen_load(p + i))) < BLOCK)
            return i + k;
    }
    if (i > 0) {
        if (to)
            memcpy(to + n - BLOCK, p + n - BLOCK, BLOCK);
        return n - BLOCK + plain_of_block(sixteen_load(p + n - BLOCK));
    }
    if (n >= BLOCK / 2) {
        uint64_t first, last; /* eight bytes each; they may overlap */
        memcpy(&first, p, BLOCK / 2);
        memcpy(&last, p + n - BLOCK / 2, BLOCK / 2);
        if (to) {
            memcpy(to, &first, BLOCK / 2);
            memcpy(to + n - BLOCK / 2, &last, BLOCK / 2);
        }
        k = plain_of_block((sixteen)(sixteen_halves){first, last});
        return k < BLOCK / 2 ? k : n - BLOCK + k;
    }
    for (; i < n && p[i] >= 0x20 && p[i] < 0x7F && p[i] != '"' && p[i] != '\\'; i++)
        if (to)
            to[i] = p[i];
    return i;
}

/* ---- Text for people ---- */

void printable_next(struct printable_step *step, const char *p, size_t n)
{
    utf8_char c = utf8_decode(p, n);

    if (c.code == UTF8_INVALID || c.code < 0x20 || c.code == 0x7F) {
        c.len = 1;
        (void)snprintf(step->made, sizeof step->made, "\\x%02x", (unsigned)(unsigned char)p[0]);
    } else if (glyph_hidden(c.code)) {
        (void)snprintf(step->made, sizeof step->made, "[U+%04X]", (unsigned)c.code);
    } else {
        *step = (struct printable_step){
            .text = p, .length = c.len, .bytes = c.len, .columns = unicode_columns(c.code)};
        return;
    }
    step->text = step->made;
    step->length = step->columns = strlen(step->made);
    step->bytes = c.len;
}

void printable_people(struct output *o, const char *p, size_t n)
{
    struct printable_step step;

    while (n > 0) {
        size_t run = printable_plain_run(NULL, p, n);

        output_bytes(o, p, run);
        p += run;
        n -= run;
        if (n > 0) {
            printable_next(&step, p, n);
            output_bytes(o, step.text, step.length);
            p += step.bytes;
            n -= step.bytes;
        }
    }
}

/* ---- JSON and tables ---- */

/* Writes a character escaped in one form. Returns NULL for a character that needs no escape. */
typedef char *put_character(char *to, const char *p, size_t bytes, uint32_t code);

static inline char *printable_put_all(char *to, const char *p, size_t n, put_character *put)
{
    for (size_t i = 0;;) {
        size_t run = printable_plain_run(to, p + i, n - i);
        utf8_char c;
        char *end;

        to += run;
        i += run;
        if (i == n)
            return to;
        c = utf8_decode(p + i, n - i);
        end = put(to, p + i, c.len, c.code);
        to = end ? end : put_bytes(to, p + i, c.len);
        i += c.len;
    }
}

static char *json_character(char *to, const char *p, size_t bytes, uint32_t code)
{
    static const char named[] = "\bb\ff\nn\rr\tt\"\"\\\\"; /* a character, then its letter */
    const char two[2] = {(char)(code >> 8 & 0xFF), (char)(code & 0xFF)};

    (void)p;
    (void)bytes;
    if (code == UTF8_INVALID)
        return PUT(to, "\xEF\xBF\xBD");
    if (code != '"' && code != '\\' && !glyph_hidden(code))
        return NULL;
    for (size_t i = 0; named[i]; i += 2) {
        if (code == (unsigned char)named[i]) {
            *to++ = '\\';
            *to++ = named[i + 1];
            return to;
        }
    }
    return put_hex(PUT(to, "\\u"), two, sizeof two);
}

char *put_json(char *to, trawl_str text)
{
    *to = '"';
    to = printable_put_all(to + 1, text.p, text.n, json_character);
    *to = '"';
    return to + 1;
}

static char *tsv_character(char *to, const char *p, size_t bytes, uint32_t code)
{
    if (code != '\\' && code != UTF8_INVALID && !glyph_hidden(code))
        return NULL;
    for (size_t i = 0; i < bytes; i++) {
        if (p[i] == '\\' || p[i] == '\t' || p[i] == '\n' || p[i] == '\r') {
            *to++ = '\\';
            *to++ = p[i] == '\t' ? 't' : p[i] == '\n' ? 'n' : p[i] == '\r' ? 'r' : '\\';
        } else {
            to = put_hex(PUT(to, "\\x"), p + i, 1);
        }
    }
    return to;
}

/* Writes the rest of a text, from its first character that may need an escape on. */
__attribute__((noinline)) static char *put_tsv_rest(char *to, const char *p, size_t n)
{
    return printable_put_all(to, p, n, tsv_character);
}

char *put_tsv(char *to, trawl_str text)
{
    size_t run = printable_plain_run(to, text.p, text.n);

    return run == text.n ? to + run : put_tsv_rest(to + run, text.p + run, text.n - run);
}

/* ---- CSV ---- */

/* Returns true for what has no place in a field of CSV. */
static bool is_not_csv(uint32_t code)
{
    return code == UTF8_INVALID || (glyph_hidden(code) && code != '\t' && code != '\n');
}

char *put_csv_inside(char *to, trawl_str text)
{
    utf8_char c;

    for (size_t i = 0, run; i < text.n; i += c.len) {
        run = printable_plain_run(to, text.p + i, text.n - i);
        to += run;
        i += run;
        if (i == text.n)
            break;
        c = utf8_decode(text.p + i, text.n - i);
        if (c.code == '\r' && i + 1 < text.n && text.p[i + 1] == '\n')
            continue;
        if (is_not_csv(c.code))
            to = PUT(to, "\xEF\xBF\xBD");
        else
            to = c.code == '"' ? PUT(to, "\"\"") : put_bytes(to, text.p + i, c.len);
    }
    return to;
}

/* Returns true for a text that a spreadsheet would run as a formula. */
static bool is_formula(trawl_str text)
{
    return text.n > 0 && memchr("=+-@\t\r", text.p[0], 6);
}

/* Some readers take "\." alone for the end of the data: a field that begins with "\" has quotes. */
char *put_csv(char *to, trawl_str text)
{
    const char *quote = text.n > 0 && text.p[0] != '\\' && !memchr(text.p, ',', text.n) &&
                                !memchr(text.p, '"', text.n) && !memchr(text.p, '\n', text.n)
                            ? ""
                            : "\"";

    to = put_bytes(to, quote, strlen(quote));
    to = put_csv_inside(is_formula(text) ? PUT(to, "'") : to, text);
    return put_bytes(to, quote, strlen(quote));
}

bool printable_is_csv(trawl_str text)
{
    for (size_t i = 0; (i += printable_plain_run(NULL, text.p + i, text.n - i)) < text.n;) {
        utf8_char c = utf8_decode(text.p + i, text.n - i);
        if (is_not_csv(c.code))
            return false;
        i += c.len;
    }
    return !is_formula(text);
}

/* ---- Lines ---- */

/* Returns true when all characters are valid and none is hidden. */
static bool printable_is_shown(const char *p, size_t n)
{
    for (size_t i = 0; (i += printable_plain_run(NULL, p + i, n - i)) < n;) {
        utf8_char c = utf8_decode(p + i, n - i);
        if (c.code == UTF8_INVALID || glyph_hidden(c.code))
            return false;
        i += c.len;
    }
    return true;
}

/* Writes the rest of a line, from its first character that may need an escape on. */
__attribute__((noinline)) static char *put_shown_rest(char *to, const char *p, size_t n)
{
    return printable_is_shown(p, n) ? put_bytes(to, p, n) : put_tsv_rest(to, p, n);
}

void output_line(struct output *o, trawl_str text, bool null)
{
    char *to = output_begin(o, PRINTABLE_TSV(text.n) + 1);
    size_t run;

    if (!to)
        return;
    if (null) {
        to = put_bytes(to, text.p, text.n);
    } else {
        run = printable_plain_run(to, text.p, text.n);
        to += run;
        if (run < text.n)
            to = put_shown_rest(to, text.p + run, text.n - run);
    }
    *to = null ? '\0' : '\n';
    output_end(o, to + 1);
}

void output_json(struct output *o, trawl_str text)
{
    char *to = output_begin(o, PRINTABLE_JSON(text.n));

    if (to)
        output_end(o, put_json(to, text));
}

void output_tsv(struct output *o, trawl_str text)
{
    char *to = output_begin(o, PRINTABLE_TSV(text.n));

    if (to)
        output_end(o, put_tsv(to, text));
}

bool printable_is_utf8(trawl_str text)
{
    for (size_t i = 0; (i += printable_plain_run(NULL, text.p + i, text.n - i)) < text.n;) {
        utf8_char c = utf8_decode(text.p + i, text.n - i);
        if (c.code == UTF8_INVALID)
            return false;
        i += c.len;
    }
    return true;
}
