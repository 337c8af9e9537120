/* mark.h - byte-order marks: EF BB BF, FE FF, FF FE, 00 00 FE FF, FF FE 00 00 */
#ifndef TRAWL_CHARSET_MARK_H
#define TRAWL_CHARSET_MARK_H

#include <stdbool.h>

#include "charset/names.h"

/* The longest one. */
#define MARK_MAX 4

/* What it is in the text: U+FEFF. */
#define MARK_TEXT 3

/* The charset of the mark at the front of a text, NULL for none. *wait when that cannot be told yet; not when last, that is
 * when these bytes are all of the text. FF FE 00 00 is UTF-32, not UTF-16 with a NUL. */
const names_row *mark_find(const char *p, size_t n, bool last, bool *wait);

#endif
