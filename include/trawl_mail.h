/* trawl_mail.h - find the links of messages, mailboxes, news spools and batches, and HTML pages
 *
 * Feed the bytes of a file or pipe in pieces of any size. Containers are divided into messages and
 * messages into parts. Parts are decoded (quoted-printable, base64, uuencode, charsets) while they
 * stream, and their text is scanned as by trawl_feed(). Events come in the order of the input.
 * Spans are in the bytes as fed; lines and columns are those of the decoded part.
 *
 * The promises of trawl.h hold here too. However the input is cut, the events are the same once
 * neighbouring TEXT and SKIP events are joined. Every byte belongs to one event. Time is linear in
 * the length of the input, and memory does not depend on it.
 *
 * Example: list the links of a text, a message or a mailbox, each after its message's subject
 *
 *     #include <stdio.h>
 *     #include <trawl.h>
 *     #include <trawl_mail.h>
 *
 *     static int print_link(void *user, const trawl_event *e)
 *     {
 *         (void)user;
 *         if (e->type != TRAWL_EVENT_LINK)
 *             return 0;
 *         return printf("%.*s: %.*s\n", (int)e->message->subject.n, e->message->subject.p,
 *                       (int)e->link->url.n, e->link->url.p) < 0;
 *     }
 *
 *     int main(void)
 *     {
 *         trawl_mail *mail;
 *         char block[65536];
 *         size_t n;
 *         int failed;
 *
 *         if (trawl_mail_open(&mail, NULL, print_link, NULL) != TRAWL_OK)
 *             return 2;
 *         do {
 *             n = fread(block, 1, sizeof block, stdin);
 *             failed = trawl_mail_feed(mail, block, n);
 *         } while (n > 0 && !failed);
 *         if (!failed)
 *             failed = trawl_mail_finish(mail);
 *         trawl_mail_close(&mail);
 *         return failed || ferror(stdin) ? 2 : 0;
 *     }
 */
#ifndef TRAWL_MAIL_H
#define TRAWL_MAIL_H

#include <trawl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The initial values of the structs below, as in trawl.h. */
#define TRAWL_MAIL_CONFIG_INIT TRAWL_SIZED(trawl_mail_config)
#define TRAWL_MAIL_MESSAGE_INIT TRAWL_SIZED(trawl_mail_message)
#define TRAWL_MAIL_PART_INIT TRAWL_SIZED(trawl_mail_part)
#define TRAWL_MAIL_PLACE_INIT TRAWL_SIZED(trawl_mail_place)

/* What the input is. */
enum trawl_input {
    TRAWL_INPUT_AUTO = 0, /* detected from its first bytes */
    TRAWL_INPUT_TEXT,     /* one text without messages or headers */
    TRAWL_INPUT_MAIL,     /* one message, or one news article */
    TRAWL_INPUT_MBOX,     /* "From " lines; one ">" is removed from ">From ", ">>From " (mboxrd) */
    TRAWL_INPUT_MBOXO,    /* like MBOX, but ">" is only removed from ">From " */
    TRAWL_INPUT_MBOXCL,   /* like MBOX; Content-Length is used if it leads to a message's end */
    TRAWL_INPUT_MBOXCL2,  /* like MBOXCL, but no ">" is removed */
    TRAWL_INPUT_MMDF,     /* each message between lines of four ^A */
    TRAWL_INPUT_RNEWS,    /* a batch: "#! rnews 1234" */
    TRAWL_INPUT_NNTP,     /* articles as a server sends them, each ended by a line "." */
    TRAWL_INPUT_HTML,     /* one page */
    TRAWL_INPUT_CALENDAR, /* a calendar or vCards, whose long lines are folded (RFC 5545, 6350) */
    TRAWL_INPUT_LDIF,     /* entries of a directory, whose long lines are folded (RFC 2849) */
    /* Like MBOX, but the "From " lines of git format-patch separate messages, too. An input that
     * begins with such a line is read in this way even if you set MBOX or MBOXO. */
    TRAWL_INPUT_PATCHES,
    TRAWL_INPUT_COUNT
};

/* Returns "mbox" for TRAWL_INPUT_MBOX and so on; "unknown" for other numbers. */
TRAWL_API const char *trawl_input_name(int input);

