/* settings.h - what is to be found and how, made ready from the caller's trawl_config */
#ifndef TRAWL_FIND_SETTINGS_H
#define TRAWL_FIND_SETTINGS_H

#include <stdbool.h>
#include <trawl.h>

#include "base/memory.h"
#include "charset/names.h"
#include "find/opened.h"
#include "find/text.h"
#include "find/tld_set.h"
#include "grammar/rules.h"
#include "kernel/kernel.h"

typedef struct settings {
    unsigned find, options;
    int profile;
    memory m;
    const kernel *kernel;
    struct settings_sets {
        kernel_set tail;         /* of a link: what goes on in it, and has nothing to do with how it ends (ending.c) */
        kernel_set user;         /* of a user and a password, without "@" (bare_scheme.c) */
        kernel_set codes;        /* what stands for other characters: "%", "&", "=" */
        kernel_set local;        /* of an address in brackets, before "@" ... */
        kernel_set domain;       /* ... and behind it (wrap_address.c) */
        kernel_set mailbox, dot; /* before "@" in nearly all addresses; a dot (usual.c) */
        kernel_set path;         /* of a URL: what means itself in every wrapper */
        kernel_set quotes[OPENED_KINDS]; /* their last bytes, and what ends a line (opened.c) */
        kernel_set word;                 /* left of a trigger, in what becomes a link */
        kernel_set open, ends; /* "<"; ":" and "@", one of which stands behind each "<" that opens something */
        kernel_set refang;     /* REFANG_SIGNS */
        kernel_set stops;      /* what may be a trigger or a part of one, and ">" */
    } sets;
    unsigned char steps[256]; /* an ending_step for each byte */
    char *schemes;            /* the caller's list, in lower case, each followed by a comma; NULL for any */
    size_t schemes_n;
    unsigned wanted; /* of the usual schemes, which settings_wants() is asked for */
    char *base;      /* NULL for none */
    size_t base_n;
    const names_row *charset; /* NULL: the bytes are the text */
    bool own_tlds;
    tld_set tlds;
    rules *rules; /* the user's; NULL for none */
    bool news;    /* the text is an article of netnews: its ids are "news:", not "mid:" (R17) */
    bool flowed;  /* it is format=flowed: quote marks stand at the very front of a line, without blanks (E6) */
} settings;

/* TRAWL_OK, TRAWL_NO_MEMORY, TRAWL_MISUSE, TRAWL_BAD_CHARSET, TRAWL_BAD_RULE. On failure nothing is left to free. */
int settings_make(settings *s, const trawl_config *cfg);
void settings_free(settings *s);

/* Hand them over; from is empty then. */
void settings_move(settings *to, settings *from);

/* Kinds whose text may stand in a URL: where it does, it is none of them, whether or not URLs are asked for. */
#define SETTINGS_IN_URLS                                                                                               \
    (TRAWL_FIND_EMAIL | TRAWL_FIND_WWW | TRAWL_FIND_DOMAIN | TRAWL_FIND_IP | TRAWL_FIND_LOCALHOST | TRAWL_FIND_NETPATH)

static inline bool settings_find(const settings *s, unsigned bit)
{
    return (s->find & bit) != 0;
}

static inline bool settings_option(const settings *s, unsigned bit)
{
    return (s->options & bit) != 0;
}

static inline bool settings_mail(const settings *s)
{
    return s->profile != TRAWL_PROFILE_UTS58;
}

/* Past the bytes of a set that stand at i, at most max of them. */
static inline size_t settings_span(const settings *s, const kernel_set *set, text *t, size_t i, size_t max)
{
    size_t room = i < t->n ? t->n - i : 0;

    i += s->kernel->span(set, t->p + i, room < max ? room : max);
    if (i == t->n && room < max)
        text_starve(t, i);
    return i;
}

/* The first byte of a set in t->p[i..to), or a place from to on. Kernels like long steps: it looks a little further. */
static inline size_t settings_find_byte(const settings *s, const kernel_set *set, const text *t, size_t i, size_t to)
{
    size_t n = (to - i + 31) & ~(size_t)31;

    return i + s->kernel->find(set, t->p + i, n < t->n - i ? n : t->n - i);
}

/* May a scheme of this name start a link with "//"? *known says whether it is in a list. */
bool settings_scheme(const settings *s, const char *name, size_t n, bool *known);

/* The same for one of "http", "https", "ftp" and "mailto", no two of which are equally long: n says which. */
static inline bool settings_wants(const settings *s, size_t n)
{
    return s->wanted >> n & 1;
}

/* Is the label a top-level domain by the settings? */
bool settings_tld(const settings *s, const char *label, size_t n);

#endif
