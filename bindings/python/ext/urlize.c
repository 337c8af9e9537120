/* urlize.c - the words of Django's urlize: most are decided here, the others by Python
 *
 * Django splits a text at white space, "<", ">" and quotes, and looks at each word. Words without
 * ".", "@" and ":" are text. A word of plain ASCII whose parts need no quoting is decided here;
 * trawl/compat/django.py has all rules, and decides the rest.
 */
#include "trawl_py.h"

#define URLIZE_LONGEST 2048 /* longer words are left to Python */

enum {
    URLIZE_SAFE = 1,   /* stays as it is in a URL: letters, digits and some signs */
    URLIZE_PLAIN = 2,  /* letters, digits, "_", ".", "~", "-" */
    URLIZE_EMAIL = 4,  /* may be in a mail address */
    URLIZE_SPECIAL = 8 /* ".", "@", ":" */
};

typedef struct urlize_run {
    py_bytes out;
    PyObject *slow; /* Python's function, from a word to its HTML */
    bool escape, nofollow;
    Py_ssize_t limit; /* -1: none */
} urlize_run;

static int urlize_traits(unsigned char c)
{
    static const unsigned char signs[256] = {['.'] = URLIZE_SAFE | URLIZE_PLAIN | URLIZE_EMAIL |
                                                     URLIZE_SPECIAL,
                                             ['-'] = URLIZE_SAFE | URLIZE_PLAIN | URLIZE_EMAIL,
                                             ['_'] = URLIZE_SAFE | URLIZE_PLAIN | URLIZE_EMAIL,
                                             ['~'] = URLIZE_SAFE | URLIZE_PLAIN,
                                             ['+'] = URLIZE_SAFE | URLIZE_EMAIL,
                                             ['@'] = URLIZE_SPECIAL,
                                             [':'] = URLIZE_SAFE | URLIZE_SPECIAL,
                                             ['/'] = URLIZE_SAFE,
                                             ['('] = URLIZE_SAFE,
                                             [')'] = URLIZE_SAFE,
                                             ['!'] = URLIZE_SAFE,
                                             ['$'] = URLIZE_SAFE,
                                             ['*'] = URLIZE_SAFE,
                                             [','] = URLIZE_SAFE,
                                             [';'] = URLIZE_SAFE,
                                             ['='] = URLIZE_SAFE};
    bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

    return word ? URLIZE_SAFE | URLIZE_PLAIN | URLIZE_EMAIL : signs[c];
}

/* Returns the length of the white space, the bracket or the quote that p begins with, or 0. */
static size_t urlize_gap(const char *p, size_t n)
{
    /* White space beyond ASCII: the first bytes of a character, and the range of its last byte. */
    static const struct {
        const char *lead;
        unsigned char first, last;
    } spaces[] = {{"\xc2", 0x85, 0x85},     {"\xc2", 0xa0, 0xa0},     {"\xe1\x9a", 0x80, 0x80},
                  {"\xe2\x80", 0x80, 0x8a}, {"\xe2\x80", 0xa8, 0xa9}, {"\xe2\x80", 0xaf, 0xaf},
                  {"\xe2\x81", 0x9f, 0x9f}, {"\xe3\x80", 0x80, 0x80}};
    const unsigned char *u = (const unsigned char *)p;

    if (u[0] < 0x80)
        return u[0] != 0 && strchr("\t\n\v\f\r\x1c\x1d\x1e\x1f <>\"'", u[0]) != NULL;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        size_t k;

        if (*p != *spaces[i].lead)
            continue;
        k = strlen(spaces[i].lead);
        if (n > k && memcmp(p, spaces[i].lead, k) == 0 && u[k] >= spaces[i].first &&
            u[k] <= spaces[i].last)
            return k + 1;
    }
    return 0;
}

/* ---- Output ---- */

static void urlize_put(urlize_run *run, const char *text)
{
    py_bytes_add(&run->out, text, strlen(text));
}

static void urlize_text(urlize_run *run, const char *p, size_t n)
{
    size_t from = 0;

    for (size_t i = 0; run->escape && i < n; i++) {
        const char *entity = p[i] == '&'    ? "&amp;"
                             : p[i] == '<'  ? "&lt;"
                             : p[i] == '>'  ? "&gt;"
                             : p[i] == '"'  ? "&quot;"
                             : p[i] == '\'' ? "&#x27;"
                                            : NULL;

        if (!entity)
            continue;
        py_bytes_add(&run->out, p + from, i - from);
        urlize_put(run, entity);
        from = i + 1;
    }
    py_bytes_add(&run->out, p + from, n - from);
}

