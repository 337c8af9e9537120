/* fold.c - reads a text, cuts it into units, and writes the folded units or reports their faults
 *
 * A unit ends after an empty line where trawl_mail_tell() reports that no link is open. A unit that
 * grows too large is cut after a line, or in a line. Header fields at the front, and texts that are
 * not drafts, are copied.
 */
#include "trawl/wrap/inside.h"

#define FEED_MOST ((size_t)16 << 10)    /* bytes that are read at a time */
#define UNDECIDED ((size_t)12 << 10)    /* more bytes than an undecided link can have */
#define CONTEXT_MOST ((size_t)24 << 10) /* bytes of the output that are kept for scans */
#define BEYOND 100000u                  /* a column beyond any line */

enum phase {
    AT_START, /* it is not known yet what the text is */
    IN_HEAD,
    IN_BODY,
    COPYING
};

struct fold {
    fold_config c;
    enum phase phase;
    struct bytes text; /* text.p[start..) is not written yet */
    size_t start;      /* this and the next three are offsets in it */
    size_t line;       /* of the last line */
    size_t seen;       /* searched for line ends so far */
    size_t fed;        /* scanned so far */
    bool content;      /* the unit has a line that is not empty */
    bool blank;        /* the last line is empty */
    bool finishing;    /* no more text comes */
    struct head head;
    trawl_settings *settings;
    trawl_mail *scan; /* of the text */
    struct links links;
    struct line_state state;
    struct unit unit;
    struct solver solver;
    struct check_place place;
};

/* Returns the error of a scan. Its sink stops it, by a positive value, only when out of memory. */
static int scan_error(int error)
{
    return error > 0 ? TRAWL_ERROR_NO_MEMORY : error;
}

/* ---- Output ---- */

static int fold_give(struct fold *f, const char *p, size_t n)
{
    return n > 0 && !f->c.report ? f->c.write(f->c.user, p, n) : 0;
}

/* Drops n bytes of the text, and puts `prefix` before the rest. */
static void fold_consume(struct fold *f, size_t n, trawl_str prefix)
{
    links_drop(&f->links, n, prefix.n);
    f->links.base += n - prefix.n;
    f->start += n - prefix.n;
    if (prefix.n > 0)
        memmove(f->text.p + f->start, prefix.p, prefix.n);
    if (f->line < f->start)
        f->line = f->start;
}

/* Keeps the end of what was written as the left context of scans. */
static int add_context(struct fold *f, const char *p, size_t n)
{
    struct bytes *b = &f->solver.context;
    int error = bytes_add(b, p, n);

    if (!error && b->n > CONTEXT_MOST) {
        size_t drop = b->n - UNDECIDED;

        while (drop < b->n && utf8_goes_on(b->p[drop]))
            drop++;
        b->n -= drop;
        memmove(b->p, b->p + drop, b->n);
    }
    return error;
}

/* ---- Units ---- */

/* Feeds the scan up to an offset. */
static int scan_to(struct fold *f, size_t end)
{
    int error = trawl_mail_feed(f->scan, f->text.p + f->fed, end - f->fed);

    f->fed = end;
    return scan_error(error);
}

/* Folds the next n bytes into f->solver.laid, or checks them. */
static int fold_settle(struct fold *f, size_t n, const struct unit_end *end)
{
    struct unit *u = &f->unit;

    u->p = f->text.p + f->start;
    u->n = n;
    u->links = &f->links;
    for (u->link_n = 0; u->link_n < f->links.n && f->links.p[u->link_n].from < n; u->link_n++)
        ;
    if (f->c.report) {
        int error = unit_read(u, &f->state);
        return error ? error : check_unit(&f->c, u, &f->place);
    }
    return solve(&f->solver, u, &f->state, end);
}

/* Ends a unit of n bytes; `place` is NULL at the end of the text. */
static int end_unit(struct fold *f, size_t n, const trawl_mail_place *place)
{
    const struct bytes *out = &f->solver.laid.out;
    struct unit_end end = {.place = place};
    int error = fold_settle(f, n, &end);

    if (!error)
        error = fold_give(f, out->p, out->n);
    fold_consume(f, n, (trawl_str){"", 0});
    f->unit.start = UNIT_LINE;
    f->unit.column = 0;
    f->content = f->solver.first = false;
    f->solver.context.n = 0;
    if (place) {
        f->solver.place = *place;
        f->solver.place.offset = 0;
        f->solver.place.line = 1;
    }
    return error;
}

/* Ends the unit after an empty line that follows text, if nothing is open there. */
static int try_end(struct fold *f, size_t end)
{
    trawl_mail_place place = {.size = sizeof place};
    int error = scan_to(f, end);

    if (!error)
        error = scan_error(trawl_mail_tell(f->scan, &place));
    return error || place.input != TRAWL_INPUT_TEXT ? error : end_unit(f, end - f->start, &place);
}

