/* iso2022.c - charsets with escape sequences and shifts: ISO-2022-JP, -KR, -CN, and HZ
 *
 * Tracks escape sequences and shifts itself, because iconv's decoders for them have bugs; iconv
 * only converts single characters. A character is two 7-bit bytes (half-width katakana: one byte).
 * With their high bits set, the same two bytes are that character in a stateless charset:
 * JIS X 0208 in EUC-JP, JIS X 0212 in EUC-JP after 8F, KS C 5601 in EUC-KR, GB 2312 in GBK, CNS
 * 11643 plane 1 in EUC-TW, plane 2 in EUC-TW after 8E A2.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "charset/inside.h"

#define KANA 0xFF61 /* bytes 21 to 5F are the half-width U+FF61 to U+FF9F (JIS X 0201) */

static const struct {
    unsigned char with; /* index into take_pairs.set */
    const char *label;  /* label of the stateless charset */
    const char *before; /* the bytes it needs before the pair */
} sets[] = {
    [TAKE_JIS0208] = {0, "euc-jp", ""}, [TAKE_JIS0212] = {0, "euc-jp", "\x8F"},
    [TAKE_KSC5601] = {1, "euc-kr", ""}, [TAKE_GB2312] = {2, "gbk", ""},
    [TAKE_CNS1] = {3, "euc-tw", ""},    [TAKE_CNS2] = {3, "euc-tw", "\x8E\xA2"},
};

int take_pairs_open(take_pairs *pairs, enum take_set set)
{
    multi_byte *m = &pairs->set[sets[set].with];

    return m->cd ? TRAWL_OK
                 : multi_byte_open(m, names_find(sets[set].label, strlen(sets[set].label))->opens,
                                   pairs->memory);
}

void take_pairs_close(take_pairs *pairs)
{
    for (unsigned i = 0; i < TAKE_ICONVS; i++)
        multi_byte_close(&pairs->set[i]);
}

/* Decodes the two bytes at p as a character of `set`. */
static void iso2022_convert(take_pairs *pairs, enum take_set set, const unsigned char *p,
                            decoded_char *t)
{
    size_t before = strlen(sets[set].before), n = before + 2;
    unsigned char euc[4];
    int failed = take_pairs_open(pairs, set);

    if (failed == TRAWL_ERROR_NO_MEMORY)
        pairs->error = failed;
    if (failed) {
        take_bad(t, 2);
        return;
    }
    CHECK(n <= sizeof euc);
    memcpy(euc, sets[set].before, before);
    euc[before] = p[0] | 0x80;
    euc[before + 1] = p[1] | 0x80;
    multi_byte_take(&pairs->set[sets[set].with], &(take_from){.p = euc, .n = n, .last = true}, t);
    if (t->n == n)
        t->n = 2;
    else
        take_bad(t, 2);
}

/* Decodes a character of a set other than TAKE_ASCII. */
static void take_pair(take_pairs *pairs, enum take_set set, const take_from *from, decoded_char *t)
{
    const unsigned char *p = from->p;

    if (set == TAKE_KANA && p[0] >= 0x21 && p[0] <= 0x5F)
        take_code(t, 1, KANA + (p[0] - 0x21u));
    else if (set == TAKE_KANA || !ascii_is_graph(p[0]) ||
             (from->n < 2 ? from->last : !ascii_is_graph(p[1])))
        take_bad(t, 1);
    else if (from->n < 2)
        t->n = 0;
    else
        iso2022_convert(pairs, set, p, t);
}

size_t take_pairs_run(const take_pairs *pairs, enum take_set set, const char *p, size_t n,
                      char *out, size_t room, unsigned *width)
{
    const multi_byte *m = &pairs->set[sets[set].with];

    return sets[set].before[0] || !m->cd ? 0 : multi_byte_run(m, p, n, 0x80, out, room, width);
}

/* ---- ISO-2022-JP (RFC 1468, RFC 1554), -KR (RFC 1557), -CN (RFC 1922)
 *
 * Each charset accepts the escape sequences of all three and of Microsoft's 5022x code pages. The
 * Roman set of JIS X 0201 is read as ASCII: its yen sign and overline usually mean "\" and "~",
 * above all in URLs. A line end switches back to ASCII, as RFC 1468 requires, so a lost sequence
 * spoils one line only. An unknown escape becomes U+FFFD. Not supported: the 8-bit sets of RFC 1554
 * and the planes of CNS 11643 after the second.
 */

#define ESC 0x1B

enum slot { G0, G1, G2, SINGLE_SHIFT, NOTHING };

