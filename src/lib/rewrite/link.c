/* link.c - puts a link that the scan found into HTML, or replaces it in text
 *
 * A link is written as <a ...>, its segments, </a>. These may be text and whole elements of inline
 * text. If an element begins or ends outside of the link's text, but right before or after it, the
 * <a> takes it in:
 *
 *   <b>http://a.example</b>/x      <a href="..."><b>http://a.example</b>/x</a>
 */
#include "base/check.h"
#include "rewrite/rewrite.h"

#include "base/utf8.h"

#define LINK_NESTED 16 /* elements in a link */

/* A link in the queue. */
typedef struct link_place {
    size_t from, to;       /* its text is in the segments from..to, `to` included */
    size_t begin, end;     /* the segments that its <a> holds */
    uint64_t at, at_to;    /* its visible text */
    uint64_t source, past; /* the bytes of the input that its <a> holds */
} link_place;

/* ---- Segments ---- */

static bool link_is_text(const rewrite_segment *s)
{
    return s->kind == REWRITE_TEXT || s->kind == REWRITE_CHAR;
}

/* Returns the first segment, from `low` on, whose visible text ends after `at`. It is near `low`
 * unless an <a> waits in the queue. */
static size_t link_segment(const trawl_rewrite *r, size_t low, uint64_t at)
{
    size_t high = r->segment_n;

    for (size_t step = 1; low < high; step *= 2) {
        size_t i = step < high - low ? low + step - 1 : low + (high - low) / 2;
        if (r->segments[i].at + r->segments[i].n > at)
            high = i;
        else
            low = i + 1;
    }
    return low;
}

static uint64_t link_source(const rewrite_segment *s, uint64_t at)
{
    return s->kind == REWRITE_TEXT && at > s->at ? s->from + (at - s->at) : s->from;
}

static uint64_t link_past(const rewrite_segment *s, uint64_t at)
{
    return s->kind == REWRITE_TEXT && at < s->at + s->n ? s->from + (at - s->at) : s->to;
}

/* Finds the link's text. Returns false when its start has been written. */
static bool link_find(const trawl_rewrite *r, const trawl_link *link, link_place *place)
{
    const rewrite_segment *s;

    CHECK(link->span_count > 0);
    place->at = link->spans[0].from;
    place->at_to = link->spans[link->span_count - 1].to;
    place->from = place->begin = link_segment(r, r->first, place->at);
    if (place->at_to <= place->at || place->from == r->segment_n)
        return false;
    s = &r->segments[place->from];
    place->to = place->end =
        place->at_to <= s->at + s->n ? place->from : link_segment(r, place->from, place->at_to - 1);
    if (s->at > place->at || place->to == r->segment_n)
        return false;
    place->source = link_source(s, place->at);
    place->past = link_past(&r->segments[place->to], place->at_to);
    return place->source >= r->written;
}

/* Returns the strictest zone of the link's text. */
static int link_zone(const trawl_rewrite *r, const link_place *place)
{
    int zone = REWRITE_FREE;

    for (size_t i = place->from; i <= place->to; i++) {
        const rewrite_segment *s = &r->segments[i];
        if (link_is_text(s) && s->n > 0 && s->zone > zone)
            zone = s->zone;
    }
    return zone;
}

/* ---- Can one <a> hold it? ---- */

/* Moves the start of the <a> to include the start tag `name` right before the link. Tags without
 * content may be between the two. Returns false if the tag is not there or must stay outside. */
static bool take_before(const trawl_rewrite *r, link_place *place, uint32_t name)
{
    if (place->source != r->segments[place->begin].from)
        return false;
    while (place->begin > r->first && r->segment_base + place->begin - 1 >= r->barrier) {
        const rewrite_segment *s = &r->segments[place->begin - 1];
        if (!s->inside || s->closing || s->n > 0 || s->from < r->written ||
            (!s->empty && s->name != name))
            return false;
        place->begin--;
        place->source = s->from;
        if (!s->empty)
            return true;
    }
    return false;
}

/* Moves the end of the <a> to include the end tags of the n elements right after the link. Returns
 * false if one of them is not there. */
static bool take_after(const trawl_rewrite *r, link_place *place, const uint32_t *open, unsigned n)
{
    if (n > 0 && place->past != r->segments[place->end].to)
        return false;
    while (n > 0 && place->end + 1 < r->segment_n) {
        const rewrite_segment *s = &r->segments[place->end + 1];
        if (!s->inside || s->n > 0 || (!s->empty && (!s->closing || s->name != open[n - 1])))
            return false;
        n -= !s->empty;
        place->end++;
        place->past = s->to;
    }
    return n == 0;
}

