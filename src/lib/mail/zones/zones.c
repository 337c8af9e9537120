/* zones.c - finds the zones of a text, line by line
 *
 * A SIMD search finds the lines that may begin a zone, by their first bytes; all others are
 * skipped. zones_words.c decides what a line means.
 */
#include <trawl_mail.h>

#include "base/check.h"
#include "base/count.h"
#include "mail/zones/inside.h"

const char *trawl_zone_name(int zone)
{
    static const char *const names[TRAWL_ZONE_COUNT] = {"none",      "header", "new",      "quoted",
                                                        "signature", "footer", "forwarded"};

    return zone >= 0 && zone < TRAWL_ZONE_COUNT ? names[zone] : "unknown";
}

void zones_open(zones *z, const kernel *k)
{
    z->kernel = k;
    z->reports = 0;
    memset(&z->writers, 0, sizeof z->writers);
    zones_starts_make(&z->of_messages, true);
    zones_starts_make(&z->of_texts, false);
}

void zones_begin(zones *z, zones_change *change, void *user, const trawl_mail_message *message)
{
    z->change = change;
    z->user = user;
    z->message = message;
    z->named = message->number > 0;
    z->now = (zones_state){TRAWL_ZONE_NEW, TRAWL_ZONE_NEW, 0};
    z->told = (zones_place){.zone = TRAWL_ZONE_NEW};
    memset(z->writers.at, 0, sizeof z->writers.at);
    z->writers.from = 0;
    z->page.on = false;
    z->page.quotes = 0;
    z->after = z->lines = z->footer = z->device = z->fresh = 0;
    z->at = z->line = 0;
    z->start = true;
    z->starts = z->named ? z->of_messages : z->of_texts;
    z->starts.colons = zones_is_reply(message);
    z->open = false;
    z->held_n = z->half_n = 0;
    z->mark = 0;
}

/* Returns the number of quotes around the line, without those that ">" shows. */
static unsigned zones_depth(const zones *z)
{
    return z->page.quotes + (z->now.zone == TRAWL_ZONE_QUOTED ? z->now.bare : 0);
}

int zones_report(zones *z, uint64_t at)
{
    const unsigned quotes = zones_depth(z), depth = quotes > 0 ? quotes : 1;
    zones_place place = {.zone =
                             (unsigned char)(z->page.quotes > 0 ? TRAWL_ZONE_QUOTED : z->now.zone),
                         .quotes = (unsigned short)quotes,
                         .by = depth < ZONES_NAMES ? z->writers.at[depth] : 0};

    if (place.zone == z->told.zone && place.quotes == z->told.quotes && place.by == z->told.by)
        return 0;
    z->told = place;
    z->reports++;
    return z->change(z->user, at, place);
}

void zones_begin_page(zones *z)
{
    zones_page *page = &z->page;

    z->starts.colons = false; /* elements show quotes */
    page->on = page->head = true;
    page->pending = false;
    page->marks = page->signs = page->quotes = page->depth = 0;
}

/* Changes the zone at offset `at`, and reports it. */
static int zones_set(zones *z, uint64_t at, int zone)
{
    if (zone == z->now.zone)
        return 0;
    z->now.zone = zone;
    z->footer = z->device = z->fresh = 0;
    return zones_report(z, at);
}

/* A ">" within this many lines of a quote without marks shows that marks are used after all, as in
 * "Joe wrote:", a remark about it, and "> ...". */
#define ZONES_FRESH 10

/* Begins a quote without marks at offset `at`. Does nothing in forwarded text and in a footer:
 * in these the quote is a part of that zone. */
static int zones_quote(zones *z, uint64_t at)
{
    if (z->now.under == TRAWL_ZONE_FORWARDED || z->now.zone == TRAWL_ZONE_FOOTER)
        return 0;
    z->now.under = z->now.zone = TRAWL_ZONE_QUOTED;
    z->now.bare += z->now.bare < ZONES_BARE;
    z->footer = z->device = 0;
    z->fresh = z->mark ? 0 : ZONES_FRESH;
    return zones_report(z, at);
}

/* Begins the quote of an answer below a header, or below "-----Original Message-----". Does nothing
 * in forwarded text, of which the quote is a part. */
static void zones_answered(zones *z)
{
    if (z->now.under == TRAWL_ZONE_FORWARDED)
        return;
    z->now.under = z->now.zone = TRAWL_ZONE_QUOTED;
    z->now.bare += z->now.bare < ZONES_BARE;
    z->footer = z->device = z->fresh = 0;
    z->mark = 0;
}

