/* t_once.c - links that another form of the same text had before */
#include <trawl.h>

#include "mail/events.h"
#include "tap.h"

static int again(once *o, const char *url)
{
    return once_again(o, url, strlen(url));
}

static void by_hand(void)
{
    once o;

    once_open(&o, &memory_default);
    once_begin(&o);
    once_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 0, "the first");
    is_int(again(&o, "http://a.example/"), 0, "a repeat in the same part");
    is_int(again(&o, "http://a.example/x"), 0, "another one");
    is_int(again(&o, ""), 0, "an empty one");
    once_part(&o, 2);
    is_int(again(&o, "http://a.example/"), 1, "in another part");
    is_int(again(&o, "http://a.example/"), 1, "there once more");
    is_int(again(&o, "http://a.example"), 0, "the beginning of one");
    is_int(again(&o, ""), 1, "the empty one");
    is_int(again(&o, "http://b.example/"), 0, "one that only the second part has");
    is_int(again(&o, "http://b.example/"), 0, "a repeat of that");
    once_part(&o, 3);
    is_int(again(&o, "http://a.example/"), 1, "in a third part, the first one's");
    is_int(again(&o, "http://b.example/"), 1, "and the second one's");
    once_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 0, "back in the first part");
    once_begin(&o);
    once_part(&o, 2);
    is_int(again(&o, "http://a.example/"), 0, "in another alternative");
    once_close(&o);
}

/* Each of 4,096 URLs is found again, and nothing after them. */
static void full(void)
{
    once o;
    char url[64];
    int wrong[2] = {0, 0}, late = 0;

    once_open(&o, &memory_default);
    for (int round = 0; round < 3; round++) {
        once_begin(&o);
        for (unsigned part = 1; part <= 2; part++) {
            once_part(&o, part);
            for (int i = 0; i < ONCE_MAX; i++) {
                snprintf(url, sizeof url, "http://a.example/%d/%d", round, i);
                wrong[part - 1] += again(&o, url) != (int)part - 1;
            }
            late += again(&o, "http://late.example/");
        }
    }
    is_int(wrong[0], 0, "4,096 new ones, three times");
    is_int(wrong[1], 0, "all of them are known in the other part");
    is_int(late, 0, "one more is not");
    once_close(&o);
}

static void no_memory(void)
{
    once o;

    once_open(&o, &memory_default);
    once_begin(&o);
    memory_fail_after(0);
    is_int(again(&o, "http://a.example/"), TRAWL_ERROR_NO_MEMORY, "no memory for the table");
    memory_fail_after(-1);
    is_int(again(&o, "http://a.example/"), 0, "and then there is some");
    once_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 1, "which works");
    once_close(&o);
    once_close(&o);
}

/* The number of alternatives wraps to 0, which all slots of a new table have. */
static void many_rounds(void)
{
    once o;

    once_open(&o, &memory_default);
    once_begin(&o);
    once_part(&o, 1);
    (void)again(&o, "http://a.example/");
    o.round = UINT32_MAX;
    once_begin(&o);
    is_int(again(&o, "http://a.example/"), 0,
           "round 2 to the power of 32: nothing of the first one is left");
    once_part(&o, 1);
    is_int(again(&o, "http://a.example/"), 1, "and its own are known");
    once_close(&o);
}

int main(void)
{
    by_hand();
    full();
    no_memory();
    many_rounds();
    return done();
}
