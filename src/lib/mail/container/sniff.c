/* sniff.c - detects the kind of input by its first bytes (rule E1); tests for lines of mail and
 * news
 *
 * Gives a kind and a reason as soon as they are certain, so that a user who types a line of text
 * gets an answer to it. Waits for more bytes only while the input may still become a separator or
 * consists of header fields only. The result does not depend on how the input is divided into
 * blocks.
 */
#include "base/ascii.h"
#include "html/html.h"
#include "mail/container/inside.h"
#include "mail/header/header.h"

/* The maximum length of a field name. */
#define LONGEST_NAME 128

/* ---- "From " lines ----
 *
 * Mailers write them differently (RFC 4155 appendix A gives one form), so the date may begin at any
 * word after "From ": the sender may contain blanks. Little may follow the date, because ordinary
 * sentences contain dates, too.
 */

/* The maximum length of a comment after a date. */
#define LONGEST_COMMENT 32

/* The rest of a line. Each take_ function below consumes what it names at the start of the rest. If
 * that is not there, the function consumes nothing and returns false. */
typedef struct rest {
    const char *p;
    size_t n;
} rest;

static void sniff_advance(rest *r, size_t n)
{
    r->p += n;
    r->n -= n;
}

static bool take_blanks(rest *r)
{
    size_t n = 0;

    while (n < r->n && ascii_is_blank(r->p[n]))
        n++;
    sniff_advance(r, n);
    return n > 0;
}

static bool sniff_take_char(rest *r, char c)
{
    bool there = r->n && r->p[0] == c;

    sniff_advance(r, there);
    return there;
}

/* Takes one of the three-letter names in the list, ignoring case. */
static bool sniff_take_name(rest *r, const char *list)
{
    for (; r->n >= 3 && *list; list += 3)
        if (ascii_same(r->p, list, 3)) {
            sniff_advance(r, 3);
            return true;
        }
    return false;
}

/* Takes a number of `least` to `digits` digits with a value of at most `most`. */
static bool sniff_take_number(rest *r, size_t least, size_t digits, unsigned most)
{
    unsigned value = 0;
    size_t n = 0;

    for (; n < r->n && n <= digits && ascii_is_digit((unsigned char)r->p[n]); n++)
        value = value * 10 + (unsigned)(r->p[n] - '0');
    if (n < least || n > digits || value > most)
        return false;
    sniff_advance(r, n);
    return true;
}

/* Takes up to two time zones, each after blanks: "+0100", "MET DST", "+0000 (GMT)". */
static void take_zones(rest *r)
{
    for (int k = 0; k < 2; k++) {
        rest next = *r;
        size_t n = 0;
        if (!take_blanks(&next) || next.n == 0)
            return;
        if (next.p[0] == '+' || next.p[0] == '-') {
            for (n = 1; n < next.n && ascii_is_digit((unsigned char)next.p[n]); n++)
                ;
            n = n == 5 ? n : 0;
        } else if (next.p[0] == '(') {
            while (n < next.n && n < LONGEST_COMMENT && next.p[n] != ')')
                n++;
            n = n < next.n && next.p[n] == ')' ? n + 1 : 0;
        } else {
            while (n < next.n && ascii_is_upper(next.p[n]))
                n++;
            n = n <= 5 ? n : 0;
        }
        if (n == 0 || (n < next.n && !ascii_is_blank(next.p[n])))
            return;
        sniff_advance(&next, n);
        *r = next;
    }
}

/* Returns true if the rest matches the pattern: M is a month, d a day, t a time, y a year of four
 * digits, Y a year of two to four digits, z optional zones, " " one or more blanks. Zones and
 * "remote from x" may follow. */
