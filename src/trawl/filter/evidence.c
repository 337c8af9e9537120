/* evidence.c - --evidence DB: settles which reading of a link is right by the links of an index
 *
 * A helper, trawl-archive, reads the index and answers over a socket, so that this program does not
 * need SQLite. It is started before any input is read. All threads use this helper in turn.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trawl/filter/inside.h"

struct evidence {
    int fd;
    pid_t helper;
    pthread_mutex_t lock;
};

/* A thread's copy of the link that is being written, with its settled reading. */
struct settled_link {
    trawl_event event;
    trawl_link link;
    trawl_alt alts[TRAWL_ALTS];
    struct settlement settlement;
    struct buffer question, answer;
};

/* ---- The helper ---- */

/* Becomes the helper. */
static void become_helper(int fd, const struct find_options *options)
{
    char sandbox[] = {(char)('0' + options->sandbox), '\0'};
    char *words[] = {NULL, strdup(options->database), sandbox, NULL};

    if (!words[1] || dup2(fd, 0) < 0 || dup2(fd, 1) < 0)
        _exit(STATUS_TROUBLE);
    _exit(program_start(&program_archive, options->self, "evidence", words));
}

/* Receives the first answer. Returns true when the index is open. */
static bool is_ready(struct evidence *evidence)
{
    struct buffer answer = {0};
    bool ready = talk_receive(evidence->fd, &answer) > 0;

    buffer_free(&answer);
    return ready;
}

struct evidence *evidence_open(const struct find_options *options)
{
    struct evidence *evidence = calloc(1, sizeof *evidence);
    int pair[2];

    if (!evidence || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) {
        say_system(NULL, "--evidence", errno);
        free(evidence);
        return NULL;
    }
    (void)pthread_mutex_init(&evidence->lock, NULL);
    evidence->fd = pair[0];
    evidence->helper = fork();
    if (evidence->helper == 0) {
        (void)close(pair[0]);
        become_helper(pair[1], options);
    }
    (void)close(pair[1]);
    if (evidence->helper < 0)
        say_system(NULL, "--evidence", errno);
    else if (is_ready(evidence))
        return evidence;
    evidence_close(evidence);
    return NULL;
}

void evidence_close(struct evidence *evidence)
{
    int status;

    if (!evidence)
        return;
    (void)close(evidence->fd);
    while (evidence->helper > 0 && waitpid(evidence->helper, &status, 0) < 0 && errno == EINTR)
        ;
    (void)pthread_mutex_destroy(&evidence->lock);
    free(evidence);
}

int evidence_channel(const struct find_options *options)
{
    return options && options->evidence ? options->evidence->fd : -1;
}

/* ---- Questions ---- */

/* Writes the question about a link. Returns TRAWL_OK or an error. */
static int make_question(struct buffer *b, const trawl_event *e)
{
    const trawl_mail_message *m = e->message;
    int error;

    b->n = 0;
    error = talk_put(b, m->id);
    if (error == TRAWL_OK)
        error = talk_put(b, m->in_reply_to);
    if (error == TRAWL_OK)
        error = talk_put(b, m->from_addr);
    if (error == TRAWL_OK)
        error = talk_put(b, e->link->url);
    for (unsigned i = 0; i < e->link->alt_count && error == TRAWL_OK; i++)
        error = talk_put(b, e->link->alts[i].url);
    return error;
}

/* Sends the question, and waits for the answer. Returns 0, or -1 after a warning to `out`. */
static int evidence_ask(struct evidence *evidence, struct settled_link *settled, struct output *out)
{
    int got;

    (void)pthread_mutex_lock(&evidence->lock);
    got = talk_send(evidence->fd, buffer_str(&settled->question));
    if (got == 0)
        got = talk_receive(evidence->fd, &settled->answer);
    (void)pthread_mutex_unlock(&evidence->lock);
    if (got < 0)
        output_warn_system(out, "--evidence", errno);
    else if (got == 0)
        output_warn(out, NULL, NULL, "--evidence", ": the program that reads the index has ended");
    return got > 0 ? 0 : -1;
}

/* Makes the reading with this number the link's URL, and the URL another reading. */
static void evidence_choose(struct settled_link *settled, const trawl_link *link, unsigned k)
{
    settled->link = *link;
    settled->link.flags |= TRAWL_FLAG_SETTLED;
    if (k == 0)
        return;
    memcpy(settled->alts, link->alts, link->alt_count * sizeof *link->alts);
    settled->link.url = link->alts[k - 1].url;
    settled->alts[k - 1].url = link->url;
    settled->link.alts = settled->alts;
}

int evidence_settle(struct find *f, const trawl_event **event)
{
    const trawl_link *link = (*event)->link;
    struct settled_link *s = f->settled;
    trawl_str answer;
    uint64_t k;

    f->view.settlement = NULL;
    if (link->alt_count == 0)
        return 0;
    if (!s && !(s = f->settled = calloc(1, sizeof *s)))
        return TRAWL_ERROR_NO_MEMORY;
    if (make_question(&s->question, *event) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    if (evidence_ask(f->options->evidence, s, f->view.out) < 0) {
        f->done.bad = true;
        return FIND_ENOUGH;
    }
    answer = buffer_str(&s->answer);
    k = talk_get_number(&answer);
    if (k == 0 || k > 1 + link->alt_count)
        return 0;
    evidence_choose(s, link, (unsigned)(k - 1));
    s->settlement.how = talk_get(&answer);
    s->settlement.witnesses = talk_get_number(&answer);
    s->settlement.url = talk_get(&answer);
    s->settlement.id = talk_get(&answer);
    s->event = **event;
    s->event.link = &s->link;
    f->view.settlement = &s->settlement;
    *event = &s->event;
    return 0;
}

void evidence_free(struct find *f)
{
    if (!f->settled)
        return;
    buffer_free(&f->settled->question);
    buffer_free(&f->settled->answer);
    free(f->settled);
}
