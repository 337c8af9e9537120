/* find_html.c - the options of the filter that are for -t html alone; see find_html.h */
#include "cli/find_html.h"

#include <stdio.h>
#include <string.h>

#include "cli/say.h"

#define SCHEME_MAX 40 /* no registered one is as long, so a longer one may be cut */

int find_html_has(int id)
{
    return id >= FIND_HTML_FIRST && id <= FIND_HTML_LAST;
}

static int refuse(const char *what, const char *value, const char *why)
{
    say(NULL, what, value, why);
    return -1;
}

/* A "%" that is neither the link nor an escape is somebody's mistake. */
static const char *stray_percent(const char *p)
{
    static const char hex[] = "0123456789ABCDEFabcdef";

    while ((p = strchr(p, '%')) && (p[1] == 'u' || (strspn(p + 1, hex) >= 2)))
        p++;
    return p;
}

/* The same test as trawl_emit_open() makes, which has no words for it. */
static int set_template(trawl_emit_config *emit, trawl_str value)
{
    static const char *const begins[] = {"https://", "http://", "mailto:"};
    int good = 0;

    for (size_t i = 0; value.p && i < sizeof begins / sizeof begins[0]; i++)
        good |= strncmp(value.p, begins[i], strlen(begins[i])) == 0;
    if (!good)
        return refuse("--link-template: ", value.p, " does not begin with https://, http:// or mailto:");
    if (!strstr(value.p, "%u"))
        return refuse("--link-template: ", value.p, " has no %u, which stands for the link");
    if (stray_percent(value.p))
        return refuse("--link-template: ", value.p, " has a % that neither u nor two hex digits follow; %25 is one");
    emit->link_template = value;
    return 0;
}

/* Why this link would not be live; NULL where it is. */
static const char *dead(const char *scheme, const char *rest, const char *live)
{
    char url[SCHEME_MAX + 32], href[SCHEME_MAX + 64];
    const char *why = NULL;
    size_t n;
    trawl_link link = {.url = {url, 0}};

    link.url.n = (size_t)snprintf(url, sizeof url, "%s:%s", scheme, rest);
    (void)trawl_emit_href(&link, (trawl_str){live, strlen(live)}, href, sizeof href, &n, &why);
    return why;
}

/* Its links are dead for the same reason whether it is asked for or not. */
static int is_never_live(const char *scheme)
{
    static const char *const rests[] = {"//a.example/", "a@b.example"};

    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
        const char *unasked = dead(scheme, rests[i], ""), *asked = dead(scheme, rests[i], scheme);

        if (!unasked || !asked || strcmp(unasked, asked) != 0)
            return 0;
    }
    return 1;
}

static int is_registered(const char *name)
{
    trawl_scheme s = {.size = sizeof s};

    return trawl_scheme_lookup(&s, name, strlen(name)) == TRAWL_OK &&
           (s.status == TRAWL_PERMANENT || s.status == TRAWL_PROVISIONAL || s.status == TRAWL_HISTORICAL);
}

/* A scheme that no registry knows would be asked for in vain too, but for rlogin (RFC 1630). */
static int set_live_scheme(const char *name)
{
    if (is_never_live(name))
        return refuse("--live: ", name, " is never live, whoever asks; see \"trawl --help\"");
    if (!is_registered(name) && dead(name, "//a.example/", name))
        return refuse("--live: ", name, " is no registered scheme, and no other is ever live; see \"trawl --help\"");
    return 0;
}

static int set_live(trawl_emit_config *emit, trawl_str value)
{
    if (!find_values_are_schemes(value.p))
        return refuse("--live: ", value.p, " is no list of schemes; it takes names as in ftp,gopher");
    for (const char *p = value.p; p && *p; p += *p == ',') {
        char name[SCHEME_MAX];
        size_t n = strcspn(p, ",");

        (void)snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), p);
        if (set_live_scheme(name) < 0)
            return -1;
        p += n;
    }
    emit->live = value;
    return 0;
}

static int set_text(trawl_str *text, const char *name, trawl_str value)
{
    *text = value;
    return value.n > 0 ? 0 : refuse(name, NULL, " needs a value that is not empty; see \"trawl --help\"");
}

static int set_switch(trawl_emit_config *emit, int id)
{
    if (id == FIND_FRAGMENT)
        emit->options &= ~(unsigned)TRAWL_EMIT_PAGE;
    else if (id == FIND_PAGE)
        emit->options |= TRAWL_EMIT_PAGE;
    else
        emit->options |= id == FIND_REFLOW ? TRAWL_EMIT_REFLOW : TRAWL_EMIT_XHTML;
    return 0;
}

int find_html_set(struct find_asked *a, int id, const char *value)
{
    trawl_emit_config *emit = &a->f->emit;
    trawl_str text = {value, value ? strlen(value) : 0};

    a->html = 1;
    if (id == FIND_TITLE || id == FIND_CSS || id == FIND_REFLOW)
        a->paged = 1;
    switch (id) {
    case FIND_TITLE:
        return set_text(&emit->title, "option --title", text);
    case FIND_REL:
        return set_text(&emit->rel, "option --rel", text);
    case FIND_CLASS:
        return set_text(&emit->css_class, "option --class", text);
    case FIND_TARGET:
        return set_text(&emit->target, "option --target", text);
    case FIND_LIVE:
        return set_live(emit, text);
    case FIND_TEMPLATE:
        return set_template(emit, text);
    case FIND_CSS:
        a->css = value;
        return 0;
    default:
        return set_switch(emit, id);
    }
}

const char *find_html_conflict(const struct find_asked *a)
{
    const struct find_options *f = a->f;

    if (a->html && f->to != FIND_HTML)
        return "--fragment, --page, --title, --reflow, --xhtml, --rel, --class, --target, --live, --css and "
               "--link-template go with -t html only";
    if (a->paged && !(f->emit.options & TRAWL_EMIT_PAGE))
        return "--title, --css and --reflow go with --page only";
    return NULL;
}
