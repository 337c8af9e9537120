/* gen1738.h - URLs made from the BNF of RFC 1738 section 5, from a seed
 *
 *     gen1738 g = {.state = 1};
 *
 *     g.n = 0;
 *     gen_ftpurl(&g);                  makes g.n bytes at g.url
 *
 * Each function writes a short random word of the rule after which it is named. The same seed gives
 * the same URLs everywhere. Makes no wrong URLs.
 */
#ifndef TRAWL_TESTS_GEN1738_H
#define TRAWL_TESTS_GEN1738_H

#include <stdint.h>
#include <string.h>

#define GEN_ALPHA "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define GEN_DIGIT "0123456789"
#define GEN_UNRESERVED GEN_ALPHA GEN_DIGIT "$-_.+!*'(),"
#define GEN_RESERVED ";/?:@&="

typedef struct gen1738 {
    uint64_t state;
    size_t n;
    char url[1024]; /* URLs of these rules have fewer than 600 */
} gen1738;

/* Returns a number below limit, by Vigna's splitmix64. */
static inline unsigned gen_below(gen1738 *g, unsigned limit)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (unsigned)((z ^ (z >> 31)) % limit);
}

static inline void gen_text(gen1738 *g, const char *text)
{
    for (; *text; text++) {
        if (g->n < sizeof g->url)
            g->url[g->n++] = *text;
    }
}

static inline void gen_one_of(gen1738 *g, const char *set)
{
    char c[2] = {set[gen_below(g, (unsigned)strlen(set))], 0};

    gen_text(g, c);
}

/* Writes low to high characters of the set. */
static inline void gen_some(gen1738 *g, const char *set, unsigned low, unsigned high)
{
    for (unsigned i = low + gen_below(g, high - low + 1); i > 0; i--)
        gen_one_of(g, set);
}

/* Writes a uchar, or one of the reserved characters in `allowed`. */
static inline void gen_uchar(gen1738 *g, const char *allowed)
{
    unsigned kind = gen_below(g, 8);

    if (kind == 0) {
        gen_text(g, "%");
        gen_some(g, GEN_DIGIT "abcdefABCDEF", 2, 2);
    } else if (kind < 3 && *allowed) {
        gen_one_of(g, allowed);
    } else {
        gen_one_of(g, kind < 6 ? GEN_ALPHA GEN_DIGIT : GEN_UNRESERVED);
    }
}

static inline void gen_uchars(gen1738 *g, const char *allowed, unsigned low, unsigned high)
{
    for (unsigned i = low + gen_below(g, high - low + 1); i > 0; i--)
        gen_uchar(g, allowed);
}

/* Writes segments separated by slashes: fpath, hpath, ppath. */
static inline void gen_path(gen1738 *g, const char *allowed)
{
    gen_uchars(g, allowed, 0, 4);
    while (gen_below(g, 2)) {
        gen_text(g, "/");
        gen_uchars(g, allowed, 0, 4);
    }
}

/* Writes a domainlabel that begins with a character of `first`; if these are all letters, it is a
 * toplabel. */
static inline void gen_label(gen1738 *g, const char *first)
{
    gen_one_of(g, first);
    if (gen_below(g, 2)) {
        gen_some(g, GEN_ALPHA GEN_DIGIT "-", 0, 3);
        gen_one_of(g, GEN_ALPHA GEN_DIGIT);
    }
}

static inline void gen_host(gen1738 *g)
{
    if (gen_below(g, 4) == 0) {
        for (int i = 0; i < 4; i++) {
            gen_text(g, i ? "." : "");
            gen_some(g, GEN_DIGIT, 1, 3);
        }
        return;
    }
    while (gen_below(g, 2)) {
        gen_label(g, GEN_ALPHA GEN_DIGIT);
        gen_text(g, ".");
    }
    gen_label(g, GEN_ALPHA);
}

static inline void gen_hostport(gen1738 *g)
{
    gen_host(g);
    if (gen_below(g, 3) == 0) {
        gen_text(g, ":");
        gen_some(g, GEN_DIGIT, 1, 6);
    }
}

static inline void gen_login(gen1738 *g)
{
    if (gen_below(g, 2)) {
        gen_uchars(g, ";?&=", 0, 4);
        if (gen_below(g, 2)) {
            gen_text(g, ":");
            gen_uchars(g, ";?&=", 0, 4);
        }
        gen_text(g, "@");
    }
    gen_hostport(g);
}

static inline void gen_ftpurl(gen1738 *g)
{
    gen_text(g, "ftp://");
    gen_login(g);
    if (gen_below(g, 4)) {
        gen_text(g, "/");
        gen_path(g, "?:@&=");
        if (gen_below(g, 3) == 0) {
            gen_text(g, ";type=");
            gen_one_of(g, "AIDaid");
        }
    }
}

