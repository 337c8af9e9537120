/* mismatch_text.h - the place that an anchor's text shows, if it shows one
 *
 * These do, at the front of the text, quotes, brackets, bullets and emoji aside:
 *   https://www.example.com/a     a scheme, "://" and a host
 *   www.example.com               "www." and a name whose last label is a top-level domain
 *   example.com/a                 such a name and a path, a query or a port
 *   example.com                   such a name alone, if it is the whole text and does not look like a file's: "README.md"
 *   joe@example.com               an address, if it is the whole text; or behind "mailto:"
 * A name in a sentence ("Node.js", "see example.com for more") is none.
 */
#ifndef TRAWL_MAIL_MISMATCH_TEXT_H
#define TRAWL_MAIL_MISMATCH_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/mismatch_host.h"

typedef enum mismatch_kind {
    MISMATCH_NOTHING,
    MISMATCH_HOSTS,  /* a URL or a host */
    MISMATCH_ADDRESS /* an address of mail */
} mismatch_kind;

typedef struct mismatch_shown {
    mismatch_kind kind;
    mismatch_host host;
    bool cut; /* "https://www.exam...": the host goes on */
} mismatch_shown;

void mismatch_read(mismatch_shown *shown, const char *text, size_t n);

#endif
