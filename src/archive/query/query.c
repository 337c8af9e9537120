/* query.c - trawl query: checks the options, prints links; --pick passes them to trawl-pick
 *
 * Several databases are read one after the other.
 */
#include "archive/query/query.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Links ---- */

static void query_add(struct buffer *buffer, const char *text)
{
    (void)buffer_add(buffer, text, strlen(text));
}

void query_add_links(struct buffer *sql, const struct query_options *o, const char *keys)
{
    query_add(sql, "SELECT ");
    rows_add_columns(sql, o);
    query_add(sql, " FROM (");
    query_add(sql, keys ? keys : ""); /* NULL when out of memory */
    query_add(sql, ") k CROSS JOIN links l ON l.message = k.message AND l.n = k.n"
                   " CROSS JOIN messages m ON m.id = l.message CROSS JOIN urls u ON u.id = l.url"
                   " LEFT JOIN senders p ON p.id = m.sender");
    if (!rows_are_listed(o)) /* a list has no columns of these */
        query_add(sql, " CROSS JOIN contexts c ON c.id = l.context LEFT JOIN hosts h ON h.id ="
                       " u.host LEFT JOIN lists i ON i.id = m.list");
    if (!rows_are_listed(o) || o->places)
        query_add(sql,
                  o->places
                      ? " CROSS JOIN places w ON w.message = m.id"
                      : " LEFT JOIN places w ON w.message = m.id AND (w.source, w.at) = (SELECT"
                        " source, at FROM places WHERE message = m.id ORDER BY source, at"
                        " LIMIT 1)");
    if (!rows_are_listed(o))
        query_add(sql, " LEFT JOIN sources s ON s.id = w.source");
    (void)buffer_add(sql, "", 1);
}

/* Makes the statement of a database. The inner query finds and sorts the keys of the links; the
 * outer one fetches their columns. The inner LIMIT (-1: no limit) makes SQLite keep the order. */
static sqlite3_stmt *make_links(const struct answer *a, struct db *d, const struct where *where)
{
    struct buffer keys = {0}, sql = {0};
    char limit[80];
    sqlite3_stmt *s;

    query_add(&keys, "SELECT l.message AS message, l.n AS n");
    (void)buffer_add(&keys, where->from.p, where->from.n);
    (void)buffer_add(&keys, where->sql.p ? where->sql.p : "", where->sql.n);
    (void)snprintf(limit, sizeof limit, " ORDER BY %s, l.n LIMIT %lld", where->message,
                   (long long)a->left);
    query_add(&keys, limit);
    (void)buffer_add(&keys, "", 1);
    query_add_links(&sql, a->options, keys.p);
    s = db_prepare(d, sql.p);
    buffer_free(&keys);
    buffer_free(&sql);
    return s;
}

/* Prints the links of a database. Returns their number, or -1 after an error message. */
static int64_t print_links(struct answer *a, struct db *d)
{
    struct where where = {0};
    sqlite3_stmt *s = NULL;
    int64_t count = 0;
    int found = -1;

    if (where_make(&where, d, a->options) == 0 && (s = make_links(a, d, &where))) {
        where_bind(&where, s);
        found = rows_use(a->rows, d);
    }
    for (; found >= 0 && a->rows->out->error == 0 && (found = db_step(d, s)) > 0; count++)
        found = rows_link(a->rows, s);
    where_free(&where);
    if (a->left > 0)
        a->left -= count;
    return found < 0 ? -1 : count;
}

/* ---- The run ---- */

static int query_answer(struct db *dbs, int dbs_count, struct output *out,
                        const struct query_options *o)
{
    struct rows rows = {.out = out, .options = o};
    struct answer a = {dbs, dbs_count, o, &rows, o->limit > 0 ? (int64_t)o->limit : -1};
    int64_t count = 0, more;

    rows_begin(&rows);
    if (o->count_by) {
        count = counts_print(&a);
    } else if (o->first) {
        count = first_print(&a);
    } else {
        for (int i = 0; i < dbs_count && count >= 0 && a.left != 0; i++) {
            more = print_links(&a, &dbs[i]);
            count = more < 0 ? -1 : count + more;
        }
    }
    rows_end(&rows);
    return count < 0 ? STATUS_TROUBLE : count > 0 ? STATUS_GOOD : STATUS_SOME_BAD;
}

