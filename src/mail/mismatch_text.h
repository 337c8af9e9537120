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

/* A host in its normal form has at most so many bytes, and is of at most a quarter of that. */
#define MISMATCH_HOST 4096

/* A host for comparing: A-labels undone, small letters, no final dot. n is 0 for none. */
typedef struct mismatch_host {
    char p[MISMATCH_HOST];
    size_t n;
} mismatch_host;

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

/* A host as it stands in a URL, to its normal form. */
void mismatch_normal(mismatch_host *host, const char *p, size_t n);

/* The host of what stands behind a scheme's colon, as the URL Standard of WHATWG reads it ("\" is "/", any number of them);
 * its length, 0 for none, and *host where it begins. */
size_t mismatch_authority(const char *p, size_t n, const char **host);

#endif
