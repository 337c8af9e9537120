/* t_hidden_charsets.c - no charset hides a link: each charset of iconv whose bytes hide ASCII is
 * decoded, or a limit is reported
 *
 * The names are those of "iconv -l". The same URL is written in each charset: by iconv, with shifts
 * and escapes that encode nothing, and with each other byte that is read as one of the URL's
 * characters. Bytes that iconv reads as the URL, but that are not its ASCII, must be listed as a
 * link in a text, a page and an encoded word. Unknown names must change nothing.
 */
#include <trawl_mail.h>

#include "growing.h"
#include "tap.h"

#ifdef HAVE_ICONV
#include <iconv.h>

#define URL "http://hidden.example/l?x=1&y=2"
#define CAPITALS "HTTP://HIDDEN.EXAMPLE/L"
#define SIGNS "http://k-hidden.example/(1),$2#3" /* the signs that a charset may have twice */
#define TEXT_MAX 1024

/* Texts with one URL, in a charset where the shifts or escapes mean nothing. */
static const char *const probes[] = {
    "see ht\x1b(Btp://hid\x1b(Bden.exam\x1b(Bple/l?x=1&y=2 now\n",
    "see ht\x0ftp://hid\017den.exam\x0fple/l?x=1&y=2 now\n",
    "see ht~\ntp://hid~\nden.exam~\nple/l?x=1&y=2 now\n",
    "see +AGgAdAB0AHAAOgAvAC8AaABpAGQAZABlAG4ALgBl-xample/l?x=1&y=2 now\n",
    "see &AGgAdAB0AHAAOgAvAC8AaABpAGQAZABlAG4ALgBl-xample/l?x=1&-y=2 now\n",
};

static const char *const urls[] = {URL, CAPITALS, SIGNS};

typedef struct seen {
    unsigned links, limits;
} seen;

static int take(void *user, const trawl_event *e)
{
    seen *s = user;

    s->limits += e->type == TRAWL_EVENT_LIMIT;
    if (e->type == TRAWL_EVENT_LINK)
        for (unsigned i = 0; i < sizeof urls / sizeof urls[0]; i++)
            s->links += e->link->url.n == strlen(urls[i]) &&
                        memcmp(e->link->url.p, urls[i], e->link->url.n) == 0;
    return 0;
}

static seen read_it(const growing *mail)
{
    trawl_mail *m;
    seen s = {0, 0};

    if (trawl_mail_open(&m, NULL, take, &s) || trawl_mail_expect(m, TRAWL_INPUT_MAIL) ||
        trawl_mail_feed(m, mail->p, mail->n) || trawl_mail_finish(m))
        abort();
    trawl_mail_close(&m);
    return s;
}

static void add_base64(growing *g, const char *p, size_t n)
{
    static const char six[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < n; i += 3) {
        size_t k = n - i < 3 ? n - i : 3;
        unsigned bits = 0;
        char four[4];
        for (size_t j = 0; j < 3; j++)
            bits = bits << 8 | (j < k ? (unsigned char)p[i + j] : 0);
        for (size_t j = 0; j < 4; j++)
            four[j] = j <= k ? six[bits >> (18 - 6 * j) & 63] : '=';
        growing_add(g, four, 4);
    }
}

/* Converts all of p[0..n), from one charset to another. Returns false if that fails. */
static bool convert(const char *to, const char *from, const char *p, size_t n, growing *out)
{
    char text[TEXT_MAX], *in = (char *)(uintptr_t)p, *at = text;
    size_t room = sizeof text, left = n;
    iconv_t cd = iconv_open(to, from);
    bool good;

    if (cd == (iconv_t)-1)
        return false;
    good = iconv(cd, (void *)&in, &left, &at, &room) == 0 && left == 0 &&
           iconv(cd, NULL, NULL, &at, &room) == 0;
    iconv_close(cd);
    growing_clear(out);
    growing_add(out, text, sizeof text - room);
    return good;
}

/* Returns true when the encoded text is listed in each place, or a limit is reported there. */
static bool is_listed(const char *name, const growing *code)
{
    static const char *const places[] = {
        "Content-Type: text/plain; charset=\"%s\"\nContent-Transfer-Encoding: base64\n\n",
        "Content-Type: text/html; charset=\"%s\"\nContent-Transfer-Encoding: base64\n\n",
        "Subject: =?%s?B?"};
    static growing mail;
    bool good = true;

    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        char head[256];
        seen s;
        if (i == 2 && strpbrk(name, " :/()"))
            continue; /* not in an encoded word (RFC 2047) */
        snprintf(head, sizeof head, places[i], name);
        growing_clear(&mail);
        growing_printf(&mail, "From: a@a.example\nDate: Fri, 5 Jun 2026 10:00:00 +0200\n");
        growing_printf(&mail, "%s", head);
        add_base64(&mail, code->p, code->n);
        growing_printf(&mail, "%s", i == 2 ? "?=\n\n" : "\n");
        s = read_it(&mail);
        if (s.links + s.limits == 0)
            printf("# %s hides a link in place %u\n", name, i);
        good = good && s.links + s.limits > 0;
    }
    return good;
}

