/* text.c - stores texts in a database as UTF-8, so that any program can read them
 *
 * A byte that is not part of a character of UTF-8 is stored as a character of private use, U+10FE00
 * plus the byte: "b\xfccher" is stored as "b", U+10FEFC, "cher". The bytes of such a
 * character in the input are stored in the same way, so that each stored text has one meaning.
 */
#include "archive/index/index.h"

#include <stdlib.h>

#include "base/utf8.h"

#define BYTES_FIRST UINT32_C(0x10FE80)
#define BYTES_LAST UINT32_C(0x10FEFF)

/* Returns the length of the character at the start of p[0..n), or 0 for a byte that is not stored
 * as it is. */
static unsigned plain_length(const char *p, size_t n)
{
    const utf8_char c = utf8_decode(p, n);

    return c.code == UTF8_INVALID || (c.code >= BYTES_FIRST && c.code <= BYTES_LAST) ? 0 : c.len;
}

/* Returns how many bytes at the start of a text are stored as they are. */
static size_t plain_text(trawl_str text)
{
    size_t i = 0;

    for (unsigned n = 1; i < text.n && n > 0; i += n)
        n = (unsigned char)text.p[i] < 0x80 ? 1 : plain_length(text.p + i, text.n - i);
    return i;
}

/* Writes the form of a text that is stored. */
static void text_encode(trawl_str text, struct buffer *out)
{
    char wide[4];

    for (size_t i = 0; i < text.n;) {
        const size_t n = plain_text((trawl_str){text.p + i, text.n - i});

        (void)buffer_add(out, text.p + i, n);
        if ((i += n) < text.n)
            (void)buffer_add(out, wide,
                             utf8_encode(wide, BYTES_FIRST - 0x80 + (unsigned char)text.p[i++]));
    }
}

trawl_str text_decode(trawl_str text, struct buffer *out)
{
    const char *p = text.p, *lead = text.n > 0 ? memchr(p, 0xf4, text.n) : NULL, *end;

    out->n = 0;
    if (!lead)
        return text;
    for (end = p + text.n; lead;
         lead = lead < end ? memchr(lead, 0xf4, (size_t)(end - lead)) : NULL) {
        const utf8_char c = utf8_decode(lead, (size_t)(end - lead));
        const char byte = (char)(c.code & 0xff);

        if (c.code >= BYTES_FIRST && c.code <= BYTES_LAST) {
            (void)buffer_add(out, p, (size_t)(lead - p));
            (void)buffer_add(out, &byte, 1);
            p = lead + c.len;
        }
        lead += c.len;
    }
    if (p == text.p)
        return text;
    if (buffer_add(out, p, (size_t)(end - p)) != TRAWL_OK || buffer_add(out, "", 1) != TRAWL_OK) {
        buffer_free(out);
        return (trawl_str){NULL, 0};
    }
    out->n--;
    return buffer_str(out);
}

/* ---- Statements ---- */

void db_bind(sqlite3_stmt *s, int at, trawl_str text)
{
    struct buffer stored = {0};

    if (!text.p) {
        (void)sqlite3_bind_null(s, at);
    } else if (plain_text(text) == text.n) {
        (void)sqlite3_bind_text64(s, at, text.p, text.n, SQLITE_STATIC, SQLITE_UTF8);
    } else {
        text_encode(text, &stored);
        (void)sqlite3_bind_text64(s, at, stored.p, stored.n, SQLITE_TRANSIENT, SQLITE_UTF8);
        buffer_free(&stored);
    }
}

/* The bytes of a column that differ from its stored text. */
struct decoded {
    sqlite3_stmt *s;
    int column;
    struct buffer bytes;
};

trawl_str db_text(sqlite3_stmt *s, int column)
{
    static struct buffer all; /* of struct decoded: at most one for each column of a statement */
    const char *p = (const char *)sqlite3_column_text(s, column);
    const trawl_str text = {p, p ? (size_t)sqlite3_column_bytes(s, column) : 0};
    struct decoded one = {.s = s, .column = column};
    trawl_str bytes = text_decode(text, &one.bytes);
    size_t at = 0;

    if (bytes.p == text.p || !bytes.p)
        return bytes;
    for (struct decoded old; at < all.n; at += sizeof old) {
        memcpy(&old, all.p + at, sizeof old);
        if (old.s != s || old.column != column)
            continue;
        if (index_same(buffer_str(&old.bytes), bytes)) {
            buffer_free(&one.bytes); /* the bytes that an earlier call returned stay valid */
            return buffer_str(&old.bytes);
        }
        buffer_free(&old.bytes);
        break;
    }
    if (at < all.n)
        memcpy(all.p + at, &one, sizeof one);
    else if (buffer_add(&all, (const char *)&one, sizeof one) != TRAWL_OK)
        buffer_free(&one.bytes);
    return one.bytes.p ? bytes : (trawl_str){NULL, 0};
}
