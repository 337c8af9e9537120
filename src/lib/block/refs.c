/* refs.c - finds the references to sections and labels in lines of running text
 *
 * References are found by their form alone; the caller must look up their keys. References to other
 * documents are left out: "section 5.1 of RFC 2396", "[RFC2396], section 5.1".
 */
#include "base/check.h"
#include "block/block.h"

#include "base/ascii.h"
#include "base/sixteen.h"

/* ---- The text of references ---- */

/* Returns true for a byte of a letter, a digit or "_". Of the characters beyond ASCII, the blocks
 * with common punctuation do not count: U+0080 to U+00BF, U+2000 to U+203F. */
static bool refs_is_word(const block_refs *r, size_t i)
{
    unsigned char c;

    if (i >= r->n)
        return false;
    c = (unsigned char)r->text[i];
    if (c < 0x80)
        return ascii_is_alnum(c) || c == '_';
    for (; i > 0 && (c & 0xC0) == 0x80; i--)
        c = (unsigned char)r->text[i - 1];
    return c != 0xC2 && !(c == 0xE2 && i + 1 < r->n && r->text[i + 1] == '\x80');
}

/* Returns the place after blanks at i, no-break spaces too. */
static size_t refs_skip_blanks(const block_refs *r, size_t i)
{
    for (;;) {
        if (i < r->n && ascii_is_blank(r->text[i]))
            i++;
        else if (i + 1 < r->n && memcmp(r->text + i, "\xC2\xA0", 2) == 0)
            i += 2;
        else
            return i;
    }
}

/* Returns the place before blanks that end at i. */
static size_t skip_back(const block_refs *r, size_t i)
{
    while (i > 0 && ascii_is_blank(r->text[i - 1]))
        i--;
    return i;
}

/* Returns the start of the word that ends at i: letters, digits, hyphens, dots inside. */
static size_t refs_word_start(const block_refs *r, size_t i)
{
    while (i > 0 && (refs_is_word(r, i - 1) || r->text[i - 1] == '-' || r->text[i - 1] == '.'))
        i--;
    return i;
}

static bool refs_begins(const block_refs *r, size_t i, const char *word)
{
    return i < r->n && ascii_begins(r->text + i, r->n - i, word) &&
           !refs_is_word(r, i + strlen(word));
}

/* ---- Other documents ---- */

#define SERIES "rfc std bcp fyi ien iso iec ieee posix ansi din itu-t"

/* Returns true when the name of a document begins at i: "RFC 2396", "draft-ietf-...", "[RFC2396]".
 * With `label`, any label in brackets is one. */
static bool document_at(const block_refs *r, size_t i, bool label)
{
    size_t to, digit;

    if (i < r->n && r->text[i] == '[') {
        if (label)
            return true;
        i++;
    }
    if (i >= r->n || !strchr("DIRSBFPA", r->text[i] & ~0x20))
        return false;
    if (ascii_begins(r->text + i, r->n - i, "draft-") ||
        ascii_begins(r->text + i, r->n - i, "i-d."))
        return true;
    for (to = i; to < r->n && (ascii_is_alpha((unsigned char)r->text[to]) || r->text[to] == '-');)
        to++;
    digit = refs_skip_blanks(r, to);
    return to > i && digit < r->n && ascii_is_digit((unsigned char)r->text[digit]) &&
           ascii_is_word_of(SERIES, r->text + i, to - i - (r->text[to - 1] == '-'));
}

/* Returns true when the name of a document ends at i: "RFC 2396", "[RFC2396]", "draft-x-03". */
static bool document_to(const block_refs *r, size_t i)
{
    size_t from = refs_word_start(r, i);

    if (i > 1 && r->text[i - 1] == ']')
        return refs_is_word(r, i - 2);
    if (from == i || r->text[i - 1] == '.')
        return false;
    if (ascii_is_digit((unsigned char)r->text[from]))
        from = refs_word_start(r, skip_back(r, from));
    return document_at(r, from, false);
}

/* Returns true for text that may be between a document's name and a section. */
static bool is_joint(char c)
{
    return c == ',' || c == ';' || c == ':' || c == '(';
}

/* Returns true when what precedes i names the document that a section at i belongs to. */
static bool document_before(const block_refs *r, size_t i)
{
    i = skip_back(r, i);
    if (i > 0 && is_joint(r->text[i - 1]))
        i = skip_back(r, i - 1);
    if (i == 0)
        return r->document;
    if (i > 2 && r->text[i - 1] == 's' && r->text[i - 2] == '\'')
        i -= 2;
    return document_to(r, i);
}