/* Returns true when `code` in this charset is the text of a URL, as iconv reads it. */
static bool reads_url(const char *name, const growing *code)
{
    static growing text;

    return convert("UTF-8", name, code->p, code->n, &text) &&
           (strstr(text.p, URL " ") || strstr(text.p, CAPITALS " ") || strstr(text.p, SIGNS " "));
}

typedef struct counts {
    unsigned names, hiding, hidden;
} counts;

static void count_one(counts *c, const char *name, const growing *code, const char *ascii)
{
    if ((code->n == strlen(ascii) && memcmp(code->p, ascii, code->n) == 0) ||
        !reads_url(name, code))
        return;
    c->hiding++;
    c->hidden += !is_listed(name, code);
}

/* Writes, in place of a character of the URL, each byte beyond ASCII that is read as this
 * character. */
static void test_bytes(counts *c, const char *name)
{
    static const char url[] = SIGNS;
    static growing code, text;

    for (int byte = 0x80; byte < 0x100; byte++) {
        const char one = (char)byte;
        const char *at;
        if (!convert("UTF-8", name, &one, 1, &text) || text.n != 1 || text.p[0] == '\0' ||
            !(at = strchr(url, text.p[0])))
            continue;
        growing_clear(&code);
        growing_printf(&code, "see %s now\n", url);
        code.p[4 + (at - url)] = one;
        count_one(c, name, &code, "");
    }
}

static void test_name(counts *c, const char *name)
{
    static const char text[] = "see " URL " now\n", capitals[] = "SEE " CAPITALS " NOW\n";
    static growing code;

    c->names++;
    if (convert(name, "UTF-8", text, sizeof text - 1, &code))
        count_one(c, name, &code, text);
    else if (convert(name, "UTF-8", capitals, sizeof capitals - 1, &code))
        count_one(c, name, &code, capitals);
    for (unsigned i = 0; i < sizeof probes / sizeof probes[0]; i++) {
        growing_clear(&code);
        growing_add(&code, probes[i], strlen(probes[i]));
        count_one(c, name, &code, "");
    }
    test_bytes(c, name);
}

/* Tests a name in the spellings that glibc accepts for it. */
static void test_spellings(counts *c, const char *name)
{
    char other[160];
    size_t n = strlen(name);

    test_name(c, name);
    for (size_t i = 0; i <= n; i++)
        other[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] | 0x20 : name[i]);
    snprintf(other + n, sizeof other - n, "//IGNORE");
    test_name(c, other);
    snprintf(other, sizeof other, "%c!%s", name[0], name + 1);
    test_name(c, other);
}

static void all_names(void)
{
    FILE *f = popen("iconv -l 2>/dev/null | tr -s ' ,\\t' '\\n\\n\\n'", "r");
    char line[128];
    counts c = {0, 0, 0};

    while (f && fgets(line, sizeof line, f)) {
        size_t n = strcspn(line, "\n");
        while (n > 0 && line[n - 1] == '/')
            n--;
        line[n] = 0;
        if (n > 0 && n < 100)
            test_spellings(&c, line);
    }
    if (f)
        pclose(f);
    if (c.names == 0)
        skip("iconv -l prints no names");
    else
        ok(c.hidden == 0, "%u names of charsets hide ASCII in %u texts, of which %u are missed",
           c.names, c.hiding, c.hidden);
}

/* Unknown names, and names of supersets of ASCII, do not change a link in ASCII. */
static void keep_ascii(void)
{
    static const char *const names[] = {"x-odd", "IBM99999", "utf-8",       "us-ascii", "koi8-r",
                                        "big5",  "EUC-JP",   "iso-2022-jp", "hz"};
    growing code = {0};

    growing_printf(&code, "see %s now\n", URL);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        ok(is_listed(names[i], &code), "ASCII is read below the name \"%s\"", names[i]);
    free(code.p);
}

int main(void)
{
    all_names();
    keep_ascii();
    return done();
}

#else

int main(void)
{
    skip("there is no iconv");
    return done();
}

#endif
