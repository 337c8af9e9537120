/* subject.c - whether a message answers another one
 *
 * Programs write the header and the text of the other message in the same way in an answer and when
 * they forward it. The subject shows which: "Re: pages", "Fwd: pages".
 */
#include "base/subject.h"
#include "mail/zones/zones.h"

static bool subject_answers_by(struct subject_word word)
{
    return subject_is_word(subject_answers, word) || subject_is_word(subject_other_answers, word);
}

static bool subject_forwards_by(struct subject_word word)
{
    return subject_is_word(subject_forwards, word) || subject_is_word(subject_other_forwards, word);
}

bool zones_is_reply(const trawl_mail_message *message)
{
    const struct subject_word word = subject_word(message->subject.p, message->subject.n);

    return subject_answers_by(word) || (message->in_reply_to.n > 0 && !subject_forwards_by(word));
}

bool zones_is_alone(const trawl_mail_message *message)
{
    const struct subject_word word = subject_word(message->subject.p, message->subject.n);

    return message->number > 0 && message->in_reply_to.n == 0 && !subject_answers_by(word) &&
           !subject_forwards_by(word);
}
