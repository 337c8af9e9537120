/* launch.c - runs the programs that open links
 *
 * The program is named by the COMMAND of urlview's file; without that, by the line for the scheme
 * or host in pick.conf; without that, by the list of commands in pick.conf or $BROWSER; without
 * that, it is the system's opener. A command is divided into words, and never given to a shell. A
 * program for the terminal has the terminal until it ends. Any other program runs in a session of
 * its own, without the terminal, and may go on after trawl pick ends.
 */
#include "pick/pick.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EARLY_MS 300 /* a program that fails within this time is replaced by the next one */
#define STEP_MS 5

/* ---- Which program ---- */

#ifdef __APPLE__
static const char openers[] = "open";
#else
static const char openers[] = "xdg-open:termux-open:wslview";
#endif

struct candidates {
    const char *list;
    bool colons; /* `list` has several commands, with colons between */
};

static struct candidates candidates_of(const struct conf *conf, const struct judged *j)
{
    const char *browser = getenv("BROWSER"), *own = conf_value(conf, CONF_BROWSER),
               *program = conf->command ? conf->command : conf_program(conf, j->scheme, j->host);

    if (program)
        return (struct candidates){program, false};
    if (own)
        return (struct candidates){own, true};
    return (struct candidates){browser && *browser ? browser : openers, true};
}

/* Sets *command to the next command. Returns false if there are no more. */
static bool next_command(struct candidates *candidates, trawl_str *command)
{
    size_t n;

    while (candidates->list && *candidates->list) {
        n = candidates->colons ? strcspn(candidates->list, ":") : strlen(candidates->list);
        *command = (trawl_str){candidates->list, n};
        candidates->list += n + (candidates->list[n] == ':');
        if (n > 0)
            return true;
    }
    return false;
}

