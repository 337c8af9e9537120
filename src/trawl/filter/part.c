/* part.c - runs the filter over parts of the inputs, for trawl map */
#include <stdlib.h>

#include "trawl/filter/inside.h"

/* Returns the message for options that trawl map does not take, or NULL. */
static const char *part_conflict(const struct find_options *options, const struct options *args)
{
    const unsigned traits = format_chosen(options->to)->traits;

    if (args->operands > 0 || options->files0 || options->ranged || find_chooses_files(options))
        return "the manifest names the inputs; trawl map takes no FILE, --files0-from, --range, "
               "--exclude, --files or --gitignore";
    if (options->jobs > 0)
        return "a task uses one thread; it takes no -j: do several tasks at once, with --task ID/N";
    if (!(traits & FORMAT_PIECES) || traits & FORMAT_TEXT || options->explain)
        return "trawl map lists links, for trawl merge; it takes -t list, json, tsv and csv, without "
               "--explain";
    if (options->show.count || options->quiet || options->names || options->at_line > 0 ||
        options->progress)
        return "trawl map lists links, for trawl merge; it takes neither -c, -q, -l, --at nor "
               "--progress";
    return NULL;
}

/* Returns a hash of the options and of the texts of the files that they name. */
static sip_hash part_mark_of(const struct find_options *options, int argc, char **argv)
{
    const struct buffer *texts[] = {&options->rule_files.text, &options->tlds_text};
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
    struct find_options *options = calloc(1, sizeof *options);
    struct options args = {.table = command_find.options, .argc = argc, .argv = argv};
    const char *why;
    bool bad;

    if (!options) {
        (void)command_trouble("map", TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    options->config.size = sizeof options->config;
    options->self = self;
    options->key = key;
    bad = options_read(&args, options) != OPTIONS_GOOD;
    if (!bad && (why = part_conflict(options, &args))) {
        say("map", why, NULL, NULL);
        bad = true;
    }
    if (bad || find_settle(options, &args) < 0) {
        find_parts_close(options);
        return NULL;
    }
    options->jobs = 1;
    options->progress = 1 + PROGRESS_NEVER;
    *mark = part_mark_of(options, argc, argv);
    return options;
}

int find_parts_read(struct find_options *options, struct output *out, struct find_part *part)
{
    struct options args = {.operands = 1, .argv = &part->input}; /* as after "--" */
    int header = options->show.header, status = 0;

    part->failed = part->error = part->bad = false;
    options->part = part;
    options->show.header = header && part->first;
    options->ranged = part->ranged;
    options->members = part->members;
    options->range_from = part->from;
    options->range_to = part->to;
    if (part->ranged && options->show.unit != UNIT_BYTES &&
        options->format->traits & FORMAT_RECORDS) {
        say("map", "--offsets counts from the start of a file, but the manifest has parts of ",
            part->input, "; use --offsets bytes, or a manifest of whole files (a larger --size)");
        status = -1;
    } else {
        (void)find_run(out, options, &args, NULL);
    }
    options->show.header = header;
    return status;
}

void find_parts_close(struct find_options *options)
{
    if (options)
        find_options_free(options);
    free(options);
}
