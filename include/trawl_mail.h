/* trawl_mail.h - links in mail and news as they come: messages, mailboxes, spools, news batches
 *
 * Feed the bytes of a file or pipe in pieces of any size. Containers are taken apart into messages,
 * messages into parts; parts are decoded (quoted-printable, base64, uuencode, charsets) while they
 * stream, and their text is scanned as trawl.h says. The events come to your sink in the order of
 * the source; places are in the bytes as fed, lines and columns in the decoded part. Conventions
 * and promises are those of trawl.h: any cut gives the same events, once neighbouring TEXT or SKIP
 * events are joined; every byte belongs to one event; time is linear; memory does not depend on the
 * input.
 *
 * Example: list the links of a mailbox, each behind the number and subject of its message
 *
 *     #include <stdio.h>
 *     #include <trawl.h>
 *     #include <trawl_mail.h>
 *
 *     static int print_link(void *file, const trawl_event *e)
 *     {
 *         if (e->type == TRAWL_EVENT_LINK && e->message)
 *             fprintf((FILE *)file, "%d %.*s: %.*s\n", (int)e->message->number, (int)e->message->subject.n,
 *                     e->message->subject.p, (int)e->link->url.n, e->link->url.p);
 *         return 0;
 *     }
 *
 *     int main(void)
 *     {
 *         trawl_mail_config config = {sizeof config};
 *         trawl_mail *mail;
 *         char block[65536];
 *         size_t n;
 *
 *         if (trawl_mail_open(&mail, &config, print_link, stdout) != TRAWL_OK)
 *             return 2;
 *         while ((n = fread(block, 1, sizeof block, stdin)) > 0)
 *             trawl_mail_feed(mail, block, n);
 *         trawl_mail_finish(mail);
 *         trawl_mail_close(&mail);
 *         return 0;
 *     }
 */
#ifndef TRAWL_MAIL_H
#define TRAWL_MAIL_H

#include <trawl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is fed. */
enum trawl_input {
    TRAWL_INPUT_AUTO =
        0, /* told by its first bytes                                                    */
    TRAWL_INPUT_TEXT, /* one text: no messages, no headers                                          */
    TRAWL_INPUT_MAIL, /* one message, or one news article                                           */
    TRAWL_INPUT_MBOX, /* "From " lines; of ">From ", ">>From " ... one ">" goes (mboxrd)            */
    TRAWL_INPUT_MBOXO, /* only ">From " loses it                                                     */
    TRAWL_INPUT_MBOXCL, /* Content-Length is believed where a message ends there                      */
    TRAWL_INPUT_MBOXCL2, /* the same, and no line has a ">" too many                                   */
    TRAWL_INPUT_MMDF, /* lines of four ^A                                                           */
    TRAWL_INPUT_RNEWS, /* a batch: "#! rnews 1234"                                                   */
    TRAWL_INPUT_NNTP, /* articles as a server sends them, each ended by a line "."                  */
    TRAWL_INPUT_HTML, /* one page                                                                   */
    TRAWL_INPUT_COUNT
};

/* "mbox" for TRAWL_INPUT_MBOX and so on; "unknown" for other numbers. Static. */
TRAWL_API const char *trawl_input_name(int input);

/* Which header fields are read. Of a header with nothing behind it, not even an empty line, LINKS
 * reads any in which a URL stands, if TRAWL_INPUT_AUTO found out that it is one. */
enum trawl_headers {
    TRAWL_HEADERS_LINKS =
        0, /* those that hold URLs and ids (List-*, Archived-At, Message-ID, Newsgroups, ...), and Subject */
    TRAWL_HEADERS_ALL, /* addresses and all others too, but for those that machines write (Received, ...)    */
    TRAWL_HEADERS_NONE
};

/* Why bytes were not read. */
enum trawl_skip {
    TRAWL_SKIP_SEPARATOR = 1, /* between messages, a container's own mark                     */
    TRAWL_SKIP_HEADER,        /* header fields that are not read, names of fields, line breaks */
    TRAWL_SKIP_BOUNDARY,      /* a line between parts                                          */
    TRAWL_SKIP_PREAMBLE,      /* before the first part                                         */
    TRAWL_SKIP_EPILOGUE,      /* behind the last part                                          */
    TRAWL_SKIP_ATTACHMENT,    /* a part that is no text                                        */
    TRAWL_SKIP_HTML,          /* markup before a link in an attribute                          */
    TRAWL_SKIP_LIMIT,         /* parts nested too deep, or too many of them                    */
    TRAWL_SKIP_COUNT
};

