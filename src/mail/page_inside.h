/* page_inside.h - what page.c, page_values.c and page_links.c have in common */
#ifndef TRAWL_MAIL_PAGE_INSIDE_H
#define TRAWL_MAIL_PAGE_INSIDE_H

#include "mail/page.h"

/* For the tokenizer: attributes that hold links, and those that say something about them. */
bool page_wants(void *user, const html_name *tag, const html_name *name);
int page_attribute(void *user, const html_attribute *attribute);

/* The tag's attributes are forgotten. */
static inline void page_forget_tag(page *p)
{
    p->values_n = 0;
    p->list_n = 0;
    p->width = p->height = 0;
    p->refresh = p->unseen = false;
}

/* The tag is complete, which is that (enum page_tag): its links are told; that of an anchor waits. */
int page_links(page *p, const html_name *tag, unsigned what);

/* Running text, which is in the map; and what was gathered of it goes on, before something else does. */
int page_put(page *p, const char *text, size_t n);
int page_put_all(page *p);

/* The anchor that is open, if one is, ends: its link is told, and the text in it goes on. The other one is for an anchor that is
 * open and has too much text: none of it waits any longer, but it goes on in what follows. */
int page_end_anchor(page *p);
int page_let_go(page *p);

#endif
