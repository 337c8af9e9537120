/* format.c - writes texts, numbers and dates for readers
 *
 * Text of the archive becomes HTML: escaped, on one line, without controls and invisible
 * characters.
 */
#include "archive/index/index.h"

#include <stdio.h>
#include <time.h>

#include "base/utf8.h"

static void put_code(struct output *out, const char *p, utf8_char character)
{
    switch (character.code) {
    case '&':
        output_text(out, "&amp;");
        return;
    case '<':
        output_text(out, "&lt;");
        return;
    case '>':
        output_text(out, "&gt;");
        return;
    case '"':
        output_text(out, "&quot;");
        return;
    case '\'':
        output_text(out, "&#39;");
        return;
    case '\t':
    case '\n':
    case '\r':
        output_byte(out, ' ');
        return;
    }
    if (character.code == UTF8_INVALID || character.code < 0x20 ||
        (character.code >= 0x7f && character.code < 0xa0) || character.code == 0x2028 ||
        character.code == 0x2029 || (character.code & 0xfffe) == 0xfffe ||
        (character.code >= 0xfdd0 && character.code <= 0xfdef) ||
        unicode_is(character.code, UNICODE_HIDDEN))
        output_text(out, "\xEF\xBF\xBD");
    else
        output_bytes(out, p, character.len);
}

void escape_put(struct output *out, trawl_str text, size_t most)
{
    size_t i = 0;

    for (utf8_char character; i < text.n && most > 0; i += character.len, most--) {
        character = utf8_decode(text.p + i, text.n - i);
        put_code(out, text.p + i, character);
    }
    if (i < text.n)
        output_text(out, "\xE2\x80\xA6");
}

void put_grouped(struct output *out, uint64_t n)
{
    if (n >= 1000) {
        put_grouped(out, n / 1000);
        output_printf(out, ",%03u", (unsigned)(n % 1000));
    } else {
        output_number(out, n);
    }
}

bool stamp_of(int64_t time, char stamp[STAMP_ROOM])
{
    const time_t given = (time_t)time;
    struct tm t;

    if (!gmtime_r(&given, &t))
        return false;
    (void)snprintf(stamp, STAMP_ROOM, "%04lld-%02d-%02dT%02d:%02d:%02dZ",
                   (long long)t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min,
                   t.tm_sec);
    return true;
}

bool day_of(int64_t time, char day[STAMP_ROOM])
{
    const bool known = stamp_of(time, day);

    if (known)
        *strchr(day, 'T') = '\0';
    return known;
}
