/* live.c - the href of a link, or why it has none: trawl_emit_href (F1 to F4, F11)
 *
 * The href is built from the URL's parts in ASCII, each byte that has no role percent-encoded, the host as A-labels. It is
 * not escaped for HTML here.
 */
#include "emit/live.h"

#include <string.h>

#include "base/ascii.h"
#include "base/out.h"

static const char too_long[] = "it is too long";

/* F3: of a mailto's fields only these go into a href. */
static bool is_kept_field(const char *name, size_t n)
{
    static const char *const kept[] = {"subject", "keywords", "body"};

    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (n == strlen(kept[i]) && ascii_same(name, kept[i], n))
            return true;
    return false;
}

/* The mailto URL without the fields that nobody should send along. False when nothing is left. */
static bool put_mailto(out *o, const live_url *u)
{
    trawl_span rest = u->v.part[TRAWL_FIELDS], name, value;
    trawl_str to = live_part(u, TRAWL_ADDRESSES);
    bool any = false;

    out_put(o, "mailto:", 7);
    out_put(o, to.p, to.n);
    while (rest.from != TRAWL_ABSENT && trawl_next_field(u->p, &rest, &name, &value)) {
        if (!is_kept_field(u->p + name.from, (size_t)(name.to - name.from)) || value.from == TRAWL_ABSENT)
            continue;
        out_byte(o, any ? '&' : '?');
        out_put(o, u->p + name.from, (size_t)(value.to - name.from));
        any = true;
    }
    return any || to.n > 0;
}

/* The URL that the href is made of. False: nothing is left of it. */
static bool put_source(out *o, const live_url *u)
{
    size_t n = strlen(u->scheme);

    if (u->what & LIVE_MAILTO)
        return put_mailto(o, u);
    out_put(o, u->scheme, n);
    out_put(o, u->p + n, u->n - n);
    return true;
}

/* Is what put_source() makes of it a URI already? Then trawl_ascii() would change nothing in it. */
static bool is_uri(const live_url *u)
{
    return (u->v.valid & TRAWL_RFC3986) && !((u->what & LIVE_MAILTO) && live_has(u, TRAWL_FIELDS));
}

/* *len bytes of a href; NULL, or why there is none; or an error in *error. */
static const char *build(const live_url *u, char href[TRAWL_URL_MAX], size_t *len, int *error)
{
    char text[TRAWL_URL_MAX];
    out source = {text, sizeof text, 0};

    if (!put_source(&source, u))
        return "nobody is addressed";
    if (source.len > sizeof text)
        return too_long;
    if (is_uri(u)) {
        memcpy(href, text, source.len);
        *len = source.len;
        return NULL;
    }
    *error = trawl_ascii(text, source.len, href, TRAWL_URL_MAX, len);
    if (*error == TRAWL_NO_SPACE) {
        *error = TRAWL_OK;
        return too_long;
    }
    if (*error)
        return NULL;
    *error = trawl_accepts(TRAWL_RFC3986, href, *len);
    if (*error < 0)
        return NULL;
    if (*error == 0)
        return "it is no URI";
    *error = TRAWL_OK;
    return NULL;
}

static int give(trawl_str href, char *to, size_t size, size_t *len)
{
    *len = href.n;
    if (!to || href.n > size)
        return TRAWL_NO_SPACE;
    memcpy(to, href.p, href.n);
    return TRAWL_OK;
}

/* By all the rules. */
static int find_href(const trawl_link *link, trawl_str live, char *to, size_t size, size_t *len, const char **why)
{
    char href[TRAWL_URL_MAX];
    live_url u;
    int error;

    if (live_has_no_port(link->url, link->flags)) {
        *why = LIVE_NO_PORT;
        return TRAWL_DEAD;
    }
    live_begin(&u, link->url);
    *why = live_scheme_refused(&u, live);
    error = *why ? TRAWL_OK : live_split(&u);
    if (!*why && !error)
        *why = live_form_refused(&u, link->flags);
    if (!*why && !error)
        *why = build(&u, href, len, &error);
    if (error)
        return error;
    if (!*why)
        return give((trawl_str){href, *len}, to, size, len);
    *len = 0;
    return TRAWL_DEAD;
}

int trawl_emit_href(const trawl_link *link, trawl_str live, char *to, size_t size, size_t *len, const char **why)
{
    const char *refused = NULL;
    int result;

    if (!link || !len || (!to && size > 0) || (!link->url.p && link->url.n > 0))
        return TRAWL_MISUSE;
    *len = 0;
    if (live_plain_of(link->url, link->flags) != LIVE_NOT_PLAIN)
        result = give(link->url, to, size, len);
    else
        result = find_href(link, live, to, size, len, &refused);
    if (why)
        *why = refused;
    return result;
}
