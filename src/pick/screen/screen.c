/* screen.c - the terminal: opens it, waits for keys and for input, restores it
 *
 * The screen begins when there is a link to show, or when reading takes long. Keys are handled
 * between two reads, so the list grows while the user moves in it. The terminal is restored however
 * the program ends, except by SIGKILL.
 */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "pick/screen/inside.h"

#define BEGIN_MS 40 /* how long reading may take before an incomplete list is shown */
#define WAIT_MS 300 /* how long it may take before an empty list is shown */

/* The signal that ends the program, or 0. */
static volatile sig_atomic_t ended_by;

static void end_by(int number)
{
    ended_by = number;
}

uint64_t screen_now(void)
{
    struct timespec t = {0, 0};

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void screen_say(struct screen *s, const char *text, const char *more)
{
    s->said.n = 0;
    add_text(&s->said, text);
    add_text(&s->said, more);
    s->fresh = false;
}

/* Takes the messages that are written while the screen shows. */
static int screen_take(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    struct screen *s = user;

    (void)notes;
    (void)count;
    (void)buffer_add(&s->messages, p, n);
    s->said.n = 0;
    (void)buffer_add(&s->said, p, n > 0 && p[n - 1] == '\n' ? n - 1 : n);
    s->fresh = false;
    return 0;
}

/* ---- Opening ---- */

struct screen *screen_open(struct pick *p)
{
    struct screen *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->pick = p;
    s->began = screen_now();
    s->fd = -1;
    s->taker = (struct output_taker){.take = screen_take, .user = s};
    return s;
}

static void set_colours(struct screen *s)
{
    static const short few[ROLE_COUNT] = {
        [ROLE_NUMBER] = COLOR_CYAN, [ROLE_DIM] = -1,          [ROLE_DANGER] = COLOR_RED,
        [ROLE_MARK] = COLOR_GREEN,  [ROLE_LINK] = COLOR_BLUE, [ROLE_HEADING] = COLOR_YELLOW,
    };
    static const short many[ROLE_COUNT] = {
        [ROLE_NUMBER] = 37, [ROLE_DIM] = 244, [ROLE_DANGER] = 167,
        [ROLE_MARK] = 71,   [ROLE_LINK] = 68, [ROLE_HEADING] = 136,
    };

    if (launch_is_set("NO_COLOR") || !has_colors() || start_color() == ERR ||
        use_default_colors() == ERR || COLORS < 8)
        return;
    s->colours = COLORS;
    for (int role = ROLE_NUMBER; role < ROLE_BAR; role++)
        if (role != ROLE_HOST)
            (void)init_pair((short)role, COLORS >= 256 ? many[role] : few[role], -1);
}

static void screen_catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = end_by};

    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        (void)sigaction(signals[i], &action, NULL);
}

/* Leaves the screen until it is resumed. The handler of ncurses for Ctrl-Z draws the screen again
 * when the program goes on. So the handler must not run while the terminal belongs to another
 * program, or to the shell. */
static void leave_screen(void *user)
{
    struct screen *s = user;
    struct sigaction stop = {.sa_handler = SIG_DFL};
    sigset_t blocked, before;

    (void)sigemptyset(&stop.sa_mask);
    (void)sigemptyset(&blocked);
    (void)sigaddset(&blocked, SIGTSTP);
    (void)sigprocmask(SIG_BLOCK, &blocked, &before);
    (void)endwin();
    (void)fflush(s->out);
    (void)sigaction(SIGTSTP, &stop, &s->stop);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
}

static void screen_resume_screen(void *user)
{
    struct screen *s = user;

    (void)sigaction(SIGTSTP, &s->stop, NULL);
    (void)clearok(stdscr, TRUE);
    (void)refresh();
    s->fresh = false;
}

