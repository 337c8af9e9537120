/* gather.c - reads a file or a part of a file for an index
 *
 * Opens the input, begins reading where a message begins, and ends a part where the next part can
 * begin. The mail reader sends its events to pack.c. The fingerprints of a file show whether it has
 * changed since.
 */
#include "app/gather/gather.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sip.h"
#include "app/command.h"

#define STEP 256             /* the first extension of a piece, in bytes */
#define START ((size_t)4096) /* the first bytes of a file, which show whether it is compressed */

/* ---- Opening ---- */

int gather_settings(trawl_settings **settings, unsigned find, const char *charset)
{
    trawl_config config = {.size = sizeof config,
                           .find = find,
                           .options = TRAWL_OPTION_OTHER_ENDS,
                           .want = TRAWL_WANT_PLACE | TRAWL_WANT_ATTACHED};
    int error;

    if (charset)
        config.charset = (trawl_str){charset, strlen(charset)};
    error = trawl_settings_open(settings, &config);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        say("index", "--charset: unknown charset ", charset, NULL);
    else if (error != TRAWL_OK)
        (void)command_trouble("index", error);
    return error == TRAWL_OK ? 0 : -1;
}

struct gather *gather_open(const struct gather_config *config)
{
    trawl_mail_config mail = {
        .size = sizeof mail, .settings = config->settings, .input = config->input};
    struct gather *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->config = *config;
    s->block = malloc(INPUT_BLOCK);
    if (s->block && trawl_mail_open(&s->mail, &mail, gather_event, s) == TRAWL_OK)
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
    buffer_free(&s->shown);
    buffer_free(&s->meaning.held);
    free(s->block);
    free(s);
}

/* ---- Fingerprints ---- */

#define PRINT 4096 /* bytes that a fingerprint is made of */

static uint64_t gather_print_of(int fd, uint64_t from, uint64_t to)
{
    char bytes[PRINT];
    size_t got = input_read_at(fd, bytes, (size_t)(to - from), from);
    sip_hash key = {0, 0};

    return got > 0 && got == to - from ? sip_of(key, bytes, got).a : 0;
}

uint64_t gather_head(int fd, uint64_t size)
{
    return gather_print_of(fd, 0, size < PRINT ? size : PRINT);
}

uint64_t gather_tail(int fd, uint64_t size)
{
    return gather_print_of(fd, size < PRINT ? 0 : size - PRINT, size);
}

/* ---- Reading ---- */

bool gather_is_note(const char *trouble)
{
    return !*trouble || strncmp(trouble, GATHER_NOTE, sizeof GATHER_NOTE - 1) == 0;
}

int gather_errno(const struct gather *s)
{
    return s->number ? s->number : s->unsure ? EAGAIN : 0;
}

/* Returns 1 plus the offset of the word in which damaged input ends. */
static uint64_t cut_of(const struct gather *s, const struct input *in, size_t n)
{
    uint64_t cut = in->given + 1;

    for (; n > 0 && (unsigned char)s->block[n - 1] > ' '; n--)
        cut--;
    return cut;
}

/* Feeds bytes, the first of which is byte `at` of the input. */
static int feed_block(struct gather *s, uint64_t at, char *p, size_t n)
{
    guard_step(s->config.thread);
    if (s->careful.on)
        return careful_feed(s, at, p, n);
    return trawl_mail_feed(s->mail, p, n);
}

/* Feeds the input up to its end or in->to, without its first `skip` bytes. */
static int gather_feed(struct gather *s, struct input *in, uint64_t skip,
                       const atomic_int *cancelled)
{
    ssize_t got;
    size_t n = 0;
    int stop = 0;

    while (!stop && (got = input_read(in, s->block)) > 0) {
        size_t leave = skip < (uint64_t)got ? (size_t)skip : (size_t)got;

        n = (size_t)got;
        skip -= leave;
        if (n > leave)
            stop = feed_block(s, in->given - (n - leave), s->block + leave, n - leave);
        if (cancelled && atomic_load_explicit(cancelled, memory_order_relaxed))
            stop = 1;
    }
    if (in->trouble[0])
        s->cut = cut_of(s, in, n);
    s->number = in->number;
    return stop;
}

