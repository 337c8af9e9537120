/* escape_term.c - what of a text's escape sequences may reach a terminal; see escape_term.h */
#include "emit/escape_term.h"

#include <string.h>

#include "base/ascii.h"

#define ESC 0x1B

/* What is held is no SGR sequence: it is text, its ESC shown. */
static int give_up(escape_term *e)
{
    size_t n = e->held_n;
    int stop;

    e->held_n = 0;
    if (n == 0)
        return 0;
    stop = e->put(e->user, "\xEF\xBF\xBD", 3);
    return stop || n == 1 ? stop : e->put(e->user, e->held + 1, n - 1);
}

/* The byte after what is held. *taken says whether the sequence goes on with it, or ends. */
static int grow(escape_term *e, char c, bool *taken)
{
    bool fits = e->held_n < ESCAPE_TERM_MAX;
    size_t n = e->held_n;

    *taken = fits && (n == 1 ? c == '[' : ascii_is_digit((unsigned char)c) || c == ';' || c == ':' || c == 'm');
    if (!*taken)
        return give_up(e);
    e->held[e->held_n++] = c;
    if (n == 1 || c != 'm')
        return 0;
    e->held_n = 0;
    return e->pass(e->user, e->held, n + 1);
}

/* From shown.h: text in which nothing but ESC is left to judge. */
static int take(void *user, const char *p, size_t n)
{
    escape_term *e = user;
    int stop = 0;

    while (n > 0 && !stop) {
        size_t taken = 1;
        bool whole = true;
        if (e->held_n > 0) {
            stop = grow(e, *p, &whole);
            taken = whole ? 1 : 0;
        } else if (*p == ESC) {
            e->held[e->held_n++] = ESC;
        } else {
            const char *esc = memchr(p, ESC, n);
            taken = esc ? (size_t)(esc - p) : n;
            stop = e->put(e->user, p, taken);
        }
        p += taken;
        n -= taken;
    }
    return stop;
}

void escape_term_open(escape_term *e, shown_put *put, shown_put *pass, void *user)
{
    *e = (escape_term){.put = put, .pass = pass, .user = user};
    e->text = (shown){.put = take, .user = e, .keep = SHOWN_ESC | SHOWN_CRLF};
}

int escape_term_text(escape_term *e, const char *p, size_t n)
{
    return shown_text(&e->text, p, n);
}

int escape_term_edge(escape_term *e)
{
    return shown_edge(&e->text);
}

int escape_term_finish(escape_term *e)
{
    int stop = shown_edge(&e->text);

    return stop ? stop : give_up(e);
}

/* The number at *i, and what ends it: ';' ':' or 'm'. */
static unsigned number(const char *p, size_t *i, char *end)
{
    unsigned value = 0;

    while (ascii_is_digit((unsigned char)p[*i])) {
        value = value < 1000 ? value * 10 + (unsigned)(p[*i] - '0') : value;
        (*i)++;
    }
    *end = p[(*i)++];
    return value;
}

/* Past a colour's own numbers: 38;5;N or 38;2;R;G;B, which are no attributes. */
static void skip_colour(const char *p, size_t *i, char *end)
{
    unsigned left = 0;

    if (*end != ';')
        return;
    switch (number(p, i, end)) {
    case 5:
        left = 1;
        break;
    case 2:
        left = 3;
        break;
    default:
        break;
    }
    for (; left > 0 && *end != 'm'; left--)
        (void)number(p, i, end);
}

bool escape_term_underlined(const char *sgr, size_t n, bool before)
{
    bool on = before;
    char end = ';';

    for (size_t i = 2; i < n && end != 'm';) {
        unsigned code = number(sgr, &i, &end), style = 1;
        bool first = true;
        if (code == 38 || code == 48 || code == 58)
            skip_colour(sgr, &i, &end);
        while (end == ':') { /* 4:0 is off, 4:3 wavy; the numbers of other codes say nothing here */
            unsigned sub = number(sgr, &i, &end);
            style = first ? sub : style;
            first = false;
        }
        if (code == 4 || code == 21)
            on = style != 0;
        else if (code == 0 || code == 24)
            on = false;
    }
    return on;
}

bool escape_term_uri(const char *uri, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (uri[i] <= 0x20 || uri[i] >= 0x7F)
            return false;
    return n > 0;
}
