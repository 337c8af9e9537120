/* text.c - runs the filter over texts in memory, for trawl rows */
#include <errno.h>
#include <stdlib.h>

#include "trawl/filter/inside.h"

struct find_text {
    struct find_options options;
    struct find find;
    struct output out;
    struct output_taker taker; /* of `out`: adds to the buffer of find_text_read() */
    int (*warn)(void *user, const struct warning *w);
    void *user;
    struct buffer *records;
    size_t most;    /* bytes of the records */
    uint64_t count; /* of the records of the text, in RowBinary */
    char buffer[1 << 14];
};

static int text_take(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    struct find_text *state = user;

    (void)notes;
    (void)count;
    if (state->most < state->records->n || n > state->most - state->records->n)
        return EFBIG;
    return buffer_add(state->records, p, n) == TRAWL_OK ? 0 : ENOMEM;
}

static int text_warn(void *user, const struct warning *w)
{
    struct find_text *state = user;

    return state->warn(state->user, w);
}

/* Returns the message for options that rows cannot have, or NULL. */
static const char *text_conflict(const struct find_options *o, const struct options *args)
{
    const struct {
        bool given;
        const char *why;
    } rows[] = {
        {args->operands > 0 || o->files0 || o->ranged || o->output || find_chooses_files(o),
         "rows are read from standard input, and answers are written to standard output; it takes "
         "no FILE, --files0-from, --range, --exclude, --files, --gitignore or -o"},
        {o->show.count || o->quiet || o->names || o->at_line > 0 || o->explain || o->provisional ||
             o->show.line_numbers || o->show.filenames,
         "an answer is a list of links; it goes without -c, -q, -l, -n, -H, --at, --explain and "
         "--also provisional"},
        {o->jobs > 0,
         "rows are answered by one thread, without -j: start it for each part of the rows"},
        {o->uniq || o->database, "each row is answered by itself, without -u and --evidence"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].given)
            return rows[i].why;
    return NULL;
}

/* Returns the choice of -t json. */
static int choice_of_json(void)
{
    int value = 0;
    const char *name;

    for (int i = 0; (name = format_word(i, &value, NULL)) != NULL; i++)
        if (strcmp(name, format_json.name) == 0)
            break;
    return 1 + value;
}

/* Reads the options. Returns 0, or -1 after an error message. */
static int text_read_options(struct find_options *options, const char *command, int argc,
                             char **argv, bool binary)
{
    struct options args = {
        .command = command, .table = command_find.options, .argc = argc, .argv = argv};
    const char *why;

    options->config.size = sizeof options->config;
    if (options_read(&args, options) != OPTIONS_GOOD)
        return -1;
    if ((why = text_conflict(options, &args)) != NULL) {
        say(command, why, NULL, NULL);
        return -1;
    }
    if (binary && (options->show.fields.count == 0 || options->show.context ||
                   options->show.fields.context)) {
        say(command, "RowBinary needs --fields, which are the members of a tuple, without context",
            NULL, NULL);
        return -1;
    }
    options->to = choice_of_json();
    if (find_settle(options, &args) != 0)
        return -1;
    if (binary)
        options->format = &format_rowbinary; /* it needs what JSON needs */
    return 0;
}

static int text_prepare(struct find_text *state)
{
    int error;

    output_open(&state->out, -1, state->buffer, sizeof state->buffer);
    state->taker = (struct output_taker){.take = text_take, .warn = text_warn, .user = state};
    state->out.taker = &state->taker;
    error = find_open(&state->find, &state->options, &state->out);
    state->find.view.state = &state->count;
    if (error == TRAWL_OK && state->options.show.context &&
        !(state->find.context = context_open(&state->find.view)))
        error = TRAWL_ERROR_NO_MEMORY;
    return error;
}

struct find_text *find_text_open(const char *command, int argc, char **argv, const char *self,
                                 bool binary, int (*warn)(void *user, const struct warning *w),
                                 void *user)
{
    struct find_text *state = calloc(1, sizeof *state);
    int error;

    if (!state) {
        (void)command_trouble(command, TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    state->warn = warn;
    state->user = user;
    state->options.self = self;
    if (text_read_options(&state->options, command, argc, argv, binary) == 0) {
        if ((error = text_prepare(state)) == TRAWL_OK)
            return state;
        (void)command_trouble(command, error);
    }
    find_text_close(state);
    return NULL;
}

static void text_begin(struct find_text *state, size_t most, struct buffer *records)
{
    state->records = records;
    state->most = most;
    state->count = 0;
}

/* Ends the records of a text. Returns TRAWL_OK or an error; the next text begins without it. */
static int text_end(struct find_text *state)
{
    int error;

    (void)output_flush(&state->out);
    error = state->out.error;
    state->out.error = 0;
    return error == 0 ? TRAWL_OK : error == EFBIG ? TRAWL_ERROR_NO_SPACE : TRAWL_ERROR_NO_MEMORY;
}

int find_text_read(struct find_text *state, trawl_str text, size_t most, struct buffer *records)
{
    struct source source = {.kind = SOURCE_TEXT, .text = {text.p ? text.p : "", text.n}};
    int stop, error;

    text_begin(state, most, records);
    stop = find_file(&state->find, &source);
    error = text_end(state);
    if (error != TRAWL_OK)
        return error;
    return stop == FIND_FAILED ? state->find.done.error : stop < 0 ? stop : TRAWL_OK;
}

int find_text_limit(struct find_text *state, struct buffer *records)
{
    const trawl_event limit = {.size = sizeof limit, .type = TRAWL_EVENT_LIMIT};
    int error;

    records->n = 0;
    text_begin(state, SIZE_MAX, records);
    error = state->find.view.format->limit(&state->find.view, &limit);
    return error == TRAWL_OK ? text_end(state) : error;
}

uint64_t find_text_count(const struct find_text *state)
{
    return state->count;
}

void find_text_close(struct find_text *state)
{
    if (!state)
        return;
    context_close(state->find.context);
    seen_close(&state->find.select.seen);
    find_close(&state->find);
    find_options_free(&state->options);
    free(state->taker.notes);
    free(state);
}
