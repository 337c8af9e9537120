/* host.c - finds the end of host names in running text (D2, M5, M14), and tests them
 *
 * A kernel reads plain hosts; other hosts are read character by character. In running text a host
 * may end before a character that is allowed in hosts (D3, M14), or continue after a character that
 * is not (M5). The extent never depends on an IDNA library: beyond ASCII a host has the characters
 * of Link_Email.
 */
#include "find/bare/inside.h"

/* ---- Characters ---- */

bool host_is_dot(uint32_t code)
{
    return code == '.' || code == 0x3002 || code == 0xFF0E || code == 0xFF61;
}

/* Characters that IDNA allows besides letters (RFC 5892 section 2.6): middle dots, ...; and the
 * characters that it maps to one of these (U+0F0C) or to a Han letter that looks the same
 * (radicals). */
static bool idna_exception(uint32_t code)
{
    return code == 0xB7 || code == 0x375 || code == 0x5F3 || code == 0x5F4 || code == 0x6FD ||
           code == 0x6FE || code == 0xF0B || code == 0xF0C || code == 0x2E2F || code == 0x2E9F ||
           code == 0x2EF3 || (code >= 0x2F00 && code <= 0x2FD5) || code == 0x3007 || code == 0x30FB;
}

static bool label_char(uint32_t code)
{
    if (code < 0x80)
        return byte_is((unsigned char)code, BYTE_LABEL);
    return (link_class(code) & LINK_EMAIL) || idna_exception(code);
}

bool host_char(uint32_t code)
{
    return label_char(code) || host_is_dot(code);
}

/* Returns true for a symbol or an emoji, as hosts after a scheme may have. */
static bool is_symbol(uint32_t code)
{
    bool symbol = (code >= 0x2100 && code <= 0x2BFF) || (code >= 0x1F000 && code <= 0x1FAFF) ||
                  code == 0xFE0F;

    return symbol && !text_is_box(code) && (link_class(code) & LINK_TERM) == LINK_INCLUDE;
}

/* Returns true when two hexadecimal digits follow the "%" at i. */
static bool host_is_escape(text *t, size_t i)
{
    return text_is_of(t, i + 1, BYTE_HEX) && text_is_of(t, i + 2, BYTE_HEX);
}

/* Returns the length of an escape: "\-", "\&." and "\." of troff, "\_" of Markdown; 0 for none. */
static size_t escape_length(text *t, size_t i, uint32_t *dot)
{
    int c = text_at(t, i + 1);
    size_t n = text_is(t, i, "\\&.") ? 3 : c == '-' || c == '_' || c == '.' ? 2 : 0;

    if (n == 0 || !text_is_of(t, i + n, BYTE_ALNUM))
        return 0;
    *dot = n == 3 || c == '.' ? '.' : 0;
    return n;
}

/* ---- Symbols and "_" in hosts without a scheme ----
 *
 * "www.☂.example", "a☂.example", "a_b.x.example": they belong to the host if it goes on after their
 * label.
 */

static bool is_joiner(uint32_t code)
{
    return code == 0x200D || code == 0xFE0E || code == 0xFE0F;
}

bool host_symbol(uint32_t code)
{
    return (is_symbol(code) && !(code >= 0x2190 && code <= 0x21FF)) || is_joiner(code);
}

/* Returns the end of the label at i, symbols and "_" included; i for none. Sets *letters to whether
 * it has other characters. */
static size_t bare_host_label_end(text *t, size_t i, bool *letters)
{
    enum { LONGEST = 128 };
    const size_t from = i;
    utf8_char c;

    for (*letters = false; i - from < LONGEST && (c = text_char(t, i)).len > 0; i += c.len) {
        if (!label_char(c.code) && c.code != '_' && !host_symbol(c.code))
            break;
        *letters = *letters || !host_symbol(c.code);
    }
    return i;
}

/* Returns the place after the dot at i if a label follows it; 0 for none. */
static size_t host_next_label(text *t, size_t i)
{
    utf8_char c = text_char(t, i);
    size_t to = i + c.len;

    if (c.len == 0 || !host_is_dot(c.code))
        return 0;
    c = text_char(t, to);
    return c.len > 0 && (label_char(c.code) || host_symbol(c.code)) ? to : 0;
}

