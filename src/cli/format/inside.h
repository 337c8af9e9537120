/* inside.h - the fields of a record, which json.c and tsv.c write
 *
 *   url        the URL, put together; with a scheme, unless it is partial
 *   bytes      only if the URL is not UTF-8: its bytes in hex
 *   kind       how it was written: wrap angle addr msgid bare www email domain ip localhost netpath
 *              rule osc8
 *   raw        as written in the text, its pieces joined by one space
 *   spans      where its pieces are, in bytes from 0: from, and to, which is not included
 *   line       of its first piece, from 1; column likewise, in characters
 *   quote      how many ">" quote its line
 *   flags      what is odd about it, as words
 *   alt        further readings, and why: hyphen, space, entity, soft-hyphen, join,
 *              quoted-printable, punctuation, notation, end
 *   canonical  the spelling that equal URLs share
 *   ascii      the URL in ASCII
 *   looks_like the host that a confusable one looks like
 *   display    with --display: the URL for people
 *   valid      the standards that accept it, of 1738 1630 3986 iri
 *   file       the file as it was named; absent for standard input
 *   message    of mail: the number of the message from 1, its offset in the file, its Message-ID
 *              without brackets, its date as written and in ISO 8601, From and Subject
 *   part       the path of the part, "1.2"; absent in the header of the message
 *   type       the part's media type
 *   header     the name of the header field
 *   zone       where in its message or text: header, new, quoted, signature, footer, forwarded
 *   attribute  of HTML: the name of the attribute that has the link
 *   anchor     of HTML: the text that is shown for it
 *   target     what it leads to, if it goes to a known redirector
 *   inner      a whole URL inside its path or query, decoded
 *   context    with --context: the text around it
 *
 * The order and meaning of fields never change; new fields may be added. A table has the same
 * fields as columns, except those from zone to inner; its date is in ISO 8601; display follows
 * header.
 */
#ifndef TRAWL_CLI_FORMAT_INSIDE_H
#define TRAWL_CLI_FORMAT_INSIDE_H

#include "cli/find/find.h"

enum record_text {
    TEXT_URL,
    TEXT_KIND,
    TEXT_RAW,
    TEXT_CANONICAL,
    TEXT_ASCII,
    TEXT_LOOKS,
    TEXT_DISPLAY,
    TEXT_FILE,
    TEXT_ID,
    TEXT_DATE,
    TEXT_DATE_ISO,
    TEXT_FROM,
    TEXT_SUBJECT,
    TEXT_PART,
    TEXT_TYPE,
    TEXT_HEADER,
    TEXT_ZONE,
    TEXT_ATTRIBUTE,
    TEXT_ANCHOR,
    TEXT_TARGET,
    TEXT_INNER,
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
    unsigned valid;                    /* enum trawl_standard: those that accept the URL */
    size_t texts, around; /* bytes needed for its texts; for numbers, lists and names */
    uint64_t number[NUMBERS];
    trawl_str text[TEXTS];
};

enum field_type {
    FIELD_TEXT,
    FIELD_URL,   /* a text that needs no escapes if RFC 3986 accepts the URL */
    FIELD_WORD,  /* a text that needs no escapes */
    FIELD_BYTES, /* the bytes of a URL that is not UTF-8 */
    FIELD_NUMBER,
    FIELD_LINE,   /* a number that depends on the lines before a piece */
    FIELD_SERIAL, /* a number that depends on the messages before a piece */
    FIELD_SPANS,
    FIELD_FLAGS,
    FIELD_ALTS,
    FIELD_VALID
};

enum field_use {
    IN_JSON = 1,
    IN_TSV = 2,
    IN_MESSAGE = 4, /* in JSON, a member of "message"; absent without a message */
    IN_PART = 8,    /* present in each part, \N in a table if it is empty */
    IN_OPTION = 16  /* no column if it is absent */
};

