/* t_less.c - what less -R shows of text for terminals, on a pseudo-terminal
 *
 * less passes OSC 8 with -R since version 566. The terminal must get the same links and the same
 * text, and no other sequence of the input. Skipped when less is older or missing.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "emit_run.h"
#include "tap.h"

static const char text[] =
    "See <URL:http://www.example.com/a/lo\n  ng/path>, \x1B[1;31mred\x1B[0m and joe@a.example.\n"
    "> http://b.example/\x1B]0;title\x07 \x1B[2J, \xC3\xA4\xE2\x80\xAE.\n";

/* Executes less on this terminal, without a start-up file or key bindings; it exits when all is
 * shown. */
static void become_less(int terminal, const char *file)
{
    struct winsize size = {.ws_row = 50, .ws_col = 100};

    (void)setsid();
    (void)ioctl(terminal, TIOCSCTTY, 0);
    (void)ioctl(terminal, TIOCSWINSZ, &size);
    for (int fd = 0; fd < 3; fd++)
        (void)dup2(terminal, fd);
    (void)setenv("TERM", "xterm", 1);
    (void)setenv("LESSSECURE", "1", 1);
    (void)setenv("LC_ALL", "C.UTF-8", 1);
    (void)setenv("LESSCHARSET", "utf-8", 1);
    (void)unsetenv("LESS");
    (void)unsetenv("LESSOPEN");
    execlp("less", "less", "-R", "-F", "-X", file, (char *)NULL);
    _exit(127);
}

static bool page(const char *file, emit_out *got)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY), terminal, status = 0;
    char block[4096];
    ssize_t n;
    pid_t child;

    if (master < 0 || grantpt(master) || unlockpt(master))
        return false;
    terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
    child = terminal < 0 ? -1 : fork();
    if (child == 0)
        become_less(terminal, file);
    if (terminal >= 0)
        close(terminal);
    while (child > 0 && (n = read(master, block, sizeof block)) > 0)
        (void)emit_keep(got, block, (size_t)n);
    close(master);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool begins(const char *p, size_t n, const char *with)
{
    return n >= strlen(with) && memcmp(p, with, strlen(with)) == 0;
}

/* Returns the length of a sequence that less adds: keypad and cursor modes, erase to the line end,
 * return to the line start. At the end of a line with hyperlinks, less 668 also ends hyperlinks,
 * even when none is open. */
static size_t of_less(const char *p, size_t n)
{
    static const char end_links[] = "\x1B[m\x1B]8;;\x1B\\";
    static const char *const own[] = {"\x1B[?1h\x1B=", "\x1B[?1l\x1B>", "\x1B[K",
                                      "\x1B[m",        "\x1B[27m",      "\r\r\n"};

    if (begins(p, n, end_links) && begins(p + strlen(end_links), n - strlen(end_links), "\r\n"))
        return strlen(end_links);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (begins(p, n, own[i]))
            return strlen(own[i]);
    return n > 0 && p[0] == '\r' && (n == 1 || p[1] != '\n') ? 1 : 0;
}

static void without_less(emit_out *o, const emit_out *got)
{
    for (size_t i = 0, len; i < got->n; i += len) {
        len = of_less(got->p + i, got->n - i);
        if (len > 0)
            continue;
        len = 1;
        (void)emit_keep(o, got->p + i, 1);
    }
}

static bool less_is_new(void)
{
    FILE *f = popen("less --version 2>/dev/null", "r");
    int version = 0;

    if (!f)
        return false;
    if (fscanf(f, "less %d", &version) != 1)
        version = 0;
    while (fgetc(f) != EOF)
        continue;
    pclose(f);
    return version >= 566;
}

static void test_page(unsigned options)
{
    char name[] = "/tmp/t_less.XXXXXX";
    emit_out out = {0}, got = {0}, clean = {0};
    terms in = {0}, seen = {0};
    int file = mkstemp(name);

    (void)emit_run(&out, TRAWL_EMIT_FORMAT_TERM, options, text, sizeof text - 1, 0, 0);
    if (file < 0 || write(file, out.p, out.n) != (ssize_t)out.n)
        abort();
    close(file);
    ok(page(name, &got), "less -R shows it");
    without_less(&clean, &got);
    terms_read(&in, out.p, out.n);
    terms_read(&seen, clean.n > 0 ? clean.p : "", clean.n);
    is_str(seen.broken, NULL, "no other sequence reaches the terminal");
    is_mem(seen.links.p, seen.links.n, in.links.p, in.links.n, "the links reach the terminal");
    is_mem(seen.text.p, seen.text.n, in.text.p, in.text.n, "the text reaches the terminal");
    ok(strstr(got.p ? got.p : "", "\x1B]8;id=1;http://www.example.com/a/long/path\x1B\\"),
       "a link has its id and URI");
    (void)remove(name);
    terms_free(&in);
    terms_free(&seen);
    free(out.p);
    free(got.p);
    free(clean.p);
}

int main(void)
{
    if (less_is_new()) {
        test_page(0);
        test_page(TRAWL_EMIT_OPTION_COLOR);
    } else {
        skip("less -R: no less 566 or later");
    }
    return done();
}
