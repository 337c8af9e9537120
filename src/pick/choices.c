/* choices.c - collects the links of the input: each target once, in the order to show
 *
 * In a message, the links that its sender wrote come first, then those in quotes, then those that
 * are folded away: in footers and list headers, and the pictures of pages. Links in the messages
 * read so far never change their place.
 */
#include "base/check.h"
#include "pick/pick.h"

#include <stdlib.h>

/* ---- Memory ---- */

#define BLOCK_N 65536

struct block {
    struct block *next;
    size_t used, size;
    char p[];
};

/* Returns n bytes, aligned for pointers, that live as long as the choices; or NULL. */
static void *keep_bytes(struct choices *c, size_t n)
{
    const size_t step = sizeof(void *);
    struct block *b = c->blocks;

    n = (n + step - 1) / step * step;
    if (!b || b->size - b->used < n) {
        size_t size = n > BLOCK_N ? n : BLOCK_N;

        b = malloc(sizeof *b + size);
        if (!b) {
            c->error = TRAWL_ERROR_NO_MEMORY;
            return NULL;
        }
        *b = (struct block){.next = c->blocks, .size = size};
        c->blocks = b;
    }
    b->used += n;
    return b->p + b->used - n;
}

trawl_str choices_keep(struct choices *c, trawl_str text)
{
    char *p = text.n > 0 ? keep_bytes(c, text.n) : NULL;

    if (!p)
        return (trawl_str){"", 0};
    memcpy(p, text.p, text.n);
    return (trawl_str){p, text.n};
}

/* Makes room for one more element. Returns false when out of memory. */
static bool choices_grow(struct choices *c, void *array, size_t *size, size_t count, size_t element)
{
    void **at = array, *p;
    size_t more = *size ? 2 * *size : 64;

    if (count < *size)
        return true;
    p = realloc(*at, more * element);
    if (!p) {
        c->error = TRAWL_ERROR_NO_MEMORY;
        return false;
    }
    *at = p;
    *size = more;
    return true;
}

void choices_open(struct choices *c)
{
    *c = (struct choices){.seed = sip_key(c)};
}

void choices_close(struct choices *c)
{
    for (struct block *next, *b = c->blocks; b; b = next) {
        next = b->next;
        free(b);
    }
    free(c->all);
    free(c->order);
    free(c->slots);
    free(c->headings);
    around_free(&c->around);
    buffer_free(&c->form);
}

/* ---- Targets ---- */

/* Returns the slot of a target, or the free one where it belongs. */
static uint32_t *choices_slot_of(const struct choices *c, sip_hash key)
{
    size_t i = (size_t)key.a & (c->slot_count - 1);

    while (c->slots[i] && memcmp(&c->all[c->slots[i] - 1].key, &key, sizeof key) != 0)
        i = (i + 1) & (c->slot_count - 1);
    return &c->slots[i];
}

/* Keeps at least half of the slots free. Returns false when out of memory. */
static bool grow_slots(struct choices *c)
{
    size_t count = c->slot_count ? 2 * c->slot_count : 256;
    uint32_t *slots;

    if (c->slots && c->count < c->slot_count / 2)
        return true;
    slots = calloc(count, sizeof *slots);
    if (!slots) {
        c->error = TRAWL_ERROR_NO_MEMORY;
        return false;
    }
    free(c->slots);
    c->slots = slots;
    c->slot_count = count;
    for (size_t i = 0; i < c->count; i++)
        *choices_slot_of(c, c->all[i].key) = (uint32_t)i + 1;
    return true;
}

/* ---- Places ---- */

/* Returns true for what a page of HTML loads by itself: pictures, frames and stylesheets. A
 * stylesheet has the attribute of a link (href), and is known by "css" in its URL and by having no
 * text. */
