/* fuzz_emit.c - all writers, with all their options and the user's rules, over any text
 *
 *   byte 0   the writer: HTML (four of eight values), text, terminal, Markdown, notes; 8: an outline,
 *            16: TRAWL_EMIT_OPTION_TOC, 32: TRAWL_EMIT_OPTION_OWN_TITLE
 *        1   enum trawl_emit_option, the first eight
 *        2   how the text is cut
 *        3   what is found (scan_configs.h); 128: TRAWL_OPTION_JOIN
 *        4   the user's rules; 8: TRAWL_OPTION_HYPHEN_DROP, 16: TRAWL_OPTION_ALL_DOMAINS
 *        5   live schemes, the template, attributes, title and stylesheet: two bits each
 *
 * The text follows. User rules, ended by a byte 0x1E, may precede it. The template and the strings
 * may be the start of the text, so that their escaping is tested too.
 *
 * Every writer gives the same bytes for any pieces of the text, and writes only the addresses of
 * the scan's links. Without a template its output is at most 40 times the text and 64 KB. Its
 * output is read back by a strict reader and compared with display(source), which emit_run.h makes
 * from the TEXT events, so that charsets are covered:
 *
 *   HTML       its text content and its title; with structure, white space does not count
 *   terminal   the text without hyperlinks; its only control sequences are SGR from the input
 *   Markdown   what a renderer shows, except tabs and line ends at the end
 *   notes      the whole output, byte for byte
 *   text       the number of lines and, without rules, the links; writing it again changes nothing
 */
#include <trawl_emit.h>

#include "configured.h"
#include "emit_read.h"
#include "emit/emit_run.h"
#include "fuzz.h"
#include "growing.h"
#include "html/html_read.h"
#include "scan_configs.h"

/* ---- The parts of an input ---- */

enum { EMIT_CASE_HEAD = 6, EMIT_CASE_RULES_END = 0x1E };

typedef struct emit_case {
    trawl_emit_config emit;
    trawl_config scan;
    const char *text;
    size_t n, first, step;
    bool outlined;
    char link_template[128];
} emit_case;

/* clang-format off */
static const char *const emit_case_rules[] = {
    "", "", "", "",
    ("rule rfc\n trigger RFC\n match RFC[ -]?(\\d+)\n url https://www.rfc-editor.org/rfc/rfc$1\n"
     "rule bug\n trigger Bug #\n match Bug #(\\d+)\n url http://bugs.example/?id=$1&x=\n"
     "rule mid\n trigger Message-ID: <\n match Message-ID: <([^<>\\s]+)>\n url mid:$1\n"),
    /* matches with markup, escape sequences, invalid characters, halves of links */
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
    unsigned more = (data[3] & 128 ? TRAWL_OPTION_JOIN : 0) |
                    (data[4] & 8 ? TRAWL_OPTION_HYPHEN_DROP : 0) |
                    (data[4] & 16 ? TRAWL_OPTION_ALL_DOMAINS : 0);

    c->scan = scan_config_make(data[3] & 127, more);
    c->scan.want &= ~(unsigned)TRAWL_WANT_EXPLAIN;
    if (data[4] % 8 < 7) {
        c->scan.rules = scan_config_str(emit_case_rules[data[4] % 8]);
    } else {
        const char *end = c->n > 0 ? memchr(c->text, EMIT_CASE_RULES_END, c->n) : NULL;
        size_t n = end ? (size_t)(end - c->text) : 0;
        if (n > 0 &&
            trawl_rules_check(str_of(c->text, n).p, str_of(c->text, n).n, NULL) == TRAWL_OK)
            c->scan.rules = str_of(c->text, n);
        c->text += end ? n + 1 : 0;
        c->n -= end ? n + 1 : 0;
    }
}

