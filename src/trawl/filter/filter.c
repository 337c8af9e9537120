/* filter.c - runs the filter over all inputs
 *
 * options.c reads the options; file.c reads a file; jobs.c reads several at once or one in pieces;
 * outline.c makes the first pass of HTML with structure.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "trawl/filter/inside.h"

/* ---- The library ---- */

int find_open_mail(const struct find_options *options, bool urls_only, trawl_mail **mail,
                   trawl_sink *sink, void *user)
{
    trawl_mail_config config = {
        .size = sizeof config,
        .settings = urls_only ? options->url_settings : options->settings,
        .input = options->input,
        .headers = options->headers ? options->headers - 1 : 0,
    };

    if (options->format->traits & FORMAT_TEXT)
        config.options |= TRAWL_MAIL_OPTION_SHOW | TRAWL_MAIL_OPTION_SHOW_ONLY |
                          (options->show.page ? TRAWL_MAIL_OPTION_SHOW_REPLIES : 0);
    else if (options->show.unwrap || ((options->format->traits & FORMAT_RECORDS) &&
                                      (options->show.fields.needs & FIELDS_TARGETS)))
        config.options |= TRAWL_MAIL_OPTION_TARGETS;
    if (options->format == &format_html || options->format == &format_term ||
        options->format == &format_md)
        config.options |= TRAWL_MAIL_OPTION_ALL_ANCHORS;
    if ((options->format->traits & FORMAT_MARKUP) &&
        !(options->show.emit.options & TRAWL_EMIT_OPTION_NO_STRUCTURE))
        config.options |= TRAWL_MAIL_OPTION_MARKUP;
    if (options->format == &format_text)
        config.options |= TRAWL_MAIL_OPTION_KEEP_OVERSTRIKES;
    if (options->refang)
        config.options |= TRAWL_MAIL_OPTION_REFANG;
    return trawl_mail_open(mail, &config, sink, user);
}

int find_need_places(struct find *f)
{
    int error;

    trawl_mail_close(&f->file.mail);
    f->file.urls_only = false;
    error = find_open_mail(f->options, 0, &f->file.mail, find_sink, f);
    return error == TRAWL_OK ? input_expect(f->file.mail, f->file.kind, f->view.name.p) : error;
}

/* ---- A thread's part of a run ---- */

/* As format_view.listed(). */
static int filter_listed(void *user, const trawl_link *link, trawl_str url)
{
    struct find *f = user;

    return select_url(&f->options->urls, f->options->show.emit.live, &f->select.canonical, link,
                      url);
}

