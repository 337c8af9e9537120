/* page.c - a whole HTML document: the markup around the text, and lines that stay as they are
 *
 * The document loads nothing: no scripts, pictures or fonts, and a policy in it tells the browser
 * to refuse them. Only a user's own stylesheet may load pictures and fonts.
 */
#include "emit/html/inside.h"

/* Colours are pairs, for light and dark; each has a contrast of at least 4.5 to its background. */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b1b1b;--ground:#fdfdfb;--link:#0b57a4;--seen:#6b3fa0;--note:#6a5a1f;"
    "--dead:#8a2d2d;--q1:#2f5d8a;--q2:#2e6b3f;--q3:#8a4b16;--rule:#c9c9c2}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e4e4de;--ground:#16181a;--link:#7db7f5;--seen:#c3a4ee;--note:#cdbb74;"
    "--dead:#e79a9a;--q1:#93bce6;--q2:#93cda3;--q3:#e3ae7d;--rule:#45494d}}\n"
    "html{background:var(--ground);color:var(--ink);-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
    "body{margin:0}\n"
    "main{max-width:84ch;margin:0 auto;padding:1.2rem 1rem 3rem;font:1rem/1.5 ui-monospace,Menlo,Consolas,"
    "\"DejaVu Sans Mono\",monospace}\n"
    "main.trawl-flow{max-width:66ch;font-family:Charter,\"Bitstream Charter\",Georgia,serif;font-size:1.08rem;line-height:1.55}\n"
    "pre{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:8}\n"
    "p,blockquote{margin:.9em 0;overflow-wrap:anywhere}\n"
    ".trawl-flow pre{margin:.9em 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.86em}\n"
    "a{color:var(--link);text-underline-offset:.15em}\n"
    "a:visited{color:var(--seen)}\n"
    "a:focus-visible{outline:2px solid;outline-offset:2px}\n"
    ".trawl-dead{text-decoration:underline dotted var(--dead)}\n"
    ".trawl-note{color:var(--note);font-size:.85em}\n"
    ".trawl-quote{color:var(--q1)}\n"
    ".trawl-quote .trawl-quote{color:var(--q2)}\n"
    ".trawl-quote .trawl-quote .trawl-quote{color:var(--q3)}\n"
    "blockquote{margin-left:0;padding-left:.9em;border-left:3px solid var(--q1)}\n"
    "blockquote blockquote{border-color:var(--q2)}\n"
    "blockquote blockquote blockquote{border-color:var(--q3)}\n"
    "section{margin-top:2.2rem}\n"
    "section:target{outline:2px solid var(--link);outline-offset:.6em}\n"
    ".trawl-head{display:block;border-bottom:1px solid var(--rule);padding-bottom:.4em;color:var(--note)}\n"
    ".trawl-signature{border-top:1px solid var(--rule);padding-top:.6em;opacity:.85}\n"
    "@media (max-width:40em){main{padding:.8rem .7rem 2rem;font-size:.86rem}main.trawl-flow{font-size:1rem}}\n"
    "@media print{:root{--ink:#000;--ground:#fff;--link:#000;--seen:#000;--note:#444;--q1:#333;--q2:#333;--q3:#333;"
    "--dead:#000}main{max-width:none;padding:0;font-size:9.5pt}main.trawl-flow{font-size:11pt}"
    "p{orphans:3;widows:3}}\n";

static const char policy[] =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
static const char policy_css[] =
    "default-src 'none'; style-src 'unsafe-inline' *; img-src * data:; font-src * data:; "
    "base-uri 'none'; form-action 'none'";

static void put_style(trawl_emit *e)
{
    trawl_str css = e->config.css;

    if (emit_option(e, TRAWL_EMIT_OPTION_NO_STYLE))
        return;
    emit_text(e, "<style>\n");
    if (css.n >= 3 && memcmp(css.p, "\xEF\xBB\xBF", 3) == 0)
        css = (trawl_str){css.p + 3, css.n - 3};
    if (css.n > 0)
        escape_whole(e, &e->html.css, css.p, css.n);
    else
        escape_whole(e, &e->html.css, style, sizeof style - 1);
    emit_text(e, "</style>\n");
}

