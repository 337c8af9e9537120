/* structure.c - headings, paragraphs, lists, quotes, ...: the markup around the lines of a text
 *
 *   1. Schemes            <h2>1. Schemes</h2>
 *   > quoted text         <blockquote><p><span class="trawl-mark" hidden>&gt; </span>quoted text
 *   > goes on             <span class="trawl-mark" hidden>&gt; </span>goes on</p></blockquote>
 *   Note: that            <div class="trawl-remark" role="note"><p>...
 *   * an item             <ul><li><p><span class="trawl-mark" hidden>* </span>an item</p></li></ul>
 *
 * All text is kept, except indentation and blank lines outside of preformatted blocks. Bytes that
 * markup replaces are hidden. A line end where the text may flow is a line end in HTML, and the
 * stylesheet decides whether it shows; other line ends in a paragraph are <br>.
 *
 * A block stays open until a line begins another block. So a paragraph can continue after page
 * furniture, and hidden text is always inside an element.
 */
#include "base/check.h"
#include "emit/html/inside.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- The text of a line ---- */

/* A line, and how far it is written. */
typedef struct writing {
    const html_line *line;
    size_t at, insert;
} writing;

static void put_insert(trawl_emit *e, writing *w)
{
    html *h = e->state;
    const html_insert *insert = &w->line->inserts[w->insert++];

    if (h->open.linked && insert->link > 0) {
        h->open.linked = false;
        return;
    }
    escape_html_settle(e, &h->text);
    emit_put(e, html_insert_text(e, insert), insert->n);
}

/* Writes the markup at this place of the line. */
static void put_inserts(trawl_emit *e, writing *w)
{
    while (w->insert < w->line->inserts_n && w->line->inserts[w->insert].at <= w->at)
        put_insert(e, w);
}

/* Writes the markup at the end of a cell or term. A link that begins here is of the next one. */
static void put_ends(trawl_emit *e, writing *w)
{
    while (w->insert < w->line->inserts_n && w->line->inserts[w->insert].at <= w->at &&
           w->line->inserts[w->insert].link <= 0)
        put_insert(e, w);
}

/* Writes the line up to a byte, without the markup there. */
static void put_to(trawl_emit *e, writing *w, size_t to)
{
    html *h = e->state;

    while (w->at < to) {
        size_t part = to;
        put_inserts(e, w);
        if (w->insert < w->line->inserts_n && w->line->inserts[w->insert].at < to)
            part = w->line->inserts[w->insert].at;
        escape_html_text(e, &h->text, w->line->p + w->at, part - w->at);
        w->at = part;
    }
}

/* Writes the rest of the line. */
static void structure_put_rest(trawl_emit *e, writing *w)
{
    html *h = e->state;

    put_to(e, w, w->line->n);
    put_inserts(e, w);
    if (w->line->whole)
        escape_html_settle(e, &h->text);
}

/* Returns true when there is markup in the line before `to`: no element can enclose that text. */
static bool structure_is_cut(const writing *w, size_t to)
{
    return w->insert < w->line->inserts_n && w->line->inserts[w->insert].at < to;
}

static void open_hidden(trawl_emit *e, const char *open)
{
    emit_text(e, open);
    emit_text(e, emit_option(e, TRAWL_EMIT_OPTION_XHTML) ? "hidden=\"hidden\">" : "hidden>");
}

static const char hidden_mark[] = "<span class=\"trawl-mark\" ",
                  hidden_break[] = "<span class=\"trawl-break\" ";

/* Writes the line up to `to` in a span. */
static void structure_put_span(trawl_emit *e, writing *w, size_t to, bool hidden)
{
    html *h = e->state;
    bool cut;

    put_inserts(e, w);
    cut = w->at >= to || structure_is_cut(w, to);
    if (!cut && hidden)
        open_hidden(e, hidden_mark);
    else if (!cut)
        emit_text(e, "<span class=\"trawl-label\">");
    put_to(e, w, to);
    escape_html_settle(e, &h->text);
    if (!cut)
        emit_text(e, "</span>");
}

static bool structure_is_blank(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != ' ' && p[i] != '\t')
            return false;
    return true;
}

