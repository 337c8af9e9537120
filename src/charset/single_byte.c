/* single_byte.c - charsets of one byte a character, from built-in tables
 *
 * Mail needs them most, and so they do not depend on what iconv a system has. The lower half of each is ASCII.
 */
#include "charset/charset.h"

#include "charset/single_byte_table.h"

/* A code point of the tables: U+0080 or more, none beyond 16 bits, no surrogate. */
static void put(char *out, unsigned code)
{
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return;
    }
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
}

size_t single_byte_run(const charset *c, const charset_io *io, unsigned *width)
{
    const uint16_t *set = single_byte_sets[c->row->detail];
    size_t room = io->size - io->len, n = 0;

    for (*width = 0; n < io->in_n && (unsigned char)io->in[n] >= 0x80; n++) {
        unsigned code = set[io->in[n] & 0x7F], len = code < 0x800 ? 2 : 3;
        if ((n > 0 && len != *width) || (n + 1) * len > room)
            break;
        *width = len;
        put(io->out + io->len + n * len, code);
    }
    return n;
}
