/* trawl_emit.h - writers that turn text and its links into HTML, terminal text or Markdown
 *
 * A writer is a sink: give trawl_emit_event() to trawl_open() or trawl_mail_open() with the writer
 * as its user data, and the output is written through your function. The scan must report the text,
 * as it does by default (TRAWL_WANT_TEXT). A writer keeps only what one link needs, and some output
 * that it has not yet passed on. The writer of notes also keeps its list of links, so its memory
 * grows with the number of different links. The conventions of trawl.h apply.
 *
 * Example: standard input as an HTML page
 *
 *     #include <stdio.h>
 *     #include <trawl.h>
 *     #include <trawl_emit.h>
 *
 *     static int put(void *file, const char *bytes, size_t n)
 *     {
 *         return fwrite(bytes, 1, n, (FILE *)file) != n;
 *     }
 *
 *     int main(void)
 *     {
 *         trawl_emit_config config = TRAWL_EMIT_CONFIG_INIT;
 *         trawl_emit *page;
 *         trawl_scanner *t = NULL;
 *         char block[65536];
 *         size_t n;
 *         int failed;
 *
 *         config.options = TRAWL_EMIT_OPTION_PAGE;
 *         if (trawl_emit_open(&page, &config, put, stdout) != TRAWL_OK)
 *             return 2;
 *         failed = trawl_open(&t, NULL, trawl_emit_event, page);
 *         do {
 *             n = failed ? 0 : fread(block, 1, sizeof block, stdin);
 *             failed = failed ? failed : trawl_feed(t, block, n);
 *         } while (n > 0 && !failed);
 *         if (!failed && !(failed = trawl_finish(t)))
 *             failed = trawl_emit_finish(page);
 *         trawl_close(&t);
 *         trawl_emit_close(&page);
 *         return failed || ferror(stdin) ? 2 : 0;
 *     }
 */
#ifndef TRAWL_EMIT_H
#define TRAWL_EMIT_H

#include <trawl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The initial value of a trawl_emit_config, as in trawl.h. */
#define TRAWL_EMIT_CONFIG_INIT TRAWL_SIZED(trawl_emit_config)

enum trawl_emit_format {
    TRAWL_EMIT_FORMAT_HTML = 0, /* the text, escaped; links that are safe to open are <a> */
    /* The text with OSC 8 hyperlinks, for terminals and less -R. Of the text's own escape sequences
     * only SGR, which sets colours and the like, is kept. */
    TRAWL_EMIT_FORMAT_TERM,
    TRAWL_EMIT_FORMAT_MARKDOWN, /* CommonMark that renders to the same text and links */
    TRAWL_EMIT_FORMAT_NOTES,    /* the text with [1] after each link, then a list of the URLs */
    /* The text itself, with its broken links joined. Everything else is byte for byte the same, and
     * no line is lost or added. */
    TRAWL_EMIT_FORMAT_TEXT,
    TRAWL_EMIT_FORMAT_COUNT
};

enum trawl_emit_option {
    TRAWL_EMIT_OPTION_PAGE = 1 << 0,     /* HTML: a whole document, not a fragment */
    TRAWL_EMIT_OPTION_XHTML = 1 << 1,    /* HTML: well-formed XML */
    TRAWL_EMIT_OPTION_BOTH = 1 << 2,     /* HTML: other readings are links of their own */
    TRAWL_EMIT_OPTION_COLOR = 1 << 3,    /* TERM: underline links */
    TRAWL_EMIT_OPTION_NO_STYLE = 1 << 4, /* HTML page: no stylesheet */
    /* HTML: headings, paragraphs, lists, quotes and so on are elements. STRUCTURE is the default
     * for a page; with NO_STRUCTURE, the page is one <pre>. */
    TRAWL_EMIT_OPTION_STRUCTURE = 1 << 5,
    TRAWL_EMIT_OPTION_NO_STRUCTURE = 1 << 6,
    /* HTML page with structure: a table of contents. It is at the front if the config has an
     * outline, otherwise at the end. With an outline, a single text that has contents of its own
     * gets none. */
    TRAWL_EMIT_OPTION_TOC = 1 << 7,
    /* HTML page with structure: if the first lines of the text have a title, it is the page's
     * title. Nothing is written before it is known whether there is such a title. */
    TRAWL_EMIT_OPTION_OWN_TITLE = 1 << 8,
    /* HTML page: paragraphs keep their lines on wide screens. */
    TRAWL_EMIT_OPTION_KEEP_LINES = 1 << 9
};

