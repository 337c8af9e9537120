/* text.h - shared by all stages of the search: rules, byte classes, settings, the window, a link
 * under construction
 *
 * The interface of this folder. Nothing here depends on another folder of src/lib/find: text <-
 * {bare, ending, lines} <- join <- wrap <- scan.
 */
#ifndef TRAWL_FIND_TEXT_TEXT_H
#define TRAWL_FIND_TEXT_TEXT_H

#include <stdatomic.h>

#include "base/ascii.h"
#include "base/check.h"
#include "base/count.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "charset/charset.h"
#include "kernel/kernel.h"
#include "url/rules/rules.h"
#include "url/url.h"

/* ---- Rules ----
 *
 * RULE(R8) is true when the rule is on. It is the constant true, and leaves no code, except in the
 * library that tests are linked with: there tests/lib/find/t_rules_off.c switches off each rule, to
 * show that a test fails without it.
 */
#ifdef TRAWL_TEST_RULES

/* clang-format off */
#define RULES_ALL(X) \
    X(R1) X(R2) X(R3) X(R4) X(R5) X(R8) X(R9) X(R10) X(R12) X(R13) X(R15) X(R17) X(R18) X(R20) \
    X(R22) X(R31) X(R34) X(R35) X(R37) X(R38) X(R39) X(M1) X(M2) X(M3) X(M4) X(M5) X(M6) X(M7) X(M8) \
    X(M9) X(M10) X(M11) X(M13) X(M14) X(M15) X(M16) X(M20) X(M21) X(M22) X(D2) X(D3) X(D4) X(D6) X(C5)

/* Special cases: forms and lists of names that serve one program, protocol or notation. They are
 * switched like rules, so that tests/earn.py measures them. */
#define CASES_ALL(X) \
    X(CASE_IRC) X(CASE_LOGIN) X(CASE_NETWORK) X(CASE_FILE) X(CASE_SHAPES) X(CASE_DOLLARS) \
    X(CASE_CODE) X(CASE_PARTS) X(CASE_GMAIL) X(CASE_ID_WORD) X(CASE_FIELD) X(CASE_CALENDAR) \
    X(CASE_KEY) X(CASE_COLOUR) X(CASE_BACKSLASH) X(CASE_TROFF) X(CASE_HOLE) X(CASE_LITERAL) \
    X(CASE_KERBEROS) X(CASE_DOTS) X(CASE_TILDE) X(CASE_COUNTRY) X(CASE_SYMBOL) X(CASE_UNDERSCORE) \
    X(CASE_DASH) X(CASE_SENTENCE) X(CASE_FIELD_NAME) X(CASE_DEFANGED) X(CASE_PLACEHOLDER) \
    X(CASE_PORT_NAME) X(CASE_MASKED) X(CASE_GIT) X(CASE_SHORTENED) X(CASE_HALF) X(CASE_SIGNS) \
    X(CASE_PHONE) X(CASE_HOSTS) X(CASE_DID) X(CASE_SCP) X(CASE_FILE_PATH) X(CASE_RELATIVE) \
    X(CASE_ATTRIBUTE) X(CASE_VALUE) X(CASE_FONT) X(CASE_HIDDEN) X(CASE_DIGEST) X(CASE_WORD) \
    X(CASE_TAG) X(CASE_GUIDE) X(CASE_JABREF) X(CASE_PIPE) X(CASE_WINDOWS) X(CASE_TWINS) X(CASE_LINE) \
    X(CASE_QUOTE) X(CASE_UNICODE) X(CASE_ANSI) X(CASE_BOLD) X(CASE_TEXINFO) X(CASE_UNSEEN) \
    X(CASE_SIGN_0) X(CASE_SIGN_1) X(CASE_SIGN_2) X(CASE_SIGN_3) X(CASE_SIGN_4) X(CASE_SIGN_5) \
    X(CASE_SIGN_6) X(CASE_BITCOIN) X(CASE_NOSTR) X(CASE_MATRIX) X(CASE_GEO) X(CASE_DOI)
#define RULES_NAME(rule) RULE_##rule,
/* clang-format on */

enum rule_name { RULES_ALL(RULES_NAME) RULES, CASES_ALL(RULES_NAME) RULES_AND_CASES };

