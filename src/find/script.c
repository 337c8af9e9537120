/* script.c - can a host's label be shown as it is without being taken for another one? */
#include "find/script.h"

#include <stdint.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum script {
    LATIN = 1,
    GREEK,
    CYRILLIC,
    ARMENIAN,
    HEBREW,
    ARABIC,
    THAANA,
    DEVANAGARI,
    BENGALI,
    GURMUKHI,
    GUJARATI,
    ORIYA,
    TAMIL,
    TELUGU,
    KANNADA,
    MALAYALAM,
    SINHALA,
    THAI,
    LAO,
    TIBETAN,
    MYANMAR,
    GEORGIAN,
    ETHIOPIC,
    KHMER,
    MONGOLIAN,
    HANGUL,
    HAN,
    KANA
};

/* clang-format off */

/* Letters, and the marks and digits that belong to them, in ascending order. Left out: the phonetic letters behind
 * Latin, archaic Cyrillic, wide forms, and everything that looks like punctuation (the middle dot of kana, the marks
 * of Han). */
static const struct {
    uint32_t from, to;
    enum script script;
} blocks[] = {
    {0xDF, 0xF6, LATIN},          {0xF8, 0x24F, LATIN},         {0x386, 0x386, GREEK},        {0x388, 0x3CE, GREEK},
    {0x400, 0x45F, CYRILLIC},     {0x48A, 0x52F, CYRILLIC},     {0x531, 0x556, ARMENIAN},     {0x561, 0x587, ARMENIAN},
    {0x5B0, 0x5BC, HEBREW},       {0x5D0, 0x5EA, HEBREW},       {0x620, 0x64A, ARABIC},       {0x64B, 0x659, ARABIC},
    {0x660, 0x669, ARABIC},       {0x671, 0x6D3, ARABIC},       {0x6EE, 0x6FC, ARABIC},       {0x750, 0x77F, ARABIC},
    {0x780, 0x7B1, THAANA}, {0x900, 0x963, DEVANAGARI},   {0x966, 0x96F, DEVANAGARI},   {0x971, 0x97F, DEVANAGARI},
    {0x980, 0x9F1, BENGALI},      {0xA01, 0xA75, GURMUKHI},     {0xA81, 0xAEF, GUJARATI},     {0xB01, 0xB6F, ORIYA},
    {0xB82, 0xBEF, TAMIL},        {0xC00, 0xC6F, TELUGU},       {0xC81, 0xCEF, KANNADA},      {0xD00, 0xD6F, MALAYALAM},
    {0xD7A, 0xD7F, MALAYALAM},    {0xD82, 0xDEF, SINHALA},      {0xE01, 0xE3A, THAI},         {0xE40, 0xE4E, THAI},
    {0xE50, 0xE59, THAI},         {0xE81, 0xED9, LAO},          {0xEDC, 0xEDF, LAO},          {0xF00, 0xF00, TIBETAN},
    {0xF0B, 0xF0B, TIBETAN},      {0xF20, 0xF29, TIBETAN},      {0xF40, 0xF84, TIBETAN},      {0xF90, 0xFBC, TIBETAN},
    {0x1000, 0x1049, MYANMAR}, {0x1050, 0x109D, MYANMAR}, {0x10D0, 0x10FA, GEORGIAN},   {0x10FD, 0x10FF, GEORGIAN},
    {0x1200, 0x135F, ETHIOPIC},   {0x1380, 0x138F, ETHIOPIC},   {0x1780, 0x17B3, KHMER},      {0x17B6, 0x17D3, KHMER},
    {0x17E0, 0x17E9, KHMER}, {0x1810, 0x1819, MONGOLIAN},  {0x1820, 0x1878, MONGOLIAN},  {0x1C90, 0x1CBF, GEORGIAN},
    {0x1E00, 0x1E9B, LATIN},      {0x1E9E, 0x1E9E, LATIN},      {0x1EA0, 0x1EFF, LATIN},      {0x1F00, 0x1FBC, GREEK},
    {0x1FC2, 0x1FCC, GREEK},      {0x1FD0, 0x1FDB, GREEK},      {0x1FE0, 0x1FEC, GREEK},      {0x1FF2, 0x1FFC, GREEK},
    {0x2D80, 0x2DDE, ETHIOPIC},   {0x3005, 0x3007, HAN},        {0x3041, 0x3096, KANA},       {0x3099, 0x309A, KANA},
    {0x309D, 0x309F, KANA},       {0x30A1, 0x30FA, KANA},       {0x30FC, 0x30FF, KANA},       {0x3400, 0x4DBF, HAN},
    {0x4E00, 0x9FFF, HAN},        {0xAC00, 0xD7A3, HANGUL},     {0x20000, 0x2A6DF, HAN},      {0x2A700, 0x323AF, HAN},
};

/* clang-format on */

/* 0 for a character of none of these. */
static unsigned script_of(uint32_t c)
{
    size_t from = 0, to = sizeof blocks / sizeof blocks[0];

    if (c < 0x80)
        return ascii_is_alpha((unsigned char)c) ? LATIN : 0;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (c < blocks[middle].from)
            to = middle;
        else if (c > blocks[middle].to)
            from = middle + 1;
        else
            return blocks[middle].script;
    }
    return 0;
}

static bool is_common(uint32_t c)
{
    return c == '-' || (c < 0x80 && ascii_is_digit((unsigned char)c));
}

/* A bit for each script; bit 0 for what is of none. */
static uint32_t scripts_of(const char *label, size_t n)
{
    uint32_t seen = 0;
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(label + i, n - i);
        if (c.code != UTF8_INVALID && is_common(c.code))
            continue;
        seen |= UINT32_C(1) << (c.code == UTF8_INVALID ? 0 : script_of(c.code));
    }
    return seen;
}

static bool is_one_bit(uint32_t seen)
{
    return (seen & (seen - 1)) == 0;
}

bool script_is_one(const char *label, size_t n)
{
    uint32_t seen = scripts_of(label, n);

    return (seen & 1) == 0 && (seen == (UINT32_C(1) << HAN | UINT32_C(1) << KANA) || is_one_bit(seen));
}

bool script_is_mixed(const char *label, size_t n)
{
    uint32_t seen = scripts_of(label, n), latin_han = UINT32_C(1) << LATIN | UINT32_C(1) << HAN;

    return !is_one_bit(seen) && (seen & ~(latin_han | UINT32_C(1) << KANA)) != 0 &&
           (seen & ~(latin_han | UINT32_C(1) << HANGUL)) != 0;
}

bool script_runs_left(const char *label, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(label + i, n - i);
        unsigned script = c.code == UTF8_INVALID ? 0 : script_of(c.code);
        if (script == HEBREW || script == ARABIC || script == THAANA)
            return true;
    }
    return false;
}

/* Small letters that are drawn like a Latin one; labels have no others. */
static bool is_double(uint32_t c)
{
    static const uint16_t letters[] = {
        0x3B1, 0x3B3, 0x3B7, 0x3B9, 0x3BA, 0x3BD, 0x3BF, 0x3C1, 0x3C5, 0x3C7, 0x3C9, 0x430, 0x435, 0x43E, 0x440,
        0x441, 0x443, 0x445, 0x455, 0x456, 0x457, 0x458, 0x461, 0x475, 0x4BB, 0x4CF, 0x501, 0x51B, 0x51D,
    };

    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (letters[i] == c)
            return true;
    return false;
}

bool script_looks_latin(const char *label, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(label + i, n - i);
        if (c.code == UTF8_INVALID || (!is_common(c.code) && !is_double(c.code)))
            return false;
    }
    return true;
}
