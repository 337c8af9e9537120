/* report.c - the standards that reports name; see report.h */
#include "cli/report.h"

#include "cli/put.h"

const struct report_standard report_standards[REPORT_STANDARDS] = {
    {TRAWL_RFC1738, "1738", "RFC 1738"},
    {TRAWL_RFC1630, "1630", "RFC 1630"},
    {TRAWL_RFC3986, "3986", "RFC 3986"},
    {TRAWL_IRI, "iri", "RFC 3987"},
};

/* The last comma is written over by what comes next. */
char *report_put_valid(char *to, unsigned valid)
{
    for (int i = 0; i < REPORT_STANDARDS; i++)
        if (valid & report_standards[i].bit)
            to = PUT(put_word(to, report_standards[i].name), ",");
    return valid ? to - 1 : to;
}