/* Returns the end of a title at i in parentheses or quotation marks, and of the blanks after it; or
 * i. */
static size_t skip_title(const block_refs *r, size_t i)
{
    size_t at = i;
    char close;

    if (i == r->n || (r->text[i] != '(' && r->text[i] != '"'))
        return i;
    close = r->text[i] == '(' ? ')' : '"';
    while (++at < r->n && r->text[at] != close)
        ;
    return at < r->n ? refs_skip_blanks(r, at + 1) : i;
}

/* Returns true when what follows i names another document: "of RFC 2396", "of the C standard",
 * " [RFC2396]", "(RFC 2396", "(Title) of RFC 2396", but not "of this document". */
static bool document_after(const block_refs *r, size_t i)
{
    static const char *const own[] = {"this", "these", "our", "the present", "the current"};
    size_t at = refs_skip_blanks(r, i), of = skip_title(r, at);

    if (refs_begins(r, of, "of")) {
        at = refs_skip_blanks(r, of + 2);
        for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
            if (refs_begins(r, at, own[k]))
                return false;
        return true;
    }
    if (refs_begins(r, at, "in"))
        return document_at(r, refs_skip_blanks(r, at + 2), true);
    if (refs_begins(r, at, "from"))
        return document_at(r, refs_skip_blanks(r, at + 4), true);
    if (at < r->n && (r->text[at] == ',' || r->text[at] == '('))
        return document_at(r, refs_skip_blanks(r, at + 1), false);
    return document_at(r, at, true);
}

/* ---- Sections ---- */

static const struct ref_word {
    const char *name;
    size_t n;
    const char *start;
    bool many; /* more than one key follows */
} words[] = {
#define WORD(name, start, many)                                                                    \
    {                                                                                              \
        (name), sizeof(name) - 1, (start), (many)                                                  \
    }
    WORD("section", KEY_SECTION, false),    WORD("sections", KEY_SECTION, true),
    WORD("subsection", KEY_SECTION, false), WORD("subsections", KEY_SECTION, true),
    WORD("sect.", KEY_SECTION, false),      WORD("sec.", KEY_SECTION, false),
    WORD("chapter", KEY_SECTION, false),    WORD("chapters", KEY_SECTION, true),
    WORD("chap.", KEY_SECTION, false),      WORD("appendix", KEY_APPENDIX, false),
    WORD("appendices", KEY_APPENDIX, true), WORD("annex", KEY_APPENDIX, false),
    WORD("part", KEY_PART, false),          WORD("parts", KEY_PART, true),
#undef WORD
};

/* Returns the word that begins at i, and sets *to to its end; or NULL. */
static const struct ref_word *refs_word_at(const block_refs *r, size_t i, size_t *to)
{
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        size_t n = words[k].n;
        if (n <= r->n - i && ascii_same(r->text + i, words[k].name, n) &&
            (words[k].name[n - 1] == '.' || !refs_is_word(r, i + n)) &&
            (words[k].start != KEY_PART || ascii_is_upper(r->text[i]))) {
            *to = i + n;
            return &words[k];
        }
    }
    return NULL;
}

/* Returns the end of a number at i: "3", "3.1.2", "3a", "A", "A.2", "IV"; or i. Sets *dotted. */
static size_t refs_number_end(const block_refs *r, size_t i, bool *dotted)
{
    size_t at = i;

    *dotted = false;
    while (at < r->n && strchr("IVXLC", r->text[at]) && r->text[at] != '\0')
        at++;
    if (at < i + 2) {
        at = i;
        if (at < r->n && ascii_is_upper(r->text[at]))
            at++;
        else
            while (at < r->n && ascii_is_digit((unsigned char)r->text[at]))
                at++;
        while (at > i && at + 1 < r->n && r->text[at] == '.' &&
               ascii_is_digit((unsigned char)r->text[at + 1])) {
            *dotted = true;
            for (at++; at < r->n && ascii_is_digit((unsigned char)r->text[at]);)
                at++;
        }
        if (at > i && at < r->n && r->text[at] >= 'a' && r->text[at] <= 'z' &&
            ascii_is_digit((unsigned char)r->text[at - 1]))
            at++;
    }
    if (at - i > 24 || refs_is_word(r, at) ||
        (at + 1 < r->n && r->text[at] == '.' && refs_is_word(r, at + 1)))
        return i;
    return at;
}