extern int rule_off; /* the rule or case that is off, or RULES for none; a test sets it */

#define RULE(name) (rule_off != RULE_##name)
/* RULE_ROW(CASE_SIGN_0, 2) is true when CASE_SIGN_2 is on. */
#define RULE_ROW(first, row) (rule_off != (int)(RULE_##first + (row)))

#else

#define RULE(name) true
#define RULE_ROW(first, row) true

#endif

/* ---- Byte classes ----
 *
 * Where an ASCII byte may occur in a link. Letters and digits are in all of these except BYTE_MARK;
 * no byte beyond ASCII is in any class.
 */
enum byte_class {
    BYTE_WORD = 1 << 0,   /* left of a trigger: a local part, a host, a scheme */
    BYTE_USER = 1 << 1,   /* a user or password (RFC 3986 section 3.2.1), and "@" */
    BYTE_ID = 1 << 2,     /* a message-id in a URL (RFC 5538 section 2.2), and more */
    BYTE_URL = 1 << 3,    /* a URI (RFC 3986 sections 2.2 and 2.3), and "%" */
    BYTE_MARK = 1 << 4,   /* a quote mark (R10) */
    BYTE_PLAIN = 1 << 5,  /* stands for itself in a wrapper: not white space, < > | \ or ( */
    BYTE_SCHEME = 1 << 6, /* a scheme, as ascii_is_scheme() */
    BYTE_LABEL = 1 << 7,  /* a label of a host: letters, digits and "-" */
    /* what it is */
    BYTE_ALPHA = 1 << 8,
    BYTE_DIGIT = 1 << 9,
    BYTE_ALNUM = BYTE_ALPHA | BYTE_DIGIT,
    BYTE_HEX = 1 << 10,
    BYTE_BLANK = 1 << 11, /* a space or a tab */
    BYTE_STOP = 1 << 12   /* may end a clause */
};

extern const uint16_t byte_class[256];

static inline bool byte_is(unsigned char c, unsigned classes)
{
    return (byte_class[c] & classes) != 0;
}

/* Returns true for a byte that is in the classes or in `others`; c may be -1. */
static inline bool byte_is_of_run(int c, unsigned classes, const char *others)
{
    if (c <= 0 || byte_is((unsigned char)c, classes))
        return c > 0;
    if (strlen(others) > 2) /* of a literal: known when it is compiled */
        return strchr(others, c);
    return c == others[0] || (others[0] && c == others[1]);
}

/* Returns true for one of `bytes`; c may be -1. */
static inline bool byte_is_one(int c, const char *bytes)
{
    return byte_is_of_run(c, 0, bytes);
}

/* Returns the end of the run at i, in p[i..to), of bytes in the classes or in `others`. */
static inline size_t bytes_run(const char *p, size_t i, size_t to, unsigned classes,
                               const char *others)
{
    while (i < to && byte_is_of_run((unsigned char)p[i], classes, others))
        i++;
    return i;
}

/* Returns the start of the run that ends at i, in p[least..i), of bytes in the classes or in
 * `others`. */
static inline size_t bytes_run_before(const char *p, size_t least, size_t i, unsigned classes,
                                      const char *others)
{
    while (i > least && byte_is_of_run((unsigned char)p[i - 1], classes, others))
        i--;
    return i;
}

/* Returns the first byte beyond ASCII in p[i..to), `to` for none. */
static inline size_t bytes_ascii_end(const char *p, size_t i, size_t to)
{
    while (i < to && (unsigned char)p[i] < 0x80)
        i++;
    return i;
}

/* Returns the place after the last byte in p[from..to) that equals `byte`, `from` for none. */
static inline size_t bytes_after_last(const char *p, size_t from, size_t to, char byte)
{
    return from + count_after_last(p + from, to - from, (unsigned char)byte);
}

/* Returns where the word, in lower case, begins in p[i..to), in any case; `to` for none. */
static inline size_t bytes_find(const char *p, size_t i, size_t to, const char *word)
{
    const size_t n = strlen(word);

    while (i + n <= to && !ascii_same(p + i, word, n))
        i++;
    return i + n <= to ? i : to;
}

