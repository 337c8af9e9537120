/* coding.c - undoes the Content-Encoding of HTTP (RFC 9110 section 8.4.1), for the bodies in WARC
 *
 * "deflate" is the format of zlib, but many servers send the data without its header.
 */
#include "app/io/inside.h"

#include <stdlib.h>

#include "base/memory.h"

struct coding {
    const struct input_bodies *bodies;
    const struct codec *codec;
    void *state;
    bool begun; /* the first byte, which selects the codec of "deflate", has been read */
};

static void *open_coding(void *user, const char *name)
{
    static const struct {
        const char *name;
        const struct codec *codec;
    } known[] = {{"gzip", &codec_gzip},
                 {"x-gzip", &codec_gzip},
                 {"deflate", &codec_zlib},
                 {"zstd", &codec_zstd}};
    struct coding *coding = NULL;
    size_t i = 0;

    while (i < sizeof known / sizeof known[0] && strcmp(name, known[i].name) != 0)
        i++;
    if (i < sizeof known / sizeof known[0] && known[i].codec->library)
        coding = calloc(1, sizeof *coding);
    if (coding) {
        coding->bodies = user;
        coding->codec = known[i].codec;
        coding->state = coding->codec->open();
    }
    if (coding && !coding->state) {
        free(coding);
        coding = NULL;
    }
    return coding;
}

/* Chooses the codec of "deflate" by the first byte: a header of zlib begins with "x" in
 * practice. */
static int coding_choose(struct coding *coding, unsigned char first)
{
    if (coding->codec != &codec_zlib || ((first & 15) == 8 && first >> 4 <= 7))
        return 0;
    coding->codec->close(coding->state);
    coding->codec = &codec_deflate;
    coding->state = coding->codec->open();
    return coding->state ? 0 : -1;
}

/* Takes one step without the budget. Returns as trawl_unpacker.step(). */
static int step_freely(struct coding *coding, const void *in, size_t *in_n, void *out,
                       size_t *out_n)
{
    struct codec_io io = {.in = in, .in_n = *in_n, .out = out, .out_n = *out_n};
    enum codec_answer answer = CODEC_MORE;

    if (!coding->begun && *in_n > 0) {
        coding->begun = true;
        if (coding_choose(coding, *io.in) < 0)
            answer = CODEC_REFUSED;
    }
    if (answer == CODEC_MORE) {
        SANITIZE_FOREIGN_BEGIN();
        answer = coding->codec->step(coding->state, &io);
        SANITIZE_FOREIGN_END();
    }
    *in_n -= io.in_n;
    *out_n -= io.out_n;
    SANITIZE_WRITTEN(out, *out_n);
    return answer == CODEC_MORE ? 0 : answer == CODEC_END ? 1 : -1;
}

/* A trawl_unpacker.step(). When the budget is used up, tries to unpack one more byte: a body that
 * ends there is complete. */
static int coding_step(void *state, const void *in, size_t *in_n, void *out, size_t *out_n)
{
    struct coding *coding = state;
    budget *b = coding->bodies ? coding->bodies->budget : NULL;
    uint64_t room = b ? budget_left(b) : *out_n;
    char beyond[1];
    int got;

    if (room == 0) {
        *out_n = sizeof beyond;
        got = step_freely(coding, in, in_n, beyond, out_n);
        if (*out_n > 0)
            got = TRAWL_UNPACK_LIMIT;
        *out_n = 0;
        return got;
    }
    *out_n = room < *out_n ? (size_t)room : *out_n;
    got = step_freely(coding, in, in_n, out, out_n);
    if (b)
        b->unpacked += *out_n;
    return got;
}

static void close_coding(void *state)
{
    struct coding *coding = state;

    if (coding->state)
        coding->codec->close(coding->state);
    free(coding);
}

const trawl_unpacker input_unpacker = {.size = sizeof input_unpacker,
                                       .open = open_coding,
                                       .step = coding_step,
                                       .close = close_coding,
                                       .most = UINT64_MAX};

const trawl_unpacker *input_bodies_begin(struct input_bodies *bodies)
{
    bodies->unpacker = input_unpacker;
    bodies->unpacker.user = bodies;
    return &bodies->unpacker;
}

void input_bodies_charge(struct input_bodies *bodies, budget *to)
{
    bodies->budget = to;
}
