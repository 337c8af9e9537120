/* sandbox.c - carries out the plan of a command with what the system has
 *
 * Linux: Landlock for files, seccomp for calls; each works without the other. With --sandbox=auto
 * what is missing is left out, with --sandbox=require it is an error.
 */
/* Declares realpath(). */
#define _DEFAULT_SOURCE

#include "app/sandbox/inside.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum sandbox_choice { AUTO, REQUIRE, OFF };

const char *const sandbox_choices[] = {"auto", "require", "off", NULL};

/* Rules restrict this process. */
static bool limits_files;

bool sandbox_is_off(const struct sandbox *box)
{
#ifdef SANDBOX_OFF_HERE
    (void)box;
    return true;
#else
    return box->choice == 1 + OFF;
#endif
}

/* ---- Which files ---- */

static void sandbox_allow(struct sandbox *box, enum files_right right, const char *path)
{
    if (sandbox_is_off(box))
        return;
    if (box->rules >= 0)
        landlock_allow(box->rules, right, path);
    else
        bsd_allow(right, path);
}

static void allow_reading(void *user, const char *path)
{
    struct sandbox *box = user;

    sandbox_allow(box, FILES_READ, path);
}

/* The descriptions of terminals and of the locale, which ncurses reads. */
static void allow_terminal(struct sandbox *box)
{
    static const char *const places[] = {
        "/etc/terminfo",   "/lib/terminfo",     "/usr/lib/terminfo",       "/usr/share/terminfo",
        "/usr/lib/locale", "/usr/share/locale", "/usr/share/lib/terminfo", NULL};
    static const char *const variables[] = {"TERMINFO", "TERMINFO_DIRS", "LOCPATH", NULL};
    const char *home = getenv("HOME");
    char path[PATH_MAX];

    for (int i = 0; places[i]; i++)
        sandbox_allow(box, FILES_READ, places[i]);
    if (home && (size_t)snprintf(path, sizeof path, "%s/.terminfo", home) < sizeof path)
        sandbox_allow(box, FILES_READ, path);
    for (int i = 0; variables[i]; i++)
        links_variable(variables[i], allow_reading, box);
}

void sandbox_begin(struct sandbox *box, const char *command, int choice, unsigned needs)
{
    *box = (struct sandbox){.command = command,
                            .choice = choice,
                            .needs = needs,
                            .outputs = {.fd = {1, 2}, .count = 2},
                            .rules = -1};
    if (sandbox_is_off(box))
        return;
    box->rules = landlock_begin();
    if (box->rules < 0 && !bsd_has_sandbox())
        return;
    links_each(allow_reading, box);
    if (needs & SANDBOX_TERMINAL)
        allow_terminal(box);
}

void sandbox_need(struct sandbox *box, unsigned needs)
{
    box->needs |= needs;
}

/* Adds a descriptor, unless it is -1: "not open". */
static void add_descriptor(struct descriptors *d, int fd)
{
    if (fd >= 0 && d->count < DESCRIPTORS_MOST)
        d->fd[d->count++] = (unsigned)fd;
}

void sandbox_output(struct sandbox *box, int fd)
{
    add_descriptor(&box->outputs, fd);
}

void sandbox_channel(struct sandbox *box, int fd)
{
    sandbox_need(box, fd >= 0 ? SANDBOX_HELPER : 0u);
    add_descriptor(&box->channels, fd);
}

void sandbox_read(struct sandbox *box, const char *path)
{
    sandbox_allow(box, FILES_READ, path ? path : "/");
}

/* Allows reading an operand. A message in git is named REPOSITORY:ID. */
static void read_operand(struct sandbox *box, const char *name)
{
    enum { ID = 40 };
    size_t n = strlen(name);
    char repository[PATH_MAX];

    sandbox_read(box, name);
    if (n <= ID + 1 || n >= sizeof repository || name[n - ID - 1] != ':' ||
        strspn(name + n - ID, "0123456789abcdef") != ID)
        return;
    (void)snprintf(repository, sizeof repository, "%.*s", (int)(n - ID - 1), name);
    sandbox_read(box, repository);
}

