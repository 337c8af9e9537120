/* old.c - reads the pages of older list archives: pipermail, hypermail, MHonArc, HyperKitty
 *
 * A page that shows a message becomes the mail that it shows: fields Message-ID, Subject, Date and
 * From, and the text, which stays HTML. For each program, one table has the marks by which its
 * pages are recognized, and the marks between which the fields are. The reader of mail decodes the
 * fields.
 *
 * No page has more of a message than this: pipermail names no other fields, and its addresses are
 * those of the page ("ann at a.example").
 */
#include "app/gather/gather.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/ascii.h"

#define OLD_MOST ((size_t)4 << 20) /* larger pages are not read */

enum old_field { OLD_ID, OLD_SUBJECT, OLD_DATE, OLD_FROM, OLD_ADDRESS, OLD_FIELDS };

/* What is between two marks. A first mark that is the start of a tag stands for the whole tag. */
struct old_place {
    const char *from, *to;
};

enum { PLACES = 3 /* at most, of each field; the first that a page has counts */, LISTS = 2 };

struct old_program {
    const char *name;
    const char *message, *lists[LISTS]; /* a mark of its pages of messages; marks of its other
                                         * pages */
    struct old_place fields[OLD_FIELDS][PLACES], text[PLACES];
};

/* OLD_FROM is the name, or the whole field if the program has no OLD_ADDRESS. */
static const struct old_program old_programs[] = {
    {"pipermail",
     "<!--beginarticle-->",
     {"Pipermail 0.", "/thread.html\">[ "},
     {[OLD_ID] = {{"In-Reply-To=%3C", "%3E\""}}, /* its own id, in a link to reply */
      [OLD_SUBJECT] = {{"<H1>", "</H1>"}},
      [OLD_DATE] = {{"<I>", "</I>"}},
      [OLD_FROM] = {{"<B>", "</B>"}},
      [OLD_ADDRESS] = {{"<A HREF=\"mailto:", "</A>"}}},
     {{"<!--beginarticle-->", "<!--endarticle-->"}}},
    {"MHonArc",
     "<!--X-Message-Id: ",
     {"<!-- MHonArc v", "<!--X-Head-End-->"},
     {[OLD_ID] = {{"<!--X-Message-Id: ", " -->"}},
      [OLD_SUBJECT] = {{"<!--X-Subject: ", " -->"}},
      [OLD_DATE] = {{"<!--X-Date: ", " -->"}},
      [OLD_FROM] = {{"<!--X-From-R13: ", " -->"}, {"<!--X-From: ", " -->"}}},
     {{"<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"}}},
    {"hypermail",
     "<!-- isosent=\"",
     {"content=\"hypermail ", "<!-- trailer=\"footer\" -->"},
     {[OLD_ID] = {{"<!-- id=\"", "\" -->"}},
      [OLD_SUBJECT] = {{"<!-- subject=\"", "\" -->"}},
      [OLD_DATE] = {{"<!-- sent=\"", "\" -->"}},
      [OLD_FROM] = {{"<!-- name=\"", "\" -->"}},
      [OLD_ADDRESS] = {{"<!-- email=\"", "\" -->"}}},
     {{"</address>", "<span id=\"received\">"}, /* ends the fields above the text */
      {"</address>", "<!-- body=\"end\" -->"},
      {"<!-- body=\"start\" -->", "<!-- body=\"end\" -->"}}},
    {"HyperKitty",
     "class=\"messagelink",
     {"hyperkitty/libs/", "hyperkitty/js/"},
     {[OLD_ID] = {{"In-Reply-To=", "\""}},
      [OLD_SUBJECT] = {{"<h1", "</h1>"}},
      [OLD_DATE] = {{"<span title=\"Sender's time: ", "\""},
                    {"<span title=\"Sender&#39;s time: ", "\""}},
      [OLD_FROM] = {{"<span class=\"name", "</span>"}, {"<h2 class=\"name", "</h2>"}}},
     {{"<div class=\"email-body", "<div class=\"email-info"}}},
};

#define PROGRAMS (sizeof old_programs / sizeof old_programs[0])

/* ---- Places ---- */

