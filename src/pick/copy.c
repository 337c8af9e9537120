/* copy.c - copies links to the clipboard
 *
 * The command of pick.conf copies them; without one, the program of the desktop; without that, the
 * terminal itself (OSC 52), which also works over ssh. Inside tmux, "tmux load-buffer -w" does it,
 * since tmux by default drops the OSC 52 of programs.
 */
#include "pick/pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Appends the text in base64. */
static void add_base64(struct buffer *to, trawl_str text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < text.n; i += 3) {
        size_t n = text.n - i < 3 ? text.n - i : 3;
        unsigned bits = 0;
        char four[4] = {'=', '=', '=', '='};

        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < n ? (unsigned char)text.p[i + k] : 0);
        for (size_t k = 0; k <= n; k++)
            four[k] = digits[bits >> (18 - 6 * k) & 63];
        (void)buffer_add(to, four, 4);
    }
}

int copy_by_terminal(int fd, trawl_str text, char *said)
{
    struct buffer sequence = {0};
    bool done;

    add_text(&sequence, "\033]52;c;");
    add_base64(&sequence, text);
    add_text(&sequence, "\a");
    done = fd >= 0 && write_whole(fd, sequence.p, sequence.n) == 0;
    (void)snprintf(said, LAUNCH_SAID,
                   done ? "sent to the terminal to copy (OSC 52)"
                        : "there is no terminal to copy with");
    buffer_free(&sequence);
    return done ? 0 : -1;
}

/* Programs that copy, in the order in which they are tried. A program with a variable is tried only
 * if the variable is set. Over SSH, only those with `remote` are tried. */
static const struct copier {
    const char *variable, *program, *command;
    bool remote;
} copiers[] = {
    {"WAYLAND_DISPLAY", "wl-copy", "wl-copy", false},
    {"DISPLAY", "xclip", "xclip -selection clipboard", false},
    {NULL, "pbcopy", "pbcopy", false},
    {"TMUX", "tmux", "tmux load-buffer -w -", true},
};

/* Returns the command to copy with; NULL means the terminal. */
static const char *copier(const struct conf *conf)
{
    const char *own = conf_value(conf, CONF_COPY);
    const bool remote = launch_is_set("SSH_CONNECTION") || launch_is_set("SSH_TTY");
    const struct copier *c = copiers, *end = copiers + sizeof copiers / sizeof *copiers;

    if (own)
        return strcmp(own, "terminal") == 0 ? NULL : own;
    while (c < end && ((remote && !c->remote) || (c->variable && !launch_is_set(c->variable)) ||
                       !launch_has(c->program)))
        c++;
    return c < end ? c->command : NULL;
}

int copy_text(struct launcher *launcher, trawl_str text)
{
    const char *command = copier(launcher->conf);
    struct command_words words;
    int failed;

    if (!command || !command_divide(&words, command, strlen(command), NULL))
        return copy_by_terminal(launcher->terminal.fd, text, launcher->said);
    failed = launch_filter(launcher, words.argv, text);
    free(words.argv);
    return failed;
}

void copy_markdown(struct buffer *to, const struct choice *choice)
{
    char url[3 * TRAWL_URL_MAX];
    trawl_str whole = choice_url(choice), shown = choice->anchor;
    size_t n = 0;

    if (trawl_ascii(whole.p, whole.n, url, sizeof url, &n) != TRAWL_OK)
        return;
    if (shown.n > 0) {
        add_text(to, "[");
        for (size_t i = 0; i < shown.n; i++) {
            if (strchr("\\[]<>*_`!&", shown.p[i]) && shown.p[i])
                add_text(to, "\\");
            (void)buffer_add(to, (unsigned char)shown.p[i] < ' ' ? " " : shown.p + i, 1);
        }
        add_text(to, "](");
    }
    add_text(to, "<");
    (void)buffer_add(to, url, n);
    add_text(to, shown.n > 0 ? ">)" : ">");
}
