/* uri_list.h - text/uri-list: a URL a line, "#" begins a comment (RFC 2483 section 5, SPEC E15)
 *
 * It acts like a scanner: its events, with offsets in the text, go to a sink.
 */
#ifndef TRAWL_MAIL_URI_LIST_H
#define TRAWL_MAIL_URI_LIST_H

#include <stdbool.h>
#include <trawl.h>

/* A longer line is no URL. */
#define URI_LIST_LINE 8192

typedef struct uri_list {
    trawl_sink *sink;
    void *user;
    uint64_t at;   /* of the line's first byte that is kept */
    uint64_t line; /* its number */
    bool over;     /* the line is too long: text */
    size_t n;
    char p[URI_LIST_LINE];
} uri_list;

void uri_list_begin(uri_list *u, trawl_sink *sink, void *user);
int uri_list_feed(uri_list *u, const char *p, size_t n);
int uri_list_finish(uri_list *u);

#endif
