/* find_kinds.c - the kinds of --find: a list, and changes to it; see find_kinds.h */
#include "cli/find_kinds.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <trawl.h>

#include "cli/say.h"

/* A URL in a header field is one, too: who does not want those says so, "url,-hdr". */
#define ALL_URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML)

static const struct {
    const char *name;
    unsigned bit;
} kinds[] = {
    {"url", ALL_URLS},
    {"www", TRAWL_FIND_WWW},
    {"addr", TRAWL_FIND_ADDR},
    {"email", TRAWL_FIND_EMAIL},
    {"domain", TRAWL_FIND_DOMAIN},
    {"msgid", TRAWL_FIND_MSGID},
    {"hdr", TRAWL_FIND_HDR},
    {"ip", TRAWL_FIND_IP},
    {"localhost", TRAWL_FIND_LOCALHOST},
    {"netpath", TRAWL_FIND_NETPATH},
    {"html", TRAWL_FIND_HTML},
};

#define KINDS (sizeof kinds / sizeof kinds[0])

static unsigned bit_of(const char *name, size_t n)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strlen(kinds[i].name) == n && memcmp(kinds[i].name, name, n) == 0)
            return kinds[i].bit;
    return 0;
}

static int refuse(const char *name, size_t n)
{
    char rest[160] = "; the kinds are ", wrong[64];

    for (size_t i = 0; i < KINDS; i++) {
        size_t k = strlen(rest);

        (void)snprintf(rest + k, sizeof rest - k, "%s%s", i == 0 ? "" : i + 1 < KINDS ? ", " : " and ", kinds[i].name);
    }
    (void)snprintf(wrong, sizeof wrong, "%.*s", (int)(n < sizeof wrong ? n : sizeof wrong - 1), name);
    say(NULL, n > 0 ? "--find: unknown kind " : "--find: a kind is missing", n > 0 ? wrong : NULL, rest);
    return -1;
}

static void apply(struct find_kinds *k, char sign, unsigned bit)
{
    if (sign == '+') {
        k->add |= bit;
        k->drop &= ~bit;
    } else if (sign == '-') {
        k->drop |= bit;
        k->add &= ~bit;
    } else {
        k->list |= bit;
    }
}

/* A value that names a kind without a sign is a new list. */
static int is_list(const char *value)
{
    for (const char *p = value; *p; p += *p == ',') {
        if (*p != '+' && *p != '-')
            return 1;
        p += strcspn(p, ",");
    }
    return *value == '\0';
}

/* "+ip,domain" would leave out URLs, which hardly anybody means. */
static int refuse_mixture(const char *value)
{
    say(NULL, "--find: what is meant by ", value, "? +KIND,+KIND adds to the default, KIND,KIND takes its place");
    return -1;
}

int find_kinds_read(struct find_kinds *k, const char *value)
{
    const char *p = value;

    if (is_list(value) && (*value == '+' || *value == '-'))
        return refuse_mixture(value);
    if (is_list(value))
        *k = (struct find_kinds){.listed = 1};
    for (;;) {
        size_t n = strcspn(p, ","), sign = *p == '+' || *p == '-';
        unsigned bit = bit_of(p + sign, n - sign);

        if (bit == 0)
            return refuse(p + sign, n - sign);
        apply(k, *p, bit);
        if (p[n] == '\0')
            return 0;
        p += n + 1;
    }
}

unsigned find_kinds_bits(const struct find_kinds *k, unsigned without)
{
    return ((k->listed ? k->list : without) | k->add) & ~k->drop;
}
