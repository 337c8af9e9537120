/* report.c - the standards that reports name; see report.h */
#include "cli/report.h"

const struct report_standard report_standards[REPORT_STANDARDS] = {
    {TRAWL_RFC1738, "1738", "RFC 1738"},
    {TRAWL_RFC1630, "1630", "RFC 1630"},
    {TRAWL_RFC3986, "3986", "RFC 3986"},
    {TRAWL_IRI, "iri", "RFC 3987"},
};

void report_valid(struct output *o, unsigned valid, const char *quote)
{
    const char *separator = "";

    for (int i = 0; i < REPORT_STANDARDS; i++) {
        if (valid & report_standards[i].bit) {
            output_text(o, separator);
            output_text(o, quote);
            output_text(o, report_standards[i].name);
            output_text(o, quote);
            separator = ",";
        }
    }
}
