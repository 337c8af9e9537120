/* emit_case.h - an input of fuzz_emit taken apart: a writer, its options, settings of the scan, rules, cuts, a text
 *
 *   byte 0   the writer: of eight, four are HTML; text, terminal, Markdown, notes
 *        1   enum trawl_emit_option
 *        2   how the text is cut
 *        3   what is found (scan_configs.h); 128: TRAWL_JOIN
 *        4   the user's rules; 8: TRAWL_HYPHEN_DROP, 16: TRAWL_ALL_DOMAINS
 *        5   what is live, the template, and what stands in attributes, title and stylesheet, two bits each
 *
 * Then comes the text. Where the rules are the input's own they stand before it and end at a byte 0x1E. What the user gives for
 * attributes and the like may be the beginning of the text too: it must be escaped as well.
 */
#ifndef TRAWL_TESTS_FUZZ_EMIT_CASE_H
#define TRAWL_TESTS_FUZZ_EMIT_CASE_H

#include "fuzz.h"
#include "scan_configs.h"
#include <trawl_emit.h>

enum { EMIT_CASE_HEAD = 6, EMIT_CASE_RULES_END = 0x1E, EMIT_CASE_TEXT = 0 };

typedef struct emit_case {
    trawl_emit_config emit; /* format EMIT_CASE_TEXT: -t text */
    trawl_config scan;
    const char *text;
    size_t n, first, step;
    char link_template[128];
} emit_case;

/* clang-format off */
static const char *const emit_case_rules[] = {
    "", "", "", "",
    ("rule rfc\n trigger RFC\n match RFC[ -]?(\\d+)\n url https://www.rfc-editor.org/rfc/rfc$1\n"
     "rule bug\n trigger Bug #\n match Bug #(\\d+)\n url http://bugs.example/?id=$1&x=\n"
     "rule mid\n trigger Message-ID: <\n match Message-ID: <([^<>\\s]+)>\n url mid:$1\n"),
    /* matches that hold markup, escape sequences, broken characters, halves of links */
    ("rule any\n trigger #\n match #\\S*\n url http://h.example/?q=$0\n"
     "rule tag\n trigger <\n match <(.*)>\n url http://h.example/$1\n"
     "rule sgr\n trigger [\n match \\[\\d*m?\n url ftp://h.example/$0\n"
     "rule byte\n trigger q\n match q.\n url mailto:$0@h.example\n"),
    ("rule web\n trigger ww\n trigger //\n trigger @\n match (?:ww|//|@)\\w*.?\n url gopher://h.example/1$0\n"
     "rule dot\n trigger .\n match [ .]+(\\w?)\n url news:$1$0\n"),
};
/* clang-format on */

static trawl_str emit_case_own(const emit_case *c, size_t most)
{
    return str_of(c->text, c->n < most ? c->n : most);
}

static void emit_case_scan(emit_case *c, const uint8_t *data)
{
    unsigned more = (data[3] & 128 ? TRAWL_JOIN : 0) | (data[4] & 8 ? TRAWL_HYPHEN_DROP : 0) |
                    (data[4] & 16 ? TRAWL_ALL_DOMAINS : 0);

    c->scan = scan_config_make(data[3] & 127, more);
    c->scan.options &= ~(unsigned)TRAWL_WANT_EXPLAIN;
    if (data[4] % 8 < 7) {
        c->scan.rules = scan_config_str(emit_case_rules[data[4] % 8]);
    } else {
        const char *end = c->n > 0 ? memchr(c->text, EMIT_CASE_RULES_END, c->n) : NULL;
        size_t n = end ? (size_t)(end - c->text) : 0;
        if (n > 0 && trawl_rules_check(str_of(c->text, n), NULL) == TRAWL_OK)
            c->scan.rules = str_of(c->text, n);
        c->text += end ? n + 1 : 0;
        c->n -= end ? n + 1 : 0;
    }
}

static void emit_case_template(emit_case *c, unsigned which)
{
    static const char *const templates[] = {"", "https://out.example/?<\">'&%u", "mailto:%u?body=%u%",
                                            "http://out.example/%u"};
    size_t n = strlen(templates[which]), own = which == 3 ? emit_case_own(c, 64).n : 0;

    memcpy(c->link_template, templates[which], n);
    memcpy(c->link_template + n, c->text, own);
    c->emit.link_template = str_of(c->link_template, n + own);
}

static void emit_case_words(emit_case *c, unsigned which)
{
    static const char *const words[] = {"", "x y", "\"'><b a=\"</title></style><!--]]>&amp;"};
    trawl_str word = which < 3 ? scan_config_str(words[which]) : emit_case_own(c, 200);

    c->emit.title = c->emit.rel = c->emit.target = c->emit.css = word;
    if (which > 0)
        c->emit.css_class = which < 3 ? word : scan_config_str("x");
}

static void emit_case_make(emit_case *c, const uint8_t *data, size_t size)
{
    static const int formats[] = {TRAWL_EMIT_HTML, TRAWL_EMIT_HTML, TRAWL_EMIT_HTML,     TRAWL_EMIT_HTML,
                                  EMIT_CASE_TEXT,  TRAWL_EMIT_TERM, TRAWL_EMIT_MARKDOWN, TRAWL_EMIT_NOTES};
    static const char *const live[] = {"", "news", "ftp,telnet,javascript,file,data",
                                       "mid,urn,prospero,wais,tn3270,sms"};

    *c = (emit_case){.text = (const char *)data + EMIT_CASE_HEAD, .n = size - EMIT_CASE_HEAD};
    c->emit.size = sizeof c->emit;
    c->emit.format = formats[data[0] % 8];
    c->emit.options = data[1];
    c->first = data[2];
    c->step = 1 + data[2] / 4;
    emit_case_scan(c, data);
    c->emit.live = scan_config_str(live[data[5] % 4]);
    if (c->emit.format == TRAWL_EMIT_HTML) {
        emit_case_template(c, data[5] / 4 % 4);
        emit_case_words(c, data[5] / 16 % 4);
    }
}

#endif
