/* feed.c - feeds input to the step function of a container kind; functions shared by the kinds
 *
 * Bytes that a step leaves undecided are held until more input arrives. A view is either the fed
 * block itself, or the held bytes followed by fed bytes up to the next LF.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/container/inside.h"

container_acts container_text(container *c, const container_view *v)
{
    (void)c;
    return (container_acts){.pass = v->n};
}

/* Drops a byte-order mark and envelope lines, as a mailer may pipe them. */
container_acts container_message(container *c, const container_view *v)
{
    return c->state == CONTAINER_START ? container_start(c, v, false) : container_text(c, v);
}

void container_open(container *c, const memory *m)
{
    *c = (container){.m = m};
}

void container_close(container *c)
{
    memory_free(c->m, c->held);
}

void container_begin(container *c, enum trawl_input kind, const container_out *out)
{
    memset(c, 0, offsetof(container, held));
    c->asked = c->kind = kind;
    c->out = *out;
    c->line = true;
}

/* ---- Feeding ---- */

static bool has_empty_line(const container_view *v)
{
    const char *lf;
    size_t end;

    for (size_t i = 0; i < v->n; i = lf ? (size_t)(lf - v->p) + 1 : v->n) {
        if (container_blank(v, i, &end) == CONTAINER_YES)
            return true;
        lf = memchr(v->p + i, '\n', v->n - i);
    }
    return false;
}

/* Decides the kind of an AUTO input as soon as enough bytes are there, and reports it. */
static int feed_decide(container *c, const container_view *v)
{
    const char *why = "";
    sniff_header found = {false, false};

    c->kind = sniff(v->p, v->n, v->last, &why, &found);
    if (c->kind == TRAWL_INPUT_TEXT && c->named_page)
        c->kind = sniff_tags(v, &why);
    if (c->kind == TRAWL_INPUT_AUTO || !c->out.kind)
        return 0;
    c->long_fields = c->kind == TRAWL_INPUT_TEXT && sniff_long_fields(v->p, v->n);
    c->guessed = c->kind == TRAWL_INPUT_MAIL && found.guessed;
    c->written = c->kind == TRAWL_INPUT_MAIL && found.written;
    c->alone = c->kind == TRAWL_INPUT_MAIL && !c->guessed && v->last && v->n < CONTAINER_SNIFF &&
               !has_empty_line(v);
    if (c->alone)
        why = "it is only a header of mail or news, so every field with a URL in it is read";
    return c->out.kind(c->out.user, c->kind, why);
}

/* The step for the state ENVELOPE: drops an envelope line; any other line begins the header. */
static container_acts skip_envelope(container *c, const container_view *v)
{
    bool counted = c->kind == TRAWL_INPUT_MBOXCL || c->kind == TRAWL_INPUT_MBOXCL2;
    size_t end = 0;
    container_is is = container_envelope(v, 0, &end);

    if (is == CONTAINER_NO)
        c->state = counted ? CONTAINER_HEADER : CONTAINER_INSIDE;
    return (container_acts){.drop = is == CONTAINER_YES ? end : 0};
}

/* Drops a UTF-8 byte-order mark at the start of the input, unless the input is a text. Calls the
 * step of the state or kind. */
static container_acts feed_step(container *c, const container_view *v)
{
    container_step *step = container_kinds[c->kind].step;
    container_is is = CONTAINER_NO;

    if (c->state == CONTAINER_ENVELOPE)
        return skip_envelope(c, v);
    if (c->at == 0 && step != container_text)
        is = container_prefix(v, 0, "\xEF\xBB\xBF");
    return is == CONTAINER_NO ? step(c, v)
                              : (container_acts){.drop = is == CONTAINER_YES ? 3 : 0, .line = true};
}

/* Reports what a step has found. */
static int feed_report(const container *c, const container_acts *acts)
{
    const container_out *out = &c->out;

    if (acts->kind)
        return out->kind ? out->kind(out->user, c->kind, acts->why) : 0;
    return out->fault ? out->fault(out->user, acts->why) : 0;
}

/* Calls the step, and does what it decides, until it consumes no more of the view. */
static int feed_run(container *c, container_view *v)
{
    const container_out *out = &c->out;
    int r = c->kind == TRAWL_INPUT_AUTO ? feed_decide(c, v) : 0;

    while (!r && v->n && c->kind != TRAWL_INPUT_AUTO) {
        const unsigned state = c->state;
        const char *p = v->p;
        const uint64_t at = c->at;
        const container_acts acts = feed_step(c, v);
        const size_t n = acts.pass + acts.drop;

        CHECK(n <= v->n);
        c->line = n ? acts.line || p[n - 1] == '\n' : c->line;
        c->at += n;
        v->p += n;
        v->n -= n;
        if (acts.pass)
            r = out->bytes(out->user, p, acts.pass, at);
        if (!r && acts.end && c->open) {
            c->open = false;
            r = out->end(out->user, at + acts.pass);
        }
        if (!r && acts.why)
            r = feed_report(c, &acts);
        if (!r && acts.drop)
            r = out->skip(out->user, p + acts.pass, acts.drop, at + acts.pass);
        if (!r && acts.begin) {
            c->open = c->begun = true;
            r = out->begin(out->user, c->at);
        }
        if (!n && c->state == state)
            break;
    }
    return r;
}

