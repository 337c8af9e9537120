/* md.c - the text as Markdown (CommonMark) that renders to the same text and the same links
 *
 *     <http://a.example/>   [www.a.example](<https://www.a.example>)   joe: <joe@a.example>
 *
 * Only links that are live in HTML are written as links. Each piece of a broken link is a separate
 * link to the whole URL, except that backslashes between two pieces are part of one; pieces beyond
 * the limits of F11 are text. A link that is not live has all its punctuation escaped, since some
 * renderers make links of text that looks like a link. Renderers may still change their input:
 * cmark percent-encodes the brackets of an IPv6 host.
 *
 * Text of HTML has its headings, lists, quotes, and bold and emphasized text, from MARKUP events,
 * and tables in the form of GitHub. Text between <pre> and </pre> is written as text, not as code,
 * since it may have links.
 */
#include "emit/emit.h"

#include "base/ascii.h"

/* ---- Text ----
 *
 * By CommonMark 0.30, and the additions of GitHub and Pandoc. Characters that can begin markup
 * anywhere are escaped by a backslash; at the start of a line also those that make headings, lists
 * and quotes. A line end is a hard break (a backslash before it), a blank line begins a paragraph,
 * and each further blank line adds a hard break. Spaces that would be lost (the first and last of a
 * line, all but the last of several) are &nbsp;. A tab is &#9;, or &nbsp; up to the next multiple
 * of eight columns where it indents a line. Line ends at the end of the text are dropped.
 */

typedef struct markdown {
    trawl_emit *e;
    shown_state text;
    uint64_t breaks; /* line ends not written yet */
    uint64_t spaces; /* spaces not written yet */
    uint64_t indent; /* the column in the blanks at the start of a line */
    bool begun;      /* something was written */
    bool inside;     /* something of this line was written, */
    bool digits;     /* and it has only digits so far */
    bool every;      /* escape all punctuation */
    bool open;       /* "[" and a piece were written, its "](<URI>)" was not */
    bool gap;        /* and then the backslashes before the next piece */
    shown_link link; /* the last one */
    marks marks;
    unsigned style; /* what is open: bits as in marks.style */
    bool guard;     /* a style ended after punctuation: letters may not follow */
    unsigned cells; /* of the row that is being written */
    char uri[TRAWL_URL_MAX];
} markdown;

/* Indents beyond this many columns are U+00A0, which is shorter than "&nbsp;" (F11). */
#define LONG_INDENT 32

/* Where a character must be escaped. */
enum { NEVER, ALWAYS, FIRST, AFTER_DIGITS, BLANK };

/* clang-format off */

static const unsigned char where[256] = {
    ['\\'] = ALWAYS, ['`'] = ALWAYS, ['*'] = ALWAYS, ['_'] = ALWAYS, ['['] = ALWAYS, [']'] = ALWAYS, ['<'] = ALWAYS,
    ['>'] = ALWAYS, ['&'] = ALWAYS, ['~'] = ALWAYS, ['|'] = ALWAYS, ['$'] = ALWAYS, ['^'] = ALWAYS, ['{'] = ALWAYS,
    ['}'] = ALWAYS, ['!'] = ALWAYS, /* before the "[" of a link it would make an image */
    ['#'] = FIRST, ['+'] = FIRST, ['-'] = FIRST, ['='] = FIRST, [':'] = FIRST, ['%'] = FIRST,
    ['.'] = AFTER_DIGITS, [')'] = AFTER_DIGITS,
    [' '] = BLANK, ['\t'] = BLANK, ['\n'] = BLANK,
};

/* clang-format on */

static void repeat(trawl_emit *e, const char *text, uint64_t times)
{
    while (times-- > 0 && !e->error)
        emit_text(e, text);
}

/* ---- Markup of HTML ---- */

static const char *const md_signs[] = {"**", "*"};

/* Ends the styles that are open, before the blanks that are held. */
static void md_end_style(markdown *m)
{
    for (unsigned i = 2; i-- > 0;)
        if (m->style >> i & 1)
            emit_text(m->e, md_signs[i]);
    m->guard = m->style != 0;
    m->style = 0;
}

/* Begins the styles of the text that follows, if a blank or nothing precedes it: between letters
 * the signs would be text. */