/* Returns the first "://" in p[0..n), NULL for none. */
static inline const char *bytes_authority(const char *p, size_t n)
{
    const char *end = p + n;

    while ((p = memchr(p, ':', (size_t)(end - p))) && (end - p < 3 || memcmp(p, "://", 3) != 0))
        p++;
    return p;
}

/* ---- Settings: what to find and how, derived from trawl_config
 *
 * They do not change once they are made: any number of scans and threads share them.
 */

struct text;

typedef struct trawl_settings {
    unsigned find, options, want;
    unsigned config_find;    /* trawl_config.find */
    unsigned valid, invalid; /* trawl_config: the standards that accept, or refuse, a link */
    unsigned columns;        /* trawl_config.columns */
    uint8_t notation;        /* trawl_config.notation */
    bool judges;             /* settings_accept() may refuse a URL */
    int profile;
    memory m;
    const kernel *kernel;
    struct settings_sets {
        kernel_set tail;   /* bytes of a path that cannot affect where a link ends (find/ending) */
        kernel_set plain;  /* like `tail`, but without `codes` */
        kernel_set user;   /* a user and a password, without "@" */
        kernel_set codes;  /* bytes that stand for others: "%", "&", "=", "\\", U+2010, ligatures */
        kernel_set opened; /* what may be between a "<" and the ":" or "@" (find/wrap) */
        kernel_set id;     /* message-ids in URLs (BYTE_ID) */
        kernel_set local;  /* an ordinary local part (find/scan/ordinary.c) */
        kernel_set made;   /* bytes that stay in URLs made of addresses and ids: url_id_keeps() */
        kernel_set refang; /* REFANG_SIGNS */
        kernel_set triggers;   /* the scanner's own, for the fast search (find/scan) */
        kernel_set rule_first; /* first bytes of the triggers of the user's rules */
    } sets;
    unsigned char trigger[256]; /* 1 for the bytes that may begin one of the scanner's own */
    uint32_t ending_alone;      /* the rules that act on a plain link's last byte: trim.c */
    uint32_t ending[256];       /* for each byte, the rules about a link's end that may act on it */
    char *schemes; /* the caller's list in lower case, a comma after each entry; NULL for any */
    size_t schemes_n;
    uint32_t ends[4][32]; /* bare_may_end() */
    unsigned wanted;      /* bit n for "ftp", "http", "https", "mailto" of n letters */
    char *base;           /* NULL for none */
    size_t base_n;
    const names_row *charset; /* NULL for none */
    bool own_tlds;
    tld_set tlds;
    rules *rules;                 /* the user's rules; NULL for none */
    struct trawl_settings *plain; /* UTS #58 alone, with TRAWL_OPTION_OTHER_ENDS; else NULL */
    atomic_size_t holders;        /* the caller until trawl_settings_close(), and each open scan */
} settings;

/* Kinds whose text may occur inside a URL. There it is not a link by itself, even if URLs are not
 * wanted. */
#define SETTINGS_IN_URLS                                                                           \
    (TRAWL_FIND_EMAIL | TRAWL_FIND_WWW | TRAWL_FIND_DOMAIN | TRAWL_FIND_IP |                       \
     TRAWL_FIND_LOCALHOST | TRAWL_FIND_NETPATH)

static inline bool settings_find(const settings *s, unsigned bit)
{
    return (s->find & bit) != 0;
}

static inline bool settings_option(const settings *s, unsigned bit)
{
    return (s->options & bit) != 0;
}

static inline bool settings_mail(const settings *s)
{
    return s->profile != TRAWL_PROFILE_UTS58;
}

/* Returns true for the profiles mail and screen. */
static inline bool settings_mail_or_screen(const settings *s)
{
    return s->profile == TRAWL_PROFILE_MAIL || s->profile == TRAWL_PROFILE_SCREEN;
}

/* Returns true when a scheme of this name may start a link with "//". Sets *known when it is in a
 * list of schemes. */
bool settings_scheme(const settings *s, const char *name, size_t n, bool *known);

/* Returns true when the label is a top-level domain by the settings. */
bool settings_tld(const settings *s, const char *label, size_t n);

