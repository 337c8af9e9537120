/* srcmap.h - from places in a decoded text to places in its source
 *
 * The text is a row of characters, each with so many bytes of text and so many of source; equal neighbours are kept as one
 * run, so ordinary text takes a few bytes of memory a line. Source bytes that stand for nothing (a shift sequence) belong
 * to the character after them (doc/departures.md). A character begins where its source does and ends where the next one begins, so
 * the spans of neighbours tile. srcmap_start() reads the same map the other way: such source belongs to the character
 * before it, as transfer encodings want it.
 *
 * What lies before a place can be forgotten; the map is as large as what is kept.
 */
#ifndef TRAWL_CHARSET_SRCMAP_H
#define TRAWL_CHARSET_SRCMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct srcmap_run {
    uint32_t count; /* so many characters */
    uint8_t text;   /* bytes of text each; 0: source that stands for nothing, and then src is 1 */
    bool apart;     /* groups (srcmap_add_groups) */
    uint16_t src;   /* bytes of source each */
} srcmap_run;

/* A run, and where it begins. */
typedef struct srcmap_place {
    size_t run;
    uint64_t text, src;
} srcmap_place;

typedef struct srcmap {
    const memory *m;
    srcmap_run *runs;
    size_t first, end, size; /* runs[first..end) are in use, of size */
    srcmap_place from;       /* where the first one begins */
    uint64_t text, src;      /* where the last one ends: all that was added */
    srcmap_place seen;       /* the last one that was asked for: the next question is about one nearby */
    bool mixed;              /* not all that was added is a byte of text for each of source */
    bool off;                /* nobody asks: nothing is noted, and places stay as they are  */
} srcmap;

/* An empty map from 0 to 0. It has no memory yet. */
void srcmap_open(srcmap *map, const memory *m);

/* Empty it, and keep its memory, and whether it is off. */
void srcmap_clear(srcmap *map);

void srcmap_close(srcmap *map);

/* srcmap_add() of a map that is not off. */
int srcmap_note(srcmap *map, uint32_t count, uint16_t text, uint16_t src);

/* Add count characters of so many bytes each: text_n at most 255; it may be 0, and src_n too. TRAWL_OK or TRAWL_NO_MEMORY. */
static inline int srcmap_add(srcmap *map, uint32_t count, uint16_t text_n, uint16_t src_n)
{
    return map->off ? 0 : srcmap_note(map, count, text_n, src_n);
}

/* Add count groups of so many bytes each, whose bytes are characters of their own: the k-th byte of text begins at the
 * k-th byte of source, and the last one has the rest (base64: 3 and 4). 0 < text <= src. */
int srcmap_add_groups(srcmap *map, uint32_t count, uint16_t text, uint16_t src);

/* Where in the source the character begins that holds this byte of the text, which was not forgotten. What ends before
 * this byte ends there, too. At the end of the text: where source that stands for nothing yet begins. */
uint64_t srcmap_from(srcmap *map, uint64_t text);

/* Where the source of that character itself begins, what stands for nothing before it left out. At the end of the text:
 * the end of all source. */
uint64_t srcmap_start(srcmap *map, uint64_t text);

/* Nothing before this byte of the text will be asked for any more. */
void srcmap_forget(srcmap *map, uint64_t text);

#endif
