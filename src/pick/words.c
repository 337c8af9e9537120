/* words.c - describes links in words */
#include "pick/pick.h"

#include <stdio.h>

#include "base/ascii.h"
#include "base/utf8.h"

void add_str(struct buffer *to, trawl_str text)
{
    (void)buffer_add(to, text.p, text.n);
}

void add_text(struct buffer *to, const char *text)
{
    (void)buffer_add(to, text, strlen(text));
}

void add_number(struct buffer *to, uint64_t n)
{
    char text[PUT_NUMBER];

    (void)buffer_add(to, text, (size_t)(put_number(text, n) - text));
}

/* ---- Parts of a URL ---- */

trawl_str url_scheme(trawl_str url)
{
    size_t n = 0;

    while (n < url.n && ascii_is_scheme((unsigned char)url.p[n]))
        n++;
    return (trawl_str){url.p, n < url.n && url.p[n] == ':' ? n : 0};
}

trawl_str url_host(trawl_str url)
{
    const trawl_str none = {"", 0};
    size_t from = url_scheme(url).n, to;

    from += from > 0;
    if (url.n - from < 2 || memcmp(url.p + from, "//", 2) != 0)
        return none;
    for (to = from += 2; to < url.n && !memchr("/?#\\", url.p[to], 4); to++)
        if (url.p[to] == '@')
            from = to + 1;
    for (size_t i = to;
         i > from && (ascii_is_digit((unsigned char)url.p[i - 1]) || url.p[i - 1] == ':');)
        if (url.p[--i] == ':' && (url.p[from] != '[' || (i > from && url.p[i - 1] == ']'))) {
            to = i;
            break;
        }
    return (trawl_str){url.p + from, to - from};
}

/* Returns true when the text has a letter or digit of a right-to-left script. On a terminal that
 * reorders text, such a host could change places with what follows it. */
static bool runs_left(trawl_str text)
{
    utf8_char c;

    for (size_t i = 0; i < text.n; i += c.len) {
        c = utf8_decode(text.p + i, text.n - i);
        if ((c.code >= 0x590 && c.code < 0x900) || (c.code >= 0xFB1D && c.code < 0xFE00) ||
            (c.code >= 0xFE70 && c.code < 0xFF00) || (c.code >= 0x10800 && c.code < 0x11000) ||
            (c.code >= 0x1E800 && c.code < 0x1F000))
            return true;
    }
    return false;
}

trawl_str words_url(struct buffer *form, trawl_str url, bool ascii)
{
    int error = buffer_fill(form, ascii ? trawl_ascii : trawl_display, url);

    if (error == TRAWL_OK && runs_left(url_host(buffer_str(form))))
        error = buffer_fill(form, trawl_ascii, url);
    return error == TRAWL_OK ? buffer_str(form) : url;
}

/* Appends a URL, or only its host, as it is shown. */
static void words_add_url(struct buffer *to, trawl_str url, bool only_host)
{
    struct buffer form = {0};
    trawl_str shown = words_url(&form, url, false), host = url_host(shown);

    add_str(to, only_host && host.n > 0 ? host : shown);
    buffer_free(&form);
}

/* ---- Dangers ---- */

/* Flags that the host alone decides. */
#define OF_HOST                                                                                    \
    (TRAWL_FLAG_ODD_IP | TRAWL_FLAG_IP_HOST | TRAWL_FLAG_MIXED_SCRIPT | TRAWL_FLAG_WHOLE_SCRIPT |  \
     TRAWL_FLAG_CONFUSABLE | TRAWL_FLAG_USERINFO)

uint64_t choice_flags(const struct choice *choice)
{
    const bool other = choice->use_goal || choice->edited.n > 0;
    /* The text of the link decides whether it has the flag punycode. */
    const uint64_t asked = other ? OF_HOST | TRAWL_FLAG_PUNYCODE : OF_HOST;
    trawl_str url = choice_url(choice);
    trawl_verdict v = {.size = sizeof v};
    int error = trawl_check(&v, url.p, url.n);

    if (error == TRAWL_ERROR_NO_MEMORY)
        v.flags = asked; /* none is ruled out */
    return (other ? 0 : choice->flags & ~asked) | (v.flags & asked);
}

/* Begins a further item of a list. */
static void next_item(struct buffer *to, size_t from)
{
    if (to->n > from)
        add_text(to, ", ");
}

/* Appends what a confusable host looks like. */
static void add_looks(struct buffer *to, trawl_str url)
{
    char looks[256];
    size_t n;

    add_text(to, "its host looks like ");
    if (trawl_looks_like(url.p, url.n, looks, sizeof looks, &n) == TRAWL_OK && n > 0)
        (void)buffer_add(to, looks, n);
    else
        add_text(to, "another one");
}

