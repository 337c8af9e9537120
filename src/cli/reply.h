/* reply.h - a growing buffer for what the library writes
 *
 * The library's writing functions say TRAWL_NO_SPACE and how much they want; these call them again with that much. The
 * buffer is kept from URL to URL.
 */
#ifndef TRAWL_CLI_REPLY_H
#define TRAWL_CLI_REPLY_H

#include <stddef.h>

#include <trawl.h>

struct reply {
    char *p;
    size_t n, size;
};

/* trawl_canonical or trawl_ascii. */
typedef int reply_form(const char *url, size_t n, char *out, size_t size, size_t *len);

/* t becomes that form of the URL. Returns as the library does, never TRAWL_NO_SPACE. */
int reply_fill(struct reply *t, reply_form *form, trawl_str url);

/* t becomes ref put onto base. */
int reply_resolve(struct reply *t, int rule, trawl_str base, trawl_str ref);

/* Add bytes at the end of t. TRAWL_OK or TRAWL_NO_MEMORY. */
int reply_add(struct reply *t, const char *p, size_t n);

/* Where t begins, with room for n bytes; what it held may be gone. NULL: no memory. */
char *reply_room(struct reply *t, size_t n);

void reply_free(struct reply *t);

#endif
