/* page.c - a whole HTML document: the markup around the text, and lines that stay as they are
 *
 * The document loads nothing: no scripts, pictures or fonts, and a policy in it tells the browser
 * to refuse them. Only a user's own stylesheet may load pictures and fonts.
 */
#include "emit/html/inside.h"

/* At most 4.5 KB. Colours are pairs, for light and dark; each has a contrast of at least 4.5 to its
 * background. Lines stay as they are only with TRAWL_EMIT_OPTION_KEEP_LINES, and where the screen
 * is wide enough. Columns above all other text, as in RFCs, become lines on narrow screens. */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b1b1b;--ground:#fdfdfb;--soft:#f1f1ec;--link:#0b57a4;--seen:#6b3fa0;"
    "--note:#655619;--dead:#8a2d2d;--q1:#2f5d8a;--q2:#2e6b3f;--q3:#8a4b16;--rule:#c9c9c2}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e4e4de;--ground:#16181a;--soft:#202326;--link:#7db7f5;"
    "--seen:#c3a4ee;--note:#cdbb74;--dead:#e79a9a;--q1:#93bce6;--q2:#93cda3;--q3:#e3ae7d;--rule:#45494d}}\n"
    "html{background:var(--ground);color:var(--ink);-webkit-text-size-adjust:100%}\n"
    "body{margin:0;--mono:ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;--text:system-ui,sans-serif}\n"
    "main,.trawl-top{max-width:84ch;margin:0 auto;padding:1.2rem 1rem 3rem;font:1rem/1.5 var(--mono);overflow-wrap:break-word}\n"
    "pre{margin:0;font:inherit;white-space:pre-wrap;tab-size:8}\n"
    "main.trawl-text,.trawl-top{max-width:70ch;font-family:var(--text);line-height:1.55}\n"
    ".trawl-top{padding-bottom:0;color:var(--note)}\n"
    ".trawl-aside{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;padding:0}\n"
    ".trawl-top h1{font-size:1rem;font-weight:400;margin:0;border-bottom:1px solid var(--rule)}\n"
    "@media (min-width:40em){.trawl-lines :is(p,dt,h1,h2,h3,h4,h5,h6){white-space:pre-wrap}.trawl-lines .trawl-break{display:inline}}\n"
    "p,blockquote,ul,ol,dl,table,.trawl-text pre{margin:.9em 0}\n"
    "h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.8em 0 .6em}\n"
    "h1{font-size:1.8em;margin-top:.6em}h2{font-size:1.4em}h3{font-size:1.2em}h4,h5,h6{font-size:1.05em}\n"
    "ul,ol{padding-left:1.6em}ol,nav ul,.trawl-refs{list-style:none}ol,.trawl-refs{padding-left:1em}\n"
    ".trawl-here{padding:0 .4em;text-decoration:none;opacity:0}.trawl-here::after{content:\"\\B6\"}"
    ":hover>.trawl-here,.trawl-here:focus{opacity:1}\n"
    "ol>li,.trawl-refs>li{padding-left:1.2em}\n"
    "nav ul{padding-left:1.2em}.trawl-contents{padding-left:0}\n"
    "li>p,li>ul,li>ol,nav ul ul{margin:.3em 0}\n"
    "ol>li>p:first-child,.trawl-refs p:first-child{text-indent:-1.2em}\n"
    ".trawl-numbers>li{list-style:decimal;padding-left:.2em}"
    ".trawl-numbers p:first-child{text-indent:0}.trawl-numbers{padding-left:1.6em}\n"
    "table{border-collapse:collapse;display:block;overflow:auto}"
    "th,td{border:1px solid var(--rule);padding:.2em .5em;text-align:left;vertical-align:top}"
    ".trawl-right{text-align:right}.trawl-more>td{border-top:hidden}\n"
    "dt{font-weight:600}dd{margin-left:1.6em}dd>p{margin:.2em 0 .8em}\n"
    ".trawl-pre{font:.86em/1.4 var(--mono);white-space:pre;overflow-x:auto;"
    "background:var(--soft);padding:.6em .8em;border-radius:4px}\n"
    ".trawl-art,.trawl-table,.trawl-stat{background:none;padding:0;line-height:1.25}\n"
    ".trawl-added{color:var(--q2)}.trawl-removed{color:var(--dead)}.trawl-hunk{color:var(--q1)}.trawl-file{font-weight:600}\n"
    ".trawl-trailers{list-style:none;padding:0;color:var(--note);font-size:.92em}.trawl-trailers p{margin:0}\n"
    "a{color:var(--link);text-underline-offset:.15em}\n"
    "a:visited{color:var(--seen)}\n"
    ":focus-visible{outline:2px solid;outline-offset:2px}\n"
    ".trawl-dead{text-decoration:underline dotted var(--dead)}\n"
    ".trawl-note{color:var(--note);font-size:.85em}\n"
    ".trawl-attribution{color:var(--note);margin-bottom:0}\n"
    ".trawl-quote{color:var(--q1)}\n"
    ".trawl-quote .trawl-quote{color:var(--q2)}\n"
    ".trawl-quote .trawl-quote .trawl-quote{color:var(--q3)}\n"
    "blockquote,.trawl-remark{padding-left:.9em;border-left:3px solid var(--q1)}.trawl-remark{border-color:var(--note)}\n"
    "blockquote blockquote{border-color:var(--q2)}\n"
    "blockquote blockquote blockquote{border-color:var(--q3)}\n"
    "hr{border:0;border-top:1px solid var(--rule);margin:1.6em 0}\n"
    "section{margin-top:2.2rem}\n"
    ":target{outline:2px solid var(--link);outline-offset:.4em}\n"
    ".trawl-head{display:block;white-space:pre-line;border-bottom:1px solid var(--rule);padding-bottom:.4em;color:var(--note)}\n"
    ".trawl-head h2{display:inline;font-size:1em;color:var(--ink)}\n"
    ".trawl-signature{border-top:1px solid var(--rule);padding-top:.6em;color:var(--note);font:.86em/1.4 var(--mono)}\n"
    "@media (max-width:40em){main,.trawl-top{padding:.8rem .7rem 2rem;font-size:.86rem}main.trawl-text{font-size:1rem}"
    ".trawl-top{padding-bottom:0}main>.trawl-table:first-child{white-space:pre-line}}\n"
    "@media print{.trawl-here{display:none}*{color:#000!important;background:none!important;border-color:#999!important}"
    "main,main.trawl-text,.trawl-top{max-width:none;padding:0;font-size:10pt}p{orphans:3;widows:3}"
    "h1,h2,h3,h4,h5,h6,dt{break-after:avoid}tr{break-inside:avoid}table{display:table}"
    "section+section{break-before:page}.trawl-pre{white-space:pre-wrap}"
    ".trawl-named::after{content:\" <\" attr(href) \">\";font-size:.8em}}\n";

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

