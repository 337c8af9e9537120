/* t_schemes.c - the table of URI schemes, and its lookup
 *
 * Tests samples, then every row of src/gen/schemes.tsv if that file is found (from the top of the
 * tree, or with TRAWL_SOURCE). Does not test URLs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "url/url.h"
#include "tap.h"

static const scheme_row *find(const char *name)
{
    return scheme_find(name, strlen(name));
}

static void samples(void)
{
    static const struct {
        const char *name;
        int status, port, shape, grammar;
    } row[] = {
        {"http", TRAWL_STATUS_PERMANENT, 80, SHAPE_HOST, SCHEME_HTTP},
        {"HTTPS", TRAWL_STATUS_PERMANENT, 443, SHAPE_HOST, SCHEME_HTTPS},
        {"ftp", TRAWL_STATUS_PERMANENT, 21, SHAPE_HOST, SCHEME_FTP},
        {"Gopher", TRAWL_STATUS_PERMANENT, 70, SHAPE_HOST, SCHEME_GOPHER},
        {"mailto", TRAWL_STATUS_PERMANENT, 0, SHAPE_OPAQUE, SCHEME_MAILTO},
        {"news", TRAWL_STATUS_PERMANENT, 119, SHAPE_OPAQUE, SCHEME_NEWS},
        {"nntp", TRAWL_STATUS_PERMANENT, 119, SHAPE_HOST, SCHEME_NNTP},
        {"telnet", TRAWL_STATUS_PERMANENT, 23, SHAPE_HOST, SCHEME_TELNET},
        {"wais", TRAWL_STATUS_HISTORICAL, 210, SHAPE_HOST, SCHEME_WAIS},
        {"file", TRAWL_STATUS_PERMANENT, 0, SHAPE_FILE, SCHEME_FILE},
        {"prospero", TRAWL_STATUS_HISTORICAL, 1525, SHAPE_HOST, SCHEME_PROSPERO},
        {"ws", TRAWL_STATUS_PERMANENT, 80, SHAPE_HOST, SCHEME_WS},
        {"wss", TRAWL_STATUS_PERMANENT, 443, SHAPE_HOST, SCHEME_WS},
        {"snews", TRAWL_STATUS_HISTORICAL, 563, SHAPE_HOST, SCHEME_SNEWS},
        {"urn", TRAWL_STATUS_PERMANENT, 0, SHAPE_OPAQUE, SCHEME_URN},
        {"afs", TRAWL_STATUS_PROVISIONAL, 0, SHAPE_HOST, SCHEME_AFS},
        {"rlogin", TRAWL_STATUS_UNREGISTERED, 513, SHAPE_HOST, SCHEME_RLOGIN},
        {"javascript", TRAWL_STATUS_UNREGISTERED, 0, SHAPE_OTHER, SCHEME_GENERIC},
        {"z39.50r", TRAWL_STATUS_PERMANENT, 210, SHAPE_HOST, SCHEME_GENERIC},
        {"coap+tcp", TRAWL_STATUS_PERMANENT, 5683, SHAPE_HOST, SCHEME_GENERIC},
        {"machineProvisioningProgressReporter", TRAWL_STATUS_PROVISIONAL, 0, SHAPE_OTHER,
         SCHEME_GENERIC},
    };

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const scheme_row *got = find(row[i].name);

        ok(got != NULL && got->status == row[i].status && got->port == row[i].port &&
               got->shape == row[i].shape && got->grammar == row[i].grammar,
           "%s", row[i].name);
    }
}

/* Rule M6 names the schemes that are found without "//". */
static void opaque_ones(void)
{
    static const char *const name[] = {"mailto", "news",    "mid",  "cid",    "urn",  "tel",
                                       "sip",    "sips",    "xmpp", "magnet", "geo",  "sms",
                                       "matrix", "bitcoin", "doi",  "did",    "nostr"};
    int opaque = 0;

    for (size_t i = 0; scheme_at(i) != NULL; i++)
        opaque += scheme_at(i)->shape == SHAPE_OPAQUE;
    is_int(opaque, (int)(sizeof name / sizeof name[0]), "number of opaque schemes");
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++)
        ok(find(name[i]) != NULL && find(name[i])->shape == SHAPE_OPAQUE, "%s is opaque", name[i]);
}

static void strangers(void)
{
    char longest[4096];

    memset(longest, 'a', sizeof longest);
    ok(find("") == NULL, "the empty name");
    ok(scheme_find(NULL, 0) == NULL, "a NULL name");
    ok(scheme_find("http:", 5) == NULL, "http with its colon");
    ok(scheme_find("http", 3) == NULL, "the start of a name");
    ok(scheme_find("htt\0", 4) == NULL, "a NUL inside");
    ok(find("hxtp") == NULL, "hxtp");
    ok(find("h\303\244ttp") == NULL, "non-ASCII bytes");
    ok(scheme_find(longest, sizeof longest) == NULL, "a very long name");
    is_int(scheme_status("hxtp", 4), TRAWL_STATUS_UNKNOWN, "hxtp has no status");
}