/* ---- The window of the text that the scanner sees ----
 *
 * Every decision is a function of the bytes in the window. Reading past its end while more text may
 * come returns "nothing" and marks the window as starved; the decision is then discarded and made
 * again when more text has come. So no decision depends on how the text was cut. To the left, the
 * window keeps enough for every rule.
 */

/* How far to the left of a place rules may read: the longest host and a little more. */
#define TEXT_LEFT_MAX 1088

/* A trawl_str of a literal. */
#define TEXT_STR(s)                                                                                \
    {                                                                                              \
        s, sizeof(s) - 1                                                                           \
    }

/* The row of addresses "<1@a.example> <2@a.example>" that was decided last; offsets in the whole
 * text. */
typedef struct text_ids {
    uint64_t open, to; /* the last address of the row */
    uint64_t first;    /* the "<" of the row's first address */
    bool is_id;        /* the addresses of the row are message-ids */
    bool news;         /* the text is a netnews article: its ids are "news:", not "mid:" (R17) */
} text_ids;

/* What is known of the notation that a text is written in (M22, notation.c): values of enum
 * trawl_notation, 0 for none. */
#define NOTATION_HEAD 4096
#define NOTATION_TIMES 2 /* links in a row that have to show it */

typedef struct notation_state {
    struct notation_known {
        uint8_t set;     /* the notation of the settings */
        uint8_t head_is; /* what the first bytes of the text show ... */
        bool judged;     /* ... once a rule has needed it */
        bool closed;     /* no more bytes are added to the first bytes: another text follows */
        uint8_t shown;   /* the notation of the last link that has shown one ... */
        uint8_t times;   /* ... 1; NOTATION_TIMES if the link before it has, too */
        uint16_t head_n; /* the first bytes that are kept ... */
        uint16_t most;   /* ... of so many; others were read by another scan, */
        uint64_t seen;   /* which has seen these rows of notation.c */
    } is;
    char head[NOTATION_HEAD];
} notation_state;

/* What find/ending/context.c has found out about the line before a link. */
typedef struct line_context {
    size_t start;        /* of the link */
    unsigned asked, yes; /* a bit for each question: whether it was answered, and the answer */
} line_context;

typedef struct text {
    const char *p;
    size_t n;                 /* bytes in the window */
    size_t floor;             /* the end of the last link: no link begins before it */
    uint64_t base;            /* the offset of p[0] in the whole text */
    bool final;               /* nothing follows the window */
    bool decoded;             /* scan_mode.decoded, during scan_run() */
    bool starved;             /* not final, and a byte past the end was read: */
    size_t wanted;            /* the first such byte */
    size_t id_host;           /* the place after the "@" of an id: no host begins there */
    text_ids *ids;            /* the scan's, during scan_run() */
    notation_state *notation; /* the scan's, during scan_run(); NULL where it is not known */
    struct text *source;      /* the window that this is a copy of; NULL for a window */
    unsigned above;           /* the shape of the line above p[0], 0 for none (lines/shape.c) */
    line_context line;        /* of the last link */
} text;

/* Marks the window as starved: the decision needs the byte at i, which is past the end. */
static inline void text_starve(text *t, size_t i)
{
    if (!t->final && !t->starved) {
        t->starved = true;
        t->wanted = i;
    }
}

/* Returns the byte at i, or -1 past the end. */
static inline int text_at(text *t, size_t i)
{
    if (i < t->n)
        return (unsigned char)t->p[i];
    text_starve(t, i);
    return -1;
}

/* Returns true when the byte at i is in one of the classes. */
static inline bool text_is_of(text *t, size_t i, unsigned classes)
{
    return byte_is((unsigned char)text_at(t, i), classes);
}

/* As bytes_run(), for at most `most` bytes. */
static inline size_t text_run(text *t, size_t i, size_t most, unsigned classes, const char *others)
{
    const size_t from = i;

    while (i - from < most && byte_is_of_run(text_at(t, i), classes, others))
        i++;
    return i;
}

/* Returns the end of the word at i, up to white space, for at most `most` bytes. */
static inline size_t text_word_end(text *t, size_t i, size_t most)
{
    const size_t from = i;

    while (i - from < most && text_at(t, i) > ' ')
        i++;
    return i;
}

/* Returns the character at i, or UTF8_INVALID with len 0 past the end. A byte that is not UTF-8 is
 * read as windows-1252 (doc/rules.md). */
