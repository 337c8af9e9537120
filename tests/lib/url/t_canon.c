/* t_canon.c - tests every line of testdata/spec/canon.txt: canonical forms, equality, ASCII forms,
 * hosts, sites, sort keys; then laws that hold for all URLs
 *
 * The rule is C5; for the ASCII form RFC 3987 section 3.1. The laws are tested with every URL of
 * verdicts.txt and canon.txt, good and bad. Does not test IDNA itself, only that hosts are
 * converted by it.
 */
#include <trawl.h>

#include "specfile.h"
#include "tap.h"

enum { ID, KIND, URL, OTHER, FIELDS };

typedef int form(const char *url, size_t n, char *out, size_t size, size_t *len);

typedef struct bytes {
    char p[4 * SPEC_STORE];
    size_t n;
} bytes;

static void check_form(const spec_file *spec, form *f)
{
    static bytes got;
    int answer = f(spec->field[URL], spec->length[URL], got.p, sizeof got.p, &got.n);

    if (answer != TRAWL_OK)
        is_int(answer, TRAWL_OK, "%s", spec->field[ID]);
    else
        is_mem(got.p, got.n, spec->field[OTHER], spec->length[OTHER], "%s %s of %s",
               spec->field[ID], spec->field[KIND], spec->field[URL]);
}

static void check_pair(const spec_file *spec, int want)
{
    const char *a = spec->field[URL], *b = spec->field[OTHER];
    size_t an = spec->length[URL], bn = spec->length[OTHER];

    is_int(trawl_same(a, an, b, bn), want, "%s %s and %s", spec->field[ID], a, b);
    is_int(trawl_same(b, bn, a, an), want, "%s with the arguments swapped", spec->field[ID]);
}

static void one_line(const spec_file *spec)
{
    if (spec->fields != FIELDS)
        spec_die(spec, "not four fields");
    if (strcmp(spec->field[KIND], "form") == 0)
        check_form(spec, trawl_canonical);
    else if (strcmp(spec->field[KIND], "ascii") == 0)
        check_form(spec, trawl_ascii);
    else if (strcmp(spec->field[KIND], "host") == 0)
        check_form(spec, trawl_host);
    else if (strcmp(spec->field[KIND], "site") == 0)
        check_form(spec, trawl_site);
    else if (strcmp(spec->field[KIND], "surt") == 0)
        check_form(spec, trawl_surt);
    else if (strcmp(spec->field[KIND], "scheme") == 0)
        check_form(spec, trawl_scheme_form);
    else if (strcmp(spec->field[KIND], "normal") == 0)
        check_form(spec, trawl_normal);
    else if (strcmp(spec->field[KIND], "same") == 0)
        check_pair(spec, 1);
    else if (strcmp(spec->field[KIND], "differ") == 0)
        check_pair(spec, 0);
    else
        spec_die(spec, "unknown kind");
}

/* Tests f(f(url)) = f(url). Stores f(url) in *once. */
static bool is_stable(form *f, const char *url, size_t n, bytes *once)
{
    static bytes twice;

    return f(url, n, once->p, sizeof once->p, &once->n) == TRAWL_OK &&
           f(once->p, once->n, twice.p, sizeof twice.p, &twice.n) == TRAWL_OK &&
           once->n == twice.n && memcmp(once->p, twice.p, once->n) == 0;
}

/* Tests f(url) = f(other). */
static bool is_alike(form *f, const char *url, size_t n, const bytes *other)
{
    static bytes a, b;

    return f(url, n, a.p, sizeof a.p, &a.n) == TRAWL_OK &&
           f(other->p, other->n, b.p, sizeof b.p, &b.n) == TRAWL_OK && a.n == b.n &&
           memcmp(a.p, b.p, a.n) == 0;
}

static bool is_printable_ascii(const bytes *b)
{
    for (size_t i = 0; i < b->n; i++) {
        if (b->p[i] <= 0x20 || b->p[i] > 0x7e)
            return false;
    }
    return true;
}

/* Returns true unless the standard `from` accepts the URL, but `to` refuses its other form b.
 * Always true for URLs longer than a quarter of the maximum length, whose encoded form may exceed
 * it. */
static bool carries(unsigned from, const char *url, size_t n, unsigned to, const bytes *b)
{
    return n > TRAWL_URL_MAX / 4 || trawl_accepts(from, url, n) != 1 ||
           trawl_accepts(to, b->p, b->n) == 1;
}

/* Tests that no form is longer than the bound of the header. */
static bool is_bounded(const char *url, size_t n)
{
    static form *const forms[] = {trawl_canonical, trawl_scheme_form, trawl_normal,     trawl_ascii,
                                  trawl_display,   trawl_defang,      trawl_looks_like, trawl_host,
                                  trawl_site,      trawl_surt};
    size_t len, most = 0;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        int answer = forms[i](url, n, NULL, 0, &len);

        most = answer != TRAWL_OK && answer != TRAWL_ERROR_NO_SPACE ? SIZE_MAX : most;
        most = len > most ? len : most;
    }
    return most <= TRAWL_FORM_MAX(n);
}