/* Appends bytes to the held ones. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int feed_hold(container *c, const char *p, size_t n)
{
    if (n == 0)
        return TRAWL_OK;
    if (!memory_grow(c->m, &c->held, &c->held_size, c->held_n + n, 1))
        return TRAWL_ERROR_NO_MEMORY;
    memcpy(c->held + c->held_n, p, n);
    c->held_n += n;
    return TRAWL_OK;
}

static int run_held(container *c, bool last)
{
    container_view v = {c->held_n > 0 ? c->held : "", c->held_n, last};
    int r = feed_run(c, &v);

    if (v.n > 0)
        memmove(c->held, v.p, v.n);
    c->held_n = c->looked = v.n;
    return r;
}

/* Returns true while AUTO should wait for more bytes. It tests again only when a line has ended and
 * the held bytes have grown by an eighth; testing at each byte would take quadratic time. */
static bool is_waiting(const container *c)
{
    size_t more = c->held_n - c->looked;

    return c->kind == TRAWL_INPUT_AUTO && c->held_n < CONTAINER_SNIFF &&
           (more <= c->looked / 8 || !memchr(c->held + c->looked, '\n', more));
}

/* Returns the length of the first line and of the empty lines after it, or n if no line ends. Held
 * one by one, 20 MB of empty lines would take 10 seconds. */
static size_t feed_lines(const char *p, size_t n)
{
    const char *lf = memchr(p, '\n', n);
    size_t i = lf ? (size_t)(lf - p) : n;

    while (i < n && (p[i] == '\n' || p[i] == '\r'))
        i++;
    return i;
}

int container_feed(container *c, const char *p, size_t n)
{
    container_view v;
    int r = 0;

    while (c->held_n && n && !r) {
        size_t room = CONTAINER_SNIFF - c->held_n, more = n < room ? n : room;
        more = c->kind == TRAWL_INPUT_AUTO ? more : feed_lines(p, more);
        r = feed_hold(c, p, more);
        p += more;
        n -= more;
        if (!r && !is_waiting(c))
            r = run_held(c, false);
    }
    if (!n || r)
        return r;
    v = (container_view){p, n, false};
    r = feed_run(c, &v);
    if (!r)
        r = feed_hold(c, v.p, v.n);
    c->looked = c->held_n;
    return r;
}

int container_finish(container *c)
{
    const container_out *out = &c->out;
    container_acts acts = CONTAINER_WAIT;
    int r = run_held(c, true);

    if (r)
        return r;
    if (!c->begun && !c->why_unread && c->at > 0)
        acts.why = c->why_unread = container_kinds[c->asked].empty;
    if (c->state == CONTAINER_COUNTED && c->length)
        acts.why = "the input ends before the message has reached its announced length";
    if (acts.why)
        r = feed_report(c, &acts);
    if (r || !c->open)
        return r;
    c->open = false;
    return out->end(out->user, c->at);
}

/* ---- Decisions ---- */

container_acts container_next(container *c, size_t n, enum container_state state)
{
    c->state = state;
    return (container_acts){.end = true, .drop = n, .begin = true};
}

size_t container_line_length(const container_view *v)
{
    const char *lf = memchr(v->p, '\n', v->n);

    return lf ? (size_t)(lf - v->p) + 1 : v->n;
}

/* ---- Tests ---- */

/* Returns the result of a comparison. `same`: the bytes agree; `whole`: all bytes could be
 * compared. */
static container_is feed_answer(const container_view *v, bool same, bool whole)
{
    if (!same)
        return CONTAINER_NO;
    return whole ? CONTAINER_YES : v->last ? CONTAINER_NO : CONTAINER_MORE;
}

container_is container_prefix(const container_view *v, size_t i, const char *prefix)
{
    size_t n = strlen(prefix), there = v->n - i < n ? v->n - i : n;

    if (there > 0 && v->p[i] != prefix[0])
        return CONTAINER_NO;
    return feed_answer(v, there == 0 || memcmp(v->p + i, prefix, there) == 0, there == n);
}

container_is container_prefix_any_case(const container_view *v, size_t i, const char *prefix)
{
    size_t n = strlen(prefix), there = v->n - i < n ? v->n - i : n;

    return feed_answer(v, ascii_same(v->p + i, prefix, there), there == n);
}