utf8_char text_wide_char(text *t, size_t i);

static inline utf8_char text_char(text *t, size_t i)
{
    if (i < t->n && (unsigned char)t->p[i] < 0x80)
        return (utf8_char){(unsigned char)t->p[i], 1};
    return text_wide_char(t, i);
}

/* Returns the character that ends before i, which is > 0. */
utf8_char text_wide_char_before(const text *t, size_t i);

static inline utf8_char text_char_before(const text *t, size_t i)
{
    CHECK(i > 0 && i <= t->n);
    if ((unsigned char)t->p[i - 1] < 0x80)
        return (utf8_char){(unsigned char)t->p[i - 1], 1};
    return text_wide_char_before(t, i);
}

/* Returns true when the bytes at i are those of `lower`, ignoring the case of ASCII letters. */
bool text_has(text *t, size_t i, const char *lower);

static inline bool text_is(text *t, size_t i, const char *lower)
{
    return (i >= t->n || ((unsigned char)t->p[i] | 0x20) == ((unsigned char)lower[0] | 0x20)) &&
           text_has(t, i, lower);
}

/* Returns the row of base/prefix.h whose name is at i, with a dot and at most `digits` digits, or
 * NULL. */
const prefix_row *text_prefix(text *t, size_t i, unsigned digits);

/* Returns true when "www." is at i: as prefix_is_www(). */
static inline bool text_is_www(text *t, size_t i)
{
    const prefix_row *www = &prefix_rows[PREFIX_WWW];

    return text_is(t, i, www->name) && text_at(t, i + www->n) == '.';
}

/* More blanks in a row than this are not skipped, so that every skip is bounded. */
#define TEXT_BLANKS_MAX 1024

/* Returns true for characters that are invisible and could hide where a link goes (M8). Not for ZWJ
 * and ZWNJ: words need them. */
static inline bool text_invisible(uint32_t code)
{
    return unicode_is(code, UNICODE_HIDDEN);
}

/* Returns true when `is` holds for a character of t->p[i..to). */
bool text_any(text *t, size_t i, size_t to, bool (*is)(uint32_t code));

/* Returns true for lines and blocks that draw tables and frames on terminals (M16). */
static inline bool text_is_box(uint32_t code)
{
    return code >= 0x2500 && code <= 0x259F;
}

/* Returns the end of the spaces and tabs at i, at most TEXT_BLANKS_MAX of them. */
static inline size_t text_skip_blanks(text *t, size_t i)
{
    return text_run(t, i, TEXT_BLANKS_MAX, BYTE_BLANK, "");
}

/* Returns the start of the next line when a line break is at i, else i. */
static inline size_t text_after_break(text *t, size_t i)
{
    if (text_at(t, i) == '\r' && text_at(t, i + 1) == '\n')
        return i + 2;
    return text_at(t, i) == '\n' ? i + 1 : i;
}

/* Returns true when only blanks are between i and a line break. */
bool text_line_ends(text *t, size_t i);

/* Returns n, rounded up to whole steps of the kernel, since it reads a rest byte by byte. */
static inline size_t text_steps(size_t n)
{
    return (n + 31) & ~(size_t)31;
}

/* Returns the end of the run of bytes of the set at i, at most max bytes. */
static inline size_t settings_span(const settings *s, const kernel_set *set, text *t, size_t i,
                                   size_t max)
{
    size_t room = i < t->n ? t->n - i : 0, most = max < room ? text_steps(max) : room, n;

    n = s->kernel->span(set, t->p + i, most < room ? most : room);
    if (n == room && room < max)
        text_starve(t, i + n);
    return i + (n < max ? n : max);
}

/* ---- A link under construction: its text, its pieces, its other readings ----
 *
 * Places are indices into the window; they become offsets when the link is delivered.
 */

/* Limits of a candidate, counting everything that is left out of it (R31). */
#define FOUND_BYTES 8192
#define FOUND_LINES 64
#define FOUND_LOCAL 256
#define FOUND_HOST 1024
#define FOUND_SCHEME 64

/* A link has the most pieces when every second byte is left out. */
#define FOUND_PIECES (FOUND_BYTES / 2 + 2)

