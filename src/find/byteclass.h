/* byteclass.h - which bytes of ASCII may stand where in a link: a table, for the loops that ask for every byte
 *
 * Letters and digits are in all classes but BYTE_MARK; no byte beyond ASCII is in any.
 */
#ifndef TRAWL_FIND_BYTECLASS_H
#define TRAWL_FIND_BYTECLASS_H

#include <stdbool.h>

enum byte_class {
    BYTE_WORD = 1 << 0,   /* left of a trigger, in what becomes a link: an address's local part, a host, a scheme  */
    BYTE_USER = 1 << 1,   /* in a user or password (RFC 3986 3.2.1); "@", which may not stand there but does       */
    BYTE_ID = 1 << 2,     /* in a message-id in a URL (RFC 5538 2.2), with what people leave raw                   */
    BYTE_URL = 1 << 3,    /* anywhere in a URI (RFC 3986 2.2, 2.3), "%" among them                                 */
    BYTE_MARK = 1 << 4,   /* as a quote mark (R10)                                                                 */
    BYTE_PLAIN = 1 << 5,  /* in a wrapper, where it has no meaning of its own: all but white space, < > | \ (      */
    BYTE_SCHEME = 1 << 6, /* in a scheme, as ascii_is_scheme() */
    BYTE_LABEL = 1 << 7   /* in a label of a host: "-" beside letters and digits */
};

extern const unsigned char byte_class[256];

static inline bool byte_is(unsigned char c, enum byte_class class)
{
    return (byte_class[c] & class) != 0;
}

#endif