/* Skips the blanks before `to`. */
static void structure_skip_blanks(writing *w, size_t to)
{
    size_t i = w->at;

    while (i < to && structure_is_blank(w->line->p + i, 1))
        i++;
    if (!structure_is_cut(w, i))
        w->at = i;
}

/* ---- Elements ---- */

void html_structure_open_text(trawl_emit *e, enum block_kind kind, const char *open,
                              const char *close)
{
    html_open *o = &((html *)e->state)->open;

    emit_text(e, open);
    o->kind = kind;
    o->close = close;
}

void html_structure_close_text(trawl_emit *e)
{
    html_open *o = &((html *)e->state)->open;

    if (o->close)
        emit_text(e, o->close);
    o->close = NULL;
    o->broken = false;
}

static void close_lists(trawl_emit *e, unsigned keep)
{
    html_open *o = &((html *)e->state)->open;

    html_structure_close_text(e);
    for (; o->lists_n > keep; o->lists_n--) {
        const html_list *list = &o->lists[o->lists_n - 1];
        if (list->type == 'd') /* HTML has no <dl> whose last term has no definition */
            emit_text(e, list->open ? "</dd></dl>" : "<dd></dd></dl>");
        else if (list->type == 'n' && list->level == 0)
            emit_text(e, "</li></ul></nav>");
        else if (list->type == 't')
            emit_text(e, "</tr></table>");
        else if (list->type == 'a')
            emit_text(e, "</div>");
        else
            emit_text(e, list->type == 'o' ? "</li></ol>" : "</li></ul>");
    }
}

static void set_depth(trawl_emit *e, unsigned depth)
{
    html_open *o = &((html *)e->state)->open;

    if (depth > HTML_QUOTES)
        depth = HTML_QUOTES;
    if (o->depth != depth)
        close_lists(e, 0);
    for (; o->depth > depth; o->depth--)
        emit_text(e, "</blockquote>");
    for (; o->depth < depth; o->depth++)
        emit_text(e, "\n<blockquote>");
}

/* ---- Lists ---- */

static html_list *top_list(html_open *o)
{
    return o->lists_n > 0 ? &o->lists[o->lists_n - 1] : NULL;
}

/* Opens a list, unless too many are open. */
static void open_list(trawl_emit *e, char type, unsigned level, const char *tag)
{
    html_open *o = &((html *)e->state)->open;

    if (o->lists_n == HTML_LISTS) {
        emit_text(e, "</li>");
        return;
    }
    emit_text(e, tag);
    o->lists[o->lists_n++] = (html_list){.type = type, .level = level};
}

/* Returns true for contents, references, trailers and tables, which are never in other lists. */
static bool structure_is_apart(char type)
{
    return type == 'n' || type == 'r' || type == 's' || type == 't';
}

void html_structure_open_table(trawl_emit *e)
{
    close_lists(e, 0);
    open_list(e, 't', 0, "\n<table>\n<tr>");
}

/* Opens a definition if only terms are open. */
static void need_definition(trawl_emit *e)
{
    html_list *top = top_list(&((html *)e->state)->open);

    if (top && top->type == 'd' && !top->open) {
        emit_text(e, "\n<dd>");
        top->open = true;
    }
}

/* Begins an entry of a list of this type and level: ends the entry before, or opens the list. */
static void enter_list(trawl_emit *e, char type, unsigned level, const char *tag)
{
    html_open *o = &((html *)e->state)->open;
    const html_list *top;

    html_structure_close_text(e);
    if (o->lists_n > 0 && o->lists[0].type != type &&
        (structure_is_apart(type) || structure_is_apart(o->lists[0].type)))
        close_lists(e, 0);
    while ((top = top_list(o)) &&
           (top->level > level || (top->level == level && top->type != type)))
        close_lists(e, o->lists_n - 1);
    if (top && top->level == level) {
        emit_text(e, type != 'd' ? "</li>\n" : top->open ? "</dd>\n" : "\n");
    } else {
        need_definition(e);
        open_list(e, type, level, tag);
    }
}

