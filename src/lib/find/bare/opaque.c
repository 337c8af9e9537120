/* opaque.c - the schemes that start a link without "//", each in its own shape (M6)
 *
 * "The news: today" and "label:user" are not links, so every shape requires something that prose
 * does not have: an "@", a dotted group, a second colon, digits. The shapes follow RFC 6068, 5538,
 * 2392, 8141, 3966, 3261 and 5870 loosely: they show where a link ends, not whether it is valid.
 */
#include "find/bare/inside.h"

/* ---- Shapes. Each returns the end of the required text after the colon, at i; 0 for none ---- */

/* Only fields, "magnet:?xt=a". */
static size_t fields_head(const settings *s, text *t, size_t i)
{
    (void)s;
    return text_at(t, i) == '?' && text_is_of(t, i + 1, BYTE_ALPHA) ? i : 0;
}

/* Addresses separated by commas. They may be left out when fields follow, "mailto:?subject=a". */
static size_t mailto_head(const settings *s, text *t, size_t i)
{
    const size_t limit = i + FOUND_BYTES / 4;
    size_t end = bare_address_end(s, t, i, limit, settings_mail(s)), next;

    if (end == 0)
        return settings_mail(s) ? fields_head(s, t, i) : 0;
    if (host_of_address_goes_on(s, t, end) > end)
        return 0;
    while (text_at(t, end) == ',' && (next = bare_address_end(s, t, end + 1, limit, true)) > 0 &&
           host_of_address_goes_on(s, t, next) == next)
        end = next;
    return end;
}

/* Up to "@" and a host or [number]. */
static size_t id_head(const settings *s, text *t, size_t i)
{
    size_t k = settings_span(s, &s->sets.id, t, i, FOUND_LOCAL), literal;
    host_span h;

    if (k == i || text_at(t, k) != '@' || k + 1 == t->id_host)
        return 0;
    if ((literal = host_literal(t, k + 1)) > k + 1)
        return literal;
    host_read(s, t, k + 1, true, &h);
    if (h.to > k + 1 && !h.bad)
        return h.to;
    t->id_host = t->starved ? t->id_host : k + 1;
    return 0;
}

/* mid:message/part */
static size_t mid_head(const settings *s, text *t, size_t i)
{
    size_t end = id_head(s, t, i), part;

    if (end > 0 && text_at(t, end) == '/' && (part = id_head(s, t, end + 1)) > 0)
        end = part;
    return end;
}

/* "*", a dotted group with or without wildcards, or an id. */
static size_t news_head(const settings *s, text *t, size_t i)
{
    size_t id = id_head(s, t, i), k;
    const char *dot;

    if (id > 0)
        return id;
    if (text_at(t, i) == '*' && !text_is_of(t, i + 1, BYTE_ID))
        return i + 1;
    if (!text_is_of(t, i, BYTE_ALPHA))
        return 0;
    k = text_run(t, i, FOUND_HOST, BYTE_SCHEME, "_*");
    dot = memchr(t->p + i, '.', k - i);
    if (!dot || memchr(t->p + i, '*', (size_t)(dot - t->p) - i))
        return 0;
    k = bytes_run_before(t->p, i, k, 0, ".");
    return t->p + k > dot ? k : 0;
}

/* A namespace of 2 to 32 letters, digits and hyphens, a colon, and a character. */
static size_t urn_head(const settings *s, text *t, size_t i)
{
    const size_t k = text_run(t, i, 33, BYTE_LABEL, "");

    (void)s;
    if (k - i < 2 || k - i > 32 || t->p[i] == '-' || t->p[k - 1] == '-' || text_at(t, k) != ':')
        return 0;
    if (text_at(t, k + 1) <= ' ')
        return 0;
    return (link_class(text_char(t, k + 1).code) & LINK_TERM) == LINK_INCLUDE ? k + 1 : 0;
}

