/* trawl_rewrite.h - change the links of HTML or of plain text, and no other byte
 *
 * A rewriter reads HTML, a whole page or a fragment, and writes it again. URLs in its text become
 * <a href="...">, and your function can change, add or remove links, including those that are
 * already there. All other bytes are written as they were read: markup, entities, quotes, case,
 * errors, NULs. Without the inserted tags, the output is the input. The same rewriter does not
 * change its own output again. An input without links is written unchanged. With
 * TRAWL_REWRITE_FORMAT_TEXT the input is plain text, whose URLs your function can replace. The
 * conventions of trawl.h apply.
 *
 * No link is put
 *   - into a, button, iframe, noembed, noframes, noscript, option, plaintext, script, select,
 *     style, template, textarea, title, xmp, the elements in trawl_rewrite_config.skip, comments,
 *     and tags;
 *   - into svg and math, except where these hold HTML that is shown (foreignObject, mtext);
 *   - after an <a> without an end tag, up to where a browser ends it, or the end of the input;
 *   - between the rows and cells of a table: a parser moves text from there to another place;
 *   - from a select or noscript whose content changes which elements are open after it (parsers
 *     differ about that) to the end of the input;
 *   - from a place where more than 512 elements are open to the end of the input.
 *
 * A URL that contains tags ("http://a.example/<b>x</b>", <wbr>) becomes a link if the tags are
 * whole elements of inline text, or comments, so that one <a> can hold the URL and changes nothing
 * else. Otherwise it is left as it is, and your function is called for it (TRAWL_REWRITE_LEFT).
 *
 * Example: make the links of standard input live, and open them in a new window
 *
 *     #include <stdio.h>
 *     #include <trawl_rewrite.h>
 *
 *     static int put(void *file, const char *bytes, size_t n)
 *     {
 *         return fwrite(bytes, 1, n, (FILE *)file) != n;
 *     }
 *
 *     static int decide(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
 *     {
 *         (void)user;
 *         if (link->type == TRAWL_REWRITE_NEW && link->link->kind == TRAWL_KIND_EMAIL)
 *             return trawl_rewrite_unlink(r);
 *         if (link->type == TRAWL_REWRITE_NEW || link->type == TRAWL_REWRITE_ANCHOR)
 *             return trawl_rewrite_set(r, "target", 6, "_blank", 6);
 *         return 0;
 *     }
 *
 *     int main(void)
 *     {
 *         trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
 *         trawl_rewrite *r;
 *         char block[65536];
 *         size_t n;
 *         int failed;
 *
 *         config.options = TRAWL_REWRITE_OPTION_ANCHORS;
 *         config.skip.p = "pre,code";
 *         config.skip.n = 8;
 *         config.decide = decide;
 *         if (trawl_rewrite_open(&r, &config, put, stdout) != TRAWL_OK)
 *             return 2;
 *         do {
 *             n = fread(block, 1, sizeof block, stdin);
 *             failed = trawl_rewrite_feed(r, block, n);
 *         } while (n > 0 && !failed);
 *         if (!failed)
 *             failed = trawl_rewrite_finish(r);
 *         trawl_rewrite_close(&r);
 *         return failed || ferror(stdin) ? 2 : 0;
 *     }
 */
#ifndef TRAWL_REWRITE_H
#define TRAWL_REWRITE_H

#include <trawl_emit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The initial values of the structs below, as in trawl.h. */
#define TRAWL_REWRITE_CONFIG_INIT TRAWL_SIZED(trawl_rewrite_config)
#define TRAWL_REWRITE_LINK_INIT TRAWL_SIZED(trawl_rewrite_link)

enum trawl_rewrite_format {
    TRAWL_REWRITE_FORMAT_HTML = 0, /* a page or a fragment */
    TRAWL_REWRITE_FORMAT_TEXT      /* plain text, whose URLs your function replaces */
};

enum trawl_rewrite_option {
    TRAWL_REWRITE_OPTION_ANCHORS = 1 << 0, /* HTML: also call your function for each <a> */
    TRAWL_REWRITE_OPTION_NO_TEXT = 1 << 1, /* HTML: do not search the text for links */
    TRAWL_REWRITE_OPTION_NO_REL = 1 << 2,  /* HTML: new links have no rel */
    /* HTML: a host beyond ASCII is shown in its ASCII form: the text of a new link becomes its
     * address. */
    TRAWL_REWRITE_OPTION_PUNYCODE = 1 << 3
};