void words_danger(struct buffer *to, const struct choice *choice, trawl_str url, uint64_t flags)
{
    static const struct {
        uint64_t flags;
        const char *words; /* NULL: those of add_looks() */
    } dangers[] = {
        {TRAWL_FLAG_ODD_IP, "its host is an oddly written number"},
        {TRAWL_FLAG_IP_HOST, "its host is an address, not a name"},
        {TRAWL_FLAG_MIXED_SCRIPT, "its host mixes alphabets"},
        {TRAWL_FLAG_CONFUSABLE | TRAWL_FLAG_WHOLE_SCRIPT, NULL},
        {TRAWL_FLAG_REFANGED, "was written so that it is not followed"},
    };
    size_t from = to->n;

    if (flags & TRAWL_FLAG_MISMATCH) {
        add_text(to, "shows ");
        add_str(to, choice->anchor);
        add_text(to, ", leads to ");
        words_add_url(to, url, true);
    }
    if (flags & TRAWL_FLAG_USERINFO) {
        next_item(to, from);
        add_text(to, "what precedes \"@\" is not its host: that is ");
        words_add_url(to, url, true);
    }
    for (size_t i = 0; i < sizeof dangers / sizeof dangers[0]; i++) {
        if (!(flags & dangers[i].flags))
            continue;
        next_item(to, from);
        if (dangers[i].words)
            add_text(to, dangers[i].words);
        else
            add_looks(to, url);
    }
}

/* ---- About a choice ---- */

static const struct {
    uint64_t flag;
    const char *words;
} remarks[] = {
    {TRAWL_FLAG_PUNYCODE, "its host is not in plain letters"},
    {TRAWL_FLAG_BAD_PORT, "its port is wrong"},
    {TRAWL_FLAG_BAD_PERCENT, "an escape is wrong"},
    {TRAWL_FLAG_BAD_CHAR, "has a character that no URL may have"},
    {TRAWL_FLAG_FORMAT_CHAR, "has a hidden character"},
    {TRAWL_FLAG_UNKNOWN_SCHEME, "its scheme is unknown"},
    {TRAWL_FLAG_UNKNOWN_TLD, "its top-level domain is unknown"},
    {TRAWL_FLAG_NO_SCHEME, "a part of a URL"},
    {TRAWL_FLAG_UNCLOSED, "its bracket is not closed"},
    {TRAWL_FLAG_UNSUBSCRIBE, "unsubscribes"},
    {TRAWL_FLAG_PIXEL, "an invisible picture"},
    {TRAWL_FLAG_CONDITIONAL, "for some mail programs only"},
    {TRAWL_FLAG_GLUED, "a word was glued to it"},
};

static void words_add_zone(struct buffer *to, const struct choice *choice)
{
    switch (choice->zone) {
    case TRAWL_ZONE_NONE:
    case TRAWL_ZONE_NEW:
    case TRAWL_ZONE_HEADER: /* the line around it begins with the name of the field */
        break;
    default:
        add_text(to, trawl_zone_name(choice->zone));
        break;
    }
}

/* Appends a number and a word: "3 links". */
static void add_count(struct buffer *to, size_t from, const char *before, uint64_t n,
                      const char *after)
{
    next_item(to, from);
    add_text(to, before);
    add_number(to, n);
    add_text(to, after);
}

const char *words_reading(int why)
{
    switch (why) {
    case TRAWL_WHY_HYPHEN:
        return "the other reading of the hyphen";
    case TRAWL_WHY_SPACE:
        return "with its blanks";
    case TRAWL_WHY_ENTITY:
        return "with \"&\" for \"&amp;\"";
    case TRAWL_WHY_SOFT_HYPHEN:
        return "with a hyphen for the soft hyphen";
    case TRAWL_WHY_JOIN:
        return "the other reading of the line's end";
    case TRAWL_WHY_QUOTED:
        return "with its escapes decoded";
    case TRAWL_WHY_PUNCTUATION:
        return "with the punctuation at its end";
    case TRAWL_WHY_NOTATION:
        return "with the signs inside it";
    case TRAWL_WHY_END:
        return "with another end";
    default:
        return "as found";
    }
}

/* Appends which of its readings is shown. */
static void add_reading(struct buffer *to, size_t from, const struct choice *choice)
{
    const char *reading = choice->edited.n > 0 ? "edited"
                          : choice->use_goal   ? "the target, not the gateway"
                          : choice->reading    ? words_reading(choice_why(choice))
                                               : NULL;

    if (reading) {
        next_item(to, from);
        add_text(to, reading);
    } else if (choice->alt_count > 0) {
        add_count(to, from, "", choice->alt_count,
                  choice->alt_count == 1 ? " other reading" : " other readings");
    }
}