/* "separator" for TRAWL_SKIP_SEPARATOR and so on; "unknown" for other numbers. Static. */
TRAWL_API const char *trawl_skip_name(int reason);

/* Where in a message a link stands: trawl_link.zone. A text says so itself, by marks that mail
 * programs and list managers put there; what is not certain is new. */
enum trawl_zone {
    TRAWL_ZONE_NONE =
        0, /* not known: trawl.h alone knows of none                                   */
    TRAWL_ZONE_HEADER, /* in a header field                                                        */
    TRAWL_ZONE_NEW, /* what its writer wrote                                                    */
    TRAWL_ZONE_QUOTED, /* behind ">", in any of the others; trawl_link.quote says how deep         */
    TRAWL_ZONE_SIGNATURE, /* below the line "-- "                                                     */
    TRAWL_ZONE_FOOTER, /* what a mailing list or a mass mailer adds                                */
    TRAWL_ZONE_FORWARDED, /* below "-----Original Message-----" and its like                          */
    TRAWL_ZONE_COUNT
};

/* "header" for TRAWL_ZONE_HEADER and so on, "none" for TRAWL_ZONE_NONE; "unknown" for other
 * numbers. Static. */
TRAWL_API const char *trawl_zone_name(int zone);

/* A message. Texts are decoded to UTF-8 and empty if their field is missing. They are valid until
 * the next MESSAGE event. */
typedef struct trawl_mail_message {
    size_t size;
    uint64_t number;    /* from 1; 0 in events outside messages */
    uint64_t offset;    /* of its first byte after its separator */
    trawl_str id;       /* of Message-ID, without brackets */
    trawl_str date;     /* as written */
    trawl_str date_iso; /* "2008-06-30T02:34:00-07:00"; empty if the date cannot be parsed */
    trawl_str from, subject;
} trawl_mail_message;

/* A part of a message: a leaf, a multipart, or a message inside a message. It is valid until the
 * next PART event. */
typedef struct trawl_mail_part {
    size_t size;
    trawl_str path;     /* "1.2", as IMAP numbers parts; the only part of a message is "1" */
    trawl_str type;     /* "text/plain", in lower case */
    trawl_str charset;  /* as written; empty if missing */
    trawl_str encoding; /* Content-Transfer-Encoding as written; empty if missing */
    unsigned depth;     /* the number of multiparts and messages around it */
} trawl_mail_part;

/* Limits: what is nested deeper or comes later is skipped; boundaries that are longer count as
 * none. */
#define TRAWL_MAIL_DEPTH 50
#define TRAWL_MAIL_PARTS 1000
#define TRAWL_MAIL_HEADER 102400
#define TRAWL_MAIL_BOUNDARY 1024

/* Bits of trawl_mail_config.options. */
enum trawl_mail_option {
    TRAWL_MAIL_OPTION_SHOW =
        1
        << 0, /* for those who show messages: From, To, Cc, Date and Newsgroups are TEXT events, too,
                                    though no links are looked for in them */
    TRAWL_MAIL_OPTION_REFANG =
        1
        << 1, /* "hxxp://a[.]example" in bodies is read as what it stood for: such links are flagged */
    TRAWL_MAIL_OPTION_TARGETS = 1 << 2 /* trawl_link.target is set */
};

/* How to read mail. Zero members have their defaults. */
typedef struct trawl_mail_config {
    size_t size;
    /* What to find and how; NULL for the defaults. Its charset is that of texts and parts that name
     * none. If its config's find was 0, links of header fields (TRAWL_FIND_HDR) and of HTML
     * attributes (TRAWL_FIND_HTML) are found too. It is used, not copied, until the close. */
    const trawl_settings *settings;
    int input;        /* enum trawl_input */
    int headers;      /* enum trawl_headers */
    unsigned options; /* enum trawl_mail_option */
} trawl_mail_config;

