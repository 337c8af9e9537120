/* conf.c - reads ~/.config/trawl/pick.conf, and adds lines to it
 *
 *     scheme mailto     neomutt %s
 *     host *.work.example   firefox -P work %s
 *     always www.example.org
 *
 * A line is a word and its value; "#" begins a comment line. trawl-pick(5) describes the words.
 */
#include "pick/pick.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <trawl_emit.h>
#include <unistd.h>

#include "base/ascii.h"
#include "app/io/io.h"

#define CONF_MAX ((size_t)1 << 20)
#define BLANKS " \t\r"

static const char *const conf_words[CONF_COUNT] = {
    [CONF_SCHEME] = "scheme",     [CONF_HOST] = "host",     [CONF_BROWSER] = "browser",
    [CONF_LIVE] = "live",         [CONF_ALWAYS] = "always", [CONF_COPY] = "copy",
    [CONF_TERMINAL] = "terminal", [CONF_WINDOW] = "window", [CONF_MOUSE] = "mouse",
};

/* ---- Lists ---- */

/* Sets *name to the next name of a list with commas or blanks between. Returns false at its end. */
static bool next_name(const char **list, trawl_str *name)
{
    const char *p = *list + strspn(*list, BLANKS ",");

    *name = (trawl_str){p, strcspn(p, BLANKS ",")};
    *list = p + name->n;
    return name->n > 0;
}

static bool conf_is_named(const char *list, const char *name, bool patterns)
{
    char pattern[256];
    trawl_str text;

    while (next_name(&list, &text)) {
        if (text.n >= sizeof pattern)
            continue;
        for (size_t i = 0; i < text.n; i++)
            pattern[i] = ascii_lower(text.p[i]);
        pattern[text.n] = '\0';
        if (patterns ? fnmatch(pattern, name, 0) == 0 : strcmp(pattern, name) == 0)
            return true;
    }
    return false;
}

/* ---- Reading ---- */

/* Reports a wrong line. */
static void conf_refuse(const struct conf *conf, unsigned number, const char *what, trawl_str name,
                        const char *why)
{
    char rest[400];

    (void)snprintf(rest, sizeof rest, ":%u: %s%.*s%s", number, what,
                   (int)(name.n < 80 ? name.n : 80), name.p, why);
    say("pick", "", conf->path, rest);
}

/* Returns why links with this scheme are never opened without a question, even if a "live" line
 * lists it; or NULL. */
static const char *why_not_live(trawl_str scheme)
{
    int live = trawl_emit_live(scheme.p, scheme.n);

    return live == TRAWL_LIVE_NEVER          ? " is never opened"
           : live == TRAWL_LIVE_UNREGISTERED ? " is not a registered scheme"
                                             : NULL;
}

static void add_live(struct conf *conf, unsigned number, const char *list)
{
    trawl_str name;

    while (next_name(&list, &name)) {
        const char *why = why_not_live(name);

        if (why) {
            conf_refuse(conf, number, "live: ", name, why);
            continue;
        }
        add_text(&conf->live, conf->live.n > 0 ? "," : "");
        add_str(&conf->live, name);
    }
}

static bool conf_grow(struct conf *conf)
{
    size_t size = conf->size ? 2 * conf->size : 32;
    struct conf_line *lines;

    if (conf->count < conf->size)
        return true;
    lines = realloc(conf->lines, size * sizeof *lines);
    if (!lines)
        return false;
    conf->lines = lines;
    conf->size = size;
    return true;
}

/* Adds a line. `p` ends with NUL. */
static void add_line(struct conf *conf, unsigned number, char *p)
{
    struct conf_line line = {.word = CONF_COUNT};
    size_t n;

    p += strspn(p, BLANKS);
    for (n = strlen(p); n > 0 && strchr(BLANKS, p[n - 1]); n--)
        p[n - 1] = '\0';
    if (*p == '\0' || *p == '#' || !conf_grow(conf))
        return;
    n = strcspn(p, BLANKS);
    for (int i = 0; i < CONF_COUNT; i++)
        if (strlen(conf_words[i]) == n && memcmp(conf_words[i], p, n) == 0)
            line.word = (enum conf_word)i;
    if (line.word == CONF_COUNT) {
        conf_refuse(conf, number, "unknown word ", (trawl_str){p, n}, "; see trawl-pick(5)");
        return;
    }
    p += n + strspn(p + n, BLANKS);
    if (line.word == CONF_SCHEME || line.word == CONF_HOST) {
        line.names = p;
        p += strcspn(p, BLANKS);
        if (*p)
            *p++ = '\0';
        p += strspn(p, BLANKS);
    }
    line.value = p;
    if (*p == '\0') {
        conf_refuse(conf, number, "",
                    (trawl_str){conf_words[line.word], strlen(conf_words[line.word])},
                    line.names ? " needs a list and a command" : " needs a value");
        return;
    }
    if (line.word == CONF_LIVE)
        add_live(conf, number, p);
    conf->lines[conf->count++] = line;
}