static void md_begin_style(markdown *m, bool blank)
{
    unsigned style = m->marks.style & 3;

    m->guard = false;
    if (style == m->style || !blank)
        return;
    for (unsigned i = 0; i < 2; i++)
        if (style >> i & 1)
            emit_text(m->e, md_signs[i]);
    m->style = style;
}

/* Writes the cells without text before this one, and the line below the head of a table. */
static void md_put_cell(markdown *m)
{
    if (!m->marks.next && m->marks.row == 2) {
        for (unsigned i = 0; i < m->cells; i++)
            emit_text(m->e, "| --- ");
        emit_text(m->e, "|\n");
    }
    if (!m->marks.next)
        m->cells = 0;
    repeat(m->e, "| ", m->marks.skip + 1);
    m->cells += m->marks.skip + 1;
}

/* Writes the line ends before a line of HTML, and what it begins with. */
static void md_put_start(markdown *m, uint64_t breaks)
{
    static const char hashes[] = "###### ";
    bool begins = m->marks.begins;

    m->marks.begins = false;
    if (begins && m->marks.next) {
        emit_text(m->e, " ");
        md_put_cell(m);
        m->inside = true;
        return;
    }
    if (breaks == 0 && !begins)
        return;
    marks_put_start(m->e, &m->marks, begins, !m->begun ? 0 : begins ? 1 : breaks, "\\\n", true);
    if (begins && m->marks.cell)
        md_put_cell(m);
    if (begins && m->marks.heading > 0 && m->marks.heading <= 6)
        emit_text(m->e, hashes + 6 - m->marks.heading);
}

/* Takes a MARKUP event. */
static int md_take_markup(trawl_emit *e, markdown *m, const trawl_event *event)
{
    if (shown_edge(&m->text))
        return e->error;
    if (m->style != 0)
        md_end_style(m);
    if (!marks_take(&m->marks, event))
        return e->error;
    m->spaces = 0;
    m->inside = m->digits = false;
    return e->error;
}

/* ---- Line ends and blanks ---- */

/* Writes the line ends before the next text: a break, or a new paragraph and then breaks. */
static void put_breaks(markdown *m)
{
    uint64_t breaks = m->breaks;

    m->breaks = 0;
    if (m->marks.on) {
        md_put_start(m, breaks);
        return;
    }
    if (breaks > 1 && m->begun) {
        emit_text(m->e, "\n\n");
        breaks -= 2;
    }
    repeat(m->e, "\\\n", breaks);
}

/* Writes the held spaces, before text or a line end. */
static void put_spaces(markdown *m, bool line_end)
{
    uint64_t spaces = m->spaces;

    m->spaces = 0;
    if (spaces == 0)
        return;
    if (!m->inside || line_end) {
        put_breaks(m);
        repeat(m->e, "&nbsp;", spaces < LONG_INDENT ? spaces : LONG_INDENT);
        repeat(m->e, "\xC2\xA0", spaces < LONG_INDENT ? 0 : spaces - LONG_INDENT);
        m->begun = m->inside = true;
    } else {
        repeat(m->e, "&nbsp;", spaces - 1);
        emit_text(m->e, " ");
    }
    m->digits = false;
}

/* Writes the held blanks, before text or markup. */
static void md_settle(markdown *m)
{
    bool blank = !m->inside || m->spaces > 0 || m->breaks > 0;

    put_spaces(m, false);
    put_breaks(m);
    if (m->marks.on)
        md_begin_style(m, blank);
    m->begun = m->inside = true;
    m->digits = false;
}

static void md_put_blank(markdown *m, char c)
{
    if (m->marks.on && c == '\n' && m->style != 0)
        md_end_style(m);
    if (m->marks.on && c == '\n' && m->marks.cell) {
        m->spaces++;
    } else if (c == '\n') {
        if (m->marks.on)
            m->spaces = 0;
        put_spaces(m, true);
        m->breaks++;
        m->indent = 0;
        m->inside = m->digits = false;
    } else if (c == ' ') {
        m->spaces++;
        m->indent++;
    } else if (!m->inside) {
        m->spaces += 8 - m->indent % 8;
        m->indent += 8 - m->indent % 8;
    } else {
        md_settle(m);
        emit_text(m->e, "&#9;");
    }
}

static bool must_escape(const markdown *m, unsigned char c)
{
    if (m->every)
        return ascii_is_graph(c) && !ascii_is_alnum(c);
    switch (where[c]) {
    case ALWAYS:
        return true;
    case FIRST:
        return !m->inside;
    case AFTER_DIGITS:
        return m->digits;
    default:
        return false;
    }
}