/* Begins an item of a list of this type and level. */
static void structure_open_item(trawl_emit *e, char type, unsigned level, const char *tag)
{
    enter_list(e, type, level, tag);
    emit_text(e, "<li");
}

/* Writes the id of the line, if it has one, in a start tag. */
static void put_id(trawl_emit *e)
{
    const html *h = e->state;

    if (h->id_n == 0)
        return;
    emit_text(e, " id=\"");
    emit_put(e, h->id, h->id_n);
    emit_text(e, "\"");
}

/* Begins the paragraph of an item, in "<li" or after it. */
static void open_item_text(trawl_emit *e, const html_line *line)
{
    if (line->is->kind == BLOCK_REFERENCE)
        put_id(e);
    html_structure_open_text(e, line->is->kind, "><p>", "</p>");
}

/* Begins an entry of a table of contents. */
static void open_contents(trawl_emit *e, const html_line *line)
{
    html_open *o = &((html *)e->state)->open;
    unsigned level = line->is->level > 0 ? line->is->level - 1 : 0;
    char label[32] = "";

    if (o->lists_n > 0 && o->lists[0].type == 'n') {
        structure_open_item(e, 'n', level, "\n<ul>\n");
        open_item_text(e, line);
        return;
    }
    close_lists(e, 0);
    if (o->contents++ > 0)
        (void)snprintf(label, sizeof label, " %" PRIu64, o->contents);
    emit_text(e, "\n<nav aria-label=\"Contents");
    emit_text(e, label);
    open_list(e, 'n', 0, "\">\n<ul class=\"trawl-contents\">\n");
    emit_text(e, "<li");
    open_item_text(e, line);
}

/* Closes the open lists that cannot contain a block of this level. */
static void leave_lists(trawl_emit *e, unsigned level)
{
    html_open *o = &((html *)e->state)->open;
    const html_list *top;

    html_structure_close_text(e);
    while ((top = top_list(o)) &&
           (top->level > level || level == 0 || structure_is_apart(top->type)))
        close_lists(e, o->lists_n - 1);
    need_definition(e);
}

/* Begins a term. */
static void open_term(trawl_emit *e, unsigned level)
{
    enter_list(e, 'd', level, "\n<dl>\n");
    top_list(&((html *)e->state)->open)->open = false;
    html_structure_open_text(e, BLOCK_TERM, "<dt>", "</dt>");
}

/* Begins a definition, or another paragraph of a definition. In HTML each has its own element. */
static void open_definition(trawl_emit *e, const html_line *line, unsigned level)
{
    html_list *top = top_list(&((html *)e->state)->open);

    if (line->marked && top && top->type == 'd' && top->open) {
        html_structure_close_text(e);
        emit_text(e, "</dd>");
        top->open = false;
    }
    leave_lists(e, level);
    html_structure_open_text(e, BLOCK_DEFINITION, "\n<p>", "</p>");
}

/* ---- Blocks ---- */

void html_structure_below(html_open *o, unsigned title)
{
    o->title = title;
    memset(o->ranks, 0, sizeof o->ranks);
}

/* Returns the level of a heading in the page: one below that of the last heading of a higher rank.
 * So headings of the same rank below one heading have the same level, and no level is left out.
 * Headings of HTML keep their levels. */
static unsigned heading_level(html_open *o, const html_line *line)
{
    const unsigned rank = line->is->level < HTML_RANKS ? line->is->level : HTML_RANKS - 1;
    unsigned level = o->title, above = rank;

    while (above > 0 && o->ranks[above - 1] == 0)
        above--;
    if (line->marked)
        level += rank > 0 ? rank : 1;
    else if (rank > 0)
        level = 1 + (above > 0 ? o->ranks[above - 1] : o->title);
    level = level > 6 ? 6 : level;
    memset(o->ranks + rank, 0, sizeof o->ranks - rank * sizeof *o->ranks);
    o->ranks[rank] = level;
    return level;
}

/* Begins a heading. The title of the page has level 0, and no heading above it. */
static void open_heading(trawl_emit *e, const html_line *line)
{
    static const char *const close[] = {"</h1>", "</h2>", "</h3>", "</h4>", "</h5>", "</h6>"};
    const unsigned level = heading_level(&((html *)e->state)->open, line);
    char tag[] = "\n<h2";

    close_lists(e, 0);
    CHECK(level > 0);
    tag[3] = (char)('0' + level);
    emit_text(e, tag);
    put_id(e);
    html_structure_open_text(e, BLOCK_HEADING, ">", close[level - 1]);
}

