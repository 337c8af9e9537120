/* anchor.c - an <a> of the input: what the user's function sees of it, and how it is changed
 *
 * The <a> waits in the queue until its end is known, or until REWRITE_ANCHOR_MAX bytes have been
 * read. The tag is taken apart by the states of the HTML standard (13.2.5.32 to 13.2.5.39); a value
 * with references is decoded by a tokenizer of its own.
 */
#include "rewrite/rewrite.h"

#include "base/ascii.h"

bool anchor_is_ready(const trawl_rewrite *r, const rewrite_segment *s)
{
    return s->ended || s->cut || r->finishing ||
           r->read > s->from + TRAWL_REWRITE_ANCHOR_MAX + HTML_HELD;
}

/* ---- The tag ---- */

/* An attribute in a tag, as offsets in the tag. */
typedef struct anchor_place {
    size_t from, name_to;
    size_t value_from, value_to;
    size_t to;
    char quote; /* 0: none */
    bool equals;
} anchor_place;

static bool anchor_is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\f';
}

static size_t anchor_spaces(trawl_str tag, size_t i)
{
    while (i < tag.n && anchor_is_blank(tag.p[i]))
        i++;
    return i;
}

/* Reads the value at i, after "=" and white space. Returns its end. */
static size_t anchor_value(trawl_str tag, size_t i, anchor_place *place)
{
    const char *end;

    place->value_from = i;
    if (tag.p[i] == '"' || tag.p[i] == '\'') {
        place->quote = tag.p[i];
        place->value_from = ++i;
        end = memchr(tag.p + i, place->quote, tag.n - i);
        i = end ? (size_t)(end - tag.p) : tag.n - 1;
        place->value_to = i;
        return i + 1;
    }
    while (i < tag.n - 1 && !anchor_is_blank(tag.p[i]) && tag.p[i] != '>')
        i++;
    return place->value_to = i;
}

/* Writes the name in lower case. Returns its length, or 0 if it is too long. */
static size_t anchor_name(trawl_str tag, const anchor_place *place, char name[HTML_NAME])
{
    size_t n = place->name_to - place->from;

    if (n >= HTML_NAME)
        return 0;
    for (size_t i = 0; i < n; i++)
        name[i] = ascii_lower(tag.p[place->from + i]);
    return n;
}

/* Reads the next attribute from *i on. Returns false at the end of the tag. */
static bool anchor_attribute(trawl_str tag, size_t *i, anchor_place *place)
{
    size_t k = *i;

    while (k < tag.n && (anchor_is_blank(tag.p[k]) || tag.p[k] == '/'))
        k++;
    if (k >= tag.n - 1)
        return false;
    *place = (anchor_place){.from = k};
    do
        k++;
    while (k < tag.n - 1 && !anchor_is_blank(tag.p[k]) && tag.p[k] != '/' && tag.p[k] != '>' &&
           tag.p[k] != '=');
    place->name_to = place->value_from = place->value_to = place->to = k;
    k = anchor_spaces(tag, k);
    if (tag.p[k] == '=') {
        place->equals = true;
        k = anchor_spaces(tag, k + 1);
        place->to = anchor_value(tag, k, place);
    }
    *i = place->to;
    return true;
}

/* ---- Values ---- */

typedef struct anchor_decoded {
    trawl_rewrite *r;
    rewrite_part *value;
} anchor_decoded;

static int anchor_take_value(void *user, const html_attribute *a)
{
    anchor_decoded *to = user;

    to->r->value_cut = a->over;
    return change_keep(to->r, &to->r->bytes, a->value, a->value_n, to->value);
}

static bool anchor_wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user, (void)tag;
    return name->n == 1;
}

/* Decodes a value. */
static int anchor_decode(trawl_rewrite *r, trawl_str value, char quote, rewrite_part *part)
{
    anchor_decoded to = {r, part};
    html_out out = {.user = &to, .wants = anchor_wants, .attribute = anchor_take_value};

    r->value_cut = false;
    if (value.n <= HTML_VALUE && !memchr(value.p, '&', value.n) && !memchr(value.p, 0, value.n))
        return change_keep(r, &r->bytes, value.p, value.n, part);
    html_begin(&r->values, &out);
    html_feed(&r->values, "<a x=", 5);
    html_feed(&r->values, &quote, quote != 0);
    html_feed(&r->values, value.p, value.n);
    html_feed(&r->values, &quote, quote != 0);
    html_feed(&r->values, ">", 1);
    return r->error;
}

static bool anchor_is_href(const char *name, size_t n)
{
    return n == 4 && memcmp(name, "href", 4) == 0;
}

/* Adds an attribute, unless there is already one of that name, or there are too many. There is
 * always room for href. */
