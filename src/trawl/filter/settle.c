/* settle.c - checks how the filter's options combine, reads their files, makes the settings */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <trawl_options.h>

#include "trawl/filter/filter.h"

/* Returns true when options select links by more than their URLs. */
static int selects_properties(const struct find_options *f)
{
    return f->filter.zones || f->filter.only || f->filter.skip || f->filter.doubt || f->every ||
           f->show.unwrap;
}

int find_selects(const struct find_options *f)
{
    return selects_properties(f) || select_wanted(&f->urls);
}

/* ---- Conflicts ---- */

/* Returns true when an option for -t html was given. */
static int has_html_option(const struct find_options *f)
{
    return f->show.page || f->show.structure < 0 || (f->show.structure && !f->explain) ||
           f->reflow || f->toc || f->xhtml || f->show.emit.title.n > 0 || f->show.emit.lang.n > 0 ||
           f->show.emit.rel.n > 0 || f->show.emit.css_class.n > 0 || f->show.emit.target.n > 0 ||
           f->css || (f->show.emit.live.n > 0 && !f->urls.live) || f->show.emit.link_template.n > 0;
}

/* The following return a message about options that conflict, or NULL. */

static const char *conflict_of_places(const struct find_options *f, int spellings)
{
    unsigned traits = f->format->traits;

    if ((f->names || f->at_line > 0) &&
        ((traits & FORMAT_TEXT) || f->explain || f->show.count || f->show.context))
        return "-l and --at list files and links; they do not go with -c, --context, --explain or the "
               "formats that print the text";
    if (f->provisional && (f->format != &format_json || f->show.context || f->at_line > 0))
        return "--provisional prints records that are replaced; it goes with -t json, without --context "
               "and --at";
    if (f->provisional && (f->config.charset.n > 0 || f->rules || f->refang || f->join ||
                           f->config.profile == TRAWL_PROFILE_SCREEN))
        return "--provisional reads some text twice; it does not go with --charset, --rules, --refang, "
               "--join or --profile screen";
    if (f->names && (f->format != &format_list || spellings || f->show.defang || f->show.both ||
                     f->show.line_numbers || f->uniq || f->show.filenames || f->at_line > 0))
        return "-l prints names of files; it does not go with -n, -H, -u, --at, --hyphen both, a "
               "spelling of links or with -t, except -t list";
    if (f->at_line > 0 && f->uniq)
        return "--at prints one link; it does not go with -u";
    if (f->offsets && !(traits & FORMAT_RECORDS) && !f->show.numbered && f->at_line == 0)
        return "--offsets counts spans and columns; it goes with -t json, tsv and csv, --column and "
               "--at";
    if (f->show.counted && f->config.charset.n > 0)
        return "--column, --at and --offsets count the characters of UTF-8, or of UTF-16 and UTF-32 "
               "with a byte-order mark; they do not go with --charset";
    return NULL;
}

static const char *conflict_of_range(const struct find_options *f, const struct options *o)
{
    if (o->operands != 1 || f->files0 || options_is_stdin(o, 0))
        return "--range reads a part of one file or folder; name one";
    if (!(f->format->traits & FORMAT_PIECES) || f->format->traits & FORMAT_TEXT || f->explain ||
        f->at_line > 0 || f->provisional)
        return "--range lists links; it goes with -t list, json, tsv and csv, without --at, --explain "
               "and --provisional";
    if (f->show.unit != UNIT_BYTES && f->format->traits & FORMAT_RECORDS)
        return "--offsets counts from the start of a file, of which --range reads only a part; use "
               "--offsets bytes";
    return NULL;
}

static const char *conflict_of_fields(const struct find_options *f)
{
    unsigned traits = f->format->traits;

    if (!(traits & FORMAT_RECORDS) && (f->show.context || f->show.fields.count > 0))
        return "--context and --fields choose fields of records; they go with -t json, tsv and csv";
    if (f->show.fields.context && !f->show.context)
        return "the field context is the text around a link; say how much with --context N";
    if (f->show.header && !(traits & FORMAT_TABLE))
        return "--header names the columns of a table; it goes with -t tsv and csv";
    return NULL;
}

