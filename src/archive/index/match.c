/* match.c - finds out whether a mailbox has the message that a page of an older archive shows
 *
 * What a page says of its message (id, sender, date, subject, text) is compared with the messages
 * that the index has from mailboxes. A message is proved to be that of the page if it agrees in one
 * of the combinations of `proofs`. The sender of a message chooses all fields of its header, so the
 * text of the page must agree, too. "trawl index" leaves out a page whose message is proved.
 *
 * pipermail dates a page by the line that precedes the message in its mailbox, such as "From
 * a@x.example  Fri Jun  4 10:00:00 2004", in the time of the server, whatever the field Date says.
 * The table temp.clock has the date of each such line, as it is written.
 */
#include "archive/index/index.h"

#include <stdlib.h>
#include <time.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* The parts in which a page and a message may agree. TIME is the date without the zone, whose name
 * in pages of pipermail has many meanings. TEXT is the same text. EXACT is set if the time is the
 * same second. SIMILAR and OTHER are results of alike.c. SIMILAR: the message has the words of
 * the page, or the page has none. OTHER: it has different words. CLOCK: the page has the date of
 * the line "From " above the message, which the server writes. CLOCK is not set if the page has the
 * id of another message. */
enum {
    OF_ID = 1,
    OF_SENDER = 2,
    OF_TIME = 4,
    OF_SUBJECT = 8,
    OF_TEXT = 16,
    OF_EXACT = 32,
    OF_SIMILAR = 64,
    OF_OTHER = 128,
    OF_CLOCK = 256,
    OF_WORDS = OF_SIMILAR | OF_OTHER
};

/* The combinations that are a proof. The same text at the same time is not a proof: one text may be
 * sent under many names at the same time. */
static const int proofs[] = {OF_ID | OF_TEXT,
                             OF_ID | OF_TIME | OF_SIMILAR,
                             OF_ID | OF_SENDER | OF_SUBJECT | OF_SIMILAR,
                             OF_TEXT | OF_SENDER | OF_SUBJECT,
                             OF_SENDER | OF_EXACT | OF_SUBJECT | OF_SIMILAR,
                             OF_SENDER | OF_CLOCK | OF_SUBJECT,
                             OF_TEXT | OF_SENDER | OF_TIME,
                             OF_TEXT | OF_SUBJECT | OF_EXACT};

#define MOST 100 /* messages that are compared with a page */

struct matcher {
    struct db *db;
    struct source_reader *reader;
    sqlite3_stmt *by_id, *by_time, *by_near, *by_clock, *by_text;
    bool clocked;        /* temp.clock is filled */
    struct alike *alike; /* reads the words of the page when they are first needed */
    const struct match_page *page;
    int worded; /* whether the page has words; -1: not known yet */
    size_t n;
    int64_t message[MOST];
    int bits[MOST];
    bool failed;
};

/* ---- Lines before messages ---- */

#define LINE 300 /* the maximum number of bytes of a line that are read */
#define CLOCK_BYTES 24

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

/* Fills temp.clock with the dates of the lines before the messages of mailboxes. Returns 0, or -1
 * after an error message. */
static int clocks_make(struct matcher *m)
{
    struct buffer line = {0};
    sqlite3_stmt *all =
                     db_prepare(m->db, "SELECT w.source, w.at, w.message FROM places w JOIN sources"
                                       " s ON s.id = w.source WHERE s.input LIKE 'mbox%' AND w.at >"
                                       " 0 ORDER BY w.source, w.at"),
                 *put = db_prepare(m->db, "INSERT INTO temp.clock VALUES (?1, ?2)");
    int64_t source = 0, before = 0;
    int found = -1;

    while (!interrupted && (found = db_step(m->db, all)) > 0) {
        const int64_t at = sqlite3_column_int64(all, 1);
        trawl_str date;
        int stop;

        before = sqlite3_column_int64(all, 0) == source ? before : 0;
        before = at - before > LINE ? at - LINE : before;
        source = sqlite3_column_int64(all, 0);
        line.n = 0;
        /* Reads one byte more than the line, since source_read() removes a separator at the end. */
        stop = source_read(m->reader, source, (uint64_t)before, (uint64_t)(at - before + 1),
                           clock_keep, &line);
        before = at + 1;
        date = clock_in(buffer_str(&line));
        if (stop == 0 && date.n > 0) {
            db_bind(put, 1, date);
            (void)sqlite3_bind_int64(put, 2, sqlite3_column_int64(all, 2));
            stop = db_run(m->db, put);
        }
        if (stop < 0)
            break;
    }
    buffer_free(&line);
    return found == 0 ? 0 : -1;
}