static const struct iso2022_escape {
    const char *bytes; /* after ESC */
    unsigned char slot, set;
} escapes[] = {
    {"(B", G0, TAKE_ASCII},    {"(J", G0, TAKE_ASCII},    {"(I", G0, TAKE_KANA},
    {"$@", G0, TAKE_JIS0208},  {"$B", G0, TAKE_JIS0208},  {"$(@", G0, TAKE_JIS0208},
    {"$(B", G0, TAKE_JIS0208}, {"$(D", G0, TAKE_JIS0212}, {"$A", G0, TAKE_GB2312},
    {"$(A", G0, TAKE_GB2312},  {"$(C", G0, TAKE_KSC5601}, {"$)A", G1, TAKE_GB2312},
    {"$)C", G1, TAKE_KSC5601}, {"$)G", G1, TAKE_CNS1},    {"$*H", G2, TAKE_CNS2},
    {"N", SINGLE_SHIFT, 0},    {"&@", NOTHING, 0}, /* announces JIS X 0208:1990 before $B */
};

void iso2022_begin(decoder *c)
{
    static const unsigned char g1[] = {
        [NAMES_JP] = TAKE_KANA, [NAMES_KR] = TAKE_KSC5601, [NAMES_CN] = TAKE_GB2312};

    c->state.g[G1] = g1[c->row->detail];
    c->state.g[G2] = c->row->detail == NAMES_CN ? TAKE_CNS2 : TAKE_ASCII;
}

/* Returns the escape sequence at the start of the input, or NULL. Sets *wait when more bytes are
 * needed to decide. */
static const struct iso2022_escape *find_escape(const take_from *from, bool *wait)
{
    size_t have = from->n - 1;

    *wait = false;
    for (unsigned i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        size_t n = strlen(escapes[i].bytes), same = have < n ? have : n;
        if (memcmp(escapes[i].bytes, from->p + 1, same) != 0)
            continue;
        if (have >= n)
            return &escapes[i];
        *wait = !from->last;
    }
    return NULL;
}

/* Decodes "ESC N" and the one character of g2 that follows it. */
static void take_single_shift(decoder *c, const take_from *from, decoded_char *t)
{
    take_from after = {from->p + 2, from->n - 2, from->last};

    if (after.n == 0 && !from->last) {
        t->n = 0;
    } else if (after.n == 0 || after.p[0] <= ' ' || after.p[0] >= 0x7F ||
               c->state.g[G2] == TAKE_ASCII) {
        take_bad(t, 2);
    } else {
        take_pair(&c->u.pairs, (enum take_set)c->state.g[G2], &after, t);
        t->n += t->n > 0 ? 2 : 0;
    }
}

static void take_escape(decoder *c, const take_from *from, decoded_char *t)
{
    bool wait;
    const struct iso2022_escape *e = find_escape(from, &wait);

    if (!e) {
        t->n = 0;
        if (!wait)
            take_bad(t, 1);
        return;
    }
    if (e->slot == SINGLE_SHIFT) {
        take_single_shift(c, from, t);
        return;
    }
    if (e->slot != NOTHING)
        c->state.g[e->slot] = e->set;
    take_nothing(t, 1 + strlen(e->bytes));
}

void iso2022_take(decoder *c, const take_from *from, decoded_char *t)
{
    unsigned char byte = from->p[0], set = c->state.g[c->state.shifted];

    if (byte == ESC) {
        take_escape(c, from, t);
    } else if (byte == 0x0E || byte == 0x0F) { /* SO switches to g1, SI back to g0 */
        c->state.shifted = byte == 0x0E;
        take_nothing(t, 1);
    } else if (byte >= 0x80) {
        utf8_take(from, t);
    } else if (byte <= ' ' || byte == 0x7F || set == TAKE_ASCII) {
        take_code(t, 1, byte);
        if (byte == '\n') {
            c->state.g[G0] = TAKE_ASCII;
            c->state.shifted = false;
        }
    } else {
        take_pair(&c->u.pairs, (enum take_set)set, from, t);
    }
}

/* ---- HZ (RFC 1843)
 *
 * "~{" begins two-byte characters of GB 2312, "~}" ends them, "~~" is "~", "~" LF decodes to
 * nothing. Any other "~" is itself, since URLs have many of them. A line end also ends the two-byte
 * mode.
 */

static void take_tilde(decoder *c, const take_from *from, decoded_char *t)
{
    unsigned char next = from->n > 1 ? from->p[1] : 0;

    if (from->n < 2 && !from->last) {
        t->n = 0;
    } else if (next == '{' || next == '}') {
        c->state.shifted = next == '{';
        take_nothing(t, 2);
    } else if (next == '\n') {
        take_nothing(t, 2);
    } else {
        take_code(t, next == '~' ? 2 : 1, '~');
    }
}

void hz_take(decoder *c, const take_from *from, decoded_char *t)
{
    unsigned char byte = from->p[0];

    if (byte == '~') {
        take_tilde(c, from, t);
    } else if (byte >= 0x80) {
        utf8_take(from, t);
    } else if (c->state.shifted && byte > ' ') {
        take_pair(&c->u.pairs, TAKE_GB2312, from, t);
    } else {
        take_code(t, 1, byte);
        c->state.shifted = c->state.shifted && byte != '\n';
    }
}
