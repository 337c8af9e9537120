/* t_escape.c - escaping for HTML: every context (F5, F7), kinds of characters, and text whose
 * characters and line ends are cut, into pieces and by tags */
#include "base/utf8.h"
#include "emit/emit.h"

#include "emit_run.h"
#include "tap.h"

#define EURO "\xE2\x82\xAC"
#define SMILE "\xF0\x9F\x98\x80"
#define BAD "\xEF\xBF\xBD"

static emit_out out;
static trawl_emit *e;
static escape_state state;

static void begin_with(uint64_t options)
{
    trawl_emit_config config = {
        .size = sizeof config, .format = TRAWL_EMIT_FORMAT_HTML, .options = options};
    trawl_event empty = {.size = sizeof empty, .type = TRAWL_EVENT_TEXT, .text = {"", 0}};

    out.n = 0;
    state = (escape_state){.n = 0};
    if (trawl_emit_open(&e, &config, emit_keep, &out) != TRAWL_OK ||
        trawl_emit_event(e, &empty) != TRAWL_OK)
        exit(1);
}

static void begin(void)
{
    begin_with(0);
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
    {"cut ones", "\xF0\x9F\x98<\xE2\x82" EURO "\xC3",
     "\xC3\xB0\xC5\xB8\xCB\x9C&lt;\xC3\xA2\xE2\x80\x9A" EURO "\xC3\x83"},
    {"line ends", "a\r\nb\rc\r\r\n\nd\r", "a\nb\nc\n\n\nd\n"},
    {"a line end after a cut character", "\xE2\x82\r\n\xC3\r<", "\xC3\xA2\xE2\x80\x9A\n\xC3\x83\n&lt;"},
    {"bytes that continue no character", "\xC2\xC0\xE2\x80\xC0<\xC2<",
     "\xC3\x82\xC3\x80\xC3\xA2\xE2\x82\xAC\xC3\x80&lt;\xC3\x82&lt;"},
    {"bytes of windows-1252, one of them hidden, one without a character", "f\xFCr \xAD\x81",
     "f\xC3\xBCr [U+00AD]" BAD},
    {"hidden characters and controls", "\xC2\xAD\xE2\x80\x8B\x01\xC2\x85", "[U+00AD][U+200B]" BAD BAD},
};

