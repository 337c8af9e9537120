/* single_byte.c - charsets of one byte a character, from built-in tables
 *
 * Mail needs them most, and so they do not depend on what iconv a system has. The lower half of each is ASCII.
 */
#include "charset/charset.h"

#include "charset/single_byte_table.h"

void single_byte_take(charset *c, const take_from *from, taken *t)
{
    unsigned char byte = from->p[0];

    take_code(t, 1, byte < 0x80 ? byte : single_byte_sets[c->row->detail][byte & 0x7F]);
}
