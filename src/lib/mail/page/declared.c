/* declared.c - finds what a page declares: its charset, if it hides ASCII, and in XML entities and
 * attributes
 *
 * Only ISO-2022 and HZ matter: in other charsets that hide ASCII a declaration would not be ASCII,
 * or browsers do not support them.
 */
#include "mail/page/page.h"

const names_row *page_declared(const char *p, size_t n)
{
    trawl_str rest = {p, n}, label;

    while (html_declared(&rest, &label)) {
        const names_row *row = names_find(label.p, label.n);
        if (row)
            return row->kind == NAMES_ISO2022 || row->kind == NAMES_HZ ? row : NULL;
    }
    return NULL;
}

/* ---- XML ---- */

int page_find_declaration(page *p, const char *bytes, size_t n)
{
    static const char *const words[] = {"<!ENTITY ", "<!ATTLIST "};

    for (size_t i = 0; i < n && p->dtd.n < UINT8_MAX; i++) {
        if (p->dtd.n == 2)
            p->dtd.which = bytes[i] == 'A';
        p->dtd.n = bytes[i] == words[p->dtd.which][p->dtd.n] ? p->dtd.n + 1 : bytes[i] == '<';
        if (words[p->dtd.which][p->dtd.n])
            continue;
        p->dtd.n = UINT8_MAX;
        return p->out.limit(p->out.user, PAGE_LIMIT_DTD, html_next(&p->h) + i);
    }
    return 0;
}

bool page_is_xml_url(const html_name *name)
{
    static const char href[] = ":href";
    const size_t n = sizeof href - 1;

    return (name->n > n && memcmp(name->p + name->n - n, href, n) == 0) ||
           html_is_named(name, "url");
}
