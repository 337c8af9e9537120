/* folder.h - the files of a folder: Maildir, MH, news spool, or just files
 *
 * Which it is, is decided for each directory by what is in it:
 *   - Maildir: at least two of the directories cur, new and tmp. Each file of new and then of cur is a message; a
 *     message that is moved to cur meanwhile comes twice, rather than not at all. The Maildir's own files and those in
 *     tmp are left out.
 *   - MH folder, or group of a news spool: its files have numbers for names, but for ",12" and "#12", which MH keeps of
 *     what was deleted and which are left out. Each is a message; unless the first begins with "From ", since then they
 *     are mailboxes that bear, say, years for names.
 *   - else files of any kind.
 * Then its directories, in the same manner. Order: names that begin with a digit come first, by the number, all others
 * by their bytes. What begins with a "." is left out, as are devices, sockets and pipes. Symbolic links to files are
 * followed, those to directories are not, so that there is no way round in a circle. The names of one directory, and of
 * those it is in, are held; nothing else is.
 */
#ifndef TRAWL_CLI_FOLDER_H
#define TRAWL_CLI_FOLDER_H

#include "cli/source.h"

/* As source_each. What cannot be read is told, sets *bad, and is passed over. */
int folder_each(const char *name, source_sink *sink, void *user, int *bad);

#endif
