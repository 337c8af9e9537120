/* text.c - compares the text of an old page with the text of a message, word by word
 *
 * The program of an older archive changes texts: it writes "?" for letters, hides addresses, and
 * replaces attachments by notices. So the texts agree if the message has three of four words of the
 * page. The message may have more words, such as those of an attachment. Each word counts once. A
 * word is a run of ASCII letters and digits, or a run of other letters. The words of the second
 * kind do not count if the message has a "?" for each of them that it lacks.
 */
#include "archive/site/old/old.h"

#include <stdlib.h>

#include "base/ascii.h"

#define TEXT_MOST ((size_t)1 << 20) /* bytes of a text that are compared */

/* In pipermail a line that begins so is followed by a notice of an attachment. */
static const char notice[] = "-------------- ";

struct old_word {
    uint64_t hash;
    bool ascii, found;
};

struct old_texts {
    struct site *site;
    struct source_reader *reader;
    sqlite3_stmt *place;
    trawl_settings *settings;
    trawl_mail *mail;
    struct buffer text;
    struct old_word *words; /* of the page, sorted by their hashes */
    size_t count, room;
};

/* ---- Reading ---- */

/* A trawl_sink: keeps the text of the parts. */
static int texts_event(void *user, const trawl_event *e)
{
    struct old_texts *t = user;

    if (e->type == TRAWL_EVENT_PART)
        return buffer_add(&t->text, "\n", 1) != TRAWL_OK;
    if (e->type > TRAWL_EVENT_LINK_MORE || e->field.n > 0 || t->text.n >= TEXT_MOST)
        return 0;
    return buffer_add(&t->text, e->text.p, e->text.n) != TRAWL_OK;
}

/* A source_bytes: reads bytes of a message. */
static int texts_feed(void *user, const char *p, size_t n)
{
    const struct old_texts *t = user;

    return trawl_mail_feed(t->mail, p, n) == TRAWL_OK ? 0 : -1;
}

/* Begins a text, which is then fed to t->mail. */
static int texts_begin(struct old_texts *t)
{
    t->text.n = 0;
    return trawl_mail_reset(t->mail) == TRAWL_OK &&
                   trawl_mail_expect(t->mail, TRAWL_INPUT_MAIL) == TRAWL_OK
               ? 0
               : -1;
}

/* ---- Words ---- */

/* Sets *word to the next word of a text and moves *text after it. Returns false at the end. */
static bool texts_next(trawl_str *text, struct old_word *word)
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

static int texts_compare(const void *a, const void *b)
{
    const uint64_t x = ((const struct old_word *)a)->hash, y = ((const struct old_word *)b)->hash;

    return (x > y) - (x < y);
}

/* Returns the part of the text of a page before the first notice. */
static trawl_str texts_before_notices(trawl_str text)
{
    const size_t n = sizeof notice - 1;

    for (size_t i = 0; i + n <= text.n; i++)
        if (memcmp(text.p + i, notice, n) == 0 && (i == 0 || text.p[i - 1] == '\n'))
            return (trawl_str){text.p, i};
    return text;
}

/* Fills the words of the page. Returns how many there are, or -1 without memory. */
static int texts_sort(struct old_texts *t)
{
    trawl_str text = texts_before_notices(buffer_str(&t->text));
    struct old_word word;
    size_t n = 0;

    while (texts_next(&text, &word)) {
        if (n == t->room) {
            const size_t room = t->room > 0 ? 2 * t->room : 1000;
            struct old_word *more = realloc(t->words, room * sizeof *more);

            if (!more)
                return -1;
            t->words = more;
            t->room = room;
        }
        t->words[n++] = word;
    }
    if (n > 0)
        qsort(t->words, n, sizeof *t->words, texts_compare);
    t->count = 0;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || t->words[i].hash != t->words[i - 1].hash)
            t->words[t->count++] = t->words[i];
    return (int)t->count;
}

/* Returns true if t->text, of a message, has the words of the page. */
static bool texts_agree(struct old_texts *t)
{
    size_t marks = 0, found[2] = {0}, lost[2] = {0};
    trawl_str text = buffer_str(&t->text);
    struct old_word word, *known;

    for (size_t i = 0; i < text.n; i++)
        marks += text.p[i] == '?';
    for (size_t i = 0; i < t->count; i++)
        t->words[i].found = false;
    while (texts_next(&text, &word))
        if ((known = bsearch(&word, t->words, t->count, sizeof word, texts_compare)) != NULL)
            known->found = true;
    for (size_t i = 0; i < t->count; i++)
        (t->words[i].found ? found : lost)[t->words[i].ascii]++;
    if (marks >= lost[false])
        lost[false] = 0;
    return found[false] + found[true] >= 3 * (lost[false] + lost[true]);
}

/* ---- Pages and messages ---- */

struct old_texts *old_texts_open(struct site *s)
{
    struct old_texts *t = calloc(1, sizeof *t);
    trawl_config config = {.size = sizeof config};
    trawl_mail_config mail = {.size = sizeof mail, .headers = TRAWL_HEADERS_NONE};
    int failed = t ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;

    config.charset = s->options.charset ? site_str(s->options.charset) : (trawl_str){"", 0};
    if (!failed)
        failed = trawl_settings_open(&t->settings, &config);
    if (!failed) {
        mail.settings = t->settings;
        failed = trawl_mail_open(&t->mail, &mail, texts_event, t);
    }
    if (failed) {
        (void)command_trouble("site", failed);
        old_texts_close(t);
        return NULL;
    }
    t->site = s;
    t->reader = site_open_sources(s);
    t->place = db_prepare(&s->db, "SELECT w.source, w.at, w.length FROM messages v JOIN places w"
                                  " ON w.message = v.id JOIN sources u ON u.id = w.source"
                                  " WHERE (v.id = ?1 OR v.same = ?1) AND u.input IS NOT 'html'"
                                  " ORDER BY w.source, w.at LIMIT 1");
    if (t->reader && t->place)
        return t;
    old_texts_close(t);
    return NULL;
}

void old_texts_close(struct old_texts *t)
{
    if (!t)
        return;
    trawl_mail_close(&t->mail);
    trawl_settings_close(&t->settings);
    source_close(t->reader);
    buffer_free(&t->text);
    free(t->words);
    free(t);
}

int old_texts_read(struct old_texts *t, trawl_str mail)
{
    int count = -1;

    if (texts_begin(t) == 0 && texts_feed(t, mail.p, mail.n) == 0 &&
        trawl_mail_finish(t->mail) == TRAWL_OK)
        count = texts_sort(t);
    if (count < 0)
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    return count > 0 ? 1 : count;
}

int old_texts_agree(struct old_texts *t, int64_t message)
{
    int64_t source, at, length;
    int found;

    (void)sqlite3_bind_int64(t->place, 1, message);
    if ((found = db_step(&t->site->db, t->place)) <= 0)
        return found;
    source = sqlite3_column_int64(t->place, 0);
    at = sqlite3_column_int64(t->place, 1);
    length = sqlite3_column_int64(t->place, 2);
    db_reset(&t->site->db, t->place);
    if ((found = texts_begin(t)) == 0)
        found = source_read(t->reader, source, (uint64_t)at, (uint64_t)length, texts_feed, t);
    if (found == 0 && trawl_mail_finish(t->mail) == TRAWL_OK)
        return texts_agree(t);
    if (found <= 0)
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    return found > 0 ? 0 : -1;
}
