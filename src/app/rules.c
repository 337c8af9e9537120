/* rules.c - the files of --rules, and the sets of rules that are installed
 *
 * "--rules ietf,debian,./my.rules": a word without "/" and "." names a set. That is a file
 * NAME.rules in a folder beside this program (rules, ../share/trawl/rules), or else in RULES_DIR.
 * The library gets all files as one text. The first line of each file is stored, for messages.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "app/command.h"
#include "app/io/io.h"
#include "base/check.h"

#ifndef RULES_DIR
#define RULES_DIR "/usr/local/share/trawl/rules"
#endif

#define SUFFIX ".rules"
#define SETS_MAX 64
#define SET_NAME 32

/* The maximum number of bytes of all files. */
#define RULES_BYTES ((size_t)16 << 20)

/* Writes the path of a set, or for n = 0 of the folder, in the i-th folder of sets. *last is set
 * for the last folder. Returns false when the path is unknown or too long. */
static bool rules_set_path(unsigned i, const char *self, const char *name, size_t n, char *path,
                           int *last)
{
    static const char *const places[] = {"rules", "../share/trawl/rules",
                                         "../../share/trawl/rules"};
    const char *suffix = n > 0 ? SUFFIX : "";
    char folder[PATH_MAX];

    *last = i == sizeof places / sizeof places[0];
    if (*last)
        return snprintf(path, PATH_MAX, "%s/%.*s%s", RULES_DIR, (int)n, name, suffix) < PATH_MAX;
    return program_folder(self, folder, sizeof folder) &&
           snprintf(path, PATH_MAX, "%s/%s/%.*s%s", folder, places[i], (int)n, name, suffix) <
               PATH_MAX;
}

/* Adds a name to the sorted names, once. */
static void rules_add_name(char names[SETS_MAX][SET_NAME], size_t *count, const char *name,
                           size_t n)
{
    char wanted[SET_NAME];
    size_t at = *count;

    if (n == 0 || n >= SET_NAME || *count == SETS_MAX)
        return;
    memcpy(wanted, name, n);
    wanted[n] = '\0';
    while (at > 0 && strcmp(names[at - 1], wanted) >= 0)
        at--;
    if (at < *count && strcmp(names[at], wanted) == 0)
        return;
    CHECK(at <= *count && *count < SETS_MAX);
    memmove(names[at + 1], names[at], (*count - at) * SET_NAME);
    memcpy(names[at], wanted, n + 1);
    ++*count;
}

/* Writes the names of the installed sets, "debian, ietf, man". */
static void list_sets(const char *self, char *list, size_t size)
{
    static char names[SETS_MAX + 1][SET_NAME];
    size_t count = 0, used = 0;
    char path[PATH_MAX];
    int last = 0;

    for (unsigned i = 0; !last; i++) {
        DIR *folder = rules_set_path(i, self, "", 0, path, &last) ? opendir(path) : NULL;
        struct dirent *entry;
        while (folder && (entry = readdir(folder)) != NULL) {
            size_t n = strlen(entry->d_name), suffix = strlen(SUFFIX);
            if (n > suffix && strcmp(entry->d_name + n - suffix, SUFFIX) == 0)
                rules_add_name(names, &count, entry->d_name, n - suffix);
        }
        if (folder)
            (void)closedir(folder);
    }
    list[0] = '\0';
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
}

/* Writes the path of an installed set. Returns 0, or -1 after an error message. */
static int find_set(const char *command, const char *self, const char *name, size_t n, char *path)
{
    char list[500], message[700];
    int last = 0;

    for (unsigned i = 0; n > 0 && !last; i++)
        if (rules_set_path(i, self, name, n, path, &last) && access(path, R_OK) == 0)
            return 0;
    list_sets(self, list, sizeof list);
    (void)snprintf(
        message, sizeof message,
        "--rules: no set of rules is named \"%.*s\"; %s%s (the name of a file has a \"/\" "
        "or a \".\": ./%.*s)",
        n > 99 ? 99 : (int)n, name, list[0] ? "there are " : "none is installed", list,
        n > 99 ? 99 : (int)n, name);
    say(command, "", message, NULL);
    return -1;
}

/* Returns true when the word is the name of a file, not of a set. */
static bool rules_is_file(const char *word, size_t n)
{
    return memchr(word, '/', n) || memchr(word, '.', n);
}

static uint64_t count_lines(const struct buffer *text)
{
    uint64_t lines = 0;

    for (size_t i = 0; i < text->n; i++)
        lines += text->p[i] == '\n';
    return lines;
}

/* Adds a file to the text. Returns 0, or -1 after an error message. */
static int add_file(struct rule_files *r, const char *command, const char *path)
{
    struct input in;
    int failed;

    if (r->count == RULE_FILES) {
        say(command, "--rules: too many files, at ", path, NULL);
        return -1;
    }
    r->first[r->count] = count_lines(&r->text);
    r->name[r->count++] = r->names.n;
    if (buffer_add(&r->names, path, strlen(path) + 1) != TRAWL_OK) {
        (void)command_trouble(command, TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    if (input_open(&in, path, NULL) < 0)
        return -1;
    in.command = command;
    failed = input_all(&in, &r->text, RULES_BYTES);
    input_close(&in);
    if (!failed && buffer_add(&r->text, "\n", 1) != TRAWL_OK) {
        (void)command_trouble(command, TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    return failed;
}

int rule_files_read(struct rule_files *r, const char *command, const char *self, const char *value)
{
    char path[PATH_MAX];

    for (size_t n;; value += n + 1) {
        n = strcspn(value, ",");
        if (n >= sizeof path) {
            say(command, "--rules: the name is too long: ", value, NULL);
            return -1;
        }
        if (rules_is_file(value, n))
            (void)snprintf(path, sizeof path, "%.*s", (int)n, value);
        else if (find_set(command, self, value, n, path) < 0)
            return -1;
        if (add_file(r, command, path) < 0)
            return -1;
        if (value[n] == '\0')
            return 0;
    }
}

trawl_str rule_files_text(const struct rule_files *r)
{
    return buffer_str(&r->text);
}

const char *rule_files_line(const struct rule_files *r, uint64_t *line)
{
    unsigned i = r->count - 1;

    while (i > 0 && r->first[i] >= *line)
        i--;
    *line -= r->first[i];
    return r->names.p + r->name[i];
}

void rule_files_free(struct rule_files *r)
{
    buffer_free(&r->text);
    buffer_free(&r->names);
}
