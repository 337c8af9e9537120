/* outline.c - the places in a text that links can lead to: headings, references, messages
 *
 * An id is the key of src/lib/block, with "-2" and so on if an earlier place of the text has the
 * same key: "section-3.1", "security-considerations", "ref-rfc1738". In a page of several messages
 * or files, the ids of a text begin with its number, except in the first text with ids:
 * "text-2__section-3.1". No other id contains "__".
 *
 * Each writer makes an outline of the text that it writes. The outline of a first pass is made by
 * a writer whose output is dropped, so both passes find the same places. It also keeps the
 * decisions of all lines, which the second pass takes instead of deciding again.
 */
#include "base/check.h"
#include "emit/html/inside.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>

#include "base/sized.h"

/* The maximum number of places, and of bytes of their ids and titles. Later places have no id. */
#define PLACES ((size_t)1 << 16)
#define TEXTS ((size_t)16 << 20)

/* The maximum number of lines whose decisions are kept. Of longer texts none is kept. */
#define LINES ((size_t)1 << 19)

#define TITLE_MAX 200
#define NUMBER_MAX 16

/* A line of the first pass. */
typedef struct outline_line {
    block_decision is;
    size_t n; /* its bytes */
} outline_line;

struct trawl_outline {
    memory m;
    atomic_size_t holders; /* the caller until trawl_outline_close(), and each open writer */
    trawl_emit *reader;    /* of a first pass; else NULL */
    outline_entry *entries;
    size_t n, room;
    keyed names; /* ids and keys */
    char *texts;
    size_t texts_n, texts_room;
    outline_line *lines;
    size_t lines_n, lines_room;
    bool keeps_none; /* no decisions */
    uint64_t scope;  /* the number of the text */
    size_t contents; /* entries of tables of contents */
    size_t prefix, prefix_n;
    html_words *words; /* of the text of a first pass, else NULL */
};

/* The fewest entries of a table of contents. */
#define CONTENTS_LEAST 3

/* ---- Names ---- */

/* The maximum number of bytes of a key that count. */
#define HASHED_MAX ((size_t)2 * BLOCK_KEY)

static uint64_t outline_hash_of(const trawl_outline *o, uint64_t scope, unsigned quote, char type,
                                const char *key, size_t n)
{
    char bytes[sizeof scope + sizeof quote + 1 + HASHED_MAX];

    if (n > HASHED_MAX)
        n = HASHED_MAX;
    memcpy(bytes, &scope, sizeof scope);
    memcpy(bytes + sizeof scope, &quote, sizeof quote);
    bytes[sizeof scope + sizeof quote] = type;
    memcpy(bytes + sizeof scope + sizeof quote + 1, key, n);
    return keyed_hash(&o->names, bytes, sizeof scope + sizeof quote + 1 + n);
}

/* ---- Entries ---- */

static void outline_add_text(trawl_outline *o, const char *p, size_t n)
{
    memcpy(o->texts + o->texts_n, p, n);
    o->texts_n += n;
}

/* Adds an entry, for which there must be room. */
static void outline_add_entry(trawl_outline *o, unsigned level, trawl_str id, trawl_str title)
{
    outline_entry *entry = &o->entries[o->n++];
    size_t n = title.n < TITLE_MAX ? title.n : TITLE_MAX;

    while (n < title.n && n > 0 && ((unsigned char)title.p[n] & 0xC0) == 0x80)
        n--;
    *entry = (outline_entry){.id = (uint32_t)o->texts_n, .level = (unsigned char)level};
    if (level > 0)
        outline_add_text(o, o->texts + o->prefix, o->prefix_n);
    outline_add_text(o, id.p, id.n);
    entry->id_n = (uint32_t)o->texts_n - entry->id;
    entry->title = (uint32_t)o->texts_n;
    if (n > 0)
        outline_add_text(o, title.p, n);
    entry->title_n = (uint32_t)n;
}

/* Makes room for one entry. Returns false when out of memory, and when the outline is full. */
static bool outline_make_room(trawl_outline *o, size_t id, bool *full)
{
    size_t n = o->prefix_n + id + NUMBER_MAX + TITLE_MAX;

    *full = o->n >= PLACES || o->texts_n + n > TEXTS;
    return *full || (keyed_make_room(&o->names, &o->m) &&
                     memory_grow(&o->m, &o->entries, &o->room, o->n + 1, sizeof *o->entries) &&
                     memory_grow(&o->m, &o->texts, &o->texts_room, o->texts_n + n, 1));
}

/* Appends a number to the id if another place has it. Returns its length. */
static size_t make_unique(trawl_outline *o, char id[BLOCK_KEY + NUMBER_MAX], size_t n)
{
    keyed_slot *first = keyed_find(&o->names, outline_hash_of(o, o->scope, 0, 'i', id, n));
    size_t all = n;

    if (first->hash == 0)
        return n;
    do
        all = n + (size_t)snprintf(id + n, NUMBER_MAX, "-%" PRIu32, ++first->number);
    while (keyed_find(&o->names, outline_hash_of(o, o->scope, 0, 'i', id, all))->hash != 0);
    return all;
}

