/* names.h - charsets by the names that mail and the web call them
 *
 * The rows come from src/gen/charsets.tsv. What a text says of itself only ever picks one of them: no name from outside
 * reaches iconv.
 */
#ifndef TRAWL_CHARSET_NAMES_H
#define TRAWL_CHARSET_NAMES_H

#include <stddef.h>

typedef enum names_kind {
    NAMES_RAW,    /* UTF-8, US-ASCII, and what nobody knows: the bytes are handed on as they are */
    NAMES_SINGLE, /* a byte, a character */
    NAMES_UTF16,
    NAMES_UTF32,
    NAMES_UTF7,
    NAMES_MULTI,   /* several bytes a character, 7-bit bytes being ASCII; by iconv */
    NAMES_ISO2022, /* escape sequences and shifts, RFC 1468 and its kind */
    NAMES_HZ       /* RFC 1843 */
} names_kind;

enum names_detail { NAMES_ANY, NAMES_LE, NAMES_BE, NAMES_JP, NAMES_KR, NAMES_CN };

#define NAMES_ICONV 4

typedef struct names_row {
    const char *name;
    unsigned char kind;             /* names_kind */
    unsigned char detail;           /* names_detail; of NAMES_SINGLE the number of its table */
    const char *opens[NAMES_ICONV]; /* of NAMES_MULTI: iconv's names, in the order to try, the rest NULL */
} names_row;

/* The charset of a label, NULL when it is in no list. Case, quotes and blanks around it, and "-", "_", ".", ":" and spaces
 * in it are nothing. */
const names_row *names_find(const char *label, size_t n);

/* The charset of that number, NULL past the last. */
const names_row *names_at(size_t number);

#endif
