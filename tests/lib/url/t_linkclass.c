/* t_linkclass.c - Link_Term, Link_Email and Link_Bracket of UTS #58
 *
 * Tests samples, and the totals stated in the data files; then every code point against the data
 * files, if the directory UTS58_DIR (or ../shared/uts58) exists.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "url/url.h"
#include "tap.h"

#define CODE_POINTS 0x110000

static const struct {
    uint32_t cp;
    unsigned want;
} sample[] = {
    {0x00, LINK_HARD},
    {' ', LINK_HARD},
    {0x7F, LINK_HARD},
    {'a', LINK_INCLUDE | LINK_EMAIL},
    {'/', LINK_INCLUDE | LINK_EMAIL},
    {'@', LINK_INCLUDE},
    {'\\', LINK_INCLUDE},
    {'"', LINK_SOFT},
    {'!', LINK_SOFT | LINK_EMAIL},
    {'.', LINK_SOFT | LINK_EMAIL},
    {':', LINK_SOFT},
    {'<', LINK_OPEN},
    {'{', LINK_OPEN | LINK_EMAIL},
    {'>', LINK_CLOSE},
    {'}', LINK_CLOSE | LINK_EMAIL},
    {0x85, LINK_HARD},
    {0xA0, LINK_HARD},
    {0xAD, LINK_INCLUDE},                /* soft hyphen */
    {0xE9, LINK_INCLUDE | LINK_EMAIL},   /* e with acute */
    {0xAB, LINK_SOFT},                   /* guillemet */
    {0x0300, LINK_INCLUDE | LINK_EMAIL}, /* combining grave */
    {0x0F3A, LINK_OPEN},
    {0x200B, LINK_INCLUDE}, /* zero width space */
    {0x202E, LINK_INCLUDE}, /* right-to-left override */
    {0x2028, LINK_HARD},
    {0x2019, LINK_SOFT},
    {0x3002, LINK_SOFT},                 /* ideographic full stop */
    {0x3042, LINK_INCLUDE | LINK_EMAIL}, /* hiragana a */
    {0x4E00, LINK_INCLUDE | LINK_EMAIL},
    {0xD800, LINK_HARD},
    {0xE000, LINK_HARD},    /* private use */
    {0xFEFF, LINK_INCLUDE}, /* byte order mark */
    {0xFFFE, LINK_HARD},
    {0xFF62, LINK_OPEN},
    {0x1F600, LINK_INCLUDE}, /* an emoji */
    {0x20000, LINK_INCLUDE | LINK_EMAIL},
    {0x33479, LINK_INCLUDE | LINK_EMAIL}, /* the last ideograph of version 17 */
    {0x3347A, LINK_HARD},
    {0x34000, LINK_HARD},
    {0xDFFFF, LINK_HARD},
    {0xE0100, LINK_INCLUDE | LINK_EMAIL}, /* variation selector 17 */
    {0xE0FFF, LINK_HARD},
    {0xE1000, LINK_HARD},
    {0x10FFFD, LINK_HARD},
    {0x10FFFF, LINK_HARD},
    {0x110000, LINK_HARD},
    {UINT32_MAX, LINK_HARD},
};

static void samples(void)
{
    for (size_t i = 0; i < sizeof sample / sizeof sample[0]; i++)
        is_int((int)link_class(sample[i].cp), (int)sample[i].want, "class of U+%04lX",
               (unsigned long)sample[i].cp);
}

static void ascii_agrees(void)
{
    int wrong = 0;

    for (uint32_t cp = 0; cp < 128; cp++)
        wrong += link_ascii[cp] != link_class_wide(cp);
    is_int(wrong, 0, "code points where the table for ASCII differs from the other");
}

static void brackets(void)
{
    int pairs = 0, wrong = 0;

    ok(link_opener(')') == '(' && link_opener('>') == '<' && link_opener(']') == '[' &&
           link_opener('}') == '{',
       "the brackets of ASCII");
    is_int((int)link_opener(0x276F), 0x276E, "U+276F");
    is_int((int)link_opener(0x298E), 0x298F, "U+298E, whose opener follows it");
    is_int((int)link_opener(0xFF63), 0xFF62, "U+FF63, the last row");
    ok(!link_opener('(') && !link_opener('a') && !link_opener(0) && !link_opener(UINT32_MAX),
       "a character that is not a closing bracket");
    for (uint32_t cp = 0; cp < CODE_POINTS; cp++) {
        uint32_t opener = link_opener(cp);

        pairs += opener != 0;
        wrong += (opener != 0) != ((link_class(cp) & LINK_TERM) == LINK_CLOSE);
        wrong += opener != 0 && (link_class(opener) & LINK_TERM) != LINK_OPEN;
    }
    is_int(pairs, 64, "pairs of brackets");
    is_int(wrong, 0, "pairs that are not Close and Open");
}

