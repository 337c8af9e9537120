/* t_unpack.c - the command's decompressors: pieces and buffers of any size, truncation, damage,
 * bytes after the data
 *
 * testdata/packed/two.* are two members (frames, streams) each, made by gzip, zstd, xz and bzip2 of
 * two.txt. dictionary*.xz and window*.zst have the sizes that their names say in their headers,
 * patched by hand.
 */
#include "app/io/inside.h"
#include "tap.h"

#define PACKED "testdata/packed/"
#define OUT_MAX 8192

struct text {
    char p[OUT_MAX];
    size_t n;
};

/* The result of unpacking. */
struct result {
    struct text out;
    ssize_t end; /* 0 or UNPACK_FAILED */
    int garbage, limited;
    uint64_t at;
    char why[160];
};

static struct text plain;

static struct text read_text(const char *name)
{
    struct text t = {.n = 0};
    char path[80];
    FILE *f;

    snprintf(path, sizeof path, PACKED "%s", name);
    f = fopen(path, "rb");
    if (f) {
        t.n = fread(t.p, 1, sizeof t.p, f);
        fclose(f);
    }
    return t;
}

/* The limit that --max-unpacked sets. */
static uint64_t most;

/* Unpacks the input in a piece of `first` and then pieces of `step` bytes, with a buffer of `room`
 * bytes. */
static struct result unpack(const struct text *in, size_t first, size_t step, size_t room)
{
    struct result r = {.end = 0};
    struct unpack u;
    size_t at = 0, n = first < in->n ? first : in->n;

    if (unpack_open(&u, unpack_format_of(in->p, in->n), most) < 0) {
        r.end = UNPACK_FAILED;
        return r;
    }
    for (;;) {
        char *piece = malloc(n + 1); /* a copy, so that a sanitizer catches overreads */

        memcpy(piece, in->p + at, n);
        unpack_give(&u, piece, n);
        at += n;
        while ((r.end = unpack_take(&u, r.out.p + r.out.n,
                                    room < OUT_MAX - r.out.n ? room : OUT_MAX - r.out.n)) > 0)
            r.out.n += (size_t)r.end;
        free(piece);
        if (r.end != UNPACK_HUNGRY)
            break;
        n = step < in->n - at ? step : in->n - at;
    }
    r.garbage = u.garbage;
    r.limited = u.limited;
    r.at = u.at;
    memcpy(r.why, u.why, sizeof r.why);
    unpack_close(&u);
    return r;
}

static int is_plain(const struct result *r, size_t n)
{
    return r->out.n == n && memcmp(r->out.p, plain.p, n) == 0;
}

static int is_good(const struct result *r)
{
    return r->end == 0 && !r->garbage && is_plain(r, plain.n);
}

static void test_cuts(const char *name, const struct text *in)
{
    struct result r = unpack(in, in->n, 1, OUT_MAX);
    size_t bad = 0;

    ok(is_good(&r), "%s: both members", name);
    is_int(r.at, in->n, "%s: the whole input is used", name);
    r = unpack(in, 1, 1, OUT_MAX);
    ok(is_good(&r), "%s: byte by byte", name);
    r = unpack(in, in->n, 1, 1);
    ok(is_good(&r), "%s: a buffer of one byte", name);
    r = unpack(in, 1, 1, 1);
    ok(is_good(&r), "%s: byte by byte into a buffer of one byte", name);
    for (size_t i = 1; i < in->n; i++) {
        r = unpack(in, i, in->n, 7);
        bad += !is_good(&r);
    }
    is_int(bad, 0, "%s: split in two anywhere", name);
}

/* Returns the end of the first member, where the input may end without an error. Sets *n to the
 * length of the member's text. */
static size_t boundary(const struct text *in, size_t *n)
{
    for (size_t i = 20; i < in->n; i++) {
        struct text t = *in;
        struct result r;

        t.n = i;
        r = unpack(&t, i, 1, OUT_MAX);
        if (r.end == 0 && !r.garbage) {
            *n = r.out.n;
            return i;
        }
    }
    return 0;
}

/* Tests that truncated data is an error, except between members, and that the text before the error
 * is right. */
