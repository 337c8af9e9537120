/* single_byte.c - charsets of one byte per character, decoded by built-in tables
 *
 * Mail needs these most, so they do not depend on iconv. Bytes below 0x80 are ASCII in all of them,
 * except in EBCDIC, which is rare in mail but decoded by mail programs.
 */
#include "charset/inside.h"
#include "charset/single_byte_table.h"

/* Decodes the leading non-ASCII characters of a text, as long as they have the same length in UTF-8
 * and fit into out. Sets *width to that length. Returns the number of characters; the caller
 * advances io. */
static size_t other_run(const decoder *c, const charset_io *io, unsigned *width)
{
    const uint16_t *set = single_byte_sets[c->row->detail];
    size_t room = io->size - io->len, n = 0;

    for (*width = 0; n < io->in_n && (unsigned char)io->in[n] >= 0x80; n++) {
        uint16_t code = set[io->in[n] & 0x7F];
        unsigned len = wide_length(code);
        if ((n > 0 && len != *width) || (n + 1) * len > room)
            break;
        *width = len;
        wide_put(io->out + io->len + n * len, code);
    }
    return n;
}

/* Alternates between runs of ASCII and runs of other characters of equal length. */
int single_byte_decode(decoder *c, charset_io *io)
{
    int failed = TRAWL_OK;

    while (!failed && io->in_n > 0 && io->size - io->len >= TAKE_TEXT) {
        size_t room = io->size - io->len, most = room < io->in_n ? room : io->in_n, n;
        unsigned width = 1;
        n = ascii_run(io->in, most);
        if (n > 0)
            memcpy(io->out + io->len, io->in, n);
        else
            n = other_run(c, io, &width);
        failed = srcmap_add(io->map, (uint32_t)n, (uint16_t)width, 1);
        io->len += n * width;
        io->in += n;
        io->in_n -= n;
    }
    return failed;
}

void ebcdic_take(decoder *c, const take_from *from, decoded_char *t)
{
    take_code(t, 1, ebcdic_sets[c->row->detail][from->p[0]]);
}