static void experiments(void)
{
    is_int(scheme_status("x-foo", 5), TRAWL_STATUS_EXPERIMENTAL, "x-foo");
    is_int(scheme_status("X-Foo", 5), TRAWL_STATUS_EXPERIMENTAL, "X-Foo");
    is_int(scheme_status("x-", 2), TRAWL_STATUS_UNKNOWN, "x- alone");
    is_int(scheme_status("x-a b", 5), TRAWL_STATUS_UNKNOWN, "x- with a space");
    is_int(scheme_status("xfoo", 4), TRAWL_STATUS_UNKNOWN, "xfoo");
}

static void each_row(void)
{
    size_t rows = 0, wrong = 0, unsorted = 0;

    for (const scheme_row *row; (row = scheme_at(rows)) != NULL; rows++) {
        const char *name = scheme_name(row);
        char upper[64];

        for (size_t i = 0; i < row->length; i++)
            upper[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 32 : name[i]);
        wrong += scheme_find(name, row->length) != row || scheme_find(upper, row->length) != row;
        wrong += scheme_find(name, row->length + 1u) != NULL;
        unsorted += rows > 0 && strncmp(scheme_name(scheme_at(rows - 1)), name, row->length) >= 0;
    }
    ok(rows > 350, "the table has rows");
    is_int((int)wrong, 0, "rows not found by their name");
    is_int((int)unsorted, 0, "rows out of order");
}

static void public_lookup(void)
{
    trawl_scheme s = {sizeof s, 0, 0}, small = {0};

    is_int(trawl_scheme_lookup(&s, "GOPHER", 6), TRAWL_OK, "lookup");
    ok(s.status == TRAWL_STATUS_PERMANENT && s.port == 70, "its result");
    is_int(trawl_scheme_lookup(&s, "nosuch", 6), TRAWL_OK, "lookup of an unknown name");
    ok(s.status == TRAWL_STATUS_UNKNOWN && s.port == 0, "its result");
    is_int(trawl_scheme_lookup(&s, "x-y", 3), TRAWL_OK, "lookup of an experimental name");
    ok(s.status == TRAWL_STATUS_EXPERIMENTAL && s.port == 0, "its result");
    is_int(trawl_scheme_lookup(&s, NULL, 0), TRAWL_OK, "NULL for an empty name");
    is_int(trawl_scheme_lookup(&s, NULL, 1), TRAWL_ERROR_MISUSE, "NULL for a name");
    is_int(trawl_scheme_lookup(NULL, "ftp", 3), TRAWL_ERROR_MISUSE, "NULL for the result");
    is_int(trawl_scheme_lookup(&small, "ftp", 3), TRAWL_ERROR_MISUSE, "size not set");
    ok(!strcmp(trawl_status_name(TRAWL_STATUS_HISTORICAL), "historical"), "the name of a status");
    ok(!strcmp(trawl_status_name(TRAWL_STATUS_EXPERIMENTAL), "experimental"),
       "the name of another status");
    ok(!strcmp(trawl_status_name(99), "unknown"), "the name of an unknown status");
}

/* Tests one line of schemes.tsv: name, status, port, shape, ... */
static int agrees(char *line)
{
    static const char *const shape[] = {"other", "host", "opaque", "file", "hosts", "did"};
    const char *name = strtok(line, "\t"), *status = strtok(NULL, "\t");
    const char *port = strtok(NULL, "\t"), *form = strtok(NULL, "\t");

    if (name == NULL || form == NULL || find(name) == NULL)
        return 0;
    const scheme_row *row = find(name);
    return !strcmp(trawl_status_name(row->status), status) &&
           row->port == strtoul(port, NULL, 10) && !strcmp(shape[row->shape], form);
}

static void source_data(void)
{
    const char *top = getenv("TRAWL_SOURCE");
    char path[4096], line[512];
    int lines = 0, wrong = 0, rows = 0;

    snprintf(path, sizeof path, "%s/src/gen/schemes.tsv", top != NULL ? top : ".");
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        skip("%s, the source data", path);
        return;
    }
    while (fgets(line, sizeof line, f) != NULL) {
        if (line[0] == '#')
            continue;
        lines++;
        wrong += !agrees(line);
    }
    fclose(f);
    while (scheme_at((size_t)rows) != NULL)
        rows++;
    is_int(rows, lines, "as many rows as in the source data");
    is_int(wrong, 0, "rows that differ from the source data");
}

int main(void)
{
    samples();
    opaque_ones();
    strangers();
    experiments();
    each_row();
    public_lookup();
    source_data();
    return done();
}
