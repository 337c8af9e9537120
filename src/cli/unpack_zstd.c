/* unpack_zstd.c - RFC 8878 by libzstd; see unpack_codec.h
 *
 * The library goes on by itself to the next frame and passes over skippable ones. No dictionaries.
 */
#include "cli/unpack_codec.h"

#ifdef HAVE_ZSTD
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

struct zstd {
    ZSTD_DCtx *context;
    int open; /* a frame is not over */
    __typeof__(ZSTD_createDCtx) *ZSTD_createDCtx;
    __typeof__(ZSTD_freeDCtx) *ZSTD_freeDCtx;
    __typeof__(ZSTD_DCtx_setParameter) *ZSTD_DCtx_setParameter;
    __typeof__(ZSTD_decompressStream) *ZSTD_decompressStream;
    __typeof__(ZSTD_isError) *ZSTD_isError;
    __typeof__(ZSTD_getErrorCode) *ZSTD_getErrorCode;
    __typeof__(ZSTD_getErrorName) *ZSTD_getErrorName;
};

static void *zstd_open(void)
{
    static const struct codec_symbol symbols[] = {
        CODEC_SYMBOL(zstd, ZSTD_createDCtx),        CODEC_SYMBOL(zstd, ZSTD_freeDCtx),
        CODEC_SYMBOL(zstd, ZSTD_DCtx_setParameter), CODEC_SYMBOL(zstd, ZSTD_decompressStream),
        CODEC_SYMBOL(zstd, ZSTD_isError),           CODEC_SYMBOL(zstd, ZSTD_getErrorCode),
        CODEC_SYMBOL(zstd, ZSTD_getErrorName),      {NULL, 0},
    };
    struct zstd *z = codec_load(HAVE_ZSTD, symbols, sizeof *z);

    if (z && (z->context = z->ZSTD_createDCtx()) != NULL &&
        !z->ZSTD_isError(z->ZSTD_DCtx_setParameter(z->context, ZSTD_d_windowLogMax, CODEC_MEMORY_LOG)))
        return z;
    if (z)
        (void)z->ZSTD_freeDCtx(z->context);
    free(z);
    return NULL;
}

static enum codec_answer zstd_fail(const struct zstd *z, size_t code, struct codec_io *io)
{
    io->why = z->ZSTD_getErrorName(code);
    switch (z->ZSTD_getErrorCode(code)) {
    case ZSTD_error_frameParameter_windowTooLarge:
        io->why = "this needs more than 128 MiB of memory, as written by zstd --long";
        return CODEC_REFUSED;
    case ZSTD_error_memory_allocation:
    case ZSTD_error_dictionary_wrong:
    case ZSTD_error_version_unsupported:
        return CODEC_REFUSED;
    default:
        return CODEC_DAMAGED;
    }
}

static enum codec_answer zstd_step(void *state, struct codec_io *io)
{
    struct zstd *z = state;
    ZSTD_inBuffer in = {io->in, io->in_n, 0};
    ZSTD_outBuffer out = {io->out, io->out_n, 0};
    size_t left;

    if (io->in_n == 0 && !z->open)
        return io->last ? CODEC_END : CODEC_MORE;
    left = z->ZSTD_decompressStream(z->context, &out, &in);
    io->in += in.pos;
    io->in_n -= in.pos;
    io->out += out.pos;
    io->out_n -= out.pos;
    if (z->ZSTD_isError(left))
        return zstd_fail(z, left, io);
    z->open = left != 0;
    return CODEC_MORE;
}

static void zstd_close(void *state)
{
    struct zstd *z = state;

    (void)z->ZSTD_freeDCtx(z->context);
    free(z);
}

const struct codec codec_zstd = {HAVE_ZSTD, NULL, zstd_open, zstd_step, NULL, zstd_close};
#else
const struct codec codec_zstd = {0};
#endif
