/* unpack_xz.c - the format of xz by liblzma; see unpack_codec.h
 *
 * The library goes on by itself to the next stream and passes over padding. Not the older format .lzma, which has no
 * beginning of its own.
 */
#include "cli/unpack_codec.h"

#ifdef HAVE_LZMA
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>

struct xz {
    lzma_stream s;
    char why[80];
    __typeof__(lzma_stream_decoder) *lzma_stream_decoder;
    __typeof__(lzma_code) *lzma_code;
    __typeof__(lzma_memusage) *lzma_memusage;
    __typeof__(lzma_end) *lzma_end;
};

static void *xz_open(void)
{
    static const struct codec_symbol symbols[] = {
        CODEC_SYMBOL(xz, lzma_stream_decoder),
        CODEC_SYMBOL(xz, lzma_code),
        CODEC_SYMBOL(xz, lzma_memusage),
        CODEC_SYMBOL(xz, lzma_end),
        {NULL, 0},
    };
    struct xz *x = codec_load(HAVE_LZMA, symbols, sizeof *x);

    if (!x)
        return NULL;
    x->s = (lzma_stream)LZMA_STREAM_INIT;
    if (x->lzma_stream_decoder(&x->s, CODEC_MEMORY, LZMA_CONCATENATED) != LZMA_OK) {
        free(x);
        return NULL;
    }
    return x;
}

static enum codec_answer xz_fail(struct xz *x, lzma_ret got, struct codec_io *io)
{
    switch (got) {
    case LZMA_MEMLIMIT_ERROR:
        (void)snprintf(x->why, sizeof x->why, "this needs %llu MiB of memory, and 128 MiB are allowed",
                       (unsigned long long)(x->lzma_memusage(&x->s) >> 20) + 1);
        io->why = x->why;
        return CODEC_REFUSED;
    case LZMA_MEM_ERROR:
        io->why = "no memory";
        return CODEC_REFUSED;
    case LZMA_OPTIONS_ERROR:
        io->why = "its options are unknown to this liblzma";
        return CODEC_REFUSED;
    case LZMA_FORMAT_ERROR:
        io->why = "not the format of xz";
        return CODEC_DAMAGED;
    default:
        io->why = "corrupt data";
        return CODEC_DAMAGED;
    }
}

static enum codec_answer xz_step(void *state, struct codec_io *io)
{
    struct xz *x = state;
    lzma_ret got;

    x->s.next_in = io->in;
    x->s.avail_in = io->in_n;
    x->s.next_out = io->out;
    x->s.avail_out = io->out_n;
    got = x->lzma_code(&x->s, io->last ? LZMA_FINISH : LZMA_RUN);
    io->in = x->s.next_in;
    io->in_n = x->s.avail_in;
    io->out = x->s.next_out;
    io->out_n = x->s.avail_out;
    if (got == LZMA_STREAM_END)
        return CODEC_END;
    /* LZMA_BUF_ERROR: there was nothing it could do, so it wants more. */
    return got == LZMA_OK || got == LZMA_BUF_ERROR ? CODEC_MORE : xz_fail(x, got, io);
}

static void xz_close(void *state)
{
    struct xz *x = state;

    x->lzma_end(&x->s);
    free(x);
}

const struct codec codec_xz = {HAVE_LZMA, NULL, xz_open, xz_step, NULL, xz_close};
#else
const struct codec codec_xz = {0};
#endif