static void emit_case_template(emit_case *c, unsigned which)
{
    static const char *const templates[] = {"", "https://out.example/?<\">'&%u",
                                            "mailto:%u?body=%u%", "http://out.example/%u"};
    size_t n = strlen(templates[which]), own = 0;

    while (which == 3 && own < emit_case_own(c, 64).n && c->text[own] != ' ')
        own++; /* a blank would end the template */
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
    static const int formats[] = {TRAWL_EMIT_FORMAT_HTML,     TRAWL_EMIT_FORMAT_HTML,
                                  TRAWL_EMIT_FORMAT_HTML,     TRAWL_EMIT_FORMAT_HTML,
                                  TRAWL_EMIT_FORMAT_TEXT,     TRAWL_EMIT_FORMAT_TERM,
                                  TRAWL_EMIT_FORMAT_MARKDOWN, TRAWL_EMIT_FORMAT_NOTES};
    static const char *const live[] = {"", "news", "ftp,telnet,javascript,file,data",
                                       "mid,urn,prospero,wais,tn3270,sms"};

    *c = (emit_case){.text = (const char *)data + EMIT_CASE_HEAD, .n = size - EMIT_CASE_HEAD};
    c->emit.size = sizeof c->emit;
    c->emit.format = formats[data[0] % 8];
    c->emit.options = data[1] | (data[0] & 16 ? TRAWL_EMIT_OPTION_TOC : 0) |
                      (data[0] & 32 ? TRAWL_EMIT_OPTION_OWN_TITLE : 0);
    c->outlined = (data[0] & 8) != 0;
    c->first = data[2];
    c->step = 1 + data[2] / 4;
    emit_case_scan(c, data);
    c->emit.live = scan_config_str(live[data[5] % 4]);
    if (c->emit.format == TRAWL_EMIT_FORMAT_HTML) {
        emit_case_template(c, data[5] / 4 % 4);
        emit_case_words(c, data[5] / 16 % 4);
    }
}

/* ---- The addresses that a writer may write: those of trawl_emit_href(), in order ---- */

typedef struct emit_links {
    growing hrefs; /* one a line */
    struct emit_links_run {
        size_t from, n;
        unsigned least, most;
    } * runs; /* neighbours with the same address are one run */
    size_t count, room;
} emit_links;

static void emit_links_clear(emit_links *l)
{
    growing_clear(&l->hrefs);
    l->count = 0;
}

static bool emit_links_begins(trawl_str s, const char *with)
{
    size_t n = strlen(with);

    return s.n >= n && memcmp(s.p, with, n) == 0;
}

/* Checks F1, F4, F11: a URI of bounded length whose scheme neither runs code nor reads files. */
static void emit_links_check(trawl_str href, size_t most)
{
    static const char *const never[] = {
        "javascript:", "vbscript:", "livescript:",  "data:", "blob:",  "filesystem:",
        "file:",       "about:",    "view-source:", "jar:",  "chrome", "resource:",
        "ms-",         "search:",   "hcp:",         "hxxp"};

    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        must(!emit_links_begins(href, never[i]), "no address runs code");
    must(href.n <= most, "an address has a bounded length");
    must(trawl_accepts(TRAWL_STANDARD_RFC3986, href.p, href.n) == 1, "an address is a URI");
}

/* Puts the address into the template at "%u"; returns false when the result is too long. */
static bool emit_links_template(growing *to, trawl_str template, trawl_str href)
{
    size_t from = to->n;

    for (size_t i = 0; i < template.n; i++) {
        bool here = i + 1 < template.n && template.p[i] == '%' && template.p[i + 1] == 'u';
        for (size_t k = 0; here && k < href.n; k++) {
            char c = href.p[k];
            bool plain = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
                         strchr("-._~", c);
            if (plain)
                growing_add(to, &c, 1);
            else
                growing_printf(to, "%%%02X", (unsigned)(unsigned char)c);
        }
        if (!here)
            growing_add(to, template.p + i, 1);
        i += here;
    }
    return to->n - from <= TRAWL_URL_MAX;
}

