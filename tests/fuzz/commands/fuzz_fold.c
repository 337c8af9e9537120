/* fuzz_fold.c - any bytes as a draft
 *
 * Byte 0 is the width, byte 1 the form. Folding and checking come to an end, whether the draft is
 * in one piece or in several. If trawl takes the input for a text, it must find the same URLs in
 * the result, and folding the result again must not change it.
 */
#include "trawl/wrap/folded.h"
#include "fuzz.h"

static growing out, again, before, after;

static bool is_text(const char *p, size_t n)
{
    trawl_mail_config c = {.size = sizeof c};
    trawl_mail *m;
    bool text;

    growing_clear(&after);
    must(trawl_mail_open(&m, &c, linked_sink, &after) == TRAWL_OK, "memory for the test");
    must(trawl_mail_feed(m, p, n) == TRAWL_OK && trawl_mail_finish(m) == TRAWL_OK, "a scan ends");
    text = trawl_mail_input(m) == TRAWL_INPUT_TEXT;
    trawl_mail_close(&m);
    return text;
}

static void check_links(const char *p, size_t n, const fold_config *c)
{
    growing_clear(&before);
    growing_clear(&after);
    linked(&before, "", p, n, TRAWL_INPUT_AUTO);
    linked(&after, "", out.p, out.n, TRAWL_INPUT_AUTO);
    must(growing_same(&before, &after), "the same URLs");
    if (c->flowed && !c->unstuffed)
        return;
    must(folded(&again, out.p, out.n, c, 0) == TRAWL_OK, "folding again");
    must(growing_same(&out, &again), "folding again changes nothing");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fold_config forms[] = {
        {.flowed = false},
        {.flowed = true},
        {.flowed = true, .unstuffed = true},
        {.report = folded_report},
    };
    fold_config c;
    char *p;

    if (size < 2)
        return 0;
    c = forms[data[1] % (sizeof forms / sizeof forms[0])];
    c.width = data[0] + 1;
    p = malloc(size - 1);
    must(p != NULL, "memory for the test");
    memcpy(p, data + 2, size - 2);
    must(folded(&out, p, size - 2, &c, 0) == TRAWL_OK, "folding");
    must(folded(&again, p, size - 2, &c, 7) == TRAWL_OK, "folding in pieces");
    must(growing_same(&out, &again), "the same in pieces");
    if (!c.report && is_text(p, size - 2))
        check_links(p, size - 2, &c);
    free(p);
    return 0;
}