/* Ends all quotes without marks: another message follows, or marks show the quote after all. */
static void zones_end_quotes(zones *z)
{
    z->fresh = 0;
    if (z->now.under == TRAWL_ZONE_QUOTED)
        z->now.under = TRAWL_ZONE_NEW;
    z->now.bare = 0;
}

int zones_signature(zones *z)
{
    z->device = 0;
    if (z->mark && z->now.zone == TRAWL_ZONE_QUOTED) { /* the line has no mark */
        zones_end_quotes(z);
        z->now.zone = z->now.under;
    }
    return z->now.zone == TRAWL_ZONE_NEW ? zones_set(z, z->at, TRAWL_ZONE_SIGNATURE) : 0;
}

/* ---- Who wrote a quote ---- */

trawl_str zones_writer(const zones *z, unsigned number)
{
    const char *name = z->writers.name[number % ZONES_NAMES];
    const bool known = number > 0 && (unsigned char)(z->writers.last - number) < ZONES_NAMES;

    return known ? (trawl_str){name, strlen(name)} : (trawl_str){"", 0};
}

/* Remembers the name in a line; if `cut` is set, the name before the verb. Returns its number, or 0
 * if there is none. */
static unsigned char zones_keep_name(zones *z, const zones_line *line, bool field, bool cut)
{
    size_t n = line->n;
    trawl_str who;
    zones_writers *w = &z->writers;
    char *to;

    if (cut)
        (void)zones_look_said(line, &n);
    who = zones_who(line->p, n, field);
    if (who.n == 0)
        return 0;
    w->last += w->last == 255 ? 2 : 1;
    to = w->name[w->last % ZONES_NAMES];
    CHECK(who.n < ZONES_NAME);
    memcpy(to, who.p, who.n);
    to[who.n] = '\0';
    return w->last;
}

/* Sets who wrote the quote at this depth, and forgets the writers of deeper quotes. */
static void zones_set_writer(zones *z, unsigned depth, unsigned char number)
{
    if (depth == 0 || depth >= ZONES_NAMES)
        return;
    memset(z->writers.at + depth, 0, ZONES_NAMES - depth);
    z->writers.at[depth] = number;
}

/* Remembers who is named in a line with this meaning. */
static void zones_note_writer(zones *z, zones_sign sign, const zones_line *line)
{
    const unsigned inside = z->after & ZONES_AFTER_OPENED ? 0 : 1; /* 0: of the open element */
    const bool cut = sign == ZONES_TELLS || sign == ZONES_SAYS;

    if (sign == ZONES_FROM) {
        z->writers.from = zones_keep_name(z, line, true, false);
        z->writers.half = z->page.on && !memchr(line->p, '<', line->n);
    } else if (sign == ZONES_TEXT && z->after & ZONES_AFTER_FROM && z->writers.half) {
        z->writers.from = 0; /* a line break in the source is in the name */
    } else if (sign == ZONES_WROTE || sign == ZONES_SAID || cut) {
        zones_set_writer(z, zones_depth(z) + inside, zones_keep_name(z, line, false, cut));
    }
    if (sign != ZONES_MORE && sign != ZONES_FROM)
        z->writers.half = false;
}

/* ---- The effect of a line ---- */

/* How many lines the signature of a program may have, and that of a person below the name. */
#define ZONES_DEVICE_LINES 4
#define ZONES_NAMED_LINES 6

/* How many lines of a page may be between two fields of a forwarded header: line breaks in the
 * source of a field make lines of it, some of them blank. */
#define ZONES_HEAD_LINES 12