static bool matches(rest r, const char *pattern)
{
    static const char remote[] = "remote from ";
    bool same = true;

    for (; *pattern && same; pattern++) {
        switch (*pattern) {
        case 'M':
            same = sniff_take_name(&r, "JanFebMarAprMayJunJulAugSepOctNovDec");
            break;
        case 'd':
            same = sniff_take_number(&r, 1, 2, 31);
            break;
        case 't': /* "18:02:11", "18:02" */
            same = sniff_take_number(&r, 1, 2, 24) && sniff_take_char(&r, ':') &&
                   sniff_take_number(&r, 2, 2, 59) &&
                   (!sniff_take_char(&r, ':') || sniff_take_number(&r, 2, 2, 61));
            break;
        case 'y':
        case 'Y':
            same = sniff_take_number(&r, *pattern == 'y' ? 4 : 2, 4, 9999) &&
                   (!r.n || ascii_is_blank(r.p[0]));
            break;
        case 'z':
            take_zones(&r);
            break;
        default:
            same = take_blanks(&r);
        }
    }
    if (!same)
        return false;
    take_zones(&r);
    take_blanks(&r);
    return !r.n || (r.n > sizeof remote - 1 && memcmp(r.p, remote, sizeof remote - 1) == 0);
}

/* Returns true for "Mon Mar  6 18:02:11 1995" and "Mon, 6 Mar 1995 18:02:11 +0000". */
static bool is_date(rest r)
{
    if (!sniff_take_name(&r, "MonTueWedThuFriSatSun"))
        return false;
    sniff_take_char(&r, ',');
    return matches(r, " M d tz y") || matches(r, " d M Y t");
}

bool sniff_dated_line(const char *p, size_t n)
{
    rest r = {p + 5, n - 5};

    if (n < 5 || memcmp(p, "From ", 5) != 0)
        return false;
    take_blanks(&r);
    if (r.n && r.p[0] == ':')
        return false;
    for (;;) {
        if (is_date(r))
            return true;
        while (r.n && !ascii_is_blank(*r.p))
            sniff_advance(&r, 1);
        if (!take_blanks(&r))
            return false;
    }
}

bool sniff_from_line(const char *p, size_t n)
{
    rest number = {p + 5, n - 5};

    if (n < 5 || memcmp(p, "From ", 5) != 0)
        return false;
    sniff_take_char(&number, '-');
    return (sniff_take_number(&number, 5, 20, UINT32_MAX) && !number.n) || sniff_dated_line(p, n);
}

bool sniff_patch_line(const char *p, size_t n)
{
    enum { SHA1 = 40, SHA256 = 64 };
    static const char date[] = " Mon Sep 17 00:00:00 2001";
    size_t i = 5;

    if (n < 5 || memcmp(p, "From ", 5) != 0)
        return false;
    while (i < n && ascii_hex((unsigned char)p[i]) >= 0)
        i++;
    return (i == 5 + SHA1 || i == 5 + SHA256) && n - i == sizeof date - 1 &&
           memcmp(p + i, date, n - i) == 0;
}

/* ---- Other lines ---- */

bool sniff_begins_message(const char *p, size_t n)
{
    const char *colon = n ? memchr(p, ':', n) : NULL;
    size_t name = colon ? (size_t)(colon - p) : 0;

    while (name && ascii_is_blank(p[name - 1]))
        name--;
    return (fields_signs(p, name) & FIELDS_MAIL) || sniff_from_line(p, n);
}

bool sniff_nntp_line(const char *p, size_t n)
{
    size_t i = 4;

    if (n < 5 || p[0] != '2' || p[1] != '2' || p[2] < '0' || p[2] > '2' || p[3] != ' ')
        return false;
    while (i < n && ascii_is_digit((unsigned char)p[i]))
        i++;
    return i > 4 && i + 1 < n && p[i] == ' ' && p[i + 1] == '<';
}

/* ---- Headers ----
 *
 * Other texts also begin with lines of a name, a colon and a value: notes ("Date:", "Where:"),
 * trailers of commits ("Cc:", "Link:"), robots.txt ("User-agent:", "Sitemap:"), HTTP responses. If
 * such a text were read as a header, its links would be lost. So field names are classified by
 * which other texts use them (enum fields_sign).
 */

/* The field From contains an address. A flag in addition to enum fields_sign. */
#define SENDER 64

/* Returns true for the body of a real Received field: "from a.example by b.example", not "on
 * Monday". */
static bool has_hop(const char *p, size_t n)
{
    static const char *const begin[] = {"from ", "by ", "via ", "("};

    for (; n && ascii_is_blank(*p); n--)
        p++;
    for (size_t k = 0; k < sizeof begin / sizeof begin[0]; k++)
        if (n > strlen(begin[k]) && ascii_same(p, begin[k], strlen(begin[k])))
            return true;
    return false;
}

