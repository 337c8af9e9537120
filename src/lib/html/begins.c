/* begins.c - how a page begins: what may precede its document type, and the first tags */
#include "base/ascii.h"
#include "html/inside.h"

/* Returns true if p[0..n) begins with the word, or is the beginning of it. */
static bool begins_like(const char *p, size_t n, const char *word)
{
    const size_t k = strlen(word);

    return ascii_same(p, word, n < k ? n : k);
}

/* Returns the end of "<?...>" or a comment at p, `end` if it goes on there, or NULL if it is
 * neither. */
static const char *begins_note(const char *p, const char *end)
{
    const size_t n = (size_t)(end - p);
    const bool comment = begins_like(p, n, "<!--");

    if (n == 0 || (!comment && !begins_like(p, n, "<?")))
        return NULL;
    for (size_t i = comment ? 4 : 2; i < n; i++)
        if (p[i] == '>' && (!comment || memcmp(p + i - 2, "--", 2) == 0))
            return p + i + 1;
    return end;
}

size_t html_prolog(const char *p, size_t n)
{
    const char *end = p + n, *next = p + (ascii_begins(p, n, "\xEF\xBB\xBF") ? 3 : 0), *at = next;

    for (; next; next = begins_note(at, end))
        for (at = next; at < end && html_is_blank(*at);)
            at++;
    return (size_t)(at - p);
}

bool html_has_tag(const char *p, size_t n)
{
    const char *end = p + n;

    while ((p = memchr(p, '<', (size_t)(end - p)))) {
        html_name name = {{0}, 0};
        tree_tag tag;

        p++;
        p += p < end && *p == '/';
        while (p < end && name.n < HTML_NAME && ascii_is_alnum((unsigned char)*p))
            name.p[name.n++] = (char)ascii_lower(*p++);
        tree_name(&tag, name.p, name.n);
        if (p < end && (html_is_blank(*p) || *p == '>' || *p == '/') && tag.row != tree_rows)
            return true;
    }
    return false;
}
