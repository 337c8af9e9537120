/* t_escape.c - text in HTML whose characters and line ends are cut: into any three pieces, and by
 * tags */
#include "emit/emit.h"

#include "emit_run.h"
#include "tap.h"

#define EURO "\xE2\x82\xAC"
#define SMILE "\xF0\x9F\x98\x80"
#define BAD "\xEF\xBF\xBD"

static emit_out out;
static trawl_emit *e;
static escape_state state;

static void begin(void)
{
    trawl_emit_config config = {.size = sizeof config, .format = TRAWL_EMIT_FORMAT_HTML};
    trawl_event empty = {.size = sizeof empty, .type = TRAWL_EVENT_TEXT, .text = {"", 0}};

    out.n = 0;
    state = (escape_state){.n = 0};
    if (trawl_emit_open(&e, &config, emit_keep, &out) != TRAWL_OK ||
        trawl_emit_event(e, &empty) != TRAWL_OK)
        exit(1);
}

static void end(void)
{
    if (escape_html_settle(e, &state) != 0 || trawl_emit_flush(e) != TRAWL_OK)
        exit(1);
    trawl_emit_close(&e);
}

static bool wrote(const char *wanted)
{
    return out.n == strlen(wanted) && memcmp(out.p, wanted, out.n) == 0;
}

/* clang-format off */
static const struct sample {
    const char *name, *text, *wanted;
} samples[] = {
    {"whole characters", "\xC3\xA4 " EURO SMILE "<" EURO, "\xC3\xA4 " EURO SMILE "&lt;" EURO},
    {"cut ones", "\xF0\x9F\x98<\xE2\x82" EURO "\xC3", BAD "&lt;" BAD EURO BAD},
    {"line ends", "a\r\nb\rc\r\r\n\nd\r", "a\nb\nc\n\n\nd\n"},
    {"a line end after a cut character", "\xE2\x82\r\n\xC3\r<", BAD "\n" BAD "\n&lt;"},
    {"hidden characters and controls", "\xC2\xAD\xE2\x80\x8B\x01\xC2\x85", "[U+00AD][U+200B]" BAD BAD},
};

/* A "|" is a tag. */
static const struct sample tagged[] = {
    {"a tag inside characters", "a\xE2|\x82\xAC" "b\xE2\x82|\xAC" "c\xF0|\x9F\x98\x80" "d", "a" BAD "b" BAD "c" BAD "d"},
    {"several tags", "\xF0|\x9F|\x98|\x80" "x", BAD "x"},
    {"a tag after a cut character", "\xE2\x82|b\xE2\x82|" EURO "\xC3|", BAD "b" BAD EURO BAD},
    {"a tag between characters", EURO "|" EURO "|<", EURO EURO "&lt;"},
    {"a line end after a tag inside a character", "\xE2|\nx\xC3|\r\ny", BAD "\nx" BAD "\ny"},
    {"a tag in a line end", "a\r|\nb\r||\n\n", "a\nb\n\n"},
};
/* clang-format on */

static int cuts_that_differ(const struct sample *s)
{
    size_t n = strlen(s->text);
    int differ = 0;

    for (size_t i = 0; i <= n; i++) {
        for (size_t k = i; k <= n; k++) {
            begin();
            escape_html_text(e, &state, s->text, i);
            escape_html_text(e, &state, s->text + i, k - i);
            escape_html_text(e, &state, s->text + k, n - k);
            end();
            differ += !wrote(s->wanted);
        }
    }
    return differ;
}

static void with_tags(const struct sample *s, size_t most)
{
    begin();
    for (const char *p = s->text; *p; p++) {
        size_t n = strcspn(p, "|");

        for (size_t at = 0, part; at < n; at += part) {
            part = n - at < most ? n - at : most;
            escape_html_text(e, &state, p + at, part);
        }
        escape_html_settle(e, &state);
        p += n - (p[n] == '\0');
    }
    end();
    ok(wrote(s->wanted), "%s, in pieces of %zu", s->name, most);
}

static void test_css(void)
{
    static const char css[] = "a<b</c>\r\n<";

    begin();
    escape_whole(e, &e->html.css, css, strlen(css));
    end();
    ok(wrote("a<b<\\/c>\n<"), "a stylesheet");
}

/* A line end in a value is a reference, also one that is a CR. */
static void test_attribute(void)
{
    static const char value[] = "a\rb\r\nc\nd";

    begin();
    escape_whole(e, &e->html.attribute, value, strlen(value));
    end();
    ok(wrote("a&#10;b&#10;c&#10;d"), "line ends in an attribute");
}

int main(void)
{
    test_css();
    test_attribute();
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        is_int(cuts_that_differ(&samples[i]), 0, "%s", samples[i].name);
    for (size_t i = 0; i < sizeof tagged / sizeof tagged[0]; i++)
        for (size_t most = 1; most < 4; most++)
            with_tags(&tagged[i], most);
    free(out.p);
    return done();
}
