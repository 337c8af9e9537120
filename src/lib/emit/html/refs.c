/* refs.c - ids of headings and references, and links to them
 *
 *   3.1. Schemes             <h3 id="section-3.1">3.1. Schemes<a class="trawl-permalink" href=...
 *   see Section 3.1          see <a class="trawl-ref" href="#section-3.1">Section 3.1</a>
 *   3.1. Schemes ..... 12    <li>3.1. <a class="trawl-ref" href="#section-3.1">Schemes</a> ..... 12
 *
 * A link leads only to a place in the same text that has an id. Without the outline of a first
 * pass, only places further up are known. Links in quotes lead to quotes of the same depth.
 */
#include "base/check.h"
#include "emit/html/inside.h"

#include <inttypes.h>
#include <stdio.h>

/* The maximum number of bytes of a tag without its id. */
#define REFS_TAG 64

/* ---- Texts ---- */

void html_refs_begin(trawl_emit *e)
{
    html *h = e->state;

    if (!h->own)
        h->own = html_outline_new(&e->m);
    if (!h->own)
        e->error = TRAWL_ERROR_NO_MEMORY;
}

void html_refs_text(trawl_emit *e)
{
    html *h = e->state;
    bool all = h->reads || (emit_option(e, TRAWL_EMIT_OPTION_TOC) && !e->config.outline);
    char prefix[40] = "";

    h->scope++;
    h->texts += h->given;
    h->given = false;
    if (h->texts > 0)
        (void)snprintf(prefix, sizeof prefix, "text-%" PRIu64 "__", h->texts + 1);
    if (!e->error &&
        !html_outline_begin(h->own, h->scope, (trawl_str){prefix, strlen(prefix)}, !all))
        e->error = TRAWL_ERROR_NO_MEMORY;
}

void html_refs_message(trawl_emit *e, trawl_str anchor, trawl_str subject)
{
    const html *h = e->state;

    html_refs_text(e);
    if (!e->error && !html_outline_message(h->own, anchor, subject))
        e->error = TRAWL_ERROR_NO_MEMORY;
}

/* ---- Links in lines ---- */

trawl_str html_refs_find(const trawl_emit *e, unsigned quote, char type, const char *key, size_t n)
{
    const html *h = e->state;
    const trawl_outline *o = e->config.outline ? e->config.outline : h->own;

    return o ? html_outline_find(o, h->scope, quote, type, key, n) : (trawl_str){NULL, 0};
}

/* Inserts a tag before byte `at` of the line: `open`, the id, and `close`. `link` is as in
 * html_insert. */
static void refs_insert(trawl_emit *e, html_line *line, size_t at, const char *open, trawl_str id,
                        const char *close, int link)
{
    char tag[REFS_TAG + HTML_ID];
    text_out o = {tag, sizeof tag, 0};

    out_put(&o, open, strlen(open));
    out_put(&o, id.p, id.n);
    out_put(&o, close, strlen(close));
    CHECK(o.len <= o.size);
    html_line_insert(e, line, at, tag, o.len, link);
}

/* Makes line[from..to) a link, unless some of it is in a link. */
static void refs_add_link(trawl_emit *e, html_line *line, size_t from, size_t to, trawl_str id)
{
    if (id.n == 0 || id.n + 3 > HTML_ID || from >= to || html_line_links(line, from, to))
        return;
    refs_insert(e, line, from, "<a class=\"trawl-ref\" href=\"#", id, "\">", 1);
    html_line_insert(e, line, to, "</a>", 4, -1);
}

/* Returns the id of the message in a digest that an entry of its topics names: by its number, "3. A
 * kite", or by its title, without the author, "A kite (Ann Lee)". */
static trawl_str find_topic(const trawl_emit *e, const html_line *line)
{
    char key[BLOCK_KEY], topic[2 * BLOCK_KEY];
    const size_t n = block_key(line->is, line->p, line->n, key), from = strlen(KEY_SECTION);
    size_t author = line->n, k;

    if (n > from) {
        k = (size_t)snprintf(topic, sizeof topic, "%s%.*s", KEY_TOPIC, (int)(n - from), key + from);
        return html_refs_find(e, line->is->quote, 'k', topic, k);
    }
    while (author > 0 && line->p[author - 1] != '(')
        author--;
    k = author > 0 ? block_title_key(line->is, line->p, author - 1, key) : 0;
    return html_refs_find(e, line->is->quote, 't', key, k);
}

/* Links an entry of contents to its heading: by number and title, by number, or by title. */
static void link_entry(trawl_emit *e, html_line *line)
{
    char key[2 * BLOCK_KEY];
    size_t n = block_key(line->is, line->p, line->n, key);
    size_t t = block_title_key(line->is, line->p, line->n, key + n);
    trawl_str id =
        n > 0 && t > 0 ? html_refs_find(e, line->is->quote, 'b', key, n + t) : (trawl_str){NULL, 0};

    if (id.n == 0)
        id = find_topic(e, line);
    if (id.n == 0)
        id = html_refs_find(e, line->is->quote, 'k', key, n);
    if (id.n == 0)
        id = html_refs_find(e, line->is->quote, 't', key + n, t);
    refs_add_link(e, line, line->is->text, block_title_end(line->is, line->p, line->n), id);
}

