/* mailtext.h - as much ordinary mail text as is wanted, made by chance from a list of words
 *
 * Lines of some seventy columns, a fifth of them quoted, one line in twelve ending in CRLF, paragraphs, a header now and then.
 * Of the bytes that can begin a link it has what archives of mail have: a colon in about 109 bytes, an "@" in about 313, a URL
 * with a scheme in about 2600, and 2 bytes in 100 beyond ASCII.
 */
#ifndef TRAWL_TESTS_BENCH_MAILTEXT_H
#define TRAWL_TESTS_BENCH_MAILTEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct mailtext {
    uint64_t state;
    char *out;
    size_t n, room, column;
} mailtext;

static inline uint32_t mailtext_random(mailtext *m, uint32_t below)
{
    m->state = m->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(((m->state >> 32) * below) >> 32);
}

static inline void mailtext_put(mailtext *m, const char *s)
{
    size_t n = strlen(s);

    n = n < m->room - m->n ? n : m->room - m->n;
    memcpy(m->out + m->n, s, n);
    m->n += n;
    m->column += n;
}

static inline const char *mailtext_word(mailtext *m)
{
    static const char *const words[] = {
        "the",      "of",       "and",       "to",      "a",        "in",      "that",    "is",        "was",
        "for",      "it",       "with",      "as",      "which",    "on",      "be",      "not",       "program",
        "compiler", "file",     "section",   "would",   "standard", "I",       "you",     "have",      "this",
        "but",      "from",     "or",        "what",    "there",    "know",    "think",   "people",    "when",
        "version",  "question", "answer",    "because", "wrote,",   "however", "records", "statement", "working.",
        "does",     "always",   "different", "system",  "another",  "way,",    "really",  "between",   "w/o",
        "two-way",  "write",    "show",      "window",  "now",      "2,500",
    };
    static const char *const beyond[] = {"caf\xC3\xA9",
                                         "M\xC3\xBCller",
                                         "f\xC3\xBCr",
                                         "na\xC3\xAFve",
                                         "\xE2\x80\x9Cso\xE2\x80\x9D",
                                         "\xE2\x80\x94",
                                         "se\xC3\xB1or",
                                         "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"};

    if (mailtext_random(m, 30) == 0)
        return beyond[mailtext_random(m, sizeof beyond / sizeof beyond[0])];
    return words[mailtext_random(m, sizeof words / sizeof words[0])];
}

/* An address, a URL, a colon: what is searched for. */
static inline void mailtext_rare(mailtext *m)
{
    static const char *const address[] = {"joe.bloggs@example.com", "<jane@mail.example.org>",
                                          "12345.678@host",         "<Pine.4.44.0305@a.example>",
                                          "info@example.net,",      "\"J. Doe\" <jd@example.com>"};
    static const char *const colon[] = {"Re:", "note:", "10:23", "example:", "wrote:", "C:\\TMP", "PS:", "perform:"};
    char url[96];
    uint32_t r = mailtext_random(m, 4000);

    if (r < 70) {
        snprintf(url, sizeof url, "%s://www.example%u.com/%s/%u.html", r & 1 ? "http" : "https", r, mailtext_word(m),
                 r);
        mailtext_put(m, r % 9 == 0 ? "<URL:" : "");
        mailtext_put(m, url);
        mailtext_put(m, r % 9 == 0 ? ">" : r & 2 ? "." : "");
    } else if (r < 70 + 640)
        mailtext_put(m, address[mailtext_random(m, sizeof address / sizeof address[0])]);
    else if (r < 70 + 640 + 1800)
        mailtext_put(m, colon[mailtext_random(m, sizeof colon / sizeof colon[0])]);
    else
        mailtext_put(m, mailtext_word(m));
}

static inline void mailtext_line(mailtext *m)
{
    m->column = 0;
    if (mailtext_random(m, 5) == 0)
        mailtext_put(m, mailtext_random(m, 3) ? "> " : ">> ");
    while (m->column < 66 && m->n < m->room) {
        if (mailtext_random(m, 8) == 0)
            mailtext_rare(m);
        else
            mailtext_put(m, mailtext_word(m));
        mailtext_put(m, " ");
    }
    mailtext_put(m, mailtext_random(m, 12) == 0 ? "\r\n" : mailtext_random(m, 8) == 0 ? "\n\n" : "\n");
}

static inline void mailtext_make(char *out, size_t n)
{
    mailtext m = {.state = 20031109, .out = out, .room = n};

    while (m.n < n)
        mailtext_line(&m);
}

#endif
