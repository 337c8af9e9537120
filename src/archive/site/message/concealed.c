/* concealed.c - messages whose header names a forgotten sender, or one of their messages
 *
 * The bytes of such a message are not a file of the site, and its page has no To and Cc. Names in
 * the text of a message are kept.
 */
#include "archive/site/message/message.h"

/* Returns true for a character of an address or a message-id. */
static bool is_of_name(char c)
{
    return (unsigned char)c > ' ' && !strchr("<>()[]\",;:", c);
}

size_t header_length(const char *p, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (p[i] == '\n' &&
            (p[i + 1] == '\n' || (i + 2 < n && p[i + 1] == '\r' && p[i + 2] == '\n')))
            return i;
    return n;
}

int concealed_is(struct forgotten *forgotten, const struct spool *spool)
{
    const char *p = spool->memory.p;
    size_t n = forgotten->any && p ? header_length(p, spool->memory.n) : 0;
    int found = 0;

    for (size_t at = 0; at < n && found == 0; at++) {
        size_t from = at, to = at + 1;
        trawl_str name;

        if (p[at] != '@')
            continue;
        while (from > 0 && is_of_name(p[from - 1]))
            from--;
        while (to < n && is_of_name(p[to]))
            to++;
        name = (trawl_str){p + from, to - from};
        found = forgotten_has(forgotten, name, name);
        at = to - 1;
    }
    return found;
}
