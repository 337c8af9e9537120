/* danger.c - finds suspicious hosts: trawl_host_dangers, trawl_looks_like (F8, F9), flags of
 * links, scripts of labels
 *
 * The tests of scripts are a small substitute for UTS #39: they find a label in which all letters
 * are Cyrillic or Greek and look Latin. lookalike.c finds more, by skeletons; address.c reads IP
 * addresses.
 */

#include "base/ascii.h"
#include "base/port.h"
#include "base/utf8.h"
#include "url/inside.h"

/* ---- Dangers ---- */

#define SCRIPTS (TRAWL_DANGER_MIXED_SCRIPT | TRAWL_DANGER_WHOLE_SCRIPT)

/* The result of the tests, and the ASCII name that the host looks like. */
typedef struct dangers {
    unsigned bits;
    bool hides; /* the host has an A-label, or escapes, which browsers decode */
    text_out like;
    char room[IDN_LIKE_MAX];
} dangers;

/* Tests a label, and adds the ASCII label that it looks like; if there is none, adds its ASCII
 * form. */
static void test_label(dangers *d, trawl_str label, bool ascii_top, trawl_str ascii)
{
    size_t before = d->like.len;

    if (script_is_mixed(label.p, label.n))
        d->bits |= TRAWL_DANGER_MIXED_SCRIPT;
    else if (ascii_top && script_looks_latin(label.p, label.n))
        d->bits |= TRAWL_DANGER_WHOLE_SCRIPT;
    if (lookalike_of(label.p, label.n, ascii_top, &d->like)) {
        d->bits |= TRAWL_DANGER_CONFUSABLE;
    } else {
        d->like.len = before;
        out_put(&d->like, ascii.p, ascii.n);
    }
}

/* Adds the dangers of a host's labels. The host must be in ASCII if it has an ASCII form. Returns
 * TRAWL_OK, or TRAWL_ERROR_NO_MEMORY after setting all bits that it could not test. */
static int host_dangers(const char *host, size_t n, dangers *d)
{
    bool ascii_top = host_has_ascii_top(host, n);
    size_t end;
    char unicode[IDN_UNICODE_MAX];
    int failed = TRAWL_OK;

    for (size_t i = 0; i <= n; i = end + 1) {
        size_t len = 0;
        trawl_str label;
        int got;
        end = host_label_end(host, i, n);
        label = (trawl_str){host + i, end - i};
        if (i > 0)
            out_byte(&d->like, '.');
        if (!punycode_is(label.p, label.n)) {
            if (has_non_ascii(label.p, label.n))
                test_label(d, label, ascii_top, label);
            else
                out_put(&d->like, label.p, label.n);
            continue;
        }
        got = idn_to_unicode(label.p, label.n, unicode, &len);
        d->bits |= TRAWL_DANGER_PUNYCODE | (got < 0 ? SCRIPTS : 0);
        if (got > 0)
            test_label(d, (trawl_str){unicode, len}, ascii_top, label);
        else
            out_put(&d->like, label.p, label.n);
        failed = got < 0 ? got : failed;
    }
    return failed;
}

/* Adds the dangers of a host without escapes. Returns what host_dangers() returns. */
static int plain_dangers(const char *host, size_t len, dangers *d)
{
    char ascii[IDN_HOST_MAX + 1];
    size_t n;
    int got;

    if (!has_non_ascii(host, len)) {
        d->bits |= address_dangers(host, len, false);
        return host_dangers(host, len, d);
    }
    got = idn_to_ascii(host, len, ascii, &n);
    if (got < 0)
        d->bits |= SCRIPTS | TRAWL_DANGER_PUNYCODE;
    if (got <= 0)
        return got < 0 ? got : host_dangers(host, len, d);
    /* Digits of other scripts are mapped to ASCII, so they make an address, too. */
    d->bits |= address_dangers(ascii, n, true);
    return host_dangers(ascii, n, d);
}

/* Adds the dangers of a URL's host. For a host with escapes, adds the dangers of its decoded form,
 * too. Returns what host_dangers() returns. */