struct field {
    char key[16]; /* for JSON: ,"name": */
    unsigned char key_n, type, use;
    unsigned char at; /* enum record_text or record_number */
};

#define FIELD(name, type, use, at)                                                                 \
    {                                                                                              \
        ",\"" name "\":", sizeof(",\"" name "\":") - 1, type, use, at                              \
    }
#define BOTH (IN_JSON | IN_TSV)

/* The fields, in their order. The loops over them are unrolled, so that each writer becomes
 * straight code: a loop at run time would cost a sixth of the time of -t json. */
static const struct field fields[] = {
    FIELD("url", FIELD_URL, BOTH, TEXT_URL),
    FIELD("bytes", FIELD_BYTES, IN_JSON, 0),
    FIELD("kind", FIELD_WORD, BOTH, TEXT_KIND),
    FIELD("raw", FIELD_TEXT, BOTH, TEXT_RAW),
    FIELD("spans", FIELD_SPANS, BOTH, 0),
    FIELD("line", FIELD_LINE, BOTH, NUMBER_LINE),
    FIELD("column", FIELD_NUMBER, BOTH, NUMBER_COLUMN),
    FIELD("quote", FIELD_NUMBER, BOTH, NUMBER_QUOTE),
    FIELD("flags", FIELD_FLAGS, BOTH, 0),
    FIELD("alt", FIELD_ALTS, BOTH, 0),
    FIELD("canonical", FIELD_URL, BOTH, TEXT_CANONICAL),
    FIELD("ascii", FIELD_URL, BOTH, TEXT_ASCII),
    FIELD("looks_like", FIELD_TEXT, IN_JSON, TEXT_LOOKS),
    FIELD("display", FIELD_TEXT, IN_JSON, TEXT_DISPLAY),
    FIELD("valid", FIELD_VALID, BOTH, 0),
    FIELD("file", FIELD_TEXT, BOTH, TEXT_FILE),
    FIELD("number", FIELD_SERIAL, BOTH | IN_MESSAGE, NUMBER_SERIAL),
    FIELD("offset", FIELD_NUMBER, BOTH | IN_MESSAGE, NUMBER_OFFSET),
    FIELD("id", FIELD_TEXT, BOTH | IN_MESSAGE, TEXT_ID),
    FIELD("date", FIELD_TEXT, IN_JSON | IN_MESSAGE, TEXT_DATE),
    FIELD("date_iso", FIELD_TEXT, BOTH | IN_MESSAGE, TEXT_DATE_ISO),
    FIELD("from", FIELD_TEXT, BOTH | IN_MESSAGE, TEXT_FROM),
    FIELD("subject", FIELD_TEXT, BOTH | IN_MESSAGE, TEXT_SUBJECT),
    FIELD("part", FIELD_TEXT, BOTH | IN_PART, TEXT_PART),
    FIELD("type", FIELD_TEXT, BOTH | IN_PART, TEXT_TYPE),
    FIELD("header", FIELD_TEXT, BOTH, TEXT_HEADER),
    FIELD("zone", FIELD_WORD, IN_JSON, TEXT_ZONE),
    FIELD("attribute", FIELD_TEXT, IN_JSON, TEXT_ATTRIBUTE),
    FIELD("anchor", FIELD_TEXT, IN_JSON, TEXT_ANCHOR),
    FIELD("target", FIELD_TEXT, IN_JSON, TEXT_TARGET),
    FIELD("inner", FIELD_TEXT, IN_JSON, TEXT_INNER),
    FIELD("display", FIELD_TEXT, IN_TSV | IN_OPTION, TEXT_DISPLAY),
};

#undef FIELD
#undef BOTH

#define FIELDS (sizeof fields / sizeof fields[0])

/* Fills a record. Its forms of the URL are valid until the next call. Returns TRAWL_OK or an
 * error. */
int record_fill(struct find *f, const trawl_event *e, struct record *r);

#endif
