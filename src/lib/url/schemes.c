/* schemes.c - looks up schemes by name (RFC 7595; RFC 1738 section 2.1 on case, section 4 on "x-")
 *
 * Does not parse URLs. A name with bytes that are not allowed in a scheme is unknown.
 */
#include "base/hash.h"
#include "base/sized.h"
#include "url/url.h"
#include "url/tables/schemes.h"

#define ROWS (sizeof scheme_rows / sizeof scheme_rows[0])

static const phash scheme_hash = {
    scheme_displacement,
    scheme_index,
    sizeof scheme_displacement / sizeof scheme_displacement[0],
    sizeof scheme_index / sizeof scheme_index[0],
};

const char *scheme_name(const scheme_row *row)
{
    return &scheme_names[row->name / sizeof scheme_names[0]][row->name % sizeof scheme_names[0]];
}

const scheme_row *scheme_at(size_t i)
{
    return i < ROWS ? &scheme_rows[i] : NULL;
}

const scheme_row *scheme_find(const char *name, size_t n)
{
    unsigned found = n <= SCHEME_NAME_MAX ? phash_row(&scheme_hash, name, n) : 0;

    if (!found)
        return NULL;
    const scheme_row *row = &scheme_rows[found - 1];
    return row->length == n && ascii_same(name, scheme_name(row), n) ? row : NULL;
}

static bool experimental(const char *name, size_t n)
{
    if (n < 3 || ascii_lower(name[0]) != 'x' || name[1] != '-')
        return false;
    for (size_t i = 2; i < n; i++) {
        if (!ascii_is_scheme((unsigned char)name[i]))
            return false;
    }
    return true;
}

int scheme_status(const char *name, size_t n)
{
    const scheme_row *row = scheme_find(name, n);

    if (row)
        return row->status;
    return experimental(name, n) ? TRAWL_STATUS_EXPERIMENTAL : TRAWL_STATUS_UNKNOWN;
}

/* Returns true for "hg+https", a known scheme after the last "+", and for HTML's "web+name". */
static bool compound(const char *name, size_t n)
{
    size_t i = n;

    while (i > 0 && name[i - 1] != '+')
        i--;
    if (i < 2 || i == n || !ascii_is_alnum((unsigned char)name[i - 2]))
        return false;
    return scheme_find(name + i, n - i) || (i == 4 && ascii_same(name, "web", 3));
}

bool scheme_is_known(const char *name, size_t n)
{
    return scheme_status(name, n) != TRAWL_STATUS_UNKNOWN || compound(name, n);
}

int trawl_scheme_lookup(trawl_scheme *s, const char *name, size_t n)
{
    trawl_scheme known = {.size = sizeof known};
    const scheme_row *row;

    if (!name && n > 0)
        return TRAWL_ERROR_MISUSE;
    row = scheme_find(name, n);
    known.status = scheme_status(name, n);
    known.port = row ? row->port : 0;
    return sized_put(s, &known, sizeof known) ? TRAWL_OK : TRAWL_ERROR_MISUSE;
}

const char *trawl_status_name(int status)
{
    switch (status) {
    case TRAWL_STATUS_PERMANENT:
        return "permanent";
    case TRAWL_STATUS_PROVISIONAL:
        return "provisional";
    case TRAWL_STATUS_HISTORICAL:
        return "historical";
    case TRAWL_STATUS_UNREGISTERED:
        return "unregistered";
    case TRAWL_STATUS_EXPERIMENTAL:
        return "experimental";
    default:
        return "unknown";
    }
}
