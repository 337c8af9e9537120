/* long_text.h - texts of any length, ordinary ones and such as could make a writer hold more and more of them */
#ifndef TRAWL_TESTS_LONG_TEXT_H
#define TRAWL_TESTS_LONG_TEXT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bench/mailtext.h"

typedef struct long_text {
    const char *name;
    const char *unit; /* repeated; NULL: made by fill */
    void (*fill)(char *block, size_t n, uint64_t at);
} long_text;

/* Each block is the same. */
static inline void long_text_mail(char *block, size_t n, uint64_t at)
{
    (void)at;
    mailtext_make(block, n);
}

/* A link in each 40 bytes. */
static inline void long_text_links(char *block, size_t n, uint64_t at)
{
    for (size_t i = 0; i < n;) {
        char line[128];
        unsigned k = (unsigned)((at + i) % 9973);
        int len = snprintf(line, sizeof line, "see http://www%u.example.com/a/%u.html or <joe%u@example.org>, %s", k, k,
                           k % 97, k % 3 ? "" : "it says\n");
        size_t some = (size_t)len < n - i ? (size_t)len : n - i;
        memcpy(block + i, line, some);
        i += some;
    }
}

enum { LONG_TEXT_MAIL, LONG_TEXT_LINKS };

static const long_text long_texts[] = {
    {"ordinary mail", NULL, long_text_mail},
    {"text full of links", NULL, long_text_links},
    {"a line of \"a\"", "a", NULL},
    {"a line of \"http://a/b \"", "http://a/b ", NULL},
    {"a line of \">\"", ">", NULL},
    {"a line of blanks", " ", NULL},
    {"quotes in quotes", "> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > a\n> b\n", NULL},
    {"wrappers never closed", "<URL:http://a/ b\n c ", NULL},
    {"a wrapper of blank lines", "<URL:http://a/\n\n\n\n\n\n\n\n", NULL},
    {"cut characters", "\xE2\x80", NULL},
    {"CR", "\r", NULL},
};

enum { LONG_TEXTS = sizeof long_texts / sizeof long_texts[0] };

/* Bytes at..at+n of it. */
static inline void long_text_fill(const long_text *t, char *block, size_t n, uint64_t at)
{
    size_t k = t->unit ? strlen(t->unit) : 1, j = (size_t)(at % k);

    if (!t->unit) {
        t->fill(block, n, at);
        return;
    }
    for (size_t i = 0; i < n; i++, j = j + 1 == k ? 0 : j + 1)
        block[i] = t->unit[j];
}

#endif
