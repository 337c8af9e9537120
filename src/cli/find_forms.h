/* find_forms.h - what the records of json and tsv say of a link's URL beside itself */
#ifndef TRAWL_CLI_FIND_FORMS_H
#define TRAWL_CLI_FIND_FORMS_H

#include <trawl.h>

struct find;

struct find_forms {
    unsigned valid; /* enum trawl_standard: who accepts it */
    trawl_str canonical, ascii;
    trawl_str display; /* only with --display, else empty */
};

/* The forms live until the next call, and no longer than the URL. TRAWL_OK, or what went wrong. */
int find_forms(struct find *f, trawl_str url, struct find_forms *forms);

/* How many bytes the texts of a link have that a record may hold. */
size_t find_forms_texts(const trawl_link *link, const struct find_forms *forms);

#endif
