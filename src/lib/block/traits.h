/* traits.h - what can be seen at a line, as bits, and the rows that decide by them */
#ifndef TRAWL_BLOCK_TRAITS_H
#define TRAWL_BLOCK_TRAITS_H

#include "block/inside.h"

/* A title has at most this many lines of text above it. */
#define TITLE_AFTER 24
/* The longest heading. */
#define HEADING_COLUMNS 78

/* What a line may be. A row of the table belongs to one or more of these decisions. */
enum traits_decision {
    TRAITS_TITLE = 1 << 0,     /* it reads as a heading */
    TRAITS_CENTRED = 1 << 1,   /* a line of a title in the middle of the page */
    TRAITS_NUMBERED = 1 << 2,  /* "3.1. Title" */
    TRAITS_CAPITALS = 1 << 3,  /* "SEE ALSO" */
    TRAITS_OUTDENTED = 1 << 4, /* on the left of its text */
    TRAITS_SHORT = 1 << 5,     /* short, with space around it */
    TRAITS_LONE = 1 << 6,      /* a term that is the last line of its group */
    TRAITS_STACKED = 1 << 7,   /* one of several terms */
    TRAITS_STACK = 1 << 10,    /* several terms of one definition */
    TRAITS_TERM = 1 << 8,      /* a term above its text */
    TRAITS_BESIDE = 1 << 11,   /* a term beside its text */
    TRAITS_ABOVE = 1 << 12,    /* a term above its text, before other kinds are tried */
    TRAITS_RELEASE = 1 << 13   /* "Version 2.4", above what is new in it */
};

/* Bits of enum own_trait and enum near_trait, traits.c. */
typedef struct traits {
    uint64_t own, near;
} traits;

/* Returns the traits of line i, above `below` (NULL: nothing is below). */
traits traits_of(const group *g, unsigned i, const line *below);

/* Returns the traits of line i as one whose text begins in this column, beside a term. */
traits traits_beside(const group *g, unsigned i, unsigned text);

/* Returns the name of the row that makes the line what the decision tests for, or NULL. */
const char *traits_decide(enum traits_decision of, traits at);

#endif