int find_open(struct find *f, const struct find_options *options, struct output *out)
{
    /* The links of a URL differ in these: its first link may be left out, and another one not. */
    bool chosen = select_filters(&options->filter) || options->urls.live;
    bool again = options->format == &format_list && !options->every; /* list a link once */

    *f = (struct find){
        .view = {.format = options->format, .options = &options->show, .out = out},
        .options = options,
        .file = {.urls_only = options->url_settings != NULL, .block = malloc(INPUT_BLOCK)},
        .select = {.any = chosen || options->uniq || select_wanted(&options->urls),
                   .once = again && chosen,
                   .leave_out = options->filter.out.set |
                                (again && !chosen && !options->at_line ? TRAWL_FLAG_AGAIN : 0),
                   .relative = options->format != &format_list || options->relative,
                   .seldom = options->filter.out.set | TRAWL_FLAG_AGAIN | TRAWL_FLAG_NOT_UTF8 |
                             TRAWL_FLAG_NO_SCHEME},
    };
    if (select_wanted(&options->urls)) {
        f->view.listed = filter_listed;
        f->view.user = f;
    }
    if (!f->file.block)
        return TRAWL_ERROR_NO_MEMORY;
    if (options->show.line_numbers || options->show.counted ||
        (f->view.format->traits & FORMAT_EVENTS)) {
        f->view.places = calloc(1, sizeof *f->view.places);
        if (!f->view.places || places_open(f->view.places, options->show.counted) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
    }
    return find_open_mail(options, f->file.urls_only, &f->file.mail, find_sink, f);
}

void find_close(struct find *f)
{
    trawl_mail_close(&f->file.mail);
    if (f->view.places)
        places_close(f->view.places);
    free(f->view.places);
    free(f->file.block);
    seen_close(&f->select.listed);
    buffer_free(&f->select.canonical);
    buffer_free(&f->at.record);
    format_view_free(&f->view);
}

/* ---- The run ---- */

/* Reports the rules that hit their limits, a line each. */
static void report_rules(const struct find *f)
{
    char message[PATH_MAX + 300];
    const trawl_scanner *scan = trawl_mail_scan(f->file.mail);
    trawl_str rule;
    uint64_t line, times;

    for (unsigned i = 0; trawl_rules_complaint(scan, i, &rule, &line, &times) == 1; i++) {
        const char *file = rule_files_line(&f->options->rule_files, &line);
        (void)snprintf(message, sizeof message,
                       "%s:%llu: rule %.*s hit its limits at %llu place%s, and made no link there",
                       file, (unsigned long long)line, (int)rule.n, rule.p,
                       (unsigned long long)times, times == 1 ? "" : "s");
        say(NULL, "", message, NULL);
    }
}

static int filter_status_of(const struct find *f, int stop)
{
    if (stop < 0 || stop == FIND_FAILED) {
        output_flush(f->view.out);
        return command_trouble(NULL, f->done.error);
    }
    if (f->options->quiet && f->done.links > 0)
        return STATUS_GOOD;
    if (f->done.bad)
        return STATUS_TROUBLE;
    return f->done.links > 0 || (f->view.format->traits & FORMAT_TEXT) ? STATUS_GOOD
                                                                       : STATUS_SOME_BAD;
}

/* Opens what a run needs. Returns TRAWL_OK or an error. */
static int filter_begin(struct find *f, const struct options *args)
{
    const struct find_options *options = f->options;
    const char *first = args->operands > 0 && !options_is_stdin(args, 0) ? args->argv[0] : NULL;
    int error = find_outline(f, args);

    if (error == TRAWL_OK && options->show.merged) {
        f->hold = hold_open(options->format, &f->select.seen, f->view.out);
        f->view.out = f->hold ? hold_output(f->hold) : f->view.out;
        error = f->hold ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
    }
    f->select.seen.seed = f->select.listed.seed = sip_key(f);
    if (error == TRAWL_OK && f->view.format->open)
        error = f->view.format->open(&f->view, first);
    if (error == TRAWL_OK && options->show.context && !(f->context = context_open(&f->view)))
        error = TRAWL_ERROR_NO_MEMORY;
    if (error == TRAWL_OK && !options->quiet)
        progress_open(options->progress ? (enum progress_when)(options->progress - 1)
                                        : PROGRESS_AUTO,
                      f->view.out, source_size(args, options->files0));
    return error;
}

/* Ends the output after the last input; `stop` is what ended the reading. Returns enum status. */
static int filter_end(struct find *f, int stop)
{
    const struct find_options *options = f->options;

    progress_close();
    if (options->show.count && !options->show.filenames && !options->quiet && stop >= 0) {
        output_number(f->view.out, f->done.links);
        output_byte(f->view.out, '\n');
    }
    if (!stop && f->view.format->finish &&
        (f->done.error = f->view.format->finish(&f->view)) != TRAWL_OK)
        stop = FIND_FAILED;
    if (stop < 0)
        f->done.error = stop;
    if (f->hold)
        f->done.links = hold_end(f->hold);
    output_flush(f->view.out);
    report_rules(f);
    if (find_left_relative() && !options->quiet)
        say(NULL,
            "relative links of HTML were left out: --base URL resolves them, --scheme any lists "
            "them",
            NULL, NULL);
    if (f->outline_bad && !f->done.bad) {
        say(NULL, "an input could not be read the first time, so links to headings may be missing",
            NULL, NULL);
        f->done.bad = true;
    }
    return filter_status_of(f, stop);
}

int find_run(struct output *out, const struct find_options *options, const struct options *args,
             uint64_t *bytes)
{
    struct find f;
    struct source_taker taker = {
        .sink = find_file, .user = &f, .warnings = out, .choice = &options->choice};
    int status, stop = find_open(&f, options, out);

    if (stop == TRAWL_OK)
        stop = filter_begin(&f, args);
    f.done.error = stop;
    if (stop == TRAWL_OK) {
        stop = find_jobs_wanted(options, args) ? find_jobs_each(&f, args)
                                               : source_each(args, options->files0, &taker);
        f.done.bad |= taker.bad;
        status = filter_end(&f, stop);
    } else {
        status = command_trouble(NULL, stop);
    }
    if (bytes)
        *bytes = f.done.bytes;
    if (f.view.format->close)
        f.view.format->close(&f.view);
    trawl_outline_close(&f.view.outline);
    context_close(f.context);
    hold_close(f.hold);
    seen_close(&f.select.seen);
    find_close(&f);
    return status;
}