#define SCROLLS(class, label)                                                                      \
    "<pre class=\"trawl-pre trawl-" class "\" tabindex=\"0\" role=\"group\" aria-label=\"" label   \
                                          "\">"

/* The tags of blocks that are not in lists of their own; lines of <pre> stay as they are. */
static const char *const tags[BLOCK_KINDS] = {
    [BLOCK_PARAGRAPH] = "<p>",
    [BLOCK_ATTRIBUTION] = "<p class=\"trawl-attribution\">",
    [BLOCK_TABLE] = SCROLLS("table", "Table"),
    [BLOCK_ART] = SCROLLS("art", "Drawing"),
    [BLOCK_CODE] = SCROLLS("code", "Code"),
    [BLOCK_DIFF] = SCROLLS("diff", "Changes"),
    [BLOCK_STAT] = SCROLLS("stat", "Changed files"),
    [BLOCK_LOG] = SCROLLS("log", "Log"),
    [BLOCK_SHELL] = SCROLLS("shell", "Commands"),
    [BLOCK_VERSE] = "<pre class=\"trawl-verse\">",
    [BLOCK_FORWARD] = "<pre class=\"trawl-head\">",
    [BLOCK_SIGNATURE] = "<pre class=\"trawl-signature\">",
};

static bool is_still(enum block_kind kind)
{
    return tags[kind] && tags[kind][2] == 'r';
}

static const char thead_end[] = "</th></tr></thead></table>";
static const char tbody_end[] = "</td></tr></tbody></table>";

/* Returns true when a table whose rows agree is open. */
static bool is_table_open(const html_open *o)
{
    return o->close == thead_end || o->close == tbody_end;
}

/* Writes the number of an item, in "<li". */
static void put_value(trawl_emit *e, unsigned number)
{
    char value[32];

    (void)snprintf(value, sizeof value, " value=\"%u\"", number);
    emit_text(e, value);
}

static void open_block(trawl_emit *e, const html_line *line)
{
    const block_decision *is = line->is;
    unsigned level = is->level > 0 ? is->level : 1;

    if (is->kind == BLOCK_TABLE && line->marked) {
        html_marks_cell(e, line);
        return;
    }
    html_structure_close_text(e);
    switch (is->kind) {
    case BLOCK_HEADING:
        open_heading(e, line);
        break;
    case BLOCK_ITEM:
        structure_open_item(e, is->ordered ? 'o' : 'u', level,
                            !is->ordered   ? "\n<ul>\n"
                            : line->marked ? "\n<ol class=\"trawl-numbers\">\n"
                                           : "\n<ol>\n");
        if (line->cell->number > 0)
            put_value(e, line->cell->number);
        open_item_text(e, line);
        break;
    case BLOCK_CONTENTS:
        open_contents(e, line);
        break;
    case BLOCK_REFERENCE:
        structure_open_item(e, 'r', 0, "\n<ul class=\"trawl-refs\">\n");
        open_item_text(e, line);
        break;
    case BLOCK_TRAILER:
        structure_open_item(e, 's', 0, "\n<ul class=\"trawl-trailers\">\n");
        open_item_text(e, line);
        break;
    case BLOCK_TERM:
        open_term(e, level);
        break;
    case BLOCK_DEFINITION:
        open_definition(e, line, level);
        break;
    case BLOCK_NOTE:
        leave_lists(e, level - 1);
        open_list(e, 'a', level, "\n<div class=\"trawl-remark\" role=\"note\">");
        html_structure_open_text(e, BLOCK_NOTE, "<p>", "</p>");
        break;
    default:
        leave_lists(e, is->level);
        emit_text(e, "\n");
        html_structure_open_text(e, is->kind, tags[is->kind] ? tags[is->kind] : "<p>",
                                 is_still(is->kind) ? "</pre>" : "</p>");
    }
}

