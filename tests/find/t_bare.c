/* t_bare.c - tables of find/bare that must agree with those of url: endings of files (D3), schemes without "//" (M6)
 *
 * What is found in texts is for testdata/spec/rules.txt.
 */
#include <string.h>

#include "find/bare/inside.h"
#include "find/scan/scan.h"
#include "url/url.h"
#include "tap.h"

/* An address may end in any top-level domain, whatever files there are. */
static void endings(void)
{
    static const char *const files[] = {"png", "jpg",  "jpeg", "gif", "svg", "webp", "pdf",
                                        "txt", "html", "xml",  "CSS", "js",  "Json", "php"};
    static const char *const others[] = {"ng",  "apng", "ajs", "ml", "net",
                                         "mil", "on",   "tml", "p",  "jp"};
    trawl_str tld;
    bool held = true;

    for (size_t i = 0; (tld = tld_at(i)).n > 0; i++)
        held &= !email_is_file_ending(tld.p, tld.n);
    ok(held, "no top-level domain is the ending of files");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        ok(email_is_file_ending(files[i], strlen(files[i])), "%s may be a file", files[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ok(!email_is_file_ending(others[i], strlen(others[i])), "%s is none", others[i]);
}

/* Returns true when something that follows the name and a colon gives it a shape. */
static bool has_shape(const settings *s, const char *name, size_t n)
{
    static const char *const rests[] = {"joe@a.example", "a.b.c",   "isbn:x1", "+4989123456",
                                        "?xt=1",         "1.5,2.5", "/x"};
    char url[128];

    for (size_t k = 0; k < sizeof rests / sizeof rests[0]; k++) {
        text t = {.p = url, .final = true};
        t.n = (size_t)snprintf(url, sizeof url, "%.*s:%s", (int)n, name, rests[k]);
        if (bare_opaque_head(s, &t, 0, n) > 0)
            return true;
    }
    return false;
}

/* A scheme that the list of schemes calls opaque, but that has no shape, would never be found. */
static void schemes(void)
{
    const scheme_row *row;
    settings *s;
    unsigned shapes = 0;

    is_int(trawl_settings_new(&s, NULL), TRAWL_OK, "settings");
    for (size_t i = 0; (row = scheme_at(i)); i++) {
        bool opaque = row->shape == SHAPE_OPAQUE || row->shape == SHAPE_FILE;
        if (has_shape(s, scheme_name(row), row->length) != opaque)
            ok(false, "%.*s has a shape as its row says", (int)row->length, scheme_name(row));
        shapes += opaque;
    }
    is_int(shapes, 12, "schemes that need no \"//\" have a shape");
    trawl_settings_free(&s);
}

int main(void)
{
    endings();
    schemes();
    return done();
}