/* What follows in a label and after it, read at the label's first symbol or "_". */
typedef struct host_ahead {
    size_t label;   /* where the label begins, SIZE_MAX for none */
    unsigned after; /* how many labels follow the label: 0, 1, or 2 for more than one */
    bool letters;   /* the label has more than symbols from there on */
} ahead;

static void look_ahead(text *t, size_t label, size_t i, ahead *a)
{
    bool letters;
    size_t to;

    if (a->label == label)
        return;
    a->label = label;
    to = host_next_label(t, bare_host_label_end(t, i, &a->letters));
    a->after = to > 0 ? 1 + (host_next_label(t, bare_host_label_end(t, to, &letters)) > 0) : 0;
}

/* Returns true when the symbol at i belongs to its host: after the first letter of its label, in a
 * label of symbols alone, or after "www.". Other names of base/prefix.h do not count, since names
 * with symbols belong to web pages. */
static bool is_symbol_of_host(text *t, size_t label, size_t i, uint32_t code, const ahead *a)
{
    if (!RULE(CASE_SYMBOL))
        return false;
    if (a->after == 0 || i > label)
        return a->after > 0;
    return !is_joiner(code) && (!a->letters || (label >= 4 && prefix_is_www(t->p + label - 4, 4)));
}

/* Returns true for a "_" between letters or digits, in a label before the last two. */
static bool is_underscore_of_host(text *t, size_t label, size_t i, const ahead *a)
{
    return RULE(CASE_UNDERSCORE) && i > label && a->after > 1 &&
           ascii_is_alnum((unsigned char)t->p[i - 1]) && text_is_of(t, i + 1, BYTE_ALNUM);
}

/* Returns true when the symbol or "_" at i belongs to a host without a scheme. */
static bool is_odd_of_host(const settings *s, text *t, size_t label, size_t i, ahead *a)
{
    const uint32_t code = text_char(t, i).code;

    if (!RULE(D2) || !settings_mail(s) || (code != '_' && !host_symbol(code)))
        return false;
    look_ahead(t, label, i, a);
    return code == '_' ? is_underscore_of_host(t, label, i, a)
                       : is_symbol_of_host(t, label, i, code, a);
}

/* Returns the length of the character at i; 0 where the host ends. The label of i begins at
 * `label`. Sets *dot to the code of a dot, or 0. */
static size_t host_step(const settings *s, text *t, size_t label, size_t i, bool named, ahead *a,
                        uint32_t *dot)
{
    utf8_char c;

    *dot = 0;
    if (i < t->n && byte_is((unsigned char)t->p[i], BYTE_LABEL))
        return 1;
    c = text_char(t, i);
    if (c.len == 0)
        return 0;
    if (host_is_dot(c.code)) {
        *dot = c.code;
        return c.len;
    }
    if (named ? label_char(c.code) || c.code == '_' || is_symbol(c.code)
              : (label_char(c.code) && !(is_joiner(c.code) && settings_mail(s))) ||
                    is_odd_of_host(s, t, label, i, a))
        return c.len;
    if (named && c.code == '\\')
        return escape_length(t, i, dot);
    return named && c.code == '%' && host_is_escape(t, i) ? 3 : 0;
}

/* ---- Reading ---- */

/* Adds the label t->p[from..to). */
static void end_label(const text *t, host_span *h, size_t from, size_t to)
{
    h->labels++;
    h->last = from;
    if (from == to || t->p[from] == '-')
        h->bad = true;
    else if (t->p[to - 1] == '-')
        h->hyphened = h->labels;
    h->suspect = h->suspect || bytes_find(t->p, from, to, "--") < to;
}

static inline void end_host(const text *t, host_span *h)
{
    bool digit = h->last < h->to && ascii_is_digit((unsigned char)t->p[h->last]);

    h->suspect = h->suspect || digit;
    if (h->bad || !digit || h->labels != 4)
        return;
    h->number = bytes_run(t->p, h->from, h->to, BYTE_DIGIT, ".") == h->to;
}

/* Shortens h to the host that ends at `to`, the end of a label. */
__attribute__((noinline)) static void host_cut(const settings *s, const text *t, host_span *h,
                                               size_t to)
{
    text cut = {.p = t->p, .n = to, .final = true};

    host_read_each(s, &cut, h->from, h->named, h);
}

