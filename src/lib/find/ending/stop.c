/* stop.c - the rules that end a link before a character (M1 to M4, M14 to M16)
 *
 * Links occur in other notations: programs, tables, markup, sentences in Chinese. A character, with
 * a few bytes beside it, shows that the notation continues there. Each rule for ASCII is a row with
 * the characters that it acts on; the masks are made of these rows.
 */
#include "find/bare/bare.h"
#include "find/ending/inside.h"
#include "find/lines/lines.h"

/* ---- Rules for ASCII. Each returns true when the link ends before the character at i ---- */

static bool stop_is_file(const ending *e)
{
    return text_is(e->t, e->start, "file:");
}

static bool stop_is_word(text *t, size_t i)
{
    const uint32_t code = text_char(t, i).code;

    return code < 0x80 ? ascii_is_alnum((unsigned char)code) : link_class(code) & LINK_EMAIL;
}

/* Returns true when an attribute follows the mark at i: http://a.example/x"title="y". */
static bool precedes_attribute(text *t, size_t i)
{
    enum { LONGEST = 32 };
    const size_t k = text_run(t, i + 1, LONGEST - 1, BYTE_LABEL, "");

    return k > i + 1 && text_at(t, k) == '=' && text_at(t, k + 1) == t->p[i];
}

/* Returns true when the mark at i ends a value of SQL or CSV, and another value follows: "','x'",
 * "',N'x'", "',NULL)", "\"|\"x", "\";7;". */
static bool precedes_value(text *t, size_t i)
{
    enum { LONGEST = 64 };
    const bool csv = t->p[i] == '"';
    const size_t from = i + 2, to = text_run(t, from, LONGEST, BYTE_LABEL, csv ? "._@" : ".");
    const int separator = text_at(t, i + 1), c = text_at(t, to);

    if (!byte_is_one(separator, csv ? ",;|" : ","))
        return false;
    if (c == t->p[i])
        return to == from || (to == from + 1 && strchr("NEBX", t->p[from]));
    if (csv)
        return c == separator || (to > from && byte_is_one(c, "\r\n"));
    return byte_is_one(c, ",)") && (text_is_of(t, from, BYTE_DIGIT) || text_is(t, from, "null"));
}

/* M2: '"' and "'" that close a quote. A "'" before a letter may be an apostrophe. */
static bool closes_quote(ending *e, size_t i)
{
    char c = e->t->p[i];

    return RULE(M2) &&
           ((RULE(CASE_ATTRIBUTE) && precedes_attribute(e->t, i)) ||
            (RULE(CASE_VALUE) && precedes_value(e->t, i)) ||
            ((c == '"' || !stop_is_word(e->t, i + 1)) && context_closes(e, (unsigned char)c)));
}

static bool is_partner(ending *e, size_t i)
{
    return RULE(M2) && (unsigned char)e->t->p[i] == e->left.partner;
}

/* Returns the end of the word at i, at most 256 bytes of it; 0 for a longer word. */
static size_t stop_word_end(text *t, size_t i)
{
    enum { FAR = 256 };
    const size_t to = text_word_end(t, i, FAR + 1);

    return to - i <= FAR ? to : 0;
}

/* Returns true for another font or colour of troff: "\fR", "\m[]". */
static bool is_font(text *t, size_t i)
{
    const int c = text_at(t, i + 1), next = text_at(t, i + 2);

    return RULE(CASE_FONT) &&
           ((c == 'f' && next > 0 && strchr("BIPR", next)) || (c == 'm' && next == '['));
}

/* M10: returns true when a program that reads the "\" at i as a part of the user finds another host
 * after it: "http://a.example\\@b.example". */
static bool hides_host(text *t, size_t i)
{
    const size_t to = text_run(t, i, FOUND_HOST, BYTE_USER, "\\");
    const size_t at = bytes_after_last(t->p, i, to, '@');

    return RULE(CASE_HIDDEN) && RULE(M10) && at > i &&
           (text_is_of(t, at, BYTE_ALNUM) || text_at(t, at) == '[');
}

