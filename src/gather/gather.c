/* gather.c - reads a file or a part of one, and packs its messages and links into records
 *
 * The records of a message are held until its end, when the hash of its content is known and put
 * into the first record. Those of a message with very many links are passed on earlier, and the
 * hash comes last. Offsets of links count from the start of their message, so that a message has
 * the same records in every file.
 */
#include "gather/gather.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sip.h"
#include "cli/command.h"
#include "cli/pool/pool.h"

#define FLUSH_AT ((size_t)1 << 16) /* at a message's end, this many bytes are passed on */
#define SPLIT_AT ((size_t)1 << 18) /* inside a message, this many */
#define AROUND ((size_t)100)       /* bytes of text on either side of a link, for --words */
#define KEPT ((size_t)4096)        /* the most bytes of text kept while no link needs them */
#define STEP 256                   /* the first extension of a piece, in bytes */
#define START ((size_t)4096) /* the first bytes of a file, which show whether it is compressed */

/* A link whose following text has not been read yet. */
struct waiting {
    uint64_t n; /* the number of the link in its message */
    size_t at;  /* its place in the text */
};

struct gather {
    struct gather_config config;
    trawl_mail *mail;
    char *block;
    struct buffer records, packed;
    bool open; /* a message is open */
    bool kept; /* its first record is in `records`, at `begin` */
    size_t begin;
    uint64_t content;            /* hash of the message so far */
    uint64_t from;               /* offset of the message */
    uint64_t links, all_links;   /* of the message so far; of all files */
    struct buffer text, waiting; /* the last text, and the struct waiting of its links */
    uint64_t cut;                /* 1 + the start of the word in which damaged input ends; or 0 */
    bool outside;                /* the message does not begin in the range from..to */
    uint64_t first, last;        /* the range */
    int number;                  /* errno of an input that could not be read */
    bool unsure;                 /* the file could not be examined after it was read */
    char trouble[400];
};

#define RANGE_END 2 /* stops the reader: the range ends */

/* ---- Records ---- */

static void stir(struct gather *s, size_t at)
{
    sip_hash key = {s->content, 1};

    s->content = sip_of(key, s->records.p + at, s->records.n - at).a;
    s->content += s->content == 0; /* 0 means unknown */
}

static int flush(struct gather *s)
{
    int stop = s->records.n > 0 ? s->config.sink(s->config.user, buffer_str(&s->records)) : 0;

    s->records.n = 0;
    s->kept = false;
    return stop;
}

/* Puts the hash of the content into the first record of the message. */
static void put_content(struct gather *s, uint64_t content)
{
    for (size_t i = 0; i < sizeof content; i++)
        s->records.p[s->begin + 1 + i] = (char)(content >> 8 * i);
}

/* ---- Words ---- */

/* Records the text around a link, without a part of a word at either end. */
static void put_words(struct gather *s, const struct waiting *w)
{
    const char *p = s->text.p;
    size_t from = w->at > AROUND ? w->at - AROUND : 0,
           to = s->text.n - w->at > 2 * AROUND ? w->at + 2 * AROUND : s->text.n;

    while (from > 0 && from < w->at && (unsigned char)p[from - 1] > ' ')
        from++;
    while (to < s->text.n && to > w->at && (unsigned char)p[to] > ' ')
        to--;
    record_number(&s->records, RECORD_WORDS);
    record_number(&s->records, w->n);
    record_text(&s->records, (trawl_str){p + from, to - from});
}

/* Records the words of the links that have enough text after them; with `all`, of all links. */
static void settle_words(struct gather *s, bool all)
{
    const struct waiting *w = (const struct waiting *)(const void *)s->waiting.p;
    size_t count = s->waiting.n / sizeof *w, done = 0;

    while (done < count && (all || s->text.n - w[done].at > 2 * AROUND))
        put_words(s, &w[done++]);
    if (done > 0) {
        s->waiting.n -= done * sizeof *w;
        memmove(s->waiting.p, s->waiting.p + done * sizeof *w, s->waiting.n);
    }
    if (all)
        s->text.n = 0;
}

