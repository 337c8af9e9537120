/* inside.h - shared by the files of the sandbox: what each system has */
#ifndef TRAWL_APP_SANDBOX_INSIDE_H
#define TRAWL_APP_SANDBOX_INSIDE_H

#include <stdbool.h>

#include "app/sandbox/sandbox.h"

/* Sanitizers open files and sockets of their own at any time, and gcov writes files at the end. */
#if defined TRAWL_NO_SANDBOX || defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANDBOX_OFF_HERE 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANDBOX_OFF_HERE 1
#endif
#endif

/* ---- Files: landlock.c ---- */

enum files_right { FILES_READ, FILES_WRITE };

/* Returns the version of Landlock's interface, 0 if there is none. */
int landlock_version(void);

/* Returns a descriptor for rules, or -1. */
int landlock_begin(void);

void landlock_allow(int rules, enum files_right right, const char *path);

/* Restricts this process to the rules, and closes them. Returns 0 or -1. */
int landlock_close(int rules);

/* ---- System calls: calls.c ---- */

/* Returns true when the system can filter calls. */
bool calls_can_be_filtered(void);

struct calls_plan {
    unsigned needs;              /* enum sandbox_need */
    struct descriptors outputs;  /* that may be written to */
    struct descriptors channels; /* that may be sent to and received from */
    struct descriptors inputs;   /* that are open for writing, too, and may not be written to */
};

/* Forbids all calls except the calls of the plan. Returns 0, or -1 when it could not forbid all. */
int calls_close(const struct calls_plan *plan);

/* ---- The broker: broker.c ---- */

/* Starts the broker. Returns the descriptor of a socket to it, or -1 with errno. */
int broker_start(broker_server *server);

/* ---- Inherited descriptors: inherited.c ---- */

/* Returns the inherited descriptors, besides standard output and standard error, that are open for
 * writing. Their number is larger than DESCRIPTORS_MOST if there are too many. */
struct descriptors inherited_writable(void);

/* Closes all descriptors but this one. Returns its new number. */
int inherited_close_but(int fd);

/* ---- Libraries: links.c ---- */

/* Allows reading a path. */
typedef void path_sink(void *user, const char *path);

/* Calls `allow` with each folder or file that libraries may be loaded from. */
void links_each(path_sink *allow, void *user);

/* Calls `allow` with each folder in a variable of the environment, a list with colons. */
void links_variable(const char *name, path_sink *allow, void *user);

/* ---- OpenBSD: bsd.c ---- */

bool bsd_has_sandbox(void);
void bsd_allow(enum files_right right, const char *path);
int bsd_close(unsigned needs);

#endif
