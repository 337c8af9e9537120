/* t_relative.c - tests the shortest partial form of a URL, trawl_relative(), with every line of
 * testdata/spec/relative.txt
 *
 * Also tests 10,000 random pairs for each rule: the form must lead to the URL again, and not be
 * longer than the URL. And 600 short pairs: no text shorter than the form leads to the URL.
 */
#include <trawl.h>

#include "specfile.h"
#include "tap.h"

enum { ID, RULE, BASE, URL, WANT, FIELDS };

static const char *const rules[] = {"3986", "loose", "1630"};

static int rule_of(const spec_file *spec)
{
    for (int i = 0; i < 3; i++)
        if (strcmp(rules[i], spec->field[RULE]) == 0)
            return i;
    spec_die(spec, "unknown rule");
    return 0;
}

static void one_line(const spec_file *spec)
{
    char out[256];
    size_t n = 0;

    if (spec->fields != FIELDS)
        spec_die(spec, "not five fields");
    is_int(trawl_relative(rule_of(spec), spec->field[BASE], spec->length[BASE], spec->field[URL],
                          spec->length[URL], out, sizeof out, &n),
           TRAWL_OK, "%s", spec->field[ID]);
    is_mem(out, n, spec->field[WANT], spec->length[WANT], "%s %s: %s from %s", spec->field[ID],
           spec->field[RULE], spec->field[URL], spec->field[BASE]);
}

/* ---- Random pairs ---- */

static unsigned long long state = 88172645463325252ULL;

static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 11) % below;
}

#define ONE_OF(words) (words)[draw(sizeof(words) / sizeof(words)[0])]

/* Writes a URL of some kind: with or without an authority, opaque, with dot segments and empty
 * ones, a query, a fragment. */
static size_t draw_url(char *to, bool small)
{
    static const char *const schemes[] = {"http:", "http:", "x:", "HTTP:", "a:"};
    static const char *const hosts[] = {"//h", "//h", "//g.example", "//", "", ""};
    static const char *const segments[] = {"a", "b", "", ".", "..", "c:d", "...", "long-name", "a"};
    static const char *const rests[] = {"?q", "?", "?a/b", "?..", "?x:y?z"};
    static const char *const ends[] = {"#f", "#", "#a/b", "#../c", "#?"};
    static const char *const few[] = {"a", "b", "", ".", "..", "a:b"};
    size_t n;

    strcpy(to, small ? "x:" : ONE_OF(schemes));
    strcat(to, small ? (draw(2) ? "//h" : "") : ONE_OF(hosts));
    for (unsigned k = draw(small ? 4 : 6), i = 0; i < k; i++) {
        if (i > 0 || draw(4) > 0)
            strcat(to, "/");
        strcat(to, small ? ONE_OF(few) : ONE_OF(segments));
    }
    if (draw(4) == 0)
        strcat(to, small ? "?a" : ONE_OF(rests));
    if (draw(4) == 0)
        strcat(to, small ? "#b" : ONE_OF(ends));
    n = strlen(to);
    return n;
}

typedef struct pair {
    int rule;
    char base[256], url[256], form[256], target[256];
    size_t base_n, url_n, form_n, target_n;
} pair;

static bool leads(const pair *p, const char *form, size_t n, const char *to, size_t to_n)
{
    char got[600];
    size_t len = 0;

    return trawl_resolve(p->rule, p->base, p->base_n, form, n, got, sizeof got, &len) == TRAWL_OK &&
           len == to_n && memcmp(got, to, to_n) == 0;
}

/* Makes a pair; half of them share a beginning. */
static void draw_pair(pair *p, int rule, bool small)
{
    p->rule = rule;
    p->base_n = draw_url(p->base, small);
    p->url_n = draw_url(p->url, small);
    if (draw(2)) {
        size_t same = draw((unsigned)p->base_n) + 1;

        memmove(p->url + same, p->url, p->url_n + 1);
        memcpy(p->url, p->base, same);
        p->url_n += same;
        if (!small && draw(2)) /* else the URL may have a scheme in the middle */
            p->url_n = same;
    }
}

/* Returns true when the form leads to the URL, or to what the URL resolves to, and is not longer
 * than the URL. */
