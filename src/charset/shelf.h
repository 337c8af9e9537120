/* shelf.h - charsets that stay open for the next text: opening one may load a library, and what it knows of its characters is lost
 * when it is closed
 */
#ifndef TRAWL_CHARSET_SHELF_H
#define TRAWL_CHARSET_SHELF_H

#include "charset/charset.h"

typedef struct shelf_charset shelf_charset;

typedef struct shelf {
    const memory *m;
    shelf_charset *first; /* the last one that was used; no more than there are rows in the table of names */
} shelf;

void shelf_open(shelf *s, const memory *m);
void shelf_close(shelf *s);

/* The charset of the row, which is not NAMES_RAW, ready for a text; NULL where iconv does not have it. It is the shelf's, for one text
 * at a time. TRAWL_OK or TRAWL_NO_MEMORY. */
int shelf_take(shelf *s, const names_row *row, charset **c);

#endif
