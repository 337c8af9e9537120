/* trawl.h - find, check, resolve and compare the URLs people write into text
 *
 * This header is the manual: every function says what it takes, who owns what, and what it returns.
 *
 * Conventions
 *   - Text is bytes with a length. NUL is a byte like any other, and nothing need end in one.
 *   - Results are 0, or one of the negative codes of enum trawl_error. Bad input is never an error: a URL that no
 *     standard accepts is an ordinary answer.
 *   - A function that writes text takes (out, size, len): it writes at most size bytes, sets *len to the bytes of the
 *     whole result, and returns TRAWL_ERROR_NO_SPACE when that is more than size (nothing useful stands in out then; call
 *     again with *len bytes). out may be NULL when size is 0. No NUL is added.
 *   - Nothing here keeps a pointer of yours after it returns, and nothing it gives you has to be freed.
 *   - All functions may be called from any number of threads at once.
 *
 * Example: is it a URL, and where does it fail?
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *     #include <trawl.h>
 *
 *     int main(void)
 *     {
 *         const char *url = "http://www.example.com/~joe/a b";
 *         trawl_verdict v = {sizeof v};
 *
 *         if (trawl_check(&v, url, strlen(url)) != TRAWL_OK)
 *             return 2;
 *         for (unsigned i = 0; i < v.refusals; i++)
 *             printf("RFC %s, section %s: byte %d: %s\n", v.refusal[i].standard, v.refusal[i].section,
 *                    (int)v.refusal[i].at, v.refusal[i].why);
 *         return v.valid ? 0 : 1;
 *     }
 *
 * Example: list the links of standard input
 *
 *     #include <stdio.h>
 *     #include <trawl.h>
 *
 *     static int print_link(void *file, const trawl_event *event)
 *     {
 *         if (event->type == TRAWL_EVENT_LINK)
 *             fprintf((FILE *)file, "%.*s\n", (int)event->link->url.n, event->link->url.p);
 *         return 0;
 *     }
 *
 *     int main(void)
 *     {
 *         trawl *t;
 *         char block[65536];
 *         size_t n;
 *
 *         if (trawl_open(&t, NULL, print_link, stdout) != TRAWL_OK)
 *             return 2;
 *         while ((n = fread(block, 1, sizeof block, stdin)) > 0)
 *             trawl_feed(t, block, n);
 *         trawl_finish(t);
 *         trawl_close(&t);
 *         return 0;
 *     }
 */
#ifndef TRAWL_H
#define TRAWL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TRAWL_API __attribute__((visibility("default")))
#else
#define TRAWL_API
#endif

#define TRAWL_VERSION "0.1.0"

/* The library's version, as in TRAWL_VERSION of the header it was built from. */
TRAWL_API const char *trawl_version(void);

/* ---- Errors ---- */

enum trawl_error {
    TRAWL_OK = 0,
    TRAWL_ERROR_NO_MEMORY = -1, /* an allocation failed; the call had no other effect */
    TRAWL_ERROR_MISUSE = -2,    /* a NULL where none may be, or a struct whose size was not set */
    TRAWL_ERROR_NO_SPACE = -3,  /* the result is longer than the buffer; *len says how long it is */
    TRAWL_ERROR_BAD_CHARSET =
        -4, /* no charset of that name is known, or this system's iconv does not have it */
    TRAWL_ERROR_BAD_RULE =
        -5 /* a fault in trawl_config.rules; trawl_rules_check() says where and what */
};

/* One line of English for an error code; "unknown error" for any other number. Static. */
TRAWL_API const char *trawl_strerror(int error);

/* Free what the library keeps for the whole process: the compiled patterns, made on first use and
 * shared by all threads. Needed by nobody but leak checkers and programs that unload the library;
 * later calls make them again. No other thread may be inside the library meanwhile. */
TRAWL_API void trawl_release(void);

/* ---- Text and places ---- */

/* Borrowed text, not NUL-terminated. */
typedef struct trawl_str {
    const char *p;
    size_t n;
} trawl_str;

/* Half-open: the bytes from, from+1, ..., to-1. A thing that is not there is TRAWL_ABSENT at both
 * ends; a thing that is there but empty (the port of "http://a:/") has from == to. */
typedef struct trawl_span {
    uint64_t from, to;
} trawl_span;

#define TRAWL_ABSENT UINT64_MAX

/* ---- Checking a URL ---- */

