/* lookalike.c - detects text that only looks like an address, such as "nick!user@host" (D6)
 *
 * Logs of IRC write "nick!user@host", and commands log in as "user@host". Input: the local part and
 * the host of x@y, and the text around them. weigh.c has the weights.
 */
#include "find/bare/inside.h"

/* ---- IRC */

/* Returns true when the word at i is one that a log writes about a user: "has quit", "QUIT",
 * "332". */
static bool is_irc_event(text *t, size_t i)
{
    enum { LONGEST = 8 };
    const size_t from = text_is(t, i, "has ") ? i + 4 : i;
    const size_t to = text_run(t, from, LONGEST + 1, BYTE_ALNUM, "");
    int c;

    if (from > i)
        return ascii_is_word_of("quit joined left parted", t->p + from, to - from);
    c = text_at(t, from);
    if (to - from == 3 && c >= '0' && c <= '9')
        return ascii_is_digit((unsigned char)t->p[from + 1]);
    return c >= 'A' && c <= 'Z' && ascii_is_upper(t->p[to - 1]) &&
           ascii_is_word_of("notice privmsg join quit part mode kick nick topic invite",
                            t->p + from, to - from);
}

/* Returns true when the user t->p[from..at) of a mask was not verified, "~joe", or is a number
 * given by a service, "uid508577"; or when the host is a name that a provider gives to an IP
 * address, "047-034-058-084". */
static bool is_irc_user(const text *t, size_t from, size_t at)
{
    const char *p = t->p + from;
    const size_t host = bytes_run(t->p, at + 1, t->n, BYTE_LABEL, "");
    const size_t number = at - from > 3 ? 3 : 0;
    size_t i = at + 1;

    if (p[0] == '~' || (number > 0 && (memcmp(p, "uid", 3) == 0 || memcmp(p, "sid", 3) == 0) &&
                        bytes_run(p, number, at - from, BYTE_DIGIT, "") == at - from))
        return true;
    while (i < host && !ascii_is_digit((unsigned char)t->p[i]))
        i++;
    return i < host && memchr(t->p + at + 1, '-', host - at - 1);
}

/* Returns true when the bracket at i follows "by" and a name, or "From:": "by Joe (a!joe@b)". */
static bool follows_author(const text *t, size_t i)
{
    enum { FAR = 40 };
    const size_t from = bytes_after_last(t->p, i > FAR ? i - FAR : 0, i, '\n');

    return bytes_find(t->p, from, i, " by ") < i || bytes_find(t->p, from, i, "From:") < i;
}

/* Returns true for the mask of a user with a nick: "[joe!j@a.example]", "joe!j@a.example JOIN",
 * "joe!~j@a.example". The paths of UUCP are addresses: "by Joe (a!joe@b.example)". */
static bool is_irc_nick(text *t, size_t start, char before, size_t at, size_t to)
{
    const char *bang = memchr(t->p + start, '!', at - start);
    const size_t nick = bang ? (size_t)(bang - t->p) : start;

    if (nick == start || nick + 1 == at)
        return false;
    if (is_irc_user(t, nick + 1, at) || (byte_is_one(before, "[(") && !follows_author(t, start)))
        return true;
    return text_at(t, to) == ' ' && is_irc_event(t, to + 1) &&
           (before == ':' || ascii_is_alpha((unsigned char)t->p[to + 1]));
}

/* "[~joe@a.example]", "[joe@a.example] has quit". */
static bool is_irc_user_in_brackets(text *t, char before, size_t from, size_t at, size_t to)
{
    if (!byte_is_one(before, "[(") || text_at(t, to) != (before == '[' ? ']' : ')'))
        return false;
    return (t->p[from] == '~' && !memchr(t->p + from, '/', at - from)) ||
           (text_at(t, to + 1) == ' ' && is_irc_event(t, to + 2));
}

/* Returns true for a channel of IRC, "#plum@irc.a.example", and for the mask of a user. */
static bool is_irc_mask(text *t, size_t start, size_t from, size_t at, size_t to)
{
    const char before = start > 0 ? t->p[start - 1] : ' ';

    if (!RULE(CASE_IRC))
        return false;
    return (from > 0 && t->p[from - 1] == '#' && text_is(t, at + 1, "irc.")) ||
           is_irc_nick(t, start, before, at, to) ||
           is_irc_user_in_brackets(t, before, from, at, to);
}

/* ---- Commands */

/* Commands that log in on a host, or the last words of some: "git clone git@a.example". */
static const char logins[] =
    "ssh scp sftp rsync mosh sshfs autossh slogin ssh-copy-id clone finger";

void address_add_logins(settings *s)
{
    bare_add_ends(s, BARE_LOGIN, logins);
}

static bool is_login(const settings *s, const char *p, size_t n)
{
    const size_t quotes =
        n > 0 && ascii_is_alpha((unsigned char)p[0]) ? 0 : bytes_run(p, 0, n, 0, "`'\"($");

    p += quotes;
    n -= quotes;
    return n > 2 && bare_may_end(s, BARE_LOGIN, p + n) && ascii_is_word_of(logins, p, n);
}

/* Returns true for a file among the operands of a command: "x.tar", "~/x", "*". */
static bool is_operand(const char *p, size_t n)
{
    const char last = p[n - 1];

    if (last == ',' || last == ':' || last == ';' || last == '.')
        return false;
    for (size_t i = 0; i < n; i++)
        if (p[i] == '.' || p[i] == '/' || p[i] == '~' || p[i] == ':')
            return true;
    return last == '*';
}

/* Returns true when the address at `from` is an operand of a command that logs in: "ssh
 * joe@a.example", "ssh -p 22 joe@a.example", "scp x.tar joe@a.example". */
static bool follows_login(const settings *s, const text *t, size_t from)
{
    enum { WORDS = 8, LONGEST = 64 };
    bool value = false; /* the word to the right may be the value of an option */

    for (unsigned k = 0; k < WORDS && from > 1 && t->p[from - 1] == ' '; k++) {
        const size_t end = from - 1;
        const char *p = t->p + end, *least = t->p + (end > LONGEST ? end - LONGEST : 0);
        bool signs = false;

        for (; p > least && (unsigned char)p[-1] > ' '; p--)
            signs = signs || !ascii_is_alpha((unsigned char)p[-1]);
        from = (size_t)(p - t->p);
        if (is_login(s, p, end - from))
            return !value;
        if (from == end || (value && *p != '-') ||
            (!signs && (from < 3 || p[-3] != '-'))) /* prose, not "-i key" */
            return false;
        value = !signs || (*p != '-' && !is_operand(p, end - from));
    }
    return false;
}

unsigned address_lookalikes(const settings *s, text *t, size_t start, size_t from, size_t at,
                            const host_span *h, bool odd)
{
    const char before = from > 0 ? t->p[from - 1] : ' ';
    unsigned found = 0;

    if ((odd || before == '[' || before == '(') && is_irc_mask(t, start, from, at, h->to))
        found |= 1u << ADDRESS_MASK;
    if (RULE(CASE_LOGIN) && before == ' ' && follows_login(s, t, from))
        found |= 1u << ADDRESS_LOGIN;
    return found;
}
