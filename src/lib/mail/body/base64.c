/* base64.c - decodes base64 (RFC 2045 section 6.8); has the functions for groups of six-bit
 * characters, which uuencode uses, too
 *
 * Characters outside the alphabet are skipped, and so is a "=" that does not fill up a group, as in
 * "QQ=" and "Q=". A "=" that fills up a group ends it, and the next character begins a new group,
 * so concatenated encodings are all decoded. An incomplete group at the end gives its complete
 * bytes.
 *
 * A line that begins with a visible character outside the alphabet is copied, and so are the lines
 * after it up to a line that is base64 again (is_line()): mailing lists append footers in plain
 * text ("____", "-- ") to encoded text, but one line of text must not hide the rest. If the first
 * bytes show that such characters are everywhere in the code (transfer_dirty()), no line before the
 * padding is copied.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/sixteen.h"
#include "base/utf8.h"
#include "mail/body/inside.h"

/* ---- Groups ---- */

/* Decodes a group. Returns false when one of its four characters is not in the table. */
static bool decode_group(char *out, const char *in, const unsigned char *table)
{
    unsigned a = table[(unsigned char)in[0]], b = table[(unsigned char)in[1]],
             c = table[(unsigned char)in[2]], d = table[(unsigned char)in[3]];
    uint32_t bits = (uint32_t)(a & 63) << 18 | (uint32_t)(b & 63) << 12 | (c & 63) << 6 | (d & 63);

    out[0] = (char)(unsigned char)(bits >> 16);
    out[1] = (char)(unsigned char)(bits >> 8);
    out[2] = (char)(unsigned char)bits;
    return a & b & c & d & SIX;
}

/* Consumes n groups that were decoded. */
static int base64_take_groups(transfer_io *io, size_t n)
{
    if (n == 0)
        return TRAWL_OK;
    io->len += 3 * n;
    transfer_take(io, 4 * n);
    return srcmap_add_groups(io->map, (uint32_t)n, 3, 4);
}

int transfer_six_groups(transfer_io *io, const unsigned char *table, size_t most, size_t *n)
{
    const char *in = io->in;
    char *out = io->out + io->len;
    size_t i = 0;

    while (i < most && decode_group(out + 3 * i, in + 4 * i, table))
        i++;
    *n = i;
    return base64_take_groups(io, i);
}

/* In the map, the held source bytes belong to the byte that this character completes. The character
 * itself begins the next byte, unless it is the fourth. */
int transfer_six(transfer *t, transfer_io *io, unsigned value, unsigned src)
{
    unsigned k = t->bits_n;
    uint64_t held = k == 3 ? t->held + src : t->held;
    int failed = k > 0 ? srcmap_add(io->map, 1, 1, held) : TRAWL_OK;

    if (failed)
        return failed;
    t->bits = (t->bits << 6 | value) & 0xFFFFFF;
    if (k > 0)
        io->out[io->len++] = (char)(unsigned char)(t->bits >> (6 - 2 * k));
    t->bits_n = (k + 1) % 4;
    t->held = k == 3 ? 0 : src;
    return TRAWL_OK;
}

int transfer_six_skip(transfer *t, transfer_io *io, size_t n)
{
    transfer_take(io, n);
    return transfer_gap(t, io->map, n);
}

int transfer_six_end(transfer *t, transfer_io *io)
{
    uint64_t held = t->held;

    t->held = 0;
    t->bits_n = 0;
    return srcmap_add(io->map, held, 0, 1);
}

/* ---- Base64 ---- */

/* clang-format off */
static const unsigned char base64_table[256] = {
    ['A'] = SIXES(0), SIXES(8), SIXES(16), SIX | 24, SIX | 25,
    ['a'] = SIXES(26), SIXES(34), SIXES(42), SIX | 50, SIX | 51,
    ['0'] = SIXES(52), SIX | 60, SIX | 61,
    ['+'] = SIX | 62, ['/'] = SIX | 63,
};
/* clang-format on */