/* Updates z->after, which decides what the next lines may mean. */
static void expect(zones *z, zones_sign sign)
{
    static const struct {
        unsigned after, lines;
    } next[ZONES_SIGNS] = {
        [ZONES_NEXT] = {ZONES_AFTER_PART, 3},
        [ZONES_RULE] = {ZONES_AFTER_RULE, 3},
        [ZONES_DASHES] = {ZONES_AFTER_RULE, 3},
        [ZONES_UNDERSCORES] = {ZONES_AFTER_RULE | ZONES_AFTER_UNDER, 3},
        [ZONES_MAILMAN] = {ZONES_AFTER_RULE | ZONES_AFTER_UNDER | ZONES_AFTER_MAILMAN, 3},
        [ZONES_DIGEST] = {ZONES_AFTER_RULE | ZONES_AFTER_DIGEST, 3},
        [ZONES_FROM] = {ZONES_AFTER_FROM, 1},
        [ZONES_TO] = {ZONES_AFTER_FROM, 1},
        [ZONES_ORIGINAL] = {ZONES_AFTER_ORIGINAL, ZONES_HEAD_LINES},
        [ZONES_SENT] = {ZONES_AFTER_SENT, 8},
        [ZONES_SENT_TO] = {ZONES_AFTER_SENT_TO, 5},
        [ZONES_WROTE] = {ZONES_AFTER_WROTE, 5},
        [ZONES_SAID] = {ZONES_AFTER_SAID, 5},
        [ZONES_CLOSE] = {ZONES_AFTER_CLOSE, 3},
        [ZONES_SEPARATOR] = {ZONES_AFTER_RULE | ZONES_AFTER_SEPARATOR, 3},
    };
    const unsigned above = ZONES_AFTER_ORIGINAL | ZONES_AFTER_OPENED;
    unsigned keep = 0;

    if (z->page.on && z->after & ZONES_AFTER_FROM)
        keep = ZONES_AFTER_FROM | ZONES_AFTER_UNDER | above;
    if (z->page.on && sign == ZONES_BLANK)
        keep = ZONES_AFTER_MAILMAN | ZONES_AFTER_FROM | ZONES_AFTER_SEPARATOR;
    if ((sign == ZONES_WROTE || sign == ZONES_SAID) && z->after & ZONES_AFTER_OPENED)
        sign = ZONES_TEXT; /* of that element */
    if (sign == ZONES_TEXT || sign == ZONES_BLANK) {
        keep |= z->after & ZONES_AFTER_SENT || z->half_n > 0 ? above : 0;
        keep |= sign == ZONES_TEXT
                    ? ZONES_AFTER_SENT | ZONES_AFTER_SENT_TO
                    : ~(unsigned)(ZONES_AFTER_MAILMAN | ZONES_AFTER_FROM | ZONES_AFTER_SEPARATOR);
        z->after &= keep;
        z->lines -= z->lines > 0;
    } else {
        if (sign == ZONES_FROM || sign == ZONES_TO)
            keep = z->after & (above | ZONES_AFTER_UNDER);
        else
            keep = sign == ZONES_SENT ? z->after & above : 0;
        z->after = next[sign].after | keep;
        z->lines = next[sign].lines;
        if (z->page.on && z->after & ZONES_AFTER_FROM)
            z->lines = ZONES_HEAD_LINES;
    }
    if (z->lines == 0)
        z->after = 0;
}

/* Changes the zone as the line's meaning requires; `at` is the offset after the words that show
 * it. */
static int apply(zones *z, zones_sign sign, uint64_t at)
{
    int stop;

    switch (sign) {
    case ZONES_FOOT:
        z->footer = 0;
        return zones_set(z, at, TRAWL_ZONE_FOOTER);
    case ZONES_FORWARD:
        z->now.under = TRAWL_ZONE_FORWARDED;
        return zones_set(z, at, TRAWL_ZONE_FORWARDED);
    case ZONES_FORWARD_END:
        if (z->now.under != TRAWL_ZONE_FORWARDED)
            return 0;
        z->now.under = TRAWL_ZONE_NEW;
        return zones_set(z, at, TRAWL_ZONE_NEW);
    case ZONES_NEXT:
        zones_end_quotes(z);
        return zones_set(z, at, z->now.under);
    case ZONES_QUOTE:
    case ZONES_MARKED:
        return zones_quote(z, at);
    case ZONES_WROTE:
    case ZONES_SAID:
        return zones_report(z, at);
    case ZONES_DASHES:
        return z->page.on && z->now.zone == TRAWL_ZONE_NEW ? zones_set(z, at, TRAWL_ZONE_SIGNATURE)
                                                           : 0;
    case ZONES_DEVICE:
    case ZONES_NAMED:
        if (z->now.zone != TRAWL_ZONE_NEW)
            return 0;
        stop = zones_set(z, at, TRAWL_ZONE_SIGNATURE);
        z->device = sign == ZONES_NAMED ? ZONES_NAMED_LINES : ZONES_DEVICE_LINES;
        return stop;
    default:
        return 0;
    }
}