/* Writes the line end, <br> or </p><p> between the line before and this one. */
static void continue_block(trawl_emit *e, const block_decision *is)
{
    html_open *o = &((html *)e->state)->open;

    if (o->broken)
        o->broken = false;
    else if (is->joins || (is_still(is->kind) && o->close[2] == 'p'))
        emit_text(e, "\n");
    else if (o->blank && strcmp(o->close, "</p>") == 0)
        emit_text(e, "</p>\n<p>");
    else
        emit_text(e, emit_option(e, TRAWL_EMIT_OPTION_XHTML) ? " <br/>" : " <br>");
}

/* ---- Lines ---- */

/* Writes a line that is not shown, and the line end before it. */
static void put_hidden_line(trawl_emit *e, const html_line *line)
{
    writing w = {line, 0, 0};
    bool hides = line->whole && !structure_is_blank(line->p, line->n);

    if (hides)
        open_hidden(e, hidden_mark);
    if (hides || !line->whole)
        emit_text(e, "\n");
    structure_put_rest(e, &w);
    if (hides)
        emit_text(e, "</span>");
}

/* ---- Tables ---- */

/* Writes the cells of a row, up to the end tag of the last cell. Cells that a link crosses are one
 * cell. */
static void put_cells(trawl_emit *e, const html_line *line, bool head)
{
    block_cell cells[BLOCK_COLUMNS];
    writing w = {line, 0, 0};
    html *h = e->state;
    unsigned n = line->is->columns, next;
    char tag[64];

    CHECK(n > 0 && n <= BLOCK_COLUMNS);
    block_cells(line->is, line->p, line->n, cells);
    for (unsigned i = 0; i < n; i = next) {
        for (next = i + 1; next < n && html_line_links(line, cells[next - 1].to, cells[next].from);)
            next++;
        (void)snprintf(tag, sizeof tag, next > i + 1 ? "%s%s colspan=\"%u\">" : "%s%s>",
                       head ? "<th scope=\"col\"" : "<td",
                       line->is->right >> i & 1 ? " class=\"trawl-right\"" : "", next - i);
        emit_text(e, tag);
        if (i == 0 && line->is->marks > 0)
            structure_put_span(e, &w, line->is->marks, true);
        structure_skip_blanks(&w, cells[i].from);
        if (w.at < cells[i].from)
            structure_put_span(e, &w, cells[i].from, true);
        put_to(e, &w, cells[next - 1].to);
        put_ends(e, &w);
        escape_html_settle(e, &h->text);
        if (next < n)
            emit_text(e, head ? "</th> " : "</td> ");
    }
    structure_skip_blanks(&w, line->n);
    if (w.at < line->n)
        structure_put_span(e, &w, line->n, true);
    put_inserts(e, &w);
}

/* Writes a line of a table whose rows agree. */
static void put_aligned_row(trawl_emit *e, const html_line *line)
{
    html_open *o = &((html *)e->state)->open;
    const block_decision *is = line->is;
    bool head = is->row == BLOCK_ROW_HEAD, open;

    set_depth(e, is->quote);
    open = is_table_open(o) && !is->first;
    if (!open)
        leave_lists(e, is->level);
    if (is->row == BLOCK_ROW_RULE) {
        put_hidden_line(e, line);
        return;
    }
    if (!open)
        emit_text(e, head ? "\n<table>\n<thead>\n" : "\n<table>\n<tbody>\n");
    else if (o->close == thead_end)
        emit_text(e, head ? "</th></tr>\n" : "</th></tr></thead>\n<tbody>\n");
    else
        emit_text(e, "</td></tr>\n");
    emit_text(e, is->row == BLOCK_ROW_MORE ? "<tr class=\"trawl-more\">" : "<tr>");
    put_cells(e, line, head);
    o->kind = BLOCK_TABLE;
    o->close = head ? thead_end : tbody_end;
    o->blank = false;
}

static void structure_put_rule(trawl_emit *e, const html_line *line)
{
    set_depth(e, line->is->quote);
    close_lists(e, 0);
    put_hidden_line(e, line);
    emit_text(e, emit_option(e, TRAWL_EMIT_OPTION_XHTML) ? "<hr/>" : "<hr>");
}

