/* reader_source.c - the stages from the bytes of the source to text in UTF-8; see reader.c
 *
 * Input: the bytes of a part. "peek" and "mark" hold back the first bytes, and decide by these
 * which encoding and which charset the text has; both then leave the list of stages. The maps
 * r->bytes and r->text lead from the text back to the source.
 */
#include "base/check.h"
#include "mail/container/container.h"
#include "mail/message/reader.h"

/* ---- Charset ---- */

static int source_convert(reader *r, const char *p, size_t n, bool last)
{
    charset_io io = {.in = p,
                     .in_n = n,
                     .last = last,
                     .out = reader_room(r, &r->in_utf8, READER_ROOM),
                     .size = READER_ROOM,
                     .map = &r->maps.text};
    int stop;

    if (!io.out)
        return TRAWL_ERROR_NO_MEMORY;
    do {
        io.len = 0;
        stop = charset_decode(r->charset, &io);
        if (!stop)
            stop = reader_pass(r, STAGE_CHARSET, io.out, io.len);
    } while (!stop && io.len > 0 && io.size - io.len < TAKE_TEXT);
    return stop;
}

static int charset_stage_feed(void *user, const char *p, size_t n)
{
    return source_convert(user, p, n, false);
}

static int charset_stage_finish(reader *r)
{
    return source_convert(r, "", 0, true);
}

const reader_stage stage_charset = {STAGE_CHARSET, NULL, charset_stage_feed, charset_stage_finish};

/* Sets the charset. Text in an unknown charset is not converted. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
static int use_charset(reader *r, const names_row *row)
{
    int failed = TRAWL_OK;

    r->charset = NULL;
    r->guess.on = r->guess.on && names_is_undeclared(row);
    if (row && row->kind != NAMES_RAW)
        failed = charset_cache_take(&r->charsets, row, &r->charset);
    r->g->origin.charset = r->charset ? &r->maps.text : NULL;
    return failed;
}

/* ---- Byte-order marks, and charsets that pages declare ---- */

/* Handles the first bytes of the text; holds back up to BOM_MAX of them, and HTML_DECLARED of a
 * page without a named charset. A byte-order mark overrides the named charset. */
static int take_first(reader *r, const char *p, size_t n, bool last)
{
    const size_t most = r->mark.declaring ? HTML_DECLARED : BOM_MAX, held = r->mark.n;
    size_t fresh = n < most - held ? n : most - held, known = held + fresh;
    const char *first = held > 0 ? r->mark.held : p;
    const names_row *row;
    bool wait;
    int stop = 0;

    CHECK(most <= sizeof r->mark.held && held < most);
    if (held > 0)
        memcpy(r->mark.held + held, p, fresh);
    row = bom_find(first, known, last, &wait);
    if (wait || (r->mark.declaring && !row && known < most && !last)) {
        if (held == 0)
            memcpy(r->mark.held, p, fresh);
        r->mark.n += fresh;
        return 0;
    }
    r->mark.on = false;
    if (!row && r->mark.declaring)
        row = page_declared(first, known);
    if (row)
        stop = use_charset(r, row);
    reader_list_source_stages(r);
    if (!stop)
        stop = reader_pass(r, STAGE_MARK, r->mark.held, held);
    return stop ? stop : reader_pass(r, STAGE_MARK, p, n);
}

static int mark_stage_feed(void *user, const char *p, size_t n)
{
    return take_first(user, p, n, false);
}

static int mark_stage_finish(reader *r)
{
    return take_first(r, "", 0, true);
}

const reader_stage stage_mark = {STAGE_MARK, NULL, mark_stage_feed, mark_stage_finish};

/* ---- Undeclared charsets ---- */

/* Passes bytes that are the same in each charset. */
static int guess_pass(reader *r, const char *p, size_t n)
{
    r->guess.plain_n += n;
    return reader_pass(r, STAGE_GUESS, p, n);
}

/* Decides by the bytes that are held, and passes them on. */
static int guess_end(reader *r)
{
    const names_row *row = guess_charset(reader_held(r->guess.held), r->guess.n);
    int stop = use_charset(r, row);

    r->guess.on = false;
    if (!stop && r->charset)
        stop = srcmap_add_same(&r->maps.text, r->guess.plain_n);
    if (!stop && r->charset)
        stop = events_explain(r->g, "E5", "the header names no charset, but the bytes show it");
    reader_list_source_stages(r);
    return stop ? stop : reader_pass(r, STAGE_GUESS, r->guess.held, r->guess.n);
}

