/* lang.h - the language of texts in a charset */
#ifndef TRAWL_BASE_LANG_H
#define TRAWL_BASE_LANG_H

#include <stddef.h>

/* Returns the language (BCP 47) of texts in this charset, such as "ja" for "ISO-2022-JP", or "" if
 * the charset is used for several languages. */
const char *lang_of_charset(const char *name, size_t n);

#endif
