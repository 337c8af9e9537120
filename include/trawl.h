/* trawl.h - find, check, resolve and compare the URLs that people write into text
 *
 * For one text in memory, trawl_each() calls your function for each link, and trawl_emit_text()
 * writes HTML. Text that arrives in pieces is fed to a scan (trawl_open()); messages, mailboxes and
 * HTML pages are fed to a mail reader (trawl_mail.h). trawl_check(), trawl_canonical() and the
 * functions beside them work on one URL. The rules that comments and events name, such as R8, are
 * in doc/rules.md of the source.
 *
 * Conventions
 *   - Text is bytes with a length. NUL is a byte like any other, and no text has to end in one.
 *   - A call returns TRAWL_OK or a negative code of enum trawl_error; errno means nothing. Bad
 *     input is never an error: that no standard accepts a URL is an ordinary result.
 *   - A text that a function takes is a pointer and a length: (url, n), (base, base_n). In structs,
 *     and as a result, it is a trawl_str.
 *   - A function that writes text takes (out, size, len). It writes at most size bytes and sets
 *     *len to the length of the whole result. If *len is more than size, the function returns
 *     TRAWL_ERROR_NO_SPACE, and the content of out is unspecified: call it again with *len bytes.
 *     out may be NULL when size is 0. No NUL is added.
 *   - A struct with a member `size` is initialized by the macro with its name: "trawl_config config
 *     = TRAWL_CONFIG_INIT;". The macro sets `size` to the struct's sizeof, and the rest to zero. A
 *     library that is newer or older than your program's header uses the members that both have;
 *     members that the library does not have must be zero.
 *   - Threads: one object belongs to one thread at a time; different objects may be used in any
 *     number of threads at once. A trawl_settings never changes, so all threads may share one.
 *     Functions without an object may be called from any thread, except trawl_release().
 *   - Errors: after a call for an object has failed, other calls for it return
 *     TRAWL_ERROR_MISUSE, until the object is reset or closed.
 *   - Pointers: the functions that open an object keep your function and its user data until the
 *     object is closed. trawl_settings_open() and trawl_emit_open() copy every text of their
 *     config, and keep its resize and resize_user. No other function keeps a pointer of yours.
 *     Strings that are returned are static, unless the function says otherwise.
 *   - Closing: objects may be closed in any order, each by any thread. Settings and outlines are
 *     freed when the last object that uses them is closed.
 *   - Sinks: a sink may use all other objects. For its own object, every call but the close returns
 *     TRAWL_ERROR_MISUSE; do not close it before the sink has returned. After a sink has left by
 *     longjmp() or an exception, its object can only be closed.
 *   - Later versions 1.x: a program runs with each of them without being compiled again. Names,
 *     parameters, values and error codes stay. Functions, enumerators, flags, and members at the
 *     end of structs with `size` may be added: give each switch a default, check a value before you
 *     use it as an index, and copy such a struct with your own sizeof. Names that functions return
 *     stay; sentences, such as those of trawl_strerror(), may change. The links that are found,
 *     with their flags and alternatives, may change, too.
 *
 * Example: print each link of a text, and write the text as HTML
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *     #include <trawl.h>
 *     #include <trawl_emit.h>
 *
 *     static int print_link(void *user, const trawl_link *link)
 *     {
 *         (void)user;
 *         return printf("%.*s\n", (int)link->url.n, link->url.p) < 0;
 *     }
 *
 *     static int write_html(void *file, const char *bytes, size_t n)
 *     {
 *         return fwrite(bytes, 1, n, (FILE *)file) != n;
 *     }
 *
 *     int main(void)
 *     {
 *         const char *text = "See <URL:http://www.example.com/> or www.example.org, please.\n";
 *
 *         if (trawl_each(text, strlen(text), NULL, print_link, NULL) != TRAWL_OK)
 *             return 2;
 *         if (trawl_emit_text(text, strlen(text), NULL, NULL, write_html, stdout) != TRAWL_OK)
 *             return 2;
 *         return 0;
 *     }
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
 *         trawl_verdict v = TRAWL_VERDICT_INIT;
 *
 *         if (trawl_check(&v, url, strlen(url)) != TRAWL_OK)
 *             return 2;
 *         for (unsigned i = 0; i < v.refusals; i++)
 *             printf("RFC %s, section %s: byte %d: %s\n", v.refusal[i].standard,
 *                    v.refusal[i].section, (int)v.refusal[i].at, v.refusal[i].why);
 *         return v.valid ? 0 : 1;
 *     }
 *
 * Example: list the links of standard input while it is read
 *
 *     #include <stdio.h>
 *     #include <trawl.h>
 *
 *     static int print_link(void *user, const trawl_event *event)
 *     {
 *         (void)user;
 *         if (event->type != TRAWL_EVENT_LINK)
 *             return 0;
 *         return printf("%.*s\n", (int)event->link->url.n, event->link->url.p) < 0;
 *     }
 *
 *     int main(void)
 *     {
 *         trawl_scanner *t;
 *         char block[65536];
 *         size_t n;
 *         int failed;
 *
 *         if (trawl_open(&t, NULL, print_link, NULL) != TRAWL_OK)
 *             return 2;
 *         do {
 *             n = fread(block, 1, sizeof block, stdin);
 *             failed = trawl_feed(t, block, n);
 *         } while (n > 0 && !failed);
 *         if (!failed)
 *             failed = trawl_finish(t);
 *         trawl_close(&t);
 *         return failed || ferror(stdin) ? 2 : 0;
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

/* The version of the header. */
#define TRAWL_VERSION "1.0.0"

/* The version as a number that can be compared: 1000000 * major + 10000 * minor + 100 * patch + 99.
 * A release candidate has its own number in place of 99, so its version is lower than the
 * release's. The number of 1.0.0-rc1 is 1000001, and the number of 1.0.0 is 1000099. */
#define TRAWL_VERSION_NUMBER 1000099

/* The number of a release: "#if TRAWL_VERSION_NUMBER >= TRAWL_RELEASE(1, 2, 0)". */
#define TRAWL_RELEASE(major, minor, patch)                                                         \
    (1000000 * (major) + 10000 * (minor) + 100 * (patch) + 99)

/* Return the version of the library in use, which may differ from TRAWL_VERSION and
 * TRAWL_VERSION_NUMBER of the header. */
TRAWL_API const char *trawl_version(void);
TRAWL_API int trawl_version_number(void);

/* ---- Structs with a size ---- */

/* The initial value of a struct that begins with its size: TRAWL_CONFIG_INIT and so on. */
#ifdef __cplusplus
extern "C++" {
template <typename T> inline T trawl_sized()
{
    T value = T();

    value.size = sizeof(T);
    return value;
}
}
#define TRAWL_SIZED(type) trawl_sized<type>()
#else
#define TRAWL_SIZED(type)                                                                          \
    {                                                                                              \
        .size = sizeof(type)                                                                       \
    }
#endif