/* Returns how many bytes are needed to decide, by the first one. */
static size_t guess_most(char first)
{
    return first == GUESS_ESCAPE ? 2 : GUESS_BYTES;
}

/* Passes ASCII on, and holds back what follows: from the first byte beyond ASCII or from ESC on. An
 * escape sequence that is not of ISO 2022 is passed on. */
static int guess_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;
    char *guess;
    int stop = 0;

    for (size_t used; n > 0 && r->guess.on && !stop; p += used, n -= used) {
        used = r->guess.n == 0 ? guess_plain(p, n) : 0;
        if (used > 0) {
            stop = guess_pass(r, p, used);
            continue;
        }
        guess = reader_room(r, &r->guess.held, GUESS_BYTES);
        if (!guess)
            return TRAWL_ERROR_NO_MEMORY;
        used = guess_most(r->guess.n > 0 ? guess[0] : *p) - r->guess.n;
        used = used < n ? used : n;
        CHECK(r->guess.n + used <= GUESS_BYTES);
        memcpy(guess + r->guess.n, p, used);
        r->guess.n += used;
        if (r->guess.n < guess_most(guess[0]))
            continue;
        if (guess[0] != GUESS_ESCAPE || guess[1] == '$') {
            stop = guess_end(r);
        } else {
            stop = guess_pass(r, guess, r->guess.n);
            r->guess.n = 0;
        }
    }
    return stop ? stop : reader_pass(r, STAGE_GUESS, p, n);
}

static int guess_stage_finish(reader *r)
{
    return guess_end(r);
}

const reader_stage stage_guess = {STAGE_GUESS, NULL, guess_stage_feed, guess_stage_finish};

/* ---- Transfer encoding ---- */

static int source_decode(reader *r, const char *p, size_t n, bool last)
{
    transfer_io io = {.in = p,
                      .in_n = n,
                      .last = last,
                      .out = reader_room(r, &r->decoded, READER_ROOM),
                      .size = r->sniff.on ? READER_SNIFFED + TRANSFER_ROOM : READER_ROOM,
                      .map = &r->maps.bytes};
    int stop;

    if (!io.out)
        return TRAWL_ERROR_NO_MEMORY;
    do {
        io.len = 0;
        stop = transfer_decode(&r->transfer, &io);
        if (!stop)
            stop = reader_pass(r, STAGE_TRANSFER, io.out, io.len);
    } while (!stop && !r->sniff.dropped && io.len > 0 && io.size - io.len < TRANSFER_ROOM);
    return stop;
}

static void transfer_stage_begin(reader *r)
{
    transfer_begin(&r->transfer, r->as.transfer, r->kernel);
}

static int transfer_stage_feed(void *user, const char *p, size_t n)
{
    return source_decode(user, p, n, false);
}

static int transfer_stage_finish(reader *r)
{
    return source_decode(r, "", 0, true);
}

const reader_stage stage_transfer = {STAGE_TRANSFER, transfer_stage_begin, transfer_stage_feed,
                                     transfer_stage_finish};

/* Maps bytes without a transfer encoding. */
static int plain_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;
    int failed = srcmap_add_same(&r->maps.bytes, n);

    return failed ? failed : reader_pass(r, STAGE_PLAIN, p, n);
}

const reader_stage stage_plain = {STAGE_PLAIN, NULL, plain_stage_feed, NULL};

/* ---- Attachments that may be text ---- */

/* Decides by the first bytes. `whole`: they are all of the attachment. */
static int sniff_end(reader *r, bool whole)
{
    int stop = 0;

    r->sniff.on = false;
    r->sniff.dropped =
        !sample_is_text(reader_held(r->sniff.held), r->sniff.n, !r->as.trusted, whole);
    reader_list_source_stages(r);
    if (r->sniff.dropped)
        return events_unread(r->g, "E3", r->as.binary, r->base);
    if (r->as.closed &&
        container_sniff(reader_held(r->sniff.held), r->sniff.n, true) != TRAWL_INPUT_TEXT)
        stop = events_limit(r->g, walk_closed_message, r->base);
    return stop ? stop : reader_pass(r, STAGE_SNIFF, r->sniff.held, r->sniff.n);
}

