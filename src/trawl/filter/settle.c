/* settle.c - derives what follows from the filter's options, reads files, makes the settings */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <trawl_options.h>
#include <unistd.h>

#include "trawl/filter/filter.h"

/* Returns true when options select links by more than their URLs. */
static bool selects_properties(const struct find_options *options)
{
    return select_filters(&options->filter) || options->every || options->show.unwrap;
}

bool find_selects(const struct find_options *options)
{
    return selects_properties(options) || select_wanted(&options->urls);
}

/* ---- Derived options ---- */

/* Sets the kinds to find: those given, else those of the profile. */
static int filter_settle_kinds(struct find_options *options)
{
    trawl_options standard = {.size = sizeof standard, .find = &options->config};
    unsigned kinds;

    (void)trawl_options_read(&standard, "", 0, NULL); /* those of the profile */
    kinds = options->config.find;
    if (options->format == &format_html && options->show.page)
        kinds |= TRAWL_FIND_MSGID; /* messages of a page refer to each other */
    if (options->domains)
        kinds |= TRAWL_FIND_DOMAIN;
    return kinds_settle(&options->kinds, NULL, kinds, &options->config.find);
}

/* Uses -t text instead of -t term in an aerc that does not show hyperlinks, where they would be
 * garbage. aerc sets AERC_MIME_TYPE for its filters, and AERC_OSC8_URLS=1 if it shows them. */
static void adapt_to_aerc(struct find_options *options)
{
    const char *links = getenv("AERC_OSC8_URLS");

    if (options->format != &format_term || (!links && !getenv("AERC_MIME_TYPE")) ||
        (links && strcmp(links, "1") == 0))
        return;
    options->format = &format_text;
    options->config.base = (trawl_str){NULL, 0};
}

/* Refuses a file of -o that has the name of a format and does not exist. Returns 0, or -1 after an
 * error message. */
static int refuse_format_file(const char *file)
{
    char rest[160];
    const char *word;

    for (int i = 0; (word = format_word(i, NULL, NULL)); i++)
        if (strcmp(word, file) == 0 && access(file, F_OK) < 0) {
            (void)snprintf(rest, sizeof rest,
                           " is a format; did you mean -t %s? -o ./%s writes a file of that name",
                           word, word);
            return say_refuse("-o: ", file, rest);
        }
    return 0;
}

/* Sets the format that the name after -o implies, and --page for HTML. */
static void settle_output(struct find_options *options)
{
    const bool apart = options->explain || options->show.count || options->names || options->quiet;
    int implied;

    if (options->output && (options->quiet || strcmp(options->output, "-") == 0))
        options->output = NULL;
    implied = options->output && !apart ? format_implied(options->output) : 0;
    options->implied = implied > 0 && options->to == 0;
    if (options->implied)
        options->to = implied;
    if (implied > 0 && format_chosen(implied) == &format_html &&
        format_chosen(options->to) == &format_html)
        options->show.page = true;
}

