/* wrap_words.c - the words of a wrapper's content, and the blanks between them (R5)
 *
 * They are taken as if each gap were added and then its word, but hostile text has thousands of these.
 */
#include "find/wrap_take.h"

/* Words of one byte. */
static size_t take_letters(const text *t, size_t i, size_t end, wrap *w)
{
    const char *p = t->p;
    size_t n = w->n, used = w->gap_count > w->piece_count ? w->gap_count : w->piece_count;
    const size_t open = w->open, room = FOUND_PIECES - used, most = (end - i - 1) / 2, begin = i,
                 last = i + 2 * (room < most ? room : most);
    gap *g = w->gaps + w->gap_count;
    wrap_piece *to = w->pieces + w->piece_count;
    bool left = wrap_is_word(w->clean[n - 1]), words = false;
    unsigned char c;

    for (; i < last && byte_is(c = (unsigned char)p[i + 1], BYTE_PLAIN) && p[i + 2] == ' '; i += 2, n++) {
        bool right = wrap_is_alnum(c), both = left & right;
        *g++ = (gap){n, false, both};
        *to++ = (wrap_piece){i + 1 - open, i + 2 - open, n, 1};
        w->clean[n] = (char)c;
        words |= both;
        left = right;
    }
    w->n = n;
    w->gap_count += (unsigned)(i - begin) / 2;
    w->piece_count += (unsigned)(i - begin) / 2;
    w->words = w->words || words;
    return i;
}

/* Longer ones. */
static size_t take_words(const text *t, size_t i, size_t end, wrap *w)
{
    const char *p = t->p;
    const size_t open = w->open, used = w->gap_count > w->piece_count ? w->gap_count : w->piece_count;
    size_t n = w->n, from;
    gap *g = w->gaps + w->gap_count, *last = g + (FOUND_PIECES - used);
    wrap_piece *to = w->pieces + w->piece_count;
    bool left = wrap_is_word(w->clean[n - 1]), words = false, both;

    for (; g < last && end - i > 2 && p[i] == ' ' && byte_is((unsigned char)p[i + 1], BYTE_PLAIN) && p[i + 2] != ' ';
         g++, to++) {
        from = i + 1;
        both = left & wrap_is_alnum((unsigned char)p[from]);
        i = wrap_copy_few(p, from, end, w->clean + n);
        *g = (gap){n, false, both};
        *to = (wrap_piece){from - open, i - open, n, i - from};
        n += i - from;
        left = wrap_is_word(p[i - 1]);
        words |= both;
    }
    w->n = n;
    w->gap_count = (unsigned)(g - w->gaps);
    w->piece_count = (unsigned)(to - w->pieces);
    w->words = w->words || words;
    return i;
}

size_t wrap_take_words(const text *t, size_t i, size_t end, wrap *w)
{
    if (end - i < 3)
        return i;
    return t->p[i + 2] == ' ' ? take_letters(t, i, end, w) : take_words(t, i, end, w);
}
