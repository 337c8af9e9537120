/* walk_type.c - what Content-Type and Content-Transfer-Encoding say of a part (RFC 2045, RFC 3676, RFC 2425)
 *
 * Most headers of texts say what one of the last few did, byte by byte: so what those came to is kept (walk_memo), and stands
 * for all that is done here with the same bytes. Those of multiparts differ in their boundaries, and mostly in nothing else.
 */
#include "mail/walk_type.h"

#include "base/ascii.h"
#include "find/scan.h"
#include "mail/words_inside.h"

static int set_text(words_text *t, const char *s, size_t n)
{
    t->n = 0;
    return words_put(t, s, n);
}

/* ---- What was said lately ---- */

/* The lengths of both fields, which tell most memos apart; 0 for what is in no memo. No header without a Content-Type is one of
 * them: what it says hangs on where it stands. */
static uint16_t key_of(const walk *w)
{
    size_t type = w->content_type.n, code = w->transfer.n;

    return type == 0 || type + code > WALK_MEMO ? 0 : (uint16_t)(type << 8 | code);
}

static bool is_said(const walk_memo *m, const words_text *type, const words_text *code)
{
    return memcmp(m->fields, type->p, type->n) == 0 &&
           (code->n == 0 || memcmp(m->fields + type->n, code->p, code->n) == 0);
}

static const walk_memo *find(const walk *w)
{
    uint16_t key = key_of(w);

    for (unsigned i = 0; i < WALK_MEMOS && key > 0; i++)
        if (w->memo_keys[i] == key && is_said(&w->memos[i], &w->content_type, &w->transfer))
            return &w->memos[i];
    return NULL;
}

/* It takes the place of the eldest. */
static void keep(walk *w, const reader_text *as)
{
    walk_memo *m = &w->memos[w->memo_next];
    size_t type = w->content_type.n, code = w->transfer.n;
    uint16_t key = key_of(w);

    if (key == 0 || w->type.n > sizeof m->type || w->encoding.n > sizeof m->encoding ||
        w->part_charset.n > sizeof m->charset)
        return;
    w->memo_keys[w->memo_next] = key;
    *m = (walk_memo){.name_n = w->type.n,
                     .encoding_n = w->encoding.n,
                     .charset_n = w->part_charset.n,
                     .as = *as,
                     .flowed = w->t->set.flowed};
    memcpy(m->fields, w->content_type.p, type);
    if (code > 0)
        memcpy(m->fields + type, w->transfer.p, code);
    memcpy(m->type, w->type.p, w->type.n);
    if (w->encoding.n > 0)
        memcpy(m->encoding, w->encoding.p, w->encoding.n);
    if (w->part_charset.n > 0)
        memcpy(m->charset, w->part_charset.p, w->part_charset.n);
    w->memo_next = (w->memo_next + 1) % WALK_MEMOS;
}

static int recall(walk *w)
{
    const walk_memo *m = w->memo;
    int failed = set_text(&w->type, m->type, m->name_n);

    if (!failed)
        failed = set_text(&w->encoding, m->encoding, m->encoding_n);
    return failed ? failed : set_text(&w->part_charset, m->charset, m->charset_n);
}

/* ---- Multiparts ---- */

/* Is there another one, perhaps in pieces ("boundary*0")? */
static bool has_boundary(const char *p, size_t n)
{
    static const char name[] = "boundary";

    for (size_t i = 0; i + sizeof name - 1 <= n; i++)
        if (ascii_same(p + i, name, sizeof name - 1))
            return true;
    return false;
}

/* Where the value begins of the only boundary, which is the field's end and in the only quotes: one of which no byte can mean
 * anything else. 0: there is none. */
static size_t boundary_at(const words_text *field)
{
    static const char name[] = "boundary=\"";
    enum { N = sizeof name - 1 };
    const char *p = field->p, *open = field->n > 0 ? memchr(p, '"', field->n) : NULL, *close;
    size_t n;

    if (!open || open - p < N || memcmp(open + 1 - N, name, N) != 0)
        return 0;
    n = field->n - (size_t)(++open - p);
    close = memchr(open, '"', n);
    if (!close || close + 1 != open + n || n == 1 || (unsigned char)close[-1] <= ' ')
        return 0;
    if (memchr(open, '\\', n) || memchr(open, '\n', n) || memchr(p, '(', (size_t)(open - p)) ||
        has_boundary(p, (size_t)(open - p) - N))
        return 0;
    return (size_t)(open - p);
}

static const walk_shape *find_shape(const walk *w, size_t n)
{
    for (unsigned i = 0; i < WALK_SHAPES && n > 0; i++)
        if (w->shapes[i].n == n && memcmp(w->shapes[i].before, w->content_type.p, n) == 0)
            return &w->shapes[i];
    return NULL;
}

