/* title.c - the title of a page, from the first lines of its text
 *
 *   Subject: Ferries to Ulm           a field
 *        FILE TRANSFER PROTOCOL       a heading: those of old RFCs have several lines, with blank
 *                                     lines between
 *   NAME                              the line below this heading; in a manual, the line below the
 *                                     first heading
 *
 * Input: decided lines, from lines.c, which holds them until the title is known, at most
 * TITLE_LINES. Headings that most documents have, dates and numbered sections are not titles. The
 * title of a mail that is not in a mailbox is its subject.
 */
#include "emit/html/inside.h"

#include "base/ascii.h"
#include "base/check.h"

/* The maximum number of lines of a title that is not a heading, and of bytes in each line. */
#define LONE_LINES 3
#define LONE_BYTES 80
/* The maximum number of words of such a title that ends with a colon. */
#define LONE_WORDS 10
/* Text with more bytes to its left is at the right of the page. */
#define LONE_TEXT 40
/* A heading with at least so many bytes to its left is in the middle of the page. */
#define CENTRED 8

static trawl_str title_trim(const char *p, size_t n)
{
    while (n > 0 && ascii_is_blank(p[0])) {
        p++;
        n--;
    }
    while (n > 0 && ascii_is_blank(p[n - 1]))
        n--;
    return (trawl_str){p, n};
}

static bool title_is_one_of(trawl_str s, const char *const words[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s.n == strlen(words[i]) && ascii_same(s.p, words[i], s.n))
            return true;
    return false;
}

/* Returns true for headings that come after a title. */
static bool is_usual_heading(trawl_str s)
{
    static const char *const words[] = {"abstract",
                                        "acknowledgements",
                                        "acknowledgments",
                                        "background",
                                        "contents",
                                        "copyright",
                                        "foreword",
                                        "index",
                                        "introduction",
                                        "overview",
                                        "preface",
                                        "purpose",
                                        "status of this memo",
                                        "summary",
                                        "synopsis",
                                        "description",
                                        "table of contents",
                                        "copyright notice"};

    s.n -= s.p[s.n - 1] == ':';
    return title_is_one_of(s, words, sizeof words / sizeof *words);
}

/* Returns the number of words that begin with a letter, and sets *digits to that of digits. */
static unsigned count_words(trawl_str s, unsigned *digits)
{
    unsigned count = 0;

    *digits = 0;
    for (size_t i = 0; i < s.n; i++) {
        *digits += ascii_is_digit((unsigned char)s.p[i]);
        count += (i == 0 || ascii_is_blank(s.p[i - 1])) &&
                 (ascii_is_alpha((unsigned char)s.p[i]) || (unsigned char)s.p[i] >= 0x80);
    }
    return count;
}

/* Returns true for a date or a release such as "v1.5" or "fish 3.6.0": digits, and at most two
 * words. */
static bool is_dated(trawl_str s)
{
    unsigned digits, count = count_words(s, &digits);

    return (digits >= 3 && (count <= 2 || ascii_begins(s.p, s.n, "changes ")));
}

/* Returns true for a line that version control wrote: "$NetBSD: README,v 1.4 1999/12/20 ann Exp $",
 * "@(#)README 8.1". */
static bool is_version(trawl_str s)
{
    return (s.p[0] == '$' && s.p[s.n - 1] == '$') || ascii_has(s.p, s.n, ",v ") ||
           ascii_has(s.p, s.n, "@(#)");
}

/* Returns true for dates, numbers of RFCs and other lines around a title. */
static bool is_aside(trawl_str s)
{
    unsigned digits, count = count_words(s, &digits);

    return is_dated(s) || is_version(s) ||
           (digits > 0 && count <= 4 && ascii_begins(s.p, s.n, "rfc"));
}

/* Returns true for a line that may come right below a title: its version or authors. */
static bool is_byline(trawl_str s)
{
    const char *at = memchr(s.p, '@', s.n);

    return (at && memchr(s.p, ' ', (size_t)(at - s.p)) && !(s.p[0] >= 'a' && s.p[0] <= 'z')) ||
           ascii_begins(s.p, s.n, "by ") || ascii_begins(s.p, s.n, "copyright ") ||
           ascii_begins(s.p, s.n, "version ");
}