/* Returns the first place of a mark in the text, or NULL. */
static const char *old_find(trawl_str in, const char *mark)
{
    const size_t n = strlen(mark);

    for (const char *p = in.p, *end = in.p + in.n;
         (size_t)(end - p) >= n &&
         (p = memchr(p, (unsigned char)mark[0], (size_t)(end - p) - n + 1)) != NULL;
         p++)
        if (memcmp(p, mark, n) == 0)
            return p;
    return NULL;
}

/* Returns what is at the first of these places that the page has; p is NULL if it has none. */
static trawl_str old_take(trawl_str page, const struct old_place places[PLACES])
{
    const char *end = page.p + page.n;

    for (size_t i = 0; i < PLACES && places[i].from; i++) {
        const char *mark = places[i].from, *p = old_find(page, mark), *to;
        const char last = mark[strlen(mark) - 1];

        if (p && mark[0] == '<' && (last == ':' || ascii_is_alnum((unsigned char)last)))
            p = memchr(p, '>', (size_t)(end - p));
        else if (p)
            p += strlen(mark) - 1;
        if (p && (to = old_find((trawl_str){p + 1, (size_t)(end - p) - 1}, places[i].to)))
            return (trawl_str){p + 1, (size_t)(to - p) - 1};
    }
    return (trawl_str){NULL, 0};
}

/* ---- Fields ---- */

/* Appends the text of e->text, with one blank for all white space. */
static int old_event(void *user, const trawl_event *e)
{
    struct buffer *text = user;

    for (size_t i = 0; e->type <= TRAWL_EVENT_LINK_MORE && i < e->text.n; i++) {
        const bool blank = (unsigned char)e->text.p[i] <= ' ';

        if (!blank || (text->n > 0 && text->p[text->n - 1] != ' '))
            record_add(text, blank ? " " : &e->text.p[i], 1);
    }
    return 0;
}

/* Between the fields in the HTML that old_decode() reads: a character that no field has. */
#define BETWEEN "&#xE123;"
#define BETWEEN_UTF8 "\xEE\x84\xA3"

/* Sets *text to the decoded fields of the page, with BETWEEN_UTF8 after each. */
static bool old_decode(const struct old_program *program, trawl_str page, trawl_str charset,
                       struct buffer *text)
{
    static const char type[] = "Content-Type: text/html; charset=";
    trawl_mail_config config = {.size = sizeof config, .input = TRAWL_INPUT_MAIL};
    struct buffer html = {0};
    trawl_mail *reader = NULL;
    bool read = false;

    record_add(&html, type, charset.n > 0 ? sizeof type - 1 : sizeof "Content-Type: text/html" - 1);
    record_add(&html, charset.p, charset.n);
    record_add(&html, "\n\n", 2);
    for (int i = 0; i < OLD_FIELDS; i++) {
        const trawl_str value = old_take(page, program->fields[i]);

        record_add(&html, value.p, value.n < 2000 ? value.n : 2000);
        record_add(&html, BETWEEN, sizeof BETWEEN - 1);
    }
    text->n = 0;
    if (trawl_mail_open(&reader, &config, old_event, text) == TRAWL_OK)
        read = trawl_mail_feed(reader, html.p, html.n) == TRAWL_OK &&
               trawl_mail_finish(reader) == TRAWL_OK;
    trawl_mail_close(&reader);
    buffer_free(&html);
    return read;
}

/* Cuts the next field off the decoded fields. */
static trawl_str old_next(trawl_str *rest)
{
    const char *to = old_find(*rest, BETWEEN_UTF8);
    trawl_str field = {rest->p, to ? (size_t)(to - rest->p) : rest->n};
    const size_t n = field.n + (to ? sizeof BETWEEN_UTF8 - 1 : 0);

    *rest = (trawl_str){rest->p + n, rest->n - n};
    while (field.n > 0 && field.p[0] == ' ')
        field = (trawl_str){field.p + 1, field.n - 1};
    while (field.n > 0 && field.p[field.n - 1] == ' ')
        field.n--;
    return field;
}

