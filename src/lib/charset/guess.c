/* guess.c - finds the East Asian charset of a text that declares none by its bytes (E5)
 *
 * Input: the first bytes of a text, from the first byte beyond ASCII on. Reads them as pairs in
 * each charset and adds up a weight for each pair, by ranges of its two bytes: how much more often
 * such a pair is in a text of this charset than in any other text. Texts in single-byte charsets
 * (windows-1252, windows-1251, KOI8-R, ISO 8859 and the like) have pairs that are rare in each of
 * them, or half pairs. This file does not distinguish these single-byte charsets.
 */
#include "base/utf8.h"
#include "charset/charset.h"

#define RARE (-12) /* a pair in no range: rare characters, kana of one byte */
#define HALF (-60) /* a byte that does not begin a pair */
#define ENOUGH 28  /* four syllables of kana, or some ten characters of Chinese */

/* The pairs from [lead][trail] to [lead_to][trail_to]. */
typedef struct guess_range {
    unsigned char lead, lead_to, trail, trail_to;
    signed char weight;
} guess_range;

/* The first range that contains the pair counts. */
static const struct guess_charset {
    const char *name;
    unsigned char lead, trail; /* the least bytes that begin and end a pair */
    guess_range ranges[11];
} guess_charsets[] = {
    {"shift_jis",
     0x81,
     0x40,
     {{0x81, 0x81, 0x40, 0x5C, 5},   /* 、 。 ー */
      {0x81, 0x82, 0x40, 0x9A, -1},  /* 「 」, wide letters; German in code page 850 */
      {0x82, 0x82, 0x9F, 0xF1, 7},   /* の に は */
      {0x83, 0x83, 0x40, 0x7E, 3},   /* ト ス タ; É and a letter in Macintosh's charset */
      {0x83, 0x83, 0x80, 0x96, 7},   /* ン ル ラ */
      {0x88, 0x97, 0x40, 0xFC, 1}}}, /* 日 本 語, the common kanji */
    {"euc-jp",
     0xA1,
     0xA1,
     {{0xA1, 0xA3, 0xA1, 0xFE, 2},    /* 、 。 ー */
      {0xA4, 0xA5, 0xA1, 0xF6, 7},    /* の に は ト ン ス */
      {0xB0, 0xCF, 0xA1, 0xFE, -1}}}, /* 日 本 語; as often in Chinese and Korean */
    {"euc-kr",
     0x81,
     0x41,
     {{0xA1, 0xA3, 0xA1, 0xFE, -1},  /* signs */
      {0xB0, 0xC8, 0xA1, 0xAF, 9},   /* 가 나 에; no letters of Cyrillic charsets */
      {0xB0, 0xC8, 0xB0, 0xBF, -1},  /* 보 을; capitals in ISO 8859-5 */
      {0xB0, 0xC8, 0xC0, 0xCF, 1},   /* 는 의 이 */
      {0xB0, 0xC8, 0xD0, 0xFE, 3}}}, /* 다 한 */
    {"gbk",
     0x81,
     0x40,
     {{0xA1, 0xA1, 0xA2, 0xA3, 7},   /* 、 。 */
      {0xA3, 0xA3, 0xAC, 0xAC, 7},   /* ， */
      {0xA1, 0xA3, 0xA1, 0xFE, 1},   /* other signs */
      {0xB5, 0xB5, 0xC4, 0xC4, 8},   /* 的, the most common character */
      {0xB0, 0xC8, 0xA1, 0xAF, 5},   /* 发 开; Korean has these bytes, too */
      {0xB0, 0xC8, 0xF0, 0xFE, 2},   /* 国 个 件 */
      {0xB0, 0xC8, 0xB0, 0xEF, -1},  /* 不 和 们; capitals in ISO 8859-5 */
      {0xC9, 0xD7, 0xA1, 0xBF, 6},   /* 一 要 为; no letters of Cyrillic charsets */
      {0xC9, 0xD7, 0xF0, 0xFE, 4},   /* 数 则; capitals of KOI8-R */
      {0xC9, 0xD7, 0xC0, 0xEF, 0}}}, /* 是 在 有; KOI8-R has hardly anything else */
    {"big5",
     0x81,
     0x40,
     {{0xA1, 0xA1, 0x40, 0xFE, 3},    /* ， 。 、 */
      {0xA4, 0xAF, 0x40, 0x7E, 5},    /* 一 人 在, of few strokes */
      {0xA4, 0xAF, 0xA1, 0xFE, 3},    /* 不 中 有 */
      {0xB0, 0xC6, 0x40, 0x7E, 3},    /* 這 會 得, of more strokes */
      {0xB0, 0xC6, 0xA1, 0xFE, -1}}}, /* 國 說 */
};

/* Returns the weight of two bytes. Sets *n to 1 if the first one begins no pair, else to 2. */
static int guess_weigh(const struct guess_charset *of, unsigned char lead, unsigned char trail,
                       size_t *n)
{
    *n = 1;
    if (lead < of->lead || trail < of->trail)
        return HALF;
    *n = 2;
    for (const guess_range *r = of->ranges; r->lead > 0; r++)
        if (lead >= r->lead && lead <= r->lead_to && trail >= r->trail && trail <= r->trail_to)
            return r->weight;
    return RARE;
}

/* Returns the sum of the weights. Pairs in a row that are equal count once, as in "===" or in
 * frames of code page 437. */
static int guess_sum(const struct guess_charset *of, const unsigned char *p, size_t n)
{
    unsigned last = 0;
    int sum = 0;

    for (size_t i = 0, used; i + 1 < n; i += used) {
        const unsigned pair = (unsigned)p[i] << 8 | p[i + 1];
        int weight = 0;
        used = 1;
        if (p[i] >= 0x80)
            weight = guess_weigh(of, p[i], p[i + 1], &used);
        sum += pair == last ? 0 : weight;
        last = pair;
    }
    return sum;
}

/* Returns true for UTF-8, also if it is damaged. */
static bool guess_is_utf8(const char *p, size_t n)
{
    size_t all = 0, good = 0;

    for (size_t i = 0; (i += ascii_run(p + i, n - i)) < n;) {
        const utf8_char c = utf8_decode(p + i, n - i);
        all += c.len;
        good += c.code == UTF8_INVALID ? 0 : c.len;
        i += c.len;
    }
    return 4 * good >= 3 * all;
}

size_t guess_plain(const char *p, size_t n)
{
    const size_t run = ascii_run(p, n);
    const char *escape = run > 0 ? memchr(p, GUESS_ESCAPE, run) : NULL;

    return escape ? (size_t)(escape - p) : run;
}

const names_row *guess_charset(const char *p, size_t n)
{
    const struct guess_charset *best = NULL;
    int most = ENOUGH - 1, second = 0;

    if (n > 1 && p[0] == GUESS_ESCAPE)
        return p[1] == '$' ? names_find("iso-2022-jp", 11) : NULL;
    if (guess_is_utf8(p, n))
        return NULL;
    for (size_t i = 0; i < sizeof guess_charsets / sizeof guess_charsets[0]; i++) {
        const int sum = guess_sum(&guess_charsets[i], (const unsigned char *)p, n);
        if (sum > most) {
            second = best ? most : second;
            best = &guess_charsets[i];
            most = sum;
        } else if (sum > second) {
            second = sum;
        }
    }
    return best && most >= 2 * second ? names_find(best->name, strlen(best->name)) : NULL;
}
