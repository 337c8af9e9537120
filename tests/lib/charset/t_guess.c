/* t_guess.c - undeclared charsets by the statistics of their bytes (rule E5): texts made of the
 * sentences in guess.txt, in the charsets of their languages
 *
 * A text in an East Asian charset is never taken for another one, and is usually recognized from
 * 200 bytes on. A text in UTF-8 or a single-byte charset is never taken for an East Asian one.
 */
#include "charset/charset.h"
#include "gentext.h"
#include "tap.h"

#ifdef HAVE_ICONV
#include <iconv.h>

enum { LINES = 200, LINE = 1024, TEXT = 4096, EACH = 40, ENOUGH = 200 };

static char lines[LINES][LINE];
static unsigned line_count;

/* The charsets of a language. `guessed` is what guess_charset() says, or NULL; `sure` is how many
 * of the texts of less than ENOUGH bytes are recognized: exactly, so that a change of any weight
 * fails the test. */
static const struct {
    const char *language, *guessed, *charset;
    unsigned sure;
} made[] = {
    {"ja", "shift_jis", "CP932", 127},  {"ja", "euc-jp", "EUC-JP", 129},
    {"ko", "euc-kr", "CP949", 111},     {"zh", "gbk", "GBK", 66},
    {"tw", "big5", "BIG5", 116},        {"ja", NULL, "UTF-8", 0},
    {"ko", NULL, "UTF-8", 0},           {"zh", NULL, "UTF-8", 0},
    {"west", NULL, "CP1252", 0},        {"west", NULL, "ISO-8859-1", 0},
    {"west", NULL, "ISO-8859-15", 0},   {"west", NULL, "CP850", 0},
    {"west", NULL, "MACINTOSH", 0},     {"west", NULL, "UTF-8", 0},
    {"east", NULL, "CP1250", 0},        {"east", NULL, "ISO-8859-2", 0},
    {"east", NULL, "CP852", 0},         {"russian", NULL, "CP1251", 0},
    {"russian", NULL, "KOI8-R", 0},     {"russian", NULL, "ISO-8859-5", 0},
    {"russian", NULL, "CP866", 0},      {"russian", NULL, "UTF-8", 0},
    {"greek", NULL, "CP1253", 0},       {"greek", NULL, "ISO-8859-7", 0},
    {"hebrew", NULL, "CP1255", 0},      {"hebrew", NULL, "ISO-8859-8", 0},
    {"arabic", NULL, "CP1256", 0},      {"arabic", NULL, "ISO-8859-6", 0},
    {"thai", NULL, "CP874", 0},         {"turkish", NULL, "CP1254", 0},
    {"turkish", NULL, "ISO-8859-9", 0}, {"baltic", NULL, "CP1257", 0},
    {"baltic", NULL, "ISO-8859-13", 0},
};

static const size_t sizes[] = {12, 24, 40, 80, 200, 500, 1000, TEXT};

static void read_lines(void)
{
    FILE *file = fopen("tests/lib/charset/guess.txt", "r");

    while (file && line_count < LINES && fgets(lines[line_count], LINE, file))
        line_count++;
    if (file)
        (void)fclose(file);
}

/* Appends a random sentence of the language, in the charset of cd; letters that this charset lacks
 * are left out. */
static void put_sentence(gentext *g, const char *language, iconv_t cd)
{
    const char *line;
    char out[2 * LINE], *to = out;
    size_t n = strlen(language), left, room = sizeof out;

    do
        line = lines[gentext_random(g, line_count)];
    while (strncmp(line, language, n) != 0 || line[n] != ' ');
    for (left = strlen(line += n + 1); left > 0;) {
        char *in = (char *)(uintptr_t)line;
        const size_t rest = iconv(cd, (void *)&in, &left, &to, &room) == (size_t)-1;
        line = in + rest;
        left -= left > 0 && rest;
    }
    gentext_put(g, out, sizeof out - room);
}

/* Returns how many texts of a size are recognized. Adds to *wrong how many are taken for another
 * charset. */
