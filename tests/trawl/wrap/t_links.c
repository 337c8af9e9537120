/* t_links.c - folding loses no link and adds none: over all of testdata, and over random texts
 *
 * Each text is folded at several widths, and in each form. trawl must find the same URLs in the
 * result as in the text. A result in format=flowed is read as a message of that format, and as a
 * text. Folding the result again must not change it, and the size of the pieces in which the text
 * is fed must not change the result.
 */
#include <stdio.h>

#include "folded.h"
#include "gentext.h"
#include "tap.h"

enum {
    TEXTS = 100,
    TEXTS_EVERY = 500,
    TEXT_BYTES = 3000,
    LONG_TEXTS = 1,
    LONG_TEXTS_EVERY = 4,
    LONG_BYTES = 200000
};

static const unsigned widths[] = {20, 40, 72, 78, 998};

static const char flowed_head[] =
    "Message-ID: <1@a.example>\nContent-Type: text/plain; format=flowed\n\n";

static growing out, again, wanted, got;

static void show(const char *what, const char *name, const fold_config *c)
{
    size_t i = 0, line = 1;
    growing *a = &wanted, *b = &got;

    printf("# %s: %s, width %u%s%s\n", name, what, c->width, c->flowed ? ", flowed" : "",
           c->unstuffed ? ", unstuffed" : "");
    while (i < a->n && i < b->n && a->p[i] == b->p[i])
        line += a->p[i++] == '\n';
    while (i > 0 && a->p[i - 1] != '\n')
        i--;
    printf("# line %zu\n", line);
    tap_show("wanted", a->p + i, a->n - i < 200 ? a->n - i : 200);
    tap_show("got", b->p + i, b->n > i ? b->n - i < 200 ? b->n - i : 200 : 0);
}

/* Compares the URLs of `out`, after a header, with those of the text. */
static bool same_links(const char *name, const fold_config *c, const char *head, int input)
{
    growing_clear(&got);
    linked(&got, head, out.p, out.n, input);
    if (growing_same(&wanted, &got))
        return true;
    show(*head ? "read as a message" : "read as a text", name, c);
    return false;
}

/* Returns true when folding the folded text changes nothing. */
static bool is_stable(const char *name, const fold_config *c)
{
    growing links = wanted;
    bool same;

    if (c->flowed && !c->unstuffed)
        return true;
    folded(&again, out.p, out.n, c, 0);
    same = growing_same(&out, &again);
    if (!same) {
        growing other = got;
        wanted = out;
        got = again;
        show("folded again", name, c);
        got = other;
    }
    wanted = links;
    return same;
}

static bool same_in_pieces(const char *name, const char *p, size_t n, const fold_config *c,
                           size_t step)
{
    bool same;

    folded(&again, p, n, c, step);
    same = growing_same(&out, &again);
    if (!same)
        printf("# %s: in pieces of %zu, width %u%s\n", name, step, c->width,
               c->flowed ? ", flowed" : "");
    return same;
}

/* Returns the kind of input for which trawl takes a text. */
static int kind_of(const char *p, size_t n)
{
    trawl_mail_config c = {.size = sizeof c};
    growing none = {0};
    trawl_mail *m;
    int input;

    if (trawl_mail_open(&m, &c, linked_sink, &none) != TRAWL_OK ||
        trawl_mail_feed(m, p, n) != TRAWL_OK || trawl_mail_finish(m) != TRAWL_OK)
        abort();
    input = trawl_mail_input(m);
    trawl_mail_close(&m);
    free(none.p);
    return input;
}

enum { FORMS = 3 };

static const fold_config forms[FORMS] = {
    {.flowed = false},
    {.flowed = true},
    {.flowed = true, .unstuffed = true},
};

/* Tests the first `count` forms. */
static bool holds(const char *name, const char *p, size_t n, size_t count)
{
    bool good = true, text = kind_of(p, n) == TRAWL_INPUT_TEXT;

    growing_clear(&wanted);
    linked(&wanted, "", p, n, TRAWL_INPUT_AUTO);
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++)
        for (size_t i = 0; i < count; i++) {
            fold_config c = forms[i];

            c.width = widths[w];
            if (folded(&out, p, n, &c, 0) != TRAWL_OK)
                abort();
            good &= same_links(name, &c, "", TRAWL_INPUT_AUTO);
            if (c.flowed && text)
                good &= same_links(name, &c, flowed_head, TRAWL_INPUT_MAIL);
            good &= is_stable(name, &c) && same_in_pieces(name, p, n, &c, n < 4000 ? 1 : 997);
        }
    return good;
}

/* ---- Texts ---- */

static void one_file(const char *path, const char *text, size_t n)
{
    ok(holds(path, text, n, FORMS), "%s, %zu bytes", path, n);
}

/* Makes one line of a text, larger than a unit, without controls. */
static size_t in_one_line(char *p, size_t n)
{
    size_t to = 0;

    for (size_t i = 0; i < n; i++)
        if (p[i] == '\n')
            p[to++] = ' ';
        else if ((unsigned char)p[i] >= ' ' && p[i] != 0x7F)
            p[to++] = p[i];
    return to;
}

/* Tests random texts. Returns how many of them fail. */
static int made(uint64_t from, int count, size_t bytes)
{
    char *text = malloc(bytes), name[64];
    int bad = 0;

    if (!text)
        abort();
    for (uint64_t seed = from; seed < from + (uint64_t)count && bad < 10; seed++) {
        size_t n = gentext_make(seed, text, bytes);
        snprintf(name, sizeof name, "text %llu of %zu bytes", (unsigned long long)seed, bytes);
        bad += !holds(name, text, n, FORMS);
        if (bytes == LONG_BYTES)
            bad += !holds(name, text, in_one_line(text, n), 1);
    }
    free(text);
    return bad;
}

int main(int argc, char **argv)
{
    const int texts = (int)tap_amount(TEXTS, TEXTS_EVERY),
              long_texts = (int)tap_amount(LONG_TEXTS, LONG_TEXTS_EVERY);

    for (int i = 1; i < argc; i++)
        testdata_read(one_file, argv[i]);
    if (argc > 1)
        return done();
    ok(testdata_each(one_file) > 0, "files of testdata");
    is_int(made(1, texts, TEXT_BYTES), 0, "%d texts of %d bytes", texts, TEXT_BYTES);
    is_int(made(1, long_texts, LONG_BYTES), 0, "%d texts of %d bytes", long_texts, LONG_BYTES);
    free(out.p);
    free(again.p);
    free(wanted.p);
    free(got.p);
    return done();
}
