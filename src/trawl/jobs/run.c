/* run.c - begins and ends "trawl split", "trawl map" and "trawl merge", with their exit statuses */
#include <errno.h>
#include <signal.h>

#include "trawl/jobs/jobs.h"

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

int jobs_run(const char *name, jobs_command *run, struct output *out, int argc, char **argv)
{
    int status;

    (void)signal(SIGXFSZ, SIG_IGN); /* a file that is too large fails with EFBIG */
    (void)signal(SIGPIPE, SIG_IGN);
    status = run(out, argc, argv);
    if (output_close(out) != 0) {
        status = jobs_trouble(name, "writing", out->error);
        out->error = 0; /* main() would report it again */
    } else if (buffer_failed_silently() || (buffer_failed() && status == JOBS_DONE)) {
        status = jobs_trouble(name, "buffers", ENOMEM);
    }
    return status;
}
