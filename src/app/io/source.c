/* source.c - the inputs of a command: operands, and the list of --files0-from
 *
 * The list is read as a stream: it may be longer than memory, and its writer may still run.
 */
#include "app/io/inside.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *replaced; /* the name of a file that the output replaces, or NULL */
static int output_to = 1;    /* else the descriptor that it goes to */

void source_skip(const char *name, int descriptor)
{
    replaced = name;
    output_to = descriptor;
}

bool source_is_read(struct source_taker *t, const char *name, bool named)
{
    if (!t->to_file || (replaced && named) || !source_is_output(t->warnings, NULL, name))
        return true;
    t->bad |= !replaced;
    return false;
}

void source_warn(struct source_taker *t, const char *name, const char *rest)
{
    output_warn(t->warnings, NULL, NULL, name, rest);
    t->bad = true;
}

static int each_named(struct source_taker *t, const char *name)
{
    struct source source = {.name = name, .kind = SOURCE_NAMED};
    struct stat status;
    enum inbox_is is = INBOX_OTHER;
    bool there = !name || stat(name, &status) == 0;

    if (name && t->choice && choice_fits_path(&t->choice->exclude, name))
        return 0;
    if (name && there && S_ISDIR(status.st_mode))
        return folder_each(name, t);
    if (!there) {
        int stop = inbox_message(name, t, &is);

        if (is != INBOX_OTHER)
            return stop;
    }
    return source_is_read(t, name, true) ? t->sink(t->user, &source) : 0;
}

/* ---- Lists of names ---- */

struct source_list {
    struct source_taker *taker;
    const char *name;   /* NULL for standard input */
    uint64_t number;    /* names so far */
    struct buffer part; /* the start of a name, from earlier blocks */
};

static void warn_of_list(struct source_list *l, const char *rest)
{
    output_warn(l->taker->warnings, "--files0-from", NULL, l->name ? l->name : "standard input",
                rest);
    l->taker->bad = true;
}

/* Sends a whole name; n does not count its NUL. */
static int source_take_name(struct source_list *l, const char *p, size_t n)
{
    char rest[80];

    l->number++;
    if (n > 0 && n < PATH_MAX && (l->name || strcmp(p, "-") != 0))
        return each_named(l->taker, strcmp(p, "-") == 0 ? NULL : p);
    (void)snprintf(rest, sizeof rest, ": name %llu %s", (unsigned long long)l->number,
                   n == 0          ? "is empty"
                   : n >= PATH_MAX ? "is too long"
                                   : "is \"-\", but standard input is the list itself");
    warn_of_list(l, rest);
    return 0;
}

static int source_take_block(struct source_list *l, const char *p, size_t n)
{
    while (n > 0) {
        const char *nul = memchr(p, '\0', n);
        size_t part = nul ? (size_t)(nul - p) : n;
        size_t room = l->part.n < PATH_MAX ? PATH_MAX - l->part.n : 0;
        int stop;

        /* Keeps at most PATH_MAX bytes of a name. A name of PATH_MAX bytes is too long. */
        if (buffer_add(&l->part, p, part < room ? part : room) != TRAWL_OK ||
            (nul && buffer_add(&l->part, "", 1) != TRAWL_OK))
            return TRAWL_ERROR_NO_MEMORY;
        if (!nul)
            return 0;
        stop = source_take_name(l, l->part.p, l->part.n - 1);
        l->part.n = 0;
        if (stop)
            return stop;
        p = nul + 1;
        n -= part + 1;
    }
    return 0;
}

/* Returns true, after an error message, when the whole list is one name that has line ends and is
 * not a file: the output of find without -print0. */
static bool is_list_of_lines(struct source_list *l)
{
    struct stat status;

    if (!memchr(l->part.p, '\n', l->part.n) || buffer_add(&l->part, "", 1) != TRAWL_OK)
        return false;
    l->part.n--;
    if (stat(l->part.p, &status) == 0)
        return false;
    warn_of_list(
        l, ": each name must end with a NUL, not with a line end; find -print0 writes such names");
    return true;
}

static int each_listed(struct source_taker *t, const char *name)
{
    static char block[INPUT_BLOCK];
    struct source_list l = {.taker = t, .name = name};
    struct input in;
    ssize_t got;
    int stop = 0;

    if (input_open(&in, name, t->warnings) < 0) {
        t->bad = true;
        return 0;
    }
    while (!stop) {
        if (t->idle && !input_is_ready(&in, 0))
            t->idle(t->user);
        if ((got = input_read(&in, block)) <= 0)
            break;
        stop = source_take_block(&l, block, (size_t)got);
    }
    if (!stop && l.part.n > 0 && !(l.number == 0 && is_list_of_lines(&l)))
        stop = source_take_block(&l, "", 1);
    if (input_complain(&in) < 0)
        t->bad = true;
    input_close(&in);
    buffer_free(&l.part);
    return stop;
}

/* ---- The output file ----
 *
 * "trawl . >links.txt" finds links.txt in the folder. Reading it as it grows would fill the disk.
 */

static bool output_is_file(struct stat *output)
{
    return (replaced ? stat(replaced, output) : fstat(output_to, output)) == 0 &&
           S_ISREG(output->st_mode);
}

bool source_is_output(struct output *warnings, const char *command, const char *name)
{
    struct stat input, output;

    if (!output_is_file(&output) || (name ? stat(name, &input) : fstat(0, &input)) < 0 ||
        input.st_dev != output.st_dev || input.st_ino != output.st_ino)
        return false;
    if (!replaced)
        output_warn(warnings, command, NULL, name ? name : "standard input",
                    ": the output goes to this file, so it is not read");
    return true;
}

int source_each(const struct options *args, const char *files0, struct source_taker *t)
{
    struct stat output;
    int stop = 0;

    t->to_file = output_is_file(&output);
    if (files0)
        return each_listed(t, strcmp(files0, "-") == 0 ? NULL : files0);
    if (args->operands == 0) {
        source_announce(args->command);
        return each_named(t, NULL);
    }
    for (int i = 0; i < args->operands && !stop; i++)
        stop = each_named(t, options_is_stdin(args, i) ? NULL : args->argv[i]);
    return stop;
}

void source_announce(const char *command)
{
    if (isatty(0))
        say(command, "reading standard input; end with Ctrl-D, or see trawl ",
            command ? command : "--help", command ? " --help" : NULL);
}

/* Returns the size of one operand; 0 when it is not a regular file. */
static uint64_t source_size_of(const char *name)
{
    struct stat status;
    off_t at = 0;

    if ((name ? stat(name, &status) : fstat(0, &status)) < 0 || !S_ISREG(status.st_mode))
        return 0;
    if (!name && (at = lseek(0, 0, SEEK_CUR)) < 0)
        at = 0;
    return status.st_size > at ? (uint64_t)(status.st_size - at) : 0;
}

uint64_t source_size(const struct options *args, const char *files0)
{
    uint64_t size, all = 0;

    if (files0)
        return 0;
    if (args->operands == 0)
        return source_size_of(NULL);
    for (int i = 0; i < args->operands; i++) {
        if ((size = source_size_of(options_is_stdin(args, i) ? NULL : args->argv[i])) == 0)
            return 0;
        all += size;
    }
    return all;
}
