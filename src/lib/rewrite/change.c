/* change.c - what the user's function changes, and how attributes and text are written
 *
 * Changes are kept in the order of the calls; of several changes of one attribute the last counts.
 */
#include "rewrite/rewrite.h"

#include "base/ascii.h"

/* ---- Keeping ---- */

int change_keep(trawl_rewrite *r, rewrite_bytes *to, const char *p, size_t n, rewrite_part *part)
{
    if (!memory_grow(&r->m, &to->p, &to->room, to->n + n + 1, 1))
        return r->error = TRAWL_ERROR_NO_MEMORY;
    if (n > 0)
        memcpy(to->p + to->n, p, n);
    *part = (rewrite_part){to->n, n};
    to->n += n;
    return TRAWL_OK;
}

void change_begin(trawl_rewrite *r, int type)
{
    r->type = type;
    r->bytes.n = r->given.n = 0;
    r->attribute_n = 0;
    r->change_n = 0;
    r->text_set = r->unlinked = r->text_cut = r->href_cut = false;
}

int change_ask(trawl_rewrite *r, trawl_rewrite_link *link)
{
    int result;

    if (!r->config.decide)
        return r->error;
    link->size = sizeof *link;
    link->type = r->type;
    link->text_cut = r->text_cut;
    link->attributes = r->attributes;
    link->attribute_count = r->attribute_n;
    r->asking = true;
    result = r->config.decide(r->config.decide_user, r, link);
    r->asking = false;
    if (result && !r->error)
        r->error = result == TRAWL_ERROR_NO_SPACE ? result : sink_result(result);
    return r->error;
}

/* ---- The user's calls ---- */

/* Returns true for a name that may be written into a tag, or that is in the tag already. */
static bool change_is_name(const trawl_rewrite *r, const char *name, size_t n)
{
    for (unsigned i = 0; i < r->attribute_n; i++) {
        trawl_str has = r->attributes[i].name;
        if (has.n == n && memcmp(has.p, name, n) == 0)
            return true;
    }
    for (size_t i = 0; i < n; i++)
        if (!(ascii_is_alnum((unsigned char)name[i]) && !ascii_is_upper(name[i])) &&
            (name[i] == '\0' || !strchr("-_:.", name[i])))
            return false;
    return n > 0 && n < HTML_NAME;
}

/* Adds a change of an attribute. */
static int change_add(trawl_rewrite *r, const char *name, size_t n, trawl_str value, bool removed)
{
    rewrite_change change = {.removed = removed};

    if (!r || !r->asking || !name || (!value.p && value.n > 0) ||
        (r->type != TRAWL_REWRITE_NEW && r->type != TRAWL_REWRITE_ANCHOR) ||
        !change_is_name(r, name, n))
        return TRAWL_ERROR_MISUSE;
    if (!memory_grow(&r->m, &r->changes, &r->change_room, r->change_n + 1, sizeof *r->changes))
        return r->error = TRAWL_ERROR_NO_MEMORY;
    if (change_keep(r, &r->given, name, n, &change.name) ||
        change_keep(r, &r->given, value.p, value.n, &change.value))
        return r->error;
    r->changes[r->change_n++] = change;
    return TRAWL_OK;
}

int trawl_rewrite_set(trawl_rewrite *r, const char *name, size_t name_n, const char *value,
                      size_t value_n)
{
    return change_add(r, name, name_n, (trawl_str){value, value_n}, false);
}

int trawl_rewrite_remove(trawl_rewrite *r, const char *name, size_t name_n)
{
    return change_add(r, name, name_n, (trawl_str){"", 0}, true);
}

int trawl_rewrite_set_text(trawl_rewrite *r, const char *text, size_t n)
{
    if (!r || !r->asking || (!text && n > 0))
        return TRAWL_ERROR_MISUSE;
    if (r->text_cut)
        return TRAWL_ERROR_NO_SPACE;
    r->text_set = true;
    return change_keep(r, &r->given, text, n, &r->text);
}

int trawl_rewrite_unlink(trawl_rewrite *r)
{
    if (!r || !r->asking)
        return TRAWL_ERROR_MISUSE;
    r->unlinked = true;
    return TRAWL_OK;
}

rewrite_change *change_of(const trawl_rewrite *r, const char *name, size_t n)
{
    for (size_t i = r->change_n; i > 0; i--) {
        trawl_str has = change_str(&r->given, r->changes[i - 1].name);
        if (has.n == n && memcmp(has.p, name, n) == 0)
            return &r->changes[i - 1];
    }
    return NULL;
}

/* ---- Writing ---- */

static const char *change_reference(char byte, char quote)
{
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return quote == '"' ? "&quot;" : NULL;
    case '\'':
        return quote == '\'' ? "&#39;" : NULL;
    case '\0':
        return "\xEF\xBF\xBD";
    case '\r':
        return "&#13;";
    default:
        return NULL;
    }
}

