/* take_pair.c - characters of the sets that escape sequences choose
 *
 * Each is two 7-bit bytes (katakana one) that stand in an EUC set of iconv's with their high bits on: JIS X 0208 in EUC-JP,
 * JIS X 0212 there behind 8F, KS C 5601 in EUC-KR, GB 2312 in GBK, CNS 11643 in EUC-TW, its plane 2 there behind 8E A2.
 * So iconv's own decoders of escape sequences, and their faults, are not needed.
 */
#include <string.h>
#include <trawl.h>

#include "charset/names.h"
#include "charset/take.h"

#define KANA 0xFF61 /* half-width; 21 to 5F stand for U+FF61 to U+FF9F (JIS X 0201) */

static const struct {
    unsigned char with; /* which of take_pairs.set */
    const char *label;  /* whose names iconv knows it by */
    const char *before; /* bytes before the pair */
} sets[] = {
    [TAKE_JIS0208] = {0, "euc-jp", ""}, [TAKE_JIS0212] = {0, "euc-jp", "\x8F"}, [TAKE_KSC5601] = {1, "euc-kr", ""},
    [TAKE_GB2312] = {2, "gbk", ""},     [TAKE_CNS1] = {3, "euc-tw", ""},        [TAKE_CNS2] = {3, "euc-tw", "\x8E\xA2"},
};

int take_pairs_open(take_pairs *pairs, enum take_set set)
{
    multi_byte *m = &pairs->set[sets[set].with];

    return m->cd ? TRAWL_OK
                 : multi_byte_open(m, names_find(sets[set].label, strlen(sets[set].label))->opens, pairs->memory);
}

void take_pairs_close(take_pairs *pairs)
{
    for (unsigned i = 0; i < TAKE_ICONVS; i++)
        multi_byte_close(&pairs->set[i]);
}

static bool is_graphic(unsigned char c)
{
    return c >= 0x21 && c <= 0x7E;
}

static void take_kana(unsigned char c, taken *t)
{
    if (c >= 0x21 && c <= 0x5F)
        take_code(t, 1, KANA + (c - 0x21u));
    else
        take_bad(t, 1);
}

/* Both bytes are there. */
static void convert(take_pairs *pairs, enum take_set set, const unsigned char *p, taken *t)
{
    size_t before = strlen(sets[set].before), n = before + 2;
    unsigned char euc[4];
    int failed = take_pairs_open(pairs, set);

    if (failed == TRAWL_NO_MEMORY)
        pairs->error = failed;
    if (failed) {
        take_bad(t, 2);
        return;
    }
    memcpy(euc, sets[set].before, before);
    euc[before] = p[0] | 0x80;
    euc[before + 1] = p[1] | 0x80;
    multi_byte_take(&pairs->set[sets[set].with], &(take_from){.p = euc, .n = n, .last = true}, t);
    if (t->n == n)
        t->n = 2;
    else
        take_bad(t, 2);
}

void take_pair(take_pairs *pairs, enum take_set set, const take_from *from, taken *t)
{
    const unsigned char *p = from->p;

    if (set == TAKE_KANA)
        take_kana(p[0], t);
    else if (!is_graphic(p[0]) || (from->n < 2 ? from->last : !is_graphic(p[1])))
        take_bad(t, 1);
    else if (from->n < 2)
        t->n = 0;
    else
        convert(pairs, set, p, t);
}

size_t take_pairs_run(const take_pairs *pairs, enum take_set set, const char *p, size_t n, char *out, size_t room,
                      unsigned *width)
{
    const multi_byte *m = &pairs->set[sets[set].with];

    return sets[set].before[0] || !m->cd ? 0 : multi_byte_run(m, p, n, 0x80, out, room, width);
}
