/* find_feed.c - what an input holds is given to the search, up to its end or to what breaks it off; see find_file.h */
#include "cli/find_file.h"

#include <stdio.h>

#include "cli/progress.h"

/* How many bytes at the end have no white space behind them. */
static size_t last_word(const char *p, size_t n)
{
    size_t word = 0;

    while (word < n && (unsigned char)p[n - 1 - word] > ' ')
        word++;
    return word;
}

static int is_cancelled(const struct find *f)
{
    return f->cancelled && atomic_load_explicit(f->cancelled, memory_order_relaxed);
}

int find_feed(struct find *f, struct input *in)
{
    ssize_t got;
    size_t n = 0;
    int stop = 0;

    while (!stop && (got = input_read(in, f->block)) > 0) {
        n = (size_t)got;
        if (in->unpacking && f->urls_only && (stop = find_ask_all(f)) != 0)
            break; /* compressed data may break off: then it is asked where links stand */
        if (f->options->to == FIND_EXPLAIN)
            explain_show(&f->explain, f->block, n);
        stop = is_cancelled(f) ? FIND_ENOUGH : trawl_mail_feed(f->mail, f->block, n);
        if (!f->cancelled)
            progress_step((struct progress_count){f->bytes + in->offset, f->messages, f->total + f->count});
    }
    if (in->trouble[0])
        f->cut = in->given - last_word(f->block, n) + 1;
    return stop;
}

int find_finish(struct find *f, struct input *in)
{
    int stop = trawl_mail_finish(f->mail);
    const char *why = trawl_mail_complaint(f->mail);

    if (why && !in->trouble[0])
        (void)snprintf(in->trouble, sizeof in->trouble, ": %s%s", why,
                       f->expected == TRAWL_INPUT_AUTO ? "" : "; -f auto finds out what it is");
    return stop;
}