/* The standards a URL is judged by, as bits of trawl_verdict.valid. */
enum trawl_standard {
    TRAWL_STANDARD_RFC1738 =
        1 << 0, /* section 5: each of its ten schemes by its own rule, others by genericurl  */
    TRAWL_STANDARD_RFC1630 =
        1 << 1, /* "BNF for specific URL schemes", others by the generic rule; fragment allowed */
    TRAWL_STANDARD_RFC3986 = 1 << 2, /* the rule "URI": a scheme is wanted */
    TRAWL_STANDARD_IRI =
        1 << 3 /* RFC 3987, the rule "IRI"; all that RFC 3986 accepts is accepted */
};
#define TRAWL_STANDARD_ANY                                                                         \
    (TRAWL_STANDARD_RFC1738 | TRAWL_STANDARD_RFC1630 | TRAWL_STANDARD_RFC3986 | TRAWL_STANDARD_IRI)

/* A URL longer than this many bytes is refused with TRAWL_CODE_TOO_LONG, unread. */
#define TRAWL_URL_MAX 8192

/* Why a standard refuses a URL. */
typedef enum trawl_code {
    TRAWL_CODE_FINE = 0,
    TRAWL_CODE_BAD_PERCENT, /* bad-percent: "%" without two hex digits after it                          */
    TRAWL_CODE_BAD_CHAR, /* bad-char: a byte that may not stand here as it is                         */
    TRAWL_CODE_NO_SCHEME, /* no-scheme: does not begin with a scheme and a colon                       */
    TRAWL_CODE_EMPTY, /* empty: nothing there, or nothing after the scheme where something must be */
    TRAWL_CODE_BAD_HOST, /* bad-host: no host, or not a name or number the standard allows            */
    TRAWL_CODE_BAD_PORT, /* bad-port: not a number, or not 1 to 65535                                 */
    TRAWL_CODE_BAD_TYPE, /* bad-type: ";type=" of ftp misplaced or with an unknown letter             */
    TRAWL_CODE_BAD_PATH, /* bad-path: a path, group, article or document this scheme cannot have      */
    TRAWL_CODE_NO_PATH, /* no-path: the scheme wants a path and there is none                        */
    TRAWL_CODE_BAD_FIELD, /* bad-field: a field of prospero or mailto without its form                 */
    TRAWL_CODE_BAD_URN, /* bad-urn: not urn:NID:NSS                                                  */
    TRAWL_CODE_USERINFO, /* userinfo: a user or password where none may be, or a malformed one        */
    TRAWL_CODE_TOO_LONG /* too-long: more than TRAWL_URL_MAX bytes                                   */
} trawl_code;

/* "bad-char" for TRAWL_CODE_BAD_CHAR and so on; "unknown" for other numbers. Static. */
TRAWL_API const char *trawl_code_name(trawl_code code);

/* The code's own sentence, for people. Static. */
TRAWL_API const char *trawl_code_sentence(trawl_code code);

/* The parts of a URL. Which of the lower ones are there depends on the scheme. */
enum trawl_part {
    TRAWL_PART_SCHEME,   /* without its colon                                            */
    TRAWL_PART_USER,     /* may be empty ("ftp://@host/"), which differs from absent     */
    TRAWL_PART_PASSWORD, /* what follows the first ":" of the user information           */
    TRAWL_PART_HOST,     /* with its brackets, if it is an IP literal                    */
    TRAWL_PART_PORT,     /* without its colon                                            */
    TRAWL_PART_PATH, /* from the "/" on, or all of it where there is no host; empty path: from == to */
    TRAWL_PART_QUERY,    /* without its "?"                                              */
    TRAWL_PART_FRAGMENT, /* without its "#"                                              */
    TRAWL_PART_TYPE,     /* ftp: the letter(s) after ";type="; gopher: the item type; wais: wtype */
    TRAWL_PART_SELECTOR, /* gopher: what follows the type, up to a %09                   */
    TRAWL_PART_SEARCH,   /* gopher: between the first %09 and the second; wais: after "?"  */
    TRAWL_PART_PLUS,     /* gopher: the Gopher+ string after the second %09              */
    TRAWL_PART_GROUP,    /* news, nntp: a newsgroup, "*" or a wildmat                    */
    TRAWL_PART_ARTICLE,  /* news: a message-id                                           */
    TRAWL_PART_NUMBER,   /* nntp: the article's number                                   */
    TRAWL_PART_DATABASE, /* wais                                                         */
    TRAWL_PART_WPATH,    /* wais: the document's path                                    */
    TRAWL_PART_NAME,     /* prospero: the host-specific object name                      */
    TRAWL_PART_FIELDS,   /* prospero: all ";name=value"; mailto: all "name=value&..."    */
    TRAWL_PART_ADDRESSES, /* mailto: all addresses, with their commas                    */
    TRAWL_PART_COUNT      /* how many there are */
};

