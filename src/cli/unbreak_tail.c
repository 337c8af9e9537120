/* unbreak_tail.c - what follows the closer of a link that was made whole; see unbreak.h
 *
 * The breaks that stood in the link go where its line may end without harm:
 *   - behind the punctuation that follows the closer;
 *   - not in front of a quote mark (R10), "> # see": at a line's beginning it would say something else;
 *   - not between that punctuation or mark and a word, ">.joe@example.com": what was no link would become one;
 *   - not between such a word and a bracket, ">.article <1@a.example>": the word may say what that is (R17).
 */
#include <string.h>

#include "cli/unbreak.h"

/* No rule looks further into a line for quote marks. */
#define TAIL_BLANKS 160

/* The longest initials that make a quote mark with the ">" behind them. */
#define TAIL_INITIALS 5

static int is_one_of(const char *set, char c)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* May it belong to a word together with what stands before it? All may but blanks, controls and these. */
static int is_word(char c)
{
    return ((unsigned char)c > ' ' && c != 0x7F) && !is_one_of("\"([]<>\\", c);
}

void unbreak_settle(struct unbreak *u)
{
    output_bytes(u->out, u->breaks.p, u->breaks.n);
    output_bytes(u->out, u->tail.p, u->tail.n);
    u->breaks.n = u->tail.n = 0;
    u->state = UNBREAK_TEXT;
}

/* All that is held of the tail stays on the link's line. */
static void move_up(struct unbreak *u, enum unbreak_state state)
{
    output_bytes(u->out, u->tail.p, u->tail.n);
    u->tail.n = 0;
    u->moved = 1;
    u->worded |= state == UNBREAK_WORD;
    u->state = state;
}

/* A byte was added to the tail: is it clear now? */
static void judge(struct unbreak *u)
{
    const char *p = u->tail.p;
    size_t n = u->tail.n, blanks = 0, to;
    int initials;
    char c;

    while (blanks < n && is_one_of(" \t", p[blanks]))
        blanks++;
    if (blanks == n) {
        if (n > TAIL_BLANKS)
            unbreak_settle(u);
        return;
    }
    c = p[blanks];
    for (to = blanks; to < n && is_letter(p[to]); to++)
        ;
    initials = to > blanks && to < n && p[to] == '>';
    if (initials || is_one_of(">|:}%#`", c) || (blanks == 0 && is_one_of(".,;:!?)", c)))
        move_up(u, UNBREAK_TAIL);
    else if ((blanks == 0 && u->moved && is_word(c)) || (u->worded && c == '<'))
        move_up(u, UNBREAK_WORD);
    else if (to < n || to - blanks > TAIL_INITIALS)
        unbreak_settle(u);
}

/* The word that stays with the link, up to its end. */
static size_t pass_word(struct unbreak *u, const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && !is_one_of(" \t\r\n", p[i]))
        i++;
    output_bytes(u->out, p, i);
    if (i < n)
        u->state = UNBREAK_TAIL;
    return i;
}

int unbreak_tail(struct unbreak *u, const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && u->state != UNBREAK_TEXT) {
        if (u->state == UNBREAK_WORD) {
            i += pass_word(u, p + i, n - i);
            continue;
        }
        if (reply_add(&u->tail, p + i, 1) != TRAWL_OK)
            return TRAWL_NO_MEMORY;
        i++;
        judge(u);
    }
    output_bytes(u->out, p + i, n - i);
    return TRAWL_OK;
}
