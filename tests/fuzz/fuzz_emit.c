/* fuzz_emit.c - writers over any text: HTML that reads strictly and whose text content is display(source)
 *
 * The first byte says the format, the second the writer's options, the third how the text is cut, the fourth what is found
 * (scan_configs.h). The rest is the text. Every format must give the same bytes in a cut as in none. HTML is read back by
 * html_read.h: a missing escape shows as an element, attribute or reference that nobody meant, or as another text. What
 * display(source) is made of are the texts that the scan sent, so that charsets behind a byte-order mark are covered too.
 */
#include <trawl_emit.h>

#include "emit_run.h"
#include "fuzz.h"
#include "html_read.h"
#include "scan_configs.h"

enum { HEAD = 4 };

static const unsigned html_options[] = {
    0,
    TRAWL_EMIT_BOTH,
    TRAWL_EMIT_PAGE,
    TRAWL_EMIT_PAGE | TRAWL_EMIT_REFLOW,
    TRAWL_EMIT_XHTML,
    TRAWL_EMIT_PAGE | TRAWL_EMIT_XHTML | TRAWL_EMIT_BOTH,
    TRAWL_EMIT_PAGE | TRAWL_EMIT_REFLOW | TRAWL_EMIT_XHTML,
    TRAWL_EMIT_PAGE | TRAWL_EMIT_NO_STYLE,
};

static const char *const live[] = {"", "news", "ftp,telnet,javascript,file,data", "mid,urn,prospero,wais,tn3270,sms"};

static emit_out whole, cut, source, shown;
static html_read html;

static int collect(void *user, const trawl_event *e)
{
    if (e->type == TRAWL_TEXT || e->type == TRAWL_LINK || e->type == TRAWL_LINK_MORE)
        (void)emit_keep(user, e->text.p, e->text.n);
    return 0;
}

static void check_html(unsigned options)
{
    bool page = (options & TRAWL_EMIT_PAGE) != 0, xhtml = (options & TRAWL_EMIT_XHTML) != 0;
    bool good = page ? html_read_page(&html, whole.p, whole.n, xhtml) : html_read_all(&html, whole.p, whole.n, xhtml);

    if (!good)
        fprintf(stderr, "at byte %zu of %s\n", html.at, whole.p);
    must(good, html.broken);
    emit_display(&shown, source.p, source.n, false);
    if (html.text.n != shown.n || memcmp(html.text.p, shown.p, shown.n) != 0)
        fprintf(stderr, "shown:   %s\ndisplay: %s\n", html.text.p, shown.p);
    must(html.text.n == shown.n && memcmp(html.text.p, shown.p, shown.n) == 0, "text content is display(source)");
}

/* No href of a scheme that runs code, whatever was asked for. */
static void check_hrefs(void)
{
    static const char *const bad[] = {"javascript:", "data:", "file:", "vbscript:"};

    for (char *line = html.hrefs.p; line && *line; line = strchr(line, '\n') + 1)
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
            must(strncmp(line + (*line == '+'), bad[i], strlen(bad[i])) != 0, "no href runs code");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    trawl_emit_config c = {.size = sizeof c};
    trawl_config scan;
    const char *text = (const char *)data + HEAD;
    size_t n = size - HEAD;

    if (size < HEAD)
        return 0;
    /* Of eight, five are HTML. */
    c.format = data[0] % 8 < 5 ? TRAWL_EMIT_HTML : TRAWL_EMIT_HTML + 1 + data[0] % 8 - 5;
    c.options = c.format == TRAWL_EMIT_HTML ? html_options[data[1] % 8] : data[1] & TRAWL_EMIT_COLOR;
    c.live = scan_config_str(live[data[1] / 8 % 4]);
    if (data[1] & 128)
        c.link_template = scan_config_str("https://out.example/?<\">'&%u");
    scan = scan_config_make(data[3], data[3] & 128 ? TRAWL_JOIN : 0);
    scan.options &= ~(unsigned)TRAWL_WANT_EXPLAIN;
    source.n = 0;
    emit_add(&source, "");
    must(trawl_scan(text, n, &scan, collect, &source) == TRAWL_OK, "a scan works");
    must(emit_scan(&whole, &c, &scan, text, n, 0, 0) == TRAWL_OK, "a writer works");
    must(emit_scan(&cut, &c, &scan, text, n, data[2], 1 + data[2] / 4) == TRAWL_OK, "a writer works in a cut");
    if (cut.n != whole.n || memcmp(cut.p, whole.p, cut.n) != 0)
        fprintf(stderr, "in a cut: %s\nin none:  %s\n", cut.p, whole.p);
    must(cut.n == whole.n && memcmp(cut.p, whole.p, cut.n) == 0, "the same bytes in any cut");
    if (c.format != TRAWL_EMIT_HTML)
        return 0;
    check_html(c.options);
    check_hrefs();
    return 0;
}
