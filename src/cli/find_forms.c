/* find_forms.c - what the records of json and tsv say of a link's URL beside itself; see find_forms.h
 *
 * Each standard is asked for its yes or no alone: where a refused URL fails, which costs another match, nobody wants to know
 * here. Two questions need not be asked where RFC 3986 accepts the URL: the rule IRI does so too, and the URL in ASCII is
 * the URL.
 */
#include "cli/find_forms.h"

#include "cli/find.h"

static int find_valid(trawl_str url, unsigned *valid)
{
    static const unsigned standards[] = {TRAWL_RFC3986, TRAWL_IRI, TRAWL_RFC1738, TRAWL_RFC1630};

    *valid = 0;
    for (size_t i = 0; i < sizeof standards / sizeof standards[0]; i++) {
        int accepted =
            standards[i] == TRAWL_IRI && (*valid & TRAWL_RFC3986) ? 1 : trawl_accepts(standards[i], url.p, url.n);

        if (accepted < 0)
            return accepted;
        *valid |= accepted ? standards[i] : 0;
    }
    return TRAWL_OK;
}

static int fill(struct reply *reply, reply_form *form, trawl_str url, trawl_str *result)
{
    int error = reply_fill(reply, form, url);

    *result = (trawl_str){reply->p, reply->n};
    return error;
}

int find_forms(struct find *f, trawl_str url, struct find_forms *forms)
{
    int error = find_valid(url, &forms->valid);

    forms->ascii = url;
    forms->display = (trawl_str){NULL, 0};
    if (error == TRAWL_OK)
        error = fill(&f->canonical, trawl_canonical, url, &forms->canonical);
    if (error == TRAWL_OK && !(forms->valid & TRAWL_RFC3986))
        error = fill(&f->ascii, trawl_ascii, url, &forms->ascii);
    if (error == TRAWL_OK && f->options->display)
        error = fill(&f->display, trawl_display, url, &forms->display);
    return error;
}
