/* judge.c - decides between the readings of a link by the number of their witnesses
 *
 * The right reading has more than three times the witnesses of any other reading. That is
 * necessary, but not enough, because a URL may exist without being the one that the text means:
 *
 *   - "http://a.example/doc/" is a page, and so may be "http://a.example/doc/x.html". A shorter
 *     reading wins only if the longer one has no witness, and if it ends where no URL would go on,
 *     as between "x.html" and a word, or "x" and a bracket.
 *   - "http://a.example/" and the word "about" in the next line make a page that exists. A longer
 *     reading does not win if it adds only letters after a slash.
 *   - Programs that make links from text include a closing bracket by mistake. A reading that adds
 *     only signs (ASCII other than letters and digits) needs two witnesses.
 *   - A longer URL that begins with a reading shows how the reading goes on, not where it ends.
 */
#include "archive/settle/settle.h"

#include "base/ascii.h"
#include "base/check.h"

#define CLEAR 3   /* the right reading has more than this many times the witnesses of another */
#define PROOF 6   /* the bytes that differ if a longer URL is evidence for a reading */
#define SEVERAL 2 /* witnesses needed where a single one could be an accident */
#define WORD_MOST 16

bool is_beginning(trawl_str part, trawl_str whole)
{
    return part.n < whole.n && memcmp(part.p, whole.p, part.n) == 0;
}

static trawl_str judge_after(trawl_str text, size_t n)
{
    return (trawl_str){text.p + n, text.n - n};
}

static bool is_letters(trawl_str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (!ascii_is_alpha((unsigned char)text.p[i]))
            return false;
    return true;
}

/* Returns true when the text has only signs: ASCII other than letters and digits. */
static bool is_signs(trawl_str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (ascii_is_alnum((unsigned char)text.p[i]) || (unsigned char)text.p[i] >= 0x80)
            return false;
    return true;
}

static size_t common(trawl_str a, trawl_str b)
{
    size_t i = 0;

    while (i < a.n && i < b.n && a.p[i] == b.p[i])
        i++;
    return i;
}

/* Returns the offset of the first byte after "http://host/", or 0. */
static size_t judge_path_of(trawl_str url)
{
    for (size_t i = 0; i + 2 < url.n; i++)
        if (memcmp(url.p + i, "://", 3) == 0) {
            const char *slash = memchr(url.p + i + 3, '/', url.n - i - 3);

            return slash ? (size_t)(slash - url.p) + 1 : 0;
        }
    return 0;
}

/* Returns true when the URL ends like the name of a file. */
static bool judge_is_file(trawl_str url)
{
    static const char endings[] =
        "html htm shtml xhtml php asp aspx jsp cgi txt pdf gz bz2 zip tgz "
        "png jpg jpeg gif xml rss deb rpm iso lha lzh jar";
    size_t dot = url.n;

    while (dot > 0 && ascii_is_alnum((unsigned char)url.p[dot - 1]))
        dot--;
    return dot > judge_path_of(url) && url.p[dot - 1] == '.' &&
           ascii_is_word_of(endings, url.p + dot, url.n - dot);
}

bool is_short(const struct question *q, unsigned i)
{
    for (unsigned j = 0; j < q->count; j++)
        if (is_beginning(q->url[i], q->url[j]))
            return true;
    return false;
}

bool is_joined(const struct question *q, unsigned i)
{
    for (unsigned j = 1; j < q->count; j++)
        if ((i == 0 || i == j) && q->why[j] != TRAWL_WHY_PUNCTUATION && q->why[j] != TRAWL_WHY_END)
            return !is_short(q, i);
    return false;
}

bool is_marked(const struct question *q, unsigned i)
{
    for (unsigned j = 0; j < q->count; j++)
        if (is_beginning(q->url[j], q->url[i]) && is_signs(judge_after(q->url[i], q->url[j].n)))
            return true;
    return false;
}

bool may_be_begun(const struct question *q, unsigned i)
{
    for (unsigned j = 0; j < q->count; j++)
        if (j != i && (is_beginning(q->url[i], q->url[j]) ||
                       q->url[i].n - common(q->url[i], q->url[j]) < PROOF))
            return false;
    return true;
}

/* Returns true when the end of `url` may be a word of the text: after the part that it shares with
 * `other`, it has only letters after a slash, or `other` ends inside the host of `url`. */
static bool is_word_of_text(trawl_str url, trawl_str other)
{
    size_t n = common(url, other);

    return (n == other.n && n < judge_path_of(url) &&
            ascii_is_alnum((unsigned char)url.p[n - 1])) ||
           (n > 0 && url.p[n - 1] == '/' && is_letters(judge_after(url, n)));
}

