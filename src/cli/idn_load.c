/* idn_load.c - libidn2 for the command, loaded when the first name beyond ASCII is met
 *
 * The library asks libidn2 for a few names in a few texts; linked as usual it would be loaded by every run, and with it
 * libunistring, of two megabytes. So in the command the three functions that src/grammar/idn.c calls are these, which look for
 * the real ones once. libtrawl itself knows nothing of it and is linked with libidn2 as ever; so is a command that cannot load
 * libraries. What is there when the program is built and gone when it runs is said, and ends the run as if memory were short.
 */
#ifdef HAVE_IDN2_SO
#include <dlfcn.h>
#include <idn2.h>
#include <stdatomic.h>
#include <string.h>

#include "cli/say.h"

/* Threads that come together look for the same. */
static void *_Atomic handle;
static atomic_flag said = ATOMIC_FLAG_INIT;

/* A function of libidn2, to *function; 0 if there is none. */
static int find(const char *name, void *function, size_t size)
{
    void *library = atomic_load(&handle), *symbol;

    if (!library) {
        library = dlopen(HAVE_IDN2_SO, RTLD_NOW | RTLD_LOCAL);
        atomic_store(&handle, library);
    }
    symbol = library ? dlsym(library, name) : NULL;
    if (symbol) /* POSIX lets a function's address pass through a void pointer, C does not know how. */
        memcpy(function, &symbol, size);
    else if (!atomic_flag_test_and_set(&said))
        say(NULL, HAVE_IDN2_SO " cannot be loaded; host names beyond ASCII need it", NULL, NULL);
    return symbol != NULL;
}

int idn2_to_ascii_8z(const char *input, char **output, int flags)
{
    int (*function)(const char *, char **, int);

    return find("idn2_to_ascii_8z", &function, sizeof function) ? function(input, output, flags) : IDN2_MALLOC;
}

int idn2_to_unicode_8z8z(const char *input, char **output, int flags)
{
    int (*function)(const char *, char **, int);

    return find("idn2_to_unicode_8z8z", &function, sizeof function) ? function(input, output, flags) : IDN2_MALLOC;
}

void idn2_free(void *p)
{
    void (*function)(void *);

    if (find("idn2_free", &function, sizeof function))
        function(p);
}
#else
typedef int idn_load; /* ISO C wants something in a file */
#endif
