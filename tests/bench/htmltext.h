/* htmltext.h - HTML as mail has it, by chance but always the same: newsletters in tables, replies of a word processor,
 * replies of web mail
 */
#ifndef TRAWL_TESTS_BENCH_HTMLTEXT_H
#define TRAWL_TESTS_BENCH_HTMLTEXT_H

#include <stdint.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct htmltext {
    char *p;
    size_t n, room;
    uint32_t chance;
} htmltext;

static inline unsigned htmltext_less(htmltext *t, unsigned n)
{
    t->chance = t->chance * 1664525u + 1013904223u;
    return (t->chance >> 8) % n;
}

static inline void htmltext_put(htmltext *t, const char *s)
{
    size_t n = strlen(s);

    if (t->n + n > t->room) {
        t->room = 2 * (t->n + n);
        t->p = realloc(t->p, t->room);
        if (!t->p)
            abort();
    }
    memcpy(t->p + t->n, s, n);
    t->n += n;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void
htmltext_printf(htmltext *t, const char *format, ...)
{
    char some[512];
    va_list args;

    va_start(args, format);
    vsnprintf(some, sizeof some, format, args);
    va_end(args);
    htmltext_put(t, some);
}

/* Some words, now and then with a reference. */
static inline void htmltext_words(htmltext *t, unsigned n)
{
    static const char *const words[] = {"the",  "offer",  "of",    "this",   "season", "ends",     "on",      "Friday",
                                        "and",  "we",     "would", "like",   "to",     "remember", "you",     "that",
                                        "your", "ticket", "is",    "valid",  "for",    "another",  "journey", "by",
                                        "rail", "or",     "boat",  "which,", "as",     "always,",  "can",     "be"};

    for (unsigned i = 0; i < n; i++) {
        if (i > 0)
            htmltext_put(t, htmltext_less(t, 12) ? " " : "\r\n");
        htmltext_put(t, words[htmltext_less(t, 32)]);
        if (htmltext_less(t, 40) == 0)
            htmltext_put(t, htmltext_less(t, 2) ? "&nbsp;" : "&rsquo;s");
    }
}

static inline void htmltext_link(htmltext *t, const char *style)
{
    htmltext_printf(t, "<a href=\"https://click.news%u.example/ls/click?upn=", htmltext_less(t, 100));
    for (unsigned i = 0, n = 4 + htmltext_less(t, 12); i < n; i++)
        htmltext_printf(t, "%08X", (unsigned)(t->chance + i * 2654435761u));
    htmltext_printf(t, "&amp;c=%u\" target=\"_blank\"%s>", htmltext_less(t, 1000), style);
    htmltext_words(t, 1 + htmltext_less(t, 5));
    htmltext_put(t, "</a>");
}

static inline void htmltext_row(htmltext *t)
{
    htmltext_put(t, "<tr>\r\n<td align=\"center\" valign=\"top\" style=\"padding:0 24px 16px 24px; font-family:Arial, "
                    "Helvetica, sans-serif; font-size:15px; line-height:22px; color:#333333;\">\r\n");
    htmltext_put(
        t, "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td>");
    if (htmltext_less(t, 2))
        htmltext_printf(t,
                        "<img src=\"https://img.example/p/%u.png\" width=\"%u\" height=\"40\" alt=\"\" "
                        "style=\"display:block; border:0; outline:none; text-decoration:none;\">",
                        htmltext_less(t, 100000), htmltext_less(t, 600));
    htmltext_words(t, 5 + htmltext_less(t, 40));
    htmltext_put(t, "<br>\r\n");
    htmltext_link(t, " style=\"color:#0055aa; text-decoration:underline;\"");
    htmltext_put(t, "</td></tr></table>\r\n<!--[if mso]></td><td width=\"20\"><![endif]-->\r\n</td>\r\n</tr>\r\n");
}

static inline void htmltext_newsletter(htmltext *t)
{
    htmltext_put(t, "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\">\r\n<html><head>\r\n"
                    "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\r\n<title>News</title>\r\n"
                    "<style type=\"text/css\">\r\n");
    for (unsigned i = 0, n = 10 + htmltext_less(t, 30); i < n; i++)
        htmltext_printf(t, ".col%u { width:100%% !important; padding:%upx 0 !important; }\r\n", i, i);
    htmltext_put(
        t, "</style>\r\n<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96"
           "</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\r\n</head>\r\n"
           "<body bgcolor=\"#f4f4f4\" style=\"margin:0; padding:0;\">\r\n<table width=\"600\" align=\"center\">\r\n");
    for (unsigned i = 0, n = 10 + htmltext_less(t, 20); i < n; i++)
        htmltext_row(t);
    htmltext_put(t, "</table>\r\n</body></html>\r\n");
}

static inline void htmltext_office(htmltext *t)
{
    htmltext_put(
        t, "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><meta name=Generator content=\"Word\">"
           "<style><!--\r\n/* Style Definitions */\r\np.MsoNormal, li.MsoNormal, div.MsoNormal\r\n"
           "\t{margin:0cm;\r\n\tmargin-bottom:.0001pt;\r\n\tfont-size:11.0pt;\r\n\tfont-family:\"Calibri\",sans-serif;}"
           "\r\n--></style></head><body lang=EN-GB link=\"#0563C1\"><div class=WordSection1>\r\n");
    for (unsigned i = 0, n = 8 + htmltext_less(t, 30); i < n; i++) {
        htmltext_put(t,
                     "<p class=MsoNormal><span style='font-size:10.0pt;font-family:\"Arial\",sans-serif;color:black'>");
        htmltext_words(t, 1 + htmltext_less(t, 50));
        if (htmltext_less(t, 4) == 0)
            htmltext_link(t, "");
        htmltext_put(t, "<o:p></o:p></span></p>\r\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>\r\n");
    }
    htmltext_put(t, "</div></body></html>\r\n");
}

static inline void htmltext_reply(htmltext *t)
{
    htmltext_put(t, "<div dir=\"ltr\">");
    for (unsigned i = 0, n = 3 + htmltext_less(t, 12); i < n; i++) {
        htmltext_put(t, "<div>");
        htmltext_words(t, 5 + htmltext_less(t, 60));
        htmltext_put(t, "<br></div><div><br></div>");
    }
    htmltext_put(t, "</div><br><div class=\"gmail_quote\"><blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px "
                    "0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">");
    for (unsigned i = 0, n = 3 + htmltext_less(t, 12); i < n; i++) {
        htmltext_put(t, "<p>");
        htmltext_words(t, 20 + htmltext_less(t, 60));
        if (htmltext_less(t, 4) == 0)
            htmltext_link(t, "");
        htmltext_put(t, "</p>\r\n");
    }
    htmltext_put(t, "</blockquote></div>\r\n");
}

/* Pages of all sorts, each as long as its kind is in mail, until there are so many bytes. */
static inline void htmltext_fill(htmltext *t, size_t n)
{
    while (t->n < n)
        switch (htmltext_less(t, 4)) {
        case 0:
        case 1:
            htmltext_newsletter(t);
            break;
        case 2:
            htmltext_office(t);
            break;
        default:
            htmltext_reply(t);
        }
}

#endif