static int sniff_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;
    char *sniffed = reader_room(r, &r->sniff.held, READER_SNIFFED);
    size_t room = READER_SNIFFED - r->sniff.n, some = n < room ? n : room;
    int stop;

    if (r->sniff.dropped)
        return 0;
    if (!sniffed)
        return TRAWL_ERROR_NO_MEMORY;
    CHECK(r->sniff.n < READER_SNIFFED);
    memcpy(sniffed + r->sniff.n, p, some);
    r->sniff.n += some;
    if (r->sniff.n < READER_SNIFFED)
        return 0;
    stop = sniff_end(r, false);
    return stop || r->sniff.dropped ? stop : reader_pass(r, STAGE_SNIFF, p + some, n - some);
}

static int sniff_stage_finish(reader *r)
{
    return r->sniff.on ? sniff_end(r, true) : 0;
}

const reader_stage stage_sniff = {STAGE_SNIFF, NULL, sniff_stage_feed, sniff_stage_finish};

int reader_drop(reader *r, uint64_t to)
{
    const size_t n = r->sniff.unsure_n;

    r->sniff.unsure_n = 0;
    return n > 0 ? events_attached(r->g, reader_held(r->sniff.unsure), n, to) : 0;
}

int reader_sniff(reader *r, const char *p, size_t n, uint64_t to, size_t *used)
{
    const bool keeps = events_wants(r->g, TRAWL_WANT_ATTACHED);
    char *unsure = keeps ? reader_room(r, &r->sniff.unsure, READER_UNSURE) : NULL;
    int stop = keeps && !unsure ? TRAWL_ERROR_NO_MEMORY : 0;

    while (*used < n && !stop && r->sniff.on) {
        const size_t room = READER_UNSURE - r->sniff.unsure_n, rest = n - *used;
        const size_t most = room < READER_SNIFFED ? room : READER_SNIFFED;
        const size_t some = rest < most ? rest : most;

        if (keeps)
            memcpy(unsure + r->sniff.unsure_n, p + *used, some);
        r->sniff.unsure_n += some;
        stop = r->first->feed(r, p + *used, some);
        *used += some;
        if (!stop && r->sniff.on && some == room)
            stop = sniff_end(r, false);
    }
    return stop || !r->sniff.dropped ? stop : reader_drop(r, to - (n - *used));
}

/* Skips bytes of the source that do not belong to the text. */
static int add_gap(reader *r, uint64_t n)
{
    return r->encoded ? transfer_gap(&r->transfer, &r->maps.bytes, n)
                      : srcmap_add(&r->maps.bytes, n, 0, 1);
}

/* ---- Peek ---- */

/* Returns true if the text begins with a byte-order mark; its charset then replaces the named
 * charset. The mark of UTF-8 is left to the scanner. */
static bool is_marked(reader *r, const char *p, size_t n, bool whole)
{
    bool wait;
    const names_row *marked = bom_find(p, n, whole, &wait);

    if (marked)
        r->as.charset = marked;
    return marked != NULL;
}

/* Returns true when the body is UTF-8 and its header names another charset. */
static bool source_is_utf8(const reader *r, const char *p, size_t n, bool whole)
{
    const names_row *row = r->as.charset;

    return !r->as.trusted && row && row->kind != NAMES_RAW && sample_is_utf8(p, n, row, whole);
}

/* Returns true if the body decodes to ASCII, and its header names a charset whose letters are not
 * ASCII: in all others a link in ASCII is found anyway. */
static bool decoded_is_utf8(const reader *r, const char *p, size_t n, bool whole)
{
    const names_row *row = r->as.charset;
    char out[PEEK_BYTES + 2 * TRANSFER_ROOM];

    if (r->as.trusted || !row ||
        (row->kind != NAMES_UTF16 && row->kind != NAMES_UTF32 && row->kind != NAMES_EBCDIC))
        return false;
    n = transfer_sample(r->as.transfer, r->kernel, p, n, whole, out, sizeof out);
    return sample_is_utf8(out, n, row, whole);
}

