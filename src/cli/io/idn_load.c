/* idn_load.c - libidn2 for the command, loaded when the first name beyond ASCII is met
 *
 * Linked as usual libidn2 would be loaded by every run, and with it libunistring of two megabytes,
 * for a few names in a few texts. So the three functions that the library calls are defined here,
 * and look up the real ones once. libtrawl itself is linked with libidn2, and so is a command that
 * cannot load libraries. A libidn2 that is missing at run time is reported once, and costs the
 * A-labels of names only: the library treats the names as if they had none.
 */
#ifdef HAVE_IDN2_SO
#include <dlfcn.h>
#include <idn2.h>
#include <stdatomic.h>
#include <string.h>

#include "cli/show/show.h"

static void *_Atomic handle;
static atomic_flag said = ATOMIC_FLAG_INIT;

/* Sets *function to a function of libidn2. Returns 0, after a message the first time, if there is
 * none. Threads that do so at the same time find the same. */
static int find(const char *name, void *function, size_t size)
{
    void *library = atomic_load(&handle), *symbol;

    if (!library) {
        library = dlopen(HAVE_IDN2_SO, RTLD_NOW | RTLD_LOCAL);
        atomic_store(&handle, library);
    }
    symbol = library ? dlsym(library, name) : NULL;
    if (symbol) /* POSIX lets a void pointer hold a function, ISO C has no conversion */
        memcpy(function, &symbol, size);
    else if (!atomic_flag_test_and_set(&said))
        say(NULL, HAVE_IDN2_SO " cannot be loaded; host names beyond ASCII need it", NULL, NULL);
    return symbol != NULL;
}

int idn2_to_ascii_8z(const char *input, char **output, int flags)
{
    int (*function)(const char *, char **, int);

    return find("idn2_to_ascii_8z", &function, sizeof function) ? function(input, output, flags)
                                                                : IDN2_NO_CODESET;
}

int idn2_to_unicode_8z8z(const char *input, char **output, int flags)
{
    int (*function)(const char *, char **, int);

    return find("idn2_to_unicode_8z8z", &function, sizeof function) ? function(input, output, flags)
                                                                    : IDN2_NO_CODESET;
}

void idn2_free(void *p)
{
    void (*function)(void *);

    if (find("idn2_free", &function, sizeof function))
        function(p);
}
#else
typedef int idn_load; /* ISO C forbids an empty file */
#endif
