/* hyperscan.c - prints what matches a pattern, with Hyperscan:  hyperscan PATTERN FILE
 *
 * Reads blocks of 64 KiB. Hyperscan reports every end of a match; the farthest one is printed.
 */
#include <hs.h>

#include "peer.h"

typedef struct candidate {
    const char *text;
    unsigned long long from, to;
} candidate;

static int match(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                 void *user)
{
    candidate *f = user;

    (void)id;
    (void)flags;
    if (from >= f->to) {
        if (f->to > 0)
            peer_print(f->text + f->from, f->text + f->to);
        f->from = from;
    }
    if (from == f->from)
        f->to = to;
    return 0;
}

int main(int argc, char **argv)
{
    enum { BLOCK = 1 << 16 };
    peer_text text = peer_read(argc > 2 ? argv[2] : NULL);
    hs_database_t *patterns;
    hs_compile_error_t *error;
    hs_scratch_t *scratch = NULL;
    hs_stream_t *stream;
    candidate f = {.text = text.p};

    if (hs_compile(argv[1], HS_FLAG_SOM_LEFTMOST, HS_MODE_STREAM | HS_MODE_SOM_HORIZON_LARGE, NULL,
                   &patterns, &error)) {
        fprintf(stderr, "hyperscan: %s\n", error->message);
        return 2;
    }
    if (hs_alloc_scratch(patterns, &scratch) || hs_open_stream(patterns, 0, &stream))
        return 2;
    for (size_t at = 0; at < text.n; at += BLOCK)
        if (hs_scan_stream(stream, text.p + at,
                           (unsigned)(text.n - at < BLOCK ? text.n - at : BLOCK), 0, scratch, match,
                           &f))
            return 2;
    hs_close_stream(stream, scratch, match, &f);
    if (f.to > 0)
        peer_print(f.text + f.from, f.text + f.to);
    return 0;
}