#define TRAWL_VERDICT_INIT TRAWL_SIZED(trawl_verdict)
#define TRAWL_CONFIG_INIT TRAWL_SIZED(trawl_config)
#define TRAWL_LINK_INIT TRAWL_SIZED(trawl_link)
#define TRAWL_EVENT_INIT TRAWL_SIZED(trawl_event)
#define TRAWL_FAULT_INIT TRAWL_SIZED(trawl_fault)
#define TRAWL_SCHEME_INIT TRAWL_SIZED(trawl_scheme)

/* ---- Errors ---- */

enum trawl_error {
    TRAWL_OK = 0, /* nothing went wrong */
    /* A wrong call: a NULL, a struct without its size, a call from inside your own function, a call
     * after a call that failed, a negative result of your own function. */
    TRAWL_ERROR_MISUSE = -1,
    TRAWL_ERROR_NO_MEMORY = -2,   /* an allocation failed */
    TRAWL_ERROR_NO_SPACE = -3,    /* the result is longer than the buffer; *len is its length */
    TRAWL_ERROR_BAD_CHARSET = -4, /* the charset is unknown, or the system's iconv lacks it */
    TRAWL_ERROR_BAD_RULE = -5,    /* an error in trawl_config.rules; see trawl_rules_check() */
    /* The library was built without what this call needs: PCRE2, by "make PARTS=find,html,mail". */
    TRAWL_ERROR_NOT_BUILT = -6,
    TRAWL_ERROR_BAD_OPTION = -7 /* an unknown option, or a wrong value (trawl_options.h) */
};

/* Returns one line of English for an error code, "unknown error" for any other number. */
TRAWL_API const char *trawl_strerror(int error);

/* Frees what the library keeps for the whole process: compiled patterns and default settings. They
 * are made on first use, and made again by later calls. Only leak checkers and programs that unload
 * the library need this function. No other thread may use the library during the call. */
TRAWL_API void trawl_release(void);

/* ---- Text and places ---- */

/* Borrowed text. It does not end in NUL. Later versions add no members to this struct or to
 * trawl_span. */
typedef struct trawl_str {
    const char *p;
    size_t n;
} trawl_str;

/* The bytes from, from+1, ..., to-1. If a thing is absent, both are TRAWL_ABSENT. If it is present
 * but empty, like the port in "http://a:/", from == to. */
typedef struct trawl_span {
    uint64_t from, to;
} trawl_span;

#define TRAWL_ABSENT UINT64_MAX /* of a trawl_span: there is no such thing */

/* ---- Checking a URL ---- */

/* The standards that a URL is tested against: bits of trawl_verdict.valid. */
enum trawl_standard {
    /* RFC 1738 section 5: ten schemes have a rule each; "genericurl" is for all others. */
    TRAWL_STANDARD_RFC1738 = 1 << 0,
    /* RFC 1630, "BNF for specific URL schemes", with a generic rule for all others. A fragment is
     * allowed. */
    TRAWL_STANDARD_RFC1630 = 1 << 1,
    /* RFC 3986, the rule "URI": a scheme is required. */
    TRAWL_STANDARD_RFC3986 = 1 << 2,
    /* RFC 3987, the rule "IRI"; accepts all that RFC 3986 accepts. */
    TRAWL_STANDARD_IRI = 1 << 3,
    /* The RFC of the URL's scheme, trawl_verdict.own; set only by trawl_check(). */
    TRAWL_STANDARD_SCHEME = 1 << 4
};
/* The four standards that every URL is tested against. */
#define TRAWL_STANDARD_ANY                                                                         \
    (TRAWL_STANDARD_RFC1738 | TRAWL_STANDARD_RFC1630 | TRAWL_STANDARD_RFC3986 | TRAWL_STANDARD_IRI)

/* A URL of more bytes is refused with TRAWL_CODE_TOO_LONG, and no grammar is tested. */
#define TRAWL_URL_MAX 8192

/* Why a standard refuses a URL. */
enum trawl_code {
    TRAWL_CODE_NONE = 0,    /* nothing is wrong */
    TRAWL_CODE_BAD_PERCENT, /* "%" without two hex digits after it */
    TRAWL_CODE_BAD_CHAR,    /* a byte that is not allowed at its place */
    TRAWL_CODE_NO_SCHEME,   /* does not begin with a scheme and a colon */
    TRAWL_CODE_EMPTY,       /* empty, or nothing after a scheme that requires something */
    TRAWL_CODE_BAD_HOST,    /* no host, or not a name or number that the standard allows */
    TRAWL_CODE_BAD_PORT,    /* not a number, or not 1 to 65535 */
    TRAWL_CODE_BAD_TYPE,    /* ";type=" of ftp is misplaced or has an unknown letter */
    TRAWL_CODE_BAD_PATH,    /* a path, group, article or document that the scheme cannot have */
    TRAWL_CODE_NO_PATH,     /* the scheme requires a path */
    TRAWL_CODE_BAD_FIELD,   /* a malformed field of prospero or mailto */
    TRAWL_CODE_BAD_URN,     /* not urn:NID:NSS */
    TRAWL_CODE_USERINFO,    /* a user or password where none is allowed, or a malformed one */
    TRAWL_CODE_TOO_LONG     /* more than TRAWL_URL_MAX bytes */
};

/* Returns "bad-char" for TRAWL_CODE_BAD_CHAR and so on; "unknown" for other numbers. */
TRAWL_API const char *trawl_code_name(int code);

/* Returns the code's meaning as a sentence. */
TRAWL_API const char *trawl_code_sentence(int code);

/* The parts of a URL. Those from TRAWL_PART_TYPE on exist only in the schemes that are named. */
enum trawl_part {
    TRAWL_PART_SCHEME,    /* without its colon */
    TRAWL_PART_USER,      /* empty in "ftp://@host/", absent in "ftp://host/" */
    TRAWL_PART_PASSWORD,  /* what follows the first ":" of the user information */
    TRAWL_PART_HOST,      /* with its brackets, if it is an IP literal */
    TRAWL_PART_PORT,      /* without its colon */
    TRAWL_PART_PATH,      /* from the "/" on; without a host, all up to the query */
    TRAWL_PART_QUERY,     /* without its "?" */
    TRAWL_PART_FRAGMENT,  /* without its "#" */
    TRAWL_PART_TYPE,      /* ftp: what follows ";type="; gopher: the item type; wais: wtype */
    TRAWL_PART_SELECTOR,  /* gopher: what follows the type, up to a %09 */
    TRAWL_PART_SEARCH,    /* gopher: between the first %09 and the second; wais: after "?" */
    TRAWL_PART_PLUS,      /* gopher: the Gopher+ string after the second %09 */
    TRAWL_PART_GROUP,     /* news, nntp: a newsgroup, "*" or a wildmat */
    TRAWL_PART_ARTICLE,   /* news: a message-id */
    TRAWL_PART_NUMBER,    /* nntp: the article's number */
    TRAWL_PART_DATABASE,  /* wais */
    TRAWL_PART_WPATH,     /* wais: the document's path */
    TRAWL_PART_NAME,      /* prospero: the host-specific object name */
    TRAWL_PART_FIELDS,    /* prospero: all ";name=value"; mailto: all "name=value&..." */
    TRAWL_PART_ADDRESSES, /* mailto: all addresses, with their commas */
    TRAWL_PART_COUNT
};

