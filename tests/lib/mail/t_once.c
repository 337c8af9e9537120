/* t_once.c - links that already occurred in another alternative of the same text
 * (TRAWL_FLAG_AGAIN) */
#include <trawl.h>

#include "mail/events.h"
#include "tap.h"

static int again(seen_urls *o, const char *url)
{
    int zone = TRAWL_ZONE_NEW;

    return seen_urls_again(o, url, strlen(url), &zone);
}

/* Returns the zone that a URL gets that is found in this zone. */
static int zone_of(seen_urls *o, const char *url, int zone)
{
    (void)seen_urls_again(o, url, strlen(url), &zone);
    return zone;
}

/* A URL in a later part gets the zone that it has in the first part, if all its occurrences there
 * have one zone. */
static void zones_once(void)
{
    seen_urls o;

    seen_urls_open(&o, &memory_default);
    seen_urls_begin(&o);
    seen_urls_part(&o, 1);
    is_int(zone_of(&o, "http://a.example/q", TRAWL_ZONE_QUOTED), TRAWL_ZONE_QUOTED,
           "first: quoted");
    is_int(zone_of(&o, "http://a.example/q", TRAWL_ZONE_QUOTED), TRAWL_ZONE_QUOTED, "again quoted");
    is_int(zone_of(&o, "http://a.example/s", TRAWL_ZONE_SIGNATURE), TRAWL_ZONE_SIGNATURE,
           "first: signature");
    is_int(zone_of(&o, "http://a.example/m", TRAWL_ZONE_QUOTED), TRAWL_ZONE_QUOTED,
           "mixed: quoted");
    is_int(zone_of(&o, "http://a.example/m", TRAWL_ZONE_NEW), TRAWL_ZONE_NEW, "mixed: new");
    seen_urls_part(&o, 2);
    is_int(zone_of(&o, "http://a.example/q", TRAWL_ZONE_NEW), TRAWL_ZONE_QUOTED, "then quoted");
    is_int(zone_of(&o, "http://a.example/s", TRAWL_ZONE_NEW), TRAWL_ZONE_SIGNATURE,
           "then signature");
    is_int(zone_of(&o, "http://a.example/m", TRAWL_ZONE_NEW), TRAWL_ZONE_NEW, "then its own: new");
    is_int(zone_of(&o, "http://a.example/m", TRAWL_ZONE_QUOTED), TRAWL_ZONE_QUOTED,
           "then its own: quoted");
    is_int(zone_of(&o, "http://a.example/x", TRAWL_ZONE_NEW), TRAWL_ZONE_NEW, "only there");
    seen_urls_close(&o);
}

static void by_hand(void)
{
    seen_urls o;

    seen_urls_open(&o, &memory_default);
    seen_urls_begin(&o);
    seen_urls_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 0, "the first occurrence");
    is_int(again(&o, "http://a.example/"), 0, "a repeat in the same part");
    is_int(again(&o, "http://a.example/x"), 0, "another URL");
    is_int(again(&o, ""), 0, "an empty URL");
    seen_urls_part(&o, 2);
    is_int(again(&o, "http://a.example/"), 1, "again in another part");
    is_int(again(&o, "http://a.example/"), 1, "twice in another part");
    is_int(again(&o, "http://a.example"), 0, "a prefix of a known URL");
    is_int(again(&o, ""), 1, "the empty URL again");
    is_int(again(&o, "http://b.example/"), 0, "a URL only of the second part");
    is_int(again(&o, "http://b.example/"), 0, "it is repeated in the same part");
    seen_urls_part(&o, 3);
    is_int(again(&o, "http://a.example/"), 1, "in a third part, a URL of the first");
    is_int(again(&o, "http://b.example/"), 1, "in a third part, a URL of the second");
    seen_urls_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 0, "back in the first part");
    seen_urls_begin(&o);
    seen_urls_part(&o, 2);
    is_int(again(&o, "http://a.example/"), 0, "a new multipart/alternative");
    seen_urls_close(&o);
}

/* Fills the table: each of the first 4,096 URLs is found again, the next one is not. */
static void full(void)
{
    seen_urls o;
    char url[64];
    int wrong[2] = {0, 0}, late = 0;

    seen_urls_open(&o, &memory_default);
    for (int round = 0; round < 3; round++) {
        seen_urls_begin(&o);
        for (unsigned part = 1; part <= 2; part++) {
            seen_urls_part(&o, part);
            for (int i = 0; i < SEEN_URLS_MAX; i++) {
                snprintf(url, sizeof url, "http://a.example/%d/%d", round, i);
                wrong[part - 1] += again(&o, url) != (int)part - 1;
            }
            late += again(&o, "http://late.example/");
        }
    }
    is_int(wrong[0], 0, "three times 4,096 new URLs");
    is_int(wrong[1], 0, "all are found again in the other part");
    is_int(late, 0, "a URL beyond 4,096 is not");
    seen_urls_close(&o);
}

static void no_memory(void)
{
    seen_urls o;

    seen_urls_open(&o, &memory_default);
    seen_urls_begin(&o);
    memory_fail_after(0);
    is_int(again(&o, "http://a.example/"), TRAWL_ERROR_NO_MEMORY, "no memory for the table");
    memory_fail_after(-1);
    is_int(again(&o, "http://a.example/"), 0, "the next call has memory");
    seen_urls_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 1, "and the table works");
    seen_urls_close(&o);
    seen_urls_close(&o);
}

/* After 2^32 alternatives, the number of the alternative wraps to 0, which is also the value of
 * free slots. */
static void many_rounds(void)
{
    seen_urls o;

    seen_urls_open(&o, &memory_default);
    seen_urls_begin(&o);
    seen_urls_part(&o, 1);
    (void)again(&o, "http://a.example/");
    o.round = UINT32_MAX;
    seen_urls_begin(&o);
    is_int(again(&o, "http://a.example/"), 0, "after 2^32 rounds the old URL is unknown");
    seen_urls_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 1, "a URL of the new round is found");
    seen_urls_close(&o);
}

int main(void)
{
    by_hand();
    zones_once();
    full();
    no_memory();
    many_rounds();
    return done();
}
