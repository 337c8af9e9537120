/* inside.h - the fields of a record, which json.c and table.c write
 *
 *   url          the URL, put together; with a scheme, unless it is partial
 *   bytes        only if the URL cannot be written as it is: its bytes in hex
 *   kind         how it was written: wrap angle addr msgid bare www email domain ip localhost
 *                netpath rule osc8
 *   raw          as written in the text, its pieces joined by one space
 *   spans        where its pieces are, from 0: from, and to, which is not included
 *   line         of its first piece, from 1; in mail, of the decoded part; column likewise, in
 *                characters
 *   quote        how many ">" quote its line
 *   flags        what is odd about it, as words
 *   alt          further readings, and why: hyphen, space, entity, soft-hyphen, join,
 *                quoted-printable, punctuation, notation, end
 *   canonical    the spelling that equal URLs share
 *   ascii        the URL in ASCII
 *   host         its host, in the canonical form
 *   site         the registrable domain of the host
 *   surt         with --fields: the key that sorts the indexes of web archives
 *   looks_like   the host that a confusable one looks like
 *   display      with --spell display: the URL for people
 *   defanged     with --fields: the URL as hxxp://example[.]org, which no program follows
 *   valid        the standards that accept it, of 1738 1630 3986 iri
 *   file         the file as it was named; absent for standard input
 *   file_bytes   only if that name cannot be written as it is: its bytes in hex
 *   message      of mail: the number of the message from 1, its offset in the file, its Message-ID
 *                without brackets, its date as written, in ISO 8601, in UTC and in seconds, From,
 *                the address in From, Subject, the id of its list and of the message it answers
 *   part         the path of the part, "1.2"; absent in the header of the message
 *   type         the part's media type
 *   header       the name of the header field
 *   zone         where in its message or text: header, new, quoted, signature, footer, forwarded
 *   attribute    of HTML: the name of the attribute that has the link
 *   anchor       of HTML: the text that is shown for it
 *   target       what it leads to, if it goes to a known redirector
 *   inner        a whole URL inside its path or query, decoded
 *   quoted_by    who wrote the quote that it is in
 *   context      with --context: the text around it
 *
 * The meaning of fields never changes; new fields may be added. JSON has the fields in this order,
 * a table with --fields all in the order of `columns`; without --fields it has those of `usual`.
 */
#ifndef TRAWL_TRAWL_FORMAT_INSIDE_H
#define TRAWL_TRAWL_FORMAT_INSIDE_H

#include <stdbool.h>

#include "app/command.h"
#include "trawl/format/format.h"

enum record_text {
    TEXT_URL,
    TEXT_KIND,
    TEXT_RAW,
    TEXT_CANONICAL,
    TEXT_ASCII,
    TEXT_HOST,
    TEXT_SITE,
    TEXT_SURT,
    TEXT_DEFANGED,
    TEXT_LOOKS,
    TEXT_DISPLAY,
    TEXT_FILE,
    TEXT_ID,
    TEXT_DATE,
    TEXT_DATE_ISO,
    TEXT_TIME_ISO,
    TEXT_FROM,
    TEXT_FROM_ADDR,
    TEXT_SUBJECT,
    TEXT_LIST_ID,
    TEXT_IN_REPLY_TO,
    TEXT_PART,
    TEXT_TYPE,
    TEXT_HEADER,
    TEXT_ZONE,
    TEXT_ATTRIBUTE,
    TEXT_ANCHOR,
    TEXT_TARGET,
    TEXT_INNER,
    TEXT_QUOTED_BY,
    TEXTS
};

enum record_number {
    NUMBER_LINE,
    NUMBER_COLUMN,
    NUMBER_QUOTE,
    NUMBER_SERIAL,
    NUMBER_OFFSET,
    NUMBERS
};

/* The values of one link. A text with p NULL is absent. */
struct record {
    const trawl_link *link;
    const trawl_mail_message *message; /* NULL: not in a message */
    const trawl_span *spans;           /* of the link, in the unit of --offsets */
    unsigned valid;                    /* enum trawl_standard: those that accept the URL */
    bool plain_name;                   /* the name of the file is UTF-8 */
    size_t texts, around;              /* the bytes of its texts; of its numbers, lists and names */
    int64_t time;                      /* of the message; valid if it has a TEXT_TIME_ISO */
    uint64_t number[NUMBERS];
    trawl_str text[TEXTS];
};

