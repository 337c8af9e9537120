/* zones.c - finds the zones of a text, line by line
 *
 * A SIMD search finds the lines that may begin a zone, by their first bytes; all others are
 * skipped. zones_words.c decides what a line means.
 */
#include <trawl_mail.h>

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
    zones_gates_make(&z->gates);
}

void zones_begin(zones *z, zones_change *change, void *user)
{
    z->change = change;
    z->user = user;
    z->zone = z->under = TRAWL_ZONE_NEW;
    z->after = z->lines = z->footer = z->device = 0;
    z->at = z->line = 0;
    z->start = true;
    z->open = false;
    z->held_n = 0;
}

/* Changes the zone at offset `at`, and reports it. */
static int zones_set(zones *z, uint64_t at, int zone)
{
    if (zone == z->zone)
        return 0;
    z->zone = zone;
    z->footer = z->device = 0;
    return z->change(z->user, at, zone);
}

int zones_signature(zones *z)
{
    z->device = 0;
    return z->zone == TRAWL_ZONE_NEW ? zones_set(z, z->at, TRAWL_ZONE_SIGNATURE) : 0;
}

/* ---- The effect of a line ---- */

/* How many lines the signature of a program may have. */
#define ZONES_DEVICE_LINES 4

/* Updates z->after, which decides what the next lines may mean. */
static void expect(zones *z, zones_sign sign)
{
    static const struct {
        unsigned after, lines;
    } next[ZONES_SIGNS] = {
        [ZONES_NEXT] = {ZONES_AFTER_PART, 3},
        [ZONES_RULE] = {ZONES_AFTER_RULE, 3},
        [ZONES_UNDERSCORES] = {ZONES_AFTER_RULE | ZONES_AFTER_UNDER, 3},
        [ZONES_MAILMAN] = {ZONES_AFTER_RULE | ZONES_AFTER_UNDER | ZONES_AFTER_MAILMAN, 3},
        [ZONES_DIGEST] = {ZONES_AFTER_RULE | ZONES_AFTER_DIGEST, 3},
        [ZONES_FROM] = {ZONES_AFTER_FROM, 1},
        [ZONES_TO] = {ZONES_AFTER_FROM, 1},
        [ZONES_SENT] = {ZONES_AFTER_SENT, 8},
        [ZONES_SENT_TO] = {ZONES_AFTER_SENT_TO, 5},
    };
    unsigned under = z->after & ZONES_AFTER_UNDER;

    if (sign == ZONES_TEXT || sign == ZONES_BLANK) {
        z->after &= sign == ZONES_TEXT ? ZONES_AFTER_SENT | ZONES_AFTER_SENT_TO
                                       : ~(unsigned)(ZONES_AFTER_MAILMAN | ZONES_AFTER_FROM);
        z->lines -= z->lines > 0;
    } else {
        z->after = next[sign].after | (sign == ZONES_FROM || sign == ZONES_TO ? under : 0);
        z->lines = next[sign].lines;
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
        z->under = TRAWL_ZONE_FORWARDED;
        return zones_set(z, at, TRAWL_ZONE_FORWARDED);
    case ZONES_FORWARD_END:
        if (z->under != TRAWL_ZONE_FORWARDED)
            return 0;
        z->under = TRAWL_ZONE_NEW;
        return zones_set(z, at, TRAWL_ZONE_NEW);
    case ZONES_NEXT:
        return zones_set(z, at, z->under);
    case ZONES_DEVICE:
        if (z->zone != TRAWL_ZONE_NEW)
            return 0;
        stop = zones_set(z, at, TRAWL_ZONE_SIGNATURE);
        z->device = ZONES_DEVICE_LINES;
        return stop;
    default:
        return 0;
    }
}

/* ---- Reading ---- */

/* The most bytes of a name and its colon in a forwarded header. */
#define FIELD_NAME 24

/* Returns ZONES_FROM for another field of the header that a "From:" has begun, or a folded line of
 * it, so that To and Cc may precede Sent; ZONES_TEXT for any other line. */
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

static int zones_begin_line(zones *z, const char *p, size_t n, uint64_t at)
{
    z->start = false;
    z->open = (z->after & ZONES_AFTER_FROM) || zones_may_follow(z->after, p, n);
    if (!z->open && z->after != 0)
        expect(z, ZONES_TEXT);
    z->line = at;
    z->held_n = 0;
    if (z->device > 0 && (--z->device == 0 || *p == '\n' || *p == '\r'))
        return zones_set(z, at, z->under);
    if (z->zone != TRAWL_ZONE_FOOTER || z->footer++ < ZONES_FOOTER)
        return 0;
    return zones_set(z, at, z->under);
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
    if (z->held_n > 0)
        memcpy(z->held + z->held_n, p, len);
    line.whole = lf != NULL;
    line.ended = lf || full == ZONES_LINE;
    line.n = full - (lf && full > 0 && line.p[full - 1] == '\r');
    sign = zones_look(z->after, &line, &used);
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
    expect(z, sign);
    return apply(z, sign, z->line + (used > line.n ? full + 1 : used));
}

/* Skips the rest of a line and all lines after it that cannot have a meaning; a line with fewer
 * than ZONES_START bytes in this block may. Returns where it stops. */
static size_t zones_skip(zones *z, const char *p, size_t i, size_t n)
{
    const char *lf;

    if (z->after == 0 && z->zone != TRAWL_ZONE_FOOTER && z->device == 0) {
        while ((i = z->kernel->lines(&z->gates.starts, p, i, n)) < n && n - i > ZONES_START &&
               !zones_may_begin(p + i + 1))
            i++;
    } else {
        lf = memchr(p + i, '\n', n - i);
        i = lf ? (size_t)(lf - p) : n;
    }
    z->start = i < n || p[n - 1] == '\n';
    return i < n ? i + 1 : n;
}

int zones_step(zones *z, const char *p, size_t n, size_t *used)
{
    size_t i = 0, took;
    int stop = 0, zone = z->zone;

    while (i < n && !stop && z->zone == zone) {
        if (z->start) {
            stop = zones_begin_line(z, p + i, n - i, z->at + i);
        } else if (z->open) {
            stop = zones_read_line(z, p + i, n - i, &took);
            i += took;
        } else {
            i = zones_skip(z, p, i, n);
        }
    }
    z->at += i;
    *used = i;
    return stop;
}
