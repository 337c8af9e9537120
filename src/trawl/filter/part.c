/* part.c - runs the filter over parts of the inputs, for trawl map */
#include <stdlib.h>

#include "trawl/filter/inside.h"

/* Returns the message for options that trawl map does not take, or NULL. */
static const char *part_conflict(const struct find_options *f, const struct options *o)
{
    const unsigned traits = format_chosen(f->to)->traits;

    if (o->operands > 0 || f->files0 || f->ranged)
        return "the manifest names the inputs; trawl map takes no FILE, --files0-from or --range";
    if (!(traits & FORMAT_PIECES) || traits & FORMAT_TEXT || f->explain || f->provisional)
        return "trawl map lists links, for trawl merge; it takes -t list, json, tsv and csv, without "
               "--explain and --provisional";
    if (f->show.count || f->quiet || f->names || f->at_line > 0 || f->progress)
        return "trawl map lists links, for trawl merge; it takes neither -c, -q, -l, --at nor "
               "--progress";
    return NULL;
}

/* Returns a hash of the options and of the texts of the files that they name. */
static sip_hash part_mark_of(const struct find_options *f, int argc, char **argv)
{
    const struct buffer *texts[] = {&f->rule_files.text, &f->tlds_text};
    sip_hash mark = {0, 0};

    for (int i = 0; i < argc; i++)
        mark = sip_of(mark, argv[i], strlen(argv[i]));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        mark = sip_of(mark, texts[i]->p, texts[i]->n);
    return mark;
}

struct find_options *find_parts_open(int argc, char **argv, const char *self, sip_hash key,
                                     sip_hash *mark)
{
    struct find_options *f = calloc(1, sizeof *f);
    struct options o = {.table = command_find.options, .argc = argc, .argv = argv};
    const char *why;
    int bad;

    if (!f) {
        (void)command_trouble("map", TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    f->config.size = sizeof f->config;
    f->self = self;
    f->key = key;
    bad = options_read(&o, f) != OPTIONS_GOOD;
    if (!bad && (why = part_conflict(f, &o))) {
        say("map", why, NULL, NULL);
        bad = 1;
    }
    if (bad || find_settle(f, &o) < 0) {
        find_parts_close(f);
        return NULL;
    }
    f->jobs = 1;
    f->progress = 1 + PROGRESS_NEVER;
    *mark = part_mark_of(f, argc, argv);
    return f;
}

int find_parts_read(struct find_options *f, struct output *out, struct find_part *part)
{
    struct options o = {.operands = 1, .argv = &part->input}; /* as after "--" */
    int header = f->show.header, status = 0;

    part->failed = part->error = part->bad = 0;
    f->part = part;
    f->show.header = header && part->first;
    f->ranged = part->ranged;
    f->range_from = part->from;
    f->range_to = part->to;
    if (part->ranged && f->show.unit != UNIT_BYTES && f->format->traits & FORMAT_RECORDS) {
        say("map", "--offsets counts from the start of a file, but the manifest has parts of ",
            part->input, "; use --offsets bytes, or a manifest of whole files (a larger --size)");
        status = -1;
    } else {
        (void)find_run(out, f, &o);
    }
    f->show.header = header;
    return status;
}

void find_parts_close(struct find_options *f)
{
    if (f)
        find_options_free(f);
    free(f);
}