static int url_dangers(const char *url, size_t n, dangers *d)
{
    char decoded[4 * IDN_HOST_MAX] = "";
    url_parts parts;
    const char *host;
    size_t len;

    parts_split(&parts, url, n);
    len = span_len(parts.part[TRAWL_PART_HOST]);
    if (len == 0)
        return TRAWL_OK;
    host = url + parts.part[TRAWL_PART_HOST].from;
    d->hides = ascii_has(host, len, "xn--");
    if (!memchr(host, '%', len) || host[0] == '[')
        return plain_dangers(host, len, d);
    d->hides = true;
    d->bits |= TRAWL_DANGER_PUNYCODE;
    if (len > sizeof decoded)
        return TRAWL_OK;
    return plain_dangers(decoded, ascii_unescape(decoded, host, len, 0), d);
}

static void danger_begin(dangers *d)
{
    d->bits = 0;
    d->hides = false;
    d->like = (text_out){d->room, sizeof d->room, 0};
}

int trawl_host_dangers(const char *url, size_t n)
{
    dangers d;
    int failed;

    danger_begin(&d);
    failed = url ? url_dangers(url, n, &d) : TRAWL_OK;
    return failed == TRAWL_ERROR_NO_MEMORY ? failed : (int)d.bits;
}

int trawl_looks_like(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    text_out to = {out, size, 0};
    dangers d;
    int failed;

    if (!url || !len || (!out && size > 0))
        return TRAWL_ERROR_MISUSE;
    danger_begin(&d);
    failed = url_dangers(url, n, &d);
    if (d.bits & TRAWL_DANGER_CONFUSABLE && d.like.len <= d.like.size)
        out_put(&to, d.room, d.like.len);
    *len = to.len;
    return failed ? failed : to.len > size ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;
}

/* ---- Flags of links ---- */

static bool ends_authority(char c)
{
    return c == '/' || c == '?' || c == '#';
}

/* Returns true for a byte that few hosts have: a non-ASCII byte, the "%" of an escape, the "[" of
 * an IP literal, or the second hyphen of an A-label. */
static bool danger_is_rare(const char *p)
{
    return (unsigned char)*p >= 0x80 || *p == '%' || *p == '[' || (*p == '-' && p[-1] == '-');
}

/* Fast path: returns true for nearly all harmless hosts. They are in ASCII, have no "--", escapes
 * and brackets, and their last label does not begin with a digit. User information may precede the
 * host. */
static bool danger_is_plain(const char *p, const char *end)
{
    bool first = true, digit = false, port = false;

    for (; p < end && !ends_authority(*p); p++) {
        if (!first && ascii_is_alnum((unsigned char)*p))
            continue; /* the common case */
        if (danger_is_rare(p))
            return false;
        port = *p == ':' || (port && *p != '@');
        if (first && *p != '.' && !port)
            digit = ascii_is_digit((unsigned char)*p);
        first = *p == '.' || *p == '@';
    }
    return !digit;
}

/* ---- What a program would send (RFC 1738 section 6) ---- */

/* Returns true for a port that belongs to another protocol: "gopher://h:25/0HELO". Returns false
 * for an unknown scheme, since it may use any port. */
static bool is_foreign_port(const url_parts *p, const char *url)
{
    return p->row && port_is_foreign(port_is_web(url, span_len(p->part[TRAWL_PART_SCHEME])),
                                     p->row->port, parts_port(p, url));
}

static bool is_line_based(enum scheme_grammar g)
{
    return g == SCHEME_FTP || g == SCHEME_GOPHER || g == SCHEME_MAILTO || g == SCHEME_NEWS ||
           g == SCHEME_NNTP || g == SCHEME_TELNET || g == SCHEME_WAIS || g == SCHEME_PROSPERO ||
           g == SCHEME_SNEWS || g == SCHEME_TN3270 || g == SCHEME_RLOGIN;
}

/* Returns true when url[from..to) has %00, %0A or %0D. */
static bool has_crlf(const char *url, size_t from, size_t to)
{
    const char *p = url + from, *end = url + to;

    for (; end - p >= 3 && (p = memchr(p, '%', (size_t)(end - p) - 2)); p++)
        if (p[1] == '0' && (p[2] == '0' || (p[2] | 0x20) == 'a' || (p[2] | 0x20) == 'd'))
            return true;
    return false;
}

/* Returns true when a mailto URL has %00, %0A or %0D outside of its body, which may have line
 * breaks. */
