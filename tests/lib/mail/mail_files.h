/* mail_files.h - the messages of testdata/mail and, next to each, what links it has
 *
 * NAME.links holds a line a link: its kind, its place ("1/2.1/Subject": message, part, field; "-"
 * where there is no message), its URL, and any of "spans=", "line=", "column=", "quote=", "flags="
 * (all flags, joined by commas), "alt=", "attribute=", "anchor=", "target=", "zone=", "quoted_by="
 * (blanks and controls as \x20). Lines that begin with "#" say what the message tests, by the
 * rule's number. Lines that begin with "%" say how the message is read: "% input mboxcl", "%
 * headers all", "% base http://a.example/". In the list of a folder, "= FILE" begins the links of a
 * file.
 */
#ifndef TRAWL_TESTS_MAIL_FILES_H
#define TRAWL_TESTS_MAIL_FILES_H

#include <dirent.h>
#include <trawl_mail.h>

#include "growing.h"

#define MAIL_FILES "testdata/mail"

typedef struct mail_file {
    char name[256]; /* relative to MAIL_FILES */
    kept text;
    growing links; /* the expected links */
    int input, headers;
    char base[256];
} mail_file;

typedef struct mail_files {
    mail_file *all;
    size_t n;
} mail_files;

static inline kept mail_read(const char *name)
{
    char path[512], block[4096];
    growing all = {0};
    size_t n;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", MAIL_FILES, name);
    file = fopen(path, "rb");
    growing_clear(&all);
    while (file && (n = fread(block, 1, sizeof block, file)) > 0)
        growing_add(&all, block, n);
    if (!file || fclose(file)) {
        printf("Bail out! %s cannot be read\n", path);
        exit(1);
    }
    return (kept){all.p, all.n};
}

static inline mail_file *mail_add_file(mail_files *f, const char *name)
{
    f->all = realloc(f->all, (f->n + 1) * sizeof *f->all);
    if (!f->all)
        abort();
    mail_file *file = &f->all[f->n++];
    *file = (mail_file){.text = mail_read(name)};
    snprintf(file->name, sizeof file->name, "%s", name);
    growing_clear(&file->links);
    return file;
}

static inline void mail_option(mail_file *file, const char *line)
{
    char value[32] = "";

    if (sscanf(line, "%% input %31s", value) == 1)
        for (int i = 0; i < TRAWL_INPUT_COUNT; i++)
            if (strcmp(value, trawl_input_name(i)) == 0)
                file->input = i;
    if (sscanf(line, "%% headers %31s", value) == 1)
        file->headers = strcmp(value, "all") == 0 ? TRAWL_HEADERS_ALL : TRAWL_HEADERS_NONE;
    sscanf(line, "%% base %255s", file->base);
}

/* Reads the lines of NAME.links. */
static inline void mail_add_links(mail_files *f, const char *name, char *links)
{
    mail_file *file = NULL;
    char path[256];

    if (!strstr(links, "\n= ") && strncmp(links, "= ", 2) != 0)
        file = mail_add_file(f, name);
    for (char *line = strtok(links, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] == '=') {
            if (snprintf(path, sizeof path, "%s/%s", name, line + 2) >= (int)sizeof path)
                abort();
            file = mail_add_file(f, path);
        } else if (line[0] == '%' && file) {
            mail_option(file, line);
        } else if (line[0] != '#' && file) {
            growing_add(&file->links, line, strlen(line));
            growing_add(&file->links, "\n", 1);
        }
    }
}

static inline int mail_by_name(const void *a, const void *b)
{
    return strcmp(((const mail_file *)a)->name, ((const mail_file *)b)->name);
}

static inline mail_files mail_all_files(void)
{
    mail_files f = {0};
    DIR *dir = opendir(MAIL_FILES);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        size_t n = strlen(entry->d_name);
        char name[256] = "";
        if (n < 6 || strcmp(entry->d_name + n - 6, ".links") != 0)
            continue;
        kept links = mail_read(entry->d_name);
        snprintf(name, sizeof name, "%.*s", (int)(n - 6), entry->d_name);
        mail_add_links(&f, name, links.p);
        free(links.p);
    }
    if (dir)
        closedir(dir);
    if (f.n > 0)
        qsort(f.all, f.n, sizeof *f.all, mail_by_name);
    return f;
}

static inline void mail_free_files(mail_files *f)
{
    for (size_t i = 0; i < f->n; i++) {
        free(f->all[i].text.p);
        free(f->all[i].links.p);
    }
    free(f->all);
}

#endif