/* ---- Units that are too large ---- */

/* Returns true when a line break at `at` would be inside a link. Links follow one another. */
static bool fold_is_in_link(const struct fold *f, size_t at)
{
    size_t low = 0, high = f->links.n;

    while (low < high) {
        size_t middle = (low + high) / 2;
        if (f->links.p[middle].to <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->links.n && f->links.p[low].from < at;
}

/* Returns the last end of a line at or before `most` that is outside links, or 0. */
static size_t cut_after_line(const struct fold *f, size_t most)
{
    const char *p = f->text.p + f->start;

    while (most > 0 && (p[most - 1] != '\n' || fold_is_in_link(f, most)))
        most--;
    return most;
}

/* Returns the last start of blanks at or before `most` that is outside links, or 0. */
static size_t cut_in_line(const struct fold *f, size_t most)
{
    const char *p = f->text.p + f->start;

    while (most > 0 &&
           (!ascii_is_blank(p[most]) || ascii_is_blank(p[most - 1]) || fold_is_in_link(f, most)))
        most--;
    return most;
}

/* Returns the last start of a character at or before `most`; `most` in text that is not UTF-8. */
static size_t cut_in_word(const char *p, size_t most)
{
    for (size_t n = most; n > 0 && most - n < 4; n--)
        if (!utf8_goes_on(p[n]))
            return n;
    return most;
}

/* Writes the first part, of n bytes, of a line that is too long for a unit. */
static int give_part(struct fold *f, size_t n)
{
    const struct laid *laid = &f->solver.laid;
    bool text = f->unit.line[0].kind == LINE_TEXT;
    bool broken = text && !f->c.report && laid->line_from > laid->prefix && laid->line_out > 0;
    size_t out = broken ? laid->line_out : laid->out.n;
    trawl_str prefix = {laid->out.p + out, broken ? laid->prefix : 0};
    int error = fold_give(f, laid->out.p, out);

    if (!error && !f->c.report)
        error = add_context(f, laid->out.p, out);
    f->unit.start = text ? UNIT_IN_TEXT : UNIT_IN_KEPT;
    f->unit.column = broken ? 0 : BEYOND;
    fold_consume(f, broken ? laid->line_from : n, prefix);
    return error;
}

/* Cuts a unit that is too large: after a line, or else in its only line. */
static int force(struct fold *f)
{
    const char *p = f->text.p + f->start;
    size_t all = f->text.n - f->start, most = all - UNDECIDED, n;
    int error = scan_to(f, f->text.n);
    bool whole;

    n = cut_after_line(f, most);
    whole = n > 0;
    if (!whole)
        n = cut_in_line(f, most);
    if (n == 0)
        n = cut_in_word(p, most);
    if (!error)
        error = fold_settle(f, n, &(struct unit_end){.cut = true, .right = {p + n, all - n}});
    f->solver.first = false;
    if (error || !whole)
        return error ? error : give_part(f, n);
    error = fold_give(f, f->solver.laid.out.p, f->solver.laid.out.n);
    if (!error && !f->c.report)
        error = add_context(f, f->solver.laid.out.p, f->solver.laid.out.n);
    f->unit.start = UNIT_LINE;
    f->unit.column = 0;
    fold_consume(f, n, (trawl_str){"", 0});
    return error;
}

/* ---- Phases ---- */

static bool fold_is_blank(const char *p, size_t n)
{
    while (n > 0 && (ascii_is_blank(p[n - 1]) || p[n - 1] == '\r' || p[n - 1] == '\n'))
        n--;
    return n == 0;
}

/* Returns where the next line ends, or 0 when its end has not been read yet. */
static size_t fold_next_line(struct fold *f)
{
    const char *lf =
        f->text.n > f->seen ? memchr(f->text.p + f->seen, '\n', f->text.n - f->seen) : NULL;

    f->seen = lf ? (size_t)(lf - f->text.p) + 1 : f->text.n;
    if (!lf && f->finishing && f->line < f->text.n)
        return f->text.n;
    return lf ? f->seen : 0;
}

/* Finds out what the text is, once its first paragraph or header has been read. */
static int fold_start(struct fold *f)
{
    const char *p = f->text.p;
    const bool entries = f->text.n > 9 && memcmp(p, "version: ", 9) == 0; /* LDIF: more shows it */
    size_t end = 0;
    int error, input;

    while (f->text.n < UNIT_MOST && (end = fold_next_line(f)) > 0) {
        bool blank = fold_is_blank(p + f->line, end - f->line);
        f->line = end;
        if (blank && f->content && !entries)
            break;
        f->content |= !blank;
    }
    if (end == 0 && f->text.n < UNIT_MOST && !f->finishing)
        return TRAWL_OK;
    error = solver_kind(&f->solver, p, end > 0 ? end : f->text.n, &input);
    f->head.mail = input == TRAWL_INPUT_MAIL;
    f->phase = f->head.mail || input == TRAWL_INPUT_TEXT ? IN_HEAD : COPYING;
    if (f->text.n > 1 && (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0))
        f->phase = COPYING;
    f->line = f->seen = 0;
    f->content = false;
    return error;
}

/* Begins the text below the header. */
static void fold_begin_body(struct fold *f, bool copied)
{
    f->phase = copied ? COPYING : IN_BODY;
    if (f->head.flowed && !f->c.flowed)
        f->c.flowed = f->c.unstuffed = true;
    f->seen = f->fed = f->line;
}

/* Copies the lines of the header. */
static int go_through_head(struct fold *f)
{
    size_t end;
    int error = 0;

    while (!error && (end = fold_next_line(f)) > 0) {
        const char *p = f->text.p + f->line;

        if (!head_line(&f->head, p, end - f->line)) {
            fold_begin_body(f, f->head.encoded);
            return 0;
        }
        error = fold_give(f, p, end - f->line);
        f->start = f->line = end;
        f->place.line++;
        f->solver.first = false;
    }
    if (!error && f->text.n - f->start >= UNIT_MOST)
        fold_begin_body(f, f->head.mail);
    return error;
}

static int go_through_body(struct fold *f)
{
    size_t end;
    int error = 0;

    while (!error && (end = fold_next_line(f)) > 0) {
        bool blank = fold_is_blank(f->text.p + f->line, end - f->line);

        f->line = end;
        if (blank && f->content && !f->blank)
            error = try_end(f, end);
        else
            f->content |= !blank;
        f->blank = blank;
    }
    while (!error && f->text.n - f->start >= UNIT_MOST)
        error = force(f);
    return error;
}

static int go_on(struct fold *f)
{
    int error = f->phase == AT_START ? fold_start(f) : 0;

    if (!error && f->phase == IN_HEAD)
        error = go_through_head(f);
    if (!error && f->phase == IN_BODY)
        error = go_through_body(f);
    if (!error && f->phase == COPYING) {
        error = fold_give(f, f->text.p + f->start, f->text.n - f->start);
        f->text.n = f->start = f->line = f->seen = f->fed = 0;
    }
    return error;
}

/* ---- Opening to closing ---- */

int fold_open(fold **out, const fold_config *config)
{
    trawl_config find = {.size = sizeof find, .want = TRAWL_WANT_LINK};
    trawl_mail_config mail = {.size = sizeof mail, .input = TRAWL_INPUT_TEXT};
    struct fold *f = memory_zeroed(&memory_default, sizeof *f);
    int error;

    *out = f;
    if (!f)
        return TRAWL_ERROR_NO_MEMORY;
    f->c = *config;
    f->solver.c = &f->c;
    f->solver.first = true;
    error = trawl_settings_open(&f->settings, &find);
    mail.settings = f->settings;
    if (!error)
        error = trawl_mail_open(&f->scan, &mail, links_sink, &f->links);
    if (!error)
        error = solver_open(&f->solver, &mail);
    if (error)
        fold_close(out);
    return error;
}

/* Moves the text that is not written yet to the front. */
static void fold_compact(struct fold *f)
{
    size_t n = f->start;

    if (n == 0)
        return;
    memmove(f->text.p, f->text.p + n, f->text.n - n);
    f->text.n -= n;
    f->line -= n;
    f->seen -= n;
    f->fed -= n;
    f->start = 0;
}

int fold_feed(fold *f, const char *p, size_t n)
{
    int error = TRAWL_OK;

    for (size_t part; n > 0 && !error; p += part, n -= part) {
        part = n < FEED_MOST ? n : FEED_MOST;
        fold_compact(f);
        error = bytes_add(&f->text, p, part);
        if (!error)
            error = go_on(f);
    }
    return error;
}

int fold_finish(fold *f)
{
    int error;

    fold_compact(f);
    f->finishing = true;
    error = go_on(f);
    if (error || f->phase != IN_BODY)
        return error;
    error = scan_to(f, f->text.n);
    if (!error)
        error = scan_error(trawl_mail_finish(f->scan));
    return error ? error : end_unit(f, f->text.n - f->start, NULL);
}

void fold_close(fold **out)
{
    struct fold *f = *out;

    *out = NULL;
    if (!f)
        return;
    trawl_mail_close(&f->scan);
    solver_close(&f->solver);
    trawl_settings_close(&f->settings);
    links_free(&f->links);
    bytes_free(&f->text);
    memory_free(&memory_default, f->unit.line);
    memory_free(&memory_default, f);
}