static void totals(void)
{
    int term[8] = {0}, email = 0;

    for (uint32_t cp = 0; cp < CODE_POINTS; cp++) {
        term[link_class(cp) & LINK_TERM]++;
        email += (link_class(cp) & LINK_EMAIL) != 0;
    }
    is_int(term[LINK_INCLUDE], 159309, "Include");
    is_int(term[LINK_SOFT], 330, "Soft");
    is_int(term[LINK_OPEN], 64, "Open");
    is_int(term[LINK_CLOSE], 64, "Close");
    is_int(term[LINK_HARD], CODE_POINTS - 159309 - 330 - 64 - 64, "Hard");
    is_int(email, 149240, "Link_Email");
}

static FILE *open_data(const char *name)
{
    const char *directory = getenv("UTS58_DIR");
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", directory != NULL ? directory : "../shared/uts58", name);
    return fopen(path, "r");
}

/* Reads "0021..0022    ; Soft    # ...": the range, and the word after the semicolon. Returns 0 if
 * it is not a data line. */
static int read_range(char *line, unsigned long *from, unsigned long *to, const char **value)
{
    char *end;

    line[strcspn(line, "#")] = '\0';
    *from = *to = strtoul(line, &end, 16);
    if (end == line)
        return 0;
    if (end[0] == '.')
        *to = strtoul(end + 2, &end, 16);
    *value = end + strspn(end, " \t;");
    end = end + strspn(end, " \t;");
    end[strcspn(end, " \t\r\n")] = '\0';
    return *to < CODE_POINTS;
}

static unsigned term_by_name(const char *name)
{
    static const char *const names[] = {"Hard", "Include", "Soft", "Open", "Close"};

    for (unsigned i = 0; i < 5; i++) {
        if (!strcmp(name, names[i]))
            return i;
    }
    return 0;
}

/* Compares one property file with the tables. Returns how many code points differ; `mask` selects
 * the bits to compare. */
static int differences(FILE *f, unsigned mask)
{
    static unsigned char want[CODE_POINTS];
    char line[1024];
    unsigned long from, to;
    const char *value;
    int wrong = 0;

    memset(want, 0, sizeof want);
    while (fgets(line, sizeof line, f) != NULL) {
        if (read_range(line, &from, &to, &value))
            memset(want + from, mask == LINK_EMAIL ? LINK_EMAIL : (int)term_by_name(value),
                   to - from + 1);
    }
    for (uint32_t cp = 0; cp < CODE_POINTS; cp++)
        wrong += (link_class(cp) & mask) != want[cp];
    return wrong;
}

static int bracket_differences(FILE *f)
{
    char line[1024];
    unsigned long from, to;
    const char *value;
    int wrong = 0;

    while (fgets(line, sizeof line, f) != NULL) {
        if (read_range(line, &from, &to, &value))
            wrong += link_opener((uint32_t)from) != strtoul(value, NULL, 16);
    }
    return wrong;
}

static void data_files(void)
{
    FILE *term = open_data("LinkTerm.txt"), *email = open_data("LinkEmail.txt");
    FILE *bracket = open_data("LinkBracket.txt");

    if (term == NULL || email == NULL || bracket == NULL) {
        puts("# the data files of UTS #58 are missing (UTS58_DIR): not compared");
    } else {
        is_int(differences(term, LINK_TERM), 0, "code points that differ from LinkTerm.txt");
        is_int(differences(email, LINK_EMAIL), 0, "code points that differ from LinkEmail.txt");
        is_int(bracket_differences(bracket), 0, "brackets that differ from LinkBracket.txt");
    }
    if (term != NULL)
        fclose(term);
    if (email != NULL)
        fclose(email);
    if (bracket != NULL)
        fclose(bracket);
}

int main(void)
{
    samples();
    ascii_agrees();
    brackets();
    totals();
    data_files();
    return done();
}
