/* idn2.c - converts hosts by the class URL of the JavaScript engine, instead of libidn2 */
#include <stdlib.h>
#include <string.h>

#include "idn2.h"

enum { ROOM = 1024 }; /* the library refuses longer hosts and labels */

/* Writes a host as new URL() reads it. Returns its length, or 0 if it is invalid or too long. */
__attribute__((import_module("trawl"), import_name("host"))) size_t js_host(const char *name,
                                                                            size_t n, char *out,
                                                                            size_t size);

/* Of the library: decodes a label with its "xn--" (RFC 3492). Returns the length, or 0 if wrong. */
size_t punycode_decode(char *out, const char *label, size_t n);

static int copy(const char *name, size_t n, char **result)
{
    *result = n > 0 ? malloc(n + 1) : NULL;
    if (!*result)
        return n > 0 ? IDN2_MALLOC : IDN2_REFUSED;
    memcpy(*result, name, n);
    (*result)[n] = '\0';
    return IDN2_OK;
}

int idn2_to_ascii_8z(const char *name, char **ascii, int flags)
{
    char room[ROOM];

    (void)flags;
    return copy(room, js_host(name, strlen(name), room, sizeof room), ascii);
}

int idn2_to_unicode_8z8z(const char *label, char **unicode, int flags)
{
    char room[ROOM];

    (void)flags;
    return copy(room, punycode_decode(room, label, strlen(label)), unicode);
}

void idn2_free(void *text)
{
    free(text);
}