void stop_offer_rest(ending *e, size_t i)
{
    const bool word = stop_is_word(e->t, i + 1) && stop_is_word(e->t, i + 2);
    const bool escape = word && strchr("nrtbfuvx0", e->t->p[i + 1]);
    const bool line = word && strchr("nrt", e->t->p[i + 1]); /* "\\njoe@a.example" */
    const bool host = e->from == i && !line && hides_host(e->t, i);
    size_t to;

    if ((!host && (!word || escape)) || (to = stop_word_end(e->t, i)) == 0)
        return;
    e->f->other = trim_soft(e->t, i, to);
    e->f->flags |= host ? TRAWL_FLAG_BACKSLASH : 0;
}

static bool is_backslash(ending *e, size_t i)
{
    if ((stop_is_file(e) && text_at(e->t, i + 1) != '"' && !is_font(e->t, i)) ||
        is_windows_path(e->t, e->from, i))
        return false; /* file:///C:\x */
    if (!RULE(M1) || is_escape(e, i))
        return false;
    stop_offer_rest(e, i);
    return true;
}

static bool is_final_entity(ending *e, size_t i)
{
    return RULE(M4) && is_entity(e->t, i);
}

/* M15: "http://a.example/,http://b.example/", "http://a.example/[http://a.example/]" */
static bool begins_url(text *t, size_t i)
{
    return text_is(t, i, "http://") || text_is(t, i, "https://") || text_is(t, i, "ftp://");
}

static bool precedes_url(ending *e, size_t i)
{
    return RULE(M15) && begins_url(e->t, i + 1);
}

/* The longest word after a sign that is read. */
#define NAME_MAX 32

/* Returns the end of the digest at i, 32 hex digits or more; i for none. */
static size_t digest_end(text *t, size_t i)
{
    enum { SHORTEST = 32, LONGEST = 128 };
    const size_t k = text_run(t, i, LONGEST + 1, BYTE_HEX, "");

    return RULE(CASE_DIGEST) && k - i >= SHORTEST && k - i <= LONGEST && (k - i) % 8 == 0 ? k : i;
}

/* Returns true when the field of a table is after the comma at i: a quoted text, a date, a digest,
 * or, after "/", a number or IP address. A number may be a part of a name, "/x,12". */
static bool stop_is_value(text *t, size_t i)
{
    size_t to = record_date_end(t, i + 1);
    int c = text_at(t, i + 1);

    if (c == '"')
        return true;
    if (to == i + 1 && t->p[i - 1] == '/' && text_is_of(t, to, BYTE_DIGIT))
        to = text_run(t, to, 32, BYTE_DIGIT, ".:");
    to = to > i + 1 ? to : digest_end(t, i + 1);
    c = text_at(t, to);
    return to > i + 1 && (c <= ' ' || c == ',' || c == ';' || (c == 'T' && to == i + 11));
}

/* Returns true when a word with one capital follows the comma at i, and then a blank. */
static bool precedes_word(text *t, size_t i)
{
    const int c = text_at(t, i + 1), next = text_at(t, i + 2);

    return RULE(CASE_WORD) && t->p[i] == ',' && c >= 'A' && c <= 'Z' && next >= 'a' &&
           next <= 'z' && text_at(t, text_run(t, i + 1, NAME_MAX, BYTE_ALNUM, "")) <= ' ';
}

/* M16: the separator of a record, of arguments or of a table: "a,http://a.example/x,b",
 * "http://a.example/x/,2017-06-02". Since it may belong to the link,
 * the link up to the next blank is another reading. */
static bool ends_field(ending *e, size_t i)
{
    text *t = e->t;
    const bool query = memchr(t->p + e->from, '?', i - e->from) != NULL;
    enum record is;
    bool cell;
    size_t to;

    if (e->start > 0 && t->p[e->start - 1] == '{' && ends_argument(e, i))
        return true;
    if (!RULE(M16) || e->left.partner != 0 || e->depth > 0 || text_at(t, i + 1) <= ' ' ||
        (t->p[i] == '|' ? stop_is_file(e) : text_at(t, text_run(t, i + 1, 8, 0, ",;.)")) <= ' '))
        return false; /* also the punctuation at the link's end */
    cell = !query && t->p[i] == ',' && stop_is_value(t, i);
    if (!cell && memchr(t->p + e->from, t->p[i], i - e->from))
        return false; /* a field ends at its first separator */
    is = record_weigh(t, e->start, i, e->f);
    if (is < RECORD_DOES && !cell) {
        if (e->f->other == 0 && (is == RECORD_MAY || (!query && precedes_word(t, i))))
            e->f->other = i;
        return false;
    }
    to = stop_word_end(t, i);
    if (is == RECORD_SURELY)
        e->f->settled = true;
    else if (to > 0)
        e->f->other = t->p[to - 1] == '"' ? to : trim_soft(t, i, to);
    return true;
}

