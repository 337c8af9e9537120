/* bsd.c - the sandbox of OpenBSD (pledge, unveil) and of FreeBSD (Capsicum); not tested
 *
 * OpenBSD: unveil() hides all files but those that were named, pledge() forbids other calls.
 * FreeBSD: Capsicum forbids to open files by name at all, so it fits only a command that reads
 * nothing but what is open: one without named inputs, helper, threads and outputs. Libraries cannot
 * be loaded then; such a run reports that.
 */
#include "cli/sandbox/inside.h"

#ifdef __OpenBSD__
#include <stdio.h>
#include <unistd.h>

bool bsd_has_sandbox(void)
{
    return true;
}

void bsd_allow(enum files_right right, const char *path)
{
    (void)unveil(path, right == FILES_READ ? "r" : right == FILES_WRITE ? "rwc" : "rw");
}

int bsd_close(unsigned needs)
{
    char promises[80];

    /* Libraries are mapped with PROT_EXEC, also after this. */
    (void)snprintf(promises, sizeof promises, "stdio rpath prot_exec%s%s",
                   needs & SANDBOX_WRITES ? " wpath cpath flock fattr" : "",
                   needs & SANDBOX_TERMINAL ? " wpath tty" : "");
    return unveil(NULL, NULL) == 0 && pledge(promises, NULL) == 0 ? 0 : -1;
}
#elif defined __FreeBSD__
#include <sys/capsicum.h>

static int named; /* paths that were allowed */

bool bsd_has_sandbox(void)
{
    return true;
}

void bsd_allow(enum files_right right, const char *path)
{
    (void)right;
    (void)path;
    named++;
}

int bsd_close(unsigned needs)
{
    return named > 0 || needs ? -1 : cap_enter();
}
#else
bool bsd_has_sandbox(void)
{
    return false;
}

void bsd_allow(enum files_right right, const char *path)
{
    (void)right;
    (void)path;
}

int bsd_close(unsigned needs)
{
    (void)needs;
    return -1;
}
#endif