static bool is_inverse(pair *p)
{
    size_t n = 0;

    if (trawl_relative(p->rule, p->base, p->base_n, p->url, p->url_n, p->form, sizeof p->form,
                       &p->form_n) != TRAWL_OK ||
        p->form_n > p->url_n)
        return false;
    memcpy(p->target, p->url, p->url_n);
    p->target_n = p->url_n;
    if (leads(p, p->form, p->form_n, p->url, p->url_n))
        return true;
    if (trawl_resolve(p->rule, p->base, p->base_n, p->url, p->url_n, p->target, sizeof p->target,
                      &n) != TRAWL_OK)
        return false;
    p->target_n = n;
    return !leads(p, p->url, p->url_n, p->url, p->url_n) &&
           leads(p, p->form, p->form_n, p->target, p->target_n);
}

static void random_pairs(int rule)
{
    unsigned wrong = 0, shorter = 0;
    static pair p;

    for (unsigned i = 0; i < 10000; i++) {
        draw_pair(&p, rule, false);
        if (!is_inverse(&p) && ++wrong < 5)
            printf("# %s: %.*s from %s: %.*s\n", rules[rule], (int)p.url_n, p.url, p.base,
                   (int)p.form_n, p.form);
        shorter += p.form_n < p.url_n;
    }
    is_int(wrong, 0, "%s: forms that do not lead to the URL, or are longer", rules[rule]);
    ok(shorter > 4000, "%s: %u of 10,000 are shorter than the URL", rules[rule], shorter);
}

/* ---- No shorter one ---- */

#define LONGEST 5

/* Returns the length of the shortest text that leads to the target, if it is below `below`. */
static size_t shortest(const pair *p, size_t below)
{
    static const char letters[] = "ab/.:?#hx";
    char form[LONGEST];
    size_t digit[LONGEST];

    for (size_t n = 0; n < below && n < LONGEST; n++) {
        memset(digit, 0, sizeof digit);
        for (;;) {
            size_t k = 0;

            for (size_t i = 0; i < n; i++)
                form[i] = letters[digit[i]];
            if (leads(p, form, n, p->target, p->target_n))
                return n;
            while (k < n && ++digit[k] == sizeof letters - 1)
                digit[k++] = 0;
            if (k == n)
                break;
        }
    }
    return below;
}

static void short_pairs(int rule)
{
    unsigned wrong = 0;
    static pair p;

    for (unsigned i = 0; i < 600; i++) {
        draw_pair(&p, rule, true);
        if (!is_inverse(&p) || shortest(&p, p.form_n) < p.form_n) {
            if (++wrong < 5)
                printf("# %s: %.*s from %s: %.*s\n", rules[rule], (int)p.url_n, p.url, p.base,
                       (int)p.form_n, p.form);
        }
    }
    is_int(wrong, 0, "%s: short URLs with a shorter form", rules[rule]);
}

static void room(void)
{
    const char *base = "http://a/bb/c", *url = "http://a/bb/d/e";
    char out[8] = "!!!!!!!";
    size_t n = 0;

    is_int(trawl_relative(0, base, 13, url, 15, out, 2, &n), TRAWL_ERROR_NO_SPACE, "no space");
    is_int(n, 3, "the size that is needed");
    is_int(trawl_relative(0, base, 13, url, 15, out, 3, &n), TRAWL_OK, "just enough");
    is_mem(out, 4, "d/e!", 4, "no byte more is written");
    is_int(trawl_relative(3, base, 13, url, 15, out, 3, &n), TRAWL_ERROR_MISUSE, "unknown rule");
    is_int(trawl_relative(0, NULL, 1, url, 15, out, 3, &n), TRAWL_ERROR_MISUSE, "no base");
    is_int(trawl_relative(0, base, 13, NULL, 0, out, 3, &n), TRAWL_OK, "an empty URL");
    is_int(n, 0, "leads to the base");
}

int main(void)
{
    static spec_file spec;

    spec_open(&spec, "relative.txt");
    while (spec_next(&spec))
        one_line(&spec);
    spec_close(&spec);
    for (int rule = 0; rule < 3; rule++) {
        random_pairs(rule);
        short_pairs(rule);
    }
    room();
    return done();
}
