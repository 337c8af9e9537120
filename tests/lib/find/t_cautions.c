/* t_cautions.c - a URL has the same cautions alone as in a text: trawl_verdict.flags
 *
 * Some flags follow from a URL alone. Each link of rules.txt and of some made texts must have
 * exactly those of them that the verdict of its URL has. And one list of ports must decide the flag
 * foreign-port and which links are dead.
 */
#include <trawl_emit.h>

#include <stdlib.h>

#include "specfile.h"
#include "tap.h"

#define OWN                                                                                        \
    (TRAWL_FLAG_USERINFO | TRAWL_FLAG_ODD_IP | TRAWL_FLAG_IP_HOST | TRAWL_FLAG_MIXED_SCRIPT |      \
     TRAWL_FLAG_WHOLE_SCRIPT | TRAWL_FLAG_PUNYCODE | TRAWL_FLAG_CONFUSABLE |                       \
     TRAWL_FLAG_FOREIGN_PORT | TRAWL_FLAG_ENCODED_CRLF | TRAWL_FLAG_PASSWORD |                     \
     TRAWL_FLAG_BAD_PORT | TRAWL_FLAG_BAD_PERCENT | TRAWL_FLAG_UNKNOWN_SCHEME)

static unsigned links_seen, flags_seen;

static int compare(void *user, const trawl_link *link)
{
    trawl_verdict v = TRAWL_VERDICT_INIT;
    const bool is_ok = trawl_check(&v, link->url.p, link->url.n) == TRAWL_OK;
    /* the URL alone has a backslash only if the text has one */
    uint64_t here = link->flags & (OWN | (v.flags & TRAWL_FLAG_BACKSLASH));

    (void)user;
    if (link->kind != TRAWL_KIND_BARE) /* a wrapper's bad-port follows the grammar */
        here = (here & ~TRAWL_FLAG_BAD_PORT) | (v.flags & TRAWL_FLAG_BAD_PORT);
    if (!is_ok || v.flags != here)
        ok(false, "%.*s has flags %llx alone, %llx in a text", (int)link->url.n, link->url.p,
           (unsigned long long)v.flags, (unsigned long long)here);
    links_seen++;
    flags_seen += v.flags != 0;
    return 0;
}

static void t_same(void)
{
    static spec_file spec;

    spec_open(&spec, "rules.txt");
    while (spec_next(&spec))
        for (int i = 1; i < spec.fields; i++)
            (void)trawl_each(spec.field[i], spec.length[i], NULL, compare, NULL);
    spec_close(&spec);
    ok(links_seen > 1000 && flags_seen > 50, "%u links, %u with cautions", links_seen, flags_seen);
}

static bool is_dead(const trawl_link *link)
{
    static const char live[] = "ftp,gopher,ws";
    char href[64];
    size_t len;

    return trawl_emit_href(link, live, sizeof live - 1, href, sizeof href, &len, NULL) ==
           TRAWL_EMIT_DEAD;
}

/* Tests all ports: returns how many have the flag. */
static unsigned flagged_ports(const char *scheme)
{
    unsigned flagged = 0, differ = 0;
    char url[64];

    for (unsigned port = 1; port < 65536; port++) {
        trawl_verdict v = TRAWL_VERDICT_INIT;
        trawl_link link = {.size = sizeof link};
        bool dead;

        link.url =
            (trawl_str){url, (size_t)snprintf(url, sizeof url, "%s://h.example:%u/", scheme, port)};
        (void)trawl_check(&v, url, link.url.n);
        dead = is_dead(&link);
        flagged += v.flags == TRAWL_FLAG_FOREIGN_PORT;
        differ += dead != (v.flags == TRAWL_FLAG_FOREIGN_PORT);
    }
    is_int(differ, 0, "%s: a port is dead if and only if it has the flag", scheme);
    return flagged;
}

static void t_ports(void)
{
    /* 82 ports that browsers refuse, and 70, 210, 322, 445, 575, 602, 605, 674, 873 */
    is_int(flagged_ports("http"), 91, "http: foreign ports");
    is_int(flagged_ports("ws"), 91, "ws: foreign ports");
    /* 1 to 1023 without the scheme's own port, and 19 higher ones, such as 1719 */
    is_int(flagged_ports("ftp"), 1022 + 19, "ftp: foreign ports");
    is_int(flagged_ports("gopher"), 1022 + 19, "gopher: foreign ports");
}

int main(void)
{
    t_same();
    t_ports();
    return done();
}