static const char *settle_conflict(const struct find_options *f)
{
    unsigned traits = f->format->traits;
    int listed = f->format == &format_list, text = (traits & FORMAT_TEXT) != 0,
        spellings = f->raw + (f->show.canonical > 0) + f->display,
        marked = f->show.line_numbers || f->show.filenames || f->show.null;
    const char *what;

    if (spellings > 1)
        return "--raw, --canonical and --display are spellings of a link; give one of them";
    if (f->show.defang && (!listed || f->raw))
        return "--defang changes a list; it does not go with --raw or with -t, except -t list";
    if (f->show.count && (spellings || f->show.line_numbers || f->show.null || f->show.both))
        return "-c prints a number; it does not go with -n, -0, --hyphen both or a spelling of "
               "links";
    if (f->show.count && (f->explain || !listed))
        return "-c prints a number; it does not go with --explain or with -t, except -t list";
    if (f->explain && (f->to || spellings || f->show.null || f->show.line_numbers || f->uniq))
        return "--explain has its own output; it does not go with -t, -n, -0, -u or a spelling of "
               "links";
    if (text && (spellings || marked || f->uniq))
        return "-t text, html, term, md and notes print the text; they do not go with -n, -H, -0, "
               "-u or a spelling of links";
    if (f->show.both && !(traits & FORMAT_BOTH))
        return "-t text, term, md and notes show one reading; they do not go with --hyphen both";
    if (f->format == &format_text && f->config.base.n > 0)
        return "-t text does not change partial URLs; it does not go with --base";
    if (!listed && (f->raw || f->show.canonical == 1 || f->show.null))
        return "-t json, tsv and csv have --raw and --canonical as fields, and a link on each line; "
               "they do not go with these or -0";
    if ((what = conflict_of_places(f, spellings)) || (what = conflict_of_fields(f)))
        return what;
    if (find_selects(f) && (text || f->explain))
        return "--only, --new, --every, --only-flag, --skip-flag, --only-scheme, --only-live, --host, "
               "--site, --doubt and --unwrap select links; they go with -t list, json, tsv and csv";
    if (f->database && (text || f->explain || f->provisional))
        return "--evidence settles links that are listed; it goes with -t list, json, tsv and csv, "
               "without --explain and --provisional";
    if (f->show.unwrap && (f->raw || !listed))
        return "--unwrap changes a list; it does not go with --raw or with -t, except -t list";
    if (has_html_option(f) && f->format != &format_html)
        return "--fragment, --page, --title, --lang, --structure, --no-structure, --reflow, --toc, --xhtml, "
               "--rel, --class, --target, --live, --css and --link-template go with -t html only; "
               "--live also with --only-live, --structure also with --explain";
    if ((f->show.emit.title.n > 0 || f->show.emit.lang.n > 0 || f->css || f->reflow || f->toc) &&
        f->show.page <= 0)
        return "--title, --lang, --css, --reflow and --toc go with --page only";
    if ((f->reflow || f->toc) && f->show.structure < 0)
        return "--reflow and --toc need structure; they do not go with --no-structure";
    return NULL;
}

/* ---- Derived options ---- */

/* Sets the kinds to find: those given, else those of the profile. */
static int filter_settle_kinds(struct find_options *f)
{
    trawl_options standard = {.size = sizeof standard, .find = &f->config};
    unsigned kinds;

    (void)trawl_options_read(&standard, "", 0, NULL); /* those of the profile */
    kinds = f->config.find;
    if (f->format == &format_html && f->show.page > 0)
        kinds |= TRAWL_FIND_MSGID; /* messages of a page refer to each other */
    if (f->domains)
        kinds |= TRAWL_FIND_DOMAIN;
    return kinds_settle(&f->kinds, NULL, kinds, &f->config.find);
}

/* Uses -t text instead of -t term in an aerc that does not show hyperlinks, where they would be
 * garbage. aerc sets AERC_MIME_TYPE for its filters, and AERC_OSC8_URLS=1 if it shows them. */
