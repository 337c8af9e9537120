/* unpack_gzip.c - RFC 1952 by zlib, one member at a time; see unpack_codec.h */
#include "cli/unpack_codec.h"

#ifdef HAVE_ZLIB
#include <stdlib.h>
#include <zlib.h>

#define GZIP_ONLY (16 + MAX_WBITS) /* zlib's way to say that header and checksum are those of gzip */

struct gzip {
    z_stream z;
    __typeof__(inflateInit2_) *inflateInit2_;
    __typeof__(inflate) *inflate;
    __typeof__(inflateReset) *inflateReset;
    __typeof__(inflateEnd) *inflateEnd;
};

static void *gzip_open(void)
{
    static const struct codec_symbol symbols[] = {
        CODEC_SYMBOL(gzip, inflateInit2_),
        CODEC_SYMBOL(gzip, inflate),
        CODEC_SYMBOL(gzip, inflateReset),
        CODEC_SYMBOL(gzip, inflateEnd),
        {NULL, 0},
    };
    struct gzip *g = codec_load(HAVE_ZLIB, symbols, sizeof *g);

    if (g && g->inflateInit2_(&g->z, GZIP_ONLY, ZLIB_VERSION, (int)sizeof g->z) != Z_OK) {
        free(g);
        g = NULL;
    }
    return g;
}

static enum codec_answer gzip_step(void *state, struct codec_io *io)
{
    struct gzip *g = state;
    int got;

    g->z.next_in = (z_const Bytef *)io->in;
    g->z.avail_in = (uInt)io->in_n;
    g->z.next_out = io->out;
    g->z.avail_out = (uInt)io->out_n;
    got = g->inflate(&g->z, Z_NO_FLUSH);
    io->in = g->z.next_in;
    io->in_n = g->z.avail_in;
    io->out = g->z.next_out;
    io->out_n = g->z.avail_out;
    if (got == Z_STREAM_END)
        return CODEC_END;
    if (got == Z_OK || got == Z_BUF_ERROR)
        return CODEC_MORE;
    io->why = got == Z_MEM_ERROR ? "no memory" : g->z.msg ? g->z.msg : "invalid data";
    return got == Z_MEM_ERROR ? CODEC_REFUSED : CODEC_DAMAGED;
}

static int gzip_again(void *state)
{
    struct gzip *g = state;

    return g->inflateReset(&g->z) == Z_OK ? 0 : -1;
}

static void gzip_close(void *state)
{
    struct gzip *g = state;

    (void)g->inflateEnd(&g->z);
    free(g);
}

const struct codec codec_gzip = {HAVE_ZLIB, "\x1f\x8b", gzip_open, gzip_step, gzip_again, gzip_close};
#else
const struct codec codec_gzip = {0};
#endif
