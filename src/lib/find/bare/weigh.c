/* weigh.c - weighs what shows that "x@y" is an address (D6)
 *
 * Nearly any text with an "@" and a dot has the form of an address: message-ids, options of
 * commands, names of files. Each sign for or against an address has a weight; the text is an
 * address if their sum is positive. Addresses in running text and in brackets are weighed alike.
 */
#include "find/bare/inside.h"

static const struct {
    int weight;
    note why;
} signs[ADDRESS_SIGNS] = {
    [ADDRESS_TLD] = {3, {"D6", "its host ends in a top-level domain"}},
    [ADDRESS_NETWORK] = {3, {"D6", "its host ends in the name of a known network"}},
    [ADDRESS_LITERAL] = {3, {"D6", "its host is an IP address"}},
    [ADDRESS_BRACKETS] = {3, {"D6", "it is in brackets"}},
    [ADDRESS_MAILTO] = {4, {"D6", "\"mailto:\" precedes it"}},
    [ADDRESS_FIELD] = {4, {"D6", "its line begins with a field of addresses"}},
    [ADDRESS_ALONE] = {2, {"D6", "it is alone in its line"}},
    [ADDRESS_ID_WORD] = {-11, {"R17", "a word before it announces a message-id"}},
    [ADDRESS_ID_SHAPE] = {-7, {"D6", "it has the form of a message-id"}},
    [ADDRESS_DIGIT] = {-2, {"D6", "its last label has a digit and is no top-level domain"}},
    [ADDRESS_FILE] = {-11, {"D6", "it is the name of a file"}},
    [ADDRESS_HALF] = {-11, {"D6", "it is the rest of a longer name"}},
    [ADDRESS_MASK] = {-11, {"D6", "it is the mask of a user of IRC"}},
    [ADDRESS_LOGIN] = {-4, {"D6", "a command logs in with it"}},
};

/* ---- The host's last label */

bool address_is_network(const char *label, size_t n)
{
    return RULE(CASE_NETWORK) &&
           ascii_is_word_of("uucp bitnet csnet decnet earn janet mailnet fidonet span hepnet sub "
                            "local lan localdomain localhost home corp internal intranet private "
                            "i2p onion example test invalid yu cs dd zr an um su",
                            label, n);
}

/* File name extensions that are no top-level domains. */
static const char file_endings[] =
    "gif conf pdf jpg jpeg log png svg html xml json php webp js css lst txt";

bool address_is_file_ending(const char *label, size_t n)
{
    return RULE(CASE_FILE) && n > 1 && !tld_known(label, n) &&
           ascii_is_word_of(file_endings, label, n);
}

/* No top-level domain has a digit, except those with "xn--". */
static bool has_digit(const char *label, size_t n)
{
    size_t i = 0;

    while (i < n && !ascii_is_digit((unsigned char)label[i]))
        i++;
    return i < n;
}

unsigned address_host_signs(const settings *s, const text *t, const host_span *h)
{
    const char *label = t->p + h->last;
    const size_t n = h->to - h->last;

    if (h->to > h->from && t->p[h->to - 1] == ']')
        return 1u << ADDRESS_LITERAL;
    if (h->last == h->from)
        return 0;
    if (settings_tld(s, label, n))
        return 1u << ADDRESS_TLD;
    if (label[-1] == '.' && address_is_file_ending(label, n))
        return 1u << ADDRESS_FILE;
    if (has_digit(label, n))
        return 1u << ADDRESS_DIGIT;
    return address_is_network(label, n) ? 1u << ADDRESS_NETWORK : 0;
}

/* ---- The local part: forms that programs give to message-ids */

/* One row each: "#" is a digit, "x" a hex digit, "*" any rest. */
static const char *const id_shapes[] = {
    "##############.*",                     /* 20050102030405.GA123@ */
    "xxxxxxxx.#####",                       /* 4A5B6C7D.10203@ */
    "xxxxxxxx.######",                      /* 4A5B6C7D.102030@ */
    "xxxxxxxx.#######",                     /* 4A5B6C7D.1020304@ */
    "xxxxxxxx.xxxxxxxx",                    /* 4A5B6C7D.10203F40@ */
    "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", /* a UUID */
};

