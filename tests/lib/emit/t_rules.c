/* t_rules.c - the limits of the rules F8, F9, F11 and F12, from both sides
 *
 * t_html.c and the browser tests cover F1 to F12. tests/trawl/t_controls.sh covers F7 in JSON and
 * tables.
 */
#include "shapes.h"
#include "emit_run.h"
#include "tap.h"

static emit_out out;

static const char *written(int format, unsigned options, unsigned scan_options, const char *text)
{
    trawl_emit_config how = {.size = sizeof how, .format = format, .options = options};
    trawl_config scan = {.size = sizeof scan, .options = scan_options};

    return emit_scan(&out, &how, &scan, text, strlen(text), 0, 0) == TRAWL_OK ? out.p
                                                                              : "(an error)";
}

static unsigned count(const char *text, const char *part)
{
    unsigned n = 0;

    for (const char *p = text; (p = strstr(p, part)) != NULL; p++)
        n++;
    return n;
}

/* Checks that the link is live, with this note or, if it is "", without one. */
static void noted(const char *rule, const char *text, const char *note)
{
    const char *html = written(TRAWL_EMIT_FORMAT_HTML, 0, 0, text);
    char wanted[100];

    (void)snprintf(wanted, sizeof wanted, "</a></bdi><small class=\"trawl-note\"> [%s]</small>",
                   note);
    if (!ok(count(html, "<a href=") == 1 && count(html, "trawl-note") == (note[0] != 0) &&
                (!note[0] || strstr(html, wanted)),
            "%s: %s is live, %s%s", rule, text, note[0] ? "with the note " : "without a note",
            note))
        tap_show("got", html, strlen(html));
}

/* UTS #39 allows Latin with Chinese, Japanese or Korean; and a single script is fine under a domain
 * of that script. */
static void t_hosts(void)
{
    noted("F8", "http://\u0430pple.com/", "xn--pple-43d.com");
    noted("F8", "http://appl\u0435.com/", "xn--appl-y4d.com");
    noted("F8", "http://a\u03BFl.com/", "xn--al-jbc.com");
    noted("F8", "http://\u0441\u0430\u0440.com/", "xn--80a6ab.com");
    noted("F8", "http://b\u00FCcher.com/", "");
    noted("F8", "http://abc\u65E5\u672C\u306E.com/", "");
    noted("F8", "http://\u0449\u0443\u043A\u0430.com/", "");
    noted("F8", "http://\u0441\u0430\u0440.\u0440\u0444/", "");
    noted("F9", "http://0x7f000001/", "odd-ip");
    noted("F9", "http://2130706433/", "odd-ip");
    noted("F9", "http://0177.0.0.1/", "odd-ip");
    noted("F9", "http://127.1/", "odd-ip");
    noted("F9", "http://127.0.0.1/", "");
}

/* Returns "http://a.example/", 17 bytes, letters that take six bytes each in the href, and x, so
 * that the href has n bytes. */
static const char *long_url(size_t n)
{
    static char url[9000];
    size_t letters = (n - 17) / 6, at = 17;

    memcpy(url, "http://a.example/", 17);
    for (size_t i = 0; i < letters; i++, at += 2)
        memcpy(url + at, "\u00E4", 2);
    for (size_t i = 17 + 6 * letters; i < n; i++)
        url[at++] = 'x';
    url[at] = 0;
    return url;
}

static void t_lengths(void)
{
    for (size_t n = 8191; n <= 8194; n++) {
        is_int(count(written(TRAWL_EMIT_FORMAT_HTML, 0, 0, long_url(n)), "<a href="), n <= 8192,
               "F11: %zu bytes in HTML", n);
        is_int(count(written(TRAWL_EMIT_FORMAT_MARKDOWN, 0, 0, long_url(n)), "](<"), n <= 8192,
               "F11: %zu in Markdown", n);
    }
    for (size_t n = 2081; n <= 2085; n++)
        is_int(count(written(TRAWL_EMIT_FORMAT_TERM, 0, 0, long_url(n)), ";id="), n <= 2083,
               "F11: %zu in OSC 8", n);
}

static void t_readings(void)
{
    static const char entity[] = "<URL:http://a.example/?b&amp;c>";
    static const char join[] =
        "This line of a letter is long: http://a.example/pa\nth/x goes on in the next line\n";

    is_int(count(written(TRAWL_EMIT_FORMAT_HTML, 0, 0, entity), "<a href="), 1,
           "F12: another reading is not a link");
    ok(strstr(out.p, " title=\"or, read otherwise: http://a.example/?b&amp;c\""),
       "F12: the title has the other reading");
    is_int(count(written(TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_OPTION_BOTH, 0, entity), "<a href="), 2,
           "F12: the other reading is a link with OPTION_BOTH");
    ok(strstr(out.p, "<small class=\"trawl-note\"> [or <bdi"), "F12: and is in a note");
    for (unsigned both = 0; both <= TRAWL_EMIT_OPTION_BOTH; both += TRAWL_EMIT_OPTION_BOTH) {
        is_int(count(written(TRAWL_EMIT_FORMAT_HTML, both, TRAWL_OPTION_JOIN, join), "<a href="), 1,
               "F12: a guess is never a link");
        ok(strstr(out.p, "<a href=\"http://a.example/pa\""), "F12: and does not change the link");
    }
}