static unsigned count_right(gentext *g, iconv_t cd, size_t row, size_t size, unsigned *wrong)
{
    const char *guessed = made[row].guessed;
    unsigned right = 0;

    for (unsigned i = 0; i < EACH; i++) {
        const names_row *found;
        size_t plain;
        g->n = 0;
        g->room = size;
        while (g->n < size)
            put_sentence(g, made[row].language, cd);
        plain = guess_plain(g->out, g->n);
        g->n -= plain;
        found = guess_charset(g->out + plain, g->n < GUESS_BYTES ? g->n : GUESS_BYTES);
        right += found && guessed && strcmp(found->name, guessed) == 0;
        *wrong += found && (!guessed || strcmp(found->name, guessed) != 0);
    }
    return right;
}

static void one_row(size_t row)
{
    static char text[TEXT];
    gentext g = {.state = row, .out = text};
    iconv_t cd = iconv_open(made[row].charset, "UTF-8");
    unsigned right = 0, sure = 0, all = 0, wrong = 0;

    if (cd == (iconv_t)-1) {
        printf("# %s: this iconv does not have it\n", made[row].charset);
        return;
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const unsigned found = count_right(&g, cd, row, sizes[i], &wrong);
        all += sizes[i] >= ENOUGH ? EACH : 0;
        right += sizes[i] >= ENOUGH ? found : 0;
        sure += sizes[i] < ENOUGH ? found : 0;
    }
    is_int(wrong, 0, "%s in %s: none is taken for another charset", made[row].language,
           made[row].charset);
    is_int(sure, made[row].sure, "%s in %s: short texts", made[row].language, made[row].charset);
    if (made[row].guessed)
        ok(right * 100 >= all * 97, "%s in %s: %u of %u are recognized", made[row].language,
           made[row].charset, right, all);
    (void)iconv_close(cd);
}

static void by_statistics(void)
{
    read_lines();
    ok(line_count > 50, "the sentences are there");
    for (size_t row = 0; row < sizeof made / sizeof made[0]; row++)
        one_row(row);
}
#else
static void by_statistics(void)
{
}
#endif

/* ---- Other bytes ---- */

static const struct {
    const char *bytes, *guessed, *name;
} others[] = {
    {"\x1B$B$3$l\x1B(B", "iso-2022-jp", "an escape sequence of ISO 2022"},
    {"\x1B[1mbold\x1B[0m", NULL, "an escape sequence of a terminal"},
    {"\x1B", NULL, "ESC alone"},
    {"", NULL, "nothing"},
    {"\xE9", NULL, "one letter"},
    {"\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4",
     NULL, "a frame in code page 437"},
    {"\x82\xB1\x82\xB1\x82\xB1\x82\xB1\x82\xB1\x82\xB1", NULL, "the same character over and over"},
    {"\xB0\xA1\xB0\xA2\xB0\xA1\xB0\xA2", NULL, "Korean that may be Chinese"},
    {"\x81\x75\x82\xB1\x82\xEA\x82\xCD\x82\xA9\x82\xB1\x81\x76", "shift_jis",
     "quotes in Shift_JIS"},
    {"\xA1\xB8\xB0\xA1\xB4\xD9\xBF\xA1\xB4\xD9\xB0\xA1\xA1\xB9", "euc-kr", "quotes in EUC-KR"},
    {"\xB5\xC4\xA1\xA3\xB5\xC4\xA1\xA3", "gbk", "full stops in GBK"},
    {"\xA1\xB0\xB5\xC4\xA1\xA3\xB5\xC4\xA3\xAC\xA1\xB1", "gbk", "quotes in GBK"},
    {"\x82\xB1\x82\xEA\x82\xCD\x82\xA9", "shift_jis", "four syllables of kana"},
    {"\x82\xB1\x82\xEA\x82\xCD", NULL, "three are too few"},
    {"\x82\xB1\x82\xEA\x82\xCD\x82\xA9\x82", "shift_jis", "the last character is cut"},
    {"\x82\xB1\x82\xEA\x82\xCD\x82\xA9\x82 \x82 ", NULL, "half characters inside"},
};

static void other_bytes(void)
{
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const names_row *row = guess_charset(others[i].bytes, strlen(others[i].bytes));
        is_str(row ? row->name : "", others[i].guessed ? others[i].guessed : "", "%s",
               others[i].name);
    }
    is_int(guess_plain("ab\x1B\xE9", 4), 2, "ESC is not plain");
    is_int(guess_plain("ab\xE9\x1B", 4), 2, "a byte beyond ASCII is not plain");
    is_int(guess_plain("abc", 3), 3, "ASCII is plain");
}

int main(void)
{
    by_statistics();
    other_bytes();
    return done();
}