/* Returns "scheme" for TRAWL_PART_SCHEME and so on, as in JSON; "unknown" for other numbers. */
TRAWL_API const char *trawl_part_name(int part);

/* One standard's refusal. All strings are static. */
typedef struct trawl_refusal {
    /* "1738", "1630", "3986", "iri", "9293", "5891", or the number of the RFC of the URL's scheme,
     * such as "8141" */
    const char *standard;
    const char *section; /* of that RFC: "3.3", "BNF"; "" for TRAWL_CODE_TOO_LONG */
    const char *why;     /* one sentence */
    int code;            /* enum trawl_code */
    /* The offset of the first wrong byte, or the URL's length if the URL ends too early. The bytes
     * before this offset can begin a URL that the standard accepts. With TRAWL_CODE_USERINFO, the
     * offset of the user. */
    uint64_t at;
    uint64_t reserved[3]; /* 0; room for members of later versions */
} trawl_refusal;

#define TRAWL_REFUSALS 8 /* four standards, the scheme's own RFC, 9293, 5891, one spare */
#define TRAWL_PARTS 32   /* the length of part[]; entries from TRAWL_PART_COUNT on are absent */

/* The result of trawl_check(). All spans are into your URL. */
typedef struct trawl_verdict {
    size_t size;
    unsigned valid;    /* enum trawl_standard bits: which standards accept the URL */
    unsigned refusals; /* how many entries of refusal[] are used */
    /* Ordered: 1738, 1630, 3986, iri, then the scheme's own RFC, then RFC 9293 (ports) and RFC 5891
     * (hosts beyond ASCII). */
    trawl_refusal refusal[TRAWL_REFUSALS];
    trawl_span part[TRAWL_PARTS]; /* split at delimiters, even when every standard refuses */
    /* The number of the RFC that defines the scheme's syntax today, such as "4266"; "" if trawl has
     * no grammar of that RFC. The grammar is tested only if RFC 3986 accepts the URL. */
    const char *own;
    /* Cautions: the bits of trawl_link.flags that follow from the URL alone. These are
     * UNKNOWN_SCHEME, USERINFO, BAD_PORT, BAD_PERCENT, the flags of dangerous hosts, and those of
     * RFC 1738 section 6. */
    uint64_t flags;
} trawl_verdict;

/* Judges url[0..n) by all standards. Labels "URL:" and "URI:" in front of the URL are skipped: the
 * verdict is about the rest, and the spans begin after them. Returns TRAWL_OK for any bytes. Time
 * is linear in n. For a URL longer than TRAWL_URL_MAX, finds only the parts and the cautions. A
 * library that was built without PCRE2 always finds only these, and returns
 * TRAWL_ERROR_NOT_BUILT. */
TRAWL_API int trawl_check(trawl_verdict *v, const char *url, size_t n);

/* Returns 1 if the given standard (one bit of enum trawl_standard) accepts the URL, 0 if it does
 * not, or an error (TRAWL_ERROR_NOT_BUILT without PCRE2). For TRAWL_STANDARD_SCHEME, also returns 0
 * if trawl has no grammar of the scheme's RFC. Much cheaper than trawl_check(). */
TRAWL_API int trawl_accepts(unsigned standard, const char *url, size_t n);

/* Returns the bits of the four standards that accept the URL, or an error (TRAWL_ERROR_NOT_BUILT
 * without PCRE2). `canonical` may be NULL. *canonical becomes 1 if the URL was found to be its own
 * canonical form, as most are, and 0 if only trawl_canonical() can tell. */
TRAWL_API int trawl_standards(const char *url, size_t n, int *canonical);

/* Iterate over a list inside a URL. Begin with *rest = v.part[TRAWL_PART_ADDRESSES], or
 * TRAWL_PART_FIELDS for trawl_next_field(); each call removes the first entry from *rest. Returns
 * 1, or 0 if *rest was empty. A field without "=" has an absent value.
 *
 *     trawl_span rest = v.part[TRAWL_PART_ADDRESSES], one;
 *
 *     while (trawl_next_address(url, &rest, &one) == 1)
 *         printf("to %.*s\n", (int)(one.to - one.from), url + one.from);
 */
TRAWL_API int trawl_next_address(const char *url, trawl_span *rest, trawl_span *address);
TRAWL_API int trawl_next_field(const char *url, trawl_span *rest, trawl_span *name,
                               trawl_span *value);

/* ---- Forms of a URL ---- */

/* A buffer of this size holds every form that the functions below write of a URL of n bytes. */
#define TRAWL_FORM_MAX(n) (3 * (n) + 300)

/* Writes the spelling that equal URLs share. The scheme and the host become lower case, and a host
 * beyond ASCII becomes A-labels. The hex digits of escapes become upper case. Escapes of letters,
 * digits and - . _ ~ are decoded, but a dot only where no segment becomes "." or "..". A default or
 * empty port and an empty fragment are removed. The empty path of http becomes "/". Nothing else is
 * decoded or encoded. A canonical URL does not change. Any bytes are accepted. In text without a
 * scheme, only the hex digits of escapes change, to upper case.
 *
 *     char text[TRAWL_FORM_MAX(2048)];
 *     size_t len;
 *
 *     if (n <= 2048 && trawl_canonical(url, n, text, sizeof text, &len) == TRAWL_OK)
 *         printf("%.*s\n", (int)len, text);
 */
