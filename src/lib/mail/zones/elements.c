/* elements.c - the elements of a page that show who wrote the text in them
 *
 * Mail programs put quotes, signatures and forwarded messages into elements with names of their
 * own. Rule E7 in doc/rules.md has an example of each value in the table.
 * Outlook puts "x_" before the classes and ids of a message that it quotes.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/zones/inside.h"

/* ---- Evidence ---- */

/* What an attribute shows. */
typedef enum zones_shows {
    SHOWS_QUOTE,     /* the text in the element is quoted */
    SHOWS_REPLY,     /* the element holds the line "Joe wrote:", quotes, and answers between them */
    SHOWS_FORWARDED, /* the text in the element is forwarded */
    SHOWS_ORIGINAL,  /* the text in the element is forwarded, or in an answer quoted */
    SHOWS_SIGNATURE, /* the text in the element is a signature */
    SHOWS_REST,      /* all text from here on is forwarded, or quoted in an answer */
    SHOWS_RULE,      /* a header may follow, as after underscores in a text */
    SHOWS_INDENT,    /* the element is only indented */
    SHOWS_NOTHING
} zones_shows;

/* A value of an attribute, and what it shows. */
typedef struct elements_value {
    unsigned char shows; /* enum zones_shows */
    char value[31];
} elements_value;

/* An attribute of an element. `words`: a word of it must be one of the values; else the value may
 * be anywhere in it. */
typedef struct elements_row {
    char element[11], attribute[6];
    bool words;
    elements_value values[8];
} elements_row;

static const elements_row rows[] = {
    {"blockquote", "type", true, {{SHOWS_QUOTE, "cite"}}},
    {"blockquote",
     "class",
     true,
     {{SHOWS_QUOTE, "gmail_quote"},
      {SHOWS_QUOTE, "protonmail_quote"},
      {SHOWS_QUOTE, "tutanota_quote"},
      {SHOWS_QUOTE, "iosymail"}}},
    {"blockquote", "id", true, {{SHOWS_QUOTE, "isReplyContent"}}},
    {"blockquote",
     "style",
     false,
     {{SHOWS_QUOTE, "border-left"},
      {SHOWS_QUOTE, "none none none solid"},
      {SHOWS_QUOTE, "margin-top:5"},
      {SHOWS_INDENT, "border:none"},
      {SHOWS_INDENT, "border:medium"}}},
    {"div",
     "class",
     true,
     {{SHOWS_REPLY, "gmail_quote"},
      {SHOWS_REPLY, "gmail_extra"},
      {SHOWS_REPLY, "protonmail_quote"},
      {SHOWS_REPLY, "zmail_extra"},
      {SHOWS_FORWARDED, "moz-forward-container"},
      {SHOWS_SIGNATURE, "gmail_signature"},
      {SHOWS_SIGNATURE, "moz-signature"},
      {SHOWS_SIGNATURE, "protonmail_signature_block"}}},
    {"div", "class", false, {{SHOWS_QUOTE, "yahoo_quoted"}}}, /* "ydp1a2byahoo_quoted" */
    {"div",
     "id",
     true,
     {{SHOWS_REST, "divRplyFwdMsg"},
      {SHOWS_RULE, "appendonsend"},
      {SHOWS_SIGNATURE, "AppleMailSignature"},
      {SHOWS_SIGNATURE, "Signature"},
      {SHOWS_SIGNATURE, "ms-outlook-mobile-signature"},
      {SHOWS_SIGNATURE, "ymail_android_signature"}}},
    {"span", "class", true, {{SHOWS_SIGNATURE, "gmail_signature_prefix"}}},
    {"span", "id", true, {{SHOWS_ORIGINAL, "OLK_SRC_BODY_SECTION"}}},
    {"pre", "class", true, {{SHOWS_SIGNATURE, "moz-signature"}}},
    {"hr", "id", true, {{SHOWS_REST, "stopSpelling"}}},
};

/* Returns true when the row is for this attribute of this element. */
static bool elements_fits(const elements_row *row, const html_name *tag, const html_name *attribute)
{
    return html_is_named(tag, row->element) && html_is_named(attribute, row->attribute);
}

bool zones_page_wants(const html_name *tag, const html_name *attribute)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (elements_fits(&rows[i], tag, attribute))
            return true;
    return false;
}

/* Returns true when a word of the value is `word`. */
static bool elements_has_word(const char *p, size_t n, const char *word)
{
    size_t k = strlen(word);

    for (size_t i = 0, to; i < n; i = to + 1) {
        while (n - i > 2 && memcmp(p + i, "x_", 2) == 0)
            i += 2;
        for (to = i; to < n && !ascii_is_blank(p[to]);)
            to++;
        if (ascii_begins(p + i, to - i, word) && to - i == k)
            return true;
    }
    return false;
}

