/* single_byte.c - charsets of one byte per character, decoded by built-in tables
 *
 * Mail needs these most, so they do not depend on iconv. Bytes below 0x80 are ASCII in all of them,
 * except in EBCDIC, which is rare in mail but decoded by mail programs. The tables of most code
 * pages of EBCDIC are made by iconv when they are needed.
 */
#include "base/check.h"
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
        failed = srcmap_add(io->map, n, NARROW8(width), 1);
        CHECK(n > 0 && n * width <= room);
        io->len += n * width;
        io->in += n;
        io->in_n -= n;
    }
    return failed;
}

int ebcdic_open(decoder *c)
{
    ebcdic *page = &c->u.page;
    int failed = TRAWL_ERROR_BAD_CHARSET;

    if (c->row->opens[0])
        failed = multi_byte_table(page->codes, &page->shifts, c->row->opens);
    if (failed != TRAWL_ERROR_BAD_CHARSET)
        return failed;
    memcpy(page->codes, ebcdic_sets[c->row->detail], sizeof page->codes);
    return TRAWL_OK;
}

/* A character between shifts has two bytes from 41 to FE, or is the blank 40 40. Such characters
 * are ideographs and wide letters, which no link contains, so each becomes U+FFFD. */
void ebcdic_take(decoder *c, const take_from *from, decoded_char *t)
{
    enum { SO = 0x0E, SI = 0x0F };
    const ebcdic *page = &c->u.page;
    const unsigned char *p = from->p;

    if (page->shifts && (p[0] == SO || p[0] == SI)) {
        c->state.shifted = p[0] == SO;
        take_nothing(t, 1);
    } else if (!c->state.shifted || p[0] < 0x40 || p[0] == 0xFF) {
        take_code(t, 1, page->codes[p[0]]);
    } else if (from->n < 2 && !from->last) {
        t->n = 0;
    } else if (from->n < 2 || p[1] < 0x40 || p[1] == 0xFF) {
        take_bad(t, 1);
    } else if (p[0] == 0x40 && p[1] == 0x40) {
        take_code(t, 2, 0x3000);
    } else {
        take_bad(t, 2);
    }
}