/* Returns true for text without small letters. */
static bool is_capitals_only(trawl_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= 'a' && s.p[i] <= 'z')
            return false;
    return s.n > 0;
}

/* Adds words to the title; runs of blanks become one. */
static void title_add(html_title *title, trawl_str s)
{
    if (title->n > 0 && title->n < sizeof title->text)
        title->text[title->n++] = ' ';
    for (size_t i = 0; i < s.n && title->n < sizeof title->text; i++)
        if (!ascii_is_blank(s.p[i]))
            title->text[title->n++] = s.p[i];
        else if (i + 1 < s.n && !ascii_is_blank(s.p[i + 1]))
            title->text[title->n++] = ' ';
    if (title->n == sizeof title->text) /* the last character may be cut */
        while (--title->n > 0 && (title->text[title->n] & 0xC0) == 0x80)
            ;
}

/* Takes the value of a field that is a title. A subject below other text belongs to a message
 * inside this one. */
static bool take_field(html_title *title, trawl_str s)
{
    size_t k = 0;

    if (title->others == 0 && ascii_begins(s.p, s.n, "subject:"))
        k = 8;
    else if (ascii_begins(s.p, s.n, "title:"))
        k = 6;
    if (k > 0)
        title_add(title, title_trim(s.p + k, s.n - k));
    while (k < s.n && (ascii_is_alnum((unsigned char)s.p[k]) || s.p[k] == '-'))
        k++;
    title->others += k == s.n || s.p[k] != ':';
    return title->n > 0;
}

/* Returns true for "Author: Jane". */
static bool is_field(trawl_str s)
{
    const char *colon = memchr(s.p, ':', s.n - 1);

    return colon && !memchr(s.p, ' ', (size_t)(colon - s.p)) &&
           (colon[1] != ':' || memchr(s.p, ' ', s.n));
}

/* Returns true for text that may be a title without being a heading: it is not a sentence, a field
 * or a URL, and has no columns. `top` says that no text is above it. */
static bool is_lone(const block_decision *is, trawl_str s, bool top)
{
    const unsigned kinds = 1U << BLOCK_PARAGRAPH | 1U << BLOCK_VERSE | 1U << BLOCK_CODE;
    const char end = s.p[s.n - 1];
    unsigned digits, count = count_words(s, &digits);

    if (!(kinds >> is->kind & 1) || s.n < 4 || s.n > LONE_BYTES || count == 0 ||
        is->text > LONE_TEXT || strchr("-*>|+#[{<", s.p[0]) || memchr(s.p, '@', s.n) ||
        ascii_has(s.p, s.n, "://") || ascii_has(s.p, s.n, "   ") ||
        (is->text < CENTRED && is_field(s)) || is_aside(s) || is_byline(s))
        return false;
    if (end == ':')
        return top && count <= LONE_WORDS;
    return is->kind == BLOCK_VERSE && is->text > 2 ? end != ';' : !strchr(".,;", end);
}

/* Returns true for running text: a line that goes on, an item, or the end of a sentence. No title
 * is below it. */
static bool is_running(const block_decision *is, trawl_str s)
{
    return is->joins || is->kind == BLOCK_ITEM ||
           (is->kind == BLOCK_PARAGRAPH && strchr(".:", s.p[s.n - 1]));
}

/* Makes the lines that may be the title the title. Returns true. */
static bool lone_ends(html_title *title)
{
    title->to = title->from + title->lone;
    title->lone = 0;
    return true;
}

/* Takes text that is not a heading. The first such text between blank lines, with no running text
 * above, is the title if text follows. Returns true when the title is known, or there is none. */