/* Rewrites a field in place: `from` becomes `to`, which is not longer. */
static void old_swap(trawl_str *field, const char *from, const char *to)
{
    const size_t n = strlen(from), m = strlen(to);
    const char *p;

    while (field->n > 0 && (p = old_find(*field, from)) != NULL) {
        char *at = (char *)field->p + (p - field->p);

        memcpy(at, to, m);
        memmove(at + m, at + n, field->n - (size_t)(p - field->p) - n);
        field->n -= n - m;
    }
}

/* Undoes the R13 of MHonArc. It rotates the characters from "@" to "[", and the letters from "a" to
 * "z", each by half of their number. */
static void old_r13(trawl_str *field)
{
    for (char *p = (char *)field->p, *end = p + field->n; p < end; p++) {
        if (*p >= '@' && *p <= '[')
            *p = (char)(*p < 'N' ? *p + 14 : *p - 14);
        else if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p < 'n' ? *p + 13 : *p - 13);
    }
}

/* ---- The mail ---- */

static void old_put(struct buffer *mail, const char *name, trawl_str value, const char *after)
{
    if (value.n == 0)
        return;
    record_add(mail, name, strlen(name));
    record_add(mail, value.p, value.n);
    record_add(mail, after, strlen(after));
}

/* Writes the text of a page as it was in the message: without the links that the program made,
 * which show their own URL or an address ("ann at a.example"). */
static void old_put_text(struct buffer *mail, trawl_str text)
{
    static const char end[] = "</A>";
    const char *p = text.p, *stop = text.p + text.n;

    for (const char *a = p; a < stop && (a = memchr(a, '<', (size_t)(stop - a))) != NULL; a++) {
        const trawl_str rest = {a, stop - a < 8192 ? (size_t)(stop - a) : 8192};
        const char *near = a + rest.n,
                   *url = ascii_begins(rest.p, rest.n, "<a ") ? old_find(rest, "=\"http") : NULL,
                   *quote = url ? memchr(url + 2, '"', (size_t)(near - url) - 2) : NULL,
                   *shown = quote ? memchr(quote, '>', (size_t)(near - quote)) : NULL,
                   *to = shown ? memchr(shown, '<', (size_t)(near - shown)) : NULL;
        const size_t n = to ? (size_t)(to - shown) - 1 : 0;

        if (!to || !ascii_begins(to, (size_t)(stop - to), end) ||
            memchr(a + 1, '<', (size_t)(shown - a) - 1) ||
            !((n == (size_t)(quote - url) - 2 && memcmp(shown + 1, url + 2, n) == 0) ||
              ascii_has(shown + 1, n, " at ")))
            continue;
        record_add(mail, p, (size_t)(a - p));
        record_add(mail, shown + 1, n);
        p = to + sizeof end - 1;
        a = p - 1;
    }
    record_add(mail, p, (size_t)(stop - p));
}

/* Writes the mail of a page whose fields are decoded. */
static void old_write(const struct old_program *program, trawl_str rest, trawl_str charset,
                      trawl_str text, struct buffer *mail)
{
    trawl_str field[OLD_FIELDS];
    const char *quotes;
    bool nameless; /* the archive wrote the address for the name */

    for (int i = 0; i < OLD_FIELDS; i++)
        field[i] = old_next(&rest);
    quotes = field[OLD_FROM].n > 0 && memchr(field[OLD_FROM].p, '"', field[OLD_FROM].n) ? "" : "\"";
    nameless = field[OLD_FROM].n == field[OLD_ADDRESS].n &&
               memcmp(field[OLD_FROM].p, field[OLD_ADDRESS].p, field[OLD_FROM].n) == 0;
    if (program->fields[OLD_ID][0].from[0] != '<')
        field[OLD_ID].n =
            ascii_unescape((char *)field[OLD_ID].p, field[OLD_ID].p, field[OLD_ID].n, '!');
    if (strstr(program->fields[OLD_FROM][0].from, "R13"))
        old_r13(&field[OLD_FROM]);
    old_swap(&field[OLD_ID], "\xE2\x80\x93", "-"); /* "--" in a comment of hypermail */
    old_swap(&field[OLD_SUBJECT], "\xE2\x80\x93", "-");
    old_swap(&field[OLD_DATE], "p.m.", "pm");
    old_swap(&field[OLD_DATE], "a.m.", "am");
    for (int i = OLD_ID; i <= OLD_ADDRESS; i += OLD_ADDRESS - OLD_ID) {
        old_swap(&field[i], "_at_", "@");
        old_swap(&field[i], " at ", "@");
        old_swap(&field[i], "<", "");
        old_swap(&field[i], ">", "");
    }
    old_put(mail, "Message-ID: <", field[OLD_ID], ">\n");
    old_put(mail, "Subject: ", field[OLD_SUBJECT], "\n");
    old_put(mail, "Date: ", field[OLD_DATE], "\n");
    record_add(mail, "From: ", 6);
    if (program->fields[OLD_ADDRESS][0].from == NULL) {
        record_add(mail, field[OLD_FROM].p, field[OLD_FROM].n);
    } else {
        if (!nameless)
            old_put(mail, quotes, field[OLD_FROM], *quotes ? "\" " : " ");
        old_put(mail, "<", field[OLD_ADDRESS], ">");
    }
    old_put(mail, "\nContent-Type: text/html; charset=", charset, "");
    if (charset.n == 0)
        record_add(mail, "\nContent-Type: text/html", 24);
    record_add(mail, "\n\n", 2);
    old_put_text(mail, text);
}