/* Ends the input. Sets s->trouble to what could not be read. */
static int gather_finish(struct gather *s, const struct input *in)
{
    int stop = trawl_mail_finish(s->mail);
    const char *why = trawl_mail_complaint(s->mail);

    careful_end(s);
    if (in->trouble[0])
        (void)snprintf(s->trouble, sizeof s->trouble, "%s", in->trouble);
    else if (why && gather_is_note(s->trouble))
        (void)snprintf(s->trouble, sizeof s->trouble, ": %s", why);
    return stop ? stop : gather_end_message(s, in->given);
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

/* Ends the records of a file. If reading it failed, its time is stored as 0, so that the next run
 * reads it again. */
static void put_close(struct gather *s, const struct input *in, const struct stat *status)
{
    struct buffer *buffer = &s->records;
    const uint64_t size = s->page ? (uint64_t)status->st_size : in->offset;
    bool regular = S_ISREG(status->st_mode) && size > 0;
    uint64_t head = regular ? gather_head(in->fd, size) : 0,
             tail = regular ? gather_tail(in->fd, size) : 0;

    s->unsure |= regular && (head == 0 || tail == 0);
    if (s->unsure && gather_is_note(s->trouble))
        (void)snprintf(s->trouble, sizeof s->trouble, ": changed or failed while it was read");
    record_number(buffer, RECORD_CLOSE);
    record_number(buffer, size);
    record_signed(buffer, s->unsure || s->number ? 0 : nanoseconds(status));
    record_number(buffer, head);
    record_number(buffer, tail);
    record_number(buffer, (uint64_t)(s->page ? TRAWL_INPUT_HTML : trawl_mail_input(s->mail)));
    record_text(buffer, (trawl_str){s->trouble, strlen(s->trouble)});
}

/* Ends the records of a part that is not the last part of its file. */
static void put_trouble(struct gather *s)
{
    if (!s->trouble[0])
        return;
    record_number(&s->records, RECORD_TROUBLE);
    record_text(&s->records, (trawl_str){s->trouble, strlen(s->trouble)});
}

/* Prepares for a file, or for a part of a file. */
static int gather_begin(struct gather *s, int input, const char *name,
                        const trawl_mail_place *place)
{
    int error = trawl_mail_reset(s->mail);

    s->open = s->kept = false;
    s->cut = 0;
    s->number = 0;
    s->unsure = false;
    meaning_begin(&s->meaning);
    if (error != TRAWL_OK)
        return error;
    return place->input == TRAWL_INPUT_AUTO ? input_expect(s->mail, input, name)
                                            : trawl_mail_seek(s->mail, place);
}

/* Moves the input to byte `from`. Returns how many bytes the caller must skip instead: `from` in a
 * compressed file, else 0. */
static uint64_t move_to(struct gather *s, struct input *in, uint64_t from)
{
    ssize_t n = pread(in->fd, s->block, START, 0);

    if (n <= 0 || input_is_packed(s->block, (size_t)n) ||
        lseek(in->fd, (off_t)from, SEEK_SET) != (off_t)from)
        return from;
    in->offset = in->given = from;
    return 0;
}

/* Reads a page of an older archive as the message that it shows, and other pages of it as nothing.
 * Returns the input that the file is to be read as. */
static int gather_open_page(struct gather *s, struct input *in, int input)
{
    s->page = OLD_NONE;
    if ((input == TRAWL_INPUT_AUTO || input == TRAWL_INPUT_HTML) && !in->text)
        s->page = old_replace(in, &s->shown);
    return s->page == OLD_NONE ? input : TRAWL_INPUT_MAIL;
}

/* Records that a file is not read. Returns as gather_file(). */
static int put_failed(struct gather *s, int number)
{
    s->records.n = 0;
    s->number = number;
    s->trouble[0] = '\0';
    record_number(&s->records, RECORD_FAILED);
    return gather_flush(s);
}

/* Does the work of gather_file(). */
static int read_source(struct gather *s, const struct source *source, const trawl_mail_place *from,
                       const atomic_int *cancelled)
{
    trawl_mail_place start = {.size = sizeof start, .number = 1, .line = 1};
    struct stat status = {0};
    struct input in;
    uint64_t skip = 0;
    int input = s->config.input, stop, opened = input_open_source(&in, source, NULL);
    bool unsure;

    s->records.n = 0;
    if (opened < 0)
        return put_failed(s, in.number);
    in.command = "index";
    unsure = examine(in.fd, &status);
    if (from)
        skip = move_to(s, &in, from->offset);
    if (input == TRAWL_INPUT_AUTO && source_is_message(source))
        input = TRAWL_INPUT_MAIL;
    input = gather_open_page(s, &in, from ? TRAWL_INPUT_MAIL : input);
    record_number(&s->records, RECORD_FILE);
    stop = gather_begin(s, input, source->name, from ? from : &start);
    s->unsure = unsure;
    if (!stop)
        stop = gather_feed(s, &in, skip, cancelled);
    if (!stop)
        stop = gather_finish(s, &in);
    if (!stop) {
        put_close(s, &in, &status);
        stop = gather_flush(s);
    }
    in.trouble[0] = '\0';
    input_close(&in);
    return stop;
}

/* Notes that a source was read. Returns the value with which reading stopped. */
static int leave_source(struct gather *s, int stop)
{
    if (stop == TRAWL_ERROR_NO_MEMORY)
        guard_no_memory();
    guard_leave(s->config.thread);
    return stop;
}

int gather_file(struct gather *s, const struct source *source, const trawl_mail_place *from,
                const atomic_int *cancelled)
{
    bool wanted;

    s->trouble[0] = '\0';
    wanted = careful_begin(s, source->name, from ? from->offset : 0);
    return leave_source(s, wanted ? read_source(s, source, from, cancelled) : put_failed(s, EIO));
}

/* Feeds a piece up to a place where the next piece can begin, and sets *end to this place; at the
 * end of the file, end->input is AUTO. */
static int gather_feed_piece(struct gather *s, struct input *in, trawl_mail_place *end,
                             const atomic_int *cancelled)
{
    uint64_t step = 0;
    int stop;

    for (;;) {
        if ((stop = gather_feed(s, in, 0, cancelled)) != 0)
            return stop;
        if (in->trouble[0] || in->offset < in->to) {
            end->input = TRAWL_INPUT_AUTO;
            return gather_finish(s, in);
        }
        stop = trawl_mail_tell(s->mail, end);
        if (stop)
            return stop;
        if (end->input != TRAWL_INPUT_AUTO)
            return gather_end_message(s, end->offset);
        in->to = pool_cut(in->fd, in->to + step, 1);
        step = step ? 2 * step : STEP;
    }
}

/* Does the work of gather_piece(). */
static int read_piece(struct gather *s, const struct piece *piece, trawl_mail_place *end,
                      const atomic_int *cancelled)
{
    struct stat status = {0};
    struct input in;
    bool unsure;
    int stop;

    s->records.n = 0;
    s->page = OLD_NONE;
    *end = (trawl_mail_place){.size = sizeof *end};
    unsure = examine(piece->fd, &status);
    input_piece(&in, piece->path, piece->fd, piece->from.offset, piece->to);
    in.command = "index";
    stop = gather_begin(s, s->config.input, piece->path, &piece->from);
    s->unsure = unsure;
    if (!stop)
        stop = gather_feed_piece(s, &in, end, cancelled);
    if (!stop && end->input == TRAWL_INPUT_AUTO)
        put_close(s, &in, &status);
    else if (!stop)
        put_trouble(s);
    if (!stop)
        stop = gather_flush(s);
    in.trouble[0] = '\0';
    input_close(&in);
    return stop;
}

int gather_piece(struct gather *s, const struct piece *piece, trawl_mail_place *end,
                 const atomic_int *cancelled)
{
    s->careful.on = s->careful.unread = false;
    s->trouble[0] = '\0';
    guard_enter(s->config.thread, guard_source(piece->path), false);
    return leave_source(s, read_piece(s, piece, end, cancelled));
}