/* Returns the offset of the first byte from `i` on that is written as a reference, and sets
 * *reference; or text.n. */
static size_t change_next(const trawl_rewrite *r, trawl_str text, size_t i, char quote,
                          const char **reference)
{
    *reference = "";
    for (;; i++) {
        i += r->kernel->find(&r->escaped, text.p + i, text.n - i);
        if (i == text.n)
            return i;
        *reference = change_reference(text.p[i], quote);
        if (*reference)
            return i;
    }
}

int change_put_escaped(trawl_rewrite *r, trawl_str text, char quote)
{
    for (size_t i = 0, at;; i = at + 1) {
        const char *reference;
        at = change_next(r, text, i, quote, &reference);
        rewrite_put(r, text.p + i, at - i);
        if (at == text.n)
            return r->error;
        rewrite_put(r, reference, strlen(reference));
    }
}

int change_put_text(trawl_rewrite *r)
{
    trawl_str text = change_str(&r->given, r->text);

    return rewrite_is_html(r) ? change_put_escaped(r, text, 0) : rewrite_put(r, text.p, text.n);
}

static int change_put_attribute(trawl_rewrite *r, trawl_str name, trawl_str value)
{
    rewrite_put(r, " ", 1);
    rewrite_put(r, name.p, name.n);
    rewrite_put(r, "=\"", 2);
    change_put_escaped(r, value, '"');
    return rewrite_put(r, "\"", 1);
}

/* Returns the change if it adds an attribute, or NULL. Of several changes of one attribute the
 * first decides where it is written. */
static const rewrite_change *change_added(const trawl_rewrite *r, size_t i)
{
    trawl_str name = change_str(&r->given, r->changes[i].name);
    const rewrite_change *last = change_of(r, name.p, name.n);

    for (size_t k = 0; k < i; k++) {
        trawl_str other = change_str(&r->given, r->changes[k].name);
        if (other.n == name.n && memcmp(other.p, name.p, name.n) == 0)
            return NULL;
    }
    return last->removed || last->written ? NULL : last;
}

bool change_adds(const trawl_rewrite *r)
{
    for (size_t i = 0; i < r->change_n; i++)
        if (change_added(r, i))
            return true;
    return false;
}

int change_put_added(trawl_rewrite *r)
{
    for (size_t i = 0; i < r->change_n; i++) {
        const rewrite_change *last = change_added(r, i);
        if (last)
            change_put_attribute(r, change_str(&r->given, last->name),
                                 change_str(&r->given, last->value));
    }
    return r->error;
}

/* Appends an attribute as it is written. */
static void change_keep_attribute(trawl_rewrite *r, rewrite_bytes *to, const char *name,
                                  trawl_str value)
{
    rewrite_part part;

    change_keep(r, to, " ", 1, &part);
    change_keep(r, to, name, strlen(name), &part);
    change_keep(r, to, "=\"", 2, &part);
    for (size_t i = 0, at; i <= value.n; i = at + 1) {
        const char *reference;
        at = change_next(r, value, i, '"', &reference);
        change_keep(r, to, value.p + i, at - i, &part);
        change_keep(r, to, reference, at < value.n ? strlen(reference) : 0, &part);
    }
    change_keep(r, to, "\"", 1, &part);
}

int change_open(trawl_rewrite *r)
{
    static const unsigned char in[256] = {
        ['&'] = 1, ['<'] = 1, ['>'] = 1, ['"'] = 1, ['\''] = 1, ['\r'] = 1, [0] = 1};

    rewrite_part part;

    r->kernel = kernel_choose();
    kernel_set_make(&r->escaped, in);
    change_keep(r, &r->same, "\"", 1, &part);
    if (r->config.rel.n > 0)
        change_keep_attribute(r, &r->same, "rel", r->config.rel);
    if (r->config.target.n > 0)
        change_keep_attribute(r, &r->same, "target", r->config.target);
    if (r->config.css_class.n > 0)
        change_keep_attribute(r, &r->same, "class", r->config.css_class);
    return change_keep(r, &r->same, ">", 1, &part);
}

int change_put_new(trawl_rewrite *r, const live_answer *href)
{
    if (r->attribute_n == 0) {
        rewrite_put(r, "<a href=\"", 9);
        if (href->plain == LIVE_CLEAN)
            rewrite_put(r, href->href.p, href->href.n);
        else
            change_put_escaped(r, href->href, '"');
        return rewrite_put(r, r->same.p, r->same.n);
    }
    rewrite_put(r, "<a", 2);
    for (unsigned i = 0; i < r->attribute_n; i++) {
        const trawl_rewrite_attribute *a = &r->attributes[i];
        rewrite_change *change = change_of(r, a->name.p, a->name.n);
        if (!change)
            change_put_attribute(r, a->name, a->value);
        else if (!change->removed)
            change_put_attribute(r, a->name, change_str(&r->given, change->value));
        if (change)
            change->written = true;
    }
    change_put_added(r);
    return rewrite_put(r, ">", 1);
}
