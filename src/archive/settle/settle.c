/* settle.c - trawl settle: judges all links of an index that have several readings
 *
 * The verdicts depend only on the links in the index, so a second run writes nothing, and a run
 * that was killed is completed by the next one. Each transaction has a few thousand links, and no
 * query stays open between links.
 */
#include "archive/settle/settle.h"

#include <inttypes.h>
#include <stdio.h>

#define TOGETHER 4096 /* links in a transaction */

/* The kinds of doubt, enum trawl_why, and after them one for all links. */
#define KINDS (TRAWL_WHY_END + 2)

struct tally {
    uint64_t links, known, settled, changed;
};

struct settling {
    struct output *out;
    const struct settle_options *options;
    struct db db;
    struct names names;
    struct witnesses witnesses;
    struct verdicts verdicts;
    sqlite3_stmt *next;
    struct question question;
    struct buffer texts;
    trawl_str id; /* of the message; in `texts` */
    uint64_t written;
    struct tally tally[KINDS];
};

/* ---- Links ---- */

static int why_of(trawl_str name)
{
    for (int why = 1; why < KINDS - 1; why++) {
        const char *word = trawl_why_name(why);

        if (strlen(word) == name.n && memcmp(word, name.p, name.n) == 0)
            return why;
    }
    return TRAWL_WHY_END;
}

/* Reads the next link with several readings after `at`, and sets `at` to it. Returns 1, 0 after the
 * last link, or -1. */
static int settle_next_link(struct settling *s, struct place_of_link *at)
{
    struct question *q = &s->question;
    size_t ends[READINGS] = {0}, id = 0;
    int64_t message = 0, n = 0;
    int found;

    s->texts.n = 0;
    q->count = 0;
    DB_BIND(s->next, 1, at->message, at->n);
    while ((found = db_step(&s->db, s->next)) > 0 && q->count < READINGS) {
        trawl_str url = db_text(s->next, 2), first = db_text(s->next, 4);

        if (q->count == 0) {
            trawl_str name = db_text(s->next, 7);

            message = sqlite3_column_int64(s->next, 0);
            n = sqlite3_column_int64(s->next, 1);
            q->asker = (struct asker){.author = author_of(db_text(s->next, 5)),
                                      .thread = sqlite3_column_int64(s->next, 6)};
            (void)buffer_add(&s->texts, name.p ? name.p : "", name.n);
            id = s->texts.n;
            (void)buffer_add(&s->texts, first.p, first.n);
            ends[q->count++] = s->texts.n;
        }
        if (sqlite3_column_int64(s->next, 0) != message || sqlite3_column_int64(s->next, 1) != n)
            break;
        q->why[q->count] = why_of(db_text(s->next, 3));
        if (buffer_add(&s->texts, url.p, url.n) != TRAWL_OK)
            return command_trouble("settle", TRAWL_ERROR_NO_MEMORY), -1;
        ends[q->count++] = s->texts.n;
    }
    db_reset(&s->db, s->next);
    if (found < 0 || q->count == 0)
        return found < 0 ? -1 : 0;
    for (unsigned i = 0; i < q->count; i++) {
        size_t from = i > 0 ? ends[i - 1] : id;

        q->url[i] = (trawl_str){s->texts.p + from, ends[i] - from};
    }
    s->id = (trawl_str){s->texts.p, id};
    *at = (struct place_of_link){message, n};
    return 1;
}

/* ---- One link ---- */

/* Prints the lines of --explain for a link: the verdict, then its readings. */
static void explain(struct settling *s, struct place_of_link at, int k, const char *reason)
{
    const struct question *q = &s->question;

    output_printf(s->out, "%s\t%s\t%" PRId64 "\t%" PRId64 "\t", k < 0 ? "undecided" : "settled",
                  reason, at.message, at.n);
    output_tsv(s->out, s->id);
    output_byte(s->out, '\n');
    for (unsigned i = 0; i < q->count; i++) {
        const struct support *p = &q->support[i];

        output_printf(s->out, "%c\t%u%s\t%s\t%s\t", (int)i == k ? '*' : ' ', p->count,
                      p->flooded ? "+" : "", p->count > 0 ? how_name(p->how) : "-",
                      i > 0 ? trawl_why_name(q->why[i]) : "-");
        output_tsv(s->out, q->url[i]);
        output_byte(s->out, '\n');
    }
}

static void settle_count(struct tally *tally, const struct question *q, int k)
{
    bool known = false;

    for (unsigned i = 0; i < q->count; i++)
        known = known || q->support[i].count > 0;
    tally->links++;
    tally->known += known;
    tally->settled += k >= 0;
    tally->changed += k > 0;
}