static void test_truncation(const char *name, const struct text *in)
{
    size_t n = 0, between = boundary(in, &n), bad = 0;
    struct text t = *in;

    ok(between > 0 && n < plain.n && memcmp(plain.p + n, "and at the end", 14) == 0,
       "%s: has two members", name);
    for (size_t i = 10; i < in->n; i++) {
        char want[60];
        struct result r;

        t.n = i;
        r = unpack(&t, i, 1, OUT_MAX);
        snprintf(want, sizeof want, "ends early (at byte %zu)", i);
        if (i == between)
            bad += r.end != 0 || !is_plain(&r, n) || r.garbage || r.at != between;
        else
            bad += r.end != UNPACK_FAILED || !is_plain(&r, r.out.n) || strcmp(r.why, want) != 0;
    }
    is_int(bad, 0, "%s: cut short after every byte", name);
}

/* Tests changed bytes. Each change is reported, or leaves the text as it is, or turns the second
 * member into trailing garbage. */
static void test_damage(const char *name, const struct text *in)
{
    static const unsigned char flips[] = {0x01, 0x10, 0x80, 0xff};
    size_t n = 0, between = boundary(in, &n), bad = 0, reported = 0;

    for (size_t i = 0; i < in->n * sizeof flips; i++) {
        struct text t = *in;
        struct result r;

        t.p[i / sizeof flips] = (char)(t.p[i / sizeof flips] ^ flips[i % sizeof flips]);
        if (unpack_format_of(t.p, t.n) != unpack_format_of(in->p, in->n))
            continue;
        r = unpack(&t, 100, 100, OUT_MAX);
        reported += r.end == UNPACK_FAILED;
        if (r.end == 0 && r.garbage)
            bad += !is_plain(&r, n) || r.at != between;
        else
            bad += (r.end == 0 && !is_good(&r)) ||
                   (r.end == UNPACK_FAILED && !strstr(r.why, "(at byte "));
    }
    is_int(bad, 0, "%s: every byte changed", name);
    ok(reported > in->n, "%s: most changes are reported", name);
}

static struct result followed(const struct text *in, const char *p, size_t n)
{
    struct text t = *in;

    memcpy(t.p + t.n, p, n);
    t.n += n;
    return unpack(&t, in->n - 1, 1, OUT_MAX);
}

/* gzip and bzip2: trailing zeros are skipped, other bytes are ignored. */
static void test_lenient(const char *name, const struct text *in, const char *magic)
{
    struct result r = followed(in, "\0\0\0\0\0", 5);

    ok(is_good(&r), "%s: trailing zeros", name);
    r = followed(in, "garbage", 7);
    ok(r.end == 0 && r.garbage && r.at == in->n && is_plain(&r, plain.n), "%s: trailing garbage",
       name);
    r = followed(in, "\0\0x", 3);
    ok(r.end == 0 && r.garbage && is_plain(&r, plain.n), "%s: zeros and garbage", name);
    r = followed(in, magic, 1);
    ok(r.end == UNPACK_FAILED && !r.garbage && is_plain(&r, plain.n) &&
           strstr(r.why, "ends early") != NULL,
       "%s: a part of another member's magic", name);
    r = followed(in, magic, strlen(magic));
    ok(r.end == UNPACK_FAILED && is_plain(&r, plain.n), "%s: another member's magic alone", name);
}

/* xz and zstd report trailing garbage as damage. */
static void test_strict(const char *name, const struct text *in)
{
    struct result r = followed(in, "some garbage", 12);

    ok(r.end == UNPACK_FAILED && is_plain(&r, plain.n), "%s: trailing garbage", name);
    ok(strstr(r.why, "is damaged (at byte ") != NULL, "%s: trailing garbage is damage", name);
}

static void test_limit(const char *good, const char *bad)
{
    static const char text[] = "see http://a.example/ here\n";
    struct text t = read_text(good);
    struct result r = unpack(&t, t.n, 1, OUT_MAX);

    ok(r.end == 0, "%s", good);
    is_mem(r.out.p, r.out.n, text, sizeof text - 1, "%s: its text", good);
    t = read_text(bad);
    r = unpack(&t, t.n, 1, OUT_MAX);
    ok(r.end == UNPACK_FAILED && r.out.n == 0, "%s is over the limit", bad);
    ok(strstr(r.why, "cannot be unpacked (at byte ") && strstr(r.why, "128 MiB"),
       "%s: the error names the limit", bad);
}

