/* t_references.c - character references: every name of the list, numbers, and text that is not a
 * reference (13.2.5.72-80)
 *
 * The list is read from src/gen/html_references.tsv, from which the table is generated.
 * tests/hosts/t_parse5.sh compares the tokenizer with parse5.
 */
#include "html_run.h"
#include "tap.h"

static html_run whole, cut;

static size_t put_utf8(char *to, unsigned long c)
{
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)(lead[n] | c);
    return n;
}

/* Returns true when the page gives this result, whole and byte by byte. */
static bool gives(const char *page, const char *want)
{
    size_t n = strlen(page);
    bool same;

    html_run_page(&whole, page, n, n, 1);
    html_run_page(&cut, page, n, 0, 1);
    same = strcmp(whole.content.p, want) == 0 && whole.tiles && html_run_same(&whole, &cut) &&
           cut.tiles;
    if (!same)
        printf("# %s gives %s, not %s\n", page, whole.content.p, want);
    return same;
}

/* Tests a name of the list in text and in values. A name without a semicolon counts in a value only
 * if no letter or digit follows. */
static bool check_name(const char *name, const char *text)
{
    bool bare = name[strlen(name) - 1] != ';';
    char page[256], want[256];
    bool held = true;

    snprintf(page, sizeof page, "x&%s.y", name);
    snprintf(want, sizeof want, "x{%s}.y", text);
    held = gives(page, want) && held;
    snprintf(page, sizeof page, "&%s", name);
    snprintf(want, sizeof want, "{%s}", text);
    held = gives(page, want) && held;
    snprintf(page, sizeof page, "<a b='&%s' c=&%s d=\"x&%s=\" e=&%s1>", name, name, name, name);
    if (bare)
        snprintf(want, sizeof want, "(b=%s)(c=%s)(d=x&%s=)(e=&%s1)<a>", text, text, name, name);
    else
        snprintf(want, sizeof want, "(b=%s)(c=%s)(d=x%s=)(e=%s1)<a>", text, text, text, text);
    return gives(page, want) && held;
}

static void the_list(void)
{
    FILE *f = fopen("src/gen/html_references.tsv", "r");
    char line[128], name[64], text[32];
    unsigned long code[2];
    unsigned names = 0, bad = 0;

    ok(f != NULL, "src/gen/html_references.tsv");
    while (f && fgets(line, sizeof line, f)) {
        int codes = line[0] == '#' ? 0 : sscanf(line, "%63s %lX %lX", name, &code[0], &code[1]) - 1;
        size_t n = 0;
        if (codes < 1)
            continue;
        for (int i = 0; i < codes; i++)
            n += put_utf8(text + n, code[i]);
        text[n] = 0;
        names++;
        bad += !check_name(name, text);
    }
    if (f)
        fclose(f);
    is_int(names, 2231, "names");
    is_int(bad, 0, "each name gives its characters");
}

