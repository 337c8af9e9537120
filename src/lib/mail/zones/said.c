/* said.c - whole lines: "Joe wrote:" and others that begin with the name, and names alone
 *
 *   Ann Lee <ann@a.example> schrieb am 4. Mai 2020 um 10:12:      04.05.2020 10:12, Ann пишет:
 *   Ann wrote:                                                    山田さんは書きました:
 *
 * The verbs are those of src/gen/zones.tsv. Words in small letters before the verb show that the
 * line is prose: "As the author wrote:".
 */
#include "base/ascii.h"
#include "mail/zones/inside.h"

/* First words of lines that have no name, and in said_wide the first characters. */
static const char said_pronouns[] =
    "i he she it we they you as the this that then later so and but who someone in on at when what "
    "er sie ich wir dann wie was il elle je nous hij zij ik han hon jag jeg lei lui io ella yo ele ela "
    "\xD0\x9E\xD0\xBD \xD0\x9E\xD0\xBD\xD0\xB0 \xD0\xAF";
static const char *const said_wide[] = {"\xE4\xBB\x96", "\xE5\xA5\xB9", "\xE5\x9C\xA8",
                                        "\xE6\x88\x91", "\xE5\xBD\xBC", "\xE7\xA7\x81"};

/* The most words of a line with a date or an address, and the most of them in small letters; the
 * least digits of a date. The most words and bytes of a name, in letters of 3 bytes, and the most
 * bytes of a small word inside it, such as "van". */
enum {
    SAID_WORDS = 16,
    SAID_SMALL = 4,
    SAID_DATED_SMALL = 2,
    SAID_DIGITS = 5,
    SAID_PRONOUN = 7,
    NAME_WORDS = 4,
    NAME_BYTES = 40,
    NAME_WIDE_BYTES = 24,
    NAME_PARTICLE = 3
};

/* What the words of a text are. */
typedef struct said_words {
    unsigned words, small, particles, digits; /* particles: small words of few letters */
    bool address, odd;                        /* odd: a sign that no name has */
} said_words;

static bool said_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Returns true when a word begins with a small letter, of Latin or Cyrillic. */
static bool said_is_small(const unsigned char *p, size_t n)
{
    return (*p >= 'a' && *p <= 'z') || *p == 0xD1 || (*p == 0xD0 && n > 1 && p[1] >= 0xB0);
}

static said_words said_count(const char *p, size_t n)
{
    static const char odd[] = "@:/<>()[]{}|=_*#;!?\"%$&+\\";
    said_words w = {0};

    for (size_t i = 0, end; i < n; i = end) {
        const unsigned digits = w.digits;
        bool address = false;
        for (end = i; end < n && !said_is_blank(p[end]); end++) {
            w.digits += ascii_is_digit((unsigned char)p[end]);
            address = address || p[end] == '@' || p[end] == '<';
            w.odd = w.odd || memchr(odd, p[end], sizeof odd - 1);
        }
        w.address = w.address || address;
        if (end > i && !address && w.digits == digits) {
            const bool small = said_is_small((const unsigned char *)p + i, end - i);
            w.words++;
            w.small += small;
            w.particles += small && w.words > 1 && end - i <= NAME_PARTICLE;
        }
        end += end < n;
    }
    return w;
}

/* Returns true when p[0..n) does not begin with a pronoun or the like. */
static bool said_begins(const char *p, size_t n)
{
    size_t k = 0;

    while (k < n && !said_is_blank(p[k]))
        k++;
    for (size_t i = 0; i < sizeof said_wide / sizeof said_wide[0]; i++)
        if (n >= 3 && memcmp(p, said_wide[i], 3) == 0)
            return false;
    return k > SAID_PRONOUN || !ascii_is_word_of(said_pronouns, p, k);
}

/* Returns true when p[0..n) is at most four words that are a name. */
static bool said_is_name(const char *p, size_t n)
{
    const said_words w = said_count(p, n);

    return n <= ((unsigned char)*p >= 0xE3 ? NAME_WIDE_BYTES : NAME_BYTES) && w.words > 0 &&
           w.words <= NAME_WORDS && w.digits == 0 && !w.odd && w.small == w.particles &&
           said_begins(p, n);
}

bool zones_is_name(const zones_line *line)
{
    size_t n = line->n;

    while (n > 0 && said_is_blank(line->p[n - 1]))
        n--;
    return n > 0 && n <= NAME_BYTES && zones_may_say(*line->p) &&
           !memchr(".,", line->p[n - 1], 2) && said_is_name(line->p, n);
}

/* Returns the length of the line without its colon and the blanks before the colon, or 0. */
static size_t said_before_colon(const zones_line *line)
{
    const char *p = line->p;
    size_t n = line->n;

    while (n > 0 && said_is_blank(p[n - 1]))
        n--;
    if (n > 0 && p[n - 1] == ':')
        n--;
    else if (n > 3 && memcmp(p + n - 3, "\xEF\xBC\x9A", 3) == 0)
        n -= 3;
    else
        return 0;
    while (n > 0 && (said_is_blank(p[n - 1]) || (n > 1 && memcmp(p + n - 2, "\xC2\xA0", 2) == 0)))
        n -= said_is_blank(p[n - 1]) ? 1 : 2;
    return n;
}

/* Returns the end of the verb with its ending, "napsal(a)", and sets *from to its start; or 0. */
static size_t said_find_verb(const char *p, size_t n, size_t *from)
{
    for (size_t i = 1; i + 3 < n; i++) {
        if ((p[i] != ' ' && (unsigned char)p[i] < 0xE3) ||
            !(zones_verb_letters >> (p[i + 1] & 31) & 1))
            continue;
        for (const char *verb = zones_verbs, *next; *verb; verb = next) {
            const size_t k = (unsigned char)*verb++;
            next = verb + k;
            if (p[i + 1] != verb[1] || i + k > n || memcmp(p + i, verb, k) != 0)
                continue;
            *from = i;
            for (i += k; i < n && !said_is_blank(p[i]);)
                i++;
            return i;
        }
    }
    return 0;
}

zones_sign zones_look_said(const zones_line *line, size_t *verb)
{
    const char *p = line->p;
    const size_t n = said_before_colon(line);
    size_t end, from = n;
    said_words all, before;

    if (n == 0 || !line->whole || !zones_may_say(*p))
        return ZONES_TEXT;
    end = said_find_verb(p, n, &from);
    *verb = from;
    if ((end == 0 && p[n - 1] != '>') || !said_begins(p, n))
        return ZONES_TEXT;
    all = said_count(p, n);
    if (end == 0) /* "2020-05-04 10:15 Joe <joe@a.example>:" */
        return ascii_is_digit((unsigned char)*p) && all.digits >= SAID_DIGITS &&
                       all.words <= SAID_WORDS
                   ? ZONES_TELLS
                   : ZONES_TEXT;
    before = said_count(p, from);
    if (end < n && all.digits == before.digits)
        return ZONES_TEXT; /* "Joe wrote a letter:" */
    if (all.digits >= SAID_DIGITS || before.address)
        return before.words <= SAID_WORDS &&
                       before.small <= (before.address ? SAID_SMALL : SAID_DATED_SMALL)
                   ? ZONES_TELLS
                   : ZONES_TEXT;
    return end == n && said_is_name(p, from) ? ZONES_SAYS : ZONES_TEXT;
}
