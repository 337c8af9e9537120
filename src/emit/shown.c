/* shown.c - the text as it may be shown; see shown.h */
#include "emit/shown.h"

#include <stdint.h>
#include <string.h>

#include "base/plain.h"
#include "base/utf8.h"
#include "emit/escape.h"

static const char replacement[] = "\xEF\xBF\xBD";

/* Does it pass as it is? */
static bool passes(const shown *s, uint32_t c)
{
    if (c < 0x80)
        return (c >= 0x20 && c != 0x7F) || c == '\t' || c == '\n' || (c == 0x1B && (s->keep & SHOWN_ESC));
    return escape_kind_of(c) == ESCAPE_SHOWN;
}

/* How many bytes from p on pass. */
static size_t run_of(const shown *s, const char *p, size_t n)
{
    size_t i = 0;

    while ((i += plain_run(p + i, n - i, true)) < n) {
        utf8_char c = {(unsigned char)p[i], 1};
        if (c.code >= 0x80)
            c = utf8_decode(p + i, n - i);
        if (!passes(s, c.code))
            break;
        i += c.len;
    }
    return i;
}

static int put_character(shown *s, const char *p, utf8_char c)
{
    char label[ESCAPE_LABEL];

    if (passes(s, c.code))
        return s->put(s->user, p, c.len);
    if (c.code >= 0x80 && escape_kind_of(c.code) == ESCAPE_HIDDEN)
        return s->put(s->user, label, escape_label(label, c.code));
    return s->put(s->user, replacement, sizeof replacement - 1);
}

/* One byte more for what is held. *taken says whether it belongs to that. */
static int grow(shown *s, char byte, bool *taken)
{
    utf8_char c;
    bool told = s->told;

    *taken = true;
    if (s->held[0] == '\r') {
        *taken = byte == '\n';
        s->held_n = 0;
        s->told = false;
        if (told)
            return 0;
        return *taken && (s->keep & SHOWN_CRLF) ? s->put(s->user, "\r\n", 2) : s->put(s->user, "\n", 1);
    }
    s->held[s->held_n++] = byte;
    c = utf8_decode(s->held, s->held_n);
    if (escape_is_cut(s->held, s->held_n))
        return 0;
    *taken = c.len == s->held_n;
    s->held_n = 0;
    s->told = false;
    return told ? 0 : put_character(s, s->held, c);
}

/* The character at p, which does not pass as it is: shown otherwise, or held when its end is not there. */
static int odd(shown *s, const char *p, size_t n, size_t *taken)
{
    utf8_char c = utf8_decode(p, n);

    *taken = c.len;
    if (c.code == '\r' || escape_is_cut(p, n)) {
        memcpy(s->held, p, c.len);
        s->held_n = c.len;
        return 0;
    }
    return put_character(s, p, c);
}

int shown_text(shown *s, const char *p, size_t n)
{
    int stop = 0;

    while (n > 0 && !stop) {
        size_t taken = 0;
        bool whole;
        if (s->held_n > 0) {
            stop = grow(s, *p, &whole);
            taken = whole ? 1 : 0;
        } else if ((taken = run_of(s, p, n)) > 0) {
            stop = s->put(s->user, p, taken);
        } else {
            stop = odd(s, p, n, &taken);
        }
        p += taken;
        n -= taken;
    }
    return stop;
}

int shown_edge(shown *s)
{
    if (s->held_n == 0 || s->told)
        return 0;
    s->told = true;
    return s->held[0] == '\r' ? s->put(s->user, "\n", 1) : s->put(s->user, replacement, sizeof replacement - 1);
}

void shown_forget(shown *s)
{
    s->held_n = 0;
    s->told = false;
}
