/* old.h - trawl site --old: the addresses of an older archive
 *
 *   old.c    the result for each page, and the maps
 *   warc.c   pages in WARC files
 */
#ifndef TRAWL_ARCHIVE_SITE_OLD_OLD_H
#define TRAWL_ARCHIVE_SITE_OLD_OLD_H

#include "archive/site/site.h"

/* ---- WARC: warc.c ---- */

typedef int warc_page(void *user, trawl_str name, trawl_str page);

/* Calls `take` for each page in a WARC file, with the page's address. Returns 0 after the last
 * page, 1 after an error message about the file, and -1 if memory is short. If `take` returns a
 * number other than 0, reading ends and the function returns this number. */
int warc_each(const struct source *source, warc_page *take, void *user);

#endif