/* ---- The chooser ---- */

struct chooser {
    int list; /* an unnamed temporary file for the links, which trawl-pick reads */
    int go;   /* the end of a pipe: a byte starts trawl-pick */
    pid_t child;
};

/* In the child: waits for the byte, and becomes trawl-pick. */
static _Noreturn void become_pick(const struct chooser *c, int go, int choice)
{
    static char name[] = "pick", auto_[] = "--sandbox=auto", require[] = "--sandbox=require",
                off[] = "--sandbox=off";
    char *const sandbox[] = {auto_, auto_, require, off};
    char *words[] = {name, sandbox[choice], NULL};

    const int started = talk_wait(go);

    if (started == 0)
        _exit(STATUS_TROUBLE);
    if (started < 0 || lseek(c->list, 0, SEEK_SET) != 0 || dup2(c->list, 0) < 0) {
        say_system("query", "--pick", errno);
        _exit(STATUS_TROUBLE);
    }
    (void)close(go);
    (void)close(c->list);
    _exit(program_start(&program_pick, "trawl", name, words));
}

/* Forks the process that is to become trawl-pick: once the sandbox is closed, no program can be
 * started. Returns 0, or -1 after an error message. */
static int chooser_open(struct chooser *c, int choice)
{
    FILE *list = tmpfile();
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC), ends[2] = {-1, -1};

    c->list = list ? dup(fileno(list)) : -1;
    if (list)
        (void)fclose(list);
    if (terminal < 0) {
        say("query", "--pick: there is no terminal to choose on", NULL, NULL);
        (void)close(c->list);
        return -1;
    }
    (void)close(terminal);
    if (c->list < 0 || pipe(ends) < 0 || (c->child = fork()) < 0) {
        say_system("query", "--pick", errno);
        return -1;
    }
    if (c->child == 0) {
        (void)close(ends[1]);
        become_pick(c, ends[0], choice);
    }
    (void)close(ends[0]);
    c->go = ends[1];
    return 0;
}

/* Starts trawl-pick if there are links, else ends the child. Returns the exit status. */
static int chooser_run(const struct chooser *c, int status)
{
    int ended = 0;
    bool start = status == STATUS_GOOD && write_whole(c->go, "", 1) == 0;

    (void)close(c->go);
    (void)close(c->list);
    while (waitpid(c->child, &ended, 0) < 0)
        if (errno != EINTR) {
            say_system("query", "trawl-pick", errno);
            return STATUS_TROUBLE;
        }
    if (!start)
        return status == STATUS_GOOD ? STATUS_TROUBLE : status;
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : STATUS_TROUBLE;
}

/* Lets the user choose among the links. */
static int pick(struct db *dbs, int count, const struct query_options *o, const struct chooser *c)
{
    static char buffer[1 << 14];
    struct output out;
    int status;

    output_open(&out, c->list, buffer, sizeof buffer);
    status = query_answer(dbs, count, &out, o);
    return output_flush(&out) == 0 ? status : STATUS_TROUBLE;
}

/* ---- The command ---- */

static bool is_number(const char *given)
{
    return given && *given && strspn(given, "0123456789") == strlen(given);
}

/* What the command line may give that conflicts with something else. */
enum query_given {
    GIVEN_COUNT_BY,
    GIVEN_FIRST,
    GIVEN_PICK,
    GIVEN_AFTER,
    GIVEN_PLACES,
    GIVEN_TO,
    GIVEN_BROKEN,
    GIVEN_NO_HEADER,
    GIVEN_NO_CSV,  /* a format other than CSV */
    GIVEN_SEVERAL, /* databases */
    GIVEN_NUMBER   /* of a message */
};

static const struct options_conflict query_conflicts[] = {
    {GIVEN(COUNT_BY), GIVEN(FIRST) | GIVEN(PICK) | GIVEN(AFTER) | GIVEN(PLACES), 0,
     "--count-by prints numbers; it does not go with --first, --pick, --after and --places"},
    {GIVEN(PICK), GIVEN(TO) | GIVEN(BROKEN) | GIVEN(FIRST), 0,
     "--pick shows links; it does not go with -t, --broken and --first"},
    {GIVEN(FIRST), GIVEN(AFTER) | GIVEN(PLACES), 0,
     "--first looks at all links; it does not go with --after and --places"},
    {GIVEN(NO_HEADER), GIVEN(NO_CSV), 0, "--no-header goes with -t csv"},
    {GIVEN(SEVERAL), GIVEN(AFTER), 0,
     "--after goes on in one database; each has its own numbers of messages"},
    {GIVEN(SEVERAL), GIVEN(NUMBER), 0,
     "each database has its own numbers of messages; give the message-id"},
};