/* --max-unpacked: at most this many bytes are unpacked, and only data with more bytes is
 * reported. */
static void test_most(const char *name, const struct text *in)
{
    size_t bad = 0;

    for (most = 1; most <= plain.n + 1; most += most < 200 || most + 200 > plain.n ? 1 : 97) {
        struct result a = unpack(in, in->n, 1, OUT_MAX), b = unpack(in, 7, 5, 3);
        size_t n = most < plain.n ? (size_t)most : plain.n;

        bad += a.limited != (most < plain.n) || b.limited != a.limited;
        bad += (a.end == UNPACK_FAILED) != a.limited || (b.end == UNPACK_FAILED) != a.limited;
        bad += !is_plain(&a, n) || !is_plain(&b, n);
        bad += a.limited && !strstr(a.why, "is over the limit (at byte ");
    }
    is_int(bad, 0, "%s: any limit of the unpacked size", name);
    most = 0;
}

static void test_beginnings(const char *name, const struct text *in, enum unpack_format format,
                            size_t n)
{
    size_t bad = 0;

    for (size_t i = 0; i < n; i++)
        bad += unpack_format_of(in->p, i) != UNPACK_UNDECIDED;
    is_int(bad, 0, "%s: %zu bytes are undecided", name, n - 1);
    is_int(unpack_format_of(in->p, n), format, "%s: %zu decide", name, n);
    for (size_t i = 0; i < n; i++) {
        struct text t = *in;

        t.p[i] ^= 0x20;
        bad += unpack_format_of(t.p, t.n) == format;
    }
    is_int(bad, 0, "%s: each of these bytes counts", name);
}

static void test_format(const char *name, enum unpack_format format, size_t magic, const char *next)
{
    struct text in = read_text(name);

    if (!ok(in.n > 100, "%s is there", name))
        return;
    test_beginnings(name, &in, format, magic);
    test_cuts(name, &in);
    test_truncation(name, &in);
    test_damage(name, &in);
    test_most(name, &in);
    if (next)
        test_lenient(name, &in, next);
    else
        test_strict(name, &in);
}

/* Returns false, and skips the tests, when this build lacks the library. */
static int is_built(enum unpack_format format, const char *name)
{
    struct unpack u;
    int built = unpack_open(&u, format, 0) == 0;

    if (!built)
        skip("%s: %s", name, u.why);
    unpack_close(&u);
    return built;
}

int main(void)
{
    struct unpack u;

    plain = read_text("two.txt");
    is_int(unpack_format_of("http:", 5), UNPACK_PLAIN, "text is plain");
    is_int(unpack_format_of("BZh9 is not bzip2", 17), UNPACK_PLAIN, "similar text is plain");
    is_int(unpack_format_of("P*M\x18", 4), UNPACK_ZSTD, "a skippable frame");
    is_int(unpack_format_of("_*M\x18", 4), UNPACK_ZSTD, "another skippable frame");
    is_int(unpack_format_of("\x1f\x9d\x90", 3), UNPACK_COMPRESS, "the format of compress");
    ok(unpack_open(&u, UNPACK_COMPRESS, 0) < 0 && strstr(u.why, "gzip -dc"), "cannot be read: %s",
       u.why);
    if (is_built(UNPACK_GZIP, "gzip"))
        test_format("two.gz", UNPACK_GZIP, 3, "\x1f\x8b");
    if (is_built(UNPACK_BZIP2, "bzip2"))
        test_format("two.bz2", UNPACK_BZIP2, 10, "BZh");
    if (is_built(UNPACK_ZSTD, "zstd")) {
        test_format("two.zst", UNPACK_ZSTD, 4, NULL);
        test_limit("window128.zst", "window256.zst");
    }
    if (is_built(UNPACK_XZ, "xz")) {
        test_format("two.xz", UNPACK_XZ, 6, NULL);
        test_limit("dictionary96.xz", "dictionary384.xz");
    }
    return done();
}
