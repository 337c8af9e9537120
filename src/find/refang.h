/* refang.h - undoes what makes links harmless ("hxxps://example[.]com"), for --refang
 *
 * A stage before the scanner: text comes in any pieces and is passed on, with these tokens
 * replaced:
 *   hxxp hxxps hxtp htxp h**p meow fxp    before "://", or one of the next line: http, https, ftp
 *   [://] [:] [/] [//]                    without their brackets
 *   [.] (.) {.} [dot] (dot) {dot}         "." between two characters of a host
 *   [@] (@) [at] (at) {at}                "@" between an address's local part and a host with a dot
 * in any case, and only inside a word that so becomes a URL or an address: "meet (at) noon" stays.
 *
 * Allocates nothing. Holds back at most REFANG_HELD bytes. The result does not depend on how the
 * text is cut into pieces.
 */
#ifndef TRAWL_FIND_REFANG_H
#define TRAWL_FIND_REFANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "charset/charset.h"
#include "kernel/kernel.h"

/* The most bytes that a decision needs: "(at)", a label, and the dot after it with a few bytes. */
#define REFANG_HELD 80

/* Bytes that begin a token, or follow a token that begins with a letter. */
#define REFANG_SIGNS "[({:"

/* Both return 0 to go on; any other value is returned by the call that fed. */
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
    bool host;   /* the word so far has a dot or a colon: it may be a URL */
    char held[2 * REFANG_HELD];
    size_t held_n;
} refang;

/* signs: the set of REFANG_SIGNS. */
void refang_begin(refang *r, const refang_out *out, const kernel *by, const kernel_set *signs);
int refang_feed(refang *r, const char *p, size_t n);
int refang_finish(refang *r);

/* Record in map the source of the text that refang_out receives; called from its functions. Return
 * TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int refang_map_text(srcmap *map, size_t n);
int refang_map_other(srcmap *map, size_t n, size_t src_n);

/* Returns true when a part of text[from..to) was replaced: a link there gets a flag, and is never
 * live. */
bool refang_touched(srcmap *map, uint64_t from, uint64_t to);

#endif
