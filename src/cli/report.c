/* report.c - the standards a report of "trawl check" names; see report.h */
#include "cli/report.h"

const struct report_standard report_standards[REPORT_STANDARDS] = {
    {TRAWL_RFC1738, "1738", "RFC 1738"},
    {TRAWL_RFC1630, "1630", "RFC 1630"},
    {TRAWL_RFC3986, "3986", "RFC 3986"},
    {TRAWL_IRI, "iri", "RFC 3987"},
};
