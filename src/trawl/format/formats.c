/* formats.c - the table of formats */
#include "trawl/format/format.h"

const struct format *const formats[] = {
    &format_list, &format_json, &format_tsv, &format_csv,   &format_text,
    &format_html, &format_term, &format_md,  &format_notes,
};

const char *const format_names[] = {"list", "json", "tsv", "csv",   "text",
                                    "html", "term", "md",  "notes", NULL};
