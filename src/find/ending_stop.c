/* ending_stop.c - what ends a link in running text in the mail profile, whatever UTS #58 says of it: M1, M2, M4, M14 to M17
 *
 * Links stand in texts of other notations: programs, tables, markup, sentences in Chinese. What belongs to the notation is
 * told by the character, and by a few bytes beside it.
 */
#include "find/ending_stop.h"

#include <string.h>

#include "base/ascii.h"
#include "find/ending.h"
#include "find/linkclass.h"
#include "find/rules_off.h"
#include "find/unescape.h"

/* How far left of a link the signs of tables and of markup are looked for. */
#define BAR_LEFT 512

/* How much may stand between escaped brackets. */
#define BRACKET_NAME 100

static bool is_file(const ending_stops *e, text *t)
{
    return text_is(t, e->start, "file:");
}

/* M14: the marks of Chinese and Japanese sentences that end a clause or open something. */
static bool is_wide_mark(uint32_t code)
{
    switch (code) {
    case 0x3001: /* comma and full stop */
    case 0x3002:
    case 0x3008: /* angle, corner, lenticular and tortoise-shell brackets */
    case 0x300A:
    case 0x300C:
    case 0x300E:
    case 0x3010:
    case 0x3014:
    case 0xFF01: /* "!", "(", ",", ":", ";" and "?" in full width */
    case 0xFF08:
    case 0xFF0C:
    case 0xFF1A:
    case 0xFF1B:
    case 0xFF1F:
    case 0xFF5C: /* "|" */
        return true;
    default:
        return false;
    }
}

/* Is the link ASCII up to i? What was looked through is not looked through again. */
static bool is_ascii(ending_stops *e, const text *t, size_t i)
{
    while (e->ascii_to < i && (unsigned char)t->p[e->ascii_to] < 0x80)
        e->ascii_to++;
    return e->ascii_to == i;
}

/* Is it ASCII but for letters that go on with a sentence up to i? */
static bool is_sentence(ending_stops *e, const text *t, size_t i)
{
    if (e->sentence_to == 0)
        e->sentence_to = ending_past_sentence(t, e->start, e->ascii_to, i, '\0');
    return e->sentence_to == i;
}

/* M15: "http://a.example/,http://b.example/" */
static inline bool begins_url(text *t, size_t i)
{
    int c = text_at(t, i) | 0x20;

    return (c == 'h' && (text_stands(t, i, "http://") || text_stands(t, i, "https://"))) ||
           (c == 'f' && text_stands(t, i, "ftp://"));
}

/* M15: "http://a.example/xhttps://b.example/y": where the name before the "://" at i begins, if a letter or digit stands before it that is
 * none of an escape, "%3Dhttp://"; 0 if not. */
static size_t glued_name(const ending_stops *e, text *t, size_t i)
{
    size_t name = i;

    if (text_at(t, i + 1) != '/' || text_at(t, i + 2) != '/')
        return 0;
    if (i - e->start > 5 && ascii_same(t->p + i - 5, "https", 5))
        name -= 5;
    else if (i - e->start > 4 && ascii_same(t->p + i - 4, "http", 4))
        name -= 4;
    if (name == i || !ascii_is_alnum((unsigned char)t->p[name - 1]))
        return 0;
    return ending_is_escape(t, e->start, name) ? 0 : name;
}

/* M16: the tags of bulletin boards, "[/url]", and those of wikis, "[[BR]]". */
static bool is_tag(text *t, size_t i)
{
    int c = text_at(t, i + 1);

    return c == '[' || (c == '/' && (c = text_at(t, i + 2)) >= 0 && ascii_is_alpha((unsigned char)c));
}

/* M17: does "[[" or "{{" begin at i? */
static bool is_pair(const text *t, size_t i)
{
    return (t->p[i] == '[' || t->p[i] == '{') && t->p[i + 1] == t->p[i];
}