/* If the field is of such a shape, and the boundary what it seems to be. */
static int keep_shape(walk *w, size_t n)
{
    walk_shape *shape = &w->shapes[w->shape_next];
    int failed;

    if (n == 0 || n > sizeof shape->before || w->type.n > sizeof shape->type || w->part_charset.n > 0 ||
        !type_begins(w, "multipart/"))
        return TRAWL_OK;
    failed = walk_type_get(w, &w->boundary, "boundary");
    if (failed || w->boundary.n != w->content_type.n - n - 1 ||
        memcmp(w->boundary.p, w->content_type.p + n, w->boundary.n) != 0)
        return failed;
    shape->n = n;
    shape->type_n = w->type.n;
    memcpy(shape->before, w->content_type.p, n);
    memcpy(shape->type, w->type.p, w->type.n);
    w->shape_next = (w->shape_next + 1) % WALK_SHAPES;
    return TRAWL_OK;
}

/* The shape was there before. */
static int recall_shape(walk *w, const walk_shape *shape)
{
    w->boundary_at = shape->n;
    w->encoding.n = w->part_charset.n = 0;
    return set_text(&w->type, shape->type, shape->type_n);
}

int walk_type_boundary(walk *w)
{
    const char *value = w->content_type.p + w->boundary_at;

    if (w->boundary_at == 0)
        return walk_type_get(w, &w->boundary, "boundary");
    return set_text(&w->boundary, value, w->content_type.n - w->boundary_at - 1);
}

/* ---- What the fields say ---- */

int walk_type_get(walk *w, words_text *value, const char *name)
{
    bool there;
    int failed;

    if (!w->params_read)
        params_read(&w->params, w->content_type.p, w->content_type.n);
    w->params_read = true;
    failed = params_find(value, &there, &w->params, name);
    if (!failed && !there)
        value->n = 0;
    return failed;
}

static int read_fields(walk *w)
{
    static const char plain[] = "text/plain", message[] = "message/rfc822";
    bool is_message = w->digest_child && w->content_type.n == 0;
    int failed = params_value(&w->type, w->content_type.p, w->content_type.n);

    if (!failed && (w->type.n == 0 || !memchr(w->type.p, '/', w->type.n)))
        failed =
            is_message ? set_text(&w->type, message, sizeof message - 1) : set_text(&w->type, plain, sizeof plain - 1);
    if (!failed)
        failed = params_value(&w->encoding, w->transfer.p, w->transfer.n);
    return failed ? failed : walk_type_get(w, &w->part_charset, "charset");
}

int walk_type_know(walk *w)
{
    const walk_shape *shape;
    size_t boundary;
    int failed;

    w->params_read = false;
    w->boundary_at = 0;
    boundary = w->transfer.n == 0 ? boundary_at(&w->content_type) : 0;
    shape = find_shape(w, boundary);
    w->memo = shape ? NULL : find(w);
    if (shape)
        return recall_shape(w, shape);
    if (w->memo)
        return recall(w);
    failed = read_fields(w);
    return failed ? failed : keep_shape(w, boundary);
}

static int know_rule(walk *w, lines_rule *rule)
{
    int failed;

    *rule = LINES_PLAIN;
    w->t->set.flowed = false;
    if (type_is(w, "text/calendar") || type_is(w, "text/vcard") || type_is(w, "text/x-vcard") ||
        type_is(w, "text/directory"))
        *rule = LINES_FOLDED;
    if (!type_is(w, "text/plain"))
        return TRAWL_OK;
    failed = walk_type_get(w, &w->value, "format");
    if (failed || w->value.n != 6 || !ascii_same(w->value.p, "flowed", 6))
        return failed;
    w->t->set.flowed = true;
    failed = walk_type_get(w, &w->value, "delsp");
    if (!failed && w->value.n == 3 && ascii_same(w->value.p, "yes", 3))
        *rule = LINES_DELSP;
    return failed;
}

int walk_type_text(walk *w, reader_text *as)
{
    int failed;

    if (w->memo) {
        *as = w->memo->as;
        w->t->set.flowed = w->memo->flowed;
        return TRAWL_OK;
    }
    *as =
        (reader_text){.transfer = transfer_find(w->encoding.p, w->encoding.n),
                      .charset = w->part_charset.n > 0 ? names_find(w->part_charset.p, w->part_charset.n) : w->charset,
                      .trusted = w->part_charset.n == 0,
                      .page = type_is(w, "text/html") || type_is(w, "application/xhtml+xml"),
                      .enriched = type_is(w, "text/enriched") || type_is(w, "text/richtext"),
                      .uri_list = type_is(w, "text/uri-list") && (w->find & TRAWL_FIND_URL)};
    failed = know_rule(w, &as->rule);
    if (!failed)
        keep(w, as);
    return failed;
}
