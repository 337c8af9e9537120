/* query.c - trawl query: checks the options, makes the SQL, prints the rows
 *
 * --first chooses the earliest unquoted link of those with the same canonical URL.
 * --pick passes the URLs to trawl-pick.
 */
#include "archive/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Statements ---- */

static void query_add(struct buffer *buffer, const char *text)
{
    (void)buffer_add(buffer, text, strlen(text));
}

static void add_limit(struct buffer *sql, const struct query_options *o)
{
    char limit[40];

    (void)snprintf(limit, sizeof limit, " LIMIT %lld", o->limit > 0 ? (long long)o->limit : -1LL);
    query_add(sql, limit);
}

/* The inner query finds and sorts the keys of the links; the outer one fetches their columns. The
 * inner LIMIT (-1: no limit) makes SQLite keep the order. */
static void make_links(struct buffer *sql, const struct where *where, const struct query_options *o)
{
    query_add(sql, "SELECT ");
    query_add(sql, rows_columns);
    query_add(sql, o->first
                       ? " FROM (SELECT message, n FROM (SELECT l.message AS message, l.n AS n,"
                         " row_number() OVER (PARTITION BY coalesce(u.canonical, u.url) ORDER BY"
                         " c.quote > 0, m.time IS NULL, m.time, l.message, l.n) AS rank"
                       : " FROM (SELECT l.message AS message, l.n AS n");
    (void)buffer_add(sql, where->from.p, where->from.n);
    (void)buffer_add(sql, where->sql.p ? where->sql.p : "", where->sql.n);
    query_add(sql, o->first ? ") WHERE rank = 1 ORDER BY 1, 2" : " ORDER BY l.message, l.n");
    add_limit(sql, o);
    query_add(sql, ") k CROSS JOIN links l ON l.message = k.message AND l.n = k.n"
                   " CROSS JOIN messages m ON m.id = l.message CROSS JOIN urls u ON u.id ="
                   " coalesce(l.settled, l.url)"
                   " CROSS JOIN contexts c ON c.id = l.context LEFT JOIN hosts h ON h.id = u.host"
                   " LEFT JOIN senders p ON p.id = m.sender LEFT JOIN lists i ON i.id = m.list");
    query_add(sql, o->places
                       ? " CROSS JOIN places w ON w.message = m.id"
                       : " LEFT JOIN places w ON w.message = m.id AND (w.source, w.at) = (SELECT"
                         " source, at FROM places WHERE message = m.id ORDER BY source, at"
                         " LIMIT 1)");
    query_add(sql, " LEFT JOIN sources s ON s.id = w.source");
}

static void make_counts(struct buffer *sql, const struct where *where,
                        const struct query_options *o)
{
    static const char *const keys[] = {
        [COUNT_URL] = CANONICAL,
        [COUNT_HOST] = "h.host",
        [COUNT_SITE] = "h.site",
        [COUNT_SCHEME] = SCHEME,
        [COUNT_YEAR] = "strftime('%Y', m.time, 'unixepoch')",
        [COUNT_MONTH] = "strftime('%Y-%m', m.time, 'unixepoch')",
        [COUNT_FROM] = "p.address",
        [COUNT_LIST] = "i.list",
    };
    int by = o->count_by - 1;

    query_add(sql, "SELECT ");
    query_add(sql, keys[by]);
    query_add(sql, " AS key, count(*) AS count");
    (void)buffer_add(sql, where->from.p, where->from.n);
    (void)buffer_add(sql, where->sql.p ? where->sql.p : "", where->sql.n);
    query_add(sql, by == COUNT_YEAR || by == COUNT_MONTH ? " GROUP BY 1 ORDER BY 1"
                                                         : " GROUP BY 1 ORDER BY 2 DESC, 1");
    add_limit(sql, o);
}

/* ---- The run ---- */

/* Prints all rows. Returns their number, or -1 after a message. */
static int64_t query_print_all(struct rows *r, sqlite3_stmt *s)
{
    int64_t count = 0;
    int found = rows_begin(r);

    for (; found >= 0 && r->out->error == 0 && (found = db_step(r->db, s)) > 0; count++) {
        if (r->options->count_by)
            rows_count(r, db_text(s, 0), sqlite3_column_int64(s, 1));
        else
            found = rows_link(r, s);
    }
    rows_end(r);
    return found < 0 ? -1 : count;
}

