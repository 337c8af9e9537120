/* specfile.h - reads the data files of the tests
 *
 *     spec_file spec;
 *
 *     spec_open(&spec, "verdicts.txt");
 *     while (spec_next(&spec))
 *         use(spec.field[0], spec.length[0]);
 *     spec_close(&spec);
 *
 * A file has lines of fields separated by tabs; empty lines and lines that begin with "#" are
 * skipped. In a field \xhh is a byte, \n \r \t are line feed, carriage return and tab, \\ is a
 * backslash, and \*NNNc; is the character c NNN times. Fields may hold any byte; a NUL follows
 * each. The files are in testdata/spec, or in "spec" below the directory that TRAWL_TESTDATA names.
 * A file that is missing or malformed ends the program, so that a test cannot pass without its
 * data.
 */
#ifndef TRAWL_TESTS_SPECFILE_H
#define TRAWL_TESTS_SPECFILE_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define SPEC_FIELDS 16
#define SPEC_STORE 65536

typedef struct spec_file {
    FILE *file;
    char *line;
    size_t line_size, number, used;
    int fields;
    char *field[SPEC_FIELDS];
    size_t length[SPEC_FIELDS];
    char path[1024], store[SPEC_STORE];
} spec_file;

static inline void spec_die(const spec_file *s, const char *why)
{
    printf("Bail out! %s, line %zu: %s\n", s->path, s->number, why);
    exit(2);
}

static inline void spec_open(spec_file *s, const char *name)
{
    const char *root = getenv("TRAWL_TESTDATA");

    s->line = NULL;
    s->line_size = 0;
    s->number = 0;
    s->fields = 0;
    snprintf(s->path, sizeof s->path, "%s/spec/%s", root && *root ? root : "testdata", name);
    s->file = fopen(s->path, "r");
    if (!s->file)
        spec_die(s, "cannot be opened");
}

static inline void spec_close(spec_file *s)
{
    free(s->line);
    fclose(s->file);
}

static inline void spec_put(spec_file *s, char c, unsigned long times)
{
    if (times >= SPEC_STORE - s->used)
        spec_die(s, "longer than SPEC_STORE");
    memset(s->store + s->used, c, times);
    s->used += times;
}

/* Decodes the escape whose backslash is before p. Returns its end. */
static inline const char *spec_escape(spec_file *s, const char *p)
{
    static const char letters[] = "\\nrt", bytes[] = "\\\n\r\t";
    const char *letter = *p ? strchr(letters, *p) : NULL;
    char *end;

    if (letter) {
        spec_put(s, bytes[letter - letters], 1);
        return p + 1;
    }
    if (*p == 'x' && isxdigit((unsigned char)p[1]) && isxdigit((unsigned char)p[2])) {
        char hex[3] = {p[1], p[2], 0};
        spec_put(s, (char)strtoul(hex, NULL, 16), 1);
        return p + 3;
    }
    if (*p == '*') {
        unsigned long times = strtoul(p + 1, &end, 10);
        if (end > p + 1 && end[0] && end[1] == ';') {
            spec_put(s, end[0], times);
            return end + 2;
        }
    }
    spec_die(s, "no escape after a backslash");
    return p;
}

static inline void spec_add(spec_file *s, const char *text)
{
    if (s->fields == SPEC_FIELDS)
        spec_die(s, "too many fields");

    size_t from = s->used;
    while (*text) {
        if (*text == '\\')
            text = spec_escape(s, text + 1);
        else
            spec_put(s, *text++, 1);
    }
    s->field[s->fields] = s->store + from;
    s->length[s->fields++] = s->used - from;
    spec_put(s, 0, 1);
}

static inline void spec_split(spec_file *s)
{
    s->fields = 0;
    s->used = 0;
    for (char *text = s->line;; text++) {
        char *tab = strchr(text, '\t');

        if (tab)
            *tab = 0;
        spec_add(s, text);
        if (!tab)
            return;
        text = tab;
    }
}

/* Reads the fields of the next line, valid until the next call; returns false at the end. */
static inline bool spec_next(spec_file *s)
{
    ssize_t n;

    while ((n = getline(&s->line, &s->line_size, s->file)) >= 0) {
        s->number++;
        if (n > 0 && s->line[n - 1] == '\n')
            s->line[n - 1] = 0;
        if (!s->line[0] || s->line[0] == '#')
            continue;
        spec_split(s);
        return true;
    }
    if (!s->number)
        spec_die(s, "empty");
    return false;
}

/* Returns field i, empty when it is missing. */
static inline const char *spec_text(const spec_file *s, int i)
{
    return i < s->fields ? s->field[i] : "";
}

#endif