/* Translates choices into the library's values. */
static void settle_choices(struct find_options *options)
{
    const struct link_flags flags = {options->filter.only.set | options->filter.out.set,
                                     options->filter.only.doubt || options->filter.out.doubt};

    if (options->uniq == UNIQ_NONE) {
        options->every = true;
        options->uniq = 0;
    }
    settle_output(options);
    options->format = format_chosen(options->to);
    if (options->format == &format_html)
        options->config.options |= TRAWL_OPTION_PAGE_LINKS;
    options->show.config = &options->config;
    options->show.both = options->hyphen == 3;
    options->show.colour = options_colour(options->color, options->format == &format_term);
    options->input = input_value(options->input_kind);
    input_kind_given = options->input != TRAWL_INPUT_AUTO;
    options->show.unit = options->offsets ? (enum offset_unit)(options->offsets - 1) : UNIT_BYTES;
    options->show.column_unit = options->offsets ? options->show.unit : UNIT_CHARS;
    options->show.line_numbers |= options->show.numbered;
    options->show.counted =
        options->show.numbered || options->at_line > 0 || options->show.unit != UNIT_BYTES;
    options->config.profile = options->profile ? options->profile - 1 : 0;
    options->config.notation = options->notation ? options->notation - 1 : 0;
    options->config.options |= (options->domains > 0 ? (unsigned)(options->domains - 1) : 0u) |
                               (options->hyphen == 2 ? TRAWL_OPTION_HYPHEN_DROP : 0u) |
                               (options->join ? TRAWL_OPTION_JOIN : 0u) |
                               (flags.doubt || flags.set & TRAWL_FLAG_UNKNOWN_TLD ||
                                        options->explain || options->format->traits & FORMAT_RECORDS
                                    ? TRAWL_OPTION_OTHER_ENDS
                                    : 0u);
    options->show.structure = options->structure == STRUCTURE_NONE ? -1 : options->structure > 0;
    options->show.emit.options =
        (options->show.page ? TRAWL_EMIT_OPTION_PAGE : 0u) |
        (options->show.structure > 0 ? TRAWL_EMIT_OPTION_STRUCTURE : 0u) |
        (options->show.structure < 0 ? TRAWL_EMIT_OPTION_NO_STRUCTURE : 0u) |
        (options->structure == STRUCTURE_LINES ? TRAWL_EMIT_OPTION_KEEP_LINES : 0u) |
        (options->toc ? TRAWL_EMIT_OPTION_TOC : 0u) |
        (format_is_xml(options->to) ? TRAWL_EMIT_OPTION_XHTML : 0u);
    options->show.canonical_form =
        strength_forms[options->show.canonical > 0 ? options->show.canonical - 1 : 0];
    options->uniq_form = strength_forms[options->uniq > options->show.canonical ? options->uniq - 1
                                        : options->show.canonical > 0 ? options->show.canonical - 1
                                                                      : 0];
    fields_settle(&options->show.fields, options->format->traits & FORMAT_TABLE, options->display);
    options->show.header = options->format == &format_csv && !options->no_header;
    options->relative |= options->filter.only.set & TRAWL_FLAG_NO_SCHEME;
    options->show.spelling = options->raw              ? SHOW_RAW
                             : options->show.canonical ? SHOW_CANONICAL
                             : options->display        ? SHOW_DISPLAY
                                                       : SHOW_URL;
}

/* ---- Files ---- */

/* The maximum number of bytes of a file; the public suffix list has 300 KB. */
#define FILE_MAX ((size_t)16 << 20)

/* Reads a file into *text, and sets *str to its contents. */
static int settle_read_file(struct buffer *text, const char *name, trawl_str *str)
{
    struct input in;
    int failed;

    if (input_open(&in, name, NULL) < 0)
        return -1;
    failed = input_all(&in, text, FILE_MAX);
    input_close(&in);
    *str = buffer_str(text);
    return failed;
}

static int read_files(struct find_options *options)
{
    if (options->tlds &&
        settle_read_file(&options->tlds_text, options->tlds, &options->config.tlds) < 0)
        return -1;
    if (options->tlds && options->tlds_text.n == 0)
        return say_refuse("--domains: ", options->tlds,
                          " is empty; it should list top-level domains, one per line");
    if (options->rules &&
        rule_files_read(&options->rule_files, NULL, options->self, options->rules) < 0)
        return -1;
    options->config.rules = rule_files_text(&options->rule_files);
    if (options->css && strcmp(options->css, "none") != 0 &&
        settle_read_file(&options->css_text, options->css, &options->show.emit.css) < 0)
        return -1;
    if (options->css && options->css_text.n == 0) /* the stylesheet may be empty */
        options->show.emit.options |= TRAWL_EMIT_OPTION_NO_STYLE;
    return 0;
}

/* ---- The library's settings ---- */

