/* take.h - one character off the front: what the decoders of this room have in common
 *
 * A decoder looks at the bytes there are and takes the first character, or the first bytes that are none: those stand for
 * U+FFFD. What it decides is decided for good, so that it does not matter how the bytes were cut: where more of them could
 * change the answer it takes nothing, and is asked again. It has decided at the latest when there are TAKE_SEEN bytes.
 */
#ifndef TRAWL_CHARSET_TAKE_H
#define TRAWL_CHARSET_TAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "charset/multi_byte.h"

#define TAKE_SEEN 16

/* Bytes to look at. */
typedef struct take_from {
    const unsigned char *p;
    size_t n;  /* at least 1 */
    bool last; /* nothing comes after them */
} take_from;

/* Room for a character that became several code points. */
#define TAKE_TEXT 16

typedef struct taken {
    size_t n;     /* bytes taken; 0: more are wanted */
    unsigned len; /* of the text; 0: they stand for nothing */
    char text[TAKE_TEXT];
} taken;

/* Bytes taken, one code point for them; a surrogate or what is too large is U+FFFD. */
void take_code(taken *t, size_t n, uint32_t code);

/* Bytes that are no character. */
void take_bad(taken *t, size_t n);

/* Bytes that stand for nothing. */
void take_nothing(taken *t, size_t n);

/* The sets of two-byte characters that escape sequences choose, and small ones that they do, too. */
enum take_set { TAKE_ASCII, TAKE_KANA, TAKE_JIS0208, TAKE_JIS0212, TAKE_KSC5601, TAKE_GB2312, TAKE_CNS1, TAKE_CNS2 };

/* What iconv has to be asked for: EUC-JP, EUC-KR, GBK, EUC-TW. */
#define TAKE_ICONVS 4

typedef struct take_pairs {
    multi_byte set[TAKE_ICONVS];
    const memory *memory;
    int error; /* out of memory on opening one of them; all of them are opened when wanted */
} take_pairs;

/* A character of the set, which is not TAKE_ASCII, from 7-bit bytes. */
void take_pair(take_pairs *pairs, enum take_set set, const take_from *from, taken *t);

/* multi_byte_run() of the set. */
size_t take_pairs_run(const take_pairs *pairs, enum take_set set, const char *p, size_t n, char *out, size_t room,
                      unsigned *width);

/* Is there a converter for the set? TRAWL_OK, TRAWL_BAD_CHARSET, TRAWL_NO_MEMORY. */
int take_pairs_open(take_pairs *pairs, enum take_set set);

void take_pairs_close(take_pairs *pairs);

#endif