static bool is_loaded(const trawl_link *link)
{
    static const char *const loading[] = {"src", "srcset", "background", "poster", "data"};

    if (link->kind != TRAWL_KIND_HTML)
        return false;
    for (size_t i = 0; i < sizeof loading / sizeof loading[0]; i++)
        if (link->attribute.n == strlen(loading[i]) &&
            memcmp(link->attribute.p, loading[i], link->attribute.n) == 0)
            return true;
    for (size_t i = 0; link->anchor.n == 0 && i + 3 <= link->url.n; i++)
        if (memcmp(link->url.p + i, "css", 3) == 0)
            return true;
    return false;
}

static enum rank choices_rank_of(const trawl_event *e)
{
    const trawl_link *link = e->link;
    trawl_str field = e->field;

    if (link->flags & TRAWL_FLAG_PIXEL || is_loaded(link))
        return RANK_FOLDED;
    switch (link->zone) {
    case TRAWL_ZONE_FOOTER:
        return RANK_FOLDED;
    case TRAWL_ZONE_HEADER:
        return field.n == 7 && memcmp(field.p, "Subject", 7) == 0 ? RANK_FIRST : RANK_FOLDED;
    case TRAWL_ZONE_QUOTED:
        return RANK_QUOTED;
    default:
        return link->quote > 0 ? RANK_QUOTED : RANK_FIRST;
    }
}

/* Flags that warn: a choice has each one that any link to its target has. */
#define WARNINGS (DANGER_FLAGS | TRAWL_FLAG_REFANGED)

/* Sets the place of the choice to that of the event's link, the best one to its target so far. */
static void choices_set_place(struct choices *c, struct choice *to, const trawl_event *e)
{
    to->rank = NARROW8(choices_rank_of(e));
    to->zone = NARROW8(e->link->zone);
    if (to->zone == TRAWL_ZONE_NONE && e->link->quote > 0)
        to->zone = TRAWL_ZONE_QUOTED;
    to->serial = c->serial++;
    to->from = to->to = around_mark(&c->around);
    to->lines = 1;
}

/* Sets the anchor of the choice. An anchor that shows another site replaces one that does not. */
static void choices_set_anchor(struct choices *c, struct choice *to, const trawl_link *link)
{
    if (link->anchor.n > 0 &&
        (to->anchor.n == 0 || (link->flags & ~to->flags & TRAWL_FLAG_MISMATCH)))
        to->anchor = choices_keep(c, link->anchor);
}

static void set_alts(struct choices *c, struct choice *to, const trawl_link *link)
{
    trawl_alt *alts = link->alt_count > 0 ? keep_bytes(c, link->alt_count * sizeof *alts) : NULL;

    for (unsigned i = 0; alts && i < link->alt_count; i++)
        alts[i] = (trawl_alt){.url = choices_keep(c, link->alts[i].url), .why = link->alts[i].why};
    to->alts = alts;
    to->alt_count = alts ? NARROW16(link->alt_count) : 0;
}

static void add_choice(struct choices *c, const trawl_event *e, sip_hash key)
{
    const trawl_link *link = e->link;
    struct choice *to;

    if (!grow_slots(c) || !choices_grow(c, &c->all, &c->size, c->count, sizeof *c->all))
        return;
    CHECK(c->heading_count > 0);
    to = &c->all[c->count];
    *to = (struct choice){.key = key,
                          .kind = NARROW8(link->kind),
                          .links = 1,
                          .heading = NARROW32(c->heading_count - 1)};
    choices_set_place(c, to, e);
    choices_set_anchor(c, to, link);
    set_alts(c, to, link);
    to->flags = link->flags;
    to->url = choices_keep(c, link->url);
    to->known_goal = link->target.n > 0;
    to->goal = choices_keep(c, to->known_goal ? link->target : link->inner);
    c->folded += to->rank == RANK_FOLDED;
    *choices_slot_of(c, key) = NARROW32(++c->count);
    c->open = c->count;
}

