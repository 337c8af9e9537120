/* mail.h - the state of a trawl_mail, for mail.c and resume.c */
#ifndef TRAWL_MAIL_MAIL_H
#define TRAWL_MAIL_MAIL_H

#include "mail/container/container.h"
#include "mail/message/message.h"

struct trawl_mail {
    memory m;
    trawl_scanner *t;
    int expected;
    int error; /* the value that ended the scan: an error, or the sink's value */
    bool busy; /* a call runs, or the sink has left one by longjmp() */
    bool finished, in_text;
    uint64_t number;
    const names_row *charset;
    events g;
    container c;
    reader r;
    walk w;
};

/* Begin a message, or a text that is not a message, at source offset `at`; `resumed`: another
 * reader read the text up to there. Return 0, an error, or the sink's value. */
int mail_begin_message(void *mail, uint64_t at);
int mail_begin_text(trawl_mail *m, uint64_t at, bool resumed);

#endif
