/* live.h - which links are live, and their href */
#ifndef TRAWL_EMIT_LIVE_H
#define TRAWL_EMIT_LIVE_H

#include "base/sixteen.h"
#include "emit/emit.h"

/* What is known of a scheme. */
enum live_what {
    LIVE_ALWAYS = 1 << 0,
    LIVE_NEVER = 1 << 1,
    LIVE_NEWS = 1 << 2, /* meant by "news" as the whole of the user's list       */
    LIVE_HTTP = 1 << 3, /* http, https                                           */
    LIVE_MAILTO = 1 << 4,
    LIVE_SESSION = 1 << 5, /* opens a session on another machine                    */
    LIVE_HOST = 1 << 6,    /* has "//" and a host (RFC 1738 section 3.1)            */
    LIVE_LINES = 1 << 7    /* parts of the URL go into a protocol made of lines     */
};

/* What the rules look at: a link's URL, its scheme in lower case, its parts. */
typedef struct live_url {
    const char *p;
    size_t n;
    char scheme[65]; /* empty: none, or a longer one than a scan takes for a scheme */
    unsigned what;   /* enum live_what */
    trawl_verdict v;
} live_url;

static inline bool live_has(const live_url *u, int part)
{
    return u->v.part[part].from != TRAWL_ABSENT;
}

static inline trawl_str live_part(const live_url *u, int part)
{
    trawl_span s = u->v.part[part];

    return s.from == TRAWL_ABSENT ? (trawl_str){"", 0} : (trawl_str){u->p + s.from, (size_t)(s.to - s.from)};
}

/* enum live_what for a scheme in lower case. */
unsigned live_scheme(const char *scheme);

/* Why its scheme is not live (live_scheme.c), or NULL. Live are http, https, mailto and what the user's list allows. */
const char *live_scheme_refused(const live_url *u, trawl_str list);

/* The scheme of a URL; then all its parts: TRAWL_OK, or an error. */
void live_begin(live_url *u, trawl_str url);
int live_split(live_url *u);

/* Is the URL its own href, and is there no danger in its host (live_plain.c)? */
enum live_plain {
    LIVE_NOT_PLAIN, /* nothing is known                                  */
    LIVE_ESCAPED,   /* it is, and for HTML it may have to be escaped    */
    LIVE_PLAIN      /* it is, and HTML takes it as it stands            */
};

/* Flags are the link's. */
enum live_plain live_plain_of(trawl_str url, unsigned flags);

/* Is it such a URL of the Web but for its port, which is not 1 to 65535? All the rules would say that, too, but take long. */
bool live_has_no_port(trawl_str url, unsigned flags);

#define LIVE_NO_PORT "its port is not 1 to 65535"

/* A port's number with one more digit; what is beyond 65535 stays that. */
static inline unsigned live_port_add(unsigned number, char digit)
{
    return number > 65535 ? number : number * 10 + (unsigned)(digit - '0');
}

/* Links with these flags are not what they look like. */
#define LIVE_ODD_FLAGS (TRAWL_REFANGED | TRAWL_FORMAT_CHAR)

/* All bits of each byte that is no letter and none of "+,-./0123456789:", "@" and "_". */
static inline sixteen live_uncommon(sixteen v)
{
    return ~(sixteen_between(v | 0x20, 'a', 'z') | sixteen_between(v, '+', ':') | sixteen_is(v, '@') |
             sixteen_is(v, '_'));
}

/* The same of each that is none of ";", "=", "?" and "~" either. */
static inline sixteen live_uncommon_in_path(sixteen v)
{
    return live_uncommon(v) & ~(sixteen_is(v, ';') | sixteen_is(v, '=') | sixteen_is(v, '?') | sixteen_is(v, '~'));
}

/* Does a URL of the Web begin here, in small letters, with a host, and behind that a path, a query or a quote mark? It is looked at in
 * KERNEL_HOST + 9 bytes. */
bool live_has_plain_host(const kernel *k, const char *url);

/* Is "mailto:" with this text behind it LIVE_PLAIN, and easily seen to be? Those bytes may stand anywhere in an address, and as they
 * are in HTML. */
static inline bool live_is_plain_address(const char *text, const sixteens *s, unsigned flags)
{
    return text[0] != '/' && !(flags & LIVE_ODD_FLAGS) &&
           !sixteen_any(live_uncommon(s->first) | live_uncommon(s->second) | live_uncommon(s->third) |
                        live_uncommon(s->last));
}

/* Has a URL but bytes which may stand anywhere behind a host, and as they are in HTML? */
static inline bool live_is_common(const sixteens *s)
{
    return !sixteen_any(live_uncommon_in_path(s->first) | live_uncommon_in_path(s->second) |
                        live_uncommon_in_path(s->third) | live_uncommon_in_path(s->last));
}

/* The ports no browser goes to (Fetch, section "Port blocking"), and 0. */
bool live_is_blocked(unsigned long port);

/* Why it is not live, its scheme aside, or NULL. Flags are the link's. */
const char *live_form_refused(const live_url *u, unsigned flags);

#endif