/* Why your function is called. */
enum trawl_rewrite_type {
    /* HTML: text that becomes a link unless you call trawl_rewrite_unlink(). */
    TRAWL_REWRITE_NEW = 0,
    /* HTML: an <a> of the input, with TRAWL_REWRITE_OPTION_ANCHORS. Outside of the page's text (in
     * svg, select, template), its text is empty. */
    TRAWL_REWRITE_ANCHOR,
    /* TRAWL_REWRITE_FORMAT_TEXT: a URL, which stays unless you replace it. */
    TRAWL_REWRITE_TEXT,
    /* HTML: text with a URL that does not become a link, for the reason in `why`. Only this text
     * can be changed. */
    TRAWL_REWRITE_LEFT,
    /* A URL that exceeds the limit in `why`, and so is not a link. `text` and `href` are its
     * beginning, of about 8192 bytes or 64 lines; the rest is written as it is. Only this beginning
     * can be changed. */
    TRAWL_REWRITE_LONG
};

/* An attribute of a link. */
typedef struct trawl_rewrite_attribute {
    trawl_str name;       /* in lower case */
    trawl_str value;      /* decoded: "a&b" for "a&amp;b"; empty for an attribute without "=" */
    uint64_t reserved[2]; /* 0; room for members of later versions */
} trawl_rewrite_attribute;

/* An <a> of the input is held back until its end is known, but at most this many bytes of it. An
 * <a> has more limits: your function gets href and the first 31 other attributes of different
 * names, but no attribute whose name is longer than 31 bytes, and only the first 8192 bytes of a
 * value. */
#define TRAWL_REWRITE_ANCHOR_MAX 65536

/* A link. It and all that it points to are valid until your function returns. */
typedef struct trawl_rewrite_link {
    size_t size;
    int type; /* enum trawl_rewrite_type */
    /* The element's end was not found in TRAWL_REWRITE_ANCHOR_MAX bytes: `text` is only the
     * beginning, and trawl_rewrite_set_text() returns TRAWL_ERROR_NO_SPACE. */
    int text_cut;
    /* The address as it will be in the href, decoded. NEW: a URL in ASCII. ANCHOR: the value of the
     * attribute; href.p is NULL for an <a> without href. The other types: the URL. */
    trawl_str href;
    trawl_str text; /* the text that a reader sees, decoded, without tags */
    /* All attributes, in order: those of the tag, or those that a new link gets (href, rel, target,
     * class, title). */
    const trawl_rewrite_attribute *attributes;
    unsigned attribute_count;
    /* ANCHOR: 1 if the href is longer than 8192 bytes; `href` is its beginning. Also 1 if the tag
     * is longer than 131072 bytes: `attributes` and `span` are those of its beginning, which may
     * have no href, and `text` is empty and cut. Attributes that you set in such a tag are written
     * before the others, since browsers use the first attribute of each name. Those that you remove
     * are written there without a value, and so is href after trawl_rewrite_unlink(). */
    unsigned href_cut;
    /* What was found: its kind (TRAWL_KIND_BARE, _WWW, _EMAIL, ...), flags and other readings. For
     * an ANCHOR, only kind (TRAWL_KIND_HTML), url and raw are set. Its spans are in the visible
     * text of the whole input, not in its bytes. */
    const trawl_link *link;
    trawl_span span; /* the link's bytes in the input; ANCHOR: the bytes of its start tag */
    /* LEFT, LONG, ANCHOR with href_cut: a static sentence without a full stop; else NULL. */
    const char *why;
} trawl_rewrite_link;

typedef struct trawl_rewrite trawl_rewrite;

/* Your function, called for each link in the order of the input. It may call the functions below
 * for r. It returns 0 to go on. A positive value ends the output and is returned by the call that
 * was feeding. After a negative value that call returns TRAWL_ERROR_MISUSE, except that
 * TRAWL_ERROR_NO_MEMORY and TRAWL_ERROR_NO_SPACE are passed on. Your function must not feed,
 * finish, reset or close r. */
typedef int trawl_rewrite_decide(void *user, trawl_rewrite *r, const trawl_rewrite_link *link);

/* How to rewrite. Zero members have their defaults. All texts are copied. */
typedef struct trawl_rewrite_config {
    size_t size;
    int format;       /* enum trawl_rewrite_format */
    unsigned options; /* enum trawl_rewrite_option */
    /* What to find; trawl_config.charset and want have no effect. The input is UTF-8. NULL for the
     * defaults. You may close the settings after trawl_rewrite_open(). */
    const trawl_settings *settings;
    trawl_rewrite_decide *decide; /* NULL: every link that is found is put in */
    void *decide_user;
    trawl_str live;      /* like trawl_emit_config.live: schemes that may be links */
    trawl_str skip;      /* more elements in which nothing is linked, separated by commas */
    trawl_str rel;       /* of new links, instead of "nofollow noopener noreferrer ugc" */
    trawl_str css_class; /* a class for new links */
    trawl_str target;    /* a target for new links */
    /* New links: a longer text is cut to this many characters, the last of them U+2026, and the
     * link gets a title with the whole text. 0: no limit. */
    unsigned text_max;
    unsigned reserved_1;                                 /* 0 */
    void *(*resize)(void *user, void *old, size_t size); /* as in trawl_config */
    void *resize_user;
} trawl_rewrite_config;