/* Writes one byte that is not a blank. */
static void put_byte(markdown *m, char c)
{
    bool escape = must_escape(m, (unsigned char)c);
    bool digits = ascii_is_digit((unsigned char)c) && (m->digits || !m->inside) && m->spaces == 0;
    char both[2] = {'\\', c};

    if (m->guard && m->spaces == 0 && m->inside &&
        (ascii_is_alnum((unsigned char)c) || (unsigned char)c >= 0x80))
        emit_text(m->e, "<!-- -->");
    md_settle(m);
    emit_put(m->e, both + !escape, escape ? 2 : 1);
    m->digits = digits;
}

/* Returns true where the byte alone decides whether it is escaped. */
static bool md_is_plain(const markdown *m)
{
    return m->inside && !m->digits && !m->every && m->spaces == 0 && !m->guard &&
           (!m->marks.on || m->style == (m->marks.style & 3));
}

/* Returns how many bytes at p need no change: no character that is always escaped, and only single
 * spaces with text after them. */
static size_t md_plain_run(const markdown *m, const char *p, size_t n)
{
    size_t i = 0;

    if (!md_is_plain(m))
        return 0;
    for (; i < n; i++) {
        unsigned char what = where[(unsigned char)p[i]];
        if (what == ALWAYS || (what == BLANK && (p[i] != ' ' || i + 1 == n ||
                                                 where[(unsigned char)p[i + 1]] == BLANK)))
            break;
    }
    return i;
}

/* Writes text; a shown_put. */
static int md_put_text(void *user, const char *p, size_t n)
{
    markdown *m = user;

    while (n > 0 && !m->e->error) {
        size_t run = md_plain_run(m, p, n);
        if (run > 0) {
            emit_put(m->e, p, run);
        } else {
            if (where[(unsigned char)*p] == BLANK)
                md_put_blank(m, *p);
            else
                put_byte(m, *p);
            run = 1;
        }
        p += run;
        n -= run;
    }
    return m->e->error;
}

/* ---- Links ---- */

/* Writes a URI between the "<" and ">" of a link's destination. A URI has neither of these, nor
 * backslashes. "&" becomes a reference: cmark resolves references even after a backslash. */
static void put_destination(trawl_emit *e, const char *uri, size_t n)
{
    size_t from = 0;

    for (size_t i = 0; i < n; i++) {
        if (uri[i] == '&') {
            emit_put(e, uri + from, i - from);
            emit_text(e, "&amp;");
            from = i + 1;
        }
    }
    emit_put(e, uri + from, n - from);
}

/* Returns true for a URI by CommonMark 6.5 (a scheme of 2 to 32 characters, then no blanks, "<" or
 * ">") without references and backslashes. */
static bool md_is_uri(const char *p, size_t n)
{
    size_t scheme = 0;

    while (scheme < n && ascii_is_scheme((unsigned char)p[scheme]))
        scheme++;
    if (scheme < 2 || scheme > 32 || scheme == n || p[scheme] != ':' ||
        !ascii_is_alpha((unsigned char)p[0]))
        return false;
    for (size_t i = scheme; i < n; i++)
        if (!ascii_is_graph((unsigned char)p[i]) || strchr("<>&\\", p[i]))
            return false;
    return true;
}

/* Returns true for an address that every renderer recognizes: labels of letters and digits with
 * hyphens inside. */
static bool md_is_address(const char *p, size_t n)
{
    const char *at = n > 0 ? memchr(p, '@', n) : NULL;
    size_t local = at ? (size_t)(at - p) : 0, label = 0;

    for (size_t i = 0; i < local; i++)
        if (!ascii_is_scheme((unsigned char)p[i]) && p[i] != '_')
            return false;
    for (size_t i = local + 1; i < n; i++) {
        bool edge = label == 0 || i + 1 == n || p[i + 1] == '.';
        if (p[i] == '.' ? label == 0
                        : !ascii_is_alnum((unsigned char)p[i]) && (p[i] != '-' || edge))
            return false;
        label = p[i] == '.' ? 0 : label + 1;
        if (label > 63)
            return false;
    }
    return local > 0 && label > 0;
}

/* Returns true when "<text>" is an autolink to `uri`: the text is the URI, or is an address and the
 * URI is "mailto:" and that address. */