/* Drops text that no link needs: that before the first waiting link, or before the end. */
static void drop_text(struct gather *s)
{
    struct waiting *w = (struct waiting *)(void *)s->waiting.p;
    size_t count = s->waiting.n / sizeof *w, at = count > 0 ? w->at : s->text.n,
           drop = at > AROUND ? at - AROUND - 1 : 0; /* one byte more shows whether a word is cut */

    s->text.n -= drop;
    memmove(s->text.p, s->text.p + drop, s->text.n);
    for (size_t i = 0; i < count; i++)
        w[i].at -= drop;
}

/* Adds text of the part, and drops old text that no link needs. */
static void add_text(struct gather *s, trawl_str text)
{
    if (text.n > 0)
        record_add(&s->text, text.p, text.n);
    if (s->waiting.n > 0)
        settle_words(s, false);
    if (s->text.n > KEPT)
        drop_text(s);
}

/* Records that a link begins at the end of the text so far. */
static void wait_for_words(struct gather *s)
{
    struct waiting w = {s->links, s->text.n};

    record_add(&s->waiting, (const char *)&w, sizeof w);
}

/* ---- Messages ---- */

/* Ends the open message at byte `to`. Returns 0, or what the sink returned. */
static int end_message(struct gather *s, uint64_t to)
{
    if (!s->open)
        return 0;
    s->open = false;
    settle_words(s, true);
    if (s->kept)
        put_content(s, s->content);
    record_number(&s->records, RECORD_END);
    record_number(&s->records, to - s->from);
    record_number(&s->records, s->content);
    s->kept = false;
    return s->records.n >= FLUSH_AT ? flush(s) : 0;
}

/* Returns the time zone of "2008-06-30T02:34:00-07:00" in minutes east of Greenwich, or
 * ZONE_UNKNOWN for "...Z". */
static int zone_of(trawl_str iso)
{
    const char *p = iso.p + iso.n - 6;

    if (iso.n < 6 || (*p != '+' && *p != '-'))
        return ZONE_UNKNOWN;
    return (*p == '-' ? -1 : 1) *
           ((p[1] - '0') * 600 + (p[2] - '0') * 60 + (p[4] - '0') * 10 + (p[5] - '0'));
}

/* Returns record_message.date: how the written date differs from the usual form. */
static trawl_str date_of(const trawl_mail_message *m, int zone)
{
    char usual[RECORD_DATE];

    if (m->date.n == 0)
        return (trawl_str){NULL, 0};
    for (int digits = 1; digits <= 2 && m->time_iso.n > 0 && zone != ZONE_UNKNOWN; digits++)
        if (record_date(usual, m->time, zone, digits) == m->date.n &&
            memcmp(m->date.p, usual, m->date.n) == 0)
            return (trawl_str){digits == 1 ? NULL : "", 0};
    return m->date;
}

static trawl_str if_any(trawl_str s)
{
    return s.n > 0 ? s : (trawl_str){NULL, 0};
}

/* Returns the enum trawl_input if a reader can start at any message of it, else 0. */
static int can_continue(const struct gather *s)
{
    int input = trawl_mail_input(s->mail);

    return input == TRAWL_INPUT_MBOX || input == TRAWL_INPUT_MBOXO ? input : 0;
}

/* Begins a message, or a text that is not mail, whose number is 0. */
static int begin_message(struct gather *s, const trawl_mail_message *m)
{
    static const uint64_t unknown = 0;
    bool timed = m->time_iso.n > 0;
    int zone = timed ? zone_of(m->date_iso) : 0, stop = end_message(s, m->offset);
    size_t at;

    if (stop)
        return stop;
    s->open = s->kept = true;
    s->begin = s->records.n;
    s->from = m->offset;
    record_number(&s->records, RECORD_MESSAGE);
    record_add(&s->records, (const char *)&unknown, sizeof unknown);
    record_number(&s->records, m->offset);
    record_number(&s->records, m->number > 0 ? (uint64_t)can_continue(s) : 0);
    at = s->records.n;
    record_number(&s->records, timed);
    record_signed(&s->records, timed ? m->time : 0);
    record_signed(&s->records, zone);
    record_text(&s->records, date_of(m, zone));
    record_text(&s->records, if_any(m->id));
    record_text(&s->records, if_any(m->from));
    record_text(&s->records, if_any(m->from_addr));
    record_text(&s->records, if_any(m->subject));
    record_text(&s->records, if_any(m->list_id));
    record_text(&s->records, if_any(m->in_reply_to));
    record_text(&s->records, if_any(m->uri));
    s->content = 0;
    s->links = 0;
    stir(s, at);
    return 0;
}

