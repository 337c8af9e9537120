/* folder_names.h - the names in one directory, in order, and what kind of folder they make; see folder.h */
#ifndef TRAWL_CLI_FOLDER_NAMES_H
#define TRAWL_CLI_FOLDER_NAMES_H

#include <stddef.h>

#include "cli/reply.h"

/* A name is a string whose first byte says what bears it. */
#define FOLDER_IS_FILE 'f'
#define FOLDER_IS_DIRECTORY 'd'

struct folder_names {
    struct reply text;
    const char **name;
    size_t count;
    unsigned maildir;        /* how many of cur, new, tmp */
    size_t numbered, others; /* files with a number for a name; files with any other, but for MH's deleted ones */
};

/* All that is not left out. follow: path itself may be a symbolic link. 0, or -1 with errno. */
int folder_names_read(struct folder_names *f, const char *path, int follow);

/* "12"; ",12" and "#12". */
int folder_name_is_number(const char *name);
int folder_name_is_deleted(const char *name);

void folder_names_free(struct folder_names *f);

#endif