/* "scheme" for TRAWL_PART_SCHEME and so on, as in JSON; "unknown" for other numbers. Static. */
TRAWL_API const char *trawl_part_name(int part);

/* One standard's refusal. All strings are static. */
typedef struct trawl_refusal {
    const char *
        standard; /* "1738", "1630", "3986", "iri", or the number of the scheme's own RFC ("8141") */
    const char
        *section; /* where that RFC says so: "3.3", "BNF"; "" when the limit is ours (too-long)  */
    const char *why; /* one sentence */
    trawl_code code;
    uint64_t
        at; /* the first byte that no URL of that standard can have there, the end of its longest viable prefix; the
                    URL's length when it ends too early; for userinfo the user's first byte */
} trawl_refusal;

#define TRAWL_REFUSALS 8 /* four standards, at most three of the scheme's own, one spare */

/* What is known of one URL. You allocate it and set size to sizeof(trawl_verdict) before the call;
 * it may grow at its end in later versions, and an older, smaller one goes on being filled. All
 * spans are into your URL. */
typedef struct trawl_verdict {
    size_t size;
    unsigned valid; /* enum trawl_standard bits: who accepts it */
    unsigned
        refusals; /* used entries of refusal[]: 1738, 1630, 3986, iri in this order, then the scheme's own RFCs,
                          which leave valid alone */
    trawl_refusal refusal[TRAWL_REFUSALS];
    trawl_span
        part[TRAWL_PART_COUNT]; /* split by delimiters alone, also when every standard refuses */
} trawl_verdict;

/* Judge url[0..n) by all standards. Returns TRAWL_OK whatever the bytes are; TRAWL_ERROR_NO_MEMORY;
 * TRAWL_ERROR_MISUSE when v->size is too small. Time is linear in n, and constant past
 * TRAWL_URL_MAX but for finding the parts. */
TRAWL_API int trawl_check(trawl_verdict *v, const char *url, size_t n);

/* Only the question whether one standard (exactly one bit of enum trawl_standard) accepts the URL:
 * 1 yes, 0 no, or an error. Much cheaper than trawl_check. */
TRAWL_API int trawl_accepts(unsigned standard, const char *url, size_t n);

/* The same question for all standards at once: enum trawl_standard bits of those that accept the
 * URL, or an error. *canonical, which may be NULL, becomes 1 where it was seen by the way that the
 * URL is its own canonical form, as is mostly so; 0 where trawl_canonical() has to tell. */
TRAWL_API int trawl_standards(const char *url, size_t n, int *canonical);

/* Lists inside a URL. Start with *rest = v.part[TRAWL_PART_ADDRESSES] (or TRAWL_PART_FIELDS); each
 * call takes one entry off its front. 1: an entry was there, 0: none is left; TRAWL_ERROR_MISUSE
 * for a NULL. A field without "=" has an absent value. */
TRAWL_API int trawl_next_address(const char *url, trawl_span *rest, trawl_span *address);
TRAWL_API int trawl_next_field(const char *url, trawl_span *rest, trawl_span *name,
                               trawl_span *value);

/* ---- Forms of a URL ---- */

/* The spelling that equal URLs share: scheme and host in lower case, hosts beyond ASCII as
 * A-labels, hex digits in upper case, escapes of letters, digits and - . _ ~ decoded (a dot only
 * where no segment becomes "." or ".."), a default or empty port and a void fragment dropped, "/"
 * for the empty path of http. Nothing else is decoded, nothing raw is encoded. Canonicalising twice
 * changes nothing. Any bytes are taken; what has no scheme comes out as it was, save for the case
 * of hex digits. Returns TRAWL_OK, TRAWL_ERROR_NO_SPACE, TRAWL_ERROR_NO_MEMORY. */
TRAWL_API int trawl_canonical(const char *url, size_t n, char *out, size_t size, size_t *len);

/* The URL in ASCII: a host beyond ASCII as A-labels (or, where that is refused, percent-encoded),
 * everything that no URI may hold raw percent-encoded. Spelling is otherwise kept. Errors as
 * trawl_canonical. */
TRAWL_API int trawl_ascii(const char *url, size_t n, char *out, size_t size, size_t *len);

