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

static struct buffer allowed; /* "r" or "w", a path, and a NUL for each */

bool bsd_has_sandbox(void)
{
    return true;
}

/* Notes the path only: the first unveil() would hide all other files from the broker, too. */
void bsd_allow(enum files_right right, const char *path)
{
    if (buffer_add(&allowed, right == FILES_READ ? "r" : "w", 1) == TRAWL_OK)
        (void)buffer_add(&allowed, path, strlen(path) + 1);
}

int bsd_close(unsigned needs)
{
    char promises[100];

    for (size_t i = 0; i < allowed.n; i += strlen(allowed.p + i) + 1)
        (void)unveil(allowed.p + i + 1, allowed.p[i] == 'r' ? "r" : "rwc");
    buffer_free(&allowed);
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
