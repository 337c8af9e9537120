/* evidence.c - the helper of "trawl --evidence DB": answers questions on standard input
 *
 * A question has the message-id, the id of the message that it answers, the address of the author,
 * and the readings. An answer is only 0 if the right reading is not known. Else it has 1 plus the
 * index of the right reading, how witnesses agree with it, the number of witnesses, the URL of one
 * of them, and the id of the message with this URL. The helper sends "ready" before the first
 * question. Standard output is the same socket as standard input.
 */
#include <errno.h>

#include "archive/settle/settle.h"

struct evidence_helper {
    struct db db;
    struct witnesses witnesses;
    struct question question;
    struct buffer in, out;
    sqlite3_stmt *witness;
};

/* Reads a question. Returns 0 or -1. */
static int read_question(struct evidence_helper *h)
{
    struct question *q = &h->question;
    trawl_str rest = buffer_str(&h->in), id = talk_get(&rest), above = talk_get(&rest);
    int64_t row = id.n > 0 ? witnesses_find(&h->witnesses, id) : 0;

    if (row == 0 && above.n > 0)
        row = witnesses_find(&h->witnesses, above);
    q->asker = (struct asker){.author = author_of(talk_get(&rest))};
    if (row < 0 || (row > 0 && (q->asker.thread = witnesses_thread(&h->witnesses, row)) < 0))
        return -1;
    for (q->count = 0; q->count < READINGS && rest.n > 0; q->count++)
        q->url[q->count] = talk_get(&rest);
    return 0;
}

/* Adds the URL of a link and the id of its message to the answer. */
static int put_witness(struct evidence_helper *h, struct place_of_link at)
{
    int found, error;

    DB_BIND(h->witness, 1, at.message, at.n);
    if ((found = db_step(&h->db, h->witness)) < 0)
        return -1;
    error = talk_put(&h->out, found ? db_text(h->witness, 0) : (trawl_str){"", 0});
    if (error == TRAWL_OK)
        error = talk_put(&h->out, found ? db_text(h->witness, 1) : (trawl_str){"", 0});
    db_reset(&h->db, h->witness);
    return error == TRAWL_OK ? 0 : -1;
}

static int evidence_answer(struct evidence_helper *h)
{
    const struct support *p;
    const char *reason;
    int k;

    if (read_question(h) < 0 || witnesses_ask(&h->witnesses, &h->question) < 0)
        return -1;
    k = judge_readings(&h->question, &reason);
    h->out.n = 0;
    if (talk_put_number(&h->out, (uint64_t)k + 1) != TRAWL_OK)
        return -1;
    if (k == UNDECIDED)
        return talk_send(1, buffer_str(&h->out));
    p = &h->question.support[k];
    if (talk_put(&h->out, (trawl_str){how_name(p->how), strlen(how_name(p->how))}) != TRAWL_OK ||
        talk_put_number(&h->out, p->count) != TRAWL_OK || put_witness(h, p->best[0]) < 0)
        return -1;
    return talk_send(1, buffer_str(&h->out));
}

int evidence_run(struct output *out, int argc, char **argv)
{
    static struct evidence_helper helper;
    struct evidence_helper *h = &helper;
    struct sandbox box;
    int got = -1;

    (void)out;
    if (argc != 2) {
        say("evidence", "this is a helper of \"trawl --evidence DB\"", NULL, NULL);
        return STATUS_TROUBLE;
    }
    db_sandbox(&box, "--evidence", argv[1][0] - '0', argv[0]);
    sandbox_channel(&box, 0); /* the socket to the filter, which is standard output, too */
    sandbox_channel(&box, 1);
    if (sandbox_close(&box) != 0)
        return SANDBOX_MISSING;
    if (db_open(&h->db, "--evidence", argv[0]) == 0 && witnesses_open(&h->witnesses, &h->db) == 0 &&
        (h->witness = db_prepare(&h->db, "SELECT u.url, m.message_id FROM links l JOIN urls u ON"
                                         " u.id = l.url JOIN messages m ON m.id = l.message"
                                         " WHERE l.message = ?1 AND l.n = ?2"))) {
        if (talk_send(1, (trawl_str){"ready", 5}) < 0)
            say_system(NULL, "--evidence", errno);
        else
            while ((got = talk_receive(0, &h->in)) > 0 && (got = evidence_answer(h)) == 0)
                ;
    }
    witnesses_close(&h->witnesses);
    buffer_free(&h->in);
    buffer_free(&h->out);
    db_close(&h->db);
    return got == 0 ? STATUS_GOOD : STATUS_TROUBLE;
}
