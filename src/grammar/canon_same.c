/* canon_same.c - are two URLs the same (C5)? Their canonical forms are compared */
#include <string.h>
#include <trawl.h>

#include "base/memory.h"

/* Room for a canonical form: on the stack when it fits, else allocated. */
#define SMALL 1024

static char *canonical_of(const char *url, size_t n, char small[SMALL], size_t *len, int *failed)
{
    char *text = small;

    *failed = trawl_canonical(url, n, text, SMALL, len);
    if (*failed != TRAWL_NO_SPACE)
        return text;
    text = memory_get(&memory_default, *len);
    *failed = text ? trawl_canonical(url, n, text, *len, len) : TRAWL_NO_MEMORY;
    return text;
}

int trawl_same(const char *a, size_t an, const char *b, size_t bn)
{
    char small_a[SMALL], small_b[SMALL], *text_a, *text_b = NULL;
    size_t a_len, b_len;
    int result;

    text_a = canonical_of(a, an, small_a, &a_len, &result);
    if (!result)
        text_b = canonical_of(b, bn, small_b, &b_len, &result);
    if (!result)
        result = a_len == b_len && memcmp(text_a, text_b, a_len) == 0;
    if (text_a != small_a)
        memory_free(&memory_default, text_a);
    if (text_b != small_b)
        memory_free(&memory_default, text_b);
    return result;
}
