/* text.c - converts texts from and to the encoding of the server, and replaces invalid bytes */
#include "trawl_pg.h"

#include <catalog/namespace.h>
#include <lib/stringinfo.h>
#include <mb/pg_wchar.h>
#include <utils/builtins.h>

/* Bytes that are converted at once. */
#define PIECE 16384

#define UNKNOWN "\xEF\xBF\xBD" /* U+FFFD */

/* Returns true if texts need no conversion. With SQL_ASCII their encoding is unknown. */
static bool is_same_encoding(void)
{
    int encoding = GetDatabaseEncoding();

    return encoding == PG_UTF8 || encoding == PG_SQL_ASCII;
}

trawl_str text_get(struct varlena *argument, bool is_bytea)
{
    trawl_str s = {VARDATA_ANY(argument), VARSIZE_ANY_EXHDR(argument)};
    char *converted;

    if (is_bytea || is_same_encoding() || s.n == 0)
        return s;
    converted = pg_server_to_any(s.p, (int)s.n, PG_UTF8);
    if (converted != s.p)
        s = (trawl_str){converted, strlen(converted)};
    return s;
}

/* Returns the length of the longest prefix that is UTF-8 without NUL. */
static size_t good_prefix(trawl_str s)
{
    return s.n > 0 ? (size_t)pg_encoding_verifymbstr(PG_UTF8, s.p, (int)s.n) : 0;
}

/* Returns the length of the bad sequence of UTF-8 at the start of `s`: as many bytes as could begin
 * a character, at least one byte. */
static size_t bad_sequence(trawl_str s)
{
    const unsigned char *p = (const unsigned char *)s.p;
    unsigned char low = p[0] == 0xE0   ? 0xA0
                        : p[0] == 0xF0 ? 0x90
                                       : 0x80,
                  high = p[0] == 0xED   ? 0x9F
                         : p[0] == 0xF4 ? 0x8F
                                        : 0xBF;
    size_t most = p[0] < 0xC2 || p[0] > 0xF4 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4, n = 1;

    while (n < most && n < s.n && p[n] >= low && p[n] <= high) {
        low = 0x80;
        high = 0xBF;
        n++;
    }
    return n;
}

/* Returns a copy in which U+FFFD replaces each NUL and each bad sequence of UTF-8. */
static trawl_str repair(trawl_str s)
{
    StringInfoData out;

    initStringInfo(&out);
    while (s.n > 0) {
        size_t n = good_prefix(s);

        appendBinaryStringInfo(&out, s.p, (int)n);
        s = (trawl_str){s.p + n, s.n - n};
        if (s.n > 0) {
            appendBinaryStringInfo(&out, UNKNOWN, 3);
            n = bad_sequence(s);
            s = (trawl_str){s.p + n, s.n - n};
        }
    }
    return (trawl_str){out.data, (size_t)out.len};
}

/* Converts UTF-8 to the encoding of the server, up to the end of a piece or to a character that the
 * encoding lacks. Returns how many bytes of `s` were converted. */
static size_t text_convert(trawl_str s, StringInfo out)
{
    int encoding = GetDatabaseEncoding(), done,
        n = pg_encoding_mbcliplen(PG_UTF8, s.p, (int)s.n, PIECE);
    Oid converter = FindDefaultConversionProc(PG_UTF8, encoding);

    if (!OidIsValid(converter))
        ereport(ERROR, errcode(ERRCODE_UNDEFINED_FUNCTION),
                errmsg("there is no conversion from UTF8 to %s", pg_encoding_to_char(encoding)));
    enlargeStringInfo(out, MAX_CONVERSION_GROWTH * (PIECE + 1));
    done = pg_do_encoding_conversion_buf(converter, PG_UTF8, encoding, (unsigned char *)s.p, n,
                                         (unsigned char *)out->data + out->len,
                                         MAX_CONVERSION_GROWTH * (PIECE + 1), true);
    out->len += (int)strlen(out->data + out->len);
    return (size_t)done;
}

/* Converts a whole text. Percent-encodes the characters that the server's encoding lacks. */
static trawl_str convert_all(trawl_str s)
{
    StringInfoData out;

    initStringInfo(&out);
    while (s.n > 0) {
        size_t n = text_convert(s, &out);

        if (n == 0) {
            n = (size_t)pg_utf_mblen((const unsigned char *)s.p);
            for (size_t i = 0; i < n; i++)
                appendStringInfo(&out, "%%%02X", (unsigned char)s.p[i]);
        }
        s = (trawl_str){s.p + n, s.n - n};
    }
    return (trawl_str){out.data, (size_t)out.len};
}

text *text_make(trawl_str s)
{
    bool is_utf8 = good_prefix(s) == s.n;

    if (!is_utf8 && !(GetDatabaseEncoding() == PG_SQL_ASCII && !memchr(s.p, '\0', s.n)))
        s = repair(s);
    if (!is_same_encoding())
        s = convert_all(s);
    return cstring_to_text_with_len(s.p, (int)s.n);
}

char *text_shown(trawl_str s)
{
    s.n = (size_t)pg_encoding_mbcliplen(PG_UTF8, s.p, (int)s.n, 64);
    return text_to_cstring(text_make(s));
}

bool text_fits(trawl_str s)
{
    StringInfoData out;

    if (good_prefix(s) != s.n)
        return false;
    if (is_same_encoding())
        return true;
    initStringInfo(&out);
    while (s.n > 0) {
        size_t n = text_convert(s, &out);

        if (n == 0)
            return false;
        s = (trawl_str){s.p + n, s.n - n};
    }
    return true;
}

void check(int error)
{
    if (error == TRAWL_ERROR_NO_MEMORY)
        ereport(ERROR, errcode(ERRCODE_OUT_OF_MEMORY), errmsg("trawl: out of memory"));
    if (error != TRAWL_OK)
        ereport(ERROR, errcode(ERRCODE_EXTERNAL_ROUTINE_EXCEPTION),
                errmsg("trawl: %s", trawl_strerror(error)));
}
