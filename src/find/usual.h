/* usual.h - the usual link, told by what stands beside its trigger */
#ifndef TRAWL_FIND_USUAL_H
#define TRAWL_FIND_USUAL_H

#include "find/scan.h"

/* Are the settings such that usual_link() may be asked? */
bool usual_may(const settings *s);

/* Is the trigger at i that of a usual link, or of one that is not wanted? Then t->f has it, as decide() would; what is passed
 * over is empty where no link begins at all. NOT_A_LINK says nothing of it. */
outcome usual_link(trawl *t, text *w, size_t i);

#endif