static void laws_of_one(const char *id, const char *url, size_t n)
{
    static bytes once;
    bool stable = is_stable(trawl_canonical, url, n, &once);

    ok(stable, "%s canonical, twice: %.60s", id, url);
    ok(trawl_same(url, n, once.p, once.n) == 1, "%s equals its canonical form", id);
    ok(is_alike(trawl_host, url, n, &once) && is_alike(trawl_site, url, n, &once) &&
           is_alike(trawl_surt, url, n, &once),
       "%s has the host, site and sort key of its canonical form", id);
    ok(carries(TRAWL_STANDARD_RFC3986, url, n, TRAWL_STANDARD_RFC3986, &once) &&
           carries(TRAWL_STANDARD_IRI, url, n, TRAWL_STANDARD_IRI, &once),
       "%s: the canonical form is still a URI or IRI", id);

    ok(is_stable(trawl_scheme_form, url, n, &once) && is_alike(trawl_normal, url, n, &once),
       "%s scheme form, twice, and normal after that", id);
    ok(is_stable(trawl_normal, url, n, &once), "%s normal, twice", id);
    stable = is_stable(trawl_ascii, url, n, &once);
    ok(stable, "%s ascii, twice", id);
    ok(is_printable_ascii(&once), "%s ascii is printable ASCII", id);
    ok(carries(TRAWL_STANDARD_IRI, url, n, TRAWL_STANDARD_RFC3986, &once),
       "%s ascii of an IRI is a URI", id);
    ok(is_bounded(url, n), "%s: no form is longer than TRAWL_FORM_MAX", id);
}

/* Tests the bound with hosts, paths and A-labels that grow most. */
static void long_forms(void)
{
    static const char *const labels[] = {
        "\xef\xb7\xba", "\xc3\x9f", "\xf0\x9f\x98\x80", "\xff", ".", " ", "xn--aaaaaa-zzzzz.", "-"};
    static char url[3000];

    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        for (size_t n = 1; n < sizeof url / 2; n += 1 + n / 3) {
            size_t at = (size_t)sprintf(url, "http://"), part = strlen(labels[i]);

            for (size_t k = 0; k < n; k++)
                url[at++] = labels[i][k % part];
            ok(is_bounded(url, at), "a host of %zu bytes, %zu", n, i);
            url[6] = 'a';
            ok(is_bounded(url, at), "a path of %zu bytes, %zu", n, i);
        }
}

static void laws(const char *file, int url)
{
    static spec_file spec;

    spec_open(&spec, file);
    while (spec_next(&spec))
        laws_of_one(spec.field[0], spec.field[url], spec.length[url]);
    spec_close(&spec);
}

/* Tests a long host: all of it is returned, and the length of its sort key is right. */
static void long_host(void)
{
    static char url[3000], out[3010]; /* with a final "/" */
    size_t n;

    memset(url, 'a', sizeof url);
    memcpy(url, "http://", 7);
    for (size_t i = 40; i < sizeof url; i += 40)
        url[i] = '.';
    is_int(trawl_host(url, sizeof url, out, sizeof out, &n), TRAWL_OK, "a long host");
    is_mem(out, n, url + 7, sizeof url - 7, "all of a long host");
    is_int(trawl_surt(url, sizeof url, NULL, 0, &n), TRAWL_ERROR_NO_SPACE, "a long sort key");
    is_int(n, sizeof url - 7 + 2, "the length of a long sort key");
    is_int(trawl_surt("http://a/", 9, out, sizeof out, NULL), TRAWL_ERROR_MISUSE, "no length");
    is_int(trawl_host_span(NULL, 0).to, 0, "the host of nothing");
    is_int(trawl_site_length(NULL, 0), 0, "the site of no host");
}

/* Tests that a call with too small a buffer returns the right size. */
static void room(form *f, const char *name)
{
    char out[64] = {0};
    size_t n = 0;

    for (size_t size = 0; size < 9; size++) {
        n = 0;
        int answer = f("http://a/", 9, size ? out : NULL, size, &n);
        ok(answer == TRAWL_ERROR_NO_SPACE && n == 9, "%s: 9 bytes into %zu", name, size);
    }
    memset(out, '!', sizeof out);
    is_int(f("http://a/", 9, out, 9, &n), TRAWL_OK, "%s: 9 bytes into 9", name);
    is_mem(out, 10, "http://a/!", 10, "%s: no byte more is written", name);
}

int main(void)
{
    static spec_file spec;

    spec_open(&spec, "canon.txt");
    while (spec_next(&spec))
        one_line(&spec);
    spec_close(&spec);
    laws("verdicts.txt", 1);
    laws("canon.txt", 2);
    room(trawl_canonical, "canonical");
    room(trawl_ascii, "ascii");
    long_host();
    long_forms();
    return done();
}