/* The longest implied prefix: "https://", "mailto:", "mid:". */
#define FOUND_PREFIX 16
_Static_assert(PREFIX_LETTERS + sizeof("://") - 1 <= FOUND_PREFIX, "the scheme of a bare host");

typedef struct piece {
    size_t from, to; /* in the window */
} piece;

typedef struct note {
    const char *rule, *what;
} note;

#define FOUND_NOTES 24

#define FOUND_REGION 192

typedef struct candidate {
    /* what candidate_begin() sets */
    int kind;
    bool over;       /* longer than FOUND_BYTES: no link, nor is the rest of the word */
    bool codes;      /* it may hold bytes that mean others, "%", "&", "=", or `shows` is set */
    bool plain;      /* danger_flags() finds nothing, unless `codes` is set; false: not tested */
    bool ascii;      /* its URL is known to be ASCII */
    uint8_t signs;   /* 0, SIGNS_STARS or SIGNS_AT: signs inside that it may lack (M20) */
    uint8_t shows;   /* enum trawl_notation: what the text around it is written in (M22) */
    bool settled;    /* the notation of the text or rows of data settle where it ends (M22, M16) */
    uint8_t gateway; /* enum unwrap_end of a gateway's link; 0 for others */
    size_t top, top_to; /* the last label of a plain host as the scanner read it, from its first
                         * byte on in the text; 0, 0 for other hosts */
    size_t other;       /* the end of another reading; 0 for none */
    size_t from, to;    /* including the wrapper */
    uint64_t flags;
    const char *url; /* into the window, or url_room */
    size_t url_n;
    unsigned piece_count, alt_count;
    size_t alt_used;
    /* what stays */
    piece *pieces; /* room for one at least */
    trawl_alt alts[TRAWL_ALTS];
    char *url_room; /* FOUND_BYTES + FOUND_PREFIX */
    char *alt_room; /* the texts of alts, one after the other */
    size_t piece_room, alt_size;
    const memory *m; /* allocates the pieces and the texts of alts */
    bool no_memory;  /* an allocation failed */
    bool url_only; /* no other readings are wanted; never affects the links, their kinds and URLs */
    bool wants_notes;        /* notes are wanted */
    note notes[FOUND_NOTES]; /* for --explain */
    unsigned note_count;
    char region[FOUND_REGION]; /* a note about the lines around it (find/lines) */
} candidate;

/* Begins an empty candidate of this kind, in from..to. */
static inline void candidate_begin(candidate *f, int kind, size_t from, size_t to)
{
    memset(f, 0, offsetof(candidate, pieces));
    f->kind = kind;
    f->codes = true;
    f->from = from;
    f->to = to;
    f->url = f->url_room;
}

/* Sets the URL to t->p[from..to), in one piece. */
static inline void candidate_whole(candidate *f, const text *t, size_t from, size_t to)
{
    CHECK(from < to && to <= t->n);
    f->pieces[0] = (piece){from, to};
    f->piece_count = 1;
    f->url = t->p + from;
    f->url_n = to - from;
}

/* Like candidate_whole(), with an implied prefix ("https://"). Nearly all such links fit into a
 * block, and copying a block is faster than copying only the bytes of the link. */
static inline void candidate_simple(candidate *f, const text *t, size_t from, size_t to,
                                    trawl_str prefix)
{
    candidate_whole(f, t, from, to);
    f->url_n += prefix.n;
    f->url = f->url_room;
    CHECK(prefix.n <= FOUND_PREFIX && to - from <= FOUND_BYTES);
    memcpy(f->url_room, prefix.p, prefix.n);
    if (to - from <= KERNEL_BLOCK && t->n - from >= KERNEL_BLOCK)
        memcpy(f->url_room + prefix.n, t->p + from, KERNEL_BLOCK);
    else
        memcpy(f->url_room + prefix.n, t->p + from, to - from);
}

/* Sets the URL made of the address or message-id t->p[from..to), encoded. */
static inline void candidate_id(candidate *f, const text *t, size_t from, size_t to,
                                const char *prefix)
{
    candidate_whole(f, t, from, to);
    f->url = f->url_room;
    f->url_n = url_of_id(f->url_room, prefix, t->p + from, to - from);
}