/* Returns the i-th name, from 0, of a kind of input, or NULL after the last one. A program can
 * offer these names as the values of an option. First come the names of trawl_input_name() in the
 * order of enum trawl_input, then synonyms ("news" for "mail"). Sets *input to the enum trawl_input
 * and *help to a short description, "one message"; both may be NULL. All texts are static. */
TRAWL_API const char *trawl_input_word(int i, int *input, const char **help);

/* Returns the enum trawl_input that is called name[0..n), or -1. */
TRAWL_API int trawl_input_find(const char *name, size_t n);

/* Which header fields are searched. */
enum trawl_headers {
    /* Those that hold URLs and ids (List-*, Archived-At, Message-ID, Newsgroups, ...), and Subject.
     * If the input is only a header, without even an empty line after it, every field with a URL is
     * searched. */
    TRAWL_HEADERS_LINKS = 0,
    TRAWL_HEADERS_ALL, /* all fields, also addresses, but not those of transport (Received, ...) */
    TRAWL_HEADERS_NONE /* none */
};

/* Why bytes were not read. */
enum trawl_skip {
    TRAWL_SKIP_SEPARATOR = 1, /* a container's mark between messages */
    TRAWL_SKIP_HEADER,        /* header fields that are not searched, field names, line ends */
    TRAWL_SKIP_BOUNDARY,      /* a line between parts */
    TRAWL_SKIP_PREAMBLE,      /* text before the first part */
    TRAWL_SKIP_EPILOGUE,      /* text after the last part */
    TRAWL_SKIP_ATTACHMENT,    /* a part that is not text */
    TRAWL_SKIP_HTML,          /* markup before a link in an attribute */
    TRAWL_SKIP_LIMIT,         /* parts nested too deep, or too many of them */
    TRAWL_SKIP_COUNT
};

/* Returns "separator" for TRAWL_SKIP_SEPARATOR and so on; "unknown" for other numbers. */
TRAWL_API const char *trawl_skip_name(int reason);

/* In which part of a message's text a link is: trawl_link.zone. Zones are found by the marks that
 * mail programs and list managers write, and by the elements of pages. Text without such marks is
 * TRAWL_ZONE_NEW. */
enum trawl_zone {
    TRAWL_ZONE_NONE = 0,  /* unknown; always so in scans by trawl.h alone */
    TRAWL_ZONE_HEADER,    /* in a header field */
    TRAWL_ZONE_NEW,       /* written by the sender */
    TRAWL_ZONE_QUOTED,    /* in a quote, also in one within another zone; see trawl_link.quote */
    TRAWL_ZONE_SIGNATURE, /* below the line "-- " */
    TRAWL_ZONE_FOOTER,    /* added by a mailing list or a mass mailer */
    TRAWL_ZONE_FORWARDED, /* below "-----Forwarded Message-----" and similar lines */
    TRAWL_ZONE_COUNT
};

/* Returns "header" for TRAWL_ZONE_HEADER and so on, "none" for TRAWL_ZONE_NONE; "unknown" for other
 * numbers. */
TRAWL_API const char *trawl_zone_name(int zone);

/* A message. Texts are decoded to UTF-8 and empty if their field is missing. They are valid until
 * the next MESSAGE event. */
typedef struct trawl_mail_message {
    size_t size;
    uint64_t number;         /* from 1; 0 in events outside messages */
    uint64_t offset;         /* of the message's first byte, after its separator */
    trawl_str id;            /* of Message-ID, without brackets */
    trawl_str date;          /* as written */
    trawl_str date_iso;      /* "2008-06-30T02:34:00-07:00"; empty if the date cannot be parsed */
    trawl_str from, subject; /* of From and Subject */
    trawl_str from_addr;     /* the first address in From, bare; "a at b" is "a@b" */
    trawl_str list_id;       /* the id in List-Id, without brackets */
    trawl_str in_reply_to;   /* the id in In-Reply-To; without one, the last id in References */
    trawl_str time_iso;      /* date_iso in UTC, "2008-06-30T09:34:00Z"; empty if date_iso is */
    int64_t time;            /* the date in seconds since 1970, 0 if time_iso is empty */
    trawl_str references;    /* the ids in References, then the id in In-Reply-To, separated by
                            * blanks; the last id is in_reply_to */
} trawl_mail_message;

/* A part of a message: a leaf, a multipart, or a message inside a message. It is valid until the
 * next PART event. */
