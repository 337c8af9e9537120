/* clock.c - the dates of envelopes: of lines such as "From a@x.example  Fri Jun  4 10:00:00 2004"
 *
 * pipermail dates a page by the line that precedes the message in its mailbox, in the time of the
 * server, whatever the field Date says. The table temp.clock has the date of each such line, as it
 * is written.
 */
#include "archive/site/old/old.h"

#define LINE 300 /* the maximum number of bytes of a line that are read */

/* A source_bytes: keeps the bytes. */
static int clock_keep(void *user, const char *p, size_t n)
{
    struct buffer *line = user;

    return buffer_add(line, p, n) == TRAWL_OK ? 0 : -1;
}

/* Returns the date at the end of a line. The last byte of the text is that after the line. */
static trawl_str clock_in(trawl_str text)
{
    size_t n = text.n - (text.n > 0);

    while (n > 0 && (unsigned char)text.p[n - 1] <= ' ')
        n--;
    return n < CLOCK_BYTES ? (trawl_str){"", 0}
                           : (trawl_str){text.p + n - CLOCK_BYTES, CLOCK_BYTES};
}

int clocks_make(struct site *s)
{
    struct source_reader *r = site_open_sources(s);
    struct buffer line = {0};
    sqlite3_stmt *all, *put;
    int64_t source = 0, before = 0;
    int found = -1;

    all = db_prepare(&s->db, "SELECT w.source, w.at, w.message FROM places w JOIN sources s ON s.id"
                             " = w.source WHERE s.input LIKE 'mbox%' AND w.at > 0"
                             " ORDER BY w.source, w.at");
    put = db_prepare(&s->db, "INSERT INTO temp.clock VALUES (?1, ?2)");
    while (r && all && put && !interrupted && (found = db_step(&s->db, all)) > 0) {
        const int64_t at = sqlite3_column_int64(all, 1);
        trawl_str date;
        int stop;

        before = sqlite3_column_int64(all, 0) == source ? before : 0;
        before = at - before > LINE ? at - LINE : before;
        source = sqlite3_column_int64(all, 0);
        line.n = 0;
        /* Reads one byte more than the line, since source_read() removes a separator at the end. */
        stop = source_read(r, source, (uint64_t)before, (uint64_t)(at - before + 1), clock_keep,
                           &line);
        before = at + 1;
        date = clock_in(buffer_str(&line));
        if (stop == 0 && date.n > 0) {
            db_bind(put, 1, date);
            (void)sqlite3_bind_int64(put, 2, sqlite3_column_int64(all, 2));
            stop = db_run(&s->db, put);
        }
        if (stop < 0)
            break;
    }
    source_close(r);
    buffer_free(&line);
    return found == 0 ? 0 : -1;
}