void words_about(struct buffer *to, const struct choice *choice)
{
    size_t from = to->n;

    words_add_zone(to, choice);
    if (choice->lines > 1)
        add_count(to, from, "broken over ", choice->lines, " lines");
    if (choice->goal.n > 0 && !choice->use_goal) {
        next_item(to, from);
        add_text(to, choice->known_goal ? "goes through a gateway to " : "holds the URL ");
        words_add_url(to, choice->goal, false);
    }
    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++)
        if (choice->flags & remarks[i].flag) {
            next_item(to, from);
            add_text(to, remarks[i].words);
        }
    add_reading(to, from, choice);
    if (choice->links > 1)
        add_count(to, from, "", choice->links, " links");
}

/* ---- The text around a choice ---- */

/* Appends a text with one blank for each run of blanks. */
static void add_squeezed(struct buffer *to, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool blank = p[i] == ' ' || p[i] == '\t' || p[i] == '\r' || p[i] == '\n';

        if (!blank)
            (void)buffer_add(to, p + i, 1);
        else if (to->n > 0 && to->p[to->n - 1] != ' ')
            (void)buffer_add(to, " ", 1);
    }
}

/* Returns true when the text has a letter or a digit, or is not ASCII. */
static bool words_has_words(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ascii_is_alnum((unsigned char)p[i]) || (unsigned char)p[i] >= 0x80)
            return true;
    return false;
}

/* Returns true when a line says something about a link beside it: several words, or a label. */
static bool words_tell(const char *p, size_t n)
{
    while (n > 0 && ascii_is_blank((unsigned char)p[n - 1]))
        n--;
    return words_has_words(p, n) && (memchr(p, ' ', n) || p[n - 1] == ':');
}

/* Returns the line that ends before p[end], without its LF, or an empty text. */
static trawl_str words_line_up(trawl_str text, size_t end)
{
    size_t from;

    if (end == 0)
        return (trawl_str){"", 0};
    for (from = end - 1; from > 0 && text.p[from - 1] != '\n'; from--)
        ;
    return (trawl_str){text.p + from, end - 1 - from};
}

/* Returns the line that describes a link which is alone on its lines. Of the line above the link,
 * the line below it, and the further lines above, up to AROUND_LINES, it is the first that tells
 * something. */
static trawl_str words_line_beside(const struct around *a, size_t at, size_t to)
{
    trawl_str above = around_lines(a, at, at, AROUND_LINES), below = around_lines(a, to, to, 1),
              line;
    const char *end_below = below.p + below.n, *lf;
    size_t end;

    if (above.n == 0 && below.n == 0)
        return above;
    for (end = (size_t)(a->p + at - above.p); end > 0 && above.p[end - 1] != '\n'; end--)
        ;
    line = words_line_up(above, end);
    if (words_tell(line.p, line.n))
        return line;
    lf = a->p + to < end_below ? memchr(a->p + to, '\n', (size_t)(end_below - a->p) - to) : NULL;
    if (lf && words_tell(lf + 1, (size_t)(end_below - lf - 1)))
        return (trawl_str){lf + 1, (size_t)(end_below - lf - 1)};
    for (; end > 0; end -= line.n + 1) {
        line = words_line_up(above, end);
        if (words_tell(line.p, line.n))
            return line;
    }
    return (trawl_str){"", 0};
}

void words_around(struct buffer *to, const struct choices *all, const struct choice *choice,
                  trawl_span *link)
{
    const struct around *a = &all->around;
    trawl_str line = around_lines(a, choice->from, choice->to, 0);
    const char *from = a->p + choice->from, *end = a->p + choice->to;

    *link = (trawl_span){to->n, to->n};
    if (line.n == 0 && choice->to > choice->from)
        return; /* the line was not kept */
    if (line.n == 0 ||
        (!words_has_words(line.p, (size_t)(from - line.p)) && end <= line.p + line.n &&
         !words_has_words(end, (size_t)(line.p + line.n - end)))) {
        line = words_line_beside(a, choice->from, choice->to);
        add_squeezed(to, line.p, line.n);
        return;
    }
    add_squeezed(to, line.p, (size_t)(from - line.p));
    link->from = to->n;
    add_squeezed(to, from, choice->to - choice->from);
    link->to = to->n;
    if (end < line.p + line.n)
        add_squeezed(to, end, (size_t)(line.p + line.n - end));
}

bool words_have(struct buffer *text, const struct choices *all, const struct choice *choice,
                const char *word)
{
    size_t n = strlen(word);
    trawl_span link;

    text->n = 0;
    add_str(text, choice_url(choice));
    add_text(text, "\n");
    add_str(text, choice->anchor);
    add_text(text, "\n");
    words_about(text, choice);
    add_text(text, "\n");
    words_around(text, all, choice, &link);
    for (size_t i = 0; i + n <= text->n; i++)
        if (ascii_same(text->p + i, word, n))
            return true;
    return false;
}

void words_heading(struct buffer *to, const struct heading *h)
{
    add_str(to, h->title.n > 0 ? h->title : (trawl_str){"(no subject)", 12});
    if (h->from.n > 0) {
        add_text(to, ", from ");
        add_str(to, h->from);
    }
}