/* transfer.state: before the first character, inside a line, at the start of a line; in plain text,
 * at the start of its lines (where `pending` holds the bytes that may be base64), inside them. */
enum { FIRST, INSIDE, LINE_START, PLAIN_START, PLAIN };

/* Writes the held source to the map, as source that encodes nothing yet. An incomplete group goes
 * on in the next line that is base64. */
static int pass_held(transfer *t, transfer_io *io)
{
    uint64_t held = t->held;

    t->held = 0;
    return srcmap_add(io->map, held, 0, 1);
}

/* Returns true if the letters in p[0..n), after the bits of an incomplete group, decode to bytes
 * without control characters. So the armor of PGP is not taken for base64. */
static bool base64_is_text(const transfer *t, const char *p, size_t n)
{
    uint32_t bits = t->bits;
    unsigned k = t->bits_n > 0 ? 8 - 2 * t->bits_n : 0;

    for (size_t i = 0; i < n; i++) {
        unsigned value = base64_table[(unsigned char)p[i]];
        unsigned char byte;
        if (!value)
            continue;
        bits = bits << 6 | (value & ~(unsigned)SIX);
        k += 6;
        if (k < 8)
            continue;
        k -= 8;
        byte = (unsigned char)(bits >> k);
        if (byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r' && byte != 0x1B)
            return false;
    }
    return true;
}

/* Decodes p[0..n), up to its padding, to out; the bits of an incomplete group come first. Returns
 * the length. Sets *clean to the length before the first character other than letters and line
 * ends. */
static size_t decode_all(const transfer *t, const char *p, size_t n, char *out, size_t *clean)
{
    uint32_t bits = t ? t->bits : 0;
    unsigned count = t ? t->bits_n : 0, pads = 0;
    size_t len = 0;

    *clean = SIZE_MAX;
    for (size_t i = 0; i < n && (count < 2 || count + pads < 4); i++) {
        unsigned value = base64_table[(unsigned char)p[i]];
        pads = p[i] == '=' ? pads + 1 : value ? 0 : pads;
        if (!value && p[i] != '\n' && p[i] != '\r' && p[i] != '=' && *clean > len)
            *clean = len;
        if (!value)
            continue;
        bits = bits << 6 | (value & ~(unsigned)SIX);
        if (count > 0)
            out[len++] = (char)(unsigned char)(bits >> (6 - 2 * count));
        count = (count + 1) % 4;
    }
    *clean = *clean < len ? *clean : len;
    return len;
}

/* Returns how many bytes of p[0..n) are in runs of UTF-8 text without control characters that are
 * longer than chance makes them. */
static size_t base64_count_text(const char *p, size_t n)
{
    enum { RUN = 12 };
    size_t run = 0, all = 0;

    for (size_t i = 0; i < n;) {
        utf8_char c = utf8_decode(p + i, n - i);
        bool text =
            c.code != UTF8_INVALID && c.code != 0x7F &&
            (c.code >= ' ' || c.code == 0 || c.code == 0x1B || (c.code >= '\t' && c.code <= '\r'));
        run = text ? run + c.len : 0;
        all += run < RUN ? 0 : run - c.len < RUN ? run : c.len;
        i += text ? c.len : 1;
    }
    return all;
}

/* Returns true when p[0..n) has only letters, padding and line ends. Tests sixteen bytes at a time,
 * since nearly all base64 is so. */
static bool is_pure(const char *p, size_t n)
{
    size_t i = 0;

    for (; n - i >= sizeof(sixteen); i += sizeof(sixteen)) {
        sixteen v = sixteen_load(p + i);
        sixteen fine = sixteen_between(v & 0xDF, 'A', 'Z') | sixteen_between(v, '/', '9') |
                       sixteen_is(v, '+') | sixteen_is(v, '=') | sixteen_is(v, '\r') |
                       sixteen_is(v, '\n');
        if (sixteen_any(~fine))
            return false;
    }
    while (i < n &&
           (base64_table[(unsigned char)p[i]] || p[i] == '=' || p[i] == '\r' || p[i] == '\n'))
        i++;
    return i == n;
}

bool sample_is_dirty(const char *p, size_t n, transfer_kind kind)
{
    char out[PEEK_BYTES];
    size_t clean, len;

    if (kind != TRANSFER_BASE64 || is_pure(p, n))
        return false;
    len = decode_all(NULL, p, n, out, &clean);
    return len > clean && 2 * base64_count_text(out + clean, len - clean) >= len - clean;
}

/* Returns true if a line, of which p[0..n) is known, is base64. This has two cases. Either the line
 * has only letters of the alphabet after other characters at its start; they are many or end in
 * padding, and they decode to text. Or its letters, with other characters between them, decode to
 * UTF-8. */
static bool is_line(const transfer *t, const char *p, size_t n)
{
    enum { PADDED = 8, SHORT = 16, LONG = 60, OFTEN = 8 };
    size_t from = 0, good = 0, mixed = 0;
    char out[TRANSFER_PENDING];
    size_t clean, len = decode_all(t, p, n, out, &clean);

    if (len > 0 && 2 * base64_count_text(out, len) >= len)
        return true;
    while (n > 0 && (unsigned char)p[n - 1] <= ' ')
        n--;
    while (from < n && !base64_table[(unsigned char)p[from]])
        from++;
    for (size_t i = from; i < n; i++, good++) {
        if (!base64_table[(unsigned char)p[i]] && (p[i] != '=' || n - i > 2))
            return false;
        mixed += i > from && ascii_is_upper(p[i]) && p[i - 1] >= 'a' && p[i - 1] <= 'z';
    }
    return (good >= LONG || (good >= PADDED && p[n - 1] == '=') ||
            (good >= SHORT && mixed * OFTEN >= good)) &&
           base64_is_text(t, p + from, n - from);
}

/* Copies plain text to the end of the line. */
static int base64_copy_plain(transfer *t, transfer_io *io, const char *p, size_t n)
{
    int failed = pass_held(t, io);

    t->state = n > 0 && p[n - 1] == '\n' ? PLAIN_START : PLAIN;
    return failed ? failed : transfer_copy(io, p, n);
}

static int copy_line(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io), n = io->in_n < room ? io->in_n : room;
    const char *p = io->in, *lf = memchr(p, '\n', n);

    n = lf ? (size_t)(lf - p) + 1 : n;
    transfer_take(io, n);
    return base64_copy_plain(t, io, p, n);
}

