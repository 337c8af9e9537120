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
    FIND_VERSION_ASKED
};

/* What was asked, until all options are read: some only have a meaning together. */
struct find_asked {
    struct find_options *f;
    struct find_kinds kinds;
    const char *tlds; /* the file of --tlds */
    int to, domains;  /* -t, --domains was given */
    int raw, canonical, display, explain;
};

/* 0 or more, or -1 after a message. */
int find_values_set(struct find_asked *a, int id, const char *value);

#endif
