/* single_byte.c - charsets of one byte a character, from built-in tables
 *
 * Mail needs them most, and so they do not depend on what iconv a system has. The lower half of each is ASCII.
 */
#include <string.h>
#include <trawl.h>

#include "charset/ascii_run.h"
#include "charset/charset.h"
#include "charset/single_byte_table.h"
#include "charset/wide_code.h"
#include "kernel/eight.h"

size_t single_byte_run(const charset *c, const charset_io *io, unsigned *width)
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

static void know_texts(single_texts *t, const uint16_t *set)
{
    for (unsigned byte = 0; byte < 0x80; byte++)
        t->of[byte] = (single_text){{(char)byte}, 1};
    for (unsigned byte = 0x80; byte < 0x100; byte++) {
        t->of[byte].n = (unsigned char)wide_length(set[byte & 0x7F]);
        wide_put(t->of[byte].text, set[byte & 0x7F]);
    }
    t->known = true;
}

/* So many bytes at once, and a bit for each; and so many that are often ASCII all of them. */
enum { BLOCK = 64, PART = 16 };

/* Which of them are beyond ASCII? The product has the highest bits of eight bytes in its highest byte. */
static uint64_t beyond_ascii(const char *p, size_t n)
{
    uint64_t beyond = 0;
    size_t i = 0;

    for (; n - i >= 8; i += 8)
        beyond |= (eight_load(p + i) >> 7 & 0x0101010101010101u) * 0x0102040810204080u >> 56 << i;
    for (; i < n; i++)
        beyond |= (uint64_t)((unsigned char)p[i] >> 7) << i;
    return beyond;
}

/* Where the text ends; of each single_text all four bytes are written. */
static char *convert(const single_text *of, const char *in, size_t n, uint64_t beyond, char *out)
{
    for (size_t part = 0, end; part < n; part = end) {
        end = part + PART < n ? part + PART : n;
        if (end - part == PART && !(beyond >> part & ((1u << PART) - 1))) {
            memcpy(out, in + part, PART);
            out += PART;
            continue;
        }
        for (size_t i = part; i < end; i++) {
            const single_text *text = &of[(unsigned char)in[i]];
            memcpy(out, text, sizeof *text);
            out += text->n;
        }
    }
    return out;
}

/* Which of the bytes have a text of three? */
static uint64_t threes_of(const single_text *of, const char *in, size_t n)
{
    uint64_t threes = 0;

    for (size_t i = 0; i < n; i++)
        threes |= (uint64_t)(of[(unsigned char)in[i]].n == 3) << i;
    return threes;
}

/* A run ends where the next byte has a text of another length. */
static int note(srcmap *map, size_t n, uint64_t beyond, uint64_t threes)
{
    const uint64_t last = (uint64_t)1 << (n - 1);
    uint64_t ends = (beyond ^ beyond >> 1) | (threes ^ threes >> 1);
    size_t from = 0;
    int failed = TRAWL_OK;

    for (ends = (ends & (last - 1)) | last; ends && !failed; ends &= ends - 1) {
        size_t to = (size_t)__builtin_ctzll(ends);
        failed =
            srcmap_note(map, (uint32_t)(to + 1 - from), (uint16_t)(1 + (beyond >> to & 1) + (threes >> to & 1)), 1);
        from = to + 1;
    }
    return failed;
}

/* A run of ASCII that is worth it; 0 for a shorter one. */
static size_t ascii_front(const charset_io *io)
{
    size_t room = io->size - io->len, n = ascii_run(io->in, io->in_n < room ? io->in_n : room);

    if (n < PART)
        return 0;
    memcpy(io->out + io->len, io->in, n);
    return n;
}

/* The next bytes, as many as a block has: how many, their text being *text_n bytes. */
static int decode_block(const single_text *of, charset_io *io, size_t *n, size_t *text_n)
{
    const size_t fit = (io->size - io->len - 1) / 3; /* all four bytes of a single_text are written */
    char *out = io->out + io->len;
    uint64_t beyond;

    *n = fit < BLOCK ? fit : BLOCK;
    *n = *n < io->in_n ? *n : io->in_n;
    beyond = beyond_ascii(io->in, *n);
    *text_n = (size_t)(convert(of, io->in, *n, beyond, out) - out);
    if (io->map->off)
        return TRAWL_OK;
    return note(io->map, *n, beyond,
                *text_n == *n + (size_t)__builtin_popcountll(beyond) ? 0 : threes_of(of, io->in, *n));
}

int single_byte_decode(charset *c, charset_io *io)
{
    int failed = TRAWL_OK;

    if (!c->u.single.known)
        know_texts(&c->u.single, single_byte_sets[c->row->detail]);
    while (!failed && io->in_n > 0 && io->size - io->len >= TAKE_TEXT) {
        size_t n = ascii_front(io), text_n = n;
        failed = n > 0 ? srcmap_add(io->map, (uint32_t)n, 1, 1) : decode_block(c->u.single.of, io, &n, &text_n);
        io->len += text_n;
        io->in += n;
        io->in_n -= n;
    }
    return failed;
}
