/* unpack_load.c - a library for the data at hand; see unpack_codec.h */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "cli/unpack_codec.h"

void *codec_load(const char *library, const struct codec_symbol *symbols, size_t size)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    char *state = handle ? calloc(1, size) : NULL;

    if (!state)
        return NULL;
    for (; symbols->name; symbols++) {
        void *function = dlsym(handle, symbols->name);

        if (!function) {
            free(state);
            return NULL;
        }
        /* POSIX lets a function's address pass through a void pointer, C does not know how. */
        memcpy(state + symbols->offset, &function, sizeof function);
    }
    return state;
}