enum field_type {
    FIELD_TEXT,
    FIELD_URL,   /* a text that needs no escapes if RFC 3986 accepts the URL */
    FIELD_WORD,  /* a text that needs no escapes */
    FIELD_BYTES, /* the bytes of a URL or name that cannot be written as it is */
    FIELD_NUMBER,
    FIELD_LINE,   /* a number that depends on the lines in earlier pieces of the file */
    FIELD_SERIAL, /* a number that depends on the messages in earlier pieces of the file */
    FIELD_TIME,   /* seconds since 1970 */
    FIELD_SPANS,
    FIELD_FLAGS,
    FIELD_ALTS,
    FIELD_VALID
};

enum field_use {
    IN_MESSAGE = 1, /* in JSON, a member of "message"; absent without a message */
    IN_PART = 2     /* present in each part, \N in a table if it is empty */
};

struct field {
    const char *name;
    char key[24]; /* for JSON: ,"name": */
    unsigned char key_n, type, use;
    unsigned char at; /* enum record_text or record_number */
};

#define FIELD(name, type, use, at)                                                                 \
    {                                                                                              \
        name, ",\"" name "\":", sizeof(",\"" name "\":") - 1, type, use, at                        \
    }

/* The fields, in the order of JSON. The loops over them are unrolled, so that each writer becomes
 * straight code: a loop at run time would cost a sixth of the time of -t json. */
static const struct field fields[] = {
    FIELD("url", FIELD_URL, 0, TEXT_URL),
    FIELD("bytes", FIELD_BYTES, 0, TEXT_URL),
    FIELD("kind", FIELD_WORD, 0, TEXT_KIND),
    FIELD("raw", FIELD_TEXT, 0, TEXT_RAW),
    FIELD("spans", FIELD_SPANS, 0, 0),
    FIELD("line", FIELD_LINE, 0, NUMBER_LINE),
    FIELD("column", FIELD_NUMBER, 0, NUMBER_COLUMN),
    FIELD("quote", FIELD_NUMBER, 0, NUMBER_QUOTE),
    FIELD("flags", FIELD_FLAGS, 0, 0),
    FIELD("alt", FIELD_ALTS, 0, 0),
    FIELD("canonical", FIELD_URL, 0, TEXT_CANONICAL),
    FIELD("ascii", FIELD_URL, 0, TEXT_ASCII),
    FIELD("host", FIELD_URL, 0, TEXT_HOST),
    FIELD("site", FIELD_URL, 0, TEXT_SITE),
    FIELD("surt", FIELD_URL, 0, TEXT_SURT),
    FIELD("looks_like", FIELD_TEXT, 0, TEXT_LOOKS),
    FIELD("display", FIELD_TEXT, 0, TEXT_DISPLAY),
    FIELD("valid", FIELD_VALID, 0, 0),
    FIELD("file", FIELD_TEXT, 0, TEXT_FILE),
    FIELD("file_bytes", FIELD_BYTES, 0, TEXT_FILE),
    FIELD("number", FIELD_SERIAL, IN_MESSAGE, NUMBER_SERIAL),
    FIELD("offset", FIELD_NUMBER, IN_MESSAGE, NUMBER_OFFSET),
    FIELD("id", FIELD_TEXT, IN_MESSAGE, TEXT_ID),
    FIELD("date", FIELD_TEXT, IN_MESSAGE, TEXT_DATE),
    FIELD("date_iso", FIELD_TEXT, IN_MESSAGE, TEXT_DATE_ISO),
    FIELD("time", FIELD_TIME, IN_MESSAGE, 0),
    FIELD("time_iso", FIELD_TEXT, IN_MESSAGE, TEXT_TIME_ISO),
    FIELD("from", FIELD_TEXT, IN_MESSAGE, TEXT_FROM),
    FIELD("from_addr", FIELD_TEXT, IN_MESSAGE, TEXT_FROM_ADDR),
    FIELD("subject", FIELD_TEXT, IN_MESSAGE, TEXT_SUBJECT),
    FIELD("list_id", FIELD_TEXT, IN_MESSAGE, TEXT_LIST_ID),
    FIELD("in_reply_to", FIELD_TEXT, IN_MESSAGE, TEXT_IN_REPLY_TO),
    FIELD("part", FIELD_TEXT, IN_PART, TEXT_PART),
    FIELD("type", FIELD_TEXT, IN_PART, TEXT_TYPE),
    FIELD("header", FIELD_TEXT, 0, TEXT_HEADER),
    FIELD("zone", FIELD_WORD, 0, TEXT_ZONE),
    FIELD("attribute", FIELD_TEXT, 0, TEXT_ATTRIBUTE),
    FIELD("anchor", FIELD_TEXT, 0, TEXT_ANCHOR),
    FIELD("target", FIELD_TEXT, 0, TEXT_TARGET),
    FIELD("inner", FIELD_TEXT, 0, TEXT_INNER),
    FIELD("quoted_by", FIELD_TEXT, 0, TEXT_QUOTED_BY),
    FIELD("defanged", FIELD_TEXT, 0, TEXT_DEFANGED),
};

