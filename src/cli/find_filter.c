/* find_filter.c - which of the links are listed; see find_filter.h */
#include "cli/find_filter.h"

#include <stdio.h>
#include <string.h>

#include <trawl_mail.h>

#include "cli/say.h"

/* ---- Lists of names ---- */

typedef const char *name_of(int i);

/* The place of a name among those before count, -1 if it is none of them. */
static int find_name(name_of *name, int count, const char *p, size_t n)
{
    for (int i = 0; i < count; i++)
        if (strlen(name(i)) == n && memcmp(name(i), p, n) == 0)
            return i;
    return -1;
}

/* "--only: unknown zone ", or if there is nothing to be unknown, "--only: a zone is missing". */
static int refuse(const char *option, const char *what, const char *p, size_t n, const char *rest)
{
    char before[64], wrong[64];

    (void)snprintf(before, sizeof before, n > 0 ? "%s: unknown %s " : "%s: a %s is missing", option, what);
    (void)snprintf(wrong, sizeof wrong, "%.*s", (int)(n < sizeof wrong ? n : sizeof wrong - 1), p);
    say(NULL, before, n > 0 ? wrong : NULL, rest);
    return -1;
}

int find_filter_zones(struct find_filter *f, const char *value)
{
    f->zones = 0;
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");
        int zone = find_name(trawl_zone_name, TRAWL_ZONES, p, n);

        if (zone <= TRAWL_ZONE_NONE)
            return refuse("--only", "zone", p, n,
                          "; the zones are header, new, quoted, signature, footer and forwarded");
        f->zones |= 1u << zone;
        p += n;
        if (*p == '\0')
            return 0;
    }
}

void find_filter_new(struct find_filter *f)
{
    f->zones = 1u << TRAWL_ZONE_HEADER | 1u << TRAWL_ZONE_NEW | 1u << TRAWL_ZONE_SIGNATURE | 1u << TRAWL_ZONE_FORWARDED;
}

int find_filter_flags(unsigned *flags, const char *option, const char *value)
{
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");
        int bit = find_name(trawl_flag_name, TRAWL_FLAG_BITS, p, n);

        if (bit < 0)
            return refuse(option, "flag", p, n, "; trawl(1) lists them under KINDS AND FLAGS");
        *flags |= 1u << bit;
        p += n;
        if (*p == '\0')
            return 0;
    }
}

/* ---- Links ---- */

int find_filter_is_set(const struct find_filter *f)
{
    return f->zones || f->only || f->skip || f->every || f->unwrap;
}

/* Where there is none, quotes are told all the same. */
static int zone_of(const trawl_link *link)
{
    if (link->zone != TRAWL_ZONE_NONE)
        return link->zone;
    return link->quote > 0 ? TRAWL_ZONE_QUOTED : TRAWL_ZONE_NEW;
}

int find_filter_takes(const struct find_filter *f, const trawl_link *link, int once)
{
    if (once && !f->every && link->flags & TRAWL_AGAIN)
        return 0;
    if (f->zones && !(f->zones >> zone_of(link) & 1))
        return 0;
    return (!f->only || link->flags & f->only) && !(link->flags & f->skip);
}

trawl_str find_filter_url(const struct find_filter *f, const trawl_link *link)
{
    return f->unwrap && link->target.n > 0 ? link->target : link->url;
}