/* Returns a message if options exclude each other, or NULL. */
static const char *query_conflict(const struct query_options *o, int count)
{
    const int format = o->to ? o->to - 1 : QUERY_LIST;
    const bool given[] = {
        [GIVEN_COUNT_BY] = o->count_by,
        [GIVEN_FIRST] = o->first,
        [GIVEN_PICK] = o->pick,
        [GIVEN_AFTER] = o->after,
        [GIVEN_PLACES] = o->places,
        [GIVEN_TO] = o->to,
        [GIVEN_BROKEN] = o->broken,
        [GIVEN_NO_HEADER] = o->no_header,
        [GIVEN_NO_CSV] = format != QUERY_CSV,
        [GIVEN_SEVERAL] = count > 1,
        [GIVEN_NUMBER] = is_number(o->message) || is_number(o->thread),
    };

    return options_conflict(query_conflicts, sizeof query_conflicts / sizeof *query_conflicts,
                            given, sizeof given / sizeof *given);
}

/* Checks that a database has the message of --thread. Returns 0, or -1 after an error message. */
static int check_thread(struct db *dbs, int count, const char *message)
{
    int64_t id = 0;

    for (int i = 0; i < count && id == 0; i++)
        id = where_message(&dbs[i], message);
    if (id == 0)
        say("query", "--thread: no message has this number or id: ", message, NULL);
    return id > 0 ? 0 : -1;
}

/* Closes the sandbox. Returns 0, or an exit status after an error message. */
static int query_close_sandbox(const struct query_options *q, int count, char **paths)
{
    struct sandbox box;

    db_sandbox(&box, "query", q->sandbox, paths[0]);
    for (int i = 1; i < count; i++)
        db_sandbox_add(&box, paths[i]);
    if (q->pick)
        sandbox_need(&box, SANDBOX_HELPER);
    if (q->message)
        sandbox_read(&box, NULL); /* any file: only the index names the file of the message */
    return sandbox_close(&box);
}

/* Opens the databases and answers. Returns an enum status. */
static int query_open(struct db *dbs, int count, char **paths, struct output *out,
                      const struct query_options *q, const struct chooser *chooser)
{
    for (int i = 0; i < count; i++)
        if (db_open(&dbs[i], "query", paths[i]) < 0 ||
            db_execute(&dbs[i], "BEGIN") < 0) /* one lock for all statements */
            return STATUS_TROUBLE;
    if (q->thread && check_thread(dbs, count, q->thread) < 0)
        return STATUS_TROUBLE;
    if (q->message)
        return message_print(dbs, count, out, q->message);
    if (q->resolve)
        return message_resolve(dbs, count, out, q->resolve);
    return q->pick ? pick(dbs, count, q, chooser) : query_answer(dbs, count, out, q);
}

int query_run(struct output *out, int argc, char **argv)
{
    enum { MOST = 64 };
    static struct db dbs[MOST];
    struct query_options q = {0};
    struct chooser chooser = {-1, -1, -1};
    struct options o;
    const char *why;
    int status;

    if (!command_options(out, &command_query, &o, argc, argv, &q, &status))
        return status;
    why = o.operands > MOST ? "more than 64 databases"
          : o.operands < 1  ? "name a database"
                            : query_conflict(&q, o.operands);
    if (why) {
        say("query", why, NULL, "; see \"trawl query --help\"");
        return STATUS_TROUBLE;
    }
    if (q.pick && chooser_open(&chooser, q.sandbox) < 0)
        return STATUS_TROUBLE;
    for (int i = 0; i < o.operands; i++)
        dbs[i].lock = -1;
    status = query_close_sandbox(&q, o.operands, o.argv);
    if (status == STATUS_GOOD)
        status = query_open(dbs, o.operands, o.argv, out, &q, &chooser);
    for (int i = 0; i < o.operands; i++)
        db_close(&dbs[i]);
    return q.pick ? chooser_run(&chooser, status) : status;
}
