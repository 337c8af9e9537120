/* mailcharset.h - a text as it was written before UTF-8: its words in letters of another charset, its links as they are */
#ifndef TRAWL_TESTS_BENCH_MAILCHARSET_H
#define TRAWL_TESTS_BENCH_MAILCHARSET_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct mailcharset {
    const char *name, *before, *behind; /* what stands around words of it */
    unsigned char first, leads;         /* its letters, or their first bytes, begin there; there are so many of these */
    unsigned char second;               /* their second bytes begin there; 0: there are none */
} mailcharset;

static const mailcharset mailcharsets[] = {
    {"koi8-r", "", "", 0xC1, 26, 0},
    {"windows-1251", "", "", 0xE0, 26, 0},
    {"iso-2022-jp", "\x1B$B", "\x1B(B", 0x30, 12, 0x21},
    {"shift_jis", "", "", 0x89, 12, 0x9F},
    {"gb2312", "", "", 0xB0, 24, 0xA1},
    {"big5", "", "", 0xA4, 24, 0xA1},
    {"euc-kr", "", "", 0xB0, 20, 0xA1},
};

enum { MAILCHARSETS = sizeof mailcharsets / sizeof mailcharsets[0] };

static inline bool mailcharset_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* How long the word of letters is that stands between blanks, or before a mark and a blank; 0 for anything else. */
static inline size_t mailcharset_word(const char *p, size_t n)
{
    size_t i = 0, end;

    while (i < n && mailcharset_letter(p[i]))
        i++;
    end = i + (i < n && strchr(".,;:!?", p[i]));
    return end == n || p[end] == ' ' || p[end] == '\n' || p[end] == '\r' ? i : 0;
}

static inline size_t mailcharset_put_word(const mailcharset *c, char *to, const char *p, size_t n)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i += c->second ? 2 : 1) {
        unsigned letter = (unsigned)(p[i] | 0x20) - 'a', next = i + 1 < n ? (unsigned)(p[i + 1] | 0x20) - 'a' : letter;
        to[k++] = (char)(c->first + letter % c->leads);
        if (c->second)
            to[k++] = (char)(c->second + next);
    }
    return k;
}

/* The text p[0..n) into to, of so much room; how long it is there. Where a character is two bytes, no blank stands between words. */
static inline size_t mailcharset_text(const mailcharset *c, char *to, size_t room, const char *p, size_t n)
{
    size_t k = 0;
    bool inside = false;

    for (size_t i = 0; i < n && k + 64 < room;) {
        bool begins = i == 0 || p[i - 1] == ' ' || p[i - 1] == '\n';
        size_t word = begins ? mailcharset_word(p + i, n - i) : 0;
        if (word > 40)
            word = 0;
        if (word > 0 && !inside)
            k += strlen(strcpy(to + k, c->before));
        inside = word > 0;
        if (!inside) {
            to[k++] = p[i++];
            continue;
        }
        k += mailcharset_put_word(c, to + k, p + i, word);
        i += word;
        if (c->second && i + 1 < n && p[i] == ' ' && mailcharset_word(p + i + 1, n - i - 1) > 0) {
            i++;
            continue;
        }
        k += strlen(strcpy(to + k, c->behind));
        inside = false;
    }
    return k;
}

#endif