/* A "|" is a tag. */
static const struct sample tagged[] = {
    {"a tag inside characters", "a\xE2|\x82\xAC" "b\xE2\x82|\xAC" "c\xF0|\x9F\x98\x80" "d", "a\xC3\xA2\xE2\x80\x9A\xC2\xAC" "b\xC3\xA2\xE2\x80\x9A\xC2\xAC" "c\xC3\xB0\xC5\xB8\xCB\x9C\xE2\x82\xAC" "d"},
    {"several tags", "\xF0|\x9F|\x98|\x80" "x",
     "\xC3\xB0\xC5\xB8\xCB\x9C\xE2\x82\xAC" "x"},
    {"a tag after a cut character", "\xE2\x82|b\xE2\x82|" EURO "\xC3|",
     "\xC3\xA2\xE2\x80\x9A" "b\xC3\xA2\xE2\x80\x9A" EURO "\xC3\x83"},
    {"a tag between characters", EURO "|" EURO "|<", EURO EURO "&lt;"},
    {"a line end after a tag inside a character", "\xE2|\nx\xC3|\r\ny", "\xC3\xA2\nx\xC3\x83\ny"},
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

/* ---- Contexts ---- */

enum context { IN_TEXT, IN_ATTRIBUTE, IN_STYLE, IN_XML_STYLE };

static escape_context *context_of(enum context context)
{
    return context == IN_TEXT        ? &e->html.text
           : context == IN_ATTRIBUTE ? &e->html.attribute
                                     : &e->html.css;
}

/* Without CR LF and "</", so that each character may be written alone. */
/* clang-format off */
static const struct {
    const char *name, *text, *wanted;
    enum context context;
} in_contexts[] = {
    {"text", "a\tb\nc\rd\fe&f<g>h\"i'j\x01k\x7Fl" EURO "\xC2\xA0\xC2\x80\xE2\x80\xAE",
     "a\tb\nc\nde&amp;f&lt;g&gt;h&quot;i&#39;j" BAD "k" BAD "l" EURO "\xC2\xA0" BAD "[U+202E]", IN_TEXT},
    {"an attribute", "a\tb\nc\rd&f<g>h\"i'j\x01k\x7Fl" EURO "\xC2\xA0\xC2\x80\xE2\x80\xAE\xC2\xAD",
     "a&#9;b&#10;c&#10;d&amp;f&lt;g&gt;h&quot;i&#39;j" BAD "k" BAD "l" EURO "\xC2\xA0" BAD "[U+202E][U+00AD]", IN_ATTRIBUTE},
    {"a stylesheet", "a\tb\nc\rd&f<g>h\"i'j\x01k\x7Fl" EURO "\xC2\x80\xE2\x80\xAE\xC2\xAD",
     "a\tb\nc\nd&f<g>h\"i'j" BAD "k" BAD "l" EURO BAD "\xE2\x80\xAE\xC2\xAD", IN_STYLE},
    {"a stylesheet in XML", "a\tb\nc\rd&f<g>h\"i'j\x01k" EURO,
     "a\tb\nc\nd&amp;f&lt;g&gt;h\"i'j" BAD "k" EURO, IN_XML_STYLE},
    {"line ends in an attribute", "a\r\nb\r\r\n\nc\r\n", "a&#10;b&#10;&#10;&#10;c&#10;", IN_ATTRIBUTE},
    {"line ends in a stylesheet", "a\r\n\r\nb\r\r\n", "a\n\nb\n\n", IN_STYLE},
    {"what ends a stylesheet", "</c>\r\n<</", "<\\/c>\n<<\\/", IN_STYLE},
};
/* clang-format on */

static void test_contexts(void)
{
    for (size_t k = 0; k < sizeof in_contexts / sizeof in_contexts[0]; k++) {
        const char *text = in_contexts[k].text;
        const enum context context = in_contexts[k].context;
        const uint64_t options = context == IN_XML_STYLE ? TRAWL_EMIT_OPTION_XHTML : 0;

        begin_with(options);
        escape_whole(e, context_of(context), text, strlen(text));
        end();
        ok(wrote(in_contexts[k].wanted), "%s", in_contexts[k].name);
        if (strstr(text, "\r\n"))
            continue;
        begin_with(options);
        for (const char *p = text; *p; p += utf8_length((unsigned char)*p))
            escape_whole(e, context_of(context), p, utf8_length((unsigned char)*p));
        end();
        ok(wrote(in_contexts[k].wanted), "%s, each character alone", in_contexts[k].name);
    }
}

/* The ends of stylesheets. */
static void test_styles(void)
{
    begin();
    escape_whole(e, &e->html.css, "</y", 3);
    escape_whole(e, &e->html.css, "x<", 2);
    end();
    ok(wrote("<\\/yx<"), "nothing is read after the end of a stylesheet");
    begin();
    escape_whole(e, &e->html.css, "x\xE2\xAD", 3);
    end();
    ok(wrote("x\xC3\xA2\xC2\xAD"), "a stylesheet has no labels, not even for a cut character");
}

/* Longer than what is copied before it is escaped. */
static void test_long(void)
{
    enum { LINES = 100 };
    static const char line[] = "ab<" EURO "\xC2\xAD\xC2\xC0\r\n";
    static const char wanted[] = "ab&lt;" EURO "[U+00AD]\xC3\x82\xC3\x80\n";
    char text[LINES * sizeof line] = "", all[LINES * sizeof wanted] = "";
    size_t n = LINES * (sizeof line - 1);
    int differ = 0;

    for (size_t k = 0; k < LINES; k++) {
        memcpy(text + k * (sizeof line - 1), line, sizeof line);
        memcpy(all + k * (sizeof wanted - 1), wanted, sizeof wanted);
    }
    for (size_t i = 0; i <= n; i++) {
        begin();
        escape_html_text(e, &state, text, i);
        escape_html_text(e, &state, text + i, n - i);
        end();
        differ += !wrote(all);
    }
    is_int(differ, 0, "a long text, cut in two anywhere");
}

/* A sink that stops: the result is that of the sink, and nothing more is written. */
static void test_stop(void)
{
    enum { MUCH = 100000 };
    char *text = malloc(MUCH);

    if (!text)
        exit(1);
    memset(text, '<', MUCH);
    begin();
    out.stop_after = 2;
    is_int(escape_html_text(e, &state, text, MUCH), 7, "a sink that stops in a text");
    is_int(escape_html_text(e, &state, "\xC3", 1), 7, "a text after that");
    is_int(escape_html_text(e, &state, "a", 1), 7, "the next text");
    is_int(escape_whole(e, &e->html.attribute, "", 0), 7, "an empty value");
    is_int(escape_html_settle(e, &state), 7, "the end");
    is_int(out.stop_after, 0, "one call of the sink failed");
    ok(out.n > 0 && out.n % 4 == 0 && out.n < (size_t)MUCH * 4, "a part was written");
    trawl_emit_close(&e);
    out.stop_after = 0;
    free(text);
}

/* ---- Characters ---- */

static void test_kinds(void)
{
    static const struct {
        uint32_t code;
        enum escape_kind kind;
    } kinds[] = {
        {0x80, ESCAPE_BAD},     {0x9F, ESCAPE_BAD},      {0xA0, ESCAPE_SHOWN},
        {0xFDCF, ESCAPE_SHOWN}, {0xFDD0, ESCAPE_BAD},    {0xFDEF, ESCAPE_BAD},
        {0xFDF0, ESCAPE_SHOWN}, {0xFFFD, ESCAPE_SHOWN},  {0xFFFE, ESCAPE_BAD},
        {0xFFFF, ESCAPE_BAD},   {0x10000, ESCAPE_SHOWN}, {0x1FFFE, ESCAPE_BAD},
        {0x10FFFF, ESCAPE_BAD}, {0xAD, ESCAPE_HIDDEN},   {0x200B, ESCAPE_HIDDEN},
        {0x200C, ESCAPE_SHOWN}, {0xFEFF, ESCAPE_HIDDEN}, {UTF8_INVALID, ESCAPE_BAD},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        is_int(escape_kind_of(kinds[i].code), kinds[i].kind, "the kind of U+%04lX",
               (unsigned long)kinds[i].code);
}

static void test_labels(void)
{
    static const uint32_t codes[] = {0xAD, 0x202E, 0xFFFF, 0x10000, 0xE0001, 0xFFFFF, 0x100000};

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        char label[ESCAPE_LABEL + 1] = "", wanted[32];

        label[escape_label(label, codes[i])] = '\0';
        snprintf(wanted, sizeof wanted, "[U+%04lX]", (unsigned long)codes[i]);
        is_str(label, wanted, "a label");
    }
}

static void test_cut(void)
{
    static const char *const cut[] = {"\xC3", "\xE2", "\xE2\x82", "\xF0\x9F\x98"};
    static const char *const whole[] = {"a",
                                        "\xC3\xA4",
                                        EURO,
                                        SMILE,
                                        "\x80",
                                        "\xFF",
                                        "\xE2"
                                        "A",
                                        "\xE0\x80",
                                        "\xE2\x82"
                                        "A",
                                        "\xC3"
                                        "A"};

    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++)
        ok(escape_is_cut(cut[i], strlen(cut[i])), "%s is cut", cut[i]);
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        ok(!escape_is_cut(whole[i], strlen(whole[i])), "%s is not cut", whole[i]);
}

int main(void)
{
    test_contexts();
    test_styles();
    test_long();
    test_stop();
    test_kinds();
    test_labels();
    test_cut();
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        is_int(cuts_that_differ(&samples[i]), 0, "%s", samples[i].name);
    for (size_t i = 0; i < sizeof tagged / sizeof tagged[0]; i++)
        for (size_t most = 1; most < 4; most++)
            with_tags(&tagged[i], most);
    free(out.p);
    return done();
}
