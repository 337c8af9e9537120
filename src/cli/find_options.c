/* find_options.c - the options of the filter, read and checked; see find_options.h */
#include "cli/find_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/find_files.h"
#include "cli/find_html.h"
#include "cli/find_values.h"
#include "cli/say.h"

static const struct option find_option_table[] = {
    {FIND_KINDS, 0, "find", 1},
    {FIND_PROFILE, 0, "profile", 1},
    {FIND_SCHEMES, 0, "schemes", 1},
    {FIND_DOMAINS, 0, "domains", 1},
    {FIND_TLDS, 0, "tlds", 1},
    {FIND_CHARSET, 0, "charset", 1},
    {FIND_HYPHEN, 0, "hyphen", 1},
    {FIND_JOIN, 0, "join", 0},
    {FIND_BASE, 0, "base", 1},
    {FIND_RULES, 0, "rules", 1},
    {FIND_CONTEXT, 0, "context", 1},
    {FIND_FILES0, 0, "files0-from", 1},
    {'f', 'f', "from", 1},
    {FIND_HEADERS, 0, "headers", 1},
    {FIND_EVERY, 0, "every", 0},
    {FIND_ONLY, 0, "only", 1},
    {FIND_NEW, 0, "new", 0},
    {FIND_ONLY_FLAG, 0, "only-flag", 1},
    {FIND_SKIP_FLAG, 0, "skip-flag", 1},
    {FIND_UNWRAP, 0, "unwrap", 0},
    {FIND_REFANG, 0, "refang", 0},
    {FIND_DEFANG, 0, "defang", 0},
    {FIND_PROGRESS, 0, "progress", 1},
    {'j', 'j', "jobs", 1},
    {'u', 'u', "uniq", 0},
    {'c', 'c', "count", 0},
    {'0', '0', "null", 0},
    {'n', 'n', "line-number", 0},
    {'H', 'H', "with-filename", 0},
    {'q', 'q', "quiet", 0},
    {FIND_SHOW_RAW, 0, "raw", 0},
    {FIND_SHOW_CANONICAL, 0, "canonical", 0},
    {FIND_SHOW_DISPLAY, 0, "display", 0},
    {FIND_EXPLAINED, 0, "explain", 0},
    {FIND_COLOR, 0, "color", 1},
    {'t', 't', "to", 1},
    {FIND_FRAGMENT, 0, "fragment", 0},
    {FIND_PAGE, 0, "page", 0},
    {FIND_TITLE, 0, "title", 1},
    {FIND_REFLOW, 0, "reflow", 0},
    {FIND_CSS, 0, "css", 1},
    {FIND_XHTML, 0, "xhtml", 0},
    {FIND_REL, 0, "rel", 1},
    {FIND_CLASS, 0, "class", 1},
    {FIND_TARGET, 0, "target", 1},
    {FIND_LIVE, 0, "live", 1},
    {FIND_TEMPLATE, 0, "link-template", 1},
    {'h', 'h', "help", 0},
    {FIND_VERSION_ASKED, 0, "version", 0},
    {0, 0, NULL, 0},
};

static int set_switch(struct find_asked *a, int id)
{
    struct find_options *f = a->f;
    const struct {
        int id, *flag;
    } switches[] = {
        {'u', &f->uniq},
        {'c', &f->count},
        {'0', &f->null},
        {'n', &f->line_numbers},
        {'H', &f->filenames},
        {'q', &f->quiet},
        {FIND_SHOW_RAW, &a->raw},
        {FIND_SHOW_CANONICAL, &a->canonical},
        {FIND_SHOW_DISPLAY, &a->display},
        {FIND_EXPLAINED, &a->explain},
        {FIND_EVERY, &f->filter.every},
        {FIND_UNWRAP, &f->filter.unwrap},
        {FIND_REFANG, &f->refang},
        {FIND_DEFANG, &f->defang},
    };

    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (switches[i].id == id)
            return *switches[i].flag = 1;
    if (id == FIND_NEW)
        find_filter_new(&f->filter);
    else
        f->config.options |= TRAWL_JOIN;
    return 1;
}

/* The same of what chooses among links. */
static const char *filter_conflict(const struct find_asked *a)
{
    const struct find_options *f = a->f;

    if (find_filter_is_set(&f->filter) && (find_prints_text(f) || a->explain))
        return "--only, --new, --every, --only-flag, --skip-flag and --unwrap choose among links; they go with -t list, "
               "json and tsv";
    if (f->filter.unwrap && (a->raw || f->to != FIND_LIST))
        return "--unwrap puts targets into the list; it does not go with --raw or with a -t but list";
    return find_html_conflict(a);
}