/* How to write. Zero members have their defaults. All texts are copied. */
typedef struct trawl_emit_config {
    size_t size;
    int format;       /* enum trawl_emit_format */
    unsigned options; /* enum trawl_emit_option */
    /* Schemes that are live besides http, https and mailto, separated by commas; "news" alone
     * means ftp,news,nntp,gopher. javascript: and similar schemes are never live. This applies to
     * Markdown too. Rules F1 to F15 say which links are live. */
    trawl_str live;
    trawl_str title;     /* HTML page: its title; with OWN_TITLE, used if the text has none */
    trawl_str rel;       /* HTML: the rel, instead of "nofollow noopener noreferrer ugc" */
    trawl_str css_class; /* HTML: a class for every link */
    trawl_str target;    /* HTML: a target for every link */
    trawl_str css;       /* HTML page: a stylesheet instead of the built-in one */
    /* HTML: a template for hrefs, with "%u" for the percent-encoded URL. "SCHEME=TEMPLATE" is for
     * the links of one scheme, and makes them live. Separate several templates by spaces. A link
     * takes the template of its scheme, or else the template without a scheme. */
    trawl_str link_template;
    void *(*resize)(void *user, void *old, size_t size); /* as in trawl_config */
    void *resize_user;
    trawl_str lang; /* HTML page: its language, "en"; if empty, "und" (unknown) */
    /* HTML with structure: an outline from a first pass over the text (see "Outlines" below). With
     * an outline, links can lead to places further down in the text. You may close the outline
     * after trawl_emit_open(). */
    const struct trawl_outline *outline;
} trawl_emit_config;

/* Your function. It takes the next n bytes of the output. Return 0 to continue. A positive value
 * ends the output and is returned by the call that wrote. After a negative value that call returns
 * TRAWL_ERROR_MISUSE, except that TRAWL_ERROR_NO_MEMORY is passed on. Your function must not call
 * its writer: trawl_emit_event(), trawl_emit_flush() and trawl_emit_finish() return
 * TRAWL_ERROR_MISUSE there, and write nothing. If your function leaves by longjmp() or an
 * exception, the writer can only be closed. */
typedef int trawl_write(void *user, const char *bytes, size_t n);

typedef struct trawl_emit trawl_emit;

/* Opens a writer; config may be NULL for an HTML fragment. A fragment is for a page of yours: put
 * <pre> or "white-space: pre-wrap" around it. Its text content is the text as it may be shown: one
 * line end for CR and CRLF, no form feeds, U+FFFD for other controls, the character of windows-1252
 * for each byte that is not UTF-8, and "[U+202E]" for characters that are invisible or that reverse
 * the direction of text. Notes of the writer are in elements of class "trawl-note", and the header
 * of a message is in elements of class "trawl-head". Returns TRAWL_OK,
 * TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE. Misuse is an unknown format, a config without its
 * size, a `write` that is NULL, or a wrong link_template. A template is wrong if it has no "%u", is
 * not an http, https or mailto URL, or is for a scheme that cannot be live. *e is NULL unless the
 * result is TRAWL_OK. */
TRAWL_API int trawl_emit_open(trawl_emit **e, const trawl_emit_config *config, trawl_write *write,
                              void *user);

/* Writes the output for an event. This is a trawl_sink whose user data is a trawl_emit. It takes
 * the events of trawl_mail.h too: in an HTML page each message is a section with the anchor "mid-"
 * and its id, and a mid: URL of an earlier message leads there. A MESSAGE event without a message
 * begins another text. Output is passed to your function in blocks. Returns TRAWL_OK, the positive
 * value of your function, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE. Misuse is NULL, an event
 * without its size, and an event of a scan without TRAWL_WANT_TEXT. So is a call after
 * trawl_emit_finish(), or after a call that did not return TRAWL_OK. */