void host_read(const settings *s, text *t, size_t i, bool named, host_span *h)
{
    kernel_marks marks;
    size_t end = host_plain_end(s, t, i, &marks);

    if (end == i) {
        host_read_each(s, t, i, named, h);
        return;
    }
    *h = (host_span){.from = i,
                     .to = end,
                     .last = i + kernel_last_label(marks.dots),
                     .labels = 1,
                     .last_dot = marks.dots ? '.' : 0,
                     .named = named,
                     .suspect = host_plain_is_suspect(t, i, &marks)};
    for (uint64_t dots = marks.dots; dots; dots &= dots - 1)
        h->labels++;
    end_host(t, h);
}

void host_read_each(const settings *s, text *t, size_t i, bool named, host_span *h)
{
    size_t label = i, dot_at = i, n;
    uint32_t dot, dot_before = 0;
    bool after_dot = false;
    ahead a = {.label = SIZE_MAX};

    *h = (host_span){.from = i, .last = i, .named = named};
    for (; (n = host_step(s, t, label, i, named, &a, &dot)) > 0; i += n) {
        if (i + n - h->from > FOUND_HOST) {
            h->bad = true;
            break;
        }
        after_dot = dot != 0;
        h->suspect = h->suspect || !(t->p[i] == '.' || byte_is((unsigned char)t->p[i], BYTE_LABEL));
        if (!dot)
            continue;
        end_label(t, h, label, i);
        h->last_dot = dot_before;
        dot_before = dot;
        dot_at = i;
        label = i + n;
    }
    if (after_dot) {
        h->final_dot = i - dot_at;
        h->to = bytes_run_before(t->p, h->from, dot_at, 0, ".");
        if (h->to < dot_at)
            host_cut(s, t, h, h->to); /* "example.com...": several dots belong to the sentence */
    } else {
        h->last_dot = dot_before;
        h->to = bytes_run_before(t->p, label, i, 0, "-");
        h->hyphens = h->to < i;
        end_label(t, h, label, h->to);
    }
    h->suspect = h->suspect || after_dot;
    h->bad = h->bad || (h->hyphened > 0 && (!h->named || h->labels - h->hyphened < 2));
    end_host(t, h);
}

/* Signs of an IPv6 zone, "fe80::1%eth0" (RFC 6874). */
#define ZONE "._~%"

size_t host_literal(text *t, size_t i)
{
    size_t colons = 0, from, to, end;

    if (text_at(t, i) != '[')
        return i;
    from = i + (text_is(t, i + 1, "ipv6:") ? 6 : 1); /* as in mail (RFC 5321 section 4.1.3) */
    to = end = text_run(t, from, i + 63 - from, BYTE_HEX, ":.v");
    for (size_t k = from; k < to; k++)
        colons += t->p[k] == ':';
    if (colons >= 2 && text_at(t, to) == '%' &&
        byte_is_of_run(text_at(t, to + 1), BYTE_LABEL, ZONE))
        end = text_run(t, to + 1, 63, BYTE_LABEL, ZONE);
    if (text_at(t, end) != ']' || end <= i + 2)
        return i;
    return RULE(M5) && !host_literal_may_exist(t->p + from, to - from) ? i : end + 1;
}

/* D2 accepts only "." and U+3002 before a top-level domain. */
bool host_is_domain(const settings *s, const text *t, const host_span *h)
{
    return !h->bad && h->labels >= 2 &&
           (settings_mail(s) || (!h->hyphens && h->last_dot < 0xFF00)) &&
           settings_tld(s, t->p + h->last, h->to - h->last) && (!RULE(D2) || host_fits(t, h));
}

bool host_dot_belongs(const settings *s, text *t, const host_span *h)
{
    const size_t i = h->to + h->final_dot;
    const int c = h->final_dot ? text_at(t, i) : -1;

    if (c == ':' && settings_mail(s))
        return text_is_of(t, i + 1, BYTE_DIGIT);
    return c == '/' || c == '?' || c == '#';
}

size_t host_port(text *t, size_t i, unsigned *value)
{
    size_t end;

    *value = 0;
    if (text_at(t, i) != ':')
        return i;
    end = text_run(t, i + 1, 63, BYTE_DIGIT, "");
    for (size_t k = i + 1; k < end && *value <= 65535; k++)
        *value = *value * 10 + (unsigned)(t->p[k] - '0');
    return end > i + 1 ? end : i;
}

size_t host_port_letters(text *t, size_t end)
{
    const size_t k = text_run(t, end, 64, BYTE_ALNUM, "");

    if (k == end || text_is(t, k, "://"))
        return end; /* M15: another URL */
    return host_before_pod(t, k);
}