/* Returns true when the tags in the link belong to whole elements that a link can hold. */
static bool link_can_hold(const trawl_rewrite *r, link_place *place)
{
    uint32_t open[LINK_NESTED];
    unsigned n = 0;

    for (size_t i = place->from; i <= place->to; i++) {
        const rewrite_segment *s = &r->segments[i];
        if (link_is_text(s) || (s->inside && s->empty))
            continue;
        if (!s->inside || (!s->closing && n == LINK_NESTED))
            return false;
        if (!s->closing)
            open[n++] = s->name;
        else if (n > 0 ? open[--n] != s->name : !take_before(r, place, s->name))
            return false;
    }
    return take_after(r, place, open, n);
}

/* Returns true when the byte after the link's text may belong to its last character, which is
 * broken UTF-8: a tag between them would make two broken characters of one. */
static bool link_cuts_character(const trawl_rewrite *r, const link_place *place)
{
    const rewrite_segment *s = &r->segments[place->to];
    const char *end = queue_bytes(r, link_past(s, place->at_to));

    return s->kind == REWRITE_TEXT && place->at_to < s->at + s->n &&
           (unsigned char)end[-1] >= 0x80 && ((unsigned char)*end & 0xC0) == 0x80;
}

/* Returns true when the user's function has not decided yet about a segment before the link. */
static bool link_is_blocked(const trawl_rewrite *r, const link_place *place)
{
    for (size_t i = r->first; i < place->begin; i++)
        if (r->segments[i].offered || r->segments[i].dropped)
            return true;
    return false;
}

/* ---- The user's function ---- */

/* Keeps the visible text of the link. */
static int link_text(trawl_rewrite *r, const link_place *place, rewrite_part *part)
{
    rewrite_part next;

    *part = (rewrite_part){r->bytes.n, 0};
    for (size_t i = place->from; i <= place->to; i++) {
        const rewrite_segment *s = &r->segments[i];
        trawl_str text = queue_visible(r, s, place->at, place->at_to);
        if (text.n > 0 && change_keep(r, &r->bytes, text.p, text.n, &next))
            return r->error;
        part->n += text.n;
    }
    return change_keep(r, &r->bytes, "", 0, &next);
}

static void add_attribute(trawl_rewrite *r, const char *name, trawl_str value)
{
    r->attributes[r->attribute_n++] =
        (trawl_rewrite_attribute){.name = {name, strlen(name)}, .value = value, .reserved = {0, 0}};
}

/* Returns the length of the first `most` characters. */
static size_t link_chars(trawl_str text, unsigned most)
{
    size_t n = 0;

    while (n < text.n && most-- > 0)
        n += utf8_decode(text.p + n, text.n - n).len;
    return n;
}

static bool link_has_wide(trawl_str text)
{
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] >= 0x80)
            return true;
    return false;
}

static bool link_has_punycode(trawl_str href)
{
    for (size_t i = 0; i + 4 <= href.n; i++)
        if (memcmp(href.p + i, "xn--", 4) == 0)
            return true;
    return false;
}

/* Changes the text of a link as the settings say: *shown, in r->bytes. If that shortens it, sets
 * *whole to the text before. */
static int link_shorten(trawl_rewrite *r, trawl_str href, rewrite_part *shown, rewrite_part *whole)
{
    trawl_str text = change_str(&r->bytes, *shown);
    unsigned most = r->config.text_max;

    if (r->config.options & TRAWL_REWRITE_OPTION_PUNYCODE && link_has_wide(text) &&
        link_has_punycode(href)) {
        if (change_keep(r, &r->bytes, href.p, href.n, shown))
            return r->error;
        r->text_set = true;
    }
    text = change_str(&r->bytes, *shown);
    if (most > 0 && link_chars(text, most) < text.n) {
        size_t n = link_chars(text, most - 1);
        *whole = *shown;
        if (change_keep(r, &r->bytes, "", 0, shown))
            return r->error;
        if (!memory_grow(&r->m, &r->bytes.p, &r->bytes.room, r->bytes.n + n + 4, 1))
            return r->error = TRAWL_ERROR_NO_MEMORY;
        memcpy(r->bytes.p + r->bytes.n, r->bytes.p + whole->from, n);
        memcpy(r->bytes.p + r->bytes.n + n, "\xE2\x80\xA6", 3);
        *shown = (rewrite_part){r->bytes.n, n + 3};
        r->bytes.n += n + 3;
        r->text_set = true;
    }
    if (!r->text_set)
        return r->error;
    text = change_str(&r->bytes, *shown);
    return change_keep(r, &r->given, text.p, text.n, &r->text);
}

/* ---- Writing ---- */

/* Writes the segments of the link with the new text in place of the first text. */
static int put_replaced(trawl_rewrite *r, const link_place *place)
{
    bool put = false;

    for (size_t i = place->begin; i <= place->end && !r->error; i++) {
        const rewrite_segment *s = &r->segments[i];
        if (!link_is_text(s)) {
            r->written = s->from;
            queue_write(r, s->to);
        } else if (!put) {
            put = true;
            change_put_text(r);
        }
    }
    r->written = place->past;
    return r->error;
}

