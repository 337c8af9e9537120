/* t_statements.c - tests the statements of RFC 1738 and RFC 1630, one by one: a probe for each line
 * of testdata/spec/rfc1738.txt and rfc1630.txt
 *
 * A line has a section, what the section says, the kind of test, the probe, and what is expected.
 * The kinds are described in rfc1738.txt. Verdicts are those of the file's RFC.
 */
#include <trawl.h>

#include "specfile.h"
#include "tap.h"

enum { SECTION, STATEMENT, KIND, PROBE, WANT, FIELDS };

#define ROOM 16384

typedef struct answer {
    char s[ROOM];
    size_t n;
} answer;

static unsigned standard;
static const char *standard_name;

static void put(answer *a, const char *p, size_t n)
{
    if (n < ROOM - a->n) {
        memcpy(a->s + a->n, p, n);
        a->n += n;
    }
    a->s[a->n] = 0;
}

static void put_word(answer *a, const char *p, size_t n)
{
    if (a->n > 0)
        put(a, " ", 1);
    put(a, p, n);
}

/* Writes "yes", or the code and the byte of the refusal, by the file's RFC. */
static void verdict(const spec_file *spec, answer *a)
{
    trawl_verdict v = {.size = sizeof v};
    char text[64];

    (void)trawl_check(&v, spec->field[PROBE], spec->length[PROBE]);
    if (v.valid & standard)
        put(a, "yes", 3);
    for (unsigned i = 0; i < v.refusals; i++)
        if (strcmp(v.refusal[i].standard, standard_name) == 0)
            put(a, text,
                (size_t)snprintf(text, sizeof text, "%s@%ju", trawl_code_name(v.refusal[i].code),
                                 (uintmax_t)v.refusal[i].at));
}

/* Writes the parts that the line names, "host=h port=70"; a part without "=" is absent. */
static void parts(const spec_file *spec, answer *a)
{
    const char *url = spec->field[PROBE], *want = spec->field[WANT];
    trawl_verdict v = {.size = sizeof v};

    (void)trawl_check(&v, url, spec->length[PROBE]);
    while (*want) {
        size_t n = strcspn(want, " "), name = strcspn(want, " =");
        int part = 0;
        while (part < TRAWL_PART_COUNT && (strlen(trawl_part_name(part)) != name ||
                                           strncmp(trawl_part_name(part), want, name) != 0))
            part++;
        if (part == TRAWL_PART_COUNT)
            spec_die(spec, "unknown part");
        put_word(a, want, name);
        if (v.part[part].from != TRAWL_ABSENT) {
            put(a, "=", 1);
            put(a, url + v.part[part].from, (size_t)(v.part[part].to - v.part[part].from));
        }
        want += n + (want[n] == ' ');
    }
}

/* Writes what absent parts mean, "type=1 path=/". */
static void defaults(const spec_file *spec, answer *a)
{
    for (int part = 0; part < TRAWL_PART_COUNT; part++) {
        trawl_str usual = trawl_part_default(spec->field[PROBE], spec->length[PROBE], part);
        if (usual.n == 0)
            continue;
        put_word(a, trawl_part_name(part), strlen(trawl_part_name(part)));
        put(a, "=", 1);
        put(a, usual.p, usual.n);
    }
}

/* Writes the URL with all bytes encoded that no URI may have. */
static void encoded(const spec_file *spec, answer *a)
{
    (void)trawl_ascii(spec->field[PROBE], spec->length[PROBE], a->s, ROOM - 1, &a->n);
    a->s[a->n] = 0;
}

static void port(const spec_file *spec, answer *a)
{
    trawl_scheme scheme = {.size = sizeof scheme};
    char text[16] = "unknown";

    if (trawl_scheme_lookup(&scheme, spec->field[PROBE], spec->length[PROBE]) == TRAWL_OK)
        snprintf(text, sizeof text, "%d", scheme.port);
    put(a, text, strlen(text));
}

/* Writes "same" or "differ", for two URLs with a blank between them. */
static void equality(const spec_file *spec, answer *a)
{
    const char *one = spec->field[PROBE], *two = strchr(one, ' ');
    char form[2][ROOM];
    size_t n[2] = {0, 1};

    if (!two)
        spec_die(spec, "not two URLs");
    (void)trawl_scheme_form(one, (size_t)(two - one), form[0], ROOM, &n[0]);
    (void)trawl_scheme_form(two + 1, strlen(two + 1), form[1], ROOM, &n[1]);
    if (n[0] == n[1] && memcmp(form[0], form[1], n[0]) == 0)
        put(a, "same", 4);
    else
        put(a, "differ", 6);
}

/* Writes the links, other readings after "|", and flags after "!": "http://a
 * http://b|http://c!flag". */
static int add_link(void *user, const trawl_event *e)
{
    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    put_word(user, e->link->url.p, e->link->url.n);
    for (unsigned i = 0; i < e->link->alt_count; i++) {
        put(user, "|", 1);
        put(user, e->link->alts[i].url.p, e->link->alts[i].url.n);
    }
    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
        if (e->link->flags & TRAWL_FLAG(bit)) {
            put(user, "!", 1);
            put(user, trawl_flag_name(bit), strlen(trawl_flag_name(bit)));
        }
    return 0;
}

static void resolved(const spec_file *spec, answer *a)
{
    const char *base = spec->field[PROBE], *ref = strchr(base, ' ');
    size_t n = 0;

    if (!ref)
        spec_die(spec, "not a base and a partial URL");
    (void)trawl_resolve(TRAWL_RESOLVE_1630, base, (size_t)(ref - base), ref + 1, strlen(ref + 1),
                        a->s, ROOM - 1, &n);
    a->n = n;
    a->s[n] = 0;
}

static void one_line(const spec_file *spec)
{
    const char *kind = spec->field[KIND];
    static answer a;

    a = (answer){.n = 0};
    if (spec->fields != FIELDS)
        spec_die(spec, "not five fields");
    if (strcmp(kind, "valid") == 0)
        verdict(spec, &a);
    else if (strcmp(kind, "parts") == 0)
        parts(spec, &a);
    else if (strcmp(kind, "default") == 0)
        defaults(spec, &a);
    else if (strcmp(kind, "ascii") == 0)
        encoded(spec, &a);
    else if (strcmp(kind, "port") == 0)
        port(spec, &a);
    else if (strcmp(kind, "equal") == 0)
        equality(spec, &a);
    else if (strcmp(kind, "resolve") == 0)
        resolved(spec, &a);
    else if (strcmp(kind, "find") == 0)
        (void)trawl_scan(spec->field[PROBE], spec->length[PROBE], NULL, add_link, &a);
    else
        spec_die(spec, "unknown kind");
    is_str(a.n > 0 ? a.s : "-", spec->field[WANT], "%s %s, %s: %.60s", standard_name,
           spec->field[SECTION], spec->field[STATEMENT], spec->field[PROBE]);
}

static unsigned all_of(const char *file, unsigned bit, const char *name)
{
    static spec_file spec;
    unsigned count = 0;

    standard = bit;
    standard_name = name;
    spec_open(&spec, file);
    for (; spec_next(&spec); count++)
        one_line(&spec);
    spec_close(&spec);
    return count;
}

int main(void)
{
    ok(all_of("rfc1738.txt", TRAWL_STANDARD_RFC1738, "1738") >= 400, "all of RFC 1738");
    ok(all_of("rfc1630.txt", TRAWL_STANDARD_RFC1630, "1630") >= 275, "all of RFC 1630");
    trawl_release();
    return done();
}