/* Returns the title of the caller, or an empty title if HTML shows nothing of it: text of HTML has
 * no form feeds. */
static trawl_str page_own_title(const trawl_emit *e)
{
    trawl_str title = e->config.title;

    while (title.n > 0 && title.p[title.n - 1] == '\f')
        title.n--;
    return title;
}

/* Writes a title as text. */
static void page_put_title(trawl_emit *e)
{
    const html *h = e->state;
    const trawl_str own = page_own_title(e);

    if (h->title && h->title->n > 0)
        escape_whole(e, &e->html.text, h->title->text, h->title->n);
    else if (own.n > 0)
        escape_whole(e, &e->html.text, own.p, own.n);
    else
        emit_text(e, "Text");
}

static void put_lang(trawl_emit *e, const char *before)
{
    emit_text(e, before);
    if (e->config.lang.n > 0)
        escape_whole(e, &e->html.attribute, e->config.lang.p, e->config.lang.n);
    else
        emit_text(e, "und"); /* not known */
}

/* Writes the start of the body. The title is above the text unless the text has it as a heading. */
static void page_put_body(trawl_emit *e)
{
    const html *h = e->state;

    emit_text(e, "<body>\n");
    if (!h->structure) {
        emit_text(e, "<main><pre>");
        return;
    }
    if (!h->title || h->title->to == 0) {
        emit_text(e, page_own_title(e).n > 0 && !(h->title && h->title->n > 0)
                         ? "<header class=\"trawl-top\"><h1>"
                         : "<header class=\"trawl-top trawl-aside\"><h1>");
        page_put_title(e);
        emit_text(e, "</h1></header>\n");
    }
    emit_text(e, emit_option(e, TRAWL_EMIT_OPTION_KEEP_LINES)
                     ? "<main class=\"trawl-text trawl-lines\">"
                     : "<main class=\"trawl-text\">");
    html_refs_toc_before(e);
}