/* ---- Links ---- */

/* Packs the context of a link: the properties that many links share. */
static trawl_str pack_context(struct gather *s, const trawl_event *e)
{
    struct buffer *b = &s->packed;
    bool part = e->part->type.n > 0;

    b->n = 0;
    record_number(b, (uint64_t)e->link->kind);
    record_number(b, (uint64_t)e->link->zone);
    record_number(b, e->link->quote);
    record_text(b, part ? (trawl_str){e->part->path.p ? e->part->path.p : "", e->part->path.n}
                        : (trawl_str){NULL, 0});
    record_text(b, if_any(e->part->type));
    record_text(b, if_any(e->field));
    record_text(b, if_any(e->link->attribute));
    return buffer_str(b);
}

/* Returns the pieces after the first as "from-to,from-to", relative to the start of the first. */
static trawl_str pack_pieces(struct gather *s, const trawl_link *link)
{
    struct buffer *b = &s->packed;
    char piece[64];

    b->n = 0;
    for (unsigned i = 1; i < link->span_count; i++) {
        int n = snprintf(piece, sizeof piece, "%s%lld-%lld", i > 1 ? "," : "",
                         (long long)(link->spans[i].from - link->spans[0].from),
                         (long long)(link->spans[i].to - link->spans[0].from));

        record_add(b, piece, (size_t)n);
    }
    return if_any(buffer_str(b));
}

static int link_event(struct gather *s, const trawl_event *e)
{
    const trawl_link *link = e->link;
    const trawl_span first = link->span_count > 0 ? link->spans[0] : e->span;
    trawl_str raw = record_raw(link->kind, link->url);
    size_t at;
    int stop;

    if (s->cut > 0 && link->extent.to >= s->cut)
        return 0;
    if (!s->open && (stop = begin_message(s, e->message)) != 0)
        return stop;
    at = s->records.n;
    record_number(&s->records, RECORD_LINK);
    record_text(&s->records, pack_context(s, e));
    record_text(&s->records, link->url);
    if (raw.n == link->raw.n && memcmp(raw.p, link->raw.p, raw.n) == 0)
        record_text(&s->records, (trawl_str){NULL, 0});
    else
        record_text(&s->records, (trawl_str){link->raw.p ? link->raw.p : "", link->raw.n});
    record_text(&s->records, pack_pieces(s, link));
    record_text(&s->records, if_any(link->anchor));
    record_number(&s->records, link->flags);
    record_number(&s->records, link->line);
    record_number(&s->records, link->column);
    record_signed(&s->records, (int64_t)(first.from - s->from));
    record_number(&s->records, first.to - first.from);
    record_number(&s->records, link->alt_count);
    for (unsigned i = 0; i < link->alt_count; i++) {
        record_number(&s->records, (uint64_t)link->alts[i].why);
        record_text(&s->records, link->alts[i].url);
    }
    stir(s, at);
    s->links++;
    s->all_links++;
    if (s->config.words)
        wait_for_words(s);
    return s->records.n >= SPLIT_AT ? flush(s) : 0;
}

/* Stores the first limit (a place where links may have been missed) as the trouble of the file. */
static void note_limit(struct gather *s, const trawl_event *e)
{
    if (!s->trouble[0])
        (void)snprintf(s->trouble, sizeof s->trouble, ": byte %llu: %s (%s)",
                       (unsigned long long)e->span.from, e->what, e->rule);
}

/* Sets s->outside for the message of a MESSAGE event. Returns RANGE_END for the first one after the
 * range. */
static int range_event(struct gather *s, const trawl_event *e)
{
    uint64_t offset = e->message->offset;
    int stop = offset >= s->last ? end_message(s, offset) : 0;

    if (offset >= s->first)
        s->outside = false;
    return stop || offset < s->last ? stop : RANGE_END;
}

