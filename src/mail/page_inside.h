/* page_inside.h - what page.c and page_links.c have in common */
#ifndef TRAWL_MAIL_PAGE_INSIDE_H
#define TRAWL_MAIL_PAGE_INSIDE_H

#include "mail/page.h"

bool page_is(const html_name *name, const char *wanted);
bool page_is_one_of(const html_name *name, const char *const *names, size_t count);

/* For the tokenizer: attributes that hold links, and those that say something about them. */
bool page_wants(void *user, const html_name *tag, const html_name *name);
int page_attribute(void *user, const html_attribute *attribute);

/* The tag's attributes are forgotten. */
void page_forget_tag(page *p);

/* The tag is complete: its links are told; that of an anchor waits. */
int page_links(page *p, const html_name *tag);

/* The anchor that is open, if one is, ends: its link is told, and the text in it goes on. */
int page_end_anchor(page *p);

#endif
