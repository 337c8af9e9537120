/* lang.h - the language of texts in a charset */
#ifndef TRAWL_BASE_LANG_H
#define TRAWL_BASE_LANG_H

#include <stddef.h>

/* Returns the language (BCP 47) that texts in this charset are in, as far as the charset says it:
 * "ja" for "ISO-2022-JP"; otherwise "". */
const char *lang_of_charset(const char *name, size_t n);

#endif
