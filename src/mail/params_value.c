/* params_value.c - what stands before the parameters of Content-Type and its kind (RFC 2045 section 5) */
#include "mail/params.h"

#include <trawl.h>

#include "base/ascii.h"
#include "mail/words_inside.h"

/* What ends a value: "text/plain; ...", "text/plain, ...". */
static bool is_value(char c)
{
    static const bool ends[256] = {[0x7F] = true, [';'] = true, [','] = true, ['='] = true, ['('] = true};

    return (unsigned char)c > ' ' && !ends[(unsigned char)c];
}

/* A "/" before or behind it joins what blanks and comments divide. */
static bool goes_on(const words_text *value, char next)
{
    return value->n == 0 || next == '/' || value->p[value->n - 1] == '/';
}

int params_value(words_text *value, const char *field, size_t n)
{
    params_split s = {.p = field, .n = n};
    int failed = TRAWL_OK;

    value->n = 0;
    for (params_skip(&s); s.at < n && is_value(field[s.at]) && goes_on(value, field[s.at]) && !failed;
         params_skip(&s)) {
        size_t from = s.at, to = from;
        while (to < n && is_value(field[to]))
            to++;
        failed = words_put(value, field + from, to - from);
        s.at = to;
    }
    if (s.at < n && field[s.at] == '=')
        value->n = 0; /* a parameter; there is no value */
    for (size_t i = 0; i < value->n; i++)
        value->p[i] = ascii_lower(value->p[i]);
    return failed;
}
