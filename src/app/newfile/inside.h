/* inside.h - declarations shared by the files of src/app/newfile */
#ifndef TRAWL_APP_NEWFILE_INSIDE_H
#define TRAWL_APP_NEWFILE_INSIDE_H

#include <stdbool.h>

#include "app/newfile/newfile.h"

/* Notes why the file is refused, and what to do: "WHY; CURE". Returns the errno. */
int new_file_refuse(struct new_file *file, int error, const char *why, const char *cure);

/* Notes which step failed: "WHY (REASON); CURE". Returns the errno. */
int new_file_fail(struct new_file *file, int error, const char *why, const char *cure);

/* ---- Temporary files: temporary.c ---- */

/* Creates a temporary file in the folder, and locks it. Returns 0 or an errno. */
int temporary_create(struct new_file *file, mode_t mode);

/* Removes the temporary files in the folder that no process has locked. */
void temporary_sweep(int folder);

/* ---- Attributes: keep.c ---- */

/* Gives the new file the owner, group, ACL, extended attributes and mode of the old file. Returns 0
 * or an errno. */
int keep_attributes(struct new_file *file);

#endif