/* Opens a rewriter; config may be NULL. The output is passed to `write`, like that of a trawl_emit.
 * Returns TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE for an unknown format, a config
 * without its size, or no write function. *r is NULL unless the result is TRAWL_OK. */
TRAWL_API int trawl_rewrite_open(trawl_rewrite **r, const trawl_rewrite_config *config,
                                 trawl_write *write, void *user);

/* Rewrites the next n bytes, which are not needed after the call. However the input is cut, the
 * output and the calls of your function are the same. A rewriter holds only what may still become
 * part of a link, and one <a> for your function. Returns TRAWL_OK, the positive value of a function
 * of yours, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE like trawl_feed(). */
TRAWL_API int trawl_rewrite_feed(trawl_rewrite *r, const void *bytes, size_t n);

/* Ends the input and writes what is held. Returns the same as trawl_rewrite_feed(). */
TRAWL_API int trawl_rewrite_finish(trawl_rewrite *r);

/* Prepares for another input with the same config. Returns the same as trawl_reset(). */
TRAWL_API int trawl_rewrite_reset(trawl_rewrite *r);

/* Closes a rewriter; *r becomes NULL. Writes nothing. r and *r may be NULL. */
TRAWL_API void trawl_rewrite_close(trawl_rewrite **r);

/* Opens a rewriter, feeds it one input, and closes it. Returns the same as trawl_rewrite_open() and
 * trawl_rewrite_feed(). */
TRAWL_API int trawl_rewrite_all(const void *bytes, size_t n, const trawl_rewrite_config *config,
                                trawl_write *write, void *user);

/* ---- Changing a link ----
 *
 * Only your function may call these, and only for the link that it was called for; otherwise they
 * return TRAWL_ERROR_MISUSE. Texts are copied, and escaped where they are written. Attributes are
 * changed where they are in the tag; new ones are added at its end. What you do not change keeps
 * its bytes. All return TRAWL_OK, TRAWL_ERROR_NO_MEMORY or TRAWL_ERROR_MISUSE.
 *
 *     function   NEW                   ANCHOR                 TEXT           LEFT, LONG
 *     set        in the new tag        in the tag             misuse         misuse
 *     remove     from the new tag      from the tag           misuse         misuse
 *     set_text   text of the link      text of the element    of the URL     of the URL
 *     unlink     no link, text stays   tags go, text stays    nothing        nothing
 */

/* Sets the attribute `name`, such as "href", to a value. The name is in lower case, and must
 * consist of letters, digits, "-", "_", ":" and ".", unless the link has an attribute of that name
 * already. Any address is accepted: your function judges it. */
TRAWL_API int trawl_rewrite_set(trawl_rewrite *r, const char *name, size_t name_n,
                                const char *value, size_t value_n);

/* Removes an attribute and its repetitions, if it is there. */
TRAWL_API int trawl_rewrite_remove(trawl_rewrite *r, const char *name, size_t name_n);

/* Replaces the text, which may become empty. Tags inside of it stay; the new text takes the place
 * of the first text. With trawl_rewrite_unlink(), the new text is written without a link. */
TRAWL_API int trawl_rewrite_set_text(trawl_rewrite *r, const char *text, size_t n);

/* Makes the link plain text. */
TRAWL_API int trawl_rewrite_unlink(trawl_rewrite *r);

/* ---- A page in UTF-8 ----
 *
 * A rewriter and a seal read UTF-8. These functions convert a page in another charset to UTF-8. The
 * charset is chosen as browsers choose it: by the byte-order mark; else by your config, where you
 * set the charset of the page's HTTP header; else by what the page declares in its first 1024
 * bytes. A page without any of these is read as UTF-8 if its first character beyond ASCII is valid
 * UTF-8, and as windows-1252 otherwise. Bytes of a page in UTF-8 are not changed.
 */
typedef struct trawl_recode trawl_recode;

typedef struct trawl_recode_config {
    size_t size;
    trawl_str charset;                                   /* a name; empty: not known */
    void *(*resize)(void *user, void *old, size_t size); /* as in trawl_config */
    void *resize_user;
} trawl_recode_config;

#define TRAWL_RECODE_CONFIG_INIT TRAWL_SIZED(trawl_recode_config)

