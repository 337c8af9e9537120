/* resume.c - finds places where another trawl_mail can continue a text or mailbox, and continues
 * there; see trawl_mail.h
 *
 * At such a place almost no state is open. In a mailbox it follows a separator, so the previous
 * message does not matter. In a text it is the start of a line before which everything is decided,
 * whatever follows; the remaining state (inside a binary, a signature, a footer) fits into two
 * numbers. There are no such places in other containers, in texts with a charset, or in texts with
 * more state (user rules count their cost, --join reads the previous line).
 */
#include "base/sized.h"
#include "mail/mail.h"

/* trawl_mail_place.inside: enum lines_state, whether the text is signed, the last line as a row of
 * data, and the width of a binary's lines. */
#define INSIDE_STATE 0x0Fu
#define INSIDE_SIGNED 0x10u
#define INSIDE_ROW 5
#define INSIDE_ROW_BITS 0x7FFu
#define INSIDE_WIDTH 16

_Static_assert(LINES_YENC <= INSIDE_STATE && LINES_START == 0,
               "a state of lines_out has four bits, and 0 means no state");

/* trawl_mail_place.zone: zones_pack(), and this bit for a signature. */
#define ZONE_SIGNED 30

_Static_assert(ZONES_BITS <= ZONE_SIGNED, "a signature has a bit of its own");

static bool resume_is_mailbox(int input)
{
    return input == TRAWL_INPUT_MBOX || input == TRAWL_INPUT_MBOXO;
}

/* Returns true when the settings allow that a text is continued by another trawl_mail. */
static bool resume_is_plain(const trawl_mail *m)
{
    const settings_view s = scan_settings(m->t);

    return !m->r.wants.refanged && !s.rules && !(s.options & TRAWL_OPTION_JOIN) &&
           !(m->charset && m->charset->kind != NAMES_RAW);
}

/* ---- Telling a place ---- */

/* Returns true for a state at the start of a line that trawl_mail_place can hold: folded text has
 * more of it. */
static bool resume_has_state(unsigned state)
{
    return state < LINES_WITHIN || state > LINES_VALUE;
}

static bool text_is_idle(const trawl_mail *m)
{
    const reader *r = &m->r;

    return m->in_text && resume_is_plain(m) && !r->peek.on && !r->encoded && !r->charset &&
           !r->mark.on && r->lines.held_n == 0 && resume_has_state(r->lines.state) &&
           r->lines.cut_n == 0 && !cuts_any(&m->g.cuts) && zones_is_idle(&r->zones) &&
           scan_is_idle(m->t, r->scanned);
}

static bool tell_text(trawl_mail *m, trawl_mail_place *here)
{
    const lines *l = &m->r.lines;
    scan_past past;

    events_drop_cuts(&m->g, scan_state_of(m->t).delivered);
    if (!text_is_idle(m))
        return false;
    past = scan_past_of(m->t);
    here->line = m->g.origin.line + scan_count_lines(m->t) + m->g.cuts.lines;
    here->inside = l->state | (l->signed_text ? INSIDE_SIGNED : 0) | past.row << INSIDE_ROW |
                   (l->state >= LINES_UU ? l->width << INSIDE_WIDTH : 0);
    here->notation = past.notation;
    here->zone = zones_pack(&m->r.zones) | (uint32_t)l->signature << ZONE_SIGNED;
    return true;
}

/* Returns true right after a separator, but not after a second line of the envelope. */
static bool tell_mailbox(const trawl_mail *m, trawl_mail_place *here)
{
    here->number = m->number;
    return m->c.open && m->c.state == CONTAINER_ENVELOPE && m->w.message.offset == m->c.at;
}

int trawl_mail_tell(trawl_mail *m, trawl_mail_place *here)
{
    trawl_mail_place at = {.size = sizeof at, .line = 1};
    bool there = false;

    if (!m || m->error || m->finished || m->busy || sized_of(here) == 0)
        return TRAWL_ERROR_MISUSE;
    at.offset = m->c.at;
    if (m->c.held_n == 0 && m->c.line && m->c.at > 0)
        there = m->c.kind == TRAWL_INPUT_TEXT
                    ? tell_text(m, &at)
                    : resume_is_mailbox((int)m->c.kind) && tell_mailbox(m, &at);
    if (there)
        at.input = (int)m->c.kind;
    (void)sized_put(here, &at, sizeof at);
    m->busy = true;
    m->error = there ? events_flush(&m->g) : TRAWL_OK;
    m->busy = false;
    return m->error;
}

/* ---- Continuing ---- */

static int seek_text(trawl_mail *m, const trawl_mail_place *here)
{
    reader *r = &m->r;
    int stop = mail_begin_text(m, here->offset, true);

    if (stop)
        return stop;
    scan_expect_no_mark(m->t);
    m->g.origin.line = here->line - 1;
    r->lines.state = here->inside & INSIDE_STATE;
    r->lines.signed_text = (here->inside & INSIDE_SIGNED) != 0;
    r->lines.width = here->inside >> INSIDE_WIDTH;
    if (r->lines.signed_text)
        events_count(&m->g, 1, 0); /* there will be cuts */
    scan_mode_of(m->t)->want = events_needs(&m->g);
    scan_set_past(m->t, (scan_past){here->notation, here->inside >> INSIDE_ROW & INSIDE_ROW_BITS});
    r->lines.signature = (here->zone >> ZONE_SIGNED & 1) != 0;
    if (r->lines.signature)
        m->g.signature = 0;
    return zones_unpack(&r->zones, here->zone);
}

/* Continues at a place whose members are valid. Returns as trawl_mail_feed(). */
static int resume_seek(trawl_mail *m, const trawl_mail_place *here)
{
    m->c.asked = m->c.kind = (enum trawl_input)here->input;
    m->c.at = m->g.covered_to = here->offset;
    if (here->input == TRAWL_INPUT_TEXT)
        return seek_text(m, here);
    m->number = here->number - 1;
    m->c.state = CONTAINER_ENVELOPE;
    m->c.open = true;
    return mail_begin_message(m, here->offset);
}

int trawl_mail_seek(trawl_mail *m, const trawl_mail_place *here)
{
    trawl_mail_place at;
    bool is_text;

    if (!m || m->busy || !sized_get(&at, sizeof at, here) || at.line == 0)
        return TRAWL_ERROR_MISUSE;
    is_text = at.input == TRAWL_INPUT_TEXT;
    if (is_text ? !resume_is_plain(m) : !resume_is_mailbox(at.input) || at.number == 0)
        return TRAWL_ERROR_MISUSE;
    (void)trawl_mail_reset(m);
    m->busy = true;
    m->error = resume_seek(m, &at);
    m->busy = false;
    return m->error;
}
