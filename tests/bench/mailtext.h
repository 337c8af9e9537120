/* mailtext.h - as much ordinary mail text as is wanted, made by chance
 *
 * Messages as people see them: a few fields of a header, what is answered to, paragraphs, quoted ones, programs,
 * change logs, lists, a signature; in some UTF-8 beyond ASCII, in a third CRLF. What may begin a link is about as
 * frequent as in archives of mail: a colon in 109 bytes, an "@" in 313, a URL with a scheme in 2600, and 2 bytes in
 * 100 beyond ASCII. A text with few of these is made by another mix. Not a mailbox: mailbox.h makes one.
 */
#ifndef TRAWL_TESTS_BENCH_MAILTEXT_H
#define TRAWL_TESTS_BENCH_MAILTEXT_H

#include <stdio.h>

#include "phrases.h"
#include "words.h"

/* How often: of 10000 words, or of 10000 messages. */
typedef struct mailtext_mix {
    uint32_t url, address, colon; /* words */
    uint32_t head, answer, signature, crlf, beyond;
    bool blocks; /* programs, lists, logs; else paragraphs alone */
} mailtext_mix;

static const mailtext_mix mailtext_ordinary = {.url = 28,
                                               .address = 33,
                                               .colon = 138,
                                               .head = 8400,
                                               .answer = 5500,
                                               .signature = 5000,
                                               .crlf = 3333,
                                               .beyond = 1750,
                                               .blocks = true};
static const mailtext_mix mailtext_sparse = {.url = 29, .address = 7, .colon = 36, .crlf = 3333, .beyond = 1400};

typedef struct mailtext {
    chance by;
    words vocabulary;
    const mailtext_mix *mix;
    char *out;
    size_t n, room;
    size_t line;           /* where the line began */
    const phrases *block;  /* NULL is a paragraph */
    unsigned left, quoted; /* lines of the block */
    unsigned beyond;       /* of 10000 words, in this message */
    bool crlf, sentence, opened;
} mailtext;

static inline void mailtext_begin(mailtext *m, const mailtext_mix *mix, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->by.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    m->mix = mix;
    words_begin(&m->vocabulary);
}

static inline uint32_t mailtext_random(mailtext *m, uint32_t below)
{
    return chance_below(&m->by, below);
}

static inline void mailtext_bytes(mailtext *m, const char *s, size_t n)
{
    n = n < m->room - m->n ? n : m->room - m->n;
    memcpy(m->out + m->n, s, n);
    m->n += n;
}

static inline void mailtext_put(mailtext *m, const char *s)
{
    mailtext_bytes(m, s, strlen(s));
}

static inline const char *mailtext_word(mailtext *m, size_t *n)
{
    size_t i = words_any(&m->vocabulary, &m->by);

    *n = m->vocabulary.length[i];
    return m->vocabulary.word[i];
}

/* A word, with a capital where asked; letters alone where it may become part of a name. */
static inline void mailtext_put_word(mailtext *m, bool capital, bool letters)
{
    size_t n, at = m->n;
    const char *word = mailtext_word(m, &n);

    while (letters && memchr(word, '\'', n))
        word = mailtext_word(m, &n);
    mailtext_bytes(m, word, n);
    if (capital && at < m->n && m->out[at] >= 'a' && m->out[at] <= 'z')
        m->out[at] -= 'a' - 'A';
}

static inline void mailtext_number(mailtext *m, const char *format, uint32_t below)
{
    char digits[16];

    snprintf(digits, sizeof digits, format, (unsigned)mailtext_random(m, below));
    mailtext_put(m, digits);
}

/* A phrase, in which "~" and a letter stand for something by chance (phrases.h). */
static inline void mailtext_phrase(mailtext *m, const char *phrase)
{
    for (const char *tilde; (tilde = strchr(phrase, '~')); phrase = tilde + 2) {
        mailtext_bytes(m, phrase, (size_t)(tilde - phrase));
        switch (tilde[1]) {
        case 'w':
        case 'W':
            mailtext_put_word(m, tilde[1] == 'W', true);
            break;
        case 'd':
            mailtext_number(m, "%u", mailtext_random(m, 3) ? 100 : 10000);
            break;
        case 'm':
            mailtext_number(m, "%02u", 60);
            break;
        case 'x':
            mailtext_number(m, "%08x", UINT32_MAX);
            break;
        default:
            for (size_t i = 0; i < PHRASES_NAMED; i++)
                if (phrases_named[i].letter == tilde[1]) {
                    const phrases *p = phrases_named[i].of;
                    mailtext_phrase(m, p->phrase[mailtext_random(m, p->count)]);
                }
        }
    }
    mailtext_put(m, phrase);
}

static inline void mailtext_end_line(mailtext *m)
{
    while (m->n > m->line && m->n < m->room && m->out[m->n - 1] == ' ')
        m->n--;
    mailtext_put(m, m->crlf ? "\r\n" : "\n");
    m->line = m->n;
}

