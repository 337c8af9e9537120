/* transfer.c - finds a transfer encoding by name, and runs the steps of its decoder (RFC 2045
 * section 6)
 *
 * The decoders are in qp.c, base64.c and uu.c. Text in 7bit, 8bit and binary needs no decoder.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/body/inside.h"

static const struct {
    const char *name;
    transfer_kind kind;
} names[] = {
    {"quoted-printable", TRANSFER_QP},
    {"base64", TRANSFER_BASE64},
    {"x-uue", TRANSFER_UU}, /* x-uuencode; this name and the next are not registered */
    {"uue", TRANSFER_UU},
};

static const struct {
    int (*step)(transfer *t, transfer_io *io);
    int (*last)(transfer *t, transfer_io *io);
} decoders[] = {
    [TRANSFER_QP] = {transfer_qp, transfer_qp_last},
    [TRANSFER_BASE64] = {transfer_base64, transfer_base64_last},
    [TRANSFER_UU] = {transfer_uu, transfer_uu_last},
};

/* Skips white space, quotes and comments; an unclosed comment extends to the end. */
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
    size_t from = skip_to_name(name, n);

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i].name) <= n - from &&
            ascii_same(names[i].name, name + from, strlen(names[i].name)))
            return names[i].kind;
    return TRANSFER_NONE;
}

void transfer_begin(transfer *t, transfer_kind kind, const kernel *k)
{
    *t = (transfer){.kind = kind, .kernel = k};
}

int transfer_copy(transfer_io *io, const char *p, size_t n)
{
    if (n == 0)
        return TRAWL_OK;
    CHECK(n <= io->size - io->len);
    memcpy(io->out + io->len, p, n);
    io->len += n;
    return srcmap_add(io->map, n, 1, 1);
}

int transfer_gap(transfer *t, srcmap *map, uint64_t n)
{
    if (t->held == 0)
        return srcmap_add(map, n, 0, 1);
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

size_t transfer_sample(transfer_kind kind, const kernel *k, const char *p, size_t n, bool whole,
                       char *out, size_t size)
{
    srcmap none = {0};
    transfer_io io = {.in = p, .in_n = n, .last = whole, .out = out, .size = size, .map = &none};
    transfer t;

    transfer_begin(&t, kind, k);
    srcmap_switch_off(&none, true);
    (void)transfer_decode(&t, &io);
    return io.len;
}