typedef struct trawl_mail_part {
    size_t size;
    /* "1.2", as IMAP numbers parts. A message's only part is "1", its outermost multipart "". */
    trawl_str path;
    trawl_str type;     /* "text/plain", in lower case; empty in events outside parts */
    trawl_str charset;  /* as written; empty if missing */
    trawl_str encoding; /* Content-Transfer-Encoding as written; empty if missing */
    unsigned depth;     /* the number of multiparts and messages around it */
    /* The file name in Content-Disposition or Content-Type, decoded to UTF-8; empty if missing, or
     * without TRAWL_WANT_TEXT. It may have slashes and hidden characters. */
    trawl_str name;
} trawl_mail_part;

/* Limits: the depth of nested parts, the number of a message's parts, and the bytes of a header
 * field and of a boundary. Parts beyond one of the first two limits are skipped with
 * TRAWL_SKIP_LIMIT. A longer boundary is ignored. Only the first 8192 bytes of the value of an HTML
 * attribute are read, and only the first 16384 bytes of the text of an <a> are compared with its
 * link. At most 512 elements of HTML are open at one place. A URL in text, in a field or in a list
 * of URLs is skipped if it has more than 8192 bytes, and a URL in "<URL:...>" or "<...>" also if it
 * has more than 64 lines. A LIMIT event is sent where one of these limits may have hidden links;
 * its `what` names the limit. */
#define TRAWL_MAIL_DEPTH 100
#define TRAWL_MAIL_PARTS 10000
#define TRAWL_MAIL_HEADER 102400
#define TRAWL_MAIL_BOUNDARY 4096

/* Bits of trawl_mail_config.options. */
enum trawl_mail_option {
    /* For programs that show messages: From, To, Cc, Date, Newsgroups and Subject are TEXT events
     * too, unless they are empty. Each is one line: the name, a colon, the decoded value with
     * blanks for its line ends, and a line end. Other fields that are searched for links are sent
     * the same way. An empty line follows if any field was sent. */
    TRAWL_MAIL_OPTION_SHOW = 1 << 0,
    /* Read "hxxp://a[.]example" in bodies as "http://a.example". Such links are flagged. */
    TRAWL_MAIL_OPTION_REFANG = 1 << 1,
    TRAWL_MAIL_OPTION_TARGETS = 1 << 2, /* set trawl_link.target and .inner */
    /* For programs that write hypertext: the link of an <a> is sent with the text that it shows (at
     * most 1024 bytes and 64 lines of it), not as a LINK event without text. Links that trawl finds
     * in that text are not reported, nor are links without text, such as those of pictures. The
     * text that replaces a picture is running text, in brackets, at most 256 bytes. An <a> whose
     * text shows another place (TRAWL_FLAG_MISMATCH) stays text, and links in it are reported. With
     * TRAWL_MAIL_OPTION_REFANG, this option has no effect. */
    TRAWL_MAIL_OPTION_ANCHORS = 1 << 3,
    /* Like TRAWL_MAIL_OPTION_ANCHORS, and also for an <a> with TRAWL_FLAG_MISMATCH: for programs
     * that show where a link leads. */
    TRAWL_MAIL_OPTION_ALL_ANCHORS = 1 << 4,
    /* With TRAWL_MAIL_OPTION_SHOW: only the fields that mail programs show are scanned for links
     * and sent, which is faster. */
    TRAWL_MAIL_OPTION_SHOW_ONLY = 1 << 5,
    /* With TRAWL_MAIL_OPTION_SHOW_ONLY: In-Reply-To and References are read and sent, too. */
    TRAWL_MAIL_OPTION_SHOW_REPLIES = 1 << 6,
    /* For programs that write hypertext: the structure of HTML is sent in MARKUP events. They are
     * sent with TRAWL_WANT_TEXT only, and not with TRAWL_MAIL_OPTION_REFANG. */
    TRAWL_MAIL_OPTION_MARKUP = 1 << 7,
    /* For programs that write the text as it is: the overstrikes of printers, such as "a", BS and
     * "a", stay in it. Links with overstrikes are not found. */
    TRAWL_MAIL_OPTION_KEEP_OVERSTRIKES = 1 << 8
};

