/* range.c - --range FROM:TO: reads the messages of a file that begin in a range of bytes
 *
 * The ranges 0:A, A:B and B: of a file give the links of the file, each once and in order, for any
 * A and B. Reading begins at the place that pool_begin() finds, and ends at the first message that
 * begins at TO or later. Offsets in a compressed file count unpacked bytes. Text that is not in a
 * message belongs to the range that has byte 0. Messages and lines are counted from the first
 * message of the range.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trawl/filter/inside.h"
#include "app/pool/pool.h"

#define NO_END UINT64_MAX

int range_read(struct find_options *options, const char *value)
{
    static const char digits[] = "0123456789";
    char *end;

    errno = 0;
    options->ranged = true;
    options->range_from = strtoull(value, &end, 10);
    options->range_to = *end == ':' && end[1] ? strtoull(end + 1, NULL, 10) : NO_END;
    if (strspn(value, digits) == (size_t)(end - value) && end > value && *end == ':' &&
        end[1 + strspn(end + 1, digits)] == '\0' && errno == 0 &&
        options->range_from <= options->range_to)
        return 0;
    return say_refuse("--range: ", value,
                      " is not a range; write FROM:TO, as in 0:1000000, or FROM:");
}

/* ---- Reading ---- */

/* Returns the number of lines to the left of an offset, or 0 when lines are not counted. */
static uint64_t lines_before(struct find *f, uint64_t offset)
{
    return f->view.places && !(f->view.format->traits & FORMAT_RECORDS)
               ? places_find(f->view.places, offset).line - 1
               : 0;
}

int range_event(struct find *f, const trawl_event *e)
{
    struct range *r = &f->range;
    uint64_t offset;

    if (e->type != TRAWL_EVENT_MESSAGE)
        return r->inside;
    offset = e->message->offset;
    if (offset >= r->to) {
        r->messages = r->inside ? e->message->number - 1 - f->view.messages_before : 0;
        r->lines = r->inside ? lines_before(f, offset) - f->view.lines_before : 0;
        return FIND_NEXT;
    }
    if (offset >= r->from && !r->inside) {
        r->inside = true;
        f->view.messages_before = e->message->number - 1;
        f->view.lines_before = lines_before(f, offset);
    }
    return r->inside;
}

/* Reads from *here to the end of the range. Returns as find_file(). */
static int read_from(struct find *f, struct input *in, const trawl_mail_place *here)
{
    int stop;

    find_begin_file(f, in->name);
    f->range.inside = f->range.from == 0 && f->range.to > 0;
    if (f->view.places)
        places_begin(f->view.places, here->offset, 1);
    f->file.kind = f->options->input;
    /* find_feed() would open the reader anew, and lose the place. */
    stop = in->members && f->file.urls_only ? find_need_places(f) : 0;
    if (stop)
        return stop;
    stop = here->input == TRAWL_INPUT_AUTO ? trawl_mail_expect(f->file.mail, f->file.kind)
                                           : trawl_mail_seek(f->file.mail, here);
    if (!stop)
        stop = find_feed(f, in);
    if (!stop)
        stop = find_finish(f, in);
    if (!f->range.inside && in->number == 0)
        in->trouble[0] = '\0'; /* reported with an earlier range */
    find_end_file(f);
    return stop == FIND_NEXT ? 0 : stop;
}

static int read_range(struct find *f, const char *name)
{
    const trawl_mail_config config = {
        .size = sizeof config, .settings = f->options->settings, .input = f->options->input};
    struct pool_range range = {
        .from = f->options->range_from, .to = f->options->range_to, .members = f->options->members};
    trawl_mail_place here;
    struct input in;
    int stop;

    if (input_open_regular(&in, name, f->view.out) < 0) {
        f->done.bad = true;
        f->done.failed = in.number;
        return 0;
    }
    in.printed = !f->options->quiet;
    f->view.lines_before = f->view.messages_before = 0;
    stop = pool_begin(&in, &config, &range, &here);
    f->range = (struct range){.is = true, .from = range.from, .to = range.to};
    if (!stop)
        stop = read_from(f, &in, &here);
    in.positioned = false;
    if (input_complain(&in) < 0)
        f->done.bad = true;
    f->done.failed = in.number ? in.number : f->done.failed;
    input_close(&in);
    return stop || !f->view.out->error ? stop : FIND_ENOUGH;
}

int range_file(struct find *f, const char *name)
{
    const struct find_options *options = f->options;
    struct source_lot lot = {.from = options->range_from, .to = options->range_to};
    struct source_taker taker = {.sink = find_file, .user = f, .warnings = f->view.out};
    struct stat status;
    int stop;

    if (stat(name, &status) == 0 && S_ISDIR(status.st_mode)) {
        stop = source_each_of(name, &lot, &taker);
        f->done.bad |= taker.bad;
        f->done.failed = lot.failed ? lot.failed : f->done.failed;
        return stop;
    }
    if (source_is_output(f->view.out, NULL, name)) {
        f->done.bad = true;
        return 0;
    }
    return read_range(f, name);
}
