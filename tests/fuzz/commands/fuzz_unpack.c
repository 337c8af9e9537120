/* fuzz_unpack.c - any bytes as a compressed file
 *
 * Byte 0: the size of the pieces in which the input comes. Byte 1: the size of the pieces in which
 * the output goes. Byte 2: the limit of the unpacked size, in steps of 300 bytes. The rest is the
 * file. The text, its end, and the fault with its place do not depend on the pieces. The text is no
 * longer than the limit, and a smaller limit gives the start of the same text.
 */
#include "app/io/inside.h"

#include "fuzz.h"
#include "growing.h"

/* How unpacking ended. */
struct ended {
    growing text;
    ssize_t end;
    int garbage, limited;
    uint64_t at;
    char why[sizeof((struct unpack *)0)->why];
};

static void run(struct ended *e, enum unpack_format format, const char *p, size_t n, size_t piece,
                size_t room, uint64_t most)
{
    struct unpack u;
    size_t at = 0, k = 0;
    char *out = malloc(room), *in = NULL;

    must(out != NULL, "memory for the test");
    growing_clear(&e->text);
    must(unpack_open(&u, format, most) == 0, "the library is there");
    for (k = piece < n ? piece : n;; k = piece < n - at ? piece : n - at) {
        free(in);
        in = malloc(k ? k : 1); /* a copy: a library must not read outside of it, or later */
        must(in != NULL, "memory for the test");
        memcpy(in, p + at, k);
        unpack_give(&u, in, k);
        at += k;
        while ((e->end = unpack_take(&u, out, room)) > 0) {
            must((size_t)e->end <= room, "no more than there is room for");
            growing_add(&e->text, out, (size_t)e->end);
        }
        if (e->end != UNPACK_HUNGRY)
            break;
        must(u.n == 0, "all input is used before more is wanted");
        must(k > 0, "no input is wanted after its end");
    }
    must(e->end == 0 || e->end == UNPACK_FAILED, "an end or a fault");
    must(unpack_take(&u, out, room) == e->end, "it stays at its end");
    must(u.at <= n, "no more bytes used than there are");
    must(most == 0 || e->text.n <= most, "no more than the limit");
    must((e->end == UNPACK_FAILED) == (u.why[0] != '\0'), "a fault has a reason");
    must(!u.limited || e->text.n == most, "the limit is met exactly");
    e->garbage = u.garbage;
    e->limited = u.limited;
    e->at = u.at;
    memcpy(e->why, u.why, sizeof e->why);
    unpack_close(&u);
    free(out);
    free(in);
}

/* Compares two results. libbz2 and zlib drop the text that a call has unpacked before a fault. So
 * with larger pieces there may be less text before the fault, and the place of the fault is that of
 * the piece. */
static void compare(const struct ended *a, const struct ended *b)
{
    const struct ended *less = a->text.n < b->text.n ? a : b, *more = less == a ? b : a;

    must(a->end == b->end && a->garbage == b->garbage, "the same end in pieces");
    must(memcmp(more->text.p ? more->text.p : "", less->text.p ? less->text.p : "", less->text.n) ==
             0,
         "the same text in pieces, or its start");
    must(a->end != 0 || (a->text.n == b->text.n && a->at == b->at), "all of the text in pieces");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ended whole, pieces, limited;
    const char *p = (const char *)data + 3;
    size_t n = size > 3 ? size - 3 : 0;
    enum unpack_format format = unpack_format_of(p, n);
    uint64_t most = size > 3 ? 1 + 300 * (uint64_t)data[2] : 0;

    if (n == 0 || format == UNPACK_PLAIN || format == UNPACK_UNDECIDED || format == UNPACK_COMPRESS)
        return 0;
    run(&whole, format, p, n, n, (size_t)1 << 16, (uint64_t)1 << 20);
    run(&pieces, format, p, n, 1 + data[0], 1 + 16 * (size_t)data[1], (uint64_t)1 << 20);
    if (!whole.limited && !pieces.limited)
        compare(&whole, &pieces);
    run(&limited, format, p, n, n, (size_t)1 << 16, most);
    must(memcmp(limited.text.p ? limited.text.p : "", whole.text.p ? whole.text.p : "",
                limited.text.n < whole.text.n ? limited.text.n : whole.text.n) == 0,
         "a limit keeps the start");
    must(whole.end != 0 || limited.limited == (whole.text.n > most), "limited by what comes out");
    return 0;
}
