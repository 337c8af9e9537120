/* alike.c - compares the text of an old page with the text of a message, word by word; and the
 * texts of two messages with the same id
 *
 * The program of an older archive changes texts: it writes "?" for letters, hides addresses, and
 * replaces attachments by notices. So the texts agree if the message has three of four words of the
 * page. The message may have more words, such as those of an attachment. Each word counts once. A
 * word is a run of ASCII letters and digits, or a run of other letters. The words of the second
 * kind do not count if the message has a "?" for each of them that it lacks.
 *
 * Two messages with the same id, sender and date, as in an archive that was made twice, are one
 * message if all ASCII letters, digits and marks agree. White space, the notices of scrubbed parts
 * with their addresses, and "?" for other letters do not count.
 */
#include "archive/index/index.h"

#include <stdlib.h>

#include "app/guard/guard.h"
#include "base/ascii.h"

#define TEXT_MOST ((size_t)1 << 20) /* bytes of a text that are compared */

/* In pipermail a line that begins so is followed by a notice of an attachment. */
static const char notice[] = "-------------- ";

struct word {
    uint64_t hash;
    bool ascii, found;
};

struct alike {
    struct db *db;
    struct source_reader *reader;
    sqlite3_stmt *place;
    trawl_settings *settings;
    trawl_mail *mail;
    struct buffer text, other;
    struct word *words; /* of the page, sorted by their hashes */
    size_t count, room;
};

/* ---- Reading ---- */

/* A trawl_sink: keeps the text of the parts. */
static int alike_event(void *user, const trawl_event *e)
{
    struct alike *t = user;

    if (e->type == TRAWL_EVENT_PART)
        return buffer_add(&t->text, "\n", 1) != TRAWL_OK;
    if (e->type > TRAWL_EVENT_LINK_MORE || e->field.n > 0 || t->text.n >= TEXT_MOST)
        return 0;
    return buffer_add(&t->text, e->text.p, e->text.n) != TRAWL_OK;
}

/* A source_bytes: reads bytes of a message. */
static int alike_feed(void *user, const char *p, size_t n)
{
    const struct alike *t = user;

    guard_step(0);
    return trawl_mail_feed(t->mail, p, n) == TRAWL_OK ? 0 : -1;
}

/* Begins a text, which is then fed to t->mail. */
static int alike_begin(struct alike *t)
{
    t->text.n = 0;
    return trawl_mail_reset(t->mail) == TRAWL_OK &&
                   trawl_mail_expect(t->mail, TRAWL_INPUT_MAIL) == TRAWL_OK
               ? 0
               : -1;
}

/* ---- Words ---- */

/* Sets *word to the next word of a text and moves *text after it. Returns false at the end. */
static bool alike_next(trawl_str *text, struct word *word)
{
    const char *p = text->p, *end = text->p + text->n, *from;

    while (p < end && !ascii_is_alnum((unsigned char)*p) && (unsigned char)*p < 0x80)
        p++;
    from = p;
    word->ascii = p < end && (unsigned char)*p < 0x80;
    while (p < end && (word->ascii ? ascii_is_alnum((unsigned char)*p) : (unsigned char)*p >= 0x80))
        p++;
    word->hash = sip_of((sip_hash){5, 5}, from, (size_t)(p - from)).a;
    word->found = false;
    *text = (trawl_str){p, (size_t)(end - p)};
    return p > from;
}

static int alike_compare(const void *a, const void *b)
{
    const uint64_t x = ((const struct word *)a)->hash, y = ((const struct word *)b)->hash;

    return (x > y) - (x < y);
}

/* Returns the part of the text of a page before the first notice. */
static trawl_str alike_before_notices(trawl_str text)
{
    const size_t n = sizeof notice - 1;

    for (size_t i = 0; i + n <= text.n; i++)
        if (memcmp(text.p + i, notice, n) == 0 && (i == 0 || text.p[i - 1] == '\n'))
            return (trawl_str){text.p, i};
    return text;
}

