/* idn2.h - the part of libidn2's interface that the library uses, by the class URL of the engine */
#ifndef TRAWL_JS_IDN2_H
#define TRAWL_JS_IDN2_H

#include <stddef.h>
#include <stdint.h>

enum { IDN2_OK = 0, IDN2_MALLOC = -100, IDN2_REFUSED = -1 };
enum { IDN2_NFC_INPUT = 1, IDN2_NONTRANSITIONAL = 8 };

/* Converts a name to A-labels. Returns IDN2_OK, and sets *ascii to a text that idn2_free()
 * frees. */
int idn2_to_ascii_8z(const char *name, char **ascii, int flags);
/* Converts an A-label to Unicode. The caller tests the result by converting it back. */
int idn2_to_unicode_8z8z(const char *label, char **unicode, int flags);
void idn2_free(void *text);

#endif
