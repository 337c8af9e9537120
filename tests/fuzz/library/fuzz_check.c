/* fuzz_check.c - any bytes as a URL: the verdict, the canonical form and the forms made from it,
 * the form in ASCII, and the forms for people
 *
 * Nothing may crash, and the guarantees of trawl.h must hold for any bytes; each "must" is one.
 * Other tests check that the verdict is right.
 */
#include "fuzz.h"

static const struct {
    unsigned bit;
    const char *name;
} standards[] = {{TRAWL_STANDARD_RFC1738, "1738"},
                 {TRAWL_STANDARD_RFC1630, "1630"},
                 {TRAWL_STANDARD_RFC3986, "3986"},
                 {TRAWL_STANDARD_IRI, "iri"}};

static bool span_inside(trawl_span s, size_t n)
{
    return (s.from == TRAWL_ABSENT && s.to == TRAWL_ABSENT) || (s.from <= s.to && s.to <= n);
}

static void check_lists(const trawl_verdict *v, trawl_str url)
{
    trawl_span rest = v->part[TRAWL_PART_ADDRESSES], one, name, value;
    size_t left = url.n + 2;

    while (trawl_next_address(url.p, &rest, &one)) {
        must(span_inside(one, url.n) && span_inside(rest, url.n), "addresses inside the URL");
        must(left-- > 0, "the number of addresses is finite");
    }
    left = url.n + 2;
    rest = v->part[TRAWL_PART_FIELDS];
    while (trawl_next_field(url.p, &rest, &name, &value)) {
        must(span_inside(name, url.n) && span_inside(value, url.n) && span_inside(rest, url.n),
             "fields inside the URL");
        must(left-- > 0, "the number of fields is finite");
    }
}

static void check_refusal(const trawl_refusal *r, size_t n)
{
    must(r->code > TRAWL_CODE_NONE && r->code <= TRAWL_CODE_TOO_LONG, "a refusal has a code");
    must(strcmp(trawl_code_name(r->code), "unknown") != 0, "a code has a name");
    must(r->why && *r->why && r->section && r->standard && *r->standard, "a refusal has a message");
    must(r->at <= n, "a refusal's place is in the URL or at its end");
    must((r->code == TRAWL_CODE_TOO_LONG) == (n > TRAWL_URL_MAX),
         "only URLs that are too long are too long");
}

/* Checks the verdict: each standard either accepts the URL, or the next refusal is by that
 * standard. */
static trawl_verdict check_verdict(trawl_str url)
{
    trawl_verdict v = {.size = sizeof v};
    unsigned next = 0;

    must(trawl_check(&v, url.p, url.n) == TRAWL_OK, "any bytes can be checked");
    must(v.size == sizeof v && v.refusals <= TRAWL_REFUSALS, "the verdict has valid numbers");
    for (int i = 0; i < TRAWL_PART_COUNT; i++)
        must(span_inside(v.part[i], url.n), "parts inside the URL");
    for (unsigned i = 0; i < v.refusals; i++)
        check_refusal(&v.refusal[i], url.n);
    for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++) {
        bool valid = v.valid & standards[i].bit;
        must(trawl_accepts(standards[i].bit, url.p, url.n) == valid, "trawl_accepts agrees");
        if (!valid)
            must(next < v.refusals && strcmp(v.refusal[next++].standard, standards[i].name) == 0,
                 "each standard that refuses has a refusal");
    }
    must(trawl_standards(url.p, url.n, NULL) == (int)(v.valid & TRAWL_STANDARD_ANY),
         "trawl_standards agrees");
    must(!(v.valid & TRAWL_STANDARD_RFC3986) || v.valid & TRAWL_STANDARD_IRI,
         "every URI is an IRI");
    must(!(v.valid & ~(unsigned)(TRAWL_STANDARD_ANY | TRAWL_STANDARD_SCHEME)),
         "only known standards");
    check_lists(&v, url);
    return v;
}

/* Puts a space at byte k of an accepted URL: it must be refused at k. */
static void check_space(trawl_str url, unsigned valid, size_t k)
{
    trawl_verdict v = {.size = sizeof v};
    char *spoilt = malloc(url.n);

    must(spoilt != NULL, "memory for the test");
    memcpy(spoilt, url.p, url.n);
    spoilt[k] = ' ';
    must(trawl_check(&v, spoilt, url.n) == TRAWL_OK && v.valid == 0, "no standard accepts a space");
    for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++)
        if (valid & standards[i].bit)
            must(v.refusal[i].at == k, "the refusal is at the space");
    free(spoilt);
}