container_is container_line(const container_view *v, size_t i, size_t *end)
{
    size_t n = v->n - i < CONTAINER_HELD ? v->n - i : CONTAINER_HELD;
    const char *lf = n ? memchr(v->p + i, '\n', n) : NULL;

    *end = lf ? (size_t)(lf - v->p) + 1 : i + n;
    if (lf)
        return CONTAINER_YES;
    if (n == CONTAINER_HELD)
        return CONTAINER_NO;
    return v->last ? CONTAINER_YES : CONTAINER_MORE;
}

container_is container_blank(const container_view *v, size_t i, size_t *end)
{
    bool cr = i < v->n && v->p[i] == '\r';
    container_is is;

    *end = i;
    if (i < v->n && !cr && v->p[i] != '\n')
        return CONTAINER_NO;
    is = container_prefix(v, i, cr ? "\r\n" : "\n");
    *end = is == CONTAINER_YES ? i + 1 + cr : i;
    return is;
}

container_is container_line_of(const container_view *v, size_t i, const char *prefix,
                               bool (*test)(const char *p, size_t n), size_t *end)
{
    container_is is = container_prefix(v, i, prefix);

    if (is == CONTAINER_YES)
        is = container_line(v, i, end);
    if (is == CONTAINER_YES && !test(v->p + i, container_bare(v->p + i, *end - i)))
        is = CONTAINER_NO;
    return is;
}

container_is container_envelope(const container_view *v, size_t i, size_t *end)
{
    size_t from = i < v->n && v->p[i] == '>' ? i + 1 : i;
    container_is is = container_prefix(v, from, "From ");

    if (is == CONTAINER_YES)
        is = container_line(v, i, end);
    if (is != CONTAINER_YES)
        return is;
    for (from += 5; from < *end && ascii_is_blank(v->p[from]); from++)
        ;
    return from < *end && v->p[from] == ':' ? CONTAINER_NO : CONTAINER_YES;
}

size_t container_bare(const char *p, size_t n)
{
    if (n && p[n - 1] == '\n')
        n--;
    return n && p[n - 1] == '\r' ? n - 1 : n;
}

size_t container_number(const char *p, size_t n, uint64_t *value)
{
    enum { MOST = 18 };
    size_t i = 0;

    for (*value = 0; i < n && i <= MOST && ascii_is_digit((unsigned char)p[i]); i++)
        *value = *value * 10 + (uint64_t)(p[i] - '0');
    return i <= MOST ? i : 0;
}

container_is container_read_length(container *c, const container_view *v)
{
    static const char field[] = "content-length:";
    size_t i = sizeof field - 1, end, digits;
    container_is is = container_prefix_any_case(v, 0, field);
    uint64_t length = 0;

    if (is == CONTAINER_YES)
        is = container_line(v, 0, &end);
    if (is != CONTAINER_YES)
        return is;
    end = container_bare(v->p, end);
    while (i < end && ascii_is_blank(v->p[i]))
        i++;
    digits = container_number(v->p + i, end - i, &length);
    for (i += digits; i < end && ascii_is_blank(v->p[i]); i++)
        ;
    if (digits > 0 && i == end)
        c->length = 1 + length;
    return is;
}

size_t container_search(const container *c, const container_view *v, const kernel_line *set,
                        container_test *test, size_t *n)
{
    size_t i = c->line ? 0 : c->out.kernel->line(set, v->p, 0, v->n) + 1, end = 0;
    container_is is = CONTAINER_NO;

    for (; i < v->n && (is = test(v, i, &end)) == CONTAINER_NO;
         i = c->out.kernel->line(set, v->p, i, v->n) + 1)
        ;
    i = is == CONTAINER_NO ? v->n : i;
    *n = is == CONTAINER_YES && i == 0 ? end : 0;
    return i;
}

/* ---- The start of the input ---- */

/* Returns true if the first n bytes of what the caller called a mailbox are git's. */
static bool is_patches(const container *c, const container_view *v, size_t n)
{
    return (c->kind == TRAWL_INPUT_MBOX || c->kind == TRAWL_INPUT_MBOXO) &&
           sniff_patch_line(v->p, container_bare(v->p, n));
}

container_acts container_start(container *c, const container_view *v, bool blanks)
{
    container_is is = CONTAINER_NO;
    container_acts next;
    size_t end = 0;

    while (blanks && (is = container_blank(v, end, &end)) == CONTAINER_YES)
        ;
    if (end > 0 || is == CONTAINER_MORE)
        return (container_acts){.drop = end};
    is = container_envelope(v, 0, &end);
    if (is == CONTAINER_MORE)
        return CONTAINER_WAIT;
    next = container_next(c, is == CONTAINER_YES ? end : 0, CONTAINER_ENVELOPE);
    if (is == CONTAINER_YES && is_patches(c, v, end)) {
        c->kind = TRAWL_INPUT_PATCHES;
        next.kind = true;
        next.why = CONTAINER_PATCHES;
    }
    return next;
}
