/* cells.c - characters: their columns, and where Chinese and Japanese text may be broken */
#include "trawl/wrap/inside.h"

#define NO_CHARACTER 0xFFFDu

int bytes_add(struct bytes *b, const char *p, size_t n)
{
    if (!memory_grow(&memory_default, &b->p, &b->room, b->n + n, 1))
        return TRAWL_ERROR_NO_MEMORY;
    if (n > 0)
        memcpy(b->p + b->n, p, n);
    b->n += n;
    return TRAWL_OK;
}

void bytes_free(struct bytes *b)
{
    memory_free(&memory_default, b->p);
    *b = (struct bytes){0};
}

size_t character(const char *p, size_t n, uint32_t *code)
{
    utf8_char c = utf8_decode(p, n);

    *code = c.code == UTF8_INVALID ? NO_CHARACTER : c.code;
    return c.code == UTF8_INVALID ? 1 : c.len;
}

unsigned columns_after(const char *p, size_t n, unsigned at)
{
    uint32_t code;

    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)p[i];

        if (c >= 0x80) {
            i += character(p + i, n - i, &code);
            at += unicode_columns(code);
            continue;
        }
        at = c == '\t' ? (at | 7) + 1 : at + 1;
        i++;
    }
    return at;
}

/* ---- Text without blanks ---- */

/* Returns true for Chinese and Japanese characters and their punctuation. Korean has blanks. */
static bool is_east_asian(uint32_t c)
{
    return (c >= 0x2E80 && c <= 0x312F && c != 0x303F) || (c >= 0x3190 && c <= 0xA4CF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x20000 && c <= 0x3FFFD);
}

static bool cells_is_in(const uint32_t *list, uint32_t c)
{
    while (*list && *list != c)
        list++;
    return *list != 0;
}

/* Returns true for characters that may not begin a line: punctuation, closing brackets, small
 * kana. */
static bool cells_ends_line(uint32_t c)
{
    static const uint32_t list[] =
        U"、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】〗〙〛％‰℃"
        U"ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ";

    return cells_is_in(list, c);
}

static bool begins_line(uint32_t c)
{
    static const uint32_t list[] = U"‘“（〔［｛〈《「『【〖〘〚￥＄";

    return cells_is_in(list, c);
}

bool columns_may_part(uint32_t before, uint32_t after)
{
    bool left = is_east_asian(before), right = is_east_asian(after);

    if ((!left && !right) || begins_line(before) || cells_ends_line(after))
        return false;
    return (left || (before < 0x80 && ascii_is_alnum((unsigned char)before))) &&
           (right || (after < 0x80 && ascii_is_alnum((unsigned char)after)));
}