/* Adds a further link to the same target. */
static void add_again(struct choices *c, struct choice *to, const trawl_event *e)
{
    const trawl_link *link = e->link;
    enum rank rank = choices_rank_of(e);

    to->links += !(link->flags & TRAWL_FLAG_AGAIN);
    choices_set_anchor(c, to, link);
    to->flags |= link->flags & WARNINGS;
    if (to->heading + 1 == c->heading_count && rank < to->rank) {
        c->folded -= to->rank == RANK_FOLDED;
        choices_set_place(c, to, e);
        c->open = (size_t)(to - c->all) + 1;
    }
}

static void choices_add_link(struct choices *c, const trawl_event *e)
{
    sip_hash key;
    uint32_t at;

    c->open = 0;
    c->sorted = false;
    if (buffer_fill(&c->form, trawl_canonical, e->link->url) != TRAWL_OK) {
        c->error = TRAWL_ERROR_NO_MEMORY;
        return;
    }
    key = sip_of(c->seed, c->form.p, c->form.n);
    at = c->slot_count > 0 ? *choices_slot_of(c, key) : 0;
    if (at)
        add_again(c, &c->all[at - 1], e);
    else
        add_choice(c, e, key);
}

/* ---- The text ---- */

static unsigned line_ends(trawl_str text)
{
    unsigned count = 0;

    for (size_t i = 0; i < text.n; i++)
        count += text.p[i] == '\n';
    return count;
}

/* Adds the text of an event to the text around links. A further piece makes its link longer. */
static void add_around(struct choices *c, const trawl_event *e)
{
    struct choice *open = c->open ? &c->all[c->open - 1] : NULL;

    around_add(&c->around, e->text);
    if (e->type == TRAWL_EVENT_LINK)
        c->breaks = 0;
    else if (e->type == TRAWL_EVENT_TEXT && open)
        c->breaks += line_ends(e->text);
    if (!open || e->type == TRAWL_EVENT_TEXT)
        return;
    open->to = c->around.n;
    if (open->lines + c->breaks <= UINT16_MAX)
        open->lines = NARROW16(open->lines + c->breaks);
    c->breaks = 0;
}

/* ---- Messages ---- */

/* Returns the line end after p, or NULL when another text begins before it. */
static const char *choices_line_end(const char *p, const char *end)
{
    const char *lf = memchr(p, '\n', (size_t)(end - p));

    return lf && !memchr(p, '\0', (size_t)(lf - p)) ? lf : NULL;
}

/* Returns true when the text after a link introduces a quote: the line ends in ":", as in "...
 * wrote:", and then a line begins with ">". Reads at most two line ends. */
static bool introduces(const struct choices *c, const struct choice *link)
{
    const char *p = c->around.p + link->to, *end = c->around.p + c->around.n, *lf;

    for (int left = 2; left > 0 && (lf = choices_line_end(p, end)); p = lf + 1) {
        const char *last = lf;

        left--;
        while (last > p && (last[-1] == ' ' || last[-1] == '\r'))
            last--;
        if (last > p && last[-1] == ':') {
            for (p = lf + 1; p < end && (*p == '\r' || (*p == '\n' && left > 0)); p++)
                left -= *p == '\n';
            return p < end && *p == '>';
        }
    }
    return false;
}

/* An address in "On Monday, Joe <joe@example.org> wrote:" belongs to the quote. */
static void move_attributions(struct choices *c)
{
    for (size_t i = c->settled; i < c->count; i++) {
        struct choice *link = &c->all[i];

        if (link->rank == RANK_FIRST &&
            (link->kind == TRAWL_KIND_ADDR || link->kind == TRAWL_KIND_EMAIL) &&
            !c->around.failed && introduces(c, link))
            link->rank = RANK_QUOTED;
    }
    c->sorted = false;
}

/* The order of a message's links, and the number of each. */
struct position {
    unsigned rank;
    uint32_t number;
    uint64_t serial;
};

