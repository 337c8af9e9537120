/* notes_list.h - the URLs of a text, numbered: the same URL has one number
 *
 * Which are the same says trawl_canonical(). Each is kept as it was first written, and in its canonical form where that
 * differs: memory grows with the number of different URLs. They are found again through a crit-bit tree over the canonical
 * forms: looking one up costs no more than its length, whatever the others are, and needs no hash that somebody might
 * choose URLs against.
 */
#ifndef TRAWL_EMIT_NOTES_LIST_H
#define TRAWL_EMIT_NOTES_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <trawl.h>

#include "base/memory.h"

/* A URL: where in the text its two forms stand. */
typedef struct notes_url {
    size_t at, n, key, key_n;
} notes_url;

/* A fork of the tree: the keys below child[1] have the bit set in their byte, those below child[0] have not. A child is an
 * URL's number from 0, or a fork's plus NOTES_FORK. */
typedef struct notes_fork {
    size_t child[2];
    size_t byte;
    unsigned char bit;
} notes_fork;

#define NOTES_FORK ((size_t)1 << (sizeof(size_t) * 8 - 1))

typedef struct notes_list {
    const memory *m;
    notes_url *urls;
    notes_fork *forks; /* one fewer than urls */
    size_t count, room;
    char *text;
    size_t text_n, text_room;
    size_t root;
} notes_list;

/* The URL's number from 1. TRAWL_OK or TRAWL_NO_MEMORY. */
int notes_list_number(notes_list *list, trawl_str url, size_t *number);

/* The URL with this number, as it was first written. */
trawl_str notes_list_url(const notes_list *list, size_t number);

void notes_list_free(notes_list *list);

#endif