/* Makes room for n pieces. When out of memory, sets f->no_memory and returns false. */
bool candidate_room(candidate *f, size_t n);

/* Adds a reading, which is copied. Ignored when there is no room, when it equals the URL or another
 * reading, and when it is a gateway's link that is cut (R39). */
void candidate_alt(candidate *f, const char *url, size_t n, int why);

/* Makes this URL the first reading. The reading that was first until now becomes one of the
 * others. */
void candidate_prefer(candidate *f, const char *url, size_t n, int why);

/* Adds a note for --explain: the rule, and what it did. Both texts are static, or parts of the
 * candidate. */
void candidate_keep_note(candidate *f, const char *rule, const char *what);

static inline void candidate_note(candidate *f, const char *rule, const char *what)
{
    if (f->wants_notes)
        candidate_keep_note(f, rule, what);
}

/* Notes for --explain why the text from..to is not a link. */
void candidate_refused(candidate *f, size_t from, size_t to, const char *rule, const char *what);

/* ---- What the text is written in (M22, notation.c) ---- */

/* Keeps the first bytes of the text, as far as they are in this window and were in no earlier
 * window. */
void notation_keep(notation_state *state, const text *t);

/* Returns the state that another scan needs to continue at the end of the window t, which is the
 * start of a line. */
uint64_t notation_pack(notation_state *state, const text *t);

/* Continues at the place for which notation_pack() returned `packed`. */
void notation_unpack(notation_state *state, uint64_t packed);

/* Notes that a link of the text shows this notation. */
void notation_show(notation_state *state, uint8_t shown);

/* Returns the notation that the text is written in, TRAWL_NOTATION_AUTO if it is not known. It may
 * starve t. */
int text_notation(text *t);

/* Returns true when the settings say that the text is in no notation. */
static inline bool text_is_plain(const text *t)
{
    return t->notation && t->notation->is.set == TRAWL_NOTATION_NONE;
}

/* Returns true when "@url{" or another command of Texinfo for URLs and addresses ends at i. */
bool text_in_texinfo(const text *t, size_t i);

/* ---- Signs of other notations inside links (M20, sign.c) ---- */

enum { SIGNS_STARS = 1, SIGNS_AT };

typedef struct text_sign {
    unsigned len; /* bytes of the sign */
    char put;     /* what it stands for; '\0': nothing */
} text_sign;

/* Returns true for "**" at p after a sign of a URL, where a program may have broken a word. */
static inline bool text_is_stars(const char *p)
{
    return p[0] == '*' && p[1] == '*' && memchr("-/._=&?%", p[-1], 8);
}

/* Returns true when a sign of another notation is at i: "\:" of troff, "\/" of JSON, a colour, or a
 * hyphen of a formatter and a line break (R8). */
bool text_sign_at(text *t, size_t i, text_sign *found);

/* Returns the bytes of U+2010 or U+00AD at i, which formatters put where they break a word; 0 for
 * none. */
unsigned text_hyphen(text *t, size_t i);

/* Returns the start of the hyphen and line break, with blanks and quote marks after it, that end at
 * i; i for none. At the window's end the line feed may be missing after a carriage return. */
size_t text_break_find(const text *t, size_t i);

static inline size_t text_break_start(const text *t, size_t i)
{
    const char last = i > 3 ? t->p[i - 1] : 'x', before = i > 3 ? t->p[i - 2] : 'x';
    const bool may = last == '\n'  ? (unsigned char)before >= 0x80 || before == '\r'
                     : last == ' ' ? (unsigned char)before <= ' ' || before == '>' || before == '|'
                                   : last == '\t' || last == '\r' || last == '>' || last == '|';

    return may ? text_break_find(t, i) : i;
}

/* ---- The place in the text: line and column, and how the current line begins ----
 *
 * Counted lazily, up to a link or to bytes that leave the window, so that text without links costs
 * one search for line feeds. A line ends at LF (CRLF ends in one too); columns are code points.
 */

/* The bytes of a line's start that are kept. */
#define PLACE_HEAD 160

/* The quote marks at the start of a line (R10): single characters, or initials and a ">". */
#define PLACE_MARKS 32