static void urlize_link(urlize_run *run, const char *prefix, const char *p, size_t n, bool follow)
{
    urlize_put(run, "<a href=\"");
    urlize_put(run, prefix);
    py_bytes_add(&run->out, p, n);
    urlize_put(run, run->nofollow && !follow ? "\" rel=\"nofollow\">" : "\">");
    if (run->limit >= 0 && n > (size_t)run->limit) {
        py_bytes_add(&run->out, p, run->limit > 0 ? (size_t)run->limit - 1 : 0);
        urlize_put(run, "\xe2\x80\xa6");
    } else {
        py_bytes_add(&run->out, p, n);
    }
    urlize_put(run, "</a>");
}

/* Lets Python decide a word. */
static int urlize_slow(urlize_run *run, const char *p, size_t n)
{
    PyObject *word = py_str(p, n),
             *html = word ? PyObject_CallFunctionObjArgs(run->slow, word, NULL) : NULL;
    Py_ssize_t length;
    const char *utf8 = html ? PyUnicode_AsUTF8AndSize(html, &length) : NULL;

    if (utf8)
        py_bytes_add(&run->out, utf8, (size_t)length);
    Py_XDECREF(word);
    Py_XDECREF(html);
    return utf8 ? 0 : -1;
}

/* ---- Words ---- */

/* Returns true if quoting would not change the rest of a URL, from its host on. */
static bool urlize_is_quoted(const char *p, size_t n)
{
    const char *query = memchr(p, '?', n), *fragment = memchr(p, '#', n), *end = p + n;
    size_t equals = 0;

    if (n == 0 || !(urlize_traits((unsigned char)p[0]) & URLIZE_EMAIL) || strchr(".-+", p[0]))
        return false;
    if (fragment &&
        (fragment + 1 == end || memchr(fragment + 1, '#', (size_t)(end - fragment - 1))))
        return false;
    if (query && fragment && query > fragment)
        return false;
    for (const char *q = p; q < (query ? query : fragment ? fragment : end); q++)
        if (!(urlize_traits((unsigned char)*q) & URLIZE_SAFE))
            return false;
    for (const char *q = fragment ? fragment + 1 : end; q < end; q++)
        if (!(urlize_traits((unsigned char)*q) & URLIZE_SAFE))
            return false;
    if (!query)
        return true;
    for (const char *q = query + 1; q < (fragment ? fragment : end); q++) {
        equals += *q == '=';
        if (*q != '=' && !(urlize_traits((unsigned char)*q) & URLIZE_PLAIN))
            return false;
    }
    return equals == 1 && query[1] != '=';
}

static bool urlize_is(const char *p, size_t n, const char *name)
{
    for (size_t i = 0; name[i]; i++)
        if (i >= n || (p[i] | 0x20) != name[i])
            return false;
    return true;
}

/* Returns true if the text ends with one of the top-level domains that make a link in Django or, if
 * `anywhere` is set, has one of them. */
static bool urlize_has_domain(const char *p, size_t n, bool anywhere)
{
    static const char *const domains[] = {"com", "edu", "gov", "int", "mil", "net", "org"};

    for (size_t i = anywhere || n < 4 ? 0 : n - 4; i + 3 < n; i++)
        for (size_t k = 0; p[i] == '.' && k < 7; k++)
            if (urlize_is(p + i + 1, n - i - 1, domains[k]))
                return true;
    return false;
}

/* Returns true for names such as "www.example", if `www` is set, or else "example.com/x". Django
 * wants at least two characters to the left of ".com". */
static bool urlize_is_domain(const char *p, size_t n, bool www)
{
    const char *slash = memchr(p, '/', n);
    size_t host = slash ? (size_t)(slash - p) : n;

    if (memchr(p, ':', n) || !urlize_is_quoted(p, n))
        return false;
    return www ? n > 4 : host >= 6 && !urlize_is(p, n, "http") && urlize_has_domain(p, host, false);
}

/* Returns true for a mail address of plain letters. `at` is its "@". */
static bool urlize_is_email(const char *p, size_t n, const char *at)
{
    const char *domain = at + 1;
    size_t length = (size_t)(p + n - domain);

    if (at == p || length < 3 || length > 63 || *domain == '.' || !memchr(domain, '.', length))
        return false;
    for (size_t i = 0; i < n; i++)
        if (p + i != at && !(urlize_traits((unsigned char)p[i]) & URLIZE_EMAIL))
            return false;
    for (size_t i = 0; i + 1 < length; i++)
        if (domain[i] == '.' && domain[i + 1] == '.')
            return false;
    return true;
}