int html_page_begin(trawl_emit *e)
{
    bool own_css = e->config.css.n > 0 && !emit_option(e, TRAWL_EMIT_OPTION_NO_STYLE);
    bool xhtml = emit_option(e, TRAWL_EMIT_OPTION_XHTML);
    const char *end = xhtml ? "\"/>\n" : "\">\n";
    html *h = e->state;

    h->lines.bol = true;
    emit_text(e, "<!DOCTYPE html>\n");
    emit_text(e, xhtml ? "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                       : "<html>\n<head>\n");
    emit_text(e, "<meta charset=\"utf-8");
    emit_text(e, end);
    emit_text(e, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1");
    emit_text(e, end);
    emit_text(e, "<meta name=\"referrer\" content=\"no-referrer");
    emit_text(e, end);
    emit_text(e, "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    emit_text(e, own_css ? policy_css : policy);
    emit_text(e, end);
    emit_text(e, "<title>");
    if (e->config.title.n > 0)
        escape_whole(e, &e->html.text, e->config.title.p, e->config.title.n);
    else
        emit_text(e, "Text");
    emit_text(e, "</title>\n");
    put_style(e);
    emit_text(e, "</head>\n<body>\n");
    return emit_text(e, h->reflow ? "<main class=\"trawl-flow\">" : "<main><pre>");
}

int html_page_end(trawl_emit *e)
{
    html *h = e->state;

    if (h->reflow)
        html_reflow_end(e);
    else
        html_lines_end(e);
    emit_text(e, h->reflow ? "" : "</pre>");
    emit_text(e, h->section ? "</section>" : "");
    return emit_text(e, "</main>\n</body>\n</html>\n");
}

/* ---- Lines that stay as they are ----
 *
 * Each quote mark of a line opens an element for the rest of the line:
 *
 *   <span class="trawl-quote">&gt; <span class="trawl-quote">&gt; twice quoted
 *   </span></span>
 *
 * A quote mark is a ">" at the start of a line, after spaces perhaps; other marks of R10 do not
 * count.
 */

/* Called before the first byte of the text, or of a message. HTML parsers, unlike those of XML,
 * drop a line end right after <pre>, so one is added. */
static void put_first(trawl_emit *e, char c)
{
    html *h = e->state;

    if (!h->lines.started && (c == '\n' || c == '\r') && !emit_option(e, TRAWL_EMIT_OPTION_XHTML))
        emit_text(e, "\n");
    h->lines.started = true;
}

static void open_quote(trawl_emit *e)
{
    html *h = e->state;

    if (h->lines.depth == HTML_QUOTES)
        return;
    escape_html_settle(e, &h->text);
    emit_text(e, "<span class=\"trawl-quote\">");
    h->lines.depth++;
}

static void close_quotes(trawl_emit *e)
{
    html *h = e->state;

    for (; h->lines.depth > 0; h->lines.depth--)
        emit_text(e, "</span>");
}

/* Returns the length of the rest of a line at `p`, with its line end; at that, sets bol and cr. */
static size_t line_of(const trawl_emit *e, html_lines *l, const char *p, size_t n)
{
    size_t i = e->kernel->find(&e->line_ends, p, n);

    if (i == n)
        return n;
    l->bol = true;
    l->cr = p[i++] == '\r';
    if (l->cr && i < n && p[i] == '\n') {
        l->cr = false;
        i++;
    }
    return i;
}

/* Writes the quote marks at p, if a line begins there, and returns their length. */
static size_t put_marks(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    size_t i = 0;

    while (h->lines.bol && i < n) {
        if (p[i] == '>')
            open_quote(e);
        else if (p[i] != ' ')
            break;
        escape_html_text(e, &h->text, p + i, 1);
        i++;
    }
    h->lines.bol = h->lines.bol && i == n;
    return i;
}

int html_lines_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    size_t i = 0, len;

    while (!h->lines.started && i < n && p[i] == '\f')
        i++; /* nothing is written for it */
    if (i == n)
        return e->error;
    put_first(e, p[i]);
    if (h->lines.cr && p[i] == '\n') /* the escaper drops it */
        escape_html_text(e, &h->text, p + i++, 1);
    h->lines.cr = h->lines.cr && i == n;
    while (i < n && !e->error) {
        h->lines.cr = false;
        i += put_marks(e, p + i, n - i);
        len = line_of(e, &h->lines, p + i, n - i);
        escape_html_text(e, &h->text, p + i, len);
        i += len;
        if (len > 0 && h->lines.bol)
            close_quotes(e);
    }
    return e->error;
}

void html_lines_inline(trawl_emit *e)
{
    html *h = e->state;

    h->lines.bol = false;
    h->lines.cr = false;
    h->lines.started = true;
}

void html_lines_head(trawl_emit *e, bool head)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
    close_quotes(e);
    emit_text(e, head ? "<span class=\"trawl-head\">" : "</span>");
    h->lines.started = true;
    h->lines.bol = true;
    h->lines.cr = false;
}

void html_lines_end(trawl_emit *e)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
    close_quotes(e);
}