static int choices_compare(const void *a, const void *b)
{
    const struct position *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->serial < y->serial ? -1 : x->serial > y->serial;
}

void choices_sort(struct choices *c)
{
    size_t n = c->count - c->settled;
    struct position *places;
    uint32_t *order;

    if (c->sorted)
        return;
    places = malloc((n + 1) * sizeof *places);
    order = realloc(c->order, (c->count + 1) * sizeof *order);
    if (order)
        c->order = order;
    if (!places || !order) {
        free(places);
        c->error = TRAWL_ERROR_NO_MEMORY;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const struct choice *link = &c->all[c->settled + i];
        places[i] = (struct position){link->rank, (uint32_t)(c->settled + i), link->serial};
    }
    qsort(places, n, sizeof *places, choices_compare);
    for (size_t i = 0; i < n; i++)
        order[c->settled + i] = places[i].number;
    free(places);
    c->sorted = true;
}

/* Ends a message: its links keep their places. */
static void choices_settle(struct choices *c)
{
    around_break(&c->around);
    c->open = 0;
    if (c->count == c->settled)
        return;
    move_attributions(c);
    choices_sort(c);
    if (c->sorted)
        c->settled = c->count;
}

static void add_heading(struct choices *c, trawl_str title, trawl_str from)
{
    choices_settle(c);
    /* A heading without links is replaced. */
    if (c->heading_count > 0 &&
        (c->count == 0 || c->all[c->count - 1].heading + 1 < c->heading_count))
        c->heading_count--;
    if (choices_grow(c, &c->headings, &c->heading_size, c->heading_count, sizeof *c->headings))
        c->headings[c->heading_count++] =
            (struct heading){choices_keep(c, title), choices_keep(c, from)};
}

void choices_begin(struct choices *c, trawl_str name)
{
    add_heading(c, name, (trawl_str){"", 0});
}

int choices_event(void *user, const trawl_event *e)
{
    struct choices *c = user;

    switch (e->type) {
    case TRAWL_EVENT_MESSAGE:
        add_heading(c, e->message->subject, e->message->from);
        break;
    case TRAWL_EVENT_PART:
        around_break(&c->around);
        break;
    case TRAWL_EVENT_LINK:
        choices_add_link(c, e);
        add_around(c, e);
        break;
    case TRAWL_EVENT_LINK_MORE:
    case TRAWL_EVENT_TEXT:
        add_around(c, e);
        break;
    default:
        break;
    }
    return c->error == TRAWL_OK ? 0 : 1;
}

void choices_end(struct choices *c)
{
    choices_settle(c);
}

/* ---- Readings ---- */

trawl_str choice_url(const struct choice *choice)
{
    if (choice->edited.n > 0)
        return choice->edited;
    if (choice->use_goal)
        return choice->goal;
    return choice->reading > 0 ? choice->alts[choice->reading - 1].url : choice->url;
}

int choice_why(const struct choice *choice)
{
    return choice->reading > 0 && choice->edited.n == 0 && !choice->use_goal
               ? choice->alts[choice->reading - 1].why
               : 0;
}

bool choice_next_reading(struct choice *choice)
{
    bool was_other = choice->edited.n > 0 || choice->use_goal;

    choice->edited.n = 0;
    choice->use_goal = false;
    if (!was_other)
        choice->reading = NARROW8((choice->reading + 1) % (choice->alt_count + 1));
    return choice->alt_count > 0 || was_other;
}

bool choice_use_goal(struct choice *choice)
{
    if (choice->goal.n > 0) {
        choice->use_goal = choice->edited.n > 0 || !choice->use_goal;
        choice->edited.n = 0;
    }
    return choice->goal.n > 0;
}

bool choice_edit(struct choices *c, struct choice *link, trawl_str url)
{
    link->edited = choices_keep(c, url);
    return link->edited.n > 0;
}
