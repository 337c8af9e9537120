/* trawl_emit.h - text into hypertext: writers for what a scan finds
 *
 * A writer is a sink: give trawl_emit_event() to trawl_open() with the writer as its user, and it
 * writes the text, with its links, through your function as the events come. It holds nothing back
 * but what one link needs; only that for notes keeps the list it ends with, so its memory grows
 * with the number of different links. Conventions are those of trawl.h.
 *
 * Example: a text as HTML
 *
 *     #include <stdio.h>
 *     #include <trawl.h>
 *     #include <trawl_emit.h>
 *
 *     static int put(void *file, const char *bytes, size_t n)
 *     {
 *         return fwrite(bytes, 1, n, (FILE *)file) == n ? 0 : 1;
 *     }
 *
 *     int main(void)
 *     {
 *         trawl_emit_config format = {sizeof format};
 *         trawl_emit *html;
 *         trawl *t;
 *         char block[65536];
 *         size_t n;
 *
 *         format.format = TRAWL_EMIT_FORMAT_HTML;
 *         if (trawl_emit_open(&html, &format, put, stdout) != TRAWL_OK)
 *             return 2;
 *         if (trawl_open(&t, NULL, trawl_emit_event, html) != TRAWL_OK)
 *             return 2;
 *         while ((n = fread(block, 1, sizeof block, stdin)) > 0)
 *             trawl_feed(t, block, n);
 *         trawl_finish(t);
 *         trawl_emit_finish(html);
 *         trawl_close(&t);
 *         trawl_emit_close(&html);
 *         return 0;
 *     }
 */
#ifndef TRAWL_EMIT_H
#define TRAWL_EMIT_H

#include <trawl.h>

#ifdef __cplusplus
extern "C" {
#endif

enum trawl_emit_format {
    TRAWL_EMIT_FORMAT_HTML =
        1, /* the text, escaped, each link live where that is safe                        */
    TRAWL_EMIT_FORMAT_TERM, /* the text with OSC 8 hyperlinks, for terminals and less -R                    */
    TRAWL_EMIT_FORMAT_MARKDOWN, /* the text as Markdown (CommonMark) that renders to the same text and links    */
    TRAWL_EMIT_FORMAT_NOTES /* the text with [1] behind each link, and the list of their URLs at its end; keeps it */
};

enum trawl_emit_option {
    TRAWL_EMIT_OPTION_PAGE =
        1 << 0, /* HTML: a whole document, not a piece for one                          */
    TRAWL_EMIT_OPTION_REFLOW =
        1 << 1, /* HTML page: paragraphs flow, quotes are quotes, the signature stands apart */
    TRAWL_EMIT_OPTION_XHTML =
        1 << 2, /* HTML: well-formed XML                                                */
    TRAWL_EMIT_OPTION_BOTH =
        1 << 3, /* HTML: further readings are links of their own, marked as such        */
    TRAWL_EMIT_OPTION_COLOR =
        1 << 4, /* TERM: links are underlined                                           */
    TRAWL_EMIT_OPTION_NO_STYLE =
        1 << 5 /* HTML page: no stylesheet                                             */
};

/* How to write. Set size, and format; the rest may be zero. Kept texts are copied. */
typedef struct trawl_emit_config {
    size_t size;
    int format;       /* enum trawl_emit_format */
    unsigned options; /* enum trawl_emit_option */
    trawl_str
        live; /* schemes that are live besides http, https and mailto, separated by commas; "news" alone
                                stands for ftp,news,nntp,gopher. Never javascript: and its like, whatever stands here */
    trawl_str title;     /* HTML page: its title */
    trawl_str rel;       /* HTML: instead of "nofollow noopener noreferrer ugc" */
    trawl_str css_class; /* HTML: a class for every link */
    trawl_str target;    /* HTML: a target for every link */
    trawl_str css;       /* HTML page: a stylesheet instead of the built-in one */
    trawl_str
        link_template; /* HTML: every href, with "%u" standing for the link, percent-encoded */
    void *(*resize)(void *user, void *old, size_t size); /* as in trawl_config */
    void *resize_user;
    char *room;       /* a buffer of yours for the output, see trawl_write; NULL: none */
    size_t room_size; /* at least TRAWL_EMIT_ROOM */
    size_t *room_n;   /* how many of its bytes are taken */
} trawl_emit_config;

#define TRAWL_EMIT_ROOM 4096

/* Takes bytes of the output; 0 to go on, anything positive ends it and is returned. It is called at
 * the latest when the event is over that they were written for. But with a room, the output is put
 * there, behind what it holds already, and stays: only when it is full, and at the finish, all of
 * it (room, *room_n) is given to this function, and *room_n is 0 then. In between you may take it
 * yourself, and set *room_n to 0. Bytes that the room is too small for come by themselves, after
 * what is in it. */
typedef int trawl_write(void *user, const char *bytes, size_t n);

typedef struct trawl_emit trawl_emit;

/* Begin. TRAWL_OK, TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE for an unknown format, a config
 * without its size, no write function, a room that is too small or not counted, a template without
 * "%u" or one that is no http, https or mailto URL; *e is NULL unless it is TRAWL_OK. */
TRAWL_API int trawl_emit_open(trawl_emit **e, const trawl_emit_config *config, trawl_write *write,
                              void *user);

/* A trawl_sink whose user is a trawl_emit, also for what trawl_mail.h sends: in an HTML page a
 * message is a section, whose anchor is "mid-" and its id, and a mid: URL of one further up leads
 * there. Event types it does not know are ignored. */
TRAWL_API int trawl_emit_event(void *e, const trawl_event *event);

/* 1 if nothing is open: what comes next would be written as if it were the beginning, so that
 * another writer may write it, and both outputs together are what one would have written. 0 if
 * something is, and always where a text is more than its pieces: for anything but HTML that is no
 * page. */
TRAWL_API int trawl_emit_is_calm(const trawl_emit *e);

/* The text is over: what belongs behind it is written. TRAWL_OK, what the write function returned,
 * TRAWL_ERROR_NO_MEMORY, or TRAWL_ERROR_MISUSE for NULL. */
TRAWL_API int trawl_emit_finish(trawl_emit *e);

/* Free it; *e becomes NULL. Writes nothing. */
TRAWL_API void trawl_emit_close(trawl_emit **e);

/* Would a link be live in HTML, with these extra schemes? TRAWL_OK: yes, and its href (a URI in
 * ASCII, not yet escaped for HTML) is written to out; TRAWL_EMIT_DEAD: no, and *why, unless why is
 * NULL, is a static sentence; or an error as trawl_canonical. */
#define TRAWL_EMIT_DEAD 1
TRAWL_API int trawl_emit_href(const trawl_link *link, trawl_str live, char *out, size_t size,
                              size_t *len, const char **why);

#ifdef __cplusplus
}
#endif

#endif