/* Tests numbers. The characters for 80 to 9F are from the standard's table, with its gaps. */
static void numbers(void)
{
    static const unsigned short c1[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    static const unsigned long steps[] = {1,      9,      10,     13,      32,      65,
                                          0x7F,   0xA0,   0x7FF,  0x800,   0xD7FF,  0xE000,
                                          0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF};
    char page[64], want[16];
    unsigned bad = 0;

    for (unsigned i = 0; i < 32 + sizeof steps / sizeof steps[0]; i++) {
        unsigned long code = i < 32 ? 0x80 + i : steps[i - 32], is = i < 32 && c1[i] ? c1[i] : code;
        size_t n = put_utf8(want + 1, is);
        want[0] = '{';
        memcpy(want + 1 + n, "}", 2);
        snprintf(page, sizeof page, "&#%lu;", code);
        bad += !gives(page, want);
        snprintf(page, sizeof page, "&#X%lx;", code);
        bad += !gives(page, want);
        snprintf(page, sizeof page, "&#x000%lX", code);
        bad += !gives(page, want);
    }
    is_int(bad, 0, "numbers");
}

static const struct {
    const char *page, *want;
} cases[] = {
    {"&#0;", "{\xEF\xBF\xBD}"},
    {"&#xD800;&#xDFFF;&#xDBFF;", "{\xEF\xBF\xBD}{\xEF\xBF\xBD}{\xEF\xBF\xBD}"},
    {"&#x110000;", "{\xEF\xBF\xBD}"},
    {"&#4294967361;", "{\xEF\xBF\xBD}"},
    {"&#18446744073709551681;", "{\xEF\xBF\xBD}"},
    {"&#x100000041;", "{\xEF\xBF\xBD}"},
    {"&#00000000000000000000000000000000000000000000000065;", "{A}"},
    {"&#65", "{A}"},
    {"&#65a", "{A}a"},
    {"&#65<b>", "{A}<b>"},
    {"&#x41g", "{A}g"},
    {"&#65;;", "{A};"},
    {"&#65&#66", "{A}{B}"},
    {"&#", "&#"},
    {"&#;", "&#;"},
    {"&#x", "&#x"},
    {"&#X;", "&#X;"},
    {"&#xg", "&#xg"},
    {"&#a", "&#a"},
    {"&#<b>", "&#<b>"},
    {"&#&amp;", "&#{&}"},
    {"&# 65;", "&# 65;"},
    {"&", "&"},
    {"&&", "&&"},
    {"& amp;", "& amp;"},
    {"&;", "&;"},
    {"&<b>", "&<b>"},
    {"a&b", "a&b"},
    {"&x;", "&x;"},
    {"&notaname;", "{\xC2\xAC}aname;"},
    {"&notit;", "{\xC2\xAC}it;"},
    {"&notin;", "{\xE2\x88\x89}"},
    {"&notin", "{\xC2\xAC}in"},
    {"&noti", "{\xC2\xAC}i"},
    {"&not", "{\xC2\xAC}"},
    {"&no", "&no"},
    {"&AMP;&AMP&amp&Amp;", "{&}{&}{&}&Amp;"},
    {"&ampamp;", "{&}amp;"},
    {"&amp;amp;", "{&}amp;"},
    {"&ltimes", "{<}imes"},
    {"&ltimes;", "{\xE2\x8B\x89}"},
    {"&copy2026", "{\xC2\xA9}2026"},
    {"&frac123", "{\xC2\xBD}3"},
    {"&sup1;&sup1", "{\xC2\xB9}{\xC2\xB9}"},
    {"&there4", "&there4"},
    {"&there4;", "{\xE2\x88\xB4}"},
    {"&fjlig;", "{fj}"},
    {"&NotEqualTilde;", "{\xE2\x89\x82\xCC\xB8}"},
    {"&CounterClockwiseContourIntegral;", "{\xE2\x88\xB3}"},
    {"&CounterClockwiseContourIntegral", "&CounterClockwiseContourIntegral"},
    {"&CounterClockwiseContourIntegrals;", "&CounterClockwiseContourIntegrals;"},
    {"&CounterClockwiseContourIntegralsandmore;", "&CounterClockwiseContourIntegralsandmore;"},
    {"&ampaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;",
     "{&}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;"},
    {"&ampaaaaaaaaaaaaaaaaaaaaaaaaaaaa&lt;", "{&}aaaaaaaaaaaaaaaaaaaaaaaaaaaa{<}"},
    {"&\xC3\xA9;", "&\xC3\xA9;"},
    {"&amp\xC3\xA9", "{&}\xC3\xA9"},
    {"<a b='x?a=1&copy=2&amp=3&lt;4&notit;&not'>", "(b=x?a=1&copy=2&amp=3<4&notit;\xC2\xAC)<a>"},
    {"<a b=?a&copy=1&copy>", "(b=?a&copy=1\xC2\xA9)<a>"},
    {"<a b=&copy&copy;c>", "(b=\xC2\xA9\xC2\xA9"
                           "c)<a>"},
    {"<a b='&copy c' d='&copyc' e='&copy1' f='&copy'>",
     "(b=\xC2\xA9 c)(d=&copyc)(e=&copy1)(f=\xC2\xA9)<a>"},
    {"<a b=&#65=&#x42c;>", "(b=A=\xD0\xAC)<a>"},
    {"<a b='&' c=& d='&#' e='&#x'>", "(b=&)(c=&)(d=&#)(e=&#x)<a>"},
    {"<a b='&quot;' c=&gt;>", "(b=\")(c=>)<a>"},
    {"<a b='&CounterClockwiseContourIntegralsandmore;'>",
     "(b=&CounterClockwiseContourIntegralsandmore;)<a>"},
    {"<a b='&amp", ""},
    {"<a b='&#65", ""},
    {"<title>&lt;/title></title>", "<title>{<}/title></title>"},
    {"<title>&lt", "<title>{<}"},
    {"<title>&", "<title>&"},
    {"<title>&</title>", "<title>&</title>"},
};

int main(void)
{
    the_list();
    numbers();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ok(gives(cases[i].page, cases[i].want), "%s", cases[i].page);
    html_run_free(&whole);
    html_run_free(&cut);
    return done();
}