static int anchor_add(trawl_rewrite *r, trawl_str tag, const anchor_place *place)
{
    char name[HTML_NAME];
    size_t n = anchor_name(tag, place, name);
    bool has_href = anchor_is_href(name, n);
    rewrite_shown shown;

    for (unsigned i = 0; i < r->attribute_n; i++) {
        trawl_str other = change_str(&r->bytes, r->shown_attributes[i].name);
        if (other.n == n && memcmp(other.p, name, n) == 0)
            return r->error;
        has_href = has_href || anchor_is_href(other.p, other.n);
    }
    if (n == 0 || r->attribute_n + !has_href == REWRITE_ATTRIBUTES)
        return r->error;
    if (change_keep(r, &r->bytes, name, n, &shown.name) ||
        anchor_decode(r,
                      (trawl_str){tag.p + place->value_from, place->value_to - place->value_from},
                      place->quote, &shown.value))
        return r->error;
    r->href_cut = r->href_cut || (r->value_cut && anchor_is_href(name, n));
    r->shown_attributes[r->attribute_n++] = shown;
    return r->error;
}

static int anchor_read(trawl_rewrite *r, trawl_str tag)
{
    anchor_place place;
    size_t i = 2;

    while (anchor_attribute(tag, &i, &place) && !anchor_add(r, tag, &place))
        ;
    return r->error;
}

/* ---- The text ---- */

/* Returns the end of the element's content in the queue, and sets r->text_cut. */
static size_t anchor_end(trawl_rewrite *r, const rewrite_segment *s)
{
    uint64_t most = s->from + TRAWL_REWRITE_ANCHOR_MAX;
    size_t end = s->ended ? (size_t)(s->partner - r->segment_base) : r->segment_n;
    uint64_t past = end < r->segment_n ? r->segments[end].from : r->read;

    r->text_cut = s->cut || past > most;
    return s->cut ? r->first + 1 : end;
}

/* Keeps the visible text of the segments up to `end`. */
static int anchor_text(trawl_rewrite *r, const rewrite_segment *anchor, size_t end,
                       rewrite_part *part)
{
    uint64_t most = anchor->from + TRAWL_REWRITE_ANCHOR_MAX;
    rewrite_part next;

    *part = (rewrite_part){r->bytes.n, 0};
    for (size_t i = r->first + 1; i < end; i++) {
        const rewrite_segment *s = &r->segments[i];
        trawl_str text = queue_visible(r, s, s->at, s->at + s->n);
        if ((s->kind != REWRITE_TEXT && s->kind != REWRITE_CHAR) || s->from >= most)
            continue;
        if (s->to > most)
            text.n = s->kind == REWRITE_TEXT ? (size_t)(most - s->from) : 0;
        if (change_keep(r, &r->bytes, text.p, text.n, &next))
            return r->error;
        part->n += text.n;
    }
    return change_keep(r, &r->bytes, "", 0, &next);
}

/* ---- Writing ---- */

/* Writes one attribute of the tag if it changes. The bytes of the tag before `from` are written
 * already; returns the offset of the next byte to be written. Of several attributes with one name
 * only the first counts: a new value is written there, but a removal removes all of them. */
static size_t put_place(trawl_rewrite *r, trawl_str tag, const anchor_place *place, size_t from)
{
    char name[HTML_NAME];
    size_t n = anchor_name(tag, place, name), to = place->from;
    rewrite_change *change = n > 0 ? change_of(r, name, n) : NULL;
    char quote = place->quote ? place->quote : '"';

    if (!change || (change->written && !change->removed))
        return from;
    change->written = true;
    if (change->removed) {
        /* Without white space between them, "x=1" and a "/" after this attribute would become one
         * value. Even with white space, "x" and a "=" after this attribute would become one
         * attribute. */
        if (anchor_is_blank(tag.p[place->to]) || tag.p[place->to] == '>')
            while (to > from && anchor_is_blank(tag.p[to - 1]))
                to--;
        rewrite_put(r, tag.p + from, to - from);
        if (tag.p[anchor_spaces(tag, place->to)] == '=')
            rewrite_put(r, "/", 1);
        return place->to;
    }
    rewrite_put(r, tag.p + from, place->value_from - from);
    if (!place->equals)
        rewrite_put(r, "=", 1);
    if (!place->quote)
        rewrite_put(r, &quote, 1);
    change_put_escaped(r, change_str(&r->given, change->value), quote);
    if (!place->quote)
        rewrite_put(r, &quote, 1);
    return place->value_to;
}

/* Returns true when the tag ends with an attribute that has "=" and no value: the next attribute
 * would become the value. */
