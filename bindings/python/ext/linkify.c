/* linkify.c - plain links for trawl.compat.linkify_it, as linkify-it-py finds them by default
 *
 * Blanks divide a text into words. A word in ASCII that is one plain link, perhaps in brackets or
 * quotes, is decided here: "(http://a.example/b)," or "joe@example.com". For any other word that
 * may have a link, a function of Python finds the next link from that word on.
 */
#include "trawl_py.h"

/* Bytes: longer words are left to Python, which reads them once for all of their links. */
#define LINKIFY_LONGEST 2048
/* The most bytes of the name of a mail address: _LONGEST in linkify_it.py. */
#define LINKIFY_NAME 64

typedef struct linkify_run {
    const char *p;
    size_t from, to; /* the word; longer ones are cut */
    bool may;        /* the word has a dot, "@" or "//" */
    bool at, slashes, odd;
    bool plain; /* offsets in bytes are those in code points */
    py_place place;
    const char *domains; /* the top-level domains, each between blanks */
    PyObject *slow;      /* (place) -> (begin, end, schema) or None, in code points */
} linkify_run;

/* Returns the byte at i, or a blank from the end of the word on. */
static char linkify_at(const linkify_run *run, size_t i)
{
    return i < run->to ? run->p[i] : ' ';
}

static bool linkify_digit(const linkify_run *run, size_t i)
{
    return linkify_at(run, i) >= '0' && linkify_at(run, i) <= '9';
}

static bool linkify_alnum(const linkify_run *run, size_t i)
{
    char c = (char)(linkify_at(run, i) | 0x20);

    return linkify_digit(run, i) || (c >= 'a' && c <= 'z');
}

/* Returns true at a blank or punctuation. */
static bool linkify_breaks(const linkify_run *run, size_t i)
{
    return strchr(" !\"#%&'()*,-./:;?@[\\]_{}", linkify_at(run, i)) != NULL;
}

/* Returns true if a host can end at i. */
static bool linkify_ends(const linkify_run *run, size_t i)
{
    char c = linkify_at(run, i);

    if (c == '.')
        return linkify_at(run, i + 1) != '-' && linkify_breaks(run, i + 1);
    return !strchr("-_", c) && !(c == ':' && linkify_digit(run, i + 1)) &&
           (strchr("<>", c) || linkify_breaks(run, i));
}

static bool linkify_domain(const linkify_run *run, size_t from, size_t to)
{
    char name[64] = " ";
    size_t n = to - from;

    for (size_t i = 0; i < n && n < sizeof name - 2; i++)
        name[i + 1] = (char)(run->p[from + i] | 0x20); /* letters and digits */
    return n > 0 && n < sizeof name - 2 && strstr(run->domains, strcat(name, " "));
}

/* Returns the end of the host and port at i, or 0 if this file cannot decide. With `named`, the
 * host must have a top-level domain. */
static size_t linkify_host(const linkify_run *run, size_t i, bool named)
{
    size_t label = i, labels = 1, port;

    for (; linkify_at(run, i) != ' '; i++) {
        bool more = linkify_alnum(run, i + 1);

        if (linkify_at(run, i) == '.' && more && i > label && i - label <= 63)
            label = i + 1, labels++;
        else if (!linkify_alnum(run, i) && !(linkify_at(run, i) == '-' && more && i > label))
            break;
    }
    if (i == label || i - label > 63 || (named && (labels < 2 || !linkify_domain(run, label, i))))
        return 0;
    port = i + 1;
    if (linkify_at(run, i) == ':' && linkify_digit(run, port))
        for (i = port; linkify_digit(run, i);)
            i++;
    return linkify_ends(run, i) && i - port + 1 <= 5 ? i : 0; /* 5 digits may be above 65535 */
}

/* Returns the end of the piece of a path at i, or i if the path ends there. */
static size_t linkify_piece(const linkify_run *run, size_t i)
{
    static const char opening[] = "([{\"'", closing[] = ")]}\"'";
    const char *p = run->p + i, *pair = strchr(opening, linkify_at(run, i));
    char c = linkify_at(run, i), next;
    size_t k = i;

    if (pair) {
        const char *end = memchr(p + 1, closing[pair - opening], run->to - i - 1);

        if (end && (end > p + 1 || strchr("([{", c)))
            return i + (size_t)(end - p) + 1;
        return i + (c == '\'' && !strchr("<>", linkify_at(run, i + 1)) &&
                    (linkify_at(run, i + 1) == '-' || !linkify_breaks(run, i + 1)));
    }
    while (strchr(".-!", c) && linkify_at(run, k) == c)
        k++;
    next = linkify_at(run, k > i ? k : i + 1);
    if (c == '-')
        return k;
    if (c == '.' && k - i > 1)
        return linkify_alnum(run, k) || strchr("%/&", next) ? k + 1 : i;
    if (strchr(".!,;?", c))
        return next == ' ' || (c == '?' && next == '?') ? i : k > i ? k : i + 1;
    while (k < run->to && !strchr("<>()[]{}.,\"'?!-;", run->p[k]))
        k++;
    return k;
}

static size_t linkify_path(const linkify_run *run, size_t at)
{
    size_t i = at, end = at + 1;

    if (!strchr("/?#", linkify_at(run, at)))
        return at;
    while (end > i)
        end = linkify_piece(run, i = end);
    return i > at + 1 || run->p[at] == '/' ? i : at;
}