static void emit_links_keep(emit_links *l, size_t from, unsigned pieces)
{
    size_t n = l->hrefs.n - from;
    struct emit_links_run *last = l->count > 0 ? &l->runs[l->count - 1] : NULL;

    if (last && last->n == n && memcmp(l->hrefs.p + last->from, l->hrefs.p + from, n) == 0) {
        last->least++;
        last->most += pieces;
        l->hrefs.n = from;
        return;
    }
    if (l->count == l->room) {
        l->room = 2 * l->room + 16;
        l->runs = realloc(l->runs, l->room * sizeof *l->runs);
        must(l->runs != NULL, "memory for the test");
    }
    l->runs[l->count++] = (struct emit_links_run){from, n, 1, pieces};
}

/* Stores the addresses that may be written for a link of the scan. In a terminal every scheme is
 * live. */
static void emit_links_take(emit_links *l, const emit_case *c, const trawl_link *link)
{
    static emit_out as_shown;
    char room[TRAWL_URL_MAX];
    bool term = c->emit.format == TRAWL_EMIT_FORMAT_TERM;
    const char *colon = link->url.n > 0 ? memchr(link->url.p, ':', link->url.n) : NULL;
    trawl_str live =
        term ? str_of(link->url.p, colon ? (size_t)(colon - link->url.p) : 0) : c->emit.live;
    size_t n = 0, most = term ? 2083 : TRAWL_URL_MAX, from = l->hrefs.n;
    const char *why = NULL;
    int result = trawl_emit_href(link, live.p, live.n, room, sizeof room, &n, &why);

    must(result == TRAWL_OK || (result == TRAWL_EMIT_DEAD && why),
         "trawl_emit_href returns live or dead");
    if (result != TRAWL_OK || n > most)
        return;
    emit_links_check(str_of(room, n), most);
    if (c->emit.link_template.n == 0)
        growing_add(&l->hrefs, room, n);
    else if (!emit_links_template(&l->hrefs, c->emit.link_template, str_of(room, n)))
        l->hrefs.n = from;
    emit_display(&as_shown, l->hrefs.p + from, l->hrefs.n - from,
                 false); /* a template may contain anything */
    l->hrefs.n = from;
    growing_add(&l->hrefs, as_shown.p, as_shown.n);
    if (l->hrefs.n > from)
        emit_links_keep(l, from, link->span_count);
}

/* Returns false for a template with a line end, whose addresses cannot be compared line by line, or
 * with a form feed, which an attribute shows as U+FFFD. */
static bool emit_links_in_lines(trawl_str template)
{
    for (size_t i = 0; i < template.n; i++)
        if (template.p[i] == '\n' || template.p[i] == '\r' || template.p[i] == '\f')
            return false;
    return true;
}

/* Returns true when the addresses in `lines` are those of the links, in order. Addresses of notes,
 * which begin with "+", are skipped. */
static bool emit_links_hold(const emit_links *l, const char *lines, bool all)
{
    for (size_t i = 0; i < l->count; i++) {
        const struct emit_links_run *r = &l->runs[i];
        unsigned got = 0;
        for (;; lines = strchr(lines, '\n') + 1) {
            if (*lines == '+')
                continue;
            if (got == r->most || strncmp(lines, l->hrefs.p + r->from, r->n) != 0 ||
                lines[r->n] != '\n')
                break;
            got++;
        }
        if (all && got < r->least)
            return false;
    }
    while (*lines == '+')
        lines = strchr(lines, '\n') + 1;
    return *lines == '\0';
}

/* ---- The head of an HTML page: its title and stylesheet ---- */

/* Returns the first place of `what`, or NULL. */
static const char *html_find(const char *p, size_t n, const char *what)
{
    size_t len = strlen(what);

    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(p + i, what, len) == 0)
            return p + i;
    return NULL;
}

/* Returns the end of `words` if p begins with them, else NULL. */
static const char *html_past(const char *p, const char *end, const char *words)
{
    size_t len = strlen(words);

    return p && (size_t)(end - p) >= len && memcmp(p, words, len) == 0 ? p + len : NULL;
}

static const char *html_style(html_read *r, const char *p, const char *end, bool xhtml)
{
    const char *to = html_find(p, (size_t)(end - p), "</");

    if (!to)
        return NULL;
    for (const char *at = p; xhtml && at < to; at++) {
        size_t len;
        if (*at == '<' || (*at == '&' && html_reference(at, (size_t)(to - at), &len) == 0))
            html_break(r, "markup in a stylesheet", (size_t)(at - p));
    }
    return html_past(to, end, "</style>\n");
}

