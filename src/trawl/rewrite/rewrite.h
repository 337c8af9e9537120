/* rewrite.h - the command "trawl rewrite": its options, and what it does with a link */
#ifndef TRAWL_TRAWL_REWRITE_REWRITE_H
#define TRAWL_TRAWL_REWRITE_REWRITE_H

#include <trawl_mail.h>
#include <trawl_rewrite.h>

#include "app/command.h"
#include "trawl/filter/filter.h"

/* ---- The templates of --to, "https://go.example/?u={url}": template.c ---- */

struct template
{
    const char *text;      /* NULL: no template */
    struct buffer key;     /* of {hmac}; may be empty */
    struct buffer host;    /* of the link that is filled in */
    struct buffer decoded; /* the link that a URL holds */
};

/* Returns NULL, or why the text cannot be used. */
const char *template_refuse(const char *text);

/* Returns true if the template has this placeholder, such as "{hmac}". */
bool template_has(const struct template *t, const char *place);

/* Sets *out to the template, filled in for a URL. Returns TRAWL_OK or an error. */
int template_fill(struct template *t, trawl_str url, struct buffer *out);

/* Returns 1 if the URL was made from the template and has the right {hmac}, if the template has
 * this placeholder. Otherwise returns 0, or an error. */
int template_made(struct template *t, trawl_str url);

void template_free(struct template *t);

/* ---- Options ---- */

struct rewrite_options {
    struct output *out;
    const char *name; /* of the file, NULL for standard input */
    bool link, defang, unwrap, untrack, drop;
    bool seal, seal_defang, seal_drop; /* --seal; what it does in place of defang and drop */
    const char *report_file;           /* --report, or NULL */
    unsigned growth;                   /* --max-output */
    uint64_t limit;                    /* ... of the page so far, in bytes */
    struct template template;          /* --to */
    const char *key_file;              /* --key, or NULL */
    trawl_str charset;                 /* --charset; empty: the page's own */
    int format, spell;                 /* 1 + enum trawl_rewrite_format; 1 for punycode; or 0 */
    bool guesses;                      /* ... by the input's first bytes, if it was not given */
    bool in_place, explain;
    const char *tracking_file;
    struct link_urls urls; /* --scheme, --host, --site */
    struct kinds kinds;
    trawl_config find;
    trawl_rewrite_config config;
    int sandbox;

    trawl_settings *settings;
    struct buffer tracking; /* the text of --untrack=FILE */
    bool limited;           /* the file has a URL that is too long */
    bool removed;           /* --seal: something of any file had to be removed */
    bool ended;             /* --seal: the file ends at the limit */
    struct output *report;  /* of --report, or NULL */
    struct buffer address, other, canonical;
};

/* ---- actions.c ---- */

/* A trawl_rewrite_decide: its user is a struct rewrite_options. */
trawl_rewrite_decide actions_decide;

/* Returns true for a URL that begins with http:// or https://. */
bool actions_is_web(trawl_str url);

/* ---- sealed.c ---- */

/* What was changed, as --report has it. A text with p NULL is left out. */
struct change {
    trawl_str tag, attribute, before, after;
    uint64_t at;
    unsigned left; /* parts of a style; 0: not a style */
};

/* Writes a record, if there is a report. */
void report_change(struct rewrite_options *o, const char *what, const struct change *change);

/* A trawl_seal_decide: its user is a struct rewrite_options. */
trawl_seal_decide sealed_decide;

#endif