static void check_canonical(trawl_str url, unsigned valid)
{
    trawl_str canonical = canonical_of(url), again = canonical_of(canonical);
    int known = 0;

    must(trawl_standards(url.p, url.n, &known) >= 0 && (!known || str_same(canonical, url)),
         "a canonical form is canonical");
    must(str_same(canonical, again), "canonical(canonical(x)) = canonical(x)");
    must(trawl_same(url.p, url.n, canonical.p, canonical.n) == 1, "same(x, canonical(x))");
    must(trawl_same(canonical.p, canonical.n, url.p, url.n) == 1, "same(canonical(x), x)");
    for (unsigned standard = TRAWL_STANDARD_RFC3986; standard <= TRAWL_STANDARD_IRI; standard <<= 1)
        if (valid & standard && canonical.n <= TRAWL_URL_MAX)
            must(trawl_accepts(standard, canonical.p, canonical.n) == 1,
                 "a URI's canonical form is a URI");
    str_free(again);
    str_free(canonical);
}

typedef int form(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Returns the URL in a form; the caller frees it. */
static trawl_str form_of(form *f, trawl_str url)
{
    size_t n, again;
    int answer = f(url.p, url.n, NULL, 0, &n);
    char *p = malloc(n + 1);

    must(p && (answer == TRAWL_ERROR_NO_SPACE || (answer == TRAWL_OK && n == 0)),
         "a form says how long it is");
    must(f(url.p, url.n, p, n, &again) == TRAWL_OK && again == n, "a form has that length");
    return (trawl_str){p, n};
}

/* Checks that equal URLs have the same sort key and the same weaker forms. */
static void check_forms(trawl_str url)
{
    static form *const forms[] = {trawl_surt, trawl_normal};
    trawl_str canonical = canonical_of(url), host, normal = form_of(trawl_normal, url),
              again = form_of(trawl_normal, normal);
    trawl_span at;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        trawl_str a = form_of(forms[i], url), b = form_of(forms[i], canonical);

        must(str_same(a, b), "equal URLs have equal forms");
        str_free(a);
        str_free(b);
    }
    at = trawl_host_span(canonical.p, canonical.n);
    must(at.from <= at.to && at.to <= canonical.n, "a host is in its URL");
    host = (trawl_str){canonical.p + at.from, at.to - at.from};
    must(trawl_site_length(host.p, host.n) <= host.n, "a site is the end of the host");
    must((trawl_site_length(host.p, host.n) == 0) == (host.n == 0), "a host has a site");
    must(str_same(normal, again), "normal(normal(x)) = normal(x)");
    must(normal.n <= canonical.n + 2, "a normal form adds at most the \"//\" of file");
    str_free(again);
    str_free(normal);
    str_free(canonical);
}

/* Checks the forms for people: defanging a defanged URL does not change it, and the look-alike of a
 * host is a host in ASCII. */
static void check_display(trawl_str url)
{
    trawl_str defanged = form_of(trawl_defang, url), again = form_of(trawl_defang, defanged),
              like = form_of(trawl_looks_like, url), shown = form_of(trawl_display, url);
    unsigned dangers = trawl_host_dangers(url.p, url.n);

    must(str_same(defanged, again), "defang(defang(x)) = defang(x)");
    must(defanged.n >= url.n && defanged.n <= 4 * url.n + 8, "defanging has a bounded length");
    must(shown.n <= 3 * url.n, "a URL for people has a bounded length");
    must(dangers / (2 * TRAWL_DANGER_IP_HOST) == 0, "only known dangers");
    must((like.n > 0) == ((dangers & TRAWL_DANGER_CONFUSABLE) != 0),
         "a confusable host looks like another one");
    str_free(defanged);
    str_free(again);
    str_free(like);
    str_free(shown);
}

static void check_ascii(trawl_str url, const trawl_verdict *v)
{
    trawl_str ascii = ascii_of(url), again = ascii_of(ascii);
    bool has_scheme = v->part[TRAWL_PART_SCHEME].from != TRAWL_ABSENT;

    must(str_same(ascii, again), "ascii(ascii(x)) = ascii(x)");
    for (size_t i = 0; has_scheme && i < ascii.n; i++)
        must(ascii.p[i] > 0x20 && ascii.p[i] < 0x7F, "ascii(x) is printable ASCII");
    if (v->valid & TRAWL_STANDARD_RFC3986)
        must(str_same(ascii, url), "the ASCII form of a URI is the URI");
    if (v->valid & TRAWL_STANDARD_IRI && ascii.n <= TRAWL_URL_MAX)
        must(trawl_accepts(TRAWL_STANDARD_RFC3986, ascii.p, ascii.n) == 1,
             "the ASCII form of an IRI is a URI");
    str_free(again);
    str_free(ascii);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    trawl_str url = str_of((const char *)data, size);
    trawl_verdict v = check_verdict(url);
    size_t k = size;

    for (size_t i = 0; i < size; i++)
        k = k * 31 + data[i];
    if (v.valid)
        check_space(url, v.valid, k % size);
    check_canonical(url, v.valid);
    check_forms(url);
    check_ascii(url, &v);
    check_display(url);
    return 0;
}
