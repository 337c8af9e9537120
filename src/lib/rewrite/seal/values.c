/* values.c - attributes with several addresses, or with an address among other text (HTML standard,
 * 4.8.4.4 srcset, 4.2.5.3 refresh) */
#include "base/ascii.h"
#include "rewrite/seal/seal.h"

void seal_put(seal_out *out, const char *p, size_t n)
{
    if (out->error || n == 0)
        return;
    if (!memory_grow(out->m, &out->p, &out->room, out->n + n, 1)) {
        out->error = TRAWL_ERROR_NO_MEMORY;
        return;
    }
    memcpy(out->p + out->n, p, n);
    out->n += n;
}

void seal_free(seal_out *out)
{
    memory_free(out->m, out->p);
    *out = (seal_out){.m = out->m};
}

/* Copies the address, or what replaces it. */
static void put_address(seal_out *out, trawl_str address, bool picture, seal_take *take, void *user)
{
    int result = out->error ? 0 : take(user, address, picture, out);

    if (result == 0)
        seal_put(out, address.p, address.n);
    else if (result < 0 && !out->error)
        out->error = result;
}

int seal_single(seal_out *out, trawl_str value, seal_take *take, void *user)
{
    put_address(out, value, true, take, user);
    return out->error;
}

int seal_ping(seal_out *out, trawl_str value, seal_take *take, void *user)
{
    for (size_t i = 0, from; i < value.n;) {
        for (from = i; i < value.n && seal_is_blank(value.p[i]); i++)
            ;
        seal_put(out, value.p + from, i - from);
        for (from = i; i < value.n && !seal_is_blank(value.p[i]); i++)
            ;
        if (i > from)
            put_address(out, (trawl_str){value.p + from, i - from}, false, take, user);
    }
    return out->error;
}

/* Returns the end of the descriptors of an image, such as "2x" or "100w". They end at a comma that
 * is not in parentheses. */
static size_t descriptors_end(trawl_str value, size_t i)
{
    bool inside = false;

    for (; i < value.n && (inside || value.p[i] != ','); i++)
        inside = value.p[i] == '(' || (inside && value.p[i] != ')');
    return i;
}

int seal_srcset(seal_out *out, trawl_str value, seal_take *take, void *user)
{
    for (size_t i = 0, from, to; i < value.n;) {
        for (from = i; i < value.n && (seal_is_blank(value.p[i]) || value.p[i] == ','); i++)
            ;
        seal_put(out, value.p + from, i - from);
        for (from = i; i < value.n && !seal_is_blank(value.p[i]); i++)
            ;
        for (to = i; to > from && value.p[to - 1] == ','; to--)
            ;
        if (to > from)
            put_address(out, (trawl_str){value.p + from, to - from}, true, take, user);
        if (to == i)
            i = descriptors_end(value, i);
        seal_put(out, value.p + to, i - to);
    }
    return out->error;
}

/* Returns the offset of the address in the content of a refresh, or value.n if there is none. */
static size_t refresh_address(trawl_str value)
{
    size_t i = 0, name;

    while (i < value.n && seal_is_blank(value.p[i]))
        i++;
    while (i < value.n && (ascii_is_digit((unsigned char)value.p[i]) || value.p[i] == '.'))
        i++;
    while (i < value.n && seal_is_blank(value.p[i]))
        i++;
    if (i < value.n && (value.p[i] == ';' || value.p[i] == ','))
        i++;
    while (i < value.n && seal_is_blank(value.p[i]))
        i++;
    name = i;
    if (!ascii_begins(value.p + name, value.n - name, "url"))
        return i;
    for (name += 3; name < value.n && seal_is_blank(value.p[name]); name++)
        ;
    if (name == value.n || value.p[name] != '=')
        return i;
    for (name++; name < value.n && seal_is_blank(value.p[name]); name++)
        ;
    return name;
}

int seal_refresh(seal_out *out, trawl_str value, seal_take *take, void *user)
{
    size_t from = refresh_address(value), to = value.n;
    const char *quote = from < value.n && strchr("\"'", value.p[from]) ? value.p + from : NULL;

    if (quote) {
        from++;
        quote = memchr(value.p + from, *quote, value.n - from);
        to = quote ? (size_t)(quote - value.p) : value.n;
    }
    while (!quote && to > from && seal_is_blank(value.p[to - 1]))
        to--;
    seal_put(out, value.p, from);
    if (to > from)
        put_address(out, (trawl_str){value.p + from, to - from}, false, take, user);
    seal_put(out, value.p + to, value.n - to);
    return out->error;
}
