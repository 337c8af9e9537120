/* head_line.c - what a line of a header block is; see head_line.h */
#include "mail/head_line.h"

/* Up to what is no visible character of ASCII, or ":". */
static size_t name_end(const char *p, size_t n)
{
    size_t i = 0;

#if defined(__SSE2__)
    for (; n - i >= 16; i += 16) {
        unsigned found = (unsigned)_mm_movemask_epi8(head_name_ends(_mm_loadu_si128((const __m128i *)(p + i))));
        if (found)
            return i + (size_t)__builtin_ctz(found);
    }
#endif
    while (i < n && p[i] > ' ' && p[i] < 0x7F && p[i] != ':')
        i++;
    return i;
}

/* "Name:", or "Name :", as old mailers wrote it. "http://" is none: it begins the text of a part that has no header. *colon is
 * set for a field. */
static head_line_kind kind_of_field(const char *p, size_t n, size_t *colon)
{
    size_t most = n <= HEAD_NAME ? n : HEAD_NAME + 1, i = name_end(p, most);

    if (i == 0 || i > HEAD_NAME)
        return i == n ? HEAD_LINE_UNKNOWN : HEAD_LINE_OTHER;
    while (i < most && (p[i] == ' ' || p[i] == '\t'))
        i++;
    if (i == n || p[i] != ':')
        return i == n ? HEAD_LINE_UNKNOWN : HEAD_LINE_OTHER;
    *colon = i;
    if (n - i < 3)
        return i + 1 < n && p[i + 1] != '/' ? HEAD_LINE_HEADER : HEAD_LINE_UNKNOWN;
    return p[i + 1] == '/' && p[i + 2] == '/' ? HEAD_LINE_OTHER : HEAD_LINE_HEADER;
}

/* An mbox's line in front of the fields, quoted or not. */
static head_line_kind kind_of_first(const char *p, size_t n)
{
    static const char from[] = ">From ";
    const char *wanted = n > 0 && *p == '>' ? from : from + 1;
    size_t k = strlen(wanted);

    if (n < k)
        return memcmp(p, wanted, n) == 0 ? HEAD_LINE_UNKNOWN : HEAD_LINE_OTHER;
    return memcmp(p, wanted, k) == 0 ? HEAD_LINE_HEADER : HEAD_LINE_OTHER;
}

bool head_is_envelope(const char *p, size_t n)
{
    return kind_of_first(p, n) == HEAD_LINE_HEADER;
}

head_line_kind head_kind_of(bool first, const char *p, size_t n, size_t *colon)
{
    head_line_kind kind;

    *colon = 0;
    if (*p == '\n' || (*p == '\r' && n > 1 && p[1] == '\n'))
        return HEAD_LINE_EMPTY;
    if (*p == '\r')
        return n > 1 ? HEAD_LINE_OTHER : HEAD_LINE_UNKNOWN;
    if (*p == ' ' || *p == '\t')
        return first ? HEAD_LINE_OTHER : HEAD_LINE_HEADER;
    kind = first ? kind_of_first(p, n) : HEAD_LINE_OTHER;
    return kind == HEAD_LINE_OTHER ? kind_of_field(p, n, colon) : kind;
}
