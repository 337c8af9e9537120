/* lists.c - writes lists straight into the vectors of DuckDB */
#include "duck.h"

void duck_list_open(struct duck_list *list, duckdb_vector v)
{
    *list = (struct duck_list){.v = v, .child = duckdb_list_vector_get_child(v)};
}

/* duckdb_list_vector_reserve() moves the data of the child, and of the children below it. */
uint64_t duck_list_add(struct duck_list *list)
{
    if (list->n == list->room) {
        list->room = list->room > 0 ? 2 * list->room : duckdb_vector_size();
        (void)duckdb_list_vector_reserve(list->v, list->room);
    }
    return list->n++;
}

void duck_list_set(struct duck_list *list, uint64_t row, uint64_t first)
{
    ((duckdb_list_entry *)duckdb_vector_get_data(list->v))[row] =
        (duckdb_list_entry){first, list->n - first};
}

void duck_list_close(struct duck_list *list)
{
    (void)duckdb_list_vector_set_size(list->v, list->n);
}

static void lists_add_word(struct duck_list *list, const char *word)
{
    uint64_t i = duck_list_add(list);

    duck_word(list->child, i, word);
}

void duck_list_flags(struct duck_list *list, uint64_t row, uint64_t flags)
{
    uint64_t first = list->n;

    for (int i = 0; flags > 0; i++, flags >>= 1)
        if (flags & 1)
            lists_add_word(list, trawl_flag_name(i));
    duck_list_set(list, row, first);
}

_Static_assert(1 << (URL_STANDARDS - 1) <= DUCK_KEPT, "each list of standards is kept");

/* Rows with the same standards share the elements. */
void duck_list_standards(struct duck_list *list, uint64_t row, unsigned valid)
{
    unsigned which = 0;
    uint64_t first = list->n;

    for (int i = 1; i < URL_STANDARDS; i++)
        which |= valid & url_standards[i].bits ? 1U << (i - 1) : 0;
    if (!(list->made >> which & 1)) {
        for (int i = 1; i < URL_STANDARDS; i++)
            if (which >> (i - 1) & 1)
                lists_add_word(list, url_standards[i].name);
        list->kept[which] = (duckdb_list_entry){first, list->n - first};
        list->made |= 1U << which;
    }
    ((duckdb_list_entry *)duckdb_vector_get_data(list->v))[row] = list->kept[which];
}

/* ---- Links ---- */

/* The members of a link, in the order of lists_member. */
static const struct duck_member members[] = {
    {"url", DUCKDB_TYPE_VARCHAR, false},  {"kind", DUCKDB_TYPE_VARCHAR, false},
    {"start", DUCKDB_TYPE_BIGINT, false}, {"end", DUCKDB_TYPE_BIGINT, false},
    {"host", DUCKDB_TYPE_VARCHAR, false}, {"site", DUCKDB_TYPE_VARCHAR, false},
    {"surt", DUCKDB_TYPE_VARCHAR, false}, {"valid", DUCKDB_TYPE_VARCHAR, true},
    {"flags", DUCKDB_TYPE_VARCHAR, true}};

enum lists_member {
    MEMBER_URL,
    MEMBER_KIND,
    MEMBER_START,
    MEMBER_END,
    MEMBER_HOST,
    MEMBER_SITE,
    MEMBER_SURT,
    MEMBER_VALID,
    MEMBER_FLAGS,
    MEMBERS
};

_Static_assert(MEMBERS == sizeof members / sizeof members[0], "each member has a row");

duckdb_logical_type duck_links_type(void)
{
    return duck_list_of(duck_struct_of(members, MEMBERS));
}

void duck_links_open(struct duck_links *l, duckdb_vector v)
{
    duckdb_vector child[MEMBERS];

    duck_list_open(&l->list, v);
    for (unsigned i = 0; i < MEMBERS; i++)
        child[i] = duckdb_struct_vector_get_child(l->list.child, i);
    l->url = child[MEMBER_URL];
    l->kind = child[MEMBER_KIND];
    l->start = child[MEMBER_START];
    l->end = child[MEMBER_END];
    l->host = child[MEMBER_HOST];
    l->site = child[MEMBER_SITE];
    l->surt = child[MEMBER_SURT];
    duck_list_open(&l->valid, child[MEMBER_VALID]);
    duck_list_open(&l->flags, child[MEMBER_FLAGS]);
}

void duck_links_close(struct duck_links *l)
{
    duck_list_close(&l->list);
    duck_list_close(&l->valid);
    duck_list_close(&l->flags);
}

int duck_form(struct duck_bytes *memory, url_form *form, trawl_str url, trawl_str *text)
{
    size_t room = url.n + 64, len = 0;
    int error = TRAWL_ERROR_NO_SPACE;

    memory->n = 0;
    *text = (trawl_str){NULL, 0};
    while (error == TRAWL_ERROR_NO_SPACE) {
        if (!duck_reserve(memory, room))
            return TRAWL_ERROR_NO_MEMORY;
        error = form(url.p, url.n, memory->p, room, &len);
        room = len;
    }
    if (error == TRAWL_OK)
        *text = (trawl_str){memory->p, len};
    return error == URL_NONE ? TRAWL_OK : error;
}

int duck_put_form(duckdb_vector v, uint64_t row, url_form *form, trawl_str url,
                  struct duck_bytes *memory)
{
    trawl_str text = {NULL, 0};
    int error = url.p ? duck_form(memory, form, url, &text) : TRAWL_OK;

    return error == TRAWL_OK ? duck_text(v, row, text) : error;
}

static void lists_put_place(struct duck_links *l, uint64_t row, const struct duck_link *link)
{
    if (link->placed) {
        ((int64_t *)duckdb_vector_get_data(l->start))[row] = (int64_t)link->start;
        ((int64_t *)duckdb_vector_get_data(l->end))[row] = (int64_t)link->end;
    } else {
        duck_null(l->start, row);
        duck_null(l->end, row);
    }
}

/* Sets the host and the site, which are parts of the canonical form. Returns as duck_text(). */
static int lists_put_host(struct duck_links *l, uint64_t row, trawl_str canonical)
{
    trawl_span span = trawl_host_span(canonical.p, canonical.n);
    trawl_str host = {canonical.p + span.from, (size_t)(span.to - span.from)};
    size_t n = host.n > 0 ? trawl_site_length(host.p, host.n) : 0;
    trawl_str site = {n > 0 ? host.p + host.n - n : NULL, n};
    int error;

    if (host.n == 0)
        host.p = NULL;
    error = duck_text(l->host, row, host);
    return error == TRAWL_OK ? duck_text(l->site, row, site) : error;
}

int duck_links_add(struct duck_links *l, const struct duck_link *link, struct duck_bytes *forms)
{
    int same = 0, valid = trawl_standards(link->url.p, link->url.n, &same), error;
    trawl_str form = link->url;
    uint64_t row;

    if (valid < 0)
        return valid;
    row = duck_list_add(&l->list);
    error = duck_text(l->url, row, link->url);
    duck_word(l->kind, row, trawl_kind_name(link->kind));
    lists_put_place(l, row, link);
    duck_list_standards(&l->valid, row, (unsigned)valid);
    duck_list_flags(&l->flags, row, link->flags);
    if (error == TRAWL_OK && !same)
        error = duck_form(forms, trawl_canonical, link->url, &form);
    if (error == TRAWL_OK)
        error = lists_put_host(l, row, form);
    return error == TRAWL_OK ? duck_put_form(l->surt, row, trawl_surt, link->url, forms) : error;
}