static bool is_autolink(const char *text, size_t n, const char *uri, size_t uri_n)
{
    static const char mailto[] = "mailto:";
    size_t prefix = sizeof mailto - 1;

    if (uri_n == n && memcmp(text, uri, n) == 0)
        return md_is_uri(uri, n);
    return uri_n == n + prefix && memcmp(uri, mailto, prefix) == 0 &&
           memcmp(uri + prefix, text, n) == 0 && md_is_address(text, n);
}

static void put_piece_text(markdown *m, trawl_str piece)
{
    if (shown_text(&m->text, piece.p, piece.n) == 0)
        (void)shown_edge(&m->text);
}

/* Ends the link whose text is being written. */
static void close_link(markdown *m)
{
    if (!m->open)
        return;
    m->open = false;
    emit_text(m->e, "](<");
    put_destination(m->e, m->uri, m->link.uri_n);
    emit_text(m->e, ">)");
}

static int md_put_piece(trawl_emit *e, markdown *m, trawl_str piece)
{
    trawl_str uri = {m->uri, m->link.uri_n};

    m->link.left -= m->link.left > 0;
    if (shown_edge(&m->text))
        return e->error;
    if (m->link.uri_n == 0 || piece.n == 0) {
        m->every = true;
        put_piece_text(m, piece);
        m->every = false;
        return e->error;
    }
    md_settle(m);
    if (is_autolink(piece.p, piece.n, m->uri, m->link.uri_n)) {
        m->text.held_n = 0; /* drops what is held: the piece has whole characters */
        m->text.written = false;
        emit_text(e, "<");
        emit_put(e, piece.p, piece.n);
        return emit_text(e, ">");
    }
    if (!m->open && link_room_take(&m->link.room, link_escaped(uri) + sizeof "[](<>)")) {
        emit_text(e, "[");
        m->open = true;
    }
    put_piece_text(m, piece);
    return e->error;
}

/* Writes a piece of a link and, after the last one, where it leads if its text shows another place
 * (F15). */
static int md_put_link(trawl_emit *e, markdown *m, const trawl_event *event)
{
    int error = event->type == TRAWL_EVENT_LINK
                    ? shown_link_begin(&m->link, event->link, e->config.live, m->uri, sizeof m->uri)
                    : TRAWL_OK;

    if (error)
        return e->error = error;
    if (md_put_piece(e, m, event->text))
        return e->error;
    m->every = true;
    (void)shown_link_note(&m->link, &m->text);
    m->every = false;
    return e->error;
}

/* ---- The writer ---- */

static int md_begin(trawl_emit *e)
{
    markdown *m = e->state;

    m->e = e;
    shown_open(&m->text, md_put_text, m, 0);
    return 0;
}

/* Ends the markup of a part. */
static int md_end_part(trawl_emit *e, markdown *m)
{
    if (!m->marks.on)
        return e->error;
    (void)shown_edge(&m->text);
    md_end_style(m);
    m->guard = false;
    m->marks = (marks){.on = false};
    m->breaks = m->breaks < 2 && m->begun ? 2 : m->breaks;
    return e->error;
}

static int md_event(trawl_emit *e, const trawl_event *event)
{
    markdown *m = e->state;

    if (!link_is_gap(event) && !(m->gap && event->type == TRAWL_EVENT_LINK_MORE))
        close_link(m);
    m->gap = m->open && link_is_gap(event);
    switch (event->type) {
    case TRAWL_EVENT_TEXT:
        return shown_text(&m->text, event->text.p, event->text.n);
    case TRAWL_EVENT_LINK:
    case TRAWL_EVENT_LINK_MORE:
        return md_put_link(e, m, event);
    case TRAWL_EVENT_MARKUP:
        return md_take_markup(e, m, event);
    case TRAWL_EVENT_MESSAGE:
    case TRAWL_EVENT_PART:
        return md_end_part(e, m);
    default:
        return 0;
    }
}

static int md_finish(trawl_emit *e)
{
    markdown *m = e->state;

    close_link(m);
    if (shown_edge(&m->text))
        return e->error;
    if (m->marks.on) {
        md_end_style(m);
        m->spaces = 0;
    }
    put_spaces(m, true);
    return m->begun ? emit_text(e, "\n") : e->error;
}

const emit_writer emit_markdown = {sizeof(markdown), md_begin, md_event, md_finish, NULL, NULL};