/* The events, besides those of trawl.h. MESSAGE: its header block has been read (up to
 * TRAWL_MAIL_HEADER bytes of it). PART: its header has been read. SKIP: span and reason, no text.
 * All others: message and part say where they stand, NULL where there is none (the header of the
 * message itself has no part); field is the name of the header field that a text or a link stands
 * in. A text's characters that its transport put there (the fold of a calendar's line, the soft
 * line break of format=flowed with DelSp, the "- " of clear-signed text) are TEXT events, with link
 * set where they stand inside one; a soft line break of quoted-printable is none. An event whose
 * text is empty covers bytes that stand for nothing. */

typedef struct trawl_mail trawl_mail;

/* Begin. cfg may be NULL. As trawl_open(). */
TRAWL_API int trawl_mail_open(trawl_mail **m, const trawl_mail_config *cfg, trawl_sink *sink,
                              void *user);

/* As trawl_feed(), trawl_finish(), trawl_reset(), trawl_close(). */
TRAWL_API int trawl_mail_feed(trawl_mail *m, const void *bytes, size_t n);
TRAWL_API int trawl_mail_finish(trawl_mail *m);
TRAWL_API int trawl_mail_reset(trawl_mail *m);
TRAWL_API void trawl_mail_close(trawl_mail **m);

/* What comes next, after trawl_mail_reset(): enum trawl_input. TRAWL_OK or TRAWL_ERROR_MISUSE. */
TRAWL_API int trawl_mail_expect(trawl_mail *m, int input);

/* What the input is: enum trawl_input, TRAWL_INPUT_AUTO as long as that is not known. */
TRAWL_API int trawl_mail_input(const trawl_mail *m);

/* Why some of the input was not read, when it has been finished: a compressed batch of news, or a
 * kind was asked for that the input is not. A sentence without a full stop, static; NULL if there
 * is nothing to tell. */
TRAWL_API const char *trawl_mail_complaint(const trawl_mail *m);

/* The scan inside, for trawl_rules_complaint(). It is the mail front's: nothing may be fed to
 * it. */
TRAWL_API const trawl *trawl_mail_scan(const trawl_mail *m);

/* ---- In several threads ----
 *
 * A large text or mailbox can be read in pieces, each by a trawl_mail of its own, in a thread of
 * its own; the links of all pieces, one behind the other, are those of the whole. Cut it where you
 * guess that it may be cut - a text where a line begins, a mailbox behind the "From " line of a
 * message -, let each piece begin with a guess of what its place is like, and hold that against
 * what trawl_mail_tell() says at the end of the piece before, all of which was fed but nothing
 * more. If that says no, or other than was guessed, the piece is to be read again: from where
 * trawl_mail_tell() says, or with what comes before it. A guess that mostly holds: of a mailbox
 * number 1, of a text line 1, all else 0; numbers and lines are then to be added up.
 * tests/examples/threads.c does all this.
 */

/* A place from which on another trawl_mail can go on. Set size. */
typedef struct trawl_mail_place {
    size_t size;
    int input; /* TRAWL_INPUT_TEXT, TRAWL_INPUT_MBOX or TRAWL_INPUT_MBOXO; _AUTO: it is none    */
    uint32_t
        inside; /* of what in a text it stands, 0 for nothing: it decides what is looked at      */
    uint32_t
        zone; /* the same for trawl_link.zone and TRAWL_FLAG_SIGNATURE: it decides nothing else     */
    uint64_t
        offset; /* of the byte that comes next                                                   */
    uint64_t
        number; /* of the message that begins there, from 1; of a text: 0                        */
    uint64_t
        line; /* of the line that begins there, from 1; of a mailbox: 1                        */
} trawl_mail_place;

/* Is what has been fed over at a place where nothing is open, so that all of it is decided whatever
 * follows? *here says where; its input is TRAWL_INPUT_AUTO if not. More can be fed in either case.
 * There are such places where a line of a text begins, unless a link may reach beyond it, and
 * behind the separator of a message of an mbox; not in a text with a charset, with the user's rules
 * or with TRAWL_OPTION_JOIN, nor where links are refanged. Returns as trawl_mail_feed(): a SKIP
 * that ends there is sent first. */
TRAWL_API int trawl_mail_tell(trawl_mail *m, trawl_mail_place *here);

/* As trawl_mail_reset(), but what is fed next stands at that place. TRAWL_OK; TRAWL_ERROR_MISUSE
 * where there are no such places, by the settings m was opened with; an error, or the sink's
 * value. */
TRAWL_API int trawl_mail_seek(trawl_mail *m, const trawl_mail_place *here);

#ifdef __cplusplus
}
#endif

#endif