/* Reads the head of a page and puts its title into r->text. In HTML a stylesheet ends at the first
 * "</style"; in XML it is text like any other. */
static bool html_read_head(html_read *r, const char *p, size_t n, bool xhtml, bool styled)
{
    static const char title[] = "<title>", begin[] = "<!DOCTYPE html>\n<html";
    const char *end = p + n, *at = html_find(p, n, title), *to = NULL;

    growing_clear(&r->text);
    r->broken = NULL;
    if (at && html_past(p, end, begin)) {
        at += sizeof title - 1;
        to = memchr(at, '<', (size_t)(end - at));
    }
    if (to)
        html_unescape(r, &r->text, at, (size_t)(to - at), (size_t)(at - p));
    to = html_past(to, end, "</title>\n");
    if (to && styled)
        to = html_past(to, end, "<style>\n");
    if (to && styled)
        to = html_style(r, to, end, xhtml);
    if (!html_past(to, end, "</head>\n<body>\n<"))
        html_break(r, "an unexpected head", 0);
    return !r->broken;
}

/* ---- Text ---- */

/* A trawl_link_sink: keeps each URL, and a NUL. */
static int keep_url(void *links, const trawl_link *link)
{
    growing_add(links, link->url.p, link->url.n);
    growing_add(links, "", 1);
    return 0;
}

static void text_links(growing *urls, const trawl_config *scan, const char *text, size_t n)
{
    trawl_settings *s;

    growing_clear(urls);
    must(trawl_settings_open(&s, scan) == TRAWL_OK, "settings work");
    must(trawl_each(text, n, s, keep_url, urls) == TRAWL_OK, "a scan works");
    trawl_settings_close(&s);
}

/* ---- The target ---- */

static emit_out output, output_cut, output_twice, source, shown;
static emit_links links;
static html_read html;
static md_read markdown;
static growing wanted, urls, urls_twice;
static notes_read notes;
static terms terminal;
static bool notes_odd;

/* Fails when the two texts differ, and prints both. */
static void must_be(const char *got, size_t n, const char *want, size_t want_n, const char *what)
{
    bool same = n == want_n && (n == 0 || memcmp(got, want, n) == 0);

    if (!same) {
        fputs("got:    ", stderr);
        fwrite(got, 1, n, stderr);
        fputs("\nwanted: ", stderr);
        fwrite(want, 1, want_n, stderr);
        fputs("\n", stderr);
    }
    must(same, what);
}

static void must_read(const char *broken, size_t at)
{
    if (broken)
        fprintf(stderr, "at byte %zu of %s\n", at, output.p);
    must(!broken, broken);
}

/* Returns true for the escape sequences of a terminal's hyperlink, which all writers but that of
 * plain text leave out. */
static bool is_left_out(const emit_case *c, const trawl_event *e)
{
    return c->emit.format != TRAWL_EMIT_FORMAT_TEXT && e->type == TRAWL_EVENT_TEXT && e->link &&
           e->link->kind == TRAWL_KIND_OSC8 && e->text.n > 0 && e->text.p[0] == '\x1B';
}

/* Returns the length of a byte-order mark at the start of the source, which only the writer of plain
 * text keeps. */
static size_t mark_n(const emit_case *c, const trawl_event *e)
{
    return c->emit.format != TRAWL_EMIT_FORMAT_TEXT && e->type == TRAWL_EVENT_TEXT &&
                   e->span.from == 0 && e->text.n >= 3 && memcmp(e->text.p, "\xEF\xBB\xBF", 3) == 0
               ? 3
               : 0;
}

