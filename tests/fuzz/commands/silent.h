/* silent.h - drops the messages of the commands, which a fuzz target would print for most inputs */
#ifndef TRAWL_TESTS_SILENT_H
#define TRAWL_TESTS_SILENT_H

#include "app/show/show.h"

static inline int silent_take(void *user, const char *p, size_t n, const struct note *notes,
                              size_t count)
{
    (void)user, (void)p, (void)n, (void)notes, (void)count;
    return 0;
}

/* Drops all messages from now on. */
static inline void silent_begin(void)
{
    static struct output_taker taker = {.take = silent_take};

    say_to(&taker);
}

#endif
