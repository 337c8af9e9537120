/* subject.c - whether a message answers another one
 *
 * Programs write the header and the text of the other message in the same way in an answer and when
 * they forward it. The subject shows which: "Re: pages", "Fwd: pages".
 */
#include "base/ascii.h"
#include "mail/zones/zones.h"

/* What precedes the colon. "VS" is left out: it answers in Finnish and forwards in Danish. */
static const char answers[] = "aw antw sv odp ynt res rif r atb ref "
                              "\xE5\x9B\x9E\xE5\xA4\x8D \xE7\xAD\x94\xE5\xA4\x8D "
                              "\xE5\x9B\x9E\xE8\xA6\x86 \xE5\x9B\x9E\xE4\xBF\xA1";
static const char forwards[] = "fw fwd wg tr rv enc vl vb doorst i pd ilt "
                               "\xE8\xBD\xAC\xE5\x8F\x91 \xE8\xBD\x89\xE5\xAF\x84 "
                               "\xE8\xBD\x89\xE7\x99\xBC";

/* The maximum number of bytes before the colon, and of one of the words. */
#define SUBJECT_WORD 16
#define SUBJECT_LONGEST 6

/* Returns what precedes the first colon of "Re: x", "[list] Re[2]: x" and "RE : x", or an empty
 * text. */
static trawl_str first_word(trawl_str subject)
{
    const char *p = subject.p, *end = p + subject.n, *colon;
    trawl_str word = {p, 0};

    while (p < end && (*p == ' ' || *p == '[')) {
        const char *close = *p == '[' ? memchr(p, ']', (size_t)(end - p)) : p;
        if (!close)
            break;
        p = close + 1;
    }
    end = end - p > SUBJECT_WORD ? p + SUBJECT_WORD : end;
    for (colon = p; colon < end && *colon != ':' && (unsigned char)*colon != 0xEF;) /* U+FF1A */
        colon++;
    if (colon == end)
        return word;
    word.p = p;
    while (p < colon && !strchr(" [(^", *p))
        p++;
    word.n = (size_t)(p - word.p);
    while (p < colon && (strchr(" [](^)", *p) || ascii_is_digit((unsigned char)*p)))
        p++;
    return p == colon ? word : (trawl_str){word.p, 0};
}

bool zones_is_reply(const trawl_mail_message *message)
{
    const trawl_str word = first_word(message->subject);

    if (word.n == 2 && ascii_same(word.p, "re", 2))
        return true; /* most answers */
    if (word.n == 0 || word.n > SUBJECT_LONGEST)
        return message->in_reply_to.n > 0;
    return ascii_is_word_of(answers, word.p, word.n) ||
           (message->in_reply_to.n > 0 && !ascii_is_word_of(forwards, word.p, word.n));
}

bool zones_is_alone(const trawl_mail_message *message)
{
    const trawl_str word = first_word(message->subject);

    return message->number > 0 && message->in_reply_to.n == 0 && !zones_is_reply(message) &&
           (word.n == 0 || word.n > SUBJECT_LONGEST || !ascii_is_word_of(forwards, word.p, word.n));
}
