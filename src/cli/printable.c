/* printable.c - bytes made fit to be shown: to people, in JSON, in a table; see printable.h */
#include "cli/printable.h"

#include <stdio.h>
#include <string.h>

#include "cli/glyph.h"
#include "cli/json_put.h"

#define EACH(byte) (0x0101010101010101u * (byte))

/* Is one of eight bytes not printable ASCII, or a quote or a backslash? Subtracting 1 from 0 sets a byte's highest bit, as
 * does subtracting a space from less, and adding 1 to DEL; what is carried from one byte to the next comes from one that is
 * odd itself. */
static int is_odd(const char *p)
{
    uint64_t eight;

    memcpy(&eight, p, sizeof eight);
    return (((eight ^ EACH('"')) - EACH(1)) | ((eight ^ EACH('\\')) - EACH(1)) | (eight - EACH(0x20)) |
            (eight + EACH(1)) | eight) >>
                       7 &
                   EACH(1)
               ? 1
               : 0;
}

/* How many bytes from p on are printable ASCII and need no escape in any form: the common case, copied in one go. */
static size_t plain_run(const char *p, size_t n)
{
    size_t i = 0;

    while (n - i >= 8 && !is_odd(p + i))
        i += 8;
    if (i > 0 && n - i < 8 && !is_odd(p + n - 8)) /* some of these eight were looked at before */
        return n;
    while (i < n && p[i] >= 0x20 && p[i] < 0x7F && p[i] != '"' && p[i] != '\\')
        i++;
    return i;
}

int printable_is_plain(const char *p, size_t n)
{
    return plain_run(p, n) == n;
}

void printable_next(struct printable_step *step, const char *p, size_t n)
{
    uint32_t code;
    size_t bytes = glyph_next(p, n, &code);

    if (code == GLYPH_BAD || code < 0x20 || code == 0x7F) {
        bytes = 1;
        (void)snprintf(step->made, sizeof step->made, "\\x%02x", (unsigned)(unsigned char)p[0]);
    } else if (glyph_hidden(code)) {
        (void)snprintf(step->made, sizeof step->made, "[U+%04X]", (unsigned)code);
    } else {
        *step = (struct printable_step){.text = p, .length = bytes, .bytes = bytes, .columns = glyph_columns(code)};
        return;
    }
    step->text = step->made;
    step->length = step->columns = strlen(step->made);
    step->bytes = bytes;
}

void printable_people(struct output *o, const char *p, size_t n)
{
    struct printable_step step;

    while (n > 0) {
        size_t run = plain_run(p, n);

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

static void json_escape(struct output *o, uint32_t code)
{
    static const char named[] = "\bb\ff\nn\rr\tt\"\"\\\\"; /* a character, then its letter after the backslash */
    char hex[8];

    for (size_t i = 0; named[i]; i += 2) {
        if (code == (unsigned char)named[i]) {
            output_byte(o, '\\');
            output_byte(o, named[i + 1]);
            return;
        }
    }
    (void)snprintf(hex, sizeof hex, "\\u%04x", (unsigned)code & 0xFFFFu);
    output_text(o, hex);
}

void printable_json(struct output *o, const char *p, size_t n)
{
    if (plain_run(p, n) == n) {
        json_put_plain(o, JSON_TEXT("\""), p, n);
        return;
    }
    output_byte(o, '"');
    while (n > 0) {
        size_t bytes = plain_run(p, n);
        uint32_t code;

        if (bytes > 0) {
            output_bytes(o, p, bytes);
        } else {
            bytes = glyph_next(p, n, &code);
            if (code == GLYPH_BAD)
                output_text(o, "\xEF\xBF\xBD");
            else if (code == '"' || code == '\\' || glyph_hidden(code))
                json_escape(o, code);
            else
                output_bytes(o, p, bytes);
        }
        p += bytes;
        n -= bytes;
    }
    output_byte(o, '"');
}

static void tsv_escape(struct output *o, const char *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (p[i] == '\\' || p[i] == '\t' || p[i] == '\n' || p[i] == '\r') {
            output_byte(o, '\\');
            output_byte(o, p[i] == '\t' ? 't' : p[i] == '\n' ? 'n' : p[i] == '\r' ? 'r' : '\\');
        } else {
            output_text(o, "\\x");
            output_hex(o, p + i, 1);
        }
    }
}

void printable_tsv(struct output *o, const char *p, size_t n)
{
    while (n > 0) {
        size_t bytes = plain_run(p, n);
        uint32_t code;

        if (bytes > 0) {
            output_bytes(o, p, bytes);
        } else {
            bytes = glyph_next(p, n, &code);
            if (code == '\\' || code == GLYPH_BAD || glyph_hidden(code))
                tsv_escape(o, p, bytes);
            else
                output_bytes(o, p, bytes);
        }
        p += bytes;
        n -= bytes;
    }
}

int printable_is_utf8(const char *p, size_t n)
{
    uint32_t code;

    for (size_t i = 0; (i += plain_run(p + i, n - i)) < n;) {
        i += glyph_next(p + i, n - i, &code);
        if (code == GLYPH_BAD)
            return 0;
    }
    return 1;
}