static void adapt_to_aerc(struct find_options *f)
{
    const char *links = getenv("AERC_OSC8_URLS");

    if (f->format != &format_term || (!links && !getenv("AERC_MIME_TYPE")) ||
        (links && strcmp(links, "1") == 0))
        return;
    f->format = &format_text;
    f->config.base = (trawl_str){NULL, 0};
}

/* Translates choices into the library's values. */
static void settle_choices(struct find_options *f)
{
    f->format = format_chosen(f->to);
    if (f->format == &format_html)
        f->config.options |= TRAWL_OPTION_PAGE_LINKS;
    f->show.config = &f->config;
    f->show.both = f->hyphen == 3;
    f->show.colour = options_colour(f->color);
    f->input = input_value(f->input_kind);
    f->show.unit = f->offsets ? (enum offset_unit)(f->offsets - 1) : UNIT_BYTES;
    f->show.column_unit = f->offsets ? f->show.unit : UNIT_CHARS;
    f->show.line_numbers |= f->show.numbered;
    f->show.counted = f->show.numbered || f->at_line > 0 || f->show.unit != UNIT_BYTES;
    f->config.profile = f->profile ? f->profile - 1 : 0;
    f->config.options |=
        (f->domains > 0 ? (unsigned)(f->domains - 1) : 0u) |
        (f->hyphen == 2 ? TRAWL_OPTION_HYPHEN_DROP : 0u) | (f->join ? TRAWL_OPTION_JOIN : 0u) |
        (f->public_hosts ? TRAWL_OPTION_PUBLIC_HOSTS : 0u) |
        (f->filter.doubt || f->explain || f->database || f->format->traits & FORMAT_RECORDS ||
                 (f->filter.only | f->filter.skip) & TRAWL_FLAG_UNKNOWN_TLD
             ? TRAWL_OPTION_OTHER_ENDS
             : 0u);
    f->show.emit.options = (f->show.page > 0 ? TRAWL_EMIT_OPTION_PAGE : 0u) |
                           (f->show.structure > 0 ? TRAWL_EMIT_OPTION_STRUCTURE : 0u) |
                           (f->show.structure < 0 ? TRAWL_EMIT_OPTION_NO_STRUCTURE : 0u) |
                           (f->reflow ? TRAWL_EMIT_OPTION_REFLOW : 0u) |
                           (f->toc ? TRAWL_EMIT_OPTION_TOC : 0u) |
                           (f->xhtml ? TRAWL_EMIT_OPTION_XHTML : 0u);
    f->show.canonical_form = strength_forms[f->show.canonical > 0 ? f->show.canonical - 1 : 0];
    f->uniq_form = strength_forms[f->uniq > f->show.canonical ? f->uniq - 1
                                  : f->show.canonical > 0     ? f->show.canonical - 1
                                                              : 0];
    fields_settle(&f->show.fields, f->format == &format_csv, f->display);
    f->show.spelling = f->raw              ? SHOW_RAW
                       : f->show.canonical ? SHOW_CANONICAL
                       : f->display        ? SHOW_DISPLAY
                                           : SHOW_URL;
}

/* ---- Files ---- */

/* The most bytes of a file; the public suffix list has 300 KB. */
#define FILE_MAX ((size_t)16 << 20)

/* Reads the file into text, and sets *str to that. */
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

static int read_files(struct find_options *f)
{
    if (f->tlds && settle_read_file(&f->tlds_text, f->tlds, &f->config.tlds) < 0)
        return -1;
    if (f->tlds && f->tlds_text.n == 0)
        return find_refuse("--tlds: ", f->tlds,
                           " is empty; it should list top-level domains, one per line");
    if (f->rules && rule_files_read(&f->rule_files, NULL, f->self, f->rules) < 0)
        return -1;
    f->config.rules = rule_files_text(&f->rule_files);
    if (f->css && strcmp(f->css, "none") != 0 &&
        settle_read_file(&f->css_text, f->css, &f->show.emit.css) < 0)
        return -1;
    if (f->css && f->css_text.n == 0) /* the stylesheet may be empty */
        f->show.emit.options |= TRAWL_EMIT_OPTION_NO_STYLE;
    return 0;
}

