/* url.c - functions of one URL: forms, resolution, comparison, verdicts, host and site */
#include "trawl_py.h"

#define URL_ROOM 1024

/* ---- Results in a buffer ---- */

/* One call of a function of the library that writes a text. */
typedef struct url_call {
    int (*form)(const char *url, size_t n, char *out, size_t size, size_t *len);
    trawl_str url, ref;
    int rule;
} url_call;

static int url_write(const url_call *call, char *out, size_t size, size_t *n)
{
    if (call->form)
        return call->form(call->url.p, call->url.n, out, size, n);
    return trawl_resolve(call->rule, call->url.p, call->url.n, call->ref.p, call->ref.n, out, size,
                         n);
}

/* Returns the text that the function writes, as a str or as bytes. */
static PyObject *url_result(py_state *state, const url_call *call, bool is_str)
{
    char room[URL_ROOM], *more = NULL;
    PyObject *result = NULL;
    size_t n = 0;
    int error = url_write(call, room, sizeof room, &n);

    if (error == TRAWL_ERROR_NO_SPACE) {
        size_t size = n;

        more = malloc(size);
        error = more ? url_write(call, more, size, &n) : TRAWL_ERROR_NO_MEMORY;
    }
    if (error == TRAWL_OK)
        result = py_like(is_str, more ? more : room, n);
    else
        py_raise(state, error);
    free(more);
    return result;
}

static const struct {
    const char *name;
    int (*form)(const char *url, size_t n, char *out, size_t size, size_t *len);
} url_forms[] = {{"canonical", trawl_canonical}, {"scheme", trawl_scheme_form},
                 {"normal", trawl_normal},       {"ascii", trawl_ascii},
                 {"display", trawl_display},     {"surt", trawl_surt},
                 {"defang", trawl_defang}};

/* ---- Functions ---- */

static PyObject *url_form(PyObject *module, PyObject *args)
{
    py_state *state = py_state_of(module);
    url_call call = {.form = NULL};
    const char *name;
    PyObject *object, *result = NULL;
    py_text url;

    if (!PyArg_ParseTuple(args, "Os", &object, &name) || py_text_open(&url, object, "url") < 0)
        return NULL;
    for (size_t i = 0; i < sizeof url_forms / sizeof url_forms[0]; i++)
        if (strcmp(url_forms[i].name, name) == 0)
            call.form = url_forms[i].form;
    call.url = (trawl_str){url.p, url.n};
    if (call.form)
        result = url_result(state, &call, url.is_str);
    else
        PyErr_Format(state->option_error, "there is no form %s", name);
    py_text_close(&url);
    return result;
}

static PyObject *url_resolve(PyObject *module, PyObject *args)
{
    static const char *const rules[] = {"3986", "3986-loose", "1630"};
    py_state *state = py_state_of(module);
    url_call call = {.rule = -1};
    const char *rule;
    PyObject *first, *second, *result = NULL;
    py_text base, ref;

    if (!PyArg_ParseTuple(args, "OOs", &first, &second, &rule) ||
        py_text_open(&base, first, "base") < 0)
        return NULL;
    for (int i = 0; i < 3; i++)
        if (strcmp(rules[i], rule) == 0)
            call.rule = i;
    if (call.rule < 0)
        PyErr_SetString(state->option_error, "rule: it takes 3986, 3986-loose or 1630");
    if (call.rule >= 0 && py_text_open(&ref, second, "ref") == 0) {
        call.url = (trawl_str){base.p, base.n};
        call.ref = (trawl_str){ref.p, ref.n};
        if (base.is_str != ref.is_str)
            PyErr_SetString(PyExc_TypeError, "base and ref must be both str or both bytes");
        else
            result = url_result(state, &call, base.is_str);
        py_text_close(&ref);
    }
    py_text_close(&base);
    return result;
}

static PyObject *url_same(PyObject *module, PyObject *args)
{
    py_state *state = py_state_of(module);
    PyObject *first, *second;
    py_text a, b;
    int same = -1;

    if (!PyArg_UnpackTuple(args, "same", 2, 2, &first, &second) ||
        py_text_open(&a, first, "url") < 0)
        return NULL;
    if (py_text_open(&b, second, "url") < 0) {
        py_text_close(&a);
        return NULL;
    }
    same = trawl_same(a.p, a.n, b.p, b.n);
    py_text_close(&a);
    py_text_close(&b);
    return same < 0 ? py_raise(state, same) : PyBool_FromLong(same);
}

/* Returns a tuple of the names of the standards that are set in `bits`. */
static PyObject *url_names(int bits)
{
    static const char *const names[] = {"1738", "1630", "3986", "iri", "scheme"};
    Py_ssize_t n = 0, i = 0;
    PyObject *tuple;

    for (int k = 0; k < 5; k++)
        n += bits >> k & 1;
    tuple = PyTuple_New(n);
    for (int k = 0; tuple && k < 5; k++)
        if ((bits >> k & 1) && PyTuple_SetItem(tuple, i++, PyUnicode_FromString(names[k])) < 0)
            Py_CLEAR(tuple);
    return tuple;
}

