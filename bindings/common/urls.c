/* urls.c - forms of a URL that need more than one call of the library, and names of standards */
#include <string.h>

#include "common.h"

/* Returns `result`, that of a call that wrote a form, or URL_NONE if the form is empty. */
static int url_none_if_empty(int result, const size_t *len)
{
    return result == TRAWL_OK && *len == 0 ? URL_NONE : result;
}

int url_host(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return url_none_if_empty(trawl_host(url, n, out, size, len), len);
}

int url_site(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return url_none_if_empty(trawl_site(url, n, out, size, len), len);
}

int url_looks_like(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    return url_none_if_empty(trawl_looks_like(url, n, out, size, len), len);
}

const struct url_standard url_standards[URL_STANDARDS] = {{"any", TRAWL_STANDARD_ANY},
                                                          {"1738", TRAWL_STANDARD_RFC1738},
                                                          {"1630", TRAWL_STANDARD_RFC1630},
                                                          {"3986", TRAWL_STANDARD_RFC3986},
                                                          {"iri", TRAWL_STANDARD_IRI}};

int url_valid(trawl_str url, trawl_str standard)
{
    for (int i = 0; i < URL_STANDARDS; i++) {
        unsigned bits = url_standards[i].bits;

        if (standard.n == strlen(url_standards[i].name) &&
            memcmp(standard.p, url_standards[i].name, standard.n) == 0)
            return bits == TRAWL_STANDARD_ANY ? trawl_standards(url.p, url.n, NULL)
                                              : trawl_accepts(bits, url.p, url.n);
    }
    return URL_NO_STANDARD;
}