/* Fills the words of the page. Returns how many there are, or -1 without memory. */
static int alike_sort(struct alike *t)
{
    trawl_str text = alike_before_notices(buffer_str(&t->text));
    struct word word;
    size_t n = 0;

    while (alike_next(&text, &word)) {
        if (n == t->room) {
            const size_t room = t->room > 0 ? 2 * t->room : 1000;
            struct word *more = realloc(t->words, room * sizeof *more);

            if (!more)
                return -1;
            t->words = more;
            t->room = room;
        }
        t->words[n++] = word;
    }
    if (n > 0)
        qsort(t->words, n, sizeof *t->words, alike_compare);
    t->count = 0;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || t->words[i].hash != t->words[i - 1].hash)
            t->words[t->count++] = t->words[i];
    return (int)t->count;
}

/* Returns true if t->text, of a message, has the words of the page. */
static bool alike_fit(struct alike *t)
{
    size_t marks = 0, found[2] = {0}, lost[2] = {0};
    trawl_str text = buffer_str(&t->text);
    struct word word, *known;

    for (size_t i = 0; i < text.n; i++)
        marks += text.p[i] == '?';
    for (size_t i = 0; i < t->count; i++)
        t->words[i].found = false;
    while (alike_next(&text, &word))
        if ((known = bsearch(&word, t->words, t->count, sizeof word, alike_compare)) != NULL)
            known->found = true;
    for (size_t i = 0; i < t->count; i++)
        (t->words[i].found ? found : lost)[t->words[i].ascii]++;
    if (marks >= lost[false])
        lost[false] = 0;
    return found[false] + found[true] >= 3 * (lost[false] + lost[true]);
}

/* ---- Two messages with the same id ---- */

/* Removes from a text all white space, and the lines that follow the sentence of a notice. */
static void alike_squeeze(struct buffer *text)
{
    struct notice known = {.lines = 0};
    size_t to = 0, from = 0;

    for (size_t i = 0, n; i < text->n; i += n + 1) {
        const char *line = text->p + i, *end = memchr(line, '\n', text->n - i);
        enum notice_line what;

        n = end ? (size_t)(end - line) : text->n - i;
        what = notice_take(&known, (trawl_str){line, n});
        for (size_t k = 0; k < n && what != NOTICE_ENDS; k++)
            if ((unsigned char)line[k] > ' ')
                text->p[to++] = line[k];
        if (what == NOTICE_ENDS)
            to = from;
        else if (what == NOTICE_BEGINS)
            from = to;
    }
    text->n = to;
}

/* Returns the end of the run of "?" and letters beyond ASCII that begins at `from`. Sets *marks to
 * whether it has only "?". */
static size_t alike_run(const struct buffer *text, size_t from, bool *marks)
{
    size_t to = from;

    *marks = true;
    for (; to < text->n && (text->p[to] == '?' || (unsigned char)text->p[to] >= 0x80); to++)
        *marks &= text->p[to] == '?';
    return to;
}

/* Returns true if two squeezed texts are equal, or differ only in "?" for letters beyond ASCII. */
static bool alike_equal(const struct buffer *a, const struct buffer *b)
{
    size_t i = 0, k = 0;

    while (i < a->n && k < b->n) {
        bool marks_a, marks_b;
        const size_t to_a = alike_run(a, i, &marks_a), to_b = alike_run(b, k, &marks_b);
        const size_t n = to_a - i;

        if ((n > 0) != (to_b > k))
            return false;
        if (n == 0) {
            if (a->p[i++] != b->p[k++])
                return false;
            continue;
        }
        if (!marks_a && !marks_b && (n != to_b - k || memcmp(a->p + i, b->p + k, n) != 0))
            return false;
        i = to_a;
        k = to_b;
    }
    return i == a->n && k == b->n;
}

/* ---- Pages and messages ---- */

