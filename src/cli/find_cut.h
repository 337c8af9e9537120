/* find_cut.h - where a large file may be cut into pieces */
#ifndef TRAWL_CLI_FIND_CUT_H
#define TRAWL_CLI_FIND_CUT_H

#include <stdint.h>

#define FIND_CUT_NONE UINT64_MAX

/* A likely place behind from: of a text the start of a line, best behind an empty one; of a mailbox what follows a line "From ".
 * Whether it is one, trawl_mail_tell() knows. FIND_CUT_NONE: there is none up to the file's end. */
uint64_t find_cut(int fd, uint64_t from, int mailbox);

#endif