static int take_event(void *user, const trawl_event *e)
{
    struct gather *s = user;
    int stop = 0;

    if (e->type == TRAWL_EVENT_MESSAGE && (stop = range_event(s, e)) != 0)
        return stop;
    if (s->outside)
        return 0;
    if (e->type == TRAWL_EVENT_LIMIT)
        note_limit(s, e);
    if (e->type == TRAWL_EVENT_MESSAGE)
        return begin_message(s, e->message);
    if (e->type == TRAWL_EVENT_LINK)
        stop = link_event(s, e);
    if (s->config.words && e->type == TRAWL_EVENT_PART)
        settle_words(s, true);
    if (s->config.words && e->type <= TRAWL_EVENT_LINK_MORE)
        add_text(s, e->text);
    return stop;
}

/* ---- Opening ---- */

int gather_settings(trawl_settings **settings, unsigned find, bool words, const char *charset)
{
    trawl_config config = {.size = sizeof config,
                           .find = find,
                           .options = TRAWL_OPTION_OTHER_ENDS,
                           .want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE};
    int error;

    if (words)
        config.want |= TRAWL_WANT_TEXT;
    if (charset)
        config.charset = (trawl_str){charset, strlen(charset)};
    error = trawl_settings_new(settings, &config);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        say("index", "--charset: unknown charset ", charset, NULL);
    else if (error != TRAWL_OK)
        (void)command_trouble("index", error);
    return error == TRAWL_OK ? 0 : -1;
}

static trawl_mail_config mail_config(const struct gather_config *config)
{
    return (trawl_mail_config){.size = sizeof(trawl_mail_config),
                               .settings = config->settings,
                               .input = config->input,
                               .unpacker = &input_unpacker};
}

struct gather *gather_open(const struct gather_config *config)
{
    trawl_mail_config mail = mail_config(config);
    struct gather *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->config = *config;
    s->block = malloc(INPUT_BLOCK);
    if (s->block && trawl_mail_open(&s->mail, &mail, take_event, s) == TRAWL_OK)
        return s;
    gather_close(s);
    return NULL;
}

void gather_close(struct gather *s)
{
    if (!s)
        return;
    trawl_mail_close(&s->mail);
    buffer_free(&s->records);
    buffer_free(&s->packed);
    buffer_free(&s->text);
    buffer_free(&s->waiting);
    free(s->block);
    free(s);
}

/* ---- Fingerprints ---- */

#define PRINT 4096 /* bytes that a fingerprint is made of */

static uint64_t print_of(int fd, uint64_t from, uint64_t to)
{
    char bytes[PRINT];
    size_t got = pool_read_at(fd, bytes, (size_t)(to - from), from);
    sip_hash key = {0, 0};

    return got > 0 && got == to - from ? sip_of(key, bytes, got).a : 0;
}

uint64_t gather_head(int fd, uint64_t size)
{
    return print_of(fd, 0, size < PRINT ? size : PRINT);
}

uint64_t gather_tail(int fd, uint64_t size)
{
    return print_of(fd, size < PRINT ? 0 : size - PRINT, size);
}

/* ---- Reading ---- */

const char *gather_trouble(const struct gather *s)
{
    return s->trouble;
}

int gather_errno(const struct gather *s)
{
    return s->number ? s->number : s->unsure ? EAGAIN : 0;
}

uint64_t gather_links(const struct gather *s)
{
    return s->all_links;
}

/* Returns 1 plus the offset of the word in which damaged input ends. */
static uint64_t cut_of(const struct gather *s, const struct input *in, size_t n)
{
    uint64_t cut = in->given + 1;

    for (; n > 0 && (unsigned char)s->block[n - 1] > ' '; n--)
        cut--;
    return cut;
}

/* Feeds the input up to its end or in->to, without its first `skip` bytes. */
static int feed(struct gather *s, struct input *in, uint64_t skip, const atomic_int *cancelled)
{
    ssize_t got;
    size_t n = 0;
    int stop = 0;

    while (!stop && (got = input_read(in, s->block)) > 0) {
        size_t leave = skip < (uint64_t)got ? (size_t)skip : (size_t)got;

        n = (size_t)got;
        skip -= leave;
        if (n > leave)
            stop = trawl_mail_feed(s->mail, s->block + leave, n - leave);
        if (cancelled && atomic_load_explicit(cancelled, memory_order_relaxed))
            stop = 1;
    }
    if (in->trouble[0])
        s->cut = cut_of(s, in, n);
    s->number = in->number;
    return stop;
}