/* Writes the text of the link, in an <a> if there is a href. */
static int put_link(trawl_rewrite *r, const link_place *place, const live_answer *href)
{
    queue_write(r, place->source);
    if (href)
        change_put_new(r, href);
    if (r->text_set)
        put_replaced(r, place);
    else
        queue_write(r, place->past);
    if (href)
        rewrite_put(r, "</a>", 4);
    while (r->first < r->segment_n && r->segments[r->first].to <= r->written)
        r->first++;
    return r->error;
}

/* ---- Links ---- */

/* Returns true when link_ask() must be called for links. */
static bool link_is_asked(const trawl_rewrite *r)
{
    return r->config.decide || r->config.text_max > 0 ||
           r->config.options & TRAWL_REWRITE_OPTION_PUNYCODE;
}

/* Applies the settings that change a link, and calls the user's function. */
static int link_ask(trawl_rewrite *r, const trawl_link *link, const link_place *place,
                    trawl_str href, const char *why)
{
    trawl_rewrite_link asked = {
        .link = link, .href = href, .span = {place->source, place->past}, .why = why};
    rewrite_part text, whole = {0, 0};

    if (link_text(r, place, &text))
        return r->error;
    if (r->type == TRAWL_REWRITE_NEW && link_shorten(r, href, &text, &whole))
        return r->error;
    asked.text = change_str(&r->bytes, text);
    if (r->type != TRAWL_REWRITE_NEW)
        return change_ask(r, &asked);
    add_attribute(r, "href", href);
    if (r->config.rel.n > 0)
        add_attribute(r, "rel", r->config.rel);
    if (r->config.target.n > 0)
        add_attribute(r, "target", r->config.target);
    if (r->config.css_class.n > 0)
        add_attribute(r, "class", r->config.css_class);
    if (whole.n > 0)
        add_attribute(r, "title", change_str(&r->bytes, whole));
    return change_ask(r, &asked);
}

/* Returns why the text does not become a link, or NULL; sets *href. */
static const char *link_refused(trawl_rewrite *r, const trawl_link *link, link_place *place,
                                int zone, live_answer *href)
{
    int result;

    if (zone == REWRITE_BETWEEN)
        return "it is between the cells of a table";
    if (zone == REWRITE_LOST)
        return "markup before it can be read in several ways";
    if (link_cuts_character(r, place))
        return "it ends inside of a broken character";
    result = live_href(link, r->config.live, r->href, href);
    if (result == TRAWL_EMIT_DEAD)
        return href->why;
    if (result) {
        r->error = result;
        return NULL;
    }
    return link_can_hold(r, place) ? NULL : "a link cannot hold the tags in it";
}

/* Replaces the text of a URL that is not made a link, if the user's function wants that. */
static int link_leave(trawl_rewrite *r, const trawl_link *link, link_place *place, int type,
                      const char *why)
{
    place->begin = place->from;
    place->end = place->to;
    place->source = link_source(&r->segments[place->from], place->at);
    place->past = link_past(&r->segments[place->to], place->at_to);
    change_begin(r, type);
    if (link_is_blocked(r, place) || (link_is_asked(r) && link_ask(r, link, place, link->url, why)))
        return r->error;
    return r->text_set ? put_link(r, place, NULL) : r->error;
}

static int link_decide(trawl_rewrite *r, const trawl_link *link, const char *limit)
{
    link_place place;
    live_answer href;
    const char *why;
    int zone;

    if (!link_find(r, link, &place))
        return r->error;
    if (limit && link_zone(r, &place) != REWRITE_SILENT)
        return link_leave(r, link, &place, TRAWL_REWRITE_LONG, limit);
    if (!rewrite_is_html(r))
        return link_leave(r, link, &place, TRAWL_REWRITE_TEXT, NULL);
    zone = link_zone(r, &place);
    if (zone == REWRITE_SILENT)
        return r->error;
    why = link_refused(r, link, &place, zone, &href);
    if (r->error || why)
        return r->error ? r->error : link_leave(r, link, &place, TRAWL_REWRITE_LEFT, why);
    change_begin(r, TRAWL_REWRITE_NEW);
    if (link_is_blocked(r, &place) ||
        (link_is_asked(r) && link_ask(r, link, &place, href.href, NULL)))
        return r->error;
    return r->unlinked && !r->text_set ? r->error : put_link(r, &place, r->unlinked ? NULL : &href);
}

int link_take(trawl_rewrite *r, const trawl_link *link, const char *limit)
{
    if (r->error || queue_advance(r, link->spans[0].from))
        return r->error;
    return link_decide(r, link, limit);
}