/* Takes the last line of a header, or "-----Original Message-----": an answer quotes below it. */
static int zones_take_header(zones *z, zones_sign sign, uint64_t at)
{
    const bool again = z->after & (ZONES_AFTER_ORIGINAL | ZONES_AFTER_OPENED),
               reply = zones_is_reply(z->message);

    expect(z, reply ? sign : ZONES_FORWARD);
    if (!reply)
        return apply(z, ZONES_FORWARD, at);
    if (sign == ZONES_ORIGINAL || !again)
        zones_answered(z);
    if (sign == ZONES_HEADED)
        zones_set_writer(z, zones_depth(z), z->writers.from);
    return zones_report(z, at);
}

int zones_take(zones *z, zones_sign sign, uint64_t at)
{
    if (sign == ZONES_ORIGINAL || sign == ZONES_HEADED)
        return zones_take_header(z, sign, at);
    expect(z, sign);
    return apply(z, sign, at);
}

/* ---- Reading ---- */

/* The maximum number of bytes of a name and its colon in a forwarded header. */
#define FIELD_NAME 24

/* Called in a header that a "From:" has begun. Returns ZONES_FROM for another field of the header,
 * or a folded line, so that To and Cc may precede Sent; ZONES_TEXT for any other line. */
static zones_sign look_field(const zones_line *line)
{
    if (line->n == 0)
        return line->ended ? ZONES_TEXT : ZONES_MORE;
    if (line->p[0] == ' ' || line->p[0] == '\t')
        return ZONES_FROM;
    for (size_t i = 0; i < FIELD_NAME; i++) {
        if (i == line->n)
            return line->ended ? ZONES_TEXT : ZONES_MORE;
        if (line->p[i] == ':' || (unsigned char)line->p[i] == 0xEF) /* U+FF1A, a wide colon */
            return i > 0 ? ZONES_FROM : ZONES_TEXT;
    }
    return ZONES_TEXT;
}

/* Takes the first byte of a line in a text with a mark for quotes: begins or ends a quote, but not
 * at an empty line. */
static int zones_follow_mark(zones *z, char first, uint64_t at)
{
    const bool marked = (unsigned char)first == z->mark;

    if (first == '\n' || first == '\r' ||
        z->now.zone != (marked ? TRAWL_ZONE_NEW : TRAWL_ZONE_QUOTED))
        return 0;
    if (marked)
        return zones_quote(z, at);
    zones_end_quotes(z);
    return zones_set(z, at, z->now.under);
}

/* Returns true when the line at the start of p[0..n) ends with a colon, or may do so. */
static bool zones_may_end(const char *p, size_t n)
{
    const char *lf = zones_may_say(*p) ? memchr(p, '\n', n) : p;
    size_t end = lf ? (size_t)(lf - p) : 0;

    end -= end > 0 && p[end - 1] == '\r';
    return !lf || (end > 0 && kernel_is_colon(p[end - 1]));
}

static int zones_begin_line(zones *z, const char *p, size_t n, uint64_t at)
{
    z->start = false;
    z->open = (z->after & ZONES_AFTER_FROM) || z->half_n > 0 || zones_may_follow(z->after, p, n) ||
              (z->starts.colons && zones_may_end(p, n));
    if (!z->open && z->after != 0)
        expect(z, ZONES_TEXT);
    z->line = at;
    z->held_n = 0;
    if (z->mark)
        return zones_follow_mark(z, *p, at);
    if (z->fresh > 0 && (*p == '>' || --z->fresh == 0) && *p == '>') {
        zones_end_quotes(z);
        return zones_set(z, at, z->now.under);
    }
    if (z->device > 0 && (--z->device == 0 || memchr("\n\r[", *p, 3)))
        return zones_set(z, at, z->now.under);
    if (z->now.zone != TRAWL_ZONE_FOOTER || z->footer++ < ZONES_FOOTER)
        return 0;
    return zones_set(z, at, z->now.under);
}

/* Takes the second half of "On 4 May 2020, Joe" and "<joe@a.example> wrote:": if both together say
 * who wrote what follows, *line becomes both. Returns the meaning. */
static zones_sign zones_join(zones *z, zones_sign sign, zones_line *line, size_t *used)
{
    const size_t n = z->half_n;
    zones_line both = {z->half, n + 1 + line->n, true, true};
    zones_sign said;

    if (n == 0 ||
        (sign != ZONES_TEXT && sign != ZONES_MORE && sign != ZONES_TELLS && sign != ZONES_SAYS))
        return sign;
    if (!line->ended)
        return ZONES_MORE;
    CHECK(both.n <= sizeof z->half);
    z->half[n] = ' ';
    memcpy(z->half + n + 1, line->p, line->n);
    said = line->whole ? zones_look(0, &both, used) : ZONES_TEXT;
    if (said != ZONES_WROTE && said != ZONES_SAID)
        return sign;
    *line = both;
    *used = both.n + 1;
    return said;
}