/* Returns the end of at least seven digits with visual separators (RFC 3966) or "%20", or 0. With
 * fewer, "tel: 12" may be prose. */
static size_t tel_head(const settings *s, text *t, size_t i)
{
    size_t k = i + (text_at(t, i) == '+'), digits = 0, end = 0;
    int c;

    (void)s;
    for (; k - i < 64 && (c = text_at(t, k)) > 0 &&
           (ascii_is_digit((unsigned char)c) || strchr("-.()", c) || text_is(t, k, "%20"));
         k += c == '%' ? 3 : 1)
        if (ascii_is_digit((unsigned char)c)) {
            digits++;
            end = k + 1;
        }
    return digits >= 7 ? end : 0;
}

static size_t opaque_number_end(text *t, size_t i)
{
    const size_t from = i + (text_at(t, i) == '-');
    const size_t to = text_run(t, from, 32 - (from - i), BYTE_DIGIT, ".");
    const size_t k = bytes_run_before(t->p, from, to, 0, ".");

    return k > from ? k : i;
}

static size_t geo_head(const settings *s, text *t, size_t i)
{
    size_t comma = opaque_number_end(t, i), end;

    (void)s;
    if (!RULE(CASE_GEO) || comma == i || text_at(t, comma) != ',')
        return 0;
    end = opaque_number_end(t, comma + 1);
    return end > comma + 1 ? end : 0;
}

/* A user and a host, or at least a host with a dot. */
static size_t sip_head(const settings *s, text *t, size_t i)
{
    size_t id = id_head(s, t, i);
    host_span h;

    if (id > 0)
        return id;
    host_read(s, t, i, true, &h);
    return !h.bad && h.labels >= 2 && ascii_is_alpha((unsigned char)t->p[h.last]) ? h.to : 0;
}

/* An id, or at least a domain; "XMPP:example.org" is a word and a host. */
static size_t xmpp_head(const settings *s, text *t, size_t i)
{
    size_t id = id_head(s, t, i);
    host_span h;

    if (id > 0 || t->p[i - 5] != 'x')
        return id;
    host_read(s, t, i, true, &h);
    return host_is_domain(s, t, &h) ? h.to : 0;
}

/* matrix:u/joe:a.example, matrix:r/room:a.example, matrix:roomid/x:a.example */
static size_t matrix_head(const settings *s, text *t, size_t i)
{
    const bool known = text_is(t, i, "u/") || text_is(t, i, "r/") || text_is(t, i, "roomid/");
    const size_t k = known ? text_run(t, i, FOUND_LOCAL, BYTE_ALNUM, "._=-/+%") : i;
    host_span h;

    if (!RULE(CASE_MATRIX) || !known || text_at(t, k) != ':')
        return 0;
    host_read(s, t, k + 1, true, &h);
    return h.to > k + 1 && !h.bad ? h.to : 0;
}

/* An address that begins with "bc1" or "tb1"; or an address of 26 to 35 letters and digits that
 * begins with 1 or 3 or, in a test network, with m, n or 2. Only fields may follow. */
static size_t bitcoin_head(const settings *s, text *t, size_t i)
{
    const bool segwit = text_is(t, i, "bc1") || text_is(t, i, "tb1");
    const size_t k = text_run(t, i, 100, BYTE_ALNUM, "");

    (void)s;
    if (!RULE(CASE_BITCOIN))
        return 0;
    if (segwit)
        return k - i >= 8 ? k : 0;
    return k - i >= 26 && k - i <= 35 && strchr("13mn2", t->p[i]) ? k : 0;
}

/* 10.number/suffix, "10.1000.5/x" (DOI Handbook, section 2.2). */
static size_t doi_head(const settings *s, text *t, size_t i)
{
    const size_t k = text_is(t, i, "10.") ? text_run(t, i + 3, 32, BYTE_DIGIT, ".") : i;

    (void)s;
    if (!RULE(CASE_DOI) || k < i + 7 || text_at(t, k) != '/' || text_at(t, k + 1) <= ' ')
        return 0;
    return (link_class(text_char(t, k + 1).code) & LINK_TERM) != LINK_HARD ? k + 1 : 0;
}

