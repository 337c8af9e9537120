/* t_md.c - Markdown: its bytes, and how cmark renders it
 *
 * cmark's HTML may only have paragraphs, breaks and links. Its text is display(source), with &nbsp;
 * as a space and the tabs that indent a line as spaces; its links are the pieces that
 * trawl_emit_href() calls live. Without cmark only the bytes are compared.
 */
#include <unistd.h>

#include "emit_cmark.h"
#include "emit_poor.h"
#include "emit_run.h"
#include "tap.h"

static emit_out out;
static bool have_cmark;
static char file_name[64];

typedef struct sample {
    const char *name, *text, *wanted;
} sample;

#define EIGHT "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;"

/* clang-format off */
static const sample samples[] = {
    {"an empty text", "", ""},
    {"words", "plain text\n", "plain text\n"},
    {"line ends", "one\ntwo\r\n\nthree\n\n\n\nfour\n\n", "one\\\ntwo\n\nthree\n\n\\\n\\\nfour\n"},
    {"a form feed", "one\n\n\f\ntwo\n", "one\n\n\\\ntwo\n"},
    {"line ends at the beginning", "\n\na", "\\\n\\\na\n"},
    {"spaces", "  a  b \nc", "&nbsp;&nbsp;a&nbsp; b&nbsp;\\\nc\n"},
    {"tabs", "\ta\tb\n   \tc", EIGHT "a&#9;b\\\n" EIGHT "c\n"},
    {"a long indent", "\t\t\t\t\ta",
     EIGHT EIGHT EIGHT EIGHT
     "\xC2\xA0\xC2\xA0\xC2\xA0\xC2\xA0\xC2\xA0\xC2\xA0\xC2\xA0\xC2\xA0" "a\n"},
    {"markup", "*a* _b_ `c` [d](e) ![f](g) <b> &amp; \\ ~h~",
     "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\!\\[f\\](g) \\<b\\> \\&amp; \\\\ \\~h\\~\n"},
    {"markup at the start of a line", "# a\n- b\n+ c\n1. d\n2) e\n> f\n===\n---\n12 g.\na # 1. -",
     "\\# a\\\n\\- b\\\n\\+ c\\\n1\\. d\\\n2\\) e\\\n\\> f\\\n\\===\\\n\\---\\\n12 g.\\\na # 1. -\n"},
    {"a URL", "See http://a.example/x.", "See <http://a.example/x>.\n"},
    {"in a wrapper", "<URL:http://a.example/x>", "\\<URL:<http://a.example/x>\\>\n"},
    {"after an exclamation mark", "!www.a.com", "\\![www.a.com](<https://www.a.com>)\n"},
    {"with an ampersand", "http://a.example/?a=1&copy;=2_3",
     "[http://a.example/?a=1\\&copy;=2\\_3](<http://a.example/?a=1&amp;copy;=2_3>)\n"},
    {"a broken link", "<URL:http://a.example/lo\n  ng>", "\\<URL:[http://a.example/lo](<http://a.example/long>)\\\n"
     "&nbsp;&nbsp;[ng](<http://a.example/long>)\\>\n"},
    {"an address", "joe@a.example, <j*e@a.example>",
     "<joe@a.example>, \\<[j\\*e@a.example](<mailto:j*e@a.example>)\\>\n"},
    {"not live", "ftp://a.example/x_y", "ftp\\:\\/\\/a\\.example\\/x\\_y\n"},
    {"javascript", "<URL:javascript:alert(1)>", "\\<URL:javascript\\:alert\\(1\\)\\>\n"},
    {"an address with signs", "j@a-b.c.example and j_o+e.x-y@a.example",
     "<j@a-b.c.example> and <j_o+e.x-y@a.example>\n"},
    {"userinfo", "http://www.bank.example@evil.example/", "http\\:\\/\\/www\\.bank\\.example\\@evil\\.example\\/\n"},
    {"invalid UTF-8 before and after a link", "\xE4http://a.example\xAFx\n",
     "\xC3\xA4<http://a.example>\xC2\xAFx\n"},
    {"controls", "a\x1B[1m\x07\xE2\x80\xAE\r", "a\xEF\xBF\xBD\\[1m\xEF\xBF\xBD\\[U+202E\\]\n"},
};
/* clang-format on */