/* Work like the functions of trawl_rewrite. trawl_recode_open() returns TRAWL_ERROR_BAD_CHARSET if
 * the library does not know the name of your charset. The next two functions return it if the
 * library knows the name, but the system's iconv lacks the charset. */
TRAWL_API int trawl_recode_open(trawl_recode **recode, const trawl_recode_config *config,
                                trawl_write *write, void *user);
TRAWL_API int trawl_recode_feed(trawl_recode *recode, const void *bytes, size_t n);
TRAWL_API int trawl_recode_finish(trawl_recode *recode);
TRAWL_API void trawl_recode_close(trawl_recode **recode);

/* ---- A seal ----
 *
 * For gateways that must know every address of a page. A seal reads HTML in UTF-8 and writes it
 * anew, so that a browser reads the output in one way only. It follows and loads only the addresses
 * that your function has set or kept. Your function is called for each address, wherever a browser
 * finds one: attributes of links, pictures, forms, frames, objects, SVG and MathML, srcset, ping,
 * refresh, style sheets and styles, pages in srcdoc. Scripts, event handlers, comments and <base>
 * are removed, and so is what only browsers without scripts show. Styles are written anew: rules
 * and properties that are not known are left out. The rest that a reader sees is the same.
 * The output begins with a byte-order mark, so that no charset that the page declares can change
 * how the output is read. Sealing the output again does not change it, if your function keeps what
 * it has set.
 *
 * Some addresses are always kept, and your function is not called for them: those inside of the
 * page ("#a"), parts of its message (cid:, mid:), pictures in data:, mailto:, tel:, sms:,
 * about:blank, about:invalid and empty addresses. In <link>, only about:blank and about:invalid are
 * always kept.
 */

/* Why your function is called. */
enum trawl_seal_what {
    TRAWL_SEAL_ADDRESS = 0, /* an address, which is removed unless you set or keep it */
    TRAWL_SEAL_SCRIPT,      /* a script or an event handler was removed */
    TRAWL_SEAL_UNREAD,      /* an attribute, or a style sheet, exceeds a limit and was removed */
    TRAWL_SEAL_STYLE,       /* parts of a style were left out, because they are not known */
    TRAWL_SEAL_ENDED        /* the output ends here, because it would exceed your limit */
};

typedef struct trawl_seal_place {
    size_t size;
    int what;            /* enum trawl_seal_what */
    unsigned left;       /* TRAWL_SEAL_STYLE: how many rules and declarations; else 0 */
    trawl_str tag;       /* in lower case */
    trawl_str attribute; /* in lower case; empty for what an element contains */
    trawl_str value;     /* the address in the input, with its character references decoded */
    /* The address as browsers read it, whole: "http://a.example/x" for "HTTP:\\a.example\x". Empty
     * if that cannot be known, as for a partial address without a base. */
    trawl_str url;
    uint64_t at; /* the offset of the tag in the input, or of the value that has it */
} trawl_seal_place;

#define TRAWL_SEAL_PLACE_INIT TRAWL_SIZED(trawl_seal_place)
#define TRAWL_SEAL_CONFIG_INIT TRAWL_SIZED(trawl_seal_config)

typedef struct trawl_seal trawl_seal;

/* Your function. Returns the same as a trawl_rewrite_decide. */
typedef int trawl_seal_decide(void *user, trawl_seal *s, const trawl_seal_place *place);

typedef struct trawl_seal_config {
    size_t size;
    trawl_seal_decide *decide; /* NULL: all addresses are removed */
    void *decide_user;
    trawl_str base;                                      /* the address of the page; copied */
    void *(*resize)(void *user, void *old, size_t size); /* as in trawl_config */
    void *resize_user;
    /* NULL: no limit. Else the output ends before the first tag or text with which it would have
     * more bytes than *limit. You may change the number between calls. */
    const uint64_t *limit;
} trawl_seal_config;

/* Work like the functions of trawl_rewrite. */
TRAWL_API int trawl_seal_open(trawl_seal **s, const trawl_seal_config *config, trawl_write *write,
                              void *user);
TRAWL_API int trawl_seal_feed(trawl_seal *s, const void *bytes, size_t n);
TRAWL_API int trawl_seal_finish(trawl_seal *s);
TRAWL_API void trawl_seal_close(trawl_seal **s);

/* For your function only: replace the address, or keep it as it is written. Return TRAWL_OK,
 * TRAWL_ERROR_NO_MEMORY or TRAWL_ERROR_MISUSE. */
TRAWL_API int trawl_seal_set(trawl_seal *s, const char *address, size_t n);
TRAWL_API int trawl_seal_keep(trawl_seal *s);

#ifdef __cplusplus
}
#endif

#endif
