/* helper.c - the process that starts programs for trawl pick
 *
 * The process that draws the screen and reads the keys is in a sandbox: it can neither start
 * programs nor write files. The helper is forked before the sandbox begins. It reads only the
 * configuration, and receives only what the user chose: a URL to open, a text to copy, a place to
 * remember. It chooses the program that opens a URL, and refuses URLs that may never be opened. The
 * process that reads the message has no descriptor to it.
 *
 * The process of the screen and the helper exchange messages over a socket (app/talk.c). A request
 * has a kind, a number that tells whether there is a terminal, and a text. If a program uses the
 * terminal, the helper sends PAUSE before it and RESUME after it, and waits until each is
 * acknowledged. The answer is DONE with the result, a number that tells whether programs still run,
 * and a message for the user.
 */
#include "pick/pick.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum request { OPEN, COPY, CHECK, REMEMBER };
enum pick_helper_answer { PAUSE, RESUME, DONE };

/* ---- The helper ---- */

struct server {
    int fd;
    struct conf *conf;
    struct launcher launcher;
    struct judged judged;
    struct buffer in, out;
};

static int send_number(struct server *server, enum pick_helper_answer kind)
{
    server->out.n = 0;
    return talk_put_number(&server->out, kind) == TRAWL_OK
               ? talk_send(server->fd, buffer_str(&server->out))
               : -1;
}

/* Sends PAUSE or RESUME, and waits until the other side has done it or is gone. */
static void tell(struct server *server, enum pick_helper_answer kind)
{
    struct buffer done = {0};

    if (send_number(server, kind) == 0)
        (void)talk_receive(server->fd, &done);
    buffer_free(&done);
}

static void pause_screen(void *user)
{
    tell(user, PAUSE);
}

static void helper_resume_screen(void *user)
{
    tell(user, RESUME);
}

static int helper_refuse(struct server *server, const char *why)
{
    (void)snprintf(server->launcher.said, sizeof server->launcher.said, "%s", why);
    return -1;
}

/* Carries out a request, and returns its result. `text` contains no NUL, and is followed by one. */
static int helper_answer(struct server *server, uint64_t kind, trawl_str text)
{
    switch (kind) {
    case OPEN:
        return judge_href(&server->judged, text)
                   ? launch_open(&server->launcher, &server->judged)
                   : helper_refuse(server, "this URL is never opened");
    case COPY:
        return copy_text(&server->launcher, text);
    case CHECK:
        return launch_check(&server->launcher);
    case REMEMBER:
        return conf_is_place(text.p) ? conf_remember(server->conf, text.p) : EINVAL;
    default:
        return helper_refuse(server, "unknown request");
    }
}

/* Answers a request. Returns 0, or -1 when the other side is gone. */
static int serve_one(struct server *server)
{
    trawl_str rest = buffer_str(&server->in), text;
    uint64_t kind = talk_get_number(&rest), has_terminal = talk_get_number(&rest);
    int *fd = &server->launcher.terminal.fd, result, error;

    text = talk_get(&rest);
    if (memchr(text.p, '\0', text.n) || rest.n > 0 || buffer_add(&server->in, "", 1) != TRAWL_OK)
        return -1;
    text.p = server->in.p + server->in.n - 1 - text.n; /* the buffer may have moved */
    if (has_terminal && *fd < 0)
        *fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (!has_terminal && *fd >= 0) {
        (void)close(*fd);
        *fd = -1;
    }
    server->launcher.said[0] = '\0';
    result = helper_answer(server, kind, text);
    server->out.n = 0;
    error = talk_put_number(&server->out, DONE);
    error |= talk_put_number(&server->out, (uint64_t)(int64_t)result);
    error |= talk_put_number(&server->out, launch_runs(&server->launcher));
    error |=
        talk_put(&server->out, (trawl_str){server->launcher.said, strlen(server->launcher.said)});
    return error == TRAWL_OK ? talk_send(server->fd, buffer_str(&server->out)) : -1;
}

static _Noreturn void serve(int fd, struct conf *conf)
{
    static struct server server;
    struct server *s = &server;

    *s = (struct server){
        .fd = fd,
        .conf = conf,
        .launcher = {.conf = conf, .terminal = {-1, pause_screen, helper_resume_screen, s}}};
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    (void)signal(SIGINT, SIG_IGN); /* the screen's process handles SIGINT and SIGQUIT */
    (void)signal(SIGQUIT, SIG_IGN);
    while (talk_receive(fd, &s->in) > 0 && serve_one(s) == 0)
        ;
    _exit(0);
}