/* M15: "http://a.example/xhttps://b.example/y": the link ends before the scheme's name, if a letter
 * or digit precedes it, unless that ends an escape, "%3Dhttp://". */
static bool ends_glued_scheme(ending *e, size_t i)
{
    text *t = e->t;
    const size_t name = bare_glued_start(t, e->start, i);

    if (!RULE(M15) || text_at(t, i + 1) != '/' || text_at(t, i + 2) != '/' ||
        i - name < 4 /* "ftp" */ || !ascii_is_alnum((unsigned char)t->p[name - 1]) ||
        ends_in_escape(t, e->start, name))
        return false;
    e->last = name;
    return true;
}

/* M20: "{Pears:http\://a.example/x:PDF}": the link ends before the type of the file. */
static bool ends_file_link(ending *e, size_t i)
{
    const size_t to = text_run(e->t, i + 1, 16, BYTE_ALNUM, "");

    return RULE(CASE_JABREF) && e->t->source && to > i + 1 && e->start > 0 &&
           e->t->p[e->start - 1] == ':' && text_at(e->t, to) > 0 && strchr(";}", text_at(e->t, to));
}

/* M16: tags of bulletin boards, "[/url]", and of wikis, "[[BR]]". */
static bool stop_is_tag(ending *e, size_t i)
{
    const int c = text_at(e->t, i + 1);

    return RULE(CASE_TAG) && RULE(M16) &&
           (c == '[' || (c == '/' && text_is_of(e->t, i + 2, BYTE_ALPHA)));
}

/* M16: "@{ub}": the link ends before the "@" of the "{" at i. */
static bool is_guide_command(ending *e, size_t i)
{
    if (!RULE(M16) || !ending_is_command(e->t, i - 1))
        return false;
    e->last = trim_soft(e->t, e->start, i - 1);
    return true;
}

/* Returns true for white space, control characters (all that is Hard) and the end of the text. */
static bool stop_is_blank(text *t, size_t i)
{
    return link_term(text_char(t, i).code) == LINK_HARD;
}

/* M16: returns true for a "|" that divides, not for a "|" after a drive: file:///c|/x. */
static bool stop_divides(ending *e, size_t i)
{
    text *t = e->t;
    int next = text_at(t, i + 1);
    bool pipe;
    size_t to;

    if (!RULE(M16))
        return false;
    if (stop_is_blank(t, i + 1) || (next == '|' && stop_is_blank(t, i + 2)) ||
        (context_has_bars(e) && !(next == '/' && stop_is_file(e)))) {
        e->f->settled = record_weigh(t, e->start, i, e->f) == RECORD_SURELY;
        return true;
    }
    to = text_run(t, i + 1, NAME_MAX, BYTE_ALNUM, "");
    if (next < 'a' || next > 'z' || to < i + 3 || !stop_is_blank(t, to) ||
        memchr(t->p + e->from, '?', i - e->from) || memchr(t->p + e->from, '|', i - e->from))
        return false;
    pipe = RULE(CASE_PIPE) && context_has_command(e);
    e->f->other = pipe ? to : i; /* "curl http://a.example/x|less" */
    return pipe;
}

/* M20: notes in e->f->signs that the link may have "**" inside. Returns false. */
static bool note_stars(ending *e, size_t i)
{
    if (text_at(e->t, i + 1) == '*' && !(e->f->flags & TRAWL_FLAG_UNKNOWN_SCHEME))
        e->f->signs = SIGNS_STARS;
    return false;
}

