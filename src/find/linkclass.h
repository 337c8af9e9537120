/* linkclass.h - what UTS #58 says of a code point
 *
 * Link_Term, Link_Email and Link_Bracket (UTS #58 version 17.0; D1) as two functions. The profile's exceptions
 * (M1, M2, M8) are the caller's. The tables come from src/gen/uts58.py.
 */
#ifndef TRAWL_FIND_LINKCLASS_H
#define TRAWL_FIND_LINKCLASS_H

#include <stdint.h>

/* Link_Term, the lower three bits of a link_class(). */
enum link_term {
    LINK_HARD = 0, /* ends a link; also everything past U+10FFFF       */
    LINK_INCLUDE,  /* belongs to the link                              */
    LINK_SOFT,     /* belongs to it if something better follows: "."   */
    LINK_OPEN,     /* an opening bracket                               */
    LINK_CLOSE     /* a closing bracket; its opener is link_opener()   */
};

#define LINK_TERM 7  /* mask of the above */
#define LINK_EMAIL 8 /* Link_Email: may stand in the local part of an address */

/* The answers for U+0000 to U+007F. */
extern const uint8_t link_ascii[128];

/* The same for all others: three loads. */
unsigned link_class_wide(uint32_t cp);

/* enum link_term of a code point, with LINK_EMAIL or-ed in. */
static inline unsigned link_class(uint32_t cp)
{
    return cp < 128 ? link_ascii[cp] : link_class_wide(cp);
}

/* Link_Bracket: the opening bracket that a closing one belongs to, 0 for any other code point. */
uint32_t link_opener(uint32_t closer);

#endif
