/* unpack_bzip2.c - the format of bzip2 by libbz2, one stream at a time; see unpack_codec.h */
#include "cli/unpack_codec.h"

#ifdef HAVE_BZIP2
#include <bzlib.h>
#include <stdlib.h>

struct bzip2 {
    bz_stream s;
    __typeof__(BZ2_bzDecompressInit) *BZ2_bzDecompressInit;
    __typeof__(BZ2_bzDecompress) *BZ2_bzDecompress;
    __typeof__(BZ2_bzDecompressEnd) *BZ2_bzDecompressEnd;
};

static void *bzip2_open(void)
{
    static const struct codec_symbol symbols[] = {
        CODEC_SYMBOL(bzip2, BZ2_bzDecompressInit),
        CODEC_SYMBOL(bzip2, BZ2_bzDecompress),
        CODEC_SYMBOL(bzip2, BZ2_bzDecompressEnd),
        {NULL, 0},
    };
    struct bzip2 *b = codec_load(HAVE_BZIP2, symbols, sizeof *b);

    if (b && b->BZ2_bzDecompressInit(&b->s, 0, 0) != BZ_OK) {
        free(b);
        b = NULL;
    }
    return b;
}

static enum codec_answer bzip2_step(void *state, struct codec_io *io)
{
    struct bzip2 *b = state;
    int got;

    b->s.next_in = (char *)io->in; /* which it only reads */
    b->s.avail_in = (unsigned)io->in_n;
    b->s.next_out = (char *)io->out;
    b->s.avail_out = (unsigned)io->out_n;
    got = b->BZ2_bzDecompress(&b->s);
    io->in += io->in_n - b->s.avail_in;
    io->in_n = b->s.avail_in;
    io->out += io->out_n - b->s.avail_out;
    io->out_n = b->s.avail_out;
    if (got == BZ_STREAM_END)
        return CODEC_END;
    if (got == BZ_OK)
        return CODEC_MORE;
    io->why = got == BZ_MEM_ERROR ? "no memory" : "corrupt data";
    return got == BZ_MEM_ERROR ? CODEC_REFUSED : CODEC_DAMAGED;
}

/* The library has no way back to the beginning but this. */
static int bzip2_again(void *state)
{
    struct bzip2 *b = state;

    (void)b->BZ2_bzDecompressEnd(&b->s);
    b->s = (bz_stream){0};
    return b->BZ2_bzDecompressInit(&b->s, 0, 0) == BZ_OK ? 0 : -1;
}

static void bzip2_close(void *state)
{
    struct bzip2 *b = state;

    (void)b->BZ2_bzDecompressEnd(&b->s);
    free(b);
}

const struct codec codec_bzip2 = {HAVE_BZIP2, "BZh", bzip2_open, bzip2_step, bzip2_again, bzip2_close};
#else
const struct codec codec_bzip2 = {0};
#endif