static bool ends_in_equals(trawl_str tag)
{
    anchor_place place = {.quote = 0};
    size_t i = 2;

    while (anchor_attribute(tag, &i, &place))
        ;
    return place.equals && !place.quote && place.value_from == place.value_to;
}

/* Writes the start tag with its changes. */
static int put_tag(trawl_rewrite *r, trawl_str tag, bool self_closing)
{
    size_t from = 0, i = 2, end = tag.n - (self_closing ? 2 : 1);
    anchor_place place;

    while (anchor_attribute(tag, &i, &place))
        from = put_place(r, tag, &place, from);
    if (from < end) {
        rewrite_put(r, tag.p + from, end - from);
        if (change_adds(r) && ends_in_equals(tag))
            rewrite_put(r, "\"\"", 2);
    }
    end = from > end ? from : end;
    change_put_added(r);
    return rewrite_put(r, tag.p + end, tag.n - end);
}

/* Writes the content up to the segment `end`, with the new text in place of the first text. */
static int anchor_put_content(trawl_rewrite *r, size_t end)
{
    bool put = false;

    for (size_t i = r->first; i < end && !put; i++)
        put = r->segments[i].kind == REWRITE_TEXT || r->segments[i].kind == REWRITE_CHAR;
    if (!put)
        change_put_text(r);
    for (; r->first < end && !r->error; r->first++) {
        const rewrite_segment *s = &r->segments[r->first];
        if (s->kind == REWRITE_TEXT || s->kind == REWRITE_CHAR) {
            if (put)
                change_put_text(r);
            put = false;
        } else {
            queue_write(r, s->to);
        }
        r->written = s->to;
    }
    return r->error;
}

/* Leaves out the end tag of the <a>, which may come later. */
static void drop_end(trawl_rewrite *r, const rewrite_segment *s, uint64_t number)
{
    if (s->ended && s->by_tag)
        r->segments[s->partner - r->segment_base].dropped = true;
    for (unsigned i = 0; i < r->open.anchor_n && !s->ended; i++)
        if (r->open.anchors[i].segment == number)
            r->open.anchors[i].unlinked = true;
}

/* Writes the beginning of a start tag that is too long. Writes the changed attributes first, since
 * of several attributes with one name the first counts. The rest of the tag cannot be changed; so a
 * removed attribute is written with an empty value, and so is href when the link is removed. */
static int put_cut(trawl_rewrite *r, trawl_str tag)
{
    rewrite_put(r, tag.p, 2);
    if (r->unlinked)
        rewrite_put(r, " href=\"\"", 8);
    for (size_t i = 0; i < r->change_n; i++)
        r->changes[i].removed = false;
    change_put_added(r);
    return rewrite_put(r, tag.p + 2, tag.n - 2);
}

/* ---- The whole ---- */

static int anchor_ask(trawl_rewrite *r, const rewrite_segment *s, trawl_str tag, size_t end)
{
    trawl_link link = {.size = sizeof link, .kind = TRAWL_KIND_HTML};
    trawl_rewrite_link asked = {.link = &link, .span = {s->from, s->to}};
    rewrite_part text;

    if (anchor_read(r, tag) || anchor_text(r, s, end, &text))
        return r->error;
    for (unsigned i = 0; i < r->attribute_n; i++) {
        r->attributes[i] =
            (trawl_rewrite_attribute){.name = change_str(&r->bytes, r->shown_attributes[i].name),
                                      .value = change_str(&r->bytes, r->shown_attributes[i].value),
                                      .reserved = {0, 0}};
        if (anchor_is_href(r->attributes[i].name.p, r->attributes[i].name.n))
            asked.href = r->attributes[i].value;
    }
    asked.text = change_str(&r->bytes, text);
    asked.href_cut = r->href_cut;
    if (r->href_cut)
        asked.why =
            s->cut ? "a tag is longer than 131072 bytes" : "an href is longer than 8192 bytes";
    link.url = link.raw = asked.href;
    return change_ask(r, &asked);
}

int anchor_take(trawl_rewrite *r)
{
    rewrite_segment *s = &r->segments[r->first];
    trawl_str tag = {queue_bytes(r, s->from), (size_t)(s->to - s->from)};
    size_t end;

    s->offered = false;
    change_begin(r, TRAWL_REWRITE_ANCHOR);
    r->href_cut = s->cut;
    end = anchor_end(r, s);
    if (anchor_ask(r, s, tag, end))
        return r->error;
    if (s->cut)
        put_cut(r, tag);
    else if (r->unlinked)
        drop_end(r, s, r->segment_base + r->first);
    else if (r->change_n > 0)
        put_tag(r, tag, s->self_closing);
    else
        queue_write(r, s->to);
    r->written = s->to;
    r->first++;
    return r->text_set ? anchor_put_content(r, end) : r->error;
}