static int collect(void *user, const trawl_event *event)
{
    const emit_case *c = user;
    trawl_event e = *event;

    if (is_left_out(c, event))
        e.text.n = 0;
    e.text.p += mark_n(c, event);
    e.text.n -= mark_n(c, event);
    if (e.type == TRAWL_EVENT_TEXT || e.type == TRAWL_EVENT_LINK || e.type == TRAWL_EVENT_LINK_MORE)
        (void)emit_keep(&source, e.text.p, e.text.n);
    if (e.type == TRAWL_EVENT_LINK)
        emit_links_take(&links, c, e.link);
    if (c->emit.format == TRAWL_EMIT_FORMAT_NOTES)
        notes_odd = !notes_take(&notes, &e) || notes_odd;
    return 0;
}

static bool has_structure(unsigned options)
{
    return options & TRAWL_EMIT_OPTION_PAGE ? !(options & TRAWL_EMIT_OPTION_NO_STRUCTURE)
                                            : (options & TRAWL_EMIT_OPTION_STRUCTURE) != 0;
}

static void check_html(const emit_case *c)
{
    unsigned options = c->emit.options;
    bool page = (options & TRAWL_EMIT_OPTION_PAGE) != 0,
         xhtml = (options & TRAWL_EMIT_OPTION_XHTML) != 0;
    const char *body;

    if (page) {
        html_read_head(&html, output.p, output.n, xhtml, !(options & TRAWL_EMIT_OPTION_NO_STYLE));
        must_read(html.broken, html.at);
        emit_display(&shown, c->emit.title.p, c->emit.title.n, false);
        if (shown.n == 0)
            emit_add(&shown, "Text");
        if (!(options & TRAWL_EMIT_OPTION_OWN_TITLE) || !has_structure(options))
            must_be(html.text.p, html.text.n, shown.p, shown.n, "the title is display(title)");
        body = html_find(output.p, output.n, "</head>");
        html_read_page(&html, body, output.n - (size_t)(body - output.p), xhtml);
    } else {
        html_read_all(&html, output.p, output.n, xhtml);
    }
    must_read(html.broken, html.at);
    emit_display(&shown, source.p, source.n, false);
    if (!has_structure(options) || !html_same_but_white(html.text.p, html.text.n, shown.p, shown.n))
        must_be(html.text.p, html.text.n, shown.p, shown.n, "the text content is display(source)");
    if (!emit_links_in_lines(c->emit.link_template))
        return;
    must(emit_links_hold(&links, html.hrefs.p, true), "each href belongs to a link");
}

/* Collects the addresses of terms_read(), "1|uri|text", and the output without hyperlink sequences,
 * with CR LF as LF. */
static void strip_term(emit_out *hrefs)
{
    hrefs->n = shown.n = 0;
    emit_add(hrefs, "");
    emit_add(&shown, "");
    for (size_t i = 0; i < output.n; i++) {
        const char *p = output.p + i;
        if (html_past(p, output.p + output.n, "\x1B]8;")) {
            const char *uri = strchr(p + 4, ';') + 1, *end = strstr(uri, "\x1B\\");
            (void)emit_keep(hrefs, uri, (size_t)(end - uri));
            emit_add(hrefs, end > uri ? "\n" : "");
            i = (size_t)(end + 1 - output.p);
        } else if (*p != '\r') {
            (void)emit_keep(&shown, p, 1);
        }
    }
}

static void check_term(bool coloured)
{
    emit_out hrefs = {0}, want = {0};

    terms_read(&terminal, output.p, output.n);
    must_read(terminal.broken, 0);
    emit_display_term(&want, source.p, source.n);
    must_be(terminal.text.p, terminal.text.n, want.p, want.n, "a terminal shows display(source)");
    strip_term(&hrefs);
    must(emit_links_hold(&links, hrefs.p, false), "each URI belongs to a link");
    if (!coloured) {
        emit_display(&output_cut, source.p, source.n, true);
        want.n = 0;
        notes_escapes(&want, output_cut.p, output_cut.n);
        must_be(shown.p, shown.n, want.p, want.n, "SGR is kept unchanged");
    }
    free(hrefs.p);
    free(want.p);
}

