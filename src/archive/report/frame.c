/* frame.c - the head, the foot and the stylesheet of a page of a site, and of a page alone
 *
 * A page of a site has the stylesheet and the script in files of the site. A page alone has them
 * inside; its Content-Security-Policy allows only these, by their hashes. The stylesheet consists
 * of that of trawl_emit.h, taken from an empty page, and of page.css.
 */
#include "archive/report/report.h"

#include <errno.h>
#include <trawl_emit.h>

#include "archive/report/parts.h"

/* ---- The stylesheet ---- */

/* A trawl_write_fn. */
static int frame_keep(void *page, const char *bytes, size_t n)
{
    return buffer_add(page, bytes, n) == TRAWL_OK ? 0 : 1;
}

int frame_style(struct buffer *css)
{
    static const char open[] = "<style>\n", close[] = "</style>";
    const trawl_emit_config config = {.size = sizeof config, .options = TRAWL_EMIT_OPTION_PAGE};
    struct buffer page = {0};
    int failed = trawl_emit_text("", 0, NULL, &config, frame_keep, &page);
    const char *from, *to;

    if (!failed)
        failed = buffer_add(&page, "", 1);
    from = failed ? NULL : strstr(page.p, open);
    to = from ? strstr(from, close) : NULL;
    if (to)
        failed = buffer_add(css, from + strlen(open), (size_t)(to - from) - strlen(open));
    if (!failed)
        failed = buffer_add(css, page_css, sizeof page_css - 1);
    buffer_free(&page);
    return failed;
}

void frame_script(struct output *out)
{
    output_text(out, page_js);
}

/* ---- The head ---- */

/* Writes a source of styles or scripts for the Content-Security-Policy: the hash of the text that
 * the page has inside, or the files of the site if inside.p is NULL. */
static void frame_put_source(struct output *out, trawl_str inside)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char sum[SHA256_BYTES + 1] = {0};

    if (!inside.p) {
        output_text(out, "'self' file:; ");
        return;
    }
    sha256(inside, sum);
    output_text(out, "'sha256-");
    for (size_t i = 0; i < SHA256_BYTES; i += 3) {
        const unsigned bits = (unsigned)sum[i] << 16 | (unsigned)sum[i + 1] << 8 |
                              (i + 2 < SHA256_BYTES ? sum[i + 2] : 0u);

        for (int k = 18; k >= (i + 2 < SHA256_BYTES ? 0 : 6); k -= 6)
            output_byte(out, digits[bits >> k & 63]);
    }
    output_text(out, "='; ");
}

static void frame_put_policy(struct output *out, const struct frame *f, trawl_str css)
{
    const trawl_str none = {NULL, 0}, js = {page_js, sizeof page_js - 1};

    output_text(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src ");
    frame_put_source(out, f->alone ? css : none);
    output_text(out, f->pictures ? "img-src 'self' file:; " : "");
    if (f->script) {
        output_text(out, "script-src ");
        frame_put_source(out, f->alone ? js : none);
    }
    output_text(out, "base-uri 'none'; form-action 'none'\">\n");
}

/* Writes text that begins an address, and the path of a file of the site. */
static void frame_put_path(struct output *out, const struct frame *f, const char *text,
                           const char *path)
{
    output_text(out, text);
    escape_put(out, f->up, f->up.n);
    output_text(out, path);
}

/* Writes the links to the lists of the site. */
static void frame_put_links(struct output *out, const struct frame *f)
{
    static const struct {
        const char *path, *name;
    } links[] = {{"index.html", "Front page"},
                 {"subjects.html", "Subjects"},
                 {"senders.html", "Senders"},
                 {"hosts.html", "Links"},
                 {"search.html", "Search"}};
    const size_t count = sizeof links / sizeof links[0] - !f->search;

    output_text(out, "<header>\n<nav aria-label=\"Site\">\n");
    for (size_t i = 0; i < count; i++) {
        frame_put_path(out, f, "<a href=\"", links[i].path);
        output_printf(out, "\">%s</a>\n", links[i].name);
    }
    output_text(out, "</nav>\n</header>\n");
}

void frame_begin(struct output *out, const struct frame *f)
{
    struct buffer css = {0};

    if (f->alone && frame_style(&css) && !out->error)
        out->error = ENOMEM;
    output_text(out, "<!DOCTYPE html>\n<html lang=\"");
    escape_put(out, (trawl_str){f->lang, strlen(f->lang)}, 40);
    output_text(out, "\">\n<head>\n<meta charset=\"utf-8\">\n");
    frame_put_policy(out, f, buffer_str(&css));
    output_text(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    escape_put(out, f->title, 200);
    output_text(out, "</title>\n");
    if (f->alone) {
        output_text(out, "<style>");
        output_bytes(out, css.p, css.n);
        output_text(out, "</style>\n");
    } else {
        frame_put_path(out, f, "<link rel=\"stylesheet\" href=\"", "style.css\">\n");
        if (!f->pictures) /* not a message or a thread */
            frame_put_path(out, f, "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"",
                           "feed.xml\">\n");
    }
    buffer_free(&css);
    output_text(out, "</head>\n<body>\n");
    if (f->up.p)
        frame_put_links(out, f);
    output_printf(out, "<main class=\"trawl-text%s\">\n", f->report ? " report" : "");
}

void frame_end(struct output *out, const struct frame *f)
{
    if (f->report && f->alone) {
        output_text(out, "<script>");
        frame_script(out);
        output_text(out, "</script>\n");
    } else if (f->report) {
        output_printf(out, "<script src=\"%s\"></script>\n", f->script);
    }
    output_text(out, "</main>\n</body>\n</html>\n");
}
