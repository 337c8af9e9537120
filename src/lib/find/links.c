/* links.c - the links of one text in memory: trawl_each(), trawl_at() */

#include "find/find.h"

/* Returns what the settings want, without events other than LINK. */
static unsigned links_only(const trawl_settings *s)
{
    return settings_of(s).want & ~(unsigned)(TRAWL_WANT_TEXT | TRAWL_WANT_EXPLAIN);
}

#define BLOCK 16384

typedef struct wanted {
    trawl_link_sink *sink;
    void *user;
    bool any;
    uint64_t offset; /* unless any */
} wanted;

/* Passes the link on. Returns as the sink does, but not 0 for the only link that is wanted. */
static int pass_link(void *user, const trawl_event *e)
{
    const wanted *to = user;
    bool here = to->any;
    int result;

    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    for (unsigned i = 0; i < e->link->span_count && !here; i++)
        here = to->offset >= e->link->spans[i].from && to->offset < e->link->spans[i].to;
    result = here ? to->sink(to->user, e->link) : 0;
    return here && !to->any && result == 0 ? 1 : result;
}

int trawl_each(const void *bytes, size_t n, const trawl_settings *s, trawl_link_sink *sink,
               void *user)
{
    wanted to = {.sink = sink, .user = user, .any = true};
    trawl_scanner *t = NULL;
    int result = sink ? settings_or_default(&s) : TRAWL_ERROR_MISUSE;

    if (!result)
        result = scan_open(&t, s, links_only(s), false, pass_link, &to);
    if (!result)
        result = trawl_feed(t, bytes, n);
    if (!result)
        result = trawl_finish(t);
    trawl_close(&t);
    return result;
}

/* Returns true when the link at this offset of the source may still come. */
static bool may_come(const trawl_scanner *t, uint64_t offset)
{
    return scan_state_of(t).decoding || scan_state_of(t).delivered <= offset;
}

int trawl_at(const void *bytes, size_t n, size_t offset, const trawl_settings *s,
             trawl_link_sink *sink, void *user)
{
    wanted at = {.sink = sink, .user = user, .offset = offset};
    trawl_scanner *t = NULL;
    int result = sink && (bytes || n == 0) ? settings_or_default(&s) : TRAWL_ERROR_MISUSE;

    if (!result && offset >= n)
        return 0;
    if (!result)
        result = scan_open(&t, s, links_only(s) | TRAWL_WANT_LINK, false, pass_link, &at);
    for (size_t fed = 0; !result && fed < n && may_come(t, offset); fed += BLOCK)
        result = trawl_feed(t, (const char *)bytes + fed, n - fed < BLOCK ? n - fed : BLOCK);
    if (!result && may_come(t, offset))
        result = trawl_finish(t);
    trawl_close(&t);
    return result;
}
