/* outline.c - the first pass of -t html: finds the headings and references of a text
 *
 * The inputs are read twice if this is possible: files and folders always, standard input if it is
 * a file, or has at most about KEPT bytes. The first pass finds no links, and prints neither output
 * nor messages. Without a first pass, links lead only to places further up in the text.
 *
 * More than TWICE_MAX bytes are read twice for --toc only: so much text is usually a mailbox or a
 * folder, and few links lead to places further down.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trawl/filter/inside.h"

#define KEPT ((size_t)1 << 20)
#define TWICE_MAX ((uint64_t)4 << 20)

/* The state of the first pass. */
struct first_pass {
    trawl_outline *outline;
    uint64_t left;   /* bytes of text that may still come */
    atomic_int over; /* there was more text */
    bool bad;        /* an input could not be read */
};

static int outline_event(void *user, const trawl_event *e)
{
    struct first_pass *pass = user;

    if (e->text.n > pass->left)
        pass->over = true;
    pass->left -= pass->over ? 0 : e->text.n;
    return pass->over ? TRAWL_OK : trawl_outline_event(pass->outline, e);
}

static int outline_end(struct format_view *v)
{
    const trawl_event e = {.size = sizeof e, .type = TRAWL_EVENT_MESSAGE};

    return outline_event(v->state, &e);
}

static const struct format format_outline = {
    .traits = FORMAT_TEXT | FORMAT_MARKUP, .text = outline_event, .end = outline_end};

static int filter_outline_drop(void *user, const char *p, size_t n, const struct note *notes,
                               size_t count)
{
    (void)user;
    (void)p;
    (void)n;
    (void)notes;
    (void)count;
    return 0;
}

static int drop_warning(void *user, const struct warning *warning)
{
    (void)user;
    (void)warning;
    return 0;
}

/* Returns true when an operand, or standard input for NULL, can be read twice. Returns true also
 * for a name that does not exist: it is an error in both passes, or the name of a message in
 * git. */
static bool is_readable_twice(const char *name)
{
    struct stat status;

    if ((name ? stat(name, &status) : fstat(0, &status)) < 0)
        return name != NULL;
    if (!name && !S_ISREG(status.st_mode))
        return !isatty(0) && input_keep(KEPT);
    return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

static bool are_readable_twice(const struct find_options *options, const struct options *args)
{
    int inputs = 0; /* operands that are standard input */

    for (int i = 0; i < args->operands; i++)
        inputs += options_is_stdin(args, i) != 0;
    if (options->files0 || inputs > 1)
        return false;
    for (int i = 0; i < args->operands; i++)
        if (!is_readable_twice(options_is_stdin(args, i) ? NULL : args->argv[i]))
            return false;
    return args->operands > 0 || is_readable_twice(NULL);
}

/* Reads all inputs once. */
static int outline_read_all(struct find_options *options, const struct options *args,
                            struct first_pass *pass)
{
    char buffer[256];
    struct output_taker nothing = {.take = filter_outline_drop, .warn = drop_warning};
    struct output out;
    off_t at = lseek(0, 0, SEEK_CUR);
    struct find f;
    struct source_taker taker = {
        .sink = find_file, .user = &f, .warnings = &out, .choice = &options->choice};
    int error;

    output_open(&out, -1, buffer, sizeof buffer);
    out.taker = &nothing;
    error = find_open(&f, options, &out);
    f.cancelled = &pass->over; /* shows no progress */
    f.view.state = pass;
    if (error == TRAWL_OK)
        error = source_each(args, NULL, &taker);
    if (error == FIND_FAILED)
        error = f.done.error;
    pass->bad = taker.bad || f.done.bad;
    find_close(&f);
    if (at >= 0)
        (void)lseek(0, at, SEEK_SET);
    return error < 0 ? error : TRAWL_OK;
}

int find_outline(struct find *f, const struct options *args)
{
    struct find_options options = *f->options;
    trawl_emit_config emit = options.show.emit;
    bool toc = emit.options & TRAWL_EMIT_OPTION_TOC;
    struct first_pass pass = {.left = toc ? UINT64_MAX : TWICE_MAX};
    int error;

    if (f->view.format != &format_html || !format_has_structure(&f->options->show) ||
        (!toc && source_size(args, NULL) > TWICE_MAX) || !are_readable_twice(f->options, args))
        return TRAWL_OK;
    options.format = &format_outline;
    options.url_settings = NULL;
    options.rules = NULL;
    options.config.rules = (trawl_str){NULL, 0};
    /* The text must be that of the second pass, without escape sequences of links that it finds. */
    options.config.find = options.config.find & TRAWL_FIND_OSC8 ? TRAWL_FIND_OSC8 : TRAWL_FIND_HDR;
    options.config.want = TRAWL_WANT_TEXT;
    error = trawl_settings_open(&options.settings, &options.config);
    emit.size = sizeof emit;
    if (error == TRAWL_OK)
        error = trawl_outline_open(&f->view.outline, &emit);
    pass.outline = f->view.outline;
    if (error == TRAWL_OK)
        error = outline_read_all(&options, args, &pass);
    if (error == TRAWL_OK && !pass.over)
        error = trawl_outline_finish(f->view.outline);
    if (pass.over)
        trawl_outline_close(&f->view.outline);
    f->outline_bad = pass.bad;
    trawl_settings_close(&options.settings);
    return error;
}