/* ---- Evidence ---- */

/* Returns the end of text.p[0..n) without blanks at its end. */
static size_t before_blanks(trawl_str text, size_t n)
{
    while (n > 0 && ascii_is_blank((unsigned char)text.p[n - 1]))
        n--;
    return n;
}

/* Returns true when text.p[i] is the blank between a prefix and all of `rest`. */
static bool is_after_prefix(trawl_str text, size_t i, trawl_str rest)
{
    return rest.n > 3 && ascii_is_blank((unsigned char)text.p[i]);
}

/* Returns true for subjects that differ at most in blanks, in a prefix that a list has put before
 * one of them, and in letters for which the second one, of a mailbox, has "?". */
static bool match_same_subject(trawl_str a, trawl_str b)
{
    size_t i = a.n, k = b.n;

    for (;; i--, k--) {
        i = before_blanks(a, i);
        k = before_blanks(b, k);
        if (i == 0 || k == 0)
            break;
        if (b.p[k - 1] == '?' && utf8_goes_on(a.p[i - 1]))
            while (i > 1 && utf8_goes_on(a.p[i - 1]))
                i--;
        else if (a.p[i - 1] != b.p[k - 1])
            break;
    }
    if (i == 0 && k == 0)
        return a.n > 0 && b.n > 0;
    return (k == 0 && is_after_prefix(a, i, b)) || (i == 0 && is_after_prefix(b, k, a));
}

static bool match_same_text(trawl_str a, trawl_str b)
{
    return a.n > 0 && a.n == b.n && ascii_same(a.p, b.p, a.n);
}

/* Compares a page with the message of a row. */
static int match_compare(const struct match_page *page, sqlite3_stmt *row)
{
    const struct record_message *mail = page->mail;
    const trawl_str id = db_text(row, 1), address = db_text(row, 3), name = db_text(row, 4);
    const int64_t apart = sqlite3_column_int64(row, 2) - mail->time;
    const bool timed = mail->timed && sqlite3_column_type(row, 2) != SQLITE_NULL;
    int bits = 0;

    if (mail->id.p && id.n > 0 && index_same(id, mail->id))
        bits |= OF_ID;
    if (mail->address.n > 0 && address.n > 0
            ? match_same_text(mail->address, address)
            : match_same_text(names_name_in(mail->from, mail->address), name))
        bits |= OF_SENDER;
    if (timed && (apart == 0 || (page->pipermail && apart % 900 == 0 && llabs(apart) <= 93600)))
        bits |= OF_TIME | (apart == 0 ? OF_EXACT : 0);
    if (match_same_subject(mail->subject, db_text(row, 5)))
        bits |= OF_SUBJECT;
    if (mail->content != 0 && sqlite3_column_bytes(row, 6) >= MEANING_TEXT &&
        memcmp(sqlite3_column_blob(row, 6), mail->meaning, MEANING_TEXT) == 0)
        bits |= OF_TEXT;
    if (sqlite3_column_int(row, 7) && (!mail->id.p || (bits & OF_ID)))
        bits |= OF_CLOCK;
    return bits;
}

/* Adds the messages that a statement finds. Returns 0 or -1. */
static int match_add(struct matcher *m, sqlite3_stmt *find)
{
    int found;

    while ((found = db_step(m->db, find)) > 0) {
        const int64_t message = sqlite3_column_int64(find, 0);
        const int bits = match_compare(m->page, find);
        size_t i = 0;

        while (i < m->n && (m->message[i] != message || (m->bits[i] & ~OF_WORDS) != bits))
            i++;
        if (i < m->n || m->n == MOST)
            continue;
        m->message[i] = message;
        m->bits[i] = bits;
        m->n++;
    }
    return found;
}

/* Returns true if a message has the words of the page, or the page has none. */
static bool match_has_words(struct matcher *m, size_t i)
{
    int agrees = 1;

    if ((m->bits[i] & OF_WORDS) == 0 && !m->failed) {
        if (m->worded < 0)
            m->worded = alike_read(m->alike, m->page->text);
        if (m->worded > 0 && !(m->bits[i] & OF_TEXT))
            agrees = alike_agree(m->alike, m->message[i]);
        m->failed |= m->worded < 0 || agrees < 0;
        m->bits[i] |= agrees > 0 ? OF_SIMILAR : OF_OTHER;
    }
    return (m->bits[i] & OF_SIMILAR) != 0;
}

