/* ids.c - ids in angle brackets: Message-ID, References, In-Reply-To, List-Id
 *
 *   References: <1@a.example> <2@a.exam <3@a.example>               ->  1@a.example 3@a.example
 *   In-Reply-To: Your message of "Mon, 1 Jan 2001" <1@a.example>    ->  1@a.example
 *   In-Reply-To: Message from Ann <ann@a.example> of "Mon" <1@b.example>  ->  1@b.example
 *
 * An id has no blanks. White space with a line end in it is the fold of an id that was too long for
 * its line. In-Reply-To may also have words and the address of the person who is answered; see
 * ids_is_address().
 */
#include "base/check.h"
#include "mail/header/inside.h"

/* Returns the body of a field if it is one word without "<"; else an empty text. */
static trawl_str only_word(const char *p, size_t n)
{
    const size_t from = skip_space(p, 0, n), to = find_space(p, from, n);
    const bool one = skip_space(p, to, n) == n && to > from && !memchr(p + from, '<', to - from);

    return one ? (trawl_str){p + from, to - from} : (trawl_str){"", 0};
}

trawl_str id_first(const char *p, size_t n)
{
    const char *open = n > 0 ? memchr(p, '<', n) : NULL,
               *close = open ? memchr(open, '>', n - (size_t)(open - p)) : NULL;
    const trawl_str id =
        close ? trim_space(p, (size_t)(open - p) + 1, (size_t)(close - p)) : (trawl_str){p, 0};

    return id.n > 0 ? id : only_word(p, n);
}

/* Finds the next "<...>" without a further "<" in it from i on. Sets *from and *to to the text in
 * it. Returns its end, or 0. */
static size_t ids_next(const char *p, size_t n, size_t i, size_t *from, size_t *to)
{
    const char *open = i < n ? memchr(p + i, '<', n - i) : NULL,
               *close = open ? memchr(open, '>', n - (size_t)(open - p)) : NULL, *next;

    if (!close)
        return 0;
    while ((next = memchr(open + 1, '<', (size_t)(close - open) - 1)) != NULL)
        open = next;
    *from = (size_t)(open - p) + 1;
    *to = (size_t)(close - p);
    return *to + 1;
}

/* Appends p[from..to) without folds, and a blank. Appends nothing if it is empty or has other white
 * space inside. */
static int ids_append(buffer *ids, const char *p, size_t from, size_t to)
{
    const trawl_str id = trim_space(p, from, to);
    size_t n = ids->n;

    if (id.n == 0)
        return TRAWL_OK;
    if (buffer_reserve(ids, id.n + 1))
        return TRAWL_ERROR_NO_MEMORY;
    for (size_t i = 0, end; i < id.n; i = skip_space(id.p, end, id.n)) {
        end = find_space(id.p, i, id.n);
        if (end < id.n && !memchr(id.p + end, '\n', skip_space(id.p, end, id.n) - end))
            return TRAWL_OK;
        memcpy(ids->p + n, id.p + i, end - i);
        n += end - i;
    }
    CHECK(n - ids->n <= id.n);
    ids->p[n] = ' ';
    ids->n = n + 1;
    return TRAWL_OK;
}

int ids_of_references(buffer *ids, const char *p, size_t n)
{
    size_t from = 0, to = 0, end;
    bool any = false;
    int failed = 0;

    for (size_t i = 0; !failed && (end = ids_next(p, n, i, &from, &to)) > 0; i = end) {
        any = true;
        failed = ids_append(ids, p, from, to);
    }
    if (!any) {
        const trawl_str word = only_word(p, n);

        if (word.n > 0 && memchr(word.p, '@', word.n) && !memchr(word.p, '>', word.n))
            failed = ids_append(ids, word.p, 0, word.n);
    }
    return failed;
}

/* Returns true when p[i..n) begins with this word in any case, and no letter follows. */
static bool ids_is_word(const char *p, size_t n, size_t i, const char *word)
{
    const size_t k = strlen(word);

    return n - i >= k && ascii_same(p + i, word, k) &&
           (n - i == k || !ascii_is_alpha((unsigned char)p[i + k]));
}

/* Returns true when "<...>" after the words p[i..n) is the address of a person: if it is the first
 * address after "from", or if the words are a name, with letters, without digits and without a word
 * that introduces an id. */
static bool ids_is_address(const char *p, size_t i, size_t n)
{
    static const char *const introduce[] = {"message", "article", "mail", "note",
                                            "letter",  "of",      "to",   "re"};
    bool from = false, name = false, other = false;

    for (; i < n; i++) {
        const bool begins = i == 0 || !ascii_is_alpha((unsigned char)p[i - 1]);

        if (p[i] == '@')
            from = false;
        name |= (unsigned char)p[i] >= 0x80 || ascii_is_alpha((unsigned char)p[i]);
        other |= ascii_is_digit((unsigned char)p[i]);
        if (!begins)
            continue;
        from |= ids_is_word(p, n, i, "from");
        for (size_t k = 0; k < sizeof introduce / sizeof introduce[0]; k++)
            other |= ids_is_word(p, n, i, introduce[k]);
    }
    return from || (name && !other);
}

int ids_of_reply(buffer *ids, const char *p, size_t n)
{
    size_t from = 0, to = 0, end;
    int failed = 0;

    for (size_t i = 0; !failed && ids->n == 0 && (end = ids_next(p, n, i, &from, &to)) > 0; i = end)
        if (!(n - end >= 2 && ascii_same(p + end, "'s", 2)) && !ids_is_address(p, i, from - 1))
            failed = ids_append(ids, p, from, to);
    return failed;
}
