/* command.c - divides a command into words, and puts the URL in its place
 *
 * No shell is used. So nothing in the URL is run, and variables, pipes and semicolons in the
 * command have no effect. "firefox -P 'my work' %s" has four words.
 */
#include "pick/pick.h"

#include <stdlib.h>

/* Appends what a "%" of the command stands for. Returns how many bytes after the "%" were used. */
static size_t add_percent(struct buffer *to, char next, const char *url, bool *placed)
{
    switch (url ? next : '\0') {
    case 's':
        add_text(to, url);
        *placed = true;
        return 1;
    case 'c':
        add_text(to, ":");
        return 1;
    case '%':
        add_text(to, "%");
        return 1;
    default:
        add_text(to, "%");
        return 0;
    }
}

/* Appends the word at p[0..n) and a NUL. Returns its length in the command. */
static size_t pick_add_word(struct buffer *to, const char *p, size_t n, const char *url,
                            bool *placed)
{
    char quote = '\0';
    size_t i = 0;

    for (; i < n && (quote || !strchr(" \t", p[i])); i++) {
        char next = i + 1 < n ? p[i + 1] : '\0';

        if (p[i] == quote)
            quote = '\0';
        else if (!quote && (p[i] == '\'' || p[i] == '"'))
            quote = p[i];
        else if (p[i] == '\\' && quote != '\'' && next)
            (void)buffer_add(to, p + ++i, 1);
        else if (p[i] == '%')
            i += add_percent(to, next, url, placed);
        else
            (void)buffer_add(to, p + i, 1);
    }
    (void)buffer_add(to, "", 1);
    return i;
}

/* Makes the list of words from `text`, in which a NUL ends each word, in one piece of memory.
 * Returns false when out of memory. */
static bool make_argv(struct command_words *words, const struct buffer *text, size_t count)
{
    size_t head = (count + 1) * sizeof *words->argv, ends = 0;
    char *p;

    for (size_t i = 0; i < text->n; i++)
        ends += text->p[i] == '\0';
    words->argv = ends == count ? malloc(head + text->n) : NULL; /* else a word is missing */
    if (!words->argv)
        return false;
    p = (char *)words->argv + head;
    memcpy(p, text->p, text->n);
    for (size_t i = 0; i < count; i++, p += strlen(p) + 1)
        words->argv[i] = p;
    words->argv[count] = NULL;
    return true;
}

bool command_divide(struct command_words *words, const char *command, size_t n, const char *url)
{
    struct buffer text = {0};
    bool placed = false, done;
    size_t count = 0;

    *words = (struct command_words){0};
    for (size_t i = 0; i < n;) {
        if (strchr(" \t", command[i])) {
            i++;
            continue;
        }
        words->background = command[i] == '&' && (i + 1 == n || strchr(" \t", command[i + 1]));
        if (words->background)
            break;
        i += pick_add_word(&text, command + i, n - i, url, &placed);
        count++;
    }
    if (count > 0 && url && !placed) {
        (void)buffer_add(&text, url, strlen(url) + 1);
        count++;
    }
    done = count > 0 && make_argv(words, &text, count);
    buffer_free(&text);
    return done;
}