/* Returns true if one of the messages is proved. */
static bool match_prove(struct matcher *m)
{
    for (size_t k = 0; k < sizeof proofs / sizeof proofs[0]; k++) {
        const int bits = proofs[k] & ~OF_SIMILAR;

        for (size_t i = 0; i < m->n; i++)
            if ((m->bits[i] & bits) == bits && (bits == proofs[k] || match_has_words(m, i)))
                return true;
    }
    return false;
}

/* Adds the messages whose "From " line in a mailbox has the date that a page of pipermail shows.
 * Returns 0 or -1. */
static int match_add_clocked(struct matcher *m)
{
    const struct record_message *mail = m->page->mail;
    const time_t local = (time_t)(mail->time + (mail->zone == ZONE_UNKNOWN ? 0 : 60 * mail->zone));
    char date[CLOCK_BYTES + 8] = "";
    struct tm t;

    if (!m->page->pipermail || !gmtime_r(&local, &t) || t.tm_year < 0 || t.tm_year > 8000 ||
        !asctime_r(&t, date))
        return 0;
    if (!m->clocked && clocks_make(m) < 0)
        return -1;
    m->clocked = true;
    (void)sqlite3_bind_int64(m->by_clock, 1, mail->time);
    db_bind(m->by_clock, 2, (trawl_str){date, CLOCK_BYTES});
    return match_add(m, m->by_clock);
}

int match_find(struct matcher *m, const struct match_page *page)
{
    const struct record_message *mail = page->mail;
    bool found = false;

    m->page = page;
    m->n = 0;
    m->worded = -1;
    if (mail->id.p) {
        db_bind(m->by_id, 1, mail->id);
        m->failed |= match_add(m, m->by_id) < 0;
    }
    if (mail->content != 0) {
        (void)sqlite3_bind_blob(m->by_text, 1, mail->meaning, MEANING_TEXT, SQLITE_TRANSIENT);
        m->failed |= match_add(m, m->by_text) < 0;
    }
    if (!mail->timed)
        found = match_prove(m);
    for (int i = 0; i < 3 && !found && mail->timed; i++) {
        sqlite3_stmt *by = i == 0 ? m->by_time : m->by_near;

        (void)sqlite3_bind_int64(by, 1, mail->time);
        m->failed |= (i < 2 ? match_add(m, by) : match_add_clocked(m)) < 0;
        found = match_prove(m);
    }
    return m->failed ? -1 : found;
}

/* ---- Opening ---- */

struct matcher *match_open(const struct source_about *about, const char *charset)
{
    struct db *d = about->db;
    struct matcher *m = calloc(1, sizeof *m);

#define CANDIDATE(time, clock)                                                                     \
    "SELECT coalesce(m.same, m.id), m.message_id, " time ", p.address, p.name, m.subject,"         \
    " m.meaning, " clock " FROM messages m LEFT JOIN senders p ON p.id = m.sender"                 \
    " WHERE m.content IS NOT NULL AND EXISTS (SELECT 1 FROM places w JOIN sources u"               \
    " ON u.id = w.source WHERE w.message = m.id AND u.input IS NOT 'html') AND "
    if (!m) {
        (void)command_trouble(d->command, TRAWL_ERROR_NO_MEMORY);
        return NULL;
    }
    m->db = d;
    (void)db_execute(d, "CREATE TEMP TABLE said AS SELECT substr(meaning, 1, 12) AS text, id"
                        " FROM messages WHERE content IS NOT NULL;"
                        "CREATE INDEX temp.said_text ON said(text);"
                        "CREATE TEMP TABLE clock(date TEXT, id INTEGER);"
                        "CREATE INDEX temp.clock_date ON clock(date)");
    m->by_id = db_prepare(d, CANDIDATE("m.time", "0") "m.message_id = ?1");
    m->by_time = db_prepare(d, CANDIDATE("m.time", "0") "m.time = ?1");
    m->by_near =
        db_prepare(d, CANDIDATE("m.time", "0") "m.time BETWEEN ?1 - 93600 AND ?1 + 93600 AND"
                                               " (m.time - ?1) % 900 = 0");
    m->by_text = db_prepare(
        d, CANDIDATE("m.time", "0") "m.id IN (SELECT id FROM temp.said WHERE text = ?1)");
    m->by_clock =
        db_prepare(d, CANDIDATE("?1", "1") "m.id IN (SELECT id FROM temp.clock WHERE date = ?2)");
    if ((m->reader = source_open(about)) != NULL &&
        (m->alike = alike_open(d, m->reader, charset)) != NULL && !d->failed)
        return m;
    match_close(m);
    return NULL;
}

void match_close(struct matcher *m)
{
    if (!m)
        return;
    alike_close(m->alike);
    source_close(m->reader);
    free(m);
}