/* Keeps a line that may go on in the next line, unless a fold can hardly be there. */
static zones_sign zones_keep_half(zones *z, zones_sign sign, const zones_line *line)
{
    if (sign != ZONES_MORE)
        z->half_n = sign == ZONES_HALF && line->n < ZONES_LINE ? line->n : 0;
    if (sign != ZONES_HALF)
        return sign;
    CHECK(z->half_n < ZONES_LINE);
    memcpy(z->half, line->p, z->half_n);
    return ZONES_TEXT;
}

/* The least number of bytes above "Joe wrote:" that are more than a greeting; and the number of
 * bytes of a text in which such a line is searched. */
#define ZONES_ABOVE 20
#define ZONES_INTRODUCTION 2048

/* Returns what a line means in this message. */
static zones_sign zones_judge(const zones *z, zones_sign sign, const zones_line *line)
{
    const bool begins = sign == ZONES_SAYS || sign == ZONES_TELLS;

    if (begins || sign == ZONES_SAID)
        return zones_is_reply(z->message) && (sign != ZONES_SAYS || z->line >= ZONES_ABOVE)
                   ? ZONES_WROTE
                   : ZONES_SAID;
    if (sign == ZONES_CLOSE && !z->named)
        return ZONES_TEXT;
    if (sign == ZONES_NAMED && !(z->after & (ZONES_AFTER_CLOSE | ZONES_AFTER_SEPARATOR)) &&
        !zones_is_author(line, z->message->from))
        return ZONES_TEXT;
    if (sign == ZONES_DATED && z->page.on) /* patches are not sent as pages */
        return ZONES_SENT;
    return sign;
}

/* Reads more of the open line, and sets *took to the number of bytes read, without the LF. */
static int zones_read_line(zones *z, const char *p, size_t n, size_t *took)
{
    size_t room = ZONES_LINE - z->held_n, len = n < room ? n : room, full, used = 0;
    const char *lf = memchr(p, '\n', len);
    zones_line line = {.p = z->held_n > 0 ? z->held : p};
    zones_sign sign;

    len = lf ? (size_t)(lf - p) : len;
    full = z->held_n + len;
    CHECK(full <= ZONES_LINE && (z->open || z->held_n == 0));
    if (z->held_n > 0)
        memcpy(z->held + z->held_n, p, len);
    line.whole = lf != NULL;
    line.ended = lf || full == ZONES_LINE;
    line.n = full - (lf && full > 0 && line.p[full - 1] == '\r');
    sign = zones_look(z->after | (z->named ? 0 : ZONES_NO_MESSAGE), &line, &used);
    if (sign == ZONES_FROM && !line.ended)
        sign = ZONES_MORE; /* the name follows */
    sign = zones_keep_half(z, zones_join(z, sign, &line, &used), &line);
    if ((sign == ZONES_SAYS || sign == ZONES_TELLS) &&
        (!z->starts.colons || z->line >= ZONES_INTRODUCTION))
        sign = ZONES_TEXT;
    if (z->named)
        zones_note_writer(z, sign, &line);
    sign = zones_judge(z, sign, &line);
    if (sign == ZONES_WROTE || sign == ZONES_SAID)
        z->starts.colons = false;
    if (sign == ZONES_TEXT && z->after & ZONES_AFTER_FROM)
        sign = look_field(&line);
    *took = len;
    z->open = sign == ZONES_MORE;
    if (z->open) {
        if (z->held_n == 0)
            memcpy(z->held, p, len);
        z->held_n = full;
        return 0;
    }
    if (sign == ZONES_TEXT && z->after == 0)
        return 0;
    if (sign == ZONES_MARKED || sign == ZONES_QUOTE)
        z->mark = sign == ZONES_MARKED ? (unsigned char)line.p[0] : 0;
    return zones_take(z, sign, z->line + (used > line.n ? full + 1 : used));
}

/* Returns `line`, the offset of a line that has to be read after all. */
static size_t zones_return(zones *z, size_t line)
{
    z->start = true;
    return line;
}

/* Skips the rest of a line and all lines after it that cannot have a meaning. A line with fewer
 * than ZONES_START bytes in this block may have a meaning, and so may a line without its end.
 * Returns where it stops. */
