/* find_options.c - the options of the filter, read and checked; see find_options.h */
#include "cli/find_options.h"

#include "cli/find_values.h"
#include "cli/input.h"
#include "cli/say.h"

/* The public list of suffixes has 300 KB. */
#define TLDS_MAX ((size_t)16 << 20)

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
    };

    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (switches[i].id == id)
            return *switches[i].flag = 1;
    f->config.options |= TRAWL_JOIN;
    return 1;
}

/* What was asked that does not go together; NULL when all does. -q goes with everything: nothing is shown. */
static const char *conflict(const struct find_asked *a)
{
    const struct find_options *f = a->f;
    int shown = a->raw + a->canonical + a->display, marked = f->line_numbers || f->filenames || f->null;

    if (shown > 1)
        return "--raw, --canonical and --display are spellings of a link; give one of them";
    if (f->count && (shown || f->line_numbers || f->null || f->both))
        return "-c prints a number; it does not go with -n, -0, --hyphen both or a spelling of links";
    if (f->count && (a->explain || f->to != FIND_LIST))
        return "-c prints a number; it does not go with --explain or -t json, tsv, text";
    if (a->explain && (a->to || shown || f->null || f->line_numbers || f->uniq))
        return "--explain is an output of its own; it does not go with -t, -n, -0, -u or a spelling of links";
    if (f->to == FIND_TEXT && (shown || marked || f->uniq || f->both))
        return "-t text prints the text; it does not go with -n, -H, -0, -u, --hyphen both or a spelling of links";
    if (f->to == FIND_TEXT && f->config.base.n > 0)
        return "-t text leaves partial URLs as they stand; it does not go with --base";
    if (f->to != FIND_LIST && (a->raw || a->canonical || f->null))
        return "-t json and -t tsv show --raw and --canonical anyway, a line a link; they do not go with these or -0";
    return NULL;
}

/* What the profile finds where nobody says. */
static unsigned kinds_of(const struct find_asked *a)
{
    unsigned kinds = TRAWL_FIND_DEFAULT;

    if (a->f->config.profile == TRAWL_PROFILE_UTS58)
        kinds = TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN;
    else if (a->f->config.profile == TRAWL_PROFILE_RFC1738)
        kinds = TRAWL_FIND_URL;
    return a->domains ? kinds | TRAWL_FIND_DOMAIN : kinds;
}

static int read_tlds(struct find_options *f, const char *name)
{
    struct input in;
    int failed;

    if (input_open(&in, name, NULL) < 0)
        return -1;
    failed = input_all(&in, &f->tlds, TLDS_MAX);
    input_close(&in);
    f->config.tlds = (trawl_str){f->tlds.p, f->tlds.n};
    if (!failed && f->tlds.n == 0)
        say(NULL, "--tlds: ", name, " is empty; it should list top-level domains, one a line");
    return failed || f->tlds.n == 0 ? -1 : 0;
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
    if (f->quiet)
        f->to = FIND_LIST;
    else if (a->explain)
        f->to = FIND_EXPLAIN;
    if (f->to != FIND_TEXT)
        f->config.options |= TRAWL_LINKS_ONLY;
    if (f->to == FIND_EXPLAIN)
        f->config.options |= TRAWL_WANT_EXPLAIN;
    return a->tlds ? read_tlds(f, a->tlds) : 0;
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
        if (id < 0 || (o->value ? find_values_set(&asked, id, o->value) : set_switch(&asked, id)) < 0)
            return FIND_BAD_USAGE;
    }
    return settle(&asked) < 0 ? FIND_BAD_USAGE : FIND_RUN;
}

void find_options_free(struct find_options *f)
{
    reply_free(&f->tlds);
}