typedef struct quote_marks {
    trawl_str marks[PLACE_MARKS]; /* in the line's head */
    unsigned count;
    unsigned angles; /* how many are ">", with initials or without */
    size_t end;      /* of the last mark, in the line's head */
    bool only_gt;    /* all marks are ">": a line without them is seldom part of the wrapper */
    bool less; /* "< " follows the marks, as in a diff: lines without it are not in the wrapper */
} quote_marks;

/* Moves *i past those of the marks that occur there, from the first on, and past blanks between
 * them. Returns the number of these marks. */
unsigned quote_marks_match(text *t, size_t *i, const quote_marks *m);

/* Moves *i past all of the marks. Returns false, with *i unchanged, when the line lacks a mark. */
bool quote_marks_skip(text *t, size_t *i, const quote_marks *m);

typedef struct place {
    const kernel *kernel;
    uint64_t at;     /* counted up to here, in the whole text */
    uint64_t line;   /* from 1 */
    uint64_t column; /* code points before `at` in its line */
    size_t head_n;
    bool closed;        /* the line has a link: the head ends before it */
    bool uncounted;     /* line and column are not wanted, only the starts of lines */
    uint64_t soft_from; /* the link at soft_from continues over soft line breaks ... */
    uint64_t soft_to;   /* ... up to here (find/join/quoted.c) */
    uint64_t join_from; /* the link at join_from was followed into the next lines ... */
    uint64_t join_to;   /* ... up to here (find/join/join.c) */
    /* not set by a text that begins: */
    char head[PLACE_HEAD]; /* head_n bytes: the start of the line, at most up to `at` */
    quote_marks marks;     /* of the head: place_marks() */
} place;

/* Counts up to t->p[i], which is after the bytes that were counted. */
void place_count(place *p, const text *t, size_t i);

/* Like place_count(), but does nothing for places that were counted already. */
static inline void place_advance(place *p, const text *t, size_t i)
{
    CHECK(i <= t->n);
    if (p->at < t->base + i)
        place_count(p, t, i);
}

/* Ends the head of the last line of a delivered link before the link's first piece in it. */
void place_end_head(place *p, const text *t, const candidate *f);

/* Like place_end_head(). Fast path: does nothing when lines are not counted and the link could not
 * be read as a quote mark, as initials or as a sign. */
static inline void place_close(place *p, const text *t, const candidate *f)
{
    if (!p->uncounted || f->piece_count > 1 || f->kind == TRAWL_KIND_RULE ||
        byte_is((unsigned char)t->p[f->pieces[0].from], BYTE_MARK))
        place_end_head(p, t, f);
}

/* Returns the quote marks of the line. */
const quote_marks *place_marks(place *p);

/* Returns how many of the line's marks are ">"; if `flowed`, the number of ">" with which the line
 * begins (RFC 3676 section 4.5). */
unsigned place_quote(place *p, bool flowed);

/* ---- The scanner's own tests of a URL's characters (form.c) ---- */

/* A URL taken apart. All are 0 where there is no such part; the host is url[host..host_to), without
 * user and port. */
typedef struct form {
    size_t scheme; /* the offset after the scheme's colon, 0 without a scheme */
    size_t authority_end;
    size_t host, host_to;
} form;

form form_of(const char *url, size_t n);

size_t form_scheme(const char *url, size_t n);

/* Returns true for a URI or an IRI with something after its scheme and after its "//"; "[", "]" and
 * "|" are forgiven. */
bool form_is_good(const char *url, size_t n);

/* The state of form_front_is_good(), which tests many prefixes of a text, each longer than the one
 * before. It reads each byte of the longest prefix once. */
typedef struct form_front {
    const char *url;
    size_t n;
    form parts;
    size_t good_to;  /* the characters before this place are good */
    unsigned hashes; /* "#" before good_to */
    bool ended;      /* the character at good_to is not good */
} form_front;

form_front form_front_of(const char *url, size_t n);

/* Returns true when url[0..n) is good. The prefix must not end inside a character. */
bool form_front_is_good(form_front *known, size_t n);

/* Returns the flags of a URL by its characters: bad-percent, bad-char, userinfo, bad-port,
 * unknown-scheme, format-char. */
uint64_t form_flags(const char *url, size_t n);

#endif
