/* markdown.c - the relative links of Markdown, such as "[a](b/c.html)", for --scheme any
 *
 * Input: the bytes of a file. Output: LINK events for the destinations that have no scheme, among
 * the events of the library, which finds all other links. These are the destinations of "[a](x)",
 * "![a](<x> 'title')" and "[a]: x", and the attributes href and src of tags (CommonMark 0.31).
 * First, the lines are read: in a copy of the text, code and the marks of quotes and lists are made
 * blank, and each paragraph ends with a form feed. Then destinations are searched in the copy.
 *
 * Paragraphs are divided more simply than by CommonMark: of lists in lists only the column of the
 * innermost item is known, and blocks of HTML are read like paragraphs. Destinations after the
 * first MD_MOST bytes are not found.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "trawl/filter/inside.h"

#define MD_MOST ((size_t)1 << 24)

/* The longest label, title and tag; the longest run of "`"; the most parentheses that are open in
 * a destination. These keep the search linear. */
enum { MD_LENGTH = 999, MD_TICKS = 32, MD_OPEN = 32 };

struct markdown {
    struct buffer text, copy; /* the copy has a form feed more */
    bool fed;                 /* the text was fed to the library, and is not added to any longer */

    /* While the lines are read. */
    unsigned quote;       /* the depth of quotes */
    size_t item;          /* the column of the text of a list's item, or 0 */
    char fence;           /* of the open block of code, else 0 */
    size_t fence_n;       /* length of the fence */
    const char *html_end; /* what ends the open comment, script, style or <pre>; else NULL */
    bool ended;           /* no paragraph is open */

    /* While destinations are searched. */
    const char *p;           /* where the search goes on in the copy; NULL: not yet */
    trawl_str to;            /* the destination that was found; empty: none */
    const char *attribute;   /* NULL outside of tags */
    bool definitions;        /* a paragraph begins, or a definition has ended */
    unsigned depth;          /* of open brackets */
    bool unclosed[MD_TICKS]; /* the paragraph has no more runs of so many "`" */
    bool busy;               /* a link is sent */
    struct buffer url, resolved;

    /* The place of the last destination: its offset, line and column, both from 0; the depth of
     * quotes; only marks of quotes precede it. */
    uint64_t at, line, column;
    unsigned depth_at;
    bool marks;
};

/* ---- Lines ---- */

/* A line of the copy, of which i bytes were read; they end in this column. */
struct md_line {
    char *p;
    size_t n, i, column;
};

/* Makes k bytes blank, and skips the blanks after them. */
static void skip(struct md_line *l, size_t k)
{
    memset(l->p + l->i, ' ', k);
    l->column += k;
    for (l->i += k; l->i < l->n && ascii_is_blank(l->p[l->i]); l->i++)
        l->column += l->p[l->i] == '\t' ? 4 - l->column % 4 : 1;
}

static bool is_empty(const struct md_line *l)
{
    return l->i == l->n || l->p[l->i] == '\r';
}

/* Returns the length of the run of c. */
static size_t run_of(const struct md_line *l, char c)
{
    size_t i = l->i;

    while (i < l->n && l->p[i] == c)
        i++;
    return i - l->i;
}

/* Skips the marks of quotes; in code, only those of the quote that it is in. Another depth of
 * quotes ends what is open. */
static void take_quotes(struct markdown *m, struct md_line *l)
{
    const unsigned most = m->fence || m->html_end ? m->quote : UINT_MAX;
    unsigned quote = 0;

    for (; quote < most && run_of(l, '>') > 0 && l->column < m->item + 4; quote++) {
        const size_t column = l->column + 1;

        skip(l, 1);
        l->column -= column; /* one blank belongs to the mark */
        l->column -= l->column > 0;
    }
    if (quote != m->quote) {
        m->quote = quote;
        m->item = 0;
        m->fence = '\0';
        m->html_end = NULL;
        m->ended = true;
    }
}