/* Returns true for a sender as programs write it: with "@" or "!", or the name of a user alone. */
static bool has_sender(const char *p, size_t n, bool *address)
{
    *address = memchr(p, '@', n) || memchr(p, '!', n);
    for (; n > 0 && (ascii_is_blank(*p) || *p == ':'); n--)
        p++;
    while (n > 0 && (ascii_is_blank(p[n - 1]) || p[n - 1] == '\n' || p[n - 1] == '\r'))
        n--;
    return *address || !memchr(p, ' ', n);
}

/* Returns the signs of the field with the first line line[0..n) and a name of `name` bytes. */
static unsigned sniff_signs_of(const char *line, size_t n, size_t name)
{
    unsigned signs = fields_signs(line, name);
    const char *colon = memchr(line, ':', n), *body = colon ? colon + 1 : line + n;
    bool address;

    if (name == 4 && ascii_same(line, "from", 4)) {
        if (!has_sender(line + name, n - name, &address) && colon)
            signs = FIELDS_FOREIGN;     /* "From: noon on" */
        signs |= address ? SENDER : 0u; /* "joe@a.example", "a!b!joe" */
    }
    if (name == 8 && ascii_same(line, "received", 8) && has_hop(body, (size_t)(line + n - body)))
        signs |= FIELDS_SURE;
    return signs;
}

/* Returns true if fields with these signs, taken together, are a header of mail or news. It is
 * enough to have one field that hardly any other text has, or From with an address and also Subject
 * or Date. Otherwise an empty line must follow (`ended`), and either all fields are common in mail,
 * or there are both a correspondent and a Subject or Date. A header with Outlook's Sent needs the
 * first condition. */
static bool sniff_is_header(unsigned signs, bool ended)
{
    bool topic = signs & FIELDS_TOPIC, reply = signs & FIELDS_REPLY;

    if (!(signs & FIELDS_MAIL))
        return false;
    if ((signs & FIELDS_SURE) || ((signs & SENDER) && topic && !reply))
        return true;
    return ended && !reply && (!(signs & FIELDS_FOREIGN) || ((signs & FIELDS_PARTY) && topic));
}

/* The signs of the fields read so far, and how many of them are sure. */
typedef struct sniff_fields {
    unsigned signs, sure;
} sniff_fields;

static void sniff_add(sniff_fields *fields, unsigned signs)
{
    fields->signs |= signs;
    fields->sure += (signs & FIELDS_SURE) != 0;
}

/* ---- A header without an empty line after it ----
 *
 * A line that is neither empty nor a field ends a header, too, as in mail readers. Texts that only
 * quote a header have such a line as well, so here the fields must be stronger evidence. */
static const struct {
    unsigned signs;
    int weight;
} sniff_evidence[] = {
    {SENDER, 2},        /* From: ann@a.example */
    {FIELDS_PARTY, 1},  /* To: ann@a.example */
    {FIELDS_TOPIC, 1},  /* Subject: x */
    {FIELDS_REPLY, -4}, /* Sent: Monday, as in the header that Outlook quotes */
};

#define SNIFF_SURE 2     /* for each field such as Message-ID, up to three */
#define SNIFF_PROSE (-4) /* "is what a header looks like": the line goes on with a sentence */
#define SNIFF_ENOUGH 5

/* Returns true for a line that begins with a small letter and has several words. */
static bool sniff_is_prose(const char *p, size_t n)
{
    return n > 0 && *p >= 'a' && *p <= 'z' && memchr(p, ' ', n);
}

/* ---- The kinds ---- */

typedef struct looked {
    container_view v; /* v.last is also set if `cut` is */
    size_t at;        /* where the first non-empty line begins */
    bool cut;         /* the input continues after CONTAINER_SNIFF bytes */
} looked;

/* Tests for a field name and its ":" at i (RFC 5322 section 3.6.8; blanks before ":" as in 4.5).
 * "http://" is no field name. Sets *n to the length of the name. */