/* Links the references in a line of running text. */
static void link_references(trawl_emit *e, html_line *line)
{
    html *h = e->state;
    const block_decision *is = line->is, *after = line->next_is;
    size_t from = is->text < line->n ? is->text : line->n, label = 0;
    bool goes_on = line->whole && after && after->joins && after->text <= line->next.n;
    block_ref ref;

    if (!is->joins)
        block_refs_begin(&h->refs);
    if (is->key_to > from)
        label = is->key_to - from;
    block_refs_line(&h->refs, line->p + from, line->n - from, label,
                    goes_on ? line->next.p + after->text : "",
                    goes_on ? line->next.n - after->text : 0);
    while (block_refs_next(&h->refs, &ref) && !e->error)
        refs_add_link(e, line, from + ref.from, from + ref.to,
                      html_refs_find(e, line->is->quote, 'k', ref.key, ref.key_n));
}

/* Adds a heading's link to itself. The stylesheet shows its sign, so the text does not change. */
static void add_permalink(trawl_emit *e, html_line *line)
{
    const html *h = e->state;

    if (h->id_n > 0 && line->whole)
        refs_insert(e, line, line->n, "<a class=\"trawl-here\" aria-label=\"Link here\" href=\"#",
                    (trawl_str){h->id, h->id_n}, "\"></a>", 0);
}

/* ---- Ids ---- */

/* Sets the id of a line that others can refer to: a heading, a reference or an item with a key. */
static void give_id(trawl_emit *e, const html_line *line)
{
    html *h = e->state;
    enum block_kind kind = line->is->kind;
    trawl_str id;

    h->id_n = 0;
    if (!line->is->first ||
        (kind != BLOCK_HEADING && kind != BLOCK_REFERENCE && kind != BLOCK_ITEM))
        return;
    if (!html_outline_add(h->own, line, &id))
        e->error = TRAWL_ERROR_NO_MEMORY;
    else if (id.n > 0 && id.n <= HTML_ID) {
        memcpy(h->id, id.p, h->id_n = id.n);
        h->given = true;
    }
}

void html_refs_line(trawl_emit *e, html_line *line)
{
    const html *h = e->state;

    give_id(e, line);
    if (h->reads && line->is->kind == BLOCK_CONTENTS && line->is->first)
        html_outline_add_contents(h->own);
    if (h->reads || e->error)
        return;
    switch (line->is->kind) {
    case BLOCK_HEADING:
        add_permalink(e, line);
        break;
    case BLOCK_CONTENTS:
        if (line->is->first)
            link_entry(e, line);
        break;
    case BLOCK_PARAGRAPH:
    case BLOCK_ITEM:
    case BLOCK_TERM:
    case BLOCK_DEFINITION:
    case BLOCK_NOTE:
    case BLOCK_REFERENCE:
        if (!line->marked)
            link_references(e, line);
        break;
    default:
        break;
    }
}

/* ---- The table of contents ---- */

/* Opens or closes lists until `depth` are open. */
static void set_lists(trawl_emit *e, unsigned *open, unsigned depth)
{
    if (*open >= depth)
        emit_text(e, "</li>\n");
    for (; *open > depth; (*open)--)
        emit_text(e, "</ul></li>\n");
    for (; *open < depth; (*open)++)
        emit_text(e, "\n<ul>\n");
}

static void refs_put_entry(trawl_emit *e, const trawl_outline *o, size_t i,
                           const outline_entry *entry)
{
    trawl_str id = html_outline_id(o, i), title = html_outline_title(o, entry);

    emit_text(e, "<li><a href=\"#");
    emit_put(e, id.p, id.n);
    emit_text(e, "\">");
    if (title.n > 0)
        escape_whole(e, &e->html.text, title.p, title.n);
    else
        emit_text(e, "(without a title)");
    emit_text(e, "</a>");
}

/* Writes the list, and closes all lists that it opened. Returns false if it is empty. */
static bool put_toc(trawl_emit *e, const trawl_outline *o)
{
    size_t n;
    const outline_entry *entries = html_outline_entries(o, &n);
    unsigned open = 0, in_message = 0;

    for (size_t i = 0; i < n && !e->error; i++) {
        unsigned depth = entries[i].level == 0 ? 1 : entries[i].level + in_message;
        if (entries[i].level == OUTLINE_UNLISTED)
            continue;
        in_message = in_message || entries[i].level == 0;
        if (open == 0)
            emit_text(e, "\n<nav class=\"trawl-toc\" id=\"trawl-toc\" "
                         "aria-label=\"Table of contents\">");
        set_lists(e, &open, depth > open + 1 ? open + 1 : depth);
        refs_put_entry(e, o, i, &entries[i]);
    }
    if (open == 0)
        return false;
    set_lists(e, &open, 1);
    emit_text(e, "</ul></nav>\n");
    return true;
}

void html_refs_toc_before(trawl_emit *e)
{
    if (!emit_option(e, TRAWL_EMIT_OPTION_TOC))
        return;
    if (e->config.outline && html_outline_has_contents(e->config.outline))
        return;
    if (e->config.outline)
        put_toc(e, e->config.outline);
    else
        emit_text(e, "\n<p class=\"trawl-note\"><a href=\"#trawl-toc\">Table of contents</a></p>");
}

void html_refs_toc_after(trawl_emit *e)
{
    const html *h = e->state;

    if (h->structure && emit_option(e, TRAWL_EMIT_OPTION_TOC) && !e->config.outline &&
        !put_toc(e, h->own))
        emit_text(e, "\n<p class=\"trawl-note\" id=\"trawl-toc\">This text has no headings.</p>");
}