/* Returns true when only a mark precedes the text of a heading or item: "* ", "## ". */
static bool structure_is_mark(const html_line *line)
{
    for (size_t i = line->is->marks; i < line->is->text; i++) {
        unsigned char c = (unsigned char)line->p[i];
        if ((c >= '0' && c <= '9') ||
            ((c | 32) >= 'a' && (c | 32) <= 'z' && (c != 'o' || line->is->ordered)) || c == '[' ||
            c == '(')
            return false;
    }
    return line->is->kind == BLOCK_HEADING || line->is->kind == BLOCK_ITEM;
}

/* Returns true when the line continues the open element. */
static bool structure_continues(const html_open *o, const block_decision *is)
{
    if (!o->close || is->first)
        return false;
    if (is_table_open(o))
        return false;
    return is->kind == o->kind || (is->joins && !is_still(is->kind) && !is_still(o->kind));
}

/* Returns true when only blanks follow the last piece of a link in the line. */
static bool ends_after_link(const html_line *line)
{
    const html_insert *last = line->inserts_n > 0 ? &line->inserts[line->inserts_n - 1] : NULL;

    return last && last->link < 0 && structure_is_blank(line->p + last->at, line->n - last->at);
}

/* Returns true when the line ends inside a URL that goes on in the same element. Lines that stay as
 * they are, such as code, do not flow. */
static bool ends_in_link(const html_open *o, const html_line *line)
{
    const block_decision *after = line->next_is;

    return line->links_on && !line->marked && !is_still(o->kind) && after->row == BLOCK_ROW_NONE &&
           after->kind != BLOCK_TERM && after->quote == line->is->quote && ends_after_link(line) &&
           structure_continues(o, after);
}

/* Writes the rest of a line that ends inside a URL. The link stays open, and what follows its piece
 * is hidden. */
static void put_link_end(trawl_emit *e, writing *w)
{
    html *h = e->state;

    put_to(e, w, w->line->inserts[w->line->inserts_n - 1].at);
    escape_html_settle(e, &h->text);
    w->insert = w->line->inserts_n;
    open_hidden(e, hidden_break);
    structure_put_rest(e, w);
    emit_text(e, "\n</span>");
    h->open.broken = h->open.linked = true;
}

/* Writes the rest of the line, and its end if a word or a URL is broken there. */
static void put_end(trawl_emit *e, writing *w)
{
    html *h = e->state;
    size_t hyphen = 0;
    enum html_break end;

    if (ends_in_link(&h->open, w->line)) {
        put_link_end(e, w);
        return;
    }
    end = html_break_of(html_outline_words(e->config.outline), w->line, &hyphen);
    if (end == HTML_BREAK_WORD) {
        put_to(e, w, w->line->n - hyphen);
        escape_html_settle(e, &h->text);
    } else {
        structure_put_rest(e, w);
    }
    if (end == HTML_BREAK_LINE)
        return;
    open_hidden(e, hidden_break);
    if (end == HTML_BREAK_WORD)
        structure_put_rest(e, w);
    emit_text(e, "\n</span>");
    h->open.broken = true;
}

/* Writes the term of a line, and begins the definition beside it. Both stay one term if a link
 * crosses the blanks between them. */
static void put_term(trawl_emit *e, writing *w)
{
    html *h = e->state;
    block_cell cells[BLOCK_COLUMNS];

    block_cells(w->line->is, w->line->p, w->line->n, cells);
    if (html_line_links(w->line, cells[0].to, cells[1].from))
        return;
    put_to(e, w, cells[0].to);
    put_ends(e, w);
    escape_html_settle(e, &h->text);
    html_structure_close_text(e);
    open_definition(e, w->line, w->line->is->level);
    structure_skip_blanks(w, cells[1].from);
}

/* ---- Patches ---- */

static const char added[] = "<span class=\"trawl-added\">",
                  removed[] = "<span class=\"trawl-removed\">";

