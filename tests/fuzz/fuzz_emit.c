/* fuzz_emit.c - all writers, with all their options, and the user's rules, over any text
 *
 * An input is taken apart by emit_case.h. Whatever the writer, the same bytes must come out in a cut as in none, and the
 * addresses in it are those of the links (emit_links.h). What it writes is read back by a reader that takes nothing but what
 * the writer means to write, and has to be display(source), which emit_run.h makes from the texts that the scan sent, so that
 * charsets are covered too:
 *
 *   HTML       html_read.h, html_head.h: its text content, and its title
 *   terminal   emit_terms.h: with our links taken off; no control but SGR of the input comes out
 *   Markdown   md_read.h: what a renderer shows, tabs and last line ends aside
 *   notes      notes_read.h: all of it, byte for byte
 *   text       the same links (without rules) and lines come out as went in, and writing it once more changes nothing
 */
#include "emit_links.h"

#include "emit_terms.h"
#include "html_head.h"
#include "md_read.h"
#include "notes_read.h"
#include "text_run.h"

static emit_out output, output_cut, source, shown;
static emit_links links;
static html_read html;
static md_read markdown;
static growing wanted;
static notes_read notes;
static terms terminal;
static text_run text_whole, text_cut, text_twice;
static bool notes_odd;

/* Are they the same? Says what they are, if not. */
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

static int collect(void *user, const trawl_event *e)
{
    const emit_case *c = user;

    if (e->type == TRAWL_TEXT || e->type == TRAWL_LINK || e->type == TRAWL_LINK_MORE)
        (void)emit_keep(&source, e->text.p, e->text.n);
    if (e->type == TRAWL_LINK)
        emit_links_take(&links, c, e->link);
    if (c->emit.format == TRAWL_EMIT_NOTES)
        notes_odd = !notes_take(&notes, e) || notes_odd;
    return 0;
}

static void check_html(const emit_case *c)
{
    unsigned options = c->emit.options;
    bool page = (options & TRAWL_EMIT_PAGE) != 0, xhtml = (options & TRAWL_EMIT_XHTML) != 0;
    const char *body;

    if (page) {
        html_read_head(&html, output.p, output.n, xhtml, !(options & TRAWL_EMIT_NO_STYLE));
        must_read(html.broken, html.at);
        emit_display(&shown, c->emit.title.p, c->emit.title.n, false);
        if (shown.n == 0)
            emit_add(&shown, "Text");
        must_be(html.text.p, html.text.n, shown.p, shown.n, "the title is display(title)");
        body = html_find(output.p, output.n, "</head>");
        html_read_page(&html, body, output.n - (size_t)(body - output.p), xhtml);
    } else {
        html_read_all(&html, output.p, output.n, xhtml);
    }
    must_read(html.broken, html.at);
    emit_display(&shown, source.p, source.n, false);
    must_be(html.text.p, html.text.n, shown.p, shown.n, "text content is display(source)");
    if (!emit_links_in_lines(c->emit.link_template))
        return;
    must(emit_links_hold(&links, html.hrefs.p, true), "each href is a link's");
}

/* The addresses of terms_read(), "1|uri|text", alone; and the output without what opens and closes links, CRLF being LF. */
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
    must(emit_links_hold(&links, hrefs.p, false), "each URI is a link's");
    if (!coloured) {
        emit_display(&output_cut, source.p, source.n, true);
        want.n = 0;
        notes_escapes(&want, output_cut.p, output_cut.n);
        must_be(shown.p, shown.n, want.p, want.n, "SGR passes as it is");
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
    must(emit_links_hold(&links, markdown.hrefs.p, true), "each address is a link's");
}

static void check_notes(void)
{
    size_t n = 0;

    must(!notes_odd && notes.count == notes.begun, "links end, each once");
    notes_make(&notes, &shown);
    for (size_t i = 0; i < output.n; i++)
        if (output.p[i] != '\r')
            output.p[n++] = output.p[i];
        else
            must(i + 1 < output.n && output.p[i + 1] == '\n', "no CR but before LF");
    must_be(output.p, n, shown.p, shown.n, "notes are the text, its numbers, and the list");
}

static size_t lines_of(const char *p, size_t n)
{
    size_t lines = 0;

    for (size_t i = 0; i < n; i++)
        lines += p[i] == '\n';
    return lines;
}

/* What comes out is UTF-8, whatever went in. With rules of the user's the links may be others: what stood between the pieces of a
 * link was no text to them, and stands behind it now. */
static void check_text(const emit_case *c)
{
    trawl_config again = c->scan;
    const struct reply *one = &text_whole.out, *two = &text_twice.out;

    must(text_run_scan(&text_whole, &c->scan, c->text, c->n, 0, 0) == TRAWL_OK, "-t text works");
    must(text_run_scan(&text_cut, &c->scan, c->text, c->n, c->first, c->step) == TRAWL_OK, "-t text works in a cut");
    must_be(text_cut.out.p, text_cut.out.n, one->p, one->n, "the same bytes in any cut");
    must(lines_of(one->p, one->n) == lines_of(source.p, source.n), "as many lines");
    if (c->scan.rules.n > 0)
        return;
    again.charset = str_of("", 0);
    must(text_run_scan(&text_twice, &again, one->p, one->n, 0, 0) == TRAWL_OK, "-t text works twice");
    must_be(two->p, two->n, one->p, one->n, "text(text(x)) is text(x)");
    must_be(text_twice.links.p, text_twice.links.n, text_whole.links.p, text_whole.links.n, "the same links");
}

static void check_writer(const emit_case *c)
{
    must(emit_scan(&output, &c->emit, &c->scan, c->text, c->n, 0, 0) == TRAWL_OK, "a writer works");
    must(emit_scan(&output_cut, &c->emit, &c->scan, c->text, c->n, c->first, c->step) == TRAWL_OK, "also in a cut");
    must_be(output_cut.p, output_cut.n, output.p, output.n, "the same bytes in any cut");
    switch (c->emit.format) {
    case TRAWL_EMIT_HTML:
        check_html(c);
        break;
    case TRAWL_EMIT_TERM:
        check_term((c->emit.options & TRAWL_EMIT_COLOR) != 0);
        break;
    case TRAWL_EMIT_MARKDOWN:
        check_markdown();
        break;
    default:
        check_notes();
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emit_case c;

    if (size < EMIT_CASE_HEAD)
        return 0;
    emit_case_make(&c, data, size);
    source.n = 0;
    emit_add(&source, "");
    emit_links_clear(&links);
    notes_clear(&notes);
    notes_odd = false;
    must(trawl_scan(c.text, c.n, &c.scan, collect, &c) == TRAWL_OK, "a scan works");
    if (c.emit.format == EMIT_CASE_TEXT)
        check_text(&c);
    else
        check_writer(&c);
    return 0;
}
