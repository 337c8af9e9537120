/* unpack_codec.h - what unpack.c asks of a decoder, and how decoders find their library
 *
 * The libraries are loaded when the first compressed file is met, not with the program: linking all four costs every
 * start of trawl a quarter of a millisecond, about half of what an empty program takes.
 */
#ifndef TRAWL_CLI_UNPACK_CODEC_H
#define TRAWL_CLI_UNPACK_CODEC_H

#include <stddef.h>
#include <stdint.h>

/* No decoder may take more than this for the window or dictionary that its data ask for. */
#define CODEC_MEMORY_LOG 27
#define CODEC_MEMORY ((uint64_t)1 << CODEC_MEMORY_LOG)

struct codec_io {
    const unsigned char *in;
    size_t in_n;
    unsigned char *out;
    size_t out_n;
    int last;        /* what stands in in is all there is */
    const char *why; /* after CODEC_DAMAGED or CODEC_REFUSED; lives as long as the state */
};

enum codec_answer {
    CODEC_MORE,    /* all input is used, or all room */
    CODEC_END,     /* a member is over */
    CODEC_DAMAGED, /* such data nobody can read */
    CODEC_REFUSED  /* such data are beyond what is allowed, or what this library can do */
};

struct codec {
    const char *library; /* NULL: not in this build */
    const char *magic;   /* what the next member begins with; NULL where the library itself goes on to it */
    void *(*open)(void); /* NULL: no memory, or no library */
    enum codec_answer (*step)(void *state, struct codec_io *io);
    int (*again)(void *state); /* only with magic: be ready for the next member; 0, or -1 for no memory */
    void (*close)(void *state);
};

extern const struct codec codec_gzip, codec_zstd, codec_xz, codec_bzip2;

/* A function of a library, and where in the state the pointer to it goes. */
struct codec_symbol {
    const char *name;
    size_t offset;
};
#define CODEC_SYMBOL(state, function)                                                                                  \
    {                                                                                                                  \
#function, offsetof(struct state, function)                                                                    \
    }

/* A new state, cleared but for those pointers; NULL when there is no memory or no such library. The symbols end with a
 * name NULL. The library stays loaded, for the next file. */
void *codec_load(const char *library, const struct codec_symbol *symbols, size_t size);

#endif
