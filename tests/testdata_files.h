/* testdata_files.h - each file of testdata, whole, given to a function */
#ifndef TRAWL_TESTS_TESTDATA_FILES_H
#define TRAWL_TESTS_TESTDATA_FILES_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef void testdata_file(const char *name, const char *p, size_t n);

/* Is it a file? */
static inline long testdata_read(testdata_file *take, const char *name)
{
    struct stat status;
    char *p = stat(name, &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    FILE *file = p ? fopen(name, "rb") : NULL;

    if (file) {
        size_t n = fread(p, 1, (size_t)status.st_size, file);
        fclose(file);
        take(name, p, n);
    }
    free(p);
    return file != NULL;
}

/* All below a folder, by readdir(): what ftw() makes of their names is not known to msan. */
static inline long testdata_below(testdata_file *take, const char *folder)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    char name[4096];
    long files = 0;

    if (!d)
        return testdata_read(take, folder);
    while ((e = readdir(d)) != NULL)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            (size_t)snprintf(name, sizeof name, "%s/%s", folder, e->d_name) < sizeof name)
            files += testdata_below(take, name);
    closedir(d);
    return files;
}

/* How many there were. */
static inline long testdata_each(testdata_file *take)
{
    return testdata_below(take, "testdata");
}

#endif
