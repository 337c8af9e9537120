/* give_inside.h - what the files of give.h have in common */
#ifndef TRAWL_MAIL_GIVE_INSIDE_H
#define TRAWL_MAIL_GIVE_INSIDE_H

#include "mail/give.h"

static inline bool give_is_same(const srcmap *map)
{
    return !map || !map->mixed;
}

/* Is the scanned text the source, byte by byte, from some place on? */
static inline bool give_is_flat(const give *g)
{
    const give_origin *o = &g->origin;

    return g->cuts.total == 0 && !o->refang && !o->page && give_is_same(o->charset) && give_is_same(o->bytes) &&
           give_is_same(o->outer);
}

/* An event, with what it belongs to, behind what was skipped before it. Returns as the sink does. */
int give_send(give *g, trawl_event *e);

/* A place in the text with all its characters, in the source; tight: of what stands for nothing, the end. And one in the text
 * that a page is made from. */
uint64_t give_source(const give *g, uint64_t text, bool tight);
uint64_t give_page_source(const give *g, uint64_t text, bool tight);

/* Where a link's piece begins that begins here in the scanned text, and where one ends. */
uint64_t give_begin_of(const give *g, uint64_t at);
uint64_t give_end_of(const give *g, uint64_t at);

/* Over a text: where it ends. */
void give_count_text(const char *p, size_t n, uint64_t *line, uint64_t *column);

/* The link as the caller sees it, to g->link, made at the first event that has it. TRAWL_OK or an error. */
int give_know_link(give *g, const trawl_event *e);

/* What its place in the scanned text, and what it leads to, say of a link that is there in all else. TRAWL_OK or an error. */
int give_say_more(give *g, trawl_link *link, uint64_t at);

/* The same of a link outside of any alternative, and of its line and column. */
void give_say_usual(give *g, trawl_link *link, uint64_t at);

/* Was it in another form of the text before? TRAWL_OK or an error. */
int give_know_again(give *g, trawl_link *link);

#endif