/* A URL for people's eyes, by UTS #58's minimal escaping: escapes of readable characters are
 * decoded, but not of those that would end, split or disguise it. It still leads to the same place.
 * Errors as trawl_canonical. */
TRAWL_API int trawl_display(const char *url, size_t n, char *out, size_t size, size_t *len);

/* A URL made harmless, for reports: https://www.example.com/a.html as
 * hxxps://www[.]example[.]com/a.html. What is harmless already stays. Errors as trawl_canonical. */
TRAWL_API int trawl_defang(const char *url, size_t n, char *out, size_t size, size_t *len);

/* What is odd about a host: bits. */
enum trawl_danger {
    TRAWL_DANGER_MIXED_SCRIPT =
        1 << 0, /* a label mixes scripts beyond what UTS #39 calls highly restrictive          */
    TRAWL_DANGER_WHOLE_SCRIPT =
        1
        << 1, /* under a top-level domain in ASCII, a label of Cyrillic or Greek letters that all look
                                    like Latin ones                                                              */
    TRAWL_DANGER_ODD_IP =
        1
        << 2, /* an IPv4 address that is not written as four decimal numbers: 0x7f.1, 2130706433 */
    TRAWL_DANGER_PUNYCODE =
        1 << 3 /* its ASCII form has an A-label ("xn--...")                                    */
};

/* The dangers of a URL's host, enum trawl_danger; 0 where there is no host. Scripts are told apart
 * by blocks of Unicode: a character that no common script has counts as another script. Where
 * memory is short it answers as for the worst. */
TRAWL_API unsigned trawl_host_dangers(const char *url, size_t n);

/* Do both have the same canonical form? 1 yes, 0 no, or an error. */
TRAWL_API int trawl_same(const char *a, size_t an, const char *b, size_t bn);

/* How a partial URL is put onto its base. */
enum trawl_resolve_rule {
    TRAWL_RESOLVE_3986 =
        0, /* RFC 3986 section 5.2, strict                                              */
    TRAWL_RESOLVE_3986_LOOSE, /* the same, but a scheme equal to the base's is taken as if it were not there */
    TRAWL_RESOLVE_1630 /* RFC 1630, "Partial (relative) form", to its letter                        */
};

/* Resolve ref against base. A ref with a scheme stands for itself (its dot segments removed by
 * 3986). Any bytes are taken: a base without a scheme gives a result without one. Errors as
 * trawl_canonical, and TRAWL_ERROR_MISUSE for an unknown rule. */
TRAWL_API int trawl_resolve(int rule, trawl_str base, trawl_str ref, char *out, size_t size,
                            size_t *len);

/* ---- Finding URLs in text ----
 *
 * Feed the text in pieces of any size; events come to your sink during the call, in the order of
 * the text. The same bytes in any cut give the same events, once neighbouring TEXT events are
 * joined. Time is linear in the text, and memory does not depend on it: only what may still become
 * a link is held, at most TRAWL_URL_MAX bytes.
 */

enum trawl_event_type {
    TRAWL_EVENT_TEXT =
        1, /* bytes that are no part of a URL; link is set for those that stand inside one (a closing ">", a
                        line break, a quote mark)                                                          */
    TRAWL_EVENT_LINK, /* a link, with its first piece; link tells everything about it                       */
    TRAWL_EVENT_LINK_MORE, /* a further piece of the same link                                                   */
    TRAWL_EVENT_SKIP, /* bytes not read (trawl_mail.h)                                                      */
    TRAWL_EVENT_MESSAGE, /* a message begins (trawl_mail.h)                                                    */
    TRAWL_EVENT_PART, /* a part of a message begins (trawl_mail.h)                                          */
    TRAWL_EVENT_EXPLAIN /* what was decided about a candidate, and by which rule; only with TRAWL_WANT_EXPLAIN */
};

enum trawl_kind {
    TRAWL_KIND_WRAP = 0,  /* <URL:...>                                        */
    TRAWL_KIND_ANGLE,     /* <scheme:...>                                     */
    TRAWL_KIND_ADDR,      /* <joe@example.com>                                */
    TRAWL_KIND_MSGID,     /* <1234@example.com>, where the text says that it is one */
    TRAWL_KIND_HDR,       /* from a header field (trawl_mail.h)               */
    TRAWL_KIND_HTML,      /* from HTML (trawl_mail.h)                         */
    TRAWL_KIND_BARE,      /* a scheme in running text                         */
    TRAWL_KIND_WWW,       /* www.example.com/x                                */
    TRAWL_KIND_EMAIL,     /* joe@example.com                                  */
    TRAWL_KIND_DOMAIN,    /* example.com/x                                    */
    TRAWL_KIND_IP,        /* 192.0.2.1/x                                      */
    TRAWL_KIND_LOCALHOST, /* localhost:8080/x                                */
    TRAWL_KIND_NETPATH,   /* //example.com/x                                  */
    TRAWL_KIND_RULE,      /* a rule of the user's                             */
    TRAWL_KIND_COUNT
};

