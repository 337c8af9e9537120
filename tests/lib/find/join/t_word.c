/* t_word.c - the first word of the line after a link: what it may be (src/lib/find/join/word.c) */
#include "find/join/inside.h"
#include "tap.h"

#define HEX16 "0123456789abcdef"
#define LETTERS10 "abcdefghij"

/* Facts about a word besides its kind. */
enum { PLAIN = 1, PROSE = 2, VERSION = 4, OTHER = 8, SUM = 16, SCHEME = 32 };
#define ANY_PROSE (PLAIN | PROSE)

static const struct word_case {
    const char *text; /* begins with the word */
    enum token_kind kind;
    int facts;
    size_t n; /* the word's bytes, 0 for those up to white space */
} word_cases[] = {
    /* words of a language: in the list, or with a capital, also before the end of a clause */
    {"pears", TOKEN_WORD, 0, 0},
    {"the pears", TOKEN_WORD, ANY_PROSE, 0},
    {"the.", TOKEN_WORD, ANY_PROSE, 0},
    {"Of", TOKEN_WORD, ANY_PROSE, 0},
    {"Thanks", TOKEN_WORD, ANY_PROSE, 0},
    {"Thanks,", TOKEN_WORD, ANY_PROSE, 0},
    {"Pea", TOKEN_WORD, ANY_PROSE, 0},
    {"Pe", TOKEN_WORD, 0, 0},
    {"PEA", TOKEN_WORD, PLAIN, 0},
    {"PE", TOKEN_WORD, 0, 0},
    {"pears.", TOKEN_WORD, PLAIN, 0},
    {"pears,", TOKEN_WORD, PLAIN, 0},
    {"pears;", TOKEN_WORD, PLAIN, 0},
    {"pears!", TOKEN_WORD, PLAIN, 0},
    {"pears?", TOKEN_WORD, PLAIN, 0},
    {"pears)", TOKEN_WORD, PLAIN, 0},
    {"pears).", TOKEN_WORD, PLAIN, 0},
    {"it's", TOKEN_WORD, ANY_PROSE, 0},
    {"1t's", TOKEN_WEAK, 0, 0},
    {"pear's.", TOKEN_WORD, ANY_PROSE, 0},
    {"pear's-", TOKEN_WEAK, 0, 0},
    {"pear'", TOKEN_WEAK, 0, 0},
    {"pear-plum's", TOKEN_WEAK, 0, 0},
    {"Top-ranked pears", TOKEN_WEAK, ANY_PROSE, 0},
    {"Top-ra pears", TOKEN_WEAK, ANY_PROSE, 0},
    {"Top-ranked", TOKEN_WEAK, 0, 0},
    {"Top-r pears", TOKEN_WEAK, 0, 0},
    {"T-ranked pears", TOKEN_WEAK, 0, 0},
    {"To-ranked pears", TOKEN_WEAK, ANY_PROSE, 0},
    {"top-ranked pears", TOKEN_WEAK, 0, 0},
    {"Top-Ranked pears", TOKEN_WEAK, 0, 0},
    {"Top-rank2 pears", TOKEN_WEAK, 0, 0},
    {"Top-of-it pears", TOKEN_WEAK, 0, 0},
    /* letters beyond ASCII; an editor's "..." */
    {"\xC3\xA9t\xC3\xA9", TOKEN_WORD, 0, 0},
    {"PEar\xC3\xA9", TOKEN_WORD, PLAIN, 0},
    {"PEar", TOKEN_WEAK, 0, 0},
    {"\xE2\x80\xA6", TOKEN_NONE, PLAIN, 0},
    {"\xE2\x80\xA6x", TOKEN_NONE, PLAIN, 0},
    {"\xE2\x80\xA5", TOKEN_WORD, 0, 0},
    /* numbers, names with a dot or a hyphen */
    {"12", TOKEN_WEAK, 0, 0},
    {"12345678", TOKEN_WEAK, 0, 0},
    {"a.b", TOKEN_WEAK, 0, 0},
    {"a.b.", TOKEN_WEAK, PLAIN, 0},
    {"x-ray", TOKEN_WEAK, 0, 0},
    {"x/y", TOKEN_WEAK, 0, 0},
    {"x/y.", TOKEN_WEAK, 0, 0},
    {"pearS", TOKEN_WORD, 0, 0},
    {"pEar", TOKEN_WORD, 0, 0},
    {"peAR", TOKEN_WEAK, 0, 0},
    {"1+b", TOKEN_WEAK, 0, 0},
    {"a+", TOKEN_WEAK, 0, 0},
    {"x:y", TOKEN_WEAK, 0, 0},
    /* code */
    {"123456789", TOKEN_CODE, 0, 0},
    {"a%b", TOKEN_CODE, 0, 0},
    {"a=b", TOKEN_CODE, 0, 0},
    {"a&b", TOKEN_CODE, 0, 0},
    {"a_b", TOKEN_CODE, 0, 0},
    {"a?b", TOKEN_CODE, 0, 0},
    {"a#b", TOKEN_CODE, 0, 0},
    {"a+b", TOKEN_CODE, 0, 0},
    {"a=1.", TOKEN_CODE, 0, 0},
    {"x/y/z", TOKEN_CODE, 0, 0},
    {"x/y.c", TOKEN_CODE, 0, 0},
    {"x.a/y.c", TOKEN_WEAK, 0, 0},
    {"a1b2c3", TOKEN_CODE, 0, 0},
    {"a1b2c", TOKEN_WEAK, 0, 0},
    {"abcde1", TOKEN_WEAK, 0, 0},
    {"pearPlumFig", TOKEN_CODE, 0, 0},
    {"pearsandPlum", TOKEN_CODE, 0, 0},
    {"pearsanPlum", TOKEN_WORD, 0, 0},
    {LETTERS10 "k1", TOKEN_CODE, 0, 0},
    {LETTERS10 "1", TOKEN_WEAK, 0, 0},
    {"1" LETTERS10 "k", TOKEN_CODE, 0, 0},
    {LETTERS10 LETTERS10 "abcdefghi", TOKEN_WORD, 0, 0},
    {LETTERS10 LETTERS10 LETTERS10, TOKEN_CODE, 0, 0},
    /* a sign and a word */
    {"-Ann", TOKEN_SIGN, 0, 0},
    {"+49", TOKEN_SIGN, 0, 0},
    {"/joe", TOKEN_SIGN, 0, 0},
    {"/joe1", TOKEN_WEAK, 0, 0},
    {"show(x)", TOKEN_SIGN, PLAIN, 0},
    {"show(x", TOKEN_WEAK, 0, 0},
    {"-.(x)", TOKEN_NONE, PLAIN, 0},
    {"@no1", TOKEN_SIGN, 0, 0},
    {".html", TOKEN_WEAK, 0, 0},
    {"-x.y", TOKEN_WEAK, 0, 0},
    /* what only a cut explains */
    {"/", TOKEN_ODD, PLAIN, 0},
    {")", TOKEN_ODD, PLAIN, 0},
    {"/).", TOKEN_ODD, PLAIN, 0},
    {"/?", TOKEN_ODD, PLAIN, 0},
    {"(a)", TOKEN_ODD, PLAIN, 0},
    {"2.", TOKEN_ODD, PLAIN, 0},
    {".c", TOKEN_ODD, PLAIN, 0},
    {".so", TOKEN_ODD, PLAIN, 0},
    {"--x", TOKEN_ODD, PLAIN, 0},
    {"@node", TOKEN_ODD, PLAIN, 0},
    {"pears<b>", TOKEN_ODD, PLAIN, 5},
    {"a=1<b>", TOKEN_ODD, PLAIN, 3},
    {"pears>", TOKEN_ODD, PLAIN, 5},
    {"a=1>", TOKEN_CODE, 0, 3},
    {"pears\x1B[0m", TOKEN_WORD, 0, 5},
    /* signs of their own */
    {"", TOKEN_NONE, 0, 0},
    {"%", TOKEN_NONE, PLAIN, 0},
    {"//", TOKEN_NONE, PLAIN, 0},
    {"/.", TOKEN_NONE, PLAIN, 0},
    {"---x", TOKEN_NONE, PLAIN, 0},
    {"'x", TOKEN_NONE, PLAIN, 0},
    {"joe$", TOKEN_NONE, PLAIN, 0},
    {".PP", TOKEN_NONE, PLAIN, 0},
    /* versions, checksums */
    {"v2.0", TOKEN_WEAK, PLAIN | VERSION, 0},
    {"V10.2.1", TOKEN_WEAK, PLAIN | VERSION, 0},
    {"v2", TOKEN_WEAK, 0, 0},
    {"v2.0a", TOKEN_WEAK, 0, 0},
    {"x2.0", TOKEN_WEAK, 0, 0},
    {"va.0", TOKEN_WEAK, 0, 0},
    {HEX16 HEX16, TOKEN_CODE, SUM, 0},
    {HEX16 HEX16 "01234567", TOKEN_CODE, SUM, 0},
    {HEX16 HEX16 HEX16 "01234567", TOKEN_CODE, SUM, 0},
    {HEX16 HEX16 HEX16 HEX16, TOKEN_CODE, SUM, 0},
    {HEX16 HEX16 HEX16 HEX16 HEX16 HEX16, TOKEN_CODE, SUM, 0},
    {HEX16 HEX16 HEX16 HEX16 HEX16 HEX16 HEX16 HEX16, TOKEN_CODE, SUM, 0},
    {HEX16 HEX16 "0", TOKEN_CODE, 0, 0},
    {HEX16 HEX16 "0123456g", TOKEN_CODE, 0, 0},
    /* another link, a label */
    {"http://b", TOKEN_NONE, PLAIN | OTHER, 0},
    {"www.b", TOKEN_NONE, PLAIN | OTHER, 0},
    {"joe@b.example", TOKEN_NONE, PLAIN | OTHER, 0},
    {"a/joe@b.example", TOKEN_CODE, 0, 0},
    {"a=joe@b.example", TOKEN_CODE, 0, 0},
    {"joe@b", TOKEN_WEAK, 0, 0},
    {"@b.example", TOKEN_WEAK, 0, 0},
    {"URL:", TOKEN_NONE, PLAIN | OTHER, 0},
    {"a_b:", TOKEN_NONE, PLAIN | OTHER, 0},
    {"mailto:joe", TOKEN_NONE, PLAIN | OTHER, 0},
    {"urn:b", TOKEN_NONE, PLAIN | OTHER, 0},
    {"?u=http://b", TOKEN_CODE, 0, 0},
    {"/v3/__http://b", TOKEN_CODE, 0, 0},
    {"v3/http://b", TOKEN_CODE, 0, 0},
    {"a?http://b", TOKEN_CODE, 0, 0},
    {"a!http://b", TOKEN_NONE, PLAIN | OTHER, 0},
    {"(http://b", TOKEN_NONE, PLAIN, 1},
    {"x)](http://b", TOKEN_ODD, PLAIN, 4},
    {"x,http://b", TOKEN_ODD, PLAIN, 2},
    {"x=\"y\"", TOKEN_NONE, PLAIN | OTHER, 2},
    {"x(\"y\"", TOKEN_NONE, PLAIN | OTHER, 2},
    {"x\"y\"", TOKEN_ODD, PLAIN, 1},
    /* below the beginning of a scheme, or a field of a URL */
    {"www.b.example", TOKEN_WEAK, SCHEME, 0},
    {"ttps://b,http://c", TOKEN_NONE, SCHEME | PLAIN | OTHER, 9},
    {"tp://bc,http://c", TOKEN_NONE, SCHEME | PLAIN | OTHER, 8},
    {"p://bcd", TOKEN_NONE, SCHEME | PLAIN | OTHER, 0},
};

