/* find_values.c - the options of the filter that take a value; see find_values.h */
#include "cli/find_values.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/say.h"

static void set(unsigned *bits, unsigned bit, int on)
{
    *bits = on ? *bits | bit : *bits & ~bit;
}

static int set_format(struct find_asked *a, const char *value)
{
    static const char *const names[] = {"list", "json", "tsv", "text", "html", "term", "md", "notes", NULL};
    int i = options_choose(NULL, names, value, "-t: unknown format ");

    if (i >= 0)
        a->f->to = (enum find_to)i;
    a->to = 1;
    return i;
}

/* The library's names, and two more for the same. */
static int set_input(struct find_asked *a, const char *value)
{
    const char *names[TRAWL_INPUTS + 3] = {[TRAWL_INPUTS] = "news", [TRAWL_INPUTS + 1] = "mboxrd"};
    int i;

    for (i = 0; i < TRAWL_INPUTS; i++)
        names[i] = trawl_input_name(i);
    i = options_choose(NULL, names, value, "-f: unknown kind of input ");
    if (i >= TRAWL_INPUTS)
        i = strcmp(value, "news") == 0 ? TRAWL_INPUT_MAIL : TRAWL_INPUT_MBOX;
    a->f->input = i;
    a->from = 1;
    return i;
}

static int set_headers(struct find_asked *a, const char *value)
{
    static const char *const names[] = {"links", "all", "none", NULL};

    a->f->headers = options_choose(NULL, names, value, "--headers: unknown choice ");
    return a->f->headers;
}

static int set_profile(struct find_asked *a, const char *value)
{
    static const char *const names[] = {"mail", "uts58", "rfc1738", NULL};

    a->f->config.profile = options_choose(NULL, names, value, "--profile: unknown profile ");
    return a->f->config.profile;
}

static int set_domains(struct find_asked *a, const char *value)
{
    static const char *const names[] = {"strong", "all", NULL};
    int i = options_choose(NULL, names, value, "--domains: unknown choice ");

    set(&a->f->config.options, TRAWL_ALL_DOMAINS, i == 1);
    a->domains = 1;
    return i;
}

static int set_hyphen(struct find_asked *a, const char *value)
{
    static const char *const names[] = {"keep", "drop", "both", NULL};
    int i = options_choose(NULL, names, value, "--hyphen: unknown choice ");

    set(&a->f->config.options, TRAWL_HYPHEN_DROP, i == 1);
    a->f->both = i == 2;
    return i;
}

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

static int is_scheme(const char *p, size_t n)
{
    return strspn(p, LETTERS) > 0 && strspn(p, LETTERS "0123456789+-.") >= n;
}

int find_values_are_schemes(const char *value)
{
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");

        if (!is_scheme(p, n))
            return 0;
        p += n;
        if (*p == '\0')
            return 1;
    }
}

static int set_schemes(struct find_asked *a, const char *value)
{
    trawl_config *config = &a->f->config;

    set(&config->options, TRAWL_KNOWN_SCHEMES, strcmp(value, "known") == 0);
    config->schemes = (trawl_str){NULL, 0};
    if (strcmp(value, "any") == 0 || strcmp(value, "known") == 0)
        return 0;
    if (!find_values_are_schemes(value)) {
        say(NULL, "--schemes: ", value, " is no list of schemes; it takes any, known, or names as in http,https,ftp");
        return -1;
    }
    config->schemes = (trawl_str){value, strlen(value)};
    return 0;
}

static int set_tlds(struct find_asked *a, const char *value)
{
    int any = strcmp(value, "any") == 0, classic = strcmp(value, "classic") == 0;

    set(&a->f->config.options, TRAWL_ANY_TLD, any);
    set(&a->f->config.options, TRAWL_CLASSIC_TLD, classic);
    a->tlds = any || classic ? NULL : value;
    return 0;
}

static int set_charset(struct find_asked *a, const char *value)
{
    if (!*value) {
        say(NULL, "--charset: the name is empty; without --charset the text is UTF-8", NULL, NULL);
        return -1;
    }
    a->f->charset = value;
    a->f->config.charset = (trawl_str){value, strlen(value)};
    return 0;
}

static int set_base(struct find_asked *a, const char *value)
{
    trawl_verdict v = {.size = sizeof v};
    int error = trawl_check(&v, value, strlen(value));

    if (error != TRAWL_OK)
        (void)command_trouble(NULL, error);
    else if (!v.valid)
        say(NULL, "--base: ", value, " is no whole URL; \"trawl check URL\" says why");
    a->f->config.base = (trawl_str){value, strlen(value)};
    return error == TRAWL_OK && v.valid ? 0 : -1;
}

static int set_context(struct find_asked *a, const char *value)
{
    size_t digits = strspn(value, "0123456789");
    unsigned long n = digits > 0 && digits < 5 && value[digits] == '\0' ? strtoul(value, NULL, 10) : 0;

    a->f->context_line = strcmp(value, "line") == 0;
    a->f->context = a->f->context_line ? CONTEXT_MAX : n;
    if (a->f->context > 0 && a->f->context <= CONTEXT_MAX)
        return 0;
    say(NULL, "--context: ", value, " is neither a number of characters from 1 to 1000 nor line");
    return -1;
}

static int set_jobs(struct find_asked *a, const char *value)
{
    size_t digits = strspn(value, "0123456789");
    unsigned long n = digits > 0 && digits < 4 && value[digits] == '\0' ? strtoul(value, NULL, 10) : 0;

    a->f->jobs = (unsigned)n;
    if (n > 0)
        return 0;
    say(NULL, "-j: ", value, " is no number of threads; it takes 1, 2, and so on up to 999");
    return -1;
}

static int set_progress(struct find_asked *a, const char *value)
{
    static const char *const names[] = {"auto", "always", "never", NULL};
    int i = options_choose(NULL, names, value, "--progress: unknown choice ");

    if (i >= 0)
        a->f->progress = (enum progress_when)i;
    return i;
}

int find_values_set(struct find_asked *a, int id, const char *value)
{
    switch (id) {
    case FIND_KINDS:
        return find_kinds_read(&a->kinds, value);
    case FIND_PROFILE:
        return set_profile(a, value);
    case FIND_SCHEMES:
        return set_schemes(a, value);
    case FIND_DOMAINS:
        return set_domains(a, value);
    case FIND_TLDS:
        return set_tlds(a, value);
    case FIND_CHARSET:
        return set_charset(a, value);
    case FIND_HYPHEN:
        return set_hyphen(a, value);
    case FIND_BASE:
        return set_base(a, value);
    case FIND_RULES:
        a->rules = value;
        return 0;
    case FIND_CONTEXT:
        return set_context(a, value);
    case FIND_FILES0:
        a->f->files0 = value;
        return 0;
    case FIND_ONLY:
        return find_filter_zones(&a->f->filter, value);
    case FIND_ONLY_FLAG:
        return find_filter_flags(&a->f->filter.only, "--only-flag", value);
    case FIND_SKIP_FLAG:
        return find_filter_flags(&a->f->filter.skip, "--skip-flag", value);
    case FIND_PROGRESS:
        return set_progress(a, value);
    case 'j':
        return set_jobs(a, value);
    case 'f':
        return set_input(a, value);
    case FIND_HEADERS:
        return set_headers(a, value);
    case FIND_COLOR:
        return options_colour(NULL, value, &a->f->colour);
    default:
        return set_format(a, value);
    }
}
