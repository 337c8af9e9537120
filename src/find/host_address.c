/* host_address.c - the host of an address in running text: it may end before the characters of hosts do (D3)
 *
 * Sentences go on without a blank: in Chinese, Japanese, Korean and Thai with letters that hosts may have, elsewhere behind "..."
 * or behind a full stop whose blank was forgotten. The host ends there if it ends in a top-level domain, and what would be the host
 * otherwise does not.
 */
#include "find/host_address.h"

#include <string.h>

#include "base/ascii.h"
#include "find/email_text.h"
#include "find/rules_off.h"
#include "find/tld.h"

/* The label that ends at to begins here. */
static size_t label_start(const text *t, const host *h, size_t to)
{
    while (to > h->from && t->p[to - 1] != '.')
        to--;
    return to;
}

/* Does a name end at to, in a top-level domain that begins at label? */
static bool is_end(const settings *s, const text *t, const host *h, size_t label, size_t to)
{
    return label > h->from && settings_tld(s, t->p + label, to - label);
}

/* Is the label that begins here a top-level domain with all its characters, of which those before i are ASCII? */
static bool is_wide_tld(const settings *s, text *t, size_t label, size_t i)
{
    utf8_char c;

    while (i - label <= TLD_LABEL_MAX && (c = text_char(t, i)).len > 0 && host_char(c.code) && !host_is_dot(c.code))
        i += c.len;
    return settings_tld(s, t->p + label, i - label);
}

/* Is the label one of the seven old domains, or of a country whose script has no blanks? */
static bool is_usual_tld(const text *t, size_t label, size_t to)
{
    static const char countries[][3] = {"cn", "hk", "jp", "kr", "th", "tw"};

    for (size_t k = 0; to - label == 2 && k < sizeof countries / sizeof countries[0]; k++)
        if (ascii_same(t->p + label, countries[k], 2))
            return true;
    return tld_flags(t->p + label, to - label) & TLD_STRONG;
}

/* Does the host end before the character at i, where its label so far is a top-level domain: a symbol, a letter of a script without
 * blanks between words, or a dot between words? Behind a scheme any name will do (M5), so there only usual domains end it. */
static bool ends_before(const settings *s, text *t, const host *h, size_t label, size_t i)
{
    uint32_t code = text_char(t, i).code;

    if (h->named && label != h->last)
        return false;
    if (host_is_symbol(code))
        return true;
    return (email_is_unspaced(code) || code == 0xB7 || code == 0x30FB) && !is_wide_tld(s, t, label, i) &&
           (!h->named || is_usual_tld(t, label, i));
}

/* Past "joe@example.com" of "joe@example.com으로" and "joe@example.com。谢谢"; h->to where nothing is glued to it. */
static size_t before_unspaced(const settings *s, text *t, const host *h)
{
    size_t i = h->from, label;
    utf8_char c;

    if (!h->odd)
        return h->to; /* all is ASCII */
    while (i < h->to && (unsigned char)t->p[i] < 0x80)
        i++;
    if (i == h->to)
        return h->to;
    label = label_start(t, h, i);
    if (!is_end(s, t, h, label, i))
        return h->to;
    c = text_char(t, i);
    if (!host_is_dot(c.code))
        return ends_before(s, t, h, label, i) ? i : h->to;
    if (h->bad || text_at(t, h->to) == '@' || text_is(t, i + c.len, "www."))
        return i;
    return settings_tld(s, t->p + h->last, h->to - h->last) ? h->to : i;
}

/* Past "joe@example.com" of "joe@example.com...and"; h->to where no dots stand. */
static size_t before_dots(const settings *s, const text *t, const host *h)
{
    const char *end = t->p + h->to;

    for (const char *dot = t->p + h->from; (dot = memchr(dot, '.', (size_t)(end - dot))) && end - dot >= 3; dot++)
        if (dot[1] == '.' && dot[2] == '.') {
            size_t to = (size_t)(dot - t->p);
            return is_end(s, t, h, label_start(t, h, to), to) ? to : h->to;
        }
    return h->to;
}

/* Past "example.com" of "example.com--which", where a dash is written so; h->to where none is. */
static size_t before_dash(const settings *s, const text *t, const host *h)
{
    for (size_t i = h->last; i + 2 < h->to; i++)
        if (t->p[i] == '-' && t->p[i + 1] == '-')
            return is_end(s, t, h, h->last, i) ? i : h->to;
    return h->to;
}

/* Is the last label, which begins with a capital, a word as sentences begin with? Not "NOSPAM" or "INVALID", with which people keep
 * mail away: without it the address would be theirs. */
static bool is_word(const text *t, const host *h)
{
    size_t n = h->to - h->last;

    return (n < 2 || !ascii_is_upper(t->p[h->last + 1])) && (n != 7 || !ascii_same(t->p + h->last, "invalid", n));
}

/* Past "joe@example.com" of "joe@example.com.Thanks"; h->to where no sentence begins so. One in capitals is not told from a host in
 * capitals. */
static size_t before_sentence(const settings *s, text *t, const host *h)
{
    size_t to = h->last - 1, label = label_start(t, h, to);

    if (!is_word(t, h))
        return h->to;
    if (!is_end(s, t, h, label, to) || settings_tld(s, t->p + h->last, h->to - h->last) ||
        email_is_named_like_file(t->p, h->to) || text_at(t, h->to) == '@')
        return h->to;
    for (size_t i = label; i < to; i++)
        if (ascii_is_upper(t->p[i]))
            return h->to;
    return to;
}

/* Does "E<gt>" stand at its end, "E<lt>joe@example.comE<gt>", as Perl's manuals have angle brackets? */
static bool ends_in_angle(const settings *s, text *t, const host *h)
{
    return t->p[h->to - 1] == 'E' && text_is(t, h->to, "<gt>") && is_end(s, t, h, h->last, h->to - 1);
}

static size_t end_of_host(const settings *s, text *t, const host *h)
{
    size_t to = before_unspaced(s, t, h);

    if (to < h->to)
        return to;
    if (h->bad)
        return before_dots(s, t, h);
    if (h->labels < 2)
        return to;
    if (h->odd && (to = before_dash(s, t, h)) < h->to)
        return to;
    if (ends_in_angle(s, t, h))
        return to - 1;
    return h->labels > 2 && h->last_dot == '.' && ascii_is_upper(t->p[h->last]) ? before_sentence(s, t, h) : to;
}

void host_of_address(const settings *s, text *t, size_t i, host *h)
{
    size_t to;

    if (!host_plainly(s->kernel, t, i, h))
        host_read(t, i, false, h);
    if (RULE(D3) && settings_mail(s) && (to = end_of_host(s, t, h)) < h->to)
        host_cut(t, h, to);
}

void host_of_url(const settings *s, text *t, host *h)
{
    size_t to;

    if (!RULE(M14) || !settings_mail(s) || (!h->odd && !h->bad) || h->to == h->from)
        return;
    to = before_unspaced(s, t, h);
    if (to == h->to)
        to = h->bad ? before_dots(s, t, h) : before_dash(s, t, h);
    if (to < h->to)
        host_cut(t, h, to);
}