/* Returns which properties of links are needed, enum trawl_want. */
static unsigned wanted(const struct find_options *options)
{
    const unsigned traits = options->format->traits;
    unsigned want = TRAWL_WANT_LINK | TRAWL_WANT_UNREAD;

    if (traits & (FORMAT_TEXT | FORMAT_EVENTS) || options->show.context)
        want |= TRAWL_WANT_TEXT;
    if (traits & FORMAT_EVENTS ||
        (traits & FORMAT_RECORDS && options->show.fields.needs & FIELDS_PLACE) ||
        options->show.line_numbers || options->filter.zones || options->filter.zones_out)
        want |= TRAWL_WANT_PLACE;
    if (traits & FORMAT_EVENTS)
        want |= TRAWL_WANT_EXPLAIN;
    return want;
}

/* Returns true when only the URLs of links are needed. */
static bool needs_urls_only(const struct find_options *options)
{
    return options->format == &format_list && options->show.spelling != SHOW_RAW &&
           !options->show.line_numbers && !options->show.both && !options->show.context &&
           options->at_line == 0 && !selects_properties(options) && !options->urls.live;
}

static int refuse_rules(const struct find_options *options)
{
    trawl_fault fault = {.size = sizeof fault};
    char message[PATH_MAX + 300];
    const char *file;

    (void)trawl_rules_check(options->config.rules.p, options->config.rules.n, &fault);
    file = rule_files_line(&options->rule_files, &fault.line);
    (void)snprintf(message, sizeof message, "%s:%llu:%llu: %s", file,
                   (unsigned long long)fault.line, (unsigned long long)fault.column, fault.why);
    return say_refuse("", message, NULL);
}

static int settle_make_settings(struct find_options *options)
{
    int error;

    options->config.want = wanted(options);
    error = trawl_settings_open(&options->settings, &options->config);
    options->config.want = TRAWL_WANT_URL | TRAWL_WANT_UNREAD;
    if (error == TRAWL_OK && needs_urls_only(options))
        error = trawl_settings_open(&options->url_settings, &options->config);
    if (error == TRAWL_ERROR_BAD_RULE)
        return refuse_rules(options);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        return say_refuse("--charset: unknown charset ", options->config.charset.p,
                          "; \"iconv -l\" lists those of this system");
    return error == TRAWL_OK ? 0 : say_refuse(trawl_strerror(error), NULL, NULL);
}

/* With -q nothing conflicts, since nothing is printed. */
int find_settle(struct find_options *options, const struct options *args)
{
    settle_choices(options);
    if (options->output && refuse_format_file(options->output) < 0)
        return -1;
    if (options->at_line > 0 && (args->operands > 1 || options->files0))
        return say_refuse("--at is a place in one file; see \"trawl --help\"", NULL, NULL);
    if (options->files0 && args->operands > 0)
        return say_refuse("--files0-from names all the files; it does not go with the operand ",
                          args->argv[0], "; see \"trawl --help\"");
    if (!options->quiet && conflict_test(options) < 0)
        return -1;
    if (filter_settle_kinds(options) < 0)
        return -1;
    adapt_to_aerc(options);
    if (options->format == &format_text && !options->input_kind)
        options->input = TRAWL_INPUT_TEXT; /* even mail is shown as it is */
    if (options->quiet) {
        options->format = &format_list;
        options->show.context = 0;
    } else if (options->explain) {
        options->format = &format_explain;
    }
    options->show.merged = options->uniq && options->format->traits & FORMAT_RECORDS &&
                           options->show.fields.needs & FIELDS_FLAGS;
    if (read_files(options) < 0 || settle_make_settings(options) < 0)
        return -1;
    return 0;
}

void find_options_free(struct find_options *options)
{
    select_free(&options->urls);
    choice_free(&options->choice);
    buffer_free(&options->tlds_text);
    rule_files_free(&options->rule_files);
    buffer_free(&options->css_text);
    buffer_free(&options->template_text);
    trawl_settings_close(&options->settings);
    trawl_settings_close(&options->url_settings);
}
