/* columns.c - the columns of a link, and which settings of the library they need
 *
 * The columns have the names and the meaning of the fields of "trawl -t json".
 */
#include "common.h"

const char *const column_names[COLUMN_COUNT] = {
#define NAME(column, name) [column] = #name,
    [FILE_NAME] = "file", [FILE_BYTES] = "file_bytes", COLUMNS_OF_LINKS(NAME, NAME, NAME, NAME)
#undef NAME
};

const struct column_row column_rows[COLUMN_COUNT] = {
    [BYTES] = {FROM_URL, NULL},
    [RAW] = {NEEDS_LINK, NULL},
    [SPANS] = {NEEDS_LINK, NULL},
    [LINE] = {NEEDS_PLACE, NULL},
    [COLUMN] = {NEEDS_PLACE, NULL},
    [QUOTE] = {NEEDS_PLACE, NULL},
    [FLAGS] = {NEEDS_LINK | NEEDS_ENDS, NULL},
    [ALT] = {NEEDS_LINK | NEEDS_ENDS, NULL},
    [CANONICAL] = {FROM_URL, trawl_canonical},
    [ASCII] = {FROM_URL, trawl_ascii},
    [HOST] = {FROM_URL, url_host},
    [SITE] = {FROM_URL, url_site},
    [SURT] = {FROM_URL, trawl_surt},
    [LOOKS_LIKE] = {FROM_URL, url_looks_like},
    [DISPLAY] = {FROM_URL, trawl_display},
    [VALID] = {FROM_URL, NULL},
    [SERIAL] = {NEEDS_LINK, NULL},
    [OFFSET] = {NEEDS_LINK, NULL},
    [TIME] = {NEEDS_LINK, NULL},
    [PART] = {NEEDS_LINK, NULL},
    [TYPE] = {NEEDS_LINK, NULL},
    [HEADER] = {NEEDS_LINK, NULL},
    [ZONE] = {NEEDS_PLACE, NULL},
    [ATTRIBUTE] = {NEEDS_LINK, NULL},
    [ANCHOR] = {NEEDS_LINK, NULL},
    [TARGET] = {NEEDS_LINK | NEEDS_TARGETS, NULL},
    [INNER] = {NEEDS_LINK | NEEDS_TARGETS, NULL},
    [QUOTED_BY] = {NEEDS_PLACE, NULL},
    [START] = {NEEDS_LINK, NULL},
    [END] = {NEEDS_LINK, NULL},
    [FILE_BYTES] = {FROM_FILE, NULL},
#define NEED(column, name) [column] = {NEEDS_LINK, NULL},
    COLUMNS_OF_LINKS(COLUMN_SKIP, COLUMN_SKIP, COLUMN_SKIP, NEED)
#undef NEED
};

int column_source(int column)
{
    return column_rows[column].needs & FROM_URL    ? URL
           : column_rows[column].needs & FROM_FILE ? FILE_NAME
                                                   : column;
}

bool column_is_number(int column)
{
    switch (column) {
#define CASE(column, name) case column:
        COLUMNS_OF_LINKS(COLUMN_SKIP, CASE, COLUMN_SKIP, COLUMN_SKIP)
#undef CASE
        return true;
    default:
        return false;
    }
}

void columns_need(trawl_config *find, trawl_mail_config *mail, uint64_t stored)
{
    unsigned needs = 0;

    for (int i = 0; i < COLUMN_COUNT; i++)
        needs |= stored >> i & 1 ? column_rows[i].needs : 0;
    find->want = TRAWL_WANT_URL | (needs & NEEDS_LINK ? TRAWL_WANT_LINK : 0) |
                 (needs & NEEDS_PLACE ? TRAWL_WANT_PLACE : 0);
    find->options |= needs & NEEDS_ENDS ? TRAWL_OPTION_OTHER_ENDS : 0;
    mail->options |= needs & NEEDS_TARGETS ? TRAWL_MAIL_OPTION_TARGETS : 0;
}