/* M17: is it a "|", and not inside of a word, which may be another link: "?q=a|b http://..."? */
static bool is_table_bar(const text *t, size_t i)
{
    return t->p[i] == '|' && (t->p[i + 1] == ' ' || t->p[i + 1] == '\t' || i == 0 || (unsigned char)t->p[i - 1] <= ' ');
}

/* M17: does a "|", "[[" or "{{" stand before the link in its line, or "[" right before it? That none stands before its word is
 * remembered, for the sake of the next link. */
static bool look_for_bars(text *t, size_t start)
{
    size_t least = start > BAR_LEFT ? start - BAR_LEFT : 0, i = start, word;

    if (i > 0 && t->p[i - 1] == '[')
        return true;
    for (; i > least && !memchr(" \t\n", t->p[i - 1], 3); i--)
        if (t->p[i - 1] == '|' || is_pair(t, i - 1))
            return true;
    word = i;
    for (; i > least && t->p[i - 1] != '\n'; i--) {
        if (i > t->no_bars_from && i <= t->no_bars_to)
            i = t->no_bars_from;
        if (i <= least || t->p[i - 1] == '\n')
            break;
        if (is_table_bar(t, i - 1) || is_pair(t, i - 1))
            return true;
    }
    t->no_bars_from = i;
    t->no_bars_to = word;
    return false;
}

static bool stands_among_bars(ending_stops *e, text *t)
{
    if (e->bars == BARS_UNKNOWN)
        e->bars = look_for_bars(t, e->start) ? BARS_BEFORE : BARS_NONE;
    return e->bars == BARS_BEFORE;
}

/* M17: "curl http://a.example/x|sh" */
static bool is_command(text *t, size_t i)
{
    static const char *const names[] = {"sh", "bash", "sudo", "tar"};

    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (text_is(t, i, names[k])) {
            int c = text_at(t, i + strlen(names[k]));
            return c < 0 || !ascii_is_alnum((unsigned char)c);
        }
    return false;
}

/* Is that white space, a control character or the text's end? */
static bool is_blank(text *t, size_t i)
{
    utf8_char c = text_char(t, i);

    return c.len == 0 || c.code <= ' ' || (c.code >= 0x80 && (link_class(c.code) & LINK_TERM) == LINK_HARD);
}

static bool is_word(text *t, size_t i)
{
    int c = text_at(t, i);

    return c >= 0x80 || (c >= 0 && ascii_is_alnum((unsigned char)c));
}

/* M17: a "|" that divides. The one behind a drive does not: file:///c|/x. */
static bool divides(ending_stops *e, text *t, size_t i)
{
    int next = text_at(t, i + 1);

    if (is_blank(t, i + 1) || (next == '|' && is_blank(t, i + 2)) || is_command(t, i + 1))
        return true;
    return stands_among_bars(e, t) && !(next == '/' && is_file(e, t));
}

/* Does a letter or digit stand at i, or a "_" or "%"? */
static bool goes_on(text *t, size_t i)
{
    int c = text_at(t, i);

    return c >= 0 && (ascii_is_alnum((unsigned char)c) || c == '_' || c == '%');
}

/* Where the "\)" stands that closes the "\(" at i, as Markdown has brackets, with a name between them; 0 where none does. */
static size_t escaped_close(text *t, size_t i)
{
    size_t k = i + 2;
    int c;

    while ((c = text_at(t, k)) >= 0x80 || (c > ' ' && (ascii_is_alnum((unsigned char)c) || strchr("_-.,:/%+!'", c))) ||
           (c == '\\' && text_at(t, k + 1) == '_'))
        if (++k - i > BRACKET_NAME)
            return 0;
    return c == '\\' && text_at(t, k + 1) == ')' ? k : 0;
}

/* M1: is the backslash at i one that only keeps what follows from its meaning? "\&" is nothing in troff; at the end of a link it is
 * that. Before an entity that ends the link it is none of it; nor before punctuation, if nothing follows that. */
