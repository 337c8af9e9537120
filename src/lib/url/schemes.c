/* schemes.c - looks up schemes by name (RFC 7595; RFC 1738 section 2.1 on case, section 4 on "x-")
 *
 * Does not parse URLs. A name with bytes that are not allowed in a scheme is unknown.
 */
#include "base/hash.h"
#include "base/sized.h"
#include "url/url.h"
#include "url/tables/schemes.h"

/* The compiler makes the names and the tables below from SCHEME_ROWS, so that a new scheme does not
 * change the generated lines of other schemes. */

/* The names, one after another. */
typedef struct scheme_names {
#define SCHEME_NAME_MEMBER(id, name, ...) char n_##id[sizeof(name)];
    SCHEME_ROWS(SCHEME_NAME_MEMBER)
} scheme_names;

#define SCHEME_NAME(id, name, ...) name,
static const scheme_names scheme_all_names = {SCHEME_ROWS(SCHEME_NAME)};

/* As long as the longest name with its NUL. */
typedef union scheme_longest {
    SCHEME_ROWS(SCHEME_NAME_MEMBER)
} scheme_longest;

#define SCHEME_ROW(id, name, port, status, shape, grammar, slot)                                   \
    {offsetof(scheme_names, n_##id), port,          sizeof(name) - 1,                              \
     TRAWL_STATUS_##status,          SHAPE_##shape, SCHEME_##grammar},
static const scheme_row scheme_rows[] = {SCHEME_ROWS(SCHEME_ROW)};

#define SCHEME_NUMBER(id, ...) SCHEME_NUMBER_##id,
enum { SCHEME_ROWS(SCHEME_NUMBER) SCHEME_COUNT };

/* 1 + the number of the row in each slot, or 0. A name is in the slot of its hash, or in one of the
 * slots after it, up to the next empty one. */
#define SCHEME_SLOT(id, name, port, status, shape, grammar, slot) [slot] = 1 + SCHEME_NUMBER_##id,
static const uint16_t scheme_index[SCHEME_SLOTS] = {SCHEME_ROWS(SCHEME_SLOT)};

const char *scheme_name(const scheme_row *row)
{
    return (const char *)&scheme_all_names + row->name;
}

const scheme_row *scheme_at(size_t i)
{
    return i < SCHEME_COUNT ? &scheme_rows[i] : NULL;
}

const scheme_row *scheme_find(const char *name, size_t n)
{
    unsigned found;

    if (n >= sizeof(scheme_longest))
        return NULL;
    for (size_t slot = hash_name(name, n); (found = scheme_index[slot % SCHEME_SLOTS]); slot++) {
        const scheme_row *row = &scheme_rows[found - 1];
        if (row->length == n && ascii_same(name, scheme_name(row), n))
            return row;
    }
    return NULL;
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
