/* idn2.c - converts hosts beyond ASCII by the class URL of the JavaScript engine, instead of
 * libidn2 */
#include <stdlib.h>
#include <string.h>

#include "idn2.h"

/* The library refuses longer hosts and labels. */
enum { ROOM = 1024 };

/* Both functions write a name to `out`, and return its length, or 0 if the name is refused or
 * longer than `size`. */
typedef size_t js_converter(const char *name, size_t n, char *out, size_t size);
#define FROM_JS(name) __attribute__((import_module("trawl"), import_name(#name)))
FROM_JS(host) js_converter js_host;   /* a host, as new URL() reads it */
FROM_JS(label) js_converter js_label; /* what is encoded in a label, without its "xn--" */

static int convert(js_converter *by, const char *name, char **result)
{
    char room[ROOM];
    size_t n = by(name, strlen(name), room, sizeof room);

    *result = n > 0 ? malloc(n + 1) : NULL;
    if (!*result)
        return n > 0 ? IDN2_MALLOC : IDN2_REFUSED;
    memcpy(*result, room, n);
    (*result)[n] = '\0';
    return IDN2_OK;
}

int idn2_to_ascii_8z(const char *name, char **ascii, int flags)
{
    (void)flags;
    return convert(js_host, name, ascii);
}

int idn2_to_unicode_8z8z(const char *label, char **unicode, int flags)
{
    (void)flags;
    return convert(js_label, label + strlen("xn--"), unicode);
}

void idn2_free(void *text)
{
    free(text);
}
