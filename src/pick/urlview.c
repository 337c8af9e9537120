/* urlview.c - reads the file of urlview, when the program is called by that name
 *
 *     COMMAND firefox %s
 *
 * The user's ~/.urlview is read or, if there is none, the system's file. Only COMMAND has an
 * effect; a COMMAND for a shell is reported and not used. REGEXP is reported, since trawl has rules
 * of its own.
 */
#include "pick/pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/ascii.h"
#include "app/io/io.h"

#define BLANKS " \t\r"

/* Returns what follows the word in a line, or NULL when the line begins with another word. */
static char *after_word(char *line, const char *word)
{
    size_t n = strlen(word);

    if (strlen(line) < n || !ascii_same(line, word, n) || (line[n] && !strchr(BLANKS, line[n])))
        return NULL;
    return line + n + strspn(line + n, BLANKS);
}

static void urlview_report(const char *path, unsigned number, const char *what)
{
    char rest[200];

    (void)snprintf(rest, sizeof rest, ":%u: %s", number, what);
    say("urlview", "", path, rest);
}

static void urlview_read_line(struct conf *conf, const char *path, unsigned number, char *line)
{
    char *value;

    for (size_t n = strlen(line); n > 0 && strchr(BLANKS, line[n - 1]); n--)
        line[n - 1] = '\0';
    line += strspn(line, BLANKS);
    if (*line == '\0' || *line == '#' || after_word(line, "WRAP"))
        return;
    if (after_word(line, "REGEXP")) {
        urlview_report(path, number, "REGEXP is not used: trawl has its own rules for links");
    } else if ((value = after_word(line, "COMMAND"))) {
        if (*value == '\0' || strpbrk(value, "|;<>`$()"))
            urlview_report(path, number,
                           *value ? "COMMAND is not used: it needs a shell, and trawl runs none"
                                  : "COMMAND has no command");
        else
            conf->command = value;
    } else {
        urlview_report(path, number, "is not used: only COMMAND has an effect");
    }
}

/* Reads one of the files. Returns false when there is none. */
static bool urlview_read_file(struct conf *conf, const char *path)
{
    static struct buffer text; /* conf->command is in it */
    struct input in;
    unsigned number = 1;
    int failed;

    if (access(path, R_OK) < 0 || input_open(&in, path, NULL) < 0)
        return false;
    failed = input_all(&in, &text, 1 << 20);
    input_close(&in);
    if (failed || buffer_add(&text, "", 1) != TRAWL_OK)
        return true;
    for (char *p = text.p, *end; p < text.p + text.n; p = end + 1, number++) {
        end = p + strcspn(p, "\n");
        *end = '\0';
        urlview_read_line(conf, path, number, p);
    }
    return true;
}

void urlview_read(struct conf *conf)
{
    const char *home = getenv("HOME");
    char path[4096];

    if (home && (size_t)snprintf(path, sizeof path, "%s/.urlview", home) < sizeof path &&
        urlview_read_file(conf, path))
        return;
    (void)urlview_read_file(conf, "/etc/urlview/system.urlview");
}