void sandbox_inputs(struct sandbox *box, const struct options *args, const char *files0)
{
    if (files0)
        sandbox_read(box, NULL);
    for (int i = 0; args && i < args->operands && !files0; i++)
        if (!options_is_stdin(args, i))
            read_operand(box, args->argv[i]);
}

void sandbox_write(struct sandbox *box, const char *folder)
{
    box->needs |= SANDBOX_WRITES;
    sandbox_allow(box, FILES_WRITE, folder);
}

void sandbox_broker(struct sandbox *box, broker_server *server)
{
    sandbox_need(box, SANDBOX_BROKER);
    box->server = server;
}

/* ---- Closing ---- */

static int sandbox_refuse(const struct sandbox *box, const char *what)
{
    say(box->command, "--sandbox=require: ", what, "; see SANDBOX in trawl(1)");
    return SANDBOX_MISSING;
}

/* Restricts the calls as far as possible. Returns 0, or -1 when a promise is not kept. */
static int close_calls(const struct sandbox *box)
{
    struct calls_plan plan = {.needs = box->needs,
                              .outputs = box->outputs,
                              .channels = box->channels,
                              .inputs = inherited_writable()};
    const bool too_many = plan.inputs.count > DESCRIPTORS_MOST;

    if (too_many)
        plan.inputs.count = DESCRIPTORS_MOST;
    return calls_close(&plan) == 0 && !too_many ? 0 : -1;
}

/* Returns true when this system can restrict anything. */
static bool sandbox_is_there(const struct sandbox *box)
{
    return box->rules >= 0 || bsd_has_sandbox() || calls_can_be_filtered();
}

int sandbox_close(struct sandbox *box)
{
    bool required = box->choice == 1 + REQUIRE, files, calls;

#ifdef SANDBOX_OFF_HERE
    return required ? sandbox_refuse(box, "this trawl was built without a sandbox") : 0;
#endif
    if (sandbox_is_off(box))
        return 0;
    if (box->needs & SANDBOX_BROKER && sandbox_is_there(box)) {
        int fd = broker_start(box->server);

        if (fd < 0) {
            say_system(box->command, "cannot start a process that opens files", errno);
            return STATUS_TROUBLE;
        }
        sandbox_channel(box, fd);
    }
    if (bsd_has_sandbox()) {
        files = calls = bsd_close(box->needs) == 0;
    } else {
        files = box->rules >= 0 && landlock_close(box->rules) == 0;
        calls = close_calls(box) == 0;
    }
    limits_files |= files;
    if (required && !files)
        return sandbox_refuse(box,
                              "this system cannot restrict files (Linux 5.19 with Landlock can)");
    if (required && !calls)
        return sandbox_refuse(box,
                              "this system cannot restrict system calls (Linux with seccomp can)");
    return 0;
}

int sandbox_to_read(const char *command, int choice, const struct options *args)
{
    struct sandbox box;

    sandbox_begin(&box, command, choice, 0);
    sandbox_inputs(&box, args, NULL);
    return sandbox_close(&box);
}

bool sandbox_limits_files(void)
{
    return limits_files;
}

void sandbox_describe(char *to, size_t size)
{
    int version = landlock_version();
    bool calls = calls_can_be_filtered();

#ifdef SANDBOX_OFF_HERE
    (void)version;
    (void)calls;
    (void)snprintf(to, size, "none (not in this build)");
#else
    if (bsd_has_sandbox())
        (void)snprintf(to, size, "pledge, unveil");
    else if (version > 0)
        (void)snprintf(to, size, "Landlock ABI %d%s", version, calls ? ", seccomp" : "");
    else
        (void)snprintf(to, size, "%s", calls ? "seccomp" : "none");
#endif
}
