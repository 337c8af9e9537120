/* single_byte.c - charsets of one byte a character, from built-in tables
 *
 * Mail needs them most, and so they do not depend on what iconv a system has. The lower half of each is ASCII.
 */
#include <string.h>

#include "charset/charset.h"

#include "charset/single_byte_table.h"

/* UTF-8's longest here is 3. */
#define LONGEST 4

size_t single_byte_run(const charset *c, const charset_io *io, unsigned *width)
{
    const uint16_t *set = single_byte_sets[c->row->detail];
    size_t room = io->size - io->len, n = 0;
    taken t;

    for (*width = 0; n < io->in_n && (unsigned char)io->in[n] >= 0x80; n++) {
        take_code(&t, 1, set[io->in[n] & 0x7F]);
        if ((n > 0 && t.len != *width) || n * t.len + LONGEST > room)
            break;
        *width = t.len;
        memcpy(io->out + io->len + n * t.len, t.text, LONGEST); /* a size the compiler knows is fast */
    }
    return n;
}
