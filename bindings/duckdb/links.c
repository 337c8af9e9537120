/* links.c - trawl_links(text) and trawl_urls(text): the links of a text as a list */
#include "duck.h"

struct links_call {
    struct duck_pool *pool;
    struct duck_work *work;
    struct duck_links links;
    struct duck_list urls;
    bool only_urls;
    bool is_text; /* places are characters, not bytes */
    struct places places;
};

/* A trawl_sink. Returns 1 minus an error of the library, to stop. */
static int links_take(void *call, const trawl_event *e)
{
    struct links_call *run = call;
    const trawl_link *link = e->link;
    struct duck_link kept;
    int error;

    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    if (run->only_urls) {
        uint64_t i = duck_list_add(&run->urls);

        error = duck_text(run->urls.child, i, link->url);
        return error ? 1 - error : 0;
    }
    kept = (struct duck_link){.url = link->url, .kind = link->kind, .flags = link->flags};
    kept.placed = places_find(&run->places, link, &kept.start, &kept.end);
    error = duck_links_add(&run->links, &kept, &run->work->out);
    return error ? 1 - error : 0;
}

static bool links_row(struct links_call *run, const struct duck_call *call, uint64_t row)
{
    struct duck_list *list = run->only_urls ? &run->urls : &run->links.list;
    trawl_str text = duck_call_text(call, row);
    uint64_t first = list->n;

    if (!text.p) {
        duck_null(call->out, row);
        duck_list_set(list, row, first);
        return true;
    }
    run->places = (struct places){.text = {text.p, run->is_text ? text.n : 0}};
    if (!duck_work_scan(run->pool, run->work, text, duck_call_second(call, row)))
        return false;
    duck_list_set(list, row, first);
    return true;
}

/* Runs trawl_links() or trawl_urls() on a chunk. */
static void links_run(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out,
                      bool only_urls)
{
    struct links_call run = {.pool = duckdb_scalar_function_get_extra_info(info),
                             .only_urls = only_urls};
    duckdb_logical_type type =
        duckdb_vector_get_column_type(duckdb_data_chunk_get_vector(input, 0));
    struct duck_call call;
    bool good = true;

    run.is_text = duckdb_get_type_id(type) == DUCKDB_TYPE_VARCHAR;
    duckdb_destroy_logical_type(&type);
    run.work = duck_work_take(run.pool);
    if (!run.work) {
        duckdb_scalar_function_set_error(info, trawl_strerror(TRAWL_ERROR_NO_MEMORY));
        return;
    }
    run.work->sink = links_take;
    run.work->user = &run;
    duck_call_open(&call, input, out);
    if (only_urls)
        duck_list_open(&run.urls, out);
    else
        duck_links_open(&run.links, out);
    for (uint64_t row = 0; row < call.rows && good; row++)
        good = links_row(&run, &call, row);
    if (only_urls)
        duck_list_close(&run.urls);
    else
        duck_links_close(&run.links);
    if (!good)
        duckdb_scalar_function_set_error(info, run.work->why.text);
    duck_work_give(run.pool, run.work);
}

static void links_function(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    links_run(info, input, out, false);
}

static void urls_function(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector out)
{
    links_run(info, input, out, true);
}

bool duck_register_links(duckdb_connection db)
{
    struct duck_function links = {"trawl_links", links_function, 3, true, duck_links_type(),
                                  NULL,          duck_pool_free},
                         urls = {"trawl_urls", urls_function, 3, true, NULL, NULL, duck_pool_free};

    urls.result = duck_list_of(duck_type(DUCKDB_TYPE_VARCHAR));
    links.extra = duck_pool_new(DUCK_LINKS);
    urls.extra = duck_pool_new(DUCK_URLS);
    return links.extra && urls.extra && duck_register(db, &links) && duck_register(db, &urls);
}