/* "wrap" for TRAWL_KIND_WRAP and so on, as in JSON; "unknown" for other numbers. Static. */
TRAWL_API const char *trawl_kind_name(int kind);

/* What to find: bits, or-ed. What stands in a URL is no link of another kind, whether or not URLs
 * are asked for. */
enum trawl_find {
    TRAWL_FIND_URL = 1 << 0, /* wrap, angle, bare */
    TRAWL_FIND_WWW = 1 << 1,
    TRAWL_FIND_ADDR = 1 << 2,
    TRAWL_FIND_EMAIL = 1 << 3,
    TRAWL_FIND_DOMAIN = 1 << 4,
    TRAWL_FIND_MSGID = 1 << 5,
    TRAWL_FIND_HDR = 1 << 6,
    TRAWL_FIND_IP = 1 << 7,
    TRAWL_FIND_LOCALHOST = 1 << 8,
    TRAWL_FIND_NETPATH = 1 << 9,
    TRAWL_FIND_HTML = 1 << 10
};
#define TRAWL_FIND_DEFAULT (TRAWL_FIND_URL | TRAWL_FIND_WWW | TRAWL_FIND_ADDR | TRAWL_FIND_EMAIL)

enum trawl_profile {
    TRAWL_PROFILE_MAIL = 0, /* wrappers, and running text with the allowances mail needs */
    TRAWL_PROFILE_UTS58,    /* running text by UTS #58 and nothing else                  */
    TRAWL_PROFILE_RFC1738   /* what RFC 1738 promises: its wrappers, and URLs its grammar accepts */
};

/* What a sink wants to know of each link: bits of trawl_config.want. What is not wanted is 0 or
 * empty in the link, and costs nothing. TEXT, PLACE and EXPLAIN include LINK. */
enum trawl_want {
    TRAWL_WANT_URL = 1 << 0, /* a LINK event for each link: its kind and its URL; the event's span
                                is right where the text is the source, else near it */
    TRAWL_WANT_LINK =
        1 << 1, /* its flags, raw text, spans and other readings                     */
    TRAWL_WANT_PLACE =
        1 << 2, /* its line, column, quote depth and zone                            */
    TRAWL_WANT_TEXT =
        1 << 3, /* the text too: events TEXT, LINK_MORE and SKIP                     */
    TRAWL_WANT_EXPLAIN =
        1 << 4 /* events EXPLAIN: what became of each candidate, and by which rule  */
};
#define TRAWL_WANT_DEFAULT (TRAWL_WANT_LINK | TRAWL_WANT_PLACE | TRAWL_WANT_TEXT)

/* Bits of trawl_config.options. */
enum trawl_option {
    TRAWL_OPTION_JOIN =
        1 << 0, /* offer bare URLs joined to the next line, as another reading     */
    TRAWL_OPTION_HYPHEN_DROP =
        1 << 1, /* a hyphen at a line's end was inserted: that reading comes first */
    TRAWL_OPTION_ALL_DOMAINS =
        1 << 2, /* find domains whose last label is their only evidence            */
    TRAWL_OPTION_KNOWN_SCHEMES =
        1 << 3, /* "//" after an unknown scheme starts no link                     */
    TRAWL_OPTION_ANY_TLD =
        1 << 4, /* accept any last label that could be a name                      */
    TRAWL_OPTION_CLASSIC_TLD =
        1 << 5 /* accept com org net edu gov mil int arpa and countries only      */
};

/* What is to be found and how. Set size and leave the rest zero for the defaults; nothing of it is
 * kept but the values. */