/* Skips the marks of lists, such as "-" and "1.". Returns true if there was one. */
static bool take_marks(struct markdown *m, struct md_line *l)
{
    bool marks = false;

    while (l->column < m->item + 4 && !is_empty(l)) {
        const char *p = l->p + l->i;
        const size_t n = l->n - l->i, column = l->column;
        size_t k = strchr("-+*", *p) != NULL;

        while (k < n && k < 9 && ascii_is_digit((unsigned char)p[k]))
            k++;
        if (k > 0 && ascii_is_digit((unsigned char)p[k - 1]))
            k = k < n && (p[k] == '.' || p[k] == ')') ? k + 1 : 0;
        if (k == 0 || (k < n && !ascii_is_blank(p[k]) && p[k] != '\r'))
            break;
        skip(l, k);
        m->item = is_empty(l) || l->column > column + k + 4 ? column + k + 1 : l->column;
        marks = true;
    }
    return marks;
}

/* Returns true for a line that ends a paragraph and is no text: a rule, or the first line of code,
 * of a comment, a script, a style or a <pre>. */
static bool take_other(struct markdown *m, const struct md_line *l)
{
    static const char *const begins[] = {"<!--", "<script", "<style", "<pre"};
    static const char *const ends[] = {"-->", "</script>", "</style>", "</pre>"};
    const char *p = l->p + l->i;
    const size_t n = l->n - l->i, run = run_of(l, *p);

    if (run >= 3 && (*p == '~' || (*p == '`' && !memchr(p + run, '`', n - run)))) {
        m->fence = *p;
        m->fence_n = run;
        m->item = l->column < m->item ? l->column : m->item;
        return true;
    }
    if (run >= 3 && strchr("-=_*", *p) && (run == n || p[run] == '\r'))
        return true;
    for (size_t k = 0; k < sizeof begins / sizeof begins[0]; k++)
        if (ascii_begins(p, n, begins[k])) {
            m->html_end = ascii_has(p, n, ends[k]) ? NULL : ends[k];
            return true;
        }
    return false;
}

/* Returns true for a line in the open block of code, or up to html_end, which it may end. */
static bool take_verbatim(struct markdown *m, struct md_line *l)
{
    const size_t run = m->fence ? run_of(l, m->fence) : 0;
    const bool left = m->fence && l->column < m->item && !is_empty(l); /* the item of the list */
    const bool verbatim = (m->fence && !left) || m->html_end;

    m->fence = left ? '\0' : m->fence;
    if (m->fence && run >= m->fence_n && l->column < m->item + 4) {
        skip(l, run);
        m->fence = is_empty(l) ? '\0' : m->fence;
    } else if (m->html_end && ascii_has(l->p, l->n, m->html_end)) {
        m->html_end = NULL;
    }
    return verbatim;
}

/* Reads a line of the copy, with the byte after it. */
static void read_line(struct markdown *m, char *p, size_t n)
{
    struct md_line l = {.p = p, .n = n};
    bool code, heading = false;

    skip(&l, 0);
    take_quotes(m, &l);
    code = take_verbatim(m, &l) || is_empty(&l);
    if (!code && m->ended && l.column < m->item)
        m->item = l.column;
    code = code || (m->ended && l.column >= m->item + 4);
    if (!code && take_marks(m, &l))
        p[l.i - 1] = '\f';
    if (!code && !is_empty(&l)) {
        heading = p[l.i] == '#';
        code = take_other(m, &l);
        if (heading && p > m->copy.p)
            p[-1] = '\f';
    }
    if (code)
        memset(p, ' ', n);
    if (code || heading)
        p[n] = '\f';
    m->ended = code || heading;
}

/* Reads the lines of the copy. */
static void read_lines(struct markdown *m)
{
    char *p = m->copy.p, *end = p + m->copy.n - 1, *lf;

    for (char *nul = p; (nul = memchr(nul, '\0', (size_t)(end - nul)));)
        *nul = ' ';
    if (ascii_begins(p, m->copy.n, "\xEF\xBB\xBF"))
        memset(p, ' ', 3);
    for (; p < end; p = lf + 1) {
        lf = memchr(p, '\n', (size_t)(end - p));
        lf = lf ? lf : end - 1;
        read_line(m, p, (size_t)(lf - p));
    }
}

/* ---- Destinations ---- */

static bool is_escape(const char *p)
{
    return *p == '\\' && p[1] > ' ' && p[1] < 0x7F && !ascii_is_alnum((unsigned char)p[1]);
}

