/* choose.c - reads the values of --zone, --flag and --not, which choose links
 *
 * --not NAME=VALUE leaves out what the option --NAME VALUE would print; select.c has the lists of
 * hosts and sites.
 */
#include <stdio.h>

#include "trawl/filter/filter.h"

int choose_zones(unsigned *zones, const char *option, const char *value)
{
    enum { FIRST = TRAWL_ZONE_NONE + 1 };
    const char *names[TRAWL_ZONE_COUNT] = {NULL};
    unsigned long long set;

    for (int i = FIRST; i < TRAWL_ZONE_COUNT; i++)
        names[i - FIRST] = trawl_zone_name(i);
    set = options_choose_all(option, "zone", names, value,
                             "the zones are header, new, quoted, signature, footer and forwarded");
    *zones |= (unsigned)set << FIRST;
    return set ? 0 : -1;
}

/* Reads "email,addr" as --find reads "-email,-addr". */
static int choose_kinds_out(struct kinds *kinds, const char *value)
{
    char name[32] = "-";

    for (const char *p = value;; p++) {
        const size_t n = strcspn(p, ",");

        (void)snprintf(name + 1, sizeof name - 1, "%.*s", (int)(n < 30 ? n : 30), p);
        if (kinds_read(kinds, NULL, name) < 0)
            return -1;
        p += n;
        if (*p == '\0')
            return 0;
    }
}

/* The names of --not, which are those of the options without "--". */
static const char *const nots[] = {"host", "site", "scheme", "zone", "flag", "kind", "valid", NULL};

int choose_not(void *target, const char *value)
{
    struct find_options *o = target;
    const size_t n = strcspn(value, "=");
    const char *rest = value + n + (value[n] == '=');
    int name = options_choose(NULL, "--not", "name", nots, value, n, NULL);

    if (name >= 0 && !*rest)
        return find_refuse("--not: ", value, " has no value; it takes NAME=VALUE");
    switch (name) {
    case 0:
        return select_add_hosts(&o->urls.out, "--not host=", rest);
    case 1:
        return select_add_sites(&o->urls.out, "--not site=", rest);
    case 2:
        return select_add_schemes(&o->urls.out, "--not scheme=", rest);
    case 3:
        return choose_zones(&o->filter.zones_out, "--not zone", rest);
    case 4:
        return flags_read(&o->filter.out.set, &o->filter.out.doubt, "--not flag", rest);
    case 5:
        return choose_kinds_out(&o->kinds, rest);
    case 6:
        return standards_read(&o->config.invalid, "--not valid", rest);
    }
    return -1;
}

const char *choose_not_word(int i)
{
    static const char *const words[] = {
        "host=", "site=", "scheme=", "zone=", "flag=", "kind=", "valid=", NULL};

    return words[i];
}
