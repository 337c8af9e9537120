/* t_headers.c - random header fields, compared with Python's email package (mail_headers.py) */
#include <trawl.h>

#include "base/ascii.h"
#include "base/memory.h"
#include "charset/charset.h"
#include "mail/header/header.h"
#include "tap.h"

#define COMMAND "python3 tests/lib/mail/header/mail_headers.py 2>/dev/null"
#define MOST 4096

/* How many fields of a kind were read as Python reads them, and how many were not. */
typedef struct tally {
    const char *kind;
    int right, wrong;
} tally;

static tally tallies[] = {
    {"words", 0, 0}, {"value", 0, 0}, {"param", 0, 0}, {"none", 0, 0}, {"date", 0, 0}};

/* Decodes hex digits and adds a NUL. Returns the number of bytes. */
static size_t from_hex(char out[MOST], const char *hex)
{
    size_t n = 0;

    for (; ascii_hex((unsigned char)hex[0]) >= 0 && n + 1 < MOST; hex += 2)
        out[n++] = (char)(ascii_hex((unsigned char)hex[0]) << 4 | ascii_hex((unsigned char)hex[1]));
    out[n] = '\0';
    return n;
}

/* Reads a field as this kind. */
static bool read_one(words *w, buffer *text, const char *kind, const char *field, size_t n,
                     const char *name)
{
    bool there = true;
    date_forms date;
    int failed;

    if (strcmp(kind, "words") == 0)
        failed = words_decode(w, text, NULL, field, n);
    else if (strcmp(kind, "value") == 0)
        failed = params_value(text, field, n);
    else if (strcmp(kind, "date") == 0)
        failed = date_forms_of(&date, field, n)
                     ? words_decode(w, text, NULL, date.iso, strlen(date.iso))
                     : (int)(text->n = 0);
    else
        failed = params_get(w, text, &there, field, n, name);
    return !failed && there == (strcmp(kind, "none") != 0);
}

static bool compare(words *w, buffer *text, const char *kind, const char *hex, const char *name,
                    const char *want_hex)
{
    static char field[MOST], want[MOST];
    size_t n = from_hex(field, hex), want_n = from_hex(want, want_hex);
    bool same = read_one(w, text, kind, field, n, name) && text->n == want_n &&
                (want_n == 0 || memcmp(text->p, want, want_n) == 0);

    if (!same) {
        printf("# %s %s\n", kind, name);
        tap_show("field", field, n);
        tap_show("got", text->p, text->n);
        tap_show("wanted", want, want_n);
    }
    return same;
}

/* Tests a line: kind, field, name, wanted text. */
static void one_line(words *w, buffer *text, char *line)
{
    char *part[4], *at = line;

    for (int i = 0; i < 4; i++) {
        part[i] = at;
        at += strcspn(at, "\t\n");
        if (*at)
            *at++ = '\0';
    }
    for (size_t i = 0; i < sizeof tallies / sizeof *tallies; i++)
        if (strcmp(tallies[i].kind, part[0]) == 0) {
            bool same = compare(w, text, part[0], part[1], part[2], part[3]);
            tallies[i].right += same;
            tallies[i].wrong += !same;
        }
}

static bool have_iconv(void)
{
    decoder c;
    bool have = charset_open(&c, names_find("shift_jis", 9), &memory_default) == TRAWL_OK;

    if (have)
        charset_close(&c);
    return have;
}

int main(void)
{
    static char line[4 * MOST];
    buffer text = {.m = &memory_default};
    words w;
    FILE *f = have_iconv() ? popen(COMMAND, "r") : NULL;

    words_open(&w, &memory_default);
    while (f && fgets(line, sizeof line, f))
        one_line(&w, &text, line);
    if (!f || pclose(f) != 0) {
        skip("compared with Python's email package: no python3, or no iconv");
        return done();
    }
    for (size_t i = 0; i < sizeof tallies / sizeof *tallies; i++) {
        ok(tallies[i].right > 500, "%s: %d are read as by Python", tallies[i].kind,
           tallies[i].right);
        is_int(tallies[i].wrong, 0, "%s: read differently", tallies[i].kind);
    }
    buffer_reset(&text, NULL);
    words_close(&w);
    return done();
}