/* Returns the place after the separator of two keys at i, ", ", " and " or "-"; i for none. */
static size_t refs_between(const block_refs *r, size_t i)
{
    static const char *const links[] = {"and/or", "and", "or", "to", "through"};
    size_t at = refs_skip_blanks(r, i), from = at;

    if (at < r->n && (r->text[at] == ',' || r->text[at] == '&' || r->text[at] == '-'))
        at = refs_skip_blanks(
            r, at + 1 + (at + 1 < r->n && r->text[at] == '-' && r->text[at + 1] == '-'));
    else if (at + 2 < r->n && memcmp(r->text + at, "\xE2\x80\x93", 3) == 0)
        at += 3;
    for (size_t k = 0; k < sizeof links / sizeof links[0]; k++)
        if (refs_begins(r, at, links[k])) {
            at = refs_skip_blanks(r, at + strlen(links[k]));
            break;
        }
    return at > from ? at : i;
}

/* Returns the end of the list whose first key ends at i. A number after a single section belongs to
 * the list only with a dot: "section 3.1 and 3.2", but "section 3, 5 people". */
static size_t list_end(const block_refs *r, const char *start, bool many, size_t i)
{
    for (;;) {
        size_t at = refs_between(r, i), to;
        bool dotted, letter = at < r->n && ascii_is_upper(r->text[at]);

        to = at > i ? refs_number_end(r, at, &dotted) : at;
        if (to == at || (!dotted && (letter ? start != KEY_APPENDIX : !many)))
            return i;
        i = to;
    }
}

/* Opens the list of sections at i, where a word or "§" ends that began at `from`. Returns false
 * when no section of this text follows. */
static bool open_sections(block_refs *r, size_t from, size_t i, const char *start, bool many)
{
    size_t at = refs_skip_blanks(r, i), to;
    bool dotted, named = r->text[from] != '\xC2';

    to = refs_number_end(r, at, &dotted);
    if (named && at == i)
        to = at;
    /* "in this section A and B are" */
    if (to > at && start == KEY_SECTION && !dotted && named && ascii_is_upper(r->text[at]) &&
        !ascii_is_upper(r->text[from]))
        to = at;
    if (to == at)
        return false;
    to = list_end(r, start, many, to);
    r->first = from;
    r->at = at;
    r->list = start;
    r->list_to = to;
    if (!document_before(r, from) && !document_after(r, to))
        return true;
    r->list = NULL;
    r->at = to;
    return false;
}

/* Tests for a reference to sections at i. Returns true when a list was opened. */
static bool section_at(block_refs *r, size_t i)
{
    const struct ref_word *word;
    size_t to;

    if (r->text[i] == '\xC2') {
        to = i + 2;
        if (i + 1 >= r->n || r->text[i + 1] != '\xA7')
            return false;
        if (to + 1 < r->n && memcmp(r->text + to, "\xC2\xA7", 2) == 0)
            return open_sections(r, i, to + 2, KEY_SECTION, true);
        return open_sections(r, i, to, KEY_SECTION, false);
    }
    word = refs_word_at(r, i, &to);
    if (!word)
        return false;
    if (open_sections(r, i, to, word->start, word->many))
        return true;
    /* "the Appendix" of a text that has one */
    if (r->at > i || word->start != KEY_APPENDIX || word->many || !ascii_is_upper(r->text[i]) ||
        document_before(r, i) || document_after(r, to))
        return false;
    r->first = r->at = i;
    r->list = "";
    r->list_to = to;
    return true;
}

/* ---- Labels in brackets ---- */

#define LABEL_MAX 40
#define BRACKETS_MAX 96

/* Returns true for no name, and for one that is usual for an array, as in "argv[1]". */
static bool is_array(const char *p, size_t n)
{
    return n < 3 ||
           ascii_is_word_of("arg argv args arr array buf char dst elem foo bar baz idx obj "
                            "ptr src str tmp val var vec",
                            p, n);
}

/* Returns true when a citation may begin at i, by what precedes it: "text[1]", but not "a[1]". */
static bool may_cite(const block_refs *r, size_t i)
{
    size_t from = i;

    if (i == 0 || i == r->ended)
        return true;
    if (!refs_is_word(r, i - 1))
        return !strchr("/$#@\\_]", r->text[i - 1]) &&
               !(i > 1 && r->text[i - 1] == ')' && r->text[i - 2] == '(');
    while (from > 0 && (ascii_is_alpha((unsigned char)r->text[from - 1]) ||
                        (unsigned char)r->text[from - 1] >= 0x80))
        from--;
    if (is_array(r->text + from, i - from))
        return false;
    return from == 0 || !(refs_is_word(r, from - 1) || strchr("._$>&*\\", r->text[from - 1]));
}