/* ---- Sentences that continue after a host without a blank (D3, M14)
 *
 * In Chinese, Japanese, Korean and Thai such a sentence continues with letters that hosts may have,
 * elsewhere after "..." or a full stop. The host ends there if it then ends in a top-level domain,
 * and the longer host would not. The functions return the end of the host; h->to when no sentence
 * is glued to it.
 */

/* Returns true when a name ends at `to`, in a top-level domain that begins at `label`. */
static bool host_is_end(const settings *s, const text *t, const host_span *h, size_t label,
                        size_t to)
{
    return label > h->from && settings_tld(s, t->p + label, to - label);
}

/* Returns true when the label, whose characters from i on are not ASCII, is a top-level domain. */
static bool is_wide_tld(const settings *s, text *t, size_t label, size_t i)
{
    utf8_char c;

    while (i - label <= TLD_LABEL_MAX && (c = text_char(t, i)).len > 0 && label_char(c.code) &&
           !host_is_dot(c.code))
        i += c.len;
    return settings_tld(s, t->p + label, i - label);
}

bool host_is_common_tld(const text *t, size_t label, size_t to)
{
    return (RULE(CASE_COUNTRY) &&
            ascii_is_word_of("cn hk jp kr th tw", t->p + label, to - label)) ||
           tld_flags(t->p + label, to - label) & TLD_STRONG;
}

/* Returns true when the host, whose label before i is a top-level domain, ends before the character
 * at i: a symbol, a letter of an unspaced script, or a middle dot. After a scheme, where any name
 * may be a host (M5), only common domains end it. */
static bool ends_before(const settings *s, text *t, const host_span *h, size_t label, size_t i)
{
    uint32_t code = text_char(t, i).code;

    if (h->named && label != h->last)
        return false;
    if (is_symbol(code))
        return true;
    return (email_is_unspaced(code) || code == 0xB7 || code == 0x30FB) &&
           !is_wide_tld(s, t, label, i) && (!h->named || host_is_common_tld(t, label, i));
}

/* A sentence in an unspaced script:
 *
 * "joe@example.com으로", "joe@example.com。谢谢" */
static size_t before_unspaced(const settings *s, text *t, const host_span *h)
{
    const size_t i = bytes_ascii_end(t->p, h->from, h->to);
    size_t label;
    utf8_char c;

    if (i == h->to || !host_is_end(s, t, h, label = bytes_after_last(t->p, h->from, i, '.'), i))
        return h->to;
    c = text_char(t, i);
    if (!host_is_dot(c.code))
        return ends_before(s, t, h, label, i) ? i : h->to;
    if (h->bad || text_at(t, h->to) == '@' || text_is_www(t, i + c.len))
        return i;
    return settings_tld(s, t->p + h->last, h->to - h->last) ? h->to : i;
}

/* "example.com--which" */
static size_t before_dash(const settings *s, const text *t, const host_span *h)
{
    size_t i = h->last;

    if (h->to - i > 4 && ascii_same(t->p + i, "xn--", 4))
        i += 4; /* the hyphens of an A-label */
    i = bytes_find(t->p, i, h->to, "--");
    return host_is_end(s, t, h, h->last, i) ? i : h->to;
}

/* "joe@example.com.Thanks". A word in capitals may belong to the host, and so do "NOSPAM" and
 * "INVALID", which people add so that no mail arrives. */
static size_t before_sentence(const settings *s, text *t, const host_span *h)
{
    const size_t to = h->last - 1, n = h->to - h->last;
    const char *word = t->p + h->last;
    size_t label;

    if (!RULE(CASE_SENTENCE) || h->labels < 3 || h->last_dot != '.' || !ascii_is_upper(word[0]))
        return h->to;
    if ((n > 1 && ascii_is_upper(word[1])) || ascii_is_word_of("invalid", word, n))
        return h->to;
    label = bytes_after_last(t->p, h->from, to, '.');
    if (!host_is_end(s, t, h, label, to) || settings_tld(s, word, n) ||
        address_is_file_ending(word, n) || text_at(t, h->to) == '@')
        return h->to;
    for (size_t i = label; i < to; i++)
        if (ascii_is_upper(t->p[i]))
            return h->to;
    return to;
}

/* "joe@example.comReviewed-by: Ann": the name of a field, in which a capital follows a small
 * letter. */
