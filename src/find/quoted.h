/* quoted.h - a second reading of links in quoted-printable that nobody decoded: M13
 *
 *   http://a.example/?x=3D1&y=3D=       http://a.example/?x=3D1&y=3D=
 *   2                                   or http://a.example/?x=1&y=2
 */
#ifndef TRAWL_FIND_QUOTED_H
#define TRAWL_FIND_QUOTED_H

#include "find/place.h"
#include "find/wrap.h"

/* Add that reading to a link of running text, one of a scheme or "www."; p is moved to where it begins, if need be. */
void quoted_bare(const settings *s, text *t, place *p, found *f);

/* The same for one in a wrapper. */
void quoted_wrapped(const wrap *w, slice at, found *f);

#endif
