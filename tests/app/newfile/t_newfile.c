/* t_newfile.c - a file that is replaced is the old one or the new one, whatever happens
 *
 * Each call of the room that acts on files is a step. For each step there is a run in which the
 * step fails, one in which the process is killed there, and one in which another process replaces
 * the name by a link to a secret file. After each run the file is whole, no file has more rights
 * than before, and the next run leaves no temporary file.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <endian.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#endif

#include "app/command.h"
#include "base/sip.h"

/* ---- Steps ---- */

enum deed { NOTHING, FAIL, FAIL_ALL, FAIL_FULL, DIE, SWAP, SWAP_ALWAYS, REMOVE };

static struct {
    enum deed deed;
    int at;                /* the step at which the deed is done */
    int now;               /* the steps of this process so far */
    volatile int *reached; /* shared with the parent: set when the deed was done */
} plan;

/* Swaps the page and the link to the secret file. */
static void swap_names(void)
{
#ifdef __linux__
    (void)syscall(SYS_renameat2, AT_FDCWD, "page.html", AT_FDCWD, "link", 2 /* RENAME_EXCHANGE */);
#else
    (void)rename("page.html", "aside");
    (void)rename("link", "page.html");
    (void)rename("aside", "link");
#endif
}

/* Removes temporary files, as another run does that takes them for old ones. Returns how many they
 * were. */
static int remove_temporary(void)
{
    DIR *d = opendir(".");
    const struct dirent *e;
    int n = 0;

    while (d && (e = readdir(d)) != NULL)
        n += strncmp(e->d_name, ".trawl-", 7) == 0 && unlink(e->d_name) == 0;
    if (d)
        (void)closedir(d);
    return n;
}

/* Returns true if the call is to fail. */
static bool step(void)
{
    plan.now++;
    if (plan.deed == FAIL_ALL && plan.now >= plan.at) {
        *plan.reached = 1;
        errno = EPERM;
        return true;
    }
    if (plan.deed == SWAP_ALWAYS && plan.now % plan.at == 0)
        swap_names();
    if (plan.now != plan.at)
        return false;
    *plan.reached = plan.deed == REMOVE ? remove_temporary() : 1;
    if (plan.deed == DIE)
        (void)kill(getpid(), SIGKILL);
    if (plan.deed == SWAP)
        swap_names();
    errno = plan.deed == FAIL_FULL ? ENOSPC : EPERM;
    return plan.deed == FAIL || plan.deed == FAIL_FULL;
}

/* A macro is not expanded inside itself. */
#define openat(...) (step() ? -1 : openat(__VA_ARGS__))
#define stat(...) (step() ? -1 : stat(__VA_ARGS__))
#define lstat(...) (step() ? -1 : lstat(__VA_ARGS__))
#define fstat(...) (step() ? -1 : fstat(__VA_ARGS__))
#define fstatat(...) (step() ? -1 : fstatat(__VA_ARGS__))
#define realpath(...) (step() ? NULL : realpath(__VA_ARGS__))
#define fcntl(...) (step() ? -1 : fcntl(__VA_ARGS__))
#define fsync(...) (step() ? -1 : fsync(__VA_ARGS__))
#define fchown(...) (step() ? -1 : fchown(__VA_ARGS__))
#define fchmod(...) (step() ? -1 : fchmod(__VA_ARGS__))
#define renameat(...) (step() ? -1 : renameat(__VA_ARGS__))
#define unlinkat(...) (step() ? -1 : unlinkat(__VA_ARGS__))
#define fork() (step() ? -1 : fork())
#define waitpid(...) (step() ? -1 : waitpid(__VA_ARGS__))
#define flistxattr(...) (step() ? -1 : flistxattr(__VA_ARGS__))
#define fgetxattr(...) (step() ? -1 : fgetxattr(__VA_ARGS__))
#define fsetxattr(...) (step() ? -1 : fsetxattr(__VA_ARGS__))
#define fremovexattr(...) (step() ? -1 : fremovexattr(__VA_ARGS__))
#include "app/newfile/keep.c"
#include "app/newfile/newfile.c"
#include "app/newfile/temporary.c"
#include "app/newfile/worker.c"
#undef openat
#undef stat
#undef lstat
#undef fstat
#undef fstatat
#undef realpath
#undef fcntl
#undef fsync
#undef fchown
#undef fchmod
#undef renameat
#undef unlinkat
#undef fork
#undef waitpid
#undef flistxattr
#undef fgetxattr
#undef fsetxattr
#undef fremovexattr
#include "tap.h"