/* Decides by the first bytes, or by the whole text, which encoding and charset the text has. */
static int recognize(reader *r, const char *p, size_t n, bool whole)
{
    bool decoded = !r->encoded, utf8 = false;
    int stop = 0;

    r->peek.on = false;
    if (!r->encoded && r->as.rule == LINES_FOLDED && sample_has_qp(p, n)) {
        r->encoded = true;
        transfer_begin(&r->transfer, TRANSFER_QP, r->kernel);
        transfer_doubt(&r->transfer);
        r->g->coded = true;
        stop = events_explain(r->g, "E3", "values of this card are quoted-printable");
    } else if (r->as.undeclared && sample_is_qp(p, n)) {
        decoded = false;
        r->encoded = true;
        transfer_begin(&r->transfer, TRANSFER_QP, r->kernel);
        stop = events_explain(r->g, "E4",
                              "the header names no encoding, but the body is quoted-printable");
    } else if (r->encoded && sample_is_dirty(p, n, r->as.transfer)) {
        transfer_dirty(&r->transfer);
    } else if (r->encoded && sample_is_decoded(p, n, r->as.transfer)) {
        decoded = true;
        r->encoded = r->as.transfer != TRANSFER_UU;
        transfer_doubt(&r->transfer);
        r->g->coded = r->as.transfer == TRANSFER_QP;
        stop = events_explain(
            r->g, "E1", "the header names a transfer encoding, but the body is already decoded");
    }
    if (!stop && decoded)
        utf8 = !is_marked(r, p, n, whole) && source_is_utf8(r, p, n, whole);
    else if (!stop && r->as.transfer != TRANSFER_NONE)
        utf8 = decoded_is_utf8(r, p, n, whole);
    if (!stop && utf8) {
        r->as.charset = NULL;
        stop = events_explain(r->g, "E1",
                              "the header names another charset, but the body is already UTF-8");
    }
    scan_mode_of(r->t)->decoded = r->encoded && !r->transfer.doubt;
    return stop ? stop : use_charset(r, r->as.charset);
}

static int end_sample(reader *r, const char *p, size_t n, bool whole)
{
    int stop = recognize(r, p, n, whole);

    reader_list_source_stages(r);
    return stop;
}

static int end_peek(reader *r, bool whole)
{
    int stop = end_sample(r, reader_held(r->peek.held), r->peek.n, whole);
    size_t from = 0;

    for (size_t i = 0; i < r->peek.gaps_n && !stop; i++) {
        stop =
            reader_pass(r, STAGE_PEEK, reader_held(r->peek.held) + from, r->peek.gaps[i].at - from);
        from = r->peek.gaps[i].at;
        if (!stop)
            stop = add_gap(r, r->peek.gaps[i].n);
    }
    r->peek.gaps_n = 0;
    return stop ? stop
                : reader_pass(r, STAGE_PEEK, reader_held(r->peek.held) + from, r->peek.n - from);
}

/* Returns the maximum number of bytes to hold back: few of an attachment, since most attachments
 * are not text. */
static size_t peek_most(const reader *r)
{
    return r->as.binary ? 2 * READER_SNIFFED : PEEK_BYTES;
}

/* Holds back the first bytes. */
static int peek_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;
    char *held = reader_room(r, &r->peek.held, PEEK_BYTES);
    size_t room = peek_most(r) - r->peek.n, some = n < room ? n : room;
    int stop;

    if (!held)
        return TRAWL_ERROR_NO_MEMORY;
    CHECK(r->peek.n + some <= PEEK_BYTES);
    memcpy(held + r->peek.n, p, some);
    r->peek.n += some;
    if (r->peek.n < peek_most(r))
        return 0;
    stop = end_peek(r, false);
    return stop ? stop : reader_pass(r, STAGE_PEEK, p + some, n - some);
}

static int peek_stage_finish(reader *r)
{
    return end_peek(r, true);
}

const reader_stage stage_peek = {STAGE_PEEK, NULL, peek_stage_feed, peek_stage_finish};

int reader_gap(reader *r, uint64_t n)
{
    if (!r->peek.on)
        return add_gap(r, n);
    if (!memory_grow(&r->g->m, &r->peek.gaps, &r->peek.gaps_size, r->peek.gaps_n + 1,
                     sizeof r->peek.gaps[0]))
        return TRAWL_ERROR_NO_MEMORY;
    r->peek.gaps[r->peek.gaps_n++] = (source_gap){r->peek.n, n};
    return 0;
}

int reader_decide(reader *r, const char *p, size_t n)
{
    const size_t most = peek_most(r);

    return end_sample(r, p, n < most ? n : most, n < most);
}