typedef struct trawl_config {
    size_t size;
    unsigned find;    /* enum trawl_find; 0 is TRAWL_FIND_DEFAULT    */
    unsigned options; /* enum trawl_option                           */
    unsigned want;    /* enum trawl_want; 0 is TRAWL_WANT_DEFAULT    */
    int profile;      /* enum trawl_profile                          */
    trawl_str
        schemes; /* the only schemes to start a link with "//", separated by commas; none: any. What is no name
                          of a scheme starts none */
    trawl_str tlds; /* a list of top-level domains, one a line; none: the built-in one            */
    trawl_str
        base; /* what partial URLs in <URL:...> are resolved against, as trawl_resolve() does, which takes any
                          bytes: of a base that is no whole URL they stay partial; none: they are not  */
    void *(*resize)(void *user, void *old,
                    size_t size); /* where memory comes from, like realloc, size 0 frees; NULL:
                                                            malloc's */
    void *resize_user;
    trawl_str
        charset; /* what the text is in: a name as mail and the web use it, in any case ("iso-8859-2", "shift_jis");
                          none, "utf-8" and "us-ascii": the bytes are the text, and of those that are no UTF-8 each is
                          read as windows-1252. A byte-order mark of UTF-8, UTF-16 or UTF-32 at the front wins over it,
                          and is text itself: U+FEFF */
    trawl_str rules; /* the text of a rules file, see "Rules of one's own" below; none: no rules */
} trawl_config;

/* Why there is another reading of a link. */
enum trawl_why {
    TRAWL_WHY_HYPHEN = 1,  /* the hyphen at a line's end was, or was not, part of it */
    TRAWL_WHY_SPACE,       /* its blanks were meant                                  */
    TRAWL_WHY_ENTITY,      /* "&amp;" stood for "&"                                  */
    TRAWL_WHY_SOFT_HYPHEN, /* the soft hyphen at a line's end stood for a real one   */
    TRAWL_WHY_JOIN,        /* it goes on in the next line (a guess)                  */
    TRAWL_WHY_QUOTED       /* it stands in quoted-printable that nobody decoded      */
};

/* "hyphen" for TRAWL_WHY_HYPHEN and so on. Static. */
TRAWL_API const char *trawl_why_name(int why);

typedef struct trawl_alt {
    trawl_str url;
    int why; /* enum trawl_why */
} trawl_alt;

#define TRAWL_ALTS 8

/* What is odd about a link: bits of trawl_link.flags. */
enum trawl_flag {
    TRAWL_FLAG_UNCLOSED = 1 << 0,        /* first link in a wrapper that has no end               */
    TRAWL_FLAG_HYPHEN_BREAK = 1 << 1,    /* broken after a hyphen                                 */
    TRAWL_FLAG_PAGE_BREAK = 1 << 2,      /* broken over two pages                                 */
    TRAWL_FLAG_CLOSER_AT_BOL = 1 << 3,   /* closed by a ">" at the beginning of a line            */
    TRAWL_FLAG_TAG_DROPPED = 1 << 4,     /* an HTML tag stood inside and was left out             */
    TRAWL_FLAG_MULTI = 1 << 5,           /* one of several in the same wrapper                    */
    TRAWL_FLAG_QUOTES = 1 << 6,          /* stood in quotes inside its wrapper                    */
    TRAWL_FLAG_INNER_SPACE = 1 << 7,     /* had blanks between letters                            */
    TRAWL_FLAG_SCHEME_IMPLIED = 1 << 8,  /* "https://" was put before it                          */
    TRAWL_FLAG_NO_SCHEME = 1 << 9,       /* a partial URL                                         */
    TRAWL_FLAG_UNKNOWN_SCHEME = 1 << 10, /* its scheme is in no list                             */
    TRAWL_FLAG_GLUED = 1 << 11,          /* its scheme was glued to a word                        */
    TRAWL_FLAG_GUESS_JOINED = 1 << 12,   /* has an alternative that was guessed                   */
    TRAWL_FLAG_ENTITY = 1 << 13,         /* holds "&amp;"                                         */
    TRAWL_FLAG_FORMAT_CHAR = 1 << 14,    /* ends at, or holds, a character that nobody sees       */
    TRAWL_FLAG_USERINFO = 1 << 15,       /* http with a user: what looks like the host is none    */
    TRAWL_FLAG_BAD_PORT = 1 << 16,       /* not 1 to 65535                                        */
    TRAWL_FLAG_BAD_PERCENT = 1 << 17,    /* "%" without two hex digits                         */
    TRAWL_FLAG_BAD_CHAR = 1 << 18,       /* in a wrapper: a character no URL may hold             */
    TRAWL_FLAG_SOFT_HYPHEN = 1 << 19,    /* a soft hyphen was left out                            */
    TRAWL_FLAG_RESOLVED = 1 << 20,       /* a partial URL, resolved against the base              */
    TRAWL_FLAG_SIGNATURE = 1 << 21,      /* below the line "-- " (trawl_mail.h)                   */
    TRAWL_FLAG_ONE_CLICK = 1 << 22, /* List-Unsubscribe by one request, RFC 8058 (trawl_mail.h) */
    TRAWL_FLAG_MISMATCH =
        1 << 23, /* what it shows is a place of somebody else's (trawl_mail.h)      */
    TRAWL_FLAG_PIXEL =
        1 << 24, /* a picture that nobody can see (trawl_mail.h)                    */
    TRAWL_FLAG_UNSUBSCRIBE =
        1 << 25, /* to leave a list (trawl_mail.h)                                  */
    TRAWL_FLAG_AGAIN =
        1 << 26, /* in another form of the same text before (trawl_mail.h)          */
    TRAWL_FLAG_ODD_IP =
        1 << 27, /* what trawl_host_dangers() says of its host: TRAWL_DANGER_ODD_IP ...        */
    TRAWL_FLAG_MIXED_SCRIPT = 1 << 28,
    TRAWL_FLAG_WHOLE_SCRIPT = 1 << 29,
    TRAWL_FLAG_PUNYCODE =
        1 << 30, /* ... and so on                                                      */
    TRAWL_FLAG_COUNT = 32
};
#define TRAWL_FLAG_REFANGED (1U << 31) /* was written as "hxxp://a[.]example" (trawl_mail.h) */