/* Returns how many bytes at the start of `text` are among these characters. */
static size_t judge_span_of(trawl_str text, const char *characters)
{
    size_t n = 0;

    while (n < text.n && text.p[n] != '\0' && strchr(characters, text.p[n]))
        n++;
    return n;
}

/* Returns true when the signs close a bracket that is open in the URL. */
static bool closes(trawl_str signs, trawl_str url)
{
    int open = 0;

    for (size_t i = 0; i < url.n; i++)
        open += (url.p[i] == '(') - (url.p[i] == ')');
    return open > 0 && memchr(signs.p, ')', signs.n);
}

/* Returns true when `rest` cannot continue a URL, for one of three reasons. It has a quote or
 * bracket among its first signs, as "@{UB}". It begins with many signs, as "--=====". It is a comma
 * and another URL. */
static bool judge_is_text(trawl_str rest)
{
    size_t signs = 0;

    for (; signs < rest.n && is_signs((trawl_str){rest.p, signs + 1}); signs++)
        if (strchr("\"`<>[]{}|\\", rest.p[signs]))
            return true;
    if (signs == 1 && strchr(",;", rest.p[0])) {
        trawl_str other = judge_after(rest, 1);
        size_t n = 0;

        while (n < other.n && ascii_is_alpha((unsigned char)other.p[n]))
            n++;
        return other.n - n > 3 && memcmp(other.p + n, "://", 3) == 0;
    }
    return signs > 3;
}

/* Returns true for a comma and a word of the text. */
static bool is_next_word(trawl_str rest)
{
    return strchr(",;", rest.p[0]) && rest.n <= WORD_MOST && is_letters(judge_after(rest, 1));
}

/* Returns true when `url` may be complete, judging by what `longer` has after it. */
static bool may_end(trawl_str url, trawl_str longer, unsigned count)
{
    trawl_str rest = judge_after(longer, url.n);
    int last = (unsigned char)url.p[url.n - 1], next = (unsigned char)rest.p[0];

    CHECK(url.n > 0 && rest.n > 0);
    if (is_signs(rest)) /* the URL may have been broken at "_", "-" and "/" */
        return judge_span_of(rest, ")]}>'\".,;:!?*|`") == rest.n && !closes(rest, url);
    if (judge_is_text(rest))
        return true;
    if (!ascii_is_alnum(last) || judge_path_of(url) == 0)
        return false;
    if (judge_is_file(url))
        return next >= 0x80 || strchr("-_~+:,;(!*'", next) || ascii_is_alpha(next);
    return count >= SEVERAL &&
           (next >= 0x80 || is_next_word(rest) || (ascii_is_alpha(last) && ascii_is_alpha(next)));
}

/* Returns NULL when the witnesses prefer reading i to j; else the reason why they do not. */
static const char *objection(const struct question *q, unsigned i, unsigned j)
{
    const struct support *a = &q->support[i], *b = &q->support[j];
    trawl_str url = q->url[i], other = q->url[j];

    if (url.n == 0 || other.n == 0) /* only in a database that trawl did not make */
        return "a reading is empty";
    if (b->flooded || a->count <= CLEAR * b->count)
        return "not more than 3 to 1";
    if (is_beginning(url, other)) {
        bool signs = is_signs(judge_after(other, url.n));

        if (b->count > 0 && !signs)
            return "the longer reading has a witness";
        return may_end(url, other, a->count) ? NULL : "the shorter reading may go on";
    }
    if (is_beginning(other, url) && is_signs(judge_after(url, other.n)) &&
        (b->count > 0 || a->count < SEVERAL))
        return "signs at the end need two witnesses";
    return is_word_of_text(url, other) ? "the rest may be a word of the text" : NULL;
}

int judge_readings(const struct question *q, const char **reason)
{
    const char *why = NULL;

    *reason = "no witness";
    for (unsigned i = 0; i < q->count; i++) {
        if (q->support[i].count == 0)
            continue;
        why = NULL;
        for (unsigned j = 0; j < q->count && !why; j++)
            if (j != i)
                why = objection(q, i, j);
        if (!why) {
            *reason = how_name(q->support[i].how);
            return (int)i;
        }
        *reason = why;
    }
    return UNDECIDED;
}

const char *how_name(enum how how)
{
    static const char *const names[] = {"none", "exact", "canonical", "prefix"};

    return names[how];
}