static void t_controls(void)
{
    static const char text[] =
        "\x1B]0;x\x07 \u202E <URL:http://a.example/\u202Eb> \xC2\x9B \x7F\u00AD\n";
    static const char seen[] =
        "\uFFFD]0;x\uFFFD [U+202E] <URL:%shttp://a.example/[U+202E]b%s> %s\uFFFD \uFFFD[U+00AD]\n";
    char wanted[300];

    (void)snprintf(wanted, sizeof wanted, seen, "\x1B]8;id=1;http://a.example/%E2%80%AEb\x1B\\",
                   "\x1B]8;;\x1B\\", "");
    is_str(written(TRAWL_EMIT_FORMAT_TERM, 0, 0, text), wanted, "F7: controls on a terminal");
    (void)snprintf(wanted, sizeof wanted, seen, "", "", "[1] ");
    (void)snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted),
                   "\n   1. http://a.example/[U+202E]b\n");
    is_str(written(TRAWL_EMIT_FORMAT_NOTES, 0, 0, text), wanted, "F7: controls in notes");
}

/* F11: the output is at most 40 times the text and 64 KB, for each hostile text. */
static void t_size(void)
{
    static const struct {
        int format;
        unsigned options;
    } ways[] = {{TRAWL_EMIT_FORMAT_HTML, 0},
                {TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_OPTION_BOTH},
                {TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_OPTION_PAGE},
                {TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_KEEP_LINES},
                {TRAWL_EMIT_FORMAT_MARKDOWN, TRAWL_EMIT_OPTION_BOTH},
                {TRAWL_EMIT_FORMAT_TERM, TRAWL_EMIT_OPTION_BOTH},
                {TRAWL_EMIT_FORMAT_TERM, TRAWL_EMIT_OPTION_COLOR}};
    static char text[28000];
    unsigned texts = 0, beyond = 0;

    for (size_t i = 0; i < SHAPES; i++) {
        if (shapes[i].input != TRAWL_INPUT_TEXT)
            continue;
        texts++;
        for (size_t n = sizeof text / 8; n <= sizeof text; n *= 8) {
            shape_make(&shapes[i], text, n);
            for (size_t f = 0; f < sizeof ways / sizeof *ways; f++) {
                trawl_emit_config how = {
                    .size = sizeof how, .format = ways[f].format, .options = ways[f].options};
                if (emit_scan(&out, &how, NULL, text, n, 0, 0) == TRAWL_OK &&
                    out.n <= 40 * n + 65536)
                    continue;
                beyond++;
                printf("# %s: %zu bytes become %zu\n", shapes[i].name, n, out.n);
            }
        }
    }
    is_int((long)beyond, 0, "F11: the output of %u hostile texts", texts);
}

/* F11: of a broken link at most 64 pieces are links, fewer when the URL is long. F5: backslashes
 * are no gap. */
static void t_pieces(void)
{
    static const char escaped[] = "http://w.example/a\\_b\\_c";
    char text[20000];

    for (unsigned longer = 0; longer <= 1; longer++) {
        int n = snprintf(text, sizeof text, "<URL:http://w.example/%0*d", longer ? 900 : 1, 0);
        for (int i = 0; i < 99; i++)
            n += snprintf(text + n, 20, "<br>c");
        (void)snprintf(text + n, 2, ">");
        is_int(count(written(TRAWL_EMIT_FORMAT_HTML, 0, 0, text), "<a href="), longer ? 38 : 64,
               longer ? "F11: fewer when the URL is long" : "F11: 64 pieces");
        ok(strstr(out.p, "&gt;c&gt;"), "F11: the last is text");
    }
    is_str(written(TRAWL_EMIT_FORMAT_MARKDOWN, 0, 0, escaped),
           "[http://w.example/a\\\\\\_b\\\\\\_c](<http://w.example/a_b_c>)\n",
           "F5: one link in Markdown");
    is_str(written(TRAWL_EMIT_FORMAT_TERM, 0, 0, escaped),
           "\x1B]8;id=1;http://w.example/a_b_c\x1B\\http://w.example/a\\_b\\_c\x1B]8;;\x1B\\",
           "F5: one on a terminal");
    is_int(count(written(TRAWL_EMIT_FORMAT_HTML, 0, 0, escaped), "<a href="), 1, "F5: one anchor");
    ok(strstr(out.p, ">http://w.example/a\\_b\\_c</a>"), "F5: with the backslashes");
}

/* Checks that HTML has this part, with links of user rules, which may have blanks and marks. */
static void ruled(const char *rules, unsigned options, const char *text, const char *part)
{
    trawl_emit_config how = {
        .size = sizeof how, .format = TRAWL_EMIT_FORMAT_HTML, .options = options};
    trawl_config scan = {.size = sizeof scan, .rules = {rules, strlen(rules)}};

    if (!ok(emit_scan(&out, &how, &scan, text, strlen(text), 0, 0) == TRAWL_OK &&
                strstr(out.p, part),
            "%s gives %s", text, part))
        tap_show("got", out.p, out.n);
}

/* No element ends inside a link that began outside of it. */
static void t_nesting(void)
{
    static const char mark[] = "rule m\n trigger >\n match > \\+?\\S+\n url x:m\n",
                      sign[] = "rule s\n trigger |\n match \\|\\S+\n url x:s\n",
                      words[] = "rule w\n trigger Ann\n match Ann\\s>\\w+\n url x:w\n lines 2\n";

    ruled(mark, TRAWL_EMIT_OPTION_STRUCTURE, "> @@ -1 +1 @@\n> -a\n> +b c\n",
          "&gt; </span>+b</bdi> c</pre>");
    ruled(sign, TRAWL_EMIT_OPTION_STRUCTURE, "1. One\n\nText.\n\nIn section 1|a b\n",
          ">section 1</a><bdi dir=\"ltr\" class=\"trawl-dead\">|a</bdi> b");
    ruled(words, TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_NO_STRUCTURE, "see Ann\n>b c\n",
          "Ann\n&gt;b</bdi> c\n");
}

int main(void)
{
    t_hosts();
    t_lengths();
    t_readings();
    t_controls();
    t_size();
    t_pieces();
    t_nesting();
    free(out.p);
    return done();
}
