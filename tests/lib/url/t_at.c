/* t_at.c - the offset of a refusal: a space inserted at byte k of an accepted URL is refused at
 * byte k
 *
 * A space is allowed in no URL, and the bytes before it are the start of a good one, so the longest
 * viable prefix ends at k by every standard. Tests every accepted URL of testdata/spec/verdicts.txt
 * by each standard that accepts it, and URLs generated from RFC 1738's BNF. Does not test the codes
 * of refusals.
 */
#include <trawl.h>

#include "gen1738.h"
#include "specfile.h"
#include "tap.h"

enum { PER_SCHEME = 2000, LONG = 1024, STRIDE = 211 };

static const struct {
    unsigned bit;
    const char *name;
} standards[] = {{TRAWL_STANDARD_RFC1738, "1738"},
                 {TRAWL_STANDARD_RFC1630, "1630"},
                 {TRAWL_STANDARD_RFC3986, "3986"},
                 {TRAWL_STANDARD_IRI, "iri"}};

static uint64_t refused_at(const trawl_verdict *v, const char *standard)
{
    for (unsigned i = 0; i < v->refusals; i++) {
        if (strcmp(v->refusal[i].standard, standard) == 0)
            return v->refusal[i].at;
    }
    return TRAWL_ABSENT;
}

/* Puts a space at k. Returns true when each standard in `mask` then refuses the URL at byte k. */
static bool holds_at(char *url, size_t n, size_t k, unsigned mask)
{
    trawl_verdict v = {.size = sizeof v};
    char kept = url[k];
    bool held = true;

    url[k] = ' ';
    if (trawl_check(&v, url, n) != TRAWL_OK)
        held = false;
    for (int i = 0; held && i < 4; i++) {
        if (!(mask & standards[i].bit))
            continue;
        uint64_t at = refused_at(&v, standards[i].name);
        held = at == k;
        if (!held)
            printf("# RFC %s, space at %zu, refused at %jd: %.100s\n", standards[i].name, k,
                   (intmax_t)at, url);
    }
    url[k] = kept;
    return held;
}

/* Tests every byte; in a very long URL only both ends and some bytes between them. */
static bool holds(char *url, size_t n, unsigned mask)
{
    for (size_t k = 0; k<n; k += n> LONG && k > 64 && k + 64 < n ? STRIDE : 1) {
        if (!holds_at(url, n, k, mask))
            return false;
    }
    return true;
}

static unsigned mask_of(const char *valid)
{
    unsigned mask = 0;

    for (int i = 0; i < 4; i++) {
        if (strstr(valid, standards[i].name))
            mask |= standards[i].bit;
    }
    return mask;
}

static void written(void)
{
    static spec_file spec;

    spec_open(&spec, "verdicts.txt");
    while (spec_next(&spec)) {
        unsigned mask = mask_of(spec_text(&spec, 2));
        if (mask)
            ok(holds(spec.field[1], spec.length[1], mask), "%s %.60s", spec.field[0],
               spec.field[1]);
    }
    spec_close(&spec);
}

static bool made_one(gen1738 *g, const gen1738_rule *rule)
{
    g->n = 0;
    rule->make(g);
    if (trawl_accepts(TRAWL_STANDARD_RFC1738, g->url, g->n) != 1) {
        printf("# not accepted: %.*s\n", (int)g->n, g->url);
        return false;
    }
    return holds(g->url, g->n, TRAWL_STANDARD_RFC1738);
}

static void made(const gen1738_rule *rule)
{
    gen1738 g = {.state = 1738};
    int good = 0;

    while (good < PER_SCHEME && made_one(&g, rule))
        good++;
    is_int(good, PER_SCHEME,
           "%s URLs made from the BNF: accepted, and refused at an inserted space", rule->name);
}

int main(void)
{
    written();
    for (size_t i = 0; i < sizeof gen1738_rules / sizeof gen1738_rules[0]; i++)
        made(&gen1738_rules[i]);
    return done();
}