static container_is sniff_is_name(const looked *l, size_t i, size_t *n)
{
    const container_view *v = &l->v;
    size_t from = i;
    container_is is;

    while (i < v->n && i - from < LONGEST_NAME && ascii_is_graph((unsigned char)v->p[i]) &&
           v->p[i] != ':')
        i++;
    *n = i - from;
    while (i < v->n && i - from < LONGEST_NAME && *n && ascii_is_blank(v->p[i]))
        i++;
    if (i == v->n && l->cut) {
        *n = 0; /* the name may be longer */
        return CONTAINER_YES;
    }
    if (i == v->n)
        return v->last ? CONTAINER_NO : CONTAINER_MORE;
    if (!*n || v->p[i] != ':')
        return CONTAINER_NO;
    is = container_prefix(v, i + 1, "//");
    return is == CONTAINER_MORE ? is : is == CONTAINER_YES ? CONTAINER_NO : CONTAINER_YES;
}

/* Returns true for other fields that a program adds when a message is sent. */
static bool sniff_is_of_program(const char *name, size_t n)
{
    return (n == 4 && ascii_same(name, "date", 4)) ||
           (n == 12 && ascii_same(name, "content-type", 12));
}

/* Tests whether the line at i, which is no field, ends a header of mail with these fields. */
static container_is sniff_guess(const looked *l, const sniff_fields *fields, size_t i,
                                sniff_header *found)
{
    const container_view *v = &l->v;
    const char *lf = memchr(v->p + i, '\n', v->n - i);
    int sum = SNIFF_SURE * (int)(fields->sure < 3 ? fields->sure : 3);

    for (size_t k = 0; k < sizeof sniff_evidence / sizeof sniff_evidence[0]; k++)
        sum += fields->signs & sniff_evidence[k].signs ? sniff_evidence[k].weight : 0;
    if (sum >= SNIFF_ENOUGH && !lf && !v->last)
        return CONTAINER_MORE;
    if (sniff_is_prose(v->p + i, (lf ? (size_t)(lf - v->p) : v->n) - i))
        sum += SNIFF_PROSE;
    found->guessed = sum >= SNIFF_ENOUGH;
    return found->guessed ? CONTAINER_YES : CONTAINER_NO;
}

/* Tests whether fields and their folded lines follow from i, up to an empty line, another line or
 * the end, and whether they are a header of mail. `signs` are the signs of the lines before i. Sets
 * what the header shows of the message in *found. */
static container_is are_fields(const looked *l, size_t i, unsigned signs, sniff_header *found)
{
    const container_view *v = &l->v;
    size_t first = i, n = 0, end = 0;
    sniff_fields fields = {signs, 0};

    *found = (sniff_header){false, true};
    while (i < v->n) {
        container_is is = container_blank(v, i, &end);
        const char *lf = memchr(v->p + i, '\n', v->n - i);
        size_t next = lf ? (size_t)(lf - v->p) + 1 : v->n;
        if (is == CONTAINER_YES)
            return sniff_is_header(fields.signs, true) ? CONTAINER_YES : CONTAINER_NO;
        if (is == CONTAINER_NO && (i == first || !ascii_is_blank(v->p[i]))) {
            is = sniff_is_name(l, i, &n);
            if (is == CONTAINER_NO && i > first)
                return sniff_guess(l, &fields, i, found);
            if (is == CONTAINER_NO)
                return is;
            if (is == CONTAINER_YES && n) {
                unsigned more = sniff_signs_of(v->p + i, next - i, n);
                sniff_add(&fields, more);
                found->written &= !(more & FIELDS_SURE) && !sniff_is_of_program(v->p + i, n);
            }
        }
        if (is == CONTAINER_MORE)
            return is;
        i = next;
    }
    if (!v->last)
        return CONTAINER_MORE;
    return sniff_is_header(fields.signs, false) ? CONTAINER_YES : CONTAINER_NO;
}

/* Tests for an envelope line that starts with `begin` ("From " or ">From ") and fields after it.
 * The line may name the sender, but does not count as a field of mail. */
static container_is is_enveloped(const looked *l, const char *begin, sniff_header *found)
{
    size_t end = 0, name = l->at + (begin[0] == '>');
    container_is is = container_prefix(&l->v, l->at, begin);

    if (is == CONTAINER_YES)
        is = container_envelope(&l->v, l->at, &end);
    if (is != CONTAINER_YES)
        return is;
    return are_fields(l, end, sniff_signs_of(l->v.p + name, end - name, 4) & ~(unsigned)FIELDS_MAIL,
                      found);
}