size_t bare_did_head(text *t, size_t i)
{
    size_t k = i + 4;
    int c;

    if (text_at(t, i) != 'd' || !text_is(t, i, "did:"))
        return i;
    while (k - i < 40 && (c = text_at(t, k)) > 0 &&
           (ascii_is_digit((unsigned char)c) || (c >= 'a' && c <= 'z')))
        k++;
    if (k == i + 4 || text_at(t, k) != ':')
        return i;
    return byte_is_of_run(text_at(t, k + 1), BYTE_ALNUM, "._%-") ? k + 1 : i;
}

/* A method in lower case, a colon, and a character of its id (W3C DID Core, section 3.1). */
static size_t did_head(const settings *s, text *t, size_t i)
{
    const size_t k = bare_did_head(t, i - 4);

    (void)s;
    return k > i - 4 ? k : 0;
}

/* Returns the end of a text in bech32 (BIP 173): at least the six characters of its checksum, after
 * the last "1"; or 0. All letters are in one case. */
static size_t bech32_end(text *t, size_t i)
{
    const size_t k = text_run(t, i, FOUND_BYTES / 4, BYTE_ALNUM, "");
    const char *p = t->p + i;
    const size_t one = bytes_after_last(t->p, i, k, '1');
    bool upper = false, lower = false;

    for (size_t j = 0; j < k - i; j++) {
        upper |= ascii_is_upper(p[j]);
        lower |= p[j] >= 'a' && p[j] <= 'z';
    }
    return one > i + 1 && k - one >= 6 && upper != lower && !text_is_of(t, k, BYTE_ALNUM) ? k : 0;
}

/* A key, a note, or another entity of NIP-19, but not a private key. */
static size_t nostr_head(const settings *s, text *t, size_t i)
{
    static const char *const begins[] = {"npub1", "nprofile1", "note1", "nevent1", "naddr1"};

    (void)s;
    for (size_t k = 0; RULE(CASE_NOSTR) && k < sizeof begins / sizeof begins[0]; k++)
        if (text_is(t, i, begins[k]))
            return bech32_end(t, i);
    return 0;
}

/* file:/path, or "file:/" alone; "file:///path" is a link with "//". */
static size_t file_head(const settings *s, text *t, size_t i)
{
    const bool slash = text_at(t, i) == '/';
    int c = slash ? text_at(t, i + 1) : -1;

    (void)s;
    if (slash && (c <= ' ' || c == '>' || c == '"'))
        return t->p[i - 5] == 'f' ? i + 1 : 0; /* not "/File:/ x", a pattern */
    return c > ' ' && (ascii_is_alnum((unsigned char)c) || c >= 0x80 || strchr("~._-%", c)) ? i + 1
                                                                                            : 0;
}

/* Returns true when more text belongs to the newsgroup, in a form that no RFC has ("a.b:119/x",
 * "a.b/1"). A link without this text would lead to another group. */
static bool group_goes_on(text *t, size_t i)
{
    return text_at(t, i) == '/' || (text_at(t, i) == ':' && text_is_of(t, i + 1, BYTE_DIGIT));
}

/* ---- The table ---- */

/* The part of the URL that may follow the shape. */
enum then { NOTHING, ONLY_QUERY, ANYTHING };

