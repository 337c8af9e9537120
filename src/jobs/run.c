/* run.c - the program trawl-jobs; argv[0] selects the command */
#include <errno.h>
#include <signal.h>

#include "jobs/jobs.h"

int jobs_status_of(int number)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case EACCES:
    case ELOOP:
    case ENAMETOOLONG:
    case EINVAL:
        return JOBS_NO_INPUT;
    case ENOMEM:
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case EAGAIN:
    case ESTALE:
    case ETIMEDOUT:
        return JOBS_AGAIN;
    default:
        return JOBS_IO;
    }
}

int jobs_trouble(const char *command, const char *what, int number)
{
    say_system(command, what, number);
    return jobs_status_of(number);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(struct output *out, int argc, char **argv);
    } commands[] = {{"split", split_run}, {"map", map_run}, {"merge", merge_run}};
    static char buffer[1 << 16];
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc > 0 ? argv[0] : "";
    struct output out;
    int status = JOBS_USAGE;

    sandbox_inherit(argc, argv);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that is too large fails with EFBIG */
    (void)signal(SIGPIPE, SIG_IGN);
    output_open(&out, 1, buffer, sizeof buffer);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(name, commands[i].name) == 0) {
            status = commands[i].run(&out, argc - 1, argv + 1);
            if (output_close(&out) != 0)
                return jobs_trouble(name, "writing", out.error);
            if (buffer_failed_silently() || (buffer_failed() && status == JOBS_DONE))
                return jobs_trouble(name, "buffers", ENOMEM);
            return status;
        }
    say(NULL, "run \"trawl split\", \"trawl map\" or \"trawl merge\" instead", NULL, NULL);
    return status;
}
