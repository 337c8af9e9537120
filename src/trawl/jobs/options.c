/* options.c - the options of "trawl split", "trawl map" and "trawl merge" */
#include "trawl/jobs/jobs.h"

/* ---- trawl split ---- */

static int jobs_set_size(void *target, const char *value)
{
    struct split_options *o = target;

    o->size = options_size(value);
    if (o->size > 0)
        return 0;
    say("split", "--size: ", value, " is not a number of bytes, as in 2G, 500M or 100K");
    return -1;
}

static int set_tasks(void *target, const char *value)
{
    struct split_options *o = target;

    o->tasks = options_number(value, 9);
    if (o->tasks > 0)
        return 0;
    say("split", "--tasks: ", value, " is not a number of tasks from 1");
    return -1;
}

#define TARGET split_options

/* clang-format off */
static const struct option split_options[] = {
    {CALL(0, "size", "SIZE", jobs_set_size),
     .topic = "Size of a task:",
     .help = "make tasks of about SIZE bytes, as in 500M or 4G (or K, T);\n"
             "the default is 2G"},
    {CALL(0, "tasks", "N", set_tasks),
     .help = "make at most N tasks of about the same size"},
    {TEXT(0, "files0-from", "FILE", files0), IS_FILE,
     .topic = "Input:",
     .help = "read the names of the inputs from FILE (\"-\": standard\n"
             "input), each followed by a NUL"},
    LAST_OPTIONS("end the options: the rest are inputs"),
};
/* clang-format on */

#undef TARGET

static const char split_usage[] =
    "usage: trawl split [options] INPUT... >MANIFEST\n"
    "\n"
    "Divide files and folders into tasks for \"trawl map\". The output is the manifest,\n"
    "with a line for each part of an input. Mailboxes (mbox) and WARC files are cut\n"
    "into ranges of bytes, folders and archives of public-inbox into groups of files.\n"
    "Other files are not cut. The same inputs give the same manifest.\n";

static const char jobs_more[] =
    "\n"
    "Exit status: 0 done, 64 wrong usage, 65 damaged input (the links of the rest are\n"
    "printed), 66 no input, 74 input or output failed, 75 try again: no memory, a\n"
    "full disk, a file that is being written.\n";

static const char split_more[] =
    "\n"
    "Exit status: 0 done, 64 wrong usage, 66 no input, 74 input or output failed, 75\n"
    "try again.\n"
    "\n"
    "Examples:\n"
    "  trawl split --size 4G /archive/*.mbox >manifest.tsv\n"
    "  find /warcs -name '*.warc.gz' -print0 | sort -z |\n"
    "      trawl split --tasks 1000 --files0-from - >manifest.tsv\n";

static int run_split(struct output *o, int argc, char **argv)
{
    return jobs_run("split", split_run, o, argc, argv);
}

const struct command command_split = {"split", run_split, split_options, split_usage, split_more,
                                      NULL,    0};

/* ---- trawl map ---- */

#define TARGET map_options

/* clang-format off */
static const struct option map_options[] = {
    {TEXT(0, "manifest", "FILE", manifest), IS_FILE,
     .topic = "What to do:",
     .help = "the tasks, as \"trawl split\" printed them"},
    {TEXT(0, "task", "ID[/N]", task),
     .help = "do the task with this number; with /N also every N-th\n"
             "task after it"},
    {TEXT('o', "output", "DIR", folder), IS_FILE,
     .help = "write the output of each task to the file DIR/ID.task. Skip\n"
             "tasks whose file is already complete"},
    {FLAG(0, "index", index),
     .help = "gather for \"trawl merge --index\"; the other options are\n"
             "then -f, --find, --charset and --max-unpacked of\n"
             "\"trawl index\""},
    SANDBOX_OPTION,
    {.letter = 'h', .name = "help",
     .help = "print this help"},
    {.name = "version",
     .help = "print the version"},
    {0},
};
/* clang-format on */

#undef TARGET

static const char map_usage[] =
    "usage: trawl map --manifest FILE --task ID[/N] -o DIR [options of trawl]\n"
    "       trawl map --manifest FILE --task ID[/N] -o DIR --index [options]\n"
    "\n"
    "Do tasks of a manifest that \"trawl split\" printed. Many machines may do so at\n"
    "once; \"trawl merge\" joins the outputs. All other options are those of trawl\n"
    "itself (\"trawl --help\"), with -t list, json, tsv or csv; they must be the same\n"
    "for all tasks. It is safe to do a task again, even twice at once.\n";

static const char map_more_examples[] =
    "\n"
    "Exit status: 0 done, with or without links; 64 wrong usage; 65 damaged input\n"
    "(the links of the rest are written); 66 no input, or one that has changed; 74\n"
    "input or output failed; 75 try again: no memory, a full disk, a file that is\n"
    "being written.\n"
    "\n"
    "Examples:\n"
    "  trawl map --manifest manifest.tsv --task 7 -o out -t json\n"
    "  trawl map --manifest manifest.tsv --task $SLURM_ARRAY_TASK_ID/1000 -o out -u\n"
    "  trawl map --manifest manifest.tsv --task 7 -o out --index\n";

static int run_map(struct output *o, int argc, char **argv)
{
    return jobs_run("map", map_run, o, argc, argv);
}

const struct command command_map = {"map", run_map, map_options, map_usage, map_more_examples,
                                    NULL,  0};

/* ---- trawl merge ---- */

static int jobs_set_exclude(void *target, const char *value)
{
    struct merge_options *o = target;

    if (buffer_add(&o->exclude, value, strlen(value) + 1) == TRAWL_OK)
        return 0;
    (void)command_trouble("merge", TRAWL_ERROR_NO_MEMORY);
    return -1;
}

#define TARGET merge_options

/* clang-format off */
static const struct option merge_options[] = {
    {TEXT(0, "manifest", "FILE", manifest), IS_FILE,
     .topic = "What to join:",
     .help = "the tasks, as \"trawl split\" printed them"},
    {TEXT('o', "output", "FILE", output), IS_FILE,
     .help = "write to FILE, which is replaced only when all is written;\n"
             "the default is standard output"},
    {TEXT(0, "index", "DB", database), IS_FILE,
     .help = "write to the index DB, as \"trawl index\" would; the tasks\n"
             "were done with \"trawl map --index\""},
    {CALL(0, "exclude", "PATTERN", jobs_set_exclude),
     .help = "with --index: leave out files, lists and senders that match\n"
             "PATTERN, as \"trawl index\" does; may be repeated"},
    LAST_OPTIONS("end the options"),
};
/* clang-format on */

static const char merge_usage[] =
    "usage: trawl merge --manifest FILE [options] DIR\n"
    "       trawl merge --manifest FILE --index DB [--exclude PATTERN] DIR\n"
    "\n"
    "Join the outputs of \"trawl map\" in DIR: print what one run of trawl would print\n"
    "for all inputs, or index them. If tasks are missing, incomplete, or done with\n"
    "other options, print their numbers as an error, and write nothing.\n";

static int run_merge(struct output *o, int argc, char **argv)
{
    return jobs_run("merge", merge_run, o, argc, argv);
}

const struct command command_merge = {"merge", run_merge, merge_options, merge_usage, jobs_more,
                                      NULL,    0};