static int decode_line(transfer *t, transfer_io *io);

/* Decides about the line whose first bytes are pending: decodes them, or copies them. */
static int decide_line(transfer *t, transfer_io *io)
{
    const kernel *fastest = t->kernel;
    char line[TRANSFER_PENDING];
    transfer_io part = *io;
    uint64_t gap = t->held - t->pending_n;
    int failed = TRAWL_OK;

    CHECK(t->pending_n <= sizeof line && t->held >= t->pending_n);
    memcpy(line, t->pending, t->pending_n);
    part.in = line;
    part.in_n = t->pending_n;
    t->pending_n = 0;
    t->held = 0;
    if (is_line(t, line, part.in_n)) {
        t->state = INSIDE;
        t->kernel = NULL; /* it writes beyond its bytes */
        t->sure = true;
        while (part.in_n > 0 && !failed)
            failed = decode_line(t, &part);
        t->kernel = fastest;
        t->sure = false;
        io->len = part.len;
    } else {
        failed = base64_copy_plain(t, io, line, part.in_n);
    }
    return failed ? failed : transfer_gap(t, io->map, gap);
}

/* Returns the end of the first line in p[0..n) that has a letter of the alphabet, or 0. */
static size_t lettered_line(const char *p, size_t n)
{
    const char *lf;
    size_t i = 0;

    while (i < n && !base64_table[(unsigned char)p[i]])
        i++;
    lf = i < n ? memchr(p + i, '\n', n - i) : NULL;
    return lf ? (size_t)(lf - p) + 1 : 0;
}