static int facts_of(const token *k)
{
    return (k->plain ? PLAIN : 0) | (k->prose ? PROSE : 0) | (k->version ? VERSION : 0) |
           (k->other ? OTHER : 0) | (k->sum ? SUM : 0);
}

static void words(void)
{
    for (size_t i = 0; i < sizeof word_cases / sizeof *word_cases; i++) {
        const struct word_case *c = &word_cases[i];
        text t = {.p = c->text, .n = strlen(c->text), .final = true};
        const size_t n = c->n > 0 ? c->n : strcspn(c->text, " ");
        const token k = word_read(&t, 0, c->facts & SCHEME, (trawl_str){0});
        ok(k.kind == c->kind && facts_of(&k) == (c->facts & ~SCHEME) && k.from == 0 && k.to == n &&
               (n == 0 || k.next == (n < t.n ? (unsigned char)t.p[n] : -1)),
           "%s: kind %d, facts %d, %u bytes", c->text, k.kind, facts_of(&k), (unsigned)k.to);
    }
}

static void numbers(void)
{
    static const char *const yes[] = {"12", "1.2,", "--", "\xC3\xA9"};
    static const char *const no[] = {"a", "1a", "Z9", "%z"};

    for (size_t i = 0; i < 4; i++) {
        const text t = {.p = yes[i], .n = strlen(yes[i])}, u = {.p = no[i], .n = strlen(no[i])};
        ok(word_is_number(&t, &(token){.to = t.n}), "%s has no letter", yes[i]);
        ok(!word_is_number(&u, &(token){.to = u.n}), "%s has one", no[i]);
    }
}

/* A word is cut at ROW_BYTES bytes. A word at the end of the window is read again when more text
 * has come. */
static void limits(void)
{
    static char line[ROW_BYTES + 2];
    text t = {.p = line, .n = sizeof line, .final = true};

    memset(line, 'x', sizeof line);
    is_int(word_read(&t, 0, false, (trawl_str){0}).to, ROW_BYTES, "the longest word");
    t.n = 5;
    t.final = false;
    (void)word_read(&t, 0, false, (trawl_str){0});
    ok(t.starved && t.wanted == 5, "a word that may go on");
}

int main(void)
{
    words();
    numbers();
    limits();
    return done();
}