/* ---- The files ---- */

static void make_files(void);
static int run_once(enum deed deed, int at);
static mode_t mode_of(const char *name);

#define OLD "old text that is long enough for many steps\n"
#define SECRET "secret text\n"
#define MORE "and more\n"

static const uid_t other_user = 65534;
static char folder[] = "/var/tmp/newfileXXXXXX"; /* /tmp may have no attributes */

static void put_file(const char *name, const char *text, mode_t mode)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    if (fd < 0 || write(fd, text, strlen(text)) < 0 || fchmod(fd, mode) < 0)
        abort();
    (void)close(fd);
}

static const char *get_file(const char *name)
{
    static char text[200];
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

    if (fd >= 0)
        (void)close(fd);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

static mode_t mode_of(const char *name)
{
    struct stat status;

    return lstat(name, &status) == 0 ? status.st_mode & 07777 : 0;
}

static uid_t owner_of(const char *name)
{
    struct stat status;

    return lstat(name, &status) == 0 ? status.st_uid : (uid_t)-1;
}

static void remove_files(void)
{
    (void)unlink("page.html");
    (void)unlink("link");
    (void)unlink("../secret/page.html");
}

/* ---- Attributes ---- */

#ifdef __linux__
/* A row of an ACL as the kernel has it, in little-endian order. */
struct acl_row {
    uint16_t tag, rights;
    uint32_t id;
};

struct acl {
    uint32_t version;
    struct acl_row row[5];
};

/* user::rwx user:65534:THEIRS group::r-- mask::r-x other::r-- */
static struct acl acl_with(uint16_t theirs)
{
    static const uint16_t tags[] = {1, 2, 4, 16, 32};
    const uint16_t rights[] = {7, theirs, 4, 5, 4};
    struct acl acl = {.version = htole32(2)};

    for (size_t i = 0; i < 5; i++)
        acl.row[i] = (struct acl_row){htole16(tags[i]), htole16(rights[i]),
                                      htole32(tags[i] == 2 ? 65534 : UINT32_MAX)};
    return acl;
}

static bool with_attributes; /* the file system has them */

/* Gives the page an ACL and an attribute, and the folder an ACL for new files. */
static void set_attributes(void)
{
    const struct acl page = acl_with(5), new = acl_with(7);

    with_attributes = setxattr(".", "system.posix_acl_default", &new, sizeof new, 0) == 0 &&
                      setxattr("page.html", ACL, &page, sizeof page, 0) == 0 &&
                      setxattr("page.html", "user.note", "kept", 4, 0) == 0;
}

static bool has_attributes(void)
{
    const struct acl page = acl_with(5);
    struct acl now;
    char note[8];

    return !with_attributes || (getxattr("page.html", ACL, &now, sizeof now) == sizeof now &&
                                memcmp(&now, &page, sizeof now) == 0 &&
                                getxattr("page.html", "user.note", note, sizeof note) == 4);
}

/* Tests that a file without an ACL gets none from its folder. */
static void test_default_acl(void)
{
    struct acl now;

    if (!with_attributes) {
        skip("this file system has no ACLs");
        return;
    }
    make_files();
    (void)removexattr("page.html", ACL);
    if (chmod("page.html", 0640) < 0)
        abort();
    is_int(run_once(NOTHING, 0), 0, "a file without an ACL in a folder that gives one");
    ok(getxattr("page.html", ACL, &now, sizeof now) < 0, "it gets none");
    is_int(mode_of("page.html"), 0640, "and keeps its mode");
}
#else
static void set_attributes(void)
{
}

static bool has_attributes(void)
{
    return true;
}

static void test_default_acl(void)
{
    skip("ACLs are kept on Linux only");
}
#endif

/* Makes page.html, which is setuid, and the secret file. If root runs the test, page.html belongs
 * to another user. */
static void make_files(void)
{
    remove_files();
    put_file("page.html", OLD, 0640);
    if (geteuid() == 0 && chown("page.html", other_user, other_user) < 0)
        abort();
    set_attributes();
    if (chmod("page.html", 04754) < 0)
        abort();
    put_file("../secret/page.html", SECRET, 0600);
    if (symlink("../secret/page.html", "link") < 0)
        abort();
}

/* Calls `judge` with each file of the folder. Returns for how many it returns true. */
static int count_files(bool (*judge)(const char *name))
{
    DIR *d = opendir(".");
    const struct dirent *e;
    int n = 0;

    while (d && (e = readdir(d)) != NULL)
        n += judge(e->d_name);
    if (d)
        (void)closedir(d);
    return n;
}

static bool is_left(const char *name)
{
    return strncmp(name, ".trawl-", 7) == 0;
}

/* Returns true for a file that others may read although it has the secret, or that runs with the
 * rights of another user than the owner of the page. */
static bool has_more_rights(const char *name)
{
    const mode_t mode = mode_of(name);
    const uid_t owner = geteuid() == 0 ? other_user : geteuid();

    if (*name == '.' && !is_left(name))
        return false;
    if (strstr(get_file(name), "secret") && ((mode & 077) || owner_of(name) != geteuid()))
        return true;
    return (mode & 07000) && owner_of(name) != owner;
}

/* ---- Runs ---- */

/* A new_file_work that copies the old file and adds a line. */
static int add_line(void *user, struct output *out, int old)
{
    char text[100];
    ssize_t n = old < 0 ? 0 : read(old, text, sizeof text);

    (void)user;
    (void)step();
    if (n < 0)
        return STATUS_TROUBLE;
    for (ssize_t i = 0; i < n; i++) {
        (void)step();
        output_byte(out, text[i]);
        if (output_flush(out) != 0)
            return STATUS_TROUBLE;
    }
    output_text(out, MORE);
    return output_flush(out) == 0 ? NEW_FILE_READY : STATUS_TROUBLE;
}

static int ignored; /* a signal that the caller ignores, or 0 */

/* Writes a file in a process of its own. Returns its status, or minus the signal that killed it. */
static int run_work(const char *name, enum new_file_kind kind, new_file_work *work)
{
    int status = 0;
    pid_t pid;

    (void)fflush(stdout);
    if ((pid = fork()) == 0) {
        (void)alarm(300); /* a test that fails may wait forever */
        if (ignored)
            (void)signal(ignored, SIG_IGN);
        (void)close(2); /* the messages */
        if (open("/dev/null", O_WRONLY | O_CLOEXEC) < 0)
            _exit(99);
        _exit(new_file_write("test", name, kind, work, NULL) & 0x7F);
    }
    if (waitpid(pid, &status, 0) < 0)
        abort();
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* Replaces page.html. The deed is done at step `at`. */
static int run_once(enum deed deed, int at)
{
    int status;

    *plan.reached = 0;
    plan.deed = deed;
    plan.at = at;
    status = run_work("page.html", NEW_FILE_IN_PLACE, add_line);
    plan.deed = NOTHING;
    plan.at = plan.now = 0;
    return status;
}

/* Returns what is wrong after a run, or NULL. */
static const char *fault_of(int status)
{
    const char *text = get_file("page.html");
    const bool old = strcmp(text, OLD) == 0, new = strcmp(text, OLD MORE) == 0;

    if (!old && !new)
        return "the file is neither the old one nor the new one";
    if (status > 0 && new)
        return "an error is reported, but the file is new";
    if (status == 0 && old)
        return "no error is reported, but the file is old";
    if (mode_of("page.html") != 04754)
        return "the mode differs";
    if (owner_of("page.html") != (geteuid() == 0 ? other_user : geteuid()))
        return "the owner differs";
    if (!has_attributes())
        return "an attribute differs";
    return count_files(has_more_rights) > 0 ? "some file has more rights" : NULL;
}

/* Does the deed at each step of a run, in one run after another. */
static void at_each_step(enum deed deed, const char *name)
{
    int at = 0, faults = 0;

    do {
        const char *fault;
        int status;

        make_files();
        status = run_once(deed, ++at);
        fault = fault_of(status);
        if (!fault && run_once(NOTHING, 0) != 0)
            fault = "the next run fails";
        if (!fault && count_files(is_left) > 0)
            fault = "the next run leaves a temporary file";
        if (fault)
            printf("# %s, step %d: %s\n", name, at, fault);
        faults += fault != NULL;
        *plan.reached = 0;
        make_files();
        (void)run_once(deed, at);
    } while (*plan.reached && at < 1000);
    ok(faults == 0, "%s, each step", name);
    ok(at > 50, "%s, %d steps", name, at);
}

/* Returns what is wrong after another process has swapped the page and the link, or NULL. */
static const char *fault_of_swap(int status)
{
    static const char *const good[] = {OLD, OLD MORE, SECRET, SECRET MORE};
    struct stat page;
    const char *name, *text;
    bool found = false;

    if (status != 0 && status != 0x7F)
        return "it does not end as it should";
    if (lstat("page.html", &page) < 0)
        return "the name is gone";
    name = S_ISLNK(page.st_mode) ? "link" : "page.html";
    text = get_file(name);
    for (size_t i = 0; i < 2; i++)
        found = found || strcmp(text, good[i]) == 0;
    if (!found)
        return "the file is neither the old one nor the new one";
    text = get_file("../secret/page.html");
    if (strcmp(text, good[2]) != 0 && strcmp(text, good[3]) != 0)
        return "the secret file is neither the old one nor the new one";
    if (mode_of("../secret/page.html") != 0600)
        return "the mode of the secret file differs";
    return count_files(has_more_rights) > 0 ? "some file has more rights" : NULL;
}

static void swap_at_each_step(enum deed deed, const char *name)
{
    int faults = 0;

    for (int at = 1; at <= 60; at++) {
        const char *fault;

        make_files();
        if ((fault = fault_of_swap(run_once(deed, at))) != NULL)
            printf("# %s, step %d: %s\n", name, at, fault);
        faults += fault != NULL;
    }
    ok(faults == 0, "%s: nothing is given away, nothing is lost", name);
}

/* Tests that a temporary file is made again when it is removed before it is locked. */
static void test_early_sweep(void)
{
    int good = 0, faults = 0;

    for (int at = 1; at <= 40; at++) {
        int status;

        make_files();
        status = run_once(REMOVE, at);
        good += status == 0 && *plan.reached > 0;
        faults += fault_of(status) != NULL;
    }
    is_int(faults, 0, "a temporary file that another run removes");
    ok(good > 0, "one that it removes before it is locked is made again");
}

/* ---- Workers that fail, change nothing, or are disturbed ---- */

static int say_trouble(void *user, struct output *out, int old)
{
    (void)add_line(user, out, old);
    return STATUS_TROUBLE;
}

static int say_nothing_changed(void *user, struct output *out, int old)
{
    (void)add_line(user, out, old);
    return STATUS_GOOD;
}

static int die_by_a_fault(void *user, struct output *out, int old)
{
    (void)add_line(user, out, old);
    return kill(getpid(), SIGKILL);
}

static int lose_the_parent(void *user, struct output *out, int old)
{
    (void)add_line(user, out, old);
    (void)kill(getppid(), SIGTERM);
    while (pause() < 0)
        ;
    return STATUS_GOOD;
}

static int send_signal(void *user, struct output *out, int old)
{
    (void)kill(getppid(), SIGTERM);
    return add_line(user, out, old);
}

static int replace_meanwhile(void *user, struct output *out, int old)
{
    put_file("another", "another text\n", 0600);
    (void)rename("another", "page.html");
    return add_line(user, out, old);
}

static int change_meanwhile(void *user, struct output *out, int old)
{
    put_file("page.html", "another text\n", 0640);
    return add_line(user, out, old);
}

static bool is_open_to_others(const char *name)
{
    return is_left(name) && (mode_of(name) & 077);
}

static int look_for_rights(void *user, struct output *out, int old)
{
    int status = add_line(user, out, old);

    return count_files(is_left) == 1 && count_files(is_open_to_others) == 0 ? status : 3;
}

/* Waits until another process has done its work. */
static int wait_for_another(void *user, struct output *out, int old)
{
    *plan.reached = 1;
    while (*plan.reached == 1)
        (void)usleep(1000);
    return add_line(user, out, old);
}

static void test_works(void)
{
    static const struct {
        const char *name;
        new_file_work *work;
        int status;
        const char *text;
    } rows[] = {
        {"a worker that has trouble", say_trouble, STATUS_TROUBLE, OLD},
        {"a worker that changes nothing", say_nothing_changed, 0, OLD},
        {"a worker that is killed", die_by_a_fault, 0x7F, OLD},
        {"SIGTERM while the worker writes", lose_the_parent, -SIGTERM, OLD},
        {"a file that another program replaces", replace_meanwhile, 0x7F, "another text\n"},
        {"a file that another program changes", change_meanwhile, 0x7F, "another text\n"},
        {"only this user can open the temporary file", look_for_rights, 0, OLD MORE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        make_files();
        is_int(run_work("page.html", NEW_FILE_IN_PLACE, rows[i].work), rows[i].status, "%s",
               rows[i].name);
        is_str(get_file("page.html"), rows[i].text, "%s: the text", rows[i].name);
        is_int(count_files(is_left), 0, "%s: no temporary file is left", rows[i].name);
    }
    make_files();
    ignored = SIGCHLD;
    is_int(run_work("page.html", NEW_FILE_IN_PLACE, add_line), 0, "SIGCHLD is ignored");
    make_files();
    ignored = SIGTERM;
    is_int(run_work("page.html", NEW_FILE_IN_PLACE, send_signal), 0, "SIGTERM is ignored");
    ignored = 0;
}

/* While one process writes, another one replaces a file in the same folder. */
static void test_two_at_once(void)
{
    int status = 0;
    pid_t pid;

    make_files();
    (void)fflush(stdout);
    *plan.reached = 0;
    if ((pid = fork()) == 0)
        _exit(new_file_write("test", "page.html", NEW_FILE_IN_PLACE, wait_for_another, NULL) &
              0x7F);
    while (*plan.reached == 0)
        (void)usleep(1000);
    put_file("two.html", OLD, 0600);
    is_int(run_work("two.html", NEW_FILE_IN_PLACE, say_nothing_changed), 0, "two runs at once");
    is_int(count_files(is_left), 1, "the second one leaves the temporary file of the first");
    *plan.reached = 2;
    (void)waitpid(pid, &status, 0);
    is_int(status, 0, "which replaces its file");
    is_str(get_file("page.html"), OLD MORE, "by the new text");
    (void)unlink("two.html");
}

/* ---- Outputs ---- */

static void test_outputs(void)
{
    char name[256];

    make_files();
    is_int(run_work("new", NEW_FILE_OUTPUT, add_line), 0, "an output that is new");
    is_str(get_file("new"), MORE, "its text");
    is_int(mode_of("new"), 0644, "its mode is that of a new file");
    (void)unlink("new");
    is_int(run_work("new", NEW_FILE_OUTPUT, say_trouble), STATUS_TROUBLE, "one that fails");
    ok(access("new", F_OK) < 0, "is not made");
    is_int(run_work("page.html", NEW_FILE_OUTPUT, add_line), 0, "an output that replaces a file");
    is_str(fault_of(0), NULL, "keeps what the file had");
    is_int(run_work("link", NEW_FILE_OUTPUT, add_line), 0, "an output that is a link");
    is_str(get_file("../secret/page.html"), SECRET MORE, "is written to what the link leads to");
    is_int(mode_of("../secret/page.html"), 0600, "which keeps its mode");
    (void)unlink("../secret/page.html");
    is_int(run_work("link", NEW_FILE_OUTPUT, add_line), 0x7F,
           "a link to a file that does not exist");
    is_int(run_work("/dev/null", NEW_FILE_OUTPUT, add_line), 0, "a device");
    is_int(run_work(".", NEW_FILE_OUTPUT, add_line), 0x7F, "a folder");
    is_int(run_work("new/", NEW_FILE_OUTPUT, add_line), 0x7F, "a name that ends in a slash");
    is_int(run_work("", NEW_FILE_OUTPUT, add_line), 0x7F, "an empty name");
    is_int(run_work("none/new", NEW_FILE_OUTPUT, add_line), 0x7F, "a folder that is not there");
    memset(name, 'n', 255);
    name[255] = '\0';
    is_int(run_work(name, NEW_FILE_OUTPUT, add_line), 0, "the longest name");
    (void)unlink(name);
}

/* -i wants a regular file. */
static void test_other_files(void)
{
    make_files();
    if (mkfifo("fifo", 0600) < 0)
        abort();
    is_int(run_work("fifo", NEW_FILE_IN_PLACE, add_line), 0x7F, "a pipe in place");
    is_int(run_work(".", NEW_FILE_IN_PLACE, add_line), 0x7F, "a folder in place");
    is_int(run_work("/dev/null", NEW_FILE_IN_PLACE, add_line), 0x7F, "a device in place");
    is_int(run_work("none", NEW_FILE_IN_PLACE, add_line), 0x7F, "no file in place");
    (void)unlink("fifo");
}

int main(void)
{
    char path[sizeof folder + 10];

    (void)umask(022);
    plan.reached =
        mmap(NULL, sizeof *plan.reached, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (plan.reached == MAP_FAILED || !mkdtemp(folder) || chdir(folder) < 0 ||
        chmod(folder, 0755) < 0 || mkdir("u", 0755) < 0 || mkdir("secret", 0700) < 0 ||
        chdir("u") < 0)
        abort();
    make_files();
    is_int(run_once(NOTHING, 0), 0, "the file is replaced");
    is_str(get_file("page.html"), OLD MORE, "by the new text");
    is_str(fault_of(0), NULL, "nothing else has changed");
    at_each_step(DIE, "killed");
    at_each_step(FAIL, "not permitted");
    at_each_step(FAIL_FULL, "a full disk");
    at_each_step(FAIL_ALL, "every call from there on");
    swap_at_each_step(SWAP, "a link in its place");
    swap_at_each_step(SWAP_ALWAYS, "a link in its place, again and again");
    test_early_sweep();
    test_works();
    test_two_at_once();
    test_outputs();
    test_other_files();
    test_default_acl();
    remove_files();
    if (chdir("/") < 0)
        abort();
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(path, sizeof path, "%s%s", folder, i == 0 ? "/u" : i == 1 ? "/secret" : "");
        is_int(rmdir(path), 0, "nothing else was made");
    }
    return done();
}
