/* links.h - rows of texts and the links in them, each read as a whole and byte by byte
 *
 * A row is { options of case_options.h, text, links }. "~" is "http://a.example/" in both texts,
 * and the links are written as
 *
 *     URL {raw text, if it is not the URL's end} [flags] or READING or READING; next link
 *
 * A blank in the raw text is what was left out there.
 */
#ifndef TRAWL_TESTS_FIND_JOIN_LINKS_H
#define TRAWL_TESTS_FIND_JOIN_LINKS_H

#include "find/case_options.h"
#include "finding.h"
#include "tap.h"

typedef struct links_row {
    const char *options, *text, *links;
} links_row;

static inline void links_expand(growing *g, const char *p)
{
    growing_clear(g);
    for (; *p; p++)
        growing_add(g, *p == '~' ? "http://a.example/" : p, *p == '~' ? 17 : 1);
}

static inline void links_write(growing *g, const finding *f)
{
    growing_clear(g);
    for (unsigned i = 0; i < f->link_count; i++) {
        const found_link *l = &f->link[i];
        bool any = false;

        growing_printf(g, i > 0 ? "; " : "");
        growing_add(g, l->url.p, l->url.n);
        if (l->raw.n > l->url.n ||
            memcmp(l->raw.p, l->url.p + l->url.n - l->raw.n, l->raw.n) != 0) {
            growing_printf(g, " {");
            growing_add(g, l->raw.p, l->raw.n);
            growing_printf(g, "}");
        }
        for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
            if (l->flags >> bit & 1) {
                growing_printf(g, "%s%s", any ? " " : " [", trawl_flag_name(bit));
                any = true;
            }
        growing_printf(g, any ? "]" : "");
        for (unsigned k = 0; k < l->alt_count; k++) {
            growing_printf(g, " or ");
            growing_add(g, l->alt[k].p, l->alt[k].n);
        }
    }
}

static inline void links_run(const links_row *rows, size_t count)
{
    static growing text, want, got;
    static finding f;

    for (size_t i = 0; i < count; i++) {
        const trawl_config config = case_config(rows[i].options);

        links_expand(&text, rows[i].text);
        links_expand(&want, rows[i].links);
        finding_open(&f, &config);
        for (size_t step = 0; step < 2; step++) {
            finding_run(&f, text.p, text.n, step, 0);
            links_write(&got, &f);
            is_mem(got.p, got.n, want.p, want.n, "%s%s", rows[i].text, step ? ", by bytes" : "");
            is_str(f.faults ? f.fault : "", "", "its events");
        }
        finding_close(&f);
    }
    free(text.p), free(want.p), free(got.p);
    text = want = got = (growing){0};
}

#endif