/* What was asked that does not go together; NULL when all does. -q goes with everything: nothing is shown. */
static const char *conflict(const struct find_asked *a)
{
    const struct find_options *f = a->f;
    int shown = a->raw + a->canonical + a->display, marked = f->line_numbers || f->filenames || f->null;

    if (shown > 1)
        return "--raw, --canonical and --display are spellings of a link; give one of them";
    if (f->defang && (f->to != FIND_LIST || a->raw))
        return "--defang is a spelling of the list; it does not go with --raw or with a -t but list";
    if (f->count && (shown || f->line_numbers || f->null || f->both))
        return "-c prints a number; it does not go with -n, -0, --hyphen both or a spelling of links";
    if (f->count && (a->explain || f->to != FIND_LIST))
        return "-c prints a number; it does not go with --explain or with a -t but list";
    if (a->explain && (a->to || shown || f->null || f->line_numbers || f->uniq))
        return "--explain is an output of its own; it does not go with -t, -n, -0, -u or a spelling of links";
    if (find_prints_text(f) && (shown || marked || f->uniq))
        return "-t text, html, term, md and notes print the text; they do not go with -n, -H, -0, -u or a spelling of "
               "links";
    if (find_prints_text(f) && f->to != FIND_HTML && f->both)
        return "-t text, term, md and notes have no room for two readings; they do not go with --hyphen both";
    if (f->to == FIND_TEXT && f->config.base.n > 0)
        return "-t text leaves partial URLs as they stand; it does not go with --base";
    if (f->to != FIND_LIST && (a->raw || a->canonical || f->null))
        return "-t json and -t tsv show --raw and --canonical anyway, a line a link; they do not go with these or -0";
    if (f->context && f->to != FIND_JSON && f->to != FIND_TSV)
        return "--context is a field of -t json and -t tsv; it goes with these only";
    return filter_conflict(a);
}

/* What the profile finds where nobody says. */
static unsigned kinds_of(const struct find_asked *a)
{
    unsigned kinds = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML;

    if (a->f->config.profile == TRAWL_PROFILE_UTS58)
        kinds = TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN;
    else if (a->f->config.profile == TRAWL_PROFILE_RFC1738)
        kinds = TRAWL_FIND_URL;
    if (a->f->to == FIND_HTML && (a->f->emit.options & TRAWL_EMIT_PAGE))
        kinds |= TRAWL_FIND_MSGID; /* messages of a page refer to each other */
    return a->domains ? kinds | TRAWL_FIND_DOMAIN : kinds;
}

/* aerc tells its filters by AERC_OSC8_URLS=1 that what they print may have hyperlinks; by AERC_MIME_TYPE they know that it
 * is aerc. Where it would show hyperlinks as rubbish, the text with its links whole is the next best. */
static void heed_aerc(struct find_options *f)
{
    const char *links = getenv("AERC_OSC8_URLS");

    if (f->to != FIND_TERM || (!links && !getenv("AERC_MIME_TYPE")) || (links && strcmp(links, "1") == 0))
        return;
    f->to = FIND_TEXT;
    f->config.base = (trawl_str){NULL, 0};
}

/* All options are read: do they go together, and what do they come to? 0, or -1 after a message. */
static int settle(struct find_asked *a)
{
    struct find_options *f = a->f;
    const char *what = f->quiet ? NULL : conflict(a);

    if (what) {
        say(NULL, what, NULL, "; see \"trawl --help\"");
        return -1;
    }
    f->config.find = find_kinds_bits(&a->kinds, kinds_of(a));
    if (f->config.find == 0) {
        say(NULL, "--find: nothing is left to be found", NULL, "; see \"trawl --help\"");
        return -1;
    }
    f->show = a->raw ? FIND_RAW : a->canonical ? FIND_CANONICAL : a->display ? FIND_DISPLAY : FIND_URL;
    f->display = a->display;
    heed_aerc(f);
    if (f->to == FIND_TEXT && !a->from)
        f->input = TRAWL_INPUT_TEXT; /* it is what stands on somebody's screen */
    if (f->quiet)
        f->to = FIND_LIST;
    else if (a->explain)
        f->to = FIND_EXPLAIN;
    if (f->quiet)
        f->context = 0;
    if (!find_prints_text(f) && !f->context && f->to != FIND_EXPLAIN)
        f->config.options |= TRAWL_LINKS_ONLY;
    if (f->to == FIND_EXPLAIN)
        f->config.options |= TRAWL_WANT_EXPLAIN;
    if (f->to != FIND_JSON && f->to != FIND_TSV && f->to != FIND_EXPLAIN && !f->line_numbers && !f->filter.zones)
        f->config.options |= TRAWL_NO_PLACES;
    if (f->to == FIND_HTML)
        f->config.options |= TRAWL_FEW_TEXTS;
    return find_files_read(a);
}

static int set(struct find_asked *a, int id, const char *value)
{
    if (find_html_has(id))
        return find_html_set(a, id, value);
    return value ? find_values_set(a, id, value) : set_switch(a, id);
}

enum find_answer find_options_read(struct find_options *f, struct options *o, int argc, char **argv)
{
    struct find_asked asked = {.f = f};
    int id;

    *f = (struct find_options){.config.size = sizeof f->config, .colour = options_colour_auto()};
    options_open(o, NULL, find_option_table, argc, argv);
    while ((id = options_next(o)) != 0) {
        if (id == 'h')
            return FIND_HELP;
        if (id == FIND_VERSION_ASKED)
            return FIND_VERSION;
        if (id < 0 || set(&asked, id, o->value) < 0)
            return FIND_BAD_USAGE;
    }
    if (f->files0 && o->operands > 0) {
        say(NULL, "--files0-from names all the files; it does not go with the operand ", o->argv[0],
            "; see \"trawl --help\"");
        return FIND_BAD_USAGE;
    }
    return settle(&asked) < 0 ? FIND_BAD_USAGE : FIND_RUN;
}

void find_options_free(struct find_options *f)
{
    find_files_free(f);
}