/* ---- The library's settings ---- */

/* Returns which properties of links are needed, enum trawl_want. */
static unsigned wanted(const struct find_options *f)
{
    const unsigned traits = f->format->traits;
    unsigned want = TRAWL_WANT_LINK;

    if (traits & (FORMAT_TEXT | FORMAT_EVENTS) || f->show.context)
        want |= TRAWL_WANT_TEXT;
    if (traits & FORMAT_EVENTS ||
        (traits & FORMAT_RECORDS && f->show.fields.needs & FIELDS_PLACE) || f->show.line_numbers ||
        f->filter.zones)
        want |= TRAWL_WANT_PLACE;
    if (traits & FORMAT_EVENTS)
        want |= TRAWL_WANT_EXPLAIN;
    if (f->format->limit || f->filter.doubt)
        want |= TRAWL_WANT_UNREAD;
    return want;
}

/* Returns true when only the URLs of links are needed. */
static int needs_urls_only(const struct find_options *f)
{
    return f->format == &format_list && f->show.spelling != SHOW_RAW && !f->show.line_numbers &&
           !f->show.both && !f->show.context && f->at_line == 0 && !selects_properties(f) &&
           !f->urls.live && !f->database;
}

static int refuse_rules(const struct find_options *f)
{
    trawl_fault fault = {.size = sizeof fault};
    char message[PATH_MAX + 300];
    const char *file;

    (void)trawl_rules_check(f->config.rules.p, f->config.rules.n, &fault);
    file = rule_files_line(&f->rule_files, &fault.line);
    (void)snprintf(message, sizeof message, "%s:%llu:%llu: %s", file,
                   (unsigned long long)fault.line, (unsigned long long)fault.column, fault.why);
    return find_refuse("", message, NULL);
}

static int settle_make_settings(struct find_options *f)
{
    int error;

    f->config.want = wanted(f);
    error = trawl_settings_new(&f->settings, &f->config);
    f->config.want = TRAWL_WANT_URL;
    if (error == TRAWL_OK && needs_urls_only(f))
        error = trawl_settings_new(&f->url_settings, &f->config);
    if (error == TRAWL_ERROR_BAD_RULE)
        return refuse_rules(f);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        return find_refuse("--charset: unknown charset ", f->config.charset.p,
                           "; \"iconv -l\" lists those of this system");
    return error == TRAWL_OK ? 0 : find_refuse(trawl_strerror(error), NULL, NULL);
}

/* With -q nothing conflicts, since nothing is printed. */
int find_settle(struct find_options *f, const struct options *o)
{
    const char *what;

    settle_choices(f);
    what = f->quiet ? NULL : settle_conflict(f);
    if (!what && f->ranged)
        what = conflict_of_range(f, o);
    if (f->at_line > 0 && (o->operands > 1 || f->files0))
        return find_refuse("--at is a place in one file; see \"trawl --help\"", NULL, NULL);
    if (f->files0 && o->operands > 0)
        return find_refuse("--files0-from names all the files; it does not go with the operand ",
                           o->argv[0], "; see \"trawl --help\"");
    if (what)
        return find_refuse(what, NULL, "; see \"trawl --help\"");
    if (filter_settle_kinds(f) < 0)
        return -1;
    adapt_to_aerc(f);
    if (f->format == &format_text && !f->input_kind)
        f->input = TRAWL_INPUT_TEXT; /* even mail is shown as it is */
    if (f->quiet) {
        f->format = &format_list;
        f->show.context = 0;
    } else if (f->explain) {
        f->format = &format_explain;
    }
    if (read_files(f) < 0 || settle_make_settings(f) < 0)
        return -1;
    if (f->database && !(f->evidence = evidence_open(f)))
        return -1;
    return 0;
}

void find_options_free(struct find_options *f)
{
    evidence_close(f->evidence);
    select_free(&f->urls);
    buffer_free(&f->tlds_text);
    rule_files_free(&f->rule_files);
    buffer_free(&f->css_text);
    buffer_free(&f->template_text);
    trawl_settings_free(&f->settings);
    trawl_settings_free(&f->url_settings);
}
