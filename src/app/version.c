/* version.c - prints --version: the version, the libraries, the instructions in use, the features
 *
 * Prints the versions of the libraries that a run would load, not of the headers that trawl was
 * built with. The first line has only the version, for scripts.
 */
#include "app/command.h"

#include "app/sandbox/sandbox.h"

#ifdef HAVE_DLOPEN
#include <dlfcn.h>
#endif

/* A function that returns the version as a string. Some take an argument, which may be NULL. */
typedef const char *version_function(const char *least);

typedef void linked_function(void);

struct library {
    const char *name, *file, *function; /* file NULL: this program is linked with it */
    linked_function *linked;            /* in a static program, the function itself */
};

#ifdef LINKED
const char *idn2_check_version(const char *least), *zlibVersion(void), *ZSTD_versionString(void),
    *lzma_version_string(void), *BZ2_bzlibVersion(void);
int pcre2_config_8(uint32_t what, void *where);
#define LIBRARY(name, file, function)                                                              \
    {                                                                                              \
        name, file, #function, (linked_function *)(function)                                       \
    }
#else
#define LIBRARY(name, file, function)                                                              \
    {                                                                                              \
        name, file, #function, NULL                                                                \
    }
#endif

static const struct library pcre2 = LIBRARY("PCRE2", NULL, pcre2_config_8);

static const struct library libraries[] = {
#ifdef HAVE_IDN2_SO
    LIBRARY("libidn2", HAVE_IDN2_SO, idn2_check_version),
#elif defined HAVE_IDN2
    LIBRARY("libidn2", NULL, idn2_check_version),
#endif
#ifdef HAVE_ZLIB
    LIBRARY("zlib", HAVE_ZLIB, zlibVersion),
#endif
#ifdef HAVE_ZSTD
    LIBRARY("zstd", HAVE_ZSTD, ZSTD_versionString),
#endif
#ifdef HAVE_LZMA
    LIBRARY("liblzma", HAVE_LZMA, lzma_version_string),
#endif
#ifdef HAVE_BZIP2
    LIBRARY("bzip2", HAVE_BZIP2, BZ2_bzlibVersion),
#endif
    {NULL, NULL, NULL, NULL},
};

/* Sets *function to the function of a library. Returns false if there is none. */
static bool version_find(const struct library *l, void *function, size_t size)
{
#ifdef HAVE_DLOPEN
    void *handle = dlopen(l->file, RTLD_NOW | RTLD_LOCAL),
         *symbol = handle ? dlsym(handle, l->function) : NULL;
#else
    linked_function *symbol = l->linked;
#endif

    if (symbol) /* POSIX lets a void pointer hold a function, ISO C has no conversion */
        memcpy(function, &symbol, size);
    return symbol != NULL;
}

/* Prints a name and the first word of a version, which a date may follow. */
static void print_one(struct output *o, const char *before, const char *name, const char *version)
{
    output_text(o, before);
    output_text(o, name);
    output_text(o, *version ? " " : "");
    output_bytes(o, version, strcspn(version, " ,"));
}

static void print_libraries(struct output *o)
{
    enum { PCRE2_VERSION_OF = 11 }; /* PCRE2_CONFIG_VERSION; the headers are for src/lib/url */
    int (*config)(uint32_t what, void *where);
    char version[64] = "";

    if (version_find(&pcre2, &config, sizeof config))
        (void)config(PCRE2_VERSION_OF, version);
    print_one(o, "libraries: ", pcre2.name, version);
    for (const struct library *l = libraries; l->name; l++) {
        version_function *function;

        if (version_find(l, &function, sizeof function))
            print_one(o, ", ", l->name, function(NULL));
        else
            print_one(o, ", ", l->name, "(missing)");
    }
}

const char *version_kernels;

void version_print(struct output *o)
{
    char sandbox[80];

    output_text(o, "trawl ");
    output_text(o, trawl_version());
    output_text(o, "\n");
    print_libraries(o);
    if (version_kernels) {
        output_text(o, "\nkernels: ");
        output_text(o, version_kernels);
    }
    output_text(o, "\nfeatures: map, pick"
#ifdef WITH_SCREEN
                   " with a screen"
#endif
#ifdef WITH_SQLITE
                   ", index, site"
#endif
                   ", sandbox (");
    sandbox_describe(sandbox, sizeof sandbox);
    output_text(o, sandbox);
    output_text(o, ")\n");
}