static bool has_mail_crlf(const char *url, const url_parts *p)
{
    trawl_span rest = p->part[TRAWL_PART_QUERY], name, value;

    if (has_crlf(url, p->part[TRAWL_PART_PATH].from, p->part[TRAWL_PART_PATH].to))
        return true;
    while (trawl_next_field(url, &rest, &name, &value) == 1) {
        bool body = span_len(name) == 4 && ascii_same(url + name.from, "body", 4);
        if (has_crlf(url, name.from, name.to) ||
            (span_is(value) && !body && has_crlf(url, value.from, value.to)))
            return true;
    }
    return false;
}

/* Returns the flags of what a program would send for the URL. */
static uint64_t sending_flags(const char *url, size_t n)
{
    url_parts p;
    enum scheme_grammar g;
    uint64_t flags;

    parts_split(&p, url, n);
    g = parts_grammar(&p);
    flags = is_foreign_port(&p, url) ? TRAWL_FLAG_FOREIGN_PORT : 0;
    if (is_line_based(g) && (g == SCHEME_MAILTO ? has_mail_crlf(url, &p) : has_crlf(url, 0, n)))
        flags |= TRAWL_FLAG_ENCODED_CRLF;
    if (span_len(p.part[TRAWL_PART_PASSWORD]) > 0 &&
        (g == SCHEME_FTP || g == SCHEME_TELNET || g == SCHEME_TN3270 || g == SCHEME_RLOGIN))
        flags |= TRAWL_FLAG_PASSWORD;
    return flags;
}

/* Fast path: returns true when sending_flags() returns 0 for the URL. colon[0] ends its scheme. */
static bool sends_nothing(const char *url, size_t n, const char *colon)
{
    const char *p = colon + 1, *end = url + n, *slash;

    if ((url[0] | 0x20) != 'h' && has_crlf(url, 0, n)) /* no scheme of a protocol made of lines
                                                        * begins with "h" */
        return false;
    while (p < end && *p == '/')
        p++;
    slash = memchr(p, '/', (size_t)(end - p));
    return !memchr(p, ':', (size_t)((slash ? slash : end) - p));
}

int danger_flags(const char *url, size_t n, uint64_t *bits)
{
    static const struct {
        unsigned danger;
        uint64_t flag;
    } flags[] = {
        {TRAWL_DANGER_ODD_IP, TRAWL_FLAG_ODD_IP},
        {TRAWL_DANGER_MIXED_SCRIPT, TRAWL_FLAG_MIXED_SCRIPT},
        {TRAWL_DANGER_WHOLE_SCRIPT, TRAWL_FLAG_WHOLE_SCRIPT},
        {TRAWL_DANGER_PUNYCODE, TRAWL_FLAG_PUNYCODE},
        {TRAWL_DANGER_CONFUSABLE, TRAWL_FLAG_CONFUSABLE},
        {TRAWL_DANGER_IP_HOST, TRAWL_FLAG_IP_HOST},
    };
    const char *colon = memchr(url, ':', n);
    dangers d;
    int failed;

    if (colon && !sends_nothing(url, n, colon))
        *bits |= sending_flags(url, n);
    if (colon && url + n - colon > 2 && (colon[1] == '/' || colon[1] == '\\') &&
        memchr(colon, '\\', (size_t)(url + n - colon)) && slashes_differ(url, n))
        *bits |= TRAWL_FLAG_BACKSLASH;
    if (!colon || url + n - colon < 3 || colon[1] != '/' || colon[2] != '/' ||
        danger_is_plain(colon + 3, url + n))
        return TRAWL_OK;
    danger_begin(&d);
    failed = url_dangers(url, n, &d);
    if (!d.hides) /* a host that is written in its own letters hides nothing */
        d.bits &= ~(unsigned)TRAWL_DANGER_PUNYCODE;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        *bits |= d.bits & flags[i].danger ? flags[i].flag : 0;
    return failed;
}

/* Returns true when a port begins with a digit. Otherwise it may be a path:
 * "ssh://git@h:team/x". */
static bool has_number(trawl_span s, const char *url)
{
    return span_len(s) > 0 && ascii_is_digit((unsigned char)url[s.from]);
}