/* The kinds of HTML text. A MARKUP event precedes the text: its `reason` is the kind, and its
 * `index` is the number that is described in parentheses below. The kinds before BOLD are about the
 * block that begins. A block ends where the next one begins; a line end inside of it is a <br>.
 * Tables that only divide the page are paragraphs. A style ends at the end of its line, if no event
 * ends it before. Within a line, the text of a link has only one style. Ignore kinds that you do
 * not know. */
enum trawl_markup {
    TRAWL_MARKUP_QUOTE = 1,  /* the depth of quotes changes (the depth, 0 for none) */
    TRAWL_MARKUP_PARAGRAPH,  /* (the level of the item that it is in, 0 for none) */
    TRAWL_MARKUP_HEADING,    /* (its level, 1 to 6) */
    TRAWL_MARKUP_NUMBER,     /* the next ITEM is numbered (its number) */
    TRAWL_MARKUP_ITEM,       /* of a list (its level, from 1) */
    TRAWL_MARKUP_TERM,       /* a term that a definition follows: <dt> */
    TRAWL_MARKUP_DEFINITION, /* the definition: <dd> */
    TRAWL_MARKUP_VERBATIM,   /* <pre>: lines stay as they are (level of the item, 0 for none) */
    TRAWL_MARKUP_ROW,        /* of a table with data (its number; 1: the table begins) */
    TRAWL_MARKUP_CELL,       /* (its column, from 1; cells without text are left out) */
    TRAWL_MARKUP_HEAD_CELL,  /* a CELL that is a <th> */
    TRAWL_MARKUP_BOLD,       /* bold text begins (1) or ends (0) */
    TRAWL_MARKUP_ITALIC,     /* italic text begins (1) or ends (0) */
    TRAWL_MARKUP_CODE,       /* code begins (1) or ends (0) */
    TRAWL_MARKUP_COUNT
};

/* How to read mail. Zero members have their defaults. */
typedef struct trawl_mail_config {
    size_t size;
    /* What to find and how; NULL for the defaults. Their charset applies to texts and parts that
     * name no charset. If trawl_config.find was 0, links of header fields (TRAWL_FIND_HDR) and HTML
     * attributes (TRAWL_FIND_HTML) are found too. You may close the settings after
     * trawl_mail_open(). */
    const trawl_settings *settings;
    int input;        /* enum trawl_input */
    int headers;      /* enum trawl_headers */
    unsigned options; /* enum trawl_mail_option */
} trawl_mail_config;

/* Events, besides those of trawl.h:
 *
 * - MESSAGE: the header has been read (up to TRAWL_MAIL_HEADER bytes of it).
 * - PART: the part's header has been read.
 * - SKIP: span and reason, no text. With TRAWL_WANT_ATTACHED, the events of an attachment
 *   (TRAWL_SKIP_ATTACHMENT) have its bytes as text: before its transfer encoding is decoded, but
 *   without what the mailbox has added to the message, such as the ">" of mboxrd. Joined, the texts
 *   are the attachment, without the line break above a boundary.
 * - MARKUP: reason and index; the span is empty (TRAWL_MAIL_OPTION_MARKUP).
 * - LIMIT: rule and what; the span is empty. LIMIT events of the rules "E20" and "R31" are sent
 *   whatever trawl_config.want is. Each URL that is too long (R31) has an event. If a part meets
 *   the same limit of E20 several times in a row, only the first event is sent. LIMIT events of all
 *   other rules mean that a part or a file is not read. They are sent only with TRAWL_WANT_UNREAD,
 *   and their `what` is valid until the callback returns.
 *
 * In all other events, `message` and `part` tell where the event is; in a message's own header, the
 * part is empty. `field` is the name of the header field. For transport, some formats insert
 * characters into a text: a fold in a calendar, a soft line break in format=flowed with DelSp, "- "
 * in clear-signed text. These characters are sent as TEXT events; inside a link, the event's `link`
 * is set. Soft line breaks of quoted-printable are not sent.
 *
 * If the value of an HTML attribute has character references, each link in the value has the whole
 * value as its place. The event of the first link covers the value. The events of the other links
 * are empty, and are at the end of the value. */

typedef struct trawl_mail trawl_mail;

/* Opens a reader; config may be NULL for the defaults. Returns the same as trawl_open(). */
TRAWL_API int trawl_mail_open(trawl_mail **m, const trawl_mail_config *config, trawl_sink *sink,
                              void *user);