/* Returns the end of a label at i, or i: letters and digits, few other characters. A number has at
 * most four digits, and is not 0. */
static size_t refs_label_end(const block_refs *r, size_t i, size_t to)
{
    size_t at = i, digits = 0;

    if (!refs_is_word(r, i) || r->text[i] == '_' || r->text[i] == '0')
        return i;
    while (at < to && (refs_is_word(r, at) || strchr(".-+:/& ", r->text[at]))) {
        digits += ascii_is_digit((unsigned char)r->text[at]);
        at++;
    }
    at = skip_back(r, at);
    return at - i > LABEL_MAX || (digits == at - i && digits > 4) ? i : at;
}

/* Returns the place of the next label in a list before `to`, or `to`. */
static size_t refs_next_label(const block_refs *r, size_t i, size_t to)
{
    i = refs_skip_blanks(r, i);
    if (i < to && strchr(",;", r->text[i]))
        i = refs_skip_blanks(r, i + 1);
    return i;
}

/* Opens the list of labels in brackets at i. Returns false when they are not a citation. */
static bool open_labels(block_refs *r, size_t i)
{
    size_t to = i + 1, at = i + 1, end, most = r->n - i < BRACKETS_MAX ? r->n : i + BRACKETS_MAX;

    while (to < most && r->text[to] != ']' && r->text[to] != '[')
        to++;
    if (to == most || r->text[to] != ']' || !may_cite(r, i) ||
        (to + 1 < r->n &&
         (ascii_is_alnum((unsigned char)r->text[to + 1]) || strchr("_(=", r->text[to + 1]))))
        return false;
    while (at < to) {
        end = refs_label_end(r, at, to);
        if (end == at ||
            (refs_skip_blanks(r, end) < to && !strchr(",;", r->text[refs_skip_blanks(r, end)])))
            return false;
        at = refs_next_label(r, end, to);
    }
    r->ended = to + 1;
    r->first = i;
    r->at = i + 1;
    r->list = KEY_REF;
    r->list_to = to;
    return at > i + 1;
}

/* ---- Lines ---- */

static void refs_copy_joined(block_refs *r, const char *line, size_t n, const char *next,
                             size_t next_n)
{
    if (n > BLOCK_LINE_MAX) {
        n = BLOCK_LINE_MAX;
        next_n = 0;
    }
    if (next_n > BLOCK_LINE_MAX)
        next_n = BLOCK_LINE_MAX;
    memcpy(r->text, line, n);
    r->text[n] = ' ';
    if (next_n > 0)
        memcpy(r->text + n + 1, next, next_n);
    r->line = n;
    r->n = next_n > 0 ? n + 1 + next_n : n;
    CHECK(r->n + (next_n == 0) + BLOCK_REFS_SLACK <= sizeof r->text);
    memset(r->text + r->n + (next_n == 0), 0, BLOCK_REFS_SLACK);
}

void block_refs_line(block_refs *r, const char *line, size_t n, size_t from, const char *next,
                     size_t next_n)
{
    size_t shift = r->line + 1;

    r->document = r->n > 0 && document_before(r, r->line);
    r->at = r->at > shift ? r->at - shift : 0;
    r->ended = r->ended > shift ? r->ended - shift : SIZE_MAX;
    r->first = SIZE_MAX;
    if (r->list && r->list_to > shift)
        r->list_to -= shift;
    else
        r->list = NULL;
    refs_copy_joined(r, line, n, next, next_n);
    if (r->at < from)
        r->at = from;
    r->rest = r->has_rest;
    r->has_rest = false;
}

/* Returns the end of the list's next key, and sets *at to its start; both are the same without
 * one. */
static size_t next_key(const block_refs *r, size_t *at)
{
    bool begun = r->first == SIZE_MAX, dotted;

    if (*at >= r->list_to)
        return *at;
    if (r->list == KEY_REF) {
        *at = begun ? refs_next_label(r, *at, r->list_to) : *at;
        return refs_label_end(r, *at, r->list_to);
    }
    if (!*r->list)
        return r->list_to;
    if (begun && refs_number_end(r, *at, &dotted) == *at)
        *at = refs_between(r, *at);
    return refs_number_end(r, *at, &dotted);
}