bool html_outline_add(trawl_outline *o, const html_line *line, trawl_str *id)
{
    char key[HASHED_MAX], title[BLOCK_KEY], unique[BLOCK_KEY + NUMBER_MAX];
    const block_decision *is = line->is;
    size_t n, t, end, all;
    uint64_t named;
    bool full, listed = is->kind == BLOCK_HEADING;

    *id = (trawl_str){NULL, 0};
    if (o->n >= PLACES)
        return true;
    n = block_key(is, line->p, line->n, key);
    t = block_title_key(is, line->p, line->n, title);
    if (n + t == 0)
        return true;
    end = block_title_end(is, line->p, line->n);
    if (!outline_make_room(o, BLOCK_KEY, &full) || full)
        return full;
    named = n > 0 ? outline_hash_of(o, o->scope, is->quote, 'k', key, n) : 0;
    if (n > 0 && !listed && keyed_find(&o->names, named)->hash != 0)
        return true; /* the first of equal references counts */
    memcpy(unique, n > 0 ? key : title, n > 0 ? n : t);
    all = make_unique(o, unique, n > 0 ? n : t);
    (void)keyed_add(&o->names, outline_hash_of(o, o->scope, 0, 'i', unique, all), o->n);
    if (n > 0)
        (void)keyed_add(&o->names, named, o->n);
    if (t > 0)
        (void)keyed_add(&o->names, outline_hash_of(o, o->scope, is->quote, 't', title, t), o->n);
    CHECK(n <= BLOCK_KEY && t <= BLOCK_KEY);
    memcpy(key + n, title, t);
    if (n > 0 && t > 0)
        (void)keyed_add(&o->names, outline_hash_of(o, o->scope, is->quote, 'b', key, n + t), o->n);
    outline_add_entry(
        o,
        !listed         ? OUTLINE_UNLISTED
        : is->level > 0 ? is->level
                        : 1,
        (trawl_str){unique, all},
        (trawl_str){line->p + is->text, listed && end > is->text ? end - is->text : 0});
    *id = html_outline_id(o, o->n - 1);
    return true;
}

bool html_outline_message(trawl_outline *o, trawl_str anchor, trawl_str title)
{
    bool full;

    if (!outline_make_room(o, anchor.n, &full) || full)
        return full;
    outline_add_entry(o, 0, anchor, title);
    return true;
}

/* ---- Texts ---- */

bool html_outline_begin(trawl_outline *o, uint64_t scope, trawl_str prefix, bool forget)
{
    bool full;

    if (forget) {
        o->n = o->texts_n = 0;
        keyed_forget(&o->names, &o->m);
    }
    o->scope = scope;
    o->prefix_n = 0;
    if (!outline_make_room(o, prefix.n, &full) || full)
        return full;
    o->prefix = o->texts_n;
    o->prefix_n = prefix.n;
    if (prefix.n > 0)
        outline_add_text(o, prefix.p, prefix.n);
    return true;
}

trawl_str html_outline_id(const trawl_outline *o, size_t entry)
{
    return (trawl_str){o->texts + o->entries[entry].id, o->entries[entry].id_n};
}

void html_outline_add_contents(trawl_outline *o)
{
    o->contents++;
}

bool html_outline_has_contents(const trawl_outline *o)
{
    return o->scope <= 1 && o->contents >= CONTENTS_LEAST;
}

trawl_str html_outline_find(const trawl_outline *o, uint64_t scope, unsigned quote, char type,
                            const char *key, size_t n)
{
    const keyed_slot *slot;

    if (o->names.n == 0 || n == 0)
        return (trawl_str){NULL, 0};
    slot = keyed_find(&o->names, outline_hash_of(o, scope, quote, type, key, n));
    return slot->hash ? html_outline_id(o, slot->entry) : (trawl_str){NULL, 0};
}

const outline_entry *html_outline_entries(const trawl_outline *o, size_t *n)
{
    *n = o->n;
    return o->entries;
}

trawl_str html_outline_title(const trawl_outline *o, const outline_entry *entry)
{
    return (trawl_str){o->texts + entry->title, entry->title_n};
}

/* ---- Decisions ---- */

static void outline_set_furniture(outline_line *kept, bool first, const char *rule)
{
    kept->is = (block_decision){.kind = BLOCK_FURNITURE,
                                .rule = rule,
                                .first = first,
                                .quote = kept->is.quote,
                                .marks = kept->is.marks,
                                .text = kept->is.text};
}