static int settle_link(struct settling *s, struct place_of_link at)
{
    struct question *q = &s->question;
    struct verdict verdict = {.how = HOW_NONE};
    const char *reason;
    int k, put;

    if ((q->asker.thread = witnesses_thread(&s->witnesses, at.message)) < 0 ||
        witnesses_ask(&s->witnesses, q) < 0)
        return -1;
    k = judge_readings(q, &reason);
    settle_count(&s->tally[q->why[k > 0 ? k : 1]], q, k);
    settle_count(&s->tally[KINDS - 1], q, k);
    if (s->options->explain)
        explain(s, at, k, reason);
    if (s->options->dry_run)
        return 0;
    if (k >= 0) {
        const struct support *p = &q->support[k];

        verdict = (struct verdict){.k = k, .how = p->how, .count = p->count};
        memcpy(verdict.best, p->best, sizeof verdict.best);
        for (int i = 0; i < (int)q->count; i++)
            if (i != k && q->support[i].count > verdict.against)
                verdict.against = q->support[i].count;
    }
    put = verdicts_put(&s->verdicts, &s->names, at, &verdict, q->url[k > 0 ? k : 0]);
    s->written += put > 0;
    return put < 0 ? -1 : 0;
}

/* ---- All links ---- */

static int settle_all(struct settling *s)
{
    struct place_of_link at = {0, 0};
    bool writes = !s->options->dry_run;
    uint64_t links = 0;
    int found;

    s->next = db_prepare(&s->db, "SELECT r.message, r.n, r.url, r.why, u.url, p.address, 0,"
                                 " m.message_id FROM readings r JOIN links l ON l.message ="
                                 " r.message AND l.n = r.n JOIN urls u ON u.id = l.url"
                                 " JOIN messages m ON m.id = r.message"
                                 " LEFT JOIN senders p ON p.id = m.sender"
                                 " WHERE (r.message, r.n) > (?1, ?2)"
                                 " ORDER BY r.message, r.n, r.k LIMIT 9");
    if (!s->next || db_execute(&s->db, writes ? "BEGIN IMMEDIATE" : "BEGIN") < 0)
        return -1;
    while ((found = settle_next_link(s, &at)) > 0 && s->out->error == 0) {
        if (settle_link(s, at) < 0)
            return -1;
        if (writes && ++links % TOGETHER == 0 &&
            (db_execute(&s->db, "COMMIT") < 0 || track_next(&s->db) < 0 ||
             db_execute(&s->db, "BEGIN IMMEDIATE") < 0))
            return -1;
    }
    if (found < 0)
        return -1;
    return db_execute(&s->db, "COMMIT");
}

/* Erases all verdicts, and the URLs and hosts that only they used. */
static int undo(struct settling *s)
{
    return db_execute(
        &s->db, "BEGIN IMMEDIATE;"
                "CREATE TEMP TABLE shown AS SELECT DISTINCT settled AS id FROM links WHERE settled"
                " IS NOT NULL;"
                "UPDATE links SET settled = NULL WHERE settled IS NOT NULL;"
                "DELETE FROM verdicts; DELETE FROM witnesses;"
                "DELETE FROM urls WHERE id IN (SELECT id FROM temp.shown)"
                " AND NOT EXISTS (SELECT 1 FROM links WHERE url = urls.id);"
                "DELETE FROM hosts WHERE NOT EXISTS (SELECT 1 FROM urls WHERE host = hosts.id);"
                "COMMIT");
}

static void settle_show_summary(const struct settling *s)
{
    const struct tally *all = &s->tally[KINDS - 1];

    output_text(s->out, "kind\tlinks\twith witnesses\tsettled\tchanged\n");
    for (int i = 1; i < KINDS; i++) {
        const struct tally *tally = &s->tally[i];

        if (tally->links > 0 || i == KINDS - 1)
            output_printf(s->out, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
                          i == KINDS - 1 ? "all" : trawl_why_name(i), tally->links, tally->known,
                          tally->settled, tally->changed);
    }
    if (all->links == 0)
        output_text(s->out, "no link has several readings\n");
}

int settle_run(struct output *out, int argc, char **argv)
{
    static struct settling settling;
    struct settling *s = &settling;
    struct settle_options options = {0};
    struct sandbox box;
    struct options o;
    int status, failed;

    if (!command_options(out, &command_settle, &o, argc, argv, &options, &status))
        return status;
    if (o.operands != 1 || (options.undo && (options.dry_run || options.explain))) {
        say("settle",
            o.operands != 1 ? "name one database"
                            : "--undo erases verdicts; it does not go with -n and --explain",
            NULL, "; see \"trawl settle --help\"");
        return STATUS_TROUBLE;
    }
    db_sandbox(&box, "settle", options.sandbox, o.argv[0]);
    if ((status = sandbox_close(&box)) != 0)
        return status;
    s->out = out;
    s->options = &options;
    failed = options.dry_run ? db_open(&s->db, "settle", o.argv[0])
                             : db_change(&s->db, "settle", o.argv[0]);
    if (!failed && options.undo)
        failed = undo(s);
    else if (!failed)
        failed = names_open(&s->names, &s->db) < 0 || witnesses_open(&s->witnesses, &s->db) < 0 ||
                 (!options.dry_run && verdicts_open(&s->verdicts, &s->db) < 0) || settle_all(s) < 0;
    if (!failed && !options.quiet && !options.undo)
        settle_show_summary(s);
    names_close(&s->names);
    witnesses_close(&s->witnesses);
    buffer_free(&s->texts);
    db_close(&s->db);
    return failed ? STATUS_TROUBLE : STATUS_GOOD;
}
