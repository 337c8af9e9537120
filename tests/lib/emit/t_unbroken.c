/* t_unbroken.c - the text with its broken links joined; tests/trawl/t_find_text.sh has many examples */
#include "emit_poor.h"
#include "emit_run.h"
#include "tap.h"

#include <trawl_mail.h>

static emit_out out;

/* clang-format off */
static const struct sample {
    const char *name, *text, *wanted;
} samples[] = {
    {"an empty text", "", ""},
    {"controls, bytes that are not UTF-8", "\x1B[1ma\x07\x80\r\rhttp://a.example/\n", "\x1B[1ma\x07\x80\r\rhttp://a.example/\n"},
    {"a broken link", "> <URL:http://a.example/lo\n> ng>. See\n", "> <URL:http://a.example/long>.\n>  See\n"},
    {"held at the end", "<URL:http://a.example/lo\nng>.", "<URL:http://a.example/long>.\n"},
    {"an address gets no scheme, which would make ?x a part of it", "to j-\noe@a.example?x\n", "to j-oe@a.example?x\n\n"},
    {"a hyperlink of a terminal", "\x1B]8;;http://a.example/\x1B\\text\x1B]8;;\x1B\\\n",
     "\x1B]8;;http://a.example/\x1B\\text\x1B]8;;\x1B\\\n"},
};
/* clang-format on */

static void test_samples(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const struct sample *s = &samples[i];
        is_int(emit_cut_differs(&out, TRAWL_EMIT_FORMAT_TEXT, 0, s->text, strlen(s->text)), 0,
               "%s: the same in any cut", s->name);
        is_mem(out.p, out.n, s->wanted, strlen(s->wanted), "%s", s->name);
    }
}

/* What is held after a link is written before the next part of a message. */
static void test_part(void)
{
    static const char text[] = "<URL:http://a.example/lo\nng>.";
    trawl_emit_config config = {.size = sizeof config, .format = TRAWL_EMIT_FORMAT_TEXT};
    trawl_event part = {.size = sizeof part, .type = TRAWL_EVENT_PART};
    trawl_event next = {.size = sizeof next, .type = TRAWL_EVENT_TEXT, .text = {") x", 3}};
    trawl_emit *e;

    out.n = 0;
    if (trawl_emit_open(&e, &config, emit_keep, &out) != TRAWL_OK ||
        trawl_scan(text, strlen(text), NULL, trawl_emit_event, e) != TRAWL_OK)
        exit(1);
    is_int(trawl_emit_event(e, &part), TRAWL_OK, "a part");
    is_int(trawl_emit_event(e, &next), TRAWL_OK, "and its text");
    is_int(trawl_emit_finish(e), TRAWL_OK, "the end");
    is_str(out.p, "<URL:http://a.example/long>.\n) x", "do not touch the link's line");
    trawl_emit_close(&e);
}

int main(void)
{
    test_samples();
    test_part();
    emit_poor(TRAWL_EMIT_FORMAT_TEXT, EMIT_POOR_TEXT " <URL:http://a.example/lo\nng>.", 80, 5);
    free(out.p);
    return done();
}
