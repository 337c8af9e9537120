/* choose.c - reads --not, which leaves out links
 *
 * Most names are options without "--": it leaves out what these would print. select.c has the lists
 * of hosts and sites.
 */
#include <stdio.h>

#include "trawl/filter/filter.h"

/* The names of --not: options without "--", and kind. Those before NOT_ZONE are about URLs. */
enum { NOT_HOST, NOT_SITE, NOT_SCHEME, NOT_ZONE, NOT_FLAG, NOT_KIND, NOT_VALID, NOTS };
static const char *const nots[NOTS] = {"host", "site", "scheme", "zone", "flag", "kind", "valid"};

/* Reads the name of --not, one of the first `most`. Sets *rest to the value. Returns its index, or
 * -1 after an error message. */
static int choose_name(const char *command, int most, const char *value, const char **rest)
{
    const char *names[NOTS + 1] = {NULL};
    const size_t n = strcspn(value, "=");
    int name;

    memcpy(names, nots, (size_t)most * sizeof *names);
    name = options_choose(command, "--not", "name", names, value, n, NULL);
    *rest = value + n + (value[n] == '=');
    if (name < 0 || **rest)
        return name;
    say(command, "--not: ", value, " has no value; it takes NAME=VALUE");
    return -1;
}

int choose_urls_out(struct find_urls *urls, const char *command, const char *value)
{
    typedef int adder(struct url_words * words, const char *option, const char *value);
    static adder *const add[NOT_ZONE] = {select_add_hosts, select_add_sites, select_add_schemes};
    char option[40];
    const char *rest;
    int name = choose_name(command, NOT_ZONE, value, &rest);

    if (name < 0)
        return -1;
    if (name == NOT_SCHEME && (strcmp(rest, "live") == 0 || strcmp(rest, "known") == 0)) {
        say(command, "--not: ", value, ": live and known are not schemes; see --scheme");
        return -1;
    }
    (void)snprintf(option, sizeof option, "%s%s--not %s=", command ? command : "",
                   command ? ": " : "", nots[name]);
    return add[name](&urls->out, option, rest);
}

int choose_not(void *target, const char *value)
{
    struct find_options *o = target;
    const char *rest;

    switch (choose_name(NULL, NOTS, value, &rest)) {
    case NOT_ZONE:
        return zones_read(&o->filter.zones_out, "--not zone", rest);
    case NOT_FLAG:
        return flags_read(&o->filter.out.set, &o->filter.out.doubt, "--not flag", rest);
    case NOT_KIND:
        return link_kinds_read(&o->filter.kinds_out, "--not kind", rest);
    case NOT_VALID:
        return standards_read(&o->config.invalid, "--not valid", rest);
    case -1:
        return -1;
    default:
        return choose_urls_out(&o->urls, NULL, value);
    }
}

const char *choose_not_word(int i)
{
    static const char *const words[] = {
        "host=", "site=", "scheme=", "zone=", "flag=", "kind=", "valid=", NULL};

    return words[i];
}
