/* idn_load.c - loads libidn2 when the first host name beyond ASCII is met
 *
 * If the command were linked with libidn2, every run would load it, and libunistring of two
 * megabytes with it, for names that few texts have. So the three functions that the library calls
 * are defined here, and look up those of libidn2. libtrawl itself is linked with libidn2, and so is
 * a command that cannot load libraries. A libidn2 that is missing at run time is reported once;
 * host names then have no A-labels.
 */
#ifdef HAVE_IDN2_SO
#include <dlfcn.h>
#include <errno.h>
#include <idn2.h>
#include <stdatomic.h>
#include <string.h>

#include "app/show/show.h"

static void *_Atomic handle;
static atomic_flag said = ATOMIC_FLAG_INIT;

/* Sets *function to a function of libidn2. Returns IDN2_OK, or IDN2_MALLOC when out of
 * memory. If the library or the function is missing, returns another error, and prints a message
 * the first time. Threads may call it at the same time: all find the same function. */
static int idn_load_find(const char *name, void *function, size_t size)
{
    void *library = atomic_load(&handle), *symbol;

    if (!library) {
        errno = 0;
        library = dlopen(HAVE_IDN2_SO, RTLD_NOW | RTLD_LOCAL);
        if (!library && errno == ENOMEM)
            return IDN2_MALLOC;
        atomic_store(&handle, library);
    }
    symbol = library ? dlsym(library, name) : NULL;
    if (symbol) /* POSIX lets a void pointer hold a function, ISO C has no conversion */
        memcpy(function, &symbol, size);
    else if (!atomic_flag_test_and_set(&said))
        say(NULL, HAVE_IDN2_SO " cannot be loaded; host names beyond ASCII need it", NULL, NULL);
    return symbol ? IDN2_OK : IDN2_NO_CODESET;
}

int idn2_to_ascii_8z(const char *input, char **output, int flags)
{
    int (*function)(const char *, char **, int);
    int result = idn_load_find("idn2_to_ascii_8z", &function, sizeof function);

    return result == IDN2_OK ? function(input, output, flags) : result;
}

int idn2_to_unicode_8z8z(const char *input, char **output, int flags)
{
    int (*function)(const char *, char **, int);
    int result = idn_load_find("idn2_to_unicode_8z8z", &function, sizeof function);

    return result == IDN2_OK ? function(input, output, flags) : result;
}

void idn2_free(void *p)
{
    void (*function)(void *);

    if (idn_load_find("idn2_free", &function, sizeof function) == IDN2_OK)
        function(p);
}
#else
typedef int idn_load; /* ISO C forbids an empty file */
#endif