/* Returns true if the word may have a link. Links without a scheme need a top-level domain. */
static bool linkify_suspect(const linkify_run *run)
{
    if (run->may && (run->at || run->slashes || run->to - run->from > LINKIFY_LONGEST))
        return true;
    for (size_t i = run->from; run->may && i < run->to; i++) {
        size_t end = i + 1;

        if (run->p[i] != '.')
            continue;
        while (linkify_alnum(run, end))
            end++;
        if ((linkify_at(run, end) & 0x80) || linkify_domain(run, i + 1, end) ||
            (linkify_at(run, end) == '-' && (run->p[i + 1] | 0x20) == 'x')) /* "xn--" */
            return true;
    }
    return false;
}

/* Returns the end of the plain link in a suspect word, or 0 if this file cannot decide. */
static size_t linkify_plain(const linkify_run *run, size_t *from, const char **schema)
{
    static const char *const schemas[] = {"http:", "https:", "ftp:"};
    size_t i = run->from, host;

    while (strchr("([{\"'*<", linkify_at(run, i)))
        i++;
    *from = i;
    for (int k = 0; k < 3; k++) {
        size_t n = strlen(schemas[k]);

        if (run->to - i <= n + 2 || memcmp(run->p + i, schemas[k], n) != 0 ||
            memcmp(run->p + i + n, "//", 2) != 0)
            continue;
        *schema = schemas[k];
        host = linkify_host(run, i + n + 2, false);
        /* The text to the left of "@" may be a user name. */
        return run->at && linkify_at(run, host) != '/' ? 0 : host > 0 ? linkify_path(run, host) : 0;
    }
    *schema = run->at ? "mailto:" : "";
    if (run->at) {
        while (linkify_alnum(run, i) || strchr("._+-", linkify_at(run, i)))
            i++;
        if (i == *from || i - *from > LINKIFY_NAME || linkify_at(run, i++) != '@' ||
            (*from > run->from && !strchr("\"(<", run->p[*from - 1])))
            return 0;
    }
    host = linkify_host(run, i, true);
    if (host == 0 || !run->at)
        return host == 0 ? 0 : linkify_path(run, host);
    return memchr(run->p + i, ':', host - i) ? 0 : host;
}

/* Reads the word at `from`, or the beginning of a long one. */
static void linkify_read(linkify_run *run, size_t from, size_t n)
{
    const char *p = run->p;
    size_t i = from;

    run->may = run->at = run->slashes = run->odd = false;
    for (; i < n && !(run->may && i - from > LINKIFY_LONGEST); i++) {
        if ((p[i] >= 0 && p[i] <= ' ') || p[i] == 0x7f)
            break;
        run->at |= p[i] == '@';
        run->slashes |= p[i] == '/' && p[i + 1] == '/';
        run->may |= p[i] == '.' || run->at || run->slashes;
        run->odd |= (p[i] & 0x80) != 0;
    }
    run->odd |= i - from > LINKIFY_LONGEST;
    run->from = from;
    run->to = i;
}

/* Returns the next link as a tuple, and sets its end. It is the plain link in the word, if `whole`
 * and if there is one; otherwise the link that Python finds from the word on. */
static PyObject *linkify_next(linkify_run *run, bool whole, size_t *to)
{
    size_t from = run->from, end = 0, at[2] = {0};
    const char *schema = "";
    PyObject *tuple;

    if (whole && !run->odd)
        end = linkify_plain(run, &from, &schema);
    at[0] = end > 0 ? from : run->from;
    at[1] = *to = end;
    for (int i = 0; !run->plain && i < (end > 0 ? 2 : 1); i++)
        at[i] = (size_t)py_place_move(&run->place, run->p, 0, at[i]);
    if (end > 0)
        return Py_BuildValue("(nns)", (Py_ssize_t)at[0], (Py_ssize_t)at[1], schema);
    tuple = PyObject_CallFunction(run->slow, "n", (Py_ssize_t)at[0]);
    if (!tuple || tuple == Py_None)
        return tuple;
    *to = PyLong_AsSize_t(PyTuple_GetItem(tuple, 1));
    for (; !run->plain && run->place.unit < *to; run->place.unit++)
        while ((run->p[++run->place.byte] & 0xc0) == 0x80)
            ;
    *to = run->plain ? *to : run->place.byte;
    return tuple;
}

/* linkify_it(text, domains, slow, single): returns a list of all links, or of the first one. */
static PyObject *linkify_call(PyObject *module, PyObject *args)
{
    linkify_run run = {.p = NULL};
    PyObject *object, *found, *link;
    bool whole = true; /* the word does not begin where a link ends */
    py_text text;
    int single;

    (void)module;
    if (!PyArg_ParseTuple(args, "UsOp", &object, &run.domains, &run.slow, &single) ||
        py_text_open(&text, object, "text") < 0)
        return NULL;
    run.p = text.p;
    run.plain = text.plain;
    found = PyList_New(0);
    for (size_t i = 0; found && i < text.n;) {
        linkify_read(&run, i, text.n);
        i = run.to + 1;
        if (linkify_suspect(&run)) {
            link = linkify_next(&run, whole, &i);
            if (link == Py_None || single)
                i = text.n;
            if (!link || (link != Py_None && PyList_Append(found, link) < 0))
                Py_CLEAR(found);
            Py_XDECREF(link);
            whole = false;
        } else {
            whole = true;
        }
    }
    py_text_close(&text);
    return found;
}

PyMethodDef py_linkify_methods[] = {{"linkify_it", linkify_call, METH_VARARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
