/* command.c - the command "trawl wrap": folds a text so that its links survive
 *
 * Reads the options and the files; src/trawl/wrap does the work.
 */
#include <stdio.h>
#include <stdlib.h>

#include "app/command.h"
#include "app/io/io.h"
#include "app/sandbox/sandbox.h"
#include "trawl/wrap/wrap.h"

#define WIDTH 72       /* of a line */
#define WIDTH_CHECK 78 /* RFC 5322 section 2.1.1; with --check */
#define WIDTH_MOST 1000000

struct wrap_options {
    struct output *out;
    const char *name; /* of the file, NULL for standard input */
    int width;
    int flowed; /* 1 plus a choice of `stuffings`; 0: not given */
    bool check;
    bool found; /* --check reported something */
    int sandbox;
};

static int set_width(void *target, const char *value)
{
    char *end;
    long width = strtol(value, &end, 10);

    if (*value < '0' || *value > '9' || *end || width < 1 || width > WIDTH_MOST) {
        say("wrap", "--width: ", value, " is not a number of columns, 1 to 1000000");
        return -1;
    }
    ((struct wrap_options *)target)->width = (int)width;
    return 0;
}

static int wrap_set_max_unpacked(void *target, const char *value)
{
    (void)target;
    return max_unpacked_read("wrap", value);
}

static const char *const stuffings[] = {"stuffed", "unstuffed", NULL};
enum { UNSTUFFED = 2 };

#define TARGET wrap_options

/* clang-format off */
static const struct option wrap_options[] = {
    {CALL('w', "width", "N", set_width),
     .help = "fold lines of more than N columns (72; with --check 78)"},
    {FLAG(0, "flowed", flowed),
     .help = "write format=flowed (RFC 3676), so that readers can undo the\n"
             "folding; the message must have the parameter format=flowed"},
    {CHOICE(0, "flowed", "HOW", flowed, stuffings, "choice"),
     .help = "stuffed (as without HOW): put a space before lines that\n"
             "begin with a space or \"From \"; unstuffed: put none, because\n"
             "the mailer will add it, or trawl wrap has added it before"},
    {FLAG(0, "check", check),
     .help = "write no text, but report what would break in the programs\n"
             "of others, as FILE:LINE:COLUMN: WHY"},
    MAX_UNPACKED(wrap_set_max_unpacked),
    SANDBOX_OPTION,
    {.letter = 'h', .name = "help",
     .help = "print this help"},
    {.name = "version",
     .help = "print the version"},
    {.name = "",
     .help = "end the options: the rest are files"},
    {0},
};
/* clang-format on */

/* Returns a message about options that conflict, or NULL. */
static const char *wrap_conflict(const struct wrap_options *w)
{
    return w->check && w->flowed ? "--check goes with --width only" : NULL;
}

static int wrap_write_text(void *user, const char *p, size_t n)
{
    struct wrap_options *w = user;

    output_bytes(w->out, p, n);
    return w->out->error != 0;
}

static int wrap_report(void *user, const fold_fault *fault)
{
    struct wrap_options *w = user;

    w->found = 1;
    printable_people(w->out, w->name ? w->name : "-", strlen(w->name ? w->name : "-"));
    output_printf(w->out, ":%llu:%llu: ", (unsigned long long)fault->line,
                  (unsigned long long)fault->column);
    output_text(w->out, fault->what);
    output_byte(w->out, '\n');
    return w->out->error != 0;
}

/* Reads one file. Returns 0 to go on with the next one. */
static int wrap_file(struct wrap_options *w)
{
    static char block[INPUT_BLOCK];
    fold_config config = {.width = (unsigned)w->width,
                          .flowed = w->flowed > 0,
                          .unstuffed = w->flowed == UNSTUFFED,
                          .write = wrap_write_text,
                          .report = w->check ? wrap_report : NULL,
                          .user = w};
    struct input in;
    fold *f = NULL;
    ssize_t got = 0;
    int error, bad = 0;

    if (source_is_output(NULL, "wrap", w->name) || input_open(&in, w->name, w->out) < 0)
        return STATUS_TROUBLE;
    in.command = "wrap";
    error = fold_open(&f, &config);
    while (!error && (got = input_read(&in, block)) > 0)
        error = fold_feed(f, block, (size_t)got);
    if (!error)
        error = fold_finish(f);
    fold_close(&f);
    if (input_complain(&in) < 0)
        bad = STATUS_TROUBLE;
    input_close(&in);
    if (error < 0)
        bad = command_trouble("wrap", error);
    return bad ? bad : w->out->error ? STATUS_TROUBLE : 0;
}

static int wrap_run(struct output *o, int argc, char **argv)
{
    struct wrap_options w = {.out = o};
    struct options options;
    const char *what;
    int status;

    if (!command_options(o, &command_wrap, &options, argc, argv, &w, &status))
        return status;
    if ((what = wrap_conflict(&w)) != NULL) {
        say("wrap", what, NULL, "; see \"trawl wrap --help\"");
        return STATUS_TROUBLE;
    }
    if (w.width == 0)
        w.width = w.check ? WIDTH_CHECK : WIDTH;
    if (sandbox_to_read("wrap", w.sandbox, &options) != 0)
        return SANDBOX_MISSING;
    if (options.operands == 0) {
        source_announce("wrap");
        status = wrap_file(&w);
    }
    for (int i = 0; i < options.operands && o->error == 0; i++) {
        w.name = options_is_stdin(&options, i) ? NULL : options.argv[i];
        if (wrap_file(&w) != 0)
            status = STATUS_TROUBLE;
    }
    return status ? status : w.found ? STATUS_SOME_BAD : STATUS_GOOD;
}

/* clang-format off */
static const char wrap_usage[] =
    "usage: trawl wrap [options] [FILE...]\n"
    "       trawl wrap --check [-w N] [FILE...]\n"
    "\n"
    "Fold the long lines of a text so that its links survive. No URL is broken.\n"
    "Quoted text, signatures, code, tables and header fields stay as they are.\n"
    "Without a FILE, or for \"-\", read standard input.\n"
    "\n";

static const char wrap_more[] =
    "\n"
    "Exit status: 0, or with --check 1 if something was reported; 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl wrap <draft >letter\n"
    "  trawl wrap --check letter\n"
    "  :set formatprg=trawl\\ wrap                                  (vim)\n";
/* clang-format on */

const struct command command_wrap = {"wrap", wrap_run, wrap_options, wrap_usage, wrap_more,
                                     NULL,   0};
