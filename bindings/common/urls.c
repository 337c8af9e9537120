/* urls.c - forms of a URL that need more than one call of the library, and names of standards */
#include <string.h>

#include "common.h"

/* Reduces the form in `out` to a part of it. Returns TRAWL_OK, URL_NONE for an empty part, or
 * TRAWL_ERROR_NO_SPACE. */
static int url_write_part(char *out, size_t size, size_t *len, trawl_span part)
{
    *len = (size_t)(part.to - part.from);
    if (*len == 0)
        return URL_NONE;
    if (*len > size)
        return TRAWL_ERROR_NO_SPACE;
    memmove(out, out + part.from, *len);
    return TRAWL_OK;
}

int url_host(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    int error = trawl_canonical(url, n, out, size, len);

    return error == TRAWL_OK ? url_write_part(out, size, len, trawl_host(out, *len)) : error;
}

int url_site(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    int error = url_host(url, n, out, size, len);

    return error == TRAWL_OK
               ? url_write_part(out, size, len, (trawl_span){*len - trawl_site(out, *len), *len})
               : error;
}

int url_looks_like(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    int error = trawl_looks_like(url, n, out, size, len);

    return error == TRAWL_OK && *len == 0 ? URL_NONE : error;
}

const struct url_standard url_standards[URL_STANDARDS] = {{"any", TRAWL_STANDARD_ANY},
#define ROW(name, standard) {name, standard},
                                                          STANDARDS_OF_URLS(ROW)
#undef ROW
};

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