int html_page_begin(trawl_emit *e)
{
    bool own_css = e->config.css.n > 0 && !emit_option(e, TRAWL_EMIT_OPTION_NO_STYLE);
    bool xhtml = emit_option(e, TRAWL_EMIT_OPTION_XHTML);
    const char *end = xhtml ? "\"/>\n" : "\">\n";
    html *h = e->state;

    h->still.bol = true;
    emit_text(e, "<!DOCTYPE html>\n<html");
    if (xhtml)
        put_lang(e, " xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"");
    put_lang(e, xhtml ? "\" lang=\"" : " lang=\"");
    emit_text(e, "\">\n<head>\n");
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
    page_put_title(e);
    emit_text(e, "</title>\n");
    put_style(e);
    emit_text(e, "</head>\n");
    page_put_body(e);
    return e->error;
}

int html_page_end(trawl_emit *e)
{
    html *h = e->state;

    if (!h->structure) {
        html_still_end(e);
        emit_text(e, "</pre>");
    }
    emit_text(e, h->section ? "</section>" : "");
    html_refs_toc_after(e);
    return emit_text(e, "</main>\n</body>\n</html>\n");
}

/* ---- Lines that stay as they are ----
 *
 * Each quote mark of a line opens an element for the rest of the line:
 *
 *   <span class="trawl-quote">&gt; <span class="trawl-quote">&gt; twice quoted
 *   </span></span>
 *
 * A quote mark is a ">" at the start of a line, after spaces perhaps, and outside of links; other
 * marks of R10 do not count.
 */

/* Called before the first byte of the text, or of a message. HTML parsers, unlike XML parsers, drop
 * a line end right after <pre>, so one is added. */
static void page_put_first(trawl_emit *e, char c)
{
    html *h = e->state;

    if (!h->still.started && (c == '\n' || c == '\r') && !emit_option(e, TRAWL_EMIT_OPTION_XHTML))
        emit_text(e, "\n");
    h->still.started = true;
}

static void open_quote(trawl_emit *e)
{
    html *h = e->state;

    if (h->still.depth == HTML_QUOTES)
        return;
    escape_html_settle(e, &h->text);
    emit_text(e, "<span class=\"trawl-quote\">");
    h->still.depth++;
}

static void close_quotes(trawl_emit *e)
{
    html *h = e->state;

    for (; h->still.depth > 0; h->still.depth--)
        emit_text(e, "</span>");
}

/* Returns the length of the rest of a line at `p`, with its line end. If there is a line end, sets
 * bol and cr. */
static size_t page_line_of(const trawl_emit *e, html_still *l, const char *p, size_t n)
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

    while (h->still.bol && !h->link.open && i < n) {
        if (p[i] == '>')
            open_quote(e);
        else if (p[i] != ' ')
            break;
        escape_html_text(e, &h->text, p + i, 1);
        i++;
    }
    h->still.bol = h->still.bol && i == n;
    return i;
}

int html_still_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    size_t i = 0, len;

    while (!h->still.started && i < n && p[i] == '\f')
        i++; /* nothing is written for it */
    if (i == n)
        return e->error;
    page_put_first(e, p[i]);
    if (h->still.cr && p[i] == '\n') /* the escaper drops it */
        escape_html_text(e, &h->text, p + i++, 1);
    h->still.cr = h->still.cr && i == n;
    while (i < n && !e->error) {
        h->still.cr = false;
        i += put_marks(e, p + i, n - i);
        len = page_line_of(e, &h->still, p + i, n - i);
        escape_html_text(e, &h->text, p + i, len);
        i += len;
        if (len > 0 && h->still.bol)
            close_quotes(e);
    }
    return e->error;
}

void html_still_inline(trawl_emit *e)
{
    html *h = e->state;

    h->still.bol = false;
    h->still.cr = false;
    h->still.started = true;
}

void html_still_head(trawl_emit *e, bool head)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
    close_quotes(e);
    emit_text(e, head ? "<span class=\"trawl-head\">" : "</span>");
    h->still.started = true;
    h->still.bol = true;
    h->still.cr = false;
}

void html_still_end(trawl_emit *e)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
    close_quotes(e);
}