bool zones_page_attribute(zones *z, const html_attribute *a)
{
    bool known = false;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const elements_row *row = &rows[i];
        if (!elements_fits(row, a->tag, a->name))
            continue;
        known = true;
        for (const elements_value *v = row->values; v < row->values + 8 && v->value[0]; v++)
            if (row->words ? elements_has_word(a->value, a->value_n, v->value)
                           : ascii_has(a->value, a->value_n, v->value))
                z->page.signs |= 1u << v->shows;
    }
    return known;
}

/* ---- Elements ---- */

/* Returns what the start tag shows: the strongest sign of its attributes. A blockquote without a
 * sign is a quote if the message is an answer, or after "Joe wrote:". In a message that answers and
 * forwards nothing, its author could hide links in quotes and signatures: they count only after
 * "Joe wrote:" and in other quotes. */
static zones_shows shown_by(zones *z, const html_name *tag)
{
    unsigned signs = z->page.signs, i = SHOWS_QUOTE;

    z->page.signs = 0;
    if (html_is_named(tag, "blockquote") && signs == 0 &&
        (z->after & ZONES_AFTER_WROTE || zones_is_reply(z->message)))
        return SHOWS_QUOTE;
    if (html_is_named(tag, "hr") && signs == 0)
        return SHOWS_RULE;
    while (i < SHOWS_NOTHING && !(signs >> i & 1))
        i++;
    if ((i == SHOWS_QUOTE || i == SHOWS_SIGNATURE) && z->now.zone == TRAWL_ZONE_NEW &&
        z->page.quotes == 0 && !(z->after & (ZONES_AFTER_WROTE | ZONES_AFTER_SAID)) &&
        zones_is_alone(z->message))
        return SHOWS_NOTHING;
    if (i == SHOWS_ORIGINAL)
        i = zones_is_reply(z->message) ? SHOWS_QUOTE : SHOWS_FORWARDED;
    return (zones_shows)i;
}

/* Makes zones_page_turn() take a line with this meaning. */
static void elements_turn(zones_page *page, zones_sign sign)
{
    page->turn = (unsigned char)sign;
    page->pending = true;
}

/* Begins an element whose text is in another zone. */
static zones_element *elements_push(zones *z, zones_shows what)
{
    static const int zone_of[] = {[SHOWS_QUOTE] = TRAWL_ZONE_NEW,
                                  [SHOWS_FORWARDED] = TRAWL_ZONE_FORWARDED,
                                  [SHOWS_SIGNATURE] = TRAWL_ZONE_SIGNATURE};
    zones_page *page = &z->page;
    zones_element *e = &page->open[page->depth++];

    *e = (zones_element){.quotes = what == SHOWS_QUOTE, .before = z->now};
    page->quotes += e->quotes;
    if (what == SHOWS_QUOTE || (what != SHOWS_REPLY && z->now.zone == TRAWL_ZONE_NEW))
        z->now = (zones_state){zone_of[what], zone_of[what], 0};
    elements_turn(page, what == SHOWS_QUOTE ? ZONES_QUOTE : ZONES_BLANK);
    return e;
}

void zones_page_open(zones *z, const html_name *tag, uint32_t serial, unsigned depth)
{
    zones_shows what = shown_by(z, tag);
    zones_element *e;

    if (serial == 0)
        return;
    if (what == SHOWS_RULE || what == SHOWS_REST)
        elements_turn(&z->page, what == SHOWS_REST ? ZONES_ORIGINAL : ZONES_UNDERSCORES);
    if (what >= SHOWS_REST || z->page.depth == ZONES_OPEN)
        return;
    e = elements_push(z, what);
    e->serial = serial;
    e->depth = depth;
}

void zones_page_close(zones *z, unsigned left)
{
    zones_page *page = &z->page;

    while (page->depth > left) {
        page->quotes -= page->open[--page->depth].quotes;
        CHECK(page->depth < ZONES_OPEN);
        z->now = page->open[page->depth].before;
    }
    elements_turn(page, ZONES_BLANK);
}

int zones_page_turn(zones *z)
{
    zones_sign sign = (zones_sign)z->page.turn;

    z->page.pending = false;
    if (sign != ZONES_BLANK && sign != ZONES_QUOTE)
        return zones_take(z, sign, z->at);
    z->after = sign == ZONES_QUOTE ? ZONES_AFTER_OPENED : 0;
    z->lines = 3;
    z->footer = z->device = z->fresh = 0;
    return zones_report(z, z->at);
}