/* ---- The expected rendering ---- */

/* Makes display(source) with the tabs at the start of a line expanded, NBSP as a space, and no line
 * ends at the end. */
static void wanted_text(emit_out *wanted, const char *text, size_t n)
{
    emit_out d = {0};
    size_t column = 0;
    bool first = true;

    emit_display(&d, text, n, false);
    wanted->n = 0;
    emit_add(wanted, "");
    for (size_t i = 0; i < d.n; i++) {
        if (first && d.p[i] == '\t')
            for (size_t to = column - column % 8 + 8; column < to; column++)
                emit_add(wanted, " ");
        else if (d.p[i] == '\xC2' && d.p[i + 1] == '\xA0' && ++i)
            emit_add(wanted, " ");
        else
            (void)emit_keep(wanted, d.p + i, 1);
        column = d.p[i] == '\n' ? 0 : d.p[i] == ' ' && first ? column + 1 : column;
        first = d.p[i] == '\n' || (first && (d.p[i] == ' ' || d.p[i] == '\t'));
    }
    while (wanted->n > 0 && wanted->p[wanted->n - 1] == '\n')
        wanted->p[--wanted->n] = 0;
    free(d.p);
}

/* Adds the address of a live piece as cmark writes it: escaped for HTML, with unsafe characters
 * percent-encoded. A piece after backslashes belongs to the link before it. */
static int add_live(void *links, const trawl_event *event)
{
    static bool gap;
    char href[TRAWL_URL_MAX], written[8];
    bool after = gap && event->type == TRAWL_EVENT_LINK_MORE;
    size_t n;

    gap = event->type == TRAWL_EVENT_TEXT && event->link &&
          strspn(event->text.p, "\\") >= event->text.n;
    if (after)
        return 0;
    if ((event->type != TRAWL_EVENT_LINK && event->type != TRAWL_EVENT_LINK_MORE) ||
        trawl_emit_href(event->link, "", 0, href, sizeof href, &n, NULL) != TRAWL_OK)
        return 0;
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(written, sizeof written, strchr("[]", href[i]) ? "%%%02X" : "%c",
                       (unsigned)href[i]);
        emit_add(links, href[i] == '&' ? "&amp;" : href[i] == '\'' ? "&#x27;" : written);
    }
    emit_add(links, "\n");
    return 0;
}

static const char *judge(const char *text, size_t n)
{
    emit_out html = {0}, shown = {0}, links = {0}, want = {0}, want_links = {0};
    const char *bad;

    cmark_render(file_name, &out, &html);
    bad = cmark_read(html.p, &shown, &links);
    wanted_text(&want, text, n);
    emit_add(&want_links, "");
    (void)trawl_scan(text, n, NULL, add_live, &want_links);
    if (!bad && (shown.n != want.n || memcmp(shown.p, want.p, want.n) != 0))
        bad = "cmark shows another text";
    if (!bad && strcmp(links.p, want_links.p) != 0)
        bad = "cmark has other links";
    if (bad) {
        tap_show("text", text, n);
        tap_show("output", out.p, out.n);
        tap_show("html", html.p, html.n);
        tap_show("wanted", want.p, want.n);
        tap_show("links", want_links.p, want_links.n);
    }
    free(html.p);
    free(shown.p);
    free(links.p);
    free(want.p);
    free(want_links.p);
    return bad;
}

/* ---- Tests ---- */

static void test_samples(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const sample *s = &samples[i];
        is_int(emit_cut_differs(&out, TRAWL_EMIT_FORMAT_MARKDOWN, 0, s->text, strlen(s->text)), 0,
               "%s: the same in any cut", s->name);
        is_mem(out.p, out.n, s->wanted, strlen(s->wanted), "%s", s->name);
        if (have_cmark)
            is_str(judge(s->text, strlen(s->text)), NULL, "%s: rendered by cmark", s->name);
    }
}