/* "unclosed" for bit 0 and so on, as in JSON; "unknown" past the last. Static. */
TRAWL_API const char *trawl_flag_name(int bit);

typedef struct trawl_link {
    int kind;       /* enum trawl_kind */
    unsigned flags; /* enum trawl_flag */
    trawl_str
        url; /* put together, always with a scheme ("mailto:...", "https://..." for www); a partial URL without a
                       base as it stands */
    trawl_str raw;         /* as it stands in the text, its pieces joined by one space each */
    const trawl_alt *alts; /* further readings, most likely first */
    unsigned alt_count;
    unsigned span_count;
    const trawl_span *spans; /* its pieces, in bytes as fed */
    trawl_span extent;       /* with its wrapper */
    uint64_t line, column;   /* of its first piece, from 1; columns are code points */
    unsigned quote;          /* how many ">" stand before its line */
    /* the rest is the mail front's (trawl_mail.h); empty, 0 elsewhere */
    trawl_str
        attribute; /* TRAWL_KIND_HTML: the name of the attribute it is the value of                 */
    trawl_str
        anchor; /* TRAWL_KIND_HTML: what <a> shows for it, blanks squeezed, at most 256 bytes     */
    trawl_str
        target; /* where a known redirector that it names leads to                           */
    int zone;   /* enum trawl_zone */
} trawl_link;

/* One event. In a charset, or behind a byte-order mark of UTF-16 or UTF-32, texts are UTF-8, a
 * character that the charset does not have being U+FFFD, and spans are in the bytes as fed: a
 * character begins where its encoding does, shifts before it included, and ends where the next one
 * begins. What follows the last one and stands for nothing is a TEXT event whose text is empty.
 * What it points to lives until your sink returns. Event types you do not know are to be
 * ignored. */
typedef struct trawl_event {
    int type;               /* enum trawl_event_type */
    unsigned index;         /* LINK, LINK_MORE: which of the link's pieces */
    trawl_str text;         /* the bytes; EXPLAIN: the candidate */
    trawl_span span;        /* where they stand, in bytes as fed */
    const trawl_link *link; /* LINK, LINK_MORE, and TEXT inside a link; else NULL */
    const char *rule;       /* EXPLAIN: the rule's number, "R8"; else NULL */
    const char *what;       /* EXPLAIN: what it did, a sentence; else NULL */
    /* the rest is the mail front's (trawl_mail.h); NULL, empty, 0 elsewhere */
    const struct trawl_mail_message *message; /* the message it stands in       */
    const struct trawl_mail_part *part;       /* the part of it                 */
    trawl_str field;                          /* the name of the header field   */
    int reason;                               /* SKIP: enum trawl_skip          */
} trawl_event;

/* Your function. Return 0 to go on; anything positive stops the scan and is returned by the call
 * that fed it. */
typedef int trawl_sink(void *user, const trawl_event *event);

/* One scan. */
typedef struct trawl trawl;

