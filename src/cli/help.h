/* help.h - what --help prints */
#ifndef TRAWL_CLI_HELP_H
#define TRAWL_CLI_HELP_H

extern const char help_trawl[];
extern const char help_check[];
extern const char help_resolve[];

#endif