static size_t zones_skip(zones *z, const char *p, size_t i, size_t n)
{
    const char *lf;
    size_t from = i, line;

    if (z->after == 0 && z->now.zone != TRAWL_ZONE_FOOTER && z->device + z->fresh == 0 &&
        z->half_n == 0 && z->mark == 0) {
        while ((i = z->kernel->lines(&z->starts, p, i, n)) < n &&
               (p[i] != '\n' || (n - i > ZONES_START && !zones_may_begin(p + i + 1)))) {
            line = p[i] != '\n' ? count_after_last(p + from, i - from, '\n') : 0;
            if (line > 0 && i - from - line < ZONES_LINE && zones_may_say(p[from + line]))
                return zones_return(z, from + line);
            i++;
        }
        line = i < n || !z->starts.colons ? 0 : count_after_last(p + from, n - from, '\n');
        if (line > 0 && from + line < n && zones_may_say(p[from + line]))
            return zones_return(z, from + line);
    } else {
        lf = memchr(p + i, '\n', n - i);
        i = lf ? (size_t)(lf - p) : n;
    }
    CHECK(n > 0);
    z->start = i < n || p[n - 1] == '\n';
    return i < n ? i + 1 : n;
}

/* Counts the marks at the start of the last line in p[0..n). */
static void zones_read_marks(zones_page *page, const char *p, size_t n)
{
    size_t i = count_after_last(p, n, '\n');

    if (i > 0) {
        page->marks = 0;
        page->head = true;
    }
    for (; page->head && i < n; i++) {
        page->marks += p[i] == '>';
        page->head = p[i] == '>' || p[i] == ' ' || p[i] == '\t';
    }
}

int zones_step(zones *z, const char *p, size_t n, size_t *used)
{
    size_t i = 0, took;
    const unsigned reports = z->reports;
    int stop = 0;

    while (i < n && !stop && z->reports == reports) {
        if (z->start) {
            stop = zones_begin_line(z, p + i, n - i, z->at + i);
        } else if (z->open) {
            stop = zones_read_line(z, p + i, n - i, &took);
            i += took;
        } else {
            i = zones_skip(z, p, i, n);
        }
    }
    if (z->page.on)
        zones_read_marks(&z->page, p, i);
    z->at += i;
    z->starts.colons = z->starts.colons && z->at < ZONES_INTRODUCTION + 2 * ZONES_LINE;
    *used = i;
    return stop;
}

/* ---- Continuing ---- */

/* The first bit of each member. */
enum {
    PACK_ZONE = 0,
    PACK_UNDER = 3,
    PACK_FOOTER = 6,
    PACK_LINES = 13,
    PACK_AFTER = 17,
    PACK_BARE = 26,
    PACK_COLONS = 29
};

_Static_assert(TRAWL_ZONE_COUNT <= 8 && ZONES_FOOTER < 127 && ZONES_BARE <= 7 &&
                   ZONES_UNPACKED <= 1 << 9,
               "a zone has three bits, a footer's line seven, quotes three, special lines nine");

uint32_t zones_pack(const zones *z)
{
    bool footer = z->now.zone == TRAWL_ZONE_FOOTER; /* otherwise z->footer means nothing */
    unsigned left = z->after ? z->lines : 0;

    return ((uint32_t)z->now.zone ^ TRAWL_ZONE_NEW) << PACK_ZONE |
           ((uint32_t)z->now.under ^ TRAWL_ZONE_NEW) << PACK_UNDER |
           (footer ? (uint32_t)z->footer : 0) << PACK_FOOTER | left << PACK_LINES |
           (uint32_t)z->after << PACK_AFTER | (uint32_t)z->now.bare << PACK_BARE |
           (uint32_t)(z->starts.colons != zones_is_reply(z->message)) << PACK_COLONS;
}

int zones_unpack(zones *z, uint32_t packed)
{
    z->now.zone = (int)(packed >> PACK_ZONE & 7) ^ TRAWL_ZONE_NEW;
    z->now.under = (int)(packed >> PACK_UNDER & 7) ^ TRAWL_ZONE_NEW;
    z->footer = packed >> PACK_FOOTER & 127;
    z->lines = packed >> PACK_LINES & 15;
    z->after = packed >> PACK_AFTER & 511;
    z->now.bare = packed >> PACK_BARE & 7;
    z->starts.colons ^= packed >> PACK_COLONS & 1;
    return zones_report(z, 0);
}