static bool has_shape(const char *shape, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++, shape++) {
        unsigned char c = (unsigned char)p[i];
        if (*shape == '*')
            return true;
        if (*shape == '#' ? !ascii_is_digit(c) : *shape == 'x' ? ascii_hex(c) < 0 : *shape != p[i])
            return false;
    }
    return *shape == '\0';
}

/* Returns true for capitals and digits in turns, "01K5VMB591048YCMRT". */
static bool has_code(const char *p, size_t n)
{
    size_t digits = 0, turns = 0;

    for (size_t i = 0; i < n; i++) {
        const bool digit = ascii_is_digit((unsigned char)p[i]);
        if (!digit && !ascii_is_upper(p[i]))
            return false;
        digits += digit;
        turns += i > 0 && digit != (bool)ascii_is_digit((unsigned char)p[i - 1]);
    }
    return digits > 3 && n - digits > 3 && turns > 3;
}

/* Returns true when two of the parts between dots and hyphens are numbers, "1991Jan9.185746.9066".
 * Also returns true when one part is a long number, a time or a checksum, and another part has a
 * digit, too: "pull.12.v6.git.1656863349926.joe". */
static bool has_parts(const char *p, size_t n)
{
    enum { LONG = 10, SUM = 16, SHORT = 4, ALL = 12 };
    size_t count = 0, with = 0, longs = 0, numbers = 0, digits = 0;

    for (size_t from = 0, to; from < n; from = to + 1) {
        size_t own = 0;
        for (to = from; to < n && p[to] != '.' && p[to] != '-'; to++)
            own += ascii_is_digit((unsigned char)p[to]);
        count++;
        with += own > 0;
        digits += own;
        numbers += own == to - from && own >= SHORT;
        longs += (own == to - from && own >= LONG) ||
                 (own > 0 && to - from >= SUM && bytes_run(p, from, to, BYTE_HEX, "") == to);
    }
    return (longs > 0 && with > 1) || (numbers > 1 && count > 2 && digits >= ALL);
}

/* Returns true for "000801c5$abc$def", the ids of one family of programs, and for "23610$43". */
static bool has_dollars(const char *p, size_t n)
{
    const char *first = memchr(p, '$', n), *end = p + n;

    return first && first > p &&
           (memchr(first + 1, '$', (size_t)(end - first - 1)) ||
            (ascii_is_digit((unsigned char)first[-1]) && first + 1 < end &&
             ascii_is_digit((unsigned char)first[1])));
}

bool address_has_shape(const char *local, size_t n, const char *host, size_t host_n)
{
    for (size_t k = 0; k < sizeof id_shapes / sizeof id_shapes[0]; k++)
        if (RULE(CASE_SHAPES) && has_shape(id_shapes[k], local, n))
            return true;
    if (RULE(CASE_GMAIL) && n >= ADDRESS_LONG && host_n == 14 &&
        ascii_same(host, "mail.gmail.com", 14))
        return true;
    return (RULE(CASE_DOLLARS) && has_dollars(local, n)) ||
           (RULE(CASE_CODE) && has_code(local, n)) || (RULE(CASE_PARTS) && has_parts(local, n));
}

/* ---- What precedes it */

/* The maximum number of signs between a word and what follows it. The window may lack the text to
 * their left. */
#define BEFORE_MAX 100

size_t address_before(const text *t, size_t i, const char *marks)
{
    const size_t least = i > BEFORE_MAX ? i - BEFORE_MAX : 0;
    bool line = false, full_stop, quoted;
    char c;

    i = bytes_run_before(t->p, least, i, 0, " ");
    while (i > least && !ascii_is_alnum((unsigned char)t->p[i - 1])) {
        c = t->p[i - 1];
        full_stop = c == '.' && !byte_is_one(t->p[i], ".:") && (i < 2 || t->p[i - 2] != '.');
        quoted = c == '>' && (i < 2 || strchr("\n >", t->p[i - 2]));
        if (c == '\n' && !line)
            line = true;
        else if (full_stop ||
                 !(ascii_is_blank(c) || c == '\r' || (c && strchr(marks, c)) || quoted))
            break;
        i--;
    }
    return i;
}

