/* columns.h - lists of columns and forms, places, the answer of trawl_check()
 *
 * A list is a macro whose arguments are macros, too. For each row of the list, it calls one of
 * them.
 */
#ifndef TRAWL_COLUMNS_H
#define TRAWL_COLUMNS_H

#include <stdbool.h>
#include <trawl.h>

/* The options of documents that trawl_html() and trawl_unbreak() do not take. */
#define OPTIONS_NOT_OF_HTML "join"
#define OPTIONS_NOT_OF_TEXT "join base"

/* The columns of trawl_links in their order. A row has a constant and a name. LIST: spans, flags,
 * readings, standards. MESSAGE: a text of the message, which has the same name in
 * trawl_mail_message. */
#define COLUMNS_OF_LINKS(TEXT, NUMBER, LIST, MESSAGE)                                              \
    TEXT(URL, url)                                                                                 \
    TEXT(BYTES, bytes)                                                                             \
    TEXT(KIND, kind)                                                                               \
    TEXT(RAW, raw)                                                                                 \
    LIST(SPANS, spans)                                                                             \
    NUMBER(LINE, line)                                                                             \
    NUMBER(COLUMN, column)                                                                         \
    NUMBER(QUOTE, quote)                                                                           \
    LIST(FLAGS, flags)                                                                             \
    LIST(ALT, alt)                                                                                 \
    TEXT(CANONICAL, canonical)                                                                     \
    TEXT(ASCII, ascii)                                                                             \
    TEXT(HOST, host)                                                                               \
    TEXT(SITE, site)                                                                               \
    TEXT(SURT, surt)                                                                               \
    TEXT(LOOKS_LIKE, looks_like)                                                                   \
    TEXT(DISPLAY, display)                                                                         \
    LIST(VALID, valid)                                                                             \
    NUMBER(SERIAL, number)                                                                         \
    NUMBER(OFFSET, offset)                                                                         \
    MESSAGE(ID, id)                                                                                \
    MESSAGE(DATE, date)                                                                            \
    MESSAGE(DATE_ISO, date_iso)                                                                    \
    NUMBER(TIME, time)                                                                             \
    MESSAGE(TIME_ISO, time_iso)                                                                    \
    MESSAGE(FROM, from)                                                                            \
    MESSAGE(FROM_ADDR, from_addr)                                                                  \
    MESSAGE(SUBJECT, subject)                                                                      \
    MESSAGE(LIST_ID, list_id)                                                                      \
    MESSAGE(IN_REPLY_TO, in_reply_to)                                                              \
    MESSAGE(URI, uri)                                                                              \
    TEXT(PART, part)                                                                               \
    TEXT(TYPE, type)                                                                               \
    TEXT(HEADER, header)                                                                           \
    TEXT(ZONE, zone)                                                                               \
    NUMBER(START, start)                                                                           \
    NUMBER(END, end)                                                                               \
    TEXTS_OF_LINKS(TEXT)

/* The last of these columns: texts that have the same names in the library's trawl_link, and are
 * NULL if empty. */
#define TEXTS_OF_LINKS(TEXT)                                                                       \
    TEXT(ATTRIBUTE, attribute)                                                                     \
    TEXT(ANCHOR, anchor)                                                                           \
    TEXT(TARGET, target)                                                                           \
    TEXT(INNER, inner)                                                                             \
    TEXT(QUOTED_BY, quoted_by)

/* Arguments for a list: one declares the constant of a row, one does nothing. */
#define COLUMN_CONSTANT(column, name) column,
#define COLUMN_SKIP(column, name)

/* The functions that write a form of a URL and have the same name and effect in SQL and in C:
 * trawl_canonical() and so on. */
#define FORMS_OF_URLS(FORM)                                                                        \
    FORM(canonical)                                                                                \
    FORM(normal)                                                                                   \
    FORM(loose)                                                                                    \
    FORM(ascii)                                                                                    \
    FORM(surt)                                                                                     \
    FORM(display)                                                                                  \
    FORM(defang)

/* The standards: the name, and the bit in enum trawl_standard. */
#define STANDARDS_OF_URLS(STANDARD)                                                                \
    STANDARD("1738", TRAWL_STANDARD_RFC1738)                                                       \
    STANDARD("1630", TRAWL_STANDARD_RFC1630)                                                       \
    STANDARD("3986", TRAWL_STANDARD_RFC3986)                                                       \
    STANDARD("iri", TRAWL_STANDARD_IRI)

/* Without this, the names would be visible in the program that loads the extension. */
#pragma GCC visibility push(hidden)

/* Returns the number of characters that begin in p[0..n): of bytes other than 0x80 to 0xBF. */
size_t text_count(const char *p, size_t n);

/* Where the search for places of links in a text has come to. */
struct places {
    trawl_str text;            /* empty: places are bytes */
    uint64_t byte, characters; /* the first `byte` bytes are so many characters */
};

/* Sets *start and *end to the first and the last character of a link, counted from 1. Returns false
 * if the link has no place. */
bool places_find(struct places *p, const trawl_link *link, uint64_t *start, uint64_t *end);

/* Writes the answer of trawl_check() as JSON, {"valid":[...],"errors":[{"standard":...}]}, with
 * places in characters, from 1. Returns as trawl_canonical(). */
int verdict_json(const char *url, size_t n, char *out, size_t size, size_t *len);

#pragma GCC visibility pop

#endif