/* Holds the first bytes of a line of plain text until they show whether it is base64. Lines
 * without letters of the alphabet are held with the line after them. */
static int base64_take_start(transfer *t, transfer_io *io)
{
    char *held = (char *)t->pending;
    size_t had = t->pending_n, room = sizeof t->pending - had;
    size_t n = io->in_n < room ? io->in_n : room, end;

    CHECK(had < sizeof t->pending);
    memcpy(held + had, io->in, n);
    end = lettered_line(held, had + n);
    CHECK(end == 0 || end >= had);
    n = end > 0 ? end - had : n;
    t->state = PLAIN_START;
    t->doubt = false;
    t->pending_n += (unsigned)n;
    t->held += n;
    transfer_take(io, n);
    return end > 0 || n == room ? decide_line(t, io) : TRAWL_OK;
}

/* Skips bytes outside the alphabet. */
static int skip_others(transfer *t, transfer_io *io)
{
    size_t n = 0;
    bool padded = false;
    int failed;

    for (; n < io->in_n && !base64_table[(unsigned char)io->in[n]] && !padded; n++) {
        char c = io->in[n];
        if (t->state == LINE_START && !t->dirty && !t->sure && ascii_is_graph(c) && c != '=') {
            t->state = PLAIN_START;
            break;
        }
        t->left += c == '=' && t->left < 3;
        padded = t->bits_n > 1 && t->bits_n + t->left > 3;
        t->dirty = t->dirty && !padded;
        if (c == '\n' && t->state == INSIDE)
            t->state = LINE_START;
    }
    failed = transfer_six_skip(t, io, n);
    if (t->state == PLAIN_START && !failed)
        failed = pass_held(t, io);
    return padded && !failed ? transfer_six_end(t, io) : failed;
}

_Static_assert(KERNEL_BASE64 <= TRANSFER_PENDING, "the kernel writes beyond its bytes");

/* Decodes as many whole groups as possible, first with SIMD. */
static int decode_groups(transfer *t, transfer_io *io)
{
    size_t room = transfer_room(io) / 3, most = io->in_n / 4, n = 0;
    int failed = TRAWL_OK;

    most = most < room ? most : room;
    if (t->kernel && t->kernel->base64) {
        n = t->kernel->base64(io->in, 4 * most, io->out + io->len) / 4;
        failed = base64_take_groups(io, n);
    }
    return failed ? failed : transfer_six_groups(io, base64_table, most - n, &n);
}

/* Decodes from the state FIRST, INSIDE or LINE_START on. */
static int decode_line(transfer *t, transfer_io *io)
{
    const char *begun = io->in;
    unsigned value;
    int failed;

    failed = t->bits_n == 0 ? decode_groups(t, io) : TRAWL_OK;
    if (io->in != begun)
        t->state = INSIDE;
    if (failed || io->in_n == 0)
        return failed;
    value = base64_table[(unsigned char)*io->in];
    if (!value)
        return skip_others(t, io);
    t->state = INSIDE;
    t->left = 0;
    failed = transfer_six(t, io, value & ~(unsigned)SIX, 1);
    if (!failed)
        transfer_take(io, 1);
    return failed;
}

int transfer_base64(transfer *t, transfer_io *io)
{
    switch (t->doubt ? PLAIN_START : t->state) {
    case PLAIN_START:
        return base64_take_start(t, io);
    case PLAIN:
        return copy_line(t, io);
    default:
        return decode_line(t, io);
    }
}

int transfer_base64_last(transfer *t, transfer_io *io)
{
    int failed = t->pending_n > 0 ? decide_line(t, io) : TRAWL_OK;

    return failed ? failed : transfer_six_end(t, io);
}
