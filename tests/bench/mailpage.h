/* mailpage.h - a page that shows a plain text, as programs for mail send it beside the text
 *
 * Three manners: web mail's, a word processor's, a newsletter's. Lines become elements, "&", "<" and ">" references,
 * and a URL with "://" an anchor. UTF-8 stays as it is.
 */
#ifndef TRAWL_TESTS_BENCH_MAILPAGE_H
#define TRAWL_TESTS_BENCH_MAILPAGE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct mailpage_manner {
    const char *head, *before, *after, *link, *foot; /* the link stands in every fourth line */
} mailpage_manners[] = {
    {"<div dir=\"ltr\">", "<div>", "<br></div>\n", "", "</div>\n"},
    {"<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><meta name=Generator content=\"Word\">\n"
     "<style><!--\n/* Style Definitions */\np.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{margin:0cm;\n\tmargin-bottom:.0001pt;\n"
     "\tfont-size:11.0pt;\n\tfont-family:\"Calibri\",sans-serif;}\n--></style></head>"
     "<body lang=EN-GB link=\"#0563C1\"><div class=WordSection1>\n",
     "<p class=MsoNormal><span style='font-size:10.0pt;color:black'>", "<o:p></o:p></span></p>\n", "",
     "</div></body></html>\n"},
    {"<!DOCTYPE html>\n<html><head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n"
     "<style type=\"text/css\">\n.col1 { width:100% !important; padding:0 !important; }\n</style></head>\n"
     "<body bgcolor=\"#f4f4f4\" style=\"margin:0; padding:0;\">\n<table width=\"600\" align=\"center\">\n",
     "<tr><td align=\"left\" valign=\"top\" style=\"padding:0 24px; font-family:Arial, sans-serif; line-height:22px\">\n",
     "</td></tr>\n",
     "\n<a href=\"https://click.news.example.com/ls/click?upn=%08lX%08lX&amp;c=%lu\" target=\"_blank\">"
     "<img src=\"https://img.example.com/p/%lu.png\" alt=\"\"></a>\n",
     "<tr><td><img src=\"https://img.example.com/p/1.png\" width=\"600\" height=\"40\" alt=\"\"></td></tr></table>\n"
     "</body></html>\n"},
};

enum { MAILPAGE_MANNERS = sizeof mailpage_manners / sizeof mailpage_manners[0] };

typedef struct mailpage {
    char *out;
    size_t n, room;
} mailpage;

static inline void mailpage_bytes(mailpage *p, const char *s, size_t n)
{
    n = n < p->room - p->n ? n : p->room - p->n;
    memcpy(p->out + p->n, s, n);
    p->n += n;
}

static inline void mailpage_put(mailpage *p, const char *s)
{
    mailpage_bytes(p, s, strlen(s));
}

static inline void mailpage_text(mailpage *p, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == '<' || s[i] == '>' || s[i] == '&')
            mailpage_put(p, s[i] == '<' ? "&lt;" : s[i] == '>' ? "&gt;" : "&amp;");
        else if (s[i] != '\r')
            mailpage_bytes(p, s + i, 1);
}

/* The length of the URL that a text begins with; 0 where it does not. */
static inline size_t mailpage_url(const char *s, size_t n)
{
    size_t k = n > 8 && memcmp(s, "http", 4) == 0 && memchr(s, ':', 6) ? 4 : 0;

    while (k > 0 && k < n && s[k] > ' ' && s[k] != '<' && s[k] != '>' && s[k] != ')' && s[k] != '"')
        k++;
    return k;
}

static inline void mailpage_line(mailpage *p, const char *s, size_t n)
{
    for (size_t i = 0, url; i < n; i += url) {
        url = mailpage_url(s + i, n - i);
        if (url > 0) {
            mailpage_put(p, "<a href=\"");
            mailpage_text(p, s + i, url);
            mailpage_put(p, "\">");
            mailpage_text(p, s + i, url);
            mailpage_put(p, "</a>");
        } else
            mailpage_text(p, s + i, url = 1);
    }
}

/* A link that the line's bytes make another one each time. */
static inline void mailpage_link(mailpage *p, const char *form, const char *s, size_t n)
{
    char link[300];
    unsigned long sum = 1;

    for (size_t i = 0; i < n; i++)
        sum = (sum * 31 + (unsigned char)s[i]) & 0xFFFFFFFF;
    if (form[0] == 0 || sum % 4)
        return;
    snprintf(link, sizeof link, form, sum, (sum * 2654435761) & 0xFFFFFFFF, sum % 1000, sum % 99999);
    mailpage_put(p, link);
}

/* A page of the text into out; its length. */
static inline size_t mailpage_make(char *out, size_t room, const char *text, size_t n, unsigned manner)
{
    const struct mailpage_manner *way = &mailpage_manners[manner % MAILPAGE_MANNERS];
    mailpage p = {.out = out, .room = room};

    mailpage_put(&p, way->head);
    for (size_t i = 0, line; i < n; i += line + 1) {
        const char *end = memchr(text + i, '\n', n - i);
        line = end ? (size_t)(end - text) - i : n - i;
        mailpage_put(&p, way->before);
        mailpage_line(&p, text + i, line);
        mailpage_link(&p, way->link, text + i, line);
        mailpage_put(&p, way->after);
    }
    mailpage_put(&p, way->foot);
    return p.n;
}

#endif