/* ---- The other side ---- */

int helper_open(struct pick *p)
{
    struct helper *h = &p->helper;
    int pair[2] = {-1, -1};

    if (p->options.print)
        return 0;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0 || (h->process = fork()) < 0) {
        say_system("pick", "the helper that opens links", errno);
        return -1;
    }
    if (h->process == 0) {
        (void)close(pair[0]);
        (void)close(p->reader);
        serve(pair[1], &p->conf);
    }
    (void)close(pair[1]);
    (void)fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    h->fd = pair[0];
    return 0;
}

void helper_close(struct pick *p)
{
    struct helper *h = &p->helper;

    if (h->process <= 0)
        return;
    (void)close(h->fd);
    while (waitpid(h->process, NULL, 0) < 0 && errno == EINTR)
        ;
    h->process = 0;
    buffer_free(&h->message);
}

/* Leaves the terminal to a program at PAUSE, and takes it back at RESUME. Meanwhile Ctrl-C is for
 * the program. */
static void yield_terminal(struct pick *p, enum pick_helper_answer kind)
{
    static struct sigaction interrupt, quit;
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    if (kind == PAUSE) {
        (void)sigemptyset(&ignore.sa_mask);
        (void)sigaction(SIGINT, &ignore, &interrupt);
        (void)sigaction(SIGQUIT, &ignore, &quit);
        if (p->terminal.pause)
            p->terminal.pause(p->terminal.user);
        return;
    }
    if (p->terminal.resume)
        p->terminal.resume(p->terminal.user);
    (void)sigaction(SIGINT, &interrupt, NULL);
    (void)sigaction(SIGQUIT, &quit, NULL);
}

/* Waits for the result of a request. Returns -1 when the helper is gone. */
static int wait_for_result(struct pick *p, int *result)
{
    struct helper *h = &p->helper;
    trawl_str rest, said;
    uint64_t kind;

    while (talk_receive(h->fd, &h->message) > 0) {
        rest = buffer_str(&h->message);
        kind = talk_get_number(&rest);
        if (kind == PAUSE || kind == RESUME) {
            yield_terminal(p, (enum pick_helper_answer)kind);
            if (talk_send(h->fd, (trawl_str){"", 0}) < 0)
                return -1;
            continue;
        }
        *result = (int)(int64_t)talk_get_number(&rest);
        h->running = talk_get_number(&rest) != 0;
        said = talk_get(&rest);
        (void)snprintf(h->said, sizeof h->said, "%.*s", (int)said.n, said.p);
        return 0;
    }
    return -1;
}

/* Makes a request. Returns its result, or `failed` if the helper is gone or there is none. */
static int request(struct pick *p, enum request kind, trawl_str text, int failed)
{
    struct helper *h = &p->helper;
    int result = failed, error;

    h->message.n = 0;
    error = talk_put_number(&h->message, kind);
    error |= talk_put_number(&h->message, p->terminal.fd >= 0);
    error |= talk_put(&h->message, text);
    if (error == TRAWL_OK && h->process > 0 && talk_send(h->fd, buffer_str(&h->message)) == 0 &&
        wait_for_result(p, &result) == 0)
        return result;
    (void)snprintf(h->said, sizeof h->said, "the helper that starts programs has ended");
    h->running = false;
    return failed;
}

int helper_launch(struct pick *p)
{
    return request(p, OPEN, (trawl_str){p->judged.href, strlen(p->judged.href)}, -1);
}

int helper_copy(struct pick *p, trawl_str text)
{
    if (p->helper.process == 0)
        return copy_by_terminal(p->terminal.fd, text, p->helper.said);
    return request(p, COPY, text, -1);
}

bool helper_check(struct pick *p)
{
    return p->helper.running && request(p, CHECK, (trawl_str){"", 0}, 0) > 0;
}

int helper_remember(struct pick *p, const char *place)
{
    if (p->helper.process == 0)
        return ENOTSUP;
    conf_trust(&p->conf, place);
    return request(p, REMEMBER, (trawl_str){place, strlen(place)}, EPIPE);
}
