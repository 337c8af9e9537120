/* transfer.c - transfer encodings: their names, and the loop around a decoder's steps (RFC 2045 section 6)
 *
 * The decoders are transfer_qp.c, transfer_base64.c and transfer_uu.c. Nothing is done about 7bit, 8bit and binary:
 * their text is the source.
 */
#include "mail/transfer.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "mail/transfer_inside.h"

#define NAME(name, kind)                                                                                               \
    {                                                                                                                  \
        name, sizeof(name) - 1, kind                                                                                   \
    }

static const struct {
    const char *name;
    size_t n;
    transfer_kind kind;
} names[] = {
    NAME("quoted-printable", TRANSFER_QP),
    NAME("base64", TRANSFER_BASE64),
    NAME("x-uuencode", TRANSFER_UU), /* these four were never registered */
    NAME("uuencode", TRANSFER_UU),
    NAME("x-uue", TRANSFER_UU),
    NAME("uue", TRANSFER_UU),
};

static const struct {
    int (*step)(transfer *t, transfer_io *io);
    int (*last)(transfer *t, transfer_io *io);
} decoders[] = {
    [TRANSFER_QP] = {transfer_qp, transfer_qp_last},
    [TRANSFER_BASE64] = {transfer_base64, transfer_base64_last},
    [TRANSFER_UU] = {transfer_uu, transfer_uu_last},
};

/* Past white space, quotes and comments; a comment that is not closed is all there is. */
static size_t skip_to_name(const char *p, size_t n)
{
    size_t i = 0;
    unsigned depth = 0;

    for (; i < n; i++) {
        if (p[i] == '(')
            depth++;
        else if (depth > 0)
            depth -= p[i] == ')';
        else if (p[i] > ' ' && p[i] != '"' && p[i] != '\'')
            break;
    }
    return i;
}

transfer_kind transfer_find(const char *name, size_t n)
{
    size_t from = skip_to_name(name, n), to = from;

    while (to < n && (ascii_is_alnum((unsigned char)name[to]) || name[to] == '-' || name[to] == '_'))
        to++;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].n == to - from && ascii_same(names[i].name, name + from, to - from))
            return names[i].kind;
    return TRANSFER_NONE;
}

void transfer_begin(transfer *t, transfer_kind kind)
{
    *t = (transfer){.kind = kind};
}

int transfer_nothing(srcmap *map, uint64_t n)
{
    for (uint32_t some; n > 0; n -= some) {
        int failed = srcmap_add(map, some = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX, 0, 1);
        if (failed)
            return failed;
    }
    return TRAWL_OK;
}

int transfer_byte(srcmap *map, uint64_t n)
{
    int failed;

    if (n <= UINT16_MAX)
        return srcmap_add(map, 1, 1, (uint16_t)n);
    failed = srcmap_add(map, 1, 1, 1);
    return failed ? failed : transfer_nothing(map, n - 1);
}

int transfer_gap(transfer *t, srcmap *map, uint64_t n)
{
    if (t->held == 0)
        return transfer_nothing(map, n);
    t->held += n;
    return TRAWL_OK;
}

int transfer_decode(transfer *t, transfer_io *io)
{
    int failed = TRAWL_OK;

    while (io->in_n > 0 && io->size - io->len >= TRANSFER_ROOM && !failed)
        failed = decoders[t->kind].step(t, io);
    if (io->last && io->in_n == 0 && !failed)
        failed = decoders[t->kind].last(t, io);
    return failed;
}
