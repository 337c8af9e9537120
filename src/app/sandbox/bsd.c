/* bsd.c - the sandbox of OpenBSD, by pledge() and unveil(); not tested
 *
 * unveil() hides all files but those that were named, pledge() forbids other calls. FreeBSD has no
 * sandbox: in Capsicum's capability mode no file can be opened by name, but libraries and the
 * charsets of iconv() are loaded when the input needs them.
 */
#include "app/sandbox/inside.h"

#ifdef __OpenBSD__
#include <stdio.h>
#include <unistd.h>

bool bsd_has_sandbox(void)
{
    return true;
}

void bsd_allow(enum files_right right, const char *path)
{
    (void)unveil(path, right == FILES_READ ? "r" : "rwc");
}

int bsd_close(unsigned needs)
{
    char promises[100];

    /* Libraries are mapped with PROT_EXEC, also after this. */
    (void)snprintf(promises, sizeof promises, "stdio rpath prot_exec%s%s%s",
                   needs & SANDBOX_WRITES ? " wpath cpath flock fattr" : "",
                   needs & SANDBOX_BROKER ? " recvfd flock" : "",
                   needs & SANDBOX_TERMINAL ? " tty" : "");
    return unveil(NULL, NULL) == 0 && pledge(promises, NULL) == 0 ? 0 : -1;
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
