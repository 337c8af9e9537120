/* t_verdicts.c - tests every line of testdata/spec/verdicts.txt: who accepts the URL, who refuses
 * it, with which code, at which byte
 *
 * RFC 1738 section 5, RFC 1630 "BNF for specific URL schemes", RFC 3986 appendix A, RFC 3987
 * section 2.2. Each line is one test: the verdict is written in the form of the file and compared
 * as text. Does not test the parts (see t_parts.c). Of the sentences it tests only that they exist,
 * not their wording.
 */
#include <trawl.h>

#include "specfile.h"
#include "tap.h"

enum { ID, URL, VALID, REFUSALS };

static const struct {
    unsigned bit;
    const char *name;
} standards[] = {{TRAWL_STANDARD_RFC1738, "1738"},
                 {TRAWL_STANDARD_RFC1630, "1630"},
                 {TRAWL_STANDARD_RFC3986, "3986"},
                 {TRAWL_STANDARD_IRI, "iri"}};

enum { STANDARDS = sizeof standards / sizeof standards[0] };

typedef struct text {
    char s[1024];
    size_t n;
} text;

TAP_PRINTF(2, 3) static void add(text *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, format, args);
    va_end(args);
    if (n > 0 && t->n + (size_t)n < sizeof t->s)
        t->n += (size_t)n;
}

static bool is_own(const char *name, size_t n)
{
    for (int i = 0; i < STANDARDS; i++) {
        if (strlen(standards[i].name) == n && memcmp(standards[i].name, name, n) == 0)
            return false;
    }
    return true;
}

/* Returns true when the line names the scheme's own RFC. */
static bool names_own(const char *refusals)
{
    while (*refusals) {
        if (is_own(refusals, strcspn(refusals, ":")))
            return true;
        refusals += strcspn(refusals, " ");
        refusals += *refusals == ' ';
    }
    return false;
}

static void add_valid(text *t, unsigned valid)
{
    const char *comma = "";

    for (int i = 0; i < STANDARDS; i++) {
        if (valid & standards[i].bit) {
            add(t, "%s%s", comma, standards[i].name);
            comma = ",";
        }
    }
    if (!*comma)
        add(t, "-");
}

static void add_refusals(text *t, const trawl_verdict *v, bool own)
{
    for (unsigned i = 0; i < v->refusals; i++) {
        const trawl_refusal *r = &v->refusal[i];

        if (own || !is_own(r->standard, strlen(r->standard)))
            add(t, " %s:%s@%ju", r->standard, trawl_code_name(r->code), (uintmax_t)r->at);
        if (!r->section || !r->why || !*r->why)
            add(t, " (%s: without section or reason)", r->standard);
    }
}

/* Adds every other fault of a verdict to the text. */
static void add_faults(text *t, const trawl_verdict *v, const char *url, size_t n)
{
    int all = trawl_standards(url, n, NULL);
    int by_scheme = trawl_accepts(TRAWL_STANDARD_SCHEME, url, n);
    if (all != (int)(v->valid & TRAWL_STANDARD_ANY))
        add(t, " (trawl_standards: %d)", all);
    if (by_scheme != ((v->valid & TRAWL_STANDARD_SCHEME) != 0))
        add(t, " (trawl_accepts scheme: %d)", by_scheme);
    if (by_scheme == 1 && !*v->own)
        add(t, " (accepted by no RFC)");
    for (int i = 0; i < STANDARDS; i++) {
        int accepts = trawl_accepts(standards[i].bit, url, n);
        if (accepts != ((v->valid & standards[i].bit) != 0))
            add(t, " (trawl_accepts %s: %d)", standards[i].name, accepts);
    }
    for (int i = 0; i < TRAWL_PART_COUNT; i++) {
        trawl_span span = v->part[i];
        bool absent = span.from == TRAWL_ABSENT && span.to == TRAWL_ABSENT;
        if (!absent && (span.from > span.to || span.to > n))
            add(t, " (%s: %ju-%ju)", trawl_part_name(i), (uintmax_t)span.from, (uintmax_t)span.to);
    }
}

static void one_line(const spec_file *spec)
{
    /* What follows the URL in memory does not count. */
    static unsigned lines;
    static char url[SPEC_STORE + 8];
    size_t n = spec->length[URL];
    trawl_verdict v = {.size = sizeof v};
    text got = {.n = 0}, want = {.n = 0};
    bool refused = *spec_text(spec, REFUSALS) != 0;

    memcpy(url, spec->field[URL], n);
    (void)snprintf(url + n, 8, "%c1", "#?/@:%[&"[lines++ % 8]);
    add(&want, "%s%s%s", spec_text(spec, VALID), refused ? " " : "", spec_text(spec, REFUSALS));
    int answer = trawl_check(&v, url, n);
    if (answer != TRAWL_OK)
        add(&got, "trawl_check: %s", trawl_strerror(answer));
    else {
        add_valid(&got, v.valid);
        if (v.valid & TRAWL_STANDARD_SCHEME && strstr(spec_text(spec, VALID), v.own))
            add(&got, ",%s", v.own);
        add_refusals(&got, &v, names_own(spec_text(spec, REFUSALS)));
        add_faults(&got, &v, url, n);
    }
    is_str(got.s, want.s, "%s %.60s", spec->field[ID], spec->field[URL]);
}

/* Tests that each code has its own name and sentence. */
static void codes(void)
{
    for (int i = TRAWL_CODE_NONE; i <= TRAWL_CODE_TOO_LONG; i++) {
        const char *sentence = trawl_code_sentence(i);
        bool alone = sentence && *sentence && strcmp(trawl_code_name(i), "unknown") != 0;

        for (int j = TRAWL_CODE_NONE; alone && j < i; j++)
            alone = strcmp(sentence, trawl_code_sentence(j)) != 0 &&
                    strcmp(trawl_code_name(i), trawl_code_name(j)) != 0;
        ok(alone, "code %d: has its own name and sentence", i);
    }
    is_str(trawl_code_name(TRAWL_CODE_TOO_LONG + 1), "unknown", "an unknown code");
}

static void misuse(void)
{
    trawl_verdict v = {.size = 0};

    is_int(trawl_check(&v, "a:", 2), TRAWL_ERROR_MISUSE, "a verdict without a size");
    is_int(trawl_accepts(TRAWL_STANDARD_RFC1738 | TRAWL_STANDARD_IRI, "a:", 2), TRAWL_ERROR_MISUSE,
           "two standards at once");
    is_int(trawl_accepts(0, "a:", 2), TRAWL_ERROR_MISUSE, "no standard");
    is_int(trawl_standards(NULL, 2, NULL), TRAWL_ERROR_MISUSE, "no URL");
    is_int(trawl_standards(NULL, 0, NULL), 0, "an empty URL");
}

int main(void)
{
    static spec_file spec;

    codes();
    misuse();
    spec_open(&spec, "verdicts.txt");
    while (spec_next(&spec))
        one_line(&spec);
    spec_close(&spec);
    return done();
}