/* Writes the signs of a diffstat. */
static void put_signs(trawl_emit *e, writing *w)
{
    html *h = e->state;

    for (size_t to; w->at < w->line->n;) {
        const char sign = w->line->p[w->at];

        for (to = w->at; to < w->line->n && w->line->p[to] == sign; to++)
            ;
        emit_text(e, sign == '+' ? added : removed);
        put_to(e, w, to);
        escape_html_settle(e, &h->text);
        emit_text(e, "</span>");
    }
}

/* Writes the rest of a line of a difference or a diffstat. No link crosses a line end. */
static void put_patch(trawl_emit *e, writing *w)
{
    static const char *const open[] = {[BLOCK_PATCH_FILE] = "<span class=\"trawl-file\">",
                                       [BLOCK_PATCH_HUNK] = "<span class=\"trawl-hunk\">",
                                       [BLOCK_PATCH_ADDED] = added,
                                       [BLOCK_PATCH_REMOVED] = removed};
    const unsigned is = w->line->is->patch;
    const bool crossed = html_line_links(w->line, w->at, w->at); /* a link of the quote marks */
    const char *tag = w->line->whole && is <= BLOCK_PATCH_REMOVED && !crossed ? open[is] : NULL;
    const size_t signs =
        w->line->is->kind == BLOCK_STAT ? block_stat_signs(w->line->p, w->line->n) : 0;

    if (signs > w->at && !structure_is_cut(w, w->line->n)) {
        put_to(e, w, signs);
        escape_html_settle(e, &((html *)e->state)->text);
        put_signs(e, w);
    }
    if (tag)
        emit_text(e, tag);
    structure_put_rest(e, w);
    if (tag)
        emit_text(e, "</span>");
}

/* Writes a line's text. */
static void structure_put_line(trawl_emit *e, const html_line *line)
{
    const block_decision *is = line->is;
    writing w = {line, 0, 0};

    if (is->marks > 0)
        structure_put_span(e, &w, is->marks, true);
    if (!is_still(is->kind))
        structure_skip_blanks(&w, is->text);
    if (is->kind == BLOCK_TERM && is->columns > 0)
        put_term(e, &w);
    if (!is_still(is->kind) && w.at < is->text) {
        if (structure_is_mark(line))
            structure_put_span(e, &w, is->text, true);
        else if (is->first && is->kind != BLOCK_HEADING)
            structure_put_span(e, &w, is->text, false);
    }
    if (is->kind == BLOCK_DIFF || is->kind == BLOCK_STAT)
        put_patch(e, &w);
    else
        put_end(e, &w);
}

static void put_block_line(trawl_emit *e, const html_line *line)
{
    html_open *o = &((html *)e->state)->open;

    CHECK(!o->linked || structure_continues(o, line->is));
    set_depth(e, line->is->quote);
    if (structure_continues(o, line->is))
        continue_block(e, line->is);
    else
        open_block(e, line);
    o->blank = false;
    structure_put_line(e, line);
}

void html_structure_line(trawl_emit *e, html_line *line)
{
    html *h = e->state;
    html_open *o = &h->open;
    const block_decision *is = line->is;

    h->text = (escape_state){.n = 0};
    html_refs_line(e, line);
    if (h->reads) {
        if (is->kind >= BLOCK_PARAGRAPH && is->kind <= BLOCK_REFERENCE)
            html_breaks_read(html_outline_words(h->own), line);
        return;
    }
    switch (is->kind) {
    case BLOCK_BLANK:
        if (is->quote < o->depth)
            set_depth(e, is->quote);
        put_hidden_line(e, line);
        o->blank = true;
        break;
    case BLOCK_FURNITURE:
    case BLOCK_UNDERLINE:
        put_hidden_line(e, line);
        o->blank = o->blank || is->kind == BLOCK_FURNITURE;
        break;
    case BLOCK_RULE:
        structure_put_rule(e, line);
        break;
    default:
        if (is->row != BLOCK_ROW_NONE)
            put_aligned_row(e, line);
        else
            put_block_line(e, line);
    }
}

void html_structure_line_end(trawl_emit *e)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
}

void html_structure_end(trawl_emit *e)
{
    html *h = e->state;

    set_depth(e, 0);
    close_lists(e, 0);
    h->text = (escape_state){.n = 0};
    h->open.blank = false;
}
