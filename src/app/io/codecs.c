/* codecs.c - decoders of gzip, bzip2, xz and zstd, each by its library
 *
 * Loads a library when it is needed. A static program is linked with all of them (LINKED).
 */
#include "app/io/inside.h"

#ifndef LINKED
#include <dlfcn.h>
#endif
#include <stdio.h>
#include <stdlib.h>

/* A function of a library, and the offset of the pointer to it in the state. */
struct symbol {
    const char *name;
    size_t offset;
    void (*linked)(void);
};

/* For the lists of functions below: each declares a member of the state, and its struct symbol. */
#define POINTER(state, function) __typeof__(function) *(function);
#ifdef LINKED
#define SYMBOL(state, function)                                                                    \
    {#function, offsetof(struct state, function), (void (*)(void))(function)},
#else
#define SYMBOL(state, function) {#function, offsetof(struct state, function), NULL},
#endif

/* Sets the pointer in the state. Returns false if the library lacks the function. */
__attribute__((unused)) static bool find_symbol(void *handle, const struct symbol *symbol,
                                                char *state)
{
#ifdef LINKED
    (void)handle;
    memcpy(state + symbol->offset, &symbol->linked, sizeof symbol->linked);
    return true;
#else
    void *function = dlsym(handle, symbol->name);

    /* POSIX lets a void pointer hold a function, ISO C has no conversion. */
    memcpy(state + symbol->offset, &function, sizeof function);
    return function != NULL;
#endif
}

/* Returns a new state, zero except for the pointers to functions, or NULL when there is no memory
 * or no such library. The symbols end with a NULL name. The library stays loaded. */
__attribute__((unused)) static void *load(const char *library, const struct symbol *symbols,
                                          size_t size)
{
#ifdef LINKED
    void *handle = (void *)(uintptr_t)library;
#else
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
#endif
    char *state = handle ? calloc(1, size) : NULL;

    for (; state && symbols->name; symbols++) {
        if (!find_symbol(handle, symbols, state)) {
            free(state);
            return NULL;
        }
    }
    return state;
}

/* Copy the bytes that are left, and the room, to and from a stream of zlib, bzip2 or lzma: their
 * members have the same names. None of them changes the input. */
#define TO_STREAM(s, io)                                                                           \
    ((s).next_in = (void *)(io)->in, (s).avail_in = (unsigned)(io)->in_n,                          \
     (s).next_out = (void *)(io)->out, (s).avail_out = (unsigned)(io)->out_n)
#define FROM_STREAM(s, io)                                                                         \
    ((io)->in = (const void *)(s).next_in, (io)->in_n = (s).avail_in,                              \
     (io)->out = (void *)(s).next_out, (io)->out_n = (s).avail_out)

/* ---- gzip (RFC 1952) by zlib, a member at a time ---- */

#ifdef HAVE_ZLIB
#include <zlib.h>

#define GZIP_ONLY (16 + MAX_WBITS) /* for zlib: the header and checksum of gzip */

#define GZIP_FUNCTIONS(F) F(gzip, inflateInit2_) F(gzip, inflate) F(gzip, inflateEnd)

struct gzip {
    z_stream z;
    GZIP_FUNCTIONS(POINTER)
};

static void *inflate_open(int bits)
{
    static const struct symbol symbols[] = {GZIP_FUNCTIONS(SYMBOL){NULL, 0, NULL}};
    struct gzip *g = load(HAVE_ZLIB, symbols, sizeof *g);

    if (g && g->inflateInit2_(&g->z, bits, ZLIB_VERSION, (int)sizeof g->z) != Z_OK) {
        free(g);
        g = NULL;
    }
    return g;
}

static void *gzip_open(void)
{
    return inflate_open(GZIP_ONLY);
}

static void *zlib_open(void)
{
    return inflate_open(MAX_WBITS);
}

static enum codec_answer gzip_step(void *state, struct codec_io *io)
{
    struct gzip *g = state;
    int got;

    TO_STREAM(g->z, io);
    got = g->inflate(&g->z, Z_NO_FLUSH);
    FROM_STREAM(g->z, io);
    if (got == Z_STREAM_END)
        return CODEC_END;
    if (got == Z_OK || got == Z_BUF_ERROR)
        return CODEC_MORE;
    io->why = got == Z_MEM_ERROR ? "no memory" : g->z.msg ? g->z.msg : "invalid data";
    return got == Z_MEM_ERROR ? CODEC_REFUSED : CODEC_DAMAGED;
}

static void gzip_close(void *state)
{
    struct gzip *g = state;

    (void)g->inflateEnd(&g->z);
    free(g);
}

const struct codec codec_gzip = {HAVE_ZLIB, "\x1f\x8b", gzip_open, gzip_step, gzip_close};
const struct codec codec_zlib = {HAVE_ZLIB, NULL, zlib_open, gzip_step, gzip_close};

/* ---- Compressing with gzip ---- */

#define PACK_LEVEL 6
#define PACK_FUNCTIONS(F)                                                                          \
    F(packer, deflateInit2_) F(packer, deflate) F(packer, deflateReset) F(packer, deflateEnd)

struct packer {
    z_stream z;
    PACK_FUNCTIONS(POINTER)
};

struct packer *packer_open(void)
{
    static const struct symbol symbols[] = {PACK_FUNCTIONS(SYMBOL){NULL, 0, NULL}};
    struct packer *packer = load(HAVE_ZLIB, symbols, sizeof *packer);

    if (packer &&
        packer->deflateInit2_(&packer->z, PACK_LEVEL, Z_DEFLATED, GZIP_ONLY, 8, Z_DEFAULT_STRATEGY,
                              ZLIB_VERSION, (int)sizeof packer->z) != Z_OK) {
        free(packer);
        packer = NULL;
    }
    return packer;
}

void packer_close(struct packer *packer)
{
    if (packer)
        (void)packer->deflateEnd(&packer->z);
    free(packer);
}

int packer_put(struct packer *packer, const char *bytes, size_t n,
               int (*take)(void *user, const char *bytes, size_t n), void *user)
{
    char out[1 << 14];
    int got = Z_OK, stop = 0;

    packer->z.next_in = (void *)bytes;
    packer->z.avail_in = (unsigned)n;
    do {
        packer->z.next_out = (unsigned char *)out;
        packer->z.avail_out = sizeof out;
        got = packer->deflate(&packer->z, bytes ? Z_NO_FLUSH : Z_FINISH);
        if (packer->z.avail_out < sizeof out)
            stop = take(user, out, sizeof out - packer->z.avail_out);
    } while (!stop && got == Z_OK &&
             (!bytes || packer->z.avail_in > 0 || packer->z.avail_out == 0));
    if (!bytes)
        (void)packer->deflateReset(&packer->z);
    return stop ? stop : got == Z_STREAM_ERROR ? -1 : 0;
}
#else
const struct codec codec_gzip = {0}, codec_zlib = {0};

struct packer *packer_open(void)
{
    return NULL;
}

void packer_close(struct packer *packer)
{
    (void)packer;
}

int packer_put(struct packer *packer, const char *bytes, size_t n,
               int (*take)(void *user, const char *bytes, size_t n), void *user)
{
    (void)packer;
    (void)bytes, (void)n, (void)take, (void)user;
    return -1;
}
#endif

/* ---- bzip2 by libbz2, a stream at a time ---- */

#ifdef HAVE_BZIP2
#include <bzlib.h>

#define BZIP2_FUNCTIONS(F)                                                                         \
    F(bzip2, BZ2_bzDecompressInit) F(bzip2, BZ2_bzDecompress) F(bzip2, BZ2_bzDecompressEnd)

struct bzip2 {
    bz_stream s;
    BZIP2_FUNCTIONS(POINTER)
};

static void *bzip2_open(void)
{
    static const struct symbol symbols[] = {BZIP2_FUNCTIONS(SYMBOL){NULL, 0, NULL}};
    struct bzip2 *b = load(HAVE_BZIP2, symbols, sizeof *b);

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

    TO_STREAM(b->s, io);
    got = b->BZ2_bzDecompress(&b->s);
    FROM_STREAM(b->s, io);
    if (got == BZ_STREAM_END)
        return CODEC_END;
    if (got == BZ_OK)
        return CODEC_MORE;
    io->why = got == BZ_MEM_ERROR ? "no memory" : "corrupt data";
    return got == BZ_MEM_ERROR ? CODEC_REFUSED : CODEC_DAMAGED;
}

static void bzip2_close(void *state)
{
    struct bzip2 *b = state;

    (void)b->BZ2_bzDecompressEnd(&b->s);
    free(b);
}

const struct codec codec_bzip2 = {HAVE_BZIP2, "BZh", bzip2_open, bzip2_step, bzip2_close};
#else
const struct codec codec_bzip2 = {0};
#endif

/* ---- xz by liblzma, which continues with the next stream itself ----
 *
 * The older format .lzma has no magic number and is not recognized.
 */

#ifdef HAVE_LZMA
#include <lzma.h>

#define XZ_FUNCTIONS(F)                                                                            \
    F(xz, lzma_stream_decoder) F(xz, lzma_code) F(xz, lzma_memusage) F(xz, lzma_end)

struct xz {
    lzma_stream s;
    char why[80];
    XZ_FUNCTIONS(POINTER)
};

static void *xz_open(void)
{
    static const struct symbol symbols[] = {XZ_FUNCTIONS(SYMBOL){NULL, 0, NULL}};
    struct xz *x = load(HAVE_LZMA, symbols, sizeof *x);

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
        (void)snprintf(x->why, sizeof x->why,
                       "this needs %llu MiB of memory, and 128 MiB are allowed",
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

    TO_STREAM(x->s, io);
    got = x->lzma_code(&x->s, io->last ? LZMA_FINISH : LZMA_RUN);
    FROM_STREAM(x->s, io);
    if (got == LZMA_STREAM_END)
        return CODEC_END;
    /* LZMA_BUF_ERROR: it needs more input or room. */
    return got == LZMA_OK || got == LZMA_BUF_ERROR ? CODEC_MORE : xz_fail(x, got, io);
}

static void xz_close(void *state)
{
    struct xz *x = state;

    x->lzma_end(&x->s);
    free(x);
}

const struct codec codec_xz = {HAVE_LZMA, NULL, xz_open, xz_step, xz_close};
#else
const struct codec codec_xz = {0};
#endif

/* ---- zstd (RFC 8878) by libzstd, which finds the next frame itself; no dictionaries ---- */

#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

#define ZSTD_FUNCTIONS(F)                                                                          \
    F(zstd, ZSTD_createDCtx)                                                                       \
    F(zstd, ZSTD_freeDCtx)                                                                         \
    F(zstd, ZSTD_DCtx_setParameter)                                                                \
    F(zstd, ZSTD_decompressStream)                                                                 \
    F(zstd, ZSTD_isError) F(zstd, ZSTD_getErrorCode) F(zstd, ZSTD_getErrorName)

struct zstd {
    ZSTD_DCtx *context;
    bool open; /* inside a frame */
    ZSTD_FUNCTIONS(POINTER)
};

static void *zstd_open(void)
{
    static const struct symbol symbols[] = {ZSTD_FUNCTIONS(SYMBOL){NULL, 0, NULL}};
    struct zstd *z = load(HAVE_ZSTD, symbols, sizeof *z);

    if (z && (z->context = z->ZSTD_createDCtx()) != NULL &&
        !z->ZSTD_isError(
            z->ZSTD_DCtx_setParameter(z->context, ZSTD_d_windowLogMax, CODEC_MEMORY_LOG)))
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

const struct codec codec_zstd = {HAVE_ZSTD, NULL, zstd_open, zstd_step, zstd_close};
#else
const struct codec codec_zstd = {0};
#endif