/* Sets *ref to the list's next key. Returns false at the list's end. */
static bool next_in_list(block_refs *r, block_ref *ref)
{
    size_t at = r->at, to = next_key(r, &at);
    const char *start = r->list, *p = r->text + at;

    if (at >= to)
        return false;
    *ref = (block_ref){.from = at, .to = to};
    if (start == KEY_REF && r->first < at && to == r->list_to)
        *ref = (block_ref){.from = r->first, .to = to + 1}; /* "[1]" with its brackets */
    else if (start != KEY_REF && r->first < at)
        ref->from = r->first;
    ref->key_n =
        *start ? key_make(start, p, to - at, ref->key) : key_make("", "appendix", 8, ref->key);
    return true;
}

/* Returns one bit for each of the sixteen bytes at p. It is set where a reference may begin: at the
 * first three letters of a known word ("sec", "cha"), at "[", and at the first byte of a section
 * sign. */
static unsigned starts_in(const char *p)
{
    sixteen first = sixteen_load(p), a = first | 0x20, b = sixteen_load(p + 1) | 0x20,
            c = sixteen_load(p + 2) | 0x20;
    sixteen s =
        (sixteen_is(b, 'e') & sixteen_is(c, 'c')) | (sixteen_is(b, 'u') & sixteen_is(c, 'b'));
    sixteen app =
        (sixteen_is(b, 'p') & sixteen_is(c, 'p')) | (sixteen_is(b, 'n') & sixteen_is(c, 'n'));
    sixteen cha = sixteen_is(b, 'h') & sixteen_is(c, 'a');
    sixteen par = sixteen_is(b, 'a') & sixteen_is(c, 'r');

    return sixteen_bits(sixteen_is(first, '[') | sixteen_is(first, 0xC2) |
                        (sixteen_is(a, 's') & s) | (sixteen_is(a, 'a') & app) |
                        (sixteen_is(a, 'c') & cha) | (sixteen_is(first, 'P') & par));
}

/* Returns the first place from i on where a reference may begin, or the line's end. */
static size_t next_start(const block_refs *r, size_t i)
{
    unsigned bits = 0;

    if (i >= r->line)
        return i;
    while (i < r->line && (bits = starts_in(r->text + i)) == 0)
        i += 16;
    if (bits)
        i += (size_t)__builtin_ctz(bits);
    return i < r->line ? i : r->line;
}

/* Goes to the next list. Returns false at the end of the line. */
static bool find_list(block_refs *r)
{
    const unsigned char *p = (const unsigned char *)r->text;

    for (; (r->at = next_start(r, r->at)) < r->line; r->at++) {
        size_t i = r->at;
        if (p[i] != '[' && p[i] != 0xC2 && i > 0 &&
            (ascii_is_alnum(p[i - 1]) || strchr("_-./@", p[i - 1]) ||
             (p[i - 1] >= 0x80 && refs_is_word(r, i - 1))))
            continue;
        if (p[i] != '[') {
            if (section_at(r, i))
                return true;
            if (r->at > i)
                r->at--; /* the loop goes on there */
        } else if (open_labels(r, i)) {
            return true;
        } else {
            r->list = NULL;
            r->at = i;
        }
    }
    return false;
}

/* Cuts a reference at the end of the line; the rest is for the next line. */
static void refs_cut(block_refs *r, block_ref *ref)
{
    if (ref->to <= r->line)
        return;
    r->has_rest = true;
    r->cut = *ref;
    r->cut.from = 0;
    r->cut.to = ref->to - r->line - 1;
    ref->to = r->line;
}

bool block_refs_next(block_refs *r, block_ref *ref)
{
    if (r->rest) {
        *ref = r->cut;
        r->rest = false;
        if (ref->to > r->line)
            ref->to = r->line;
        return true;
    }
    for (;;) {
        if (!r->list && !find_list(r))
            return false;
        if (next_in_list(r, ref)) {
            if (ref->from >= r->line)
                return false; /* it is in the next line */
            r->at = ref->to;
            r->first = SIZE_MAX;
            refs_cut(r, ref);
            if (ref->key_n > 0)
                return true;
        } else {
            r->at = r->list_to > r->at ? r->list_to : r->at;
            r->list = NULL;
        }
    }
}