/* Returns the length of "http://" or "https://" at the beginning, or 0. */
static size_t urlize_scheme(const char *p, size_t n)
{
    if (n > 7 && memcmp(p, "http://", 7) == 0)
        return 7;
    return n > 8 && memcmp(p, "https://", 8) == 0 ? 8 : 0;
}

/* Removes punctuation and parentheses around a link. */
static void urlize_trim(const char *p, size_t *from, size_t *to)
{
    ptrdiff_t surplus = 0; /* how many more ")" than "(" */
    bool trimmed;

    for (size_t i = *from; i < *to; i++)
        surplus += p[i] == ')' ? 1 : p[i] == '(' ? -1 : 0;
    do {
        trimmed = false;
        if (*from < *to && p[*from] == '(') {
            ++*from;
            surplus++;
            trimmed = true;
        }
        if (surplus == 1 && *from < *to && p[*to - 1] == ')') {
            --*to;
            surplus--;
            trimmed = true;
        }
        while (*from < *to && memchr(".,:;!", p[*to - 1], 5)) {
            --*to;
            trimmed = true;
        }
    } while (trimmed);
}

/* Writes a link, if this file can tell what it is. Returns 1 if it did, 0 if there is no link, or
 * -1 if Python has to decide. */
static int urlize_middle(urlize_run *run, const char *p, size_t n)
{
    const char *at = memchr(p, '@', n);
    size_t scheme = urlize_scheme(p, n);
    bool www = n > 3 && p[3] == '.' && urlize_is(p, n, "www"); /* in Django no other is a link */

    if (scheme > 0 && urlize_is_quoted(p + scheme, n - scheme))
        urlize_link(run, "", p, n, false);
    else if (urlize_is_domain(p, n, www))
        urlize_link(run, "http://", p, n, false);
    else if (at && !www && urlize_is_email(p, n, at))
        urlize_link(run, "mailto:", p, n, true);
    else
        return at || www || urlize_is(p, n, "http") || urlize_has_domain(p, n, true) ? -1 : 0;
    return 1;
}

/* Writes a word that has ".", "@" or ":". */
static int urlize_word(urlize_run *run, const char *p, size_t n, bool odd)
{
    size_t from = 0, to = n, before = run->out.n;
    int found;

    if (odd || n > URLIZE_LONGEST)
        return urlize_slow(run, p, n);
    urlize_trim(p, &from, &to);
    urlize_text(run, p, from);
    found = urlize_middle(run, p + from, to - from);
    if (found < 0) {
        run->out.n = before;
        return urlize_slow(run, p, n);
    }
    to = found ? to : from;
    urlize_text(run, p + to, n - to);
    return 0;
}

static int urlize_all(urlize_run *run, const char *p, size_t n)
{
    for (size_t i = 0, from = 0; i < n;) {
        bool special = false, odd = false;
        size_t gap = 0;

        for (; i < n && !(gap = urlize_gap(p + i, n - i)); i++) {
            special |= (urlize_traits((unsigned char)p[i]) & URLIZE_SPECIAL) != 0;
            odd |= (p[i] & 0x80) || p[i] == '&' || p[i] == '[' || p[i] == ']';
        }
        if (special ? urlize_word(run, p + from, i - from, odd) < 0
                    : (urlize_text(run, p + from, i - from), false))
            return -1;
        urlize_text(run, p + i, gap);
        i += gap;
        from = i;
    }
    return 0;
}

/* urlize(text, slow, escape, nofollow, limit). No limit is -1. */
static PyObject *urlize_call(PyObject *module, PyObject *args)
{
    urlize_run run = {.slow = NULL};
    int escape, nofollow;
    PyObject *object, *result = NULL;
    py_text text;

    (void)module;
    if (!PyArg_ParseTuple(args, "OOppn", &object, &run.slow, &escape, &nofollow, &run.limit) ||
        py_text_open(&text, object, "text") < 0)
        return NULL;
    run.escape = escape;
    run.nofollow = nofollow;
    if (urlize_all(&run, text.p, text.n) == 0)
        result = run.out.failed ? PyErr_NoMemory() : py_str(run.out.p, run.out.n);
    py_bytes_free(&run.out);
    py_text_close(&text);
    return result;
}

PyMethodDef py_urlize_methods[] = {{"urlize", urlize_call, METH_VARARGS, NULL},
                                   {"linkify_it", py_linkify, METH_VARARGS, NULL},
                                   {NULL, NULL, 0, NULL}};
