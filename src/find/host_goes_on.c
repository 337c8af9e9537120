/* host_goes_on.c - does a host go on where it seems to end? A link that ends there leads to another place (M5)
 *
 * "http://evil[.]example[.]com" was made harmless: half of it is a host of somebody else's. "http://host:$PORT/x" shows where
 * a port is to be put in, "http://s3.{region}.example.com" where a name is.
 */
#include "find/host_goes_on.h"

#include <string.h>

#include "base/ascii.h"
#include "find/found.h"
#include "find/linkclass.h"
#include "find/rules_off.h"
#include "find/tld.h"

#define PORT_NAME 32 /* bytes of what stands for a port that are looked at */
#define HOLE_NAME 64 /* and of what stands for a part of a host */

/* Past a dot at i that is made harmless, in the forms that --refang reads, or is one of a pattern in a string, "a\\.example"; i where
 * none is. */
static size_t past_dot(text *t, size_t i)
{
    static const char *const dots[] = {"[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}"};
    int c = text_at(t, i);

    if (c == '\\')
        return text_at(t, i + 1) == '\\' && text_at(t, i + 2) == '.' ? i + 3 : i;
    for (size_t k = 0; k < sizeof dots / sizeof dots[0]; k++)
        if (c == dots[k][0] && text_is(t, i, dots[k]))
            return i + (dots[k][1] == '.' ? 3 : 5);
    return i;
}

/* Past letters, digits, "-" and "_", but not dots. */
static size_t past_word(text *t, size_t i, size_t most)
{
    size_t from = i;
    utf8_char c;

    while (i - from < most && (c = text_char(t, i)).len > 0 &&
           (c.code < 0x80 ? ascii_is_alnum((unsigned char)c.code) || c.code == '-' || c.code == '_'
                          : (link_class(c.code) & LINK_EMAIL) != 0))
        i += c.len;
    return i;
}

/* Does t->p[from..to) name a port: "port", "PORT", "your-port"? */
static bool names_port(const text *t, size_t from, size_t to)
{
    for (; to - from >= 4; from++)
        if (ascii_same(t->p + from, "port", 4))
            return true;
    return false;
}

static bool is_hex(int c)
{
    return c >= 0 && ascii_hex((unsigned char)c) >= 0;
}

/* Does something else than a name stand at i, behind the braces of a template: "{{/if}}", "{{#each}}"? */
static bool is_directive(text *t, size_t i)
{
    int c = text_at(t, i);

    return c > 0 && strchr("/#^!>", c);
}

/* Past the beginning of a hole at i, in which a program puts something: "$NAME", "${", "$(", "#{", "{name", "{}", "%s", "%(", "%{"; i
 * where none begins. "%20" is an escape. */
static size_t past_hole(text *t, size_t i)
{
    int c = text_at(t, i), next;

    if (c != '$' && c != '#' && c != '{' && c != '%')
        return i;
    next = text_at(t, i + 1);
    if ((c == '{' && next == '{' && is_directive(t, i + 2)) || (c == '%' && is_hex(next) && is_hex(text_at(t, i + 2))))
        return i;
    if (next == '{' || (next == '(' && c != '{' && c != '#') || (next == '}' && c == '{'))
        return i + 2;
    return c != '#' && (next == '_' || (next >= 0 && ascii_is_alnum((unsigned char)next))) ? i + 1 : i;
}

/* Past a word in the brackets at i, "<region>" or "[name]", or a "*", behind which a host goes on; i where none stands. */
static size_t past_blank(text *t, size_t i)
{
    int c = text_at(t, i), next;
    size_t to = i + 1;

    if (c == '<' || c == '[') {
        if ((next = text_at(t, to)) < 0 || !ascii_is_alpha((unsigned char)next))
            return i;
        to = past_word(t, to, HOLE_NAME);
        if (text_at(t, to++) != c + 2)
            return i;
    } else if (c != '*')
        return i;
    next = text_at(t, to);
    if (next == '/' && c != '*')
        return to;
    if (next != '.' && next != '-')
        return i;
    next = text_at(t, to + 1);
    return next >= 0 && ascii_is_alnum((unsigned char)next) ? to : i;
}

/* Past the "}" of a hole that begins before to, if a host goes on there; i where none does. */
static size_t past_end_of_hole(text *t, size_t i, size_t to)
{
    int c;

    to = past_word(t, to, HOLE_NAME);
    if (text_at(t, to++) != '}')
        return i;
    to += text_at(t, to) == '}';
    c = text_at(t, to);
    if (c == '.' || c == '-')
        c = text_at(t, to + 1);
    return c >= 0 && ascii_is_alnum((unsigned char)c) ? to : i;
}

/* Does the name that ends at i end in "com", "org" or another of the old domains? Then it is a whole host. */
static bool is_whole(const text *t, size_t i)
{
    size_t label = i;

    while (label > 0 && i - label < 4 && ascii_is_alpha((unsigned char)t->p[label - 1]))
        label--;
    return label > 0 && t->p[label - 1] == '.' && (tld_flags(t->p + label, i - label) & TLD_STRONG);
}

/* Past a hole in the host that seems to end at i, with a dot, a hyphen or "_" before it; i where none is. Right behind a name there is
 * one if the host goes on: "http://a{n}.example", but not "http://a.example{path}", nor "http://a.com{path}.html". */
static size_t past_hole_in_host(text *t, size_t i)
{
    size_t from = i, to;
    int c;

    while (from - i < HOLE_NAME && ((c = text_at(t, from)) == '.' || c == '-' || c == '_'))
        from++;
    to = past_hole(t, from);
    if (to == from)
        to = past_blank(t, from);
    if (to == from)
        return i;
    if (from > i || t->p[i - 1] == '.')
        return to;
    return (t->p[i] == '$' || t->p[i] == '{') && !is_whole(t, i) ? past_end_of_hole(t, i, to) : i;
}

/* Past what stands for a port behind the ":" at i, "$PORT", "{port}", "<port>", "port"; i where nothing does. A word that is none
 * may be the text's, if no "/" follows: "http://a.example:see there". */
static size_t past_port_name(text *t, size_t i)
{
    size_t from = i + 1, to = past_hole(t, from);
    int c = text_at(t, from), next;

    if (to > from)
        return to;
    from += c == '<';
    if ((next = text_at(t, from)) < 0 || !ascii_is_alpha((unsigned char)next))
        return i;
    to = past_word(t, from, PORT_NAME);
    if (c == '<' && text_at(t, to) != '>')
        return i;
    next = text_at(t, to + (c == '<'));
    return next == '/' || names_port(t, from, to) ? to + (c == '<') : i;
}

size_t host_goes_on(const settings *s, text *t, size_t i)
{
    size_t end = i, label, to;
    int c = text_at(t, i);

    if (!RULE(M5) || !settings_mail(s) || (c != ':' && (c < 0 || !host_may_go_on(t->p + i, t->n - i))))
        return i;
    if (c == ':')
        return past_port_name(t, i);
    if ((end = past_hole_in_host(t, i)) > i)
        return end;
    while (end - i < FOUND_HOST) {
        label = end > i && text_at(t, end) == '.' ? end + 1 : past_dot(t, end);
        to = label > end ? past_word(t, label, FOUND_HOST) : label;
        if (to == label)
            break;
        end = to;
    }
    return end;
}
