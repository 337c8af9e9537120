/* t_parts.c - tests every line of testdata/spec/parts.txt: the parts of a URL, and the lists in
 * mailto and prospero
 *
 * RFC 1738 sections 3 and 5 for the parts of each scheme, RFC 3986 section 3 for the others. Absent
 * parts differ from empty ones. Does not test who accepts the URL.
 */
#include <trawl.h>

#include "specfile.h"
#include "tap.h"

enum { ID, URL, ENTRIES };

static int part_named(const spec_file *spec, const char *name, size_t n)
{
    for (int i = 0; i < TRAWL_PART_COUNT; i++) {
        if (strlen(trawl_part_name(i)) == n && memcmp(trawl_part_name(i), name, n) == 0)
            return i;
    }
    printf("# %.*s\n", (int)n, name);
    spec_die(spec, "unknown part");
    return 0;
}

static void is_absent(const spec_file *spec, const trawl_verdict *v, const char *name)
{
    trawl_span span = v->part[part_named(spec, name, strlen(name))];

    if (!ok(span.from == TRAWL_ABSENT && span.to == TRAWL_ABSENT, "%s %s: no %s", spec->field[ID],
            spec->field[URL], name))
        printf("#   got    bytes %jd to %jd\n", (intmax_t)span.from, (intmax_t)span.to);
}

static void is_there(const spec_file *spec, const trawl_verdict *v, const char *entry, size_t n)
{
    size_t name = strcspn(entry, "=");
    trawl_span span = v->part[part_named(spec, entry, name)];
    bool there = span.from <= span.to && span.to <= spec->length[URL];

    is_mem(there ? spec->field[URL] + span.from : NULL, there ? span.to - span.from : 0,
           entry + name + 1, n - name - 1, "%s %s: %.*s", spec->field[ID], spec->field[URL],
           (int)name, entry);
}

/* Writes the addresses, separated by a space: "a b". */
static void list_addresses(const char *url, trawl_span rest, char *out, size_t size)
{
    trawl_span one;
    size_t n = 0;

    out[0] = 0;
    for (int i = 0; i < 9 && n < size && trawl_next_address(url, &rest, &one) == 1; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%.*s", i ? " " : "", (int)(one.to - one.from),
                              url + one.from);
}

/* Writes the fields, separated by a space: "a=b c"; no "=" where the value is absent. */
static void list_fields(const char *url, trawl_span rest, char *out, size_t size)
{
    trawl_span name, value;
    size_t n = 0;

    out[0] = 0;
    for (int i = 0; i < 9 && n < size && trawl_next_field(url, &rest, &name, &value) == 1; i++) {
        bool there = value.from != TRAWL_ABSENT;
        n += (size_t)snprintf(out + n, size - n, "%s%.*s%s%.*s", i ? " " : "",
                              (int)(name.to - name.from), url + name.from, there ? "=" : "",
                              there ? (int)(value.to - value.from) : 0,
                              there ? url + value.from : "");
    }
}

static void is_list(const spec_file *spec, const trawl_verdict *v, const char *entry)
{
    char got[256];
    size_t name = strcspn(entry, "=");
    int part = part_named(spec, entry, name);

    if (part == TRAWL_PART_ADDRESSES)
        list_addresses(spec->field[URL], v->part[part], got, sizeof got);
    else
        list_fields(spec->field[URL], v->part[part], got, sizeof got);
    is_str(got, entry + name + 1, "%s %s: the entries of %.*s", spec->field[ID], spec->field[URL],
           (int)name, entry);
}

static void one_line(const spec_file *spec)
{
    trawl_verdict v = {.size = sizeof v};

    if (spec->fields <= ENTRIES)
        spec_die(spec, "no entries");
    if (trawl_check(&v, spec->field[URL], spec->length[URL]) != TRAWL_OK) {
        ok(false, "%s: trawl_check", spec->field[ID]);
        return;
    }
    for (int i = ENTRIES; i < spec->fields; i++) {
        const char *entry = spec->field[i];
        if (entry[0] == '!')
            is_absent(spec, &v, entry + 1);
        else if (entry[0] == '*')
            is_list(spec, &v, entry + 1);
        else
            is_there(spec, &v, entry, spec->length[i]);
    }
}

/* Tests that the parts are correct even if the URL is too long for the grammars. */
static void too_long(void)
{
    static char url[3 * TRAWL_URL_MAX];
    trawl_verdict v = {.size = sizeof v};

    memset(url, 'a', sizeof url);
    memcpy(url, "http://h:80/", 12);
    url[sizeof url - 2] = '#';
    is_int(trawl_check(&v, url, sizeof url), TRAWL_OK, "a URL of %zu bytes", sizeof url);
    is_int(v.valid, 0, "is refused by all");
    is_int(v.part[TRAWL_PART_PORT].from, 9, "its port begins at 9");
    is_int(v.part[TRAWL_PART_PATH].to, sizeof url - 2, "its path ends before the fragment");
    is_int(v.part[TRAWL_PART_FRAGMENT].to, sizeof url, "its fragment ends at the end");
}

static void misuse(void)
{
    trawl_span rest = {7, 12}, none = {TRAWL_ABSENT, TRAWL_ABSENT}, name, value;

    is_int(trawl_next_address(NULL, &rest, &name), TRAWL_ERROR_MISUSE, "addresses without a URL");
    is_int(trawl_next_address("mailto:a@b.c", NULL, &name), TRAWL_ERROR_MISUSE,
           "addresses without a list");
    is_int(trawl_next_address("mailto:a@b.c", &rest, NULL), TRAWL_ERROR_MISUSE,
           "an address without a result");
    is_int(trawl_next_address(NULL, &none, &name), 0,
           "an absent list without a URL has no addresses");
    is_int(trawl_next_field(NULL, &rest, &name, &value), TRAWL_ERROR_MISUSE,
           "fields without a URL");
    is_int(trawl_next_field("mailto:?a=b", NULL, &name, &value), TRAWL_ERROR_MISUSE,
           "fields without a list");
    is_int(trawl_next_field("mailto:?a=b", &rest, NULL, &value), TRAWL_ERROR_MISUSE,
           "a field without room for the name");
    is_int(trawl_next_field("mailto:?a=b", &rest, &name, NULL), TRAWL_ERROR_MISUSE,
           "a field without room for the value");
    is_int(trawl_next_field(NULL, &none, &name, &value), 0,
           "an absent list without a URL has no fields");
    is_int(trawl_next_address("mailto:a@b.c", &rest, &name), 1,
           "none of these calls changed the list");
}

int main(void)
{
    static spec_file spec;

    spec_open(&spec, "parts.txt");
    while (spec_next(&spec))
        one_line(&spec);
    spec_close(&spec);
    too_long();
    misuse();
    is_str(trawl_part_name(TRAWL_PART_COUNT), "unknown", "unknown part");
    return done();
}