static const struct stop_rule {
    const char *bytes;
    bool (*ends)(ending *e, size_t i); /* NULL: always */
    note why;
} stop_rules[] = {
    {"\"'", closes_quote, {"M2", "the closing mark of a quote opened earlier ends it"}},
    {"<>", NULL, {"M1", "an angle bracket ends it"}},
    {"\\", is_backslash, {"M1", "a backslash ends it"}},
    {"`", NULL, {"M1", "a backquote ends it"}},
    {"&",
     is_final_entity,
     {"M4", "an HTML entity that means a quote, a bracket, a dash or a blank ends it"}},
    {"|", stop_divides, {"M16", "a dividing \"|\" ends it"}},
    {",;|[(", precedes_url, {"M15", "another URL right after it ends it"}},
    {",;|", ends_field, {"M16", "the separator of a record or a table ends it"}},
    {":", ends_glued_scheme, {"M15", "another URL right after it ends it"}},
    {":", ends_file_link, {"M20", "the type of a file that JabRef names ends it"}},
    {"[", stop_is_tag, {"M16", "a tag in square brackets ends it"}},
    {"[", begins_label, {"M11", "a label in brackets ends it"}},
    {"@", note_at_sign, {"M22", "(it ends nothing)"}},
    {"{", is_guide_command, {"M16", "a command of AmigaGuide ends it"}},
    {"*", note_stars, {"M20", "(it ends nothing)"}},
    {"\"'`|", is_partner, {"M2", "the closing mark of the quote before it ends it"}},
};

_Static_assert(ENDING_AT_STOP + sizeof stop_rules / sizeof stop_rules[0] <= ENDING_AT_LAST,
               "the bits of these rules end before those of trim.c");

void stop_add_masks(uint32_t masks[256])
{
    for (unsigned k = 0; k < sizeof stop_rules / sizeof stop_rules[0]; k++)
        ending_add(masks, stop_rules[k].bytes, ENDING_AT_STOP + k);
}

const note *stop_ascii(ending *e, uint32_t mask, size_t i)
{
    for (mask >>= ENDING_AT_STOP; mask; mask &= mask - 1) {
        const struct stop_rule *rule = &stop_rules[__builtin_ctz(mask)];
        if (!rule->ends || rule->ends(e, i))
            return &rule->why;
    }
    return NULL;
}

/* ---- Characters beyond ASCII ---- */

/* M14: the marks of Chinese and Japanese sentences that end a clause, or open a bracket. */
static bool stop_is_wide_mark(uint32_t code)
{
    static const uint16_t marks[][2] = {
        {0x3001, 0x3002}, {0x3008, 0x3008}, {0x300A, 0x300A}, {0x300C, 0x300C}, {0x300E, 0x300E},
        {0x3010, 0x3010}, {0x3014, 0x3014}, {0xFF01, 0xFF01}, {0xFF08, 0xFF08}, {0xFF0C, 0xFF0C},
        {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF1F}, {0xFF5C, 0xFF5C}};

    return is_in_ranges(code, marks, sizeof marks / sizeof marks[0]);
}

/* Returns true when the link is ASCII up to i, except for letters of a sentence right before i. */
static bool is_ascii_or_sentence(ending *e, size_t i)
{
    while (e->ascii_to < i && (unsigned char)e->t->p[e->ascii_to] < 0x80)
        e->ascii_to++;
    if (e->ascii_to > e->start && e->sentence_to == 0)
        e->sentence_to = sentence_end(e->t, e->start, e->ascii_to, i, '\0');
    return e->ascii_to == i || e->sentence_to == i;
}

const note *stop_wide(ending *e, uint32_t code, size_t i, size_t next)
{
    static const note dash = {"M1", "a dash ends it"};
    static const note box = {"M16", "a line of a table or a frame ends it"};
    static const note wide = {"M14", "a mark of Chinese or Japanese sentences ends it"};
    static const note url = {"M15", "another URL after a character beyond ASCII ends it"};
    static const note quote = {"M2", "the closing mark of a quote opened earlier ends it"};
    static const note partner = {"M2", "the closing mark of the quote before it ends it"};
    static const note hyphen = {"R8", "a hyphen that a formatter put at a line's end ends it"};

    if (RULE(R8) && (code == 0x2010 || code == 0xAD) && text_after_break(e->t, next) > next)
        return &hyphen;
    if (RULE(M1) && (code == 0x2014 || code == 0x2015))
        return &dash;
    if (RULE(M16) && text_is_box(code))
        return &box;
    if (RULE(M2) && (code != 0x2019 || !stop_is_word(e->t, next)) && context_closes(e, code))
        return &quote;
    if (RULE(M15) && begins_url(e->t, next)) {
        if (ending_keeps(e, code, i))
            e->last = next; /* a letter belongs to the link, punctuation does not */
        return &url;
    }
    if (RULE(M14) && stop_is_wide_mark(code) && is_ascii_or_sentence(e, i))
        return &wide;
    return RULE(M2) && code == e->left.partner ? &partner : NULL;
}