/* Turns line i, which was decided as text, into furniture: it came back on later pages. */
static void outline_turn(trawl_outline *o, size_t i, const char *rule)
{
    outline_line *kept = &o->lines[i];
    const enum block_kind kind = kept->is.kind;

    if (kind != BLOCK_PARAGRAPH && kind != BLOCK_VERSE)
        return;
    outline_set_furniture(kept, true, rule);
    if (kept[1].is.kind == kind) {
        kept[1].is.first = true;
        kept[1].is.joins = false;
    }
    for (size_t k = i; k-- > 0 && o->lines[k].is.kind == BLOCK_BLANK;)
        outline_set_furniture(&o->lines[k], false, rule);
    for (size_t k = i + 1; k < o->lines_n && o->lines[k].is.kind == BLOCK_BLANK; k++)
        outline_set_furniture(&o->lines[k], false, rule);
}

bool html_outline_keep(trawl_outline *o, const html_line *line)
{
    size_t i = o->lines_n;

    o->keeps_none |= !line || o->lines_n == LINES;
    if (o->keeps_none) {
        o->lines_n = 0;
        return true;
    }
    if (!memory_grow(&o->m, &o->lines, &o->lines_room, o->lines_n + 1, sizeof *o->lines))
        return false;
    o->lines[o->lines_n++] = (outline_line){*line->is, line->n};
    for (unsigned k = 0; k < BLOCK_EARLIER && line->is->earlier[k] > 0 && line->is->earlier[k] <= i;
         k++) {
        i -= line->is->earlier[k];
        outline_turn(o, i, line->is->rule);
    }
    return true;
}

const block_decision *html_outline_line(const trawl_outline *o, size_t i, size_t n)
{
    const outline_line *line = i < o->lines_n ? &o->lines[i] : NULL;

    return line && (line->n == n || (line->n >= BLOCK_LINE_MAX && n >= BLOCK_LINE_MAX)) ? &line->is
                                                                                        : NULL;
}

/* ---- Life ---- */

trawl_outline *html_outline_new(const memory *m)
{
    trawl_outline *o = memory_get(m, sizeof *o);

    if (o)
        *o = (trawl_outline){.m = *m, .holders = 1};
    return o;
}

html_words *html_outline_words(const trawl_outline *o)
{
    return o ? o->words : NULL;
}

void outline_hold(const trawl_outline *o)
{
    if (o)
        atomic_fetch_add_explicit(&((trawl_outline *)o)->holders, 1, memory_order_relaxed);
}

void outline_drop(const trawl_outline *held)
{
    trawl_outline *o = (trawl_outline *)held;
    memory m;

    if (!o || atomic_fetch_sub_explicit(&o->holders, 1, memory_order_acq_rel) > 1)
        return;
    m = o->m;
    trawl_emit_close(&o->reader);
    memory_free(&m, o->entries);
    memory_free(&m, o->names.slots);
    memory_free(&m, o->texts);
    memory_free(&m, o->lines);
    memory_free(&m, o->words);
    memory_free(&m, o);
}

/* ---- A first pass ---- */

static int outline_ignore(void *user, const char *bytes, size_t n)
{
    (void)user;
    (void)bytes;
    (void)n;
    return 0;
}

int trawl_outline_open(trawl_outline **out, const trawl_emit_config *config)
{
    trawl_emit_config c = {.size = sizeof c};
    trawl_emit *reader;
    int error;

    if (!out)
        return TRAWL_ERROR_MISUSE;
    *out = NULL;
    if (config && !sized_get(&c, sizeof c, config))
        return TRAWL_ERROR_MISUSE;
    c.format = TRAWL_EMIT_FORMAT_HTML;
    c.options |= TRAWL_EMIT_OPTION_STRUCTURE | TRAWL_EMIT_OPTION_NO_STYLE;
    c.options &= ~(unsigned)(TRAWL_EMIT_OPTION_NO_STRUCTURE | TRAWL_EMIT_OPTION_TOC |
                             TRAWL_EMIT_OPTION_OWN_TITLE);
    c.outline = NULL;
    error = trawl_emit_open(&reader, &c, outline_ignore, NULL);
    if (error != TRAWL_OK)
        return error;
    *out = html_outline_new(&reader->m);
    if (*out)
        (*out)->words = memory_zeroed(&reader->m, html_words_size());
    if (!*out || !(*out)->words) {
        outline_drop(*out);
        *out = NULL;
        trawl_emit_close(&reader);
        return TRAWL_ERROR_NO_MEMORY;
    }
    ((html *)reader->state)->reads = true;
    ((html *)reader->state)->own = *out;
    (*out)->reader = reader;
    return TRAWL_OK;
}

int trawl_outline_event(void *outline, const trawl_event *event)
{
    trawl_outline *o = outline;

    return o ? trawl_emit_event(o->reader, event) : TRAWL_ERROR_MISUSE;
}

int trawl_outline_finish(trawl_outline *o)
{
    return o ? trawl_emit_finish(o->reader) : TRAWL_ERROR_MISUSE;
}

void trawl_outline_close(trawl_outline **out)
{
    if (!out)
        return;
    outline_drop(*out);
    *out = NULL;
}