bool launch_has(const char *name)
{
    const char *path = getenv("PATH");
    char file[4096];

    if (strchr(name, '/'))
        return access(name, X_OK) == 0;
    for (size_t n; path && *path; path += n + (path[n] == ':')) {
        n = strcspn(path, ":");
        if (n > 0 &&
            (size_t)snprintf(file, sizeof file, "%.*s/%s", (int)n, path, name) < sizeof file &&
            access(file, X_OK) == 0)
            return true;
    }
    return false;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

void launch_name(const struct conf *conf, const struct judged *j, char *to, size_t size)
{
    struct candidates candidates = candidates_of(conf, j);
    struct command_words words;
    trawl_str command;

    to[0] = '\0';
    while (!to[0] && next_command(&candidates, &command))
        if (command_divide(&words, command.p, command.n, j->href)) {
            if (launch_has(words.argv[0]))
                (void)snprintf(to, size, "%s", last_part(words.argv[0]));
            free(words.argv);
        }
}

static bool launch_is_in(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

bool launch_is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value;
}

/* Returns true for programs that use the terminal. The COMMAND of urlview's file is taken for
 * one. */
static bool needs_terminal(const struct launcher *launcher, const struct command_words *words)
{
    static const char *const terminal[] = {
        "lynx",   "w3m",   "links",   "links2", "elinks", "browsh",     "carbonyl",    "cha",
        "chawan", "mutt",  "neomutt", "alpine", "aerc",   "mail",       "mailx",       "s-nail",
        "nail",   "slrn",  "tin",     "rtin",   "lftp",   "ncftp",      "ftp",         "telnet",
        "ssh",    "irssi", "weechat", "gopher", "amfora", "bombadillo", "www-browser", "vi",
        "vim",    "nvim",  "less",    NULL};
    static const char *const window[] = {"open", "termux-open", "termux-open-url", "wslview", NULL};
    const char *name = last_part(words->argv[0]);

    if (words->background || launcher->terminal.fd < 0 ||
        conf_lists(launcher->conf, CONF_WINDOW, name))
        return false;
    if (launcher->conf->command || conf_lists(launcher->conf, CONF_TERMINAL, name) ||
        launch_is_in(terminal, name))
        return true;
#ifdef __APPLE__
    return false;
#else
    return !launch_is_in(window, name) && !launch_is_set("DISPLAY") &&
           !launch_is_set("WAYLAND_DISPLAY");
#endif
}

/* ---- Running ---- */

enum { NOT_STARTED = -1, STILL_RUNNING = -2 }; /* instead of a status of waitpid() */

static void sleep_ms(long ms)
{
    struct timespec t = {0, ms * 1000000};

    (void)nanosleep(&t, NULL);
}

/* In the child: sets up its signals and descriptors, and runs the program. */
static _Noreturn void become(char **argv, int terminal, int input, int report)
{
    static const int signals[] = {SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP, SIGTSTP};
    sigset_t none;
    int null = open("/dev/null", O_RDWR), error;

    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        (void)signal(signals[i], SIG_DFL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    if (terminal < 0)
        (void)setsid();
    (void)dup2(input >= 0 ? input : terminal >= 0 ? terminal : null, 0);
    (void)dup2(terminal >= 0 ? terminal : null, 1);
    if (terminal < 0)
        (void)dup2(null, 2);
    if (null > 2)
        (void)close(null);
    (void)execvp(argv[0], argv);
    error = errno;
    if (write(report, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

/* Makes a pipe that programs do not inherit. */
static int make_pipe(int ends[2])
{
    if (pipe(ends) < 0)
        return -1;
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

/* Starts a program. Returns its process, or -1 with errno when it could not be run. */
static pid_t launch_start(char **argv, int terminal, int input)
{
    int report[2], error = 0;
    ssize_t got;
    pid_t pid;

    if (make_pipe(report) < 0)
        return -1;
    pid = fork();
    if (pid == 0)
        become(argv, terminal, input, report[1]);
    error = pid < 0 ? errno : 0;
    (void)close(report[1]);
    do
        got = pid < 0 ? 0 : read(report[0], &error, sizeof error);
    while (got < 0 && errno == EINTR);
    (void)close(report[0]);
    if (pid > 0 && got == (ssize_t)sizeof error)
        (void)waitpid(pid, NULL, 0);
    else if (pid > 0)
        return pid;
    errno = error;
    return -1;
}

/* Waits for a program that has the terminal, and returns its status. Meanwhile Ctrl-C is for the
 * program. */
static int launch_wait_for(pid_t pid)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    int status = 0;

    (void)sigemptyset(&ignore.sa_mask);
    (void)sigaction(SIGINT, &ignore, &interrupt);
    (void)sigaction(SIGQUIT, &ignore, &quit);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    (void)sigaction(SIGINT, &interrupt, NULL);
    (void)sigaction(SIGQUIT, &quit, NULL);
    return status;
}

/* Waits some time for a program to end. Returns its status, or STILL_RUNNING. */
static int wait_early(pid_t pid, int ms)
{
    int status = 0;

    for (int waited = 0; waited < ms; waited += STEP_MS) {
        pid_t got = waitpid(pid, &status, WNOHANG);

        if (got == pid || (got < 0 && errno != EINTR))
            return status;
        sleep_ms(STEP_MS);
    }
    return STILL_RUNNING;
}

static void keep_running(struct launcher *launcher, pid_t pid, const char *name)
{
    for (int i = 0; i < LAUNCH_MAX; i++)
        if (launcher->running[i].pid == 0) {
            launcher->running[i].pid = pid;
            (void)snprintf(launcher->running[i].name, sizeof launcher->running[i].name, "%s", name);
            return;
        }
}

/* Runs a program. Returns the status of waitpid(), NOT_STARTED with errno, or STILL_RUNNING. */
static int launch_run(struct launcher *launcher, const struct command_words *words)
{
    bool foreground = needs_terminal(launcher, words);
    pid_t pid;
    int status;

    if (foreground && launcher->terminal.pause)
        launcher->terminal.pause(launcher->terminal.user);
    pid = launch_start(words->argv, foreground ? launcher->terminal.fd : -1, -1);
    status = pid < 0 ? NOT_STARTED : foreground ? launch_wait_for(pid) : wait_early(pid, EARLY_MS);
    if (foreground && launcher->terminal.resume) {
        int error = errno;
        launcher->terminal.resume(launcher->terminal.user);
        errno = error;
    }
    if (status == STILL_RUNNING)
        keep_running(launcher, pid, last_part(words->argv[0]));
    return status;
}

/* Sets launcher->said to how a program failed. */
static void say_failed(struct launcher *launcher, const char *name, int status)
{
    if (status == NOT_STARTED)
        (void)snprintf(launcher->said, sizeof launcher->said, "%s: %s", name, strerror(errno));
    else if (WIFSIGNALED(status))
        (void)snprintf(launcher->said, sizeof launcher->said, "%s was ended by signal %d", name,
                       WTERMSIG(status));
    else
        (void)snprintf(launcher->said, sizeof launcher->said, "%s failed with status %d", name,
                       WEXITSTATUS(status));
}

int launch_open(struct launcher *launcher, const struct judged *j)
{
    struct candidates candidates = candidates_of(launcher->conf, j);
    struct command_words words;
    trawl_str command;
    bool own = candidates.list != openers;
    int status = NOT_STARTED;

    (void)snprintf(launcher->said, sizeof launcher->said,
                   "no program opens it: set BROWSER, or name one in pick.conf");
    while (status != 0 && status != STILL_RUNNING && next_command(&candidates, &command)) {
        if (!command_divide(&words, command.p, command.n, j->href))
            continue;
        status = launch_run(launcher, &words);
        if (status == 0 || status == STILL_RUNNING)
            (void)snprintf(launcher->said, sizeof launcher->said, "opened with %s",
                           last_part(words.argv[0]));
        else if (status != NOT_STARTED || own)
            say_failed(launcher, last_part(words.argv[0]), status);
        free(words.argv);
    }
    return status == 0 || status == STILL_RUNNING ? 0 : -1;
}

bool launch_runs(const struct launcher *launcher)
{
    for (int i = 0; i < LAUNCH_MAX; i++)
        if (launcher->running[i].pid > 0)
            return true;
    return false;
}

bool launch_check(struct launcher *launcher)
{
    bool failed = false;
    int status;

    for (int i = 0; i < LAUNCH_MAX; i++)
        if (launcher->running[i].pid > 0 &&
            waitpid(launcher->running[i].pid, &status, WNOHANG) > 0) {
            if (status != 0) {
                say_failed(launcher, launcher->running[i].name, status);
                failed = true;
            }
            launcher->running[i].pid = 0;
        }
    return failed;
}

int launch_filter(struct launcher *launcher, char **argv, trawl_str text)
{
    int ends[2], status = NOT_STARTED;
    pid_t pid = -1;

    if (make_pipe(ends) == 0) {
        pid = launch_start(argv, -1, ends[0]);
        (void)close(ends[0]);
        if (pid > 0) /* the program may exit without reading all */
            (void)write_whole(ends[1], text.p, text.n);
        (void)close(ends[1]);
    }
    if (pid > 0)
        status = wait_early(pid, 2000);
    if (status == STILL_RUNNING)
        keep_running(launcher, pid, last_part(argv[0]));
    if (status == 0 || status == STILL_RUNNING) {
        (void)snprintf(launcher->said, sizeof launcher->said, "copied with %s", last_part(argv[0]));
        return 0;
    }
    say_failed(launcher, last_part(argv[0]), status);
    return -1;
}