/* Divides the text of the file into lines. */
static void conf_add_lines(struct conf *conf)
{
    unsigned number = 1;

    if (buffer_add(&conf->text, "", 1) != TRAWL_OK)
        return;
    for (char *p = conf->text.p, *end; p < conf->text.p + conf->text.n; p = end + 1, number++) {
        end = p + strcspn(p, "\n");
        *end = '\0';
        add_line(conf, number, p);
    }
}

/* Sets the path of the user's file. Returns false when out of memory. */
static bool conf_set_path(struct conf *conf, const char *path)
{
    const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME"), *middle = "";
    size_t n;

    if (path) {
        base = path;
        path = "";
    } else if (base && *base == '/') {
        path = "/trawl/pick.conf";
    } else if (home && *home) {
        base = home;
        middle = "/.config";
        path = "/trawl/pick.conf";
    } else {
        return true;
    }
    n = strlen(base) + strlen(middle) + strlen(path) + 1;
    conf->path = malloc(n);
    if (conf->path)
        (void)snprintf(conf->path, n, "%s%s%s", base, middle, path);
    return conf->path;
}

int conf_open(struct conf *conf, const char *path)
{
    struct input in;
    int failed;

    *conf = (struct conf){0};
    if (!conf_set_path(conf, path)) {
        (void)command_trouble("pick", TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    if (!conf->path || (!path && access(conf->path, F_OK) < 0))
        return 0;
    if (input_open(&in, conf->path, NULL) < 0)
        return path ? -1 : 0;
    in.command = "pick";
    failed = input_all(&in, &conf->text, CONF_MAX);
    input_close(&in);
    if (failed)
        return path ? -1 : 0;
    conf_add_lines(conf);
    return 0;
}

void conf_close(struct conf *conf)
{
    free(conf->path);
    free(conf->lines);
    buffer_free(&conf->text);
    buffer_free(&conf->live);
    buffer_free(&conf->always);
}

/* ---- Questions ---- */

const char *conf_value(const struct conf *conf, enum conf_word word)
{
    for (size_t i = conf->count; i > 0; i--)
        if (conf->lines[i - 1].word == word)
            return conf->lines[i - 1].value;
    return NULL;
}

const char *conf_program(const struct conf *conf, const char *scheme, const char *host)
{
    bool web = strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0;

    for (size_t i = 0; i < conf->count; i++) {
        const struct conf_line *line = &conf->lines[i];

        if (line->word == CONF_SCHEME
                ? conf_is_named(line->names, scheme, false)
                : line->word == CONF_HOST && web && *host && conf_is_named(line->names, host, true))
            return line->value;
    }
    return NULL;
}

bool conf_lists(const struct conf *conf, enum conf_word word, const char *name)
{
    for (size_t i = 0; i < conf->count; i++)
        if (conf->lines[i].word == word && conf_is_named(conf->lines[i].value, name, false))
            return true;
    return false;
}

bool conf_is_always(const struct conf *conf, const char *place)
{
    for (const char *p = conf->always.p; p && p < conf->always.p + conf->always.n;
         p += strlen(p) + 1)
        if (strcmp(p, place) == 0)
            return true;
    return conf_lists(conf, CONF_ALWAYS, place);
}

/* ---- Writing ---- */

/* Makes the folders of the file. */
static void conf_make_folders(char *path)
{
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = '\0';
        (void)mkdir(path, 0700);
        *p = '/';
    }
}

/* Returns true when the file has a last line without an end. */
static bool ends_in_line(int fd)
{
    char last = '\n';
    off_t size = lseek(fd, 0, SEEK_END);

    return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

bool conf_is_place(const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p <= ' ' || *p >= 0x7F || *p == ',')
            return false;
    return *text;
}

void conf_trust(struct conf *conf, const char *place)
{
    if (!conf_is_always(conf, place))
        (void)buffer_add(&conf->always, place, strlen(place) + 1);
}

int conf_remember(struct conf *conf, const char *place)
{
    struct buffer line = {0};
    int fd, error;

    if (!conf->path)
        return ENOENT;
    if (conf_is_always(conf, place))
        return 0;
    conf_trust(conf, place);
    conf_make_folders(conf->path);
    fd = open(conf->path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno;
    add_text(&line, ends_in_line(fd) ? "\nalways " : "always ");
    add_text(&line, place);
    add_text(&line, "\n");
    error = write_whole(fd, line.p, line.n);
    if (close(fd) < 0 && !error)
        error = errno;
    buffer_free(&line);
    return error;
}
