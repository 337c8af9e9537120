/* match.c - tries the patterns of the user's rules at a trigger
 *
 * A match may take RULES_STEPS, a depth of 1000 and 16 MiB (set in compile.c). A pattern that
 * exceeds these limits does not match, and this is counted. If the JIT's stack of 32 KiB is too
 * small, or there is no JIT, the interpreter is used, with the same limits.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/ascii.h"
#include "base/check.h"
#include "base/out.h"
#include "base/utf8.h"
#include "url/rules/inside.h"

/* Returns the number of lines that the rule sees here. */
static unsigned lines_of(const rules_rule *rule, const rules_place *w)
{
    return rule->lines > w->lines ? w->lines : rule->lines > 0 ? rule->lines : 1;
}

/* Returns the end of the text that the rule sees. */
static size_t match_end_of(const rules_rule *rule, const rules_place *w)
{
    CHECK(w->lines > 0);
    return w->to[lines_of(rule, w) - 1];
}

/* Matches the pattern at `from`; for a rule with "before", at the first place from there to the
 * trigger. Returns PCRE2's result: the number of groups, or an error. */
static int rules_match_run(const rules_run *r, const rules_rule *rule, const rules_place *w,
                           size_t from)
{
    bool eol = w->eol || lines_of(rule, w) < w->lines;
    uint32_t options = (w->bol ? 0 : PCRE2_NOTBOL) | (eol ? 0 : PCRE2_NOTEOL);
    pcre2_match_context *limits = rule->before > 0 ? r->limits : r->rules->limits;
    size_t n = match_end_of(rule, w);
    int found;

    SANITIZE_FOREIGN_BEGIN();
    if (rule->before > 0)
        pcre2_set_offset_limit(limits, w->at);
    found = pcre2_match(rule->code, (PCRE2_SPTR)w->p, n, from, options, r->data, limits);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = pcre2_match(rule->code, (PCRE2_SPTR)w->p, n, from, options | PCRE2_NO_JIT, r->data,
                            limits);
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(pcre2_get_ovector_pointer(r->data),
                     2 * sizeof(PCRE2_SIZE) * pcre2_get_ovector_count(r->data));
    return found;
}

/* Like rules_match_run(), but finds the leftmost match that includes the trigger, which ends at
 * `trigger`, and does not begin inside a character. */
static int match_search(const rules_run *r, const rules_rule *rule, const rules_place *w,
                        size_t trigger)
{
    const PCRE2_SIZE *where = pcre2_get_ovector_pointer(r->data);
    size_t from = w->at - w->least < rule->before ? w->least : w->at - rule->before;
    int found;

    do {
        found = rules_match_run(r, rule, w, from);
        if (found < 0 || (where[1] >= trigger && !utf8_goes_on(w->p[where[0]])))
            return found;
        from = where[0] + 1;
    } while (from <= w->at);
    return PCRE2_ERROR_NOMATCH;
}

/* Counts a failure, but only once for each place, even if the place is tried again. */
static void count_failure(const rules_rule *rule, rules_count *count, uint64_t place,
                          rules_hit *hit)
{
    if (count->last != place + 1) {
        count->last = place + 1;
        count->first = count->first ? count->first : place + 1;
        count->failures++;
        count->times++;
    }
    if (count->first == place + 1 && !hit->gave_up)
        hit->gave_up = rule->sentences + strlen(rule->sentences) + 1;
}

/* Writes a byte of a group: percent-encoded, or as part of an id. */
static void write_byte(text_out *o, bool id, unsigned char c)
{
    if (id)
        out_byte(o, rules_in_id((unsigned char)ascii_lower((char)c)) ? ascii_lower((char)c) : '-');
    else if (ascii_is_unreserved(c))
        out_byte(o, (char)c);
    else
        out_percent(o, c);
}

/* Writes the template with the text of its groups; unset groups are empty. Returns the length. */
static size_t write_url(const rules_run *r, const rules_rule *rule, const char *p, char *url,
                        size_t size)
{
    const PCRE2_SIZE *where = pcre2_get_ovector_pointer(r->data);
    text_out o = {.p = url, .size = size};
    rules_part part;

    for (size_t i = 0; i < rule->url.n;) {
        i += rules_part_next(rule->url.p + i, rule->url.n - i, &part);
        if (part.kind == RULES_LITERAL) {
            out_put(&o, part.text.p, part.text.n);
            continue;
        }
        const int group = rules_group(rule, part.text);
        const PCRE2_SIZE *span = group < 0 ? NULL : where + 2 * (size_t)group;
        if (!span || span[0] == PCRE2_UNSET)
            continue;
        for (size_t k = span[0]; k < span[1]; k++)
            write_byte(&o, rule->page, (unsigned char)p[k]);
    }
    return o.len;
}

/* If a match in p[0..n) ends inside a character, returns the end of that character; else `end`. */
static size_t whole_character(const char *p, size_t n, size_t end)
{
    size_t more = end;

    while (more < n && more - end < 3 && utf8_goes_on(p[more]))
        more++;
    return more;
}

/* Tries a rule whose trigger, of `trigger` bytes, occurs at this place. Sets *hit if the match is
 * longer than the match in *hit. */
static int try_rule(rules_run *r, unsigned which, size_t trigger, const rules_place *w,
                    text_out *url, rules_hit *hit)
{
    const rules_rule *rule = &r->rules->rule[which];
    rules_count *count = &r->count[which];
    const PCRE2_SIZE *where = pcre2_get_ovector_pointer(r->data);
    size_t to;
    int found;

    if (rule->page && !w->page)
        return TRAWL_OK;
    if (count->failures >= RULES_TIRED && count->last != w->place + 1)
        return TRAWL_OK;
    found = rule->before > 0 ? match_search(r, rule, w, w->at + trigger)
                             : rules_match_run(r, rule, w, w->at);
    if (found == PCRE2_ERROR_NOMEMORY)
        return TRAWL_ERROR_NO_MEMORY;
    if (found < 0 && found != PCRE2_ERROR_NOMATCH)
        count_failure(rule, count, w->place, hit);
    if (found < 0 || where[0] > w->at || where[1] < w->at + trigger)
        return TRAWL_OK;
    to = whole_character(w->p, match_end_of(rule, w), where[1]);
    if (to - where[0] <= hit->to - hit->from)
        return TRAWL_OK;
    url->len = write_url(r, rule, w->p, url->p, 0);
    if (url->len > url->size)
        return TRAWL_OK;
    hit->url_n = write_url(r, rule, w->p, url->p, url->size);
    hit->rule = which;
    hit->from = where[0];
    hit->to = to;
    hit->sentence = rule->sentences;
    return TRAWL_OK;
}

int rules_match(rules_run *rules_match_run, const rules_place *where, char *url, size_t size,
                rules_hit *hit)
{
    const rules *r = rules_match_run->rules;
    unsigned char c = (unsigned char)where->p[where->at];
    unsigned last = RULES_MAX;
    text_out o = {.p = url, .size = size};

    *hit = (rules_hit){0};
    for (unsigned i = r->from[c]; i < r->from[c + 1]; i++) {
        const rules_start *s = &r->start[i];
        if (s->rule == last || s->text.n > where->to[0] - where->at ||
            memcmp(s->text.p, where->p + where->at, s->text.n) != 0)
            continue;
        last = s->rule;
        if (try_rule(rules_match_run, s->rule, s->text.n, where, &o, hit) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
    }
    return hit->to > 0;
}
