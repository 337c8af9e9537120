/* feed.c - "trawl merge --index": passes the records of all tasks on to trawl-archive
 *
 * trawl-archive is started under the name "import", and reads the records from a pipe. Its process
 * is forked before the sandbox closes, and waits for a byte that starts it.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trawl/jobs/jobs.h"

/* Makes the arguments of trawl-archive. Returns NULL when out of memory. */
static char **make_words(const struct merge_options *options)
{
    static char exclude[] = "--exclude", end[] = "--", sandbox[] = "--sandbox";
    const struct buffer *patterns = &options->exclude;
    char **words = calloc(2 * patterns->n + 6, sizeof *words);
    size_t n = 1;

    if (!words)
        return NULL;
    if (options->sandbox) {
        words[n++] = sandbox;
        if ((words[n++] = strdup(sandbox_choices[options->sandbox - 1])) == NULL)
            /* cppcheck-suppress memleak ; the process ends */
            return NULL;
    }
    for (size_t i = 0; i < patterns->n; i += strlen(patterns->p + i) + 1) {
        words[n++] = exclude;
        words[n++] = patterns->p + i;
    }
    words[n++] = end;
    return (words[n] = strdup(options->database)) ? words : NULL;
}

/* Replaces this process by trawl-archive, which reads the records from `fd`. Does not return. */
static void feed_run_index(int fd, const struct merge_options *options)
{
    const int started = talk_wait(fd);
    char **words = started > 0 ? make_words(options) : NULL;

    if (started == 0)
        _exit(127);
    if (!words || dup2(fd, 0) < 0)
        _exit(jobs_trouble("merge", options->database, errno));
    (void)signal(SIGPIPE, SIG_DFL);
    (void)program_start(&program_archive, "trawl", "import", words);
    _exit(127);
}

/* Writes a block of records. */
static void feed_put_block(struct output *o, const char *p, size_t n)
{
    for (unsigned i = 0; i < 64; i += 8)
        output_byte(o, (char)((uint64_t)n >> i));
    output_bytes(o, p, n);
}

/* Writes the records of a task. Returns false when they are damaged. */
static bool feed_put_task(struct output *o, const char *folder, uint64_t id)
{
    struct task_reader r;
    enum task_frame frame = task_open(&r, folder, id) == TASK_WHOLE ? FRAME_END : FRAME_BAD;

    while ((frame == FRAME_BYTES || frame == FRAME_END) && !o->error) {
        frame = task_next(&r);
        if (frame == FRAME_BYTES && r.bytes.n > 0)
            feed_put_block(o, r.bytes.p, r.bytes.n);
    }
    task_reader_close(&r);
    return frame != FRAME_BAD;
}

/* Writes the records of all tasks, then the block that ends them. Returns a status. */
static int feed_put_tasks(int fd, const struct manifest *manifest, const char *folder)
{
    static char buffer[1 << 16];
    struct output out;
    bool good = true;
    uint64_t id = 0;
    char rest[80];

    output_open(&out, fd, buffer, sizeof buffer);
    while (id < manifest->tasks && good && !out.error)
        good = feed_put_task(&out, folder, ++id);
    if (good)
        feed_put_block(&out, "", 0);
    (void)output_flush(&out);
    if (good)
        return JOBS_DONE;
    (void)snprintf(rest, sizeof rest, ": the output of task %" PRIu64 " is damaged; do it again",
                   id);
    say("merge", "", folder, rest);
    return JOBS_NO_INPUT;
}

/* Returns the exit status for what waitpid() returned about the process of trawl-archive. */
static int feed_status_of(int status)
{
    if (!WIFEXITED(status))
        return JOBS_AGAIN;
    switch (WEXITSTATUS(status)) {
    case 127:
        return JOBS_USAGE;
    case STATUS_TROUBLE:
        return JOBS_IO;
    default:
        return WEXITSTATUS(status);
    }
}

int feed_open(struct feed *f, const struct merge_options *options)
{
    int ends[2] = {-1, -1};

    if (pipe(ends) < 0 || (f->child = fork()) < 0)
        return jobs_trouble("merge", options->database, errno);
    if (f->child == 0) {
        (void)close(ends[1]);
        feed_run_index(ends[0], options);
    }
    (void)close(ends[0]);
    f->to = ends[1];
    return JOBS_DONE;
}

int feed_index(const struct feed *f, const struct manifest *manifest, const char *folder,
               const struct merge_options *options, int status)
{
    int ended = 0, error = 0;

    if (status == JOBS_DONE)
        error = write_whole(f->to, "", 1);
    if (status == JOBS_DONE && !error)
        status = feed_put_tasks(f->to, manifest, folder);
    (void)close(f->to);
    while (!error && waitpid(f->child, &ended, 0) < 0)
        error = errno == EINTR ? 0 : errno;
    if (error)
        return jobs_trouble("merge", options->database, error);
    return status != JOBS_DONE ? status : feed_status_of(ended);
}