/* Returns true for the first line of an entry (RFC 2849): "dn: cn=Ann,dc=a", "dn:: Y249QW5u",
 * "dn:". */
static bool sniff_entry_line(const char *p, size_t n)
{
    return n == 3 || p[3] == ':' || memchr(p, '=', n);
}

/* Tests for LDIF: for its version, or what ldapsearch writes, then comments, then an entry. */
static container_is are_entries(const looked *l)
{
    static const char *const heads[] = {"version: 1\n", "version: 1\r\n", "# extended LDIF"};
    const container_view *v = &l->v;
    container_is is = CONTAINER_NO;
    size_t i = l->at, end = 0;
    const char *lf;

    for (size_t k = 0; k < sizeof heads / sizeof heads[0] && is == CONTAINER_NO; k++)
        is = container_prefix(v, l->at, heads[k]);
    if (is == CONTAINER_MORE)
        return is;
    while (is == CONTAINER_YES && (i == l->at || v->p[i] == '#' || v->p[i] == ' ' ||
                                   (is = container_blank(v, i, &end)) == CONTAINER_YES)) {
        lf = memchr(v->p + i, '\n', v->n - i);
        i = lf ? (size_t)(lf - v->p) + 1 : v->n;
        if (i == v->n)
            return v->last ? CONTAINER_NO : CONTAINER_MORE;
    }
    return is == CONTAINER_MORE ? is : container_line_of(v, i, "dn:", sniff_entry_line, &end);
}

/* ---- Pages ---- */

#define SNIFF_TAGS 4096

/* Returns the view of a text in UTF-16 with a byte-order mark as ASCII, in room[0..SNIFF_TAGS); any
 * other view as it is. Other characters become ^Z. */
static container_view sniff_narrow(const container_view *v, char *room)
{
    const bool big = container_prefix(v, 0, "\xFE\xFF") != CONTAINER_NO;
    size_t n = 0;

    if (!big && container_prefix(v, 0, "\xFF\xFE") == CONTAINER_NO)
        return *v;
    for (size_t i = 2; n < SNIFF_TAGS && i + 1 < v->n; i += 2)
        room[n++] = v->p[i + !big] ? '\x1A' : v->p[i + big];
    return (container_view){room, n, v->last || n == SNIFF_TAGS};
}

/* Returns the end of the document type at i, or the end of the view. "]" ends its internal
 * subset. */
static size_t sniff_doctype_end(const container_view *v, size_t i)
{
    bool inside = false;

    while (i < v->n && (inside || v->p[i] != '>')) {
        inside = v->p[i] == '[' || (inside && v->p[i] != ']');
        i++;
    }
    return i + (i < v->n);
}

/* Tests for "<!doctype html" or "<html" after what may precede them. */
static container_is is_page(const container_view *input)
{
    char room[SNIFF_TAGS];
    const container_view view = sniff_narrow(input, room), *v = &view;
    size_t i = html_prolog(v->p, v->n);
    container_is is = container_prefix_any_case(v, i, "<!doctype");

    if (is == CONTAINER_YES) {
        for (i += sizeof "<!doctype" - 1; i < v->n && html_is_blank(v->p[i]); i++)
            ;
        is = container_prefix_any_case(v, i, "html");
        i = is == CONTAINER_NO ? sniff_doctype_end(v, i) : i;
        i += html_prolog(v->p + i, v->n - i);
    }
    if (is != CONTAINER_NO)
        return is;
    is = container_prefix_any_case(v, i, "<html");
    i += sizeof "<html" - 1;
    if (is == CONTAINER_YES && i == v->n && !v->last)
        return CONTAINER_MORE;
    return is == CONTAINER_YES && i < v->n && !html_is_blank(v->p[i]) && !strchr("/>", v->p[i])
               ? CONTAINER_NO
               : is;
}