static size_t before_field(const settings *s, text *t, const host_span *h)
{
    size_t i = h->last + 1;

    while (i < h->to && !(ascii_is_upper(t->p[i]) && !ascii_is_upper(t->p[i - 1])))
        i++;
    return i + 1 < h->to && text_at(t, h->to) == ':' && !ascii_is_upper(t->p[i + 1]) &&
                   host_is_end(s, t, h, h->last, i)
               ? i
               : h->to;
}

__attribute__((noinline)) static size_t end_in_sentence(const settings *s, text *t,
                                                        const host_span *h)
{
    size_t to = h->to;

    if (h->suspect && (to = before_unspaced(s, t, h)) < h->to)
        return to;
    if (RULE(CASE_DASH) && h->suspect && (h->named || h->labels > 1))
        to = before_dash(s, t, h);
    if (to < h->to || h->named || h->labels < 2)
        return to;
    if (host_before_pod(t, to) < to && host_is_end(s, t, h, h->last, to - 1))
        return to - 1;
    to = before_sentence(s, t, h);
    return RULE(CASE_FIELD_NAME) && to == h->to ? before_field(s, t, h) : to;
}

/* Reads the host at i and cuts off a sentence if the rule is on. Most hosts cannot have a sentence
 * after them. */
static inline void read_in_sentence(const settings *s, text *t, size_t i, bool named, bool rule,
                                    host_span *h)
{
    size_t to;

    host_read(s, t, i, named, h);
    if (!rule || !settings_mail(s) || h->to == i)
        return;
    if (!h->suspect && !h->bad &&
        (named ||
         (!ascii_is_upper(t->p[h->last]) && t->p[h->to - 1] != 'E' && text_at(t, h->to) != ':')))
        return;
    if ((to = end_in_sentence(s, t, h)) < h->to)
        host_cut(s, t, h, to);
}

void host_of_address(const settings *s, text *t, size_t i, host_span *h)
{
    size_t url;

    read_in_sentence(s, t, i, false, RULE(D3), h);
    if (RULE(M15) && settings_mail(s) && text_at(t, h->to) == ':' && text_is(t, h->to, "://") &&
        (url = bare_glued_start(t, h->from, h->to)) < h->to)
        host_cut(s, t, h, url - (t->p[url - 1] == '.'));
}

void host_of_url(const settings *s, text *t, size_t i, host_span *h)
{
    read_in_sentence(s, t, i, s->profile != TRAWL_PROFILE_UTS58, RULE(M14), h);
}

/* ---- Hosts that do not end where they seem to (M5)
 *
 * "http://evil[.]example[.]com" was defanged: its first part may be somebody else's host. In
 * "http://host:$PORT/x" and "http://s3.{region}.example.com" a program or reader fills in a name.
 * The functions return the end of such a sign; i for none.
 */

#define PORT_NAME 32 /* bytes that are read of a placeholder for a port */
#define HOLE_NAME 64 /* bytes that are read of a placeholder for a part of a host */

/* Skips a dot in the forms that --refang reads, or of a pattern in a string, "a\\.example". */
static size_t past_dot(text *t, size_t i)
{
    static const char *const dots[] = {"[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}", "\\\\."};

    for (size_t k = 0; RULE(CASE_DEFANGED) && k < sizeof dots / sizeof dots[0]; k++)
        if (text_is(t, i, dots[k]))
            return i + strlen(dots[k]);
    return i;
}

/* Returns the end of letters, digits, "-" and "_" at i. */
static size_t past_word(text *t, size_t i, size_t most)
{
    size_t from = i;
    utf8_char c;

    while (i - from < most && (c = text_char(t, i)).len > 0 &&
           (c.code < 0x80 ? byte_is((unsigned char)c.code, BYTE_LABEL) || c.code == '_'
                          : (link_class(c.code) & LINK_EMAIL) != 0))
        i += c.len;
    return i;
}

/* Skips the beginning of a placeholder: "$NAME", "${", "$(", "#{", "{name", "{}", "%s", "%(", "%{".
 * "%20" is an escape, "{{/if}}" a directive of a template. */