static bool is_escape(ending_stops *e, text *t, size_t i)
{
    switch (text_at(t, i + 1)) {
    case '&':
        return goes_on(t, i + 2 + (text_at(t, i + 2) == '.')) && !(RULE(M4) && ending_is_entity(t, i + 1));
    case '(':
        return (e->close_at = escaped_close(t, i)) > 0;
    case ')':
        return e->close_at == i;
    case -1:
        return false;
    default:
        return unescape_is_sign(t->p + i, t->n - i) && (!strchr(".?=,;!$+@", t->p[i + 1]) || goes_on(t, i + 2));
    }
}

/* M2: does a mark that ends at next close a quote that was opened earlier in the line? One that may be an apostrophe does not, where a
 * letter follows. */
static bool closes_quote(ending_stops *e, text *t, enum opened_kind kind, size_t next)
{
    const unsigned bit = 1u << kind;

    if ((kind == OPENED_SINGLE || kind == OPENED_CURLY_SINGLE) && is_word(t, next))
        return false;
    if (!(e->quotes_known & bit)) {
        e->quotes_known |= bit;
        e->quotes_open |= opened_quote(e->s, t, e->start, kind) ? bit : 0;
        if (kind <= OPENED_SINGLE && !(e->quotes_open & bit))
            e->may_stop[0] &= ~ENDING_BIT(kind == OPENED_DOUBLE ? '"' : '\''); /* no other one does */
    }
    return e->quotes_open & bit;
}

static const note quote = {"M2", "the partner of a quote that was opened before it ends it"};

const note *ending_ascii_stop(ending_stops *e, text *t, char c, size_t i)
{
    static const note angle = {"M1", "an angle bracket ends it"};
    static const note backslash = {"M1", "a backslash ends it"};
    static const note backquote = {"M1", "a backquote ends it"};
    static const note entity = {"M4", "an HTML entity that means a quote, a bracket, a dash or a blank ends it"};
    static const note url = {"M15", "another URL right behind it ends it"};
    static const note tag = {"M16", "a tag in square brackets ends it"};
    static const note bar = {"M17", "a \"|\" that divides ends it"};

    switch (c) {
    case '"':
    case '\'':
        return RULE(M2) && closes_quote(e, t, opened_kind_of((unsigned char)c), i + 1) ? &quote : NULL;
    case '<':
    case '>':
        return RULE(M1) ? &angle : NULL;
    case '\\':
        if (is_file(e, t) && text_at(t, i + 1) != '"')
            return NULL; /* file:///C:\x */
        return RULE(M1) && !is_escape(e, t, i) ? &backslash : NULL;
    case '`':
        return RULE(M1) ? &backquote : NULL;
    case '&':
        return RULE(M4) && ending_is_entity(t, i) ? &entity : NULL;
    case ':':
        return RULE(M15) && (e->cut = glued_name(e, t, i)) > 0 ? &url : NULL;
    case '[':
        return RULE(M16) && is_tag(t, i) ? &tag : NULL;
    case '|':
    case ',':
    case ';':
        if (RULE(M17) && c == '|' && divides(e, t, i))
            return &bar;
        return RULE(M15) && begins_url(t, i + 1) ? &url : NULL;
    default:
        return NULL;
    }
}

const note *ending_wide_stop(ending_stops *e, text *t, uint32_t code, size_t i, size_t next)
{
    static const note dash = {"M1", "a dash ends it"};
    static const note box = {"M17", "a line of a table or a frame ends it"};
    static const note wide = {"M14", "a mark of Chinese or Japanese sentences ends it"};
    static const note url = {"M15", "a character beyond ASCII with another URL right behind it ends it"};
    enum opened_kind kind;

    if (RULE(M1) && (code == 0x2014 || code == 0x2015))
        return &dash;
    if (RULE(M17) && text_is_box(code))
        return &box;
    if (RULE(M2) && (kind = opened_kind_of(code)) < OPENED_KINDS && closes_quote(e, t, kind, next))
        return &quote;
    if (RULE(M15) && begins_url(t, next))
        return &url;
    return RULE(M14) && is_wide_mark(code) && (is_ascii(e, t, i) || is_sentence(e, t, i)) ? &wide : NULL;
}