/* Work like trawl_feed(), trawl_finish(), trawl_reset() and trawl_close(). When the reader's own
 * sink calls one of the first three, or trawl_mail_expect(), trawl_mail_tell() or
 * trawl_mail_seek(), the call returns TRAWL_ERROR_MISUSE and changes nothing. */
TRAWL_API int trawl_mail_feed(trawl_mail *m, const void *bytes, size_t n);
TRAWL_API int trawl_mail_finish(trawl_mail *m);
TRAWL_API int trawl_mail_reset(trawl_mail *m);
TRAWL_API void trawl_mail_close(trawl_mail **m);

/* Sets what the next input is (enum trawl_input), after trawl_mail_reset(). */
TRAWL_API int trawl_mail_expect(trawl_mail *m, int input);

/* Sets the name of the next input's file, after trawl_mail_reset() and trawl_mail_expect(). If the
 * name is one of HTML, such as "page.xhtml", a text with a tag in its first 4096 bytes is read as a
 * page, not as text. Returns TRAWL_OK or TRAWL_ERROR_MISUSE. */
TRAWL_API int trawl_mail_name(trawl_mail *m, const char *name, size_t n);

/* Returns what the input is (enum trawl_input), TRAWL_INPUT_AUTO while that is unknown. */
TRAWL_API int trawl_mail_input(const trawl_mail *m);

/* Returns why some of the finished input was not read, as a static sentence without a full stop, or
 * NULL. This happens with a compressed batch of news, and with an input that is not of the kind
 * that was set. */
TRAWL_API const char *trawl_mail_complaint(const trawl_mail *m);

/* Returns the scan inside, for trawl_rules_complaint() only. */
TRAWL_API const trawl_scanner *trawl_mail_scan(const trawl_mail *m);

/* ---- In several threads ----
 *
 * A large text or mailbox can be read in pieces, each by its own trawl_mail in its own thread. If
 * you do the following, the links of the pieces, taken in order, are the links of the whole:
 *
 * 1. Cut the input where a line of text or, in a mailbox, a message begins.
 * 2. Let each piece start at a guessed place: trawl_mail_seek(). A good guess is number 1 for a
 *    mailbox, line 1 for a text, and 0 in the members that are not known; add up the numbers and
 *    lines of the pieces later.
 * 3. When a piece has been fed (not finished), call trawl_mail_tell(). It reports the place where
 *    the next piece starts, or that no piece may start there (TRAWL_INPUT_AUTO). If the guess was
 *    wrong, read the next piece again from that place. If the next piece may not start there, read
 *    it together with this one.
 *
 * tests/examples/threads.c does this.
 */

/* A place from which another trawl_mail can continue. */
typedef struct trawl_mail_place {
    size_t size;
    int input;         /* TRAWL_INPUT_TEXT, _MBOX or _MBOXO; or _AUTO if no reader can continue */
    uint32_t inside;   /* the state of the text, and the row of data above; affects what is found */
    uint32_t zone;     /* which zones are open; affects only trawl_link.zone and a flag */
    uint64_t offset;   /* of the next byte */
    uint64_t number;   /* of the message that begins there, from 1; 0 in a text */
    uint64_t line;     /* of the line that begins there, from 1; 1 in a mailbox */
    uint64_t notation; /* the notation that a text has shown so far; affects what is found */
} trawl_mail_place;

/* Sets *here to the current place if another reader can continue there, whatever follows; otherwise
 * sets here->input to TRAWL_INPUT_AUTO. Feeding may continue in either case. Another reader can
 * continue at the start of a message of an mbox. In a text, it can continue at the start of a line
 * below an empty line or below a line with a URL, if no link can go on in that line. With a
 * charset, user rules, TRAWL_OPTION_JOIN, TRAWL_PROFILE_SCREEN or refanging, no other reader can
 * continue at any place. If a SKIP event ends at the place, it is sent before the function returns.
 * Returns the same as trawl_mail_feed(). */
TRAWL_API int trawl_mail_tell(trawl_mail *m, trawl_mail_place *here);

/* Works like trawl_mail_reset(), but the next byte is the one at this place. Returns
 * TRAWL_ERROR_MISUSE if readers with these settings cannot continue at a place, and otherwise the
 * same as trawl_mail_feed(). */
TRAWL_API int trawl_mail_seek(trawl_mail *m, const trawl_mail_place *here);

#ifdef __cplusplus
}
#endif

#endif