static bool take_text(html_title *title, const block_decision *is, trawl_str s)
{
    const bool apart = title->gaps > 0, top = !title->below;
    bool may = !title->prose && (apart || top || (is->first && is->text >= CENTRED));

    title->gaps = 0;
    title->below = true;
    if (title->lone > 0) {
        if (apart || (!is->joins && is_byline(s)))
            return lone_ends(title);
        may = title->lone < LONE_LINES && title->text[title->n - 1] != ':';
    } else if (title->n > 0) {
        return true;
    } else {
        if (title->below_name)
            title_add(title, s);
        if (title->manual) { /* its first heading may look like a term */
            title->below_name = true;
            return title->manual = false;
        }
        if (take_field(title, s))
            return true;
        title->from = title->lines - 1;
    }
    title->prose |= !is_version(s) && (title->others == 0 || is_running(is, s)); /* or a field */
    if (may && is_lone(is, s, top)) {
        title_add(title, s);
        title->lone++;
    } else if (title->lone > 0) {
        title->n = title->lone = 0;
    }
    return false;
}

/* Takes a heading. Returns true when the title is known, or there is none. */
static bool take_heading(html_title *title, const block_decision *is, trawl_str s)
{
    const bool capitals = is_capitals_only(s), usual = is_usual_heading(s), aside = is_aside(s);
    const bool centred = is->text >= CENTRED && is->level == 1;
    const bool second = title->gaps == 1 && title->capitals && capitals; /* a line of the title */

    if (title->lone > 0) {
        if (!centred || usual || aside)
            return lone_ends(title);
        title->n = title->lone = 0;
    } else if (usual || title->prose || is->key_to > is->key_from || is->part ||
               (!title->below && is_dated(s))) { /* a release */
        return true;
    }
    if (title->n > 0 && (aside || (title->gaps > 0 && !second)))
        return true;
    title->below_name = title->manual || title_is_one_of(s, (const char *const[]){"name"}, 1);
    title->manual = false;
    if (title->below_name || aside)
        return false;
    if (title->n == 0) {
        title->from = title->lines - 1;
        title->to = title->lines;
    }
    title_add(title, s);
    title->capitals = capitals;
    title->gaps = 0;
    return false;
}

/* Returns the text without a line of modes at its end: "GNU Ferries NEWS    -*- outline -*-". */
static trawl_str without_modes(trawl_str s)
{
    const char *at = s.n > 3 && memcmp(s.p + s.n - 3, "-*-", 3) == 0 ? s.p : NULL;

    while (at && memcmp(at, "-*-", 3) != 0)
        at++;
    return at ? title_trim(s.p, (size_t)(at - s.p)) : s;
}

bool html_title_line(html_title *title, const block_decision *is, const char *p, size_t n)
{
    trawl_str s = is->text <= n ? title_trim(p + is->text, n - is->text) : (trawl_str){p, 0};

    s = without_modes(s);
    switch (s.n > 0 ? is->kind : BLOCK_BLANK) {
    case BLOCK_BLANK:
        title->gaps++;
        return false;
    case BLOCK_FURNITURE: /* "FERRY(1)      General Commands Manual      FERRY(1)" */
        title->manual |= title->lines == title->gaps + 1 && s.p[s.n - 1] == ')';
        return false;
    case BLOCK_UNDERLINE:
    case BLOCK_RULE:
        return false;
    case BLOCK_HEADING:
        if (title->n == 0 && take_field(title, s))
            return true;
        return take_heading(title, is, s);
    default:
        return is->quote > 0 || take_text(title, is, s);
    }
}

void html_title_show(html_title *title)
{
    for (unsigned i = title->from; i < title->to; i++) {
        block_decision *is = &title->held[i];

        CHECK(i < title->lines);
        /* The first pass gives no id to text that it does not take for a heading. */
        if (is->kind != BLOCK_HEADING)
            *is = (block_decision){.rule = is->rule, .text = is->text, .joins = i > title->from};
        is->kind = BLOCK_HEADING;
        is->level = 0;
    }
}

void html_title_subject(html_title *title, trawl_str subject)
{
    title_add(title, title_trim(subject.p, subject.n));
    for (size_t i = 0; i < title->n; i++)
        if (title->text[i] == '\r' || title->text[i] == '\n')
            title->text[i] = ' ';
}