static int query_answer(struct db *d, struct output *out, const struct query_options *o)
{
    struct where where = {0};
    struct buffer sql = {0};
    struct rows rows = {.db = d, .out = out, .options = o};
    sqlite3_stmt *s = NULL;
    int64_t count = -1;

    if (where_make(&where, d, o) == 0) {
        if (o->count_by)
            make_counts(&sql, &where, o);
        else
            make_links(&sql, &where, o);
        (void)buffer_add(&sql, "", 1);
        s = db_prepare(d, sql.p);
    }
    if (s) {
        where_bind(&where, s);
        count = query_print_all(&rows, s);
    }
    where_free(&where);
    buffer_free(&sql);
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
 * started. Returns 0, or -1 after a message. */
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
static int pick(struct db *d, const struct query_options *o, const struct chooser *c)
{
    static char buffer[1 << 14];
    struct output out;
    int status;

    output_open(&out, c->list, buffer, sizeof buffer);
    status = query_answer(d, &out, o);
    return output_flush(&out) == 0 ? status : STATUS_TROUBLE;
}

/* ---- The command ---- */

/* Returns a message if options exclude each other, or NULL. */
static const char *query_conflict(const struct query_options *o)
{
    int format = o->to ? o->to - 1 : QUERY_LIST;

    if (o->count_by && (o->first || o->pick || o->after || o->places))
        return "--count-by prints numbers; it does not go with --first, --pick, --after and --places";
    if (o->pick && (o->to || o->broken || o->first))
        return "--pick shows links; it does not go with -t, --broken and --first";
    if (o->first && (o->after || o->places))
        return "--first looks at all links; it does not go with --after and --places";
    if ((o->header && format != QUERY_TSV && format != QUERY_CSV) ||
        (o->as_is && format != QUERY_CSV))
        return "--header goes with -t tsv and csv, --as-is with -t csv";
    return NULL;
}

/* Checks the syntax of --words. Returns 0, or -1 after a message. */
static int check_words(struct db *d, const char *words)
{
    sqlite3_stmt *s = NULL;
    const char *why = NULL;

    if (sqlite3_prepare_v2(d->sql, "SELECT 1 FROM words WHERE words MATCH ?1 LIMIT 1", -1, &s,
                           NULL))
        return db_trouble(d);
    db_bind(s, 1, (trawl_str){words, strlen(words)});
    (void)sqlite3_step(s);
    if ((sqlite3_errcode(d->sql) & 0xff) == SQLITE_ERROR) {
        why = sqlite3_errmsg(d->sql);
        say("query", "--words: ", strncmp(why, "fts5: ", 6) == 0 ? why + 6 : why,
            "; write words with signs in double quotes: '\"example.org\"'");
    }
    (void)sqlite3_finalize(s);
    return why ? -1 : 0;
}

/* Checks that the index has words if the query needs them. Returns 0, or -1 after a message. */
static int query_check(struct db *d, const struct query_options *o)
{
    struct buffer words = {0};
    int has = o->words ? db_meta(d, "words", &words) : 1;

    buffer_free(&words);
    if (has == 0)
        say("query", "", d->path,
            " has no words; \"trawl index --words\" makes an index with them");
    return has <= 0 ? -1 : o->words ? check_words(d, o->words) : 0;
}

/* Returns 0, or an exit status after a message. */
static int query_close_sandbox(const struct query_options *q, const char *database)
{
    struct sandbox box;

    db_sandbox(&box, "query", q->sandbox, database);
    if (q->pick)
        sandbox_need(&box, SANDBOX_HELPER);
    if (q->message)
        sandbox_read(&box, NULL); /* the index names the file */
    return sandbox_close(&box);
}

int query_run(struct output *out, int argc, char **argv)
{
    struct query_options q = {0};
    struct chooser chooser = {-1, -1, -1};
    struct options o;
    struct db db = {.lock = -1};
    const char *why;
    int status;

    if (!command_options(out, &command_query, &o, argc, argv, &q, &status))
        return status;
    why = o.operands > 1   ? "name one database; --words, --url and others search in it"
          : o.operands < 1 ? "name one database"
                           : query_conflict(&q);
    if (why) {
        say("query", why, NULL, "; see \"trawl query --help\"");
        return STATUS_TROUBLE;
    }
    if (q.pick && chooser_open(&chooser, q.sandbox) < 0)
        return STATUS_TROUBLE;
    status = query_close_sandbox(&q, o.argv[0]);
    if (status == STATUS_GOOD && (db_open(&db, "query", o.argv[0]) < 0 || query_check(&db, &q) < 0))
        status = STATUS_TROUBLE;
    else if (status == STATUS_GOOD && q.message)
        status = message_print(&db, out, q.message);
    else if (status == STATUS_GOOD)
        status = q.pick ? pick(&db, &q, &chooser) : query_answer(&db, out, &q);
    db_close(&db);
    return q.pick ? chooser_run(&chooser, status) : status;
}