/* Shows the screen. Returns false when that is not possible. */
static bool screen_begin(struct screen *s)
{
    const char *mouse = conf_value(&s->pick->conf, CONF_MOUSE);

    (void)setlocale(LC_CTYPE, "");
    s->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    s->fd = s->pick->tty;
    if (s->fd >= 0 && (s->out = fdopen(s->pick->screen, "r+"))) {
        s->pick->screen = -1; /* the stream closes it */
        screen_catch_signals();
        s->terminal = newterm(NULL, s->out, s->out);
    }
    if (!s->terminal) {
        s->failed = true;
        return false;
    }
    say_to(&s->taker);
    set_colours(s);
    (void)cbreak();
    (void)noecho();
    (void)nonl();
    (void)intrflush(stdscr, FALSE);
    (void)keypad(stdscr, TRUE);
    (void)nodelay(stdscr, TRUE);
    (void)set_escdelay(50);
    (void)curs_set(0);
    if (!mouse || strcmp(mouse, "off") != 0) {
        (void)mouseinterval(0);
#if NCURSES_MOUSE_VERSION > 1
        (void)mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
#else
        (void)mousemask(BUTTON1_PRESSED, NULL);
#endif
    }
    s->pick->terminal.fd = s->fd;
    s->pick->terminal.pause = leave_screen;
    s->pick->terminal.resume = screen_resume_screen;
    s->pick->terminal.user = s;
    s->stale = true;
    return true;
}

/* ---- Waiting ---- */

/* Returns the next key, without waiting; ERR if there is none. Sets s->leave when the program has
 * to leave. */
static int key_now(struct screen *s)
{
    int key = ended_by ? ERR : getch();

    if (ended_by)
        s->leave = true;
    if (key == ERR && helper_check(s->pick))
        screen_say(s, s->pick->helper.said, "");
    return key;
}

/* Waits for a key, or for `fd` unless that is -1. Returns true when `fd` is ready. */
static bool screen_wait_for(struct screen *s, int fd, int ms)
{
    struct pollfd p[2] = {{.fd = s->fd, .events = POLLIN}, {.fd = fd, .events = POLLIN}};

    if (poll(p, fd < 0 ? 1 : 2, ms) > 0 && (p[0].revents & (POLLHUP | POLLERR | POLLNVAL)))
        s->leave = true; /* the terminal is gone */
    return fd >= 0 && p[1].revents != 0;
}

int screen_key(struct screen *s)
{
    int key;

    while ((key = key_now(s)) == ERR && !s->leave)
        (void)screen_wait_for(s, -1, 1000);
    return key;
}

/* Handles all keys that were pressed. */
static void handle_keys(struct screen *s)
{
    int key;

    while (!s->leave && (key = key_now(s)) != ERR) {
        list_update(s);
        keys_press(s, key);
    }
}

/* Waits at most `ms` milliseconds for input. Returns true if a read would not have to wait. `fd` is
 * -1 for an input that is in memory: a read of it never waits. */
static bool wait_ready(int fd, int ms)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return fd < 0 || poll(&p, 1, ms) != 0;
}

/* Decides whether to show the screen before all is read. */
static bool screen_may_begin(const struct screen *s)
{
    const struct choices *all = &s->pick->choices;
    uint64_t passed = screen_now() - s->began;

    if (s->failed)
        return false;
    return passed >= BEGIN_MS && (all->count > all->folded || passed >= WAIT_MS);
}

int screen_idle(void *user, int fd)
{
    struct screen *s = user;

    /* Input that is typed on the terminal is read to its end before the screen begins. */
    while (!s->terminal) {
        if (s->failed || s->pick->typed)
            return 0;
        if (screen_may_begin(s))
            (void)screen_begin(s);
        else if (wait_ready(fd, BEGIN_MS))
            return 0;
    }
    for (;;) {
        handle_keys(s);
        if (s->leave)
            return 1;
        if (!s->fresh || (s->known != s->pick->choices.count && screen_now() >= s->next))
            list_draw(s);
        if (wait_ready(fd, 0) || screen_wait_for(s, fd, 1000))
            return 0;
    }
}

void screen_run(struct screen *s)
{
    if (!s->terminal && (s->failed || !screen_begin(s)))
        return;
    s->stale = true;
    while (!s->leave) {
        if (!s->fresh || s->stale)
            list_draw(s);
        if (!s->leave)
            (void)screen_wait_for(s, -1, 1000);
        handle_keys(s);
    }
}

bool screen_close(struct screen *s)
{
    bool failed = s->failed;

    say_to(NULL);
    if (s->terminal) {
        leave_screen(s);
        delscreen(s->terminal);
    }
    if (s->out)
        (void)fclose(s->out);
    s->pick->terminal = (struct terminal){.fd = -1};
    if (write_whole(2, s->messages.p, s->messages.n) != 0)
        s->pick->bad = true;
    buffer_free(&s->messages);
    buffer_free(&s->said);
    buffer_free(&s->text);
    buffer_free(&s->form);
    free(s->rows);
    free(s);
    if (ended_by) {
        (void)signal(ended_by, SIG_DFL);
        (void)raise(ended_by);
    }
    return failed;
}