#undef FIELD

#define FIELDS (sizeof fields / sizeof fields[0])

/* The columns of a table with --fields all. */
static const unsigned char columns[] = {
    0,  2,  3,  4,  5,  6,  7, 8, 9, 10, 11, 17, 18, /* url to file, without bytes */
    20, 21, 22, 24, 27, 29,                          /* number offset id date_iso from subject */
    32, 33, 34,                                      /* part type header */
    16, 1,  15, 12, 13,                              /* display bytes looks_like host site */
    23, 25, 26, 28, 30, 31, /* date time time_iso from_addr list_id in_reply_to */
    35, 36, 37, 38, 39,     /* zone attribute anchor target inner */
    14, 19, 40, 41,         /* surt file_bytes quoted_by defanged */
};

/* The columns of a table without --fields: what is read in a spreadsheet. */
static const unsigned char usual[] = {
    0,  12, 13, 2,  8,  /* url host site kind flags */
    18, 5,  24, 27, 29, /* file line date_iso from subject */
};

/* The column that --spell display adds. */
enum { FIELD_DISPLAY = 16 };

_Static_assert(sizeof columns == FIELDS, "a table has all fields");

/* Fills a record with the fields that are wanted. Its forms of the URL are valid until the next
 * call. Returns TRAWL_OK or an error. */
int record_fill(struct format_view *v, const trawl_event *e, struct record *r);

static inline bool record_lacks(const struct record *r, const struct field *d)
{
    if ((d->use & IN_MESSAGE) && !r->message)
        return true;
    if (d->type <= FIELD_WORD)
        return !r->text[d->at].p;
    if (d->type == FIELD_TIME)
        return !r->text[TEXT_TIME_ISO].p;
    if (d->type == FIELD_BYTES && d->at == TEXT_FILE)
        return r->plain_name;
    return d->type == FIELD_BYTES &&
           ((r->valid & TRAWL_STANDARD_RFC3986) || printable_is_utf8(r->text[TEXT_URL]));
}

/* Returns true for the fields that depend on all occurrences of a link: see filter/hold.c. */
static inline bool field_is_merged(const struct field *d)
{
    return d->type == FIELD_FLAGS ||
           (d->type <= FIELD_WORD &&
            (d->at == TEXT_ZONE || d->at == TEXT_ANCHOR || d->at == TEXT_TARGET));
}

/* Notes where such a field is in the record that is being written. */
static inline void note_field(const struct format_view *v, const struct field *d, const char *from,
                              const char *to)
{
    const char *record = v->out->record ? v->out->record : v->out->buffer;

    if (v->options->merged && field_is_merged(d))
        output_note(v->out, (size_t)(from - record), NOTE_FIELD, d->type == FIELD_FLAGS,
                    (uint64_t)(to - from));
}

/* Writes the names of the columns, if a header is wanted. */
void fields_header(struct format_view *v, enum table_kind table);

/* The values of lists in tables: "from-to,from-to", words with commas, "why:url why:url". `put`
 * writes a URL. */
typedef char *record_put(char *to, trawl_str s);
char *record_spans(char *to, const struct record *r);
char *record_flags(char *to, uint64_t flags);
char *record_alts(char *to, const trawl_link *link, record_put *put);

#endif
