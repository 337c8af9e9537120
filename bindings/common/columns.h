/* columns.h - the columns of a link, and which settings of the library they need */
#ifndef TRAWL_COMMON_COLUMNS_H
#define TRAWL_COMMON_COLUMNS_H

#include "common.h"

enum columns_column {
    COLUMNS_OF_LINKS(COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT, COLUMN_CONSTANT) FILE_NAME,
    FILE_BYTES,
    COLUMN_COUNT
};

extern const char *const column_names[COLUMN_COUNT];

/* What a column needs besides the URL. */
enum need {
    NEEDS_LINK = 1,    /* TRAWL_WANT_LINK */
    NEEDS_PLACE = 2,   /* TRAWL_WANT_PLACE */
    NEEDS_ENDS = 4,    /* TRAWL_OPTION_OTHER_ENDS */
    NEEDS_TARGETS = 8, /* TRAWL_MAIL_OPTION_TARGETS */
    FROM_URL = 16,     /* only the URL, from which it is computed */
    FROM_FILE = 32     /* only the name of the file */
};

/* A column that needs nothing has zeros. `form` is that of a form of the URL. */
struct column_row {
    unsigned needs;
    url_form *form;
};

extern const struct column_row column_rows[COLUMN_COUNT];

/* Returns the stored column that a column is computed from, or the column itself. */
int column_source(int column);

bool column_is_number(int column);

/* Sets what the stored columns (bits) need. */
void columns_need(trawl_config *find, trawl_mail_config *mail, uint64_t stored);

#endif
