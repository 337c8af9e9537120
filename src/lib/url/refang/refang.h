/* refang.h - undoes what makes links harmless ("hxxps://example[.]com"), for --refang
 *
 * A stage before the scanner, the reverse of trawl_defang(). Text comes in any pieces and is passed
 * on, with these tokens replaced:
 *   hxxp hxxps hxtp htxp h**p meow fxp    http, https, ftp; before "://" or a token of the next line
 *   [://] [:] [/] [//]                    without their brackets
 *   [.] (.) {.} [dot] (dot) {dot} \.      "." between two characters of a host
 *   [@] (@) [at] (at) {at}                "@" between an address's local part and a host with a dot
 *   " dot " " at " " [at] " " . "         the same, before a host that ends in a top-level domain
 *   "h t t p s : / / "                    https://
 * in upper or lower case, only in a word that becomes a URL or an address: "meet (at) noon" stays.
 *
 * Allocates nothing. Holds back at most REFANG_HELD bytes. The result does not depend on how the
 * text is cut into pieces.
 */
#ifndef TRAWL_URL_REFANG_REFANG_H
#define TRAWL_URL_REFANG_REFANG_H

#include "kernel/kernel.h"

/* The maximum number of bytes that a decision needs: "(at)", a label, and the dot after it with a
 * few bytes. */
#define REFANG_HELD 160

/* Bytes that begin a token, or follow a token that begins with a letter. */
#define REFANG_SIGNS "[({\\: "

/* Both functions return 0 to go on. Any other value ends the call of refang_feed() or
 * refang_finish(), which returns it. */
typedef struct refang_out {
    void *user;
    int (*text)(void *user, const char *p, size_t n); /* unchanged text */
    /* n bytes that replace src_n bytes of the source, both > 0 */
    int (*other)(void *user, const char *p, size_t n, size_t src_n);
} refang_out;

typedef struct refang {
    refang_out out;
    const kernel *kernel;
    const kernel_set *signs;
    char before; /* the last byte passed on; 0: none */
    bool at;     /* an "@" was put into the word */
    bool host;   /* the word so far has a dot or a colon: it may be a URL */
    char held[2 * REFANG_HELD];
    size_t held_n;
} refang;

/* Begins a text. `signs` is the set of REFANG_SIGNS. */
void refang_begin(refang *r, const refang_out *out, const kernel *by, const kernel_set *signs);
int refang_feed(refang *r, const char *p, size_t n);
int refang_finish(refang *r);

#endif