TRAWL_API int trawl_canonical(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Writes the canonical form, changed further by the rules of the URL's scheme: two URLs that their
 * RFCs call equal have the same form. A label "URL:" is removed. file://localhost/a and file:/a
 * become file:///a. The empty path of a URL with a host becomes "/", or "/1" in gopher. In ftp the
 * user "anonymous" is removed. The type of ftp, the hosts of message-ids, the names of mailto's
 * fields and the namespace of a urn become lower case. The components of a urn and the marks
 * between the digits of a telephone number are removed. In gopher, and in the addresses and ids of
 * mailto, mid, cid and news, an escape is decoded if its character may be raw there and has no
 * special meaning. */
TRAWL_API int trawl_scheme_form(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Returns the default of a part (enum trawl_part) that is absent or empty in the URL, by the RFC of
 * its scheme: the type "1" for gopher, the user "anonymous" for ftp, the host "localhost" for file,
 * and the path "/" for a URL with a host. Returns an empty text if the part is not empty or has no
 * default. For the port, call trawl_scheme_lookup(). The text is static. */
TRAWL_API trawl_str trawl_part_default(const char *url, size_t n, int part);

/* Writes the canonical form of an http or https URL without the parameters of its query that only
 * track clicks, such as utm_source and fbclid (the table is src/gen/tracking.tsv). It may be equal
 * for different pages of the few servers that use these names for something else. For other URLs it
 * writes the scheme form. */
TRAWL_API int trawl_normal(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Writes an http or https URL without the parameters that trawl_normal() leaves out, and changes
 * nothing else; other URLs are copied. more[0..more_n) has the names of further parameters, one a
 * line: "name", "prefix_*", or "name SITE" for URLs of one site. "#" begins a comment. more may be
 * NULL if more_n is 0. */
TRAWL_API int trawl_untrack(const char *url, size_t n, const char *more, size_t more_n, char *out,
                            size_t size, size_t *len);

/* Writes the target that the URL of a known redirector or security gateway contains
 * (trawl_link.target). If the target is itself the URL of a redirector or gateway, writes the
 * innermost target. Returns 1 if a target was written, 0 for other URLs (*len is 0),
 * TRAWL_ERROR_NO_SPACE like trawl_canonical(), or TRAWL_ERROR_MISUSE. */
TRAWL_API int trawl_unwrap(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Writes the URL in ASCII: a host beyond ASCII becomes A-labels (or is percent-encoded if IDNA
 * refuses it), and every byte that is not allowed in a URI is percent-encoded. Nothing else
 * changes. */
TRAWL_API int trawl_ascii(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Writes a URL for people to read, by the minimal escaping of UTS #58: escapes of readable
 * characters are decoded, except where the character would end, split or disguise the URL. The
 * result leads to the same place. */
TRAWL_API int trawl_display(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Writes the URL so that no program makes a link of it: https://www.example.com/a.html as
 * hxxps://www[.]example[.]com/a.html. A defanged URL does not change. */
TRAWL_API int trawl_defang(const char *url, size_t n, char *out, size_t size, size_t *len);

/* What is suspicious about a host: bits. */
enum trawl_danger {
    /* A label mixes scripts beyond what UTS #39 calls highly restrictive. */
    TRAWL_DANGER_MIXED_SCRIPT = 1 << 0,
    /* Under a top-level domain in ASCII, all Cyrillic or Greek letters of a label look Latin. */
    TRAWL_DANGER_WHOLE_SCRIPT = 1 << 1,
    /* An IPv4 address that is not written as four decimal numbers: 0x7f.1, 2130706433. */
    TRAWL_DANGER_ODD_IP = 1 << 2,
    /* The host's ASCII form has an A-label ("xn--..."), or the host is written with escapes
     * ("%65"). */
    TRAWL_DANGER_PUNYCODE = 1 << 3,
    /* A label looks like one in ASCII; trawl_looks_like() writes the host with the ASCII label. */
    TRAWL_DANGER_CONFUSABLE = 1 << 4,
    /* A public IPv4 or IPv6 address, in any spelling. Addresses for special purposes (RFC 6890),
     * such as private ones, are not public. */
    TRAWL_DANGER_IP_HOST = 1 << 5
};

/* Returns the dangers of a URL's host, 0 without a host, or TRAWL_ERROR_NO_MEMORY. All unknown
 * scripts count as one. */
TRAWL_API int trawl_host_dangers(const char *url, size_t n);

/* Writes the host that a confusable host looks like: "paypal.com" for http://pаypal.com/, whose
 * second letter is Cyrillic. Writes nothing, with *len 0, if the host is not confusable. */
TRAWL_API int trawl_looks_like(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Writes the host as it is in the canonical form, without a final dot: "www.example.org". The host
 * of mailto is that of its first address. Without a host *len is 0. */
TRAWL_API int trawl_host(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Writes the site, which is the end of the host: its registrable domain by the Public Suffix List
 * with its private rules, such as "example.co.uk" for www.example.co.uk. A host without a
 * registrable domain, such as an IP address or "localhost", is its own site. Without a host *len is
 * 0. */
TRAWL_API int trawl_site(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Find the host and the site of a URL whose canonical form you already have. trawl_host_span()
 * returns the span of the host in that form, empty if there is no host. trawl_site_length() returns
 * the length of the site at the end of a host. */
TRAWL_API trawl_span trawl_host_span(const char *canonical, size_t n);
TRAWL_API size_t trawl_site_length(const char *host, size_t n);

/* Writes the sort key that indexes of web archives use (SURT): the canonical form with the labels
 * of the host in reverse, without scheme, user and fragment. The key of http://www.example.org/a?b
 * is "org,example,www)/a?b"; a key with a port is "org,example:8080)/". IP addresses are not
 * reversed. The key of a URL without "//" is its canonical form. */
TRAWL_API int trawl_surt(const char *url, size_t n, char *out, size_t size, size_t *len);

/* Returns 1 if both URLs have the same canonical form, 0 if not, or an error. */
TRAWL_API int trawl_same(const char *a, size_t a_n, const char *b, size_t b_n);

/* How a partial URL is resolved. */
enum trawl_resolve_rule {
    TRAWL_RESOLVE_3986 = 0,   /* RFC 3986 section 5.2, strict */
    TRAWL_RESOLVE_3986_LOOSE, /* like 3986, but ignores a scheme equal to the base's */
    TRAWL_RESOLVE_1630        /* RFC 1630, "Partial (relative) form" */
};

/* Resolves ref against base and writes the result. A ref with a scheme is copied (by RFC 3986,
 * without its dot segments). Accepts any bytes; a base without a scheme gives a result without
 * one. */
TRAWL_API int trawl_resolve(int rule, const char *base, size_t base_n, const char *ref,
                            size_t ref_n, char *out, size_t size, size_t *len);

/* ---- Settings ---- */

/* What to find: bits. Text inside a URL is never a link of another kind, even if URLs are not
 * wanted. */
enum trawl_find {
    TRAWL_FIND_URL = 1 << 0,       /* TRAWL_KIND_WRAP, _ANGLE, _BARE */
    TRAWL_FIND_WWW = 1 << 1,       /* www.example.com/x, ftp.example.com */
    TRAWL_FIND_ADDR = 1 << 2,      /* <joe@example.com> */
    TRAWL_FIND_EMAIL = 1 << 3,     /* joe@example.com */
    TRAWL_FIND_DOMAIN = 1 << 4,    /* example.com/x */
    TRAWL_FIND_MSGID = 1 << 5,     /* <1234@example.com> */
    TRAWL_FIND_HDR = 1 << 6,       /* in header fields (trawl_mail.h) */
    TRAWL_FIND_IP = 1 << 7,        /* 192.0.2.1/x */
    TRAWL_FIND_LOCALHOST = 1 << 8, /* localhost:8080/x */
    TRAWL_FIND_NETPATH = 1 << 9,   /* //example.com/x */
    TRAWL_FIND_HTML = 1 << 10,     /* in HTML attributes (trawl_mail.h) */
    TRAWL_FIND_OSC8 = 1 << 11      /* in hyperlinks of terminals (OSC 8) */
};
#define TRAWL_FIND_DEFAULT                                                                         \
    (TRAWL_FIND_URL | TRAWL_FIND_WWW | TRAWL_FIND_ADDR | TRAWL_FIND_EMAIL | TRAWL_FIND_OSC8)

enum trawl_profile {
    TRAWL_PROFILE_MAIL = 0, /* wrappers, and running text with the conventions of mail */
    TRAWL_PROFILE_UTS58,    /* running text by UTS #58, nothing else */
    TRAWL_PROFILE_RFC1738,  /* RFC 1738's wrappers, URLs that its grammar accepts; needs PCRE2 */
    TRAWL_PROFILE_SCREEN    /* like MAIL, for captures of terminals: joins broken URLs */
};

/* The markup that a text is written in. It decides how a URL is read that has escaped signs or that
 * is followed by brackets. The profiles UTS58 and RFC1738 ignore it. */
enum trawl_notation {
    TRAWL_NOTATION_AUTO = 0, /* judged from the first lines of the text and from its links */
    /* Nothing: brackets, backslashes and stars in a URL or after it belong to it where a URL may
     * have them. */
    TRAWL_NOTATION_NONE,
    TRAWL_NOTATION_ASCIIDOC, /* http://a.example/x[label] */
    TRAWL_NOTATION_MARKDOWN, /* [label](http://a.example/x) */
    TRAWL_NOTATION_TEXINFO   /* @url{http://a.example/@/x,label} */
};

/* What to report of each link: bits. What is not wanted is zero or empty, and costs nothing. PLACE,
 * TEXT, VERDICT and EXPLAIN include LINK; ATTACHED includes TEXT. The links, their kinds and URLs
 * do not depend on it. */
enum trawl_want {
    /* A LINK event for each link with its kind and URL. The event's span is exact if the text was
     * not decoded before the scan. In decoded text it is only near the link. */
    TRAWL_WANT_URL = 1 << 0,
    TRAWL_WANT_LINK = 1 << 1,    /* its flags, raw text, spans and other readings */
    TRAWL_WANT_PLACE = 1 << 2,   /* its line, column, quote depth and zone */
    TRAWL_WANT_TEXT = 1 << 3,    /* the text too: events TEXT, LINK_MORE and SKIP */
    TRAWL_WANT_EXPLAIN = 1 << 4, /* events EXPLAIN: each candidate, and the rule that decided it */
    TRAWL_WANT_UNREAD = 1 << 5,  /* a LIMIT event for each part that is not read (trawl_mail.h) */
    TRAWL_WANT_ATTACHED = 1 << 6 /* the bytes of attachments, in SKIP events (trawl_mail.h) */
};
#define TRAWL_WANT_DEFAULT (TRAWL_WANT_LINK | TRAWL_WANT_PLACE | TRAWL_WANT_TEXT)

/* Bits of trawl_config.options. */
enum trawl_option {
    /* Also guess on little evidence that a URL in running text was broken, and offer the joined URL
     * as another reading. */
    TRAWL_OPTION_JOIN = 1 << 0,
    TRAWL_OPTION_HYPHEN_DROP = 1 << 1,   /* first offer the URL without the hyphen at a break */
    TRAWL_OPTION_ALL_DOMAINS = 1 << 2,   /* also domains whose only evidence is their last label */
    TRAWL_OPTION_KNOWN_SCHEMES = 1 << 3, /* "x://" with an unknown scheme is not a link */
    TRAWL_OPTION_ANY_TLD = 1 << 4,       /* any last label but numbers and single letters */
    TRAWL_OPTION_CLASSIC_TLD = 1 << 5,   /* only com org net edu gov mil int arpa, and countries */
    /* If the beginning or end of a link in running text is in doubt, offer a reading with the other
     * beginning or end. Also set TRAWL_FLAG_UNKNOWN_TLD. */
    TRAWL_OPTION_OTHER_ENDS = 1 << 6,
    TRAWL_OPTION_PAGE_LINKS = 1 << 7, /* user rules may link inside the page: "#ref-1" */
    /* URLs of http, https and ftp are links only if their host looks public: it has a dot, a letter
     * in its last label, no "_" in its last two labels, and no hyphen at an end of a label. */
    TRAWL_OPTION_PUBLIC_HOSTS = 1 << 8
};

/* What to find and how. Zero members have their defaults. */
typedef struct trawl_config {
    size_t size;
    unsigned find;    /* enum trawl_find; 0 is TRAWL_FIND_DEFAULT */
    unsigned options; /* enum trawl_option */
    unsigned want;    /* enum trawl_want; 0 is TRAWL_WANT_DEFAULT */
    int profile;      /* enum trawl_profile */
    /* The only schemes that start a link with "//", separated by commas. Empty: any scheme. */
    trawl_str schemes;
    /* The top-level domains, one a line. Empty: the built-in list. */
    trawl_str tlds;
    /* Partial URLs in <URL:...> are resolved against this base, as by trawl_resolve(). If it is
     * empty or not an absolute URL, they stay partial. */
    trawl_str base;
    /* The text's charset: a name as mail and the web use it, in upper or lower case ("iso-8859-2").
     * Empty, "utf-8" and "us-ascii": UTF-8, and bytes that are not UTF-8 are read as windows-1252.
     * A byte-order mark of UTF-8, UTF-16 or UTF-32 at the front has priority. */
    trawl_str charset;
    /* The text of a rules file, see "User rules" below. Needs PCRE2. */
    trawl_str rules;
    /* Allocates like realloc; size 0 frees. NULL: malloc, realloc and free. It is called by all
     * threads that use the settings. */
    void *(*resize)(void *user, void *old, size_t size);
    void *resize_user;
    /* Bits of enum trawl_standard that choose which URLs are links; both need PCRE2. A URL is a
     * link only if some standard in `valid` accepts it and none in `invalid` does. If `valid` is 0,
     * only `invalid` counts. Here TRAWL_STANDARD_SCHEME means RFC 3986 where trawl has no grammar
     * of the scheme's RFC. */
    unsigned valid, invalid;
    /* The width in columns of the screen, or of the lines that a program broke; 0: unknown. A URL
     * in a line that ends at this column continues on the next line, unless the next line shows
     * that it is not a continuation. If you know which lines were only wrapped for display, leave
     * out their line feeds instead. */
    unsigned columns;
    int notation; /* enum trawl_notation: what the text is written in */
} trawl_config;

/* Compiled settings: made once, then shared by any number of scans and threads. */
typedef struct trawl_settings trawl_settings;

/* Makes settings; config may be NULL for the defaults. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY,
 * TRAWL_ERROR_BAD_CHARSET or TRAWL_ERROR_BAD_RULE. Returns TRAWL_ERROR_NOT_BUILT if a setting needs
 * PCRE2, and the library was built without it. Returns TRAWL_ERROR_MISUSE if the profile or the
 * notation is unknown, if config->size is not set, or if a member is set that the library does not
 * have. *s is NULL unless the result is TRAWL_OK. */
TRAWL_API int trawl_settings_open(trawl_settings **s, const trawl_config *config);

/* Closes settings; *s becomes NULL. s and *s may be NULL. Scans that use the settings keep them
 * until they are closed themselves. */
TRAWL_API void trawl_settings_close(trawl_settings **s);

/* ---- Links and events ---- */

enum trawl_kind {
    TRAWL_KIND_WRAP = 0,  /* <URL:...> */
    TRAWL_KIND_ANGLE,     /* <scheme:...> */
    TRAWL_KIND_ADDR,      /* <joe@example.com> */
    TRAWL_KIND_MSGID,     /* <1234@example.com>, where the text shows that it is a message-id */
    TRAWL_KIND_HDR,       /* from a header field (trawl_mail.h) */
    TRAWL_KIND_HTML,      /* from an HTML attribute (trawl_mail.h) */
    TRAWL_KIND_BARE,      /* a scheme in running text */
    TRAWL_KIND_WWW,       /* www.example.com/x */
    TRAWL_KIND_EMAIL,     /* joe@example.com */
    TRAWL_KIND_DOMAIN,    /* example.com/x */
    TRAWL_KIND_IP,        /* 192.0.2.1/x */
    TRAWL_KIND_LOCALHOST, /* localhost:8080/x */
    TRAWL_KIND_NETPATH,   /* //example.com/x */
    TRAWL_KIND_RULE,      /* from a user rule */
    TRAWL_KIND_OSC8,      /* a hyperlink of a terminal; its pieces are the text that it shows */
    TRAWL_KIND_COUNT
};

/* Returns "wrap" for TRAWL_KIND_WRAP and so on, as in JSON; "unknown" for other numbers. */
TRAWL_API const char *trawl_kind_name(int kind);

/* Why a link has another reading. */
enum trawl_why {
    TRAWL_WHY_HYPHEN = 1,  /* the hyphen at a line's end was, or was not, part of the URL */
    TRAWL_WHY_SPACE,       /* the blanks inside belong to the URL */
    TRAWL_WHY_ENTITY,      /* "&amp;" meant "&" */
    TRAWL_WHY_SOFT_HYPHEN, /* the soft hyphen at a line's end meant a hyphen */
    TRAWL_WHY_JOIN,        /* the URL does, or does not, continue on the next lines */
    TRAWL_WHY_QUOTED,      /* the URL is in quoted-printable that was not decoded */
    TRAWL_WHY_PUNCTUATION, /* punctuation at the end does, or does not, belong to the URL */
    TRAWL_WHY_NOTATION,    /* signs of other notations inside belong to the URL */
    TRAWL_WHY_END          /* by UTS #58 alone the URL begins or ends elsewhere */
};

/* Returns "hyphen" for TRAWL_WHY_HYPHEN and so on; "unknown" for other numbers. */
TRAWL_API const char *trawl_why_name(int why);

typedef struct trawl_alt {
    trawl_str url;
    int why;              /* enum trawl_why */
    unsigned reserved_1;  /* 0; like reserved[], room for members of later versions */
    uint64_t reserved[2]; /* 0 */
} trawl_alt;

#define TRAWL_ALTS 8 /* the most other readings of a link */

/* Properties of a link: bits of trawl_link.flags. trawl-formats(5) explains each more fully.
 *
 *     for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
 *         if (link->flags & TRAWL_FLAG(bit))
 *             printf("flag: %s\n", trawl_flag_name(bit));
 */
#define TRAWL_FLAG(bit) (UINT64_C(1) << (bit))   /* the flag of a bit */
#define TRAWL_FLAG_UNCLOSED TRAWL_FLAG(0)        /* first link in a wrapper without an end */
#define TRAWL_FLAG_HYPHEN_BREAK TRAWL_FLAG(1)    /* broken after a hyphen */
#define TRAWL_FLAG_PAGE_BREAK TRAWL_FLAG(2)      /* broken over two pages */
#define TRAWL_FLAG_CLOSER_AT_BOL TRAWL_FLAG(3)   /* closed by a ">" at the beginning of a line */
#define TRAWL_FLAG_TAG_DROPPED TRAWL_FLAG(4)     /* an HTML tag inside was left out */
#define TRAWL_FLAG_MULTI TRAWL_FLAG(5)           /* one of several links in the same wrapper */
#define TRAWL_FLAG_QUOTES TRAWL_FLAG(6)          /* in quotes inside its wrapper */
#define TRAWL_FLAG_INNER_SPACE TRAWL_FLAG(7)     /* had blanks between letters */
#define TRAWL_FLAG_SCHEME_IMPLIED TRAWL_FLAG(8)  /* "https://" or "ftp://" was added */
#define TRAWL_FLAG_NO_SCHEME TRAWL_FLAG(9)       /* a partial URL */
#define TRAWL_FLAG_UNKNOWN_SCHEME TRAWL_FLAG(10) /* its scheme is in no list */
#define TRAWL_FLAG_GLUED TRAWL_FLAG(11)          /* a word was glued to its scheme */
#define TRAWL_FLAG_GUESS_JOINED TRAWL_FLAG(12)   /* has another reading that is a guess */
#define TRAWL_FLAG_ENTITY TRAWL_FLAG(13)         /* holds "&amp;" */
#define TRAWL_FLAG_FORMAT_CHAR TRAWL_FLAG(14)    /* ends at, or holds, an invisible character */
#define TRAWL_FLAG_USERINFO TRAWL_FLAG(15)       /* http with a user, which can look like a host */
#define TRAWL_FLAG_BAD_PORT TRAWL_FLAG(16)       /* its port is not 1 to 65535 */
#define TRAWL_FLAG_BAD_PERCENT TRAWL_FLAG(17)    /* "%" without two hex digits */
#define TRAWL_FLAG_BAD_CHAR TRAWL_FLAG(18)       /* a character that no URL may have */
#define TRAWL_FLAG_SOFT_HYPHEN TRAWL_FLAG(19)    /* a soft hyphen was left out */
#define TRAWL_FLAG_RESOLVED TRAWL_FLAG(20)       /* a partial URL, resolved against the base */
#define TRAWL_FLAG_SIGNATURE TRAWL_FLAG(21)      /* below the line "-- " (trawl_mail.h) */
#define TRAWL_FLAG_ONE_CLICK TRAWL_FLAG(22)      /* List-Unsubscribe by RFC 8058 (trawl_mail.h) */
#define TRAWL_FLAG_MISMATCH TRAWL_FLAG(23)       /* its text shows another site (trawl_mail.h) */
#define TRAWL_FLAG_PIXEL TRAWL_FLAG(24)          /* an invisible picture (trawl_mail.h) */
#define TRAWL_FLAG_UNSUBSCRIBE TRAWL_FLAG(25)    /* unsubscribes from a list (trawl_mail.h) */
#define TRAWL_FLAG_AGAIN TRAWL_FLAG(26)          /* also in another form of the text, or its <a> */
#define TRAWL_FLAG_ODD_IP TRAWL_FLAG(27)         /* TRAWL_DANGER_ODD_IP */
#define TRAWL_FLAG_MIXED_SCRIPT TRAWL_FLAG(28)   /* TRAWL_DANGER_MIXED_SCRIPT */
#define TRAWL_FLAG_WHOLE_SCRIPT TRAWL_FLAG(29)   /* TRAWL_DANGER_WHOLE_SCRIPT */
#define TRAWL_FLAG_PUNYCODE                                                                        \
    TRAWL_FLAG(30) /* TRAWL_DANGER_PUNYCODE, if the text does not show the name */
#define TRAWL_FLAG_REFANGED TRAWL_FLAG(31) /* was written as "hxxp://a[.]example" (trawl_mail.h) */
#define TRAWL_FLAG_CONDITIONAL TRAWL_FLAG(32) /* in "<!--[if mso]>", for some mail programs only */
#define TRAWL_FLAG_CONFUSABLE TRAWL_FLAG(33)  /* TRAWL_DANGER_CONFUSABLE */
#define TRAWL_FLAG_LINE_END TRAWL_FLAG(34)    /* ends with its line, and may continue below */
#define TRAWL_FLAG_NOTATION TRAWL_FLAG(35)    /* signs of other notations inside were replaced */
#define TRAWL_FLAG_UNKNOWN_TLD TRAWL_FLAG(36) /* its last label is unknown; with OTHER_ENDS */
#define TRAWL_FLAG_FOREIGN_PORT                                                                    \
    TRAWL_FLAG(37) /* the port of another protocol (RFC 1738 section 6) */
#define TRAWL_FLAG_ENCODED_CRLF TRAWL_FLAG(38) /* %00, %0A or %0D for a line-based protocol */
#define TRAWL_FLAG_PASSWORD TRAWL_FLAG(39)     /* ftp, telnet, ... with a password */
#define TRAWL_FLAG_INCOMPLETE TRAWL_FLAG(40)   /* a gateway's link, visibly cut; never live */
#define TRAWL_FLAG_BACKSLASH TRAWL_FLAG(41)    /* browsers go to another host; never live */
#define TRAWL_FLAG_NOT_UTF8 TRAWL_FLAG(42)     /* bytes that are not UTF-8 were percent-encoded */
#define TRAWL_FLAG_IP_HOST TRAWL_FLAG(43)      /* TRAWL_DANGER_IP_HOST */
#define TRAWL_FLAG_COUNT 44                    /* the number of flags */

/* Returns "unclosed" for bit 0 and so on, as in JSON; "unknown" for other numbers. */
TRAWL_API const char *trawl_flag_name(int bit);

typedef struct trawl_link {
    size_t size;
    int kind;       /* enum trawl_kind */
    uint64_t flags; /* TRAWL_FLAG_... */
    /* The whole URL, with a scheme ("mailto:...", "https://..." for www). A partial URL that was
     * not resolved has no scheme. */
    trawl_str url;
    trawl_str raw;           /* as written in the text; pieces are separated by one space */
    const trawl_alt *alts;   /* other readings, most likely first */
    unsigned alt_count;      /* of alts */
    unsigned span_count;     /* of spans */
    const trawl_span *spans; /* the link's pieces, in bytes as fed */
    trawl_span extent;       /* from its first byte to its last, including its wrapper */
    uint64_t line, column;   /* of its first piece, from 1; columns are code points */
    unsigned quote;          /* the depth of quotes that ">" or other signs show */
    /* The members below are set by trawl_mail.h only. */
    int zone;            /* enum trawl_zone */
    trawl_str attribute; /* TRAWL_KIND_HTML: the name of the attribute */
    trawl_str anchor;    /* TRAWL_KIND_HTML: visible text of <a>, at most 256 bytes */
    /* With TRAWL_MAIL_OPTION_TARGETS: the URL that a known redirector leads to, and the whole URL
     * inside the link's path or query, decoded. */
    trawl_str target, inner;
    trawl_str quoted_by; /* who wrote the quote around the link, if a line above names the person */
} trawl_link;

enum trawl_event_type {
    /* Text outside URLs. If it is inside a link (a closing ">", a line break, a quote mark), `link`
     * is set. */
    TRAWL_EVENT_TEXT = 1,
    TRAWL_EVENT_LINK,      /* a link, with its first piece */
    TRAWL_EVENT_LINK_MORE, /* a further piece of the same link */
    TRAWL_EVENT_SKIP,      /* bytes that were not read (trawl_mail.h) */
    TRAWL_EVENT_MESSAGE,   /* a message begins (trawl_mail.h) */
    TRAWL_EVENT_PART,      /* a part of a message begins (trawl_mail.h) */
    /* A decision about a candidate, with the rule that made it. Decisions about a link precede the
     * link. */
    TRAWL_EVENT_EXPLAIN,
    TRAWL_EVENT_LIMIT, /* a limit was reached, so links may be missing here (trawl_mail.h) */
    TRAWL_EVENT_MARKUP /* kind of the text that follows: a heading, an item (trawl_mail.h) */
};

/* One event. Everything that it points to is valid until your sink returns. Ignore types that your
 * program does not handle: later versions may add some. The spans of TEXT, LINK, LINK_MORE and
 * SKIP events cover the input without gaps, so a program can write the text again:
 *
 *     static int mark(void *user, const trawl_event *e)
 *     {
 *         int piece = e->type == TRAWL_EVENT_LINK || e->type == TRAWL_EVENT_LINK_MORE;
 *
 *         (void)user;
 *         if (piece || e->type == TRAWL_EVENT_TEXT)
 *             printf(piece ? "[%.*s]" : "%.*s", (int)e->text.n, e->text.p);
 *         return 0;
 *     }
 *
 * If the input is not UTF-8, texts are converted to UTF-8 (with U+FFFD for a character that Unicode
 * lacks) and spans are in the bytes as fed. A character's span begins with its encoding, including
 * shift sequences before it, and ends where the span of the next character begins. Bytes that
 * encode no character are a TEXT event whose text is empty. */
typedef struct trawl_event {
    size_t size;
    int type;        /* enum trawl_event_type */
    unsigned index;  /* LINK, LINK_MORE: the piece's number, from 0; MARKUP: see trawl_markup */
    trawl_str text;  /* the text; EXPLAIN: the candidate; SKIP: see trawl_mail.h */
    trawl_span span; /* the place of the event, in bytes as fed */
    /* Set for LINK, LINK_MORE, and TEXT inside a link. For LIMIT with TRAWL_WANT_LINK, the
     * beginning of a URL that is too long. Otherwise NULL. */
    const trawl_link *link;
    const char *rule; /* EXPLAIN, LIMIT: the rule's number, "R8"; else NULL */
    const char *what; /* EXPLAIN, LIMIT: what the rule did, as a sentence; else NULL */
    /* The members below are set by trawl_mail.h. In an event that the library sends, `message` and
     * `part` are never NULL: outside a message both point to structs whose members are empty. */
    const struct trawl_mail_message *message; /* the message; its number is 0 outside messages */
    const struct trawl_mail_part *part;       /* the part; its type is empty outside parts */
    trawl_str field;                          /* the name of the header field */
    int reason;                               /* SKIP: enum trawl_skip; MARKUP: enum trawl_markup */
    unsigned want; /* enum trawl_want: what the scan reports; 0 in an event that you made */
} trawl_event;

/* Your function. Return 0 to continue. A positive value stops the scan and is returned by the call
 * that was feeding it. The only negative value that you may return is TRAWL_ERROR_NO_MEMORY, which
 * trawl_emit_event() may return: it is treated like a positive value. After all other negative
 * values, the scan stops, and the call returns TRAWL_ERROR_MISUSE. */
typedef int trawl_sink(void *user, const trawl_event *event);

/* ---- Scanning ----
 *
 * Feed the text in pieces of any size. Events are sent during the call, in the order of the text.
 * However the text is cut, the events are the same once neighbouring TEXT events are joined. Time
 * is linear in the length of the text. Memory does not depend on the length: a scan holds only text
 * that may still become a link, at most TRAWL_URL_MAX bytes.
 *
 * Your sink must not feed, finish, reset or close the scan that called it: the first three return
 * TRAWL_ERROR_MISUSE then, and change nothing. Other scans may be used. If your sink leaves by
 * longjmp() or an exception, the scan can only be closed; all other calls return
 * TRAWL_ERROR_MISUSE. The same holds for trawl_mail, and for trawl_emit and its write function.
 */

/* One scan. */
typedef struct trawl_scanner trawl_scanner;

/* Opens a scan. settings may be NULL for the defaults. You may close them at once: the scan keeps
 * them. Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE without a sink. *t is NULL
 * unless the result is TRAWL_OK. */
TRAWL_API int trawl_open(trawl_scanner **t, const trawl_settings *settings, trawl_sink *sink,
                         void *user);

/* Scans the next n bytes, which are not needed after the call. Returns TRAWL_OK, the sink's
 * positive value, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE. Misuse is a call from the scan's
 * own sink, and a sink that returns a negative value. So is a call after trawl_finish(), or after a
 * call that did not return TRAWL_OK, until trawl_reset(). */
TRAWL_API int trawl_feed(trawl_scanner *t, const void *bytes, size_t n);

/* Ends the text, and sends the events that waited for more of it. Returns the same as
 * trawl_feed(). */
TRAWL_API int trawl_finish(trawl_scanner *t);

/* Prepares for another text with the same settings, sink and memory. Offsets start at 0 again.
 * Returns TRAWL_OK, or TRAWL_ERROR_MISUSE for NULL and in the scan's own sink. */
TRAWL_API int trawl_reset(trawl_scanner *t);

/* Closes a scan; *t becomes NULL. Sends no event. t and *t may be NULL. Not to be called from the
 * scan's own sink. */
TRAWL_API void trawl_close(trawl_scanner **t);

/* Opens a scan, feeds it one text, and closes it. Returns the same as trawl_open() and
 * trawl_feed(). */
TRAWL_API int trawl_scan(const void *bytes, size_t n, const trawl_settings *settings,
                         trawl_sink *sink, void *user);

/* Your function for one link. Return 0 to continue. Other values are treated as those of a
 * trawl_sink. */
typedef int trawl_link_sink(void *user, const trawl_link *link);

/* Calls a function for each link of one text. Returns the same as trawl_scan(). */
TRAWL_API int trawl_each(const void *bytes, size_t n, const trawl_settings *settings,
                         trawl_link_sink *sink, void *user);

/* Calls a function for the link that has the byte bytes[offset] in one of its spans: the same link
 * that trawl_each() finds in the whole text. A terminal or an editor can use it to find the link at
 * the pointer. Reads the text from its start to the end of that link: pass what is visible, or a
 * few hundred lines. Returns 1 if there is such a link and the function returned 0. Returns 0 if
 * there is no such link. Otherwise returns the same as trawl_each(). */
TRAWL_API int trawl_at(const void *bytes, size_t n, size_t offset, const trawl_settings *settings,
                       trawl_link_sink *sink, void *user);

/* ---- User rules ----
 *
 * trawl_config.rules makes links of references that are not URLs: "RFC 1738", "Bug #123". The
 * format is described in trawl-rules(5). Each rule has a trigger, a PCRE2 pattern that is matched
 * where the trigger occurs, and a template for the URL. What the template's groups matched is
 * filled in percent-encoded. Such a link has the kind TRAWL_KIND_RULE, and its raw text is the
 * match. A match over several lines has a span for each line. With TRAWL_OPTION_PAGE_LINKS a URL
 * may be "#" and an id of the characters a-z 0-9 . - for text that becomes HTML. Links in <URL:...>
 * and <scheme:...> have priority over rules, and rules have priority over links in running text.
 * The longest match wins. A pattern that needs more than 100,000 steps or 16 MiB at one place does
 * not match there. After 32 such places the pattern is switched off for the rest of the text, and
 * trawl_rules_complaint() reports its rule.
 */

/* Where a rules file is wrong. */
typedef struct trawl_fault {
    size_t size;
    uint64_t line, column; /* from 1; columns are code points. 0 when nothing is wrong */
    char why[200];         /* one sentence, ending in a NUL */
} trawl_fault;

/* Tests the text of a rules file, as trawl_settings_open() does. Returns TRAWL_OK if it is right.
 * If a rule is wrong, fills *fault and returns TRAWL_ERROR_BAD_RULE; fault may be NULL. Other
 * results are TRAWL_ERROR_NO_MEMORY, TRAWL_ERROR_MISUSE, and TRAWL_ERROR_NOT_BUILT without
 * PCRE2. */
TRAWL_API int trawl_rules_check(const char *rules, size_t n, trawl_fault *fault);

/* Reports the i-th (from 0) of the rules that exceeded their limits in this scan: its name, its
 * line in the rules file, and at how many places it failed. Returns 1, or 0 when there are no more.
 * The name is valid until the scan is closed. */
TRAWL_API int trawl_rules_complaint(const trawl_scanner *t, unsigned i, trawl_str *rule,
                                    uint64_t *line, uint64_t *times);

/* ---- Schemes ---- */

enum trawl_status {
    TRAWL_STATUS_UNKNOWN = 0,  /* in no list */
    TRAWL_STATUS_PERMANENT,    /* registered with IANA as permanent */
    TRAWL_STATUS_PROVISIONAL,  /* registered with IANA as provisional */
    TRAWL_STATUS_HISTORICAL,   /* registered with IANA as historical */
    TRAWL_STATUS_UNREGISTERED, /* in use, or named in RFC 1630, but not registered */
    TRAWL_STATUS_EXPERIMENTAL  /* begins with "x-" (RFC 1738 section 4) */
};

typedef struct trawl_scheme {
    size_t size;
    int status; /* enum trawl_status */
    int port;   /* the default port, 0 for none */
} trawl_scheme;

/* Looks up a scheme's name, without its colon, in upper or lower case. Returns TRAWL_OK even if the
 * scheme is unknown, and TRAWL_ERROR_MISUSE after a wrong call. */
TRAWL_API int trawl_scheme_lookup(trawl_scheme *s, const char *name, size_t n);

/* Returns "permanent" and so on; "unknown" for other numbers. */
TRAWL_API const char *trawl_status_name(int status);

#ifdef __cplusplus
}
#endif

#endif