TRAWL_API int trawl_emit_event(void *e, const trawl_event *event);

/* Passes all collected output to your function. Returns the same as trawl_emit_event(). */
TRAWL_API int trawl_emit_flush(trawl_emit *e);

/* Returns 1 if a second writer can continue here, so that both outputs, joined, are the same as the
 * output of a single writer. Otherwise returns 0. The result is always 0 for a whole page and for
 * formats other than HTML. With this function and trawl_mail_tell(), a text can be written in
 * several threads. */
TRAWL_API int trawl_emit_is_complete(const trawl_emit *e);

/* Ends the output and passes all of it on. Returns the same as trawl_emit_event(). */
TRAWL_API int trawl_emit_finish(trawl_emit *e);

/* Closes a writer; *e becomes NULL. Writes nothing. e and *e may be NULL. */
TRAWL_API void trawl_emit_close(trawl_emit **e);

/* Scans one text and writes it. settings and config may be NULL for the defaults. Returns the same
 * as trawl_scan() and trawl_emit_event(). */
TRAWL_API int trawl_emit_text(const void *bytes, size_t n, const trawl_settings *settings,
                              const trawl_emit_config *config, trawl_write *write, void *user);

/* ---- Outlines ----
 *
 * In HTML with structure, headings and entries of reference lists have ids. Text such as "Section
 * 3.1", "[RFC1738]" or an entry of a table of contents is a link if the text has the place that it
 * names. Without an outline, only places further up are known.
 *
 * An outline lists the places in a text that links can lead to: headings, references, messages. To
 * make one, send the events of the whole text to trawl_outline_event() and call
 * trawl_outline_finish(). Then read the text again, and send its events to a writer whose config
 * has this outline. The first pass needs no links: settings that find few of them are faster. The
 * configs of the outline and of the writer must otherwise be equal. An outline keeps at most 65536
 * places. It also keeps what was decided about each line, which takes up to 30 MB, unless the text
 * has more than 524288 lines. If a line does not have the same length in both passes, the second
 * pass decides this line and all later lines again.
 */
typedef struct trawl_outline trawl_outline;

/* Opens an outline. Returns the same as trawl_emit_open(). */
TRAWL_API int trawl_outline_open(trawl_outline **o, const trawl_emit_config *config);

/* Adds the places in an event to the outline. This is a trawl_sink whose user data is a
 * trawl_outline. Returns the same as trawl_emit_event(). */
TRAWL_API int trawl_outline_event(void *o, const trawl_event *event);

/* Ends the text. Returns the same as trawl_emit_event(). */
TRAWL_API int trawl_outline_finish(trawl_outline *o);

/* Closes an outline; *o becomes NULL. o and *o may be NULL. Writers that use the outline keep it
 * until they are closed themselves. */
TRAWL_API void trawl_outline_close(trawl_outline **o);

/* When links of a scheme are live. */
enum trawl_live {
    TRAWL_LIVE_ALWAYS,       /* http, https, mailto */
    TRAWL_LIVE_LISTED,       /* if trawl_emit_config.live names the scheme */
    TRAWL_LIVE_UNREGISTERED, /* never: the scheme is not registered */
    TRAWL_LIVE_NEVER         /* never: it runs code, reads files or hides another URL */
};

/* Returns the enum trawl_live of a scheme. trawl_emit_href() tests the rest of a link, too. */
TRAWL_API int trawl_emit_live(const char *scheme, size_t n);

/* Tests whether a link would be live in HTML. The schemes in `live` are live too; `live` may be
 * NULL if live_n is 0. If the link is live, writes its href (a URI in ASCII, not escaped for HTML)
 * to out, and returns TRAWL_OK. If not, sets *why to a static sentence, unless why is NULL, and
 * returns TRAWL_EMIT_DEAD. Returns errors like trawl_canonical(). */
#define TRAWL_EMIT_DEAD 1 /* the link would not be live */
TRAWL_API int trawl_emit_href(const trawl_link *link, const char *live, size_t live_n, char *out,
                              size_t size, size_t *len, const char **why);

#ifdef __cplusplus
}
#endif

#endif