static size_t past_hole(text *t, size_t i)
{
    static const char *const open[] = {"${", "$(", "#{", "{{", "{}", "%{", "%("};
    const int c = text_at(t, i);

    if (!byte_is_one(c, "$#{%") || (c == '%' && host_is_escape(t, i)) ||
        (text_is(t, i, "{{") && byte_is_one(text_at(t, i + 2), "/#^!>")))
        return i;
    for (size_t k = 0; k < sizeof open / sizeof open[0]; k++)
        if (text_is(t, i, open[k]))
            return i + 2;
    return i + (c != '#' && byte_is_of_run(text_at(t, i + 1), BYTE_ALNUM, "_"));
}

/* Skips "<region>", "[name]", "*" or "???", if a host continues after it. */
static size_t past_blank(text *t, size_t i)
{
    int c = text_at(t, i), next;
    size_t to = i + 1;

    if (c == '<' || c == '[') {
        if (!text_is_of(t, to, BYTE_ALPHA))
            return i;
        to = past_word(t, to, HOLE_NAME);
        if (text_at(t, to++) != c + 2)
            return i;
    } else if (c == '?') {
        to = text_run(t, to, HOLE_NAME - 1, 0, "?");
    } else if (c != '*') {
        return i;
    }
    next = text_at(t, to);
    if (next == '/' && (c == '<' || c == '['))
        return to;
    return (next == '.' || next == '-') && text_is_of(t, to + 1, BYTE_ALNUM) ? to : i;
}

/* Skips the rest of a placeholder, from `to` to its "}", if a host continues after it. */
static size_t past_end_of_hole(text *t, size_t i, size_t to)
{
    int c;

    to = past_word(t, to, HOLE_NAME);
    if (text_at(t, to++) != '}')
        return i;
    to += text_at(t, to) == '}';
    c = text_at(t, to);
    return text_is_of(t, to + (c == '.' || c == '-'), BYTE_ALNUM) ? to : i;
}

/* Returns true when the name that ends at i ends in one of the old domains: a whole host. */
static bool host_is_whole(const text *t, size_t i)
{
    const size_t label = bytes_run_before(t->p, i > 4 ? i - 4 : 0, i, BYTE_ALPHA, "");

    return label > 0 && t->p[label - 1] == '.' && (tld_flags(t->p + label, i - label) & TLD_STRONG);
}

/* Skips a placeholder in the host that seems to end at i. The placeholder must follow a dot, a
 * hyphen or "_"; or it follows a name, and the host continues after it: "http://a{n}.example", but
 * not "http://a.example{path}", nor "http://a.com{path}.html". */
static size_t past_hole_in_host(text *t, size_t i)
{
    const size_t from = text_run(t, i, HOLE_NAME, 0, ".-_");
    size_t to = past_hole(t, from);

    if (!RULE(CASE_PLACEHOLDER))
        return i;
    if (to == from)
        to = past_blank(t, from);
    if (to == from)
        return i;
    if (from > i || t->p[i - 1] == '.')
        return to;
    return (t->p[i] == '$' || t->p[i] == '{') && !host_is_whole(t, i) ? past_end_of_hole(t, i, to)
                                                                      : i;
}

/* Skips a placeholder for a port after the ":" at i: "$PORT", "{port}", "<port>", "port". Another
 * word may belong to the text, if no "/" follows: "http://a.example:see there". */
static size_t past_port_name(text *t, size_t i)
{
    size_t from = i + 1, to = past_hole(t, from);
    int c = text_at(t, from), next;

    if (!RULE(CASE_PORT_NAME))
        return i;
    if (to > from)
        return to;
    from += c == '<';
    if (!text_is_of(t, from, BYTE_ALPHA))
        return i;
    to = past_word(t, from, PORT_NAME);
    if (c == '<' && text_at(t, to) != '>')
        return i;
    next = text_at(t, to + (c == '<'));
    /* "port", "PORT", "your-port" */
    return next == '/' || bytes_find(t->p, from, to, "port") < to ? to + (c == '<') : i;
}

size_t host_more(const settings *s, text *t, size_t i)
{
    const int c = text_at(t, i);
    size_t end, label, to;

    end = c == ':' ? past_port_name(t, i) : past_hole_in_host(t, i);
    if (end > i || c == ':')
        return end > i ? end : host_past_sign(s, t, i);
    while (end - i < FOUND_HOST) {
        label = end > i && text_at(t, end) == '.' ? end + 1 : past_dot(t, end);
        to = label > end ? past_word(t, label, FOUND_HOST) : label;
        if (to == label)
            break;
        end = to;
    }
    return end > i ? end : host_past_sign(s, t, i);
}
