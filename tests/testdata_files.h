/* testdata_files.h - each file of testdata, whole, given to a function */
#ifndef TRAWL_TESTS_TESTDATA_FILES_H
#define TRAWL_TESTS_TESTDATA_FILES_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

typedef void testdata_file(const char *name, const char *p, size_t n);

/* ftw() hands nothing on to who is called. */
static testdata_file *testdata_take;
static long testdata_files;

static inline int testdata_read(const char *name, const struct stat *status, int type)
{
    char *p = type == FTW_F ? malloc((size_t)status->st_size + 1) : NULL;
    FILE *file = p ? fopen(name, "rb") : NULL;
    size_t n = file ? fread(p, 1, (size_t)status->st_size, file) : 0;

    if (file) {
        fclose(file);
        testdata_files++;
        testdata_take(name, p, n);
    }
    free(p);
    return 0;
}

/* How many there were. */
static inline long testdata_each(testdata_file *take)
{
    testdata_take = take;
    testdata_files = 0;
    ftw("testdata", testdata_read, 16);
    return testdata_files;
}

#endif
