/* page_inside.h - what page.c, page_values.c and page_links.c have in common */
#ifndef TRAWL_MAIL_PAGE_INSIDE_H
#define TRAWL_MAIL_PAGE_INSIDE_H

#include "mail/page.h"

/* For the tokenizer: attributes that hold links, and those that say something about them. */
bool page_wants(void *user, const html_name *tag, const html_name *name);
int page_attribute(void *user, const html_attribute *attribute);

/* White space of HTML. */
static inline bool page_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Does that attribute say something, in an element that is what (enum page_tag)? How a picture looks is not asked for with URLs. */
static inline bool page_holds_any(const page *p, const page_attribute_row *row, unsigned what)
{
    return row->tags == 0 || (row->tags & what && (row->tags != PAGE_TAG_IMAGE || !p->out.urls_only));
}

/* Its value. The names in a are not looked at. */
void page_take_value(page *p, const page_attribute_row *row, const html_attribute *a);

/* The tag's attributes are forgotten. */
static inline void page_forget_tag(page *p)
{
    p->values_n = 0;
    p->list_n = 0;
    p->width = p->height = 0;
    p->refresh = p->unseen = false;
}

/* page.c. A tag is complete, which is that (enum page_tag), and nothing hides it. */
int page_start(page *p, const html_name *tag, unsigned what, bool self_closing);
int page_end(page *p, unsigned what);

/* Text that may be shown; and a character of it, which stands for more of what was fed. */
int page_text(page *p, const char *text, size_t n, uint64_t at);
int page_character(page *p, const char *text, size_t n, uint64_t from, uint64_t to);

/* page_run.c. Usual tags and the text between them, for the tokenizer (html_out.run). */
int page_run(void *user, const char **at, const char *end, uint64_t place);

/* The tag is complete, which is that (enum page_tag): its links are told; that of an anchor waits. */
int page_links(page *p, const html_name *tag, unsigned what);

/* Running text, which is in the map; and what was gathered of it goes on, and no link goes on from there. */
int page_put(page *p, const char *text, size_t n);
int page_flush(page *p);

/* The anchor that is open, if one is, ends: its link is told, and the text in it goes on. The other one is for an anchor that is
 * open and has too much text: none of it waits any longer, but it goes on in what follows. */
int page_end_anchor(page *p);
int page_let_go(page *p);

#endif
