/* find_values.h - the options of the filter that take a value */
#ifndef TRAWL_CLI_FIND_VALUES_H
#define TRAWL_CLI_FIND_VALUES_H

#include "cli/find.h"
#include "cli/find_kinds.h"

enum {
    FIND_KINDS = 256,
    FIND_PROFILE,
    FIND_SCHEMES,
    FIND_DOMAINS,
    FIND_TLDS,
    FIND_CHARSET,
    FIND_HYPHEN,
    FIND_JOIN,
    FIND_BASE,
    FIND_SHOW_RAW,
    FIND_SHOW_CANONICAL,
    FIND_SHOW_DISPLAY,
    FIND_EXPLAINED,
    FIND_COLOR,
    FIND_RULES,
    FIND_CONTEXT,
    FIND_FILES0,
    FIND_HEADERS,
    FIND_EVERY,
    FIND_ONLY,
    FIND_NEW,
    FIND_ONLY_FLAG,
    FIND_SKIP_FLAG,
    FIND_UNWRAP,
    FIND_REFANG,
    FIND_DEFANG,
    FIND_PROGRESS,
    FIND_VERSION_ASKED,
    FIND_FRAGMENT, /* from here on for -t html alone (find_html.c) */
    FIND_PAGE,
    FIND_REFLOW,
    FIND_XHTML,
    FIND_TITLE,
    FIND_REL,
    FIND_CLASS,
    FIND_TARGET,
    FIND_LIVE,
    FIND_CSS,
    FIND_TEMPLATE,
    FIND_HTML_FIRST = FIND_FRAGMENT,
    FIND_HTML_LAST = FIND_TEMPLATE
};

/* What was asked, until all options are read: some only have a meaning together. */
struct find_asked {
    struct find_options *f;
    struct find_kinds kinds;
    const char *tlds, *rules, *css; /* the files of --tlds, --rules, --css; of the last also "none" */
    int to, domains, from;          /* -t, --domains, -f was given */
    int raw, canonical, display, explain;
    int html, paged; /* an option for -t html, for --page was given */
};

/* 0 or more, or -1 after a message. */
int find_values_set(struct find_asked *a, int id, const char *value);

/* Is it a list of names of schemes, separated by commas? */
int find_values_are_schemes(const char *value);

#endif
