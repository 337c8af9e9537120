/* doctype.c - which pages a browser shows in quirks mode (HTML standard, 13.2.6.4.1)
 *
 * In that mode a <table> does not end the <p> that it is in.
 */
#include "html/inside.h"

#include "base/ascii.h"

/* Public identifiers of pages in quirks mode begin with these. */
static const char *const doctype_quirks[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

/* Other pages in quirks mode have one of these as their public identifier. */
static const char *const doctype_whole[] = {"-//w3o//dtd w3 html strict 3.0//en//",
                                            "-/w3c/dtd html 4.0 transitional/en", "html"};

/* The public identifiers of some more such doctypes begin with one of these. These doctypes have no
 * system identifier. */
static const char *const doctype_short[] = {"-//w3c//dtd html 4.01 frameset//",
                                            "-//w3c//dtd html 4.01 transitional//"};

typedef struct doctype_text {
    const char *p;
    size_t n;
} doctype_text;

static void doctype_skip_blanks(doctype_text *rest)
{
    while (rest->n > 0 && html_is_blank(*rest->p)) {
        rest->p++;
        rest->n--;
    }
}

/* Reads a text in quotes. Returns false when there is no quote, or no closing one. */
static bool doctype_quoted(doctype_text *rest, doctype_text *value)
{
    const char *end;

    doctype_skip_blanks(rest);
    *value = (doctype_text){NULL, 0};
    if (rest->n == 0 || (*rest->p != '"' && *rest->p != '\''))
        return false;
    end = memchr(rest->p + 1, *rest->p, rest->n - 1);
    if (!end)
        return false;
    *value = (doctype_text){rest->p + 1, (size_t)(end - rest->p) - 1};
    rest->n -= (size_t)(end - rest->p) + 1;
    rest->p = end + 1;
    return true;
}

static bool doctype_is_known(doctype_text id, bool has_system)
{
    for (size_t i = 0; i < sizeof doctype_quirks / sizeof doctype_quirks[0]; i++)
        if (ascii_begins(id.p, id.n, doctype_quirks[i]))
            return true;
    for (size_t i = 0; i < sizeof doctype_whole / sizeof doctype_whole[0]; i++)
        if (id.n == strlen(doctype_whole[i]) && ascii_begins(id.p, id.n, doctype_whole[i]))
            return true;
    for (size_t i = 0; i < sizeof doctype_short / sizeof doctype_short[0] && !has_system; i++)
        if (ascii_begins(id.p, id.n, doctype_short[i]))
            return true;
    return false;
}

bool doctype_is_quirks(const char *p, size_t n)
{
    static const char quirky[] = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
    doctype_text rest = {p, n};
    doctype_text public = {NULL, 0}, system;
    bool has_system;

    doctype_skip_blanks(&rest);
    if (!ascii_begins(rest.p, rest.n, "html") || (rest.n > 4 && !html_is_blank(rest.p[4])))
        return true;
    rest.p += 4;
    rest.n -= 4;
    doctype_skip_blanks(&rest);
    if (rest.n == 0)
        return false;
    if (!ascii_begins(rest.p, rest.n, "public") && !ascii_begins(rest.p, rest.n, "system"))
        return true;
    has_system = ascii_lower(*rest.p) == 's';
    rest.p += 6;
    rest.n -= 6;
    if (!has_system) {
        if (!doctype_quoted(&rest, &public))
            return true;
        doctype_skip_blanks(&rest);
        if (rest.n == 0)
            return doctype_is_known(public, false);
    }
    if (!doctype_quoted(&rest, &system))
        return true;
    return doctype_is_known(public, true) ||
           (system.n == sizeof quirky - 1 && ascii_begins(system.p, system.n, quirky));
}
