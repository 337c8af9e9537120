/* t_resolve.c - tests every line of testdata/spec/resolve.txt: a partial form resolved against a
 * base
 *
 * RFC 3986 section 5, strict and non-strict, and RFC 1630 "Partial (relative) form", literally.
 * Does not test the parts or the verdict of the result.
 */
#include <trawl.h>

#include "url/url.h"
#include "specfile.h"
#include "tap.h"

enum { ID, RULE, BASE, REF, WANT, FIELDS };

static const struct {
    const char *name;
    int rule;
} rules[] = {{"3986", TRAWL_RESOLVE_3986},
             {"loose", TRAWL_RESOLVE_3986_LOOSE},
             {"1630", TRAWL_RESOLVE_1630}};

static int rule_of(const spec_file *spec)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (strcmp(rules[i].name, spec->field[RULE]) == 0)
            return rules[i].rule;
    }
    spec_die(spec, "unknown rule");
    return 0;
}

static trawl_str field(const spec_file *spec, int i)
{
    return (trawl_str){spec->field[i], spec->length[i]};
}

static void one_line(const spec_file *spec)
{
    char out[4096];
    size_t n = 0;

    if (spec->fields != FIELDS)
        spec_die(spec, "not five fields");
    int answer = trawl_resolve(rule_of(spec), field(spec, BASE).p, field(spec, BASE).n,
                               field(spec, REF).p, field(spec, REF).n, out, sizeof out, &n);
    if (answer != TRAWL_OK)
        is_int(answer, TRAWL_OK, "%s", spec->field[ID]);
    else
        is_mem(out, n, spec->field[WANT], spec->length[WANT], "%s %s, %s on %s", spec->field[ID],
               spec->field[RULE], spec->field[REF], spec->field[BASE]);
}

/* Tests that too small a buffer gets its size, and that exactly this size is enough. */
static void room(void)
{
    trawl_str base = {"http://a/b/c/d;p?q", 18}, ref = {"../g", 4};
    char out[32] = {0};
    size_t n = 0;

    for (size_t size = 0; size < 12; size++) {
        n = 0;
        int answer = trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, ref.p, ref.n,
                                   size ? out : NULL, size, &n);
        ok(answer == TRAWL_ERROR_NO_SPACE && n == 12, "12 bytes into %zu", size);
    }
    memset(out, '!', sizeof out);
    is_int(trawl_resolve(TRAWL_RESOLVE_3986, base.p, base.n, ref.p, ref.n, out, 12, &n), TRAWL_OK,
           "12 bytes into 12");
    is_mem(out, 13, "http://a/b/g!", 13, "no byte more is written");
}

static void misuse(void)
{
    trawl_str base = {"http://a/", 9}, ref = {"g", 1}, none = {NULL, 0};
    char out[32];
    size_t n = 0;

    is_int(trawl_resolve(3, base.p, base.n, ref.p, ref.n, out, sizeof out, &n), TRAWL_ERROR_MISUSE,
           "unknown rule");
    is_int(trawl_resolve(-1, base.p, base.n, ref.p, ref.n, out, sizeof out, &n), TRAWL_ERROR_MISUSE,
           "another unknown rule");
    is_int(trawl_resolve(TRAWL_RESOLVE_3986, none.p, none.n, none.p, none.n, out, sizeof out, &n),
           TRAWL_OK, "an empty form with an empty base");
    is_int(n, 0, "gives an empty result");
}

/* Tests the slashes of URLs in pages, as browsers read them. */
static void slashes(void)
{
    static const struct {
        const char *base, *url;
        bool absolute;
        const char *want;
    } rows[] = {
        {"http://b.example/", "https:\\\\h.example\\a?\\", true, "https://h.example/a?\\"},
        {"http://b.example/", "http:/h.example/a", true, "/h.example/a"},
        {"https://b.example/", "http:/h.example/a", true, "http://h.example/a"},
        {"https://b.example/", "http:h.example", true, "http://h.example"},
        {"http://b.example/", "http:a", true, "a"},
        {"http://b.example/", "http:////h.example", true, "http://h.example"},
        {"http://b.example/", "http://h.example/a", true, "http://h.example/a"},
        {"http://b.example/", "gopher:\\a", true, "gopher:\\a"},
        {"http://b.example/", "///h.example/a", false, "//h.example/a"},
        {"http://b.example/", "/\\h.example/a", false, "//h.example/a"},
        {"http://b.example/", "a\\b", false, "a/b"},
        {"", "\\a", false, "/a"},
        {"gopher://b.example/", "a\\b", false, "a\\b"},
    };
    char room[32];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        trawl_str base = {rows[i].base, strlen(rows[i].base)};
        trawl_str url = {rows[i].url, strlen(rows[i].url)};
        trawl_str whole = slashes_whole(room, base, url, rows[i].absolute);
        is_mem(whole.p, whole.n, rows[i].want, strlen(rows[i].want), "%s on \"%s\"", url.p, base.p);
    }
}

int main(void)
{
    static spec_file spec;

    spec_open(&spec, "resolve.txt");
    while (spec_next(&spec))
        one_line(&spec);
    spec_close(&spec);
    room();
    misuse();
    slashes();
    return done();
}
