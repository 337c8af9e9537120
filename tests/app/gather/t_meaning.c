/* t_meaning.c - the meaning of a message does not depend on the pieces in which its text and its
 * attachments come */
#include "app/gather/gather.h"
#include "growing.h"
#include "tap.h"

/* Computes the hash of a text and of an attachment that come in pieces of this size. */
static void meaning_of(unsigned char out[MEANING_TEXT], const growing *text, const growing *file,
                       size_t step)
{
    struct meaning m = {0};

    meaning_begin(&m);
    for (size_t i = 0; i < text->n; i += step)
        meaning_add(&m, (trawl_str){text->p + i, step < text->n - i ? step : text->n - i});
    meaning_end_part(&m);
    for (size_t i = 0; i < file->n; i += step)
        meaning_attach(&m, (trawl_str){file->p + i, step < file->n - i ? step : file->n - i});
    meaning_end(&m);
    memcpy(out, m.value, MEANING_TEXT);
    buffer_free(&m.held);
}

/* Makes a text of this length before four footers, each of 11 lines of this width. */
static void fill(growing *text, unsigned length, unsigned width)
{
    growing_clear(text);
    for (unsigned i = 0; i < length; i++)
        growing_add(text, i % 61 == 60 ? "\n" : i % 7 == 6 ? "@" : "x", 1);
    for (unsigned footer = 0; footer < 4; footer++) {
        growing_printf(text, "\n____________\n");
        for (unsigned line = 0; line < 11; line++)
            growing_printf(text, "mailing list %u %0*u\n", line, (int)width, footer);
    }
}

static void pieces(void)
{
    static const size_t steps[] = {1, 61, 1000, 4096, 5000, 8191, 9000};
    growing text = {0}, file = {0};
    unsigned wrong = 0, cases = 0;

    growing_printf(&file, "AAEC AwQF\r\nBgcI\n");
    for (unsigned width = 1; width < 200; width += 9)
        for (unsigned length = 0; length < 13000; length += 613) {
            unsigned char whole[MEANING_TEXT], cut[MEANING_TEXT];

            fill(&text, length, width);
            meaning_of(whole, &text, &file, text.n);
            for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++, cases++) {
                meaning_of(cut, &text, &file, steps[i]);
                wrong += memcmp(whole, cut, sizeof cut) != 0;
            }
        }
    ok(cases > 3000, "%u texts", cases);
    is_int(wrong, 0, "the same meaning in any pieces");
    free(text.p);
    free(file.p);
}

/* The line at which the searched end of a text begins is no divider, since it may begin earlier. */
static void first_line(void)
{
    growing text[2] = {{0}, {0}}, none = {0};
    unsigned char a[MEANING_TEXT], b[MEANING_TEXT];

    for (int i = 0; i < 2; i++) {
        growing_printf(&text[i], "a text\nx");
        for (unsigned n = 0; n < 5000; n++)
            growing_add(&text[i], "-", 1);
        growing_printf(&text[i], "\nmailing list %d\n", i);
        meaning_of(i ? b : a, &text[i], &none, text[i].n);
        free(text[i].p);
    }
    ok(memcmp(a, b, sizeof a) != 0, "the end of a long line is no divider");
}

int main(void)
{
    pieces();
    first_line();
    return done();
}