static inline void gen_fileurl(gen1738 *g)
{
    gen_text(g, "file://");
    if (gen_below(g, 2))
        gen_host(g);
    gen_text(g, "/");
    gen_path(g, "?:@&=");
}

static inline void gen_httpurl(gen1738 *g)
{
    gen_text(g, "http://");
    gen_hostport(g);
    if (gen_below(g, 4)) {
        gen_text(g, "/");
        gen_path(g, ";:@&=");
        if (gen_below(g, 3) == 0) {
            gen_text(g, "?");
            gen_uchars(g, ";:@&=", 0, 8);
        }
    }
}

static inline void gen_gopherurl(gen1738 *g)
{
    gen_text(g, "gopher://");
    gen_hostport(g);
    if (gen_below(g, 4) == 0)
        return;
    gen_text(g, "/");
    gen_uchars(g, GEN_RESERVED, 0, 6);
    for (int i = 0; i < 2 && gen_below(g, 2); i++) {
        gen_text(g, "%09");
        gen_uchars(g, i ? GEN_RESERVED : ";:@&=", 0, 4);
    }
}

static inline void gen_mailtourl(gen1738 *g)
{
    gen_text(g, "mailto:");
    gen_uchars(g, GEN_RESERVED, 1, 12);
}

static inline void gen_group(gen1738 *g)
{
    gen_one_of(g, GEN_ALPHA);
    gen_some(g, GEN_ALPHA GEN_DIGIT "-.+_", 0, 12);
}

static inline void gen_newsurl(gen1738 *g)
{
    gen_text(g, "news:");
    switch (gen_below(g, 3)) {
    case 0:
        gen_text(g, "*");
        break;
    case 1:
        gen_group(g);
        break;
    default:
        gen_uchars(g, ";/?:&=", 1, 10);
        gen_text(g, "@");
        gen_host(g);
    }
}

static inline void gen_nntpurl(gen1738 *g)
{
    gen_text(g, "nntp://");
    gen_hostport(g);
    gen_text(g, "/");
    gen_group(g);
    if (gen_below(g, 2)) {
        gen_text(g, "/");
        gen_some(g, GEN_DIGIT, 1, 6);
    }
}

static inline void gen_telneturl(gen1738 *g)
{
    gen_text(g, "telnet://");
    gen_login(g);
    gen_text(g, gen_below(g, 2) ? "/" : "");
}

static inline void gen_waisurl(gen1738 *g)
{
    unsigned kind = gen_below(g, 3);

    gen_text(g, "wais://");
    gen_hostport(g);
    gen_text(g, "/");
    gen_uchars(g, "", 0, 5);
    if (kind == 1) {
        gen_text(g, "?");
        gen_uchars(g, ";:@&=", 0, 6);
    } else if (kind == 2) {
        gen_text(g, "/");
        gen_uchars(g, "", 0, 4);
        gen_text(g, "/");
        gen_uchars(g, "", 0, 8);
    }
}

static inline void gen_prosperourl(gen1738 *g)
{
    gen_text(g, "prospero://");
    gen_hostport(g);
    gen_text(g, "/");
    gen_path(g, "?:@&=");
    while (gen_below(g, 2)) {
        gen_text(g, ";");
        gen_uchars(g, "?:@&", 0, 4);
        gen_text(g, "=");
        gen_uchars(g, "?:@&", 0, 4);
    }
}

/* Writes a URL whose scheme begins with "x-", so that it is not one of the RFC's ten schemes. */
static inline void gen_otherurl(gen1738 *g)
{
    gen_text(g, "x-");
    gen_some(g, "abcdefghijklmnopqrstuvwxyz" GEN_DIGIT "+-.", 0, 4);
    gen_text(g, ":");
    if (gen_below(g, 2)) {
        gen_uchars(g, GEN_RESERVED, 0, 12);
        return;
    }
    gen_text(g, "//");
    gen_login(g);
    gen_text(g, "/");
    gen_uchars(g, GEN_RESERVED, 0, 8);
}

typedef struct gen1738_rule {
    const char *name;
    void (*make)(gen1738 *g); /* needs g->n = 0 */
} gen1738_rule;

/* clang-format off */
static const gen1738_rule gen1738_rules[] = {
    {"http", gen_httpurl},     {"ftp", gen_ftpurl},       {"news", gen_newsurl}, {"nntp", gen_nntpurl},
    {"telnet", gen_telneturl}, {"gopher", gen_gopherurl}, {"wais", gen_waisurl}, {"mailto", gen_mailtourl},
    {"file", gen_fileurl},     {"prospero", gen_prosperourl}, {"other", gen_otherurl},
};
/* clang-format on */

#endif