/* The number of words, first in id_words, after which an address with or without brackets is a
 * message-id. After the other words only "<1@a.example>" is a message-id: "message joe@a.example"
 * may be an order. */
enum { SURE_WORDS = 10 };

static const trawl_str id_words[] = {
    TEXT_STR("message-id"), TEXT_STR("references"), TEXT_STR("in-reply-to"), TEXT_STR("messageid"),
    TEXT_STR("message_id"), TEXT_STR("msgid"),      TEXT_STR("msg-id"),      TEXT_STR("content-id"),
    TEXT_STR("supersedes"), TEXT_STR("call-id"),    TEXT_STR("article"),     TEXT_STR("message"),
    TEXT_STR("posting"),    TEXT_STR("msg"),        TEXT_STR("cancel")};

bool address_after_id_word(const text *t, size_t i, bool brackets)
{
    const size_t count = brackets ? sizeof id_words / sizeof id_words[0] : SURE_WORDS;
    const char last = i > 0 && RULE(CASE_ID_WORD) ? ascii_lower(t->p[i - 1]) : ' ';

    for (size_t k = 0; k < count; k++) {
        const size_t n = id_words[k].n;
        char before;
        if (last != id_words[k].p[n - 1] || i < n || !ascii_same(t->p + i - n, id_words[k].p, n))
            continue;
        before = i > n ? t->p[i - n - 1] : ' ';
        if (!ascii_is_alpha((unsigned char)before) && (before != '-' || last == 'd'))
            return true;
    }
    return false;
}

void address_add_ends(settings *s)
{
    for (size_t k = 0; k < sizeof id_words / sizeof id_words[0]; k++)
        bare_add_end(s, BARE_ID, id_words[k].p + id_words[k].n);
    bare_add_ends(s, BARE_ID, "news in"); /* of find/wrap/address.c */
    bare_add_ends(s, BARE_FILE, file_endings);
}

bool address_line_announces(const text *t, size_t i)
{
    const size_t k = address_before(t, i, ":*_`.");

    if (i > 0 && (k == 0 || i - k >= BEFORE_MAX || t->p[k - 1] == '>'))
        return true;
    return address_after_id_word(t, k, true) || (k > 1 && ascii_same(t->p + k - 2, "in", 2)) ||
           (k > 3 && ascii_same(t->p + k - 4, "news", 4));
}

/* Returns true when the line of `i` begins with "From:", "Cc:", "Signed-off-by:" or the like. */
static bool in_field(const text *t, size_t i)
{
    size_t from = bytes_after_last(t->p, i > 200 ? i - 200 : 0, i, '\n'), to;

    if (!RULE(CASE_FIELD) || (from > 0 && t->p[from - 1] != '\n'))
        return false;
    from = bytes_run(t->p, from, i, BYTE_BLANK, ">|*_`#+-");
    to = bytes_run(t->p, from, i, BYTE_ALPHA, "-");
    if (to == from || to == i || !strchr(":*", t->p[to]))
        return false;
    return ascii_is_word_of("from to cc bcc reply-to sender email e-mail mail author maintainer "
                            "contact",
                            t->p + from, to - from) ||
           (to - from > 3 && ascii_same(t->p + to - 3, "-by", 3));
}

bool address_weigh_all(const text *t, size_t from, unsigned found, candidate *f)
{
    int sum = 0;

    if (from >= 7 && ascii_same(t->p + from - 7, "mailto:", 7))
        found |= 1u << ADDRESS_MAILTO;
    for (unsigned k = 0; k < ADDRESS_SIGNS; k++)
        sum += found >> k & 1 ? signs[k].weight : 0;
    if (sum <= 0 && sum + signs[ADDRESS_FIELD].weight > 0 && in_field(t, from)) {
        found |= 1u << ADDRESS_FIELD;
        sum += signs[ADDRESS_FIELD].weight;
    }
    for (unsigned k = 0; f->wants_notes && k < ADDRESS_SIGNS; k++)
        if (found >> k & 1)
            candidate_note(f, signs[k].why.rule, signs[k].why.what);
    return sum > 0;
}
