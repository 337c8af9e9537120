/* t_bare.c - tables of src/lib/find/bare must agree with those of src/lib/url: file endings (D3),
 * schemes without "//" (M6), and the names that begin a host (M7)
 *
 * testdata/spec/rules.txt tests what is found in texts.
 */
#include <stdio.h>
#include <string.h>

#include "find/bare/inside.h"
#include "find/scan/scan.h"
#include "url/url.h"
#include "tap.h"

/* A file ending that is a top-level domain would hide domains: checks that no such ending
 * exists. */
static void endings(void)
{
    static const char *const files[] = {"png", "jpg",  "jpeg", "gif", "svg", "webp", "pdf",
                                        "txt", "html", "xml",  "CSS", "js",  "Json", "php"};
    static const char *const others[] = {"ng",  "apng", "ajs", "ml", "net",
                                         "mil", "on",   "tml", "p",  "jp"};
    trawl_str tld;
    bool held = true;

    for (size_t i = 0; (tld = tld_at(i)).n > 0; i++)
        held &= !address_is_file_ending(tld.p, tld.n);
    ok(held, "no top-level domain is the ending of files");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        ok(address_is_file_ending(files[i], strlen(files[i])), "%s may be a file", files[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ok(!address_is_file_ending(others[i], strlen(others[i])), "%s is not a file", others[i]);
}

/* Returns true when the scheme has a shape for something that follows its colon. */
static bool has_shape(const settings *s, const char *name, size_t n)
{
    static const char *const rests[] = {
        "joe@a.example", "a.b.c",       "isbn:x1", "+4989123456",
        "?xt=1",         "1.5,2.5",     "/x",      "u/joe:a.example",
        "bc1qexample",   "10.1000/182", "plc:abc", "npub1qqqqqqqq"};
    char url[128];

    for (size_t k = 0; k < sizeof rests / sizeof rests[0]; k++) {
        text t = {.p = url, .final = true};
        t.n = (size_t)snprintf(url, sizeof url, "%.*s:%s", (int)n, name, rests[k]);
        if (bare_opaque_head(s, &t, 0, n) > 0)
            return true;
    }
    return false;
}

/* An opaque scheme without a shape would never be found: each must have one. */
static void schemes(void)
{
    const scheme_row *row;
    settings *s;
    unsigned shapes = 0;

    is_int(trawl_settings_open(&s, NULL), TRAWL_OK, "settings");
    for (size_t i = 0; (row = scheme_at(i)); i++) {
        bool opaque = row->shape == SHAPE_OPAQUE || row->shape == SHAPE_FILE;
        if (has_shape(s, scheme_name(row), row->length) != opaque)
            ok(false, "%.*s has a shape if and only if its row says so", (int)row->length,
               scheme_name(row));
        shapes += opaque;
    }
    is_int(shapes, 18, "schemes without \"//\" that have a shape");
    trawl_settings_close(&s);
}

static int keep_url(void *url, const trawl_link *link)
{
    snprintf(url, 128, "%.*s", (int)link->url.n, link->url.p);
    return 0;
}

/* Returns the URL of the only link in the text, or "" for none. */
static const char *only_link(const char *in)
{
    static char url[128];

    url[0] = '\0';
    (void)trawl_each(in, strlen(in), NULL, keep_url, url);
    return url;
}

/* Checks that the text has a link, `start` and `url`; with NULL, that it has none. */
static void links_to(const char *in, const char *start, const char *url)
{
    char wanted[192] = "";

    if (start)
        snprintf(wanted, sizeof wanted, "%s%s", start, url);
    is_str(only_link(in), wanted, "%s", in);
}

/* Each name of base/prefix.h is found, in both cases, with as many digits as its row allows, in
 * running text and in brackets, and gets a scheme that is known. */
static void prefixes(void)
{
    char name[100 + PREFIX_DIGITS], host[160], in[200];

    for (size_t row = 0; row < PREFIX_COUNT; row++) {
        const prefix_row *r = &prefix_rows[row];
        for (unsigned digits = 0; digits <= PREFIX_DIGITS + 1; digits++) {
            snprintf(name, sizeof name, "%s%.*s", r->name, (int)digits, "1234");
            snprintf(host, sizeof host, "%s.a-b.org/x", name);
            snprintf(in, sizeof in, "see %s, then", host);
            links_to(in, digits <= r->digits ? r->start : NULL, host);
            name[0] -= 'a' - 'A';
            snprintf(host, sizeof host, "%s.a-b.org", name);
            snprintf(in, sizeof in, "(%s)", host);
            links_to(in, digits <= r->digits ? r->start : NULL, host);
        }
        snprintf(in, sizeof in, "<%s.a-b.org/x\n  y.z>", r->name);
        snprintf(host, sizeof host, "%s.a-b.org/xy.z", r->name);
        links_to(in, r->start, host);
        snprintf(in, sizeof in, "x%s.a-b.de", r->name);
        links_to(in, NULL, NULL);
        ok(scheme_find(r->start, r->start_n - strlen("://")), "%s is a known scheme", r->start);
    }
}

int main(void)
{
    endings();
    schemes();
    prefixes();
    return done();
}
