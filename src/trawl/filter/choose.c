/* choose.c - reads the values of --zone, --flag and --not, which choose links
 *
 * --not NAME=VALUE leaves out what the option --NAME VALUE would print; select.c has the lists of
 * hosts and sites.
 */
#include <stdio.h>

#include "trawl/filter/filter.h"

/* Fills `names` with the library's names of the values from `first` to `end` - 1, and a NULL. */
static const char **fill_names(const char **names, int first, int end, const char *(*name)(int i))
{
    for (int i = first; i < end; i++)
        *names++ = name(i);
    *names = NULL;
    return names;
}

int choose_zones(unsigned *zones, const char *option, const char *value)
{
    enum { FIRST = TRAWL_ZONE_NONE + 1 };
    const char *names[TRAWL_ZONE_COUNT];
    unsigned long long set;

    (void)fill_names(names, FIRST, TRAWL_ZONE_COUNT, trawl_zone_name);
    set = options_choose_all(option, "zone", names, value,
                             "the zones are header, new, quoted, signature, footer and forwarded");
    *zones |= (unsigned)set << FIRST;
    return set ? 0 : -1;
}

int choose_flags(struct find_flags *flags, const char *option, const char *value)
{
    const char *names[TRAWL_FLAG_COUNT + 2];
    const char **end = fill_names(names, 0, TRAWL_FLAG_COUNT, trawl_flag_name);
    unsigned long long set;

    end[0] = "doubt";
    end[1] = NULL;
    set = options_choose_all(option, "flag", names, value,
                             "trawl-formats(5) lists them under KINDS AND FLAGS");
    flags->doubt |= set >> TRAWL_FLAG_COUNT & 1;
    flags->set |= set & ((UINT64_C(1) << TRAWL_FLAG_COUNT) - 1);
    return set ? 0 : -1;
}

/* The names of --not, which are those of the options without "--". */
static const char *const nots[] = {"host", "site", "scheme", "zone", "flag", "valid", NULL};

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
        return choose_flags(&o->filter.out, "--not flag", rest);
    case 5:
        return standards_read(&o->config.invalid, "--not valid", rest);
    }
    return -1;
}

const char *choose_not_word(int i)
{
    static const char *const words[] = {
        "host=", "site=", "scheme=", "zone=", "flag=", "valid=", NULL};

    return words[i];
}