static PyObject *url_standards(PyObject *module, PyObject *object)
{
    py_state *state = py_state_of(module);
    py_text url;
    int bits;

    if (py_text_open(&url, object, "url") < 0)
        return NULL;
    bits = trawl_standards(url.p, url.n, NULL);
    py_text_close(&url);
    return bits < 0 ? py_raise(state, bits) : url_names(bits);
}

/* Returns the host of a URL, or its site, as `form` has it, or None if there is none. */
static PyObject *url_host_or_site(PyObject *module, PyObject *object, const url_call *form)
{
    url_call call = *form;
    PyObject *result;
    py_text url;

    if (py_text_open(&url, object, "url") < 0)
        return NULL;
    call.url = (trawl_str){url.p, url.n};
    result = url_result(py_state_of(module), &call, url.is_str);
    py_text_close(&url);
    if (!result || PyObject_IsTrue(result))
        return result;
    Py_DECREF(result);
    Py_RETURN_NONE;
}

static PyObject *url_host(PyObject *module, PyObject *object)
{
    return url_host_or_site(module, object, &(url_call){.form = trawl_host});
}

static PyObject *url_site(PyObject *module, PyObject *object)
{
    return url_host_or_site(module, object, &(url_call){.form = trawl_site});
}

/* ---- check ---- */

static PyObject *url_parts(const trawl_verdict *v, const py_text *url)
{
    PyObject *parts = PyDict_New();

    for (int i = 0; parts && i < TRAWL_PART_COUNT; i++) {
        trawl_span span = v->part[i];
        PyObject *part;

        if (span.from == TRAWL_ABSENT)
            continue;
        part = py_like(url->is_str, url->p + span.from, (size_t)(span.to - span.from));
        if (!part || PyDict_SetItemString(parts, trawl_part_name(i), part) < 0)
            Py_CLEAR(parts);
        Py_XDECREF(part);
    }
    return parts;
}

static PyObject *url_refusals(const trawl_verdict *v, const py_text *url)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)v->refusals);

    for (unsigned i = 0; tuple && i < v->refusals; i++) {
        const trawl_refusal *refusal = &v->refusal[i];
        py_place place = {0, 0};
        Py_ssize_t at = url->plain || !url->is_str
                            ? (Py_ssize_t)refusal->at
                            : py_place_move(&place, url->p, 0, (size_t)refusal->at);
        PyObject *one = Py_BuildValue("(sssns)", refusal->standard, refusal->section,
                                      trawl_code_name(refusal->code), at, refusal->why);

        if (!one || PyTuple_SetItem(tuple, (Py_ssize_t)i, one) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* Returns (valid, refusals, parts, own), of which trawl/_url.py makes a Verdict. */
static PyObject *url_check(PyObject *module, PyObject *object)
{
    py_state *state = py_state_of(module);
    trawl_verdict v = TRAWL_VERDICT_INIT;
    PyObject *result = NULL;
    py_text url;
    int error;

    if (py_text_open(&url, object, "url") < 0)
        return NULL;
    error = trawl_check(&v, url.p, url.n);
    if (error != TRAWL_OK)
        py_raise(state, error);
    else
        result = Py_BuildValue("(NNNs)", url_names((int)v.valid), url_refusals(&v, &url),
                               url_parts(&v, &url), v.own);
    py_text_close(&url);
    return result;
}

PyDoc_STRVAR(same_doc,
             "same(a, b, /)\n--\n\nReturn whether two URLs have the same canonical form.\n\n"
             ">>> same(\"HTTP://a.example\", \"http://a.example:80/\")\nTrue\n");
PyDoc_STRVAR(host_doc,
             "host(url, /)\n--\n\nReturn the host of a URL, in lower case and ASCII, or None.\n\n"
             ">>> host(\"http://joe@WWW.Example.org:8080/\")\n'www.example.org'\n");
PyDoc_STRVAR(site_doc, "site(url, /)\n--\n\nReturn the registrable domain of a URL's host by the\n"
                       "Public Suffix List, or None.\n\n"
                       ">>> site(\"http://www.example.co.uk/\")\n'example.co.uk'\n");

PyMethodDef py_url_methods[] = {
    {"form", url_form, METH_VARARGS, NULL},     {"resolve", url_resolve, METH_VARARGS, NULL},
    {"same", url_same, METH_VARARGS, same_doc}, {"standards", url_standards, METH_O, NULL},
    {"host", url_host, METH_O, host_doc},       {"site", url_site, METH_O, site_doc},
    {"check", url_check, METH_O, NULL},         {NULL, NULL, 0, NULL}};