static inline void mailtext_phrase_line(mailtext *m, const char *phrase)
{
    mailtext_phrase(m, phrase);
    mailtext_end_line(m);
}

/* ---- Paragraphs ---- */

static inline void mailtext_one_of(mailtext *m, const phrases *p)
{
    mailtext_phrase(m, p->phrase[mailtext_random(m, p->count)]);
}

/* What stands behind a word. */
static inline void mailtext_point(mailtext *m)
{
    uint32_t r = mailtext_random(m, 100);

    m->sentence = r < 8;
    mailtext_put(m, r < 6 ? ". " : r < 7 ? "? " : r < 8 ? "! " : r < 15 ? ", " : r < 16 ? "; " : r < 17 ? " - " : " ");
}

static inline void mailtext_any(mailtext *m)
{
    const mailtext_mix *x = m->mix;
    uint32_t r = mailtext_random(m, 10000);
    uint32_t address = x->url + x->address, colon = address + x->colon;

    if (r < x->url)
        mailtext_one_of(m, &phrases_url_in_text);
    else if (r < address)
        mailtext_one_of(m, &phrases_address_in_text);
    else if (r < colon)
        mailtext_one_of(m, &phrases_colon);
    else if (chance_is(&m->by, 300))
        mailtext_one_of(m, &phrases_odd);
    else if (chance_is(&m->by, m->beyond))
        mailtext_one_of(m, &phrases_beyond);
    else
        mailtext_put_word(m, m->sentence, false);
    mailtext_point(m);
}

static inline void mailtext_words_line(mailtext *m)
{
    size_t most = 60 + mailtext_random(m, 14);

    while (m->n - m->line < most && m->n < m->room)
        mailtext_any(m);
    mailtext_end_line(m);
}

/* What the next lines are. */
static inline void mailtext_next_block(mailtext *m)
{
    uint32_t r = mailtext_random(m, 100);

    mailtext_end_line(m);
    m->block = !m->mix->blocks || r < 84 ? NULL : phrases_blocks[mailtext_random(m, PHRASES_BLOCKS)];
    m->left = 2 + mailtext_random(m, 7);
    m->quoted = r < 20 ? 1 + (r < 4) : 0;
    m->sentence = true;
}

/* A line of a body. */
static inline void mailtext_line(mailtext *m)
{
    if (m->left == 0)
        mailtext_next_block(m);
    m->left--;
    m->line = m->n;
    for (unsigned i = m->quoted; i > 0; i--)
        mailtext_put(m, i > 1 ? ">" : "> ");
    if (m->block)
        mailtext_phrase_line(m, m->block->phrase[mailtext_random(m, m->block->count)]);
    else
        mailtext_words_line(m);
}

/* ---- Messages ---- */

static inline void mailtext_message(mailtext *m)
{
    const mailtext_mix *x = m->mix;

    m->crlf = chance_is(&m->by, x->crlf);
    m->beyond = !chance_is(&m->by, x->beyond) ? 0 : chance_is(&m->by, 5000) ? 4000 : 1000;
    if (chance_is(&m->by, x->head))
        for (size_t i = 0; i < phrases_head.count; i++)
            if (i < 4 || chance_is(&m->by, 5000))
                mailtext_phrase_line(m, phrases_head.phrase[i]);
    mailtext_end_line(m);
    if (chance_is(&m->by, x->answer)) {
        mailtext_one_of(m, &phrases_answer);
        mailtext_end_line(m);
        m->left = 1 + mailtext_random(m, 9);
        m->quoted = 1;
        m->block = NULL;
    }
    for (unsigned more = 5 + mailtext_random(m, 30); more > 0 && m->n < m->room; more--)
        mailtext_line(m);
    mailtext_end_line(m);
    m->left = 0;
    if (!chance_is(&m->by, x->signature))
        return;
    mailtext_put(m, m->crlf ? "-- \r\n" : "-- \n");
    m->line = m->n;
    for (unsigned i = 1 + mailtext_random(m, 4); i > 0; i--) {
        mailtext_one_of(m, &phrases_signature);
        mailtext_end_line(m);
    }
    mailtext_end_line(m);
}

/* out[0..n) of it. */
static inline void mailtext_fill(mailtext *m, char *out, size_t n)
{
    m->out = out;
    m->room = n;
    m->n = m->line = 0;
    if (!m->opened) /* in prose: a text that began with a header would be taken for mail */
        mailtext_put(m, "This text is not a message.\n\n");
    m->opened = true;
    while (m->n < n)
        mailtext_message(m);
}

/* The same text at any time. */
static inline void mailtext_make(char *out, size_t n)
{
    static mailtext m;

    mailtext_begin(&m, &mailtext_ordinary, 20031109);
    mailtext_fill(&m, out, n);
}

#endif