static const char *after_blanks(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* Returns the first of `ends` without a "\" before it, or NULL. */
static const char *find_end(const char *p, const char *ends)
{
    for (const char *most = p + MD_LENGTH; *p && *p != '\f' && p < most; p++) {
        if (strchr(ends, *p))
            return p;
        p += is_escape(p);
    }
    return NULL;
}

/* Reads the destination at p. Returns what follows it, or NULL. */
static const char *read_destination(const char *p, trawl_str *to)
{
    const char *end = *p == '<' ? find_end(p + 1, "<>\n") : p;
    unsigned open = 0;

    if (*p == '<') {
        *to = (trawl_str){p + 1, end ? (size_t)(end - p) - 1 : 0};
        return end && *end == '>' ? end + 1 : NULL;
    }
    for (; (unsigned char)*end > ' ' && *end != 0x7F; end++) {
        if (*end == '(' && ++open > MD_OPEN)
            return NULL;
        if (*end == ')' && open-- == 0)
            break;
        end += is_escape(end);
    }
    *to = (trawl_str){p, (size_t)(end - p)};
    return *end == ')' || open == 0 ? end : NULL;
}

/* Returns what follows the title at p, or p if there is none. */
static const char *after_title(const char *p)
{
    const char close[] = {*p == '(' ? ')' : *p, '\0'};
    const char *end = *p && strchr("\"'(", *p) ? find_end(p + 1, close) : NULL;

    return end ? end + 1 : p;
}

/* Reads what follows "](". Returns its end, or NULL. */
static const char *read_resource(const char *p, trawl_str *to)
{
    p = read_destination(after_blanks(p), to);
    p = p ? after_blanks(after_title(after_blanks(p))) : NULL;
    return p && *p == ')' ? p + 1 : NULL;
}

/* Reads the definition "[label]: destination" at p. Returns the rest of its last line, or NULL.
 * Footnotes, "[^1]: text", are no links. */
static const char *read_definition(const char *p, trawl_str *to)
{
    const char *label = *p == '[' && p[1] != '^' ? find_end(p + 1, "[]") : NULL, *end;

    if (!label || label[0] != ']' || label[1] != ':' || after_blanks(p + 1) == label)
        return NULL;
    end = read_destination(after_blanks(label + 2), to);
    if (!end || (to->n == 0 && end[-1] != '>'))
        return NULL;
    label = end;
    end = after_title(after_blanks(end)); /* a title, or else the text of the next line */
    end += strspn(end, " \t\r");
    if (!strchr("\n\f", *end))
        end = label + strspn(label, " \t\r");
    return strchr("\n\f", *end) ? end : NULL;
}

/* Returns the end of the code that begins with the run of "`" at p, or the end of the run. */
static const char *code_end(struct markdown *m, const char *p)
{
    const size_t n = strspn(p, "`");
    size_t run = 0;

    if (n >= MD_TICKS || m->unclosed[n])
        return p + n;
    for (const char *at = p + n; *(at += strcspn(at, "`\f")) == '`'; at += run)
        if ((run = strspn(at, "`")) == n)
            return at + n;
    m->unclosed[n] = true;
    return p + n;
}

/* Reads the attributes of a tag from `at` on, up to the first href or src. Returns the end of the
 * tag, or NULL. */
static const char *read_attributes(struct markdown *m, const char *at)
{
    static const char *const names[] = {"href", "src"};
    const char *const most = at + MD_LENGTH;

    while (at && at < most && *(at = after_blanks(at)) && !strchr("<>\f", *at)) {
        const size_t n = strcspn(at, " \t\r\n\f=<>");
        const char *value = after_blanks(at + n), *end;
        bool quoted;

        if (*value != '=') {
            at += n;
            continue;
        }
        value = after_blanks(value + 1);
        quoted = *value == '"' || *value == '\'';
        end = quoted ? find_end(value + 1, *value == '"' ? "\"" : "'")
                     : value + strcspn(value, " \t\r\n\f>");
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (end && !m->attribute && n == strlen(names[k]) && ascii_same(at, names[k], n)) {
                m->attribute = names[k];
                m->to = (trawl_str){value + quoted, (size_t)(end - value) - quoted};
            }
        at = end ? end + quoted : NULL;
    }
    return at && *at == '>' ? at + 1 : NULL;
}

/* Reads what begins at p in a paragraph. Sets m->to if a destination ends there. Returns where the
 * text goes on. */
static const char *read_inline(struct markdown *m, const char *p)
{
    const char *end = NULL;

    m->to.n = 0;
    m->attribute = NULL;
    switch (*p) {
    case '\\':
        return p + 1 + is_escape(p);
    case '`':
        return code_end(m, p);
    case '[':
        m->depth++;
        return p + 1;
    case '<':
        if (ascii_is_alpha((unsigned char)p[1]))
            end = read_attributes(m, p + 1 + strcspn(p + 1, " \t\r\n\f<>"));
        break;
    case ']':
        end = m->depth > 0 && p[1] == '(' ? read_resource(p + 2, &m->to) : NULL;
        m->depth -= m->depth > 0;
        break;
    default:
        return p + 1 + strcspn(p + 1, "\\`<[]\f");
    }
    m->to.n = end ? m->to.n : 0;
    return end ? end : p + 1;
}

/* Finds the next destination, unless one is found. Returns false at the end. */
static bool find_next(struct markdown *m)
{
    while (m->to.n == 0 && m->p && *m->p) {
        const char *end = NULL;

        if (*m->p == '\f') {
            m->p = after_blanks(m->p + 1);
            m->definitions = true;
            m->depth = 0;
            memset(m->unclosed, 0, sizeof m->unclosed);
            continue;
        }
        if (m->definitions)
            end = read_definition(after_blanks(m->p), &m->to);
        m->definitions = end != NULL;
        m->p = end ? end : read_inline(m, m->p);
    }
    return m->to.n > 0;
}

/* ---- Links ---- */

/* Writes the URL of the destination, without escapes such as "\(" and "&amp;". Bytes that are not
 * UTF-8 are percent-encoded. */
static int set_url(struct markdown *m, bool utf8)
{
    char escape[4];
    int error = TRAWL_OK;

    m->url.n = 0;
    for (const char *p = m->to.p, *end = p + m->to.n; p < end && error == TRAWL_OK; p++) {
        p += !m->attribute && is_escape(p);
        if (!utf8 && (unsigned char)*p >= 0x80) {
            (void)snprintf(escape, sizeof escape, "%%%02X", (unsigned char)*p);
            error = buffer_add(&m->url, escape, 3);
        } else {
            error = buffer_add(&m->url, p, 1);
        }
        p += strncmp(p, "&amp;", 5) == 0 ? 4 : 0;
    }
    return error;
}

/* Sets the URL of the link: "//host" means https, others are resolved against --base. */
static int resolve_url(struct find *f, trawl_link *link)
{
    const trawl_str base = f->options->config.base, url = buffer_str(&f->markdown->url);
    const bool host = url.n > 2 && memcmp(url.p, "//", 2) == 0;
    int error = TRAWL_OK;

    link->url = url;
    link->flags |= base.n > 0 ? TRAWL_FLAG_RESOLVED
                   : host     ? TRAWL_FLAG_SCHEME_IMPLIED
                              : TRAWL_FLAG_NO_SCHEME;
    if (base.n > 0 || host) {
        error = buffer_resolve(&f->markdown->resolved, TRAWL_RESOLVE_3986,
                               base.n > 0 ? base : (trawl_str){"https:", 6}, url);
        link->url = buffer_str(&f->markdown->resolved);
    }
    return error;
}

/* Sets the place of the destination, and the depth of quotes of its line. */
static void set_place(struct markdown *m, trawl_span *at, trawl_link *link)
{
    at->from = (uint64_t)(m->to.p - m->copy.p);
    at->to = at->from + m->to.n;
    for (; m->at < at->from; m->at++) {
        const char c = m->text.p[m->at];

        m->marks = c == '\n' || (m->marks && (c == '>' || ascii_is_blank(c)));
        m->depth_at = c == '\n' ? 0 : m->depth_at + (m->marks && c == '>');
        m->column = c == '\n' ? 0 : m->column + !utf8_goes_on(c);
        m->line += c == '\n';
    }
    link->line = m->line + 1;
    link->column = m->column + 1;
    link->quote = m->depth_at;
    link->zone = link->quote > 0 ? TRAWL_ZONE_QUOTED : TRAWL_ZONE_NEW;
}

/* Sends the destination, unless it is absolute or leads into its own page. Returns the sink's
 * value. */
static int send_link(struct find *f)
{
    static const trawl_mail_message message = {.size = sizeof message};
    static const trawl_mail_part part = {.size = sizeof part};
    struct markdown *m = f->markdown;
    trawl_span at;
    trawl_link link = {.size = sizeof link,
                       .kind = m->attribute ? TRAWL_KIND_HTML : TRAWL_KIND_WRAP,
                       .raw = m->to,
                       .spans = &at,
                       .span_count = 1};
    trawl_event e = {.size = sizeof e,
                     .type = TRAWL_EVENT_LINK,
                     .link = &link,
                     .message = &message,
                     .part = &part,
                     .text = m->to};
    const bool utf8 = printable_is_utf8(m->to);
    int error = set_url(m, utf8);
    size_t scheme = 0;

    while (scheme < m->url.n && ascii_is_scheme((unsigned char)m->url.p[scheme]))
        scheme++;
    if (error != TRAWL_OK || m->url.p[0] == '#' ||
        (scheme > 0 && scheme < m->url.n && m->url.p[scheme] == ':'))
        return error;
    set_place(m, &at, &link);
    link.extent = e.span = at;
    link.flags = utf8 ? 0 : TRAWL_FLAG_NOT_UTF8;
    if (m->attribute)
        link.attribute = (trawl_str){m->attribute, strlen(m->attribute)};
    error = resolve_url(f, &link);
    return error != TRAWL_OK ? error : find_sink(f, &e);
}

/* Sends the destinations before the offset `to`, and drops those that overlap [to, end). */
static int send_before(struct find *f, uint64_t to, uint64_t end)
{
    struct markdown *m = f->markdown;
    int stop = 0;

    while (!stop && find_next(m) && (uint64_t)(m->to.p - m->copy.p) < end) {
        m->busy = true;
        stop = (uint64_t)(m->to.p + m->to.n - m->copy.p) <= to ? send_link(f) : 0;
        m->busy = false;
        m->to.n = 0;
    }
    return stop;
}

int markdown_before(struct find *f, const trawl_event *e)
{
    return f->markdown->busy ? 0 : send_before(f, e->span.from, e->span.to);
}

/* ---- The text ---- */

bool markdown_wanted(const struct find *f, const char *name)
{
    static const char *const ends[] = {".md", ".markdown"};
    const struct find_options *o = f->options;
    const size_t n = name ? strlen(name) : 0;
    bool is = o->config.notation == TRAWL_NOTATION_MARKDOWN;

    for (size_t k = 0; k < sizeof ends / sizeof ends[0] && !is && !o->config.notation; k++)
        is =
            n > strlen(ends[k]) && ascii_same(name + n - strlen(ends[k]), ends[k], strlen(ends[k]));
    return is && o->relative && o->input <= TRAWL_INPUT_TEXT &&
           !(o->format->traits & (FORMAT_TEXT | FORMAT_EVENTS)) && !o->config.valid &&
           !o->show.context && !o->config.charset.p &&
           (!o->config.find || o->config.find & TRAWL_FIND_URL);
}

/* Feeds the collected text to the library. */
static int feed_text(struct markdown *m, trawl_mail *mail)
{
    int error = buffer_add(&m->copy, m->text.p, m->text.n);

    if (error == TRAWL_OK)
        error = buffer_add(&m->copy, "\f", 2);
    if (error != TRAWL_OK)
        return error;
    m->fed = m->ended = m->definitions = m->marks = true;
    read_lines(m);
    m->p = after_blanks(m->copy.p);
    return trawl_mail_feed(mail, m->text.p, m->text.n);
}

int markdown_feed(struct find *f, const char *p, size_t n)
{
    struct markdown *m = f->markdown;
    int stop = !m->fed && n > MD_MOST - m->text.n ? feed_text(m, f->file.mail) : 0;

    if (stop)
        return stop;
    return m->fed ? trawl_mail_feed(f->file.mail, p, n) : buffer_add(&m->text, p, n);
}

int markdown_finish(struct find *f)
{
    int stop = f->markdown->fed ? 0 : feed_text(f->markdown, f->file.mail);
    int end = trawl_mail_finish(f->file.mail);

    return stop ? stop : end ? end : send_before(f, UINT64_MAX, UINT64_MAX);
}

int markdown_open(struct find *f)
{
    f->markdown = calloc(1, sizeof *f->markdown);
    return f->markdown ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
}

void markdown_close(struct find *f)
{
    if (f->markdown) {
        buffer_free(&f->markdown->text);
        buffer_free(&f->markdown->copy);
        buffer_free(&f->markdown->url);
        buffer_free(&f->markdown->resolved);
    }
    free(f->markdown);
    f->markdown = NULL;
}
