/* refuse.h - why a standard refuses a URL: the code, the byte and the section, from where its pattern stopped */
#ifndef TRAWL_GRAMMAR_REFUSE_H
#define TRAWL_GRAMMAR_REFUSE_H

#include "grammar/parts.h"
#include "grammar/patterns.h"

/* One refusal to explain. */
typedef struct refusal_case {
    const char *standard; /* as in trawl_refusal */
    enum pattern pattern; /* that refused */
    const char *url;
    size_t n;
    const url_parts *parts; /* split by parts_split() alone */
    size_t at;              /* match_reach()'s answer */
} refusal_case;

/* Fill in the refusal. 0, or TRAWL_NO_MEMORY. */
int refuse(const refusal_case *c, trawl_refusal *r);

/* The section of the standard that speaks of the code; grammar picks among RFC 1738's sections for the schemes. */
const char *refuse_section(const char *standard, trawl_code code, enum scheme_grammar grammar);

/* Put a refusal together from its pieces. */
void refuse_with(trawl_refusal *r, const char *standard, trawl_code code, size_t at, const char *section);

#endif
