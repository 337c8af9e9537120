/* find.c - functions of a scan for src/lib/mail; see find.h */

#include "find/lines/lines.h"
#include "find/scan/scan.h"

settings_view settings_of(const trawl_settings *s)
{
    return (settings_view){.m = &s->m,
                           .find = s->config_find,
                           .want = s->want,
                           .options = s->options,
                           .charset = s->charset,
                           .base = {s->base, s->base_n},
                           .rules = s->rules != NULL,
                           .kernel = s->kernel,
                           .refang = &s->sets.refang};
}

settings_view scan_settings(const trawl_scanner *t)
{
    return settings_of(t->set);
}

scan_mode *scan_mode_of(trawl_scanner *t)
{
    return &t->mode;
}

void scan_expect_no_mark(trawl_scanner *t)
{
    t->in.looking = false;
}

void scan_send_urls_to(trawl_scanner *t, trawl_sink *sink, void *user, const trawl_event *like,
                       uint64_t add)
{
    t->to = sink;
    t->to_user = user;
    t->event = *like;
    t->add = add;
}

scan_state scan_state_of(const trawl_scanner *t)
{
    return (scan_state){.decoding = t->in.active != NULL,
                        .delivered = t->sent,
                        .kept_from = t->carry_base,
                        .line = t->place.line,
                        .column = t->place.column};
}

/* Returns true when the lines above do not matter to links in the next line (R34, R35). */
static bool forgets_above(const trawl_scanner *t)
{
    const size_t end = t->carry_n;
    const size_t from = bytes_after_last(t->carry, 0, end > 0 ? end - 1 : 0, '\n');

    if (end - from > 2 && t->carry[end - (t->carry[end - 2] == '\r' ? 3 : 2)] == '-')
        return false; /* half an address */
    return t->set->profile == TRAWL_PROFILE_UTS58 ||
           (t->set->profile != TRAWL_PROFILE_SCREEN && region_ends(t->carry + from, end - from));
}

bool scan_is_idle(const trawl_scanner *t, uint64_t at)
{
    return !t->error && !t->in.looking && !t->in.active && !t->waiting && !t->skipping &&
           t->carry_base + t->carry_n == at && t->search == at && t->sent == at && t->floor <= at &&
           t->unclosed_to <= at && t->place.join_to <= at && forgets_above(t) &&
           !address_line_announces(&(text){.p = t->carry, .n = t->carry_n}, t->carry_n);
}

scan_past scan_past_of(trawl_scanner *t)
{
    const text end = {.p = t->carry, .n = t->carry_n, .base = t->carry_base, .above = t->above};

    return (scan_past){notation_pack(&t->notation, &end), shape_above(&end, t->carry_n)};
}

void scan_set_past(trawl_scanner *t, scan_past past)
{
    notation_unpack(&t->notation, past.notation);
    t->above = past.row;
}

uint64_t scan_count_lines(trawl_scanner *t)
{
    text rest = {.p = t->carry, .n = t->carry_n, .base = t->carry_base};

    place_advance(&t->place, &rest, rest.n);
    return t->place.line;
}