/* Ends the input. Sets s->trouble to what could not be read. */
static int finish(struct gather *s, const struct input *in)
{
    int stop = trawl_mail_finish(s->mail);
    const char *why = trawl_mail_complaint(s->mail);

    if (in->trouble[0])
        (void)snprintf(s->trouble, sizeof s->trouble, "%s", in->trouble);
    else if (why && !s->trouble[0])
        (void)snprintf(s->trouble, sizeof s->trouble, ": %s", why);
    return stop ? stop : end_message(s, in->given);
}

/* Returns true when the state of a file that is open cannot be found out. */
static bool examine(int fd, struct stat *status)
{
    return fd >= 0 && fstat(fd, status) < 0;
}

static int64_t nanoseconds(const struct stat *status)
{
    return (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec;
}

/* Begins the records of a file. */
static void put_file(struct gather *s, const struct source *source, const struct stat *status)
{
    struct buffer *b = &s->records;
    bool regular = S_ISREG(status->st_mode);

    if (s->config.named) {
        record_number(b, RECORD_SOURCE);
        record_text(b, (trawl_str){source->name, strlen(source->name)});
        record_number(b, source->kind);
        record_number(b, regular ? (uint64_t)status->st_size : source->text.n);
        record_signed(b, regular ? nanoseconds(status) : 0);
    }
    record_number(b, RECORD_FILE);
}

/* Ends a file. Without its time, the next run reads it again. */
static void put_close(struct gather *s, const struct input *in, const struct stat *status)
{
    struct buffer *b = &s->records;
    bool regular = S_ISREG(status->st_mode) && in->offset > 0;
    uint64_t head = regular ? gather_head(in->fd, in->offset) : 0,
             tail = regular ? gather_tail(in->fd, in->offset) : 0;

    s->unsure |= regular && (head == 0 || tail == 0);
    if (s->unsure && !s->trouble[0])
        (void)snprintf(s->trouble, sizeof s->trouble, ": changed or failed while it was read");
    record_number(b, RECORD_CLOSE);
    record_number(b, in->offset);
    record_signed(b, s->unsure || s->number ? 0 : nanoseconds(status));
    record_number(b, head);
    record_number(b, tail);
    record_number(b, (uint64_t)trawl_mail_input(s->mail));
    record_text(b, (trawl_str){s->trouble, strlen(s->trouble)});
}

/* Ends a part that is not the last one of its file. */
static void put_trouble(struct gather *s)
{
    if (!s->trouble[0])
        return;
    record_number(&s->records, RECORD_TROUBLE);
    record_text(&s->records, (trawl_str){s->trouble, strlen(s->trouble)});
}

/* Prepares for a file, or for a part of one, whose records are dropped unless its messages begin in
 * first..last. */
static int begin(struct gather *s, int input, const trawl_mail_place *place, uint64_t first,
                 uint64_t last)
{
    int error = trawl_mail_reset(s->mail);

    s->open = s->kept = false;
    s->outside = first > 0;
    s->first = first;
    s->last = last;
    s->text.n = s->waiting.n = 0;
    s->cut = 0;
    s->number = 0;
    s->unsure = false;
    s->trouble[0] = '\0';
    if (error != TRAWL_OK)
        return error;
    return place->input == TRAWL_INPUT_AUTO ? trawl_mail_expect(s->mail, input)
                                            : trawl_mail_seek(s->mail, place);
}

/* Moves to where reading goes on. Returns how many bytes are still to be left out: all of them in a
 * compressed file. */
static uint64_t move_to(struct gather *s, struct input *in, uint64_t from)
{
    ssize_t n = pread(in->fd, s->block, START, 0);

    if (n <= 0 || input_is_packed(s->block, (size_t)n) ||
        lseek(in->fd, (off_t)from, SEEK_SET) != (off_t)from)
        return from;
    in->offset = in->given = from;
    return 0;
}

int gather_file(struct gather *s, const struct source *source, const trawl_mail_place *from,
                const atomic_int *cancelled)
{
    trawl_mail_place start = {.size = sizeof start, .number = 1, .line = 1};
    struct stat status = {0};
    struct input in;
    uint64_t skip = 0;
    int input = s->config.input, stop, opened = input_open_source(&in, source, NULL);
    bool unsure;

    s->records.n = 0;
    if (opened < 0) {
        s->number = in.number;
        s->trouble[0] = '\0';
        record_number(&s->records, RECORD_FAILED);
        return flush(s);
    }
    in.command = "index";
    unsure = examine(in.fd, &status);
    if (from)
        skip = move_to(s, &in, from->offset);
    if (input == TRAWL_INPUT_AUTO && source_is_message(source))
        input = TRAWL_INPUT_MAIL;
    put_file(s, source, &status);
    stop = begin(s, input, from ? from : &start, 0, UINT64_MAX);
    s->unsure = unsure;
    if (!stop)
        stop = feed(s, &in, skip, cancelled);
    if (!stop)
        stop = finish(s, &in);
    if (!stop) {
        put_close(s, &in, &status);
        stop = flush(s);
    }
    in.trouble[0] = '\0';
    input_close(&in);
    return stop;
}

/* Feeds a piece up to a place where the next one can begin, and sets *end to it; at the end of the
 * file, end->input is AUTO. */
static int feed_piece(struct gather *s, struct input *in, trawl_mail_place *end,
                      const atomic_int *cancelled)
{
    uint64_t step = 0;
    int stop;

    for (;;) {
        if ((stop = feed(s, in, 0, cancelled)) != 0)
            return stop;
        if (in->trouble[0] || in->offset < in->to) {
            end->input = TRAWL_INPUT_AUTO;
            return finish(s, in);
        }
        stop = trawl_mail_tell(s->mail, end);
        if (stop)
            return stop;
        if (end->input != TRAWL_INPUT_AUTO)
            return end_message(s, end->offset);
        in->to = pool_cut(in->fd, in->to + step, 1);
        step = step ? 2 * step : STEP;
    }
}

int gather_piece(struct gather *s, const struct piece *p, trawl_mail_place *end,
                 const atomic_int *cancelled)
{
    struct stat status = {0};
    struct input in;
    bool unsure;
    int stop;

    s->records.n = 0;
    *end = (trawl_mail_place){.size = sizeof *end};
    unsure = examine(p->fd, &status);
    input_piece(&in, p->path, p->fd, p->from.offset, p->to);
    in.command = "index";
    stop = begin(s, s->config.input, &p->from, 0, UINT64_MAX);
    s->unsure = unsure;
    if (!stop)
        stop = feed_piece(s, &in, end, cancelled);
    if (!stop && end->input == TRAWL_INPUT_AUTO)
        put_close(s, &in, &status);
    else if (!stop)
        put_trouble(s);
    if (!stop)
        stop = flush(s);
    in.trouble[0] = '\0';
    input_close(&in);
    return stop;
}

int gather_range(struct gather *s, const char *path, uint64_t from, uint64_t to)
{
    const struct source source = {.name = path, .kind = SOURCE_FILE};
    trawl_mail_config config = mail_config(&s->config);
    trawl_mail_place here;
    struct stat status = {0};
    struct input in;
    int stop, opened = input_open_source(&in, &source, NULL);
    bool unsure;

    s->records.n = 0;
    if (opened < 0) {
        s->number = in.number;
        s->trouble[0] = '\0';
        return 0;
    }
    in.command = "index";
    unsure = examine(in.fd, &status);
    if (to >= (uint64_t)status.st_size)
        to = UINT64_MAX; /* a message may begin at the end of the file */
    if (from == 0)
        put_file(s, &source, &status);
    stop = pool_place(in.fd, &config, from, &here);
    if (!stop)
        stop = begin(s, config.input, &here, from, to);
    s->unsure = unsure;
    if (!stop) {
        in.offset = in.given = here.offset;
        in.to = UINT64_MAX;
        in.positioned = 1;
        stop = feed(s, &in, 0, NULL);
        in.positioned = 0;
    }
    if (!stop)
        stop = finish(s, &in);
    if (stop == 0 || stop == RANGE_END) {
        if (to == UINT64_MAX)
            put_close(s, &in, &status);
        else
            put_trouble(s);
        stop = flush(s);
    }
    in.trouble[0] = '\0';
    input_close(&in);
    return stop;
}