static void test_tricks(void)
{
    for (int i = 0; i < TRICKS; i++) {
        is_int(emit_cut_differs(&out, TRAWL_EMIT_FORMAT_MARKDOWN, 0, tricks[i].p, tricks[i].n), 0,
               "trick %d: the same in any cut", i);
        if (have_cmark)
            is_str(judge(tricks[i].p, tricks[i].n), NULL, "trick %d: rendered by cmark", i);
    }
}

/* clang-format off */
static const char *const parts[] = {
    "a", " ", "  ", "\n", "\n", "\n\n", "\t", "*", "_", "`", "```", "~~~", "#", "##", ">", "-", "--", "+", "=", "1",
    "9.", "1)", ".", "[", "]", "(", ")", "![", "<", "&lt;", "&#65;", "\\", "!", "|", ":", "\"", "'", "{", "}", "---",
    "[a]: /", "\r\n", "<b>", "</b>", "<!--", "<?", "<pre>", "\xC2\xA0", "http://a.example/", "joe@a.example",
    "www.a.com", "<URL:http://a.example/x\n y>", "http://a.example/?a=1&b=2", "ftp://a.example/", "http://[::1]/",
    "http://a.example/'_*(x)", "\xC3\xA4", "mailto:a@b.example", "\xE3\x80\x80",
};
/* clang-format on */

static void test_chance(void)
{
    emit_out text = {0};
    long bad = 0;
    const uint64_t runs = 500;

    for (uint64_t seed = 1; seed <= runs && bad < 3; seed++) {
        emit_jumble(&text, seed, parts, sizeof parts / sizeof parts[0], 20);
        bad += emit_cut_differs(&out, TRAWL_EMIT_FORMAT_MARKDOWN, 0, text.p, text.n) != 0;
        if (have_cmark && judge(text.p, text.n))
            bad++;
    }
    is_int(bad, 0, "%ld random texts", (long)runs);
    free(text.p);
}

/* Puts one or two spaces at each place of a line: the writer searches for them in blocks. */
static void test_spaces(void)
{
    enum { LINE = 150 };
    const trawl_emit_config config = {.size = sizeof config, .format = TRAWL_EMIT_FORMAT_MARKDOWN};
    char letters[LINE + 1];
    long bad = 0;

    memset(letters, 'x', LINE);
    letters[LINE] = '\0';
    for (int i = 1; i < LINE; i++) {
        for (int two = 0; two < 2; two++) {
            char text[LINE + 4], wanted[LINE + 16];
            int n = snprintf(text, sizeof text, "%.*s%s%.*s", i, letters, two ? "  " : " ",
                             LINE - i, letters);
            (void)snprintf(wanted, sizeof wanted, "%.*s%s%.*s\n", i, letters, two ? "&nbsp; " : " ",
                           LINE - i, letters);
            (void)emit_scan(&out, &config, NULL, text, (size_t)n, 0, 0);
            bad += strcmp(out.p, wanted) != 0;
        }
    }
    is_int(bad, 0, "one or two spaces at each place of a line");
}

/* Schemes of --live are live in Markdown, too. */
static void test_live(void)
{
    trawl_emit_config config = {
        .size = sizeof config, .format = TRAWL_EMIT_FORMAT_MARKDOWN, .live = {"ftp", 3}};

    (void)emit_scan(&out, &config, NULL, "ftp://a.example/x", 17, 0, 0);
    is_str(out.p, "<ftp://a.example/x>\n", "ftp is live with --live ftp");
}

int main(void)
{
    int file;

    (void)snprintf(file_name, sizeof file_name, "/tmp/t_md.XXXXXX");
    file = mkstemp(file_name);
    have_cmark = file >= 0 && system("cmark --version >/dev/null 2>&1") == 0;
    if (!have_cmark)
        skip("rendered by cmark: no cmark");
    test_samples();
    test_tricks();
    test_chance();
    test_spaces();
    test_live();
    emit_poor(TRAWL_EMIT_FORMAT_MARKDOWN, EMIT_POOR_TEXT " x", 60, 2);
    if (file >= 0)
        close(file);
    (void)remove(file_name);
    free(out.p);
    return done();
}
