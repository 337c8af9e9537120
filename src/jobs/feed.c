/* feed.c - "trawl merge --index": brings the inputs of a manifest into an index
 *
 * trawl-index reads the inputs itself, since an index stores more of a message than the outputs of
 * tasks have.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jobs/jobs.h"

/* Runs trawl-index, which reads the names of the inputs from `fd`. Does not return. */
static void run_index(int fd, const char *database)
{
    char *words[] = {NULL, (char[]){"--files0-from"}, (char[]){"-"}, (char[]){"--"}, NULL, NULL};

    words[4] = strdup(database);
    (void)signal(SIGXFSZ, SIG_DFL);
    (void)signal(SIGPIPE, SIG_DFL);
    if (words[4] && dup2(fd, 0) == 0)
        (void)program_start(&program_index, "trawl", "index", words);
    _exit(127);
}

/* Returns true when an input is in the folder whose lots are around it. */
static bool is_below(const char *input, const char *folder)
{
    size_t n = folder ? strlen(folder) : 0;

    while (n > 1 && folder[n - 1] == '/')
        n--;
    return n > 0 && strncmp(input, folder, n) == 0 && (input[n] == '/' || folder[n - 1] == '/');
}

/* Writes each input once. Of a folder only its name is written: the ranges of its large files come
 * between its lots. */
static void put_inputs(const struct manifest *m, struct output *o)
{
    const char *last = "", *folder = NULL;
    size_t k = 0; /* the next row that is not a range */

    for (size_t i = 0; i < m->count && !o->error; i++) {
        const struct row *r = &m->rows[i], *next;
        bool wanted = strcmp(r->input, last) != 0;

        for (k = k < i ? i : k; k < m->count && m->rows[k].unit == UNIT_RANGE; k++)
            ;
        next = k < m->count && m->rows[k].unit == UNIT_LOT ? &m->rows[k] : NULL;
        last = r->input;
        if (r->unit == UNIT_LOT) {
            wanted = wanted && (!folder || strcmp(folder, r->input) != 0);
            folder = r->input;
        } else if (is_below(r->input, folder) || is_below(r->input, next ? next->input : NULL)) {
            wanted = false;
        }
        if (wanted)
            output_bytes(o, r->input, strlen(r->input) + 1);
    }
}

int feed_index(const struct manifest *m, const char *database)
{
    static char buffer[1 << 16];
    struct output out;
    int ends[2], status = 0;
    pid_t child, done = -1;

    if (pipe(ends) < 0)
        return jobs_trouble("merge", database, errno);
    child = fork();
    if (child == 0) {
        (void)close(ends[1]);
        run_index(ends[0], database);
    }
    (void)close(ends[0]);
    output_open(&out, ends[1], buffer, sizeof buffer);
    if (child > 0) {
        put_inputs(m, &out);
        (void)output_flush(&out);
    }
    (void)close(ends[1]);
    while (child > 0 && (done = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    if (child < 0 || done < 0)
        return jobs_trouble("merge", database, errno);
    if (!WIFEXITED(status))
        return JOBS_AGAIN;
    return WEXITSTATUS(status) == 127 ? JOBS_USAGE : WEXITSTATUS(status) ? JOBS_DAMAGED : JOBS_DONE;
}