static void check_markdown(void)
{
    md_read_all(&markdown, output.p, output.n);
    must_read(markdown.broken, markdown.at);
    emit_display(&shown, source.p, source.n, false);
    md_display(&wanted, shown.p, shown.n);
    must_be(markdown.text.p, markdown.text.n, wanted.p, wanted.n, "Markdown shows display(source)");
    must(emit_links_hold(&links, markdown.hrefs.p, true), "each address belongs to a link");
}

static void check_notes(void)
{
    size_t n = 0;

    must(!notes_odd && notes.count == notes.begun, "each link ends once");
    notes_make(&notes, &shown);
    for (size_t i = 0; i < output.n; i++)
        if (output.p[i] != '\r')
            output.p[n++] = output.p[i];
        else
            must(i + 1 < output.n && output.p[i + 1] == '\n', "CR only before LF");
    must_be(output.p, n, shown.p, shown.n, "notes are the text, its numbers, and the list");
}

static size_t lines_of(const char *p, size_t n)
{
    size_t lines = 0;

    for (size_t i = 0; i < n; i++)
        lines += p[i] == '\n';
    return lines;
}

/* Checks -t text: the output is UTF-8. With rules of the user the second run may find other links,
 * since text between the pieces of a link comes after the link in the output. With
 * TRAWL_OPTION_JOIN it may find others, too, since joining a link changes the lengths of lines, on
 * which later joins depend. */
static void check_text(const emit_case *c)
{
    trawl_config again = c->scan;

    must(lines_of(output.p, output.n) == lines_of(source.p, source.n), "the same number of lines");
    if (c->scan.rules.n > 0 || (c->scan.options & TRAWL_OPTION_JOIN))
        return;
    again.charset = str_of("", 0);
    must(emit_scan(&output_twice, &c->emit, &again, output.p, output.n, 0, 0) == TRAWL_OK,
         "it can be written twice");
    must_be(output_twice.p, output_twice.n, output.p, output.n, "text(text(x)) is text(x)");
    text_links(&urls, &c->scan, c->text, c->n);
    text_links(&urls_twice, &again, output.p, output.n);
    must_be(urls_twice.p, urls_twice.n, urls.p, urls.n, "the same links");
}

static void check_writer(const emit_case *c)
{
    must(emit_scan(&output, &c->emit, &c->scan, c->text, c->n, 0, 0) == TRAWL_OK, "a writer works");
    must(emit_scan(&output_cut, &c->emit, &c->scan, c->text, c->n, c->first, c->step) == TRAWL_OK,
         "a writer works in a cut");
    must_be(output_cut.p, output_cut.n, output.p, output.n, "the same bytes in any cut");
    if (c->emit.link_template.n == 0 && c->emit.title.n == 0)
        must(output.n <= 40 * c->n + ((size_t)64 << 10), "the output has a bounded length");
    switch (c->emit.format) {
    case TRAWL_EMIT_FORMAT_HTML:
        check_html(c);
        break;
    case TRAWL_EMIT_FORMAT_TERM:
        check_term((c->emit.options & TRAWL_EMIT_OPTION_COLOR) != 0);
        break;
    case TRAWL_EMIT_FORMAT_MARKDOWN:
        check_markdown();
        break;
    case TRAWL_EMIT_FORMAT_TEXT:
        check_text(c);
        break;
    default:
        check_notes();
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emit_case c;
    trawl_outline *outline = NULL;

    if (size < EMIT_CASE_HEAD)
        return 0;
    emit_case_make(&c, data, size);
    source.n = 0;
    emit_add(&source, "");
    emit_links_clear(&links);
    notes_clear(&notes);
    notes_odd = false;
    must(configured_scan(c.text, c.n, &c.scan, collect, &c) == TRAWL_OK, "a scan works");
    if (c.outlined) {
        must(trawl_outline_open(&outline, &c.emit) == TRAWL_OK, "an outline opens");
        must(configured_scan(c.text, c.n, &c.scan, trawl_outline_event, outline) == TRAWL_OK &&
                 trawl_outline_finish(outline) == TRAWL_OK,
             "an outline works");
        c.emit.outline = outline;
    }
    check_writer(&c);
    trawl_outline_close(&outline);
    return 0;
}
