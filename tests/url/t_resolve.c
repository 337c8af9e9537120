/* t_resolve.c - every line of testdata/spec/resolve.txt: a partial form put onto a base
 *
 * RFC 3986 section 5, strict and loose, and RFC 1630 "Partial (relative) form" to its letter. Does
 * not test the parts nor the verdict of what comes out.
 */
#include <trawl.h>

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
    spec_die(spec, "no such rule");
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
    int answer =
        trawl_resolve(rule_of(spec), field(spec, BASE), field(spec, REF), out, sizeof out, &n);
    if (answer != TRAWL_OK)
        is_int(answer, TRAWL_OK, "%s", spec->field[ID]);
    else
        is_mem(out, n, spec->field[WANT], spec->length[WANT], "%s %s, %s on %s", spec->field[ID],
               spec->field[RULE], spec->field[REF], spec->field[BASE]);
}

/* Too small a buffer is told its size; at exactly that size it is enough. */
static void room(void)
{
    trawl_str base = {"http://a/b/c/d;p?q", 18}, ref = {"../g", 4};
    char out[32] = {0};
    size_t n = 0;

    for (size_t size = 0; size < 12; size++) {
        n = 0;
        int answer = trawl_resolve(TRAWL_RESOLVE_3986, base, ref, size ? out : NULL, size, &n);
        ok(answer == TRAWL_ERROR_NO_SPACE && n == 12, "12 bytes into %zu", size);
    }
    memset(out, '!', sizeof out);
    is_int(trawl_resolve(TRAWL_RESOLVE_3986, base, ref, out, 12, &n), TRAWL_OK, "12 bytes into 12");
    is_mem(out, 13, "http://a/b/g!", 13, "and not one more");
}

static void misuse(void)
{
    trawl_str base = {"http://a/", 9}, ref = {"g", 1}, none = {NULL, 0};
    char out[32];
    size_t n = 0;

    is_int(trawl_resolve(3, base, ref, out, sizeof out, &n), TRAWL_ERROR_MISUSE, "no such rule");
    is_int(trawl_resolve(-1, base, ref, out, sizeof out, &n), TRAWL_ERROR_MISUSE,
           "no such rule either");
    is_int(trawl_resolve(TRAWL_RESOLVE_3986, none, none, out, sizeof out, &n), TRAWL_OK,
           "nothing onto nothing");
    is_int(n, 0, "is nothing");
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
    return done();
}