/* Returns the charset that the page names; empty if it names none. */
static trawl_str old_charset(trawl_str page)
{
    const char *p = old_find(page, "charset=");
    trawl_str name = {p ? p + 8 : NULL, 0};

    if (p && name.p < page.p + page.n && *name.p == '"')
        name.p++;
    while (p && name.n < 40 && name.p + name.n < page.p + page.n &&
           (ascii_is_alnum((unsigned char)name.p[name.n]) || strchr("-_", name.p[name.n])))
        name.n++;
    return name;
}

/* Does for a text what old_read_file() does for a file. */
static enum old_kind old_read(trawl_str page, struct buffer *mail, bool *pipermail)
{
    struct buffer fields = {0};
    enum old_kind kind = OLD_MESSAGE;
    trawl_str text;
    size_t i = 0, at = 0;

    while (at < page.n && at < 64 && page.p[at] != '<')
        at++;
    if (at == page.n || page.p[at] != '<')
        return OLD_NONE;
    while (i < PROGRAMS && !old_find(page, old_programs[i].message))
        i++;
    if (i < PROGRAMS && (text = old_take(page, old_programs[i].text)).p) {
        const trawl_str charset = old_charset(page);

        if (pipermail)
            *pipermail = strcmp(old_programs[i].name, "pipermail") == 0;
        if (mail && old_decode(&old_programs[i], page, charset, &fields))
            old_write(&old_programs[i], buffer_str(&fields), charset, text, mail);
        else if (mail)
            kind = OLD_NONE;
        buffer_free(&fields);
        return kind;
    }
    for (i = 0; i < PROGRAMS * LISTS; i++)
        if (old_find(page, old_programs[i / LISTS].lists[i % LISTS]))
            return OLD_LIST;
    return OLD_NONE;
}

enum old_kind old_read_file(int fd, struct buffer *mail, bool *pipermail)
{
    struct stat status;
    char first[64];
    enum old_kind kind = OLD_NONE;
    size_t n;
    char *page;

    if (mail)
        mail->n = 0;
    if (fd < 0 || fstat(fd, &status) < 0 || !S_ISREG(status.st_mode) ||
        (uintmax_t)status.st_size > OLD_MOST ||
        (n = input_read_at(fd, first, sizeof first, 0)) == 0 || !memchr(first, '<', n) ||
        input_is_packed(first, n))
        return OLD_NONE;
    n = (size_t)status.st_size;
    if ((page = malloc(n)) != NULL && input_read_at(fd, page, n, 0) == n)
        kind = old_read((trawl_str){page, n}, mail, pipermail);
    free(page);
    return kind;
}

enum old_kind old_replace(struct input *in, struct buffer *mail)
{
    const enum old_kind kind = old_read_file(in->fd, mail, NULL);

    if (kind != OLD_NONE) {
        in->text = mail->n > 0 ? mail->p : "";
        in->text_n = mail->n;
        in->text_ends = true;
    }
    return kind;
}