int danger_cautions(const char *url, size_t n, uint64_t *flags)
{
    url_parts p;
    long port;
    enum scheme_grammar g;

    parts_split(&p, url, n);
    port = parts_port(&p, url);
    g = parts_grammar(&p);
    *flags = ascii_has_bad_escape(url, n) ? TRAWL_FLAG_BAD_PERCENT : 0;
    if (span_is(p.part[TRAWL_PART_SCHEME]) &&
        !scheme_is_known(url, span_len(p.part[TRAWL_PART_SCHEME])))
        *flags |= TRAWL_FLAG_UNKNOWN_SCHEME;
    if (span_is(p.part[TRAWL_PART_USER]) && (g == SCHEME_HTTP || g == SCHEME_HTTPS))
        *flags |= TRAWL_FLAG_USERINFO;
    if (has_number(p.part[TRAWL_PART_PORT], url) && !(p.row && p.row->shape == SHAPE_HOSTS) &&
        (port <= 0 || port > 65535))
        *flags |= TRAWL_FLAG_BAD_PORT;
    return danger_flags(url, n, flags);
}

/* ---- Scripts ---- */

/* A range of letters of one script, with their marks and digits. */
typedef struct danger_block {
    uint32_t from, to;
    unsigned script;
} block;

#include "url/tables/scripts.h"

/* Returns the script of a character, or 0. */
static unsigned script_of(uint32_t c)
{
    size_t from = 0, to = sizeof blocks / sizeof blocks[0];

    if (c < 0x80)
        return ascii_is_alpha((unsigned char)c) ? LATIN : 0;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (c < blocks[middle].from)
            to = middle;
        else if (c > blocks[middle].to)
            from = middle + 1;
        else
            return blocks[middle].script;
    }
    return 0;
}

static bool danger_is_common(uint32_t c)
{
    return c == '-' || (c < 0x80 && ascii_is_digit((unsigned char)c));
}

/* Returns one bit for each script; bit 0 is for characters without a script. */
static uint32_t scripts_of(const char *label, size_t n)
{
    uint32_t seen = 0;
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(label + i, n - i);
        if (c.code != UTF8_INVALID && danger_is_common(c.code))
            continue;
        seen |= UINT32_C(1) << (c.code == UTF8_INVALID ? 0 : script_of(c.code));
    }
    return seen;
}

static bool is_one_bit(uint32_t seen)
{
    return (seen & (seen - 1)) == 0;
}

bool script_is_one(const char *label, size_t n)
{
    uint32_t seen = scripts_of(label, n);

    return (seen & 1) == 0 &&
           (seen == (UINT32_C(1) << HAN | UINT32_C(1) << KANA) || is_one_bit(seen));
}

bool script_is_mixed(const char *label, size_t n)
{
    uint32_t seen = scripts_of(label, n), latin_han = UINT32_C(1) << LATIN | UINT32_C(1) << HAN;

    return !is_one_bit(seen) && (seen & ~(latin_han | UINT32_C(1) << KANA)) != 0 &&
           (seen & ~(latin_han | UINT32_C(1) << HANGUL)) != 0;
}

bool script_runs_left(const char *label, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(label + i, n - i);
        unsigned script = c.code == UTF8_INVALID ? 0 : script_of(c.code);
        if (script == HEBREW || script == ARABIC || script == THAANA)
            return true;
    }
    return false;
}

/* Returns true for a small letter that looks like a Latin letter. Labels have no capitals. */
static bool is_lookalike(uint32_t c)
{
    static const uint16_t letters[] = {
        0x3B1, 0x3B3, 0x3B7, 0x3B9, 0x3BA, 0x3BD, 0x3BF, 0x3C1, 0x3C5, 0x3C7,
        0x3C9, 0x430, 0x435, 0x43E, 0x440, 0x441, 0x443, 0x445, 0x455, 0x456,
        0x457, 0x458, 0x461, 0x475, 0x4BB, 0x4CF, 0x501, 0x51B, 0x51D,
    };

    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (letters[i] == c)
            return true;
    return false;
}

bool script_looks_latin(const char *label, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(label + i, n - i);
        if (c.code == UTF8_INVALID || (!danger_is_common(c.code) && !is_lookalike(c.code)))
            return false;
    }
    return true;
}