/* Begin a scan. cfg may be NULL for the defaults. TRAWL_OK, TRAWL_ERROR_NO_MEMORY,
 * TRAWL_ERROR_MISUSE for an unknown profile, a config without its size or no sink,
 * TRAWL_ERROR_BAD_CHARSET or TRAWL_ERROR_BAD_RULE; *t is NULL unless it is TRAWL_OK. */
TRAWL_API int trawl_open(trawl **t, const trawl_config *cfg, trawl_sink *sink, void *user);

/* The next n bytes, any number. They are not needed after the call. TRAWL_OK, the sink's positive
 * value, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE after a stop or after trawl_finish() until
 * trawl_reset(). */
TRAWL_API int trawl_feed(trawl *t, const void *bytes, size_t n);

/* The text is over: what was open is decided now. Returns as trawl_feed() does. */
TRAWL_API int trawl_finish(trawl *t);

/* The same settings, sink and memory for the next text, whose offsets start from 0 again.
 * TRAWL_OK. */
TRAWL_API int trawl_reset(trawl *t);

/* End the scan and free all of it; *t becomes NULL. No event is sent. NULL and a NULL in it are
 * taken. */
TRAWL_API void trawl_close(trawl **t);

/* All of it at once. Returns as trawl_feed() does. */
TRAWL_API int trawl_scan(const void *bytes, size_t n, const trawl_config *cfg, trawl_sink *sink,
                         void *user);

/* trawl_check() for a link's url. Spans are into link->url. */
TRAWL_API int trawl_link_verdict(const trawl_link *link, trawl_verdict *v);

/* ---- Rules of one's own ----
 *
 * trawl_config.rules makes links of what a house writes in its own way: "RFC 1738", "Bug #123".
 * trawl-rules(5) describes the text: each rule has a trigger, a PCRE2 pattern that is tried where
 * the trigger stands, and a template for the URL, into which what the pattern's groups hold is put
 * percent-encoded. Such a link is of kind TRAWL_KIND_RULE, its raw text is what the pattern
 * matched, in one line. Links in <URL:...> and <scheme:...> go before rules, rules before running
 * text; of several rules the longest match wins. A pattern that takes more than 100,000 steps at a
 * place, or 16 MiB, does not match there, and after 32 such places is left out for the rest of the
 * text; trawl_rules_complaint() tells.
 */

/* Where a rules file is wrong. */
typedef struct trawl_fault {
    size_t size;           /* set to sizeof(trawl_fault) before the call */
    uint64_t line, column; /* from 1; columns are code points. 0 when nothing is wrong */
    char why[200];         /* one sentence, ending in a NUL */
} trawl_fault;

/* Is this a rules file? TRAWL_OK; TRAWL_ERROR_BAD_RULE, with *fault, which may be NULL, filled;
 * TRAWL_ERROR_NO_MEMORY; TRAWL_ERROR_MISUSE. */
TRAWL_API int trawl_rules_check(trawl_str rules, trawl_fault *fault);

/* The i-th (from 0) of the rules that hit their limits since trawl_open(): its name, its line in
 * the rules, and at how many places. 1, or 0 when there are no more; TRAWL_ERROR_MISUSE for a NULL.
 * The name lives as long as the scan. */
TRAWL_API int trawl_rules_complaint(const trawl *t, unsigned i, trawl_str *rule, uint64_t *line,
                                    uint64_t *times);

/* ---- Schemes ---- */

enum trawl_status {
    TRAWL_STATUS_UNKNOWN = 0, /* in no list we have */
    TRAWL_STATUS_PERMANENT,   /* registered with IANA so, and likewise the next two */
    TRAWL_STATUS_PROVISIONAL,
    TRAWL_STATUS_HISTORICAL,
    TRAWL_STATUS_UNREGISTERED, /* in use, or named in RFC 1630, but not registered */
    TRAWL_STATUS_EXPERIMENTAL  /* begins with "x-" (RFC 1738 section 4) */
};

typedef struct trawl_scheme {
    size_t size; /* set to sizeof(trawl_scheme) before the call */
    int status;  /* enum trawl_status */
    int port;    /* the default port, 0 for none */
} trawl_scheme;

/* Look a scheme's name up, without its colon, in any case. TRAWL_OK (status TRAWL_STATUS_UNKNOWN
 * when it is in no list) or TRAWL_ERROR_MISUSE. */
TRAWL_API int trawl_scheme_lookup(trawl_scheme *s, const char *name, size_t n);

/* "permanent" and so on. Static. */
TRAWL_API const char *trawl_status_name(int status);

#ifdef __cplusplus
}
#endif

#endif