enum trawl_input sniff_tags(const container_view *input, const char **why)
{
    char room[SNIFF_TAGS];
    const container_view v = sniff_narrow(input, room);
    const size_t n = v.n < SNIFF_TAGS ? v.n : SNIFF_TAGS;

    if (!html_has_tag(v.p, n))
        return v.last || n == SNIFF_TAGS ? TRAWL_INPUT_TEXT : TRAWL_INPUT_AUTO;
    *why = "it has the name of an HTML page, and a tag";
    return TRAWL_INPUT_HTML;
}

enum trawl_input sniff(const char *p, size_t n, bool last, const char **why, sniff_header *found)
{
    bool cut = n >= CONTAINER_SNIFF;
    looked l = {{p, cut ? CONTAINER_SNIFF : n, last || cut}, 0, cut};
    container_is is = container_prefix(&l.v, 0, "\xEF\xBB\xBF");
    size_t mark = is == CONTAINER_YES ? 3 : 0, end = 0;

    l.at = mark;
    if (is != CONTAINER_MORE)
        while ((is = container_blank(&l.v, l.at, &l.at)) == CONTAINER_YES)
            ;
    if (is == CONTAINER_MORE)
        return TRAWL_INPUT_AUTO;
    for (const container_beginning *b = container_beginnings;; b++) {
        switch (b->how) {
        case CONTAINER_BYTES:
            is = container_prefix(&l.v, l.at, b->begin);
            break;
        case CONTAINER_ANY_CASE:
            is = container_prefix_any_case(&l.v, l.at, b->begin);
            break;
        case CONTAINER_LINE:
            is = container_line_of(&l.v, l.at, b->begin, b->test, &end);
            break;
        case CONTAINER_FROM:
            is = is_enveloped(&l, b->begin, found);
            break;
        case CONTAINER_FIELDS: /* must be the first line: an empty line ends a header */
            is = l.at == mark ? are_fields(&l, l.at, 0, found) : CONTAINER_NO;
            break;
        case CONTAINER_ENTRIES:
            is = are_entries(&l);
            break;
        case CONTAINER_PAGE:
            is = is_page(&l.v);
            break;
        }
        if (is == CONTAINER_MORE)
            return TRAWL_INPUT_AUTO;
        if (is == CONTAINER_YES) {
            *why = b->why;
            return b->kind;
        }
    }
}

enum trawl_input container_sniff(const char *p, size_t n, bool last)
{
    const container_view v = {p, n, last};
    sniff_header found;
    const char *why, *lf;
    enum trawl_input kind;
    container_is field;

    /* Most attachments begin with neither a field nor "From ": they need no second look. */
    if (n > 0 && !strchr("\xEF\r\n F>", *p) && sniff_field(&v, 0) == CONTAINER_NO)
        return TRAWL_INPUT_TEXT;
    kind = sniff(p, n, last, &why, &found);
    if (kind != TRAWL_INPUT_MBOX)
        return kind;
    lf = memchr(p, '\n', n);
    field = lf ? sniff_field(&v, (size_t)(lf - p) + 1) : last ? CONTAINER_NO : CONTAINER_MORE;
    return field == CONTAINER_YES  ? TRAWL_INPUT_MBOX
           : field == CONTAINER_NO ? TRAWL_INPUT_TEXT
                                   : TRAWL_INPUT_AUTO;
}

bool sniff_long_fields(const char *p, size_t n)
{
    enum { LONG = 1024 };
    looked l = {{p, CONTAINER_SNIFF, true}, 0, true};
    sniff_header found;
    size_t name = 0, lines = 0;

    if (n < CONTAINER_SNIFF || sniff_is_name(&l, 0, &name) != CONTAINER_YES || p[name] != ':' ||
        !ascii_is_blank(p[name + 1]))
        return false;
    for (const char *lf = p; (lf = memchr(lf, '\n', (size_t)(p + CONTAINER_SNIFF - lf))); lf++)
        lines++;
    return lines < CONTAINER_SNIFF / LONG &&
           are_fields(&l, 0, FIELDS_SURE | FIELDS_MAIL, &found) == CONTAINER_YES && !found.guessed;
}

container_is sniff_field(const container_view *v, size_t i)
{
    const looked l = {*v, 0, false};
    size_t n;

    return sniff_is_name(&l, i, &n);
}
