/* not.c - reads the option --not, and tests the zone, the flags and the kind of a link
 *
 * "--not NAME=VALUE" leaves out what "--NAME VALUE" would list; only kind is not an option. urls.c
 * has the lists of hosts, sites and schemes.
 */
#include <stdio.h>
#include <trawl_mail.h>

#include "app/command.h"
#include "app/select/select.h"

/* ---- The test ---- */

/* Flags of links whose borders are in doubt. */
#define DOUBTS                                                                                     \
    (TRAWL_FLAG_UNCLOSED | TRAWL_FLAG_HYPHEN_BREAK | TRAWL_FLAG_CLOSER_AT_BOL |                    \
     TRAWL_FLAG_INNER_SPACE | TRAWL_FLAG_GUESS_JOINED | TRAWL_FLAG_SOFT_HYPHEN |                   \
     TRAWL_FLAG_LINE_END | TRAWL_FLAG_UNKNOWN_TLD | TRAWL_FLAG_INCOMPLETE |                        \
     TRAWL_FLAG_FORMAT_CHAR)

static bool has_flag(const trawl_link *link, const struct link_flags *flags)
{
    return link->flags & flags->set ||
           (flags->doubt && (link->alt_count > 0 || link->flags & DOUBTS));
}

bool select_link(const struct link_filter *filter, const trawl_link *link)
{
    int zone = link->zone;

    if (zone == TRAWL_ZONE_NONE)
        zone = link->quote > 0 ? TRAWL_ZONE_QUOTED : TRAWL_ZONE_NEW;
    if ((filter->zones && !(filter->zones >> zone & 1)) || filter->zones_out >> zone & 1)
        return false;
    if ((filter->only.set || filter->only.doubt) && !has_flag(link, &filter->only))
        return false;
    return !has_flag(link, &filter->out) && !(filter->kinds_out >> link->kind & 1);
}

/* ---- The option ---- */

/* The names of --not: options without "--", and kind. Those before NOT_ZONE are about URLs. */
enum { NOT_HOST, NOT_SITE, NOT_SCHEME, NOT_VALID, NOT_ZONE, NOT_FLAG, NOT_KIND, NOTS };
static const char *const nots[NOTS] = {
    "host=", "site=", "scheme=", "valid=", "zone=", "flag=", "kind="};

const char *select_not_word(int i)
{
    return i < NOTS ? nots[i] : NULL;
}

/* Reads the name at the start of the value of --not; the first `most` names are allowed. Sets *rest
 * to the value after "=". Returns the index of the name, or -1 after an error message. */
static int not_name(const char *command, int most, const char *value, const char **rest)
{
    char names[NOTS][8];
    const char *list[NOTS + 1] = {NULL};
    const size_t n = strcspn(value, "=");
    int name;

    for (int i = 0; i < most; i++) {
        (void)snprintf(names[i], sizeof names[i], "%.*s", (int)strcspn(nots[i], "="), nots[i]);
        list[i] = names[i];
    }
    name = value[n] ? options_choose(command, "--not", "name", list, value, n, NULL) : NOTS;
    *rest = value + n + (value[n] == '=');
    if (name < 0 || **rest)
        return name;
    say(command, "--not: ", value, " is not NAME=VALUE, as in site=example.org");
    return -1;
}

int select_not(const struct left_out *to, const char *command, const char *value)
{
    typedef int adder(struct url_words * words, const char *option, const char *value);
    static adder *const add[NOT_VALID] = {select_add_hosts, select_add_sites, select_add_schemes};
    const char *rest;
    char option[40];
    const int name = not_name(command, to->filter ? NOTS : NOT_ZONE, value, &rest);

    if (name < 0)
        return -1;
    if (name == NOT_SCHEME && (strcmp(rest, "live") == 0 || strcmp(rest, "known") == 0)) {
        say(command, "--not: ", value, ": live and known are not schemes; see --scheme");
        return -1;
    }
    (void)snprintf(option, sizeof option, "%s%s--not %s", command ? command : "",
                   command ? ": " : "", nots[name]);
    if (name < NOT_VALID)
        return add[name](&to->urls->out, option, rest);
    option[strlen(option) - 1] = '\0';
    if (name == NOT_VALID)
        return standards_read(to->invalid, option, rest);
    if (name == NOT_ZONE)
        return zones_read(&to->filter->zones_out, option, rest);
    if (name == NOT_FLAG)
        return flags_read(&to->filter->out.set, &to->filter->out.doubt, option, rest);
    return link_kinds_read(&to->filter->kinds_out, option, rest);
}