/* tests/lib/find/t_bare.c compares these with the shapes in src/gen/schemes.tsv. */
static const struct shape {
    trawl_str name;
    size_t (*head)(const settings *s, text *t, size_t i);
    enum then then;
    bool lower; /* in capitals it is a word before a number: "Tel:+49-89-1234567", "GEO:1,2" */
} shapes[] = {
    {TEXT_STR("mailto"), mailto_head, ONLY_QUERY, false},
    {TEXT_STR("news"), news_head, NOTHING, false},
    {TEXT_STR("mid"), mid_head, NOTHING, false},
    {TEXT_STR("cid"), id_head, NOTHING, false},
    {TEXT_STR("urn"), urn_head, ANYTHING, false},
    {TEXT_STR("tel"), tel_head, ANYTHING, true},
    {TEXT_STR("sip"), sip_head, ANYTHING, false},
    {TEXT_STR("sips"), sip_head, ANYTHING, false},
    {TEXT_STR("xmpp"), xmpp_head, ANYTHING, false},
    {TEXT_STR("magnet"), fields_head, ONLY_QUERY, false},
    {TEXT_STR("sms"), tel_head, ANYTHING, true},
    {TEXT_STR("matrix"), matrix_head, ANYTHING, true},
    {TEXT_STR("bitcoin"), bitcoin_head, ONLY_QUERY, true},
    {TEXT_STR("geo"), geo_head, ANYTHING, true},
    {TEXT_STR("file"), file_head, ANYTHING, false},
    {TEXT_STR("doi"), doi_head, ANYTHING, false},
    {TEXT_STR("did"), did_head, ANYTHING, false},
    {TEXT_STR("nostr"), nostr_head, NOTHING, true},
};

void bare_ends(settings *s)
{
    bare_add_ends(s, BARE_OPAQUE, "localhost url uri");
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        bare_add_end(s, BARE_OPAQUE, shapes[k].name.p + shapes[k].name.n);
    address_add_ends(s);
    address_add_logins(s);
}

static const struct shape *find_shape(const text *t, size_t from, size_t colon)
{
    const size_t n = colon - from;
    const char first = ascii_lower(t->p[from]);

    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        if (shapes[k].name.n == n && shapes[k].name.p[0] == first &&
            ascii_same(t->p + from, shapes[k].name.p, n))
            return &shapes[k];
    return NULL;
}

size_t bare_opaque_head(const settings *s, text *t, size_t from, size_t colon)
{
    const struct shape *as = find_shape(t, from, colon);

    return as ? as->head(s, t, colon + 1) : 0;
}

outcome bare_opaque(const settings *s, text *t, size_t from, size_t colon, candidate *f)
{
    static const struct shape *const mailto = &shapes[0];
    const struct shape *as = find_shape(t, from, colon);
    size_t end;
    bool known;

    if (!as && colon - from > 6 && ascii_same(t->p + colon - 6, "mailto", 6)) {
        as = mailto; /* M9: "Write tomailto:joe@..." */
        from = colon - 6;
        f->flags |= TRAWL_FLAG_GLUED;
    }
    if (!RULE(M6) || !as || (!settings_mail(s) && as != mailto) ||
        (settings_mail(s) && s->schemes && !settings_scheme(s, t->p + from, colon - from, &known)))
        return NOT_A_LINK;
    end = as->lower && ascii_is_upper(t->p[from]) ? 0 : as->head(s, t, colon + 1);
    if (end == 0) {
        candidate_refused(f, from, colon + 1, "M6",
                          "the text after the colon does not fit the scheme");
        return NOT_A_LINK;
    }
    candidate_note(f, "M6", "a scheme that needs no \"//\", in its own form");
    if (settings_mail(s) &&
        (as->then == ANYTHING || (as->then == ONLY_QUERY && text_at(t, end) == '?') ||
         (as->head == news_head && group_goes_on(t, end))))
        end = ending_find(s, t, from, end, as->then == ONLY_QUERY ? ENDING_NONE : ENDING_PATH, f);
    f->from = from;
    f->to = end;
    if (f->over)
        return SKIPPED;
    if (as == mailto && bare_at_host(s, t, end))
        return NOT_A_LINK;
    candidate_whole(f, t, from, end);
    f->plain = true;
    bare_flag_percent(f);
    return IS_LINK;
}