struct alike *alike_open(struct db *db, struct source_reader *reader, const char *charset)
{
    struct alike *t = calloc(1, sizeof *t);
    trawl_config config = {.size = sizeof config};
    trawl_mail_config mail = {.size = sizeof mail, .headers = TRAWL_HEADERS_NONE};
    int failed = t ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;

    if (charset)
        config.charset = (trawl_str){charset, strlen(charset)};
    if (!failed)
        failed = trawl_settings_open(&t->settings, &config);
    if (!failed) {
        mail.settings = t->settings;
        failed = trawl_mail_open(&t->mail, &mail, alike_event, t);
    }
    if (failed) {
        (void)command_trouble(db->command, failed);
        alike_close(t);
        return NULL;
    }
    t->db = db;
    t->reader = reader;
    t->place = db_prepare(db, "SELECT w.source, w.at, w.length FROM messages v JOIN places w"
                              " ON w.message = v.id JOIN sources u ON u.id = w.source"
                              " WHERE (v.id = ?1 OR v.same = ?1) AND u.input IS NOT 'html'"
                              " ORDER BY w.source, w.at LIMIT 1");
    return t;
}

void alike_close(struct alike *t)
{
    if (!t)
        return;
    trawl_mail_close(&t->mail);
    trawl_settings_close(&t->settings);
    buffer_free(&t->text);
    buffer_free(&t->other);
    free(t->words);
    free(t);
}

int alike_read(struct alike *t, trawl_str mail)
{
    int count = -1;

    if (alike_begin(t) == 0 && alike_feed(t, mail.p, mail.n) == 0 &&
        trawl_mail_finish(t->mail) == TRAWL_OK)
        count = alike_sort(t);
    if (count < 0)
        (void)command_trouble(t->db->command, TRAWL_ERROR_NO_MEMORY);
    return count > 0 ? 1 : count;
}

/* Reads the text of a message. Returns 0, 1 if it cannot be read, or -1. */
static int alike_read_message(struct alike *t, int64_t source, uint64_t at, uint64_t length)
{
    const struct source_now *now = source_enter(t->reader, source);
    const uint64_t place = now ? guard_source(now->path.p) : 0;
    int stop;

    if (!now || alike_begin(t) < 0)
        return -1;
    if (guard_find(place, at)) /* reading it has ended a process */
        return 1;
    guard_visit(place, at);
    stop = source_read(t->reader, source, at, length, alike_feed, t);
    if (stop == 0 && trawl_mail_finish(t->mail) != TRAWL_OK)
        stop = -1;
    guard_return();
    return stop;
}

/* Reads the text of a message by its row. Returns 1, 0 if it cannot be read, or -1 after an error
 * message. */
static int alike_find(struct alike *t, int64_t message)
{
    int64_t source, at, length;
    int found;

    (void)sqlite3_bind_int64(t->place, 1, message);
    if ((found = db_step(t->db, t->place)) <= 0)
        return found;
    source = sqlite3_column_int64(t->place, 0);
    at = sqlite3_column_int64(t->place, 1);
    length = sqlite3_column_int64(t->place, 2);
    db_reset(t->db, t->place);
    found = alike_read_message(t, source, (uint64_t)at, (uint64_t)length);
    if (found < 0)
        (void)command_trouble(t->db->command, TRAWL_ERROR_NO_MEMORY);
    return found == 0 ? 1 : found > 0 ? 0 : -1;
}

int alike_agree(struct alike *t, int64_t message)
{
    const int found = alike_find(t, message);

    return found > 0 ? alike_fit(t) : found;
}

int alike_same(struct alike *t, int64_t a, int64_t b)
{
    struct buffer swapped;
    int found = alike_find(t, a);

    if (found <= 0)
        return found;
    swapped = t->other;
    t->other = t->text;
    t->text = swapped;
    if ((found = alike_find(t, b)) <= 0 || t->text.n >= TEXT_MOST || t->other.n >= TEXT_MOST)
        return found < 0 ? -1 : 0;
    alike_squeeze(&t->text);
    alike_squeeze(&t->other);
    return alike_equal(&t->text, &t->other);
}
