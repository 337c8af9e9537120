/* find_forms.c - what the records of json and tsv say of a link's URL beside itself; see find_forms.h
 *
 * Each standard is asked for its yes or no alone: where a refused URL fails, which costs another match, nobody wants to know
 * here. Where RFC 3986 accepts the URL, the URL in ASCII is the URL.
 */
#include "cli/find_forms.h"

#include "cli/find.h"

static int fill(struct reply *reply, reply_form *form, trawl_str url, trawl_str *result)
{
    int error = reply_fill(reply, form, url);

    *result = (trawl_str){reply->p, reply->n};
    return error;
}

int find_forms(struct find *f, trawl_str url, struct find_forms *forms)
{
    int same, valid = trawl_standards(url.p, url.n, &same), error = TRAWL_OK;

    if (valid < 0)
        return valid;
    *forms = (struct find_forms){.valid = (unsigned)valid, .canonical = url, .ascii = url};
    if (!same)
        error = fill(&f->canonical, trawl_canonical, url, &forms->canonical);
    if (error == TRAWL_OK && !(valid & TRAWL_RFC3986))
        error = fill(&f->ascii, trawl_ascii, url, &forms->ascii);
    if (error == TRAWL_OK && f->options->display)
        error = fill(&f->display, trawl_display, url, &forms->display);
    return error;
}

size_t find_forms_texts(const trawl_link *link, const struct find_forms *forms)
{
    size_t texts = link->url.n + link->raw.n + forms->canonical.n + forms->ascii.n + forms->display.n;

    for (unsigned i = 0; i < link->alt_count; i++)
        texts += link->alts[i].url.n;
    return texts;
}
