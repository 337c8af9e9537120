/* find_mail.h - messages in the outputs that are text: a small header, then the parts that were read, in their order */
#ifndef TRAWL_CLI_FIND_MAIL_H
#define TRAWL_CLI_FIND_MAIL_H

#include <stdint.h>

#include <trawl_mail.h>

struct find;

/* How far the text of a message has come. */
struct find_mail {
    int begun;         /* something was shown                             */
    int head, body;    /* of this message, a line of its header, a part   */
    int new_part;      /* a part has begun, of which nothing was shown yet */
    int line_open;     /* the last byte shown was no line feed            */
    int in_field;      /* a line of the header is not ended               */
    uint64_t field_to; /* where its last event ended                      */
    int alternative;   /* inside a multipart/alternative ...              */
    unsigned alternative_depth;
    int plain;  /* ... of which a plain form was shown             */
    int hidden; /* the part that goes by is another form of it     */
};

/* Does nothing stand between this event and the writer: is it of the text of a part that has begun, or of no mail? */
static inline int find_mail_is_shown(const struct find_mail *s, const trawl_event *e)
{
    return e->type <= TRAWL_LINK_MORE && e->field.n == 0 && !(s->hidden | s->alternative | s->new_part) &&
           (e->text.n > 0 || e->type == TRAWL_TEXT);
}

/* Such an event goes by. */
static inline void find_mail_pass(struct find_mail *s, const trawl_event *e)
{
    if (e->text.n > 0) {
        s->line_open = e->text.p[e->text.n - 1] != '\n';
        s->begun = 1;
    }
}

/* An event on its way to a writer of text: what the reader of a message wants to see goes on to find_show(). */
int find_mail_event(struct find *f, const trawl_event *e);

/* A new file. */
void find_mail_begin(struct find *f);

/* A piece of one, that is not the first. */
void find_mail_go_on(struct find *f);

/* Does the next piece begin as find_mail_go_on() has it? */
int find_mail_is_calm(const struct find *f);

/* The file is over: of a message that is nothing but its header the last line ends here. TRAWL_OK or an error. */
int find_mail_end(struct find *f);

#endif
